"""13: bridges and their interdiction."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.crt import die_for
from tests.games.ardennes_offensive.scenes import draw
from tests.games.ardennes_offensive.table import Table, at
from tests.games.ardennes_offensive.table import start as new_game
from tests.games.ardennes_offensive.textbook import Map
from tests.rulemark import rule

SPARED = [("2310", "2311"), ("1805", "1806"), ("1605", "1705"), ("2101", "2102")]
NOT_SPARED = [("1910", "1911"), ("2510", "2610"), ("2808", "2809"), ("3204", "3305")]
COLUMN = frozenset(["1SSPz-1a"])
CROSSINGS = [(x, y) for a, b in ground.BRIDGES if ground.live(a) and ground.live(b) for x, y in ((a, b), (b, a))]


def crosses(table: Table, there: str, unit: str = "1SSPz-1a") -> bool:
    """Whether a column goes over the bridge beside it: half a point, where every way round costs more."""
    found = table.state.reach(unit)
    return found.costs.get(there, 0) * 2 == found.whole


def column(here: str, others: dict[str, str], step: str = "german movement", turn: int = 3, mode: str = "") -> Table:
    """A German column at one end of a bridge."""
    drawing = draw({"1SSPz-1a": here, **others}).splitlines()
    return at(step, "\n".join([f"{drawing[0]} road-mode", *(f"{line} {mode}" for line in drawing[1:])]), turn=turn)


def next_player_turn(table: Table, side: str) -> Table:
    """The Mechanized Movement Phase ends; the other side's supply and bridges are judged, in the log too."""
    return table.do("done").until(f"{side} movement")


@cache
def crossing(distance: int) -> tuple[str, str, str]:
    """Both hexes of a bridge, far from the German line, and a hex so far from the nearer one; no way round is open."""
    for here, there in CROSSINGS:
        if ground.german_ground(here) or ground.town(there):
            continue
        for gun in ground.where(lambda h: True):
            near = min(ground.distance(gun, here), ground.distance(gun, there))
            if near == distance and ground.on_road(gun) and not ground.town(gun) and _no_way_round(here, there, gun):
                return here, there, gun
    raise LookupError("no bridge of the map fits")


@cache
def _no_way_round(here: str, there: str, gun: str) -> bool:
    found = Map(3, {"1SSPz-1a": here, "99ID-395": gun}, COLUMN)
    if found.supply("1SSPz-1a") != "supplied" or found.controlled("german", there):
        return False
    shut = Map(3, {"1SSPz-1a": here}, COLUMN, fixed={"german": frozenset([(here, there)])})
    return (there, True) not in shut.reach("1SSPz-1a")


# When


@rule("AO-13.1.A")
def test_an_enemy_within_three_hexes_interdicts_a_bridge():
    here, there, gun = crossing(3)
    assert not crosses(column(here, {"99ID-395": gun}), there)


@rule("AO-13.1.A")
def test_an_enemy_four_hexes_off_does_not():
    here, there, gun = crossing(4)
    table = next_player_turn(column(here, {"99ID-395": gun}, "allied mechanized"), "german")
    assert crosses(table, there)
    bridge = f"{min(here, there)}/{max(here, there)}"
    assert not any(bridge in event.text for event in table.events("interdiction", "AO-13.1.A"))


@rule("AO-13.1.A")
def test_one_of_the_two_hexes_in_range_is_enough():
    for here, there in CROSSINGS:
        for gun in filter(ground.live, ground.ring(there, 3)):
            found = Map(3, {"1SSPz-1a": here, "99ID-395": gun}, COLUMN)
            if ground.distance(gun, here) == 4 and found.supply("1SSPz-1a") == "supplied":
                assert not crosses(column(here, {"99ID-395": gun}), there)
                return
    raise AssertionError("no bridge of the map fits")


# What it does


@rule("AO-13.2.B")
def test_the_road_is_cut_for_movement():
    here, there, gun = crossing(3)
    table = column(here, {"99ID-395": gun})
    assert there not in table.reach("1SSPz-1a", "march")
    assert table.bars("1SSPz-1a", "march", there) == "AO-13.2.B"


@rule("AO-13.2.B")
def test_the_road_is_cut_for_supply():
    here, gun = fed_over_a_bridge("allied")
    table = at("allied movement", f"99ID-395 3-4 at {here}\n26VG-77 2-4 at {gun}")
    found = table.state.supply("99ID-395")
    assert (found.state, found.rule) == ("unsupplied", "AO-13.2.B")
    assert table.supplied_without("99ID-395", "AO-13.2.B")


