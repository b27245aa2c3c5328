"""11: the terrain effects chart, movement and combat."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.crt import die_for
from tests.games.ardennes_offensive.datafiles import MAP, UNITS
from tests.games.ardennes_offensive.scenes import dear_step, is_supplied
from tests.games.ardennes_offensive.table import Table, at
from tests.games.ardennes_offensive.textbook import Map
from tests.rulemark import rule


def one(unit: str, hex_: str, bystanders: bool = True) -> Table:
    """A unit alone on the map, about to move."""
    data = UNITS[unit]
    return at(f"{data['side']} movement", f"{unit} {data['strength']}-{data['ma']} at {hex_}", bystanders=bystanders)


def plain_hex(hex_: str) -> bool:
    return not ground.features(hex_) & {"westwall", "cleared-westwall"}


def off_road(a: str, b: str) -> bool:
    return not ground.road(a, b) and plain_hex(b)


def priced(unit: str, points: int, condition: Callable[[str, str], bool]) -> dict[str, Fraction]:
    """What a step of this price is made up of, measured and then made."""
    here, there = dear_step(unit, points, condition)
    table = one(unit, here)
    assert table.cost(unit, there) == points
    bill = table.bill(unit, there)
    table.move(unit, "go", there)
    assert table.where(unit) == there
    return dict(bill)


# Movement


@rule("AO-11.0.clear")
@pytest.mark.parametrize("unit", ["1SSPz-1a", "12VG-27", "9AD-CCB", "99ID-395"])
def test_a_clear_hex_costs_one(unit: str):
    bill = priced(unit, 1, lambda a, b: off_road(a, b) and ground.terrain(b) == "clear" and not ground.side(a, b))
    assert bill == {"AO-11.0.clear": 1}


@rule("AO-11.0.rough")
@pytest.mark.parametrize(("unit", "points"), [("1SSPz-1a", 4), ("12VG-27", 2), ("9AD-CCB", 4), ("99ID-395", 2)])
def test_a_rough_hex_costs_four_or_two(unit: str, points: int):
    bill = priced(unit, points, lambda a, b: off_road(a, b) and ground.terrain(b) == "rough" and not ground.side(a, b))
    assert bill == {"AO-11.0.rough": points}


@rule("AO-11.0.road")
@pytest.mark.parametrize("unit", ["1SSPz-1a", "12VG-27", "9AD-CCB", "99ID-395"])
def test_a_road_hex_costs_one_along_the_road(unit: str):
    bill = priced(unit, 1, lambda a, b: ground.road(a, b) and ground.terrain(b) == "rough")
    assert bill["AO-11.0.road"] == 1


@rule("AO-11.0.rough")
def test_a_road_hex_entered_across_country_costs_its_terrain():
    bill = priced("1SSPz-1a", 4, lambda a, b: off_road(a, b) and ground.on_road(b) and ground.terrain(b) == "rough"
                  and not ground.side(a, b))  # fmt: skip
    assert bill == {"AO-11.0.rough": 4}


@rule("AO-11.0.river")
@pytest.mark.parametrize(("unit", "points"), [("1SSPz-1a", 7), ("12VG-27", 4), ("9AD-CCB", 7), ("99ID-395", 4)])
def test_a_river_costs_six_or_three_more(unit: str, points: int):
    bill = priced(unit, points, lambda a, b: off_road(a, b) and ground.terrain(b) == "clear"
                  and "river" in ground.side(a, b) and not ground.bridge(a, b))  # fmt: skip
    assert bill == {"AO-11.0.clear": 1, "AO-11.0.river": points - 1}


@rule("AO-11.0.ford")
@pytest.mark.parametrize(("unit", "points"), [("1SSPz-1a", 4), ("12VG-27", 2), ("9AD-CCB", 4), ("99ID-395", 2)])
def test_a_ford_costs_three_or_one_more(unit: str, points: int):
    bill = priced(unit, points, lambda a, b: off_road(a, b) and ground.terrain(b) == "clear"
                  and "ford" in ground.side(a, b) and not ground.bridge(a, b))  # fmt: skip
    assert bill == {"AO-11.0.clear": 1, "AO-11.0.ford": points - 1}


@rule("AO-11.0.bridge")
@pytest.mark.parametrize("unit", ["1SSPz-1a", "99ID-395"])
def test_a_bridge_takes_the_cost_of_the_river_away(unit: str):
    bill = priced(unit, 1, lambda a, b: ground.bridge(a, b) and ground.road(a, b) and "river" in ground.side(a, b))
    assert bill == {"AO-11.0.road": 1, "AO-11.0.bridge": 0}


@rule("AO-11.0.town")
def test_a_town_costs_what_its_ground_costs():
    def into(kind: str) -> Callable[[str, str], bool]:
        return lambda a, b: ground.town(b) and off_road(a, b) and ground.terrain(b) == kind and not ground.side(a, b)

    for kind, points in (("clear", 1), ("rough", 4)):
        try:
            here, there = dear_step("9AD-CCB", points, into(kind))
        except LookupError:
            continue
        assert one("9AD-CCB", here).cost("9AD-CCB", there) == points
        break
    else:
        raise AssertionError("the map has no town that is entered across country")
    town, foe = ground.first_step(lambda a, b: ground.town(a) and not ground.german_ground(a))
    table = at("german combat", f"99ID-395 3-4 at {town}\n1SSPz-1a 9-10 at {foe}")
    table.attack(town, by=["1SSPz-1a"], die=6)
    assert table.where("99ID-395") == town


@rule("AO-11.0.impassable")
@pytest.mark.parametrize("hex_", MAP["map_fixed"]["impassable"])
@pytest.mark.parametrize("unit", ["1SSPz-1a", "99ID-395"])
def test_nobody_enters_an_impassable_hex(hex_: str, unit: str):
    here = next(n for n in ground.neighbours(hex_) if ground.live(n) and is_supplied(unit, n))
    table = one(unit, here, bystanders=False)
    assert hex_ not in table.reach(unit)
    assert table.bars(unit, "go", hex_) == "AO-11.0.impassable"


@rule("AO-11.0.westwall")
@pytest.mark.parametrize(("unit", "points"), [("9AD-CCB", 6), ("99ID-395", 4), ("1SSPz-1a", 4), ("12VG-27", 2)])
def test_allied_units_pay_two_more_for_a_rough_west_wall_hex(unit: str, points: int):
    here, there = dear_step(unit, points, lambda a, b: ground.west_wall(b) and ground.terrain(b) == "rough"
                            and not ground.road(a, b) and not ground.side(a, b))  # fmt: skip
    assert one(unit, here).cost(unit, there) == points
    wall, foe = ground.first_step(lambda a, b: ground.west_wall(a) and not ground.features(b))
    table = at("allied combat", f"26VG-77 2-4 at {wall}\n99ID-395 3-4 at {foe}", turn=3)
    assert table.odds(wall, by=["99ID-395"]).defence == 6


@rule("AO-11.0.cleared")
@pytest.mark.parametrize(("unit", "points"), [("9AD-CCB", 4), ("99ID-395", 2)])
def test_a_cleared_west_wall_hex_costs_nobody_more(unit: str, points: int):
    def across(a: str, b: str) -> bool:
        return ground.cleared_wall(b) and not ground.road(a, b) and not ground.side(a, b)

    rough = points if any(ground.terrain(h) == "rough" for h in ground.where(ground.cleared_wall)) else 1
    here, there = dear_step(unit, rough, across)
    assert one(unit, here).cost(unit, there) == rough
    cleared, foe = ground.first_step(lambda a, b: ground.cleared_wall(a) and not ground.features(b))
    table = at("allied combat", f"26VG-77 2-4 at {cleared}\n99ID-395 3-4 at {foe}")
    assert table.odds(cleared, by=["99ID-395"]).defence == 4


@rule("AO-11.0.edge")
def test_there_is_no_combat_into_or_out_of_the_map_edge():
    here = ground.first(lambda h: ground.open_ground(h) and any(map(ground.edge, ground.neighbours(h))))
    edge = next(filter(ground.edge, ground.neighbours(here)))
    into = at("german combat", f"1SSPz-1a 9-10 at {here}\n99ID-395 3-4 at {edge}")
    assert into.offers("target") == set()
    assert into.forbids(f"target {edge}") == "AO-11.0.edge"
    out_of = at("allied combat", f"1SSPz-1a 9-10 at {here}\n99ID-395 3-4 at {edge}")
    assert out_of.offers("target") == set()


# Combat


def wall_and_foe() -> tuple[str, str]:
    return ground.first_step(lambda a, b: ground.west_wall(a) and not ground.features(b) & {"westwall", "town"})


@rule("AO-11.0.westwall")
def test_germans_attack_out_of_the_west_wall_with_double_strength():
    wall, foe = wall_and_foe()
    table = at("german combat", f"26VG-77 2-4 at {wall}\n99ID-395 3-4 at {foe}")
    assert table.odds(foe, by=["26VG-77"]).attack == 4


@rule("AO-11.0.cleared")
def test_germans_attack_out_of_a_cleared_hex_with_their_own_strength():
    cleared, foe = ground.first_step(lambda a, b: ground.cleared_wall(a) and not ground.features(b))
    table = at("german combat", f"26VG-77 2-4 at {cleared}\n99ID-395 3-4 at {foe}")
    found = table.odds(foe, by=["26VG-77"])
    assert found.attack == 2
    assert "AO-11.0.cleared" not in {line.rule for line in found.tally}


@rule("AO-11.0.westwall")
def test_allied_units_gain_nothing_from_the_west_wall():
    wall, foe = wall_and_foe()
    defending = at("german combat", f"99ID-395 3-4 at {wall}\n26VG-77 2-4 at {foe}")
    assert defending.odds(wall, by=["26VG-77"]).defence == 3
    attacking = at("allied combat", f"99ID-395 3-4 at {wall}\n26VG-77 2-4 at {foe}")
    assert attacking.odds(foe, by=["99ID-395"]).attack == 3
    column = defending.odds(wall, by=["26VG-77"]).column
    defending.attack(wall, by=["26VG-77"], die=die_for("initial", column, "Ar1" if column == "1-2" else "Dr1"))
    assert defending.offers("choose") == set()
    assert defending.events(rule="AO-11.0.westwall") == []


@rule("AO-9.3.K")
@pytest.mark.parametrize("kind", ["clear", "rough", "river", "ford", "bridge"])
def test_other_terrain_has_no_effect_on_combat(kind: str):
    def fits(a: str, b: str) -> bool:
        works = (ground.features(a) | ground.features(b)) & {"westwall", "cleared-westwall"}
        return not works and (kind in ground.side(a, b) or ground.terrain(b) == kind)

    here, there = ground.first_step(lambda a, b: fits(a, b) and is_supplied("1SSPz-1a", a))
    table = at("german combat", f"1SSPz-1a 9-10 at {here}\n99ID-395 3-4 at {there}")
    if table.supply("1SSPz-1a") == "supplied":
        assert table.strengths(there, by=["1SSPz-1a"]) == (9, 3)
    else:
        assert table.strengths(there, by=["1SSPz-1a"]) == (5, 3)


# Immunity


def town_fight(waive: bool, die: int) -> Table:
    """A German tank attacks an American in a town."""
    town, foe = town_and_foe()
    table = at("german combat", f"1SSPz-1a 9-10 at {foe}\n99ID-395 3-4 at {town}")
    assert table.odds(town, by=["1SSPz-1a"]).column == "3-1"
    return table.attack(town, by=["1SSPz-1a"], die=die, answers={town: "waive" if waive else "keep"})


def town_and_foe() -> tuple[str, str]:
    for town in ground.where(lambda h: ground.town(h) and not ground.german_ground(h)):
        for foe in ground.neighbours(town):
            if ground.live(foe) and not ground.features(foe) & {"town", "westwall"}:
                found = Map(3, {"1SSPz-1a": foe, "99ID-395": town})
                if found.supply("1SSPz-1a") == "supplied" and found.retreats("99ID-395", 1):
                    return town, foe
    raise LookupError("no town of the map fits")


@rule("AO-11.0.town")
def test_a_retreat_result_does_nothing_to_units_in_a_town():
    table = town_fight(waive=False, die=die_for("initial", "3-1", "Dr1"))
    assert table.where("99ID-395") == town_and_foe()[0]


@rule("AO-R.11")
def test_the_owner_may_waive_the_immunity_before_the_die():
    table = town_fight(waive=True, die=die_for("initial", "3-1", "Dr1"))
    assert table.offers("step") or table.where("99ID-395") != town_and_foe()[0]


@rule("AO-E.11.0")
def test_the_owner_is_asked_before_the_die_falls():
    town, foe = town_and_foe()
    table = at("german combat", f"1SSPz-1a 9-10 at {foe}\n99ID-395 3-4 at {town}")
    table.declare(town, by=["1SSPz-1a"]).do("fight 3-1")
    assert table.state.chance is None
    assert (table.state.decision.side, table.state.decision.rule) == ("allied", "AO-E.11.0")
    assert table.offers("choose") == {"keep", "waive"}
    assert table.state.decision.facts == {"odds": 3, "hex": town}


@rule("AO-10.1.De")
def test_nobody_is_asked_when_the_column_holds_nothing_to_be_immune_against():
    """At 9-1 on the initial table there is no retreat."""
    town, foe = town_and_foe()
    table = at("german combat", f"1SSPz-1a 9-10 at {foe}\n392e 1-4 at {town}")
    assert table.odds(town, by=["1SSPz-1a"]).column == "9-1"
    table.declare(town, by=["1SSPz-1a"]).try_("fight 9-1")
    assert table.state.chance is not None
    table.roll(1)
    assert table.where("392e") == "eliminated"


@rule("AO-R.11")
def test_the_attacker_speaks_first_when_both_are_immune():
    wall, town = both_immune()
    table = at("german combat", f"12VG-27 4-4 at {wall}\n4ID-12 5-4 at {town}")
    table.declare(town, by=["12VG-27"]).try_("fight 1-1")
    asked = []
    while table.state.chance is None:
        asked.append((table.state.decision.side, (table.state.decision.facts or {})["hex"]))
        table.do("choose waive")
    assert asked == [("german", wall), ("allied", town)]


def both_immune() -> tuple[str, str]:
    return ground.first_step(
        lambda a, b: (ground.west_wall(a) or ground.town(a)) and ground.town(b) and is_supplied("12VG-27", a)
    )


@rule("AO-E.11.0")
@pytest.mark.parametrize("works", [ground.west_wall, ground.cleared_wall])
def test_germans_in_the_west_wall_have_the_same_choice(works: Callable[[str], bool]):
    wall, foe = ground.first_step(lambda a, b: works(a) and not ground.features(b) & {"westwall", "town"})
    table = at("allied combat", f"26VG-77 2-4 at {wall}\n3AD-36 7-12 at {foe}\n9AD-CCB 5-12 at {foe}")
    table.declare(wall, by=["3AD-36", "9AD-CCB"])
    table.try_(f"fight {table.odds(wall, by=['3AD-36', '9AD-CCB']).column}")
    assert (table.state.decision.side, table.state.decision.rule) == ("german", "AO-E.11.0")
    table.do("choose keep").roll(3)
    assert table.where("26VG-77") == wall


@rule("AO-11.0.town")
def test_attackers_in_a_town_do_not_retreat_either():
    town, foe = town_and_foe()
    table = at("german combat", f"26VG-77 2-4 at {town}\n4ID-12 5-4 at {foe}")
    assert table.odds(foe, by=["26VG-77"]).column == "1-2"
    table.attack(foe, by=["26VG-77"], die=6)
    assert (table.result(), table.where("26VG-77")) == ("Ar2", town)


@rule("AO-R.13")
def test_a_result_moves_the_units_outside_the_town_and_leaves_those_inside():
    town, other, foe = town_and_field()
    table = at("german combat", f"1SSPz-1a 9-10 at {foe}\n392e 1-4 at {town}\n366e 1-4 at {other}")
    found = table.odds(town, other, by=["1SSPz-1a"])
    table.attack(town, other, by=["1SSPz-1a"], die=die_for("initial", found.column, "Dr2"))
    assert table.where("392e") == town
    assert table.offers("step") or table.where("366e") != other
    (said,) = table.events("immune", "AO-R.13")
    assert said.text == f"The result moves only the units in {other}"


def town_and_field() -> tuple[str, str, str]:
    """A town, a hex outside and an attacker beside both."""
    for town in ground.where(lambda h: ground.town(h) and not ground.german_ground(h)):
        for other in ground.neighbours(town):
            for foe in set(ground.neighbours(town)) & set(ground.neighbours(other)):
                plain = not ground.features(other) & {"town", "westwall"} and not ground.features(foe) & {"westwall"}
                if not (ground.live(other) and ground.live(foe) and plain):
                    continue
                found = Map(3, {"1SSPz-1a": foe, "392e": town, "366e": other})
                if found.supply("1SSPz-1a") == "supplied" and found.retreats("366e", 2):
                    return town, other, foe
    raise LookupError("no town of the map fits")


@rule("AO-10.1.De")
def test_nothing_is_immune_to_elimination():
    town, foe = town_and_foe()
    table = at("german combat", f"1SSPz-1a 9-10 at {foe}\n392e 1-4 at {town}")
    table.attack(town, by=["1SSPz-1a"], die=6)
    assert table.where("392e") == "eliminated"


@rule("AO-R.25")
def test_an_interdicted_bridge_is_crossed_like_the_river_without_it():
    for a, b in ground.BRIDGES:
        for here, there in ((a, b), (b, a)):
            if not (ground.live(here) and ground.live(there)):
                continue
            for gun in sorted(ground.ring(there, 3)):
                if not ground.live(gun) or ground.distance(gun, here) < 3:
                    continue
                found = Map(3, {"9AD-CCB": here, "26VG-77": gun})
                price = found.step_cost("9AD-CCB", here, there, False)
                if found.supply("9AD-CCB") != "supplied" or found.reach("9AD-CCB").get((there, False)) != price:
                    continue
                table = at("allied movement", f"9AD-CCB 5-12 at {here}\n26VG-77 2-4 at {gun}")
                assert table.cost("9AD-CCB", there) * 10 == price
                table.move("9AD-CCB", "go", there)
                return
    raise AssertionError("no bridge of the map fits")
