"""Challenging air interdiction (BW-22): off unless it is chosen. The road from 1809 to 2008 leads through a forest."""

from __future__ import annotations

import random

import pytest

from ardennes.engine import Record
from ardennes.engine.errors import ArdennesError
from tests.games.bitter_woods.table import Table, at, game
from tests.rulemark import rule


def moving(pieces: str, *hexes: str, on: bool = True, step: str = "german movement") -> Table:
    option = "[options]\nchallenge = true\n" if on else ""
    places = ", ".join(f'"{place}"' for place in hexes or ("1909",))
    return at(
        step, pieces, turn=16, more=f"{option}[tracks]\nallied-aircraft = 1\n[markers]\ninterdicted = [{places}]\n"
    )


# ---- 22.1 ----


@rule("BW-22.1")
def test_a_mechanized_unit_pays_and_stops_in_an_interdicted_forest_hex():
    table = moving("PzBde150 0807 out-of-supply", "0708").do("pick PzBde150")
    assert "0708" in table.offers("go")
    assert table.forbids("go 0607") == "BW-22.1"
    table.do("step 0708")
    assert table.where("PzBde150") == "0708", "its move has ended"
    assert "road 1/4, interdiction 2" in table.texts("BW-5.1")[0]


@rule("BW-22.1")
def test_without_the_option_it_pays_and_goes_on():
    table = moving("PzBde150 0807 out-of-supply", "0708", on=False).do("pick PzBde150")
    assert "0607" in table.offers("go")
    assert table.forbids("challenge 0708") == "BW-22.1"


@rule("BW-22.1")
def test_infantry_and_open_ground_know_no_challenge():
    foot = moving("12VG-27 1809").do("pick 12VG-27")
    assert foot.offers("challenge") == set()
    assert "2008" in foot.fork().offers("go"), "it pays a point more and goes on"
    open_ = moving("12SS-12 1809", "1808").do("pick 12SS-12")
    assert open_.forbids("challenge 1808") == "BW-22.1"


# ---- 22.2 ----


@rule("BW-22.2")
@pytest.mark.parametrize(
    ("die", "after"), [(1, "1909 reduced"), (2, "1909 reduced"), (3, "1909"), (4, "1909"), (5, ""), (6, "")]
)
def test_a_challenge_costs_a_step_or_the_rest_of_the_move_or_succeeds(die: int, after: str):
    table = moving("12SS-12 1809").do("pick 12SS-12", "challenge 1909")
    assert table.state.chance is not None
    assert table.state.chance.rule == "BW-22.2"
    table.roll(die)
    if after:
        assert table.where("12SS-12") == after
        assert table.has("moved", "12SS-12")
    else:
        assert "2008" in table.offers("go"), "it has paid a quarter and may go on"
        table.do("go 2008")
        assert "moves from 1809 to 2008 for ½ point: road ½" in table.texts("BW-5.1")[0]


@rule("BW-22.2", "BW-R.97")
def test_after_a_challenge_it_leaves_the_road_only_in_a_later_hex():
    table = moving("12SS-25 1809").do("pick 12SS-25", "challenge 1909").roll(6)
    assert "BW-R.97" in table.texts("BW-22.2")[0]
    assert table.offers("step") == {"1809", "2008"}
    assert table.forbids("step 1910") == "BW-22.2"
    assert "stop" in table.options()
    table.do("step 2008")
    assert len(table.offers("step")) > 2


@rule("BW-22.2")
def test_a_reduced_unit_that_loses_a_step_is_eliminated():
    table = moving("12SS-12 1809 reduced / 12SS-25 1810").do("pick 12SS-12", "challenge 1909").roll(1)
    assert table.where("12SS-12") == "eliminated reduced"
    assert "BW-22.2" in table.rules()


