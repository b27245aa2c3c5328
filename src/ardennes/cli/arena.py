"""`ardennes arena`: play two computer players against each other in paired games until the better one is known."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import isinf
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

import ardennes
from ardennes.arena.contest import Run, keep_journal, run
from ardennes.arena.crew import crew
from ardennes.arena.edition import edition
from ardennes.arena.ledger import Ledger
from ardennes.arena.match import Match, Played, paired
from ardennes.arena.parquet import missing, write
from ardennes.arena.seats import seat
from ardennes.arena.sprt import Sprt
from ardennes.arena.summary import Clock, Tournament, summed
from ardennes.engine.errors import ArdennesError, BadOption
from ardennes.engine.game import Game

COLUMNS = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("·"))


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    arena = commands.add_parser(
        "arena", help="play two computer players against each other in many paired games", description=__doc__
    )
    add_match_options(arena)
    arena.add_argument("--players", required=True, metavar="A,B", help="two computer players (recruit,recruit@COMMIT)")
    arena.add_argument(
        "--pairs",
        type=int,
        default=100,
        metavar="N",
        help="play at most this many pairs of games (100): same dice, sides swapped",
    )
    arena.add_argument("--scenario", metavar="NAME", help="default: the first")
    arena.add_argument("--elo0", type=float, default=0.0, metavar="E", help="A is no better than this (0) …")
    arena.add_argument("--elo1", type=float, default=100.0, metavar="E", help="… or at least as good as this (100)")
    arena.add_argument("--alpha", type=float, default=0.05, help="the error rate if A is no better (0.05)")
    arena.add_argument("--beta", type=float, default=0.05, help="the error rate if A is as good (0.05)")
    arena.add_argument("--all-pairs", action="store_true", help="keep playing once the result is clear")
    arena.add_argument(
        "--out", type=Path, metavar="FOLDER", help="folder for journals and results.parquet (out/arena-GAME)"
    )
    arena.set_defaults(run=_arena)


def add_match_options(command: argparse.ArgumentParser) -> None:
    """The options that every command with many games has."""
    command.add_argument("game", metavar="GAME")
    command.add_argument(
        "--option", "--options", action="append", default=[], metavar="NAME=VALUE", help="a rule option (repeatable)"
    )
    command.add_argument("--seed", type=int, default=0, metavar="S", help="random seed (0)")
    command.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (all cores)")
    think = command.add_mutually_exclusive_group()
    think.add_argument("--nodes", type=int, metavar="N", help="positions a player may search per decision")
    think.add_argument(
        "--budget", type=float, default=1.0, metavar="SHARE", help="fraction of the usual thinking budget (1.0)"
    )
    command.add_argument("--cluster", metavar="ADDRESS", help="play on a Dask cluster (the address of its scheduler)")
    command.add_argument("--resume", action="store_true", help="resume an interrupted run of the same command")


def check_match_options(chosen: argparse.Namespace) -> None:
    """Raises ArdennesError with a sentence for a figure that cannot be."""
    for name in ("jobs", "pairs", "games", "nodes"):
        value = getattr(chosen, name, None)
        if value is not None and value < 1:
            raise ArdennesError(f"--{name} must be at least 1, not {value}.")
    if not 0 < chosen.budget <= 100:
        raise ArdennesError("--budget must be a fraction above 0, such as 0.1 or 1.")


def chosen_players(text: str) -> tuple[str, str]:
    """Two machine players by name. Raises ArdennesError if there are not two, or one is not known."""
    names = tuple(name.strip() for name in text.split(","))
    if len(names) != 2:
        raise ArdennesError(f"--players takes two players separated by a comma, not “{text}”.")
    for name in names:
        seat(name)
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
def contested(
    chosen: argparse.Namespace, game: Game, matches: Sequence[Match], part: Path, what: str, test: Sprt | None = None
) -> Iterator[Run]:
    """Play the matches with a bar on the error channel; what was played lies in `part` until the run is complete.

    The caller writes his files while the run is open. Raises ArdennesError with a sentence if it cannot begin.
    """
    ledger = Ledger(part, edition(), matches, resume=chosen.resume)
    if ledger.games:
        print(f"Resuming after {len(ledger.games)} games in {part}.", file=sys.stderr)
    try:
        with (
            _stopped_by_terminate(),
            crew(chosen.jobs, chosen.cluster) as play_all,
            _progress(what, len(matches), len(ledger.games)) as done,
        ):
            found = run(matches, play_all, ledger, game.sides, test=test, done=done)
        yield found
    finally:
        ledger.close()
    if found.complete:
        part.unlink()


@contextmanager
def _stopped_by_terminate() -> Iterator[None]:
    """The signal with which batch systems end a program does what Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _progress(what: str, total: int, begun: int) -> Iterator[Callable[[], None]]:
    """A bar on the error channel, and what moves it on by one game."""
    with Progress(*COLUMNS, TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task(what, total=total, completed=begun)
        yield lambda: bar.advance(task)


def tell_nothing(found: Run) -> int:
    """Say why there is no game to tell of; the exit status."""
    print(f"No games were played. {found.stopped}", file=sys.stderr)
    return found.status


def tell_end(found: Run, folder: Path, part: Path) -> int:
    """Say what stopped the run, which games broke off or were lost, and how to go on; the exit status."""
    if found.stopped:
        print(found.stopped)
    for game in found.played:
        number = f"Game {game.match.number} of scenario {game.match.scenario} (seed {game.match.seed})"
        if game.lost:
            print(f"{number} was left out. {game.error}", file=sys.stderr)
        elif game.error:
            path = keep_journal(game, folder)
            print(f"{number} was cut short; its journal is in {path}:\n{game.error}", file=sys.stderr)
    if not found.complete:
        print(f"The games so far are in {part}; repeat the command with --resume to play the rest.")
    return found.status or int(any(game.error for game in found.played))


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
    part = folder / "results.part"
    matches = list(paired(
        game.name, game.sides, scenario, players, chosen.pairs,
        seed=chosen.seed, options=options, nodes=chosen.nodes, share=chosen.budget,
    ))  # fmt: skip
    what = f"{players[0]} – {players[1]}"
    with contested(chosen, game, matches, part, what, None if chosen.all_pairs else test) as found:
        if not found.played:
            return tell_nothing(found)
        result = summed(found.played, game.sides)
        if chosen.all_pairs:
            test.add_all(result.pairs)
        print(f"{game.title}, scenario {scenario}: {players[0]} against {players[1]}")
        for line in told(result, test):
            print(line)
        _keep(found.played, game, folder)
        return tell_end(found, folder, part)


def _keep(played: Sequence[Played], game: Game, folder: Path) -> None:
    """Write the journals and the Parquet file, or say why not."""
    for one in played:
        if not one.error:
            keep_journal(one, folder)
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
    return f"{clock.median:.3f} s per player turn (median), {clock.worst:.3f} s at worst ({clock.turns} turns)"


def _verdict(first: str, test: Sprt) -> str:
    ratio, lower, upper = (f"{x:.2f}".replace("-", "−") for x in (test.llr, test.lower, test.upper))
    state = f"log-likelihood ratio {ratio}, decided at {lower} or {upper}"
    if test.verdict is None:
        return f"undecided between {test.elo0:g} and {test.elo1:g} Elo points ({state})"
    if test.verdict:
        return f"{first} is stronger: by {test.elo1:g} Elo points rather than {test.elo0:g} ({state})"
    return f"{first} is not stronger by {test.elo1:g} Elo points; rather by {test.elo0:g} or less ({state})"
