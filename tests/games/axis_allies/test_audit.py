"""What an audit of the whole game found, each finding with the position that showed it."""

from __future__ import annotations

from itertools import product
from time import process_time

import pytest

from ardennes.engine import Odds
from ardennes.engine.screen import Screen
from ardennes.games.axis_allies import dogfight
from tests.games.axis_allies import ground
from tests.games.axis_allies.table import Table, at, game, start
from tests.rulemark import rule

HEX = ground.find(ground.deep, ground.dry, ground.plain, ground.allied)
FROM = ground.beyond(HEX, "E")
OPEN = sorted(set(ground.around(HEX)) - ground.disc({FROM}))  # where a unit of HEX may go when FROM attacks

# ---- odds of a crowded retreat ----


def crowded(defenders: str, places: str, dice: int) -> Table:
    """Infantry attacks a hex whose ways of retreat are all full but the first, which holds what is given."""
    full = "\n".join(f"allies {hex_} inf 6 tank 6" for hex_ in OPEN[1:])
    drawing = f"axis {FROM} inf {dice} supply 1\nallies {HEX} {defenders}\nallies {OPEN[0]} {places}\n{full}"
    return at("axis attack", drawing)


def fewest_lost(table: Table) -> int:
    """Minus the Allied units that are left if the owner retreats as well as he can, by trying everything."""
    if table.state.chance is not None or table.step() not in ("retreats", "retreat"):
        return -sum(int(word) for force in table.forces("allies").values() for word in force.split()[1::2])
    ways = [str(action) for action in table.state.decision.options]
    return min(fewest_lost(table.fork().do(way)) for way in ways)


@rule("AA-2.7.k")
@pytest.mark.parametrize(
    ("defenders", "places"),
    [
        ("inf 1 tank 1", "inf 5 tank 4 art 2"),
        ("inf 2 tank 1", "inf 4 tank 6"),
        ("tank 1 art 1", "inf 3 tank 5 art 3"),
        ("inf 1 tank 1 art 1", "inf 5 tank 5"),
        ("inf 1 tank 1 art 1", "inf 6 tank 4"),
    ],
)
def test_a_result_counts_as_lost_whoever_finds_the_last_place_taken_by_another_type(defenders: str, places: str):
    dice = 3
    table = crowded(defenders, places, dice)
    odds = table.odds("axis", HEX, " ".join([f"inf@{FROM}"] * dice))
    told = {outcome.label: outcome.defender.steps for outcome in odds.outcomes}
    before = fewest_lost(table)
    seen: dict[str, int] = {}
    for faces in product((1, 2, 3, 7), repeat=dice):
        played = table.fork().attack(FROM, HEX, " ".join(map(str, faces)))
        label = next(event.label for event in reversed(played.events("result")))
        if label not in seen:
            seen[label] = fewest_lost(played) - before
    assert seen == told


def narrow() -> Odds:
    """One place for an infantry and a tank."""
    return crowded("inf 1 tank 1", "inf 5 tank 4 art 2", 2).odds("axis", HEX, f"inf@{FROM} inf@{FROM}")


@rule("AA-2.7.k")
def test_the_tally_says_that_two_types_share_the_last_places():
    assert [(line.before, line.after) for line in narrow().tally if line.rule == "AA-2.7.k"] == [(2, 1)]


def test_the_largest_dogfight_is_solved_in_ten_milliseconds_at_the_first_call():
    def took() -> float:
        dogfight.losses.cache_clear()
        dogfight._fallen.cache_clear()
        before = process_time()
        dogfight.solve((3, 1), (9, 3))
        return process_time() - before

    assert min(took() for _ in range(9)) < 0.03  # 10 ms are meant; the rest is a busy machine


# ---- handles and words ----


def test_no_action_tells_units_apart_that_never_differ():
    assert not [action for action in game().universe if "spent-" in action.thing]


def test_the_log_speaks_of_a_side_as_of_one_or_of_many():
    table = at("allies attack", f"axis {FROM} inf 1\nallies {HEX} inf 1 supply 1").attack(HEX, FROM, "1")
    told = [event.text for event in table.record.events]
    assert f"The Allies spend a supply token in {HEX} for the attack from {HEX}" in told
    assert f"1 die on {FROM}: 1; 6 or less is a hit: one hit" in told


