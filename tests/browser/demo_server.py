"""A server for the browser's tests: the proving game beside the real ones, boards without rules, screens by hand."""

from __future__ import annotations

import json
import socket
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

import ardennes
from ardennes.engine.catalogue import Catalogue
from ardennes.engine.chart import TerrainChart
from ardennes.engine.errors import ArdennesError
from ardennes.engine.orders import Foreseen
from ardennes.hexmap import Board
from ardennes.processes import Processes
from ardennes.server import catalogue
from ardennes.server.app import PAGES, create_app
from ardennes.server.serving import configured
from ardennes.server.shapes.answers import GameInfo
from ardennes.server.store import database_url
from tests import proving

ROOT = Path(__file__).resolve().parents[2]
SCREENS = ROOT / "tests" / "screens"
MAPS = ROOT / "build" / "maps"  # drawn once for all tests
KEEP_ALIVE = 600  # seconds: a connection that is closed as idle while a busy machine is about to use it fails a test
GAMES = ROOT / "src" / "ardennes" / "games"


@dataclass
class BoardOnly:
    """A game of which only the map is there, and its rules if they are: enough to draw a screen upon."""

    name: str
    board: Board
    rules: Catalogue
    version: str = "0"
    sides: tuple[str, ...] = ()
    foreseen: tuple[Foreseen, ...] = ()
    terrain_chart: TerrainChart = field(default_factory=TerrainChart)
    scenarios: dict[str, Any] = field(default_factory=dict)


def board_only(name: str) -> BoardOnly:
    """The map of a game that cannot be played yet."""
    data = GAMES / name.replace("-", "_") / "data"
    board, rules = Board.load(data / "board.toml"), data / "rules.toml"
    return BoardOnly(name, board, Catalogue.load(rules) if rules.is_file() else Catalogue("XX", "0", board.title))


class Listed:
    """The list of games that the server is shown: real ones, the proving game, and bare boards for the screens."""

    def __init__(self) -> None:
        self.real = ardennes.games()
        self.find = ardennes.game
        self.proving = proving.load()
        self.boards: dict[str, BoardOnly] = {}

    def names(self) -> tuple[str, ...]:
        """Every name that can be asked for."""
        return tuple(sorted({*self.real, "proving", *(path.stem for path in SCREENS.glob("*.json"))}))

    def cards(self) -> list[GameInfo]:
        """The games of the front page: those that can be played."""
        return [catalogue.about(self.game(name)) for name in self.names() if not isinstance(self.game(name), BoardOnly)]

    def game(self, name: str) -> Any:
        """A game, or its board."""
        if name == "proving":
            return self.proving
        if name in self.real:
            return self.find(name)
        if name not in self.names():
            raise ArdennesError(f"There is no game “{name}”.")
        if name not in self.boards:
            self.boards[name] = board_only(name)
        return self.boards[name]


def list_all() -> None:
    """Let this process know every game that the browser's tests show."""
    listed = Listed()
    ardennes.games = listed.names  # type: ignore[assignment]  # the list is longer here
    ardennes.game = listed.game  # type: ignore[assignment]  # and holds more
    catalogue.games = listed.cards


async def _screen(request: Request) -> Response:
    path = SCREENS / f"{request.path_params['name']}.json"
    return JSONResponse(json.loads(path.read_text("utf-8"))) if path.is_file() else JSONResponse({}, 404)


async def _page(_: Request) -> Response:
    return FileResponse(PAGES / "index.html")


def create(url: str, **more: Any) -> Starlette:
    """The real application, with a page for every screen that was written by hand."""
    app = create_app(url, maps=MAPS, processes=Processes(prepare=list_all), **more)
    app.router.routes[:0] = [Route("/api/screens/{name}", _screen), Route("/screen/{name:path}", _page)]
    return app


def main(port: int, data: str) -> None:
    """Serve by hand, to look at."""
    list_all()
    app = create(database_url(None, data), machine_pace=0.1)
    uvicorn.run(app, port=port, log_level="warning", ws="websockets-sansio", timeout_keep_alive=KEEP_ALIVE)


def serve_tests(data: str) -> None:
    """Serve the tests of one process, and end with it. The first line that is printed is the address."""
    list_all()
    config = configured(create(database_url(None, data)), port=0, timeout_keep_alive=KEEP_ALIVE)
    server = Announced(config)
    threading.Thread(target=_end_with_input, args=(server,), daemon=True).start()
    server.run()


class Announced(uvicorn.Server):
    """A server that says where it listens."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and print the address."""
        await super().startup(sockets)
        print(f"http://127.0.0.1:{self.servers[0].sockets[0].getsockname()[1]}", flush=True)  # noqa: T201 - it is read


def _end_with_input(server: uvicorn.Server) -> None:
    """The input is closed when the tests are over, whatever has ended them."""
    sys.stdin.read()
    server.should_exit = True


if __name__ == "__main__":
    if sys.argv[1] == "tests":
        serve_tests(sys.argv[2])
    else:
        main(int(sys.argv[1]), sys.argv[2])
