"""The Peiper Alternative (BW-36): two hexes, scare, integrity, combined arms, engagements, zones, and the leader."""

from __future__ import annotations

import pytest

from ardennes.engine.errors import PositionError
from ardennes.games.bitter_woods import leaders, obligations, zones
from tests.games.bitter_woods.scenes import Fall, attack, fall, led
from tests.games.bitter_woods.table import Table, at, game, hex_, hexes, toml, unit, units
from tests.games.bitter_woods.test_36_joining import (
    FAR,
    GRENADIERS,
    LEADER,
    ON,
    PANZER,
    PARTS,
    PEIPER,
    TIGER,
    picks,
    places,
    together,
    with_peiper,
)
from tests.games.bitter_woods.test_optional_dice import declared, die_due, options
from tests.rulemark import rule

__all__ = ["fall"]


def also(*names: str) -> str:
    """The variant with other options."""
    return options("leaders", "spearheads", "peiper_alternative", *names)


# ---- 36.1: within two hexes ----

SPLIT = f"{PANZER} 1311 / {TIGER} 1311 / {GRENADIERS} 1311 / {FAR}"


@rule("BW-36.1", "BW-R.110")
def test_the_last_to_move_ends_within_two_hexes_of_another_and_the_first_goes_where_they_can_follow():
    table = with_peiper(SPLIT).do(f"pick {PANZER}")
    assert "1912" in table.offers("go"), "the others can follow along the road"
    table.do("go 1912")
    assert table.forbids("done") == "BW-36.1"
    assert {duty.rule for duty in table.state.decision.obligations} == {"BW-36.1"}
    assert {duty.who for duty in table.state.decision.obligations} == {TIGER, GRENADIERS}
    table.do(f"pick {TIGER}", "go 1811")
    assert table.forbids("done") == "BW-36.1", "the grenadiers are alone in 1311"
    table.do(f"pick {GRENADIERS}")
    assert table.forbids("go 1211") == "BW-36.1"
    assert "BW-R.110" in table.refusal_text("go 1211")
    near = {place for place in table.offers("go") if min(gap(place, "1912"), gap(place, "1811")) <= 2}
    assert near == table.offers("go") != set()
    table.do("go 1711")
    assert "done" in table.options()


def gap(one: str, other: str) -> int:
    return game().ground.grid.distance(hex_(one), hex_(other))


@rule("BW-36.1")
def test_a_battalion_does_not_leave_others_that_can_no_longer_follow():
    table = with_peiper(f"{PANZER} 1311 / {TIGER} 1311 moved / {GRENADIERS} 1311 moved / {FAR}").do(f"pick {PANZER}")
    assert table.forbids("go 1711") == "BW-36.1"
    assert all(gap(place, "1311") <= 2 for place in table.offers("go"))
    table.do("step 1411", "step 1511")
    assert "stop" in table.options()
    table.do("step 1610")
    assert table.forbids("stop") == "BW-36.1"


@rule("BW-36.1")
def test_two_must_be_near_each_other_and_one_alone_goes_where_it_likes():
    pair = with_peiper(f"{PANZER} 1311 / {TIGER} eliminated / {GRENADIERS} 1311 moved / {FAR}").do(f"pick {PANZER}")
    assert pair.forbids("go 1711") == "BW-36.1"
    single = with_peiper(f"{PANZER} 1311 / {TIGER} eliminated / {GRENADIERS} eliminated / {FAR}").do(f"pick {PANZER}")
    assert "1711" in single.offers("go")


@rule("BW-36.1")
def test_enemies_between_them_do_not_matter_and_other_regiments_and_the_leader_do_not_count():
    between = f"{PANZER} 1312 / {GRENADIERS} 1512 moved / 2Inf-23 1412 / 12SS-25 0308 / {FAR}"
    table = with_peiper(between)
    assert "done" in table.options()
    helped = with_peiper(f"{PANZER} 1311 moved / {GRENADIERS} 1711 / 1SS-1 1610 moved / {LEADER} 1610 moved / {FAR}")
    assert helped.forbids("done") == "BW-36.1"


@rule("BW-36.1", "BW-R.110")
def test_where_nothing_brings_them_together_the_phase_ends_and_says_so():
    table = with_peiper(f"{PANZER} 1311 moved / {TIGER} 4815 moved / 12SS-25 0308 / {FAR}").do("done")
    assert {text.partition(" could")[0] for text in table.texts("BW-36.1")} == {"1 SS Pz Bn", "SS Abt 501"}
    assert all("BW-R.110" in text for text in table.texts("BW-36.1"))


