"""What a seat is shown: the game's screen of its view, with the log and the undo of the record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ardennes.engine.action import Action
from ardennes.engine.errors import Unknown
from ardennes.engine.event import Event
from ardennes.engine.record import Record
from ardennes.engine.screen import Line, Overlay, Parts, Plot, Screen, derive, to_json
from ardennes.engine.state import State
from ardennes.server import series
from ardennes.server.ground import front_of
from ardennes.server.history import Moment, readable
from ardennes.server.screen_writer import Move, ScreenWriter
from ardennes.server.store import Seat
from ardennes.server.tables import SHARED, Table

WATCHED = 30  # moves between two screens; more would be a flurry, not a story


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


def _screen(table: Table, side: str | None) -> Screen:
    """What a side is shown now."""
    return screen_of(table.record, side, table.parts, table.plots.get(side, ()))


def screen_of(record: Record, side: str | None, parts: Parts, plots: Sequence[Plot] = ()) -> Screen:
    """What a record shows a side."""
    viewer = side or "observer"
    screen = record.game.screen(record.state.view(side), parts)
    events = record.events_for(side)
    return replace(
        screen,
        **_told(screen, record, side),
        log=derive.log(record.game, events, since=_since(record, side, len(events))),
        undo=derive.undo(record, viewer),
        redo=derive.redo(record, viewer),
        plots=plots,
    )


def is_secret(state: State) -> bool:
    """Whether a side may not know all of a position, so that whoever shares a screen with another must look away."""
    if not state.game.secretive(state) or state.over:
        return False
    whole = state.key()
    return any(state.view(side).key() != whole for side in state.game.sides)


def _frame(seat: Seat, table: Table) -> dict[str, Any]:
    """What is said beside a screen: the revision, who sits where, what is proposed, the seat's own orders."""
    return {
        "revision": table.revision,
        "seat": {"side": seat.side, "player": seat.player, "looks": looks_as(seat, table) or "observer"},
        "players": {s.side: s.player for s in table.seats if s.side not in ("", SHARED)},
        "thinking": bool(table.machine),
        "working": table.working,
        "pace": table.pace if table.has_machine else None,
        "proposal": _proposal(seat, table),
        "branches": [{"number": one.number, "turn": one.turn, "at": one.at.isoformat()} for one in table.branches],
        "secret": seat.side == SHARED and is_secret(table.record.state),
        "stopped": _stopped(seat, table),
        "originals": table.originals,
        "series": _series(seat, table),
        "open": list(table.invited),
        "done": list(table.done.get(seat.side, ())) or None,
        "orders": [str(order) for order in table.record.orders.get(seat.side, ())],
    }


def _proposal(seat: Seat, table: Table) -> dict[str, Any] | None:
    """A rewind or draw that a side proposes, its line as the seat counts them."""
    if table.proposal is None:
        return None
    found = {"side": table.proposal.side, "line": table.proposed_line(looks_as(seat, table))}
    more = {"branch": table.proposal.branch, "draw": table.proposal.draw}
    return {**found, **{name: value for name, value in more.items() if value}}


def _series(seat: Seat, table: Table) -> dict[str, Any] | None:
    """Of a game that is over: its rematch, whether this seat may ask for one, and the scores of the series."""
    if not table.series:
        return None
    found = series.described(table.record.game, seat, table.series, table.number)
    score = table.record.game.score(table.record.state)
    return {
        **found,
        "may_begin": found["next"] is None and leads(seat, table),
        "label": score.label if score else "",
        "rule": score.rule if score else "",
    }


def _stopped(seat: Seat, table: Table) -> dict[str, Any] | None:
    """Where and why a corrected rule has stopped the game, and whether this seat may have it played on."""
    stopped, record = table.stopped, table.record
    if stopped is None:
        return None
    side = looks_as(seat, table)
    line = table.lines_of(side) + 1
    text = stopped.sentence(record.game, side, line, secret=is_secret(record.state))
    may = leads(seat, table) and not record.state.over
    return {"line": line, "turn": stopped.turn, "text": text, "rule": stopped.illegal.rule, "may_resume": may}


def leads(seat: Seat, table: Table) -> bool:
    """Whether a seat sets the pace and has a stopped game played on: a player's, or any where only machines play."""
    return seat.player == "human" or not any(one.player == "human" for one in table.seats)


