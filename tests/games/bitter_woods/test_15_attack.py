"""The opening attack (BW-15): who attacks whom on 16AM, and which guns are silent."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods.forces import ALLIED
from tests.games.bitter_woods.battles import declare, ring
from tests.games.bitter_woods.table import at, game
from tests.rulemark import rule

OPEN = "1519"
NORTH, SOUTH = ring(OPEN)[0], ring(OPEN)[-1]
SIX, FIVE, SEVEN = "12VG-27", "26VG-39", "5FJ-13"
LINE = (
    "102Cav", "1Inf-16", "99Inf-395", "2Inf-9", "2Inf-38", "99Inf-393", "A-406US", "2Inf-23", "99Inf-394", "9Arm-CCB",
    "14Cav",
    "106Inf-422", "A-174", "106Inf-423", "106Inf-424", "28Inf-112", "9Arm-CCR", "A-402US", "28Inf-110",
    "28Inf-109", "9Arm-CCA", "4Inf-12",
)  # fmt: skip
FACING = {SIX: LINE[:11], FIVE: LINE[10:19], SEVEN: LINE[19:]}


@rule("BW-15.7.sector", "BW-R.48")
@pytest.mark.parametrize("attacker", [SIX, FIVE, SEVEN])
def test_each_army_attacks_the_units_before_it_on_16am_and_no_others(attacker: str):
    for target in LINE:
        # Somewhere else an attack is possible, so that the phase is asked.
        other = "28Inf-112" if target != "28Inf-112" else "28Inf-110"
        pieces = f"{attacker} {NORTH} / {target} {OPEN} / 26VG-77 2528 / {other} 2529"
        table = at("german combat", pieces, turn=1)
        if target in FACING[attacker]:
            assert OPEN in table.offers("target"), (attacker, target)
        else:
            assert table.forbids(f"target {OPEN}") == "BW-15.7.sector", (attacker, target)
            assert "BW-R.48" in table.refusal_text(f"target {OPEN}")
    later = at("german combat", f"{attacker} {NORTH} / 1Inf-16 {OPEN}", turn=2)
    assert later.offers("target") == {OPEN}, "from 16PM on anybody"


@rule("BW-R.48")
def test_every_allied_unit_of_the_set_up_stands_in_a_sector():
    start = {one.name for one in game().forces.units if one.side == ALLIED and one.start and not one.option}
    assert start == set(LINE)
    table = at("german combat", "62VG-164 1016 / 62VG-183 1117 / A-174 1116 / 14Cav 0715 / 18VG-293 0614", turn=1)
    assert "1116" in table.offers("target"), "174 FA, behind the line that Fifth Panzer Army faces"
    forces = game().forces
    assert all(forces.display_names[forces.index[name]] in game().rules["BW-R.48"].text for name in start)


@rule("BW-15.7.sector")
def test_armies_attack_a_hex_together_if_each_faces_a_unit_in_it():
    pieces = f"{SIX} {NORTH} / {FIVE} {SOUTH} / {SEVEN} {ring(OPEN)[1]} / 14Cav {OPEN}"
    table = at("german combat", pieces, turn=1).do(f"target {OPEN}")
    assert table.offers("join") == {SIX, FIVE}
    assert table.forbids(f"join {SEVEN}") == "BW-15.7.sector"
    stacked = at("german combat", f"{pieces} / 28Inf-109 {OPEN}", turn=1).do(f"target {OPEN}")
    assert stacked.offers("join") == {SIX, FIVE, SEVEN}, "28/109 is before Seventh Army"


@rule("BW-R.47")
def test_the_ss_that_waits_does_not_attack_on_16am():
    pieces = f"12SS-25 {NORTH} / {SIX} {NORTH} / 14Cav {OPEN}"
    table = at("german combat", pieces, turn=1).do(f"target {OPEN}")
    assert table.forbids("join 12SS-25") == "BW-R.47"
    later = at("german combat", pieces.replace(NORTH, f"{NORTH} unbound", 1), turn=2).do(f"target {OPEN}")
    assert "12SS-25" in later.offers("join")


@rule("BW-15.3")
def test_allied_artillery_gives_no_offensive_support_on_16am_but_defends():
    pieces = f"28Inf-110 {NORTH} / {FIVE} {OPEN} / A-402US 1523 / A-401 1515"
    table = declare(at("allied combat", pieces, turn=1), OPEN, "28Inf-110")
    assert table.asked() == ("german", "defence"), "the Allied player has nothing to add"
    second = declare(at("allied combat", pieces, turn=2), OPEN, "28Inf-110")
    assert second.offers("add") == {"A-402US"}
    flying = at("allied combat", pieces, turn=1)
    flying.state.aircraft = 0, 1  # so that the question is put
    assert declare(flying, OPEN, "28Inf-110").forbids("add A-402US") == "BW-15.3"
    defends = declare(at("german combat", f"{FIVE} {NORTH} / 28Inf-110 {OPEN} / A-402US 1523", turn=1), OPEN, FIVE)
    assert defends.offers("add") == {"A-402US"}


@rule("BW-15.1", "BW-15.7.sector")
def test_a_refused_sector_is_a_sentence_with_its_rule():
    table = at("german combat", f"{SEVEN} {NORTH} / 102Cav {OPEN} / {SIX} 2528 / 14Cav 2529", turn=1)
    reason = table.refusal(f"target {OPEN}")
    assert reason.rule == "BW-15.7.sector"
    assert reason.text.startswith("5FJ/13 may attack only Allied units in front of its own army on 16AM")
    declare(table, "2529", SIX)
    assert "BW-15.1" in [one for one, _ in table.tally()]
