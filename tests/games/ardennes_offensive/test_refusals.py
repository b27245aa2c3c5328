"""What a player is told who may not do something: the rule, and the sentence."""

from __future__ import annotations

from ardennes.engine import Reason
from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.columns import ROAD, road
from tests.games.ardennes_offensive.crt import die_for
from tests.games.ardennes_offensive.datafiles import UNITS
from tests.games.ardennes_offensive.scenes import PLAIN, draw, ring
from tests.games.ardennes_offensive.table import Table, at, start
from tests.rulemark import rule

EAST, WEST = ground.walk(PLAIN, "E"), ground.walk(PLAIN, "W")
DUEL = "1SSPz-1a 9-10 at E\n99ID-395 3-4 at ."
EDGE = next(filter(ground.edge, ground.HEXES))


def says(table: Table, line: str) -> tuple[str, str]:
    """The rule and the sentence that refuse an action."""
    found: Reason = table.refusal(line)
    return found.rule, found.text


# Whom to attack


@rule("AO-9.0", "AO-9.1.A", "AO-11.0.edge")
def test_a_hex_without_an_enemy_beside_a_fresh_unit_is_no_target():
    table = at("german combat", f"{DUEL}\n99ID-393 3-4 at W W W\n2Pz-3 6-10 at E E E", centre=PLAIN)
    assert says(table, f"target {WEST}") == ("AO-9.0", f"No enemy unit is in {WEST}.")
    assert says(table, f"target {EDGE}") == ("AO-11.0.edge", f"There is no combat into the map-edge hex {EDGE}.")
    far, idle = table.hex("W W W"), table.hex("E E E")
    assert says(table, f"target {far}") == ("AO-9.1.A", f"None of your units is adjacent to {far}.")
    text = "3 (2 Pz) cannot attack: every adjacent enemy unit has already been attacked."
    assert says(table, f"target {idle}") == ("AO-9.1.A", text)
    text = f"Choose the enemy hex first, then the attackers; 1 Pz (1 SS Pz) can attack {PLAIN}."
    assert says(table, f"target {EAST}") == ("AO-9.0", text)


@rule("AO-9.1.C", "AO-R.18")
def test_who_has_fought_neither_attacks_nor_is_attacked_again():
    drawing = """
        1SSPz-1a  9-10 at E fought
        2Pz-3     6-10 at W W
        2Pz-2     4-10 at NE fought
        12SSPz-12 7-10 at NE fought
        99ID-395  3-4  at .
        99ID-393  3-4  at W fought
    """
    table = at("german combat", drawing, centre=PLAIN)
    assert table.offers("target") == set()
    text = f"All units adjacent to {PLAIN} have already attacked in this phase."
    assert says(table, f"target {PLAIN}") == ("AO-9.1.C", text)
    text = f"All units in {WEST} have already been attacked in this phase."
    assert says(table, f"target {WEST}") == ("AO-R.18", text)
    assert says(table, f"target {EAST}") == ("AO-9.1.C", "1 Pz (1 SS Pz) has already attacked in this phase.")
    text = "2 (2 Pz) and 12 (12 SS Pz) have already attacked in this phase."
    assert says(table, f"target {table.hex('NE')}") == ("AO-9.1.C", text)


@rule("AO-12.6.isolated")
def test_isolated_units_attack_nobody():
    lost = {**dict.fromkeys(("1SSPz-1a", "2Pz-3"), PLAIN), **ring(PLAIN, ["99ID-395", "9AD-CCB", "9AD-CCR"], "W,NE,SE")}
    table = at("german combat", draw(lost))
    assert says(table, f"target {WEST}") == (
        "AO-12.6.isolated", f"Only isolated units are adjacent to {WEST}, and they may not attack."
    )  # fmt: skip
    text = "3 (2 Pz) and 1 Pz (1 SS Pz) are isolated and may not attack."
    assert says(table, f"target {PLAIN}") == ("AO-12.6.isolated", text)
    alone = at("german combat", draw({unit: hex_ for unit, hex_ in lost.items() if unit != "2Pz-3"}))
    assert says(alone, f"target {PLAIN}") == ("AO-12.6.isolated", "1 Pz (1 SS Pz) is isolated and may not attack.")


