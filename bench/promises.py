"""The engine's promises on whole games, with the rule options that are wanted.

    python -m bench.promises bitter-woods --scenario campaign --options all --games 2 --every 40

The tests examine a few games of each scenario; this examines as many as there is time for. What is broken is printed,
and the process ends with 1.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence

import ardennes
from ardennes.engine import Record
from ardennes.engine.conformance import Report, conform
from ardennes.engine.fuzz import RANDOM, options_for
from ardennes.engine.game import Game


def examine(game: Game, scenario: str, words: str, games: int, seed: int, every: int, sample: int) -> Report:
    """What `conform` finds in some games; each may have options of its own, if they are drawn at random."""
    rng = random.Random(f"options/{seed}")

    def start() -> Record:
        return Record.start(game, scenario, **options_for(game, scenario, words, rng))

    return conform(game, scenario, games=games, seed=seed, every=every, sample=sample, start=start)


def main(arguments: Sequence[str] | None = None) -> int:
    """Examine the games of each scenario; 1 if anything is broken."""
    parser = argparse.ArgumentParser(prog="python -m bench.promises", description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--scenario", action="append", default=[], metavar="NAME", help="may be repeated (all)")
    parser.add_argument("--options", default=RANDOM, metavar="WORD", help="random, none, all, or names (random)")
    parser.add_argument("--games", type=int, default=1, metavar="N", help="of each scenario (1)")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--every", type=int, default=40, metavar="N", help="examine every so many-th moment (40)")
    parser.add_argument("--sample", type=int, default=8, metavar="N", help="actions that are tried at each (8)")
    chosen = parser.parse_args(arguments)
    game = ardennes.game(chosen.game)
    broken = False
    for scenario in chosen.scenario or game.scenarios:
        began = time.process_time()
        report = examine(game, scenario, chosen.options, chosen.games, chosen.seed, chosen.every, chosen.sample)
        broken |= not report.sound
        print(f"{scenario}: {report}; {time.process_time() - began:.0f} s", flush=True)
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
