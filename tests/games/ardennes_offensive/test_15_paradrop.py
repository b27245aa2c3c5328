"""15: von der Heydte's drop."""

from __future__ import annotations

import pytest

from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.datafiles import MAP
from tests.games.ardennes_offensive.scenes import PLAIN
from tests.games.ardennes_offensive.table import Table, at
from tests.rulemark import rule

DRAWING = """
    1SSPz-1a 9-10 at E E E
    99ID-395 3-4  at .
    12VG-27  4-4  at SE SE
"""
FAR = "NW NW"


def drop(drawing: str = DRAWING, turn: int = 2, bystanders: bool = True) -> Table:
    return at("german movement", drawing, centre=PLAIN, turn=turn, bystanders=bystanders)


@rule("AO-15.0", "AO-R.23")
def test_the_drop_comes_before_any_other_movement_and_must_be_made():
    table = drop()
    assert (table.offers("drop") != set(), table.state.decision.rule) == (True, "AO-15.0")
    assert table.offers("pick") == set()
    assert table.forbids("pick 1SSPz-1a") == "AO-R.23"
    assert "" not in table.offers("done")


@rule("AO-4.1.3")
def test_there_is_no_drop_on_another_game_turn():
    table = drop(turn=3)
    assert table.offers("drop") == set()
    assert table.state.decision.rule == "AO-4.1.3"


@rule("AO-15.0")
def test_the_drop_goes_anywhere_but_into_allied_zones_and_impassable_hexes():
    table = drop(bystanders=False)
    controlled = set(ground.neighbours(PLAIN)) | {PLAIN}
    live = {h for h in ground.HEXES if ground.live(h)}
    expected = live - controlled
    assert table.offers("drop") == expected
    assert table.forbids(f"drop {PLAIN}") == "AO-15.0"
    assert table.forbids(f"drop {table.hex('W')}") == "AO-15.0"
    assert table.forbids(f"drop {MAP['map_fixed']['impassable'][0]}") == "AO-15.0"


@rule("AO-15.0")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_unit_survives_on_a_1_or_a_2(die: int):
    table = drop()
    target = table.hex("W W W")
    table.do(f"drop {target}")
    assert table.state.chance is not None
    assert table.state.chance.rule == "AO-15.0"
    table.roll(die)
    assert table.where("vdH") == (target if die <= 2 else "eliminated")
    assert table.points("allied") == (0 if die <= 2 else 1)


@rule("AO-R.49")
def test_a_unit_lost_in_the_drop_counts():
    table = drop()
    table.do(f"drop {table.hex('W W W')}").roll(6)
    assert table.points("allied") == 1


@rule("AO-15.0.after")
def test_the_unit_is_supplied_for_that_player_turn_and_may_move_at_once():
    """Behind a ring of Americans nobody else would be supplied."""
    ring = ["E E", "NE NE", "NW NW", "W W", "SW SW", "SE SE"]
    foes = ["99ID-395", "99ID-393", "99ID-394", "106ID-422", "106ID-423", "14Cav"]
    figures = {"14Cav": "4-12"}
    lines = [f"{foe} {figures.get(foe, '3-4')} at {way}" for foe, way in zip(foes, ring, strict=True)]
    table = drop("\n".join([*lines, "1SSPz-1a 9-10 at 0503"]))
    table.do(f"drop {PLAIN}").roll(1)
    assert table.textbook().supply("vdH") != "supplied"
    assert table.supply("vdH") == "supplied"
    assert "vdH" in table.offers("pick")
    whole = table.textbook().reach("vdH", 4)
    assert table.reach("vdH") == {h for h, column in whole if not column} - {PLAIN}


@rule("AO-15.0.after")
def test_afterwards_the_unit_needs_a_path_like_any_other():
    ring = ["E E", "NE NE", "NW NW", "W W", "SW SW", "SE SE"]
    foes = ["99ID-395 3-4", "99ID-393 3-4", "99ID-394 3-4", "106ID-422 3-4", "106ID-423 3-4", "14Cav 4-12"]
    lines = [f"{foe} at {way}" for foe, way in zip(foes, ring, strict=True)]
    table = drop("\n".join([*lines, "1SSPz-1a 9-10 at 0503"]))
    table.do(f"drop {PLAIN}").roll(1)
    table.until("allied movement")
    assert table.supply("vdH") == table.textbook().supply("vdH") != "supplied"
    table.until("german movement")
    assert table.state.turn == 3
    assert table.supply("vdH") != "supplied"


@rule("AO-R.36")
def test_the_drop_may_join_a_stack_with_room_but_no_division_and_no_column():
    table = drop(DRAWING + "326VG 6-4 at 0503")
    assert table.hex("SE SE") in table.offers("drop")
    assert "0503" not in table.offers("drop")
    assert table.forbids("drop 0503") == "AO-R.36"
    edge = next(h for h in ground.HEXES if ground.edge(h))
    assert table.forbids(f"drop {edge}") == "AO-R.36"


@rule("AO-R.36")
def test_a_german_unit_cancels_the_allied_zone_for_the_drop():
    table = drop(DRAWING.replace("SE SE", "SE"))
    assert table.hex("SE") in table.offers("drop")
    table.do(f"drop {table.hex('SE')}").roll(2)
    assert table.where("vdH") == table.hex("SE")
