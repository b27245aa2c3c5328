"""Positions in which a hex holds one unit."""

from __future__ import annotations

from ardennes.counters.deployment import GONE, Deployment


class Single(Deployment):
    """A position of units that stand alone; where several may stand together it is `Stacked`."""

    def refresh(self) -> None:
        """Rebuild what is derived from the position."""
        self.held = [self.hexes_of(units) for units in self.game.forces.of]

    def stand(self, unit: int, i: int) -> None:
        """Set a unit that is nowhere on a hex."""
        self.at[unit] = i
        self.held[self.game.forces.side[unit]] |= 1 << i

    def lift(self, unit: int) -> None:
        """Take a unit off its hex."""
        self.held[self.game.forces.side[unit]] &= ~(1 << self.at[unit])
        self.at[unit] = GONE
