"""Leaders (BW-24) and the accelerated reaction of Allied leaders (BW-34): options."""

from __future__ import annotations

from typing import cast

import pytest

from ardennes.engine.errors import BadOption, PositionError
from ardennes.games.bitter_woods import leaders, outcomes
from ardennes.games.bitter_woods.forces import FOOT, WHEELS
from ardennes.games.bitter_woods.queries import Situation
from ardennes.games.bitter_woods.terrain import DRY, FREEZE, MUD
from tests.games.bitter_woods.scenes import Fall, fall, why
from tests.games.bitter_woods.scenes import steps as steps_of
from tests.games.bitter_woods.table import Table, at, game, hex_, unit
from tests.games.bitter_woods.test_optional_dice import options
from tests.rulemark import rule

__all__ = ["fall"]

LEADERS = options("leaders")
FORT = '[markers]\nforts = ["2426"]\n'
BASTOGNE = "PzLehr-901 2326 / 101Abn-501 2426 / 101Abn-502 2426 / L-Middleton 2527"


def led(step: str, pieces: str, *, turn: int = 9, more: str = "", also: tuple[str, ...] = ()) -> Table:
    """A position with leaders in play."""
    return at(step, pieces, turn=turn, more=options("leaders", *also) + more)


def steps(table: Table, *names: str) -> int:
    return sum(table.state.steps(unit(name)) for name in names)


# ---- 24.4: the examples ----


@rule("BW-24.4", "BW-R.83", "BW-R.79")
def test_a_stack_in_bastogne_takes_its_loss_and_then_two_more_to_remain(fall: Fall):
    table = fall("1D2", "2426", BASTOGNE, more=LEADERS + FORT)
    assert table.asked() == ("allied", "loss")
    table.do("lose 101Abn-501")
    assert table.asked() == ("allied", "stand")
    assert table.options() == ["influence L-Middleton", "done"]
    table.do("influence L-Middleton", "lose 101Abn-502", "lose 101Abn-502")
    assert steps(table, "101Abn-501", "101Abn-502") == 1
    assert table.where("101Abn-501") == "2426 reduced"


@rule("BW-24.4")
def test_or_it_retreats_two_hexes_and_nothing_between(fall: Fall):
    table = fall("1D2", "2426", BASTOGNE, more=LEADERS + FORT).do("lose 101Abn-501", "done")
    assert table.asked()[1] in ("retreat", "way")
    assert table.forbids("influence L-Middleton") == "BW-24.4"
    assert table.state.frames[-1].hexes == 2


@rule("BW-24.4.shock", "BW-21.3.retreat")
def test_shocked_units_retreat_while_the_others_stand(fall: Fall):
    pieces = BASTOGNE.replace("101Abn-501 2426", "101Abn-501 2426 shocked")
    table = fall("1D2", "2426", pieces, more=options("leaders", "bombardment"))
    table.do("lose 101Abn-501", "influence L-Middleton")
    assert table.texts("BW-24.4.shock") == ["101/501 must still retreat"]
    while table.asked()[1] in ("loss", "retreat", "way"):
        table.do(table.options()[0])
    assert table.where("101Abn-501") not in ("2426", "2426 reduced")


@rule("BW-24.4.shock")
def test_alone_they_cannot_be_kept_but_in_a_fortification_they_may_remain(fall: Fall):
    pieces = "PzLehr-901 2326 / 101Abn-501 2426 shocked / L-Middleton 2527"
    both = options("leaders", "bombardment")
    assert "BW-24.4.shock" in {
        bar.rule for bar in leaders.bars(open_ground(both, pieces).state, 1, 2, 1 << unit("101Abn-501"))
        if bar.units >> unit("L-Middleton") & 1
    }  # fmt: skip
    assert fall("D2", "2426", pieces, more=both).asked()[1] != "stand"
    assert fall("D2", "2426", pieces, more=both + FORT).asked()[1] == "stand"


def open_ground(more: str, pieces: str) -> Table:
    return at("german combat", pieces, turn=9, more=more)


