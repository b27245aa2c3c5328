"""How the hexes of a board are numbered and laid out, and the error that says what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_uppercase
from typing import NamedTuple

POINTY = ("E", "NE", "NW", "W", "SW", "SE")
FLAT = ("N", "NW", "SW", "S", "SE", "NE")

CHOICES = {
    "numbering": ("RRCC", "CCRR", "letter"),
    "orientation": ("pointy", "flat"),
    "columns_from": ("east", "west"),
    "shifted": ("even", "odd"),
}
SHIFTS = {"pointy": ("east", "west"), "flat": ("north", "south")}


class BoardError(ValueError):
    """One sentence on what is wrong with a board or a hex number; `line` is its line in the file, if there is one."""

    def __init__(self, sentence: str, line: int | None = None, source: str = "board.toml") -> None:
        super().__init__(f"{source}, line {line}: {sentence}" if line else sentence)
        self.sentence = sentence
        self.line = line


class Cell(NamedTuple):
    """A hex of the frame: its number, its line (a row if pointy, a column if flat) and twice its place."""

    name: str
    line: int
    place2: int


@dataclass(frozen=True, slots=True)
class GridSpec:
    """The frame of a board, in the words of the board file's `[grid]` table."""

    rows: int
    columns: int
    numbering: str = "RRCC"
    orientation: str = "pointy"
    columns_from: str = "west"
    shifted: str = "even"
    shift_to: str = ""
    km: float = 1.0
    absent: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        """Raise `BoardError` for a word or a number that no frame can have."""
        for field, words in CHOICES.items():
            _one_of(field, getattr(self, field), words)
        if not self.shift_to:
            object.__setattr__(self, "shift_to", SHIFTS[self.orientation][0])
        _one_of("shift_to", self.shift_to, SHIFTS[self.orientation])
        for field in ("rows", "columns"):
            if not 1 <= getattr(self, field) <= 99:
                raise BoardError(f"{field} is {getattr(self, field)}, but a board has 1 to 99.")
        if not self.km > 0:
            raise BoardError(f"km is {self.km}, but the distance between neighbouring centres must be more than 0.")

    @property
    def directions(self) -> tuple[str, ...]:
        """The six directions, counter-clockwise; the opposite of d is (d + 3) % 6."""
        return POINTY if self.orientation == "pointy" else FLAT

    @property
    def lines(self) -> int:
        """How many lines of hexes there are: rows of a pointy board, columns of a flat one."""
        return self.rows if self.orientation == "pointy" else self.columns

    @property
    def places(self) -> int:
        """How many hexes a line has."""
        return self.columns if self.orientation == "pointy" else self.rows

    def name(self, row: int, column: int) -> str:
        """The hex's number; rows count from the north, columns from where the board counts them, both from 1."""
        if self.numbering == "RRCC":
            return f"{row:02d}{column:02d}"
        if self.numbering == "CCRR":
            return f"{column:02d}{row:02d}"
        return f"{row_letter(row)}{column}"

    def cells(self) -> Iterator[Cell]:
        """Every hex of the frame in the order of the numbers, the absent ones too."""
        outer, inner = (self.columns, self.rows) if self.numbering == "CCRR" else (self.rows, self.columns)
        for a in range(1, outer + 1):
            for b in range(1, inner + 1):
                row, column = (b, a) if self.numbering == "CCRR" else (a, b)
                yield self._cell(row, column)

    def _cell(self, row: int, column: int) -> Cell:
        west = column - 1 if self.columns_from == "west" else self.columns - column
        pointy = self.orientation == "pointy"
        line, place, number = (row - 1, west, row) if pointy else (west, row - 1, column)
        return Cell(self.name(row, column), line, 2 * place + self._shift2(number))

    def _shift2(self, number: int) -> int:
        if (number % 2 == 0) != (self.shifted == "even"):
            return 0
        return 1 if self.shift_to in ("east", "south") else -1


def row_letter(row: int) -> str:
    """A for row 1, Z for 26, AA for 27."""
    letters = ""
    while row:
        row, rest = divmod(row - 1, 26)
        letters = ascii_uppercase[rest] + letters
    return letters


def _one_of(field: str, word: str, words: tuple[str, ...]) -> None:
    if word not in words:
        raise BoardError(f'{field} is "{word}", but only {" or ".join(words)} are known.')
