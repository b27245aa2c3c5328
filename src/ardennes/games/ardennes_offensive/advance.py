"""Advance after combat (AO-9.6.N): one mechanized unit into each hex that was cleared."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.counters import DONE, bits
from ardennes.counters.bars import Bar, first_bar, free
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.engine.speech import both
from ardennes.games.ardennes_offensive import bridges
from ardennes.games.ardennes_offensive.forces import ALLIED, SIDES
from ardennes.games.ardennes_offensive.state import Position
from ardennes.hexmap import Six


def cleared(state: Position, victor: int, hexes: int) -> int:
    """Those of the hexes that no unit is in any more."""
    return hexes & ~state.held[1 - victor] & ~state.held[victor]


def open_to(state: Position, unit: int, hexes: int, cut: Six) -> int:
    """The hexes that a unit may advance into: no points, no rivers, no zones; but Road Mode's limits (AO-R.10).

    All hexes of a combat that were cleared are next to every unit of the other side in it (AO-9.2.D).
    """
    ground = state.game.ground
    i, side = state.at[unit], state.game.forces.side[unit]
    found, kind = hexes, state.kind(unit)
    for j in ground.grid.bits(hexes):
        d = ground.grid.direction(i, j)
        over_meuse = kind.bound and ground.meuse[d] >> i & 1
        if over_meuse or (state.road >> unit & 1 and not _along_road(state, unit, j, d, cut)):
            found &= ~(1 << j)
    if not state.road >> unit & 1:
        found &= ~ground.beside(state.cols[side])
    return found


def _along_road(state: Position, unit: int, j: int, d: int, cut: Six) -> bool:
    """Whether a column may advance: along a road, over no interdicted bridge, away from its friends (AO-6.5.G)."""
    ground = state.game.ground
    i, side = state.at[unit], state.game.forces.side[unit]
    if not ground.road[d] >> i & 1 or cut[d] >> i & 1:
        return False
    if side == ALLIED and ground.west_wall >> j & 1:
        return False
    others = state.held[side] & ~(1 << i)
    return not others & ground.joined[j]


class Advance(Step[Position]):
    """Who advances."""

    class Frame(NamedTuple):
        """Who may advance where."""

        step: str
        victor: int
        hexes: int  # that were to be cleared
        units: int  # that took part and have not advanced
        shade: int  # hexes near enough to enemies to interdict the victor's bridges

    name = "advance"
    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """Which unit advances, or none."""
        frame: Advance.Frame = state.top
        able = self._able(state)
        if not able:
            state.pop()
            return None
        options = Options(Masked(state.game.actions.advance, able), (DONE,))
        where = both(state.game.ground.grid.names(cleared(state, frame.victor, frame.hexes)))
        prompt = f"Advance a mechanized unit into {where}, which combat has cleared, or decline"
        return Decision(SIDES[frame.victor], self.name, Kind.ADVANCE, prompt, "AO-9.6.N", options, default=DONE)

    def _able(self, state: Position) -> int:
        frame: Advance.Frame = state.top
        empty = cleared(state, frame.victor, frame.hexes)
        units = free(state.playing[frame.victor], self._bars(state, frame))
        if not empty or not units:
            return 0
        cut = bridges.cut(state, frame.victor, frame.shade)
        return sum(1 << unit for unit in bits(units) if open_to(state, unit, empty, cut))

    def _bars(self, state: Position, frame: Frame) -> tuple[Bar, ...]:
        """Why a unit may not advance, whatever the ground."""
        return (
            Bar("AO-9.6.N", "is not mechanized", ~state.game.forces.mechanized),
            Bar("AO-9.6.N", "took no part in this combat, or has advanced", ~frame.units),
            Bar("AO-9.6.N", "is no longer in play", ~state.playing[frame.victor]),
        )

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """A unit advances; it does so once."""
        frame: Advance.Frame = state.top
        if action.verb == "done":
            state.pop()
            return
        unit = state.game.forces.index[action.thing]
        empty = cleared(state, frame.victor, frame.hexes)
        into = open_to(state, unit, empty, bridges.cut(state, frame.victor, frame.shade))
        state.amend(units=frame.units & ~(1 << unit))
        if into.bit_count() == 1:
            move_up(state, unit, into.bit_length() - 1)
        else:
            state.push("into", frame.victor, unit, into)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a unit cannot advance; the next attack comes later."""
        if action.verb == "target":
            return Reason("AO-R.12", "Finish this attack before declaring the next.")
        if action.verb != "advance":
            return None
        frame: Advance.Frame = state.top
        unit, name = state.game.forces.index[action.thing], state.game.forces.call(action.thing)
        bar = first_bar(unit, self._bars(state, frame))
        if bar is not None:
            return bar.reason(name)
        empty = cleared(state, frame.victor, frame.hexes)
        if state.kind(unit).bound and not _on_its_bank(state, unit, empty):
            return Reason("AO-R.35", f"{name} may not cross the Meuse, not even in an advance.")
        return Reason("AO-R.10", f"{name} cannot enter a hex that was cleared.")


def move_up(state: Position, unit: int, i: int) -> None:
    """The advance itself."""
    where, to = state.place_of(unit), state.game.ground.grid.name(i)
    state.shift(unit, i)
    state.note_unit(unit, "advance", "AO-9.6.N", f"advances to {to}", at=where, to=to)


def _on_its_bank(state: Position, unit: int, hexes: int) -> bool:
    """Whether there is one among some hexes next to a unit that the Meuse does not part from it."""
    ground, i = state.game.ground, state.at[unit]
    return any(not ground.meuse[ground.grid.direction(i, j)] >> i & 1 for j in ground.grid.bits(hexes))


class Into(Step[Position]):
    """Which of several cleared hexes a unit advances into (AO-R.9)."""

    class Frame(NamedTuple):
        """Who advances, and the hexes to choose from."""

        step: str
        victor: int
        unit: int
        hexes: int

    name = "into"
    frame = Frame

    def ask(self, state: Position) -> Decision:
        """One of the hexes."""
        frame: Into.Frame = state.top
        options = Options(Masked(state.game.actions.step, frame.hexes))
        prompt = f"Choose the hex that {state.game.forces.display_names[frame.unit]} advances into"
        return Decision(SIDES[frame.victor], self.name, Kind.ADVANCE, prompt, "AO-R.9", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Advance."""
        frame: Into.Frame = state.pop()
        move_up(state, frame.unit, state.game.ground.grid.index(action.thing))