@rule("AO-9.1.C", "AO-9.2.D")
def test_a_second_target_must_be_another_that_all_attackers_can_reach():
    table = at("german combat", f"{DUEL}\n2Pz-3 6-10 at W W\n99ID-393 3-4 at W W W\n2ID-38 4-4 at W", centre=PLAIN)
    table.do(f"target {PLAIN}")
    assert says(table, f"target {PLAIN}") == ("AO-9.1.C", f"{PLAIN} is already under attack.")
    far = table.hex("W W W")
    text = f"Each attacker must be adjacent to every hex attacked; none is also adjacent to {far}."
    assert says(table, f"target {far}") == ("AO-9.2.D", text)


@rule("AO-E.4.2")
def test_on_game_turn_1_no_target_may_be_chosen_that_leaves_somebody_without_a_foe():
    """The tank between them touches both; the western one touches the western American alone, the eastern all."""
    drawing = "1SSPz-1a 9-10 at .\n2Pz-3 6-10 at W W\n99ID-395 3-4 at NE\n99ID-393 3-4 at W\n2Pz-2 4-10 at SW W"
    table = at("german combat", drawing, centre=PLAIN, turn=1).do(f"target {ground.walk(PLAIN, 'NE')}")
    battle = table.state.battle()
    assert battle is not None
    assert battle.attackers == ("1SSPz-1a",)
    text = f"Attacking {WEST} now would leave another unit that must attack without a target."
    assert says(table, f"target {WEST}") == ("AO-E.4.2", text)


# Who joins


@rule("AO-9.1.A", "AO-9.1.C", "AO-R.7", "AO-R.30", "AO-9.2.D")
def test_who_cannot_join_an_attack():
    drawing = f"""
        {DUEL}
        2Pz-3     6-10 at NE
        12SSPz-12 7-10 at E E
        2Pz-2     4-10 at W fought
        99ID-393  3-4  at SE
    """
    table = at("german combat", drawing, centre=PLAIN).do(f"target {PLAIN}", "join 1SSPz-1a")
    assert table.offers("join") == {"2Pz-3"}
    assert says(table, "join 1SSPz-1a") == ("AO-9.1.C", "1 Pz (1 SS Pz) has already joined the attack.")
    assert says(table, "join 12SSPz-12") == ("AO-9.1.A", "12 (12 SS Pz) is not adjacent to every hex attacked.")
    text = "2 (2 Pz) has already attacked in this phase."
    assert says(table, "join 2Pz-2") == ("AO-9.1.C", text)
    assert says(table, "join 99ID-393") == ("AO-9.1.A", "393 (99 Inf) is not one of the attacker's units in play.")
    assert says(table, "join a3") == ("AO-9.1.A", "3 Armour Bde is not one of the attacker's units in play.")
    two = at("german combat", f"{drawing}\n150Bde 3-10 at NE E", centre=PLAIN).do(f"target {PLAIN}")
    two.do(f"target {two.hex('SE')}")
    assert says(two, "join 2Pz-3") == ("AO-9.2.D", "3 (2 Pz) is not adjacent to every hex attacked.")
    theirs = at("allied combat", f"99ID-395 3-4 at .\n2ID-38 4-4 at W\n26VG-77 2-4 at E\n99ID-393 3-4 at {EDGE}",
                centre=PLAIN).do(f"target {EAST}")  # fmt: skip
    assert says(theirs, "join 99ID-393") == ("AO-R.7", "393 (99 Inf) is dormant, and out of play.")
    drawing = "1SSPz-1a 9-10 at E\n2Pz-3 6-10 at SW\n12SSPz-12 7-10 at SW\n99ID-395 3-4 at .\n99ID-393 3-4 at SW W"
    first = at("german reinforcement", drawing, centre=PLAIN, turn=1)
    first.do(f"place {ground.ENTRIES[0]}").until("german combat").do(f"target {PLAIN}")
    assert says(first, "join a1") == ("AO-R.30", "1 Armour Bde is waiting to enter, and is out of play.")


