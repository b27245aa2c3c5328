"""Plans: what the policy would do in a stretch, and the same with single parts of it otherwise.

A part is changed by playing the plain plan's answers again with another for one unit. That takes the rules alone, so
that hundreds of plans may be tried.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from ardennes.ai.player import Budget, Remark
from ardennes.ai.recruit.stretch import WHOLE, Stretch
from ardennes.ai.recruit.whims import Choices
from ardennes.ai.taste import Taste
from ardennes.engine.action import Action
from ardennes.engine.decision import Kind
from ardennes.engine.state import State

MOST_PARTS = 3  # that a plan has otherwise than the one it comes from
EAGER = 0.25  # mean pieces; a part that looks worse by this much is tried half as often
MOVES = (Kind.MOVE, Kind.PLACE)
THOROUGH = 10  # nodes that an answer of the whole policy takes


@dataclass(slots=True)
class Plan:
    """The actions of a stretch, the position they lead to, and how it did in the rollouts."""

    goes: Mapping[str, str]  # who goes elsewhere than the policy would have it
    actions: tuple[Action, ...]
    after: State
    values: dict[str, float] = field(default_factory=dict)  # by the seed of the dice


@dataclass(frozen=True, slots=True)
class Order:
    """Answers that belong together: what one unit does, or a single answer."""

    piece: str
    actions: tuple[Action, ...]
    phase: str


class Planner:
    """Plans for one stretch of one side. No two lead to the same position."""

    def __init__(self, state: State, rng: random.Random, taste: Taste, budget: Budget = WHOLE) -> None:
        self.spent = 0  # nodes
        self.state = state
        self.rng = rng
        self.choices = Choices()
        trial = state.copy()
        self.stretch = Stretch(
            trial, random.Random(rng.getrandbits(60)), taste, budget, told=True, noticed=self.choices
        )
        actions = tuple(self.stretch.orders())
        self.plain = Plan({}, actions, trial)
        self.spent += THOROUGH * len(actions)
        self.seen = {trial.key()}
        self.orders: list[Order] = []
        self.stands = {unit.handle: unit.place for unit in state.units()}
        self.parts: list[tuple[str, str]] = []
        self.chances: list[float] = []

    def prepare(self) -> None:
        """Take the plain plan apart."""
        self.orders = self._taken_apart()
        movable = {order.piece for order in self.orders if order.piece}
        parts = [(part, loss) for part, loss in self.choices.parts.items() if part.piece in movable]
        self.parts = [(part.piece, part.place) for part, _ in parts]
        self.chances = [0.5 ** (max(loss, 0.0) / EAGER) + 0.01 for _, loss in parts]

    def remarks(self, plan: Plan) -> tuple[Remark, ...]:
        """What a plan does, in words."""
        assert self.stretch.diary is not None
        return self.stretch.diary.remarks(plan.after)

    def _taken_apart(self) -> list[Order]:
        """The plain plan unit by unit."""
        found, trial, actions = list[Order](), self.state.copy(), list(self.plain.actions)
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

    def made(self, goes: Mapping[str, str]) -> Plan | None:
        """The plan with some units going elsewhere; None if it cannot be, or leads where another plan leads to."""
        trial, epoch, side, done = self.state.copy(), self.state.epoch, self.state.decision.side, list[Action]()
        moved = set[str]()
        for order in self.orders:
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
        self.spent += len(done) // 2
        if not done:
            return None
        key = trial.key()
        if key in self.seen:
            return None
        self.seen.add(key)
        return Plan(goes, tuple(done), trial)

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
        if not self.parts:
            return None
        new = self.rng.choices(self.parts, self.chances, k=self.rng.randint(1, MOST_PARTS))
        return self.made({**base.goes, **dict(new)})


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
