"""A screen of which parts are taken over from the last ones is the screen that is built anew."""

from __future__ import annotations

import random
from dataclasses import fields

import pytest

import ardennes
from ardennes.engine.action import Action
from ardennes.engine.errors import Unknown
from ardennes.engine.game import Game
from ardennes.engine.record import Record
from ardennes.engine.screen import Parts, listed, position_of, to_json
from ardennes.engine.state import State

GAMES = ardennes.games()


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", GAMES)
def test_taken_over_or_built_anew_a_screen_is_the_same(name: str, seed: int):
    """For every viewer along a game played by chance, in which a choice is taken back now and then."""
    game, rng, parts = ardennes.game(name), random.Random(seed), Parts()
    scenario = rng.choice(list(game.scenarios))
    record = Record.start(game, scenario)
    for _ in range(80):
        record.roll_all(rng)
        for side in (*game.sides, None):
            view = record.state.view(side)
            kept, anew = game.screen(view, parts), game.screen(view)
            for field in fields(kept):
                assert getattr(kept, field.name) == getattr(anew, field.name), f"{field.name}, shown to {side}"
        if record.state.over:
            return
        if rng.random() < 0.15 and record.cannot_undo() is None:
            record.undo()
        else:
            record.apply(rng.choice(record.state.decision.options))


@pytest.mark.parametrize("name", GAMES)
def test_parts_are_taken_over(name: str):
    """The second look at a position builds nothing but what belongs to the viewer."""
    game, parts = ardennes.game(name), Parts()
    state = Record.start(game).state
    first, second = (game.screen(state.view(game.sides[0]), parts) for _ in range(2))
    assert second.pieces is first.pieces
    assert second.tracks is first.tracks
    other = game.screen(state.view(game.sides[1]), parts)
    shared = other.tracks is first.tracks
    assert shared or game.hides
    assert _know_the_same(state) or not shared


def _know_the_same(state: State) -> bool:
    one, two = (position_of(state.view(side)) for side in state.game.sides)
    try:
        return one == two
    except Unknown:
        return False


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", GAMES)
def test_options_and_ranges_offer_what_the_decision_does_each_once(name: str, seed: int):
    game, rng = ardennes.game(name), random.Random(seed)
    record = Record.start(game, rng.choice(list(game.scenarios)))
    for _ in range(50):
        record.roll_all(rng)
        if record.state.over:
            return
        asked = record.state.decision
        shown = game.screen(record.state.view(asked.side))
        assert sorted(one.action for one in shown.offered) == sorted(map(str, asked.options))
        assert listed(shown.to_json())["options"] == to_json(shown.offered), "a reader of the document finds the same"
        record.apply(rng.choice(asked.options))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_once_of_a_verb_is_true_of_all_its_options(name: str):
    """Whether there is no undo after it, where a screen calls a verb's options alike; and its words."""
    game, rng = ardennes.game(name), random.Random(3)
    record = Record.start(game)
    for _ in range(200):
        record.roll_all(rng)
        if record.state.over:
            return
        asked = record.state.decision
        shown = game.screen(record.state.view(asked.side))
        words = {one.action: (one.label, one.commits) for one in shown.offered}
        for verb in {action.verb for action in asked.options}:
            for action in rng.sample([one for one in asked.options if one.verb == verb], 1):
                label, commits = words[str(action)]
                assert commits == asked.commits(action), f"{action} in {asked.step}"
                if verb == "pick":
                    assert label == _words(game, record, action), asked.step
        record.apply(rng.choice(asked.options))


def _words(game: Game, record: Record, action: Action) -> str:
    """The words of one option, asked for by itself."""
    kind = getattr(game, "screen_class", None)
    view = record.state.view(record.state.decision.side)
    if kind is not None:
        return str(kind(view).label(action))
    return next(one.label for one in game.screen(view).options if one.action == str(action))
