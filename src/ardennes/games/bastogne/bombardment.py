"""Bombardment (BA-8.1, 10.6.1): a target and markers, chosen in secret and shown together."""

from __future__ import annotations

from ardennes.counters import DONE
from ardennes.counters.refusals import because
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.engine.speech import count
from ardennes.games.bastogne import support
from ardennes.games.bastogne.forces import SIDES
from ardennes.games.bastogne.odds import BOMBARDMENT, Clash
from ardennes.games.bastogne.refusals import not_in_combat
from ardennes.games.bastogne.state import Plan, Position

COUNTED = Reason("BA-R.21", "the range is counted from the nearest unit, whatever lies between")


def in_range(state: Position, side: int, factor: int) -> int:
    """The hexes that a marker of some factor may bombard: near enough to a friendly unit (BA-10.6.1, R.21)."""
    table = state.game.tables["bombardment_range"]
    short = table["short"]
    hexes: int = short["hexes"] if (SIDES[side], factor) == (short["side"], short["factor"]) else table["hexes"]
    return state.game.ground.within(state.held[side], hexes)


def may_bombard(state: Position, side: int) -> bool:
    """Whether a side is asked about bombardments: by what everybody knows (BA-R.44)."""
    if not state.holding[side]:
        return False
    fresh = state.held[1 - side] & ~state.hexes_of(state.bombarded)
    reach: int = state.game.tables["bombardment_range"]["hexes"]
    return bool(fresh & state.game.ground.within(state.held[side], reach))


class Bombardment(Step[Position]):
    """The attacker chooses in secret what he bombards and with which markers, and shows both at the end (BA-R.29)."""

    name = "bombardment"

    def ask(self, state: Position) -> Decision | None:
        """A target, then markers."""
        side = state.phasing
        if not may_bombard(state, side):
            state.pop()
            return None
        who = SIDES[side]
        if not state.knows(side):
            prompt = "Choose bombardments"
            return Decision(who, self.name, Kind.TARGET, prompt, "BA-8.1", Options((DONE,)), secret=True)
        plan = state.plan[who]
        if plan.aim < 0:
            aims = self._aims(state, side)
            prompt, rule = "Choose a unit to bombard, or go on to ground attacks", "BA-8.1"
            if not aims:
                prompt, rule = "No enemy unit is within range of your markers; go on to ground attacks", "BA-R.44"
            options = Options(Masked(state.game.actions.bombard, aims), (DONE,))
            return Decision(who, self.name, Kind.TARGET, prompt, rule, options, secret=True)
        place, target = state.game.ground.grid.name(plan.aim), state.here[plan.aim]
        prompt = f"Choose markers to fire at {place}"
        if plan.fire:
            prompt += f"; {sum(plan.fire)} against {state.figures(target).defence} so far"
        fire = support.fire_options(state, self._markers(state, side, plan.aim))
        options = Options(fire, (DONE,) if plan.fire else ())
        return Decision(who, self.name, Kind.SUPPORT, prompt, "BA-8.1", options, secret=True, always=True)

    def _aims(self, state: Position, side: int) -> int:
        reach = 0
        for factor in support.factors(state, side):
            reach |= in_range(state, side, factor)
        return reach & state.held[1 - side] & ~state.hexes_of(state.bombarded)

    def _markers(self, state: Position, side: int, aim: int) -> list[int]:
        return [factor for factor in support.factors(state, side) if in_range(state, side, factor) >> aim & 1]

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Aim, add a marker, fire, or go on to ground attacks."""
        side = state.phasing
        plan = state.plan[SIDES[side]]
        if action.verb == "bombard":
            state.plan[SIDES[side]] = Plan(state.game.ground.grid.index(action.thing))
        elif action.verb == "fire":
            support.choose(state, side, int(action.thing))
        elif plan.aim < 0:
            state.pop()
        else:
            target = state.here[plan.aim]
            place = state.game.ground.grid.name(plan.aim)
            fire = support.show(state, side, "BA-8.1", f"bombards {state.game.forces.display_names[target]} in {place}")
            state.bombarded |= 1 << target
            state.push("die", Clash(BOMBARDMENT, side, target, plan.aim, 0, fire))

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """By the asking side's own hand only."""
        side = state.phasing
        plan = support.plan_of(state, side)
        if action.verb == "fire":
            return self._why_not_fire(state, side, plan, int(action.thing))
        if action.verb == "bombard":
            if plan.aim >= 0:
                return Reason("BA-R.29", "Finish this bombardment first, or undo its target.")
            return self._why_not_aim(state, side, action.thing)
        if action.verb in ("target", "join"):
            return Reason("BA-8.1.first", "Finish the bombardments first.")
        if action == DONE:
            return Reason("BA-8.1", "A bombardment needs at least one marker.")
        return not_in_combat(state, action)

    def _why_not_fire(self, state: Position, side: int, plan: Plan, factor: int) -> Reason:
        if plan.aim < 0:
            return Reason("BA-8.1", "Choose the unit to bombard first.")
        if factor not in support.factors(state, side):
            return support.lacks(state, side, factor)
        return _short(state, side, factor, plan.aim)

    def _why_not_aim(self, state: Position, side: int, place: str) -> Reason:
        i = state.game.ground.grid.index(place)
        unit = state.here.get(i)
        if unit is None or state.game.forces.side[unit] == side:
            return Reason("BA-8.1", f"There is no enemy unit in {place}.")
        if state.bombarded >> unit & 1:
            once = Reason("BA-8.1.target", "it has already been bombarded in this phase")
            unit_not_hex = Reason("BA-R.25", "that applies wherever it is now")
            return because(f"{state.game.forces.display_names[unit]} cannot be bombarded", [once, unit_not_hex])
        short = state.game.tables["bombardment_range"]["short"]
        if not in_range(state, side, 0) >> i & 1:
            reach: int = state.game.tables["bombardment_range"]["hexes"]
            far = Reason("BA-10.6.1", f"support fire reaches {reach} hexes")
            return because(_distance(state, side, i), [far, COUNTED])
        return _short(state, side, short["factor"], i)


def _distance(state: Position, side: int, i: int) -> str:
    """How far a hex is from the nearest unit of a side."""
    grid = state.game.ground.grid
    hexes = min(grid.distance(i, j) for j in grid.bits(state.held[side]))
    return f"{grid.name(i)} is {count(hexes, 'hex')} from your nearest unit"


def _short(state: Position, side: int, factor: int, i: int) -> Reason:
    """A marker of short range, and a hex beyond it."""
    near = Reason(
        "BA-10.6.1.three",
        f"an Allied marker with a factor of {factor} may bombard only a target next to a friendly unit",
    )
    return because(_distance(state, side, i), [near, COUNTED])
