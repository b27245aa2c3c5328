"""A player's reasons in words: one sentence a matter, with names from the map and the chances of each attack."""

from __future__ import annotations

from collections import Counter

from ardennes.ai.atlas import Atlas
from ardennes.ai.movements import Stand, describe_moves, standing
from ardennes.ai.picture import Picture
from ardennes.ai.player import Remark
from ardennes.ai.wording import listed, place_name, units
from ardennes.engine.action import Action
from ardennes.engine.battle import Battle, Odds
from ardennes.engine.decision import Kind
from ardennes.engine.errors import ArdennesError
from ardennes.engine.state import State

__all__ = ["Diary", "attack", "cleared", "place_name", "units"]


def attack(atlas: Atlas, state: State, battle: Battle) -> Remark | None:
    """What an attack hopes for, and at what price; None where the game cannot tell its chances."""
    try:
        odds = state.odds(battle)
    except ArdennesError:
        return None
    hexes = [i for target in battle.targets if (i := atlas.index(target)) >= 0]
    where = " and ".join(place_name(atlas, i) for i in hexes) or "the enemy"
    text = f"Attacks {where} with {units(len(battle.attackers))}{f' at {odds.column}' if odds.column else ''}: "
    text += f"{cleared(odds):.0%} to take it".replace("%", " %")
    expected = [("destroy", _destroyed(odds)), ("lose", _price(odds))]
    hopes = [f"to {verb} {n:.1f} units" for verb, n in expected if n >= 0.05]
    text += f", expects {' and '.join(hopes)}." if hopes else "."
    return Remark(text, battle.targets, tuple(dict.fromkeys(battle.attackers)))


def cleared(odds: Odds) -> float:
    """The chance that the defender is gone from what is attacked."""
    if odds.outcomes:
        return sum(o.probability for o in odds.outcomes if o.defender.eliminated or o.defender.retreat)
    return odds.measured("cleared")


def _destroyed(odds: Odds) -> float:
    """How many units of the defender are lost in the mean."""
    if odds.outcomes:
        return odds.expect("defender", "losses") + 0.5 * odds.expect("defender", "steps")
    return odds.measured("destroyed")


def _price(odds: Odds) -> float:
    return odds.expect("attacker", "losses") + 0.5 * odds.expect("attacker", "steps")


class Diary:
    """What a player did in one stretch of decisions, described at its end."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.atlas = picture.atlas
        self.before = standing(picture.state, picture.side)
        self.answers: list[tuple[Kind, Action]] = []
        self.reasons: list[Remark] = []  # of a plan, by whoever made it
        self.against: dict[str, int] = {}  # units that a plan sends to attack, and which hex

    def note(self, kind: Kind, action: Action) -> None:
        """An answer was given."""
        self.answers.append((kind, action))

    def remarks(self, state: State) -> tuple[Remark, ...]:
        """The report: moves, what is held, what was given up, and the attack that the dice decide next."""
        found = [*self._set_up(), *self._moves(state), *self._reactions()]
        battle = None if state.over else state.battle()
        if state.chance is not None and battle is not None and battle.side == self.picture.side and battle.attackers:
            remark = attack(self.atlas, state, battle)
            if remark is not None:
                found.append(remark)
        return tuple(found)

    def _set_up(self) -> list[Remark]:
        """How a set-up was planned, or that the usual one was taken."""
        if self.reasons or not any(kind == Kind.SETUP for kind, _ in self.answers):
            return list(dict.fromkeys(self.reasons))
        return [Remark("Uses the standard set-up.")]

    def _moves(self, state: State) -> list[Remark]:
        """Where units went, those for one goal together; and what nobody left."""
        kinds = {kind for kind, _ in self.answers}
        if not kinds & {Kind.PICK, Kind.MOVE, Kind.PLACE}:
            return []
        after = standing(state, self.picture.side)
        return [*describe_moves(self.picture, self.before, after, self.against), *self._left(), *self._held(after)]

    def _left(self) -> list[Remark]:
        exits = Counter(action.thing for _, action in self.answers if action.thing in self.picture.leaving)
        return [
            Remark(f"Exits {units(n)} at {place_name(self.atlas, self.atlas.index(place))}.", (place,))
            for place, n in exits.items()
        ]

    def _held(self, after: Stand) -> list[Remark]:
        """The goals on which units stay."""
        held = {unit.place for unit in self.before.values()} & {unit.place for unit in after.values()}
        stay = [aim for aim in self.picture.aims if aim.place in held and "/" not in aim.place]
        best = sorted(stay, key=lambda aim: -aim.points)[:3]
        if not best:
            return []
        names = listed(place_name(self.atlas, aim.hex) for aim in best)
        return [Remark(f"Holds {names}.", tuple(aim.place for aim in best))]

    def _reactions(self) -> list[Remark]:
        """Retreats, advances and losses."""
        found, ending = [], self.picture.state.game.ending_verbs
        for kind, action in self.answers:
            i = self.atlas.index(action.thing) if action.thing else -1
            if kind == Kind.RETREAT and i >= 0:
                found.append(Remark(f"Retreats to {place_name(self.atlas, i)}.", (action.thing,)))
            elif kind == Kind.ADVANCE and action.verb not in ending:
                found.append(Remark("Advances after combat.", (action.thing,) if i >= 0 else ()))
            elif kind == Kind.ADVANCE:
                found.append(Remark("Declines to advance."))
        lost = [action.thing for kind, action in self.answers if kind == Kind.LOSS and action.thing]
        if lost:
            found.append(Remark(f"Gives up {units(len(lost))}, the cheapest choice.", (), tuple(lost)))
        return list(dict.fromkeys(found))
