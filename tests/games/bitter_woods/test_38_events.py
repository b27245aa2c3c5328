"""Additional random events on 17AM and 19AM (BW-38, two options)."""

from __future__ import annotations

import random

import pytest

from ardennes.counters.bars import first_bar
from ardennes.games.bitter_woods import arrivals, lasting, movement, odds, supply, support
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN
from tests.games.bitter_woods.battles import clash, lines, tally
from tests.games.bitter_woods.table import Table, at, begin, bridge, game, unit, units
from tests.games.bitter_woods.test_optional_dice import options
from tests.rulemark import rule

EARLY, LATE = options("events_17"), options("events_19")
FAR = "352VG-914 5301 / 4Inf-12 5330"  # two units that have nothing to do with it
TURNS = game().turn_named


def event(first: int, second: int, pieces: str = FAR, *, late: bool = False, more: str = "") -> Table:
    """The Game-Turn of the event begins, and the dice fall."""
    table = at(
        "allied construction", pieces, turn=TURNS("19AM" if late else "17AM") - 1, more=(LATE if late else EARLY) + more
    )
    while table.state.chance is None:
        table.do("done")
    return table.do(f"roll {first} {second}")


def on(step: str, pieces: str, *lines_: str, turn: str, tail: str = "", more: str = "") -> Table:
    """A phase in which some events count."""
    listed = ", ".join(f'"{line}"' for line in lines_)
    head = EARLY + LATE.removeprefix("[options]\n") + more
    return at(step, pieces, turn=TURNS(turn), more=f"{head}[markers]\neffects = [{listed}]\n{tail}")


def next_turn(table: Table) -> Table:
    """Play on, doing nothing, until a Game-Turn ends."""
    now = table.state.turn
    while table.state.turn == now and not table.state.over:
        table.roll(6) if table.state.chance else table.do("done")
    return table


def to_the_allies(table: Table) -> Table:
    """Play on, doing nothing, until the Allied Movement Phase."""
    while table.state.phase != "allied movement":
        table.do("done")
    return table


def effects(table: Table) -> list[str]:
    return [effect.rule for effect in table.state.effects]


# ---- the dice ----


@rule("BW-38.1")
def test_two_dice_are_rolled_when_17am_begins():
    table = at("allied construction", FAR, turn=2, more=EARLY)
    assert (table.state.turn, table.state.phase) == (3, "german supply")
    assert table.state.chance is not None
    assert table.state.chance.rule == "BW-38.1"
    assert len(table.state.chance.dice) == 2


@rule("BW-38.2")
def test_two_dice_are_rolled_when_19am_begins():
    table = at("allied construction", FAR, turn=6, more=LATE)
    assert (table.state.turn, table.state.phase) == (7, "german supply")
    assert table.state.chance is not None
    assert table.state.chance.rule == "BW-38.2"


@pytest.mark.parametrize(("more", "turn"), [(EARLY, 6), (LATE, 2)])
def test_each_of_the_two_options_has_its_own_turn(more: str, turn: int):
    table = at("allied construction", FAR, turn=turn, more=more)
    assert table.state.turn == turn + 1
    assert table.state.chance is None


@pytest.mark.parametrize(
    ("late", "sums"),
    [
        (False, {2: "2", 3: "2", 4: "4", 6: "6", 8: "8", 10: "10", 11: "11", 12: "11"}),
        (True, {2: "2", 3: "3", 4: "4", 5: "5", 6: "6", 8: "8", 10: "10", 11: "11", 12: "12"}),
    ],
)
def test_the_sum_gives_the_event(late: bool, sums: dict[int, str]):
    pieces = FAR + " / 2Pz-3 1019 / PzLehr-130 0824 / 106Inf-422 0616"
    for sum_, last in sums.items():
        table = event(min(6, sum_ - 1), sum_ - min(6, sum_ - 1), pieces, late=late)
        assert f"BW-38.{2 if late else 1}.{last}" in effects(table)
        assert f"BW-38.{2 if late else 1}" in table.rules("effect")


