"""`ardennes arena`: two machine players against each other in paired games, until it is clear who is better."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isinf
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

import ardennes
from ardennes.ai import player
from ardennes.arena.contest import keep_journal, run
from ardennes.arena.crew import crew
from ardennes.arena.match import Played, paired
from ardennes.arena.parquet import missing, write
from ardennes.arena.sprt import Sprt
from ardennes.arena.summary import Clock, Tournament, summed
from ardennes.engine.errors import ArdennesError, BadOption
from ardennes.engine.game import Game

COLUMNS = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("·"))


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    arena = commands.add_parser("arena", help="two machine players in many paired games", description=__doc__)
    add_match_options(arena)
    arena.add_argument("--players", required=True, metavar="A,B", help="two machine players (recruit,random)")
    arena.add_argument("--pairs", type=int, default=100, metavar="N", help="pairs at most (100): same dice, both sides")
    arena.add_argument("--scenario", metavar="NAME", help="the first one, if none is named")
    arena.add_argument("--elo0", type=float, default=0.0, metavar="E", help="A is no better than this (0) …")
    arena.add_argument("--elo1", type=float, default=100.0, metavar="E", help="… or at least as good as this (100)")
    arena.add_argument("--alpha", type=float, default=0.05, help="the chance of error if A is no better (0.05)")
    arena.add_argument("--beta", type=float, default=0.05, help="the chance of error if A is as good (0.05)")
    arena.add_argument("--all-pairs", action="store_true", help="play on when the answer is clear")
    arena.add_argument("--out", type=Path, metavar="FOLDER", help="for journals and results.parquet (out/arena-GAME)")
    arena.set_defaults(run=_arena)


def add_match_options(command: argparse.ArgumentParser) -> None:
    """The options that every command with many games has."""
    command.add_argument("game", metavar="GAME")
    command.add_argument(
        "--option", "--options", action="append", default=[], metavar="NAME=VALUE", help="a rule option; repeatable"
    )
    command.add_argument("--seed", type=int, default=0, metavar="S", help="of dice and players (0)")
    command.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (all cores)")
    think = command.add_mutually_exclusive_group()
    think.add_argument("--nodes", type=int, metavar="N", help="positions that a player may look at in an answer")
    think.add_argument("--budget", type=float, default=1.0, metavar="SHARE", help="share of a player's budget (1.0)")
    command.add_argument("--cluster", metavar="ADDRESS", help="play on a Dask cluster, by its scheduler's address")


def check_match_options(chosen: argparse.Namespace) -> None:
    """Raises ArdennesError with a sentence for a figure that cannot be."""
    for name in ("jobs", "pairs", "games", "nodes"):
        value = getattr(chosen, name, None)
        if value is not None and value < 1:
            raise ArdennesError(f"--{name} must be at least 1, not {value}.")
    if not 0 < chosen.budget <= 100:
        raise ArdennesError("--budget must be a share above 0, such as 0.1 or 1.")


def chosen_players(text: str) -> tuple[str, str]:
    """Two machine players by name. Raises ArdennesError if there are not two, or one is not known."""
    names = tuple(name.strip() for name in text.split(","))
    if len(names) != 2:
        raise ArdennesError(f"--players names two players with a comma between them, not “{text}”.")
    for name in names:
        player(name)
    return names[0], names[1]


def chosen_options(game: Game, scenario: str, wanted: list[str]) -> tuple[tuple[str, str], ...]:
    """Rule options that go together. Raises BadOption with a sentence."""
    options: dict[str, str | bool] = {}
    for text in wanted:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"“{text}” is not a rule option; write NAME=VALUE.")
        options[name] = value
    game.start(scenario, **options)
    return tuple((name, str(value)) for name, value in options.items())


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    """A bar on the error channel, and what moves it on by one game."""
    with Progress(*COLUMNS, TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


def tell_broken(games: tuple[Played, ...], folder: Path) -> int:
    """Say which games broke off and where their journals are; the exit status."""
    for game in games:
        path = keep_journal(game, folder)
        print(f"Game {game.match.number} broke off; its journal is in {path}:\n{game.error}", file=sys.stderr)
    return 1 if games else 0


def _arena(chosen: argparse.Namespace) -> int:
    check_match_options(chosen)
    game = ardennes.game(chosen.game)
    scenario = game.start(chosen.scenario).scenario
    players = chosen_players(chosen.players)
    options = chosen_options(game, scenario, chosen.option)
    try:
        test = Sprt(chosen.elo0, chosen.elo1, chosen.alpha, chosen.beta)
    except ValueError as error:
        raise ArdennesError(str(error)) from None
    folder = chosen.out or Path("out") / f"arena-{game.name}"
    folder.mkdir(parents=True, exist_ok=True)
    matches = paired(
        game.name, game.sides, scenario, players, chosen.pairs,
        seed=chosen.seed, options=options, nodes=chosen.nodes, share=chosen.budget,
    )  # fmt: skip
    with (
        crew(chosen.jobs, chosen.cluster) as play_all,
        progress(f"{players[0]} – {players[1]}", 2 * chosen.pairs) as done,
    ):
        found = run(
            play_all(matches, done),
            game.sides,
            test=None if chosen.all_pairs else test,
            each=lambda one: keep_journal(one, folder),
        )
    result = summed(found.played, game.sides)
    if chosen.all_pairs:
        test.add_all(result.pairs)
    print(f"{game.title}, scenario {scenario}: {players[0]} against {players[1]}")
    for line in told(result, test):
        print(line)
    _keep(found.played, game, folder)
    if found.stopped:
        print("Stopped before the end; this is what was played.")
    return tell_broken(result.broken, folder) or (130 if found.stopped else 0)


def _keep(played: list[Played], game: Game, folder: Path) -> None:
    """Write the Parquet file, or say why not."""
    print(f"The journals are in {folder}.")
    if sentence := missing():
        print(sentence)
        return
    path = folder / "results.parquet"
    write(played, game.sides, path)
    print(f"The results are in {path}.")


def told(result: Tournament, test: Sprt) -> Iterator[str]:
    """A tournament in lines."""
    first = result.players[0]
    yield f"{'Games':16} {result.games}: {result.won} won, {result.drawn} drawn, {result.lost} lost by {first}"
    if result.score is not None:
        mean, low, high = (f"{100 * x:.1f}" for x in (result.score.mean, result.score.low, result.score.high))
        yield f"{'Score':16} {mean} % (95 %: {low} to {high} %, from {result.score.pairs} pairs)"
        elo, least, most = (_elo(x) for x in result.score.elo)
        yield f"{'Elo difference':16} {elo} (95 %: {least} to {most})"
    for side, (points, games) in result.by_side.items():
        if games:
            yield f"{f'As {side}':16} {points:g} of {games} ({100 * points / games:.1f} %)"
    for (winner, level), games in sorted(result.levels.items(), key=lambda one: -one[1]):
        yield f"{level:16} {games} (won by {winner or 'nobody'})"
    yield f"{'Length':16} {result.turns:.1f} turns on average"
    for name, clock in zip(result.players, result.clocks, strict=True):
        yield f"{'Time':16} {name}: {_time(clock)}"
    yield f"{'Test':16} {_verdict(first, test)}"


def _elo(value: float) -> str:
    if isinf(value):
        return "+∞" if value > 0 else "−∞"
    return f"{round(value):+d}".replace("-", "−") if round(value) else "0"


def _time(clock: Clock) -> str:
    return f"{clock.median:.3f} s a player turn at the median, {clock.worst:.3f} s at worst ({clock.turns} turns)"


def _verdict(first: str, test: Sprt) -> str:
    ratio, lower, upper = (f"{x:.2f}".replace("-", "−") for x in (test.llr, test.lower, test.upper))
    state = f"log-likelihood ratio {ratio}, decided at {lower} or {upper}"
    if test.verdict is None:
        return f"not decided between {test.elo0:g} and {test.elo1:g} Elo points ({state})"
    if test.verdict:
        return f"{first} is better by {test.elo1:g} Elo points rather than by {test.elo0:g} ({state})"
    return f"{first} is not better by {test.elo1:g} Elo points; rather by {test.elo0:g} or less ({state})"
