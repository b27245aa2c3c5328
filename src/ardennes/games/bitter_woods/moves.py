"""The Movement and the Exploitation Phase (BW-5, 8, 14.2, 16): picking, coming in, moving, leaving, building."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ardennes.counters import DONE, GONE, SidePhase, bits
from ardennes.counters.bars import Bar, first_bar, free
from ardennes.counters.joining import APART, HELD
from ardennes.counters.journeys import left_of, points
from ardennes.counters.motion import STOP, Motion, Way
from ardennes.engine import Action, Decision, Kind, Masked, Obligation, Options, Reason, Step
from ardennes.engine.options import Part, set_bits
from ardennes.engine.speech import count
from ardennes.games.bitter_woods import (
    army_artillery,
    arrivals,
    assault,
    attrition,
    battlegroup,
    bridges,
    challenge,
    closeness,
    fuel,
    garrison,
    journeys,
    lasting,
    leaders,
    movement,
    obligations,
    opening,
    refusals,
    roadblocks,
    spearheads,
    victory,
    works,
)  # fmt: skip
from ardennes.games.bitter_woods.attackers import builders
from ardennes.games.bitter_woods.closeness import Prospects
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, PEOPLE, SIDES
from ardennes.games.bitter_woods.movement import Walk, terms_of
from ardennes.games.bitter_woods.sequence import EXPLOITATION, next_phase, phase
from ardennes.games.bitter_woods.state import ASIDE, NORTH, OUT, SOUTH, WEST, Position
from ardennes.games.bitter_woods.terrain import WayOut

if TYPE_CHECKING:
    from ardennes.games.bitter_woods.game import BitterWoods

BUILD = Action("build")
EXPLOITATIONS = tuple(phase(side, EXPLOITATION) for side in (GERMAN, ALLIED))
OFF = {"north": NORTH, "south": SOUTH, "west": WEST}


def exploiting(state: Position) -> bool:
    """Whether it is an Exploitation Phase."""
    return state.frames[0].step in EXPLOITATIONS


def still(state: Position, side: int) -> list[Bar]:
    """Why a unit on the map does not move now, though it may build or repair."""
    found = list(_waiting(state.game, state.turn, state.herve))
    if state.turn == state.game.opening.turn:
        found.insert(0, Bar("BW-15.5", "does not move on 16AM", opening.frozen(state)))
    if state.duties:
        found += obligations.move_bars(state)
    if state.optional:
        found += army_artillery.move_bars(state)
    if not state.reserve and not state.ungarrisoned:
        return found
    if exploiting(state):
        found += garrison.bars(state)
    elif state.reserve:
        rule = state.reserve_rules.put
        found.append(Bar(rule, "is in reserve and does not move in the Movement Phase", state.reserve))
    return found


@lru_cache(maxsize=64)
def _waiting(game: BitterWoods, turn: int, roused: bool) -> tuple[Bar, ...]:
    """The units that wait for a Game-Turn, or for Germans near them."""
    herve = game.tables["conditions"]["herve"]
    if roused or turn >= game.turn_named(herve["free_from"]):
        return ()
    why = f"does not move before {herve['free_from']}, unless a German unit has come within {herve['within']} hexes"
    return (Bar("BW-16.1.herve", f"{why} of it (BW-R.50)", game.forces.conditioned["herve"]),)


def mobile(state: Position, units: int, group: Prospects | None = None) -> int:
    """Those of some units on the map that can move now."""
    members = group.able if group is not None else None
    return movement.able(state, free(units, still(state, state.phasing)), members)


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
                text = f"{count(come, f'{PEOPLE[self.side]} unit')} may come in"
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
            Bar("BW-5.5", "has left the map", out),
            Bar("BW-16.1", "takes no part in this position", aside),
            *_regrouped(state),
            Bar("BW-16.1", "has no Game-Turn on which it comes in", off & ~gone & ~out & ~waiting),
        ]  # fmt: skip
        if self.exploiting:
            found += [
                Bar("BW-16.1", "comes in during a Movement Phase", off),
                *_at_work(state),
                Bar("BW-5.2.saved", "has ended its move; points that were left over are lost", state.moved),
                Bar(
                    state.reserve_rules.release, "is not in reserve",
                    state.playing[self.side] & ~state.reserve & ~battlegroup.resumed(state),
                ),
                *(leaders.exploit_bars(state, self.side) if leaders.OPTION in state.optional else ()),
            ]
            return found
        found += arrivals.bars(state, self.side)
        found += _at_work(state)
        found.append(Bar("BW-5.2.saved", "has ended its move; points that were left over are lost", state.moved))
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
        rest = 0 if self.exploiting else there & ~found & ~battlegroup.resumed(state)
        return found | works.builders(state, rest) | self._repairing(state, rest)

    def _repairing(self, state: Position, units: int) -> int:
        if not units:
            return 0
        beside, at, found = state.game.ground.bridge_ends(state.blown), state.at, 0
        for unit in set_bits(units) if beside & state.held[self.side] else ():
            if beside >> at[unit] & 1 and bridges.repairable(state, unit):
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

    def _obligations(self, state: Position, must: int, closing: int) -> tuple[Obligation, ...]:
        if not (must or state.duties):
            return ()
        close = tuple(closeness.obligations(state, closing & must))
        if self.exploiting:
            return close
        back, names = (self._straying(state) if must else 0), state.game.forces.names
        what, by, who = "move back to its army's ground", "the end of this phase", SIDES[self.side]
        straying = (Obligation(names[unit], what, by, "BW-R.16", who) for unit in bits(back))
        return (*obligations.shown(state, self.side), *straying, *close)

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
        bar = first_bar(unit, self.bars(state)) or (
            first_bar(unit, still(state, self.side)) if state.at[unit] >= 0 else None
        )
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
            text = f"{called(far)} must come within two hexes of the others of the group first (BW-R.110)."
            return Reason(closeness.LEADER if far == 1 << state.game.battlegroup.leader else closeness.RULE, text)
        text = f"{called(back)} can come back to the ground of its army and must do so first"
        return Reason("BW-5.4.retreat", f"{text} (BW-R.16).")


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
        prompt = f"Choose the hex by which {state.game.forces.display_names[unit]} comes in"
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
        return _first(state, unit, action)


class Moving(Motion[Position]):
    """A unit in motion (BW-5.1)."""

    rule = "BW-5.1"

    def way(self, state: Position, frame: Motion.Frame) -> Walk:
        """Where it can go from where it is."""
        ground, terms = state.game.ground, terms_of(state, frame.unit)
        if terms.freeing and any(terms.freeing >> i & 1 for i in frame.way[1:]):
            terms = terms.freed()
        if not frame.begun and not free(1 << frame.unit, still(state, state.phasing)):
            terms = terms._replace(held=True)
        if frame.dared >> frame.hex & 1:
            terms = terms.through(ground, frame.hex)
        begun = frame.begun or frame.unit in state.spent  # it goes on after joining or splitting (BW-36.11.points)
        return Walk(ground, terms, frame.hex, frame.spent, begun=begun)

    def may_stop(self, state: Position, frame: Motion.Frame, way: Way) -> bool:
        """Not where there is no room, nor out of bounds (BW-6.1, BW-R.16)."""
        assert isinstance(way, Walk)
        return way.may_stop

    def prompt(self, state: Position, frame: Motion.Frame) -> str:
        """With the points that are left; where it has just come in, with its hex and what that has cost."""
        whole, each = movement.allowance(state, frame.unit), state.game.ground.point
        name = state.game.forces.display_names[frame.unit]
        left = left_of(max(0, whole - frame.spent), whole, each)
        if frame.entry >= 0 and len(frame.way) == 1:
            place = state.game.ground.grid.name(frame.entry)
            return f"Choose where {name} goes from {place}, where it enters for {points(frame.spent, each)}; {left}"
        return f"Choose where {name} goes; {left}"

    def step_cost(self, state: Position, frame: Motion.Frame, way: Way, i: int) -> int:
        """By the prices of its kind; a step that ends the move takes all points."""
        assert isinstance(way, Walk)
        spent = way.price(i)
        assert spent is not None
        return spent

    def walked(self, state: Position, frame: Motion.Frame, way: Way, i: int) -> tuple[int, ...]:
        """Its way; if nobody reads the log, only where something may happen on it."""
        assert isinstance(way, Walk)
        if state.heard or way.reach.passed & self._telling(state, way):
            return super().walked(state, frame, way, i)
        return (*(frame.way or (frame.hex,)), i)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Go on, or end the move; a unit that steps into a hex may owe a die there (BW-29.1.toll, 29.4)."""
        frame: Motion.Frame = state.top
        super().take(state, action, decision)
        if frame.unit in state.game.group and battlegroup.played(state) and action.verb in ("go", "stop"):
            self._count_points(state, frame, decision.data, action)
        if action.verb != "step":
            return
        if state.top.dared >> state.top.hex & 1:  # it comes back, and pays
            state.amend(dared=state.top.dared & ~(1 << state.top.hex))
        if state.effects:
            roadblocks.met(state)
        if state.dumps:
            fuel.stepped(state, state.top.unit, state.top.hex)

    def _count_points(self, state: Position, frame: Motion.Frame, walk: Walk, action: Action) -> None:
        """Remember what a unit has spent that may still join or split; who must stop has nothing left."""
        i = frame.hex if action == STOP else state.game.ground.grid.index(action.thing)
        if walk.terms.halts >> i & 1:
            battlegroup.spend_all(state, frame.unit)
        else:
            battlegroup.spend(state, frame.unit, frame.spent if action == STOP else walk.charge(i))

    def _telling(self, state: Position, way: Walk) -> int:
        """The hexes in which something happens to a unit that passes: they free it, fall to it, or rouse Herve."""
        ground = state.game.ground
        found: int = way.terms.freeing
        if state.optional:
            found |= lasting.with_companies(state, several=True) if state.effects else 0
            found |= fuel.telling(state) if state.dumps else 0
            found |= leaders.exposed(state, 1 - state.phasing)
        if state.phasing != GERMAN:
            return found | state.captured
        herve = 0 if state.herve else ground.near_herve
        return found | state.forts | herve | ground.liege & ~state.captured

    # ---- leaving, building, repairing ----

    def others(self, state: Position, frame: Motion.Frame, way: Way) -> Part:
        """Leaving the map (BW-5.5), building (BW-8) and repairing (BW-13.3), and what is tried against a die."""
        assert isinstance(way, Walk)
        terms, exits = way.terms, way.exits if way.terms.outs else 0
        may_work = not (frame.begun or frame.unit in state.spent or exploiting(state))
        more: tuple[Action, ...] = self._works(state, frame, way) if may_work else ()
        if terms.bombed or terms.slips:
            more += self._dares(state, way)
        if not exits:
            return more
        out = Masked(state.game.actions.exit, exits)
        return (*out, *more) if more else out

    def _works(self, state: Position, frame: Motion.Frame, way: Walk) -> tuple[Action, ...]:
        """What it may build or repair before it moves."""
        builds = works.builders(state, 1 << frame.unit)
        repairs = bridges.repairable(state, frame.unit)
        if repairs and not self._must_come_back(way):
            return (*((BUILD,) if builds else ()), *Masked(state.game.actions.repair, repairs))
        return (BUILD,) if builds else ()

    def _dares(self, state: Position, way: Walk) -> tuple[Action, ...]:
        """The hexes that it may try to enter against a die (BW-22.2, BW-27)."""
        actions = state.game.actions
        return (*Masked(actions.challenge, way.challenges), *Masked(actions.slip, way.slips))

    def _must_come_back(self, way: Walk) -> bool:
        """Whether it is out of bounds and can reach its army's ground (BW-R.16)."""
        return way.comes_home

    def take_other(self, state: Position, frame: Motion.Frame, action: Action) -> None:
        """It leaves the map, builds or begins a repair."""
        if action == BUILD:
            state.pop()
            works.build(state, frame.unit)
        elif action.verb == "repair":
            state.pop()
            bridges.begin_repair(state, frame.unit, state.game.ground.bridges.number(action.thing))
        elif action.verb == "challenge":
            self._challenge(state, frame, state.game.ground.grid.index(action.thing))
        elif action.verb == "slip":
            rule = spearheads.licence(state, frame.unit).rule
            state.sneaked |= bool(state.game.sneaking >> frame.unit & 1)
            state.push(spearheads.SlipDie.name, frame.unit, state.game.ground.grid.index(action.thing), rule)
        else:
            self._leave(state, frame, state.game.ground.ways_out[state.game.ground.way_out[action.thing]])

    def _challenge(self, state: Position, frame: Motion.Frame, i: int) -> None:
        """It enters an interdicted forest hex at the road rate; the die follows (BW-22.2)."""
        way = (*(frame.way or (frame.hex,)), i)
        state.amend(hex=i, spent=self.way(state, frame).dared(i), way=way, dared=frame.dared | 1 << i)
        state.push(challenge.ChallengeDie.name, frame.unit, i)
        if state.dumps:
            fuel.stepped(state, frame.unit, i)

    def slip(self, state: Position, frame: Motion.Frame, i: int) -> None:
        """A die has let it through enemy zones into a hex (BW-27)."""
        spent = self.way(state, frame).unseen.price(i)
        state.amend(hex=i, spent=spent, way=(*(frame.way or (frame.hex,)), i))
        if state.dumps:
            fuel.stepped(state, frame.unit, i)

    def halt(self, state: Position, frame: Motion.Frame) -> None:
        """A challenge has failed: its move is over where it is (BW-22.2)."""
        self.finish(state, frame)

    def give_up(self, state: Position, frame: Motion.Frame) -> None:
        """Its move is over where it is, perhaps before it has left its hex; the step is off the stack."""
        battlegroup.spend_all(state, frame.unit)
        if frame.begun:
            self.finish(state, frame)
            return
        state.moved |= 1 << frame.unit
        if exploiting(state):
            state.reserve &= ~(1 << frame.unit)

    def _leave(self, state: Position, frame: Motion.Frame, way: WayOut) -> None:
        walk, unit, bit = self.way(state, frame), frame.unit, 1 << frame.unit
        start = state.at[unit]
        state.pop()
        walked = (*(frame.way or (frame.hex,)), *walk.path_out(way)[1:])
        self._end_move(state, frame._replace(way=walked))
        journeys.log_exit(state, unit, walk, way)
        if start >= 0:
            state.lift(unit)
        state.pass_through(unit, _entered(frame, walked))
        if state.phasing == GERMAN:
            state.at[unit] = OUT
            state.counted |= bit & ~state.unsupplied
        else:
            state.at[unit] = OFF[way.edge]
            state.left[unit] = state.turn
        state.unsupplied &= ~bit
        battlegroup.log_exit(state, unit)
        state.look_for_lone_leaders()
        if start >= 0:
            obligations.left(state, unit, start)
        if state.phasing == GERMAN:
            victory.instant(state)

    # ---- the end of a move ----

    def finish(self, state: Position, frame: Motion.Frame) -> None:
        """It stands where it has come to."""
        unit, start = frame.unit, state.at[frame.unit]
        self._end_move(state, frame)
        if start >= 0:
            state.lift(unit)
        else:
            state.left.pop(unit, None)
        state.pass_through(unit, _entered(frame, frame.way[:-1]))
        state.stand(unit, frame.hex)
        if start != frame.hex:
            if start >= 0:
                obligations.left(state, unit, start)
            obligations.came(state, unit, frame.hex)
        if state.phasing == GERMAN:
            victory.instant(state)

    def _end_move(self, state: Position, frame: Motion.Frame) -> None:
        """What every move leaves behind."""
        unit, way, entry, spared = frame.unit, frame.way, frame.entry, frame.dared
        state.moved |= 1 << unit
        if entry >= 0:
            journeys.log_entry(state, unit, entry)
            if attrition.OPTION in state.optional:
                state.since[unit] = state.turn
        if exploiting(state):
            state.reserve &= ~(1 << unit)
            leader = state.game.forces.leaders >> unit & 1
            rule = "BW-24.5.leader" if leader else state.reserve_rules.release
            journeys.log_move(state, unit, way, came_in=False, rule=rule, spared=spared)
        else:
            state.marched |= 1 << unit
            rule = "BW-24.3" if state.game.forces.leaders >> unit & 1 else "BW-5.1"
            journeys.log_move(state, unit, way, came_in=entry >= 0, rule=rule, spared=spared)
        if spearheads.OPTION in state.optional:
            spearheads.log(state, unit, way)

    # ---- why not ----

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Not there, not out, not yet."""
        frame: Motion.Frame = state.top
        unit, name, walk = frame.unit, state.game.forces.display_names[frame.unit], decision.data
        if action.verb in ("go", "step", "exit") and walk.terms.held:
            bar = first_bar(unit, still(state, state.phasing))
            assert bar is not None
            return bar.reason(name)
        if action.verb in ("go", "step"):
            return refusals.why_not_to(state, unit, walk, action)
        if action.verb == "exit":
            return refusals.why_not_out(state, unit, walk, action.thing)
        if action.verb == "stop":
            return self._why_not_stop(state, frame, walk)
        if action.verb == "challenge":
            return challenge.why_not(state, unit, action.thing, walk.terms.bombed)
        if action.verb == "slip":
            return spearheads.why_not(state, unit, action.thing)
        if action.verb in ("build", "repair"):
            return self._why_no_work(state, frame, walk, action)
        return _first(state, unit, action)

    def _why_not_stop(self, state: Position, frame: Motion.Frame, walk: Walk) -> Reason:
        name, place = state.game.forces.display_names[frame.unit], state.game.ground.grid.name(frame.hex)
        if not frame.begun:
            return Reason("BW-5.1", f"{name} has not moved yet; undo the choice instead.")
        if walk.terms.apart >> frame.hex & 1:
            text = f"{name} cannot stop in {place}: it would be too far from the others of its group (BW-R.110)."
            return Reason("BW-36.1", text)
        if walk.terms.led >> frame.hex & 1:
            return Reason("BW-24.3", f"{name} cannot stop in {place}: another leader is there.")
        if walk.terms.full >> frame.hex & 1:
            return Reason("BW-6.1", f"{name} cannot stop in {place}: there is no room for it (BW-R.19).")
        if walk.terms.mixed >> frame.hex & 1:
            return Reason("BW-28.2", f"{name} cannot stop in {place}: American and British units do not stack.")
        return Reason("BW-R.16", f"{name} is out of bounds in {place} and has to come back to its army's ground.")

    def _why_no_work(self, state: Position, frame: Motion.Frame, walk: Walk, action: Action) -> Reason | None:
        name = state.game.forces.display_names[frame.unit]
        if exploiting(state):
            return Reason("BW-4.0.movement", "Positions are built and repairs begun in the Movement Phase.")
        if frame.begun or frame.unit in state.spent:
            rule = "BW-R.22" if action == BUILD else "BW-R.45"
            return Reason(rule, f"{name} has moved; a unit that builds or repairs may not move in that turn.")
        if action == BUILD:
            return works.why_not(state, frame.unit)
        if self._must_come_back(walk):
            return Reason("BW-R.16", f"{name} is out of bounds and must come back.")
        return bridges.why_no_repair(state, frame.unit, action)


def _regrouped(state: Position) -> list[Bar]:
    """Battalions that are in the joined unit, and that unit where it is split into them (BW-36.11)."""
    units = list(bits(state.game.battlegroup.units))
    held = sum(1 << unit for unit in units if state.at[unit] == HELD)
    apart = sum(1 << unit for unit in units if state.at[unit] == APART)
    return [
        Bar("BW-36.11", "is part of Kampfgruppe Peiper now; split the group first", held),
        Bar("BW-36.11", "is split into its battalions now", apart),
    ]


def _entered(frame: Motion.Frame, way: tuple[int, ...]) -> tuple[int, ...]:
    """The hexes of a way that a unit has entered: all, if it came in by the first of them (BW-16.1)."""
    return way if frame.entry >= 0 else way[1:]


def _at_work(state: Position) -> list[Bar]:
    """Units that have built a position or repair a bridge in this player turn."""
    repairing = builders(state)
    return [
        Bar("BW-R.45", "repairs a bridge and does not move in this turn", repairing),
        Bar("BW-R.22", "has built and does not move in this turn", state.busy & ~repairing),
    ]


def _first(state: Position, unit: int, action: Action) -> Reason | None:
    """A unit's move is finished before anything else is done."""
    if action.verb in ("pick", "done", "enter"):
        return Reason("BW-5.1", f"Finish the move of {state.game.forces.display_names[unit]} first.")
    if action.verb in ("go", "step", "stop", "exit", "build", "repair", "challenge", "slip"):
        return Reason("BW-16.1", f"Choose first where {state.game.forces.display_names[unit]} comes in.")
    return refusals.not_in_movement(action)
