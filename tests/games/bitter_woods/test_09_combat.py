"""The Combat Phase (BW-9.1, 9.2, 5.3, 5.4, 13.3, 14.1): who attacks whom, in which order, and what is refused."""

from __future__ import annotations

from tests.games.bitter_woods.battles import declare, die_for, ring, strike, unsupported
from tests.games.bitter_woods.table import at, unit
from tests.rulemark import rule

OPEN = "1519"  # clear, all clear around it
AROUND = ring(OPEN)
NORTH, SOUTH = AROUND[0], AROUND[-1]


@rule("BW-9.1")
def test_a_player_attacks_units_next_to_his_own_and_nobody_has_to():
    table = at("german combat", f"2Pz-3 {NORTH} / 28Inf-110 {OPEN} / 28Inf-112 2528 / 2Pz-2 2032", turn=12)
    assert table.asked() == ("german", "german combat")
    assert table.options() == [f"target {OPEN}", "done"]
    assert table.state.decision.rule == "BW-9.1"
    assert table.refusal_text("target 2528") == "None of your units is next to 2528."
    assert table.refusal_text(f"target {NORTH}") == f"The units in {NORTH} are your own."
    assert table.refusal_text("target 3032") == "There is no enemy unit in 3032."
    assert table.forbids("target 2528") == table.forbids(f"target {NORTH}") == table.forbids("target 3032") == "BW-9.1"
    table.do(f"target {OPEN}")
    assert table.forbids("join 2Pz-2") == "BW-9.1", "it is somewhere else"
    assert table.forbids("join 28Inf-110") == "BW-9.1", "it is on the other side"


def test_a_phase_in_which_nobody_can_attack_passes_by_itself():
    table = at("german combat", "2Pz-3 1519 / 28Inf-110 2528", turn=12)
    assert table.asked()[1] != "german combat"


@rule("BW-9.1.once")
def test_a_unit_attacks_once_and_a_hex_may_be_attacked_again_by_others():
    pieces = f"2Pz-3 {NORTH} / 2Pz-2 {SOUTH} / 28Inf-110 {OPEN} / 28Inf-112 2528"
    table = strike(at("german combat", pieces, turn=12), OPEN, "2Pz-2")
    table.roll(die_for(table, "ENG"))
    assert table.offers("target") == {OPEN}, "by a unit that has not attacked yet"
    table.do(f"target {OPEN}")
    assert table.forbids("join 2Pz-2") == "BW-9.1.once"
    table.try_("join 2Pz-3")
    assert table.refusal_text("join 2Pz-3") == "2Pz/3 is already in the attack."
    unsupported(table.do("done"))
    assert len(table.events("attack")) == 2
    table.roll(die_for(table, "ENG"))
    assert table.asked()[1] != "german combat", "all have attacked"


@rule("BW-9.1.once")
def test_a_hex_next_to_spent_units_only_is_no_target():
    pieces = f"2Pz-3 {NORTH} fought / 28Inf-110 {OPEN} / 2Pz-2 2528 / 28Inf-112 2529"
    table = at("german combat", pieces, turn=12)
    assert table.offers("target") == {"2529"}
    assert table.refusal(f"target {OPEN}").text == "2Pz/3 has already attacked in this phase."


@rule("BW-9.1.declare", "BW-9.2")
def test_an_attack_that_has_been_declared_is_fought():
    pieces = f"2Pz-3 {NORTH} / 2Pz-2 {NORTH} / 28Inf-110 {OPEN} / 26VG-39 2528 / 28Inf-112 2529"
    table = at("german combat", pieces, turn=12)
    assert table.forbids("join 2Pz-3") == "BW-9.2", "the hex comes first"
    assert table.forbids("fly") == "BW-11.2.alone"
    table.do(f"target {OPEN}")
    assert table.forbids("done") == "BW-9.1.declare", "an attack needs a unit"
    assert table.forbids("target 2529") == "BW-9.1.declare"
    assert table.forbids("add A-401") == "BW-9.2"
    assert table.forbids("lose 2Pz-3") == "BW-9.5"
    assert table.forbids(f"step {OPEN}") == "BW-4.0.combat"
    assert table.forbids("fly") == "BW-9.2", "an attack is being declared"
    assert table.refusal_text("build") == "Positions are built in the Movement Phase."
    assert table.refusal_text("repair 1324/1424") == "Bridge repairs are begun in the Movement Phase."
    assert table.refusal_text("enter 0613") == "Units enter the map in the Movement Phase."
    assert table.refusal_text("exit 5524/SW") == "A unit leaves the map in a move or in a retreat, not now."
    assert table.forbids("build") == "BW-4.0.movement"
    assert table.forbids("reserve 2Pz-2") == "BW-4.0.reserve"
    assert table.forbids("blow 1324/1424") == "BW-4.0.combat"
    table.do("join 2Pz-3", "done")
    assert table.texts("BW-9.2") == [f"German attack on 28/110 in {OPEN} by 2Pz/3"]
    unsupported(table)
    reason = table.state.why_not("done")
    assert reason is not None
    assert reason.rule == "BW-9.2.die", "no way back"


