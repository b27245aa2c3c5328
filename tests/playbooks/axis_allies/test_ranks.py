"""Every question of the game is ranked, and asking changes nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ardennes.engine import State
from ardennes.playbooks import Scored, best_of
from tests.games.axis_allies.table import game, start
from tests.playbooks.axis_allies.asking import RANK, best, ranked

QUIET = ("pass", "done", "stop")


def test_every_step_that_can_ask_is_ranked():
    asking = {name for name, step in game().steps.items() if "take" in vars(type(step))}
    assert asking == set(RANK)


def played(seed: int, *, idle: str = "") -> Iterator[tuple[State, list[Scored]]]:
    """A game by first ranks to its end, with each question's ranks; an idle side declines whatever it can."""
    state, rng = game().start("watch-on-the-rhine", custom_setup=True), random.Random(seed)
    while not state.over:
        if state.chance is not None:
            state.roll(state.chance.sample(rng))
            continue
        quiet = [option for option in state.decision.options if option.verb in QUIET]
        if quiet and state.decision.side == idle:
            state.apply(quiet[0])
            continue
        found: list[Scored] = RANK[state.decision.step](state)
        yield state, found
        state.apply(best_of(found))
    yield state, []


def test_a_whole_game_by_first_ranks_ranks_legal_options_alone_and_changes_nothing_by_asking():
    asked: dict[str, int] = {}
    for state, found in played(5):
        if state.over:
            break
        step = state.decision.step
        asked[step] = asked.get(step, 0) + 1
        assert all(one.action in state.decision.options for one in found)
        assert len({one.action for one in found}) == len(found)
        assert best_of(found) == found[0].action
        if asked[step] == 1:
            before = state.key()
            assert RANK[step](state) == found
            assert state.key() == before, f"ranking {step} changed the state"
    assert len(asked) > 15


def test_the_axis_is_past_23_points_by_the_fourth_turn_if_nobody_resists():
    end = [state for state, _ in played(1, idle="allies")][-1]
    assert end.result is not None
    assert end.result.winner == "axis"
    assert end.turn <= 4


def test_ranks_are_the_same_whoever_asks_again():
    table = start()
    assert ranked(table) == ranked(table.fork())


def test_the_printed_setup_is_taken_by_both_sides_and_with_a_piece_in_hand_too():
    table = start(custom_setup=True)
    assert best(table) == "choose printed"
    assert best(table.fork().do("pick inf@allies")) == "choose printed"
    assert best(table.do("choose printed")) == "choose printed"
