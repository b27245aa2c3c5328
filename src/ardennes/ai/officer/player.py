"""Officer: many plans at a glance, the best of them played on with care, and the one taken that does best."""

from __future__ import annotations

import random
from math import ceil

from ardennes.ai.officer.compare import better, lead
from ardennes.ai.officer.plans import Plan, Planner
from ardennes.ai.officer.rollout import Rollouts
from ardennes.ai.player import Budget, Player, Remark, Thought, offer
from ardennes.ai.taste import taste_of
from ardennes.engine.decision import Kind
from ardennes.engine.state import State
from ardennes.playbooks import playbook

WHOLES = 9  # whole plans beside the plain one
FIRST = 2  # dice for every plan at a glance
GLANCES = 6  # for those that look well
TRIES = 600  # plans
FUTILE = 40  # tries in a row that led to no new plan
HOPELESS = -0.04  # of a game, behind the plain plan on the first dice
PARENTS = 4  # of the best plans, from which others are made
SCREENING = 0.45  # of the budget, for choosing who is played on with care
FASTEST = 0.25  # where rollouts with care take so long that there would be few
FINALISTS = 6  # beside the plain plan
ROUND = 3  # dice for each finalist, until the worse half is dropped
FEWEST = 2 * ROUND  # rollouts with care for a finalist, the plain plan's included
DICE = 15  # for whoever is left


@offer
class Officer(Player):
    """Looks at the answer before it moves."""

    name = "officer"
    title = "Officer"
    text = "Tries dozens of plans against your likely reply. Shown to be stronger than Recruit in one game so far."
    level = 3
    advises = False
    budget = Budget(nodes=18_000)  # for a whole turn

    def think(self, view: State, rng: random.Random, budget: Budget) -> Thought:
        """All actions up to the next die or foreign decision."""
        search = Search(view.guess(rng), rng, budget)
        best = search.best()
        return Thought(best.actions, (*best.remarks(), *search.remarks()))


