"""The arithmetic of an attack (BW-9.1 to 9.4, 8.1, 8.2, 12.4, 15.1): strengths, columns, shifts, the die."""

from __future__ import annotations

from collections import Counter

import pytest

from ardennes.counters.modifiers import DieModifier, Shifts
from ardennes.engine.battle import Column
from ardennes.games.bitter_woods import odds
from ardennes.games.bitter_woods.game import BitterWoods
from ardennes.games.bitter_woods.odds import Clash
from ardennes.games.bitter_woods.state import Position
from tests.games.bitter_woods.battles import ALLIED, clash, figures, lines, results, ring, strike, tally
from tests.games.bitter_woods.table import Table, at, game
from tests.rulemark import rule

OPEN = "1519"  # clear, no river near, all clear around it
NORTH, SOUTH = ring(OPEN)[0], ring(OPEN)[-1]

# The combat results table, a line for each face and a column for each heading; asterisks left out.
COLUMNS = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
CRT = """
SU  CA  D2  1D2 D4  1D3 1D4 DE  DE
A1  SU  D2  D3  D3  D4  1D3 1D4 DE
A1  ENG CA  D2  D3  D4  D4  1D3 1D4
A2  A1  ENG CA  D2  D3  D4  D4  1D3
1A2 A2  FF  ENG CA  D2  D3  D4  D4
AE  1A2 A2  FF  ENG SU  D2  D3  D3
"""
CELLS = [line.split() for line in CRT.strip().splitlines()]
# A defender, and attackers by whom the odds are exactly those of each column; an improved position evens endurance.
BY_COLUMN = {
    "1-3": ("102Cav", "PzLehr-Recon reduced"),  # 1 to 3
    "1-2": ("102Cav reduced", "PzLehr-Recon reduced"),  # 1 to 2
    "1-1": ("102Cav reduced", "PzLehr-Recon"),  # 2 to 2
    "2-1": ("102Cav reduced", "PzLehr-Recon reduced", "2Pz-2 reduced"),  # 4 to 2
    "3-1": ("102Cav reduced", "12SS-25"),  # 6 to 2
    "4-1": ("102Cav reduced", "12SS-25", "PzLehr-Recon"),  # 8 to 2
    "5-1": ("102Cav reduced", "2Pz-2", "2Pz-304"),  # 10 to 2
    "6-1": ("102Cav reduced", "12SS-12"),  # 12 to 2
    "7-1": ("102Cav reduced", "12SS-12", "PzLehr-Recon"),  # 14 to 2
}


def placed(unit: str, place: str) -> str:
    """A unit with its status, in a hex."""
    name, _, status = unit.partition(" ")
    return f"{name} {place} {status}".strip()


def even(column: str) -> Table:
    """An attack at exactly the odds of a column, with nothing that shifts it or modifies the die."""
    defender, *attackers = BY_COLUMN[column]
    pieces = [placed(defender, OPEN), *(placed(unit, NORTH) for unit in attackers)]
    return at("german combat", " / ".join(pieces), turn=12, more=f'[markers]\nimproved = ["{OPEN}"]')


@rule("BW-9.2.die", "BW-9.2.odds", "BW-8.1")
@pytest.mark.parametrize("column", COLUMNS)
def test_every_cell_of_the_table_by_the_die(column: str):
    table = strike(even(column), OPEN)
    found = odds.tally(table.state, table.state.top.clash)
    assert (found.heading, found.modifier.value) == (column, 0)
    assert table.state.chance is not None
    assert table.state.chance.rule == "BW-9.2.die"
    assert [results(table, die)[0] for die in range(1, 7)] == [row[COLUMNS.index(column)] for row in CELLS]


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (17, 6, "2-1"), (9, 8, "1-1"), (8, 9, "1-2"), (10, 3, "3-1"), (12, 4, "3-1"), (24, 12, "2-1"), (40, 10, "4-1"),
        (1, 2, "1-2"), (5, 11, "1-3"), (5, 15, "1-3"), (5, 16, "1-3"), (1, 30, "1-3"), (35, 5, "7-1"), (41, 5, "7-1"),
        (34, 5, "6-1"), (99, 1, "7-1"),
    ],
)  # fmt: skip
def test_odds_are_rounded_in_favour_of_the_defender_and_end_with_the_table(attack: int, defence: int, column: str):
    labels = game().tables["crt"]["columns"]
    number = odds.column_of(labels, attack, defence)
    assert labels[min(max(number, 0), len(labels) - 1)] == column
    assert (number < 0) == (attack * 3 < defence), "below 1-3"
    assert (number == len(labels)) == (attack >= 8 * defence), "8-1 and more"


