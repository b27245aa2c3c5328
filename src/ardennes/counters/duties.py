"""Obligations as data: who owes what, against whom, until when; what breaks it is the game's to say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ardennes.counters.deployment import Deployment
from ardennes.counters.roster import bits, replaced
from ardennes.engine import Obligation
from ardennes.engine.fields import Declared, value

if TYPE_CHECKING:
    from ardennes.counters.game import CounterGame

    Base = Deployment
else:
    Base = object


class Duty(NamedTuple):
    """Something that units of one side owe."""

    kind: str  # the game's word for it: "counterattack"
    rule: str
    side: int
    hex: int  # where it arose
    units: int  # those who owe it
    against: int  # enemy units that it concerns
    turn: int  # it lapses at the end of this step in this Game-Turn
    until: str


class Duties(Base, metaclass=Declared):
    """The part of a position that knows what units owe."""

    duties: tuple[Duty, ...] = value("what units owe, in the order in which it arose", start=())

    def revive_duties(self) -> None:
        """Make records of what was saved as plain data; a position calls it when it is refreshed."""
        if any(not isinstance(duty, Duty) for duty in self.duties):
            self.duties = tuple(Duty(*duty) for duty in self.duties)

    def owe(self, duty: Duty) -> None:
        """A duty arises."""
        self.duties = (*self.duties, duty)

    def owed(self, side: int, kind: str = "") -> list[Duty]:
        """What a side owes, of one kind or of all."""
        return [duty for duty in self.duties if duty.side == side and kind in ("", duty.kind)]

    def change_duty(self, duty: Duty, **changes: Any) -> Duty:
        """A duty changes; one that nobody owes any more ends."""
        new = duty._replace(**changes)
        kept = (new,) if new.units else ()
        at = self.duties.index(duty)
        self.duties = (*self.duties[:at], *kept, *self.duties[at + 1 :])
        return new

    def end_duty(self, duty: Duty, rule: str, why: str) -> None:
        """A duty ends: it has been met, is broken, or lapses; the sentence says which."""
        self.duties = tuple(other for other in self.duties if other is not duty)
        if self.heard:
            where = self.game.ground.grid.name(duty.hex)
            names = self.game.forces.called(duty.units)
            self.note("duty", rule, f"{names} {why}", side=self.game.sides[duty.side], at=where)

    def release(self, units: int, rule: str, why: str) -> None:
        """Some units owe nothing any more, and nothing is owed against them; what nobody can meet ends with a line."""
        for duty in self.duties:
            if not (duty.units | duty.against) & units:
                continue
            left = self.change_duty(duty, units=duty.units & ~units, against=duty.against & ~units)
            if left.units and not left.against:
                self.end_duty(left, rule, why)

    def replace_in_duties(self, old: int, new: int) -> None:
        """New units stand for old ones in whatever is owed."""
        self.duties = tuple(
            duty._replace(units=replaced(duty.units, old, new), against=replaced(duty.against, old, new))
            for duty in self.duties
        )

    def lapse(self, step: str, rule: str, why: str) -> None:
        """A step is over: what was owed until then lapses, each with a line."""
        for duty in self.duties:
            if (duty.turn, duty.until) == (self.turn, step):
                self.end_duty(duty, rule, why)


def listed(game: CounterGame, duties: Iterable[Duty], what: Mapping[str, str], by: str) -> tuple[Obligation, ...]:
    """Duties as a decision shows them: one entry a unit; `what` says for each kind what the unit must do."""
    names, sides = game.forces.names, game.sides
    return tuple(
        Obligation(names[unit], what[duty.kind], by, duty.rule, sides[duty.side])
        for duty in duties
        for unit in bits(duty.units)
    )
