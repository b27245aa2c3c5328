"""Peiper and Skorzeny (BW-27): off unless they are chosen."""

from __future__ import annotations

import random

import pytest

from ardennes.engine import Record
from ardennes.engine.errors import PositionError
from tests.games.bitter_woods.scenes import Fall, fall, led
from tests.games.bitter_woods.table import Table, at, game
from tests.rulemark import rule

__all__ = ["fall"]
ON = "[options]\nspearheads = true\n"
PEIPER, BRIGADE = "1SS-Peiper", "PzBde150"


def moving(pieces: str, *, turn: int = 3, more: str = ON, step: str = "german movement") -> Table:
    return at(step, pieces, turn=turn, more=more)


# ---- 27.1: the Movement Phase of 17AM ----

PAST = f"{PEIPER} 1211 / 2Inf-23 1312"  # the road runs on by 1311 and 1411, both in a zone of the regiment


@rule("BW-27.1", "BW-R.99")
def test_peiper_ignores_enemy_zones_on_17am():
    table = moving(PAST).do(f"pick {PEIPER}")
    assert {"1311", "1411", "1511"} <= table.offers("go")
    assert table.forbids("go 1312") == "BW-5.1.enemy"
    table.do("go 1511")
    assert table.where(PEIPER) == "1511"
    assert any("BW-R.99" in text for text in table.texts("BW-27.1"))
    for turn, more in ((2, ON), (4, ON), (3, "")):
        held = moving(PAST, turn=turn, more=more).do(f"pick {PEIPER}")
        assert held.forbids("step 1311") == "BW-7.4.same"
    other = moving("12SS-12 1211 / 2Inf-23 1312").do("pick 12SS-12")
    assert other.forbids("step 1311") == "BW-7.4.same"


@rule("BW-27.1")
def test_peiper_ignores_interdiction_on_17am():
    markers = f'{ON}[tracks]\nallied-aircraft = 0\n[markers]\ninterdicted = ["1411"]\n'
    table = moving(f"{PEIPER} 1211", more=markers).do(f"pick {PEIPER}", "go 1511")
    assert "moves from 1211 to 1511 for 3/4 point: road 3/4" in table.texts("BW-5.1")[0]
    assert table.texts("BW-27.1") == ["Peiper ignores interdiction"]


# ---- 27.1: exploitation ----


def exploiting(pieces: str, *, turn: int = 3, more: str = ON) -> Table:
    return moving(pieces, turn=turn, more=more, step="german exploitation")


RESERVE = f"{PEIPER} 1111 reserve / 2Inf-23 1312"


@rule("BW-27.1.exploit", "BW-R.100")
@pytest.mark.parametrize(("die", "slips"), [(1, True), (3, True), (4, False), (6, False)])
def test_peiper_rolls_for_each_zone_that_he_leaves_in_exploitation(die: int, slips: bool):
    table = exploiting(RESERVE).do(f"pick {PEIPER}")
    table.do("step 1211")
    assert "stop" in table.options()
    assert table.offers("step") == set()
    table.do("slip 1311")
    assert table.state.chance is not None
    assert table.state.chance.rule == "BW-27.1.exploit"
    table.roll(die)
    assert any("BW-R.100" in text for text in table.texts("BW-27.1.exploit"))
    if not slips:
        assert table.where(PEIPER) == "1211"
        return
    assert "1411" in table.offers("slip"), "1311 is in the zone too"
    table.do("slip 1411").roll(2)
    table.do("slip 1511").roll(2)
    assert {"1610", "1512"} <= table.offers("go"), "1511 is in no zone"
    assert table.forbids("slip 1610") == "BW-R.103"


@rule("BW-27.1.exploit")
def test_on_other_turns_peiper_slips_through_no_zone_and_interdiction_is_ignored_on_17am():
    table = exploiting(RESERVE, turn=4).do(f"pick {PEIPER}")
    assert table.forbids("slip 1211") == "BW-27.1.exploit"
    markers = f'{ON}[tracks]\nallied-aircraft = 0\n[markers]\ninterdicted = ["1211"]\n'
    free = exploiting(f"{PEIPER} 1111 reserve", more=markers).do(f"pick {PEIPER}", "go 1211")
    assert "Peiper ignores interdiction" in free.texts("BW-27.1.exploit")