@rule("AO-9.0", "AO-E.4.2")
def test_an_attack_needs_an_attacker():
    table = at("german combat", f"{DUEL}\n2Pz-3 6-10 at NE", centre=PLAIN).do(f"target {PLAIN}")
    assert says(table, "fight 3-1") == ("AO-9.0", "No units are attacking yet.")
    drawing = f"{DUEL}\n2Pz-3 6-10 at NE\n99ID-393 3-4 at W W W\n2Pz-2 4-10 at W W"
    first = at("german combat", drawing, centre=PLAIN, turn=1)
    first.do(f"target {PLAIN}")
    text = "No units are attacking yet, and the units here must fight on Game-Turn 1."
    assert says(first, "fight 9-1") == ("AO-E.4.2", text)


@rule("AO-9.4.L", "AO-E.9.4")
def test_odds_are_lowered_only_and_by_the_german_to_2_1_at_least():
    table = at("german combat", f"{DUEL}\n2Pz-3 6-10 at NE", centre=PLAIN).do(f"target {PLAIN}", "join 1SSPz-1a")
    assert says(table, "fight 4-1") == ("AO-9.4.L", "The odds are 3-1; they can only be lowered.")
    assert says(table, "fight 1-1") == ("AO-E.9.4", "The German player may not lower the odds below 2-1.")
    assert table.offers("fight") == {"3-1", "2-1"}


@rule("AO-E.4.2")
def test_on_game_turn_1_an_attack_waits_for_all_who_must_join_it():
    three = "1SSPz-1a 9-10 at E\n12SSPz-12 7-10 at W\n2Pz-3 6-10 at NE\n99ID-395 3-4 at ."
    table = at("german combat", three, centre=PLAIN, turn=1).try_(f"target {PLAIN}").do("join 1SSPz-1a")
    text = (
        "3 (2 Pz) and 12 (12 SS Pz) must join: all must fight on Game-Turn 1, and no other enemy "
        "unit is adjacent to them."
    )
    assert says(table, "fight 9-1") == ("AO-E.4.2", text)


# Who moves


@rule("AO-5.1.A", "AO-14.0", "AO-16.0.A", "AO-5.0", "AO-5.3.M")
def test_who_cannot_be_picked_to_move():
    drawing = f"""
        9AD-CCB  5-12 at .
        9AD-CCR  4-12 at W moved
        99ID-393 3-4  at {EDGE}
        99ID-394 3-4  at eliminated
        1SSPz-1a 9-10 at E E E E
    """
    table = at("allied movement", drawing, centre=PLAIN)
    assert table.offers("pick") == {"9AD-CCB"}
    text = "1 Pz (1 SS Pz) is German: only Allied units move in this phase."
    assert says(table, "pick 1SSPz-1a") == ("AO-5.1.A", text)
    assert says(table, "pick 4AD-CCA") == ("AO-14.0", "CCA (4 Arm) has not arrived.")
    assert says(table, "pick 99ID-394") == ("AO-16.0.A", "394 (99 Inf) is no longer in play.")
    assert says(table, "pick 9AD-CCR") == ("AO-5.0", "CCR (9 Arm) has already finished its move in this phase.")
    text = "393 (99 Inf) is dormant: no Allied unit was adjacent to it when the phase began."
    assert says(table, "pick 99ID-393") == ("AO-5.3.M", text)


@rule("AO-6.2.A", "AO-6.2.B", "AO-5.2.K")
def test_who_cannot_be_picked_in_the_mechanized_movement_phase():
    table = road(
        "german mechanized", f"2Pz-3 {ROAD[0]}", f"1SSPz-1a {ROAD[2]} fought", f"12VG-27 {ROAD[8]}",
        f"2Pz-2 {ROAD[4]} road-mode fought", f"26VG-77 {ROAD[6]} road-mode",
    )  # fmt: skip
    assert table.offers("pick") == {"2Pz-3"}
    assert says(table, "pick 12VG-27") == ("AO-5.2.K", "27 (12 VG) is not mechanized.")
    assert says(table, "pick 26VG-77") == ("AO-6.2.A", "77 (26 VG) is not mechanized.")
    assert says(table, "pick 2Pz-2") == ("AO-6.2.B", "2 (2 Pz) attacked in Road Mode in this Player-Turn.")
    text = "1 Pz (1 SS Pz) attacked in this Player-Turn, whatever the result (AO-R.48)."
    assert says(table, "pick 1SSPz-1a") == ("AO-5.2.K", text)


