"""What a planner is told of the game: small positions in which the right answer is plain.

The ground: St. Vith is D8 (4 points), Malmédy C8 (3), Büllingen C9 (1), Bastogne G6 (4), Luxembourg K8 (5).
E8, E9 and D9 beside St. Vith are plain; a road runs E11-E10-D9-D8.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from typing import cast

import pytest

from ardennes.engine import Action, State
from ardennes.games.axis_allies.brief.picture import Picture
from ardennes.games.axis_allies.forces import INF
from ardennes.games.axis_allies.state import Battlefield
from ardennes.games.axis_allies.terrain import ALLIES
from tests.games.axis_allies import ground
from tests.games.axis_allies.table import Table, at, game, start

QUIET = ("pass", "done", "stop")


def ranked(table: Table) -> list[str]:
    """The options of the question that is asked, the best first."""
    state = table.state
    return [str(action) for action in game().brief.rank[state.decision.step](state)]


def best(table: Table) -> str:
    """The answer that is ranked first."""
    return ranked(table)[0]


def follow(table: Table, *until: str) -> list[str]:
    """Take the first rank again and again while the same side is asked, until one of some steps asks; what was done."""
    side, done = table.asked()[0], []
    while not table.state.over and table.state.chance is None and table.asked()[0] == side:
        if table.step() in until:
            break
        done.append(best(table))
        table.do(done[-1])
    return done


# ---- every question ----


def test_every_step_that_can_ask_is_ranked():
    asking = {name for name, step in game().steps.items() if "take" in vars(type(step))}
    assert asking == set(game().brief.rank)


def played(seed: int, *, idle: str = "") -> Iterator[tuple[State, list[Action]]]:
    """A game by first ranks to its end, with each question's ranks; an idle side declines whatever it can."""
    state, rng = game().start("watch-on-the-rhine", custom_setup=True), random.Random(seed)
    while not state.over:
        if state.chance is not None:
            state.roll(state.chance.sample(rng))
            continue
        quiet = [option for option in state.decision.options if option.verb in QUIET]
        if quiet and state.decision.side == idle:
            state.apply(quiet[0])
            continue
        found: list[Action] = game().brief.rank[state.decision.step](state)
        yield state, found
        state.apply(found[0])
    yield state, []


def test_a_whole_game_by_first_ranks_ranks_legal_options_alone_and_changes_nothing_by_asking():
    asked: dict[str, int] = {}
    for state, found in played(5):
        if state.over:
            break
        step = state.decision.step
        asked[step] = asked.get(step, 0) + 1
        assert all(action in state.decision.options for action in found)
        assert len(set(found)) == len(found)
        if asked[step] == 1:
            before = state.key()
            assert game().brief.rank[step](state) == found
            assert state.key() == before, f"ranking {step} changed the state"
    assert len(asked) > 15


def test_the_axis_is_past_23_points_by_the_fourth_turn_if_nobody_resists():
    end = [state for state, _ in played(1, idle="allies")][-1]
    assert end.result is not None
    assert end.result.winner == "axis"
    assert end.turn <= 4


def test_ranks_are_the_same_whoever_asks_again():
    table = start()
    assert ranked(table) == ranked(table.fork())


def test_the_printed_setup_is_taken_by_both_sides_and_with_a_piece_in_hand_too():
    table = start(custom_setup=True)
    assert best(table) == "choose printed"
    assert best(table.fork().do("pick inf@allies")) == "choose printed"
    assert best(table.do("choose printed")) == "choose printed"


# ---- attacks ----


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


# ---- paying for movement ----


def test_the_stack_beside_an_empty_town_is_paid_for_first():
    table = at("axis movement", "axis D9 inf 2 supply 1\naxis G10 inf 2 supply 1")
    assert best(table) == "activate D9"


def test_a_garrison_that_cannot_better_itself_is_not_paid_for_on_the_last_turn():
    table = at("axis movement", "axis I10 inf 2 supply 2\nallies K6 inf 1 supply 1", gained=["I10"], turn=8)
    assert table.may("activate")
    assert best(table) == "done"


def test_a_blitz_is_paid_for_where_it_takes_a_town_farther_on():
    table = at("axis movement", "axis C10 tank 2 supply 3", lost=[])
    table.do("activate C10")
    assert best(table) == "blitz C10"
    near = at("axis movement", "axis D9 inf 1 tank 1 supply 3\nallies D7 inf 3 supply 1", turn=8).do("activate D9")
    assert best(near) == "done"


