"""What the enemy could take in his next movement, and how much of it a unit in the right place would spoil."""

from __future__ import annotations

from ardennes.ai.picture import Aim, Picture
from ardennes.engine.errors import ArdennesError
from ardennes.engine.state import State


class Threats:
    """The goals to deny that enemies can reach next turn, by their exact reach."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.aims: dict[str, list[Aim]] = {}  # by the hex that must be reached
        for aim in picture.aims:
            if aim.how == "deny":
                self.aims.setdefault(picture.grid.name(aim.hex), []).append(aim)
        self.runners = self._find_runners() if self.aims else []
        self.looks = picture.taste.exit_looks if picture.leaving else picture.taste.looks  # that are left

    def _find_runners(self) -> list[str]:
        """The enemies who can reach a goal, those with the most to gain first."""
        picture, found = self.picture, list[tuple[float, str]]()
        for handle, mask in picture.reaches.items():
            if handle in picture.theirs and mask != 1 << picture.at[handle]:
                prize = max(
                    (aim.points for aims in self.aims.values() for aim in aims if mask >> aim.hex & 1), default=0
                )
                if prize:
                    found.append((prize * picture.worth(handle), handle))
        most = picture.taste.exit_runners if picture.leaving else picture.taste.runners
        return [handle for _, handle in sorted(found, reverse=True)[:most]]

    @property
    def near(self) -> int:
        """Where a unit might be in the way: beside the goals, and beside those who run for them."""
        grid = self.picture.grid
        goals = grid.mask(grid.index(name) for name in self.aims)
        return grid.grow(goals | grid.mask(self.picture.at[handle] for handle in self.runners), 1)

    def total(self, state: State) -> float:
        """All that can be taken, in mean pieces: each exit for everybody who can leave by it, each other goal once."""
        total, taken = 0.0, dict[str, float]()
        for handle in self.runners:
            best = 0.0
            for aim in self._prizes(state, handle):
                if aim.place in self.picture.leaving:
                    best = max(best, aim.points * self.picture.worth(handle))
                else:
                    taken[aim.place] = aim.points
            total += best
        return total + sum(taken.values())

    def _prizes(self, state: State, handle: str) -> list[Aim]:
        """The goals that an enemy can reach, or stands on and can leave by."""
        try:
            costs = state.reach(handle).costs
        except ArdennesError:
            return []
        here = self.picture.theirs[handle].place
        return [aim for name, aims in self.aims.items() if name in costs or (name == here and costs) for aim in aims]

    def spoilt(self, state: State, handle: str, place: str, now: float) -> float:
        """How much less than now the enemy could take with a unit in a place rather than where it is."""
        try:
            return now - self.total(state.suppose({handle: place}))
        except ArdennesError:
            return 0.0
