"""One measured speed, and how to take it."""

import time
from collections.abc import Callable
from dataclasses import dataclass

REFERENCE_RATE = 35_000.0
"""Random python-chess moves a second on the machine that the targets are stated for."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How long one operation takes, and how long it may take on the reference machine."""

    name: str
    seconds: float
    target: float | None = None
    note: str = ""
    beside: float | None = None  # the seconds of a random chess move, where it was measured in alternation with one

    @classmethod
    def of_rate(
        cls, name: str, rate: float, target: float | None = None, note: str = "", beside: float | None = None
    ) -> "Measure":
        """The measure of `rate` operations a second; `target` is the least rate on the reference machine."""
        return cls(name, 1 / rate, None if target is None else 1 / target, note, beside)

    def ratio(self, chess_move: float) -> float:
        """The time of one operation as a multiple of the time of one random chess move, in seconds."""
        return self.seconds / (self.beside or chess_move)

    def allowed(self, chess_move: float) -> float | None:
        """The target in seconds on this machine, which needs `chess_move` seconds for a random chess move."""
        return None if self.target is None else self.target * (self.beside or chess_move) * REFERENCE_RATE

    def met(self, chess_move: float) -> bool:
        """Whether the operation is as fast as its target demands; true where it has none."""
        allowed = self.allowed(chess_move)
        return allowed is None or self.seconds <= allowed


def seconds_of(operation: Callable[[], object], *, repeat: int = 5, lasting: float = 0.1) -> float:
    """The seconds that one call takes: the best of `repeat` runs of about `lasting` seconds each."""
    calls = 1
    while (spent := _run(operation, calls)) < lasting / 2:
        calls = max(2 * calls, int(calls * lasting / max(spent, 1e-9) / 2))
    return min(_run(operation, calls) for _ in range(repeat)) / calls


def _run(operation: Callable[[], object], calls: int) -> float:
    start = time.perf_counter()
    for _ in range(calls):
        operation()
    return time.perf_counter() - start
