"""Dice before the die (BW-19, BW-31, options): SS panzers that frighten, and surprise that may fail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from ardennes.counters import bits
from ardennes.counters.commit import Commit
from ardennes.counters.modifiers import Shifts
from ardennes.engine import Chance, Die, Step
from ardennes.engine.battle import Column, Line
from ardennes.engine.chance import Roll
from ardennes.games.bitter_woods import opening
from ardennes.games.bitter_woods.forces import GERMAN, SIDES
from ardennes.games.bitter_woods.odds import HELD, SHAKEN, UNROLLED, Clash, rating, revived
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

SCARE, SURPRISE = "scare", "variable_surprise"


class Nerve(NamedTuple):
    """A die that may shift an attack."""

    rule: str
    what: str
    least: int  # the face from which on it succeeds
    scares: bool = False  # it is the SS panzer scare

    @property
    def chance(self) -> float:
        """How likely it is."""
        return max(0, 7 - self.least) / 6


def of(state: Position, clash: Clash) -> Nerve | None:
    """The die that comes before that of an attack; None if there is none.

    SS panzers count from 16PM to 17PM, surprise on 16AM: there is one die at most (BW-19.0.once).
    """
    if clash.side != GERMAN or not clash.attackers:
        return None
    theirs = rating(state, state.stack(clash.hex))
    if SURPRISE in state.optional and opening.now(state):
        able = clash.attackers & state.game.forces.mechanized & state.game.forces.steadfast
        return Nerve("BW-31.0", "surprise", theirs + 1) if able else None
    if SCARE in state.optional and state.turn in state.game.scare_turns:
        return (
            Nerve("BW-19.0", "SS panzer scare", theirs, scares=True)
            if clash.attackers & state.game.forces.ss_panzers
            else None
        )
    return None


def shift(state: Position, clash: Clash, shifts: Shifts, column: Column) -> None:
    """One column to the right if the die was high enough; before it falls, a line that tells what it needs."""
    nerve = of(state, clash)
    if nerve is None:
        return
    if clash.nerve == SHAKEN:
        shifts.right(state.game.tables["nerve"]["right"], nerve.rule, nerve.what)
    else:
        text = f"{nerve.what}: {'failed' if clash.nerve == HELD else f'one column right on {_faces(nerve)}'}"
        column.lines.append(Line(nerve.rule, text, column.at, column.at, "column"))


def _faces(nerve: Nerve) -> str:
    """The faces that succeed, for a sentence.

    >>> [_faces(Nerve("X-1", "scare", least)) for least in (4, 5, 6, 7)]
    ['4 to 6', '5 or 6', 'a 6', 'no die roll']
    """
    return {5: "5 or 6", 6: "a 6"}.get(nerve.least, f"{nerve.least} to 6" if nerve.least < 6 else "no die roll")


class NerveDie(Step[Position]):
    """The die, once the defender has named his support."""

    name = "nerve"
    frame = Commit.Frame

    def revive(self, name: str, clash: Sequence[Any]) -> Commit.Frame:
        """The frame that was saved as plain data."""
        return Commit.Frame(name, revived(clash))

    def ask(self, state: Position) -> Chance | None:
        """One die; none where no rule asks for it."""
        clash: Clash = state.top.clash
        nerve = of(state, clash)
        if nerve is None:
            state.put("die", clash)
            return None
        place = state.game.ground.grid.name(clash.hex)
        first = state.game.forces.names[next(bits(clash.attackers))]
        return Chance(
            rule=nerve.rule,
            reason=f"{nerve.what[0].upper()}{nerve.what[1:]} against {place}: {_faces(nerve)} needed",
            key=(state.turn, state.phase, self.name, place, first),
            dice=[Die(place)],
            side=SIDES[clash.side],
        )

    def roll(self, state: Position, roll: Roll) -> None:
        """A column more for the attacker, or not."""
        clash: Clash = state.top.clash
        nerve = of(state, clash)
        assert nerve is not None
        die, place = cast(int, roll[0]), state.game.ground.grid.name(clash.hex)
        shaken = die >= nerve.least
        what = "one column right" if shaken else "no shift"
        text = f"{nerve.what[0].upper()}{nerve.what[1:]} against {place}: die {die}, {what}"
        state.note("effect", nerve.rule, cited(text, "BW-R.63"), side=SIDES[clash.side], at=place)
        panzers = clash.attackers & state.game.forces.ss_panzers
        if nerve.scares and panzers & panzers - 1:
            text = f"One die for {state.game.forces.called(panzers)} together"
            state.note("effect", "BW-19.0.once", text, side=SIDES[clash.side], at=place)
        if nerve.scares and (battalions := panzers & state.game.battlegroup.parts):
            called, several = state.game.forces.called(battalions), battalions & battalions - 1
            text = f"{called} count as SS panzer units" if several else f"{called} counts as an SS panzer unit"
            state.note("effect", "BW-36.3", text, side=SIDES[clash.side], at=place)
        state.put("die", clash._replace(nerve=SHAKEN if shaken else HELD))


def after_support(state: Position, clash: Clash) -> None:
    """Both sides have named their support: the dice follow."""
    state.put(NerveDie.name if clash.nerve == UNROLLED else "die", clash)
