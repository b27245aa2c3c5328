"""`ardennes check` and `ardennes fuzz`: play a journal again; play many games at random."""

from __future__ import annotations

import argparse
import os
from concurrent.futures import as_completed
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import ardennes
from ardennes.engine.errors import ArdennesError
from ardennes.engine.fuzz import Tally, fuzz
from ardennes.engine.journal import Journal
from ardennes.engine.record import Record
from ardennes.processes import Processes

BATCH = 10  # games that a process plays before it reports


def add_to(commands: Any) -> None:
    """Add the commands to the parser."""
    check = commands.add_parser("check", help="play a journal again under today's rules and name the first bad line")
    check.add_argument("journal", type=Path, metavar="JOURNAL")
    check.set_defaults(run=_check)
    many = commands.add_parser("fuzz", help="play many games at random; a crash leaves a journal that reproduces it")
    many.add_argument("game", metavar="GAME")
    many.add_argument("--games", type=_positive, default=100, metavar="N")
    many.add_argument("--seed", type=int, default=0, metavar="S")
    many.add_argument("--scenario", action="append", default=[], metavar="NAME", help="only this one; may be repeated")
    many.add_argument("--jobs", type=_positive, default=os.cpu_count() or 1, metavar="N", help="processes (all cores)")
    many.add_argument(
        "--out", type=Path, default=Path("out"), metavar="FOLDER", help="where journals of crashes go (out)"
    )
    many.set_defaults(run=_fuzz)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def read(path: Path) -> Journal:
    """The journal in a file. Raises JournalError with the line."""
    sides = {name: ardennes.game(name).sides for name in ardennes.games()}
    return Journal.parse(path.read_text(encoding="utf-8"), sides)


def _check(chosen: argparse.Namespace) -> int:
    journal = read(chosen.journal)
    game = ardennes.game(journal.game)
    record = Record.replay(game, journal)
    if journal.rules != game.version:
        print(f"Written under rules {journal.rules}; today's are {game.version}.")
    state = record.state
    where = f"{state.result.level} ({state.result.rule})" if state.result else f"turn {state.turn}, not over"
    print(f"{len(journal.entries)} lines, all legal: {game.title}, {where}.")
    return 0


def _fuzz(chosen: argparse.Namespace) -> int:
    game = ardennes.game(chosen.game)
    for name in chosen.scenario:
        if name not in game.scenarios:
            raise ArdennesError(f"{game.title} has no scenario “{name}”; it has {', '.join(game.scenarios)}.")
    total = _all_games(chosen)
    ends = ", ".join(f"{level}: {n}" for level, n in total.endings.most_common())
    print(f"{total.games} games, {total.decisions} decisions, {total.turns} turns. {ends}")
    for number, crash in enumerate(total.crashes):
        chosen.out.mkdir(parents=True, exist_ok=True)
        path = chosen.out / f"crash-{chosen.game}-{chosen.seed}-{number}.journal"
        path.write_text(crash.journal, encoding="utf-8")
        print(f"Crash in scenario {crash.scenario}, journal in {path}:\n{crash.error}")
    print(f"{len(total.crashes)} crashes.")
    return 1 if total.crashes else 0


def _all_games(chosen: argparse.Namespace) -> Tally:
    """All games on as many processes as wanted, with a progress bar."""
    total = Tally()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress, Processes().pool(chosen.jobs) as pool:
        bar = progress.add_task(f"{chosen.game} at random", total=chosen.games)
        batches = [
            pool.submit(
                _batch, chosen.game, min(BATCH, chosen.games - first), f"{chosen.seed}/{first}", chosen.scenario, first
            )
            for first in range(0, chosen.games, BATCH)
        ]
        for done in as_completed(batches):
            part = done.result()
            total.games += part.games
            total.decisions += part.decisions
            total.turns += part.turns
            total.endings += part.endings
            total.crashes += part.crashes
            progress.advance(bar, part.games)
    return total


def _batch(name: str, games: int, seed: str, scenarios: list[str], first: int) -> Tally:
    game = ardennes.game(name)
    names = scenarios or list(game.scenarios)
    turned = [names[(first + i) % len(names)] for i in range(len(names))]
    return fuzz(game, games=games, seed=seed, scenarios=turned)
