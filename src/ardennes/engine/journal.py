"""The journal: a game as text. It is the save file, the replay and the bug report.

```
ardennes journal 1
game the-name
rules 1973.2
scenario 1
option paradrop on

german pick 1SS-1a
roll 4
allied choose keep
allied order when waive: choose keep
german end resign
```
A position that the game started from stands before the empty line, each of its lines behind `| `.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ardennes.engine.errors import JournalError
from ardennes.engine.position import public

MAGIC = "ardennes journal 1"
BLANK = "?"

EntryKind = Literal["action", "answer", "roll", "order", "end"]
WORDS: Mapping[str, EntryKind] = {"answer": "answer", "order": "order", "end": "end"}
"""The word behind the side, of a line that is no action."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: an action, an answer given by a standing order, a roll, an order, or a player's word that ends it."""

    kind: EntryKind
    side: str  # "" for a roll
    text: str
    seen_by: tuple[str, ...] | None = None  # None: everybody

    def __str__(self) -> str:
        secret = f" !{','.join(self.seen_by)}" if self.seen_by is not None else ""
        if self.kind == "roll":
            return f"roll{secret} {self.text}"
        word = "" if self.kind == "action" else f" {self.kind}"
        return f"{self.side}{word}{secret} {self.text}"

    @classmethod
    def parse(cls, line: str, number: int, sides: Iterable[str]) -> Entry:
        """Read a line. Raises JournalError with its number."""
        words = line.split()
        head = words.pop(0)
        kind: EntryKind = "action"
        if head == "roll":
            kind, head = "roll", ""
        elif head not in sides:
            raise JournalError(number, f"“{head}” is neither a side nor “roll”")
        elif words and words[0] in WORDS:
            kind = WORDS[words.pop(0)]
        seen_by: tuple[str, ...] | None = None
        if words and words[0].startswith("!"):
            seen_by = tuple(side for side in words.pop(0)[1:].split(",") if side)
        if not words:
            raise JournalError(number, f"the line “{line}” is incomplete")
        return cls(kind, head, " ".join(words), seen_by)


def seen_as(entry: Entry, side: str) -> Entry:
    """A line as a side may read it: the answer of another side's order looks like any other choice."""
    if entry.kind == "answer" and entry.side != side:
        entry = replace(entry, kind="action")
    if entry.seen_by is not None and side not in entry.seen_by:
        entry = replace(entry, text=BLANK)
    return entry


def _same_blank(last: Entry, entry: Entry) -> bool:
    """Whether a choice is blank as the one before it: not even their number is told."""
    return entry.text == BLANK and entry.kind != "roll" and last == entry


class VisibleLines:
    """The lines that a side counts, followed as a journal grows.

    Standing orders are no moves and count for nobody; choices in a row that are blank for the side count as one.
    """

    __slots__ = ("_done", "_last", "ends", "side")

    def __init__(self, side: str) -> None:
        self.side = side
        self.ends: list[int] = []  # how many entries there are up to the end of each line
        self._done = 0
        self._last: Entry | None = None

    def follow(self, entries: Sequence[Entry]) -> list[int]:
        """The ends of all lines; `entries` are those of the last call, and more."""
        for at in range(self._done, len(entries)):
            entry = entries[at]
            if entry.kind == "order":
                continue
            shown = entry if entry.seen_by is None and entry.kind != "answer" else seen_as(entry, self.side)
            if self._last is not None and _same_blank(self._last, shown):
                self.ends[-1] = at + 1
            else:
                self.ends.append(at + 1)
            self._last = shown
        self._done = len(entries)
        return self.ends


@dataclass(slots=True)
class Journal:
    """Header and lines of a game."""

    game: str
    rules: str
    scenario: str
    options: dict[str, str]
    position: str = ""
    entries: list[Entry] = field(default_factory=list)
    lines: list[int] = field(default_factory=list, compare=False)  # of the entries, where it was read from a file

    def __str__(self) -> str:
        return self.head() + "".join(f"{entry}\n" for entry in self.entries)

    def head(self) -> str:
        """The header with its closing empty line."""
        lines = [MAGIC, f"game {self.game}", f"rules {self.rules}", f"scenario {self.scenario}"]
        lines += [f"option {name} {value}" for name, value in sorted(self.options.items())]
        lines += [f"| {line}".rstrip() for line in self.position.splitlines()]
        return "\n".join(lines) + "\n\n"

    def line_of(self, at: int) -> int:
        """The line on which an entry stands, or would stand."""
        return self.lines[at] if at < len(self.lines) else self.head().count("\n") + 1 + at

    def view(self, side: str) -> Journal:
        """The journal as a side may read it: what it may not know is blanked, not even counted.

        Other seats' orders are left out and their answers look like any other choice. Of choices in a row that are
        blank one line remains. What was hidden in the position is left out.
        """
        entries: list[Entry] = []
        for entry in self.entries:
            if entry.kind == "order" and entry.side != side:
                continue
            entry = seen_as(entry, side)
            if not entries or not _same_blank(entries[-1], entry):
                entries.append(entry)
        return Journal(self.game, self.rules, self.scenario, dict(self.options), public(self.position), entries)

    @classmethod
    def parse(cls, text: str, sides_of: Mapping[str, tuple[str, ...]]) -> Journal:
        """Read a journal; `sides_of` names the sides of every known game. Raises JournalError with the line."""
        lines = text.splitlines()
        if not lines or lines[0].strip() != MAGIC:
            raise JournalError(1, f"a journal begins with “{MAGIC}”")
        head: dict[str, str] = {}
        options: dict[str, str] = {}
        position: list[str] = []
        where = number = 1
        for number, line in enumerate(lines[1:], 2):
            if not line.strip():
                break
            word, _, rest = line.partition(" ")
            if word == "|":
                position.append(rest)
            elif word == "option":
                name, _, value = rest.partition(" ")
                options[name] = value
            elif word in ("game", "rules", "scenario"):
                head[word] = rest.strip()
                where = number if word == "game" else where
            else:
                raise JournalError(number, f"“{word}” does not belong in a journal's header")
        else:
            raise JournalError(len(lines), "the header is incomplete: it must end with an empty line")
        for word in ("game", "rules", "scenario"):
            if not head.get(word):
                raise JournalError(number, f"the header does not name the {word}")
        if head["game"] not in sides_of:
            raise JournalError(where, f"there is no game “{head['game']}”; there are {', '.join(sorted(sides_of))}")
        sides = sides_of[head["game"]]
        journal = cls(head["game"], head["rules"], head["scenario"], options, "\n".join(position))
        for at, line in enumerate(lines[number:], number + 1):
            if line.strip():
                journal.entries.append(Entry.parse(line, at, sides))
                journal.lines.append(at)
        return journal
