"""6: weather."""

from __future__ import annotations

import pytest

from tests.games.bulge.scenes import FIELD
from tests.games.bulge.table import Table, at, start
from tests.rulemark import rule

APART = """
    1SS   7 at E E
    28Inf 4 at W W
"""
TOUCHING = """
    1SS   7 at E
    28Inf 4 at .
"""


@rule("BU-6.0.first")
@pytest.mark.parametrize("kind", ["historical", "variable"])
def test_the_first_day_is_overcast_and_no_die_is_rolled(kind: str):
    table = start(weather=kind)
    assert table.state.chance is None
    assert table.weather == "overcast"


@rule("BU-6.1.overcast")
def test_overcast_shifts_german_attacks_after_movement_only():
    after = at("german post-combat", TOUCHING, centre=FIELD, weather="overcast")
    before = at("german pre-combat", TOUCHING, centre=FIELD, weather="overcast")
    assert (before.odds(FIELD, ["1SS"]).column, after.odds(FIELD, ["1SS"]).column) == ("+2", "+4")


@rule("BU-6.1.clear")
def test_clear_weather_shifts_allied_attacks_after_movement_only():
    drawing = "28Inf 4 at .\n62VG 3 at W"
    found = [
        at(f"allied {phase}-combat", drawing, centre=FIELD, weather="clear").odds(at_west(), ["28Inf"]).column
        for phase in ("pre", "post")
    ]
    assert found == ["+1", "+2"]


def at_west() -> str:
    return Table(start().record, FIELD).hex("W")


@pytest.mark.parametrize("state", ["mist", "overcast"])
def test_other_weather_does_not_help_the_allies(state: str):
    table = at("allied post-combat", "28Inf 4 at .\n62VG 3 at W", centre=FIELD, weather=state)
    assert table.odds(at_west(), ["28Inf"]).column == "+1"


def test_clear_weather_does_not_help_the_german():
    table = at("german post-combat", TOUCHING, centre=FIELD, weather="clear")
    assert table.odds(FIELD, ["1SS"]).column == "+2"


@rule("BU-6.1.mist")
@pytest.mark.parametrize(("die", "column"), [(1, "+4"), (3, "+4"), (4, "+2"), (6, "+2")])
def test_in_mist_a_die_decides_for_each_german_attack(die: int, column: str):
    table = at("german post-combat", TOUCHING, centre=FIELD, weather="mist")
    table.declare(FIELD, ["1SS"], "primary")
    assert table.state.chance is not None
    assert table.state.chance.rule == "BU-6.1.mist"
    table.roll(die)
    assert str(table.state.decision.options[0]) == f"fight {column}"


# Half of the columns +2 (De Ex Dr Dr Ct Ar) and +4 (De Ex Ex Dr Dr Ar).
ONE_IN_TWO = {"De": 2 / 12, "Ex": 3 / 12, "Dr": 4 / 12, "Ct": 1 / 12, "Ar": 2 / 12}


def test_the_mist_die_is_mixed_into_the_odds():
    table = at("german post-combat", TOUCHING, centre=FIELD, weather="mist")
    chances: dict[str, float] = {}
    for outcome in table.odds(FIELD, ["1SS"], "primary").outcomes:
        chances[outcome.label] = chances.get(outcome.label, 0) + outcome.probability
    assert chances == pytest.approx(ONE_IN_TWO)


def test_each_attack_has_its_own_mist_die():
    drawing = "1SS 7 at E\n28Inf 4 at .\n12SS 7 at W W\n4Inf 4 at W W W"
    table = at("german post-combat", drawing, centre=FIELD, weather="mist")
    table.attack(FIELD, ["1SS"], 3, mist=1)
    table.try_("done")
    table.declare(table.hex("W W W"), ["12SS"], "primary")
    assert table.state.chance is not None
    assert table.state.chance.rule == "BU-6.1.mist"


def test_there_is_no_mist_die_before_movement_nor_for_the_allies():
    table = at("german pre-combat", TOUCHING, centre=FIELD, weather="mist").declare(FIELD, ["1SS"], "primary")
    assert table.state.chance is None
    allied = at("allied post-combat", "28Inf 4 at .\n62VG 3 at W", centre=FIELD, weather="mist")
    allied.declare(allied.hex("W"), ["28Inf"], "primary")
    assert allied.state.chance is None
