"""A gesture of several choices: the same for every unit of a stack that may, and taken back in one."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.action import Action
from ardennes.engine.errors import ArdennesError
from ardennes.engine.record import Record


def do(record: Record, actions: Sequence[str], also: Sequence[Sequence[str]] = ()) -> None:
    """Carry out a batch, all or nothing, then each further one that may be: wholly legal, and nothing final in it.

    Raises Refused for the first batch alone; nothing is changed then.
    """
    if len(actions) == 1:
        record.apply(actions[0])
    else:
        record.apply_all(actions)
    left: set[tuple[str, ...]] = set()  # a batch that may not be now may not be a moment later either
    for batch in map(tuple, also):
        if batch in left or not _may(record, batch):
            left.add(batch)
        else:
            record.apply_all(batch)


def _may(record: Record, actions: Sequence[str]) -> bool:
    """Whether a batch is legal, and can be taken back: no dice, nothing learnt, no other side's decision."""
    trial = record.state.copy()
    trial.listener = None
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
