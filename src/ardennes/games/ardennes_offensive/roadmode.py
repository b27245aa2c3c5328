"""Road Mode (AO-6.0): what its changes leave of the allowance, who is forced out of it, the room that columns need."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.counters import bits
from ardennes.games.ardennes_offensive.state import Position


class Allowance(NamedTuple):
    """The movement points of a unit, and what takes from them."""

    printed: int
    divisor: int  # 2 for an unsupplied unit, 1 for others (AO-12.6.movement)
    forced: int  # points paid for having to leave Road Mode in this phase (AO-6.7.L)

    @property
    def points(self) -> int:
        """The points that it may spend."""
        return self.printed // self.divisor - self.forced


def allowance_of(state: Position, unit: int) -> Allowance:
    """What a unit has in this phase, and why it is not more."""
    forced = state.kind(unit).change if state.forced >> unit & 1 else 0
    return Allowance(state.game.allowance[unit], 2 if state.unsupplied >> unit & 1 else 1, forced)


def allowance(state: Position, unit: int) -> int:
    """The movement points that a unit may spend in this phase."""
    return allowance_of(state, unit).points


# ---- the beginning of the Initial Movement Phase (AO-R.23) ----


def force_out(state: Position) -> None:
    """Units that fought in Road Mode leave it, or are eliminated if they cannot pay (AO-6.7.L, AO-E.6.7)."""
    forces = state.game.forces
    owing = state.owing & state.road & forces.of[state.phasing]
    for unit in bits(owing):
        if allowance(state, unit) >= state.kind(unit).change:
            state.set_road(unit, False)
            state.forced |= 1 << unit
            state.note_unit(
                unit, "mode", "AO-6.7.L", "has been in combat and leaves Road Mode", at=state.place_of(unit)
            )
        else:
            starved = state.unsupplied >> unit & 1
            state.eliminate(unit, "AO-E.6.7" if starved else "AO-6.7.L", "it cannot pay to leave Road Mode")
            text = f"{forces.display_names[unit]} counts as lost, although not in combat"
            state.note("points", "AO-R.49", text, piece=forces.names[unit])


def breaching(state: Position, side: int) -> int:
    """The hexes of a side's units that stand against case G: columns and the friends beside them (AO-6.7.N)."""
    columns = state.cols[side]
    if not columns:
        return 0
    ground = state.game.ground
    beside_columns = ground.grid.across(columns, ground.road) & state.held[side]
    if not beside_columns:
        return 0
    return beside_columns | ground.grid.across(beside_columns, ground.road) & columns


def mends_by_leaving(state: Position, unit: int) -> bool:
    """Whether a column that leaves Road Mode mends its breach, be it together with columns beside it (AO-R.21)."""
    side = state.game.forces.side[unit]
    others = state.units_at(state.game.ground.joined[state.at[unit]] & state.cols[side])
    return all(
        not state.moved >> other & 1 and allowance(state, other) >= state.kind(other).change for other in bits(others)
    )
