"""The HTTP interface: tables are begun, seats look, decide, take back, ask why, and carry journals away."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

import ardennes
from ardennes.ai import player, players
from ardennes.engine.errors import ArdennesError, JournalError, PositionError, Refused
from ardennes.engine.journal import Journal
from ardennes.server import bodies, catalogue, gestures
from ardennes.server.bodies import BadRequest
from ardennes.server.machines import PACES
from ardennes.server.reports import readable
from ardennes.server.screen_answer import ScreenAnswer
from ardennes.server.screens import ahead, explained, leads, looks_as, shown, shown_then
from ardennes.server.store import Conflict, Missing, Seat
from ardennes.server.tables import Table, Tables, may_decide
from ardennes.server.thinking import Thinkers, hinted

Handler = Callable[[Request], Awaitable[Response]]


def answered(handler: Handler) -> Handler:
    """Every error of ours becomes an answer with a sentence and, where there is one, a rule."""

    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except Refused as error:
            return fault(422, error.reason, rule=error.rule)
        except Conflict as error:
            return fault(409, str(error))
        except Missing as error:
            return fault(404, str(error))
        except (BadRequest, JournalError, PositionError, ArdennesError) as error:
            return fault(400, str(error))

    return handle


def fault(status: int, sentence: str, *, rule: str = "") -> JSONResponse:
    """An error as JSON."""
    return JSONResponse({"error": sentence, "rule": rule}, status)


def screen(seat: Seat, table: Table) -> Response:
    """What a seat is shown, as an answer."""
    return ScreenAnswer(shown(seat, table))


class Api:
    """The handlers, around the tables of this process."""

    def __init__(self, tables: Tables, thinkers: Thinkers) -> None:
        self.tables = tables
        self.thinkers = thinkers

    def routes(self) -> list[Route]:
        """All routes of the interface."""
        listed: list[tuple[str, str, Handler]] = [
            ("GET", "/api/games", self.games),
            ("GET", "/api/games/{game}/rules", self.rules),
            ("GET", "/api/dice", self.dice),
            ("GET", "/health", self.health),
            ("POST", "/api/tables", self.begin),
            ("POST", "/api/journals", self.bring),
            ("GET", "/api/seats/{token}", self.look),
            ("POST", "/api/seats/{token}/actions", self.act),
            ("POST", "/api/seats/{token}/undo", self.undo),
            ("POST", "/api/seats/{token}/redo", self.redo),
            ("POST", "/api/seats/{token}/retract", self.retract),
            ("POST", "/api/seats/{token}/rewind", self.rewind),
            ("POST", "/api/seats/{token}/resume", self.resume),
            ("POST", "/api/seats/{token}/rematch", self.rematch),
            ("POST", "/api/seats/{token}/orders", self.order),
            ("POST", "/api/seats/{token}/pace", self.pace),
            ("GET", "/api/seats/{token}/hint", self.hint),
            ("GET", "/api/seats/{token}/reports", self.reports),
            ("GET", "/api/seats/{token}/why", self.why),
            ("GET", "/api/seats/{token}/ahead", self.ahead),
            ("GET", "/api/seats/{token}/frames", self.frames),
            ("GET", "/api/seats/{token}/frames/{line}", self.frame),
            ("GET", "/api/seats/{token}/losses", self.losses),
            ("GET", "/api/seats/{token}/journal", self.journal),
            ("GET", "/api/seats/{token}/originals/{number}", self.original),
            ("GET", "/api/seats/{token}/links", self.links),
        ]
        return [Route(path, answered(handler), methods=[method]) for method, path, handler in listed]

    # ---- before a game ----

    async def games(self, _: Request) -> Response:
        """The games and the machine players."""
        return JSONResponse({"games": catalogue.games(), "machines": catalogue.machines()})

    async def rules(self, request: Request) -> Response:
        """The rule catalogue of a game."""
        return JSONResponse(catalogue.rules(ardennes.game(request.path_params["game"])))

    async def dice(self, _: Request) -> Response:
        """How often each face fell here."""
        return JSONResponse({"dice": await self.tables.store.dice()})

    async def health(self, _: Request) -> Response:
        """Whether the server and its database are well."""
        try:
            await self.tables.store.ping()
            counts = await self.tables.store.count()
        except Exception as error:  # whatever ails the database, the page must say so
            return JSONResponse({"status": "ill", "reason": type(error).__name__}, 503)
        return JSONResponse({"status": "well", "games": list(ardennes.games()), **counts})

    async def begin(self, request: Request) -> Response:
        """A new table."""
        data = await bodies.body(request)
        chosen = _players(data)
        scenario = bodies.text(data, "scenario", default="") or None
        game = bodies.text(data, "game")
        table, seats = await self.tables.create(game, scenario, bodies.words(data, "options"), chosen)
        await self.tables.at(table)  # a machine that is asked first begins at once
        return JSONResponse(_begun(table, seats), 201)

    async def bring(self, request: Request) -> Response:
        """A table from a journal."""
        data = await bodies.body(request)
        sides = {name: ardennes.game(name).sides for name in ardennes.games()}
        journal = Journal.parse(bodies.text(data, "journal", longest=bodies.LARGEST), sides)
        table, seats = await self.tables.create(journal.game, None, {}, _players(data), journal=journal)
        await self.tables.at(table)  # a machine that is asked first begins at once
        return JSONResponse(_begun(table, seats), 201)

    # ---- at a table ----

    async def _seated(self, request: Request) -> tuple[Seat, Table]:
        seat = await self.tables.store.seat(request.path_params["token"])
        return seat, await self.tables.at(seat.table)

    async def rematch(self, request: Request) -> Response:
        """The next game with the sides exchanged; the answer names this seat's place in it."""
        seat, table = await self._seated(request)
        if not leads(seat, table):
            raise Refused("engine-due", "A player of the game asks for a rematch.")
        await self.tables.rematch(table)
        async with table.lock:
            return screen(seat, table)

    async def look(self, request: Request) -> Response:
        """The screen of a seat, never one that is not stored yet."""
        seat, table = await self._seated(request)
        async with table.lock:
            return screen(seat, table)

    async def act(self, request: Request) -> Response:
        """One or more actions, all or none, and whichever may be of further batches; acknowledged once stored."""
        seat, table = await self._seated(request)
        data = await bodies.body(request)
        actions, also = bodies.texts(data, "actions"), bodies.batches(data, "also")
        async with self.tables.changing(table, bodies.number(data, "revision")) as record:
            may_decide(seat, record)
            gestures.do(record, actions, also)
        return screen(seat, table)

    async def undo(self, request: Request) -> Response:
        """The last choice taken back, or the last so many."""
        seat, table = await self._seated(request)
        data = await bodies.body(request)
        times = bodies.times(data)
        async with self.tables.changing(table, bodies.number(data, "revision")) as record:
            may_decide(seat, record)
            gestures.undo(record, times)
        return screen(seat, table)

    async def redo(self, request: Request) -> Response:
        """What was undone last, done again; or the last so many."""
        seat, table = await self._seated(request)
        data = await bodies.body(request)
        times = bodies.times(data)
        async with self.tables.changing(table, bodies.number(data, "revision")) as record:
            may_decide(seat, record)
            gestures.redo(record, times)
        return screen(seat, table)

    async def retract(self, request: Request) -> Response:
        """One earlier choice taken back."""
        seat, table = await self._seated(request)
        data = await bodies.body(request)
        async with self.tables.changing(table, bodies.number(data, "revision")) as record:
            may_decide(seat, record)
            record.retract(bodies.text(data, "action"))
        return screen(seat, table)

    async def order(self, request: Request) -> Response:
        """A standing order left, or all withdrawn."""
        seat, table = await self._seated(request)
        data = await bodies.body(request)
        if seat.player != "human" or seat.side not in table.record.game.sides:
            raise Refused("engine-due", "Only a side's own seat leaves orders.")
        async with self.tables.changing(table, None) as record:
            record.order(seat.side, bodies.text(data, "order"))
        return screen(seat, table)

    async def rewind(self, request: Request) -> Response:
        """Go back to an earlier line: proposed by one side, done when another human side proposes the same."""
        seat, table = await self._seated(request)
        data = await bodies.body(request)
        if seat.player != "human":
            raise Refused("engine-undo", "Only a player proposes to go back.")
        if data.get("refuse"):
            table.proposal = None
            table.wake()
            return screen(seat, table)
        line = bodies.number(data, "line")
        if not 0 <= line < len(table.record.journal.entries):
            raise Refused("engine-undo", f"There is no line {line} to go back to.")
        humans = {s.side for s in table.seats if s.player == "human" and s.side in table.record.game.sides}
        alone = len(humans) == 1 or seat.side == "*"
        if alone or (table.proposal and table.proposal[1] == line and table.proposal[0] != seat.side):
            async with self.tables.changing(table, None) as record:
                record.rewind(line)
            table.proposal = None
        else:
            table.proposal = (seat.side, line)
        table.wake()
        return screen(seat, table)

    async def resume(self, request: Request) -> Response:
        """A game that a corrected rule has stopped, played on from its last legal line."""
        seat, table = await self._seated(request)
        data = await bodies.body(request)
        if not leads(seat, table):
            raise Refused("engine-due", "Only a player can have the game played on.")
        await self.tables.resume(table, bodies.number(data, "revision"))
        return screen(seat, table)

    # ---- the machine ----

    async def pace(self, request: Request) -> Response:
        """How fast a machine plays from now on."""
        seat, table = await self._seated(request)
        wanted = bodies.text(await bodies.body(request), "pace")
        if wanted not in PACES:
            raise BadRequest(f"A pace is one of {', '.join(PACES)}; not “{wanted}”.")
        if not table.has_machine:
            raise Refused("engine-due", "No machine plays at this table.")
        if not leads(seat, table):
            raise Refused("engine-due", "Those who play set the pace.")
        table.hurry(wanted)
        return screen(seat, table)

    async def hint(self, request: Request) -> Response:
        """What the best machine would do in this seat's place, from the seat's own view; nothing is recorded."""
        seat, table = await self._seated(request)
        async with table.hinting:
            record, revision = table.record, table.revision
            side = may_decide(seat, record)
            if table.hint is None or table.hint[0] != revision:
                best = players()[-1]
                idea = await self.thinkers.ask(best, record.state.view(side), seed=revision)
                idea = hinted(idea, record.game.beginning_verbs)
                answer = {"revision": revision, "player": player(best).title, **idea._asdict()}
                table.hint = (revision, answer)
            return JSONResponse(table.hint[1])

    async def reports(self, request: Request) -> Response:
        """What the machines say of the lines that they played, as far as everybody may know it."""
        _, table = await self._seated(request)
        record = table.record
        over, hides = record.state.over, record.game.hides
        found = readable(table.reports, record.journal.entries, hides=hides, over=over, carried=table.carried)
        return JSONResponse({"reports": found})

    # ---- looking closer, and back ----

    async def why(self, request: Request) -> Response:
        """Why an action is not possible, from the seat's own view."""
        seat, table = await self._seated(request)
        return JSONResponse(explained(table.record.state.view(looks_as(seat, table)), _asked(request)))

    async def ahead(self, request: Request) -> Response:
        """What the dice would be thrown for if an action were taken, from the seat's own view; nothing is done."""
        seat, table = await self._seated(request)
        side = may_decide(seat, table.record)
        return JSONResponse(ahead(table.record.state.view(side), _asked(request)))

    async def frames(self, request: Request) -> Response:
        """Every line of the game as the seat may read it: what a replay is steered by."""
        seat, table = await self._seated(request)
        history = await self.tables.history(table)
        return JSONResponse({"moments": history.moments(looks_as(seat, table))})

    async def frame(self, request: Request) -> Response:
        """The screen of a seat as it was after so many lines."""
        seat, table = await self._seated(request)
        history = await self.tables.history(table)
        text = request.path_params["line"]
        if not text.isdecimal() or int(text) > history.lines:
            raise Missing(f"There is no line {text}; the last is {history.lines}.")
        line = int(text)
        moment = await asyncio.to_thread(history.at, line)
        return JSONResponse(shown_then(seat, table, moment, line))

    async def losses(self, request: Request) -> Response:
        """What each side has lost, by turn, as the seat may read it."""
        seat, table = await self._seated(request)
        history = await self.tables.history(table)
        return JSONResponse({"losses": history.losses(looks_as(seat, table))})

    async def journal(self, request: Request) -> Response:
        """The journal: as the seat may read it while the game runs, whole when it is over."""
        seat, table = await self._seated(request)
        return _file(table.record.journal, seat, table)

    async def original(self, request: Request) -> Response:
        """The journal as it was before a corrected rule cut it, as the seat may read it; the oldest is number 1."""
        seat, table = await self._seated(request)
        text = request.path_params["number"]
        number = int(text) if text.isdecimal() else 0
        return _file(await self.tables.original(table, number), seat, table, f"-original-{number}")

    async def links(self, request: Request) -> Response:
        """The links that a player may share: the onlookers', and seats nobody else was given."""
        seat, table = await self._seated(request)
        found: dict[str, str] = {"observer": next(s.token for s in table.seats if s.player == "observer")}
        return JSONResponse({"links": found, "seat": seat.side})


