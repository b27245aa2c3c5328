"""Road Mode (AO-6.0): who may form a column, who is forced out of it, and the room that columns need."""

from __future__ import annotations

from ardennes.counters import bits
from ardennes.games.ardennes_offensive.state import Position

NONE: frozenset[str] = frozenset()


def formation_ground(state: Position, side: int, lifted: frozenset[str] = NONE) -> int:
    """Where a side's units may take up Road Mode: road hexes; not in the West Wall for the Allies (AO-R.24)."""
    ground = state.game.ground
    return ground.road_hexes if "AO-R.24" in lifted else ground.forming[side]


def can_form(state: Position, unit: int, points: int) -> bool:
    """Whether a unit can take up Road Mode where it stands: alone, on a road, no friend beside it (AO-6.3.C)."""
    ground = state.game.ground
    i, side = state.at[unit], state.game.forces.side[unit]
    if points < state.kind(unit).change or not formation_ground(state, side) >> i & 1:
        return False
    return state.stack(i) == 1 << unit and not ground.joined[i] & state.held[side]


def allowance(state: Position, unit: int, lifted: frozenset[str] = NONE) -> int:
    """The movement points of a unit: half if it is unsupplied (AO-12.6.movement), less what it was forced to pay."""
    points = state.game.allowance[unit]
    if state.unsupplied >> unit & 1 and "AO-12.6.movement" not in lifted:
        points //= 2
    if state.forced >> unit & 1 and "AO-6.7.L" not in lifted:
        points -= state.kind(unit).change
    return points


# ---- the beginning of the Initial Movement Phase (AO-R.23) ----


def force_out(state: Position) -> None:
    """Units that fought in Road Mode leave it, or are eliminated if they cannot pay (AO-6.7.L, AO-E.6.7)."""
    forces = state.game.forces
    owing = state.owing & state.road & forces.of[state.phasing]
    for unit in bits(owing):
        if allowance(state, unit) >= state.kind(unit).change:
            state.set_road(unit, False)
            state.forced |= 1 << unit
            state.tell(unit, "mode", "AO-6.7.L", "has fought and leaves Road Mode", at=state.place_of(unit))
        else:
            starved = state.unsupplied >> unit & 1
            state.eliminate(unit, "AO-E.6.7" if starved else "AO-6.7.L", "it cannot pay for leaving Road Mode")
            text = f"{forces.said[unit]} counts as lost though nobody fought it"
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
