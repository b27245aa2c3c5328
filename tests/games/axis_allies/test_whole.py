"""The game as a whole: promises kept, many random games to the end, and the terminal from set-up to the result."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from ardennes.cli import main
from ardennes.engine import Journal, Record
from ardennes.engine.conformance import conform
from ardennes.engine.fuzz import fuzz
from tests.games.axis_allies.table import game

SCENARIO = "watch-on-the-rhine"


@pytest.mark.parametrize("custom", ["off", "on"])
def test_random_games_keep_the_engines_promises(custom: str):
    report = conform(
        game(), SCENARIO, games=1, seed=5, every=40, start=lambda: Record.start(game(), SCENARIO, custom_setup=custom)
    )
    assert report.sound, str(report)


def test_fifty_random_games_come_to_an_end():
    tally = fuzz(game(), games=50, seed="whole")
    assert [crash.error for crash in tally.crashes] == []
    assert sum(tally.endings.values()) == 50


# ---- the terminal ----


def typed(monkeypatch: pytest.MonkeyPatch, folder: Path, lines: list[str], *arguments: str) -> None:
    """Run `ardennes play` in a folder with lines on its standard input."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    assert main(["play", "axis-allies", "--seed", "1944", *arguments]) == 0


def test_a_game_is_played_in_the_terminal_from_set_up_to_the_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    lines = [
        "choose printed", "choose printed",  # both sides take the printed set-up
        "? attack A1", "attack C10", "odds", "standing", "rule AA-2.1", "undo", "nonsense",
        *["1"] * 20000,  # then always the first option
    ]  # fmt: skip
    typed(monkeypatch, tmp_path, lines, "--option", "custom_setup=on")
    shown = capsys.readouterr().out
    assert "The game is over." in shown
    assert "AA-R.11" in shown  # why A1 cannot attack
    assert "is not an action in this game" in shown
    journal = Journal.parse((tmp_path / "game.journal").read_text(encoding="utf-8"), {"axis-allies": game().sides})
    assert Record.replay(game(), journal).state.over


def test_a_game_against_the_machine_goes_on_where_it_was_left(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    typed(monkeypatch, tmp_path, ["pass", "quit"], "--random", "allies")
    monkeypatch.setattr("sys.stdin", io.StringIO("done\n" * 3 + "quit\n"))
    assert main(["play", "--load", "game.journal", "--random", "allies", "--seed", "2"]) == 0
    assert "Turn 1, axis" in capsys.readouterr().out