def test_no_stack_is_moved_into_a_hex_that_is_full():
    table = at(
        "axis movement",
        """
        axis D9 inf 4 supply 1
        axis D8 inf 6 tank 5 art 1
        """,
        gained=["D8"],
    )
    table.pay_for("D9")
    while table.step() in ("axis moves", "move"):
        table.do(best(table))
    assert table.force("axis", "D8") == "inf 6 tank 5 art 1"


# ---- moving ----


def test_the_unit_that_can_take_a_town_moves_first_and_goes_there():
    table = at("axis movement", "axis D9 inf 1 supply 1\naxis G10 inf 1 supply 1").pay_for("D9", "G10")
    assert best(table) == "pick inf@D9"
    table.do("pick inf@D9")
    assert best(table) == "go D8"


def test_a_tank_with_a_blitz_goes_through_a_town_into_the_next():
    table = at("axis movement", "axis C10 inf 1 tank 2 supply 3").pay_for("C10", blitz=["C10"])
    done = follow(table, "axis reinforcement")
    assert table.force("axis", "C9")
    assert table.force("axis", "C8")
    assert any(line.startswith("step") for line in done)


def test_a_tank_in_a_town_on_the_last_turn_makes_no_blitz_out_of_it():
    table = at("axis movement", "axis D9 tank 1 supply 2\nallies C8 inf 2\nallies D7 inf 2", turn=8)
    table.pay_for("D9", blitz=["D9"]).do("pick tank@D9", "go D8")
    assert table.step() == "blitz"
    assert best(table) == "stop"


def test_the_allies_walk_back_into_a_town_that_nobody_holds():
    table = at("allies movement", "allies D7 inf 2 supply 1\naxis E10 inf 1", gained=["D8"])
    assert best(table) == "activate D7"
    follow(table, "allies reinforcement")
    assert table.force("allies", "D8")


def test_the_allies_leave_no_empty_town_in_the_way_of_panzers():
    table = at("allies movement", "allies G5 inf 3 supply 2\naxis G8 tank 3 supply 3", gained=["G8"])
    follow(table, "allies reinforcement")
    assert table.force("allies", "G6").startswith("inf")


def picture(drawing: str, gained: Collection[str] = ()) -> Picture:
    """How the Allies see a position."""
    return Picture(cast(Battlefield, at("allies movement", drawing, gained=gained).state), ALLIES)


def test_a_post_on_the_road_bars_the_towns_behind_it():
    seen = picture("allies A1 inf 1\naxis G7 tank 4 supply 4", gained=["F5", "F6", "F7", "G6", "G7"])
    bit = seen.terrain.bit
    assert {"E4", "G4"} <= {name for name, h in bit.items() if seen.enemy_reach >> h & 1}
    assert seen.bars(bit["F4"]) > seen.bars(bit["K2"]) == 0
    seen.add(INF, bit["F4"])
    assert seen.bars(bit["F4"]) > 0, "nor may it leave"
    assert seen.bars(bit["F3"]) < seen.bars(bit["F4"]), "a second one behind it bars less"


def test_whoever_cannot_retreat_fears_every_hit():
    hex_ = ground.find(ground.deep)
    west, east = (f"axis {ground.beyond(hex_, side)} inf 2" for side in ("W", "E"))
    before, behind = picture(f"{east} supply 1"), picture(f"{east} supply 1\n{west}")
    h = before.terrain.bit[hex_]
    assert (before.trapped >> h & 1, behind.trapped >> h & 1) == (0, 1)
    free = behind.worth(INF, h)
    behind.trapped = 0
    assert free < behind.worth(INF, h)


@pytest.mark.parametrize(("tokens", "panzers", "stays"), [(6, "E7", True), (6, "A1", False), (2, "E7", False)], ids=str)
def test_the_last_unit_of_a_full_depot_stays_where_the_enemy_could_drive_in(tokens: int, panzers: str, stays: bool):
    """Before the depot in E9 lies St. Vith, empty; panzers wait beside it, or at the other end of the map."""
    table = at("axis movement", f"axis E9 inf 2 supply {tokens}\nallies {panzers} tank 3 supply 3")
    follow(table, "axis reinforcement")
    assert table.force("axis", "E9").startswith("inf") == stays
    assert table.force("axis", "D8").startswith("inf")


