"""Every game as an environment: PettingZoo's and Gymnasium's own checks, the encodings, and what an agent may not see.

`python -m bench.env_matrix` runs the two libraries' checks at length.
"""

import importlib
import random
import warnings
from functools import cache, partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import ardennes
from ardennes.engine.errors import Refused
from ardennes.engine.state import State
from ardennes.env.aec import GameEnv
from ardennes.env.encoding import encoding_of
from ardennes.env.observing import columns_of, observers
from ardennes.env.planes import BoardPlanes
from ardennes.env.planning import Node
from ardennes.env.rewards import lead, result_of
from ardennes.env.single import AgainstMachine, vector
from bench.games_bench import all_options

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # PettingZoo's checks import one of its games the old way
    from pettingzoo.test import api_test, seed_test

GAMES = ardennes.games()
SCENARIOS = [(game, scenario) for game in GAMES for scenario in ardennes.game(game).scenarios]
SECRETS = {"bastogne": {}, "bulge": {}, "bitter-woods": {"fuel_dumps": True}}
"""Games that hide something, with the options for which they do."""
HIDDEN_FROM = [*((game, side) for game in ("bastogne", "bulge") for side in ("german", "allied"))]
HIDDEN_FROM.append(("bitter-woods", "german"))
ENCODINGS = {
    "ardennes-offensive": "ardennes-offensive/9689/5367bf49",
    "axis-allies": "axis-allies/3687/b0cf08c9",
    "bastogne": "bastogne/6129/580410c3",
    "bitter-woods": "bitter-woods/21656/ab4108e6",
    "bulge": "bulge/3455/fad6af5a",
}
"""A change of these makes trained policies useless: say so in the changelog, and count the environment's version up."""

UNLIKE_BOXES = [
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:We recommend agents to be named",
]
"""PettingZoo's checks would rather see one array, and agents called player_0."""


@cache
def module(game: str) -> Any:
    return importlib.import_module(f"ardennes.env.{game.replace('-', '_')}_v1")


def some_action(observation: Any, rng: random.Random) -> int:
    return int(rng.choice(np.flatnonzero(observation["action_mask"])))


def walked(env: Any, steps: int, seed: int = 1) -> Any:
    """The last observation of an agent that is asked, after so many answers by chance."""
    rng = random.Random(seed)
    env.reset(seed=seed)
    for _ in range(steps):
        observation, _, over, late, _ = env.last()
        if over or late:
            env.reset()
            continue
        env.step(some_action(observation, rng))
    return env.last()[0]


# ---- the libraries' own checks ----


def both(game: str, scenario: str) -> list[dict[str, Any]]:
    """A scenario with its own rule options, and with every option that goes together with those before it."""
    return [{}, dict(all_options(ardennes.game(game), scenario))]


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
@pytest.mark.filterwarnings(*UNLIKE_BOXES)
def test_pettingzoo_finds_every_game_and_scenario_to_be_an_environment(game: str, scenario: str):
    for options in both(game, scenario):
        api_test(module(game).env(scenario=scenario, **options), num_cycles=20)


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_the_same_seed_is_the_same_game(game: str, scenario: str):
    for options in both(game, scenario):
        seed_test(partial(module(game).env, scenario=scenario, **options), num_cycles=10)


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_gymnasium_finds_a_game_against_a_machine_to_be_an_environment(game: str, scenario: str):
    for options in both(game, scenario):
        check_env(AgainstMachine(game, scenario=scenario, illegal="lose", **options), skip_render_check=True)


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_every_scenario_is_observed_within_its_space(game: str, scenario: str):
    env = module(game).env(scenario=scenario)
    found = walked(env, 12)
    assert env.observation_space(env.agent_selection).contains(found)
    assert found["action_mask"].sum() == len(env.unwrapped.decision.options)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_option_is_an_argument_of_the_environment(game: str):
    rules = ardennes.game(game)
    for option in rules.options.values():
        for choice in option.choices:
            needed = option.needs if choice != option.choices[0] else ()
            wanted = {one: rules.options[one].choices[-1] for one in needed}
            env = module(game).raw_env(**wanted, **{option.name: choice})
            assert env.state_of_play.chosen(option.name) == choice