@rule("AA-0.22.d")
def test_the_log_of_unloading_names_only_what_was_aboard():
    table = at("axis reinforcement", "truck-ax1 G9 loaded inf 2").until("ground initiative")
    assert "Truck 1 unloads 2 infantry in G9" in [event.text for event in table.events("unload")]


# ---- the screen ----


def shown(table: Table, side: str) -> Screen:
    """What a side is shown."""
    return table.state.game.screen(table.state.view(side))


def barred(table: Table, side: str) -> dict[str | None, str]:
    """The rule on the card of each piece that cannot do what is asked for."""
    return {one.card: one.reasons[0].rule for one in shown(table, side).barred}


@rule("AA-2.3.a")
def test_the_card_of_a_unit_beside_the_enemy_says_that_no_token_pays():
    table = at("axis attack", f"axis {FROM} inf 1 supply 1\nallies {HEX} inf 1\naxis K1 inf 1\nallies K2 inf 1")
    assert barred(table, "axis") == {"inf@K1": "AA-2.3.a"}


@rule("AA-3.1.a")
def test_the_card_of_a_truck_says_why_it_cannot_go_home():
    table = at("trucks home", "truck-ax1 G9\ntruck-ax2 G10\nallies G8 inf 1")
    assert barred(table, "axis") == {"truck-ax1": "AA-3.1.a"}


def test_the_screen_warns_of_an_overfull_hex_and_of_captured_depots():
    table = at("axis reinforcement", "axis G9 inf 7\naxis G8 inf 1\nallies G8 supply 1")
    assert {"AA-3.4", "AA-3.5", "AA-1.0"} == {reason.rule for reason in shown(table, "axis").here_now}


@rule("AA-2.11")
def test_the_rules_of_the_battle_at_hand_are_told_beside_it():
    table = at("axis attack", f"axis {FROM} inf 1 tank 1 supply 1\nallies {HEX} inf 6 tank 1").declare(FROM, HEX)
    assert {"AA-2.4", "AA-2.11"} <= {reason.rule for reason in shown(table, "axis").here_now}


@rule("AA-2.1")
def test_a_hex_that_has_attacked_is_shown_so():
    drawing = f"axis {FROM} inf 1 supply 1\nallies {HEX} inf 1 art 1 supply 2\naxis K1 inf 1 supply 1\nallies K2 inf 1"
    table = at("axis attack", drawing).attack(FROM, HEX, "7")
    states = {piece.id: tuple(piece.states) for piece in shown(table, "axis").pieces}
    assert (states[f"inf@{FROM}"], states["inf@K1"]) == (("fought",), ("can-act",))
    assert table.do("pass").forbids(f"attack {FROM}") == "AA-2.1"


@rule("AA-R.17")
def test_the_question_for_targets_says_how_it_ends_and_what_cannot_come_yet():
    drawing = f"axis {FROM} inf 2 supply 2\nallies {HEX} inf 1\nallies {ground.beyond(FROM, 'E')} inf 1"
    table = at("axis attack", drawing).do(f"attack {FROM}")
    assert table.state.decision.prompt == f"Choose a target for {FROM}"
    table.do(f"target {HEX}")
    assert table.state.decision.prompt == f"Choose another hex for {FROM} to attack, or continue"
    assert table.forbids("fight") == "AA-R.17"
    refused = table.state.why_not(f"attack {FROM}")
    assert refused is not None
    assert "under way" in refused.text


# ---- the front line ----


@rule("AA-4.1.d")
@pytest.mark.parametrize("piece", ["truck-al1 G6", "allies G6 supply 1", "allies G6 inf 1"])
def test_any_allied_unit_alone_in_a_town_takes_it_back(piece: str):
    table = at("allies reinforcement", piece, gained=["G6"]).do("done")
    assert table.state.control("G6") == "allies"
    assert [event.text for event in table.events("control", "AA-4.1.d")] == ["The Allies take G6"]


# ---- where trucks come in ----


