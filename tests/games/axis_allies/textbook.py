"""The rules once more, slowly and in plain words, to hold the engine against: no masks, no caches, no engine.

A `Map` is a position as plain dictionaries; every question is answered straight from the sentence of the rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from tests.games.axis_allies import ground

COMBAT = ("inf", "tank", "art")
LIMITS = {"inf": 6, "tank": 6, "art": 3}
SIDES = ("axis", "allies")


def other(side: str) -> str:
    """The enemy."""
    return SIDES[side == "axis"]


def open_road(hex_: str, closed: Collection[str], ends: Collection[str]) -> bool:
    """Whether a road leads from a hex to one of the ends without entering a closed hex."""
    return not joined({hex_}, closed).isdisjoint(ends)


def joined(hexes: Collection[str], closed: Collection[str]) -> set[str]:
    """Some hexes and those that roads join to them without entering a closed hex."""
    seen, todo = set(hexes), list(hexes)
    while todo:
        fresh = [other for other in ground.by_road(todo.pop()) if other not in seen and other not in closed]
        seen.update(fresh)
        todo += fresh
    return seen


@dataclass
class Map:
    """A position. `units` and `ready` are by hex and type, `holder` says whose combat units stand in a hex."""

    holder: dict[str, str] = field(default_factory=dict)
    units: dict[tuple[str, str], int] = field(default_factory=dict)
    ready: dict[tuple[str, str], int] = field(default_factory=dict)
    tokens: dict[tuple[str, str], int] = field(default_factory=dict)  # side, hex
    trucks: dict[str, tuple[str, str]] = field(default_factory=dict)  # name -> owner, place
    riding: dict[str, str] = field(default_factory=dict)  # hex -> whose combat units are aboard a truck there
    axis: frozenset[str] = frozenset()  # what the Axis controls

    # ---- who is where ----

    def held(self, side: str) -> set[str]:
        """The hexes with combat units of a side."""
        return {hex_ for hex_, holder in self.holder.items() if holder == side}

    def occupied(self, side: str, hex_: str) -> bool:
        """Whether combat units of a side are in a hex, aboard trucks too."""
        return side in (self.holder.get(hex_), self.riding.get(hex_))

    def zone(self, side: str) -> frozenset[str]:
        """The zones of control of a side."""
        return ground.disc({hex_ for hex_ in ground.HEXES if self.occupied(side, hex_)})

    def controls(self, side: str, hex_: str) -> bool:
        """Whether a hex is on a side's side of the line."""
        return (hex_ in self.axis) == (side == "axis")

    def trucks_at(self, side: str, hex_: str) -> list[str]:
        """A side's trucks in a hex."""
        return [name for name, (owner, place) in self.trucks.items() if (owner, place) == (side, hex_)]

    def depot(self, side: str, hex_: str) -> bool:
        """Whether trucks or tokens of a side are in a hex."""
        return self.tokens.get((side, hex_), 0) > 0 or bool(self.trucks_at(side, hex_))

    def captured(self, side: str, hex_: str) -> bool:
        """Whether what a side has in a hex is captured."""
        return self.holder.get(hex_) == other(side)

    def stands(self, side: str, hex_: str) -> bool:
        """Whether a side has ground units in a hex that are not captured."""
        return self.holder.get(hex_) == side or (self.depot(side, hex_) and not self.captured(side, hex_))

    def count(self, side: str, hex_: str) -> Counter[str]:
        """What a side has in a hex, as stacking counts it."""
        found: Counter[str] = Counter()
        if self.holder.get(hex_) == side:
            found.update({kind: self.units.get((hex_, kind), 0) for kind in COMBAT})
        if not self.captured(side, hex_):
            found["truck"] = len(self.trucks_at(side, hex_))
            found["supply"] = min(1, self.tokens.get((side, hex_), 0))
        return +found

    # ---- ground combat ----

    def targets(self, side: str, hex_: str) -> set[str]:
        """The hexes beside an attacking hex that it may attack."""
        return {near for near in ground.around(hex_) if self.stands(other(side), near)}

    def sources(self, side: str, hex_: str) -> set[str]:
        """The hexes whose tokens can pay for a hex."""
        found = {
            near
            for near in ground.around(hex_)
            if self.controls(side, near) and self.holder.get(near) != other(side) and not self.depot(other(side), near)
        }
        own = set() if self.captured(side, hex_) else {hex_}
        return {near for near in found | own if self.tokens.get((side, near), 0)}

    def may_attack(self, side: str, attacked: Collection[str]) -> set[str]:
        """The hexes that a side may attack from."""
        return {
            hex_
            for hex_ in self.held(side)
            if hex_ not in attacked
            and any(self.ready.get((hex_, kind), 0) for kind in COMBAT)
            and self.targets(side, hex_)
            and self.sources(side, hex_)
        }

    def full(self, side: str, kind: str, hex_: str) -> bool:
        """Whether a hex has no room for one more unit of a type."""
        count = self.count(side, hex_)
        return count[kind] >= LIMITS[kind] or count.total() >= 12

    def retreats(self, side: str, kind: str, hex_: str) -> set[str]:
        """Where a unit may retreat to."""
        return {
            near
            for near in ground.around(hex_)
            if near not in self.zone(other(side))
            and not self.full(side, kind, near)
            and (kind == "inf" or not ground.barrier(hex_, near))
        }

    # ---- movement ----

    def may_enter(self, side: str, kind: str, here: str, there: str) -> bool:
        """Whether a unit or truck may go from one hex into the next at all."""
        if self.occupied(other(side), there) or (kind != "inf" and ground.barrier(here, there)):
            return False
        if kind == "truck":
            friend = self.holder.get(there) == side
            return ground.road(here, there) and (friend or not self.depot(other(side), there))
        return True

    def stops(self, side: str, here: str, there: str) -> bool:
        """Whether going from one hex into the next ends a move."""
        zone = self.zone(other(side))
        return here in zone or there in zone or (there in ground.TOWNS and not self.controls(side, there))

    def along_roads(self, side: str, kind: str, hex_: str) -> set[str]:
        """Where a tank or truck may come by road."""
        found: set[str] = set()
        todo = [hex_]
        while todo:
            here = todo.pop()
            for there in ground.by_road(here):
                if there not in found and there != hex_ and self.may_enter(side, kind, here, there):
                    found.add(there)
                    if not self.stops(side, here, there):
                        todo.append(there)
        return found

    def one_hex(self, side: str, kind: str, hex_: str) -> set[str]:
        """Where a combat unit may go that moves one hex."""
        return {near for near in ground.around(hex_) if self.may_enter(side, kind, hex_, near)}

    def reach(self, side: str, kind: str, hex_: str) -> set[str]:
        """Where a unit or truck may go, without a blitz."""
        if kind == "truck":
            return self.along_roads(side, kind, hex_)
        near = self.one_hex(side, kind, hex_)
        return near | self.along_roads(side, kind, hex_) if kind == "tank" else near

    def free(self, side: str, truck: str) -> bool:
        """Whether a truck may go home."""
        owner, hex_ = self.trucks[truck]
        if owner != side or hex_ not in ground.HEXES or self.captured(side, hex_):
            return False
        zone = self.zone(other(side))
        if hex_ in zone:
            return hex_ in ground.exits(side)
        towns = {town for town in ground.TOWNS if not self.controls(side, town)}
        return open_road(hex_, zone | towns, {end for end in ground.edge(side) if ground.on_road(end)})

    def loads(self, side: str, hex_: str) -> set[str]:
        """What a truck with room may take up in a hex."""
        if self.captured(side, hex_):
            return set()
        units = {f"{kind}@{hex_}" for kind in ("inf", "art") if self.ready.get((hex_, kind))}
        return units | ({f"supply@{hex_}"} if self.tokens.get((side, hex_)) else set())

    # ---- reinforcement ----

    def entries(self, side: str, edge: Collection[str]) -> set[str]:
        """Where combat units may come in on an edge."""
        return {hex_ for hex_ in edge if self.controls(side, hex_) and not self.occupied(other(side), hex_)}

    def truck_entries(self, side: str) -> set[str]:
        """Where trucks may come in."""
        return {
            hex_
            for hex_ in self.entries(side, ground.edge(side))
            if ground.on_road(hex_) and (self.holder.get(hex_) == side or not self.depot(other(side), hex_))
        }

    # ---- upkeep ----

    def taken_by(self, side: str, hex_: str) -> bool:
        """Whether a side's pieces in a hex hold or take it."""
        if self.holder.get(hex_) == side:
            return True
        contested = self.stands(other(side), hex_)
        if not self.stands(side, hex_) or contested:
            return False
        return side == "allies" or self.controls(side, hex_) or hex_ not in ground.TOWNS

    def after_upkeep(self) -> frozenset[str]:
        """What the Axis controls after the front line has been moved."""
        gained = {hex_ for hex_ in ground.HEXES if self.taken_by("axis", hex_)}
        lost = {hex_ for hex_ in ground.HEXES if self.taken_by("allies", hex_)}
        after = (self.axis | gained) - lost
        claims = {
            near
            for hex_ in after
            if self.stands("axis", hex_)
            for near in ground.eastern(hex_)
            if not self.stands("allies", near) and not (near in ground.TOWNS and near not in self.axis)
        }
        return frozenset(after | claims)


# ---- dice ----


def assigned(boxes: int, hits: Iterable[int]) -> Counter[int]:
    """How many hits each box gets: the number on the die is counted along the boxes, round and round."""
    return Counter((hit - 1) % boxes for hit in hits)


def strip(infantry: int, tanks: int, artillery: int, trucks: int, supply: int) -> list[str]:
    """The boxes of a hex in their order."""
    return ["inf"] * infantry + ["tank"] * tanks + ["art"] * artillery + ["truck"] * trucks + ["supply"] * bool(supply)


def resolved(boxes: Sequence[str], tokens: int, hits: Iterable[int]) -> tuple[Counter[str], Counter[str]]:
    """What is destroyed and what has to retreat."""
    destroyed: Counter[str] = Counter()
    retreating: Counter[str] = Counter()
    for box, n in assigned(len(boxes), hits).items():
        kind = boxes[box]
        if kind == "supply":
            destroyed[kind] += min(n, tokens)
        elif kind == "truck":
            destroyed[kind] += n
        elif n >= 2:
            destroyed[kind] += 1
        else:
            retreating[kind] += 1
    return destroyed & Counter({**Counter(boxes), "supply": tokens}), retreating
