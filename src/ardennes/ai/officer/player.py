"""Officer: the plain plan, changed part by part as long as the game played on from it goes better for that."""

from __future__ import annotations

import random

from ardennes.ai.officer.compare import better, lead
from ardennes.ai.officer.plans import Plan, Planner
from ardennes.ai.officer.rollout import Rollouts
from ardennes.ai.player import Budget, Player, Remark, Thought, offer
from ardennes.ai.taste import taste_of
from ardennes.engine.decision import Kind
from ardennes.engine.state import State

FIRST = 2  # dice for every plan
DICE = 6  # for the best so far
FRESH = 6  # for the last comparison with the plain plan
TRIES = 600  # plans
FUTILE = 40  # tries in a row that led to no new plan
HOPELESS = -0.04  # of a game, behind the best so far on the first dice


@offer
class Officer(Player):
    """Looks at the answer before it moves."""

    name = "officer"
    title = "Officer"
    text = "Plays like Recruit, but tries other moves against your likely reply. Not yet shown to be stronger."
    level = 3
    advises = False
    budget = Budget(nodes=10_000)  # for a whole turn

    def think(self, view: State, rng: random.Random, budget: Budget) -> Thought:
        """All actions up to the next die or foreign decision."""
        search = Search(view.guess(rng), rng, budget)
        best = search.best()
        return Thought(best.actions, (*search.planner.remarks(best), *search.remarks()))


class Search:
    """One search for the best plan of a stretch in which units move; in all others the plain plan is played."""

    def __init__(self, state: State, rng: random.Random, budget: Budget) -> None:
        self.state = state
        self.rng = rng
        self.budget = budget
        self.side = state.decision.side
        self.planner = Planner(state, rng, taste_of(state.game.name, self.side))
        self.plain = self.planner.plain
        self.worth_it = bool(self.planner.choices.parts) and Kind.PICK in self.planner.stretch.kinds
        self.looked_at = 0
        self.dice: list[str] = []

    def best(self) -> Plan:
        """The plain plan, or one that did better."""
        if not self.worth_it:
            return self.plain
        clock = self.budget.clock()
        clock.spend(self.planner.spent)
        self.rollouts = Rollouts(self.state.copy(), self.side, clock)
        if not self._extended(self.plain, 1):
            return self.plain
        self._share()
        self.planner.prepare()
        best = self._climbed()
        if best is self.plain:
            return best
        return self._confirmed(best)

    def _share(self) -> None:
        """The part of the turn's budget that is for this stretch, by how often units are yet to move in the turn.

        A part of that again is left for the last comparison.
        """
        part = self.budget.part(1.0 / (1.0 + self.rollouts.ahead))
        cost = self.rollouts.spent
        self.reserve = 2 * FRESH * cost
        self.rollouts.clock = part.clock()
        self.rollouts.clock.spend(self.planner.spent + cost)

    def _climbed(self) -> Plan:
        """Change the best plan so far as long as there is time, and keep each change that does better."""
        best, futile = self.plain, 0
        clock = self.rollouts.clock
        if clock.left < self.reserve + 4 * FIRST * self.rollouts.spent:
            return best
        if not self._extended(best, FIRST):
            return self.plain
        for _ in range(TRIES):
            if futile >= FUTILE or clock.out or clock.left < self.reserve:
                break
            before = self.planner.spent
            plan = self.planner.varied(best)
            clock.spend(self.planner.spent - before + 1)
            if plan is None:
                futile += 1
                continue
            futile = 0
            if self._beats(plan, best):
                best = plan
        return best

    def _beats(self, plan: Plan, best: Plan) -> bool:
        """Whether a plan does better than the best so far, on the same dice; more of them the closer it is."""
        known = [seed for seed in self.dice if seed in best.values]
        for n, seed in enumerate(known, 1):
            if not self._played(plan, seed):
                return False
            if n >= FIRST and lead(plan, best) < HOPELESS / n**0.5:
                return False
        while len(plan.values) < DICE:
            if lead(plan, best) <= 0:
                return False
            seed = self._seed(len(plan.values))
            if not self._played(best, seed) or not self._played(plan, seed):
                return False
        return lead(plan, best) > 0

    def _confirmed(self, best: Plan) -> Plan:
        """The best plan if it beats the plain one on fresh dice too."""
        have = len(self.dice)
        for n in range(FRESH):
            seed = self._seed(have + n)
            if not self._played(self.plain, seed) or not self._played(best, seed):
                break
        return best if better(best, self.plain, self.dice[have:]) else self.plain

    def _seed(self, n: int) -> str:
        while len(self.dice) <= n:
            self.dice.append(str(self.rng.getrandbits(60)))
        return self.dice[n]

    def _extended(self, plan: Plan, dice: int) -> bool:
        return all(self._played(plan, self._seed(n)) for n in range(dice))

    def _played(self, plan: Plan, seed: str) -> bool:
        """Play a plan on with some dice; whether there was time to the end."""
        if seed in plan.values:
            return True
        worth = self.rollouts.play(plan.after, seed)
        if worth is None:
            return False
        plan.values[seed] = worth
        self.looked_at += 1
        return True

    def remarks(self) -> list[Remark]:
        """What was compared. No chance to win is stated: not every game has a fitted value yet."""
        if self.looked_at < 2:
            return []
        return [Remark(f"Compared {len(self.planner.seen)} plans in {self.looked_at} playouts.")]
