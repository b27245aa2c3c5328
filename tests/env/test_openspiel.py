"""OpenSpiel plays our games, and finds them to be games: by its own check, by chance nodes, by what a player sees."""

import importlib.util
import random
from typing import Any

import pytest

import ardennes

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("pyspiel") is None, reason="OpenSpiel has no wheel for this machine"
)


def loaded(name: str, **chosen: str) -> Any:
    import pyspiel

    import ardennes.env.openspiel  # noqa: F401  # registers the games

    words = ",".join([f"game={name}", *(f"{key}={value}" for key, value in chosen.items())])
    return pyspiel.load_game(f"ardennes({words})")


@pytest.mark.parametrize("name", ["axis-allies", "bastogne", "bitter-woods", "bulge"])
def test_openspiels_own_check_plays_a_game_to_its_end(name: str):
    """Legal actions, chance outcomes, copies and returns, at every node of a random game; the longest is left out."""
    import pyspiel

    chosen = {"scenario": "southern-shoulder"} if name == "bitter-woods" else {}
    pyspiel.random_sim_test(loaded(name, **chosen), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", ardennes.games())
def test_copies_are_independent_and_chances_add_up(name: str):
    rng, looks = random.Random(1), 0
    state, rolled = loaded(name).new_initial_state(), 0
    while rolled < 5 and not state.is_terminal():
        chance = state.is_chance_node()
        if chance:
            outcomes = state.chance_outcomes()
            assert sum(probability for _, probability in outcomes) == pytest.approx(1)
            action, rolled = rng.choice(outcomes)[0], rolled + 1
        else:
            action = rng.choice(state.legal_actions())
        if chance or rng.random() < 0.05:
            before, copy, looks = str(state), state.clone(), looks + 1
            copy.apply_action(action)
            assert str(state) == before
            state.apply_action(action)
            assert str(copy) == str(state)
        else:
            state.apply_action(action)
    assert rolled
    assert looks > rolled


@pytest.mark.parametrize("name", ["bulge", "bastogne"])
def test_a_player_sees_the_same_of_what_he_cannot_tell_apart(name: str):
    rng, game, differed = random.Random(2), loaded(name), 0
    observer, state = game.make_py_observer(), game.new_initial_state()
    for _ in range(150):
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
            continue
        player = state.current_player()
        twin = state.resample_from_infostate(player, rng.random)
        if str(twin) != str(state):
            differed += 1
            observer.set_from(state, player)
            seen = observer.tensor.copy()
            observer.set_from(twin, player)
            assert (observer.tensor == seen).all()
            assert observer.string_from(state, player) == observer.string_from(twin, player)
            assert twin.legal_actions() == state.legal_actions()
        state.apply_action(rng.choice(state.legal_actions()))
    assert differed


def test_a_throw_of_too_many_dice_is_drawn_by_the_seed():
    rolls = set()
    for seed in ("1", "1", "2"):
        state, rng = loaded("axis-allies", seed=seed).new_initial_state(), random.Random(3)
        while not (state.is_chance_node() and len(state.chance_outcomes()) == 1):
            outcomes = state.chance_outcomes() if state.is_chance_node() else ()
            state.apply_action(outcomes[0][0] if outcomes else rng.choice(state.legal_actions()))
        ((number, probability),) = state.chance_outcomes()
        assert probability == 1
        rolls.add((seed, state.action_to_string(number)))
    assert len(rolls) == 2
    assert len({roll for _, roll in rolls}) == 2


def test_a_scenario_and_rule_options_may_be_chosen():
    import pyspiel

    game = loaded("ardennes-offensive", scenario="#5")
    assert game.new_initial_state().node.state.scenario == "5"
    assert pyspiel.load_game(str(game)).new_initial_state().node.state.scenario == "5", "as it is written down"
    state = loaded("bulge", options="weather:variable+airdrop:on").new_initial_state().node.state
    assert (state.chosen("weather"), state.chosen("airdrop")) == ("variable", "on")
