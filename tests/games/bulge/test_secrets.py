"""Air missions are a secret until both sides have chosen: positions that differ only in them look the same."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import pytest

from ardennes.engine import HIDDEN, Journal, Record
from tests.games.bulge.datafiles import TABLES
from tests.games.bulge.scenes import FIELD
from tests.games.bulge.table import Table, at, game
from tests.rulemark import rule

APART = "1SS 7 at E E\n28Inf 4 at W W"
WORDS = ("cap", "interdiction", "support", "resupply")
# Plans of the Allied player on turn 8 in clear weather (six points), begun and finished.
PLANS = [
    [],
    ["cap"],
    ["resupply", "resupply"],
    ["support", "support", "support"],
    ["cap", "cap", "cap", "interdiction", "interdiction", "interdiction"],
    ["support", "support", "support", "support", "support", "resupply"],
]
WHOLE = [plan for plan in PLANS if len(plan) == 6]


def planning(allied: list[str], german: list[str] | None = None) -> Table:
    """The secret choice, so far."""
    hidden = {"allied": allied} if german is None else {"allied": allied, "german": german}
    return at("air assignment", APART, centre=FIELD, turn=8, weather="clear", victory_points=50, hidden=hidden)


@pytest.mark.parametrize(("one", "two"), list(pairwise(PLANS)))
def test_the_german_cannot_tell_allied_plans_apart(one: list[str], two: list[str]):
    states = [planning(plan).state for plan in (one, two)]
    for side in ("german", None):
        first, second = (state.view(side) for state in states)
        assert first == second
        assert json.dumps(first.to_json()) == json.dumps(second.to_json())
        assert (first.decision.side, first.decision.step) == (second.decision.side, second.decision.step)
        assert list(first.decision.options) == list(second.decision.options) == []
        assert game().screen(first) == game().screen(second)
    assert states[0].view("allied") != states[1].view("allied")


@rule("BU-7.0.secret")
def test_when_the_german_chooses_he_sees_his_own_plan_only():
    views = [planning(plan, ["cap"]).state.view("german") for plan in WHOLE]
    assert views[0] == views[1]
    assert {action.thing for action in views[0].decision.options} == {"cap", "interdiction", "support"}
    assert [(view.decision.rule, view.decision.secret) for view in views] == [("BU-7.0.secret", True)] * 2
    other = planning(WHOLE[0], ["support"]).state.view("german")
    assert other != views[0]


def test_the_allied_player_does_not_see_the_german_plan():
    for plan in WHOLE:
        views = [planning(plan, german).state.view("allied") for german in ([], ["cap"], ["support"])]
        assert views[0] == views[1] == views[2]
        assert game().screen(views[0]) == game().screen(views[1])


@pytest.mark.parametrize("plan", PLANS)
def test_guesses_fit_the_view_and_keep_to_points_and_markers(plan: list[str]):
    view = planning(plan).state.view("german")
    limits = [TABLES["missions"]["allied"][word] for word in WORDS]
    found = set()
    for seed in range(20):
        whole: Any = view.guess(random.Random(seed))
        assert whole.view("german") == view
        flown = whole.planned["allied"]
        assert sum(flown) <= 6
        assert all(number <= most for number, most in zip(flown, limits, strict=True))
        found.add(flown)
    assert len(found) > 5


@rule("BU-7.0.secret")
def test_guesses_know_who_has_chosen_and_who_has_not():
    """A side that has chosen has used all its points, one that is choosing some, one that comes later none."""
    sums = {}
    for allied, german, viewer in ((["cap"], None, "german"), (["cap"], None, "allied"), (WHOLE[0], [], "german")):
        view = planning(allied, german).state.view(viewer)
        assert view.decision.rule == "BU-7.0.secret"
        guesses: list[Any] = [view.guess(random.Random(seed)) for seed in range(40)]
        for side in ("allied", "german"):
            sums[len(allied), viewer, side] = {sum(guess.planned[side]) for guess in guesses}
    assert sums[1, "german", "allied"] == set(range(7))
    assert sums[1, "allied", "german"] == {0}
    assert sums[6, "german", "allied"] == {6}
    late = planning(WHOLE[0], ["cap"]).state.view("allied")
    found: list[Any] = [late.guess(random.Random(seed)) for seed in range(40)]
    assert {sum(guess.planned["german"]) for guess in found} == {0, 1, 2}


def test_hidden_values_are_hidden_not_guessed():
    view = planning(["cap"]).state.view("german")
    assert any(value is HIDDEN for value in view.position()["planned"].values())


def test_a_journal_for_one_side_blanks_the_others_choices():
    table = planning([]).do(*(f"assign {word}" for word in WHOLE[0]), "done", "assign support", "assign cap", "done")
    for side, other in (("german", "allied"), ("allied", "german")):
        lines = str(table.record.journal.view(side)).splitlines()
        own = [line for line in lines if line.startswith(f"{side} !{side} assign")]
        assert len(own) == {"allied": 6, "german": 2}[side]
        assert [line for line in lines if line.startswith(other)] == [f"{other} !{other} ?"]  # not even how many


@rule("BU-7.0.secret")
def test_after_the_reveal_nothing_is_hidden():
    table = planning(WHOLE[0], ["support"]).do("assign cap", "done")
    views = [table.state.view(side) for side in ("german", "allied", None)]
    assert not any(value is HIDDEN for view in views for value in view.position()["planned"].values())
    shown = " ".join(event.text for event in table.record.events_for("german"))
    assert "3 combat air patrol" in shown


def test_undo_ends_where_plans_are_shown():
    table = planning(WHOLE[0], ["support"]).do("assign cap")
    assert table.record.cannot_undo() is None
    table.do("done")
    assert table.record.cannot_undo() is not None


def test_a_finished_plan_is_not_taken_back_once_the_other_side_is_asked():
    table = planning([]).do(*(f"assign {word}" for word in WHOLE[1]))
    assert table.record.cannot_undo() is None
    table.do("done")
    assert table.record.cannot_undo() is not None


def test_the_journal_of_a_game_replays_with_its_secrets():
    table = planning([]).do(*(f"assign {word}" for word in WHOLE[1]), "done", "assign cap", "assign cap", "done")
    again = Record.replay(game(), Journal.parse(str(table.record.journal), {"bulge": game().sides}))
    assert again.state == table.state
