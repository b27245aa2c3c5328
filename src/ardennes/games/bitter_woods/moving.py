"""A unit in motion (BW-5.1): where it goes, how it leaves the map, what it builds or repairs instead of moving."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ardennes.counters.bars import first_bar
from ardennes.counters.journeys import left_of, points
from ardennes.counters.motion import STOP, Motion, Way
from ardennes.engine import Action, Decision, Masked, Reason
from ardennes.engine.decision import Prompt
from ardennes.engine.options import Part
from ardennes.games.bitter_woods import (
    attrition,
    battlegroup,
    bridges,
    challenge,
    fuel,
    journeys,
    lasting,
    obligations,
    refusals,
    roadblocks,
    spearheads,
    victory,
    works,
)  # fmt: skip
from ardennes.games.bitter_woods.forces import GERMAN
from ardennes.games.bitter_woods.movement import terms_of
from ardennes.games.bitter_woods.moves import exploiting, finish_first, kept, still
from ardennes.games.bitter_woods.state import NORTH, OUT, SOUTH, WEST, Position
from ardennes.games.bitter_woods.terrain import WayOut
from ardennes.games.bitter_woods.walks import Walk

if TYPE_CHECKING:
    from ardennes.games.bitter_woods.game import BitterWoods

BUILD = Action("build")
OFF = {"north": NORTH, "south": SOUTH, "west": WEST}


class Moving(Motion[Position]):
    """A unit in motion (BW-5.1)."""

    rule = "BW-5.1"

    def way(self, state: Position, frame: Motion.Frame) -> Walk:
        """Where it can go from where it is."""
        ground, terms = state.game.ground, terms_of(state, frame.unit)
        if terms.freeing and any(terms.freeing >> i & 1 for i in frame.way[1:]):
            terms = terms.freed()
        begun = frame.begun
        if not begun and kept(state) >> frame.unit & 1:
            terms = terms._replace(held=True)
        if frame.dared >> frame.hex & 1:
            terms = terms.through(ground, frame.hex)
        begun = begun or frame.unit in state.spent  # it goes on after joining or splitting (BW-36.11.points)
        return Walk(ground, terms, frame.hex, frame.spent, begun=begun)

    def may_stop(self, state: Position, frame: Motion.Frame, way: Way) -> bool:
        """Not where there is no room, nor out of bounds (BW-6.1, BW-R.16)."""
        assert isinstance(way, Walk)
        return way.may_stop

    def prompt(self, state: Position, frame: Motion.Frame, way: Way) -> Prompt:
        """With the points that are left; where it has just come in, with its hex and what that has cost."""
        assert isinstance(way, Walk)
        return partial(_prompt, state.game, frame, way.terms.points)

    def step_cost(self, state: Position, frame: Motion.Frame, way: Way, i: int) -> int:
        """By the prices of its kind; a step that ends the move takes all points."""
        assert isinstance(way, Walk)
        spent = way.price(i)
        assert spent is not None
        return spent

    def walked(self, state: Position, frame: Motion.Frame, way: Way, i: int) -> tuple[int, ...]:
        """Its way; if nobody reads the log, only where something may happen on it."""
        assert isinstance(way, Walk)
        if state.heard:
            return super().walked(state, frame, way, i)
        if told := self._telling(state, way) & way.passed:
            told &= way.passed_before(i)
            if told and told & way.led_through(i):
                return super().walked(state, frame, way, i)
        return (*(frame.way or (frame.hex,)), i)

    def spent_at_end(self, state: Position, frame: Motion.Frame, way: Way, i: int) -> int:
        """Nobody asks: what a unit of Peiper's group has left is counted by how it stopped."""
        return frame.spent

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
            found |= fuel.telling(state) if state.fuel else 0
            if exposed := state.exposed(1 - state.phasing):
                found |= exposed
        if state.phasing != GERMAN:
            return found | state.captured
        if not state.herve:
            found |= ground.near_herve
        if state.captured != ground.liege:
            found |= ground.liege & ~state.captured
        return found | state.forts if state.forts else found

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
        unit, entry, heard, exploits = frame.unit, frame.entry, state.heard, exploiting(state)
        state.moved |= 1 << unit
        if entry >= 0:
            if heard:
                journeys.log_entry(state, unit, entry)
            if attrition.OPTION in state.optional:
                state.since[unit] = state.turn
        if exploits:
            state.reserve &= ~(1 << unit)
        else:
            state.marched |= 1 << unit
        if heard:
            self._log(state, frame, exploits=exploits)

    def _log(self, state: Position, frame: Motion.Frame, *, exploits: bool) -> None:
        """Say where it has moved, and by which rule."""
        unit, way, spared = frame.unit, frame.way, frame.dared
        leader = state.game.forces.leaders >> unit & 1
        if exploits:
            rule = "BW-24.5.leader" if leader else state.reserve_rules.release
        else:
            rule = "BW-24.3" if leader else "BW-5.1"
        journeys.log_move(state, unit, way, came_in=not exploits and frame.entry >= 0, rule=rule, spared=spared)
        if spearheads.OPTION in state.optional:
            spearheads.log(state, unit, way)

    # ---- why not ----

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Not there, not out, not yet."""
        frame: Motion.Frame = state.top
        unit, name, walk = frame.unit, state.game.forces.display_names[frame.unit], decision.data
        if action.verb in ("go", "step", "exit") and walk.terms.held:
            bar = first_bar(unit, still(state))
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
        return finish_first(state, unit, action)

    def _why_not_stop(self, state: Position, frame: Motion.Frame, walk: Walk) -> Reason:
        name, place = state.game.forces.display_names[frame.unit], state.game.ground.grid.name(frame.hex)
        if not frame.begun:
            return Reason("BW-5.1", f"{name} has not moved yet; undo the choice instead.")
        if walk.terms.apart >> frame.hex & 1:
            text = f"{name} cannot stop in {place}: it would be too far from the rest of its group (BW-R.110)."
            return Reason("BW-36.1", text)
        if walk.terms.led >> frame.hex & 1:
            return Reason("BW-24.3", f"{name} cannot stop in {place}: another leader is there.")
        if walk.terms.full >> frame.hex & 1:
            return Reason("BW-6.1", f"{name} cannot stop in {place}: there is no room for it (BW-R.19).")
        if walk.terms.mixed >> frame.hex & 1:
            return Reason("BW-28.2", f"{name} cannot stop in {place}: American and British units may not stack.")
        return Reason("BW-R.16", f"{name} is out of bounds in {place} and must return to its own army's sector.")

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
            return Reason("BW-R.16", f"{name} is out of bounds and must return.")
        return bridges.why_no_repair(state, frame.unit, action)


def _prompt(game: BitterWoods, frame: Motion.Frame, whole: int) -> str:
    """Where a unit goes that has so many points in all."""
    name, each = game.forces.display_names[frame.unit], game.ground.point
    left = left_of(max(0, whole - frame.spent), whole, each)
    if frame.entry >= 0 and len(frame.way) == 1:
        place = game.ground.grid.name(frame.entry)
        return f"Choose where {name} goes from {place}, where it entered for {points(frame.spent, each)}; {left}"
    return f"Choose where {name} goes; {left}"


def _entered(frame: Motion.Frame, way: tuple[int, ...]) -> tuple[int, ...]:
    """The hexes of a way that a unit has entered: all, if it came in by the first of them (BW-16.1)."""
    return way if frame.entry >= 0 else way[1:]