@rule("AO-R.21")
def test_columns_that_need_room_come_first():
    table = road("allied movement", f"9AD-CCB {ROAD[3]} road-mode", f"9AD-CCR {ROAD[4]}", f"99ID-395 {PLAIN}")
    text = "The phase cannot end yet: CCB (9 Arm) and CCR (9 Arm) must move to make room for units in Road Mode."
    assert says(table, "done") == ("AO-R.21", text)
    text = "395 (99 Inf) is not one of the units that must move first to make room for a unit in Road Mode."
    assert says(table, "pick 99ID-395") == ("AO-R.21", text)
    picked = table.do("pick 9AD-CCB")
    assert ROAD[3] in picked.offers("go")


@rule("AO-R.21")
def test_two_columns_of_which_one_cannot_leave_road_mode_are_not_mended_by_the_other():
    """The infantry column has moved: the tanks beside it make room by marching off, not by leaving Road Mode."""
    table = road("german movement", f"1SSPz-1a {ROAD[3]} road-mode", f"12VG-27 {ROAD[4]} road-mode moved")
    table.try_("pick 1SSPz-1a")
    assert table.asked()[1] == "move"
    assert ROAD[3] not in table.offers("go")
    text = "1 Pz (1 SS Pz) would not make room by leaving Road Mode."
    assert says(table, f"go {ROAD[3]}") == ("AO-R.21", text)


@rule("AO-R.31")
def test_the_phase_waits_for_units_that_can_come_in():
    base = f"99ID-395 3-4 at {PLAIN}\n1SSPz-1a 9-10 at {ground.walk(PLAIN, 'E E E')}"
    table = at("german reinforcement", base, turn=1).do(f"place {ground.ENTRIES[0]}").until("german mechanized")
    text = "The phase cannot end yet: 1 Armour Bde must enter from the map edge."
    assert says(table, "done") == ("AO-R.31", text)


# Where it goes


@rule("AO-5.0", "AO-5.3.L", "AO-6.5.F", "AO-11.0.impassable", "AO-E.map.1")
def test_where_no_unit_goes():
    table = road("german movement", f"1SSPz-1a {ROAD[0]} road-mode", f"2Pz-3 {PLAIN}").do("pick 1SSPz-1a")
    assert says(table, f"march {ROAD[0]}") == ("AO-5.0", "1 Pz (1 SS Pz) is already there, in that mode.")
    off = next(h for h in ground.neighbours(ROAD[0]) if ground.live(h) and not ground.on_road(h))
    assert says(table, f"march {off}") == ("AO-6.5.F", f"No road leads to {off}.")
    text = f"{EDGE} is an Allied map-edge hex, entered by forced retreat only."
    assert says(table, f"go {EDGE}") == ("AO-5.3.L", text)
    assert says(table, "go 1516") == ("AO-11.0.impassable", "1516 is impassable.")
    assert says(table, "go 0101") == ("AO-E.map.1", "No unit may enter 0101.")


@rule("AO-6.5.G", "AO-R.20")
def test_a_column_and_its_friends_keep_apart():
    table = road("german movement", f"1SSPz-1a {ROAD[0]} road-mode", f"2Pz-3 {ROAD[4]}")
    why = "a unit in Road Mode may not be in or next to a friendly unit's hex along the road"
    text = f"1 Pz (1 SS Pz) cannot go to {ROAD[3]}: {why}."
    assert says(table.moving("1SSPz-1a"), f"march {ROAD[3]}") == ("AO-6.5.G", text)
    text = f"3 (2 Pz) cannot go to {ROAD[1]}: {why}."
    assert says(table.moving("2Pz-3"), f"go {ROAD[1]}") == ("AO-R.20", text)
    text = f"3 (2 Pz) cannot go to {ROAD[0]}: {why}."
    assert says(table.moving("2Pz-3"), f"go {ROAD[0]}") == ("AO-6.5.G", text)
    near = road("german movement", f"1SSPz-1a {ROAD[0]}", f"2Pz-3 {ROAD[1]}")
    text = f"1 Pz (1 SS Pz) cannot go to {ROAD[0]}: {why}."
    assert says(near.moving("1SSPz-1a"), f"march {ROAD[0]}") == ("AO-R.20", text)


