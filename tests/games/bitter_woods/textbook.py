"""Retreat once more (BW-9.7), slowly, by the catalogue: all ways are listed, and those that a rule forbids struck out.

It shares no code with the game: hexes are their numbers, sets are sets, and the map is what its file says.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, TypeVar

from tests.games.bitter_woods.datafiles import TABLES, toml, units

BOARD = toml("board.toml")
UNITS = {unit["id"]: unit for unit in units()}
COLUMNS, ROWS = BOARD["grid"]["columns"], BOARD["grid"]["rows"]
OTHER = {"german": "allied", "allied": "german"}
WADERS = ("infantry", "parachute", "glider", "armored_infantry")
GUNS = ("corps_artillery", "rocket", "army_artillery")
HEAVY = ("Panther", "Tiger", "Jagdtiger")
Way = tuple[str, ...]
T = TypeVar("T")


# ---- the map ----


def number(column: int, row: int) -> str:
    return f"{column:02}{row:02}"


@cache
def around(hex_: str) -> tuple[str, ...]:
    """The six numbers round a hex, also those that are off the map: even columns lie half a hex lower."""
    column, row = int(hex_[:2]), int(hex_[2:])
    up = row - 1 + (column % 2 == 0)
    sides = [(column + step, up + down) for step in (1, -1) for down in (0, 1)]
    return tuple(number(*one) for one in [(column, row - 1), (column, row + 1), *sides] if min(one) >= 0)


def on_map(hex_: str) -> bool:
    return hex_ in BOARD["hexes"]


def side(a: str, b: str) -> frozenset[str]:
    return frozenset((a, b))


def terrain(hex_: str) -> str:
    return str(BOARD["hexes"][hex_]).split()[0]


WORDS = {frozenset(name.split("/")): words.split() for name, words in BOARD["sides"].items()}
ROADS = {frozenset(name.split("/")) for name, words in BOARD["links"].items() if words.split()[0] == "road"}
BRIDGES = {pair for pair, words in WORDS.items() if "bridge" in words}


def edge(hex_: str) -> str:
    """The edge beyond which an imaginary hex lies."""
    column, row = int(hex_[:2]), int(hex_[2:])
    if column > COLUMNS:
        return "west"
    if column < 1:
        return "east"
    return "north" if row < 1 else "south"


# ---- units ----


def side_of(unit: str) -> str:
    return UNITS[unit]["side"]


def is_gun(unit: str) -> bool:
    return UNITS[unit]["type"] in GUNS


@dataclass(frozen=True)
class Map:
    """Where the units are, which bridges are blown, from which hexes each side has withdrawn."""

    places: Mapping[str, str]
    blown: Collection[frozenset[str]] = ()
    vacated: Mapping[str, Collection[str]] = field(default_factory=dict)

    @cached_property
    def stacks(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for unit, hex_ in self.places.items():
            found.setdefault(hex_, []).append(unit)
        return found

    def holds(self, who: str, hex_: str) -> bool:
        return any(side_of(unit) == who for unit in self.stacks.get(hex_, ()))

    @cached_property
    def zones(self) -> dict[str, set[str]]:
        """Each side's zones, with the hexes that it is in (BW-7.1, 7.3, R.20)."""
        found: dict[str, set[str]] = {"german": set(), "allied": set()}
        for unit, hex_ in self.places.items():
            zone = found[side_of(unit)]
            zone.add(hex_)
            if not is_gun(unit):
                zone.update(one for one in around(hex_) if "meuse" not in WORDS.get(side(hex_, one), ()))
        return found

    def standing(self, pair: frozenset[str]) -> bool:
        return pair in BRIDGES and pair not in self.blown

    # ---- supply roads (BW-R.33) ----

    def sources(self, who: str) -> set[str]:
        found = {name.split("/")[0] for name in BOARD["regions"][f"{who}-supply"]}
        return found | {hex_ for hex_ in BOARD["regions"]["liege"] if self.holds("german", hex_) == (who == "german")}

    def road_from(self, hex_: str) -> list[str]:
        """The hexes that a road leads to."""
        return [one for one in around(hex_) if side(hex_, one) in ROADS and on_map(one) and self._unbroken(hex_, one)]

    def _unbroken(self, a: str, b: str) -> bool:
        return side(a, b) not in self.blown

    def net(self, who: str, free: str) -> set[str]:
        """The supply roads of a side, for a unit that stands in a hex."""
        enemy = self.zones[OTHER[who]]

        def usable(hex_: str) -> bool:
            return hex_ not in enemy or self.holds(who, hex_) or hex_ == free

        return reached([hex_ for hex_ in self.sources(who) if usable(hex_)], self.road_from, usable)

    # ---- restrictions ----

    def may_step(self, unit: str, a: str, b: str) -> bool:
        """Whether a retreat may go from a hex to the next one."""
        who, pair = side_of(unit), side(a, b)
        words, counter = WORDS.get(pair, ()), UNITS[unit]
        if not on_map(b) or b in self.zones[OTHER[who]] or b in self.vacated.get(who, ()) or "cliff" in words:
            return False
        water = "river" in words and not self.standing(pair)
        if water and (counter["silhouette"] in HEAVY or ("meuse" in words and counter["type"] not in WADERS)):
            return False
        if counter["silhouette"] and "forest" in (terrain(a), terrain(b)):
            over = pair in self.blown and terrain(b) == "forest" and counter["silhouette"] not in HEAVY
            return pair in ROADS and (pair not in self.blown or over)
        return True

    def room(self, unit: str, hex_: str) -> bool:
        there = [one for one in self.stacks.get(hex_, ()) if one not in TABLES["stacking"]["free"] and one != unit]
        if unit in TABLES["stacking"]["free"] or len(there) < 3:
            return True
        return len(there) < 4 and all(UNITS[one]["division"] == "PzLehr" for one in [*there, unit])

    def ways(self, unit: str, hexes: int) -> list[Way]:
        """All ways that break no restriction."""
        return [way for way in self._walks(unit, (self.places[unit],), hexes) if self.room(unit, way[-1])]

    def _walks(self, unit: str, way: Way, left: int) -> Iterator[Way]:
        if not left:
            yield way
            return
        for one in around(way[-1]):
            if one not in way and self.may_step(unit, way[-1], one):
                yield from self._walks(unit, (*way, one), left - 1)

    def outs(self, unit: str, hexes: int) -> list[Way]:
        """All ways off the map (BW-R.18): the last of each is the edge."""
        if side_of(unit) != "allied":
            return []
        found = []
        for left in range(hexes):
            for way in self._walks(unit, (self.places[unit],), left):
                found += [(*way, one) for one in sorted(self._edges(way[-1]))]
        return found

    def _edges(self, hex_: str) -> set[str]:
        """The edges that can be crossed from a hex: an imaginary hex beyond is next to no German with a zone."""
        found = set()
        for one in off_map(hex_):
            near = [unit for unit, place in self.places.items() if place in around_off(one) and not is_gun(unit)]
            if edge(one) != "east" and not any(side_of(unit) == "german" for unit in near):
                found.add(edge(one))
        return found


