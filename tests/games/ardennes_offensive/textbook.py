"""Zones, bridges, supply, movement and retreat once more, slowly, hex by hex, by the catalogue.

It shares no code with the game and is compared with it on random positions. Costs are in tenths of a movement point.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.datafiles import UNITS

OTHER = {"german": "allied", "allied": "german"}
WHOLE = 10  # tenths of a point
Bridge = tuple[str, str]


def side_of(unit: str) -> str:
    return UNITS[unit]["side"]


def mechanized(unit: str) -> bool:
    return UNITS[unit]["mechanized"] == "yes"


def division(unit: str) -> bool:
    return UNITS[unit]["size"] == "XX"


def sources(side: str) -> tuple[str, ...]:
    return ground.ENTRIES if side == "german" else tuple(ground.EXITS)


@dataclass(frozen=True)
class Map:
    """Units on live hexes; who waits off the map or lies dormant is not among them."""

    turn: int
    places: Mapping[str, str]
    columns: frozenset[str] = frozenset()  # units in Road Mode
    bound: frozenset[str] = frozenset()  # west bank units before their release
    fixed: Mapping[str, frozenset[Bridge]] = field(default_factory=dict)  # interdiction found earlier in the turn

    @cached_property
    def stacks(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for unit, hex_ in self.places.items():
            found.setdefault(hex_, []).append(unit)
        return found

    def holds(self, side: str, hex_: str, but: str = "") -> list[str]:
        return [unit for unit in self.stacks.get(hex_, ()) if side_of(unit) == side and unit != but]

    # ---- zones of control

    @cached_property
    def _zones(self) -> dict[str, set[str]]:
        zones: dict[str, set[str]] = {"german": set(), "allied": set()}
        for unit, hex_ in self.places.items():
            zones[side_of(unit)].add(hex_)
            if unit not in self.columns:
                zones[side_of(unit)].update(ground.neighbours(hex_))
        return zones

    def zone(self, side: str) -> set[str]:
        return self._zones[side]

    def controlled(self, side: str, hex_: str, but: str = "") -> bool:
        """Whether the enemy of a side holds or controls a hex, friends there cancelling his zone."""
        enemy = OTHER[side]
        if self.holds(enemy, hex_):
            return True
        return hex_ in self.zone(enemy) and not self.holds(side, hex_, but)

    # ---- bridges

    @cached_property
    def _interdicted(self) -> dict[str, frozenset[Bridge]]:
        return {side: self._found_interdicted(side) for side in OTHER}

    def interdicted(self, side: str) -> frozenset[Bridge]:
        return self.fixed[side] if side in self.fixed else self._interdicted[side]

    def _found_interdicted(self, side: str) -> frozenset[Bridge]:
        guns = {h for unit, h in self.places.items() if side_of(unit) != side and unit not in self.columns}
        near = {h for gun in guns for h in ground.disc(gun, 3)}
        found = {bridge for bridge in ground.BRIDGES if near.intersection(bridge)}
        if side == "german" and self.turn == 1:
            found = {bridge for bridge in found if not all(map(ground.german_ground, bridge))}
        return frozenset(found)

    def cut(self, side: str, a: str, b: str) -> bool:
        found = self.interdicted(side)
        return (a, b) in found or (b, a) in found

    # ---- supply

    def lifeline(self, side: str) -> set[str]:
        """The road hexes from which a road leads to a source."""
        reached = {h for h in sources(side) if not self.controlled(side, h)}
        queue = list(reached)
        while queue:
            here = queue.pop()
            for there in ground.joined(here):
                if there not in reached and not self.controlled(side, there) and not self.cut(side, here, there):
                    reached.add(there)
                    queue.append(there)
        return reached

    @cached_property
    def _supplied(self) -> dict[str, set[str]]:
        return {side: self._found_supplied(side) for side in OTHER}

    def supplied(self, side: str) -> set[str]:
        return self._supplied[side]

    def _found_supplied(self, side: str) -> set[str]:
        line = self.lifeline(side)
        return {unit for unit, hex_ in self.places.items() if side_of(unit) == side and self._reaches(side, hex_, line)}

    def _reaches(self, side: str, hex_: str, line: set[str]) -> bool:
        reached = {hex_}
        for _ in range(3):
            if reached & line:
                return True
            around = {h for here in reached for h in ground.neighbours(here)}
            reached |= {h for h in around if ground.live(h) and not self.controlled(side, h)}
        return bool(reached & line)

    def supply(self, unit: str) -> str:
        side, hex_ = side_of(unit), self.places[unit]
        supplied = self.supplied(side)
        if unit in supplied or (side == "german" and self.turn == 1):
            return "supplied"
        friends = any(ground.distance(hex_, self.places[u]) <= 3 for u in supplied)
        home = any(ground.distance(hex_, h) <= 3 for h in sources(side))
        around = ground.neighbours(hex_)
        closed = len(around) == 6 and all(self.controlled(side, h) for h in around)
        return "isolated" if closed and not friends and not home else "unsupplied"

    def allowance(self, unit: str) -> int:
        whole = int(UNITS[unit]["ma"])
        return whole if self.supply(unit) == "supplied" else whole // 2

    # ---- movement

    def reach(self, unit: str, points: int | None = None) -> dict[tuple[str, bool], int]:
        """Where a unit on the map can end, in which mode, at which least cost; its own hex and mode cost nothing."""
        limit = WHOLE * (self.allowance(unit) if points is None else points)
        start = (self.places[unit], unit in self.columns)
        best = {start: 0}
        queue = [(0, start)]
        while queue:
            cost, here = heapq.heappop(queue)
            if cost > best[here]:
                continue
            for there, extra in self._moves(unit, here, cost):
                total = cost + extra
                if total <= limit and total < best.get(there, limit + 1):
                    best[there] = total
                    heapq.heappush(queue, (total, there))
        return best

    def _moves(self, unit: str, here: tuple[str, bool], cost: int) -> Iterator[tuple[tuple[str, bool], int]]:
        side, (hex_, column) = side_of(unit), here
        change = WHOLE * (6 if mechanized(unit) else 3)
        if column:
            yield (hex_, False), -cost % WHOLE + change
        elif self._may_form(unit, hex_):
            yield (hex_, True), change
        at_start = hex_ == self.places[unit]
        friends = bool(self.holds(side, hex_, but=unit))
        if self.controlled(side, hex_, but=unit) or (friends and not at_start):
            return
        for there in ground.neighbours(hex_):
            if self._may_enter(unit, hex_, there, column):
                yield (there, column), self.step_cost(unit, hex_, there, column)

    def _may_form(self, unit: str, hex_: str) -> bool:
        side = side_of(unit)
        crowd = [h for h in (hex_, *ground.joined(hex_)) if self.holds(side, h, but=unit)]
        return ground.on_road(hex_) and not crowd

    def _may_enter(self, unit: str, here: str, there: str, column: bool) -> bool:
        side = side_of(unit)
        if not ground.live(there) or self.holds(OTHER[side], there):
            return False
        if unit in self.bound and "meuse" in ground.side(here, there):
            return False
        friends = self.holds(side, there, but=unit)
        near = [u for h in ground.joined(there) for u in self.holds(side, h, but=unit)]
        if column:
            walled = side == "allied" and ground.west_wall(there)
            return ground.road(here, there) and not self.cut(side, here, there) and not (friends or near or walled)
        if any(u in self.columns for u in (*friends, *near)):
            return False
        return self.room(unit, friends)

    def kept_clear(self, waiting: Mapping[str, str], staged: Mapping[str, int]) -> set[tuple[str, bool]]:
        """Where, in which mode, no unit in play may end, since one that waits could not come in by its entry then."""
        found: set[tuple[str, bool]] = set()
        for unit, entry in waiting.items():
            side, road = side_of(unit), {entry, *ground.joined(entry)}
            near = {h: self.holds(side, h) for h in road}
            lost = 2 * staged.get(entry, 0) * self.step_cost(unit, "", "", True)  # tenths of a point
            points = int(UNITS[unit]["ma"])
            rolls = not any(near.values()) and lost + self.step_cost(unit, "", "", True) <= WHOLE * points
            pays = -(-lost // WHOLE) + (6 if mechanized(unit) else 3) + 1 <= points
            columns = any(u in self.columns for units in near.values() for u in units)
            walks = pays and not near[entry] and not columns
            if not self.controlled(side, entry) and (rolls or walks):
                found |= {(h, True) for h in road} | {(h, False) for h in ({entry} if pays else road)}
        return found

    @staticmethod
    def room(unit: str, friends: list[str]) -> bool:
        return not friends or (len(friends) < 3 and not any(map(division, (unit, *friends))))

    def step_cost(self, unit: str, here: str, there: str, column: bool) -> int:
        side, motor = side_of(unit), mechanized(unit)
        if column:
            return WHOLE // 10 if side == "allied" and not motor else WHOLE // 2
        points = 0
        crowd = 6 if motor else 2
        if here == self.places[unit] and self.holds(side, here, but=unit):
            points += crowd
        if self.holds(side, there, but=unit):
            points += crowd
        if ground.road(here, there) and not self.cut(side, here, there):
            return WHOLE * (points + 1)
        points += (4 if motor else 2) if ground.terrain(there) == "rough" else 1
        if side == "allied" and ground.west_wall(there):
            points += 2
        water = ground.side(here, there)
        if "river" in water:
            points += 6 if motor else 3
        elif "ford" in water:
            points += 3 if motor else 1
        return WHOLE * points

    # ---- retreat

    def retreats(self, unit: str, hexes: int) -> set[tuple[str, ...]]:
        """The ways of retreat among which the victor may choose; none if the unit is eliminated."""
        ways = list(self._ways(unit, hexes, (self.places[unit],)))
        if not ways and side_of(unit) == "allied":
            ways = [way for n in range(1, hexes + 1) for way in self._off_map(unit, n)]
        if not ways:
            return set()
        best = min(self.rank(unit, way) for way in ways)
        return {way[1:] for way in ways if self.rank(unit, way) == best}

    def _ways(self, unit: str, hexes: int, way: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if len(way) > hexes:
            yield way
            return
        for there in ground.neighbours(way[-1]):
            if ground.distance(way[0], there) == len(way) and self._may_fall_back(unit, way[-1], there):
                yield from self._ways(unit, hexes, (*way, there))

    def _off_map(self, unit: str, hexes: int) -> Iterator[tuple[str, ...]]:
        for way in self._ways(unit, hexes - 1, (self.places[unit],)):
            for there in ground.neighbours(way[-1]):
                farther = ground.distance(way[0], there) == hexes
                along = unit not in self.columns or ground.road(way[-1], there)
                if ground.edge(there) and farther and along and there not in self.zone("german"):
                    yield (*way, there)

    def _may_fall_back(self, unit: str, here: str, there: str) -> bool:
        side = side_of(unit)
        if not ground.live(there) or self.controlled(side, there):
            return False
        friends = self.holds(side, there, but=unit)
        if unit in self.columns:
            walled = side == "allied" and ground.west_wall(there)
            return ground.road(here, there) and not self.cut(side, here, there) and not friends and not walled
        return self.room(unit, friends) and not any(u in self.columns for u in friends)

    def rank(self, unit: str, way: tuple[str, ...]) -> tuple[int, ...]:
        """How good a way is by the priorities; lower is better."""
        side = side_of(unit)
        kinds = [self.kind(side, a, b) for a, b in itertools.pairwise(way)]
        friends = sum(len(self.holds(side, h, but=unit)) for h in way[1:])
        counted = [-kinds.count(kind) for kind in ("road", "clear", "rough", "interdicted")]
        return (self.direction(side, way[0], way[-1]), *counted, friends)

    def direction(self, side: str, start: str, end: str) -> int:
        """0: toward own supply and away from the enemy's; 1: toward only; 2: away only; 3: neither."""
        own, foe = self.usable(side), self.usable(OTHER[side])
        toward = _near(end, own) < _near(start, own)
        away = _near(end, foe) > _near(start, foe)
        return {(True, True): 0, (True, False): 1, (False, True): 2}.get((toward, away), 3)

    def usable(self, side: str) -> tuple[str, ...]:
        every = sources(side)
        return tuple(h for h in every if not self.controlled(side, h)) or every

    def kind(self, side: str, here: str, there: str) -> str:
        """Of which kind a step of a retreat is."""
        water = ground.side(here, there)
        if "bridge" in water:
            if self.cut(side, here, there):
                return "interdicted"
        elif "river" in water:
            return "river"
        elif "ford" in water:
            return "rough"
        if ground.edge(there):
            return "clear"
        if ground.on_road(there):
            return "road"
        return "rough" if ground.terrain(there) == "rough" else "clear"

    # ---- combat

    def attack(self, units: Collection[str], states: Mapping[str, str]) -> int:
        """The strength of attackers: hex by hex, supply first, then Road Mode, then the ground or the first turn."""
        total = 0
        for hex_ in {self.places[unit] for unit in units}:
            here = [unit for unit in units if self.places[unit] == hex_]
            total += self._strength(here, [u for u in here if states[u] != "supplied"]) * self._factor(here[0], 2, 1)
        return total

    def defence(self, hexes: Collection[str], retreated: Collection[str] = ()) -> int:
        """The strength of all units in some hexes, without those that have retreated there."""
        total = 0
        for hex_ in hexes:
            here = [unit for unit in self.stacks[hex_] if unit not in retreated]
            alone = [unit for unit in here if self.supply(unit) == "isolated"]
            total += self._strength(here, alone) * self._factor(here[0], 3, 2)
        return total

    def _strength(self, units: Collection[str], halved: Collection[str]) -> int:
        strength = {unit: int(UNITS[unit]["strength"]) for unit in units}
        total = -(-sum(strength[unit] for unit in halved) // 2) + sum(strength[u] for u in units if u not in halved)
        return -(-total // 2) if any(unit in self.columns for unit in units) else total

    def _factor(self, unit: str, wall: int, cleared: int) -> int:
        if side_of(unit) == "allied":
            return 1
        if self.turn == 1:
            return 3
        hex_ = self.places[unit]
        return wall if ground.west_wall(hex_) else cleared if ground.cleared_wall(hex_) else 1


def odds(attack: int, defence: int) -> str:
    """The column of the table, rounded in the defender's favour."""
    return "1-2" if attack < defence else f"{min(9, attack // defence)}-1"


def _near(hex_: str, places: tuple[str, ...]) -> int:
    return min(ground.distance(hex_, place) for place in places)
