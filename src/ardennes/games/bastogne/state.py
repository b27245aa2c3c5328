"""What a position of Bastogne is: one unit to a hex, depleted units, hands, plans, the town."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ardennes.counters import GONE, POOL, Deployment, bits
from ardennes.counters.hand import Hands
from ardennes.counters.steps import Steps
from ardennes.engine.fields import column, mapping, value
from ardennes.games.bastogne.forces import ALLIED, SIDES

if TYPE_CHECKING:
    from ardennes.games.bastogne.game import Bastogne

OUT = -3  # where a unit is that has left by the west edge


class Plan(NamedTuple):
    """What a side has chosen and not yet shown: the hex it bombards, and markers."""

    aim: int = -1
    fire: tuple[int, ...] = ()


EMPTY = Plan()


class Position(Steps, Hands, Deployment):
    """A position. Sets of units are masks by unit number, sets of hexes masks of the grid, points are halves."""

    game: Bastogne

    arrived: int = value("units that came in in this movement phase", start=0, status="arrived")
    bombarded: int = value("units bombarded in this Combat Phase", start=0, status="bombarded")
    town: tuple[str, str] = value("the side that was last in each hex of Bastogne", start=(SIDES[ALLIED],) * 2)
    entered: dict[int, int] = mapping("hex of entry -> units that came in by it in this player turn")
    plan: dict[str, Plan] = mapping(
        "side -> what it has chosen and not yet shown", start=dict.fromkeys(SIDES, EMPTY), hidden=True
    )
    here: dict[int, int] = mapping("hex -> the unit in it", derived=True)
    there: list[int] = column("units of each side that are on the map", start=(0, 0), derived=True)
    away: int = value("units that have not arrived", start=lambda game: sum(game.forces.of), derived=True)

    def refresh(self) -> None:
        """Find out again who is where."""
        self.held, self.here, self.there, self.away = [0, 0], {}, [0, 0], 0
        side = self.game.forces.side
        for unit, i in enumerate(self.at):
            if i >= 0:
                self.here[i] = unit
                self.held[side[unit]] |= 1 << i
                self.there[side[unit]] |= 1 << unit
            elif i == POOL:
                self.away |= 1 << unit
        self.plan = {who: plan if isinstance(plan, Plan) else _revived(plan) for who, plan in self.plan.items()}

    # ---- where units are ----

    def zone(self, side: int) -> int:
        """The zones of control of a side: the hexes next to its units (BA-6.0)."""
        return self.game.ground.grid.around(self.held[side])

    def units_in(self, mask: int) -> int:
        """The units in some hexes, all of which are held."""
        here, found = self.here, 0
        for i in bits(mask):
            found |= 1 << here[i]
        return found

    @property
    def out(self) -> int:
        """The units that have left by the west edge."""
        return sum(1 << unit for unit, at in enumerate(self.at) if at == OUT)

    # ---- changes ----

    def stand(self, unit: int, i: int) -> None:
        """Set a unit that is nowhere on a hex."""
        side = self.game.forces.side[unit]
        self.at[unit] = i
        self.here[i] = unit
        self.held[side] |= 1 << i
        self.there[side] |= 1 << unit
        self.away &= ~(1 << unit)
        if self.game.ground.town_mask >> i & 1:
            self.occupy(unit, i)

    def occupy(self, unit: int, i: int) -> None:
        """A hex of Bastogne belongs to whoever was in it last, if only in passing (BA-R.37)."""
        n = self.game.ground.town.index(i)
        who = SIDES[self.game.forces.side[unit]]
        if self.town[n] != who:
            self.town = (who, self.town[1]) if n == 0 else (self.town[0], who)
            place = self.game.ground.grid.name(i)
            self.note_unit(unit, "town", "BA-R.37", f"takes {place}, Bastogne", to=place)

    def lift(self, unit: int) -> None:
        """Take a unit off its hex."""
        i = self.at[unit]
        if i >= 0:
            side = self.game.forces.side[unit]
            del self.here[i]
            self.held[side] &= ~(1 << i)
            self.there[side] &= ~(1 << unit)
        self.away &= ~(1 << unit)
        self.at[unit] = GONE

    def pass_through(self, unit: int, way: tuple[int, ...]) -> None:
        """A unit has gone by these hexes; whoever passes through Bastogne holds it."""
        town = self.game.ground.town_mask
        for i in way:
            if town >> i & 1:
                self.occupy(unit, i)


def _revived(plan: object) -> Plan:
    """A plan that was saved as plain data, or is hidden."""
    if isinstance(plan, tuple):
        aim, fire = plan
        return Plan(aim, tuple(fire))
    return plan  # type: ignore[return-value]  # HIDDEN
