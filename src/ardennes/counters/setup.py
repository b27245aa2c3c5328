"""Set-up by hand: a side places its units inside their zones, in any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ardennes.counters.deployment import POOL
from ardennes.counters.phases import DONE, D, SidePhase
from ardennes.counters.roster import bits
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Table
from ardennes.engine.errors import EngineFault


class Zone(NamedTuple):
    """Where some units are set up."""

    rule: str
    label: str  # "9th Armored Division: anywhere west of column 28"
    hexes: int
    units: int


class SetUp(SidePhase[D]):
    """A side sets up by hand: `pick` a unit, `place` it, `done` when all stand.

    A unit or a hex is offered only if every other unit can still be placed. Whoever changes his mind takes a placement
    back with `retract`, which plays the later ones again. A game says how many more units hexes take, and what follows.
    """

    rule: str  # of the set-up
    full: str  # of stacking

    class Frame(NamedTuple):
        """The unit in hand, -1 for none."""

        step: str
        unit: int = -1

    frame = Frame

    def __init__(self, name: str, side: int, pick: Table, place: Table) -> None:
        super().__init__(name, side)
        self.pick = pick
        self.place = place

    # ---- what a game says ----

    def zones(self, state: D) -> Sequence[Zone]:
        """Who may be set up where."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    def open(self, state: D) -> int:
        """The hexes with room for another unit; by default those that are empty."""
        return ~(state.held[0] | state.held[1])

    def room(self, state: D, hexes: int) -> int:
        """How many more units some hexes take; by default one in each that is empty."""
        return (hexes & self.open(state)).bit_count()

    def taken(self, state: D, i: int) -> str:
        """Why a hex has no room, for a sentence; by default because another unit is there."""
        return f"{state.game.forces.display_names[state.at.index(i)]} is already there"

    def placed(self, state: D) -> None:
        """All stand: what comes next."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    # ---- what may be done ----

    def waiting(self, state: D, zone: Zone) -> int:
        """The units of a zone that are still to be placed."""
        return sum(1 << unit for unit in bits(zone.units) if state.at[unit] == POOL)

    def _zone_of(self, state: D, unit: int) -> Zone:
        return next(zone for zone in self.zones(state) if zone.units >> unit & 1)

    def hexes(self, state: D, unit: int) -> int:
        """Where a unit may be placed: in its zone, where there is room, and not where the last room of others is."""
        own = self._zone_of(state, unit)
        found = own.hexes & self.open(state)
        for group, needed in self._needs(state):
            if own not in group and self.room(state, _union(group)) == needed:
                found &= ~_union(group)
        return found

    def _needs(self, state: D) -> Iterator[tuple[list[Zone], int]]:
        """Every set of zones with how many units wait to be placed in it."""
        zones = [(zone, self.waiting(state, zone).bit_count()) for zone in self.zones(state)]
        for chosen in range(1, 1 << len(zones)):
            group = [pair for n, pair in enumerate(zones) if chosen >> n & 1]
            yield [zone for zone, _ in group], sum(count for _, count in group)

    # ---- the step ----

    def ask(self, state: D) -> Decision:
        """Which unit, then where."""
        frame: SetUp.Frame = state.top
        who, forces = state.game.sides[self.side], state.game.forces
        if frame.unit >= 0:
            zone = self._zone_of(state, frame.unit)
            prompt = f"Choose where to set up {forces.display_names[frame.unit]}"
            options = Options(Masked(self.place, self.hexes(state, frame.unit)))
            return Decision(who, self.name, Kind.SETUP, prompt, zone.rule, options, always=True)
        waiting = sum(self.waiting(state, zone) for zone in self.zones(state))
        if waiting:
            options = Options(Masked(self.pick, waiting))
            return Decision(who, self.name, Kind.SETUP, "Choose a unit to set up", self.rule, options, always=True)
        return Decision(who, self.name, Kind.SETUP, "All units are set up", self.rule, Options((DONE,)))

    def take(self, state: D, action: Action, decision: Decision) -> None:
        """A unit is chosen, set down, or the set-up is over."""
        frame: SetUp.Frame = state.top
        if action == DONE:
            self.placed(state)
        elif action.verb == self.pick.verb:
            state.amend(unit=state.game.forces.index[action.thing])
        else:
            zone = self._zone_of(state, frame.unit)
            state.stand(frame.unit, state.game.ground.grid.index(action.thing))
            state.note_unit(frame.unit, "setup", zone.rule, f"is set up in {action.thing}", to=action.thing)
            state.amend(unit=-1)

    def why_not(self, state: D, action: Action, decision: Decision) -> Reason | None:
        """It is no unit of the set-up, or no hex for it."""
        frame: SetUp.Frame = state.top
        forces = state.game.forces
        if action.verb == self.pick.verb:
            unit = forces.index[action.thing]
            if frame.unit >= 0:
                return Reason(self.rule, f"Place {forces.display_names[frame.unit]} first.")
            if not any(zone.units >> unit & 1 for zone in self.zones(state)):
                return Reason(self.rule, f"{forces.display_names[unit]} is not one of the units to set up.")
            name = forces.display_names[unit]
            return Reason(self.rule, f"{name} is already set up; click it to take it back.")
        if action.verb == self.place.verb and frame.unit >= 0:
            return self._why_not_there(state, frame.unit, action.thing)
        if action == DONE:
            return Reason(self.rule, "All units must be set up first.")
        return None

    def _why_not_there(self, state: D, unit: int, place: str) -> Reason:
        i, zone = state.game.ground.grid.index(place), self._zone_of(state, unit)
        name = state.game.forces.display_names[unit]
        if not zone.hexes >> i & 1:
            return Reason(zone.rule, f"{name} cannot be set up in {place}. {zone.label}.")
        if not self.open(state) >> i & 1:
            return Reason(self.full, f"{name} cannot be set up in {place}: {self.taken(state, i)}.")
        return Reason(zone.rule, f"{place} must be kept for units that cannot be set up anywhere else.")


def _union(group: Sequence[Zone]) -> int:
    found = 0
    for zone in group:
        found |= zone.hexes
    return found
