"""Random events on 18AM (BW-29, an option)."""

from __future__ import annotations

import random

import pytest

from ardennes.engine import PositionError
from ardennes.games.bitter_woods import journeys, lasting
from ardennes.games.bitter_woods.events import north as north_of
from ardennes.games.bitter_woods.journeys import Item
from ardennes.games.bitter_woods.prices import prices_of
from tests.games.bitter_woods.battles import lines, tally
from tests.games.bitter_woods.scenes import Fall, fall, led
from tests.games.bitter_woods.table import Table, at, game, hex_, unit
from tests.games.bitter_woods.test_optional_dice import options
from tests.rulemark import rule

__all__ = ["fall"]
ON = options("random_events")
FAR = "352VG-914 5301 / 4Inf-12 5330"  # two units that have nothing to do with it


def event(die: int, pieces: str = FAR, more: str = "") -> Table:
    """18AM, the interdiction is over, and the die has fallen."""
    table = at("allied interdiction", pieces, turn=5, more=ON + more)
    return table.roll(die) if table.state.chance else table.do("done").roll(die)


def effects(table: Table) -> list[str]:
    """The cases of the effects that there are."""
    return [effect.rule for effect in table.state.effects]


def on(step: str, pieces: str, *lines_: str, turn: int = 5, tail: str = "") -> Table:
    """A phase in which some events count."""
    listed = ", ".join(f'"{line}"' for line in lines_)
    return at(step, pieces, turn=turn, more=f"{ON}[markers]\neffects = [{listed}]\n{tail}")


# ---- the die ----


@rule("BW-29.0")
def test_the_die_is_rolled_on_18am_once_interdiction_has_been_placed():
    table = at("allied interdiction", FAR, turn=5, more=ON)
    assert table.asked()[1] == "allied interdiction"
    table.do("interdict 1610")
    assert table.state.chance is not None
    assert table.state.chance.rule == "BW-29.0"
    assert table.state.interdicted


@pytest.mark.parametrize("turn", [4, 6])
@rule("BW-29.0")
def test_no_event_is_rolled_for_on_another_turn(turn: int):
    table = at("allied interdiction", FAR, turn=turn, more=ON).do("done")
    assert table.state.chance is None
    assert "BW-29.0" not in table.rules()


@rule("BW-29.0")
def test_without_the_option_there_is_no_event():
    assert at("allied interdiction", FAR, turn=5).do("done").state.chance is None
    assert "BW-29.0" in event(2).rules("effect")


# ---- 1: von der Heydte ----


def landing(place: str, *sums: tuple[int, int], pieces: str = FAR) -> Table:
    """The companies jump over a place and land by these dice."""
    table = event(1, pieces).do(f"mark {place}")
    for first, second in sums:
        table.do(f"roll {first} {second}")
    return table


@rule("BW-29.1", "BW-R.87")
def test_four_companies_land_round_the_drop_zone_by_the_matrix():
    table = landing("1908", (1, 1), (1, 2), (2, 2), (3, 4))
    assert {game().ground.grid.name(i): n for i, n in lasting.landed(table.state).items()} == {
        "2007": 1, "1907": 1, "1807": 1, "1808": 1,
    }  # fmt: skip
    assert all(text.endswith("(BW-R.87)") for text in table.texts("BW-29.1") if "lands" in text)
    assert table.state.chance is None


@rule("BW-29.1", "BW-R.88")
def test_a_drop_zone_is_north_of_the_boundary_and_neither_forest_nor_town():
    table = event(1)
    assert table.forbids("mark 1610") == "BW-29.1"
    assert "town" in table.refusal_text("mark 1610")
    assert "forest" in table.refusal_text("mark 1909")
    assert "BW-R.88" in table.refusal_text("mark 2426")


@rule("BW-R.88")
def test_a_company_on_an_allied_unit_or_off_the_map_is_lost():
    among = landing("1908", (1, 1), (1, 1), (1, 1), (1, 1), pieces="1Inf-16 2007 / 352VG-914 5301")
    assert lasting.landed(among.state) == {}
    assert sum("BW-R.88" in text for text in among.texts("BW-29.1")) == 4
    off = landing("2801", (1, 2), (1, 2), (1, 2), (1, 2))
    assert lasting.landed(off.state) == {}
    assert any("off the map" in text for text in off.texts("BW-29.1"))