@rule("AA-3.12.a")
def test_allied_trucks_come_in_at_every_road_hex_of_their_edges():
    table = at("allies reinforcement", "truck-al1 off").do("pick truck-al1")
    assert table.offers("place") == {"A4", "A5", "A7", "A8", "A9", "B1", "D1", "F1", "K4", "K6", "K8", "K9"}
    assert table.forbids("place A6") == "AA-3.12.a"
    assert table.why("place A6") == "A6 is not a road hex on the northern, western or southern edge."


# ---- unloading ----


def loaded(cargo: str, more: str = "") -> Table:
    """An Axis truck that has driven to G9 with a cargo, when the Allies begin to move."""
    table = at("axis reinforcement", f"truck-ax1 G9 loaded {cargo}\n{more}").do("done")
    assert table.step().startswith("allies ")
    return table


@rule("AA-0.22.d")
def test_trucks_unload_when_both_sides_have_moved_and_reinforced():
    table = loaded("inf 2 supply 1")
    assert (table.cargo("truck-ax1"), table.force("axis", "G9")) == ("inf 2 supply 1", "truck 1")
    table.until("ground initiative")
    assert (table.cargo("truck-ax1"), table.force("axis", "G9")) == ("", "inf 2 truck 1 supply 1")
    rules = [event.rule for event in table.record.events]
    assert rules.index("AA-3.10") < rules.index("AA-0.22.d") < rules.index("AA-3.16")  # income, unloading, the end


@rule("AA-R.29")
@pytest.mark.parametrize("cargo", ["inf 1", "art 1 supply 2"])
def test_a_hex_with_combat_units_aboard_a_truck_is_not_entered(cargo: str):
    table = loaded(cargo, "allies G8 inf 1 tank 1 supply 1").pay_for("G8")
    assert "G9" not in table.reach("inf@G8") | table.reach("tank@G8")
    assert table.bars("inf@G8", "go G9") == "AA-R.29"
    told = "G9 cannot be reached: enemy combat units aboard trucks are there."
    assert table.fork().do("pick inf@G8").why("go G9") == told


@rule("AA-3.3.a")
def test_combat_units_aboard_a_truck_have_their_zone_of_control():
    tank = "allies G7 tank 1 supply 1"
    supply, infantry = (loaded(cargo, tank).pay_for("G7") for cargo in ("supply 2", "inf 1"))
    assert "H8" in supply.reach("tank@G7") - infantry.reach("tank@G7")  # on from G8, which is next to G9
    assert infantry.bars("tank@G7", "go H8") == "AA-3.3.a"
    assert infantry.state.zoc("axis") == ground.disc({"G9"})


@rule("AA-0.22.d", "AA-4.2")
def test_a_truck_that_carries_supply_is_captured_with_it():
    table = loaded("supply 3", "allies G8 inf 1 supply 1").pay_for("G8").do("pick inf@G8", "go G9")
    table.until("ground initiative")
    assert (table.force("allies", "G9"), table.force("axis", "G9")) == ("inf 1 truck 1 supply 3", "")
    told = ["Truck 1 unloads 3 supply tokens in G9", "The Allies commandeer 1 truck, 3 tokens in G9"]
    assert [event.text for event in table.record.events if event.rule in ("AA-0.22.d", "AA-4.2")] == told


@rule("AA-R.34")
def test_nothing_arrives_where_enemy_combat_units_are_aboard_a_truck():
    table = at("allies reinforcement", "truck-ax1 K4 loaded inf 1\n4Armd tank 3\ntruck-al1 off")
    for piece in ("tank@4Armd", "truck-al1"):
        assert table.bars(piece, "place K4") == "AA-R.34"
    assert "K6" in table.fork().do("pick tank@4Armd").offers("place")


@rule("AA-3.10", "AA-R.33")
def test_no_side_has_supply_off_the_board_before_its_first_income():
    table = start()
    assert (table.depot("axis"), table.depot("allies"), table.points()) == (0, 0, 0)
    table.until("axis reinforcement")
    assert (table.depot("axis"), table.depot("allies")) == (9, 0)
    assert [event.rule for event in table.events("supply")] == ["AA-3.10", "AA-R.33"]


# ---- hits on trucks ----

TRUCKS = "\n".join(f"truck-al{n} {HEX}" for n in (1, 2, 3))


