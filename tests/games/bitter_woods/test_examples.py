"""The examples of play, and those inside 8.3 and 9.8, played through the engine; with optional rules where they are."""

from __future__ import annotations

import pytest

from tests.games.bitter_woods.scenes import Fall, advancing, attack, fall, led, retreating, steps, why
from tests.games.bitter_woods.table import Table, at, begin, bridge
from tests.rulemark import rule

__all__ = ["fall"]

EUPEN = "2Inf-9 1503 / 12SS-12 1403 / 12SS-25 1504 / 12SS-26 1603 / 9Inf-39 1401 / 326VG-751 1302"
REDANGE = """4Inf-12 1834 / 212VG-320 1833 / 212VG-423 1833 / 212VG-316 1833
    / 352VG-914 1734 / 352VG-915 1734 / 352VG-916 1734"""


# ---- Eupen ----


def test_2_9_in_eupen_is_attacked_at_1_1_and_must_retreat_to_1501():
    table = attack(at("german combat", EUPEN, turn=9), "1503")
    heading = table.state.chance.reason if table.state.chance else ""
    assert heading == "Attack on 1503 at 1-1"
    lines = dict(table.tally())
    assert {"BW-9.4.town", "BW-9.4.townriver"} <= set(lines)
    table.roll(2)
    assert table.result() == "D2"
    assert table.where("2Inf-9") == "1501"
    assert table.texts("BW-9.7") == ["2/9 retreats from 1503 to 1501 via 1502"]


@rule("BW-18.1")
def test_with_divisional_integrity_12_ss_flanks_2_9_in_eupen_with_one_less_on_the_die():
    table = attack(at("german combat", EUPEN, turn=9, more="[options]\nintegrity = true\n"), "1503")
    assert table.state.chance is not None
    assert table.state.chance.reason == "Attack on 1503 at 1-1"
    battle = table.state.battle()
    assert battle is not None
    odds = table.state.odds(battle)
    assert odds.facts["modifier"] == -1
    assert "BW-18.1" in {line.rule for line in odds.tally}
    table.roll(3)
    assert table.texts("BW-9.5.D")[0].endswith("die 3 read as 2: D2, the defender retreats two hexes")
    assert table.where("2Inf-9") == "1501"


def test_1501_is_nearer_to_the_supply_road_in_1401_than_1601():
    table = at("german combat", EUPEN, turn=9)
    assert steps(retreating(table, "2Inf-9", 2)) == {"1502"}
    moment = retreating(table, "2Inf-9", 2, "1502")
    assert steps(moment) == {"1501"}
    assert why(moment, "step 1601") == "BW-9.7.road"
    assert why(moment, "step 1401") == "BW-9.7.zone", "9/39 makes a supply road of it, but no place to retreat to"


def test_without_9_39_there_is_no_supply_road_in_1401_and_1601_is_as_good():
    table = at("german combat", EUPEN.replace("9Inf-39 1401 / ", ""), turn=9)
    assert "1601" in steps(retreating(table, "2Inf-9", 2, "1502"))


# ---- Redange ----


def redange(die: int) -> Table:
    table = attack(at("german combat", REDANGE, turn=9), "1834")
    assert "BW-9.4.broken" in dict(table.tally())
    assert table.state.chance is not None
    assert table.state.chance.reason == "Attack on 1834 at 4-1"
    return table.roll(die)


def test_4_12_retreats_two_hexes_along_its_road_and_then_to_2034_or_2135():
    table = redange(4)
    assert table.result() == "D3"
    assert table.asked() == ("allied", "way")
    assert table.offers("step") == {"2034", "2135"}, "the engine has taken 1935 and 2035, the only way"
    assert table.forbids("exit 2035/S") == "BW-9.7.off"
    table.do("step 2034")
    assert table.texts("BW-9.7") == ["4/12 retreats from 1834 to 2034 via 1935, 2035"]


def test_the_first_two_hexes_are_along_the_supply_road():
    table = at("german combat", REDANGE, turn=9)
    first = retreating(table, "4Inf-12", 3)
    assert steps(first) == {"1935"}
    assert why(first, "step 1835") == "BW-9.7.along"
    second = retreating(table, "4Inf-12", 3, "1935")
    assert steps(second) == {"2035"}
    assert why(second, "step 2034") == "BW-9.7.along"
    assert why(second, "step 1934") == "BW-9.7.zone"


