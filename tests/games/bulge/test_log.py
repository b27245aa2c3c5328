"""What the log and the tally say, sentence by sentence."""

from __future__ import annotations

from tests.games.bulge.scenes import CUT_OFF, FIELD
from tests.games.bulge.table import Table, at
from tests.games.bulge.test_12_results import fought
from tests.rulemark import rule

PAIR = "276VG 2 at E\n9VG 2 at W\n2Arm 7 at ."
LONE = "276VG 2 at E\n2Arm 7 at ."
ONE = "1SS 7 at E\n28Inf 4 at ."


def lines(table: Table, *kinds: str) -> list[tuple[str, str]]:
    """The rule and the text of what has happened."""
    return [(event.rule, event.text) for event in table.record.events if event.kind in kinds]


# ---- combat


@rule("BU-12.0.combine", "BU-12.2.Ae", "BU-12.2.Ar", "BU-12.2.Ct", "BU-12.2.Dr", "BU-12.2.De", "BU-12.2.Ex")
def test_attacks_and_their_results():
    def told(drawing: str, by: str, result: str) -> list[tuple[str, str]]:
        return lines(fought(drawing, by.split(), result), "attack", "result")

    both = ("BU-12.0.combine", f"276 VG and 9 VG attack 2 Arm in {FIELD} on the Primary CRT")
    lone = ("BU-12.0.combine", f"276 VG attacks 2 Arm in {FIELD} on the Primary CRT")
    one = ("BU-12.0.combine", f"1 SS attacks 28 Inf in {FIELD} on the Primary CRT")
    lost = "attacker eliminated; one of 276 VG and 9 VG is eliminated and the others retreat"
    assert told(PAIR, "276VG 9VG", "Ae") == [both, ("BU-12.2.Ae", f"Die roll 4 at -3: {lost}")]
    assert told(LONE, "276VG", "Ae") == [lone, ("BU-12.2.Ae", "Die roll 4 at -3: attacker eliminated (276 VG)")]
    back = "attacker retreats one hex (276 VG and 9 VG)"
    assert told(PAIR, "276VG 9VG", "Ar") == [both, ("BU-12.2.Ar", f"Die roll 2 at -3: {back}")]
    back = "attacker retreats one hex (276 VG)"
    assert told(LONE, "276VG", "Ar") == [lone, ("BU-12.2.Ar", f"Die roll 2 at -3: {back}")]
    assert told(ONE, "1SS", "Ct") == [one, ("BU-12.2.Ct", "Die roll 5 at +2: contact; no effect")]
    assert told(ONE, "1SS", "Dr") == [one, ("BU-12.2.Dr", "Die roll 3 at +2: defender retreats one hex (28 Inf)")]
    assert told(ONE, "1SS", "De") == [one, ("BU-12.2.De", "Die roll 1 at +2: defender eliminated (28 Inf)")]
    price = "exchange; 28 Inf is eliminated, and no attacking unit is small enough to be lost in the exchange"
    assert told(ONE, "1SS", "Ex") == [one, ("BU-12.2.Ex", f"Die roll 2 at +2: {price}")]


@rule("BU-12.2.De", "BU-12.2.Ex", "BU-12.2.Ae", "BU-3.1.losses")
def test_losses():
    assert lines(fought(ONE, ["1SS"], "De"), "loss", "points") == [
        ("BU-12.2.De", f"28 Inf is eliminated in {FIELD}: destroyed in combat"),
        ("BU-3.1.losses", "4 more German points: 4 now"),
    ]
    exchanged = fought("62VG 3 at E\n276VG 2 at W\n2Inf 5 at .", ["62VG", "276VG"], "Ex")
    assert lines(exchanged, "loss")[0] == ("BU-12.2.Ex", f"2 Inf is eliminated in {FIELD}: exchanged")
    lone = fought(LONE, ["276VG"], "Ae")
    east = lone.hex("E")
    assert lines(lone, "loss", "points") == [
        ("BU-12.2.Ae", f"276 VG is eliminated in {east}: one attacking unit is eliminated"),
        ("BU-3.1.losses", "2 fewer German points: -2 now"),
    ]


@rule("BU-12.3", "BU-12.4", "BU-R.23")
def test_retreats_and_advances():
    table = fought(ONE, ["1SS"], "Dr")
    west, east = table.hex("W"), table.hex("E")
    table.do(f"step {west}")
    stayed = table.fork()
    table.do(f"advance {FIELD}")
    assert lines(table, "retreat", "advance") == [
        ("BU-12.3", f"28 Inf retreats from {FIELD} to {west}"),
        ("BU-12.4", f"1 SS advances from {east} to {FIELD}"),
    ]
    assert lines(stayed.do("done"), "advance") == [("BU-R.23", "No advance")]


