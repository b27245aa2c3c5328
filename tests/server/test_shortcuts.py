"""What may be done in one press: each is legal step by step, can be taken back up to its last, and tells no secret."""

from __future__ import annotations

import random

import pytest

import ardennes
from ardennes.engine.action import Action
from ardennes.engine.decision import Kind
from ardennes.engine.record import Record
from ardennes.server import gestures
from ardennes.server.farther import farther
from ardennes.server.shortcuts import plain, shortcuts, usual
from tests.server.clicking import SEED, recruit
from tests.server.conftest import Served
from tests.server.test_tables import begin, decider, look


def moments(game: str, *kinds: Kind):
    """Records of Recruit's first turn, each as it stands where a question of some kind is asked."""
    record, rng = Record.start(ardennes.game(game)), random.Random(SEED)
    while not record.state.over and record.state.turn < 2:
        record.roll_all(rng)
        for order in recruit(record.state.view(record.state.decision.side)):
            if record.state.decision.kind in kinds:
                yield record
            record.apply(order)


@pytest.mark.parametrize(
    ("game", "kinds"),
    [("bitter-woods", (Kind.RETREAT, Kind.ADVANCE)), ("axis-allies", (Kind.PLACE, Kind.LOAD))],
)
def test_a_place_several_steps_away_is_reached_by_those_steps(game: str, kinds: tuple[Kind, ...]):
    found = 0
    for record in moments(game, *kinds):
        before, asked = record.state.key(), record.state.decision
        near = {option.thing for option in asked.options}
        for far in farther(record.state.view(asked.side)):
            found += 1
            assert len(far.actions) > 1
            assert far.place not in near
            assert far.actions[-1].split()[1] == far.place
            trial = record.copy()
            for action in far.actions[:-1]:
                assert not trial.state.decision.commits(Action.parse(action))
                trial.apply(action)
            assert trial.state.decision.commits(Action.parse(far.actions[-1])) == far.commits
            trial.apply(far.actions[-1])
        assert record.state.key() == before
    assert found > 20


def test_a_truck_that_enters_and_drives_on_takes_the_entry_from_which_that_costs_least():
    found = 0
    for record in moments("axis-allies", Kind.LOAD):
        view = record.state.view(record.state.decision.side)
        entries = [option for option in record.state.decision.options if option.verb == "place"]
        costs: dict[str, list[int]] = {}
        for entry in entries:
            trial = record.copy()
            trial.apply(entry)
            after = trial.game.screen(trial.state.view(view.viewer))
            for one in after.offered:
                if one.kind == "place" and one.cost:
                    costs.setdefault(one.action, []).append(int(one.cost))
        for far in farther(view):
            found += 1
            assert int(far.cost) == min(costs[far.actions[-1]])
    assert found > 10


def test_units_are_placed_as_usual_but_for_the_last_word():
    record = next(moments("bastogne", Kind.SETUP))
    orders = usual(record.state.view(record.state.decision.side))
    waiting = [option for option in record.state.decision.options if option.verb == "pick"]
    record.apply_all(orders)
    assert len([one for one in orders if one.startswith("place ")]) == len(waiting)
    assert [str(option) for option in record.state.decision.options if option.verb != "pick"] == ["done"]
    assert record.cannot_undo() is None


def test_a_reinforcement_is_placed_as_usual_where_that_is_the_first_thing_asked():
    record = next(moments("ardennes-offensive", Kind.PLACE))
    assert len(record.journal.entries) == 0
    orders = usual(record.state.view("german"))
    assert [one.split()[0] for one in orders] == ["place"]
    record.apply_all(orders)
    assert record.state.decision.kind == Kind.TARGET


@pytest.mark.parametrize("game", ["bulge", "bastogne"])
def test_nothing_secret_has_a_shortcut(game: str):
    found = 0
    for record in moments(game, *Kind):
        if record.state.decision.secret:
            found += 1
            assert plain(shortcuts(record.state.view(record.state.decision.side))) == {
                "ways": [],
                "farther": [],
                "usual": [],
            }
    assert found


def test_whoever_pays_by_hand_pays_for_nothing_else():
    """A payment answers the question that it was asked for; what to pay for next is the player's word."""
    record, rng = Record.start(ardennes.game("axis-allies")), random.Random(SEED)
    while record.state.chance is not None or record.state.decision.step != "axis movement":
        record.roll_all(rng)
        options = [str(one) for one in record.state.decision.options]
        record.apply(next((one for one in ("pass", "done") if one in options), options[0]))
    for activated in [one for one in record.state.decision.options if one.verb == "activate"]:
        trial = record.copy()
        gestures.do(trial, [str(activated)])
        payments = [str(one) for one in trial.state.decision.options if one.verb == "pay"]
        if not payments:
            continue
        lines = len(trial.journal.entries)
        gestures.do(trial, payments[:1], usual=True)
        assert len(trial.journal.entries) == lines + 1
        return
    raise AssertionError("nobody can choose how to pay")


def marching() -> tuple[Record, str, list[str], str, list[str]]:
    """Units of one hex of Bitter Woods, a hex that has no room for all, and the way there."""
    record = next(moments("bitter-woods", Kind.PICK))
    side = record.state.decision.side
    screen = record.game.screen(record.state.view(side))
    at = {piece.id: piece.at for piece in screen.pieces}
    picks = [one for one in record.state.decision.options if one.verb == "pick"]
    for first in picks:
        stack = [str(one) for one in picks if at[one.thing] == at[first.thing] and one != first]
        trial = record.copy()
        trial.apply(first)
        for place in trial.game.screen(trial.state.view(side)).offered:
            way = list(place.path or ())
            if place.kind != "place" or len(way) < 4 or not stack:
                continue
            alone = trial.copy()
            alone.apply(place.action)
            if alone.state.decision.kind == Kind.PICK and not gestures._may(alone.state, [stack[0], place.action]):
                return record, str(first), stack, place.action, [f"go {hex_}" for hex_ in reversed(way[1:-1])]
    raise AssertionError("there is room for everybody")


def test_units_march_in_order_each_as_near_to_the_goal_as_it_can():
    record, first, stack, go, behind = marching()
    also = [[one, go] for one in stack]
    stopped = record.copy()
    gestures.do(stopped, [first, go], also)
    gestures.do(record, [first, go], also, behind=behind)
    assert len(record.journal.entries) > len(stopped.journal.entries)
    ends = [entry.text for entry in record.journal.entries if entry.text.startswith("go ")]
    assert ends[0] == go
    order = [go, *behind]
    assert [order.index(end) for end in ends] == sorted(order.index(end) for end in ends)


def test_what_marches_behind_is_bounded(served: Served):
    token, shown = decider(served, begin(served))
    body = {"revision": shown["revision"], "actions": ["done"], "also": [["x"]] * 60, "behind": ["y"] * 60}
    assert served.client.post(f"/api/seats/{token}/actions", json=body).status_code == 422
    body = {"revision": shown["revision"], "actions": ["done"], "behind": ["y"] * 61}
    assert served.client.post(f"/api/seats/{token}/actions", json=body).status_code == 400


def test_asking_for_shortcuts_changes_nothing_and_only_the_side_that_decides_may(served: Served):
    seats = begin(served)
    token, shown = decider(served, seats)
    others = [one for side, one in seats.items() if one != token and side not in ("", "*")]
    answer = served.client.get(f"/api/seats/{token}/shortcuts")
    assert answer.status_code == 200
    assert look(served, token) == shown
    assert served.client.get(f"/api/seats/{others[0]}/shortcuts").status_code == 422
