"""What a planner is told of the game: small positions in which the right answer is plain."""

from __future__ import annotations

import random

from ardennes.engine import Action
from tests.games.axis_allies.table import Table, game, start


def ranked(table: Table) -> list[str]:
    """The options of the question that is asked, the best first."""
    state = table.state
    return [str(action) for action in game().brief.rank[state.decision.step](state)]


def best(table: Table) -> str:
    """The answer that is ranked first."""
    return ranked(table)[0]


# ---- every question ----


def test_every_step_that_can_ask_is_ranked():
    asking = {name for name, step in game().steps.items() if "take" in vars(type(step))}
    assert asking == set(game().brief.rank)


def test_a_whole_game_by_first_ranks_ends_and_asks_for_legal_options_alone():
    state, rng = game().start("watch-on-the-rhine", custom_setup=True), random.Random(5)
    while not state.over:
        if state.chance is not None:
            state.roll(state.chance.sample(rng))
            continue
        before = state.key()
        found: list[Action] = game().brief.rank[state.decision.step](state)
        assert state.key() == before, f"ranking {state.decision.step} changed the state"
        assert all(action in state.decision.options for action in found)
        state.apply(found[0])
    assert state.result is not None


def test_ranks_are_the_same_whoever_asks_again():
    table = start()
    assert ranked(table) == ranked(table.fork())
