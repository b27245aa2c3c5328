"""Phase 3: movement of combat units on the board."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.games.axis_allies.forces import ART, INF
from ardennes.games.axis_allies.terrain import AXIS
from ardennes.games.axis_allies.ways import BLITZ, ways_of
from tests.games.axis_allies import ground, textbook
from tests.games.axis_allies.snapshot import snapshot
from tests.games.axis_allies.table import Table, at, start
from tests.rulemark import rule

HEX = ground.find(ground.deep, ground.dry, ground.plain, ground.allied)
EAST, WEST = ground.beyond(HEX, "E"), ground.beyond(HEX, "W")


def open_path(path: tuple[str, ...]) -> bool:
    """No town and no edge of the board is on the way, and it does not turn back on itself."""
    return all(ground.plain(hex_) and ground.interior(hex_) for hex_ in path) and not any(
        b in ground.around(a) for a, b in zip(path, path[2:], strict=False)
    )


ROAD = ground.road_path(3, open_path)
OWN = frozenset(ground.HEXES)  # all ground is the mover's, so that towns stop nobody


def ready(hex_: str, units: str, enemies: str = "", *, blitz: bool = False, **more: Any) -> Table:
    """Axis units whose movement is paid for."""
    drawing = f"axis {hex_} {units} supply {2 if blitz else 1}\n{enemies}"
    table = at("axis movement", drawing, **more)
    return table.pay_for(hex_, blitz=[hex_] if blitz else [])


# ---- each type ----


@pytest.mark.parametrize("kind", [INF, ART, BLITZ])
def test_moves_of_one_hex_end_where_the_flood_of_their_rules_ends(kind: int):
    raw = start().raw
    ways = ways_of(raw, AXIS)
    for h in raw.game.terrain.grid.bits(raw.game.terrain.all):
        assert ways.ends(kind, h) == ways.reach(kind, h).mask & ~(1 << h)


@rule("AA-0.16", "AA-0.18")
def test_a_refusal_of_a_hex_too_far_says_how_far_it_is():
    far = ground.beyond(ground.beyond(EAST, "E"), "E")
    moved = ready(HEX, "inf 1").do(f"pick inf@{HEX}")
    assert moved.why(f"go {far}").endswith("it is 3 hexes away, and infantry moves one hex.")
    blitzing = ready(HEX, "tank 1", blitz=True, axis=OWN).do(f"pick tank@{HEX}", f"go {EAST}")
    assert blitzing.why(f"step {far}").endswith("it is 2 hexes away, and a blitz is one hex, even on a road.")


@rule("AA-0.16")
def test_an_infantry_moves_one_hex_in_any_direction():
    table = ready(HEX, "inf 1").do(f"pick inf@{HEX}")
    assert (table.rule(), table.offers("go")) == ("AA-0.16", set(ground.around(HEX)))


@rule("AA-0.16")
def test_an_infantry_moves_no_further_along_a_road():
    table = ready(ROAD[0], "inf 1", axis=OWN)
    assert table.bars(f"inf@{ROAD[0]}", f"go {ROAD[2]}") == "AA-0.16"


@rule("AA-0.16")
def test_an_infantry_crosses_rivers():
    here, there = ground.river_pair(by=lambda a, b: ground.deep(a))
    table = ready(here, "inf 1").do(f"pick inf@{here}", f"go {there}")
    assert table.force("axis", there) == "inf 1"
    assert table.told("AA-0.16") == [f"Infantry moves from {here} to {ground.titled(there)}"]


@rule("AA-0.19")
def test_an_artillery_moves_one_hex():
    assert ready(HEX, "art 1").reach(f"art@{HEX}") == set(ground.around(HEX))
    assert ready(ROAD[0], "art 1", axis=OWN).bars(f"art@{ROAD[0]}", f"go {ROAD[2]}") == "AA-0.19"


@rule("AA-0.7")
@pytest.mark.parametrize("kind", ["tank", "art"])
def test_tanks_and_artillery_do_not_cross_rivers(kind: str):
    here, there = ground.river_pair(by=lambda a, b: ground.deep(a))
    moved = ready(here, f"{kind} 1").do(f"pick {kind}@{here}")
    assert moved.forbids(f"go {there}") == "AA-0.7"
    assert moved.why(f"go {there}") == (
        f"{there} cannot be reached: a river barrier is in the way; only infantry may cross it."
    )


@rule("AA-0.17")
def test_a_tank_moves_one_hex_off_the_road():
    hex_ = ground.find(ground.deep, ground.dry, lambda one: not ground.on_road(one))
    table = ready(hex_, "tank 1").do(f"pick tank@{hex_}")
    assert (table.rule(), table.offers("go")) == ("AA-0.17", set(ground.around(hex_)))


@rule("AA-3.6")
def test_a_tank_moves_any_number_of_hexes_along_joined_roads():
    expected = textbook.Map({ROAD[0]: "axis"}, axis=OWN).reach("axis", "tank", ROAD[0])
    table = ready(ROAD[0], "tank 1", axis=OWN)
    assert table.reach(f"tank@{ROAD[0]}") == expected
    assert len(expected) > 20
    table.do(f"pick tank@{ROAD[0]}", f"go {ROAD[2]}")
    assert table.told("AA-3.6") == [f"Tank moves from {ROAD[0]} to {ROAD[2]} by {ROAD[1]}"]


@rule("AA-0.17")
def test_a_tank_does_not_go_on_the_road_and_off_it():
    table = ready(ROAD[0], "tank 1", axis=OWN)
    reached = textbook.Map({ROAD[0]: "axis"}, axis=OWN).reach("axis", "tank", ROAD[0])
    beside = next(hex_ for hex_ in sorted(ground.disc(reached)) if hex_ not in reached and hex_ != ROAD[0])
    assert table.bars(f"tank@{ROAD[0]}", f"go {beside}") == "AA-0.17"
    said = f"{beside} cannot be reached: a tank moves one hex off the road, or along connected roads."
    assert table.do(f"pick tank@{ROAD[0]}").why(f"go {beside}") == said


@rule("AA-0.17")
def test_two_road_hexes_side_by_side_are_not_joined_unless_a_road_crosses_their_side():
    def parted(hex_: str) -> list[str]:
        return [near for near in ground.around(hex_) if ground.on_road(near) and not ground.road(hex_, near)]

    here = ground.find(ground.interior, ground.on_road, lambda hex_: bool(parted(hex_)))
    far = textbook.Map({here: "axis"}, axis=OWN).along_roads("axis", "tank", here)
    table = ready(here, "tank 1", axis=OWN)
    assert table.reach(f"tank@{here}") == far | {near for near in ground.around(here) if not ground.barrier(here, near)}
    table.do(f"pick tank@{here}")
    assert table.rule() == "AA-0.17"


# ---- blitz ----


@rule("AA-0.18")
def test_a_blitz_is_one_hex_after_the_normal_move_off_the_road_too():
    table = ready(ROAD[0], "tank 1", blitz=True, axis=OWN).do(f"pick tank@{ROAD[0]}", f"go {ROAD[2]}")
    assert (table.asked(), table.rule()) == (("axis", "blitz"), "AA-0.18")
    assert table.offers("step") == {near for near in ground.around(ROAD[2]) if not ground.barrier(ROAD[2], near)}


@rule("AA-0.18")
def test_a_blitz_is_one_hex_even_on_a_road():
    beyond = next(hex_ for hex_ in ground.by_road(ROAD[2]) if hex_ not in ROAD)
    table = ready(ROAD[0], "tank 1", blitz=True, axis=OWN).do(f"pick tank@{ROAD[0]}", f"go {ROAD[1]}")
    assert ROAD[2] in table.offers("step")
    assert table.forbids(f"step {beyond}") == "AA-0.18"


@rule("AA-0.18")
def test_a_blitz_leads_on_from_a_zone_of_control_and_into_the_next():
    beyond = ground.beyond(WEST, "W")
    enemies = f"allies {ground.beyond(WEST, 'NW')} inf 1"
    table = ready(HEX, "tank 1", enemies, blitz=True).do(f"pick tank@{HEX}", f"go {WEST}", f"step {beyond}")
    assert table.force("axis", beyond) == "tank 1"


@rule("AA-0.18")
def test_a_blitz_leads_on_from_an_enemy_town():
    town = next(hex_ for hex_ in ground.TOWNS if ground.deep(hex_) and ground.dry(hex_) and ground.allied(hex_))
    here, beyond = ground.beyond(town, "E"), ground.beyond(town, "W")
    table = ready(here, "tank 1", blitz=True).do(f"pick tank@{here}", f"go {town}", f"step {beyond}")
    assert table.force("axis", beyond) == "tank 1"


@rule("AA-0.7")
def test_a_blitz_does_not_cross_a_river():
    here, there = ground.river_pair(by=lambda a, b: ground.deep(a))
    from_ = next(
        near for near in ground.around(here) if not ground.barrier(here, near) and near not in ground.around(there)
    )
    table = ready(from_, "tank 1", blitz=True).do(f"pick tank@{from_}", f"go {here}")
    assert table.forbids(f"step {there}") == "AA-0.7"


@rule("AA-3.3.d")
def test_a_blitz_does_not_enter_a_hex_with_enemy_combat_units():
    beyond = ground.beyond(WEST, "W")
    table = ready(HEX, "tank 1", f"allies {beyond} art 1", blitz=True).do(f"pick tank@{HEX}", f"go {WEST}")
    assert table.forbids(f"step {beyond}") == "AA-3.3.d"


@rule("AA-R.24")
def test_the_blitz_comes_before_another_piece_moves():
    table = ready(HEX, "tank 2", blitz=True).do(f"pick tank@{HEX}", f"go {WEST}")
    assert table.forbids(f"pick tank@{HEX}") == "AA-R.24"
    table.do("stop")
    assert table.offers("pick") == {f"tank@{HEX}"}


@rule("AA-0.17")
def test_the_blitz_may_be_left_out():
    table = ready(HEX, "tank 1", blitz=True).do(f"pick tank@{HEX}", f"go {WEST}", "stop")
    assert table.force("axis", WEST) == "tank 1"
    assert [event.rule for event in table.events("move")] == ["AA-0.17"]


@rule("AA-0.18", "AA-3.5.a")
def test_a_depot_that_a_blitzing_tank_merely_visits_is_not_captured():
    table = ready(HEX, "tank 1", f"allies {WEST} supply 3", blitz=True)
    table.do(f"pick tank@{HEX}", f"go {WEST}", f"step {HEX}")
    assert table.told("AA-3.5.a") == [f"It passes through the depot in {WEST} without capturing it"]
    assert table.told("AA-0.18") == [f"It blitzes on to {HEX}"]
    assert table.until("ground initiative").force("allies", WEST) == "supply 3"
    assert not table.told("AA-3.5")


@rule("AA-3.5", "AA-R.24")
def test_a_depot_where_the_blitz_ends_is_captured():
    beyond = ground.beyond(WEST, "W")
    table = ready(HEX, "tank 2", f"allies {beyond} supply 3", blitz=True).do(f"pick tank@{HEX}", f"go {WEST}")
    assert table.forbids(f"pick tank@{HEX}") == "AA-R.24"
    table.do(f"step {beyond}")
    assert table.told("AA-3.5") == [f"Enemy trucks or tokens in {beyond} are captured"]
    assert not table.told("AA-3.5.a")


# ---- what stops ----


def stopped(enemies: str = "", **more: Any) -> set[str]:
    """How far along the road a tank comes."""
    return ready(ROAD[0], "tank 1", enemies, **more).reach(f"tank@{ROAD[0]}") & set(ROAD)


@rule("AA-3.3.a")
def test_a_tank_stops_where_it_enters_a_zone_of_control():
    assert stopped(axis=OWN) == {ROAD[1], ROAD[2]}
    between = next(hex_ for hex_ in ground.around(ROAD[1]) if hex_ not in (*ROAD, *ground.around(ROAD[0])))
    assert stopped(f"allies {between} inf 1", axis=OWN) == {ROAD[1]}
    table = ready(ROAD[0], "tank 1", f"allies {between} inf 1", axis=OWN)
    assert table.bars(f"tank@{ROAD[0]}", f"go {ROAD[2]}") == "AA-3.3.a"


@rule("AA-3.3.a")
def test_a_tank_that_leaves_a_zone_of_control_stops_in_the_next_hex():
    behind = next(hex_ for hex_ in ground.around(ROAD[0]) if hex_ not in ground.disc(ROAD[1:]))
    table = ready(ROAD[0], "tank 1", f"allies {behind} inf 1", axis=OWN)
    assert table.bars(f"tank@{ROAD[0]}", f"go {ROAD[2]}") == "AA-3.3.a"
    assert stopped(f"allies {behind} inf 1", axis=OWN) == {ROAD[1]}


def test_one_hex_is_always_allowed_from_one_zone_of_control_into_another():
    enemies = f"allies {ground.beyond(HEX, 'NE')} inf 1\nallies {ground.beyond(WEST, 'SW')} inf 1"
    assert WEST in ready(HEX, "inf 1", enemies).reach(f"inf@{HEX}")


def test_trucks_and_tokens_of_the_enemy_have_no_zone_of_control():
    behind = next(hex_ for hex_ in ground.around(ROAD[0]) if hex_ not in ground.disc(ROAD[1:]))
    assert stopped(f"allies {behind} supply 2\ntruck-al1 {behind}", axis=OWN) == {ROAD[1], ROAD[2]}


def only_way(path: tuple[str, ...]) -> bool:
    """The middle of the way is a town, and there is no other way to its end."""
    start, town, end = path
    reached = textbook.Map({start: "axis"}, axis=OWN - {town}).reach("axis", "tank", start)
    return ground.town(town) and end not in reached


TOWN_ROAD = ground.road_path(3, only_way)


@rule("AA-3.3.c")
def test_a_tank_stops_in_a_town_of_the_enemy():
    start, town, beyond = TOWN_ROAD
    table = ready(start, "tank 1", axis=OWN - {town})
    assert town in table.reach(f"tank@{start}")
    assert table.bars(f"tank@{start}", f"go {beyond}") == "AA-3.3.c"
    assert beyond in ready(start, "tank 1", axis=OWN).reach(f"tank@{start}")


@rule("AA-R.44", "AA-3.3.f")
def test_a_town_that_an_allied_tank_has_entered_still_stops_the_next():
    start, town, beyond = TOWN_ROAD
    table = at("allies movement", f"allies {start} tank 2 supply 1", axis={town}).pay_for(start)
    table.do(f"pick tank@{start}", f"go {town}")
    assert table.told("AA-3.3.f") == [f"{ground.titled(town)} stays Axis until board upkeep"]
    assert table.bars(f"tank@{start}", f"go {beyond}") == "AA-R.44"


@rule("AA-R.44", "AA-3.3.f")
def test_a_town_that_a_friend_has_entered_still_stops_the_next_tank():
    start, town, beyond = TOWN_ROAD
    table = ready(start, "tank 2", axis=OWN - {town}).do(f"pick tank@{start}", f"go {town}")
    assert table.told("AA-3.3.f") == [f"{ground.titled(town)} stays Allied until board upkeep"]
    assert table.bars(f"tank@{start}", f"go {beyond}") == "AA-R.44"


@rule("AA-3.3.c")
def test_a_friend_in_another_town_of_the_enemy_is_not_why_a_tank_stops():
    start, town, beyond = TOWN_ROAD
    other = next(hex_ for hex_ in ground.TOWNS if hex_ not in ground.disc(TOWN_ROAD))
    table = ready(start, "tank 2", f"axis {other} inf 1", axis=OWN - {town, other})
    assert table.bars(f"tank@{start}", f"go {beyond}") == "AA-3.3.c"


@rule("AA-3.3.d")
@pytest.mark.parametrize("enemy", ["inf", "tank", "art"])
@pytest.mark.parametrize("kind", ["inf", "tank", "art"])
def test_no_unit_enters_a_hex_with_an_enemy_combat_unit(kind: str, enemy: str):
    assert ready(HEX, f"{kind} 1", f"allies {WEST} {enemy} 1").bars(f"{kind}@{HEX}", f"go {WEST}") == "AA-3.3.d"


@pytest.mark.parametrize("kind", ["inf", "tank", "art"])
def test_combat_units_enter_hexes_with_enemy_trucks_and_tokens(kind: str):
    table = ready(HEX, f"{kind} 1", f"allies {WEST} supply 1\ntruck-al1 {WEST}")
    assert WEST in table.reach(f"{kind}@{HEX}")


@rule("AA-3.3.f")
def test_no_hex_changes_hands_while_pieces_move():
    town = next(hex_ for hex_ in ground.TOWNS if ground.deep(hex_) and ground.dry(hex_) and ground.allied(hex_))
    here = ground.beyond(town, "E")
    table = ready(here, "inf 1").do(f"pick inf@{here}", f"go {town}")
    assert table.axis_ground() == ground.AXIS_SIDE
    assert table.told("AA-3.3.f") == [f"{ground.titled(town)} stays Allied until board upkeep"]
    again = ready(here, "inf 1", gained=[town]).do(f"pick inf@{here}", f"go {town}")
    assert not again.told("AA-3.3.f")


@rule("AA-3.3")
def test_a_unit_moves_once():
    table = ready(HEX, "inf 1 tank 1").do(f"pick inf@{HEX}", f"go {WEST}")
    assert table.forbids(f"pick inf@{WEST}") == "AA-3.2"
    assert table.forbids(f"pick inf@{HEX}") == "AA-3.3"
    assert table.why(f"pick inf@{HEX}") == f"You have no infantry in {HEX}."
    enemies = ready(HEX, "inf 1", f"allies {WEST} tank 1\naxis K11 inf 1")
    assert enemies.forbids(f"pick tank@{WEST}") == "AA-3.3"
    assert enemies.why(f"pick tank@{WEST}") == f"You have no tank in {WEST}."


@rule("AA-3.3")
def test_nobody_has_to_move():
    table = ready(HEX, "inf 1 tank 1")
    assert (table.rule(), table.may("done")) == ("AA-3.3", True)
    assert table.do("done").force("axis", HEX) == "inf 1 tank 1"


@rule("AA-3.3.g")
def test_combat_units_never_leave_the_board():
    edge = ground.find(lambda hex_: hex_ in ground.edge("axis"), ground.german)
    table = ready(edge, "inf 1 tank 1 art 1")
    for kind in ("inf", "tank", "art"):
        assert table.reach(f"{kind}@{edge}") <= set(ground.HEXES)
    assert table.forbids("return truck-ax1") == "AA-3.3.g"
    assert table.why("return truck-ax1") == "Trucks leave the board only before anything moves, and only empty."


@rule("AA-3.8")
def test_the_rim_of_the_board_is_not_entered():
    table = ready("A11", "inf 1").do("pick inf@A11")
    assert table.offers("go") == set(ground.around("A11")) == {"A10", "B10", "B11"}
    assert table.refusal("go A12") == ("AA-3.8", "A12 is not a full hex, and nothing may enter a cut-off hex.")


@rule("AA-3.7")
def test_an_attack_and_a_zone_of_control_reach_where_a_tank_cannot_go():
    here, there = ground.river_pair(by=lambda a, b: ground.deep(a) and ground.deep(b))
    table = at("axis attack", f"axis {here} tank 1 supply 1\nallies {there} inf 1").do(f"attack {here}", "fight")
    assert table.dice() == 2
    assert there in table.state.zoc("axis")
    assert table.told("AA-3.7") == ["The river between them does not hinder the attack"]


# ---- stacking and capture ----


@rule("AA-R.31", "AA-3.4")
@pytest.mark.parametrize("units", ["inf 5", "inf 4 tank 4 art 1 supply 1", "inf 1 tank 6 art 2 supply 9"])
def test_movement_may_overfill_a_hex(units: str):
    table = ready(HEX, "inf 2", f"axis {WEST} {units}\ntruck-ax1 {WEST}")
    table.do(f"pick inf@{HEX}", f"go {WEST}")
    assert not table.told("AA-R.31")  # six infantry, or twelve units, are just allowed
    table.do(f"pick inf@{HEX}", f"go {WEST}")
    assert table.told("AA-R.31") == [f"{WEST} is overfull; the enemy moves the excess out at board upkeep"]
    assert f"inf {int(units.split()[1]) + 2}" in table.force("axis", WEST)
    assert table.here_now("axis")["AA-3.4"] == f"{WEST} is overfull; the enemy moves the excess out at board upkeep."


@rule("AA-3.5")
@pytest.mark.parametrize("kind", ["inf", "tank", "art"])
def test_trucks_and_tokens_are_captured_as_soon_as_a_combat_unit_stops_with_them(kind: str):
    table = ready(
        HEX, f"{kind} 1", f"allies {WEST} supply 2\ntruck-al1 {WEST}\nallies {ground.beyond(WEST, 'W')} inf 1"
    )
    table.do(f"pick {kind}@{HEX}", f"go {WEST}").until("allies reinforcement", "allies movement")
    assert table.step() == "allies reinforcement"  # no token to pay with, no truck to drive
    assert table.state.control(WEST) == "allies"


@rule("AA-3.5.a")
def test_driving_through_a_depot_captures_nothing():
    table = ready(ROAD[0], "tank 1", f"allies {ROAD[1]} supply 2", axis=OWN)
    table.do(f"pick tank@{ROAD[0]}", f"go {ROAD[2]}").until("ground initiative")
    assert table.force("allies", ROAD[1]) == "supply 2"


@rule("AA-R.15", "AA-3.2")
def test_captured_pieces_are_their_owners_again_when_the_captor_is_gone():
    table = at(
        "allies attack",
        f"""
        axis   {WEST}  inf 1
        allies {WEST}  supply 2
        allies {HEX}   tank 1 supply 1
        """,
    )
    assert table.here_now("allies")["AA-3.5"].startswith(f"Trucks and tokens in {WEST} are captured")
    table.attack(HEX, WEST, "1 1")
    assert "AA-3.5" not in table.here_now("allies")
    table.until("allies movement").do(f"activate {HEX}")
    assert table.force("allies", WEST) == "supply 1"
    assert table.told("AA-3.2") == [f"The Allies spend a supply token in {WEST} for movement from {HEX}"]
    taken = at("allies movement", f"axis {WEST} inf 1\nallies {WEST} supply 2\nallies {HEX} tank 1\n{ELSEWHERE}")
    assert taken.forbids(f"activate {HEX}") == "AA-R.15"


ELSEWHERE = "allies K1 inf 1 supply 1"


@rule("AA-R.32", "AA-3.2.a")
def test_captured_pieces_cannot_be_driven_or_spent_by_anybody_before_upkeep():
    captured = f"axis {ROAD[0]} inf 1\nallies {ROAD[0]} supply 3\ntruck-al1 {ROAD[0]}"
    table = at("axis movement", f"{captured}\naxis {HEX} inf 1 supply 1")
    assert table.offers("activate") == {HEX}
    assert table.forbids(f"activate {ROAD[0]}") == "AA-3.2.a"
    table.pay_for(HEX)
    assert not any(name.startswith("truck") for name in table.offers("pick"))
    assert table.forbids("pick truck-al1") == "AA-3.3"
    theirs = at("allies movement", f"{captured}\n{ELSEWHERE}").pay_for("K1")
    assert theirs.forbids("pick truck-al1") == "AA-R.32"
    assert theirs.why("pick truck-al1").endswith("is captured.")


# ---- everything at once ----


@pytest.mark.parametrize("kind", ["inf", "tank", "art"])
@pytest.mark.parametrize("side", ["axis", "allies"])
def test_every_unit_of_the_printed_set_up_reaches_what_the_textbook_says(side: str, kind: str):
    table = start()
    position = snapshot(table)
    lots = [hex_ for hex_ in position.held(side) if position.units.get((hex_, kind))]
    assert lots
    for hex_ in lots:
        reached = set(table.state.reach(f"{kind}@{hex_}").costs) - {hex_}
        assert reached == position.reach(side, kind, hex_) - {hex_}, hex_
