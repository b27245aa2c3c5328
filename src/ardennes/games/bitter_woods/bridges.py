"""Bridges (BW-13): demolition, repair, completion."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ardennes.counters import DONE, SidePhase, bits
from ardennes.counters.bars import Bar, first_bar, free
from ardennes.engine import Action, Chance, Decision, Die, Kind, Masked, Options, Reason, Step
from ardennes.games.bitter_woods import (
    area,
    army_artillery,
    cooperation,
    fuel,
    lasting,
    leaders,
    movement,
    obligations,
    opening,
)
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, SIDES
from ardennes.games.bitter_woods.refusals import not_in_movement
from ardennes.games.bitter_woods.sequence import next_phase
from ardennes.games.bitter_woods.stacking import room
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.victory import instant
from ardennes.games.bitter_woods.zones import zone

AT_THE_EDGE = "leads out of the area in play, or is outside it"


def _name(state: Position, bridge: int) -> str:
    """What a bridge is called in a sentence."""
    return f"The bridge {state.game.ground.bridges.names[bridge]}"


def _bridge(state: Position, action: Action) -> int:
    return state.game.ground.bridges.number(action.thing)


def _refusal(state: Position, action: Action, bars: Iterator[Bar]) -> Reason | None:
    """Why something is not done with the bridge that an action names."""
    bridge = _bridge(state, action)
    bar = first_bar(bridge, bars)
    return bar and bar.reason(_name(state, bridge))


# ---- demolition (BW-13.1) ----


def demolition_bars(state: Position, side: int) -> Iterator[Bar]:
    """Why a side may not try to blow a bridge."""
    ground, forces = state.game.ground, state.game.forces
    beside, every = ground.bridges.beside, ground.all_bridges
    turns = state.game.tables["opening"]["no_demolition"]
    yield Bar(area.RULE, AT_THE_EDGE, every & ~state.area.bridges)
    if side == ALLIED and state.game.turn_name(state.turn) in turns:
        first = _after(state, turns[-1])
        why = f"cannot be blown: the Allied player may not blow bridges before {first} (BW-15.4)"
        yield Bar("BW-13.1.surprise", why, every)
    yield Bar("BW-13.2", "is already blown", state.blown)
    if side == ALLIED and state.effects:
        yield from lasting.guarded(state)
    yield Bar("BW-13.1", "has already been tried this phase; each bridge may be tried once", state.tried)
    own = ground.bridge_ends(every) & state.held[side]
    yield Bar("BW-13.1.near", "has none of your units in either of its hexes", every & ~beside(state.held[side]))
    guarded = _with_others(state, own, forces.artillery)
    yield Bar("BW-13.1.who", "has only artillery next to it, which may not blow bridges", every & ~beside(guarded))
    able = _with_others(state, guarded, forces.artillery | state.unsupplied)
    yield Bar("BW-13.1.supply", "has no supplied unit next to it", every & ~beside(able))
    enemy = state.held[1 - side]
    yield Bar("BW-R.44", "has no enemy near it", every & ~beside(enemy | ground.grid.around(enemy)))


def _with_others(state: Position, hexes: int, units: int) -> int:
    """Those of some hexes that hold any other unit than these."""
    found = 0
    for i in state.game.ground.grid.bits(hexes):
        if state.stack(i) & ~units:
            found |= 1 << i
    return found


def _after(state: Position, turn: str) -> str:
    """The name of the Game-Turn after another."""
    return state.game.turn_name(state.game.turn_named(turn) + 1)


def blows_on(state: Position, side: int, bridge: int) -> int:
    """The highest face on which a side blows a bridge: less with an enemy in one of its hexes (BW-13.1.die)."""
    table = state.game.tables["demolition"]
    across = any(state.held[1 - side] >> i & 1 for i in state.game.ground.bridges.ends(bridge))
    face: int = table["across" if across else "near"]
    return face


def why_no_demolition(state: Position, side: int, action: Action) -> Reason:
    """Why a side does not blow a bridge now: a rule forbids it, or there are attacks first (BW-13.1)."""
    found = _refusal(state, action, demolition_bars(state, side))
    return found or Reason("BW-13.1", "Bridges are blown after all attacks; finish attacking first.")


class Demolition(SidePhase[Position]):
    """The end of a Combat Phase: bridges are blown (BW-13.1)."""

    def ask(self, state: Position) -> Decision | None:
        """Which bridge."""
        if state.dumps and fuel.asks(state):
            return None
        bridges = free(state.game.ground.all_bridges, demolition_bars(state, self.side))
        if not bridges:
            next_phase(state)
            return None
        actions = state.game.actions
        surely = bridges if self.side == ALLIED and state.effects and lasting.engineers(state) else 0
        options = Options(Masked(actions.blow, bridges), Masked(actions.demolish, surely), (DONE,))
        prompt = "Choose a bridge to blow, or end the Combat and Demolition Phase"
        return Decision(SIDES[self.side], self.name, Kind.CHOOSE, prompt, "BW-13.1", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Try it, or be done."""
        if action == DONE:
            next_phase(state)
            return
        bridge = _bridge(state, action)
        if action.verb == "demolish":
            self._demolish(state, bridge)
            return
        state.tried |= 1 << bridge
        state.push("demolition die", bridge)

    def _demolish(self, state: Position, bridge: int) -> None:
        """The damned engineers blow it without a die, once in the game (BW-38.1.8)."""
        effect = lasting.engineers(state)
        assert effect is not None
        state.blown |= 1 << bridge
        state.end_effect(effect, f"{_name(state, bridge)} is blown without a die roll by the damned engineers")

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a bridge is not blown."""
        if action.verb == "demolish" and (self.side != ALLIED or lasting.engineers(state) is None):
            return Reason("BW-38.1.8", "Bridges are blown by a die roll; the damned engineers are not in play.")
        if action.verb not in ("blow", "demolish"):
            return not_in_movement(action)
        return _refusal(state, action, demolition_bars(state, self.side))


class DemolitionDie(Step[Position]):
    """The die for a bridge."""

    name = "demolition die"

    class Frame(NamedTuple):
        """The bridge."""

        step: str
        bridge: int

    frame = Frame

    def ask(self, state: Position) -> Chance:
        """One die."""
        bridge, who = state.top.bridge, SIDES[state.phasing]
        reason = f"{_name(state, bridge)} is blown on 1 to {blows_on(state, state.phasing, bridge)}"
        key = (state.turn, self.name, who, state.game.ground.bridges.names[bridge])
        return Chance(rule="BW-13.1.die", reason=reason, key=key, dice=(Die(who),), side=who)

    def roll(self, state: Position, roll: tuple[int, ...] | tuple[str, ...]) -> None:
        """The bridge is blown, or stands."""
        bridge, face = state.pop().bridge, int(roll[0])
        most, name = blows_on(state, state.phasing, bridge), state.game.ground.bridges.names[bridge]
        blown = face <= most
        if blown:
            state.blown |= 1 << bridge
        text = f"{_name(state, bridge)} {'is blown' if blown else 'stands'}: rolled {face}, needed 1-{most}"
        state.note("bridge", "BW-13.1.die", text, side=SIDES[state.phasing], at=name)


# ---- repair (BW-13.3) ----


def spent(state: Position, side: int) -> bool:
    """Whether a side has rebuilt as many bridges as it may (BW-13.4)."""
    limit: int = state.game.tables["bridges"]["german_limit"]
    return side == GERMAN and state.built >= limit


def repair_bars(state: Position, unit: int) -> Iterator[Bar]:
    """Why a unit that has not moved may not begin to repair a bridge, by bridges (BW-13.3, BW-R.45)."""
    ground, forces = state.game.ground, state.game.forces
    every, bit, side = ground.all_bridges, 1 << unit, forces.side[unit]
    who = forces.display_names[unit]
    for rule, why, units in (
        ("BW-13.3", f"cannot be repaired by {who}: artillery may not repair bridges", forces.artillery),
        ("BW-13.3", f"cannot be repaired by {who}: leaders may not repair bridges", forces.leaders),
        ("BW-12.4.build", f"cannot be repaired by {who}, which is out of supply", state.unsupplied),
        ("BW-R.47", f"cannot be repaired by {who}, which may not move on this Game-Turn", opening.frozen(state)),
        ("BW-R.30", f"cannot be repaired by {who}, which is engaged", obligations.engaged(state)),
        ("BW-9.5.CA", f"cannot be repaired by {who}, which owes a counterattack", obligations.owing(state)),
        ("BW-R.45", f"cannot be repaired by {who}, which has moved", state.moved & ~state.busy),
        ("BW-R.45", f"cannot be repaired by {who}, which has other work to do", state.busy),
    ):
        if units & bit:
            yield Bar(rule, why, every)
    here = state.at[unit]
    yield Bar(area.RULE, AT_THE_EDGE, every & ~state.area.bridges)
    yield Bar("BW-13.3", "is intact and needs no repair", every & ~state.blown)
    yield Bar("BW-13.3", f"is not next to {who}", every & ~ground.bridges.of(here))
    yield Bar("BW-R.45", "already has a builder", sum(1 << bridge for bridge in state.repairs))
    if spent(state, side):
        yield Bar("BW-13.4", f"stays blown: the German player has rebuilt {state.built} bridges", every)


def repairable(state: Position, unit: int) -> int:
    """The bridges that a unit on the map which has not moved may begin to repair, as a mask (BW-13.3)."""
    blown = state.blown & state.game.ground.bridges.of(state.at[unit])
    return free(blown, repair_bars(state, unit)) if blown else 0


def begin_repair(state: Position, unit: int, bridge: int) -> None:
    """A unit begins to repair a bridge: that is all it does in this player turn (BW-13.3, BW-R.45)."""
    state.repairs[bridge] = unit
    state.busy |= 1 << unit
    state.moved |= 1 << unit
    name, where = state.game.ground.bridges.names[bridge], state.place_of(unit)
    state.note_unit(unit, "bridge", "BW-13.3", f"begins to repair the bridge {name}", at=where)


def why_no_repair(state: Position, unit: int, action: Action) -> Reason | None:
    """Why a unit does not repair the bridge that an action names; None if it may."""
    return _refusal(state, action, repair_bars(state, unit))


# ---- completion (BW-13.3.advance) ----


def crossing_bars(state: Position, over: int, builder: int = -1) -> Iterator[Bar]:
    """Why units beside a bridge may not go over it into a hex, by units; its builder still has the work in hand."""
    side = state.phasing
    own, builders = state.playing[side] | state.staff, sum(1 << unit for unit in state.repairs.values())
    others = builders & ~(1 << builder) if builder >= 0 else builders
    yield Bar("BW-R.45", "is repairing another bridge and may not advance", others)
    yield Bar("BW-R.30", "is engaged and may not advance", obligations.engaged(state))
    yield from army_artillery.move_bars(state)
    yield Bar("BW-R.47", "may not advance on this Game-Turn", opening.frozen(state))
    yield Bar("BW-R.22", "has built this turn and may not advance", state.busy & ~builders)
    fired = state.game.forces.german_guns & state.fired
    yield Bar("BW-10.4.move", "has fired and may not move in this Game-Turn (BW-R.39)", fired)
    yield Bar("BW-6.1", "would exceed the stacking limit there", _those(own, lambda unit: not room(state, unit, over)))
    apart = _those(own, lambda unit: bool(cooperation.strangers(state, unit) >> over & 1))
    yield Bar("BW-28.2", "may not stack with units of the other nation", apart)
    behind = _those(own, lambda unit: bool(cooperation.across(state, unit, state.at[unit]) >> over & 1))
    yield Bar("BW-28.1", "is British and may not cross the Meuse", behind)
    vacated = own if state.vacated[side] >> over & 1 else 0
    yield Bar("BW-9.5.CA.withdraw", "may not enter a hex from which the side has withdrawn", vacated)
    bound = _those(own & state.bindable, lambda unit: bool(movement.bounds(state, unit).all >> over & 1))
    guns = state.game.forces.batteries
    yield Bar("BW-5.4", "may not cross the boundary of its army", bound & ~guns)
    yield Bar("BW-37.2", "may not cross the boundary of its army, which applies to artillery too", bound & guns)


def _those(units: int, test: Callable[[int], bool]) -> int:
    """Those of some units for which a test holds."""
    return sum(1 << unit for unit in bits(units) if test(unit))


def far_side(state: Position, bridge: int) -> int:
    """The hex that the builder of a bridge reaches over it; -1 if the bridge has no builder beside it any more."""
    unit = state.repairs.get(bridge, -1)
    ends = state.game.ground.bridges.ends(bridge)
    if unit < 0 or state.at[unit] not in ends:
        return -1
    return state.game.ground.bridges.across(bridge, state.at[unit])


def completion_bars(state: Position, side: int) -> Iterator[Bar]:
    """Why a bridge is not completed, by bridges (BW-13.3.advance)."""
    every = state.game.ground.all_bridges
    over = {bridge: far_side(state, bridge) for bridge in state.repairs}
    yield Bar("BW-13.3", "has no builder", every & ~sum(1 << bridge for bridge, i in over.items() if i >= 0))
    held = sum(1 << bridge for bridge, i in over.items() if i >= 0 and state.held[1 - side] >> i & 1)
    yield Bar("BW-13.3.advance", "is not completed: an enemy unit is on the far side", held)
    if spent(state, side):
        yield Bar("BW-13.4", f"stays blown: the German player has rebuilt {state.built} bridges", every)
    for bridge, i in over.items():
        unit = state.repairs[bridge]
        bar = first_bar(unit, crossing_bars(state, i, unit)) if i >= 0 else None
        if bar:
            builder = state.game.forces.display_names[unit]
            yield Bar(bar.rule, f"is not completed: {builder} {bar.why}", 1 << bridge)


def cross(state: Position, unit: int, over: int, what: str) -> None:
    """A unit goes over a new bridge, whatever zones it leaves and enters (BW-13.3.zones); guns have moved (BW-R.39)."""
    here, grid = state.at[unit], state.game.ground.grid
    zones = zone(state, 1 - state.phasing)
    rule = "BW-13.3.zones" if zones >> here & zones >> over & 1 else "BW-13.3.advance"
    state.shift(unit, over)
    state.marched |= state.game.forces.german_guns & 1 << unit
    state.note_unit(unit, "advance", rule, f"{what} from {grid.name(here)} to {grid.name(over)}", to=grid.name(over))
    obligations.left(state, unit, here)
    obligations.came(state, unit, over)
    instant(state)


class Construction(SidePhase[Position]):
    """Bridges under repair are completed (BW-4.0.construction)."""

    def ask(self, state: Position) -> Decision | None:
        """Which bridge."""
        if state.dumps and fuel.asks(state):
            return None
        bridges = free(state.game.ground.all_bridges, completion_bars(state, self.side)) if state.repairs else 0
        if not bridges:
            next_phase(state)
            return None
        options = Options(Masked(state.game.actions.span, bridges), (DONE,))
        prompt = "Choose a bridge to complete, or end the Bridge Construction Phase"
        return Decision(SIDES[self.side], self.name, Kind.ADVANCE, prompt, "BW-13.3.advance", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """The builder goes over; others may follow."""
        if action == DONE:
            next_phase(state)
            return
        bridge = _bridge(state, action)
        over, builder = far_side(state, bridge), state.repairs[bridge]
        here = state.at[builder]
        del state.repairs[bridge]
        state.blown &= ~(1 << bridge)
        state.built += self.side == GERMAN
        text = f"{_name(state, bridge)} is rebuilt"
        if self.side == GERMAN:
            text += f", number {state.built} of {state.game.tables['bridges']['german_limit']}"
        state.note("bridge", "BW-13.3.advance", text, side=SIDES[self.side], at=action.thing)
        cross(state, builder, over, "completes the bridge and advances")
        if not state.over:
            state.push("crossing", bridge, here, over)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a bridge is not completed."""
        if action.verb != "span":
            return not_in_movement(action)
        return _refusal(state, action, completion_bars(state, self.side))


