"""A yardstick: everybody straight for the objectives, attacking whatever stands in the way."""

from __future__ import annotations

import random

from ardennes.ai.atlas import FAR, Atlas, atlas
from ardennes.ai.player import Budget, Player, Thought, offer
from ardennes.engine.action import Action
from ardennes.engine.decision import Decision, Kind
from ardennes.engine.queries import Goal
from ardennes.engine.state import State

LONGEST = 500  # actions in one answer
NEAREST = (Kind.MOVE, Kind.PLACE, Kind.SETUP, Kind.ADVANCE, Kind.RETREAT, Kind.TARGET)


@offer
class Rusher(Player):
    """Moves every unit as near as it can to an objective, and attacks at whatever odds."""

    name = "rusher"
    title = "Rusher"
    text = "Sends everything straight for the objectives and attacks whatever is in the way."
    level = 1

    def think(self, view: State, rng: random.Random, budget: Budget) -> Thought:
        """All actions up to the next die or foreign decision."""
        return Thought(tuple(_Rush(view.guess(rng), rng).orders()))


class _Rush:
    """One stretch of decisions, played through on a guess."""

    def __init__(self, state: State, rng: random.Random) -> None:
        self.state = state
        self.rng = rng
        self.side = state.decision.side
        self.atlas: Atlas = atlas(state.game)
        self.goals = [goal for goal in state.goals(self.side) if self.atlas.index(goal.place) >= 0]
        self.used: set[Action] = set()  # picked in this phase
        self.phase = ""

    def orders(self) -> list[Action]:
        """Answers until somebody or something else decides."""
        state, epoch = self.state, self.state.epoch
        found: list[Action] = []
        while len(found) < LONGEST:
            action = self._choose()
            found.append(action)
            state.apply(action)
            if state.over or state.chance is not None or state.epoch != epoch or state.decision.side != self.side:
                break
        return found

    def _choose(self) -> Action:
        decision = self.state.decision
        if self.state.frames[0][0] != self.phase:
            self.phase, self.used = self.state.frames[0][0], set()
        options = list(decision.options)
        ending = self.state.game.ending_verbs
        going = [option for option in options if option.verb not in ending]
        if len(options) == 1 or not going:
            return options[0]
        if decision.kind == Kind.PICK:
            return self._pick(decision, going)
        if decision.kind in NEAREST and any(self.atlas.index(option.thing) >= 0 for option in going):
            working = self.state.game.working_verbs
            moving = [option for option in options if option.verb not in working]
            return self._nearest(moving) if moving else going[0]
        if decision.kind == Kind.JOIN:
            return self._join(going)
        if decision.kind == Kind.LOSS:
            return min(going, key=lambda option: self.state.worth(option.thing) if option.thing else 0.0)
        if decision.kind == Kind.CHOOSE:
            return going[0]
        return self.rng.choice(going)

    def _pick(self, decision: Decision, going: list[Action]) -> Action:
        """Each unit once, in any order; then the phase is over."""
        fresh = [option for option in going if option not in self.used]
        if not fresh:
            return decision.ending or going[0]
        action = self.rng.choice(fresh)
        self.used.add(action)
        return action

    def _join(self, going: list[Action]) -> Action:
        """Everybody joins; then the first of the ways to fight, which is the strongest."""
        joining = [option for option in going if option.thing in self._mine]
        return joining[0] if joining else going[0]

    @property
    def _mine(self) -> set[str]:
        return {unit.handle for unit in self.state.units() if unit.side == self.side}

    def _nearest(self, options: list[Action]) -> Action:
        """The place that is nearest to an objective; an exit is nearer than the hex before it."""
        goals = self._open()
        able = [(option, i) for option in options if (i := self.atlas.index(option.thing)) >= 0]

        def far(entry: tuple[Action, int]) -> float:
            return min((self._far(*entry, goal) for goal in goals), default=float(FAR))

        return min(able, key=far)[0]

    def _far(self, option: Action, i: int, goal: Goal) -> float:
        return -1.0 if option.thing == goal.place else float(self.atlas.field(self.atlas.index(goal.place))[i])

    def _open(self) -> list[Goal]:
        """The objectives that no unit of the side holds yet, or all of them."""
        held = {unit.place for unit in self.state.units() if unit.side == self.side}
        return [goal for goal in self.goals if goal.how == "exit" or goal.place not in held] or self.goals