@rule("BW-R.24")
def test_odds_beyond_the_table_are_read_in_its_first_and_last_column():
    weak = at("german combat", f"PzLehr-Recon {NORTH} reduced / 28Inf-110 {OPEN}", turn=12)
    found = tally(weak, OPEN, "PzLehr-Recon")
    assert figures(found)[:3] == (1, 5, "1-3")
    assert ("BW-R.24", 1) in lines(found, "column")
    strong = at("german combat", f"12SS-12 {NORTH} / 1SS-Peiper {NORTH} / 102Cav {OPEN}", turn=12)
    found = tally(strong, OPEN, "12SS-12 1SS-Peiper")
    assert figures(found)[:3] == (27, 3, "7-1")
    assert ("BW-R.24", -1) in lines(found, "column")


# ---- worked figures ----


@rule("BW-9.4.river", "BW-9.4.broken", "BW-R.26")
def test_figure_a_nine_to_eight_behind_a_river_in_broken_ground():
    table = at("german combat", "2Pz-3 1324 / 82Abn-325 1424", turn=12)
    found = tally(table, "1424", "2Pz-3")
    assert figures(found)[:3] == (9, 8, "1-2"), "1-1, and one shift left for broken terrain"
    assert lines(found, "defence") == [("BW-9.1.stack", 4), ("BW-9.4.river", 4), ("BW-R.26", 0)]
    assert ("BW-9.4.broken", -1) in lines(found, "column")


@rule("BW-10.3.half", "BW-9.4.townriver", "BW-R.27")
def test_figure_b_ten_to_three_against_a_gun_in_a_town_across_a_river():
    table = at("german combat", "2Pz-2 1403 / 2Pz-304 1403 / A-402US 1503", turn=12)
    found = tally(table, "1503", "2Pz-2 2Pz-304")
    assert figures(found)[:3] == (10, 3, "2-1"), "3-1, and one shift left for a town across a river"
    assert lines(found, "defence")[:2] == [("BW-9.1.stack", 5), ("BW-10.3.half", -2)], "5 halved is 3"
    assert ("BW-9.4.townriver", -1) in lines(found, "column")


@rule("BW-9.3", "BW-9.4.broken")
def test_figure_c_twelve_to_four_with_one_attacker_on_the_near_bank():
    pieces = "326VG-751 1324 / 326VG-752 1324 / 326VG-753 1425 / 82Abn-325 1424"
    table = at("german combat", pieces, turn=12)
    found = tally(table, "1424", "326VG-751 326VG-752 326VG-753")
    assert figures(found) == (12, 4, "2-1", 1), "3-1, one shift left, and better troops in defence"
    assert lines(found, "defence") == [("BW-9.1.stack", 4)], "not all attack across the river"
    assert lines(found, "die") == [("BW-9.3", 1)]


@rule("BW-10.4", "BW-10.2.attack", "BW-10.2.defence", "BW-10.3.half", "BW-9.4.broken", "BW-9.3")
def test_the_figure_of_artillery_is_24_to_12_with_one_left_and_one_off_the_die():
    place, beside = "0702", "0703"
    pieces = f"12SS-12 {beside} / R-9 {beside} / A-388 0406 / 28Inf-110 {place} / A-422 {place} / A-174 0901"
    table = at("german combat", pieces, turn=12)
    found = tally(table, place, "12SS-12", guns="R-9 A-388", cover="A-174")
    assert figures(found) == (24, 12, "1-1", -1), "2-1, one shift left for broken terrain"
    assert ("BW-10.3.half", -2) in lines(found, "defence")


