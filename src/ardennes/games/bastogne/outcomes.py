"""What the attack sheet says of each result: in words, by what it would do here."""

from __future__ import annotations

from ardennes.engine.battle import Battle, Effect, Outcome
from ardennes.engine.screen.words import Favours
from ardennes.games.bastogne.forces import PEOPLE, SIDES
from ardennes.games.bastogne.odds import BOMBARDMENT
from ardennes.games.bastogne.queries import Situation
from ardennes.games.bastogne.results import NUMBERS


def favours(outcome: Outcome) -> Favours:
    """Whom a result hurts less: by what it does, not by its letter."""
    attacker, defender = _hurt(outcome.attacker), _hurt(outcome.defender)
    if attacker == defender:
        return "both" if attacker else "neither"
    return "defender" if attacker else "attacker"


def _hurt(effect: Effect) -> bool:
    return bool(effect.steps or effect.retreat or effect.eliminated)


def means(view: Situation, battle: Battle, outcome: Outcome) -> str:
    """What a result would do to both sides as things stand."""
    bombardment = battle.kind == BOMBARDMENT
    target = view.here[view.game.ground.grid.index(battle.targets[0])]
    parts = [
        _of_one("the target" if bombardment else "the defender", outcome.defender, view.steps(target)),
        _of_the_attacker(view, battle, outcome.attacker),
        "an attacker may advance" if outcome.attacker.may_advance else "",
    ]
    found = [part for part in parts if part]
    if not found:
        return "No effect: no unit is next to the target" if outcome.label == "(A)" else "No effect"
    text = "; ".join(found)
    return text[0].upper() + text[1:]


def _of_the_attacker(view: Situation, battle: Battle, effect: Effect) -> str:
    if battle.kind == BOMBARDMENT:
        return _of_one_among(f"one {PEOPLE[SIDES.index(battle.side)]} unit next to the target", effect)
    steps = [view.steps(view.game.forces.index[name]) for name in battle.attackers]
    if len(steps) == 1:
        return _of_one("the attacker", effect, steps[0])
    if effect.retreat:
        stand = "loses a step" if max(steps) > 1 else "is eliminated"
        text = f"all attackers retreat {NUMBERS[effect.retreat]}, or one of them {stand}"
        return f"{text}; {effect.losses} of {len(steps)} cannot retreat" if effect.losses else text
    return "all attackers are eliminated" if effect.eliminated else _of_one_among("one attacking unit", effect)


def _of_one(name: str, effect: Effect, steps: int) -> str:
    if effect.retreat:
        stands = "stands and loses a step" if steps > 1 else "is eliminated standing"
        if effect.losses:
            return f"{name} cannot retreat: it {stands}, or is eliminated"
        return f"{name} retreats {NUMBERS[effect.retreat]}, or {stands}"
    if effect.eliminated:
        return f"{name} is eliminated"
    return f"{name} loses a step" if effect.steps else ""


def _of_one_among(name: str, effect: Effect) -> str:
    if not effect.steps:
        return ""
    return f"{name} is eliminated" if effect.losses else f"{name} loses a step"
