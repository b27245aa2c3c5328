"""The odds of a plan: some moves of a sandbox made again under all the dice that can fall, or under many that do.

Choices of the plan are made again wherever they are asked for. What the plan does not answer, since its dice fell
otherwise (a retreat, a loss, an advance, support), is answered in the simplest way: the default, else nothing more,
else the first option. Where anything else is asked, the plan cannot be carried out under these dice.
"""

from __future__ import annotations

import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple

from ardennes.analysis.sandbox import ROLL, play
from ardennes.engine.decision import Decision, Kind
from ardennes.engine.errors import ArdennesError
from ardennes.engine.event import Event
from ardennes.engine.record import Record
from ardennes.engine.state import State

CONSEQUENCES = frozenset({Kind.LOSS, Kind.RETREAT, Kind.ADVANCE, Kind.PAY})
IN_BATTLE = frozenset({Kind.SUPPORT, Kind.CHOOSE})
LEAVES = 4_000  # ways in which all dice of a plan can fall that are counted one by one
TRIALS = 2_000
SURE = 1.96  # standard errors on each side of a simulated figure
STEPS = 2_000  # choices in one trial
CUT = 30  # results and reasons that are told


class Choice(NamedTuple):
    """A choice of the plan: who made it, at which step, and of which kind the question was."""

    side: str
    step: str
    kind: Kind
    action: str


