"""Peiper's dash (BW-27.1.road, an option): the rest of an advance turned into movement points along roads."""

from __future__ import annotations

from functools import lru_cache

from ardennes.counters.journeys import points
from ardennes.counters.motion import Motion, Way
from ardennes.engine import Action, Decision, Reason
from ardennes.games.bitter_woods import fuel, refusals, spearheads, zones
from ardennes.games.bitter_woods.course import Course
from ardennes.games.bitter_woods.forces import ALLIED
from ardennes.games.bitter_woods.movement import Walk, terms_of
from ardennes.games.bitter_woods.prices import Prices, prices_of
from ardennes.games.bitter_woods.state import Position
from ardennes.hexmap import Costs, Six, sides_all, sides_minus

DASH = Action("dash")
ROAD = "BW-27.1.road"


def storming(state: Position, unit: int) -> bool:
    """Whether the attack in hand is the one after the exploitation moves, and the unit Peiper's (BW-27.1.attack)."""
    return spearheads.dashing(state, unit) and any(frame.step == "assault" for frame in state.frames)


def possible(state: Position, course: Course) -> bool:
    """Whether the rest of an advance can be turned into movement points now."""
    if not course.made or course.made >= course.hexes or not storming(state, course.unit):
        return False
    return bool(_walk(state, course, course.way, 0).steps)


def _walk(state: Position, course: Course, way: tuple[int, ...], spent: int) -> Walk:
    """Where it can go along roads, a point for each hex that was left; zones in the first hex do not stop it."""
    ground, terms = state.game.ground, terms_of(state, course.unit)
    if terms.freeing and any(terms.freeing >> i & 1 for i in way):
        terms = terms.freed()
    foes = state.held[ALLIED]
    terms = terms._replace(
        points=(course.hexes - course.made) * ground.point, prices=_prices(state, course.unit), same=0, home=0, away=0,
        stops=zones.zone(state, ALLIED) & ~foes, outs=(), held=False, slips=False,
    )  # fmt: skip
    return Walk(ground, terms, way[-1], spent, begun=len(way) > 2)


def _prices(state: Position, unit: int) -> Prices:
    """What steps along roads cost; all others are closed."""
    costs = prices_of(state, unit, interdiction=False).costs
    return Prices(_by_road(costs, state.game.network.open_roads(state.blown)), None, None, 0)


@lru_cache(maxsize=64)
def _by_road(costs: Costs, roads: Six) -> Costs:
    return costs.close_across(sides_minus(sides_all(costs.grid), roads), ROAD)


class Dash(Motion[Position]):
    """The rest of the advance as movement along roads; the advance lies under it on the stack."""

    rule = ROAD

    def way(self, state: Position, frame: Motion.Frame) -> Walk:
        """Where it can go from where it is."""
        return _walk(state, _course(state), frame.way, frame.spent)

    def may_stop(self, state: Position, frame: Motion.Frame, way: Way) -> bool:
        """Not where there is no room (BW-6.1)."""
        assert isinstance(way, Walk)
        return way.may_stop

    def prompt(self, state: Position, frame: Motion.Frame) -> str:
        """With the points that are left."""
        walk, name = self.way(state, frame), state.game.forces.display_names[frame.unit]
        left = points(walk.terms.points - frame.spent, state.game.ground.point)
        return f"Choose where {name} goes along the road, or stop; {left} points left"

    def step_cost(self, state: Position, frame: Motion.Frame, way: Way, i: int) -> int:
        """The road rate."""
        assert isinstance(way, Walk)
        spent = way.price(i)
        assert spent is not None
        return spent

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Go on, or stop; what it finds in a hex it knows before it goes on (BW-25.2, 25.3)."""
        super().take(state, action, decision)
        if action.verb == "step" and state.dumps:
            fuel.stepped(state, state.top.unit, state.top.hex)

    def finish(self, state: Position, frame: Motion.Frame) -> None:
        """The advance is over where it has come to."""
        course = _course(state, under=1)
        state.pop()
        state.game.steps["advancing"].finish(state, course._replace(way=frame.way), ROAD)  # type: ignore[attr-defined]

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Not there: off the road, too far, in the way of something."""
        frame: Motion.Frame = state.top
        if action.verb in ("go", "step"):
            return refusals.why_not_to(state, frame.unit, decision.data, action)
        if action.verb == "stop":
            name = state.game.forces.display_names[frame.unit]
            return Reason("BW-6.1", f"{name} cannot stop in {state.game.ground.grid.name(frame.hex)}: it is full.")
        return Reason("BW-9.8", f"{state.game.forces.display_names[frame.unit]} finishes its advance first.")


def _course(state: Position, *, under: int = 2) -> Course:
    """The advance under the dash."""
    return Course(*state.frames[-under][1:])


def why_not(state: Position, course: Course) -> Reason:
    """Why the rest of an advance is not turned into movement points."""
    name = state.game.forces.display_names[course.unit]
    if not storming(state, course.unit):
        return Reason(ROAD, f"{name} advances as usual; only Peiper's advance after exploitation becomes movement.")
    if not course.made:
        return Reason(ROAD, f"{name} enters the first hex of its advance first.")
    if course.made >= course.hexes:
        return Reason(ROAD, f"{name} has no hex of its advance left.")
    return Reason(ROAD, f"No road is open to {name} from {state.game.ground.grid.name(course.way[-1])}.")
