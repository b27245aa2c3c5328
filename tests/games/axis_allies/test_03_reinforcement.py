"""Phase 3: reinforcement: income, charts, arrivals."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.axis_allies import ground, textbook
from tests.games.axis_allies.table import Table, at, start
from tests.rulemark import rule

OWN = frozenset(ground.HEXES)
CHARTS = {"7Armd": "north-edge", "101Abn": "west-edge", "10Armd": "south-edge"}
TURN = {"7Armd": 1, "101Abn": 2, "10Armd": 1}


def axis(drawing: str, *, turn: int = 3, **more: Any) -> Table:
    """The Axis reinforces."""
    return at("axis reinforcement", drawing, turn=turn, **more)


def allies(drawing: str, *, turn: int = 3, **more: Any) -> Table:
    """The Allies reinforce."""
    return at("allies reinforcement", drawing, turn=turn, **more)


# ---- income ----


@rule("AA-3.10", "AA-R.33")
@pytest.mark.parametrize(("side", "income"), [("axis", 9), ("allies", 11)])
def test_income_comes_when_the_reinforcement_part_begins(side: str, income: int):
    hex_ = ground.find(ground.deep)
    table = at(f"{side} movement", f"{side} {hex_} inf 1 supply 1", supply={side: 2})
    assert table.depot(side) == 2
    assert not table.told("AA-3.10")
    table.until(f"{side} reinforcement")
    assert table.depot(side) == 2 + income
    does = {"axis": "The Axis receives", "allies": "The Allies receive"}[side]
    assert table.told("AA-3.10") == [f"{does} {income} supply tokens"]
    assert table.told("AA-R.33") == [f"{2 + income} tokens off the board may be loaded or spent on a blitz at once"]


@rule("AA-3.10")
def test_off_board_supply_comes_in_by_truck_only():
    table = axis("truck-ax1 off", supply={"axis": 3})
    assert not any(name.startswith("supply") for name in table.offers("pick"))
    table.do("pick truck-ax1")
    assert "supply@axis-off-board" in table.offers("load")
    assert table.forbids("load supply@allied-off-board") == "AA-0.22.c"
    assert table.why("load supply@allied-off-board") == "Those tokens are not yours."


@rule("AA-0.23")
def test_supply_does_not_move_by_itself():
    table = at("axis movement", "axis G9 inf 1 supply 2").pay_for("G9")
    said = "Supply tokens do not move by themselves; trucks carry them."
    assert table.refusal("pick supply@G9") == ("AA-0.23", said)
    assert axis("").refusal("pick supply@axis-off-board") == ("AA-0.23", said)


@rule("AA-R.33", "AA-0.22.c")
def test_new_income_may_be_loaded_at_once():
    table = at("axis movement", "axis G9 inf 1 supply 1\ntruck-ax1 off").until("axis reinforcement")
    assert table.told("AA-R.33") == ["9 tokens off the board may be loaded or spent on a blitz at once"]
    table.do("pick truck-ax1", *["load supply@axis-off-board"] * 6)
    assert table.cargo("truck-ax1") == "supply 6"
    assert table.depot("axis") == 3
    assert table.told("AA-0.22.c") == ["Truck 1 loads supply from the off-board area"] * 6


@rule("AA-0.22", "AA-0.22.c", "AA-3.14")
def test_a_truck_off_the_board_loads_no_more_than_it_holds_and_than_there_is():
    load = "load supply@axis-off-board"
    table = axis("truck-ax1 off\ntruck-ax2 off").do("pick truck-ax1", *[load] * 6)
    assert table.offers("load") == set()
    assert table.forbids(load) == "AA-0.22"
    assert table.why(load) == "6 of 6 spaces are taken."
    table.do("place B11", "stop", "pick truck-ax2", *[load] * 3)
    assert table.forbids(load) == "AA-0.22.c"
    assert table.why(load) == "No token is left off the board."
    table.do("place B11", "stop")
    assert not table.may("blitz")
    assert table.forbids("blitz 9SSPz") == "AA-3.14"
    assert table.why("blitz 9SSPz") == "No supply token is left off the board."


def test_supply_that_stays_off_the_board_is_kept():
    table = axis("").do("done").until("ground initiative", "axis reinforcement")
    assert table.depot("axis") == 9


# ---- who may come, and where ----


@rule("AA-3.9")
def test_earlier_rows_that_did_not_come_in_may_come_later():
    table = allies("7Armd tank 2", turn=4)
    assert (table.rule(), "tank@7Armd" in table.offers("pick")) == ("AA-3.9", True)


@rule("AA-3.12")
def test_arriving_costs_no_supply():
    edge = next(hex_ for hex_ in ground.REGIONS["south-edge"] if ground.allied(hex_))
    table = allies("4Armd tank 3").do("pick tank@4Armd", f"place {edge}")
    assert table.depot("allies") == 11
    assert table.told("AA-3.12") == [f"Tank of 4 Armd enters at {ground.titled(edge)}"]


@rule("AA-3.9")
def test_what_is_not_on_the_own_charts_does_not_come_in():
    table = axis("truck-ax1 off\ntruck-al1 off")
    for line, said in (
        ("pick tank@7Armd", "7 Armd is not yours."),
        ("pick truck-al1", "is not yours."),
        ("pick fighter-ax", "A fighter is not on any chart."),
    ):
        assert table.forbids(line) == "AA-3.9"
        assert table.why(line).endswith(said)


@rule("AA-3.0", "AA-3.2.b")
def test_units_on_the_board_do_not_move_while_the_side_reinforces():
    table = axis("axis G9 inf 1 supply 1")
    assert table.forbids("pick inf@G9") == "AA-3.0"
    assert table.forbids("activate G9") == "AA-3.2.b"
    assert table.forbids("blitz G9") == "AA-3.2.b"


@rule("AA-3.0")
def test_nothing_comes_in_before_the_units_on_the_board_have_moved():
    table = at("axis movement", "axis G9 inf 1 supply 1").pay_for("G9")
    assert table.forbids("pick inf@9SSPz") == "AA-3.0"
    assert table.why("pick inf@9SSPz") == "Units enter after those on the board have moved."


@rule("AA-3.11")
@pytest.mark.parametrize(
    ("lot", "army", "turn"),
    [("inf@9SSPz", "6th-panzer-army", 3), ("tank@FBB", "5th-panzer-army", 3), ("inf@79VG", "7th-army", 5)],
)
def test_axis_units_arrive_at_the_edge_hexes_of_their_army(lot: str, army: str, turn: int):
    table = axis("", turn=turn).do(f"pick {lot}")
    assert (table.rule(), table.offers("place")) == ("AA-3.11", set(ground.REGIONS[army]))


@rule("AA-3.11")
def test_axis_units_do_not_arrive_elsewhere():
    table = axis("").do("pick inf@9SSPz")
    for hex_ in (ground.REGIONS["7th-army"][0], ground.find(ground.german, lambda one: one not in ground.edge("axis"))):
        assert table.forbids(f"place {hex_}") == "AA-3.11"
        said = f"9 SS Pz enters at its army's hexes of the eastern edge, not at {hex_}."
        assert table.why(f"place {hex_}") == said


@rule("AA-3.11")
def test_axis_units_do_not_arrive_behind_the_allied_line():
    lost = ground.REGIONS["6th-panzer-army"][0]
    table = axis("", lost=[lost]).do("pick inf@9SSPz")
    assert table.forbids(f"place {lost}") == "AA-3.11"
    assert table.why(f"place {lost}") == f"{lost} is enemy-controlled."


@rule("AA-3.11")
def test_a_formation_whose_edge_is_lost_does_not_come_in():
    table = axis("9SSPz tank 1 inf 1", lost=ground.REGIONS["6th-panzer-army"])
    for line in ("pick inf@9SSPz", "blitz 9SSPz"):
        assert table.forbids(line) == "AA-3.11"
        assert table.why(line) == "There is no hex where 9 SS Pz could enter."
    assert "tank@FBB" in table.offers("pick")


@rule("AA-3.12")
@pytest.mark.parametrize("formation", CHARTS)
def test_allied_units_arrive_at_the_edge_of_their_chart(formation: str):
    table = allies("", turn=TURN[formation])
    lot = next(name for name in sorted(table.offers("pick")) if name.endswith(f"@{formation}"))
    table.do(f"pick {lot}")
    assert table.rule() == "AA-3.12"
    assert table.offers("place") == set(ground.REGIONS[CHARTS[formation]]) - ground.AXIS_SIDE


@rule("AA-3.12")
def test_allied_units_do_not_arrive_elsewhere_or_behind_the_axis_line():
    table = allies("", turn=1).do("pick tank@7Armd")
    lost = next(hex_ for hex_ in ground.REGIONS["north-edge"] if ground.german(hex_))
    assert table.forbids(f"place {lost}") == "AA-3.12"
    assert table.forbids("place K4") == "AA-3.12"
    assert table.why("place K4") == "7 Armd enters at the northern edge, not at K4."


@rule("AA-3.12")
def test_a_corner_hex_is_on_both_its_edges():
    for formation in ("7Armd", "101Abn"):
        table = allies("", turn=TURN[formation])
        lot = next(name for name in sorted(table.offers("pick")) if name.endswith(f"@{formation}"))
        assert "A1" in table.do(f"pick {lot}").offers("place")
        assert table.rule() == "AA-3.12"


@rule("AA-R.34")
def test_nothing_arrives_in_a_hex_with_an_enemy_combat_unit():
    hex_ = ground.REGIONS["6th-panzer-army"][0]
    table = axis(f"allies {hex_} inf 1\ntruck-ax1 off")
    assert table.fork().do("pick inf@9SSPz").forbids(f"place {hex_}") == "AA-R.34"
    assert table.fork().do("pick inf@9SSPz").why(f"place {hex_}") == f"Enemy combat units are in {hex_}."
    assert table.do("pick truck-ax1").forbids(f"place {hex_}") == "AA-R.34"


@rule("AA-R.30")
def test_no_truck_arrives_on_enemy_trucks_and_tokens():
    hex_ = min(ground.exits("axis"))
    table = axis(f"allies {hex_} supply 1\ntruck-ax1 off").do("pick truck-ax1")
    assert hex_ not in table.offers("place")
    assert table.forbids(f"place {hex_}") == "AA-R.30"
    assert table.why(f"place {hex_}") == f"Enemy units are in {hex_}."


@rule("AA-3.5", "AA-3.11")
def test_a_combat_unit_may_arrive_on_enemy_trucks_and_tokens_and_captures_them():
    hex_ = ground.REGIONS["6th-panzer-army"][0]
    table = axis(f"allies {hex_} supply 2").do("pick inf@9SSPz", f"place {hex_}")
    assert table.told("AA-3.5") == [f"Enemy trucks or tokens in {hex_} are captured"]
    assert table.until("ground initiative").force("axis", hex_) == "inf 1 supply 2"


@rule("AA-3.11")
def test_a_formation_need_not_come_in_together():
    table = axis("").do("pick inf@9SSPz", f"place {ground.REGIONS['6th-panzer-army'][0]}")
    assert table.chart("9SSPz") == "tank 2 art 1"
    assert table.told("AA-3.11") == ["Infantry of 9 SS Pz enters at A11"]


def test_units_that_do_not_come_in_wait_on_their_chart():
    table = axis("").do("done").until("axis reinforcement")
    assert table.state.turn == 4
    assert "inf@9SSPz" in table.offers("pick")


# ---- what they may do then ----


@rule("AA-3.13")
@pytest.mark.parametrize("lot", ["inf@9SSPz", "art@9SSPz"])
def test_infantry_and_artillery_end_their_move_where_they_arrive(lot: str):
    hex_ = ground.REGIONS["6th-panzer-army"][0]
    table = axis("").do(f"pick {lot}", f"place {hex_}")
    assert table.step() == "axis reinforcement"
    assert table.force("axis", hex_) == f"{lot[:3]} 1"
    assert table.forbids("go B10") == "AA-3.13"
    ended = "Units that have entered have ended their move; tanks and trucks move on as they enter."
    assert table.why("go B10") == ended


def test_on_a_truck_infantry_goes_on_with_the_truck():
    entry = min(ground.exits("axis"))
    end = ground.by_road(entry)[0]
    table = axis("truck-ax1 off", axis=OWN).do("pick truck-ax1", "load inf@9SSPz", f"place {entry}", f"go {end}")
    table.until("ground initiative")
    assert table.force("axis", end) == "inf 1 truck 1"


OFF_ROAD = next(hex_ for hex_ in ground.REGIONS["north-edge"] if not ground.on_road(hex_) and ground.allied(hex_))


@rule("AA-3.13.a")
def test_a_tank_that_arrives_off_the_road_goes_no_further():
    table = allies("", turn=1).do("pick tank@7Armd", f"place {OFF_ROAD}")
    assert table.step() == "allies reinforcement"
    assert table.told("AA-3.13.a") == [f"It moves no farther: {OFF_ROAD} has no road"]


@rule("AA-3.13.b")
def test_a_tank_that_arrives_on_a_road_may_drive_on():
    entry = min(ground.exits("axis"))
    table = axis("", axis=OWN).do("pick tank@9SSPz", f"place {entry}")
    expected = textbook.Map({}, axis=OWN).along_roads("axis", "tank", entry)
    assert (table.rule(), table.offers("go")) == ("AA-3.13.b", expected)
    end = max(expected)
    table.do(f"go {end}")
    assert table.told("AA-3.13.b") == [f"It moves on to {ground.titled(end)}"]
    assert table.force("axis", end) == "tank 1"


@rule("AA-R.35")
def test_a_tank_that_arrives_on_a_road_does_not_go_off_it():
    entry, beside = next(
        (entry, near)
        for entry in sorted(ground.exits("allies") & set(ground.REGIONS["south-edge"]))
        for near in ground.around(entry)
        if not ground.on_road(near) and not ground.barrier(entry, near)
    )
    table = allies("", turn=1).do("pick tank@10Armd", f"place {entry}")
    assert table.forbids(f"go {beside}") == "AA-R.35"


@rule("AA-3.13.b")
def test_a_tank_that_arrives_in_a_zone_of_control_goes_no_further():
    entry = min(ground.exits("axis"))
    foe = next(near for near in ground.around(entry) if not ground.road(entry, near))
    table = axis(f"allies {foe} inf 1").do("pick tank@9SSPz", f"place {entry}")
    assert table.step() == "axis reinforcement"
    assert table.told("AA-3.13.b") == [f"It moves no farther: {entry} is in an enemy zone of control"]


@rule("AA-3.13.b")
def test_a_truck_that_arrives_in_a_zone_of_control_goes_no_further():
    entry = min(ground.exits("axis"))
    foe = next(near for near in ground.around(entry) if not ground.road(entry, near))
    table = axis(f"truck-ax1 off\nallies {foe} inf 1").do("pick truck-ax1", f"place {entry}")
    assert table.step() == "axis reinforcement"
    assert table.told("AA-3.13.b") == [f"It moves no farther: {entry} is in an enemy zone of control"]


@rule("AA-0.21", "AA-0.22.b")
def test_a_truck_that_arrives_may_load_on_its_way():
    entry = next(hex_ for hex_ in sorted(ground.exits("axis")) if any(ground.plain(n) for n in ground.by_road(hex_)))
    road = next(near for near in ground.by_road(entry) if ground.plain(near))
    table = axis(f"truck-ax1 off\naxis {road} supply 2", axis=OWN)
    table.do("pick truck-ax1", f"place {entry}", f"step {road}", f"load supply@{road}")
    assert table.cargo("truck-ax1") == "supply 1"
    assert (table.asked(), table.rule()) == (("axis", "drive"), "AA-0.21")
    assert table.told("AA-0.22.b") == [f"Truck 1 loads supply from {road}"]


@rule("AA-0.22.a")
def test_activated_units_kept_for_it_may_board_a_truck_of_the_reinforcement_part():
    entry = next(hex_ for hex_ in sorted(ground.exits("axis")) if any(ground.plain(n) for n in ground.by_road(hex_)))
    road = next(near for near in ground.by_road(entry) if ground.plain(near))
    table = at("axis movement", f"truck-ax1 off\naxis {road} inf 1 art 1 supply 1", axis=OWN).pay_for(road)
    table.until("axis reinforcement").do("pick truck-ax1", f"place {entry}", f"step {road}", f"load inf@{road}")
    assert table.cargo("truck-ax1") == "inf 1"
    assert table.told("AA-0.22.a") == [f"Truck 1 loads infantry from {road}"]


@rule("AA-R.27")
def test_units_that_have_just_arrived_are_not_loaded():
    entry = min(ground.exits("axis"))
    table = at("axis movement", f"truck-ax1 off\naxis {entry} art 1 supply 1").pay_for(entry)
    table.until("axis reinforcement").do("pick inf@9SSPz", f"place {entry}", "pick truck-ax1", f"place {entry}")
    assert table.offers("load") == {f"art@{entry}"}
    assert table.forbids(f"load inf@{entry}") == "AA-R.27"
    assert table.why(f"load inf@{entry}") == f"The infantry in {entry} has moved, or arrived this turn."


# ---- trucks ----


@rule("AA-3.11.a")
def test_axis_trucks_arrive_at_any_road_hex_of_their_edge_that_they_control():
    lost = min(ground.exits("axis"))
    table = axis("truck-ax1 off", lost=[lost]).do("pick truck-ax1")
    assert table.offers("place") == ground.exits("axis") - {lost}
    assert table.rule() == "AA-3.11.a"
    assert table.forbids(f"place {lost}") == "AA-3.11.a"
    assert table.why(f"place {lost}") == f"{lost} is enemy-controlled."


@rule("AA-3.12.a")
def test_allied_trucks_arrive_at_any_road_hex_of_their_three_edges_that_they_control():
    lost = min(ground.exits("allies"))
    table = allies("truck-al1 off", gained=[lost]).do("pick truck-al1")
    roads = {hex_ for hex_ in ground.edge("allies") if ground.on_road(hex_) and ground.allied(hex_)}
    assert table.offers("place") == roads - {lost}
    assert table.rule() == "AA-3.12.a"
    assert table.forbids(f"place {lost}") == "AA-3.12.a"
    table.do("place A7")
    assert table.told("AA-3.12.a")[-1].endswith("enters at A7 (Verviers)")


@rule("AA-3.11.a", "AA-3.12.a")
def test_no_truck_comes_in_where_every_road_of_the_edge_is_lost():
    for table, truck, arrival in (
        (axis("truck-ax1 off", axis=frozenset()), "truck-ax1", "AA-3.11.a"),
        (allies("truck-al1 off", axis=OWN), "truck-al1", "AA-3.12.a"),
    ):
        assert table.forbids(f"pick {truck}") == arrival
        assert table.why(f"pick {truck}") == "No road hex on a friendly edge is open."


@rule("AA-3.12.a")
def test_a_truck_comes_in_where_a_road_merely_touches_the_edge():
    touched = ground.find(
        lambda hex_: hex_ in ground.edge("allies") - ground.exits("allies"), ground.on_road, ground.allied
    )
    table = allies("truck-al1 off").do("pick truck-al1", f"place {touched}")
    assert f"enters at {touched}" in table.told("AA-3.12.a")[-1]


@rule("AA-0.22.c")
def test_an_off_board_truck_is_loaded_from_any_chart_of_its_side():
    table = allies("truck-al1 off\n1Inf inf 2 art 1\n101Abn inf 3 art 1\n80Inf inf 2", turn=4, supply={"allies": 1})
    table.do("pick truck-al1", "load inf@1Inf", "load art@101Abn", "load inf@80Inf", "load supply@allied-off-board")
    assert table.cargo("truck-al1") == "inf 2 art 1 supply 1"
    table.do(f"place {min(ground.exits('allies'))}")
    assert (table.chart("1Inf"), table.chart("101Abn"), table.chart("80Inf")) == ("inf 1 art 1", "inf 3", "inf 1")


@rule("AA-3.9")
def test_an_off_board_truck_is_not_loaded_with_units_of_later_turns():
    table = allies("truck-al1 off", turn=3).do("pick truck-al1")
    assert table.forbids("load inf@26Inf") == "AA-3.9"


@rule("AA-R.28")
def test_a_truck_that_has_loaded_must_come_in():
    table = allies("truck-al1 off", turn=3).do("pick truck-al1", "load supply@allied-off-board")
    assert not table.may("done")
    assert table.forbids("done") == "AA-R.28"


def test_a_truck_of_a_chart_comes_in_on_its_turn():
    table, trucks = start(), []
    for _ in range(3):
        table.until("allies reinforcement")
        trucks.append(sum(name.startswith("truck") for name in table.offers("pick")))
        table.do("done")
    assert trucks == [6, 6, 7]  # five from the start, one of the first row, one of the third


# ---- blitz ----


@rule("AA-3.14")
def test_one_off_board_token_lets_all_tanks_of_a_formation_blitz():
    table = allies("3Armd tank 3", turn=4).do("blitz 3Armd")
    assert table.depot("allies") == 10
    for _ in range(3):
        table.do("pick tank@3Armd", f"place {OFF_ROAD}")
        assert table.step() == "blitz"
        table.do(f"step {min(table.offers('step'))}")
    assert table.told("AA-3.14") == ["The Allies pay for a blitz by 3 Armd"]


def test_without_the_token_a_tank_that_arrives_off_the_road_stays_there():
    table = allies("3Armd tank 3", turn=4).do("pick tank@3Armd", f"place {OFF_ROAD}")
    assert table.step() == "allies reinforcement"


@rule("AA-3.14")
def test_each_formation_is_paid_for_by_itself():
    table = allies("3Armd tank 3\n7Armd tank 2", turn=4).do("blitz 3Armd", "blitz 7Armd")
    assert table.depot("allies") == 9


@rule("AA-3.14")
def test_a_formation_is_paid_for_once():
    table = allies("3Armd tank 3", turn=4).do("blitz 3Armd")
    assert table.forbids("blitz 3Armd") == "AA-3.14"
    assert table.why("blitz 3Armd") == "A blitz by 3 Armd is already paid for."


@rule("AA-3.9")
def test_a_blitz_from_off_the_board_needs_a_formation_of_the_side_that_is_due():
    table = allies("3Armd tank 3", turn=4)
    assert table.forbids("blitz 11Armd") == "AA-3.9"
    assert table.forbids("blitz 9SSPz") == "AA-3.9"


@rule("AA-R.36")
def test_the_token_is_paid_before_a_tank_of_the_formation_comes_in():
    table = allies("3Armd tank 3", turn=4).do("pick tank@3Armd", f"place {OFF_ROAD}")
    assert table.forbids("blitz 3Armd") == "AA-R.36"


@rule("AA-R.36")
def test_a_formation_without_tanks_is_not_paid_for():
    table = allies("", turn=2)
    assert table.forbids("blitz 101Abn") == "AA-R.36"
    assert table.why("blitz 101Abn") == "101 Abn has no tank left to bring in."


@rule("AA-3.14")
def test_a_blitz_is_open_to_a_tank_that_arrived_in_a_zone_of_control():
    entry = min(ground.exits("axis"))
    foe = next(near for near in ground.around(entry) if not ground.road(entry, near))
    table = axis(f"allies {foe} inf 1").do("blitz 9SSPz", "pick tank@9SSPz", f"place {entry}")
    assert (table.step(), table.rule()) == ("blitz", "AA-0.18")
    assert table.told("AA-3.14") == ["The Axis pays for a blitz by 9 SS Pz"]


@rule("AA-0.18")
def test_a_tank_that_drove_on_by_road_may_blitz_off_it():
    entry = min(ground.exits("axis"))
    table = axis("", axis=OWN).do("blitz 9SSPz", "pick tank@9SSPz", f"place {entry}")
    end = max(table.offers("go"))
    table.do(f"go {end}")
    assert table.rule() == "AA-0.18"
    assert table.offers("step") == {near for near in ground.around(end) if not ground.barrier(end, near)}


@rule("AA-3.16")
def test_spent_tokens_go_back_when_both_sides_are_done():
    table = allies("").do("done")
    assert table.told("AA-3.16") == ["Movement is over; the tokens spent go back to the tray"]