def test_after_d4_it_ends_in_one_of_six_hexes_on_or_next_to_a_supply_road():
    table = redange(2)
    assert table.result() == "D4"
    ends = set()
    for third in table.offers("step"):
        ends |= table.fork().do(f"step {third}").offers("step")
    assert ends == {"2033", "2034", "2134", "2135", "2234", "2235"}
    table.do("step 2034")
    assert table.forbids("step 2035") == "BW-9.7.twice"
    assert table.forbids("step 1934") == "BW-9.7.zone"


# ---- the 110th ----


def bloody_110th(**options: str) -> Table:
    """16AM: 2 Pz, Lehr Recon and 26/77 come up to the Our, 26/78 is to build the bridge."""
    table = begin(**options)
    while table.asked() != ("german", "german movement"):
        table.do("done")
    table.do("pick 2Pz-3", "go 1324", "pick 2Pz-304", "go 1325", "pick PzLehr-Recon", "go 1325")
    table.do("pick 26VG-77", "go 1325", "pick 26VG-78", "repair 1324/1424", "done")
    return table


def declare(table: Table) -> Table:
    table.do("target 1424")
    assert table.forbids("join 26VG-78") == "BW-13.3.fight"
    for name in ("2Pz-3", "2Pz-2", "2Pz-304", "26VG-77", "PzLehr-Recon"):
        table.do(f"join {name}")
    table.do("done", "add A-401", "add A-766")
    while table.state.chance is None:
        table.do("done")
    return table


def test_the_110th_is_attacked_across_the_our_by_40_to_10_at_4_1():
    table = declare(bloody_110th())
    assert {"BW-9.4.river", "BW-9.4.broken", "BW-15.1", "BW-8.1"} <= set(dict(table.tally()))
    table.roll(3)
    assert table.texts("BW-9.5.D") == ["1424: 40 to 10, column 4-1, die 3: D4, the defender retreats four hexes"]
    assert table.where("28Inf-110") == "1824"


@rule("BW-31.0")
@pytest.mark.parametrize(("die", "column"), [(4, "3-1"), (5, "4-1"), (6, "4-1")])
def test_the_110th_is_attacked_at_3_1_and_a_variable_surprise_makes_it_4_1(die: int, column: str):
    table = declare(bloody_110th(variable_surprise="on"))
    assert table.state.chance is not None
    assert table.state.chance.rule == "BW-31.0"
    table.roll(die)
    assert "BW-15.1" not in dict(table.tally())
    assert {"BW-9.4.river", "BW-9.4.broken", "BW-8.1", "BW-31.0"} <= set(dict(table.tally()))
    table.roll(3 if column == "4-1" else 1)
    assert table.texts("BW-9.5.D")[0].startswith(f"1424: 40 to 10, column {column}, die")
    assert table.result() == "D4"
    assert table.where("28Inf-110") == "1824"
    assert table.asked() == ("german", "advance")
    table.do("advance PzLehr-Recon")
    assert table.where("PzLehr-Recon") == "1424", "whereupon it stops"


def test_the_110th_has_no_other_way_than_its_supply_road_to_1824():
    table = bloody_110th()
    for n, here in enumerate(("1524", "1624", "1724", "1824")):
        way = ("1524", "1624", "1724", "1824")[:n]
        assert steps(retreating(table, "28Inf-110", 4, *way)) == {here}
    assert why(retreating(table, "28Inf-110", 4), "step 1525") == "BW-9.7.along"


def test_lehr_recon_stops_in_1424_and_the_builder_takes_2_3_along():
    table = declare(bloody_110th()).roll(3)
    assert table.asked() == ("german", "advance")
    assert table.forbids("advance 2Pz-3") == "BW-9.8.heavy"
    on = table.fork().do("advance 2Pz-2")
    assert on.where("2Pz-2") == "1424", "three points are all that traffic leaves it, and the engine stops it there"
    table.do("advance PzLehr-Recon")
    assert table.where("PzLehr-Recon") == "1424"
    table.do("done")
    while table.asked() != ("german", "german construction"):
        table.do("done")
    table.do("span 1324/1424", "advance 2Pz-3")
    assert table.asked()[1] != "crossing", "with 2/3 there are three units in 1424, and 2/2 has no room"
    assert [table.where(name) for name in ("26VG-78", "2Pz-3", "PzLehr-Recon")] == ["1424"] * 3
    assert table.where("2Pz-2") == "1324"
    assert not table.state.blown >> bridge("1324/1424") & 1, "a new bridge is declared built"


