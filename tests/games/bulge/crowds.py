"""Positions made at random: units and markers scattered over the map, neither side near to winning."""

from __future__ import annotations

import random
from typing import Any

from tests.games.bulge import ground
from tests.games.bulge.datafiles import TABLES, UNITS
from tests.games.bulge.table import Table, at, game
from tests.games.bulge.textbook import Map, british

AIR = ("german_support", "allied_support", "allied_resupply")


def scattered(rng: random.Random, turn: int, units: int = 24, *, with_british: bool = False) -> Map:
    """Units and markers anywhere: nothing of it need ever happen in a game."""
    chosen = rng.sample([u for u in UNITS if u != "vDH" and (with_british or not british(u))], units)
    spots = rng.sample(ground.HEXES, len(chosen))
    roads = [h for h in ground.where(ground.on_road) if h not in spots]
    markers = {name: frozenset(rng.sample(roads, 3)) for name in game().sides}
    return Map(turn, dict(zip(chosen, spots, strict=True)), markers)


def crowd(found: Map, step: str, **tracks: Any) -> Table:
    """Such a position at the start of a phase."""
    return at(
        step,
        {unit: [hex_] for unit, hex_ in found.places.items()},
        turn=found.turn,
        victory_points=sum(TABLES["victory"]["differential"][found.turn - 1]) // 2,
        markers={f"{name}-interdiction": sorted(hexes) for name, hexes in found.markers.items()},
        **tracks,
    )


PHASES = (
    "german pre-combat", "german movement", "german post-combat",
    "allied resupply", "allied pre-combat", "allied movement", "allied post-combat",
)  # fmt: skip


def anywhere(rng: random.Random, *, units: int = 30) -> Table:
    """The start of some phase of some turn, with the British, and with missions left."""
    found = scattered(rng, rng.randint(1, 18), units, with_british=True)
    return crowd(found, rng.choice(PHASES), **{name: rng.randint(0, 2) for name in AIR})
