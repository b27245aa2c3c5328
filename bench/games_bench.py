"""Random play and copies, for every game: draw one of the options, apply it.

Only decisions with two options or more count, as only they are decided; game-turns a second stand beside them. Play is
measured by processor time, in alternation with python-chess.
"""

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import ardennes
from ardennes.engine.errors import BadOption
from ardennes.engine.game import Game
from ardennes.engine.state import State
from bench.measure import Measure, seconds_of
from bench.yardstick import in_alternation

SECONDS = 0.8  # of random play a block
LEAST = 17_500.0  # decisions a second on the reference machine: half of python-chess's rate
LARGE = {"bitter-woods": 14_000.0}  # games of which less is asked: 0.4 of it, with all options off too
ALL_ON = {"bitter-woods": 12_250.0}  # games that are measured with every option on too: 0.35 of it
WHOLE_MAP = {"bitter-woods": ("campaign", "six-turn", "eight-turn")}  # scenarios that are measured with options off
COPY = 5e-6

Chosen = Callable[[Game, str], dict[str, str]]  # the options with which a scenario is played


class Play(NamedTuple):
    """A way of playing a game that is measured."""

    title: str
    scenarios: tuple[str, ...]
    chosen: Chosen
    least: float


def run() -> list[Measure]:
    """Decisions a second, and the time of a copy, of every game."""
    found = []
    for name in ardennes.games():
        game = ardennes.game(name)
        found += [measured(game, play) for play in plays(game)]
        found.append(Measure(f"{name}, copy()", seconds_of(midgame(game).copy), COPY))
    return found


def plays(game: Game) -> Iterator[Play]:
    """Every game with its own options; of a large one, some scenarios with all options off, and all with all on."""
    name, every = game.name, tuple(game.scenarios)
    least = LARGE.get(name, LEAST)
    yield Play("a random decision", every, lambda game, scenario: {}, least)
    for scenario in WHOLE_MAP.get(name, ()):
        yield Play(f"{scenario} with all options off", (scenario,), no_options, least)
    if name in ALL_ON:
        yield Play("all scenarios with all options on", every, all_options, ALL_ON[name])


def measured(game: Game, play: Play) -> Measure:
    """The decisions a second of a way of playing, beside python-chess."""
    turns: list[float] = []
    seconds, move = in_alternation(partial(_block, game, play, turns))
    note = f"{sorted(turns)[len(turns) // 2]:.1f} game-turns/s"
    return Measure.of_rate(f"{game.name}, {play.title}", 1 / seconds, play.least, note, beside=move)


def _block(game: Game, play: Play, turns: list[float], number: int) -> float:
    """The seconds of a decision in whole random games, scenario after scenario; notes game-turns a second."""
    decisions = passed = played = 0
    spent = 0.0
    while spent < SECONDS:
        scenario = play.scenarios[played % len(play.scenarios)]
        state, rng = game.start(scenario, **play.chosen(game, scenario)), random.Random(1000 * number + played)
        start = time.process_time()
        decisions += to_the_end(state, rng)
        spent += time.process_time() - start
        passed += state.turn
        played += 1
    turns.append(passed / spent)
    return spent / decisions


def no_options(game: Game, scenario: str) -> dict[str, str]:
    """Every option switched off."""
    return {name: option.choices[0] for name, option in game.options.items()}


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
