"""Fuel dumps (BW-25): the moment at which a dump is found and the Allied player is asked, however units move."""

from __future__ import annotations

import pytest

from ardennes.engine import Decision, PositionError
from ardennes.games.bitter_woods import fuel
from tests.games.bitter_woods.scenes import Fall, fall, led, quiet, retreating
from tests.games.bitter_woods.table import Table, at, game, hex_
from tests.games.bitter_woods.test_25_dumps import lying, on
from tests.games.bitter_woods.test_optional_dice import options
from tests.rulemark import rule

__all__ = ["fall"]
DUMP = ("allied", "dump")


def advancing(fall: Fall, place: str, pieces: str, dump: str) -> Table:
    """1SS/1 has driven the defender out of a hex and begins its advance."""
    table = led(fall("D3", place, pieces, turn=5, more=lying(dump)), "1907", "2006", "2106")
    return table.do("advance 1SS-1")


# ---- in an advance (BW-25.2, 25.3) ----

PAST = "1SS-1 1707 / 30Inf-117 1807 / A-174 1808"  # the advance leads by 1807, next to the gun in 1808


@rule("BW-25.2")
def test_a_dump_that_an_advance_enters_is_found_before_the_unit_goes_on(fall: Fall):
    table = advancing(fall, "1808", "1SS-1 1807 / 30Inf-117 1808", "1808").try_("step 1808")
    assert table.asked() == ("german", "advancing"), "the advance is not over"
    assert table.state.fuel == {"francorchamps": fuel.CAPTURED}
    assert "BW-25.2" in table.rules("dump")


@rule("BW-25.3", "BW-R.105")
@pytest.mark.parametrize(("dump", "options_"), [("1808", ["burn 1808", "done"]), ("1910", ["done"])])
def test_the_question_comes_when_an_advance_is_next_to_the_hex(fall: Fall, dump: str, options_: list[str]):
    table = advancing(fall, "1807", PAST, dump).try_("step 1807")
    assert (table.asked(), table.options()) == (DUMP, options_)
    assert table.state.decision.rule == "BW-25.3"
    table.do("done")
    assert "BW-R.105" in table.texts("BW-25.3.later")[-1]
    assert table.asked() == ("german", "advancing")


@rule("BW-25.3")
def test_nobody_is_asked_once_the_german_unit_has_gone_on(fall: Fall):
    table = advancing(fall, "1807", PAST, "1808").try_("step 1807").do("done")
    table.do("step 1806").try_("stop")
    assert table.asked() != DUMP
    near = advancing(fall, "1807", PAST, "1808").try_("step 1807")
    assert (near.asked(), near.state.decision.rule) == (DUMP, "BW-25.3")


def test_an_alarm_for_a_hex_without_a_german_beside_it_is_none():
    table = on("german movement", "30Inf-117 1808 / 1SS-1 1805 / 4Inf-12 5330")
    table.state.alarm = 1 << hex_("1808")
    assert not fuel.asks(table.state)
    table.state.alarm = 1 << hex_("1808")
    assert fuel.asks(table.state, 1 << hex_("1807")), "a unit on its way is next to it"


# ---- in a retreat ----


@rule("BW-25.3.later", "BW-R.105")
def test_the_question_comes_when_a_german_retreats_past_the_hex(fall: Fall):
    pieces = "30Inf-119 1906 / 1SS-1 1907 / A-174 1808 / 12SS-25 2007"
    table = fall("D2", "1907", pieces, step="allied combat", turn=5, more=lying("1808"))
    seen = []
    while table.state.chance is None and table.asked()[1] in ("retreat", "way", "dump"):
        seen.append((table.asked(), table.state.frames[-2].step if len(table.state.frames) > 1 else ""))
        wanted = [line for line in ("step 1807", "step 1908", "done") if line in table.options()]
        table.do(wanted[0] if wanted else table.options()[0])
    assert (DUMP, "way") in seen, "asked in mid-retreat, not after the battle"
    assert any("BW-R.105" in text for text in table.texts("BW-25.3.later"))


# ---- when an Allied unit comes (BW-25.3) ----

COMES = "30Inf-117 2008 / 1SS-1 1807 / 352VG-914 5301"


@rule("BW-25.3", "BW-R.105")
@pytest.mark.parametrize(("dump", "options_"), [("1808", ["burn 1808", "done"]), ("1709", ["done"])])
def test_an_allied_unit_that_comes_next_to_a_german_may_blow_the_dump_up(dump: str, options_: list[str]):
    table = on("allied movement", COMES, francorchamps=dump).do("pick 30Inf-117", "go 1808")
    assert (table.asked(), table.options()) == (DUMP, options_)
    assert table.state.decision.rule == "BW-25.3"
    table.do("done")
    assert "BW-R.105" in table.texts("BW-25.3.later")[-1]


