"""What CA and ENG oblige (BW-9.5.CA, 9.5.ENG, BW-R.1, R.2, R.28 to R.30): how it arises, is met, is broken, ends."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods import obligations
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN
from tests.games.bitter_woods.battles import die_for, ring, strike, unsupported
from tests.games.bitter_woods.table import Table, at, game, hex_, unit, units
from tests.rulemark import rule

OPEN = "1519"  # clear, all clear around it
AROUND = ring(OPEN)
NORTH, SOUTH = AROUND[0], AROUND[-1]
FAR = "2032"  # clear, and far away
ELSEWHERE = "26VG-78 2528 / 28Inf-112 2529"  # another attack that is possible, so that there is something to choose


def owing(
    step: str,
    pieces: str,
    by: str,
    against: str,
    *,
    place: str = OPEN,
    kind: str = "counterattack",
    turn: int = 12,
    more: str = "",
) -> Table:
    """A position in which units owe something."""

    def quoted(names: str) -> str:
        return ", ".join(f'"{name}"' for name in names.split())

    line = f'"{place} {kind}" = {{ by = [{quoted(by)}], against = [{quoted(against)}] }}'
    return at(step, pieces, turn=turn, more=f"[obligations]\n{line}\n{more}")


def move(table: Table, name: str, place: str) -> Table:
    """A unit moves to a hex."""
    return table.do(f"pick {name}").try_(f"go {place}")


def free_of(place: str, *others: str) -> str:
    """A hex next to a hex and to none of the others."""
    near = {each for other in others for each in (other, *ring(other))}
    return next(each for each in ring(place) if each not in near)


# ---- how a counterattack comes to be owed ----


@rule("BW-9.5.CA")
def test_ca_obliges_all_defenders_until_their_next_combat_phase():
    pieces = f"26VG-39 {NORTH} / 28Inf-110 {OPEN} / A-174 {FAR}"
    table = strike(at("german combat", pieces, turn=12), OPEN)
    table.roll(die_for(table, "CA"))
    (duty,) = table.state.duties
    assert (duty.kind, duty.side, duty.hex) == ("counterattack", ALLIED, hex_(OPEN))
    assert (duty.units, duty.against) == (units("28Inf-110"), units("26VG-39"))
    assert (duty.turn, duty.until) == (12, "allied combat")
    assert table.texts("BW-9.5.CA")[-1] == f"28/110 must withdraw from {OPEN} or counterattack"
    german = strike(at("allied combat", f"28Inf-110 {NORTH} / 26VG-39 {OPEN}", turn=12), OPEN)
    german.roll(die_for(german, "CA"))
    (duty,) = german.state.duties
    assert (duty.side, duty.turn, duty.until) == (GERMAN, 13, "german combat")


@rule("BW-8.2.ca", "BW-R.32")
def test_nothing_is_owed_in_a_fortification():
    beside = ring("1624")[0]
    table = strike(at("german combat", f"12SS-12 {beside} / 28Inf-110 1624", turn=12), "1624")
    table.roll(die_for(table, "CA"))
    assert table.state.duties == ()
    assert any("BW-R.32" in text for text in table.texts("BW-8.2.ca"))
    assert len(table.events(rule="BW-8.2.ca")) == 1


@rule("BW-R.2", "BW-R.1")
def test_two_counterattacks_add_up_and_one_attack_on_either_attacker_meets_them():
    pieces = f"26VG-39 {NORTH} / 26VG-77 {SOUTH} / 28Inf-110 {OPEN}"
    table = at("german combat", pieces, turn=12)
    for name in ("26VG-39", "26VG-77"):
        strike(table, OPEN, name)
        table.roll(die_for(table, "CA"))
    (duty,) = table.state.duties
    assert (duty.units, duty.against) == (units("28Inf-110"), units("26VG-39 26VG-77"))
    assert any("BW-R.2" in text for text in table.texts("BW-9.5.CA"))
    for first in (NORTH, SOUTH):
        fought = owing("allied combat", pieces, "28Inf-110", "26VG-39 26VG-77")
        assert fought.offers("target") == {NORTH, SOUTH}
        strike(fought, first)
        fought.roll(die_for(fought, "ENG"))
        met = [duty.kind for duty in fought.state.duties]
        assert ("BW-R.1", met) == ("BW-R.1", ["engagement"]), "nothing more is owed to the other"


# ---- the withdrawal ----


@rule("BW-9.5.CA")
def test_in_his_turn_he_withdraws_or_counterattacks():
    pieces = f"26VG-39 {NORTH} / 28Inf-110 {OPEN} / {ELSEWHERE}"
    table = owing("allied movement", pieces, "28Inf-110", "26VG-39")
    (obligation,) = table.state.decision.obligations
    assert (obligation.who, obligation.what, obligation.rule) == ("28Inf-110", "withdraw or counterattack", "BW-9.5.CA")
    stays = table.fork().do("done")
    assert stays.asked() == ("allied", "allied combat")
    assert stays.offers("target") == {NORTH, "2528"}
    assert stays.refusal("done").text == "28/110 must counterattack first."
    assert stays.forbids("done") == "BW-9.5.CA"
    leaves = move(table, "28Inf-110", free_of(OPEN, NORTH)).do("done")
    assert (leaves.state.duties, leaves.options()) == ((), ["target 2528", "done"]), "nothing is owed"


@rule("BW-9.5.CA.withdraw", "BW-R.28")
def test_if_one_withdraws_all_must_and_nobody_may_come_in():
    away = free_of(OPEN, NORTH)
    pieces = f"26VG-39 {NORTH} / 28Inf-110 {OPEN} / 9Arm-CCB {OPEN} / 9Arm-CCR {away}"
    table = owing("allied movement", pieces, "28Inf-110 9Arm-CCB", "26VG-39")
    move(table, "28Inf-110", away)
    assert table.texts("BW-9.5.CA.withdraw") == [f"28/110 withdraws from {OPEN}"]
    assert table.state.vacated == (0, 1 << hex_(OPEN))
    assert obligations.must_leave(table.state, ALLIED) == units("9Arm-CCB")
    assert table.forbids("done") == "BW-9.5.CA.withdraw"
    assert "BW-R.28" in table.refusal_text("done")
    other = table.fork().do("pick 9Arm-CCR")
    assert other.forbids(f"go {OPEN}") == "BW-9.5.CA.withdraw"
    move(table, "9Arm-CCB", away)
    assert table.state.duties == ()
    assert "done" in table.options()
    assert table.do("pick 9Arm-CCR").forbids(f"go {OPEN}") == "BW-9.5.CA.withdraw", "empty, and closed all the same"


@rule("BW-R.28")
def test_a_unit_that_has_been_away_and_back_keeps_the_others_too():
    away = free_of(OPEN, NORTH)
    pieces = f"26VG-39 {NORTH} / 28Inf-110 {OPEN} / 9Arm-CCB {OPEN} / {ELSEWHERE}"
    table = owing("allied movement", pieces, "28Inf-110 9Arm-CCB", "26VG-39")
    table.do("pick 9Arm-CCB", f"step {away}").try_(f"step {OPEN}").try_("stop")
    assert (table.where("9Arm-CCB"), table.has("moved", "9Arm-CCB")) == (OPEN, True)
    assert table.forbids("pick 28Inf-110") == "BW-R.28", "otherwise one could withdraw and the other stay"
    assert "done" in table.options()


@rule("BW-9.5.CA.held")
def test_units_that_zones_keep_from_leaving_must_counterattack():
    pieces = f"26VG-39 {NORTH} / 26VG-77 {SOUTH} / 28Inf-110 {OPEN} / {ELSEWHERE}"
    table = owing("allied movement", pieces, "28Inf-110", "26VG-39")
    assert "28Inf-110" not in table.offers("pick")
    table.do("done")
    assert table.texts("BW-9.5.CA.held") == [f"28/110 cannot withdraw from {OPEN} and must counterattack"]
    assert table.forbids("done") == "BW-9.5.CA"


@rule("BW-9.5.CA.held", "BW-9.5.ENG.stay", "BW-R.28")
def test_who_is_left_behind_by_a_withdrawal_must_counterattack():
    away = free_of(OPEN, NORTH)
    pieces = f"26VG-39 {NORTH} / 28Inf-110 {OPEN} / 9Arm-CCB {OPEN} / {ELSEWHERE}"
    engaged = f'"{OPEN} engagement" = {{ by = ["26VG-39"], against = ["28Inf-110", "9Arm-CCB"] }}'
    table = owing("allied movement", pieces, "28Inf-110 9Arm-CCB", "26VG-39", more=engaged)
    assert table.forbids("pick 28Inf-110") == "BW-9.5.ENG.stay"
    move(table, "9Arm-CCB", away).do("done")
    assert table.texts("BW-9.5.CA.held") == [f"28/110 cannot withdraw from {OPEN} and must counterattack"], "BW-R.28"
    assert (table.asked()[1], table.forbids("done")) == ("allied combat", "BW-9.5.CA")
    strike(table, NORTH)
    assert table.state.duties == (), "met by its attack, which also breaks the engagement"
    assert {"BW-9.5.CA.attack", "BW-9.5.ENG.break"} <= set(table.rules("duty"))
    assert "BW-R.28" not in table.rules("duty")


# ---- help ----


@rule("BW-9.5.CA.join")
def test_a_unit_that_moves_in_must_join_and_then_nobody_withdraws():
    away, beside = free_of(OPEN, NORTH), free_of(NORTH, OPEN)
    pieces = f"26VG-39 {NORTH} / 28Inf-110 {OPEN} / 9Arm-CCB {away} / 9Arm-CCR {beside} / {ELSEWHERE}"
    table = owing("allied movement", pieces, "28Inf-110", "26VG-39")
    move(table, "9Arm-CCB", OPEN)
    assert table.texts("BW-9.5.CA.join") == [f"9CCB has joined the units in {OPEN} and must counterattack too"]
    assert table.forbids("pick 28Inf-110") == "BW-9.5.CA.join"
    assert {each.what for each in table.state.decision.obligations} == {"counterattack"}
    table.do("done").try_(f"target {NORTH}").do("join 28Inf-110")
    assert table.forbids("done") == "BW-9.5.CA.join"
    table.try_("join 9Arm-CCB").do("done")
    assert table.state.duties == ()
    assert "BW-9.5.CA.attack" in table.rules("duty")


@rule("BW-9.5.CA.join")
def test_others_may_join_from_any_hex_beside_the_enemy_and_need_not():
    helper = next(place for place in ring(NORTH) if place not in (OPEN, *AROUND))
    pieces = f"26VG-39 {NORTH} / 28Inf-110 {OPEN} / 9Arm-CCB {helper}"
    table = owing("allied combat", pieces, "28Inf-110", "26VG-39", kind="commitment").try_(f"target {NORTH}")
    assert table.state.decision.obligations[0].rule == "BW-9.5.CA.join"
    assert table.offers("join") == {"28Inf-110", "9Arm-CCB"}
    table.do("join 9Arm-CCB")
    assert "done" in table.options(), "others may attack it alone, and then the counterattack is still owed"
    together = table.fork().do("join 28Inf-110", "done")
    assert together.state.duties == ()
    alone = unsupported(table.do("done"))
    assert [duty.kind for duty in alone.state.duties] == ["commitment"]


# ---- the counterattack ----


@rule("BW-9.5.CA.attack")
def test_all_original_defenders_attack_one_of_their_attackers_and_nobody_else():
    other = free_of(OPEN, NORTH)
    pieces = f"26VG-39 {NORTH} / 26VG-77 {other} / 28Inf-110 {OPEN} / 28Inf-109 {OPEN} / 99Inf-395 {OPEN} / {ELSEWHERE}"
    table = owing("allied combat", pieces, "28Inf-110 28Inf-109 99Inf-395", "26VG-39")
    assert table.offers("target") == {NORTH, "2528"}
    assert table.forbids(f"target {other}") == "BW-9.5.CA.attack"
    assert table.refusal_text(f"target {other}").endswith(
        f"owes a counterattack against {NORTH} and may not attack any other hex."
    )
    table.do(f"target {NORTH}", "join 28Inf-110")
    assert table.forbids("done") == "BW-9.5.CA.attack"
    assert table.refusal_text("done").startswith("99/395 and 28/109 must join too")
    table.do("join 28Inf-109")
    assert table.options() == ["done"], "the last of them joins by itself"
    unsupported(table.do("done"))
    assert table.state.duties == ()


@rule("BW-9.5.CA.attack")
def test_a_unit_that_came_by_retreat_owes_nothing_and_attacks_whom_it_likes():
    other = free_of(OPEN, NORTH)
    pieces = f"26VG-39 {NORTH} / 26VG-77 {other} / 28Inf-110 {OPEN} / 28Inf-109 {OPEN}"
    table = owing("allied combat", pieces, "28Inf-110", "26VG-39")
    assert table.offers("target") == {NORTH, other}
    table.do(f"target {other}")
    assert table.forbids("join 28Inf-110") == "BW-9.5.CA.attack"
    unsupported(table.do("done"))
    assert table.state.top.clash.attackers == units("28Inf-109")


@rule("BW-9.5.CA.attack")
def test_a_rocket_that_owes_a_counterattack_fires_in_it_and_nowhere_else():
    other = free_of(OPEN, NORTH)
    pieces = f"28Inf-110 {NORTH} / 28Inf-109 {other} / 26VG-39 {OPEN} / R-15 {OPEN} / 26VG-77 {SOUTH}"
    table = owing("german combat", pieces, "26VG-39 R-15", "28Inf-110", turn=15)
    first = table.fork().do(f"target {other}").try_("join 26VG-77", "done")
    assert first.asked() == ("german", "support")
    assert first.forbids("add R-15") == "BW-9.5.CA.attack"
    table.do(f"target {NORTH}").try_("join 26VG-39").try_("done")
    assert table.state.top.clash.guns == units("R-15")
    assert f"15 Rocket joins the counterattack on {NORTH}" in table.texts("BW-9.5.CA.attack")


@rule("BW-R.1")
def test_a_counterattack_that_cannot_be_made_any_more_ends_at_once():
    pieces = f"26VG-39 {FAR} / 26VG-77 {NORTH} / 28Inf-110 {OPEN}"
    table = owing("allied movement", pieces, "28Inf-110", "26VG-39").do("done")
    assert table.texts("BW-R.1") == ["28/110 can no longer counterattack"]
    assert (table.state.duties, table.options()) == ((), [f"target {NORTH}", "done"])


@rule("BW-R.1")
def test_the_attackers_driven_off_by_others_the_counterattack_ends():
    helper = next(place for place in ring(NORTH) if place not in (OPEN, *AROUND))
    tanks = f"3Arm-CCA {helper} / 3Arm-CCB {helper} / 2Arm-CCA {helper}"
    pieces = f"26VG-39 {NORTH} reduced / 28Inf-110 {OPEN} / {tanks} / 26VG-77 {SOUTH}"
    table = owing("allied combat", pieces, "28Inf-110", "26VG-39")
    strike(table, NORTH, "3Arm-CCA", "3Arm-CCB", "2Arm-CCA")
    table.roll(die_for(table, "DE")).do("done")
    assert table.texts("BW-R.1") == ["28/110 can no longer counterattack"]
    assert "done" in table.options()


@rule("BW-R.1")
def test_nothing_is_owed_against_the_dead_even_before_the_advance_that_follows():
    helper = next(place for place in ring(NORTH) if place not in (OPEN, *AROUND))
    tanks = f"3Arm-CCA {helper} / 3Arm-CCB {helper} / 2Arm-CCA {helper}"
    pieces = f"26VG-39 {NORTH} reduced / 28Inf-110 {OPEN} / {tanks} / 26VG-77 {SOUTH}"
    for against, left in (("26VG-39", 0), ("26VG-39 26VG-77", units("26VG-77"))):
        table = owing("allied combat", pieces, "28Inf-110", against)
        strike(table, NORTH, "3Arm-CCA", "3Arm-CCB", "2Arm-CCA")
        table.roll(die_for(table, "DE"))
        assert table.asked()[1] == "advance"
        assert sum(duty.against for duty in table.state.duties) == left
        assert not list(game().invariants(table.state))
        assert (table.texts("BW-R.1") == ["28/110 can no longer counterattack"]) is (not left)


@rule("BW-R.1")
def test_who_has_retreated_or_is_eliminated_owes_nothing():
    pieces = f"26VG-39 {NORTH} / 28Inf-110 {OPEN} / 28Inf-109 {OPEN}"
    state = owing("allied combat", pieces, "28Inf-110 28Inf-109", "26VG-39").state
    obligations.gone(state, units("28Inf-110"))
    assert [duty.units for duty in state.duties] == [units("28Inf-109")]
    obligations.gone(state, units("28Inf-109"))
    assert state.duties == ()
    table = owing("german combat", f"{pieces} / 26VG-77 {SOUTH} / 12SS-12 {SOUTH}", "28Inf-110 28Inf-109", "26VG-39")
    strike(table, OPEN, "26VG-77", "12SS-12")
    table.roll(die_for(table, "D2"))
    while table.asked()[1] in ("retreat", "way"):
        table.do(next(option for option in table.options()))
    assert [duty for duty in table.state.duties if duty.side == ALLIED] == []
    assert "BW-R.1" in table.rules("duty")


# ---- guns alone ----


@rule("BW-9.5.CA.guns")
def test_guns_alone_are_eliminated_when_their_combat_phase_begins_and_no_enemy_advances():
    pieces = f"26VG-39 {NORTH} / A-174 {OPEN} / A-402US {OPEN} / {ELSEWHERE}"
    table = owing("allied movement", pieces, "A-174 A-402US", "26VG-39").do("done")
    assert table.where("A-174") == table.where("A-402US") == "eliminated"
    assert table.rules("loss") == ["BW-9.5.CA.guns"] * 2
    assert table.options() == ["target 2528", "done"]


@rule("BW-R.29")
def test_a_rocket_alone_fares_as_a_gun_does():
    table = owing("german movement", f"28Inf-110 {NORTH} / R-15 {OPEN} / 26VG-39 {FAR}", "R-15", "28Inf-110").do("done")
    assert (table.where("R-15"), table.rules("loss")) == ("eliminated", ["BW-R.29"])


@rule("BW-9.5.CA.guns", "BW-9.5.CA.join")
def test_a_gun_is_saved_by_a_unit_that_comes_to_it_which_must_counterattack():
    away = free_of(OPEN, NORTH)
    pieces = f"26VG-39 {NORTH} / A-174 {OPEN} / 9Arm-CCB {away} / {ELSEWHERE}"
    table = owing("allied movement", pieces, "A-174", "26VG-39")
    alone = table.fork().do("done")
    assert alone.rules("loss") == ["BW-9.5.CA.guns"]
    move(table, "9Arm-CCB", OPEN).do("done")
    assert table.where("A-174") == OPEN
    assert table.forbids("done") == "BW-9.5.CA.join"
    strike(table, NORTH)
    assert (table.state.duties, table.state.top.clash.attackers) == ((), units("9Arm-CCB"))


def test_a_gun_that_withdraws_or_whose_attackers_have_gone_is_not_eliminated():
    pieces = f"26VG-39 {NORTH} / A-174 {OPEN} / 28Inf-110 {FAR}"
    leaves = owing("allied movement", pieces, "A-174", "26VG-39")
    move(leaves, "A-174", free_of(OPEN, NORTH)).do("done")
    gone = owing("allied movement", pieces.replace(NORTH, "1832"), "A-174", "26VG-39").do("done")
    assert "eliminated" not in (leaves.where("A-174"), gone.where("A-174"))
    beside = owing("allied movement", f"{pieces} / 28Inf-109 {OPEN}", "A-174", "26VG-39").do("done")
    assert beside.where("A-174") == OPEN, "a unit that retreated there is with it"
    assert (beside.state.duties, "done" in beside.options()) == ((), True)


# ---- engagements ----


@rule("BW-9.5.ENG")
def test_eng_obliges_the_attacker_to_fight_again_in_his_next_turn():
    pieces = f"26VG-39 {NORTH} / 28Inf-110 {OPEN}"
    table = strike(at("german combat", pieces, turn=12), OPEN)
    table.roll(die_for(table, "ENG"))
    (duty,) = table.state.duties
    assert (duty.kind, duty.side, duty.units, duty.against) == (
        "engagement", GERMAN, units("26VG-39"), units("28Inf-110"),
    )  # fmt: skip
    assert (duty.turn, duty.until) == (13, "german combat")
    later = owing("german combat", f"{pieces} / {ELSEWHERE}", "26VG-39", "28Inf-110", kind="engagement")
    assert later.offers("target") == {OPEN, "2529"}
    assert later.refusal("done").text == "26VG/39 must fight the battle again first."
    assert later.forbids("done") == "BW-9.5.ENG"
    strike(later, OPEN)
    assert "26VG/39 fights the battle again" in later.texts("BW-9.5.ENG")
    assert later.state.duties == ()


@rule("BW-9.5.ENG.stay")
@pytest.mark.parametrize("step", ["german movement", "allied movement"])
def test_engaged_infantry_and_armored_infantry_of_both_sides_may_not_leave(step: str):
    pieces = f"26VG-39 {NORTH} / 2Pz-2 {NORTH} / 28Inf-110 {OPEN} / 82Abn-504 {OPEN}"
    by, against = "26VG-39 2Pz-2", "28Inf-110 82Abn-504"
    table = owing(step, f"{pieces} / 26VG-77 {FAR} / 9Arm-CCB 1832", by, against, kind="engagement")
    for name in (by if step.startswith("german") else against).split():
        assert table.forbids(f"pick {name}") == "BW-9.5.ENG.stay"
    assert obligations.stays(table.state) == units(f"{by} {against}")


@rule("BW-9.5.ENG.free", "BW-9.5.ENG.break")
def test_armor_cavalry_and_artillery_leave_and_owe_no_second_battle():
    pieces = f"2Pz-3 {NORTH} / PzLehr-Recon {NORTH} / 28Inf-110 {OPEN}"
    table = owing("german combat", pieces, "2Pz-3 PzLehr-Recon", "28Inf-110", kind="engagement")
    assert "done" in table.options(), "armor and cavalry owe nothing"
    moving = owing("german movement", pieces, "2Pz-3 PzLehr-Recon", "28Inf-110", kind="engagement")
    for name in ("2Pz-3", "PzLehr-Recon"):
        move(moving, name, free_of(NORTH, OPEN))
    assert (moving.rules("duty"), moving.state.duties) == (["BW-9.5.ENG.free"], ())
    # All the original defenders have left the hex.
    held = f"26VG-39 {NORTH} / 9Arm-CCB {OPEN} / A-174 {OPEN} / 28Inf-110 {OPEN}"
    away = owing("allied movement", held, "26VG-39", "9Arm-CCB A-174", kind="engagement")
    move(away, "A-174", free_of(OPEN, NORTH))
    assert away.state.duties[0].against == units("9Arm-CCB")
    move(away, "9Arm-CCB", free_of(OPEN, NORTH))
    assert (away.rules("duty"), away.state.duties) == (["BW-9.5.ENG.break"], ()), "28/110 came later"


@rule("BW-R.30")
def test_all_engaged_infantry_fights_again_together_and_others_may_join():
    pieces = f"26VG-39 {NORTH} / 26VG-77 {NORTH} / 2Pz-3 {NORTH} / 2Pz-2 {SOUTH} / 28Inf-110 {OPEN}"
    table = owing("german combat", pieces, "26VG-39 26VG-77 2Pz-3", "28Inf-110", kind="engagement")
    table.try_(f"target {OPEN}").do("join 26VG-39")
    assert table.forbids("done") == "BW-R.30"
    assert table.offers("join") == {"26VG-77", "2Pz-3", "2Pz-2"}
    table.do("join 26VG-77")
    assert "done" in table.options(), "armor owes nothing"


@rule("BW-9.5.ENG.break")
def test_an_engagement_is_broken_by_any_attack_on_or_by_an_engaged_unit():
    other = free_of(NORTH, OPEN)
    pieces = f"26VG-39 {NORTH} / 26VG-77 {SOUTH} / 28Inf-110 {OPEN} / 28Inf-109 {other}"

    def after(step: str, place: str, name: str) -> list[str]:
        table = owing(step, pieces, "26VG-39", "28Inf-110", kind="engagement")
        strike(table, place, name)
        assert table.state.duties == ()
        return table.rules("duty")

    assert after("allied combat", NORTH, "28Inf-109") == ["BW-9.5.ENG.break"], "an engaged attacker is attacked"
    assert after("allied combat", NORTH, "28Inf-110") == ["BW-9.5.ENG.break"], "by the engaged defender himself"
    assert after("allied combat", SOUTH, "28Inf-110") == ["BW-9.5.ENG.break"], "an engaged defender attacks another"
    assert after("german combat", other, "26VG-39") == ["BW-9.5.ENG.break"], "an engaged attacker attacks another"
    assert after("german combat", OPEN, "26VG-77") == ["BW-9.5.ENG.break"], "others attack the defender"
    assert after("german combat", OPEN, "26VG-39") == ["BW-9.5.ENG"], "the battle is fought again"


@rule("BW-R.1", "BW-9.5.ENG")
def test_an_engagement_that_cannot_be_fought_again_ends_and_done_is_offered():
    pieces = f"26VG-39 1627 / 28Inf-110 1628 / 28Inf-109 {free_of('1627', '1628')}"  # a cliff between the two
    table = owing("german movement", pieces, "26VG-39", "28Inf-110", kind="engagement", place="1628").do("done")
    assert table.texts("BW-R.1") == ["26VG/39 can no longer fight the battle again"]
    assert "done" in table.options()
    spent = owing("german combat", f"26VG-39 {NORTH} fought / 28Inf-110 {OPEN} / 26VG-77 {SOUTH}", "26VG-39",
                  "28Inf-110", kind="engagement")  # fmt: skip
    assert "done" in spent.options()
    assert "BW-9.5.ENG" not in spent.rules("duty")


@rule("BW-9.5.ENG.break")
def test_engaged_armor_that_attacks_the_hex_without_the_infantry_breaks_the_engagement():
    pieces = f"2Pz-3 {NORTH} / 2Pz-2 {SOUTH} / 28Inf-110 {OPEN} / {ELSEWHERE}"
    table = owing("german combat", pieces, "2Pz-3 2Pz-2", "28Inf-110", kind="engagement")
    both = table.fork().do(f"target {OPEN}", "join 2Pz-2")
    table.do(f"target {OPEN}", "join 2Pz-3", "done")
    assert table.rules("duty") == ["BW-9.5.ENG.break"]
    assert table.texts("BW-9.5.ENG") == [], "2Pz/2 has not fought again"
    alone = both.fork().do("done")
    assert alone.texts("BW-9.5.ENG") == ["2Pz/2 fights the battle again"], "armor need not, and did not"
    both.do("join 2Pz-3", "done")
    assert both.texts("BW-9.5.ENG") == ["2Pz/3 and 2Pz/2 fight the battle again"]


@rule("BW-9.5.CA.attack")
def test_a_gun_in_the_hex_is_not_said_to_counterattack():
    pieces = f"26VG-39 {NORTH} / 28Inf-110 {OPEN} / A-174 {OPEN}"
    table = owing("allied combat", pieces, "28Inf-110 A-174", "26VG-39")
    table.try_(f"target {NORTH}", "join 28Inf-110", "done")
    assert table.texts("BW-9.5.CA.attack") == ["28/110 counterattacks"]


@rule("BW-9.5.ENG", "BW-9.5.ENG.break")
def test_a_new_engagement_replaces_the_older_one():
    pieces = f"26VG-39 {NORTH} / 26VG-77 {SOUTH} / 28Inf-110 {OPEN}"
    table = at("german combat", pieces, turn=12)
    for name in ("26VG-39", "26VG-77"):
        strike(table, OPEN, name)
        table.roll(die_for(table, "ENG"))
    (duty,) = table.state.duties
    assert duty.units == units("26VG-77")
    assert table.rules("duty") == ["BW-9.5.ENG", "BW-9.5.ENG.break", "BW-9.5.ENG"]


@rule("BW-9.5.CA", "BW-9.5.ENG.stay")
def test_ca_and_eng_on_the_same_units_leave_the_counterattack_as_the_only_way():
    pieces = f"26VG-39 {NORTH} / 26VG-77 {SOUTH} / 28Inf-110 {OPEN} / {ELSEWHERE}"
    table = at("german combat", pieces, turn=12)
    strike(table, OPEN, "26VG-39")
    table.roll(die_for(table, "CA"))
    strike(table, OPEN, "26VG-77")
    table.roll(die_for(table, "ENG"))
    assert [duty.kind for duty in table.state.duties] == ["counterattack", "engagement"]
    while table.state.phase != "allied movement":
        table.do("done")
    assert table.forbids("pick 28Inf-110") == "BW-9.5.ENG.stay"
    table.do("done")
    assert table.state.phase == "allied combat"
    assert (table.offers("target"), table.forbids("done")) == ({NORTH, "2528"}, "BW-9.5.CA")
    strike(table, NORTH)
    assert table.state.duties == (), "the attack also breaks the engagement"


@rule("BW-R.1")
def test_what_is_owed_ends_with_the_combat_phase_of_who_owes_it():
    pieces = f"26VG-39 {NORTH} / 26VG-77 {SOUTH} / 28Inf-110 {OPEN} / 28Inf-109 {OPEN}"
    table = owing("allied combat", pieces, "28Inf-110", "26VG-39")
    heard: list[str] = []
    state = table.state
    state.listener = lambda event: heard.append(event.rule)
    obligations.lapse(state)
    assert (state.duties, heard) == ((), ["BW-R.1"])
    german = owing("allied combat", pieces, "26VG-39", "28Inf-110", place=NORTH).state
    obligations.lapse(german)
    assert len(german.duties) == 1, "what the Germans owe ends with their own phase"


# ---- corners ----


@rule("BW-R.1")
def test_a_unit_that_dies_of_a_later_attack_owes_nothing():
    pieces = f"26VG-39 {NORTH} / 326VG-751 {SOUTH} / 28Inf-110 {OPEN} reduced"
    table = owing("german combat", pieces, "28Inf-110", "26VG-39")
    strike(table, OPEN, "326VG-751")
    table.roll(die_for(table, "FF"))
    assert (table.where("28Inf-110"), table.state.duties) == ("eliminated reduced", ())
    assert table.texts("BW-R.1") == ["28/110 owes no counterattack any longer"]


def test_a_unit_that_comes_by_an_advance_need_not_join():
    pieces = f"26VG-39 {NORTH} / 28Inf-110 {OPEN} / 9Arm-CCB {OPEN} fought"
    state = owing("allied combat", pieces, "28Inf-110", "26VG-39").state
    obligations.came(state, unit("9Arm-CCB"), hex_(OPEN))
    assert [(duty.kind, duty.units) for duty in state.duties] == [("counterattack", units("28Inf-110"))]


def test_a_defender_who_advances_has_not_withdrawn_and_owes_nothing():
    pieces = f"26VG-39 {NORTH} / 28Inf-110 {OPEN} / 28Inf-109 {OPEN}"
    state = owing("german combat", pieces, "28Inf-110 28Inf-109", "26VG-39").state
    obligations.left(state, unit("28Inf-110"), hex_(OPEN))
    assert (state.vacated, [duty.units for duty in state.duties]) == ((0, 0), [units("28Inf-109")])


@rule("BW-9.5.CA.attack", "BW-5.4.six")
def test_the_hex_is_attacked_that_most_of_those_who_owe_it_can_attack():
    inside = next(place for place in ring("0914") if not game().ground.closed["6Pz"] >> hex_(place) & 1)
    pieces = f"12SS-25 0914 / 12VG-27 0914 / 28Inf-110 0915 / 28Inf-109 {inside} / 12VG-48 2528 / 28Inf-112 2529"
    table = owing("german combat", pieces, "12SS-25 12VG-27", "28Inf-110 28Inf-109", place="0914", turn=3)
    assert table.offers("target") == {inside, "2529"}
    assert table.forbids("target 0915") == "BW-9.5.CA.attack", "tanks may not attack across the boundary"
    out = owing("german combat", pieces, "12SS-25 12VG-27", "28Inf-110", place="0914", turn=3)
    assert out.do("target 0915").forbids("join 12SS-25") == "BW-5.4.six"
    assert "done" in out.options(), "those attack who may"


def test_a_half_declared_counterattack_survives_saving():
    pieces = f"26VG-39 {NORTH} / 28Inf-110 {OPEN} / 28Inf-109 {OPEN} / A-174 {FAR} / {ELSEWHERE}"
    table = owing("allied combat", pieces, "28Inf-110 28Inf-109", "26VG-39", turn=15)
    for line in (f"target {NORTH}", "join 28Inf-110", "done", "fly"):
        saved = type(table.state).from_json(game(), table.state.to_json())
        assert (saved.duties, saved.frames, saved.key()) == (
            table.state.duties, table.state.frames, table.state.key(),
        )  # fmt: skip
        assert list(saved.decision.options) == list(table.state.decision.options)
        table.do(line)
