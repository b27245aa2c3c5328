"""Combat (BA-8) and support fire (BA-7): bombardment, ground attack, every result, retreat, advance."""

from __future__ import annotations

import pytest

from tests.games.bastogne.datafiles import TABLES
from tests.games.bastogne.table import Table, at, game
from tests.rulemark import rule

PANZER, MECH = "2Pz-I-3", "10AD-20"  # 6-4-12 and 4-4-12


def face(label: str, column: int) -> int:
    """A die that gives a result in a column."""
    return next(die for die in range(1, 7) if TABLES["crt"]["results"][str(die)][column] == label)


# ---- every cell of the table ----


# The table as the rulebook prints it: a line for each die, a column for each heading of the lowest row.
CRT = """
(A) A3  A2  •   Ex  Ex  D2  D2 D2 D3 De De
(A) (A) A3  A2  •   Ex  Ex  Ex D2 D2 D3 De
(A) (A) (A) A3  A2  •   Ex  Ex Ex D2 D2 D3
(A) (A) (A) (A) A3  A2  •   Ex Ex Ex D2 D2
Ae  (A) (A) (A) (A) A3  A2  •  Ex Ex Ex D2
Ae  Ae  (A) (A) (A) (A) (A) A1 •  Ex Ex Ex
"""
CELLS = [line.split() for line in CRT.strip().splitlines()]
# The first column of each differential from -5 on, in the clear row; each row above it is one column worse.
HEADINGS = (-5, -4, -3, -2, -1, 0, 1, 2, 4, 6, 8, 10)
WORSE = {"clear": 0, "woods": 1, "town": 2, "city": 3, "mountain": 4}
ATTACKERS = (("26VG-Recon", 1), ("26VG-I-39", 3), ("2Pz-38", 5), (PANZER, 6))
FACTORS = {"german": (0, 2, 3, 4, 5), "allied": (0, 3, 4, 5, 6)}


def expected_column(differential: int, row: str) -> int:
    """The column by counting in the table as it is printed; the ends hold all that lies beyond."""
    at_or_below = sum(heading <= differential for heading in HEADINGS) - 1
    return max(at_or_below - WORSE[row], 0)


def meant(differential: int) -> tuple[list[str], int, int]:
    """Attackers of a unit with a defence of 4, their marker and the defender's, for a differential."""
    for chosen in range(1, 1 << len(ATTACKERS)):
        some = [unit for n, unit in enumerate(ATTACKERS) if chosen >> n & 1]
        for fire in FACTORS["german"]:
            for cover in FACTORS["allied"]:
                if sum(attack for _, attack in some) + fire - 4 - cover == differential:
                    return [name for name, _ in some], fire, cover
    raise LookupError(differential)


def battle_at(place: str, differential: int) -> Table:
    """An attack on a unit in a hex, with the die due."""
    grid = game().ground.grid
    around = [grid.name(i) for i in grid.neighbours(grid.index(place)) if i >= 0]
    units, fire, cover = meant(differential)
    pieces = " / ".join(f"{unit} {where}" for unit, where in zip(units, around, strict=False))
    german, allied = [fire] if fire else [], [cover] if cover else []
    table = at("german combat", f"{pieces} / {MECH} {place}", german=german, allied=allied)
    if fire:
        table.apply("done")
    table.apply(f"target {place}")
    for unit in list(table.options("join")):
        table.apply(f"join {unit}")
    table.apply("done", *((f"fire {fire}", "done") if fire else ()))
    return table.apply(f"fire {cover}", "done") if cover else table


def shifted(table: Table, by: str) -> tuple[float, float]:
    """From which column to which a rule moves the battle."""
    battle = table.state.battle()
    assert battle is not None
    return next((line.before, line.after) for line in table.state.odds(battle).tally if line.rule == by)


@rule("BA-8.3", "BA-8.2.row", "BA-8.2.differential", "BA-8.2.ends")
@pytest.mark.parametrize(("place", "row"), [("1010", "clear"), ("0303", "woods"), ("1317", "town")])
def test_every_cell_of_the_table_by_the_die(place: str, row: str):
    assert check_row(place, row) == {"BA-8.3"}


