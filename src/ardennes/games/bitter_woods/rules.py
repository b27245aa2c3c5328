"""Bitter Woods as its rule files see it: data, tables and the position at the start."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from ardennes.counters import GONE, POOL, CounterGame, by_column
from ardennes.counters.boxes import Box, Boxes
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, SIDES, Forces
from ardennes.games.bitter_woods.state import NORTH, OUT, SOUTH, WEST, Position
from ardennes.games.bitter_woods.terrain import Ground
from ardennes.hexmap import Costs

DATA = Path(__file__).parent / "data"


class BitterWoods(CounterGame):
    """Bitter Woods, the Designer Edition."""

    name = "bitter-woods"
    published = "Compass Games"
    scale = "Regiments"
    hours = 8
    sides = SIDES
    state_class = Position
    ground: Ground
    forces: Forces

    def __init__(self, data: Path = DATA) -> None:
        super().__init__(data)
        self.ground = Ground(self.board, self.tables)
        self.forces = Forces.load(data / "units.csv", self.tables)
        stacking = self.tables["stacking"]
        self.stack_limit: int = stacking["units"]
        self.stacks_free = self.forces.named(stacking["free"])
        self.big_division = self.forces.of_division[stacking["division"]["name"]]
        self.big_limit: int = stacking["division"]["units"]
        self.dug_in = self.ground.grid.mask(self.tables["improved"]["hexes"])
        self.seasons = tuple(map(self.ground.season, self.tables["turns"]["names"]))
        self.last_bounded_turn = self.turn_named(self.tables["boundaries"]["last"])
        self.each_hex = Costs(self.ground.grid).enter(self.ground.grid.all, 1)

    # ---- turns and tables ----

    def turn_named(self, name: str) -> int:
        """The number of a Game-Turn that the rules name: 17PM is the fourth. Raises ValueError if there is none."""
        names: list[str] = self.tables["turns"]["names"]
        return names.index(name) + 1

    def turn_name(self, turn: int) -> str:
        """What the rules call a Game-Turn."""
        name: str = self.tables["turns"]["names"][turn - 1]
        return name

    def aircraft(self, turn: int) -> tuple[int, int]:
        """The aircraft of each side on a Game-Turn (BW-11.1)."""
        german, allied = (self.tables["air"][side][turn - 1] for side in SIDES)
        return german, allied

    @cached_property
    def crt(self) -> tuple[tuple[str, ...], ...]:
        """The combat results table by column, then by die; the asterisks of an optional rule are left out (BW-9.5)."""
        rows = {die: [cell.rstrip("*") for cell in row] for die, row in self.tables["crt"]["results"].items()}
        return by_column({die: rows[die] for die in map(str, range(1, 7))})

    @cached_property
    def boxes(self) -> Boxes:
        """Not arrived, eliminated, left beyond the Meuse, and off the three edges."""
        return Boxes((
            Box("pool", POOL, "has not arrived"),
            Box("eliminated", GONE, "is eliminated"),
            Box("out", OUT, "has left the map", SIDES[GERMAN]),
            Box("north", NORTH, "is off the north edge", SIDES[ALLIED]),
            Box("south", SOUTH, "is off the south edge", SIDES[ALLIED]),
            Box("west", WEST, "is off the west edge", SIDES[ALLIED]),
        ))  # fmt: skip

    # ---- the start ----

    def deployed(self, scenario: str) -> Position:
        """Every unit where its counter says, before the first phase (BW-3.0)."""
        state = Position(self, scenario, {})
        state.turn = 1
        for unit in self.forces.units:
            if unit.start:
                state.stand(unit.number, self.ground.grid.index(unit.start))
        return state

    @cached_property
    def began_in_zone(self) -> int:
        """The Allied units that begin the game in a German zone (BW-15.2, BW-R.5)."""
        from ardennes.games.bitter_woods.zones import zone

        state = self.deployed("campaign")
        return state.units_at(zone(state, GERMAN) & state.held[ALLIED])