@dataclass(frozen=True, slots=True)
class Share:
    """How likely something is."""

    label: str
    chance: float


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle of the plan: how likely it comes to it, its results, and who holds the place in the end."""

    label: str
    place: str  # of its first target; empty if it has none
    chance: float
    results: list[Share]
    holds: list[Share]  # by side


@dataclass(frozen=True, slots=True)
class Lost:
    """What a side loses: the mean, and the chance of each number of pieces."""

    side: str
    mean: float
    error: float  # of the mean, where it is simulated: so much on each side, 95 times of 100
    chances: list[float]


@dataclass(frozen=True, slots=True)
class Plan:
    """What comes of a plan."""

    exact: bool
    trials: int  # ways that were counted, or trials that were made
    carried: float  # the chance that every choice of it can be made
    low: float
    high: float
    stops: list[Share]  # the choices that could not be made
    battles: list[Fought]
    losses: list[Lost]


@dataclass(slots=True)
class Trial:
    """A plan on its way: where it stands, how likely that is, and what has come of it."""

    state: State
    at: int = 0
    weight: float = 1.0
    steps: int = 0
    lost: Counter[str] = field(default_factory=Counter)
    results: tuple[tuple[str, str, str], ...] = ()  # battle, target, result
    stop: str | None = None

    def rolled(self, outcome: Sequence[int] | Sequence[str], weight: float) -> Trial:
        """The same after dice have fallen."""
        battle = self.state.battle()
        new = Trial(self.state.copy(), self.at, self.weight * weight, self.steps, self.lost.copy(), self.results)
        events = new.listen()
        new.state.roll(outcome)
        label = next((event.label for event in events if event.kind == "result" and event.label), "")
        new.count(events)
        if battle is not None and label:
            name = f"{battle.kind.capitalize()} on {' and '.join(battle.targets)}"
            new.results = (*new.results, (name, battle.targets[0] if battle.targets else "", label))
        return new

    def listen(self) -> list[Event]:
        """What happens from now on."""
        events: list[Event] = []
        self.state.listener = events.append
        return events

    def count(self, events: Sequence[Event]) -> None:
        """Take losses into account."""
        for event in events:
            if event.kind == "loss":
                self.lost[event.side] += event.pieces


def choices_of(record: Record, moves: Sequence[str]) -> list[Choice]:
    """The choices among moves that follow on a record, which is played on. Raises ArdennesError for one not legal."""
    found = []
    for move in moves:
        state = record.state
        if not state.over and state.chance is None and move.partition(" ")[0] != ROLL:
            asked = state.decision
            found.append(Choice(asked.side, asked.step, asked.kind, str(record.game.parse(move))))
        play(record, move)
    return found


class Planner:
    """The plan, and how it goes on wherever dice fall."""

    def __init__(self, choices: Sequence[Choice], seconds: float, clock: Callable[[], float]) -> None:
        self.choices = choices
        self._until = clock() + seconds
        self._clock = clock

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return self._clock() > self._until

    def go_on(self, trial: Trial) -> bool:
        """Make choices until dice fall; whether they do. A plan that ends, or cannot be carried out, is done."""
        events = trial.listen()
        try:
            while not trial.state.over and trial.state.chance is None and self._choose(trial):
                trial.steps += 1
        finally:
            trial.count(events)
        return trial.stop is None and not trial.state.over and trial.state.chance is not None and trial.steps < STEPS

    def _choose(self, trial: Trial) -> bool:
        """Answer what is asked; whether that was possible, and not the end of the plan."""
        asked = trial.state.decision
        at = self._wanted(trial, asked)
        if at is not None:
            trial.state.apply(self.choices[at].action)
            trial.at = at + 1
            return trial.steps < STEPS
        if not self._follows(trial.state, asked):
            left = next((one for one in self.choices[trial.at :] if one.kind not in CONSEQUENCES), None)
            trial.stop = None if left is None else left.action
            return False
        trial.state.apply(asked.default or asked.ending or asked.options[0])
        return trial.steps < STEPS

    def _wanted(self, trial: Trial, asked: Decision) -> int | None:
        """The choice of the plan that answers a question; consequences that did not come about are passed over."""
        for at in range(trial.at, len(self.choices)):
            one = self.choices[at]
            if one.side == asked.side and one.step == asked.step:
                action = trial.state.game.parse(one.action)
                if action in asked.options:
                    return at
            if one.kind not in CONSEQUENCES and one.kind not in IN_BATTLE:
                return None
        return None

    def _follows(self, state: State, asked: Decision) -> bool:
        """Whether a question only follows from how the dice fell."""
        return asked.kind in CONSEQUENCES or (asked.kind in IN_BATTLE and state.battle() is not None)

    def exact(self, start: State) -> list[Trial] | None:
        """Every way in which the dice can fall; None where there are too many."""
        open_, done = [Trial(start.copy())], list[Trial]()
        while open_:
            trial = open_.pop()
            if not self.go_on(trial):
                done.append(trial)
                continue
            chance = trial.state.chance
            assert chance is not None
            if chance.size + len(open_) + len(done) > LEAVES or self.late:
                return None
            open_ += [trial.rolled(outcome, weight) for outcome, weight in chance.outcomes()]
        return done

    def simulated(self, start: State, rng: random.Random) -> list[Trial]:
        """Dice that fall by chance, again and again."""
        done: list[Trial] = []
        while len(done) < TRIALS and not (self.late and done):
            trial = Trial(start.copy())
            while self.go_on(trial):
                assert trial.state.chance is not None
                trial = trial.rolled(trial.state.chance.sample(rng), 1.0)
            done.append(trial)
        return done


def plan_of(
    record: Record, moves: Sequence[str], *, seconds: float, seed: int, clock: Callable[[], float] = time.process_time
) -> Plan:
    """What comes of the moves that follow on a record. Half of the time goes to counting, half to trials if need be.

    Raises ArdennesError where there is nothing to find out, or a move is not legal.
    """
    start = record.state.copy()
    if not any(move.startswith(f"{ROLL} ") or move == ROLL for move in moves):
        raise ArdennesError("This plan rolls no dice, so there are no odds to work out.")
    choices = choices_of(record, moves)
    trials = Planner(choices, seconds / 2, clock).exact(start)
    exact = trials is not None
    if trials is None:
        trials = Planner(choices, seconds / 2, clock).simulated(start, random.Random(seed))
        for trial in trials:
            trial.weight = 1 / len(trials)
    return _summary(start, trials, exact)


def _summary(start: State, trials: Sequence[Trial], exact: bool) -> Plan:
    carried = _chance(sum(trial.weight for trial in trials if trial.stop is None))
    low, high = (carried, carried) if exact else wilson(carried, len(trials))
    stops = defaultdict[str, float](float)
    for trial in trials:
        if trial.stop is not None:
            stops[start.game.phrase(start.game.parse(trial.stop))] += trial.weight
    losses = [_losses(side, trials, exact) for side in start.game.sides]
    return Plan(exact, len(trials), carried, low, high, _shares(stops), _battles(start, trials), losses)


def _battles(start: State, trials: Sequence[Trial]) -> list[Fought]:
    """Each battle in the order in which they come, with its results."""
    results: dict[tuple[str, str], dict[str, float]] = {}
    for trial in trials:
        for name, place, label in trial.results:
            results.setdefault((name, place), defaultdict(float))[label] += trial.weight
    found = []
    for (name, place), labels in results.items():
        chance = _chance(sum(labels.values()))
        found.append(Fought(name, place, chance, _shares(labels), _holders(start, place, trials)))
    return found[:CUT]


def _holders(start: State, place: str, trials: Sequence[Trial]) -> list[Share]:
    """Who holds a place when the plan is over."""
    if "control" not in start.game.queries or not place:
        return []
    held = defaultdict[str, float](float)
    for trial in trials:
        held[trial.state.control(place) or ""] += trial.weight
    return [Share(side, _chance(held[side])) for side in start.game.sides if held[side]]


def _chance(total: float) -> float:
    """A sum of many small chances: what all of them make is 1, not almost."""
    return min(1.0, round(total, 9))


def _shares(counted: Mapping[str, float]) -> list[Share]:
    """What is likeliest first."""
    found = [Share(label, _chance(chance)) for label, chance in counted.items()]
    return sorted(found, key=lambda share: -share.chance)[:CUT]


def _losses(side: str, trials: Sequence[Trial], exact: bool) -> Lost:
    chances = [0.0] * (1 + max(trial.lost[side] for trial in trials))
    for trial in trials:
        chances[trial.lost[side]] += trial.weight
    mean = sum(n * chance for n, chance in enumerate(chances))
    spread = sum(chance * (n - mean) ** 2 for n, chance in enumerate(chances))
    return Lost(side, mean, 0.0 if exact else SURE * sqrt(spread / len(trials)), chances[:CUT])


def wilson(share: float, trials: int) -> tuple[float, float]:
    """Between which limits a chance lies, 95 times of 100, that came true in such a share of trials.

    >>> wilson(0.5, 100)
    (0.404, 0.596)
    """
    z = SURE**2 / trials
    middle, half = share + z / 2, SURE * sqrt(share * (1 - share) / trials + z / (4 * trials))
    low, high = ((middle + sign * half) / (1 + z) for sign in (-1, 1))
    return round(max(0.0, low), 3), round(min(1.0, high), 3)
