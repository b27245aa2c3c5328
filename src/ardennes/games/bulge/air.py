"""Air power (BU-7.0): secret missions, patrols against ground support, interdiction markers, resupply."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple, cast

from ardennes.counters import DONE
from ardennes.counters.bars import Bar, first_bar, free
from ardennes.engine import HIDDEN, Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.engine.speech import count
from ardennes.games.bulge import supply
from ardennes.games.bulge.forces import ALLIED, GERMAN, PEOPLE, SIDES
from ardennes.games.bulge.names import MISSIONS as NAMES
from ardennes.games.bulge.sequence import OPEN, PhaseFrame, next_phase
from ardennes.games.bulge.state import NO_MISSIONS, Position, of_side

MISSIONS = ("cap", "interdiction", "support", "resupply")
CAP, INTERDICTION, SUPPORT, RESUPPLY = range(4)
UNKNOWN = cast(Any, HIDDEN)  # stands for a value of whatever type
Plan = tuple[int, int, int, int]


def air_points(state: Position, side: int) -> int:
    """The air points that the weather of the Game-Turn gives a side; everybody knows them."""
    allied, german = state.game.tables["air_points"][state.weather][state.turn - 1]
    return int(allied if side == ALLIED else german)


def limits(state: Position, side: int) -> Plan:
    """How many markers of each mission a side has (BU-2.3.2.limit)."""
    table = state.game.tables["missions"][SIDES[side]]
    return cast(Plan, tuple(table.get(word, 0) for word in MISSIONS))


def with_one_more(plan: Plan, mission: int) -> Plan:
    """The plan with one mission added."""
    return cast(Plan, tuple(n + (kind == mission) for kind, n in enumerate(plan)))


class Turn(NamedTuple):
    """The frame of a phase in which one side acts after the other: whose turn it is, nobody's before it has begun."""

    step: str
    side: int | None = None


class Assignment(Step[Position]):
    """Both sides assign their air points in secret, the Allied player first (BU-R.1)."""

    name = "air assignment"
    frame = Turn

    def ask(self, state: Position) -> Decision | None:
        """A mission for the next air point; when all have one, the last word."""
        side = state.top.side
        if side is None:
            side = self._begin(state)
        if not air_points(state, side):
            self._next(state)
            return None
        plan = self._known(state, side)
        left = air_points(state, side) - sum(plan)
        limit = limits(state, side)
        able = [n for n in range(len(MISSIONS)) if left and plan[n] < limit[n]]
        options = Options([state.game.actions.assign[n] for n in able] or (DONE,))
        prompt = self._prompt(state, side, left)
        return Decision(SIDES[side], self.name, Kind.CHOOSE, prompt, "BU-7.0.secret", options, secret=True)

    def _prompt(self, state: Position, side: int, left: int) -> str:
        """What to do; how many points are left is for the planner's eyes only."""
        if state.viewer not in (None, SIDES[side]):
            return "Secretly assign every air point to a mission"
        return f"Secretly assign an air point to a mission; {left} left" if left else "Confirm your air missions"

    def _begin(self, state: Position) -> int:
        state.amend(side=ALLIED)
        for side in (ALLIED, GERMAN):
            points = air_points(state, side)
            number = count(points, "air point") if points else "no air points"
            text = f"{PEOPLE[side]}: {number} in {state.weather} weather"
            state.note("air", "BU-7.0" if points else "BU-R.1", text, side=SIDES[side])
        state.note("air", "BU-5.0.assignment", "Missions are assigned in secret")
        return ALLIED

    def _known(self, state: Position, side: int) -> Plan:
        return state.planned[SIDES[side]] if state.viewer in (None, SIDES[side]) else NO_MISSIONS

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Assign a point, or say that all are assigned (BU-R.2)."""
        who = decision.side
        if action == DONE:
            self._next(state)
            return
        state.planned[who] = with_one_more(state.planned[who], MISSIONS.index(action.thing))
        text = f"An air point is assigned to {NAMES[action.thing][0]}"
        state.note("air", "BU-7.0.one", text, side=who, seen_by=(who,))

    def _next(self, state: Position) -> None:
        if state.top.side == ALLIED:
            state.amend(side=GERMAN)
        else:
            reveal(state)
            next_phase(state)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a mission cannot be assigned, or the choice not ended."""
        if action == DONE:
            return Reason("BU-R.2", "Every air point must be assigned to a mission.")
        if action.verb != "assign":
            return None
        side: int = state.top.side
        if action.thing == MISSIONS[RESUPPLY] and side == GERMAN:
            return Reason("BU-7.0.resupply", "Only the Allied player may fly resupply missions.")
        if sum(self._known(state, side)) >= air_points(state, side):
            return Reason("BU-7.0.one", "Every air point has been assigned.")
        return Reason("BU-2.3.2.limit", f"There are no more markers for {NAMES[action.thing][0]}.")


