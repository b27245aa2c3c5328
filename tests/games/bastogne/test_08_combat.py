"""Combat (BA-8) and support fire (BA-7): bombardment, ground attack, every result, retreat, advance."""

from __future__ import annotations

import pytest

from ardennes.games.bastogne.odds import column_at
from tests.games.bastogne.datafiles import TABLES
from tests.games.bastogne.table import Table, at, game
from tests.rulemark import rule

PANZER, MECH = "2Pz-I-3", "10AD-20"  # 6-4-12 and 4-4-12


def face(label: str, column: int) -> int:
    """A die that gives a result in a column."""
    return next(die for die in range(1, 7) if TABLES["crt"]["results"][str(die)][column] == label)


def fight(pieces: str, label: str, *, german: list[int] | None = None, cover: int = 0) -> Table:
    """A German attack on 1010 by all who can, with the markers given, and the die that brings a result."""
    table = at("german combat", pieces, german=german or [], allied=[cover] if cover else [])
    if table.asked[1] == "bombardment":
        table.apply("done")
    table.apply("target 1010")
    for unit in table.options("join") if table.asked[1] == "attack" else []:
        table.apply(f"join {unit}")
    if table.state.chance is None and table.asked[1] == "attack":
        table.apply("done")
    if table.state.chance is None and table.asked[1] == "support":
        table.apply(*(f"fire {factor}" for factor in german or []), "done")
    if table.state.chance is None and table.asked[1] == "protective":
        table.apply(f"fire {cover}", "done")
    battle = table.state.battle()
    assert battle is not None
    column = table.state.odds(battle).columns.index(table.state.odds(battle).column)
    return table.roll(face(label, column))


# ---- every cell of the table ----


@rule("BA-8.3", "BA-8.2.row", "BA-8.2.differential", "BA-8.2.ends")
@pytest.mark.parametrize(("place", "row"), [("1010", "clear"), ("0303", "woods"), ("1317", "town")])
def test_every_cell_of_the_table(place: str, row: str):
    grid = game().ground.grid
    beside = next(grid.name(i) for i in grid.neighbours(grid.index(place)) if i >= 0)
    labels = TABLES["crt"]["columns"][row]
    for differential in range(-9, 15):
        expected = expected_column(differential, row)
        found = min(max(column_at(labels, differential), 0), len(labels) - 1)
        assert found == expected, differential
        for die in range(1, 7):
            assert game().crt[found][die - 1] == TABLES["crt"]["results"][str(die)][expected]
    table = at("german combat", f"{PANZER} {beside} / {MECH} {place}", german=[5, 4])
    table.apply("done", f"target {place}")
    while table.asked[1] == "attack":
        table.apply(f"join {PANZER}" if f"join {PANZER}" in table.options() else "done")
    table.apply("fire 5", "done")
    battle = table.state.battle()
    assert battle is not None
    odds = table.state.odds(battle)
    assert (odds.attack, odds.defence, odds.column) == (11, 4, "+6,+7")
    assert [line.rule for line in odds.tally] == [
        "BA-8.2.differential", "BA-8.2.1", "BA-8.2.differential", "BA-8.2.row",
    ]  # fmt: skip
    assert table.state.chance is not None
    assert table.state.chance.rule == "BA-8.3"
    low = at("german combat", f"15PG-115Pz {beside} reduced / 4AD-10 {place}", allied=[6])
    low.apply(f"target {place}")
    while low.asked[1] == "attack":
        low.apply("join 15PG-115Pz" if "join 15PG-115Pz" in low.options() else "done")
    low.apply("fire 6", "done")
    battle = low.state.battle()
    assert battle is not None
    assert low.state.odds(battle).tally[-1].rule == "BA-8.2.ends"