@rule("BA-8.3", "BA-8.2.row", "BA-8.2.differential", "BA-8.2.ends")
@pytest.mark.parametrize("row", ["city", "mountain"])
def test_every_cell_of_the_rows_that_this_map_has_no_ground_for(row: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(type(game().ground), "row", lambda self, i: row)
    assert check_row("1010", row) == {"BA-8.3"}


ROWS = {
    "clear": "clear", "mixed": "clear", "desert": "clear", "stream": "clear",
    "woods": "woods", "bridge": "woods", "canal": "woods", "ditch": "woods",
    "marsh": "town", "town": "town", "broken": "town", "city": "city", "rough": "city", "river": "city",
    "mountain": "mountain",
}  # fmt: skip


@rule("BA-8.2.row")
@pytest.mark.parametrize("terrain", ROWS)
def test_the_ground_of_the_defender_gives_the_row(terrain: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(type(game().board), "terrain_of", lambda self, i: terrain)
    table = battle_at("1010", 3)
    assert table.column() == expected_column(3, ROWS[terrain])
    assert any(by == "BA-8.2.row" and terrain in text for by, text in table.tally())


def check_row(place: str, row: str) -> set[str]:
    """Every differential is in its column, every face of the die gives what is printed there; the rule of the die."""
    dice = set()
    for differential in range(-9, 13):
        table = battle_at(place, differential)
        rules = [each for each, _ in table.tally()]
        assert "BA-8.2.row" in rules
        assert "BA-8.2.differential" in rules
        column = expected_column(differential, row)
        assert table.column() == column, differential
        clamped = differential < -5 + WORSE[row] or differential > 10
        assert ("BA-8.2.ends" in rules) == clamped, differential
        if clamped:
            beyond = -1 if differential < 0 else len(HEADINGS) - WORSE[row]
            assert shifted(table, "BA-8.2.ends") == (beyond, column), "one column beyond the end"
            end = f"−{5 - WORSE[row]} is the first column" if differential < 0 else "+10 is the last column"
            assert ("BA-8.2.ends", end) in table.tally()
        for die in range(1, 7):
            state = table.state.copy()
            results: list[str] = []
            state.listener = lambda event, found=results: found.append(event.label) if event.at else None
            assert state.chance is not None
            dice.add(state.chance.rule)
            state.roll((die,))
            assert next(label for label in results if label) == CELLS[die - 1][column], (differential, die)
    return dice


# ---- who attacks whom ----


@rule("BA-8.2", "BA-8.2.once", "BA-8.2.attacked", "BA-8.2.1", "BA-R.28")
def test_a_unit_attacks_once_and_is_attacked_once():
    pieces = f"{PANZER} 1009 / 2Pz-38 0910 / {MECH} 1010 / 10AD-3 0909 / 9AD-19 2020"
    table = at("german combat", pieces)
    assert table.why("target 2020").text == "No unit of yours is next to 2020."
    assert table.why("target 1009").text == "I/3 Pz (2 Pz) in 1009 is one of your own units."
    assert table.why("target 1515").text == "There is no enemy unit in 1515."
    assert table.refused("target 2020") == table.refused("target 1009") == table.refused("target 1515") == "BA-8.2"
    assert table.refused("fire 5") == "BA-8.2", "the hex comes first"
    table.apply("target 1010")
    assert table.refused("target 0909") == "BA-R.28"
    assert table.refused("join 26VG-I-39") == "BA-8.2"
    assert table.refused("join 10AD-3") == "BA-10.3"
    assert table.refused("done") == "BA-8.2"
    marker = table.why("fire 5")
    assert (marker.rule, marker.text) == ("BA-8.2.1", "Choose the attacking units first, then add support fire.")
    table.apply(f"join {PANZER}")
    assert table.why(f"join {PANZER}").text == "I/3 Pz (2 Pz) is already in the attack."
    table.apply("done")
    assert table.texts("BA-8.2") == ["German attack on 20 Mech (10 AD) in 1010 by I/3 Pz (2 Pz)"]
    table.roll(face("•", 7))
    assert table.refused("target 1010") == "BA-8.2.attacked"
    table.apply("target 0909")
    assert table.options("join") == [], "the only unit left has joined"
    assert table.refused(f"join {PANZER}") == "BA-8.2.once"


@rule("BA-8.2.once")
def test_a_target_beside_spent_units_only_is_none():
    pieces = f"{PANZER} 1009 fought / 2Pz-38 2010 / {MECH} 1010 / 9AD-19 2011"
    table = at("german combat", pieces)
    assert table.options("target") == ["2011"]
    assert table.refused("target 1010") == "BA-8.2.once"


@rule("BA-R.27", "BA-8.2.row")
def test_a_stream_changes_nothing_in_combat():
    table = at("german combat", f"{PANZER} 0114 / {MECH} 0113").apply("target 0113", "done")
    assert ("BA-R.27", "across a stream: no effect") in table.tally()
    assert ("BA-8.2.row", "differential +2, clear ground") in table.tally()
    assert table.column() == 7, "as without the stream: +2 in the clear row"
    dry = at("german combat", f"{PANZER} 1009 / {MECH} 1010").apply("target 1010", "done")
    assert (dry.column(), "BA-R.27" in dict(dry.tally())) == (7, False)
    around = {name for name in ("0112", "0114", "0212", "0213") if "BA-R.27" in dict(tally_from(name, "0113"))}
    assert around == {"0114"}, "the stream runs along one side of 0113"


def tally_from(start: str, target: str) -> list[tuple[str, str]]:
    """The arithmetic of an attack from one hex upon another."""
    return at("german combat", f"{PANZER} {start} / {MECH} {target}").apply(f"target {target}", "done").tally()


@rule("BA-2.3.steps", "BA-8.2.differential")
def test_the_side_of_each_counter_counts_by_itself():
    """However others stand: those before and behind it in the order of battle are depleted."""
    others = "2Pz-II-3 2010 reduced / 9AD-811 2111 reduced / 35-II-320 2420 reduced / 26VG-I-39 2422 reduced"
    table = at("german combat", f"{PANZER} 1009 / {MECH} 1010 / {others}").apply("target 1010", "done")
    fighting = {text: by for by, text in table.tally()}
    assert fighting["I/3 Pz (2 Pz)"] == fighting["20 Mech (10 AD)"] == "BA-8.2.differential"
    worn = at("german combat", f"{PANZER} 1009 reduced / {MECH} 1010 reduced").apply("target 1010", "done")
    assert {by for by, text in worn.tally() if "(" in text} == {"BA-2.3.steps"}


# ---- support ----


@rule("BA-8.2.1", "BA-8.2.1.protective", "BA-R.29", "BA-7.1.once", "BA-7.1")
def test_support_is_limited_and_shown_together_then_one_marker_covers():
    table = at("german combat", f"{PANZER} 1009 / {MECH} 1010", german=[5, 4], allied=[3, 6])
    table.apply("done", "target 1010", "done")
    assert (table.asked, table.state.decision.rule) == (("german", "support"), "BA-8.2.1")
    assert "BA-R.29" in table.advice("german")
    assert table.why("fire 2").text == "You hold no marker with a factor of 2."
    assert table.refused("fire 2") == "BA-7.1"
    assert table.state.decision.prompt == "Add support fire; at most 1 marker"
    table.apply("fire 5")
    assert table.state.decision.prompt == "Add support fire; 1 of 1 marker chosen"
    assert table.record.cannot_undo() is None, "until all are shown he may change his mind"
    cap = table.why("fire 4")
    assert (cap.rule, cap.text) == ("BA-8.2.1", "You may add at most 1 marker here.")
    table.apply("done")
    assert table.texts("BA-8.2.1") == ["The German player supports the attack with 5"]
    assert table.record.cannot_undo() is not None
    assert (table.asked, table.state.decision.rule) == (("allied", "protective"), "BA-8.2.1.protective")
    assert table.state.decision.prompt == "Choose protective fire for 1010; the attack is at +7"
    table.apply("fire 6")
    assert table.refused("fire 3") == "BA-8.2.1.protective"
    table.apply("done")
    assert table.texts("BA-8.2.1.protective") == ["The Allied player gives protective fire with 6"]
    assert table.state.used == ((0, 0, 0, 1), (0, 0, 0, 1))
    assert table.tally()[:4] == [
        ("BA-8.2.differential", "I/3 Pz (2 Pz)"), ("BA-8.2.1", "support fire 5"),
        ("BA-8.2.differential", "20 Mech (10 AD)"), ("BA-8.2.1.protective", "protective fire 6"),
    ]  # fmt: skip
    again = at("german combat", f"{PANZER} 1009 / 2Pz-38 0910 / {MECH} 1010", german=[5, 4])
    again.apply("done", "target 1010", f"join {PANZER}", "join 2Pz-38", "done", "fire 5")
    assert again.options() == ["fire 4", "done"], "two attackers, two markers"
    assert again.why("fire 5").text == "You hold no other marker with a factor of 5."
    assert again.refused("fire 5") == "BA-7.1.once"


@rule("BA-R.22")
def test_an_allied_three_supports_and_covers_like_any_other_marker():
    table = at("allied combat", f"{PANZER} 1009 / {MECH} 1010", allied=[3]).apply("done", "target 1009", "done")
    table.apply("fire 3", "done")
    assert ("BA-R.22", "support fire 3") in table.tally()
    battle = table.state.battle()
    assert battle is not None
    assert (table.state.odds(battle).attack, table.state.odds(battle).defence) == (7, 4)
    cover = at("german combat", f"{PANZER} 1009 / {MECH} 1010", allied=[3]).apply("target 1010", "done")
    cover.apply("fire 3", "done")
    assert ("BA-R.22", "protective fire 3") in cover.tally()
    battle = cover.state.battle()
    assert battle is not None
    assert (cover.state.odds(battle).attack, cover.state.odds(battle).defence) == (6, 7)


def test_a_marker_that_was_used_is_gone_for_the_turn():
    table = at("german combat", f"{PANZER} 1009 / {MECH} 1010 / 2Pz-38 2010 / 9AD-19 2011", german=[5])
    table.apply("done", "target 1010", "done", "fire 5", "done").roll(6)
    assert (table.state.holding, table.state.used[0]) == ((0, 0), (0, 0, 0, 1))
    table.apply("target 2011", "done")
    assert table.state.chance is not None, "nobody has a marker left, and nobody is asked"


@rule("BA-7.1.once")
def test_the_last_marker_cannot_be_fired_twice():
    table = at("german combat", f"{PANZER} 1009 / 2Pz-38 0910 / {MECH} 1010", german=[5])
    table.apply("done", "target 1010", f"join {PANZER}", "join 2Pz-38", "done", "fire 5")
    assert (table.options(), table.refused("fire 5")) == (["done"], "BA-7.1.once")


# ---- the odds ----


def test_nothing_may_change_once_the_die_is_due():
    table = at("german combat", f"{PANZER} 1009 / {MECH} 1010 / 2Pz-38 2010 / 9AD-19 2011", german=[5], allied=[3, 6])
    table.apply("done", "target 1010", "done", "done")
    battle = table.state.battle()
    assert battle is not None
    assert [line.rule for line in table.state.odds(battle).may_change] == ["BA-8.2.1.protective"]
    table.apply("fire 3")
    covered = table.state.battle()
    assert covered is not None
    assert table.state.odds(covered).may_change == (), "one marker is all that he may add"
    table.record.undo()
    table.apply("done")
    assert table.state.chance is not None
    assert table.state.odds(battle).may_change == ()
    assert table.screen("german").sheets[0].may_change == []
    other = battle.__class__("attack", "german", ("2011",), ("2Pz-38",))
    assert len(table.state.odds(other).may_change) == 1, "of another battle it is still true"
