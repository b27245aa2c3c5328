"""Leaders (BW-24, an option): where they are lost, their range and influence, reserves that they release."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.counters import bits
from ardennes.counters.bars import Bar, free
from ardennes.engine.speech import count
from ardennes.games.bitter_woods import battlegroup, lasting
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN
from ardennes.games.bitter_woods.odds import fortified
from ardennes.games.bitter_woods.stacking import leaders_there
from ardennes.games.bitter_woods.state import LEADERS, Position
from ardennes.games.bitter_woods.wording import cited
from ardennes.games.bitter_woods.zones import zone

OPTION = LEADERS
ADVANCE = "advance"
PENDING = ("retreat", ADVANCE, "past")  # steps in which leaders may still go where the units of their hex go
ON_THE_WAY = ("way", "advancing")


# ---- where they are ----


def among(state: Position, units: int) -> int:
    """The leaders of a side in the hexes of some of its units; Peiper only with his own (BW-36.0.lead.loss)."""
    found = beside(state, units)
    peiper = state.game.battlegroup.leader
    if found >> peiper & 1 and not state.stack(state.at[peiper]) & state.game.battlegroup.units & units:
        found &= ~(1 << peiper)
    return found


def beside(state: Position, units: int) -> int:
    """All leaders of a side in the hexes of some of its units."""
    if not state.staff or not units:
        return 0
    side = state.game.forces.side[(units & -units).bit_length() - 1]
    return within(state, side, state.hexes_of(units))


def within(state: Position, side: int, hexes: int) -> int:
    """The leaders of a side in some hexes."""
    if not state.posts[side] & hexes:
        return 0
    own = state.staff & state.game.forces.of[side]
    return sum(1 << leader for leader in bits(own) if hexes >> state.at[leader] & 1)


def places(state: Position, side: int) -> int:
    """The hexes of a side's leaders."""
    return state.posts[side]


# ---- alone (BW-24.3.alone, BW-R.82) ----


def deadly(state: Position, side: int) -> int:
    """The hexes in which a leader of a side would be lost: in an enemy zone, without a friend."""
    return zone(state, 1 - side) & ~state.held[side]


def closed(state: Position, unit: int) -> int:
    """The hexes that a unit does not enter because it is a leader: other leaders' and deadly ones."""
    forces = state.game.forces
    if not forces.leaders >> unit & 1:
        return 0
    side = forces.side[unit]
    return leaders_there(state, unit) | places(state, 1 - side) | deadly(state, side)


def lone(state: Position, side: int) -> int:
    """The leaders of a side in whose hexes no unit of theirs is."""
    if not state.posts[side] & ~state.held[side]:
        return 0
    own = state.staff & state.game.forces.of[side]
    return sum(1 << leader for leader in bits(own) if not state.held[side] >> state.at[leader] & 1)


def lose_lone(state: Position) -> None:
    """Leaders who are alone in an enemy zone are lost, but for those who still go where their units go."""
    for side in (GERMAN, ALLIED):
        if not state.posts[side] & ~state.held[side]:
            continue
        shut = deadly(state, side)
        for leader in bits(lone(state, side) & ~going(state)):
            if state.at[leader] >= 0 and shut >> state.at[leader] & 1:  # one may be lost with the one before him
                _lose(state, leader)


def lose_passed(state: Position, unit: int, passed: int) -> None:
    """Enemy leaders who are alone are lost where a unit passes with its zone."""
    forces, ground = state.game.forces, state.game.ground
    other, near = 1 - forces.side[unit], passed
    if not (forces.artillery | state.game.battlegroup.parts) >> unit & 1:
        near |= ground.grid.across(passed, ground.zone_sides)
    if not near & state.posts[other]:
        return
    for leader in bits(lone(state, other) & ~going(state)):
        if state.at[leader] >= 0 and near >> state.at[leader] & 1:
            _lose(state, leader)


def _lose(state: Position, leader: int) -> None:
    state.eliminate(leader, "BW-24.3.alone", cited("a leader alone in an enemy ZOC", "BW-R.82"))


