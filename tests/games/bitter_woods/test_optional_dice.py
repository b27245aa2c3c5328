"""Dice before the die (BW-19, 31) and what wears attackers down (BW-20): each off unless it is chosen."""

from __future__ import annotations

import pytest

from tests.games.bitter_woods.table import Table, at
from tests.rulemark import rule


def options(*names: str) -> str:
    return "[options]\n" + "".join(f"{name} = true\n" for name in names)


def declared(pieces: str, *joining: str, turn: int, more: str) -> Table:
    """An attack on the only hex with Allied units, with nothing to support it."""
    table = at("german combat", pieces, turn=turn, more=more)
    (target,) = table.offers("target")
    return to_the_dice(table.do(f"target {target}").try_(*(f"join {name}" for name in joining)))


def to_the_dice(table: Table) -> Table:
    """Nobody supports anything."""
    while table.state.chance is None:
        table.do("done")
    return table


def die_due(table: Table) -> str:
    assert table.state.chance is not None
    return table.state.chance.rule


# ---- 19: SS panzer scare ----

SS = "12SS-12 0207 / 2Inf-9 0208"


@rule("BW-19.0", "BW-R.63")
@pytest.mark.parametrize(("die", "shifted"), [(4, False), (5, True), (6, True)])
def test_the_12th_ss_panzer_regiment_scares_2_9_on_a_five_or_six(die: int, shifted: bool):
    table = declared(SS, "12SS-12", turn=3, more=options("scare"))
    assert die_due(table) == "BW-19.0"
    table.roll(die)
    assert dict(table.tally())["BW-19.0"] == ("SS panzer scare" if shifted else "SS panzer scare: failed")
    assert table.state.chance is not None
    assert table.state.chance.reason.endswith("3-1" if shifted else "2-1")


@rule("BW-R.63")
def test_a_defender_out_of_supply_is_scared_more_easily():
    table = declared(SS + " out-of-supply", "12SS-12", turn=3, more=options("scare"))
    table.roll(4)
    assert ("BW-19.0", "SS panzer scare") in table.tally(), "an endurance of 5 counts 4"


@rule("BW-19.0")
def test_there_is_no_scare_before_16pm_and_after_17pm_nor_without_ss_panzers():
    for turn in (2, 4):
        assert die_due(declared(SS, "12SS-12", turn=turn, more=options("scare"))) == "BW-19.0"
    assert die_due(declared(SS, "12SS-12", turn=5, more=options("scare"))) == "BW-9.2.die"
    foot = declared("12SS-25 0207 / 2Inf-9 0208", "12SS-25", turn=3, more=options("scare"))
    assert die_due(foot) == "BW-9.2.die"
    assert die_due(declared(SS, "12SS-12", turn=3, more="")) == "BW-9.2.die"


@rule("BW-19.0.once")
def test_two_ss_panzer_regiments_roll_one_die():
    both = declared(
        "12SS-12 0207 / 1SS-Peiper 0209 / 2Inf-9 0208", "12SS-12", "1SS-Peiper", turn=3, more=options("scare")
    )
    both.roll(6)
    assert [line for line in both.tally() if line[0] == "BW-19.0"] == [("BW-19.0", "SS panzer scare")]
    assert die_due(both) == "BW-9.2.die"


@rule("BW-19.0")
def test_the_odds_mix_the_scare_in_before_it_is_rolled():
    table = at("german combat", SS, turn=3, more=options("scare")).do("target 0208").try_("join 12SS-12")
    battle = table.state.battle()
    assert battle is not None
    mixed = {outcome.label: outcome.probability for outcome in table.state.odds(battle).outcomes}
    seen: dict[str, float] = {}
    for nerve in range(1, 7):
        for die in range(1, 7):
            one = to_the_dice(table.fork()).roll(nerve, die)
            seen[one.result()] = seen.get(one.result(), 0.0) + 1 / 36
    assert mixed == pytest.approx(seen)


