"""Position files: what a line may say of a unit or a track, and what is wrong with one that may not."""

from __future__ import annotations

from typing import cast

import pytest

from ardennes.engine.errors import PositionError
from ardennes.games.ardennes_offensive.state import Position
from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.table import game, toml

ROADLESS = ground.first(lambda h: not ground.on_road(h))
ON_ROAD = ground.first(lambda h: ground.on_road(h) and h not in ground.EXITS)
ENTRY = ground.ENTRIES[0]
EDGE = next(h for h in ground.HEXES if ground.edge(h))


def read(
    pieces: dict[str, str], tracks: dict[str, int | bool] | None = None, step: str = "german movement"
) -> Position:
    words = {name: text.split() for name, text in pieces.items()}
    return cast(Position, game().position(toml(step, words, 3, "1", tracks or {})))


def test_statuses_stand_behind_a_place():
    column, routed, comer = f"{ON_ROAD} road-mode must-leave-road", f"{ROADLESS} retreated", f"{ENTRY} waiting"
    state = read({"1SSPz-1a": column, "326VG": routed, "FE": comer}, step="german combat")
    forces = state.game.forces
    assert state.owing == forces.named(["1SSPz-1a"])
    assert state.road == forces.named(["1SSPz-1a", "FE"])  # who waits to come in does so in Road Mode
    assert state.fought == forces.named(["326VG"])
    assert state.waiting == forces.named(["FE"])


def test_losses_are_those_of_the_track_and_the_units_eliminated():
    state = read({"326VG": "eliminated"}, {"german-losses": 3, "standard-crt": True})
    assert (state.lost, state.standard, state.released) == ((4, 0), True, False)


@pytest.mark.parametrize(
    ("place", "fault"),
    [
        ("pool moved", "“326VG” is not on the map and can have no status"),
        ("9999", "there is no hex “9999”"),
        (EDGE, f"“326VG” cannot be in {EDGE}"),
        (f"{ROADLESS} tired", "“tired” is not a status that “326VG” can have there"),
        (f"{ROADLESS} road-mode", f"“326VG” is in Road Mode, but {ROADLESS} has no road"),
        (f"{ROADLESS} must-leave-road", "“326VG” must leave Road Mode, but is not in it"),
        (f"{ROADLESS} waiting", f"{ROADLESS} is no entry of that side"),
    ],
)
def test_a_unit_cannot_be_so(place: str, fault: str):
    with pytest.raises(PositionError, match=fault) as raised:
        read({"326VG": place})
    assert raised.value.line == 6


def test_a_dormant_unit_has_no_status():
    with pytest.raises(PositionError, match="is dormant and can have no status"):
        read({"99ID-395": f"{EDGE} moved"})


@pytest.mark.parametrize(
    ("track", "value", "fault"),
    [
        ("german-losses", -1, "takes a whole number, 0 or more"),
        ("standard-crt", 1, "takes true or false"),
        ("fuel", 1, "is not a track; the tracks are german-losses, allied-losses, standard-crt, west-bank-released"),
    ],
)
def test_a_track_cannot_be_so(track: str, value: int, fault: str):
    with pytest.raises(PositionError, match=fault) as raised:
        read({}, {track: value})
    assert raised.value.line == 7
