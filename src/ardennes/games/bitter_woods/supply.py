"""Supply (BW-12): air drops, shortage, the check of both sides, and where supply reaches."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ardennes.counters import DONE, SidePhase, bits
from ardennes.counters.bars import Bar, first_bar, free
from ardennes.counters.terms import Term, obstacles
from ardennes.engine import Action, Chance, Decision, Die, Kind, Masked, Options, Reason, Step, Supplied
from ardennes.engine.speech import count
from ardennes.games.bitter_woods import area, arrivals, fuel, lasting, leaders, surrender
from ardennes.games.bitter_woods.air import use
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, SIDES
from ardennes.games.bitter_woods.names import ARMY_NAMES
from ardennes.games.bitter_woods.refusals import not_in_movement
from ardennes.games.bitter_woods.sequence import next_phase
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.terrain import Ground
from ardennes.games.bitter_woods.victory import instant
from ardennes.games.bitter_woods.wording import cited
from ardennes.games.bitter_woods.zones import zone
from ardennes.hexmap import Costs, Layer, Six, Supply, SupplyLine, sides_minus, union
from ardennes.hexmap import supply as trace

LACK = "out of supply"
FAR = 99  # more hexes than lead from anywhere on the map to a road
REMEMBERED = 256  # nets of supply that are kept: moves of a unit leave many a net as it was


class Paths(NamedTuple):
    """All that a side's supply paths depend on."""

    sources: int  # hexes where supply begins
    closed: int  # hexes that no path enters
    outside: int  # hexes that are not in play
    blown: int  # bridges over which no path runs
    limit: int  # hexes from a unit to a road


TERMS = (  # the rules that limit a path, in the order in which a player would be told
    Term(area.RULE, "a path outside the area in play does not count", "outside", 0),
    Term("BW-12.2.zone", "enemy units and their ZOCs are in the way", "closed", 0),
    Term("BW-12.2.bridge", "a bridge is blown", "blown", 0),
    Term("BW-12.2.four", "the road is too far away", "limit", FAR),
)


class Network:
    """The roads of the map as supply runs along them; what was found lately is kept, by all that it depends on."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.limit: int = ground.tables["supply"]["hexes"]
        self.each_hex = Costs(ground.grid).enter(ground.grid.all, 1)
        self.open_roads = lru_cache(maxsize=REMEMBERED)(self._open_roads)
        self.traced = lru_cache(maxsize=REMEMBERED)(self._traced)

    def _open_roads(self, blown: int) -> Six:
        """The roads while these bridges are blown (BW-12.2.bridge)."""
        return sides_minus(self.ground.roads, self.ground.bridge_sides(blown))

    def _traced(self, paths: Paths) -> Supply:
        """What supply reaches."""
        ban = (Layer("BW-12.2.zone", paths.closed), Layer(area.RULE, paths.outside))
        return trace(SupplyLine(self.open_roads(paths.blown), self.each_hex, paths.limit, ban), paths.sources)


# ---- where supply reaches ----


def closed(state: Position, side: int) -> int:
    """The hexes that no supply path of a side enters: enemy zones in which no friend stands (BW-12.2.zone)."""
    return zone(state, 1 - side) & ~state.held[side]


def source_layers(state: Position, side: int) -> tuple[Layer, Layer]:
    """Where supply begins: roads off friendly edges, and hexes of Liège in friendly hands."""
    own, liege = state.area.sources[side], state.game.ground.liege & ~state.outside
    if side == GERMAN:
        return Layer("BW-12.3", own), Layer("BW-12.3", liege & state.held[GERMAN])
    return Layer("BW-12.3.allied", own), Layer("BW-R.42", liege & ~state.captured)


def sources(state: Position, side: int) -> int:
    """The hexes where a side's supply begins (BW-12.3)."""
    return union(source_layers(state, side))


def paths_of(state: Position, side: int) -> Paths:
    """What a side's supply paths depend on at this moment."""
    return Paths(sources(state, side), closed(state, side), state.outside, state.blown, state.game.network.limit)


def traced(state: Position, side: int) -> Supply:
    """Where a side's supply paths run at this moment, whatever was found at the last check (BW-12.2)."""
    return state.game.network.traced(paths_of(state, side))


def roads(state: Position, side: int, also: int = -1) -> Supply:
    """A side's supply roads, `road`, and the links between them that are open, `along` (BW-R.33).

    A source can be reached along them. Every hex is free of enemy units and zones or held by a friend; `also` is a hex
    that counts as free, for a unit that is about to leave it.
    """
    paths = paths_of(state, side)
    if also >= 0:
        paths = paths._replace(closed=paths.closed & ~(1 << also))
    return state.game.network.traced(paths)


