"""Ways to many places as one tree: what follows from it is what was put in."""

from __future__ import annotations

import random

import pytest

from ardennes.counters.screens.offers import Goal, ranged, tree
from ardennes.engine.screen.ranges import options_of, path_to

HEXES = [f"0{column}0{row}" for column in range(1, 5) for row in range(1, 5)]


def wandered(rng: random.Random) -> list[str]:
    """A way through some hexes, mostly from the same one."""
    start = HEXES[0] if rng.random() < 0.98 else rng.choice(HEXES)
    return [start, *rng.sample([one for one in HEXES if one != start], rng.randint(0, 4))]


@pytest.mark.parametrize("seed", range(300))
def test_every_path_is_found_again_from_the_tree_or_told_by_itself(seed: int):
    rng = random.Random(seed)
    paths = {path[-1]: path for path in (wandered(rng) for _ in range(rng.randint(1, 6)))}
    steps, others = tree(paths)
    for end, path in paths.items():
        assert (others[end] if end in others else path_to(end, steps)) == path


def test_a_place_whose_way_is_another_is_an_option_by_itself():
    paths = {"C": ["A", "B", "C"], "B": ["A", "B"], "G": ["A", "F", "B", "G"]}
    goals = {place: Goal(str(len(path)), "Go to {}") for place, path in paths.items()}
    options, ranges, ways = ranged([], {"go": goals}, {"go": lambda _, place: paths[place]})
    found = [*options, *options_of(ranges, ways, {})]
    assert {one.action: list(one.path) for one in found} == {f"go {place}": path for place, path in paths.items()}
    assert [one.action for one in options] == ["go G"]
    assert {one.label: one.cost for one in found} == {"Go to C": "3", "Go to B": "2", "Go to G": "4"}
