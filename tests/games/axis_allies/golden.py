"""The golden journals: one for each way the game can end, played at random from a position shortly before.

`python -m tests.games.axis_allies.golden` plays them anew; that is needed only when a rule or the map has changed.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from ardennes.engine import Record
from tests.games.axis_allies import ground
from tests.games.axis_allies.table import game, toml

FOLDER = Path(__file__).parents[2] / "golden" / "axis-allies"
SEEDS = 2000


@dataclass(frozen=True)
class Ending:
    """A way to end: where the game is taken up, and what it must come to."""

    name: str
    turn: int
    step: str
    winner: str
    rule: str


ENDINGS = (
    Ending("axis-takes-24-points-on-the-yellow-turn", 4, "ground initiative", "axis", "AA-5.1"),
    Ending("axis-takes-24-points-on-the-last-turn", 8, "air initiative", "axis", "AA-5.1"),
    Ending("allies-hold-out-to-the-end", 8, "air initiative", "allies", "AA-5.2"),
)

CRISIS = """
    axis   D7  inf 2 tank 2 art 1 supply 4
    axis   E5  inf 3 tank 2 supply 4
    axis   F6  inf 2 tank 1 art 1 supply 3
    axis   G7  inf 3 tank 2 art 1 supply 5
    axis   H8  inf 2 supply 2
    axis   D8  inf 1 supply 2
    allies G6  inf 3 tank 1 art 1 supply 2
    allies C8  inf 2 art 1 supply 2
    allies B6  inf 1 supply 3
    allies E4  inf 2 supply 1
    allies D4  tank 2 supply 2
    allies J6  tank 3 inf 1 supply 4
    allies I8  inf 2 supply 1
    truck-ax1  F9
    truck-ax2  E10
    truck-ax3  off
    truck-al1  G6
    truck-al2  A7
    truck-al3  off
    truck-al4  off
"""


def position(ending: Ending) -> str:
    """The bulge at its largest, one point short of victory."""
    control = ground.AXIS_SIDE.union(ground.REGIONS["bulge"])
    tracks = {"axis supply": 3, "allies supply": 5}
    return toml(ending.step, CRISIS, turn=ending.turn, markers={"axis": control}, tracks=tracks)


def play(ending: Ending, seed: int) -> Record:
    """One game at random, on to the end or into the next turn."""
    rng = random.Random(f"{ending.name}/{seed}")
    record = Record.from_position(game(), position(ending))
    while not record.state.over and record.state.turn == ending.turn:
        if record.state.chance is not None:
            record.roll(record.state.chance.sample(rng))
        else:
            record.apply(rng.choice(list(record.state.decision.options)))
    return record


def written(ending: Ending) -> str:
    """The journal of the first game at random that ends so. Raises LookupError if none does."""
    for seed in range(SEEDS):
        record = play(ending, seed)
        result = record.state.result
        if result is not None and (result.winner, result.rule) == (ending.winner, ending.rule):
            return str(record.journal)
    raise LookupError(f"no game at random ends so: {ending.name}")


def main() -> None:
    """Write all journals."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for ending in ENDINGS:
        (FOLDER / f"{ending.name}.journal").write_text(written(ending), encoding="utf-8")


if __name__ == "__main__":
    main()
