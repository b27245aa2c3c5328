"""Answers for planners: the odds against what the dice do, reach, goals, worth, control."""

from __future__ import annotations

import random
from collections import Counter
from typing import cast

import pytest

from ardennes.counters import bits
from ardennes.games.bastogne.queries import Situation
from tests.games.bastogne.table import at, game

MOBILE = [unit.name for unit in game().forces.units if unit.side == 0 and unit.mobile]


# ---- the odds, against the resolver ----


def battles(count: int) -> list[Situation]:
    """Positions of random games in which the die of an attack or a bombardment is due."""
    found: list[Situation] = []
    for seed in range(40):
        rng, state = random.Random(seed), cast(Situation, game().start())
        while not state.over and len(found) < count:
            if state.chance is None:
                state.apply(rng.choice(state.decision.options))
                continue
            if state.battle() is not None and rng.random() < 0.25:
                found.append(state.copy())
            state.roll(state.chance.sample(rng))
    return found


def test_the_odds_are_what_the_dice_do():
    """Thirty drawn battles, each face: the share of every result, and what it costs both sides if they stand fast."""
    kinds = Counter[str]()
    for state in battles(30):
        battle = state.battle()
        assert battle is not None
        kinds[battle.kind] += 1
        odds, seen = state.odds(battle), Counter[str]()
        for face in range(1, 7):
            after, outcome = fought(state, face)
            seen[outcome] += 1
            expected = next(one for one in odds.outcomes if one.label == outcome)
            clash = state.top.clash
            own = clash.attackers or state.units_in(state.held[clash.side] & game().ground.ring[clash.hex])
            lost = (
                steps(state, own) - steps(after, own),
                steps(state, 1 << clash.target) - steps(after, 1 << clash.target),
            )
            said = expected.attacker, expected.defender
            for side, effect in zip(lost, said, strict=True):
                assert side == (1 if effect.retreat else effect.steps), (outcome, side, effect)
        assert {one.label: round(one.probability * 6) for one in odds.outcomes} == dict(seen)
    assert kinds["attack"] > 3
    assert kinds["bombardment"] > 3


def steps(state: Situation, units: int) -> int:
    return sum(state.steps(unit) for unit in bits(units))


def fought(state: Situation, face: int) -> tuple[Situation, str]:
    """The position after a die has fallen; whoever must retreat stands fast."""
    after, results = state.copy(), list[str]()
    after.listener = lambda event: results.append(event.label) if event.kind == "result" and event.at else None
    after.roll((face,))
    while not after.over and after.chance is None and after.decision.step in ("stiff", "reduce"):
        options = [str(option) for option in after.decision.options]
        after.apply("choose stand" if "choose stand" in options else options[0])
    return after, results[0]


@pytest.mark.parametrize(
    ("label", "pieces", "attacker", "defender"),
    [
        ("D2", "2Pz-I-3 1009 / 10AD-20 1010 / 2Pz-II-2 0912 / 2Pz-II-3 1112", (0, 0, 0), (1, 0, 2)),
        ("D2", "2Pz-I-3 1009 / 10AD-20 1010", (0, 0, 0), (0, 0, 2)),
        ("Ex", "2Pz-I-3 1009 / 10AD-20 1010 reduced", (0, 1, 0), (1, 1, 0)),
        ("Ex", "2Pz-I-3 1009 reduced / 10AD-20 1010", (1, 1, 0), (0, 1, 0)),
        ("(A)", "2Pz-I-3 1009 reduced / 10AD-20 1010", (1, 1, 0), (0, 0, 0)),
        ("Ae", "2Pz-I-3 1009 / 2Pz-38 0910 reduced / 10AD-20 1010", (2, 3, 0), (0, 0, 0)),
        ("De", "2Pz-I-3 1009 / 10AD-20 1010", (0, 0, 0), (1, 2, 0)),
        ("A2", "2Pz-I-3 1009 / 10AD-20 1010 / 9AD-811 1007 / 9AD-52 0808 / 9AD-19 1208", (1, 0, 2), (0, 0, 0)),
    ],
)
def test_what_a_result_would_cost(
    monkeypatch: pytest.MonkeyPatch,
    label: str,
    pieces: str,
    attacker: tuple[int, int, int],
    defender: tuple[int, int, int],
):
    """Units lost, steps lost, hexes of retreat."""
    monkeypatch.setitem(game().__dict__, "crt", ((label,) * 6,) * 12)
    table = at("german combat", pieces).apply("target 1010")
    for unit in table.options("join"):
        if f"join {unit}" in table.options() and unit in ("2Pz-I-3", "2Pz-38"):
            table.apply(f"join {unit}")
    battle = table.state.battle()
    assert battle is not None
    (outcome,) = table.state.odds(battle).outcomes
    assert outcome.label == label
    for effect, expected in ((outcome.attacker, attacker), (outcome.defender, defender)):
        assert (effect.losses, effect.steps, effect.retreat) == expected
    advances = label in ("D2", "De") or (label == "Ex" and defender[0] == 1)
    assert outcome.attacker.may_advance == int(advances)