def test_a_leader_helps_attackers_too_and_again_in_the_enemys_turn(fall: Fall):
    pieces = "PzLehr-901 2326 / L-Manteuffel 2326 / 101Abn-501 2426"
    table = fall("A2", "2426", pieces, more=LEADERS)
    assert table.asked() == ("german", "stand")
    table.do("influence L-Manteuffel")
    assert "BW-24.4" in table.rules("influence")
    assert table.state.influenced == {unit("L-Manteuffel"): 1}
    while table.state.phasing == 0:
        table.do(table.options()[-1])
    assert table.state.influenced == {}
    assert table.state.phasing == 1


# ---- 24.1, 24.2: influence and range ----


@rule("BW-24.1")
def test_a_leader_influences_no_more_battles_than_his_figure(fall: Fall):
    pieces = f"{BASTOGNE} / L-Hodges 2427"
    table = fall("D2", "2426", pieces, more=LEADERS + '[markers]\ninfluenced = { L-Middleton = 2 }\n')
    assert table.offers("influence") == {"L-Hodges"}
    assert table.forbids("influence L-Middleton") == "BW-24.1"


@rule("BW-24.2")
def test_a_leaders_range_is_counted_in_hexes(fall: Fall):
    near, far = (fall("D2", "2426", f"{BASTOGNE} / L-Hodges {place}", more=LEADERS) for place in ("2726", "2826"))
    assert near.offers("influence") == {"L-Hodges", "L-Middleton"}
    assert far.forbids("influence L-Hodges") == "BW-24.2"


@rule("BW-24.2")
def test_the_line_does_not_run_through_enemy_zones_but_where_a_friend_is(fall: Fall):
    pieces = "PzLehr-901 2326 / 2Pz-2 2525 / 101Abn-501 2426 / L-Middleton 2527 / L-Hodges 2423"
    cut = fall("D2", "2426", pieces, "PzLehr-901", more=LEADERS)
    assert cut.forbids("influence L-Hodges") == "BW-24.2"
    state = cut.state
    assert not leaders.reach(state, unit("L-Hodges")) >> hex_("2426") & 1
    held = fall("D2", "2426", f"{pieces} / 101Abn-506 2424", "PzLehr-901", more=LEADERS)
    assert leaders.reach(held.state, unit("L-Hodges")) >> hex_("2424") & 1


# ---- 24.3: movement, stacking, alone ----


@rule("BW-24.3")
def test_a_leader_pays_the_cheaper_of_both_columns_for_every_hex():
    ground, forces = game().ground, game().forces
    assert {forces.pays[leader] for leader in range(len(forces.units)) if forces.leaders >> leader & 1} == {FOOT}
    crosser, walker, rider = (game().crossers[unit(name)] for name in ("L-Hodges", "101Abn-501", "PzLehr-901"))
    assert (walker.pays, rider.pays) == (FOOT, WHEELS)
    for season in (DRY, MUD, FREEZE):
        his, foot, wheels = (ground.costs(kind, season, 0) for kind in (crosser, walker, rider))
        for i in ground.grid:
            for j in ground.grid.bits(ground.ring[i]):
                both = [cost for costs in (foot, wheels) if (cost := costs.cost(i, j)) is not None]
                assert his.cost(i, j) == min(both, default=None)
    table = led("allied movement", "L-Hodges 2427 / 101Abn-501 2426").do("pick L-Hodges", "go 2428")
    assert table.rules("move") == ["BW-24.3"]


@rule("BW-24.3")
def test_leaders_do_not_count_in_a_stack_but_a_hex_takes_one():
    three = "101Abn-501 2426 / 101Abn-502 2426 / 101Abn-506 2426 / L-Middleton 2426"
    table = led("allied movement", f"{three} / L-Hodges 2427").do("pick L-Hodges")
    assert "2527" in table.offers("go")
    assert table.forbids("go 2426") == "BW-24.3"
    other = led("allied movement", "101Abn-501 2426 / 101Abn-502 2426 / 101Abn-506 2426 / L-Hodges 2427")
    assert "2426" in other.do("pick L-Hodges").offers("go")