def off_map(hex_: str) -> list[str]:
    """The imaginary hexes next to a hex, negative rows and columns written as such."""
    column, row = int(hex_[:2]), int(hex_[2:])
    up = row - 1 + (column % 2 == 0)
    six = [(column, row - 1), (column, row + 1), *((column + a, up + b) for a in (1, -1) for b in (0, 1))]
    return [number(*one) for one in six if not (1 <= one[0] <= COLUMNS and 1 <= one[1] <= ROWS)]


def around_off(hex_: str) -> list[str]:
    """The hexes of the map next to an imaginary one."""
    return [one for one in around(hex_) if on_map(one)]


def reached(starts: Collection[str], neighbours: Callable[[str], list[str]], usable: Callable[[str], bool]) -> set[str]:
    """Every place that can be reached."""
    found, queue = set(starts), deque(starts)
    while queue:
        for one in neighbours(queue.popleft()):
            if one not in found and usable(one):
                found.add(one)
                queue.append(one)
    return found


# ---- the guidelines ----


class Retreat:
    """One unit's retreat: what is offered after each beginning of a way."""

    def __init__(self, map_: Map, unit: str, hexes: int) -> None:
        self.map, self.unit, self.hexes = map_, unit, hexes
        self.who, self.start = side_of(unit), map_.places[unit]
        self.legal = map_.ways(unit, hexes)
        self.roads = map_.net(self.who, self.start)
        self.ends = map_.sources(self.who) & self.roads
        self._known: dict[tuple[str, frozenset[str] | Way], Any] = {}
        self.kept = [way for way in self.legal if self._keeps(way)]
        self.out = [] if self.legal else map_.outs(unit, hexes)

    @cached_property
    def rank(self) -> str:
        """Which ways are open."""
        if not self.legal:
            return "off" if self.out else "none"
        return "kept" if self.kept else "left" if self._lenient((self.start,), self._first()) else "any"

    def offered(self, way: Way) -> set[str]:
        """The hexes, or edges, that may follow."""
        if self.rank == "kept":
            return after(self.kept, way)
        if self.rank == "left":
            return self._follow(way)
        return after(self.legal or self.out, way)

    # ---- roads ----

    def leading(self, been: Collection[str]) -> set[str]:
        """The road hexes from which a source can be reached without a hex of the way (BW-R.34)."""

        def find() -> set[str]:
            ends = [hex_ for hex_ in self.ends if hex_ not in been]
            return reached(ends, self.map.road_from, lambda one: one in self.roads and one not in been)

        return self._once("leading", frozenset(been) & self.roads, find)

    def _once(self, what: str, of: frozenset[str] | Way, find: Callable[[], T]) -> T:
        """What has been found before, or is found now."""
        if (what, of) not in self._known:
            self._known[what, of] = find()
        found: T = self._known[what, of]
        return found

    def onward(self, way: Way) -> set[str]:
        good = self.leading(way)
        return {
            one for one in self.map.road_from(way[-1]) if one in good and self.map.may_step(self.unit, way[-1], one)
        }

    def near(self, hex_: str) -> bool:
        return hex_ in self.roads or any(one in self.roads for one in around(hex_))

    # ---- which hexes the guidelines want next; None if they say nothing more ----

    def _first(self) -> str:
        on_road = self.start in self.roads and (self.onward((self.start,)) or self.start in self.ends)
        return "road" if on_road else "approach"

    def _keeps(self, way: Way) -> bool:
        """Whether a way keeps to the guidelines to its end and never leaves the road."""
        stage, begun = self._first(), 1
        for n in range(1, len(way)):
            been, next_ = way[:n], way[n]
            if stage == "road":
                onward = self.onward(been)
                if onward:
                    if next_ not in onward:
                        return False
                    continue
                if been[-1] not in self.ends:
                    return False
                stage = "edge"
            if stage == "edge":
                if not self.near(next_):
                    return False
                continue
            if not self._approaches(way, begun):
                return False
            if next_ in self.leading(way[:begun]) and n - begun + 1 == self._steps_to_road(way[:begun]):
                stage = "road"
        return True

    def _approaches(self, way: Way, begun: int) -> bool:
        """Whether a way goes from a hex to a road by the fewest hexes, or ends as near to one as it can."""
        prefix = way[:begun]
        least = self._steps_to_road(prefix)
        if least is None or least > self.hexes - begun + 1:
            return way[-1] in self._best_ends(prefix)
        return way[begun - 1 + least] in self.leading(prefix)

    def _steps_to_road(self, prefix: Way) -> int | None:
        """How many steps lead to a supply road that may be entered."""
        return self._once("steps", prefix, lambda: self._count_to_road(prefix))

    def _count_to_road(self, prefix: Way) -> int | None:
        good = self.leading(prefix)
        ring, seen, steps = {prefix[-1]}, set(prefix), 0
        while ring:
            steps += 1
            ring = {b for a in ring for b in around(a) if b not in seen and self.map.may_step(self.unit, a, b)}
            seen |= ring
            if ring & good:
                return steps
        return None

    def _best_ends(self, prefix: Way) -> set[str]:
        """Of the hexes in which a way with this beginning can end, those nearest to a supply road."""
        return self._once("ends", prefix, lambda: self._find_best_ends(prefix))

    def _find_best_ends(self, prefix: Way) -> set[str]:
        ends = {way[-1] for way in self.legal if way[: len(prefix)] == prefix}
        good = self.leading(prefix)
        far = {end: self._distance(end, good, prefix) for end in ends if end not in good}
        least = min((one for one in far.values() if one is not None), default=None)
        return ends if least is None else {end for end, one in far.items() if one == least}

    def _distance(self, hex_: str, good: set[str], been: Way) -> int | None:
        """Steps to a road: the last may lead into a zone, where a friend holds the road."""
        ring, seen, steps = {hex_}, {hex_, *been}, 0
        while ring:
            steps += 1
            if any(b in good and self._into(a, b) for a in ring for b in around(a)):
                return steps
            ring = {b for a in ring for b in around(a) if b not in seen and self.map.may_step(self.unit, a, b)}
            seen |= ring
        return None

    def _into(self, a: str, b: str) -> bool:
        """Whether a step is possible but for zones."""
        return self._once("friends", (), self._friends_alone).may_step(self.unit, a, b)

    def _friends_alone(self) -> Map:
        others = {unit: place for unit, place in self.map.places.items() if side_of(unit) == self.who}
        return Map(others, self.map.blown)

    # ---- roads that must be left ----

    def _follow(self, way: Way) -> set[str]:
        found: set[str] = set()
        stage = self._first()
        for n in range(1, len(way) + 1):
            found, stage = self._wanted(way[:n], stage)
            stage = self._moved_on(way, n, stage)
        return found

    def _moved_on(self, way: Way, n: int, stage: str) -> str:
        """The stage after a step of an approach that has come to a road."""
        word, _, begun = stage.partition(" ")
        if word == "approach" and n < len(way):
            prefix = way[: int(begun or 1)]
            least = self._steps_to_road(prefix)
            if least is not None and n + 1 - len(prefix) == least and least <= self.hexes - len(prefix) + 1:
                return "road"
        return stage

    def _lenient(self, prefix: Way, stage: str) -> set[str]:
        return self._wanted(prefix, stage)[0]

    def _wanted(self, prefix: Way, stage: str) -> tuple[set[str], str]:
        """What may follow a beginning, and the stage after it; a way may be completed in any manner."""
        possible = after(self.legal, prefix)
        word, _, begun = stage.partition(" ")
        if word == "approach":
            return self._on_approach(prefix, int(begun or 1)), stage
        if word == "free":
            return possible, "free"
        if word == "road":
            onward = self.onward(prefix)
            if onward & possible:
                return onward & possible, "road"
            if not onward and prefix[-1] in self.ends:
                word = "edge"
        if word == "edge":
            near = {one for one in possible if self.near(one)}
            if near:
                return near, "edge"
        again = self._on_approach(prefix, len(prefix))
        return (again, f"approach {len(prefix)}") if again else (possible, "free")

    def _on_approach(self, prefix: Way, begun: int) -> set[str]:
        least = self._steps_to_road(prefix[:begun])
        same = [way for way in self.legal if way[: len(prefix)] == prefix]
        if least is not None and least <= self.hexes - begun + 1:
            good = self.leading(prefix[:begun])
            return after([way for way in same if way[begun - 1 + least] in good], prefix)
        best = self._best_ends(prefix[:begun])
        return after([way for way in same if way[-1] in best], prefix)


def after(ways: list[Way], prefix: Way) -> set[str]:
    """What follows a beginning in some ways."""
    return {way[len(prefix)] for way in ways if len(way) > len(prefix) and way[: len(prefix)] == prefix}
