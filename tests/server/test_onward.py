"""The unit that is offered next: the nearest one, as it would be shown if it were picked; nobody hears of it."""

from __future__ import annotations

import random
from itertools import chain

import pytest

import ardennes
from ardennes.engine.action import Action
from ardennes.engine.record import Record
from ardennes.engine.state import State
from ardennes.server.onward import onward
from tests.server.clicking import SEED, recruit
from tests.server.conftest import Served
from tests.server.test_tables import begin, decider, look

GAMES = ("bulge", "bastogne", "axis-allies")


def moments(game: str, count: int = 250):
    """Records of a game in which somebody chooses at random, each as it stands when a question is asked."""
    record, rng = Record.start(ardennes.game(game)), random.Random(5)
    for _ in range(count):
        record.roll_all(rng)
        if record.state.over:
            return
        yield record
        options = [one for one in record.state.decision.options if str(one) != "done"]
        record.apply(rng.choice(options or list(record.state.decision.options)))


def seen(record: Record) -> State:
    return record.state.view(record.state.decision.side)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_shown_of_the_offer_is_what_is_shown_once_it_is_taken(game: str):
    found = 0
    for record in moments(game):
        before = record.state.key()
        offer = onward(seen(record), "", "")
        assert record.state.key() == before
        if offer is None:
            continue
        found += 1
        picked = record.copy()
        for action in [*offer.skipped, *offer.actions]:
            picked.apply(action)
        assert picked.state.decision.side == record.state.decision.side
        assert picked.state.epoch == record.state.epoch
        assert picked.game.screen(seen(picked)).to_json() == offer.screen.to_json()
    assert found > 10


@pytest.mark.parametrize("game", GAMES)
def test_nothing_secret_is_offered(game: str):
    for record in moments(game):
        if record.state.decision.secret:
            assert onward(seen(record), "", "") is None


def marching() -> Record:
    """The first German movement of Bulge."""
    record, rng = Record.start(ardennes.game("bulge")), random.Random(7)
    while record.state.chance is not None or record.state.decision.step != "german movement":
        record.roll_all(rng)
        offered = [str(one) for one in record.state.decision.options]
        if record.state.decision.step != "german movement":
            record.apply("done" if "done" in offered else offered[0])
    return record


def test_the_nearest_unit_comes_first_and_one_that_was_passed_over_not_at_all():
    record = marching()
    passed: list[str] = []
    far: list[int] = []
    grid, places = record.game.board.grid, {p.id: p.at for p in record.game.screen(seen(record)).pieces}
    while offer := onward(seen(record), "0302", "12SS", passed):
        unit = offer.actions[0].split()[1]
        passed.append(unit)
        far.append(grid.distance(grid.index("0302"), grid.index(places[unit])) if places[unit] in grid else 1_000)
    assert len(passed) == len(set(passed)) == len([o for o in record.state.decision.options if o.verb == "pick"])
    assert far == sorted(far)
    assert passed[0] == "12SS"


def test_the_rest_of_a_lot_comes_first():
    record, rng = Record.start(ardennes.game("axis-allies")), random.Random(3)
    for order in ("pass", "done", "done"):
        record.roll_all(rng)
        record.apply(order)
    while record.state.decision.step != "axis moves":
        options = record.state.decision.options
        record.apply(next((one for one in options if one.verb in ("activate", "pay")), Action.parse("done")))
    lots = [one for one in record.state.decision.options if one.verb == "pick"]
    places = {piece.id: piece.at or "" for piece in record.game.screen(seen(record)).pieces}
    for lot in lots:
        unit = lot.thing or ""
        offer = onward(seen(record), places[unit], unit)
        assert offer is not None
        assert offer.actions == [str(lot)]


def test_asking_changes_nothing_and_only_the_side_that_decides_may(served: Served):
    seats = begin(served)
    token, shown = decider(served, seats)
    others = [one for side, one in seats.items() if one != token and side not in ("", "*")]
    heard = [look(served, one) for one in others]
    path = "/api/seats/{}/onward"
    body = {"revision": shown["revision"], "near": "", "last": "", "passed": []}
    answer = served.client.post(path.format(token), json=body)
    assert answer.status_code == 200
    assert answer.json()["actions"][0] in {one["action"] for one in shown["screen"]["options"]}
    assert look(served, token) == shown
    assert [look(served, one) for one in others] == heard
    assert served.client.post(path.format(others[0]), json=body).status_code == 422
    assert served.client.post(path.format(token), json={**body, "revision": shown["revision"] + 1}).status_code == 409


def test_a_unit_that_is_asked_for_is_offered_and_no_other():
    record = marching()
    picks = [str(one) for one in record.state.decision.options if one.verb == "pick"]
    for pick in picks:
        offer = onward(seen(record), "", "", unit=pick.split()[1])
        assert offer is not None
        assert offer.actions == [pick]
    assert onward(seen(record), "", "", unit="nobody") is None


def offers(game: str, turns: int = 1):
    """Every offer of a game in which battles are fought, with the record that it is made in."""
    record, rng = Record.start(ardennes.game(game)), random.Random(SEED)
    while not record.state.over and record.state.turn <= turns:
        record.roll_all(rng)
        for order in recruit(seen(record)):
            asked = record.state.decision
            if asked.kind in ("pick", "target"):
                offer = onward(seen(record), "", "", fought=True)
                if offer is not None:
                    yield record, offer
            record.apply(order)


@pytest.mark.parametrize("game", ["bulge", "ardennes-offensive", "axis-allies", "bitter-woods"])
def test_an_offered_battle_can_be_taken_back_and_ends_before_anything_final(game: str):
    found = 0
    for record, offer in offers(game):
        if offer.kind != "target" or not offer.actions:
            continue
        found += 1
        before, lines = record.state.key(), len(record.journal.entries)
        for action in [*offer.skipped, *offer.actions]:
            assert not record.state.decision.secret
            assert not record.state.decision.commits(Action.parse(action))
            record.apply(action)
        assert record.game.screen(seen(record)).sheets[0].targets
        while len(record.journal.entries) > lines:
            record.undo()
        assert record.state.key() == before
    assert found > 3


def test_a_phase_in_which_nothing_but_its_end_is_legal_is_passed_over_and_no_other():
    found = 0
    for record, offer in chain(offers("bulge"), offers("ardennes-offensive")):
        options = [str(one) for one in record.state.decision.options]
        assert bool(offer.skipped) == (options == ["done"])
        if offer.skipped:
            found += 1
            assert offer.skipped[0] == "done"
            assert not record.state.decision.commits(Action.parse("done"))
            assert offer.question is not None
            assert offer.screen.decides == record.state.decision.side
    assert found > 1


def test_no_battle_is_offered_to_whoever_has_fought_none():
    record, rng = Record.start(ardennes.game("ardennes-offensive")), random.Random(SEED)
    record.apply(recruit(seen(record))[0])
    record.roll_all(rng)
    assert record.state.decision.kind == "target"
    assert onward(seen(record), "", "") is None
    assert onward(seen(record), "", "", fought=True) is not None
