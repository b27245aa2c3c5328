"""The worked examples of the booklet, die for die."""

from __future__ import annotations

from tests.games.axis_allies import ground, textbook
from tests.games.axis_allies.table import Table, at, start, tallied
from tests.rulemark import rule

MARTELANGE, EAST_OF_MARTELANGE, NORTH_WEST = "I6", "I7", "H6"
BASTOGNE, ORTHEUVILLE, VIELSALM, PRUM = "G6", "F5", "D7", "E10"


def martelange(*, supply: int = 1) -> Table:
    """The Axis stands east of Martelange."""
    return at(
        "axis attack",
        f"""
        axis   {EAST_OF_MARTELANGE}  inf 1 tank 2 art 1 supply {supply}
        allies {MARTELANGE}          inf 2 tank 1 supply 1
        truck-al1                    {MARTELANGE}
        allies {NORTH_WEST}          inf 1
        """,
    )


@rule("AA-0.9")
def test_prum_begins_with_three_infantry_two_tanks_and_an_artillery():
    assert start().force("axis", PRUM).startswith("inf 3 tank 2 art 1")


@rule("AA-2.3")
def test_an_attack_on_martelange_costs_one_token():
    table = martelange().declare(EAST_OF_MARTELANGE, MARTELANGE)
    assert "supply" not in table.force("axis", EAST_OF_MARTELANGE)


@rule("AA-2.3", "AA-2.3.b")
def test_an_attack_to_the_north_west_as_well_costs_a_second_token():
    table = martelange(supply=3).declare(EAST_OF_MARTELANGE, MARTELANGE, NORTH_WEST)
    assert table.force("axis", EAST_OF_MARTELANGE).endswith("supply 1")
    assert (table.asked(), table.rule()) == (("axis", "split"), "AA-2.3.b")


@rule("AA-3.7")
def test_the_river_to_the_north_west_does_not_hinder_the_attack():
    assert ground.barrier(EAST_OF_MARTELANGE, NORTH_WEST)
    table = martelange().do(f"attack {EAST_OF_MARTELANGE}")
    assert table.offers("target") == {MARTELANGE, NORTH_WEST}
    assert not table.fork().do(f"target {MARTELANGE}").told("AA-3.7")
    assert table.do(f"target {NORTH_WEST}").told("AA-3.7") == ["The river between them does not hinder the attack"]


@rule("AA-2.4")
def test_two_infantry_a_tank_a_truck_and_a_token_are_five_boxes():
    boxes = martelange().odds("axis", MARTELANGE, "inf@I7").defence
    assert boxes == 5


@rule("AA-0.15", "AA-2.5")
def test_an_infantry_two_tanks_and_an_artillery_throw_eight_dice():
    table = martelange().declare(EAST_OF_MARTELANGE, MARTELANGE)
    assert tallied(table.odds_now())["AA-0.15"] == 8
    assert (table.do("fight").dice(), table.rule()) == (8, "AA-2.5")


@rule("AA-2.6", "AA-2.7.a", "AA-2.7.b", "AA-2.7.c")
def test_1_3_3_4_5_8_8_10_destroys_tank_truck_and_token_and_drives_one_infantry_off():
    table = martelange().attack(EAST_OF_MARTELANGE, MARTELANGE, "1 3 3 4 5 8 8 10")
    assert table.asked()[0] == "allies"
    away = min(table.offers("step"))
    table.do(f"step {away}")
    assert table.force("allies", MARTELANGE) == "inf 1"
    assert table.force("allies", away) == "inf 1"
    assert table.truck("truck-al1") == "dead"


def nine() -> Table:
    """Nine Axis units east of Martelange are attacked by ten dice."""
    table = at(
        "allies attack",
        f"""
        allies {MARTELANGE}          inf 2 tank 4 supply 1
        axis   {EAST_OF_MARTELANGE}  inf 3 tank 3 art 2
        truck-ax1                    {EAST_OF_MARTELANGE}
        """,
    )
    table.declare(MARTELANGE, EAST_OF_MARTELANGE).do("fight")
    assert table.dice() == 10
    return table.do("roll 1 2 4 4 5 6 6 7 10 11")


@rule("AA-2.11")
def test_the_seven_hits_on_nine_units_are_thrown_again():
    table = nine()
    assert (table.dice(), table.rule()) == (7, "AA-2.11")


@rule("AA-2.11", "AA-2.6")
def test_3_6_6_7_9_11_12_destroys_an_infantry_a_tank_and_the_truck_and_drives_two_units_off():
    table = nine().do("roll 3 6 6 7 9 11 12")
    assert table.force("axis", EAST_OF_MARTELANGE) == "inf 2 tank 2 art 2"  # two of them still have to go
    assert table.offers("retreat") == {"inf@I7", "art@I7"}
    table.do("retreat inf@I7")
    table.do(f"step {min(table.offers('step'))}").try_("retreat art@I7")
    table.try_(*(f"step {hex_}" for hex_ in sorted(table.offers("step"))[:1]))
    assert table.force("axis", EAST_OF_MARTELANGE) == "inf 1 tank 2 art 1"


