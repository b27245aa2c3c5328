"""Officer: plans that differ, compared over the enemy's reply, with a budget that decides alone how far it looks."""

from __future__ import annotations

import random
import time

import pytest

import ardennes
from ardennes.ai import Budget, player
from ardennes.ai.fast import Fast, Outlook
from ardennes.ai.fast.ground import ground
from ardennes.ai.fast.moves import Moves
from ardennes.ai.officer.compare import better, lead
from ardennes.ai.officer.plans import Planner
from ardennes.ai.officer.player import Search
from ardennes.ai.officer.rollout import Rollouts
from ardennes.ai.officer.value import NAMES, figures, value, weights_of
from ardennes.ai.recruit.stretch import policy
from ardennes.ai.taste import taste_of
from ardennes.engine.state import State
from ardennes.playbooks import playbook
from tests.ai.test_recruit import bulge

SMALL = Budget(nodes=1_500)


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


def planned(state: State, seed: int = 3) -> Planner:
    return Planner(state, random.Random(seed), taste_of(state.game.name, state.decision.side))


def test_without_time_the_plain_plan_is_played():
    state = some_way_in()
    view = state.view(state.decision.side)
    search = Search(view.guess(random.Random(3)), random.Random(3), Budget(nodes=0))
    assert search.best() is search.plain
    assert search.looked_at == 0


@pytest.mark.parametrize("name", [name for name in ardennes.games() if not playbook(name).looks_ahead])
def test_where_a_look_ahead_was_not_shown_to_do_no_harm_the_plain_plan_is_played(name: str):
    state = some_way_in(name)
    search = Search(state, random.Random(3), player("officer").budget)
    assert search.best() is search.plain
    assert search.looked_at == 0


def test_a_plan_that_ends_the_game_at_once_is_compared_too(monkeypatch: pytest.MonkeyPatch):
    search = Search(some_way_in(), random.Random(3), player("officer").budget)

    def over(rollouts: Rollouts, after: State, seed: str) -> float:
        return 0.0 if after is search.plain.after else 1.0  # no answer was asked for, so that nothing was spent

    monkeypatch.setattr(Rollouts, "play", over)
    monkeypatch.setattr(Rollouts, "glance", over)
    assert search.best() is not search.plain


def test_of_three_finalists_the_one_that_does_best_with_care_is_played_whatever_it_was_at_a_glance(
    monkeypatch: pytest.MonkeyPatch,
):
    state = some_way_in()
    search = Search(state, random.Random(3), Budget(nodes=100_000))
    wholes = [plan for n in range(9) if (plan := search.planner.whole(n)) is not None][:3]
    assert len(wholes) == 3
    keys = [plan.after.key() for plan in (search.plain, *wholes)]
    worths = dict(zip(keys, (0.5, 0.45, 0.6, 0.55), strict=True))
    monkeypatch.setattr(Rollouts, "play", lambda _, after, seed: worths[after.key()])
    search.rollouts = Rollouts(state, search.side, Budget(nodes=100_000).clock())
    for plan, glance in zip((search.plain, *wholes), (0.5, 0.9, 0.6, 0.7), strict=True):
        plan.glances["seed"] = glance
    search.plans += wholes
    assert search._final(3) is wholes[1]


def dice(*values: float) -> dict[str, float]:
    """How a plan did on the first dice."""
    return dict(zip("abcdefgh", values, strict=False))


def test_the_plain_plan_stands_against_a_rival_who_leads_by_one_lucky_roll():
    assert not better(dice(0.5, 0.8, 0.1, 0.5), dice(0.5, 0.4, 0.35, 0.6))


def test_a_rival_who_does_better_on_all_dice_is_preferred_though_the_dice_scatter_more_than_that():
    assert better(dice(0.57, 0.16, 0.38, 0.96), dice(0.5, 0.1, 0.3, 0.9))


def test_plans_are_compared_only_on_dice_that_both_have_had():
    plain, rival = dice(0.5, 0.5), dice(0.6, 0.6, 0.0, 0.0)
    assert lead(rival, plain) == pytest.approx(0.1)
    assert better(rival, plain)
    assert not better({"x": 1.0}, plain)


@pytest.mark.parametrize("nodes", [1_000, 2_500, 6_000])
def test_a_search_keeps_to_its_budget_though_a_rollout_is_cut_short_for_it(nodes: int):
    state = some_way_in()
    search = Search(state, random.Random(3), Budget(nodes=nodes))
    search.best()
    assert search.looked_at
    assert search.planner.spent + search.rollouts.spent <= nodes + 120  # the last stretch, or the plain plan alone


def test_with_seconds_instead_of_nodes_there_is_time_for_the_finalists_too(monkeypatch: pytest.MonkeyPatch):
    ticks = iter(range(1_000_000))
    monkeypatch.setattr(time, "monotonic", lambda: next(ticks) / 1_000)  # a thousandth for each look at the clock
    search = Search(some_way_in(), random.Random(3), Budget(seconds=0.6))
    search.best()
    assert len(search.plans) > 5
    assert sum(len(plan.values) > 1 for plan in search.plans) > 2
    assert next(ticks) < 1_000


