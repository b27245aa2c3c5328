"""A small table to play rulings on: a position in a few lines, a hand for actions and dice, and short questions.

```python
table = at("german pre-combat", '''
    1SS   7 at E
    28Inf 4 at .
''', centre="0519")
table.attack("0519", by=["1SS"], die=1)
```
A place is a hex number, an exit or a way from the centre (`.`, `E`, `W W NW`). Factors are checked against the counter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import ardennes
from ardennes.engine import Battle, Game, Odds, Record
from ardennes.games.bulge import journeys
from ardennes.games.bulge.movement import Walk
from tests.games.bulge import ground
from tests.games.bulge.datafiles import UNITS, die_for, factor
from tests.games.bulge.textbook import Map, side_of
from tests.games.common.table import RecordTable

ASIDE = ("eliminated", "pool")
STATUSES = ("moved", "fought", "motorised", "resupplied", "counted")
Pieces = Mapping[str, Iterable[str]]


@cache
def game() -> Game:
    """Bulge, read once."""
    return ardennes.game("bulge")


def places(text: str, centre: str = "") -> dict[str, list[str]]:
    """The units of a drawing: their place and statuses. Raises AssertionError for a factor that no counter has."""
    found = {}
    for line in text.strip().splitlines():
        words = line.split("#")[0].split()
        if not words:
            continue
        name, figure = words[:2]
        assert figure == UNITS[name]["cf"], f"{name} is no {figure}"
        assert words[2] == "at", line
        status = [word for word in words[3:] if word in STATUSES or word.startswith("entry:")]
        way = [word for word in words[3:] if word not in status]
        found[name] = [_place(" ".join(way), centre), *status]
    return found


def _place(way: str, centre: str) -> str:
    return way if way in ASIDE or way[:4].isdigit() else ground.walk(centre, way)


def toml(
    step: str,
    pieces: Pieces,
    *,
    turn: int = 3,
    options: Mapping[str, str] | None = None,
    markers: Mapping[str, Iterable[str]] | None = None,
    hidden: Mapping[str, Iterable[str]] | None = None,
    **tracks: int | bool | str,
) -> str:
    """A position file."""
    lines = ['game = "bulge"', 'scenario = "campaign"', f"turn = {turn}", f'step = "{step}"']
    if options:
        lines += ["[options]", *(f'{name} = "{word}"' for name, word in options.items())]
    lines += ["[pieces]", *(f'"{name}" = "{" ".join(words)}"' for name, words in pieces.items())]
    if tracks:
        lines += ["[tracks]", *(f"{name.replace('_', '-')} = {_value(value)}" for name, value in tracks.items())]
    if markers:
        lines += ["[markers]", *(f"{name} = {_list(hexes)}" for name, hexes in markers.items())]
    if hidden:
        lines += ["[hidden]", *(f"{name} = {_list(words)}" for name, words in hidden.items())]
    return "\n".join(lines) + "\n"


def _value(value: int | bool | str) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def _list(words: Iterable[str]) -> str:
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"


def at(step: str, drawing: str | Pieces, *, centre: str = "", turn: int = 3, **more: Any) -> Table:
    """A table with a position at the start of a phase."""
    pieces = places(drawing, centre) if isinstance(drawing, str) else drawing
    return Table(Record.from_position(game(), toml(step, pieces, turn=turn, **more)), centre)


def start(**options: str) -> Table:
    """A table with a new game."""
    return Table(Record.start(game(), "campaign", **options))


class Table(RecordTable):
    """A record and questions about it."""

    # ---- playing

    def hex(self, way: str) -> str:
        """A hex by its way from the centre."""
        return _place(way, self.centre)

    @property
    def verbs(self) -> set[str]:
        """The verbs on offer now."""
        if self.state.over or self.state.chance is not None:
            return set()
        return {action.verb for action in self.state.decision.options}

    def march(self) -> Table:
        """Go past the question who is motorised."""
        return self.do("done") if "motorise" in self.verbs else self

    def until(self, *steps: str, turn: int = 0) -> Table:
        """Do as little as can be, and roll sixes, until a step asks. Raises AssertionError if none does."""
        for _ in range(500):
            asked = not self.state.over and self.state.chance is None and self.state.decision.step in steps
            if self.state.over or (asked and self.state.turn >= turn):
                return self
            self.pass_()
        raise AssertionError(f"the game never came to {', '.join(steps)}")

    def pass_(self) -> Table:
        """Roll a six, be done, or take the first option."""
        if self.state.chance is not None:
            return self.roll(6)
        return self.do("done" if "done" in self.verbs else str(self.state.decision.options[0]))

    # ---- movement

    def reach(self, unit: str) -> set[str]:
        """Where a unit may end its move."""
        return self.moving(unit).offers("go") if unit in self.offers("pick") else set()

    def exits(self, unit: str) -> set[str]:
        """By which hexsides a unit may leave the map."""
        return self.moving(unit).offers("exit") if unit in self.offers("pick") else set()

    def cost(self, unit: str, hex_: str) -> Fraction:
        """The movement points that a unit's next move to a hex costs."""
        found = self.state.reach(unit)
        return Fraction(found.costs[hex_], found.whole)

    def items(self, unit: str, hex_: str) -> dict[str, Fraction]:
        """What a unit's way to a hex costs, rule by rule."""
        walk = self.state.decision.data
        if not isinstance(walk, Walk) or walk.terms.unit != walk.state.game.forces.index[unit]:
            walk = self.moving(unit).state.decision.data
        assert isinstance(walk, Walk)
        found: dict[str, Fraction] = {}
        for item in journeys.items(walk, walk.state.game.ground.grid.index(hex_)):
            found[item.rule] = found.get(item.rule, Fraction(0)) + Fraction(item.fifths, 5)
        return found

    def move(self, unit: str, hex_: str) -> Table:
        """Pick a unit up and move it."""
        return self.try_(f"pick {unit}").do(f"go {hex_}")

    def bars(self, unit: str, hex_: str) -> str:
        """The rule that keeps a unit from ending its move in a hex."""
        if unit in self.offers("pick"):
            return self.moving(unit).forbids(f"go {hex_}")
        return self.forbids(f"pick {unit}")

    # ---- combat

    def battle(self, target: str, by: Iterable[str], table: str = "", support: int = 0) -> Battle:
        """A battle of the side that the attackers belong to."""
        attackers = tuple(by)
        side = side_of(attackers[0])
        words = [("table", table)] if table else []
        return Battle("attack", side, (target,), attackers, words=(*words, ("support", str(support))))

    def odds(self, target: str, by: Iterable[str], table: str = "", support: int = 0) -> Odds:
        """The arithmetic of a battle."""
        return self.state.odds(self.battle(target, by, table, support))

    def declare(self, target: str, by: Iterable[str], table: str = "") -> Table:
        """Choose target, attackers and table; the engine takes what leaves no choice by itself."""
        self.try_(f"target {target}")
        wanted = set(by)
        for _ in range(len(wanted)):
            for unit in sorted(wanted & self.offers("join")):
                self.try_(f"join {unit}")
        found = self.state.battle()
        assert found is not None
        assert (found.targets, set(found.attackers)) == ((target,), wanted)
        return self.try_(f"choose {table}") if table else self

    def attack(
        self,
        target: str,
        by: Iterable[str],
        die: int | str,
        table: str = "primary",
        *,
        support: int = 0,
        mist: int = 0,
        column: str = "",
    ) -> Table:
        """Declare, support, fight at the full column or a lower one, and roll; a word is the result wanted."""
        self.declare(target, by, table)
        for _ in range(support):
            self.do("support")
        self.try_("done")
        if mist:
            self.roll(mist)
        columns = [action.thing for action in self.state.decision.options] if self.state.chance is None else []
        if columns:
            self.do(f"fight {column or columns[0]}")
        if isinstance(die, str):
            die = die_for(table, self.fought_at(), die)
        return self.roll(die)

    def fought_at(self) -> str:
        """The column of the battle whose die is due."""
        found = self.state.battle()
        assert found is not None
        return self.state.odds(found).column

    # ---- what is

    def where(self, unit: str) -> str:
        """The hex of a unit, its exit, "pool" or "eliminated"."""
        found: Any = self.state
        return str(found.place_of(found.game.forces.index[unit]))

    def marks(self, unit: str) -> frozenset[str]:
        """The statuses of a unit in the words of a position file."""
        found: Any = self.state
        return frozenset(found.marks(unit))

    def eliminated(self) -> set[str]:
        """All units that were destroyed in this record."""
        return {event.piece for event in self.events("loss") if event.piece and self.where(event.piece) == "eliminated"}

    def points(self) -> int:
        """The German victory points."""
        return int(next(entry.now for entry in self.state.standing() if entry.side == "german"))

    @property
    def weather(self) -> str:
        """The weather of the turn."""
        found: Any = self.state
        return str(found.weather)

    def movers(self, verb: str = "pick") -> set[str]:
        """The units on the map that may move now."""
        return {unit for unit in self.offers(verb) if self.where(unit) in ground.HEXES}

    def table_used(self) -> str:
        """The combat results table of the battle that is being fought."""
        found = self.state.battle()
        assert found is not None
        return found.word("table")

    def supplied(self, unit: str) -> bool:
        """Whether a unit is in supply now."""
        return self.state.supply(unit).state == "supplied"

    def textbook(self) -> Map:
        """The same units for the textbook."""
        found = {unit: self.where(unit) for unit in UNITS}
        return Map(self.state.turn, {unit: hex_ for unit, hex_ in found.items() if hex_ in ground.HEXES})


def draw(pieces: Mapping[str, str]) -> str:
    """A drawing of units and their places, factors looked up."""
    return "\n".join(f"{unit} {factor(unit)} at {place}" for unit, place in pieces.items())
