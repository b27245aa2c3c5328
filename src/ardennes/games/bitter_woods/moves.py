"""The Movement and the Exploitation Phase (BW-5, 8, 14.2, 16): who is picked, who comes in, when a phase ends."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from ardennes.counters import DONE, GONE, SidePhase, bits
from ardennes.counters.bars import Bar, first_bar
from ardennes.counters.joining import APART, HELD
from ardennes.engine import Action, Decision, Kind, Masked, Obligation, Options, Reason, Step
from ardennes.engine.options import set_bits
from ardennes.engine.speech import count
from ardennes.games.bitter_woods import (
    army_artillery,
    arrivals,
    assault,
    battlegroup,
    bridges,
    challenge,
    closeness,
    fuel,
    garrison,
    leaders,
    movement,
    obligations,
    opening,
    refusals,
    roadblocks,
    spearheads,
    works,
)  # fmt: skip
from ardennes.games.bitter_woods.attackers import builders
from ardennes.games.bitter_woods.closeness import Prospects
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, PEOPLE, SIDES
from ardennes.games.bitter_woods.movement import terms_of
from ardennes.games.bitter_woods.sequence import EXPLOITATION, next_phase, phase
from ardennes.games.bitter_woods.state import ARMY_ARTILLERY, ASIDE, OUT, Position

if TYPE_CHECKING:
    from ardennes.counters.duties import Duty
    from ardennes.engine.decision import Obligations
    from ardennes.games.bitter_woods.game import BitterWoods

EXPLOITATIONS = tuple(phase(side, EXPLOITATION) for side in (GERMAN, ALLIED))


def exploiting(state: Position) -> bool:
    """Whether it is an Exploitation Phase."""
    return state.frames[0].step in EXPLOITATIONS


def still(state: Position) -> tuple[Bar, ...]:
    """Why a unit on the map does not move now, though it may build or repair."""
    found = _waiting(state.game, state.turn, state.herve)
    if state.duties:
        found += obligations.move_bars(state)
    if state.optional:
        found += army_artillery.move_bars(state)
    return found + _held_back(state) if state.reserve or state.ungarrisoned else found


def kept(state: Position) -> int:
    """The units that these bars cover; those that wait are known for a whole Game-Turn."""
    found = _all_waiting(state.game, state.turn, state.herve, ARMY_ARTILLERY in state.optional)
    if state.duties:
        found |= obligations.stays(state)
    if state.reserve and not exploiting(state):
        found |= state.reserve
    if state.ungarrisoned and exploiting(state):
        found |= garrison.kept(state)
    return found


def _held_back(state: Position) -> tuple[Bar, ...]:
    """The units in reserve, or those that a missing garrison keeps from leaving it."""
    if exploiting(state):
        return garrison.bars(state)
    return _reserved(state.reserve_rules.put, state.reserve) if state.reserve else ()


@lru_cache(maxsize=64)
def _reserved(rule: str, units: int) -> tuple[Bar, ...]:
    """The units in reserve, by the rule that put them there."""
    return (Bar(rule, "is in reserve and may not move in the Movement Phase", units),)


@lru_cache(maxsize=64)
def _waiting(game: BitterWoods, turn: int, roused: bool) -> tuple[Bar, ...]:
    """The units that wait for a Game-Turn, or for Germans near them."""
    found: tuple[Bar, ...] = ()
    if turn == game.opening.turn:
        found += (Bar("BW-15.5", "may not move on 16AM", game.opening.frozen),)
    herve = game.tables["conditions"]["herve"]
    if roused or turn >= game.turn_named(herve["free_from"]):
        return found
    why = f"does not move before {herve['free_from']}, unless a German unit has come within {herve['within']} hexes"
    return (*found, Bar("BW-16.1.herve", f"{why} of it (BW-R.50)", game.forces.conditioned["herve"]))


@lru_cache(maxsize=64)
def _all_waiting(game: BitterWoods, turn: int, roused: bool, guns: bool) -> int:
    """All of these units, and army artillery where it is played."""
    found = 0
    for bar in (*_waiting(game, turn, roused), *(army_artillery.still(game) if guns else ())):
        found |= bar.units
    return found


def mobile(state: Position, units: int, group: Prospects | None = None) -> int:
    """Those of some units on the map that can move now."""
    if group is None:
        return movement.able(state, units & ~kept(state))
    return movement.able(state, units & ~group.kept, group.able)


class Movement(SidePhase[Position]):
    """A side moves its units, or those in reserve, one after the other."""

    class Frame(NamedTuple):
        """Whether the phase has begun; in exploitation Peiper's group if it was in reserve then (BW-27.1.attack)."""

        step: str
        begun: bool = False
        poised: int = 0

    frame = Frame

    def __init__(self, name: str, side: int, *, exploiting: bool = False) -> None:
        super().__init__(name, side)
        self.exploiting = exploiting
        self.rule = "BW-4.0.exploitation" if exploiting else "BW-4.0.movement"

    def ask(self, state: Position) -> Decision | None:
        """Who moves or comes in; nobody is asked where nobody can."""
        if state.dumps and fuel.asks(state):
            return None
        if not state.top.begun:
            self._begin(state)
        come = 0 if self.exploiting else arrivals.can_come(state, arrivals.due(state, self.side))
        group = Prospects(state) if self.side == GERMAN and battlegroup.played(state) else None
        options = self._able(state, group) | come
        regroup = battlegroup.offers(state) if group else ()
        if not options and not (regroup and battlegroup.presses(state)):
            self.end(state)
            return None
        closing = closeness.must_close(state, group) if group else 0
        must = (self.must_move(state) | closing) & options
        what = "Choose a unit in reserve to move" if self.exploiting else "Choose a unit to move"
        what = f"{what} or bring in" if come else what
        prompt = f"{what}, or end the phase" if not must else f"{what}; {self._owing(state, must)} first"
        return Decision(
            SIDES[self.side], self.name, Kind.PICK, prompt, self.rule,
            Options(Masked(state.game.actions.pick, options), regroup, () if must else (DONE,)),
            obligations=self._obligations(state, must, closing),
        )  # fmt: skip

    def _begin(self, state: Position) -> None:
        if not self.exploiting:
            arrivals.begin(state, self.side)
            come = arrivals.due(state, self.side).bit_count()
            if come:
                text = f"{count(come, f'{PEOPLE[self.side]} unit')} may enter"
                state.note("arrival", "BW-16.1", text, side=SIDES[self.side], count=come)
            opening.announce(state, self.side)
        elif leaders.OPTION in state.optional:
            leaders.release(state, self.side)
        waits = assault.poised(state) if self.exploiting and spearheads.OPTION in state.optional else 0
        state.amend(begun=True, poised=waits)

    def end(self, state: Position) -> None:
        """The phase is over, once those who are too many are gone and Peiper has attacked (BW-22.2.stack, 27.1)."""
        if state.challenged:
            state.push(challenge.Overstacked.name)
            return
        if state.top.poised:
            state.push(assault.Assault.name, state.top.poised)
            return
        if self.side == GERMAN and battlegroup.played(state):
            closeness.log_astray(state)
        if not self.exploiting:
            obligations.stand_fast(state, self.side)
        next_phase(state)

    # ---- who may be picked ----

    def bars(self, state: Position) -> list[Bar]:
        """Why a unit may not be picked, in the order in which a player would be told; movement is judged after that."""
        forces, at, other = state.game.forces, state.at, PEOPLE[1 - self.side]
        off = sum(1 << unit for unit in bits(forces.of[self.side]) if at[unit] < 0)
        gone = sum(1 << unit for unit in bits(off) if at[unit] == GONE)
        out = sum(1 << unit for unit in bits(off) if at[unit] == OUT)
        aside = sum(1 << unit for unit in bits(off) if at[unit] == ASIDE)
        waiting = arrivals.waiting(state, self.side)
        found = [
            Bar(self.rule, f"is {other}; it is the {PEOPLE[self.side]} player's turn", forces.of[1 - self.side]),
            Bar("BW-9.6", "is eliminated", gone),
            Bar("BW-5.5", "has exited the map", out),
            Bar("BW-16.1", "takes no part in this position", aside),
            *_regrouped(state),
            Bar("BW-16.1", "has no Game-Turn of arrival", off & ~gone & ~out & ~waiting),
        ]  # fmt: skip
        if self.exploiting:
            found += [
                Bar("BW-16.1", "enters in a Movement Phase", off),
                *_at_work(state),
                Bar("BW-5.2.saved", "has finished its move; unspent points are lost", state.moved),
                Bar(
                    state.reserve_rules.release,
                    "is not in reserve",
                    state.playing[self.side] & ~state.reserve & ~battlegroup.resumed(state),
                ),
                *(leaders.exploit_bars(state, self.side) if leaders.OPTION in state.optional else ()),
            ]
            return found
        found += arrivals.bars(state, self.side)
        found += _at_work(state)
        found.append(Bar("BW-5.2.saved", "has finished its move; unspent points are lost", state.moved))
        return found

    def _able(self, state: Position, group: Prospects | None) -> int:
        """The units on the map that can move, or build, or repair."""
        there = state.playing[self.side] & ~state.moved & ~state.busy
        led = state.staff & state.game.forces.of[self.side] & ~state.moved
        if self.exploiting:
            waits = state.reserve | battlegroup.resumed(state)
            there &= waits & (state.released if leaders.OPTION in state.optional else -1)
            led &= state.released
        found = mobile(state, there | led, group)
        if self.exploiting or not (rest := there & ~found & ~battlegroup.resumed(state)):
            return found
        return found | self._working(state, rest)

    def _working(self, state: Position, units: int) -> int:
        """Those of some units that cannot move and may build or repair, found again when that may differ."""
        if state.abroad & units:
            return works.builders(state, units) | self._repairing(state, units)
        key = (
            units, state.held[1 - self.side], state.turn, self.name, state.improved, state.forts, state.vacated,
            state.unsupplied, state.blown, state.built, state.busy, state.duties,
        )  # fmt: skip
        known, found = state.working
        if known != key:
            found = works.builders(state, units) | self._repairing(state, units)
            state.working = (key, found)
        return int(found)

    def _repairing(self, state: Position, units: int) -> int:
        beside, found = state.game.ground.bridge_ends(state.blown) & state.held[self.side], 0
        for unit in set_bits(units & state.units_at(beside)) if beside else ():
            if bridges.repairable(state, unit):
                found |= 1 << unit
        return found

    # ---- who must move ----

    def must_move(self, state: Position) -> int:
        """The units that have to move before the phase ends: those of a withdrawal, and those out of bounds."""
        return 0 if self.exploiting else self._withdrawing(state) | self._straying(state)

    def _withdrawing(self, state: Position) -> int:
        return obligations.must_leave(state, self.side) if state.vacated[self.side] else 0

    def _straying(self, state: Position) -> int:
        if not state.abroad:
            return 0
        units = movement.strays(state) & (state.playing[self.side] | state.staff) & ~state.moved
        return movement.must_come_back(state, units & ~obligations.stays(state)) if units else 0

    def _owing(self, state: Position, must: int) -> str:
        return f"{state.game.forces.called(must)} must move"

    def _obligations(self, state: Position, must: int, closing: int) -> Obligations:
        """What must be done, put into words when somebody looks: from what is so now."""
        if not (must or state.duties):
            return ()
        if self.exploiting:
            return partial(_in_words, state.game, (), 0, closing & must) if closing & must else ()
        owed = obligations.owed_now(state, self.side) if state.duties else ()
        back = self._straying(state) if must else 0
        return partial(_in_words, state.game, owed, back, closing & must) if owed or must else ()

    # ---- the step ----

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """A unit begins its move, or the phase is over."""
        if action == DONE:
            self.end(state)
            return
        if action.verb in battlegroup.REGROUP:
            battlegroup.regroup(state, action)
            return
        unit = state.game.forces.index[action.thing]
        if state.at[unit] >= 0:
            state.push("motion", unit, state.at[unit], state.spent.get(unit, 0))
        elif arrivals.unattached(state, unit):
            state.push("attach", unit)
        else:
            state.push("enter", unit)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """The first bar that covers the unit; or why it can go nowhere."""
        if action.verb in ("go", "step", "stop", "enter", "exit", "build", "repair", "challenge", "slip"):
            return Reason("BW-5.1", "Choose a unit first.")
        if action == DONE:
            return self._why_not_done(state)
        if action.verb in battlegroup.REGROUP and self.side == GERMAN:
            return battlegroup.why_not(state, action)
        if action.verb != "pick":
            return refusals.not_in_movement(action)
        forces = state.game.forces
        unit = forces.index[action.thing]
        bar = first_bar(unit, self.bars(state)) or (first_bar(unit, still(state)) if state.at[unit] >= 0 else None)
        if bar is not None:
            return bar.reason(forces.display_names[unit])
        return refusals.why_stuck(state, unit) if state.at[unit] >= 0 else refusals.why_waits(state, unit)

    def _why_not_done(self, state: Position) -> Reason:
        called = state.game.forces.called
        leaving = self._withdrawing(state)
        if leaving:
            text = f"{called(leaving)} must withdraw with the others first, or all stay (BW-R.28)."
            return Reason("BW-9.5.CA.withdraw", text)
        if not (back := self._straying(state)) and (far := closeness.must_close(state)):
            text = f"{called(far)} must come within two hexes of the rest of the group first (BW-R.110)."
            return Reason(closeness.LEADER if far == 1 << state.game.battlegroup.leader else closeness.RULE, text)
        text = f"{called(back)} can return to its own army's sector and must do so first"
        return Reason("BW-5.4.retreat", f"{text} (BW-R.16).")


