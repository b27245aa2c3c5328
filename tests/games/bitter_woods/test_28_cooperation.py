"""Inter-Allied cooperation (BW-28): off unless it is chosen."""

from __future__ import annotations

import random
from typing import cast

from ardennes.games.bitter_woods.forces import ALLIED
from ardennes.games.bitter_woods.state import Position
from tests.games.bitter_woods.battles import declare, lines, tally
from tests.games.bitter_woods.scenes import Fall, fall, led, retreating, steps
from tests.games.bitter_woods.table import Table, at, game
from tests.rulemark import rule

__all__ = ["fall"]
ON = "[options]\ncooperation = true\n"
WEST, EAST = "4408", "4309"  # the ends of a bridge over the Meuse


def moving(pieces: str, *, more: str = ON) -> Table:
    return at("allied movement", pieces, turn=16, more=more)


# ---- 28.1: the Meuse ----


@rule("BW-28.1")
def test_of_the_british_only_the_29th_brigade_crosses_the_meuse():
    table = moving(f"11Arm-29 {WEST} / 43Inf-129 {WEST} / GdsArm-5 {WEST}")
    assert EAST in table.fork().do("pick 11Arm-29").offers("step")
    for name in ("43Inf-129", "GdsArm-5"):
        fork = table.fork().do(f"pick {name}")
        assert fork.forbids(f"step {EAST}") == "BW-28.1"
        assert fork.offers("go").isdisjoint({EAST, "4209", "4310"})
        assert EAST in moving(f"{name} {WEST}", more="").do(f"pick {name}").offers("go")


@rule("BW-28.1", "BW-R.77")
def test_a_british_unit_does_not_advance_across_the_meuse_and_one_beyond_it_may_come_back(fall: Fall):
    pieces = f"11Arm-29 {WEST} / 43Inf-129 {WEST} / 352VG-914 {EAST}"
    table = led(fall("D2", EAST, pieces, step="allied combat", turn=16, more=ON))
    assert table.offers("advance") == {"11Arm-29"}
    assert "BW-R.77" in table.refusal_text("advance 43Inf-129")
    assert table.forbids("advance 43Inf-129") == "BW-28.1"
    assert WEST in moving(f"43Inf-129 {EAST}").do("pick 43Inf-129").offers("step")


@rule("BW-28.1", "BW-R.77")
def test_a_british_unit_that_comes_in_late_comes_in_beyond_the_meuse():
    released = "[tracks]\nmeuse-reached = true\n"
    british = "43Inf-129 pool / 11Arm-29 pool / L-Montgomery pool / 352VG-914 3010"
    table = moving(british, more=f"[options]\ncooperation = true\nleaders = true\n{released}")
    near = {"1201", "1401", "1901"}  # the north edge is on both banks
    late = table.fork().do("pick 43Inf-129")
    assert late.offers("enter") >= {"2701", "3701", "5101", "5517"}
    assert not late.offers("enter") & near
    assert late.forbids("enter 1401") == "BW-28.1"
    assert table.fork().do("pick L-Montgomery").offers("enter") >= near
    free = moving(british.replace("L-Montgomery pool / ", ""), more=released).do("pick 43Inf-129")
    assert free.offers("enter") >= near


@rule("BW-28.1")
def test_a_british_unit_with_no_way_but_the_bridge_cannot_be_picked():
    around = "2Pz-3 4308 / 2Pz-2 4407 / 2Pz-304 4409 / PzLehr-901 4508 / PzLehr-902 4509"
    table = moving(f"43Inf-129 {WEST} / {around} / 82Abn-504 5302")
    assert "82Abn-504" in table.offers("pick")
    assert "43Inf-129" not in table.offers("pick")
    assert table.forbids("pick 43Inf-129") == "BW-28.1"
    assert EAST not in moving(f"43Inf-129 {WEST} / 82Abn-504 5302").do("pick 43Inf-129").offers("step")


