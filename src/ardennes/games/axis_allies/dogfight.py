"""A dogfight as a chain: the chances of every end, solved from round to round instead of being sampled."""

from __future__ import annotations

from functools import cache

from ardennes.games.axis_allies.series import RETHROW_ABOVE, box_chances

Two = tuple[int, int]  # fighters and bombers
Row = tuple[float, int]  # boxes that are equally easy to hit: the chance of one, and how many there are


@cache
def losses(aircraft: Two, dice: int) -> dict[Two, float]:
    """The chance of every (fighters, bombers) that so many dice shoot down; each box hit once or more falls.

    >>> {lost: round(chance, 3) for lost, chance in sorted(losses((1, 0), 2).items())}
    {(0, 0): 0.25, (1, 0): 0.75}
    """
    found: dict[Two, float] = {}
    rows, bombers_from = _rows(aircraft)
    for fallen, chance in _fallen(rows, dice).items():
        lost = (sum(fallen[:bombers_from]), sum(fallen[bombers_from:]))
        found[lost] = found.get(lost, 0.0) + chance
    return found


@cache
def _rows(aircraft: Two) -> tuple[tuple[Row, ...], int]:
    """The air strip in rows of equal boxes, fighters laid out first, and where the rows of bombers begin."""
    boxes = sum(aircraft)
    chances = box_chances(boxes, boxes > RETHROW_ABOVE) if boxes else []
    fighters, bombers = (
        [(p, part.count(p)) for p in sorted(set(part))] for part in (chances[: aircraft[0]], chances[aircraft[0] :])
    )
    return (*fighters, *bombers), len(fighters)


@cache
def _fallen(rows: tuple[Row, ...], dice: int) -> dict[tuple[int, ...], float]:
    """The chance of every number of boxes hit in each row, one die after the other."""
    if not dice:
        return {(0,) * len(rows): 1.0}
    found: dict[tuple[int, ...], float] = {}
    for hit, chance in _fallen(rows, dice - 1).items():
        stays = 1.0
        for at, (p, boxes) in enumerate(rows):
            new = p * (boxes - hit[at])
            if new:
                stays -= new
                after = (*hit[:at], hit[at] + 1, *hit[at + 1 :])
                found[after] = found.get(after, 0.0) + chance * new
        found[hit] = found.get(hit, 0.0) + chance * stays
    return found


def solve(axis: Two, allies: Two) -> dict[tuple[Two, Two], float]:
    """The chance of every end of a dogfight: who is left on each side when at least one has nobody.

    >>> ends = solve((1, 0), (1, 0))
    >>> [round(ends[end], 4) for end in (((0, 0), (0, 0)), ((1, 0), (0, 0)), ((0, 0), (1, 0)))]
    [0.3333, 0.3333, 0.3333]
    """
    waiting = {(axis, allies): 1.0}
    ends: dict[tuple[Two, Two], float] = {}
    order = sorted(_below(axis, allies), key=lambda forces: -sum(forces[0]) - sum(forces[1]))
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
    return [(one, other) for one in _up_to(axis) for other in _up_to(allies)]


def _up_to(force: Two) -> list[Two]:
    """Every force that some of these air units make."""
    fighters, bombers = force
    return [(f, b) for f in range(fighters + 1) for b in range(bombers + 1)]


def _round(forces: tuple[Two, Two], chance: float, waiting: dict[tuple[Two, Two], float]) -> None:
    """Hand a state's chance on to the next ones; rounds without a loss are repeated until there is one."""
    ours, theirs = forces
    on_us, on_them = losses(ours, sum(theirs)), losses(theirs, sum(ours))
    share = chance / (1 - on_us[0, 0] * on_them[0, 0])
    left = [((theirs[0] - f, theirs[1] - b), one) for (f, b), one in on_them.items()]
    for (f, b), one in on_us.items():
        mine, part = (ours[0] - f, ours[1] - b), share * one
        for other, two in left:
            after = (mine, other)
            waiting[after] = waiting.get(after, 0.0) + part * two
    del waiting[forces]
