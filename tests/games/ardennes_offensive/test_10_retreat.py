"""10.2: retreats: where they may lead, and which way the priorities choose."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations, pairwise

import pytest

from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.attacks import setting
from tests.games.ardennes_offensive.crt import die_for
from tests.games.ardennes_offensive.scenes import PLAIN, draw
from tests.games.ardennes_offensive.table import Table, at
from tests.games.ardennes_offensive.textbook import Map
from tests.rulemark import rule

# Where a retreat may lead


@rule("AO-10.2")
def test_the_victor_leads_the_retreat():
    table, attackers = setting("3-1", "initial")
    table.attack(PLAIN, by=attackers, die=die_for("initial", "3-1", "Dr2"))
    assert table.state.decision.side == "german"
    ways = table.textbook().retreats("392e", 2)
    assert table.offers("step") == {way[0] for way in ways}
    first = sorted(table.offers("step"))[0]
    table.do(f"step {first}")
    rest = {way[1] for way in ways if way[0] == first}
    assert table.offers("step") == rest or table.where("392e") in rest


@rule("AO-10.2")
def test_no_retreat_is_led_into_enemies_or_zones():
    table, attackers = setting("3-1", "initial")
    table.attack(PLAIN, by=attackers, die=die_for("initial", "3-1", "Dr1"))
    for closed in ("E", "NE", "SE"):
        assert table.hex(closed) not in table.offers("step")


@rule("AO-10.2")
def test_a_unit_without_a_way_is_eliminated_and_counts():
    table = at("german combat", """
        1SSPz-1a  9-10 at E
        12SSPz-12 7-10 at W W
        2Pz-3     6-10 at NE NW
        150Bde    3-10 at SE SW
        99ID-395  3-4  at .
    """, centre=PLAIN)  # fmt: skip
    table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr1"))
    assert table.where("99ID-395") == "eliminated"
    assert table.points("german") == 1


@rule("AO-R.6")
def test_a_retreat_ends_the_full_distance_away_by_the_straightest_count():
    """Every step leads farther off: no hex nearer than the steps taken is offered."""
    table, attackers = setting("3-1", "initial")
    table.attack(PLAIN, by=attackers, die=die_for("initial", "3-1", "Dr3"))
    assert table.forbids(f"step {PLAIN}") == "AO-R.6"
    assert table.forbids(f"step {table.hex('W W')}") == "AO-R.6"
    for steps in (1, 2, 3):
        here = table.offers("step")
        if here:
            assert {ground.distance(PLAIN, h) for h in here} == {steps}
            table.do(f"step {sorted(here)[0]}")
    assert ground.distance(PLAIN, table.where("392e")) == 3


@rule("AO-6.7.M")
def test_a_column_on_a_road_that_bends_back_is_eliminated():
    german, column = bent_road()
    table = at("german combat", f"1SSPz-1a 9-10 at {german}\n99ID-395 3-4 at {column} road-mode")
    assert table.odds(column, by=["1SSPz-1a"]).column == "4-1"
    table.attack(column, by=["1SSPz-1a"], die=die_for("initial", "4-1", "Dr3"))
    assert table.where("99ID-395") == "eliminated"


def bent_road() -> tuple[str, str]:
    """An attacker's hex and a column's, where the column can fall back along roads one hex but not three."""
    for column in ground.where(lambda h: ground.on_road(h) and not ground.town(h) and not ground.german_ground(h)):
        for german in ground.neighbours(column):
            if not ground.live(german) or ground.west_wall(german):
                continue
            here = Map(3, {"1SSPz-1a": german, "99ID-395": column}, frozenset(["99ID-395"]))
            if here.retreats("99ID-395", 3) or not here.retreats("99ID-395", 1):
                continue
            far = all(ground.distance(column, e) > 4 for e in ground.HEXES if ground.edge(e))
            if far and here.supply("1SSPz-1a") == "supplied":
                return german, column
    raise LookupError("no road of the map bends back")


@rule("AO-R.4")
def test_nobody_is_pushed_aside_for_a_retreat():
    """The one way out is full: the retreating unit is lost, the others stay."""
    table = at("german combat", """
        1SSPz-1a  9-10 at E
        12SSPz-12 7-10 at W W
        2Pz-3     6-10 at NE NW
        150Bde    3-10 at SE SW
        99ID-395  3-4  at .
        99ID-393  3-4  at W
        99ID-394  3-4  at W
        2ID-38    4-4  at W
    """, centre=PLAIN)  # fmt: skip
    table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr1"))
    assert table.where("99ID-395") == "eliminated"
    assert {table.where(unit) for unit in ("99ID-393", "99ID-394", "2ID-38")} == {table.hex("W")}


@rule("AO-R.4")
def test_nobody_retreats_into_the_hex_of_a_column():
    """The one open hex holds a friendly column: it is closed, and the retreating unit is lost."""
    for here, column in ground.steps(lambda a, b: ground.field(a, 1) and ground.field(b, 1) and ground.on_road(b)):
        if ground.on_road(here):
            continue
        others = [h for h in ground.neighbours(here) if h != column]
        far = [h for h in ground.ring(here, 2) if ground.distance(h, column) > 1 and ground.live(h)]
        foe = next(h for h in others if ground.distance(h, column) == 2)
        tanks = {"1SSPz-1a": foe, **dict(zip(["2Pz-3", "2Pz-2", "2Pz-304", "12SSPz-12"], far, strict=False))}
        lost = Map(3, {**tanks, "99ID-395": here, "99ID-393": column}, frozenset(["99ID-393"]))
        free = Map(3, {**tanks, "99ID-395": here, "99ID-393": column})
        if lost.retreats("99ID-395", 1) or free.retreats("99ID-395", 1) != {(column,)}:
            continue
        table = at("german combat", draw({**tanks, "99ID-395": here, "99ID-393": f"{column} road-mode"}))
        found = table.odds(here, by=["1SSPz-1a"]).column
        table.attack(here, by=["1SSPz-1a"], die=die_for("initial", found, "Dr1"))
        assert table.where("99ID-395") == "eliminated"
        assert table.where("99ID-393") == column
        return
    raise AssertionError("no road of the map fits")


@rule("AO-R.5")
def test_each_unit_of_a_stack_goes_its_own_way_in_the_order_of_the_victor():
    table = at("german combat", "1SSPz-1a 9-10 at E\n392e 1-4 at .\n366e 1-4 at .", centre=PLAIN)
    table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "4-1", "Dr2"))
    assert table.offers("pick") == {"392e", "366e"}
    assert (table.state.decision.side, table.state.decision.rule) == ("german", "AO-R.5")
    table.do("pick 366e")
    table.lead()
    assert PLAIN not in (table.where("392e"), table.where("366e"))


@rule("AO-R.5")
def test_a_unit_is_not_led_into_a_dead_end():
    """A first step from which the whole retreat could not be completed is not offered."""
    first, second, trap = _dead_end()
    table = at("german combat", f"""
        1SSPz-1a 9-10 at E
        2Pz-3    6-10 at {first}
        2Pz-2    4-10 at {second}
        99ID-395 3-4  at .
    """, centre=PLAIN)  # fmt: skip
    ways = table.textbook().retreats("99ID-395", 2)
    table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr2"))
    assert trap not in table.offers("step")
    assert table.refusal(f"step {trap}").text == f"No complete retreat route leads through {trap}."
    assert table.forbids(f"step {trap}") == "AO-R.5"
    table.lead()
    assert table.where("99ID-395") in {way[-1] for way in ways}


def _dead_end() -> tuple[str, str, str]:
    """Where two more Germans must stand so that a first step is open but leads nowhere, others being open."""
    for first, second in combinations(sorted(filter(ground.live, ground.ring(PLAIN, 3))), 2):
        tanks = {"1SSPz-1a": ground.walk(PLAIN, "E"), "2Pz-3": first, "2Pz-2": second}
        found = Map(3, {**tanks, "99ID-395": PLAIN})
        firsts = {h for h in ground.neighbours(PLAIN) if not found.controlled("allied", h)}
        onward = {
            h for h in firsts for n in ground.neighbours(h)
            if ground.distance(PLAIN, n) == 2 and ground.live(n) and not found.controlled("allied", n)
        }  # fmt: skip
        if firsts - onward and onward and found.supply("1SSPz-1a") == "supplied":
            return first, second, min(firsts - onward)
    raise LookupError("two Germans cannot make a dead end here")


# Which way it must take



def choice(decides: Callable[[Map, tuple[str, ...], tuple[str, ...]], bool]) -> tuple[str, str, str, str]:
    """A hex, an attacker's hex, and two first hexes of a retreat by one, the better first, that a priority decides."""
    for here in ground.where(lambda h: not ground.town(h) and not ground.german_ground(h)):
        for foe in ground.neighbours(here):
            if not ground.live(foe) or ground.west_wall(foe) or ground.town(foe):
                continue
            found = Map(3, {"1SSPz-1a": foe, "99ID-395": here})
            ways = [(here, h) for h in ground.neighbours(here) if ground.live(h) and not found.controlled("allied", h)]
            for good in ways:
                for bad in ways:
                    if decides(found, good, bad) and found.supply("1SSPz-1a") == "supplied":
                        return here, foe, good[1], bad[1]
    raise LookupError("no hex of the map fits")


