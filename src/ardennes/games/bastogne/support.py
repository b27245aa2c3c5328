"""Support fire (BA-7, 10.6): the draw, what is in hand, and plans that are not shown yet."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from ardennes.counters.hand import Counts, conceal_hands, fill_hands, minus
from ardennes.engine import Action, Chance, Reason, Step
from ardennes.engine.chance import Roll
from ardennes.engine.errors import Unknown
from ardennes.engine.hidden import HIDDEN
from ardennes.engine.speech import both, count
from ardennes.games.bastogne.forces import ALLIED, GERMAN, PEOPLE, SIDES
from ardennes.games.bastogne.sequence import next_phase
from ardennes.games.bastogne.state import EMPTY, Plan, Position


class SupportFire(Step[Position]):
    """Both players draw, the German first (BA-7.1, R.18)."""

    name = "support fire"

    class Frame(NamedTuple):
        """Whose draw it is."""

        step: str
        side: int = GERMAN

    frame = Frame

    def ask(self, state: Position) -> Chance | None:
        """The draw; none where no marker is due."""
        side = state.top.side
        due = to_draw(state, side, state.turn)
        if not due:
            state.note("draw", "BA-R.18", f"The {PEOPLE[side]} player draws no marker", side=SIDES[side])
            self._next(state, side)
            return None
        who = PEOPLE[side]
        reason = f"{who} support fire: {count(due, 'marker')}"
        return state.draw(side, due, "BA-7.1", reason, (state.turn, self.name, SIDES[side]))

    def roll(self, state: Position, roll: Roll) -> None:
        """The markers come into the hand; the other player sees how many."""
        side = state.top.side
        state.drawn(side, roll)
        who = SIDES[side]
        text = f"You draw {', '.join(map(str, roll))}"
        state.note("draw", "BA-7.1.hidden", text, side=who, seen_by=(who,))  # first: the card of the draw shows it
        text = f"The {PEOPLE[side]} player draws {count(len(roll), 'marker')}"
        state.note("draw", "BA-10.6", text, side=who, count=len(roll))
        self._next(state, side)

    def _next(self, state: Position, side: int) -> None:
        if side == GERMAN:
            state.amend(side=ALLIED)
            return
        self._note_losses(state)
        next_phase(state)

    def _note_losses(self, state: Position) -> None:
        """What each hex of Bastogne has cost the Allied player; nothing if the Germans have left it (BA-R.20)."""
        ground = state.game.ground
        for place, who, i in zip(ground.town_names, state.town, ground.town, strict=True):
            if state.held[GERMAN] >> i & 1:
                text = f"A German unit is in {place}: the Allied player draws one marker fewer"
                state.note("draw", "BA-10.6.2", text, at=place)
            elif who == SIDES[GERMAN]:
                text = f"The Germans were last in {place}, but no German unit is there now: no marker is lost"
                state.note("draw", "BA-R.20", text, at=place)


def lost_markers(state: Position) -> int:
    """What German units in Bastogne cost the Allied player (BA-10.6.2); the last occupant does not count (R.20)."""
    each: int = state.game.tables["support_loss"]["markers"]
    return each * (state.held[GERMAN] & state.game.ground.town_mask).bit_count()


def to_draw(state: Position, side: int, turn: int) -> int:
    """How many markers a side draws on a turn as things stand: by the track, within nothing and the pool (BA-R.18)."""
    track: int = state.game.tables["support_fire"][f"{SIDES[side]}_draw"][turn - 1]
    due = track - lost_markers(state) if side == ALLIED else track
    return min(max(due, 0), sum(state.pool(side).counts))


# ---- choosing markers ----


def plan_of(state: Position, side: int) -> Plan:
    """What a side has chosen and not shown. Raises Unknown in a view of another side."""
    if not state.knows(side):
        raise Unknown("a side’s plans are its secret")
    return state.plan[SIDES[side]]


def left(state: Position, side: int) -> Counts:
    """What is in a side's hand beside what it has already chosen."""
    return minus(state.markers(side), state.pool(side).counted(plan_of(state, side).fire))


def factors(state: Position, side: int) -> list[int]:
    """The factors that a side can still choose."""
    return [factor for factor, held in zip(state.pool(side).values, left(state, side), strict=True) if held]


def choose(state: Position, side: int, factor: int) -> None:
    """A marker joins the plan."""
    plan = state.plan[SIDES[side]]
    state.plan[SIDES[side]] = Plan(plan.aim, tuple(sorted((*plan.fire, factor))))


def show(state: Position, side: int, rule: str, what: str) -> tuple[int, ...]:
    """What was chosen lies open from now on (BA-R.29); the factors."""
    fire = state.plan[SIDES[side]].fire
    state.plan[SIDES[side]] = EMPTY
    if fire:
        state.play(side, fire)
        text = f"The {PEOPLE[side]} player {what} with {both(map(str, fire))}"
        state.note("support", rule, text, side=SIDES[side], label=" ".join(map(str, fire)), count=sum(fire))
        state.learn()
    return fire


def fire_options(state: Position, factors: Sequence[int]) -> list[Action]:
    """A choice for each factor."""
    return [state.game.actions.fire[factor] for factor in factors]


def lacks(state: Position, side: int, factor: int) -> Reason:
    """A marker that is not in the hand."""
    if plan_of(state, side).fire.count(factor):
        return Reason("BA-7.1.once", f"You hold no other marker with a factor of {factor}.")
    return Reason("BA-7.1", f"You hold no marker with a factor of {factor}.")


# ---- secrets (BA-7.1.hidden) ----


def conceal(view: Position, viewer: str) -> None:
    """A hand and a plan are their owner's secrets; outside a Combat Phase a plan is known to be empty."""
    conceal_hands(view, viewer)
    for who in SIDES:
        if who != viewer:
            view.plan[who] = HIDDEN if view.phase.endswith("combat") else EMPTY  # type: ignore[assignment]


def fill(state: Position, viewer: str, rng: random.Random) -> None:
    """Hands that fit the view, as likely as the draw makes them; whoever is choosing has chosen nothing yet."""
    fill_hands(state, viewer, rng)
    for who in SIDES:
        if who != viewer:
            state.plan[who] = EMPTY
