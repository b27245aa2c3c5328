"""What is found for one hex at a time is the same as what is found for all of them at once."""

from __future__ import annotations

import random

import pytest

import ardennes
from ardennes.ai.picture import FEW, Picture
from ardennes.ai.recruit.places import Places
from ardennes.ai.recruit.stretch import policy
from ardennes.ai.taste import hurried, taste_of
from ardennes.engine.decision import Kind
from ardennes.engine.state import State


def position(name: str) -> State:
    """A movement with several enemies on the map, in a game between recruits."""
    state, rng = ardennes.game(name).start(), random.Random(1)
    while not state.over:
        if state.chance is not None:
            state.roll(state.chance.keyed(4))
            continue
        if state.decision.kind == Kind.PICK and len(Picture(state, state.decision.side).foes) > 3:
            return state
        policy(state, rng)
    raise AssertionError("the game ended before there were enemies")


@pytest.mark.parametrize("name", ["bulge", "ardennes-offensive"])
def test_dangers_and_prey_are_the_same_hex_by_hex_and_all_at_once(name: str):
    state = position(name)
    side = state.decision.side
    singly, at_once = (Picture(state, side, exact=True) for _ in range(2))
    near = at_once.grid.bits(at_once.grid.around(at_once.grid.mask(at_once.foes)))[:FEW]
    assert len(near) == FEW
    places = Places(singly)
    whole = Places(at_once)._prey
    assert any(at_once.threats.get(i) for i in near)
    for i in near:
        assert singly.threat(i) == at_once.threats.get(i, 0.0)
        assert places.prey(i) == whole.get(i, 0.0)
    assert "threats" not in singly.__dict__
    assert "_prey" not in places.__dict__


@pytest.mark.parametrize("name", ["bulge", "ardennes-offensive"])
def test_a_place_off_the_map_has_no_dangers_and_no_prey(name: str):
    state = position(name)
    picture = Picture(state, state.decision.side, exact=True)
    assert picture.threat(-1) == 0.0
    assert Places(picture).prey(-1) == 0.0


def test_a_glance_at_some_places_is_a_glance_at_each():
    state = position("bulge")
    side = state.decision.side
    places = Places(Picture(state, side, hurried(taste_of("bulge", side)), exact=True))
    unit = next(iter(places.picture.mine.values()))
    hexes = list(places.picture.grid)
    found = places.glances(unit, hexes)
    assert len(set(found)) > 10
    assert found == [places.glance(unit, i) for i in hexes]
    for i, value in list(zip(hexes, found, strict=True))[::7]:  # the parts that a glance looks at
        expected = places._sketch(unit.speed, i)
        expected -= places.taste.danger * places.risk(unit, i) * places.picture.worth(unit.handle)
        if places._denies:
            expected += places.taste.bar * places.picture.ways[i] * places.taste.again ** places.cover[i]
        assert value == pytest.approx(expected)
