"""Attacks: one after the other, each by its exact expectation."""

from __future__ import annotations

from ardennes.engine.action import Action
from ardennes.engine.battle import Effect, Odds
from ardennes.engine.errors import ArdennesError
from ardennes.engine.state import State

LOSS, STEP, RETREAT, ADVANCE = 1.0, 0.5, 0.15, 0.1
MOST_STEPS = 40  # of declaring one attack
MOST_TRIED = 24  # answers tried at each step


def expectation(state: State) -> float | None:
    """What the battle that is being declared is worth to its attacker, in pieces; None if there is none yet."""
    battle = state.battle()
    if battle is None or not battle.attackers or not battle.targets:
        return None
    try:
        return value(state.odds(battle))
    except ArdennesError:
        return None


def value(odds: Odds) -> float:
    """The expectation over every result; by exact measures where the list would be too long."""
    if odds.outcomes:
        return sum(o.probability * (_harm(o.defender) - _harm(o.attacker) + _gain(o.attacker)) for o in odds.outcomes)
    total = 0.0
    for measure in odds.measures:
        name = measure.name.lower()
        if "destroy" in name or "loss" in name or "lost" in name:
            total += LOSS * measure.mean
        elif "retreat" in name:
            total += RETREAT * measure.mean
    return total - 0.5


def _harm(effect: Effect) -> float:
    return LOSS * effect.losses + STEP * effect.steps + RETREAT * min(effect.retreat, 3)


def _gain(effect: Effect) -> float:
    return ADVANCE * min(effect.may_advance, 1)


def declare(state: State, first: Action, side: str) -> tuple[float, list[Action]] | None:
    """The best way to go on after a first action until dice are due, and what it is worth; None if it leads nowhere."""
    trial = state.copy()
    epoch = trial.epoch
    trial.apply(first)
    done = [first]
    worth = expectation(trial)
    for _ in range(MOST_STEPS):
        if trial.over or trial.chance is not None or trial.epoch != epoch or trial.decision.side != side:
            return (worth if worth is not None else 0.0), done
        better, final = _next(trial, side, epoch, worth)
        if better is not None:
            action, worth, trial = better
            done.append(action)
        elif final is not None:
            done.append(final)
            return (worth if worth is not None else 0.0), done
        else:
            return None
    return None


def _next(
    trial: State, side: str, epoch: int, worth: float | None
) -> tuple[tuple[Action, float | None, State] | None, Action | None]:
    """The answer that improves the battle most, or else the one that lets the dice fall."""
    best: tuple[Action, float | None, State] | None = None
    final: Action | None = None
    fallback: tuple[Action, float | None, State] | None = None
    for option in list(trial.decision.options)[:MOST_TRIED]:
        one = trial.copy()
        one.apply(option)
        if one.over or one.chance is not None or one.epoch != epoch or one.decision.side != side:
            final = final or option
            continue
        after = expectation(one)
        fallback = fallback or (option, after, one)
        if after is not None and after > (best[1] if best and best[1] is not None else (worth or -9.0)) + 1e-6:
            best = (option, after, one)
    if best is None and final is None:
        best = fallback
    return best, final