def decided(found: Map, good: tuple[str, ...], bad: tuple[str, ...], kinds: tuple[str, str]) -> bool:
    """Whether two ways are equal in supply but of these kinds, and the good one is the best of all."""
    kind = tuple(found.kind("allied", *way) for way in (good, bad))
    if kind != kinds:
        return False
    same = found.direction("allied", *good) == found.direction("allied", *bad)
    return same and found.retreats("99ID-395", 1) == {good[1:]}


def driven(here: str, foe: str) -> Table:
    """The American of a choice is driven back one hex."""
    table = at("german combat", f"1SSPz-1a 9-10 at {foe}\n99ID-395 3-4 at {here}")
    assert table.odds(here, by=["1SSPz-1a"]).column == "3-1"
    return table.attack(here, by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr1"))


@rule("AO-E.10.2")
def test_first_toward_the_own_supply_and_away_from_the_enemys():
    """The way that leads home is taken although another is a road and this one is rough."""

    def decides(found: Map, good: tuple[str, ...], bad: tuple[str, ...]) -> bool:
        kinds = found.kind("allied", *good), found.kind("allied", *bad)
        ahead = found.direction("allied", *good) < found.direction("allied", *bad)
        return kinds == ("rough", "road") and ahead and found.retreats("99ID-395", 1) == {good[1:]}

    here, foe, home, away = choice(decides)
    table = driven(here, foe)
    assert table.where("99ID-395") == home != away


@rule("AO-10.2.road")
def test_then_roads_before_clear_ground():
    here, foe, good, bad = choice(lambda m, a, b: decided(m, a, b, ("road", "clear")))
    table = driven(here, foe)
    assert table.where("99ID-395") == good != bad


@rule("AO-10.2.clear")
def test_then_clear_ground_before_rough():
    here, foe, good, bad = choice(lambda m, a, b: decided(m, a, b, ("clear", "rough")))
    table = driven(here, foe)
    assert table.where("99ID-395") == good != bad


@rule("AO-10.2.rough")
def test_then_rough_ground_and_fords_before_rivers():
    here, foe, good, bad = choice(lambda m, a, b: decided(m, a, b, ("rough", "river")))
    table = driven(here, foe)
    assert table.where("99ID-395") == good != bad


@rule("AO-10.2.interdicted")
def test_then_interdicted_bridges_before_rivers():
    here, foe, good, bad = choice(lambda m, a, b: decided(m, a, b, ("interdicted", "river")))
    table = driven(here, foe)
    assert table.where("99ID-395") == good != bad


@rule("AO-10.2.rough")
def test_but_rough_ground_before_interdicted_bridges():
    here, foe, good, bad = choice(lambda m, a, b: decided(m, a, b, ("rough", "interdicted")))
    table = driven(here, foe)
    assert table.where("99ID-395") == good != bad


@rule("AO-10.2.river")
def test_rivers_are_crossed_where_nothing_else_is_left():
    def decides(found: Map, good: tuple[str, ...], bad: tuple[str, ...]) -> bool:
        return good == bad and found.kind("allied", *good) == "river" and found.retreats("99ID-395", 1) == {good[1:]}

    here, foe, river, _ = choice(decides)
    table = driven(here, foe)
    assert table.where("99ID-395") == river
    (said,) = table.events("limit", "AO-10.2.river")
    assert said.text.endswith(": over a river, with no better route")


@rule("AO-10.2.friends")
def test_last_the_way_with_the_fewest_friends():
    table = at("german combat", "1SSPz-1a 9-10 at E\n99ID-395 3-4 at .", centre=PLAIN)
    ways = table.textbook().retreats("99ID-395", 1)
    assert len(ways) > 1
    (crowded,), *_ = sorted(ways)
    table = at("german combat", f"1SSPz-1a 9-10 at E\n99ID-395 3-4 at .\n99ID-393 3-4 at {crowded}", centre=PLAIN)
    expected = table.textbook().retreats("99ID-395", 1)
    assert expected == {way for way in ways if way != (crowded,)}
    table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr1"))
    table.lead()
    assert table.where("99ID-395") in {way[0] for way in expected}


@rule("AO-R.2")
def test_whole_ways_are_compared_not_single_steps():
    """A way with two road steps is taken before one that begins on a road and then leaves it."""
    for here in ground.where(lambda h: not ground.town(h) and not ground.german_ground(h)):
        for foe in ground.neighbours(here):
            if not ground.live(foe) or ground.west_wall(foe) or ground.town(foe):
                continue
            found = Map(3, {"1SSPz-1a": foe, "99ID-395": here})
            best = found.retreats("99ID-395", 2)
            if not best or found.supply("1SSPz-1a") != "supplied":
                continue
            kinds = {tuple(found.kind("allied", a, b) for a, b in pairwise((here, *w))) for w in best}
            tempting = [h for h in ground.neighbours(here) if ground.live(h) and not found.controlled("allied", h)
                        and found.kind("allied", here, h) == "road" and h not in {w[0] for w in best}]  # fmt: skip
            several = len({way[0] for way in best}) > 1  # so that the victor is asked
            if {kind[0] for kind in kinds} == {"clear"} and tempting and several:
                table = at("german combat", f"1SSPz-1a 9-10 at {foe}\n99ID-395 3-4 at {here}")
                table.attack(here, by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr2"))
                refusal = table.refusal(f"step {tempting[0]}")
                assert "whole routes are compared, not single steps (AO-R.2)" in refusal.text
                assert refusal.rule in ("AO-E.10.2", "AO-10.2.road")
                assert not set(tempting) & table.offers("step")
                table.lead()
                assert table.where("99ID-395") in {way[-1] for way in best}
                return
    raise AssertionError("the map has no such place")


@rule("AO-10.2")
def test_the_printed_last_priority_is_not_used():
    """Among ways equal to the end, the one toward the enemy's supply has no preference: the victor is free."""
    table = at("german combat", "1SSPz-1a 9-10 at E\n99ID-395 3-4 at .", centre=PLAIN)
    ways = table.textbook().retreats("99ID-395", 1)
    assert len(ways) > 1
    table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr1"))
    assert table.offers("step") == {way[0] for way in ways}


@rule("AO-R.1")
def test_a_source_that_the_enemy_holds_is_left_out():
    """With the nearest exit in German hands the American falls back toward the next one."""
    for here in ground.where(lambda h: ground.field(h, 1) and not ground.on_road(h)):
        foe = ground.walk(here, "E")
        for exit_ in ground.EXITS:
            pieces = {"1SSPz-1a": foe, "99ID-395": here}
            before = Map(3, pieces).retreats("99ID-395", 1)
            after = Map(3, {**pieces, "2Pz-3": exit_}).retreats("99ID-395", 1)
            if before and after and not before & after and ground.distance(here, exit_) > 4:
                if Map(3, {**pieces, "2Pz-3": exit_}).supply("1SSPz-1a") != "supplied":
                    continue
                table = at("german combat", f"1SSPz-1a 9-10 at {foe}\n2Pz-3 6-10 at {exit_}\n99ID-395 3-4 at {here}")
                table.attack(here, by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr1"))
                table.lead()
                assert (table.where("99ID-395"),) in after
                (said,) = table.events("limit", "AO-R.1")
                assert said.text.endswith(": ignoring supply sources in enemy hands")
                return
    raise AssertionError("the map has no such place")


@rule("AO-R.1", "AO-E.10.2")
def test_lost_sources_are_spoken_of_only_where_the_way_to_supply_decides():
    """With one way left nothing decides, and nothing is said of an exit in German hands; nor without such an exit."""
    lost = f"26VG-77 2-4 at {min(ground.EXITS)}"
    ring = ("1SSPz-1a 9-10 at E", "2Pz-3 6-10 at NW NW", "3FJ-9 3-4 at SW SW", "12VG-27 4-4 at NE NW")
    for foes, chosen, spoken in (((ring[0], lost), True, True), ((*ring, lost), False, False), (ring[:1], True, False)):
        drawing = "\n".join((*foes, "99ID-395 3-4 at ."))
        table = at("german combat", drawing, centre=PLAIN)
        table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr1")).lead()
        assert table.where("99ID-395") not in (PLAIN, "eliminated")
        said = {event.rule for event in table.events("limit")}
        assert ("AO-E.10.2" in said, "AO-R.1" in said) == (chosen, spoken)


@rule("AO-10.2")
def test_a_german_with_no_way_inland_is_eliminated_by_the_general_rule():
    table = at("allied combat", """
        2AD-66   6-12 at E
        3AD-36   7-12 at W W
        3AD-32   6-12 at NE NW
        9AD-CCB  5-12 at SE SW
        26VG-77  2-4  at .
    """, centre=PLAIN)  # fmt: skip
    table.attack(PLAIN, by=["2AD-66"], die=die_for("standard", table.odds(PLAIN, by=["2AD-66"]).column, "Dr3"))
    assert table.where("26VG-77") == "eliminated"
    assert [event.rule for event in table.events("loss")] == ["AO-10.2"]


@rule("AO-5.3.N")
def test_a_german_who_could_only_retreat_off_the_live_map_is_eliminated():
    edge_hex = ground.first(lambda h: ground.open_ground(h) and any(map(ground.edge, ground.neighbours(h))))
    inland = [h for h in ground.neighbours(edge_hex) if ground.live(h)]
    foes = ["3AD-36 7-12", "3AD-32 6-12", "3AD-33 6-12", "2AD-66 6-12"]
    lines = [f"{foe} at {post}" for foe, post in zip(foes, inland, strict=False)]
    table = at("allied combat", "\n".join([f"26VG-77 2-4 at {edge_hex}", *lines]))
    by = [foe.split()[0] for foe in foes[: len(lines)]][:1]
    found = table.odds(edge_hex, by=by)
    table.attack(edge_hex, by=by, die=die_for("standard", found.column, "Dr3"))
    assert table.where("26VG-77") == "eliminated"
    assert [event.rule for event in table.events("loss")] == ["AO-5.3.N"]


@rule("AO-7.5.E")
def test_a_german_zone_closes_a_map_edge_hex_to_retreat():
    """The same corner as for a retreat off the map, with Germans whose zones reach the edge: the American is lost."""
    corner = ground.first(lambda h: ground.open_ground(h) and any(map(ground.edge, ground.neighbours(h))))
    inland = [h for h in ground.neighbours(corner) if ground.live(h)]
    names = ["1SSPz-1a 9-10", "2Pz-3 6-10", "PzLehr-130 6-10", "12SSPz-12 7-10", "12SSPz-25 5-10", "150Bde 3-10"]
    lines = [f"{name} at {post}" for name, post in zip(names, inland, strict=False)]
    table = at("german combat", "\n".join([f"99ID-395 3-4 at {corner}", *lines]))
    reached = {h for h in ground.neighbours(corner) if ground.edge(h)}
    assert reached <= table.state.zoc("german")
    found = table.odds(corner, by=["1SSPz-1a"])
    table.attack(corner, by=["1SSPz-1a"], die=die_for("initial", found.column, "Dr1"))
    assert table.where("99ID-395") == "eliminated"
    assert [event.rule for event in table.events("loss")] == ["AO-10.2"]


# Whose bridges


@rule("AO-R.50")
def test_a_retreat_sees_bridges_as_its_own_side_does():
    """The defender's bridges are cut by the attacker beside him, at the moment of combat."""
    here, foe, good, _ = choice(lambda m, a, b: decided(m, a, b, ("interdicted", "river")))
    table = driven(here, foe)
    assert ground.bridge(here, good)
    assert table.where("99ID-395") == good
    (said,) = table.events("limit", "AO-R.50")
    assert said.text.endswith(": with the bridges interdicted to the Allied side")


# What the log says of it


@rule("AO-E.map.1", "AO-11.0.impassable")
@pytest.mark.parametrize(
    ("kind", "rule_", "why"),
    [("void", "AO-E.map.1", "closed to all units"), ("impassable", "AO-11.0.impassable", "impassable")],
)
def test_the_log_tells_barred_hexes_from_impassable_ones(kind: str, rule_: str, why: str):
    for here in ground.where(lambda h: any(ground.terrain(n) == kind for n in ground.neighbours(h))):
        shut = next(n for n in ground.neighbours(here) if ground.terrain(n) == kind)
        foes = [h for h in ground.neighbours(here) if ground.live(h) and ground.distance(h, shut) > 1]
        found = [Map(3, {"1SSPz-1a": foe, "99ID-395": here}).supply("1SSPz-1a") for foe in foes[:1]]
        if found != ["supplied"] or ground.town(here) or ground.west_wall(foes[0]):
            continue
        table = at("german combat", f"1SSPz-1a 9-10 at {foes[0]}\n99ID-395 3-4 at {here}")
        table.attack(here, by=["1SSPz-1a"], die=6)
        (said,) = table.events("limit", rule_)
        assert shut in said.text
        assert said.text.endswith(why)
        assert {e.rule for e in table.events("limit")} & {"AO-E.map.1", "AO-11.0.impassable"} == {rule_}
        return
    raise AssertionError(f"no {kind} hex of the map fits")


@rule("AO-7.5.E")
def test_the_log_names_the_map_edge_hexes_under_german_zones_and_no_others():
    looked = 0
    for here in ground.where(ground.open_ground):
        edge = {near for near in ground.neighbours(here) if ground.edge(near)}
        for foe in (near for near in ground.neighbours(here) if ground.field(near, 0) and ground.live(near)):
            shut = edge & set(ground.neighbours(foe))
            if not 0 < len(shut) < len(edge) or Map(3, {"1SSPz-1a": foe}).supply("1SSPz-1a") != "supplied":
                continue
            table = at("german combat", f"1SSPz-1a 9-10 at {foe}\n99ID-395 3-4 at {here}")
            column = table.odds(here, by=["1SSPz-1a"]).column
            table.attack(here, by=["1SSPz-1a"], die=die_for("initial", column, "Dr1")).lead()
            (said,) = table.events("limit", "AO-7.5.E")
            assert set(re.findall(r"\d{4}", said.text)) == shut
            looked += 1
            if looked == 12:
                return
    raise AssertionError("the map has no such places")


@rule("AO-11.0.impassable")
def test_no_retreat_leads_onto_impassable_ground_and_the_refusal_says_why():
    looked = 0
    for here in ground.where(ground.open_ground):
        for dead in (near for near in ground.neighbours(here) if not ground.live(near) and not ground.edge(near)):
            for foe in ground.neighbours(here):
                found = Map(3, {"1SSPz-1a": foe, "99ID-395": here})
                if not ground.live(foe) or ground.distance(foe, dead) != 2 or found.supply("1SSPz-1a") != "supplied":
                    continue
                if len(found.retreats("99ID-395", 1)) < 2:
                    continue
                table = at("german combat", f"1SSPz-1a 9-10 at {foe}\n99ID-395 3-4 at {here}")
                column = table.odds(here, by=["1SSPz-1a"]).column
                table.attack(here, by=["1SSPz-1a"], die=die_for("initial", column, "Dr1"))
                if table.offers("step"):
                    assert table.forbids(f"step {dead}") == "AO-11.0.impassable"
                    looked += 1
    assert looked
