"""The games of a run as they come in: a line of JSON each, on the disk before the next one is looked at.

The final files are made from what was played, and the ledger goes when they are there. Until then it is what a run
that was killed leaves behind, and what another one goes on from.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO

from ardennes.arena.match import Force, Match, Played, TurnEnd
from ardennes.engine.errors import ArdennesError
from ardennes.engine.queries import Standing


class Ledger:
    """The file of a run that goes on. `games` is what was in it when it was opened."""

    def __init__(self, path: Path, edition: str, matches: Iterable[Match], *, resume: bool) -> None:
        """Open a new ledger, or an old one to go on from.

        Raises ArdennesError if there is an old one and it is not to be gone on from, or it belongs to other games.
        """
        self.path = path
        self.games: dict[Match, Played] = {}
        self._empty = False
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: BinaryIO = path.open("a+b", buffering=0)
        try:
            head, *games = self._lines()
            if games and not resume:
                raise ArdennesError(
                    f"{path} holds {len(games)} games of an unfinished run: resume it with --resume, or delete the "
                    "file."
                )
            if games:
                self._take(head, games, edition, frozenset(matches))
            else:
                self._file.truncate(0)
                self._write({"edition": edition})
                self._empty = True
        except ArdennesError:
            self._file.close()
            raise

    def add(self, game: Played) -> None:
        """Write a game down. Raises OSError if the disk is full."""
        self._write(asdict(game))
        self._empty = False

    def close(self) -> None:
        """Leave the file for another run to go on from, if there is a game in it."""
        self._file.close()
        if self._empty:
            self.path.unlink()

    def _write(self, plain: dict[str, Any]) -> None:
        """One line in one stroke: Ctrl-C comes before it or after it. On a full disk it is taken back."""
        line = json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        begin = self._file.seek(0, os.SEEK_END)
        try:
            while line:
                line = line[self._file.write(line) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            self._file.truncate(begin)
            raise OSError(error.errno, error.strerror, str(self.path)) from None

    def _lines(self) -> list[dict[str, Any]]:
        """What is there already. A last line that was cut off with the life of its writer is dropped."""
        self._file.seek(0)
        text = self._file.read()
        end = text.rfind(b"\n") + 1
        try:
            lines = [json.loads(line) for line in text[:end].splitlines()] or [{"edition": ""}]
            lines[0]["edition"]
        except (ValueError, KeyError, TypeError):
            raise ArdennesError(f"{self.path} is not a file of results; delete it to start over.") from None
        self._file.truncate(end)
        return lines

    def _take(self, head: dict[str, Any], games: list[dict[str, Any]], edition: str, wanted: frozenset[Match]) -> None:
        """Go on from these games. Raises ArdennesError if they cannot be part of this run."""
        if head["edition"] != edition:
            raise ArdennesError(
                f"{self.path} was played with version {head['edition']} of the rules and players; this is {edition}. "
                "Resume it with that version, or delete the file."
            )
        for plain in games:
            game = game_of(plain)
            if game.match not in wanted:
                raise ArdennesError(
                    f"{self.path} holds games from a different command: repeat the one that started it."
                )
            self.games[game.match] = game


def game_of(plain: dict[str, Any]) -> Played:
    """A game as it was before it was written down."""
    match = dict(plain["match"])
    match["players"] = tuple(match["players"])
    match["options"] = tuple((name, value) for name, value in match["options"])
    return Played(
        **plain
        | {
            "match": Match(**match),
            "turns": tuple(_turn_of(turn) for turn in plain["turns"]),
            "thinking": tuple(tuple(seconds) for seconds in plain["thinking"]),
        }
    )


def _turn_of(plain: dict[str, Any]) -> TurnEnd:
    return TurnEnd(
        **plain
        | {
            "standing": tuple(Standing(**one) for one in plain["standing"]),
            "forces": tuple(Force(**one) for one in plain["forces"]),
        }
    )
