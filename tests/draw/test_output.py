"""The SVG as a file: well formed, the same every time, of a decent size, at the place that it promises."""

from __future__ import annotations

import re
import shutil
import struct
from xml.etree import ElementTree

import pytest

from ardennes.draw import Picture, board_svg, write_map
from ardennes.draw.atlas import atlas
from ardennes.draw.legend import Legend
from ardennes.draw.write import BROWSERS, fitting
from ardennes.hexmap import Board

from .conftest import picture_of
from .sample import sample_board

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", params=["pointy", "flat"])
def board(request: pytest.FixtureRequest) -> Board:
    return sample_board(request.param)


@pytest.fixture(scope="module")
def plain(board: Board) -> str:
    """The board without a sheet, drawn once."""
    return board_svg(board, sheet=False)


def test_the_sheet_is_well_formed_and_its_ids_are_its_own(board: Board):
    root = ElementTree.fromstring(board_svg(board))
    assert root.tag == SVG + "svg"
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    used = {e.get("href", "")[1:] for e in root.iter() if e.get("href", "").startswith("#")}
    used |= set(re.findall(r"url\(#([^)]+)\)", ElementTree.tostring(root, "unicode")))
    assert used <= set(ids)


def test_the_same_board_gives_the_same_bytes(board: Board, plain: str):
    assert board_svg(board, sheet=False) == plain


def test_a_board_is_well_formed_and_a_few_megabytes_at_most(picture: Picture):
    ground = picture.ground()
    assert len(ground) < 4_000_000
    assert ElementTree.fromstring(ground).get("id") == "map"


def test_without_a_sheet_the_root_tells_where_the_plane_lies(board: Board):
    root = ElementTree.fromstring(board_svg(board, hex_px=50, sheet=False))
    x0, y0, unit = (float(root.get(f"data-{key}", "nan")) for key in ("x0", "y0", "unit"))
    i = board.grid.index("0505")
    x, y = board.grid.centre(i)
    numbers = root.findall(f".//{SVG}g[@id='numbers']/{SVG}text")
    label = next(e for e in numbers if e.text == "0505")
    assert unit == 50
    assert float(label.get("x", "nan")) == pytest.approx((x - x0) * unit, abs=0.1)
    assert 0 < (y - y0) * unit - float(label.get("y", "nan")) < unit / 2


def test_every_hex_has_its_number_in_the_close_view_and_none_from_afar(board: Board, plain: str):
    near = ElementTree.fromstring(plain)
    far = ElementTree.fromstring(board_svg(board, hex_px=30, sheet=False))
    numbers = near.findall(f".//{SVG}g[@id='numbers']/{SVG}text")
    assert [e.text for e in numbers] == [board.grid.name(i) for i in board]
    assert far.find(f".//{SVG}g[@id='numbers']") is None
    assert far.find(f".//{SVG}g[@id='ttrees']") is None


def test_detail_may_be_chosen(board: Board):
    low = board_svg(board, detail="low", sheet=False)
    assert "ttrees" not in low
    assert "ttrees" in board_svg(board, hex_px=30, detail="high", sheet=False)
    with pytest.raises(ValueError, match="only"):
        board_svg(board, detail="middling")


def test_an_overlay_is_drawn_over_the_ground(board: Board, plain: str):
    lon, lat = board.lonlat(board.grid.index("0505"))
    line = [(lon - 0.1, lat), (lon, lat), (lon + 0.1, lat - 0.02)]
    drawn = board_svg(board, overlay=[line], overlay_label="Front, 20 December 1944", sheet=False)
    assert 'id="overlay"' in drawn
    assert "Front, 20 December 1944" in drawn
    assert 'id="overlay"' not in plain


def test_a_map_is_written_with_the_front_of_a_day(tmp_path, board: Board):
    path = write_map(board, tmp_path / "map.svg", "1944-12-20")
    assert "Front, 20 December 1944" in path.read_text("utf-8")
    with pytest.raises(ValueError, match="no front line for 1939-09-01"):
        write_map(board, tmp_path / "map.svg", "1939-09-01")
    with pytest.raises(ValueError, match="not as"):
        write_map(board, tmp_path / "map.gif")


def test_a_pocket_is_shown_on_the_days_that_it_held():
    days = {day: len(atlas().front(f"1944-12-{day}")) for day in (18, 22, 26)}
    pockets = [front for front in atlas().fronts if front.pocket]
    for day, shown in days.items():
        held = [p for p in pockets if p.first <= f"1944-12-{day}" <= p.last]
        assert shown == 1 + len(held)
    assert len(set(days.values())) > 1


def test_a_png_is_a_photograph_of_the_sheet(tmp_path):
    board = sample_board("flat")
    if not any(map(shutil.which, BROWSERS)):
        pytest.skip("there is no browser on this machine")
    path = write_map(board, tmp_path / "map.png", hex_px=24)
    sheet = ElementTree.fromstring(board_svg(board, hex_px=24))
    size = struct.unpack(">II", path.read_bytes()[16:24])
    assert size == (round(float(sheet.get("width", "0"))), round(float(sheet.get("height", "0"))))


def test_a_small_board_is_drawn_with_larger_hexes():
    assert fitting(picture_of("axis_allies").land.board) > 90
    assert fitting(picture_of("bitter_woods").land.board) == 54
    wide = float(ElementTree.fromstring(board_svg(sample_board(), hex_px=None)).get("width", "0"))
    assert wide > 1500


def test_a_png_without_a_browser_is_refused_with_a_sentence(tmp_path, monkeypatch, board: Board):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="needs Chromium"):
        write_map(board, tmp_path / "map.png", hex_px=24)


def test_the_legend_names_what_the_board_has_and_nothing_else():
    words = _words(board_svg(sample_board()))
    assert {"Woods", "Gorge", "Moor", "Light woods", "Broken", "Town", "West Wall", "Main road", "Trail",
            "River hexside", "Ford hexside", "Bridge", "Start line", "Army boundary", "Exit"} <= words
    assert not {"Stream hexside", "Cliff hexside", "West Wall, cleared", "River barrier", "Blown bridge",
                "Garrison hex", "Permanent fortification", "Entry zone", "Victory points"} & words


@pytest.mark.parametrize(("game", "words"), [
    ("axis_allies", {"River barrier", "River", "Victory points", "Entry zone", "6th Panzer Army", "7th Army"}),
    ("bastogne", {"Entry zone", "2nd Panzer", "2908–2915", "2918 and south", "North of 2918", "North of 2915"}),
    ("bitter_woods", {"Blown bridge", "Permanent fortification", "Garrison hex", "Army boundary", "Cliff hexside"}),
    ("bulge", {"Exit", "Entry zone", "Entry N", "Entry S", "Entry W", "Entry E"}),
])  # fmt: skip
def test_the_sheet_of_a_game_tells_what_its_rules_need(game: str, words: set[str]):
    picture = picture_of(game)
    svg = picture.zones + Legend(picture, 1.0, {}).panel(0j, 1500)[0]
    assert words <= _words(f'<svg xmlns="http://www.w3.org/2000/svg">{svg}</svg>')


def test_notes_explain_the_legend():
    assert "2 movement points" in _words(board_svg(sample_board(), notes={"woods": "2 movement points"}))


def _words(svg: str) -> set[str]:
    return {e.text or "" for e in ElementTree.fromstring(svg).iter(SVG + "text")}


def test_a_start_line_shows_its_teeth_to_the_east(picture: Picture):
    for line in picture.starts:
        south = line[-1].imag > line[0].imag
        assert south, "with north up, the left hand of a walk to the south is the east"
