"""Recruit in small positions where one answer is plainly the best, and the words in which it gives its reasons."""

from __future__ import annotations

import random
import time

import pytest

import ardennes
from ardennes.ai import Budget, Thought, player
from ardennes.ai.atlas import FAR, ROAD, atlas
from ardennes.ai.picture import Picture
from ardennes.ai.recruit.attack import value
from ardennes.ai.report import place_name
from ardennes.engine.battle import Effect, Odds, Outcome
from ardennes.engine.state import State
from tests.games.ardennes_offensive.test_10_results import exchange

BUDGET = Budget(nodes=4_000)


def bulge(step: str, *pieces: str, turn: int = 5, points: int = 20) -> State:
    """A position of Bulge with nobody in it but these, each as “unit hex”."""
    game = ardennes.game("bulge")
    where = dict.fromkeys(game.pieces(), "eliminated") | dict(piece.split(maxsplit=1) for piece in pieces)
    lines = ['game = "bulge"', f"turn = {turn}", f'step = "{step}"', "[pieces]"]
    lines += [f'"{unit}" = "{place}"' for unit, place in where.items()]
    return game.position("\n".join([*lines, "[tracks]", f"victory-points = {points}\n"]))


def thought(state: State, name: str = "recruit") -> Thought:
    return player(name).think(state.view(state.decision.side), random.Random(1), BUDGET)


def orders(state: State, name: str = "recruit") -> list[str]:
    return [str(action) for action in thought(state, name).actions]


# ---- the ground ----


def test_a_road_is_the_shortest_way():
    ground = atlas(ardennes.game("bulge"))
    road = next(road.path for road in ardennes.game("bulge").board.roads if len(road.path) > 4)
    away = ground.field(road[0])
    assert [away[i] for i in road[:4]] == [0, ROAD, 2 * ROAD, 3 * ROAD]


def test_there_is_no_way_to_what_is_no_ground():
    game = ardennes.game("ardennes-offensive")
    grid, away = game.board.grid, atlas(game).field(game.board.grid.index("2521"))
    assert away[grid.index("0101")] == FAR
    assert away[grid.index("2520")] < FAR


def test_a_march_goes_round_what_is_blocked_and_ends_where_it_must():
    ground = atlas(ardennes.game("bulge"))
    start = ground.grid.index("0610")
    ring = ground.grid.around(1 << start)
    assert ground.within(start, 40, blocked=ring) == 1 << start
    assert ground.within(start, 40, halting=ring) == 1 << start | ring


# ---- goals ----


def test_a_unit_leaves_by_the_dearest_exit_that_it_can_reach():
    assert orders(bulge("german movement", "1SS 0210", "9ArmA 1705", turn=3))[:2] == ["pick 1SS", "exit 0123/NW"]


def test_a_win_on_the_spot_is_taken_though_dearer_exits_are_not_far():
    near = ("276VG 0110", "9ArmA 1705")
    assert not any(action.startswith("exit") for action in orders(bulge("german movement", *near, points=21)))
    assert any(action.startswith("exit") for action in orders(bulge("german movement", *near, points=66)))


def test_an_exit_that_the_enemy_could_shut_is_not_taken_for_a_win():
    shut = bulge("german movement", "276VG 0110", "2Arm 0114", points=66)
    assert not any(action.startswith("exit 0110") for action in orders(shut))


def test_the_defender_steps_into_the_hex_by_which_units_have_left():
    state = bulge("allied movement", "12SS 0110/NE counted", "1SS 0110/NE counted", "7Arm 0112", "276VG 1601")
    assert "go 0110" in orders(state)


def test_the_defender_bars_the_way_to_the_exits():
    state = bulge("allied movement", "1SS 0307", "2Inf 0110")
    assert {"0111", "0113"} <= state.reach("1SS").costs.keys()
    for action in thought(state).actions:
        state.apply(action)
    assert not {"0111", "0113"} & state.reach("1SS").costs.keys()


# ---- attacks ----


def test_an_attack_is_worth_what_it_costs_either_side():
    lost, won = Effect(losses=1, eliminated=True), Effect()
    fair = Odds((), 3, 3, "1-1", (Outcome(0.5, "De", won, lost), Outcome(0.5, "Ae", lost, won)))
    good = Odds((), 9, 3, "3-1", (Outcome(0.75, "De", won, lost), Outcome(0.25, "Ae", lost, won)))
    assert value(fair, [1.0], [1.0]) == pytest.approx(0.0)
    assert value(good, [1.0], [1.0]) == pytest.approx(0.5)
    assert value(fair, [1.0], [3.0]) == pytest.approx(1.0)
    assert value(fair, [1.0], [1.0], ground=1.0) == pytest.approx(0.5)