# ---- reach ----


def test_reach_of_a_unit_that_is_due_next_turn():
    """In the German Mobile Movement Phase of turn 1 the next Movement Phase is that of turn 2."""
    table = at("german mobile", "2Pz-38 2010 / 10AD-20 0505", turn=1)
    reached = table.state.reach("Lehr-130").costs
    assert {"2908", "2915"} <= set(reached)
    assert "2916" in reached, "one hex on from 2915"
    assert "2901" not in table.state.reach("15PG-115Pz").costs, "due on turn 10"
    early = at("german movement", "2Pz-38 2010 / 10AD-20 0505", turn=1)
    assert early.state.reach("Lehr-130").costs == {}


def test_reach_says_costs_and_paths_in_halves():
    table = at("german movement", "2Pz-38 0910 / 10AD-20 2010")
    reached = table.state.reach("2Pz-38")
    assert (reached.costs["0908"], reached.whole) == (4, 2)
    assert reached.path is not None
    assert reached.path("0908") == ("0910", "0909", "0908")
    assert table.state.reach("10AD-20").costs["2011"] > 0, "the other side's next Movement Phase"


# ---- goals, worth, control ----


def test_exits_are_worth_nothing_once_twelve_are_out():
    for out, value in ((11, 1.0), (12, 0.0)):
        gone = " / ".join(f"{name} west" for name in MOBILE[:out])
        table = at("german movement", f"{gone} / {MOBILE[13]} 2010 / 10AD-20 0505", turn=9)
        goals = {goal.place: goal for goal in table.state.goals("german")}
        assert goals["0108/NW"].value == value
        assert goals["0122/SW"].rule == "BA-11.1.exit"
        assert (goals["1317"].value, goals["1317"].how) == (6.0, "hold")
        assert len([goal for goal in goals.values() if goal.how == "exit"]) == 33
    american = {goal.place: goal.how for goal in table.state.goals("allied")}
    assert american == {"1317": "hold", "1416": "hold", "0108/NW": "deny", "0122/SW": "deny"}


def test_worth_is_of_the_side_that_is_up():
    table = at("german movement", "2Pz-I-3 1009 / 2Pz-II-3 1010 reduced / 26VG-I-39 1011 / 10AD-20 2010")
    worth = {unit: table.state.worth(unit) for unit in ("2Pz-I-3", "2Pz-II-3", "26VG-I-39", "10AD-20")}
    assert worth == {"2Pz-I-3": 14.0, "2Pz-II-3": 5.0, "26VG-I-39": 6.0, "10AD-20": 8.0}


def test_control_of_bastogne_is_the_last_occupants_elsewhere_who_is_there():
    table = at("german movement", "2Pz-I-3 1009 / 10AD-20 2010", more='[tracks]\n"1416" = "german"')
    state = table.state
    assert (state.control("1317"), state.control("1416")) == ("allied", "german")
    assert (state.control("1009"), state.control("1010"), state.control("2011")) == ("german", "german", "allied")
    assert state.control("0505") is None
