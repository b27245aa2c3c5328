"""A field of a position is declared once: its slot, start value, copy, JSON and position file follow from that."""

from __future__ import annotations

import json

import pytest

from ardennes.engine import Position, PositionError, State
from ardennes.engine.fields import Declared, column, mapping, stored, value
from tests.engine.toy import Ask, Toy, ToyState


class Board(ToyState):
    at: list[int] = column("where each piece is", start=lambda game: [len(game.sides)] * 3)
    lots: dict[str, int] = mapping("how many of each", start={"inf": 2})
    points: int = value("points", start=4, track="points", least=0)
    support: tuple[int, int] = value("missions of each side", start=(0, 0), track=("red support", "blue support"))
    stock: list[int] = column("tokens", start=lambda game: [2, 3], track=("red stock", "blue stock"), least=0)
    released: bool = value("whether they may move", start=False, track="released")
    weather: str = value("the weather", start="clear", track="weather", words=("clear", "mist"))
    cache: int | None = value("found from the rest", start=None, derived=True)


class Larger(Board):
    more: int = value("another", start=7)


class Weary(metaclass=Declared):
    """A part: it stands on no position."""

    tired: int = value("units that are tired", start=0, status="tired")

    def tire(self, unit: int) -> None:
        self.tired |= 1 << unit


class Rich(metaclass=Declared):
    """Another part."""

    gold: list[int] = column("gold of each side", start=(1, 1))


class Composed(Board, Weary, Rich):
    last: int = value("its own", start=3)


@pytest.fixture
def board() -> Board:
    return Board(Toy([Ask("red", "done")]), "one", {})


def read(board: State, tracks: str) -> None:
    text = f'game = "toy"\nstep = "talk"\n[tracks]\n{tracks}\n'
    Position.parse(text).read_tracks(board)


def test_fields_begin_with_their_start_values_and_there_is_no_other_attribute(board: Board):
    assert (board.at, board.lots, board.points, board.released, board.cache) == ([2, 2, 2], {"inf": 2}, 4, False, None)
    assert not hasattr(board, "__dict__")
    with pytest.raises(AttributeError):
        board.point = 5  # type: ignore[attr-defined]  # no such field


def test_start_values_are_not_shared_between_positions(board: Board):
    board.lots["inf"] = 0
    board.at[0] = 9
    again = Board(board.game, "one", {})
    assert (again.lots, again.at) == ({"inf": 2}, [2, 2, 2])


def test_a_copy_has_every_field_of_its_class_and_of_those_above_and_shares_no_list():
    state = Larger(Toy([Ask("red", "done")]), "one", {})
    state.more, state.points, state.cache = 8, 5, 3
    new = state.copy()
    assert (new.more, new.points, new.cache, new.spoken) == (8, 5, 3, [])
    new.at[0], new.lots["tank"] = 1, 1
    new.spoken.append("x")
    assert (state.at, state.lots, state.spoken) == ([2, 2, 2], {"inf": 2}, [])


def test_derived_fields_are_no_part_of_the_position(board: Board):
    other = board.copy()
    other.cache = 5
    assert other == board
    assert "cache" not in {field.name for field in stored(Board)}
    other.points = 5
    assert other != board


def test_json_carries_what_is_declared_and_nothing_else(board: Board):
    board.points, board.cache, board.at[1] = 6, 5, 0
    read_back = Board.from_json(board.game, json.loads(json.dumps(board.to_json())))
    assert read_back == board
    assert read_back.cache is None


def test_tracks_of_a_position_file_set_their_fields(board: Board):
    read(board, 'points = 3\n"blue support" = 2\n"red stock" = 5\nreleased = true\nweather = "mist"')
    assert (board.points, board.support, board.stock) == (3, (0, 2), [5, 3])
    assert (board.released, board.weather) == (True, "mist")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("point = 3", "“point” is not a track; the tracks are points, red support, blue support, red stock,"),
        ("points = -1", "“points” takes a whole number, 0 or more"),
        ("points = true", "“points” takes a whole number"),
        ('"red support" = "two"', "“red support” takes a whole number"),
        ('"blue stock" = -1', "“blue stock” takes a whole number, 0 or more"),
        ("released = 1", "“released” takes true or false"),
        ('weather = "rain"', "“weather” takes one of clear, mist"),
    ],
)
def test_a_track_that_is_none_or_has_no_such_value_is_a_fault_with_its_line(board: Board, line: str, fault: str):
    with pytest.raises(PositionError) as caught:
        read(board, f"# a comment\n{line}")
    assert (caught.value.line, fault in str(caught.value)) == (5, True)


def test_a_position_takes_the_fields_of_its_parts_with_its_own():
    state = Composed(Toy([Ask("red", "done")]), "one", {})
    state.tire(2)
    new = state.copy()
    new.gold[0] = 5
    new.tire(0)
    assert (state.tired, state.gold, state.last, new.tired, new.gold) == (4, [1, 1], 3, 5, [5, 1])
    assert [field.name for field in Composed.fields][-3:] == ["tired", "gold", "last"]
    assert not hasattr(state, "__dict__")
    assert "tired" in state.position()


def test_a_class_below_a_position_with_parts_declares_them_no_second_time():
    class Below(Composed):
        more: int = value("another", start=7)

    names = [field.name for field in Below.fields]
    assert len(names) == len(set(names))
    assert Below(Toy([Ask("red", "done")]), "one", {}).copy().more == 7
