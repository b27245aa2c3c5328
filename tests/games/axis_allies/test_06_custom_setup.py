"""The optional custom set-up."""

from __future__ import annotations

import pytest

from tests.games.axis_allies import ground
from tests.games.axis_allies.table import Table, start
from tests.games.axis_allies.test_00_setup import printed
from tests.rulemark import rule

FRONT = {
    "axis": {hex_ for hex_ in ground.AXIS_SIDE if any(map(ground.allied, ground.around(hex_)))},
    "allies": {hex_ for hex_ in ground.HEXES if ground.allied(hex_) and any(map(ground.german, ground.around(hex_)))},
}
ARMY = {army: f"{army}-start" for army in ("6th-panzer-army", "5th-panzer-army", "7th-army")}


def custom() -> Table:
    """The Allies begin to set up."""
    return start(custom_setup=True)


def as_printed(table: Table, side: str, *, without: str = "") -> Table:
    """Place everything where the board shows it, piece by piece, or all but one sort of pieces."""
    pools = {"axis": ARMY, "allies": {"allies": ""}}[side]
    for hex_, force in printed(side).items():
        pool = next((pool for pool, area in pools.items() if not area or hex_ in ground.REGIONS[area]), "")
        words = force.split()
        for kind, number in zip(words[::2], words[1::2], strict=True):
            for _ in range(int(number) if kind != without else 0):
                name = f"{kind}@{pool}" if kind != "truck" else truck(table, pool)
                table.try_(f"pick {name}").do(f"place {hex_}")
    return table


def truck(table: Table, pool: str) -> str:
    """A truck that is still in hand and belongs to a pool."""
    for name in sorted(name for name in table.offers("pick") if name.startswith("truck")):
        other = table.fork().do(f"pick {name}")
        if not pool or pool == "allies" or other.offers("place") <= set(ground.REGIONS[ARMY[pool]]):
            return name
    return ""


@rule("AA-6.2")
def test_the_allies_set_up_first_in_any_hex_on_their_side_of_the_line():
    table = custom()
    assert (table.asked()[0], table.rule()) == ("allies", "AA-6.2")
    table.do("pick inf@allies")
    assert table.rule() == "AA-6.2"
    assert table.offers("place") == {hex_ for hex_ in ground.HEXES if ground.allied(hex_)}


@rule("AA-6.2")
def test_nothing_is_placed_behind_the_enemys_line():
    table = custom().do("pick inf@allies")
    behind = min(ground.AXIS_SIDE)
    assert {table.forbids(f"place {hex_}") for hex_ in ground.AXIS_SIDE} == {"AA-6.2"}
    assert table.why(f"place {behind}") == f"{behind} is not on the Allied side of the front line."
    assert table.forbids("choose first") == "AA-1.0"


@rule("AA-6.2")
def test_the_printed_set_up_may_be_built_piece_by_piece():
    table = as_printed(custom(), "allies").do("done")
    assert table.asked()[0] == "axis"
    assert table.forces("allies") == printed("allies")
    as_printed(table, "axis").do("done")
    assert table.forces("axis") == printed("axis")
    assert table.asked() == ("axis", "axis attack")


@rule("AA-R.42")
def test_the_printed_set_up_may_be_chosen_at_any_time():
    table = custom().do("pick inf@allies", "place A1", "choose printed")
    assert table.forces("allies") == printed("allies")
    assert table.do("choose printed").forces("axis") == printed("axis")


@rule("AA-6.2.a", "AA-R.43")
def test_the_enemy_hexes_along_the_line_must_all_be_covered():
    table = custom()
    while table.may("pick"):
        table.do(f"pick {min(table.offers('pick'))}").do(f"place {far(table)}")
    assert not table.may("done")
    assert table.forbids("done") == "AA-6.2.a"
    line = {hex_ for hex_ in ground.AXIS_SIDE if any(map(ground.allied, ground.around(hex_)))}
    assert {(owed.who, owed.rule) for owed in table.state.decision.obligations} == {
        (hex_, "AA-R.43") for hex_ in line - table.state.zoc("allies")
    }


def far(table: Table) -> str:
    """A hex far from the line with room left."""
    watched = ground.disc(FRONT["axis"])
    return next(hex_ for hex_ in ground.HEXES if hex_ in table.offers("place") and hex_ not in watched)


@rule("AA-R.42")
def test_a_unit_that_was_taken_back_is_set_up_in_another_hex():
    """All stand far from the line; A1 and A2 are full of infantry. One is taken back from A2, and A1 stays full."""
    table = custom()
    while table.may("pick"):
        table.do(f"pick {min(table.offers('pick'))}").do(f"place {far(table)}")
    assert table.offers("take") >= {"inf@A1", "inf@A2", "tank@A2"}
    table.do("take inf@A2", "pick inf@allies")
    assert table.offers("place").isdisjoint({"A1", "A2"})
    assert (table.forbids("place A1"), table.forbids("place A2")) == ("AA-R.42", "AA-R.42")
    assert table.why("place A2") == "It was taken back from A2, to be set up elsewhere."
    assert table.why("place A1").startswith("A1 holds ")
    assert table.why(f"place {min(ground.AXIS_SIDE)}").endswith("is not on the Allied side of the front line.")


