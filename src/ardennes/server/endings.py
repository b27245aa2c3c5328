"""Games that players end by their word: one resigns, or both agree on a draw."""

from __future__ import annotations

from ardennes.engine.errors import Refused
from ardennes.server.changes import Proposal
from ardennes.server.repeats import Sent
from ardennes.server.store import Seat
from ardennes.server.table import HUMAN, SHARED, Table
from ardennes.server.tables import Tables, agrees


def _speaks_for(seat: Seat, table: Table) -> str:
    """The side in whose name a seat speaks: its own, or at a shared screen whoever decides. Raises Refused."""
    state = table.record.state
    if seat.player != HUMAN:
        raise Refused("engine-due", "Only a player of the game can do that.")
    if state.over:
        raise Refused("engine-due", "The game is over.")
    if seat.side != SHARED:
        return seat.side
    humans = [one.side for one in table.seats if one.player == HUMAN and one.side in table.record.game.sides]
    due = "" if state.chance is not None else state.decision.side
    return due if due in humans else humans[0]


async def resign(tables: Tables, table: Table, seat: Seat, sent: Sent) -> None:
    """Give a game up, whoever's turn it is; the other side wins. Raises Refused."""
    side = _speaks_for(seat, table)
    async with tables.changing(table, table.revision, sent=sent) as record:
        record.close(side, "resign")


async def draw(tables: Tables, table: Table, seat: Seat, sent: Sent) -> None:
    """Offer a draw, or take the one that another side offers; at one screen both have agreed. Raises Refused."""
    side = _speaks_for(seat, table)
    if table.has_machine:
        raise Refused("engine-draw", "The computer does not negotiate: play on, or resign.")
    proposed = table.proposal
    if seat.side == SHARED or (agrees(proposed, seat) and proposed.draw):
        async with tables.changing(table, table.revision, sent=sent) as record:
            record.close(side, "draw")
    else:
        entries = len(table.record.journal.entries)
        await tables.propose(table, Proposal(side, entries, draw=True), sent)
