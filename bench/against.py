"""Compare the speed of this tree with that of another commit: `python -m bench.against COMMIT [GAME …]`.

Both trees do the same work (`bench.workload`, this tree's) in processes of their own, bit by bit in turn (old, new,
new, old, …), so that whatever else the machine does slows both down alike. Each round starts two new processes and
gives one ratio of speeds for each piece of work. Printed are the median of the ratios and an interval that holds the
true median in 95 of 100 cases. The exit status is 1 if random play of a game is slower than `LEAST` times that of the
other commit, noise allowed for: the interval must lie below it.
"""

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import comb
from pathlib import Path
from types import TracebackType
from typing import Self

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

import ardennes
from bench.workload import WORK, Done

ROOT = Path(__file__).resolve().parent.parent
LEAST = 0.97  # of the old speed of random play
DECISIVE = "random play"
SECONDS = 180.0
ROUNDS = 6  # at least, however long they take: fewer ratios promise nothing
BITS = 4  # of each piece of work in a round
CONFIDENCE = 0.95


@dataclass(slots=True)
class Comparison:
    """The same work of one game, done by both trees several times."""

    game: str
    what: str
    old: list[Done] = field(default_factory=list)
    new: list[Done] = field(default_factory=list)
    missing: str = ""  # why it cannot be compared

    @property
    def ratios(self) -> list[float]:
        """The new speed as a multiple of the old one, round by round."""
        return [rate(new) / rate(old) for old, new in zip(self.old, self.new, strict=True)]

    @property
    def alike(self) -> bool:
        """Whether both trees did exactly the same work."""
        return all(old.amount == new.amount for old, new in zip(self.old, self.new, strict=True))

    @property
    def slower(self) -> bool:
        """Whether the new tree is too slow, noise allowed for."""
        return not self.missing and interval(self.ratios)[1] < LEAST


def total(bits: Sequence[Done]) -> Done:
    """Bits of work as one."""
    return Done(sum(done.seconds for done in bits), sum(done.amount for done in bits))


def rate(done: Done) -> float:
    """How much was done in a second."""
    return done.amount / done.seconds


def interval(values: Sequence[float], confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Two of the values between which the true median lies with that confidence, whatever their distribution.

    A value lies below the median as often as a coin falls heads, which says how many of the outermost values may be
    left out. Fewer than six promise no more than their range.

    >>> interval([1.0, 1.1, 0.9, 1.2, 1.3, 0.8, 5.0, 1.0, 1.1])
    (0.9, 1.3)
    """
    ordered, cut = sorted(values), 0
    n = len(ordered)
    outside = 2 / 2**n  # the chance that the median lies beyond the outermost values
    while cut + 1 < n - cut - 1 and outside + 2 * comb(n, cut + 1) / 2**n <= 1 - confidence:
        cut += 1
        outside += 2 * comb(n, cut) / 2**n
    return ordered[cut], ordered[n - 1 - cut]


@contextlib.contextmanager
def checkout(commit: str) -> Iterator[Path]:
    """A folder that holds the tree of a commit for as long as the block runs."""
    with tempfile.TemporaryDirectory(prefix="ardennes-bench-") as folder:
        tree = Path(folder) / "tree"
        _git("worktree", "add", "--detach", str(tree), commit)
        try:
            yield tree
        finally:
            _git("worktree", "remove", "--force", str(tree))


def _git(*words: str) -> str:
    done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"git {words[0]} failed: {done.stderr.strip()}")
    return done.stdout.strip()


class Worker:
    """A process that does the work with the code of one tree."""

    def __init__(self, tree: Path, number: int) -> None:
        paths = os.pathsep.join([str(tree / "src"), str(ROOT)])
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.workload", str(number)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": str(number)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        package = Path(self._line())
        assert package.is_relative_to(tree), f"{package} is not of {tree}"

    def ask(self, what: str, game: str) -> Done | str:
        """The next bit of some work, or the sentence with which the tree declines."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps([what, game]) + "\n")
        self.process.stdin.flush()
        found = json.loads(self._line())
        return str(found["missing"]) if "missing" in found else Done(**found)

    def _line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("The workload broke off, see above.")
        return line.strip()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def compare(old: Path, new: Path, games: Sequence[str], seconds: float) -> list[Comparison]:
    """Let both trees work by turns until the time is up."""
    found = [Comparison(game, what) for game in games for what in WORK]
    begun = time.monotonic()
    number = 0
    while number < ROUNDS or (time.monotonic() - begun) * (number + 1) / number < seconds:
        _round(found, old, new, number)
        number += 1
        print(f"round {number}, {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
    return found


def _round(found: list[Comparison], old: Path, new: Path, number: int) -> None:
    """Each piece of work in both trees. Who begins changes from one bit to the next, and from round to round."""
    with Worker(old, number) as before, Worker(new, number) as after:
        for one in found:
            bits: dict[Worker, list[Done]] = {before: [], after: []}
            for turn in range(number, number + BITS):
                for worker in (before, after) if turn % 2 == 0 else (after, before):
                    done = worker.ask(one.what, one.game)
                    if isinstance(done, str):
                        one.missing = f"{'old' if worker is before else 'new'}: {done}"
                    else:
                        bits[worker].append(done)
                if one.missing:
                    break
            else:
                one.old.append(total(bits[before]))
                one.new.append(total(bits[after]))


def table(found: Sequence[Comparison], commit: str) -> Table:
    """A row for each comparison."""
    rows = Table("game", "what", f"{commit} /s", "here /s", "here : there", "interval", "", box=SIMPLE_HEAD)
    for column in rows.columns[2:6]:
        column.justify = "right"
    for one in found:
        if one.missing:
            rows.add_row(one.game, one.what, "", "", "", "", one.missing)
            continue
        low, high = interval(one.ratios)
        rows.add_row(
            one.game,
            one.what,
            f"{statistics.median(map(rate, one.old)):,.0f}",
            f"{statistics.median(map(rate, one.new)):,.0f}",
            f"{statistics.median(one.ratios):.3f}",
            f"{low:.3f} – {high:.3f}",
            "" if one.alike else "not the same work",
        )
    return rows


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table and return the exit status."""
    parser = argparse.ArgumentParser(prog="bench.against", description="Compare the speed with that of a commit.")
    parser.add_argument("commit", metavar="COMMIT")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"some of: {', '.join(ardennes.games())}")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long it may take (default: %(default)g)")
    options = parser.parse_args(arguments)
    for unknown in sorted(set(options.games) - set(ardennes.games())):
        parser.error(f"there is no game {unknown!r}; there are: {', '.join(ardennes.games())}")
    commit = _git("rev-parse", "--short", "--verify", f"{options.commit}^{{commit}}")
    with checkout(commit) as there:
        found = compare(there, ROOT, options.games or ardennes.games(), options.seconds)
    console = Console()
    console.width = max(console.width, 120)
    console.print(table(found, commit))
    slow = [one.game for one in found if one.what == DECISIVE and one.slower]
    if slow:
        print(f"Random play is slower than {LEAST} × {commit}: {', '.join(slow)}.")
    return int(bool(slow))


if __name__ == "__main__":
    raise SystemExit(main())
