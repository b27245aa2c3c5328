"""Why a unit cannot go somewhere: found by leaving out one rule after the other."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.counters import because
from ardennes.counters.bars import first_bar
from ardennes.counters.journeys import points
from ardennes.counters.terms import Term, leave_out, obstacles
from ardennes.engine import Action, Decision, Reason
from ardennes.games.bulge import journeys
from ardennes.games.bulge.forces import ALLIED
from ardennes.games.bulge.movement import LIMIT, TERMS, Terms, Walk
from ardennes.games.bulge.stacking import unyielding
from ardennes.games.bulge.state import Position

GERMANS_ONLY = Reason("BU-10.0.exit", "Only German units may exit the map.")


def of_leaving(state: Position) -> Reason:
    """Why nobody leaves the map before a unit is picked, or never."""
    if state.phasing == ALLIED:
        return GERMANS_ONLY
    return Reason("BU-3.1.only", "First pick the unit that is to exit the map.")


def of_move(state: Position, action: Action, decision: Decision) -> Reason:
    """Which rule keeps the unit in motion from a hex."""
    walk: Walk = decision.data.on(state)
    target, name = state.game.ground.grid.index(action.thing), state.game.forces.display_names[walk.terms.unit]
    if walk.start >> target & 1:
        return Reason("BU-10.0.limit", f"{name} is in {action.thing} already.")
    if walk.reached & walk.terms.friends & 1 << target:
        return _of_friend(state, walk, target)
    return because(f"{name} cannot go to {action.thing}", _in_the_way(state, walk, target))


def _in_the_way(state: Position, walk: Walk, target: int) -> list[Reason]:
    """The fewest rules that keep a unit from a hex; where points are lacking, with the arithmetic."""

    def reached(terms: Terms) -> bool:
        return bool((Walk(state, terms).reached & ~terms.friends) >> target & 1)

    terms = walk.terms
    acting = [term for term in TERMS if leave_out(terms, (term,)) != terms]
    found = obstacles(terms, acting, reached)
    assert found  # without any of the rules a unit gets everywhere
    if len(found) > 1 and LIMIT in found:  # a hex is not far that is near enough without what bars the way
        found = obstacles(terms, [term for term in acting if term is not LIMIT], reached) or found
    return [_reason(state, walk, target, term, found) for term in found]


def _reason(state: Position, walk: Walk, target: int, term: Term, left_out: Sequence[Term]) -> Reason:
    if term.field != LIMIT.field:
        return term.reason
    way = Walk(state, leave_out(walk.terms, left_out))
    sum_ = journeys.arithmetic(way, target, walk.terms.points)
    return Reason(term.rule, sum_ if term is LIMIT else f"{term.why}: {sum_}")


def _of_friend(state: Position, walk: Walk, target: int) -> Reason:
    """Why the unit cannot end its move on a friend (BU-8.0)."""
    name, where = state.game.forces.display_names[state.here[target]], state.game.ground.grid.name(target)
    bar = first_bar(target, unyielding(walk, 1 << target))
    assert bar is not None
    return Reason(bar.rule, f"{name} is in {where} and {bar.why}.")


def of_exit(state: Position, action: Action, decision: Decision) -> Reason:
    """Why the unit in motion cannot leave the map by an exit."""
    walk: Walk = decision.data.on(state)
    name = state.game.forces.display_names[walk.terms.unit]
    if walk.terms.side == ALLIED:
        return GERMANS_ONLY
    exit_ = state.game.ground.exits[state.game.ground.exit_of[action.thing]]
    where = exit_.label
    if not walk.reached >> exit_.hex & 1:
        why = because(f"{name} cannot reach {where}", _in_the_way(state, walk, exit_.hex))
        return Reason("BU-R.25", f"{why.text.rstrip('.')} ({why.rule}).")
    if walk.terms.stops >> exit_.hex & 1:
        return Reason("BU-R.25", f"{where} is in an enemy ZOC, where its move ends.")
    needed, left = points(walk.leaving_cost(exit_.hex), state.game.point), walk.terms.points
    return Reason("BU-3.1.cost", f"{name} cannot exit the map from {where}: {needed} needed, {left} left.")