# ---- 17AM ----


@rule("BW-38.1.2")
def test_night_sights_give_the_panzers_an_endurance_of_6_on_pm_turns():
    pieces = "2Pz-3 1324 / 28Inf-110 1424"
    for turn, rating in (("17AM", 5), ("17PM", 6), ("18AM", 5), ("22PM", 6)):
        table = on("german combat", pieces, "BW-38.1.2", turn=turn)
        assert odds.rating(table.state, units("2Pz-3")) == rating
        told = [one for one, _ in lines(tally(table, "1424", "2Pz-3"), "die")]
        assert ("BW-38.1.2" in told) == (rating == 6)


@rule("BW-38.1.2")
def test_night_sights_are_no_use_without_the_regiment():
    table = event(1, 1)
    assert effects(table) == []
    assert "no effect" in table.texts("BW-38.1.2")[-1]


@rule("BW-38.1.4")
def test_panzer_lehr_has_an_allowance_of_2_on_17am_only():
    pieces = "PzLehr-130 0824 / 4Inf-12 5330"
    table = on("german movement", pieces, "BW-38.1.4", turn="17AM")
    assert movement.allowance(table.state, unit("PzLehr-130")) == 2 * game().ground.point
    table.do("pick PzLehr-130")
    far = next(place for place in at("german movement", pieces).do("pick PzLehr-130").offers("go") - table.offers("go"))
    assert "BW-38.1.4" in table.refusal_text(f"go {far}")
    after = next_turn(on("german movement", pieces, "BW-38.1.4", turn="17AM"))
    assert "BW-38.1.4" in after.rules("effect")
    assert movement.allowance(after.state, unit("PzLehr-130")) > 2 * game().ground.point


@rule("BW-38.1.6")
def test_the_bridge_at_heiderscheid_is_not_blown_on_17am_and_17pm():
    pieces = "4Inf-12 1630 / 352VG-914 1730"
    table = on("allied demolition", pieces, "BW-38.1.6", turn="17PM")
    assert "1630/1730" not in table.offers("blow")
    waiting = on("allied combat", pieces, "BW-38.1.6", turn="17AM")
    assert waiting.forbids("blow 1630/1730") == "BW-38.1.6"
    assert "1630/1730" in at("allied demolition", pieces, turn=5).offers("blow")
    assert effects(next_turn(on("allied combat", pieces, "BW-38.1.6", turn="17PM"))) == []


@rule("BW-38.1.6")
def test_the_bridge_at_heiderscheid_is_safe_though_it_was_blown_and_is_rebuilt():
    table = event(3, 3, more='[markers]\nblown = ["1630/1730"]\n')
    assert effects(table) == ["BW-38.1.6"]
    table.state.blown &= ~(1 << bridge("1630/1730"))
    assert first_bar(bridge("1630/1730"), lasting.guarded(table.state)) is not None
    (text,) = table.texts("BW-38.1.6")
    assert "no effect" not in text


ENGINEERS = "4Inf-12 1630 / 352VG-914 1730"


@rule("BW-38.1.8")
def test_the_engineers_blow_a_bridge_without_a_die_once():
    table = on("allied demolition", ENGINEERS, "BW-38.1.8", turn="19AM")
    assert table.offers("demolish") == table.offers("blow") == {"1630/1730"}
    table.do("demolish 1630/1730")
    assert table.state.blown >> bridge("1630/1730") & 1
    assert effects(table) == []
    assert "BW-38.1.8" in table.rules("effect")


@rule("BW-38.1.8")
def test_they_need_all_that_blowing_needs_and_there_are_none_without_the_event():
    pieces = "4Inf-12 1630 out-of-supply / 352VG-914 1730 / 1Inf-16 1610 / 12VG-27 1511"
    starved = on("allied demolition", pieces, "BW-38.1.8", turn="19AM")
    assert starved.forbids("demolish 1630/1730") == "BW-13.1.supply"
    plain = on("allied demolition", ENGINEERS, turn="19AM")
    assert plain.forbids("demolish 1630/1730") == "BW-38.1.8"