class Search:
    """One search for the best plan of a stretch in which units move; in all others the plain plan is played.

    So it is in games in which a look ahead has not been measured, or did harm.
    """

    def __init__(self, state: State, rng: random.Random, budget: Budget) -> None:
        self.state = state
        self.rng = rng
        self.budget = budget
        self.side = state.decision.side
        self.planner = Planner(state, rng, taste_of(state.game.name, self.side))
        self.plain = self.planner.plain
        moves = any(part.piece for part in self.planner.choices.parts)
        shown = playbook(state.game.name).looks_ahead
        self.worth_it = shown and moves and Kind.PICK in self.plain.draft.stretch.kinds
        self.looked_at = 0
        self.dice: list[str] = []
        self.plans = [self.plain]  # that were played on at a glance

    def best(self) -> Plan:
        """The plain plan, or one that did better."""
        if not self.worth_it:
            return self.plain
        clock = self.budget.clock()
        clock.spend(self.planner.spent)
        self.rollouts = Rollouts(self.state.copy(), self.side, clock)
        if not self._played(self.plain, 1):
            return self.plain
        self.cost = max(self.rollouts.spent, 1)  # of a rollout with care; nothing where the game is over
        self._share()
        most = self._affordable()
        if not most or not self._glanced(self.plain, FIRST):
            return self.plain
        self._draw_up()
        self._vary()
        return self._final(most)

    def _share(self) -> None:
        """The part of the turn's budget that is for this stretch, by how often units are yet to move in the turn."""
        part = self.budget.part(1.0 / (1.0 + self.rollouts.ahead))
        self.rollouts.clock = part.clock()
        self.rollouts.clock.spend(self.planner.spent + self.cost)
        self.screening = part.part(SCREENING).clock()
        left = self.rollouts.clock.left
        self.reserve = int(max((1 - SCREENING) * left, min(2 * FEWEST * self.cost, (1 - FASTEST) * left)))

    def _affordable(self) -> int:
        """How many finalists there is time for."""
        if self.budget.nodes is None:
            return FINALISTS
        return min(self.reserve // (FEWEST * self.cost), FINALISTS)

    # ---- at a glance ----

    @property
    def _pressed(self) -> bool:
        """Whether the time that is left is for the finalists."""
        clock = self.rollouts.clock
        return self.screening.out or clock.out or (self.budget.nodes is not None and clock.left < self.reserve)

    def _draw_up(self) -> None:
        """Whole plans beside the plain one."""
        for n in range(WHOLES):
            if self._pressed:
                break
            before = self.planner.spent
            plan = self.planner.whole(n)
            self.rollouts.clock.spend(self.planner.spent - before)
            if plan is not None and self._glanced(plan, FIRST):
                self.plans.append(plan)
                self._looked_closer(plan)

    def _vary(self) -> None:
        """Plans with parts otherwise, from the plain one and from the best so far."""
        futile = 0
        for _ in range(TRIES):
            if futile >= FUTILE or self._pressed:
                break
            before = self.planner.spent
            plan = self._child()
            self.rollouts.clock.spend(self.planner.spent - before + 1)
            if plan is None:
                futile += 1
                continue
            futile = 0
            if self._glanced(plan, FIRST):
                self.plans.append(plan)
                self._looked_closer(plan)

    def _child(self) -> Plan | None:
        chance = self.rng.random()
        if chance < 0.3 or len(self.plans) < 2:
            return self.planner.varied(self.plain)
        parents = self._ranked()[:PARENTS]
        one = self.rng.choice(parents)
        if chance < 0.5:
            return self.planner.joined(one, self.rng.choice(parents))
        return self.planner.varied(one)

    def _ranked(self) -> list[Plan]:
        return sorted(self.plans, key=lambda plan: -lead(plan.glances, self.plain.glances))

    def _looked_closer(self, plan: Plan) -> None:
        """A plan that looks well has more dice, so that luck alone does not bring it forward."""
        for n in range(FIRST + 1, GLANCES + 1):
            if lead(plan.glances, self.plain.glances) < HOPELESS / n**0.5 or self._pressed:
                break
            if not self._glanced(self.plain, n) or not self._glanced(plan, n):
                break

    # ---- with care ----

    def _final(self, most: int) -> Plan:
        """Those that look best are played on with care, the better half ever further."""
        rivals = [plan for plan in self._ranked() if plan is not self.plain][:most]
        left, dice = rivals, 0
        while left and dice < DICE:
            dice = min(dice + ROUND, DICE)
            if not self._played(self.plain, dice) or not all(self._played(plan, dice) for plan in left):
                break
            left.sort(key=lambda plan: -lead(plan.values, self.plain.values))
            if lead(left[0].values, self.plain.values) < HOPELESS:
                return self.plain
            if len(left) > 1:
                left = left[: ceil(len(left) / 2)]
        tried = [plan for plan in left if plan.values]
        best = max(tried, key=lambda plan: lead(plan.values, self.plain.values), default=self.plain)
        return best if better(best.values, self.plain.values) else self.plain

    def _seed(self, n: int) -> str:
        while len(self.dice) <= n:
            self.dice.append(str(self.rng.getrandbits(60)))
        return self.dice[n]

    def _glanced(self, plan: Plan, dice: int) -> bool:
        """Play a plan on at a glance with so many dice; whether there was time to the end."""
        return all(self._rolled(plan.after, plan.glances, "a" + self._seed(n), False) for n in range(dice))

    def _played(self, plan: Plan, dice: int) -> bool:
        """The same with care, and with other dice."""
        return all(self._rolled(plan.after, plan.values, "b" + self._seed(n), True) for n in range(dice))

    def _rolled(self, after: State, values: dict[str, float], seed: str, care: bool) -> bool:
        if seed in values:
            return True
        worth = self.rollouts.play(after, seed) if care else self.rollouts.glance(after, seed)
        if worth is None:
            return False
        values[seed] = worth
        self.looked_at += 1
        return True

    def remarks(self) -> list[Remark]:
        """What was compared. No chance to win is stated: not every game has a fitted value yet."""
        if self.looked_at < 2:
            return []
        return [Remark(f"Compared {len(self.planner.seen)} plans in {self.looked_at} playouts.")]
