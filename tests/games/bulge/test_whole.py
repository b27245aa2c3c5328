"""The game as a whole: the engine's promises, many games at random, and one in the terminal."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from ardennes.engine import Record
from ardennes.engine.conformance import conform
from ardennes.engine.fuzz import fuzz
from tests.games.bulge.crowds import anywhere
from tests.games.bulge.table import Table, game, start
from tests.games.typist import typed


@pytest.mark.parametrize("seed", [1, 2])
def test_random_games_keep_the_engines_promises(seed: int):
    report = conform(game(), "campaign", games=2, seed=seed, every=150, sample=8)
    assert report.sound, str(report)[:2000]


@pytest.mark.parametrize("seed", range(4))
def test_games_out_of_any_position_keep_them_too(seed: int):
    rng = random.Random(f"promises/{seed}")
    report = conform(
        game(), "campaign", games=1, seed=seed, every=150, sample=8, start=lambda: anywhere(rng).record
    )  # fmt: skip
    assert report.sound, str(report)[:2000]


def test_fifty_random_games_come_to_an_end():
    tally = fuzz(game(), games=50, seed="fifty", invariants=50)
    assert [crash.error for crash in tally.crashes] == []
    assert sum(tally.endings.values()) == 50


def test_thirty_games_out_of_any_position_end_either_way():
    """Random play from the start ends soon, for the Allies; from later positions both sides win."""
    winners: Counter[str | None] = Counter()
    for number in range(30):
        rng = random.Random(f"anywhere/{number}")
        state = anywhere(rng).state.copy()
        while not state.over:
            if state.chance is not None:
                state.roll(state.chance.sample(rng))
                continue
            state.apply(rng.choice(list(state.decision.options)))
            if rng.random() < 0.02 and not state.over:
                assert list(game().invariants(state)) == []
        assert state.result is not None
        winners[state.result.winner] += 1
    assert set(winners) == {"german", "allied"}


# ---- in the terminal


def script(seed: str) -> tuple[list[str], Record]:
    """What a player types who plays a turn in earnest and then does as little as he can, and what he gets."""
    record, dice, mind = start(airdrop="on").record, random.Random(seed), random.Random(11)
    return typed(record, dice, mind, earnest=1), record


def test_the_terminal_plays_to_the_end(tmp_path: Path):
    lines, played = script("bulge")
    result = played.state.result
    assert result is not None
    asked = ["standing", "? pick 1SS", "rule BU-12.2.Ex", "99999", "options", *lines]
    command = [str(Path(sys.executable).with_name("ardennes")), "play", "bulge", "--option", "airdrop=on"]
    said = subprocess.run(
        [*command, "--seed", "bulge"],
        input="\n".join(asked) + "\n", capture_output=True, text=True, check=True, cwd=tmp_path, timeout=600,
    )  # fmt: skip
    assert "Traceback" not in said.stderr
    assert f", {result.level} ({result.rule})" in said.stdout
    assert (tmp_path / "game.journal").read_text(encoding="utf-8") == str(played.journal)


def test_a_move_can_be_taken_back():
    table = Table(start().until("german movement").record)
    before = table.state.key()
    unit = sorted(table.movers())[0]
    table.do(f"pick {unit}").do(f"go {sorted(table.offers('go'))[0]}")
    table.record.undo()
    table.record.undo()
    assert table.state.key() == before
