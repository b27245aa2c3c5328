"""What a position is: where every unit stands and what has befallen it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ardennes.counters import Stacked, bits
from ardennes.engine.fields import column, mapping, value
from ardennes.games.ardennes_offensive.forces import ALLIED, GERMAN

if TYPE_CHECKING:
    from ardennes.games.ardennes_offensive.game import ArdennesOffensive
    from ardennes.games.ardennes_offensive.movement import Clear
    from ardennes.games.ardennes_offensive.terrain import Kind, Ways

UNKNOWN = -1  # of a cache


class Position(Stacked):
    """A position. A unit with a hex is in play there, waits there (its entry) or is dormant."""

    game: ArdennesOffensive

    road: int = value("units in Road Mode", start=0, status="road-mode")
    waiting: int = value("reinforcements off the map at their entry (AO-R.30)", start=0, status="waiting")
    owing: int = value(
        "units that must leave Road Mode in their next Initial Movement Phase (AO-6.7.L)",
        start=0,
        status="must-leave-road",
    )
    forced: int = value(
        "units that were forced out of Road Mode in this phase, and have paid for it", start=0, of="units"
    )
    unsupplied: int = value("the phasing side's, as judged; the isolated ones are among them", start=0, of="units")
    isolated: int = value("the phasing side's isolated units, as judged", start=0, of="units")
    awake: int = value("dormant units that may return in this phase (AO-R.8)", start=0, of="units")
    obliged: int = value("units that must attack or be attacked on Game-Turn 1 (AO-R.17)", start=0, of="units")
    shadow: int = value(
        "hexes near enough to enemies to interdict the phasing side's bridges, as judged", start=0, of="hexes"
    )
    lost: tuple[int, int] = value(
        "units lost by each side", start=(0, 0), track=("german-losses", "allied-losses"), least=0
    )
    standard: bool = value("whether the German has changed to the standard table", start=False, track="standard-crt")
    released: bool = value("whether the west bank units may cross the Meuse", start=False, track="west-bank-released")
    staged: dict[int, int] = mapping("entry → units that came in by it in this phase")
    late: dict[int, tuple[int, int]] = mapping("unit → section where it is due, and how often it has been delayed")

    full: list[int] = column("hexes of each side with as many units as a hex takes", start=(0, 0), derived=True)
    alone: list[int] = column("hexes of each side with a German infantry division", start=(0, 0), derived=True)
    cols: list[int] = column("hexes of each side with a unit in Road Mode", start=(0, 0), derived=True)
    able: int = value("units that can move now, or UNKNOWN", start=UNKNOWN, derived=True)
    ways: Ways | None = value("costs of steps for the phasing side", start=None, derived=True)
    clear: Clear | None = value("hexes to be kept clear for those who wait (AO-R.31)", start=None, derived=True)

    def refresh(self) -> None:
        """Rebuild what is derived from the position."""
        self.full, self.alone, self.cols = [0, 0], [0, 0], [0, 0]
        self.able = UNKNOWN
        self.ways = None
        self.clear = None
        super().refresh()

    # ---- units ----

    def off_play(self, unit: int) -> bool:
        """Whether a unit with a hex is out of play: it waits at its entry or is dormant."""
        return bool(self.waiting >> unit & 1 or self.game.ground.edge >> self.at[unit] & 1)

    def dormant(self) -> int:
        """The Allied units on map-edge hexes (AO-5.3.M)."""
        out_of_play = self.game.forces.of[ALLIED] & ~(self.waiting | self.playing[ALLIED])
        return sum(1 << unit for unit in bits(out_of_play) if self.at[unit] >= 0)

    def kind(self, unit: int) -> Kind:
        """How a unit moves."""
        game = self.game
        kind = game.kind_of[unit]
        if self.confined() >> unit & 1:
            return game.ground.kinds[kind + 2]
        return game.ground.kinds[kind]

    def confined(self) -> int:
        """The west bank units that may not cross the Meuse yet (AO-14.3.C)."""
        return 0 if self.released else self.game.bound[self.scenario]

    # ---- changes ----

    def enter(self, unit: int, i: int) -> None:
        """Add a unit to the stack in a hex, which may be full then, or hold a column."""
        super().enter(unit, i)
        forces, hex_ = self.game.forces, 1 << i
        side = forces.side[unit]
        if self.road >> unit & 1:
            self.cols[side] |= hex_
        if forces.divisions >> unit & 1:
            self.alone[side] |= hex_
        elif self.stacks[i].bit_count() >= self.game.room:
            self.full[side] |= hex_

    def lift(self, unit: int) -> None:
        """Take a unit in play off its hex, which has room then, and no column."""
        side, left = self.game.forces.side[unit], ~(1 << self.at[unit])
        super().lift(unit)
        self.full[side] &= left
        self.alone[side] &= left
        if self.road >> unit & 1:
            self.cols[side] &= left

    def set_road(self, unit: int, column: bool) -> None:
        """Put a unit into Road Mode, or out of it; what it owed for having fought in it is settled then."""
        i, bit = self.at[unit], 1 << unit
        side = self.game.forces.side[unit]
        if column:
            self.road |= bit
            self.cols[side] |= 1 << i
        elif self.road & bit:
            self.road &= ~bit
            self.owing &= ~bit
            self.cols[side] &= ~(1 << i)

    def eliminate(self, unit: int, rule: str, why: str) -> None:
        """Remove a unit for good: a point for the enemy (AO-16.0.A)."""
        side = self.game.forces.side[unit]
        where = self.place_of(unit)
        self.lift(unit)
        gone = ~(1 << unit)
        self.road &= gone
        self.owing &= gone
        german, allied = self.lost
        self.lost = (german + 1, allied) if side == GERMAN else (german, allied + 1)
        self.note_unit(unit, "loss", rule, f"is eliminated in {where}: {why}", at=where)
