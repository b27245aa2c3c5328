"""One Parquet file holds what was played."""

from pathlib import Path
from typing import Any

import pytest

import ardennes
from ardennes.arena import Played, play, repeated
from ardennes.arena.parquet import row, write
from ardennes.engine.errors import ArdennesError

SIDES = ardennes.game("bulge").sides


@pytest.fixture(scope="module")
def played() -> list[Played]:
    some = repeated("bulge", "campaign", ("random", "rusher"), 2, options=(("airdrop", "on"),), nodes=50)
    return [play(match) for match in some]


def read(path: Path) -> list[dict[str, Any]]:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed: install ardennes[arena].")
    rows: list[dict[str, Any]] = parquet.read_table(path).to_pylist()
    return rows


def test_every_game_is_a_row_that_comes_back_as_it_was(played: list[Played], tmp_path: Path):
    path = tmp_path / "deep" / "results.parquet"
    write(played, SIDES, path)
    plain = [row(game, SIDES) for game in played]
    for one in plain:
        one["thinking"] = [list(turns) for turns in one["thinking"]]
        for turn in one["turns"]:
            turn["standing"], turn["forces"] = list(turn["standing"]), list(turn["forces"])
    assert read(path) == plain


def test_a_row_says_who_sat_where_and_how_it_ended(played: list[Played], tmp_path: Path):
    path = tmp_path / "results.parquet"
    write(played, SIDES, path)
    first = read(path)[0]
    assert first["seats"] == [{"side": "german", "player": "random"}, {"side": "allied", "player": "rusher"}]
    assert first["winner"] == played[0].winner
    assert first["options"] == [("airdrop", "on")]
    assert (first["nodes"], first["seed"], first["rule"]) == (50, "0/0", played[0].rule)
    assert [turn["turn"] for turn in first["turns"]] == list(range(1, played[0].turn + 1))
    standing = first["turns"][0]["standing"][0]
    assert standing["name"] == "German points to win"
    assert standing["needed"] == 30


def test_without_pyarrow_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow.parquet", None)
    with pytest.raises(ArdennesError, match=r"needs “pyarrow”: install ardennes\[arena\]"):
        write([], SIDES, tmp_path / "none.parquet")
