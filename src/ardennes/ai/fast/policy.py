"""The fast policy: one stretch of decisions, answered from sums and masks on the position itself."""

from __future__ import annotations

import random

from ardennes.ai.fast.fights import Fights
from ardennes.ai.fast.moves import Moves
from ardennes.ai.fast.outlook import Outlook
from ardennes.ai.fast.sight import Sight
from ardennes.ai.recruit.stretch import FIGHTING, GOING, Stretch
from ardennes.engine.action import Action
from ardennes.engine.decision import Decision, Kind
from ardennes.engine.state import State
from ardennes.playbooks import best_of, playbook

LONGEST = 1_000  # answers in a stretch
SLOW = 20  # nodes more for an answer of the whole policy
RANKED = 3  # for one of the playbook
MOVING = (Kind.PICK, Kind.MOVE, Kind.PLACE, Kind.RETREAT, Kind.ADVANCE)


class Fast:
    """Plays a side's decisions up to the next die or foreign decision, on the position itself."""

    def __init__(self, outlook: Outlook, rng: random.Random) -> None:
        self.outlook = outlook
        self.rng = rng
        self.rank = playbook(outlook.game.name).rank
        self.ending = outlook.game.ending_verbs
        self.working = outlook.game.working_verbs
        self.answered = 0
        self.slow = 0  # of those, how many were answered by the whole policy
        self.ranked = 0  # and how many by the playbook

    def play(self, state: State) -> set[Kind]:
        """Answer until somebody or something else decides; the kinds of question that were answered."""
        side, epoch, kinds = state.decision.side, state.epoch, set[Kind]()
        self.state = state
        self.view = self.outlook.views[side]
        self._look()
        setting_up = state.decision.kind == Kind.SETUP
        for _ in range(LONGEST):
            decision = state.decision
            if state.frames[0][0] != self.phase:
                self._look()
            kinds.add(decision.kind)
            self.answered += 1
            state.apply(self._answer(decision))
            if state.over or state.chance is not None or state.epoch != epoch or state.decision.side != side:
                break
            if setting_up != (state.decision.kind == Kind.SETUP):
                break
        return kinds

    @property
    def cost(self) -> int:
        """What the answers cost, in nodes."""
        return self.answered + SLOW * self.slow + RANKED * self.ranked

    def _look(self) -> None:
        self.phase = self.state.frames[0][0]
        self._sight: Sight | None = None
        self._moves: Moves | None = None
        self._fights: Fights | None = None

    @property
    def sight(self) -> Sight:
        """Who stands where, found when it is asked for."""
        if self._sight is None:
            self._sight = Sight(self.view, self.state)
        return self._sight

    @property
    def moves(self) -> Moves:
        """Where units go in this phase."""
        if self._moves is None:
            self._moves = Moves(self.sight, self.state)
        return self._moves

    @property
    def fights(self) -> Fights:
        """Who is attacked in this phase."""
        if self._fights is None:
            self._fights = Fights(self.sight, self.outlook)
        return self._fights

    def _answer(self, decision: Decision) -> Action:
        options = decision.options
        if len(options) == 1:
            return options[0]
        rank = self.rank.get(decision.step)
        if rank is not None:
            self.ranked += 1
            scored = rank(self.state)
            if scored:
                found = best_of(scored)
                if found.verb in self.working and not found.thing:
                    self.phase = ""
                return found
        kind = decision.kind
        answer: Action | None = None
        if kind == Kind.PICK:
            answer = self.moves.pick(decision)
        elif kind in GOING:
            answer = self.moves.go(decision)
        elif kind in FIGHTING:
            answer = self.fights.answer(self.state, decision)
        elif kind == Kind.LOSS:
            answer = min(options, key=lambda option: self.state.worth(option.thing))
        elif kind == Kind.CHOOSE:
            answer = self.fights.choose(self.state, decision)
        if answer is None:
            answer = self._slowly(decision)
        if kind in (Kind.LOSS, Kind.RETREAT, Kind.ADVANCE):
            self.phase = ""  # units stand elsewhere
        return answer

    def _slowly(self, decision: Decision) -> Action:
        """What the whole policy says to a question that is seldom asked."""
        self.slow += 1
        stretch = Stretch(self.state, self.rng, self.outlook.tastes[decision.side])
        return stretch.answer()