# ---- 31: variable surprise ----


@rule("BW-31.0")
@pytest.mark.parametrize(("die", "shifted"), [(4, False), (5, True)])
def test_lehr_surprises_the_14th_cavalry_on_a_five_or_six(die: int, shifted: bool):
    table = declared("PzLehr-901 0218 / 14Cav 0219", "PzLehr-901", turn=1, more=options("variable_surprise"))
    assert die_due(table) == "BW-31.0"
    table.roll(die)
    found = dict(table.tally())
    assert "BW-15.1" not in found
    assert found["BW-31.0"] == ("surprise" if shifted else "surprise: failed")


@rule("BW-31.0")
def test_infantry_of_endurance_four_surprises_nobody():
    table = declared("18VG-293 0218 / 14Cav 0219", "18VG-293", turn=1, more=options("variable_surprise"))
    assert die_due(table) == "BW-9.2.die"
    assert {"BW-15.1", "BW-31.0"}.isdisjoint(dict(table.tally()))


# ---- 20: attrition ----


def worn(pieces: str, *joining: str, turn: int = 11, more: str = "") -> Table:
    """An attack at 3-1 with a six: ENG with an asterisk."""
    return declared(pieces, *joining, turn=turn, more=options("attrition") + more).roll(6)


@rule("BW-20.0", "BW-R.64")
def test_an_asterisk_costs_a_mechanized_attacker_a_step_from_21am_on():
    pieces = "PzLehr-130 0218 / PzLehr-901 0218 / 9Inf-39 0219 reduced"
    table = worn(pieces, "PzLehr-130", "PzLehr-901")
    assert table.result() == "ENG"
    assert table.offers("lose") == {"PzLehr-130", "PzLehr-901"}
    table.do("lose PzLehr-901")
    assert table.where("PzLehr-901") == "0218 reduced"
    early = worn(pieces, "PzLehr-130", "PzLehr-901", turn=10)
    assert early.offers("lose") == set()


@rule("BW-20.0.reduced")
def test_no_reduced_unit_is_worn_down():
    both = "PzLehr-130 0218 reduced / PzLehr-902 0218 reduced / PzLehr-901 0120 reduced / 9Inf-39 0219 reduced"
    table = worn(both, "PzLehr-130", "PzLehr-902", "PzLehr-901")
    assert table.offers("lose") == set()
    assert "BW-20.0.reduced" in table.rules("effect")


@rule("BW-20.0", "BW-20.0.reduced")
def test_a_unit_that_the_firefight_has_just_reduced_is_not_worn_down():
    pieces = "PzLehr-130 0218 / PzLehr-901 0218 / 9Inf-39 0219"
    table = declared(pieces, "PzLehr-130", "PzLehr-901", turn=11, more=options("attrition")).roll(6)
    assert table.result() == "FF"
    assert table.offers("lose") == {"PzLehr-130", "PzLehr-901"}
    table.do("lose PzLehr-901")
    assert table.where("PzLehr-901") == "0218 reduced"
    assert table.where("PzLehr-130") == "0218 reduced", "attrition had one full-strength unit to take"
    assert table.texts("BW-20.0")[0].startswith("Attrition at 0219")
    alone = declared("PzLehr-130 0218 / 9Inf-39 0219 reduced", "PzLehr-130", turn=11, more=options("attrition")).roll(6)
    assert alone.result() == "FF"
    assert alone.where("PzLehr-130") == "0218 reduced", "the only one is reduced now, and nothing more happens"
    assert "BW-20.0.reduced" in alone.rules("effect")


@rule("BW-20.0")
def test_infantry_is_not_worn_down():
    table = worn("26VG-39 0218 / 26VG-77 0218 / 9Inf-39 0219 reduced", "26VG-39", "26VG-77")
    assert table.result() == "ENG"
    assert "BW-20.0" not in table.rules("step")


