"""Questions that may be answered in advance: every order that a game offers answers its question, and no other."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import ardennes
from ardennes.engine import Decision, Foreseen, Game, Order, Record
from ardennes.server.catalogue import rules

GAMES = ardennes.games()
LONG = 3_000  # decisions, more than a game has
MOST = 40  # games of random play in which each question must have come up


def orders(game: Game) -> Iterator[tuple[Foreseen, str]]:
    for one in game.foreseen:
        for _, texts in one.answers:
            yield from ((one, text) for text in texts)


def decisions(game: Game) -> Iterator[Decision]:
    """What is asked in games of random play."""
    for seed in range(MOST):
        rng, state = random.Random(seed), game.start()
        while not state.over:
            if state.chance is not None:
                state.roll(state.chance.sample(rng))
                continue
            asked = state.decision
            yield asked
            state.apply(asked.options[rng.randrange(len(asked.options))])


@pytest.mark.parametrize("name", GAMES)
def test_every_order_is_one_and_names_a_rule(name: str):
    game = ardennes.game(name)
    record = Record.start(game)
    assert game.foreseen
    for one, text in orders(game):
        record.order(game.sides[0], text)
        assert one.rule in game.rules
    assert [one.question for one in rules(game).foreseen] == [one.question for one in game.foreseen]


@pytest.mark.parametrize("name", GAMES)
def test_an_order_answers_its_own_question_and_no_other(name: str):
    game = ardennes.game(name)
    left, steps = {text for _, text in orders(game)}, dict[str, str]()
    for seen, asked in enumerate(decisions(game)):
        for one, text in orders(game):
            if Order.parse(asked.side, text).answers(asked):
                if len(asked.options) > 1:  # where nothing can be chosen, the question names the rule for that
                    assert asked.rule == one.rule, f"“{text}” answers “{asked.prompt}”"
                assert steps.setdefault(text, asked.step) == asked.step, f"“{text}” answers two questions"
                left.discard(text)
        if not left and seen >= LONG:
            return
    assert not left
