"""How likely it is that dice empty a hex, or hurt the units in it: exact, and remembered."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ardennes.games.axis_allies.forces import Three
from ardennes.games.axis_allies.series import RETHROW_ABOVE, box_chances, hit_boxes, spread_of_type
from ardennes.games.axis_allies.strips import SUPPLY, Strip

MOST_DICE = 40  # more dice than this change nothing that matters


class Harm(NamedTuple):
    """What an attack is to be expected to do: numbers by type, trucks, tokens, and whether nobody is left to fight."""

    destroyed: tuple[float, float, float]
    retreating: tuple[float, float, float]
    trucks: float
    tokens: float
    emptied: float


@lru_cache(maxsize=20_000)
def emptied(dice: int, combat: int, others: int = 0) -> float:
    """The chance that every combat unit of a hex is hit; `others` are the boxes of trucks and supply."""
    if not combat:
        return 1.0
    if dice < combat:
        return 0.0
    boxes = combat + others
    return hit_boxes(box_chances(boxes, boxes > RETHROW_ABOVE)[:combat], min(dice, MOST_DICE))


@lru_cache(maxsize=20_000)
def hurt(dice: int, boxes: int) -> tuple[float, float]:
    """The chances of one combat unit among so many boxes to be destroyed, and to be driven back."""
    if not dice:
        return 0.0, 0.0
    p, n = 0.5 / boxes, min(dice, MOST_DICE)
    none, once = (1 - p) ** n, n * p * (1 - p) ** (n - 1)
    return 1 - none - once, once


@lru_cache(maxsize=20_000)
def harm(strip: Strip, dice: int, room: Three) -> Harm:
    """The expectation of an attack; units that find no room to retreat count as destroyed."""
    if not strip.boxes:
        return Harm((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0, 0.0, 1.0)
    chances = box_chances(strip.boxes, strip.boxes > RETHROW_ABOVE)
    destroyed, retreating = [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]
    trucks = tokens = 0.0
    at = 0
    for kind in range(5):
        width = min(strip.tokens, 1) if kind == SUPPLY else strip[kind]
        if not width:
            continue
        spread = spread_of_type(kind, chances[at : at + width], dice, strip.tokens)
        at += width
        gone = sum(chance * lost for (lost, _), chance in spread.items())
        if kind < 3:
            trapped = sum(chance * max(0, back - room[kind]) for (_, back), chance in spread.items())
            back = sum(chance * back for (_, back), chance in spread.items())
            destroyed[kind], retreating[kind] = gone + trapped, back - trapped
        elif kind == SUPPLY:
            tokens = gone
        else:
            trucks = gone
    units = sum(strip.units)
    clear = emptied(dice, units, strip.boxes - units)
    return Harm(
        (destroyed[0], destroyed[1], destroyed[2]),
        (retreating[0], retreating[1], retreating[2]),
        trucks,
        tokens,
        clear,
    )
