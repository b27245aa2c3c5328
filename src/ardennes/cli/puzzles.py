"""`ardennes puzzles`: test a computer player on small positions with a known best play."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ardennes.ai.player import player
from ardennes.ai.puzzles import Puzzle, Verdict, puzzles, run
from ardennes.ai.puzzles.solve import EQUAL
from ardennes.engine.action import Action
from ardennes.engine.errors import ArdennesError


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("puzzles", help="test a computer player on puzzles", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these puzzles")
    parser.add_argument("--player", default="recruit", metavar="NAME", help="the player to test (recruit)")
    parser.add_argument("--game", metavar="GAME", help="only puzzles of this game")
    parser.add_argument("--list", action="store_true", help="print the puzzles without solving them")
    parser.add_argument(
        "--pictures", type=Path, metavar="FOLDER", help="draw them as PNG into this folder (needs Chromium)"
    )
    parser.add_argument("--require", action="store_true", help="exit status 1 if any is unsolved")
    parser.set_defaults(run=_puzzles)


def _puzzles(chosen: argparse.Namespace) -> int:
    found = puzzles(chosen.names, chosen.game)
    if chosen.list:
        for puzzle in found:
            print(_asked(puzzle))
        return 0
    if chosen.pictures is not None:
        return _draw(found, chosen.pictures)
    solver = player(chosen.player)
    widths = [max(len(text) for text in column) for column in zip(*map(_row, found), strict=True)]
    verdicts = []
    for puzzle in found:
        verdicts.append(run(puzzle, solver))
        row = "  ".join(text.ljust(width) for text, width in zip(_row(puzzle), widths, strict=True))
        print(f"{row}  {_told(verdicts[-1])}", flush=True)
    solved = sum(verdict.solved for verdict in verdicts)
    print(f"{solver.title} solves {solved} of {len(found)}.")
    return 1 if chosen.require and solved < len(found) else 0


def _draw(found: Iterable[Puzzle], folder: Path) -> int:
    from ardennes.cli.puzzle_pictures import write_picture

    folder.mkdir(parents=True, exist_ok=True)
    for puzzle in found:
        try:
            print(f"Picture written to {write_picture(puzzle, folder)}.")
        except FileNotFoundError as error:
            raise ArdennesError(str(error)) from None
    return 0


def _asked(puzzle: Puzzle) -> str:
    return f"{puzzle.name} ({puzzle.game}, {puzzle.side} to play)\n    {puzzle.text}\n    {puzzle.asked}\n"


def _row(puzzle: Puzzle) -> tuple[str, str, str]:
    return puzzle.title, puzzle.theme, puzzle.game


def _told(verdict: Verdict) -> str:
    """Solved or not, what is expected of the play and what of the best, and both plays."""
    word = "solved" if verdict.solved else "not solved"
    figures = f"{round(verdict.value, 3):g} of {round(verdict.puzzle.best, 3):g}"
    if verdict.later > EQUAL:
        figures += f", and {round(verdict.later, 3):g} lost later"
    return f"{word} ({figures})\n    played  {_line(verdict.played)}\n    best    {_line(verdict.best)}"


def _line(actions: Iterable[Action]) -> str:
    return "; ".join(map(str, actions))
