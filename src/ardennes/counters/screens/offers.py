"""What may be done now: options one by one, and what is offered alike as ranges, with the ways to places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from ardennes.engine import screen


class Goal(NamedTuple):
    """A place or piece that a verb offers; goals that differ only in the thing and its cost make a range."""

    cost: str | None
    label: str  # with {} for the place, or for the name of the piece
    commits: bool = False
    kind: Literal["piece", "place"] = "place"
    group: str | None = None
    notes: tuple[screen.Note, ...] = ()

    def option(self, verb: str, place: str, path: Sequence[str]) -> screen.Option:
        """As an option by itself."""
        label = self.label.replace("{}", place)
        return screen.Option(
            f"{verb} {place}", "place", label, self.commits, place, cost=self.cost, path=path, group=self.group,
            notes=self.notes,
        )  # fmt: skip


class Offers(NamedTuple):
    """Everything that may be done now."""

    options: Sequence[screen.Option] = ()
    ranges: Sequence[screen.Range] = ()
    ways: Sequence[screen.Way] = ()


def ranged(
    options: list[screen.Option],
    goals: Mapping[str, Mapping[str, Goal]],
    ways: Mapping[str, Callable[[str, str], Sequence[str]]],
) -> Offers:
    """Offers with goals by verb and thing; for verbs that show it, `ways` tell the path to a place."""
    ranges: list[screen.Range] = []
    shown: list[screen.Way] = []
    for verb, places in goals.items():
        way = ways.get(verb)
        if way is not None:
            steps, others = tree({place: way(verb, place) for place, goal in places.items() if goal.kind == "place"})
            options += [places[place].option(verb, place, path) for place, path in others.items()]
            places = {place: goal for place, goal in places.items() if place not in others}
            if steps:
                shown.append(screen.Way(verb, list(steps), list(steps.values())))
        ranges += _alike(verb, places)
    return Offers(options, ranges, shown)


def _alike(verb: str, goals: Mapping[str, Goal]) -> Iterable[screen.Range]:
    lots: dict[tuple[object, ...], tuple[Goal, list[str], list[str]]] = {}
    last: Goal | None = None
    for thing, goal in goals.items():
        if goal is not last:
            _, things, costs = lots.setdefault(goal[1:], (goal, [], []))
            last = goal
        things.append(thing)
        if goal.cost is not None:
            costs.append(goal.cost)
    return [
        screen.Range(verb, goal.kind, goal.label, goal.commits, things, costs, goal.group, goal.notes)
        for goal, things, costs in lots.values()
    ]


def tree(paths: Mapping[str, Sequence[str]]) -> tuple[dict[str, str], dict[str, Sequence[str]]]:
    """From each hex on some paths to the one before it; and the paths that are others than these steps make.

    >>> tree({"C": "ABC", "B": "AB", "D": "AED", "G": "AFBG"})
    ({'C': 'B', 'B': 'A', 'D': 'E', 'E': 'A', 'G': 'B'}, {'G': 'AFBG'})
    """
    before: dict[str, str] = {}
    others: dict[str, Sequence[str]] = {}
    for end, path in paths.items():
        here = end
        for step in path[-2::-1]:
            if before.setdefault(here, step) != step:
                others[end] = path
                break
            here = step
    if any(path and path[0] in before for path in paths.values()):  # a way that goes through the start of another
        return {}, dict(paths)
    return before, others