@rule("BW-8.2.remove")
def test_a_german_leader_ends_a_fortification_that_he_enters_or_passes():
    for place in ("2426", "2527"):
        table = led("german movement", "L-Manteuffel 2326 / PzLehr-901 2326 / 4Inf-12 3030", more=FORT)
        table.do("pick L-Manteuffel", "step 2426").try_(*([f"step {place}"] if place != "2426" else []), "stop")
        assert table.where("L-Manteuffel") == place
        assert not table.state.forts
        assert "BW-8.2.remove" in table.rules("position")
    own = led("allied movement", "L-Middleton 2326 / PzLehr-901 3030 / 4Inf-12 2326", more=FORT)
    own.do("pick L-Middleton", "go 2426")
    assert own.state.forts


@rule("BW-24.3.alone", "BW-R.80")
def test_a_leader_does_not_enter_an_enemy_zone_without_a_friend():
    table = led("allied movement", "PzLehr-901 2326 / 101Abn-501 2426 / L-Middleton 2528").do("pick L-Middleton")
    assert "2426" in table.offers("go"), "a friend is there"
    assert table.forbids("go 2425") == "BW-24.3.alone"
    assert "BW-R.80" in table.refusal_text("go 2425")


@rule("BW-24.3.alone", "BW-R.82")
def test_a_leader_alone_is_lost_when_an_enemy_comes_next_to_him():
    table = led("german movement", "PzLehr-901 2326 / L-Middleton 2427 / 101Abn-501 3030").do("pick PzLehr-901")
    table.do("go 2426")
    assert table.where("L-Middleton") == "eliminated"
    assert "BW-24.3.alone" in table.rules("loss")
    assert "BW-R.82" in table.texts("BW-24.3.alone")[0]


@rule("BW-R.82")
def test_artillery_has_no_zone_for_him_and_an_enemy_who_passes_has():
    gun = led("german movement", "A-401 2325 / L-Middleton 2427 / 101Abn-501 3030").do("pick A-401", "go 2326")
    assert gun.where("L-Middleton") == "2427"
    passing = led("german movement", "PzLehr-901 2325 / L-Middleton 2527 / 101Abn-501 3030")
    passing.do("pick PzLehr-901", "step 2425", "step 2526", "step 2625", "stop")
    assert passing.where("L-Middleton") == "eliminated"
    assert "BW-R.82" in passing.texts("BW-24.3.alone")[0]


@rule("BW-24.3.alone")
def test_a_leader_has_no_zone_and_no_strength():
    table = led("allied combat", "PzLehr-901 2326 / 101Abn-501 2426 / L-Middleton 2426")
    table.do("target 2326")
    assert table.forbids("join L-Middleton") == "BW-24.3.alone"
    far = led("german combat", "L-Hodges 2010 / PzLehr-901 2326 / 101Abn-501 2426")
    assert "2010" not in far.state.zoc("allied")


@rule("BW-24.3.alone")
def test_a_leader_whose_last_unit_leaves_him_in_an_enemy_zone_is_lost():
    table = led("allied movement", "PzLehr-901 2326 / 101Abn-501 2426 / L-Middleton 2426")
    table.do("pick 101Abn-501", "go 2528")
    assert table.where("L-Middleton") == "eliminated"
    assert table.texts("BW-24.3.alone")


# ---- 24.3: in combat ----


@rule("BW-24.3.fight", "BW-R.81")
def test_a_leader_may_be_given_up_for_a_loss_and_counts_for_no_victory(fall: Fall):
    table = fall("1D2", "2426", BASTOGNE.replace("2527", "2426"), more=LEADERS)
    assert table.offers("lose") == {"101Abn-501", "101Abn-502", "L-Middleton"}
    table.do("lose L-Middleton")
    assert table.where("L-Middleton") == "eliminated"
    assert not table.state.lost(1)
    assert "BW-R.81" in table.texts("BW-24.3.fight")[0]


