"""`@rule("AO-9.3.K")`: the test proves that case, so the engine must touch it, or the test fails."""

from __future__ import annotations

import functools
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
            silent = [one for one in ids if one not in acted]
            assert not silent, f"the engine never touched {', '.join(silent)}"
            return outcome

        return pytest.mark.rule(*ids)(proving)  # type: ignore[no-any-return]  # the same signature

    return mark


@functools.cache
def known(prefix: str) -> frozenset[str]:
    """The ids of all catalogues with this prefix; a catalogue of another game may be broken."""
    found: set[str] = set()
    for path in (path for pattern in CATALOGUES for path in ROOT.glob(f"{pattern}/rules.toml")):
        text = path.read_text(encoding="utf-8")
        if f'prefix = "{prefix}"' in text:
            found.update(case["id"] for case in tomllib.loads(text)["case"])
    return frozenset(found)
