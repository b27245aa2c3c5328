"""Live play: a WebSocket tells a seat of every change, and brings it up to date after a lost connection."""

from __future__ import annotations

import asyncio
import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect

from ardennes.engine.errors import ArdennesError
from ardennes.server.screens import shown
from ardennes.server.store import Unavailable
from ardennes.server.tables import Tables

QUIET = 25.0  # seconds after which a silent line is tested
AGAIN = 1013  # the close code that asks to come again in a while
LONGEST = 20  # characters of the name that a page gives its line


async def follow(socket: WebSocket, tables: Tables) -> None:
    """Send the screen, and after every change what has changed of it, until the other end goes away."""
    await socket.accept()
    try:
        seat = await tables.store.seat(socket.path_params["token"])
        table = await tables.at(seat.table)
    except Unavailable:
        await socket.close(AGAIN)
        return
    except ArdennesError as error:
        await socket.send_json({"error": str(error)})
        await socket.close(4404)
        return
    woken = asyncio.Event()
    table.listeners.add(woken)
    gone = asyncio.create_task(_until_gone(socket))
    gone.add_done_callback(lambda _: woken.set())
    sent: int | None = None  # the checksum of what the other end has
    clock = asyncio.get_running_loop().time  # a silent line is tested by the clock, whatever wakes it in between
    latest = clock() + QUIET
    line = socket.query_params.get("line", "")[:LONGEST]
    try:
        while not gone.done():
            woken.clear()
            table = await tables.at(seat.table)
            async with tables.telling:
                await asyncio.sleep(0)  # whoever acts comes first: between any two screens the loop looks for them
                writer = shown(seat, table)
                messages, sent = writer.told(sent, line), writer.checksum
                if line:
                    writer.lines[line] = sent
            for message in messages:
                await socket.send_text(message.decode())
                latest = clock() + QUIET
            try:
                async with asyncio.timeout_at(latest):
                    await woken.wait()
            except TimeoutError:
                await socket.send_json({"still": True})
                latest = clock() + QUIET
    except Unavailable:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(AGAIN)
    except (WebSocketDisconnect, RuntimeError):
        return
    finally:
        table.listeners.discard(woken)
        if seat.token in table.writers:
            table.writers[seat.token].lines.pop(line, None)
        gone.cancel()
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close()


async def _until_gone(socket: WebSocket) -> None:
    """Read and drop whatever the page says, until it is closed."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.receive_text()
