"""Answers for planners: the odds against what the dice do, reach, supply, goals, standing, worth, control."""

from __future__ import annotations

import random
from collections import Counter
from typing import cast

import pytest

from ardennes.counters import bits
from ardennes.engine import ArdennesError, Battle
from ardennes.games.bitter_woods.queries import Situation
from tests.games.bitter_woods.table import Table, at, begin, game, unit
from tests.rulemark import rule

SIDES = ("german", "allied")
FOLLOWING = ("loss", "retreat", "way", "advance", "advancing")  # what is asked when a result is carried out


# ---- the odds, against the resolver ----


def battles(count: int) -> list[Situation]:
    """Positions of random games in which the die of an attack is due."""
    found: list[Situation] = []
    for seed in range(20):
        rng, state = random.Random(seed), cast(Situation, game().start("six-turn"))
        while not state.over and len(found) < count:
            if state.chance is None:
                state.apply(rng.choice(state.decision.options))
                continue
            if state.battle() is not None and rng.random() < 0.2:
                found.append(state.copy())
            state.roll(state.chance.sample(rng))
    return found


def fought(state: Situation, face: int) -> tuple[Situation, str]:
    """The position after a die has fallen; a full unit takes a loss if there is one, and nobody advances."""
    after, results = state.copy(), list[str]()
    after.listener = lambda event: results.append(event.label) if event.kind == "result" else None
    after.roll((face,))
    while not after.over and after.chance is None and after.decision.step in FOLLOWING:
        options = list(after.decision.options)
        if after.decision.step == "loss":
            options.sort(key=lambda option: -after.steps(unit(option.thing)))
        after.apply(options[-1] if after.decision.step in ("advance", "advancing") else options[0])
    return after, results[0]


def gone(state: Situation, after: Situation, units: int) -> tuple[int, int]:
    """Units and steps of some units that are eliminated after a combat."""
    lost = sum(after.steps(each) == 0 for each in bits(units))
    return lost, sum(state.steps(each) - after.steps(each) for each in bits(units))


def test_the_odds_are_what_the_dice_do():
    """Thirty battles, each face: the share of every result, who is eliminated, and the steps lost where nobody is."""
    seen_labels = set[str]()
    for state in battles(30):
        battle, clash = state.battle(), state.clash()
        assert battle is not None
        assert clash is not None
        odds, seen = state.odds(battle), Counter[str]()
        for face in range(1, 7):
            after, label = fought(state, face)
            seen[label] += 1
            said = next(one for one in odds.outcomes if one.label == label)
            for units, effect in ((clash.attackers, said.attacker), (state.stack(clash.hex), said.defender)):
                lost, steps = gone(state, after, units)
                if effect.eliminated:
                    assert lost == units.bit_count(), (label, effect)
                if not effect.losses and not effect.retreat:
                    assert steps == effect.steps, (label, effect)
        assert {one.label: round(one.probability * 6) for one in odds.outcomes} == dict(seen)
        seen_labels |= set(seen)
    assert len(seen_labels) >= 8


# ---- what a result would cost ----


def outcome(monkeypatch: pytest.MonkeyPatch, label: str, pieces: str, place: str, by: str) -> Table:
    """An attack of which every face is the same result."""
    monkeypatch.setitem(game().__dict__, "crt", ((label,) * 6,) * 9)
    table = at("german combat", pieces).do(f"target {place}")
    return table.try_(*(f"join {name}" for name in by.split()))


@pytest.mark.parametrize(
    ("label", "pieces", "attacker", "defender"),
    [  # units lost, steps lost, hexes of retreat, who may advance
        ("DE", "2Pz-2 1525 / 28Inf-110 1625 / 28Inf-109 1625 reduced", (0, 0, 0, 1), (2, 3, 0, 0)),
        ("AE", "2Pz-2 1525 / 28Inf-110 1625 / A-174 1625", (1, 2, 0, 0), (0, 0, 0, 1)),
        ("D3", "2Pz-2 1525 / 28Inf-110 1625", (0, 0, 0, 1), (0, 0, 3, 0)),
        ("D3", "2Pz-2 1525 / 2Pz-304 1725 / 26VG-78 1626 / 28Inf-110 1625", (0, 0, 0, 1), (1, 2, 3, 0)),
        ("1D2", "2Pz-2 1525 / 28Inf-110 1625", (0, 0, 0, 1), (0, 1, 2, 0)),
        ("1D2", "2Pz-2 1525 / 28Inf-110 1625 reduced", (0, 0, 0, 1), (1, 1, 0, 0)),
        ("A2", "2Pz-2 1525 / 28Inf-110 1625", (0, 0, 2, 0), (0, 0, 0, 1)),
        ("FF", "2Pz-2 1525 / 28Inf-110 1625", (0, 1, 0, 0), (0, 1, 0, 0)),
        ("FF", "2Pz-2 1525 / 28Inf-110 1625 reduced", (0, 1, 0, 1), (1, 1, 0, 0)),
        ("SU", "2Pz-2 1525 / 28Inf-110 1625", (0, 0, 0, 0), (0, 0, 0, 0)),
    ],
)
def test_what_a_result_would_cost(
    monkeypatch: pytest.MonkeyPatch,
    label: str,
    pieces: str,
    attacker: tuple[int, ...],
    defender: tuple[int, ...],
):
    table = outcome(monkeypatch, label, pieces, "1625", "2Pz-2")
    battle = table.state.battle()
    assert battle is not None
    (found,) = table.state.odds(battle).outcomes
    for effect, expected in ((found.attacker, attacker), (found.defender, defender)):
        assert (effect.losses, effect.steps, effect.retreat, effect.may_advance) == expected


