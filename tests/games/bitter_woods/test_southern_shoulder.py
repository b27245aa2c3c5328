"""The Southern Shoulder (BW-2.9.southern): a part of the map, the units that fought there, and six places."""

from __future__ import annotations

from typing import cast

import pytest

from ardennes.engine import PositionError
from ardennes.games.bitter_woods import supply, victory
from ardennes.games.bitter_woods.queries import Situation
from ardennes.games.bitter_woods.retreat import trapped
from ardennes.games.bitter_woods.state import ASIDE
from tests.games.bitter_woods.scenes import attack, refusal, retreating, steps, why
from tests.games.bitter_woods.table import Table, at, begin, game, hexes, toml, unit
from tests.games.bitter_woods.test_optional_dice import options
from tests.rulemark import rule

SCENARIO = "southern-shoulder"
AREA = "BW-2.9.southern.area"
PLACES = {
    "Echternach": "0533", "Consdorf": "0735", "Diekirch": "1231", "Ettelbruck": "1432", "Mersch": "1335",
    "Martelange": "2432",
}  # fmt: skip
GARRISONS = dict(
    zip(PLACES.values(), ("212VG-320", "212VG-423", "276VG-986", "276VG-987", "352VG-914", "5FJ-13"), strict=True)
)
BRIDGE = '[markers]\nrepairs = { "1028/1129" = "28Inf-109" }'


def set_out(step: str, pieces: str, *, turn: int = 5, more: str = "") -> Table:
    """A position of the Southern Shoulder."""
    return at(step, pieces, turn=turn, scenario=SCENARIO, more=more)


def started(scenario: str = SCENARIO, **options: bool) -> Situation:
    """A new game with some options."""
    return cast(Situation, game().start(scenario, **options))


def end(pieces: str) -> Table:
    """The last Game-Turn is over."""
    return set_out("allied construction", f"28Inf-109 1129 busy / {pieces}", turn=8, more=BRIDGE).do("done")


# ---- set-up ----


@rule("BW-2.9.southern.units")
def test_seventh_army_meets_the_southern_end_of_the_allied_line():
    table = begin(SCENARIO)
    state, forces = table.state, game().forces
    there = {forces.names[number] for number, place in enumerate(state.at) if place >= 0}
    assert there == {
        *(one.name for one in forces.units if one.army == "7" and one.start and not one.option),
        "28Inf-109", "9Arm-CCA", "4Inf-12", "A-402US",
    }  # fmt: skip
    waiting = {one.name for one in forces.units if state.place_of(one.number) == "pool" and 0 < one.arrival <= 8}
    assert waiting == {"4Inf-8-22", "A-422", "10Arm-CCA", "10Arm-CCB", "10Arm-CCR"}
    assert state.at[unit("28Inf-110")] == state.at[unit("1SS-Peiper")] == ASIDE
    assert hexes(state.improved) == {"0634", "1130"}, "nobody digs in for those who are left out"


@rule("BW-2.9.southern.units")
def test_leaders_and_army_artillery_of_the_part_in_play_come_with_their_options():
    state = started(leaders=True, army_artillery=True)
    forces = game().forces
    staff = {one.name for one in forces.units if one.option and state.at[one.number] >= 0}
    assert staff == {"L-Brandenberger", "L-Middleton", "AA-7"}
    assert state.place_of(unit("L-Middleton")) == "2032"
    assert started("campaign", leaders=True).place_of(unit("L-Middleton")) == "2426"
    with pytest.raises(PositionError, match=r"takes no part in this scenario \(BW-2\.9\.southern\.units\)"):
        game().position(toml("german movement", "28Inf-110 1424", scenario=SCENARIO))


@rule("BW-2.9.southern.air")
def test_a_side_has_one_aircraft_at_most():
    full = [game().aircraft(turn) for turn in range(1, 9)]
    state = started()
    assert [state.given_aircraft(turn) for turn in range(1, 9)] == [(min(g, 1), min(a, 1)) for g, a in full]
    assert max(max(each) for each in full) > 1
    assert started("eight-turn").given_aircraft(5) == full[4]
    pieces = "5FJ-13 0929 / 28Inf-109 1129"
    table = set_out("allied construction", f"{pieces} busy", turn=3, more=BRIDGE).do("done")
    assert table.texts("BW-11.1")[-1] == (
        "The track gives the German player 1 and the Allied player 1 aircraft units (BW-2.9.southern.air)"
    )
    with pytest.raises(PositionError, match="1 aircraft"):
        game().position(toml("german combat", pieces, turn=4, scenario=SCENARIO, more="[tracks]\nallied-aircraft = 2"))


# ---- the part in play ----


