"""The optional rules of Part A once more, slowly, as the book has them: 18, 19, 21, 23, 24.2, 26, 28.3, 31, 32.

It shares no code with the game: hexes are their numbers, sets are sets, and the map is what its file says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from tests.games.bitter_woods.datafiles import TABLES, units
from tests.games.bitter_woods.textbook import HEAVY, OTHER, ROADS, WADERS, WORDS, Map, around, on_map, side, terrain

UNITS = {unit["id"]: unit for unit in units()}
MECHANIZED = ("armor", "armored_cavalry", "armored_infantry")
GUNS = ("corps_artillery", "rocket")
FORTS = set(TABLES["fortifications"]["permanent"])
CRT = ["1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1"]
ANGRIFF = CRT[3:6]


@dataclass
class Book:
    """A position, and what the optional rules say of it."""

    map: Map
    turn: str = "20AM"
    reduced: set[str] = field(default_factory=set)
    unsupplied: set[str] = field(default_factory=set)
    shocked: set[str] = field(default_factory=set)
    improved: set[str] = field(default_factory=set)
    interdicted: set[str] = field(default_factory=set)
    options: set[str] = field(default_factory=set)

    def er(self, unit: str) -> int:
        return int(UNITS[unit]["er"]) - (unit in self.unsupplied) - (unit in self.shocked)

    def highest(self, names: list[str]) -> int:
        return max(self.er(unit) for unit in names)

    def strength(self, unit: str) -> int:
        """What is printed, then halved by shock."""
        printed = int(UNITS[unit]["strength_reduced" if unit in self.reduced else "strength"])
        return (printed + 1) // 2 if unit in self.shocked else printed

    # ---- 18 ----

    def members(self, division: str) -> list[str]:
        return [unit for unit in self.map.places if UNITS[unit]["division"] == division]

    def divisions(self, who: str) -> set[str]:
        """German divisions that are mechanized, and all of the Allies."""
        names = {unit["division"] for unit in UNITS.values() if unit["side"] == who and unit["division"]}
        if who == "allied":
            return names
        return {
            name for name in names
            if all(unit["type"] in MECHANIZED for unit in UNITS.values() if unit["division"] == name)
        }  # fmt: skip

    def sound(self, division: str) -> bool:
        return not any(unit in self.unsupplied or unit in self.shocked for unit in self.members(division))

    def flanks(self, place: str, attackers: list[str]) -> bool:
        hexes = {self.map.places[unit] for unit in attackers}
        apart = len(hexes) == 2 and not set.intersection(*({one, *around(one)} for one in hexes)) & hexes
        if len(hexes) < 3 and not apart:
            return False
        who = UNITS[attackers[0]]["side"]
        for division in self.divisions(who):
            joined = [unit for unit in attackers if UNITS[unit]["division"] == division]
            if who == "allied":
                joined = [unit for unit in joined if int(UNITS[unit]["er"]) >= 5]
            if len(joined) >= 3 and self.sound(division):
                return True
        return False

    def coordinated(self, place: str) -> bool:
        """Some unit in the hex is the end of a chain of three."""
        here = self.map.stacks[place]
        for division in self.divisions(UNITS[here[0]]["side"]):
            strong = [unit for unit in self.members(division) if int(UNITS[unit]["er"]) >= 5]
            for first in (unit for unit in strong if unit in here):
                if self.sound(division) and self._linked(first, strong) >= 3:
                    return True
        return False

    def _linked(self, first: str, all_: list[str]) -> int:
        found, fresh = {first}, [first]
        while fresh:
            at = self.map.places[fresh.pop()]
            near = {unit for unit in all_ if self.map.places[unit] in (at, *around(at))} - found
            found |= near
            fresh += near
        return len(found)

    def integrity(self, place: str, attackers: list[str]) -> int:
        ours, theirs = self.flanks(place, attackers), self.coordinated(place)
        if ours and theirs:
            return 0
        across = all("meuse" in WORDS.get(side(self.map.places[unit], place), ()) for unit in attackers)
        if ours and (place in FORTS or across):
            return 0
        return theirs - ours

    # ---- strengths, column, die ----

    def across(self, place: str, attackers: list[str]) -> bool:
        return all("river" in WORDS.get(side(self.map.places[unit], place), ()) for unit in attackers)

    def attack(self, attackers: list[str], guns: list[str]) -> int:
        total = sum(self.strength(gun) for gun in guns)
        for unit in attackers:
            strength = self.strength(unit)
            total += (strength + 1) // 2 if unit in self.unsupplied else strength
        return total

    def defence(self, place: str, attackers: list[str], cover: list[str]) -> int:
        total = sum(self.strength(gun) for gun in cover)
        twice = terrain(place) == "town" or self.across(place, attackers)
        for unit in self.map.stacks[place]:
            kind, strength = UNITS[unit]["type"], self.strength(unit)
            if kind == "rocket":
                total += 1
            elif kind == "corps_artillery":
                total += (strength + 1) // 2
            else:
                total += strength * (2 if twice else 1)
        return total

    def nerve(self, place: str, attackers: list[str]) -> int:
        """The least face that shifts an attack; 0 if no die is rolled."""
        theirs = self.highest(self.map.stacks[place])
        if UNITS[attackers[0]]["side"] == "allied":
            return 0
        if self.turn == "16AM" and "variable_surprise" in self.options:
            able = [unit for unit in attackers if UNITS[unit]["type"] in MECHANIZED and int(UNITS[unit]["er"]) >= 5]
            return theirs + 1 if able else 0
        if self.turn in ("16PM", "17AM", "17PM") and "scare" in self.options:
            ss = [unit for unit in attackers if UNITS[unit]["silhouette"] and UNITS[unit]["branch"] == "SS"]
            return theirs if ss else 0
        return 0

    def shifts(self, place: str, attackers: list[str], guns: list[str], shaken: bool) -> tuple[int, int]:
        """Columns to the right and to the left."""
        german, here = UNITS[attackers[0]]["side"] == "german", self.map.stacks[place]
        surprise = german and self.turn == "16AM" and "variable_surprise" not in self.options
        right = surprise + (shaken and bool(self.nerve(place, attackers)))
        left = (terrain(place) in ("forest", "broken")) + (terrain(place) == "town" and self.across(place, attackers))
        if (
            "combined_arms" in self.options
            and terrain(place) in ("clear", "light-woods")
            and place not in self.improved
        ):
            tanks = any(UNITS[unit]["silhouette"] for unit in attackers)
            foot = any(UNITS[unit]["type"] in WADERS for unit in attackers)
            right += tanks and foot and bool(guns or self.shocked & set(here))
        if "cooperation" in self.options:
            mixed = {UNITS[unit]["nation"] for unit in (here if german else attackers)} >= {"US", "UK"}
            right, left = right + (mixed and german), left + (mixed and not german)
        return min(right, 2), min(left, 2)

    def column(
        self, place: str, attackers: list[str], guns: list[str], cover: list[str], shaken: bool, moving: bool
    ) -> tuple[str, str]:
        """The table and its column."""
        ratio = Fraction(self.attack(attackers, guns), self.defence(place, attackers, cover))
        right, left = self.shifts(place, attackers, guns, shaken)

        def read(table: list[str]) -> int:
            at = sum(ratio >= Fraction(*map(int, label.split("-"))) for label in table) - 1
            return max(min(max(at, 0) + right, len(table) - 1) - left, 0)

        if moving and ratio >= 2 and read(CRT) >= CRT.index("2-1"):
            return "angriff", ANGRIFF[read(ANGRIFF)]
        return "crt", CRT[read(CRT)]

    def modifier(self, place: str, attackers: list[str], guns: list[str], cover: list[str]) -> int:
        ours, theirs = self.highest([*attackers, *guns]), self.highest([*self.map.stacks[place], *cover])
        shelter = place in FORTS or place in self.improved
        found = (theirs > ours) - (ours > theirs and not shelter)
        if "integrity" in self.options:
            found += self.integrity(place, attackers)
        return min(max(found, -2), 2)

    # ---- 21, 24, 26 ----

    def faces(self, unit: str, guns: int) -> int:
        """How many faces of a bombardment shock a unit."""
        added = (guns >= 4) - (self.map.places[unit] in FORTS)
        return sum(die + added > self.er(unit) for die in range(1, 7))

    def command(self, leader: str, at: str) -> set[str]:
        """Where a leader's line leads: through enemy zones only where a friend is."""
        who = UNITS[leader]["side"]
        found = fresh = {at}
        for _ in range(int(UNITS[leader]["leader_range"])):
            fresh = {one for here in fresh for one in around(here) if on_map(one) and self._open(who, one)} - found
            found = found | fresh
        return found

    def _open(self, who: str, hex_name: str) -> bool:
        return hex_name not in self.map.zones[OTHER[who]] or self.map.holds(who, hex_name)

    def surrendering(self, who: str) -> set[str]:
        found = set()
        for place, stack in self.map.stacks.items():
            if UNITS[stack[0]]["side"] != who or any(int(UNITS[unit]["er"]) > 3 for unit in stack):
                continue
            ring = [one for one in around(place) if on_map(one)]
            if any(unit in self.unsupplied for unit in stack) and self.map.zones[OTHER[who]].issuperset(ring):
                found.add(place)
        return found

    # ---- 23 ----

    def past(self, unit: str, place: str, hexes: int, moved: bool) -> set[str]:
        """The hexes in which an advance past a defender may end."""
        return {way[-1] for way in self._past(unit, place, hexes, moved, (self.map.places[unit],), Fraction(0))}

    def _past(
        self, unit: str, place: str, hexes: int, moved: bool, way: tuple[str, ...], spent: Fraction
    ) -> Iterator[tuple[str, ...]]:
        if len(way) > 1 and self.map.room(unit, way[-1]):
            yield way
        if len(way) > 1 and self._ended(unit, way):
            return
        for one in around(way[-1]):
            cost = self._step(unit, place, way, one, moved)
            dear = (
                cost is not None and len(way) > 1 and spent + cost > int(UNITS[unit]["ma"])
            )  # one hex is always possible
            if cost is None or dear or not self._short(place, hexes, (*way, one)):
                continue
            yield from self._past(unit, place, hexes, moved, (*way, one), spent + cost)

    def _dry(self, a: str, b: str) -> bool:
        """Whether no river is between two hexes, or a bridge stands there."""
        return "river" not in WORDS.get(side(a, b), ()) or self.map.standing(side(a, b))

    def _road(self, a: str, b: str) -> bool:
        return side(a, b) in ROADS and side(a, b) not in self.map.blown

    def _ended(self, unit: str, way: tuple[str, ...]) -> bool:
        """An enemy zone, or a river crossed without a bridge by those who stop then."""
        if way[-1] in self.map.zones[OTHER[UNITS[unit]["side"]]]:
            return True
        if way[-1] in self._bombed(unit) and terrain(way[-1]) == "forest" and "challenge" in self.options:
            return any(way[-1] in pair for pair in ROADS)
        wet = not self._dry(way[-2], way[-1])
        return wet and (UNITS[unit]["type"] not in WADERS or "meuse" in WORDS[side(way[-2], way[-1])])

    def _bombed(self, unit: str) -> set[str]:
        """Interdiction concerns Germans."""
        return self.interdicted if UNITS[unit]["side"] == "german" else set()

    def _short(self, place: str, hexes: int, way: tuple[str, ...]) -> bool:
        """Not farther than the result says; half as far again, but not past Clervaux, if all of it is along a road."""
        made = len(way) - 1
        if place == "1624":
            return made <= (hexes + 1) // 2
        by_road = all(self._road(a, b) for a, b in pairwise(way))
        return made <= hexes or (by_road and made <= (3 * hexes + 1) // 2)

    def _step(self, unit: str, place: str, way: tuple[str, ...], one: str, moved: bool) -> Fraction | None:
        """What a step costs; None if it is not allowed."""
        here, who, counter = way[-1], UNITS[unit]["side"], UNITS[unit]
        if not on_map(one) or self.map.holds(OTHER[who], one) or "cliff" in WORDS.get(side(here, one), ()):
            return None
        defended = {place}
        for enemy in self.map.stacks[place]:
            if UNITS[enemy]["type"] not in GUNS:
                defended |= {next_ for next_ in around(place) if "meuse" not in WORDS.get(side(place, next_), ())}
        if one in defended:
            return None
        wet = not self._dry(here, one)
        if wet:
            if moved or len(way) > 1 or counter["silhouette"] in HEAVY:
                return None
            if "meuse" in WORDS[side(here, one)] and counter["type"] not in WADERS:
                return None
        more = 2 if one in self._bombed(unit) else 0
        if self._road(here, one):
            return Fraction(1, 4) + more
        if counter["silhouette"] and "forest" in (terrain(here), terrain(one)):
            return None
        if "bridge" in WORDS.get(side(here, one), ()) and not wet:
            return None  # a bridge is crossed by its road
        cost = {"clear": 1, "town": 1, "light-woods": 2, "broken": 2, "forest": 2}[terrain(one)]
        return Fraction(cost + more + (wet and terrain(one) in ("broken", "forest")))