def test_2_2_spends_all_its_points_on_the_river_and_the_broken_ground():
    """It began its turn beside the river and has not moved: without the traffic of 16AM it would go on."""
    table = declare(bloody_110th()).roll(3)
    assert table.has("marched", "2Pz-3")
    assert not table.has("marched", "2Pz-2")
    moment = advancing(table, "2Pz-2", 4, "1424")
    assert why(moment, "step 1423") == "BW-9.8.terrain"
    moment.turn = 2
    assert "1423" in steps(moment)


# ---- Baugnez and Francorchamps: what of these examples needs no optional rule ----


def test_past_2_23_nobody_steps_from_1311_to_1411_and_who_enters_its_zone_stops():
    table = at("german movement", "PzBde150 1311 / 2Inf-23 1410 / 1SS-2 1312", turn=3)
    sneak = table.fork().do("pick PzBde150")
    assert sneak.forbids("step 1411") == "BW-7.4.same"
    table.do("pick 1SS-2")
    table.do("step 1411")
    assert table.where("1SS-2") == "1411", "it goes on neither to Baugnez nor to Ligneuville"
    assert table.has("moved", "1SS-2")


def test_from_1812_no_panzer_enters_the_forest_in_1913_nor_stavelot_across_the_river():
    table = at("german movement", "PzBde150 1712 / 1Inf-16 1810", turn=3)
    table.do("pick PzBde150", "step 1812")
    assert table.forbids("step 1913") == "BW-5.3.armor"
    assert table.forbids("step 1912") == "BW-5.3.river", "it did not begin the turn next to the river"


def test_panzergrenadiers_advance_into_francorchamps_via_1810(fall: Fall):
    table = led(fall("D2", "1810", "1Inf-16 1810 / 1SS-2 1711", turn=3)).do("advance 1SS-2")
    assert table.where("1Inf-16") != "1809", "it has left the town too"
    table.do("step 1809").try_("stop")
    assert table.where("1SS-2") == "1809"


# ---- Clervaux and the road bonus ----


@rule("BW-8.3")
def test_d3_against_clervaux_lets_each_unit_advance_two_hexes(fall: Fall):
    table = led(fall("D3", "1624", "28Inf-110 1624 / 2Pz-3 1524 / 26VG-77 1524 / 26VG-78 1525", turn=3))
    for name in ("2Pz-3", "26VG-77"):
        table.do(f"advance {name}", "step 1724")
        assert table.where(name) == "1724", "the second hex is the last, and the engine stops it there"
    assert why(advancing(table, "26VG-78", 3, "1624", "1724"), "step 1725") == "BW-8.3"


@rule("BW-9.8.road")
def test_1d3_lets_mechanized_units_advance_five_hexes_along_the_road(fall: Fall):
    table = led(fall("1D3", "1824", "28Inf-110 1824 reduced / 26VG-77 1724 / 2Pz-304 1724"))
    assert table.where("28Inf-110") == "eliminated reduced", "it takes the loss, and nobody is left to retreat"
    foot = table.fork().do("advance 26VG-77", "step 1823", "step 1723")
    assert foot.where("26VG-77") == "1723", "infantry goes three hexes"
    table.do("advance 2Pz-304", "step 1823", "step 1723")
    assert table.offers("step") == {"1722", "1823"}
    assert table.forbids("step 1623") == "BW-9.8.road"
    table.do("step 1722", "step 1821")
    assert table.where("2Pz-304") == "1821"
    assert (
        table.events("advance", "BW-9.8.road")[0].text
        == "2Pz/304 advances from 1724 to 1821 via 1824, 1823, 1723, 1722"
    )


@pytest.mark.parametrize("name", ["9Arm-CCB", "1SS-Peiper", "2Pz-3"])
def test_armor_leaves_0812_only_for_0912(name: str):
    side = "allied" if name.startswith("9Arm") else "german"
    table = at(f"{side} movement", f"{name} 0812", turn=9)
    table.try_(f"pick {name}")
    assert table.offers("step") == {"0912"}
    assert table.forbids("step 0813") == "BW-5.3.armor"
    assert steps(retreating(table, name, 1)) == {"0912"}
    assert why(retreating(table, name, 1), "step 0813") == "BW-5.3.armor"
