"""The overlay of supply: every unit that is fed stands on a way, and every way is one that the rules know."""

from __future__ import annotations

import random

import pytest

import ardennes
from ardennes.engine.state import State


def later(name: str, turns: int) -> State:
    """A position of random play after so many turns, in which nobody is fed by a special rule."""
    rng = random.Random(5)
    state = ardennes.game(name).start()
    while state.turn <= turns and not state.over:
        if state.chance is not None:
            state.roll(state.chance.sample(rng))
        else:
            state.apply(rng.choice(state.decision.options))
    return state


@pytest.mark.parametrize(("name", "turns"), [("ardennes-offensive", 2), ("bulge", 1)])
def test_supply_is_drawn_as_the_ways_by_which_it_comes(name: str, turns: int):
    state = later(name, turns)
    side = "allied"
    view = state.view(side)
    overlay = next(one for one in state.game.screen(view).overlays if one.id == "supply")
    lines = [line for line in overlay.lines if line.side == side]
    assert lines
    assert all(line.kind == "supply" and line.label == "Allied supply" for line in lines)
    grid = state.game.board.grid
    for line in lines:
        steps = zip(line.hexes, line.hexes[1:], strict=False)
        assert all(grid.distance(grid.index(a), grid.index(b)) == 1 for a, b in steps)
    drawn = {place for line in lines for place in line.hexes}
    fed = [view.supply(unit.handle) for unit in view.units() if unit.side == side and unit.place in grid]
    ways = [found.path for found in fed if found.state == "supplied" and len(found.path) > 1]
    assert ways
    assert all(way[0] in drawn for way in ways)
