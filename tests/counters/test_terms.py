"""A rule that limits a move stands once, and what keeps a unit from a hex is found by leaving rules out."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.counters.terms import Term, leave_out, obstacles


class Terms(NamedTuple):
    shut: int
    points: int
    halved: bool


ENEMY = Term("X-1", "an enemy unit is in the way", "shut", 0)
HALF = Term("X-2", "it is out of supply", "halved", False)
FAR = Term("X-3", "its movement points do not reach so far", "points", lambda terms: terms.points + 99)
ENTRIES = (ENEMY, HALF, FAR)


def reaches(target: int):
    """Along a line of hexes numbered from 1, each for a point."""

    def works(terms: Terms) -> bool:
        room = terms.points // (2 if terms.halved else 1)
        return target <= room and not any(terms.shut >> i & 1 for i in range(1, target + 1))

    return works


def test_what_is_left_out_acts_no_more():
    terms = Terms(0b100, 4, True)
    assert leave_out(terms, [ENEMY, FAR]) == Terms(0, 103, True)


def test_the_first_rule_that_suffices_is_named():
    assert obstacles(Terms(0b100, 4, False), ENTRIES, reaches(1)) == ()
    assert obstacles(Terms(0b100, 4, False), ENTRIES, reaches(3)) == (ENEMY,)
    assert obstacles(Terms(0, 4, True), ENTRIES, reaches(4)) == (HALF,)
    assert obstacles(Terms(0, 4, True), ENTRIES, reaches(5)) == (FAR,)
    assert obstacles(Terms(0b100, 4, True), ENTRIES, reaches(4)) == (ENEMY, HALF)


def test_nothing_helps_where_the_ground_itself_forbids_it():
    assert obstacles(Terms(0, 4, False), ENTRIES, lambda terms: False) is None
