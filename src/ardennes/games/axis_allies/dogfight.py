"""A dogfight as a chain: the chances of every end, solved from round to round instead of being sampled."""

from __future__ import annotations

from functools import cache
from math import comb

from ardennes.games.axis_allies.series import RETHROW_ABOVE, box_chances, close, powers, tail, times

Two = tuple[int, int]  # fighters and bombers


@cache
def losses(aircraft: Two, dice: int) -> dict[Two, float]:
    """The chance of every (fighters, bombers) that so many dice shoot down; each box hit once or more falls.

    >>> {lost: round(chance, 3) for lost, chance in losses((1, 0), 2).items()}
    {(0, 0): 0.25, (1, 0): 0.75}
    """
    fighters, bombers = aircraft
    boxes = fighters + bombers
    if not boxes:
        return {(0, 0): 1.0}
    chances = box_chances(boxes, boxes > RETHROW_ABOVE)
    left, right = _fallen(chances[:fighters], dice), _fallen(chances[fighters:], dice)
    rest = 1 - sum(chances)
    found = {}
    for f, one in enumerate(left):
        for b, other in enumerate(right):
            if f + b <= dice:
                found[f, b] = close(times(one, other), rest, dice)
    return found


def _fallen(chances: list[float], n: int) -> list[list[float]]:
    """For each number of boxes hit among these, the series of the dice."""
    found = [[1.0] + [0.0] * n]
    for p in sorted(set(chances)):
        boxes = chances.count(p)
        deadly = powers(tail(p, 1, n), boxes)
        more = [[comb(boxes, k) * c for c in deadly[k]] for k in range(boxes + 1)]
        wider = [[0.0] * (n + 1) for _ in range(len(found) + boxes)]
        for a, one in enumerate(found):
            for b, other in enumerate(more):
                for at, c in enumerate(times(one, other)):
                    wider[a + b][at] += c
        found = wider
    return found


def solve(axis: Two, allies: Two) -> dict[tuple[Two, Two], float]:
    """The chance of every end of a dogfight: who is left on each side when at least one has nobody.

    >>> ends = solve((1, 0), (1, 0))
    >>> [round(ends[end], 4) for end in (((0, 0), (0, 0)), ((1, 0), (0, 0)), ((0, 0), (1, 0)))]
    [0.3333, 0.3333, 0.3333]
    """
    waiting = {(axis, allies): 1.0}
    ends: dict[tuple[Two, Two], float] = {}
    order = sorted(_below(axis, allies), key=lambda forces: -sum(map(sum, forces)))
    for forces in order:
        chance = waiting.pop(forces, 0.0)
        if not chance:
            continue
        ours, theirs = forces
        if not any(ours) or not any(theirs):
            ends[forces] = chance
            continue
        _round(forces, chance, waiting)
    return ends


def _below(axis: Two, allies: Two) -> list[tuple[Two, Two]]:
    """Every pair of forces that a dogfight of these can come to."""
    mine = [(f, b) for f in range(axis[0] + 1) for b in range(axis[1] + 1)]
    theirs = [(f, b) for f in range(allies[0] + 1) for b in range(allies[1] + 1)]
    return [(one, other) for one in mine for other in theirs]


def _round(forces: tuple[Two, Two], chance: float, waiting: dict[tuple[Two, Two], float]) -> None:
    """Hand a state's chance on to the next ones; rounds without a loss are repeated until there is one."""
    ours, theirs = forces
    on_us, on_them = losses(ours, sum(theirs)), losses(theirs, sum(ours))
    idle = on_us[0, 0] * on_them[0, 0]
    share = chance / (1 - idle)
    for (f, b), one in on_us.items():
        for (g, c), other in on_them.items():
            if f or b or g or c:
                after = ((ours[0] - f, ours[1] - b), (theirs[0] - g, theirs[1] - c))
                waiting[after] = waiting.get(after, 0.0) + share * one * other
