"""Compiling is quick and repeats itself, and every correction says who demands it."""

from __future__ import annotations

import time

import pytest

from ardennes.engine.catalogue import Catalogue
from ardennes.geo.compile import Atlas, Maker, board_path, compile_board
from ardennes.hexmap import Board
from tests.geo.maps import GAMES, board

LIMIT = 60.0  # seconds of processor time for all five boards


def test_compiling_all_boards_repeats_the_committed_files_within_a_minute() -> None:
    start = time.process_time()
    atlas = Atlas()
    texts = {game: compile_board(atlas, game) for game in atlas.specs}
    assert time.process_time() - start < LIMIT
    assert sorted(texts) == sorted(GAMES)
    for game, text in texts.items():
        assert text == board_path(game).read_text(encoding="utf-8"), game


@pytest.mark.parametrize("game", GAMES)
def test_a_board_file_credits_the_coordinates(game: str) -> None:
    first = board_path(game).read_text(encoding="utf-8").splitlines()[0]
    assert "GeoNames" in first
    assert "CC BY 4.0" in first


@pytest.mark.parametrize("game", GAMES)
def test_every_pin_carries_a_rule_of_its_game(game: str) -> None:
    prefix = {"ardennes-offensive": "AO", "axis-allies": "AA", "bastogne": "BA", "bitter-woods": "BW", "bulge": "BU"}[
        game
    ]
    assert board(game).pins
    assert all(pin.rule.startswith(f"{prefix}-") and pin.fact for pin in board(game).pins)


@pytest.mark.parametrize("game", ["ardennes-offensive", "axis-allies"])
def test_the_rules_of_the_pins_stand_in_the_catalogue(game: str) -> None:
    known = {case.id for case in Catalogue.load(board_path(game).with_name("rules.toml"))}
    assert {pin.rule for pin in board(game).pins} <= known


@pytest.mark.parametrize("game", GAMES)
def test_every_correction_of_a_hex_stands_in_the_board(game: str) -> None:
    made = Maker(Atlas(), game)
    compiled: Board = board(game)
    last: dict[int, str] = {}
    for entry in made.corrections.entries("hexes"):
        for i in made._hexes_of(entry):
            last[i] = entry.get("terrain", last.get(i, compiled.terrain_of(i)))
            assert set(entry.get("add", "").split()) <= set(compiled.features_of(i)), entry
    assert all(compiled.terrain_of(i) == terrain for i, terrain in last.items())


@pytest.mark.parametrize("game", GAMES)
def test_derived_terrain_is_marked(game: str) -> None:
    compiled = board(game)
    derived = compiled.regions["derived-terrain"]
    if game != "axis-allies":
        assert 0 < derived.bit_count() < len(compiled.grid) / 3
        assert not derived & compiled.terrain("clear")