def fed_over_a_bridge(side: str) -> tuple[str, str]:
    """A hex whose unit lives on a bridge alone, and an enemy's hex more than three off that cuts the bridge."""
    unit, foe = ("99ID-395", "26VG-77") if side == "allied" else ("26VG-77", "99ID-395")
    for gun in ground.where(lambda h: any(ground.distance(h, b) <= 3 for pair in ground.BRIDGES for b in pair)):
        found = Map(3, {foe: gun})
        lost = Map(3, {foe: gun}, fixed={side: frozenset()}).lifeline(side) - found.lifeline(side)
        for here in sorted(h for h in lost if ground.distance(h, gun) > 3):
            placed = {foe: gun, unit: here}
            fed = Map(3, placed, fixed={side: frozenset()}).supply(unit)
            if (fed, Map(3, placed).supply(unit)) == ("supplied", "unsupplied"):
                return here, gun
    raise LookupError(f"no bridge of the map feeds the {side} side alone")


@rule("AO-13.3.D")
def test_columns_do_not_interdict():
    here, there, gun = crossing(3)
    table = next_player_turn(column(here, {"99ID-395": gun}, "allied mechanized", mode="road-mode"), "german")
    assert crosses(table, there)
    (said,) = table.events("interdiction", "AO-13.3.D")
    assert said.text.startswith("Enemy units in Road Mode do not interdict ")
    assert f"{min(here, there)}/{max(here, there)}" in said.text
    assert table.events("interdiction", "AO-13.1.A") == []


# Game-Turn 1


@rule("AO-13.4.E")
@pytest.mark.parametrize("bridge", SPARED)
def test_game_turn_1_spares_bridges_wholly_behind_the_german_line(bridge: tuple[str, str]):
    assert covered(bridge, turn=1)
    assert not covered(bridge, turn=3)


@rule("AO-13.4.E")
def test_the_bridges_behind_the_german_line_are_spared_to_the_german_alone():
    table = new_game("1").until("allied combat")
    assert [event.side for event in table.events("interdiction", "AO-13.4.E")] == ["german"]


@rule("AO-13.4.E")
@pytest.mark.parametrize("bridge", NOT_SPARED)
def test_game_turn_1_does_not_spare_bridges_on_the_start_line(bridge: tuple[str, str]):
    assert sorted(map(ground.german_ground, bridge)) == [False, True]
    assert not covered(bridge, turn=1)


def covered(bridge: tuple[str, str], turn: int) -> bool:
    """Whether a German column crosses in the Mechanized Movement Phase with an American gun in range."""
    here, there = bridge
    guns = [h for h in sorted(ground.ring(there, 3)) if ground.live(h) and ground.distance(h, here) >= 3]
    return crosses(column(here, {"99ID-395": guns[0]}, "german mechanized", turn), there)


# Whose


@rule("AO-13.5.F")
def test_interdiction_is_one_sided():
    """A German near a bridge cuts it for the Allies only; the Germans cross it themselves."""
    here, there, gun = crossing(3)
    ours = next_player_turn(column(here, {"26VG-77": gun}, "allied mechanized"), "german")
    assert crosses(ours, there)
    assert ours.events("interdiction", "AO-13.1.A") == []
    theirs = at("german mechanized", f"9AD-CCB 5-12 at {here} road-mode\n26VG-77 2-4 at {gun}")
    next_player_turn(theirs, "allied")
    assert not crosses(theirs, there, "9AD-CCB")
    assert len(theirs.events("interdiction", "AO-13.1.A")) == 1
    assert theirs.events("interdiction", "AO-13.5.F") == []  # to the Allied side alone


@rule("AO-13.5.F")
def test_units_of_both_sides_interdict_to_both():
    here, there, gun = crossing(3)
    other = next(h for h in sorted(ground.ring(there, 3)) if ground.live(h) and ground.distance(h, gun) > 2
                 and ground.distance(h, here) > 1)  # fmt: skip
    table = next_player_turn(column(here, {"99ID-395": gun, "26VG-77": other}, "allied mechanized"), "german")
    assert not crosses(table, there)
    (said,) = table.events("interdiction", "AO-13.5.F")
    assert said.text.startswith("Interdicted to the Allied side as well: ")
    assert f"{min(here, there)}/{max(here, there)}" in said.text
    theirs = at("allied movement", f"9AD-CCB 5-12 at {here} road-mode\n99ID-395 3-4 at {gun}\n26VG-77 2-4 at {other}")
    assert not crosses(theirs, there, "9AD-CCB")


@rule("AO-E.13.1")
def test_friends_at_a_bridge_do_not_keep_it_open():
    here, there, gun = crossing(3)
    beside = next(
        h for h in ground.neighbours(there)
        if ground.live(h) and not set(ground.joined(h)) & {here, there} and ground.distance(h, gun) > 1
        and ground.distance(h, here) > 1
    )  # fmt: skip
    table = column(here, {"99ID-395": gun, "26VG-77": beside})
    assert not crosses(table, there)
    refusal = table.moving("1SSPz-1a").refusal(f"march {there}")
    assert refusal.rule == "AO-13.2.B"
    assert refusal.text.endswith("friendly units at a bridge do not keep it open (AO-E.13.1).")