def _in_words(game: BitterWoods, owed: Sequence[Duty], back: int, closing: int) -> tuple[Obligation, ...]:
    """What units owe, those that have to come back, and those that have to close up: one entry for each."""
    what, by = "return to its own army's sector", "the end of this phase"
    straying = (
        Obligation(game.forces.names[unit], what, by, "BW-R.16", SIDES[game.forces.side[unit]]) for unit in bits(back)
    )
    owing = obligations.in_words(game, owed, obligations.IN_MOVEMENT)
    return (*owing, *straying, *closeness.obligations(game, closing))


class Enter(Step[Position]):
    """A unit comes in (BW-16): by which hex."""

    name = "enter"

    class Frame(NamedTuple):
        """The unit."""

        step: str
        unit: int

    frame = Frame

    def ask(self, state: Position) -> Decision:
        """The hex of the map edge."""
        unit = state.top.unit
        prompt = f"Choose the hex where {state.game.forces.display_names[unit]} enters"
        options = Options(Masked(state.game.actions.enter, arrivals.hexes(state, unit)))
        return Decision(SIDES[state.phasing], self.name, Kind.PLACE, prompt, "BW-16.1", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It is on the map, in motion."""
        unit, i = state.top.unit, state.game.ground.grid.index(action.thing)
        if terms_of(state, unit).stops >> i & 1:
            what = f"must stop in {action.thing}, an enemy ZOC"
            rule = "BW-7.4" if arrivals.returning(state, unit) else "BW-16.2.zone"
            state.note_unit(unit, "arrival", rule, what, to=action.thing)
        state.put("motion", unit, i, arrivals.price(state, unit, i), (i,), i)
        if state.effects:
            roadblocks.met(state)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Not by that hex."""
        unit = state.top.unit
        if action.verb == "enter":
            return refusals.why_not_in(state, unit, action.thing)
        return finish_first(state, unit, action)


def _regrouped(state: Position) -> list[Bar]:
    """Battalions that are in the joined unit, and that unit where it is split into them (BW-36.11)."""
    units = list(bits(state.game.battlegroup.units))
    held = sum(1 << unit for unit in units if state.at[unit] == HELD)
    apart = sum(1 << unit for unit in units if state.at[unit] == APART)
    return [
        Bar("BW-36.11", "is part of Kampfgruppe Peiper now; split the group first", held),
        Bar("BW-36.11", "is split into its battalions now", apart),
    ]


def _at_work(state: Position) -> list[Bar]:
    """Units that have built a position or repair a bridge in this player turn."""
    repairing = builders(state)
    return [
        Bar("BW-R.45", "is repairing a bridge and may not move this turn", repairing),
        Bar("BW-R.22", "has built and may not move this turn", state.busy & ~repairing),
    ]


def finish_first(state: Position, unit: int, action: Action) -> Reason | None:
    """A unit's move is finished before anything else is done."""
    if action.verb in ("pick", "done", "enter"):
        return Reason("BW-5.1", f"Finish the move of {state.game.forces.display_names[unit]} first.")
    if action.verb in ("go", "step", "stop", "exit", "build", "repair", "challenge", "slip"):
        return Reason("BW-16.1", f"First choose where {state.game.forces.display_names[unit]} enters.")
    return refusals.not_in_movement(action)