@rule("BW-2.9.southern.area")
def test_nobody_moves_out_of_the_part_in_play():
    table = set_out("german movement", "5FJ-13 1224 / 28Inf-109 2431").do("pick 5FJ-13")
    assert "1223" not in table.offers("step") | table.offers("go")
    assert not {place for place in table.offers("go") if int(place[2:]) < 24}
    refused = table.refusal("step 1223")
    assert refused.rule == AREA
    assert "outside the area in play" in refused.text
    assert "1223" in at("german movement", "5FJ-13 1224 / 28Inf-109 2431", turn=5).do("pick 5FJ-13").offers("step")


@rule("BW-2.9.southern.area")
def test_a_retreat_stays_in_it_and_who_has_no_other_way_is_lost():
    pieces = "28Inf-109 2430 / 5FJ-13 2331"
    state = retreating(set_out("german combat", pieces), "28Inf-109", 1)
    assert steps(state) == {"2429"}
    assert why(state, "step 2530") == AREA
    assert why(retreating(at("german combat", pieces, turn=5), "28Inf-109", 1), "step 2530") != AREA
    lost = set_out("german combat", f"{pieces} / 5FJ-14 2329")
    assert trapped(lost.state, unit("28Inf-109"), 1)
    assert not trapped(at("german combat", f"{pieces} / 5FJ-14 2329", turn=5).state, unit("28Inf-109"), 1)
    assert refusal(state, "step 2530").text.endswith("2530 is outside the area in play.")


@rule("BW-2.9.southern.area")
def test_an_advance_stays_in_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(game().__dict__, "crt", (("D2",) * 6,) * 9)
    table = set_out("german combat", "5FJ-13 2331 / 5FJ-14 2331 / 28Inf-109 2431")
    attack(table, "2431").roll(3)
    while table.asked()[1] in ("way", "retreat"):
        table.do(table.options()[0])
    table.do("advance 5FJ-13")
    if table.asked()[1] == "advancing" and not table.offers("stop"):
        table.do("step 2431")
    assert not {place for place in table.offers("step") if int(place[:2]) > 24}
    assert table.forbids("step 2531") == AREA


@rule("BW-2.9.southern.area")
def test_who_is_late_comes_in_by_roads_of_the_part_in_play_only():
    waits = "5FJ-13 1029 / 28Inf-109 1730 / 10Arm-CCA pool"
    table = set_out("allied movement", waits).do("pick 10Arm-CCA")
    assert table.offers("enter") == {"0735", "1335", "2035", "2235"}, "E and F are farther west"
    refused = table.refusal("enter 2735")
    assert (refused.rule, "outside the area in play" in refused.text) == (AREA, True)
    whole = at("allied movement", waits, turn=5).do("pick 10Arm-CCA")
    assert "2735" in whole.offers("enter")


@rule("BW-2.9.southern.area")
def test_no_hex_outside_is_interdicted():
    table = set_out("allied interdiction", "5FJ-13 1029 / 28Inf-109 1730", turn=3)
    assert {int(place[:2]) <= 24 and int(place[2:]) >= 24 for place in table.offers("interdict")} == {True}
    assert len(table.offers("interdict")) == 24 * 12
    assert table.forbids("interdict 2516") == AREA


@rule("BW-2.9.southern.area")
def test_the_bridge_of_martelange_leads_out_of_the_part_in_play():
    pieces = "28Inf-109 2432 / 5FJ-13 2332 / 4Inf-12 1632 / 5FJ-14 1631 / 9Arm-CCA 2433 / 352VG-914 2334"
    assert "2432/2532" in at("allied combat", pieces, turn=5).do("done").offers("blow")
    table = set_out("allied combat", pieces).do("done")
    assert "2432/2532" not in table.offers("blow")
    assert table.forbids("blow 2432/2532") == AREA
    with pytest.raises(PositionError, match="outside the area in play"):
        set_out("allied demolition", pieces, more='[markers]\nblown = ["2432/2532"]')


@pytest.mark.parametrize(
    ("pieces", "more"),
    [("5FJ-13 1223", ""), ("5FJ-13 1224", '[markers]\ninterdicted = ["2516"]')],
)
def test_nothing_is_set_out_there(pieces: str, more: str):
    with pytest.raises(PositionError, match=r"is outside the area in play \(BW-2\.9\.southern\.area\)"):
        game().position(toml("german movement", pieces, turn=3, scenario=SCENARIO, more=more))


def test_the_screen_frames_the_part_in_play():
    tint = next(one for one in set_out("german movement", "5FJ-13 1029 / 28Inf-109 1730").screen().tints)
    assert (tint.kind, tint.rule, len(tint.places)) == ("in-play", AREA, 288)
    assert not [one for one in at("german movement", "5FJ-13 1029").screen().tints if one.kind == "in-play"]


# ---- supply ----


@rule("BW-2.9.southern.supply")
def test_allied_supply_also_comes_by_roads_from_the_west():
    german, allied = game().areas[SCENARIO].sources
    assert hexes(german) == {"0126", "0127", "0128", "0130", "0134"}
    assert hexes(allied) == {"0235", "0735", "1035", "1335", "2035", "2235", "2426", "2432"}
    table = set_out("german movement", "28Inf-109 2432 / 5FJ-13 1029")
    assert table.state.supply("28Inf-109").rule == "BW-2.9.southern.supply"
    assert table.state.supply("28Inf-109").path == ("2432",)


