"""What a seat is sent: a document whole, or what has changed since the one before, as a merge patch (RFC 7396).

A document is what is said beside the screen, and the screen. Every version of it has a checksum, so that a reader who
has applied a patch knows that he has what the server has: the sum of the CRC-32 of every leaf, written `path=JSON`. A
leaf is whatever is no object; a list is one leaf, as it is to a merge patch. A change costs what has changed, on both
ends.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from decimal import Decimal
from typing import Any, NamedTuple
from zlib import crc32

import msgspec

from ardennes.engine.screen import Screen, branches

STEPS = 4  # patches that are remembered: who is further behind is sent the whole
_ABSENT: Any = object()
_encode = msgspec.json.Encoder(decimal_format="number").encode


class Move(NamedTuple):
    """A piece that went from a place to another, as an event of the record told it to a side."""

    kind: str
    piece: str
    start: str
    to: str

    def to_json(self) -> dict[str, str]:
        """As it is sent."""
        return {"kind": self.kind, "piece": self.piece, "from": self.start, "to": self.to}


class _Step(NamedTuple):
    """From one version to the next: the checksum of the one, and the message that makes the other of it."""

    base: int
    message: bytes


class Changes:
    """The difference of two documents: a merge patch, and by how much the checksum changes."""

    __slots__ = ("patch", "total")

    def __init__(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> None:
        self.total = 0
        self.patch = self._compare(before, now, "")

    def _compare(self, before: Mapping[str, Any], now: Mapping[str, Any], path: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in now.items():
            old = before.get(name, _ABSENT)
            if old is not value:
                self._entry(found, name, old, value, path)
        if len(before) + len(found) > len(now):
            for name, old in before.items():
                if name not in now:
                    found[name] = None
                    self._count(old, f"{path}/{name}", -1)
        return found

    def _entry(self, found: dict[str, Any], name: str, old: Any, value: Any, path: str) -> None:
        here, there = below(value), below(old)
        where = f"{path}/{name}"
        if here is not None and there is not None:
            if inside := self._compare(there, here, where):
                found[name] = inside
            return
        new = plain(value)
        if old is not _ABSENT:
            if here is None and there is None and (old == value or plain(old) == new):
                return
            self._count(old, where, -1)
        found[name] = new
        self._count(value, where, 1)

    def _count(self, value: Any, path: str, sign: int) -> None:
        """Add every leaf of a value to the total, or take it away."""
        inside = below(value)
        if inside is None:
            self.total += sign * crc32(_encode(plain(value)), crc32(f"{path}=".encode()))
            return
        for name, each in inside.items():
            self._count(each, f"{path}/{name}", sign)


def below(value: Any) -> Mapping[str, Any] | None:
    """What stands under the names of an object; None for a leaf."""
    if isinstance(value, dict):
        return value
    if value.__class__ in _PLAIN:
        return None
    if is_dataclass(value):
        return branches(value)
    return value if isinstance(value, Mapping) else None


_PLAIN = (str, int, float, bool, list, tuple, object)


def plain(part: Any) -> Any:
    """A part of a screen as JSON data. A fraction has at most six decimals, so that its text is the same everywhere."""
    kind = part.__class__
    if kind is str or kind is int or kind is bool or part is None:
        return part
    if kind is float:
        return fraction(part)
    if kind is list or kind is tuple:
        return [plain(each) for each in part]
    inside = below(part)
    if inside is not None:
        return {name: plain(value) for name, value in inside.items()}
    return str(part) if isinstance(part, str) else [plain(each) for each in part]


def fraction(value: float) -> int | Decimal:
    """A number as every reader of JSON writes it again.

    >>> fraction(2.0), fraction(1 / 3), fraction(0.00002)
    (2, Decimal('0.333333'), Decimal('0.00002'))
    """
    text = f"{value:.6f}".rstrip("0")
    return int(text[:-1]) if text[-1] == "." else Decimal(text)


class ScreenWriter:
    """The documents of one seat, one after the other: the last one, and how the last few became it."""

    __slots__ = ("_document", "_steps", "checksum", "entries", "mark")

    def __init__(self) -> None:
        self._document: dict[str, Any] = {}
        self._steps: deque[_Step] = deque(maxlen=STEPS)
        self.checksum = 0
        self.mark: object = None  # of the moment that the last document shows
        self.entries = -1  # of the journal at that moment; before the first document none

    def take(self, frame: Mapping[str, Any], screen: Screen, moves: Sequence[Move] = ()) -> None:
        """Take over the next document: what the frame says, and the screen under the name `screen`."""
        now = {**{name: value for name, value in frame.items() if value is not None}, "screen": branches(screen)}
        changes = Changes(self._document, now)
        base, known = self.checksum, bool(self._document)
        self._document = now
        self.checksum = (base + changes.total) % 2**32
        if known and changes.patch:
            self._steps.append(_Step(base, self._message(base, changes.patch, moves)))

    def _message(self, base: int, patch: Mapping[str, Any], moves: Sequence[Move] = ()) -> bytes:
        head = {"base": base, "revision": self._document["revision"], "hash": self.checksum}
        told = [move.to_json() for move in moves]
        return _encode({**head, **({"moves": told} if told else {}), "patch": patch})

    def whole(self) -> bytes:
        """The document, with its checksum."""
        return _encode({**plain(self._document), "hash": self.checksum})

    def since(self, base: int | None) -> list[bytes]:
        """The messages that lead from the version with that checksum to this one; the whole if it is long gone."""
        if base == self.checksum:
            return []
        at = next((n for n, step in enumerate(self._steps) if step.base == base), None)
        return [self.whole()] if at is None else [step.message for step in list(self._steps)[at:]]

    def answer(self, base: int | None) -> bytes:
        """The same in one message, for whoever has that version."""
        found = self.since(base)
        if base is not None and not found:
            return self._message(base, {})
        return found[0] if len(found) == 1 else self.whole()
