"""Why a unit cannot move or leave, and what belongs to another phase: refusals, found from the terms of a move."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.counters.refusals import because
from ardennes.counters.terms import Term, leave_out, obstacles
from ardennes.engine import Action, Reason
from ardennes.games.bastogne import journeys
from ardennes.games.bastogne.forces import ALLIED
from ardennes.games.bastogne.journeys import Item
from ardennes.games.bastogne.movement import FAR, TERMS, Terms, Walk, terms_of, walk_of
from ardennes.games.bastogne.state import Position

PAID = ("BA-10.5", "BA-10.5.road", "BA-10.5.trail", "BA-5.2.stream", "BA-5.1")  # terms that are about points
MOVES = ("pick", "go", "step", "stop", "enter")
ATTACKS = ("bombard", "fire", "target", "join", "choose", "lose", "advance")


def not_in_combat(state: Position, action: Action) -> Reason | None:
    """What is never done in a Combat Phase, or not any more."""
    if action.verb == "exit":
        return Reason("BA-11.4", "Units exit the map only in a movement phase.")
    if action.verb in MOVES:
        return Reason("BA-4.0", "Units do not move in the Combat Phase.")
    if action.verb == "bombard":
        return Reason("BA-8.1.first", "Bombardments come before ground attacks; it is too late for one now.")
    if action.verb == "fire":
        return Reason("BA-8.2.1", "Support fire is added to an attack before the die roll.")
    if action.verb == "target":
        return Reason("BA-R.28", "Finish this attack before declaring the next.")
    if action.verb == "join":
        return Reason("BA-8.2", "The attacking units have already been chosen.")
    if action.verb in ("choose", "lose", "advance"):
        return Reason("BA-8.3", "That follows from a combat result.")
    return _not_now(action)


def not_in_movement(action: Action) -> Reason | None:
    """What is never done in a movement phase."""
    if action.verb in ATTACKS:
        return Reason("BA-4.0", "Attacks are made in the Combat Phase.")
    return _not_now(action)


def _not_now(action: Action) -> Reason | None:
    return Reason("BA-12.0", "The set-up is over.") if action.verb == "place" else None


# ---- moves ----


def why_stuck(state: Position, unit: int) -> Reason:
    """Why a unit can go nowhere."""
    name = state.game.forces.display_names[unit]
    found = obstacles(terms_of(state, unit), TERMS, lambda t: walk_of(state, unit, terms=t).able)
    return because(f"{name} has nowhere to go", [term.reason for term in found or ()])


def why_not_to(state: Position, unit: int, frame_hex: int, spent: int, begun: bool, place: str, step: bool) -> Reason:
    """Why a unit in motion cannot go to a hex, or step into it."""
    ground, name = state.game.ground, state.game.forces.display_names[unit]
    i, terms = ground.grid.index(place), terms_of(state, unit)
    if i == frame_hex:
        return Reason("BA-5.1", f"{name} is in {place}.")
    if step and not ground.ring[frame_hex] >> i & 1:
        return Reason("BA-5.1", f"{place} is not next to {ground.grid.name(frame_hex)}.")

    def works(some: Terms) -> bool:
        walk = walk_of(state, unit, frame_hex, spent, begun=begun, terms=some)
        return bool((walk.steps if step else walk.go) >> i & 1)

    found = obstacles(terms, TERMS, works)
    assert found, "without its terms a unit goes anywhere"
    free = walk_of(state, unit, frame_hex, spent, begun=begun, terms=leave_out(terms, found))
    way = (frame_hex, i) if step else free.path(i)
    straight = walk_of(state, unit, frame_hex, spent, begun=begun, terms=_free(terms))
    open_way = "" if step else _only_open(free, i, straight)
    cost = list(journeys.items(state, unit, way))
    reasons = _with_points(state, found, terms.points - spent, cost, open_way)
    rules = {term.rule for term in found}
    if "BA-5.3" in rules and not state.moved >> state.here[i] & 1:
        reasons.append(Reason("BA-R.8", "it would have to move away first"))
    if "BA-5.1" in rules and ground.ring[frame_hex] >> i & 1:
        reasons.append(Reason("BA-R.9", "a unit that cannot pay for a hex may not enter it"))
    if "BA-6.1" in rules and terms.friends & terms.stops & ground.grid.mask(way[1:]):
        reasons.append(Reason("BA-R.10", "friendly units do not cancel enemy ZOCs"))
    return because(f"{name} cannot {'step' if step else 'go'} to {place}", reasons)


def why_not_out(state: Position, unit: int, start: int, spent: int, begun: bool, place: str) -> Reason:
    """Why a unit in motion cannot leave by a hexside of the west edge."""
    ground, forces = state.game.ground, state.game.forces
    name, n = forces.display_names[unit], ground.exit_of[place]
    if forces.side[unit] == ALLIED:
        return Reason("BA-R.40", f"{name} is American; only German units may exit the map.")
    terms, exit_ = terms_of(state, unit), ground.exits[n]

    def works(some: Terms) -> bool:
        return bool(walk_of(state, unit, start, spent, begun=begun, terms=some).exits >> n & 1)

    found = obstacles(terms, TERMS, works)
    assert found, "without its terms a unit goes anywhere"
    free = walk_of(state, unit, start, spent, begun=begun, terms=leave_out(terms, found))

    open_way = _only_open(free, exit_.hex, walk_of(state, unit, start, spent, begun=begun, terms=_free(terms)))
    cost = [*journeys.items(state, unit, free.path(exit_.hex)), *journeys.exit_items(state, unit, exit_)]
    reasons = _with_points(state, found, terms.points - spent, cost, open_way)
    if found[-1].rule == "BA-5.1":
        reasons[-1] = Reason(journeys.exit_items(state, unit, exit_)[0].rule, reasons[-1].text)
    if any(term.rule == "BA-11.4.zone" for term in found):
        reasons.append(Reason("BA-R.39", "an American unit in column 01 controls both hexes west of its own"))
    return because(f"{name} cannot exit by {place}", reasons)


def _with_points(
    state: Position, found: Sequence[Term], left: int, cost: Sequence[Item], open_way: str
) -> list[Reason]:
    """The reasons, with the arithmetic behind the last of those that are about points."""
    reasons = [term.reason for term in found]
    paid = [n for n, term in enumerate(found) if term.rule in PAID]
    if paid:
        last = reasons[paid[-1]]
        sum_ = f"{last.text}, {open_way}{journeys.arithmetic(state, cost, left)}"
        reasons[paid[-1]] = Reason(last.rule, sum_)
    return reasons


def _free(terms: Terms) -> Terms:
    """The terms of a move on a map without enemies."""
    return terms._replace(points=FAR, foes=0, stops=0, locked=0, friends=0)


def _only_open(walk: Walk, i: int, straight: Walk) -> str:
    """A word of warning where enemies make the way longer than it looks."""
    return "by the only open route " if walk.cost(i) > straight.cost(i) else ""