WALK = "1Inf-16 1907 / 352VG-914 5301"


@rule("BW-29.1.toll", "BW-R.95")
def test_a_unit_steps_to_a_company_and_pays_a_point_on_a_high_die():
    table = on("allied movement", WALK, "BW-29.1 1908").do("pick 1Inf-16")
    assert table.forbids("go 1908") == "BW-29.1.toll"
    assert "BW-R.95" in table.refusal_text("go 1908")
    table.do("step 1908")
    assert table.state.chance is not None
    spent = table.state.frames[-2].spent
    low, high = table.fork().roll(3), table.fork().roll(4)
    assert low.state.top.spent == spent
    assert high.state.top.spent == spent + game().ground.point
    assert "BW-29.1.toll" in high.rules("effect")


@rule("BW-29.1.toll")
def test_without_the_point_more_a_unit_does_not_go_to_a_company():
    poor = on("allied movement", "1Inf-16 1907 out-of-supply / 352VG-914 5301", "BW-29.1 1808")
    poor.do("pick 1Inf-16", "step 1807")
    assert poor.forbids("step 1808") == "BW-29.1.toll"
    assert "1808" in on("allied movement", WALK, "BW-29.1 1808").do("pick 1Inf-16", "step 1807").offers("step")


@rule("BW-29.1.two")
def test_two_companies_cost_a_point_without_a_die():
    one = at("allied movement", WALK, turn=5).do("pick 1Inf-16", "go 1808")
    two = on("allied movement", WALK, "BW-29.1 1808", "BW-29.1 1808").do("pick 1Inf-16", "go 1808")
    assert "parachutists" not in one.texts("BW-5.1")[-1]
    assert "parachutists 1" in two.texts("BW-5.1")[-1]
    assert "BW-29.1.two" in {item.rule for item in _items(two)}


def _items(table: Table) -> list[Item]:
    state = table.state
    return list(journeys.items(state, prices_of(state, unit("1Inf-16")), (hex_("1908"), hex_("1808"))))


@rule("BW-29.1.end")
def test_a_company_whose_hex_was_entered_is_gone_when_the_turn_ends():
    table = on("allied movement", WALK, "BW-29.1 1908", "BW-29.1 1809").do("pick 1Inf-16", "step 1908").roll(1)
    table.do("stop")
    assert len(effects(table)) == 2
    while table.state.turn == 5:
        table.do("done")
    assert [effect.place for effect in table.state.effects] == ["1809"]
    assert "BW-29.1.end" in table.rules("effect")


@rule("BW-29.1")
def test_the_rest_of_the_companies_is_gone_when_19am_begins():
    table = on("allied movement", WALK, "BW-29.1 1908", turn=6)
    while table.state.turn == 6:
        table.do("done")
    assert effects(table) == []
    assert "The last companies of von der Heydte are gone" in table.texts("BW-29.1")


@rule("BW-29.1.toll")
def test_germans_and_retreats_are_not_hindered_by_companies():
    table = on("german movement", "1SS-1 1907 / 1Inf-16 5330", "BW-29.1 1908").do("pick 1SS-1", "go 1908")
    assert "BW-29.1.toll" not in table.rules()
    assert table.where("1SS-1") == "1908"


@rule("BW-29.1.end")
def test_a_unit_retreats_through_a_company_without_a_die_or_a_point(fall: Fall):
    effect = ON + '[markers]\neffects = ["BW-29.1 1909", "BW-29.1 2008", "BW-29.1 2008"]\n'
    table = fall("D2", "1808", "1SS-1 1807 / 12SS-25 1709 / 30Inf-117 1808", turn=5, more=effect)
    led(table, "1909", "2008")
    assert table.where("30Inf-117") == "2008"
    assert "BW-29.1.toll" not in table.rules(), "no die in mid-retreat"
    entered = [effect for effect in table.state.effects if effect.units]
    assert entered
    while table.state.turn == 5:
        table.roll(6) if table.state.chance else table.do("done" if "done" in table.options() else table.options()[0])
    assert "BW-29.1.end" in table.rules("effect")


