"""Obligations as data: they arise, keep `done` away, are met, end with those they concern, lapse, survive saving."""

from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.counters.duties import Duty
from ardennes.engine import Event, Obligation, Record, Refused
from ardennes.engine.conformance import conform
from tests.counters.grudge import Grudge, Post, grudge


@pytest.fixture
def game(tmp_path: Path) -> Grudge:
    return grudge(tmp_path)


def post(record: Record) -> Post:
    assert isinstance(record.state, Post)
    return record.state


def owing(game: Grudge) -> Record:
    """R2 has gone next to B1, and blue is to march."""
    record = Record.start(game, "meeting")
    record.apply_all(["pick R2", "go 0302", "done"])
    return record


def test_a_duty_keeps_done_away_and_is_shown(game: Grudge):
    record = owing(game)
    decision = record.state.decision
    assert decision.obligations == (Obligation("B1", "move off", "blue march", "SK-1", "blue"),)
    with pytest.raises(Refused, match="B1 must move off first"):
        record.apply("done")
    assert [str(option) for option in decision.options] == ["pick B1", "pick B2"]


def test_a_duty_that_is_met_is_gone(game: Grudge):
    record = owing(game)
    record.apply("pick B1")
    record.apply(next(option for option in record.state.decision.options if option.verb == "go"))
    assert post(record).duties == ()
    record.apply("done")


def test_a_duty_survives_saving_as_a_record(game: Grudge):
    state = post(owing(game))
    (duty,) = state.duties
    assert (duty.kind, duty.side, duty.turn, duty.until) == ("leave", 1, 1, "blue march")
    again = game.from_json(state.to_json())
    assert isinstance(again, Post)
    assert again.duties == state.duties
    assert isinstance(again.duties[0], Duty)
    assert again.key() == state.key()


def test_a_duty_ends_with_a_line_when_those_that_it_concerns_are_gone(game: Grudge):
    state = post(owing(game))
    heard: list[Event] = []
    state.listener = heard.append
    state.release(game.forces.named(["R2"]), "SK-2", "is let off")
    assert state.duties == ()
    assert [(event.rule, event.text) for event in heard] == [("SK-2", "1 is let off")]


def test_a_duty_ends_without_a_line_when_nobody_is_left_to_meet_it(game: Grudge):
    state = post(owing(game))
    heard: list[Event] = []
    state.listener = heard.append
    state.release(game.forces.named(["B1"]), "SK-2", "is let off")
    assert state.duties == ()
    assert heard == []


def test_others_keep_their_duties(game: Grudge):
    state = post(owing(game))
    state.owe(Duty("leave", "SK-1", 1, state.duties[0].hex, 0b1100, 0b0011, 1, "blue march"))
    state.release(0b0100, "SK-2", "is let off")
    assert [(duty.units, duty.against) for duty in state.duties] == [(0b1000, 0b0011)]
    assert state.owed(0) == []
    assert state.owed(1, "leave") == list(state.duties)
    assert state.owed(1, "stay") == []


def test_what_cannot_be_met_lapses_with_a_line(game: Grudge):
    state = post(owing(game))
    heard: list[Event] = []
    state.listener = heard.append
    state.lapse("red march", "SK-2", "could not move off")
    assert state.owed(1)
    state.lapse("blue march", "SK-2", "could not move off")
    assert state.duties == ()
    assert [event.text for event in heard] == ["1 could not move off"]


def test_the_grudge_keeps_every_promise_of_the_engine(game: Grudge):
    report = conform(game, "meeting", games=12, every=2)
    assert report.sound, str(report)
