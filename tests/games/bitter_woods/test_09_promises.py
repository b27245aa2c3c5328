"""Retreats and advances in random play: whatever is not offered is refused by a rule, and units end where they may."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from ardennes.engine import Action
from ardennes.games.bitter_woods.queries import Situation
from ardennes.games.bitter_woods.zones import zone
from tests.games.bitter_woods.datafiles import RULES
from tests.games.bitter_woods.table import Table, begin, game

STEPS = ("retreat", "way", "advance", "advancing")
ENOUGH = 100  # questions of a seed


def played(seed: int) -> Iterator[Table]:
    """A game in which everybody attacks whom he can, at each question of a retreat or an advance."""
    rng, table = random.Random(f"promises/{seed}"), begin()
    while not table.state.over:
        state = table.state
        if state.chance is not None:
            table.record.roll(state.chance.sample(rng))
            continue
        if state.top.step in STEPS:
            yield table
        options = list(state.decision.options)
        fights = [option for option in options if option.verb in ("target", "join", "advance")]
        table.record.apply(rng.choice(fights or options))


def universe(state: Situation) -> Iterator[Action]:
    """Everything that could be meant by the verbs of these steps."""
    for verb in game().verbs:
        if verb.name in ("step", "exit", "pick", "advance"):
            things = verb.among if verb.among is not None else game().forces.names
            yield from (Action(verb.name, thing) for thing in things)
    yield from (Action("stop"), Action("done"))


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_is_not_offered_is_refused_by_a_rule_of_the_catalogue(seed: int):
    seen: Counter[str] = Counter()
    for table in played(seed):
        state = table.state
        options = set(state.decision.options)
        for action in universe(state):
            reason = state.why_not(action)
            assert (reason is None) == (action in options), f"{action} in {state.top}"
            assert reason is None or reason.rule in RULES or reason.rule.startswith("engine"), reason
        seen[state.top.step] += 1
        if seen.total() >= ENOUGH:
            break
    assert set(seen) >= {"way", "advance", "advancing"}


@pytest.mark.parametrize("seed", [3, 4])
def test_units_retreat_into_no_zone_and_every_stack_has_room(seed: int):
    """Nobody ends a retreat in an enemy zone, nobody is left above the limit, and the exact number is kept."""
    retreats = 0
    for table in played(seed):
        state = table.state
        if state.top.step == "way":
            unit, hexes = state.top.unit, state.top.hexes
            trial = table.fork()
            while not trial.state.over and trial.state.chance is None and trial.state.top.step == "way":
                if trial.state.top.unit != unit:
                    break
                trial.record.apply(trial.state.decision.options[0])
            at = trial.state.at[unit]
            if at >= 0:
                enemy = zone(state, 1 - game().forces.side[unit])
                assert not enemy >> at & 1
                assert len(re.findall(r" (\d{4})", trial.events("retreat")[0].text)) == hexes + 1
            assert list(game().invariants(trial.state)) == []
            retreats += 1
    assert retreats > 10
