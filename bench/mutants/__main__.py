"""`python -m bench.mutants GAME --seed 1 --count 20`: break rules on purpose and list what no test notices."""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import NamedTuple

import ardennes
from bench.mutants.sites import Mutant, of_game

ROOT = Path(__file__).parent.parent.parent
LIMIT = 300  # seconds: a run that takes longer has noticed by not ending
EQUIVALENT = Path(__file__).with_name("equivalent.toml")


class Verdict(NamedTuple):
    """Which tests noticed a mutant: those that prove rules, the game's others, or none."""

    mutant: Mutant
    by: str  # "rule tests", "other tests" or ""


def equivalent() -> set[tuple[str, str, str, str]]:
    """The changes that are known to mean nothing: file, what stood there, what stands there then, in which line."""
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("change", [])
    return {(one["path"], one["old"], one["new"], one.get("line", "")) for one in listed}


def means_nothing(source: Path, mutant: Mutant, known: set[tuple[str, str, str, str]]) -> bool:
    """Whether a change of a game is among those that are known to mean nothing, anywhere in its file or in its line."""
    line = (source / mutant.path).read_text(encoding="utf-8").splitlines()[mutant.line - 1].strip()
    change = (f"{source.name}/{mutant.path}", mutant.old, mutant.new)
    return (*change, "") in known or (*change, line) in known


def sample(game: str, seed: int, count: int) -> list[Mutant]:
    """Some of a game's mutants, the same for the same seed."""
    source = ROOT / "src/ardennes/games" / game.replace("-", "_")
    known = equivalent()
    found = [mutant for mutant in of_game(source) if not means_nothing(source, mutant, known)]
    return random.Random(seed).sample(found, min(count, len(found)))


def judge(tree: Path, game: str, mutant: Mutant) -> Verdict:
    """Apply a mutant in a tree of its own, run the rule tests, then the game's others, and put the file back."""
    folder = game.replace("-", "_")
    path = tree / "src/ardennes/games" / folder / mutant.path
    before = path.read_text(encoding="utf-8")
    path.write_text(mutant.applied(before), encoding="utf-8")
    try:
        for by, marks in (("rule tests", "rule"), ("other tests", "not rule")):
            if not _passes(tree, folder, marks):
                return Verdict(mutant, by)
        return Verdict(mutant, "")
    finally:
        path.write_text(before, encoding="utf-8")


def _passes(tree: Path, folder: str, marks: str) -> bool:
    command = [
        sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", marks, f"tests/games/{folder}",
    ]  # fmt: skip
    paths = {"PYTHONPATH": f"{tree / 'src'}:{tree}", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=tree, env={**os.environ, **paths}, capture_output=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode in (0, 5)  # 5: no test has these marks


def judge_all(game: str, mutants: list[Mutant], jobs: int) -> list[Verdict]:
    """The verdicts on some mutants, in their order; each job has a copy of the tree."""
    with tempfile.TemporaryDirectory() as parent:
        trees: Queue[Path] = Queue()
        for number in range(jobs):
            tree = Path(parent) / str(number)
            for name in ("src", "tests", "bench"):
                shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__", "pages"))
            shutil.copy(ROOT / "pyproject.toml", tree)
            trees.put(tree)

        def one(mutant: Mutant) -> Verdict:
            tree = trees.get()
            try:
                began = time.monotonic()
                verdict = judge(tree, game, mutant)
                took = time.monotonic() - began
                print(f"{verdict.by or 'SURVIVED':11} {took:4.0f} s  {mutant.name}", flush=True)
                return verdict
            finally:
                trees.put(tree)

        with ThreadPoolExecutor(jobs) as pool:
            return list(pool.map(one, mutants))


def table(verdicts: list[Verdict]) -> str:
    """How many mutants of each sort were noticed, by rule tests and by all tests."""
    lines = [f"{'':12} {'mutants':>8} {'rule tests':>12} {'all tests':>12}"]
    sorts = Counter(verdict.mutant.where for verdict in verdicts)
    for sort in (*sorts, "all"):
        of_sort = [verdict for verdict in verdicts if sort in (verdict.mutant.where, "all")]
        proved = sum(verdict.by == "rule tests" for verdict in of_sort)
        noticed = sum(bool(verdict.by) for verdict in of_sort)
        n = len(of_sort)
        lines.append(f"{sort:12} {n:8} {proved:6} {proved / n:4.0%} {noticed:6} {noticed / n:5.0%}")
    return "\n".join(lines)


def main() -> int:
    """Read the command line, judge a sample, print the table and the survivors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="default: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20, help="mutants a game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    for game in asked.games or ardennes.games():
        mutants = sample(game, asked.seed, asked.count)
        print(f"{game}: {len(mutants)} mutants, seed {asked.seed}")
        print(table(judge_all(game, mutants, asked.jobs)) if mutants else "nothing to change")
    return 0


if __name__ == "__main__":
    sys.exit(main())
