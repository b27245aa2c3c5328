"""`ardennes arena` and `ardennes simulate`, as a person types them."""

import re
from pathlib import Path

import pytest

from ardennes.ai import Budget, Player, Thought
from ardennes.ai.player import _MAKERS
from ardennes.arena import Match, Played
from ardennes.arena.contest import Run
from ardennes.arena.parquet import missing
from ardennes.cli import main
from ardennes.cli.arena import tell_end
from ardennes.engine.action import Action

QUICK = ("--jobs", "1")


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(arguments)
    told = capsys.readouterr()
    return status, told.out, told.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["arena", "waterloo", "--players", "random,random"], "There is no game “waterloo”; there are "),
        (["arena", "bulge", "--players", "random"], "--players takes two players separated by a comma"),
        (["arena", "bulge", "--players", "random,napoleon"], "There is no computer player “napoleon”; choose from "),
        (["arena", "bulge", "--players", "random,random", "--pairs", "0"], "--pairs must be at least 1, not 0."),
        (["arena", "bulge", "--players", "random,random", "--scenario", "x"], "has no scenario “x”; it has campaign."),
        (["arena", "bulge", "--players", "random,random", "--option", "snow"], "“snow” is not a rule option"),
        (["arena", "bulge", "--players", "random,random", "--option", "snow=on"], "has no rule option “snow”"),
        (["arena", "bulge", "--players", "random,random", "--budget", "0"], "--budget must be a fraction above 0"),
        (["arena", "bulge", "--players", "random,random", "--elo0", "9", "--elo1", "3"], "must be the smaller one"),
        (["simulate", "bulge", "--games", "-1"], "--games must be at least 1, not -1."),
        (["simulate", "bulge", "--jobs", "0"], "--jobs must be at least 1, not 0."),
        (["simulate", "bulge", "--out", "nowhere/at/all.html"], "There is no folder “nowhere/at” for the report."),
    ],
)
def test_a_bad_argument_is_answered_with_one_sentence(capsys, arguments: list[str], sentence: str):
    status, out, err = said(capsys, *arguments)
    assert (status, out) == (1, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_a_tournament_is_told_and_kept(capsys, tmp_path: Path):
    players = ("--players", "rusher,random")
    status, out, _ = said(capsys, "arena", "bulge", *players, "--pairs", "3", "--out", str(tmp_path), *QUICK)
    assert status == 0
    for words in (
        "Bulge, scenario campaign: rusher against random", "from 3 pairs", "Elo difference", "As german", "As allied",
        "turns on average", "rusher: ", "random: ", "undecided between 0 and 100",
    ):  # fmt: skip
        assert words in out
    assert len(list(tmp_path.glob("bulge-campaign-*.journal"))) == 6
    assert (tmp_path / "results.parquet").exists() or missing()
    assert main(["check", str(tmp_path / "bulge-campaign-00004.journal")]) == 0


def test_the_same_tournament_is_told_alike_twice_but_for_its_clocks(capsys, tmp_path: Path):
    command = ["arena", "bulge", "--players", "random,rusher", "--pairs", "2", "--seed", "5", *QUICK]
    command += ["--out", str(tmp_path)]
    told = [[line for line in said(capsys, *command)[1].splitlines() if not line.startswith("Time")] for _ in range(2)]
    assert told[0] == told[1]


class Mutineer(Player):
    """Orders what cannot be done."""

    name = "mutineer"

    def think(self, view, rng, budget: Budget) -> Thought:
        return Thought((Action("desert"),))


def test_a_game_that_breaks_off_is_reported_with_its_journal(capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(_MAKERS, "mutineer", Mutineer)
    players = ("--players", "mutineer,random")
    status, out, err = said(capsys, "arena", "bulge", *players, "--pairs", "1", "--out", str(tmp_path), *QUICK)
    assert status == 1
    assert "0 won, 0 drawn, 0 lost" in out
    journals = list(tmp_path.glob("broken-*.journal"))
    assert len(journals) == 2
    assert all(str(path) in err for path in journals)
    assert "Refused" in err


def test_a_game_that_is_left_out_is_named_with_its_seed(capsys, tmp_path: Path):
    match = Match("bulge", "campaign", ("random", "random"), "7/3", 6, 3)
    found = Run([Played.lost_to(match, "Two processes that played it were lost.")])
    assert tell_end(found, tmp_path, tmp_path / "results.part") == 1
    out, err = capsys.readouterr()
    assert err == (
        "Game 6 of scenario campaign (seed 7/3) was left out. Two processes that played it were lost.\n"
    )
    assert "repeat the command with --resume to play the rest" in out
    assert list(tmp_path.iterdir()) == [], "there is no journal of it"


def test_a_simulation_writes_its_report_and_says_who_won(capsys, tmp_path: Path):
    report = tmp_path / "report.html"
    command = ["simulate", "axis-allies", "--games", "2", "--players", "random,random", "--out", str(report), *QUICK]
    status, out, _ = said(capsys, *command)
    assert status == 0
    assert re.search(r"scenario watch-on-the-rhine: 2 games, won by axis \d, allies \d, nobody 0; \d\.\d turns", out)
    assert f"Report written to {report}." in out
    text = report.read_text(encoding="utf-8")
    assert "ardennes simulate axis-allies --games 2 --players random,random --seed 0 --budget 1" in text