@rule("BW-24.3.fight")
def test_a_leader_advances_with_the_units_with_which_he_is_stacked(fall: Fall):
    pieces = "PzLehr-901 2326 / L-Manteuffel 2326 / L-Brandenberger 2325 / 101Abn-501 2426"
    table = fall("DE", "2426", pieces, more=LEADERS)
    assert table.offers("advance") == {"PzLehr-901", "L-Manteuffel"}
    table.do("advance PzLehr-901").try_("step 2426", "stop").do("advance L-Manteuffel").try_("step 2426", "stop")
    assert table.where("L-Manteuffel") == "2426"


@rule("BW-24.3.alone", "BW-R.82")
def test_a_leader_all_of_whose_units_have_fallen_does_not_advance(fall: Fall):
    """Both sides of a firefight are reduced, and the defender's hex is left empty."""
    pieces = "2Pz-2 1520 reduced / L-Manteuffel 1520 / 26VG-39 1419 / 28Inf-110 1519 reduced / 4Inf-12 5302"
    alone = fall("FF", "1519", pieces, "2Pz-2", "26VG-39", more=LEADERS).do("lose 2Pz-2")
    assert alone.offers("advance") == {"26VG-39"}
    assert alone.where("L-Manteuffel") == "1520", "no enemy zone is there"
    other = fall("FF", "1519", pieces, "2Pz-2", "26VG-39", more=LEADERS).do("lose 26VG-39")
    assert other.offers("advance") == {"2Pz-2", "26VG-39", "L-Manteuffel"}
    lost = fall("FF", "1519", f"{pieces} / 28Inf-112 1620", "2Pz-2", "26VG-39", more=LEADERS).do("lose 2Pz-2")
    assert lost.where("L-Manteuffel") == "eliminated", "alone in an enemy zone, and not on his way anywhere"


@rule("BW-R.81")
def test_a_leader_retreats_when_all_units_of_his_hex_do(fall: Fall):
    table = fall("D2", "2426", BASTOGNE.replace("2527", "2426"), more=LEADERS).do("done")
    assert "BW-R.81" in table.rules("retreat")
    while table.asked()[1] in ("retreat", "way"):
        table.do(table.options()[0])
    assert table.where("L-Middleton") not in ("2426", "eliminated")
    assert table.state.decision.step != "stand"


@rule("BW-R.82")
def test_a_leader_is_judged_alone_when_his_units_are_eliminated(fall: Fall):
    table = fall("DE", "2426", BASTOGNE.replace("2527", "2426"), more=LEADERS)
    assert table.where("L-Middleton") == "eliminated"
    assert "BW-R.82" in table.texts("BW-24.3.alone")[0]


@rule("BW-R.83")
def test_units_without_enough_steps_retreat(fall: Fall):
    pieces = "PzLehr-901 2326 / 101Abn-501 2426 reduced / L-Middleton 2527"
    assert fall("D2", "2426", pieces, more=LEADERS).asked()[1] != "stand"
    table = at("german combat", pieces, turn=9, more=LEADERS)
    bars = leaders.bars(table.state, 1, 2, 1 << unit("101Abn-501"))
    assert [bar.rule for bar in bars if bar.units >> unit("L-Middleton") & 1] == ["BW-R.83"]


@rule("BW-24.4.shock")
def test_attackers_out_of_range_retreat_while_others_stand(fall: Fall):
    pieces = "PzLehr-901 2326 / PzLehr-902 2527 / L-Brandenberger 2323 / 101Abn-501 2426"
    table = fall("A1", "2426", pieces, more=LEADERS)
    table.do("influence L-Brandenberger")
    assert table.texts("BW-24.4.shock")
    while table.asked()[1] in ("retreat", "way", "loss"):
        table.do(table.options()[0])
    assert table.where("PzLehr-901") == "2326 reduced"
    assert table.where("PzLehr-902") != "2527"


def test_the_odds_say_that_the_defender_may_stand():
    table = led("german combat", BASTOGNE)
    attack_ = table.do("target 2426").try_("join PzLehr-901")
    battle = attack_.state.battle()
    assert battle is not None
    stands = {one.label: one.defender.may_stand for one in table.state.odds(battle).outcomes}
    assert {label: n for label, n in stands.items() if n} == {
        label: int(label[-1]) for label in stands if label.startswith(("D", "1D")) and label != "DE"
    }
    plain = at("german combat", BASTOGNE.rpartition(" / ")[0], turn=9).do("target 2426").try_("join PzLehr-901")
    battle = plain.state.battle()
    assert battle is not None
    assert not any(one.defender.may_stand for one in plain.state.odds(battle).outcomes)