@rule("BW-5.3.cliff")
def test_nobody_attacks_across_a_cliff():
    table = at("german combat", "26VG-39 1627 / 28Inf-110 1628 / 26VG-77 1728", turn=12)
    table.do("target 1628")
    assert table.forbids("join 26VG-39") == "BW-5.3.cliff"
    alone = at("german combat", "26VG-39 1627 / 28Inf-110 1628 / 26VG-77 2528 / 28Inf-112 2529", turn=12)
    assert alone.forbids("target 1628") == "BW-5.3.cliff"


@rule("BW-13.3.fight", "BW-10.2.with")
def test_builders_and_guns_take_no_part_in_an_attack():
    repairs = '[markers]\nrepairs = { "1324/1424" = "26VG-78" }'
    table = at("german combat", "2Pz-3 1324 / 26VG-78 1324 / R-15 1325 / 28Inf-110 1424", turn=3, more=repairs)
    table.do("target 1424")
    assert table.forbids("join 26VG-78") == "BW-13.3.fight"
    assert table.forbids("join R-15") == "BW-10.2.with"
    lone = at("german combat", "26VG-78 1324 / R-15 1325 / 28Inf-110 1424", turn=3, more=repairs)
    assert lone.asked()[1] != "german combat", "neither a builder nor a rocket attacks by itself"


@rule("BW-14.1")
def test_a_unit_in_reserve_does_not_attack():
    table = at("german combat", f"2Pz-3 {NORTH} / 2Pz-2 {NORTH} / 28Inf-110 {OPEN}", turn=12)
    table.state.reserve = 1 << unit("2Pz-2")  # no file puts it there, next to an enemy
    table.do(f"target {OPEN}")
    assert table.forbids("join 2Pz-2") == "BW-14.1"


@rule("BW-5.4.six")
def test_mechanized_units_of_sixth_panzer_army_do_not_attack_across_their_boundary():
    pieces = "12SS-25 0914 / 12VG-27 0914 / 28Inf-110 0915"
    table = at("german combat", pieces, turn=3).do("target 0915")
    assert table.forbids("join 12SS-25") == "BW-5.4.six"
    alone = at("german combat", "12SS-25 0914 / 28Inf-110 0915 / 12VG-27 1519 / 28Inf-112 1520", turn=3)
    assert alone.forbids("target 0915") == "BW-5.4.six"
    free = at("german combat", pieces.replace("0914 /", "0914 unbound /", 1), turn=3).do("target 0915")
    assert "12SS-25" in free.offers("join")
    later = at("german combat", pieces, turn=7).do("target 0915")
    assert "12SS-25" in later.offers("join"), "from 19AM on there are no boundaries"


def test_armor_attacks_into_a_roadless_forest_and_across_a_river():
    forest = at("german combat", "2Pz-3 0921 / 28Inf-110 0922", turn=12)
    assert forest.offers("target") == {"0922"}
    river = at("german combat", "2Pz-3 1324 / 28Inf-110 1424", turn=12)
    assert river.offers("target") == {"1424"}, "a Panther cannot cross, but attacks"


@rule("BW-9.1.artillery", "BW-10.3")
def test_whether_a_gun_may_support_is_judged_when_each_combat_is_declared():
    # 766 Art in NORTH is next to 102 Cav; when that is gone it supports the next attack.
    cav = next(place for place in ring(NORTH) if place not in (OPEN, *AROUND))
    behind = next(place for place in ring(cav) if place not in (NORTH, *ring(NORTH)))
    gun = next(place for place in ring(cav) if place in ring(NORTH) and place not in (OPEN, *AROUND, *ring(behind)))
    pieces = f"A-766 {gun} / 12SS-12 {behind} / 102Cav {cav} reduced / 2Pz-2 {SOUTH} / 28Inf-110 {OPEN}"
    table = at("german combat", pieces, turn=15)
    before = declare(table.fork(), OPEN, "2Pz-2")
    assert before.forbids("add A-766") == "BW-10.3"
    assert "BW-9.1.artillery" in before.refusal_text("add A-766")
    after = strike(table, cav, "12SS-12")
    after.roll(die_for(after, "DE")).try_("done")
    assert declare(after, OPEN, "2Pz-2").offers("add") == {"A-766"}
