"""Ground support by aircraft (BW-11.1, 11.2): one a side, in turn, and how they cancel each other."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods import odds
from tests.games.bitter_woods.battles import declare, die_for, lines, ring, tally, unsupported
from tests.games.bitter_woods.table import Table, at, game
from tests.rulemark import rule

OPEN = "1519"
AROUND = ring(OPEN)
NORTH, SOUTH = AROUND[0], AROUND[-1]
PIECES = f"2Pz-2 {NORTH} / 2Pz-304 {SOUTH} / 28Inf-110 {OPEN}"


def attack(*, turn: int = 15, german: int = 2, allied: int = 3) -> Table:
    """An attack at 1-1 with so many aircraft left."""
    tracks = f"[tracks]\ngerman-aircraft = {german}\nallied-aircraft = {allied}"
    return declare(at("german combat", PIECES, turn=turn, more=tracks), OPEN, "2Pz-2")


@rule("BW-11.1")
def test_the_turn_track_gives_aircraft_and_each_is_used_once():
    assert [game().aircraft(turn) for turn in (1, 3, 17)] == [(0, 0), (2, 1), (3, 5)]
    table = attack(german=1, allied=0).do("fly")
    assert (table.state.aircraft, table.has("fired", "2Pz-2")) == ((0, 0), False)
    unsupported(table).roll(die_for(table, "ENG"))
    declare(table, OPEN, "2Pz-304")
    assert table.state.chance is not None, "nobody has an aircraft or a gun, and nobody is asked"
    last = attack(german=0, allied=1).do("fly", "done")
    assert last.state.aircraft == (0, 0)
    none = at("german combat", f"{PIECES} / A-401 1516", turn=15, more="[tracks]\ngerman-aircraft = 0")
    assert declare(none, OPEN, "2Pz-2").forbids("fly") == "BW-11.1"


@rule("BW-11.2")
@pytest.mark.parametrize(
    ("plane", "shield", "column"), [(True, False, "2-1"), (False, True, "1-2"), (False, False, "1-1")]
)
def test_an_aircraft_shifts_one_column(plane: bool, shield: bool, column: str):
    table = attack().do(*(("fly", "done") if plane else ("done",)), *(("fly", "done") if shield else ("done",)))
    found = odds.tally(table.state, table.state.top.clash)
    assert found.heading == column
    assert ("BW-11.2" in dict(lines(found, "column"))) == (plane or shield)


@rule("BW-11.2.one")
def test_each_side_uses_one_aircraft_in_a_combat():
    table = attack().do("fly")
    assert table.options() == ["done"]
    assert table.forbids("fly") == "BW-11.2.one"
    table.do("done", "fly")
    assert table.forbids("fly") == "BW-11.2.one"


@rule("BW-11.2.order")
def test_the_attacker_decides_first_and_then_the_defender():
    table = attack()
    assert table.asked() == ("german", "support")
    table.do("fly", "done")
    assert (table.asked(), table.state.decision.rule) == (("allied", "defence"), "BW-11.2.order")
    assert table.record.cannot_undo() is not None, "the defender has been asked"
    table.do("done")
    assert table.state.chance is not None


@rule("BW-R.6")
def test_two_aircraft_cancel_each_other_and_both_are_used():
    table = attack().do("fly", "done", "fly", "done")
    found = odds.tally(table.state, table.state.top.clash)
    assert (found.heading, ("BW-R.6", 0) in lines(found, "column")) == ("1-1", True)
    assert table.state.aircraft == (1, 2)
    pieces = f"12SS-12 {NORTH} / 1SS-Peiper {NORTH} / 102Cav {OPEN}"
    top = at("german combat", pieces, turn=15)
    assert tally(top, OPEN, "12SS-12 1SS-Peiper", plane=True, shield=True).heading == "7-1", "neither shifts"
    assert tally(top, OPEN, "12SS-12 1SS-Peiper", shield=True).heading == "6-1"


@rule("BW-11.2.alone")
def test_aircraft_do_not_fight_by_themselves():
    table = at("german combat", f"2Pz-2 {NORTH} / 28Inf-110 {OPEN} / 28Inf-112 2528", turn=15)
    assert table.forbids("fly") == "BW-11.2.alone"
    assert table.offers("target") == {OPEN}, "nobody is next to 2528"


@rule("BW-11.2.one")
def test_no_allied_aircraft_supports_a_combat_in_a_hex_that_another_interdicts():
    more = f'[tracks]\ngerman-aircraft = 1\nallied-aircraft = 2\n[markers]\ninterdicted = ["{OPEN}"]'
    table = declare(at("german combat", f"{PIECES} / A-402US 1819", turn=15, more=more), OPEN, "2Pz-2")
    assert "fly" in table.options(), "the German aircraft is of the other side"
    table.do("fly", "done")
    assert (table.asked(), table.options()) == (("allied", "defence"), ["add A-402US", "done"])
    reason = table.refusal("fly")
    assert (reason.rule, reason.text) == ("BW-11.2.one", f"An Allied aircraft already interdicts {OPEN}.")
    battle = table.state.battle()
    assert battle is not None
    assert "BW-11.2" not in {line.rule for line in table.state.odds(battle).may_change}
    beside = more.replace(f'["{OPEN}"]', f'["{NORTH}"]')
    other = declare(at("german combat", PIECES, turn=15, more=beside), OPEN, "2Pz-2").do("done")
    assert "fly" in other.options(), "what counts is the hex that is attacked"


@rule("BW-R.57")
def test_a_hex_that_is_attacked_again_may_have_another_aircraft_of_each_side():
    table = attack().do("fly", "done", "fly", "done")
    table.roll(die_for(table, "ENG"))
    declare(table, OPEN, "2Pz-304").do("fly", "done", "fly", "done")
    flown = ("BW-R.57", len(table.texts("BW-11.2")), table.state.aircraft)
    assert flown == ("BW-R.57", 4, (0, 1))