@rule("BW-R.83")
def test_the_odds_count_the_loss_that_comes_before_the_stand(fall: Fall):
    def foretold(pieces: str, label: str) -> int:
        table = led("german combat", pieces).do("target 2426").try_("join PzLehr-901")
        clash = table.state.clash()
        assert clash is not None
        return outcomes.effects(table.state, clash, label)[1].may_stand

    one = "PzLehr-901 2326 / 101Abn-501 2426 / L-Middleton 2527"
    assert (foretold(one, "D2"), foretold(one, "1D2")) == (2, 0), "one step is left after the loss, and two are needed"
    assert fall("1D2", "2426", one, more=LEADERS).asked()[1] != "stand"
    assert (foretold(BASTOGNE, "1D2"), foretold(BASTOGNE, "1D3"), foretold(BASTOGNE, "1D4")) == (2, 3, 0)
    with_him = one.replace("2527", "2426")
    assert foretold(with_him, "1D2") == 2, "he may be given up too"
    table = led("german combat", with_him)
    assert any(bar.rule == "BW-R.83" for bar in leaders.bars(table.state, 1, 4, table.state.stack(hex_("2426"))))


# ---- 24.5: reserves ----

QUIET = " / 101Abn-501 3030"


def exploiting(pieces: str, *, side: str = "german", turn: int = 9) -> Table:
    """An Exploitation Phase, come to through a Combat Phase without combat."""
    table = led(f"{side} movement", pieces, turn=turn).do("done")
    assert table.state.phase == f"{side} exploitation"
    return table


@rule("BW-24.5")
def test_mechanized_units_in_supply_are_put_in_reserve_and_then_neither_move_nor_fight():
    table = led("german reserve", "PzLehr-901 2326 / L-Manteuffel 2326 / 26VG-78 2325" + QUIET, turn=3)
    assert table.offers("reserve") == {"PzLehr-901"}
    assert table.forbids("reserve 26VG-78") == table.forbids("reserve L-Manteuffel") == "BW-24.5"
    table.do("reserve PzLehr-901")
    assert table.do("pick PzLehr-901").forbids("go 2325") == "BW-24.5"
    assert "BW-24.5" in table.rules("reserve")


@rule("BW-24.5.release", "BW-R.84")
def test_a_unit_in_reserve_needs_a_leader_in_its_hex():
    pieces = "PzLehr-901 2326 reserve / PzLehr-902 2326 reserve / PzLehr-130 2325 reserve / L-Manteuffel 2326"
    table = exploiting(pieces + QUIET)
    assert table.offers("pick") == {"PzLehr-901", "PzLehr-902", "L-Manteuffel"}
    assert table.forbids("pick PzLehr-130") == "BW-24.5.release"
    assert table.texts("BW-24.5.release") == ["Manteuffel releases Lehr/901 and Lehr/902 from reserve (BW-R.84)"]


@rule("BW-24.5.release")
@pytest.mark.parametrize(
    ("leader", "army", "freed"),
    [("L-Manteuffel", "PzLehr-901", True), ("L-Dietrich", "1SS-1", False), ("L-Dietrich", "12SS-25", False)],
)
def test_only_some_leaders_release_after_they_have_moved(leader: str, army: str, freed: bool):
    table = exploiting(f"{army} 2326 reserve / FuhEs 2320 reserve / {leader} 2326 travelled" + QUIET)
    assert (army in table.offers("pick")) is freed
    assert freed or table.forbids(f"pick {army}") == "BW-24.5.release"
    assert table.events(rule="BW-24.5.release") or not freed
    stayed = exploiting(f"{army} 2326 reserve / {leader} 2326" + QUIET)
    assert army in stayed.offers("pick")


