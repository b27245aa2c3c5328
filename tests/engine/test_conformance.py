"""The conformance suite finds nothing in a sound game, and finds every kind of fault in a broken one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, cast

import pytest

from ardennes.engine import Action, Decision, Journal, Options, Reason, Record, Refused, State, conformance
from ardennes.engine.chance import Chance, Roll
from ardennes.engine.conformance import Report, conform
from ardennes.engine.screen import Parts, Screen
from tests.proving import secrets
from tests.proving.aftermath import Fire
from tests.proving.assault import battle_of
from tests.proving.game import Proving
from tests.proving.meeting import Ambush
from tests.proving.state import Ground
from tests.proving.table import FAR, play, proving, toml
from tests.proving.turn import Plan

CLASH = {"R1": "0503", "R2": "0603", "RA": "0502", "B1": "0504", "B3": "0505", "BA": "0506", "inf@0403": "2"}
NEAR = {"R2": "0501", "B1": "0505"}
SECRETS = 'chit-1 = "smoke"; alarm = 5'


def examine(game: Proving, step: str, *lines: str, games: int = 2, sample: int = 8) -> Report:
    """Random games of the last turn from a step on, begun with these lines, every moment examined."""
    text = toml(step, FAR | (NEAR if lines else CLASH), turn=2, hidden=SECRETS)

    def start() -> Record:
        return play(Record.from_position(game, text), *lines)

    return conform(game, "storm", games=games, every=1, sample=sample, start=start, explained=False)


# A sound game


@pytest.mark.parametrize("scenario", ["meeting", "storm"])
def test_nothing_is_found_in_the_proving_ground(scenario: str):
    report = conform(proving(), scenario, games=2, seed=7, every=8, sample=15, explained=False)
    assert report.sound, str(report)
    assert report.games == 2
    assert report.checked > 10


@pytest.mark.parametrize("step", ["red plan", "red movement", "red combat"])
def test_nothing_is_found_where_the_armies_meet(step: str):
    report = examine(proving(), step, games=3)
    assert report.sound, str(report)


def test_a_report_tells_what_was_played():
    report = examine(proving(), "red combat", games=1)
    assert str(report).startswith("1 games, ")
    assert (report.checked, report.endings.total()) == (report.decisions, 1)
    assert report.rolls > 0


# Broken games


class DeadEnd(Plan):
    """Offers no way to end."""

    def ask(self, state: Ground) -> Decision:
        asked = super().ask(state)
        asked.options = Options([option for option in asked.options if option.verb != "done"])
        return asked


class Toggle(Plan):
    """Lets a side take its choice back as often as it likes."""

    def ask(self, state: Ground) -> Decision:
        asked = super().ask(state)
        asked.options = Options([Action("assign", "north"), Action("assign", "south"), *asked.options[-1:]])
        return asked

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        if action.thing in state.planned[decision.side]:
            state.planned[decision.side] = ()
        else:
            super().take(state, action, decision)


class NeverDone(Toggle):
    """And never lets it go on."""

    def ask(self, state: Ground) -> Decision:
        asked = super().ask(state)
        asked.options = Options(asked.options[:2])
        return asked


class Overdraft(Plan):
    """Offers missions that it then refuses to fly."""

    def ask(self, state: Ground) -> Decision:
        asked = super().ask(state)
        asked.options = Options([Action("assign", "north"), Action("assign", "south"), Action("done")])
        return asked

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        if action.verb == "assign" and len(state.planned[decision.side]) == state.missions[decision.side]:
            raise Refused("PG-3.1", "You have no mission left.")
        super().take(state, action, decision)


class NoSouth(Plan):
    """Forgets an action that nothing forbids."""

    def ask(self, state: Ground) -> Decision:
        asked = super().ask(state)
        asked.options = Options([option for option in asked.options if option.thing != "south"])
        return asked

    def why_not(self, state: Ground, action: Action, decision: Decision) -> None:
        return None


class NoSouthGame(Proving):
    """Explains honestly: where no rule forbids an action, it names none."""

    def not_now(self, state: State, action: Action, decision: Decision) -> Reason:
        if action == Action("assign", "south") and decision.step == "plan":
            return cast(Reason, None)
        return super().not_now(state, action, decision)


class Twice(Plan):
    """Offers the same thing twice."""

    def ask(self, state: Ground) -> Decision:
        asked = super().ask(state)
        asked.options = Options([*asked.options, *asked.options])
        return asked


class Invented(Plan):
    """Offers what is no action of the game."""

    def ask(self, state: Ground) -> Decision:
        asked = super().ask(state)
        asked.options = Options([*asked.options, Action("assign", "east")])
        return asked


class NoSuchRule(Plan):
    """Cites a rule that stands in no catalogue."""

    def ask(self, state: Ground) -> Decision:
        asked = super().ask(state)
        asked.rule = "PG-99.9"
        return asked


class Counting(Plan):
    """Remembers something outside the state."""

    count = 0

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        super().take(state, action, decision)
        self.count += 1
        state.exited = self.count % 2


class SaysNothing(Plan):
    """Closes undo without having said that it would."""

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        super().take(state, action, decision)
        if state.listener is not None:
            state.learn()


class OnlyIfHeHasOne(Ambush):
    """Asks Blue only if he has an ambush, so that not being asked tells Red that he has none."""

    def ask(self, state: Ground) -> Decision | Chance | None:  # type: ignore[override]  # that is the fault
        if not state.top.sprung and state.alarm < 5:
            state.pop()
            return None
        return super().ask(state)


class AnotherTable(Fire):
    """Resolves a battle by another table than the odds show."""

    def roll(self, state: Ground, roll: Roll) -> None:
        battle = battle_of(state)
        shifted = replace(battle, words=(*battle.words, ("lower", "2")))
        state.amend(words=shifted.words)
        super().roll(state, roll)


class SharedPlans(Ground):
    """A copy that shares what changes with its original."""

    __slots__ = ()

    def copy(self) -> SharedPlans:
        new = super().copy()
        new.planned = self.planned
        return new


class Forgetful(Ground):
    """Loses a value on the way to storage."""

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        written = super().to_json()
        written["position"]["turn"] = 1
        return written


class OpenAlarm(Proving):
    """Shows Red the alarm."""

    def conceal(self, view: State, viewer: str) -> None:
        alarm = cast(Ground, view).alarm
        super().conceal(view, viewer)
        cast(Ground, view).alarm = alarm


class OpenPlans(Proving):
    """Shows where the other side flies."""

    def conceal(self, view: State, viewer: str) -> None:
        planned = dict(cast(Ground, view).planned)
        super().conceal(view, viewer)
        cast(Ground, view).planned = planned


class WildGuess(Proving):
    """Guesses what cannot be."""

    def fill(self, state: State, viewer: str, rng: random.Random) -> None:
        super().fill(state, viewer, rng)
        if viewer == "red":
            cast(Ground, state).alarm = 0


class Blindfold(Proving):
    """Hides a side's own plan from itself."""

    def conceal(self, view: State, viewer: str) -> None:
        super().conceal(view, viewer)
        cast(Ground, view).planned = dict.fromkeys(self.sides, secrets.UNKNOWN)


