"""Moves and supply beside the textbook: wherever random play leads, units go to the same hexes for the same price."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ardennes.counters import bits
from ardennes.games.bitter_woods import lasting, movement, opening, supply
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, SIDES
from ardennes.games.bitter_woods.queries import Situation
from tests.games.bitter_woods.table import begin, game
from tests.games.bitter_woods.test_textbook_retreat import as_map
from tests.games.bitter_woods.textbook import Map
from tests.games.bitter_woods.textbook_movement import March

SEASONS = ("dry", "mud", "freeze")
OPTIONS = ("challenge", "spearheads", "cooperation", "army_artillery", "garrison", "events_17", "events_19", "leaders")
PICKED = 6  # units that are compared in each moment


def as_march(state: Situation) -> March:
    """The position as the textbook reads it."""
    forces, grid = game().forces, game().ground.grid

    def named(units: int) -> set[str]:
        return {forces.names[unit] for unit in bits(units)}

    counters, generals = as_map(state), named(forces.leaders)
    led = {name: place for name, place in counters.places.items() if name in generals}
    fighting = {name: place for name, place in counters.places.items() if name not in generals}
    counters = Map(fighting, counters.blown, counters.vacated)
    lowered = {}
    for unit in bits(state.playing[GERMAN] | state.playing[ALLIED]):
        points = opening.allowance(state, unit, state.figures(unit).allowance, advancing=False)
        points -= 1 if state.ungarrisoned and state.army_of(unit) == "7" and state.phase == "german movement" else 0
        lowered[forces.names[unit]] = lasting.allowance(state, unit, points) if state.effects else points
    army = {forces.names[unit]: state.army_of(unit) for unit in state.attached}
    return March(
        counters, state.turn, SEASONS[state.season], set(grid.names(state.interdicted)), named(state.unsupplied),
        named(state.unbound), lowered, army, led, set(state.optional),
    )  # fmt: skip


def compare(state: Situation, march: March, unit: int) -> int:
    """How many hexes a unit that begins its move can go to, when the textbook lets it go to the same."""
    walk, grid = movement.walk_of(state, unit), game().ground.grid
    name = game().forces.names[unit]
    where = f"{name} in {state.place_of(unit)}, {state.game.calendar.label(state.turn)}, {state.phase}"
    found = {grid.name(i): walk.charge(i) for i in grid.bits(walk.go)}
    told = march.moves(name).ends
    assert set(found) == set(told), (
        f"{where}: only the game {set(found) - set(told)}, only the book {set(told) - set(found)}"
    )
    assert found == told, f"{where}: {[(one, found[one], told[one]) for one in found if found[one] != told[one]]}"
    return len(found)


def judge_supply(state: Situation, march: March) -> None:
    """Both sides have the paths that the textbook finds."""
    for side in (GERMAN, ALLIED):
        here = state.playing[side]
        cut = {
            game().forces.names[unit]
            for unit in bits(here & state.units_at(state.held[side] & ~supply.traced(state, side).mask))
        }
        everybody = {game().forces.names[unit] for unit in bits(here)}
        assert everybody - cut == march.supplied(SIDES[side]), f"{SIDES[side]}, turn {state.turn}, {state.phase}"


@pytest.mark.parametrize(("seed", "options"), [(1, ()), (2, ()), (3, OPTIONS), (4, OPTIONS), (5, OPTIONS)], ids=str)
def test_moves_and_supply_are_those_of_the_book_wherever_random_play_leads(seed: int, options: tuple[str, ...]):
    rng = random.Random(f"march/{seed}")
    table = begin("campaign", **dict.fromkeys(options, "on"))
    seen: Counter[str] = Counter()
    state = table.state
    while not state.over:
        if state.chance is not None:
            state.roll(state.chance.sample(rng))
            continue
        if state.top.step in ("german movement", "allied movement") and rng.random() < 0.03:
            march = as_march(state)
            judge_supply(state, march)
            there = state.playing[state.phasing] & ~state.moved & ~game().forces.immobile & ~movement.strays(state)
            for unit in rng.sample(sorted(bits(there)), min(PICKED, there.bit_count())):
                seen[state.phase] += compare(state, march, unit) > 0
        state.apply(rng.choice(state.decision.options))
    assert min(seen[f"{side} movement"] for side in SIDES) > 20, seen
