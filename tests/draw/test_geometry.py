"""The picture is true: ground, rivers and roads lie where the board says."""

from __future__ import annotations

import cmath
import math
from bisect import bisect
from itertools import combinations

from ardennes.draw.curves import distance
from ardennes.draw.picture import Picture
from ardennes.draw.ways import REACH


def test_every_hex_centre_lies_on_its_own_side_of_every_outline(picture: Picture):
    land = picture.land
    rows: dict[float, list[int]] = {}
    for i in land.hexes:
        rows.setdefault(land.centre[i].imag, []).append(i)
    wrong = []
    for kind, loops in picture.areas.items():
        edges = [edge for loop in loops for edge in zip([loop[-1], *loop], loop, strict=False)]
        for y, row in rows.items():
            met = sorted(a.real + (b.real - a.real) * (y - a.imag) / (b.imag - a.imag)
                         for a, b in edges if (a.imag > y) != (b.imag > y))  # fmt: skip
            inside = {i for i in row if bisect(met, land.centre[i].real) % 2}  # an odd number of outlines to the left
            wrong += [(kind, land.grid.name(i)) for i in row if (i in inside) != (land.kind[i] == kind)]
    assert wrong == []
    assert {kind for kind in land.kind.values() if kind != "open"} == set(picture.areas)


def test_a_river_never_leaves_its_hexsides_by_more_than_a_tenth_of_a_hex(picture: Picture):
    land = picture.land
    for course in picture.water:
        corners = list(land.chain(course.sides))
        astray = max(min(distance(part, p) for part in corners) for p in course.line)
        assert astray <= 0.1 + 1e-9, course.name


def test_every_hexside_of_water_is_drawn_once(picture: Picture):
    land = picture.land
    drawn = [side for course in picture.water for side in course.sides]
    assert len(drawn) == len(set(drawn))
    assert {side for side in land.board.hexsides if land.is_water(side)} <= set(drawn)


def test_an_anchor_lies_near_the_centre_of_its_hex(picture: Picture):
    land = picture.land
    assert all(abs(at - land.centre[i]) <= REACH + 1e-9 for i, at in picture.roads.anchor.items())


def test_roads_that_share_a_hex_meet_at_its_anchor(picture: Picture):
    roads = picture.roads
    for way in roads.ways:
        for i in way.hexes:
            assert min(abs(p - roads.anchor[i]) for p in way.line) < 1e-9


def test_every_link_is_drawn_by_exactly_one_road(picture: Picture):
    land = picture.land
    drawn = []
    for way in picture.roads.ways:
        for i, j in zip(way.hexes, way.hexes[1:], strict=False):
            drawn.append(land.grid.side(i, land.grid.direction(i, j)))
    inner = [side for side in land.board.ways if land.across(side)[1] >= 0]
    assert sorted(drawn) == sorted(inner)


def test_a_road_crosses_each_hexside_that_it_links(picture: Picture):
    land = picture.land
    for way in picture.roads.ways:
        visited = {land.grid.at(p.real, p.imag) for p in way.line} - {-1}
        assert visited <= set(way.hexes), way.hexes


def test_a_pair_that_runs_through_is_drawn_as_one_line(picture: Picture):
    roads = picture.roads
    for (i, a), (_, b) in roads.through.items():
        kinds = {roads.kind[roads.land.grid.side(i, d)] for d in (a, b)}
        if len(kinds) > 1:
            continue
        through = {roads.land.grid.neighbours(i)[d] for d in (a, b)}
        steps = [{way.hexes[k - 1], way.hexes[k + 1]} for way in roads.ways
                 for k in range(1, len(way.hexes) - 1) if way.hexes[k] == i]
        ends = [way for way in roads.ways if i in (way.hexes[0], way.hexes[-1])]
        ring = any(way.hexes[0] == way.hexes[-1] for way in ends)
        assert through in steps or -1 in through or ring


def test_at_a_fork_of_equal_roads_the_straightest_pair_runs_through(picture: Picture):
    roads, grid = picture.roads, picture.land.grid
    for i, ways in roads.ends.items():
        if len({roads.kind[grid.side(i, d)] for d in ways}) > 1 or len(ways) < 3:
            continue
        headings = {d: roads._far(roads.anchor, (i, d)) - roads.anchor[i] for d in ways}
        bends = {(a, b): abs(cmath.phase(-headings[a] / headings[b])) for a, b in combinations(sorted(ways), 2)}
        (a, b), bend = min(bends.items(), key=lambda pair: pair[1])
        if bend < math.radians(75):
            assert roads.through[(i, a)] == (i, b), grid.name(i)


def test_every_town_hex_of_the_rules_has_houses(picture: Picture):
    land = picture.land
    built = {t.place.hex for t in picture.towns if t.by_rule and len(t.blocks) >= 8}
    assert {i for i in land.hexes if land.is_town(i)} == built


def test_no_river_cuts_a_town(picture: Picture):
    """Every house stands on dry land in the hex of its place; rivers run along hexsides."""
    land, wet = picture.land, picture._wet()
    houses = [(town.place, sum(block) / len(block)) for town in picture.towns for block in town.blocks]
    assert {place.name for place, at in houses if wet.at(at)} == set()
    assert {place.name for place, at in houses if land.grid.at(at.real, at.imag) != place.hex} == set()


def test_a_bridge_stands_on_water_and_across_it(picture: Picture):
    land = picture.land
    wet = {side for side in land.board.ways if land.is_water(side)}
    assert len(picture.bridges) >= len(wet)
    lines = [course.line for course in picture.water]
    for bridge in picture.bridges:
        assert math.isclose(abs(bridge.along), 1.0)
        assert min(distance(line, bridge.at) for line in lines) < 0.12
