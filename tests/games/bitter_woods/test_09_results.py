"""Combat results (BW-9.5, 9.6): what each label does to both sides, in which order, and who chooses."""

from __future__ import annotations

import pytest

from tests.games.bitter_woods.battles import declare, die_for, figures, ring, strike, tally
from tests.games.bitter_woods.table import Table, at, hex_, units
from tests.rulemark import rule

OPEN = "1519"
AROUND = ring(OPEN)
NORTH, SOUTH = AROUND[0], AROUND[-1]
EVEN = f"26VG-39 {NORTH} / 26VG-77 {NORTH} / 28Inf-110 {OPEN} / 28Inf-109 {OPEN}"  # 10 to 10, 4 against 4
WEAK = f"26VG-39 {NORTH} / 26VG-77 {NORTH} reduced / 28Inf-110 {OPEN} / 28Inf-109 {OPEN} / 28Inf-112 {OPEN}"  # 8 to 15
STRONG = f"12SS-12 {NORTH} / 2Pz-3 {NORTH} / 102Cav {OPEN} / 14Cav {OPEN} reduced"  # 21 to 5, 5 against 4


def east(hexes: int) -> str:
    """The hex so many hexes east of the open one."""
    return f"{int(OPEN[:2]) - hexes:02}{OPEN[2:]}"


def after(pieces: str, label: str, by: str = "") -> Table:
    """A German attack that had a result, at what it asks."""
    table = strike(at("german combat", pieces, turn=12), OPEN, *by.split())
    return table.roll(die_for(table, label))


def attack(pieces: str, column: str) -> Table:
    """The attack, which must be at these odds."""
    table = at("german combat", pieces, turn=12)
    by = " ".join(name for name in ("26VG-39", "26VG-77", "12SS-12", "2Pz-3", "1SS-Peiper") if f"{name} " in pieces)
    assert figures(tally(table, OPEN, by))[2] == column
    return table


@rule("BW-9.5.DE")
def test_de_eliminates_all_defenders_and_the_attacker_may_advance_one_hex():
    pieces = f"12SS-12 {NORTH} / 1SS-Peiper {NORTH} / 102Cav {OPEN} reduced / 14Cav {OPEN} reduced"
    attack(pieces, "6-1")
    table = after(pieces, "DE")
    assert table.where("102Cav") == table.where("14Cav") == "eliminated reduced"
    assert table.rules("loss") == ["BW-9.5.DE", "BW-9.5.DE"]
    assert (table.asked(), table.offers("advance")) == (("german", "advance"), {"12SS-12", "1SS-Peiper"})
    frame = table.state.top
    assert (frame.into, frame.hexes, frame.bonus) == (1 << hex_(OPEN), 1, True)


@rule("BW-9.5.AE")
def test_ae_eliminates_all_attackers_and_the_defender_may_advance_one_hex():
    pieces = (
        f"62VG-164 {NORTH} reduced / 62VG-183 {NORTH} reduced / 28Inf-110 {OPEN} / 82Abn-325 {OPEN} / 82Abn-504 {OPEN}"
    )
    table = after(pieces, "AE")
    assert table.where("62VG-164") == table.where("62VG-183") == "eliminated reduced"
    assert table.rules("loss") == ["BW-9.5.AE", "BW-9.5.AE"]
    assert (table.asked(), table.offers("advance")) == (("allied", "advance"), {"28Inf-110", "82Abn-325", "82Abn-504"})
    frame = table.state.top
    assert (frame.into, frame.hexes, frame.bonus) == (1 << hex_(NORTH), 1, False)


