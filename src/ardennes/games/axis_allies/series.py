"""Hits in boxes, exactly: dice that fall independently into boxes, by exponential generating functions.

With n dice and a chance p for a box, the series of the hits h in it is Σ (p x)^h / h!; boxes multiply; n! times the
coefficient of x^n is the chance. The boxes of a type have at most two different chances, so few products are needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import comb, factorial

FACES, HIT_ON, RETHROW_ABOVE = 12, 6, 6  # as in the tables; a test holds them together
TRUCKS, SUPPLY = 3, 4

Series = list[float]
Spread = dict[tuple[int, int], float]  # (destroyed, retreating) -> chance
Joint = tuple[tuple[int, int, int], ...]  # (type, destroyed, retreating) of each type


def box_chances(boxes: int, again: bool) -> list[float]:
    """The chance of one die to end in each box: a hit on 6 or less, counted round; or thrown again, on 1 to 12.

    >>> [round(chance * 12) for chance in box_chances(4, False)]
    [2, 2, 1, 1]
    """
    faces, scale = (FACES, HIT_ON / FACES / FACES) if again else (HIT_ON, 1 / FACES)
    return [len(range(box, faces, boxes)) * scale for box in range(boxes)]


def times(one: Series, other: Series) -> Series:
    """The product of two series, cut off where the first ends."""
    size = len(one)
    found = [0.0] * size
    for i, a in enumerate(one):
        if a:
            for j in range(min(size - i, len(other))):
                found[i + j] += a * other[j]
    return found


def tail(p: float, least: int, n: int) -> Series:
    """The series of at least so many hits in a box."""
    return [p**h / factorial(h) if h >= least else 0.0 for h in range(n + 1)]


def powers(series: Series, most: int) -> list[Series]:
    """The series to the powers 0 to `most`."""
    found = [[1.0] + [0.0] * (len(series) - 1)]
    for _ in range(most):
        found.append(times(found[-1], series))
    return found


def spread_series(kind: int, chances: list[float], n: int, tokens: int) -> dict[tuple[int, int], Series]:
    """For one type, the series of every (destroyed, retreating): two hits in a box destroy a combat unit.

    Each hit in any box of the trucks destroys one of them, and each in that of the supply a token.
    """
    if kind >= TRUCKS:
        p, most = sum(chances), tokens if kind == SUPPLY else len(chances)
        found = {
            (h, 0): [p**h / factorial(h) if g == h else 0.0 for g in range(n + 1)] for h in range(min(most, n + 1))
        }
        if most <= n:
            found[most, 0] = tail(p, most, n)
        return found
    one_class: dict[tuple[int, int], Series] = {(0, 0): [1.0] + [0.0] * n}
    for p in sorted(set(chances)):
        one_class = _with_class(one_class, _class(p, chances.count(p), n))
    return one_class


def _class(p: float, boxes: int, n: int) -> dict[tuple[int, int], Series]:
    """Boxes of one type of combat unit and one chance."""
    deadly = powers(tail(p, 2, n), boxes)
    found = {}
    for gone in range(boxes + 1):
        for back in range(boxes - gone + 1):
            ways = comb(boxes, gone) * comb(boxes - gone, back) * p**back
            series = [0.0] * back + [ways * c for c in deadly[gone]]
            found[gone, back] = series[: n + 1]
    return found


def _with_class(
    some: dict[tuple[int, int], Series], more: dict[tuple[int, int], Series]
) -> dict[tuple[int, int], Series]:
    if len(some) == 1:
        return more
    found: dict[tuple[int, int], Series] = {}
    for (a, b), one in some.items():
        for (c, d), other in more.items():
            key = (a + c, b + d)
            series = times(one, other)
            known = found.get(key)
            found[key] = series if known is None else [x + y for x, y in zip(known, series, strict=True)]
    return found


def close(series: Series, rest: float, n: int) -> float:
    """The chance of a series when every other die goes elsewhere, with the chance `rest`."""
    total = sum(c * rest ** (n - h) / factorial(n - h) for h, c in enumerate(series) if c)
    return float(total * factorial(n))


def spread_of_type(kind: int, chances: list[float], n: int, tokens: int) -> Spread:
    """The chance of every (destroyed, retreating) of one type, whatever befalls the others.

    >>> {key: round(chance, 4) for key, chance in spread_of_type(0, [0.5], 2, 0).items()}
    {(0, 0): 0.25, (0, 1): 0.5, (1, 0): 0.25}
    """
    rest = 1 - sum(chances)
    return {key: close(series, rest, n) for key, series in spread_series(kind, chances, n, tokens).items()}


def hit_boxes(chances: list[float], n: int, pools: Sequence[tuple[float, int]] = ()) -> float:
    """The chance that every one of these boxes is hit, and each pool (the chance of a die, how many) so often."""
    deadly: Series = [1.0] + [0.0] * n
    for p in sorted(set(chances)):
        deadly = times(deadly, powers(tail(p, 1, n), chances.count(p))[-1])
    rest = 1 - sum(chances)
    for p, most in pools:
        deadly = times(deadly, tail(p, most, n))
        rest -= p
    return close(deadly, rest, n)


def joint(groups: list[tuple[int, list[float]]], n: int, tokens: int, most: int) -> dict[Joint, float]:
    """Every result over all types with its chance; nothing if that takes more than `most` steps."""
    size = 1
    for kind, chances in groups:
        boxes = len(chances)
        size *= tokens + 1 if kind == SUPPLY else boxes + 1 if kind == TRUCKS else (boxes + 1) * (boxes + 2) // 2
    if size * len(groups) * (n + 1) ** 2 // 2 > most:
        return {}
    rest = 1 - sum(sum(chances) for _, chances in groups)
    spreads = [(kind, spread_series(kind, chances, n, tokens)) for kind, chances in groups]
    found: dict[Joint, float] = {}
    for choice in product(*[spread.items() for _, spread in spreads]):
        series: Series = [1.0] + [0.0] * n
        for _, one in choice:
            series = times(series, one)
        chance = close(series, rest, n)
        if chance > 0:
            found[tuple((kind, *key) for (kind, _), (key, _) in zip(spreads, choice, strict=True))] = chance
    return found
