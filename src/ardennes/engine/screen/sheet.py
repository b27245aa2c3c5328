"""The attack sheet: who fights, what each counts and why, the column, and the chance of every result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ardennes.engine.screen.text import Note, Reason
from ardennes.engine.screen.words import ComparisonKind, Favours, Role, Stage, TallyAbout, Tick


@dataclass(frozen=True, slots=True)
class Fighter:
    """A piece on the attack sheet, ticked in or out."""

    piece: str
    tick: Tick
    action: str | None = None
    printed: str | None = None
    counts: str | None = None
    reasons: Sequence[Reason] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Pieces that take part from one place, or in one role, and what they count together."""

    label: str
    side: str
    fighters: Sequence[Fighter]
    counts: str
    role: Role | None = None
    at: str | None = None
    targets: Sequence[str] = ()
    printed: str | None = None
    reasons: Sequence[Reason] = ()


@dataclass(frozen=True, slots=True)
class TallyLine:
    """One line of the arithmetic."""

    rule: str
    text: str
    about: TallyAbout
    after: str
    before: str | None = None
    change: str | None = None
    side: str | None = None
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Comparison:
    """The two strengths and what comes of them."""

    kind: ComparisonKind
    attack: str
    defence: str
    shown: str
    reasons: Sequence[Reason] = ()


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row of a table of results."""

    label: str
    cells: Sequence[str]


@dataclass(frozen=True, slots=True)
class ResultTable:
    """The table that the die is read in, with its column lit."""

    label: str
    rule: str
    columns: Sequence[str]
    rows: Sequence[TableRow]
    column: int | None = None
    unshifted: int | None = None
    row: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """One result of a battle, with its exact chance."""

    label: str
    chance: float
    text: str
    favours: Favours | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Measure:
    """An exact figure about a battle whose results are too many to list."""

    label: str
    value: str
    chances: Sequence[float] = ()


@dataclass(frozen=True, slots=True)
class MayChange:
    """Something that may still change a battle before the die falls."""

    rule: str
    text: str
    side: str
    shown: str | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything about one battle, from top to bottom."""

    id: str
    title: str
    kind: str
    stage: Stage
    attacker: str
    defender: str
    targets: Sequence[str]
    attackers: Sequence[Group]
    defenders: Sequence[Group]
    notes: Sequence[Note] = ()
    tally: Sequence[TallyLine] = ()
    odds: Comparison | None = None
    next: Sequence[Note] = ()
    table: ResultTable | None = None
    outcomes: Sequence[Outcome] = ()
    measures: Sequence[Measure] = ()
    may_change: Sequence[MayChange] = ()
