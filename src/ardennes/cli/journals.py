"""`ardennes check` and `ardennes fuzz`: play a journal again; play many games at random."""

from __future__ import annotations

import argparse
import asyncio
import os
import random
from concurrent.futures import as_completed
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import ardennes
from ardennes.engine.errors import ArdennesError
from ardennes.engine.fuzz import RANDOM, Tally, fuzz, options_for
from ardennes.engine.journal import Journal
from ardennes.engine.record import Record
from ardennes.processes import Processes

BATCH = 10  # games that a process plays before it reports


def add_to(commands: Any) -> None:
    """Add the commands to the parser."""
    check = commands.add_parser(
        "check", help="replay a journal under the current rules and report the first illegal line"
    )
    check.add_argument("journal", type=Path, nargs="?", metavar="JOURNAL")
    check.add_argument(
        "--all", action="store_true", help="check every stored game and list those that no longer replay"
    )
    check.add_argument(
        "--data", type=Path, metavar="FILE", help="the SQLite file for --all (default: the one ardennes serve uses)"
    )
    check.add_argument(
        "--migrate", action="store_true", help="migrate the PostgreSQL database for --all to the current schema first"
    )
    check.add_argument("--jobs", type=_positive, default=os.cpu_count() or 1, metavar="N", help="processes (all cores)")
    check.set_defaults(run=_check)
    many = commands.add_parser("fuzz", help="play many random games; a crash leaves a journal that reproduces it")
    many.add_argument("game", metavar="GAME")
    many.add_argument("--games", type=_positive, default=100, metavar="N")
    many.add_argument("--seed", type=int, default=0, metavar="S")
    many.add_argument("--scenario", action="append", default=[], metavar="NAME", help="only this scenario (repeatable)")
    many.add_argument(
        "--options",
        default=RANDOM,
        metavar="WORD",
        help="rule options: random (the default), none, all, or names separated by commas",
    )
    many.add_argument("--jobs", type=_positive, default=os.cpu_count() or 1, metavar="N", help="processes (all cores)")
    many.add_argument("--out", type=Path, default=Path("out"), metavar="FOLDER", help="folder for crash journals (out)")
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
    if chosen.all:
        return _check_all(chosen)
    if chosen.journal is None:
        raise ArdennesError("Name a journal, or check all stored games with --all.")
    journal = read(chosen.journal)
    game = ardennes.game(journal.game)
    record = Record.replay(game, journal)
    if journal.rules != game.version:
        print(f"Written under rules {journal.rules}; the current rules are {game.version}.")
    state = record.state
    where = f"{state.result.level} ({state.result.rule})" if state.result else f"turn {state.turn}, not over"
    print(f"{len(journal.entries)} lines, all legal: {game.title}, {where}.")
    return 0


def _check_all(chosen: argparse.Namespace) -> int:
    """Play every stored game again. A SQLite file is copied first, so that nothing in it changes."""
    from ardennes.cli.serve import database
    from ardennes.server import checking
    from ardennes.server.starting import prepare

    url, where = database(chosen.data)
    print(f"Games of {where}:", flush=True)
    if url.startswith("sqlite"):
        with checking.copy_of(Path(url.partition(":///")[2])) as copied:
            return _replay_all(copied, chosen.jobs)
    if chosen.migrate:
        prepare(url)
    return _replay_all(url, chosen.jobs)


def _replay_all(url: str, jobs: int) -> int:
    from ardennes.server.checking import Finding, check_all

    found: list[Finding] = []

    def heard(one: Finding, _: int) -> None:
        found.append(one)
        if one.stops:
            print(f"{one.table} ({one.game}, {one.lines} lines) stops at {one.stops}", flush=True)

    asyncio.run(check_all(url, jobs=jobs, heard=heard))
    stopped = sum(1 for one in found if one.stops)
    other = sum(1 for one in found if one.rules)
    lines = sum(one.lines for one in found)
    replay = "replays" if stopped == 1 else "replay"
    print(f"{len(found)} games, {lines} lines; {other} written under earlier rules; {stopped} no longer {replay}.")
    return 1 if stopped else 0


def _fuzz(chosen: argparse.Namespace) -> int:
    game = ardennes.game(chosen.game)
    for name in chosen.scenario:
        if name not in game.scenarios:
            raise ArdennesError(f"{game.title} has no scenario “{name}”; it has {', '.join(game.scenarios)}.")
    for name in chosen.scenario or game.scenarios:
        options_for(game, name, chosen.options, random.Random(0))  # a wrong one is told before any process starts
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
        bar = progress.add_task(f"{chosen.game}, random play", total=chosen.games)
        batches = [pool.submit(_batch, chosen, first) for first in range(0, chosen.games, BATCH)]
        for done in as_completed(batches):
            part = done.result()
            total.games += part.games
            total.decisions += part.decisions
            total.turns += part.turns
            total.endings += part.endings
            total.crashes += part.crashes
            progress.advance(bar, part.games)
    return total


def _batch(chosen: argparse.Namespace, first: int) -> Tally:
    """Some of the games, from a number on."""
    game = ardennes.game(chosen.game)
    games, seed = min(BATCH, chosen.games - first), f"{chosen.seed}/{first}"
    names = chosen.scenario or list(game.scenarios)
    turned = [names[(first + i) % len(names)] for i in range(len(names))]
    return fuzz(game, games=games, seed=seed, scenarios=turned, options=chosen.options)
