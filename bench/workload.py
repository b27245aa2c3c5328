"""The work that `bench.against` gives to two trees. It uses the public contract alone, so that it runs in either.

`python -m bench.workload NUMBER` says which package it imported, then reads requests, a line each, as `["copy",
"bulge"]`, does the next bit of that work, and answers with a line: `{"seconds": 0.05, "amount": 812}`, or `{"missing":
"why this tree cannot do it"}`. The amount counts what was done; trees that play by the same rules do the same amount.
The number chooses among random games.
"""

import gc
import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

import ardennes
from ardennes.ai import player
from ardennes.engine import Journal, Record
from ardennes.engine.errors import ArdennesError
from ardennes.engine.game import Game
from ardennes.engine.state import State

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"

# How much is done at a time: long enough for a clock, short enough for trees that work by turns to share the noise.
DECISIONS = 800
COPIED, COPIES = 10, 200  # positions, and how often each is copied
SHOWN = 12  # positions whose screens are drawn for every seat
PIECES = 60  # whose reach is asked for
ANSWERS = 3  # of Recruit


class Done(NamedTuple):
    """How long some work took, in seconds of the processor, and how much it was."""

    seconds: float
    amount: int


class Watch:
    """Adds up the processor time of the blocks that it encloses."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._start = 0.0

    def __enter__(self) -> None:
        self._start = time.process_time()

    def __exit__(self, *_: object) -> None:
        self.seconds += time.process_time() - self._start

    def done(self, amount: int) -> Done:
        """What the blocks took since it was last asked, with what was done in them."""
        seconds, self.seconds = self.seconds, 0.0
        return Done(seconds, amount)


# Positions


def random_game(game: Game, seed: int) -> Iterator[State]:
    """The state of a random game before each decision; whoever iterates plays it."""
    rng = random.Random(seed)
    scenarios = list(game.scenarios)
    state = game.start(scenarios[seed % len(scenarios)])
    while not state.over:
        if (chance := state.chance) is not None:
            state.roll(chance.sample(rng))
            continue
        yield state
        options = state.decision.options
        state.apply(options[int(rng.random() * len(options))])


def random_states(game: Game, number: int, *, every: int = 1) -> Iterator[State]:
    """Every so-many-th state of random games, one game after the other without end."""
    states = (state for seed in count(1_000 * number) for state in random_game(game, seed))
    return islice(states, 0, None, every)


def golden_states(game: Game, number: int) -> Iterator[State]:
    """The states of the golden journals line by line, over and over; raises ArdennesError if there are none."""
    paths = sorted((GOLDEN / game.name).glob("*.journal"))
    if not paths:
        raise ArdennesError(f"{game.title} has no golden journals.")
    for at in count(number):
        journal = Journal.parse(paths[at % len(paths)].read_text(encoding="utf-8"), {game.name: game.sides})
        yield from _replayed(game, journal)


def _replayed(game: Game, journal: Journal) -> Iterator[State]:
    record = Record.replay(game, journal, entries=0)
    yield record.state
    for at, entry in enumerate(journal.entries):
        if at < len(record.journal.entries):  # a standing order has answered already
            continue
        if entry.kind == "order":
            record.order(entry.side, entry.text)
        elif entry.kind == "roll":
            words = entry.text.split()
            record.roll([int(word) for word in words] if all(map(str.isdigit, words)) else words)
        else:
            record.apply(entry.text)
        yield record.state


# What is measured: iterators without end, each item of which is a bit of work done


def random_play(game: Game, number: int) -> Iterator[Done]:
    """Random play: draw one of the options, apply it. Counts decisions with two options or more."""
    watch, states = Watch(), random_states(game, number)
    while True:
        decisions = 0
        with watch:
            while decisions < DECISIONS:
                decisions += len(next(states).decision.options) > 1
        yield watch.done(decisions)


def copies(game: Game, number: int) -> Iterator[Done]:
    """Copies of positions of random games."""
    watch, states = Watch(), random_states(game, number, every=20)
    while True:
        for state in islice(states, COPIED):
            with watch:
                for _ in range(COPIES):
                    state.copy()
        yield watch.done(COPIED * COPIES)


def golden_screens(game: Game, number: int) -> Iterator[Done]:
    """Every seat's screen along the golden journals."""
    return _screens(game, golden_states(game, number))


def random_screens(game: Game, number: int) -> Iterator[Done]:
    """Every seat's screen now and then in random games."""
    return _screens(game, random_states(game, number, every=40))


def _screens(game: Game, states: Iterator[State]) -> Iterator[Done]:
    watch = Watch()
    while True:
        for state in islice(states, SHOWN):
            with watch:
                for side in game.sides:
                    game.screen(state.view(side))
        yield watch.done(SHOWN * len(game.sides))


def reach(game: Game, number: int) -> Iterator[Done]:
    """Where the pieces on the map can go, now and then in random games. Counts the places reached."""
    watch = Watch()
    places = asked = 0
    for state in random_states(game, number, every=60):
        for unit in state.units():
            try:
                with watch:
                    found = state.reach(unit.handle)
            except ArdennesError:  # a piece that is not on the map
                continue
            places += len(found.costs)
            asked += 1
        if asked >= PIECES:
            yield watch.done(places)
            places = asked = 0


def recruit(game: Game, number: int) -> Iterator[Done]:
    """The answers of Recruit, which plays against itself. Counts its actions."""
    watch, machine = Watch(), player("recruit")
    scenarios = list(game.scenarios)
    actions = answers = 0
    for at in count(number):
        state = game.start(scenarios[at % len(scenarios)])
        while not state.over:
            if (chance := state.chance) is not None:
                state.roll(chance.keyed(at))
                continue
            view = state.view(state.decision.side)
            with watch:
                orders = machine.orders(view, random.Random(at))
            for action in orders:
                state.apply(action)
            actions += len(orders)
            answers += 1
            if answers == ANSWERS:
                yield watch.done(actions)
                actions = answers = 0


WORK: dict[str, Callable[[Game, int], Iterator[Done]]] = {
    "random play": random_play,
    "copy": copies,
    "screens, golden journals": golden_screens,
    "screens, random games": random_screens,
    "reach": reach,
    "Recruit": recruit,
}


class Bench:
    """Work that is under way, each kind of each game going on where it was left."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._begun: dict[tuple[str, str], Iterator[Done]] = {}

    def answer(self, request: str) -> str:
        """Do the next bit of what a request asks for."""
        what, name = json.loads(request)
        try:
            if (what, name) not in self._begun:
                self._begun[what, name] = WORK[what](warm(name), self.number)
            gc.collect()
            done = next(self._begun[what, name])
        except ArdennesError as error:
            return json.dumps({"missing": str(error)})
        return json.dumps(done._asdict())


@cache
def warm(name: str) -> Game:
    """A game that was played, drawn and thought about, so that what it loads or makes when first needed is there."""
    game, machine = ardennes.game(name), player("recruit")
    for at, state in enumerate(random_game(game, 0)):
        if at in (0, 100):
            view = state.view(state.decision.side)
            game.screen(view)
            machine.orders(view, random.Random(0))
    return game


def pin() -> None:
    """Stay on the last core: another may be slower at this moment. Systems that cannot do that go without."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


if __name__ == "__main__":
    pin()
    bench = Bench(int(sys.argv[1]))
    print(ardennes.__file__, flush=True)
    for line in sys.stdin:
        print(bench.answer(line), flush=True)
