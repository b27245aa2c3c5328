"""`@rule("AO-9.3.K")`: the test proves that case, so the engine must touch it, or the test fails."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

from ardennes.engine.touch import touches

F = TypeVar("F", bound=Callable[..., Any])


def rule(*ids: str) -> Callable[[F], F]:
    """Mark a test as proving these cases."""

    def mark(test: F) -> F:
        @functools.wraps(test)
        def proving(*args: Any, **kwargs: Any) -> Any:
            with touches() as acted:
                outcome = test(*args, **kwargs)
            silent = [one for one in ids if one not in acted]
            assert not silent, f"the engine never touched {', '.join(silent)}"
            return outcome

        return proving  # type: ignore[return-value]  # the same signature

    return mark