def test_at_its_full_budget_it_compares_many_plans_in_bulge():
    state = some_way_in()
    search = Search(state, random.Random(3), player("officer").budget)
    search.best()
    assert len(search.planner.seen) > 10
    assert search.looked_at > 50


@pytest.mark.parametrize("name", ["bulge", "ardennes-offensive", "bastogne"])
def test_a_rollout_asks_the_whole_policy_next_to_nothing(name: str):
    state = some_way_in(name)
    outlook = Outlook(state, {side: taste_of(name, side) for side in state.game.sides})
    fast, trial, turn = Fast(outlook, random.Random(1)), state.copy(), state.turn
    while not trial.over and trial.turn <= turn + 1:
        if trial.chance is not None:
            trial.roll(trial.chance.keyed("dice"))
        else:
            fast.play(trial)
    assert fast.answered > 30
    assert fast.slow * 5 < fast.answered


@pytest.mark.parametrize("name", ardennes.games())
def test_the_fast_policy_plays_any_game_to_its_end(name: str):
    state = ardennes.game(name).start()
    fast = Fast(Outlook(state.copy(), {side: taste_of(name, side) for side in state.game.sides}), random.Random(1))
    while not state.over:
        if state.chance is not None:
            state.roll(state.chance.keyed("to the end"))
        else:
            fast.play(state)
    assert state.result is not None


def test_who_is_drawn_nowhere_gives_up_nothing_by_going_to_attack(monkeypatch: pytest.MonkeyPatch):
    state = bulge("german movement", "1SS 0610", "2SS 0611", "9ArmA 0710")
    rollouts = Rollouts(state, "german", Budget(nodes=100_000).clock())
    given_up, forgone = list[float](), Moves._forgone

    def noted(moves: Moves, handle: str, post: int, reached: int) -> float:
        given_up.append(forgone(moves, handle, post, reached))
        return given_up[-1]

    monkeypatch.setattr(Moves, "_candidates", lambda *_: [])
    monkeypatch.setattr(Moves, "_forgone", noted)
    assert rollouts.glance(state, "dice") is not None
    assert given_up
    assert not any(given_up)


def test_a_march_gets_as_far_as_the_distances_say():
    found = ground(ardennes.game("bulge"))
    start, points = found.grid.index("0610"), 10
    away = {start: 0}
    waiting = [start]
    while waiting:
        i = waiting.pop(0)
        for j in found.grid.neighbours(i):
            step = next((cost for one, cost in found.atlas.steps_from(j) if one == i), None) if j >= 0 else None
            if step is not None and away[i] + step < min(away.get(j, points + 1), points + 1):
                away[j] = away[i] + step
                waiting.append(j)
    assert found.reach(start, points, 0, 0) == found.grid.mask(away)


def test_sums_over_all_hexes_are_kept_apart():
    found = ground(ardennes.game("bulge"))
    one, other = found.grid.mask(["0610", "0611"]), found.grid.mask(["0611", "0612"])
    total = found.listed(700 * found.spread(one) + 5 * found.spread(other))
    assert [total[found.grid.index(name)] for name in ("0609", "0610", "0611", "0612", "0613")] == [0, 700, 705, 5, 0]


def test_a_rollout_comes_to_the_same_value_whatever_was_played_on_before_it():
    state = some_way_in()
    clock = Budget(nodes=100_000).clock()
    one, other = (Rollouts(state, state.decision.side, clock) for _ in range(2))
    other.play(state, "before")
    other.glance(state, "before")
    assert one.play(state, "dice") == other.play(state, "dice")
    assert one.glance(state, "dice") == other.glance(state, "dice")


def test_no_two_plans_lead_to_the_same_position_and_each_can_be_played():
    state = some_way_in()
    planner = planned(state)
    wholes = [plan for n in range(9) if (plan := planner.whole(n)) is not None]
    plans = [planner.plain, *wholes]
    plans += [plan for base in plans[:3] for _ in range(20) if (plan := planner.varied(base)) is not None]
    plans += [plan for one in plans[-4:] for other in plans if (plan := planner.joined(one, other)) is not None]
    assert len(wholes) > 2
    assert len(plans) > 15
    assert len({plan.after.key() for plan in plans}) == len(plans)
    for plan in plans:
        trial = state.copy()
        for action in plan.actions:
            trial.apply(action)
        assert trial.key() == plan.after.key()


def test_a_part_sends_one_unit_where_the_policy_would_not():
    state = bulge("german movement", "1SS 0610", "9ArmA 1705")
    planner = planned(state)
    where = next(unit.place for unit in planner.plain.after.units() if unit.handle == "1SS")
    draft = planner.plain.draft
    assert draft.orders
    other = next(place for piece, place in draft.parts if piece == "1SS" and place not in (where, "0610"))
    plan = planner.made(draft, {"1SS": other})
    assert plan is not None
    assert next(unit.place for unit in plan.after.units() if unit.handle == "1SS") == other


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