def cut_by(state: Position, unit: int) -> tuple[Term, ...]:
    """The rules that keep a unit on the map from a source, found by leaving them out; none if it has a path."""
    network, i = state.game.network, state.at[unit]
    paths = paths_of(state, state.game.forces.side[unit])
    return obstacles(paths, TERMS, lambda changed: bool(network.traced(changed).mask >> i & 1)) or ()


def supplied_by(state: Position, unit: int) -> tuple[int, ...]:
    """A supply path from a unit's hex to a source, both included; empty if there is none."""
    at = state.at[unit]
    return traced(state, state.game.forces.side[unit]).path(at) if at >= 0 else ()


def explained(state: Position, unit: int) -> Supplied:
    """Whether a unit on the map was in supply at the last check, its path at this moment, and the rule behind it."""
    grid, side = state.game.ground.grid, state.game.forces.side[unit]
    path = supplied_by(state, unit)
    names = tuple(map(grid.name, path))
    if state.unsupplied >> unit & 1:
        if short(state) >> unit & 1:
            return Supplied("short of supply", "BW-R.8" if path else "BW-12.6", names)
        return Supplied(LACK, "BW-12.4", names)
    if path:
        return Supplied("supplied", _source_rule(state, side, path[-1]), names)
    if automatic(state, side):
        return Supplied("supplied", "BW-15.6")
    for effect, units in lasting.supplied(state):
        if units >> unit & 1:
            return Supplied("supplied", effect.rule)
    return Supplied("supplied", "BW-12.5.lasts" if state.dropped >> unit & 1 else "BW-12.1")


def _source_rule(state: Position, side: int, i: int) -> str:
    """The rule by which a supply path ends in a hex; the common one where it is a road off the map edge."""
    _, liege = source_layers(state, side)
    if side == ALLIED and state.area.from_beyond >> i & 1:
        return area.SUPPLY
    return liege.rule if liege.mask >> i & 1 else "BW-12.2"


# ---- the check ----


def automatic(state: Position, side: int) -> bool:
    """Whether all units of a side are in supply without a path (BW-15.6)."""
    table = state.game.tables["supply"]["automatic"]
    return SIDES[side] == table["side"] and state.turn <= state.game.turn_named(table["last"])


def short(state: Position) -> int:
    """The German units that are short of supply in this Game-Turn, those that may come in too (BW-12.6, BW-R.8)."""
    if not state.shortage:
        return 0
    forces = state.game.forces
    own = state.of_army(state.shortage) & forces.mechanized
    return own & (state.playing[GERMAN] | arrivals.due(state, GERMAN))


def without(state: Position, side: int) -> int:
    """The units of a side that are out of supply if it is checked now (BW-12.1)."""
    if automatic(state, side):
        return 0
    cut = _cut(state, side)
    cut = cut & ~state.dropped if side == ALLIED else cut | short(state)
    return cut & ~lasting.kept_in_supply(state) if state.effects else cut


def _cut(state: Position, side: int) -> int:
    """The units of a side, leaders among them, to which no path leads."""
    reached = traced(state, side).mask
    return state.units_at(state.held[side] & ~reached) | leaders.within(state, side, ~reached)


def check(state: Position) -> None:
    """Find out for all units of both sides whether they are in supply (BW-12.1, BW-R.41)."""
    before = state.unsupplied
    state.unsupplied = without(state, GERMAN) | without(state, ALLIED)
    if state.heard:
        _log(state, before)
    instant(state)


def _log(state: Position, before: int) -> None:
    """Say which units have fallen out of supply and which have come back, and what keeps those without a path."""
    if automatic(state, GERMAN):
        last = state.game.tables["supply"]["automatic"]["last"]
        state.note("supply", "BW-15.6", f"All German units are in supply through {last}", side=SIDES[GERMAN])
    lacking, there = short(state), state.playing[GERMAN] | state.playing[ALLIED] | state.staff
    for unit in bits(state.unsupplied & ~before & there):
        where = state.place_of(unit)
        if lacking >> unit & 1:
            state.note_unit(unit, "supply", "BW-12.6", f"in {where} is short of supply", at=where)
            continue
        why = "; ".join(cited(term.why, term.rule) for term in cut_by(state, unit))
        state.note_unit(unit, "supply", "BW-12.4", f"in {where} is out of supply: {why}", at=where)
    for unit in bits(before & ~state.unsupplied & there):
        where = state.place_of(unit)
        state.note_unit(unit, "supply", "BW-12.1", f"in {where} is in supply again", at=where)
    german, allied = ((state.unsupplied & state.playing[side]).bit_count() for side in (GERMAN, ALLIED))
    text = f"Supply is checked for both sides: {german} German and {allied} Allied units are out of supply"
    state.note("supply", "BW-R.41", text)
    for effect, units in lasting.supplied(state):
        text = f"{state.game.forces.called(units)}: in supply, {effect.name}"
        if units & lacking:
            text = cited(f"{text}, despite the shortage", "BW-R.91")
        state.note("supply", effect.rule, text, side=SIDES[state.game.forces.side[next(bits(units))]])
    for unit in bits(state.dropped & _cut(state, ALLIED)):
        where = state.place_of(unit)
        state.note_unit(unit, "supply", "BW-12.5.lasts", f"in {where} is supplied from the air", at=where)


