"""The pieces of the game: printed set-up, trucks, formations of the charts, and the numbers of each type."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ardennes.games.axis_allies.terrain import ARMY_IDS, SIDES, Terrain

INF, TANK, ART = 0, 1, 2
TYPES = ("inf", "tank", "art")
LONG = {"inf": "infantry", "tank": "tank", "art": "artillery"}
PLURAL = ("infantry", "tanks", "artillery")
FIGHTER, BOMBER = 0, 1
AIR_TYPES = ("fighter", "bomber")
AIR = ("fighter-ax", "bomber-ax", "fighter-al", "bomber-al")
SPACES = 6
CARGO = ("inf", "art", "supply")  # what the three cargo columns of a truck hold
OFF, DEAD, IN_HAND = -1, -2, -3  # where a truck is that is in no hex
SHORT = ("ax", "al")
POOLS = ("allies", "6th-panzer-army", "5th-panzer-army", "7th-army")  # whose pieces a custom set-up keeps together

Three = tuple[int, int, int]


class Stack(NamedTuple):
    """What the printed set-up has in a hex."""

    side: int
    hex: int
    units: Three
    trucks: int
    supply: int
    pool: int


class Formation(NamedTuple):
    """A division or brigade of a reinforcement chart."""

    id: str
    name: str
    side: int
    chart: str  # northern, western, southern, eastern
    army: str  # of the Axis, else ""
    nation: str
    turn: int
    units: Three
    arrives: int  # the hexes where its combat units are put on the board


class Truck(NamedTuple):
    """A truck: whose it is at first, and the turn of its chart row, 0 for one that is there from the start."""

    name: str
    side: int
    turn: int
    chart: str
    number: int  # counted through both sides, since a truck may change hands

    @property
    def display_name(self) -> str:
        """What it is called in a sentence, whoever has it now."""
        return f"Truck {self.number}"


class Forces:
    """Everything that `units.csv` and `tables.toml` say about pieces."""

    def __init__(self, units: Path, tables: Mapping[str, Any], terrain: Terrain) -> None:
        with units.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.stacks = [_stack(row, terrain) for row in rows if row["turn"] == "0"]
        self.formations = tuple(_formation(row, terrain) for row in rows if row["formation"])
        self.number = {formation.id: n for n, formation in enumerate(self.formations)}
        self.of_side = tuple([(n, one) for n, one in enumerate(self.formations) if one.side == side] for side in (0, 1))
        self._trucks([row for row in rows if row["turn"] != "0" and row["truck"] != "0"], tables["off_board_start"])
        kinds = tables["units"]
        self.power: Three = (kinds["infantry"]["attack"], kinds["tank"]["attack"], kinds["artillery"]["attack"])
        self.air_power = (kinds["fighter"]["attack"], kinds["bomber"]["attack"])
        limits = tables["stacking"]
        self.limits: Three = (limits["infantry"], limits["tank"], limits["artillery"])
        self.total_limit: int = limits["total"]
        start = tables["off_board_start"]
        self.air = tuple(start[side][kind] for side in SIDES for kind in AIR_TYPES)
        self.depot = tuple(start[side]["supply"] for side in SIDES)
        self.income = tuple(tables["supply_income"][side] for side in SIDES)
        self.faces: int = tables["dice"]["faces"]
        self.hit_on: int = tables["dice"]["hit_on"]
        self.rethrow_above: int = tables["dice"]["reroll_above"]

    def _trucks(self, chart_rows: list[dict[str, str]], start: Mapping[str, Any]) -> None:
        """Name the trucks: those of the set-up first, then those off the board, then those of the charts."""
        trucks: list[Truck] = []
        self.parked: dict[str, int] = {}  # truck of the printed set-up -> its hex
        self.pools: dict[str, int] = {}  # and the pool of a custom set-up that it belongs to
        for side, short in enumerate(SHORT):
            count = 0
            for stack in (stack for stack in self.stacks if stack.side == side):
                for _ in range(stack.trucks):
                    count += 1
                    self.parked[f"truck-{short}{count}"] = stack.hex
                    self.pools[f"truck-{short}{count}"] = stack.pool
                    trucks.append(Truck(f"truck-{short}{count}", side, 0, "", len(trucks) + 1))
            for _ in range(start[SIDES[side]]["truck"]):
                count += 1
                trucks.append(Truck(f"truck-{short}{count}", side, 0, "", len(trucks) + 1))
            for row in (row for row in chart_rows if row["side"] == SIDES[side]):
                count += 1
                chart = row["army_or_chart"].lower()
                trucks.append(Truck(f"truck-{short}{count}", side, int(row["turn"]), chart, len(trucks) + 1))
        self.trucks = tuple(trucks)
        self.truck_number = {truck.name: n for n, truck in enumerate(trucks)}


def _units(row: Mapping[str, str]) -> Three:
    return int(row["infantry"]), int(row["tank"]), int(row["artillery"])


def _stack(row: Mapping[str, str], terrain: Terrain) -> Stack:
    side = SIDES.index(row["side"])
    pool = POOLS.index(ARMY_IDS.get(row["army_or_chart"], "allies"))
    return Stack(side, terrain.bit[row["hex"]], _units(row), int(row["truck"]), int(row["supply"]), pool)


def _formation(row: Mapping[str, str], terrain: Terrain) -> Formation:
    side = SIDES.index(row["side"])
    army = ARMY_IDS.get(row["army_or_chart"], "")
    chart = "eastern" if army else row["army_or_chart"].lower()
    arrives = terrain.arrivals[army or chart]
    return Formation(
        row["id"], row["formation"], side, chart, army, row["nation"], int(row["turn"]), _units(row), arrives
    )
