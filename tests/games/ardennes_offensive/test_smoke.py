"""The contract beside the rules: screens of every kind of question, goals, suppositions, queries."""

from __future__ import annotations

import random
from functools import cache

import pytest

import ardennes
from ardennes.engine import State
from ardennes.engine.screen import validate
from tests.games.ardennes_offensive.table import at

KINDS = ("german setup", "place", "german combat", "attack", "way", "advance", "move", "paradrop", "allied movement")


@cache
def moments() -> dict[str, State]:
    """The first question of every step in a random game with both set-ups free, and the first die."""
    rng = random.Random(2)
    state = ardennes.game("ardennes-offensive").start("10")
    found: dict[str, State] = {}
    while not state.over and state.turn < 4:
        step = "roll" if state.chance else state.decision.step
        if step not in found:
            found[step] = state.copy()
        if state.chance:
            state.roll(state.chance.sample(rng))
        else:
            state.apply(rng.choice(state.decision.options))
    return found


@pytest.mark.parametrize("step", [*KINDS, "roll"])
def test_every_kind_of_question_has_a_sound_screen(step: str):
    state = moments()[step]
    side = None if state.chance else state.decision.side
    shown = state.game.screen(state.view(side))
    validate(shown)
    assert len(shown.offered) == (len(state.decision.options) if side else 0)


def test_the_screen_of_the_other_side_offers_nothing():
    state = moments()["move"]
    other = next(side for side in state.game.sides if side != state.decision.side)
    shown = state.game.screen(state.view(other))
    assert not shown.offered
    assert shown.prompt.kind == "wait"


def test_a_destination_shows_its_cost_and_its_way():
    state = moments()["move"]
    shown = state.game.screen(state.view(state.decision.side))
    start = state.game.screen(state.view(state.decision.side)).prompt.pieces[0]
    where = next(piece.at for piece in shown.pieces if piece.id == start)
    for option in shown.offered:
        assert option.cost
        assert option.path[-1] == option.thing
        assert where in (option.path[0], f"entry-{option.path[0]}")


def test_supposing_moves_pieces_and_leaves_the_position_alone():
    table = at("german movement", "1SSPz-1a 9-10 at 1003\n99ID-395 3-4 at 1523")
    supposed = table.state.suppose({"1SSPz-1a": "1524", "99ID-395": "eliminated"})
    assert "1523" in supposed.zoc("german")
    assert "1523" not in table.state.zoc("german")
    assert not supposed.zoc("allied")


def test_goals_are_the_exits_and_bastogne():
    state = moments()["german combat"]
    goals = {goal.place: goal for goal in state.goals("german")}
    assert len(goals) == 15
    assert sum(goal.value for goal in goals.values() if goal.rule == "AO-16.0.C") == 45
    assert goals["2521"].rule == "AO-16.0.D"
    assert {goal.how for goal in state.goals("allied")} == {"deny"}


def test_every_query_that_the_game_names_is_answered():
    state = moments()["allied movement"]
    unit = next(action.thing for action in state.decision.options if action.verb == "pick")
    answers = {
        "reach": state.reach(unit).costs, "zoc": state.zoc("allied"), "supply": state.supply(unit).state,
        "worth": state.worth(unit), "goals": state.goals("allied"), "standing": state.standing(),
        "control": state.control("0213"), "suppose": state.suppose({unit: "pool"}),
        "units": state.units(), "margin": state.margin("allied"),
    }  # fmt: skip
    assert set(answers) == state.game.queries - {"odds"}
    assert all(answer is not None for answer in answers.values())
