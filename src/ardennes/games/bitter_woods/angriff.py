"""Attack on the move (BW-23, an option): armor goes past an enemy whom infantry holds down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ardennes.counters import bits
from ardennes.counters.bars import Bar
from ardennes.engine import Action, Reason
from ardennes.games.bitter_woods import advance, attackers
from ardennes.games.bitter_woods.course import Course, length
from ardennes.games.bitter_woods.forces import PEOPLE, SIDES
from ardennes.games.bitter_woods.odds import Clash, enough_for_an_angriff
from ardennes.games.bitter_woods.results import NUMBERS
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

OPTION = "angriff"
ANGRIFF = Action("angriff")


# ---- who may ----


def possible(state: Position, clash: Clash) -> bool:
    """Whether an attack may be announced as one on the move."""
    return OPTION in state.optional and next(_hindrances(state, clash), None) is None


def why_not(state: Position, clash: Clash) -> Reason | None:
    """Why an attack may not be announced as one on the move."""
    if OPTION not in state.optional:
        return Reason("BW-23.1", "The attack on the move is an optional rule that is off in this game.")
    return next(_hindrances(state, clash), None)


def _hindrances(state: Position, clash: Clash) -> Iterator[Reason]:
    """What keeps an attack from being one on the move, in the order in which a player would be told."""
    forces, table, called = state.game.forces, state.game.tables["angriff"], state.game.forces.called
    if clash.angriff:
        yield Reason("BW-23.2", "The attack on the move has already been announced.")
    if state.turn == state.game.turn_named(table["not_on"]):
        yield Reason("BW-23.1.first", f"No attack on the move may be made on {table['not_on']}.")
    if clash.again:
        yield Reason("BW-23.1.engaged", "An engagement may not be renewed as an attack on the move.")
    if not any(forces.er[unit] >= table["endurance"] for unit in bits(clash.attackers & forces.armor)):
        yield Reason("BW-23.1", f"No attacking armor has an ER of {table['endurance']} or more.")
    if cut := clash.attackers & state.unsupplied:
        text = cited(f"Only supplied units may attack on the move, not {called(cut)}", "BW-R.73")
        yield Reason("BW-23.1", f"{text}.")
    if shaken := clash.attackers & state.shocked:
        yield Reason("BW-23.2.bombard", f"Shocked units may not attack on the move: {called(shaken)}.")
    if hit := state.stack(clash.hex) & bombarded(state):
        yield Reason("BW-23.2.bombard", f"Bombarded units may not be attacked on the move: {called(hit)}.")
    if clash.plane:
        yield Reason("BW-23.2.air", "This attack has air support, which an attack on the move may not have.")
    if not enough_for_an_angriff(state, clash):
        text = cited(f"The odds are less than {table['columns'][0]}", "BW-R.74")
        yield Reason("BW-23.1.odds", f"{text}.")


def bombarded(state: Position) -> int:
    """The units that have been bombarded in the Combat Phase in play."""
    found = 0
    for units in state.bombarded.values():
        found |= units
    return found


def announce(state: Position, clash: Clash) -> Clash:
    """The attack is one on the move (BW-23.2)."""
    place = state.game.ground.grid.name(clash.hex)
    text = f"{PEOPLE[clash.side]} attack on the move at {place}; SU, ENG and A1 mean what they do on the regular CRT"
    state.note("attack", "BW-23.2", cited(text, "BW-R.75"), side=SIDES[clash.side], at=place)
    return clash._replace(angriff=True)


# ---- the advance ----


class Past(advance.Advance):
    """Mechanized attackers advance past the defender, one after the other (BW-23.3)."""

    name = "past"

    class Frame(NamedTuple):
        """Whose, who may still advance, how many hexes, past which hex, and all who attacked it."""

        step: str
        side: int
        units: int
        hexes: int
        past: int
        fought: int

    frame = Frame  # type: ignore[assignment]  # the frame of an advance has the hexes that the enemy has left instead

    def prompt(self, state: Position, frame: Frame) -> str:  # type: ignore[override]  # its own frame
        """How far, and past whom."""
        place = state.game.ground.grid.name(frame.past)
        far = NUMBERS[length(state, next(bits(frame.units)), frame.past, frame.hexes)]
        return f"Choose a unit to advance up to {far} past {place}, or decline"

    def course(self, state: Position, frame: Frame, unit: int) -> Course:  # type: ignore[override]  # its own frame
        """Any hex may be the first."""
        return Course(unit, state.game.ground.grid.all, frame.hexes, True, (state.at[unit],), past=frame.past)

    def bars(self, state: Position, frame: Frame) -> Iterator[Bar]:  # type: ignore[override]  # its own frame
        """Infantry on foot, and the last unit that holds the defender down, stay."""
        forces = state.game.forces
        yield from advance.bars(state, frame.side, frame.units)
        why = "is not mechanized and may not advance after an attack on the move"
        yield Bar("BW-23.3.foot", why, ~(forces.mechanized | forces.leaders))
        holding = holders(state, frame.past, frame.fought)
        if not holding:
            why = cited("may not advance: no attacking infantry could stay behind", "BW-R.76")
            yield Bar("BW-23.3.foot", why, frame.units)
        elif holding & holding - 1 == 0:
            why = cited("must stay: no other infantry is left next to the defender", "BW-R.76")
            yield Bar("BW-23.3.foot", why, holding)


def holders(state: Position, i: int, fought: int) -> int:
    """The infantry and armored infantry that attacked a hex and is next to it (BW-23.3.foot)."""
    side = 1 - state.game.forces.side[next(bits(state.stack(i)))]
    return fought & state.game.forces.wading & attackers.beside(state, side, i)


def goers(state: Position, clash: Clash) -> int:
    """How many units could advance past the defender: one holder stays (BW-R.76)."""
    holding = clash.attackers & state.game.forces.wading
    going = clash.attackers & state.game.forces.mechanized
    if not holding:
        return 0
    return going.bit_count() - (not holding & ~state.game.forces.mechanized)
