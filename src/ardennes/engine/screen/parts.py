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
    same for every viewer. What was built anew and came out the same is the same object, so that whoever looks for what
    has changed need not look into it.
    """

    __slots__ = ("_found", "_positions", "laid")

    def __init__(self) -> None:
        self.laid: dict[int, tuple[Any, Any]] = {}  # each piece by its number: what it was made from, and as it lay
        self._found: dict[tuple[str, str], tuple[Any, Any, Any]] = {}
        self._positions: dict[str, Any] = {}

    def position(self, viewer: str, now: Any) -> Any:
        """The position that a viewer was last shown, if this one is the same."""
        last = self._positions.get(viewer)
        if last is not None and _same(last, now):
            return last
        self._positions[viewer] = now
        return now

    def get(self, name: str, viewer: str, position: Any, more: Any, make: Callable[[], T]) -> T:
        """A part for a viewer, as it was if position (one of `position`) and `more` are the same.

        It is built now if a test listens to its rules.
        """
        known = self._found.get((name, viewer))
        if known is None:
            made = make()
        elif known[0] is position and _same(known[1], more) and not listening():
            found: T = known[2]
            return found
        else:
            made = _reused(known[2], make())
        self._found[name, viewer] = (position, more, made)
        return made


def _same(before: Any, now: Any) -> bool:
    """Whether two positions are the same as far as the side that looks knows; what is hidden is the same as itself."""
    try:
        return bool(before == now)
    except Unknown:  # one of them hides what the other one tells
        return False


def _reused(before: T, now: T) -> T:
    """A part that was built anew; whatever in it equals what was there before is that."""
    if before == now:
        return before
    if isinstance(before, list) and isinstance(now, list):
        if len(before) == len(now):  # mostly what stands in one place is of one id
            for at, (old, each) in enumerate(zip(before, now, strict=True)):
                if old is not each and old == each:
                    now[at] = old
            return now
        known = {getattr(each, "id", at): each for at, each in enumerate(before)}
        for at, each in enumerate(now):
            old = known.get(getattr(each, "id", at))
            if old is not each and old == each:
                now[at] = old
    return now


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
