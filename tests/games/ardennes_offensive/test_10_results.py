"""10: the combat results tables, what each result does, exchanges."""

from __future__ import annotations

import re

import pytest

from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.attacks import setting
from tests.games.ardennes_offensive.crt import COLUMNS, PRINTED, chances, die_for, result
from tests.games.ardennes_offensive.datafiles import RULES, TABLES
from tests.games.ardennes_offensive.scenes import PLAIN, draw
from tests.games.ardennes_offensive.table import Table, at
from tests.rulemark import rule

CELLS = [(column, die) for column in COLUMNS for die in range(1, 7)]


# The tables


@rule("AO-9.0")
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
    row = re.findall(r"[AD]r\d|Ex|De", RULES["AO-R.39"].text)
    assert len(row) == len(COLUMNS)
    assert (found.result(), "AO-R.39") == (row[COLUMNS.index(column)], RULES["AO-R.39"].id)


@rule("AO-10.1.Ar")
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
    assert [TABLES["crt"][name]["columns"] for name in ("initial", "standard")] == [COLUMNS, COLUMNS]


# When the German changes tables


@rule("AO-10.3", "AO-R.41")
@pytest.mark.parametrize(("die", "label"), [(1, "Ar1"), (2, "Dr1")])
def test_a_one_puts_the_german_on_the_standard_table(die: int, label: str):
    table = at("allied mechanized", "12SSPz-25 5-10 at E\n4ID-12 5-4 at .", centre=PLAIN, turn=8)
    table.do("done")
    assert table.state.chance is not None
    assert table.state.chance.rule == "AO-R.41"
    assert (table.state.turn, table.state.phase) == (9, "german reinforcement")
    assert table.events("phase", "AO-4.1.1") == []  # before the Reinforcement Phase begins
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


@rule("AO-R.41")
def test_no_die_is_rolled_before_game_turn_6():
    table = at("allied mechanized", "12SSPz-25 5-10 at E E\n4ID-12 5-4 at W W", centre=PLAIN, turn=4)
    table.do("done")
    assert table.state.turn == 5
    assert table.state.chance is None
    later = at("allied mechanized", "12SSPz-25 5-10 at E E\n4ID-12 5-4 at W W", centre=PLAIN, turn=5)
    later.do("done")
    assert later.state.turn == 6
    assert later.state.chance is not None
    assert later.state.chance.rule == "AO-R.41"


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
def test_the_screen_tells_what_each_unit_pays_before_it_is_given_up():
    enough = {"lose 12SSPz-25": "Worth 5: enough", "lose 12SSPz-26": "Worth 5: enough"}
    table = exchange()
    assert worths(table) == {**enough, "lose 26VG-77": "Worth 2: 1 more to remove"}
    assert worths(table.do("lose 26VG-77")) == enough


def worths(table: Table) -> dict[str, str | None]:
    """What the attacker's screen says of each loss that is offered."""
    screen = table.state.game.screen(table.state.view("german"))
    return {option.action: option.detail for option in screen.options}


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
    table = at("allied combat", draw({"26VG-77": wall, **tanks}), scenario="4")
    found = table.odds(wall, by=list(tanks))
    assert (found.attack, found.defence, found.column) == (30, 6, "5-1")
    table.attack(wall, by=list(tanks), die=die_for("standard", "5-1", "Ex"))
    table.do("lose UK-33")
    assert table.offers("lose") == set()
    assert (table.points("german"), table.points("allied")) == (1, 1)
