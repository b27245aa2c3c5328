"""What every step answers to what is not possible: the rule and the sentence."""

from __future__ import annotations

from tests.games.bulge.scenes import CUT_OFF, FIELD
from tests.games.bulge.table import Table, at
from tests.rulemark import rule

APART = "1SS 7 at E E\n28Inf 4 at W W"
# 1SS touches both Allied units, 12SS and 26VG the weaker one, 3FJ none.
FRONT = """
    1SS   7 at E
    12SS  7 at W
    26VG  4 at NE
    28Inf 4 at .
    2Inf  5 at E E
    3FJ   4 at W W
"""
PAIR = """
    276VG 2 at E
    9VG   2 at W
    2Arm  7 at .
    62VG  3 at W W W
"""


def says(table: Table, line: str) -> tuple[str, str]:
    """The refusal of an action: its rule, and its sentence."""
    reason = table.state.why_not(line)
    assert reason is not None, f"“{line}” is legal"
    return reason.rule, reason.text


def not_now(table: Table, *lines: str) -> None:
    """Actions of other steps are refused in general, with the rule of the question that is open."""
    for line in lines:
        rule_, text = says(table, line)
        assert rule_ == table.state.decision.rule, line
        assert "is not possible now" in text, line


# ---- in the air


@rule("BU-R.2", "BU-7.0.one", "BU-2.3.2.limit", "BU-7.0.resupply")
def test_assigning_missions():
    table = at("air assignment", APART, centre=FIELD, turn=8, weather="clear", victory_points=45)
    assert says(table, "done") == ("BU-R.2", "Every air point must be assigned to a mission.")
    not_now(table, "pick 1SS", "support")
    table.do("assign resupply", "assign resupply")
    assert says(table, "assign resupply") == ("BU-2.3.2.limit", "There are no more markers for resupply.")
    table.do("assign cap", "assign cap", "assign cap", "assign support")
    for mission in ("cap", "support", "resupply"):
        assert says(table, f"assign {mission}") == ("BU-7.0.one", "Every air point has been assigned.")
    table.do("done")
    assert table.asked()[0] == "german"
    assert says(table, "assign resupply") == ("BU-7.0.resupply", "Only the Allied player may fly resupply missions.")
    table.do("assign cap", "assign cap")
    assert says(table, "assign support") == ("BU-7.0.one", "Every air point has been assigned.")


@rule("BU-R.3", "BU-7.2.road", "BU-7.2.unoccupied")
def test_placing_interdiction():
    table = at("interdiction", "1SS 7 at 0104\n28Inf 4 at 0113", turn=8, allied_interdiction=2, german_interdiction=1)
    assert says(table, "done") == ("BU-R.3", "All interdiction markers must be placed.")
    assert says(table, f"interdict {FIELD}") == ("BU-7.2.road", f"{FIELD} has no road.")
    assert says(table, "interdict 0113") == ("BU-7.2.unoccupied", "0113 holds a unit.")
    not_now(table, "pick 1SS", "go 0101")
    table.do("interdict 0101")
    assert says(table, "interdict 0101") == ("BU-R.3", "0101 already has a friendly marker.")


@rule("BU-7.4", "BU-R.5")
def test_placing_resupply():
    drawing = CUT_OFF + "2Inf 5 at 0115\n4Inf 4 at W\n99Inf 4 at eliminated\n"
    table = at("allied resupply", drawing, centre=FIELD, turn=9, victory_points=50, allied_resupply=2)
    assert says(table, "resupply 2Inf") == ("BU-7.4", "2 Inf is in supply.")
    assert says(table, "resupply 1SS") == ("BU-7.4", "1 SS is German.")
    assert says(table, "resupply 83Inf") == ("BU-7.4", "83 Inf is not on the map.")
    assert says(table, "resupply 99Inf") == ("BU-7.4", "99 Inf is not on the map.")
    not_now(table, "pick 28Inf", "go 0101")
    table.do("resupply 28Inf")
    assert says(table, "resupply 28Inf") == ("BU-R.5", "28 Inf has already been resupplied.")