@rule("BW-36.1")
def test_an_advance_ends_where_others_that_may_advance_can_follow_and_they_must(fall: Fall):
    behind = f"{PANZER} 1311 / {TIGER} 1211 / {GRENADIERS} 1211 / 2Inf-23 1411"
    alone = led(fall("D4", "1411", behind, PANZER, more=ON))
    alone.do(f"advance {PANZER}").try_("step 1411")
    assert "stop" in alone.options()
    if "1511" in alone.offers("step"):
        alone.do("step 1511")
        assert alone.forbids("stop") == "BW-36.1"
    both = led(fall("D4", "1411", f"{together('1311')} / 2Inf-23 1411", more=ON))
    both.do(f"advance {PANZER}").try_("step 1411", "step 1511", "step 1610", "step 1711")
    both.try_("stop")
    while both.asked()[1] == "advancing":
        both.do("stop")
    assert gap(both.where(PANZER), "1311") > 2
    assert both.forbids("done") == "BW-36.1"
    assert both.offers("advance") == {TIGER, GRENADIERS}


# ---- 36.2: retreats ----


@rule("BW-36.2")
def test_a_battalion_retreats_towards_the_others_if_it_can(fall: Fall):
    table = fall("A2", "1411", f"{PANZER} 1311 / {TIGER} 1213 / {GRENADIERS} 1213 / 2Inf-23 1411", PANZER, more=ON)
    ways = set()
    while table.asked()[1] in ("retreat", "way"):
        line = next((one for one in table.options() if one.startswith("step")), table.options()[0])
        ways |= table.offers("step")
        table.do(line)
    assert gap(table.where(PANZER), "1213") <= 2
    pieces = f"{PANZER} 1311 / {TIGER} 1213 / {GRENADIERS} 1213 / 2Inf-23 1411"
    state = with_peiper(pieces, "german combat").state.copy()
    state.push("way", unit(PANZER), 1, (state.at[unit(PANZER)],))
    step = game().steps["way"]
    asked = step.ask(state)
    offered = {option.thing for option in asked.options}  # type: ignore[union-attr]
    assert all(gap(place, "1213") <= 2 for place in offered)
    far = next(name for name in hexes(game().ground.ring[hex_("1311")]) if gap(name, "1213") > 2 and name != "1411")
    reason = step.why_not(state, game().parse(f"step {far}"), asked)  # type: ignore[arg-type]
    assert reason is not None
    assert reason.rule in ("BW-36.2", "BW-9.7.zone")


@rule("BW-36.2", "BW-R.112")
def test_the_refusal_of_a_retreat_away_from_the_others_names_the_rule():
    pieces = f"{PANZER} 1212 / {TIGER} 1013 / {GRENADIERS} 1013 / 352VG-914 5301 / 4Inf-12 5302"
    state = with_peiper(pieces, "german combat").state.copy()
    state.push("way", unit(PANZER), 1, (state.at[unit(PANZER)],))
    step = game().steps["way"]
    asked = step.ask(state)
    reason = step.why_not(state, game().parse("step 1312"), asked)  # type: ignore[arg-type]
    assert reason is not None
    assert (reason.rule, "BW-R.112" in reason.text) == ("BW-36.2", True)


@rule("BW-36.2.back", "BW-36.1")
def test_one_that_cannot_must_close_up_in_the_next_german_turn(fall: Fall):
    table = fall("A2", "1411", f"{PANZER} 1311 / {TIGER} 1512 / {GRENADIERS} 1512 / 2Inf-23 1411", PANZER, more=ON)
    led(table)
    assert gap(table.where(PANZER), "1512") > 2
    assert "must close up by the end of the next German turn" in table.texts("BW-36.2.back")[0]
    back = with_peiper(f"{PANZER} 1111 / {TIGER} 1512 / {GRENADIERS} 1512 / {FAR}")
    assert back.forbids("done") == "BW-36.1"


# ---- 36.3: scare ----


