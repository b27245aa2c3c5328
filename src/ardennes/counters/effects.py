"""Lasting effects of events: what they cause, from which Game-Turn to which, kept in the position."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ardennes.counters.deployment import Deployment
from ardennes.engine.fields import Declared, value

if TYPE_CHECKING:
    Base = Deployment
else:
    Base = object


class Effect(NamedTuple):
    """Something that an event causes for a while, or for the rest of the game."""

    name: str  # the game's word for it: "night sights"
    rule: str  # the event's case, under which layers and tallies apply it
    first: int  # the Game-Turn from which it counts
    last: int  # the last Game-Turn in which it counts; 0 for the rest of the game
    units: int = 0  # the units that it concerns, if it names any
    place: str = ""  # the hex or hexside that it concerns, if it names one
    amount: int = 0  # a figure that it carries, if it has one

    def counts(self, turn: int) -> bool:
        """Whether it counts in a Game-Turn."""
        return self.first <= turn and (not self.last or turn <= self.last)


class Effects(Base, metaclass=Declared):
    """The part of a position that knows which effects there are."""

    effects: tuple[Effect, ...] = value("lasting effects of events, in the order in which they arose", start=())

    def revive_effects(self) -> None:
        """Make records of what was saved as plain data; a position calls it when it is refreshed."""
        if any(not isinstance(effect, Effect) for effect in self.effects):
            self.effects = tuple(Effect(*effect) for effect in self.effects)

    def cause(self, effect: Effect, text: str, *, side: str = "") -> None:
        """An effect arises; the sentence says what it does."""
        self.effects = (*self.effects, effect)
        self.note("effect", effect.rule, text, side=side, at=effect.place)

    def effect(self, name: str) -> Effect | None:
        """The effect of that name that counts now; None if there is none."""
        for effect in self.effects:
            if effect.name == name and effect.counts(self.turn):
                return effect
        return None

    def change_effect(self, effect: Effect, **changes: int | str) -> Effect:
        """An effect changes: it has been used in part, or concerns fewer units."""
        new = effect._replace(**changes)  # type: ignore[arg-type]  # each field is checked by its reader
        self.effects = tuple(new if other is effect else other for other in self.effects)
        return new

    def end_effect(self, effect: Effect, text: str) -> None:
        """An effect is over before its time: it has been used up."""
        self.effects = tuple(other for other in self.effects if other is not effect)
        self.note("effect", effect.rule, text, at=effect.place)

    def expire(self, text: str = "{} is over") -> None:
        """Effects whose last Game-Turn has passed end, each with a line; a game calls it when a Game-Turn begins."""
        over = [effect for effect in self.effects if effect.last and effect.last < self.turn]
        for effect in over:
            name = effect.name[0].upper() + effect.name[1:]
            self.end_effect(effect, text.format(name))
