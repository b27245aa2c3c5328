"""The Peiper Alternative (BW-36) where battalions differ, in the middle of combats, and with other options."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods import odds, outcomes
from tests.games.bitter_woods.scenes import Fall, fall
from tests.games.bitter_woods.table import at, game, hex_, units
from tests.games.bitter_woods.test_36_battalions import also
from tests.games.bitter_woods.test_36_joining import (
    FAR,
    GRENADIERS,
    LEADER,
    ON,
    PANZER,
    PARTS,
    PEIPER,
    TIGER,
    places,
    together,
    with_peiper,
)
from tests.rulemark import rule

__all__ = ["fall"]

# ---- battalions that differ, and what they owe ----


@rule("BW-R.108")
def test_a_joined_group_attacks_after_exploitation_only_if_all_of_it_was_in_reserve():
    rest = f"{LEADER} 1111 / 99Inf-394 1311 / 12SS-12 0308 reserve / L-Dietrich 0308"
    one = f"{PANZER} 1111 reserve / {TIGER} 1211 / {GRENADIERS} 1211 / {rest}"
    alone = with_peiper(one, "german exploitation", turn=3).do(f"pick {PANZER}", "go 1211")
    joined = alone.fork().do("combine", "done")
    assert joined.asked() == ("allied", "allied movement"), "two of the battalions were not in reserve"
    assert alone.do("done").asked() == ("german", "assault")
    assert "on 17AM may attack afterwards only if all of them" in game().rules["BW-R.108"].text
    every = with_peiper(f"{together('1111', 'reserve')} / {rest}", "german exploitation", turn=3).do("combine")
    every.do(f"pick {PEIPER}", "go 1211").try_("done")
    assert every.asked() == ("german", "assault")


@rule("BW-R.109", "BW-36.11.points")
def test_splitting_in_the_attack_after_exploitation_says_nothing_of_movement_points(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(game().__dict__, "crt", (("1D3",) * 6,) * 9)
    pieces = f"{PEIPER} 1111 reserve / {LEADER} 1111 / 99Inf-394 1311 reduced"
    table = with_peiper(pieces, "german exploitation", turn=3).do(f"pick {PEIPER}", "go 1211").try_("done")
    table.do("target 1311")
    while table.state.chance is None:
        table.do("done")
    table.roll(3)
    table.do("separate")
    assert table.rules("effect")[-1] == "BW-36.11.split"
    assert not table.texts("BW-36.11.points")


@rule("BW-R.110", "BW-27.1.road")
def test_in_that_attack_a_battalion_goes_as_far_by_road_as_the_others_can_follow(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(game().__dict__, "crt", (("1D3",) * 6,) * 9)
    pieces = f"{together('1111', 'reserve')} / {LEADER} 1111 / 99Inf-394 1311 reduced"
    table = with_peiper(pieces, "german exploitation", turn=3)
    for name in PARTS:
        table.do(f"pick {name}", "go 1211")
    table.try_("done").do("target 1311", *(f"join {name}" for name in PARTS), "done")
    while table.state.chance is None:
        table.do("done")
    table.roll(3).do(f"advance {PANZER}").try_("step 1311").do("dash")
    assert "2012" in table.offers("go"), "the others can dash as well"
    table.do("go 2012")
    assert table.forbids("done") == "BW-36.1"
    table.do(f"advance {TIGER}").try_("step 1311", "dash")
    assert "2012" in table.offers("go")
    assert "1211" not in table.offers("go")
    assert "BW-R.110" in table.refusal_text("stop") or table.forbids("stop") == "BW-36.1"


@rule("BW-R.109", "BW-24.4")
def test_the_group_splits_when_a_leader_has_it_stand_so_that_the_losses_can_be_paid(fall: Fall):
    attackers = "2Inf-23 1411 / 2Inf-9 1410"
    table = fall("D4", "1311", f"{PEIPER} 1311 / {LEADER} 1311 / {attackers}", step="allied combat", more=ON)
    assert table.asked() == ("german", "stand")
    assert table.options() == ["separate", "done"]
    assert table.forbids(f"influence {LEADER}") == "BW-R.83", "one unit and its leader have three steps"
    assert table.forbids("combine") == "BW-36.11"
    table.do("separate", f"influence {LEADER}")
    while table.asked()[1] == "loss":
        table.do(table.options()[0])
    assert {table.where(name).split()[0] for name in PARTS} <= {"1311", "eliminated"}
    assert "BW-24.4" in table.rules("influence")
    weak = fall("D4", "1311", f"{PEIPER} 1311 reduced / {LEADER} 1311 / {attackers}", step="allied combat", more=ON)
    assert weak.asked() == ("german", "retreat"), "a reduced group does not split"


@rule("BW-R.109")
def test_the_odds_foretell_that_a_leader_helps_a_group_that_can_split():
    pieces = f"{PEIPER} 1311 / {LEADER} 1311 / 2Inf-23 1411 / 2Inf-9 1410"
    for statuses, helped in (("", True), (" reduced", False)):
        table = at("allied combat", pieces.replace("1311 /", f"1311{statuses} /", 1), turn=9, more=ON)
        clash = odds.Clash(1, hex_("1311"), units("2Inf-23 2Inf-9"))
        assert (outcomes.effects(table.state, clash, "D4")[1].may_stand == 4) is helped
    assert "stand" in game().rules["BW-R.109"].text


@rule("BW-36.0.lead.loss", "BW-R.116")
def test_peiper_takes_no_loss_once_his_men_in_the_hex_are_gone(fall: Fall):
    pieces = f"{PANZER} 1311 reduced / 1SS-1 1311 / {LEADER} 1311 / {TIGER} 1410 / {GRENADIERS} 1410 / 2Inf-23 1411"
    table = fall("A2", "1411", pieces, more=ON).do(f"influence {LEADER}")
    assert table.offers("lose") == {*PARTS, LEADER}
    table.do(f"lose {PANZER}")
    assert table.offers("lose") == {TIGER, GRENADIERS}
    assert table.forbids(f"lose {LEADER}") == "BW-36.0.lead.loss"
    last = fall("A2", "1411", f"{PANZER} 1311 reduced / {LEADER} 1311 / 2Inf-23 1411", more=ON)
    last.do(f"influence {LEADER}", f"lose {PANZER}")
    assert places(last, PANZER, LEADER) == ["eliminated reduced", "eliminated"]
    assert "same combat" in game().rules["BW-R.116"].text


@rule("BW-36.11.split")
def test_battalions_of_a_bombarded_group_have_been_bombarded_too():
    table = with_peiper(f"{PEIPER} 1311 / {FAR}")
    table.state.bombarded[hex_("1311")] = units(PEIPER)
    table.do("separate")
    assert table.state.bombarded == {hex_("1311"): units(" ".join(PARTS))}, "BW-23.2.bombard"
    assert "BW-36.11.split" in table.rules("effect")


@rule("BW-36.5")
def test_the_battalion_is_named_only_where_it_is_what_combined_arms_lack():
    pieces = f"{together('1311')} / A-388 1211 / 2Inf-23 1411"
    for joining, told in ((PARTS, True), ((GRENADIERS,), False)):
        table = at("german combat", pieces, turn=9, more=also("combined_arms")).do("target 1411")
        table.do(*(f"join {name}" for name in joining), "done", "add A-388")
        assert ("BW-36.5" in {one for one, _ in table.tally()}) is told, "without tanks a regiment would not help"


@rule("BW-36.1", "BW-R.110")
def test_a_battalion_does_not_leave_the_map_where_the_other_two_would_be_too_far_apart():
    far = "106Inf-424 3001"
    between = with_peiper(f"{PANZER} 5520 / {TIGER} 5518 moved / {GRENADIERS} 5522 moved / {far}").do(f"pick {PANZER}")
    assert not between.offers("exit")
    assert between.forbids("exit 5520/SW") == "BW-36.1"
    assert "BW-R.110" in between.refusal_text("exit 5520/SW")
    follows = with_peiper(f"{PANZER} 5520 / {TIGER} 5518 / {GRENADIERS} 5522 moved / {far}").do(f"pick {PANZER}")
    assert "5520/SW" in follows.offers("exit"), "the Tigers can still come to the grenadiers"


@rule("BW-38.2.7")
@pytest.mark.parametrize("pieces", [together("2211"), f"{PEIPER} 2211"])
def test_air_supply_reaches_battalions_and_leader_and_goes_on_when_they_join_or_split(pieces: str):
    ring = "30Inf-119 2210 / 82Abn-504 2311 / 30Inf-117 2111 / 82Abn-505 2212"
    more = also("events_19") + '[markers]\neffects = ["BW-38.2.7"]\n'
    table = at("german movement", f"{pieces} / {LEADER} 2211 / {ring}", turn=8, more=more)
    table.try_("combine", "separate")
    while table.state.phase != "allied movement":
        table.do("done")
    there = [name for name in (*PARTS, PEIPER, LEADER) if table.where(name) == "2211"]
    assert len(there) in (2, 4)
    assert not any(table.has("unsupplied", name) for name in there)
    assert {table.state.supply(name).rule for name in there} == {"BW-38.2.7"}
