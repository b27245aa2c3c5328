"""15: von der Heydte, if the players agree on him."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.games.bulge import ground
from tests.games.bulge.scenes import FIELD
from tests.games.bulge.table import Table, at, start
from tests.rulemark import rule

ON = {"airdrop": "on"}
PIECES = """
    1SS   7 at E E
    28Inf 4 at W
"""


def aloft(drawing: str = PIECES, turn: int = 1) -> Table:
    return at("german movement", drawing, centre=FIELD, turn=turn, options=ON)


def dropped(*dice: int, where: str = ".") -> Table:
    table = aloft().do("pick vDH")
    return table.do(f"drop {table.hex(where)}").roll(*dice)


@rule("BU-15.0")
def test_the_drop_is_an_option():
    assert "vDH" in aloft().offers("pick")
    new = start().until("german movement")
    assert "vDH" not in new.offers("pick")
    assert new.forbids("pick vDH") == "BU-15.0"


@rule("BU-15.0.where")
def test_the_target_is_an_empty_hex_within_five_hexes_of_a_german():
    table = aloft().do("pick vDH")
    german = table.hex("E E")
    expected = set(ground.disc(german, 5)) - {german, table.hex("W")}
    assert table.offers("drop") == expected
    assert table.hex("W W") in expected  # in an enemy zone
    assert table.forbids(f"drop {table.hex('W')}") == "BU-15.0.where"
    assert table.forbids("drop 1905") == "BU-15.0.where"


@rule("BU-15.0.survive")
@pytest.mark.parametrize("die", [2, 3, 4, 5, 6])
def test_it_survives_only_on_a_one(die: int):
    table = dropped(die)
    assert table.where("vDH") == "eliminated"
    assert table.points() == -1


@rule("BU-15.0.target", "BU-15.0.move")
def test_with_a_second_one_it_lands_on_the_target():
    table = dropped(1, 1)
    assert table.where("vDH") == FIELD
    assert table.forbids("pick vDH") == "BU-15.0.move"


@rule("BU-15.0.occupied")
def test_landing_on_a_unit_is_the_end():
    assert dropped(1, 6, 5).where("vDH") == "eliminated"  # 28Inf is there, in the west


@rule("BU-R.31")
def test_drifting_off_the_map_is_the_end():
    table = at("german movement", {"1SS": ["0305"], "28Inf": ["1505"]}, turn=1, options=ON).do("pick vDH", "drop 0107")
    table.roll(1, 2, 1)  # north-east
    assert table.where("vDH") == "eliminated"
    assert table.points() == -1


@rule("BU-R.30")
def test_there_is_one_chance():
    table = dropped(2)
    assert table.forbids("pick vDH").startswith("BU-")
    later = aloft(PIECES, 2)
    assert "vDH" not in later.offers("pick")
    unused = aloft().do("done").until("german movement", turn=2)
    assert not unused.state.over
    assert unused.forbids("pick vDH") == "BU-R.30"
    assert unused.points() == aloft().points()


@rule("BU-10.0.once", "BU-R.30")
def test_on_later_turns_it_moves_like_any_other_or_is_gone_for_good():
    landed = at("german movement", {"vDH": [FIELD, "moved"], "28Inf": ["1907"]}, turn=2, options=ON)
    assert landed.forbids("pick vDH") == "BU-10.0.once"
    assert "vDH" in at("german movement", {"vDH": [FIELD], "28Inf": ["1907"]}, turn=2, options=ON).offers("pick")
    unused = aloft(PIECES + "vDH 1 at pool\n", 2)
    assert unused.forbids("pick vDH") == "BU-R.30"
    first = "von der Heydte may be dropped only on Game-Turn 1, and only with the airdrop option."
    assert unused.refusal_text("pick vDH") == first


@rule("BU-15.0")
def test_it_is_the_german_who_drops_it_and_in_his_movement_phase():
    table = at("allied movement", PIECES, centre=FIELD, turn=1, options=ON).march()
    assert "vDH" not in table.offers("pick")
    assert table.forbids("pick vDH") == "BU-5.0"
    lost = aloft().do("pick vDH", f"drop {FIELD}").roll(2)
    assert lost.forbids("pick vDH") == "BU-3.1.losses"
    assert [event.rule for event in lost.events("drop")] == ["BU-15.0"]


@rule("BU-15.0.move")
def test_it_fights_from_the_post_movement_combat_on():
    table = dropped(1, 1).do("done")
    found = table.state.battle()
    assert found is not None
    assert found.attackers == ("vDH",)


def test_the_chance_to_land_on_target_is_one_in_thirty_six():
    table = aloft().do("pick vDH", f"drop {FIELD}")
    chance = Fraction(0)
    for first, p in table.state.chance.outcomes() if table.state.chance else ():
        trial = table.fork()
        trial.record.roll(first)
        for second, q in trial.state.chance.outcomes() if trial.state.chance else ():
            last = trial.fork()
            last.record.roll(second)
            if last.where("vDH") == FIELD:
                chance += Fraction(p).limit_denominator() * Fraction(q).limit_denominator()
    assert chance == Fraction(1, 36)
