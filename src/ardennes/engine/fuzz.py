"""The fuzzer: many random games, as fast as they go. A crash leaves a journal that reproduces it."""

from __future__ import annotations

import random
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ardennes.engine.errors import ArdennesError, BadOption
from ardennes.engine.game import Game, RuleOption
from ardennes.engine.journal import Entry, Journal
from ardennes.engine.state import State

RUNAWAY = 100_000
RANDOM, NONE, ALL = "random", "none", "all"  # which rule options are in force


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
    options: str = RANDOM,
) -> Tally:
    """Play games at random over all (or some) scenarios.

    `options` says which rule options are in force, as `options_for` reads it; by default they are drawn at random.
    Every so many decisions (`invariants`) the game's own invariants are looked at. Never raises for a game's fault:
    it stands among the crashes with its journal. Raises BadOption for options that there are not.
    """
    tally = Tally()
    names = tuple(scenarios) or tuple(game.scenarios)
    for number in range(games):
        rng, scenario = random.Random(f"{seed}/{number}"), names[number % len(names)]
        chosen = options_for(game, scenario, options, rng)
        _play(game, scenario, f"{seed}/{number}", chosen, rng, tally, invariants)
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


def options_for(game: Game, scenario: str, words: str, rng: random.Random) -> dict[str, str]:
    """Rule options by a word: drawn at `random`, `none` of them on, `all` that go together, or those named.

    Named options, separated by commas, are on with whatever they need, and all others are off. An option that the
    scenario fixes stays as it is. Raises BadOption for an option that the game does not have.
    """
    if words == RANDOM:
        return random_options(game, scenario, rng)
    named = {NONE: [], ALL: list(game.options)}.get(words, words.split(","))
    free = [option for option in game.options.values() if scenario not in option.fixed_in]
    wish: dict[str, str | bool] = {option.name: _off(option) for option in free}
    for name in named:
        also = {each: _on(game, each) for each in _with_needs(game, name) if each in wish}
        try:
            game.choose(scenario, {**wish, **also})
        except BadOption:
            if words != ALL:
                raise
            continue
        wish |= also
    return game.choose(scenario, wish)


def _off(option: RuleOption) -> str:
    """The choice by which an option is not in force; of one that always is, its default."""
    return "off" if "off" in option.choices else option.default


def _on(game: Game, name: str) -> str:
    """The choice by which an option is in force: "on", or the first that is not "off"."""
    choices = game.options[name].choices
    return "on" if "on" in choices else next(choice for choice in choices if choice != "off")


def _with_needs(game: Game, name: str) -> list[str]:
    """An option and all that it needs, those first. Raises BadOption for one that there is not."""
    if name not in game.options:
        raise BadOption(f"{game.title} has no rule option “{name}”; it has {', '.join(game.options) or 'none'}.")
    return [*(other for need in game.options[name].needs for other in _with_needs(game, need)), name]


def _play(
    game: Game,
    scenario: str,
    seed: str,
    options: dict[str, str],
    rng: random.Random,
    tally: Tally,
    invariants: int,
) -> None:
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
