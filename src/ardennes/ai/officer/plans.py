"""Plans: what the policy would do in a stretch, what it would do under other tastes, and all that with parts otherwise.

A part is changed by playing a whole plan's answers again with another for one unit. That takes the rules alone, so
that hundreds of plans may be tried.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil

from ardennes.ai.player import Budget, Remark
from ardennes.ai.recruit.stretch import WHOLE, Stretch
from ardennes.ai.recruit.whims import NONE, Choices, Whims
from ardennes.ai.taste import Taste, hurried
from ardennes.engine.action import Action
from ardennes.engine.decision import Kind
from ardennes.engine.state import State
from ardennes.playbooks import playbook

MOST_PARTS = 3  # that a plan has otherwise than the one it comes from
EAGER = 0.25  # mean pieces; a part that looks worse by this much is tried half as often
MOVES = (Kind.MOVE, Kind.PLACE)
THOROUGH = 10  # nodes that an answer of the whole policy takes
HURRIED = 4  # nodes that it takes in a hurry
INCLINED = 1.0  # how far the tastes of whole plans are apart, as a power of two
INCLINATIONS = ("pull", "fade", "danger", "bar", "prey", "support", "alone", "forgone", "pushed", "ground", "spoilt")


@dataclass(frozen=True, slots=True)
class Order:
    """Answers that belong together: what one unit does, or a single answer."""

    piece: str
    actions: tuple[Action, ...]
    phase: str


class Draft:
    """A whole plan as the policy made it, unit by unit, and what else it could have done on the way."""

    def __init__(self, state: State, stretch: Stretch, actions: tuple[Action, ...], choices: Choices) -> None:
        self.state = state
        self.stretch = stretch
        self.actions = actions
        self.choices = choices
        self._orders: list[Order] | None = None
        self.parts: list[tuple[str, str]] = []
        self.chances: list[float] = []

    @property
    def orders(self) -> list[Order]:
        """The plan taken apart, when that is asked for."""
        if self._orders is None:
            self._orders = self._taken_apart()
            movable = {order.piece for order in self._orders if order.piece}
            parts = [(part, loss) for part, loss in self.choices.parts.items() if part.piece in movable]
            self.parts = [(part.piece, part.place) for part, _ in parts]
            self.chances = [0.5 ** (max(loss, 0.0) / EAGER) + 0.01 for _, loss in parts]
        return self._orders

    def _taken_apart(self) -> list[Order]:
        found, trial, actions = list[Order](), self.state.copy(), list(self.actions)
        while actions:
            phase, piece, some = trial.frames[0][0], "", [actions.pop(0)]
            if trial.decision.kind == Kind.PICK and some[0].verb not in trial.game.ending_verbs:
                piece = some[0].thing
            trial.apply(some[0])
            while piece and actions and trial.decision.kind in MOVES:
                some.append(actions.pop(0))
                trial.apply(some[-1])
            found.append(Order(piece, tuple(some), phase))
        return found

    def remarks(self, after: State) -> tuple[Remark, ...]:
        """What the plan does, in words."""
        assert self.stretch.diary is not None
        return self.stretch.diary.remarks(after)


@dataclass(slots=True)
class Plan:
    """The actions of a stretch, the position they lead to, and how it did in the rollouts."""

    draft: Draft
    goes: Mapping[str, str]  # who goes elsewhere than in the draft
    actions: tuple[Action, ...]
    after: State
    glances: dict[str, float] = field(default_factory=dict)  # rollouts by the fast policy, by the seed of the dice
    values: dict[str, float] = field(default_factory=dict)  # rollouts by the whole policy

    def remarks(self) -> tuple[Remark, ...]:
        """What it does, in words."""
        return self.draft.remarks(self.after)


class Planner:
    """Plans for one stretch of one side. No two lead to the same position."""

    def __init__(self, state: State, rng: random.Random, taste: Taste, budget: Budget = WHOLE) -> None:
        self.spent = 0  # nodes
        self.pace = playbook(state.game.name).pace
        self.state = state
        self.rng = rng
        self.taste = taste
        self.budget = budget
        self.seed = rng.getrandbits(60)
        self.stands = {unit.handle: unit.place for unit in state.units()}
        self.seen: set[str] = set()
        self.plain = self._drawn_up(taste, NONE, THOROUGH)
        self.seen.add(self.plain.after.key())
        self.choices = self.plain.draft.choices
        self.attacks = [part for part in self.choices.parts if not part.piece]  # what may be left undone

    def _drawn_up(self, taste: Taste, whims: Whims, price: int) -> Plan:
        """A whole plan by the policy."""
        trial, choices = self.state.copy(), Choices()
        rng = random.Random(self.seed)
        stretch = Stretch(trial, rng, taste, self.budget, told=True, whims=whims, noticed=choices)
        actions = tuple(stretch.orders())
        self.spent += ceil(self.pace * price * len(actions))
        return Plan(Draft(self.state, stretch, actions, choices), {}, actions, trial)

    def whole(self, n: int) -> Plan | None:
        """The n-th whole plan beside the plain one: drawn up in a hurry, under another taste, or without an attack.

        None if it leads where another plan leads to.
        """
        taste, whims = hurried(self.taste), NONE
        if n > 0 and n % 2 and self.attacks:
            whims = Whims([self.rng.choice(self.attacks)])
        elif n > 0:
            taste = taste.varied(self.rng, INCLINED, INCLINATIONS)
        plan = self._drawn_up(taste, whims, HURRIED)
        return plan if self._new(plan.after) else None

    def _new(self, after: State) -> bool:
        key = after.key()
        if key in self.seen:
            return False
        self.seen.add(key)
        return True

    def made(self, draft: Draft, goes: Mapping[str, str]) -> Plan | None:
        """A draft with some units going elsewhere; None if it cannot be, or leads where another plan leads to."""
        trial, epoch, side, done = self.state.copy(), self.state.epoch, self.state.decision.side, list[Action]()
        moved = set[str]()
        for order in draft.orders:
            if trial.over or trial.chance is not None or trial.epoch != epoch or trial.decision.side != side:
                break
            actions = order.actions
            if order.piece in goes and order.piece not in moved:
                moved.add(order.piece)
                place = goes[order.piece]
                if place == self.stands.get(order.piece):
                    continue
                if actions[0] not in trial.decision.options:
                    return None
                sent = self._sent(trial, actions, place)
                if not sent:
                    return None
                done += sent
                continue
            played = _as_far_as_possible(trial, actions)
            done += actions[:played]
            if played < len(actions) and (played or not order.piece):
                if not moved or order.piece:
                    return None
                break  # what follows is another question now: it is left to whoever is asked then
        self.spent += ceil(self.pace * len(done) / 2)
        return Plan(draft, goes, tuple(done), trial) if done and self._new(trial) else None

    def _sent(self, trial: State, actions: tuple[Action, ...], place: str) -> list[Action]:
        """Send a unit to another place than its answers say, by another entry if need be; the answers that do."""
        if actions[0] not in trial.decision.options:
            return []
        trial.apply(actions[0])
        sent = [actions[0]]
        if len(actions) > 2 and trial.decision.kind == Kind.PLACE:
            for entry in (actions[1], *trial.decision.options):
                way = trial.copy()
                if entry in way.decision.options:
                    way.apply(entry)
                    if _going(way, place) is not None:
                        trial.apply(entry)
                        sent.append(entry)
                        break
        go = _going(trial, place)
        if go is None:
            return []
        trial.apply(go)
        return [*sent, go]

    def varied(self, base: Plan) -> Plan | None:
        """A plan with a few parts otherwise than another, by chance, the more likely the better they look."""
        draft = base.draft
        if not draft.orders or not draft.parts:
            return None
        new = self.rng.choices(draft.parts, draft.chances, k=self.rng.randint(1, MOST_PARTS))
        return self.made(draft, {**base.goes, **dict(new)})

    def joined(self, one: Plan, other: Plan) -> Plan | None:
        """A plan with what two plans of the same draft have otherwise."""
        return self.made(one.draft, {**other.goes, **one.goes}) if one.draft is other.draft else None


def _as_far_as_possible(trial: State, actions: tuple[Action, ...]) -> int:
    """Give some answers, until one is not possible; how many were."""
    for n, action in enumerate(actions):
        if trial.over or trial.chance is not None or action not in trial.decision.options:
            return n
        trial.apply(action)
    return len(actions)


def _going(trial: State, place: str) -> Action | None:
    """The answer by which a unit that has been picked ends its move in a place, by the plainest verb."""
    if trial.over or trial.chance is not None or trial.decision.kind not in MOVES:
        return None
    working = trial.game.working_verbs
    return next((one for one in trial.decision.options if one.thing == place and one.verb not in working), None)
