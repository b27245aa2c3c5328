"""The cover of a game: the part of its map with most to see, as a board of its own that can be drawn quickly."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from itertools import groupby
from typing import Any

import ardennes.draw as draw
from ardennes.hexmap import Board

WIDE, HIGH = 9.0, 5.6  # hexes that a cover shows
ROUND = 1.6  # hexes drawn beyond the edge, so that nothing seems to end there
PIXELS = 42.0  # a hex
Point = tuple[float, float]


def cover(board: Board) -> str:
    """The cover as SVG."""
    centre = _centre(board)
    part = _part(board, [i for i in board.grid if _near(board, i, centre, ROUND)])
    picture = draw.board_svg(part, hex_px=PIXELS, detail="high", sheet=False)
    area = draw.frame(part, PIXELS)
    x, y = ((at - corner) * PIXELS for at, corner in zip(centre, (area.x0, area.y0), strict=True))
    wide, high = WIDE * PIXELS, HIGH * PIXELS
    seen = f'viewBox="{x - wide / 2:.1f} {y - high / 2:.1f} {wide:.1f} {high:.1f}"'
    old = f'width="{_attribute(picture, "width")}" height="{_attribute(picture, "height")}"'
    picture = picture.replace(old, f'width="{wide:.1f}" height="{high:.1f}"', 1)
    return picture.replace(f'viewBox="{_attribute(picture, "viewBox")}"', seen, 1)


def _attribute(svg: str, name: str) -> str:
    return svg.partition(f' {name}="')[2].partition('"')[0]


def _near(board: Board, i: int, centre: Point, margin: float = 0.0) -> bool:
    x, y = board.grid.centre(i)
    return abs(x - centre[0]) <= WIDE / 2 + margin and abs(y - centre[1]) <= HIGH / 2 + margin


def _centre(board: Board) -> Point:
    """The middle of the window with most towns and water in it, away from the edge of the map."""
    points = [board.grid.centre(i) for i in board.grid]
    low, high = (tuple(f(p[k] for p in points) for k in (0, 1)) for f in (min, max))
    weights = [(board.grid.centre(place.hex), 2.0**place.rank) for place in board.places]
    weights += [(board.grid.centre(board.grid.parse_side(s)[0]), 0.4) for r in board.rivers for s in r.sides]

    def inside(p: Point) -> bool:
        spans = zip(p, low, high, (WIDE / 2, HIGH / 2), strict=True)
        return all(min(a + s, (a + b) / 2) <= at <= max(b - s, (a + b) / 2) for at, a, b, s in spans)

    def worth(p: Point) -> float:
        return sum(w for (x, y), w in weights if abs(x - p[0]) < WIDE / 2 and abs(y - p[1]) < HIGH / 2)

    candidates = [p for p in points if inside(p)] or [((low[0] + high[0]) / 2, (low[1] + high[1]) / 2)]
    return max(candidates, key=worth)


def _part(board: Board, hexes: Sequence[int]) -> Board:
    """A board of some of the hexes of another; what runs out of them is cut."""
    return Board.load("\n".join(_lines(board, hexes)))


def _lines(board: Board, hexes: Sequence[int]) -> Iterator[str]:
    grid = board.grid
    kept = set(hexes)
    names = {grid.name(i) for i in kept}

    def inside(side: str) -> bool:
        return all(end in names for end in side.split("/"))

    yield f"schema = 1\ngame = {json.dumps(board.game)}\ntitle = {json.dumps(board.title)}\n[grid]"
    absent = sorted(set(grid.spec.absent) | {grid.name(i) for i in grid if i not in kept})
    for field in fields(grid.spec):
        yield f"{field.name} = {_said(absent if field.name == 'absent' else getattr(grid.spec, field.name))}"
    yield f"[geo]\nlon = {_said(board.earth.lon)}\nlat = {_said(board.earth.lat)}\n[hexes]"
    for i in hexes:
        yield f"{grid.name(i)} = {_said(' '.join((board.terrain_of(i), *board.features_of(i))))}"
    yield "[sides]"
    yield from (f"{_said(s)} = {_said(' '.join(words))}" for s, words in board.hexsides.items() if inside(s))
    yield "[links]"
    yield from (f"{_said(s)} = {_said(words)}" for s, words in board.ways.items() if inside(s))
    for place in board.places:
        if place.hex in kept:
            yield f"[[place]]\nname = {_said(place.name)}\nhex = {_said(grid.name(place.hex))}\nrank = {place.rank}"
            if place.lon is not None and place.lat is not None:
                yield f"lon = {place.lon}\nlat = {place.lat}"
    for river in board.rivers:
        for run in _runs(river.sides, [inside(side) for side in river.sides]):
            yield f"[[river]]\nname = {_said(river.name)}\nclass = {river.width}\nsides = {_said(run)}"
    for line in board.lines:
        if sides := [side for side in line.sides if inside(side)]:
            yield f"[[line]]\nname = {_said(line.name)}\nsides = {_said(sides)}"


def _runs(items: Iterable[str], kept: Iterable[bool]) -> Iterator[list[str]]:
    """The stretches of a chain that are kept."""
    for wanted, run in groupby(zip(items, kept, strict=True), key=lambda pair: pair[1]):
        if wanted:
            yield [item for item, _ in run]


def _said(value: Any) -> str:
    """A value as TOML says it; for texts, numbers and lists that is how JSON does."""
    return json.dumps(list(value) if isinstance(value, tuple | frozenset) else value, ensure_ascii=False)
