"""Moves, advances and supply once more (BW-5, 7, 9.8, 11.3, 12.2, and options), slowly, as the book has them.

It shares no code with the game: hexes are their numbers, sets are sets, and the map is what its file says. A way is
followed hex by hex, and the cheapest to each hex is kept, by what is printed: a crossing that ends the move too.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from tests.games.bitter_woods.datafiles import TABLES, units
from tests.games.bitter_woods.textbook import (
    BOARD,
    BRIDGES,
    HEAVY,
    OTHER,
    ROADS,
    WADERS,
    WORDS,
    Map,
    Way,
    around,
    on_map,
    reached,
    side,
    terrain,
)

UNITS = {unit["id"]: unit for unit in units()}
MECHANIZED = ("armor", "armored_cavalry", "armored_infantry")
GUNS = ("corps_artillery", "rocket", "army_artillery")
FAR_BANK = set(BOARD["regions"]["west-bank"])
ROAD_HEXES = {hex_ for pair in ROADS for hex_ in pair}
POINT = 12
COSTS = {  # points: infantry, others
    "clear": (1, 1), "light-woods": (1, 2), "broken": (2, 2), "forest": (2, 2), "town": (1, 1),
}  # fmt: skip
CLOSED = {  # the regions that an army's units do not enter before 19AM, and what frees them (BW-5.4, R.15)
    "6Pz": (("six-five-road", "south-of-six-five"), {"2417"}),
    "5Pz": (("north-of-six-five", "south-of-five-seven"), {"2417", "1730"}),
    "7": (("north-of-five-seven",), {"1730"}),
}


class Reach(NamedTuple):
    """The hexes in which a move can end, each with what it has cost."""

    ends: dict[str, int]


@dataclass
class March:
    """A position, and what the book says of moves in it."""

    map: Map
    turn: int
    season: str  # dry, mud or freeze
    interdicted: set[str] = field(default_factory=set)
    unsupplied: set[str] = field(default_factory=set)
    unbound: set[str] = field(default_factory=set)
    lowered: dict[str, int] = field(default_factory=dict)  # allowances that are not those of the counters
    army: dict[str, str] = field(default_factory=dict)
    leaders: dict[str, str] = field(default_factory=dict)  # leader -> hex; they are not on the map
    options: set[str] = field(default_factory=set)

    # ---- the unit ----

    def allowance(self, unit: str) -> int:
        points = self.lowered.get(unit, int(UNITS[unit]["ma"]))
        return POINT * ((points + 1) // 2 if unit in self.unsupplied else points)

    def rate(self, unit: str) -> int:
        """What a hex of road costs: a quarter, German infantry and rockets a third, German corps guns a half."""
        counter = UNITS[unit]
        if counter["side"] == "german" and counter["type"] in ("corps_artillery", "army_artillery"):
            return POINT // 2
        on_foot = counter["type"] not in (*MECHANIZED, "leader")
        return POINT // 3 if counter["side"] == "german" and on_foot else POINT // 4

    def enters(self, unit: str, hex_: str) -> int:
        """What the terrain of a hex costs."""
        kind, on_wheels = terrain(hex_), UNITS[unit]["type"] in (*MECHANIZED, *GUNS)
        points = COSTS[kind][on_wheels]
        if kind == "clear" and on_wheels and self.season == "mud":
            points = 2
        if kind == "light-woods" and self.season == "freeze":
            points = 1
        return points * POINT

    def bound(self, unit: str) -> bool:
        """Whether army boundaries hold for a unit (BW-5.4, 37.2)."""
        guns = ("corps_artillery", "rocket") if "army_artillery" in self.options else ()
        kinds = (*MECHANIZED, "leader", *guns)
        counter = UNITS[unit]
        return counter["side"] == "german" and counter["type"] in kinds and self.turn <= 6 and unit not in self.unbound

    def closed(self, unit: str) -> set[str]:
        regions, free = CLOSED[self.army.get(unit) or UNITS[unit]["army"]]
        return {hex_ for name in regions for hex_ in BOARD["regions"][name]} - free

    def frees(self, unit: str, hex_: str) -> bool:
        """Whether a hex frees a unit of boundaries: of a gun, all that lies west of one of these."""
        _, points = CLOSED[self.army.get(unit) or UNITS[unit]["army"]]
        if UNITS[unit]["type"] in (*MECHANIZED, "leader"):
            return hex_ in points
        return any(int(hex_[:2]) > int(point[:2]) for point in points)

    # ---- a step ----

    def price(self, unit: str, a: str, b: str, *, first: bool) -> tuple[int, bool] | None:
        """What a step costs and whether it ends the move; None if it is closed (BW-5.3)."""
        counter, pair = UNITS[unit], side(a, b)
        words, extra = WORDS.get(pair, ()), self._more(unit, b)
        if not on_map(b) or "cliff" in words:
            return None
        if "meuse" in words and self._keeps_behind(unit) and a in FAR_BANK and b not in FAR_BANK:
            return None
        if pair in ROADS and pair not in self.map.blown:
            return self.rate(unit) + extra, False
        if "river" not in words:
            if counter["silhouette"] and "forest" in (terrain(a), terrain(b)):
                return None
            return self.enters(unit, b) + extra, False
        wades, meuse = counter["type"] in (*WADERS, "leader"), "meuse" in words
        if not first or counter["silhouette"] in HEAVY or (meuse and not wades):
            return None
        assert pair not in BRIDGES or pair in self.map.blown, "every bridge carries a road"
        if wades:
            ford = POINT if not meuse and terrain(b) in ("forest", "broken") else 0
            return self.enters(unit, b) + extra + ford, meuse
        if counter["silhouette"] and "forest" in (terrain(a), terrain(b)):
            return None
        return self.enters(unit, b) + extra, True

    def _more(self, unit: str, hex_: str) -> int:
        """What interdiction costs (BW-11.3); Kampfgruppe Peiper ignores it on 17AM (BW-27.1)."""
        if hex_ not in self.interdicted or UNITS[unit]["side"] != "german" or self._dashes(unit):
            return 0
        return POINT * (2 if UNITS[unit]["type"] in MECHANIZED else 1)

    def _dashes(self, unit: str) -> bool:
        return "spearheads" in self.options and self.turn == 3 and unit == "1SS-Peiper"

    def _keeps_behind(self, unit: str) -> bool:
        british = UNITS[unit]["nation"] == "UK" and unit not in ("11Arm-29", "L-Montgomery")
        return "cooperation" in self.options and british

    # ---- a move ----

    def moves(self, unit: str) -> Reach:
        """Where a move can end (BW-5.1 to 5.4, 6.1, 7.4)."""
        start, points = self.map.places.get(unit) or self.leaders[unit], self.allowance(unit)
        found: dict[str, int] = {}
        best: dict[tuple[str, bool], int] = {}
        queue = [(0, start, not self.bound(unit), False)]
        while queue:
            spent, here, freed, over = heapq.heappop(queue)
            if best.get((here, freed), POINT * 99) <= spent:
                continue
            if not over:
                best[here, freed] = spent
            if here != start and here not in found and self._room(unit, here):
                found[here] = points if over else spent  # a step that ends the move takes all points
            if over or (here != start and self._halts(unit, here)):
                continue
            for b, cost, ends in self._onward(unit, here, freed, first=here == start and spent == 0):
                total = spent + cost
                if total > points:
                    if here != start:
                        continue
                    total, ends = points, True  # the free hex is the whole move (BW-R.12)
                heapq.heappush(queue, (total, b, freed or self.frees(unit, b), ends))
        return Reach(found)

    def _onward(self, unit: str, a: str, freed: bool, *, first: bool) -> Iterator[tuple[str, int, bool]]:
        who = UNITS[unit]["side"]
        shut = set() if freed else self.closed(unit)
        for b in around(a):
            if not on_map(b) or b in shut or b in self.map.vacated.get(who, ()) or self.map.holds(OTHER[who], b):
                continue
            if (first and self._same_enemy(unit, a, b)) or self._deadly(unit, b):
                continue
            step = self.price(unit, a, b, first=first)
            if step is not None:
                yield b, *step

    def _deadly(self, unit: str, hex_: str) -> bool:
        """Whether a leader would be alone in an enemy zone, or meet an enemy leader (BW-24.3, R.80)."""
        if UNITS[unit]["type"] != "leader":
            return False
        who = UNITS[unit]["side"]
        met = any(place == hex_ and UNITS[one]["side"] != who for one, place in self.leaders.items())
        return met or (hex_ in self.map.zones[OTHER[who]] and not self.map.holds(who, hex_))

    def _same_enemy(self, unit: str, a: str, b: str) -> bool:
        """Whether one enemy unit has both hexes in its zone (BW-7.4, R.21)."""
        if self._dashes(unit):
            return False
        who = UNITS[unit]["side"]
        for enemy, place in self.map.places.items():
            counter = UNITS[enemy]
            if counter["side"] == who or counter["type"] in GUNS or a == place:
                continue
            zone = {one for one in around(place) if "meuse" not in WORDS.get(side(place, one), ())}
            if a in zone and b in zone:
                return True
        return False

    def _halts(self, unit: str, hex_: str) -> bool:
        """Whether a unit that has entered a hex stops there: an enemy zone, an interdicted forest road (BW-22.1)."""
        if self._dashes(unit):
            return False
        counter = UNITS[unit]
        bombed = "challenge" in self.options and hex_ in self.interdicted and hex_ in ROAD_HEXES
        if bombed and terrain(hex_) == "forest" and counter["side"] == "german" and counter["type"] in MECHANIZED:
            return True
        return hex_ in self.map.zones[OTHER[counter["side"]]]

    def _room(self, unit: str, hex_: str) -> bool:
        """Whether a move may end in a hex (BW-6.1, 24.3, 28.2, 37.1)."""
        if UNITS[unit]["type"] == "leader" and any(
            one != unit and place == hex_ and UNITS[one]["side"] == UNITS[unit]["side"]
            for one, place in self.leaders.items()
        ):
            return False
        there = [one for one in self.map.stacks.get(hex_, []) if one != unit]
        led = [one for one, place in self.leaders.items() if place == hex_ and one != "L-Montgomery"]
        nations = {UNITS[one]["nation"] for one in (*there, *led, unit) if one != "L-Montgomery"}
        if "cooperation" in self.options and {"US", "UK"} <= nations:
            return False
        free = [*TABLES["stacking"]["free"], "AA-5", "AA-6", "AA-7", *self.leaders]
        counted = [one for one in there if one not in free]
        if unit in free or len(counted) < 3:
            return True
        return len(counted) < 4 and all(UNITS[one]["division"] == "PzLehr" for one in [*counted, unit])

    # ---- an advance ----

    def advances(self, unit: str, place: str, hexes: int, *, marched: bool) -> set[str]:
        """The hexes in which an advance into a hex that the defender has left may end (BW-9.8, 8.3, R.38)."""
        ways = self._advances(unit, (self.map.places[unit], place), 0, hexes, marched=marched)
        return {way[-1] for way in ways if self._room(unit, way[-1])}

    def _advances(self, unit: str, way: Way, spent: int, hexes: int, *, marched: bool) -> Iterator[Way]:
        """All ways, the last step of this one not yet made."""
        here, there, first = way[-2], way[-1], len(way) == 2
        who, points = UNITS[unit]["side"], self.allowance(unit)
        free = not self.bound(unit) or any(self.frees(unit, hex_) for hex_ in way[1:-1])
        if not on_map(there) or self.map.holds(OTHER[who], there) or there in self.map.vacated.get(who, ()):
            return
        step = self.price(unit, here, there, first=first)
        if step is None or (not free and there in self.closed(unit)):
            return
        total = spent + step[0]
        if (total > points and not first) or not self._short(unit, way, hexes):
            return
        yield way
        if self._stays(unit, way, marched=marched):
            return
        for one in around(there):
            if one != there:
                yield from self._advances(unit, (*way, one), min(total, points), hexes, marched=marched)

    def _stays(self, unit: str, way: Way, *, marched: bool) -> bool:
        """Whether an advance ends here: after a river without a bridge, in a zone after the first hex."""
        if len(way) > 2:
            return way[-1] in self.map.zones[OTHER[UNITS[unit]["side"]]]
        pair = side(*way)
        words = WORDS.get(pair, ())
        if "river" not in words or self.map.standing(pair):
            return False
        return marched or "meuse" in words or UNITS[unit]["type"] not in WADERS

    def _short(self, unit: str, way: Way, hexes: int) -> bool:
        """Whether a way is no longer than the result allows, or half as long again by road."""
        made = len(way) - 1
        if way[1] == "1624":
            return made <= (hexes + 1) // 2
        by_road = all(side(a, b) in ROADS and side(a, b) not in self.map.blown for a, b in pairwise(way))
        bonus = by_road and UNITS[unit]["type"] in MECHANIZED
        return made <= hexes or (bonus and made <= (3 * hexes + 1) // 2)

    # ---- supply ----

    def supplied(self, who: str) -> set[str]:
        """The units of a side to which a path leads (BW-12.2, 12.3)."""
        enemy = self.map.zones[OTHER[who]]

        def usable(hex_: str) -> bool:
            return on_map(hex_) and (hex_ not in enemy or self.map.holds(who, hex_))

        sources = [hex_ for hex_ in self.map.sources(who) if usable(hex_)]
        fed = reached(sources, self.map.road_from, usable)
        for _ in range(TABLES["supply"]["hexes"]):
            fed |= {b for a in fed for b in around(a) if usable(b)}
        return {unit for unit, place in self.map.places.items() if UNITS[unit]["side"] == who and place in fed}