@rule("BW-8.1", "BW-15.1", "BW-9.4.river")
def test_the_opening_example_is_40_to_10():
    pieces = """2Pz-3 1324 / 2Pz-2 1324 / 26VG-78 1324 / 2Pz-304 1325 / PzLehr-Recon 1325 / 26VG-77 1325 /
        A-401 1022 / A-766 1125 / 28Inf-110 1424"""
    table = at("german combat", pieces, turn=1, more='[markers]\nimproved = ["1424"]')
    found = tally(table, "1424", "2Pz-3 2Pz-2 2Pz-304 PzLehr-Recon 26VG-77", guns="A-401 A-766")
    assert figures(found) == (40, 10, "4-1", 0)
    assert [each for each in lines(found, "column") if each[1]] == [("BW-15.1", 1), ("BW-9.4.broken", -1)]
    assert ("BW-8.1", 0) in lines(found, "die"), "5 against 4, but in an improved position"


# ---- strength ----


@rule("BW-9.1.stack", "BW-9.1.split", "BW-9.6")
def test_all_units_in_a_hex_defend_together_and_each_attacker_counts_whole():
    pieces = f"2Pz-3 {NORTH} / 2Pz-2 {SOUTH} reduced / 28Inf-110 {OPEN} / 28Inf-109 {OPEN} reduced / 102Cav {OPEN}"
    found = tally(at("german combat", pieces, turn=12), OPEN, "2Pz-3 2Pz-2")
    assert lines(found, "attack") == [("BW-9.1.split", 9), ("BW-9.6", 3)]
    assert Counter(lines(found, "defence")) == Counter([("BW-9.1.stack", 5), ("BW-9.1.stack", 3), ("BW-9.6", 3)])
    assert (found.attack, found.defence) == (12, 11)


@rule("BW-12.4.attack", "BW-9.1.least", "BW-R.27")
def test_out_of_supply_each_attacker_is_halved_for_itself_but_has_at_least_one():
    pieces = f"2Pz-2 {NORTH} out-of-supply / 2Pz-304 {NORTH} out-of-supply / PzLehr-Recon {SOUTH} reduced out-of-supply"
    table = at("german combat", f"{pieces} / 28Inf-110 {OPEN} out-of-supply", turn=12)
    found = tally(table, OPEN, "2Pz-2 2Pz-304 PzLehr-Recon")
    assert found.attack == 3 + 3 + 1, "BW-R.27: five halved is three, twice"
    assert ("BW-9.1.least", 0) in lines(found, "attack")
    assert found.defence == 5, "supply does not weaken a defence"


@rule("BW-10.4.one", "BW-9.1.stack")
def test_a_rocket_defends_with_one_alone_or_with_others():
    pieces = f"9Arm-CCB {NORTH} / R-9 {OPEN} / 2Pz-2 {SOUTH} / R-4 {SOUTH}"
    table = at("allied combat", pieces, turn=12)
    assert tally(table, OPEN, "9Arm-CCB", side=ALLIED).defence == 1
    assert lines(tally(table, SOUTH, "9Arm-CCB", side=ALLIED), "defence") == [("BW-10.4.one", 1), ("BW-9.1.stack", 5)]


# ---- terrain ----


@rule("BW-9.4.clear")
@pytest.mark.parametrize("place", [OPEN, "3032"])
def test_clear_ground_and_light_woods_give_nothing(place: str):
    found = tally(at("german combat", f"2Pz-2 {ring(place)[0]} / 28Inf-110 {place}", turn=12), place, "2Pz-2")
    assert figures(found)[:3] == (5, 5, "1-1")
    assert ("BW-9.4.clear", 0) in lines(found, "column")


