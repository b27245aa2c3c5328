"""Reports of games: worked out in a process of its own from what the seat may know, and kept for a while."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import ardennes
from ardennes.analysis.front import Front
from ardennes.analysis.report import report
from ardennes.engine.journal import Journal
from ardennes.server.replies import client
from ardennes.server.sandboxes import Lately
from ardennes.server.screens import looks_as
from ardennes.server.seating import seated
from ardennes.server.shapes import analysis
from ardennes.server.tables import Tables
from ardennes.server.workbench import Workbench

KEPT = 40  # reports


class Studies:
    """The handler, around the tables of this process."""

    def __init__(self, tables: Tables, workbench: Workbench) -> None:
        self.tables = tables
        self.workbench = workbench
        self._kept: Lately[tuple[str, str, int], bytes] = Lately(KEPT)

    async def analysis(self, request: Request) -> Response:
        """How the game stood by turn, the luck of the dice, the front beside history's, and what turned it."""
        seat, table = await seated(self.tables, request)
        side, record = looks_as(seat, table), table.record
        where = (table.id, side or "", table.revision)
        found = self._kept.find(where)
        if found is None:
            game, journal = record.game.name, str(record.journal)
            found = await self.workbench.ask(client(request), reported, game, journal, side)
            self._kept.keep(where, found)
        return Response(found, media_type="application/json")


def reported(game: str, journal: str, side: str | None) -> bytes:
    """In a process of its own: the report of a game for one side."""
    rules = ardennes.game(game)
    found = report(rules, Journal.parse(journal, {game: rules.sides}), side)
    told: dict[str, Any] = {
        "turns": found.turns,
        "standing": found.standing,
        "unit": found.unit,
        "luck": found.luck,
        "curve": found.curve,
        "others": found.others,
        "points": found.points,
    }
    if found.front is not None:
        told["front"] = _front(found.front)
    return msgspec.json.encode(msgspec.convert(msgspec.to_builtins(told), analysis.Analysis))


def _front(front: Front) -> dict[str, Any]:
    return {
        "side": front.side,
        "frame": front.frame(),
        "towns": [{"name": name, "lon": lon, "lat": lat} for name, lon, lat in front.towns()],
        "days": [
            {"held": day.held, "lines": day.lines, "true": day.true, "true_held": day.true_held, "same": day.same}
            for day in front.days
        ],
    }