@rule("BW-22.2")
def test_a_challenge_goes_along_a_road_only():
    table = moving("12SS-25 1910").do("pick 12SS-25")
    assert table.forbids("challenge 1909") == "BW-22.2"
    assert "1909" in table.offers("step"), "off the road it pays and stops"


@rule("BW-22.2")
def test_one_forest_hex_after_the_other_is_challenged():
    table = moving("12SS-12 2008", "2109", "2110").do("pick 12SS-12", "challenge 2109").roll(5)
    assert table.offers("challenge") == {"2110"}
    table.do("challenge 2110").roll(5)
    assert "2111" in table.offers("go")


@rule("BW-22.2")
def test_a_unit_in_reserve_may_challenge_in_the_exploitation_phase():
    table = moving("12SS-12 1809 reserve", step="german exploitation").do("pick 12SS-12", "challenge 1909").roll(3)
    assert table.where("12SS-12") == "1909"
    assert "BW-22.2" in table.rules("effect")


# ---- 22.2.stack ----

FULL = "12SS-12 1809 / 12SS-25 1809 / 277VG-989 1909 / 277VG-990 1909 / 277VG-991 1909"


@rule("BW-22.2.stack", "BW-R.98")
def test_who_is_too_many_after_a_challenge_is_eliminated_at_the_end_of_the_phase():
    table = moving(FULL).do("pick 12SS-12", "challenge 1909").roll(4)
    assert table.where("12SS-12") == "1909"
    assert list(game().invariants(table.state)) == []
    table.do("pick 12SS-25", "challenge 1909").roll(3)
    table.do("done")
    assert table.asked() == ("german", "overstacked")
    assert table.offers("lose") == {"12SS-12", "12SS-25"}
    assert table.forbids("lose 277VG-989") == "BW-22.2.stack"
    table.do("lose 12SS-25")
    assert table.where("12SS-12") == "eliminated", "there was no choice left"
    assert [event.rule for event in table.events() if event.piece == "12SS-25"][-1] == "BW-22.2.stack"
    assert "BW-R.98" in table.texts("BW-22.2.stack")[0]


@rule("BW-22.2")
def test_nobody_is_lost_if_others_make_room():
    table = moving(FULL).do("pick 12SS-12", "challenge 1909").roll(4)
    table.do("pick 277VG-989").try_("go 1910").do("done")
    assert table.where("12SS-12") == "1909"
    assert table.state.challenged == 0
    assert "BW-22.2" in table.rules("effect")


@rule("BW-22.2")
def test_in_a_full_hex_a_challenge_that_succeeds_must_lead_on():
    table = moving(FULL).do("pick 12SS-12", "challenge 1909").roll(5)
    assert table.forbids("stop") == "BW-6.1"
    full = f"{FULL} / 26VG-39 2008 / 26VG-77 2008 / 26VG-78 2008 / 12SS-26 1809"
    shut = moving(full, "1909", "2008").do("pick 12SS-12")
    assert "1909" in shut.offers("challenge"), "it could come back to 1809 or go through 2008"
    assert "BW-22.2" in table.rules("effect")


# ---- undo, journals, play ----


def test_the_die_closes_undo_and_a_saved_game_and_a_journal_survive_it():
    table = moving("12SS-12 1809").do("pick 12SS-12", "challenge 1909")
    saved = type(table.state).from_json(game(), table.state.to_json())
    assert saved.key() == table.state.key()
    assert saved.chance is not None
    saved.roll((5,))
    table.roll(5)
    assert saved.key() == table.state.key()
    assert Record.replay(game(), table.record.journal).state.key() == table.state.key()
    with pytest.raises(ArdennesError):
        table.record.undo()


def test_games_with_challenges_are_played_to_their_end():
    for seed in range(2):
        state, rng = game().start("eight-turn", challenge="on"), random.Random(seed)
        while not state.over:
            state.roll(state.chance.sample(rng)) if state.chance else state.apply(rng.choice(state.decision.options))
        assert list(game().invariants(state)) == []
