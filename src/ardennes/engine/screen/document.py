"""The whole screen, and how it becomes JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, Literal

from ardennes.engine.screen.play import (
    Barred,
    Due,
    Log,
    Obligation,
    Option,
    Phases,
    Plot,
    Prompt,
    Result,
    Roll,
    Side,
    Standing,
    Title,
    ToAct,
    Turn,
    Undo,
    WhyNot,
)
from ardennes.engine.screen.sheet import Sheet
from ardennes.engine.screen.table import Box, Face, Grid, Line, Marker, Overlay, Piece, Tint, Track
from ardennes.engine.screen.text import Reason

ALWAYS = {"always": True}
"""Marks a field that has a default for the writer's convenience and is sent all the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """Everything that one side is shown at one moment, made from its view alone."""

    schema: Literal[1] = field(default=1, metadata=ALWAYS)
    game: Title
    scenario: Title
    sides: Sequence[Side]
    viewer: str
    decides: str | None = None
    turn: Turn
    phases: Phases
    prompt: Prompt
    pieces: Sequence[Piece]
    options: Sequence[Option] = field(default=(), metadata=ALWAYS)
    faces: Mapping[str, Face] = field(default_factory=dict)
    markers: Sequence[Marker] = ()
    tints: Sequence[Tint] = ()
    lines: Sequence[Line] = ()
    boxes: Sequence[Box] = ()
    grids: Sequence[Grid] = ()
    tracks: Sequence[Track] = ()
    barred: Sequence[Barred] = ()
    to_act: ToAct | None = None
    obligations: Sequence[Obligation] = ()
    sheets: Sequence[Sheet] = ()
    due: Due | None = None
    roll: Roll | None = None
    overlays: Sequence[Overlay] = ()
    standing: Sequence[Standing] = ()
    log: Log | None = None
    undo: Undo | None = None
    redo: Undo | None = None
    why_not: WhyNot | None = None
    here_now: Sequence[Reason] = ()
    result: Result | None = None
    plots: Sequence[Plot] = ()

    def to_json(self) -> dict[str, Any]:
        """The screen as a JSON document: what is empty, false or not there is left out."""
        plain = to_json(self)
        assert isinstance(plain, dict)
        return plain


def to_json(part: Any) -> Any:
    """A screen, or a part of one, as plain JSON data."""
    if part is None or isinstance(part, str | int | float):
        return part
    if is_dataclass(part) and not isinstance(part, type):
        return {
            name: to_json(value)
            for name, otherwise in _fields(type(part))
            if (value := getattr(part, name)) is not None and not (otherwise is not MISSING and _is(value, otherwise))
        }
    if isinstance(part, Mapping):
        return {key: to_json(value) for key, value in part.items()}
    return [to_json(value) for value in part]


def _is(value: Any, otherwise: Any) -> bool:
    """Whether a value is what a reader takes for granted where the field is left out."""
    if isinstance(otherwise, tuple | dict):
        return not value
    return bool(value == otherwise)


@cache
def _fields(part: type[Any]) -> tuple[tuple[str, Any], ...]:
    """The fields of a part, each with the value at which it is left out (MISSING: never)."""
    return tuple((each.name, _otherwise(each)) for each in fields(part))


def _otherwise(each: Field[Any]) -> Any:
    if each.metadata.get("always"):
        return MISSING
    if each.default_factory is not MISSING:
        return each.default_factory()
    return each.default
