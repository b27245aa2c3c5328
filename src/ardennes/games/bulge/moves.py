"""The Movement Phases (BU-5.0.movement): motorise, pick a unit or let it roll, then say where it goes."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.counters import DONE, SidePhase, bits
from ardennes.engine import Action, Chance, Decision, Die, Kind, Masked, Obligation, Options, Reason, Step
from ardennes.engine.chance import Roll
from ardennes.engine.speech import count
from ardennes.engine.touch import touch
from ardennes.games.bulge import exits, journeys, refusals, reinforcements, supply
from ardennes.games.bulge.airdrop import may_drop
from ardennes.games.bulge.forces import ALLIED, GERMAN, SIDES
from ardennes.games.bulge.movement import Walk, movable
from ardennes.games.bulge.sequence import PhaseFrame
from ardennes.games.bulge.state import Position
from ardennes.games.bulge.zones import zone

MOTORISE, FREE = "motorise", "free"
PICKED, TESTED, ENTERING, DISPLACED = "picked", "tested", "entering", "displaced"


class Movement(SidePhase[Position]):
    """A Movement Phase: Allied units are motorised first, then units move one after the other."""

    frame = PhaseFrame

    def __init__(self, name: str, side: int) -> None:
        super().__init__(name, side)
        self.prompt = "Choose a unit to move or to bring in, or end the phase"

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
        able = motorisable(state)
        if not able or state.motorised.bit_count() >= game.motorised:
            state.amend(stage=FREE)
            return None
        options = Options(Masked(game.actions.motorise, able), (DONE,))
        left = count(game.motorised - state.motorised.bit_count(), "marker")
        prompt = f"Choose an infantry or airborne unit to motorise for this phase, or go on; {left} left"
        return Decision(SIDES[ALLIED], self.name, Kind.LOAD, prompt, "BU-10.2.mech5", options, default=DONE)

    def _free(self, state: Position) -> Decision:
        actions = state.game.actions
        able = movable(state)
        supply.judge(state)
        hungry = able & state.hungry
        arriving = reinforcements.enterable(state)
        if self.side == GERMAN and may_drop(state):
            arriving |= 1 << state.game.paratroops
        options = Options(Masked(actions.pick, able & ~hungry | arriving), Masked(actions.test, hungry), (DONE,))
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
            state.tell(unit, "motorise", "BU-10.2.mech5", "is motorised")
            touch("BU-R.11")
        elif action.verb == "test":
            state.push("supply die", unit)
        elif state.at[unit] >= 0:
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
            state.note("motorise", "BU-10.2.mech5", "The mechanized markers come off", side="allied")
        state.game.next_phase(state)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a unit cannot be motorised, picked or tested."""
        if action.verb == "motorise":
            return refusals.of_motorising(state, action, state.top.stage == MOTORISE)
        if action.verb in ("pick", "test"):
            return refusals.of_pick(state, action, state.top.stage == MOTORISE)
        if action.verb == "exit":
            return refusals.of_leaving(state)
        return None


def motorisable(state: Position) -> int:
    """The Allied infantry and airborne units on the map or about to enter that have no marker (BU-R.11)."""
    forces = state.game.forces
    able = reinforcements.due(state) & forces.on_foot
    for unit in bits(forces.on_foot & ~state.motorised):
        if state.at[unit] >= 0:
            able |= 1 << unit
    return able & ~state.motorised


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
        name, title, who = state.game.forces.names[unit], state.game.forces.said[unit], SIDES[state.phasing]
        key = (state.turn, self.name, name)
        reason = (
            f"How far may {title} move out of supply? The die is its movement points, a {state.game.no_move} is none"
        )
        return Chance(rule="BU-14.1.movement", reason=reason, key=key, dice=[Die(name)], side=who)

    def roll(self, state: Position, roll: Roll) -> None:
        """The result is its allowance; with a six it does not move."""
        unit: int = state.pop().unit
        points = int(roll[0])
        state.tell(unit, "roll", "BU-R.8", f"tries to move out of supply: die {points}")
        if points == state.game.no_move:
            state.tell(unit, "supply", "BU-14.1.six", "does not move")
            end_move(state, unit)
        else:
            state.tell(unit, "supply", "BU-14.1.movement", f"has {points} movement points")
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
        walk = Walk(state, unit, now.points, now.entry)
        go, out = walk.go, walk.exits
        stay = (DONE,) if how == TESTED else ()
        if stay and not go and not out:
            name, title = game.forces.names[unit], game.forces.said[unit]
            state.note("supply", "BU-10.0.limit", f"{title} can pay for no hex and stays", piece=name)
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
        unit = walk.unit
        state.pop()
        if action.verb == "done":
            state.tell(unit, "supply", "BU-R.8", "stays where it is")
            end_move(state, unit)
        elif action.verb == "exit":
            exits.leave(state, walk, state.game.ground.exit_of[action.thing])
            end_move(state, unit, walk.start)
        else:
            self._go(state, walk, state.game.ground.grid.index(action.thing))

    def _go(self, state: Position, walk: Walk, target: int) -> None:
        unit = walk.unit
        told = Walk(state, unit, walk.points, walk.entry) if state.heard else None
        friend = state.here.get(target)
        if walk.entry >= 0:
            reinforcements.arrive(state, unit, walk.entry)
        if told is not None:
            journeys.tell(state, told, target)
        if walk.entry < 0:
            state.lift(unit)
        state.stand(unit, target)
        end_move(state, unit, walk.start | 1 << target)
        if friend is not None and friend != unit:
            state.push("move", friend, state.game.allowance, -1, DISPLACED)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Which rule keeps the unit from that hex or exit."""
        if action.verb == "go":
            return refusals.of_move(state, action, decision)
        if action.verb == "exit":
            return refusals.of_exit(state, action, decision)
        if action.verb in ("pick", "test"):
            title = state.game.forces.said[state.top.unit]
            return Reason("BU-10.0.single", f"{title} is on the move; units move one after the other.")
        return None


def end_move(state: Position, unit: int, changed: int = 0) -> None:
    """A unit's move is over: it does not move again, a resupply marker comes off, the British may be released.

    `changed` are the hexes left and entered. Supply needs to be found again only if one of them is in an enemy zone or
    bears a marker: there friends matter, and nobody leaves an enemy zone.
    """
    bit = 1 << unit
    state.moved |= bit
    if state.ready is not None:
        state.ready &= ~bit
    if state.at[unit] >= 0:
        state.fresh &= ~(1 << state.at[unit])
    if changed:
        if state.resupplied & bit:
            state.resupplied &= ~bit
            name, title = state.game.forces.names[unit], state.game.forces.said[unit]
            state.note("resupply", "BU-7.4.move", f"{title} has moved; its marker comes off", piece=name)
        enemy = 1 - state.phasing
        if changed & (zone(state, enemy) | state.marked[enemy]):
            state.fed = None
        reinforcements.release(state)
