"""`ardennes train`: train the evaluation by which a searching player judges positions."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import ardennes
from ardennes.ai.officer.value import fitted
from ardennes.arena.training import fit, rows_of
from ardennes.engine.errors import ArdennesError


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    train = commands.add_parser("train", help="train the evaluation of positions", description=__doc__)
    train.add_argument("game", metavar="GAME")
    train.add_argument("--games", type=int, default=200, metavar="N", help="games between computer players (200)")
    train.add_argument("--seed", default="train", metavar="S", help="random seed (train)")
    train.add_argument("--out", type=Path, metavar="FILE", help="file for the weights (next to the playbooks)")
    train.set_defaults(run=_train)


def _train(chosen: argparse.Namespace) -> int:
    game = ardennes.game(chosen.game)
    if chosen.games < 10:
        raise ArdennesError(f"--games must be at least 10, not {chosen.games}.")
    found = fit(list(rows_of(game.name, chosen.games, chosen.seed)))
    out = chosen.out or fitted(game.name)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(found.toml(game.name, chosen.seed), encoding="utf-8")
    print(f"{found.games} games, {found.rows} positions.")
    print(f"Log loss {found.loss:.4f} on held-out games; {found.nothing:.4f} for a baseline that ignores the position.")
    print(f"Weights written to {out}.")
    return 0
