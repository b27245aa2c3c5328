"""`make quick`: a change brings the tests that concern it, and no others."""

from __future__ import annotations

import tomllib

import pytest

from bench.quick import ALWAYS, ROOT, touched


@pytest.mark.parametrize(
    ("path", "tests"),
    [
        ("src/ardennes/games/bulge/combat.py", ["tests/games/bulge"]),
        ("src/ardennes/games/bulge/data/rules.toml", ["tests/games/bulge"]),
        ("src/ardennes/hexmap/grid.py", ["tests/hexmap"]),
        ("tests/engine/test_chance.py", ["tests/engine/test_chance.py"]),
        ("tests/browser/test_play.py", []),
        ("tests/engine/gone.py", []),
        ("README.md", []),
    ],
)
def test_a_changed_file_brings_its_tests(path: str, tests: list[str]):
    assert touched([path]) == [ALWAYS, *tests]


def test_a_test_in_a_folder_that_is_run_anyway_is_not_run_twice():
    assert touched(["tests/hexmap/test_grid.py", "src/ardennes/hexmap/grid.py"]) == [ALWAYS, "tests/hexmap"]


def test_the_version_stands_the_same_everywhere():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert f"version: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"ardennes-{version}-py3" in (ROOT / "README.md").read_text(encoding="utf-8")
