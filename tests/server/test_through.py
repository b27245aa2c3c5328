"""A battle declared in one press: each way is legal, ends at the die that its button names, and tells no secret."""

from __future__ import annotations

import random

import pytest

import ardennes
from ardennes.ai import Recruit
from ardennes.ai.recruit.stretch import WHOLE
from ardennes.engine.record import Record
from ardennes.server.through import through

GAMES = ("bulge", "bitter-woods", "bastogne", "axis-allies", "ardennes-offensive")


def battles(game: str, turns: int = 1):
    """Records of Recruit's first turn, each as it stands where something is decided about a battle."""
    record, rng = Record.start(ardennes.game(game)), random.Random(7)
    while not record.state.over and record.state.turn <= turns:
        record.roll_all(rng)
        view = record.state.view(record.state.decision.side)
        for order in Recruit().orders(view, random.Random(7), WHOLE):
            if record.state.decision.kind in ("target", "join", "support"):
                yield record
            if order in record.state.decision.options:
                record.apply(order)


@pytest.mark.parametrize(("game", "least"), [("bulge", 10), ("bitter-woods", 2)])
def test_each_way_is_legal_and_ends_at_the_die_of_its_button(game: str, least: int):
    found = 0
    for record in battles(game):
        before = record.state.key()
        for way in through(record.state.view(record.state.decision.side)):
            found += 1
            trial, side = record.copy(), record.state.decision.side
            trial.apply_all(way.actions[:-1])
            last = next(o for o in trial.game.screen(trial.state.view(side)).options if o.action == way.actions[-1])
            assert (last.label, last.tone, last.commits) == (way.label, "fight", True)
            sheet = trial.game.screen(trial.state.view(side)).sheets[0]
            assert sheet.odds is None or (sheet.odds.shown or "") == way.odds
            trial.apply_all(way.actions[-1:])
            assert trial.state.epoch != record.state.epoch or trial.state.chance is not None
        assert record.state.key() == before
    assert found >= least


@pytest.mark.parametrize("game", GAMES)
def test_no_way_leads_through_a_secret(game: str):
    for record in battles(game):
        side = record.state.decision.side
        for way in through(record.state.view(side)):
            trial = record.state.copy()
            trial.listener = None
            for action in way.actions:
                assert not trial.decision.secret
                assert trial.decision.side == side
                trial.apply(record.game.parse(action))
        if record.state.decision.secret:
            assert through(record.state.view(side)) == []