@rule("BU-R.12", "BU-7.3")
def test_support_and_a_lower_column():
    table = at("german pre-combat", ONE, centre=FIELD, german_support=1).declare(FIELD, ["1SS"], "primary")
    table.do("support", "fight 0")
    assert lines(table, "air", "attack")[1:] == [
        ("BU-7.3", "A ground support mission supports the attack"),
        ("BU-R.12", "The attacker chooses the lower column 0"),
    ]
    full = at("german pre-combat", ONE, centre=FIELD).declare(FIELD, ["1SS"], "primary").do("fight +2")
    assert [rule_ for rule_, _ in lines(full, "attack")] == ["BU-12.0.combine"]


@rule("BU-12.1.supply", "BU-7.4.combat")
def test_attackers_out_of_supply_and_resupplied_ones():
    drawing = CUT_OFF.replace("at E E", "at E") + "4Inf 4 at NE\n"
    hungry = at("allied pre-combat", drawing, centre=FIELD, turn=9)
    hungry.declare(hungry.hex("E"), ["28Inf", "4Inf"], "secondary")
    assert lines(hungry, "attack")[1:] == [
        ("BU-12.1.supply", "28 Inf is out of supply"),
        ("BU-12.1.supply", "4 Inf is out of supply"),
    ]
    fed = at("allied pre-combat", drawing.replace("28Inf 4 at .", "28Inf 4 at . resupplied"), centre=FIELD, turn=9)
    alone = fed.fork().declare(fed.hex("E"), ["28Inf"], "primary")
    assert lines(alone, "attack")[1:] == [("BU-7.4.combat", "28 Inf attacks in supply, having been resupplied")]
    both = fed.declare(fed.hex("E"), ["28Inf", "4Inf"], "secondary")
    assert lines(both, "attack")[1:] == [
        ("BU-12.1.supply", "4 Inf is out of supply"),
        ("BU-7.4.combat", "28 Inf attacks in supply, having been resupplied"),
    ]


@rule("BU-R.7")
def test_only_those_beside_an_enemy_who_have_not_attacked_are_told_of():
    drawing = "276VG 2 at E\n12VG 4 at E E\n3FJ 4 at W W W\n2Arm 7 at ."
    table = at("german post-combat", drawing, centre=FIELD, weather="clear")
    table.attack(FIELD, ["276VG"], "Ae", column="-3").do(f"advance {table.hex('E')}")
    assert lines(table, "lapse") == [("BU-R.7", "12 VG need not attack: every adjacent enemy unit has been attacked")]


@rule("BU-12.1.supply")
def test_who_is_out_of_supply_is_named():
    drawing = CUT_OFF.replace("at E E", "at E") + "4Inf 4 at NE\n"
    table = at("allied pre-combat", drawing, centre=FIELD, turn=9)
    table.do(f"target {table.hex('E')}", "join 28Inf")
    assert table.forbids("choose primary") == "BU-12.1.supply"
    assert table.refusal_text("choose primary") == "28 Inf is out of supply: Secondary CRT only."
    table.do("join 4Inf")
    both = at("allied pre-combat", drawing + "2Inf 5 at SE\n", centre=FIELD, turn=9)
    both.do(f"target {both.hex('E')}", "join 28Inf", "join 4Inf")
    assert both.refusal_text("choose primary") == "28 Inf and 4 Inf are out of supply: Secondary CRT only."


# ---- the tally


@rule("BU-12.1.step3", "BU-12.1.step4", "BU-12.1.step5", "BU-12.1.end", "BU-5.0.surprise-pre", "BU-7.3")
def test_the_column_explains_itself():
    def told(drawing: str, by: str, *, turn: int = 3, support: int = 0) -> list[tuple[str, str]]:
        table = at("german pre-combat", drawing, centre=FIELD, turn=turn, german_support=2)
        tally = table.odds(FIELD, by.split(), support=support).tally
        return [(line.rule, line.text) for line in tally if line.about == "column"]

    two = "1SS 7 at E\n12SS 7 at W\n"
    three = ("BU-12.1.step4", "a differential of +3, column +2")
    assert told(ONE, "1SS") == [three]
    assert told(ONE, "1SS", support=1) == [three, ("BU-7.3", "ground support")]
    assert told("1SS 7 at E\n4Arm 6 at .", "1SS") == [("BU-12.1.step4", "a differential of +1")]
    assert told(LONE, "276VG") == [("BU-12.1.step4", "a differential of -5, column -3")]
    assert told(f"{two}9ArmB 2 at .", "12SS 1SS") == [("BU-12.1.step4", "a differential of +12")]
    assert told(f"{two}102Cav 1 at .", "12SS 1SS") == [("BU-12.1.end", "a differential of +13: the last column")]
    assert told(f"{two}28Inf 4 at .", "12SS 1SS", turn=1, support=2) == [
        ("BU-12.1.step4", "a differential of +10, column +9"),
        ("BU-5.0.surprise-pre", "surprise"),
        ("BU-7.3", "ground support"),
        ("BU-7.3", "ground support"),
        ("BU-12.1.step5", "4 columns right in all"),
        ("BU-12.1.end", "last column of the table"),
    ]
    tally = at("german pre-combat", ONE, centre=FIELD).odds(FIELD, ["1SS"]).tally
    sums = [line for line in tally if line.about != "column"]
    assert [(line.rule, line.text, line.after) for line in sums] == [
        ("BU-12.1.step3", "1 SS: 7", 7),
        ("BU-12.1.step3", "28 Inf: 4", 4),
        ("BU-12.1.step3", "7 less 4", 3),
    ]


