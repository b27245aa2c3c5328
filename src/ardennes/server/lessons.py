"""Guided first turns: how a table of one begins, and how far it has come."""

from __future__ import annotations

from msgspec import UNSET

import ardennes
from ardennes.engine.errors import Refused
from ardennes.engine.guide import progress
from ardennes.engine.journal import Journal
from ardennes.server.shapes.answers import Lesson, LessonStep, Pointer
from ardennes.server.store import Seat
from ardennes.server.table import SHARED, Table


def journal(game: str) -> Journal:
    """The journal with which a game's lesson begins. Raises Refused if it has none."""
    rules = ardennes.game(game)
    if rules.teaching.lesson is None:
        raise Refused("engine-due", f"{rules.title} has no lesson.")
    return rules.teaching.lesson.journal(rules)


def shown(seat: Seat, table: Table) -> Lesson:
    """The lesson of the side that a seat plays. Raises Refused if there is none."""
    record = table.record
    found = record.game.teaching.lesson
    if found is None or seat.side not in (found.side, SHARED):
        raise Refused("engine-due", "There is no lesson for this seat.")
    now = progress(found, record)
    steps = [
        LessonStep(
            title=step.title,
            text=step.text,
            state=state,
            rule=step.rule,
            reads=not step.done,
            pointer=UNSET if pointer is None else Pointer(pointer.kind, pointer.name),
        )
        for step, state, pointer in zip(found.steps, now.states, now.pointers, strict=True)
    ]
    return Lesson(table.revision, found.title, steps)