@rule("BW-38.1.8", "BW-29.3")
def test_a_bridge_guarded_by_commandos_is_safe_from_the_engineers():
    pieces = "30Inf-117 1610 / 12VG-27 1511 / 4Inf-12 1630 / 352VG-914 1730"
    table = on(
        "allied demolition", pieces, "BW-38.1.8", "BW-29.3 1511/1610", turn="18AM", more="random_events = true\n"
    )
    assert table.forbids("demolish 1511/1610") == "BW-29.3"
    assert table.offers("demolish") == {"1630/1730"}
    assert "BW-38.1.8" in effects(table)


CUT = "106Inf-422 0616 / 106Inf-424 2019 / 18VG-293 0615 / 18VG-294 0717 / 18VG-295 0516"


@rule("BW-38.1.10")
def test_regiments_of_the_106th_east_of_the_our_are_in_supply():
    pieces = "106Inf-422 0616 / 18VG-293 0615 / 18VG-294 0617 / 18VG-295 0716 / 62VG-183 0515"
    plain = at("allied supply", pieces, turn=4)
    fed = to_the_allies(on("german movement", pieces, "BW-38.1.10", turn="17PM"))
    assert plain.has("unsupplied", "106Inf-422")
    assert not fed.has("unsupplied", "106Inf-422")
    assert fed.state.supply("106Inf-422").rule == "BW-38.1.10"
    assert "BW-38.1.10" in fed.rules("supply")
    late = at("allied movement", pieces, turn=6, more=f'{EARLY}[markers]\neffects = ["BW-38.1.10"]\n')
    over = to_the_allies(next_turn(late))
    assert over.has("unsupplied", "106Inf-422")


@rule("BW-38.1.10", "BW-R.91")
def test_a_regiment_that_begins_an_allied_turn_west_of_the_our_is_checked_as_usual():
    pieces = "106Inf-422 1316 / 106Inf-423 0717 / 352VG-914 5301"
    table = to_the_allies(on("german movement", pieces, "BW-38.1.10", turn="17AM"))
    (effect,) = table.state.effects
    assert effect.units == units("106Inf-423 106Inf-424")
    assert any("BW-R.91" in text for text in table.texts("BW-38.1.10"))


@rule("BW-38.1.11", "BW-R.96")
def test_the_fuhrer_grenadiers_come_on_17am_for_seventh_army():
    table = event(6, 6)
    assert "BW-R.96" in table.texts("BW-38.1.11")[-1]
    while table.state.phase != "german movement":
        table.do("done")
    table.do("pick FuhGd")
    letters = game().tables["edges"]["east"]
    assert table.offers("enter") == {letters[each] for each in "YZ"}  # X is on Fifth Panzer Army's ground
    table.do(f"enter {letters['Y']}").try_("stop")
    assert "BW-38.1.11" in table.rules("arrival")
    assert table.state.army_of(unit("FuhGd")) == "7"


@rule("BW-38.1.11")
def test_they_come_though_nobody_else_is_due_any_more():
    table = event(5, 6)
    while table.state.phase != "german movement":
        table.do("done")
    table.do("pick 3FJ-8").do("stop")
    assert "FuhGd" in table.offers("pick"), "the 3rd Parachute Division's regiment was the only one due"
    assert "BW-38.1.11" in table.rules("effect")


@rule("BW-38.1.5", "BW-38.1.7", "BW-38.1.9")
def test_events_whose_object_is_not_in_play_have_no_effect():
    for first, second, case in ((1, 4, "BW-38.1.5"), (4, 5, "BW-38.1.9"), (3, 4, "BW-38.1.7")):
        table = event(first, second)
        assert effects(table) == []
        assert "no effect" in table.texts(case)[-1]


LED = "leaders = true\n"