def going(state: Position) -> int:
    """The leaders who may still retreat or advance in a combat that is being carried out."""
    found = 0
    for frame in state.frames:
        if frame.step in PENDING:
            found |= frame.units
        elif frame.step in ON_THE_WAY:
            found |= 1 << frame.unit
    return found


def stay_behind(state: Position) -> None:
    """Leaders all of whose attackers have fallen do not advance, and are judged alone (BW-24.3.fight, BW-R.82)."""
    if not state.staff:
        return
    frames = []
    for frame in state.frames:
        if frame.step == ADVANCE:
            led = frame.units & state.game.forces.leaders
            lone = sum(1 << leader for leader in bits(led) if not state.stack(state.at[leader]) & frame.units)
            frame = frame._replace(units=frame.units & ~lone)
        frames.append(frame)
    state.frames = tuple(frames)
    state.look_for_lone_leaders()


# ---- range (BW-24.2, BW-R.79) ----


def reach(state: Position, leader: int) -> int:
    """The hexes to which a leader's line leads, his own among them: not through enemy zones without a friend."""
    grid, shut = state.game.ground.grid, deadly(state, state.game.forces.side[leader])
    found = fresh = 1 << state.at[leader]
    for _ in range(state.game.forces.units[leader].command):
        fresh = grid.around(fresh) & ~shut & ~found
        found |= fresh
    return found


def of_his_nation(state: Position, leader: int) -> int:
    """The units that a leader may lead by their nation (BW-24.5.monty)."""
    forces = state.game.forces
    counter = forces.units[leader]
    if counter.name in state.game.tables["leaders"]["both_nations"]:
        return forces.of[counter.side]
    return forces.of_nation[counter.nation]


# ---- standing instead of retreating (BW-24.4, BW-R.83) ----


def in_range(state: Position, leader: int, units: int) -> int:
    """Those of some units to which a leader's line leads."""
    hexes = reach(state, leader)
    return sum(1 << unit for unit in bits(units) if hexes >> state.at[unit] & 1)


def led(state: Position, leader: int, units: int) -> int:
    """Those of some units that may stand if a leader has them do so."""
    own = battlegroup.led(state, leader, units & of_his_nation(state, leader))
    return in_range(state, leader, own) & ~must_go(state, units)


def must_go(state: Position, units: int) -> int:
    """Those of some units that retreat whatever leader is near: shocked, outside a fortification (BW-24.4.shock)."""
    return sum(1 << unit for unit in bits(units & state.shocked) if not fortified(state, state.at[unit]))


def bars(state: Position, side: int, hexes: int, units: int, first: int = 0) -> Iterator[Bar]:
    """Why leaders do not have units stand, in the order in which a player would be told.

    `first` are losses that come before; they are taken from others where there are any.
    """
    forces = state.game.forces
    own = state.staff & forces.of[side]
    yield Bar("BW-24.4", "is not on the side that retreats", forces.of[1 - side])
    yield Bar("BW-24.4", "is not a leader", ~forces.leaders)
    yield Bar("BW-24.4", "is not on the map", ~own)
    spent = sum(
        1 << leader for leader in bits(own) if state.influenced.get(leader, 0) >= forces.units[leader].influence
    )
    yield Bar("BW-24.1", "has already influenced as many battles as he may in this player turn", spent)
    near = {leader: in_range(state, leader, units) for leader in bits(own)}
    none = sum(1 << leader for leader, there in near.items() if not there)
    yield Bar("BW-24.2", "has no unit of this combat in his range", none)
    foreign = sum(1 << leader for leader, there in near.items() if not there & of_his_nation(state, leader))
    yield Bar("BW-24.5.monty", "may not influence units of that nation", foreign)
    others = sum(1 << leader for leader, there in near.items() if not battlegroup.led(state, leader, there))
    yield Bar("BW-36.0.lead", "may influence only the units of his own group", others)
    shaken = sum(1 << leader for leader in near if not led(state, leader, units))
    why = "cannot keep shocked units outside a fortification from retreating (BW-21.3.retreat)"
    yield Bar("BW-24.4.shock", why, shaken)
    every = _steps(state, units)
    left = {leader: min(_steps(state, led(state, leader, units)), every - first) for leader in near}
    short = sum(1 << leader for leader, steps in left.items() if steps < hexes)
    yield Bar("BW-R.83", f"has no units in range that could take {count(hexes, 'loss')}", short)


