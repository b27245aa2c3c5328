"""Why a unit cannot be picked to move, or cannot go somewhere: the bar that covers it, or the rules in its way."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.counters import because
from ardennes.counters.bars import first_bar
from ardennes.counters.terms import Term, leave_out, obstacles
from ardennes.engine import Action, Decision, Reason
from ardennes.engine.speech import few
from ardennes.games.ardennes_offensive import bridges, journeys
from ardennes.games.ardennes_offensive.movement import LIMIT, TERMS, Terms, Walk, can_move, terms_for
from ardennes.games.ardennes_offensive.picking import bars, room_bars
from ardennes.games.ardennes_offensive.state import Position

PRICED = ("allowance", "changing", "stacking", "staging")  # fields of the terms that are a matter of points


def of_pick(state: Position, action: Action, decision: Decision) -> Reason | None:
    """Why a unit cannot be picked, or the phase not ended."""
    mends = decision.rule == "AO-R.21"
    if action.verb == "done":
        owed = few(state.game.forces.call(duty.who) for duty in decision.obligations)
        what = "move to make room for units in Road Mode" if mends else "enter from the map edge"
        return Reason(decision.rule, f"The phase cannot end yet: {owed} must {what}.")
    if action.verb != "pick":
        return None
    unit = state.game.forces.index[action.thing]
    bar = first_bar(unit, (*bars(state), *(room_bars(state) if mends else ())))
    if bar is None:
        return _of_stuck(state, unit)
    return bar.reason(state.game.forces.display_names[unit])


def _of_stuck(state: Position, unit: int) -> Reason:
    """Which rules keep a unit where it is, or from coming in."""
    name, terms = state.game.forces.display_names[unit], terms_for(state, unit)
    found = obstacles(terms, TERMS, can_move)
    if terms.waiting:
        return because(f"{name} cannot enter at {state.place_of(unit)}", [term.reason for term in found or ()])
    if not found or found[0] is LIMIT:
        return Reason("AO-5.2.J", f"{name} cannot pay for any hex open to it.")
    return because(f"{name} cannot move", [*(term.reason for term in found), *_besides(state, found[0].rule, terms)])


def of_move(state: Position, action: Action, decision: Decision) -> Reason | None:
    """Which rule keeps the moving unit from a hex, in the mode wanted; or another unit from moving now."""
    if action.verb == "pick":
        name = state.game.forces.display_names[state.top.unit]
        return Reason("AO-5.1.E", f"Units move one at a time: finish moving {name} first.")
    if action.verb not in ("go", "march"):
        return None
    ground = state.game.ground
    unit: int = state.top.unit
    name, target = state.game.forces.display_names[unit], ground.grid.index(action.thing)
    column = action.verb == "march"
    reason = _of_ground(state, target, column)
    if reason is not None:
        return reason
    if target == state.at[unit] and not state.waiting >> unit & 1:
        if bool(state.road >> unit & 1) == column:
            return Reason("AO-5.0", f"{name} is already there, in that mode.")
        if decision.data.go >> target & 1:
            return Reason("AO-R.21", f"{name} would not make room by leaving Road Mode.")
    return _in_the_way(state, unit, target, column)


def _of_ground(state: Position, target: int, column: bool) -> Reason | None:
    """What the hex itself forbids."""
    ground = state.game.ground
    where = ground.grid.name(target)
    shut = ground.shut(target)
    if shut is not None:
        return shut
    if ground.edge >> target & 1:
        return Reason("AO-5.3.L", f"{where} is an Allied map-edge hex, entered by forced retreat only.")
    if column and not ground.road_hexes >> target & 1:
        return Reason("AO-6.5.F", f"No road leads to {where}.")
    return None


def _in_the_way(state: Position, unit: int, target: int, column: bool) -> Reason:
    """The fewest rules without which a unit could end its move in a hex, in that mode."""

    def reached(terms: Terms) -> bool:
        walk = Walk(terms)
        return bool((walk.march if column else walk.go) >> target & 1)

    name, where = state.game.forces.display_names[unit], state.game.ground.grid.name(target)
    terms = terms_for(state, unit)
    found = obstacles(terms, TERMS, reached)
    if not found and column and terms.stacked and target == terms.at:
        return Reason("AO-R.20", f"{name} cannot enter Road Mode in a stack.")
    if not found:
        return Reason("AO-6.5.F" if column else "AO-5.2.J", f"{name} has no route to {where}.")
    reasons = [_worded(state, terms, term, target, column) for term in found if term is not LIMIT]
    if any(term.field in PRICED for term in found):
        adjacent = state.game.ground.ring[terms.at] >> target & 1
        reasons.append(Reason("AO-5.2.J" if adjacent else LIMIT.rule, _sum(terms, found, target, column)))
    reasons += _besides(state, found[0].rule, terms)
    return because(f"{name} cannot go to {where}", reasons)


def _sum(terms: Terms, found: Sequence[Term], target: int, column: bool) -> str:
    """What the move would cost, once nothing else is in the way, against the points that are left."""
    walk = Walk(leave_out(terms, (*(term for term in found if term.field not in PRICED), LIMIT)))
    return journeys.sum_of_costs(walk, target, column, terms.allowance.points)


def _worded(state: Position, terms: Terms, term: Term, target: int, column: bool) -> Reason:
    """A rule with its words; case G by its ruling where a unit would come beside a column, or form one there."""
    forms_here = target == terms.at and not terms.column
    beside = forms_here if column else not state.cols[state.phasing] >> target & 1
    if term.rule == "AO-6.5.G" and beside:
        return Reason("AO-R.20", term.why)
    return term.reason


def _besides(state: Position, rule: str, terms: Terms) -> list[Reason]:
    """Rulings that stand behind a rule."""
    if rule == "AO-5.2.G" and _held_over_water(state, terms):
        return [Reason("AO-R.44", "ZOCs extend across rivers")]
    if rule == "AO-8.0":
        return [Reason("AO-R.47", "every unit except a division takes up the room of one regiment")]
    if rule == "AO-14.3.C":
        return [Reason("AO-R.35", "in either direction, until they are released")]
    if rule == "AO-13.2.B":
        behind = [Reason("AO-6.5.F", "units in Road Mode may not cross an interdicted bridge")]
        if bridges.cut_now(state, state.phasing) != bridges.ways(state).cut:
            behind.append(Reason("AO-E.13.3", "what was judged applies to the whole Player-Turn"))
        if _friends_at_a_cut_bridge(state, terms):
            behind.append(Reason("AO-E.13.1", "friendly units at a bridge do not keep it open"))
        return behind
    return []


def _held_over_water(state: Position, terms: Terms) -> bool:
    """Whether all whose zones hold a unit are on the other side of a river or ford."""
    ground, i, enemy = terms.ground, terms.at, 1 - terms.kind.side
    near = state.held[enemy] & ~state.cols[enemy] & ground.ring[i]
    wet = sum(
        1 << j
        for d, j in enumerate(ground.grid.neighbours(i))
        if j >= 0 and (ground.river[d] | ground.ford[d]) >> i & 1
    )
    return not near & ~wet


def _friends_at_a_cut_bridge(state: Position, terms: Terms) -> bool:
    """Whether other units of the phasing side stand in or next to a hex of a bridge that is interdicted to it."""
    ends = 0
    for mask in bridges.ways(state).cut:
        ends |= mask
    return bool(terms.ground.grid.grow(ends) & terms.friends)