# ---- 27.1: the attack after exploitation ----

POISED = f"{PEIPER} 1111 reserve / 99Inf-394 1311 reduced / A-401 1210 / 12SS-25 1312"


def poised(pieces: str = POISED, *, more: str = ON) -> Table:
    """Peiper has come to 1211 out of reserve, and the moves are over."""
    return exploiting(pieces, more=more).do(f"pick {PEIPER}", "go 1211")


@rule("BW-27.1.attack", "BW-R.101")
def test_peiper_attacks_alone_after_all_exploitation_moves():
    table = poised()
    assert table.asked() == ("german", "assault")
    assert table.options() == ["target 1311", "done"]
    for line in ("join 12SS-25", "add A-401", "fly"):
        assert table.forbids(line) == "BW-27.1.attack"
    assert table.forbids("target 1410") == "BW-27.1.attack"
    table.do("target 1311")
    assert table.asked() == ("allied", "defence"), "nobody asks him about support"
    assert any("BW-R.101" in text for text in table.texts("BW-27.1.attack"))
    assert table.state.battle().attackers == (PEIPER,)  # type: ignore[union-attr]  # there is one


@rule("BW-27.1.attack")
def test_the_defender_may_support_and_there_is_one_attack():
    table = poised(f"{POISED} / A-406US 1610").do("target 1311")
    assert table.asked() == ("allied", "defence")
    assert "A-406US" in table.offers("add")
    table.do("done").roll(3)
    while not table.state.over and table.state.chance is None and table.state.phase == "german exploitation":
        table.do(next(line for line in ("done", "stop", *table.options()) if line in table.options()))
        assert table.asked()[1] != "assault" if table.state.chance is None else True
    assert "BW-27.1.attack" in table.rules("attack")


@rule("BW-9.5.ENG.break")
def test_his_attack_on_engaged_defenders_breaks_the_engagement_of_others():
    duty = '[obligations]\n"1311 engagement" = { by = ["12VG-27", "12VG-48"], against = ["99Inf-394"] }\n'
    pieces = f"{PEIPER} 1111 reserve / 99Inf-394 1311 / 12VG-27 1410 / 12VG-48 1310"
    table = poised(pieces, more=ON + duty)
    assert [each.kind for each in table.state.duties] == ["engagement"]
    idle = table.fork().do("done")
    assert [each.kind for each in idle.state.duties] == ["engagement"], "without the attack it goes on"
    table.do("target 1311")
    assert not table.state.duties
    assert "the engagement is broken" in table.texts("BW-9.5.ENG.break")[0]


@rule("BW-27.1.attack")
def test_peiper_attacks_only_out_of_reserve_and_only_on_17am():
    assert poised().asked()[1] == "assault"
    stayed = exploiting(f"{PEIPER} 1111 reserve / 99Inf-394 1311 / 12SS-25 0111 reserve")
    assert stayed.do("done").state.phase != "german exploitation", "nobody is beside him"
    later = exploiting(POISED, turn=4).do(f"pick {PEIPER}", "go 1211")
    assert later.state.phase != "german exploitation"
    marched = exploiting(f"{PEIPER} 1211 / 12SS-25 0111 reserve / 99Inf-394 1311").do("done")
    assert marched.state.phase != "german exploitation"
    assert "BW-27.1.attack" in poised().forbids("fly")


@rule("BW-27.1.attack")
def test_the_odds_are_shown_before_peiper_attacks_and_are_those_of_the_attack():
    table = poised()
    battle = table.state.battle()
    assert battle is not None
    assert (battle.targets, battle.attackers) == (("1311",), (PEIPER,))
    before = table.state.odds(battle)
    assert table.screen("german").sheets
    table.do("target 1311")
    after = table.state.battle()
    assert after is not None
    assert str(table.state.odds(after)) == str(before)
    assert "BW-27.1.attack" in table.rules("attack")


