"""What a position of the proving ground is, and where everything stands in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, Self

from ardennes.engine import Battle, Goal, Obligation, Odds, Reached, Standing, State, Supplied
from ardennes.engine.fields import column, mapping, value

if TYPE_CHECKING:
    from tests.proving.game import Proving

LIMIT = 2  # units of a side in a hex (PG-6.1)
DEAD, EXIT, UNFORMED, IN_HAND = "dead", "exit", "unformed", "in-hand"
FIGHTING = ("tank", "infantry")


class Unit(NamedTuple):
    """What is printed on a counter."""

    number: int
    name: str
    side: str
    kind: str
    attack: int
    defence: int
    move: int
    steps: int
    enters: int
    parts: tuple[str, ...]


class Ground(State):
    """A position. A unit stands in a hex, in a box, on a truck or in a division (by their names), or is out of play."""

    game: Proving

    steps: list[int] = column("left to each unit, by its number", start=lambda game: [0] * len(game.units))
    moved: list[int] = column("1 for a unit that has moved in this phase", start=lambda game: [0] * len(game.units))
    at: dict[str, str] = mapping("unit -> where it stands")
    lots: dict[str, int] = mapping("inf@0204 -> how many")
    tired: dict[str, int] = mapping("how many of a lot have moved")
    hand: dict[str, str] = mapping("Red's chits: handle -> what it is, hidden from Blue", hidden=True)
    planned: dict[str, tuple[str, ...]] = mapping("where each side flies, until revealed", hidden=True)
    missions: dict[str, int] = mapping("left in each side's stock")
    alarm: int = value("Blue's secret die; 0 before it is rolled", start=0, hidden=True)
    sprung: bool = value("whether this turn's ambush has been sprung", start=False)
    flown: tuple[str, ...] = value("revealed missions that have not struck yet, by handle", start=())
    played: tuple[str, ...] = value("chits that lie open", start=())
    blown: tuple[str, ...] = value("bridges that are no more", start=())
    entered: int = value("units that came out of a box in this phase", start=0)
    exited: int = value("units that have left the map", start=0)
    fought: tuple[str, ...] = value("units and lots that have fought, fired or given support", start=())
    owed: tuple[tuple[str, str, str, str, str], ...] = value("obligations, as plain data", start=())
    town: str = value("who held the town last", start="")

    # ---- pieces and places ----

    def unit(self, name: str) -> Unit:
        """The counter of that name."""
        return self.game.units[name]

    def hex_of(self, name: str) -> str:
        """The hex where a unit is, be it on a truck; "" for one that is in none."""
        at = self.at[name]
        at = self.at.get(at, at)
        return at if at in self.game.board.grid else ""

    def on_board(self, side: str) -> list[Unit]:
        """The units of a side that stand in a hex by themselves."""
        grid, at = self.game.board.grid, self.at
        return [unit for unit in self.game.order[side] if at[unit.name] in grid]

    def stack(self, side: str, place: str) -> list[Unit]:
        """The units of a side in a hex, cargo not counted."""
        return [unit for unit in self.game.order[side] if self.at[unit.name] == place]

    def fighting(self, side: str) -> list[Unit]:
        """The units of a side that attack and have zones of control."""
        return [unit for unit in self.on_board(side) if unit.kind in FIGHTING]

    def occupied(self, side: str) -> int:
        """The hexes that hold something of a side."""
        held = {self.at[unit.name] for unit in self.on_board(side)}
        if side == "red":
            held.update(lot.partition("@")[2] for lot in self.lots)
        return self.game.board.grid.mask(held)

    def zone(self, side: str) -> int:
        """The hexes in a side's zones of control."""
        grid = self.game.board.grid
        return grid.around(grid.mask(self.at[unit.name] for unit in self.fighting(side)))

    def enemy(self, side: str) -> str:
        """The other side."""
        return "blue" if side == "red" else "red"

    # ---- obligations ----

    def duties(self, side: str, *what: str) -> list[Obligation]:
        """What a side owes, of these kinds."""
        return [duty for raw in self.owed if (duty := Obligation(*raw)).side == side and duty.what in what]

    def owe(self, who: str, what: str, by: str, rule: str, side: str) -> None:
        """Oblige somebody, once."""
        duty = (who, what, by, rule, side)
        if duty not in self.owed:
            self.owed = (*self.owed, duty)
            self.note("duty", rule, f"{who} must {what} by the end of {by}", side=side, piece=who)

    def settle(self, *duties: Obligation, lapse: bool = False) -> None:
        """Strike obligations off, because they were met or can no longer be."""
        self.owed = tuple(raw for raw in self.owed if Obligation(*raw) not in duties)
        for duty in duties if lapse else ():
            self.note("lapse", duty.rule, f"{duty.who} cannot {duty.what} any more", side=duty.side, piece=duty.who)

    # ---- losses ----

    def lose_step(self, name: str, rule: str) -> None:
        """A unit loses a step; without steps it is eliminated."""
        number = self.unit(name).number
        self.steps[number] -= 1
        self.note("loss", rule, f"{name} loses a step", side=self.unit(name).side, piece=name, at=self.hex_of(name))
        if self.steps[number] == 0:
            self.eliminate(name, rule)

    def eliminate(self, name: str, rule: str) -> None:
        """A unit leaves play, with its cargo and what it was made of."""
        where = self.hex_of(name)
        for other, at in self.at.items():
            if at == name:
                self.at[other] = DEAD
                self.steps[self.unit(other).number] = 0
        self.at[name] = DEAD
        self.steps[self.unit(name).number] = 0
        self.settle(*(duty for raw in self.owed if (duty := Obligation(*raw)).who == name))
        self.note("loss", rule, f"{name} is eliminated", side=self.unit(name).side, piece=name, at=where)

    def place(self, name: str, place: str) -> None:
        """Set a unit down; a fighting unit in the town takes it."""
        self.at[name] = place
        if place == self.game.town and self.unit(name).kind in FIGHTING:
            self.town = self.unit(name).side

    # ---- queries ----

    def odds(self, battle: Battle) -> Odds:
        from tests.proving import barrage, tally

        return barrage.odds(self, battle) if battle.kind == "barrage" else tally.odds(self, battle)

    def battle(self) -> Battle | None:
        from tests.proving import queries

        return queries.battle(self)

    def reach(self, piece: str) -> Reached:
        from tests.proving import queries

        return queries.reach(self, piece)

    def zoc(self, side: str) -> frozenset[str]:
        return frozenset(self.game.board.grid.names(self.zone(side)))

    def supply(self, piece: str) -> Supplied:
        from tests.proving import queries

        return queries.supply(self, piece)

    def control(self, place: str) -> str | None:
        from tests.proving import queries

        return queries.control(self, place)

    def worth(self, piece: str) -> float:
        from tests.proving import queries

        return queries.worth(self, piece)

    def goals(self, side: str) -> tuple[Goal, ...]:
        from tests.proving import queries

        return queries.goals(self, side)

    def standing(self) -> tuple[Standing, ...]:
        from tests.proving import queries

        return queries.standing(self)

    def suppose(self, places: Mapping[str, str]) -> Self:
        other = self.copy()
        other.listener = None
        for piece, place in places.items():
            other.place(piece, place)
        other._asked = None
        return other


def shake(state: Ground, piece: str) -> None:
    """A unit must withdraw in its side's next movement phase: this turn's for Blue if Red's combat did it."""
    side = state.unit(piece).side
    later = side == "red"
    state.owe(piece, "withdraw", f"movement of turn {state.turn + later}", "PG-6.4", side)


def withdrawals(state: Ground, side: str) -> list[Obligation]:
    """The withdrawals that are due this turn."""
    return [duty for duty in state.duties(side, "withdraw") if duty.by == f"movement of turn {state.turn}"]
