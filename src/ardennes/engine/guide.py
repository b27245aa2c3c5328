"""How far a lesson has come: found from the record alone, so that it follows undo, a reload and moves of one's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ardennes.engine.action import Action
from ardennes.engine.lessons import ANY, Condition, Lesson, LessonStep, Pointer
from ardennes.engine.record import Record
from ardennes.engine.state import State

StepState = Literal["open", "done", "passed"]
STAGES = ("phase", "step", "turn")  # conditions about where the game stands, not about what was done


class Happened(NamedTuple):
    """One line of the record as a side may read it, and where the sequence of play stood after it."""

    played: str  # the side's own action; "" for a roll, an order, or what the other side does
    rolled: bool
    events: tuple[str, ...]  # their kinds
    turn: int
    phase: str
    step: str


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a lesson stands."""

    states: tuple[StepState, ...]  # of each step
    pointers: tuple[Pointer | None, ...]  # of each open step, what it points at now


def progress(lesson: Lesson, record: Record) -> Progress:
    """How far a lesson has come in a game, step by step.

    A step is done by what happened after the one before it; it is passed where its chance is gone, at the latest with
    the first turn. A step that is only read is passed as soon as a later one is done.
    """
    over = Condition("turn", str(max(1, record.stages[0].turn) + 1))
    told = [Happened("", False, (), *record.stages[0]), *_happened(record, lesson.side)]
    states: list[StepState] = ["open"] * len(lesson.steps)
    at = 0
    for n, step in enumerate(lesson.steps):
        if not step.done:
            continue
        done, gone = _first(step.done, told, at), _first((*step.until, over), told, at)
        if done is None and gone is None:
            break
        if done is not None and (gone is None or done <= gone):
            states[n], at = "done", done
        else:
            states[n] = "passed"
        for earlier in range(n):
            states[earlier] = "passed" if states[earlier] == "open" else states[earlier]
    view = record.state.view(lesson.side)
    shown = [point(one, view) if state == "open" else None for one, state in zip(lesson.steps, states, strict=True)]
    return Progress(tuple(states), tuple(shown))


def point(step: LessonStep, view: State) -> Pointer | None:
    """What a step points at now: the first of its things that can be shown; None if none can."""
    mine = not view.over and view.chance is None and view.decision.side == view.viewer
    for pointer in step.show:
        if pointer.kind != "do":
            return pointer
        option = _option(pointer.name, view) if mine else None
        if option is not None:
            return Pointer("do", str(option))
    return None


def _option(text: str, view: State) -> Action | None:
    """The option that a text stands for now."""
    options = view.decision.options
    verb, _, thing = text.partition(" ")
    if text == ANY:
        return view.decision.default or next(iter(options))
    if thing == ANY:
        return next((option for option in options if option.verb == verb), None)
    wanted = view.game.parse(text)
    return wanted if wanted in options else None


def _first(conditions: Sequence[Condition], told: Sequence[Happened], since: int) -> int | None:
    """The first line at which a condition holds: something done after a line, or where the game stood on it."""
    for at in range(since, len(told)):
        if any(_holds(one, told[at]) for one in conditions if at > since or one.kind in STAGES):
            return at
    return None


def _holds(condition: Condition, line: Happened) -> bool:
    word = condition.word
    match condition.kind:
        case "play":
            return bool(line.played) and (word == ANY or line.played == word or line.played.split()[0] == word)
        case "event":
            return word in line.events
        case "roll":
            return line.rolled
        case "phase":
            return line.phase == word
        case "step":
            return line.step == word
        case "turn":
            return line.turn >= int(word)


def _happened(record: Record, side: str) -> Iterator[Happened]:
    """The lines of a record as a side may read them."""
    before = 0
    for entry, end, stage in zip(record.journal.entries, record.ends, record.stages[1:], strict=True):
        told = [e.kind for e in record.events[before:end] if e.seen_by is None or side in e.seen_by]
        before = end
        played = entry.text if entry.side == side and entry.kind in ("action", "answer") else ""
        yield Happened(played, entry.kind == "roll", tuple(told), *stage)
