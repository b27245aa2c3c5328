"""Lines and branches that the tests reach, package by package: `make coverage`.

What drives a browser or installs a wheel is left out: it runs the client, or code in another environment.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "build" / "coverage"
SETTINGS = """\
[run]
branch = true
parallel = true
source = {source}
data_file = {folder}/data
patch = subprocess
concurrency = multiprocessing, thread
[report]
exclude_also =
    if TYPE_CHECKING:
    raise AssertionError
    \\.\\.\\.$
"""
TESTS = ("--ignore", "tests/browser", "--ignore", "tests/wheel", "--ignore", "tests/test_bench.py")


class Reached(NamedTuple):
    """How many of the lines and branches of some files are reached."""

    lines: int = 0
    of_lines: int = 0
    branches: int = 0
    of_branches: int = 0

    def plus(self, other: Reached) -> Reached:
        """Both together."""
        return Reached(*(mine + yours for mine, yours in zip(self, other, strict=True)))


def by_package(report: Mapping[str, Mapping[str, Mapping[str, int]]]) -> dict[str, Reached]:
    """What coverage.py says of each file, added up by package; each game is a package of its own."""
    found: dict[str, Reached] = defaultdict(Reached)
    for path, one in report.items():
        figures = one["summary"]
        found[_package(path)] = found[_package(path)].plus(
            Reached(
                figures["covered_lines"],
                figures["num_statements"],
                figures["covered_branches"],
                figures["num_branches"],
            )
        )
    return dict(sorted(found.items()))


def _package(path: str) -> str:
    folders = path.partition("ardennes/")[2].split("/")[:-1]
    return "/".join(folders[: 2 if folders[:1] == ["games"] else 1]) or "ardennes"


def table(found: Mapping[str, Reached]) -> Iterator[str]:
    """The lines of a table in Markdown, the sum last."""
    yield "| package | lines | reached | branches | reached |"
    yield "|---|---:|---:|---:|---:|"
    whole = Reached()
    for name, one in found.items():
        whole = whole.plus(one)
        yield _row(name, one)
    yield _row("all", whole)


def _row(name: str, one: Reached) -> str:
    lines, branches = _share(one.lines, one.of_lines), _share(one.branches, one.of_branches)
    return f"| {name} | {one.of_lines} | {lines} | {one.of_branches} | {branches} |"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def main(words: list[str]) -> int:
    """Run the tests, or those named, under coverage.py, and print the table."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("data*"):
        old.unlink()
    settings = FOLDER / "settings.ini"
    settings.write_text(SETTINGS.format(source=ROOT / "src" / "ardennes", folder=FOLDER), encoding="utf-8")
    environment = {**os.environ, "COVERAGE_RCFILE": str(settings)}
    tests = ["-m", "pytest", "--numprocesses", "auto", *TESTS, *words]
    done = subprocess.run([sys.executable, "-m", "coverage", "run", *tests], cwd=ROOT, env=environment, check=False)
    for command in (["combine", "--quiet"], ["json", "--quiet", "-o", str(FOLDER / "report.json")]):
        subprocess.run([sys.executable, "-m", "coverage", *command], cwd=ROOT, env=environment, check=True)
    report = json.loads((FOLDER / "report.json").read_text("utf-8"))
    print(*table(by_package(report["files"])), sep="\n")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
