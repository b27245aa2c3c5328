"""Places or pieces that one verb offers alike: sent as columns, not as an option each; the ways as one tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ardennes.engine.screen.play import Option
from ardennes.engine.screen.text import Note


@dataclass(frozen=True, slots=True)
class Range:
    """Things with an option each, which differ in nothing but the thing and the cost."""

    verb: str
    kind: Literal["piece", "place"]
    label: str  # with {} for the place, or for the name of the piece
    commits: bool
    things: Sequence[str]
    costs: Sequence[str] = ()
    group: str | None = None
    notes: Sequence[Note] = ()


@dataclass(frozen=True, slots=True)
class Way:
    """The ways to the places of a verb: from each hex on them but the first to the one before it."""

    verb: str
    hexes: Sequence[str]
    before: Sequence[str]


def options_of(ranges: Iterable[Range], ways: Iterable[Way], names: Mapping[str, str]) -> Iterator[Option]:
    """The option of every thing in some ranges; `names` are those of the pieces."""
    steps = {way.verb: dict(zip(way.hexes, way.before, strict=True)) for way in ways}
    for one in ranges:
        before = steps.get(one.verb)
        costs: Sequence[str | None] = one.costs or [None] * len(one.things)
        for thing, cost in zip(one.things, costs, strict=True):
            label = one.label.replace("{}", names[thing] if one.kind == "piece" else thing)
            path = () if before is None else path_to(thing, before)
            yield Option(
                f"{one.verb} {thing}", one.kind, label, one.commits, thing, cost=cost, path=path, group=one.group,
                notes=one.notes,
            )  # fmt: skip


def path_to(place: str, steps: Mapping[str, str]) -> list[str]:
    """The hexes from the start to a place, both included.

    >>> path_to("0103", {"0103": "0102", "0102": "0101"}), path_to("0101", {})
    (['0101', '0102', '0103'], ['0101'])
    """
    path = [place]
    while path[-1] in steps:
        path.append(steps[path[-1]])
    return path[::-1]


def read_options(document: Mapping[str, Any]) -> Iterator[Option]:
    """The same from a document of a screen."""
    ways = [Way(**way) for way in document.get("ways", ())]
    names = {name: piece["name"] for name, piece in document["pieces"].items()}
    return options_of([_read(one) for one in document.get("ranges", ())], ways, names)


def _read(one: Mapping[str, Any]) -> Range:
    return Range(**{**one, "notes": [Note(**note) for note in one.get("notes", ())]})
