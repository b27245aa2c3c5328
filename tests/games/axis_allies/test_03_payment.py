"""Phase 3: paying for movement."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.engine import Supplied
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
    assert table.why(f"pick inf@{FAR}") == f"The infantry in {FAR} was not paid for."


@rule("AA-3.2.a")
def test_the_token_may_lie_beside_the_hex_on_the_own_side_of_the_line():
    table = axis(f"axis {HEX} inf 1\naxis {EAST} supply 1", gained=[EAST])
    assert table.state.supply(f"inf@{HEX}") == Supplied("supplied", "AA-3.2.a", (HEX, EAST))
    assert table.pay_for(HEX).force("axis", EAST) == ""


@rule("AA-3.2.a")
def test_the_mover_chooses_where_the_token_comes_from():
    table = axis(f"axis {HEX} inf 1 supply 1\naxis {EAST} supply 1", gained=[EAST]).do(f"activate {HEX}")
    assert (table.asked(), table.rule()) == (("axis", "payment"), "AA-3.2.a")
    assert table.offers("pay") == {HEX, EAST}
    assert table.forbids(f"pay {WEST}") == "AA-3.2.a"
    assert table.do(f"pay {EAST}").force("axis", HEX) == "inf 1 supply 1"


ELSEWHERE = f"axis {FAR} inf 1 supply 1"  # something to be asked about


@rule("AA-3.2.a")
def test_the_token_may_not_lie_behind_the_enemys_line():
    table = axis(f"axis {HEX} inf 1\naxis {EAST} supply 1\n{ELSEWHERE}")
    assert table.forbids(f"activate {HEX}") == "AA-3.2.a"
    assert table.why(f"activate {HEX}") == f"{EAST} is not on your side of the front line."


@rule("AA-3.2.a")
def test_the_token_may_not_lie_among_enemy_pieces():
    table = axis(f"axis {HEX} inf 1\naxis {EAST} supply 1\ntruck-al1 {EAST}\n{ELSEWHERE}", gained=[EAST])
    assert table.forbids(f"activate {HEX}") == "AA-3.2.a"
    assert table.why(f"activate {HEX}") == f"{EAST} holds enemy units."


@rule("AA-3.2.a")
def test_the_token_may_not_lie_two_hexes_away():
    far = ground.beyond(EAST, "E")
    table = axis(f"axis {HEX} inf 1\naxis {far} supply 1\n{ELSEWHERE}", gained=[EAST, far])
    assert table.forbids(f"activate {HEX}") == "AA-3.2.a"
    assert table.why(f"activate {HEX}") == f"No supply token in {HEX} or next to it can pay."
    assert table.state.supply(f"inf@{HEX}") == Supplied("no token", "AA-3.2.a")


@rule("AA-0.22.e")
def test_a_token_on_a_truck_pays_for_nothing():
    table = axis(f"axis {HEX} inf 1\ntruck-ax1 {EAST} loaded supply 2\n{ELSEWHERE}", gained=[EAST])
    assert table.offers("activate") == {FAR}
    assert table.forbids(f"activate {HEX}") == "AA-0.22.e"
    assert table.why(f"activate {HEX}") == f"The tokens in {EAST} are on a truck."
    both = axis(
        f"axis {HEX} inf 1 supply 1\naxis {WEST} supply 1\ntruck-ax1 {EAST} loaded supply 2", gained=[EAST, WEST]
    )
    assert both.do(f"activate {HEX}").forbids(f"pay {EAST}") == "AA-0.22.e"


@rule("AA-R.15")
def test_a_hex_behind_the_enemys_line_pays_for_itself():
    table = axis(f"axis {HEX} inf 1 supply 1")
    assert table.offers("activate") == {HEX}
    assert table.state.supply(f"inf@{HEX}") == Supplied("supplied", "AA-R.15", (HEX,))


@rule("AA-3.2.a")
def test_supply_is_drawn_across_a_river():
    here, there = ground.river_pair(by=lambda a, b: ground.deep(a))
    table = axis(f"axis {here} inf 1\naxis {there} supply 1", gained=[there])
    assert table.offers("activate") == {here}
    assert table.state.supply(f"inf@{here}") == Supplied("supplied", "AA-3.2.a", (here, there))


@rule("AA-3.2.b")
def test_nothing_is_paid_for_after_the_first_move():
    table = axis(f"axis {HEX} inf 1 supply 1\naxis {FAR} inf 1 supply 1").do(f"activate {HEX}", "done")
    assert table.forbids(f"activate {FAR}") == "AA-3.2.b"
    assert table.why(f"activate {FAR}") == "Everything was paid for before the first move."
    assert table.forbids(f"activate {HEX}") == "AA-3.2.g"
    assert table.do(f"pick inf@{HEX}").forbids(f"blitz {HEX}") == "AA-3.2.b"


@rule("AA-3.2.b")
def test_nothing_moves_before_everything_is_paid_for():
    table = axis(f"axis {HEX} inf 1 supply 2\naxis {FAR} inf 1 supply 1").do(f"activate {HEX}")
    for line in (f"pick inf@{HEX}", f"go {WEST}", f"load supply@{HEX}", f"step {WEST}"):
        assert table.forbids(line) == "AA-3.2.b"


@rule("AA-3.14")
def test_the_blitz_of_a_formation_is_not_paid_for_with_the_movement_on_the_board():
    table = axis(f"axis {HEX} inf 1 supply 2")
    assert table.forbids("blitz 9SSPz") == "AA-3.14"
    assert table.why("blitz 9SSPz") == "A formation's blitz is paid for when it enters."


@rule("AA-3.2.b")
def test_a_token_brought_forward_pays_for_nothing_this_turn():
    here, there = ground.road_path(2, lambda path: all(ground.plain(hex_) and ground.german(hex_) for hex_ in path))
    table = axis(f"axis {there} inf 1\naxis {here} supply 1\ntruck-ax1 {here}", lost=[here])
    table.do("pick truck-ax1", f"load supply@{here}").try_(f"go {there}", f"step {there}")
    assert table.forbids(f"activate {there}") == "AA-3.2.b"
    table.until("ground initiative")
    assert table.force("axis", there) == "inf 1 truck 1 supply 1"


@rule("AA-3.2.d", "AA-0.21")
def test_trucks_move_without_payment():
    here, there = ground.road_path(2, lambda path: all(ground.german(hex_) for hex_ in path))
    table = axis(f"truck-ax1 {here}\n{ELSEWHERE}")
    assert table.forbids(f"activate {here}") == "AA-3.2.d"
    assert table.why(f"activate {here}") == f"You have only trucks in {here}; they move without supply."
    table.do("done", "pick truck-ax1", f"go {there}")
    assert table.told("AA-0.21") == [f"Truck 1 drives from {here} to {ground.titled(there)}"]
    assert not table.told("AA-3.2")


@rule("AA-3.2.e", "AA-0.18")
def test_a_second_token_lets_the_tanks_of_the_hex_blitz():
    table = axis(f"axis {HEX} tank 1 supply 2").pay_for(HEX, blitz=[HEX]).do(f"pick tank@{HEX}", f"go {WEST}")
    assert (table.step(), table.rule()) == ("blitz", "AA-0.18")
    assert ground.beyond(WEST, "W") in table.offers("step")


@rule("AA-3.2.e")
def test_the_blitz_of_one_hex_is_not_that_of_another():
    table = axis(f"axis {HEX} tank 1 supply 2\naxis {FAR} tank 1 supply 2").pay_for(HEX, FAR, blitz=[HEX])
    for hex_, wanted in ((FAR, False), (HEX, True)):
        moved = table.fork().do(f"pick tank@{hex_}", f"go {ground.beyond(hex_, 'W')}")
        assert (moved.step() == "blitz") == wanted


@rule("AA-3.2.e")
def test_without_a_second_token_there_is_no_blitz():
    table = axis(f"axis {HEX} tank 1 supply 1\n{ELSEWHERE}")
    assert table.forbids(f"blitz {HEX}") == "AA-3.2.e"
    assert table.why(f"blitz {HEX}") == f"{HEX} is not activated; a blitz takes a second token."
    assert table.do(f"activate {HEX}").forbids(f"blitz {HEX}") == "AA-3.2.a"
    table.do("done", f"pick tank@{HEX}", f"go {WEST}")
    assert table.step() != "blitz"


@rule("AA-3.2.e")
def test_the_second_token_is_found_like_the_first():
    table = axis(f"axis {HEX} tank 1 supply 1\naxis {EAST} supply 1", gained=[EAST]).pay_for(HEX, blitz=[HEX])
    assert (table.force("axis", HEX), table.force("axis", EAST)) == ("tank 1", "")


@rule("AA-3.2.e")
def test_a_blitz_is_paid_for_once():
    table = axis(f"axis {HEX} tank 1 supply 5").do(f"activate {HEX}", f"blitz {HEX}")
    assert table.forbids(f"blitz {HEX}") == "AA-3.2.e"
    assert table.why(f"blitz {HEX}") == f"{HEX} already has a blitz paid for."


@rule("AA-R.25")
def test_a_hex_without_tanks_cannot_be_given_a_blitz():
    table = axis(f"axis {HEX} inf 1 supply 5\n{ELSEWHERE}").do(f"activate {HEX}")
    assert table.forbids(f"blitz {HEX}") == "AA-R.25"
    assert table.why(f"blitz {HEX}") == f"{HEX} has no tank."


@rule("AA-R.25", "AA-3.2.f")
def test_a_hex_without_combat_units_cannot_be_paid_for_and_no_token_is_thrown_away():
    table = axis(f"axis {HEX} supply 5\n{ELSEWHERE}")
    assert table.forbids(f"activate {HEX}") == "AA-R.25"
    assert table.why(f"activate {HEX}") == f"You have no combat unit in {HEX}."
    assert table.forbids(f"destroy supply@{HEX}") == "AA-3.2.f"


@rule("AA-3.2", "AA-R.16")
def test_a_token_may_be_spent_on_units_that_then_stay():
    table = axis(f"axis {HEX} inf 1 supply 1").pay_for(HEX).until("allies reinforcement")
    assert table.force("axis", HEX) == "inf 1"
    assert table.told("AA-3.2") == [f"The Axis spends a supply token in {HEX} for movement from {HEX}"]
    assert not table.events("move")


@rule("AA-3.2.g")
def test_a_hex_is_activated_once_a_turn():
    table = axis(f"axis {HEX} inf 1 supply 5\n{ELSEWHERE}").do(f"activate {HEX}")
    assert table.forbids(f"activate {HEX}") == "AA-3.2.g"
    assert table.why(f"activate {HEX}") == f"{HEX} is already activated."


@rule("AA-3.2.g", "AA-3.2")
def test_a_unit_that_walks_into_an_activated_hex_does_not_move_again():
    table = axis(f"axis {HEX} inf 1 art 1 supply 1\naxis {EAST} inf 1 supply 1").pay_for(HEX, EAST)
    table.do(f"pick inf@{EAST}", f"go {HEX}", f"pick inf@{HEX}", f"go {WEST}")
    assert (table.force("axis", HEX), table.force("axis", WEST)) == ("inf 1 art 1", "inf 1")
    assert table.offers("pick") == {f"art@{HEX}"}
    assert table.forbids(f"pick inf@{HEX}") == "AA-3.2.g"
    assert table.why(f"pick inf@{HEX}") == (f"The infantry in {HEX} has moved, or arrived after its hex was paid for.")


@rule("AA-R.16", "AA-3.16")
def test_a_token_spent_on_movement_is_gone_at_once():
    table = axis(f"axis {HEX} inf 1 supply 1").do(f"activate {HEX}")
    assert table.force("axis", HEX) == "inf 1"
    assert table.told("AA-R.16") == [f"{HEX} has no tokens left"]
    table.until("allies reinforcement").do("done")
    assert table.force("axis", HEX) == "inf 1"
    assert table.told("AA-3.16") == ["Movement is over; the tokens spent go back to the tray"]


@rule("AA-R.16", "AA-0.22.b")
def test_a_spent_token_does_not_count_when_a_truck_loads():
    here = ground.find(ground.german, ground.on_road)
    table = axis(f"axis {here} inf 1 supply 1\ntruck-ax1 {here}").pay_for(here).do("pick truck-ax1")
    assert table.told("AA-R.16") == [f"{here} has no tokens left"]
    assert table.forbids(f"load supply@{here}") == "AA-0.22.b"
    assert table.why(f"load supply@{here}") == f"You have no supply token in {here}."


@pytest.mark.parametrize("side", ["axis", "allies"])
@rule("AA-3.2")
def test_both_sides_pay_for_their_movement(side: str):
    table = at(f"{side} movement", f"{side} {HEX} inf 1 supply 1\n{side} {FAR} inf 1 supply 1").pay_for(HEX)
    assert table.offers("pick") == {f"inf@{HEX}"}


@rule("AA-3.2")
def test_the_hexes_that_are_paid_for_are_marked_on_the_map():
    table = axis(f"axis {HEX} inf 1 tank 1 supply 2\naxis {FAR} inf 1 supply 1")
    assert marked(table) == {}
    table.do(f"activate {HEX}")
    assert marked(table) == {"Movement paid for": [HEX]}
    table.do(f"blitz {HEX}")
    assert marked(table) == {"Movement and blitz paid for": [HEX]}


def marked(table: Table) -> dict[str | None, list[str]]:
    """The hexes that the map shows as paid for, by what is paid."""
    tints = table.state.game.screen(table.state).tints
    return {tint.label: list(tint.places) for tint in tints if tint.rule in ("AA-3.2", "AA-3.2.e")}