@rule("BU-15.0.where")
def test_aiming_the_drop():
    drawing, options = "1SS 7 at E E\n28Inf 4 at W", {"airdrop": "on"}
    table = at("german movement", drawing, centre=FIELD, turn=1, options=options).do("pick vDH")
    for way in ("W", "E E"):
        assert says(table, f"drop {table.hex(way)}") == ("BU-15.0.where", f"{table.hex(way)} holds a unit.")
    assert says(table, "drop 1905") == ("BU-15.0.where", "1905 is more than 5 hexes from every German unit.")
    not_now(table, "pick 1SS", "go 0101", "done")


# ---- in combat


@rule("BU-12.0.combine", "BU-12.0.adjacent", "BU-12.0.once", "BU-12.0.attacked")
def test_choosing_a_target():
    table = at("german pre-combat", FRONT, centre=FIELD)
    west, east = table.hex("W W"), table.hex("E")
    own = f"Choose the enemy unit first, then the attackers; 1 SS can attack {table.hex('E E')} and {FIELD}."
    assert says(table, f"target {east}") == ("BU-12.0.combine", own)
    assert says(table, f"target {west}") == ("BU-12.0.adjacent", "3 FJ cannot attack: no enemy unit is adjacent to it.")
    for empty in ("0101", "1917", table.hex("NW")):
        assert says(table, f"target {empty}") == ("BU-12.0.adjacent", f"No enemy unit is in {empty}.")
    not_now(table, "pick 1SS", "go 0101", "join 1SS")
    table.attack(FIELD, ["12SS"], "Ct", column="0")
    assert says(table, f"target {FIELD}") == ("BU-12.0.attacked", f"{FIELD} has already been attacked in this phase.")
    spent = "12 SS has already attacked in this phase."
    assert says(table, f"target {table.hex('W')}") == ("BU-12.0.once", spent)
    lapsed = "26 VG cannot attack: every adjacent enemy unit has already been attacked."
    assert says(table, f"target {table.hex('NE')}") == ("BU-12.0.attacked", lapsed)
    left = f"Choose the enemy unit first, then the attackers; 1 SS can attack {table.hex('E E')}."
    assert says(table, f"target {east}") == ("BU-12.0.combine", left)


@rule("BU-12.0.adjacent", "BU-12.0.once")
def test_targets_out_of_reach():
    drawing = "1SS 7 at E\n28Inf 4 at .\n2Inf 5 at E E\n4Inf 4 at W W\n3FJ 4 at W W W\n26VG 4 at E E E E"
    table = at("german pre-combat", drawing + "\n99Inf 4 at NW NW NW", centre=FIELD)
    far = table.hex("NW NW NW")
    assert says(table, f"target {far}") == ("BU-12.0.adjacent", f"{far} is not adjacent to any of your units.")
    table.attack(FIELD, ["1SS"], "Ct", column="0")
    near = table.hex("E E")
    alone = f"{near} is not adjacent to any of your units that can still attack."
    assert says(table, f"target {near}") == ("BU-12.0.once", alone)


@rule("BU-12.0.adjacent", "BU-5.0", "BU-12.0.combine", "BU-12.0.one", "BU-12.0.once", "BU-12.1.secondary")
def test_declaring_an_attack():
    table = at("german pre-combat", FRONT, centre=FIELD).do(f"target {FIELD}")
    assert says(table, "join 3FJ") == ("BU-12.0.adjacent", f"3 FJ is not adjacent to {FIELD}.")
    assert says(table, "join vDH") == ("BU-12.0.adjacent", f"von der Heydte is not adjacent to {FIELD}.")
    assert says(table, "join 2Inf") == ("BU-5.0", "2 Inf is not one of the attacker's units.")
    assert says(table, "choose primary") == ("BU-12.0.combine", "No units are attacking yet.")
    other = f"target {table.hex('E E')}"
    assert says(table, other) == ("BU-12.0.one", "An attack is made against one hex; finish this one first.")
    not_now(table, "done", "pick 1SS")
    table.do("join 26VG", "join 1SS")
    assert says(table, "join 1SS") == ("BU-12.0.once", "1 SS is already in the attack.")
    stronger = "1 SS would have to attack the stronger 2 Inf on the Secondary CRT."
    assert says(table, "choose secondary") == ("BU-12.1.secondary", stronger)


@rule("BU-R.7")
def test_leaving_somebody_out_who_must_attack():
    table = at("german post-combat", FRONT, centre=FIELD, weather="clear").do(f"target {FIELD}", "join 1SS")
    owed = "12 SS and 26 VG must join the attack: no other enemy unit is left to attack."
    assert says(table, "choose primary") == ("BU-R.7", owed)