@rule("AO-8.2.C", "AO-8.1.A", "AO-5.1.C")
def test_a_refusal_names_what_is_in_the_way_and_sums_up_what_the_move_would_cost():
    """Four clear hexes and two points for stacking, of four, to a hex that nobody shares anyway."""
    table = at("german movement", "12VG-27 4-4 at .\n212VG 7-4 at W W W W", centre=PLAIN).moving("12VG-27")
    there = table.hex("W W W W")
    text = "a German infantry division may not stack; stacking or unstacking costs too many MPs (AO-8.1.A); "
    text += "6 needed, 4 left: clear 4, stacking 2 (AO-5.1.C)"
    assert says(table, f"go {there}") == ("AO-8.2.C", f"27 (12 VG) cannot go to {there}: {text}.")


# After a battle


@rule("AO-R.5", "AO-R.33")
def test_only_those_who_must_retreat_are_picked():
    drawing = "1SSPz-1a 9-10 at E\n392e 1-4 at .\n366e 1-4 at .\n99ID-395 3-4 at W W W"
    table = at("german combat", drawing, centre=PLAIN)
    table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "4-1", "Dr2"))
    text = "395 (99 Inf) does not have to retreat, or already has."
    assert says(table, "pick 99ID-395") == ("AO-R.5", text)
    text = "All retreats are made before any advance."
    assert says(table, "advance 1SSPz-1a") == ("AO-R.33", text)
    table.do("pick 366e")
    assert says(table, "advance 1SSPz-1a") == ("AO-R.33", text)


@rule("AO-R.6", "AO-7.3.D", "AO-10.2", "AO-R.4", "AO-E.10.2")
def test_where_no_retreat_is_led():
    """West and north-west are open and equal; south-west is full, or as empty as they are but the wrong way."""
    full = "99ID-393 3-4 at SW\n99ID-394 3-4 at SW\n2ID-38 4-4 at SW\n401G 2-4 at 3234"  # there is room far off
    for friends in ("", full):
        table = at("german combat", f"{DUEL}\n{friends}", centre=PLAIN)
        table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr1"))
        assert table.offers("step") == {WEST, table.hex("NW")}
        south = table.hex("SW")
        if friends:
            text = f"{south} is at its stacking limit, and no unit is displaced."
            assert says(table, f"step {south}") == ("AO-R.4", text)
        else:
            text = f"395 (99 Inf) may not retreat there: the priorities rank another route above {south}."
            assert says(table, f"step {south}") == ("AO-E.10.2", text)
        assert says(table, f"step {EAST}") == ("AO-10.2", f"An enemy unit is in {EAST}.")
        north = table.hex("NE")
        assert says(table, f"step {north}") == ("AO-7.3.D", f"{north} is in an enemy ZOC.")
        for far in (table.hex("W W"), PLAIN):
            text = f"Each step of a retreat must lead farther away; {far} does not."
            assert says(table, f"step {far}") == ("AO-R.6", text)


@rule("AO-R.6")
def test_the_second_step_of_a_retreat_leads_on_from_the_first():
    table = at("german combat", DUEL, centre=PLAIN)
    table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr2")).do(f"step {WEST}")
    assert table.offers("step") <= {table.hex(way) for way in ("W W", "W NW", "W SW")}
    for way in ("NW", ".", "W W W", "NW NW"):
        far = table.hex(way)
        text = f"Each step of a retreat must lead farther away; {far} does not."
        assert says(table, f"step {far}") == ("AO-R.6", text)


@rule("AO-10.1.Ex", "AO-R.33")
def test_only_attackers_pay_for_an_exchange():
    drawing = f"{DUEL}\n150Bde 3-10 at NE\n2Pz-3 6-10 at NE E"
    table = at("german combat", drawing, centre=PLAIN)
    table.attack(PLAIN, by=["1SSPz-1a", "150Bde"], die=die_for("initial", "4-1", "Ex"))
    assert says(table, "lose 2Pz-3") == ("AO-10.1.Ex", "3 (2 Pz) did not attack, or has already been removed.")
    text = "The exchange must be paid for before any unit advances."
    assert says(table, "advance 1SSPz-1a") == ("AO-R.33", text)


