"""Moves, advances and supply beside the textbook: units go to the same hexes for the same price."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from ardennes.counters import GONE, bits
from ardennes.games.bitter_woods import lasting, movement, opening, supply
from ardennes.games.bitter_woods.course import Course, enter, may_stop, steps
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, SIDES
from ardennes.games.bitter_woods.queries import Situation
from tests.games.bitter_woods.table import begin, game
from tests.games.bitter_woods.test_textbook_retreat import as_map, scattered
from tests.games.bitter_woods.textbook import Map
from tests.games.bitter_woods.textbook_movement import March

SEASONS = ("dry", "mud", "freeze")
OPTIONS = ("challenge", "spearheads", "cooperation", "army_artillery", "garrison", "events_17", "events_19", "leaders")
POSITIONS = 150  # scattered positions of a seed
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
    for unit in bits(state.playing[GERMAN] | state.playing[ALLIED] | state.staff):
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
    state, forces = table.state, game().forces
    while not state.over:
        if state.chance is not None:
            state.roll(state.chance.sample(rng))
            continue
        if state.top.step in ("german movement", "allied movement") and rng.random() < 0.03:
            march = as_march(state)
            judge_supply(state, march)
            there = state.playing[state.phasing] & ~state.moved & ~game().forces.immobile & ~movement.strays(state)
            led = state.staff & forces.of[state.phasing] & ~state.moved & ~movement.strays(state)
            for unit in [*rng.sample(sorted(bits(there)), min(PICKED, there.bit_count())), *bits(led)]:
                seen[state.phase] += compare(state, march, unit) > 0
            seen["led"] += led.bit_count()
        state.apply(rng.choice(state.decision.options))
    assert min(seen[f"{side} movement"] for side in SIDES) > 20, seen
    assert (seen["led"] > 20) == ("leaders" in options), seen


def ends(state: Situation, course: Course) -> Iterator[int]:
    """All hexes in which an advance may end."""
    if may_stop(state, course):
        yield course.way[-1]
    for i in bits(steps(state, course)):
        yield from ends(state, enter(state, course, i))


@pytest.mark.parametrize("seed", [1, 2])
def test_advances_end_where_the_book_lets_them(seed: int):
    """Of units next to a hex that its defenders have left, on scattered positions in every state of the ground."""
    rng, went = random.Random(f"advance/{seed}"), Counter[str]()
    forces, grid = game().forces, game().ground.grid
    for _ in range(POSITIONS):
        state = scattered(rng)
        for i in rng.sample(list(state.stacks), min(4, len(state.stacks))):
            defenders = state.stack(i)
            side = 1 - forces.side[next(bits(defenders))]
            near = state.units_at(state.game.ground.ring[i] & state.held[side]) & ~forces.artillery
            if not near:
                continue
            after = state.copy()
            after.turn, after.phasing = rng.randint(2, 22), side
            after.unsupplied = rng.choice((0, near))
            for unit in bits(defenders):
                after.lift(unit)
                after.at[unit] = GONE
            unit, hexes, marched = rng.choice(list(bits(near))), rng.randint(1, 4), rng.random() < 0.5
            after.marched = marched << unit
            course = Course(unit, 1 << i, hexes, True, (after.at[unit],))
            found = {grid.name(j) for j in ends(after, course)}
            name, place = forces.names[unit], grid.name(i)
            book = as_march(after)
            told = book.advances(name, place, hexes, marched=marched)
            where = f"{name} from {after.place_of(unit)} to {place}, {hexes} hexes, turn {after.turn}, {marched}"
            assert found == told, f"{where}: only the game {found - told}, only the book {told - found}"
            went["none" if not found else "one" if len(found) == 1 else "some"] += 1
    assert min(went[word] for word in ("none", "one", "some")) > 10, went
