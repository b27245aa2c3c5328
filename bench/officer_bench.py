"""How fast Officer plays plans on: the playouts a second of whole searches at its full budget."""

import random
import time

import ardennes
from ardennes.ai import player
from ardennes.ai.officer.player import Search
from ardennes.ai.recruit.stretch import policy
from ardennes.engine.game import Game
from bench.measure import Measure

LEAST = {"bulge": 30.0, "ardennes-offensive": 10.0}  # playouts a second, on one core of the reference machine
TURN = 2


def run() -> list[Measure]:
    """The playouts a second of every search in one turn of each game in which there is any."""
    found = []
    for name in ardennes.games():
        searches, playouts, seconds = searched(ardennes.game(name))
        if searches:
            note = f"{searches} searches of turn {TURN}, {seconds / searches:.1f} s each"
            found.append(Measure.of_rate(f"{name}, Officer's playouts", playouts / seconds, LEAST.get(name), note))
    return found


def searched(game: Game) -> tuple[int, int, float]:
    """How often there was a search in a turn of Recruit against itself, its playouts, and its seconds."""
    state, rng, budget = game.start(), random.Random(1), player("officer").budget
    searches, playouts, seconds = 0, 0, 0.0
    while not state.over and state.turn <= TURN:
        if state.chance is not None:
            state.roll(state.chance.keyed("bench"))
            continue
        if state.turn == TURN:
            start = time.process_time()
            search = Search(state.copy(), rng, budget)
            search.best()
            if search.looked_at > 1:
                searches, playouts = searches + 1, playouts + search.looked_at
                seconds += time.process_time() - start
        policy(state, rng)
    return searches, playouts, seconds
