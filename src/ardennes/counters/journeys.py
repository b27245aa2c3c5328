"""What a march costs, in words, and its last step: nothing here decides anything."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from functools import cache

from ardennes.counters.deployment import Deployment
from ardennes.engine.touch import show, touch
from ardennes.hexmap import Costs, Grid, Reach

CostNote = tuple[str, str]  # a rule, and a few words


@cache
def points(parts: int, per_point: int) -> str:
    """Parts of a movement point, as a sentence or a pill says them.

    >>> points(10, 5), points(7, 5), points(4, 10), points(35, 10), points(1, 2)
    ('2', '1 2/5', '2/5', '3½', '½')
    """
    full, rest = divmod(Fraction(parts, per_point), 1)
    if rest == Fraction(1, 2):
        return f"{full or ''}½"
    return f"{full}" if not rest else f"{full or ''} {rest}".strip()


def with_noun(parts: int, per_point: int) -> str:
    """Parts of a movement point, with the noun.

    >>> with_noun(1, 2), with_noun(2, 2), with_noun(3, 2), with_noun(0, 2)
    ('½ point', '1 point', '1½ points', '0 points')
    """
    return f"{points(parts, per_point)} point{'s' if parts > per_point or not parts else ''}"


@cache
def left_of(rest: int, whole: int, per_point: int) -> str:
    """The points that are left, of how many.

    >>> left_of(3, 8, 2)
    '1½ of 4 points left'
    """
    return f"{points(rest, per_point)} of {with_noun(whole, per_point)} left"


def summed(items: Iterable[tuple[str, int]], per_point: int) -> str:
    """What a cost is made up of, like items added.

    >>> summed([("rough", 8), ("river", 6), ("bridge", 0), ("rough", 8), ("fraction dropped", -1)], 2)
    'rough 8, river 3, fraction dropped −½'
    """
    sums: dict[str, int] = {}
    for name, parts in items:
        sums[name] = sums.get(name, 0) + parts
    return ", ".join(
        f"{name} {'−' if parts < 0 else ''}{points(abs(parts), per_point)}" for name, parts in sums.items() if parts
    )


def shortage(items: Iterable[tuple[str, int]], left: int | str, per_point: int) -> str:
    """What a march needs, against the points that are left, and what that is made up of.

    >>> shortage([("rough", 8), ("river", 6), ("rough", 8), ("fraction dropped", -1)], 10, 2)
    '10½ needed, 10 left: rough 8, river 3, fraction dropped −½'
    """
    found = list(items)
    needed = points(sum(parts for _, parts in found), per_point)
    return f"{needed} needed, {left} left: {summed(found, per_point)}"


def note_cost(
    state: Deployment,
    unit: int,
    rule: str,
    paid: str,
    notes: Iterable[CostNote],
    visible: Collection[str],
    at: str,
    to: str,
) -> None:
    """Note what a unit's move has cost, with the notes that a player reads; a test hears every rule."""
    found = list(notes)
    for each, _ in found:
        (show if each in visible else touch)(each)
    why = "; ".join(dict.fromkeys(text for each, text in found if each in visible))
    text = f"It pays {paid} movement points" + (f": {why}" if why else "")
    forces = state.game.forces
    side, piece = state.game.sides[forces.side[unit]], forces.names[unit]
    state.note("cost", rule, text, side=side, piece=piece, at=at, to=to)


def last_step(grid: Grid, reach: Reach, costs: Costs, target: int, held: int) -> tuple[int, int] | None:
    """The hex from which a hex is entered most cheaply after a flood, and what it has cost then; None if from none.

    `held` are the hexes that may be entered and not left. Of steps that cost alike it is that from the first hex.
    """
    found = []
    for i in grid.neighbours(target):
        so_far = reach.cost(i) if i >= 0 else None
        price = costs.cost(i, target) if so_far is not None and not held >> i & 1 else None
        if so_far is not None and price is not None:
            found.append((so_far + price, i))
    return (min(found)[1], min(found)[0]) if found else None
