"""The play round the table: sides, turn, phases, prompt, options, dice, standing, log, undo, the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ardennes.engine.screen.sheet import TallyLine
from ardennes.engine.screen.text import Note, Reason
from ardennes.engine.screen.words import (
    DieState,
    Icon,
    OptionKind,
    Owed,
    PhaseState,
    Progress,
    PromptKind,
    Style,
    Takes,
    Tone,
)


@dataclass(frozen=True, slots=True)
class Title:
    """Something with a name: the game, the scenario with the rule options in force."""

    id: str
    label: str
    notes: Sequence[Note] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """A figure of a side that is always in sight."""

    value: str
    label: str
    of: str | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the game."""

    id: str
    label: str
    style: Style
    score: Score | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A game turn."""

    number: int
    label: str
    last: int | None = None
    date: str | None = None
    day: str | None = None


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase in the bar."""

    label: str
    state: PhaseState
    side: str | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class After:
    """What comes after the last phase of the bar."""

    text: str
    side: str | None = None


@dataclass(frozen=True, slots=True)
class Phases:
    """The phase bar."""

    label: str
    steps: Sequence[Phase]
    side: str | None = None
    after: After | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """A verb and the kind of thing it takes, for `why not`."""

    verb: str
    takes: Takes


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is expected now."""

    kind: PromptKind
    title: str
    text: str | None = None
    rule: str | None = None
    step: str | None = None
    pieces: Sequence[str] = ()
    asks: Sequence[Ask] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be done now."""

    action: str
    kind: OptionKind
    label: str
    commits: bool
    thing: str | None = None
    detail: str | None = None
    cost: str | None = None
    path: Sequence[str] = ()
    group: str | None = None
    tone: Tone | None = None
    card: str | None = None
    sheet: str | None = None
    default: bool = False
    warns: Note | None = None
    notes: Sequence[Note] = ()


@dataclass(frozen=True, slots=True)
class Barred:
    """A choice that is shown shut, with the reason."""

    action: str
    label: str
    reasons: Sequence[Reason]
    card: str | None = None


@dataclass(frozen=True, slots=True)
class ToAct:
    """The pieces that have still to act, of so many in all."""

    label: str
    pieces: Sequence[str]
    total: int


@dataclass(frozen=True, slots=True)
class Obligation:
    """Something that a side must do."""

    rule: str
    text: str
    side: str
    by: str
    state: Owed
    pieces: Sequence[str] = ()
    places: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Due:
    """Dice or a draw that come next."""

    rule: str
    text: str
    side: str | None = None
    dice: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Die:
    """One die that fell, and where it went."""

    value: int
    faces: int
    label: str | None = None
    side: str | None = None
    state: DieState | None = None
    place: str | None = None
    piece: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll or draw that has been made."""

    rule: str
    text: str
    side: str | None = None
    sheet: str | None = None
    dice: Sequence[Die] = ()
    drawn: Sequence[str] = ()
    tally: Sequence[TallyLine] = ()
    result: str | None = None
    private: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """One victory condition: how it stands, what it needs, by when."""

    rule: str
    text: str
    side: str
    now: str
    state: Progress
    needed: str | None = None
    by: str | None = None
    progress: float | None = None


@dataclass(frozen=True, slots=True)
class LogLine:
    """One event."""

    number: int
    text: str
    icon: Icon | None = None
    rule: str | None = None
    side: str | None = None
    turn: int | None = None
    places: Sequence[str] = ()
    pieces: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Log:
    """What happened, and which line is the first new one."""

    lines: Sequence[LogLine] = field(metadata={"key": "number"})
    since: int | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Whether something can be taken back or done again, and what stops it."""

    can: bool
    label: str | None = None
    reason: str | None = None
    action: str | None = None


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The answer to `why not`."""

    action: str
    title: str
    reasons: Sequence[Reason]
    helps: Sequence[Note] = ()
    at: str | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended."""

    rule: str
    level: str
    text: str
    winner: str | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a plot."""

    label: str
    values: Sequence[float | None]
    side: str | None = None


@dataclass(frozen=True, slots=True)
class Plot:
    """Figures by turn."""

    label: str
    turns: Sequence[str]
    series: Sequence[Series]