@rule("AA-2.7.c")
@pytest.mark.parametrize(("dice", "lost"), [("2 6", 2), ("2 3", 2), ("2 6 2", 3), ("2 6 2 3", 3), ("3 7", 1)])
def test_each_hit_in_a_box_of_trucks_destroys_a_truck(dice: str, lost: int):
    units = len(dice.split())
    table = at("axis attack", f"axis {FROM} inf {units} supply 1\nallies {HEX} inf 1\n{TRUCKS}")
    table.attack(FROM, HEX, dice)  # four boxes: a 2 and a 6 fall in that of the first truck
    assert len(table.trucks("allies", HEX)) == 3 - lost
    assert table.events("result")[-1].label == f"{lost} truck{'s' if lost > 1 else ''} destroyed"
    assert [event.rule for event in table.events("loss")] == ["AA-2.7.c"] * lost


@rule("AA-2.7.d")
def test_hits_beyond_the_last_truck_are_wasted():
    table = at("axis attack", f"axis {FROM} inf 3 supply 1\nallies {HEX} inf 1\ntruck-al1 {HEX}")
    table.attack(FROM, HEX, "2 4 6")
    assert [event.text for event in table.events("roll", "AA-2.7.d")] == ["2 hits wasted"]


@rule("AA-2.7.c")
def test_the_odds_count_every_hit_in_a_box_of_trucks():
    table = at("axis attack", f"axis {FROM} inf 2 supply 1\nallies {HEX} inf 1\ntruck-al1 {HEX}\ntruck-al2 {HEX}")
    odds = table.odds("axis", HEX, f"inf@{FROM} inf@{FROM}")
    lost = next(each for each in odds.measures if each.name == "trucks destroyed")
    assert lost.chances == pytest.approx((64 / 144, 64 / 144, 16 / 144))  # 2, 3, 5 and 6 of twelve fall on trucks
    told = {outcome.label: outcome.probability for outcome in odds.outcomes}
    assert told["2 trucks destroyed"] == pytest.approx(16 / 144)
    assert "AA-2.7.c" in {line.rule for line in odds.tally}


def test_the_chance_to_clear_a_hex_takes_one_hit_for_each_truck():
    table = at("axis attack", f"axis {FROM} inf 2 supply 1\ntruck-al1 {HEX}\ntruck-al2 {HEX}")
    odds = table.odds("axis", HEX, f"inf@{FROM} inf@{FROM}")
    assert next(each.mean for each in odds.measures if each.name == "hex cleared") == pytest.approx(1 / 4)


# ---- trucks going home ----

TRUCK = "truck-al1 I4"  # between Libramont in H4 and J4, from where the road leaves the board by K4


@rule("AA-3.1.a")
def test_enemy_depots_and_enemy_ground_do_not_bar_the_road_home():
    table = at("trucks home", f"{TRUCK}\naxis G5 inf 1\naxis J4 supply 1", gained=["I4", "J4", "K4"])
    table.do("return truck-al1")
    assert table.truck("truck-al1") == "off"
    assert [event.rule for event in table.events("exit")] == ["AA-3.1.a"]


@rule("AA-3.1.b", "AA-R.3")
def test_a_truck_leaves_by_a_road_of_its_edge_though_the_enemy_has_taken_the_hex():
    table = at("trucks home", "truck-al1 K4\naxis K3 inf 1", gained=["K4"]).do("return truck-al1")
    assert [event.rule for event in table.events("exit")] == ["AA-3.1.b"]
    assert "whoever controls the hexes there" in game().rules["AA-R.3"].text


@rule("AA-3.1.b")
def test_in_a_zone_of_control_an_edge_hex_without_a_road_off_the_board_is_not_enough():
    table = at("trucks home", "truck-al1 K9\ntruck-al2 A5\naxis J9 inf 1")
    told = "is in an enemy zone of control, and no road leaves the board there by a friendly edge"
    assert table.forbids("return truck-al1") == "AA-3.1.b"
    assert told in table.why("return truck-al1")


