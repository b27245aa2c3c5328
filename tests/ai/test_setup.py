"""Recruit sets up where the set-up is free: legally, always alike, for a reason, and better than the map shows."""

from __future__ import annotations

import random
from functools import cache

import pytest

import ardennes
from ardennes.ai import Budget, Remark, player
from ardennes.ai.picture import Picture
from ardennes.ai.recruit.opening import Opening
from ardennes.engine.battle import Battle
from ardennes.engine.decision import Kind
from ardennes.engine.state import State

FREE = {"3": 1, "4": 1, "5": 2, "6": 2, "8": 1, "9": 1, "10": 2}  # scenario → sides that set up by hand
BUDGET = Budget(nodes=4_000)
Remarks = dict[str, tuple[Remark, ...]]


def set_up(state: State, budget: Budget = BUDGET) -> Remarks:
    """Both sides set up by Recruit, as far as they are asked; what each says of it."""
    remarks: Remarks = {}
    while state.chance is None and state.decision.kind == Kind.SETUP:
        side = state.decision.side
        assert side not in remarks, "a side sets up in one go"
        thought = player("recruit").think(state.view(side), random.Random(1), budget)
        for action in thought.actions:
            assert state.decision.side == side
            state.apply(action)
        remarks[side] = thought.report
    return remarks


@cache
def after(scenario: str) -> tuple[State, Remarks]:
    state = ardennes.game("ardennes-offensive").start(scenario)
    return state, set_up(state)


def where(state: State, side: str) -> dict[str, str]:
    return {unit.handle: unit.place for unit in state.units() if unit.side == side and unit.place}


def shown(side: str) -> dict[str, str]:
    """Where the map shows the units of a side: they stand so in the first scenario."""
    return where(ardennes.game("ardennes-offensive").start("1"), side)


@pytest.mark.parametrize(("scenario", "sides"), FREE.items())
def test_every_free_set_up_is_brought_to_a_legal_end(scenario: str, sides: int):
    state, remarks = after(scenario)
    assert len(remarks) == sides
    assert state.turn == 1
    assert not list(state.game.invariants(state))
    for side in remarks:
        map_, now = shown(side), where(state, side)
        assert now.keys() >= map_.keys(), "everybody stands"
        placed = [now[handle] for handle in map_]
        assert len(set(placed)) == len(placed), "one unit a hex"


def test_all_scenarios_with_a_free_set_up_are_looked_at():
    game = ardennes.game("ardennes-offensive")
    assert {name for name in game.scenarios if game.start(name).decision.kind == Kind.SETUP} == FREE.keys()


def test_a_set_up_is_the_same_again_and_with_a_tenth_of_the_time():
    game = ardennes.game("ardennes-offensive")
    again, hurried = game.start("3"), game.start("3")
    set_up(again)
    assert again == after("3")[0]
    set_up(hurried, BUDGET.part(0.1))
    assert where(hurried, "german") != shown("german")


# ---- small positions ----


def position(step: str, scenario: str, **pieces: str) -> State:
    """A free set-up against nobody but these enemies."""
    game = ardennes.game("ardennes-offensive")
    enemy = game.sides[step.startswith("german")]
    lines = ['game = "ardennes-offensive"', f'scenario = "{scenario}"', "turn = 1", f'step = "{step}"', "[pieces]"]
    gone = dict.fromkeys(shown(enemy), "eliminated")
    lines += [f'"{unit}" = "{place}"' for unit, place in (gone | pieces).items()]
    return game.position("\n".join([*lines, ""]))


def column(state: State, target: str, side: str = "german") -> str:
    """The odds at which everybody who stands beside a hex would attack it."""
    picture = Picture(Opening(state).state, side)
    beside = picture.grid.neighbours(picture.grid.index(target))
    attackers = tuple(unit.handle for i in beside for unit in picture.friends.get(i, ()))
    return picture.state.odds(Battle("attack", side, (target,), attackers)).column


def test_the_attacker_masses_before_the_only_enemy_until_he_is_sure_to_be_destroyed():
    state = position("german setup", "3", **{"28ID-110": "2411"})
    assert column(state, "2411") == "4-1", "as the map shows it"
    remarks = set_up(state)["german"]
    assert column(state, "2411") == "9-1"
    assert remarks[0].text == "Masses two units opposite hex 2411 near Dasburg at 9-1: 100 % to take it."
    assert remarks[0].places == ("2411",)
    assert {remark.text.split()[0] for remark in remarks[1:]} == {"Repositions", "Leaves"}


def test_the_defender_keeps_the_line_that_the_map_shows_and_says_so():
    state = ardennes.game("ardennes-offensive").start("4")
    remarks = set_up(state)["allied"]
    assert where(state, "allied") == shown("allied")
    words = [f"Leaves {number} units in the printed position." for number in ("15", "nine")]
    assert [remark.text for remark in remarks] == words


def test_a_defender_who_must_place_by_hand_bars_the_way_to_what_counts():
    state = position("allied setup", "4", **{"2Pz-3": "2311"})
    for action in ("pick 102Cav", "place 0407"):  # another's hex: the rest cannot be left where the map shows it
        state.apply(action)
    set_up(state)
    assert "2312" not in shown("allied").values()
    assert "2312" in where(state, "allied").values(), "the hex before the only enemy, on his road to Bastogne"


def test_a_set_up_that_was_begun_by_hand_is_finished():
    state = ardennes.game("ardennes-offensive").start("3")
    for action in ("pick 212VG", "place 2410"):  # the home of another unit, so that the rest cannot be left as it is
        state.apply(action)
    assert not any(option.verb == "done" for option in state.decision.options)
    state.apply("pick 326VG")
    set_up(state)
    assert where(state, "german")["212VG"] == "2410"
    assert state.turn == 1


def test_without_time_to_think_the_units_stay_where_the_map_shows_them():
    state = ardennes.game("ardennes-offensive").start("3")
    while state.decision.kind == Kind.SETUP:
        for action in player("recruit").orders(state.view("german"), random.Random(1), Budget(nodes=0)):
            state.apply(action)
    german = where(state, "german")
    assert {handle: german[handle] for handle in shown("german")} == shown("german")