# ---- 27.1: eight hexes along the road ----


@pytest.fixture
def breakthrough(monkeypatch: pytest.MonkeyPatch) -> Table:
    """The example: from 1211 Peiper attacks a reduced regiment in 1311, and the result is 1D3."""
    monkeypatch.setitem(game().__dict__, "crt", (("1D3",) * 6,) * 9)
    pieces = f"{PEIPER} 1111 reserve / 99Inf-394 1311 reduced"
    return led(poised(pieces).do("target 1311", "done").roll(3))


@rule("BW-27.1.road", "BW-R.102")
def test_after_the_first_hex_of_a_1d3_peiper_goes_eight_hexes_along_the_road(breakthrough: Table):
    table = breakthrough
    assert table.where("99Inf-394") == "eliminated reduced"
    table.do(f"advance {PEIPER}")
    if "step 1311" in table.options():
        assert table.forbids("dash") == "BW-27.1.road"
        table.do("step 1311")
    table.do("dash")
    assert {"2008", "2108", "2109", "2012"} <= table.offers("go")
    assert table.forbids("step 1312") == "BW-27.1.road"
    assert "BW-R.102" in table.refusal_text("step 1312")
    table.do("go 2108")
    assert table.where(PEIPER) == "2108"
    assert "2108" in table.texts("BW-27.1.road")[0]
    assert table.state.phase != "german exploitation"


@rule("BW-27.1.road")
def test_nine_hexes_are_too_far_and_one_hex_less_for_each_that_is_advanced(breakthrough: Table):
    table = breakthrough.do(f"advance {PEIPER}").try_("step 1311")
    far = table.fork().do("dash")
    assert far.forbids("go 2208") == "BW-5.2"
    near = table.fork().do("step 1411", "dash")
    assert {"1710", "1809", "1811"} <= near.offers("go"), "four hexes on"
    assert near.forbids("go 1909") == "BW-5.2"
    whole = table.fork().do("step 1411", "step 1511")
    assert whole.forbids("dash") == "BW-27.1.road"


