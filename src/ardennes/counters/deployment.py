"""Where the counters are: the part of a position that every game of counters has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ardennes.engine import State
from ardennes.engine.errors import EngineFault
from ardennes.engine.fields import column, value
from ardennes.engine.touch import show

if TYPE_CHECKING:
    from ardennes.counters.game import CounterGame

POOL, GONE = -1, -2  # where a unit is that has not arrived, and one that is eliminated
OFF_BOARD = {"pool": POOL, "eliminated": GONE}
"""The words for these two in position files and suppositions."""


class Deployment(State):
    """Where every unit is, whose phase it is, who has moved and fought in it.

    Sets of units are masks by unit number, sets of hexes are masks of the grid. A game adds what else befalls its
    units, and says what it means to stand in a hex and to leave it.
    """

    game: CounterGame

    at: list[int] = column(
        "hex of each unit; below nought POOL, GONE, or what else the game knows",
        start=lambda game: [POOL] * len(game.forces.units),
    )
    phasing: int = value("the side whose player turn it is", start=0)
    moved: int = value("units whose move in this phase has ended", start=0, status="moved")
    fought: int = value("units that attacked or were attacked in this Combat Phase", start=0, status="fought")
    held: list[int] = column("hexes with units of each side", start=(0, 0), derived=True)

    @property
    def last_turn(self) -> int:
        """The number of the scenario's last Game-Turn."""
        return self.game.last_turn_of(self.scenario)

    # ---- where units are ----

    def hexes_of(self, units: int) -> int:
        """The hexes of some units, of those that are in one."""
        found = 0
        at = self.at
        while units:
            low = units & -units
            i = at[low.bit_length() - 1]
            if i >= 0:
                found |= 1 << i
            units ^= low
        return found

    def place_of(self, unit: int) -> str:
        """Where a unit is, for a sentence: the number of its hex, or the name of its box."""
        at = self.at[unit]
        return self.game.ground.grid.name(at) if at >= 0 else self.game.boxes.of(at).name

    def holder(self, i: int, zones: tuple[int, int]) -> int | None:
        """The side whose unit is in a hex, or else alone has it in its zones; None if neither or both have."""
        for side in (0, 1):
            if self.held[side] >> i & 1:
                return side
        first, second = zones[0] >> i & 1, zones[1] >> i & 1
        return None if first == second else 0 if first else 1

    # ---- changes ----

    def stand(self, unit: int, i: int) -> None:
        """Set a unit that is nowhere on a hex."""
        raise EngineFault(f"{self.game.name} does not say how a unit stands in a hex")

    def lift(self, unit: int) -> None:
        """Take a unit off its hex."""
        raise EngineFault(f"{self.game.name} does not say how a unit leaves its hex")

    def eliminate(self, unit: int, rule: str, why: str) -> None:
        """Remove a unit for good; a game adds what else that means."""
        where = self.place_of(unit)
        self.lift(unit)
        self.note_unit(unit, "loss", rule, f"is eliminated in {where}: {why}", at=where)

    def shift(self, unit: int, i: int) -> None:
        """Take a unit off its hex and set it on another."""
        self.lift(unit)
        self.stand(unit, i)

    def next_phase(self) -> None:
        """Begin the phase after the present one; after the last of them the next Game-Turn begins."""
        order = self.game.sequence
        at = (order.index(self.phase) + 1) % len(order)
        self.turn += at == 0
        self.start_phase(order[at])

    def start_phase(self, name: str) -> None:
        """Begin a phase of the sequence of play: nobody has moved or fought in it."""
        self.moved = self.fought = 0
        self.phasing = getattr(self.game.steps[name], "side", 0)
        self.set_step(name)

    # ---- the log ----

    def note_unit(self, unit: int, kind: str, rule: str, what: str, *, at: str = "", to: str = "") -> None:
        """Note what a unit does or suffers: its name begins the sentence, and the event is its side's."""
        if self.listener is None:
            show(rule)
            return
        forces = self.game.forces
        side, piece = self.game.sides[forces.side[unit]], forces.names[unit]
        self.note(kind, rule, f"{forces.display_names[unit]} {what}", side=side, piece=piece, at=at, to=to)
