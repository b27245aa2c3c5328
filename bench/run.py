"""Measure everything beside python-chess and print the table: `python -m bench.run [--strict] [NAME …]`.

Every `bench/<name>_bench.py` has a function `run()` that returns its measures, as `Measure` or as tuples that begin
with a name and the seconds of one operation. Names given on the command line choose among them; with `--strict` a
missed target makes the exit status 1. Targets are stated for a machine that plays 35,000 random chess moves a second
and are scaled to this one.
"""

import argparse
import importlib
import random
from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from bench.measure import Measure
from bench.yardstick import play_chess

HERE = Path(__file__).parent


def names() -> list[str]:
    """The names of the benchmark modules in this folder, without their ending."""
    return sorted(path.stem.removesuffix("_bench") for path in HERE.glob("*_bench.py"))


def measures(name: str) -> list[Measure]:
    """What the benchmark module of this name measures."""
    module = importlib.import_module(f"bench.{name}_bench")
    return [as_measure(found) for found in module.run()]


def as_measure(found: Measure | tuple[str, float] | tuple[str, float, float]) -> Measure:
    """The measure itself, or one made of a tuple of name, seconds and a ratio, which is computed anew here."""
    return found if isinstance(found, Measure) else Measure(found[0], found[1])


def chess_move(*, runs: int = 3, moves: int = 20_000) -> float:
    """The seconds that python-chess needs for a random move (list the legal ones, push one): the best of some runs."""
    return min(play_chess(random.Random(run), moves) for run in range(runs))


def table(found: Iterable[Measure], move: float) -> Table:
    """The measures as a table: time, rate, rate as a part of python-chess's, and the target on this machine."""
    rows = Table("what", "time", "a second", "of chess", "target", "", "note", box=SIMPLE_HEAD)
    for column in rows.columns[:6]:
        column.no_wrap = True
    for column in rows.columns[1:5]:
        column.justify = "right"
    for measure in found:
        allowed = measure.allowed(move)
        rows.add_row(
            measure.name,
            duration(measure.seconds),
            f"{1 / measure.seconds:,.0f}",
            f"{1 / measure.ratio(move):.3f}",
            "" if allowed is None else f"≤ {duration(allowed)}",
            "" if allowed is None else "met" if measure.met(move) else "MISSED",
            measure.note,
        )
    return rows


def duration(seconds: float) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table and return the exit status."""
    parser = argparse.ArgumentParser(prog="bench", description="Measure speed beside python-chess.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of: {', '.join(names())} (default: all)")
    parser.add_argument("--strict", action="store_true", help="fail where a target is missed")
    options = parser.parse_args(arguments)
    for unknown in sorted(set(options.names) - set(names())):
        parser.error(f"there is no benchmark {unknown!r}; there are: {', '.join(names())}")
    before = chess_move()
    ours = [measure for name in options.names or names() for measure in measures(name)]
    move = min(before, chess_move())  # other work on the machine may have slowed one of the two down
    found = [Measure("python-chess, a random move", move, note="the yardstick"), *ours]
    console = Console()
    console.width = max(console.width, 120)
    console.print(table(found, move))
    return int(options.strict and not all(measure.met(move) for measure in found))


if __name__ == "__main__":
    raise SystemExit(main())