def _steps(state: Position, units: int) -> int:
    """The losses that some units and the leaders with them can take."""
    return sum(state.steps(unit) for unit in bits(units | among(state, units)))


def able(state: Position, side: int, hexes: int, units: int, first: int = 0) -> int:
    """The leaders who may have units stand instead of retreating so many hexes, after so many losses."""
    if not state.staff:
        return 0
    return free(state.staff & state.game.forces.of[side], bars(state, side, hexes, units, first))


# ---- reserves (BW-24.5) ----


def releasing(state: Position, leader: int) -> int:
    """The units in reserve that a leader lets go where he is (BW-24.5.release, BW-24.6, BW-R.84)."""
    counter = state.game.forces.units[leader]
    here = state.reserve & state.stack(state.at[leader]) & of_his_nation(state, leader)
    if counter.side == GERMAN:
        here &= battlegroup.led(state, leader, state.of_army(counter.army))
    if state.effects and lasting.silenced(state, leader):
        return 0
    may_have_moved = state.game.tables["leaders"]["swift"]
    return here if counter.name in may_have_moved or not state.travelled >> leader & 1 else 0


def release(state: Position, side: int) -> None:
    """An Exploitation Phase begins: leaders let go the reserves in their hexes; some units need no leader."""
    forces = state.game.forces
    alone = state.reserve & forces.named(state.game.tables["leaders"]["independent"])
    alone &= ~battlegroup.needs_a_leader(state)
    state.released = alone
    for unit in bits(alone):
        state.note_unit(unit, "reserve", "BW-24.5.alone", "needs no leader to be released from reserve")
    for leader in bits(state.staff & forces.of[side]):
        units = releasing(state, leader)
        if units:
            state.released |= units | (1 << leader & ~state.marched)
            text = cited(f"releases {forces.called(units)} from reserve", "BW-R.84")
            own = leader == state.game.battlegroup.leader
            state.note_unit(leader, "reserve", "BW-36.0.lead.moved" if own else "BW-24.5.release", text)


def exploit_bars(state: Position, side: int) -> list[Bar]:
    """Why leaders and units in reserve do not move in the Exploitation Phase."""
    forces, kept = state.game.forces, state.reserve & ~state.released
    own = state.staff & forces.of[side]
    found = []
    for leader in bits(own):
        here = kept & state.stack(state.at[leader])
        name = forces.display_names[leader]
        if foreign := here & ~of_his_nation(state, leader):
            found.append(Bar("BW-24.5.monty", f"is not of the nation of {name}, who cannot release it", foreign))
        army = state.of_army(forces.units[leader].army)
        if side == GERMAN and (strange := here & ~army):
            found.append(Bar("BW-24.6", f"does not belong to the army of {name}, who cannot release it", strange))
        if here and (silenced := lasting.silenced(state, leader)):
            found.append(Bar(silenced.rule, f"is not released: {silenced.name}", here))
        if strange := here & ~battlegroup.led(state, leader, here):
            found.append(Bar("BW-36.0.lead", f"is not of the group of {name}, who cannot release it", strange))
        if state.travelled >> leader & 1 and here and leader != state.game.battlegroup.leader:
            found.append(Bar("BW-24.5.release", f"is not released: {name} has moved in this turn", here))
    return [
        Bar("BW-24.5.leader", "has moved, and may not move again in the Exploitation Phase", own & state.marched),
        Bar("BW-24.5.leader", "has released no unit and may not move now", own & ~state.released),
        *found,
        Bar("BW-36.0.lead.reserve", "is released only by Peiper or Dietrich", kept & battlegroup.needs_a_leader(state)),
        Bar("BW-24.5.release", "has no leader in its hex to release it", kept),
    ]
