"""14: supply."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.bulge import ground
from tests.games.bulge.scenes import CUT_OFF, FIELD, LATE, bottleneck, bridge_cut, closed_gap
from tests.games.bulge.table import Table, at
from tests.games.bulge.textbook import OTHER, Map, side_of
from tests.rulemark import rule

TRIOS = [("12VG", "62VG", "80Inf"), ("28Inf", "4Inf", "Lehr")]


def supplied(unit: str, pieces: dict[str, str], **more: Any) -> bool:
    table = at(f"{side_of(unit)} movement", {u: [h] for u, h in pieces.items()}, turn=LATE, **more)
    return table.supplied(unit)


@rule("BU-14.0")
@pytest.mark.parametrize("unit", ["12VG", "28Inf"])
def test_supply_is_five_points_to_a_road_and_a_road_to_a_friendly_edge(unit: str):
    wanted = {h: Map(LATE, {unit: h}).supplied(unit) for h in ground.HEXES}
    table = at(f"{side_of(unit)} movement", {unit: [FIELD]}, turn=LATE)
    found = {h: table.state.suppose({unit: h}).supply(unit).state == "supplied" for h in ground.HEXES}
    assert found == wanted


@pytest.mark.parametrize(("unit", "friend", "foe"), TRIOS)
def test_an_enemy_zone_cuts_supply_and_a_friend_in_it_opens_it_again(unit: str, friend: str, foe: str):
    pieces, gap = closed_gap(unit, friend, foe)
    assert supplied(unit, {u: h for u, h in pieces.items() if u != foe})
    assert not supplied(unit, pieces)
    assert supplied(unit, {**pieces, friend: gap})


@rule("BU-14.0.zone")
def test_enemy_zones_are_named_as_what_cuts_supply():
    found = at("allied movement", CUT_OFF, centre=FIELD, turn=LATE).state.supply("28Inf")
    assert (found.state, found.rule) == ("unsupplied", "BU-14.0.zone")


def test_a_unit_in_an_enemy_zone_can_trace_out_of_it():
    pieces = {"28Inf": FIELD, "12VG": ground.beyond(FIELD, "E")}
    assert Map(LATE, pieces).supplied("28Inf")
    assert supplied("28Inf", pieces)


@rule("BU-14.0.interdicted")
@pytest.mark.parametrize("unit", ["12VG", "28Inf"])
def test_an_interdicted_road_hex_carries_no_supply(unit: str):
    pieces, marker = bottleneck(unit)
    assert supplied(unit, pieces)
    assert not supplied(unit, pieces, markers={f"{OTHER[side_of(unit)]}-interdiction": [marker]})


@pytest.mark.parametrize(("unit", "friend", "foe"), TRIOS)
def test_a_friend_opens_the_interdicted_hex(unit: str, friend: str, foe: str):
    pieces, marker = bottleneck(unit)
    markers = {f"{side_of(foe)}-interdiction": [marker]}
    assert supplied(unit, {**pieces, friend: marker}, markers=markers)


def test_own_markers_do_not_hinder_supply():
    pieces, marker = bottleneck("12VG")
    assert supplied("12VG", pieces, markers={"german-interdiction": [marker]})


@rule("BU-2.3.1.friendly", "BU-R.32")
def test_a_hex_where_germans_have_left_gives_no_allied_supply():
    """A corner of the map that lives on one road over the edge; a German leaves by it."""
    hex_, closed, walls = lone_source()
    pieces = {"28Inf": [hex_], **{unit: [h] for unit, h in walls.items()}}
    assert at("allied movement", pieces, turn=LATE).supplied("28Inf")
    side = next(side for side in ground.EXITS if side.startswith(closed))
    gone = at("german movement", {**pieces, "1SS": [closed]}, turn=3).do("pick 1SS", f"exit {side}")
    assert gone.where("1SS") == side
    lost = gone.state.supply("28Inf")
    assert (lost.state, lost.rule) == ("unsupplied", "BU-R.32")


def lone_source() -> tuple[str, str, dict[str, str]]:
    """An Allied unit that lives on a single exit hex, that hex, and the Germans who close the rest."""
    foes = ["12SS", "2SS", "9SS", "116Pz", "2Pz", "Lehr", "9Pz", "3PzG", "15PzG", "12VG", "26VG", "18VG"]
    for closed in sorted({side[:4] for side in ground.EXITS}):
        for hex_ in sorted(ground.ring(closed, 2) | ground.ring(closed, 3)):
            spots = sorted(h for h in ground.ring(hex_, 4) if ground.distance(h, closed) > 2)
            walls = dict(zip(foes, spots[::2], strict=False))
            places = {"28Inf": hex_, **walls}
            lives = Map(LATE, places).supplied("28Inf")
            if lives and not Map(LATE, places, closed=frozenset([closed])).supplied("28Inf"):
                return hex_, closed, walls
    raise LookupError("no Allied unit lives on one exit")


@rule("BU-14.0", "BU-14.1.movement")
@pytest.mark.parametrize("unit", ["272VG", "326VG", "102Cav", "2Inf"])
def test_a_unit_in_supply_is_picked_and_rolls_no_die(unit: str):
    where = "0104" if side_of(unit) == "german" else "0111"
    table = at(f"{side_of(unit)} movement", {unit: [where]}, turn=LATE).march()
    assert table.state.supply(unit).rule == "BU-14.0"
    assert unit in table.offers("pick")
    assert table.forbids(f"test {unit}") == "BU-14.1.movement"


# ---- effects

def cut_off(step: str = "allied movement", drawing: str = CUT_OFF) -> Table:
    table = at(step, drawing, centre=FIELD, turn=LATE)
    assert not table.textbook().supplied("28Inf")
    return table


@rule("BU-14.1.movement")
def test_a_unit_out_of_supply_moves_by_a_die_and_only_on_its_owners_word():
    table = cut_off().march()
    assert "28Inf" not in table.offers("pick")
    assert table.forbids("pick 28Inf") in ("BU-R.8", "BU-14.1.movement")
    assert table.offers("test") == {"28Inf"}
    assert table.state.decision.commits(next(a for a in table.state.decision.options if a.verb == "test"))
    table.do("test 28Inf")
    assert table.state.chance is not None
    assert table.state.chance.rule == "BU-14.1.movement"


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5])
def test_the_die_is_the_number_of_points(die: int):
    table = cut_off().march().do("test 28Inf").roll(die)
    found = table.textbook()
    assert table.offers("go") == {h for h in found.reach("28Inf", die) if h not in found.here}


@rule("BU-14.1.six")
def test_with_a_six_it_does_not_move():
    table = cut_off().march().do("test 28Inf").roll(6)
    assert table.offers("go") == set()
    assert table.where("28Inf") == FIELD
    assert table.forbids("test 28Inf").startswith("BU-")


@rule("BU-R.8")
def test_after_the_die_it_moves_at_once_or_not_in_this_phase():
    table = cut_off(drawing=CUT_OFF + "2Inf 5 at 0115\n").march().do("test 28Inf").roll(3)
    assert table.forbids("pick 2Inf").startswith("BU-")
    table.do("done")
    assert table.offers("test") == set()
    assert "2Inf" in table.offers("pick")


def test_no_click_rolls_the_die():
    table = cut_off().march()
    for action in table.state.decision.options:
        if action.verb != "test":
            trial = table.fork().do(str(action))
            assert trial.state.chance is None


def test_supply_is_found_when_the_unit_begins_to_move():
    """A friend that moves into the interdicted hex first lets the other move without a die."""
    pieces, marker = bottleneck("28Inf")
    markers = {"german-interdiction": [marker]}
    for friend in sorted(ground.ring(marker, 1) | ground.ring(marker, 2)):
        found = Map(LATE, {**pieces, "4Inf": friend}, {"german": frozenset([marker])})
        if friend not in pieces.values() and found.supplied("4Inf") and marker in found.reach("4Inf"):
            break
    table = at("allied movement", {u: [h] for u, h in found.places.items()}, turn=LATE, markers=markers).march()
    assert "28Inf" in table.offers("test")
    table.move("4Inf", marker)
    assert "28Inf" in table.offers("pick")


def test_defenders_need_no_supply():
    drawing = CUT_OFF.replace("E E", "E")
    table = at("german pre-combat", drawing, centre=FIELD, turn=3)
    assert not table.supplied("28Inf")
    assert table.odds(FIELD, ["2Pz"]).defence == 4


@rule("BU-R.16")
def test_the_road_part_does_not_cross_an_interdicted_bridge():
    hex_, gun = bridge_cut()
    assert not supplied("12VG", {"12VG": hex_, "1Inf": gun})


def test_the_five_points_can_pay_for_an_interdicted_bridge():
    hex_, gun = next(paying())
    assert supplied("12VG", {"12VG": hex_, "1Inf": gun})


def paying() -> Iterator[tuple[str, str]]:
    """German hexes that live on an interdicted bridge, and the gun: nearer hexes than those it cuts off."""
    for gun in ground.HEXES:
        found = Map(LATE, {"1Inf": gun})
        line = found.lifeline("german")
        free = Map(LATE, {"1Inf": gun}, bridges_free=True).lifeline("german")
        for hex_ in sorted(free - line):
            here = Map(LATE, {"1Inf": gun, "12VG": hex_})
            dry = [h for h in ground.neighbours(hex_) if h in line and not ground.side(h, hex_)]
            if here.supplied("12VG") and hex_ not in here.lifeline("german") and not dry:
                yield hex_, gun
