"""From a board file to a `Board`, every entry checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

from .board import Board, Box, Earth, Line, Pin, Place, River, Road
from .boardfile import BoardFile, Kind
from .grid import Grid, Six
from .spec import BoardError, GridSpec

SCHEMA = 1
NUMBER: Kind = (int, float)
LINKS = ("road", "road main", "trail")
RANKS = ("main", "secondary", "trail")
TOP: Mapping[str, Kind] = {
    "schema": int, "game": str, "title": str, "grid": dict, "geo": dict, "hexes": dict,
}  # fmt: skip
REST: Mapping[str, Kind] = {
    "sides": dict, "links": dict, "regions": dict,
    "box": list, "place": list, "river": list, "road": list, "line": list, "pin": list,
}  # fmt: skip

Vocabulary = Mapping[str, frozenset[str]]


def read_board(source: str | Path, vocabulary: Vocabulary) -> Board:
    """The board of a file; raise `BoardError`, one sentence with the line of the fault."""
    return _Reader(BoardFile.open(source), vocabulary).board()


class _Reader:
    def __init__(self, file: BoardFile, vocabulary: Vocabulary) -> None:
        self.file = file
        self.vocabulary = vocabulary
        file.check_keys("board", file.tables, TOP, REST)
        if file.tables["schema"] != SCHEMA:
            file.refuse(f"This is schema {file.tables['schema']}, but schema {SCHEMA} is expected.", "schema")
        self.grid = self._grid()

    def board(self) -> Board:
        hexes = self._hexes()
        sides = self._sides("sides", self._side_words)
        links = self._sides("links", self._link_words)
        regions, side_regions = self._regions()
        boxes = self._boxes()
        return Board(
            game=self.file.tables["game"],
            title=self.file.tables["title"],
            grid=self.grid,
            earth=self._earth(),
            regions=regions,
            side_regions=side_regions,
            boxes=boxes,
            places=tuple(self._places()),
            rivers=tuple(self._rivers()),
            roads=tuple(self._roads()),
            lines=tuple(self._lines()),
            pins=tuple(self._pins(boxes)),
            hexsides=MappingProxyType({side: words for side, (_, _, words) in sides.items()}),
            ways=MappingProxyType({side: " ".join(words) for side, (_, _, words) in links.items()}),
            _hexes=MappingProxyType(hexes),
            _terrain=_masks({i: words[:1] for i, words in hexes.items()}),
            _features=_masks({i: words[1:] for i, words in hexes.items()}),
            _sides=self._six(sides.values(), _sayings),
            _links=self._six((entry for entry in links.values() if self._leads_on(entry)), _link_sayings),
            _edge_links=self._edges(entry for entry in links.values() if not self._leads_on(entry)),
        )

    # Frame and Earth

    def _grid(self) -> Grid:
        table = self.file.table("grid")
        words: Mapping[str, Kind] = {"numbering": str, "orientation": str, "columns_from": str, "shifted": str}
        needed: dict[str, Kind] = {**words, "rows": int, "columns": int, "shift_to": str, "km": NUMBER}
        self.file.check_keys("grid", table, needed, {"absent": list})
        absent = frozenset(self.file.strings("grid", "absent", table.get("absent", [])))
        try:
            return Grid(GridSpec(**{**table, "absent": absent}))
        except BoardError as error:
            key = next((key for key in needed if error.sentence.startswith(f"{key} ")), "absent")
            item = next((name for name in sorted(absent) if f'"{name}"' in error.sentence), None)
            self.file.refuse(error.sentence, "grid", key, item=item)

    def _earth(self) -> Earth:
        table = self.file.table("geo")
        self.file.check_keys("geo", table, {"lon": list, "lat": list}, {})
        for key, value in table.items():
            if len(value) != 3 or not all(isinstance(v, (int, float)) for v in value):
                self.file.refuse(f"{key} must be three numbers.", "geo", key)
        earth = Earth(tuple(map(float, table["lon"])), tuple(map(float, table["lat"])))  # type: ignore[arg-type]
        if earth.lon[1] * earth.lat[2] == earth.lon[2] * earth.lat[1]:
            self.file.refuse("lon and lat change in the same direction, so no place can be found.", "geo", "lat")
        return earth

    # Hexes, hexsides, links

    def _hexes(self) -> dict[int, tuple[str, ...]]:
        found: dict[int, tuple[str, ...]] = {}
        for name, text in self.file.table("hexes").items():
            i = self._hex(name, "hexes", name)
            terrain, *features = self._words("hexes", name, text)
            self._known("terrain", [terrain], "hexes", name)
            self._known("feature", features, "hexes", name)
            found[i] = (terrain, *features)
        for i in self.grid:
            if i not in found:
                self.file.refuse(f'Hex "{self.grid.name(i)}" has no entry in [hexes].', "hexes")
        return found

    def _sides(self, table: str, check: Callable[[str, list[str]], None]) -> dict[str, _Side]:
        found: dict[str, _Side] = {}
        for text, words in self.file.table(table).items():
            i, d = self._side(text, table, text)
            name = self.grid.side(i, d)
            if name in found:
                self.file.refuse(f'Hexside "{name}" is entered twice in [{table}].', table, text)
            checked = self._words(table, text, words)
            check(text, checked)
            found[name] = (i, d, tuple(checked))
        return found

    def _side_words(self, side: str, words: list[str]) -> None:
        self._known("side", words, "sides", side)

    def _link_words(self, side: str, words: list[str]) -> None:
        if " ".join(words) not in LINKS:
            known = ", ".join(f'"{kind}"' for kind in LINKS)
            self.file.refuse(f'"{" ".join(words)}" is not a kind of link; {known} are.', "links", side)

    def _words(self, table: str, key: str, text: object) -> list[str]:
        words = text.split() if isinstance(text, str) else []
        if not words:
            self.file.refuse(f'"{key}" needs a string of words in [{table}].', table, key)
        if len(set(words)) < len(words):
            self.file.refuse(f'"{key}" has the same word twice in [{table}].', table, key)
        for word in words:
            name, colon, value = word.partition(":")
            if not name or (colon and not value):
                self.file.refuse(f'"{word}" of "{key}" must be a name, or a name, a colon and a value.', table, key)
        return words

    def _known(self, kind: str, words: Iterable[str], table: str, key: str) -> None:
        known = self.vocabulary.get(kind)
        for word in words:
            if known is not None and word not in known and word.partition(":")[0] not in known:
                self.file.refuse(f'"{word}" is not a known {kind}; {", ".join(sorted(known))} are.', table, key)

    def _leads_on(self, side: _Side) -> bool:
        i, d, _ = side
        return self.grid.neighbours(i)[d] >= 0

    def _six(self, sides: Iterable[_Side], sayings: Callable[[tuple[str, ...]], list[str]]) -> Mapping[str, Six]:
        masks: dict[str, list[int]] = {}
        for i, d, words in sides:
            j = self.grid.neighbours(i)[d]
            for word in sayings(words):
                six = masks.setdefault(word, [0] * 6)
                six[d] |= 1 << i
                if j >= 0:
                    six[(d + 3) % 6] |= 1 << j
        return MappingProxyType({word: tuple(six) for word, six in masks.items()})  # type: ignore[misc]

    def _edges(self, links: Iterable[_Side]) -> Mapping[str, tuple[tuple[int, int], ...]]:
        found: dict[str, tuple[tuple[int, int], ...]] = {}
        for i, d, words in links:
            for kind in _link_sayings(words):
                found[kind] = (*found.get(kind, ()), (i, d))
        return MappingProxyType(found)

    def _hex(self, name: str, *where: str, item: str | None = None) -> int:
        try:
            return self.grid.index(name)
        except BoardError as error:
            self.file.refuse(error.sentence, *where, item=item)

    def _side(self, text: str, *where: str, item: str | None = None) -> tuple[int, int]:
        try:
            return self.grid.parse_side(text)
        except BoardError as error:
            self.file.refuse(error.sentence, *where, item=item)

    # Regions, boxes and what is drawn

    def _regions(self) -> tuple[Mapping[str, int], Mapping[str, tuple[str, ...]]]:
        regions: dict[str, int] = {}
        side_regions: dict[str, tuple[str, ...]] = {}
        for name, value in self.file.table("regions").items():
            items = self.file.strings("regions", name, value)
            hexes = [item for item in items if "/" not in item]
            if hexes or not items:
                regions[name] = self.grid.mask(self._hex(item, "regions", name, item=item) for item in hexes)
            if len(hexes) < len(items):
                side_regions[name] = self._chain(items, "regions", name, skip=frozenset(hexes))
        return MappingProxyType(regions), MappingProxyType(side_regions)

    def _chain(self, items: list[str], where: str, key: str, skip: frozenset[str] = frozenset()) -> tuple[str, ...]:
        sides = (self._side(item, where, key, item=item) for item in items if item not in skip)
        return tuple(self.grid.side(i, d) for i, d in sides)

    def _boxes(self) -> Mapping[str, Box]:
        entries = self.file.entries("box")
        ids = {entry.get("id") for _, entry in entries}
        found: dict[str, Box] = {}
        for where, entry in entries:
            self.file.check_keys(where, entry, {"id": str, "label": str}, {"at": list, "neighbours": list})
            if entry["id"] in found or entry["id"] in self.grid:
                self.file.refuse(f'"{entry["id"]}" already names a place.', where, "id")
            touched = self.file.strings(where, "neighbours", entry.get("neighbours", []))
            hexes = [self._hex(item, where, "neighbours", item=item) for item in touched if item not in ids]
            at = self._point(where, entry.get("at"))
            found[entry["id"]] = Box(entry["id"], entry["label"], at, tuple(touched), self.grid.mask(hexes))
        return MappingProxyType(found)

    def _point(self, where: str, value: object) -> tuple[float, float] | None:
        if value is None:
            return None
        if not isinstance(value, list) or len(value) != 2 or not all(isinstance(v, (int, float)) for v in value):
            self.file.refuse("at must be two numbers, x and y.", where, "at")
        return float(value[0]), float(value[1])

    def _places(self) -> Iterable[Place]:
        for where, entry in self.file.entries("place"):
            needed: dict[str, Kind] = {"name": str, "hex": str, "rank": int}
            self.file.check_keys(where, entry, needed, {"lon": NUMBER, "lat": NUMBER})
            self._one_of(where, "rank", entry["rank"], (1, 2, 3))
            hex_ = self._hex(entry["hex"], where, "hex")
            yield Place(entry["name"], hex_, entry["rank"], entry.get("lon"), entry.get("lat"))

    def _rivers(self) -> Iterable[River]:
        for where, entry in self.file.entries("river"):
            self.file.check_keys(where, entry, {"name": str, "class": int, "sides": list}, {})
            self._one_of(where, "class", entry["class"], (1, 2, 3))
            sides = self._chain(self.file.strings(where, "sides", entry["sides"]), where, "sides")
            for before, after in pairwise(sides):
                if not self._meet(before, after):
                    sentence = f'The river {entry["name"]} is broken: "{before}" and "{after}" do not meet.'
                    self.file.refuse(sentence, where, "sides", item=after)
            yield River(entry["name"], entry["class"], sides)

    def _meet(self, before: str, after: str) -> bool:
        ends = self.grid.side_corners(*self.grid.parse_side(before))
        return any(end in ends for end in self.grid.side_corners(*self.grid.parse_side(after)))

    def _roads(self) -> Iterable[Road]:
        for where, entry in self.file.entries("road"):
            self.file.check_keys(where, entry, {"name": str, "class": str, "path": list}, {})
            self._one_of(where, "class", entry["class"], RANKS)
            if not all(isinstance(item, str) for item in entry["path"]):
                self.file.refuse("path must be a list of strings.", where, "path")
            path = tuple(self._hex(item, where, "path", item=item) for item in entry["path"])
            for i, j in pairwise(path):
                if j not in self.grid.neighbours(i):
                    here, there = self.grid.name(i), self.grid.name(j)
                    sentence = f"The road {entry['name']} is broken: {here} and {there} are not neighbours."
                    self.file.refuse(sentence, where, "path", item=there)
            yield Road(entry["name"], entry["class"], path)

    def _lines(self) -> Iterable[Line]:
        for where, entry in self.file.entries("line"):
            self.file.check_keys(where, entry, {"name": str, "sides": list}, {})
            sides = self.file.strings(where, "sides", entry["sides"])
            yield Line(entry["name"], self._chain(sides, where, "sides"))

    def _pins(self, boxes: Mapping[str, Box]) -> Iterable[Pin]:
        for where, entry in self.file.entries("pin"):
            self.file.check_keys(where, entry, {"at": str, "fact": str, "rule": str}, {})
            if "/" in entry["at"]:
                self._side(entry["at"], where, "at")
            elif entry["at"] not in boxes:
                self._hex(entry["at"], where, "at")
            yield Pin(entry["at"], entry["fact"], entry["rule"])

    def _one_of(self, where: str, key: str, value: Any, known: tuple[Any, ...]) -> None:
        if value not in known:
            self.file.refuse(f"{key} is {value!r}, but only {', '.join(map(str, known))} are known.", where, key)


_Side = tuple[int, int, tuple[str, ...]]


def _sayings(words: tuple[str, ...]) -> list[str]:
    """Every name by which a feature may be asked for: with its value and without."""
    return list(dict.fromkeys([*words, *(word.partition(":")[0] for word in words)]))


def _link_sayings(words: tuple[str, ...]) -> list[str]:
    """Every name by which a link may be asked for: "road main" is also a "road"."""
    return [" ".join(words[:n]) for n in range(1, len(words) + 1)]


def _masks(hexes: Mapping[int, tuple[str, ...]]) -> Mapping[str, int]:
    masks: dict[str, int] = {}
    for i, words in hexes.items():
        for word in _sayings(words):
            masks[word] = masks.get(word, 0) | 1 << i
    return MappingProxyType(masks)
