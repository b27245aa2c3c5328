"""Scores, intervals and the sequential test are right on games whose truth is known."""

import random
from collections.abc import Iterator, Sequence
from math import inf
from pathlib import Path

import pytest

from ardennes.arena import Match, Played, Sprt, elo_of, score_of
from ardennes.arena.contest import run
from ardennes.arena.ledger import Ledger
from ardennes.arena.score import expected
from ardennes.arena.sprt import SCORES, likeliest, llr
from ardennes.arena.summary import summed

SIDES = ("north", "south")


def chances(mean: float) -> list[float]:
    """Five chances of a pair with a given mean: two independent games without draws, and a few draws."""
    win, draw = mean - 0.05, 0.1
    lose = 1 - win - draw
    game = {0.0: lose, 0.5: draw, 1.0: win}
    found = dict.fromkeys(SCORES, 0.0)
    for one, p in game.items():
        for other, q in game.items():
            found[(one + other) / 2] += p * q
    return list(found.values())


def stream(mean: float, seed: int, n: int) -> list[float]:
    return random.Random(seed).choices(SCORES, chances(mean), k=n)


@pytest.mark.parametrize(("score", "elo"), [(0.5, 0), (0.75, 190.8), (0.9, 381.7), (0.0, -inf), (1.0, inf)])
def test_a_score_is_a_difference_in_elo_points(score: float, elo: float):
    assert elo_of(score) == pytest.approx(elo, abs=0.1)


def test_elo_points_and_scores_are_each_others_inverse():
    for elo in (-300, -10, 0, 55, 400):
        assert elo_of(expected(elo)) == pytest.approx(elo)


@pytest.mark.parametrize("mean", [0.5, 0.7, 0.9])
def test_the_interval_holds_the_truth_about_as_often_as_it_says(mean: float):
    held = 0
    for seed in range(600):
        found = score_of(stream(mean, seed, 50))
        held += found.low <= mean <= found.high
    assert 0.93 <= held / 600 <= 0.985


def test_the_interval_holds_where_nothing_was_lost():
    for n in range(1, 40):
        assert score_of([1.0] * n).high == 1.0
        assert score_of([0.0] * n).low == 0.0
    found = score_of([1.0] * 20)
    assert found.elo[0] == found.elo[2] == inf
    assert found.low == pytest.approx(0.839, abs=0.001)  # Wilson's, for twenty of twenty
    assert score_of([0.0] * 20).high == pytest.approx(1 - found.low)


def test_pairs_that_always_split_leave_little_doubt_but_some():
    even = score_of([0.5] * 50)
    loose = score_of([0.0, 1.0] * 25)
    assert 0 < even.high - even.low < (loose.high - loose.low) / 4


def test_a_score_needs_a_pair():
    with pytest.raises(ValueError, match="at least one pair"):
        score_of([])


@pytest.mark.parametrize("mean", [0.3, 0.5, 0.64, 0.9])
def test_the_likeliest_chances_have_the_mean_that_is_asked(mean: float):
    found = likeliest([0.1, 0.2, 0.3, 0.3, 0.1], mean)
    assert sum(found) == pytest.approx(1)
    assert sum(p * score for p, score in zip(found, SCORES, strict=True)) == pytest.approx(mean)


def test_no_other_chances_with_that_mean_fit_better():
    shares = [0.1, 0.2, 0.3, 0.3, 0.1]
    best = likeliest(shares, 0.6)

    def fit(p: list[float]) -> float:
        product = 1.0
        for share, one in zip(shares, p, strict=True):
            product *= one**share
        return product

    nudges = [(0.01, -0.02, 0.01, 0, 0), (0, 0.01, -0.02, 0.01, 0), (0, 0, -0.01, 0.02, -0.01)]  # the mean stays
    for nudge in nudges:
        for sign in (1, -1):
            other = [p + sign * d for p, d in zip(best, nudge, strict=True)]
            assert fit(other) < fit(best)


def test_results_between_both_suppositions_say_nothing():
    counts = [90, 0, 20, 0, 90]
    assert llr(counts, expected(-100), expected(100)) == pytest.approx(0, abs=1e-6)
    assert llr(counts, expected(0), expected(100)) < -5


