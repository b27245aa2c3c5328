"""A gesture of several choices: the same for every unit of a stack that may, and taken back in one."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ardennes.ai import Recruit
from ardennes.engine.action import Action
from ardennes.engine.decision import Kind
from ardennes.engine.errors import ArdennesError
from ardennes.engine.record import Record
from ardennes.engine.state import State

OFFERED = frozenset({Kind.JOIN, Kind.PAY, Kind.SUPPORT})  # questions that are answered ahead, as an offer


def do(
    record: Record,
    actions: Sequence[str],
    also: Sequence[Sequence[str]] = (),
    *,
    behind: Sequence[str] = (),
    usual: bool = False,
) -> None:
    """Carry out a batch, all or nothing, then each further one that may be: wholly legal, and nothing final in it.

    Where a further one may not be, the first of the choices `behind` that may takes the place of its last: so units
    march in order, each as near to the first one's goal as it can. With `usual`, what follows from it is then answered
    as Recruit would: see `offer`. Raises Refused for the first batch alone; nothing is changed then.
    """
    begun, depth = record.stages[-1], len(record.state.frames)
    if len(actions) == 1:
        record.apply(actions[0])
    else:
        record.apply_all(actions)
    do_also(record, also, behind)
    if usual:
        offer(record, begun.step, depth)


def do_also(record: Record, also: Sequence[Sequence[str]], behind: Sequence[str] = ()) -> None:
    """Carry out each batch that may be, if need be with another end."""
    left: set[tuple[str, ...]] = set()  # a batch that may not be now may not be a moment later either
    for batch in map(tuple, also):
        for one in (batch, *((*batch[:-1], end) for end in behind)):
            if one in left or not _may(record.state, one):
                left.add(one)
            else:
                record.apply_all(one)
                break


def offer(record: Record, begun: str, depth: int) -> None:
    """Tick the obliged and the sensible units of a battle, its support, and who pays: what Recruit would answer.

    It ends before anything that cannot be taken back, before what closes the list of units, where the question comes
    again with which the gesture has `begun`, and where that question has been left for the one that lies beneath it at
    less than its `depth`. Nothing is declared by it: a player may drop each of the choices.
    """
    for action in offered(record.state, begun, depth):
        if record.state.over or action not in record.state.decision.options:  # a standing order has answered
            return
        record.apply(action)


def offered(state: State, begun: str, depth: int = 0) -> list[Action]:
    """The choices of `offer`, where a state stands now."""
    found: list[Action] = []
    if not _answered_ahead(state, begun, depth):
        return found
    trial = _copy(state)
    rng = random.Random(0)  # the same offer for the same position
    for action in Recruit().orders(state.view(state.decision.side), rng):
        if not _answered_ahead(trial, begun, depth) or not _may(trial, [str(action)]) or closes(trial, action):
            break
        trial.apply(action)
        found.append(action)
    return found


def _copy(state: State) -> State:
    """A copy to try something in; nobody hears of it."""
    trial = state.copy()
    trial.listener = None
    return trial


def _answered_ahead(state: State, begun: str, depth: int) -> bool:
    """Whether the question that is asked now is one that an offer answers."""
    if state.over or state.chance is not None or len(state.frames) < depth:
        return False
    asked = state.decision
    return asked.kind in OFFERED and asked.step != begun and not asked.secret  # how often a secret changes tells of it


def closes(state: State, action: Action) -> bool:
    """Whether a choice closes the list of units, or takes another word away: nothing that a player may want to say."""
    asked = state.decision
    if asked.kind == Kind.PAY or state.game.universe.verbs[action.verb].takes == "piece":
        return False
    trial = _copy(state)
    trial.apply(action)
    if trial.decision.kind != asked.kind:
        return True
    words = {option for option in asked.options if not option.thing and option != action}
    return not words <= set(trial.decision.options)


def _may(state: State, actions: Sequence[str]) -> bool:
    """Whether a batch is legal, and can be taken back: no dice, nothing learnt, no other side's decision."""
    trial = _copy(state)
    epoch = trial.epoch
    try:
        for action in actions:
            trial.apply(Action.parse(action))
            if trial.over or trial.chance is not None or trial.epoch != epoch:
                return False
    except ArdennesError:
        return False
    return True


def undo(record: Record, times: int) -> None:
    """Take so many choices back. Raises Refused if one of them cannot be; the caller puts the record back then."""
    for _ in range(times):
        record.undo()


def redo(record: Record, times: int) -> None:
    """Do so many choices again that were undone. Raises Refused as `undo` does."""
    for _ in range(times):
        record.redo()
