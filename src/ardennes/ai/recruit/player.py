"""Recruit decides: moves by the worth of places, attacks by expectation, all else by what each answer leads to."""

from __future__ import annotations

import random

from ardennes.ai.player import Budget, Clock, Player, Thought, offer
from ardennes.ai.recruit.attack import declare
from ardennes.ai.recruit.ground import Ground, balance
from ardennes.engine.action import Action
from ardennes.engine.decision import Decision, Kind
from ardennes.engine.state import State

MOVING = (Kind.PICK, Kind.MOVE, Kind.PLACE, Kind.SETUP, Kind.LOAD)
FIGHTING = (Kind.TARGET, Kind.JOIN, Kind.SUPPORT)
ENDING = ("done", "pass")
LEAST_GAIN = 0.02  # a unit stays where it is for less
PRICE = 0.3  # what a payment must bring at least
MOST_MOVES = 60  # tried out to see what a payment brings
MOST_ANSWERS = 40  # looked at one by one
LONGEST = 2_000  # actions in one answer


@offer
class Recruit(Player):
    """The first real opponent."""

    name = "recruit"
    title = "Recruit"
    text = "Sends each unit to its best place and takes every good attack, blind to what you will do next."
    level = 2
    budget = Budget(nodes=4_000)

    def think(self, view: State, rng: random.Random, budget: Budget) -> Thought:
        """All actions up to the next die or foreign decision."""
        return Thought(tuple(_Turn(view.guess(rng), rng, budget.clock()).orders()))


class _Turn:
    """One stretch of decisions, played through on a guess."""

    def __init__(self, state: State, rng: random.Random, clock: Clock) -> None:
        self.state = state
        self.rng = rng
        self.side = state.decision.side
        self.clock = clock
        self.ground = Ground(state, self.side)
        self.passed: set[Action] = set()  # units looked at in this phase that stay where they are
        self.step = ""
        self.gains: dict[Action, float] | None = None  # what each payment of this phase would bring
        self.thrifty = False  # while trying out what a payment brings, pay for nothing else

    def orders(self) -> list[Action]:
        state, epoch = self.state, self.state.epoch
        found: list[Action] = []
        while len(found) < LONGEST:
            for action in self._choose(state.decision):
                found.append(action)
                state.apply(action)
                if state.over or state.chance is not None or state.epoch != epoch or state.decision.side != self.side:
                    return found
        return found

    def _choose(self, decision: Decision) -> list[Action]:
        """What to do now: one action, or several that belong together."""
        options = list(decision.options)
        if decision.step != self.step:
            self.step, self.passed, self.gains = decision.step, set(), None
        if len(options) == 1 or self.clock.out:
            return [self._plain(options)]
        rank = self.state.game.brief.rank.get(decision.step)
        if rank is not None:
            return [rank(self.state)[0]]
        if decision.kind in FIGHTING:
            return self._fight(options)
        if decision.kind in MOVING:
            return self._move(decision, options)
        if decision.kind == Kind.PAY and any(o.verb in ENDING for o in options):
            return [self._pay(options)]
        return [self._best(options)]

    def _plain(self, options: list[Action]) -> Action:
        """No time to think: end the phase if that is allowed."""
        return next((o for o in options if o.verb in ENDING), options[0])

    # ---- moving ----

    def _move(self, decision: Decision, options: list[Action]) -> list[Action]:
        if decision.kind != Kind.PICK:
            return [max(options, key=self._worth)]
        for option in options:
            if option.verb in ENDING or option in self.passed:
                continue
            moved = self._moved(option)
            if moved is not None:
                return moved
            self.passed.add(option)
            if self.clock.out:
                break
        ending = [o for o in options if o.verb in ENDING]
        return ending or [self.rng.choice(options)]

    def _moved(self, pick: Action) -> list[Action] | None:
        """A unit and the place that is best for it; None if it is as well where it is."""
        self.clock.spend()
        trial = self.state.copy()
        trial.apply(pick)
        if trial.over or trial.chance is not None or trial.decision.side != self.side:
            return None
        if trial.decision.kind not in MOVING:
            return [pick]
        here = next((u.place for u in self.ground.mine if u.handle == pick.thing), "")
        stays = self.ground.worth(here) if here else float("-inf")
        best = max(trial.decision.options, key=self._worth)
        return [pick, best] if self._worth(best) > stays + LEAST_GAIN else None

    def _worth(self, option: Action) -> float:
        if option.verb in ENDING:
            return 0.0
        grid = self.state.game.board.grid
        if option.thing in grid:
            return self.ground.worth(option.thing)
        return 0.0

    # ---- paying ----

    def _pay(self, options: list[Action]) -> Action:
        """Pay for what brings most, as long as it is worth its price; each payment is tried out once a phase."""
        ending = self._plain(options)
        if self.thrifty:
            return ending
        if self.gains is None:
            nothing = self._brings(None)
            self.gains = {o: self._brings(o) - nothing for o in options if o != ending}
        best = max((o for o in options if o != ending), key=lambda o: self.gains.get(o, 0.0) if self.gains else 0.0)
        return best if self.gains.pop(best, 0.0) > PRICE else ending

    def _brings(self, payment: Action | None) -> float:
        """How well the units stand at the end of the phase if only this is paid for."""
        trial = _Turn(self.state.copy(), self.rng, self.clock)
        trial.thrifty, trial.ground = True, self.ground
        epoch = trial.state.epoch
        phase = trial.state.frames[0]
        if payment is not None:
            trial.state.apply(payment)
        for _ in range(MOST_MOVES):
            state = trial.state
            if state.over or state.chance is not None or state.epoch != epoch or state.decision.side != self.side:
                break
            if state.frames[0] != phase and state.decision.kind == Kind.PAY:
                break
            for action in trial._choose(state.decision):
                state.apply(action)
                if state.over or state.chance is not None or state.epoch != epoch:
                    break
        mine = (unit for unit in trial.state.units() if unit.place and unit.side == self.side)
        return sum(unit.count * self.ground.worth(unit.place) for unit in mine)

    # ---- fighting ----

    def _fight(self, options: list[Action]) -> list[Action]:
        best: tuple[float, list[Action]] | None = None
        for option in options:
            if option.verb in ENDING:
                continue
            found = declare(self.state, option, self.side)
            self.clock.spend(10)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
            if self.clock.out:
                break
        ending = next((o for o in options if o.verb in ENDING), None)
        if ending is not None and (best is None or best[0] <= 0):
            return [ending]
        return best[1] if best is not None else [options[0]]

    # ---- all else ----

    def _best(self, options: list[Action]) -> Action:
        """The answer whose outcome is best, as far as can be seen without dice."""
        some = options if len(options) <= MOST_ANSWERS else self.rng.sample(options, MOST_ANSWERS)
        return max(some, key=self._after)

    def _after(self, option: Action) -> float:
        self.clock.spend()
        trial = self.state.copy()
        trial.apply(option)
        return balance(trial, self.side, self.ground) + 1e-6 * self.rng.random()