@rule("AO-9.6.N")
def test_who_does_not_advance():
    drawing = f"{DUEL}\n12VG-27 4-4 at SE\n2Pz-3 6-10 at NE"
    table = at("german combat", drawing, centre=PLAIN)
    table.attack(PLAIN, by=["1SSPz-1a", "12VG-27"], die=die_for("initial", "4-1", "Dr3")).lead()
    assert table.offers("advance") == {"1SSPz-1a"}
    assert says(table, "advance 12VG-27") == ("AO-9.6.N", "27 (12 VG) is not mechanized.")
    assert says(table, "advance 2Pz-3") == ("AO-9.6.N", "3 (2 Pz) took no part in this combat, or has advanced.")


# Reinforcements, the drop, set-up


@rule("AO-14.1.A", "AO-14.0", "AO-4.1.1", "AO-14.1.sections", "AO-R.34", "AO-R.29")
def test_where_and_whom_nobody_places():
    table = at("allied reinforcement", f"99ID-395 3-4 at {PLAIN}\n1SSPz-1a 9-10 at 3608\n2Pz-3 6-10 at 0213", turn=2)
    assert says(table, "done") == ("AO-14.1.A", "Reinforcements may not be held back.")
    assert says(table, "pick 6AD-CCA") == ("AO-14.0", "CCA (6 Arm) is not due on this Game-Turn.")
    assert says(table, "pick 2Pz-2") == ("AO-4.1.1", "2 (2 Pz) is not placed now: only Allied units are.")
    table.do("pick 10AD-CCA")
    assert table.offers("place") == {"3611", "3618"}
    assert says(table, "place 3608") == ("AO-14.1.A", "The enemy holds or controls 3608.")
    text = "CCA (10 Arm) is due in the south-eastern section; 0217 is in another."
    assert says(table, "place 0217") == ("AO-14.1.sections", text)
    text = f"No road leads onto the map at {PLAIN} for this side."
    assert says(table, f"place {PLAIN}") == ("AO-R.29", text)
    table.do("place 3611")
    assert says(table, "pick 10AD-CCA") == ("AO-14.1.A", "CCA (10 Arm) has already been placed at 3611.")
    german = at("german reinforcement", f"99ID-395 3-4 at 1101\n1SSPz-1a 9-10 at {PLAIN}", turn=3).try_("pick a3")
    assert says(german, "place 1101") == ("AO-R.34", "The enemy holds or controls 1101.")
    assert says(german, f"place {PLAIN}") == ("AO-14.1.A", text)


@rule("AO-15.0", "AO-R.36", "AO-R.23")
def test_where_nobody_is_dropped():
    drawing = f"""
        99ID-395 3-4  at .
        326VG    6-4  at 0503
        12VG-27  4-4  at 0803
        12VG-48  4-4  at 0803
        12VG-89  4-4  at 0803
        2Pz-3    6-10 at {ROAD[4]} road-mode
    """
    table = at("german movement", drawing, centre=PLAIN, turn=2)
    assert says(table, f"drop {PLAIN}") == ("AO-15.0", f"{PLAIN} holds an Allied unit.")
    assert says(table, f"drop {EAST}") == ("AO-15.0", f"{EAST} is in an Allied ZOC.")
    assert says(table, "drop 1516") == ("AO-15.0", "1516 is impassable.")
    assert says(table, f"drop {EDGE}") == ("AO-R.36", f"{EDGE} is off the live map, where no unit may land.")
    assert says(table, "drop 0101") == ("AO-R.36", "0101 is off the live map, where no unit may land.")
    for full in ("0503", "0803", ROAD[4]):
        assert says(table, f"drop {full}") == ("AO-R.36", f"{full} has no room for another unit.")
    assert says(table, f"drop {ROAD[3]}") == ("AO-R.36", f"{ROAD[3]} is too close to a German unit in Road Mode.")
    assert says(table, "pick 2Pz-3") == ("AO-R.23", "The drop comes before any other movement.")


