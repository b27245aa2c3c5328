"""12.0 and 12.1: who attacks whom, which table, the differential and its shifts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bulge import ground
from tests.games.bulge.scenes import CUT_OFF, FIELD, LATE
from tests.games.bulge.table import Table, at
from tests.games.bulge.textbook import Map
from tests.rulemark import rule

ONE = """
    1SS   7 at E
    28Inf 4 at .
"""
# Two enemies, one of them in reach of all three Germans, the other in reach of one.
TWO = """
    1SS   7 at E
    12SS  7 at W
    26VG  4 at NE
    28Inf 4 at .
    2Inf  5 at E E
"""


def pre(drawing: str = ONE, **more: Any) -> Table:
    return at("german pre-combat", drawing, centre=FIELD, **more)


def post(drawing: str = ONE, **more: Any) -> Table:
    return at("german post-combat", drawing, centre=FIELD, weather="clear", **more)


# ---- who attacks whom


def test_nobody_has_to_attack_before_movement():
    assert "done" in pre().verbs


@rule("BU-12.0.post", "BU-9.0.must")
def test_everybody_next_to_an_enemy_must_attack_after_movement():
    table = post(ONE + "12SS 7 at W W\n4Inf 4 at W W W\n")
    assert "done" not in table.verbs
    assert {duty.who for duty in table.state.decision.obligations} == {"1SS", "12SS"}
    assert table.forbids("done") in ("BU-12.0.post", "BU-9.0.must")
    table.attack(FIELD, ["1SS"], "Ct", column="0")
    found = table.state.battle()
    assert found is not None
    assert found.attackers == ("12SS",)
    assert "done" not in table.verbs


def test_no_enemy_has_to_be_attacked_as_such():
    table = post("1SS 7 at E\n28Inf 4 at .\n2Inf 5 at E E\n")
    table.attack(FIELD, ["1SS"], "De").do("done")
    assert table.where("2Inf") == table.hex("E E")
    assert table.asked()[0] == "allied"


@rule("BU-12.0.adjacent")
def test_attacks_are_on_adjacent_hexes():
    table = pre(ONE + "12SS 7 at W W\n")
    table.try_(f"target {FIELD}")
    assert "12SS" not in table.offers("join")
    assert table.forbids("join 12SS") == "BU-12.0.adjacent"
    assert pre("1SS 7 at E E\n28Inf 4 at .\n2Inf 5 at E E E").forbids(f"target {FIELD}") == "BU-12.0.adjacent"


@rule("BU-12.0.one")
def test_an_attack_is_on_one_hex():
    table = pre(TWO).do(f"target {FIELD}")
    assert table.forbids(f"target {table.hex('E E')}") == "BU-12.0.one"


@rule("BU-12.0.combine", "BU-12.0.attacked")
def test_a_unit_is_attacked_once_a_phase():
    table = pre(TWO).attack(FIELD, ["12SS"], "Ct", column="0")
    assert table.where("28Inf") == FIELD
    assert FIELD not in table.offers("target")
    assert table.forbids(f"target {FIELD}") == "BU-12.0.attacked"


@rule("BU-12.0.once")
def test_a_unit_attacks_once_a_phase():
    table = pre(TWO + "62VG 3 at E E E\n560VG 3 at E E NE\n").attack(FIELD, ["1SS"], "Ct", column="0")
    table.do(f"target {table.hex('E E')}")
    assert table.offers("join") == {"62VG", "560VG"}
    assert table.forbids("join 1SS") == "BU-12.0.once"


def test_a_unit_may_attack_and_be_attacked_again_after_movement():
    table = pre(ONE, weather="clear").attack(FIELD, ["1SS"], "Ct", column="0").do("done")
    found = table.state.battle()
    assert found is not None
    assert (found.targets, found.attackers, table.verbs) == ((FIELD,), ("1SS",), {"choose"})


def test_every_adjacent_unit_may_join():
    table = pre(TWO).do(f"target {FIELD}")
    assert table.offers("join") == {"1SS", "12SS", "26VG"}


# ---- the duty to attack


@rule("BU-R.7")
def test_an_attack_takes_along_every_bound_unit_that_has_no_other_enemy():
    """12SS and 26VG touch only 28Inf: whoever attacks it does so with both; 1SS may attack either."""
    table = post(TWO).do(f"target {FIELD}", "join 12SS")
    assert "choose" not in table.verbs
    assert table.forbids("choose primary") == "BU-R.7"
    table.do("join 26VG")
    assert table.offers("join") == {"1SS"}
    assert "choose" in table.verbs


def test_the_one_with_another_enemy_may_stay_out_and_then_must_attack_it():
    table = post(TWO).attack(FIELD, ["12SS", "26VG"], "De").do("done")
    found = table.state.battle()
    assert found is not None
    assert (found.targets, found.attackers) == ((table.hex("E E"),), ("1SS",))
    assert table.verbs == {"choose"}


@rule("BU-R.7")
def test_a_duty_lapses_when_the_last_enemy_has_gone():
    """2Arm drives 276VG back and follows: 12VG now stands in its zone, but 2Arm has been attacked already."""
    table = post("276VG 2 at E\n12VG 4 at E E E\n2Arm 7 at .\n")
    table.attack(FIELD, ["276VG"], "Ae", column="-3").do(f"advance {table.hex('E')}")
    assert not table.textbook().enemies("12VG")
    near = post("276VG 2 at E\n12VG 4 at E E\n2Arm 7 at .\n")
    near.attack(FIELD, ["276VG"], "Ae", column="-3").do(f"advance {near.hex('E')}")
    assert near.textbook().enemies("12VG") == {"2Arm"}
    assert near.asked()[0] == "allied"
    assert [event.piece for event in near.events("lapse")] == ["12VG"]


@rule("BU-9.0.must")
def test_who_has_attacked_owes_nothing_to_another_enemy_beside_it():
    """1SS has attacked 28Inf; 2Inf is beside it too, but only 12SS must still attack, 2Inf or 4Inf."""
    table = post("1SS 7 at E\n12SS 7 at E E E\n28Inf 4 at .\n2Inf 5 at E E\n4Inf 4 at E E E E\n")
    table.attack(FIELD, ["1SS"], "Ct", column="0")
    assert table.textbook().enemies("1SS") == {"28Inf", "2Inf"}
    assert table.offers("target") == {table.hex("E E"), table.hex("E E E E")}
    assert {(duty.who, duty.rule) for duty in table.state.decision.obligations} == {("12SS", "BU-9.0.must")}
    assert table.refusal_text("done") == "The phase cannot end yet: 12 SS must attack."


# ---- the table


@rule("BU-12.1.secondary")
def test_the_secondary_table_demands_the_strongest_neighbour():
    table = pre(TWO).declare(FIELD, ["1SS", "12SS"])
    assert table.offers("choose") == {"primary"}
    assert table.forbids("choose secondary") == "BU-12.1.secondary"
    assert pre(TWO).declare(FIELD, ["1SS", "12SS", "26VG"]).table_used() == "primary"
    assert pre(TWO).declare(FIELD, ["12SS", "26VG"]).offers("choose") == {"primary", "secondary"}


def test_of_equally_strong_neighbours_the_attacker_may_choose():
    drawing = "1SS 7 at E\n28Inf 4 at .\n4Inf 4 at E E\n"
    for target in (".", "E E"):
        table = pre(drawing)
        table.declare(table.hex(target), ["1SS"])
        assert table.offers("choose") == {"primary", "secondary"}


@rule("BU-R.13")
def test_neighbours_that_were_attacked_count_too():
    table = pre("1SS 7 at E\n12SS 7 at E E E\n26VG 4 at W\n28Inf 4 at .\n2Inf 5 at E E\n")
    table.attack(table.hex("E E"), ["12SS"], "Ct", column="0")
    table.declare(FIELD, ["1SS"])
    assert table.offers("choose") == {"primary"}
    assert table.forbids("choose secondary") == "BU-R.13"


def hungry(drawing: str, step: str = "allied pre-combat") -> Table:
    table = at(step, drawing, centre=FIELD, turn=LATE, weather="mist")
    assert not table.textbook().supplied("28Inf")
    return table


@rule("BU-12.1.supply")
def test_attackers_out_of_supply_use_the_secondary_table_without_its_demand():
    """2Pz (5) is weaker than 1SS (7): only lack of supply allows the attack on the Secondary table."""
    drawing = CUT_OFF.replace("at E E", "at E").replace("at W W", "at W") + "4Inf 4 at NE\n"
    table = hungry(drawing)
    assert not table.textbook().meets_the_demand("2Pz", ["28Inf"])
    table.declare(table.hex("E"), ["28Inf"])
    assert table.offers("choose") == {"secondary"}
    assert table.forbids("choose primary") == "BU-12.1.supply"


def test_one_hungry_attacker_is_enough():
    drawing = CUT_OFF.replace("at E E", "at E") + "4Inf 4 at E E\n"
    table = hungry(drawing)
    assert table.supplied("4Inf")
    assert table.fork().declare(table.hex("E"), ["4Inf"]).offers("choose") == {"primary", "secondary"}
    assert table.declare(table.hex("E"), ["28Inf", "4Inf"]).table_used() == "secondary"


# ---- the differential


@rule("BU-12.1.step3", "BU-12.1.step4", "BU-12.1.step6")
def test_attackers_are_added_and_the_defender_taken_off():
    table = pre("1SS 7 at E\n26VG 4 at NE\n28Inf 4 at .")
    odds = table.odds(FIELD, ["1SS", "26VG"])
    assert (odds.attack, odds.defence, odds.column) == (11, 4, "+6")
    table.declare(FIELD, ["1SS", "26VG"], "primary").do("fight +6")
    assert table.state.chance is not None
    assert table.state.chance.rule == "BU-12.1.step6"
    assert table.roll(1).result() == "De"


def defended(terrain: str, feature: str = "", river: bool = False) -> tuple[str, str]:
    """A hex of some terrain, and a neighbour from which nothing but it counts, or across a river."""

    def fits(a: str, b: str) -> bool:
        works = ground.features(b) & {"town", "westwall"}
        wet = "river" in ground.side(a, b)
        return ground.terrain(b) == terrain and works == ({feature} if feature else set()) and wet == river

    return ground.first_step(fits)


@rule("BU-12.1.terrain")
@pytest.mark.parametrize(("terrain", "more"), [("rough", 1), ("light-woods", 1), ("heavy-woods", 2)])
def test_terrain_adds_to_the_defender(terrain: str, more: int):
    here, there = defended(terrain)
    table = at("german pre-combat", {"1SS": [here], "28Inf": [there]})
    assert table.odds(there, ["1SS"]).defence == 4 + more


def test_clear_ground_adds_nothing():
    here, there = defended("clear")
    assert at("german pre-combat", {"1SS": [here], "28Inf": [there]}).odds(there, ["1SS"]).defence == 4


@rule("BU-12.1.town")
def test_a_town_adds_one():
    here, there = defended("clear", "town")
    assert at("german pre-combat", {"1SS": [here], "28Inf": [there]}).odds(there, ["1SS"]).defence == 5


@rule("BU-12.1.west-wall")
def test_the_west_wall_adds_two_for_germans():
    here, there = defended("clear", "westwall")
    table = at("allied pre-combat", {"28Inf": [here], "12VG": [there]})
    assert table.odds(there, ["28Inf"]).defence == 6
    other = at("german pre-combat", {"12VG": [here], "28Inf": [there]})
    assert other.odds(there, ["12VG"]).defence == 4


@rule("BU-12.1.river")
def test_a_river_adds_one_if_all_attack_across_it():
    here, there = next(
        (a, b)
        for a, b in ground.steps(lambda a, b: "river" in ground.side(a, b) and ground.plain(b))
        if any(not ground.side(c, b) for c in ground.neighbours(b))
    )
    dry = next(c for c in ground.neighbours(there) if not ground.side(c, there))
    table = at("german pre-combat", {"1SS": [here], "12SS": [dry], "28Inf": [there]})
    assert table.odds(there, ["1SS"]).defence == 5
    assert table.odds(there, ["1SS", "12SS"]).defence == 4


@rule("BU-R.14")
def test_terrain_adds_three_at_most_and_a_bridge_is_a_river():
    def fits(a: str, b: str) -> bool:
        return Map(3, {"12VG": b, "28Inf": a}).defence("12VG", ["28Inf"]) == 7 and most(a, b) > 3

    def most(a: str, b: str) -> int:
        extra = {"clear": 0, "rough": 1, "light-woods": 1, "heavy-woods": 2}[ground.terrain(b)]
        works = ground.features(b)
        return extra + ("town" in works) + 2 * ("westwall" in works) + ("river" in ground.side(a, b))

    here, there = ground.first_step(fits)
    table = at("allied pre-combat", {"28Inf": [here], "12VG": [there]})
    assert table.odds(there, ["28Inf"]).defence == 7
    a, b = ground.first_step(lambda a, b: "bridge" in ground.side(a, b) and ground.plain(b))
    bridge = at("allied pre-combat", {"28Inf": [a], "12VG": [b]})
    assert bridge.odds(b, ["28Inf"]).defence == 5


# ---- the column


@rule("BU-12.1.step5", "BU-7.3", "BU-5.0.surprise-pre")
def test_shifts_add_up():
    table = pre(turn=1, german_support=1)
    assert table.odds(FIELD, ["1SS"], support=1).column == "+9"  # +3, two for surprise, one for support
    table.declare(FIELD, ["1SS"], "primary").do("support")
    assert table.forbids("fight +12") == "BU-12.1.step5"


@rule("BU-12.1.end")
def test_the_ends_of_the_table():
    high = pre("1SS 7 at E\n12SS 7 at W\n2SS 6 at NE\n28Inf 4 at .", turn=1)
    assert high.odds(FIELD, ["1SS", "12SS", "2SS"]).column == "+12"
    low = pre("276VG 2 at E\n2Arm 7 at .")
    assert low.odds(FIELD, ["276VG"]).column == "-3"
    assert pre("276VG 2 at E\n2Arm 7 at .", turn=1).odds(FIELD, ["276VG"]).column == "-1"


def test_the_column_may_be_lowered_before_the_die():
    table = pre().declare(FIELD, ["1SS"], "primary")
    assert [a.thing for a in table.state.decision.options] == ["+2", "+1", "0", "-1", "-2", "-3"]
    assert table.forbids("fight +4").startswith("BU-12.1")


@rule("BU-R.12")
def test_a_lowered_attack_is_fought_in_the_lower_column():
    table = pre().attack(FIELD, ["1SS"], 6, column="-3")
    assert table.result() == "Ae"
    assert table.eliminated() == {"1SS"}


def test_lowering_comes_after_the_mist_die():
    table = at("german post-combat", ONE, centre=FIELD, weather="mist").declare(FIELD, ["1SS"], "primary")
    assert table.state.chance is not None
    table.roll(1)
    assert table.state.decision.options[0].thing == "+4"


def test_when_the_table_is_chosen_there_is_no_way_back():
    table = pre().declare(FIELD, ["1SS"], "primary")
    assert "done" not in table.verbs
    assert {action.verb for action in table.state.decision.options} == {"fight"}


# ---- the worked examples


@rule("BU-12.1.terrain", "BU-6.1.clear", "BU-7.3")
def test_example_plus_seven_and_two_shifts_is_the_last_column():
    """Twelve factors against four in rough: +7; support and clear weather make it +12 or more."""
    hex_ = ground.first(
        lambda h: ground.terrain(h) == "rough"
        and not ground.features(h) & {"town", "westwall"}
        and sum("river" not in ground.side(n, h) for n in ground.neighbours(h)) >= 2
    )
    spots = [n for n in ground.neighbours(hex_) if "river" not in ground.side(n, hex_)]
    pieces = {"7Arm": [spots[0]], "2Arm": [spots[1]], "12VG": [hex_]}
    table = at("allied post-combat", pieces, turn=2, weather="clear", allied_support=1)
    odds = table.odds(hex_, ["7Arm", "2Arm"], support=1)
    assert (odds.attack, odds.defence, odds.column) == (12, 5, "+12")
    plain = at("allied pre-combat", pieces, turn=2, weather="clear")
    assert plain.odds(hex_, ["7Arm", "2Arm"]).column == "+6"


DIAGRAM = """
    7Arm 5 at .
    2Arm 7 at E E
    1SS  7 at E
    12VG 4 at NE
    26VG 4 at W