def reveal(state: Position) -> None:
    """All missions are shown, and patrols eliminate ground support one for one, nothing else (BU-7.1)."""
    plans = [state.planned[who] for who in SIDES]
    state.planned = dict.fromkeys(SIDES, NO_MISSIONS)
    state.learn()
    left = [max(0, plans[side][SUPPORT] - plans[1 - side][CAP]) for side in (GERMAN, ALLIED)]
    state.support = (left[GERMAN], left[ALLIED])
    state.to_place = (plans[GERMAN][INTERDICTION], plans[ALLIED][INTERDICTION])
    state.resupply = plans[ALLIED][RESUPPLY]
    if state.heard:
        _log(state, plans)


def _log(state: Position, plans: list[Plan]) -> None:
    for side, who in enumerate(SIDES):
        flown = ", ".join(f"{n} {NAMES[word][0]}" for n, word in zip(plans[side], MISSIONS, strict=True) if n) or "none"
        state.note("air", "BU-7.0.secret", f"{PEOPLE[side]} missions: {flown}", side=who)
    state.note("air", "BU-5.0.patrol", "Each combat air patrol cancels one enemy ground support mission")
    for side, who in enumerate(SIDES):
        patrols, prey = plans[side][CAP], plans[1 - side][SUPPORT]
        if min(patrols, prey):
            text = f"{PEOPLE[side]} patrols cancel {count(min(patrols, prey), 'enemy ground support mission')}"
            state.note("air", "BU-7.1", text, side=who)
        if patrols > prey:
            state.note(
                "air",
                "BU-7.1.lost",
                f"{count(patrols - prey, f'{PEOPLE[side]} patrol')} with no enemy mission to cancel",
                side=who,
            )


# ---- what a side may not know ----


def conceal(state: Position, viewer: str) -> None:
    """A plan is the planner's own until both are shown: not even its length is known to others."""
    if state.frames and state.top.step == Assignment.name:
        for who in SIDES:
            if who != viewer:
                state.planned[who] = UNKNOWN


def fill(state: Position, viewer: str, rng: random.Random) -> None:
    """Plans that fit: within points and markers, and nothing for a side that has not begun."""
    for side, who in enumerate(SIDES):
        if state.planned[who] is UNKNOWN:
            state.planned[who] = _some_plan(state, side, rng)


def _some_plan(state: Position, side: int, rng: random.Random) -> Plan:
    """A full plan of a side that has chosen, a part of one for a side that is choosing, else none."""
    limit, plan = limits(state, side), NO_MISSIONS
    points, now = air_points(state, side), state.top.side
    if side == GERMAN and now != GERMAN:
        return plan
    for _ in range(points if (side, now) == (ALLIED, GERMAN) else rng.randint(0, points)):
        able = [n for n in range(len(MISSIONS)) if plan[n] < limit[n]]
        if not able:
            break
        plan = with_one_more(plan, rng.choice(able))
    return plan


# ---- interdiction and resupply ----


