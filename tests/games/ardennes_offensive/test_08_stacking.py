"""8: stacking."""

from __future__ import annotations

import pytest

from ardennes.engine.errors import PositionError
from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.crt import die_for
from tests.games.ardennes_offensive.datafiles import UNITS
from tests.games.ardennes_offensive.scenes import PLAIN
from tests.games.ardennes_offensive.table import at
from tests.games.ardennes_offensive.textbook import Map
from tests.rulemark import rule


@rule("AO-8.0")
def test_three_units_fill_a_hex():
    table = at("allied movement", """
        99ID-395 3-4 at .
        99ID-393 3-4 at .
        99ID-394 3-4 at .
        2ID-38   4-4 at E
        2ID-9    4-4 at W
    """, centre=PLAIN)  # fmt: skip
    assert PLAIN not in table.reach("2ID-38")
    assert table.bars("2ID-38", "go", PLAIN) == "AO-8.0"
    table.move("99ID-395", "go", table.hex("NE"))
    assert PLAIN in table.reach("2ID-38")


@rule("AO-8.0", "AO-8.2.C")
def test_no_position_begins_with_more_units_in_a_hex_than_may_stack():
    """Four units, or a division with anybody: the last of them may stand beside the others only."""
    four, two = ("99ID-395", "99ID-393", "99ID-394", "2ID-38"), ("212VG", "12VG-27")
    for step, units, rule_ in (("allied movement", four, "AO-8.0"), ("german movement", two, "AO-8.2.C")):
        *lines, last = (f"{name} {UNITS[name]['strength']}-{UNITS[name]['ma']} at" for name in units)
        stack = "\n".join(f"{line} ." for line in lines)
        table = at(step, f"{stack}\n{last} E", centre=PLAIN)
        assert table.bars(units[-1], "go", PLAIN) == rule_
        with pytest.raises(PositionError, match=f"too many units are in {PLAIN}"):
            at(step, f"{stack}\n{last} .", centre=PLAIN)


@rule("AO-R.4", "AO-10.2")
def test_a_unit_whose_only_retreat_would_overfill_a_hex_is_eliminated():
    table = at("german combat", """
        1SSPz-1a  9-10 at E
        12SSPz-12 7-10 at W W
        2Pz-3     6-10 at NE NW
        150Bde    3-10 at SE SW
        99ID-395  3-4  at .
        99ID-393  3-4  at W
        99ID-394  3-4  at W
        2ID-38    4-4  at W
    """, centre=PLAIN)  # fmt: skip
    table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr1"))
    assert table.where("99ID-395") == "eliminated"
    (full,) = table.events("limit", "AO-R.4")
    assert full.text.endswith(f"cannot retreat to {table.hex('W')}: no room, and units are not displaced")


@rule("AO-R.47")
@pytest.mark.parametrize("units", [("9AD-CCA 5-12", "9AD-CCB 5-12"), ("1308e 1-4", "401G 2-4")])
def test_every_unit_below_a_division_takes_a_third(units: tuple[str, str]):
    first, second = units
    table = at("allied movement", f"{first} at .\n{second} at .\n99ID-395 3-4 at E\n99ID-393 3-4 at W", centre=PLAIN)
    assert PLAIN in table.reach("99ID-395")
    table.move("99ID-395", "go", PLAIN)
    refusal = table.moving("99ID-393").refusal(f"go {PLAIN}")
    assert refusal.rule == "AO-8.0"
    assert refusal.text.endswith("every unit except a division takes up the room of one regiment (AO-R.47).")


@rule("AO-8.1.A")
@pytest.mark.parametrize(
    ("side", "unit", "figures", "friend", "cost"),
    [
        ("german", "1SSPz-1a", "9-10", "2Pz-3 6-10", 7),
        ("german", "12VG-27", "4-4", "2Pz-3 6-10", 3),
        ("allied", "9AD-CCB", "5-12", "99ID-395 3-4", 7),
        ("allied", "99ID-393", "3-4", "99ID-395 3-4", 3),
    ],
)
def test_stacking_costs_mechanized_units_six_and_others_two_more(
    side: str, unit: str, figures: str, friend: str, cost: int
):
    table = at(f"{side} movement", f"{unit} {figures} at E\n{friend} at .", centre=PLAIN)
    assert table.cost(unit, PLAIN) == cost
    table.move(unit, "go", PLAIN)