@rule("BW-28.1", "BW-28.2")
def test_nobody_goes_over_a_new_bridge_where_he_could_not_go():
    more = f"""{ON}[markers]
blown = ["4309/4408", "4710/4809"]
repairs = {{ "4309/4408" = "43Inf-129", "4710/4809" = "82Abn-504" }}
"""
    pieces = f"43Inf-129 {WEST} / 82Abn-504 4809 / 82Abn-505 4809 / 11Arm-29 4809"
    table = at("allied construction", pieces, turn=16, more=more)
    assert table.forbids("span 4309/4408") == "BW-28.1"
    table.do("span 4710/4809")
    assert table.offers("advance") == {"82Abn-505"}
    assert table.forbids("advance 11Arm-29") == "BW-28.2"


# ---- 28.2: stacking ----


@rule("BW-28.2")
def test_americans_and_british_do_not_end_a_move_in_one_hex_and_may_pass():
    table = moving("11Arm-29 4508 / 82Abn-504 4608 / 82Abn-505 4810")
    british = table.fork().do("pick 11Arm-29")
    assert "4608" not in british.offers("go")
    assert british.forbids("go 4608") == "BW-28.2"
    assert "4608" in british.offers("step"), "it may pass through"
    british.do("step 4608")
    assert british.forbids("stop") == "BW-28.2"
    american = table.fork().do("pick 82Abn-504")
    assert american.forbids("go 4508") == "BW-28.2"
    assert "4810" in american.offers("go"), "beside another American"
    assert "4608" in moving("11Arm-29 4508 / 82Abn-504 4608", more="").do("pick 11Arm-29").offers("go")


@rule("BW-28.2")
def test_a_british_unit_does_not_advance_to_americans(fall: Fall):
    pieces = "GdsArm-5 4610 / 82Abn-504 4611 / 352VG-914 4710 / 82Abn-505 4711"
    table = led(fall("D2", "4710", pieces, "GdsArm-5", step="allied combat", turn=16, more=ON))
    table.do("advance GdsArm-5").try_("step 4710")
    assert table.forbids("step 4711") == "BW-28.2"


@rule("BW-28.2", "BW-R.78")
def test_a_retreat_may_bring_americans_and_british_together_and_they_may_stay():
    attacked = at("german combat", "43Inf-129 4611 / 352VG-914 4510 / 82Abn-504 4710", turn=16, more=ON)
    assert steps(retreating(attacked, "43Inf-129", 2, "4711")) == {"4710"}
    together = moving("43Inf-129 4710 / 82Abn-504 4710 / 82Abn-505 4712")
    assert "done" in together.options()
    american = together.do("pick 82Abn-504").do("step 4711", "step 4710")
    assert american.forbids("stop") == "BW-28.2", "it does not come back to them of its own will"
    assert "BW-R.78" in moving("43Inf-129 4710 / 82Abn-504 4711").do("pick 82Abn-504").refusal_text("go 4710")


@rule("BW-28.1", "BW-28.2")
def test_montgomery_crosses_the_meuse_and_stacks_with_either_and_patton_does_not():
    more = f"{ON}leaders = true\n"
    pieces = f"L-Montgomery {WEST} / 82Abn-504 {EAST} / L-Patton 4608 / 11Arm-29 4508 / 43Inf-129 4607"
    table = moving(pieces, more=more)
    assert EAST in table.fork().do("pick L-Montgomery").offers("go")
    assert table.fork().do("pick 11Arm-29").forbids("go 4608") == "BW-28.2"
    assert table.fork().do("pick L-Patton").forbids("go 4607") == "BW-28.2"
    assert WEST in table.fork().do("pick 43Inf-129").offers("go"), "beside Montgomery"
    assert table.fork().do("pick 43Inf-129").forbids("go 4409") == "BW-28.1"


# ---- 28.3: one column ----

BOTH = "11Arm-29 4408 / 82Abn-504 4508 / 352VG-914 4509 / 352VG-915 4608"


@rule("BW-28.3")
def test_a_combat_with_both_nations_is_shifted_one_column_for_the_german():
    table = at("allied combat", BOTH, turn=16, more=ON)
    for by, shifted in (("11Arm-29 82Abn-504", [("BW-28.3", -1)]), ("82Abn-504", []), ("11Arm-29", [])):
        found = lines(tally(table, "4509", by, side=1), "column")
        assert [line for line in found if line[0] == "BW-28.3"] == shifted
    stack = at("german combat", "11Arm-29 4508 / 82Abn-504 4508 / 352VG-914 4509", turn=16, more=ON)
    assert ("BW-28.3", 1) in lines(tally(stack, "4508", "352VG-914"), "column")
    off = at("german combat", "11Arm-29 4508 / 82Abn-504 4508 / 352VG-914 4509", turn=16)
    assert ("BW-28.3", 1) not in lines(tally(off, "4508", "352VG-914"), "column")


