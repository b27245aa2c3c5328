"""Retreat and advance after combat (BU-12.3, BU-12.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ardennes.counters import DONE, bits
from ardennes.counters.bars import Bar, first_bar, free
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.games.bulge import british
from ardennes.games.bulge.forces import SIDES
from ardennes.games.bulge.state import Position
from ardennes.games.bulge.zones import zone


def ways_out(state: Position, unit: int) -> int:
    """The hexes that a unit may retreat into."""
    return free(state.game.ground.ring[state.at[unit]], bars_to_retreat(state, state.game.forces.side[unit]))


def bars_to_retreat(state: Position, side: int) -> Iterator[Bar]:
    """Why a unit of a side may not retreat into a hex beside it, in the order in which a player would be told."""
    yield Bar("BU-12.3.occupied", "holds a unit", state.held[0] | state.held[1])
    yield Bar("BU-12.3.zone", "is in an enemy ZOC", zone(state, 1 - side))


class Retreat(Step[Position]):
    """Units retreat one after the other, in the order that their owner likes (BU-R.22)."""

    class Frame(NamedTuple):
        """The units that have still to retreat."""

        step: str
        units: int

    name = "retreat"
    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """Whose turn it is."""
        units = sum(1 << unit for unit in bits(state.top.units) if state.on_map(unit))
        if not units:
            state.pop()
            return None
        side = SIDES[state.game.forces.side[units.bit_length() - 1]]
        options = Options(Masked(state.game.actions.pick, units))
        return Decision(side, self.name, Kind.RETREAT, "Choose the next unit to retreat", "BU-R.22", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """A unit's turn: it goes one hex, or is eliminated if it cannot."""
        unit = state.game.forces.index[action.thing]
        state.put(self.name, state.top.units & ~(1 << unit))
        if ways_out(state, unit):
            state.push("step back", unit)
        else:
            state.eliminate(unit, "BU-12.3.eliminated", "it cannot retreat")

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Only units that must retreat can be picked."""
        if action.verb != "pick":
            return None
        return Reason("BU-R.22", f"{state.game.forces.call(action.thing)} does not have to retreat, or already has.")


class StepBack(Step[Position]):
    """One unit retreats one hex."""

    class Frame(NamedTuple):
        """The unit."""

        step: str
        unit: int

    name = "step back"
    frame = Frame

    def ask(self, state: Position) -> Decision:
        """Into which hex; the owner says."""
        unit: int = state.top.unit
        options = Options(Masked(state.game.actions.step, ways_out(state, unit)))
        side, prompt = SIDES[state.game.forces.side[unit]], state.game.prompts.retreat[unit]
        return Decision(side, self.name, Kind.RETREAT, prompt, "BU-12.3", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It goes there."""
        unit: int = state.pop().unit
        go(state, unit, state.game.ground.grid.index(action.thing), "retreat", "BU-12.3")

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why the unit cannot retreat into a hex."""
        if action.verb != "step":
            return None
        unit: int = state.top.unit
        name, i = state.game.forces.display_names[unit], state.game.ground.grid.index(action.thing)
        if not state.game.ground.ring[state.at[unit]] >> i & 1:
            return Reason("BU-12.3", f"A retreat is one hex; {action.thing} is not adjacent to {name}.")
        bar = first_bar(i, bars_to_retreat(state, state.game.forces.side[unit]))
        assert bar is not None
        return bar.reason(action.thing)


def go(state: Position, unit: int, i: int, kind: str, rule: str) -> None:
    """A unit retreats or advances into a hex."""
    where, to = state.place_of(unit), state.game.ground.grid.name(i)
    state.shift(unit, i)
    word = "retreats" if kind == "retreat" else "advances"
    state.note_unit(unit, kind, rule, f"{word} from {where} to {to}", at=where, to=to)
    british.come(state, unit)


class Advance(Step[Position]):
    """One unit may advance into an emptied hex (BU-12.4).

    Of several attackers one is picked for the one hex; a defender chooses among the hexes that attackers have left.
    """

    class Frame(NamedTuple):
        """The side, its units that may advance, and the hexes."""

        step: str
        side: int
        units: int
        hexes: int

    name = "advance"
    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """Who advances, or where to, or nobody."""
        units, hexes = self._able(state), state.top.hexes
        if not units:
            state.pop()
            return None
        actions, who = state.game.actions, SIDES[state.top.side]
        if units.bit_count() > 1:
            options = Options(Masked(actions.pick, units), (DONE,))
            prompt = f"Choose a unit to advance into {state.game.ground.grid.names(hexes)[0]}, or decline"
        else:
            options = Options(Masked(actions.advance, hexes), (DONE,))
            prompt = state.game.prompts.advance[units.bit_length() - 1]
        return Decision(who, self.name, Kind.ADVANCE, prompt, "BU-12.4", options, default=DONE)

    def _able(self, state: Position) -> int:
        """Those that are left; the hexes are empty, as no attacker retreats into the zone of the unit attacked."""
        return sum(1 << unit for unit in bits(state.top.units) if state.on_map(unit))

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """One unit advances, whatever zones are there, or none does."""
        units, now = self._able(state), state.pop()
        if action == DONE:
            state.note("advance", "BU-R.23", "No advance", side=decision.side)
        elif action.verb == "pick":
            go(state, state.game.forces.index[action.thing], now.hexes.bit_length() - 1, "advance", "BU-12.4")
        else:
            rule = "BU-12.4" if now.side == state.phasing else "BU-12.4.defender"
            go(state, units.bit_length() - 1, state.game.ground.grid.index(action.thing), "advance", rule)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a unit or a hex is not for an advance."""
        units, now = self._able(state), state.top
        if action.verb == "pick":
            name, unit = state.game.forces.call(action.thing), state.game.forces.index[action.thing]
            alone = f"Only {name} may advance; choose the hex."
            gone = f"{name} took no part in this combat, or has been eliminated."
            return Reason("BU-12.4", alone if units >> unit & 1 else gone)
        if action.verb == "advance":
            if now.hexes >> state.game.ground.grid.index(action.thing) & 1:
                return Reason("BU-R.23", f"Choose the unit that advances into {action.thing} first.")
            rule = "BU-12.4" if now.side == state.phasing else "BU-12.4.defender"
            return Reason(rule, f"{action.thing} was not cleared by this combat.")
        return None
