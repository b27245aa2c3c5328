"""Who stands where in a position that is played on, and how good a place is for a unit."""

from __future__ import annotations

from array import array
from bisect import bisect_left, insort
from functools import cached_property
from math import ceil

from ardennes.ai.atlas import OPEN
from ardennes.ai.fast.outlook import View
from ardennes.ai.picture import Aim
from ardennes.engine.queries import Unit
from ardennes.engine.state import State

PULLS = 4  # goals that a unit thinks of
Pull = tuple[float, list[int], list[float], list[float], bool, Aim]


class Sight:
    """A position as the side sees it that moves or fights now; kept up to date by whoever moves."""

    def __init__(self, view: View, state: State) -> None:
        self.view = view
        self.state = state
        self.taste = view.taste
        self.grid = view.ground.grid
        index, side = view.ground.atlas.index, view.side
        self.units: dict[str, Unit] = {}
        self.at: dict[str, int] = {}
        self.mine: dict[str, Unit] = {}  # on the map
        self.here: dict[int, list[str]] = {}  # own units by hex
        self.foes: dict[int, list[Unit]] = {}
        self.foe_defence: dict[int, float] = {}
        self.strength: dict[int, float] = {}
        self.cover = [0] * view.ground.size
        self.held = self.enemy = 0
        for unit in state.units():
            i = index(unit.place) if unit.place else -1
            self.units[unit.handle] = unit
            if i < 0:
                continue
            self.at[unit.handle] = i
            if unit.side == side:
                self.mine[unit.handle] = unit
                self.put(unit, i)
            else:
                self.enemy |= 1 << i
                self.foes.setdefault(i, []).append(unit)
                self.foe_defence[i] = self.foe_defence.get(i, 0.0) + unit.defence * unit.count
        self._friendly = self.held  # as things stand before anybody moves
        self._caught: dict[int, float] = {}
        self.near_enemy = self.grid.around(self.enemy)
        self.crowd: dict[str, list[float]] = {}
        self._bound: dict[str, tuple[str, float]] = {}

    # ---- who stands where ----

    def put(self, unit: Unit, i: int) -> None:
        """A unit stands there now."""
        self.held |= 1 << i
        self.here.setdefault(i, []).append(unit.handle)
        self.at[unit.handle] = i
        self.strength[i] = self.strength.get(i, 0.0) + unit.defence * unit.count
        cover = self.cover
        cover[i] += 1
        for j in self.grid.neighbours(i):
            if j >= 0:
                cover[j] += 1

    def rebind(self, unit: Unit, bound: tuple[str, float] | None) -> None:
        """A unit is under way again to where it was before it was taken up."""
        if bound is not None:
            self._bound[unit.handle] = bound
            insort(self.crowd[bound[0]], bound[1])

    def lift(self, unit: Unit, i: int) -> tuple[str, float] | None:
        """A unit stands there no more; returned is the goal that it was under way to."""
        there = self.here[i]
        there.remove(unit.handle)
        if not there:
            self.held &= ~(1 << i)
        self.strength[i] -= unit.defence * unit.count
        cover = self.cover
        cover[i] -= 1
        for j in self.grid.neighbours(i):
            if j >= 0:
                cover[j] -= 1
        bound = self._bound.pop(unit.handle, None)
        if bound is not None:
            self.crowd[bound[0]].remove(bound[1])
        return bound

    # ---- dangers ----

    @cached_property
    def _dangers(self) -> tuple[array[int], int]:
        total, reached = 0, 0
        threat_from = self.view.threat_from
        for i, foes in self.foes.items():
            for unit in foes:
                if unit.attack:
                    where, near = threat_from(i, unit)
                    total += near * ceil(unit.attack * unit.count)
                    reached |= where
        return self.view.ground.listed(total), reached

    @cached_property
    def threat(self) -> array[int]:
        """The strength that the enemy could bring beside each hex."""
        return self._dangers[0]

    @property
    def foe_reach(self) -> int:
        """Every hex where an enemy could be after his next movement."""
        return self._dangers[1]

    @cached_property
    def closed(self) -> int:
        """The hexes that the enemy holds or has in his zones of control."""
        state = self.state
        if "zoc" not in state.game.queries:
            return self.enemy
        enemy = next(side for side in state.game.sides if side != self.view.side)
        return self.enemy | self.grid.mask(state.zoc(enemy))

    def caught(self, i: int) -> float:
        """1 in a hex without a way out that the enemy does not hold or control, less where there is but one, else 0."""
        found = self._caught.get(i)
        if found is None:
            closed = self.closed & ~self._friendly
            ways = sum([1 for j in self.view.ground.atlas.beside(i) if not closed >> j & 1])
            found = self._caught[i] = 1.0 if not ways else self.taste.cramped if ways == 1 else 0.0
        return found

    # ---- places ----

    @cached_property
    def wanted(self) -> list[Aim]:
        """The goals to go for."""
        return [aim for aim in self.view.aims if aim.how != "deny" or aim.hex in self.foes]

    def pulls(self, unit: Unit, i: int, most: int = PULLS) -> list[Pull]:
        """The goals that draw a unit most from a hex, with what is needed to see how much elsewhere."""
        view, taste, found = self.view, self.taste, list[tuple[float, int, Pull]]()
        tempo, field_of = max(OPEN * unit.speed, 1.0), view.ground.atlas.field
        on, out = view.fades(unit.speed, False), view.fades(unit.speed, True)
        for n, aim in enumerate(self.wanted):
            field = field_of(aim.hex)
            away = field[i]
            leaves = aim.how == "exit"
            fades = out if leaves else on
            if away >= len(fades):
                continue
            crowd = [] if leaves else self.crowd.get(aim.place, [])
            weight = aim.value * (view.worth(unit.handle) if leaves else 1.0)
            value = weight * fades[away]
            if crowd:
                value *= taste.shared ** bisect_left(crowd, away / tempo)
            found.append((-value, n, (weight, field, fades, crowd, leaves, aim)))
        found.sort()
        return [pull for _, _, pull in found[:most]]

    def bind(self, unit: Unit, i: int, pulls: list[Pull]) -> None:
        """A unit is under way to the goal that draws it most in a hex."""
        tempo, best, goal = max(OPEN * unit.speed, 1.0), 0.0, None
        for weight, field, fades, crowd, leaves, aim in pulls:
            away = field[i]
            value = weight * fades[away] if away < len(fades) else 0.0
            if crowd:
                value *= self.taste.shared ** bisect_left(crowd, away / tempo)
            if value > best:
                best, goal = value, (aim.place, away / tempo) if not leaves else None
        if goal is not None:
            self._bound[unit.handle] = goal
            insort(self.crowd.setdefault(goal[0], []), goal[1])

    def value(self, unit: Unit, i: int, pulls: list[Pull]) -> float:
        """How good it is for a unit that has been taken up to stand in a hex."""
        taste, view, cover = self.taste, self.view, self.cover
        total = taste.pull * self._drawn(unit, i, pulls)
        if view.denies:
            total += taste.bar * self._barred(i)
        near = sum([1 for j in self.grid.neighbours(i) if j >= 0 and cover[j]])
        total += taste.support * min(near, 3) if near else -taste.alone
        lost = taste.danger * self._risk(unit, i) if self.threat[i] else 0.0
        if self.closed >> i & 1 or self.near_enemy >> i & 1:
            lost += taste.trapped * self.caught(i)
        return total - lost * view.worth(unit.handle) if lost else total

    def _drawn(self, unit: Unit, i: int, pulls: list[Pull]) -> float:
        """The best of some goals from a hex, faded by how far it is, and shared with those who go there too."""
        taste, best, tempo = self.taste, 0.0, max(OPEN * unit.speed, 1.0)
        for weight, field, fades, crowd, leaves, _ in pulls:
            away = field[i]
            if away >= len(fades):
                continue
            value = weight * fades[away]
            if value <= best:
                continue
            if not leaves:
                if away:
                    value *= taste.near
                if crowd:
                    value *= taste.shared ** bisect_left(crowd, away / tempo)
            best = max(best, value)
        return best

    def _barred(self, i: int) -> float:
        """How much of the enemy's ways a unit in a hex bars that no friend bars yet."""
        ways, again, cover = self.view.ways, self.taste.again, self.cover
        bar = 2 * ways[i] * again ** cover[i] if ways[i] else 0.0
        for j in self.grid.neighbours(i):
            if j >= 0 and ways[j]:
                bar += ways[j] * again ** cover[j]
        return bar / 4

    def _risk(self, unit: Unit, i: int) -> float:
        """How likely a unit would be lost in a hex, by what the enemy could bring."""
        defence = self.strength.get(i, 0.0) + unit.defence * unit.count
        if self.view.picture.shelter >> i & 1:
            defence *= self.taste.shelter
        return min(max((self.threat[i] / max(defence, 0.5) - 1.0) / self.taste.certain, 0.0), 1.0)