# ---- 28.4: guns and aircraft ----


@rule("BW-28.4")
def test_american_guns_support_only_americans_and_aircraft_support_either():
    guns = next(unit.name for unit in game().forces.units if unit.nation == "US" and unit.range >= 3)
    pieces = f"{guns} 4506 / 11Arm-29 4408 / 82Abn-504 4508 / 352VG-914 4509"
    table = at("allied combat", pieces, turn=16, more=ON)
    british = declare(table.fork(), "4509", "11Arm-29")
    assert british.forbids(f"add {guns}") == "BW-28.4"
    assert "fly" in british.options()
    american = declare(table.fork(), "4509", "82Abn-504")
    assert guns in american.offers("add")
    assert guns in declare(table.fork(), "4509", "11Arm-29", "82Abn-504").offers("add")
    attacked = at("german combat", pieces, turn=16, more=ON)
    defence = declare(attacked.fork(), "4408", "352VG-914").do("done")
    assert defence.asked()[1] == "defence"
    assert defence.forbids(f"add {guns}") == "BW-28.4"


def test_a_game_with_cooperation_is_played_to_its_end():
    state, rng = game().start("six-turn", cooperation="on"), random.Random(28)
    while not state.over:
        state.roll(state.chance.sample(rng)) if state.chance else state.apply(rng.choice(state.decision.options))
    assert list(game().invariants(state)) == []


def test_the_hexes_of_each_nation_are_known_through_a_whole_game():
    state, rng = cast(Position, game().start("campaign", cooperation="on", leaders="on")), random.Random(0)
    shared = 0  # hexes that a leader and units of his nation share, which stay its own when one of them leaves
    while not state.over:
        there = state.playing[ALLIED] | state.staff
        assert state.nation_held == [state.hexes_of(units & there) for units in game().nations.apart]
        shared += bool(state.posts[ALLIED] & state.held[ALLIED])
        state.roll(state.chance.sample(rng)) if state.chance else state.apply(rng.choice(state.decision.options))
    assert shared


# ---- 28.4 and bombardments ----

SHELLED = "18VG-293 1519 / A-174 1516 / A-402US 1516 / A-422 1516 / 99Inf-393 1518 / 99Inf-394 1518"


def shelling(pieces: str) -> Table:
    return at("allied combat", pieces, turn=16, more=f"{ON}bombardment = true\n").try_("target 1519")


@rule("BW-28.4", "BW-R.68")
def test_allied_guns_bombard_for_an_attack_of_their_own_nation():
    table = shelling(SHELLED)
    assert table.forbids("bombard") == "BW-28.4", "nobody has joined the attack yet"
    assert "BW-R.68" in table.refusal_text("bombard")
    table.do("join 99Inf-393", "bombard", "add A-174", "add A-402US", "done").roll(6)
    assert table.has("shocked", "18VG-293")
    battle = table.state.battle()
    assert battle is not None
    lines = [line.rule for line in table.state.odds(battle).tally]
    assert "BW-21.3" in lines


@rule("BW-28.4")
def test_american_guns_do_not_bombard_for_the_british():
    british = f"{SHELLED} / 43Inf-129 1520 / 43Inf-130 1520"
    table = shelling(british).do("join 43Inf-129")
    assert table.forbids("bombard") == "BW-28.4"
    table.do("join 99Inf-393")
    assert "bombard" in table.options()


def test_a_bombardment_declared_as_a_battle_is_played_as_it_says():
    table = shelling(SHELLED).do("join 99Inf-393", "bombard", "add A-174", "add A-402US")
    battle = table.state.battle()
    assert battle is not None
    again = at("allied combat", SHELLED, turn=16, more=f"{ON}bombardment = true\n")
    for action in battle.actions():
        if again.state.chance is not None:
            again.roll(1)
        again.try_(str(action))
    assert again.asked() == ("allied", "support")
    assert [again.has("fired", gun) for gun in ("A-174", "A-402US", "A-422")] == [True, True, False]
