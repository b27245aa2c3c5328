"""Who may be picked to move (AO-5.1.A, AO-5.2.K), and who can move at all."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.counters import POOL, bits
from ardennes.counters.bars import Bar, free
from ardennes.games.ardennes_offensive.forces import ALLIED, PEOPLE
from ardennes.games.ardennes_offensive.movement import NOTHING, Kept, Walk, bare_terms, can_move, kept_clear, shut, walk
from ardennes.games.ardennes_offensive.roadmode import breaching, mends_by_leaving
from ardennes.games.ardennes_offensive.state import Position
from ardennes.games.ardennes_offensive.zones import zone


def bars(state: Position) -> Iterator[Bar]:
    """Why a unit may not be picked to move, in the order in which a player would be told."""
    forces, side = state.game.forces, state.phasing
    others = f"is {PEOPLE[1 - side]}: only {PEOPLE[side]} units move in this phase"
    yield Bar("AO-5.1.A", others, forces.of[1 - side])
    absent = forces.of[side] & ~(state.playing[side] | state.waiting | state.dormant())
    pool = sum(1 << unit for unit in bits(absent) if state.at[unit] == POOL)
    yield Bar("AO-14.0", "has not arrived", pool)
    yield Bar("AO-16.0.A", "is no longer in play", absent & ~pool)
    yield from spent(state)
    asleep = "is dormant: no Allied unit was adjacent to it when the phase began"
    yield Bar("AO-5.3.M", asleep, state.dormant() & ~state.awake)


def spent(state: Position) -> Iterator[Bar]:
    """Those of the bars that can cover a unit of the phasing side in play."""
    yield Bar("AO-5.0", "has already finished its move in this phase", state.moved)
    if state.phase in state.game.mechanized_phases:
        slow = ~state.game.forces.mechanized
        yield Bar("AO-6.2.A", "is not mechanized", state.road & slow)
        yield Bar("AO-5.2.K", "is not mechanized", slow)
        yield Bar("AO-6.2.B", "attacked in Road Mode in this Player-Turn", state.road & state.fought)
        yield Bar("AO-5.2.K", "attacked in this Player-Turn, whatever the result (AO-R.48)", state.fought)


def candidates(state: Position) -> int:
    """The units that may be picked, if they have anywhere to go: in play, waiting to come in, or awake."""
    side = state.phasing
    return free(state.playing[side] | state.waiting & state.game.forces.of[side] | state.awake, spent(state))


def movable(state: Position, units: int) -> int:
    """Those of some units of the phasing side that can move.

    Most need no second look: a column can pay for leaving Road Mode, a unit stands alone and free with an easy hex
    beside it, or waits at an entry that is shut.
    """
    game, ground, side, at, stacks = state.game, state.game.ground, state.phasing, state.at, state.stacks
    found = units & state.road & game.changes_mode & ~(state.waiting | state.unsupplied)
    units &= ~found
    if not units:
        return found
    own, enemies, zones = state.held[side], state.held[1 - side], zone(state, 1 - side)
    if units & state.waiting:
        closed = shut(state, zones)
        units &= ~sum(1 << unit for unit in bits(units & state.waiting) if closed >> at[unit] & 1)
    special = state.road | state.waiting | state.awake | state.forced | game.bound[state.scenario]
    kept = kept_clear(state, zones) if state.waiting else NOTHING
    open_ = ground.live & ~(own | enemies | ground.beside(state.cols[side]) | kept.go)
    for unit in bits(units):
        i, bit = at[unit], 1 << unit
        plain = not special & bit and stacks[i] == bit and not zones >> i & 1
        easy = plain and ground.easy[game.kind_of[unit]][i] & open_
        if easy or can_move(bare_terms(state, unit, zones, kept)):
            found |= bit
    return found


def kept_now(state: Position) -> Kept:
    """The hexes that units in play must keep clear for those who wait (AO-R.31)."""
    return kept_clear(state, zone(state, 1 - state.phasing)) if state.waiting else NOTHING


def end_move(state: Position, unit: int, left: int, entered: int, kept: Kept) -> None:
    """Note that a unit has moved, and who can move now; `kept` are the hexes that were to be kept clear before it.

    Only units near the hexes left and entered are looked at again: those that could not move, near either, and those
    that could, near the second; whoever stood or stands with the unit; and all near a hex that need no longer be kept
    clear, or must be now.
    """
    state.moved |= 1 << unit
    able = state.able
    if able < 0:
        return
    near, at, pickable = state.game.ground.near, state.at, candidates(state)
    now = kept_now(state)
    others = 0
    if now != kept:
        for i in state.game.ground.grid.bits(now.go ^ kept.go | now.march ^ kept.march):
            others |= near[i]
    able &= pickable
    touched = state.units_at((near[entered] | others) & state.held[state.phasing]) & able
    both = near[left] | near[entered] | others
    for other in bits(pickable & (~able | state.waiting | state.awake)):
        if both >> at[other] & 1:
            touched |= 1 << other
    touched |= (state.stack(left) | state.stack(entered)) & pickable
    state.able = able & ~touched | movable(state, touched)


def wake(state: Position) -> None:
    """Dormant units with an Allied unit in play beside them may return in this phase (AO-5.3.M, AO-R.8)."""
    state.awake = 0
    if state.phasing != ALLIED:
        return
    grid = state.game.ground.grid
    relieved = grid.around(state.held[ALLIED])
    for unit in bits(state.dormant()):
        if relieved >> state.at[unit] & 1:
            state.awake |= 1 << unit
            state.note_unit(unit, "wake", "AO-5.3.M", "may return to play")


# ---- columns that need room ----


def room_bars(state: Position) -> Iterator[Bar]:
    """Why a unit may not be picked as long as columns beside friends need room (AO-R.21)."""
    near = state.units_at(breaching(state, state.phasing))
    yield Bar("AO-R.21", "is not one of the units that must move first to make room for a unit in Road Mode", ~near)
    idle = sum(1 << unit for unit in bits(near & ~state.moved) if not any(mending(state, unit, walk(state, unit))))
    yield Bar("AO-R.21", "cannot make room for the unit in Road Mode", idle)


def mending(state: Position, unit: int, found: Walk) -> tuple[int, int]:
    """Of the ends of a unit's moves, in standard mode and in Road Mode, those that mend a breach of case G."""
    if found.go & found.start and not mends_by_leaving(state, unit):
        return found.go & ~found.start, found.march
    return found.go, found.march
