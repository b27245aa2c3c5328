"""The HTTP interface: tables are begun, seats look, decide, take back, ask why, and carry journals away."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

import ardennes
from ardennes.ai import player, players
from ardennes.engine.errors import ArdennesError, Refused
from ardennes.engine.journal import Journal
from ardennes.server import bodies, catalogue, gestures
from ardennes.server.bodies import BadRequest
from ardennes.server.endpoints import ENDPOINTS, Endpoint
from ardennes.server.imports import Busy, Imports
from ardennes.server.invitations import CREATOR, Invitation, Invitations, people_of
from ardennes.server.lines import Lines
from ardennes.server.quotas import Quotas, TooMuch
from ardennes.server.reports import readable
from ardennes.server.screens import ahead, explained, leads, looks_as, shown_then, written
from ardennes.server.shapes import answers, requests
from ardennes.server.shapes.requests import FIGURES, MOST
from ardennes.server.shapes.requests import TOKEN as LONGEST_TOKEN
from ardennes.server.store import Conflict, Missing, Seat
from ardennes.server.tables import Table, Tables, may_decide
from ardennes.server.thinking import Thinkers, hinted

Handler = Callable[[Request], Awaitable[Response]]
LINK = "link"  # a side that somebody is invited to play
TOKEN = re.compile(rf"[A-Za-z0-9_-]{{1,{LONGEST_TOKEN}}}")
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
        except BadRequest as error:
            return fault(error.status, str(error))
        except TooMuch as error:
            return fault(429, str(error))
        except Busy as error:
            return fault(503, str(error))
        except ArdennesError as error:
            return fault(422, str(error))

    return handle


def client(request: Request) -> str:
    """The address that asks, as the guard has found it out."""
    return str(getattr(request.state, "client", ""))


def fault(status: int, sentence: str, *, rule: str = "") -> Response:
    """An error as JSON."""
    return answer(answers.Fault(error=sentence, rule=rule), status)


def answer(content: object, status: int = 200) -> Response:
    """An answer as JSON."""
    return Response(msgspec.json.encode(content), status, media_type="application/json")


def screen(seat: Seat, table: Table) -> Response:
    """What a seat is shown, as an answer."""
    return Response(written(seat, table), media_type="application/json")


class Api:
    """The handlers, around the tables of this process."""

    def __init__(self, tables: Tables, thinkers: Thinkers, imports: Imports, quotas: Quotas, lines: Lines) -> None:
        self.tables = tables
        self.thinkers = thinkers
        self.imports = imports
        self.quotas = quotas
        self.lines = lines
        self.invitations = Invitations(tables.store)

    def routes(self) -> list[Route]:
        """All routes of the interface."""
        return [
            Route(one.path, answered(self._handler(one)), methods=[one.method]) for one in ENDPOINTS if not one.drawn
        ]

    def _handler(self, one: Endpoint) -> Handler:
        """The method that answers; it is given the body where there is one."""
        method, shape = getattr(self, one.name), one.takes

        async def handle(request: Request) -> Response:
            found: Response = await (method(request, await bodies.body(request, shape)) if shape else method(request))
            return found

        return handle

    # ---- before a game ----

    async def games(self, _: Request) -> Response:
        """The games and the machine players."""
        return answer(answers.Games(games=catalogue.games(), machines=catalogue.machines()))

    async def rules(self, request: Request) -> Response:
        """The rule catalogue of a game."""
        name = request.path_params["game"]
        if name not in ardennes.games():
            raise Missing(f"There is no game “{name}”.")
        return answer(catalogue.rules(ardennes.game(name)))

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
        except Exception as error:  # whatever ails the database, the page must say so
            return answer(answers.Health(status="ill", reason=type(error).__name__), 503)
        return answer(
            answers.Health(status="well", games=list(ardennes.games()), tables=counts["tables"], over=counts["over"])
        )

    async def begin(self, request: Request, asked: requests.Begin) -> Response:
        """A new table."""
        self.quotas.take("tables", client(request))
        chosen, scenario = _players(asked.players), asked.scenario or None
        table, seats = await self.tables.create(asked.game, scenario, asked.options, chosen)
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
        offered = await self.invitations.offer(table, [side for side, kind in chosen.items() if kind == LINK])
        live = await self.tables.at(table)
        live.client, live.invited = client(request), tuple(one.side for one in offered)
        return answer(_begun(table, seats, offered), 201)

    async def invitation(self, request: Request) -> Response:
        """What an invitation is to."""
        found = await self.invitations.find(_code(request))
        game = (await self.tables.at(found.table)).record.game
        return answer(answers.Invited(game=game.name, title=game.title, side=found.side, taken=found.taken))

    async def accept(self, request: Request, _: requests.Accept) -> Response:
        """A seat that is offered, taken by whoever comes first."""
        seat = await self.invitations.accept(_code(request))
        await self.reseat(seat.table)
        game = (await self.tables.at(seat.table)).record.game
        return answer(answers.Accepted(side=seat.side, token=seat.token, game=game.name, title=game.title))

    async def reseat(self, table: str) -> None:
        """Seats have changed hands: end the lines of tokens that open nothing any more, and show who sits where."""
        self.invitations.forget(table)
        seats = await self.tables.store.seats(table)
        self.lines.end_others(table, {seat.token for seat in seats})
        self.tables.seated(table, seats, await self.invitations.open_sides(table))

    # ---- at a table ----

    async def _seated(self, request: Request) -> tuple[Seat, Table]:
        token = request.path_params["token"]
        if not TOKEN.fullmatch(token):
            raise Missing("There is no seat under this link.")
        seat = await self.tables.store.seat(token)
        table = await self.tables.at(seat.table)
        table.client = client(request)
        return seat, table

    async def rematch(self, request: Request, _: requests.Rematch) -> Response:
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

    async def act(self, request: Request, asked: requests.Act) -> Response:
        """One or more actions, all or none, and whichever may be of further batches; acknowledged once stored."""
        seat, table = await self._seated(request)
        if sum(map(len, asked.also)) > MOST:
            raise ArdennesError(f"“also” must hold at most {MOST} actions in all.")
        async with self.tables.changing(table, asked.revision) as record:
            may_decide(seat, record)
            gestures.do(record, asked.actions, asked.also)
        return screen(seat, table)

    async def undo(self, request: Request, asked: requests.Again) -> Response:
        """The last choice taken back, or the last so many."""
        seat, table = await self._seated(request)
        async with self.tables.changing(table, asked.revision) as record:
            may_decide(seat, record)
            gestures.undo(record, asked.times)
        return screen(seat, table)

    async def redo(self, request: Request, asked: requests.Again) -> Response:
        """What was undone last, done again; or the last so many."""
        seat, table = await self._seated(request)
        async with self.tables.changing(table, asked.revision) as record:
            may_decide(seat, record)
            gestures.redo(record, asked.times)
        return screen(seat, table)

    async def retract(self, request: Request, asked: requests.Retract) -> Response:
        """One earlier choice taken back."""
        seat, table = await self._seated(request)
        async with self.tables.changing(table, asked.revision) as record:
            may_decide(seat, record)
            record.retract(asked.action)
        return screen(seat, table)

    async def order(self, request: Request, asked: requests.Order) -> Response:
        """A standing order left, or all withdrawn."""
        seat, table = await self._seated(request)
        if seat.player != "human" or seat.side not in table.record.game.sides:
            raise Refused("engine-due", "Only a side's own seat leaves orders.")
        self.quotas.take("orders", client(request), table.id)
        async with self.tables.changing(table, None) as record:
            record.order(seat.side, asked.order)
        return screen(seat, table)

    async def rewind(self, request: Request, asked: requests.Rewind) -> Response:
        """Go back to an earlier line: proposed by one side, done when another human side proposes the same."""
        seat, table = await self._seated(request)
        if seat.player != "human":
            raise Refused("engine-undo", "Only a player proposes to go back.")
        if asked.refuse:
            table.proposal = None
            table.wake()
            return screen(seat, table)
        line = asked.line
        if line is None:
            raise Refused("engine-undo", "Name the line to go back to.")
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

    async def resume(self, request: Request, asked: requests.Resume) -> Response:
        """A game that a corrected rule has stopped, played on from its last legal line."""
        seat, table = await self._seated(request)
        if not leads(seat, table):
            raise Refused("engine-due", "Only a player can have the game played on.")
        await self.tables.resume(table, asked.revision)
        return screen(seat, table)

    # ---- the machine ----

    async def pace(self, request: Request, asked: requests.SetPace) -> Response:
        """How fast a machine plays from now on."""
        seat, table = await self._seated(request)
        if not table.has_machine:
            raise Refused("engine-due", "No machine plays at this table.")
        if not leads(seat, table):
            raise Refused("engine-due", "Those who play set the pace.")
        table.hurry(asked.pace)
        return screen(seat, table)

    async def hint(self, request: Request) -> Response:
        """What the best machine would do in this seat's place, from the seat's own view; nothing is recorded."""
        seat, table = await self._seated(request)
        async with table.hinting:
            record, revision = table.record, table.revision
            side = may_decide(seat, record)
            if table.hint is None or table.hint[0] != revision:
                who, best = client(request), players()[-1]
                self.quotas.take("hints", who, table.id)
                self.quotas.take("machine", who, amount=0)
                idea = await self.thinkers.ask(best, record.state.view(side), revision, client=who, urgent=True)
                idea = hinted(idea, record.game.beginning_verbs)
                found = {"revision": revision, "player": player(best).title, **idea._asdict()}
                table.hint = (revision, found)
            return answer(table.hint[1])

    async def reports(self, request: Request) -> Response:
        """What the machines say of the lines that they played, as far as everybody may know it."""
        _, table = await self._seated(request)
        record = table.record
        over, hides = record.state.over, record.game.hides
        found = readable(table.reports, record.journal.entries, hides=hides, over=over, carried=table.carried)
        return answer({"reports": found})

    # ---- looking closer, and back ----

    async def why(self, request: Request) -> Response:
        """Why an action is not possible, from the seat's own view."""
        seat, table = await self._seated(request)
        return answer(explained(table.record.state.view(looks_as(seat, table)), bodies.asked(request)))

    async def ahead(self, request: Request) -> Response:
        """What the dice would be thrown for if an action were taken, from the seat's own view; nothing is done."""
        seat, table = await self._seated(request)
        side = may_decide(seat, table.record)
        return answer(ahead(table.record.state.view(side), bodies.asked(request)))

    async def frames(self, request: Request) -> Response:
        """Every line of the game as the seat may read it: what a replay is steered by."""
        seat, table = await self._seated(request)
        history = await self.tables.history(table)
        return answer({"moments": history.moments(looks_as(seat, table))})

    async def frame(self, request: Request) -> Response:
        """The screen of a seat as it was after so many lines."""
        seat, table = await self._seated(request)
        history = await self.tables.history(table)
        line = _number(request, "line")
        if line > history.lines:
            raise Missing(f"There is no line {line}; the last is {history.lines}.")
        moment = await asyncio.to_thread(history.at, line)
        return answer(shown_then(seat, table, moment, line))

    async def losses(self, request: Request) -> Response:
        """What each side has lost, by turn, as the seat may read it."""
        seat, table = await self._seated(request)
        history = await self.tables.history(table)
        return answer({"losses": history.losses(looks_as(seat, table))})

    async def journal(self, request: Request) -> Response:
        """The journal: as the seat may read it while the game runs, whole when it is over."""
        seat, table = await self._seated(request)
        return _file(table.record.journal, seat, table)

    async def original(self, request: Request) -> Response:
        """The journal as it was before a corrected rule cut it, as the seat may read it; the oldest is number 1."""
        seat, table = await self._seated(request)
        number = _number(request, "number")
        return _file(await self.tables.original(table, number), seat, table, f"-original-{number}")

    async def links(self, request: Request) -> Response:
        """The links that a player may share: the onlookers', and invitations that nobody has accepted yet."""
        seat, table = await self._seated(request)
        observers = next(s.token for s in table.seats if s.player == "observer")
        offered = await self.invitations.at(table.id)
        mine = people_of(table.seats, offered).get(seat.side) == CREATOR and seat.player == "human"
        return answer(
            answers.Links(
                links=answers.Observers(observer=observers),
                seat=seat.side,
                invitations=[_offer(one) for one in offered if mine and not one.taken],
            )
        )

    async def replace(self, request: Request, _: requests.Replace) -> Response:
        """A new link for a player's seat, in case the old one has come into wrong hands."""
        seat, table = await self._seated(request)
        if seat.player != "human":
            raise Refused("engine-due", "Only a player's link can be replaced.")
        token = await self.invitations.replace(seat)
        await self.reseat(table.id)
        return answer(answers.Replaced(token=token))

    async def delete(self, request: Request, _: requests.Delete) -> Response:
        """The game deleted: by whoever began it as long as he sits there alone, else when all players want it."""
        seat, table = await self._seated(request)
        async with table.lock:
            waiting = await self.invitations.delete(seat, table.seats)
        if not waiting:
            await self.reseat(table.id)
        return answer(answers.Deleted(deleted=not waiting, waiting=waiting))


def _code(request: Request) -> str:
    """The code of an invitation. Raises Missing where there cannot be one."""
    code = str(request.path_params["code"])
    if not TOKEN.fullmatch(code):
        raise Missing("There is no invitation under this link.")
    return code


def _offer(one: Invitation) -> answers.Offer:
    return answers.Offer(side=one.side, code=one.code)


def _number(request: Request, name: str) -> int:
    """A number of the address. Raises Missing where there is none, or one of too many digits."""
    text = request.path_params[name]
    if not LINE.fullmatch(text):
        raise Missing("There is nothing under this number.")
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
            raise ArdennesError(f"A side is played by human, link, or one of {', '.join(players())}; not by “{kind}”.")
    return chosen


def _begun(table: str, seats: list[Seat], offered: list[Invitation]) -> answers.Begun:
    others = {one.side for one in offered}
    shown = [seat for seat in seats if seat.player in ("human", "observer") and seat.side not in others]
    return answers.Begun(
        table=table,
        seats=[answers.BegunSeat(side=s.side, player=s.player, token=s.token) for s in shown],
        invitations=[_offer(one) for one in offered],
    )
