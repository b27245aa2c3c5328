"""Hidden hands (BA-7.1.hidden): positions that differ only in the other side's hand look the same to a side."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from ardennes.engine import Journal, Record, Unknown
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


TRIED = ("fire 3", "fire 5", "fire 6", "bombard 1010", "bombard 1013", "target 1013", "choose stand", "exit 0110/NW")


def known(table: Table, side: str) -> dict[str, object]:
    """All that a side can find out at a moment: its view, what it is asked and refused, undo, log and journal."""
    view = table.state.view(side)
    asked = view.decision
    return {
        "view": json.dumps(view.to_json(), sort_keys=True),
        "screen": repr(game().screen(view)),
        "asked": (asked.side, asked.step, asked.kind, asked.prompt, asked.rule, asked.facts, str(asked.options)),
        "refused": [str(view.why_not(action)) for action in TRIED],
        "undo": table.record.cannot_undo(),
        "log": [event for event in table.record.events_for(side) if event.rule != "BA-7.1.hidden"],
        "journal": str(table.record.journal.view(side)),
    }


@rule("BA-7.1.hidden", "BA-R.19")
@pytest.mark.parametrize("side", ["german", "observer"])
def test_a_side_cannot_tell_two_hands_of_the_other_apart(side: str):
    for tables in zip(*(moments(hand) for hand in HANDS), strict=True):
        views = [table.state.view(None if side == "observer" else side) for table in tables]
        assert views[0] == views[1] == views[2]
        if side == "german":
            found = [known(table, side) for table in tables]
            for part in found[0]:
                assert found[0][part] == found[1][part] == found[2][part], part
    table = at("support fire", PIECES, turn=4).roll("2", "3", "5").roll("3", "3", "4", "6")
    private = [event for event in table.events if event.rule == "BA-7.1.hidden"]
    assert [event.seen_by for event in private] == [("german",), ("allied",)]
    assert [event.text for event in private] == ["You draw 2, 3, 5", "You draw 3, 3, 4, 6"]
    box = next(box for box in table.screen("german").boxes if box.id == "hand-allied")
    assert (box.count, box.notes[0].rule) == (4, "BA-R.19")
    assert box.notes[0].text == "All markers: 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6"


@rule("BA-R.44")
def test_the_german_cannot_tell_what_the_allied_player_plans_or_whether_he_can():
    """The Allied player may bombard 1009 with anything and 0909 with no three; to the German it is all one question."""
    pieces = "2Pz-I-3 1009 / 2Pz-38 0808 / 10AD-20 1010 / 10AD-3 1013"
    plans: list[tuple[list[int], list[str]]] = [
        ([3, 3], []),
        ([3, 6], ["bombard 1009", "fire 6"]),
        ([4, 5], ["bombard 0808", "fire 4", "fire 5"]),
    ]
    found = []
    for hand, plan in plans:
        table = at("allied combat", pieces, german=[5], allied=hand).apply(*plan)
        found.append(known(table, "german"))
        found[-1].pop("undo")  # there is nothing to undo before the first choice; no seat but his own is told that
        found[-1].pop("journal")  # a blank line stands for any number of secret choices, and none for none
    for part in found[0]:
        assert found[0][part] == found[1][part] == found[2][part], part
    only = at("allied combat", "2Pz-38 0808 / 10AD-20 1010", allied=[3, 3])
    assert (only.state.decision.rule, only.options()) == ("BA-R.44", ["done"])
    assert only.state.view("german").decision.rule == "BA-8.1"


def test_the_journal_of_a_seat_blanks_the_others_choices_and_does_not_count_them():
    lines = []
    for plan in (["fire 3"], ["fire 6"]):
        table = next(iter([*moments([3, 6])][-1:])).apply(*plan)
        lines.append(str(table.record.journal.view("german")))
        assert plan[0] in str(table.record.journal.view("allied"))
    assert lines[0] == lines[1]
    assert "allied !allied ?" in lines[0]


def test_what_was_undone_leaves_no_trace_for_the_other_side():
    plain = at("allied combat", PIECES, german=[5], allied=[3, 6])
    changed = at("allied combat", PIECES, german=[5], allied=[3, 6]).apply("bombard 1009", "fire 6")
    changed.record.undo()
    changed.record.undo()
    assert plain.state == changed.state
    assert plain.state.view("german") == changed.state.view("german")


def test_the_journal_of_a_game_replays_with_its_hands():
    table = next(iter([*moments([3, 6])][-1:])).apply("fire 6", "done")
    again = Record.replay(game(), Journal.parse(str(table.record.journal), {"bastogne": game().sides}))
    assert again.state == table.state


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
    assert (reason.rule, reason.text) == ("engine-hidden", "That depends on hidden information.")


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


@rule("BA-7.1.hidden")
def test_a_guess_keeps_what_the_viewer_has_chosen_and_leaves_the_others_plan_open():
    table = at("german combat", PIECES, german=[5, 2], allied=[3, 6]).apply("bombard 1010", "fire 5")
    mine = table.state.view("german").guess(random.Random(2))
    assert isinstance(mine, Situation)
    assert mine.plan == table.state.plan
    assert mine.plan["german"].fire == (5,)
    theirs = table.state.view("allied").guess(random.Random(2))
    assert isinstance(theirs, Situation)
    assert theirs.plan["german"].fire == ()
    drawn = at("support fire", "10AD-20 1010").roll("2", "3", "4").roll("3", "3")
    seen = [event for event in drawn.record.events_for("allied") if event.rule == "BA-7.1.hidden"]
    assert [event.side for event in seen] == ["allied"]


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