@rule("AO-4.2", "AO-14.0", "AO-17.0.front", "AO-17.0.rear", "AO-R.40")
def test_whom_and_where_a_free_set_up_does_not_place():
    table = start("4")
    assert says(table, "pick 1SSPz-1a") == ("AO-4.2", "1 Pz (1 SS Pz) belongs to the other side.")
    assert says(table, "pick 4AD-CCA") == ("AO-14.0", "CCA (4 Arm) arrives later.")
    text = "CCB (9 Arm) is placed later: first the front line, then the rest."
    assert says(table, "pick 9AD-CCB") == ("AO-17.0.rear", text)
    table.do("pick 99ID-395", "place 0208")
    assert says(table, "pick 99ID-395") == ("AO-17.0.front", "395 (99 Inf) has been placed.")
    table.do("pick 99ID-393")
    assert says(table, "place 0208") == ("AO-17.0.front", "0208 is occupied; units may not stack during set-up.")
    assert says(table, "place 1516") == ("AO-R.40", "1516 is not a set-up hex.")
    assert says(table, "place 0207") == ("AO-R.40", "0207 is on the other side of the start line.")
    assert says(table, f"place {PLAIN}") == ("AO-17.0.front", f"{PLAIN} is not a front-line hex.")
    table.do("place 0309")  # where another unit stands on the map
    assert says(table, "done") == ("AO-17.0.front", "A unit's own hex is already occupied: place the rest by hand.")


# What is not asked


@rule("AO-4.1.4", "AO-9.0", "AO-9.6.N", "AO-R.5", "AO-10.2", "AO-10.1.Ex", "AO-4.1.3", "AO-5.0", "AO-4.1.1",
      "AO-14.1.A", "AO-15.0", "AO-17.0.front", "AO-R.40")  # fmt: skip
def test_an_answer_to_another_question_is_told_what_is_asked():
    def answers(table: Table, line: str, rule_: str) -> None:
        asked = table.state.decision
        found, text = says(table, line)
        assert (asked.rule, found) == (rule_, rule_)
        assert text.endswith(f" is not possible now. {asked.side.capitalize()} player: {asked.prompt}.")

    combat = at("german combat", f"{DUEL}\n150Bde 3-10 at NE\n2Pz-3 6-10 at NE E", centre=PLAIN)
    answers(combat, "pick 1SSPz-1a", "AO-4.1.4")
    answers(combat.fork().do(f"target {PLAIN}"), "pick 1SSPz-1a", "AO-9.0")
    exchange = combat.fork().attack(PLAIN, by=["1SSPz-1a", "150Bde"], die=die_for("initial", "4-1", "Ex"))
    answers(exchange, "pick 1SSPz-1a", "AO-10.1.Ex")
    answers(exchange.do("lose 150Bde"), "pick 1SSPz-1a", "AO-9.6.N")
    retreat = at("german combat", "1SSPz-1a 9-10 at E\n392e 1-4 at .\n366e 1-4 at .", centre=PLAIN)
    retreat.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "4-1", "Dr2"))
    answers(retreat, "lose 392e", "AO-R.5")
    answers(retreat.do("pick 392e"), "pick 366e", "AO-10.2")
    moving = at("german movement", "1SSPz-1a 9-10 at .\n2Pz-3 6-10 at W W", centre=PLAIN)
    answers(moving, f"go {EAST}", "AO-4.1.3")
    answers(moving.do("pick 1SSPz-1a"), "join 1SSPz-1a", "AO-5.0")
    answers(at("german movement", DUEL, centre=PLAIN, turn=2), f"go {EAST}", "AO-15.0")
    arriving = at("allied reinforcement", f"99ID-395 3-4 at {PLAIN}", turn=2)
    answers(arriving, "join 99ID-395", "AO-4.1.1")
    answers(arriving.do("pick 10AD-CCA"), "pick 10AD-CCB", "AO-14.1.A")
    free = start("4")
    answers(free, f"go {PLAIN}", "AO-17.0.front")
    answers(free.do("pick 99ID-395"), "pick 99ID-393", "AO-R.40")


@rule("AO-5.0")
def test_a_unit_that_stays_where_it_is_is_told_so_whoever_else_is_waiting():
    """FE, the next in the order of battle, waits at an entry; 3PzG-29 is on the map."""
    places = {"3PzG-29": PLAIN, "FE": f"{ground.ENTRIES[0]} waiting"}
    drawing = "\n".join(f"{u} {UNITS[u]['strength']}-{UNITS[u]['ma']} at {place}" for u, place in places.items())
    table = at("german movement", drawing).try_("pick 3PzG-29")
    assert table.asked()[1] == "move"
    assert says(table, f"go {PLAIN}") == ("AO-5.0", "29 (3 PzG) is already there, in that mode.")