@rule("BW-24.5.alone")
def test_peiper_and_the_fuhrer_escort_need_no_leader():
    table = exploiting("1SS-Peiper 2326 reserve / FuhEs 2320 reserve / 1SS-1 2325 reserve" + QUIET)
    assert table.offers("pick") == {"1SS-Peiper", "FuhEs"}
    assert table.rules("reserve") == ["BW-24.5.alone"] * 2


@rule("BW-24.5.leader")
def test_a_leader_who_has_released_a_unit_moves_too_if_he_had_not_moved():
    table = exploiting("PzLehr-901 2326 reserve / L-Manteuffel 2326 / L-Dietrich 2320" + QUIET)
    assert table.forbids("pick L-Dietrich") == "BW-24.5.leader"
    table.do("pick L-Manteuffel", "go 2325")
    assert "BW-24.5.leader" in table.rules("move")
    moved = exploiting("PzLehr-901 2326 reserve / L-Manteuffel 2326 travelled marched" + QUIET)
    assert moved.forbids("pick L-Manteuffel") == "BW-24.5.leader"
    advanced = exploiting("PzLehr-901 2326 reserve / L-Manteuffel 2326 travelled" + QUIET)
    assert "L-Manteuffel" in advanced.offers("pick"), "he came there in an advance, not in the Movement Phase"


@rule("BW-24.5.end")
def test_a_lost_german_leader_ends_the_reserves_of_his_army():
    pieces = "2Pz-2 2319 reserve / 1SS-1 2320 reserve / L-Manteuffel 2326 / 2Pz-304 2226"
    table = led("german movement", pieces + " / 101Abn-501 2526")
    table.state.eliminate(unit("L-Manteuffel"), "BW-24.3.alone", "for this test")
    assert (table.has("reserve", "2Pz-2"), table.has("reserve", "1SS-1")) == (False, True)
    assert "BW-24.5.end" in table.rules("reserve")


@rule("BW-24.5.end")
def test_a_unit_next_to_an_enemy_is_in_reserve_no_longer():
    table = led("allied movement", "4Arm-CCA 2430 / 101Abn-501 2428 / PzLehr-901 2326", turn=12)
    other = led("german movement", "PzLehr-901 2326 reserve / 2Pz-2 2325 / 101Abn-501 2727")
    assert other.has("reserve", "PzLehr-901")
    other.state.stand(unit("4Arm-CCA"), hex_("2426"))
    assert not other.has("reserve", "PzLehr-901")
    assert "BW-24.5.end" in other.rules("reserve")
    assert table.state.phasing == 1


@rule("BW-24.5.monty")
def test_only_montgomery_leads_both_nations(fall: Fall):
    pieces = "PzLehr-901 2326 / 101Abn-501 2426 / L-Montgomery 2527 / L-Hodges 2427"
    american = fall("D2", "2426", pieces, more=LEADERS, turn=15)
    assert american.offers("influence") == {"L-Montgomery", "L-Hodges"}
    british = fall("D2", "2426", pieces.replace("101Abn-501", "GdsArm-32"), more=LEADERS, turn=15)
    assert british.offers("influence") == {"L-Montgomery"}
    assert british.forbids("influence L-Hodges") == "BW-24.5.monty"


@rule("BW-24.5.monty")
def test_an_american_leader_does_not_release_british_reserves():
    pieces = "GdsArm-5 2430 reserve / 4Arm-CCA 2430 reserve / L-Patton 2430 / PzLehr-901 2320"
    table = exploiting(pieces, side="allied", turn=15)
    assert table.offers("pick") == {"4Arm-CCA", "L-Patton"}
    assert table.forbids("pick GdsArm-5") == "BW-24.5.monty"


# ---- 24.6: armies ----


@rule("BW-24.6")
def test_a_german_leader_releases_only_his_own_army(fall: Fall):
    pieces = "PzLehr-901 2326 reserve / 1SS-1 2326 reserve / L-Manteuffel 2326"
    table = exploiting(pieces + QUIET)
    assert table.forbids("pick 1SS-1") == "BW-24.6"
    any_army = fall("A2", "2426", "1SS-1 2326 / L-Manteuffel 2325 / 101Abn-501 2426", more=LEADERS)
    assert any_army.offers("influence") == {"L-Manteuffel"}


