"""How much each place is worth to a side now: goals draw, weak enemies draw, friends support."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from ardennes.engine.queries import Unit
from ardennes.engine.state import State

NEAR = 4  # hexes within which friends count as able to join an attack
PULL = 1.0  # of goals
PREY = 0.6  # of enemies that can be beaten
STANDING_ON = 2.0  # a goal is worth this many times more to the unit that is on it

Distance = Callable[[str, str], int]


def distances(state: State) -> Distance:
    """Hexes between two places of the board; boxes are far from everywhere."""
    grid = state.game.board.grid
    index: dict[str, int] = {}

    def far(one: str, two: str) -> int:
        for place in (one, two):
            if place not in index:
                index[place] = grid.index(place) if place in grid else -1
        a, b = index[one], index[two]
        return 99 if a < 0 or b < 0 else int(grid.distance(a, b))

    return far


class Ground:
    """The worth of places to one side, found when asked for and kept."""

    def __init__(self, state: State, side: str) -> None:
        self.side = side
        self.far = distances(state)
        units = [unit for unit in state.units() if unit.place]
        self.mine = [unit for unit in units if unit.side == side]
        self.theirs = [unit for unit in units if unit.side != side]
        self.goals = [(goal.place, goal.value * self._press(goal.how, goal.place)) for goal in state.goals(side)]
        self.prey = self._prey()
        self._kept: dict[str, float] = {}

    def _press(self, how: str, place: str) -> float:
        """A place to deny matters as far as an enemy is near it; a place to hold or reach always does."""
        if how != "deny":
            return 1.0
        nearest = min((self.far(unit.place, place) for unit in self.theirs), default=99)
        return 4.0 / (3.0 + nearest)

    def _prey(self) -> list[tuple[str, float]]:
        """Enemy stacks, and how far they can be outnumbered there."""
        stacks: dict[str, float] = defaultdict(float)
        for unit in self.theirs:
            stacks[unit.place] += unit.defence * unit.count
        found = []
        for place, defence in stacks.items():
            attack = sum(unit.attack * unit.count for unit in self.mine if self.far(unit.place, place) <= NEAR)
            odds = attack / max(defence, 1.0)
            found.append((place, min(max(odds - 1.0, -0.5), 3.0)))
        return found

    def worth(self, place: str) -> float:
        """How good it is to stand in a place."""
        known = self._kept.get(place)
        if known is not None:
            return known
        far = self.far
        found = 0.0
        for goal, value in self.goals:
            d = far(place, goal)
            found += PULL * value * (STANDING_ON if d == 0 else 1.0 / (1.0 + d))
        for prey, odds in self.prey:
            d = far(place, prey)
            if d <= NEAR:
                found += PREY * odds / max(d, 1)
        self._kept[place] = found
        return found


def balance(state: State, side: str, ground: Ground) -> float:
    """What a side has more than the other: pieces by their worth, and where they stand."""
    total = 0.0
    for unit in state.units():
        if not unit.place:
            continue
        sign = 1.0 if unit.side == side else -1.0
        total += sign * (state.worth(unit.handle) + 0.05 * _closeness(unit, ground))
    return total


def _closeness(unit: Unit, ground: Ground) -> float:
    return max((value / (1.0 + ground.far(unit.place, goal)) for goal, value in ground.goals), default=0.0)
