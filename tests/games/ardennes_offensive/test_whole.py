"""The game as a whole: the engine's promises, many games at random, and one in the terminal from set-up to the end."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from ardennes.engine import Record
from ardennes.engine.conformance import conform
from ardennes.engine.fuzz import fuzz
from tests.games.ardennes_offensive.table import Table, game
from tests.games.typist import typed

SCENARIOS = [str(number) for number in range(1, 11)]


@pytest.mark.parametrize("scenario", ["1", "5", "10"])
def test_random_games_keep_the_engines_promises(scenario: str):
    report = conform(game(), scenario, games=1, seed=4, every=250, sample=8)
    assert report.sound, str(report)[:2000]
    assert sum(report.endings.values()) == 1


@pytest.mark.parametrize("part", range(5))
def test_random_games_of_every_scenario_come_to_an_end(part: int):
    tally = fuzz(game(), games=10, seed=f"one of each, {part}", scenarios=SCENARIOS, invariants=200)
    assert [crash.error for crash in tally.crashes] == []
    assert sum(tally.endings.values()) == 10


# In the terminal


def script(scenario: str, seed: str) -> tuple[list[str], Record]:
    """What a player types who arranges his line, plays two Game-Turns in earnest and then passes, and what he gets."""
    record, dice, mind = Record.start(game(), scenario), random.Random(seed), random.Random(7)
    return typed(record, dice, mind, earnest=2), record


def test_the_terminal_plays_from_set_up_to_the_end(tmp_path: Path):
    lines, played = script("10", "bulge")
    result = played.state.result
    assert result is not None
    asked = ["standing", "? pick vdH", "rule AO-9.3.K", "99999", *lines]
    command = [str(Path(sys.executable).with_name("ardennes")), "play", "ardennes-offensive"]
    said = subprocess.run(
        [*command, "--scenario", "10", "--seed", "bulge"],
        input="\n".join(asked) + "\n", capture_output=True, text=True, check=True, cwd=tmp_path, timeout=600,
    )  # fmt: skip
    assert "Traceback" not in said.stderr
    assert f", {result.level} ({result.rule})" in said.stdout
    assert (tmp_path / "game.journal").read_text(encoding="utf-8") == str(played.journal)


def test_the_first_decisions_of_a_game_can_be_taken_back():
    table = Table(Record.start(game(), "10"))
    before = table.state.key()
    first = str(table.state.decision.options[0])
    table.do(first)
    table.record.undo()
    assert table.state.key() == before