# ---- 2: SS atrocities ----

FIGHT = "1SS-1 1411 / 12VG-27 1411 / 30Inf-117 1410"


@rule("BW-29.2", "BW-R.89")
def test_the_die_is_one_more_for_attacks_with_ss_units_on_18am_and_18pm():
    table = event(2)
    assert "BW-R.89" in table.texts("BW-29.2")[0]
    for turn in (5, 6):
        table = on("german combat", FIGHT, "BW-29.2", turn=turn)
        assert ("BW-29.2", 1) in lines(tally(table, "1410", "1SS-1 12VG-27"), "die")
        assert "BW-29.2" not in [one for one, _ in lines(tally(table, "1410", "12VG-27"), "die")]


@rule("BW-29.2")
def test_the_atrocities_are_over_on_19am():
    table = on("allied movement", FAR, "BW-29.2", turn=6)
    while table.state.turn == 6:
        table.do("done")
    assert effects(table) == []
    assert "BW-29.2" in table.rules("effect")


# ---- 3: commandos at a bridge ----


@rule("BW-29.3", "BW-R.88")
def test_the_german_names_a_bridge_when_his_turn_ends_and_it_cannot_be_blown():
    pieces = "30Inf-117 1610 / 12VG-27 1511"
    table = event(3, pieces)
    while table.asked()[1] != "guard":
        table.do("done")
    assert table.state.turn == 5
    assert table.forbids("guard 1630/1730") == "BW-29.3"
    assert "BW-R.88" in table.refusal_text("guard 1630/1730")
    table.do("guard 1511/1610")
    while table.state.phase != "allied combat":
        table.do("done")
    assert table.forbids("blow 1511/1610") == "BW-29.3"


@rule("BW-29.3")
def test_another_bridge_may_be_blown_and_the_guard_leaves_after_18am():
    table = on("allied demolition", "30Inf-117 1610 / 12VG-27 1511", "BW-29.3 1409/1410")
    assert table.offers("blow") == {"1511/1610"}
    guarded = on("allied movement", "30Inf-117 1610 / 12VG-27 1511", "BW-29.3 1511/1610")
    while guarded.state.turn == 5:
        guarded.do("done")
    assert "BW-29.3" in guarded.rules("effect")
    assert effects(guarded) == []


@rule("BW-29.3")
def test_the_german_may_do_without_a_bridge():
    table = event(3)
    while table.asked()[1] != "guard":
        table.do("done")
    table.do("done")
    assert table.texts("BW-29.3")[-1] == "The commandos do not guard a bridge"
    assert effects(table) == []


# ---- 4: commandos in a town ----

TOWN = "30Inf-117 1609 / 352VG-914 5301"


@rule("BW-29.4", "BW-R.88")
def test_the_german_names_a_town_north_of_the_boundary():
    table = event(4)
    assert "not a town" in table.refusal_text("mark 1908")
    assert table.forbids("mark 2426") == "BW-29.4"
    assert table.do("mark 1610").state.effects[0].place == "1610"


@rule("BW-29.4")
def test_a_unit_that_enters_rolls_and_goes_on_with_a_low_die():
    table = on("allied movement", TOWN, "BW-29.4 1610").do("pick 30Inf-117")
    assert table.forbids("go 1610") == "BW-29.4"
    table.do("step 1610").roll(3)
    assert "1711" in table.offers("step")
    assert not lasting.off_roads(table.state)
    assert "BW-29.4" in table.rules("effect")


@rule("BW-29.4")
def test_on_a_six_it_stops():
    table = on("allied movement", TOWN, "BW-29.4 1610").do("pick 30Inf-117", "step 1610").roll(6)
    assert table.where("30Inf-117") == "1610"
    assert table.has("moved", "30Inf-117")
    assert "stopped" in table.texts("BW-29.4")[-1]


