"""Machine players: they answer legally from a view alone, and hidden facts do not move them."""

from __future__ import annotations

import random

import pytest

import ardennes
from ardennes.ai import Budget, Player, player, players
from ardennes.ai.recruit.attack import value
from ardennes.engine.battle import Effect, Odds, Outcome
from ardennes.engine.errors import ArdennesError
from ardennes.engine.state import State

BUDGET = Budget(nodes=4_000)


def play(state: State, seats: dict[str, Player], seed: int, turns: int) -> None:
    """Play on until so many turns have passed or the game is over; every order is checked by the engine."""
    rng = random.Random(seed)
    last = state.turn + turns
    while not state.over and state.turn < last:
        if state.chance is not None:
            state.roll(state.chance.sample(rng))
            continue
        side, epoch = state.decision.side, state.epoch
        orders = seats[side].orders(state.view(side), rng, BUDGET)
        assert orders, f"{seats[side].name} said nothing to {state.decision!r}"
        for action in orders:
            assert state.epoch == epoch, "orders went on beyond a die or a hand-over"
            state.apply(action)


@pytest.mark.parametrize("name", ardennes.games())
@pytest.mark.parametrize("level", players())
def test_a_player_plays_both_sides_legally(name: str, level: str):
    game = ardennes.game(name)
    state = game.start()
    play(state, dict.fromkeys(game.sides, player(level)), 4, turns=2)
    assert state.over or state.turn == 3


@pytest.mark.parametrize("name", [name for name in ardennes.games() if ardennes.game(name).hides])
def test_hidden_facts_do_not_move_recruit(name: str):
    game = ardennes.game(name)
    rng = random.Random(8)
    compared = 0
    state = game.start()
    while compared < 12:
        if state.over:
            state = game.start()
        if state.chance is not None:
            state.roll(state.chance.sample(rng))
            continue
        side = state.decision.side
        if rng.random() < 0.05:
            twin = state.view(side).guess(rng)
            orders = [player("recruit").orders(s.view(side), random.Random(3), BUDGET) for s in (state, twin)]
            assert orders[0] == orders[1]
            compared += 1
        state.apply(rng.choice(state.decision.options))


def test_recruit_thinks_well_of_an_attack_that_costs_the_enemy_more():
    lost, won = Effect(losses=1, eliminated=True), Effect()
    fair = Odds((), 3, 3, "1-1", (Outcome(0.5, "De", won, lost), Outcome(0.5, "Ae", lost, won)))
    good = Odds((), 9, 3, "3-1", (Outcome(0.75, "De", won, lost), Outcome(0.25, "Ae", lost, won)))
    assert value(fair, [1.0], [1.0]) == pytest.approx(0.0)
    assert value(good, [1.0], [1.0]) == pytest.approx(0.5)


def test_a_player_that_nobody_knows_is_refused_in_words():
    with pytest.raises(ArdennesError, match="There is no machine player “napoleon”; there are random"):
        player("napoleon")
