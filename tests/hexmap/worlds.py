"""Random boards with random rules, each told twice: to the kernel and to the textbook."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import cast

from ardennes.hexmap import Costs, Grid, Layer, Move, Six, Step, exits, sides_named
from tests.hexmap.boards import SCHEMES, grid_of
from tests.hexmap.textbook import Mode, Prices


class World:
    """A small random grid with random hexsides and links."""

    def __init__(self, seed: int, largest: int = 8) -> None:
        self.rng = rng = random.Random(seed)
        rows, columns = rng.randint(1, largest), rng.randint(1, largest)
        holes = rng.randrange(rows * columns // 4 + 1)
        self.grid: Grid = grid_of(rng.choice(SCHEMES), rows, columns, holes)
        self.hexes = list(self.grid)
        self.pairs = [(i, j) for i in self.hexes for j in self.grid.neighbours(i) if j >= 0]

    def some(self, share: float) -> set[int]:
        return {i for i in self.hexes if self.rng.random() < share}

    def mask(self, hexes: set[int]) -> int:
        return self.grid.mask(hexes)

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def sides(self, share: float) -> tuple[Six, set[tuple[int, int]]]:
        """Random hexsides: as six masks, and as pairs of hexes in both orders."""
        chosen = {tuple(sorted(pair)) for pair in self.pairs if self.rng.random() < share}
        names = [self.grid.side(i, self.grid.direction(i, j)) for i, j in chosen]
        return sides_named(self.grid, names), {p for i, j in chosen for p in ((i, j), (j, i))}

    def one_way(self, share: float) -> tuple[Six, set[tuple[int, int]]]:
        """Random one-way hexsides: as six masks of hexes entered, and as pairs (from, to)."""
        chosen = {pair for pair in self.pairs if self.rng.random() < share}
        left = [0] * 6
        for i, j in chosen:
            left[self.grid.direction(i, j)] |= 1 << i
        return exits(self.grid, cast(Six, tuple(left))), chosen

    def roads(self) -> tuple[Six, set[tuple[int, int]]]:
        """Random winding roads."""
        chosen = set()
        for _ in range(self.rng.randint(1, 4)):
            at = [self.rng.choice(self.hexes)]
            for _ in range(self.rng.randint(1, 12)):
                at.append(self.rng.choice([j for j in self.grid.neighbours(at[-1]) if j >= 0] or [at[-1]]))
            chosen |= {pair for pair in pairwise(at) if pair[0] != pair[1]}
        names = [self.grid.side(i, self.grid.direction(i, j)) for i, j in chosen]
        return sides_named(self.grid, names), chosen | {(j, i) for i, j in chosen}

    def costs(self, unit: int = 1) -> tuple[Costs, Prices]:
        """Random costs, by up to seven changes in random order."""
        costs = Costs(self.grid)
        prices: Prices = {}
        for terrain in range(self.rng.randint(1, 3)):
            hexes = self.some(0.6) if terrain else set(self.hexes)
            price = self.rng.randint(1, 3) * unit
            costs = costs.enter(self.mask(hexes), price)
            prices |= {(i, j): price for i, j in self.pairs if j in hexes}
        for _ in range(self.rng.randint(0, 4)):
            costs, prices = self._change(costs, prices, unit)
        return costs, prices

    def _change(self, costs: Costs, prices: Prices, unit: int) -> tuple[Costs, Prices]:
        kind = self.rng.choice(("add", "add_across", "close", "close_across", "along", "cheaper", "one_way"))
        rule, extra = f"R{self.rng.randint(1, 3)}", self.rng.randint(1, 2) * unit
        price = self.rng.randint(1, max(1, unit))
        hexes = self.some(0.2)
        if kind == "add":
            new = {p: c + extra if p[1] in hexes else c for p, c in prices.items()}
            return costs.add(self.mask(hexes), extra, rule), new
        if kind == "close":
            return costs.close(self.mask(hexes), rule), {p: c for p, c in prices.items() if p[1] not in hexes}
        six, pairs = self.roads() if kind in ("along", "cheaper") else self.sides(0.25)
        if kind == "one_way":
            six, pairs = self.one_way(0.2)
        if kind == "add_across":
            new = {p: c + extra if p in pairs else c for p, c in prices.items()}
            return costs.add_across(six, extra, rule), new
        if kind == "along":
            return costs.along(six, price, rule), prices | dict.fromkeys(pairs, price)
        if kind == "cheaper":
            new = prices | {p: min(price, prices.get(p, price)) for p in pairs}
            return costs.along_if_cheaper(six, price, rule), new
        return costs.close_across(six, rule), {p: c for p, c in prices.items() if p not in pairs}

    def move(self, unit: int = 1) -> tuple[Move, Mode]:
        """Random rules of a move."""
        costs, prices = self.costs(unit)
        move, mode = Move(costs), Mode(prices)
        for name, share in (("stop", 0.3), ("ban", 0.2), ("leave", 0.1), ("end", 0.2)):
            sets = [self.some(share) for _ in range(self.rng.randint(0, 2))]
            setattr(move, name, [Layer(f"{name}{n}", self.mask(hexes)) for n, hexes in enumerate(sets)])
            setattr(mode, name, set().union(*sets))
        mode.steps = [(self.some(0.3), self.some(0.3)) for _ in range(self.rng.choice((0, 0, 1, 3)))]
        move.steps = [Step(f"step{n}", self.mask(a), self.mask(b)) for n, (a, b) in enumerate(mode.steps)]
        if self.chance(0.3):
            move.first, mode.first = self.costs(unit)
        if self.chance(0.3):
            move.halt, mode.halt = self.costs(unit)
        move.one_hex = mode.one_hex = self.chance(0.3)
        return move, mode

    def starts(self, most: int) -> list[tuple[int, int]]:
        """Random starts: a hex and a cost each."""
        return [(self.rng.choice(self.hexes), self.rng.choice((0, 0, 1, 3))) for _ in range(self.rng.randint(1, most))]
