"""Positions in which several units may stand in a hex."""

from __future__ import annotations

from ardennes.counters.deployment import GONE, Deployment
from ardennes.engine.fields import column, mapping

FEW = 12  # hexes that are taken off a mask one by one; more are read off its digits


class Stacked(Deployment):
    """A position that knows which units are in each hex, and which of each side are in play.

    A unit that has a hex and is out of play (it waits there, say, to come in) is in no stack and holds nothing. How
    many units a hex takes is the game's to say.
    """

    stacks: dict[int, int] = mapping("hex → units in play there", derived=True)
    playing: list[int] = column("units of each side in play", start=(0, 0), derived=True)

    def refresh(self) -> None:
        """Rebuild what is derived from the position."""
        self.stacks = {}
        self.held, self.playing = [0, 0], [0, 0]
        for unit, at in enumerate(self.at):
            if at >= 0 and not self.off_play(unit):
                self.enter(unit, at)

    # ---- units ----

    def off_play(self, unit: int) -> bool:
        """Whether a unit with a hex is out of play all the same."""
        return False

    def stack(self, i: int) -> int:
        """The units in play in a hex."""
        return self.stacks.get(i, 0)

    def units_at(self, mask: int) -> int:
        """The units in play in some hexes."""
        found, stacks = 0, self.stacks
        for _ in range(FEW):
            if not mask:
                return found
            i = mask.bit_length() - 1
            found |= stacks.get(i, 0)
            mask ^= 1 << i
        for i in self.game.ground.grid.bits(mask):
            found |= stacks.get(i, 0)
        return found

    # ---- changes ----

    def stand(self, unit: int, i: int) -> None:
        """Set a unit that is nowhere on a hex."""
        self.at[unit] = i
        self.enter(unit, i)

    def enter(self, unit: int, i: int) -> None:
        """Add a unit to the stack in a hex; a game that derives more of its stacks does so here."""
        side = self.game.forces.side[unit]
        self.stacks[i] = self.stacks.get(i, 0) | 1 << unit
        self.held[side] |= 1 << i
        self.playing[side] |= 1 << unit

    def lift(self, unit: int) -> None:
        """Take a unit in play off its hex."""
        i, side = self.at[unit], self.game.forces.side[unit]
        rest = self.stacks[i] & ~(1 << unit)
        self.at[unit] = GONE
        self.playing[side] &= ~(1 << unit)
        if rest:
            self.stacks[i] = rest
        else:
            del self.stacks[i]
            self.held[side] ^= 1 << i
