"""Compulsory attacks of Game-Turn 1 (AO-E.4.2), without a planner.

Who must fight whom is a graph of adjacent opponents. All duties can still be met exactly if nobody who has to fight
is left without an opponent. So a set of targets is sound if every German that touches no other target touches all of
these (and must join); and if there is none such, if some German that touches all of them can be spared elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ardennes.counters import bits
from ardennes.engine import Obligation
from ardennes.games.ardennes_offensive.forces import ALLIED, GERMAN
from ardennes.games.ardennes_offensive.state import Position


def obliged(state: Position) -> int:
    """The units that have to fight: Germans and Americans adjacent to each other now, on Game-Turn 1 (AO-R.17)."""
    if state.turn != state.game.tables["first_turn"]["game_turn"]:
        return 0
    around = state.game.ground.grid.around
    german, allied = state.held[GERMAN], state.held[ALLIED]
    return state.units_at(german & around(allied)) | state.units_at(allied & around(german))


def lapse(state: Position) -> None:
    """Duties that can no longer be met lapse."""
    left = state.obliged & ~state.fought & (state.playing[GERMAN] | state.playing[ALLIED])
    for unit in bits(left):
        piece, name = state.game.forces.names[unit], state.game.forces.display_names[unit]
        state.note("lapse", "AO-R.17", f"{name} is no longer obliged to fight", piece=piece)
    state.obliged = 0


class Duties:
    """Who still has to fight, and what an attack leaves possible. False if nobody has to."""

    def __init__(self, state: Position) -> None:
        self.state = state
        left = state.obliged & ~state.fought
        self.americans = left & state.playing[ALLIED]
        targets = 0
        for unit in bits(self.americans):
            targets |= 1 << state.at[unit]
        self.targets = targets
        ring, at = state.game.ground.ring, state.at
        self.touches = {unit: ring[at[unit]] & targets for unit in bits(left & state.playing[GERMAN])}

    def __bool__(self) -> bool:
        return bool(self.targets)

    def listed(self, by: str) -> tuple[Obligation, ...]:
        """The duties as data."""
        names = self.state.game.forces.names
        germans = (Obligation(names[unit], "attack", by, "AO-E.4.2", "german") for unit in self.touches)
        americans = (Obligation(names[unit], "be attacked", by, "AO-E.4.2", "german") for unit in bits(self.americans))
        return (*germans, *americans)

    def openings(self) -> int:
        """The hexes with which an attack can begin."""
        grid = self.state.game.ground.grid
        return grid.mask(i for i in grid.bits(self.targets) if self._completes(1 << i, 0))

    def narrowed(self, targets: tuple[int, ...], joined: int, more: int, joiners: int) -> tuple[int, int, bool]:
        """Of further targets and joiners those that leave every duty possible; and whether the attack may be made."""
        grid = self.state.game.ground.grid
        chosen = grid.mask(targets)
        may_add = grid.mask(i for i in grid.bits(more & self.targets) if self._completes(chosen | 1 << i, joined))
        may_join = sum(1 << u for u in bits(joiners) if self._completes(chosen, joined | 1 << u))
        must = self._must_join(chosen)
        ready = bool(joined) and must & ~joined == 0 and self._sound(chosen, joined)
        return may_add, may_join, ready

    def wanting(self, targets: tuple[int, ...], joined: int) -> str:
        """What an attack on these hexes still lacks, as a sentence."""
        forces = self.state.game.forces
        owed = self._must_join(self.state.game.ground.grid.mask(targets)) & ~joined
        if owed:
            them = "it" if owed.bit_count() == 1 else "them"
            return (
                f"{forces.called(owed)} must join: all must fight on Game-Turn 1, and no other enemy unit "
                f"is adjacent to {them}."
            )
        return "This attack would leave a unit that must fight on Game-Turn 1 with no enemy unit to attack."

    def _must_join(self, chosen: int) -> int:
        """The Germans that touch no other target."""
        return sum(1 << unit for unit, near in self.touches.items() if near and not near & ~chosen)

    def _sound(self, chosen: int, joined: int) -> bool:
        """Whether an attack on these hexes, with those who have joined, leaves all duties possible."""
        must = self._must_join(chosen)
        if any(self.touches[unit] & chosen != chosen for unit in bits(must)):
            return False
        if not self._spares(chosen, joined):
            return False
        if must | joined:
            return True
        return any(near & chosen == chosen and self._spares(chosen, 1 << unit) for unit, near in self.touches.items())

    def _spares(self, chosen: int, attackers: int) -> bool:
        """Whether every other target keeps a German beside it if these attack."""
        touched = 0
        for unit, near in self.touches.items():
            if not attackers >> unit & 1:
                touched |= near
        return not self.targets & ~chosen & ~touched

    def _completes(self, chosen: int, joined: int) -> bool:
        """Whether the attack can be made on these hexes, perhaps together with others."""
        return any(self._sound(targets, joined) for targets in self._supersets(chosen, joined))

    def _supersets(self, chosen: int, joined: int) -> Iterator[int]:
        """The sets of targets that contain these and that one German, and all who have joined, can touch."""
        yield chosen
        grid = self.state.game.ground.grid
        seen = {chosen}
        for unit, near in self.touches.items():
            if near & chosen != chosen or (joined and not joined >> unit & 1):
                continue
            for other in bits(joined):
                near &= self.touches.get(other, 0)
            rest = grid.bits(near & ~chosen)
            for size in range(1, len(rest) + 1):
                for some in combinations(rest, size):
                    targets = chosen | grid.mask(some)
                    if targets not in seen:
                        seen.add(targets)
                        yield targets
