"""Support committed in turn: one side adds to a battle and says done, then the other."""

from __future__ import annotations

from typing import Any, NamedTuple

from ardennes.counters.phases import DONE, D
from ardennes.engine import Action, Decision, Kind, Options, Step
from ardennes.engine.decision import Facts, Prompt
from ardennes.engine.errors import EngineFault
from ardennes.engine.options import Part


class Commit(Step[D]):
    """One side's part of a battle's support: `add` as long as the game offers something, then `done`.

    A game has one such step for the attacker and one for the defender. Once the other side has been asked there is no
    way back, as its answer closes undo. Where what is added stays hidden until `done`, the step is secret: the game
    puts it into a hidden field, and `show` lays it open. Whether a side is asked may depend on public facts only.
    """

    rule: str
    secret = False
    default: Action | None = None

    class Frame(NamedTuple):
        """The battle, a record of the game's own."""

        step: str
        clash: Any

    frame = Frame

    # ---- what a game says ----

    def revive(self, name: str, clash: Any) -> Frame:
        """The frame that was saved as plain data."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    def side(self, state: D, clash: Any) -> int:
        """The side that adds."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    def asked(self, state: D, clash: Any) -> bool:
        """Whether the side is asked at all, by what everybody knows."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    def candidates(self, state: D, clash: Any) -> Part:
        """What may be added now."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    def prompt(self, state: D, clash: Any) -> Prompt:
        """The question; of a secret step by what everybody knows."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    def add(self, state: D, clash: Any, action: Action) -> None:
        """Something is added: to the frame's clash, or in secret to a hidden field."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    def show(self, state: D, clash: Any) -> Any:
        """What was added becomes part of the battle, which is returned."""
        return clash

    def after(self, state: D, clash: Any) -> None:
        """This side is done: put the next step in place of this one."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    def offered(self, state: D, clash: Any, *, known: bool) -> Part | None:
        """What may be added, as far as it is known; None if this side is not asked."""
        if not self.asked(state, clash):
            return None
        return self.candidates(state, clash) if known else ()

    def facts(self, state: D, clash: Any) -> Facts:
        """Figures for standing orders."""
        return None

    # ---- the step ----

    def ask(self, state: D) -> Decision | None:
        """What is added, or nothing more."""
        clash = state.top.clash
        who = state.game.sides[self.side(state, clash)]
        known = not self.secret or state.viewer in (None, who)
        offered = self.offered(state, clash, known=known)
        if offered is None:
            self.after(state, clash)
            return None
        options = Options(offered, (DONE,))
        return Decision(
            who, self.name, Kind.SUPPORT, self.prompt(state, clash), self.rule, options, secret=self.secret,
            default=self.default if known else None, facts=self.facts(state, clash),
        )  # fmt: skip

    def take(self, state: D, action: Action, decision: Decision) -> None:
        """Add, or be done."""
        clash = state.top.clash
        if action == DONE:
            self.after(state, self.show(state, clash))
        else:
            self.add(state, clash, action)
