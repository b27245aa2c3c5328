"""Turns with labels, several a day; the last turn by scenario."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from ardennes.counters.halfdays import Calendar
from ardennes.engine import PositionError
from tests.counters.skirmish import LISTS, skirmish
from tests.counters.skirmish import Position as Field

HALVES = Calendar(["18 Dec AM", "18 Dec PM", "19 Dec AM"], [date(1944, 12, 18), date(1944, 12, 18), date(1944, 12, 19)])


def test_a_turn_of_half_a_day_has_its_label_date_and_day_of_the_front_line():
    turn = HALVES.turn(2, 3)
    assert (turn.number, turn.label, turn.last) == (2, "Turn 2 of 3", 3)
    assert (turn.date, turn.day) == ("Monday 18 December 1944, PM", "1944-12-18")
    assert HALVES.turn(3, 3).date == "Tuesday 19 December 1944, AM"
    assert [HALVES.number(HALVES.label(n)) for n in range(1, len(HALVES) + 1)] == [1, 2, 3]


def test_a_turn_of_a_day_names_no_part_of_it():
    daily = Calendar.of({"first_date": date(1944, 12, 30), "count": 3})
    assert [daily.label(n) for n in (1, 2, 3)] == ["30 Dec", "31 Dec", "1 Jan"]
    assert daily.turn(3, 3).date == "Monday 1 January 1945"


def test_a_label_that_stands_twice_or_lacks_its_date_is_refused():
    for labels, count in ((["AM", "AM"], 2), (["AM", "PM"], 1)):
        with pytest.raises(ValueError, match="a label of its own"):
            Calendar(labels, [date(1944, 12, 18)] * count)


def test_the_last_turn_is_the_scenarios(tmp_path: Path):
    game = skirmish(tmp_path)
    text = LISTS.replace("[[option]]", LISTS.partition("[[option]]")[0].replace("meeting", "short") + "[[option]]")
    (tmp_path / "scenarios.toml").write_text(text.replace("turns = 2", "turns = 1", 1), encoding="utf-8")
    game = type(game)(tmp_path)
    assert {name: game.last_turn_of(name) for name in game.scenarios} == {"meeting": 1, "short": 2}
    assert Field(game, "meeting", {}).last_turn == 1
    head = 'game = "skirmish"\nscenario = "{}"\nturn = 2\nstep = "red march"\n'
    assert game.position(head.format("short")).turn == 2
    with pytest.raises(PositionError, match="line 3: the game has 1 Game-Turns"):
        game.position(head.format("meeting"))
