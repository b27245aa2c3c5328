"""How the game begins: the printed set-up, what waits off the board, the charts, and the order of a turn."""

from __future__ import annotations

import csv
from collections import defaultdict

import pytest

from tests.games.axis_allies import ground
from tests.games.axis_allies.table import Table, at, start
from tests.rulemark import rule

with (ground.DATA / "units.csv").open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file))


def printed(side: str) -> dict[str, str]:
    """The set-up of a side as the data have it."""
    found: dict[str, str] = {}
    for row in ROWS:
        if row["side"] == side and row["turn"] == "0":
            kinds = {"inf": "infantry", "tank": "tank", "art": "artillery", "truck": "truck", "supply": "supply"}
            found[row["hex"]] = " ".join(f"{short} {row[long]}" for short, long in kinds.items() if row[long] != "0")
    return found


@rule("AA-0.9")
@pytest.mark.parametrize("side", ["axis", "allies"])
def test_both_sides_begin_where_the_board_shows_them(side: str):
    assert start().forces(side) == printed(side)


@rule("AA-0.9")
def test_the_game_begins_on_the_first_turn_with_no_points_and_the_printed_line():
    table = start()
    assert (table.state.turn, table.points(), table.axis_ground()) == (1, 0, ground.AXIS_SIDE)


@rule("AA-0.9")
def test_the_starting_line_runs_from_monschau_to_echternach_and_luxembourg():
    first = {"A": 10, "B": 9, "C": 10, "D": 10, "E": 10, "F": 8, "G": 9, "H": 9, "I": 11, "J": 10, "K": 10}
    east = {f"{row}{column}" for row, at_least in first.items() for column in range(at_least, 12)}
    assert start().axis_ground() == east


@rule("AA-0.10")
@pytest.mark.parametrize(("side", "trucks"), [("axis", 2), ("allies", 5)])
def test_some_trucks_begin_off_the_board(side: str, trucks: int):
    chart = [row for row in ROWS if row["side"] == side and row["turn"] not in ("0", "") and row["truck"] != "0"]
    arrivals = start().until(f"{side} reinforcement")
    first_row = sum(row["turn"] == "1" for row in chart)
    assert sum(name.startswith("truck-") for name in arrivals.offers("pick")) == trucks + first_row


@rule("AA-0.10")
@pytest.mark.parametrize("side", ["axis", "allies"])
def test_nobody_begins_with_supply_off_the_board(side: str):
    assert start().depot(side) == 0


@rule("AA-3.9")
@pytest.mark.parametrize("side", ["axis", "allies"])
@pytest.mark.parametrize("turn", [1, 2, 5, 8])
def test_a_row_of_the_charts_opens_on_its_own_turn(side: str, turn: int):
    rows = {row["id"] for row in ROWS if row["side"] == side and row["formation"] and row["turn"] == str(turn)}
    table = at(f"{side} reinforcement", "", turn=turn)
    assert table.rule() == "AA-3.9"
    assert {name.partition("@")[2] for name in table.offers("pick") if "@" in name} == rows


@rule("AA-3.9")
def test_a_later_row_stays_closed():
    table = at("allies reinforcement", "", turn=3)
    assert table.forbids("pick tank@3Armd") == "AA-3.9"
    assert table.why("pick tank@3Armd") == "3 Armd arrives on turn 4; this is turn 3."


@rule("AA-0.11")
def test_what_has_come_in_is_on_the_chart_no_more():
    table = at("axis reinforcement", "9SSPz inf 1 tank 1", turn=3).do("pick inf@9SSPz", "place A11")
    assert table.chart("9SSPz") == "tank 1"
    assert table.forbids("pick inf@9SSPz") == "AA-0.11"


def phases(table: Table) -> list[str]:
    """The steps of the turn that is played, each once, in the order in which they come."""
    found: dict[str, None] = {}
    turn = table.state.turn
    before = len(table.record.journal.entries)
    while not table.state.over and table.state.turn == turn:
        found.setdefault(table.step())
        table.until(*(step for step in TURN if step not in found), "over")
        assert len(table.record.journal.entries) > before
        before = len(table.record.journal.entries)
    return list(found)


