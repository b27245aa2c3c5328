"""Tuning: it finds what there is to find, goes on where it was stopped, and says what cannot be."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import ardennes
from ardennes.ai import Budget, player
from ardennes.arena.match import Match, Played, paired
from ardennes.arena.playing import play
from ardennes.arena.seats import seat
from ardennes.arena.tasted import Odd, Tasted
from ardennes.arena.tuning import Setup, compared, names_of, tuned
from ardennes.cli import main
from ardennes.engine.decision import Kind
from ardennes.engine.errors import ArdennesError

BEST = {"danger": 1.6, "pull": 1.5}  # where the made-up games below are won most often
SETUP = Setup("bulge", "campaign", ("german", "allied"), "allied", ("danger", "pull"), 60, 8, "s")


def contest(matches: Sequence[Match]) -> Iterator[Played]:
    """Games that are won by chance, the more often the nearer the player's numbers are to the best; in any order."""
    for match in random.Random(0).sample(matches, len(matches)):
        one = seat(match.players[1])
        values = one.changes if isinstance(one, Tasted) else {"danger": 0.8, "pull": 3.0}
        away = sum(abs(values[name] / best - 1.0) for name, best in BEST.items())
        won = random.Random(f"{match.seed}").random() < 0.9 - 0.45 * away
        yield Played(match, "allied" if won else "german", "", "", 10, 1, (), "")


def test_numbers_go_where_games_are_won(tmp_path: Path):
    last = [*tuned(SETUP, contest, tmp_path / "log")][-1]
    found = seat(SETUP.player(last.middle))
    assert isinstance(found, Tasted)
    assert 1.2 < found.changes["danger"] < 2.0
    assert 1.2 < found.changes["pull"] < 2.0
    gained = compared(SETUP, contest, found.name, 40)
    assert sum(gained) / len(gained) > 0.6  # a half would be no gain


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path):
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    steps = [*tuned(SETUP, contest, whole)]
    lines = whole.read_text().splitlines(keepends=True)
    broken.write_text("".join(lines[:21]) + lines[21][:10])  # the power failed in the middle of a line
    assert [*tuned(SETUP, contest, broken, resume=True)] == steps
    assert broken.read_text() == whole.read_text()


def test_a_log_is_not_overwritten_nor_mixed_with_another(tmp_path: Path):
    log = tmp_path / "log"
    next(tuned(SETUP, contest, log))
    with pytest.raises(ArdennesError, match="holds an earlier run"):
        next(tuned(SETUP, contest, log))
    other = Setup("bulge", "campaign", SETUP.sides, "german", SETUP.names, 60, 8, "s")
    with pytest.raises(ArdennesError, match="from a different command"):
        next(tuned(other, contest, log, resume=True))
    log.write_text("surrender\n")
    with pytest.raises(ArdennesError, match="not a log of tuning"):
        next(tuned(SETUP, contest, log, resume=True))


def test_a_game_that_breaks_off_tunes_nothing(tmp_path: Path):
    def broken(matches: Sequence[Match]) -> Iterator[Played]:
        return (Played.lost_to(match, "the process died") for match in matches)

    with pytest.raises(ArdennesError, match="the process died"):
        next(tuned(SETUP, broken, tmp_path / "log"))


def test_only_numbers_that_can_be_doubled_are_tuned():
    assert {"danger", "pull"} <= set(names_of([]))
    with pytest.raises(ArdennesError, match="no setting “courage”"):
        names_of(["courage"])
    with pytest.raises(ArdennesError, match="“sketched” is 0"):
        names_of(["sketched"])


def test_the_command_tunes_with_real_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    log = str(tmp_path / "log")
    some = ["--names", "danger", "--batch", "1", "--games", "2", "--check", "1", "--jobs", "1", "--log", log]
    assert main(["tune", "bulge", "--side", "allied", *some]) == 0
    told = capsys.readouterr().out
    assert "step 1 of 1:" in told
    assert "Found: recruit:danger=" in told
    assert "from 1 pairs" in told
    assert main(["tune", "bulge", "--side", "allied", *some]) == 1
    assert main(["tune", "bulge", "--side", "swiss"]) == 1
    assert main(["tune", "bulge", "--side", "allied", "--games", "1"]) == 1
    errors = capsys.readouterr().err
    assert "holds an earlier run" in errors
    assert "There is no side “swiss” in Bulge; choose german or allied." in errors
    assert "--games 1 is less than one step of 8 games." in errors


# ---- who has other numbers ----


def test_recruit_with_the_usual_numbers_plays_as_recruit_does():
    state = ardennes.game("bulge").start()
    mind, usual = random.Random(1), player("recruit")
    while state.chance is not None or state.decision.kind != Kind.PICK:
        if state.chance is not None:
            state.roll(state.chance.keyed(1))
            continue
        for action in usual.orders(state.view(state.decision.side), mind, Budget(nodes=500)):
            state.apply(action)
    view = state.view(state.decision.side)
    plain = usual.orders(view, random.Random(1), Budget(nodes=2_000))
    assert seat("recruit:alone=0.25").orders(view, random.Random(1), Budget(nodes=2_000)) == plain
    assert seat("recruit:pull=0:stay=1").orders(view, random.Random(1), Budget(nodes=2_000)) != plain


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("recruit:courage=2", "no setting “courage”"),
        ("recruit:danger", "“danger” is not NAME=NUMBER"),
        ("recruit:danger=9", "“danger” must be between 0 and 2, not 9"),
        ("rusher:danger=1", "Only “recruit” can be given other numbers"),
        ("recruit:", "is not NAME=NUMBER"),
        ("recruit:attackers=inf", "is not NAME=NUMBER"),
    ],
)
def test_numbers_that_cannot_be_are_refused_in_words(name: str, why: str):
    with pytest.raises(ArdennesError, match=why):
        seat(name)


def test_odd_has_the_same_numbers_in_both_games_of_a_pair_and_others_in_the_next():
    odd = seat("odd")
    assert isinstance(odd, Odd)
    seeds = [match.seed for match in paired("bulge", ("german", "allied"), "campaign", ("odd", "recruit"), 2)]
    tastes = [odd.sitting(seed).taste("bulge", "german") for seed in seeds]  # type: ignore[attr-defined]
    assert tastes[0] == tastes[1] != tastes[2] == tastes[3]


def test_odd_plays_a_game_to_its_end():
    match = next(paired("bulge", ("german", "allied"), "campaign", ("odd", "random"), 1, seed="o"))
    assert play(match).error == ""
