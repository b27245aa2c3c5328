"""Victory (BW-17): five levels, the instant one, and losses that shift a level both ways."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods import victory
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN
from tests.games.bitter_woods.scenes import Fall, fall, led
from tests.games.bitter_woods.table import Table, at, game, hexes, units
from tests.rulemark import rule

__all__ = ["fall"]

LAST = 22  # 26PM
TOWNS = "18VG-293 2426 / 18VG-294 1316 / 18VG-295 3518"  # Bastogne, St. Vith, Marche
TWO = "18VG-293 2426 / 18VG-294 1316"
SIX = "2Pz-3 out counted / 2Pz-2 out counted / 2Pz-304 out counted / 116Pz-16 out counted / 116Pz-60 out counted"
BRIDGE = '[markers]\nrepairs = { "1324/1424" = "28Inf-110" }'
BUILDER = "28Inf-110 1424 busy / 4Inf-12 1335"
GERMAN_MECHANIZED = [
    u.name for u in game().forces.units
    if u.side == GERMAN and u.category == "mechanized" and not u.armor and u.name.split("-")[0] not in ("2Pz", "116Pz")
]  # fmt: skip
ALLIED_UNITS = [u.name for u in game().forces.units if u.side == ALLIED and u.name not in ("28Inf-110", "4Inf-12")]


def dead(names: list[str]) -> str:
    return "".join(f" / {name} eliminated" for name in names)


def end(pieces: str, more: str = BRIDGE) -> Table:
    """The last Game-Turn of the campaign is over."""
    return at("allied construction", f"{pieces} / {BUILDER}", turn=LAST, more=more).do("done")


def level(table: Table) -> tuple[str | None, str, str]:
    result = table.state.result
    assert result is not None
    return result.winner, result.level, result.rule


# ---- the levels ----


@rule("BW-17.1", "BW-R.52")
def test_a_german_strategic_victory_ends_the_game_at_once():
    pieces = f"{TOWNS} / {SIX} / 116Pz-156 5520 / 4Inf-12 1335"
    table = at("german movement", pieces, turn=12)
    assert not table.state.over
    table.do("pick 116Pz-156", "exit 5520/SW")
    assert level(table) == ("german", "German strategic victory", "BW-17.1")
    assert table.texts("BW-R.52") == [
        "6 mechanized units have exited, and all three towns are held: the game ends at once"
    ]


@rule("BW-17.1", "BW-R.52")
def test_a_retreat_into_the_last_of_the_towns_ends_the_game_at_once(fall: Fall):
    out = f"{SIX} / 116Pz-156 out counted"
    pieces = f"{out} / 26VG-78 1316 / 26VG-77 3518 / PzLehr-901 2527 / 101Abn-501 2528"
    table = led(fall("A1", "2528", pieces, turn=15), "2426")
    assert table.where("PzLehr-901") == "2426"
    assert level(table) == ("german", "German strategic victory", "BW-17.1")
    assert len(table.texts("BW-R.52")) == 1


@rule("BW-17.1")
def test_it_takes_six_units_two_of_them_armor_and_all_three_towns():
    six = f"{SIX} / 116Pz-156 out counted"
    assert level(end(f"{TOWNS} / {six}"))[1] == "German strategic victory"
    assert level(end(f"{TOWNS} / {six}"))[2] == "BW-17.1"
    assert level(end(f"{TOWNS} / {SIX}"))[1] == "Allied tactical victory", "five have left, and that wins nothing"
    assert level(end(f"{TWO} / {six}"))[1] == "Allied tactical victory", "Marche is not held"
    one_tank = six.replace("116Pz-16 out", "PzLehr-901 out")
    assert level(end(f"{TOWNS} / {one_tank}"))[1] == "Allied tactical victory"
    uncounted = six.replace("2Pz-2 out counted", "2Pz-2 out")
    assert level(end(f"{TOWNS} / {uncounted}"))[1] == "Allied tactical victory", "one left out of supply"


@rule("BW-R.40")
def test_the_town_must_hold_a_supplied_unit():
    cut_off = "18VG-293 2426 / 18VG-294 1316 / 18VG-295 4401"
    table = end(f"{cut_off} / {SIX} / 116Pz-156 out counted")
    assert level(table)[1] == "Allied tactical victory"
    ring = "4Arm-CCA 3417 / 4Arm-CCB 3617 / 4Arm-CCR 3519"
    table = end(f"{TOWNS} / {SIX} / 116Pz-156 out counted / {ring}")
    assert table.has("unsupplied", "18VG-295"), "supply is checked once more when the last turn is over"
    assert table.texts("BW-R.40") == ["The last Game-Turn is over; supply is checked once more"]
    assert level(table)[1] == "Allied tactical victory"


@rule("BW-R.52")
def test_it_is_judged_after_a_check_of_supply():
    pieces = f"{TOWNS.replace('3518', '3518 out-of-supply')} / {SIX} / 116Pz-156 out counted / 4Inf-12 1335"
    table = at("german supply", pieces, turn=17)
    assert not table.state.over
    table.do("done").roll(1)
    assert level(table) == ("german", "German strategic victory", "BW-17.1")
    assert table.texts("BW-R.52")


OVER = "2Pz-3 4908 / 2Pz-2 4908 / 2Pz-304 4907"  # beyond the Meuse, north of Vireux


@rule("BW-17.2", "BW-R.53")
def test_german_tactical_victory():
    table = end(f"{TWO} / {OVER}")
    assert level(table) == ("german", "German tactical victory", "BW-17.2")
    assert table.texts("BW-17.2") == [
        "3 supplied mechanized units beyond the Meuse north of Vireux, 1 of them armor",
        "The game is over: German tactical victory",
    ]
    no_tank = OVER.replace("2Pz-3 ", "PzLehr-901 ")
    assert level(end(f"{TWO} / {no_tank}"))[1] == "Draw"
    assert level(end(f"18VG-293 2426 / {OVER}"))[1] == "Allied tactical victory"
    assert level(end(f"{TWO} / {OVER.replace(' / 2Pz-304 4907', '')}"))[1] == "Draw"
    south = "2Pz-3 5325 / 2Pz-2 5325 / 2Pz-304 5325"
    assert level(end(f"{TWO} / {south}"))[1] == "Allied tactical victory", "south of Vireux"


@rule("BW-17.3", "BW-R.53")
def test_a_draw_beyond_the_meuse_or_within_a_hex_of_it():
    for place in ("4908", "4711", "4709"):
        table = end(f"{TWO} / 2Pz-2 {place}")
        assert level(table) == (None, "Draw", "BW-17.3"), place
    for place in ("4613", "4512", "2803"):
        near = bool(game().ground.near_meuse & game().ground.grid.bit(place))
        assert (level(end(f"{TWO} / 2Pz-2 {place}"))[1] == "Draw") == near
    assert level(end(f"{TWO} / 2Pz-2 4512"))[1] == "Allied tactical victory"
    assert level(end(f"{TWO} / 26VG-78 4711"))[1] == "Allied tactical victory", "infantry is not mechanized"
    assert any("BW-R.53" in text for text in end(f"{TWO} / 2Pz-2 4711").texts("BW-17.3"))


@rule("BW-R.53")
def test_at_vireux_and_south_of_it_the_meuse_is_not_near():
    assert not {name for name in hexes(game().ground.near_meuse) if int(name[2:]) >= 23}
    for place in ("5223", "5224", "5124"):
        assert level(end(f"{TWO} / 2Pz-2 {place}"))[1] == "Allied tactical victory", place
    for place in ("5022", "4921"):
        table = end(f"{TWO} / 2Pz-2 {place}")
        assert level(table) == (None, "Draw", "BW-17.3"), place
    assert "BW-R.53" in table.texts("BW-17.3")[0]


@rule("BW-R.53")
def test_across_the_water_is_not_near():
    near = game().ground.near_meuse
    assert hexes(near) >= {"3204", "5122"}
    assert {"2803", "2903"}.isdisjoint(hexes(near)), "Liège lies below Ramet"
    north = game().ground.north_of_vireux
    assert {name for name in hexes(north) if int(name[2:]) >= 23} == set()
    table = end(f"{TWO} / 2Pz-2 4711")
    assert "BW-R.53" in table.texts("BW-17.3")[0]


@rule("BW-17.4", "BW-17.0")
def test_allied_tactical_victory_is_the_historical_result():
    table = end(f"{TWO} / 2Pz-3 3817")
    assert level(table) == ("allied", "Allied tactical victory", "BW-17.4")
    assert table.texts("BW-17.0") == ["The German player holds 2 of the three towns (Bastogne and St. Vith)"]


@rule("BW-17.5")
@pytest.mark.parametrize("town", ["2426", "3518", "2221"])
def test_allied_strategic_victory_if_no_german_is_in_bastogne_marche_or_houffalize(town: str):
    assert level(end("18VG-294 1316")) == ("allied", "Allied strategic victory", "BW-17.5")
    assert level(end(f"18VG-294 {town}"))[1] == "Allied tactical victory"
    assert level(end("A-401 2221"))[1] == "Allied tactical victory", "any German unit, guns too, supplied or not"


@rule("BW-17.0")
def test_the_campaign_is_played_from_16am_to_26pm():
    campaign = game().scenarios["campaign"]
    assert (campaign.rule, game().last_turn_of("campaign")) == ("BW-17.0", LAST)
    assert (game().turn_name(1), game().turn_name(LAST)) == ("16AM", "26PM")
    assert game().tables["victory"]["levels"] == [
        "German strategic victory", "German tactical victory", "Draw", "Allied tactical victory",
        "Allied strategic victory",
    ]  # fmt: skip
    early = at("allied construction", f"18VG-294 1316 / {BUILDER}", turn=LAST - 1, more=BRIDGE).do("done")
    assert not early.state.over


# ---- losses ----


@rule("BW-17.6")
def test_forty_eight_allied_units_lost_are_a_level_for_the_german():
    table = end(f"{TWO} / {OVER}{dead(ALLIED_UNITS[:48])}")
    assert level(table) == ("german", "German strategic victory", "BW-17.6")
    assert table.texts("BW-17.6")[0] == "48 Allied units have been eliminated: one level better for the Germans"
    assert level(end(f"{TWO} / {OVER}{dead(ALLIED_UNITS[:47])}"))[1] == "German tactical victory"


@rule("BW-17.6.german")
def test_twelve_german_mechanized_units_lost_are_a_level_for_the_allies():
    table = end(f"{TWO} / {OVER}{dead(GERMAN_MECHANIZED[:12])}")
    assert level(table) == (None, "Draw", "BW-17.6.german")
    assert table.texts("BW-17.6.german")[0] == (
        "German mechanized losses count as 12 units: one level better for the Allies"
    )
    assert level(end(f"{TWO} / {OVER}{dead(GERMAN_MECHANIZED[:11])}"))[1] == "German tactical victory"
    infantry = [u.name for u in game().forces.units if u.side == GERMAN and u.type == "infantry"][:20]
    others = [name for name in infantry if not name.startswith("18VG")]
    assert level(end(f"{TWO} / {OVER}{dead(others)}"))[1] == "German tactical victory", "infantry does not count"


@rule("BW-17.6.panzer", "BW-R.55")
def test_a_panzer_unit_counts_as_two_of_whatever_size():
    tanks = ["1SS-Peiper", "12SS-12", "PzBde150", "3PzG-103", "FuhEs", "9SS-9"]
    table = end(f"{TWO} / {OVER}{dead(tanks)}")
    assert victory.german_losses(table.state) == 12
    assert level(table)[2] == "BW-17.6.german"
    assert table.texts("BW-17.6.panzer") == [
        "6 eliminated German units with a tank silhouette: each counts as two (BW-R.55)"
    ]
    assert level(end(f"{TWO} / {OVER}{dead(tanks[:5])}"))[1] == "German tactical victory"


@rule("BW-R.54", "BW-17.6", "BW-17.6.german")
def test_both_shifts_cancel_each_other_and_none_goes_beyond_the_last_level():
    both = end(f"{TWO} / {OVER}{dead(ALLIED_UNITS[:48] + GERMAN_MECHANIZED[:12])}")
    assert level(both) == ("german", "German tactical victory", "BW-17.2")
    assert both.texts("BW-R.54") == ["The level stays German tactical victory: both sides have lost that many"]
    worst = end(f"18VG-294 1316{dead(GERMAN_MECHANIZED[:12])}")
    assert level(worst) == ("allied", "Allied strategic victory", "BW-17.5")
    assert worst.texts("BW-R.54") == ["The level stays Allied strategic victory: there is no further level"]
    shifted = end(f"{TWO} / 2Pz-3 3817{dead(ALLIED_UNITS[:48])}")
    assert level(shifted) == (None, "Draw", "BW-17.6")
    assert shifted.texts("BW-R.54") == ["Allied tactical victory becomes Draw"]


@rule("BW-R.54")
def test_a_shift_moves_a_strategic_victory_that_has_ended_the_game_and_units_off_the_map_are_not_lost():
    lost = dead(GERMAN_MECHANIZED[:12])
    table = at("german movement", f"{TOWNS} / {SIX} / 116Pz-156 5520 / 4Inf-12 1335{lost}", turn=12)
    assert victory.german_losses(table.state) == 12, "six units are off the map, and none of them counts as lost"
    table.do("pick 116Pz-156", "exit 5520/SW")
    assert level(table) == ("german", "German tactical victory", "BW-17.6.german")
    assert table.texts("BW-R.54") == ["German strategic victory becomes German tactical victory"]


# ---- what standing shows ----


def test_the_figures_that_the_standing_shows():
    table = at("german movement", f"{TWO} / {OVER} / 116Pz-16 out counted / 4Inf-12 1335", turn=12)
    assert victory.towns(table.state) == ["Bastogne", "St. Vith"]
    assert victory.exited(table.state) == units("116Pz-16")
    assert victory.over_the_meuse(table.state) == units("2Pz-3 2Pz-2 2Pz-304")
    assert victory.allied_losses(table.state) == 0
    assert victory.shifted(table.state, victory.TACTICAL) == victory.level(table.state) == victory.TACTICAL