# ---- encodings ----


@pytest.mark.parametrize("game", GAMES)
def test_the_numbers_of_actions_have_not_changed(game: str):
    assert encoding_of(ardennes.game(game)).version == ENCODINGS[game]


@pytest.mark.parametrize("game", GAMES)
def test_the_mask_is_the_options_of_the_agents_view(game: str):
    env = module(game).raw_env()
    for steps in (3, 90):
        found = walked(env, steps)
        view = env.view(env.agent_selection)
        wanted = {env.encoding.number(option) for option in view.decision.options}
        assert set(np.flatnonzero(found["action_mask"]).tolist()) == wanted
        waiting = next(side for side in env.possible_agents if side != env.agent_selection)
        assert not env.observe(waiting)["action_mask"].any()


@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_anew_step_by_step_is_what_a_fresh_look_finds(game: str):
    """With every option that goes together, so that tracks of events and secrets are looked at too."""
    rules, rng = ardennes.game(game), random.Random(5)
    env = module(game).raw_env(**all_options(rules, next(iter(rules.scenarios))))
    env.reset(seed=5)
    for step in range(240):
        observation, _, over, _, _ = env.last()
        if over:
            break
        if step % 15 == 0:
            side = env.agent_selection
            rules.__dict__.pop("features")  # made anew, with readers that remember nothing
            fresh = observers(env.game, secretive=True)[side].look(env.view(side), env.decision)
            for name, table in fresh.items():
                seen = observation["observation"][name]
                assert (seen == table).all(), f"{name}: {columns_of(env.game)[name]}"
                assert not seen.flags.writeable
        env.step(some_action(observation, rng))


def test_columns_say_where_units_are_and_who_holds_a_hex():
    env = module("bulge").raw_env()
    found = walked(env, 60)["observation"]
    state: Any = env.state_of_play
    names = {kind: [name for name, _ in columns] for kind, columns in columns_of(env.game).items()}
    assert found["tracks"][names["tracks"].index("turn")] == state.turn
    on_map = [unit for unit, at in enumerate(state.at) if at >= 0]
    assert on_map
    for unit in on_map:
        row = found["pieces"][unit, names["pieces"].index("place")]
        place = env.game.places()[row]
        assert place == state.place_of(unit)
        side = env.game.sides[state.game.forces.side[unit]]
        assert found["places"][row, names["places"].index(side)] == 1
    assert found["places"][:, names["places"].index("german")].sum() == state.held[0].bit_count()


# ---- what is hidden ----


@cache
def lookalikes(game: str, side: str, count: int = 5) -> list[tuple[State, State]]:
    """Pairs of states that differ, and only in what a side may not know, at moments when a decision is due."""
    rules, rng, found = ardennes.game(game), random.Random(11), list[tuple[State, State]]()
    for seed in range(30):
        state, here = rules.start(None, **SECRETS[game]), 0
        for _ in range(400):
            if state.over or here == 2:
                break
            if state.chance is not None:
                state.roll(state.chance.keyed(seed))
                continue
            if state.decision.side == side or rng.random() < 0.3:
                twin = state.view(side).guess(rng)
                if twin.key() != state.key():
                    found.append((state.copy(), twin))
                    here += 1
            if len(found) == count:
                return found
            state.apply(rng.choice(state.decision.options))
    raise AssertionError(f"{game} hid too little from the {side} side")


def seen_by(game: str, state: State, side: str) -> bytes:
    env = module(game).raw_env(**SECRETS[game])
    env.reset(seed=1, options={"state": state})
    found = env.observe(side)
    position = found["observation"]
    return b"|".join(part.tobytes() for part in (*position.values(), found["action_mask"]))


