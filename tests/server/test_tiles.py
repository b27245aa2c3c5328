"""Maps in tiles: what is drawn, cached and refused."""

from __future__ import annotations

import io
import time
from pathlib import Path

import httpx
import pytest
from PIL import Image, ImageStat

from ardennes.server import pictures, tiles
from ardennes.server.lettering import font_files
from ardennes.server.store import database_url
from tests.server import conftest
from tests.server.conftest import Served
from tests.server.patience import PATIENCE

GAME = "axis-allies"


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with the far map of a small game."""
    folder = tmp_path_factory.mktemp("maps")
    fonts = font_files(pictures.PAGES, folder)
    where = pictures.map_folder(GAME, folder)
    for row in range(tiles.counted(tiles.LEVELS[0], *_size(where))[1]):
        for column in range(tiles.counted(tiles.LEVELS[0], *_size(where))[0]):
            tiles.draw_tile(GAME, "far-1", column, row, where, fonts)
    return folder


def _size(where: Path) -> tuple[float, float]:
    found = tiles.ground(GAME, False, where)
    return found["width"], found["height"]


def opened(folder: Path, theme: str, level: str, column: int, row: int) -> Image.Image:
    path = tiles.tile_path(pictures.map_folder(GAME, folder), theme, level, column, row)
    return Image.open(io.BytesIO(path.read_bytes())).convert("RGB")


def test_the_tiles_of_a_level_cover_the_map_and_no_more(cache: Path):
    level = tiles.LEVELS[0]
    width, height = _size(pictures.map_folder(GAME, cache))
    columns, rows = tiles.counted(level, width, height)
    wide = sum(opened(cache, "light", level.id, column, 0).width for column in range(columns))
    high = sum(opened(cache, "light", level.id, 0, row).height for row in range(rows))
    assert abs(wide - width * level.scale) <= 1
    assert abs(high - height * level.scale) <= 1


def test_by_night_a_tile_is_darker_and_shows_the_same(cache: Path):
    light, dark = (opened(cache, theme, "far-1", 0, 0).convert("L") for theme in tiles.THEMES)
    assert light.size == dark.size
    bright, dim = (ImageStat.Stat(picture).mean[0] for picture in (light, dark))
    assert 0.65 < dim / bright < 0.85


@pytest.mark.parametrize(
    ("family", "weight", "style"),
    [
        ("Barlow Condensed", 500, "normal"),
        ("Barlow Condensed", 700, "normal"),
        ("Alegreya Sans", 700, "normal"),
        ("Alegreya SC", 500, "normal"),
        ("Alegreya", 500, "italic"),
    ],
)
def test_a_map_is_lettered_with_the_fonts_that_the_client_brings(cache: Path, family: str, weight: int, style: str):
    fonts = font_files(pictures.PAGES, cache)
    font = f'font-family="{family}" font-weight="{weight}" font-style="{style}" font-size="20"'
    assert _ink(font, fonts) > 1000
    assert _ink('font-family="Nothing" font-size="20"', fonts) == 0  # so a font that is missing would be seen


def _ink(font: str, fonts: list[str]) -> float:
    words = f'<text x="5" y="22" fill="white" {font}>Our 1424</text>'
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30">{words}</svg>'
    return ImageStat.Stat(tiles.rasterised(drawn, fonts)).sum[0]


def test_without_the_built_client_a_map_is_refused_with_what_to_do(tmp_path: Path):
    with pytest.raises(FileNotFoundError, match="make web"):
        font_files(tmp_path, tmp_path)


def test_names_of_towns_stand_beside_the_map_and_not_in_it(cache: Path):
    where = pictures.map_folder(GAME, cache)
    found = tiles.labels(GAME, where)
    words = {name["words"] for name in found["near"]}
    assert "BASTOGNE" in words
    assert {name["words"] for name in found["far"]} <= words
    assert found["values"]
    assert "BASTOGNE" not in tiles.ground(GAME, True, where)["body"]


def tile_of(served: Served, address: str) -> httpx.Response:
    """A tile, asked for again as long as it is being drawn."""
    deadline = time.monotonic() + PATIENCE
    while (answer := served.client.get(f"/api/games/proving/tiles/{address}")).status_code == 202:
        assert time.monotonic() < deadline, "it is never drawn"
        time.sleep(0.05)
    return answer


def test_a_tile_that_is_being_drawn_holds_no_line_and_comes_when_it_is_there(
    tmp_path: Path, proving_listed: None, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(conftest, "MAPS", tmp_path)  # nothing is drawn there yet
    monkeypatch.setattr(pictures, "PROMPT", 0.0)
    served = Served(database_url(None, str(tmp_path / "games.db")))
    version = served.client.get("/api/games/proving/board").json()["tiles"]["version"]
    first = served.client.get(f"/api/games/proving/tiles/{version}/light/far-1/0-0.webp")
    assert (first.status_code, first.content) == (202, b"")
    assert (first.headers["cache-control"], first.headers["retry-after"]) == ("no-store", "1")
    assert tile_of(served, f"{version}/light/far-1/0-0.webp").content[8:12] == b"WEBP"
    served.stop()


def test_a_tile_is_served_for_ever_and_only_under_the_version_of_its_map(served: Served):
    board = served.client.get("/api/games/proving/board")
    version = board.json()["tiles"]["version"]
    tag = {"if-none-match": board.headers["etag"]}
    assert served.client.get("/api/games/proving/board", headers=tag).status_code == 304
    tile = tile_of(served, f"{version}/light/far-1/0-0.webp")
    assert tile.status_code == 200
    assert tile.content[8:12] == b"WEBP"
    assert "immutable" in tile.headers["cache-control"]
    for wrong in (
        f"{version}/light/far-1/99-0.webp",
        f"{version}/light/far-9/0-0.webp",
        f"{version}/pink/far-1/0-0.webp",
        "0123/light/far-1/0-0.webp",
        f"{version}/light/far-1/..%2f..%2fsecret",
    ):
        assert served.client.get(f"/api/games/proving/tiles/{wrong}").status_code == 404, wrong
    cover = served.client.get("/api/games/proving/cover.webp")
    assert cover.content[8:12] == b"WEBP"
    assert served.client.get("/api/games/proving/labels").json()["near"] is not None
    assert served.client.get("/api/games/nothing/cover.webp").status_code == 404
    assert served.client.get("/api/games/nothing/labels").status_code == 404


def test_labels_that_are_cached_take_no_process_of_another_server(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    first = served.client.get("/api/games/proving/labels")
    assert first.json()["near"]
    monkeypatch.setattr(pictures.Drawers, "draw", lambda *_: pytest.fail("they are placed again"))
    other = Served(database_url(None, str(tmp_path / "other.db")))
    assert other.client.get("/api/games/proving/labels").content == first.content
    other.stop()


def test_a_tile_that_is_cached_is_not_drawn_again(served: Served, monkeypatch: pytest.MonkeyPatch):
    version = served.client.get("/api/games/proving/board").json()["tiles"]["version"]
    first = tile_of(served, f"{version}/dark/far-1/0-0.webp").content
    monkeypatch.setattr(pictures.Drawers, "draw", lambda *_: pytest.fail("it is drawn again"))
    assert tile_of(served, f"{version}/dark/far-1/0-0.webp").content == first
