"""The report of a game as one side may know it: the standing by turn, the luck of the dice, the front, the turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ardennes.analysis.dice import Dice, Throw
from ardennes.analysis.front import Front
from ardennes.analysis.walk import Stride, walk
from ardennes.engine.errors import ArdennesError
from ardennes.engine.game import Game
from ardennes.engine.journal import Journal
from ardennes.engine.queries import Standing
from ardennes.engine.screen.derive import figure
from ardennes.engine.state import State

POINTS = 5  # turning points of each kind
LEAST = 0.3  # of the largest swing: smaller ones turn nothing

Key = tuple[str, str, int]


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The end of a turn: its last line as the side counts them."""

    number: int
    label: str
    day: str
    line: int


@dataclass(slots=True)
class Condition:
    """A victory condition, and how it stood at the end of each turn."""

    name: str
    side: str
    rule: str
    needed: float | None
    values: list[float | None] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Fortune:
    """What the dice of battles did to a side."""

    side: str
    expected: float  # losses
    suffered: float
    luck: float  # in losses of both sides, better than expected
    columns: float | None  # the same in columns of the results table, by what one was worth in the mean
    pips: float  # better than the mean of its dice
    throws: int


@dataclass(frozen=True, slots=True)
class Point:
    """A moment that turned the game: the line after it, whom it helped, and by how much."""

    line: int
    turn: int
    kind: str  # dice, or standing
    side: str
    text: str
    size: float


@dataclass(slots=True)
class Report:
    """All of it."""

    turns: list[TurnEnd]
    standing: list[Condition]
    unit: str
    luck: list[Fortune]
    curve: list[float]  # the luck of the first side, added up to the end of each turn
    others: int
    points: list[Point]
    front: Front | None


class Course:
    """How every condition stood, line by line and turn by turn."""

    def __init__(self, start: State) -> None:
        self.conditions: dict[Key, Condition] = {}
        self._last = self._begin = _standing(start)
        self._jumps: dict[tuple[Key, int], tuple[float, int]] = {}  # of each turn the largest, and its line

    def take(self, stride: Stride) -> None:
        """Look at a line: what has changed by it."""
        now = _standing(stride.after)
        for key, one in now.items():
            before = self._last.get(key)
            jump = one.now - before.now if before else 0.0
            known = self._jumps.get((key, stride.turn))
            if jump and (known is None or abs(jump) >= abs(known[0])):
                self._jumps[key, stride.turn] = jump, stride.line
        self._last = now

    def points(self, turns: Sequence[TurnEnd]) -> list[Point]:
        """What changed in each turn, as a part of all that a condition ever changed; not what only counts up."""
        found: dict[tuple[int, str], Point] = {}
        for key, one in self.conditions.items():
            begin = self._begin.get(key)
            stood = [begin.now if begin else None, *one.values]
            known = [value for value in stood if value is not None]
            span = max(known) - min(known)
            pairs = [(a, b, turn) for a, b, turn in zip(stood, stood[1:], turns, strict=False)]
            changes = {b - a for a, b, _ in pairs if a is not None and b is not None}
            for a, b, turn in pairs if len(changes) > 1 else ():
                if a is None or b is None or a == b:
                    continue
                _, line = self._jumps.get((key, turn.number), (0.0, turn.line))
                went = f"{figure(a)} → {figure(b)}"
                point = Point(line, turn.number, "standing", one.side, f"{one.name}: {went}", round((b - a) / span, 3))
                found.setdefault((turn.number, went), point)  # two conditions may look at one figure
        return list(found.values())

    def end_turn(self, turns: int) -> None:
        """Note how all conditions stand at the end of so many turns."""
        for key, one in self._last.items():
            known = self.conditions.setdefault(key, Condition(one.name, one.side, one.rule, one.needed))
            known.name, known.needed = one.name, one.needed
            known.values += [None] * (turns - 1 - len(known.values)) + [round(one.now, 3)]
        for known in self.conditions.values():
            known.values += [None] * (turns - len(known.values))


