"""What a position holds, each field declared once: its slot, its start value, copying, JSON and file checks follow.

```python
class Position(Deployment):
    road: int = value("units in Road Mode", start=0, status="road-mode")
    losses: int = value("units lost so far", start=0, track="losses", least=0)
    staged: dict[int, int] = mapping("entry hex → units that came in by it in this phase")
    full: list[int] = column("hexes of each side without room", start=(0, 0), derived=True)
```
The functions that need every field are generated when the class is made, so that a copy costs what hand-written
assignments would cost.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from ardennes.engine.state import State

Holds = Literal["value", "column", "mapping"]

COPIED = {"value": "self.{0}", "column": "self.{0}[:]", "mapping": "self.{0}.copy()"}
MADE = {"value": "{0}", "column": "list({0})", "mapping": "dict({0})"}


@dataclass(frozen=True, slots=True)
class Field:
    """The declaration of one field of a position."""

    about: str  # what it is, in a few words
    holds: Holds  # an immutable value, a flat list, or a flat dictionary
    start: Any  # the value at the start, or a function that finds it from the game
    derived: bool = False  # found from the rest of the position by `refresh`, and no part of it
    hidden: bool = False  # a view of one side may hold `HIDDEN` in it
    tracks: tuple[str, ...] = ()  # its names in the [tracks] table of a position file; several for one value a side
    least: int | None = None  # the smallest number that a position file may give it
    words: tuple[str, ...] = ()  # the words that a position file may give it
    status: str = ""  # for a set of units: the word behind a unit's place in a position file
    of: str = ""  # for a set, or one for each side: what its bits stand for ("units", "hexes" or the game's own word)
    name: str = ""


def value(
    about: str,
    *,
    start: Any,
    derived: bool = False,
    hidden: bool = False,
    track: str | tuple[str, ...] = (),
    least: int | None = None,
    words: tuple[str, ...] = (),
    status: str = "",
    of: str = "",
) -> Any:
    """A field that holds something immutable; `track` and `status` name it in position files, `of` its bits."""
    tracks = (track,) if isinstance(track, str) else track
    return Field(about, "value", start, derived, hidden, tracks, least, words, status, of)


def column(
    about: str,
    *,
    start: Any,
    derived: bool = False,
    hidden: bool = False,
    track: tuple[str, ...] = (),
    least: int | None = None,
) -> Any:
    """A field that holds a flat list, often with one entry for each piece, or for each side with a track for each."""
    return Field(about, "column", start, derived, hidden, track, least)


def mapping(about: str, *, start: Any = (), derived: bool = False, hidden: bool = False) -> Any:
    """A field that holds a flat dictionary."""
    return Field(about, "mapping", start, derived, hidden)


class Declared(type):
    """The class of position classes: turns declarations into slots, and generates what needs all of them.

    A class that stands on no position and names no slots is a part of positions: it declares fields and what can be
    done with them, and any number of parts may stand beside one position class among the bases of another.
    """

    part: bool

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Declared:
        """Make a class whose body may declare fields."""
        own = {key: replace(given, name=key) for key, given in body.items() if isinstance(given, Field)}
        for key in own:
            del body[key]
        body["part"] = "__slots__" not in body and not any(isinstance(base, Declared) for base in bases)
        if body["part"]:
            body["__slots__"], body["fields"] = (), tuple(own.values())
            return super().__new__(mcs, name, bases, body)
        borrowed = [field.name for base in bases if base.__dict__.get("part") for field in base.__dict__["fields"]]
        body["__slots__"] = (*body.get("__slots__", ()), *borrowed, *own)
        inherited = [field for base in bases for field in getattr(base, "fields", ())]
        body["fields"] = fields = (*inherited, *own.values())
        made: Declared = super().__new__(mcs, name, bases, body)
        if own or borrowed:
            _generate(made, fields, body)
        return made


def _generate(made: type, fields: Iterable[Field], body: dict[str, Any]) -> None:
    """Write out the functions that name every field; a class that defines one of them itself keeps its own."""
    copies = "; ".join(f"new.{field.name} = {COPIED[field.holds].format(field.name)}" for field in fields)
    starts = "; ".join(f"self.{field.name} = {_start(field)}" for field in fields)
    engine = "; ".join(f"new.{name} = self.{name}" for name in UNDECLARED)
    source = (
        f"def copy(self):\n    new = blank(self.__class__); {engine}; new.listener = None; {copies}\n    return new\n"
        f"def reset(self):\n    game = self.game; {starts}\n"
    )
    given = {f"start_{field.name}": field.start for field in fields}
    scope: dict[str, Any] = {"blank": object.__new__, **given}
    exec(compile(source, f"<fields of {made.__qualname__}>", "exec"), scope)
    for name in ("copy", "reset"):
        if name not in body:
            scope[name].__doc__ = DOCS[name]
            scope[name].__qualname__ = f"{made.__qualname__}.{name}"
            setattr(made, name, scope[name])


def _start(field: Field) -> str:
    call = f"start_{field.name}(game)" if callable(field.start) else f"start_{field.name}"
    return MADE[field.holds].format(call)


UNDECLARED = ("game", "viewer", "epoch", "_asked", "_side", "taken")
"""What the engine keeps with a position that is no part of it, and copies with it."""

DOCS = {
    "copy": "An independent copy; nobody listens to it.",
    "reset": "Give every field its start value.",
}


def stored(kind: type[State]) -> tuple[Field, ...]:
    """The fields that make up a position: all but the derived ones."""
    return tuple(field for field in kind.fields if not field.derived)