@pytest.mark.parametrize("die", [4, 5])
@rule("BW-29.4", "BW-R.94")
def test_on_a_four_or_five_it_uses_no_roads_for_the_rest_of_the_turn(die: int):
    table = on("allied movement", TOWN, "BW-29.4 1610").do("pick 30Inf-117", "step 1610")
    free, lost = table.fork().roll(2), table.roll(die)
    assert "BW-R.94" in lost.texts("BW-29.4")[-1]
    assert len(lost.offers("go")) < len(free.offers("go"))
    gone = sorted(free.offers("go") - lost.offers("go"))
    assert lost.forbids(f"go {gone[0]}") == "BW-R.94"


@rule("BW-29.4", "BW-R.94")
def test_without_roads_it_pays_for_the_terrain_and_crosses_a_bridge_that_stands():
    table = on("allied movement", TOWN, "BW-29.4 1610").do("pick 30Inf-117", "step 1610").roll(4)
    spent, point = table.state.top.spent, game().ground.point
    assert "BW-R.94" in table.texts("BW-29.4")[-1]
    over = table.fork().do("step 1511")
    assert over.state.top.spent == spent + point, "clear terrain, not a quarter of a point"
    assert "for 1 1/4 points: road 1/4, clear 1" in over.do("stop").texts("BW-5.1")[-1], "by road to the town"
    blown = on("allied movement", TOWN, "BW-29.4 1610", tail='blown = ["1511/1610"]\n')
    blown.do("pick 30Inf-117", "step 1610").roll(4)
    assert "1511" not in blown.offers("step")


@rule("BW-R.94")
def test_armor_without_roads_enters_no_forest():
    town = "9Arm-CCB 1810 / 352VG-914 5301"
    table = on("allied movement", town, "BW-29.4 1809").do("pick 9Arm-CCB")
    free, lost = table.fork().do("step 1809").roll(1), table.fork().do("step 1809").roll(5)
    forest = game().ground.forest
    assert any(forest >> hex_(place) & 1 for place in free.offers("step"))
    assert not any(forest >> hex_(place) & 1 for place in lost.offers("step"))
    assert "BW-R.94" in lost.texts("BW-29.4")[-1]


@rule("BW-29.4")
def test_the_commandos_are_gone_on_18pm():
    table = on("allied movement", TOWN, "BW-29.4 1610")
    while table.state.turn == 5:
        table.do("done")
    assert effects(table) == []
    assert "BW-29.4" in table.rules("effect")


# ---- 5: Bodenplatte ----


@rule("BW-29.5", "BW-R.90")
def test_both_sides_lose_aircraft_now_and_what_is_left_of_the_loss_later():
    table = event(5, more="[tracks]\ngerman-aircraft = 3\nallied-aircraft = 1\n").roll(4, 2)
    assert table.state.aircraft == (0, 0)
    assert "BW-R.90" in table.texts("BW-29.5")[1]
    assert [(effect.place, effect.amount) for effect in table.state.effects] == [("german", 1), ("allied", 1)]
    while table.state.turn == 5:
        table.do("done")
    german, allied = game().aircraft(6)
    assert table.state.aircraft == (german - 1, allied - 1)
    assert effects(table) == []
    assert "BW-29.5" in table.rules("air")


# ---- 6: Jagdtigers ----


@rule("BW-29.6")
def test_the_653rd_comes_in_by_any_lettered_road_of_the_east_edge():
    table = event(6)
    while table.state.phase != "german movement":
        table.do("done")
    assert table.offers("pick") >= {"653JPz"}
    table.do("pick 653JPz")
    east = game().tables["edges"]["east"].values()
    assert table.offers("enter") == set(east)
    table.do("enter 0106")
    table.try_("stop")
    assert "BW-29.6" in table.rules("arrival")


@rule("BW-29.6")
def test_the_653rd_does_not_count_for_stacking_and_may_come_later():
    pieces = "1SS-1 0106 / 1SS-2 0106 / 12SS-25 0106 / 4Inf-12 5330"
    full = event(6, pieces)
    while full.state.phase != "german movement":
        full.do("done")
    full.do("pick 653JPz", "enter 0106", "stop")
    assert full.where("653JPz") == "0106", "a fourth unit"
    assert "BW-29.6" in full.rules("arrival")
    later = on("german movement", FAR, "BW-29.6", turn=9)
    assert "653JPz" in later.offers("pick")


