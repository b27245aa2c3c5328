"""The fuzzer plays many games, and what breaks can be played again."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from ardennes.engine import Action, Decision, Journal, Record, State
from ardennes.engine.errors import BadOption
from ardennes.engine.fuzz import fuzz, options_for, random_options
from tests.proving.game import Proving
from tests.proving.state import Ground
from tests.proving.table import proving
from tests.proving.turn import Plan


def test_games_are_played_to_the_end_over_all_scenarios_and_options():
    counted: list[int] = []
    tally = fuzz(proving(), games=6, seed=3, progress=counted.append)
    assert tally.crashes == []
    assert (tally.games, tally.endings.total(), counted) == (6, 6, [1, 2, 3, 4, 5, 6])
    assert tally.turns == 3 * 3 + 3 * 2
    assert tally.decisions > 100


def test_the_same_seed_plays_the_same_games():
    one, two, other = (fuzz(proving(), games=3, seed=seed, scenarios=["storm"]) for seed in (1, 1, 2))
    assert one == two
    assert one.decisions != other.decisions


def test_random_options_always_go_together():
    rng = random.Random(5)
    drawn = {tuple(sorted(random_options(proving(), "meeting", rng).items())) for _ in range(60)}
    assert len(drawn) > 5
    for options in drawn:
        assert proving().choose("meeting", dict(options)) == dict(options)


def test_fixed_options_stay_as_they_are():
    rng = random.Random(5)
    assert {random_options(proving(), "storm", rng)["ambush"] for _ in range(20)} == {"on"}


def on(words: str, scenario: str = "meeting") -> set[str]:
    chosen = options_for(proving(), scenario, words, random.Random(1))
    return {name for name, choice in chosen.items() if choice == "on"}


def test_options_are_chosen_by_a_word():
    assert on("none") == set()
    assert on("none", "storm") == {"ambush"}, "the scenario fixes it"
    assert on("wide") == {"wide", "ambush"}, "what it needs comes with it"
    assert on("quiet,victor") == {"quiet", "victor"}


def test_all_options_are_those_that_go_together():
    """The first of two that exclude each other is on."""
    assert on("all") == {"ambush", "wide", "victor"}


def test_options_that_do_not_go_together_are_refused():
    with pytest.raises(BadOption, match="cannot be played with"):
        on("ambush,quiet")
    with pytest.raises(BadOption, match="no rule option “fog”"):
        on("fog")


def test_games_are_played_with_the_options_that_are_wanted():
    tally = fuzz(proving(), games=2, seed=3, scenarios=["meeting"], options="none")
    assert (tally.games, tally.crashes) == (2, [])
    with pytest.raises(BadOption):
        fuzz(proving(), games=1, options="fog")


class Trap(Plan):
    """Breaks where both sides fly to the north."""

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        super().take(state, action, decision)
        if all("north" in zones for zones in state.planned.values()):
            raise ZeroDivisionError("mid-air")


def test_a_crash_leaves_the_journal_that_reproduces_it():
    game = Proving()
    game.steps["plan"] = Trap()
    tally = fuzz(game, games=8, seed=1, scenarios=["storm"])
    assert tally.crashes
    crash = tally.crashes[0]
    assert "ZeroDivisionError: mid-air" in crash.error
    with pytest.raises(ZeroDivisionError):
        Record.replay(game, Journal.parse(crash.journal, {game.name: game.sides}))


class Uneasy(Proving):
    """Finds something wrong with every position."""

    def invariants(self, state: State) -> Iterator[str]:
        yield "the moon is full"


def test_a_broken_invariant_is_a_crash():
    tally = fuzz(Uneasy(), games=2, scenarios=["storm"], invariants=1)
    assert ["the moon is full" in crash.error for crash in tally.crashes] == [True, True]