@rule("BW-2.9.southern.area")
def test_no_supply_path_leads_through_hexes_that_are_not_in_play():
    ring = "28Inf-109 2324 / 352VG-914 2325 / 352VG-915 2225 / 352VG-916 2425"
    state = set_out("german movement", ring).state
    assert not supply.supplied_by(state, unit("28Inf-109"))
    assert [term.rule for term in supply.cut_by(state, unit("28Inf-109"))] == ["BW-2.9.southern.area"]
    assert supply.supplied_by(at("german movement", ring, turn=5).state, unit("28Inf-109")), "by the roads of the north"


# ---- points ----


@rule("BW-2.9.southern", "BW-2.9.southern.towns", "BW-R.114")
def test_five_points_win():
    assert victory.objectives(started())["each"] == PLACES
    five = " / ".join(f"{name} {place}" for place, name in list(GARRISONS.items())[:5])
    won = end(five)
    assert tuple(won.state.result or ()) == ("german", "German victory", "BW-2.9.southern")
    assert won.texts("BW-2.9.southern.towns")[0].endswith(": 5, 5 points")
    assert won.texts("BW-R.10") == ["The German player has 5 points and needs 5"]
    lost = end(five.replace("1335", "1434"))
    assert tuple(lost.state.result or ()) == ("allied", "Allied victory", "BW-2.9.southern")
    assert "reconstruction" in game().rules["BW-2.9.southern"].text
    assert "lost" in game().rules["BW-R.114"].reason


@rule("BW-2.9.southern.towns")
@pytest.mark.parametrize("town", PLACES)
def test_a_point_for_each_place(town: str):
    table = end(f"{GARRISONS[PLACES[town]]} {PLACES[town]}")
    assert victory.score(table.state) == 1
    assert {goal.place for goal in table.state.goals("allied")} == set(PLACES.values())
    assert {goal.rule for goal in table.state.goals("german")} == {"BW-2.9.southern.towns"}


@rule("BW-2.9.losses")
def test_a_point_for_an_allied_unit():
    for dead, points in (("9Arm-CCA 1733", 0), ("9Arm-CCA eliminated", 1)):
        table = end(f"{dead} / 5FJ-13 1029")
        assert victory.score(table.state) == points
        assert len(table.texts("BW-2.9.losses")) == 1


def test_the_scores_on_the_screen_are_points_and_free_places():
    german, allied = end("212VG-320 0533").screen().sides
    assert german.score is not None
    assert allied.score is not None
    assert (german.score.value, german.score.of) == ("1", "5")
    assert (allied.score.value, allied.score.of) == ("5", "6")


# ---- options (BW-R.115) ----

ARMORED = {"challenge", "angriff"}  # without effect unless an event brings armor
IDLE = {"scare", "attrition", "spearheads", "cooperation", "schnee_eifel", "monschau", "fuel_dumps", *ARMORED}


@rule("BW-R.115")
def test_options_of_which_nothing_can_happen_are_chosen_without_effect():
    everything = dict.fromkeys(game().options, "on")
    without_events = {**everything, "random_events": "off", "events_17": "off", "events_19": "off"}
    assert set(game().without_effect(SCENARIO, without_events)) >= IDLE
    assert set(game().without_effect(SCENARIO, everything)) >= IDLE - ARMORED, "armor may come"
    assert "challenge" not in game().without_effect(SCENARIO, everything)
    state = started(fuel_dumps=True, challenge=True, leaders=True)
    assert state.optional == {"leaders"}
    assert state.chance is None, "no dumps are laid out"
    notes = {note.rule: note.text for note in game().screen(state.view("german")).scenario.notes}
    assert notes["BW-25.1"] == "Fuel dumps: no effect in this scenario, neither dump site is in play"
    assert notes["BW-24.0"] == "Leaders"
    assert "has no effect" in game().rules["BW-R.115"].text


@rule("BW-R.115")
def test_the_short_games_have_such_options_too():
    def idle(scenario: str) -> set[str]:
        return set(game().without_effect(scenario, {}))

    assert idle("campaign") == set()
    assert idle("six-turn") == {"attrition", "cooperation", "events_19"}
    assert idle("eight-turn") == {"attrition", "cooperation"}
    assert "dates" in game().rules["BW-R.115"].text


@pytest.mark.parametrize(("die", "event"), [(1, "BW-29.1"), (2, "BW-29.2"), (3, "BW-29.3"), (4, "BW-29.4")])
def test_events_about_the_north_or_the_ss_have_no_effect(die: int, event: str):
    table = set_out("allied interdiction", "28Inf-109 1730 / 5FJ-13 1029", more=options("random_events")).do("done")
    table.roll(die)
    assert "no effect" in table.texts(event)[-1]
    assert not table.state.effects