# How long


@cache
def shelled() -> tuple[str, str, str, str]:
    """A bridge, the engineer who cuts it alone, and a hex for tanks to destroy him from."""
    for here, there in CROSSINGS:
        if ground.german_ground(here):
            continue
        for gun in sorted(filter(ground.live, ground.ring(there, 3))):
            for tank in filter(ground.live, ground.neighbours(gun)):
                pieces = {"1SSPz-1a": here, "12SSPz-12": tank, "2Pz-3": tank, "392e": gun}
                far = ground.distance(tank, here) > 2 and ground.distance(gun, here) > 2
                if far and not ground.town(gun) and not ground.west_wall(tank) and _no_way_round(here, there, gun):
                    found = Map(3, pieces, COLUMN)
                    if found.supply("12SSPz-12") == "supplied" and found.supply("1SSPz-1a") == "supplied":
                        return here, there, gun, tank
    raise LookupError("no bridge of the map fits")


def silenced(turn: int) -> tuple[Table, str]:
    """The engineer has been destroyed in the Combat Phase."""
    here, there, gun, tank = shelled()
    table = column(here, {"12SSPz-12": tank, "2Pz-3": tank, "392e": gun}, turn=turn)
    assert not crosses(table, there)
    table.until("german combat").attack(gun, by=["12SSPz-12", "2Pz-3"], die=1)
    assert table.where("392e") == "eliminated"
    return table, there


@rule("AO-E.13.3")
def test_a_bridge_stays_cut_for_the_player_turn_though_the_gun_is_gone():
    table, there = silenced(3)
    table.until("german mechanized")
    assert not crosses(table, there)
    refusal = table.moving("1SSPz-1a").refusal(f"march {there}")
    assert refusal.rule == "AO-13.2.B"
    assert "what was judged applies to the whole Player-Turn (AO-E.13.3)" in refusal.text


@rule("AO-13.2.C")
def test_a_bridge_is_open_again_in_the_next_player_turn():
    table, there = silenced(9)
    table.until("german movement")
    assert table.state.turn == 10
    assert crosses(table, there)
    assert [event.side for event in table.events("interdiction", "AO-13.2.C")] == ["german", "allied"]  # each his own


@rule("AO-13.1.A")
def test_a_gun_that_comes_within_range_by_retreat_does_not_cut_a_bridge_in_that_turn():
    here, there, start, tank = next(driven_to_a_bridge())
    table = column(here, {"12SSPz-12": tank, "392e": start}, "german combat")
    assert crosses(table, there)
    column_ = table.odds(start, by=["12SSPz-12"]).column
    table.attack(start, by=["12SSPz-12"], die=die_for("initial", column_, "Dr3"))
    while table.offers("step"):
        table.do(f"step {min(table.offers('step'), key=lambda h: ground.distance(h, there))}")
    table.until("german mechanized")
    assert ground.distance(table.where("392e"), there) <= 3
    assert crosses(table, there)
    assert table.events("interdiction", "AO-13.1.A") == []


def driven_to_a_bridge() -> Iterator[tuple[str, str, str, str]]:
    """A bridge that nobody cuts, and an American whom a tank can only drive to within three hexes of it."""
    for here, there in CROSSINGS:
        for start in filter(ground.live, ground.ring(there, 5)):
            if ground.distance(start, here) < 5 or ground.town(start):
                continue
            for tank in filter(ground.live, ground.neighbours(start)):
                if ground.distance(tank, there) < 5 or ground.west_wall(tank) or ground.distance(tank, here) < 4:
                    continue
                found = Map(3, {"1SSPz-1a": here, "12SSPz-12": tank, "392e": start}, COLUMN)
                ends = {way[-1] for way in found.retreats("392e", 3)}
                near = ends and all(2 <= ground.distance(h, there) <= 3 for h in ends)
                if near and found.supply("12SSPz-12") == found.supply("1SSPz-1a") == "supplied":
                    yield here, there, start, tank


@rule("AO-E.13.4")
def test_bridges_of_the_defending_side_are_judged_at_the_moment_of_combat():
    """A German who comes up in his own turn cuts the bridge that feeds the American, at once."""
    here, gun = fed_over_a_bridge("allied")
    for tank in sorted(h for h in ground.disc(gun, 3) if ground.live(h)):
        away = {"1SSPz-1a": tank, "99ID-395": here}
        found = Map(3, away)
        if found.supply("99ID-395") == "supplied" and (gun, False) in found.reach("1SSPz-1a"):
            table = at("german movement", draw(away))
            assert table.supply("99ID-395") == "supplied"
            table.move("1SSPz-1a", "go", gun).until("german combat")
            supplied = table.state.supply("99ID-395")
            assert (supplied.state, supplied.rule) == ("unsupplied", "AO-E.13.4")
            return
    raise AssertionError("no German can come up to that bridge")
