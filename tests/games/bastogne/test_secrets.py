"""Hidden hands (BA-7.1.hidden): positions that differ only in the other side's hand look the same to a side."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from ardennes.engine import Unknown
from ardennes.engine.errors import Refused
from ardennes.games.bastogne.queries import Situation
from tests.games.bastogne.table import Table, at, game
from tests.rulemark import rule

PIECES = "2Pz-I-3 1009 / 2Pz-38 0910 / 10AD-20 1010 / 10AD-3 1013"
HANDS = ([3, 3], [3, 6], [4, 5])
COURSE = ("done", "target 1010", "join 2Pz-I-3", "done", "fire 5", "done")


def moments(allied: list[int], german: tuple[int, ...] = (5, 2)) -> Iterator[Table]:
    """Every moment of a German Combat Phase up to protective fire."""
    table = at("german combat", PIECES, german=list(german), allied=allied)
    yield table
    for action in COURSE:
        table.apply(action)
        yield table


@rule("BA-7.1.hidden", "BA-R.19", "BA-R.44")
def test_a_side_cannot_tell_two_hands_of_the_other_apart():
    for tables in zip(*(moments(hand) for hand in HANDS), strict=True):
        views = [table.state.view("german") for table in tables]
        assert views[0] == views[1] == views[2], "BA-R.19"
        assert len({json.dumps(view.to_json(), sort_keys=True) for view in views}) == 1
        assert len({(view.decision.side, view.decision.step, view.decision.prompt) for view in views}) == 1, "BA-R.44"
        assert len({repr(game().screen(view)) for view in views}) == 1
        assert len({table.record.cannot_undo() is None for table in tables}) == 1
    table = at("support fire", PIECES, turn=4).roll("2", "3", "5").roll("3", "3", "4", "6")
    private = [event for event in table.events if event.rule == "BA-7.1.hidden"]
    assert [event.seen_by for event in private] == [("german",), ("allied",)]


def test_what_is_chosen_is_not_seen_until_it_is_shown():
    chosen = []
    for factor in (5, 2):
        table = at("german combat", PIECES, german=[5, 2], allied=[3])
        table.apply("bombard 1010", f"fire {factor}")
        chosen.append(table.state.view("allied"))
    assert chosen[0] == chosen[1]
    fresh = at("german combat", PIECES, german=[5, 2], allied=[3]).state.view("allied")
    assert fresh == chosen[0]
    assert list(fresh.decision.options) == []
    assert fresh.decision.kind == chosen[0].decision.kind == "target"
    reason = chosen[0].why_not("fire 5")
    assert reason is not None
    assert reason.rule in ("engine-hidden", "BA-8.1")


def test_a_refusal_does_not_tell_the_others_hand():
    reasons = set()
    for hand in HANDS:
        table = at("german combat", PIECES, german=[5, 2], allied=hand)
        table.apply("bombard 1010")
        with pytest.raises(Refused) as refused:
            table.apply("fire 3")
        reasons.add(str(refused.value))
    assert len(reasons) == 1


def test_guesses_fit_the_view_and_the_markers_used():
    table = at("german combat", PIECES, german=[5], allied=[3, 6], more='[markers]\n"allied used" = [4, 4, 4]')
    view = table.state.view("german")
    rng = random.Random(1)
    for _ in range(50):
        guess = view.guess(rng)
        assert isinstance(guess, Situation)
        assert guess.view("german") == view
        assert sum(guess.hand["allied"]) == 2
        assert guess.hand["allied"][1] == 0, "all fours are used"
    with pytest.raises(Unknown):
        view.markers(1)


def test_odds_show_what_the_defender_may_still_add():
    table = at("german combat", PIECES, german=[5], allied=[3, 3]).apply("done", "target 1010", "join 2Pz-I-3", "done")
    battle = table.state.battle()
    assert battle is not None
    best = {who: table.state.view(who).odds(battle).may_change[0].after for who in ("german", "allied")}
    assert best == {"german": -6, "allied": -3}
    assert table.state.odds(battle).may_change[0].rule == "BA-8.2.1.protective"
    none = at("german combat", PIECES, german=[5]).apply("done", "target 1010", "join 2Pz-I-3", "done")
    battle = none.state.battle()
    assert battle is not None
    assert none.state.odds(battle).may_change == ()


def test_undo_closes_when_markers_are_shown():
    table = at("german combat", PIECES, german=[5, 2], allied=[3]).apply("done", "target 1010", "join 2Pz-I-3", "done")
    table.apply("fire 5")
    assert table.record.cannot_undo() is None
    table.apply("done")
    assert table.record.cannot_undo() is not None
