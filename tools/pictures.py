"""`python -m tools.pictures`: takes the pictures of the games for the documentation, with the machine's own Chromium.

Each game is shown as a stretch of one of the golden journals leaves it, or, where these begin late, at its own start.
"""

from __future__ import annotations

import io
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import uvicorn
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from ardennes.server.app import create_app
from ardennes.server.serving import configured
from ardennes.server.store import database_url
from tools.site.make import ROOT

FOLDER = ROOT / "docs" / "pictures" / "games"
GOLDEN = ROOT / "tests" / "golden"
SIZE = (1440, 900)
QUALITY = 80
SHOWN = {
    "ardennes-offensive": ("", 0),
    "axis-allies": ("axis-takes-24-points-on-the-last-turn", 60),
    "bastogne": ("allied-victory", 500),
    "bitter-woods": ("the-campaign-from-the-start", 500),
    "bulge": ("german-victory-before-the-last-turn", 260),
}
"""By game: the golden journal, and how many of its lines are played; without one the game has just begun."""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """A server whose games lie in a folder, and its address."""
    server = uvicorn.Server(configured(create_app(database_url(None, str(folder / "games.db"))), port=0))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(30)


def begun(client: httpx.Client, game: str) -> str:
    """The token of a seat in a game that stands as it is to be shown."""
    journal, lines = SHOWN[game]
    if not journal:
        answer = client.post("/api/tables", json={"game": game})
    else:
        text = (GOLDEN / game / f"{journal}.journal").read_text(encoding="utf-8").splitlines()[:lines]
        answer = client.post("/api/journals", json={"journal": "\n".join(text) + "\n"}, timeout=60)
    seats = answer.raise_for_status().json()["seats"]
    token: str = seats[0]["token"]
    return token


def shot(page: Page, address: str) -> bytes:
    """What is on the page once the map is drawn, as WebP."""
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1500)
    written = io.BytesIO()
    Image.open(io.BytesIO(page.screenshot())).convert("RGB").save(written, "WEBP", quality=QUALITY, method=6)
    return written.getvalue()


def main(names: list[str]) -> None:
    """Take the pictures of some games, or of all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as place, serving(Path(place)) as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        with httpx.Client(base_url=address, timeout=60) as client:
            for game in names or SHOWN:
                picture = shot(page, f"{address}/seat/{begun(client, game)}")
                (FOLDER / f"{game}.webp").write_bytes(picture)
                print(f"{game}: {len(picture) // 1000} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