@rule("BW-38.1.5")
def test_dietrich_releases_no_reserves_while_he_is_drunk():
    pieces = "L-Dietrich 0809 / 12SS-25 0809 reserve / 4Inf-12 5330"
    sober = on("german exploitation", pieces, turn="18PM", more=LED)
    assert "12SS-25" in sober.offers("pick")
    drunk = on("german exploitation", f"{pieces} / FuhEs 0126 reserve", "BW-38.1.5", turn="18PM", more=LED)
    assert drunk.offers("pick") == {"FuhEs"}  # needs no leader
    assert drunk.forbids("pick 12SS-25") == "BW-38.1.5"


@rule("BW-38.1.9")
def test_hodges_and_middleton_have_half_their_allowance_to_the_end_of_18pm():
    pieces = "L-Middleton 2426 / 28Inf-110 2426 / 352VG-914 5301"
    plain, upset = at("allied movement", pieces, turn=5, more=options("leaders")), on(
        "allied movement", pieces, "BW-38.1.9", turn="18AM", more=LED)  # fmt: skip
    whole = movement.allowance(plain.state, unit("L-Middleton"))
    half = movement.allowance(upset.state, unit("L-Middleton"))
    assert half == (whole // game().ground.point + 1) // 2 * game().ground.point
    upset.do("pick L-Middleton")
    far = sorted(plain.do("pick L-Middleton").offers("go") - upset.offers("go"))[0]
    assert "BW-38.1.9" in upset.refusal_text(f"go {far}")


# ---- 19AM ----


@rule("BW-38.2.2", "BW-38.2.3")
def test_on_a_2_there_is_no_shortage_and_shells_are_enough():
    table = event(1, 1, late=True)
    assert effects(table) == ["BW-38.2.2", "BW-38.2.3"]
    later = next_turn(on("allied movement", FAR, "BW-38.2.2", turn="19PM"))
    assert later.state.turn == TURNS("20AM")
    assert later.state.chance is None
    assert "BW-38.2.2" in later.rules("supply")
    assert at("allied construction", FAR, turn=8).state.chance is not None


@rule("BW-38.2.3")
def test_german_artillery_is_ready_again_in_the_allied_turn():
    pieces = "A-401 1116 fired / 18VG-293 1117 / 4Inf-12 5330"
    for lines_, fired in (((), True), (("BW-38.2.3",), False)):
        table = to_the_allies(on("german movement", pieces, *lines_, turn="20AM"))
        assert table.has("fired", "A-401") == fired
    table = on("german combat", pieces + " / 28Inf-110 1118", "BW-38.2.3", turn="20AM")
    bar = first_bar(unit("A-401"), support.offensive_bars(table.state, clash("1118", "18VG-293")))
    assert bar is not None
    assert (bar.rule, bar.why) == ("BW-38.2.3", "has fired in this player turn")


@rule("BW-38.2.4", "BW-R.92")
def test_spatlese_keeps_germans_and_americans_of_the_north_away():
    kept_away("BW-38.2.4", "22AM", "9Pz-33 167VG-331 2Arm-CCA 75Inf-289 83Inf-329", "6Arm-CCA 43Inf-129")


@rule("BW-38.2.8", "BW-R.92")
def test_a_later_spatlese_keeps_fewer_away():
    kept_away("BW-38.2.8", "23AM", "15PzG-104 167VG-331 83Inf-329", "9Pz-33 2Arm-CCA 75Inf-289 35Inf-134")


def kept_away(case: str, last: str, away: str, still: str) -> None:
    """Some units do not come any more, others do."""
    table, kept, come = on("allied movement", FAR, case, turn="26PM"), away.split(), still.split()
    for name in kept:
        assert arrivals.turn_of(table.state, unit(name)) == 0
        side = game().forces.side[unit(name)]
        bar = first_bar(unit(name), arrivals.bars(table.state, side))
        assert bar is not None
        assert bar.rule == case
    for name in come:
        assert arrivals.turn_of(table.state, unit(name)) > 0
    rolled = event(1, 3, late=True) if case.endswith("4") else event(4, 4, late=True)
    assert f"after {last}" in rolled.texts(case)[-1]
    assert "BW-R.92" in rolled.texts(case)[-1]


@rule("BW-38.2.4", "BW-38.2.8")
def test_spatlese_costs_the_allies_aircraft_from_24am_on():
    times = ((case, turn, less) for case, fewer in (("BW-38.2.4", 2), ("BW-38.2.8", 1))
             for turn, less in (("23PM", 0), ("24AM", fewer), ("26PM", fewer)))  # fmt: skip
    for case, turn, less in times:
        before = game().turn_name(TURNS(turn) - 1)
        table = next_turn(on("allied movement", FAR, case, turn=before))
        german, allied = game().aircraft(TURNS(turn))
        assert table.state.turn == TURNS(turn)
        assert table.state.aircraft == (german, allied - less)
        assert (case in table.rules("air")) == bool(less)


@rule("BW-38.2.5", "BW-R.96")
def test_9_panzer_comes_on_19am_for_seventh_army():
    comes_early((1, 4), "BW-38.2.5", "9Pz-33")


@rule("BW-38.2.6", "BW-R.96")
def test_15_panzergrenadier_comes_on_19am_for_seventh_army():
    comes_early((2, 4), "BW-38.2.6", "15PzG-104")


def comes_early(dice: tuple[int, int], case: str, name: str) -> None:
    """The dice bring a unit in, for Seventh Army."""
    table = event(*dice, late=True)
    assert "BW-R.96" in table.texts(case)[-1]
    while table.state.phase != "german movement":
        table.do("done")
    assert name in table.offers("pick")
    assert table.state.army_of(unit(name)) == "7"
    table.do(f"pick {name}")
    table.do(f"enter {min(table.offers('enter'))}", "stop")
    assert case in table.rules("arrival")
    table.state.shortage = "5Pz"
    assert not supply.short(table.state) >> unit(name) & 1


@rule("BW-38.2.7")
def test_peiper_is_supplied_from_the_air_through_21pm():
    pieces = "1SS-Peiper 2211 / 30Inf-119 2210 / 82Abn-504 2311 / 30Inf-117 2111 / 82Abn-505 2212"
    plain = to_the_allies(at("german movement", pieces, turn=8))
    fed = to_the_allies(on("german movement", pieces, "BW-38.2.7", turn="19PM"))
    assert plain.has("unsupplied", "1SS-Peiper")
    assert not fed.has("unsupplied", "1SS-Peiper")
    assert fed.state.supply("1SS-Peiper").rule == "BW-38.2.7"
    assert "BW-38.2.7" in fed.rules("supply")


BOMBED = "30Inf-117 1610 / 30Inf-119 1809 / 30Inf-120 1908 / 1Inf-16 1809 / 352VG-914 5301"


@rule("BW-38.2.9", "BW-R.93")
def test_a_regiment_in_malmedy_is_bombed_first():
    table = event(4, 5, BOMBED, late=True)
    assert table.where("30Inf-117") == "1610 reduced"
    assert any("BW-R.93" in text for text in table.texts("BW-38.2.9"))


@rule("BW-38.2.9", "BW-R.93")
def test_then_one_in_another_town_of_the_german_players_choice():
    table = event(4, 5, BOMBED.replace("30Inf-117 1610", "30Inf-117 1610 reduced"), late=True)
    assert table.asked() == ("german", "bombed")
    assert table.offers("lose") == {"30Inf-119", "1Inf-16"}
    assert table.forbids("lose 30Inf-120") == "BW-38.2.9"
    assert "BW-R.93" in table.refusal_text("lose 30Inf-120")
    assert table.do("lose 1Inf-16").where("1Inf-16") == "1809 reduced"


@rule("BW-38.2.9", "BW-R.93")
def test_with_nobody_to_bomb_the_event_is_rolled_again():
    table = event(4, 5, "4Inf-12 5330 / 352VG-914 5301", late=True)
    assert table.state.chance is not None
    assert table.state.chance.rule == "BW-38.2"
    assert "BW-R.93" in table.texts("BW-38.2.9")[-1]
    table.do("roll 1 2")
    assert effects(table) == ["BW-38.2.3"]


@rule("BW-38.2.10")
def test_the_russian_offensive_costs_aircraft_and_the_last_volksgrenadiers():
    table = next_turn(on("allied movement", FAR, "BW-38.2.10", turn="24PM"))
    assert table.state.aircraft == (0, game().aircraft(TURNS("25AM"))[ALLIED])
    assert "BW-38.2.10" in table.rules("air")
    assert arrivals.turn_of(table.state, unit("167VG-331")) == 0
    bar = first_bar(unit("167VG-387"), arrivals.bars(table.state, GERMAN))
    assert bar is not None
    assert bar.rule == "BW-38.2.10"
    assert arrivals.turn_of(table.state, unit("9Pz-33")) == TURNS("23AM")
    before = on("allied construction", FAR, "BW-38.2.10", turn="24AM")
    assert before.state.aircraft[GERMAN] == game().aircraft(TURNS("24PM"))[GERMAN]


@rule("BW-38.2.11", "BW-38.2.12")
def test_rockets_on_liege_slow_most_allied_mechanized_units():
    pieces = "7Arm-CCA 1316 / 4Arm-CCA 1835 / 352VG-914 5301"
    assert effects(event(5, 6, late=True)) == ["BW-38.2.11"]
    assert effects(event(6, 6, late=True)) == ["BW-38.2.12", "BW-38.2.11"]
    for turn, slow in (("22PM", False), ("23AM", True), ("26PM", True)):
        table = on("allied movement", pieces, "BW-38.2.11", turn=turn)
        allowances = [
            movement.allowance(table.state, unit(name)) // game().ground.point for name in ("7Arm-CCA", "4Arm-CCA")
        ]
        printed = [game().forces.units[unit(name)].full.allowance for name in ("7Arm-CCA", "4Arm-CCA")]
        assert allowances == ([3, printed[1]] if slow else printed)
    table.do("pick 7Arm-CCA")
    free = at("allied movement", pieces, turn=22).do("pick 7Arm-CCA")
    far = sorted(free.offers("go") - table.offers("go"))[0]
    assert "BW-38.2.11" in table.refusal_text(f"go {far}")


@rule("BW-38.2.12")
def test_with_all_rockets_on_liege_most_allied_guns_fire_once_in_a_game_turn():
    pieces = "A-174 1316 fired / A-193 1835 fired / 352VG-914 5301"
    table = to_the_allies(on("german movement", pieces, "BW-38.2.12", turn="24AM"))
    assert [table.has("fired", name) for name in ("A-174", "A-193")] == [True, False]
    fight = on("allied combat", pieces + " / 28Inf-110 1416 / 18VG-293 1417", "BW-38.2.12", turn="24AM")
    bars = support.offensive_bars(fight.state, clash("1417", "28Inf-110", side=ALLIED))
    bar = first_bar(unit("A-174"), bars)
    assert bar is not None
    assert bar.rule == "BW-38.2.12"
    later = next_turn(on("allied movement", pieces, "BW-38.2.12", turn="24AM"))
    assert not later.has("fired", "A-174")


# ---- random play ----


@pytest.mark.parametrize("seed", range(4))
def test_campaigns_with_events_come_to_their_end(seed: int):
    rng = random.Random(seed)
    state = game().start("campaign", events_17=True, events_19=True)
    while not state.over:
        state.roll(state.chance.sample(rng)) if state.chance else state.apply(rng.choice(state.decision.options))
    assert list(game().invariants(state)) == []


def test_the_late_events_do_not_happen_in_the_six_turn_game():
    assert begin("six-turn").state.last_turn < TURNS("19AM")
