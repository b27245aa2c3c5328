"""Roads for rulings on Road Mode."""

from __future__ import annotations

from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.datafiles import UNITS
from tests.games.ardennes_offensive.scenes import highway, is_supplied, no_bridges
from tests.games.ardennes_offensive.table import Table, at
from tests.games.ardennes_offensive.textbook import Map

# Nine road hexes in a row without a bridge, away from works and towns, where tanks of both sides are supplied.
ROAD = highway(
    9,
    lambda way: no_bridges(way)
    and not any(ground.features(h) & {"westwall", "cleared-westwall", "town"} for h in way)
    and is_supplied("1SSPz-1a", way[4])
    and is_supplied("9AD-CCB", way[4]),
)
START, MIDDLE = ROAD[0], ROAD[4]
COLUMN = frozenset(["1SSPz-1a"])


def draw(*lines: str) -> str:
    """A drawing from words like "1SSPz-1a 1034 road-mode", figures looked up."""
    drawn = []
    for line in lines:
        name, *rest = line.split()
        drawn.append(f"{name} {UNITS[name]['strength']}-{UNITS[name]['ma']} at {' '.join(rest)}")
    return "\n".join(drawn)


def road(step: str, *lines: str, turn: int = 3, bystanders: bool = True) -> Table:
    """A table from words like "1SSPz-1a 1034 road-mode"."""
    return at(step, draw(*lines), turn=turn, bystanders=bystanders)


def nose_to_nose() -> tuple[str, str]:
    """Two road hexes joined by a road: a German column is supplied in the first, an American stands in the second."""
    return ground.first_step(
        lambda a, b: ground.road(a, b) and not ground.german_ground(a) and not ground.features(b) & {"town"}
        and any(not ground.bridge(h, a) and ground.distance(h, b) > 1 for h in ground.joined(a))
        and Map(3, {"1SSPz-1a": a, "99ID-395": b}, COLUMN).supply("1SSPz-1a") == "supplied"
    )  # fmt: skip
