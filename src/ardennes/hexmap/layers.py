"""Rules as the map sees them: a set of hexes or of steps, under the name of the rule that makes it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from .grid import Six


class Layer(NamedTuple):
    """A set of hexes and the rule that singles them out."""

    rule: str
    mask: int


class SideLayer(NamedTuple):
    """A set of hexsides, or of links across them, and the rule that singles them out."""

    rule: str
    six: Six


class Step(NamedTuple):
    """A rule against going straight from any hex of `source` to any hex of `target`."""

    rule: str
    source: int
    target: int


class Switch(NamedTuple):
    """A rule that lets a unit change its mode in the hexes of `mask`, for a price."""

    rule: str
    before: int  # the mode that it leaves, by its place in the list of modes
    after: int  # the mode that it takes
    mask: int
    cost: int


AnyLayer = TypeVar("AnyLayer", Layer, SideLayer, Step)


def union(layers: Iterable[Layer]) -> int:
    """The hexes that any of the layers has."""
    found = 0
    for _, mask in layers:
        found |= mask
    return found


def rules_of(*groups: Iterable[Layer] | Iterable[SideLayer] | Iterable[Step]) -> tuple[str, ...]:
    """The rules of the layers, each once."""
    return tuple(dict.fromkeys(layer.rule for layers in groups for layer in layers))


def lift(layers: Sequence[AnyLayer], rules: frozenset[str]) -> list[AnyLayer]:
    """The layers of other rules than these."""
    return [layer for layer in layers if layer.rule not in rules]