class Interdiction(Step[Position]):
    """Interdiction markers are placed, all Allied ones first (BU-5.0.interdiction)."""

    name = "interdiction"
    frame = Turn

    def ask(self, state: Position) -> Decision | None:
        """The hex of the next marker."""
        side = state.top.side
        if side is None:
            side = ALLIED
            state.amend(side=side)
            state.note("phase", "BU-5.0.interdiction", "Interdiction markers are placed, Allied markers first")
        if not state.to_place[side]:
            if side == ALLIED:
                state.amend(side=GERMAN)
            else:
                next_phase(state)
            return None
        options = Options(Masked(state.game.actions.interdict, targets(state, side)))
        prompt = f"Choose a road hex to interdict; {state.to_place[side]} left"
        return Decision(SIDES[side], self.name, Kind.PLACE, prompt, "BU-5.0.interdiction", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Place one marker; all of them must be placed (BU-R.3)."""
        side: int = state.top.side
        bit = 1 << state.game.ground.grid.index(action.thing)
        state.marked = of_side(state.marked, side, state.marked[side] | bit)
        state.to_place = of_side(state.to_place, side, state.to_place[side] - 1)
        text = f"The roads in {action.thing} are interdicted to the {PEOPLE[1 - side]} player"
        state.note("air", "BU-7.2", text, side=SIDES[side], at=action.thing)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a marker cannot be placed in a hex."""
        if action.verb == "done":
            return Reason("BU-R.3", "All interdiction markers must be placed.")
        if action.verb != "interdict":
            return None
        bar = first_bar(state.game.ground.grid.index(action.thing), bars_to_interdict(state, state.top.side))
        assert bar is not None
        return bar.reason(action.thing)


def bars_to_interdict(state: Position, side: int) -> Iterator[Bar]:
    """Why a side may not interdict a hex, in the order in which a player would be told."""
    yield Bar("BU-7.2.road", "has no road", ~state.game.ground.road_hexes)
    yield Bar("BU-7.2.unoccupied", "holds a unit", state.held[GERMAN] | state.held[ALLIED])
    yield Bar("BU-R.3", "already has a friendly marker", state.marked[side])


def targets(state: Position, side: int) -> int:
    """The hexes that a side may interdict."""
    return free(state.game.ground.grid.all, bars_to_interdict(state, side))


def spend_support(state: Position, side: int) -> None:
    """One ground support mission is used up (BU-7.3.once)."""
    state.support = of_side(state.support, side, state.support[side] - 1)


class Resupply(Step[Position]):
    """The Allied Resupply Phase (BU-7.4): markers on units out of supply, none, some or all."""

    name = "allied resupply"
    frame = PhaseFrame

    def ask(self, state: Position) -> Decision | None:
        """Which unit is resupplied."""
        if not state.top.stage:
            state.begin_phase(ALLIED)
            state.note("phase", "BU-5.0.resupply", "Allied Resupply Phase", side="allied")
            state.amend(stage=OPEN)
        needy = free(state.game.forces.of[ALLIED], bars_to_resupply(state)) if state.resupply else 0
        if not needy:
            next_phase(state)
            return None
        options = Options(Masked(state.game.actions.resupply, needy), (DONE,))
        prompt = f"Choose a unit to resupply by air, or end the phase; {state.resupply} left"
        return Decision("allied", self.name, Kind.SUPPORT, prompt, "BU-5.0.resupply", options, default=DONE)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Place a marker, or leave the rest unused."""
        if action == DONE:
            next_phase(state)
            return
        bit = 1 << state.game.forces.index[action.thing]
        state.resupply -= 1
        state.resupplied |= bit
        state.note(
            "resupply",
            "BU-7.4",
            f"{state.game.forces.call(action.thing)} is resupplied by air",
            side="allied",
            piece=action.thing,
        )

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a unit cannot be resupplied."""
        if action.verb != "resupply":
            return None
        bar = first_bar(state.game.forces.index[action.thing], bars_to_resupply(state))
        assert bar is not None
        return bar.reason(state.game.forces.call(action.thing))


def bars_to_resupply(state: Position) -> Iterator[Bar]:
    """Why a unit may not be resupplied, in the order in which a player would be told."""
    yield Bar("BU-R.5", "has already been resupplied", state.resupplied)
    yield Bar("BU-7.4", "is German", state.game.forces.of[GERMAN])
    yield Bar("BU-7.4", "is not on the map", state.waiting | state.lost)
    yield Bar("BU-7.4", "is in supply", ~supply.out_of_supply(state))
