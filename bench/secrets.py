"""Whether Recruit cheats, at length: `python -m bench.secrets [--positions 200]`.

Compares its orders in positions where something is hidden with those in lookalikes,
where other facts fit the same view.
"""

import argparse
import sys

import ardennes
from tests.ai.lookalikes import differing


def main() -> int:
    """Print a line for each game that hides something; the exit status is 1 if an order differs."""
    parser = argparse.ArgumentParser(prog="bench.secrets", description="Compare Recruit's orders in lookalikes.")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    worst = 0
    for name in (name for name in ardennes.games() if ardennes.game(name).hides):
        found = differing(name, chosen.positions, chosen.seed)
        print(f"{name}: {chosen.positions} positions, {len(found)} with other orders")
        print("\n".join(found[:10]), end="\n" if found else "")
        worst = max(worst, len(found))
    return int(worst > 0)


if __name__ == "__main__":
    sys.exit(main())
