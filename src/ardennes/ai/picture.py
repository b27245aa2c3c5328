"""What a player sees of a position before it plans: who stands where, who can come where, which places matter.

Everything is found when it is asked for the first time, from the engine's queries alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from operator import add

from ardennes.ai.atlas import FAR, OPEN, atlas
from ardennes.ai.taste import Taste, taste_of
from ardennes.engine.errors import ArdennesError
from ardennes.engine.queries import Goal, Unit
from ardennes.engine.state import State

FEW = 16  # hexes that are looked at one by one


@dataclass(frozen=True, slots=True)
class Aim:
    """A place that matters, with its hex."""

    place: str
    hex: int
    value: float  # as a multiple of the mean goal, and by how many enemies press on it
    how: str
    points: float  # as a multiple of the mean goal alone


class Picture:
    """A position as one side sees it. It does not change while units move; make a new one after a die."""

    def __init__(
        self,
        state: State,
        side: str,
        taste: Taste | None = None,
        *,
        exact: bool = False,
        former: Picture | None = None,
    ) -> None:
        self.state = state
        self.side = side
        self.taste = taste or taste_of(state.game.name, side)
        self.exact = exact  # whether threats are looked for as far as the enemy can march
        self.atlas = atlas(state.game)
        self.grid = self.atlas.grid
        self.mine: dict[str, Unit] = {}
        self.theirs: dict[str, Unit] = {}
        self.reserve: dict[str, Unit] = {}  # own units that are not on the board yet
        self.coming: dict[str, Unit] = {}  # the enemy's
        self.at: dict[str, int] = {}
        self._marches: dict[int, list[int]] = {}
        self._looked_up: dict[int, float] = {}  # threats in single hexes
        for unit in state.units():
            i = self.atlas.index(unit.place) if unit.place else -1
            if i < 0:
                (self.reserve if unit.side == side else self.coming)[unit.handle] = unit
            else:
                self.at[unit.handle] = i
                (self.mine if unit.side == side else self.theirs)[unit.handle] = unit
        self._reached = self._taken_over(former) if former is not None else {}

    def finished(self) -> Picture:
        """The same with all found now that a later picture takes over."""
        _ = self.reaches, self.nearest_foe, self.nearest_friend, self.ways
        return self

    def _taken_over(self, former: Picture) -> dict[str, int]:
        """What a picture made a little earlier knows, as good as true: the ways, and the reach of those who stand."""
        if former.state.turn == self.state.turn:
            for name in ("nearest_foe", "nearest_friend", "ways"):
                if name in former.__dict__:
                    self.__dict__[name] = former.__dict__[name]
        if not self.exact or not former.exact or "reaches" not in former.__dict__:
            return {}
        reaches, at = former.reaches, former.at
        if former.state.turn == self.state.turn:
            same = {handle: reaches.get(handle, 0) for handle in self.coming if handle in former.coming}
        else:
            same = {}
        return same | {
            handle: reaches[handle] for handle, i in self.at.items() if at.get(handle) == i and handle in reaches
        }

    # ---- pieces ----

    @cached_property
    def friends(self) -> dict[int, list[Unit]]:
        """The own units in each hex."""
        return self._stacked(self.mine)

    @cached_property
    def foes(self) -> dict[int, list[Unit]]:
        """The enemy's units in each hex."""
        return self._stacked(self.theirs)

    def _stacked(self, units: dict[str, Unit]) -> dict[int, list[Unit]]:
        found: dict[int, list[Unit]] = defaultdict(list)
        for handle, unit in units.items():
            found[self.at[handle]].append(unit)
        return dict(found)

    @cached_property
    def gates(self) -> dict[int, int]:
        """How many own units wait beside the map before each hex by which they come in."""
        return dict(Counter(self.atlas.index(unit.entry) for unit in self.reserve.values() if unit.entry))

    def worth(self, handle: str) -> float:
        """What a piece is worth, as a multiple of the mean piece."""
        return self._worths.get(handle, 1.0)

    @cached_property
    def _worths(self) -> dict[str, float]:
        raw = {handle: self.state.worth(handle) for handle in (*self.mine, *self.theirs, *self.reserve)}
        mean = sum(raw.values()) / max(len(raw), 1) or 1.0
        return {handle: value / mean for handle, value in raw.items()}

    @cached_property
    def unit_price(self) -> float:
        """What the mean piece is worth in the game's points."""
        raw = [self.state.worth(handle) for handle in (*self.mine, *self.theirs)]
        return sum(raw) / max(len(raw), 1) or 1.0

    # ---- places ----

    @cached_property
    def aims(self) -> list[Aim]:
        """The goals that lie on the board, each with its value as a multiple of the mean one.

        An exit counts for each unit that leaves by it, so its value is that of a mean unit there; one that is to be
        denied counts for every enemy, the less the farther he is.
        """
        points: list[tuple[Goal, int, float]] = []
        for goal in self.state.goals(self.side):
            i = self.atlas.index(goal.place)
            if i >= 0:
                points.append((goal, i, goal.value * (self.unit_price if goal.place in self.leaving else 1.0)))
        mean = sum(value for _, _, value in points) / max(len(points), 1) or 1.0
        return [
            Aim(goal.place, i, value / mean * self._press(goal, i), goal.how, value / mean) for goal, i, value in points
        ]

    @cached_property
    def exits(self) -> dict[str, Aim]:
        """The goals by which own units leave, by place."""
        return {aim.place: aim for aim in reversed(self.aims) if aim.how == "exit"}

    @cached_property
    def leaving(self) -> frozenset[str]:
        """The places by which units of either side leave the map for points."""
        sides = self.state.game.sides
        return frozenset(goal.place for side in sides for goal in self.state.goals(side) if goal.how == "exit")

    def _press(self, goal: Goal, i: int) -> float:
        """How many mean enemies could leave by an exit that is to be denied, the farther the less; one for all else."""
        if goal.how != "deny" or goal.place not in self.leaving:
            return 1.0
        away = self.atlas.field(i)
        total = 0.0
        for handle, unit in self.theirs.items():
            turns = away[self.at[handle]] / max(OPEN * unit.speed, 1.0)
            total += self.worth(handle) * self.taste.press**turns
        return total

    @cached_property
    def nearest_foe(self) -> list[int]:
        """How far the nearest enemy is from every hex, as he marches."""
        return self.atlas.flood(dict.fromkeys(self.foes, 0))

    @cached_property
    def nearest_friend(self) -> list[int]:
        """How far the nearest own unit is from every hex."""
        return self.atlas.flood(dict.fromkeys(self.friends, 0))

    @cached_property
    def touched(self) -> int:
        """The hexes beside an enemy."""
        return self.grid.around(self.grid.mask(self.foes))

    @cached_property
    def closed(self) -> int:
        """The hexes that the enemy holds or has in his zones of control; only the former if the game has none."""
        found = self.grid.mask(self.foes)
        if "zoc" not in self.state.game.queries:
            return found
        enemy = next(side for side in self.state.game.sides if side != self.side)
        return found | self.grid.mask(self.state.zoc(enemy))

    def threat(self, i: int) -> float:
        """The strength that the enemy could bring beside a hex in his next movement."""
        if "threats" in self.__dict__ or len(self._looked_up) > FEW:
            return self.threats.get(i, 0.0)
        found = self._looked_up.get(i)
        if found is None:
            there = self._near if i >= 0 else ()
            found = self._looked_up[i] = sum([strength for near, strength in there if near >> i & 1], 0.0)
        return found

    @cached_property
    def threats(self) -> dict[int, float]:
        """The same for every hex beside which there could be any."""
        found: dict[int, float] = defaultdict(float)
        bits = self.grid.bits
        for near, strength in self._near:
            for i in bits(near):
                found[i] += strength
        return found

    @cached_property
    def _near(self) -> list[tuple[int, float]]:
        """The hexes beside which each enemy could be, and his strength."""
        found = []
        for handle, reached in self.reaches.items():
            unit = self.theirs.get(handle) or self.coming[handle]
            if unit.attack:
                found.append((self.grid.around(reached), float(unit.attack * unit.count)))
        return found

    @cached_property
    def foe_reach(self) -> int:
        """Every hex where an enemy could be after his next movement."""
        found = 0
        for reached in self.reaches.values():
            found |= reached
        return found

    @cached_property
    def reaches(self) -> dict[str, int]:
        """Where each enemy could be after his next movement, more or less; those who arrive included."""
        if not self.exact:
            return {handle: self.grid.disc(1 << self.at[handle], 2) for handle in self.theirs}
        blocked = self.grid.mask(self.friends)
        halting = self.grid.around(blocked)
        found = {}
        known = self._reached
        for handle, unit in self.theirs.items():
            if handle in known:
                found[handle] = known[handle]
                continue
            points = int(OPEN * unit.speed * self.taste.tempo)
            found[handle] = self.atlas.within(self.at[handle], points, blocked, halting)
        for handle, unit in self.coming.items():
            reached = known[handle] if handle in known else self._arriving(handle) if unit.attack else 0
            if reached:
                found[handle] = reached
        return found

    def _arriving(self, handle: str) -> int:
        """Where an enemy who comes in could be."""
        try:
            costs = self.state.reach(handle).costs
        except ArdennesError:
            return 0
        return self.grid.mask(name for name in costs if name in self.grid)

    @cached_property
    def shelter(self) -> int:
        """The hexes whose ground helps a defender."""
        return self.atlas.shelter

    # ---- the ways of the side that attacks ----

    def march(self, i: int) -> list[int]:
        """How far it is to a hex from every other: around the enemy as he stands now, or through him at a price."""
        known = self._marches.get(i)
        if known is None:
            known = self._marches[i] = self.atlas.march(i, self.grid.mask(self.foes), self.closed)
        return known

    @cached_property
    def ways(self) -> list[float]:
        """How much each hex lies on the attacker's ways to his goals, whichever side he is: 1 is the busiest.

        The attacker is the side that does not merely deny. A hex counts for a goal the less the longer the detour over
        it, and a goal the less the farther it is from him.
        """
        found = [0.0] * self.grid.size
        for runner, aims in ((True, self._wanted), (False, self._denied)):
            if aims:
                self._add_ways(found, self.nearest_friend if runner else self.nearest_foe, aims)
        most = max(*found, self.taste.busy)
        return [value / most for value in found]

    @cached_property
    def _wanted(self) -> list[Aim]:
        return [aim for aim in self.aims if aim.how != "deny"]

    @cached_property
    def _denied(self) -> list[Aim]:
        return [aim for aim in self.aims if aim.how == "deny"]

    def _add_ways(self, found: list[float], come: list[int], aims: list[Aim]) -> None:
        spread = self.taste.spread
        for aim in aims:
            go = self.atlas.field(aim.hex)
            least = come[aim.hex]
            if least >= FAR:
                continue
            weight = aim.value * 0.5 ** (least / self.taste.patience) / spread
            limit = least + spread
            for i, over in enumerate(map(add, come, go)):
                if over < limit:
                    found[i] += weight * (limit - over)
