"""What a seat is shown: the game's screen of its view, with the log and the undo of the record."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ardennes.engine.action import Action
from ardennes.engine.screen import derive, to_json
from ardennes.engine.state import State
from ardennes.server.store import Seat
from ardennes.server.tables import SHARED, Table


def looks_as(seat: Seat, table: Table) -> str | None:
    """The side whose view a seat is given: its own, at a shared screen that of whoever decides; None for onlookers."""
    if seat.side != SHARED:
        return seat.side or None
    state = table.record.state
    if state.over or state.chance is not None:
        return table.record.game.sides[0]
    side = state.decision.side
    humans = [s.side for s in table.seats if s.player == "human" and s.side not in ("", SHARED)]
    return side if side in humans else humans[0]


def shown(seat: Seat, table: Table, *, since: int | None = None) -> dict[str, Any]:
    """The screen of a seat as JSON, with the revision it belongs to."""
    side = looks_as(seat, table)
    record = table.record
    screen = record.game.screen(record.state.view(side))
    events = record.events_for(side)
    viewer = side or "observer"
    screen = replace(screen, log=derive.log(events, since=since), undo=derive.undo(record, viewer))
    return {
        "revision": table.revision,
        "lines": len(record.journal.entries),
        "seat": {"side": seat.side, "player": seat.player, "looks": viewer},
        "players": {s.side: s.player for s in table.seats if s.side not in ("", SHARED)},
        "thinking": bool(table.machine),
        "proposal": None if table.proposal is None else {"side": table.proposal[0], "line": table.proposal[1]},
        "screen": screen.to_json(),
    }


def explained(state: State, text: str) -> dict[str, Any]:
    """Why an action is not possible, as a card of the screen; or that it is."""
    action = Action.parse(text)
    reason = state.why_not(action)
    if reason is None:
        return {"possible": True}
    card: dict[str, Any] = to_json(derive.why_not(action, reason))
    return {"possible": False, "card": card}
