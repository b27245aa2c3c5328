"""What is never true of a sound position; the fuzzer looks at it."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.counters import GONE, POOL, bits
from ardennes.counters.invariants import shared_hexes, stale
from ardennes.counters.joining import APART, scattered
from ardennes.games.bitter_woods import battlegroup, bombardment, dumps, lasting, leaders, sequence, shock
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, SIDES
from ardennes.games.bitter_woods.stacking import fits
from ardennes.games.bitter_woods.state import ASIDE, NORTH, OUT, SOUTH, WEST, Position
from ardennes.games.bitter_woods.supply import automatic, short
from ardennes.games.bitter_woods.zones import zone


def broken(state: Position) -> Iterator[str]:
    """A sentence for everything that is wrong."""
    yield from shared_hexes(state)
    yield from _derived(state)
    yield from _area(state)
    yield from _stacks(state)
    yield from _battlegroup(state)
    yield from _leaders(state)
    yield from _boxes(state)
    yield from _statuses(state)
    yield from _markers(state)
    yield from _bombarded(state)
    yield from _aircraft(state)
    yield from _bridges(state)
    yield from _duties(state)
    yield from _effects(state)
    yield from dumps.broken(state)


def _named(state: Position, units: int) -> str:
    return ", ".join(state.game.forces.names[unit] for unit in bits(units))


def _derived(state: Position) -> Iterator[str]:
    again = state.copy()
    again.refresh()
    yield from stale(state, again, ("held", "stacks", "playing"))
    if any(zone(state, side) != zone(again, side) for side in (GERMAN, ALLIED)):
        yield "“zone” is not what the position says"


def _area(state: Position) -> Iterator[str]:
    """Nobody and nothing is where the scenario is not played, and nobody plays who takes no part in it."""
    if not state.outside:
        return
    grid, here = state.game.ground.grid, state.playing[GERMAN] | state.playing[ALLIED] | state.staff
    for what, hexes in (("units", state.hexes_of(here)), ("interdiction", state.interdicted)):
        if hexes & state.outside:
            yield f"{what} outside the part in play: {', '.join(grid.names(hexes & state.outside))}"
    if here & state.area.absent:
        yield f"{_named(state, here & state.area.absent)} takes no part and is on the map"
    if (state.blown ^ state.game.ground.blown) & ~state.area.bridges:
        yield "a bridge that is not in play has been blown or built"


def _stacks(state: Position) -> Iterator[str]:
    """No hex is overfull, and no tank stands in a forest without a road (BW-6.1, BW-5.3.armor)."""
    ground, forces = state.game.ground, state.game.forces
    for i, units in state.stacks.items():
        if not units & state.challenged and not all(fits(state, unit, units) for unit in bits(units)):
            yield f"{ground.grid.name(i)} holds too many units: {_named(state, units)}"
    stuck = state.units_at(ground.forest & ~ground.road_hexes) & forces.armor
    if stuck:
        yield f"{_named(state, stuck)} in a forest without a road"


def _battlegroup(state: Position) -> Iterator[str]:
    """Kampfgruppe Peiper is one unit or three battalions, never both (BW-36.11)."""
    yield from scattered(state)
    group = state.game.battlegroup
    lost = sum(1 << part for part in bits(group.parts) if state.at[part] == GONE or state.reduced >> part & 1)
    if lost and state.at[group.whole] != APART:
        yield f"{_named(state, lost)} has had losses, and the group is one unit"
    if set(state.spent) - set(bits(group.units)):
        yield "points are remembered of a unit that neither joins nor splits"
    if not battlegroup.played(state) and any(state.at[part] != ASIDE for part in bits(group.parts)):
        yield "battalions of Peiper are in play without the option"


def _leaders(state: Position) -> Iterator[str]:
    """One leader of a side in a hex, none alone in an enemy zone but on his way, none in play without the option."""
    forces = state.game.forces
    going = leaders.going(state)
    for side in (GERMAN, ALLIED):
        own = list(bits(state.staff & forces.of[side] & ~(1 << state.game.battlegroup.leader)))
        if len({state.at[leader] for leader in own}) < len(own):
            yield f"two {SIDES[side]} leaders are in a hex"
        lost = leaders.within(state, side, leaders.deadly(state, side)) & ~going
        if lost:
            yield f"{_named(state, lost)} is alone in an enemy zone"
    if state.staff and leaders.OPTION not in state.optional:
        yield f"{_named(state, state.staff)} is in play without the option"
    for leader, battles in state.influenced.items():
        if not 0 < battles <= forces.units[leader].influence:
            yield f"{forces.names[leader]} has influenced {battles} battles"
    for unit in state.attached:
        coming = forces.reinforcements | lasting.brought(state)
        if not (forces.mechanized & forces.of[GERMAN] & coming) >> unit & 1:
            yield f"{forces.names[unit]} is attached and is no German mechanized reinforcement"


def _boxes(state: Position) -> Iterator[str]:
    forces = state.game.forces
    for unit, at in enumerate(state.at):
        name = forces.names[unit]
        if at in (NORTH, SOUTH, WEST) and forces.side[unit] == GERMAN:
            yield f"{name} is German and waits off the map"
        if at == OUT and not (forces.mechanized & forces.of[GERMAN]) >> unit & 1:
            yield f"{name} has left beyond the Meuse and is not German and mechanized"
        if at in (NORTH, SOUTH, WEST) and not 0 < state.left.get(unit, 0) <= state.turn:
            yield f"{name} is off the map, and nobody knows since when"
        if state.left.get(unit) and at >= 0:
            yield f"{name} is on the map and counts as off it"
        if at == POOL and state.reduced >> unit & 1:
            yield f"{name} has not arrived, yet is reduced"
    counted = sum(1 << unit for unit in bits(state.counted) if state.at[unit] != OUT)
    if counted:
        yield f"{_named(state, counted)} counts for victory and has not left the map"


def _statuses(state: Position) -> Iterator[str]:
    forces, ground = state.game.forces, state.game.ground
    side, playing = state.phasing, state.playing[GERMAN] | state.playing[ALLIED]
    for what, units, allowed in (
        ("is reduced with one step", state.reduced, forces.two_steps),
        ("has fired and is not artillery", state.fired, forces.artillery),
        *(
            ("is still shocked", state.shocked & forces.of[each], 0)
            for each in (GERMAN, ALLIED)
            if shock.over(state, each)
        ),
        ("is in reserve and may not be", state.reserve, forces.mechanized & state.playing[side]),
        ("is in reserve next to an enemy", state.reserve, ~state.units_at(ground.grid.around(state.held[1 - side]))),
        ("is at work in the other side's turn", state.busy, forces.of[side]),
        ("has moved in the other side's turn", state.moved, forces.of[side]),
        ("attacked in the other side's turn", state.fought, forces.of[side]),
        ("is supplied by an air drop and is not Allied", state.dropped, forces.of[ALLIED]),
        ("is free of boundaries and was never bound", state.unbound, state.bindable),
        ("is not a leader and counts as one who has moved", state.travelled, forces.leaders),
    ):
        if units & ~allowed:
            yield f"{_named(state, units & ~allowed)} {what}"
    for each in (GERMAN, ALLIED):
        lacking = state.unsupplied & forces.of[each] & playing
        if lacking and automatic(state, each):
            yield f"{_named(state, lacking)} is out of supply too early"
    fed = short(state) & ~state.unsupplied & ~lasting.kept_in_supply(state)
    if fed and state.phase != sequence.phase(GERMAN, sequence.SUPPLY):
        yield f"{_named(state, fed)} is short of supply and counts as supplied"


def _markers(state: Position) -> Iterator[str]:
    ground = state.game.ground
    grid, held = ground.grid, state.held[GERMAN] | state.held[ALLIED]
    for what, hexes in (
        ("an improved position without a unit", state.improved & ~held),
        ("an improved position in a town", state.improved & ground.town),
        ("a fortification where none is built", state.forts & ~ground.fort_sites),
        ("a fortification with Germans in it", state.forts & state.held[GERMAN]),
        ("captured, and no hex of Liège", state.captured & ~ground.liege),
        ("captured, with Allied units in it", state.captured & state.held[ALLIED]),
        ("not captured, with Germans in it", ground.liege & state.held[GERMAN] & ~state.captured),
    ):
        if hexes:
            yield f"{what}: {', '.join(grid.names(hexes))}"


def _bombarded(state: Position) -> Iterator[str]:
    """Hexes are bombarded in a Combat Phase, and only where bombardments are played (BW-21.1)."""
    if state.bombarded and state.phase != sequence.phase(state.phasing, sequence.COMBAT):
        yield "hexes count as bombarded in another phase"
    if (state.bombarded or state.shocked) and bombardment.OPTION not in state.optional:
        yield "a bombardment without the option"


def _aircraft(state: Position) -> Iterator[str]:
    """No side has or uses more aircraft than the track gives (BW-11.1)."""
    given = state.given_aircraft()
    used = state.interdicted.bit_count()
    if state.phase == sequence.phase(GERMAN, sequence.SUPPLY):
        used += state.hexes_of(state.dropped).bit_count()
    for side in (GERMAN, ALLIED):
        left = state.aircraft[side] + (used if side == ALLIED else 0)
        if state.aircraft[side] < 0 or left > given[side]:
            yield f"{SIDES[side]} has or uses {left} aircraft of {given[side]}"
    if state.interdicted and state.phasing == ALLIED:
        yield "hexes are interdicted in the Allied turn"


def _bridges(state: Position) -> Iterator[str]:
    ground = state.game.ground
    if state.blown & ~ground.all_bridges:
        yield "a bridge is blown that does not exist"
    if not 0 <= state.built <= state.game.tables["bridges"]["german_limit"]:
        yield f"the Germans have rebuilt {state.built} bridges"
    if state.tried and not state.phase.endswith(sequence.DEMOLITION):
        yield "bridges were tried in another phase"
    for bridge, unit in state.repairs.items():
        name, builder = ground.bridges.names[bridge], state.game.forces.names[unit]
        if not state.blown >> bridge & 1:
            yield f"{name} stands and is under repair"
        if state.game.forces.side[unit] != state.phasing or not state.busy >> unit & 1:
            yield f"{builder} repairs {name} and is not at work"
        if state.at[unit] not in ground.bridges.ends(bridge):
            yield f"{builder} repairs {name} and is not beside it"
    if len(set(state.repairs.values())) < len(state.repairs):
        yield "a unit repairs two bridges"


def _duties(state: Position) -> Iterator[str]:
    """Only units on the map owe anything, against units on the map, and nothing is owed for ever (BW-R.1)."""
    for duty in state.duties:
        where = state.game.ground.grid.name(duty.hex)
        strangers = duty.units & ~state.playing[duty.side] | duty.against & ~state.playing[1 - duty.side]
        if strangers:
            yield f"{_named(state, strangers)} has a part in what is owed since {where} and is not there"
        if not duty.units:
            yield f"nobody owes what is owed since {where}"
        if (duty.turn, sequence.ORDER.index(duty.until)) < (state.turn, sequence.ORDER.index(state.phase)):
            yield f"what is owed since {where} should have lapsed"


def _effects(state: Position) -> Iterator[str]:
    """No event outlasts its last Game-Turn, and each belongs to a table that is played."""
    tables = state.game.tables
    played = {rule for option, table in tables["events"].items() if option in state.optional for rule in table.values()}
    played |= {tables["happening"][rule]["also"] for rule in played & set(tables["happening"]) if _also(state, rule)}
    for effect in state.effects:
        if effect.last and effect.last < state.turn:
            yield f"{effect.name} should be over"
        if effect.rule in tables["happening"] and effect.rule not in played:
            yield f"{effect.name} has happened, and its events are not played"


def _also(state: Position, rule: str) -> bool:
    return "also" in state.game.tables["happening"][rule]
