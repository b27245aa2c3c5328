"""Reinforcements (AO-14.0): who is due, in which section of the edge, and at which entry they wait to come in."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.counters import POOL, SidePhase, bits
from ardennes.counters.bars import Bar, first_bar
from ardennes.engine import Action, Decision, Kind, Masked, Obligation, Options, Reason, Step
from ardennes.engine.speech import both
from ardennes.games.ardennes_offensive import setup
from ardennes.games.ardennes_offensive.forces import ALLIED, GERMAN, PEOPLE, SECTIONS
from ardennes.games.ardennes_offensive.sequence import SETUP, next_phase
from ardennes.games.ardennes_offensive.state import Position
from ardennes.games.ardennes_offensive.zones import closed, zone

CLOSED = (
    "its section of the map edge is closed",
    "its section of the map edge and those next to it are closed",
    "every section of the map edge is closed",
)  # by how often it has been delayed before
EDGES = {"NE": "north-eastern", "NW": "north-western", "W": "western", "SW": "south-western", "SE": "south-eastern"}


def open_entries(state: Position, side: int) -> int:
    """The entries of a side that the enemy neither holds nor controls (AO-14.1.A, AO-R.34)."""
    return state.game.ground.entries[side] & ~closed(state, side)


def section_entries(state: Position, section: int, delays: int) -> int:
    """The open entries for a unit due in a section (AO-14.1.sections, AO-R.32).

    They are in that section; a turn later next to it, or else in it again; after two turns in the nearest that is open.
    """
    free = open_entries(state, ALLIED)
    sections = state.game.ground.sections
    for distance in ((0,), (1, 0), (1, 0, *range(2, len(sections))))[min(delays, 2)]:
        found = 0
        for n in {section - distance, section + distance}:
            if 0 <= n < len(sections):
                found |= free & sections[n]
        if found:
            return found
    return 0


def entries_for(state: Position, unit: int) -> int:
    """Where a unit that is due may be placed now."""
    if state.game.forces.side[unit] == GERMAN:
        return open_entries(state, GERMAN)
    return section_entries(state, *state.late[unit])


class Reinforcement(SidePhase[Position]):
    """A Reinforcement Phase (AO-4.1.1)."""

    class Frame(NamedTuple):
        """The units that are still to be placed; None before the phase begins."""

        step: str
        hand: int | None = None

    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """Which of the due units is placed next; none may be held back."""
        if state.top.hand is None:
            self._begin(state)
        hand: int = state.top.hand
        if not hand:
            next_phase(state)
            return None
        who = state.game.sides[self.side]
        names = state.game.forces.names
        duties = tuple(Obligation(names[unit], "be placed", self.name, "AO-14.1.A", who) for unit in bits(hand))
        options = Options(Masked(state.game.actions.pick, hand))
        prompt = "Choose the reinforcement to place next at the map edge; it enters later, when it moves"
        return Decision(who, self.name, Kind.PICK, prompt, "AO-4.1.1", options, obligations=duties)

    def _begin(self, state: Position) -> None:
        who = state.game.sides[self.side]
        self.announce(state, "AO-4.1.1", "Reinforcement Phase")
        if state.turn == state.game.tables["first_turn"]["game_turn"]:
            text = "No Allied reinforcements arrive on Game-Turn 1"
            if self.side == GERMAN:
                text = "On Game-Turn 1 German reinforcements are placed at the map edge as usual"
            state.note("arrival", "AO-4.2.reinforcements", text, side=who)
        if self.side == ALLIED and state.heard:
            self._log_sections(state)
        state.amend(hand=self._due(state))

    def _log_sections(self, state: Position) -> None:
        ground = state.game.ground
        free = open_entries(state, ALLIED)
        for name, exits in zip(SECTIONS, ground.sections, strict=True):
            if exits & (state.held[GERMAN] | zone(state, GERMAN)):
                word = "open" if exits & free else "closed"
                text = f"The {EDGES[name]} section of the map edge is {word} to Allied reinforcements"
                state.note("arrival", "AO-R.32", text, side="allied")

    def _due(self, state: Position) -> int:
        """Find who is due: by the track, delayed before, or still waiting; and delay those whose section is closed."""
        self._call_up(state)
        hand = 0
        for unit in sorted(state.late):
            if state.game.forces.side[unit] != self.side:
                continue
            if entries_for(state, unit):
                hand |= 1 << unit
            else:
                self._delay(state, unit)
        return hand

    def _call_up(self, state: Position) -> None:
        forces, ground = state.game.forces, state.game.ground
        for unit, arrival in state.game.plan(state, self.side).arrivals.items():
            if arrival.turn == state.turn and state.at[unit] == POOL and arrival.section != "drop":
                section = SECTIONS.index(arrival.section) if self.side == ALLIED else 0
                state.late[unit] = (section, 0)
                state.note_unit(unit, "arrival", "AO-14.0", "is due")
        for unit in bits(state.waiting & forces.of[self.side]):
            state.late[unit] = (ground.section_of.get(state.at[unit], 0), 0)
            state.at[unit] = POOL
            state.waiting &= ~(1 << unit)
            state.road &= ~(1 << unit)
            state.note_unit(unit, "arrival", "AO-R.30", "has not entered and is placed again")

    def _delay(self, state: Position, unit: int) -> None:
        section, delays = state.late[unit]
        if self.side == GERMAN:
            state.note_unit(unit, "arrival", "AO-R.34", "finds every entry closed and waits")
            return
        state.late[unit] = (section, delays + 1)
        state.note_unit(unit, "arrival", "AO-14.1.sections", f"is delayed: {CLOSED[min(delays, 2)]}")

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Take a unit in hand."""
        state.push("place", state.game.forces.index[action.thing])

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a unit is not to be placed, or the phase not over."""
        if action.verb == "done":
            return Reason("AO-14.1.A", "Reinforcements may not be held back.")
        return self._why_not_unit(state, action.thing) if action.verb == "pick" else None

    def _why_not_unit(self, state: Position, name: str) -> Reason:
        forces, unit = state.game.forces, state.game.forces.index[name]
        delayed = "AO-14.1.sections" if self.side == ALLIED else "AO-R.34"
        late = sum(1 << other for other in state.late)
        bars = (
            Bar("AO-4.1.1", f"is not placed now: only {PEOPLE[self.side]} units are", forces.of[1 - self.side]),
            Bar("AO-14.1.A", f"has already been placed at {state.place_of(unit)}", state.waiting),
            Bar(delayed, "is delayed: every entry open to it now is closed", late),
        )
        bar = first_bar(unit, bars) or Bar("AO-14.0", "is not due on this Game-Turn", -1)
        return bar.reason(forces.display_names[unit])


class Place(Step[Position]):
    """The unit in hand is placed: at an entry, or in a free set-up."""

    class Frame(NamedTuple):
        """The unit."""

        step: str
        unit: int

    name = "place"
    frame = Frame

    def ask(self, state: Position) -> Decision:
        """Where the unit goes."""
        unit: int = state.top.unit
        actions, side = state.game.actions, state.game.sides[state.game.forces.side[unit]]
        prompt = state.game.prompts.place[unit]
        if state.frames[-2].step in SETUP:
            options = Options(Masked(actions.place, setup.placing_ground(state, unit)))
            return Decision(side, self.name, Kind.SETUP, prompt, "AO-R.40", options)
        options = Options(Masked(actions.place, entries_for(state, unit)))
        return Decision(side, self.name, Kind.PLACE, prompt, "AO-14.1.A", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Place it; a reinforcement waits in Road Mode off the live map (AO-R.30)."""
        unit: int = state.pop().unit
        i = state.game.ground.grid.index(action.thing)
        if state.top.step in SETUP:
            setup.place(state, unit, i)
            return
        _, delays = state.late.pop(unit)
        bit = 1 << unit
        state.at[unit] = i
        state.waiting |= bit
        state.road |= bit
        state.amend(hand=state.top.hand & ~bit)
        rule = "AO-R.32" if delays else "AO-14.1.A"
        state.note_unit(unit, "arrival", rule, f"waits off the map at {action.thing}", to=action.thing)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why the unit cannot be placed in a hex."""
        if action.verb != "place":
            return None
        unit: int = state.top.unit
        i = state.game.ground.grid.index(action.thing)
        if state.frames[-2].step in SETUP:
            return setup.why_not(state, unit, i)
        side = state.game.forces.side[unit]
        if not state.game.ground.entries[side] >> i & 1:
            rule = "AO-14.1.A" if side == GERMAN else "AO-R.29"
            return Reason(rule, f"No road leads onto the map at {action.thing} for this side.")
        if not open_entries(state, side) >> i & 1:
            rule = "AO-R.34" if side == GERMAN else "AO-14.1.A"
            return Reason(rule, f"The enemy holds or controls {action.thing}.")
        return self._why_not_here(state, unit, action.thing)

    def _why_not_here(self, state: Position, unit: int, where: str) -> Reason:
        """Why an Allied unit is not placed at an entry that is open."""
        ground, name = state.game.ground, state.game.forces.display_names[unit]
        sections = {ground.section_of[i] for i in ground.grid.bits(entries_for(state, unit))}
        there = both(EDGES[SECTIONS[n]] for n in sorted(sections)).replace(" and ", " or the ")
        if not state.late[unit][1]:
            return Reason("AO-14.1.sections", f"{name} is due in the {there} section; {where} is in another.")
        return Reason("AO-R.32", f"{name} was delayed and now enters in the {there} section, not at {where}.")
