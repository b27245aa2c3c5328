"""The two short games (BW-2.9): three points win, after 18PM or after 19PM."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods import victory
from ardennes.games.bitter_woods.forces import ALLIED
from tests.games.bitter_woods.table import Table, at, game
from tests.rulemark import rule

TURNS = {"six-turn": 6, "eight-turn": 8}
RULES = {"six-turn": "BW-2.9.six", "eight-turn": "BW-2.9.eight"}
LOSSES = {"six-turn": 12, "eight-turn": 16}
ALLIED_UNITS = [u.name for u in game().forces.units if u.side == ALLIED and u.start and u.name != "28Inf-110"]
BRIDGE = '[markers]\nrepairs = { "1324/1424" = "28Inf-110" }'
TOWNS = {
    "Stavelot": "1912", "Trois-Ponts": "2012", "Stoumont": "2211", "Spa": "2008", "Eupen": "1503", "Bastogne": "2426",
    "Neufchâteau": "3232", "Parker's Crossroads": "2417", "the Ourthe bridgehead": "2924",
}  # fmt: skip


def end(scenario: str, pieces: str) -> Table:
    """The last Game-Turn of a short game is over."""
    pieces = f"28Inf-110 1424 busy / {pieces}"
    return at("allied construction", pieces, turn=TURNS[scenario], scenario=scenario, more=BRIDGE).do("done")


def outcome(table: Table) -> tuple[str | None, str, str]:
    result = table.state.result
    assert result is not None
    return result.winner, result.level, result.rule


def scored(table: Table) -> dict[str, int]:
    return {point.name: point.points for point in victory.points(table.state)}


@rule("BW-2.9.six", "BW-2.9.eight", "BW-R.10")
@pytest.mark.parametrize("scenario", TURNS)
def test_three_points_win_and_there_are_no_levels(scenario: str):
    won = end(scenario, "26VG-39 2426 / 26VG-77 1912")
    assert outcome(won) == ("german", "German victory", RULES[scenario])
    assert scored(won) == {"losses": 0, "mechanized": 1, "dump": 0, "towns": 2}
    assert won.texts("BW-R.10") == ["The German player has 3 points and needs 3"]
    lost = end(scenario, "26VG-39 2426 / 26VG-77 1911")
    assert outcome(lost) == ("allied", "Allied victory", RULES[scenario])
    assert lost.texts("BW-R.10") == ["The German player has 2 points and needs 3"]
    rules = {game().scenarios[name].rule for name in TURNS}
    assert rules == {"BW-2.9.six", "BW-2.9.eight"}


@rule("BW-2.9.losses")
@pytest.mark.parametrize("scenario", TURNS)
def test_a_point_for_allied_losses(scenario: str):
    for lost, points in ((LOSSES[scenario], 1), (LOSSES[scenario] - 1, 0)):
        pieces = " / ".join(f"{name} eliminated" for name in ALLIED_UNITS[:lost])
        table = end(scenario, f"{pieces} / 26VG-39 1224")
        assert scored(table)["losses"] == points
        assert table.texts("BW-2.9.losses") == [
            f"Allied units eliminated: {lost} of {LOSSES[scenario]}, {points} point{'' if points == 1 else 's'}"
        ]


@rule("BW-2.9.mechanized")
def test_a_point_for_fewer_than_four_mechanized_losses_panzers_counting_twice():
    for dead, points in (
        ("12SS-25 / 12SS-26 / 1SS-1", 1),
        ("12SS-25 / 12SS-26 / 1SS-1 / 1SS-2", 0),
        ("12SS-12 / 12SS-26", 1),
        ("12SS-12 / PzBde150", 0),
        ("26VG-39 / 26VG-77 / 26VG-78 / 18VG-293", 1),
    ):
        pieces = " / ".join(f"{name} eliminated" for name in dead.split(" / "))
        table = end("six-turn", f"{pieces} / 18VG-294 0514")
        assert scored(table)["mechanized"] == points, dead
        assert len(table.texts("BW-2.9.mechanized")) == 1


@rule("BW-2.9.mechanized")
def test_german_losses_stand_as_what_the_allies_have_reached():
    few = end("six-turn", "12SS-25 eliminated / 18VG-294 0514")
    label = "German mechanized units lost, panzers count double (4 cost the point)"
    assert few.texts("BW-2.9.mechanized") == [f"{label}: 1 of 4, 1 point"]
    many = end("six-turn", "12SS-12 eliminated / PzBde150 eliminated / 18VG-294 0514")
    assert many.texts("BW-2.9.mechanized") == [f"{label}: 4 of 4, 0 points"]
    for table, now, state in ((few, 1, "open"), (many, 4, "met")):
        one = next(one for one in table.state.standing() if one.rule == "BW-2.9.mechanized")
        assert (one.name, one.side, one.now, one.needed) == (label, "allied", now, 4)
        assert [one.state for one in table.screen().standing if one.rule == "BW-2.9.mechanized"] == [state]


@rule("BW-2.9.towns")
def test_objectives_are_counted_and_no_number_of_them_is_needed():
    table = end("six-turn", "26VG-39 2426 / 26VG-77 1912")
    one = next(one for one in table.state.standing() if one.rule == "BW-2.9.towns")
    assert (one.name, one.side, one.now, one.needed) == (
        "Objectives held by a supplied German unit (a point for each of the nine)", "german", 2, None,
    )  # fmt: skip
    assert table.texts("BW-2.9.towns") == [f"{one.name}: 2, 2 points"]


@rule("BW-2.9.dump")
def test_nobody_scores_the_point_for_a_dump_without_the_optional_rule():
    table = end("six-turn", "26VG-39 2426 / 26VG-77 1809")
    assert scored(table)["dump"] == 0
    assert table.texts("BW-2.9.dump") == ["A fuel dump captured: 0 of 1, 0 points"]


@rule("BW-2.9.towns")
@pytest.mark.parametrize("town", TOWNS)
def test_a_point_for_each_place_with_a_supplied_german_unit(town: str):
    entry = next(point for point in game().lists["point"] if point["name"] == "towns")
    assert entry["each"] == TOWNS
    table = end("six-turn", f"26VG-39 {TOWNS[town]}")
    assert scored(table)["towns"] == 1
    assert table.texts("BW-2.9.towns")[0].endswith(": 1, 1 point")
    assert scored(end("six-turn", f"28Inf-109 {TOWNS[town]} / 26VG-39 1224"))["towns"] == 0


@rule("BW-2.9.towns", "BW-R.40")
def test_a_unit_that_is_cut_off_when_the_game_ends_holds_nothing():
    ring = "28Inf-109 2425 / 28Inf-112 2326 / 4Inf-12 2526 / 106Inf-424 2427"
    table = end("six-turn", f"26VG-39 2426 / {ring}")
    assert table.has("unsupplied", "26VG-39")
    assert scored(table)["towns"] == 0
    assert table.texts("BW-R.40") == ["The last Game-Turn is over; supply is checked once more"]
    assert table.texts("BW-2.9.towns")[0].endswith(": 0, 0 points")


def test_a_strategic_victory_of_the_campaign_ends_no_short_game():
    six = " / ".join(f"{name} out counted" for name in ("2Pz-3", "2Pz-2", "2Pz-304", "116Pz-16", "116Pz-60", "1SS-1"))
    table = end("eight-turn", f"{six} / 18VG-293 2426 / 18VG-294 1316 / 18VG-295 3518")
    assert outcome(table) == ("allied", "Allied victory", "BW-2.9.eight")
