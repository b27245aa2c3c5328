"""Phase 2, step 7: retreats."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.axis_allies import ground
from tests.games.axis_allies.table import Table, at
from tests.rulemark import rule

HEX = ground.find(ground.deep, ground.dry, ground.plain, ground.allied)
FROM = ground.beyond(HEX, "E")
OPEN = set(ground.around(HEX)) - ground.disc({FROM})  # where a unit of HEX may go when FROM attacks
WEST = ground.beyond(HEX, "W")


def hit(defenders: str, dice: str, extra: str = "", hex_: str = HEX, from_: str = FROM, **more: Any) -> Table:
    """Infantry and artillery attack an Allied hex."""
    number = len(dice.split())
    drawing = f"axis {from_} inf {number} supply 1\nallies {hex_} {defenders}\n{extra}"
    return at("axis attack", drawing, **more).attack(from_, hex_, dice)


def close(hexes: set[str], but: str) -> str:
    """Fill all hexes but one with six infantry each."""
    return "\n".join(f"allies {hex_} inf 6" for hex_ in sorted(hexes - {but}))


@rule("AA-2.7.e")
def test_the_owner_sends_a_retreating_unit_into_any_open_hex_around():
    table = hit("inf 1", "1")
    assert (table.asked()[0], table.rule()) == ("allies", "AA-2.7.e")
    assert table.offers("step") == OPEN


@rule("AA-R.19", "AA-2.7.a")
def test_the_owner_decides_who_goes_first():
    table = hit("inf 1 tank 1 art 1", "1 2 3")
    assert (table.asked(), table.rule()) == (("allies", "retreats"), "AA-R.19")
    assert table.offers("retreat") == {f"inf@{HEX}", f"tank@{HEX}", f"art@{HEX}"}
    assert table.forbids(f"retreat inf@{FROM}") == "AA-2.7.a"
    table.do(f"retreat art@{HEX}", f"step {WEST}")
    assert table.offers("retreat") == {f"inf@{HEX}", f"tank@{HEX}"}
    assert table.why(f"retreat art@{HEX}") == f"No artillery in {HEX} with exactly one hit still has to retreat."


@rule("AA-2.7.a")
def test_retreating_units_need_not_go_to_the_same_hex():
    first, second, *_ = sorted(OPEN)
    table = hit("inf 2", "1 2").try_(f"retreat inf@{HEX}").do(f"step {first}").try_(f"retreat inf@{HEX}")
    table.do(f"step {second}")
    assert (table.force("allies", first), table.force("allies", second)) == ("inf 1", "inf 1")
    assert [event.to for event in table.events("retreat", "AA-2.7.a")] == [first, second]


@rule("AA-2.7.e")
def test_a_retreat_is_one_hex_and_no_further():
    table = hit("inf 1", "1")
    far = next(hex_ for hex_ in ground.around(WEST) if hex_ not in ground.disc({HEX}))
    assert table.forbids(f"step {far}") == "AA-2.7.e"
    assert table.why(f"step {far}") == f"The infantry retreats one hex, from {HEX}; {far} is not next to it."


@rule("AA-2.7.f")
def test_no_unit_retreats_into_a_zone_of_control():
    table = hit("inf 1", "1")
    watched = next(hex_ for hex_ in ground.around(HEX) if hex_ in ground.disc({FROM}) and hex_ != FROM)
    assert table.forbids(f"step {watched}") == "AA-2.7.f"


@rule("AA-R.4")
def test_a_friendly_unit_in_the_hex_does_not_lift_the_zone_of_control():
    watched = next(hex_ for hex_ in ground.around(HEX) if hex_ in ground.disc({FROM}) and hex_ != FROM)
    table = hit("inf 1", "1", f"allies {watched} inf 1")
    assert table.forbids(f"step {watched}") == "AA-R.4"
    assert table.why(f"step {watched}") == (
        f"{watched} is in an enemy zone of control, which your units there do not cancel."
    )


@rule("AA-2.7.f")
def test_a_zone_of_control_reaches_over_a_river():
    for here in filter(ground.deep, ground.HEXES):
        for from_ in ground.around(here):
            for watched in set(ground.around(here)) & set(ground.around(from_)):
                if ground.barrier(from_, watched):
                    table = hit("inf 1", "1", "", here, from_)
                    assert table.forbids(f"step {watched}") == "AA-2.7.f"
                    return
    raise LookupError("no river of the board is like that")


@rule("AA-2.7.g")
@pytest.mark.parametrize(("kind", "limit"), [("inf", 6), ("tank", 6), ("art", 3)])
def test_no_unit_retreats_into_a_hex_that_is_full_of_its_type(kind: str, limit: int):
    table = hit(f"{kind} 1", "1", f"allies {WEST} {kind} {limit}")
    assert WEST not in table.offers("step")
    assert table.forbids(f"step {WEST}") == "AA-2.7.g"


@rule("AA-2.7.e")
@pytest.mark.parametrize(("kind", "limit"), [("inf", 5), ("tank", 5), ("art", 2)])
def test_one_below_the_limit_is_room_enough(kind: str, limit: int):
    table = hit(f"{kind} 1", "1", f"allies {WEST} {kind} {limit}")
    assert table.rule() == "AA-2.7.e"
    assert WEST in table.offers("step")


@rule("AA-2.7.g")
def test_no_unit_retreats_into_a_hex_with_twelve_units_where_all_tokens_count_as_one():
    full = f"allies {WEST} inf 5 tank 5 supply 7\ntruck-al1 {WEST}"
    table = hit("art 1", "1", full)
    assert table.forbids(f"step {WEST}") == "AA-2.7.g"
    assert table.why(f"step {WEST}") == f"{WEST} holds 12 pieces, and the limit is 12."


@rule("AA-2.7.g")
def test_eleven_units_leave_room_for_one():
    full = f"allies {WEST} inf 5 tank 5 supply 7"
    table = hit("art 2", "1 2", full)
    assert WEST in table.offers("step")
    table.do(f"step {WEST}")
    assert table.forbids(f"step {WEST}") == "AA-2.7.g"


@rule("AA-2.7.g")
def test_trucks_and_tokens_alone_fill_a_hex_too():
    parked = "\n".join(f"truck-al{n} {WEST}" for n in range(1, 11))
    table = hit("inf 2", "1 2", f"allies {WEST} supply 3\n{parked}")
    assert WEST in table.offers("step")  # ten trucks and the supply are eleven
    table.do(f"step {WEST}")
    assert table.forbids(f"step {WEST}") == "AA-2.7.g"


@rule("AA-2.7.g")
def test_room_is_judged_when_each_unit_goes():
    table = hit("inf 2", "1 2", f"allies {WEST} inf 5").try_(f"retreat inf@{HEX}").do(f"step {WEST}")
    table.try_(f"retreat inf@{HEX}")
    assert WEST not in table.offers("step")
    assert table.forbids(f"step {WEST}") == "AA-2.7.g"
    assert table.why(f"step {WEST}") == f"{WEST} holds 6 infantry, and the limit is 6."


@rule("AA-2.7.k")
def test_a_unit_whose_only_way_is_off_the_board_is_destroyed():
    corner = ground.find(lambda hex_: len(ground.around(hex_)) == 2)
    table = hit("inf 1", "1", "", corner, ground.around(corner)[0])
    assert table.forces("allies") == {}
    assert table.told("AA-2.7.k") == [f"The Allies lose 1 infantry with nowhere to go in {corner}"]


@rule("AA-2.7.h", "AA-3.8")
@pytest.mark.parametrize("edge", [ground.find(lambda hex_: len(ground.around(hex_)) == 4), "D1", "E11"])
def test_at_the_edge_only_full_hexes_of_the_board_are_open(edge: str):
    from_ = ground.around(edge)[0]
    table = hit("inf 1", "1", "", edge, from_)
    assert table.offers("step") == set(ground.around(edge)) - ground.disc({from_})
    far = next(hex_ for hex_ in ground.HEXES if hex_ not in ground.disc({edge}))
    assert table.forbids(f"step {far}") == "AA-2.7.h"
    assert table.why(f"step {far}").endswith("A retreat never leaves the full hexes of the board.")
    assert table.refusal("step A0") == ("AA-3.8", "A0 is not a full hex, and nothing may enter a cut-off hex.")


@rule("AA-2.7.i")
@pytest.mark.parametrize("kind", ["tank", "art"])
def test_tanks_and_artillery_do_not_retreat_over_a_river(kind: str):
    here, there, from_ = river_retreat()
    table = hit(f"{kind} 1", "1", "", here, from_)
    assert table.forbids(f"step {there}") == "AA-2.7.i"
    assert table.why(f"step {there}") == f"{there} is across a river barrier, which only infantry may cross."


@rule("AA-2.7.a", "AA-2.7.e")
def test_infantry_retreats_over_a_river():
    here, there, from_ = river_retreat()
    table = hit("inf 1", "1", "", here, from_)
    assert (table.rule(), there in table.offers("step")) == ("AA-2.7.e", True)
    assert table.do(f"step {there}").told("AA-2.7.a") == [f"Infantry retreats from {here} to {ground.titled(there)}"]


def river_retreat() -> tuple[str, str, str]:
    """A hex, its neighbour over a river that is open for a retreat, and where the attack comes from."""
    for here in filter(ground.deep, ground.HEXES):
        for from_ in ground.around(here):
            safe = set(ground.around(here)) - ground.disc({from_})
            wet = [there for there in safe if ground.barrier(here, there)]
            if wet and len(safe - set(wet)) >= 2:
                return here, min(wet), from_
    raise LookupError("no river of the board is like that")


def test_a_retreat_may_cross_the_front_line_into_a_town_of_the_enemy():
    town = next(hex_ for hex_ in ground.TOWNS if ground.deep(hex_))
    here = ground.beyond(town, "E")
    table = hit("inf 1", "1", "", here, ground.beyond(here, "E"), gained=[town])
    assert town in table.offers("step")


@rule("AA-2.7.k")
def test_a_unit_that_finds_no_open_hex_is_destroyed():
    table = hit("inf 1", "1", "\n".join(f"allies {hex_} inf 6" for hex_ in OPEN))
    assert table.force("allies", HEX) == ""
    assert {table.force("allies", hex_) for hex_ in OPEN} == {"inf 6"}


@rule("AA-2.7.k")
def test_the_second_of_two_units_is_destroyed_where_there_is_room_for_one():
    table = hit("inf 2", "1 2", f"{close(OPEN, WEST)}\nallies {WEST} inf 5")
    table.try_(f"retreat inf@{HEX}", f"step {WEST}")
    assert (table.force("allies", HEX), table.force("allies", WEST)) == ("", "inf 6")
    assert table.told("AA-2.7.k") == [f"The Allies lose 1 infantry with nowhere to go in {HEX}"]


@rule("AA-2.7.k")
def test_a_unit_without_a_way_is_destroyed_while_another_type_finds_one():
    full = "\n".join(f"allies {hex_} inf 6" for hex_ in OPEN)
    table = hit("inf 2 tank 1", "1 3", full).do(f"step {WEST}")
    assert (table.force("allies", HEX), table.force("allies", WEST)) == ("inf 1", "inf 6 tank 1")


@rule("AA-R.19")
def test_a_unit_that_can_retreat_must():
    table = hit("inf 1 tank 1", "1 2")
    for verb in ("done", "stop", "pass"):
        assert not table.may(verb)
    assert table.forbids("done") == "AA-R.19"


@rule("AA-R.21")
def test_a_unit_may_retreat_onto_enemy_trucks_and_tokens_and_captures_them_while_it_stays():
    table = hit("inf 1", "1", f"axis {WEST} supply 3\ntruck-ax1 {WEST}", gained=[WEST])
    assert WEST in table.offers("step")
    table.do(f"step {WEST}")
    assert table.force("axis", WEST) == "truck 1 supply 3"  # still theirs until upkeep
    assert table.told("AA-R.21") == [f"Enemy trucks or tokens in {WEST} are captured as long as it stays"]


@rule("AA-2.7.l")
def test_the_attacker_does_not_advance():
    table = hit("inf 1", "1 1", "allies K10 inf 1")
    assert (table.force("allies", HEX), table.force("axis", HEX), table.force("axis", FROM)) == ("", "", "inf 2")
    assert table.told("AA-2.7.l") == [f"{HEX} is empty; units may enter it when they move, not now"]
    assert not hit("inf 2", "1 1").told("AA-2.7.l")
