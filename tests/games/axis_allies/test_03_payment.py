"""Phase 3: paying for movement."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.axis_allies import ground
from tests.games.axis_allies.table import Table, at
from tests.rulemark import rule

HEX = ground.find(ground.deep, ground.dry, ground.plain, ground.allied)
EAST, WEST = ground.beyond(HEX, "E"), ground.beyond(HEX, "W")
FAR = ground.find(lambda hex_: hex_ not in ground.disc(ground.disc({HEX})), ground.deep, ground.dry)


def axis(drawing: str, **more: Any) -> Table:
    """The Axis is about to pay for movement."""
    return at("axis movement", drawing, **more)


@rule("AA-3.0")
def test_the_axis_moves_and_reinforces_before_the_allies_do():
    table = at("trucks home", f"axis {HEX} inf 1 supply 1\nallies {FAR} inf 1 supply 1\ntruck-ax1 F11")
    steps = []
    while table.step() != "ground initiative":
        steps.append(table.step())
        table.do("done")
    steps = [step for step in steps if not step.endswith("moves")]
    assert steps == ["trucks home", "axis movement", "axis reinforcement", "allies movement", "allies reinforcement"]


@rule("AA-3.2")
def test_one_token_activates_all_units_of_a_hex():
    table = axis(f"axis {HEX} inf 2 tank 2 art 1 supply 1").pay_for(HEX)
    assert table.offers("pick") == {f"inf@{HEX}", f"tank@{HEX}", f"art@{HEX}"}
    assert table.force("axis", HEX) == "inf 2 tank 2 art 1"


@rule("AA-3.2")
def test_units_of_a_hex_that_was_not_paid_for_do_not_move():
    table = axis(f"axis {HEX} inf 1 supply 1\naxis {FAR} inf 1 supply 1").pay_for(HEX)
    assert table.forbids(f"pick inf@{FAR}") == "AA-3.2"


@rule("AA-3.2.a")
def test_the_token_may_lie_beside_the_hex_on_the_own_side_of_the_line():
    table = axis(f"axis {HEX} inf 1\naxis {EAST} supply 1", gained=[EAST]).pay_for(HEX)
    assert table.force("axis", EAST) == ""


ELSEWHERE = f"axis {FAR} inf 1 supply 1"  # something to be asked about


@rule("AA-3.2.a")
def test_the_token_may_not_lie_behind_the_enemys_line():
    assert axis(f"axis {HEX} inf 1\naxis {EAST} supply 1\n{ELSEWHERE}").forbids(f"activate {HEX}") == "AA-3.2.a"


@rule("AA-3.2.a")
def test_the_token_may_not_lie_among_enemy_pieces():
    table = axis(f"axis {HEX} inf 1\naxis {EAST} supply 1\ntruck-al1 {EAST}\n{ELSEWHERE}", gained=[EAST])
    assert table.forbids(f"activate {HEX}") == "AA-3.2.a"


@rule("AA-3.2.a")
def test_the_token_may_not_lie_two_hexes_away():
    far = ground.beyond(EAST, "E")
    table = axis(f"axis {HEX} inf 1\naxis {far} supply 1\n{ELSEWHERE}", gained=[EAST, far])
    assert table.forbids(f"activate {HEX}") == "AA-3.2.a"


@rule("AA-R.15")
def test_a_hex_behind_the_enemys_line_pays_for_itself():
    assert HEX in axis(f"axis {HEX} inf 1 supply 1").offers("activate")


@rule("AA-3.2.a", "AA-3.7")
def test_supply_is_drawn_across_a_river():
    here, there = ground.river_pair(by=lambda a, b: ground.deep(a))
    assert here in axis(f"axis {here} inf 1\naxis {there} supply 1", gained=[there]).offers("activate")


@rule("AA-3.2.b")
def test_nothing_is_paid_for_after_the_first_move():
    table = axis(f"axis {HEX} inf 1 supply 1\naxis {FAR} inf 1 supply 1").do(f"activate {HEX}", "done")
    assert table.forbids(f"activate {FAR}") == "AA-3.2.b"


@rule("AA-3.2.b")
def test_a_token_brought_forward_pays_for_nothing_this_turn():
    here, there = ground.road_path(2, lambda path: all(ground.plain(hex_) and ground.german(hex_) for hex_ in path))
    table = axis(f"axis {there} inf 1\naxis {here} supply 1\ntruck-ax1 {here}", lost=[here])
    table.try_("pick truck-ax1").do(f"load supply@{here}").try_(f"go {there}", f"step {there}")
    assert not table.may("activate")
    table.until("allies movement", "allies reinforcement")
    assert table.force("axis", there) == "inf 1 truck 1 supply 1"


@rule("AA-3.2.d")
def test_trucks_move_without_payment():
    here, there = ground.road_path(2, lambda path: all(ground.german(hex_) for hex_ in path))
    table = axis(f"truck-ax1 {here}")
    assert there in table.reach("truck-ax1")


@rule("AA-3.2.e", "AA-0.18")
def test_a_second_token_lets_the_tanks_of_the_hex_blitz():
    table = axis(f"axis {HEX} tank 1 supply 2").pay_for(HEX, blitz=[HEX]).do(f"pick tank@{HEX}", f"go {WEST}")
    assert table.step() == "blitz"
    assert ground.beyond(WEST, "W") in table.offers("step")


@rule("AA-3.2.e")
def test_the_blitz_of_one_hex_is_not_that_of_another():
    table = axis(f"axis {HEX} tank 1 supply 2\naxis {FAR} tank 1 supply 2").pay_for(HEX, FAR, blitz=[HEX])
    for hex_, wanted in ((FAR, False), (HEX, True)):
        moved = table.fork().do(f"pick tank@{hex_}", f"go {ground.beyond(hex_, 'W')}")
        assert (moved.step() == "blitz") == wanted


@rule("AA-3.2.e")
def test_without_a_second_token_there_is_no_blitz():
    table = axis(f"axis {HEX} tank 1 supply 1\n{ELSEWHERE}").do(f"activate {HEX}")
    assert table.forbids(f"blitz {HEX}") in ("AA-3.2.a", "AA-3.2.e")
    table.do("done", f"pick tank@{HEX}", f"go {WEST}")
    assert table.step() != "blitz"


@rule("AA-3.2.e")
def test_the_second_token_is_found_like_the_first():
    table = axis(f"axis {HEX} tank 1 supply 1\naxis {EAST} supply 1", gained=[EAST]).pay_for(HEX, blitz=[HEX])
    assert (table.force("axis", HEX), table.force("axis", EAST)) == ("tank 1", "")


@rule("AA-3.2.e")
def test_a_blitz_is_paid_for_once():
    table = axis(f"axis {HEX} tank 1 supply 5").do(f"activate {HEX}", f"blitz {HEX}")
    assert table.forbids(f"blitz {HEX}") in ("AA-3.2.e", "AA-3.2.g")


@rule("AA-R.25")
def test_a_hex_without_tanks_cannot_be_given_a_blitz():
    table = axis(f"axis {HEX} inf 1 supply 5\n{ELSEWHERE}").do(f"activate {HEX}")
    assert table.forbids(f"blitz {HEX}") == "AA-R.25"


@rule("AA-R.25", "AA-3.2.f")
def test_a_hex_without_combat_units_cannot_be_paid_for():
    table = axis(f"axis {HEX} supply 5\ntruck-ax1 {HEX}\n{ELSEWHERE}")
    assert table.forbids(f"activate {HEX}") in ("AA-R.25", "AA-3.2.f")


@rule("AA-3.2.f")
def test_a_token_may_be_spent_on_units_that_then_stay():
    table = axis(f"axis {HEX} inf 1 supply 1").pay_for(HEX).until("allies reinforcement")
    assert table.force("axis", HEX) == "inf 1"


@rule("AA-3.2.g")
def test_a_hex_is_activated_once_a_turn():
    table = axis(f"axis {HEX} inf 1 supply 5\n{ELSEWHERE}").do(f"activate {HEX}")
    assert table.forbids(f"activate {HEX}") == "AA-3.2.g"


@rule("AA-3.2.g", "AA-3.2")
def test_a_unit_that_walks_into_an_activated_hex_does_not_move_again():
    table = axis(f"axis {HEX} inf 1 supply 1\naxis {EAST} inf 1 supply 1").pay_for(HEX, EAST)
    table.do(f"pick inf@{EAST}", f"go {HEX}", f"pick inf@{HEX}", f"go {WEST}")
    assert (table.force("axis", HEX), table.force("axis", WEST)) == ("inf 1", "inf 1")
    assert table.step() == "axis reinforcement"


@rule("AA-R.16", "AA-3.16")
def test_a_token_spent_on_movement_is_gone_at_once():
    table = axis(f"axis {HEX} inf 1 supply 1").do(f"activate {HEX}")
    assert table.force("axis", HEX) == "inf 1"
    table.until("allies reinforcement").do("done")
    assert table.force("axis", HEX) == "inf 1"
    assert table.events("", "AA-3.16")


@rule("AA-R.16")
def test_a_spent_token_does_not_count_when_a_truck_loads():
    here = ground.find(ground.german, ground.on_road)
    table = axis(f"axis {here} inf 1 supply 1\ntruck-ax1 {here}").pay_for(here).try_("pick truck-ax1")
    assert f"supply@{here}" not in table.offers("load")


@pytest.mark.parametrize("side", ["axis", "allies"])
@rule("AA-3.2")
def test_both_sides_pay_for_their_movement(side: str):
    table = at(f"{side} movement", f"{side} {HEX} inf 1 supply 1\n{side} {FAR} inf 1 supply 1").pay_for(HEX)
    assert table.offers("pick") == {f"inf@{HEX}"}
