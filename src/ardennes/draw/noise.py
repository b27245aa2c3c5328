"""Smooth noise that is the same on every machine: gradients on a lattice, shuffled by a seed."""

from __future__ import annotations

import math
import random

_STEPS = [complex(math.cos(math.tau * k / 16), math.sin(math.tau * k / 16)) for k in range(16)]


class Noise:
    """Values between about -1 and 1 that change smoothly from place to place, one cycle a unit."""

    __slots__ = ("_order",)

    def __init__(self, seed: int) -> None:
        order = list(range(256))
        random.Random(seed).shuffle(order)
        self._order = order + order

    def __call__(self, x: float, y: float) -> float:
        """The value at a point."""
        column, row = math.floor(x), math.floor(y)
        fx, fy = x - column, y - row
        order = self._order
        a, b = order[column & 255], order[(column + 1) & 255]
        top, foot = row & 255, (row + 1) & 255
        u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
        v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
        g = _STEPS[order[a + top] & 15]
        n00 = g.real * fx + g.imag * fy
        g = _STEPS[order[b + top] & 15]
        n10 = g.real * (fx - 1) + g.imag * fy
        g = _STEPS[order[a + foot] & 15]
        n01 = g.real * fx + g.imag * (fy - 1)
        g = _STEPS[order[b + foot] & 15]
        n11 = g.real * (fx - 1) + g.imag * (fy - 1)
        upper = n00 + (n10 - n00) * u
        lower = n01 + (n11 - n01) * u
        return 1.5 * (upper + (lower - upper) * v)


class Drift:
    """A field of small displacements: two noises of one seed, the second far away from the first."""

    __slots__ = ("_noise",)

    def __init__(self, seed: int) -> None:
        self._noise = Noise(seed)

    def at(self, point: complex, cycles: float) -> complex:
        """The displacement at a point, of length about 1 at most, at so many cycles a unit."""
        x, y = point.real * cycles, point.imag * cycles
        return complex(self._noise(x, y), self._noise(x + 71.3, y + 37.7))
