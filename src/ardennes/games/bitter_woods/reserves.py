"""Reserves (BW-14): who is put in reserve."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.counters import DONE, SidePhase
from ardennes.counters.bars import Bar, first_bar, free
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason
from ardennes.games.bitter_woods import battlegroup, movement, obligations
from ardennes.games.bitter_woods.forces import GERMAN, SIDES
from ardennes.games.bitter_woods.refusals import not_in_movement
from ardennes.games.bitter_woods.sequence import next_phase
from ardennes.games.bitter_woods.state import Position


def bars(state: Position, side: int) -> Iterator[Bar]:
    """Why a unit is not put in reserve, in the order in which a player would be told."""
    forces, ground = state.game.forces, state.game.ground
    own, rule = state.playing[side], state.reserve_rules.put
    yield Bar(rule, f"is not {SIDES[side].capitalize()}", forces.of[1 - side])
    yield Bar(rule, "is not mechanized", ~forces.mechanized)
    yield Bar(rule, "is not on the map", ~own)
    if side == GERMAN and state.turn == state.game.turn_named(state.game.tables["opening"]["turn"]):
        yield Bar("BW-15.7.reserve", "may not be put in reserve on the first Game-Turn", own)
    yield Bar(rule, "is already in reserve", state.reserve)
    yield Bar(rule, "is out of supply", state.unsupplied)
    yield Bar("BW-R.30", "is engaged", obligations.engaged(state))
    near = ground.grid.around(state.held[1 - side]) & state.held[side]
    yield Bar("BW-R.46", "is next to an enemy unit", state.units_at(near))
    yield Bar("BW-R.16", "is out of bounds and must return", movement.strays(state))


class ReservePhase(SidePhase[Position]):
    """A side puts mechanized units in reserve (BW-14.1)."""

    def ask(self, state: Position) -> Decision | None:
        """Which unit."""
        units = free(state.playing[self.side] & state.game.forces.mechanized, bars(state, self.side))
        if not units:
            next_phase(state)
            return None
        regroup = battlegroup.offers(state) if self.side == GERMAN else ()
        options = Options(Masked(state.game.actions.reserve, units), regroup, (DONE,))
        prompt = "Choose a mechanized unit to put in reserve, or end the Reserve Phase"
        return Decision(SIDES[self.side], self.name, Kind.CHOOSE, prompt, state.reserve_rules.put, options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Put it in reserve, or be done."""
        if action == DONE:
            next_phase(state)
            return
        if action.verb in battlegroup.REGROUP:
            battlegroup.regroup(state, action)
            return
        unit = state.game.forces.index[action.thing]
        state.reserve |= 1 << unit
        where = state.place_of(unit)
        state.note_unit(unit, "reserve", state.reserve_rules.put, f"in {where} is put in reserve", at=where)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a unit is not put in reserve."""
        if action.verb in battlegroup.REGROUP and self.side == GERMAN:
            return battlegroup.why_not(state, action)
        if action.verb != "reserve":
            return not_in_movement(action)
        unit = state.game.forces.index[action.thing]
        bar = first_bar(unit, bars(state, self.side))
        return bar and bar.reason(state.game.forces.display_names[unit])
