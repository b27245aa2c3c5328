"""Maps are drawn for those who wait: what nobody waits for any more is not drawn."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from ardennes.processes import Processes
from ardennes.server import pictures, tiles
from ardennes.server.ground import geometry
from tests.server import loops
from tests.server.conftest import Served
from tests.server.slow_drawing import held, held_tile
from tests.server.test_unwatched import until

LEVEL = tiles.LEVELS[-1]


def begun(folder: Path) -> list[str]:
    """What has been begun to be drawn, in that order."""
    return (folder / "order").read_text("utf-8").split()


def test_what_nobody_waits_for_falls_out_of_the_queue_and_what_is_begun_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(pictures, "LINGER", 0.0)

    async def main() -> None:
        drawers = pictures.Drawers(Processes())
        names = ("begun", "gone", "shared", "shared")
        waiting = [asyncio.ensure_future(drawers.draw(held, tmp_path, name)) for name in names]
        while not (tmp_path / "begun.begun").exists():
            await asyncio.sleep(0.01)
        assert drawers.length == 3, "who waits for the same waits once"
        for one in waiting[:3]:
            one.cancel()
        await asyncio.gather(*waiting[:3], return_exceptions=True)
        while drawers.length > 2:
            await asyncio.sleep(0.01)
        (tmp_path / "go").touch()
        assert await waiting[3] == "shared"
        assert drawers.length == 0
        again = await drawers.draw(held, tmp_path, "gone")
        assert again == "gone", "who asks again is drawn for"
        drawers.close()

    loops.run(main())
    assert begun(tmp_path) == ["begun", "shared", "gone"]


def test_who_asks_again_in_time_keeps_his_place_in_the_queue(tmp_path: Path):
    async def main() -> None:
        drawers = pictures.Drawers(Processes())
        first = asyncio.ensure_future(drawers.draw(held, tmp_path, "first"))
        while not (tmp_path / "first.begun").exists():
            await asyncio.sleep(0.01)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(drawers.draw(held, tmp_path, "impatient"), 0.01)
        later = asyncio.ensure_future(drawers.draw(held, tmp_path, "later"))
        await asyncio.sleep(0)
        again = asyncio.ensure_future(drawers.draw(held, tmp_path, "impatient"))
        (tmp_path / "go").touch()
        assert list(await asyncio.gather(first, later, again)) == ["first", "later", "impatient"]
        drawers.close()

    loops.run(main())
    assert begun(tmp_path) == ["first", "impatient", "later"]


def ask(served: Served, column: int, row: int) -> socket.socket:
    """A page that has asked for a tile and waits."""
    address = f"/api/games/proving/tiles/{pictures.fingerprint('proving')}/light/{LEVEL.id}/{column}-{row}.webp"
    line = socket.create_connection(("127.0.0.1", served.port))
    line.settimeout(60)
    line.sendall(f"GET {address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    return line


def answer(line: socket.socket) -> bytes:
    found = b"".join(iter(lambda: line.recv(65536), b""))
    line.close()
    return found


def test_a_page_that_has_gone_is_not_drawn_for(served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tiles, "draw_tile", held_tile)
    monkeypatch.setattr(pictures, "font_files", lambda *_: [])  # it needs none
    monkeypatch.setattr(pictures, "PROMPT", 60.0)
    monkeypatch.setattr(pictures, "LINGER", 0.0)
    drawn: pictures.Pictures = served.app.state.pictures
    drawn.folder = tmp_path
    folder = pictures.map_folder("proving", tmp_path)
    size = geometry("proving")
    columns, rows = tiles.counted(LEVEL, size["width"], size["height"])
    first, gone, last = [(column, row) for column in range(columns) for row in range(rows)][:3]
    one = ask(served, *first)
    until(lambda: (folder / f"{first[0]}-{first[1]}.begun").exists(), "nothing is drawn")
    leaving, staying = ask(served, *gone), ask(served, *last)
    until(lambda: drawn.drawers.length == 3, "they do not wait")
    leaving.close()
    until(lambda: drawn.drawers.length == 2, "it is still to be drawn for a page that has gone")
    (folder / "go").touch()
    for line in (one, staying):
        assert answer(line).endswith(b"drawn")
    assert not (folder / f"{gone[0]}-{gone[1]}.begun").exists()