TURN = (
    "air initiative", "air placing", "air combat", "ground initiative", "axis attack", "allies attack", "trucks home",
    "axis movement", "axis reinforcement", "allies movement", "allies reinforcement", "upkeep",
)  # fmt: skip

BOTH_SIDES = """
    axis   F9   inf 1 supply 2
    allies F8   inf 1 supply 2
    truck-ax1   F9
    truck-al1   A7
"""


@rule("AA-0.2")
def test_a_turn_goes_through_air_ground_movement_and_upkeep():
    order = phases(at("air initiative", BOTH_SIDES, turn=5))
    assert [step for step in order if step in TURN] == order
    wanted = ["air initiative", "air placing", "ground initiative", "axis attack", "allies attack", "trucks home",
              "axis movement", "axis reinforcement", "allies movement", "allies reinforcement"]  # fmt: skip
    assert [step for step in order if step in wanted] == sorted(wanted, key=order.index)
    assert set(wanted) <= set(order)
    ranks = [TURN.index(step) for step in order if step not in ("axis attack", "allies attack")]
    assert ranks == sorted(ranks)


@rule("AA-0.2", "AA-1.0")
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_the_next_turn_has_no_air_combat_before_the_fifth(turn: int):
    table = at("allies reinforcement", BOTH_SIDES, turn=turn).do("done")
    assert (table.state.turn, table.step()) == (turn + 1, "ground initiative")


@rule("AA-1.0")
@pytest.mark.parametrize("turn", [4, 5, 6, 7])
def test_from_the_fifth_turn_on_aircraft_fly_first(turn: int):
    table = at("allies reinforcement", BOTH_SIDES, turn=turn).do("done")
    assert (table.state.turn, table.step()) == (turn + 1, "air initiative")


def test_a_destroyed_ground_unit_is_out_of_the_game():
    hex_, from_ = ground.find(ground.deep), ground.beyond(ground.find(ground.deep), "E")
    table = at("axis attack", f"axis {from_} tank 1 supply 1\nallies {hex_} inf 1\nallies A1 inf 1", turn=4)
    charts = defaultdict(str, {row["id"]: table.chart(row["id"]) for row in ROWS if row["formation"]})
    table.attack(from_, hex_, "1 1")
    assert table.forces("allies") == {"A1": "inf 1"}
    assert all(table.chart(name) == left for name, left in charts.items())


@rule("AA-0.24")
def test_a_destroyed_truck_does_not_come_in_again():
    hex_ = ground.find(ground.deep)
    from_ = ground.beyond(hex_, "E")
    table = at("axis attack", f"axis {from_} inf 1 supply 1\ntruck-al1 {hex_}").attack(from_, hex_, "1")
    table.until("allies reinforcement")
    assert table.forbids("pick truck-al1") == "AA-0.24"


@rule("AA-1.2")
def test_destroyed_air_units_fly_again_on_the_next_turn():
    hex_ = ground.find(ground.deep)
    table = at("air combat", f"axis {hex_} fighter 1\nallies {hex_} fighter 1", turn=5, first="axis")
    table.throw(axis=[1], allies=[1])
    table.until("air placing")
    assert (table.state.turn, table.rule()) == (6, "AA-1.2")
    assert placed(table) == {"axis": 4, "allies": 12}


def placed(table: Table) -> dict[str, int]:
    """How many air units each side places, all into one hex."""
    hex_ = ground.find(ground.deep)
    found: dict[str, int] = {"axis": 0, "allies": 0}
    while table.state.chance is None and table.asked()[1] in ("air placing", "aircraft"):
        side = table.asked()[0]
        if table.may("pick"):
            table.do(f"pick {min(table.offers('pick'))}")
        table.do(f"place {hex_}")
        found[side] += 1
    return found
