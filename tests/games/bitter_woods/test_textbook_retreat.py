"""Retreats beside the textbook: on scattered positions, and wherever random play leads, the same hexes are offered."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from ardennes.counters import bits
from ardennes.games.bitter_woods.guidelines import Rank, Ways
from ardennes.games.bitter_woods.queries import Situation
from tests.games.bitter_woods import textbook
from tests.games.bitter_woods.table import begin, game
from tests.games.bitter_woods.textbook import Map, Way

LENGTHS = (1, 2, 3, 4)
PLACES = 100  # scattered positions of a seed
RARE = (Rank.LEFT, Rank.ANY, Rank.OFF)


def as_map(state: Situation) -> Map:
    """The position as the textbook reads it."""
    ground, forces = game().ground, game().forces
    places = {forces.names[u]: ground.grid.name(i) for u, i in enumerate(state.at) if i >= 0}
    blown = [frozenset(name.split("/")) for name in ground.bridges.named(state.blown)]
    vacated = {side: ground.grid.names(state.vacated[n]) for n, side in enumerate(game().sides)}
    return Map(places, blown, vacated)


def scattered(rng: random.Random) -> Situation:
    """Some units of both sides thrown together on a few columns of the map; no enemies in a hex, no more than three."""
    state = game().deployed("campaign")
    grid, forces = game().ground.grid, game().forces
    for unit in range(len(forces.names)):
        if state.at[unit] >= 0:
            state.lift(unit)
    across = rng.randint(4, 10)
    corner = [rng.choice((1, size - across + 1, rng.randint(1, size - across))) for size in (55, 35)]
    field = [f"{corner[0] + c:02}{corner[1] + r:02}" for c in range(across) for r in range(across)]
    basic = forces.those(lambda unit: not unit.option)
    camps = [rng.sample(field, rng.randint(3, 12)) for _ in (0, 1)]  # few hexes for many units: some are full
    for side in (0, 1):
        for unit in rng.sample(list(bits(forces.of[side] & basic)), rng.randint(4, 14)):
            i = grid.index(rng.choice(camps[side]))
            roadless = forces.armor & 1 << unit and game().ground.forest >> i & 1 and rng.random() < 0.8
            if not roadless and not state.held[1 - side] >> i & 1 and state.stack(i).bit_count() < 3:
                state.stand(unit, i)
    state.blown = sum(1 << n for n in range(len(game().ground.bridges)) if rng.random() < 0.25)
    state.vacated = tuple(grid.mask(rng.sample(field, rng.choice((0, 0, 2)))) for _ in (0, 1))  # type: ignore[assignment]
    state.refresh()
    return state


def offers(ways: Ways, way: tuple[int, ...]) -> set[str]:
    """The hexes that the game offers next, and the edges of the map."""
    ground = game().ground
    found = set(ground.grid.names(ways.next(way).hexes))
    if ways.rank is Rank.OFF:
        found |= {ground.ways_out[n].edge for n in bits(ways.exits_from(way[-1]))}
    return found


def beginnings(ways: Ways, way: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every beginning of a way that the game offers."""
    yield way
    if len(way) <= ways.hexes:
        for i in ways.grid.bits(ways.next(way).hexes):
            yield from beginnings(ways, (*way, i))


def compare(state: Situation, unit: int, hexes: int) -> str:
    """The rank of a retreat, when all that is offered on all its ways is the same in the textbook."""
    ways = Ways(state, unit, hexes)
    model = textbook.Retreat(as_map(state), game().forces.names[unit], hexes)
    where = f"{game().forces.names[unit]} in {ways.grid.name(ways.start)}, {hexes} hexes, {ways.rank}"
    assert ways.rank.name.lower() == model.rank, where
    for way in beginnings(ways, (ways.start,)):
        names: Way = tuple(ways.grid.name(i) for i in way)
        if len(way) <= hexes:
            assert offers(ways, way) == model.offered(names), f"{where}, after {names}"
    return model.rank


@pytest.mark.parametrize("seed", [1, 2])
def test_every_step_of_a_retreat_on_scattered_positions_is_the_textbooks(seed: int):
    """In each position one unit, and every other whose ways are not those of most retreats."""
    rng = random.Random(f"retreat/{seed}")
    ranks: Counter[str] = Counter()
    for _ in range(PLACES):
        state, hexes = scattered(rng), rng.choice(LENGTHS)
        units = list(bits(state.playing[0] | state.playing[1]))
        rare = [unit for unit in units if Ways(state, unit, hexes).rank in RARE]
        for unit in {rng.choice(units), *rare}:
            ranks[compare(state, unit, hexes)] += 1
    assert set(ranks) >= {"kept", "left", "off", "none"}, ranks


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_step_of_a_retreat_in_random_play_is_the_textbooks(seed: int):
    """The engine answers where there is one way only, so retreats are met at the die: all fighters, all lengths."""
    rng = random.Random(f"played/{seed}")
    table = begin()
    compared = 0
    while not table.state.over and compared < 40:
        state = table.state
        if state.chance is not None:
            if state.top.step == "die":
                clash = state.top.clash
                fighters = list(bits(clash.attackers | state.stack(clash.hex)))
                compare(state, rng.choice(fighters), rng.choice(LENGTHS))
                compared += 1
            table.record.roll(state.chance.sample(rng))
            continue
        options = list(state.decision.options)
        fights = [option for option in options if option.verb in ("target", "join")]
        table.record.apply(rng.choice(fights or options))
    assert compared == 40
