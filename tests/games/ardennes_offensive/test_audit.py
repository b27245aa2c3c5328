"""Findings of an audit of the rulebook against the game, each held by a test."""

from __future__ import annotations

import random

import pytest

from ardennes.engine.errors import ArdennesError
from ardennes.engine.screen import Screen
from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.scenes import PLAIN, both_supplied
from tests.games.ardennes_offensive.table import Table, at, start
from tests.rulemark import rule

RINGED = """
    99ID-395  3-4  at .
    1SSPz-1a  9-10 at E
    1SSPz-2   5-10 at W
    2Pz-2     4-10 at NE NE
    2Pz-304   4-10 at SW SW
"""


# ---- standing orders


@rule("AO-E.11.0")
@pytest.mark.parametrize(
    ("order", "asked"), [("when waive: choose keep", False), ("when waive odds>5: choose keep", True)]
)
def test_a_standing_order_answers_for_the_immunity_of_a_town(order: str, asked: bool):
    town = ground.first(lambda h: ground.town(h) and ground.live(ground.walk(h, "E")) and both_supplied(h))
    table = at("german combat", f"1SSPz-1a 9-10 at {ground.walk(town, 'E')}\n 99ID-395 3-4 at {town}")
    table.record.order("allied", order)
    table.declare(town, by=["1SSPz-1a"]).try_("fight 3-1")
    assert (table.state.chance is None) == asked
    assert not asked or table.state.decision.rule == "AO-E.11.0"


# ---- previews of battles


def test_no_odds_are_given_for_an_attack_by_isolated_units_alone():
    table = at("allied combat", RINGED, centre=PLAIN, turn=9)
    assert table.supply("99ID-395") == "isolated"
    with pytest.raises(ArdennesError, match="Isolated"):
        table.odds(table.hex("E"), by=["99ID-395"])


def test_the_preview_promises_no_advance_into_a_hex_where_a_unit_of_the_stack_stayed():
    table = at("allied combat", "99ID-395 3-4 at .\n 99ID-393 3-4 at .\n 1SSPz-1a 9-10 at E", centre=PLAIN)
    alone = table.odds(table.hex("E"), by=["99ID-395"])
    together = table.odds(table.hex("E"), by=["99ID-395", "99ID-393"])
    assert {outcome.defender.may_advance for outcome in alone.outcomes} == {0}
    assert {outcome.defender.may_advance for outcome in together.outcomes} == {1}


@pytest.mark.parametrize(("infantry", "advances"), [("vdH 1-4", 0), ("26VG-77 2-4", 1)])
def test_the_preview_of_an_exchange_lets_only_those_advance_whom_it_spares(infantry: str, advances: int):
    drawing = f"1SSPz-1a 9-10 at E\n {infantry} at NE\n 401G 2-4 at ."
    odds = at("german combat", drawing, centre=PLAIN).odds(PLAIN, by=["1SSPz-1a", infantry.split()[0]])
    assert odds.column == "5-1"
    exchange = next(outcome for outcome in odds.outcomes if outcome.label == "Ex")
    assert exchange.attacker.may_advance == advances


@rule("AO-R.4")
def test_the_preview_counts_units_that_find_the_last_room_taken():
    drawing = """
        2ID-38   4-4  at .
        2ID-9    4-4  at .
        99ID-393 3-4  at W
        99ID-394 3-4  at W
        1SSPz-1a 9-10 at E
        1SSPz-2  5-10 at NW NW
        2Pz-2    4-10 at SW SW
    """
    table = at("german combat", drawing, centre=PLAIN)
    retreat = next(o for o in table.odds(PLAIN, by=["1SSPz-1a"]).outcomes if o.label == "Dr1")
    table.attack(PLAIN, by=["1SSPz-1a"], die=1).lead()
    assert table.result() == "Dr1"
    assert len(table.eliminated() & {"2ID-38", "2ID-9"}) == 1
    assert retreat.defender.losses == 1


# ---- units at the edge of the map


def test_a_dormant_unit_that_nobody_relieves_reaches_nothing():
    beside = ground.first(lambda h: any(map(ground.edge, ground.neighbours(h))))
    edge = next(h for h in ground.neighbours(beside) if ground.edge(h))
    left = at("german movement", f"99ID-395 3-4 at {edge}\n 1SSPz-1a 9-10 at {PLAIN}")
    relieved = at("german movement", f"99ID-395 3-4 at {edge}\n 99ID-393 3-4 at {beside}\n 1SSPz-1a 9-10 at {PLAIN}")
    assert left.state.reach("99ID-395").costs == {}
    assert relieved.state.reach("99ID-395").costs != {}


@rule("AO-14.1.sections")
def test_the_refusal_names_why_a_reinforcement_cannot_be_placed():
    table = at("allied reinforcement", "1SSPz-1a 9-10 at 0213\n 1SSPz-2 5-10 at 0217", turn=2)
    assert table.forbids("pick 7AD-CCA") == "AO-14.1.sections"
    assert table.forbids("pick 6AD-CCA") == "AO-14.0"
    assert table.forbids("pick 1SSPz-1a") == "AO-4.1.1"


