"""The Movement Phases (BU-5.0.movement): motorise, pick a unit or let it roll, then say where it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

from ardennes.counters import DONE, SidePhase
from ardennes.counters.bars import Bar, first_bar, free
from ardennes.engine import Action, Chance, Decision, Die, Kind, Masked, Obligation, Options, Reason, Step
from ardennes.engine.chance import Roll
from ardennes.engine.speech import count
from ardennes.games.bulge import airdrop, british, exits, journeys, movement, refusals, reinforcements, supply
from ardennes.games.bulge.forces import ALLIED, PEOPLE, SIDES
from ardennes.games.bulge.movement import Walk
from ardennes.games.bulge.sequence import PhaseFrame
from ardennes.games.bulge.state import Position
from ardennes.games.bulge.zones import zone

MOTORISE, FREE = "motorise", "free"
MOTORISE_FIRST = "units are motorized before any unit moves"
KEEP_OFF = ("BU-R.17", "it keeps clear of the British")
PICKED, TESTED, ENTERING, DISPLACED = "picked", "tested", "entering", "displaced"


class Movement(SidePhase[Position]):
    """A Movement Phase: Allied units are motorised first, then units move one after the other."""

    frame = PhaseFrame

    def __init__(self, name: str, side: int) -> None:
        super().__init__(name, side)
        self.prompt = "Choose a unit to move or bring in, or end the phase"

    def ask(self, state: Position) -> Decision | None:
        """Which unit is motorised, or moves next."""
        stage = state.top.stage
        if stage == FREE:
            return self._free(state)
        if stage == MOTORISE:
            return self._motorise(state)
        self._begin(state)
        return None

    def _begin(self, state: Position) -> None:
        state.begin_phase(self.side)
        self.announce(state, "BU-5.0.movement", "Movement Phase")
        if supply.always_supplied(state, self.side):
            state.note("supply", "BU-5.0.supply", "All German units are in supply", side=SIDES[self.side])
        state.amend(stage=MOTORISE if self.side == ALLIED else FREE)

    def _motorise(self, state: Position) -> Decision | None:
        """Up to four Allied infantry or airborne units, before anybody moves (BU-10.2.mech5)."""
        game = state.game
        able = free(game.forces.of[ALLIED], motorising_bars(state))
        if not able:
            state.amend(stage=FREE)
            return None
        options = Options(Masked(game.actions.motorise, able), (DONE,))
        left = count(game.motorised - state.motorised.bit_count(), "marker")
        prompt = f"Choose an infantry or airborne unit to motorize for this phase, or continue; {left} left"
        return Decision(SIDES[ALLIED], self.name, Kind.LOAD, prompt, "BU-10.2.mech5", options, default=DONE)

    def _free(self, state: Position) -> Decision:
        actions = state.game.actions
        able = free(candidates(state), chain(bars(state), nowhere_to_go(state)))
        pick = free(able, bars_to_pick(state))
        options = Options(Masked(actions.pick, pick), Masked(actions.test, able ^ pick), (DONE,))
        who = SIDES[self.side]
        return Decision(who, self.name, Kind.PICK, self.prompt, "BU-5.0.movement", options, default=DONE)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Motorise, pick or test a unit, or end the stage."""
        if action.verb == "done":
            self._end(state)
            return
        unit = state.game.forces.index[action.thing]
        if action.verb == "motorise":
            state.motorised |= 1 << unit
            state.note_unit(unit, "motorise", "BU-10.2.mech5", "is motorized")
        elif action.verb == "test":
            state.push("supply die", unit)
        elif state.on_map(unit):
            state.push("move", unit, state.game.allowance)
        elif unit == state.game.paratroops:
            state.push("airdrop")
        else:
            state.push("enter", unit)

    def _end(self, state: Position) -> None:
        if state.top.stage == MOTORISE:
            state.amend(stage=FREE)
            return
        if state.motorised:
            state.motorised = 0
            state.note("motorise", "BU-10.2.mech5", "The mechanized markers are removed", side="allied")
        state.game.next_phase(state)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a unit cannot be motorised, picked or tested."""
        if action.verb in BARS:
            unit = state.game.forces.index[action.thing]
            bar = first_bar(unit, BARS[action.verb](state))
            assert bar is not None
            return bar.reason(state.game.forces.display_names[unit])
        return refusals.of_leaving(state) if action.verb == "exit" else None


# ---- who may be motorised, and who may move ----


def motorising_bars(state: Position) -> Iterator[Bar]:
    """Why a unit may not be motorised now (BU-10.2.mech5, BU-R.11), in the order in which a player would be told."""
    game, allies = state.game, state.game.forces.of[ALLIED]
    yield Bar("BU-10.2.mech5", "is already motorized", state.motorised)
    yield Bar("BU-10.2.mech5", "is not Allied infantry or airborne", ~game.forces.on_foot)
    if state.motorised.bit_count() >= game.motorised:
        yield Bar("BU-10.2.mech5", f"cannot be motorized: all {game.motorised} markers are in use", allies)
    if state.top.stage != MOTORISE:
        yield Bar("BU-R.11", f"cannot be motorized now: {MOTORISE_FIRST}", allies)
    absent = state.waiting & ~reinforcements.due(state) | state.lost
    yield Bar("BU-10.2.mech5", "is neither on the map nor due to enter", absent)


def candidates(state: Position) -> int:
    """The units of the phasing side on the map, and those that are due to enter or to be dropped."""
    found = state.game.forces.of[state.phasing] & ~(state.waiting | state.departed | state.lost)
    if state.waiting:
        found |= reinforcements.due(state) | airdrop.due(state)
    return found


def absent(state: Position) -> Iterator[Bar]:
    """Why a unit is no candidate, in the order in which a player would be told."""
    game, side = state.game, state.phasing
    enemy = 1 - side
    yield Bar("BU-5.0", f"is {PEOPLE[enemy]}; only {PEOPLE[side]} units move in this phase", game.forces.of[enemy])
    yield Bar("BU-3.1.only", "has exited the map and never returns", state.departed)
    yield Bar("BU-3.1.losses", "is eliminated", state.lost)
    yield from airdrop.bars(state)
    yield from reinforcements.late(state)


def bars(state: Position) -> Iterator[Bar]:
    """Why a unit may not move now, by itself or by a die, in the order in which a player would be told."""
    yield Bar("BU-15.0.move", "may not move in the phase in which it lands", airdrop.landed(state))
    yield Bar("BU-10.0.once", "may not move again in this phase", state.moved)
    if state.top.stage == MOTORISE:
        waits = f"has to wait: {MOTORISE_FIRST}; choose “Finish motorizing” first"
        yield Bar("BU-R.11", waits, state.game.forces.of[ALLIED])
    if reinforcements.due(state):
        yield from reinforcements.bars(state)
    if state.locked is None:
        state.locked = state.units_at(state.fresh & zone(state, 1 - state.phasing))
    yield Bar("BU-9.1.locked", "is in an enemy ZOC and may not move", state.locked)


def bars_to_pick(state: Position) -> Iterator[Bar]:
    """Why a unit that may move cannot just be picked."""
    yield Bar("BU-R.8", "is out of supply and must roll for its movement", supply.out_of_supply(state))


def bars_to_test(state: Position) -> Iterator[Bar]:
    """Why a unit that may move does not roll a die for it."""
    yield Bar("BU-R.19", "arrives in supply and does not need to roll", state.waiting)
    yield Bar("BU-14.1.movement", "is in supply and does not need to roll", ~supply.out_of_supply(state))


def nowhere_to_go(state: Position) -> Iterator[Bar]:
    """The last bar, and the dearest to find."""
    yield Bar("BU-10.0.limit", "has nowhere to go", movement.stuck(state))


BARS: dict[str, Callable[[Position], Iterator[Bar]]] = {
    "motorise": motorising_bars,
    "pick": lambda state: chain(absent(state), bars(state), bars_to_pick(state), nowhere_to_go(state)),
    "test": lambda state: chain(absent(state), bars(state), bars_to_test(state), nowhere_to_go(state)),
}
"""All bars of each verb of the phase."""


class SupplyDie(Step[Position]):
    """The die of a unit that is to move out of supply (BU-14.1.movement)."""

    class Frame(NamedTuple):
        """The unit."""

        step: str
        unit: int

    name = "supply die"
    frame = Frame

    def ask(self, state: Position) -> Chance:
        """One die."""
        unit: int = state.top.unit
        name, title, who = state.game.forces.names[unit], state.game.forces.display_names[unit], SIDES[state.phasing]
        key = (state.turn, self.name, name)
        reason = (
            f"How far can {title} move out of supply? The roll is its MPs; on a {state.game.no_move} it may not move"
        )
        return Chance(rule="BU-14.1.movement", reason=reason, key=key, dice=[Die(name)], side=who)

    def roll(self, state: Position, roll: Roll) -> None:
        """The result is its allowance; with a six it does not move."""
        unit: int = state.pop().unit
        points = int(roll[0])
        state.note_unit(unit, "roll", "BU-R.8", f"tries to move out of supply: die roll {points}")
        if points == state.game.no_move:
            state.note_unit(unit, "supply", "BU-14.1.six", "does not move")
            end_move(state, unit)
        else:
            state.note_unit(unit, "supply", "BU-14.1.movement", f"has {points} movement points")
            state.push("move", unit, points, -1, TESTED)


class Moving(Step[Position]):
    """A unit goes somewhere."""

    class Frame(NamedTuple):
        """The unit, its movement points, the hex by which it enters or -1, and how it came to move."""

        step: str
        unit: int
        points: int
        entry: int = -1
        how: str = PICKED

    name = "move"
    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """Where the unit ends its move, or by which exit it leaves."""
        now: Moving.Frame = state.top
        game, unit, how = state.game, now.unit, now.how
        walk = movement.walk(state, unit, now.points, now.entry)
        go, out = walk.go, walk.exits
        stay = (DONE,) if how == TESTED else ()
        if not go and not out:  # only after a low die: nobody else is on the move who has nowhere to go
            name, title = game.forces.names[unit], game.forces.display_names[unit]
            state.note("supply", "BU-10.0.limit", f"{title} does not have enough MPs for any hex and stays", piece=name)
            state.pop()
            end_move(state, unit)
            return None
        options = Options(Masked(game.actions.go, go), Masked(game.actions.exit, out), stay)
        who = SIDES[state.phasing]
        rule = "BU-R.6" if how == DISPLACED else "BU-10.0.limit"
        duties = (Obligation(game.forces.names[unit], "make room", self.name, rule, who),) if how == DISPLACED else ()
        prompt = game.prompts.move[unit]
        return Decision(who, self.name, Kind.MOVE, prompt, rule, options, obligations=duties, data=walk)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Walk the cheapest way and end the move there, leave the map, or stay."""
        walk: Walk = decision.data
        unit = walk.terms.unit
        state.pop()
        if action.verb == "done":
            state.note_unit(unit, "supply", "BU-R.8", "stays where it is")
            end_move(state, unit)
        elif action.verb == "exit":
            self._leave(state, walk, state.game.ground.exit_of[action.thing])
        else:
            self._go(state, walk, state.game.ground.grid.index(action.thing))

    def _leave(self, state: Position, walk: Walk, exit_: int) -> None:
        way = british.way_out(state, walk, exit_)
        exits.leave(state, way.walk, exit_)
        self._end(state, way)

    def _end(self, state: Position, way: british.Way) -> None:
        """A unit that has come near the British has released them."""
        end_move(state, way.walk.terms.unit, moved=True)
        if way.seen:
            british.release(state)

    def _go(self, state: Position, walk: Walk, target: int) -> None:
        unit = walk.terms.unit
        friend, way = state.here.get(target), british.way_to(state, walk, target)
        if walk.terms.enters:
            reinforcements.arrive(state, unit, walk.terms.entry)
        if state.heard:
            detour = way.walk.cost(target) > walk.cost(target)
            journeys.log(state, way.walk, target, [KEEP_OFF] if detour else [])
        if not walk.terms.enters:
            state.lift(unit)
        state.stand(unit, target)
        self._end(state, way)
        if friend is not None:
            state.push("move", friend, state.game.allowance, -1, DISPLACED)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Which rule keeps the unit from that hex or exit."""
        if action.verb == "go":
            return refusals.of_move(state, action, decision)
        if action.verb == "exit":
            return refusals.of_exit(state, action, decision)
        if action.verb in ("pick", "test"):
            title = state.game.forces.display_names[state.top.unit]
            return Reason("BU-10.0.single", f"{title} is moving; units move one at a time.")
        return None


def end_move(state: Position, unit: int, *, moved: bool = False) -> None:
    """A unit's move is over: it does not move again; if it did, its resupply marker comes off."""
    bit = 1 << unit
    state.moved |= bit
    if state.on_map(unit):
        state.fresh &= ~(1 << state.at[unit])
    if moved and state.resupplied & bit:
        state.resupplied &= ~bit
        name, title = state.game.forces.names[unit], state.game.forces.display_names[unit]
        state.note("resupply", "BU-7.4.move", f"{title} has moved; its resupply marker is removed", piece=name)