@rule("BW-R.64")
def test_a_unit_that_came_in_is_fresh_for_ten_turns():
    table = at("german movement", "FuhEs pool / 9Inf-39 0221", turn=5, more=options("attrition"))
    table.do("pick FuhEs").try_("enter 0118").try_("stop")
    fuhrer = table.state.game.forces.index["FuhEs"]
    assert table.state.since == {fuhrer: 5}
    fresh = "[markers]\nsince = { FuhEs = 5 }\n"
    pieces = "FuhEs 0218 / 9Inf-39 0219 reduced / PzLehr-130 0120"
    assert worn(pieces, "FuhEs", "PzLehr-130", turn=14, more=fresh).offers("lose") == set(), "9 turns in play"
    assert worn(pieces, "FuhEs", "PzLehr-130", turn=15, more=fresh).offers("lose") == {"FuhEs", "PzLehr-130"}


WORN = "PzLehr-130 0218 / PzLehr-901 0218 / 9Inf-39 0219 reduced"


def foretold(table: Table) -> list[tuple[str, int, float]]:
    """The results of the battle in hand, each with the steps that it costs the attacker and its chance in sixths."""
    battle = table.state.battle()
    assert battle is not None
    found = table.state.odds(battle).outcomes
    return [(one.label, int(one.attacker.steps), round(6 * one.probability, 6)) for one in found]


@rule("BW-20.0")
def test_the_odds_tell_a_result_with_an_asterisk_from_one_without():
    attack = ("PzLehr-130", "PzLehr-901")
    plain = declared(WORN, *attack, turn=11, more="")
    assert foretold(plain) == [("D2", 0, 1), ("D3", 0, 2), ("D4", 0, 1), ("CA", 0, 1), ("ENG", 0, 1)]
    table = declared(WORN, *attack, turn=11, more=options("attrition"))
    assert foretold(table) == [
        ("D2", 1, 1), ("D3", 0, 1), ("D3", 1, 1), ("D4", 0, 1), ("CA", 1, 1), ("ENG", 1, 1),
    ]  # fmt: skip
    young = declared(WORN, *attack, turn=10, more=options("attrition"))
    assert foretold(young) == foretold(plain)
    tired = declared(WORN.replace("0218", "0218 reduced"), *attack, turn=11, more=options("attrition"))
    assert not any(steps for label, steps, _ in foretold(tired) if label != "FF")


def test_the_odds_know_that_a_firefight_may_spare_the_only_fresh_unit():
    for pieces, steps in (
        ("PzLehr-130 0218 / 9Inf-39 0219 reduced", 1),  # the loss of the firefight is its own
        ("PzLehr-130 0218 / PzLehr-901 0218 / 9Inf-39 0219", 2),
        ("PzLehr-130 0218 / PzLehr-901 0218 reduced / 9Inf-39 0219 reduced / 26VG-39 0120", 0),
    ):
        joining = [piece.split()[0] for piece in pieces.split(" / ") if not piece.startswith(("9Inf", "26VG"))]
        table = declared(pieces, *joining, turn=11, more=options("attrition"))
        assert [cost for label, cost, _ in foretold(table) if label == "FF"] == ([steps] if steps else [])


@rule("BW-20.0")
def test_the_sheet_and_its_table_show_the_asterisk_where_attrition_is_played():
    sheet = declared(WORN, "PzLehr-130", "PzLehr-901", turn=11, more=options("attrition")).screen("german").sheets[0]
    assert sheet.table is not None
    assert sheet.table.rows[5].cells[4] == "ENG*"
    texts = {outcome.label: outcome.text for outcome in sheet.outcomes}
    assert set(texts) == {"D2*", "D3", "D3*", "D4", "CA*", "ENG*"}
    assert texts["D3*"] == f"{texts['D3']}; attrition costs a mechanized attacker a step (BW-20.0)"
    plain = declared(WORN, "PzLehr-130", "PzLehr-901", turn=11, more="").screen("german").sheets[0]
    assert plain.table is not None
    assert plain.table.rows[5].cells[4] == "ENG"