@rule("BW-29.6", "BW-R.96")
def test_the_653rd_is_of_no_army_unless_leaders_are_played():
    """On 18PM boundaries close ground to every army; it goes on both sides of the northern one."""
    table = on("german movement", "653JPz 0914 / 4Inf-12 5330", "BW-29.6", turn=6).do("pick 653JPz")
    north = game().ground.grid.mask(hex_(place) for place in table.offers("go")) & north_of(table.state)
    assert north
    assert {"0915", "1016"} & table.offers("go")
    assert "BW-R.96" in game().rules["BW-29.6"].see
    assert "BW-29.6" in [effect.rule for effect in table.state.effects]
    led_ = event(6, more="leaders = true\n")
    while led_.state.phase != "german movement":
        led_.do("done")
    led_.do("pick 653JPz")
    assert led_.asked() == ("german", "attach")


@rule("BW-29.6")
def test_without_that_event_the_653rd_stays_away():
    table = event(2)
    while table.state.phase != "german movement":
        table.do("done")
    assert "653JPz" not in table.offers("pick")
    assert "BW-29.6" not in table.rules()


# ---- position files, screen, random play ----


@pytest.mark.parametrize(
    ("line", "turn", "says"),
    [
        ("BW-29.2", 7, "it ended on 18PM"),
        ("BW-29.2", 4, "it cannot have happened before 18AM"),
        ("BW-29.7", 5, "there is no such event"),
        ("BW-29.4 1908", 5, "a town for commandos"),
        ("BW-29.4 2426", 5, "a town for commandos"),
        ("BW-29.3 1630/1730", 5, "it needs a bridge"),
        ("BW-29.3 1511", 5, "it needs a bridge"),
        ("BW-29.5 allied 7", 5, "it needs a side and its losses"),
        ("BW-29.5 allied 12", 5, "it needs a side and its losses"),
        ("BW-38.1.4", 5, "its option “events_17” is not chosen"),
    ],
)
def test_a_position_file_names_no_event_that_cannot_count(line: str, turn: int, says: str):
    with pytest.raises(PositionError, match=says) as fault:
        on("german movement", FAR, line, turn=turn)
    assert "line" in str(fault.value)


@pytest.mark.parametrize(
    ("lines_", "says"),
    [
        (("BW-29.2", "BW-29.4 1610"), "BW-29.2 has happened instead"),
        (("BW-29.1 1909",) * 5, "no more than 4 companies"),
        (("BW-29.5 allied 1", "BW-29.5 allied 2"), "named twice"),
        (("BW-29.2", "BW-29.2"), "named twice"),
    ],
)
def test_a_position_file_names_no_two_events_of_one_die(lines_: tuple[str, ...], says: str):
    with pytest.raises(PositionError, match=says) as fault:
        on("german movement", FAR, *lines_)
    assert "line" in str(fault.value)


def test_parachutists_commandos_and_guarded_bridges_are_on_the_map():
    found = set()
    for lines_ in (("BW-29.1 1908", "BW-29.1 1809", "BW-29.1 1809"), ("BW-29.4 1610",), ("BW-29.3 1511/1610",)):
        table = on("allied movement", WALK, *lines_)
        found |= {(marker.at, marker.rule) for marker in table.screen("allied").markers}
    assert found >= {
        ("1908", "BW-29.1.toll"), ("1809", "BW-29.1.two"), ("1610", "BW-29.4"), ("1511/1610", "BW-29.3"),
    }  # fmt: skip


@pytest.mark.parametrize("die", range(1, 7))
def test_games_with_each_event_come_to_their_end(die: int):
    rng = random.Random(die)
    state = game().start("six-turn", random_events=True)
    while not state.over:
        if state.chance:
            due = state.chance
            state.roll((die,) if due.rule == "BW-29.0" else due.sample(rng))
        else:
            state.apply(rng.choice(state.decision.options))
        again = type(state).from_json(game(), state.to_json())
        assert again == state
    assert list(game().invariants(state)) == []
