"""Places that one verb offers alike: sent as columns, not as an option each, with the ways to them as one tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ardennes.engine.screen.play import Option
from ardennes.engine.screen.text import Note


@dataclass(frozen=True, slots=True)
class Range:
    """Places with an option each, which differ in nothing but the place and the cost."""

    verb: str
    label: str  # with {} for the place
    commits: bool
    places: Sequence[str]
    costs: Sequence[str] = ()
    group: str | None = None
    notes: Sequence[Note] = ()


@dataclass(frozen=True, slots=True)
class Way:
    """The ways to the places of a verb: from each hex on them but the first to the one before it."""

    verb: str
    hexes: Sequence[str]
    before: Sequence[str]


def options_of(ranges: Iterable[Range], ways: Iterable[Way]) -> Iterator[Option]:
    """The option of every place in some ranges, with its path."""
    steps = {way.verb: dict(zip(way.hexes, way.before, strict=True)) for way in ways}
    for one in ranges:
        for place, cost in zip(one.places, one.costs or [None] * len(one.places), strict=True):
            yield Option(
                f"{one.verb} {place}", "place", one.label.replace("{}", place), one.commits, place, cost=cost,
                path=path_to(place, steps.get(one.verb, {})), group=one.group, notes=one.notes,
            )  # fmt: skip


def path_to(place: str, steps: Mapping[str, str]) -> list[str]:
    """The hexes from the start to a place; none where no step leads to it.

    >>> path_to("0103", {"0103": "0102", "0102": "0101"}), path_to("0101", {})
    (['0101', '0102', '0103'], [])
    """
    path = [place]
    while path[-1] in steps:
        path.append(steps[path[-1]])
    return path[::-1] if len(path) > 1 else []


def read_options(document: Mapping[str, Any]) -> Iterator[Option]:
    """The same from a document of a screen."""
    ways = [Way(**way) for way in document.get("ways", ())]
    return options_of([_read(one) for one in document.get("ranges", ())], ways)


def _read(one: Mapping[str, Any]) -> Range:
    return Range(**{**one, "notes": [Note(**note) for note in one.get("notes", ())]})