def test_tokens_are_worth_a_guard_only_within_reach_of_the_enemy_and_not_on_the_last_turn():
    depot = "D4"
    full, empty = (picture(f"allies {depot} inf 1 supply {n}\naxis F5 tank 3 supply 3") for n in (6, 1))
    h = full.terrain.bit[depot]
    for seen in (full, empty):
        seen.add(INF, h, -1)
    assert full.worth(INF, h) > empty.worth(INF, h)
    full.last = empty.last = True
    assert full.worth(INF, h) == empty.worth(INF, h)


@pytest.mark.parametrize(("lost", "goes"), [(True, "F5"), (False, "E5")])
def test_the_allies_give_up_a_better_post_for_a_town_only_if_the_axis_has_won_otherwise(lost: bool, goes: str):
    taken = {"D8", "D7", "F6", "F7", "G7", "C8", "C9", "A9", "F5"} | ({"A8", "B6"} if lost else set())
    table = at("allies movement", "allies F4 inf 1 supply 1\naxis G5 tank 2 supply 2", gained=taken)
    follow(table, "allies reinforcement")
    assert table.force("allies", goes).startswith("inf")


# ---- trucks ----


def test_trucks_go_home_as_long_as_income_waits_for_them():
    table = at("trucks home", "truck-ax1 E11\ntruck-ax2 F11\ntruck-ax3 G11")
    assert [line.split()[0] for line in follow(table, "axis movement", "axis reinforcement")[:3]] == [
        "return",
        "return",
        "done",
    ]
    enough = at("trucks home", "truck-ax1 E11\ntruck-ax2 off\ntruck-ax3 off")
    assert best(enough) == "done"


def test_a_truck_brings_idle_tokens_from_the_rear_to_the_spearhead():
    table = at(
        "axis movement",
        """
        axis      E11 supply 4
        truck-ax1 E11
        axis      D9  inf 4 tank 2
        allies    D8  inf 2 supply 1
        """,
    )
    follow(table, "axis reinforcement")
    assert table.cargo("truck-ax1") == "supply 4"
    assert table.truck("truck-ax1") in ("D9", "E10")


def test_a_truck_fetches_tokens_on_its_way():
    table = at(
        "axis movement",
        """
        axis      F10 supply 3
        truck-ax1 F11
        axis      F8  inf 4 tank 2
        allies    F7  inf 2 supply 1
        """,
    )
    done = follow(table, "axis reinforcement")
    assert done.index("step F10") < done.index("load supply@F10")
    assert table.cargo("truck-ax1") == "supply 3"
    assert table.truck("truck-ax1") in ("F8", "F9")


def test_infantry_that_is_paid_for_rides_where_it_would_walk_for_turns():
    table = at(
        "axis movement",
        """
        axis      F11 inf 3 supply 1
        truck-ax1 F11
        axis      F8  inf 1 tank 2 supply 3
        allies    F7  inf 3 supply 1
        """,
    )
    table.pay_for("F11")
    done = follow(table, "axis reinforcement")
    assert done.count("load inf@F11") == 3
    assert table.truck("truck-ax1") in ("F8", "F9")


def test_an_empty_truck_does_not_drive_about():
    table = at("axis movement", "truck-ax1 E11\naxis D10 inf 1 supply 1").pay_for()
    while table.step() == "axis movement":
        table.do("done")
    assert table.step() == "axis moves"
    assert "pick truck-ax1" not in ranked(table)


def test_a_truck_comes_in_with_tokens_by_the_road_that_leads_to_the_spearhead():
    table = at(
        "axis reinforcement",
        """
        truck-ax1 off
        9SSPz     gone
        FBB       gone
        axis      D9  inf 4 tank 2
        allies    D8  inf 2 supply 1
        """,
        gained=["D9"],
        supply={"axis": 4},
    )
    done = follow(table, "allies movement", "allies reinforcement")
    assert done[:2] == ["pick truck-ax1", "load supply@axis-off-board"]
    assert [hex_ for hex_ in ("D9", *ground.around("D9")) if table.force("axis", hex_).endswith("supply 6")]


