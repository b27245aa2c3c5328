"""Units of two steps: a counter has a full and a depleted side, and the figures of the side that is up count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ardennes.counters.deployment import GONE, Deployment
from ardennes.counters.roster import Counter, Roster, bits
from ardennes.engine.fields import Declared, value

if TYPE_CHECKING:
    Base = Deployment
else:
    Base = object


class Figures(NamedTuple):
    """What one side of a counter says."""

    attack: int
    defence: int
    allowance: int

    def __str__(self) -> str:
        return "-".join(map(str, self))


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Stepped(Counter):
    """A counter with figures on its front and, if it has two steps, on its back."""

    full: Figures
    back: Figures | None


def both_sides(row: Mapping[str, str]) -> dict[str, Any]:
    """Front and back of a counter from its line in `units.csv`; no figures in the columns of the back: one step."""
    front = Figures(int(row["attack"]), int(row["defence"]), int(row["ma"]))
    if not row["attack_reduced"]:
        return {"full": front, "back": None}
    back = Figures(int(row["attack_reduced"]), int(row["defence_reduced"]), int(row["ma_reduced"]))
    return {"full": front, "back": back}


C = TypeVar("C", bound=Stepped)


@dataclass(frozen=True)
class SteppedRoster(Roster[C]):
    """The counters of a game whose units have steps."""

    @cached_property
    def faces(self) -> tuple[tuple[Figures, ...], tuple[Figures, ...]]:
        """The figures of all units at full strength, and depleted; a unit of one step has the same in both."""
        return tuple(unit.full for unit in self.units), tuple(unit.back or unit.full for unit in self.units)

    @cached_property
    def two_steps(self) -> int:
        """The units with a back."""
        return self.those(lambda unit: unit.back is not None)


class Steps(Base, metaclass=Declared):
    """The part of a position that knows which units are depleted."""

    game: Any  # whose `forces` are a SteppedRoster

    reduced: int = value("depleted units", start=0, status="reduced")

    def figures(self, unit: int) -> Figures:
        """What a unit is worth now: the figures of the side that is up."""
        found: Figures = self.game.forces.faces[self.reduced >> unit & 1][unit]
        return found

    def attack(self, units: int) -> int:
        """The attack strengths of some units together."""
        return sum(self.figures(unit).attack for unit in bits(units))

    def steps(self, unit: int) -> int:
        """How many steps a unit has left; none once it is eliminated."""
        if self.at[unit] == GONE:
            return 0
        full: int = self.game.forces.two_steps & ~self.reduced
        return 1 + (full >> unit & 1)

    def reduce(self, unit: int, rule: str, why: str) -> bool:
        """A unit loses a step: it is turned over, or eliminated if it was on its last. Whether it was eliminated."""
        if self.steps(unit) == 1:
            self.eliminate(unit, rule, why)
            return True
        self.reduced |= 1 << unit
        where = self.place_of(unit)
        self.note_unit(unit, "step", rule, f"loses a step in {where}: {why}", at=where)
        return False
