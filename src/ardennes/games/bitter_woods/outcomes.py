"""What each result of a combat would do to both sides as things stand: as figures, and in words for the sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ardennes.counters import bits
from ardennes.engine.battle import Effect, Outcome
from ardennes.engine.screen.words import Favours
from ardennes.engine.speech import count
from ardennes.games.bitter_woods import angriff, attrition, course, odds, results, retreat, standing
from ardennes.games.bitter_woods.odds import Clash
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

NUMBERS = {1: "one hex", 2: "two hexes", 3: "three hexes", 4: "four hexes"}
COUNTERATTACK = "must counterattack or withdraw"
AGAIN = "must attack again"
NOTHING = "No effect"
WORN = "attrition costs a mechanized attacker a step"
ADJECTIVES = {"defender": "defending", "attacker": "attacking"}


def attacking(state: Position, clash: Clash) -> int:
    """The units of the attacker that a result touches: those that attack, and rockets in an enemy zone (BW-R.7)."""
    return clash.attackers | results.exposed(state, clash)


def outcome(state: Position, clash: Clash, label: str, chance: float) -> Outcome:
    """A result with its chance and what it would do; one with an asterisk may wear an attacker down (BW-20.0)."""
    bare = label.removesuffix(odds.STAR)
    attacker, defender = effects(state, clash, bare)
    if bare == label or not attrition.costs(state, clash, bare):
        return Outcome(chance, bare, attacker, defender)
    return Outcome(chance, bare, replace(attacker, steps=attacker.steps + 1), defender, cited(WORN, "BW-20.0"))


def effects(state: Position, clash: Clash, label: str) -> tuple[Effect, Effect]:
    """What a result would do to attacker and defender."""
    result: dict[str, Any] = state.game.tables["results"][label]
    ours, theirs = attacking(state, clash), state.stack(clash.hex)
    whose = result.get("side", "")
    hexes = results.retreat_of(state, clash, result) if whose in ("attacker", "defender") else 0
    attacker = _suffers(state, clash.side, ours, result, hexes) if whose in ("attacker", "both") else Effect()
    defender = _suffers(state, 1 - clash.side, theirs, result, hexes) if whose in ("defender", "both") else Effect()
    guns = state.game.forces.artillery
    if whose in ("attacker", "defender") and not results.advance_of(state, clash, result):
        return attacker, defender
    if whose == "attacker":
        stays = result.get("retreat") and not hexes  # nobody leaves a hex
        defender = Effect(may_advance=0 if stays else (theirs & ~guns).bit_count())
    elif whose == "defender" or (whose == "both" and defender.eliminated and not attacker.eliminated):
        left = (ours & ~guns).bit_count() - (1 if attacker.losses else 0)
        attacker = Effect(attacker.losses, attacker.steps, may_advance=left)
    elif whose == "neither":
        attacker = Effect(may_advance=angriff.goers(state, clash))
    if label == "CA" and not odds.fortified(state, clash.hex):
        defender = Effect(obliges=COUNTERATTACK)
    if label == "ENG":
        bound = state.game.engageable
        attacker = Effect(obliges=AGAIN if clash.attackers & bound else "")
    return attacker, defender


def _suffers(state: Position, side: int, units: int, result: dict[str, Any], hexes: int) -> Effect:
    """Steps and units that a side loses, and how far it retreats: so many hexes.

    The owner takes the loss from a full-strength unit if he can, else from one that has no way out. What a leader may
    have it take instead of the retreat is told apart (BW-24.4).
    """
    whole = units.bit_count()
    if result.get("eliminated"):
        return Effect(losses=whole, steps=sum(map(state.steps, bits(units))), eliminated=True)
    steps = result.get("loss", 0)
    fatal = _fatal(state, units, result)
    if fatal and whole == 1:
        return Effect(losses=1, steps=1, eliminated=True)
    trapped = sum(1 << unit for unit in bits(units) if retreat.trapped(state, unit, hexes)) if hexes else 0
    lost = max(trapped.bit_count(), int(fatal))
    gone = sum(map(state.steps, bits(trapped)))
    stands = hexes if hexes and standing.possible(state, side, hexes, units, steps) else 0
    return Effect(losses=lost, steps=max(steps, gone), retreat=hexes, eliminated=lost == whole, may_stand=stands)


def _fatal(state: Position, units: int, result: dict[str, Any]) -> bool:
    """Whether the loss that a result calls for eliminates a unit, whoever takes it."""
    return bool(result.get("loss")) and all(state.steps(unit) == 1 for unit in bits(units))


# ---- in words ----


def favours(outcome: Outcome) -> Favours:
    """Whom a result hurts less: by what it does, not by its letters."""
    attacker, defender = _hurt(outcome.attacker), _hurt(outcome.defender)
    if attacker == defender:
        return "both" if attacker else "neither"
    return "defender" if attacker else "attacker"


def _hurt(effect: Effect) -> bool:
    return bool(effect.losses or effect.steps or effect.retreat or effect.eliminated or effect.obliges)


def means(state: Position, clash: Clash, outcome: Outcome) -> str:
    """What a result would do here, in a sentence."""
    if worn := outcome.text:
        bare = replace(outcome, attacker=replace(outcome.attacker, steps=outcome.attacker.steps - 1), text="")
        found = means(state, clash, bare)
        return f"{worn[0].upper()}{worn[1:]}" if found == NOTHING else f"{found}; {worn}"
    result: dict[str, Any] = state.game.tables["results"][outcome.label]
    defenders, attackers = state.stack(clash.hex), attacking(state, clash)
    if outcome.label == "ENG":
        again = "; attacking infantry must attack again next turn" if outcome.attacker.obliges else ""
        return f"Both sides are engaged{again}"
    if outcome.label == "CA":
        if not outcome.defender.obliges:
            return "No effect: units in a fortification may ignore it"
        return "The defender must counterattack or withdraw in his next turn"
    parts = [
        _told("defender", outcome.defender, defenders.bit_count(), _fatal(state, defenders, result)),
        _told("attacker", outcome.attacker, attackers.bit_count(), _fatal(state, attackers, result)),
        _advance(state, clash, outcome),
    ]
    told = [part for part in parts if part]
    return "; ".join([told[0], *(f"{part[0].lower()}{part[1:]}" for part in told[1:])]) if told else NOTHING


def _told(who: str, effect: Effect, units: int, fatal: bool) -> str:
    """What befalls a side."""
    one, all_, single, lost = f"The {who}", f"All {who}s", units == 1, int(effect.losses)
    if effect.eliminated and not effect.retreat:
        return f"{one} is eliminated" if single else f"{all_} are eliminated"
    if not effect.retreat:
        return _loss(who, effect, single) if effect.steps else ""
    if single:
        loses = " loses a step and" if effect.steps else ""
        if lost:
            return f"{one} has no retreat and is eliminated{_instead(effect)}"
        return f"{one}{loses} retreats {NUMBERS[effect.retreat]}{_instead(effect)}"
    if fatal:
        others = "the other retreats" if units == 2 else "the others retreat"
        trapped = f"; {lost - 1} of {units - 1} without a retreat" if lost > 1 else ""
        text = f"One {ADJECTIVES[who]} unit is eliminated, then {others} {NUMBERS[effect.retreat]}{trapped}"
        return f"{text}{_instead(effect)}"
    moves = f"{all_} retreat {NUMBERS[effect.retreat]}{_instead(effect)}"
    if lost:
        moves = f"{moves}; {lost} of {units} without a retreat"
    if effect.steps == 1:
        return f"{_loss(who, effect, single)}, then {moves[0].lower()}{moves[1:]}"
    return moves


def _instead(effect: Effect) -> str:
    """What a leader lets a side do instead of retreating (BW-24.4)."""
    return f", or a leader lets them stand fast for {count(effect.may_stand, 'loss')}" if effect.may_stand else ""


def _loss(who: str, effect: Effect, single: bool) -> str:
    if single:
        return f"The {who} loses a step"
    gone = "is eliminated" if effect.losses and not effect.retreat else "loses a step"
    return f"One {ADJECTIVES[who]} unit {gone}"


def _advance(state: Position, clash: Clash, outcome: Outcome) -> str:
    """Who may advance, and how far."""
    result = state.game.tables["results"][outcome.label]
    hexes: int = result.get("advance", 0)
    if result.get("side") in ("attacker", "defender"):
        hexes = results.advance_of(state, clash, result)
    if result.get("side") == "neither":
        far = NUMBERS[course.length(state, next(bits(clash.attackers)), clash.hex, hexes)]
        if not outcome.attacker.may_advance:
            return f"No unit may advance {far} past the defender: no attacking infantry could stay behind"
        return f"{_one_or_all('mechanized attacker', outcome.attacker.may_advance)} may advance {far} past the defender"
    if outcome.attacker.may_advance:
        unit = next(bits(clash.attackers))
        far = NUMBERS[course.length(state, unit, clash.hex, hexes)]
        return f"{_one_or_all('attacker', outcome.attacker.may_advance)} may advance {far}"
    if outcome.defender.may_advance:
        return f"{_one_or_all('defender', outcome.defender.may_advance)} may advance {NUMBERS[hexes]}"
    return ""


def _one_or_all(who: str, units: int) -> str:
    return f"The {who}" if units == 1 else f"{who.capitalize()}s"
