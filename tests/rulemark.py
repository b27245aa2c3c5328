"""`@rule("AO-9.3.K")`: the test proves that case, so it must stand in what the test saw, or the test fails."""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from ardennes.engine.touch import touches

F = TypeVar("F", bound=Callable[..., Any])

ROOT = Path(__file__).parent.parent
CATALOGUES = ("src/ardennes/games/*/data", "src/ardennes/engine/data", "tests/proving/data")


def rule(*ids: str) -> Callable[[F], F]:
    """Mark a test as proving these cases. Raises LookupError for an id that stands in no catalogue."""
    strangers = [one for one in ids if one not in known(one.partition("-")[0])]
    if strangers or not ids:
        raise LookupError(f"no rule catalogue has {', '.join(strangers) or 'a case without an id'}")

    def mark(test: F) -> F:
        @functools.wraps(test)
        def proving(*args: Any, **kwargs: Any) -> Any:
            with touches() as acted:
                outcome = test(*args, **kwargs)
            unseen = [one for one in ids if one not in acted.shown and one not in kwargs.values()]
            silent = [one for one in unseen if one not in _asserted(test)] if unseen else []
            assert not silent, f"the test never saw {', '.join(silent)}"
            return outcome

        return pytest.mark.rule(*ids)(proving)  # type: ignore[no-any-return]  # the same signature

    return mark


@functools.cache
def _asserted(test: Callable[..., Any]) -> frozenset[str]:
    """The words that stand in the assertions of a test."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(test)))
    asserts = [node for node in ast.walk(tree) if isinstance(node, ast.Assert)]
    return frozenset(
        part.value
        for node in asserts
        for part in ast.walk(node.test)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    )


@functools.cache
def known(prefix: str) -> frozenset[str]:
    """The ids of all catalogues with this prefix; a catalogue of another game may be broken."""
    found: set[str] = set()
    for path in (path for pattern in CATALOGUES for path in ROOT.glob(f"{pattern}/rules.toml")):
        text = path.read_text(encoding="utf-8")
        if f'prefix = "{prefix}"' in text:
            found.update(case["id"] for case in tomllib.loads(text)["case"])
    return frozenset(found)