@rule("BW-27.1.road")
def test_the_dash_stops_in_the_first_zone(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(game().__dict__, "crt", (("1D3",) * 6,) * 9)
    pieces = f"{PEIPER} 1111 reserve / 99Inf-394 1311 reduced / 2Inf-23 1611"
    table = led(poised(pieces).do("target 1311", "done").roll(3)).do(f"advance {PEIPER}").try_("step 1311").do("dash")
    assert "1511" in table.offers("go")
    assert table.forbids("go 1610") == "BW-7.4"
    table.do("step 1411", "step 1511")
    assert table.where(PEIPER) == "1511", "in the zone of 2/23 it stops"
    assert "BW-27.1.road" in table.rules("advance")


@rule("BW-27.1.road")
def test_an_ordinary_advance_is_not_turned_into_movement(fall: Fall):
    table = led(fall("1D3", "1311", f"{PEIPER} 1211 / 99Inf-394 1311 reduced", turn=3, more=ON))
    table.do(f"advance {PEIPER}").try_("step 1311")
    assert table.forbids("dash") == "BW-27.1.road"


@rule("BW-27.1.attack", "BW-27.1.road")
def test_the_example_from_reserve_to_the_eighth_hex_by_the_printed_table():
    table = at("german reserve", f"{PEIPER} 1111 / 99Inf-394 1311 reduced / 12SS-25 0311", turn=3, more=ON)
    table.do(f"reserve {PEIPER}")
    while table.state.phase != "german exploitation":
        table.do("done")
    table.do(f"pick {PEIPER}", "go 1211")
    assert table.asked() == ("german", "assault")
    table.do("target 1311", "done")
    tries = {fork.result(): fork for fork in (table.fork().roll(die) for die in range(1, 7))}
    after = led(tries["1D3"])
    assert after.where("99Inf-394") == "eliminated reduced"
    after.do(f"advance {PEIPER}").try_("step 1311").do("dash")
    far = ["1411", "1511", "1610", "1710", "1809", "1909", "2008", "2108"]
    after.do(*(f"step {place}" for place in far[:-1])).do(f"go {far[-1]}")
    assert after.where(PEIPER) == "2108"
    assert {"BW-27.1.attack", "BW-27.1.road"} <= set(after.rules()) | set(table.rules())


# ---- 27.2: the Skorzeny sneak ----

SNEAK = f"{BRIGADE} 1311 / 2Inf-23 1312"


@rule("BW-27.2", "BW-R.103")
def test_the_brigade_sneaks_from_1311_to_1411_and_ends_there():
    table = moving(SNEAK).do(f"pick {BRIGADE}")
    assert table.forbids("step 1411") == "BW-7.4.same"
    table.do("slip 1411")
    assert table.state.chance is not None
    assert table.state.chance.rule == "BW-27.2"
    table.roll(2)
    assert table.where(BRIGADE) == "1411", "neither to Ligneuville nor to Baugnez"
    assert table.has("moved", BRIGADE)
    assert any("BW-R.103" in text for text in table.texts("BW-27.2"))


@rule("BW-27.2")
def test_a_failed_sneak_ends_the_move_where_it_is_and_there_is_no_second():
    table = moving(f"{SNEAK} / 12SS-25 1111").do(f"pick {BRIGADE}", "slip 1411").roll(4)
    assert table.where(BRIGADE) == "1311"
    assert table.has("moved", BRIGADE)
    assert not table.has("marched", BRIGADE)
    assert table.state.sneaked
    again = moving(SNEAK, turn=4, more=f"{ON}[tracks]\nsneaked = true\n").do(f"pick {BRIGADE}")
    assert again.forbids("slip 1411") == "BW-27.2"
    assert again.offers("slip") == set()


@rule("BW-27.2")
def test_the_sneak_leads_out_of_a_zone_that_it_has_entered_and_ends_in_the_next():
    pieces = f"{BRIGADE} 1111 reserve / 2Inf-23 1312 / 12SS-25 0111 reserve"
    table = exploiting(pieces).do(f"pick {BRIGADE}", "step 1211")
    assert "1311" in table.offers("slip")
    table.do("slip 1311").roll(1)
    assert table.where(BRIGADE) == "1311", "it stops in the zone that it enters"
    free = exploiting(pieces).do(f"pick {BRIGADE}", "step 1211", "slip 1210").roll(1)
    assert len(free.offers("go")) > 3, "1210 is in no zone, and it goes on"
    assert "BW-27.2" in free.rules("effect")


@rule("BW-27.2", "BW-27.2.when")
def test_there_is_no_sneak_before_16pm_after_18pm_in_an_advance_or_for_others(fall: Fall):
    for turn, offered in ((2, True), (6, True), (7, False)):
        table = moving(SNEAK, turn=turn).do(f"pick {BRIGADE}")
        assert bool(table.offers("slip")) == offered
    assert table.forbids("slip 1411") == "BW-27.2"
    assert moving(SNEAK, more="").do(f"pick {BRIGADE}").forbids("slip 1411") == "BW-27.2"
    other = moving("12SS-12 1311 / 2Inf-23 1312").do("pick 12SS-12")
    assert other.forbids("slip 1411") == "BW-27.2"
    after = led(fall("D3", "1411", f"{BRIGADE} 1311 / 99Inf-394 1411 reduced / 2Inf-23 1512", turn=3, more=ON))
    after.do(f"advance {BRIGADE}").try_("step 1411")
    assert after.forbids("slip 1512") == "BW-27.2.when"


@rule("BW-R.103")
def test_a_step_that_needs_no_die_has_none():
    table = moving(SNEAK).do(f"pick {BRIGADE}")
    assert "1210" in table.offers("step")
    assert table.forbids("slip 1210") == "BW-R.103"


def test_a_brigade_that_can_only_sneak_can_be_picked():
    ring = "2Inf-9 1210 / 2Inf-38 1310 / 2Inf-23 1410 / 99Inf-393 1211 / 99Inf-394 1312"
    table = moving(f"{BRIGADE} 1311 / {ring} / 12SS-25 0311")
    assert BRIGADE in table.offers("pick")
    table.do(f"pick {BRIGADE}")
    assert table.state.chance is not None, "there is one thing that it can do"
    assert BRIGADE not in moving(f"{BRIGADE} 1311 / {ring} / 12SS-25 0311", turn=7).offers("pick")


@pytest.mark.parametrize("enemy", ["2820", "2821", "2920", "3020", "3021"])
def test_a_brigade_out_of_bounds_slips_only_where_its_move_can_still_end(enemy: str):
    """The zone that it slips out of counts again once it has: there is no way back through it."""
    table = moving(f"{BRIGADE} 2921 / 82Abn-504 {enemy} / 12SS-25 0311", turn=4).do(f"pick {BRIGADE}")
    for line in [line for line in table.options() if line.startswith("slip")]:
        after = table.fork().do(line).roll(1)
        assert after.state.over or after.options()


@rule("BW-27.2")
def test_a_second_sneak_is_refused_in_play():
    table = moving(f"{BRIGADE} 1311 / 2Inf-23 1312 / 12SS-25 0311", turn=2).do(f"pick {BRIGADE}", "slip 1411").roll(5)
    while table.state.turn == 2 or table.asked()[1] != "german movement":
        table.do("done")
    table.do(f"pick {BRIGADE}")
    assert table.refusal("slip 1411").text.startswith("Pz Bde 150 has already tried its one sneak of the game.")
    assert table.forbids("slip 1411") == "BW-27.2"


# ---- undo, journals, play ----


def test_a_saved_game_and_a_journal_survive_the_die_in_mid_move():
    table = exploiting(RESERVE).do(f"pick {PEIPER}", "step 1211", "slip 1311")
    saved = type(table.state).from_json(game(), table.state.to_json())
    saved.roll((2,))
    table.roll(2)
    assert saved.key() == table.state.key()
    assert Record.replay(game(), table.record.journal).state.key() == table.state.key()
    assert table.record.cannot_undo() is not None


def test_a_saved_dash_goes_on(breakthrough: Table):
    table = breakthrough.do(f"advance {PEIPER}").try_("step 1311").do("dash", "step 1411")
    saved = type(table.state).from_json(game(), table.state.to_json())
    assert [str(option) for option in saved.decision.options] == table.options()


def test_games_with_spearheads_are_played_to_their_end():
    for seed in range(2):
        state, rng = game().start("six-turn", spearheads="on"), random.Random(seed)
        while not state.over:
            state.roll(state.chance.sample(rng)) if state.chance else state.apply(rng.choice(state.decision.options))
        assert list(game().invariants(state)) == []


# ---- position files and the screen ----


@pytest.mark.parametrize(("turn", "more"), [(3, ""), (1, ON)])
def test_a_sneak_that_cannot_have_been_is_refused_with_its_line(turn: int, more: str):
    with pytest.raises(PositionError, match=r"BW-27\.2"):
        moving(SNEAK, turn=turn, more=f"{more}[tracks]\nsneaked = true\n")


def test_the_screen_names_the_tries_and_asks_before_it_rolls():
    table = moving(SNEAK).do(f"pick {BRIGADE}")
    option = next(one for one in table.screen("german").options if one.action == "slip 1411")
    assert option.label == "Try to slip through to 1411"
    assert option.commits
    table.do("slip 1411")
    piece = next(one for one in table.screen("german").pieces if one.id == BRIGADE)
    assert piece.at == "1311", "it waits for the die where it is"


def test_the_screen_shows_peiper_on_his_way(breakthrough: Table):
    table = breakthrough.do(f"advance {PEIPER}").try_("step 1311")
    assert "Continue along the road" in [one.label for one in table.screen("german").options]
    table.do("dash", "step 1411")
    piece = next(one for one in table.screen("german").pieces if one.id == PEIPER)
    assert piece.at == "1411"