class Crossing(Step[Position]):
    """Who goes along with the builder (BW-13.3.advance)."""

    name = "crossing"

    class Frame(NamedTuple):
        """The new bridge, the hex that is left, the hex that is entered."""

        step: str
        bridge: int
        here: int
        over: int

    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """One unit after the other."""
        frame: Crossing.Frame = state.top
        units = free(self._there(state, frame), crossing_bars(state, frame.over))
        if not units:
            state.pop()
            return None
        name = state.game.ground.bridges.names[frame.bridge]
        prompt = f"Choose a unit to follow over the bridge {name}, or continue"
        options = Options(Masked(state.game.actions.advance, units), (DONE,))
        return Decision(SIDES[state.phasing], self.name, Kind.ADVANCE, prompt, "BW-13.3.advance", options)

    def _there(self, state: Position, frame: Frame) -> int:
        """Who was with the builder."""
        return state.stack(frame.here) | leaders.within(state, state.phasing, 1 << frame.here)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """A unit follows, or nobody else does."""
        frame: Crossing.Frame = state.top
        if action == DONE:
            state.pop()
        else:
            cross(state, state.game.forces.index[action.thing], frame.over, "follows over the bridge")

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a unit does not follow."""
        if action.verb != "advance":
            return not_in_movement(action)
        frame: Crossing.Frame = state.top
        unit = state.game.forces.index[action.thing]
        name = state.game.forces.display_names[unit]
        if not self._there(state, frame) >> unit & 1:
            return Reason("BW-13.3.advance", f"{name} is not in the hex of the builder.")
        bar = first_bar(unit, crossing_bars(state, frame.over))
        return bar and bar.reason(name)
