"""A skirmish in which blue units that red has come next to must move off in blue's march: obligations as data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from ardennes.counters import DONE, bits
from ardennes.counters.duties import Duties, Duty, listed
from ardennes.engine import Action, Decision, Game, Masked, Options, Reason, State
from tests.counters.skirmish import SIDES, March, Position, Skirmish, goals, skirmish


class Post(Duties, Position):
    """A position that knows who must move off."""

    game: Grudge

    def refresh(self) -> None:
        """Find out again who is where."""
        super().refresh()
        self.revive_duties()


class RedMarch(March):
    """When red is done, every blue unit next to red units owes a move."""

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """As in the skirmish; at the end duties arise."""
        assert isinstance(state, Post)
        if action == DONE:
            for unit in bits(state.game.forces.of[1]):
                i = state.at[unit]
                near = state.game.ground.ring[i] if i >= 0 else 0
                reds = [foe for foe in bits(state.game.forces.of[0]) if state.at[foe] >= 0]
                foes = sum(1 << foe for foe in reds if near >> state.at[foe] & 1)
                if foes:
                    state.owe(Duty("leave", "SK-1", 1, i, 1 << unit, foes, state.turn, "blue march"))
        super().take(state, action, decision)


class BlueMarch(March):
    """Blue is not done while a unit that owes a move can make it."""

    def ask(self, state: Position) -> Decision:
        """As in the skirmish, without `done` while somebody owes a move."""
        assert isinstance(state, Post)
        asked = super().ask(state)
        owing = self.owing(state)
        if state.top.unit is not None or not owing:
            return asked
        able = sum(1 << unit for unit in bits(state.game.forces.of[1]) if state.game.pick[unit] in asked.options)
        duties = listed(state.game, owing, {"leave": "move off"}, self.name)
        return Decision(
            SIDES[1], self.name, asked.kind, asked.prompt, "SK-1", Options(Masked(state.game.pick, able)),
            obligations=duties,
        )  # fmt: skip

    def owing(self, state: Post) -> list[Duty]:
        """What can still be met."""
        return [duty for duty in state.owed(1, "leave") if any(goals(state, unit) for unit in bits(duty.units))]

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """A unit that goes has met its duty; what nobody could meet lapses."""
        assert isinstance(state, Post)
        unit = state.top.unit
        if action == DONE:
            state.lapse(self.name, "SK-2", "could not move off")
        super().take(state, action, decision)
        if action.verb == "go":
            state.release(1 << unit, "SK-1", "owes nothing more")

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Not done yet."""
        if action == DONE:
            names = ", ".join(duty.who for duty in decision.obligations)
            return Reason("SK-1", f"{names} must move off first.")
        return super().why_not(state, action, decision)


class Grudge(Skirmish):
    """The game."""

    name = "grudge"
    state_class = Post
    screen = Game.screen  # none
    phrase = Game.phrase

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        self.steps |= {"red march": RedMarch("red march", 0), "blue march": BlueMarch("blue march", 1)}

    def set_up(self, scenario: str, options: Mapping[str, str]) -> State:
        """All four units are on the map."""
        state = cast(Post, super().set_up(scenario, options))
        state.stand(self.forces.index["B2"], self.ground.grid.index("0404"))
        return state


def grudge(folder: Path) -> Grudge:
    """The game, its data written into a folder first."""
    skirmish(folder)
    return Grudge(folder)