@rule("AA-3.1.a")
@pytest.mark.parametrize(
    ("drawing", "gained", "told"),
    [
        ("axis G5 inf 1\naxis K5 inf 1", [], "H4 (Libramont) and J4 are in enemy zones of control"),
        ("axis K5 inf 1", ["H4"], "J4 is in an enemy zone of control; H4 (Libramont) is an enemy-controlled town"),
    ],
)
def test_the_refusal_to_go_home_names_what_bars(drawing: str, gained: list[str], told: str):
    table = at("trucks home", f"{TRUCK}\ntruck-al2 A5\n{drawing}", gained=gained)
    assert table.forbids("return truck-al1") == "AA-3.1.a"
    assert table.why("return truck-al1").endswith(f"has no open road to a friendly edge: {told}.")


# ---- trucks and depots on their way ----


@rule("AA-0.22.b")
def test_a_truck_drives_to_a_depot_far_off_and_on_from_there():
    table = at("allies movement", "truck-al1 D1\nallies E4 supply 2\nallies F5 supply 1")
    table.do("pick truck-al1", "step E4", "load supply@E4", "step F5", "load supply@F5", "go G6")
    assert (table.truck("truck-al1"), table.cargo("truck-al1")) == ("G6", "supply 2")
    assert [event.rule for event in table.events("load")] == ["AA-0.22.b", "AA-0.22.b"]


@rule("AA-0.21")
def test_a_truck_does_not_pause_far_off_where_nothing_can_be_loaded():
    table = at("allies movement", "truck-al1 D1\nallies E4 supply 2").do("pick truck-al1")
    assert table.offers("step") == {"E2", "E4"}
    assert table.forbids("step F5") == "AA-0.21"
    assert "nothing for it to load" in table.why("step F5")


@rule("AA-3.3.a")
def test_a_truck_does_not_drive_on_from_a_depot_in_an_enemy_zone_of_control():
    table = at("allies movement", "truck-al1 K4\nallies I4 supply 2\naxis I5 inf 1").do("pick truck-al1")
    assert "I4" not in table.offers("step")
    assert table.forbids("go H4") == "AA-3.3.a"


# ---- a set-up by hand ----


def set_up_badly() -> Table:
    """All Allied pieces stand far in the west, so that the line is not covered."""
    table = start(custom_setup="on")
    while table.may("pick"):
        table.do(f"pick {min(table.offers('pick'))}")
        table.do(f"place {min(table.offers('place'))}")
    return table


@rule("AA-R.42")
def test_a_unit_is_taken_back_where_the_set_up_does_not_cover_the_line():
    table = set_up_badly()
    assert table.state.decision.prompt.startswith("The line is not covered: take a unit back to set it up elsewhere")
    lots = table.offers("take")
    assert lots
    assert not table.may("done")
    lot = min(lots)
    kind, _, hex_ = lot.partition("@")
    table.do(f"take {lot}")
    assert [event.text for event in table.events("setup", "AA-R.42")][-1].startswith("The Allies take back ")
    table.do(f"pick {kind}@allies")
    assert table.forbids(f"place {hex_}") == "AA-R.42"
    table.do("place F7")
    assert table.force("allies", "F7") == f"{kind} 1"
    assert table.may("take")


@rule("AA-R.42")
def test_nothing_is_taken_back_while_pieces_are_in_hand():
    table = start(custom_setup="on").do("pick inf@allies", "place A5")
    assert table.forbids("take inf@A5") == "AA-R.42"
    assert "Undo" in table.why("take inf@A5")


@rule("AA-6.2")
def test_a_truck_too_is_set_up_in_any_hex_of_its_side():
    table = start(custom_setup="on")
    name = min(name for name in table.offers("pick") if name.startswith("truck"))
    table.do(f"pick {name}")
    assert table.offers("place") == {hex_ for hex_ in ground.HEXES if ground.allied(hex_)}
    off_road = ground.find(ground.allied, lambda hex_: not ground.on_road(hex_))
    assert table.do(f"place {off_road}").events("setup")[-1].rule == "AA-6.2"
    assert table.truck(name) == off_road


# ---- the phases ----


@rule("AA-3.1")
def test_the_return_of_trucks_has_a_phase_of_its_own():
    table = at("trucks home", "truck-ax1 G11\ntruck-al1 D1")
    steps = shown(table, "axis").phases.steps
    assert [(step.label, step.rule) for step in steps if step.state == "now"] == [("Return of trucks", "AA-3.1")]
    assert next(step.label for step in steps if step.state == "later") == "Axis movement"