@rule("BW-25.3.later")
def test_if_he_declines_on_his_own_turn_the_next_chance_is_at_the_end_of_his_combat_phase():
    table = on("allied movement", f"{COMES} / 1Inf-16 1908").do("pick 30Inf-117", "go 1808", "done")
    table.do("pick 1Inf-16", "go 1808")
    assert table.asked() != DUMP, "declined, and no unit has come where none was"
    while table.asked() != DUMP:
        table.do("done")
    assert table.state.phase == "allied demolition"
    assert "burn 1808" in table.options()
    assert "BW-25.3.later" in table.rules("dump")
    table.do("done")
    while table.asked()[1] != "german movement":
        table.roll(1) if table.state.chance else table.do("done")
    table.do("pick 1SS-1", "go 1708")
    assert table.asked() == DUMP, "a German comes next to it on the next Game-Turn"


@rule("BW-25.3")
def test_a_hex_without_a_german_beside_it_is_no_question_for_the_allied_unit_that_enters():
    table = on("allied movement", "30Inf-117 2008 / 352VG-914 5301 / 1Inf-16 5330").do("pick 30Inf-117", "go 1808")
    assert table.asked() == ("allied", "allied movement")
    later = on("allied movement", COMES).do("pick 30Inf-117", "go 1808")
    assert (later.asked(), later.state.decision.rule) == (DUMP, "BW-25.3")


@rule("BW-25.3")
def test_a_unit_that_retreats_into_the_hex_may_blow_it_up_before_the_enemy_advances():
    table = quiet("30Inf-117 1708 / R-9 1908 / 1SS-1 1607", turn=5, more=lying("1808"))
    state = retreating(table, "30Inf-117", 1, "1808")
    assert game().steps["way"].ask(state) is None, "it has arrived"
    decision = game().steps[state.top.step].ask(state)
    assert isinstance(decision, Decision)
    assert (decision.step, decision.rule) == ("dump", "BW-25.3")
    assert {str(option) for option in decision.options} == {"burn 1808", "done"}


# ---- one try a dump and Game-Turn ----


@rule("BW-25.3.later", "BW-R.105")
def test_a_failed_try_in_the_german_turn_leaves_none_in_the_allied_turn():
    table = on("german movement", "30Inf-117 1808 / 1SS-1 1806 / 4Inf-12 5330").do("pick 1SS-1", "go 1807")
    asked = table.fork().do("done")
    for each in (table.do("burn 1808").roll(5), asked):
        while each.state.turn == 5 and each.asked() != DUMP:
            each.do("done")
    assert table.state.turn == 6, "nobody was asked again"
    assert (asked.state.phase, asked.asked()) == ("allied demolition", DUMP)
    assert "BW-R.105" in asked.texts("BW-25.3.later")[-1]


# ---- by other ways of moving ----


@rule("BW-25.2")
def test_a_unit_that_sneaks_into_the_hex_finds_the_dump_before_it_goes_on():
    more = lying("1808", more="spearheads = true\n")
    table = at("german movement", "PzBde150 1807 / 30Inf-117 1708 / 4Inf-12 5330", turn=5, more=more)
    table.do("pick PzBde150", "slip 1808").roll(1)
    assert table.state.fuel == {"francorchamps": fuel.CAPTURED}
    assert "BW-25.2" in table.rules("dump")