@rule("AO-R.29")
def test_an_interdicted_bridge_on_the_edge_of_the_map_does_not_close_the_entry():
    gun = ground.walk("0217", "SE SE")
    table = at("allied reinforcement", f"1SSPz-1a 9-10 at {gun}", turn=2).do("pick 7AD-CCA")
    assert "bridge" in ground.side("0117", "0217")
    assert table.offers("place") == {"0213", "0217"}
    assert table.forbids("place 0216") == "AO-R.29"
    table.do("place 0217").until("allied movement")
    assert "7AD-CCA" in table.offers("pick")


# ---- refusals name the rule that acts


@rule("AO-9.2.D")
def test_on_the_first_turn_too_a_far_hex_is_refused_because_no_attacker_is_next_to_both():
    table = start().do("place 0401", "target 0309")
    assert table.forbids("target 3305") == "AO-9.2.D"


@rule("AO-12.6.movement", "AO-5.2.G")
def test_a_stacked_unit_in_an_enemy_zone_is_held_by_its_points_not_by_the_zone():
    ring = """
        99ID-393 3-4  at W
        99ID-394 3-4  at E
        9AD-CCA  5-12 at NE NE
        2ID-9    4-4  at SW SW
        2ID-38   4-4  at NW NW
        2ID-23   4-4  at SE SE
    """
    stacked = at("german movement", f"{ring}\n 1SSPz-1a 9-10 at .\n 1SSPz-2 5-10 at .", centre=PLAIN, turn=9)
    alone = at("german movement", f"{ring}\n 1SSPz-1a 9-10 at .", centre=PLAIN, turn=9)
    assert stacked.forbids("pick 1SSPz-1a") == "AO-12.6.movement"
    assert alone.forbids("pick 1SSPz-1a") == "AO-5.2.G"


# ---- the log and the prompts


def test_the_log_of_a_retreat_says_once_why_hexes_are_closed():
    table = at("german combat", "1SSPz-1a 9-10 at E\n 1SSPz-2 5-10 at NE\n 99ID-395 3-4 at .", centre=PLAIN)
    table.attack(PLAIN, by=["1SSPz-1a", "1SSPz-2"], die=6)
    closed = {event.rule: event.text for event in table.events("limit") if "cannot" in event.text}
    assert table.hex("E") in closed["AO-10.2"]
    assert table.hex("E") not in closed["AO-7.3.D"]
    assert len([event for event in table.events("limit") if event.rule == "AO-7.3.D"]) == 1


def test_the_cost_of_a_move_is_one_line():
    table = at("german movement", "1SSPz-1a 9-10 at .\n 99ID-395 3-4 at E E E", centre=PLAIN)
    table.move("1SSPz-1a", "go", table.hex("W W"))
    (cost,) = table.events("cost")
    assert cost.text == "It pays 2 of 10 movement points"


def test_a_supply_phase_names_all_interdicted_bridges_in_one_line():
    table = start().do("place 0401")
    (said,) = table.events("interdiction", "AO-13.1.A")
    assert "3204/3305" in said.text


@pytest.mark.parametrize("scenario", ["1", "10"])
def test_prompts_say_what_to_do(scenario: str):
    table, rng = start(scenario), random.Random(5)
    prompts = set()
    while not table.state.over and table.state.turn < 4:
        if table.state.chance is not None:
            table.record.roll(table.state.chance.sample(rng))
            continue
        prompts.add(table.state.decision.prompt)
        table.record.apply(rng.choice(list(table.state.decision.options)))
    verbs = ("Choose ", "Move ", "Bring ", "Attack ", "Keep ", "Remove ", "Advance ", "Make ")
    assert [prompt for prompt in prompts if not prompt.startswith(verbs)] == []


# ---- the screen


def shown(table: Table, side: str) -> Screen:
    return table.state.game.screen(table.state.view(side))


def test_reinforcements_to_be_placed_now_are_not_shown_as_delayed():
    table = at("allied reinforcement", "1SSPz-1a 9-10 at 0213\n 1SSPz-2 5-10 at 0217", turn=2)
    places = {piece.id: piece.at for piece in shown(table, "allied").pieces}
    assert places["10AD-CCA"] == "allied-turn-2"
    assert places["7AD-CCA"] == "allied-delayed"


def test_an_exit_under_a_german_that_does_not_count_says_why():
    table = at("german movement", "1SSPz-1a 9-10 at 3618", turn=4)
    labels = {marker.at: (marker.rule, marker.side) for marker in shown(table, "german").markers}
    assert labels["3618"] == ("AO-16.0.D", "allied")


def test_who_must_fight_is_lit_while_an_attack_is_declared():
    table = start().do("place 0401", "target 0309")
    states = {piece.id: piece.states for piece in shown(table, "german").pieces}
    assert "must-fight" in states["212VG"]
