"""Peiper's dash (BW-27.1.road, an option): the rest of an advance turned into movement points along roads."""

from __future__ import annotations

from functools import lru_cache

from ardennes.counters.journeys import points
from ardennes.counters.motion import Motion, Way
from ardennes.engine import Action, Decision, Reason
from ardennes.games.bitter_woods import fuel, refusals, spearheads, zones
from ardennes.games.bitter_woods.course import Course, too_far
from ardennes.games.bitter_woods.forces import ALLIED
from ardennes.games.bitter_woods.movement import bare_terms
from ardennes.games.bitter_woods.prices import Prices, prices_of
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.walks import Walk
from ardennes.hexmap import Costs, Six, sides_all, sides_minus

DASH = Action("dash")
ROAD = "BW-27.1.road"


def storming(state: Position, unit: int) -> bool:
    """Whether the attack in hand is the one after the exploitation moves, and the unit Peiper's (BW-27.1.attack)."""
    return spearheads.dashing(state, unit) and any(frame.step == "assault" for frame in state.frames)


def possible(state: Position, course: Course) -> bool:
    """Whether the rest of an advance can be turned into movement points now."""
    return _convertible(state, course) and bool(_walk(state, course, course.way, 0).steps)


def reach(state: Position, course: Course) -> int:
    """The hexes in which the rest of an advance by road can end, were there no others of its group (BW-R.110)."""
    return _walk(state, course, course.way, 0, alone=True).go if _convertible(state, course) else 0


def _convertible(state: Position, course: Course) -> bool:
    """Whether a part of an advance is left that can be turned into movement points."""
    return 0 < course.made < course.hexes and storming(state, course.unit)


def _walk(state: Position, course: Course, way: tuple[int, ...], spent: int, *, alone: bool = False) -> Walk:
    """Where it can go along roads, a point for each hex that was left; zones in the first hex do not stop it."""
    ground, terms = state.game.ground, bare_terms(state, course.unit)
    if terms.freeing and any(terms.freeing >> i & 1 for i in way):
        terms = terms.freed()
    foes = state.held[ALLIED]
    apart = 0 if alone else too_far(state, course.unit)
    terms = terms._replace(
        points=(course.hexes - course.made) * ground.point, prices=_prices(state, course.unit), same=0, home=0, away=0,
        stops=zones.zone(state, ALLIED) & ~foes, outs=(), held=False, slips=False, apart=apart,
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

    def prompt(self, state: Position, frame: Motion.Frame, way: Way) -> str:
        """With the points that are left."""
        assert isinstance(way, Walk)
        name = state.game.forces.display_names[frame.unit]
        left = points(way.terms.points - frame.spent, state.game.ground.point)
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
            if decision.data.terms.apart >> frame.hex & 1:
                return Reason("BW-36.1", f"{name} would be too far from the rest of its group here (BW-R.110).")
            return Reason("BW-6.1", f"{name} cannot stop in {state.game.ground.grid.name(frame.hex)}: it is full.")
        return Reason("BW-9.8", f"{state.game.forces.display_names[frame.unit]} must finish its advance first.")


def _course(state: Position, *, under: int = 2) -> Course:
    """The advance under the dash."""
    return Course(*state.frames[-under][1:])


def why_not(state: Position, course: Course) -> Reason:
    """Why the rest of an advance is not turned into movement points."""
    name = state.game.forces.display_names[course.unit]
    if not storming(state, course.unit):
        return Reason(
            ROAD, f"{name} advances as usual; only Peiper's advance after exploitation may be converted to movement."
        )
    if not course.made:
        return Reason(ROAD, f"{name} must enter the first hex of its advance first.")
    if course.made >= course.hexes:
        return Reason(ROAD, f"{name} has no hexes left in its advance.")
    return Reason(ROAD, f"No road is open to {name} from {state.game.ground.grid.name(course.way[-1])}.")