def test_tokens_are_not_put_down_where_the_enemy_can_take_them():
    drawing = """
        truck-al1 off
        allies    H4 inf 3
        axis      I6 tank 3 supply 4
        """
    table = at("allies reinforcement", drawing, gained=["H6", "I6", "J6"])
    follow(table, "axis attack", "ground initiative")
    stored = {hex_ for hex_, force in table.forces("allies").items() if "supply" in force}
    assert stored
    assert stored <= {"H4"} | (set(ground.HEXES) - set(table.reach("tank@I6")) - ground.disc({"I6"}))


def test_no_truck_comes_in_with_nothing_to_bring():
    lorries = "\n".join(f"truck-al{number} off" for number in (1, 2, 3))
    table = at("allies reinforcement", f"{lorries}\n7Armd gone\n10Armd gone\nallies K8 inf 2", turn=1)
    assert 6 < table.depot("allies") <= 12
    follow(table)
    assert len(table.trucks("allies", "off")) == 1


# ---- reinforcement ----


def test_an_arriving_tank_goes_to_the_empty_town_in_danger():
    table = at("allies reinforcement", "axis I8 tank 3 supply 3\n10Armd tank 1", gained=["I8"], turn=1)
    follow(table, "upkeep", "axis attack")
    assert table.force("allies", "K8") == "tank 1"


def test_units_come_in_as_long_as_there_are_any():
    table = at("axis reinforcement", "3PzGren inf 2", turn=1)
    follow(table, "allies movement", "allies reinforcement")
    assert table.chart("3PzGren") == ""


@pytest.mark.parametrize(("gained", "paid"), [((), True), (ground.HEXES, False)])
def test_a_formation_blitzes_where_that_takes_a_town(gained: Collection[str], paid: bool):
    table = at("axis reinforcement", "2SSPz tank 2\nallies D8 inf 3", turn=2, supply={"axis": 3}, gained=gained)
    assert table.offers("blitz") == {"2SSPz"}
    assert (best(table) == "blitz 2SSPz") is paid


def in_reach(table: Table, hex_: str) -> bool:
    """Whether a side's units in a hex find a token there or beside them."""
    return any("supply" in table.force("allies", near) for near in (hex_, *ground.around(hex_)))


def test_tokens_come_to_the_units_that_are_put_on_the_edge():
    units = "1Inf inf 2 art 1\n30Inf inf 2\n101Abn gone\n7Armd gone\n10Armd gone"
    table = at("allies reinforcement", f"truck-al1 off\n{units}\naxis A8 tank 1", turn=2, gained=["A8"])
    follow(table)
    assert table.force("allies", "A9") == "inf 4 art 1"
    assert in_reach(table, "A9")


def test_passengers_and_tokens_that_are_wanted_elsewhere_take_trucks_of_their_own():
    lorries = "\n".join(f"truck-al{number} off" for number in (1, 2, 3))
    front = "allies G6 inf 4 tank 2 art 1\naxis G7 inf 2 supply 2\naxis K9 inf 1 supply 2"
    table = at("allies reinforcement", f"{lorries}\n{front}\n3Armd gone", turn=4, gained=["G7", "K9"])
    done = follow(table)
    assert done[1].startswith("load inf")
    assert not [line for line in done[: done.index("go D8")] if "supply" in line]
    assert in_reach(table, "G6")


# ---- the air ----


def test_whoever_may_choose_places_second():
    table = at("air initiative", "axis E10 inf 1", turn=5).do("roll 9 3")
    assert table.asked() == ("axis", "air choice")
    assert best(table) == "choose second"


def test_aircraft_fly_in_one_strong_group_over_the_best_target():
    table = at(
        "air placing", "axis D8 inf 2 tank 3 art 1 supply 3\naxis K10 inf 1", turn=5, first="allies", gained=["D8"]
    )
    done = follow(table)
    assert done[0] == "pick bomber-al"
    assert table.air("allies", "D8").startswith("fighter")
    places = [line for line in done if line.startswith("place")]
    assert places.count("place D8") >= 8


def test_the_own_air_attack_is_fought_out_first():
    table = at(
        "air combat",
        """
        axis   D8 inf 2 tank 2 bomber 1
        allies G6 inf 2 tank 2
        axis   G6 fighter 2
        allies D8 bomber 2
        """,
        turn=5,
        first="allies",
        gained=["D8"],
    )
    assert best(table) == "resolve D8"