@rule("BW-36.3", "BW-19.0.once")
def test_the_tank_battalions_frighten_once_an_attack_and_the_grenadiers_do_not():
    pieces = f"{PANZER} 0207 / {TIGER} 0207 / {GRENADIERS} 0207 / 2Inf-9 0208"
    for names in (PARTS, (PANZER,), (TIGER,)):
        assert die_due(declared(pieces, *names, turn=3, more=also("scare"))) == "BW-19.0"
    assert die_due(declared(pieces, GRENADIERS, turn=3, more=also("scare"))) == "BW-9.2.die"
    both = declared(pieces, PANZER, TIGER, turn=3, more=also("scare")).roll(6)
    assert both.texts("BW-19.0.once") == ["One die for 1 SS Pz Bn and SS Abt 501 together"]
    assert die_due(both) == "BW-9.2.die", "one die for both of them"
    assert both.texts("BW-36.3") == ["1 SS Pz Bn and SS Abt 501 count as SS panzer units"]
    apart = f"{PANZER} 1311 / {TIGER} 1211 / 2Inf-9 1411 / 99Inf-394 1112"
    table = at("german combat", apart, turn=3, more=also("scare"))
    for place, name in (("1411", PANZER), ("1112", TIGER)):
        table.do(f"target {place}").try_(f"join {name}", "done").try_("done")
        while table.state.chance is None:
            table.do("done")
        assert die_due(table) == "BW-19.0", f"{name} has a die of its own"
        table.roll(1)
        table.roll(6)
        while table.state.chance is None and table.asked()[1] not in ("german combat", "german movement"):
            table.do(table.options()[-1])


# ---- 36.4: integrity ----

FLANK = f"1SS-1 1410 / 1SS-2 1512 / {PANZER} 1311 / {TIGER} 1311 / {GRENADIERS} 1311 / 2Inf-23 1411"


def modifiers(table: Table) -> list[tuple[str, str]]:
    return [line for line in table.tally() if line[0].startswith(("BW-18", "BW-36.4"))]


@rule("BW-36.4", "BW-18.1")
def test_both_regiments_and_both_battalions_are_needed_for_the_integrity_of_the_division():
    whole = declared(FLANK, "1SS-1", "1SS-2", PANZER, GRENADIERS, turn=9, more=also("integrity"))
    assert [one for one, _ in modifiers(whole)] == ["BW-18.1"]
    for joining in ((PANZER, TIGER), (GRENADIERS, TIGER)):
        part = declared(FLANK, "1SS-1", "1SS-2", *joining, turn=9, more=also("integrity"))
        assert [one for one, _ in modifiers(part)] == ["BW-36.4"]
    lacking = declared(FLANK, "1SS-1", PANZER, TIGER, GRENADIERS, turn=9, more=also("integrity"))
    assert "BW-18.1" not in dict(modifiers(lacking))
    pieces = f"1SS-1 1410 / 1SS-2 1512 / {PEIPER} 1311 / 2Inf-23 1411"
    joined = declared(pieces, "1SS-1", "1SS-2", PEIPER, turn=9, more=also("integrity"))
    assert [one for one, _ in modifiers(joined)] == ["BW-18.1"]


@rule("BW-18.2")
def test_a_coordinated_defence_needs_them_too_and_501_alone_has_none():
    chain = f"1SS-1 1410 / 1SS-2 1311 / {PANZER} 1311 / {GRENADIERS} 1410 / {TIGER} 1212"
    ours = at("allied combat", f"{chain} / 2Inf-23 1411 / 2Inf-9 1313", turn=9, more=also("integrity"))
    table = ours.fork().do("target 1410").try_("join 2Inf-23")
    assert "BW-18.2" in dict(modifiers(table))
    tiger = ours.fork().do("target 1212").try_("join 2Inf-9")
    assert "BW-18.2" not in dict(modifiers(tiger))
    broken = chain.replace(f"{GRENADIERS} 1410", f"{GRENADIERS} 1012")
    apart = at("allied combat", f"{broken} / 2Inf-23 1411", turn=9, more=also("integrity")).do("target 1410")
    assert "BW-18.2" not in dict(modifiers(apart.try_("join 2Inf-23")))


# ---- 36.5: combined arms ----


@rule("BW-36.5", "BW-32.0")
def test_a_tank_battalion_needs_a_regiment_and_artillery_for_combined_arms():
    pieces = f"{together('1311')} / 1SS-1 1312 / A-388 1211 / 2Inf-23 1411"
    arms = also("combined_arms")

    def lines(*joining: str) -> set[str]:
        table = at("german combat", pieces, turn=9, more=arms).do("target 1411")
        table.do(*(f"join {name}" for name in joining), "done").try_("add A-388")
        return {one for one, _ in table.tally()}

    for tanks in (PANZER, TIGER):
        assert "BW-32.0" in lines(tanks, "1SS-1")
        assert "BW-36.5" in lines(tanks, GRENADIERS)
        assert "BW-32.0" not in lines(tanks, GRENADIERS)
    assert "BW-32.0" not in lines(GRENADIERS, "1SS-1")