def test_a_strong_unit_attacks_a_weak_one_and_a_weak_one_lets_it_be():
    assert orders(bulge("german pre-combat", "1SS 0610", "102Cav 0611"))[0] == "target 0611"
    assert orders(bulge("german pre-combat", "276VG 0610", "2Arm 0611"))[0] == "done"


def test_units_move_up_to_attack_together():
    state = bulge("german movement", "2Pz 0610", "116Pz 0510", "1Inf 0612")
    for action in thought(state).actions:
        state.apply(action)
    battle = state.battle()
    assert battle is not None
    assert set(battle.attackers) == {"2Pz", "116Pz"}
    assert battle.targets == ("0612",)


def test_the_cheapest_is_given_up():
    state = bulge("german pre-combat", "276VG 0610", "18VG 0511", "1Inf 0611")
    for action in ("target 0611", "join 276VG", "join 18VG", "choose primary"):
        state.apply(action)
    while state.chance is None:
        state.apply(state.decision.options[-1])
    bloody = next(die for die in range(6, 0, -1) if "lose" in _verbs_after(state, die))
    state.roll((bloody,))
    assert orders(state)[0] == "lose 276VG"


def test_an_exchange_is_paid_with_the_cheapest_that_suffice():
    state = exchange().state  # three are owed, by a two and others
    paid = [action for action in orders(state) if action.startswith("lose")]
    assert len(paid) == 1


def _verbs_after(state: State, die: int) -> set[str]:
    trial = state.copy()
    trial.roll((die,))
    return set() if trial.over or trial.chance is not None else {option.verb for option in trial.decision.options}


# ---- the yardstick ----


def test_the_rusher_runs_for_the_nearest_exit_and_attacks_whatever_stands_there():
    state = bulge("german movement", "276VG 0110", "2Arm 1705")
    assert orders(state, "rusher")[:2] == ["pick 276VG", "exit 0110/NE"]
    hopeless = bulge("german pre-combat", "276VG 0610", "2Arm 0611")
    assert orders(hopeless, "rusher")[0] == "target 0611"


# ---- reasons ----


def test_an_attack_is_told_with_its_place_its_odds_and_its_chances():
    told = thought(bulge("german pre-combat", "1SS 0610", "102Cav 0611")).report
    assert [remark.text for remark in told] == [
        "Attacks hex 0611 near Werbomont with one unit at +4: 83 % to take it, expects to destroy 0.5 units."
    ]
    assert told[0].places == ("0611",)
    assert told[0].pieces == ("1SS",)


def test_moves_are_told_by_goal_and_exits_by_name():
    leaving = thought(bulge("german movement", "1SS 0210", "9ArmA 1705", turn=3)).report
    assert [remark.text for remark in leaving] == ["Exits one unit at hex 0123 near Namur."]
    moving = thought(bulge("german movement", "276VG 0110", "9ArmA 1705")).report
    assert moving[0].text.startswith("Moves one unit towards ")
    assert len(moving[0].places) == 1


def test_a_place_is_called_by_its_name_or_by_its_neighbour():
    ground = atlas(ardennes.game("ardennes-offensive"))
    assert place_name(ground, ground.grid.index("2521")) == "Bastogne"
    assert place_name(ground, ground.grid.index("2523")) == "hex 2523 near Senonchamps"


# ---- budgets ----


@pytest.mark.parametrize("name", ardennes.games())
def test_with_nodes_the_clock_on_the_wall_does_not_count(name: str, monkeypatch: pytest.MonkeyPatch):
    state = ardennes.game(name).start()
    while state.chance is not None:
        state.roll(state.chance.keyed(1))
    first = orders(state)
    ticks = iter(range(0, 10**9, 10**4))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(ticks)))
    assert orders(state) == first


def test_a_limit_in_seconds_ends_a_budget_of_nodes_where_somebody_waits():
    patient, waited_for = Budget(nodes=100).clock(), Budget(nodes=100, limit=0.0).clock()
    time.sleep(0.001)
    assert not patient.out
    assert waited_for.out
    assert Budget(nodes=100, limit=8.0).part(0.25) == Budget(0.5, 25, 2.0)


def test_without_time_to_think_a_player_still_answers():
    state = bulge("german pre-combat", "1SS 0610", "102Cav 0611")
    actions = player("recruit").orders(state.view("german"), random.Random(1), Budget(nodes=0))
    assert str(actions[0]) == "done"


def test_a_threat_is_what_can_come_beside_a_hex():
    state = bulge("german movement", "1SS 0610", "2Arm 0613", "5Inf 1705")
    picture = Picture(state, "german", exact=True)
    assert picture.threat(picture.grid.index("0611")) == 7.0
    assert picture.threat(picture.grid.index("0101")) == 0.0
