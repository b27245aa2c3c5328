"""The HTTP interface: tables are begun, seats look, decide, take back, ask why, and carry journals away."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

import ardennes
from ardennes.ai import adviser, player, players
from ardennes.engine.errors import ArdennesError, Refused
from ardennes.engine.journal import Journal
from ardennes.server import bodies, catalogue, endings, gestures, lessons
from ardennes.server.bodies import BadRequest
from ardennes.server.endpoints import ENDPOINTS, Endpoint
from ardennes.server.imports import Busy, Imports
from ardennes.server.lines import Lines
from ardennes.server.onward import onward
from ardennes.server.quotas import Quotas, TooMuch
from ardennes.server.repeats import Repeated, Sent
from ardennes.server.replies import answer, cacheable, client, fault
from ardennes.server.reports import readable
from ardennes.server.sandboxes import Sandboxes
from ardennes.server.screen_answer import ScreenAnswer
from ardennes.server.screens import ahead, explained, leads, looks_as, shown, shown_then
from ardennes.server.seating import Seating, begun, seated
from ardennes.server.shapes import answers, requests
from ardennes.server.shapes.requests import FIGURES, MOST
from ardennes.server.shortcuts import plain, shortcuts
from ardennes.server.store import Conflict, Missing, Seat, Unavailable
from ardennes.server.studies import Studies
from ardennes.server.tables import Table, Tables, may_decide
from ardennes.server.thinking import Thinkers, hinted
from ardennes.server.workbench import Workbench

Handler = Callable[[Request], Awaitable[Response]]
LINK = "link"  # a side that somebody is invited to play
LINE = re.compile(rf"[0-9]{{1,{FIGURES}}}")


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
        except Unavailable:
            raise  # the guard answers, and counts it
        except BadRequest as error:
            return fault(error.status, str(error))
        except TooMuch as error:
            return fault(429, str(error))
        except Busy as error:
            return fault(503, str(error))
        except ArdennesError as error:
            return fault(422, str(error))

    return handle


def screen(seat: Seat, table: Table) -> Response:
    """What a seat is shown, as an answer."""
    return ScreenAnswer(shown(seat, table))


class Api:
    """The handlers, around the tables of this process."""

    def __init__(
        self,
        tables: Tables,
        thinkers: Thinkers,
        imports: Imports,
        quotas: Quotas,
        lines: Lines,
        workbench: Workbench,
    ) -> None:
        self.tables = tables
        self.thinkers = thinkers
        self.imports = imports
        self.quotas = quotas
        self._made: dict[str, bytes] = {}
        self.seating = Seating(tables, lines)
        self.sandboxes = Sandboxes(tables, quotas, workbench)
        self.studies = Studies(tables, workbench)

    def routes(self) -> list[Route]:
        """All routes of the interface."""
        return [
            Route(one.path, answered(self._handler(one)), methods=[one.method]) for one in ENDPOINTS if not one.drawn
        ]

    def _handler(self, one: Endpoint) -> Handler:
        """The method that answers; it is given the body where there is one."""
        where = next(
            one_of for one_of in (self, self.seating, self.sandboxes, self.studies) if hasattr(one_of, one.name)
        )
        method, shape = getattr(where, one.name), one.takes

        async def handle(request: Request) -> Response:
            found: Response = await (method(request, await bodies.body(request, shape)) if shape else method(request))
            return found

        return handle

    # ---- before a game ----

    async def games(self, request: Request) -> Response:
        """The games and the machine players."""
        return self._once(
            request, "games", lambda: answers.Games(games=catalogue.games(), machines=catalogue.machines())
        )

    def _once(self, request: Request, name: str, made: Callable[[], answers.Answer]) -> Response:
        """An answer that is the same as long as the process lives, made when it is first asked for."""
        if name not in self._made:
            self._made[name] = msgspec.json.encode(made())
        return cacheable(request, self._made[name], "application/json")

    async def rules(self, request: Request) -> Response:
        """The rule catalogue of a game."""
        name = request.path_params["game"]
        if name not in ardennes.games():
            raise Missing(f"There is no game “{name}”.")
        return self._once(request, f"rules of {name}", lambda: catalogue.rules(ardennes.game(name)))

    async def dice(self, _: Request) -> Response:
        """How often each face fell here."""
        fallen = await self.tables.store.dice()
        counted = {str(sides): {str(face): n for face, n in faces.items()} for sides, faces in fallen.items()}
        return answer(answers.DiceCount(dice=counted))

    async def health(self, _: Request) -> Response:
        """Whether the server and its database are well."""
        try:
            await self.tables.store.ping()
            counts = await self.tables.store.count()
        except Unavailable:
            return answer(answers.Health(status="ill", reason="The database cannot be reached."), 503)
        except Exception as error:  # whatever ails the database, the page must say so
            return answer(answers.Health(status="ill", reason=type(error).__name__), 503)
        if not await self.tables.store.writable():
            return answer(answers.Health(status="ill", reason="The server cannot save anything."), 503)
        return answer(
            answers.Health(status="well", games=list(ardennes.games()), tables=counts["tables"], over=counts["over"])
        )

    async def begin(self, request: Request, asked: requests.Begin) -> Response:
        """A new table."""
        self.quotas.take("tables", client(request))
        chosen, scenario = _players(asked.players), asked.scenario or None
        journal = lessons.journal(asked.game) if asked.lesson else None
        table, seats = await self.tables.create(asked.game, scenario, asked.options, chosen, journal=journal)
        return await self._opened(request, table, seats, chosen)

    async def bring(self, request: Request, asked: requests.Bring) -> Response:
        """A table from a journal."""
        self.quotas.take("imports", client(request))
        chosen = _players(asked.players)
        journal = await self.imports.read(asked.journal)
        table, seats = await self.tables.create(journal.game, None, {}, chosen, journal=journal)
        return await self._opened(request, table, seats, chosen)

    async def _opened(self, request: Request, table: str, seats: list[Seat], chosen: Mapping[str, str]) -> Response:
        """A new table, where a machine that is asked first begins at once; others' seats are offered to them."""
        offered = await self.seating.invitations.offer(table, [side for side, kind in chosen.items() if kind == LINK])
        live = await self.tables.at(table)
        live.client = client(request)
        return answer(begun(table, seats, offered), 201)

    # ---- at a table ----

    async def rematch(self, request: Request, _: requests.Rematch) -> Response:
        """The next game with the sides exchanged; the answer names this seat's place in it."""
        seat, table = await seated(self.tables, request)
        if not leads(seat, table):
            raise Refused("engine-due", "Only a player can ask for a rematch.")
        await self.tables.rematch(table)
        return screen(seat, table)

    async def look(self, request: Request) -> Response:
        """The screen of a seat, never one that is not stored yet."""
        seat, table = await seated(self.tables, request)
        return screen(seat, table)

    async def act(self, request: Request, asked: requests.Act) -> Response:
        """One or more actions, all or none, and whichever may be of further batches; acknowledged once stored."""
        seat, table = await seated(self.tables, request)
        if sum(map(len, asked.also)) > MOST:
            raise ArdennesError(f"“also” must hold at most {MOST} actions in all.")
        if len(asked.also) * len(asked.behind) > MOST:
            raise ArdennesError(f"“also” and “behind” must make at most {MOST} batches.")
        with suppress(Repeated):
            async with self.tables.changing(table, asked.revision, sent=Sent(seat.side, asked.id)) as record:
                may_decide(seat, record)
                gestures.do(record, asked.actions, asked.also, behind=asked.behind, usual=asked.usual)
        return screen(seat, table)

    async def undo(self, request: Request, asked: requests.Again) -> Response:
        """The last choice taken back, or the last so many."""
        seat, table = await seated(self.tables, request)
        with suppress(Repeated):
            async with self.tables.changing(table, asked.revision, sent=Sent(seat.side, asked.id)) as record:
                may_decide(seat, record)
                gestures.undo(record, asked.times)
        return screen(seat, table)

    async def redo(self, request: Request, asked: requests.Again) -> Response:
        """What was undone last, done again; or the last so many."""
        seat, table = await seated(self.tables, request)
        with suppress(Repeated):
            async with self.tables.changing(table, asked.revision, sent=Sent(seat.side, asked.id)) as record:
                may_decide(seat, record)
                gestures.redo(record, asked.times)
        return screen(seat, table)

    async def retract(self, request: Request, asked: requests.Retract) -> Response:
        """One earlier choice taken back."""
        seat, table = await seated(self.tables, request)
        with suppress(Repeated):
            async with self.tables.changing(table, asked.revision, sent=Sent(seat.side, asked.id)) as record:
                may_decide(seat, record)
                record.retract(asked.action)
        return screen(seat, table)

    async def order(self, request: Request, asked: requests.Order) -> Response:
        """A standing order left, or all withdrawn."""
        seat, table = await seated(self.tables, request)
        if seat.player != "human" or seat.side not in table.record.game.sides:
            raise Refused("engine-due", "Only a side's own player can leave standing orders.")
        self.quotas.take("orders", client(request), table.id)
        with suppress(Repeated):
            async with self.tables.changing(table, None, sent=Sent(seat.side, asked.id)) as record:
                record.order(seat.side, asked.order)
        return screen(seat, table)

    async def rewind(self, request: Request, asked: requests.Rewind) -> Response:
        """Go back to an earlier line, or to a line of play that was left; two people must both ask for it."""
        seat, table = await seated(self.tables, request)
        if seat.player != "human":
            raise Refused("engine-undo", "Only a player can propose going back.")
        sent = Sent(seat.side, asked.id)
        if asked.refuse:
            await self.tables.propose(table, None, sent)
            return screen(seat, table)
        if asked.id in table.done.get(seat.side, ()):
            return screen(seat, table)
        if asked.branch is not None:
            await self.tables.take_up(table, seat, asked.branch, sent)
            return screen(seat, table)
        line, ends = asked.line, table.ends_of(looks_as(seat, table))
        if line is None:
            raise Refused("engine-undo", "Name the line to go back to.")
        if not 0 <= line < len(ends):
            raise Refused("engine-undo", f"There is no line {line} to go back to.")
        with suppress(Repeated):
            await self.tables.go_back(table, seat, line, ends[line - 1] if line else 0, sent)
        return screen(seat, table)

    async def end(self, request: Request, asked: requests.End) -> Response:
        """A game that a player resigns, or a draw that is offered or taken."""
        seat, table = await seated(self.tables, request)
        sent = Sent(seat.side, asked.id)
        if asked.id not in table.done.get(seat.side, ()):
            with suppress(Repeated):
                await (endings.resign if asked.how == "resign" else endings.draw)(self.tables, table, seat, sent)
        return screen(seat, table)

    async def resume(self, request: Request, asked: requests.Resume) -> Response:
        """A game that a corrected rule has stopped, played on from its last legal line."""
        seat, table = await seated(self.tables, request)
        if not leads(seat, table):
            raise Refused("engine-due", "Only a player can resume the game.")
        with suppress(Repeated):
            await self.tables.resume(table, asked.revision, Sent(seat.side, asked.id))
        return screen(seat, table)

    # ---- the machine ----

    async def pace(self, request: Request, asked: requests.SetPace) -> Response:
        """How fast a machine plays from now on."""
        seat, table = await seated(self.tables, request)
        if not table.has_machine:
            raise Refused("engine-due", "There is no computer player in this game.")
        if not leads(seat, table):
            raise Refused("engine-due", "Only the players can set the pace.")
        table.hurry(asked.pace)
        return screen(seat, table)

    async def hint(self, request: Request) -> Response:
        """What the best machine would do in this seat's place, from the seat's own view; nothing is recorded."""
        seat, table = await seated(self.tables, request)
        async with table.hinting:
            record, revision = table.record, table.revision
            side = may_decide(seat, record)
            if table.hint is None or table.hint[0] != revision:
                who, best = client(request), adviser()
                self.quotas.take("hints", who, table.id)
                self.quotas.take("machine", who, table.id, amount=0)
                view = record.state.view(side)
                idea = await self.thinkers.ask(best, view, revision, client=who, table=table.id)
                idea = hinted(idea, record.game.beginning_verbs)
                found = {"revision": revision, "player": player(best).title, **idea._asdict()}
                table.hint = (revision, found)
            return answer(table.hint[1])

    async def lesson(self, request: Request) -> Response:
        """The guided first turn of a seat's side, as far as it has come."""
        seat, table = await seated(self.tables, request)
        return answer(lessons.shown(seat, table))

    async def reports(self, request: Request) -> Response:
        """What the machines say of the lines that they played, as far as everybody may know it."""
        seat, table = await seated(self.tables, request)
        record, ends = table.record, table.ends_of(looks_as(seat, table))
        over, hides = record.state.over, record.game.secretive(record.state)
        found = readable(table.reports, record.journal.entries, ends, hides=hides, over=over, carried=table.carried)
        return answer({"reports": found})

    # ---- looking closer, and back ----

    async def why(self, request: Request) -> Response:
        """Why an action is not possible, from the seat's own view."""
        seat, table = await seated(self.tables, request)
        return answer(explained(table.record.state.view(looks_as(seat, table)), bodies.asked(request)))

    async def ahead(self, request: Request) -> Response:
        """What the dice would be thrown for if an action were taken, from the seat's own view; nothing is done."""
        seat, table = await seated(self.tables, request)
        side = may_decide(seat, table.record)
        return answer(ahead(table.record.state.view(side), bodies.asked(request)))

    async def onward(self, request: Request, asked: requests.Next) -> Response:
        """The unit or the battle that is offered next, from the seat's own view; nothing is done."""
        seat, table = await seated(self.tables, request)
        side = may_decide(seat, table.record)
        if asked.revision != table.revision:
            raise Conflict("The game has moved on.")
        view = table.record.state.view(side)
        found = onward(view, asked.near, asked.last, asked.passed, fought=asked.fought, unit=asked.unit)
        return answer(plain(found) if found else {})

    async def shortcuts(self, request: Request) -> Response:
        """What may be done in one press where the seat is asked, from its own view; nothing is done."""
        seat, table = await seated(self.tables, request)
        side = may_decide(seat, table.record)
        return answer(plain(shortcuts(table.record.state.view(side))))

    async def frames(self, request: Request) -> Response:
        """Every line of the game as the seat may read it: what a replay is steered by."""
        seat, table = await seated(self.tables, request)
        history = await self.tables.history(table)
        return answer({"moments": history.moments(looks_as(seat, table))})

    async def frame(self, request: Request) -> Response:
        """The screen of a seat as it was after so many lines."""
        seat, table = await seated(self.tables, request)
        history = await self.tables.history(table)
        line, side = _number(request, "line"), looks_as(seat, table)
        last = history.lines_of(side)
        if line > last:
            raise Missing(f"There is no line {line}; the last is {last}.")
        moment, before = history.at(history.end_of(side, line)), history.end_of(side, max(0, line - 1))
        return answer(shown_then(seat, table, moment, line, before))

    async def losses(self, request: Request) -> Response:
        """What each side has lost, by turn, as the seat may read it."""
        seat, table = await seated(self.tables, request)
        history = await self.tables.history(table)
        return answer({"losses": history.losses(looks_as(seat, table))})

    async def journal(self, request: Request) -> Response:
        """The journal: as the seat may read it while the game runs, whole when it is over."""
        seat, table = await seated(self.tables, request)
        return _file(table.record.journal, seat, table)

    async def original(self, request: Request) -> Response:
        """The journal as it was before a corrected rule cut it, as the seat may read it; the oldest is number 1."""
        seat, table = await seated(self.tables, request)
        number = _number(request, "number")
        return _file(await self.tables.original(table, number), seat, table, f"-original-{number}")


def _number(request: Request, name: str) -> int:
    """A number of the address. Raises Missing where there is none, or one of too many digits."""
    text = request.path_params[name]
    if not LINE.fullmatch(text):
        raise Missing("There is nothing with this number.")
    return int(text)


def _file(journal: Journal, seat: Seat, table: Table, more: str = "") -> Response:
    """A journal to be stored: as the seat may read it while the game runs, all of it when the game is over."""
    record = table.record
    read = journal if record.state.over else journal.view(looks_as(seat, table) or "observer")
    name = f"{record.game.name}-{table.id}{more}.journal"
    return PlainTextResponse(str(read), headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _players(chosen: Mapping[str, str]) -> Mapping[str, str]:
    """Who plays each side: human, link, or a machine player's name. Raises ArdennesError."""
    for kind in chosen.values():
        if kind not in ("human", LINK, *players()):
            raise ArdennesError(f"A side is played by human, link, or one of {', '.join(players())}, not by “{kind}”.")
    return chosen
