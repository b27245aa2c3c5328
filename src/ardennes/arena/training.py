"""Fit of the value that a search judges positions by: games between machines of varied tastes, and a logistic curve."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, log

import ardennes
from ardennes.ai.fast import Fast, Outlook
from ardennes.ai.officer.value import NAMES, figures
from ardennes.ai.taste import taste_of

SPREAD = 0.4  # by how much tastes vary, as a power of two
HELD_OUT = 5  # one game in so many is not fitted, but judges the fit
ROUNDS = 60  # of Newton's method, at most
SHRINK = 1.0  # how strongly weights are drawn to nought, in positions

Row = tuple[tuple[float, ...], float]
"""What a position looked like at the end of a turn, and what the first side had of the game in the end."""


@dataclass(frozen=True, slots=True)
class Fit:
    """Weights, and how well they foretell games that they were not fitted to; log losses, less is better."""

    weights: tuple[float, ...]
    games: int
    rows: int
    loss: float
    nothing: float  # of one who knows only how often the first side wins

    def toml(self, game: str, seed: str) -> str:
        """The fit as the data file of a game."""
        side = ardennes.game(game).sides[0]
        lines = [
            f"# How likely {side} is to win: `ardennes train {game} --games {self.games} --seed {seed}`",
            "[source]",
            f"games = {self.games}",
            f'seed = "{seed}"',
            f"positions = {self.rows}",
            f"held_out_log_loss = {self.loss:.4f}",
            f"log_loss_of_nothing = {self.nothing:.4f}",
            "",
            "[weights]",
            *(f"{name} = {weight:.4f}" for name, weight in zip(NAMES, self.weights, strict=True)),
        ]
        return "\n".join(lines) + "\n"


def played(game: str, seed: str) -> list[Row]:
    """One game of the policy that plays on in a search, between varied tastes; a row for each turn that ended in it."""
    rng, found = random.Random(f"{game}|{seed}"), list[tuple[float, ...]]()
    state = ardennes.game(game).start()
    tastes = {side: taste_of(game, side).varied(rng, SPREAD) for side in state.game.sides}
    turn, fast = state.turn, Fast(Outlook(state.copy(), tastes), rng)
    while not state.over:
        if state.chance is not None:
            state.roll(state.chance.keyed(seed))
        else:
            fast.play(state)
        if state.turn != turn and not state.over:
            turn = state.turn
            found.append(figures(state))
            fast = Fast(Outlook(state.copy(), tastes), rng)
    assert state.result is not None
    winner = state.result.winner
    result = 0.5 if winner is None else float(winner == state.game.sides[0])
    return [(row, result) for row in found]


def rows_of(game: str, games: int, seed: str) -> Iterator[list[Row]]:
    """The games one after the other."""
    for number in range(games):
        yield played(game, f"{seed}/{number}")


def fit(games: Sequence[list[Row]]) -> Fit:
    """A logistic curve through the games, but for those held out, which judge it."""
    train = [row for number, rows in enumerate(games) if number % HELD_OUT for row in rows]
    held = [row for number, rows in enumerate(games) if not number % HELD_OUT for row in rows]
    weights = _newton(train)
    share = sum(result for _, result in train) / max(len(train), 1)
    nothing = (log(max(share, 1e-6) / max(1 - share, 1e-6)), *[0.0] * (len(NAMES) - 1))
    return Fit(weights, len(games), len(train) + len(held), loss(weights, held), loss(nothing, held))


def loss(weights: Sequence[float], rows: Sequence[Row]) -> float:
    """The mean log loss of some weights over some positions."""
    total = 0.0
    for row, result in rows:
        chance = min(max(_chance(weights, row), 1e-9), 1 - 1e-9)
        total -= result * log(chance) + (1 - result) * log(1 - chance)
    return total / max(len(rows), 1)


def _chance(weights: Sequence[float], row: Sequence[float]) -> float:
    total = sum(weight * figure for weight, figure in zip(weights, row, strict=True))
    return 1.0 / (1.0 + exp(-min(max(total, -30.0), 30.0)))


def _newton(rows: Sequence[Row]) -> tuple[float, ...]:
    """The likeliest weights under a weak belief that they are small."""
    size = len(NAMES)
    weights = [0.0] * size
    for _ in range(ROUNDS):
        slope = [-SHRINK * weight for weight in weights]
        bend = [[SHRINK * (i == j) for j in range(size)] for i in range(size)]
        for row, result in rows:
            chance = _chance(weights, row)
            for i, figure in enumerate(row):
                slope[i] += (result - chance) * figure
                spread = chance * (1 - chance) * figure
                for j, other in enumerate(row):
                    bend[i][j] += spread * other
        step = _solved(bend, slope)
        weights = [weight + part for weight, part in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-6:
            break
    return tuple(weights)


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of linear equations, by elimination."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(size):
        best = max(range(i, size), key=lambda j: abs(rows[j][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for j in range(i + 1, size):
            share = rows[j][i] / rows[i][i]
            rows[j] = [a - share * b for a, b in zip(rows[j], rows[i], strict=True)]
    found = [0.0] * size
    for i in reversed(range(size)):
        rest = sum(rows[i][j] * found[j] for j in range(i + 1, size))
        found[i] = (rows[i][size] - rest) / rows[i][i]
    return found
