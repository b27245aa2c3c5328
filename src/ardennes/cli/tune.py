"""`ardennes tune`: search for the preferences with which Recruit plays one side of a game best."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

import ardennes
from ardennes.arena.crew import crew
from ardennes.arena.score import score_of
from ardennes.arena.tuning import Setup, compared, names_of, tuned
from ardennes.engine.errors import ArdennesError


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    tune = commands.add_parser("tune", help="search for better preferences of a computer player", description=__doc__)
    tune.add_argument("game", metavar="GAME")
    tune.add_argument("--side", required=True, metavar="SIDE", help="whose preferences")
    tune.add_argument("--scenario", metavar="NAME", help="default: the first")
    tune.add_argument("--names", default="", metavar="A,B", help="only these settings (all)")
    tune.add_argument("--games", type=int, default=400, metavar="N", help="games in all (400)")
    tune.add_argument("--batch", type=int, default=4, metavar="N", help="pairs of games per step (4)")
    tune.add_argument(
        "--check", type=int, default=60, metavar="N", help="pairs of games on new dice at the end; 0 for none (60)"
    )
    tune.add_argument("--seed", default="tune", metavar="S", help="random seed (tune)")
    tune.add_argument("--budget", type=float, default=1.0, metavar="SHARE", help="fraction of the usual budget (1.0)")
    tune.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (all cores)")
    tune.add_argument("--cluster", metavar="ADDRESS", help="play on a Dask cluster (the address of its scheduler)")
    tune.add_argument("--resume", action="store_true", help="go on with the log of an interrupted run")
    tune.add_argument("--log", type=Path, metavar="FILE", help="what was tried (out/tune-GAME-SIDE.jsonl)")
    tune.set_defaults(run=_tune)


def _tune(chosen: argparse.Namespace) -> int:
    setup = _setup(chosen)
    log = chosen.log or Path("out") / f"tune-{setup.game}-{setup.side}.jsonl"
    middle = dict.fromkeys(setup.names, 0.0)
    with crew(chosen.jobs, chosen.cluster) as play_all:
        for step in tuned(setup, play_all, log, resume=chosen.resume):
            middle = step.middle
            print(f"step {step.number} of {setup.steps}: {step.plus:.3f} against {step.minus:.3f}", flush=True)
        player = setup.player(middle)
        print(f"Found: {player}")
        print(f"The log is in {log}.")
        if chosen.check:
            gained = score_of(compared(setup, play_all, player, chosen.check))
            mean, low, high = (100 * (2 * one - 1) for one in (gained.mean, gained.low, gained.high))
            print(
                f"On new dice as {setup.side} against Recruit it won {mean:+.1f} % of the games more than Recruit did "
                f"there (95 %: {low:+.1f} to {high:+.1f} %, from {gained.pairs} pairs)."
            )
    return 0


def _setup(chosen: argparse.Namespace) -> Setup:
    """What is asked for. Raises ArdennesError with a sentence."""
    game = ardennes.game(chosen.game)
    if chosen.side not in game.sides:
        raise ArdennesError(f"There is no side “{chosen.side}” in {game.title}; choose {' or '.join(game.sides)}.")
    for name in ("jobs", "games", "batch"):
        if getattr(chosen, name) < 1:
            raise ArdennesError(f"--{name} must be at least 1, not {getattr(chosen, name)}.")
    if chosen.check < 0:
        raise ArdennesError(f"--check must not be less than 0, not {chosen.check}.")
    if not 0 < chosen.budget <= 100:
        raise ArdennesError("--budget must be a fraction above 0, such as 0.1 or 1.")
    steps = chosen.games // (2 * chosen.batch)
    if steps < 1:
        raise ArdennesError(f"--games {chosen.games} is less than one step of {2 * chosen.batch} games.")
    names = names_of([word.strip() for word in chosen.names.split(",") if word.strip()])
    scenario = game.start(chosen.scenario).scenario
    return Setup(game.name, scenario, game.sides, chosen.side, names, steps, chosen.batch, chosen.seed, chosen.budget)
