"""Phase 3: trucks: going home, driving, loading, unloading."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.games.axis_allies import ground, textbook
from tests.games.axis_allies.snapshot import snapshot
from tests.games.axis_allies.table import Table, at, start
from tests.rulemark import rule

OWN = frozenset(ground.HEXES)


def straight(path: tuple[str, ...]) -> bool:
    """No town and no edge of the board on the way, and it does not turn back on itself."""
    return all(ground.plain(hex_) and ground.interior(hex_) for hex_ in path) and not any(
        b in ground.around(a) for a, b in zip(path, path[2:], strict=False)
    )


ROAD = ground.road_path(3, straight)
HERE, NEXT, END = ROAD


def moving(drawing: str, *, paid: tuple[str, ...] = (), **more: Any) -> Table:
    """The Axis moves its pieces on the board."""
    more.setdefault("axis", OWN)
    return at("axis movement", drawing, **more).pay_for(*paid)


def picked(drawing: str, *, paid: tuple[str, ...] = (), truck: str = "truck-ax1", **more: Any) -> Table:
    """A truck is picked up."""
    return moving(drawing, paid=paid, **more).try_(f"pick {truck}")


# ---- where to drive ----


@rule("AA-0.21")
@pytest.mark.parametrize(("cargo", "room"), [("inf 2 art 2 supply 1", True), ("inf 2 art 2 supply 2", False)])
def test_a_truck_with_room_stops_to_load_and_a_full_one_only_drives(cargo: str, room: bool):
    """Along every road out of its hex, and with room to any hex where something lies, its own included."""
    table = picked(f"truck-ax1 {HERE} loaded {cargo}\naxis {HERE} supply 1\naxis {END} supply 1")
    assert (table.rule(), END in ground.by_road(HERE)) == ("AA-0.21", False)
    assert table.offers("step") == {*ground.by_road(HERE), *([END] if room else [])}
    assert table.offers("load") == ({f"supply@{HERE}"} if room else set())


@rule("AA-0.21")
def test_the_reach_of_a_truck_counts_the_hexes_of_its_way():
    table = moving(f"truck-ax1 {HERE}\naxis {HERE} tank 1 supply 1")
    for piece in ("truck-ax1", f"tank@{HERE}"):
        found = table.state.reach(piece)
        assert [found.costs[hex_] for hex_ in ROAD] == [0, 1, 2]
        assert found.path is not None
        assert tuple(found.path(END)) == ROAD
    assert table.try_("pick truck-ax1").rule() == "AA-0.21"


# ---- going home ----


INLAND = ground.find(
    ground.german,
    ground.interior,
    lambda hex_: textbook.open_road(hex_, set(ground.HEXES) - ground.AXIS_SIDE, ground.exits("axis")),
    lambda hex_: sum(near in ground.AXIS_SIDE for near in ground.by_road(hex_)) == 1,
)


@rule("AA-3.1", "AA-3.1.a")
def test_a_truck_with_an_open_road_to_its_edge_may_go_home():
    table = at("trucks home", f"truck-ax1 {INLAND}")
    assert (table.rule(), table.offers("return")) == ("AA-3.1", {"truck-ax1"})
    table.do("return truck-ax1")
    assert table.truck("truck-ax1") == "off"
    assert table.told("AA-3.1.a") == [f"Truck 1 returns to base from {INLAND}"]


@rule("AA-3.1")
def test_a_truck_may_stay():
    table = at("trucks home", f"truck-ax1 {INLAND}")
    assert (table.rule(), table.may("done")) == ("AA-3.1", True)
    assert table.do("done").truck("truck-ax1") == INLAND


@rule("AA-3.1", "AA-3.3.g")
def test_trucks_go_home_at_no_other_moment():
    assert moving(f"truck-ax1 {INLAND}\ntruck-ax2 {INLAND}").forbids("return truck-ax1") == "AA-3.3.g"
    assert at("axis reinforcement", f"truck-ax1 {INLAND}").forbids("return truck-ax1") == "AA-3.1"


@rule("AA-3.1")
def test_a_truck_that_is_off_the_board_does_not_go_home():
    table = at("trucks home", f"truck-ax1 {INLAND}\ntruck-ax2 off")
    assert table.forbids("return truck-ax2") == "AA-3.1"
    assert table.why("return truck-ax2").endswith("is not on the board.")


@rule("AA-3.1")
def test_nothing_is_loaded_before_going_home():
    table = at("trucks home", f"truck-ax1 {INLAND}\naxis {INLAND} supply 3")
    assert table.forbids(f"load supply@{INLAND}") == "AA-3.1"
    assert table.why(f"load supply@{INLAND}") == "A truck leaves the board empty."
    table.do("return truck-ax1")
    assert table.force("axis", INLAND) == "supply 3"


@rule("AA-3.1.a")
def test_a_truck_in_a_zone_of_control_inland_stays():
    foe = next(near for near in ground.around(INLAND) if near not in ground.by_road(INLAND))
    table = at("trucks home", f"truck-ax1 {INLAND}\nallies {foe} inf 1\ntruck-ax2 {free_elsewhere()}")
    assert table.offers("return") == {"truck-ax2"}
    assert table.forbids("return truck-ax1") == "AA-3.1.a"


def free_elsewhere() -> str:
    """An exit of the Axis far from the truck in question."""
    near = ground.disc(ground.disc(ground.disc({INLAND, *ground.by_road(INLAND)})))
    return next(hex_ for hex_ in sorted(ground.exits("axis")) if hex_ not in near)


@rule("AA-3.1.a")
def test_a_zone_of_control_on_the_road_closes_it():
    road = next(near for near in ground.by_road(INLAND) if near in ground.AXIS_SIDE)
    foe = next(near for near in ground.around(road) if near not in ground.disc({INLAND}))
    table = at("trucks home", f"truck-ax1 {INLAND}\nallies {foe} inf 1\ntruck-ax2 {free_elsewhere()}")
    assert table.offers("return") == {"truck-ax2"}
    assert table.forbids("return truck-ax1") == "AA-3.1.a"
    assert f"{road} is in an enemy zone of control" in table.why("return truck-ax1")


@rule("AA-3.1.a")
def test_an_enemy_town_on_the_road_closes_it():
    def opens(hex_: str, *closed: str) -> bool:
        ends = {end for end in ground.edge("allies") if ground.on_road(end)}
        return textbook.open_road(hex_, ground.AXIS_SIDE.union(closed), ends)

    hex_, town = next(
        (hex_, town)
        for hex_ in ground.HEXES
        for town in ground.TOWNS
        if ground.allied(hex_) and hex_ != town and opens(hex_) and not opens(hex_, town)
    )
    drawing = f"truck-al1 {hex_}\ntruck-al2 {next(end for end in sorted(ground.exits('allies')) if end != town)}"
    assert at("trucks home", drawing).offers("return") == {"truck-al1", "truck-al2"}
    table = at("trucks home", drawing, gained=[town])
    assert table.offers("return") == {"truck-al2"}
    assert table.forbids("return truck-al1") == "AA-3.1.a"


@rule("AA-3.1.a")
def test_the_refusal_names_the_towns_that_close_the_roads_and_no_other_hex():
    """The Axis has every town: trucks on roads between towns are shut in by those at their ends."""
    ends = {end for end in ground.edge("allies") if ground.on_road(end)}
    gained = [town for town in ground.TOWNS if ground.allied(town)]
    home = next(end for end in sorted(ground.exits("allies")) if end not in ground.TOWNS)
    lengths = set()
    for hex_ in ground.HEXES:
        if not ground.allied(hex_) or not ground.on_road(hex_) or hex_ in ground.TOWNS:
            continue
        table = at("trucks home", f"truck-al1 {hex_}\ntruck-al2 {home}", gained=gained)
        free = textbook.open_road(hex_, ground.TOWNS, ends)
        assert ("truck-al1" in table.offers("return")) == free
        if not free:
            stretch = textbook.joined({hex_}, ground.TOWNS)
            towns = {near for here in stretch for near in ground.by_road(here)} & set(ground.TOWNS)
            assert table.forbids("return truck-al1") == "AA-3.1.a"
            said = table.why("return truck-al1").partition(": ")[2]
            assert set(re.findall(r"\b[A-Z]\d+\b", said)) == towns
            lengths.add(len(stretch))
    assert max(lengths) > 1


@rule("AA-3.1.b")
def test_a_truck_in_a_zone_of_control_on_its_own_road_edge_is_free():
    exit_ = next(hex_ for hex_ in sorted(ground.exits("axis")) if len(ground.around(hex_)) >= 4)
    foe = ground.beyond(exit_, "W")
    table = at("trucks home", f"truck-ax1 {exit_}\nallies {foe} inf 1").do("return truck-ax1")
    assert table.truck("truck-ax1") == "off"
    assert table.told("AA-3.1.b") == [f"Truck 1 returns to base from {exit_}"]


@rule("AA-3.1.a")
def test_the_enemys_edge_is_not_friendly_either():
    mine, theirs = min(ground.exits("axis")), min(ground.exits("allies"))
    table = at("trucks home", f"truck-ax1 {theirs}\ntruck-ax2 {mine}", axis={mine, theirs})
    assert table.offers("return") == {"truck-ax2"}
    assert table.forbids("return truck-ax1") == "AA-3.1.a"


@rule("AA-R.23")
def test_the_axis_sends_its_trucks_home_before_the_allies():
    table = at("trucks home", f"truck-ax1 {INLAND}\ntruck-al1 {min(ground.exits('allies'))}")
    assert table.asked() == ("axis", "trucks home")
    assert table.forbids("return truck-al1") == "AA-R.23"
    assert table.why("return truck-al1").endswith("the Axis sends its trucks home first, then the Allies.")
    assert table.do("done").asked() == ("allies", "trucks home")


@rule("AA-R.32")
def test_captured_trucks_stay():
    exit_ = min(ground.exits("axis"))
    table = at("trucks home", f"truck-ax1 {exit_}\nallies {exit_} inf 1\ntruck-ax2 {max(ground.exits('axis'))}")
    assert table.offers("return") == {"truck-ax2"}
    assert table.forbids("return truck-ax1") == "AA-R.32"
    assert table.why("return truck-ax1") == "Truck 1 is captured."


@rule("AA-3.11.a")
def test_a_truck_that_went_home_may_come_in_again_the_same_turn():
    table = at("trucks home", f"truck-ax1 {INLAND}").do("return truck-ax1").until("axis reinforcement")
    table.do("pick truck-ax1", "place B11")
    assert table.told("AA-3.11.a") == ["Truck 1 enters at B11"]


# ---- driving ----


@rule("AA-0.21")
def test_a_truck_drives_any_distance_along_roads():
    expected = textbook.Map(trucks={"truck-ax1": ("axis", HERE)}, axis=OWN).reach("axis", "truck", HERE)
    table = picked(f"truck-ax1 {HERE}")
    assert (table.rule(), table.offers("go")) == ("AA-0.21", expected)
    assert len(expected) > 20
    table.do(f"go {END}")
    assert table.told("AA-0.21") == [f"Truck 1 drives from {HERE} to {END} by {NEXT}"]


@rule("AA-0.21")
def test_a_truck_never_leaves_the_road():
    beside = next(near for near in ground.around(HERE) if not ground.on_road(near))
    table = picked(f"truck-ax1 {HERE}")
    assert table.forbids(f"go {beside}") == "AA-0.21"
    assert table.why(f"go {beside}") == f"{beside} cannot be reached: a truck must follow connected roads."


@rule("AA-3.3")
def test_a_truck_that_has_not_moved_does_not_stop_and_nothing_is_put_down_on_the_way():
    table = picked(f"truck-ax1 {HERE}\naxis {HERE} supply 1")
    assert table.forbids("stop") == "AA-3.3"
    assert table.forbids(f"go {HERE}") == "AA-3.3"
    assert table.why(f"go {HERE}") == f"It is already in {HERE}."
    table.do(f"step {NEXT}")
    assert table.may("stop")


@rule("AA-R.26")
def test_a_truck_does_not_step_back_to_where_it_has_been_since_it_loaded():
    table = picked(f"truck-ax1 {HERE}\naxis {NEXT} supply 1").do(f"step {NEXT}")
    assert table.forbids(f"step {HERE}") == "AA-R.26"
    assert table.fork().do(f"step {END}").forbids(f"step {NEXT}") == "AA-R.26"
    assert HERE in table.do(f"load supply@{NEXT}").offers("step")


@rule("AA-3.3.a")
def test_a_zone_of_control_stops_a_truck():
    foe = next(near for near in ground.around(NEXT) if near not in (*ROAD, *ground.around(HERE)))
    table = picked(f"truck-ax1 {HERE}\nallies {foe} inf 1")
    assert table.offers("go") & set(ROAD) == {NEXT}
    assert table.forbids(f"go {END}") == "AA-3.3.a"
    assert table.do(f"step {NEXT}").step() != "drive"


@rule("AA-3.3.a")
def test_a_truck_that_leaves_a_zone_of_control_drives_one_hex():
    foe = next(near for near in ground.around(HERE) if near not in ground.disc(ROAD[1:]))
    table = picked(f"truck-ax1 {HERE}\nallies {foe} inf 1")
    assert table.offers("go") | table.offers("step") == set(ground.by_road(HERE)) - {foe}
    assert table.forbids(f"go {END}") == "AA-3.3.a"
    assert table.do(f"step {NEXT}").step() != "drive"


@rule("AA-3.3.c")
def test_an_enemy_town_stops_a_truck():
    start, town, beyond = ground.road_path(
        3, lambda path: ground.town(path[1]) and ground.plain(path[0]) and len(ground.by_road(path[0])) == 1
    )
    table = picked(f"truck-ax1 {start}", axis=OWN - {town})
    assert beyond not in table.offers("go")
    assert table.forbids(f"go {beyond}") == "AA-3.3.c"
    assert table.do(f"step {town}").step() != "drive"
    assert beyond in picked(f"truck-ax1 {start}").offers("go")


@rule("AA-R.30")
def test_a_truck_does_not_enter_a_hex_with_enemy_trucks_or_tokens():
    table = picked(f"truck-ax1 {HERE}\nallies {NEXT} supply 1")
    assert table.forbids(f"step {NEXT}") == "AA-R.30"
    there = "enemy trucks or tokens that no friendly combat unit has captured are there"
    assert table.why(f"go {NEXT}").startswith(f"{NEXT} cannot be reached: {there}")


@rule("AA-0.21")
def test_a_truck_enters_a_depot_that_a_friend_has_captured():
    table = picked(f"truck-ax1 {HERE}\nallies {NEXT} supply 1\naxis {NEXT} inf 1").do(f"go {NEXT}")
    assert table.told("AA-0.21") == [f"Truck 1 drives from {HERE} to {NEXT}"]


@rule("AA-3.3.d")
def test_a_truck_does_not_enter_a_hex_with_enemy_combat_units():
    table = picked(f"truck-ax1 {HERE}\nallies {NEXT} inf 1 supply 1\ntruck-ax2 {HERE}")
    assert table.forbids(f"step {NEXT}") == "AA-3.3.d"
    assert table.why(f"step {NEXT}") == f"{NEXT} cannot be reached: enemy combat units are there."


@rule("AA-3.3")
def test_a_truck_drives_once():
    table = moving(f"truck-ax1 {HERE}\ntruck-ax2 {HERE}").do("pick truck-ax1", f"go {END}")
    assert "truck-ax1" not in table.offers("pick")
    assert table.forbids("pick truck-ax1") == "AA-3.3"
    assert table.why("pick truck-ax1") == "Truck 1 has moved."


@rule("AA-R.28", "AA-R.32", "AA-0.21")
def test_a_truck_that_cannot_drive_says_why():
    off_road = ground.find(ground.interior, lambda hex_: not ground.on_road(hex_))
    captured = f"truck-ax2 {END}\nallies {END} inf 1"
    table = moving(f"truck-ax1 off\n{captured}\ntruck-ax3 {off_road}\ntruck-ax4 {HERE}")
    assert table.offers("pick") == {"truck-ax4"}
    for truck, rule_, said in (
        ("truck-ax1", "AA-R.28", "is not on the board."),
        ("truck-ax2", "AA-R.32", "is captured."),
        ("truck-ax3", "AA-0.21", "has no road out of its hex that it may use."),
    ):
        assert table.forbids(f"pick {truck}") == rule_
        assert table.why(f"pick {truck}").endswith(said)


# ---- loading ----


@rule("AA-0.22.a")
def test_a_truck_takes_up_activated_infantry_and_artillery_of_its_hex():
    table = picked(f"truck-ax1 {HERE}\naxis {HERE} inf 1 art 1 supply 1", paid=(HERE,))
    table.do(f"load inf@{HERE}", f"load art@{HERE}", f"go {END}")
    assert (table.truck("truck-ax1"), table.cargo("truck-ax1")) == (END, "inf 1 art 1")


@rule("AA-0.22.a")
def test_units_that_were_not_paid_for_are_not_loaded():
    table = picked(f"truck-ax1 {HERE}\naxis {HERE} inf 1")
    assert table.forbids(f"load inf@{HERE}") == "AA-0.22.a"
    assert table.why(f"load inf@{HERE}") == f"{HERE} was not paid for, so its infantry cannot be loaded."
    assert table.why(f"load art@{HERE}") == f"You have no artillery in {HERE}."


@rule("AA-R.27")
def test_units_that_have_moved_are_not_loaded():
    beside = next(near for near in ground.by_road(HERE))
    table = moving(f"truck-ax1 {beside}\naxis {HERE} inf 1 supply 1\naxis {beside} art 1 supply 1", paid=(HERE, beside))
    table.do(f"pick inf@{HERE}", f"go {beside}", "pick truck-ax1")
    assert table.offers("load") == {f"art@{beside}"}
    assert table.forbids(f"load inf@{beside}") == "AA-R.27"


@rule("AA-0.22.a")
@pytest.mark.parametrize("kind", ["inf", "art"])
@pytest.mark.parametrize("elsewhere", [min(ground.HEXES), max(ground.HEXES)])
def test_the_activation_of_another_hex_loads_nobody_here(kind: str, elsewhere: str):
    drawing = f"truck-ax2 {HERE}\naxis {HERE} {kind} 1\naxis {elsewhere} {kind} 1 supply 1"
    table = picked(drawing, paid=(elsewhere,), truck="truck-ax2")
    assert table.forbids(f"load {kind}@{HERE}") == "AA-0.22.a"


@rule("AA-0.22.a", "AA-0.22.b")
def test_a_truck_loads_on_the_way_too():
    drawing = f"truck-ax1 {HERE}\naxis {HERE} supply 1\naxis {NEXT} inf 1 art 1 supply 1"
    table = picked(drawing, paid=(NEXT,)).do(f"load supply@{HERE}", f"step {NEXT}", f"load inf@{NEXT}", f"go {END}")
    assert table.cargo("truck-ax1") == "inf 1 supply 1"
    assert table.told("AA-0.22.a") == [f"Truck 1 loads infantry from {NEXT}"]
    assert table.told("AA-0.22.b") == [f"Truck 1 loads supply from {HERE}"]


@rule("AA-0.22.a")
def test_only_units_of_the_trucks_own_hex_are_loaded():
    table = picked(f"truck-ax1 {HERE}\naxis {HERE} supply 1\naxis {NEXT} inf 1 supply 2", paid=(NEXT,))
    assert table.forbids(f"load inf@{NEXT}") == "AA-0.22.a"
    assert table.why(f"load inf@{NEXT}") == f"The truck is not at {NEXT}."


@rule("AA-0.22.b", "AA-0.22.c")
def test_only_tokens_of_the_trucks_own_hex_are_loaded():
    table = picked(f"truck-ax1 {HERE}\naxis {NEXT} supply 2")
    assert table.forbids(f"load supply@{NEXT}") == "AA-0.22.b"
    assert table.forbids(f"load supply@{HERE}") == "AA-0.22.b"
    assert table.why(f"load supply@{HERE}") == f"You have no supply token in {HERE}."
    assert table.forbids("load supply@axis-off-board") == "AA-0.22.c"
    assert table.forbids("load inf@9SSPz") == "AA-0.22.c"


@rule("AA-0.22.b")
def test_supply_is_loaded_without_activation_in_a_zone_of_control_too():
    foe = next(near for near in ground.around(HERE) if near not in ROAD)
    table = picked(f"truck-ax1 {HERE}\naxis {HERE} supply 3\nallies {foe} inf 1").do(f"load supply@{HERE}")
    assert (table.cargo("truck-ax1"), table.force("axis", HERE)) == ("supply 1", "truck 1 supply 2")


@rule("AA-0.22.b")
def test_enemy_supply_is_not_loaded():
    table = picked(f"truck-ax1 {HERE}\naxis {HERE} inf 1\nallies {HERE} supply 2")
    assert not table.may("load")
    assert table.forbids(f"load supply@{HERE}") == "AA-0.22.b"


@rule("AA-0.22")
@pytest.mark.parametrize("truck", ["truck-ax1", "truck-ax4"])
def test_a_truck_has_six_spaces(truck: str):
    table = picked(f"{truck} {HERE}\naxis {HERE} inf 3 art 2 supply 4", paid=(HERE,), truck=truck)
    table.do(*[f"load inf@{HERE}"] * 2, *[f"load art@{HERE}"] * 2, *[f"load supply@{HERE}"] * 2)
    assert table.cargo(truck) == "inf 2 art 2 supply 2"
    assert table.forbids(f"load supply@{HERE}") == "AA-0.22"


@rule("AA-0.22")
def test_what_the_next_truck_carries_takes_no_space_of_this_one():
    drawing = f"truck-ax1 {HERE}\ntruck-ax2 {END} loaded inf 6\naxis {HERE} supply 7"
    table = picked(drawing).do(*[f"load supply@{HERE}"] * 6)
    assert table.forbids(f"load supply@{HERE}") == "AA-0.22"
    assert table.why(f"load supply@{HERE}") == "6 of 6 spaces are taken."


@rule("AA-0.22")
def test_a_truck_carries_no_tanks():
    table = picked(f"truck-ax1 {HERE}\naxis {HERE} inf 1 tank 1 supply 1", paid=(HERE,))
    assert table.offers("load") == {f"inf@{HERE}"}
    said = "A truck carries infantry, artillery and supply tokens, nothing else."
    assert table.refusal(f"load tank@{HERE}") == (table.rule(), said)
    again = moving(f"truck-ax1 {HERE}\naxis {HERE} inf 1 tank 1 supply 1", paid=(HERE,))
    assert again.forbids(f"load inf@{HERE}") == "AA-0.22"


@rule("AA-3.3", "AA-0.22.a")
def test_a_loaded_unit_has_used_its_movement():
    table = picked(f"truck-ax1 {HERE}\ntruck-ax2 {NEXT}\naxis {HERE} inf 1 supply 1", paid=(HERE,))
    table.do(f"load inf@{HERE}", f"step {NEXT}", "stop")
    for hex_ in (HERE, NEXT):
        assert table.forbids(f"pick inf@{hex_}") == "AA-3.3"
    table.do("pick truck-ax2")
    assert table.forbids(f"load inf@{NEXT}") == "AA-0.22.a"
    assert table.why(f"load inf@{NEXT}") == f"You have no infantry in {NEXT}."


def test_supply_never_moves_by_itself():
    table = moving(f"axis {HERE} inf 1 supply 3\naxis {END} inf 1 supply 2", paid=(HERE,))
    assert table.offers("pick") == {f"inf@{HERE}"}


# ---- unloading ----


def test_a_truck_puts_everything_down_where_it_stopped():
    table = picked(f"truck-ax1 {HERE}\naxis {HERE} inf 1 art 1 supply 3", paid=(HERE,))
    table.do(f"load inf@{HERE}", f"load art@{HERE}", f"load supply@{HERE}", f"go {END}").until("ground initiative")
    assert table.force("axis", END) == "inf 1 art 1 truck 1 supply 1"
    assert table.cargo("truck-ax1") == ""


def test_nothing_is_put_down_before_the_end_of_the_phase():
    table = picked(f"truck-ax1 {HERE}\naxis {HERE} supply 2").do(f"load supply@{HERE}", f"go {END}")
    table.until("allies reinforcement")
    assert table.force("axis", END) == "truck 1"


@rule("AA-0.22.d")
@pytest.mark.parametrize("corner", ["A1", "K11"])
def test_a_truck_unloads_all_that_it_carries(corner: str):
    drawing = f"truck-al1 {corner} loaded inf 1 art 2 supply 3\ntruck-ax1 {HERE} loaded supply 1"
    table = at("allies reinforcement", drawing).do("done")
    assert f"Truck 7 unloads 1 infantry, 2 artillery, 3 supply tokens in {corner}" in table.told("AA-0.22.d")
    assert table.force("allies", corner) == "inf 1 art 2 truck 1 supply 3"
    assert table.cargo("truck-al1") == ""


@rule("AA-0.22.d")
def test_a_truck_unloads_in_a_zone_of_control_too():
    foe = next(near for near in ground.around(END) if near not in ground.disc({NEXT}))
    table = picked(f"truck-ax1 {HERE}\naxis {HERE} supply 2\nallies {foe} inf 1").do(f"load supply@{HERE}", f"go {END}")
    table.until("ground initiative")
    assert table.force("axis", END) == "truck 1 supply 1"


@rule("AA-3.10")
def test_a_loaded_token_is_not_spent():
    table = picked(f"truck-ax1 {HERE}\naxis {HERE} supply 1").do(f"load supply@{HERE}", f"go {END}")
    table.until("axis reinforcement")
    assert table.cargo("truck-ax1") == "supply 1"
    assert table.depot("axis") == 9  # income alone: what is aboard does not count
    assert table.told("AA-3.10") == ["The Axis receives 9 supply tokens"]


@rule("AA-R.28")
def test_a_truck_on_the_board_does_not_drive_in_the_reinforcement_part():
    table = at("axis reinforcement", f"truck-ax1 {HERE}\ntruck-ax2 off", turn=3)
    assert table.forbids("pick truck-ax1") == "AA-R.28"


@pytest.mark.parametrize("side", ["axis", "allies"])
def test_every_truck_of_the_printed_set_up_reaches_what_the_textbook_says(side: str):
    table = start()
    position = snapshot(table)
    trucks = {name: hex_ for name, (owner, hex_) in position.trucks.items() if owner == side and hex_ in ground.HEXES}
    assert trucks
    for name, hex_ in trucks.items():
        reached = set(table.state.reach(name).costs) - {hex_}
        assert reached == position.reach(side, "truck", hex_) - {hex_}, name
