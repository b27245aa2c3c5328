"""Whims: single parts of a plan that are to be otherwise than the policy would have them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Part(NamedTuple):
    """One part of a plan: a unit goes to a place, or stays in it.

    Without a unit it is something that is not done: an attack on a place, or an answer that a playbook likes best.
    """

    piece: str
    place: str  # or the answer


class Whims:
    """Parts that a plan must have, as far as they are possible when their time comes."""

    __slots__ = ("goes", "parts", "spared")

    def __init__(self, parts: Iterable[Part] = ()) -> None:
        self.parts = frozenset(parts)
        self.goes = {part.piece: part.place for part in self.parts if part.piece}
        self.spared = frozenset(part.place for part in self.parts if not part.piece)

    def clash(self, part: Part) -> bool:
        """Whether a part cannot be beside these, since they ask the same unit for something else."""
        return part.piece in self.goes if part.piece else part.place in self.spared

    def beside(self, parts: Iterable[Part]) -> Whims:
        """These and others, as far as they do not clash."""
        return Whims([*self.parts, *(part for part in parts if not self.clash(part))])


NONE = Whims()


class Choices:
    """What else a policy could have done on the way, each part with what it seemed to cost."""

    __slots__ = ("parts",)

    def __init__(self) -> None:
        self.parts: dict[Part, float] = {}

    def note(self, part: Part, loss: float) -> None:
        """Another way, and how much worse it looked."""
        self.parts[part] = min(loss, self.parts.get(part, loss))