@rule("BW-25.2")
def test_peiper_finds_a_dump_on_his_dash(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(game().__dict__, "crt", (("1D3",) * 6,) * 9)
    pieces = "1SS-Peiper 1410 reserve / 99Inf-394 1610 reduced"
    table = at("german exploitation", pieces, turn=3, more=lying("1710", more="spearheads = true\n"))
    table.do("pick 1SS-Peiper", "go 1511")
    table = led(table.do("target 1610", "done").roll(3)).do("advance 1SS-Peiper").try_("step 1610").do("dash")
    assert table.forbids("go 1809") == "BW-25.3", "he goes step by step"
    table.do("step 1710")
    assert table.asked() == ("german", "dash")
    assert list(table.state.fuel) == ["francorchamps"]
    assert "BW-25.2" in table.rules("dump")


@rule("BW-25.2")
def test_a_unit_that_challenges_interdiction_in_the_hex_finds_the_dump_before_the_die():
    more = (
        options("fuel_dumps", "challenge")
        + '[tracks]\nallied-aircraft = 0\n[hidden]\nfrancorchamps = "1909"\nsamree = "2718"\n'
        + '[markers]\ninterdicted = ["1909"]\n'
    )
    table = at("german movement", "1SS-1 2008 / 4Inf-12 5330", turn=5, more=more).do("pick 1SS-1", "challenge 1909")
    assert table.state.chance is not None
    assert list(table.state.fuel) == ["francorchamps"]
    assert "BW-25.2" in table.rules("dump")


# ---- the line that opens later, and a dump that changes hands (BW-25.2) ----

RING = "9Inf-39 1607 / 9Inf-47 1610 / 1Inf-16 1806 / 1Inf-18 2007 / 1Inf-26 2009 / 30Inf-117 1911"


@rule("BW-25.2", "BW-R.104")
def test_a_dump_without_a_line_is_captured_when_an_allied_unit_leaves_the_ring():
    table = on("allied movement", f"1SS-1 1808 / {RING}", fuel_='francorchamps = "claimed"', turn=8)
    assert table.state.fuel["francorchamps"] == fuel.CLAIMED
    table.do("pick 1Inf-26", "go 1503")
    assert table.state.fuel["francorchamps"] == fuel.CAPTURED
    assert "BW-R.104" in table.texts("BW-25.2")[-1]


@rule("BW-25.2", "BW-25.2.again")
def test_a_dump_is_captured_recaptured_and_captured_again():
    pieces = "1SS-1 1908 / 30Inf-117 2009 / 12VG-27 5301"
    table = on("german movement", pieces).do("pick 1SS-1", "step 1808", "step 1708").try_("stop")
    assert table.state.fuel["francorchamps"] == fuel.CAPTURED, "though it has gone on"
    while table.state.phase != "allied movement":
        table.do("done")
    table.do("pick 30Inf-117", "go 1808", "done")
    assert table.state.fuel["francorchamps"] == fuel.HELD
    assert "BW-25.2.again" in table.rules("dump")
    assert not fuel.captured(table.state)
    table.state.eliminate(game().forces.index["30Inf-117"], "BW-9.6", "for the test")
    fuel.entered(table.state, game().forces.index["1SS-1"], (hex_("1808"),))
    assert fuel.captured(table.state) == ["francorchamps"]
    assert table.rules("dump").count("BW-25.2") == 3, "found, captured, captured again"


# ---- both dumps, for the rest of the game (BW-25.2.both) ----

BOTH = 'francorchamps = "german", samree = "german"'


@rule("BW-25.2.both", "BW-R.104")
def test_with_both_captured_once_there_is_no_roll_for_the_rest_of_the_game():
    table = on("allied movement", "30Inf-117 1908 / 352VG-914 5301 / 1Inf-16 5330", fuel_=BOTH, turn=8)
    table.do("pick 30Inf-117", "go 1808")
    assert table.state.fuel["francorchamps"] == fuel.HELD
    for _ in range(2):
        now = table.state.turn
        while table.state.turn == now or table.state.phase == "german supply":
            assert table.state.chance is None
            table.do("done")
        assert "BW-25.2.both" in table.rules("supply")
    assert all("BW-R.104" in text for text in table.texts("BW-25.2.both"))


@rule("BW-25.2")
def test_capturing_the_second_dump_is_what_counts_and_a_recaptured_one_alone_spares_its_army_no_longer():
    pieces = "1SS-1 1908 / 4Inf-12 5330 / 30Inf-117 5331"
    table = on("german movement", pieces, fuel_='samree = "german"', turn=8).do("pick 1SS-1", "step 1808")
    assert table.state.fuelled
    one = on("german movement", pieces, fuel_='samree = "allied"', turn=8).do("pick 1SS-1", "step 1808")
    assert not one.state.fuelled
    assert fuel.spares(one.state, "6Pz") == "BW-25.2.six"
    assert fuel.spares(one.state, "5Pz") == ""
    assert fuel.spares_all(table.state)
    assert "BW-25.2" in table.rules("dump")


def test_a_saved_game_and_a_position_file_remember_that_both_were_captured():
    table = on("allied movement", "352VG-914 5301 / 1Inf-16 5330", fuel_=BOTH, turn=8)
    assert type(table.state).from_json(game(), table.state.to_json()).fuelled
    more = lying(fuel_='francorchamps = "allied", samree = "german"').replace(
        "[hidden]", "[tracks]\nboth-dumps = true\n[hidden]"
    )
    assert at("german movement", "352VG-914 5301 / 1Inf-16 5330", turn=8, more=more).state.fuelled
    with pytest.raises(PositionError, match=r"line \d+.*fuel dumps come with the option"):
        at("german movement", "352VG-914 5301 / 1Inf-16 5330", turn=8, more="[tracks]\nboth-dumps = true\n")
