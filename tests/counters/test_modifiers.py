"""Die modifiers and column shifts: what is added, in which order, and where the limits cut."""

from __future__ import annotations

import pytest

from ardennes.counters.modifiers import DieModifier, Shifts, mixed
from ardennes.engine.battle import Column

COLUMNS = ("1-2", "1-1", "2-1", "3-1", "4-1")
LIMITS = {"limit": "X-limit", "top": "X-top", "bottom": "X-bottom"}


def column(at: str) -> Column:
    return Column(COLUMNS, COLUMNS.index(at), "X-odds", "the odds")


def test_modifiers_of_both_sides_add_up_and_say_why():
    modifier = DieModifier().add(-1, "X-1", "better troops").add(1, "X-2", "a chain of units").add(0, "X-3", "dug in")
    assert modifier.value == 0
    assert [(line.rule, line.before, line.after, line.about) for line in modifier.lines] == [
        ("X-1", 0, -1, "die"), ("X-2", -1, 0, "die"), ("X-3", 0, 0, "die"),
    ]  # fmt: skip


@pytest.mark.parametrize(("added", "held"), [(-4, -2), (-2, -2), (1, 1), (3, 2)])
def test_the_sum_is_held_within_its_limit(added: int, held: int):
    modifier = DieModifier().add(added, "X-1", "much").within(2, "X-limit")
    assert modifier.value == held
    assert ("X-limit" in [line.rule for line in modifier.lines]) == (added != held)


@pytest.mark.parametrize(
    ("modifier", "faces"),
    [(-2, [1, 1, 1, 2, 3, 4]), (-1, [1, 1, 2, 3, 4, 5]), (0, [1, 2, 3, 4, 5, 6]), (2, [3, 4, 5, 6, 6, 6])],
)
def test_the_face_is_held_within_the_die(modifier: int, faces: list[int]):
    tally = DieModifier().add(modifier, "X-1", "some")
    assert [tally.face(die) for die in range(1, 7)] == faces


def test_modifiers_are_mixed_into_the_chances():
    cells = ("DE", "D4", "D3", "CA", "ENG", "AE")
    assert mixed(cells, DieModifier()) == pytest.approx(dict.fromkeys(cells, 1 / 6))
    better = mixed(cells, DieModifier().add(-2, "X-1", "much better"))
    assert better == pytest.approx({"DE": 3 / 6, "D4": 1 / 6, "D3": 1 / 6, "CA": 1 / 6})
    assert sum(better.values()) == pytest.approx(1)


def test_lines_can_be_one_list_with_those_of_the_strengths():
    lines = column("1-1").lines
    DieModifier(lines).add(1, "X-1", "tired")
    assert [line.about for line in lines] == ["column", "die"]


def test_shifts_to_the_right_come_first_whatever_the_order():
    shifts = Shifts().left(1, "X-broken", "broken ground").right(1, "X-air", "aircraft")
    found = shifts.make(column("2-1"), 2, **LIMITS)
    assert found.label == "2-1"
    assert [line.rule for line in found.lines] == ["X-odds", "X-air", "X-broken"]


def test_the_end_of_the_table_cuts_before_the_left_ones_are_made():
    shifts = Shifts().right(2, "X-air", "aircraft").left(1, "X-forest", "forest")
    found = shifts.make(column("4-1"), 2, **LIMITS)
    assert found.label == "3-1"
    assert [line.rule for line in found.lines] == ["X-odds", "X-air", "X-top", "X-forest"]


@pytest.mark.parametrize(
    ("right", "left", "label", "limited"),
    [(2, 0, "3-1", 0), (3, 0, "3-1", 1), (0, 2, "1-2", 0), (0, 3, "1-2", 1), (3, 3, "1-1", 2)],
)
def test_no_more_than_two_columns_either_way(right: int, left: int, label: str, limited: int):
    shifts = Shifts()
    for n in range(right):
        shifts.right(1, f"X-right-{n}", "one more")
    for n in range(left):
        shifts.left(1, f"X-left-{n}", "one more")
    start = "1-1" if right else "2-1"
    found = shifts.make(column(start), 2, **LIMITS)
    assert found.label == label
    assert [line.rule for line in found.lines].count("X-limit") == limited


def test_the_beginning_of_the_table_cuts_too():
    found = Shifts().left(2, "X-fort", "a fort").make(column("1-1"), 2, **LIMITS)
    assert found.label == "1-2"
    assert found.lines[-1].rule == "X-bottom"