def _standing(view: State) -> dict[Key, Standing]:
    """Every condition by its rule, its side and its place among those of the same rule; its name may change."""
    try:
        found = view.standing()
    except ArdennesError:  # the game has none, or they depend on what the side may not know
        return {}
    keyed: dict[Key, Standing] = {}
    for one in found:
        n = sum(key[:2] == (one.rule, one.side) for key in keyed)
        keyed[one.rule, one.side, n] = one
    return keyed


def report(game: Game, journal: Journal, side: str | None) -> Report:
    """The report of a game for one side, or for onlookers. Raises JournalError."""
    turns: list[TurnEnd] = []
    dice = Dice()
    course: Course | None = None
    front: Front | None = None
    last: Stride | None = None
    shares: list[int] = []  # throws up to the end of each turn

    def end(line: int, turn: int, view: State) -> None:
        shown = game.screen(view).turn
        turns.append(TurnEnd(turn, shown.label, shown.day or "", line))
        shares.append(len(dice.throws))
        if course is not None:
            course.end_turn(len(turns))
        if front is not None:
            front.take(view, shown.day or "")

    for stride in walk(game, journal, side):
        if course is None:
            course = Course(stride.before)
            styles = {one.id: str(one.style) for one in game.screen(stride.before).sides}
            front = Front.of(stride.before, styles)
        dice.take(stride)
        course.take(stride)  # what the end of a turn counts is told by its last line
        if stride.after.turn != stride.turn:
            end(stride.line, stride.turn, stride.before)
        last = stride
    if last is not None and (not turns or turns[-1].line != last.line):
        end(last.line, last.after.turn, last.after)
    dice.finish()
    jumps = course.points(turns) if course else []
    conditions = list(course.conditions.values()) if course else []
    fortunes, curve = _fortunes(game.sides, dice), _curve(game.sides[0], dice, shares)
    unit = "steps" if dice.in_steps else "pieces"
    return Report(turns, conditions, unit, fortunes, curve, dice.others, _points(game, dice, jumps), front)


def _fortunes(sides: Sequence[str], dice: Dice) -> list[Fortune]:
    found = []
    for side in sides:
        own = [throw for throw in dice.throws if throw.attacker == side]
        luck = sum(dice.luck(throw) * (1 if throw.attacker == side else -1) for throw in dice.throws)
        suffered = sum(_losses(dice, throw, side, came=True) for throw in dice.throws if throw.decides)
        changed = sum(
            _losses(dice, throw, side, came=True) - _losses(dice, throw, side, came=False) for throw in dice.throws
        )
        pips = sum(throw.pips for throw in own if throw.pips is not None)
        columns = round(luck / dice.column, 1) if dice.column else None
        figures = (round(suffered - changed, 2), round(suffered, 2), round(luck, 2))
        found.append(Fortune(side, *figures, columns, round(pips, 1), len(own)))
    return found


def _losses(dice: Dice, throw: Throw, side: str, *, came: bool) -> float:
    cost = throw.came if came else throw.expected
    if throw.attacker == side:
        return cost.attacker_steps if dice.in_steps else cost.attacker
    return cost.defender_steps if dice.in_steps else cost.defender


def _curve(first: str, dice: Dice, shares: Sequence[int]) -> list[float]:
    total, curve, done = 0.0, list[float](), 0
    for share in shares:
        for throw in dice.throws[done:share]:
            total += dice.luck(throw) * (1 if throw.attacker == first else -1)
        done = share
        curve.append(round(total, 2))
    return curve


def _points(game: Game, dice: Dice, jumps: Sequence[Point]) -> list[Point]:
    """The largest swings of the dice and of the standing, in the order of the game."""
    thrown = []
    for throw in dice.throws:
        luck = dice.luck(throw)
        helped = throw.attacker if luck > 0 else next(side for side in game.sides if side != throw.attacker)
        chance = f" ({max(1, round(100 * throw.chance))}%)" if throw.chance else ""
        thrown.append(Point(throw.line, throw.turn, "dice", helped, f"{throw.text}{chance}", round(abs(luck), 2)))
    found = [*_largest(thrown), *_largest(jumps)]
    return sorted(found, key=lambda point: point.line)


def _largest(points: Sequence[Point]) -> list[Point]:
    ranked = sorted(points, key=lambda point: -abs(point.size))[:POINTS]
    return [point for point in ranked if point.size and abs(point.size) >= LEAST * abs(ranked[0].size)]
