"""A small table to play rulings on: a position in a few lines, a hand for actions and dice, and short questions.

```python
table = at("german combat", "2Pz-3 1324 / 28Inf-110 1424 reduced", turn=3, more='[markers]\\nimproved = ["1424"]')
table.do("target 1424", "join 2Pz-3", "done").roll(3)
```
"""

from __future__ import annotations

from functools import cache
from typing import cast

import ardennes
from ardennes.engine import Record
from ardennes.engine.screen import Screen, validate
from ardennes.games.bitter_woods.game import BitterWoods
from ardennes.games.bitter_woods.queries import Situation
from tests.games.common.table import RecordTable


@cache
def game() -> BitterWoods:
    """Bitter Woods, read once."""
    return cast(BitterWoods, ardennes.game("bitter-woods"))


def unit(name: str) -> int:
    """The number of a unit."""
    return game().forces.index[name]


def units(names: str) -> int:
    """The mask of some units, their names separated by spaces."""
    return game().forces.named(names.split())


def hex_(name: str) -> int:
    """The bit of a hex."""
    return game().ground.grid.index(name)


def hexes(mask: int) -> set[str]:
    """The names of a set of hexes."""
    return set(game().ground.grid.names(mask))


def bridge(name: str) -> int:
    """The number of a bridge."""
    return game().ground.bridges.number(name)


def toml(step: str, pieces: str = "", *, turn: int = 3, scenario: str = "campaign", more: str = "") -> str:
    """A position file; `pieces` are places and statuses, units separated by a stroke with spaces round it."""
    lines = ['game = "bitter-woods"', f'scenario = "{scenario}"', f"turn = {turn}", f'step = "{step}"', "[pieces]"]
    for piece in filter(None, map(str.strip, pieces.replace("\n", " ").split(" / "))):
        name, _, where = piece.partition(" ")
        lines.append(f'"{name}" = "{where.strip()}"')
    return "\n".join([*lines, *more.splitlines()]) + "\n"


class Table(RecordTable):
    """A game on the table, with everything that was said."""

    @property
    def state(self) -> Situation:
        """The position."""
        return cast(Situation, self.record.state)

    def rules(self, kind: str = "") -> list[str]:
        """The rules of what was logged, of one kind or all."""
        return [event.rule for event in self.events(kind)]

    def texts(self, rule: str = "") -> list[str]:
        """What was logged, by one rule or all."""
        return [event.text for event in self.events(rule=rule)]

    def options(self) -> list[str]:
        """All options of the decision, as lines."""
        return [str(option) for option in self.state.decision.options]

    def where(self, name: str) -> str:
        """Where a unit is, and whether it is reduced."""
        number = unit(name)
        return self.state.place_of(number) + (" reduced" if self.state.reduced >> number & 1 else "")

    def has(self, field: str, name: str) -> bool:
        """Whether a unit is in a set of the position: `table.has("fired", "A-401")`."""
        return bool(getattr(self.state, field) >> unit(name) & 1)

    def screen(self, side: str | None = None) -> Screen:
        """What a side is shown, checked against the schema."""
        found = game().screen(self.state.view(side))
        validate(found)
        return found

    def tally(self) -> list[tuple[str, str]]:
        """The lines of the arithmetic of the battle in hand, each with its rule."""
        battle = self.state.battle()
        assert battle is not None
        return [(line.rule, line.text) for line in self.state.odds(battle).tally]


def at(step: str, pieces: str = "", *, turn: int = 3, scenario: str = "campaign", more: str = "") -> Table:
    """A position on the table: the beginning of a phase."""
    return Table(Record.from_position(game(), toml(step, pieces, turn=turn, scenario=scenario, more=more)))


def begin(scenario: str = "campaign", **options: str) -> Table:
    """A new game."""
    return Table(Record.start(game(), scenario, **options))