# ---- 36.6: engagements ----


@rule("BW-36.6")
def test_all_battalions_ignore_an_engagement(fall: Fall):
    table = fall("ENG", "1411", f"{together('1311')} / 1SS-1 1311 / 2Inf-23 1411", more=ON)
    engaged = obligations.engaged(table.state)
    assert not engaged & units(" ".join(PARTS))
    assert engaged & units("1SS-1")
    assert "is free to ignore the engagement" in table.texts("BW-36.6")[0]


# ---- 36.9, 36.10: zones and endurance ----


@rule("BW-36.9")
def test_a_battalion_has_a_zone_only_with_the_grenadiers_and_they_with_it():
    def zone(pieces: str) -> set[str]:
        return hexes(zones.zone(with_peiper(f"{pieces} / {FAR}").state, 0))

    around = hexes(game().ground.ring[hex_("1311")]) | {"1311"}
    for alone in (f"{PANZER} 1311", f"{GRENADIERS} 1311", f"{PANZER} 1311 / {TIGER} 1311"):
        assert zone(alone) == {"1311"}, "BW-7.3"
    for pair in (f"{PANZER} 1311 / {GRENADIERS} 1311", together("1311"), f"{PEIPER} 1311"):
        assert zone(pair) == around
    assert zone(f"{PANZER} 1311 / {GRENADIERS} 1311 / {TIGER} 1111") == around | {"1111"}
    assert zone(f"{PANZER} 1311 / 1SS-1 1311") == around, "that of the regiment"
    passing = at("allied movement", f"{PANZER} 1311 / {TIGER} 1311 / 2Inf-23 1412", turn=9, more=ON).do("pick 2Inf-23")
    assert {"1410", "1510"} <= passing.offers("go")
    stopped = at("allied movement", f"{PANZER} 1311 / {GRENADIERS} 1311 / 2Inf-23 1412", turn=9, more=ON)
    assert stopped.do("pick 2Inf-23", "step 1411").where("2Inf-23") == "1411"
    assert stopped.has("moved", "2Inf-23"), "it had to stop"
    assert "BW-36.9" in {fact.rule for one in passing.screen("german").pieces if one.id == PANZER for fact in one.facts}


@rule("BW-36.10", "BW-9.3")
@pytest.mark.parametrize("name", PARTS)
def test_the_endurance_of_a_single_battalion_counts(name: str):
    table = attack(at("german combat", f"{name} 1311 / 2Inf-23 1411", turn=9, more=ON), "1411")
    assert dict(table.tally())["BW-9.3"].startswith("ER 6 to 5, that of one of Peiper's battalions (BW-36.10)")


# ---- 27.1 for battalions ----


@rule("BW-36.0", "BW-R.113", "BW-27.1.attack")
def test_on_17am_battalions_in_reserve_attack_once_each_after_exploitation_together_or_apart():
    pieces = f"{together('1111', 'reserve')} / {LEADER} 1111 / 99Inf-394 1311 / 14Cav 1410 / 12SS-25 1312"
    table = with_peiper(pieces, "german exploitation", turn=3)
    for name in PARTS:
        table.do(f"pick {name}", "go 1211")
    table.try_("done")
    assert table.asked() == ("german", "assault")
    assert table.forbids("fly") == "BW-27.1.attack"
    table.do("target 1311")
    assert table.offers("join") == set(PARTS)
    assert table.forbids("join 12SS-25") == "BW-27.1.attack"
    table.do(f"join {PANZER}", f"join {GRENADIERS}", "done")
    assert any("BW-R.113" in text for text in table.texts("BW-27.1.attack"))
    battle = table.state.battle()
    assert battle is not None
    assert set(battle.attackers) == {PANZER, GRENADIERS}
    assert table.state.odds(battle).attack == 10
    assert table.state.top.step == "defence" or table.state.chance is not None
    assert "BW-36.0" in game().options["peiper_alternative"].rule


