"""Sandboxes: a position as a seat sees it, tried out. Nothing of it is stored, and nobody else is told.

A request says where the sandbox begins and every move since, so that any process can answer it; the last few positions
are kept in memory, so that it is one move that has to be made. A sandbox begins with a view, never with the true state.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import ardennes
from ardennes.analysis import sandbox
from ardennes.analysis.plans import plan_of
from ardennes.engine.errors import ArdennesError
from ardennes.engine.moments import finish
from ardennes.engine.record import Record
from ardennes.engine.screen import Parts, Screen, Undo
from ardennes.engine.state import State
from ardennes.server import gestures
from ardennes.server.quotas import Quotas
from ardennes.server.replies import answer, client
from ardennes.server.screen_writer import ScreenWriter
from ardennes.server.screens import ahead, explained, looks_as, screen_of
from ardennes.server.seating import seated
from ardennes.server.shapes import analysis
from ardennes.server.shapes.analysis import MOVES
from ardennes.server.shapes.requests import MOST
from ardennes.server.store import Conflict, Missing
from ardennes.server.table import SHARED
from ardennes.server.tables import Tables
from ardennes.server.workbench import Workbench

BASES, RECORDS = 64, 128  # positions that sandboxes began with, and that they have come to, which are kept
BACK = 40  # moves that are taken off in search of a position that is kept
REPLAYED = 50  # moves made again that count as one more
SECONDS = 3.0  # of processor time for the odds of a plan

K = TypeVar("K")
V = TypeVar("V")


@dataclass(slots=True)
class Base:
    """The position that a sandbox begins with."""

    view: State
    key: str
    guessed: bool
    viewer: str
    parts: Parts = field(default_factory=Parts)


@dataclass(frozen=True, slots=True)
class Opened:
    """A sandbox as a request describes it."""

    base: Base
    where: tuple[object, ...]  # what names its guess of the base
    record: Record


class Lately(OrderedDict[K, V]):
    """The last few things that were used."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def find(self, key: K) -> V | None:
        """One of them, which is used now."""
        if key not in self:
            return None
        self.move_to_end(key)
        return self[key]

    def keep(self, key: K, value: V) -> None:
        """One more; the one that was used longest ago goes."""
        self[key] = value
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)


class Sandboxes:
    """The handlers, around the tables of this process."""

    def __init__(self, tables: Tables, quotas: Quotas, workbench: Workbench) -> None:
        self.tables = tables
        self.quotas = quotas
        self.workbench = workbench
        self._bases: Lately[tuple[str, str, int], Base] = Lately(BASES)
        self._records: Lately[tuple[object, ...], Record] = Lately(RECORDS)

    async def try_out(self, request: Request, asked: analysis.TryOut) -> Response:
        """A sandbox after so many moves and what is done next in it."""
        if len(asked.moves) + len(asked.actions) + sum(map(len, asked.also)) > MOVES:
            raise ArdennesError(f"A sandbox takes at most {MOVES} moves; open a new one.")
        if sum(map(len, asked.also)) > MOST:
            raise ArdennesError(f"“also” must hold at most {MOST} actions in all.")
        opened = await self._opened(request, asked)
        record = opened.record.copy()
        _do(record, asked)
        self._keep(opened, record)
        return Response(_shown(opened.base, record), media_type="application/json")

    async def try_why(self, request: Request, asked: analysis.AskTried) -> Response:
        """Why an action is not possible in a sandbox."""
        record = (await self._opened(request, asked)).record
        return answer(explained(record.state.view(_asked(record)), asked.action))

    async def try_ahead(self, request: Request, asked: analysis.AskTried) -> Response:
        """What the dice would be thrown for if an action were taken in a sandbox."""
        record = (await self._opened(request, asked)).record
        return answer(ahead(record.state.view(_asked(record)), asked.action))

    async def try_odds(self, request: Request, asked: analysis.Planned) -> Response:
        """The odds of the last moves of a sandbox, taken as a plan."""
        if asked.since >= len(asked.moves):
            raise ArdennesError("The plan is empty: mark where it begins, then make its moves.")
        base, _ = await self._base(request, asked)
        view = json.dumps(base.view.to_json())
        work = (planned, base.view.game.name, view, asked.guess, asked.moves, asked.since)
        return answer(await self.workbench.ask(client(request), *work))

    # ---- where a sandbox stands ----

    async def _base(self, request: Request, asked: analysis.Tried) -> tuple[Base, tuple[str, str, int]]:
        """The position after a line as the seat sees it. Raises Missing, or Conflict where it is no longer there."""
        seat, table = await seated(self.tables, request)
        side = looks_as(seat, table)
        last = table.lines_of(side)
        if asked.line > last:
            raise Missing(f"There is no line {asked.line}; the last is {last}.")
        if asked.line == last:
            view = table.record.state.view(side)
        else:
            history = await self.tables.history(table)
            if asked.line > history.lines_of(side):
                raise Conflict("The game has changed since; open a new sandbox.")
            view = history.at(history.end_of(side, asked.line)).state.view(side)
        where, key = (table.id, side or "", asked.line), view.key()
        if asked.base and asked.base != key:
            raise Conflict("This sandbox started from a position that has since been undone; open a new one.")
        known = self._bases.find(where)
        if known is None or known.key != key:
            own = side if side in view.game.sides else view.game.sides[0]
            known = Base(view, key, sandbox.is_guessed(view), own)
            self._bases.keep(where, known)
        return known, where

    async def _opened(self, request: Request, asked: analysis.Tried) -> Opened:
        """The sandbox of a request, its moves made; those that nobody remembers are made again, in slices."""
        base, where = await self._base(request, asked)
        guess = (*where, base.key, asked.guess)
        moves = tuple(asked.moves)
        known, done = self._known(guess, moves)
        self.quotas.take("sandbox", client(request), amount=1 + (len(moves) - done) / REPLAYED)
        if known is None:
            known = sandbox.opened(base.view, asked.guess)
        if done < len(moves):
            known = await self.tables.slices.run(sandbox.play_steps(known.copy(), moves[done:]))
        opened = Opened(base, guess, known)
        self._keep(opened, known)
        return opened

    def _known(self, guess: tuple[object, ...], moves: tuple[str, ...]) -> tuple[Record | None, int]:
        """The longest part of some moves whose position is kept, and how many they are."""
        for n in range(len(moves), max(-1, len(moves) - BACK), -1):
            if (found := self._records.find((*guess, moves[:n]))) is not None:
                return found, n
        return self._records.find((*guess, ())), 0

    def _keep(self, opened: Opened, record: Record) -> None:
        moves = tuple(sandbox.move_of(entry) for entry in record.journal.entries)
        self._records.keep((*opened.where, moves), record)


