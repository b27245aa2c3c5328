"""How likely a side is to win from a position: by its margins against the clock, its strength and its distances.

The weights are a logistic fit for each game, made by `ardennes train` from games between machines and kept as data
beside its playbook; a game without one is judged by plain weights.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from math import exp
from pathlib import Path

from ardennes.ai.atlas import FAR, OPEN, atlas
from ardennes.engine.queries import Margin
from ardennes.engine.state import State

NAMES = ("bias", "clock", "soon", "best", "enemy_soon", "enemy_best", "strength", "reserve", "near")
PLAIN = (0.0, 0.0, 1.0, 3.0, -1.0, -3.0, 2.0, 0.0, 1.0)
NEARER = 0.8  # of what a goal is worth, for each turn that a unit is away from it
LEAST, MOST = -3.0, 3.0  # margins beyond which nothing changes any more, as shares of the threshold


def value(state: State, side: str) -> float:
    """The chance of a side to win, a draw counting half; exactly 1, 0.5 or 0 once the game is over."""
    if state.result is not None:
        return 0.5 if state.result.winner is None else float(state.result.winner == side)
    weights = weights_of(state.game.name)
    total = sum(weight * figure for weight, figure in zip(weights, figures(state), strict=True))
    first = 1.0 / (1.0 + exp(-min(max(total, -30.0), 30.0)))
    return first if side == state.game.sides[0] else 1.0 - first


def figures(state: State) -> tuple[float, ...]:
    """What a position is judged by, as the first side of its game sees it; in the order of `NAMES`."""
    first, second = state.game.sides
    mine, theirs = state.margin(first), state.margin(second)
    last = max(margin.turn for margin in (*mine, *theirs))
    soon, best = _ways(mine)
    enemy_soon, enemy_best = _ways(theirs)
    strength, reserve, near = _forces(state, first)
    return 1.0, (last - state.turn) / max(last, 1), soon, best, enemy_soon, enemy_best, strength, reserve, near


def _ways(margins: tuple[Margin, ...]) -> tuple[float, float]:
    """How far a side is from winning in the way that is judged soonest, and in the best of all."""
    groups: dict[tuple[int, str], float] = {}
    for margin in margins:
        ahead = min(max(margin.ahead / max(margin.needed, 1.0), LEAST), MOST)
        key = margin.turn, margin.together
        groups[key] = min(ahead, groups.get(key, MOST))
    return groups[min(groups)], max(groups.values())


def _forces(state: State, first: str) -> tuple[float, float, float]:
    """Who is stronger on the map and beside it, from −1 to 1, and how near the attacker's strength is to his goals."""
    ground = atlas(state.game)
    attacker = next((s for s in state.game.sides if any(goal.how != "deny" for goal in state.goals(s))), first)
    fields = [(ground.field(i), goal.value) for goal in state.goals(attacker) if (i := ground.index(goal.place)) >= 0]
    most = max((worth for _, worth in fields), default=1.0) or 1.0
    on_map, beside, near, whole = [0.0, 0.0], [0.0, 0.0], 0.0, 0.0
    for unit in state.units():
        at, strength = unit.side != first, unit.attack * unit.count
        i = ground.index(unit.place) if unit.place else -1
        if i < 0:
            beside[at] += strength
            continue
        on_map[at] += strength
        if unit.side == attacker and fields:
            away = min((field[i] / max(OPEN * unit.speed, 1.0), -worth) for field, worth in fields)
            near += strength * (NEARER ** away[0] * -away[1] / most if away[0] < FAR / OPEN else 0.0)
            whole += strength
    sign = 1.0 if attacker == first else -1.0
    return _lead(on_map), _lead(beside), sign * near / max(whole, 1.0)


def _lead(strengths: list[float]) -> float:
    return (strengths[0] - strengths[1]) / max(sum(strengths), 1.0)


def fitted(game: str) -> Path:
    """Where the fitted weights of a game lie, if there are any."""
    return Path(str(files("ardennes.playbooks"))) / "values" / f"{game}.toml"


@cache
def weights_of(game: str) -> tuple[float, ...]:
    """The fitted weights of a game, in the order of `NAMES`, or plain ones."""
    path = fitted(game)
    if not path.is_file():
        return PLAIN
    found = tomllib.loads(path.read_text(encoding="utf-8"))["weights"]
    return tuple(float(found[name]) for name in NAMES)
