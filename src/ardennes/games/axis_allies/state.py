"""What a position is: units, tokens and trucks by hex, who controls each hex, charts, and what was done this turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Self

from ardennes.engine import Battle, Goal, Margin, Odds, Reached, Standing, State, Supplied
from ardennes.engine.fields import column, mapping, value
from ardennes.engine.queries import Unit
from ardennes.games.axis_allies import odds as chances
from ardennes.games.axis_allies import queries as answers
from ardennes.games.axis_allies.forces import DEAD, Three
from ardennes.games.axis_allies.terrain import SIDES

if TYPE_CHECKING:
    from ardennes.games.axis_allies.game import AxisAllies
    from ardennes.games.axis_allies.ways import Ways

Two = tuple[int, int]


class Overfull:
    """The overfull hexes of each side, as far as somebody asked.

    Copies of a position share it; whatever changes a hex gives its position a new one.
    """

    __slots__ = ("allies", "axis")

    def __init__(self) -> None:
        self.axis: tuple[int, ...] | None = None
        self.allies: tuple[int, ...] | None = None


class Position(State):
    """A position. Inside, sides are 0 (Axis) and 1 (Allies) and a hex is its bit.

    Combat units of the two sides never share a hex, so that a lot is a type, a hex and a number.
    """

    game: AxisAllies

    counts: list[int] = column(
        "combat units by type and hex: type * size + hex", start=lambda game: [0] * (3 * game.terrain.size)
    )
    tokens: list[int] = column(
        "supply by side and hex: side * size + hex", start=lambda game: [0] * (2 * game.terrain.size)
    )
    trucks: list[int] = column(
        "the hex of each truck, or OFF, DEAD, IN_HAND", start=lambda game: [DEAD] * len(game.forces.trucks)
    )
    owners: list[int] = column(
        "the side of each truck", start=lambda game: [truck.side for truck in game.forces.trucks]
    )
    cargo: list[int] = column(
        "truck * 3 + (infantry, artillery, supply)", start=lambda game: [0] * (3 * len(game.forces.trucks))
    )
    charts: list[int] = column(
        "what is left on the charts: type * formations + formation",
        start=lambda game: [formation.units[kind] for kind in range(3) for formation in game.forces.formations],
    )
    depot: list[int] = column(
        "off-board supply of each side",
        start=lambda game: game.forces.depot,
        track=("axis supply", "allies supply"),
        least=0,
    )
    hand: list[int] = column("pieces still to be set up by hand: type (or supply) * pools + pool", start=(0,) * 16)
    ready: dict[int, int] = mapping("type * size + hex → units that may still attack, or move")
    air: dict[int, int] = mapping("hex * 4 + side * 2 + kind → air units on the board")
    held: Two = value("the hexes with combat units of each side", start=(0, 0))
    axis_ground: int = value("the hexes that the Axis controls", start=lambda game: game.terrain.axis_side)
    attacked: int = value("hexes that have attacked this turn", start=0)
    activated: int = value("hexes whose movement is paid for", start=0)
    blitzed: int = value("hexes whose blitz is paid for", start=0)
    driven: int = value("trucks that have moved, by number", start=0)
    paid: int = value("formations whose blitz is paid for", start=0)
    entered: int = value("formations of which a tank came in this turn", start=0)
    vp: int = value("the Axis victory points", start=0, track="victory points", least=0)

    stores: Two = value("the hexes with supply tokens of each side", start=(0, 0), derived=True)
    parked: Two = value("the hexes with trucks of each side", start=(0, 0), derived=True)
    riding: Two = value("the hexes where combat units of each side are aboard trucks", start=(0, 0), derived=True)
    able: Three = value("the hexes with ready units of each type", start=(0, 0, 0), derived=True)
    ways: Ways | None = value("where the side that moves can go", start=None, derived=True)
    overfull: Overfull = value("the overfull hexes of each side", start=lambda game: Overfull(), derived=True)

    def refresh(self) -> None:
        """Rebuild the masks of what stands where."""
        size = self.game.terrain.size
        self.stores = (_mask(self.tokens[:size]), _mask(self.tokens[size:]))
        ready, board = 0, (1 << size) - 1
        for at in self.ready:
            ready |= 1 << at
        self.able = (ready & board, ready >> size & board, ready >> 2 * size)
        self.parked = (self._parked(0), self._parked(1))
        self.ride()
        self.ways = None
        self.overfull = Overfull()

    # ---- combat units ----

    def stack(self, h: int) -> Three:
        """Infantry, tanks and artillery of a hex."""
        units, size = self.counts, self.game.terrain.size
        return units[h], units[size + h], units[2 * size + h]

    def gain(self, side: int, kind: int, h: int, n: int = 1) -> None:
        """Combat units come into a hex."""
        self.counts[kind * self.game.terrain.size + h] += n
        axis, allies = self.held
        self.held = (axis | 1 << h, allies) if side == 0 else (axis, allies | 1 << h)
        self.overfull = Overfull()

    def lose(self, kind: int, h: int, n: int = 1) -> None:
        """Combat units leave a hex, those that are not ready first."""
        size, units = self.game.terrain.size, self.counts
        at = kind * size + h
        units[at] = left = units[at] - n
        if self.ready.get(at, 0) > left:
            self.set_ready(kind, h, left)
        if not (units[h] or units[size + h] or units[2 * size + h]):
            keep = ~(1 << h)
            self.held = (self.held[0] & keep, self.held[1] & keep)
        self.overfull = Overfull()

    def set_ready(self, kind: int, h: int, n: int) -> None:
        """So many units of a type in a hex may still attack, or move."""
        at = kind * self.game.terrain.size + h
        before = self.able[kind]
        if n:
            self.ready[at] = n
            after = before | 1 << h
        else:
            self.ready.pop(at, 0)
            after = before & ~(1 << h)
        if after != before:
            inf, tank, art = self.able
            self.able = (after, tank, art) if kind == 0 else (inf, after, art) if kind == 1 else (inf, tank, after)

    def send_out(self, kind: int, h: int) -> None:
        """A ready unit leaves its hex."""
        self.set_ready(kind, h, self.ready.get(kind * self.game.terrain.size + h, 1) - 1)
        self.lose(kind, h)

    def make_ready(self, h: int) -> None:
        """All combat units of a hex become ready."""
        for kind, n in enumerate(self.stack(h)):
            if n:
                self.set_ready(kind, h, n)

    def tire(self) -> None:
        """No unit is ready any more."""
        self.ready = {}
        self.able = (0, 0, 0)

    # ---- supply tokens ----

    def store(self, side: int, h: int, n: int) -> None:
        """Supply tokens come into a hex, or (negative) leave it."""
        at = side * self.game.terrain.size + h
        self.tokens[at] += n
        axis, allies = self.stores
        before = axis if side == 0 else allies
        after = before | 1 << h if self.tokens[at] else before & ~(1 << h)
        self.stores = (after, allies) if side == 0 else (axis, after)
        self.overfull = Overfull()

    def supply_at(self, side: int, h: int) -> int:
        """A side's tokens in a hex."""
        return self.tokens[side * self.game.terrain.size + h]

    # ---- trucks ----

    def _parked(self, side: int) -> int:
        mask = 0
        for at, owner in zip(self.trucks, self.owners, strict=True):
            if owner == side and at >= 0:
                mask |= 1 << at
        return mask

    def put_truck(self, number: int, at: int) -> None:
        """A truck is now in a hex, or OFF or DEAD."""
        self.trucks[number] = at
        axis, allies = self.parked
        self.parked = (self._parked(0), allies) if self.owners[number] == 0 else (axis, self._parked(1))
        if self.cargo[3 * number] or self.cargo[3 * number + 1]:
            self.ride()
        self.overfull = Overfull()

    def ride(self) -> None:
        """Find anew the hexes where combat units are aboard trucks."""
        found = [0, 0]
        for number, at in enumerate(self.trucks):
            if at >= 0 and (self.cargo[3 * number] or self.cargo[3 * number + 1]):
                found[self.owners[number]] |= 1 << at
        self.riding = (found[0], found[1])

    def trucks_at(self, side: int, h: int) -> list[int]:
        """A side's trucks in a hex, by number."""
        if not self.parked[side] >> h & 1:
            return []
        owners = self.owners
        return [number for number, at in enumerate(self.trucks) if at == h and owners[number] == side]

    def load_of(self, number: int) -> Three:
        """Infantry, artillery and supply aboard a truck."""
        inf, art, supply = self.cargo[3 * number : 3 * number + 3]
        return inf, art, supply

    # ---- who has what ----

    def friendly(self, side: int) -> int:
        """The hexes on a side's side of the front line."""
        return self.axis_ground if side == 0 else self.game.terrain.all & ~self.axis_ground

    def occupied(self, side: int) -> int:
        """The hexes with combat units of a side, those aboard trucks included."""
        return self.held[side] | self.riding[side]

    def zone(self, side: int) -> int:
        """The hexes in a side's zones of control."""
        return self.game.terrain.zone(self.occupied(side))

    def pieces_of(self, side: int) -> int:
        """The hexes with any ground unit of a side, captured ones included."""
        return self.held[side] | self.stores[side] | self.parked[side]

    def free_pieces(self, side: int) -> int:
        """The hexes with ground units of a side that are not captured."""
        return self.held[side] | (self.stores[side] | self.parked[side]) & ~self.held[1 - side]

    def aircraft(self, side: int, h: int) -> Two:
        """A side's fighters and bombers over a hex."""
        at = 4 * h + 2 * side
        return self.air.get(at, 0), self.air.get(at + 1, 0)

    def name_of(self, h: int) -> str:
        """The number of a hex."""
        return self.game.terrain.names[h]

    # ---- queries ----

    def odds(self, battle: Battle) -> Odds:
        """The tally and the exact chances of an attack, an air attack, anti-aircraft fire or a dogfight."""
        return chances.odds(self, battle)

    def battle(self) -> Battle | None:
        """The battle that is being declared or fought now."""
        return answers.battle(self)

    def reach(self, piece: str) -> Reached:
        """Where a unit or truck can go in its next movement, without a blitz."""
        return answers.reach(self, piece)

    def zoc(self, side: str) -> frozenset[str]:
        """The hexes in a side's zones of control."""
        return frozenset(self.game.terrain.grid.names(self.zone(SIDES.index(side))))

    def supply(self, piece: str) -> Supplied:
        """Whether a token can pay for a unit's attack or movement, and from which hex."""
        return answers.supply(self, piece)

    def control(self, place: str) -> str | None:
        """The side on whose side of the front line a hex lies; None for what is no hex."""
        h = self.game.terrain.bit.get(place)
        return None if h is None else SIDES[0 if self.axis_ground >> h & 1 else 1]

    def worth(self, piece: str) -> float:
        """What a piece or lot is worth: dice of attack, with something for trucks and tokens."""
        return answers.worth(self, piece)

    def units(self) -> tuple[Unit, ...]:
        """Every lot and truck, with what it can do."""
        return answers.units(self)

    def goals(self, side: str) -> tuple[Goal, ...]:
        """The towns: for the Axis to hold, for the Allies to deny."""
        return answers.goals(self, side)

    def standing(self) -> tuple[Standing, ...]:
        """Both victory conditions."""
        return answers.standing(self)

    def margin(self, side: str) -> tuple[Margin, ...]:
        """How far a side is from winning."""
        return answers.margin(self, side)

    def suppose(self, places: Mapping[str, str]) -> Self:
        """A copy with lots and trucks set elsewhere and no rule asked."""
        return answers.suppose(self, places)


def _mask(counts: list[int]) -> int:
    mask = 0
    for at, n in enumerate(counts):
        if n:
            mask |= 1 << at
    return mask
