"""Set-up (AO-4.2, AO-17.0): historical, or free: the front line is arranged first, then what stands behind it."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.counters import DONE, GONE, POOL, SidePhase, bits
from ardennes.counters.bars import Bar, first_bar, free
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason
from ardennes.games.ardennes_offensive.forces import GERMAN, PEOPLE
from ardennes.games.ardennes_offensive.sequence import SETUP, begin_turn
from ardennes.games.ardennes_offensive.state import Position

FRONT, REAR = "front", "rear"
RULE = {FRONT: "AO-17.0.front", REAR: "AO-17.0.rear"}


def historical(state: Position) -> None:
    """Every unit stands where the map shows it, in standard mode (AO-17.0.historical)."""
    for unit in state.game.forces.units:
        if unit.start:
            state.stand(unit.number, state.game.ground.grid.index(unit.start))
    state.note("setup", "AO-17.0.historical", "Units set up where the map shows them")


def begin(state: Position) -> None:
    """The Allied player sets up first, the German second, if the scenario lets them; then Game-Turn 1 begins."""
    historical(state)
    _announce(state)
    free = [name for side, name in zip((1, 0), SETUP, strict=True) if state.game.plan(state, side).setup == "free"]
    state.turn = 1
    if free:
        for name in reversed(free):
            state.push(name)
    else:
        begin_turn(state, 1)


def _announce(state: Position) -> None:
    """Say what is played; units that the scenario's lists do not have take no part (AO-17.0.rates)."""
    game = state.game
    scenario = game.scenarios[state.scenario]
    state.note("setup", "AO-18.0", f"Scenario {scenario.name}, {scenario.title}")
    if scenario.rule != "AO-18.0":
        state.note("setup", scenario.rule, "This scenario is played as the errata correct it")
    state.note("setup", "AO-4.2", "The Allied player sets up first, the German player second")
    for side, name in enumerate(game.sides):
        plan = game.plan(state, side)
        state.note("setup", "AO-17.0.rates", f"{PEOPLE[side]}: {plan.rate} reinforcements", side=name)
        for unit in game.forces.units:
            if unit.side == side and not unit.start and unit.number not in plan.arrivals:
                state.at[unit.number] = GONE


class SetUp(SidePhase[Position]):
    """A free set-up: the front line, then the rear; each unit is asked for once."""

    class Frame(NamedTuple):
        """How far the set-up has come."""

        step: str
        stage: str = ""  # FRONT or REAR
        hand: int = 0  # units still to be placed

    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """Which unit is placed next; the rest may be left where the map shows them."""
        if not state.top.stage:
            self._take_up(state, FRONT)
        frame: SetUp.Frame = state.top
        stage, hand = frame.stage, frame.hand
        if not hand:
            self._next(state, stage)
            return None
        rest = self._homes_free(state, hand)
        options = Options(Masked(state.game.actions.pick, hand), (DONE,) if rest else ())
        where = "on the front line" if stage == FRONT else "behind the front line"
        prompt = f"Choose a unit to place {where}" + (", or leave the rest where the map shows them" if rest else "")
        return Decision(state.game.sides[self.side], self.name, Kind.SETUP, prompt, RULE[stage], options)

    def _take_up(self, state: Position, stage: str) -> None:
        hand = free(state.game.forces.of[self.side], self._bars(state, stage))
        for unit in bits(hand):
            state.lift(unit)
            state.at[unit] = POOL
        state.amend(stage=stage, hand=hand)

    def _next(self, state: Position, stage: str) -> None:
        if stage == FRONT:
            self._take_up(state, REAR)
            return
        state.pop()
        if not state.frames:
            begin_turn(state, 1)

    def _homes_free(self, state: Position, hand: int) -> bool:
        return not any(state.held[self.side] >> state.game.home[unit] & 1 for unit in bits(hand))

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Take a unit in hand, or leave the rest where they stood."""
        frame: SetUp.Frame = state.top
        if action.verb == "pick":
            state.push("place", state.game.forces.index[action.thing])
            return
        for unit in bits(frame.hand):
            state.stand(unit, state.game.home[unit])
        state.amend(hand=0)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a unit cannot be placed now."""
        stage: str = state.top.stage
        if action.verb == "done":
            return Reason(RULE[stage], "A unit's own hex is already occupied: place the rest by hand.")
        if action.verb != "pick":
            return None
        unit = state.game.forces.index[action.thing]
        bar = first_bar(unit, self._bars(state, stage)) or Bar(RULE[stage], "has been placed", -1)
        return bar.reason(state.game.forces.display_names[unit])

    def _bars(self, state: Position, stage: str) -> tuple[Bar, ...]:
        """Why a unit is not taken up, in the order in which a player would be told."""
        forces, order = state.game.forces, "is placed later: first the front line, then the rest"
        front, rear = forces.those(lambda unit: unit.front), forces.those(lambda unit: not unit.front)
        return (
            Bar("AO-4.2", "belongs to the other side", forces.of[1 - self.side]),
            Bar("AO-14.0", "arrives later", forces.those(lambda unit: not unit.start)),
            Bar(RULE[FRONT], "is in the front line, which is already set up", front if stage == REAR else 0),
            Bar(RULE[REAR], order, rear if stage == FRONT else 0),
        )


def placing_ground(state: Position, unit: int) -> int:
    """Where the unit in hand may be placed: its own line, no hex that holds a unit (AO-R.40)."""
    ground = state.game.ground
    side, stage = state.game.forces.side[unit], state.frames[-2].stage
    return free(ground.grid.all, placing_bars(state, side, stage))


def placing_bars(state: Position, side: int, stage: str) -> tuple[Bar, ...]:
    """The hexes in which no unit of a side may be placed now, in the order in which a player would be told."""
    ground = state.game.ground
    area, line = (ground.front, "a front-line hex") if stage == FRONT else (ground.rear, "behind the front line")
    far = ~ground.german_side if side == GERMAN else ground.german_side
    return (
        Bar(RULE[stage], "is occupied; units may not stack during set-up", state.held[side]),
        Bar("AO-R.40", "is not a set-up hex", ground.dead),
        Bar("AO-R.40", "is on the other side of the start line", far),
        Bar(RULE[stage], f"is not {line}", ~area[side]),
    )


def place(state: Position, unit: int, i: int) -> None:
    """Set a unit of a free set-up."""
    state.stand(unit, i)
    frame: SetUp.Frame = state.top
    state.amend(hand=frame.hand & ~(1 << unit))
    piece, where = state.game.forces.names[unit], state.game.ground.grid.name(i)
    text = f"{state.game.forces.display_names[unit]} is set up in {where}"
    state.note("setup", RULE[frame.stage], text, piece=piece, to=where)


def why_not(state: Position, unit: int, i: int) -> Reason | None:
    """Why a unit cannot be set up in a hex."""
    bar = first_bar(i, placing_bars(state, state.game.forces.side[unit], state.frames[-2].stage))
    return bar.reason(state.game.ground.grid.name(i)) if bar else None
