"""Retreat (BA-8.4): the owner leads, always farther off, not through the enemy, his zones or off the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ardennes.counters import bits
from ardennes.counters.refusals import more
from ardennes.counters.retreat import Limit, Retreating, log_way
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.games.bastogne.forces import GERMAN, SIDES
from ardennes.games.bastogne.refusals import not_in_combat
from ardennes.games.bastogne.state import Position
from ardennes.games.bastogne.wording import cited


class Retreat(Step[Position]):
    """Several units retreat one after the other, in the order that their owner likes (BA-R.32)."""

    name = "retreat"

    class Frame(NamedTuple):
        """Whose, how many hexes, and who is still to go."""

        step: str
        side: int
        hexes: int
        units: int

    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """Who is next."""
        frame: Retreat.Frame = state.top
        if not frame.units:
            state.pop()
            return None
        options = Options(Masked(state.game.actions.pick, frame.units))
        prompt = "Choose the next unit to retreat"
        return Decision(SIDES[frame.side], self.name, Kind.RETREAT, prompt, "BA-R.32", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It goes."""
        frame: Retreat.Frame = state.top
        unit = state.game.forces.index[action.thing]
        state.amend(units=frame.units & ~(1 << unit))
        state.push("way", unit, frame.hexes, (state.at[unit],))

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Not one of these."""
        if action.verb != "pick":
            return _off_the_map(action, decision) or not_in_combat(state, action)
        name = state.game.forces.call(action.thing)
        return Reason("BA-8.4", f"{name} does not have to retreat, or already has.")


def _off_the_map(action: Action, decision: Decision) -> Reason | None:
    """A retreat never leaves the map."""
    if action.verb != "exit":
        return None
    rule = "BA-11.1.retreat" if decision.side == SIDES[GERMAN] else "BA-8.4.map"
    return Reason(rule, "A retreat may not leave the map.")


class RetreatWay(Retreating[Position]):
    """One unit's retreat."""

    rule, away = "BA-8.4", "BA-8.4.away"

    def limits(self, state: Position, unit: int) -> Sequence[Limit]:
        """Enemy units and their zones; friends do not cancel these (BA-R.10)."""
        enemy = 1 - state.game.forces.side[unit]
        return (
            Limit("BA-8.4.enemy", "an enemy unit is in {}", state.held[enemy]),
            Limit("BA-8.4.zone", "{} is in an enemy ZOC", state.zone(enemy)),
        )

    def friends(self, state: Position, unit: int) -> Limit:
        """Passed, but no place to end."""
        own = state.held[state.game.forces.side[unit]]
        return Limit("BA-8.4.friends", "a friendly unit is in {}", own)

    def arrive(self, state: Position, unit: int, way: tuple[int, ...]) -> None:
        """It stands where it has come to; what it passed it has occupied."""
        log_way(state, unit, "BA-8.4", way)
        state.pass_through(unit, way[1:])
        state.shift(unit, way[-1])

    def trapped(self, state: Position, unit: int) -> None:
        """No way: eliminated (BA-R.34)."""
        why = cited("it cannot complete its retreat and may not go part of the way", "BA-R.34")
        state.eliminate(unit, "BA-8.4.eliminated", why)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Off the map is no way either."""
        off = _off_the_map(action, decision)
        if off is not None:
            return off
        reason = super().why_not(state, action, decision)
        if reason is None:
            return not_in_combat(state, action)
        if reason.rule == "BA-8.4.zone":
            behind = [Reason("BA-6.2", "a retreating unit may not enter one")]
            own = state.held[state.game.forces.side[state.top.unit]]
            if own >> state.game.ground.grid.index(action.thing) & 1:
                behind.append(Reason("BA-R.10", "friendly units do not cancel enemy ZOCs"))
            return more(reason, behind)
        if reason.rule == "BA-8.4.away":
            return more(reason, [Reason("BA-R.33", "the distance is counted from its hex when the result was rolled")])
        return reason


class Advance(Step[Position]):
    """One surviving attacker may enter the hex that a ground attack has emptied (BA-8.5)."""

    name = "advance"

    class Frame(NamedTuple):
        """The attacker, the hex, and those who took part."""

        step: str
        side: int
        hex: int
        units: int

    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """Who enters it, if anybody; nobody is asked if it is not empty or nobody is left beside it."""
        frame: Advance.Frame = state.top
        able = self._able(state, frame)
        if not able:
            state.pop()
            return None
        place = state.game.ground.grid.name(frame.hex)
        options = Options(Masked(state.game.actions.advance, able), (Action("done"),))
        prompt = f"Choose a unit to advance into {place}, or decline"
        return Decision(
            SIDES[frame.side], self.name, Kind.ADVANCE, prompt, "BA-8.5", options, default=Action("done"),
            facts={"hex": place},
        )  # fmt: skip

    def _able(self, state: Position, frame: Frame) -> int:
        if frame.hex in state.here:
            return 0
        beside = state.game.ground.ring[frame.hex]
        return sum(1 << u for u in bits(frame.units) if state.at[u] >= 0 and beside >> state.at[u] & 1)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It enters the hex, zones or not (BA-6.2.advance)."""
        frame: Advance.Frame = state.pop()
        if action.verb == "done":
            return
        unit = state.game.forces.index[action.thing]
        where, to = state.place_of(unit), state.game.ground.grid.name(frame.hex)
        state.note_unit(unit, "advance", "BA-8.5", f"advances from {where} to {to}", at=where, to=to)
        state.shift(unit, frame.hex)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Attackers only, one hex only."""
        if action.verb in ("go", "step"):
            return Reason("BA-R.36", "An advance is into the cleared hex and no farther.")
        if action.verb != "advance":
            return not_in_combat(state, action)
        frame: Advance.Frame = state.top
        unit, name = state.game.forces.index[action.thing], state.game.forces.call(action.thing)
        if state.game.forces.side[unit] != frame.side:
            return Reason("BA-8.5.defender", f"{name} is a defender; only attackers advance.")
        if not frame.units >> unit & 1:
            return Reason("BA-8.5", f"{name} took no part in the attack.")
        return Reason("BA-R.35", f"{name} is eliminated; any surviving attacker may advance.")
