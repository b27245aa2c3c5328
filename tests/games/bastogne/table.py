"""A small table to play rulings on: a position in a few lines, a hand for actions and dice, and short questions.

```python
table = at("german combat", "2Pz-I-3 1009 / 10AD-20 1010 reduced", german=[5, 3])
table.apply("done", "target 1010", "join 2Pz-I-3", "done")
```
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import cast

import pytest

import ardennes
from ardennes.engine import Event, Reason, Record, Refused
from ardennes.engine.screen import Screen, validate
from ardennes.games.bastogne.game import Bastogne
from ardennes.games.bastogne.queries import Situation

SIDES = ("german", "allied")


@cache
def game() -> Bastogne:
    """Bastogne, read once."""
    return cast(Bastogne, ardennes.game("bastogne"))


def toml(
    step: str,
    pieces: str = "",
    *,
    turn: int = 3,
    german: Sequence[int] = (),
    allied: Sequence[int] = (),
    more: str = "",
) -> str:
    """A position file; `pieces` are places and statuses, units separated by a stroke."""
    lines = ['game = "bastogne"', f"turn = {turn}", f'step = "{step}"', "[pieces]"]
    for piece in filter(None, map(str.strip, pieces.split("/"))):
        name, _, where = piece.partition(" ")
        lines.append(f'"{name}" = "{where}"')
    if more:
        lines += more.splitlines()
    if german or allied:
        lines += ["[hidden]", f"german = {list(german)}", f"allied = {list(allied)}"]
    return "\n".join(lines) + "\n"


class Table:
    """A game on the table, with everything that was said."""

    def __init__(self, record: Record) -> None:
        self.record = record

    @property
    def state(self) -> Situation:
        """The position."""
        return cast(Situation, self.record.state)

    @property
    def events(self) -> list[Event]:
        """What was logged."""
        return self.record.events

    def rules(self, kind: str = "") -> list[str]:
        """The rules of what was logged, of one kind or all."""
        return [event.rule for event in self.events if kind in ("", event.kind)]

    def texts(self, rule: str) -> list[str]:
        """What was logged by a rule."""
        return [event.text for event in self.events if event.rule == rule]

    def apply(self, *actions: str) -> Table:
        """Do some things."""
        for action in actions:
            self.record.apply(action)
        return self

    def roll(self, *faces: int | str) -> Table:
        """Let dice fall, or draw."""
        self.record.roll(faces)  # type: ignore[arg-type]  # faces or markers
        return self

    def options(self, verb: str = "") -> list[str]:
        """The options, or the things of those with a verb."""
        if not verb:
            return [str(option) for option in self.state.decision.options]
        return [option.thing for option in self.state.decision.options if option.verb == verb]

    @property
    def asked(self) -> tuple[str, str]:
        """Who is asked, in which step."""
        return self.state.decision.side, self.state.decision.step

    def screen(self, side: str | None) -> Screen:
        """What a side is shown."""
        found = game().screen(self.state.view(side))
        validate(found)
        return found

    def advice(self, side: str) -> str:
        """The second sentence of a side's prompt."""
        return self.screen(side).prompt.text or ""

    def tally(self) -> list[tuple[str, str]]:
        """The lines of the arithmetic of the battle, each with its rule."""
        battle = self.state.battle()
        assert battle is not None
        return [(line.rule, line.text) for line in self.state.odds(battle).tally]

    def column(self) -> int:
        """The number of the column in which the battle stands, from 0."""
        battle = self.state.battle()
        assert battle is not None
        odds = self.state.odds(battle)
        return odds.columns.index(odds.column)

    def why(self, action: str) -> Reason:
        """Why something is not possible."""
        reason = self.state.why_not(action)
        assert reason is not None, f"{action} is possible"
        with pytest.raises(Refused):
            self.record.apply(action)
        return reason

    def refused(self, action: str) -> str:
        """The rule that forbids something."""
        return self.why(action).rule

    def where(self, unit: str) -> str:
        """Where a unit is, and whether it is depleted."""
        number = game().forces.index[unit]
        return self.state.place_of(number) + (" reduced" if self.state.reduced >> number & 1 else "")


def at(
    step: str,
    pieces: str = "",
    *,
    turn: int = 3,
    german: Sequence[int] = (),
    allied: Sequence[int] = (),
    more: str = "",
) -> Table:
    """A position on the table."""
    return Table(Record.from_position(game(), toml(step, pieces, turn=turn, german=german, allied=allied, more=more)))


def begin() -> Table:
    """A new game."""
    return Table(Record.start(game(), "siege"))


def set_up() -> Table:
    """A new game after the set-up."""
    table = begin()
    for unit, where in zip(
        ("9AD-811", "9AD-52", "9AD-19", "10AD-20", "10AD-3", "10AD-90"),
        ("2214", "2311", "2108", "1616", "1415", "1317"),
        strict=True,
    ):
        table.apply(f"pick {unit}", f"place {where}")
    return table.apply("done")
