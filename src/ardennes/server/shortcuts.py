"""What may be done in one press where a seat is asked: each is a batch that the page sends when it is pressed."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from ardennes.ai import Recruit
from ardennes.engine.decision import Kind
from ardennes.engine.errors import ArdennesError
from ardennes.engine.screen import to_json
from ardennes.engine.state import State
from ardennes.server.farther import Farther, farther
from ardennes.server.through import Through, through

PLACED = frozenset({Kind.SETUP, Kind.PLACE})  # questions about where units begin, or arrive


class Shortcuts(NamedTuple):
    """The ways to the die of a battle, places reached in several steps, and where units are usually placed."""

    ways: list[Through]
    farther: list[Farther]
    usual: list[str]


def shortcuts(view: State) -> Shortcuts:
    """All that there are; `view` is of the side that decides. What is secret has none."""
    return Shortcuts(through(view), farther(view), usual(view))


def usual(view: State) -> list[str]:
    """Where Recruit would place the units that are asked about now; each of the choices can be taken back.

    The last word of a set-up is left to the player.
    """
    asked = view.decision
    if asked.kind not in PLACED or asked.secret:
        return []
    found: list[str] = []
    trial = view.copy()
    trial.listener = None
    try:
        for action in Recruit().orders(view, random.Random(0)):  # the same for the same position
            due = trial.decision
            if due.kind not in PLACED or due.secret or due.side != asked.side:
                break
            if action == due.ending or due.commits(action):
                break
            trial.apply(action)
            found.append(str(action))
            if trial.over or trial.chance is not None or trial.epoch != view.epoch:
                break
    except ArdennesError:
        return []
    return found


def plain(found: Any) -> Any:
    """Shortcuts, or what is offered, as plain JSON data."""
    if isinstance(found, tuple) and hasattr(found, "_asdict"):
        return {name: plain(value) for name, value in found._asdict().items()}
    return [plain(one) for one in found] if isinstance(found, list) else to_json(found)