def test_all_games_that_hide_something_are_looked_at():
    found = set()
    for name in GAMES:
        game = ardennes.game(name)
        if game.secretive(game.start(**all_options(game, next(iter(game.scenarios))))):
            found.add(name)
    assert found == SECRETS.keys()


@pytest.mark.parametrize(("game", "side"), HIDDEN_FROM)
def test_nobody_is_paid_by_what_is_hidden_from_him(game: str, side: str):
    for one, other in lookalikes(game, side):
        assert lead(one, side) == lead(other, side)


@pytest.mark.parametrize(("game", "side"), HIDDEN_FROM)
def test_states_that_differ_only_in_what_is_hidden_are_observed_byte_by_byte_the_same(game: str, side: str):
    owner = next(who for who in ardennes.game(game).sides if who != side)
    for one, other in lookalikes(game, side):
        assert seen_by(game, one, side) == seen_by(game, other, side)
        assert seen_by(game, one, owner) != seen_by(game, other, owner), "its owner sees the difference"


@pytest.mark.parametrize("game", SECRETS)
def test_a_planner_is_given_a_guess_that_fits_the_view_and_not_the_truth(game: str):
    side = "german"
    state, _ = lookalikes(game, side)[0]
    env = module(game).raw_env(**SECRETS[game])
    env.reset(seed=1, options={"state": state})
    nodes = [env.node(side, random.Random(n)) for n in range(8)]
    assert all(node.state.view(side) == state.view(side) for node in nodes)
    assert len({node.state.key() for node in nodes}) > 1


# ---- playing ----


def test_an_illegal_action_is_refused_with_its_rule():
    env = module("bulge").env()
    found = walked(env, 20)
    raw = env.unwrapped
    illegal = int(np.flatnonzero(found["action_mask"] == 0)[7])
    reason = raw.why_not(illegal)
    with pytest.raises(Refused) as refused:
        env.step(illegal)
    assert reason is not None
    assert (refused.value.rule, refused.value.reason) == (reason.rule, reason.text)
    assert raw.why_not(int(np.flatnonzero(found["action_mask"])[0])) is None
    with pytest.raises(Refused, match="numbered from 0"):
        env.step(-1)


def paid_in_all(env: GameEnv, seed: int) -> dict[str, float]:
    rng = random.Random(seed)
    env.reset(seed=seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        total[agent] += reward
        env.step(None if over else some_action(observation, rng))
    return total


def test_the_result_is_paid_at_the_end_and_the_lead_on_the_way():
    plain, shaped = module("bulge").raw_env(), module("bulge").raw_env(reward="margin")
    paid = paid_in_all(plain, 3)
    assert sorted(paid.values()) == [-1.0, 1.0]
    assert paid == {side: result_of(plain.state_of_play, side) for side in paid}
    shaped.reset(seed=3)
    begun = {side: lead(shaped.state_of_play, side) for side in paid}
    along = paid_in_all(shaped, 3)
    assert any(begun.values())
    assert along == pytest.approx({side: paid[side] - begun[side] for side in paid})


def test_so_many_answers_truncate_a_game():
    env = module("axis-allies").env(max_steps=5)
    env.reset(seed=1)
    rng = random.Random(1)
    for _ in range(5):
        assert not any(env.truncations.values())
        env.step(some_action(env.last()[0], rng))
    assert all(env.truncations.values())


def test_dice_are_chance_nodes_whose_probabilities_add_up():
    node, rng = Node(ardennes.game("bulge").start()), random.Random(2)
    rolled = 0
    while rolled < 3:
        if node.turn != "chance":
            node.play(int(rng.choice(node.legal())))
            continue
        outcomes = node.outcomes()
        assert sum(probability for _, probability in outcomes) == pytest.approx(1)
        branches = [node.copy() for _ in outcomes]
        for branch, (outcome, _) in zip(branches, outcomes, strict=True):
            branch.roll(outcome)
        assert node.turn == "chance"
        node.roll(node.sample(rng))
        rolled += 1


@pytest.mark.parametrize("game", GAMES)
def test_planes_hold_what_the_tables_hold(game: str):
    env = BoardPlanes(module(game).env())
    found = walked(env, 25)
    assert env.observation_space(env.agent_selection).contains(found)
    planes, sheet = found["observation"]["planes"], env.sheet
    assert planes[0].sum() == sum(place in env.unwrapped.game.board.grid for place in env.unwrapped.game.places())
    tables = env.unwrapped.observe(env.agent_selection)["observation"]
    hexes = [n for n, place in enumerate(env.unwrapped.game.places()) if place in env.unwrapped.game.board.grid]
    for n in range(tables["places"].shape[1]):
        assert planes[1 + n].sum(dtype=np.int64) == tables["places"][hexes, n].sum(dtype=np.int64), sheet.channels[
            1 + n
        ]


def test_a_machine_answers_until_the_agent_is_asked():
    env, rng = AgainstMachine("bulge", "allied", "recruit", budget=0.01), random.Random(4)
    observation, _ = env.reset(seed=4)
    for _ in range(15):
        assert env.action_masks().any()
        assert env.table.agent_selection == "allied"
        observation, _, over, _, _ = env.step(some_action(observation, rng))
        assert not over
    with pytest.raises(Refused):
        env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))


