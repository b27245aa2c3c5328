"""Battles as data, the tally that explains itself, and the exact chances of every result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ardennes.engine.action import Action
from ardennes.engine.touch import show


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle, real or supposed: its targets, attackers, support of both sides, and the words chosen."""

    kind: str  # `attack` is the ordinary one, which every game knows; further kinds are the game's own
    side: str  # the attacker
    targets: tuple[str, ...]
    attackers: tuple[str, ...]
    support: tuple[tuple[str, str], ...] = ()  # (side, piece)
    words: tuple[tuple[str, str], ...] = ()  # (question, answer)
    declared: tuple[Action, ...] = ()  # filled by the game: the canonical way to declare it

    def actions(self) -> tuple[Action, ...]:
        """The canonical way to declare it."""
        return self.declared

    def word(self, question: str, otherwise: str = "") -> str:
        """The word chosen for a question."""
        return dict(self.words).get(question, otherwise)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a tally: what changed a figure, by which rule."""

    rule: str
    text: str
    before: float
    after: float
    about: str = ""  # attack, defence, column, die, or a piece

    def __post_init__(self) -> None:
        show(self.rule)


class Strength:
    """A strength that remembers how it came about.

    >>> s = Strength("attack")
    >>> s.add(9, "X-1", "the panzers").halve("X-2", "unsupplied").value
    5
    """

    __slots__ = ("about", "lines", "value")

    def __init__(self, about: str, lines: list[Line] | None = None) -> None:
        self.about = about
        self.value = 0
        self.lines: list[Line] = [] if lines is None else lines

    def _note(self, rule: str, text: str, after: int) -> Strength:
        self.lines.append(Line(rule, text, self.value, after, self.about))
        self.value = after
        return self

    def add(self, points: int, rule: str, text: str) -> Strength:
        """More (or, negative, fewer) points."""
        return self._note(rule, text, self.value + points)

    def times(self, factor: int, rule: str, text: str) -> Strength:
        """Multiplied."""
        return self._note(rule, text, self.value * factor)

    def halve(self, rule: str, text: str) -> Strength:
        """Halved, fractions rounded up."""
        return self._note(rule, text, (self.value + 1) // 2)

    def halve_down(self, rule: str, text: str) -> Strength:
        """Halved, fractions lost."""
        return self._note(rule, text, self.value // 2)

    def at_least(self, floor: int, rule: str, text: str) -> Strength:
        """Raised to a minimum where it is below."""
        return self if self.value >= floor else self._note(rule, text, floor)

    def nothing(self, rule: str, text: str) -> Strength:
        """Reduced to zero."""
        return self._note(rule, text, 0)


class Column:
    """A column of a results table that remembers how it was shifted."""

    __slots__ = ("at", "labels", "lines")

    def __init__(self, labels: Sequence[str], at: int, rule: str, text: str, lines: list[Line] | None = None) -> None:
        self.labels = tuple(labels)
        self.lines: list[Line] = [] if lines is None else lines
        self.at = at
        self.lines.append(Line(rule, text, at, at, "column"))

    @property
    def label(self) -> str:
        """The heading of the column."""
        return self.labels[min(max(self.at, 0), len(self.labels) - 1)]

    def _to(self, at: int, rule: str, text: str) -> Column:
        if at != self.at:
            self.lines.append(Line(rule, text, self.at, at, "column"))
            self.at = at
        return self

    def right(self, n: int, rule: str, text: str) -> Column:
        """Shifted in the attacker's favour."""
        return self._to(self.at + n, rule, text)

    def left(self, n: int, rule: str, text: str) -> Column:
        """Shifted in the defender's favour."""
        return self._to(self.at - n, rule, text)

    def top(self, rule: str, text: str = "last column of the table") -> Column:
        """Not beyond the last column."""
        return self._to(min(self.at, len(self.labels) - 1), rule, text)

    def bottom(self, rule: str, text: str = "first column of the table") -> Column:
        """Not before the first column."""
        return self._to(max(self.at, 0), rule, text)


@dataclass(frozen=True, slots=True)
class Effect:
    """What a result does to one side of a battle."""

    losses: float = 0  # pieces, or the expected number where a choice or a die decides
    steps: float = 0
    retreat: int = 0  # hexes
    eliminated: bool = False
    may_advance: int = 0  # pieces
    may_stand: int = 0  # losses that it may take instead of the retreat
    obliges: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One result of a battle with its exact probability."""

    probability: float
    label: str
    attacker: Effect = Effect()
    defender: Effect = Effect()
    text: str = ""  # what it comes to here, where the label alone would mislead


Measured = Literal["", "destroyed", "retreating", "cleared"]
"""What a measure is about, for those who do not know the game: how many pieces are destroyed, how many retreat, or the
chance that nobody is left in what is attacked. All others have no kind, and are for the eye."""
Whose = Literal["attacker", "defender"]


@dataclass(frozen=True, slots=True)
class Measure:
    """An exact figure of a battle whose joint distribution is too long to list: distribution of one count."""

    name: str
    mean: float
    chances: tuple[float, ...] = ()  # chances[n] = probability of exactly n
    kind: Measured = ""
    whose: Whose = "defender"  # where it has a kind: whose pieces it is about


@dataclass(frozen=True, slots=True)
class Odds:
    """The whole arithmetic of a battle and its exact chances."""

    tally: tuple[Line, ...]
    attack: float
    defence: float
    column: str
    outcomes: tuple[Outcome, ...] = ()
    measures: tuple[Measure, ...] = ()
    columns: tuple[str, ...] = ()
    may_change: tuple[Line, ...] = ()  # what the other side may still add, as the best he can do
    facts: dict[str, Any] = field(default_factory=dict)

    def measured(self, kind: Measured, whose: Whose = "defender") -> float:
        """The expectation of all measures of a kind together; 0 if there are none."""
        return sum(measure.mean for measure in self.measures if measure.kind == kind and measure.whose == whose)

    def expect(self, side: str, what: str) -> float:
        """The expectation of a figure of one side's effect ("attacker"/"defender"; "losses", "steps", "retreat")."""
        return sum(o.probability * float(getattr(getattr(o, side), what)) for o in self.outcomes)