@rule("AA-1.3.II", "AA-1.3.IV")
def test_four_types_firing_1_3_4_8_shoot_down_a_fighter_and_the_bomber():
    table = at(
        "air combat",
        """
        axis   I7  inf 2 tank 1 art 1 supply 3
        allies I7  fighter 2 bomber 1
        """,
        turn=5,
        first="allies",
    )
    assert table.dice() == 4
    table.do("roll 1 3 4 8")
    assert table.air("allies", "I7") == "fighter 1"
    assert table.told("AA-1.3.IV") == ["Hits over I7: 1 on fighter 1, 3 on bomber 1, 4 on fighter 1"]


@rule("AA-3.1.a")
def test_the_truck_in_ortheuville_beside_the_enemy_cannot_go_home_but_one_on_an_open_road_can():
    zone = ground.disc({BASTOGNE})
    open_road = ground.find(
        lambda hex_: hex_ not in zone and ground.allied(hex_) and hex_ not in ground.exits("allies"),
        lambda hex_: textbook.open_road(hex_, zone | ground.AXIS_SIDE, ground.exits("allies")),
    )
    table = at(
        "trucks home",
        f"""
        axis {BASTOGNE}  tank 1
        truck-al1        {ORTHEUVILLE}
        truck-al2        {open_road}
        """,
    )
    assert table.offers("return") == {"truck-al2"}
    assert table.forbids("return truck-al1") == "AA-3.1.a"


@rule("AA-3.3.a")
def test_a_tank_that_comes_to_bastogne_in_a_zone_of_control_cannot_go_on_to_ortheuville():
    road = ("G8", "G7", BASTOGNE, ORTHEUVILLE)

    def tank(enemy: str) -> Table:
        return at("axis movement", f"axis G8 tank 1 supply 1\n{enemy}", gained=road).pay_for("G8")

    assert tank("").reach("tank@G8") & set(road) == {"G7", BASTOGNE, ORTHEUVILLE}
    assert tank("allies G5 inf 1").reach("tank@G8") & set(road) == {"G7", BASTOGNE}
    assert tank("allies G5 inf 1").bars("tank@G8", f"go {ORTHEUVILLE}") == "AA-3.3.a"


@rule("AA-3.2", "AA-3.2.e", "AA-0.18")
def test_two_tokens_may_be_wasted_on_driving_a_tank_out_of_a_zone_of_control_and_back():
    hex_ = ground.find(ground.deep, ground.dry, ground.plain, ground.allied)
    away = ground.beyond(hex_, "W")
    table = at("axis movement", f"axis {hex_} tank 1 supply 2\nallies {ground.beyond(hex_, 'E')} inf 1")
    table.pay_for(hex_, blitz=[hex_]).do(f"pick tank@{hex_}", f"go {away}", f"step {hex_}")
    assert table.force("axis", hex_) == "tank 1"
    assert [event.rule for event in table.events("move")] == ["AA-0.17", "AA-0.18"]


@rule("AA-3.5", "AA-4.2")
def test_an_infantry_that_walks_onto_a_truck_and_two_tokens_has_them_after_upkeep():
    hex_ = ground.find(ground.deep, ground.plain, ground.allied)
    depot = ground.beyond(hex_, "E")
    table = at(
        "allies movement",
        f"""
        allies {hex_}   inf 1 supply 1
        axis   {depot}  supply 2
        truck-ax1       {depot}
        """,
    )
    table.pay_for(hex_).do(f"pick inf@{hex_}", f"go {depot}")
    assert table.force("axis", depot) == "truck 1 supply 2"
    table.until("ground initiative")
    assert table.force("allies", depot) == "inf 1 truck 1 supply 2"


def front_line() -> frozenset[str]:
    """Axis tanks in Vielsalm and Bastogne; an Allied token north-east of Bastogne."""
    table = at(
        "allies reinforcement",
        f"""
        axis   {VIELSALM}  tank 2
        axis   {BASTOGNE}  inf 1
        allies {ground.beyond(BASTOGNE, "NE")}  supply 1
        """,
    )
    return table.do("done").axis_ground()


@rule("AA-4.1")
def test_the_front_line_takes_in_vielsalm_and_bastogne():
    assert {VIELSALM, BASTOGNE} <= front_line()


@rule("AA-4.1.a")
def test_the_hex_to_the_south_east_of_bastogne_falls_with_it():
    assert ground.beyond(BASTOGNE, "SE") in front_line()


@rule("AA-4.1.b", "AA-4.1.c")
def test_the_town_to_the_north_east_of_bastogne_with_its_allied_token_does_not():
    assert ground.town(ground.beyond(BASTOGNE, "NE"))
    assert ground.beyond(BASTOGNE, "NE") not in front_line()


@rule("AA-4.1.c")
def test_empty_allied_towns_east_of_the_tanks_stay_allied_and_open_country_does_not():
    beside = {hex_ for one in (VIELSALM, BASTOGNE) for hex_ in ground.eastern(one)}
    assert {hex_ for hex_ in beside if hex_ in front_line()} == {hex_ for hex_ in beside if ground.plain(hex_)}