def test_hexes_further_back_need_not_be_covered():
    table = as_printed(custom(), "allies")
    behind = ground.AXIS_SIDE - FRONT["axis"]
    assert behind - table.state.zoc("allies")
    assert table.may("done")
    assert table.state.zoc("allies") >= FRONT["axis"]


@rule("AA-R.42")
def test_nothing_is_taken_back_when_the_line_is_covered():
    table = as_printed(custom(), "allies")
    lot = next(f"inf@{hex_}" for hex_, force in printed("allies").items() if "inf" in force)
    assert (table.offers("take"), table.may("done")) == (set(), True)
    assert table.forbids(f"take {lot}") == "AA-R.42"
    assert table.why(f"take {lot}") == "The line is covered; use Undo to take back the last piece."


@rule("AA-R.42")
def test_the_set_up_does_not_end_with_tokens_in_hand_though_the_line_is_covered():
    table = as_printed(custom(), "allies", without="supply")
    assert (table.state.decision.obligations, table.offers("pick")) == ((), {"supply@allies"})
    assert (table.may("done"), table.offers("take")) == (False, set())
    assert table.forbids("done") == "AA-R.42"


@rule("AA-6.2", "AA-R.42")
def test_nobody_is_left_out():
    table = custom().do("pick inf@allies", "place A1")
    assert not table.may("done")
    assert table.forbids("done") == "AA-R.42"
    assert table.why("done") == "All starting units and tokens are set up."
    assert table.forbids("pick inf@6th-panzer-army") == "AA-R.42"
    assert table.offers("take") == set()
    assert table.why("take inf@A1") == "Units are taken back once all are set up; until then Undo takes back the last."
    assert table.told("AA-6.2") == ["The Allies set up infantry in A1"]


@rule("AA-6.2.b")
@pytest.mark.parametrize("army", ARMY)
def test_the_pieces_of_each_axis_army_stay_in_its_area(army: str):
    table = custom().do("choose printed", f"pick inf@{army}")
    assert table.offers("place") == set(ground.REGIONS[ARMY[army]])
    elsewhere = set(ground.HEXES) - set(ground.REGIONS[ARMY[army]])
    assert {table.forbids(f"place {hex_}") for hex_ in elsewhere} == {"AA-6.2.b"}


@rule("AA-6.2.b", "AA-6.2.a")
def test_the_axis_too_must_cover_the_line():
    table = custom().do("choose printed")
    while table.may("pick"):
        table.do(f"pick {min(table.offers('pick'))}")
        back = [hex_ for hex_ in sorted(table.offers("place")) if hex_ not in ground.disc(FRONT["allies"])]
        table.do(f"place {back[0] if back else min(table.offers('place'))}")
    assert not table.may("done")
    assert table.rule() == "AA-6.2.b"
    assert table.forbids("done") == "AA-6.2.a"


@rule("AA-R.42")
def test_stacking_limits_hold_at_set_up():
    table = custom().do(*["pick inf@allies", "place A1"] * 6, "pick inf@allies")
    assert table.forbids("place A1") == "AA-R.42"
    assert table.why("place A1") == "A1 holds 6 infantry, and the limit is 6."


def test_a_hex_cannot_begin_overfull():
    table = custom().do(*["pick art@allies", "place A1"] * 3, "pick art@allies")
    assert "A1" not in table.offers("place")


@rule("AA-R.42")
def test_a_truck_finds_no_room_in_a_full_hex():
    road = ground.find(ground.allied, ground.on_road)
    pieces = [*["inf"] * 6, "tank", "tank", "tank", *["art"] * 3]
    table = custom().do(*(line for kind in pieces for line in (f"pick {kind}@allies", f"place {road}")))
    table.do(f"pick {min(name for name in table.offers('pick') if name.startswith('truck'))}")
    assert table.forbids(f"place {road}") == "AA-R.42"
    assert table.why(f"place {road}") == f"{road} holds 12 pieces, and the limit is 12."
    walking = custom().do("pick inf@allies")
    assert walking.state.decision.prompt == "Choose a hex for the infantry, or use the printed set-up"


@rule("AA-R.42")
def test_off_board_pieces_stay_as_they_are():
    table = custom().do("choose printed", "choose printed")
    for side in ("axis", "allies"):
        assert table.trucks(side, "off") == start().trucks(side, "off")
        assert table.depot(side) == 0
