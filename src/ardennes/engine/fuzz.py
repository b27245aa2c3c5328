"""The fuzzer: many random games, as fast as they go. A crash leaves a journal that reproduces it."""

from __future__ import annotations

import random
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ardennes.engine.errors import ArdennesError
from ardennes.engine.game import Game
from ardennes.engine.journal import Entry, Journal
from ardennes.engine.state import State

RUNAWAY = 100_000


@dataclass(frozen=True, slots=True)
class Crash:
    """A game that broke off: what went wrong, and the journal up to there."""

    scenario: str
    seed: str
    error: str
    journal: str


@dataclass(slots=True)
class Tally:
    """What a run of the fuzzer saw."""

    games: int = 0
    decisions: int = 0  # with two options or more
    turns: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    crashes: list[Crash] = field(default_factory=list)


def fuzz(
    game: Game,
    *,
    games: int,
    seed: int | str = 0,
    scenarios: Sequence[str] = (),
    progress: Callable[[int], None] | None = None,
    invariants: int = 50,
) -> Tally:
    """Play games at random over all (or some) scenarios and random rule options.

    Every so many decisions (`invariants`) the game's own invariants are looked at. Never raises for a game's fault:
    it stands among the crashes with its journal.
    """
    tally = Tally()
    names = tuple(scenarios) or tuple(game.scenarios)
    for number in range(games):
        one = f"{seed}/{number}"
        _play(game, names[number % len(names)], one, tally, invariants)
        tally.games += 1
        if progress:
            progress(number + 1)
    return tally


def random_options(game: Game, scenario: str, rng: random.Random) -> dict[str, str]:
    """Rule options drawn at random among those that go together."""
    chosen: dict[str, str | bool] = {}
    for option in game.options.values():
        if rng.random() < 0.5 or scenario in option.fixed_in:
            continue
        wish = {**chosen, option.name: rng.choice(option.choices)}
        try:
            game.choose(scenario, wish)
        except ArdennesError:
            continue
        chosen = wish
    return game.choose(scenario, chosen)


def _play(game: Game, scenario: str, seed: str, tally: Tally, invariants: int) -> None:
    rng = random.Random(seed)
    options = random_options(game, scenario, rng)
    journal = Journal(game.name, game.version, scenario, options)
    try:
        state = game.start(scenario, **options)
        _to_the_end(state, rng, journal, tally, invariants)
        assert state.result is not None
        tally.turns += state.turn
        tally.endings[state.result.level] += 1
    except Exception as error:  # a fuzzer's work is to catch whatever breaks
        where = "".join(traceback.format_exception(error)[-3:])
        tally.crashes.append(Crash(scenario, seed, where, str(journal)))


def _to_the_end(state: State, rng: random.Random, journal: Journal, tally: Tally, invariants: int) -> None:
    entries = journal.entries
    for count in range(RUNAWAY):
        if state.over:
            return
        if state.chance is not None:
            roll = state.chance.sample(rng)
            entries.append(Entry("roll", "", " ".join(map(str, roll)), state.chance.seen_by))
            state.roll(roll)
            continue
        decision = state.decision
        options = decision.options
        action = options[int(rng.random() * len(options))]
        entries.append(Entry("action", decision.side, str(action), (decision.side,) if decision.secret else None))
        tally.decisions += len(options) > 1
        state.apply(action)
        if count % invariants == 0 and not state.over:
            for sentence in state.game.invariants(state):
                raise AssertionError(sentence)
    raise AssertionError(f"no end after {RUNAWAY} decisions")
