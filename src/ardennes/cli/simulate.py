"""`ardennes simulate`: let the computer play a game many times, and report the results on one HTML page."""

from __future__ import annotations

import argparse
import shlex
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import Any

import ardennes
from ardennes.arena.atomic import atomic_write
from ardennes.arena.contest import Run
from ardennes.arena.figures import Figures
from ardennes.arena.match import Match, Played, repeated
from ardennes.arena.parquet import missing, write
from ardennes.cli.arena import (
    add_match_options,
    check_match_options,
    chosen_options,
    chosen_players,
    contested,
    tell_end,
    tell_nothing,
)
from ardennes.engine.errors import ArdennesError
from ardennes.engine.game import Game


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    simulate = commands.add_parser("simulate", help="play a game many times and write a report", description=__doc__)
    add_match_options(simulate)
    simulate.add_argument("--games", type=int, default=100, metavar="N", help="games per scenario (100)")
    simulate.add_argument(
        "--players", default="recruit,recruit", metavar="A,B", help="a computer player for each side (recruit,recruit)"
    )
    which = simulate.add_mutually_exclusive_group()
    which.add_argument("--scenario", metavar="NAME", help="default: the first")
    which.add_argument("--all-scenarios", action="store_true", help="every scenario of the game")
    simulate.add_argument("--out", type=Path, metavar="FILE", help="file for the report (GAME.html)")
    simulate.add_argument(
        "--parquet", type=Path, metavar="FILE", help="write every game as a row of this Parquet file too"
    )
    simulate.set_defaults(run=_simulate)


def _simulate(chosen: argparse.Namespace) -> int:
    from ardennes.arena.report import Simulation, page  # draws maps: no other command need wait for it

    check_match_options(chosen)
    game = ardennes.game(chosen.game)
    if chosen.parquet and (sentence := missing()):
        raise ArdennesError(sentence)
    out = chosen.out or Path(f"{game.name}.html")
    if not out.absolute().parent.is_dir():
        raise ArdennesError(f"There is no folder “{out.parent}” for the report.")
    part = out.with_name(f"{out.name}.part")
    with contested(chosen, game, _matches(chosen, game), part, game.title) as found:
        if not found.played:
            return tell_nothing(found)
        _tell(found, game)
        with atomic_write(out) as new:
            new.write_text(page(Simulation(game, found.played, _command(chosen))), encoding="utf-8")
        print(f"Report written to {out}.")
        if chosen.parquet:
            write(found.played, game.sides, chosen.parquet)
            print(f"Every game is a row in {chosen.parquet}.")
        return tell_end(found, out.absolute().parent, part)


def _matches(chosen: argparse.Namespace, game: Game) -> list[Match]:
    """All games to be played, scenario after scenario. Raises ArdennesError with a sentence."""
    players = chosen_players(chosen.players)
    names = list(game.scenarios) if chosen.all_scenarios else [game.start(chosen.scenario).scenario]
    return list(
        chain.from_iterable(
            repeated(
                game.name, name, players, chosen.games, seed=chosen.seed,
                options=chosen_options(game, name, chosen.option), nodes=chosen.nodes, share=chosen.budget,
            )
            for name in names
        )
    )  # fmt: skip


def _command(chosen: argparse.Namespace) -> str:
    """The command line that plays the same games; where and with how many processes makes no difference."""
    words = ["ardennes", "simulate", chosen.game, "--games", str(chosen.games), "--players", chosen.players]
    if chosen.scenario:
        words += ["--scenario", chosen.scenario]
    if chosen.all_scenarios:
        words.append("--all-scenarios")
    words += list(chain.from_iterable(("--option", text) for text in chosen.option))
    words += ["--seed", str(chosen.seed)]
    words += ["--nodes", str(chosen.nodes)] if chosen.nodes else ["--budget", f"{chosen.budget:g}"]
    return shlex.join(words)


def _tell(found: Run, game: Game) -> None:
    """Who won how often, a line a scenario."""
    by_scenario: dict[str, list[Played]] = {}
    for one in found.played:
        by_scenario.setdefault(one.match.scenario, []).append(one)
    for name, played in by_scenario.items():
        figures = Figures(played, game.sides)
        won = Counter(one.winner or "nobody" for one in figures.games)
        shares = ", ".join(f"{side} {won[side]}" for side in (*game.sides, "nobody"))
        print(f"{game.title}, scenario {name}: {len(figures.games)} games, won by {shares}; {figures.length:.1f} turns")