@rule("BW-27.1", "BW-R.113")
def test_on_17am_each_battalion_ignores_zones():
    table = with_peiper(f"{together('1211')} / 2Inf-23 1312", turn=3).do(f"pick {PANZER}")
    assert {"1311", "1411", "1511"} <= table.offers("go")
    table.do("go 1511")
    assert table.texts("BW-27.1")
    assert "BW-R.113" in game().rules["BW-36.0"].see


# ---- the leader ----


@rule("BW-36.0.lead")
def test_peiper_has_only_his_own_units_stand(fall: Fall):
    pieces = f"{PANZER} 1311 / {GRENADIERS} 1311 / 1SS-1 1311 / {LEADER} 1311 / 2Inf-23 1411"
    table = fall("A2", "1411", pieces, more=ON)
    assert table.options() == [f"influence {LEADER}", "done"]
    table.do(f"influence {LEADER}", f"lose {PANZER}", f"lose {GRENADIERS}")
    while table.asked()[1] in ("retreat", "way"):
        table.do(table.options()[0])
    assert table.where("1SS-1") != "1311"
    assert places(table, PANZER, GRENADIERS) == ["1311 reduced", "1311 reduced"]
    other = at("german combat", f"1SS-1 1311 / {LEADER} 1311 / 2Inf-23 1411", turn=9, more=ON).state
    bar = next(
        bar for bar in leaders.bars(other, 0, 2, units("1SS-1")) if bar.units >> unit(LEADER) & 1
    )
    assert bar.rule == "BW-36.0.lead"


@rule("BW-36.0.lead.loss")
def test_peiper_is_given_up_for_a_loss_only_with_his_own(fall: Fall):
    own = fall("FF", "1411", f"{PANZER} 1311 / {LEADER} 1311 / 2Inf-23 1411", more=ON)
    if own.asked()[0] == "allied":
        own.do("lose 2Inf-23")
    assert own.offers("lose") == {PANZER, LEADER}
    strange = fall("FF", "1411", f"1SS-1 1311 / 1SS-2 1311 / {LEADER} 1311 / 2Inf-23 1411", more=ON)
    if strange.asked()[0] == "allied":
        strange.do("lose 2Inf-23")
    assert strange.offers("lose") == {"1SS-1", "1SS-2"}
    assert strange.forbids(f"lose {LEADER}") == "BW-36.0.lead.loss"


@rule("BW-36.0.lead.moved", "BW-36.0.lead.reserve", "BW-36.0.lead")
def test_peiper_moves_and_releases_his_own_and_dietrich_may_too():
    moved = with_peiper(
        f"{PANZER} 1111 reserve / {TIGER} 1111 reserve / 1SS-1 1111 reserve / {LEADER} 1111 travelled / {FAR}"
    ).do("done")
    assert picks(moved) == {PANZER, TIGER}
    assert "BW-36.0.lead.moved" in moved.rules("reserve")
    assert moved.forbids("pick 1SS-1") == "BW-36.0.lead"
    elsewhere = f"12SS-12 0308 reserve / L-Dietrich 0308 / {FAR}"
    nobody = with_peiper(f"{PEIPER} 1111 reserve / {elsewhere}", "german exploitation")
    assert nobody.forbids(f"pick {PEIPER}") == "BW-36.0.lead.reserve"
    dietrich = with_peiper(f"{PEIPER} 1111 reserve / L-Dietrich 1111 / {FAR}", "german exploitation")
    assert picks(dietrich) == {PEIPER}
    plain = at("german exploitation", f"{PEIPER} 1111 reserve / {FAR}", turn=9, more=options("leaders", "spearheads"))
    assert picks(plain) == {PEIPER}, "without the variant he needs nobody (BW-24.5.alone)"


@rule("BW-36.0.lead.reserve")
def test_any_number_of_the_battalions_may_be_in_reserve():
    table = with_peiper(f"{together('1111')} / {LEADER} 1111 / {FAR}", "german reserve").do(f"reserve {PANZER}", "done")
    assert table.state.reserve == units(PANZER)
    assert picks(table) == {TIGER, GRENADIERS}
    table.do("done")
    assert picks(table) == {PANZER}
    elsewhere = f"12SS-12 0308 reserve / L-Dietrich 0308 / {FAR}"
    alone = with_peiper(f"{PANZER} 1111 reserve / {elsewhere}", "german exploitation")
    assert alone.forbids(f"pick {PANZER}") == "BW-36.0.lead.reserve"