@rule("BW-9.4.forest", "BW-9.4.broken")
def test_forest_and_broken_ground_shift_one_column_left():
    for place, case in (("0922", "BW-9.4.forest"), ("0702", "BW-9.4.broken")):
        found = tally(at("german combat", f"12SS-25 {ring(place)[0]} / 102Cav {place}", turn=12), place, "12SS-25")
        assert figures(found)[:3] == (6, 3, "1-1"), "2-1 shifted once"
        assert (case, -1) in lines(found, "column")


@rule("BW-9.4.town", "BW-10.3.half")
def test_a_town_doubles_all_but_guns():
    pieces = f"2Pz-3 {ring('1316')[0]} / 28Inf-110 1316 / A-402US 1316"
    found = tally(at("german combat", pieces, turn=12), "1316", "2Pz-3")
    assert found.defence == 10 + 3
    assert ("BW-9.4.town", 5) in lines(found, "defence")


@rule("BW-9.4.townriver", "BW-9.4.once", "BW-R.26")
def test_a_town_across_a_river_is_doubled_once_and_one_column_left():
    pieces = "12SS-12 1403 / 12SS-25 1504 / 12SS-26 1603 / 2Inf-9 1503"
    table = at("german combat", pieces, turn=12)
    found = tally(table, "1503", "12SS-12 12SS-25 12SS-26")
    assert figures(found)[:3] == (24, 12, "1-1"), "2-1 and one left: across bridges too (BW-R.26)"
    assert lines(found, "defence") == [
        ("BW-9.1.stack", 6), ("BW-9.4.town", 6), ("BW-9.4.once", 0), ("BW-R.26", 0),
    ]  # fmt: skip

    dry = at("german combat", "12SS-12 1502 / 12SS-25 1504 / 2Inf-9 1503", turn=12)
    found = tally(dry, "1503", "12SS-12 12SS-25")
    assert (found.defence, "BW-9.4.townriver" in dict(lines(found, "column"))) == (12, False), "one is not across"


@rule("BW-R.7")
def test_a_rocket_on_the_near_bank_does_not_undo_an_attack_across_the_river():
    pieces = "2Pz-3 1324 / R-15 1425 / 28Inf-110 1424"
    found = tally(at("german combat", pieces, turn=12), "1424", "2Pz-3", guns="R-15")
    assert found.defence == 10, "support is no attack, so all attackers are across the river"


@rule("BW-R.26")
def test_the_meuse_is_a_river_and_a_blown_bridge_one_too():
    over = ring("4810")
    assert "4809" in over
    table = at("german combat", "2Pz-2 4810 / 28Inf-110 4809", turn=12)
    found = tally(table, "4809", "2Pz-2")
    assert "BW-9.4.townriver" in dict(lines(found, "column"))
    blown = at("german combat", "2Pz-3 1324 / 28Inf-110 1424", turn=12)
    standing = at("german combat", "2Pz-3 1324 / 28Inf-110 1424", turn=12, more='[markers]\nstanding = ["1324/1424"]')
    assert [tally(each, "1424", "2Pz-3").defence for each in (blown, standing)] == [10, 10]


# ---- shifts ----


@rule("BW-9.2.top")
@pytest.mark.parametrize("place", ["0922", "0702"])
def test_no_attack_on_forest_or_broken_ground_is_better_than_six_to_one(place: str):
    pieces = f"12SS-12 {ring(place)[0]} / 1SS-Peiper {ring(place)[1]} / 102Cav {place}"
    table = at("german combat", pieces, turn=12)
    found = tally(table, place, "12SS-12 1SS-Peiper", plane=True)
    assert found.heading == "6-1", "the table's end comes before the shift to the left (BW-R.23)"
    changes = [each for each in lines(found, "column") if each[1]]
    assert [one for one, _ in changes][:3] == ["BW-R.24", "BW-11.2", "BW-9.2.top"]


@rule("BW-R.23")
def test_shifts_to_the_left_end_with_the_table():
    table = at("german combat", "PzLehr-Recon 0703 reduced / 28Inf-110 0702", turn=12)
    found = tally(table, "0702", "PzLehr-Recon", shield=True)
    assert found.heading == "1-3"
    assert ("BW-R.23", 2) in lines(found, "column")


