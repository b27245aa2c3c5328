"""Pieces that join and split: the joined unit holds its parts, and has whatever status or duty they had."""

from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.counters.duties import Duty
from ardennes.counters.joining import APART, HELD, scattered
from ardennes.engine import Record
from ardennes.engine.conformance import conform
from tests.counters.brigade import Brigade, Post, brigade


@pytest.fixture
def game(tmp_path: Path) -> Brigade:
    return brigade(tmp_path)


def post(record: Record) -> Post:
    assert isinstance(record.state, Post)
    return record.state


def met(game: Brigade) -> Record:
    """R1 has gone to R2."""
    record = Record.start(game, "meeting")
    record.apply_all(["pick R1", "go 0103"])
    return record


def places(record: Record) -> list[str]:
    return [post(record).place_of(record.state.game.forces.index[name]) for name in ("R1", "R2", "R3")]  # type: ignore[attr-defined]


def test_units_that_join_and_split_keep_every_promise_of_the_engine(game: Brigade):
    report = conform(game, "meeting", games=12, every=2)
    assert report.sound, str(report)
    assert report.checked > 50


def test_parts_join_only_where_they_meet(game: Brigade):
    record = Record.start(game, "meeting")
    assert "unite" not in map(str, record.state.decision.options)
    assert "unite" in map(str, met(game).state.decision.options)


def test_the_joined_unit_holds_its_parts_and_they_are_nowhere_else(game: Brigade):
    record = met(game)
    record.apply("unite")
    state = post(record)
    assert places(record) == ["joined", "joined", "0103"]
    assert [state.at[game.forces.index[name]] for name in ("R1", "R2")] == [HELD, HELD]
    assert state.playing[0] == 1 << game.forces.index["R3"]
    assert state.joined(game.assemblies[0])
    assert list(scattered(state)) == []


def test_it_splits_into_them_in_its_hex(game: Brigade):
    record = met(game)
    record.apply_all(["unite", "done"])
    record.apply("done")
    record.roll((6,))
    record.apply_all(["pick R3", "go 0102", "divide"])
    assert places(record) == ["0102", "0102", "split"]
    assert post(record).at[game.forces.index["R3"]] == APART
    assert post(record).gathered(game.assemblies[0]) == game.ground.grid.index("0102")


def test_what_one_part_has_done_the_joined_unit_has_done_and_each_part_after_it(game: Brigade):
    record = met(game)
    state, index = post(record).copy(), game.forces.index
    state.tired = 1 << index["R2"]
    assert state.moved == 1 << index["R1"]
    state.join(game.assemblies[0])
    assert (state.moved, state.tired) == (1 << index["R3"],) * 2
    state.split(game.assemblies[0])
    both = 1 << index["R1"] | 1 << index["R2"]
    assert (state.moved, state.tired) == (both, both)


def test_what_a_part_owes_the_joined_unit_owes(game: Brigade):
    state, index = post(met(game)).copy(), game.forces.index
    state.owe(Duty("leave", "SK-1", 0, state.at[index["R2"]], 1 << index["R2"], 1 << index["B1"], 1, "red march"))
    state.join(game.assemblies[0])
    assert state.duties[0].units == 1 << index["R3"]
    state.split(game.assemblies[0])
    assert state.duties[0].units == game.assemblies[0].parts


def test_a_joined_unit_survives_saving(game: Brigade):
    record = met(game)
    record.apply("unite")
    again = game.from_json(record.state.to_json())
    assert again.key() == record.state.key()


def test_a_unit_beside_its_own_parts_is_unsound(game: Brigade):
    state, index = post(met(game)).copy(), game.forces.index
    state.at[index["R3"]] = game.ground.grid.index("0204")
    assert list(scattered(state)) == ["R3 is on the map together with its part R1"]
    state.at[index["R3"]] = APART
    state.at[index["R1"]] = HELD
    unsound = ["R3 holds some of its parts and not the others", "R3 is split, and its parts are nowhere"]
    assert list(scattered(state)) == unsound