@pytest.mark.parametrize(("elo", "wrong"), [(0, 1), (120, 0)])
def test_the_test_errs_no_more_often_than_it_says(elo: float, wrong: int):
    verdicts = [Sprt(0, 120).add_all(stream(expected(elo), seed, 400)).verdict for seed in range(150)]
    assert verdicts.count(None) == 0
    assert verdicts.count(wrong) / len(verdicts) <= 0.08  # 5 % and what chance adds to 150 runs


def test_a_clear_difference_is_decided_sooner_than_a_small_one():
    clear = Sprt(0, 100).add_all(stream(0.85, 1, 1000))
    small = Sprt(0, 100).add_all(stream(0.58, 1, 1000))
    assert clear.verdict == small.verdict == 1
    assert sum(clear.counts) < 30 < sum(small.counts)


@pytest.mark.parametrize("arguments", [(100.0, 0.0), (0.0, 100.0, 0.7), (0.0, 100.0, 0.05, 0.0)])
def test_a_test_that_makes_no_sense_is_refused(arguments: tuple[float, ...]):
    with pytest.raises(ValueError, match="must"):
        Sprt(*arguments)


# ---- a tournament ----


def game(number: int, winner: str | None, *, error: str = "", seconds: tuple[float, float] = (0.1, 0.2)) -> Played:
    first = number % 2
    seats = ("a", "b") if first == 0 else ("b", "a")
    match = Match("some", "one", seats, f"0/{number // 2}", number, number // 2, first)
    clocks = tuple((seconds[side ^ first],) for side in (0, 1))
    return Played(match, winner, "Victory" if winner else "Draw", "XY-1", 4 + first, 10, (), "", error, 1.0, clocks)


def test_the_score_is_that_of_the_first_player_at_both_sides():
    found = summed([game(0, "north"), game(1, "south"), game(2, "north"), game(3, "north")], SIDES)
    assert found.pairs == (1.0, 0.5)
    assert (found.won, found.drawn, found.lost) == (3, 0, 1)
    assert found.by_side == {"north": (2.0, 2), "south": (1.0, 2)}
    assert found.turns == 4.5
    assert found.levels == {("north", "Victory"): 3, ("south", "Victory"): 1}
    assert [(clock.median, clock.worst) for clock in found.clocks] == [(0.1, 0.1), (0.2, 0.2)]


def test_a_game_that_broke_off_counts_for_nobody_and_takes_its_pair_with_it():
    found = summed([game(0, "north"), game(1, None, error="Refused"), game(2, "north"), game(3, "south")], SIDES)
    assert found.pairs == (1.0,)
    assert (found.games, len(found.broken)) == (3, 1)


def test_a_draw_is_half_a_point():
    found = summed([game(0, None), game(1, "south")], SIDES)
    assert found.pairs == (0.75,)
    assert found.drawn == 1


def results(n: int) -> list[Played]:
    """Games that the first player wins at both sides."""
    return [game(number, SIDES[number % 2]) for number in range(n)]


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    new = Ledger(tmp_path / "run.part", "1", (), resume=False)
    yield new
    new.close()


def test_a_run_stops_at_the_verdict_and_not_before_the_pair_is_whole(ledger: Ledger):
    every = results(1000)
    test = Sprt(0, 100)
    found = run([one.match for one in every], lambda _: iter(every), ledger, SIDES, test=test)
    assert test.verdict == 1
    assert len(found.played) == 2 * sum(test.counts) < 100
    assert found.complete


def test_the_verdict_does_not_depend_on_who_finished_first(ledger: Ledger):
    every = results(60)
    late = sorted(every, key=lambda one: (one.match.number // 10, -one.match.number))
    found = run([one.match for one in every], lambda _: iter(late), ledger, SIDES, test=Sprt(0, 100))
    assert found.played == every[: len(found.played)]
    assert 0 < len(found.played) < 60


def test_a_run_that_is_interrupted_keeps_what_was_played(ledger: Ledger):
    every = results(9)

    def interrupted(_: Sequence[Match]) -> Iterator[Played]:
        yield every[0]
        yield every[7]  # before its place in the order has come
        raise KeyboardInterrupt

    found = run([one.match for one in every], interrupted, ledger, SIDES)
    assert found.stopped
    assert not found.complete
    assert found.played == [every[0], every[7]]
