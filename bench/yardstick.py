"""The yardstick: random moves of python-chess, and games measured in alternation with it."""

import random
import statistics
import time
from collections.abc import Callable

import chess

BLOCKS = 5  # of chess, then of the game: whatever else the machine does slows both down
CHESS = 0.4  # seconds of chess a block


def play_chess(rng: random.Random, moves: int, clock: Callable[[], float] = time.perf_counter) -> float:
    """The seconds of one random move: list the legal ones, push one."""
    board = chess.Board()
    start = clock()
    for _ in range(moves):
        legal = list(board.legal_moves)
        if not legal or board.is_insufficient_material():
            board.reset()
            legal = list(board.legal_moves)
        board.push(rng.choice(legal))
    return (clock() - start) / moves


def in_alternation(block: Callable[[int], float]) -> tuple[float, float]:
    """The seconds of an operation and of a chess move, by processor time: medians of blocks that take turns.

    `block` measures the operation once more; it is given the number of the block.
    """
    moves = max(1, int(CHESS / play_chess(random.Random(0), 500, time.process_time)))
    ours, theirs = [], []
    for number in range(BLOCKS):
        theirs.append(play_chess(random.Random(number), moves, time.process_time))
        ours.append(block(number))
    return statistics.median(ours), statistics.median(theirs)