def test_several_games_run_in_processes_of_their_own():
    envs = vector(2, "bulge", "german", "random", context="spawn")
    try:
        observation, _ = envs.reset(seed=7)
        assert isinstance(envs, gymnasium.vector.AsyncVectorEnv)
        alone = [AgainstMachine("bulge", "german", "random").reset(seed=7 + n)[0] for n in range(2)]
        for n, one in enumerate(alone):
            assert (observation["observation"]["pieces"][n] == one["observation"]["pieces"]).all()
        actions = np.array([np.flatnonzero(mask)[0] for mask in observation["action_mask"]])
        _, rewards, over, _, _ = envs.step(actions)
        assert rewards.shape == over.shape == (2,)
    finally:
        envs.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_rendered_as_text_and_as_svg(game: str):
    text, drawn = (module(game).env(render_mode=mode) for mode in ("ansi", "svg"))
    walked(text, 10)
    shown = text.render()
    assert text.unwrapped.decision.side in shown
    if game == "axis-allies":  # the smallest map; a large one takes seconds
        walked(drawn, 10)
        svg = drawn.render()
        assert svg.startswith("<svg")
        assert svg.count("<g transform") > 40


def test_a_game_that_is_over_says_how_it_ended():
    env, rng = module("bulge").env(render_mode="ansi"), random.Random(1)
    env.reset(seed=1)
    while not any(env.terminations.values()):
        env.step(some_action(env.last()[0], rng))
    result = env.unwrapped.state_of_play.result
    assert f"Over: {result.level}." in env.render()


def test_pixels_are_those_of_the_drawing():
    env = module("axis-allies").env(render_mode="rgb_array")
    walked(env, 3)
    pixels = env.render()
    assert pixels.dtype == np.uint8
    assert pixels.shape[2] == 3
    assert pixels.std() > 10


@pytest.mark.parametrize("game", [game for game in SECRETS if not ardennes.game(game).derives_from_hidden])
def test_nothing_that_is_derived_depends_on_what_a_view_conceals(game: str):
    """So that a view need not find it again."""
    derived = [field.name for field in ardennes.game(game).start().fields if field.derived]
    for side in ardennes.game(game).sides:
        for state, _ in lookalikes(game, side):
            view = state.view(side)
            again = view.copy()
            again.refresh()
            assert {name: getattr(view, name) for name in derived} == {name: getattr(again, name) for name in derived}