def _do(record: Record, asked: analysis.TryOut) -> None:
    """What is done next. Raises Refused."""
    if asked.retract:
        record.retract(asked.retract)
    elif asked.also or asked.usual or len(asked.actions) > 1:
        gestures.do(record, asked.actions, asked.also, usual=asked.usual)
    elif asked.actions:
        sandbox.play(record, asked.actions[0])


def _asked(record: Record) -> str:
    """The side that decides in a sandbox, or the first one."""
    state = record.state
    return state.game.sides[0] if state.over or state.chance is not None else state.decision.side


def _shown(base: Base, record: Record) -> bytes:
    """A sandbox as it is answered: the screen of whoever decides, and everything that was done."""
    state, entries = record.state, record.journal.entries
    chance = None if state.over else state.chance
    viewer = base.viewer if state.over or chance is not None else state.decision.side
    writer = ScreenWriter()
    frame = {
        "revision": len(entries),
        "lines": len(entries),
        "seat": {"side": SHARED, "player": "human", "looks": viewer},
        "players": dict.fromkeys(state.game.sides, "human"),
        "thinking": False,
    }
    writer.take(frame, _taken_back(screen_of(record, viewer, base.parts), record))
    found: dict[str, Any] = {
        "base": base.key,
        "shown": msgspec.Raw(writer.whole()),
        "moves": [
            analysis.TriedMove(move=sandbox.move_of(entry), text=sandbox.said(record, entry), side=entry.side)
            for entry in entries
        ],
        "guessed": base.guessed,
    }
    if chance is not None:
        found["due"] = analysis.DiceDue(
            reason=chance.reason,
            rule=chance.rule,
            side=chance.side or "",
            dice=[analysis.TriedDie(label=die.label, sides=die.sides) for die in chance.dice],
            pool=list(chance.pool),
            draws=chance.draws,
            falls=[analysis.Fall(*fall) for fall in sandbox.falls(state, chance)],
        )
    return msgspec.json.encode(found)


def _taken_back(screen: Screen, record: Record) -> Screen:
    """A screen on which everything can be taken back, dice too."""
    if not record.journal.entries:
        return replace(screen, undo=Undo(False, reason="The sandbox begins here."))
    last = record.journal.entries[-1]
    action = None if last.kind == "roll" else last.text
    return replace(screen, undo=Undo(True, sandbox.said(record, last), action=action))


def planned(game: str, view: str, guess: int, moves: list[str], since: int) -> dict[str, Any]:
    """In a process of its own: the odds of a plan, from a view alone."""
    record = sandbox.opened(ardennes.game(game).from_json(json.loads(view)), guess)
    finish(sandbox.play_steps(record, moves[:since]))
    found: dict[str, Any] = msgspec.to_builtins(plan_of(record, moves[since:], seconds=SECONDS, seed=guess))
    return found