# ---- the phase ----


def drop_bars(state: Position) -> Iterator[Bar]:
    """Why nothing is dropped on a hex."""
    yield Bar("BW-R.43", "has no Allied unit", ~(state.held[ALLIED] | leaders.places(state, ALLIED)))
    yield Bar("BW-R.43", "already has an air drop", state.hexes_of(state.dropped))


def short_turn(state: Position) -> bool:
    """Whether the German player rolls for a shortage in this Game-Turn (BW-12.6)."""
    return state.turn >= state.game.turn_named(state.game.tables["shortage"]["first"])


class SupplyPhase(SidePhase[Position]):
    """The Mutual Supply Phase of a side's turn (BW-4.0.supply): in the German turn drops and dice come first."""

    class Frame(NamedTuple):
        """How far the phase has got: air drops are made, the dice have been rolled."""

        step: str
        dropped: bool = False
        rolled: bool = False

    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """Air drops; when they are made, the dice of a shortage and the check."""
        frame: SupplyPhase.Frame = state.top
        german = self.side == GERMAN
        if german and not frame.dropped:
            hexes = free(state.game.ground.grid.all, drop_bars(state)) if state.aircraft[ALLIED] else 0
            if hexes:
                return self._drops(state, hexes)
            state.amend(dropped=True)
        elif german and not frame.rolled and short_turn(state):
            state.amend(rolled=True)
            spared = lasting.no_shortage(state) if state.effects else None
            if fuel.spares_all(state):
                text = cited("No roll for shortage: the German player has held both fuel dumps", "BW-R.104")
                state.note("supply", "BW-25.2.both", text, side=SIDES[GERMAN])
            elif spared:
                state.note("supply", spared.rule, f"No roll for shortage: {spared.name}", side=SIDES[GERMAN])
            else:
                state.push("shortage")
        else:
            check(state)
            if not state.over and not surrender.begin(state, self.side):
                next_phase(state)
        return None

    def _drops(self, state: Position, hexes: int) -> Decision:
        left = count(state.aircraft[ALLIED], "aircraft unit")
        prompt = f"Choose a hex for an air drop; you have {left} for drops, interdiction and support"
        options = Options(Masked(state.game.actions.drop, hexes), (DONE,))
        return Decision(SIDES[ALLIED], self.name, Kind.PLACE, prompt, "BW-12.5", options, facts={"drops": 1})

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Drop supplies, or go on."""
        if action == DONE:
            state.amend(dropped=True)
            return
        use(state, ALLIED)
        i = state.game.ground.grid.index(action.thing)
        state.dropped |= state.stack(i) | leaders.within(state, ALLIED, 1 << i)
        text = f"Supplies are dropped on {action.thing}"
        state.note("air", "BW-12.5", text, side=SIDES[ALLIED], at=action.thing)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Where nothing is dropped, and why."""
        if action.verb != "drop":
            return not_in_movement(action)
        bar = first_bar(state.game.ground.grid.index(action.thing), drop_bars(state))
        return bar and bar.reason(action.thing)


class ShortageDie(Step[Position]):
    """The dice of a German supply shortage (BW-12.6): whether there is one, then whose it is."""

    name = "shortage"

    class Frame(NamedTuple):
        """Whether the second die is due."""

        step: str
        second: bool = False

    frame = Frame

    def ask(self, state: Position) -> Chance:
        """A die."""
        second = state.top.second
        reason = "which army is short of supply" if second else "whether the Germans are short of supply"
        key = (state.turn, self.name, int(second))
        return Chance(rule="BW-12.6", reason=reason, key=key, dice=(Die(SIDES[GERMAN]),), side=SIDES[GERMAN])

    def roll(self, state: Position, roll: tuple[int, ...] | tuple[str, ...]) -> None:
        """On most faces another die follows and names an army."""
        table, face = state.game.tables["shortage"], int(roll[0])
        if state.top.second and (rule := fuel.spares(state, table["table"][str(face)])):
            army = ARMY_NAMES[table["table"][str(face)]]
            text = f"{army} would be short of supply, but holds a fuel dump: the die roll is ignored"
            state.note("supply", rule, text, side=SIDES[GERMAN])
            state.pop()
        elif state.top.second:
            state.shortage = table["table"][str(face)]
            text = f"The mechanized units of {ARMY_NAMES[state.shortage]} are short of supply"
            state.note("supply", "BW-12.6", text, side=SIDES[GERMAN])
            state.pop()
        elif face in table["none"]:
            state.note("supply", "BW-12.6", "The Germans are not short of supply", side=SIDES[GERMAN])
            state.pop()
        else:
            state.amend(second=True)
