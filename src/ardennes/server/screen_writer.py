"""Screens as text. From one screen of a seat to the next most things stay as they are: those are not written again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from ardennes.engine.screen import Screen, sent_fields, written

Known = dict[Hashable, tuple[Any, str]]


class ScreenWriter:
    """Writes the screens of one seat, one after the other, and remembers the last: each part, and its text."""

    __slots__ = ("_lines", "_parts", "_pieces")

    def __init__(self) -> None:
        self._parts: Known = {}
        self._pieces: Known = {}
        self._lines: Known = {}

    def write(self, frame: Mapping[str, Any], screen: Screen) -> str:
        """The JSON text of a document: what the frame says, and the screen under the name `screen`."""
        parts: Known = {name: (value, self._part(name, value)) for name, value in sent_fields(screen).items()}
        self._parts = parts
        inside = ",".join([f'"{name}":{text}' for name, (_, text) in parts.items()])
        return f'{written(frame)[:-1]},"screen":{{{inside}}}}}'

    def _part(self, name: str, value: Any) -> str:
        """One field of the screen; of pieces and of the log each piece and each line by itself."""
        if name == "pieces":
            text, self._pieces = _each(value, self._pieces, lambda piece: piece.id)
            return text
        if name == "log":
            text, self._lines = _each(value.lines, self._lines, lambda line: line.number)
            since = "" if value.since is None else f',"since":{value.since}'
            return f'{{"lines":{text}{since}}}'
        return _known(self._parts, name, value)


def _each(values: Iterable[Any], known: Known, key: Callable[[Any], Hashable]) -> tuple[str, Known]:
    """A list as text, and what is to be remembered of it."""
    now = [(value, _known(known, key(value), value)) for value in values]
    return "[" + ",".join([text for _, text in now]) + "]", {key(each[0]): each for each in now}


def _known(known: Known, key: Hashable, value: Any) -> str:
    """The text of a value: the one that is known, if the value is still the same."""
    before = known.get(key)
    if before is not None and (before[0] is value or before[0] == value):
        return before[1]
    return written(value)
