"""A move is made from its terms alone: shortcuts agree with the flood, costs add up, refusals say the arithmetic."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import cast

import pytest

from ardennes.counters import bits
from ardennes.counters.terms import leave_out
from ardennes.games.ardennes_offensive import journeys
from ardennes.games.ardennes_offensive.movement import TERMS, Terms, Walk, can_move, terms_for, walk
from ardennes.games.ardennes_offensive.picking import candidates, movable
from ardennes.games.ardennes_offensive.state import Position
from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.scenes import PLAIN
from tests.games.ardennes_offensive.table import at, start
from tests.rulemark import rule


@cache
def positions() -> tuple[Position, ...]:
    """Positions of Movement Phases from random play, with columns, stacks, units that wait and starved ones."""
    found = []
    for seed, scenario in enumerate(("1", "4", "8")):
        rng, state = random.Random(seed), start(scenario).state
        for n in range(1500):
            if state.chance is not None:
                state.roll(state.chance.sample(rng))
                continue
            options = state.decision.options
            if n % 60 == 0 and state.decision.step.endswith(("movement", "mechanized")):
                found.append(cast(Position, state.copy()))
            state.apply(options[rng.randrange(len(options))])
    return tuple(found)


def units() -> Iterator[tuple[Position, int]]:
    for position in positions():
        for unit in bits(candidates(position)):
            yield position, unit


def test_every_limit_acts_in_a_field_of_the_terms():
    assert {term.field for term in TERMS} <= set(Terms._fields)
    assert len({term.rule for term in TERMS}) == len(TERMS)


@rule("AO-4.1.3", "AO-4.1.5", "AO-R.31")
def test_who_can_move_is_who_gets_somewhere():
    asked = set()
    for position, unit in units():
        found = walk(position, unit)
        assert bool(found.go | found.march) == can_move(found.terms), position.place_of(unit)
    for position in positions():
        pickable = candidates(position)
        able = [unit for unit in bits(pickable) if can_move(terms_for(position, unit))]
        assert list(bits(movable(position, pickable))) == able
        offered = {action.thing for action in position.decision.options if action.verb == "pick"}
        assert offered == {position.game.forces.names[unit] for unit in able}
        asked.add(position.decision.rule)
    assert asked == {"AO-4.1.3", "AO-4.1.5", "AO-R.31"}


@pytest.mark.parametrize("left_out", TERMS, ids=lambda term: term.rule)
def test_who_could_move_without_a_rule_is_who_would_get_somewhere(left_out):
    for position, unit in units():
        terms = leave_out(terms_for(position, unit), [left_out])
        found = Walk(terms)
        assert bool(found.go | found.march) == can_move(terms), position.place_of(unit)


def test_a_move_without_a_rule_reaches_no_less():
    for position, unit in units():
        now = walk(position, unit)
        for term in TERMS:
            freed = Walk(leave_out(now.terms, [term]))
            assert not now.go & ~freed.go, term.rule
            assert not now.march & ~freed.march, term.rule


def test_what_a_move_costs_is_the_sum_of_its_items():
    modes = set()
    for position, unit in list(units())[::3]:
        found = walk(position, unit)
        grid = found.terms.ground.grid
        for column, ends in ((False, found.go), (True, found.march)):
            for target in grid.bits(ends):
                items = journeys.items(found, target, column)
                assert sum(item.parts for item in items) == journeys.cost(found, target, column)
                assert all(item.name for item in items if item.parts)
                modes |= {item.rule for item in items}
    assert modes >= {"AO-6.3.C", "AO-8.1.A", "AO-11.0.rough", "AO-11.0.river", "AO-11.0.road", "AO-R.30", "AO-14.2.B"}


# ---- refusals


def reason(drawing: str, unit: str, verb: str, way: str, centre: str = PLAIN) -> str:
    table = at("german movement", drawing, centre=centre).moving(unit)
    found = table.state.why_not(f"{verb} {table.hex(way)}")
    assert found is not None
    return found.text.partition(": ")[2]


def test_a_refusal_for_lack_of_points_says_the_arithmetic():
    assert reason("26VG-77 2-4 at .", "26VG-77", "go", "E E E E E") == "5 needed, 4 left: clear 5."


def test_points_for_stacking_are_in_the_sum():
    text = reason("1SSPz-2 5-10 at .\n1SSPz-1a 9-10 at E E E E E", "1SSPz-2", "go", "E E E E E")
    assert text == "stacking or unstacking costs too many MPs; 11 needed, 10 left: clear 5, stacking 6 (AO-5.1.C)."


def test_a_dear_hex_next_to_the_unit_is_refused_by_its_own_rule():
    here, there = next(
        (a, b)
        for a, b in ground.steps(lambda a, b: "river" in ground.side(a, b) and not ground.road(a, b))
        if ground.terrain(b) == "clear" and not ground.features(b)
    )
    table = at("german movement", f"1SSPz-2 5-10 at {here}\n1SSPz-1a 9-10 at {here}", turn=3)
    table.position.unsupplied = 0
    found = table.moving("1SSPz-2").state.why_not(f"go {there}")
    assert found is not None
    assert found.rule == "AO-8.1.A"
    assert found.text.endswith("13 needed, 10 left: unstacking 6, clear 1, river 6 (AO-5.2.J).")
