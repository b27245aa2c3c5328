"""Reserves (BW-14): who is put in reserve, what it may not do then, how it ends."""

from __future__ import annotations

from ardennes.counters.bars import first_bar
from ardennes.games.bitter_woods import reserves
from ardennes.games.bitter_woods.forces import GERMAN
from tests.games.bitter_woods.table import Table, at, hex_, unit, units
from tests.rulemark import rule

PIECES = "2Pz-3 1624 / 2Pz-2 1624 out-of-supply / 26VG-78 1524 / A-401 1524 / 28Inf-110 2426"


def reserve(pieces: str = PIECES, turn: int = 5, more: str = "", side: str = "german") -> Table:
    return at(f"{side} reserve", pieces, turn=turn, more=more)


def on_to(table: Table, phase: str) -> Table:
    """Both sides do nothing until a phase begins."""
    for _ in range(30):
        if table.state.phase == phase:
            return table
        if table.state.chance is not None:
            table.roll(1)
        else:
            table.do("done")
    raise AssertionError(f"{phase} never came")


@rule("BW-14.1", "BW-4.0.reserve")
def test_any_supplied_mechanized_unit_on_the_map_is_put_in_reserve():
    table = reserve()
    assert table.asked() == ("german", "german reserve")
    assert table.state.decision.rule == "BW-14.1"
    assert table.offers("reserve") == {"2Pz-3"}
    for name, why in (
        ("2Pz-2", "2Pz/2 is out of supply."),
        ("26VG-78", "26VG/78 is not mechanized."),
        ("A-401", "401 Art is not mechanized."),
        ("9SS-9", "9SS/9 is not on the map."),
        ("10Arm-CCA", "10CCA is not German."),
    ):
        reason = table.refusal(f"reserve {name}")
        assert (reason.rule, reason.text) == ("BW-14.1", why)
    table.do("reserve 2Pz-3")
    assert table.texts("BW-14.1") == ["2Pz/3 in 1624 is put in reserve"]
    assert table.has("reserve", "2Pz-3")
    moving = at("german movement", PIECES, turn=5)
    assert moving.forbids("reserve 2Pz-3") == "BW-4.0.reserve"


@rule("BW-14.1")
def test_a_unit_is_put_in_reserve_once():
    table = reserve(PIECES.replace(" out-of-supply", "")).do("reserve 2Pz-3")
    reason = table.refusal("reserve 2Pz-3")
    assert (reason.rule, reason.text) == ("BW-14.1", "2Pz/3 is already in reserve.")


@rule("BW-14.1")
def test_in_reserve_a_unit_neither_moves_nor_fights():
    table = on_to(reserve("2Pz-3 1624 / 26VG-78 1524 / 28Inf-110 2426").do("reserve 2Pz-3"), "german movement")
    assert table.forbids("pick 2Pz-3") == "BW-14.1"
    combat = at("german combat", "2Pz-3 1524 / 26VG-78 1724 / 28Inf-110 1624", turn=5)
    combat.state.reserve = units("2Pz-3")  # no file can say so: next to an enemy nobody is in reserve
    assert combat.do("target 1624").forbids("join 2Pz-3") == "BW-14.1"


@rule("BW-15.7.reserve")
def test_no_german_is_put_in_reserve_on_16am():
    supplied = PIECES.replace(" out-of-supply", "")
    early = reserve(supplied, turn=1)
    assert early.state.phase == "german movement", "nobody could be put in reserve, and nobody was asked"
    bar = first_bar(unit("2Pz-3"), reserves.bars(early.state, GERMAN))
    assert bar is not None
    assert bar.rule == "BW-15.7.reserve"
    allied = reserve("2Pz-3 1324 / 9Arm-CCR 1722", turn=1, side="allied")
    assert allied.offers("reserve") == {"9Arm-CCR"}, "the Allied player may"
    assert reserve(supplied, turn=2).offers("reserve") == {"2Pz-3", "2Pz-2"}


@rule("BW-R.46", "BW-14.3")
def test_a_unit_next_to_an_enemy_is_not_put_in_reserve():
    table = reserve("2Pz-3 1624 / 116Pz-16 1424 / A-174 1625 / 28Inf-110 2426")
    assert table.offers("reserve") == {"116Pz-16"}
    reason = table.refusal("reserve 2Pz-3")
    assert (reason.rule, reason.text) == ("BW-R.46", "2Pz/3 is next to an enemy unit.")
    near = at("german movement", "116Pz-16 1424 reserve / 28Inf-110 2426 / 2Pz-3 1324", turn=5)
    near.state.shift(unit("28Inf-110"), hex_("1524"))
    assert not near.has("reserve", "116Pz-16")
    assert near.texts("BW-14.3") == ["116Pz/16 is next to the enemy and no longer in reserve"]


@rule("BW-R.46")
def test_a_reserve_that_was_not_used_ends_with_the_player_turn_and_may_be_declared_again():
    table = reserve("2Pz-3 1624 / 28Inf-110 2426").do("reserve 2Pz-3")
    on_to(table, "allied movement")
    assert table.state.reserve == 0
    on_to(table, "german reserve")
    assert table.offers("reserve") == {"2Pz-3"}
    near = reserve("2Pz-3 1624 / 116Pz-16 1424 / A-174 1625 / 28Inf-110 2426")
    assert near.forbids("reserve 2Pz-3") == "BW-R.46"


@rule("BW-R.30")
def test_an_engaged_unit_is_not_put_in_reserve():
    more = '[obligations]\n"1625 engagement" = { by = ["2Pz-2"], against = ["28Inf-110"] }'
    table = reserve("2Pz-2 1624 / 116Pz-16 1424 / 28Inf-110 1625", more=more)
    reason = table.refusal("reserve 2Pz-2")
    assert (reason.rule, reason.text) == ("BW-R.30", "2Pz/2 is engaged.")


@rule("BW-R.16")
def test_a_unit_out_of_bounds_is_not_put_in_reserve():
    table = reserve("2Pz-3 1411 / 116Pz-16 1424 / 28Inf-110 2426")
    reason = table.refusal("reserve 2Pz-3")
    assert (reason.rule, reason.text) == ("BW-R.16", "2Pz/3 is out of bounds and must return.")
    later = reserve("2Pz-3 1411 / 116Pz-16 1424 / 28Inf-110 2426", turn=7)
    assert later.offers("reserve") == {"2Pz-3", "116Pz-16"}, "from 19AM on there are no boundaries"


@rule("BW-14.2")
def test_out_of_reserve_a_unit_moves_with_its_full_allowance_and_is_in_reserve_no_longer():
    table = at("german exploitation", "2Pz-3 1624 reserve / 26VG-78 1524 / 28Inf-110 2426", turn=5)
    assert table.asked() == ("german", "german exploitation")
    assert table.offers("pick") == {"2Pz-3"}
    assert table.forbids("pick 26VG-78") == "BW-14.2"
    place = max(table.moving("2Pz-3").offers("go"))
    table.do("pick 2Pz-3", f"go {place}")
    assert table.where("2Pz-3") == place
    assert not table.has("reserve", "2Pz-3")