def far_right(state: Position, clash: Clash, shifts: Shifts, column: Column) -> None:
    """A rule of the optional chapters, for the sake of the limit: two columns to the right."""
    shifts.right(2, "BW-15.1", "flank")


def far_left(state: Position, clash: Clash, shifts: Shifts, column: Column) -> None:
    """Another: two columns to the left."""
    shifts.left(2, "BW-9.4.broken", "snow")


def far_up(state: Position, clash: Clash, modifier: DieModifier) -> None:
    """Another: two more on the die."""
    modifier.add(2, "BW-9.3", "shock")


@rule("BW-9.1.limits")
def test_no_more_than_two_columns_either_way_and_two_on_the_die(monkeypatch: pytest.MonkeyPatch):
    pieces = f"326VG-751 {NORTH} / 326VG-752 {NORTH} / 82Abn-325 {OPEN}"
    table = at("german combat", pieces, turn=12)
    assert figures(tally(table, OPEN, "326VG-751 326VG-752", plane=True)) == (8, 4, "3-1", 1)
    monkeypatch.setattr(BitterWoods, "shifts", (*BitterWoods.shifts, far_right))
    monkeypatch.setattr(BitterWoods, "modifiers", (*BitterWoods.modifiers, far_up))
    found = tally(table, OPEN, "326VG-751 326VG-752", plane=True)
    assert figures(found) == (8, 4, "4-1", 2), "three to the right are two (BW-R.23), three on the die are two"
    assert ("BW-9.1.limits", -1) in lines(found, "column")
    assert ("BW-9.1.limits", -1) in lines(found, "die")
    monkeypatch.setattr(BitterWoods, "shifts", (*BitterWoods.shifts, far_left))
    found = tally(table, OPEN, "326VG-751 326VG-752", shield=True)
    assert found.heading == "2-1", "two to the right, then three to the left are two"
    assert ("BW-9.1.limits", 1) in lines(found, "column")


@rule("BW-15.1")
def test_surprise_shifts_german_attacks_of_16am_and_no_others():
    pieces = f"2Pz-2 {NORTH} / 28Inf-110 {OPEN}"
    first, second = (at("german combat", pieces, turn=turn) for turn in (1, 2))
    assert ("BW-15.1", 1) in lines(tally(first, OPEN, "2Pz-2"), "column")
    assert tally(first, OPEN, "2Pz-2").heading == "2-1"
    assert tally(second, OPEN, "2Pz-2").heading == "1-1"
    allied = at("allied combat", pieces, turn=1)
    assert tally(allied, NORTH, "28Inf-110", side=ALLIED).heading == "1-1"


# ---- endurance ----


@rule("BW-9.3")
def test_the_highest_endurance_of_each_side_counts_and_guns_count_too():
    pieces = f"62VG-164 {NORTH} / 2Pz-2 {SOUTH} / A-401 {NORTH} / 106Inf-422 {OPEN} / 28Inf-110 {OPEN} / A-174 1516"
    table = at("german combat", pieces, turn=12)
    assert tally(table, OPEN, "62VG-164").modifier.value == 1, "3 against 4"
    assert tally(table, OPEN, "62VG-164 2Pz-2").modifier.value == -1, "5 against 4"
    assert tally(table, OPEN, "62VG-164", guns="A-401").modifier.value == 0, "a gun of 4 in support"
    alone = at("german combat", f"62VG-164 {NORTH} / 106Inf-422 {OPEN} / A-174 1516", turn=12)
    assert tally(alone, OPEN, "62VG-164").modifier.value == 0
    assert lines(tally(alone, OPEN, "62VG-164", cover="A-174"), "die") == [("BW-9.3", 1)]


