"""How long Recruit thinks: whole player turns of Recruit against itself, in every scenario of every game.

A player turn is everything that one side decides within one game turn. The first scenario of a game is played to its
end, the others for some turns.
"""

import random
import statistics
import time

import ardennes
from ardennes.ai import player
from ardennes.engine.game import Game
from bench.measure import Measure

MEDIAN, WORST = 0.5, 2.0  # seconds on one core of the reference machine
TURNS = 6  # of each scenario but the first


def run() -> list[Measure]:
    """The median and the worst player turn of each scenario."""
    found = []
    for name in ardennes.games():
        game = ardennes.game(name)
        for number, scenario in enumerate(game.scenarios):
            times = player_turns(game, scenario, 0 if number == 0 else TURNS)
            called = f"{name} {scenario}" if len(game.scenarios) > 1 else name
            note = f"{len(times)} player turns"
            found.append(Measure(f"{called}, Recruit's turn, median", statistics.median(times), MEDIAN, note))
            found.append(Measure(f"{called}, Recruit's turn, worst", max(times), WORST))
    return found


def player_turns(game: Game, scenario: str, turns: int) -> list[float]:
    """The seconds that each side thought in each turn; to the end of the game if the number of turns is 0."""
    recruit, state = player("recruit"), game.start(scenario)
    spent: dict[tuple[int, str], float] = {}
    first = state.turn
    calls = 0
    while not state.over and (not turns or state.turn < first + turns):
        if state.chance is not None:
            state.roll(state.chance.keyed(scenario))
            continue
        side, turn, calls = state.decision.side, state.turn, calls + 1
        view = state.view(side)
        start = time.process_time()
        orders = recruit.orders(view, random.Random(calls))
        spent[turn, side] = spent.get((turn, side), 0.0) + time.process_time() - start
        for action in orders:
            state.apply(action)
    return list(spent.values())
