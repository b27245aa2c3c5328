"""The sequence of play: four phases a turn, and what begins and ends each of them."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.engine import Action, Chance, Decision, Die, Kind, Reason, Step
from ardennes.engine.chance import Roll
from ardennes.games.axis_allies.handles import FIRST_OR_SECOND
from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.terrain import ALLIES, AXIS, SIDES
from ardennes.games.axis_allies.words import does, number


def begin_turn(state: Position) -> None:
    """Air combat from the fifth turn on; before that a turn begins with ground combat."""
    flies = state.turn >= state.game.air_from
    if state.heard:
        name = state.game.turn_names[state.turn - 1]
        state.note("turn", "AA-0.2", f"{name} turn ({state.turn} of {len(state.game.turn_names)})")
        text = "Air combat: both sides place their aircraft" if flies else "No aircraft fly yet"
        state.note("phase", "AA-1.0", text)
    if flies:
        state.set_step("air initiative")
    else:
        begin_ground_combat(state)


def begin_ground_combat(state: Position) -> None:
    """Everybody may attack once. On the first turn the Axis begins without a throw."""
    ready_all(state)
    if state.turn < state.game.allies_attack_from:
        if state.heard:
            state.note("phase", "AA-2.0.a", "Ground combat: the Axis attacks by surprise")
        state.set_step("axis attack")
    else:
        state.set_step("ground initiative")


def ready_all(state: Position) -> None:
    """Every combat unit on the board may attack."""
    state.ready = {at: n for at, n in enumerate(state.counts) if n}
    state.attacked = 0
    state.refresh()


def end_ground_combat(state: Position) -> None:
    """Spent tokens are gone; the trucks may go home."""
    state.tire()
    state.attacked = 0
    if state.heard:
        state.note("phase", "AA-2.9", "Ground combat is over; the tokens spent go back to the tray")
    state.set_step("trucks home")


def begin_movement(state: Position, side: int) -> None:
    """A side begins to pay for movement; the Axis is first."""
    state.activated = state.blitzed = state.driven = state.paid = state.entered = 0
    state.ways = None
    if state.heard:
        state.note("phase", "AA-3.0", f"{('Axis', 'Allied')[side]} movement", side=SIDES[side])
    state.set_step(f"{SIDES[side]} movement")


def begin_reinforcement(state: Position, side: int) -> None:
    """Income comes first."""
    income = state.game.forces.income[side]
    state.depot[side] += income
    if state.heard:
        text = f"{does(side, 'receive')} {income} supply tokens"
        state.note("supply", "AA-3.10", text, side=SIDES[side])
        lie = f"{number(state.depot[side], 'token')} off the board may be loaded or spent on a blitz at once"
        state.note("supply", "AA-R.33", lie, side=SIDES[side])
    state.set_step(f"{SIDES[side]} reinforcement", True)


def end_reinforcement(state: Position, side: int) -> None:
    """The other side's movement, or board upkeep."""
    state.tire()
    state.activated = state.blitzed = state.driven = state.paid = state.entered = 0
    if side == AXIS:
        begin_movement(state, ALLIES)
        return
    if state.heard:
        state.note("phase", "AA-3.16", "Movement is over; the tokens spent go back to the tray")
    state.set_step("upkeep")


class Initiative(Step[Position]):
    """Both sides throw a die, again if they are equal."""

    class Frame(NamedTuple):
        """Which throw it is."""

        step: str
        throw: int = 1

    frame = Frame
    rule: str
    gives: tuple[str, str]  # what the higher die may do: the verb, and the rest of the sentence

    def ask(self, state: Position) -> Chance:
        """One die a side."""
        now: Initiative.Frame = state.top
        dice = (Die("axis", state.game.forces.faces), Die("allies", state.game.forces.faces))
        return Chance(rule=self.rule, reason=self.name, key=(state.turn, self.name, now.throw), dice=dice)

    def roll(self, state: Position, roll: Roll) -> None:
        """The higher wins; equal dice are rolled again."""
        axis, allies = (int(face) for face in roll)
        if state.heard:
            verb, rest = self.gives
            text = "tied; roll again" if axis == allies else does(AXIS if axis > allies else ALLIES, verb) + rest
            state.note("roll", self.rule, f"{self.name.capitalize()}, Axis {axis}, Allies {allies}: {text}")
        if axis == allies:
            now: Initiative.Frame = state.top
            state.amend(throw=now.throw + 1)
        else:
            self.won(state, AXIS if axis > allies else ALLIES)

    def won(self, state: Position, side: int) -> None:
        """What the higher die gives."""


class GroundInitiative(Initiative):
    """The higher die attacks first (2.0)."""

    name = "ground initiative"
    rule = "AA-2.0"
    gives = ("attack", " first")

    def won(self, state: Position, side: int) -> None:
        """He begins."""
        state.set_step(f"{SIDES[side]} attack")


class AirInitiative(Initiative):
    """The higher die decides who places first (1.1)."""

    name = "air initiative"
    rule = "AA-1.1"
    gives = ("choose", " who places first")

    def won(self, state: Position, side: int) -> None:
        """He is asked."""
        state.set_step("air choice", side)


class AirChoice(Step[Position]):
    """First or second to place."""

    class Frame(NamedTuple):
        """Who threw higher."""

        step: str
        side: int

    name = "air choice"
    frame = Frame

    def ask(self, state: Position) -> Decision:
        """First or second."""
        now: AirChoice.Frame = state.top
        prompt = "Choose whether to place your air units first, or second after seeing the enemy's"
        return Decision(SIDES[now.side], self.name, Kind.CHOOSE, prompt, "AA-1.1", FIRST_OR_SECOND)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """That side begins to place."""
        now: AirChoice.Frame = state.top
        first = now.side if action.thing == "first" else 1 - now.side
        state.set_step("air placing", first, first)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """The set-up is long over."""
        return Reason("AA-0.9", "The game has begun.") if action.verb == "choose" else None
