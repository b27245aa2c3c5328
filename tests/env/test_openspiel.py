"""OpenSpiel walks our games: chance is explicit, copies are independent, hidden states look alike."""

import importlib.util
import random
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("pyspiel") is None, reason="open_spiel is not installed: pip install open_spiel"
)


@pytest.mark.parametrize("game", ["bulge", "bastogne"])
def test_a_game_is_walked_with_its_chance_nodes(game: str):
    import pyspiel

    import ardennes.env.openspiel  # noqa: F401  # registers the games

    rng = random.Random(1)
    loaded: Any = pyspiel.load_game(f"ardennes(game={game})")
    state, rolled = loaded.new_initial_state(), 0
    for _ in range(60):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(probability for _, probability in outcomes) == pytest.approx(1)
            action, rolled = rng.choice(outcomes)[0], rolled + 1
        else:
            action = rng.choice(state.legal_actions())
        before, copy = str(state), state.clone()
        copy.apply_action(action)
        assert str(state) == before
        state.apply_action(action)
        assert str(copy) == str(state)
    assert rolled
    observer = loaded.make_py_observer()
    player = state.current_player() if not state.is_terminal() and not state.is_chance_node() else 0
    observer.set_from(state, player)
    one = observer.tensor.copy()
    observer.set_from(state.resample_from_infostate(player, rng.random), player)
    assert (observer.tensor == one).all()