# ---- air


@rule("BU-7.0", "BU-7.0.one", "BU-7.0.secret", "BU-7.1", "BU-7.1.lost", "BU-7.2", "BU-5.0.patrol")
def test_the_missions_of_a_turn():
    table = at("allied movement", "1SS 7 at E E\n28Inf 4 at W W", centre=FIELD, turn=7, victory_points=50)
    table.march().do("done")
    table.do("assign support", "assign support", "assign cap", "assign cap", "assign cap")
    table.do("assign interdiction", "done")
    table.do("assign cap", "assign support", "done", "interdict 0113")
    assert lines(table, "air") == [
        ("BU-7.0", "Allied: 6 air points in clear weather"),
        ("BU-7.0", "German: 2 air points in clear weather"),
        ("BU-5.0.assignment", "Missions are assigned in secret"),
        *[("BU-7.0.one", "An air point is assigned to ground support")] * 2,
        *[("BU-7.0.one", "An air point is assigned to combat air patrol")] * 3,
        ("BU-7.0.one", "An air point is assigned to interdiction"),
        ("BU-7.0.one", "An air point is assigned to combat air patrol"),
        ("BU-7.0.one", "An air point is assigned to ground support"),
        ("BU-7.0.secret", "German missions: 1 combat air patrol, 1 ground support"),
        ("BU-7.0.secret", "Allied missions: 3 combat air patrol, 1 interdiction, 2 ground support"),
        ("BU-5.0.patrol", "Each combat air patrol cancels one enemy ground support mission"),
        ("BU-7.1", "German patrols cancel 1 enemy ground support mission"),
        ("BU-7.1", "Allied patrols cancel 1 enemy ground support mission"),
        ("BU-7.1.lost", "2 Allied patrols with no enemy mission to cancel"),
        ("BU-7.2", "The roads in 0113 are interdicted to the German player"),
    ]
    quiet = at("air assignment", "1SS 7 at E E\n28Inf 4 at W W", centre=FIELD, turn=14, weather="mist")
    quiet.do("assign cap", "assign cap", "assign cap", "done")
    told = [event.text for event in quiet.events("air", "BU-7.0.secret")]
    assert told == ["German missions: none", "Allied missions: 3 combat air patrol"]


# ---- exits


@rule("BU-3.1.only", "BU-2.3.1.friendly", "BU-3.1.award")
def test_the_life_of_an_exit():
    pieces = {"1SS": ["0123"], "12SS": ["0122"], "28Inf": ["0225"], "4Inf": ["1907"]}
    table = at("german movement", pieces, turn=8, victory_points=30)
    table.do("pick 1SS", "exit 0123/NW")
    assert [text for _, text in lines(table, "exit")] == [
        "1 SS exits the map from 0123",
        "0123 is closed to the Allies: no entry and no supply there",
    ]
    table.do("pick 12SS", "exit 0123/NW")
    assert [rule_ for rule_, _ in lines(table, "exit")] == ["BU-3.1.only", "BU-2.3.1.friendly", "BU-3.1.only"]
    table.until("allied movement", turn=8).march().do("done")
    paid = "56 more German points for 12 SS and 1 SS, exited from 0123: 86 now"
    assert lines(table, "points")[0] == ("BU-3.1.award", paid)
    assert not [text for rule_, text in lines(table, "points") if rule_ == "BU-3.1.kept"]


@rule("BU-3.1.kept", "BU-R.26", "BU-3.1.unsupplied", "BU-3.1.regained")
def test_what_the_victory_phase_says_of_exits():
    def told(where: str, *, marks: str) -> list[tuple[str, str]]:
        pieces = {"1SS": ["0118/NE", marks], "28Inf": [where], "12VG": ["0901"]}
        table = at("allied movement", pieces, turn=9, victory_points=50).march().do("done")
        return lines(table, "points")[:-2]

    assert told("1917", marks="counted") == [
        ("BU-3.1.kept", "The exit at 0118 north-east is in supply: the points for 1 SS stand"),
    ]
    assert told("0118", marks="counted") == [
        ("BU-R.26", "The exit at 0118 north-east is out of supply"),
        ("BU-3.1.unsupplied", "21 fewer German points for 1 SS: 29 now"),
    ]
    assert told("0118", marks="cut") == [("BU-R.26", "The exit at 0118 north-east is out of supply")]
    again = "21 more German points for 1 SS, exited from 0118 north-east, back in supply: 71 now"
    assert told("1917", marks="cut") == [("BU-3.1.regained", again)]
