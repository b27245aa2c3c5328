"""Attacks, retreats and overfull hexes: small positions in which the right answer is plain.

The ground: St. Vith is D8 (4 points), Malmédy C8 (3), Büllingen C9 (1), Bastogne G6 (4), Luxembourg K8 (5).
E8, E9 and D9 beside St. Vith are plain; a road runs E11-E10-D9-D8.
"""

from __future__ import annotations

from tests.games.axis_allies.table import at
from tests.playbooks.axis_allies.asking import best, follow, ranked


def test_the_attack_that_may_empty_a_town_comes_before_one_on_open_ground():
    table = at(
        "axis attack",
        """
        axis   E9 inf 4 tank 2 supply 3
        allies D8 inf 1
        axis   G2 inf 4 tank 2 supply 3
        allies G1 inf 1
        """,
    )
    assert best(table) == "attack E9"


def test_the_allies_strike_back_at_lone_panzers_in_a_town():
    lone = at("allies attack", "axis D8 tank 1\nallies D7 inf 3 tank 2 supply 3", gained=["D8"])
    assert best(lone) == "attack D7"
    strong = at("allies attack", "axis D8 inf 6 tank 4\nallies D7 inf 1 supply 1", gained=["D8"])
    assert best(strong) == "pass"


def test_a_last_token_is_not_spent_on_a_hopeless_attack():
    weak = "axis E9 inf 1 supply 1\nallies D8 inf 6 tank 3 art 2\nallies C8 supply 1"
    assert best(at("axis attack", weak)) == "pass"
    strong = "axis E9 inf 6 tank 4 supply 1\nallies D8 inf 2\nallies C8 supply 1"
    assert best(at("axis attack", strong)) == "attack E9"


def test_unguarded_tokens_are_left_to_be_captured():
    table = at("axis attack", "axis E9 inf 3 tank 2 supply 2\nallies D8 supply 1\nallies E8 inf 1")
    assert table.do("attack E9").offers("target") == {"D8", "E8"}
    assert best(table) == "target E8"


def test_a_second_target_is_named_where_dice_are_to_spare():
    drawing = "axis E9 inf {inf} tank {tank} supply 6\nallies D8 inf 1\nallies E8 inf 1"
    rich = at("axis attack", drawing.format(inf=6, tank=5)).do("attack E9")
    assert follow(rich, "split")[-1].startswith("target")
    poor = at("axis attack", drawing.format(inf=1, tank=1)).do("attack E9")
    poor.do(best(poor)).try_("pay E9")
    assert best(poor) == "done"


def test_a_split_gives_the_larger_stack_more_dice_and_leaves_nobody_out():
    table = at("axis attack", "axis E9 inf 6 tank 5 supply 6\nallies D8 inf 4\nallies E8 inf 1")
    table.do("attack E9", "target E8", "target D8")
    done = follow(table, "attacks")
    cut = done.index("done")
    small, large = done[:cut], [line for line in done[cut:] if line.startswith("send")]
    assert len(small) + len(large) == 11
    assert 0 < len(small) + small.count("send tank") < len(large) + large.count("send tank")


def test_of_split_attacks_the_one_on_the_town_is_thrown_first():
    table = at("axis attack", "axis E9 inf 2 supply 2\nallies D8 inf 1\nallies E8 inf 1")
    table.do("attack E9", "target E8", "target D8").try_("send inf", "done", "send inf", "fight")
    assert table.step() == "attacks"
    assert best(table) == "target D8"


def test_nobody_is_held_back():
    table = at("axis attack", "axis E9 inf 2 supply 1\nallies D8 inf 1").do("attack E9")
    assert table.step() == "hold"
    assert ranked(table) == ["fight"]


def test_a_token_is_paid_from_where_no_other_stack_needs_it():
    table = at(
        "axis attack",
        """
        axis   E10 inf 2 supply 2
        axis   F9  supply 2
        allies E9  inf 1
        axis   D10 inf 2
        """,
    )
    assert table.do("attack E10").offers("pay") == {"E10", "F9"}
    assert best(table) == "pay F9"


# ---- retreats and stacking ----


def test_the_dearest_unit_takes_the_last_place_of_a_retreat():
    table = at(
        "axis attack",
        """
        axis   E9  inf 4 supply 1
        allies E8  inf 1 art 1
        allies D7  inf 5 tank 4 art 2
        axis   F6  inf 1
        """,
    )
    table.attack("E9", "E8", "1 2 12 12")
    assert table.step() == "retreats"
    assert best(table) == "retreat art@E8"


def test_a_unit_retreats_into_an_empty_town_that_is_in_danger():
    table = at("axis attack", "axis F8 inf 2 tank 2 supply 3\nallies E8 inf 1\naxis C10 tank 2 supply 2")
    table.attack("F8", "E8", "1 12 12 12 12 12")
    assert {"D7", "D8"} <= table.offers("step")
    assert best(table) == "step D8"


def test_of_an_overfull_hex_the_enemy_moves_out_what_is_worth_most_and_the_owner_gives_up_the_least():
    table = at("upkeep", "axis D8 inf 5 tank 5 art 3", gained=["D8"])
    assert table.asked() == ("allies", "stacking")
    assert best(table) == "shed art@D8"
    shut = "\n".join(f"allies {hex_} inf 1" for hex_ in ("B7", "C10", "E7", "F9"))
    full = at("upkeep", f"axis D8 inf 5 tank 5 art 3\n{shut}", gained=["D8"])
    assert full.asked() == ("axis", "stacking")
    assert best(full) == "destroy inf@D8"


def test_a_unit_moved_out_goes_where_its_owner_has_least_of_it():
    table = at("upkeep", "axis D9 inf 7\nallies D6 inf 1 supply 1", gained=["D8", "D9"])
    assert {"D8", "D10"} <= table.offers("step")
    assert best(table) not in ("step D8", "step C9", "step E9")