@rule("BW-9.6", "BW-9.6.choose")
def test_a_unit_without_a_way_out_can_take_the_loss_and_nobody_else_is_lost(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(game().__dict__, "crt", (("1D2",) * 6,) * 9)
    pieces = "2Pz-3 1503 reduced / 2Pz-304 1503 reduced / 7Arm-CCB 1402 / 9Inf-39 1602"
    table = at("allied combat", pieces, turn=9, more='[markers]\nblown = ["1503/1504", "1403/1503"]')
    table.do("target 1503").try_("join 7Arm-CCB", "join 9Inf-39")
    battle = table.state.battle()
    assert battle is not None
    defender = table.state.odds(battle).outcomes[0].defender
    assert (defender.losses, defender.steps, defender.eliminated) == (1, 1, False)
    text = table.screen("allied").sheets[0].outcomes[0].text
    assert text.startswith("One defending unit is eliminated, then the other retreats two hexes; ")
    while table.state.chance is None:
        table.do("done")
    assert table.roll(3).state.decision.rule == "BW-9.6.choose"
    table.do("lose 2Pz-3")
    while table.asked()[1] in ("retreat", "way"):
        table.do(table.options()[0])
    assert (table.where("2Pz-3"), table.rules("loss")) == ("eliminated reduced", ["BW-9.6"])
    assert table.where("2Pz-304").endswith(" reduced")


def test_what_a_result_would_oblige(monkeypatch: pytest.MonkeyPatch):
    def obliges(label: str, pieces: str, place: str, by: str) -> tuple[str, str]:
        table = outcome(monkeypatch, label, pieces, place, by)
        battle = table.state.battle()
        assert battle is not None
        (found,) = table.state.odds(battle).outcomes
        return found.attacker.obliges, found.defender.obliges

    again = "must attack again"
    assert obliges("CA", "2Pz-2 1525 / 28Inf-110 1625", "1625", "2Pz-2") == ("", "must counterattack or withdraw")
    assert obliges("CA", "2Pz-2 1525 / 28Inf-110 1624", "1624", "2Pz-2") == ("", ""), "BW-R.32: a fortification"
    assert obliges("ENG", "2Pz-2 1525 / 28Inf-110 1625", "1625", "2Pz-2") == (again, "")
    assert obliges("ENG", "2Pz-3 1525 / 28Inf-110 1625", "1625", "2Pz-3") == ("", ""), "armor owes no second battle"


# ---- battles of any kind ----

FRONT = "2Pz-2 1324 / 26VG-78 1325 / A-401 1124 / R-15 1325 / 28Inf-110 1424 / A-402US 1625 / A-174 1626"


def test_what_the_defender_may_still_add_is_told_apart():
    table = at("german combat", FRONT, turn=3).do("target 1424", "join 2Pz-2")
    battle = table.state.battle()
    assert battle is not None
    lines = table.state.odds(battle).may_change
    assert [line.rule for line in lines] == ["BW-10.2.defence", "BW-11.2"]
    assert "up to 9 from 174 FA and 402 FA" in lines[0].text
    assert "one column left" in lines[1].text
    table.do("done", "fly")
    assert "cancels the attacker's" in table.state.odds(table.state.battle() or battle).may_change[1].text
    table.do("done", "done")
    assert table.state.odds(table.state.battle() or battle).may_change == (), "the die is due"


def test_a_battle_is_declared_in_the_words_of_its_support():
    table = at("german combat", FRONT, turn=3)
    attack = Battle(
        "attack", "german", ("1424",), ("2Pz-2", "26VG-78"),
        (("german", "A-401"), ("german", "R-15"), ("german", "aircraft"), ("allied", "A-174"), ("allied", "aircraft")),
    )  # fmt: skip
    odds = table.state.odds(attack)
    assert (odds.attack, odds.defence) == (5 + 5 + 7 + 5, 2 * 5 + 4)
    said = table.state.declared(table.state.clash_of(attack))
    assert [str(action) for action in said.actions()] == [
        "target 1424", "join 2Pz-2", "join 26VG-78", "done", "add A-401", "add R-15", "fly", "done",
    ]  # fmt: skip
    for action in said.actions():
        table.do(str(action))
    table.do("add A-174", "fly", "done")
    now = table.state.battle()
    assert now is not None
    assert (sorted(now.support), now.attackers) == (sorted(attack.support), attack.attackers)
    assert table.state.odds(now).tally == odds.tally


def test_a_battle_of_the_other_side_is_answered_too():
    table = at("german combat", FRONT, turn=3)
    odds = table.state.odds(Battle("attack", "allied", ("1324",), ("28Inf-110",)))
    assert (odds.attack, odds.defence, odds.column) == (5, 2 * 5, "1-3")


@pytest.mark.parametrize(
    ("targets", "attackers"),
    [
        (("1224",), ("2Pz-2",)),
        (("1424",), ()),
        (("1424",), ("A-401",)),
        (("1424",), ("2Pz-3",)),
        (("1424", "1625"), ()),
    ],
)
def test_what_is_no_battle_is_refused(targets: tuple[str, ...], attackers: tuple[str, ...]):
    with pytest.raises(ArdennesError):
        at("german combat", FRONT).state.odds(Battle("attack", "german", targets, attackers))


# ---- reach ----


def test_reach_says_costs_and_paths_in_twelfths():
    table = at("german movement", "2Pz-2 1223 / 28Inf-110 1824", turn=5)
    reached = table.state.reach("2Pz-2")
    assert (reached.costs["1124"], reached.whole) == (3, 12), "a quarter of a point by road"
    assert reached.path is not None
    assert reached.path("1124") == ("1223", "1124")
    assert table.state.reach("28Inf-110").costs, "the other side's next Movement Phase"


def test_reach_of_a_unit_that_is_due_is_from_all_its_roads():
    state = at("german construction", "2Pz-2 1223 / 28Inf-110 1824", turn=2).state
    reached = state.reach("3FJ-8").costs
    assert reached["0113"] == 12, "17AM is the next Game-Turn, and a lettered hex costs a point"
    assert state.reach("FuhEs").costs == {}, "due on 18AM"
    allied = at("german movement", "2Pz-2 1223 / 28Inf-110 1824", turn=3).state.reach("7Arm-CCB").costs
    assert {"2701", "1901", "1401"} <= set(allied)


def test_reach_leaves_out_those_who_have_moved_in_this_phase_only():
    table = at("german movement", "2Pz-2 1223 / 2Pz-3 1224 moved / 28Inf-110 1824", turn=5)
    assert table.state.reach("2Pz-3").costs == {}
    assert at("allied movement", "2Pz-2 1223 / 2Pz-3 1224 / 28Inf-110 1824", turn=5).state.reach("2Pz-3").costs


# ---- supply, zones, control ----


def test_supply_is_told_with_its_path_and_its_rule():
    state = begin().state
    fed = state.supply("28Inf-110")
    assert (fed.state, fed.rule, fed.path[0]) == ("supplied", "BW-12.2", "1424")
    assert state.supply("1Inf-26") == state.supply("7Arm-CCB")
    assert (state.supply("1Inf-26").state, state.supply("1Inf-26").rule) == ("off the map", "BW-16.1")
    cut = at("german movement", "2Pz-2 1223 / 28Inf-110 1824 out-of-supply", turn=5).state.supply("28Inf-110")
    assert (cut.state, cut.rule) == ("out of supply", "BW-12.4")
    out = at("german movement", "2Pz-2 out / 2Pz-3 1223 / 28Inf-110 1824 / 28Inf-109 west / 28Inf-112 eliminated")
    rules = [out.state.supply(name).rule for name in ("2Pz-2", "28Inf-109", "28Inf-112")]
    assert rules == ["BW-5.5", "BW-5.5.return", "BW-9.6"]


def test_zones_and_control_are_by_name():
    state = at("german movement", "2Pz-2 1223 / A-401 1022 / 28Inf-110 1423").state
    assert {"1323", "1324"} <= state.zoc("german") & state.zoc("allied")
    assert "0921" not in state.zoc("german"), "artillery has no zone"
    assert (state.control("1223"), state.control("1423"), state.control("1523")) == ("german", "allied", "allied")
    assert (state.control("3030"), state.control("1323")) == (None, None)


# ---- goals, worth, standing, units ----


def test_goals_of_the_campaign_are_towns_the_meuse_and_the_exits():
    state = begin().state
    german = {goal.place: goal for goal in state.goals("german")}
    assert {place for place, goal in german.items() if goal.how == "hold"} == {"2426", "1316", "3518"}
    assert {"4817", "4809", "2903"} <= {place for place, goal in german.items() if goal.how == "reach"}
    assert "5524/SW" in {place for place, goal in german.items() if goal.how == "exit"}
    allied = {goal.place: goal.how for goal in state.goals("allied")}
    assert (allied["2221"], allied["4817"], allied["5524/SW"]) == ("hold", "deny", "deny")


def test_goals_of_a_short_game_are_the_places_that_score():
    for side in SIDES:
        goals = begin("six-turn").state.goals(side)
        assert {goal.rule for goal in goals} == {"BW-2.9.towns"}
        assert len(goals) == 9


def test_standing_has_every_condition_of_the_campaign():
    pieces = "2Pz-3 2426 / 2Pz-2 4817 / PzLehr-130 out counted / 28Inf-110 1824 / 28Inf-109 eliminated"
    found = {one.rule: (one.now, one.needed) for one in at("german combat", pieces, turn=20).state.standing()}
    assert found["BW-17.2"] == (1, 3)
    assert found["BW-17.3"] == (1, 1)
    assert found["BW-17.6"] == (1, 48)
    assert found["BW-17.6.german"] == (0, 12)
    state = at("german combat", pieces, turn=20).state
    towns, exits = (one for one in state.standing() if one.rule == "BW-17.1")
    assert (towns.now, towns.needed, exits.now, exits.needed) == (1, 3, 1, 6)
    assert exits.name.endswith("off the map, 1 of 2 armor")


def test_standing_of_a_short_game_is_its_points():
    state = at("german combat", "2Pz-3 2426 / 28Inf-110 1824", turn=5, scenario="six-turn").state
    total, *parts = state.standing()
    assert (total.now, total.needed, total.rule) == (2, 3, "BW-2.9.six")
    assert {one.rule for one in parts} == {"BW-2.9.losses", "BW-2.9.mechanized", "BW-2.9.dump", "BW-2.9.towns"}


def test_the_margin_has_every_way_to_win():
    pieces = "2Pz-3 2426 / 2Pz-2 4817 / PzLehr-130 out counted / 28Inf-110 1824 / 28Inf-109 eliminated"
    state = at("german combat", pieces, turn=20).state
    german = {(one.together, one.name): one.ahead for one in state.margin("german")}
    assert german["tactical", "towns"] == 1 - 2
    assert german["tactical", "units beyond the Meuse"] == 1 - 3
    assert german["strategic", "units out"] == 1 - 6
    assert german["losses", "Allied losses"] == 1 - 48
    allied = {(one.together, one.name): one.ahead for one in state.margin("allied")}
    assert (allied["towns", "towns"], allied["Meuse", "units at the Meuse"]) == (0, -1)
    short = at("german combat", "2Pz-3 2426 / 28Inf-110 1824", turn=5, scenario="six-turn").state
    assert [one.ahead for one in short.margin("german")] == [-1]


def test_units_tell_where_those_come_in_who_wait():
    state = begin().state
    found = {one.handle: one for one in state.units()}
    assert (found["7Arm-CCB"].place, found["7Arm-CCB"].entry, found["7Arm-CCB"].hex) == ("", "2701", "2701")
    assert (found["28Inf-110"].place, found["28Inf-110"].entry) == ("1424", "")
    assert "653JPz" not in found, "it never comes by itself"
    assert not [one for one in found.values() if not one.hex]


def test_worth_is_of_the_side_that_is_up():
    state = at("german movement", "2Pz-3 1324 / 2Pz-2 1223 reduced / 26VG-78 1225 / 28Inf-110 1824").state
    worth = [state.worth(name) for name in ("2Pz-3", "2Pz-2", "26VG-78", "28Inf-110")]
    assert worth == [9 + 5 + 3, 3 + 5 + 3, 5 + 4, 5 + 4]


def test_a_supposition_asks_no_rule_and_changes_nothing():
    state = at("german movement", "2Pz-3 1324 / 28Inf-110 1424").state
    there = state.suppose({"2Pz-3": "2426", "28Inf-110": "eliminated", "2Pz-2": "5524/SW"})
    assert [there.place_of(unit(name)) for name in ("2Pz-3", "28Inf-110", "2Pz-2")] == ["2426", "eliminated", "out"]
    assert there.held[1] == 0
    assert state.place_of(unit("2Pz-3")) == "1324"


def test_units_can_be_supposed_off_the_map_by_every_way_out():
    state = at("allied movement", "28Inf-110 2801 / 2Pz-3 5511", turn=9).state
    gone = state.suppose({"28Inf-110": "2801/N", "2Pz-3": "5511/SW"})
    assert (gone.place_of(unit("28Inf-110")), gone.place_of(unit("2Pz-3"))) == ("north", "out")
    assert gone.supply("28Inf-110").state == "off the map"
