"""8: one unit a hex at the end of a Movement Phase; until then units may pass, and exchange places."""

from __future__ import annotations

import pytest

from ardennes.engine import Record
from tests.games.bulge import ground
from tests.games.bulge.scenes import FIELD
from tests.games.bulge.table import Table, at
from tests.games.test_frames import saved
from tests.rulemark import rule

PAIR = """
    12VG 4 at .
    26VG 4 at E
"""


def test_units_move_through_friends():
    table = at("german movement", PAIR, centre=FIELD)
    assert table.hex("E E") in table.reach("12VG")


@rule("BU-8.0")
def test_no_unit_ends_on_a_friend_that_has_moved():
    table = at("german movement", "12VG 4 at .\n26VG 4 at E moved", centre=FIELD)
    assert table.bars("12VG", table.hex("E")) == "BU-8.0"


@rule("BU-R.6", "BU-8.0")
def test_two_units_exchange_places():
    table = at("german movement", PAIR, centre=FIELD)
    table.move("12VG", table.hex("E"))
    assert "done" not in table.verbs
    assert table.forbids("done") in ("BU-8.0", "BU-R.6")
    assert table.offers("pick") <= {"26VG"}
    table.try_("pick 26VG")
    assert table.hex(".") in table.offers("go")
    table.do(f"go {table.hex('.')}")
    assert (table.where("12VG"), table.where("26VG")) == (table.hex("E"), table.hex("."))
    assert "done" in table.verbs


@rule("BU-R.6")
def test_the_friend_moves_next_and_may_push_another_on():
    table = at("german movement", PAIR + "62VG 3 at E E\n", centre=FIELD)
    table.move("12VG", table.hex("E")).try_("pick 26VG").do(f"go {table.hex('E E')}")
    assert table.offers("pick") <= {"62VG"}
    table.try_("pick 62VG").do(f"go {table.hex('W')}")
    assert {table.where(u) for u in ("12VG", "26VG", "62VG")} == {table.hex("E"), table.hex("E E"), table.hex("W")}


@rule("BU-8.0")
@pytest.mark.parametrize(("first", "second"), [("12VG", "26VG"), ("26VG", "12VG")])
def test_a_game_saved_while_a_friend_makes_room_goes_on_alike(first: str, second: str):
    """Whichever comes first in the order of battle, the one that moved in holds the hex when the friend has left."""
    drawing = f"{first} 4 at .\n{second} 4 at E\n62VG 3 at SW\n276VG 2 at SW SW moved\n"
    table = at("german movement", drawing, centre=FIELD).move(first, FIELD_EAST).try_(f"pick {second}")
    loaded = Table(Record(saved(table.state)), FIELD)
    assert loaded.offers("go") == table.offers("go")
    for played in (table, loaded):
        played.do(f"go {played.hex('E E')}")
        assert played.bars("62VG", FIELD_EAST) == "BU-8.0"


@rule("BU-10.0.single")
def test_nobody_else_moves_before_the_friend_has_made_room():
    table = at("german movement", PAIR + "62VG 3 at W W\n", centre=FIELD).move("12VG", FIELD_EAST)
    assert table.forbids("pick 62VG") in ("BU-10.0.single", "BU-8.0", "BU-R.6")


FIELD_EAST = ground.beyond(FIELD, "E")


@rule("BU-R.6")
def test_no_unit_ends_on_a_friend_that_cannot_leave():
    table = at("german movement", "12VG 4 at .\n26VG 4 at E\n28Inf 4 at E E", centre=FIELD)
    assert table.textbook().in_enemy_zone("german", table.hex("E"))
    assert table.bars("12VG", table.hex("E")) == "BU-R.6"


@rule("BU-R.6")
def test_no_unit_ends_on_a_friend_that_needs_a_die():
    table = at("allied movement", ON_ICE, centre=FIELD, turn=9).march()
    assert not table.supplied("4Inf")
    assert table.supplied("28Inf")
    assert table.bars("28Inf", table.hex("E")) == "BU-R.6"
    die = f"4 Inf is in {table.hex('E')} and is out of supply and might not be able to move out."
    assert table.moving("28Inf").refusal_text(f"go {table.hex('E')}") == die


@rule("BU-R.6")
def test_a_unit_ends_on_a_friend_out_of_supply_that_bears_a_marker():
    table = at("allied movement", ON_ICE.replace("4 at E\n", "4 at E resupplied\n"), centre=FIELD, turn=9).march()
    table.move("28Inf", table.hex("E"))
    assert table.asked() == ("allied", "move")
    assert table.state.decision.rule == "BU-R.6"
    table.do(f"go {FIELD}")
    assert (table.where("28Inf"), table.where("4Inf")) == (table.hex("E"), FIELD)


# 28Inf bears a resupply marker, its neighbour 4Inf does not; Germans all round, none next to them.
ON_ICE = """
    28Inf 4 at . resupplied
    4Inf  4 at E
    1SS   7 at W W
    12SS  7 at NE NE
    2SS   6 at SE SE
    9SS   6 at SW SW
    116Pz 5 at NW NW
    2Pz   5 at E E E
"""
