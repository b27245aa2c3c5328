"""What a position is: where every unit stands, the weather, the air missions, the count of points."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ardennes.counters import GONE, POOL, Deployment
from ardennes.engine.fields import mapping, value
from ardennes.games.bulge.forces import ALLIED, GERMAN, SIDES

if TYPE_CHECKING:
    from ardennes.games.bulge.game import Bulge
    from ardennes.games.bulge.supply import Terms
    from ardennes.games.bulge.terrain import Ways
    from ardennes.hexmap import Supply

OUT = -10  # left the map by the first exit; by the n-th: OUT - n
NO_MISSIONS = (0, 0, 0, 0)
WEATHERS = ("clear", "mist", "overcast")
Pair = tuple[int, int]  # a figure of the German, and of the Allied side
T = TypeVar("T")


def of_side(pair: tuple[T, ...], side: int, value: T) -> tuple[T, T]:
    """A pair with another value for a side.

    >>> of_side((3, 4), ALLIED, 5)
    (3, 5)
    """
    return (value, pair[ALLIED]) if side == GERMAN else (pair[GERMAN], value)


class Position(Deployment):
    """A position. A unit is in a hex, in the pool, eliminated, or has left the map: OUT and below."""

    game: Bulge

    weather: str = value("clear, mist or overcast; empty until known", start="", track="weather", words=WEATHERS)
    weathers: tuple[str, ...] = value("the weather of each Game-Turn so far; empty where it is not known", start=())
    points: int = value("the German victory points", start=0, track="victory-points")
    motorised: int = value("Allied units with a mechanized marker", start=0, status="motorised")
    resupplied: int = value("Allied units with a resupply marker", start=0, status="resupplied")
    counted: int = value("units off the map that are paid for (BU-3.1.kept)", start=0, status="counted")
    parted: int = value("units that have left the map on this Game-Turn", start=0, of="units")
    planned: dict[str, tuple[int, int, int, int]] = mapping(
        "missions of each kind that a side has assigned, until shown",
        start=dict.fromkeys(SIDES, NO_MISSIONS), hidden=True,
    )  # fmt: skip
    support: Pair = value(
        "ground support missions that each side has left",
        start=(0, 0), track=("german-support", "allied-support"), least=0,
    )  # fmt: skip
    to_place: Pair = value(
        "interdiction markers that each side has still to place",
        start=(0, 0), track=("german-interdiction", "allied-interdiction"), least=0,
    )  # fmt: skip
    resupply: int = value(
        "resupply missions that the Allied player has left", start=0, track="allied-resupply", least=0
    )
    marked: Pair = value("hexes with each side's interdiction markers", start=(0, 0), of="hexes")
    entered: dict[int, int] = mapping("British unit → hex where it entered, as long as that matters")
    released: bool = value("whether the British are free (BU-13.0.release)", start=False, track="british-released")

    here: dict[int, int] = mapping(
        "hex → unit; the one that moved in, where another must still make room", derived=True
    )
    spent: int = value("hexes of units that have fought", start=0, derived=True)
    fresh: int = value("hexes of the phasing side's units that have not moved", start=0, derived=True)
    left: int = value("hexes from which a German unit has left the map", start=0, derived=True)
    waiting: int = value("units that have not arrived", start=0, derived=True)
    departed: int = value("units that have left the map", start=0, derived=True)
    lost: int = value("units that are eliminated", start=0, derived=True)
    locked: int | None = value(
        "units in an enemy zone in this Movement Phase that have not moved; None: to be found", start=None, derived=True
    )
    ways: tuple[tuple[int, Ways | None], ...] = value(
        "costs of steps for each side, and the Allied hexes that they were found for",
        start=((0, None), (0, None)), derived=True,
    )  # fmt: skip
    lines: tuple[tuple[Terms | None, Supply | None], ...] = value(
        "supply paths of each side, and the terms that they were found for",
        start=((None, None), (None, None)), derived=True,
    )  # fmt: skip

    def refresh(self) -> None:
        """Rebuild what is derived from the position; `ways` and `lines` know themselves when to be found anew."""
        self.here = {}
        self.held = [0, 0]
        self.spent = self.fresh = self.left = self.waiting = self.departed = self.lost = 0
        self.locked = None
        ground, side = self.game.ground, self.game.forces.side
        for unit, at in enumerate(self.at):
            if at <= OUT:
                self.departed |= 1 << unit
                self.left |= 1 << ground.exits[OUT - at].hex
            elif at == POOL:
                self.waiting |= 1 << unit
            elif at == GONE:
                self.lost |= 1 << unit
            else:
                if at not in self.here or self.moved >> unit & 1:
                    self.here[at] = unit
                self.held[side[unit]] |= 1 << at
                self.spent |= (self.fought >> unit & 1) << at
        self.fresh = self._unmoved()

    def _unmoved(self) -> int:
        side, moved = self.game.forces.side, self.moved
        return sum(1 << i for i, unit in self.here.items() if side[unit] == self.phasing and not moved >> unit & 1)

    # ---- units ----

    def units_at(self, mask: int) -> int:
        """The units in some hexes."""
        found = 0
        here = self.here
        for i in self.game.ground.grid.bits(mask):
            if i in here:
                found |= 1 << here[i]
        return found

    def place_of(self, unit: int) -> str:
        """Where a unit is, for a sentence: a hex, the exit it left by, “pool” or “eliminated”."""
        at = self.at[unit]
        return self.game.ground.exits[OUT - at].name if at <= OUT else super().place_of(unit)

    def on_map(self, unit: int) -> bool:
        """Whether a unit stands in a hex."""
        return self.at[unit] >= 0

    def bound(self, unit: int) -> bool:
        """Whether a unit is British and not yet released."""
        return not self.released and bool(self.game.forces.british >> unit & 1)

    # ---- changes ----

    def begin_phase(self, side: int) -> None:
        """Nobody has moved or fought yet in this phase."""
        self.phasing = side
        self.moved = self.fought = self.spent = 0
        self.fresh = self.held[side]
        self.locked = None

    def stand(self, unit: int, i: int) -> None:
        """Set a unit that is nowhere on a hex; whoever is there must make room."""
        bit = 1 << i
        self.at[unit] = i
        self.waiting &= ~(1 << unit)
        self.here[i] = unit
        self.held[self.game.forces.side[unit]] |= bit
        self.fresh &= ~bit
        if self.fought >> unit & 1:
            self.spent |= bit

    def lift(self, unit: int) -> None:
        """Take a unit off its hex."""
        i = self.at[unit]
        bit = 1 << i
        self.at[unit] = GONE
        if self.here[i] == unit:
            del self.here[i]
            self.held[self.game.forces.side[unit]] &= ~bit
            self.fresh &= ~bit
            self.spent &= ~bit

    def engage(self, units: int) -> None:
        """Note that some units have fought in this phase."""
        self.fought |= units
        self.spent |= self.hexes_of(units)

    def eliminate(self, unit: int, rule: str, why: str) -> None:
        """Remove a unit for good; its factor counts at once (BU-3.1.losses)."""
        side, where = self.game.forces.side[unit], self.place_of(unit)
        if self.on_map(unit):
            self.lift(unit)
        self.at[unit] = GONE
        self.lost |= 1 << unit
        gone = ~(1 << unit)
        self.waiting &= gone
        self.resupplied &= gone
        self.motorised &= gone
        self.entered.pop(unit, None)
        factor = self.game.forces.factor[unit]
        self.points += factor if side == ALLIED else -factor
        if self.heard:
            at = where if where in self.game.ground.grid else ""
            self.note_unit(unit, "loss", rule, f"is eliminated{f' in {at}' if at else ''}: {why}", at=at)
            points = "German point" if factor == 1 else "German points"
            text = f"{factor} {'more' if side == ALLIED else 'fewer'} {points}: {self.points} now"
            counted = "BU-3.1.losses" if rule.startswith("BU-12.2") else "BU-R.28"
            self.note("points", counted, text, piece=self.game.forces.names[unit])