@rule("AO-8.1.A")
def test_a_friend_is_out_of_reach_where_the_hex_beyond_would_not_be():
    """Ten points: four hexes and seven for the stack are one too many."""
    table = at("german movement", "1SSPz-1a 9-10 at E E\n2Pz-3 6-10 at W W", centre=PLAIN)
    onto = Map(3, {"1SSPz-1a": table.hex("E E"), "2Pz-3": table.hex("W W")}).reach("1SSPz-1a")
    assert onto[table.hex("W W"), False] == 100
    nearer = at("german movement", "1SSPz-1a 9-10 at E E\n12VG-27 4-4 at W W W", centre=PLAIN)
    assert nearer.hex("W W") in nearer.reach("1SSPz-1a")
    assert nearer.hex("W W W") not in nearer.reach("1SSPz-1a")
    assert nearer.bars("1SSPz-1a", "go", nearer.hex("W W W")) == "AO-8.1.A"
    assert table.hex("W W") in table.reach("1SSPz-1a")


@rule("AO-8.1.A")
@pytest.mark.parametrize(
    ("side", "unit", "figures", "friend", "left"),
    [("german", "1SSPz-1a", "9-10", "2Pz-3 6-10", 4), ("allied", "99ID-393", "3-4", "99ID-395 3-4", 2)],
)
def test_unstacking_costs_the_same(side: str, unit: str, figures: str, friend: str, left: int):
    table = at(f"{side} movement", f"{unit} {figures} at .\n{friend} at .", centre=PLAIN)
    alone = Map(3, {unit: PLAIN}).reach(unit, left)
    stacked = table.reach(unit) | {PLAIN}
    assert stacked == {h for h, column in alone if not column}
    table.move(unit, "go", table.hex("E"))


@rule("AO-8.1.A")
def test_no_unit_stacks_and_goes_on():
    table = at("allied movement", "9AD-CCB 5-12 at E\n99ID-395 3-4 at .", centre=PLAIN)
    through = {"9AD-CCB": table.hex("E"), "99ID-395": PLAIN}
    expected = Map(3, through).reach("9AD-CCB")
    assert table.reach("9AD-CCB") == {h for h, column in expected if not column} - {table.hex("E")}
    table.move("9AD-CCB", "go", PLAIN)
    assert "9AD-CCB" not in table.offers("pick")


@rule("AO-R.45")
def test_stacking_is_paid_once_however_many_are_there():
    table = at("allied movement", "99ID-395 3-4 at .\n99ID-394 3-4 at .\n99ID-393 3-4 at E", centre=PLAIN)
    assert table.cost("99ID-393", PLAIN) == 3
    assert dict(table.bill("99ID-393", PLAIN)) == {"AO-11.0.clear": 1, "AO-8.1.A": 2}
    table.move("99ID-393", "go", PLAIN)
    assert table.where("99ID-393") == PLAIN
    (cost,) = table.events("cost")
    assert cost.text == "It pays 3 of 4 movement points: 2 points to stack; once, however many units are there"


@rule("AO-8.1.A")
def test_the_last_unit_to_leave_a_stack_pays_nothing():
    table = at("allied movement", "99ID-395 3-4 at .\n99ID-394 3-4 at .", centre=PLAIN)
    table.move("99ID-395", "go", table.hex("E E"))
    expected = Map(3, {"99ID-394": PLAIN, "99ID-395": table.hex("E E")}).reach("99ID-394")
    assert table.reach("99ID-394") == {h for h, column in expected if not column} - {PLAIN}
    assert max(ground.distance(PLAIN, h) for h in table.reach("99ID-394")) == 4
    assert "AO-8.1.A" not in dict(table.bill("99ID-394", table.hex("W")))


@rule("AO-8.2.C")
@pytest.mark.parametrize(("mover", "figures"), [("326VG", "6-4"), ("12VG-27", "4-4"), ("1SSPz-1a", "9-10")])
def test_nobody_stacks_with_a_german_infantry_division(mover: str, figures: str):
    table = at("german movement", f"{mover} {figures} at E\n212VG 7-4 at .", centre=PLAIN)
    assert PLAIN not in table.reach(mover)
    assert table.bars(mover, "go", PLAIN) == "AO-8.2.C"


@rule("AO-8.2.C")
def test_a_german_infantry_division_stacks_with_nobody():
    table = at("german movement", "212VG 7-4 at E\n12VG-27 4-4 at .", centre=PLAIN)
    assert table.bars("212VG", "go", PLAIN) == "AO-8.2.C"


def test_any_unit_of_a_stack_may_move_off():
    table = at("allied movement", "99ID-395 3-4 at .\n99ID-394 3-4 at .\n99ID-393 3-4 at .", centre=PLAIN)
    assert table.offers("pick") == {"99ID-395", "99ID-394", "99ID-393"}


def test_any_number_of_allied_units_may_be_in_a_map_edge_hex():
    edge = ground.HEXES[next(i for i, h in enumerate(ground.HEXES) if ground.edge(h))]
    units = ["99ID-395", "99ID-394", "99ID-393", "106ID-422", "106ID-423"]
    drawing = "\n".join(f"{unit} 3-4 at {edge}" for unit in units)
    table = at("allied movement", f"{drawing}\n1SSPz-1a 9-10 at {PLAIN}")
    assert {table.where(unit) for unit in units} == {edge}
