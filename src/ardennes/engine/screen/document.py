"""The whole screen, and how it becomes JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
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
from ardennes.engine.screen.ranges import Range, Way, options_of, read_options
from ardennes.engine.screen.sheet import Sheet
from ardennes.engine.screen.table import Box, Face, Grid, Line, Marker, Overlay, Piece, Tint, Track
from ardennes.engine.screen.text import Reason

SCHEMA: Literal[2] = 2
"""The version of the schema; it grows when a field changes its meaning or goes."""

ALWAYS = {"always": True}
"""Marks a field that has a default for the writer's convenience and is sent all the same."""

EMPTY = ()
"""Stands for whatever is empty: the value at which a list or a map is left out."""


def _by(key: str, **more: bool) -> dict[str, Any]:
    """Marks a list that is sent as a map by that field of its entries, so that a change can be told by key."""
    return {"key": key, **more}


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """Everything that one side is shown at one moment, made from its view alone."""

    schema: Literal[2] = field(default=SCHEMA, metadata=ALWAYS)
    game: Title
    scenario: Title
    sides: Sequence[Side]
    viewer: str
    decides: str | None = None
    turn: Turn
    phases: Phases
    prompt: Prompt
    pieces: Sequence[Piece] = field(metadata=_by("id"))
    options: Sequence[Option] = field(default=(), metadata=_by("action", always=True))
    ranges: Sequence[Range] = ()
    ways: Sequence[Way] = ()
    faces: Mapping[str, Face] = field(default_factory=dict)
    markers: Sequence[Marker] = ()
    tints: Sequence[Tint] = ()
    lines: Sequence[Line] = ()
    boxes: Sequence[Box] = field(default=(), metadata=_by("id"))
    grids: Sequence[Grid] = field(default=(), metadata=_by("id"))
    tracks: Sequence[Track] = field(default=(), metadata=_by("id"))
    barred: Sequence[Barred] = ()
    to_act: ToAct | None = None
    obligations: Sequence[Obligation] = ()
    sheets: Sequence[Sheet] = field(default=(), metadata=_by("id"))
    due: Due | None = None
    roll: Roll | None = None
    overlays: Sequence[Overlay] = field(default=(), metadata=_by("id"))
    standing: Sequence[Standing] = ()
    log: Log | None = None
    undo: Undo | None = None
    redo: Undo | None = None
    why_not: WhyNot | None = None
    here_now: Sequence[Reason] = ()
    result: Result | None = None
    plots: Sequence[Plot] = ()

    @property
    def offered(self) -> list[Option]:
        """Everything that may be done now: the options, and one for every thing in a range."""
        names = {piece.id: piece.name for piece in self.pieces}
        return [*self.options, *options_of(self.ranges, self.ways, names)]

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
        return {name: to_json(value) for name, value in branches(part).items()}
    if isinstance(part, Mapping):
        return {key: to_json(value) for key, value in part.items()}
    return [to_json(value) for value in part]