class Uneasy(Proving):
    """Finds something wrong with every position."""

    def invariants(self, state: State) -> Iterator[str]:
        yield "the moon is full"


class Ghosts(Proving):
    """Shows an option on a piece that is not there."""

    def screen(self, view: State, parts: Parts | None = None) -> Screen:
        shown = super().screen(view, parts)
        return replace(shown, pieces=[])


def with_step(step: Plan | Ambush | Fire, kind: type[Proving] = Proving) -> Proving:
    game = kind()
    game.steps[step.name] = step
    return game


def with_state(state_class: type[Ground]) -> Proving:
    game = Proving()
    game.state_class = state_class
    return game


BROKEN: dict[str, tuple[str, Callable[[], Proving], str]] = {
    "a question without an answer": ("dead end", lambda: with_step(DeadEnd()), "red plan"),
    "a choice that can be made and unmade": ("free cycle", lambda: with_step(Toggle()), "red plan"),
    "an option that is refused": ("illegal option", lambda: with_step(Overdraft()), "red plan"),
    "a legal action that is not offered": ("missing option", lambda: with_step(NoSouth(), NoSouthGame), "red plan"),
    "an option offered twice": ("malformed", lambda: with_step(Twice()), "red plan"),
    "an option that cannot be said": ("malformed", lambda: with_step(Invented()), "red plan"),
    "a rule that is not in the book": ("unknown rule", lambda: with_step(NoSuchRule()), "red plan"),
    "memory outside the state": ("copy", lambda: with_step(Counting()), "red plan"),
    "a copy that shares": ("copy", lambda: with_state(SharedPlans), "red plan"),
    "undo that closes unannounced": ("undo", lambda: with_step(SaysNothing()), "red plan"),
    "a value lost in storage": ("json", lambda: with_state(Forgetful), "red movement"),
    "a private roll that shows": ("leak", OpenAlarm, "alarm"),
    "a secret choice that shows": ("leak", OpenPlans, "red plan"),
    "a guess that does not fit": ("guess", WildGuess, "red movement"),
    "options that differ in the view": ("view", Blindfold, "red plan"),
    "odds that are not the resolver's": ("odds", lambda: with_step(AnotherTable()), "red combat"),
    "a position that cannot be": ("invariant", Uneasy, "red combat"),
    "a screen that names what is not there": ("screen", Ghosts, "red movement"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_promise_is_found(fault: str):
    kind, broken, step = BROKEN[fault]
    report = examine(broken(), step, games=1)
    assert kind in {found.kind for found in report.faults}, str(report)


def test_undo_that_tells_a_secret_is_found():
    report = examine(with_step(OnlyIfHeHasOne()), "red movement", "pick R2", "step 0502", "step 0503", sample=40)
    assert "undo after “step 0504” depends on what red cannot know" in {found.text for found in report.faults}


def test_a_game_without_end_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(conformance, "RUNAWAY", 60)
    report = examine(with_step(NeverDone()), "red plan", games=1)
    assert "runaway" in {found.kind for found in report.faults}


def test_a_fault_comes_with_the_journal_that_leads_to_it():
    game = with_step(Twice())
    report = examine(game, "red plan", games=1)
    found = report.faults[-1]
    assert str(found).startswith(f"{found.kind}: ")
    record = Record.replay(game, Journal.parse(found.journal, {game.name: game.sides}))
    assert len(record.journal.entries) > 0


def test_it_stops_after_so_many_faults():
    text = toml("red plan", FAR | CLASH, turn=2, hidden=SECRETS)
    game = Uneasy()
    begin = partial(Record.from_position, game, text)
    report = conform(game, "storm", games=50, start=begin, stop_at=3, explained=False)
    assert report.games < 50
    assert not report.sound


def test_a_step_that_cannot_say_why_not_is_named():
    report = conform(proving(), "storm", games=1, every=5, sample=10)
    assert {fault.kind for fault in report.faults} == {"unexplained"}
    assert "cannot say why not" in str(report)


class Breaks(Plan):
    """Falls over its own feet."""

    def ask(self, state: Ground) -> Decision:
        return cast(Decision, {}["nothing"])  # type: ignore[index]  # the fault that is wanted


def test_a_crash_is_a_fault_with_its_place():
    game = Proving()
    record = Record.start(game, "storm")
    game.steps["plan"] = game.steps["movement"] = game.steps["combat"] = Breaks()
    report = conform(game, "storm", games=1, start=lambda: record, explained=False)
    assert [fault.kind for fault in report.faults] == ["crash"]
    assert "KeyError: 'nothing' (test_conformance.py:" in str(report)