@rule("BW-36.0.lead.near")
def test_peiper_ends_within_two_hexes_of_his_group():
    table = with_peiper(f"{together('1311')} / {LEADER} 1311 / {FAR}")
    for name in PARTS:
        table.do(f"pick {name}", "go 1711")
    assert table.forbids("done") == "BW-36.0.lead.near"
    assert {duty.rule for duty in table.state.decision.obligations} == {"BW-36.0.lead.near"}
    table.do(f"pick {LEADER}")
    assert all(gap(place, "1711") <= 2 for place in table.offers("go"))
    first = with_peiper(f"{together('1311', 'moved')} / {LEADER} 1311 / {FAR}").do(f"pick {LEADER}")
    assert first.forbids("go 1711") == "BW-36.0.lead.near"


@rule("BW-36.1")
def test_in_exploitation_the_group_does_not_leave_peiper_behind_who_cannot_follow():
    behind = f"{together('1111', 'reserve')} / {LEADER} 1111 travelled / {FAR}"
    table = with_peiper(behind, "german exploitation").do(f"pick {PANZER}", "go 1411")
    table.do(f"pick {TIGER}", "go 1411").try_(f"pick {GRENADIERS}")
    assert all(gap(place, "1111") <= 2 and gap(place, "1411") <= 2 for place in table.offers("go"))
    assert table.forbids("go 1511") == "BW-36.1"


@rule("BW-36.0.lead.face", "BW-29.2")
def test_after_the_atrocities_his_other_counter_is_used_for_the_rest_of_the_game():
    more = also("random_events")
    table = at("allied interdiction", f"{together('1311')} / {LEADER} 1311 / {FAR}", turn=5, more=more)
    table.try_("done").roll(2)
    assert table.state.mugshot
    assert "BW-36.0.lead.face" in table.rules("effect")
    face = next(one for one in table.screen("german").pieces if one.id == LEADER)
    assert "BW-36.0.lead.face" in {badge.rule for badge in face.badges}
    assert [fact.value for fact in face.facts][:3] == ["1 battle in a player turn", "2 hexes", "5"], "the same figures"
    late = at("german movement", f"{LEADER} 1311 / {FAR}", turn=9, more=f"{more}[tracks]\npeiper-mugshot = true\n")
    assert late.state.mugshot
    with pytest.raises(PositionError, match="the leader Peiper comes with the Peiper Alternative"):
        game().position(toml("german movement", FAR, turn=9, more="[tracks]\npeiper-mugshot = true\n"))


@rule("BW-36.0.lead.stack")
def test_peiper_may_be_with_other_leaders_and_they_with_him():
    table = with_peiper(f"{PANZER} 1311 / {LEADER} 1311 / L-Dietrich 1111 / 1SS-1 1111 / {FAR}")
    assert "1111" in table.fork().do(f"pick {LEADER}").offers("go")
    assert "1311" in table.fork().do("pick L-Dietrich").offers("go")
    stacked = with_peiper(f"{PANZER} 1311 / {LEADER} 1311 / L-Dietrich 1311 / {FAR}")
    assert list(game().invariants(stacked.state)) == []
    three = f"{PANZER} 1311 / L-Manteuffel 1311 / L-Dietrich 1311 / {FAR}"
    with pytest.raises(PositionError, match="two leaders"):
        with_peiper(three)
    assert "BW-36.0.lead.stack" in game().rules.cases


@rule("BW-36.0.lead")
def test_when_peiper_is_lost_only_his_own_reserves_are():
    state = with_peiper(
        f"{PANZER} 1111 reserve / 1SS-1 1211 reserve / {LEADER} 1111 / {FAR}", "german movement"
    ).state.copy()
    state.eliminate(unit(LEADER), "BW-36.0.lead", "a trial")
    assert state.reserve == units("1SS-1")


@rule("BW-36.0.lead.face", "BW-29.2")
def test_no_other_counter_is_used_for_a_leader_who_is_lost_nor_before_the_event():
    table = at("allied interdiction", f"{together('1311')} / {FAR}", turn=5, more=also("random_events"))
    table.try_("done").roll(2)
    assert not table.state.mugshot
    assert "BW-36.0.lead.face" not in table.rules("effect")
    track = "[tracks]\npeiper-mugshot = true\n"
    for more, turn in ((also("random_events"), 4), (ON, 9)):
        with pytest.raises(PositionError, match=r"comes with the atrocities, rolled on 18AM \(BW-29.2\)"):
            game().position(toml("german movement", f"{LEADER} 1311 / {FAR}", turn=turn, more=more + track))
