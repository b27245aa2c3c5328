"""The dice beside their expectation: what each throw in a battle cost, and what it was to be expected to cost.

A throw is worth what it changes: the losses that are expected after it, less those that were expected before it. Where
it decides a battle, its result says them; where other dice follow, the odds of the battle as it stands then.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ardennes.analysis.walk import Stride
from ardennes.engine.battle import Battle, Effect, Odds, Outcome
from ardennes.engine.errors import ArdennesError
from ardennes.engine.event import Event
from ardennes.engine.state import State

FEW = 36  # ways to fall of dice that are tried to see which way they are good
LITTLE = 0.01  # of a loss: a column that is worth no more measures nothing
RETREAT = 0.2  # of a loss, where results are ordered


@dataclass(frozen=True, slots=True)
class Cost:
    """What a battle costs both sides, in pieces and in steps."""

    attacker: float
    defender: float
    attacker_steps: float
    defender_steps: float


@dataclass(slots=True)
class Throw:
    """One throw in a battle."""

    line: int
    turn: int
    attacker: str
    text: str
    chance: float  # of a result like this
    decides: bool  # the battle; else other dice follow
    expected: Cost
    came: Cost
    pips: float | None  # more than the mean of the dice, as the attacker likes them
    worse: Cost  # expected one column to the left, and …
    better: Cost  # … to the right, within the table
    apart: int  # columns between those two


@dataclass(slots=True)
class Dice:
    """All throws of a game in its battles."""

    throws: list[Throw] = field(default_factory=list)
    others: int = 0  # dice that fell for something else
    _signs: dict[tuple[str, int], int] = field(default_factory=dict)
    _raw: list[tuple[Throw, tuple[str, int], float]] = field(default_factory=list)

    @property
    def in_steps(self) -> bool:
        """Whether results of this game are counted in steps."""
        return any(one.expected.attacker_steps or one.expected.defender_steps for one in self.throws)

    def luck(self, throw: Throw) -> float:
        """How much better than expected a throw was for the attacker, in losses of both sides."""
        return self._net(throw.came) - self._net(throw.expected)

    def _net(self, cost: Cost) -> float:
        """What the defender loses more than the attacker."""
        return cost.defender_steps - cost.attacker_steps if self.in_steps else cost.defender - cost.attacker

    @property
    def column(self) -> float | None:
        """What one column more was worth to the attacker in the mean of all battles; none without a table."""
        found = [
            (self._net(throw.better) - self._net(throw.worse)) / throw.apart for throw in self.throws if throw.apart
        ]
        mean = sum(found) / len(found) if found else 0.0
        return mean if mean > LITTLE else None

    def take(self, stride: Stride) -> None:
        """Look at a line."""
        chance = stride.chance
        if chance is None:
            return
        try:
            battle = stride.before.battle()
            odds = stride.before.odds(battle) if battle is not None else None
            throw = self._throw(stride, battle, odds) if battle is not None and odds is not None else None
        except ArdennesError:  # it depends on what the side may not know
            throw = None
        if throw is None:
            self.others += 1
            return
        self.throws.append(throw)
        if chance.dice and odds is not None:
            faces = [int(face) for face in stride.entry.text.split()]
            mean = sum((die.sides + 1) / 2 for die in chance.dice)
            key = (chance.rule, len(chance.dice))
            if not self._signs.get(key) and chance.size <= FEW:
                self._signs[key] = _sign(stride.before, odds)
            self._raw.append((throw, key, sum(faces) - mean))

    def _throw(self, stride: Stride, battle: Battle, odds: Odds) -> Throw | None:
        label = next((one for one in stride.events if one.kind == "result" and one.label), None)
        expected = _expected(odds)
        known = [one for one in odds.outcomes if label is not None and one.label == label.label]
        if label is not None and known:
            chance = sum(one.probability for one in known)
            came = _mean([(one.probability / chance, one.attacker, one.defender) for one in known])
        elif label is not None:
            chance, came = 0.0, _counted(stride.events, battle.side)
        else:
            again = None if stride.after.over else stride.after.battle()
            if again is None or again.targets != battle.targets:
                return None
            chance, came = 0.0, _expected(stride.after.odds(again))
        text = label.text if label else next((one.text for one in stride.events), "")
        worse, better = (stride.before.shifted(battle, way) if label else () for way in (-1, 1))
        return Throw(
            stride.line, stride.turn, battle.side, text, chance, label is not None, expected, came, None,
            worse=_mean_of(worse) if worse else expected,
            better=_mean_of(better) if better else expected,
            apart=bool(worse) + bool(better),
        )  # fmt: skip

    def finish(self) -> Dice:
        """Tell for each throw how the dice fell, now that it is known which way they are good."""
        for throw, key, over in self._raw:
            sign = self._signs.get(key, 0)
            throw.pips = sign * over if sign else None
        return self


def _expected(odds: Odds) -> Cost:
    """What a battle is expected to cost."""
    if not odds.outcomes:
        own, theirs = odds.measured("destroyed", "attacker"), odds.measured("destroyed")
        return Cost(own, theirs, own, theirs)
    return _mean_of(odds.outcomes)


def _mean_of(outcomes: Iterable[Outcome]) -> Cost:
    return _mean((one.probability, one.attacker, one.defender) for one in outcomes)


def _mean(weighed: Iterable[tuple[float, Effect, Effect]]) -> Cost:
    found = [0.0, 0.0, 0.0, 0.0]
    for weight, attacker, defender in weighed:
        for n, value in enumerate((attacker.losses, defender.losses, attacker.steps, defender.steps)):
            found[n] += weight * value
    return Cost(*found)


def _counted(events: Iterable[Event], attacker: str) -> Cost:
    """What the log counts as lost at once."""
    own = theirs = 0
    for event in events:
        if event.kind == "loss" and event.side == attacker:
            own += event.pieces
        elif event.kind == "loss":
            theirs += event.pieces
    return Cost(own, theirs, own, theirs)


def _sign(view: State, odds: Odds) -> int:
    """Whether high dice are good for the attacker (1), or low ones (-1); 0 if that cannot be told."""
    worth = {one.label: _worth(one.defender) - _worth(one.attacker) for one in odds.outcomes}
    chance = view.chance
    assert chance is not None
    mean = sum((die.sides + 1) / 2 for die in chance.dice)
    leans = 0.0
    for roll, probability in chance.outcomes():
        trial, events = view.copy(), list[Event]()
        trial.listener = events.append
        trial.roll(roll)
        label = next((one.label for one in events if one.kind == "result" and one.label), None)
        leans += probability * (sum(map(int, roll)) - mean) * worth.get(label or "", 0.0)
    return (leans > 1e-9) - (leans < -1e-9)


def _worth(effect: Effect) -> float:
    return max(effect.losses, effect.steps) + RETREAT * effect.retreat
