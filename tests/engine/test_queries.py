"""Queries: what planners, overlays and explanations ask of any position, in play or supposed."""

import pytest

from ardennes.engine import Battle, Game
from tests.proving.table import ground, play, proving, table


def test_reach_gives_every_place_its_cheapest_cost_and_a_path():
    state = table("red movement", {"R1": "0503"}).state
    reached = state.reach("R1")
    assert (reached.costs["0502"], reached.whole) == (2, 2)
    assert reached.path is not None
    assert reached.path("0507") == ("0503", "0504", "0505", "0506", "0507")


def test_reach_is_that_of_the_next_movement_phase_whoever_moves_now():
    record = table("red movement", {"R1": "0503", "B1": "0507"})
    before = record.state.reach("R1").costs
    assert play(record, "pick R1", "go 0402", "done").state.decision.side == "blue"
    assert record.state.suppose({"R1": "0503"}).reach("R1").costs == before
    assert "0506" in record.state.reach("B1").costs


def test_a_unit_in_its_box_reaches_what_it_could_enter():
    reached = table("red movement", {"C1": "column"}, turn=2).state.reach("C1")
    assert reached.costs["0501"] == 2


def test_a_unit_out_of_play_reaches_nothing():
    assert table("red movement", {"C1": "dead"}).state.reach("C1").costs == {}


def test_zones_are_those_of_fighting_units_only():
    state = table("red movement", {"B1": "0505", "BA": "0808", "B5": "dead"}).state
    assert state.zoc("blue") == {"0404", "0405", "0504", "0506", "0604", "0605"}


def test_control_is_who_stands_there_or_stood_last_in_the_town():
    state = table("red movement", {"R1": "0503", "B1": "0505"}, markers='town = "red"').state
    assert [state.control(place) for place in ("0503", "0505", "0707", "0507")] == ["red", "blue", None, "red"]


def test_worth_counts_steps_and_lots():
    state = table("red movement", {"R1": "0503 reduced", "RA": "0502", "inf@0303": "4"}).state
    assert [state.worth(piece) for piece in ("R1", "RA", "inf@0303", "inf@0101")] == [2, 1, 4, 0]


def test_goals_are_told_for_each_side():
    state = table("red movement").state
    assert [(goal.place, goal.how) for goal in state.goals("red")] == [("0507", "hold"), ("exit", "exit")]
    assert [(goal.place, goal.how) for goal in state.goals("blue")] == [("0507", "hold"), ("exit", "deny")]


def test_standing_names_every_way_to_win():
    state = table("red movement", {"R1": "0505"}, tracks="exited = 1").state
    standing = {each.rule: (each.now, each.needed) for each in state.standing() if each.side == "red"}
    assert standing["PG-9.1"] == (1, 2)
    assert standing["PG-9.2"] == (0, 1)


def test_a_supposition_leaves_the_position_alone_and_asks_no_rule():
    record = table("red movement", {"R1": "0503", "B1": "0505"})
    before = record.state.key()
    supposed = record.state.suppose({"R1": "0504", "R2": "0504", "C1": "0504"})
    assert ground(record).at["R1"] == "0503"
    assert record.state.key() == before
    assert supposed.supply("R1").state == "supplied"


def test_odds_answer_for_a_battle_that_is_only_supposed():
    state = table("red movement", {"R1": "0501", "B1": "0504"}).state.suppose({"R1": "0503", "R2": "0403"})
    odds = state.odds(Battle("assault", "red", ("0504",), ("R1", "R2")))
    assert (odds.attack, odds.defence, odds.column) == (7, 3, "2-1")
    assert sum(outcome.probability for outcome in odds.outcomes) == pytest.approx(1)
    blues = state.odds(Battle("assault", "blue", ("0503",), ("B1",)))
    assert (blues.attack, blues.defence) == (2, 3)


def test_odds_do_not_depend_on_whose_turn_it_is_or_on_the_declaration():
    early = table("red movement", {"R1": "0503", "B1": "0504"}).state
    record = play(table("red combat", {"R1": "0503", "B1": "0504"}), "done")
    battle = record.state.battle()
    assert battle is not None
    assert early.odds(battle).outcomes == record.state.odds(battle).outcomes


def test_a_game_names_the_queries_that_it_answers():
    assert proving().queries >= {"odds", "reach", "supply", "suppose"}
    assert Game.queries == frozenset()


def test_there_is_no_battle_where_none_is_declared():
    assert table("red movement").state.battle() is None
