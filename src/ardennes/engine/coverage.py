"""Which rule cases a test proves: read from the marks in the tests' source."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from ardennes.engine.catalogue import Catalogue


def proved(tests: Path) -> dict[str, list[str]]:
    """Every rule id that a `rule(…)` mark names in a folder of tests, with the tests that bear it.

    A test that is skipped, or expected to fail, proves nothing.
    """
    found: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        for test in ast.walk(tree):
            if isinstance(test, ast.FunctionDef) and test.name.startswith("test_"):
                for rule in _marked(test):
                    found.setdefault(rule, []).append(f"{path.name}::{test.name}")
    return found


def _marked(test: ast.FunctionDef) -> Iterator[str]:
    """The ids in `@rule(…)` and `@pytest.mark.rule(…)` above a test."""
    if any(_named(mark) in ("skip", "skipif", "xfail") for mark in test.decorator_list):
        return
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and _named(mark) == "rule":
            yield from (a.value for a in mark.args if isinstance(a, ast.Constant) and isinstance(a.value, str))


def _named(mark: ast.expr) -> str:
    """The last name of a decorator, called or not."""
    name = mark.func if isinstance(mark, ast.Call) else mark
    return name.attr if isinstance(name, ast.Attribute) else getattr(name, "id", "")


def gaps(catalogue: Catalogue, found: Mapping[str, list[str]]) -> list[str]:
    """The cases that need a proving test and have none."""
    return [rule for rule in catalogue.provable() if rule not in found]
