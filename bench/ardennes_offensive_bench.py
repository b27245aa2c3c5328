"""What a planner asks The Ardennes Offensive most: reach, supply, odds, and a decision of random play by its kind."""

import random

import ardennes
from ardennes.engine.battle import Battle
from ardennes.engine.state import State
from bench.measure import Measure, seconds_of

REACH = 120e-6
SUPPLY = 250e-6
ODDS = 400e-6
ZONES = 60e-6


def run() -> list[Measure]:
    """The time of each query in the middle of a game, and of a unit's move from pick to end."""
    state = middle()
    unit, target, attacker = actors(state)
    battle = Battle("attack", "german", (target,), (attacker,))
    return [
        Measure("ardennes-offensive, reach of a unit", seconds_of(lambda: state.reach(unit)), None, "costs included"),
        Measure("ardennes-offensive, pick and its options", seconds_of(lambda: pick(state, unit)), REACH),
        Measure("ardennes-offensive, supply of a side", seconds_of(lambda: state.standing()), SUPPLY, "and points"),
        Measure("ardennes-offensive, odds of a battle", seconds_of(lambda: state.odds(battle)), ODDS, "all results"),
        Measure("ardennes-offensive, zones of a side", seconds_of(lambda: state.zoc("german")), ZONES, "by name"),
    ]


def middle() -> State:
    """The fourth German Initial Movement Phase of a random game."""
    rng = random.Random(4)
    state = ardennes.game("ardennes-offensive").start("1")
    while state.turn < 4 or state.chance is not None or state.decision.step != "german movement":
        if state.chance is not None:
            state.roll(state.chance.sample(rng))
        else:
            state.apply(rng.choice(state.decision.options))
    return state


def actors(state: State) -> tuple[str, str, str]:
    """A unit that can move; a hex that can be attacked, with a unit beside it."""
    unit = next(action.thing for action in state.decision.options if action.verb == "pick")
    later = state.copy()
    while later.decision.step != "german combat":
        later.apply(later.decision.default or later.decision.options[0])
    target = next(action for action in later.decision.options if action.verb == "target")
    later.apply(target)
    while (battle := later.battle()) is not None and not battle.attackers:
        later.apply(next(action for action in later.decision.options if action.verb == "join"))
    assert battle is not None
    return unit, battle.targets[0], battle.attackers[0]


def pick(state: State, unit: str) -> int:
    """Pick a unit on a copy and list where it may go."""
    moving = state.copy()
    moving.apply(f"pick {unit}")
    return len(list(moving.decision.options))
