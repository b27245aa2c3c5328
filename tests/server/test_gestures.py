"""One gesture for several units: whoever may follows, nothing is half-lost, and all of it is taken back at once."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ardennes.engine.action import Action
from ardennes.engine.record import Record
from ardennes.server import gestures
from tests import proving
from tests.server.conftest import Served
from tests.server.test_tables import act, begin, decider, look, shown_by

PUT = "put 0206"  # room for two there


def picked(served: Served) -> tuple[str, dict[str, Any]]:
    """The first unit of a set-up is in the hand."""
    token, shown = decider(served, begin(served))
    return token, shown_by(act(served, token, shown, "pick B1"))


def gesture(served: Served, token: str, shown: dict[str, Any], *also: list[str], action: str = PUT) -> Any:
    body = {"revision": shown["revision"], "actions": [action], "also": list(also)}
    return served.client.post(f"/api/seats/{token}/actions", json=body)


def at(shown: dict[str, Any], place: str) -> set[str]:
    return {piece["id"] for piece in shown["screen"]["pieces"] if piece.get("at") == place}


def test_whoever_may_follows_and_the_others_are_left(served: Served):
    token, shown = picked(served)
    after = shown_by(gesture(served, token, shown, ["pick B2", PUT], ["pick nobody", PUT], ["pick B3", PUT]))
    assert at(after, "0206") == {"B1", "B2"}
    assert after["lines"] == shown["lines"] + 3
    assert after["revision"] == shown["revision"] + 1


def test_a_refused_gesture_changes_nothing(served: Served):
    token, shown = picked(served)
    refused = gesture(served, token, shown, ["pick B2", PUT], action="put 0101")
    assert refused.status_code == 422
    assert look(served, token) == shown


def test_all_of_a_gesture_is_taken_back_and_done_again_at_once(served: Served):
    token, shown = picked(served)
    after = shown_by(gesture(served, token, shown, ["pick B2", PUT]))
    undone = shown_by(served.client.post(f"/api/seats/{token}/undo", json={"revision": after["revision"], "times": 3}))
    assert undone["screen"]["options"] == shown["screen"]["options"]
    again = shown_by(served.client.post(f"/api/seats/{token}/redo", json={"revision": undone["revision"], "times": 3}))
    assert at(again, "0206") == {"B1", "B2"}


def test_more_than_can_be_taken_back_is_refused_and_nothing_is_lost(served: Served):
    token, shown = picked(served)
    after = shown_by(gesture(served, token, shown, ["pick B2", PUT]))
    refused = served.client.post(f"/api/seats/{token}/undo", json={"revision": after["revision"], "times": 9})
    assert refused.status_code == 422
    assert look(served, token)["screen"]["pieces"] == after["screen"]["pieces"]
    assert look(served, token)["lines"] == after["lines"]


def test_nothing_final_is_done_along_with_a_gesture():
    """Dice, something learnt, another side's decision: for those the player is asked."""
    record, rng, found = Record.start(proving.load()), random.Random(1), 0
    while not record.state.over:
        record.roll_all(rng)
        asked = record.state.decision
        first = asked.options[rng.randrange(len(asked.options))]
        final = None if asked.commits(first) else final_after(record, first)
        gestures.do(record, [str(first)], [[final]] if final else [])
        if final:
            found += 1
            assert record.journal.entries[-1].text == str(first)
            assert record.cannot_undo() is None
    assert found > 5


def final_after(record: Record, action: Action) -> str | None:
    """Something final that may be done after an action, if there is such a thing."""
    trial = record.state.copy()
    trial.listener = None
    trial.apply(action)
    return next((str(one) for one in trial.decision.options if trial.commits(one)), None)


@pytest.mark.parametrize("also", ["done", [["done"] * 501], [[1]], [[]], [["done"]] * 501])
def test_further_batches_must_be_lists_of_actions(served: Served, also: object):
    token, shown = picked(served)
    body = {"revision": shown["revision"], "actions": [PUT], "also": also}
    assert served.client.post(f"/api/seats/{token}/actions", json=body).status_code == 400


@pytest.mark.parametrize("times", [0, -1, 501, "1", None])
def test_how_often_is_a_number(served: Served, times: object):
    token, shown = picked(served)
    body = {"revision": shown["revision"], "times": times}
    assert served.client.post(f"/api/seats/{token}/undo", json=body).status_code == 400