@rule("BW-12.4.er")
def test_out_of_supply_endurance_is_one_less():
    pieces = f"2Pz-2 {NORTH} out-of-supply / 28Inf-110 {OPEN}"
    found = tally(at("german combat", pieces, turn=12), OPEN, "2Pz-2")
    assert (found.modifier.value, ("BW-12.4.er", 0) in lines(found, "die")) == (0, True), "4 against 4"
    pieces = f"2Pz-2 {NORTH} / 82Abn-325 {OPEN} out-of-supply"
    assert tally(at("german combat", pieces, turn=12), OPEN, "2Pz-2").modifier.value == -1


@rule("BW-8.1", "BW-8.2", "BW-R.25", "BW-8.2.permanent")
def test_a_position_takes_the_advantage_of_the_attacker_away_and_not_that_of_the_defender():
    pieces = f"2Pz-2 {NORTH} / 62VG-164 {SOUTH} / 28Inf-110 {OPEN}"
    dug_in = at("german combat", pieces, turn=12, more=f'[markers]\nimproved = ["{OPEN}"]')
    assert lines(tally(dug_in, OPEN, "2Pz-2"), "die") == [("BW-8.1", 0)]
    assert lines(tally(dug_in, OPEN, "62VG-164"), "die") == [("BW-9.3", 1)]
    beside = ring("1624")[0]
    clervaux = at("german combat", f"2Pz-2 {beside} / 28Inf-110 1624", turn=12)
    assert lines(tally(clervaux, "1624", "2Pz-2"), "die") == [("BW-8.2.permanent", 0)]
    beside = ring("1316")[0]
    for marked, expected in (("", [("BW-9.3", -1)]), ('[markers]\nforts = ["1316"]', [("BW-8.2", 0)])):
        vith = at("german combat", f"2Pz-2 {beside} / 28Inf-110 1316", turn=12, more=marked)
        assert lines(tally(vith, "1316", "2Pz-2"), "die") == expected


# ---- the odds and the die ----


BATTLES = {
    "better attackers": (f"2Pz-3 {NORTH} / 28Inf-110 {OPEN}", OPEN, "2Pz-3", 12),
    "better defenders": (f"62VG-164 {NORTH} / 62VG-183 {NORTH} / 82Abn-325 {OPEN}", OPEN, "62VG-164 62VG-183", 12),
    "even": (f"26VG-39 {NORTH} / 28Inf-110 {OPEN}", OPEN, "26VG-39", 12),
    "the top": (f"12SS-12 {NORTH} / 1SS-Peiper {NORTH} / 102Cav {OPEN}", OPEN, "12SS-12 1SS-Peiper", 12),
    "the bottom": (f"PzLehr-Recon {NORTH} reduced / 82Abn-325 {OPEN}", OPEN, "PzLehr-Recon", 12),
    "a town across a river": ("12SS-12 1403 / 12SS-25 1504 / 2Inf-9 1503", "1503", "12SS-12 12SS-25", 12),
    "surprise": (f"2Pz-3 {NORTH} / 106Inf-424 {OPEN}", OPEN, "2Pz-3", 1),
}


@rule("BW-9.2.die")
@pytest.mark.parametrize("name", BATTLES)
@pytest.mark.parametrize("planes", [(False, False), (True, False), (False, True), (True, True)])
def test_the_odds_are_the_frequencies_of_the_resolver_over_all_six_faces(name: str, planes: tuple[bool, bool]):
    pieces, place, by, turn = BATTLES[name]
    table = at("german combat", pieces, turn=turn)
    table.state.aircraft = 1, 1
    table.do(f"target {place}")
    for unit in by.split():
        table.try_(f"join {unit}")
    table.do("done")
    for plane in planes:
        table.do(*(("fly", "done") if plane else ("done",)))
    battle = clash(place, by, plane=planes[0], shield=planes[1])
    assert table.state.top.clash == battle
    chances = odds.chances(table.state, odds.tally(table.state, battle))
    counted = Counter(results(table, die)[0] for die in range(1, 7))
    assert chances == pytest.approx({label: n / 6 for label, n in counted.items()})
    assert table.state.chance is not None
    assert table.state.chance.rule == "BW-9.2.die"
