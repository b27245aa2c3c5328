"""The golden journals: one for each way the game can end, and two games from the first turn to the last.

`python -m tests.games.bitter_woods.golden` plays them anew, at random; that is needed only when a rule or the map has
changed.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

from ardennes.engine import Record
from tests.games.bitter_woods.table import game, toml

FOLDER = Path(__file__).parents[2] / "golden" / "bitter-woods"
SEEDS = 100


class Ending(NamedTuple):
    """A way to end: where the game is taken up, and what it must come to."""

    name: str
    winner: str | None
    level: str
    rule: str
    pieces: str = ""  # none: the game is played from the start
    step: str = "german movement"
    turn: int = 22
    scenario: str = "campaign"


FRONT = "26VG-78 1526 / 26VG-77 1626 / A-401 1425 / 28Inf-110 1727 / 28Inf-109 1827 / A-174 1928 / 9Arm-CCR 1830"
TWO_TOWNS = f"{FRONT} / 18VG-293 1316 / 18VG-294 2426"
ALL_TOWNS = f"{TWO_TOWNS} / 18VG-295 3518"
OVER = "2Pz-3 4815 / 2Pz-2 4814 / 2Pz-304 4816"
LEFT = " / ".join(f"{name} out counted" for name in ("2Pz-3", "2Pz-2", "2Pz-304", "116Pz-16", "116Pz-60"))
LOST = " / ".join(
    f"{unit.name} eliminated"
    for unit in [one for one in game().forces.units if one.side == 1 and one.name[:3] not in ("28I", "A-1", "9Ar")][:49]
)
PANZERS = " / ".join(f"{name} eliminated" for name in ("12SS-12", "1SS-Peiper", "116Pz-16", "9SS-9", "9Pz-33", "2SS-2"))

ENDINGS = (
    Ending(
        "german-strategic-victory", "german", "German strategic victory", "BW-17.1",
        f"{ALL_TOWNS} / {LEFT} / PzLehr-130 5524 / PzLehr-901 5520 / PzLehr-902 5511", "german movement", 20,
    ),
    Ending("german-tactical-victory", "german", "German tactical victory", "BW-17.2", f"{TWO_TOWNS} / {OVER}"),
    Ending("draw", None, "Draw", "BW-17.3", f"{TWO_TOWNS} / 2Pz-2 4718"),
    Ending("allied-tactical-victory", "allied", "Allied tactical victory", "BW-17.4", f"{FRONT} / 18VG-294 2426"),
    Ending("allied-strategic-victory", "allied", "Allied strategic victory", "BW-17.5", FRONT),
    Ending(
        "allied-losses-make-a-draw-a-german-victory", "german", "German tactical victory", "BW-17.6",
        f"{TWO_TOWNS} / 2Pz-2 4718 / {LOST}",
    ),
    Ending(
        "german-losses-make-a-draw-an-allied-victory", "allied", "Allied tactical victory", "BW-17.6.german",
        f"{TWO_TOWNS} / 2Pz-2 4718 / {PANZERS}",
    ),
    Ending(
        "german-points-in-six-turns", "german", "German victory", "BW-2.9.six",
        f"{FRONT} / 18VG-293 1912 / 18VG-294 2426", "german movement", 6, "six-turn",
    ),
    Ending(
        "german-points-in-eight-turns", "german", "German victory", "BW-2.9.eight",
        f"{FRONT} / 18VG-293 1912 / 18VG-294 2426", "german movement", 8, "eight-turn",
    ),
    Ending(
        "too-few-points-in-eight-turns", "allied", "Allied victory", "BW-2.9.eight",
        f"{FRONT} / 18VG-293 1912", "german movement", 8, "eight-turn",
    ),
    Ending(
        "german-points-in-the-southern-shoulder", "german", "German victory", "BW-2.9.southern",
        "212VG-320 0533 / 212VG-423 0735 / 276VG-986 1231 / 276VG-987 1432 / 352VG-914 1335 / 5FJ-13 2332 / "
        "28Inf-109 2132 / 9Arm-CCA 1733 / 4Inf-12 1035 / 10Arm-CCA 2035",
        "german movement", 8, "southern-shoulder",
    ),
    Ending(
        "too-few-points-in-the-southern-shoulder", "allied", "Allied victory", "BW-2.9.southern",
        "212VG-320 0533 / 212VG-423 0735 / 276VG-986 1231 / 276VG-987 1432 / 5FJ-13 2332 / "
        "28Inf-109 2432 / 9Arm-CCA 1335 / 4Inf-12 1035 / 10Arm-CCA 2035",
        "german movement", 8, "southern-shoulder",
    ),
    Ending(
        "the-southern-shoulder-from-the-start", "allied", "Allied victory", "BW-2.9.southern",
        scenario="southern-shoulder",
    ),
    Ending("six-turns-from-the-start", "allied", "Allied victory", "BW-2.9.six", scenario="six-turn"),
    Ending("the-campaign-from-the-start", "allied", "Allied strategic victory", "BW-17.5"),
)  # fmt: skip


def play(ending: Ending, seed: int) -> Record:
    """One game at random, on to the end."""
    rng = random.Random(f"{ending.name}/{seed}")
    if ending.pieces:
        file = toml(ending.step, ending.pieces, turn=ending.turn, scenario=ending.scenario)
        record = Record.from_position(game(), file)
    else:
        record = Record.start(game(), ending.scenario)
    while not record.state.over:
        if record.state.chance is not None:
            record.roll(record.state.chance.sample(rng))
        else:
            record.apply(rng.choice(record.state.decision.options))
    return record


def written(ending: Ending) -> str:
    """The journal of the longest game at random that ends so. Raises LookupError if none does."""
    games = (play(ending, seed) for seed in range(SEEDS if ending.pieces else 1))
    found = [str(one.journal) for one in games if tuple(one.state.result or ()) == ending[1:4]]
    if not found:
        raise LookupError(f"no game ends as {ending.name} should")
    return max(found, key=len)


def main() -> None:
    """Write them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for ending in ENDINGS:
        (FOLDER / f"{ending.name}.journal").write_text(written(ending), encoding="utf-8")


if __name__ == "__main__":
    main()
