"""Officer: plans that differ, compared over the enemy's reply, with a budget that decides alone how far it looks."""

from __future__ import annotations

import random

import pytest

import ardennes
from ardennes.ai import Budget, player
from ardennes.ai.officer.compare import choose
from ardennes.ai.officer.plans import Plan, Planner
from ardennes.ai.officer.player import _Search
from ardennes.ai.officer.rollout import Rollouts, quick
from ardennes.ai.officer.value import NAMES, figures, value, weights_of
from ardennes.ai.recruit.places import Places
from ardennes.ai.recruit.stretch import Stretch, policy
from ardennes.ai.recruit.whims import NONE, Part, Whims
from ardennes.ai.taste import taste_of
from ardennes.engine.state import State
from tests.ai.test_recruit import bulge

SMALL = Budget(nodes=250)


def some_way_in(name: str = "bulge", turn: int = 2) -> State:
    """The first movement of the second turn of a game between recruits."""
    state, rng = ardennes.game(name).start(), random.Random(1)
    while state.turn < turn or state.chance is not None or "movement" not in state.phase:
        if state.chance is not None:
            state.roll(state.chance.keyed(4))
        else:
            policy(state, rng)
        assert not state.over
    return state


def test_with_a_seed_and_a_node_budget_the_answer_is_always_the_same():
    state = some_way_in()
    side = state.decision.side
    one, two = (player("officer").think(state.view(side), random.Random(3), SMALL) for _ in range(2))
    assert one == two


def test_without_time_the_plain_plan_is_played():
    state = some_way_in()
    side, rng = state.decision.side, random.Random(3)
    planner = Planner(state.view(side).guess(random.Random(3)), random.Random(3), taste_of("bulge", side))
    assert player("officer").orders(state.view(side), rng, Budget(nodes=0)) == planner.plain.actions


def rivals(*worths: list[float]) -> list[Plan]:
    """Plans that did so well in rollouts, all on the same dice; the first is the plain one."""
    state = bulge("german movement", "1SS 0610", "9ArmA 1705")
    planner = Planner(state, random.Random(1), taste_of("bulge", "german"))
    made = [planner.plain, *(plan for _ in worths[1:] if (plan := planner.varied()) is not None)]
    assert len(made) == len(worths)
    for plan, values in zip(made, worths, strict=True):
        plan.values.update(zip("abcdefgh", values, strict=False))
    return made


def test_the_plain_plan_stands_against_a_rival_who_leads_by_one_lucky_roll():
    plain, rival = rivals([0.5, 0.4, 0.3, 0.6], [0.5, 0.8, 0.2, 0.5])
    assert choose(plain, [rival]) is plain


def test_a_rival_who_does_better_on_all_dice_is_preferred_though_the_dice_scatter_more_than_that():
    plain, worse, rival = rivals([0.5, 0.1, 0.3, 0.9], [0.45, 0.1, 0.2, 0.85], [0.57, 0.16, 0.38, 0.96])
    assert choose(plain, [worse, rival]) is rival


def test_a_rival_is_compared_on_the_dice_alone_that_the_plain_plan_has_had():
    plain, rival = rivals([0.5, 0.5, 0.5], [0.5, 0.5, 0.5, 1.0, 1.0, 1.0])
    assert choose(plain, [rival]) is plain


@pytest.mark.parametrize("nodes", [60, 300, 900])
def test_a_search_keeps_to_its_budget_though_a_rollout_is_cut_short_for_it(nodes: int):
    state = some_way_in()
    search = _Search(state, random.Random(3), Budget(nodes=nodes))
    search.best()
    assert search.rollouts.clock.out or search.looked_at
    assert search.rollouts.spent <= nodes + 60  # the last stretch


def test_a_rollout_weighs_a_third_of_the_places_that_the_policy_does_at_most(monkeypatch: pytest.MonkeyPatch):
    state, weighed, value_of = some_way_in(), [0], Places.value

    def counted(places: Places, *args: object, **more: object) -> float:
        weighed[0] += 1
        return value_of(places, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Places, "value", counted)
    taste = taste_of("bulge", state.decision.side)
    Stretch(state.copy(), random.Random(1), taste).orders()
    whole, weighed[0] = weighed[0], 0
    Stretch(state.copy(), random.Random(1), quick(taste)).orders()
    assert 0 < 3 * weighed[0] < whole


def test_a_rollout_comes_to_the_same_value_whatever_was_played_on_before_it():
    state = some_way_in()
    clock = Budget(nodes=10_000).clock()
    one, other = (Rollouts("bulge", state.game.sides, state.decision.side, clock) for _ in range(2))
    other.play(state, "before")
    assert one.play(state, "dice") == other.play(state, "dice")


def test_no_two_plans_lead_to_the_same_position_and_each_can_be_played():
    state = some_way_in()
    planner = Planner(state, random.Random(1), taste_of("bulge", state.decision.side))
    plans = [planner.plain, *(plan for _ in range(20) if (plan := planner.varied()) is not None)]
    plans += [plan for _ in range(5) if (plan := planner.inclined()) is not None]
    assert len(plans) > 5
    assert len({plan.after.key() for plan in plans}) == len(plans)
    for plan in plans:
        trial = state.copy()
        for action in plan.actions:
            trial.apply(action)
        assert trial.key() == plan.after.key()


def test_a_part_sends_one_unit_where_the_policy_would_not():
    state = bulge("german movement", "1SS 0610", "9ArmA 1705")
    planner = Planner(state, random.Random(1), taste_of("bulge", "german"))
    where = next(unit.place for unit in planner.plain.after.units() if unit.handle == "1SS")
    other = next(part for part in planner.choices.parts if part.piece == "1SS" and part.place not in (where, "0610"))
    plan = planner.make(Whims([other]))
    assert plan is not None
    assert next(unit.place for unit in plan.after.units() if unit.handle == "1SS") == other.place


def test_nobody_attacks_a_place_that_is_to_be_spared():
    state = bulge("german pre-combat", "1SS 0610", "102Cav 0611")
    planner = Planner(state, random.Random(1), taste_of("bulge", "german"))
    assert str(planner.plain.actions[0]) == "target 0611"
    plan = planner.make(NONE.beside([Part("", "0611")]))
    assert plan is not None
    assert str(plan.actions[0]) == "done"


def test_units_that_have_left_the_map_are_worth_more_than_what_they_cost_on_it():
    before = bulge("german movement", "1SS 0110", "2SS 0210", "9ArmA 1705", points=40)
    left = before.suppose({"1SS": "0110/NE"})
    assert value(left, "german") > value(before, "german")
    assert value(left, "german") + value(left, "allied") == pytest.approx(1.0)


@pytest.mark.parametrize("name", ardennes.games())
def test_a_position_of_any_game_has_figures_and_a_value(name: str):
    state = ardennes.game(name).start()
    assert len(figures(state)) == len(NAMES) == len(weights_of(name))
    assert 0 < value(state, state.game.sides[0]) < 1
