"""Sentences, with or without the rule that they must name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence, with the rule behind it where there is one."""

    text: str
    rule: str | None = None
    places: Sequence[str] = ()
    pieces: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence that must name its rule: why something is refused, halved, shifted or owed."""

    rule: str
    text: str
    places: Sequence[str] = ()
    pieces: Sequence[str] = ()
