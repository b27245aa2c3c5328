"""The terrain of every hex, by how much of it each kind of cover takes."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

import numpy as np

from .cover import Cover, Floats, Sample
from .frame import XY, Frame

RINGS = ((0.0, 1), (0.17, 6), (0.32, 12), (0.45, 18))  # sample points of a hex: radius in hexes and number


class Shares:
    """The cover of every hex of a board, sampled at 37 points each."""

    def __init__(self, frame: Frame, cover: Cover) -> None:
        self.order = {i: k for k, i in enumerate(frame.grid)}
        pattern = _pattern(frame)
        points = [frame.lonlat(_origin(frame, (x + dx, y + dy))) for x, y in _centres(frame) for dx, dy in pattern]
        lon, lat = np.array(points).T
        self.sample: Sample = cover.at(lon, lat)
        self._each = len(pattern)

    def of(self, words: str) -> Floats:
        """For every hex, in the grid's order, the share that the kinds named cover together."""
        share: Floats = self.sample.share(words).reshape(-1, self._each).mean(axis=1)
        return share


def classify(frame: Frame, shares: Shares, rules: dict[str, Any]) -> tuple[dict[int, list[str]], list[str]]:
    """For every hex its terrain and what the ground looks like; and the hexes that derived woods decided.

    The rules are tried in turn; the first whose kinds cover enough of the hex names the terrain and the look.
    """
    table = [(rule, shares.of(rule["covers"])) for rule in rules["rule"]]
    drawn = [shares.of(rule["covers"].replace("woods", "light")) for rule in rules["rule"]]
    found: dict[int, list[str]] = {}
    derived = []
    for i, k in shares.order.items():
        found[i] = [rules["base"]]
        for (rule, share), sure in zip(table, drawn, strict=True):
            if share[k] >= rule["share"]:
                found[i] = [rule["terrain"], *rule.get("look", "").split()]
                if sure[k] < rule["share"]:
                    derived.append(frame.grid.name(i))
                break
    return found, derived


def _centres(frame: Frame) -> list[XY]:
    return [frame.grid.centre(i) for i in frame.grid]


def _pattern(frame: Frame) -> list[XY]:
    turn = pi / 6 if frame.grid.spec.orientation == "pointy" else 0.0
    return [
        (radius * cos(turn + 2 * pi * k / number), radius * sin(turn + 2 * pi * k / number))
        for radius, number in RINGS
        for k in range(number)
    ]


def _origin(frame: Frame, point: XY) -> XY:
    """The true plane point that is drawn to this one, near enough."""
    x, y = point
    for _ in range(2):
        u, v = frame.drawn((x, y))
        x, y = x + point[0] - u, y + point[1] - v
    return x, y
