"""Parts of a screen that are built once for as long, and for as many viewers, as what they are made of is the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

from ardennes.engine.errors import Unknown
from ardennes.engine.touch import listening

if TYPE_CHECKING:
    from ardennes.engine.state import State

T = TypeVar("T")


class Parts:
    """The parts of the last screens of one game: whoever shows it one position after the other keeps them.

    A part is built from a view alone, so it is the same while all fields of the position are. Most parts do not even
    ask which step of a phase is being played (`position_of` leaves that out), and where nothing is hidden most are the
    same for every viewer.
    """

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], tuple[Any, Any]] = {}

    def get(self, name: str, viewer: str, made_from: Any, make: Callable[[], T]) -> T:
        """A part for a viewer, as it was if it is made from the same; built now if a test listens to its rules."""
        known = self._found.get((name, viewer))
        if known is not None and _same(known[0], made_from) and not listening():
            found: T = known[1]
            return found
        made = make()
        self._found[name, viewer] = (made_from, made)
        return made


def _same(before: Any, now: Any) -> bool:
    """Whether two positions are the same as far as the side that looks knows; what is hidden is the same as itself."""
    try:
        return bool(before == now)
    except Unknown:  # one of them hides what the other one tells
        return False


def position_of(view: State) -> tuple[Any, ...]:
    """All that a position holds, and the phase; not the step that is being played within the phase, and its frame."""
    values, lists, maps = _reader(type(view))
    phase = view.phase if view.frames else ""
    return (phase, *values(view), *map(tuple, lists(view)), *map(dict, maps(view)))


@cache
def _reader(kind: type[State]) -> tuple[Callable[[State], tuple[Any, ...]], ...]:
    stored = [field for field in kind.fields if not field.derived and field.name != "frames"]

    def reading(holds: tuple[str, ...]) -> Callable[[State], tuple[Any, ...]]:
        names = [field.name for field in stored if field.holds in holds]
        if len(names) > 1:
            return attrgetter(*names)
        return lambda view: tuple(getattr(view, name) for name in names)

    others = tuple({field.holds for field in stored} - {"column", "mapping"})
    return reading(others), reading(("column",)), reading(("mapping",))