"""


@rule("BU-12.1.secondary")
def test_example_three_germans_cannot_attack_the_7th_together_on_the_secondary_table():
    """1 SS touches the stronger 2nd Armored as well, so that the three need the Primary table."""
    table = pre(DIAGRAM)
    everyone = ["1SS", "12VG", "26VG"]
    assert not table.textbook().meets_the_demand("7Arm", everyone)
    table.declare(FIELD, ["1SS", "12VG"])
    assert table.forbids("choose secondary") == "BU-12.1.secondary"
    assert table.declare(FIELD, everyone).table_used() == "primary"
    assert pre(DIAGRAM).declare(FIELD, ["12VG", "26VG"]).offers("choose") == {"primary", "secondary"}


@rule("BU-12.1.lower")
def test_the_attacker_is_asked_for_the_column_even_if_there_is_only_the_lowest():
    low = pre("276VG 2 at E\n2Arm 7 at .").declare(FIELD, ["276VG"], "primary")
    assert (low.state.decision.prompt, low.offers("fight")) == ("Attack at -3, the lowest column", {"-3"})
    high = pre().declare(FIELD, ["1SS"], "primary")
    assert high.state.decision.prompt == "Choose the column: the full odds, or a lower one"
    lower = high.do("fight 0").odds(FIELD, ["1SS"])
    battle = high.state.battle()
    assert battle is not None
    lines = [(line.rule, line.text) for line in high.state.odds(battle).tally if line.about == "column"]
    assert lines[-1] == ("BU-12.1.lower", "lower column by choice")
    assert (lower.column, high.fought_at()) == ("+2", "0")