@rule("BU-9.0.must")
def test_ending_the_phase_before_all_have_attacked():
    table = at("german post-combat", "1SS 7 at E\n28Inf 4 at .\n12SS 7 at W W\n4Inf 4 at W W W", centre=FIELD)
    owed = "The phase cannot end yet: 12 SS and 1 SS must attack."
    assert says(table, "done") == ("BU-9.0.must", owed)


@rule("BU-R.12", "BU-7.3.once", "BU-12.1.step5")
def test_support_and_the_column():
    table = at("german pre-combat", FRONT, centre=FIELD, german_support=1).declare(FIELD, ["12SS"], "primary")
    for line in ("fight +2", "pick 1SS"):
        assert says(table, line) == ("BU-R.12", "First decide whether to add ground support.")
    late = table.fork().do("done")
    assert says(late, "support") == ("BU-R.12", "Ground support is allocated before the column is determined.")
    table.do("support")
    used_up = "No ground support mission is left; each may be used once per Game-Turn."
    assert says(table, "support") == ("BU-7.3.once", used_up)
    for column in ("+6", "+12"):
        lower = "The attack is at +4; the column can only be lowered."
        assert says(table, f"fight {column}") == ("BU-12.1.step5", lower)
    not_now(table, "done", "pick 1SS")


@rule("BU-R.20", "BU-R.22", "BU-12.3", "BU-12.3.occupied", "BU-12.3.zone")
def test_losses_and_retreats():
    table = at("german pre-combat", PAIR, centre=FIELD)
    lost = table.fork().attack(FIELD, ["276VG", "9VG"], "Ae", column="-3")
    for unit, name in (("62VG", "62 VG"), ("2Arm", "2 Arm")):
        assert says(lost, f"lose {unit}") == ("BU-R.20", f"{name} did not attack.")
    not_now(lost, "done", "pick 9VG")
    table.attack(FIELD, ["276VG", "9VG"], "Ar", column="-3")
    assert says(table, "pick 62VG") == ("BU-R.22", "62 VG does not have to retreat, or already has.")
    not_now(table, "done", "step 0101")
    table.do("pick 9VG")
    assert says(table, f"step {FIELD}") == ("BU-12.3.occupied", f"{FIELD} holds a unit.")
    beside = table.hex("NW")
    assert says(table, f"step {beside}") == ("BU-12.3.zone", f"{beside} is in an enemy ZOC.")
    for far in ("0101", table.hex("W W W"), "1917"):
        assert says(table, f"step {far}") == ("BU-12.3", f"A retreat is one hex; {far} is not adjacent to 9 VG.")
    not_now(table, "done", "pick 276VG")


@rule("BU-12.2.Ex")
def test_paying_for_an_exchange():
    drawing = "12VG 4 at E\n62VG 3 at W\n276VG 2 at NE\n9VG 2 at NW\n2Inf 5 at .\n26VG 4 at W W"
    table = at("german pre-combat", drawing, centre=FIELD).attack(FIELD, ["12VG", "62VG", "276VG", "9VG"], "Ex")
    assert says(table, "lose 12VG") == ("BU-12.2.Ex", "With 12 VG the losses could not total exactly 5.")
    for unit, name in (("26VG", "26 VG"), ("2Inf", "2 Inf"), ("272VG", "272 VG")):
        assert says(table, f"lose {unit}") == ("BU-12.2.Ex", f"{name} did not attack, or has already been removed.")
    not_now(table, "done", "pick 9VG")


@rule("BU-12.4", "BU-R.23", "BU-12.4.defender")
def test_advancing():
    drawing = "1SS 7 at E\n12SS 7 at W\n28Inf 4 at .\n3FJ 4 at W W"
    table = at("german pre-combat", drawing, centre=FIELD).attack(FIELD, ["1SS", "12SS"], "De")
    assert says(table, "pick 3FJ") == ("BU-12.4", "3 FJ took no part in this combat, or has been eliminated.")
    assert says(table, f"advance {FIELD}") == ("BU-R.23", f"Choose the unit that advances into {FIELD} first.")
    not_now(table, "go 0101")
    single = at("german pre-combat", "1SS 7 at E\n28Inf 4 at .", centre=FIELD).attack(FIELD, ["1SS"], "De")
    assert says(single, "pick 1SS") == ("BU-12.4", "Only 1 SS may advance; choose the hex.")
    west = single.hex("W")
    assert says(single, f"advance {west}") == ("BU-12.4", f"{west} was not cleared by this combat.")
    defender = at("allied pre-combat", "1SS 7 at E\n28Inf 4 at .", centre=FIELD)
    defender.attack(defender.hex("E"), ["28Inf"], "Ae", column="-3")
    assert says(defender, f"advance {west}") == ("BU-12.4.defender", f"{west} was not cleared by this combat.")


