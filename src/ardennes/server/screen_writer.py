"""What a seat is sent: a document whole, or what has changed since the one before, as a merge patch (RFC 7396).

A document is what is said beside the screen, and the screen. Every version of it has a checksum, so that a reader who
has applied a patch knows that he has what the server has: the sum of the CRC-32 of every item, written `path=JSON` with
sorted names. The maps by key (`MAPS`) are gone through; what stands in them is an item. So a change costs what has
changed, on both ends.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from decimal import Decimal
from typing import Any, NamedTuple
from zlib import crc32

import msgspec

from ardennes.engine.screen import LogLine, Option, Piece, Screen, branches, keyed_fields, sent_fields

MAPS = {"", "/screen", "/screen/faces", "/screen/order", "/screen/log", "/screen/log/lines"}
MAPS |= {f"/screen/{name}" for name in keyed_fields(Screen)}
"""The paths of the objects whose entries are items of their own."""

REMEMBERED = 30_000  # pieces and lines of the log that were written lately
STEPS = 4  # patches that are remembered: who is further behind is sent the whole
_ABSENT: Any = object()
_encode = msgspec.json.Encoder(decimal_format="number").encode
_sorted = msgspec.json.Encoder(decimal_format="number", order="sorted").encode
_written: dict[int, tuple[Any, _Item]] = {}  # by the identity of the part, which stands beside it


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
    """The difference of two documents: a merge patch, and by how much the checksum changes.

    Options come and go at every choice: what each counts is remembered in `sums`, by its path, until it goes.
    """

    __slots__ = ("patch", "sums", "total")

    def __init__(self, before: Mapping[str, Any], now: Mapping[str, Any], sums: dict[str, int]) -> None:
        self.total = 0
        self.sums = sums
        self.patch = self._compare(before, now, "")

    def _compare(self, before: Mapping[str, Any], now: Mapping[str, Any], path: str) -> dict[str, Any]:
        """What has changed in a map."""
        found: dict[str, Any] = {}
        for name, value in now.items():
            old = before.get(name, _ABSENT)
            if old is not value:
                where = f"{path}/{name}"
                if where in MAPS:
                    self._map(found, name, _below(old), _below(value), where)
                elif old is _ABSENT:
                    found[name] = self._come(value, where)
                elif old != value:
                    self._item(found, name, old, value, where)
        if len(before) != len(now) or not before.keys() <= now.keys():
            self._gone(found, before, now, path)
        return found

    def _map(self, found: dict[str, Any], name: str, old: Any, value: Any, path: str) -> None:
        inside = self._compare(old, value, path)
        if inside or old is _NOTHING:
            found[name] = inside

    def _item(self, found: dict[str, Any], name: str, old: Any, value: Any, path: str) -> None:
        before, now = item(old), item(value)
        if before.text != now.text:
            head = crc32(f"{path}=".encode())
            self.total += crc32(now.text, head) - crc32(before.text, head)
            self.sums.pop(path, None)
            found[name] = difference(before.data, now.data)

    def _gone(self, found: dict[str, Any], before: Mapping[str, Any], now: Mapping[str, Any], path: str) -> None:
        for name, old in before.items():
            if name not in now:
                found[name] = None
                where = f"{path}/{name}"
                if where in MAPS:
                    self._compare(_below(old), {}, where)
                else:
                    known = self.sums.pop(where, None)
                    self.total -= _sum_of(item(old), where) if known is None else known

    def _come(self, value: Any, path: str) -> Any:
        """Count an item that was not there; its data."""
        found = item(value)
        counts = _sum_of(found, path)
        self.total += counts
        if value.__class__ is Option:
            self.sums[path] = counts
        return found.data


def _sum_of(found: _Item, path: str) -> int:
    return crc32(found.text, crc32(f"{path}=".encode()))


_NOTHING: Mapping[str, Any] = {}


def _below(value: Any) -> Mapping[str, Any]:
    """What stands in a map."""
    if value is _ABSENT:
        return _NOTHING
    found: Mapping[str, Any] = value if isinstance(value, Mapping) else branches(value)
    return found


def difference(before: Any, now: Any) -> Any:
    """A merge patch that makes one JSON value of another."""
    if not (isinstance(before, dict) and isinstance(now, dict)):
        return now
    found = {name: difference(before.get(name), value) for name, value in now.items() if before.get(name) != value}
    found.update((name, None) for name in before if name not in now)
    return found


class _Item(NamedTuple):
    """Something that a checksum counts: as JSON data, and as text with sorted names."""

    data: Any
    text: bytes


def item(value: Any) -> _Item:
    """A part as it is sent; pieces and lines of the log, which stay the same for long, are remembered."""
    if value.__class__ is not Piece and value.__class__ is not LogLine:
        data = plain(value)
        return _Item(data, _sorted(data))
    known = _written.get(id(value))
    if known is not None:
        return known[1]
    data = plain(value)
    made = _Item(data, _sorted(data))
    if len(_written) >= REMEMBERED:
        _written.clear()
    _written[id(value)] = (value, made)
    return made


def plain(part: Any) -> Any:
    """An item as JSON data. A fraction has at most six decimals, so that its text is the same everywhere."""
    kind = part.__class__
    if kind is str or kind is int or kind is bool or part is None:
        return part
    if kind is float:
        return fraction(part)
    if kind is list or kind is tuple:
        return list(part) if part and part[0].__class__ is str else [plain(each) for each in part]
    if is_dataclass(part):
        return {name: plain(value) for name, value in sent_fields(part).items()}
    if isinstance(part, Mapping):
        return {name: plain(value) for name, value in part.items()}
    return str(part) if isinstance(part, str) else [plain(each) for each in part]


def fraction(value: float) -> int | Decimal:
    """A number as every reader of JSON writes it again.

    >>> fraction(2.0), fraction(1 / 3), fraction(0.00002)
    (2, Decimal('0.333333'), Decimal('0.00002'))
    """
    text = f"{value:.6f}".rstrip("0")
    return int(text[:-1]) if text[-1] == "." else Decimal(text)


def _whole(found: Mapping[str, Any], path: str) -> dict[str, Any]:
    """A map and all that stands in it as JSON data."""
    return {
        name: _whole(_below(value), f"{path}/{name}") if f"{path}/{name}" in MAPS else item(value).data
        for name, value in found.items()
    }


class ScreenWriter:
    """The documents of one seat, one after the other: the last one, and how the last few became it."""

    __slots__ = ("_document", "_steps", "_sums", "checksum", "entries", "mark")

    def __init__(self) -> None:
        self._document: dict[str, Any] = {}
        self._sums: dict[str, int] = {}
        self._steps: deque[_Step] = deque(maxlen=STEPS)
        self.checksum = 0
        self.mark: object = None  # of the moment that the last document shows
        self.entries = -1  # of the journal at that moment; before the first document none

    def take(self, frame: Mapping[str, Any], screen: Screen, moves: Sequence[Move] = ()) -> None:
        """Take over the next document: what the frame says, and the screen under the name `screen`."""
        now = {**{name: value for name, value in frame.items() if value is not None}, "screen": branches(screen)}
        changes = Changes(self._document, now, self._sums)
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
        return _encode({**_whole(self._document, ""), "hash": self.checksum})

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