def expected_column(x: int, row: str) -> int:
    """The column by counting: one for each differential up to +1, then two to a column."""
    shift = {"clear": 0, "woods": 1, "town": 2}[row]
    return min(max((x + 5 if x <= 1 else 6 + x // 2) - shift, 0), 11 - shift)


# ---- results for the attacker ----


@rule("BA-8.3.A", "BA-2.3.steps")
@pytest.mark.parametrize(("status", "after"), [("", "1009 reduced"), (" reduced", "eliminated reduced")])
def test_a_costs_one_attacker_a_step(status: str, after: str):
    table = fight(f"2Pz-38 1009{status} / {MECH} 1010", "(A)")
    assert table.where("2Pz-38") == after
    assert table.rules("result") == ["BA-8.3.A"]
    depleted = at("german combat", f"{PANZER} 1009 reduced / {MECH} 1010").apply("target 1010", "done")
    battle = depleted.state.battle()
    assert battle is not None
    assert depleted.state.odds(battle).tally[0].rule == "BA-2.3.steps"
    assert depleted.state.odds(battle).attack == 3


@rule("BA-8.3.A")
def test_the_attacker_chooses_who_loses_the_step():
    table = fight(f"{PANZER} 1009 / 2Pz-38 0910 / {MECH} 1010 / 9AD-19 2020", "(A)", cover=6)
    assert table.asked == ("german", "reduce")
    assert table.refused("lose 9AD-19") == "BA-8.3.A"
    table.apply("lose 2Pz-38")
    assert (table.where(PANZER), table.where("2Pz-38")) == ("1009", "0910 reduced")


@rule("BA-8.3.A1", "BA-8.3.A2", "BA-8.3.A3", "BA-8.4", "BA-8.3.stiff", "BA-R.31", "BA-R.32")
@pytest.mark.parametrize(("label", "hexes"), [("A1", 1), ("A2", 2), ("A3", 3)])
def test_attackers_retreat_or_stand(label: str, hexes: int):
    unit, pieces = {
        "A1": (PANZER, f"{PANZER} 1009 / 26VG-Recon 0910 reduced / {MECH} 1010"),
        "A2": ("2Pz-38", f"2Pz-38 1009 / {MECH} 1010"),
        "A3": ("Lehr-130", f"Lehr-130 1009 / {MECH} 1010"),
    }[label]
    table = fight(pieces, label)
    assert table.rules("result") == [f"BA-8.3.{label}"]
    assert (table.asked, table.state.decision.rule) == (("german", "stiff"), "BA-8.3.stiff")
    table.apply("choose retreat")
    while table.state.decision.step in ("retreat", "way"):
        table.apply(table.options()[0])
    grid = game().ground.grid
    assert grid.distance(grid.index("1009"), table.state.at[game().forces.index[unit]]) == hexes
    assert "BA-8.4" in table.rules("retreat")
    for name, place in (("A2", f"2Pz-38 1009 / {MECH} 1010"), ("A3", f"Lehr-130 1009 / {MECH} 1010")):
        assert fight(place, name).rules("result") == [f"BA-8.3.{name}"]
    assert fight(f"{PANZER} 1009 / {MECH} 1010", "A1").rules("result") == ["BA-8.3.A1"]
    several = fight(f"{PANZER} 1009 / 26VG-Recon 0910 / {MECH} 1010", "A1")
    several.apply("choose retreat")
    assert several.state.decision.rule == "BA-R.32"
    assert several.refused("pick 2Pz-38") == "BA-8.4"
    stand = fight(f"{PANZER} 1009 / 26VG-Recon 0910 reduced / {MECH} 1010", "A1").apply(
        "choose stand", "lose 26VG-Recon"
    )
    assert (stand.where("26VG-Recon"), stand.where(PANZER)) == ("eliminated reduced", "1009"), "BA-R.31"
    assert stand.rules("stand") == ["BA-8.3.stiff"]


@rule("BA-8.3.Ae", "BA-8.3.outright")
def test_ae_eliminates_full_strength_attackers():
    table = fight("26VG-I-39 1009 / 4AD-10 1010", "Ae", cover=6)
    assert table.where("26VG-I-39") == "eliminated"
    assert (table.rules("result"), table.rules("loss")) == (["BA-8.3.Ae"], ["BA-8.3.outright"])


@rule("BA-8.3.none")
def test_a_dot_does_nothing():
    table = fight(f"{PANZER} 1009 / {MECH} 1010", "•")
    assert table.rules("result") == ["BA-8.3.none"]
    assert (table.where(PANZER), table.where(MECH)) == ("1009", "1010")


@rule("BA-8.3.Ex", "BA-R.30")
@pytest.mark.parametrize(
    ("ours", "theirs", "after"),
    [
        ("", "", ("1009 reduced", "1010 reduced", "german mobile")),
        (" reduced", "", ("eliminated reduced", "1010 reduced", "")),
        ("", " reduced", ("1009 reduced", "eliminated reduced", "advance")),
        (" reduced", " reduced", ("eliminated reduced", "eliminated reduced", "")),
    ],
)
def test_ex_costs_both_a_step(ours: str, theirs: str, after: tuple[str, str, str]):
    table = fight(f"{PANZER} 1009{ours} / {MECH} 1010{theirs}", "Ex")
    assert table.rules("result") == ["BA-8.3.Ex"]
    assert (table.where(PANZER), table.where(MECH)) == after[:2]
    if after[2]:
        assert table.state.decision.step == after[2], "BA-R.30: an emptied hex may be entered"


# ---- results for the defender ----


@rule("BA-8.3.D2", "BA-8.3.D3", "BA-8.3.stiff", "BA-8.5", "BA-R.35", "BA-R.36", "BA-8.5.defender")
@pytest.mark.parametrize(("label", "german"), [("D2", [5]), ("D3", [5, 4])])
def test_the_defender_retreats_or_stands_and_an_attacker_may_advance(label: str, german: list[int]):
    pieces = f"{PANZER} 1009 / 2Pz-38 0910 / {MECH} 1010 / 9AD-19 2020"
    for name, fire in (("D2", [5]), ("D3", [5, 4])):
        table = fight(pieces, name, german=fire)
        assert table.rules("result") == [f"BA-8.3.{name}"]
        if name == label:
            assert fire == german
    table = fight(pieces, label, german=german)
    assert table.asked == ("allied", "stiff")
    table.apply("choose retreat")
    while table.state.decision.step == "way":
        table.apply(table.options()[0])
    grid = game().ground.grid
    there = table.state.at[game().forces.index[MECH]]
    assert grid.distance(grid.index("1010"), there) == int(label[1])
    assert (table.asked, table.state.decision.rule) == (("german", "advance"), "BA-8.5")
    assert table.refused(f"advance {MECH}") == "BA-8.5.defender"
    assert table.refused("advance 26VG-I-39") == "BA-8.5"
    table.apply(f"advance {PANZER}")
    assert table.where(PANZER) == "1010"
    assert table.rules("advance") == ["BA-8.5"], "BA-R.35, BA-R.36: one unit, one hex"
    stood = fight(pieces, label, german=german).apply("choose stand")
    assert (stood.where(MECH), stood.asked[1]) == ("1010 reduced", "german mobile")
    died = fight(pieces.replace("1010", "1010 reduced"), "D3", german=[2]).apply("choose stand")
    assert (died.where(MECH), died.asked[1]) == ("eliminated reduced", "advance")


@rule("BA-8.3.De", "BA-8.3.outright")
def test_de_eliminates_a_full_strength_defender():
    table = fight(f"{PANZER} 1009 / 2Pz-II-3 0910 / {MECH} 1010", "De", german=[5])
    assert table.where(MECH) == "eliminated"
    assert (table.rules("result"), table.rules("loss")) == (["BA-8.3.De"], ["BA-8.3.outright"])
    assert table.asked == ("german", "advance")
    table.apply("done")
    assert table.where(PANZER) == "1009"


# ---- retreat ----


@rule("BA-8.4.away", "BA-8.4.enemy", "BA-8.4.zone", "BA-6.2", "BA-R.33", "BA-8.4")
def test_each_limit_of_a_retreat():
    table = fight(f"{PANZER} 1009 / 2Pz-38 0910 / {MECH} 1010", "D2", german=[5]).apply("choose retreat")
    assert table.refused("step 1009") == "BA-8.4.enemy"
    assert table.refused("step 0911") == "BA-8.4.zone", "BA-6.2"
    assert table.refused("step 0505") == "BA-8.4"
    table.apply("step 1011")
    assert table.refused("step 1010") == "BA-8.4.away", "BA-R.33"
    assert table.refused("step 1111") == "BA-8.4.away"


@rule("BA-8.4.friends", "BA-R.10")
def test_friends_are_passed_not_ended_on_and_do_not_cancel_zones():
    pieces = f"{PANZER} 1009 / 2Pz-38 0910 / {MECH} 1010 / 10AD-3 1011 / 9AD-19 1012 / 9AD-52 0911"
    table = fight(pieces, "D2", german=[5]).apply("choose retreat")
    assert table.refused("step 0911") == "BA-R.10"
    table.apply("step 1011")
    assert table.refused("step 1012") == "BA-8.4.friends"


@rule("BA-8.4.eliminated", "BA-R.34", "BA-8.3.stiff")
def test_who_cannot_complete_a_retreat_is_eliminated_stiff_resistance_was_offered():
    pieces = f"{PANZER} 1009 / {MECH} 1010 / 2Pz-38 0912 / 2Pz-I-2 1112"
    table = at("german combat", pieces, german=[5])
    table.apply("done", "target 1010", "done", "fire 5", "done")
    table.roll(face("D2", 9))
    assert table.asked == ("allied", "stiff")
    table.apply("choose retreat")
    assert table.where(MECH) == "eliminated"
    assert table.rules("loss") == ["BA-8.4.eliminated"], "BA-R.34"


@rule("BA-8.4.map", "BA-11.1.retreat")
def test_nobody_retreats_off_the_map():
    table = at("allied combat", "2Pz-I-3 0110 / 4AD-10 0209 / 4AD-51 0109", allied=[6]).apply("done", "target 0110")
    table.apply("join 4AD-10", "join 4AD-51", "done", "fire 6", "done").roll(face("D3", 11)).apply("choose retreat")
    assert table.refused("exit 0110/NW") == "BA-11.1.retreat"
    american = at("german combat", "10AD-20 0110 / 2Pz-I-3 0209 / 2Pz-II-3 0109", german=[5]).apply(
        "done", "target 0110"
    )
    american.apply("join 2Pz-I-3", "join 2Pz-II-3", "done", "fire 5", "done").roll(face("D3", 11)).apply(
        "choose retreat"
    )
    assert american.refused("exit 0110/NW") == "BA-8.4.map"


# ---- who attacks whom ----


@rule("BA-8.2", "BA-8.2.once", "BA-8.2.attacked", "BA-R.28")
def test_a_unit_attacks_once_and_is_attacked_once():
    pieces = f"{PANZER} 1009 / 2Pz-38 0910 / {MECH} 1010 / 10AD-3 0909 / 9AD-19 2020"
    table = at("german combat", pieces)
    assert table.refused("target 2020") == "BA-8.2"
    assert table.refused("target 1009") == "BA-8.2"
    table.apply("target 1010")
    assert table.refused("join 26VG-I-39") == "BA-8.2"
    assert table.refused("done") == "BA-8.2"
    table.apply(f"join {PANZER}", "done")
    assert table.rules("attack") == ["BA-8.2"], "BA-R.28: one attack at a time"
    table.roll(face("•", 7))
    assert table.refused("target 1010") == "BA-8.2.attacked"
    table.apply("target 0909")
    if table.asked[1] == "attack":
        assert table.refused(f"join {PANZER}") == "BA-8.2.once"


@rule("BA-R.27")
def test_a_stream_changes_nothing_in_combat():
    table = at("german combat", f"{PANZER} 0114 / {MECH} 0113").apply("target 0113", "done")
    battle = table.state.battle()
    assert battle is not None
    assert table.state.odds(battle).column == "+2,+3", "BA-R.27"


# ---- support ----


@rule("BA-8.2.1", "BA-8.2.1.protective", "BA-R.29", "BA-R.22", "BA-7.1.once", "BA-7.1")
def test_support_is_limited_and_shown_together_then_one_marker_covers():
    table = at("german combat", f"{PANZER} 1009 / {MECH} 1010", german=[5, 4], allied=[3, 6])
    table.apply("done", "target 1010", "done")
    assert (table.asked, table.state.decision.rule) == (("german", "support"), "BA-8.2.1")
    assert table.refused("fire 2") == "BA-7.1"
    table.apply("fire 5")
    assert table.refused("fire 4") == "BA-8.2.1"
    table.apply("done")
    assert table.texts("BA-8.2.1") == ["The German player supports the attack with 5"], "BA-R.29"
    assert (table.asked, table.state.decision.rule) == (("allied", "protective"), "BA-8.2.1.protective")
    table.apply("fire 3")
    assert table.refused("fire 6") == "BA-8.2.1.protective"
    table.apply("done")
    assert table.texts("BA-8.2.1.protective") == ["The Allied player gives protective fire with 3"], "BA-R.22"
    assert table.state.used == ((0, 0, 0, 1), (1, 0, 0, 0))
    battle = table.state.battle()
    assert battle is not None
    assert (table.state.odds(battle).attack, table.state.odds(battle).defence) == (11, 7)
    again = at("german combat", f"{PANZER} 1009 / 2Pz-38 0910 / {MECH} 1010", german=[5, 4])
    again.apply("done", "target 1010", f"join {PANZER}", "join 2Pz-38", "done", "fire 5")
    assert again.refused("fire 5") == "BA-7.1.once"


# ---- bombardment ----


def bombard(pieces: str, label: str, fire: list[int], place: str = "1010") -> Table:
    """A German bombardment with the die that brings a result."""
    table = at("german combat", pieces, german=fire).apply(f"bombard {place}", *(f"fire {n}" for n in fire), "done")
    battle = table.state.battle()
    assert battle is not None
    odds = table.state.odds(battle)
    return table.roll(face(label, odds.columns.index(odds.column)))


@rule("BA-8.1", "BA-R.24", "BA-8.1.Ex", "BA-R.23")
def test_markers_bombard_a_unit_and_nobody_covers_it():
    table = at("german combat", f"{PANZER} 1007 / {MECH} 1010", german=[5, 2], allied=[6])
    table.apply("bombard 1010", "fire 5")
    assert table.refused("bombard 1010") == "BA-8.1"
    table.apply("done")
    assert table.texts("BA-8.1")[0].startswith("The German player bombards")
    chance = table.state.chance
    assert chance is not None, "BA-R.24: the Allied player is not asked"
    assert chance.rule == "BA-8.1"
    battle = table.state.battle()
    assert battle is not None
    assert (table.state.odds(battle).attack, table.state.odds(battle).defence) == (5, 4)
    table.roll(face("Ex", 6))
    assert table.where(MECH) == "1010 reduced"
    assert table.rules("result") == ["BA-8.1.Ex"], "BA-R.23"
    assert table.asked[1] == "german mobile", "nobody is adjacent, and the other marker finds no fresh target"


@rule("BA-8.1.retreat", "BA-8.1.De", "BA-8.1.advance", "BA-8.3.outright")
def test_d_and_de_in_a_bombardment_and_no_advance():
    table = bombard(f"{PANZER} 1009 / {MECH} 1010", "D2", [5, 4])
    assert (table.rules("result"), table.asked) == (["BA-8.1.retreat"], ("allied", "stiff"))
    table.apply("choose retreat")
    while table.state.decision.step == "way":
        table.apply(table.options()[0])
    assert table.where(PANZER) == "1009"
    assert table.asked[1] != "advance"
    dead = bombard(f"{PANZER} 1009 / 10AD-90 1010 reduced", "De", [5, 4, 3])
    assert (dead.where("10AD-90"), dead.rules("result")) == ("eliminated reduced", ["BA-8.1.De"])
    assert dead.texts("BA-8.1.advance") == ["Nobody advances into 1010 after a bombardment"]


@rule("BA-8.1.A", "BA-R.26", "BA-8.1.bold", "BA-R.23")
def test_a_and_the_bold_results_in_a_bombardment():
    two = bombard(f"{PANZER} 1009 / 2Pz-38 0910 / {MECH} 1010", "(A)", [2])
    assert (two.asked, two.rules("result")) == (("german", "reduce"), ["BA-8.1.A"])
    two.apply("lose 2Pz-38")
    assert two.where("2Pz-38") == "0910 reduced", "BA-R.26"
    assert two.asked == ("german", "german combat"), "it may still attack"
    none = bombard(f"{PANZER} 1007 / {MECH} 1010", "(A)", [2])
    assert none.texts("BA-8.1.A")[-1].endswith("nothing happens")
    bold = bombard(f"{PANZER} 1009 / {MECH} 1010", "A3", [3])
    assert bold.rules("result") == ["BA-8.1.bold"]
    assert (bold.where(PANZER), bold.asked[1]) == ("1009", "german combat")


@rule("BA-8.1.first", "BA-8.1.target", "BA-R.25")
def test_bombardments_come_first_once_a_target_which_may_be_attacked_too():
    pieces = f"{PANZER} 1009 / {MECH} 1010 / 10AD-3 1012"
    table = at("german combat", pieces, german=[3, 2])
    assert table.refused("target 1010") == "BA-8.1.first"
    table.apply("bombard 1010", "fire 3", "done").roll(face("A3", 4))
    assert table.refused("bombard 1010") == "BA-8.1.target"
    table.apply("done")
    assert table.refused("bombard 1012") == "BA-8.1.first"
    table.apply("target 1010", "done")
    assert table.state.fought, "BA-R.25: bombarded and attacked"


@rule("BA-10.6.1", "BA-10.6.1.three", "BA-R.21", "BA-R.44", "BA-8.1")
def test_range_four_hexes_an_allied_three_one():
    table = at("allied combat", f"{MECH} 1010 / {PANZER} 1014 / 2Pz-38 1016 / 2Pz-I-2 1011", allied=[3, 4])
    assert table.refused("bombard 1016") == "BA-10.6.1"
    assert table.refused("bombard 2020") == "BA-8.1"
    table.apply("bombard 1014")
    assert table.refused("fire 3") == "BA-10.6.1.three", "BA-R.21"
    assert table.refused("fire 6") == "BA-7.1"
    assert table.refused("done") == "BA-8.1"
    table.apply("fire 4", "done")
    near = at("allied combat", f"{MECH} 1010 / {PANZER} 1011", allied=[3]).apply("bombard 1011")
    assert near.options("fire") == ["3"]
    only = at("allied combat", f"{MECH} 1010 / {PANZER} 1012", allied=[3])
    assert only.options() == ["done"], "BA-R.44: asked all the same"
    assert only.refused("bombard 1012") == "BA-10.6.1.three"


@rule("BA-11.4")
def test_no_exit_while_bombarding():
    table = at("german combat", f"{PANZER} 0110 / {MECH} 0111", german=[3])
    assert table.refused("exit 0110/NW") == "BA-11.4"