# ---- in movement


PIECES = {
    "28Inf": ["0113"], "3Arm": ["0115"], "12VG": ["0901"], "1SS": ["0123/NW", "counted"], "99Inf": ["eliminated"],
}  # fmt: skip


@rule("BU-10.2.mech5", "BU-R.11", "BU-10.0.exit")
def test_motorising():
    table = at("allied movement", PIECES, turn=3)
    for unit, name in (("3Arm", "3 Arm"), ("1SS", "1 SS"), ("12VG", "12 VG"), ("272VG", "272 VG")):
        assert says(table, f"motorise {unit}") == ("BU-10.2.mech5", f"{name} is not Allied infantry or airborne.")
    for unit, name in (("5Inf", "5 Inf"), ("99Inf", "99 Inf")):
        absent = f"{name} is neither on the map nor due to enter."
        assert says(table, f"motorise {unit}") == ("BU-10.2.mech5", absent)
    waits = "has to wait: units are motorized before any unit moves; choose “Finish motorizing” first."
    for line in ("pick 28Inf", "test 28Inf"):
        assert says(table, line) == ("BU-R.11", f"28 Inf {waits}")
    assert says(table, "exit 0118/NE") == ("BU-10.0.exit", "Only German units may exit the map.")
    not_now(table, "go 0101", "place 0113")
    table.do("motorise 28Inf")
    assert says(table, "motorise 28Inf") == ("BU-10.2.mech5", "28 Inf is already motorized.")
    table.do("motorise 30Inf", "motorise 82Abn", "motorise 101Abn")
    full = "4 Inf cannot be motorized: all 4 markers are in use."
    used = at("allied movement", {**PIECES, "4Inf": ["0111"]}, turn=3)
    used.do("motorise 28Inf", "motorise 30Inf", "motorise 82Abn", "motorise 101Abn")
    assert says(used, "motorise 4Inf") == ("BU-10.2.mech5", full)


@rule("BU-5.0", "BU-3.1.losses", "BU-13.0", "BU-14.1.movement", "BU-R.19", "BU-R.11")
def test_picking_a_unit():
    table = at("allied movement", PIECES, turn=3).march()
    late = "30 Inf cannot be motorized now: units are motorized before any unit moves."
    assert says(table, "motorise 30Inf") == ("BU-R.11", late)
    for unit, name in (("12VG", "12 VG"), ("1SS", "1 SS"), ("vDH", "von der Heydte")):
        wrong = f"{name} is German; only Allied units move in this phase."
        assert says(table, f"pick {unit}") == ("BU-5.0", wrong)
    assert says(table, "pick 99Inf") == ("BU-3.1.losses", "99 Inf is eliminated.")
    assert says(table, "pick 5Inf") == ("BU-13.0", "5 Inf arrives on Game-Turn 6.")
    assert says(table, "pick 11Arm") == ("BU-13.0", "11 Arm arrives on Game-Turn 14.")
    assert says(table, "test 28Inf") == ("BU-14.1.movement", "28 Inf is in supply and does not need to roll.")
    assert says(table, "test 30Inf") == ("BU-R.19", "30 Inf arrives in supply and does not need to roll.")
    not_now(table, "go 0101", "place 0101")


@rule("BU-3.1.only", "BU-5.0")
def test_picking_a_german():
    pieces = {"1SS": ["0123/NW", "counted"], "12VG": ["0901"], "28Inf": ["1907"]}
    table = at("german movement", pieces, turn=3)
    assert says(table, "pick 1SS") == ("BU-3.1.only", "1 SS has exited the map and never returns.")
    assert says(table, "pick 28Inf") == ("BU-5.0", "28 Inf is Allied; only German units move in this phase.")
    assert says(table, "exit 0118/NE") == ("BU-3.1.only", "First pick the unit that is to exit the map.")