class KnownMaps:
    """Lists of screens with the maps that were made of them lately; while a list is kept here, no other has its id."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: dict[int, tuple[Sequence[Any], dict[str, Any]]] = {}

    def of(self, entries: Sequence[Any], key: str) -> dict[str, Any]:
        """The map of a list by a field of its entries: the same for the same list, whoever is shown it."""
        known = self._found.get(id(entries))
        if known is None:
            if len(self._found) >= self._most:
                self._found.clear()
            known = self._found[id(entries)] = (entries, _map_of(entries, key))
        return known[1]


def branches(part: Any, known: KnownMaps | None = None) -> dict[str, Any]:
    """What stands under each name of a part in the document: lists that have keys as maps, and their order apart.

    Whoever writes one screen after the other gives the maps that are known: that of a list that is the same is the
    same.

    >>> from ardennes.engine.screen.play import Log, LogLine
    >>> branches(Log([LogLine(7, "Rain."), LogLine(8, "More rain.")], since=8))["lines"].keys()
    dict_keys(['7', '8'])
    """
    found = sent_fields(part)
    keys = keyed_fields(part.__class__)
    if not keys:
        return found
    lists = {name: found[name] for name in keys if name in found}
    for name, entries in lists.items():
        found[name] = known.of(entries, keys[name]) if known else _map_of(entries, keys[name])
    if isinstance(part, Screen) and (order := _order(lists, found, keys)):
        found["order"] = order
    return found


def _map_of(entries: Sequence[Any], key: str) -> dict[str, Any]:
    return {str(getattr(each, key)): each for each in entries}


def _order(lists: Mapping[str, Sequence[Any]], found: Mapping[str, Any], keys: Mapping[str, str]) -> dict[str, Any]:
    """The entries of each map in their order, by key. One that is there twice is named twice: `validate` sees it."""
    return {
        name: list(found[name]) if len(found[name]) == len(entries) else [getattr(each, keys[name]) for each in entries]
        for name, entries in lists.items()
        if entries
    }


def listed(document: Mapping[str, Any]) -> dict[str, Any]:
    """A screen's document with lists, in their order, where it has maps by key or ranges: easier to read."""
    found, order = dict(document), document.get("order", {})
    for name in ("order", "ranges", "ways"):
        found.pop(name, None)
    for name in keyed_fields(Screen):
        if name in found:
            found[name] = [found[name][key] for key in order.get(name, ())]
    found["options"] = [*found["options"], *map(to_json, read_options(document))]
    if "log" in found:
        lines = found["log"]["lines"]
        found["log"] = {**found["log"], "lines": [lines[key] for key in sorted(lines, key=int)]}
    return found


@cache
def keyed_fields(part: type[Any]) -> dict[str, str]:
    """The lists of a part that are sent as maps, each with the field of its entries that is the key."""
    return {each.name: each.metadata["key"] for each in fields(part) if "key" in each.metadata}


def written(document: Any) -> str:
    """Plain data that may hold parts of a screen, as JSON text: the same as if `to_json` had made them plain first."""
    return _ENCODER.encode(document)


def sent_fields(part: Any) -> dict[str, Any]:
    """The fields of a part that must be sent: those that are not what a reader takes for granted."""
    found: dict[str, Any] = sender(part.__class__)(part)
    return found


@cache
def sender(part: type[Any], made: Callable[[Any], Any] | None = None) -> Callable[[Any], dict[str, Any]]:
    """What reads the fields of a part that must be sent, each as `made` makes it; written out for each class."""
    scope: dict[str, Any] = {"made": made}
    lines = ["def read(part):", "    found = {}"]
    for at, each in enumerate(fields(part)):
        scope[f"default_{at}"] = otherwise = _otherwise(each)
        lines.append(f"    value = part.{each.name}")
        lines.append(f"    if {_test(otherwise, at)}: found[{each.name!r}] = {'made(value)' if made else 'value'}")
    exec(compile("\n".join([*lines, "    return found"]), f"<fields of {part.__qualname__}>", "exec"), scope)
    read: Callable[[Any], dict[str, Any]] = scope["read"]
    return read


def _test(otherwise: Any, at: int) -> str:
    """When a value is sent: never if it is None, nor if it is what is taken for granted."""
    if otherwise is None or otherwise is MISSING:
        return "value is not None"
    return "value" if otherwise is EMPTY or otherwise is False else f"value is not None and value != default_{at}"


def _otherwise(each: Field[Any]) -> Any:
    """The value at which a field is left out (MISSING: never)."""
    if each.metadata.get("always"):
        return MISSING
    default = each.default_factory() if each.default_factory is not MISSING else each.default
    return EMPTY if isinstance(default, tuple | dict) else default


def _plainer(part: Any) -> Any:
    """What the writer of JSON cannot write itself: a part of a screen, or a sequence of another kind than a list."""
    if is_dataclass(part):
        return branches(part)
    return dict(part) if isinstance(part, Mapping) else list(part)


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False, default=_plainer)
