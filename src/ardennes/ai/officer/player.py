"""Officer: plans that differ in parts, compared with the plain one over the enemy's reply, on the same dice."""

from __future__ import annotations

import random
from math import ceil

from ardennes.ai.officer.compare import choose, lead
from ardennes.ai.officer.plans import Plan, Planner
from ardennes.ai.officer.rollout import Rollouts
from ardennes.ai.player import Budget, Player, Remark, Thought, offer
from ardennes.ai.taste import taste_of
from ardennes.engine.decision import Kind
from ardennes.engine.state import State

RIVALS = 8  # of the plain plan, at most
EACH = 4  # rollouts for which one rival more is thought of
FEWEST = 3  # rollouts beside the first; with less nothing can be said of any rival
TRIES = 2  # times as many plans as wanted are tried out, since many lead to the same position
THOROUGH = 1.5  # what an answer takes in a plan, against one in a rollout
MOST = 16  # dice for a plan


@offer
class Officer(Player):
    """Looks at the answer before it moves."""

    name = "officer"
    title = "Officer"
    text = "Plays like Recruit, but tries alternatives against your likely reply and picks one that is clearly better."
    level = 3
    advises = False
    budget = Budget(nodes=2_500)  # for a whole turn

    def think(self, view: State, rng: random.Random, budget: Budget) -> Thought:
        """All actions up to the next die or foreign decision."""
        search = _Search(view.guess(rng), rng, budget)
        best = search.best()
        return Thought(best.actions, (*best.remarks, *search.remarks()))


class _Search:
    """One search for the best plan of a stretch in which units move; in all others the plain plan is played."""

    def __init__(self, state: State, rng: random.Random, budget: Budget) -> None:
        self.rng = rng
        self.budget = budget
        self.planner = Planner(state, rng, taste_of(state.game.name, state.decision.side))
        self.plain = self.planner.plain
        self.worth_it = bool(self.planner.choices.parts) and Kind.PICK in self.plain.stretch.kinds
        self.rollouts = Rollouts(state.game.name, state.game.sides, state.decision.side, budget.clock())
        self.looked_at = 0

    def best(self) -> Plan:
        """The plain plan, unless another did better by more than chance."""
        if not self.worth_it:
            return self.plain
        seed, before = self._seed(), self.rollouts.spent
        if not self._played(self.plain, seed):
            return self.plain
        cost = max(self.rollouts.spent - before, 1)
        self._share()
        wanted = self._affordable(cost) if self.budget.nodes is not None else RIVALS
        return choose(self.plain, self._halved(self._varied(wanted), seed)) if wanted else self.plain

    def _affordable(self, rollout: int) -> int:
        """How many rivals there is time for, if they are played on often enough to tell anything of them."""
        plan, left = self._price(len(self.plain.actions)), self.rollouts.clock.left
        if left < plan + FEWEST * rollout:
            return 0
        return min(max(left // (TRIES * plan + EACH * rollout), 1), RIVALS)

    def _price(self, answers: int) -> int:
        """What the answers of a plan cost, in nodes."""
        return ceil(THOROUGH * self.rollouts.pace * answers)

    def _share(self) -> None:
        """The part of the turn's budget that is for this stretch, by how often units are yet to move in the turn."""
        part = self.budget.part(1.0 / (1.0 + self.rollouts.ahead))
        spent = self.rollouts.spent
        self.rollouts.clock = part.clock()
        self.rollouts.clock.spend(spent)

    def _halved(self, rivals: list[Plan], seed: str) -> list[Plan]:
        """Play rivals on, the better half ever further, each on dice that the plain plan has too."""
        left, dice = list(rivals), [seed]
        while left:
            for plan in left:
                for one in dice:
                    if one not in plan.values and not self._played(plan, one):
                        return rivals
            if len(left) > 1 and len(dice) > 1:
                left = sorted(left, key=lambda plan: -lead(plan, self.plain))[: ceil(len(left) / 2)]
            if len(dice) == MOST:
                break
            dice.append(self._seed())
            if not self._played(self.plain, dice[-1]):
                break
        return rivals

    def _seed(self) -> str:
        return str(self.rng.getrandbits(60))

    def _varied(self, wanted: int) -> list[Plan]:
        plans: list[Plan] = []
        for number in range(TRIES * wanted):
            if len(plans) == wanted or self.rollouts.clock.out:
                break
            before = self.planner.spent
            plan = self.planner.varied() if number % 2 == 0 else self.planner.inclined()
            self.rollouts.clock.spend(self._price(self.planner.spent - before))
            if plan is not None:
                plans.append(plan)
        return plans

    def _played(self, plan: Plan, seed: str) -> bool:
        """Play a plan on with some dice; whether there was time to the end."""
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
