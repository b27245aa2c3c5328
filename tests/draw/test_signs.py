"""Exits, forts, garrisons, barriers, blown bridges and entry zones: what a rule needs can be seen, each by itself."""

from __future__ import annotations

from itertools import combinations

import pytest

from ardennes.draw import Picture
from ardennes.draw.boxes import Rect
from ardennes.draw.curves import distance
from ardennes.draw.layers import barrier_lines

from .conftest import picture_of


def test_no_two_discs_or_signs_touch(picture: Picture):
    """A disc stands 13 px wide at home, a fort 16, with a narrow rim."""
    wide = picture.scale.w(14)
    spots = [*picture.discs.spots, *picture.sign_spots]
    assert [(a, b) for a, b in combinations(spots, 2) if abs(a - b) < wide] == []


def test_every_exit_and_every_objective_has_its_disc(picture: Picture):
    board = picture.land.board
    sides = [side for side in board.hexsides if board.side_value(side, "exit")]
    hexes = [i for i in board if board.value(i, "vp") or board.value(i, "exit")]
    assert len(picture.discs.spots) >= len(sides) + len(hexes)


def test_forts_and_garrisons_stand_in_their_hexes():
    picture = picture_of("bitter_woods")
    land = picture.land
    marked = {land.grid.at(p.real, p.imag) for p in map(picture.frame.plane, picture.sign_spots)}
    assert marked == {i for i in land.hexes if land.has(i, "fort") or land.has(i, "garrison")}
    assert len(picture.sign_spots) == 5 + 4         # Liège has two hexes


def test_three_bridges_are_blown_and_lie_on_the_our_and_the_sauer():
    picture = picture_of("bitter_woods")
    blown = [bridge for bridge in picture.bridges if bridge.blown]
    assert len(blown) == 3
    water = [course for course in picture.water if course.name in ("Our", "Sauer")]
    assert all(min(distance(course.line, bridge.at) for course in water) < 0.12 for bridge in blown)


def test_a_barrier_lies_along_every_hexside_that_is_one():
    picture = picture_of("axis_allies")
    land = picture.land
    sides = [side for side, words in land.board.hexsides.items() if "barrier" in words]
    lines = barrier_lines(land, picture.water)
    assert len(lines) == len(sides) == 18
    for side, line in zip(sides, lines, strict=True):
        a, b = land.ends(side)
        assert max(distance([a, b], p) for p in line) <= 0.1 + 1e-9, side
        assert abs(line[-1] - line[0]) > 0.8 * abs(b - a), side


@pytest.mark.parametrize(("game", "number"), [("axis_allies", 3), ("bastogne", 5), ("bulge", 4)])
def test_a_zone_lies_outside_the_board_clear_of_roads_and_other_zones(game: str, number: int):
    picture = picture_of(game)
    land, frame = picture.land, picture.frame
    assert len(land.zones) == number
    ends = [p for way in picture.roads.ways for p in (way.line[0], way.line[-1])]
    for zone in land.zones:
        out = zone.out.conjugate()
        edge = (zone.middle * out).real
        assert all((land.centre[i] * out).real < edge - 0.5 for i in land.hexes)
        assert all((p * out).real < edge for p in ends), zone.label
    assert not any(a.overlaps(b) for a, b in combinations(picture.zone_rects, 2))
    sheet = Rect(complex(frame.width, frame.height) / 2, frame.width, frame.height)
    assert all(sheet.gap(corner) == 0 for rect in picture.zone_rects for corner in rect.corners)


def test_zones_that_do_not_overlap_share_a_line():
    assert len({zone.middle.real for zone in picture_of("axis_allies").land.zones}) == 1
    assert len({zone.middle.real for zone in picture_of("bastogne").land.zones}) == 4


def test_a_boundary_carries_the_names_of_the_armies_that_it_parts():
    words = {label.words for label in picture_of("bitter_woods").names.labels if label.kind == "line"}
    assert words == {"6th / 5th Panzer Army", "5th Panzer / 7th Army"}
