"""Zones, bridges, supply, movement, retreats and differentials once more, slowly, hex by hex, by the catalogue.

It shares no code with the game and is compared with it on many positions. Costs are in fifths of a movement point.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from tests.games.bulge import ground
from tests.games.bulge.datafiles import COLUMNS, TABLES, UNITS, factor

OTHER = {"german": "allied", "allied": "german"}
COST = {"clear": 1, "rough": 2, "light-woods": 3, "heavy-woods": 4}
WHOLE = 5  # fifths of a point
RUN, AFTER = 0, 1  # in the mechanized run along roads; after it, or without one
Where = tuple[str, int]


def side_of(unit: str) -> str:
    return UNITS[unit]["side"]


def mechanized(unit: str) -> bool:
    return UNITS[unit]["mechanized"] == "yes"


def british(unit: str) -> bool:
    return UNITS[unit]["nation"] == "UK"


@dataclass(frozen=True)
class Map:
    """Units on the map, interdiction markers of both sides, and what a moment of the game adds."""

    turn: int
    places: Mapping[str, str]
    markers: Mapping[str, frozenset[str]] = field(default_factory=dict)  # side → hexes with its markers
    motorised: frozenset[str] = frozenset()
    entered: Mapping[str, str] = field(default_factory=dict)  # bound British unit → its entry hex
    closed: frozenset[str] = frozenset()  # hexes from which Germans have left the map
    bridges_free: bool = False  # as if no Allied unit interdicted bridges

    @cached_property
    def here(self) -> dict[str, str]:
        return {hex_: unit for unit, hex_ in self.places.items()}

    def held(self, side: str, hex_: str) -> bool:
        return hex_ in self.here and side_of(self.here[hex_]) == side

    def marked(self, side: str, hex_: str) -> bool:
        """Whether a marker of the side's enemy lies in the hex."""
        return hex_ in self.markers.get(OTHER[side], frozenset())

    @cached_property
    def zones(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {"german": set(), "allied": set()}
        for unit, hex_ in self.places.items():
            found[side_of(unit)].update((hex_, *ground.neighbours(hex_)))
        return found

    def in_enemy_zone(self, side: str, hex_: str) -> bool:
        return hex_ in self.zones[OTHER[side]]

    # ---- roads and costs

    @cached_property
    def interdicted(self) -> set[frozenset[str]]:
        """The bridges that Allied units interdict to the German."""
        guns = [hex_ for unit, hex_ in self.places.items() if side_of(unit) == "allied"]
        return {
            frozenset(bridge)
            for bridge in ground.BRIDGES
            if any(ground.distance(gun, end) <= 3 for gun in guns for end in bridge)
        }

    def cut(self, side: str, a: str, b: str) -> bool:
        return side == "german" and not self.bridges_free and frozenset((a, b)) in self.interdicted

    def road(self, side: str, a: str, b: str) -> bool:
        """Whether a side can move along the road between two neighbours."""
        return ground.road(a, b) and not (self.cut(side, a, b) or self.marked(side, a) or self.marked(side, b))

    def step_cost(self, side: str, a: str, b: str, road: bool | None = None) -> int:
        """Fifths of a point for a step by regular movement."""
        if self.road(side, a, b) if road is None else road:
            return WHOLE
        water = ground.side(a, b)
        wet = "river" in water and ("bridge" not in water or self.cut(side, a, b))
        return WHOLE * (COST[ground.terrain(b)] + wet)

    # ---- supply

    def carries(self, side: str, hex_: str) -> bool:
        """Whether a supply path may enter a hex."""
        if self.held(OTHER[side], hex_):
            return False
        return self.held(side, hex_) or not (self.in_enemy_zone(side, hex_) or self.marked(side, hex_))

    def supply_road(self, side: str, a: str, b: str) -> bool:
        """Whether supply runs along the road between two hexes, both of which carry it."""
        return ground.road(a, b) and not self.cut(side, a, b)

    def sources(self, side: str) -> set[str]:
        if side == "german":
            return set(ground.ENTRIES["E"])
        return {hex_ for edge in "NSW" for hex_ in ground.ENTRIES[edge]} - self.closed

    def lifeline(self, side: str) -> set[str]:
        """The road hexes from which a road leads to a friendly edge."""
        if side not in self._lifelines:
            self._lifelines[side] = self._trace(side)
        return self._lifelines[side]

    @cached_property
    def _lifelines(self) -> dict[str, set[str]]:
        return {}

    def _trace(self, side: str) -> set[str]:
        reached = {hex_ for hex_ in self.sources(side) if self.carries(side, hex_)}
        queue = list(reached)
        while queue:
            here = queue.pop()
            for there in ground.joined(here):
                if there not in reached and self.carries(side, there) and self.supply_road(side, here, there):
                    reached.add(there)
                    queue.append(there)
        return reached

    def supplied_hex(self, side: str, hex_: str) -> bool:
        """Whether a unit of the side in the hex could trace supply."""
        line = self.lifeline(side)
        best = {hex_: 0}
        queue = [(0, hex_)]
        while queue:
            cost, here = heapq.heappop(queue)
            if here in line:
                return True
            for there in ground.neighbours(here):
                if self.carries(side, there):
                    total = cost + self.step_cost(side, here, there, self.supply_road(side, here, there))
                    if total <= 5 * WHOLE and total < best.get(there, 99):
                        best[there] = total
                        heapq.heappush(queue, (total, there))
        return False

    def supplied(self, unit: str) -> bool:
        side = side_of(unit)
        return (side == "german" and self.turn <= 3) or self.supplied_hex(side, self.places[unit])

    def exit_supplied(self, hex_: str) -> bool:
        """Whether an exit hex is in supply: whether a German unit in it would be."""
        if self.held("allied", hex_):
            return False
        standing = {unit: place for unit, place in self.places.items() if place != hex_}
        return replace(self, places={**standing, "12SS": hex_}).supplied_hex("german", hex_)

    # ---- movement

    def reach(self, unit: str, points: int = 5) -> dict[str, int]:
        """Where a unit on the map can come, friends left aside, at which least cost."""
        side, start = side_of(unit), self.places[unit]
        if self.in_enemy_zone(side, start):
            return {}
        runs = mechanized(unit) or unit in self.motorised
        starts = [((start, AFTER), 0)] + ([((start, RUN), 0)] if runs and ground.on_road(start) else [])
        found = self._flood(unit, starts, points)
        return {hex_: cost for hex_, cost in _least(found).items() if hex_ != start}

    def ends(self, unit: str, reached: Iterable[str] | None = None, moved: frozenset[str] = frozenset()) -> set[str]:
        """Where a unit may end its move: free hexes, and those of friends who can make room at once."""
        found = set(self.reach(unit) if reached is None else reached)
        return {hex_ for hex_ in found if hex_ not in self.here or self._yields(self.here[hex_], unit, moved)}

    def _yields(self, friend: str, mover: str, moved: frozenset[str]) -> bool:
        side, left = side_of(friend), self.places.get(mover, "")
        if side != side_of(mover) or friend in moved or self.in_enemy_zone(side, self.places[friend]):
            return False
        gone = replace(self, places={unit: hex_ for unit, hex_ in self.places.items() if unit != mover})
        return gone.supplied(friend) and any(h not in self.here or h == left for h in self.reach(friend))

    def enter(self, unit: str, hex_: str) -> dict[str, int]:
        """Where a unit that enters by a hex can come, at which least cost."""
        side = side_of(unit)
        if hex_ in self.closed or self.held(OTHER[side], hex_) or self.in_enemy_zone(side, hex_):
            return {}
        if self.marked(side, hex_):
            starts = [((hex_, AFTER), WHOLE * COST[ground.terrain(hex_)])]
        else:
            starts = [((hex_, AFTER), WHOLE)]
            if mechanized(unit) or unit in self.motorised:
                starts = [((hex_, RUN), 1)]
        return _least(self._flood(unit, starts, 5, hex_))

    def _flood(self, unit: str, starts: Iterable[tuple[Where, int]], points: int, entry: str = "") -> dict[Where, int]:
        side, limit = side_of(unit), WHOLE * points
        best = {where: cost for where, cost in starts if cost <= limit}
        queue = [(cost, where) for where, cost in best.items()]
        heapq.heapify(queue)
        while queue:
            cost, here = heapq.heappop(queue)
            if cost > best[here] or self.in_enemy_zone(side, here[0]):
                continue
            for there, total in self._steps(unit, here, cost, entry):
                if total <= limit and total < best.get(there, limit + 1):
                    best[there] = total
                    heapq.heappush(queue, (total, there))
        return best

    def _steps(self, unit: str, here: Where, cost: int, entry: str) -> Iterator[tuple[Where, int]]:
        side, (hex_, mode) = side_of(unit), here
        for there in ground.neighbours(hex_):
            if self.held(OTHER[side], there) or not self._free(unit, hex_, there, entry):
                continue
            if mode == RUN and self.road(side, hex_, there):
                yield (there, RUN), cost + 1
            used = cost // WHOLE * WHOLE if mode == RUN else cost
            yield (there, AFTER), used + self.step_cost(side, hex_, there)

    def _free(self, unit: str, here: str, there: str, entry: str) -> bool:
        """Whether the limits of the British allow a step."""
        home = entry if entry and british(unit) else self.entered.get(unit, "")
        return not home or ("meuse" not in ground.side(here, there) and ground.distance(home, there) <= 5)

    # ---- combat

    def retreats(self, unit: str) -> set[str]:
        side = side_of(unit)
        around = ground.neighbours(self.places[unit])
        return {hex_ for hex_ in around if hex_ not in self.here and not self.in_enemy_zone(side, hex_)}

    def enemies(self, unit: str) -> set[str]:
        """The enemy units next to a unit."""
        around = ground.neighbours(self.places[unit])
        return {self.here[h] for h in around if self.held(OTHER[side_of(unit)], h)}

    def meets_the_demand(self, target: str, attackers: Iterable[str]) -> bool:
        """Whether each attacker attacks the strongest enemy next to it."""
        return all(factor(target) == max(map(factor, self.enemies(unit))) for unit in attackers)

    def defence(self, target: str, attackers: Iterable[str]) -> int:
        """The defender's factor with what terrain adds."""
        hex_ = self.places[target]
        extra = {"clear": 0, "rough": 1, "light-woods": 1, "heavy-woods": 2}[ground.terrain(hex_)]
        extra += "town" in ground.features(hex_)
        extra += 2 * ("westwall" in ground.features(hex_) and side_of(target) == "german")
        extra += all("river" in ground.side(self.places[unit], hex_) for unit in attackers)
        return factor(target) + min(extra, 3)

    def column(self, target: str, attackers: Iterable[str], shifts: int = 0) -> str:
        """The label of the column of an attack."""
        attackers = tuple(attackers)
        differential = sum(map(factor, attackers)) - self.defence(target, attackers)
        at = max(n for n, least in enumerate(TABLES["crt"]["columns"]["least"]) if least <= differential)
        return COLUMNS[min(at + shifts, len(COLUMNS) - 1)]


def _least(found: Mapping[Where, int]) -> dict[str, int]:
    best: dict[str, int] = {}
    for (hex_, _), cost in found.items():
        best[hex_] = min(cost, best.get(hex_, cost))
    return best


def exchanges(target: str, attackers: Iterable[str]) -> set[frozenset[str]]:
    """The sets of units one of which an exchange costs the attacker."""
    everyone = tuple(attackers)
    sets = [frozenset(s) for n in range(len(everyone) + 1) for s in itertools.combinations(everyone, n)]
    allowed = [s for s in sets if sum(map(factor, s)) <= factor(target)]
    most = max(sum(map(factor, s)) for s in allowed)
    return {s for s in allowed if sum(map(factor, s)) == most}
