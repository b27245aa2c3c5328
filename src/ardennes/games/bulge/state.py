"""What a position is: where every unit stands, the weather, the air missions, the count of points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Self

from ardennes.counters import GONE, Deployment
from ardennes.engine.touch import touch
from ardennes.games.bulge.forces import ALLIED, SIDES

if TYPE_CHECKING:
    from ardennes.games.bulge.game import Bulge
    from ardennes.games.bulge.terrain import Ways

OUT = -10  # left the map by the first exit; by the n-th: OUT - n
NO_MISSIONS = (0, 0, 0, 0)
Pair = tuple[int, int]  # a figure of the German, and of the Allied side


class Field(Deployment):
    """A position. A unit is in a hex, in the pool, eliminated, or has left the map: OUT and below."""

    __slots__ = (
        "counted", "due", "entered", "fed", "fresh", "here", "hungry", "left", "marked", "motorised", "parted",
        "planned", "points", "ready", "released", "resupplied", "resupply", "spent", "support", "to_place", "ways",
        "weather",
    )  # fmt: skip

    MAPS: ClassVar[tuple[str, ...]] = ("planned", "entered")
    SCALARS: ClassVar[tuple[str, ...]] = (
        *Deployment.SCALARS, "weather", "points", "motorised", "resupplied", "counted", "parted", "support", "to_place",
        "resupply", "marked", "released",
    )  # fmt: skip

    game: Bulge
    weather: str  # clear, mist or overcast; "" before it is known
    points: int  # the German victory points
    motorised: int  # Allied units with a mechanized marker
    resupplied: int  # Allied units with a resupply marker
    counted: int  # units off the map that are paid for (BU-3.1.kept)
    parted: int  # units that have left the map on this Game-Turn
    planned: dict[str, tuple[int, int, int, int]]  # missions of each kind that a side has assigned, until shown
    support: Pair  # ground support missions that each side has left
    to_place: Pair  # interdiction markers that each side has still to place
    resupply: int  # resupply missions that the Allied player has left
    marked: Pair  # hexes with each side's interdiction markers
    entered: dict[int, int]  # British unit → hex where it entered, as long as that matters
    released: bool  # whether the British are free (BU-13.0.release)

    # What follows is derived from the position.
    here: dict[int, int]  # hex → unit; the one that moved in, where another must still make room
    spent: int  # hexes of units that have fought
    fresh: int  # hexes of the phasing side's units that have not moved
    left: int  # hexes from which a German unit has left the map
    ready: int | None  # units that may still move, if they find a way; None: to be found
    due: int | None  # reinforcements of the phasing side that may enter now; None: to be found
    fed: int | None  # hexes where the phasing side is in supply; None: to be found
    hungry: int  # those of the ready units that must roll a die to move; found together with `fed`
    ways: list[tuple[int, Ways | None]]  # costs of steps for each side, and the Allied hexes that they were found for

    def __init__(self, game: Bulge, scenario: str, options: Mapping[str, str]) -> None:
        super().__init__(game, scenario, options)
        self.weather = ""
        self.points = self.motorised = self.resupplied = self.resupply = 0
        self.counted = self.parted = 0
        self.planned = dict.fromkeys(SIDES, NO_MISSIONS)
        self.support = self.to_place = self.marked = (0, 0)
        self.entered = {}
        self.released = False
        self.refresh()

    def refresh(self) -> None:
        """Rebuild what is derived from the position."""
        self.here = {}
        self.held = [0, 0]
        self.spent = self.fresh = self.left = self.hungry = 0
        self.ready = self.due = self.fed = None
        self.ways = [(0, None), (0, None)]
        ground, side = self.game.ground, self.game.forces.side
        for unit, at in enumerate(self.at):
            if at <= OUT:
                self.left |= 1 << ground.exits[OUT - at].hex
            elif at >= 0:
                if at not in self.here or self.moved >> unit & 1:
                    self.here[at] = unit
                self.held[side[unit]] |= 1 << at
                self.spent |= (self.fought >> unit & 1) << at
        self.fresh = self._unmoved()

    def _unmoved(self) -> int:
        side, moved = self.game.forces.side, self.moved
        return sum(1 << i for i, unit in self.here.items() if side[unit] == self.phasing and not moved >> unit & 1)

    def copy(self) -> Self:
        """An independent copy; nobody listens to it."""
        new = self.fork()
        new.weather = self.weather
        new.points = self.points
        new.motorised = self.motorised
        new.resupplied = self.resupplied
        new.counted = self.counted
        new.parted = self.parted
        new.planned = self.planned.copy()
        new.support = self.support
        new.to_place = self.to_place
        new.resupply = self.resupply
        new.marked = self.marked
        new.entered = self.entered.copy()
        new.released = self.released
        new.here = self.here.copy()
        new.spent = self.spent
        new.fresh = self.fresh
        new.left = self.left
        new.ready = self.ready
        new.due = self.due
        new.fed = self.fed
        new.hungry = self.hungry
        new.ways = self.ways[:]
        return new

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

    def bound(self, unit: int) -> bool:
        """Whether a unit is British and not yet released."""
        return not self.released and bool(self.game.forces.british >> unit & 1)

    # ---- changes ----

    def begin_phase(self, side: int) -> None:
        """Nobody has moved or fought yet in this phase."""
        self.phasing = side
        self.moved = self.fought = self.spent = 0
        self.fresh = self.held[side]
        self.ready = self.due = self.fed = None

    def stand(self, unit: int, i: int) -> None:
        """Set a unit that is nowhere on a hex; whoever is there must make room."""
        bit = 1 << i
        self.at[unit] = i
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
        if self.at[unit] >= 0:
            self.lift(unit)
        self.at[unit] = GONE
        gone = ~(1 << unit)
        self.resupplied &= gone
        self.motorised &= gone
        self.entered.pop(unit, None)
        self.fed = None
        factor = self.game.forces.factor[unit]
        self.points += factor if side == ALLIED else -factor
        if self.heard:
            at = where if where in self.game.ground.grid else ""
            self.tell(unit, "loss", rule, f"is eliminated{f' in {at}' if at else ''}: {why}", at=at)
            points = "German point" if factor == 1 else "German points"
            text = f"{factor} {'more' if side == ALLIED else 'fewer'} {points}: {self.points} now"
            self.note("points", "BU-3.1.losses", text, piece=self.game.forces.names[unit])
            touch("BU-R.28")
