"""Who sits where: seats are found by their tokens, offered, taken, given new links, and their tables deleted."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response

from ardennes.engine.errors import Refused
from ardennes.server.invitations import CREATOR, Invitation, Invitations, people_of
from ardennes.server.lines import Lines
from ardennes.server.replies import answer, client
from ardennes.server.shapes import answers, requests
from ardennes.server.store import TOKEN, Missing, Seat, Unavailable
from ardennes.server.tables import Table, Tables

AGAIN = 0.5  # seconds until it is tried again to read who sits where


async def seated(tables: Tables, request: Request) -> tuple[Seat, Table]:
    """The seat that an address names, and its table. Raises Missing."""
    seat = await tables.store.seat(request.path_params["token"])
    table = await tables.at(seat.table)
    table.client = client(request)
    return seat, table


class Seating:
    """The handlers of seats, around the tables of this process and their live lines."""

    def __init__(self, tables: Tables, lines: Lines) -> None:
        self.tables = tables
        self.lines = lines
        self.invitations = Invitations(tables.store)
        self._later: set[asyncio.Task[None]] = set()

    async def invitation(self, request: Request) -> Response:
        """What an invitation is to."""
        found = await self.invitations.find(_code(request))
        game = (await self.tables.at(found.table)).record.game
        return answer(answers.Invited(game=game.name, title=game.title, side=found.side, taken=found.taken))

    async def accept(self, request: Request, _: requests.Accept) -> Response:
        """A seat that is offered, taken by whoever comes first."""
        code = _code(request)
        game = (await self.tables.at((await self.invitations.find(code)).table)).record.game
        seat = await self.invitations.accept(code)
        await self._show_seats(seat.table)
        return answer(answers.Accepted(side=seat.side, token=seat.token, game=game.name, title=game.title))

    async def _show_seats(self, table: str) -> None:
        """Seats have changed hands, and that is stored: whoever asked for it is told so, whatever the database does."""
        try:
            await self.reseat(table)
        except Unavailable:
            self._later.add(task := asyncio.create_task(self._reseat_later(table)))
            task.add_done_callback(self._later.discard)

    async def _reseat_later(self, table: str) -> None:
        while True:
            await asyncio.sleep(AGAIN)
            with contextlib.suppress(Unavailable):
                return await self.reseat(table)

    async def reseat(self, table: str) -> None:
        """Seats have changed hands: end the lines of tokens that open nothing any more, and show who sits where."""
        self.tables.store.forget_seats(table)
        seats = await self.tables.store.seats(table)
        self.lines.end_others(table, {seat.token for seat in seats})
        self.tables.seated(table, seats, await self.invitations.open_sides(table))

    async def reseat_all(self) -> None:
        """Nothing was heard of other processes for a while: look who sits where. Raises Unavailable."""
        self.tables.store.forget_seats()
        for table in self.tables.names:
            await self.reseat(table)

    async def links(self, request: Request) -> Response:
        """The links that a player may share: the onlookers', and invitations that nobody has accepted yet."""
        seat, table = await seated(self.tables, request)
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
        seat, table = await seated(self.tables, request)
        if seat.player != "human":
            raise Refused("engine-due", "Only a player's link can be replaced.")
        token = await self.invitations.replace(seat)
        await self._show_seats(table.id)
        return answer(answers.Replaced(token=token))

    async def delete(self, request: Request, _: requests.Delete) -> Response:
        """The game deleted: by whoever began it as long as he sits there alone, else when all players want it."""
        seat, table = await seated(self.tables, request)
        async with table.lock:
            waiting = await self.invitations.delete(seat, table.seats)
        if not waiting:
            await self._show_seats(table.id)
            with contextlib.suppress(Unavailable):  # then the next look finds it
                await self.tables.series_changed([one for one in table.series if one.table != table.id])
        return answer(answers.Deleted(deleted=not waiting, waiting=waiting))


def _code(request: Request) -> str:
    """The code of an invitation. Raises Missing where there cannot be one."""
    code = str(request.path_params["code"])
    if not TOKEN.fullmatch(code):
        raise Missing("There is no invitation at this link.")
    return code


def _offer(one: Invitation) -> answers.Offer:
    return answers.Offer(side=one.side, code=one.code)


def begun(table: str, seats: list[Seat], offered: Sequence[Invitation]) -> answers.Begun:
    """A new table as whoever begins it is told of it: his own seats, and invitations for the others."""
    others = {one.side for one in offered}
    shown = [seat for seat in seats if seat.player in ("human", "observer") and seat.side not in others]
    return answers.Begun(
        table=table,
        seats=[answers.BegunSeat(side=s.side, player=s.player, token=s.token) for s in shown],
        invitations=[_offer(one) for one in offered],
    )
