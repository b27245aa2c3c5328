"""10: the combat results tables, retreats and their priorities, exchanges."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise

import pytest

from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.crt import COLUMNS, PRINTED, chances, die_for, result
from tests.games.ardennes_offensive.scenes import PLAIN, draw
from tests.games.ardennes_offensive.table import Table, at
from tests.games.ardennes_offensive.textbook import Map
from tests.rulemark import rule

# Attackers east of a 1-4 engineer (or a 4-4 for less than even odds) that give each column.
SETTING = {
    "1-2": (["26VG-77 2-4"], "2ID-38 4-4"),
    "1-1": (["12VG-27 4-4"], "2ID-38 4-4"),
    "2-1": (["26VG-77 2-4"], "392e 1-4"),
    "3-1": (["3FJ-9 3-4"], "392e 1-4"),
    "4-1": (["12VG-27 4-4"], "392e 1-4"),
    "5-1": (["12SSPz-25 5-10"], "392e 1-4"),
    "6-1": (["2Pz-3 6-10"], "392e 1-4"),
    "7-1": (["12SSPz-12 7-10"], "392e 1-4"),
    "8-1": (["2Pz-3 6-10", "26VG-77 2-4"], "392e 1-4"),
    "9-1": (["1SSPz-1a 9-10"], "392e 1-4"),
}
Ways = set[tuple[str, ...]]
CELLS = [(column, die) for column in COLUMNS for die in range(1, 7)]


def setting(column: str, table: str) -> tuple[Table, list[str]]:
    """A German attack in a column, on either table."""
    attackers, defender = SETTING[column]
    lines = [f"{unit} at E" for unit in attackers] + [f"{defender} at ."]
    found = at("german combat", "\n".join(lines), centre=PLAIN, turn=3, standard_crt=table == "standard")
    return found, [unit.split()[0] for unit in attackers]


# The tables


@pytest.mark.parametrize("table", ["initial", "standard"])
@pytest.mark.parametrize(("column", "die"), CELLS)
def test_every_cell_of_both_tables(table: str, column: str, die: int):
    found, attackers = setting(column, table)
    assert found.odds(PLAIN, by=attackers).column == column
    found.attack(PLAIN, by=attackers, die=die)
    assert found.result() == PRINTED[table][die][COLUMNS.index(column)]


@pytest.mark.parametrize("table", ["initial", "standard"])
@pytest.mark.parametrize("column", COLUMNS)
def test_the_chances_of_every_column(table: str, column: str):
    found, attackers = setting(column, table)
    odds = {o.label: o.probability for o in found.odds(PLAIN, by=attackers).outcomes}
    assert odds == pytest.approx(chances(table, column))


@rule("AO-R.39")
@pytest.mark.parametrize("column", COLUMNS)
def test_the_lost_row_of_the_standard_table(column: str):
    found, attackers = setting(column, "standard")
    found.attack(PLAIN, by=attackers, die=6)
    assert found.result() == result("standard", column, 6)


def test_the_allied_player_uses_the_standard_table():
    table = at("allied combat", "9AD-CCB 5-12 at E\n12SSPz-25 5-10 at .", centre=PLAIN, turn=3)
    table.attack(PLAIN, by=["9AD-CCB"], die=3)
    assert (table.result(), result("initial", "1-1", 3)) == ("Ar1", "Dr1")


@rule("AO-10.1.odds")
@pytest.mark.parametrize(
    ("attackers", "defenders", "column"),
    [
        (["26VG-77 2-4"], ["4ID-12 5-4", "2ID-38 4-4"], "1-2"),
        (["1SSPz-1a 9-10", "12SSPz-12 7-10"], ["392e 1-4"], "9-1"),
    ],
)
def test_the_tables_end_at_1_2_and_9_1(attackers: list[str], defenders: list[str], column: str):
    lines = [f"{unit} at E" for unit in attackers] + [f"{unit} at ." for unit in defenders]
    table = at("german combat", "\n".join(lines), centre=PLAIN)
    found = table.odds(PLAIN, by=[unit.split()[0] for unit in attackers])
    assert found.column == column


# When the German changes tables


@rule("AO-10.3", "AO-R.41")
@pytest.mark.parametrize(("die", "label"), [(1, "Ar1"), (2, "Dr1")])
def test_a_one_puts_the_german_on_the_standard_table(die: int, label: str):
    table = at("allied mechanized", "12SSPz-25 5-10 at E\n4ID-12 5-4 at .", centre=PLAIN, turn=8)
    table.do("done")
    assert table.state.chance is not None
    assert table.state.chance.rule == "AO-10.3"
    assert table.state.turn == 9
    table.roll(die).until("german combat")
    table.attack(PLAIN, by=["12SSPz-25"], die=3)
    assert table.result() == label


@rule("AO-10.3")
def test_the_die_is_rolled_on_every_game_turn_until_a_one_and_no_more():
    table = at("allied mechanized", "12SSPz-25 5-10 at E E\n4ID-12 5-4 at W W", centre=PLAIN, turn=8)
    for die in (4, 1):
        table.do("done")
        assert table.state.chance is not None
        table.roll(die).until("allied mechanized")
    table.do("done")
    assert table.state.turn == 11
    assert table.state.chance is None


def test_no_die_is_rolled_before_game_turn_6():
    table = at("allied mechanized", "12SSPz-25 5-10 at E E\n4ID-12 5-4 at W W", centre=PLAIN, turn=4)
    table.do("done")
    assert table.state.turn == 5
    assert table.state.chance is None
    later = at("allied mechanized", "12SSPz-25 5-10 at E E\n4ID-12 5-4 at W W", centre=PLAIN, turn=5)
    later.do("done")
    assert later.state.turn == 6
    assert later.state.chance is not None


# What each result does


@rule("AO-10.1.Ar")
@pytest.mark.parametrize("hexes", [1, 2, 3])
def test_ar_makes_the_attackers_retreat(hexes: int):
    table, attackers = setting("1-2", "standard")
    table.attack(PLAIN, by=attackers, die=die_for("standard", "1-2", f"Ar{hexes}"))
    table.lead()
    assert ground.distance(table.hex("E"), table.where(attackers[0])) == hexes
    assert table.where("2ID-38") == PLAIN


@rule("AO-10.1.Dr")
@pytest.mark.parametrize("hexes", [1, 2, 3])
def test_dr_makes_the_defenders_retreat(hexes: int):
    table, attackers = setting("3-1", "initial")
    table.attack(PLAIN, by=attackers, die=die_for("initial", "3-1", f"Dr{hexes}"))
    table.lead()
    assert ground.distance(PLAIN, table.where("392e")) == hexes


@rule("AO-10.1.De")
def test_de_eliminates_all_defenders():
    table, attackers = setting("9-1", "initial")
    table.attack(PLAIN, by=attackers, die=1)
    assert table.where("392e") == "eliminated"
    assert table.points("german") == 1


# An exchange


EXCHANGE = """
    12SSPz-25 5-10 at E
    12SSPz-26 5-10 at E
    26VG-77   2-4  at NE
    99ID-395  3-4  at .
