"""What is never true of a sound position of counters; the fuzzer looks at it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ardennes.counters.deployment import Deployment


def broken(state: Deployment) -> Iterator[str]:
    """A sentence for everything that is wrong in any game: shared hexes, and derived fields that are stale."""
    again = state.copy()
    again.refresh()
    yield from shared_hexes(state)
    yield from stale(state, again, [field.name for field in state.fields if field.derived])


def shared_hexes(state: Deployment) -> Iterator[str]:
    """A sentence if both sides stand in a hex."""
    both = state.held[0] & state.held[1]
    if both:
        yield f"both sides are in {', '.join(state.game.ground.grid.names(both))}"


def stale(state: Deployment, again: Deployment, derived: Sequence[str]) -> Iterator[str]:
    """A sentence for each derived value that is another when it is found anew, as it was in `again`."""
    for name in derived:
        if getattr(again, name) != getattr(state, name):
            yield f"“{name}” is not what the position says"