@rule("BW-24.6.attach", "BW-R.85")
def test_an_arriving_mechanized_unit_is_attached_to_an_army():
    table = led("german movement", "PzLehr-901 2326" + QUIET, turn=7)
    comer = next(name for name in sorted(table.offers("pick")) if game().forces.mechanized >> unit(name) & 1
                 and table.state.at[unit(name)] < 0)  # fmt: skip
    table.do(f"pick {comer}")
    assert table.offers("attach") == {"6Pz", "5Pz", "7"}
    assert table.forbids("done") == "BW-24.6.attach"
    table.do("attach 7")
    assert "BW-R.85" in table.texts("BW-24.6.attach")[0]
    assert table.state.army_of(unit(comer)) == "7"
    assert table.state.of_army("7") >> unit(comer) & 1
    printed = game().forces.units[unit(comer)].army
    assert printed != "7"
    assert not table.state.of_army(printed) >> unit(comer) & 1


@rule("BW-R.85", "BW-R.8")
@pytest.mark.parametrize(("army", "short"), [("6Pz", True), ("5Pz", False), ("7", False)])
def test_a_unit_that_is_attached_shares_the_shortage_of_its_army_and_of_no_other(army: str, short: bool):
    table = led("german movement", "PzLehr-901 2326" + QUIET, turn=7, more='[tracks]\nshortage = "6Pz"\n')
    comer = next(name for name in ("2SS-2", "2SS-3", "2SS-4") if name in table.offers("pick"))
    table.do(f"pick {comer}", f"attach {army}")
    assert "BW-R.85" in table.texts("BW-24.6.attach")[0]
    assert table.has("unsupplied", comer) is short
    assert list(game().invariants(table.state)) == []
    table.do(f"enter {min(table.offers('enter'))}").try_("stop")
    assert ("its army is short of supply (BW-R.8)" in table.events("arrival")[-1].text) is short
    assert "of that army that enters" in game().rules["BW-R.8"].text


@rule("BW-24.6.attach")
def test_a_unit_comes_in_only_as_one_of_an_army_whose_boundaries_let_it():
    table = led("german movement", "PzLehr-901 2326" + QUIET, turn=5)
    state = table.state.copy()
    state.push("attach", unit("FuhEs"))
    assert why(state, "attach 7") == why(state, "attach 6Pz") == "BW-5.4"
    table.do("pick FuhEs")
    assert table.state.army_of(unit("FuhEs")) == "5Pz"
    assert table.texts("BW-24.6.attach")


@rule("BW-24.6.bounds")
def test_army_boundaries_bind_german_leaders():
    table = led("german movement", "L-Dietrich 1214 / 12VG-27 1213 / 99Inf-393 1510", turn=3).do("pick L-Dietrich")
    closed = game().ground.closed["6Pz"]
    near = game().ground.grid.names(game().ground.ring[hex_("1214")] & closed)
    assert near
    assert not table.offers("go") & set(game().ground.grid.names(closed))
    assert "BW-24.6.bounds" in table.refusal_text(f"go {near[0]}")
    later = led("german movement", "L-Dietrich 1214 / 12VG-27 1213 / 99Inf-393 1510", turn=8).do("pick L-Dietrich")
    assert later.offers("go") & set(game().ground.grid.names(closed))


# ---- 34: Allied leaders react sooner ----


@rule("BW-34.0", "BW-R.86")
def test_allied_leaders_have_their_full_allowance_on_16am_only_with_the_option():
    pieces = "L-Hodges 2008 / 2Inf-9 2009 / 326VG-751 0804"
    slow = led("allied movement", pieces, turn=1).do("pick L-Hodges")
    fast = led("allied reserve", f"{pieces} / 9Arm-CCB 2608", turn=1, also=("accelerated_leaders",)).do("done")
    assert "BW-34.0" in fast.rules("effect")
    fast.do("pick L-Hodges")
    assert slow.offers("go") < fast.offers("go")
    far = min(fast.offers("go") - slow.offers("go"))
    assert "BW-R.86" in slow.refusal_text(f"go {far}")


