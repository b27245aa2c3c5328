"""Machine players: they answer legally from a view alone, and hidden facts do not move them."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import ardennes
from ardennes.ai import Budget, Player, player, players
from ardennes.engine.errors import ArdennesError
from ardennes.engine.state import State

BUDGET = Budget(nodes=4_000)
SEARCHING = Budget(nodes=60)  # of players that look ahead


def play(state: State, seats: dict[str, Player], seed: int, turns: int) -> None:
    """Play on until so many turns have passed or the game is over; every order is checked by the engine."""
    rng = random.Random(seed)
    last = state.turn + turns
    while not state.over and state.turn < last:
        if state.chance is not None:
            state.roll(state.chance.sample(rng))
            continue
        side, epoch = state.decision.side, state.epoch
        orders = seats[side].orders(state.view(side), rng, SEARCHING if seats[side].level > 2 else BUDGET)
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


def test_no_player_names_a_game():
    house = Path(ardennes.__file__).parent
    games = {path.name for path in (house / "games").iterdir() if (path / "data").is_dir()}
    assert {name.replace("-", "_") for name in ardennes.games()} <= games
    words = {
        *games,
        *(name.replace("_", "-") for name in games),
        *(ardennes.game(name).title for name in ardennes.games()),
    }
    for path in (house / "ai").rglob("*.py"):
        text = path.read_text(encoding="utf-8").lower()
        assert not [word for word in words if re.search(rf"\b{re.escape(word.lower())}\b", text)], path


def test_a_player_that_nobody_knows_is_refused_in_words():
    with pytest.raises(ArdennesError, match="There is no computer player “napoleon”; choose from random"):
        player("napoleon")