"""


def exchange() -> Table:
    table = at("german combat", EXCHANGE, centre=PLAIN)
    return table.attack(PLAIN, by=["12SSPz-25", "12SSPz-26", "26VG-77"], die=die_for("initial", "4-1", "Ex"))


@rule("AO-10.1.Ex")
def test_the_attacker_pays_at_least_the_printed_strength_of_the_defenders():
    table = exchange()
    assert table.where("99ID-395") == "eliminated"
    assert table.offers("lose") == {"12SSPz-25", "12SSPz-26", "26VG-77"}
    table.do("lose 26VG-77")
    assert table.offers("lose") == {"12SSPz-25", "12SSPz-26"}  # two do not pay for three
    table.do("lose 12SSPz-25")
    assert table.offers("lose") == set()
    assert table.eliminated() >= {"99ID-395", "26VG-77", "12SSPz-25"}
    assert (table.points("german"), table.points("allied")) == (1, 2)


@rule("AO-R.16")
def test_the_attacker_stops_as_soon_as_the_price_is_paid_and_may_overpay():
    table = exchange().do("lose 12SSPz-26")
    assert table.offers("lose") == set()
    assert table.where("12SSPz-25") != "eliminated"
    assert table.where("26VG-77") != "eliminated"


@rule("AO-R.16")
def test_all_attackers_are_lost_if_together_they_are_worth_less():
    """A 3 that counts nine on Game-Turn 1 exchanges itself for an isolated 4: its printed strength falls short."""
    table = at("german combat", """
        3FJ-9   3-4 at E
        26VG-77 2-4 at NE NW
        26VG-39 2-4 at W SW
        26VG-78 2-4 at SE SE
        2ID-38  4-4 at .
    """, centre=PLAIN, turn=1)  # fmt: skip
    found = table.odds(PLAIN, by=["3FJ-9"])
    assert (found.attack, found.defence, found.column) == (9, 2, "4-1")
    table.attack(PLAIN, by=["3FJ-9"], die=die_for("initial", "4-1", "Ex"))
    assert (table.where("3FJ-9"), table.where("2ID-38")) == ("eliminated", "eliminated")
    assert (table.points("german"), table.points("allied")) == (1, 1)


@rule("AO-10.1.Ex")
def test_the_defenders_count_with_the_printed_number_whatever_the_ground():
    """A German 2 in the West Wall defends with six, but a British 3 pays for him."""
    wall, posts = next(
        (h, free) for h in ground.where(ground.west_wall)
        for free in [[n for n in ground.neighbours(h) if ground.live(n) and not ground.german_ground(n)]]
        if len(free) > 1
    )  # fmt: skip
    tanks = {"3AD-36": posts[0], "3AD-32": posts[0], "3AD-33": posts[0], "UKGds-5": posts[1], "UK-33": posts[1]}
    table = at("allied combat", draw({"26VG-77": wall, **tanks}))
    found = table.odds(wall, by=list(tanks))
    assert (found.attack, found.defence, found.column) == (30, 6, "5-1")
    table.attack(wall, by=list(tanks), die=die_for("standard", "5-1", "Ex"))
    table.do("lose UK-33")
    assert table.offers("lose") == set()
    assert (table.points("german"), table.points("allied")) == (1, 1)


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


@rule("AO-10.2", "AO-R.5")
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
    for steps in (1, 2, 3):
        here = table.offers("step")
        if here:
            assert {ground.distance(PLAIN, h) for h in here} == {steps}
            table.do(f"step {sorted(here)[0]}")
    assert ground.distance(PLAIN, table.where("392e")) == 3


@rule("AO-R.6")
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


@rule("AO-R.5")
def test_each_unit_of_a_stack_goes_its_own_way_in_the_order_of_the_victor():
    table = at("german combat", "1SSPz-1a 9-10 at E\n392e 1-4 at .\n366e 1-4 at .", centre=PLAIN)
    table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "4-1", "Dr2"))
    assert table.offers("pick") == {"392e", "366e"}
    assert table.state.decision.side == "german"
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


@rule("AO-E.10.2", "AO-R.1")
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
            if kinds == {("clear", "road")} and tempting:
                table = at("german combat", f"1SSPz-1a 9-10 at {foe}\n99ID-395 3-4 at {here}")
                table.attack(here, by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr2"))
                assert not set(tempting) & table.offers("step")
                table.lead()
                assert table.where("99ID-395") in {way[-1] for way in best}
                return
    raise AssertionError("the map has no such place")


@rule("AO-R.3")
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
                return
    raise AssertionError("the map has no such place")


@rule("AO-5.3.N")
def test_a_german_who_could_only_retreat_off_the_live_map_is_eliminated():
    edge_hex = ground.first(lambda h: ground.open_ground(h) and any(map(ground.edge, ground.neighbours(h))))
    inland = [h for h in ground.neighbours(edge_hex) if ground.live(h)]
    foes = ["UKGds-5 8-12", "UKGds-32 8-12", "3AD-36 7-12", "3AD-32 6-12", "3AD-33 6-12", "2AD-66 6-12"]
    lines = [f"{foe} at {post}" for foe, post in zip(foes, inland, strict=False)]
    table = at("allied combat", "\n".join([f"26VG-77 2-4 at {edge_hex}", *lines]))
    by = [foe.split()[0] for foe in foes[: len(lines)]][:1]
    found = table.odds(edge_hex, by=by)
    table.attack(edge_hex, by=by, die=die_for("standard", found.column, "Dr3"))
    assert table.where("26VG-77") == "eliminated"


@rule("AO-5.3.N", "AO-7.5.E")
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


# Whose bridges


@rule("AO-R.50")
def test_a_retreat_sees_bridges_as_its_own_side_does():
    """The defender's bridges are cut by the attacker beside him, at the moment of combat."""
    here, foe, good, _ = choice(lambda m, a, b: decided(m, a, b, ("interdicted", "river")))
    table = driven(here, foe)
    assert ground.bridge(here, good)
    assert table.where("99ID-395") == good
