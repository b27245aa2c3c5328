"""The guidelines of a retreat (BW-9.7, BW-R.33 to R.36): to a supply road, along it, and when neither is possible."""

from __future__ import annotations

from ardennes.games.bitter_woods.forces import ALLIED, GERMAN
from ardennes.games.bitter_woods.guidelines import Rank, Ways
from tests.games.bitter_woods.scenes import Fall, fall, refusal, retreating, steps, why
from tests.games.bitter_woods.table import Table, at, game, hex_, unit
from tests.rulemark import rule

__all__ = ["fall"]

PARATROOPS = "101Abn-501 {0} / 101Abn-502 {0} / 101Abn-506 {0}"
OTHERS = "82Abn-504 {0} / 82Abn-505 {0} / 82Abn-508 {0}"


def ways(table: Table, name: str, hexes: int) -> Ways:
    return Ways(table.state, unit(name), hexes)


# ---- to the road ----


@rule("BW-9.7.road", "BW-R.33")
def test_off_the_road_a_unit_goes_to_the_nearest_supply_road_by_the_fewest_hexes():
    near = at("german combat", "28Inf-110 1623 / 26VG-77 1622", turn=9)
    assert steps(retreating(near, "28Inf-110", 2)) == {"1524", "1624", "1724"}, "each is on a road"
    far = at("german combat", "28Inf-110 2024 / 26VG-77 2025", turn=9)
    moment = retreating(far, "28Inf-110", 3)
    assert steps(moment) == {"1924", "2124"}, "each is one hex from a road"
    reason = refusal(moment, "step 2023")
    assert reason.rule == "BW-9.7.road"
    assert reason.text.endswith("it must take the shortest way to the nearest supply road (BW-R.33).")


@rule("BW-9.7.road", "BW-R.33")
def test_a_road_in_an_enemy_zone_is_a_supply_road_only_where_a_friend_holds_it():
    eupen = "2Inf-9 1503 / 12SS-12 1403 / 12SS-25 1504 / 12SS-26 1603 / 326VG-751 1302"
    alone, held = at("german combat", eupen, turn=9), at("german combat", f"{eupen} / 9Inf-39 1401", turn=9)
    assert not ways(alone, "2Inf-9", 2).roads >> hex_("1401") & 1
    assert ways(held, "2Inf-9", 2).roads >> hex_("1401") & 1
    assert "BW-R.33" in refusal(retreating(held, "2Inf-9", 2, "1502"), "step 1601").text
    assert why(retreating(held, "2Inf-9", 2, "1502"), "step 1601") == "BW-9.7.road"


@rule("BW-9.7.along")
def test_the_hex_in_which_the_unit_begins_counts_as_free():
    """1424 is in the zone of 1324, and still 28/110 is on its supply road there and follows it."""
    table = at("german combat", "28Inf-110 1424 / 2Pz-304 1324", turn=9)
    assert ways(table, "28Inf-110", 2).roads >> hex_("1424") & 1
    assert why(retreating(table, "28Inf-110", 2), "step 1525") == "BW-9.7.along"


# ---- along it ----


@rule("BW-9.7.along", "BW-R.34")
def test_on_the_road_it_goes_on_towards_a_source():
    table = at("german combat", "28Inf-110 1424 / 2Pz-304 1324", turn=9)
    assert steps(retreating(table, "28Inf-110", 4)) == {"1524"}
    reason = refusal(retreating(table, "28Inf-110", 4), "step 1525")
    assert (reason.rule, "BW-R.34" in reason.text) == ("BW-9.7.along", True)


def test_at_a_fork_it_may_take_either_road():
    table = at("german combat", "28Inf-110 1824 / 2Pz-304 1724", turn=9)
    assert steps(retreating(table, "28Inf-110", 3, "1925", "2025")) == {"2125", "2126"}


@rule("BW-9.7.leave")
def test_it_takes_no_road_that_it_would_have_to_leave_if_another_goes_on():
    """Of the roads out of 1824 one leads by 1823 into 1723, which is full; by 1925 the other goes on."""
    pieces = f"28Inf-110 1724 / 26VG-77 1624 / {PARATROOPS.format('1723')}"
    table = at("german combat", pieces, turn=9)
    moment = retreating(table, "28Inf-110", 3, "1824")
    assert steps(moment) == {"1925"}
    assert why(moment, "step 1823") == "BW-9.7.leave"
    assert steps(retreating(table, "28Inf-110", 2, "1824")) == {"1823", "1925"}, "two hexes end before 1723"


@rule("BW-9.7.along", "BW-9.7.stack")
def test_it_leaves_the_road_where_no_road_goes_on():
    """Both roads out of 1824 lead into full hexes; two hexes are owed."""
    pieces = f"28Inf-110 1724 / 26VG-77 1624 / {PARATROOPS.format('1823')} / {OTHERS.format('1925')}"
    table = at("german combat", pieces, turn=9)
    assert ways(table, "28Inf-110", 2).rank is Rank.LEFT
    assert steps(retreating(table, "28Inf-110", 2)) == {"1824"}, "the road is followed as far as it goes"
    assert why(retreating(table, "28Inf-110", 2), "step 1723") == "BW-9.7.along"
    assert steps(retreating(table, "28Inf-110", 2, "1824")) == {"1825", "1924"}
    assert why(retreating(table, "28Inf-110", 2, "1824"), "step 1925") == "BW-9.7.stack"


# ---- the end of the road ----


@rule("BW-R.36")
def test_at_the_edge_of_the_map_it_stays_on_or_next_to_a_supply_road():
    table = at("german combat", "28Inf-110 2735 / 26VG-77 2734", turn=9)
    moment = retreating(table, "28Inf-110", 2)
    assert steps(moment) == {"2835"}
    assert why(moment, "step 2635") == "BW-R.36"
    assert why(moment, "exit 2735/S") == "BW-9.7.off"


# ---- another way ----


@rule("BW-9.7.alive", "BW-R.35")
def test_a_unit_that_the_guidelines_would_cost_its_life_takes_any_other_way(fall: Fall):
    """The only road next to 1620 is full: 28/110, which attacked, has one hex to go."""
    pieces = f"28Inf-110 1620 / 26VG-77 1619 / {PARATROOPS.format('1621')}"
    table = fall("A1", "1619", pieces, "28Inf-110", step="allied combat")
    assert table.offers("step") == {"1521", "1721"}
    assert table.forbids("step 1621") == "BW-9.7.stack"
    table.do("step 1721")
    assert table.texts("BW-9.7.alive") == [
        "28/110 would be lost if it kept to the guidelines, so it may take any other route (BW-R.35)"
    ]
    roomy = fall("A1", "1619", pieces.replace(" / 101Abn-506 1621", ""), "28Inf-110", step="allied combat")
    assert roomy.where("28Inf-110") == "1621", "with room on the road there is no other way"


def test_without_any_supply_road_a_unit_goes_where_it_likes():
    """Allied units stand where every road leaves the east edge, and Liège is Allied."""
    sources = game().ground.grid.names(game().ground.sources[GERMAN])
    guards = [one.name for one in game().forces.units if one.side == ALLIED and one.type == "infantry"]
    pieces = [f"{name} {place}" for name, place in zip(guards, [*sources, "2427"], strict=False)]
    table = at("allied combat", " / ".join(["26VG-77 2426", *pieces]), turn=9)
    found = ways(table, "26VG-77", 1)
    assert (found.roads, found.rank) == (0, Rank.KEPT)
    assert steps(retreating(table, "26VG-77", 1)) == {"2326", "2425", "2526"}, "all that is in no Allied zone"
