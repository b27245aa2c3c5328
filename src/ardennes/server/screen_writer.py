"""What a seat is sent: a document whole, or what has changed since the one before, as a merge patch (RFC 7396).

A document is what is said beside the screen, and the screen. Every version of it has a checksum, so that a reader who
has applied a patch knows that he has what the server has: the sum of the CRC-32 of every item, written `path=JSON` with
sorted names. The maps by key (`MAPS`) are gone through; what stands in them is an item. So a change costs what has
changed, on both ends.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import is_dataclass
from decimal import Decimal
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar
from zlib import crc32

import msgspec

from ardennes.engine.screen import KnownMaps, LogLine, Piece, Screen, branches, keyed_fields, sender

MAPS = {"", "/screen", "/screen/faces", "/screen/order", "/screen/log", "/screen/log/lines"}
KEYED = frozenset(f"/screen/{name}" for name in keyed_fields(Screen))
MAPS |= KEYED
"""The paths of the objects whose entries are items of their own."""

PIECES = 40_000  # pieces and lines of the log that were written lately, 2 kB each
OTHERS = 20_000  # other parts, about 1 kB each: a thousand tables need their last ones
RECENT_MAPS = 1_000  # maps of parts, which are compared for both seats of a table
STEPS = 4  # patches that are remembered: who is further behind is sent the whole
K = TypeVar("K")
V = TypeVar("V")
_ABSENT: Any = object()
_NOTHING: Mapping[str, Any] = {}
_encode = msgspec.json.Encoder(decimal_format="number").encode
_sorted = msgspec.json.Encoder(decimal_format="number", order="sorted").encode


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


class _Item:
    """Something that a checksum counts: as JSON data, and as text with sorted names."""

    __slots__ = ("_counts", "_path", "_since", "data", "text")

    def __init__(self, value: Any) -> None:
        self.data = plain(value)
        self.text = _sorted(self.data)
        self._path: str | None = None
        self._counts = 0
        self._since: tuple[bytes, Any] | None = None  # what stood there before, and the patch from that to this

    def since(self, before: _Item) -> Any:
        """The patch that makes this of another item: a piece is lit and unlit all the time."""
        if self._since is None or self._since[0] is not before.text:
            self._since = (before.text, difference(before.data, self.data))
        return self._since[1]

    def counts(self, path: str) -> int:
        """What it adds to the checksum of a document in which it stands there."""
        if path != self._path:
            self._path, self._counts = path, crc32(self.text, crc32(f"{path}=".encode()))
        return self._counts


class _Lately(Generic[K, V]):
    """What was made lately, so many at most: when there is no room, the half that was not asked for since goes."""

    def __init__(self, most: int) -> None:
        self._half = most // 2
        self._new: dict[K, V] = {}
        self._old: dict[K, V] = {}

    def get(self, key: K) -> V | None:
        """What is known under a key; whatever was asked for stays longer."""
        known = self._new.get(key)
        if known is None and (known := self._old.get(key)) is not None:
            self.keep(key, known)
        return known

    def keep(self, key: K, value: V) -> None:
        """Remember a value."""
        if len(self._new) >= self._half:
            self._old, self._new = self._new, {}
        self._new[key] = value

    def __len__(self) -> int:
        return len(self._new) + len(self._old)


class _Written:
    """Parts that were written lately, by their identity: while a part is kept here, nothing else can have it."""

    def __init__(self, most: int) -> None:
        self._known = _Lately[int, tuple[Any, _Item]](most)

    def item(self, value: Any) -> _Item:
        """A part as it is sent."""
        known = self._known.get(id(value))
        if known is not None:
            return known[1]
        made = _Item(value)
        self._known.keep(id(value), (value, made))
        return made


_LASTING, _PASSING = _Written(PIECES), _Written(OTHERS)


def item(value: Any) -> _Item:
    """A part as it is sent; what does not change while it lasts is remembered, for this seat and others."""
    kind = value.__class__
    if kind is Piece or kind is LogLine:
        return _LASTING.item(value)
    return _Item(value) if kind in _SIMPLE or kind is dict else _PASSING.item(value)


class _Compared:
    """What was found between two maps lately, by their identity: what both seats are shown is compared once."""

    def __init__(self, most: int) -> None:
        self._known = _Lately[tuple[int, int], tuple[Mapping[str, Any], Mapping[str, Any], Changes]](most)

    def changes(self, before: Mapping[str, Any], now: Mapping[str, Any], path: str) -> Changes:
        """What has changed in the map under a path."""
        known = self._known.get((id(before), id(now)))
        if known is None:
            known = (before, now, Changes(before, now, path))
            self._known.keep((id(before), id(now)), known)
        return known[2]


class Changes:
    """The difference of two documents: a merge patch, and by how much the checksum changes."""

    __slots__ = ("patch", "total")

    def __init__(self, before: Mapping[str, Any], now: Mapping[str, Any], path: str = "") -> None:
        self.total = 0
        self.patch = self._compare(before, now, path)

    def _compare(self, before: Mapping[str, Any], now: Mapping[str, Any], path: str) -> dict[str, Any]:
        """What has changed in a map."""
        found: dict[str, Any] = {}
        for name, value in now.items():
            old = before.get(name, _ABSENT)
            if old is not value:
                where = f"{path}/{name}"
                if where in MAPS:
                    self._map(found, name, _below(old), _below(value), where)
                else:
                    self._item(found, name, old, value, where)
        if len(before) != len(now) or not before.keys() <= now.keys():
            self._gone(found, before, now, path)
        return found

    def _map(self, found: dict[str, Any], name: str, old: Any, value: Any, path: str) -> None:
        if path in KEYED:
            shared = _COMPARED.changes(old, value, path)
            self.total += shared.total
            inside = shared.patch
        else:
            inside = self._compare(old, value, path)
        if inside or old is _NOTHING:
            found[name] = inside

    def _item(self, found: dict[str, Any], name: str, old: Any, value: Any, path: str) -> None:
        if old is _ABSENT:
            now = item(value)
            self.total += now.counts(path)
            found[name] = now.data
        elif value.__class__ is Piece or old != value:
            before, now = item(old), item(value)
            if before.text != now.text:
                self.total += now.counts(path) - before.counts(path)
                found[name] = now.since(before)

    def _gone(self, found: dict[str, Any], before: Mapping[str, Any], now: Mapping[str, Any], path: str) -> None:
        for name, old in before.items():
            if name not in now:
                found[name] = None
                where = f"{path}/{name}"
                if where in MAPS:
                    self._compare(_below(old), {}, where)
                else:
                    self.total -= item(old).counts(where)


_COMPARED, _KNOWN_MAPS = _Compared(RECENT_MAPS), KnownMaps(RECENT_MAPS)


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


def plain(part: Any) -> Any:
    """An item as JSON data. A fraction has at most six decimals, so that its text is the same everywhere."""
    kind = part.__class__
    return part if kind in _SIMPLE else _reader(kind)(part)


_SIMPLE = frozenset({str, int, bool, type(None)})


@cache
def _reader(kind: type[Any]) -> Callable[[Any], Any]:
    """What makes JSON data of the parts of a class."""
    if issubclass(kind, str):
        return str
    if issubclass(kind, float):
        return fraction
    if is_dataclass(kind):
        return sender(kind, plain)
    if issubclass(kind, Mapping):
        return lambda part: {name: plain(value) for name, value in part.items()}
    return lambda part: list(part) if part and part[0].__class__ is str else [plain(each) for each in part]


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

    __slots__ = ("_document", "_steps", "checksum", "entries", "lines", "mark")

    def __init__(self) -> None:
        self._document: dict[str, Any] = {}
        self._steps: deque[_Step] = deque(maxlen=STEPS)
        self.checksum = 0
        self.lines: dict[str, int] = {}  # open live lines by name, each with the version that an answer has brought
        self.mark: object = None  # of the moment that the last document shows
        self.entries = -1  # of the journal at that moment; before the first document none

    def take(self, frame: Mapping[str, Any], screen: Screen, moves: Sequence[Move] = ()) -> None:
        """Take over the next document: what the frame says, and the screen under the name `screen`."""
        now = {name: value for name, value in frame.items() if value is not None}
        now["screen"] = branches(screen, _KNOWN_MAPS)
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
        return _encode({**_whole(self._document, ""), "hash": self.checksum})

    def since(self, base: int | None) -> list[bytes]:
        """The messages that lead from the version with that checksum to this one; the whole if it is long gone."""
        if base == self.checksum:
            return []
        at = next((n for n, step in enumerate(self._steps) if step.base == base), None)
        return [self.whole()] if at is None else [step.message for step in list(self._steps)[at:]]

    def told(self, base: int | None, line: str) -> list[bytes]:
        """The same for a live line; if an answer has brought its page this version, only which one it is."""
        if base != self.checksum and self.lines.get(line) == self.checksum:
            return [self._message(self.checksum, {})]
        return self.since(base)

    def answer(self, base: int | None, line: str = "") -> bytes:
        """The same in one message, for whoever has that version, and follows the game by that line."""
        if line in self.lines:
            self.lines[line] = self.checksum
        found = self.since(base)
        if base is not None and not found:
            return self._message(base, {})
        return found[0] if len(found) == 1 else self.whole()
