"""Answers to the queries that planners, overlays and explanations ask of a state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from ardennes.engine.touch import show

Query = Literal[
    "odds", "reach", "zoc", "supply", "control", "worth", "goals", "standing", "margin", "suppose", "units"
]  # fmt: skip
QUERIES: frozenset[str] = frozenset(get_args(Query))
"""Every query of the contract."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece, or a lot of equal pieces, as a planner weighs it."""

    handle: str
    side: str
    place: str  # "" while it is off the board
    attack: float
    defence: float
    speed: float = 0.0  # movement points, or hexes a turn
    count: int = 1
    entry: str = ""  # the hex by which it comes in, while it waits in a box beside the map

    @property
    def hex(self) -> str:
        """Where it is, or where it comes in; "" if neither is known."""
        return self.entry or self.place


class Prices(Mapping[str, int]):
    """What it costs to get to each of some places, found when somebody asks for it; who can get there is known."""

    __slots__ = ("_cost", "_places")

    def __init__(self, places: Iterable[str], cost: Callable[[str], int]) -> None:
        self._places = dict.fromkeys(places)
        self._cost = cost

    def __getitem__(self, place: str) -> int:
        if place not in self._places:
            raise KeyError(place)
        return self._cost(place)

    def __contains__(self, place: object) -> bool:
        return place in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


@dataclass(frozen=True, slots=True)
class Reached:
    """Where a piece can go in its next movement phase, at which cost in parts of a movement point."""

    costs: Mapping[str, int]
    whole: int = 1  # how many parts make one movement point
    path: Callable[[str], tuple[str, ...]] | None = None  # the cheapest way to a place


@dataclass(frozen=True, slots=True)
class Supplied:
    """The supply state of a piece, the path that gives it, and the rule."""

    state: str  # "supplied" or the game's word for the lack of it
    rule: str
    path: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        show(self.rule)


@dataclass(frozen=True, slots=True)
class Goal:
    """A place that matters to a side."""

    place: str
    value: float
    how: Literal["hold", "reach", "exit", "deny"]
    when: str  # when it is counted
    rule: str


@dataclass(frozen=True, slots=True)
class Standing:
    """One victory condition: where it stands, what it needs, by when."""

    name: str
    now: float
    needed: float | None
    by: str
    rule: str
    side: str = ""


@dataclass(frozen=True, slots=True)
class Margin:
    """One threshold of victory as a side sees it: by how much it would be passed if all stayed as it is now.

    What is earned but not yet counted is in it. `ahead` is nought or more where the side would pass it. What must be
    passed together has the same `together`; any one such group is enough to win.
    """

    name: str
    turn: int  # at whose end it is judged, for the first time or again
    ahead: float
    needed: float  # the size of the threshold, for scale
    rule: str
    together: str = ""
