"""Steps a second of every environment beside PettingZoo's chess: look, choose one of the legal actions, step.

Both sides are measured by processor time, in alternation, each through `env()` and `last()`. “Of chess” means here: of
PettingZoo's chess; the aim is ten times its rate. Its window is never opened, so that a blank stands for pygame where
that is not installed.
"""

import importlib
import importlib.util
import statistics
import sys
import time
import types
import warnings
from typing import Any

import numpy as np

import ardennes
from bench.measure import REFERENCE_RATE, Measure

BLOCKS = 5
SECONDS = 0.8  # a block
TIMES = 10.0  # as fast as PettingZoo's chess


def run() -> list[Measure]:
    """A step of every game, beside one of chess."""
    chess = chess_env()
    found = [Measure("PettingZoo's chess, a step", step_of(chess, 1), note="the yardstick of those below")]
    for name in ardennes.games():
        ours = importlib.import_module(f"ardennes.env.{name.replace('-', '_')}_v1").env()
        blocks = [(step_of(chess, n), step_of(ours, n)) for n in range(BLOCKS)]
        beside, seconds = (statistics.median(column) for column in zip(*blocks, strict=True))
        note = f"{beside / seconds:.1f} times PettingZoo's chess ({1 / beside:,.0f}/s)"
        target = 1 / (TIMES * REFERENCE_RATE)
        found.append(Measure(f"{name}, a step of its environment", seconds, target, note, beside))
    return found


def chess_env() -> Any:
    """PettingZoo's chess, as its page makes it."""
    if importlib.util.find_spec("pygame") is None:
        sys.modules["pygame"] = types.ModuleType("pygame")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import chess_v6

        return chess_v6.env()


def step_of(env: Any, seed: int) -> float:
    """The seconds of a step with random legal actions, resets included."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    steps, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < SECONDS:
        for _ in range(20):
            observation, _, over, late, _ = env.last()
            if over or late:
                env.reset()
                continue
            legal = observation["action_mask"].view(bool).nonzero()[0]
            env.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1
    return spent / steps