@rule("BW-9.5.D")
@pytest.mark.parametrize(("label", "hexes"), [("D2", 2), ("D3", 3), ("D4", 4)])
def test_d_makes_the_defender_retreat_and_lets_the_attacker_advance_as_far(label: str, hexes: int):
    table = after(STRONG, label)
    assert table.rules("result") == ["BW-9.5.D"]
    assert (table.asked(), table.state.top.hexes) == (("allied", "retreat"), hexes)
    assert table.offers("pick") == {"102Cav", "14Cav"}
    below = table.state.frames[-2]
    assert (below.step, below.side, below.units, below.into, below.hexes) == (
        "advance", 0, units("12SS-12 2Pz-3"), 1 << hex_(OPEN), hexes,
    )  # fmt: skip


@rule("BW-9.5.A")
@pytest.mark.parametrize(("label", "pieces", "hexes"), [("A1", WEAK, 1), ("A2", EVEN, 2)])
def test_a_makes_the_attacker_retreat_and_lets_the_defender_advance_one_hex(label: str, pieces: str, hexes: int):
    table = after(pieces, label)
    assert table.rules("result") == ["BW-9.5.A"]
    assert (table.asked(), table.state.top.hexes) == (("german", "retreat"), hexes)
    assert table.offers("pick") == {"26VG-39", "26VG-77"}
    below = table.state.frames[-2]
    assert (below.step, below.side, below.into, below.hexes) == ("advance", 1, 1 << hex_(NORTH), 1)


@rule("BW-9.5.1D", "BW-9.6.choose", "BW-9.2.apply")
def test_1d_costs_the_defender_a_step_of_his_choice_and_then_he_retreats():
    table = after(STRONG, "1D3")
    assert (table.asked(), table.offers("lose")) == (("allied", "loss"), {"102Cav", "14Cav"})
    assert table.state.decision.facts == {"units": 2}
    assert table.forbids("lose 28Inf-112") == "BW-9.6.choose"
    assert table.forbids("done") == "BW-9.6"
    assert table.forbids("advance 12SS-12") == "BW-9.2.apply", "the defender's part comes first"
    table.do("lose 102Cav")
    assert table.where("102Cav") == f"{OPEN} reduced"
    assert (table.asked(), table.state.top.hexes) == (("allied", "retreat"), 3)
    assert table.rules("result") == ["BW-9.5.1D"]


@rule("BW-9.2.apply", "BW-9.6.choose", "BW-9.6")
def test_who_has_no_loss_to_take_is_not_told_to_wait_for_one():
    attackers = after(WEAK, "1A2")
    assert (attackers.asked(), attackers.offers("lose")) == (("german", "loss"), {"26VG-39", "26VG-77"})
    assert attackers.forbids("lose 28Inf-110") == "BW-9.6.choose", "1A2 costs the defender nothing"
    assert attackers.forbids("advance 28Inf-110") == "BW-9.2.apply", "but he may advance after that"
    assert attackers.refusal_text("pick 26VG-39") == "The German loss comes first."
    assert after(STRONG, "1D3").forbids("lose 2Pz-3") == "BW-9.6.choose"
    assert after(EVEN, "FF").refusal_text("lose 26VG-39") == "The Allied loss comes first."


@rule("BW-10.2.results", "BW-9.6.choose")
def test_only_a_gun_that_supported_is_said_to_have_supported():
    table = at("german combat", f"{EVEN} / A-401 {east(4)} / A-766 {east(4)} / A-402US 2032", turn=15)
    declare(table, OPEN).do("add A-401", "done")
    while table.state.chance is None:
        table.do("done")
    table.roll(die_for(table, "FF")).do("lose 28Inf-110")
    assert table.offers("lose") == {"26VG-39", "26VG-77"}
    assert table.forbids("lose A-401") == "BW-10.2.results"
    assert table.forbids("lose A-766") == "BW-9.6.choose", "it was in range, but did not fire"
    assert table.forbids("lose R-15") == "BW-9.6.choose", "it is not on the map"
    assert table.forbids("lose A-402US") == "BW-9.6.choose"


