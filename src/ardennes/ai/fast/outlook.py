"""What hardly changes while a position is played on for a turn or two, found once for all that is played on from it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from ardennes.ai.atlas import OPEN
from ardennes.ai.fast.ground import ground
from ardennes.ai.picture import Picture
from ardennes.ai.taste import Taste
from ardennes.engine.queries import Unit
from ardennes.engine.state import State

Key = tuple[object, ...]
FADED = 40  # turns that a goal may be away


class View:
    """One side's goals, worths and dangers, as they were when the look ahead began."""

    def __init__(self, outlook: Outlook, side: str, taste: Taste) -> None:
        self.outlook = outlook
        self.side = side
        self.taste = taste
        self.ground = outlook.ground
        self.picture = Picture(outlook.root, side, taste)
        self.worth = self.picture.worth
        self.aims = self.picture.aims
        self.exits = self.picture.exits
        self.denies = any(aim.how == "deny" for aim in self.aims)
        grid = self.ground.grid
        self.blocked = grid.mask(self.picture.friends)  # for the enemy
        self.halting = grid.around(self.blocked)
        self._reaches: dict[tuple[int, int], tuple[int, int]] = {}
        self._fades: dict[tuple[int, bool], list[float]] = {}

    def threat_from(self, i: int, unit: Unit) -> tuple[int, int]:
        """Where an enemy unit could be after its next march from a hex, and a one for each hex beside there, as a sum.

        In its way are the own units as they stood when the look ahead began.
        """
        points = int(OPEN * unit.speed * self.taste.tempo)
        found = self._reaches.get((i, points))
        if found is None:
            reached = self.ground.reach(i, points, self.blocked, self.halting)
            near = self.ground.grid.around(reached)
            found = self._reaches[i, points] = (reached, self.ground.spread(near))
        return found

    def fades(self, speed: float, leaves: bool) -> list[float]:
        """What is left of a goal, or of an exit if the unit leaves by it, at each distance."""
        tempo = max(int(OPEN * speed), 1)
        known = self._fades.get((tempo, leaves))
        if known is None:
            fade = self.taste.later if leaves else self.taste.fade
            known = self._fades[tempo, leaves] = [fade ** (away / tempo) for away in range(FADED * tempo)]
        return known

    @cached_property
    def ways(self) -> list[float]:
        """How much each hex lies on the attacker's ways."""
        return self.picture.ways

    @cached_property
    def bars(self) -> list[int]:
        """The hexes that bar the enemy's ways, the most important first."""
        ways, grid = self.ways, self.ground.grid
        near = {i: 2 * ways[i] + sum(ways[j] for j in grid.neighbours(i) if j >= 0) for i in grid}
        return sorted((i for i in near if near[i] > 0), key=lambda i: (-near[i], i))


class Outlook:
    """A position, and what both sides see in it. Whatever is played on from it shares this."""

    def __init__(self, root: State, tastes: Mapping[str, Taste]) -> None:
        self.root = root
        self.game = root.game
        self.ground = ground(root.game)
        self.tastes = tastes
        self.views = {side: View(self, side, tastes[side]) for side in root.game.sides}
        self.attacks: dict[Key, float] = {}  # what attacks are worth that have been looked at
        self.after: dict[tuple[str, str], tuple[bool, bool]] = {}  # whether attacks follow a phase, and must
