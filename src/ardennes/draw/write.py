"""The calls of this package: a board as the text of an SVG, or as a file."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

from ardennes.hexmap import Board

from .atlas import atlas
from .land import Land
from .names import Label
from .picture import Picture
from .rectangle import Frame
from .scale import HOME
from .sheet import Sheet
from .signs import Value
from .svg import number, tag
from .theme import theme

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
# A canvas is painted at once; a page is painted tile by tile, and a photograph may come too early.
PAGE = """<!doctype html><meta charset="utf-8"><body style="margin:0">
<canvas id="map" width="{wide}" height="{high}" style="display:block"></canvas>
<img id="svg" src="map.svg" style="display:none">
<script>onload = () => map.getContext("2d", {{ willReadFrequently: true }}).drawImage(svg, 0, 0);</script>
"""
LonLat = tuple[float, float]
SHEET = 1500.0  # px: the least width of a map on its sheet, if nothing else is asked


def board_svg(
    board: Board,
    *,
    hex_px: float | None = 54,
    detail: str | None = None,
    overlay: Sequence[Sequence[LonLat]] | None = None,
    overlay_label: str = "",
    sheet: bool = True,
    subtitle: str = "The Ardennes, winter 1944–45",
    notes: Mapping[str, str] | None = None,
) -> str:
    """The board as SVG; the same board and arguments give the same bytes.

    `hex_px` is the distance of neighbouring centres in pixels; None gives a small board larger hexes, so that its
    sheet is as wide as others. `detail` is "high" or "low"; without it, "low"
    under 40 px a hex: no numbers, no villages, woods as a flat tone. `overlay` are lines of (longitude, latitude),
    drawn over the ground. `sheet` adds margins, title, scale, compass and legend, whose entries `notes` may
    explain (a word of the board → a line of text).

    Without a sheet the picture is the ground alone, and a plane point of the board lies at pixel
    `((x - x0) · hex_px, (y - y0) · hex_px)`; the root element carries `data-x0`, `data-y0` and `data-unit`, and
    `frame(board, hex_px)` gives the same figures. Raise `ValueError` for another word of detail.
    """
    if detail not in (None, "high", "low"):
        raise ValueError(f'detail is "{detail}", but only "high" and "low" are known.')
    lines = [[complex(*point) for point in line] for line in overlay or ()]
    fine = None if detail is None else detail == "high"
    hex_px = hex_px or fitting(board)
    picture = Picture(board, hex_px, fine, lines, overlay_label)
    if sheet:
        page = Sheet(picture, subtitle, notes or {})
        return _root(page.svg(), page.width, page.height, board.title)
    area = picture.frame
    mapping = {"data_x0": number(area.x0, 5), "data_y0": number(area.y0, 5), "data_unit": number(hex_px, 3)}
    return _root(picture.ground(), area.width, area.height, board.title, **mapping)


class Ground(NamedTuple):
    """A board drawn without a sheet, and what is lettered over it by whoever shows it."""

    body: str
    width: float
    height: float
    names: list[Label]  # of towns
    values: list[Value]


def ground(board: Board, *, hex_px: float = 54, fine: bool = True) -> Ground:
    """The ground of a board without the names of its towns and what they are worth, and these apart."""
    picture = Picture(board, hex_px, fine)
    towns = [label for label in picture.names.labels if label.kind == "town"]
    area = picture.frame
    return Ground(picture.ground(labels=False), area.width, area.height, towns, picture.discs.values)


def part_svg(body: str, x: float, y: float, width: float, height: float, scale: float) -> str:
    """A rectangle of a ground as a picture of its own, enlarged."""
    size = {"width": number(width * scale, 2), "height": number(height * scale, 2)}
    window = " ".join(number(one, 3) for one in (x, y, width, height))
    return tag("svg", body, xmlns="http://www.w3.org/2000/svg", viewBox=window, **size)


def fitting(board: Board) -> float:
    """Pixels a hex at which the sheet of a board is neither small nor drawn from afar."""
    return max(HOME, SHEET / frame(board, 1.0).width)


def frame(board: Board, hex_px: float = 54) -> Frame:
    """The rectangle of a board drawn without a sheet, and its mapping from plane to pixels."""
    return Land(board, atlas(), theme()).frame(hex_px)


def _root(body: str, width: float, height: float, title: str, **more: str) -> str:
    wide, high = number(width, 2), number(height, 2)
    return tag(
        "svg",
        tag("title", escape(title)),
        body,
        xmlns="http://www.w3.org/2000/svg",
        width=wide,
        height=high,
        viewBox=f"0 0 {wide} {high}",
        style="font-variant-numeric: lining-nums tabular-nums",
        **more,
    )


def write_map(
    board: Board,
    path: str | Path,
    overlay_date: str | None = None,
    *,
    hex_px: float | None = None,
    notes: Mapping[str, str] | None = None,
) -> Path:
    """Write the sheet of a board as .svg or .png, with the front line of a day ("1944-12-20") if asked.

    Return the path. Raise `ValueError` for a day without a front line or another kind of file, and
    `FileNotFoundError` if a .png is asked for and no browser is there to make it.
    """
    target = Path(path)
    if target.suffix not in (".svg", ".png"):
        raise ValueError(f'A map is written as .svg or .png, not as "{target.name}".')
    overlay: list[list[LonLat]] = []
    label = ""
    if overlay_date is not None:
        overlay = [[(p.real, p.imag) for p in line] for line in atlas().front(overlay_date)]
        label = f"Front, {_day(overlay_date)}"
    svg = board_svg(board, hex_px=hex_px, overlay=overlay, overlay_label=label, notes=notes)
    if target.suffix == ".svg":
        target.write_text(svg, "utf-8")
    else:
        write_png(svg, target)
    return target


def _day(iso: str) -> str:
    day = date.fromisoformat(iso)
    return f"{day.day} {day:%B} {day.year}"


def write_png(svg: str, path: Path) -> None:
    """Photograph an SVG with the browser of this machine; raise `FileNotFoundError` if there is none."""
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        raise FileNotFoundError("A .png needs Chromium or Chrome on this machine; write .svg instead.")
    wide, high = (svg.partition(f'{side}="')[2].partition('"')[0] for side in ("width", "height"))
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "map.svg").write_text(svg, "utf-8")
        page = Path(folder) / "map.html"
        page.write_text(PAGE.format(wide=round(float(wide)), high=round(float(high))), "utf-8")
        size = f"{round(float(wide))},{round(float(high))}"
        subprocess.run(
            [
                browser,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--hide-scrollbars",
                "--virtual-time-budget=20000",
                f"--user-data-dir={folder}/profile",
                f"--window-size={size}",
                f"--screenshot={path.resolve()}",
                page.as_uri(),
            ],
            check=True,
            capture_output=True,
            timeout=180,
        )
