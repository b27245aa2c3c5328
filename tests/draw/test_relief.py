"""Hills and valleys for the eye."""

from __future__ import annotations

import struct
import zlib
from itertools import pairwise

from ardennes.draw import Picture
from ardennes.draw.cells import Cells
from ardennes.draw.noise import Noise
from ardennes.draw.outline import edges
from ardennes.draw.png import png
from ardennes.draw.relief import Relief

from .conftest import picture_of


def test_a_valley_lies_lower_than_the_ground_beside_it():
    picture: Picture = picture_of("sample-pointy")
    river = max(picture.water, key=lambda c: len(c.line))
    relief = picture.relief
    lower = 0
    for p in river.line[10:-10:5]:
        here, aside = (_height(relief, p + shift) for shift in (0, 1.0))
        lower += here < aside
    assert lower > 0.8 * len(river.line[10:-10:5])


def test_hills_are_no_steeper_on_a_map_of_small_hexes():
    """A map of 850 metres a hex shows the same hills as one of three kilometres, drawn larger."""
    steep = {game: _steepness(picture_of(game).relief) for game in ("bastogne", "ardennes_offensive")}
    assert steep["bastogne"] < 0.65 * steep["ardennes_offensive"]


def _steepness(relief: Relief) -> float:
    steps = [abs(a - b) for row in relief.heights for a, b in pairwise(row)]
    return sum(steps) / len(steps)


def _height(relief: Relief, point: complex) -> float:
    return relief.heights[round((point.imag - relief.y0) * 11) + 1][round((point.real - relief.x0) * 11) + 1]


def test_a_png_holds_its_pixels():
    data = png([bytes([0, 1]), bytes([1, 0])], [(10, 20, 30, 255), (40, 50, 60, 0)])
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (2, 2)
    start = data.index(b"IDAT")
    size = struct.unpack(">I", data[start - 4 : start])[0]
    assert zlib.decompress(data[start + 4 : start + 4 + size]) == b"\0\0\1\0\1\0"


def test_noise_is_smooth_and_the_same_for_a_seed():
    a, b, other = Noise(4), Noise(4), Noise(5)
    values = [a(k * 0.01, 0.3) for k in range(400)]
    assert values == [b(k * 0.01, 0.3) for k in range(400)]
    assert values != [other(k * 0.01, 0.3) for k in range(400)]
    assert max(abs(p - q) for p, q in pairwise(values)) < 0.08
    assert max(values) - min(values) > 0.5


def test_cells_remember_what_was_drawn_into_them():
    cells = Cells(0, 0, 4, 4, 10)
    cells.fill([[1 + 1j, 3 + 1j, 3 + 3j, 1 + 3j]], 7)
    assert cells.at(2 + 2j) == 7
    assert cells.at(0.5 + 2j) == 0
    assert cells.count(0, 0, 4, 4, 7) == 400
    cells.trace([0j, 4 + 4j], 0.2, 1)
    assert cells.at(2 + 2j) == 1
    assert cells.at(2.6 + 1.4j) == 7


def test_the_outline_of_a_ring_has_a_hole():
    grid = picture_of("sample-pointy").land.grid
    middle = grid.index("0505")
    ring = set(grid.bits(grid.ring(middle, 1)))
    assert sorted(len(loop) for loop in edges(grid, ring)) == [6, 18]
