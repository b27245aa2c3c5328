"""Puzzle files: a position file of the engine, and below it a table `[puzzle]`.

```toml
game = "…"                          # the position, as the engine reads it
title = "…"
text = "…"                          # the situation in a sentence
side = "german"                     # who is to play
…

[puzzle]
theme = "encircle and eliminate"
asked = "…"                         # what is asked of the player
until = { turn = 5, steps = ["…"] } # the play ends where one of these steps begins; without it, with the game
measure = [{ standing = "…", times = 1 }, { held = "1013", by = "german", times = -10 }, { winner = "german" }]
best = 2.5                          # the most of the measure that can be expected
accepted = [{ stands = { 560VG = "0904" }, plays = ["choose secondary"], shuns = ["target 0417"] }]
solution = "…"                      # the way there, and why nothing else is as good
```
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn

import ardennes
from ardennes.ai.puzzles.puzzle import Accepted, Puzzle, Term, Until
from ardennes.engine.action import Action
from ardennes.engine.errors import ArdennesError, PositionError
from ardennes.engine.position import Position

FOLDER = Path(str(files("ardennes.ai.puzzles"))) / "data"
HEADS = ("title", "text", "side")
WORDS = ("theme", "asked", "solution")
KEYS = (*WORDS, "until", "measure", "best", "accepted")
TERMS = ("standing", "held", "winner")


class PuzzleError(ArdennesError):
    """A fault in a puzzle file, with its name and line."""

    def __init__(self, name: str, line: int, message: str) -> None:
        super().__init__(f"{name}, line {line}: {message}")
        self.line = line


def puzzles(names: Iterable[str] = (), game: str | None = None, folder: Path = FOLDER) -> tuple[Puzzle, ...]:
    """The puzzles of a folder by name, all of them or some, of one game if asked.

    Raises PuzzleError for a bad file and ArdennesError for a name or game that has none.
    """
    found = {path.stem: path for path in sorted(folder.glob("*.toml"))}
    for name in names:
        if name not in found:
            raise ArdennesError(f"There is no puzzle “{name}”; choose from {', '.join(found)}.")
    chosen = [read(found[name]) for name in (tuple(names) or found)]
    wanted = tuple(puzzle for puzzle in chosen if game in (None, puzzle.game))
    if not wanted:
        known = ", ".join(sorted({puzzle.game for puzzle in chosen}))
        raise ArdennesError(f"There are no puzzles for “{game}”; there are some for {known}.")
    return wanted


def read(path: Path) -> Puzzle:
    """The puzzle of a file. Raises PuzzleError with the line at fault."""
    return _Reader(path.name, path.read_text("utf-8")).puzzle(path.stem)


class _Reader:
    """One file, and where its lines are."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        try:
            self.data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"line (\d+)", str(error))
            raise PuzzleError(file, int(line[1]) if line else 1, f"this is not valid TOML: {error}") from None

    def fault(self, key: str, message: str) -> NoReturn:
        """Raise PuzzleError at the first line that begins with a key; at the first of all if none does."""
        lines = enumerate(self.text.splitlines(), 1)
        pattern = re.compile(rf'\s*\[*"?{re.escape(key)}\b')
        raise PuzzleError(self.file, next((n for n, line in lines if pattern.match(line)), 1), message)

    def puzzle(self, name: str) -> Puzzle:
        """The whole of it, checked."""
        table = self._table()
        position = self._position()
        rules = ardennes.game(position.game)
        side = self.data["side"]
        if side not in rules.sides:
            self.fault("side", f"“{side}” is not a side in {rules.title}; its sides are {', '.join(rules.sides)}")
        found = Puzzle(
            name=name,
            title=self.data["title"],
            text=self.data["text"],
            theme=table["theme"],
            game=position.game,
            side=side,
            asked=table["asked"],
            until=self._until(table),
            terms=tuple(self._term(term) for term in self._list(table, "measure")),
            best=self._number("best", table["best"]),
            accepted=tuple(self._accepted(one) for one in self._list(table, "accepted")),
            solution=" ".join(table["solution"].split()),
            position=position.text,
        )
        self._check(found)
        return found

    def _table(self) -> dict[str, Any]:
        table = self.data.get("puzzle")
        if not isinstance(table, dict):
            self.fault("puzzle", "the file has no [puzzle] table")
        for key in table:
            if key not in KEYS:
                self.fault(key, f"[puzzle] has no key “{key}”; it takes {', '.join(KEYS)}")
        for key in KEYS:
            if key not in table and key != "until":
                self.fault("puzzle", f"[puzzle] must give “{key}”")
        for key, value in [(key, self.data.get(key)) for key in HEADS] + [(key, table[key]) for key in WORDS]:
            if not isinstance(value, str) or not value.strip():
                self.fault(key, f"“{key}” must be text")
        return table

    def _position(self) -> Position:
        """The part above [puzzle], which the engine reads by itself; its lines keep their numbers."""
        above = re.split(r"^\s*\[+puzzle\b", self.text, maxsplit=1, flags=re.MULTILINE)[0]
        try:
            position = Position.parse(above)
            ardennes.game(position.game).position(above)
        except PositionError as error:
            raise PuzzleError(self.file, error.line, str(error).partition(": ")[2]) from None
        except ArdennesError as error:
            self.fault("game", str(error))
        return position

    def _list(self, table: dict[str, Any], key: str) -> list[dict[str, Any]]:
        found = table[key]
        if not isinstance(found, list) or not found or not all(isinstance(one, dict) for one in found):
            self.fault(key, f"“{key}” must be a list of one or more tables")
        return found

    def _number(self, key: str, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.fault(key, f"“{value}” is not a number")
        return float(value)

    def _until(self, table: dict[str, Any]) -> Until | None:
        until = table.get("until")
        if until is None:
            return None
        if not isinstance(until, dict) or until.keys() != {"turn", "steps"} or not isinstance(until["turn"], int):
            self.fault("until", "“until” is a turn and its steps: { turn = 5, steps = […] }")
        return Until(until["turn"], tuple(map(str, until["steps"])))

    def _term(self, term: dict[str, Any]) -> Term:
        what = [key for key in term if key in TERMS]
        if len(what) != 1 or term.keys() - {*TERMS, "by", "times"} or ("by" in term) != (what == ["held"]):
            self.fault("measure", f"“{term}” is not one of {', '.join(TERMS)}; for a place held, say by whom")
        return Term(what[0], str(term[what[0]]), str(term.get("by", "")), self._number("measure", term.get("times", 1)))

    def _accepted(self, one: dict[str, Any]) -> Accepted:
        for key in one:
            if key not in ("stands", "plays", "shuns"):
                self.fault("accepted", f"“{key}” is not known here; use stands, plays and shuns")
        stands = one.get("stands", {})
        if not isinstance(stands, dict) or not all(isinstance(where, str) for where in stands.values()):
            self.fault("accepted", "“stands” lists the places of each piece as text")
        done, not_done = (frozenset(Action.parse(str(line)) for line in one.get(key, ())) for key in ("plays", "shuns"))
        return Accepted({piece: tuple(where.split()) for piece, where in stands.items()}, done, not_done)

    def _check(self, found: Puzzle) -> None:
        """The side is asked, and everything that the puzzle names exists."""
        state = found.start()
        if found.pauses(state):
            self.fault("side", f"“{found.side}” has no decision to make in this position")
        names = {line.name for line in state.standing()}
        for term in found.terms:
            if term.what == "standing" and term.name not in names:
                there = ", ".join(sorted(names))
                self.fault("measure", f"there is no victory condition “{term.name}”; there are {there}")
            if term.what == "held" and term.name not in state.game.universe.places:
                self.fault("measure", f"there is no place “{term.name}”")
        for action in found.named([a for one in found.accepted for a in one.plays | one.shuns]):
            message = state.game.universe.fault(action)
            if message is not None:
                self.fault("accepted", message)
