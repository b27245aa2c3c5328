"""A small table to play rulings on: a position in a few lines, a hand for actions and dice, and short questions.

```python
table = at("german combat", '''
    1SSPz-1a 9-10 at E road-mode
    99ID-395 3-4  at .
''', centre="1034")
table.attack("1034", by=["1SSPz-1a"], die=1)
```
A place is a hex number or a way from the centre (`.`, `E`, `W W NW`). Figures are checked against the counter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import cast

import ardennes
from ardennes.engine import Battle, Game, Kind, Odds, Record
from ardennes.games.ardennes_offensive import bridges, journeys, supply
from ardennes.games.ardennes_offensive.movement import walk
from ardennes.games.ardennes_offensive.state import Position
from ardennes.hexmap import Layer
from ardennes.hexmap import supply as trace
from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.datafiles import UNITS
from tests.games.ardennes_offensive.textbook import Map, side_of
from tests.games.common.table import RecordTable

ASIDE = ("eliminated", "pool", "exited")
STATUSES = ("road-mode", "fought", "moved", "must-leave-road", "waiting")


# Columns far from everything that have done all they can: what is true of them must not be taken for true of others.
BYSTANDERS = {
    "11Pz-111": ["3504", "road-mode", "moved", "fought"],
    "17AB-194": ["3214", "road-mode", "moved", "fought"],
}


@cache
def game() -> Game:
    """The Ardennes Offensive, read once."""
    return ardennes.game("ardennes-offensive")


def places(text: str, centre: str = "") -> dict[str, list[str]]:
    """The units of a drawing: their place and statuses. Raises AssertionError for figures that no counter has."""
    found = {}
    for line in text.strip().splitlines():
        words = line.split("#")[0].split()
        if not words:
            continue
        name, figures = words[:2]
        assert figures == f"{UNITS[name]['strength']}-{UNITS[name]['ma']}", f"{name} is no {figures}"
        assert words[2] == "at", line
        way = [word for word in words[3:] if word not in STATUSES]
        found[name] = [_place(" ".join(way), centre), *(word for word in words[3:] if word in STATUSES)]
    return found


def _place(way: str, centre: str) -> str:
    return way if way in ASIDE or way.isdigit() else ground.walk(centre, way)


def toml(
    step: str, pieces: Mapping[str, Iterable[str]], turn: int, scenario: str, tracks: Mapping[str, int | bool]
) -> str:
    """A position file."""
    lines = ['game = "ardennes-offensive"', f'scenario = "{scenario}"', f"turn = {turn}", f'step = "{step}"']
    lines += ["[pieces]", *(f'"{name}" = "{" ".join(words)}"' for name, words in pieces.items())]
    if tracks:
        lines.append("[tracks]")
        lines += [f"{name} = {str(value).lower()}" for name, value in tracks.items()]
    return "\n".join(lines) + "\n"


def at(
    step: str, drawing: str, *, centre: str = "", turn: int = 3, scenario: str = "1",
    standard_crt: bool = False, german_losses: int = 0, allied_losses: int = 0, bystanders: bool = True,
) -> Table:  # fmt: skip
    """A table with a position at the start of a phase."""
    found = {**BYSTANDERS, **places(drawing, centre)} if bystanders else places(drawing, centre)
    tracks = {"standard-crt": standard_crt, "german-losses": german_losses, "allied-losses": allied_losses}
    text = toml(step, found, turn, scenario, {name: value for name, value in tracks.items() if value})
    return Table(Record.from_position(game(), text), centre)


def start(scenario: str = "1") -> Table:
    """A table with a new game."""
    return Table(Record.start(game(), scenario))


class Table(RecordTable):
    """A record and questions about it."""

    # ---- playing

    def hex(self, way: str) -> str:
        """A hex by its way from the centre."""
        return _place(way, self.centre)

    def until(self, *steps: str, side: str = "") -> Table:
        """Answer `done`, keep and pass, and roll sixes, until a step asks. Raises AssertionError if none does."""
        for _ in range(500):
            asks = not self.state.over and self.state.chance is None and self.state.decision.step in steps
            if self.state.over or (asks and side in ("", self.state.decision.side)):
                return self
            if self.state.chance is not None:
                self.roll(6)
            elif "" in self.offers("done"):
                self.do("done")
            else:
                arriving = [f"pick {unit}" for unit in self.offers("pick") if self.where(unit).startswith("waiting")]
                self.do(min(arriving, default=str(self.state.decision.options[0])))
        raise AssertionError(f"the game never came to {', '.join(steps)}")

    # ---- movement

    def reach(self, unit: str, verb: str = "go") -> set[str]:
        """Where a unit may end its move: `go` in standard mode, `march` in Road Mode."""
        if unit not in self.offers("pick"):
            return set()
        picked = self.moving(unit)
        if "moved" not in picked.statuses(unit) and picked.state.decision.kind == Kind.MOVE:
            return picked.offers(verb)
        column = "road-mode" in picked.statuses(unit)  # there was one way to go, and the engine took it
        return {picked.where(unit)} if column == (verb == "march") else set()

    def cost(self, unit: str, hex_: str) -> Fraction:
        """The movement points that a unit's next move to a hex costs."""
        found = self.state.reach(unit)
        return Fraction(found.costs[hex_], found.whole)

    def bill(self, unit: str, hex_: str, verb: str = "go") -> list[tuple[str, Fraction]]:
        """What makes up the cost of a unit's move to a hex: each rule with its points, in the order of the way."""
        position = self.position
        found = walk(position, position.game.forces.index[unit])
        listed = journeys.items(found, position.game.ground.grid.index(hex_), verb == "march")
        return [(item.rule, Fraction(item.parts, found.kind.parts)) for item in listed]

    def move(self, unit: str, verb: str, hex_: str) -> Table:
        """Pick a unit up and move it."""
        if unit in self.offers("pick"):
            self.do(f"pick {unit}")
        if hex_ in self.offers(verb):
            return self.do(f"{verb} {hex_}")
        assert (self.where(unit), "moved" in self.statuses(unit)) == (hex_, True), f"{unit} may not go to {hex_}"
        return self

    def bars(self, unit: str, verb: str, hex_: str) -> str:
        """The rule that keeps a unit from ending its move in a hex."""
        if unit in self.offers("pick"):
            return self.moving(unit).forbids(f"{verb} {hex_}")
        return self.forbids(f"pick {unit}")

    # ---- combat

    def battle(self, *targets: str, by: Iterable[str], odds: str = "") -> Battle:
        """A battle of the side that the attackers belong to."""
        attackers = tuple(by)
        words = (("odds", odds),) if odds else ()
        return Battle("attack", side_of(attackers[0]), tuple(targets), attackers, words=words)

    def odds(self, *targets: str, by: Iterable[str], odds: str = "") -> Odds:
        """The arithmetic of a battle."""
        return self.state.odds(self.battle(*targets, by=by, odds=odds))

    def strengths(self, *targets: str, by: Iterable[str]) -> tuple[float, float]:
        """Attack and defence of a battle."""
        found = self.odds(*targets, by=by)
        return found.attack, found.defence

    def declare(self, *targets: str, by: Iterable[str]) -> Table:
        """Choose targets and attackers; the engine takes what leaves no choice by itself."""
        wanted = [*(f"target {t}" for t in targets), *(f"join {u}" for u in by)]
        for _ in range(len(wanted) + 1):
            todo = [line for line in wanted if line.split()[1] in self.offers(line.split()[0])]
            if not todo:
                break
            self.do(todo[0])
            wanted.remove(todo[0])
        return self

    def attack(
        self, *targets: str, by: Iterable[str], die: int, odds: str = "", answers: Mapping[str, str] | None = None
    ) -> Table:
        """Declare, fight at full odds or fewer, answer for immune hexes (`keep` unless said) and roll."""
        attackers = list(by)
        self.declare(*targets, by=attackers)
        found = self.state.battle()
        assert found is not None
        assert (set(found.targets), set(found.attackers)) == (set(targets), set(attackers))
        fights = [a.thing for a in self.state.decision.options if a.verb == "fight"] if not self.state.chance else []
        if fights:
            self.do(f"fight {odds or fights[0]}")
        while self.state.chance is None:
            facts = self.state.decision.facts or {}
            self.do(f"choose {(answers or {}).get(str(facts['hex']), 'keep')}")
        return self.roll(die)

    def lead(self) -> Table:
        """Lead every retreat the first way that is offered, and stop at whatever else is asked."""
        while not self.state.over and self.state.chance is None and self.state.decision.kind == Kind.RETREAT:
            self.do(str(min(self.state.decision.options)))
        return self

    # ---- what is

    def where(self, unit: str) -> str:
        """The hex of a unit, "waiting" before its entry, or what has become of it."""
        position = self.position
        number = position.game.forces.index[unit]
        place = position.place_of(number)
        return f"waiting {place}" if position.waiting >> number & 1 else place

    def statuses(self, unit: str) -> frozenset[str]:
        """The statuses of a unit in the words of a position file."""
        position = self.position
        number = position.game.forces.index[unit]
        declared = [field for field in position.fields if field.status]
        return frozenset(field.status for field in declared if getattr(position, field.name) >> number & 1)

    def points(self, side: str) -> int:
        """Victory points of a side, counted now."""
        name = {"german": "German points", "allied": "Allied points"}[side]
        return next(int(entry.now) for entry in self.state.standing() if entry.name == name)

    @property
    def position(self) -> Position:
        return cast(Position, self.state)

    def eliminated(self) -> set[str]:
        """All units that were destroyed."""
        return {unit for unit in UNITS if self.where(unit) == "eliminated"}

    def supply(self, unit: str) -> str:
        """supplied, unsupplied or isolated."""
        return self.state.supply(unit).state

    def supply_bans(self, side: str) -> Sequence[Layer]:
        """The hexes that a supply path of a side may not enter now, by rule."""
        position = self.position
        return supply.line(position, position.game.sides.index(side), bridges.ways(position).cut).ban

    def supplied_without(self, unit: str, *rules: str) -> bool:
        """Whether a unit of the phasing side would have a supply path if some rules did not bind it."""
        position = self.position
        side, cut = position.phasing, bridges.ways(position).cut
        path = supply.line(position, side, cut).without(frozenset(rules))
        found = trace(path, position.game.ground.entries[side])
        return bool(found.mask >> position.at[position.game.forces.index[unit]] & 1)

    def textbook(self) -> Map:
        """The same position for the textbook; only units on live hexes."""
        found = {unit: self.where(unit) for unit in UNITS}
        on_map = {unit: hex_ for unit, hex_ in found.items() if hex_ in ground.HEXES and ground.live(hex_)}
        columns = frozenset(unit for unit in on_map if "road-mode" in self.statuses(unit))
        return Map(self.state.turn, on_map, columns)
