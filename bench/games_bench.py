"""Random play and copies, for every game: draw one of the options, apply it.

Only decisions with two options or more count, as only they are decided; game-turns a second stand beside them.
"""

import random
import time

import ardennes
from ardennes.engine.errors import BadOption
from ardennes.engine.game import Game
from ardennes.engine.state import State
from bench.measure import Measure, seconds_of

SECONDS = 4.0  # of random play a game
LEAST = 17_500.0  # decisions a second on the reference machine: half of python-chess's rate
LARGE = {"bitter-woods": 14_000.0}  # games of which less is asked: 0.4 of it
ALL_ON = {"bitter-woods": 12_250.0}  # games that are measured with every option on too: 0.35 of it
COPY = 5e-6


def run() -> list[Measure]:
    """Decisions a second, and the time of a copy, of every game."""
    found = []
    for name in ardennes.games():
        game = ardennes.game(name)
        decisions, turns, spent = play(game)
        note = f"{turns / spent:.1f} game-turns/s"
        least = LARGE.get(name, LEAST)
        found.append(Measure.of_rate(f"{name}, a random decision", decisions / spent, least, note))
        if name in ALL_ON:
            decisions, turns, spent = play(game, every_option=True)
            title, note = f"{name}, the same with all options on", f"{turns / spent:.1f} game-turns/s"
            found.append(Measure.of_rate(title, decisions / spent, ALL_ON[name], note))
        state = midgame(game)
        found.append(Measure(f"{name}, copy()", seconds_of(state.copy), COPY))
    return found


def play(game: Game, seconds: float = SECONDS, *, every_option: bool = False) -> tuple[int, int, float]:
    """Decisions, game-turns and seconds of whole random games over all scenarios, one after the other."""
    decisions = turns = number = 0
    spent = 0.0
    scenarios = list(game.scenarios)
    while spent < seconds:
        rng = random.Random(number)
        scenario = scenarios[number % len(scenarios)]
        state = game.start(scenario, **(all_options(game, scenario) if every_option else {}))
        start = time.perf_counter()
        decisions += to_the_end(state, rng)
        spent += time.perf_counter() - start
        turns += state.turn
        number += 1
    return decisions, turns, spent


def all_options(game: Game, scenario: str) -> dict[str, str]:
    """Every option of a scenario that goes together with those before it, switched on."""
    wanted: dict[str, str] = {}
    for name, option in game.options.items():
        try:
            game.choose(scenario, {**wanted, name: option.choices[-1]})
        except BadOption:
            continue
        wanted[name] = option.choices[-1]
    return wanted


def to_the_end(state: State, rng: random.Random) -> int:
    """Play on at random; returns the number of decisions with two options or more."""
    counted = 0
    pick = rng.random
    while not state.over:
        chance = state.chance
        if chance is not None:
            state.roll(chance.sample(rng))
            continue
        options = state.decision.options
        size = len(options)
        counted += size > 1
        state.apply(options[int(pick() * size)])
    return counted


def midgame(game: Game) -> State:
    """A state some hundreds of decisions into a random game."""
    rng = random.Random(1)
    state = game.start()
    for _ in range(400):
        before = state.copy()
        if state.chance is not None:
            state.roll(state.chance.sample(rng))
        else:
            state.apply(rng.choice(state.decision.options))
        if state.over:
            return before
    return state