def test_the_accelerated_reaction_needs_leaders():
    with pytest.raises(BadOption, match="leaders"):
        game().start("campaign", accelerated_leaders=True)


# ---- without the option; position files ----


def test_without_the_option_no_leader_is_in_play():
    state = cast(Situation, game().start("campaign"))
    assert {state.at[leader] for leader in range(len(state.at)) if game().forces.leaders >> leader & 1} == {-7}
    with pytest.raises(PositionError, match="leaders"):
        at("german combat", "L-Dietrich 0312")


@pytest.mark.parametrize(
    ("pieces", "more", "fault"),
    [
        ("L-Hodges 2426 / L-Middleton 2426", "", "two leaders"),
        ("L-Hodges 2425 / PzLehr-901 2325", "", "alone in an enemy ZOC"),
        ("L-Hodges 2426 reserve", "", "reserve"),
        ("101Abn-501 2426 travelled", "", "travelled"),
        ("L-Hodges 2426", "[markers]\ninfluenced = { L-Hodges = 3 }\n", "1 to 2 battles"),
        ("101Abn-501 2426", "[markers]\ninfluenced = { 101Abn-501 = 1 }\n", "not a leader"),
        ("FuhEs 2426", '[markers]\nattached = { FuhEs = "8" }\n', "no German army"),
        ("101Abn-501 2426", '[markers]\nattached = { 101Abn-501 = "7" }\n', "not a German mechanized"),
    ],
)
def test_a_position_with_leaders_where_none_can_be_is_refused(pieces: str, more: str, fault: str):
    with pytest.raises(PositionError, match=fault):
        led("german movement", pieces, more=more)


def test_a_stand_survives_saving(fall: Fall):
    table = fall("D2", "2426", BASTOGNE, more=LEADERS)
    again = type(table.state).from_json(game(), table.state.to_json())
    assert again.key() == table.state.key()
    assert [str(option) for option in again.decision.options] == table.options()


@rule("BW-24.3.alone")
def test_a_leader_does_not_come_in_by_a_road_in_an_enemy_zone():
    near = game().ground.grid.names(game().ground.ring[hex_("2035")] & game().ground.ring[hex_("2034")])
    table = led("allied movement", f"2Pz-2 {near[0]} / 101Abn-501 3030", turn=10)
    state = table.state.copy()
    state.push("enter", unit("L-Patton"))
    assert steps_of(state) == {"2235"}
    assert why(state, "enter 2035") == "BW-24.3.alone"


@rule("BW-5.2.saved")
def test_a_leader_who_has_come_in_is_not_picked_again_while_others_wait():
    table = led("allied movement", "PzLehr-901 2326 / 101Abn-501 2426 / L-Patton pool", turn=11)
    table.do("pick L-Patton", "enter 2235")
    table.try_("stop")
    assert table.offers("pick") > {"80Inf-317"}, "others still wait"
    assert table.forbids("pick L-Patton") == "BW-5.2.saved"


# ---- supply ----

CUT_OFF = (
    "101Abn-501 2426 / 26VG-39 2425 / 26VG-77 2427 / 26VG-78 2326 / 212VG-316 2526 / 212VG-320 2327 / 212VG-423 2525"
)


@rule("BW-12.5.lasts")
def test_an_air_drop_supplies_a_leader_in_the_hex_too():
    table = led("german supply", f"{CUT_OFF} / L-Middleton 2426", turn=17)
    dropped = table.fork().do("drop 2426").try_("done").roll(1)
    assert not dropped.has("unsupplied", "101Abn-501")
    assert not dropped.has("unsupplied", "L-Middleton")
    assert any("Middleton" in text for text in dropped.texts("BW-12.5.lasts"))
    assert table.try_("done").roll(1).has("unsupplied", "L-Middleton")
    assert any("Middleton" in text for text in table.texts("BW-12.4")), "the log says that he is cut off"
