"""Every lesson is played through with the real engine, by what it points at and by what it does not."""

from __future__ import annotations

import random

import pytest

import ardennes
from ardennes.engine.game import Game
from ardennes.engine.guide import progress
from ardennes.engine.lessons import Lesson
from ardennes.engine.record import Record

MOST = 300  # choices that a lesson may ask for


@pytest.fixture(params=ardennes.games())
def game(request: pytest.FixtureRequest) -> Game:
    return ardennes.game(request.param)


def lesson_of(game: Game) -> Lesson:
    assert game.teaching.lesson is not None
    return game.teaching.lesson


def due(lesson: Lesson, record: Record) -> int | None:
    """The step that the lesson is at, all that is only read being read; None if it is over."""
    states = progress(lesson, record).states
    return next((n for n, state in enumerate(states) if state == "open" and lesson.steps[n].done), None)


@pytest.mark.parametrize("seed", range(5))
def test_a_lesson_can_be_done_by_following_what_it_points_at(game: Game, seed: int) -> None:
    lesson, luck = lesson_of(game), random.Random(seed)
    record = Record.replay(game, lesson.journal(game))
    for _ in range(MOST):
        record.roll_all(luck)
        at = due(lesson, record)
        if at is None:
            break
        asked = record.state.decision
        if asked.side != lesson.side:
            record.apply(asked.ending or asked.default or asked.options[0])
            continue
        shown = progress(lesson, record).pointers[at]
        assert shown is not None, f"“{lesson.steps[at].title}” points at nothing: {asked}"
        assert shown.kind == "do", f"“{lesson.steps[at].title}” points at nothing to do: {asked}"
        record.apply(shown.name)
    states = progress(lesson, record).states
    undone = [s.title for s, state in zip(lesson.steps, states, strict=True) if s.done and state != "done"]
    assert not undone


@pytest.mark.parametrize("seed", range(3))
def test_a_lesson_follows_whatever_else_is_played(game: Game, seed: int) -> None:
    lesson, luck = lesson_of(game), random.Random(seed)
    record = Record.replay(game, lesson.journal(game))
    while not record.state.over and record.state.turn < 2:
        record.roll_all(luck)
        if not record.state.over:
            record.apply(luck.choice(list(record.state.decision.options)))
    assert due(lesson, record) is None


def test_a_lesson_goes_back_with_undo(game: Game) -> None:
    lesson = lesson_of(game)
    record = Record.replay(game, lesson.journal(game))
    record.roll_all(random.Random(1))
    before = progress(lesson, record)
    at = due(lesson, record)
    assert at is not None
    shown = before.pointers[at]
    assert shown is not None
    record.apply(shown.name)
    assert progress(lesson, record) != before
    record.undo()
    assert progress(lesson, record) == before


def test_both_sides_have_an_aim_in_every_scenario(game: Game) -> None:
    for scenario in game.scenarios:
        assert [aim.side for aim in game.teaching.aims_in(scenario)] == list(game.sides)


def test_the_glossary_explains_each_term_once(game: Game) -> None:
    terms = [one.term for one in game.teaching.terms]
    assert len(terms) >= 10
    assert len(set(terms)) == len(terms)
