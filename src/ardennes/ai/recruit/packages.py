"""Attacks that moves make possible: who goes where, so that an enemy can be attacked with a positive expectation."""

from __future__ import annotations

from dataclasses import dataclass

from ardennes.ai.picture import Picture
from ardennes.ai.player import Clock
from ardennes.ai.recruit.attack import weigh
from ardennes.ai.recruit.places import Places
from ardennes.ai.recruit.whims import NONE, Whims
from ardennes.engine.battle import Battle
from ardennes.engine.errors import ArdennesError
from ardennes.engine.queries import Unit

COST = 4  # nodes of one look at an attack

Reach = dict[str, frozenset[int]]  # unit → the hexes where it could end its move


@dataclass(frozen=True, slots=True)
class Package:
    """An attack on a hex, by units that go to places beside it."""

    target: int
    moves: tuple[tuple[str, int], ...]
    worth: float


class Packages:
    """The attacks that are worth moving for, each unit and each enemy once."""

    def __init__(self, picture: Picture, places: Places, reach: Reach, clock: Clock, whims: Whims = NONE) -> None:
        self.picture = picture
        self.places = places
        self.reach = reach
        self.clock = clock
        self._values: dict[str, dict[int, float]] = {}
        self.units = {**picture.mine, **{h: unit for h, unit in picture.reserve.items() if h in reach}}
        self.free = set(self.units) - whims.goes.keys()
        self.spared = {picture.atlas.index(place) for place in whims.spared}

    def choose(self) -> list[Package]:
        """One after the other, the best first."""
        open_ = [target for target in self.picture.foes if target not in self.spared]
        found = [package for target in open_ if (package := self._best(target)) is not None]
        chosen = []
        while found:
            best = max(found, key=lambda package: package.worth)
            chosen.append(best)
            self.free -= {handle for handle, _ in best.moves}
            found = [self._still(package) for package in found if package.target != best.target]  # type: ignore[misc]
            found = [package for package in found if package is not None]
        return chosen

    def _still(self, package: Package) -> Package | None:
        """A package whose units are all free, or what is left of it."""
        if all(handle in self.free for handle, _ in package.moves):
            return package
        return self._best(package.target)

    def _best(self, target: int) -> Package | None:
        if self.clock.out:
            return None
        attackers = self._attackers(target)
        defence = sum(unit.defence * unit.count for unit in self.picture.foes[target])
        strength = sum(unit.attack * unit.count for unit, _ in attackers)
        if not attackers or strength < self.picture.taste.outnumber * defence:
            return None
        best = self._package(target, attackers)
        while best is not None and len(attackers) > 1:
            attackers = attackers[:-1]
            smaller = self._package(target, attackers)
            if smaller is None or smaller.worth < self.picture.taste.worse * best.worth:
                break
            best = max(best, smaller, key=lambda package: package.worth - self.picture.taste.each * len(package.moves))
        return best

    def _attackers(self, target: int) -> list[tuple[Unit, int]]:
        """Units that could stand beside the target, the strongest first, each with its place."""
        picture, found = self.picture, list[tuple[Unit, int]]()
        ring = [i for i in picture.grid.neighbours(target) if i >= 0]
        taken: dict[int, int] = {}
        able = []
        for handle in self.free:
            unit = self.units[handle]
            here = picture.at.get(handle, -1)
            places = [i for i in ring if i == here or i in self.reach.get(handle, ())]
            if places and unit.attack:
                able.append((here not in ring, -unit.attack * unit.count, handle, unit, places))
        for _, _, handle, unit, places in sorted(able, key=lambda entry: entry[:3]):
            here = picture.at.get(handle, -1)
            place = here if here in places else min(places, key=lambda i: (taken.get(i, 0), -self._footing(i), i))
            if taken.get(place, 0) and place != here:
                continue
            taken[place] = taken.get(place, 0) + 1
            found.append((unit, place))
            if len(found) == picture.taste.attackers:
                break
        return found

    def _footing(self, i: int) -> float:
        """How good a place is to attack from: sheltered, and beside few other enemies."""
        picture = self.picture
        foes = sum(1 for j in picture.grid.neighbours(i) if j in picture.foes)
        return (picture.shelter >> i & 1) - foes

    def _package(self, target: int, attackers: list[tuple[Unit, int]]) -> Package | None:
        picture, grid = self.picture, self.picture.grid
        self.clock.spend(COST)
        moved = {unit.handle: grid.name(i) for unit, i in attackers if picture.at.get(unit.handle, -1) != i}
        handles = tuple(unit.handle for unit, _ in attackers)
        battle = Battle("attack", picture.side, (grid.name(target),), handles)
        try:
            there = picture.state.suppose(moved) if moved else picture.state
        except ArdennesError:
            return None
        found = weigh(picture, there, battle)
        if found is None or found[0] < picture.taste.least:
            return None
        worth = found[0] - sum(self._forgone(unit, i) for unit, i in attackers)
        return Package(target, tuple((unit.handle, i) for unit, i in attackers), worth) if worth > 0 else None

    def _forgone(self, unit: Unit, place: int) -> float:
        """What a unit gives up if it goes to a place to attack rather than to the best it could have."""
        known = self._values.get(unit.handle)
        if known is None:
            known = self._values[unit.handle] = self._valued(unit)
        return self.places.taste.forgone * max(max(known.values()) - known.get(place, 0.0), 0.0) if known else 0.0

    def _valued(self, unit: Unit) -> dict[int, float]:
        here = self.picture.at.get(unit.handle, -1)
        if here >= 0:
            self.places.lift(unit, here)
        open_ = {*self.reach.get(unit.handle, ()), *([here] if here >= 0 else [])}
        if self.places.glancing:
            found = dict(zip(open_, self.places.glances(unit, open_), strict=True))
        else:
            found = {i: self.places.value(unit, i) for i in open_}
        if here >= 0:
            self.places.put(unit, here)
        return found
