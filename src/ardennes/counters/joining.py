"""Pieces that join and split: a joined unit holds its parts, which are nowhere else; split, it lies beside the map.

A game lists its `assemblies` and says when units may join and split, and what becomes of statuses that one part has
and another has not. Whatever the position says of the old units (statuses, duties, those who are still to lose a step,
to retreat or to advance) is said of the new ones at the same moment, so that nothing is ever owed by a unit that is
not there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from ardennes.counters.deployment import Deployment
from ardennes.counters.roster import bits, replaced
from ardennes.engine.fields import Declared

if TYPE_CHECKING:
    Base = Deployment
else:
    Base = object

HELD, APART = -8, -9  # where a part is that its joined unit holds, and a joined unit that is split into its parts


class Assembly(NamedTuple):
    """A unit that is made of others."""

    whole: int  # its number
    parts: int  # the units that it is made of, as a mask


class Joining(Base, metaclass=Declared):
    """The part of a position in which units join into one and split again."""

    game: Any  # whose `assemblies` list the units that are made of others

    sets_of_units: ClassVar[tuple[str, ...]] = ()  # fields that hold sets of units and are no status of a file
    frame_sets: ClassVar[tuple[str, ...]] = ("units",)  # fields of frames that do

    def joined(self, assembly: Assembly) -> bool:
        """Whether the parts are in the joined unit."""
        return any(self.at[part] == HELD for part in bits(assembly.parts))

    def gathered(self, assembly: Assembly) -> int:
        """The hex in which all parts are, -1 if there is none."""
        at, parts = self.at, assembly.parts
        found = at[parts.bit_length() - 1]
        while parts and found >= 0:
            part = parts.bit_length() - 1
            if at[part] != found:
                return -1
            parts ^= 1 << part
        return found if found >= 0 else -1

    def join(self, assembly: Assembly) -> None:
        """The parts, which are in one hex, become the joined unit, which has every status that one of them had."""
        i = self.gathered(assembly)
        self._replace_units(assembly.parts, 1 << assembly.whole)
        self.stand(assembly.whole, i)  # first, so that the hex is never left
        for part in bits(assembly.parts):
            self.lift(part)
            self.at[part] = HELD

    def split(self, assembly: Assembly) -> None:
        """The joined unit becomes its parts in the same hex; each has every status that it had."""
        i = self.at[assembly.whole]
        self._replace_units(1 << assembly.whole, assembly.parts)
        for part in bits(assembly.parts):
            self.stand(part, i)
        self.lift(assembly.whole)
        self.at[assembly.whole] = APART

    def _replace_units(self, old: int, new: int) -> None:
        """Say of new units what the position said of any of the old ones."""
        for field in self.fields:
            if field.status or field.name in self.sets_of_units:
                setattr(self, field.name, replaced(getattr(self, field.name), old, new))
        self.units_replaced(old, new)
        self.frames = tuple(self._frame_replaced(frame, old, new) for frame in self.frames)

    def units_replaced(self, old: int, new: int) -> None:
        """Whatever else a position says of units; a game with duties or the like replaces them there."""

    def _frame_replaced(self, frame: Any, old: int, new: int) -> Any:
        names = [name for name in self.frame_sets if name in getattr(frame, "_fields", ())]
        found = {name: replaced(getattr(frame, name), old, new) for name in names}
        return frame._replace(**found) if found else frame


def scattered(state: Joining) -> Iterator[str]:
    """A sentence for every joined unit that is on the map, or beside it, together with one of its parts."""
    names = state.game.forces.names
    for assembly in state.game.assemblies:
        held = sum(1 << part for part in bits(assembly.parts) if state.at[part] == HELD)
        whole = names[assembly.whole]
        if held and held != assembly.parts:
            yield f"{whole} holds some of its parts and not the others"
        if held and state.at[assembly.whole] == APART:
            yield f"{whole} is split, and its parts are nowhere"
        loose = [part for part in bits(assembly.parts) if state.at[part] >= 0]
        if loose and state.at[assembly.whole] >= 0:
            yield f"{whole} is on the map together with its part {names[loose[0]]}"