@rule("BU-R.18", "BU-2.3.1.edges", "BU-13.0.exited", "BU-13.0", "BU-13.0.blocked")
def test_entering():
    table = at("allied movement", {**PIECES, "62VG": ["0107"]}, turn=3).march().do("pick 30Inf")
    assert says(table, "place 0112") == ("BU-R.18", "No road leads onto the map at 0112.")
    for hex_ in ("1902", "0101", "0425"):
        edge = f"30 Inf enters by the north edge; {hex_} is not on it."
        assert says(table, f"place {hex_}") == ("BU-2.3.1.edges", edge)
    assert says(table, "place 0123") == ("BU-13.0.exited", "0123 is closed: a German unit has exited the map there.")
    assert says(table, "place 0107") == ("BU-13.0.blocked", "0107 is enemy-occupied.")
    assert says(table, "place 0106") == ("BU-13.0.blocked", "0106 is in an enemy ZOC.")
    for hex_ in ("0313", "0102"):
        assert says(table, f"place {hex_}") == ("BU-13.0", f"No road leads onto the map at {hex_}.")
    not_now(table, "pick 28Inf", "done", "go 0113")


@rule("BU-10.0.single", "BU-10.0.exit", "BU-10.0.limit", "BU-8.0", "BU-R.6")
def test_a_unit_on_the_move():
    table = at("allied movement", PIECES, turn=3).march().do("pick 30Inf", "place 0118")
    busy = "30 Inf is moving; units move one at a time."
    for line in ("pick 28Inf", "test 28Inf"):
        assert says(table, line) == ("BU-10.0.single", busy)
    assert says(table, "exit 0118/NE") == ("BU-10.0.exit", "Only German units may exit the map.")
    not_now(table, "done", "place 0115")
    drawing = "12VG 4 at .\n26VG 4 at E moved\n3FJ 4 at W\n28Inf 4 at W W"
    walking = at("german movement", drawing, centre=FIELD).do("pick 12VG")
    assert says(walking, f"go {FIELD}") == ("BU-10.0.limit", f"12 VG is in {FIELD} already.")
    east, west = walking.hex("E"), walking.hex("W")
    assert says(walking, f"go {east}") == ("BU-8.0", f"26 VG is in {east} and has moved.")
    stuck = f"3 FJ is in {west} and cannot leave an enemy ZOC to make room."
    assert says(walking, f"go {west}") == ("BU-R.6", stuck)


@rule("BU-10.0.enemy", "BU-9.1.stop", "BU-8.0")
def test_what_is_in_the_way():
    drawing = "12VG 4 at E E\n28Inf 4 at .\n26VG 4 at W W moved"
    table = at("german movement", drawing, centre=FIELD).do("pick 12VG")
    enemy = f"12 VG cannot go to {FIELD}: an enemy unit is in the way; "
    enemy += "an enemy ZOC on the way ends the move (BU-9.1.stop)."
    assert says(table, f"go {FIELD}") == ("BU-10.0.enemy", enemy)
    beyond = table.hex("W")
    zone = f"12 VG cannot go to {beyond}: an enemy ZOC on the way ends the move."
    assert says(table, f"go {beyond}") == ("BU-9.1.stop", zone)
    both = f"12 VG cannot go to {table.hex('W W')}: a friendly unit is there and cannot move out at once; "
    both += "an enemy ZOC on the way ends the move (BU-9.1.stop)."
    assert says(table, f"go {table.hex('W W')}") == ("BU-8.0", both)


@rule("BU-R.25")
def test_leaving_the_map():
    table = at("german movement", {"12VG": ["0121"], "28Inf": ["0119"]}, turn=3).do("pick 12VG")
    far = "12 VG cannot reach 0925: "
    rule_, text = says(table, "exit 0925/W")
    assert (rule_, text.startswith(far)) == ("BU-R.25", True)
    zone = "0118 north-east is in an enemy ZOC, where its move ends."
    near = at("german movement", {"12VG": ["0116"], "28Inf": ["0119"]}, turn=3).do("pick 12VG")
    assert says(near, "exit 0118/NE") == ("BU-R.25", zone)
    standing = at("german movement", {"12VG": ["0123"], "28Inf": ["1907"]}, turn=3).do("pick 12VG")
    assert standing.offers("exit") >= {"0123/NW"}