def _file(journal: Journal, seat: Seat, table: Table, more: str = "") -> Response:
    """A journal to be stored: as the seat may read it while the game runs, all of it when the game is over."""
    record = table.record
    read = journal if record.state.over else journal.view(looks_as(seat, table) or "observer")
    name = f"{record.game.name}-{table.id}{more}.journal"
    return PlainTextResponse(str(read), headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _asked(request: Request) -> str:
    """The action that a question is about. Raises BadRequest."""
    action = request.query_params.get("action", "")
    if not action or len(action) > bodies.LONGEST:
        raise BadRequest("Ask “?action=…”.")
    return action


def _players(data: dict[str, Any]) -> dict[str, str]:
    """Who plays each side: human, link, or a machine player's name. Raises BadRequest."""
    chosen = {side: str(kind) for side, kind in bodies.words(data, "players").items()}
    for kind in chosen.values():
        if kind not in ("human", "link", *players()):
            raise BadRequest(f"A side is played by human, link, or one of {', '.join(players())}; not by “{kind}”.")
    return chosen


def _begun(table: str, seats: list[Seat]) -> dict[str, Any]:
    return {
        "table": table,
        "seats": [
            {"side": s.side, "player": s.player, "token": s.token} for s in seats if s.player in ("human", "observer")
        ],
    }