def shown(seat: Seat, table: Table) -> ScreenWriter:
    """What a seat is shown now, whole or by what has changed. An answer and the live line share the work."""
    side = looks_as(seat, table)
    now = (table.mark_of(seat), side)
    writer = table.writers.setdefault(seat.token, ScreenWriter())
    if writer.mark != now:
        frame = {**_frame(seat, table), "lines": table.lines_of(side)}
        writer.take(frame, _screen(table, side), _moves(table, side, writer))
        writer.mark = now
    return writer


def _moves(table: Table, side: str | None, writer: ScreenWriter) -> list[Move]:
    """Which pieces went where since the last document, as far as the side may know."""
    events, ends = table.record.events, table.record.ends
    entries = len(ends)
    first, writer.entries = writer.entries, entries
    return _told_moves(events[ends[first - 1] if first else 0 :], side) if 0 <= first < entries else []


def _told_moves(events: Iterable[Event], side: str | None) -> list[Move]:
    """The moves of which events tell a side; none where there are too many to watch."""
    found = [Move(e.kind, e.piece, e.at, e.to) for e in readable(tuple(events), side) if e.piece and e.to != e.at]
    found = [move for move in found if move.to]
    return found if len(found) <= WATCHED else []


def shown_then(seat: Seat, table: Table, moment: Moment, line: int, before: int) -> dict[str, Any]:
    """The screen of a seat as it was after some line: nothing can be decided there.

    Its moves are told from the end of the line before it, up to which there were so many entries.
    """
    side = looks_as(seat, table)
    screen = moment.state.game.screen(moment.state.view(side))
    log = derive.log(moment.state.game, moment.events_for(side))
    told = _told(screen, moment, side)
    screen = replace(screen, **told, log=log, options=(), ranges=(), ways=(), barred=())
    passed = moment.events[moment.ends[before - 1] if before else 0 :]
    moves = [move.to_json() for move in _told_moves(passed, side)]
    frame = {name: value for name, value in _frame(seat, table).items() if value is not None}
    return {**frame, "lines": line, "screen": screen.to_json(), "moves": moves}


def _told(screen: Screen, record: Record | Moment, side: str | None) -> dict[str, Any]:
    """What follows from the record and not from the position: the last roll, and the front of that day in history."""
    sheet = next((one.id for one in screen.sheets if one.stage in ("rolled", "resolved")), None)
    fallen = screen.roll or derive.roll(record, side or "observer", sheet)
    return {"roll": fallen, "overlays": _overlays(screen)}


def _since(record: Record, side: str | None, told: int) -> int | None:
    """The number of the first log line that is new since the side's last own choice, with the dice that followed it.

    So many have been told to the side in all: only those after that choice are counted.
    """
    entries = record.journal.entries
    at = len(entries) - 1
    while at >= 0 and (entries[at].side != side or entries[at].kind != "action"):
        at -= 1
    if side is None or at < 0:
        return None
    while at + 1 < len(entries) and entries[at + 1].kind == "roll":
        at += 1
    return told - len(readable(tuple(record.events[record.ends[at] :]), side))


def _overlays(screen: Screen) -> Sequence[Overlay]:
    """Those of the game, and the true front of the day where the game does not lay it over the map itself."""
    if screen.turn.day is None or any(overlay.id == "history" for overlay in screen.overlays):
        return screen.overlays
    front = _front(screen.turn.day, screen.turn.date or screen.turn.day)
    return [*screen.overlays, front] if front else screen.overlays


@lru_cache(200)
def _front(day: str, label: str) -> Overlay | None:
    """The true front of a day, laid over the map."""
    lines = [Line("history", lonlat=points) for points in front_of(day)]
    text = f"Historical front, {label}"
    return Overlay("history", "Historical front", "H", text=text, lines=lines) if lines else None


def explained(state: State, text: str) -> dict[str, Any]:
    """Why an action is not possible, as a card of the screen; or that it is."""
    action = Action.parse(text)
    reason = state.why_not(action)
    if reason is None:
        return {"possible": True}
    card: dict[str, Any] = to_json(derive.why_not(state.game, action, reason))
    return {"possible": False, "card": card}


def ahead(view: State, text: str) -> dict[str, Any]:
    """What the dice would be thrown for if an action were taken: the reason, and the battle's sheet with its chances.

    Empty where no die falls, or where that depends on what the view's side does not know. Raises Refused.
    """
    supposed = view.copy()
    try:
        supposed.apply(Action.parse(text))
        if supposed.over or supposed.chance is None:
            return {}
        sheets = supposed.game.screen(supposed).sheets
        reason = supposed.chance.reason
    except Unknown:
        return {}
    declared = next((sheet for sheet in sheets if sheet.stage == "declared"), None)
    return {"reason": reason, "sheet": declared and to_json(declared)}