@rule("BW-9.6")
def test_a_reduced_unit_that_takes_the_loss_is_eliminated_and_does_not_retreat():
    table = after(STRONG, "1D3").do("lose 14Cav")
    assert table.where("14Cav") == "eliminated reduced"
    assert table.rules("loss") == ["BW-9.6"]
    assert table.asked()[1] in ("retreat", "way")
    assert "14Cav" not in table.offers("pick")


@rule("BW-9.5.1A", "BW-9.6.choose")
def test_1a2_costs_the_attacker_a_step_of_his_choice_and_then_he_retreats_two_hexes():
    table = after(WEAK, "1A2")
    assert (table.asked(), table.offers("lose")) == (("german", "loss"), {"26VG-39", "26VG-77"})
    assert table.forbids("lose 26VG-78") == "BW-9.6.choose"
    table.do("lose 26VG-77")
    assert table.where("26VG-77") == "eliminated reduced"
    frame = next(each for each in table.state.frames if each.step == "retreat")
    assert (frame.side, frame.hexes) == (0, 2)
    assert table.rules("result") == ["BW-9.5.1A"]


@rule("BW-9.5.SU")
def test_su_does_nothing_and_obliges_nobody():
    before = at("german combat", WEAK, turn=12)
    table = after(WEAK, "SU")
    assert table.rules("result") == ["BW-9.5.SU"]
    assert (table.state.duties, table.state.at) == ((), before.state.at)
    assert table.rules("loss") == table.rules("step") == []


@rule("BW-9.5.FF", "BW-9.6", "BW-9.6.choose", "BW-9.2.apply")
def test_ff_costs_each_side_a_step_of_its_choice_the_defender_first():
    table = after(EVEN, "FF")
    assert table.rules("result") == ["BW-9.5.FF"]
    assert (table.asked(), table.offers("lose")) == (("allied", "loss"), {"28Inf-110", "28Inf-109"})
    assert table.forbids("lose 26VG-39") == "BW-9.2.apply"
    assert table.forbids("lose 28Inf-112") == "BW-9.6.choose"
    table.do("lose 28Inf-109")
    assert (table.asked(), table.offers("lose")) == (("german", "loss"), {"26VG-39", "26VG-77"})
    table.do("lose 26VG-39")
    assert (table.where("28Inf-109"), table.where("26VG-39")) == (f"{OPEN} reduced", f"{NORTH} reduced")
    assert table.rules("step") == ["BW-9.6", "BW-9.6"]


@rule("BW-9.5.FF.advance")
def test_after_ff_nobody_advances_unless_no_defender_is_left():
    stays = after(EVEN, "FF").do("lose 28Inf-109", "lose 26VG-39")
    assert stays.asked()[1] != "advance"
    alone = after(f"26VG-39 {NORTH} reduced / 28Inf-110 {OPEN} reduced", "FF")
    assert alone.where("28Inf-110") == alone.where("26VG-39") == "eliminated reduced", "nobody is left to advance"
    held = after(f"26VG-39 {NORTH} / 28Inf-110 {OPEN} reduced / A-174 {OPEN}", "FF").do("lose 28Inf-110")
    assert held.asked()[1] != "advance", "a gun holds the hex"
    table = after(f"326VG-751 {NORTH} / 28Inf-110 {OPEN} reduced", "FF")
    assert table.asked() == ("german", "advance")
    frame = table.state.top
    assert (frame.hexes, frame.bonus, "BW-9.5.FF.advance") == (1, False, "BW-9.5.FF.advance"), "the empty hex only"


@rule("BW-9.2.die")
def test_the_log_says_strengths_column_die_and_what_it_means():
    table = after(STRONG, "D4")
    (event,) = table.events("result")
    assert event.text.startswith(f"{OPEN}: 21 to 5, column 4-1, die ")
    assert event.text.endswith("D4, the defender retreats four hexes")
    again = strike(at("german combat", STRONG, turn=12), OPEN)
    assert again.state.chance is not None
    assert again.state.chance.rule == "BW-9.2.die"
