"""Findings of an audit of the rulebook against the game, each held by a test."""

from __future__ import annotations

import pytest

from ardennes.engine.errors import ArdennesError
from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.scenes import PLAIN, both_supplied
from tests.games.ardennes_offensive.table import at
from tests.rulemark import rule

RINGED = """
    99ID-395  3-4  at .
    1SSPz-1a  9-10 at E
    1SSPz-2   5-10 at W
    2Pz-2     4-10 at NE NE
    2Pz-304   4-10 at SW SW
"""


# ---- standing orders


@rule("AO-E.11.0")
@pytest.mark.parametrize(
    ("order", "asked"), [("when waive: choose keep", False), ("when waive odds>5: choose keep", True)]
)
def test_a_standing_order_answers_for_the_immunity_of_a_town(order: str, asked: bool):
    town = ground.first(lambda h: ground.town(h) and ground.live(ground.walk(h, "E")) and both_supplied(h))
    table = at("german combat", f"1SSPz-1a 9-10 at {ground.walk(town, 'E')}\n 99ID-395 3-4 at {town}")
    table.record.order("allied", order)
    table.declare(town, by=["1SSPz-1a"]).try_("fight 3-1")
    assert (table.state.chance is None) == asked


# ---- previews of battles


@rule("AO-12.6.isolated")
def test_no_odds_are_given_for_an_attack_by_isolated_units_alone():
    table = at("allied combat", RINGED, centre=PLAIN, turn=9)
    assert table.supply("99ID-395") == "isolated"
    with pytest.raises(ArdennesError, match="Isolated"):
        table.odds(table.hex("E"), by=["99ID-395"])


@rule("AO-9.6.N")
def test_the_preview_promises_no_advance_into_a_hex_where_a_unit_of_the_stack_stayed():
    table = at("allied combat", "99ID-395 3-4 at .\n 99ID-393 3-4 at .\n 1SSPz-1a 9-10 at E", centre=PLAIN)
    alone = table.odds(table.hex("E"), by=["99ID-395"])
    together = table.odds(table.hex("E"), by=["99ID-395", "99ID-393"])
    assert {outcome.defender.may_advance for outcome in alone.outcomes} == {0}
    assert {outcome.defender.may_advance for outcome in together.outcomes} == {1}


@rule("AO-9.6.N", "AO-R.16")
@pytest.mark.parametrize(("infantry", "advances"), [("vdH 1-4", 0), ("26VG-77 2-4", 1)])
def test_the_preview_of_an_exchange_lets_only_those_advance_whom_it_spares(infantry: str, advances: int):
    drawing = f"1SSPz-1a 9-10 at E\n {infantry} at NE\n 401G 2-4 at ."
    odds = at("german combat", drawing, centre=PLAIN).odds(PLAIN, by=["1SSPz-1a", infantry.split()[0]])
    assert odds.column == "5-1"
    exchange = next(outcome for outcome in odds.outcomes if outcome.label == "Ex")
    assert exchange.attacker.may_advance == advances


# ---- units at the edge of the map


def test_a_dormant_unit_that_nobody_relieves_reaches_nothing():
    beside = ground.first(lambda h: any(map(ground.edge, ground.neighbours(h))))
    edge = next(h for h in ground.neighbours(beside) if ground.edge(h))
    left = at("german movement", f"99ID-395 3-4 at {edge}\n 1SSPz-1a 9-10 at {PLAIN}")
    relieved = at("german movement", f"99ID-395 3-4 at {edge}\n 99ID-393 3-4 at {beside}\n 1SSPz-1a 9-10 at {PLAIN}")
    assert left.state.reach("99ID-395").costs == {}
    assert relieved.state.reach("99ID-395").costs != {}


@rule("AO-14.1.sections")
def test_the_refusal_names_why_a_reinforcement_cannot_be_placed():
    table = at("allied reinforcement", "1SSPz-1a 9-10 at 0213\n 1SSPz-2 5-10 at 0217", turn=2)
    assert table.forbids("pick 7AD-CCA") == "AO-14.1.sections"
    assert table.forbids("pick 6AD-CCA") == "AO-14.0"
    assert table.forbids("pick 1SSPz-1a") == "AO-4.1.1"
