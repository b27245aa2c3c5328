"""Hexes that a unit comes to in several steps: where it retreats or advances hex by hex, or enters and goes on.

Nothing is done by asking: each way is tried in a copy of what the seat itself sees, and becomes a choice when the
player clicks where it ends. Steps of which the game has something to say are made one by one.
"""

from __future__ import annotations

from typing import NamedTuple

from ardennes.engine.decision import Kind
from ardennes.engine.errors import ArdennesError
from ardennes.engine.screen import Option, Screen
from ardennes.engine.state import State

STEPPED = frozenset({Kind.RETREAT, Kind.ADVANCE})
ENTERED = frozenset({Kind.PLACE, Kind.LOAD})  # questions about where a unit enters; then it may go on
MOST = 40  # steps that are tried


class Farther(NamedTuple):
    """A place, and the steps that lead there, the last of which is an option of the screen by then."""

    place: str
    actions: list[str]
    label: str
    commits: bool
    cost: str


def farther(view: State) -> list[Farther]:
    """Where the unit that is asked about could go in several steps; `view` is of its side.

    By the shortest way, and where it enters and goes on, by the entry from which that costs least.
    """
    asked = view.decision
    if asked.secret:
        return []
    if asked.kind in STEPPED:
        return _stepped(view)
    return _entered(view) if asked.kind in ENTERED else []


def _stepped(view: State) -> list[Farther]:
    begun = view.game.screen(view)
    if not begun.prompt.pieces:
        return []
    known = {option.thing for option in begun.offered if option.kind == "place"}
    found: list[Farther] = []
    edge: list[tuple[State, Screen, list[str]]] = [(view, begun, [])]
    tried = 0
    while edge and tried < MOST:
        state, screen, way = edge.pop(0)
        for option in _steps(screen):
            is_new = option.thing not in known
            if way and not is_new:
                continue
            actions = [*way, option.action]
            if is_new:
                known.add(option.thing)
                found.append(_found(option, actions, str(len(actions))))
            if option.commits:
                continue
            tried += 1
            later = _after(state, option.action, view)
            if later is not None:
                then = later.game.screen(later)
                if then.prompt.step == begun.prompt.step and list(then.prompt.pieces) == list(begun.prompt.pieces):
                    edge.append((later, then, actions))
    return found


def _entered(view: State) -> list[Farther]:
    begun = view.game.screen(view)
    entries = _steps(begun)
    known = {option.thing for option in entries}
    found: dict[str, tuple[float, Farther]] = {}
    for entry in entries[:MOST]:
        later = None if entry.commits else _after(view, entry.action, view)
        if later is None or later.decision.kind != Kind.MOVE:
            continue
        for option in _steps(later.game.screen(later)):
            place, cost = option.thing or "", _figure(option.cost)
            if place not in known and (place not in found or cost < found[place][0]):
                found[place] = cost, _found(option, [entry.action, option.action], option.cost or "")
    return [one for _, one in found.values()]


def _found(option: Option, actions: list[str], cost: str) -> Farther:
    return Farther(option.thing or "", actions, option.label, option.commits, cost)


def _figure(cost: str | None) -> float:
    """A cost in print, as a number."""
    try:
        return float((cost or "0").replace("½", ".5"))
    except ValueError:
        return float("inf")


def _steps(screen: Screen) -> list[Option]:
    """The steps that can be made without a word."""
    return [one for one in screen.offered if one.kind == "place" and one.thing and not one.notes]


def _after(state: State, action: str, view: State) -> State | None:
    """A copy of a state after a step, if the same side is asked then and nothing has become final or known."""
    later = state.copy()
    later.listener = None
    try:
        later.apply(action)
    except ArdennesError:
        return None
    if later.over or later.chance is not None or later.epoch != view.epoch:
        return None
    return later if later.decision.side == view.decision.side and not later.decision.secret else None
