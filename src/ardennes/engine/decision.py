"""A decision: who is asked, for what, by which rule, and everything that may be answered."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from ardennes.engine.action import Action
from ardennes.engine.options import Options

if TYPE_CHECKING:
    from ardennes.engine.state import State


class Kind(StrEnum):
    """What a decision is about, for those who do not know the game. A closed list."""

    SETUP = "setup"
    PICK = "pick"
    MOVE = "move"
    TARGET = "target"
    JOIN = "join"
    SUPPORT = "support"
    CHOOSE = "choose"
    PAY = "pay"
    LOAD = "load"
    PLACE = "place"
    LOSS = "loss"
    RETREAT = "retreat"
    ADVANCE = "advance"
    END = "end"


class Obligation(NamedTuple):
    """Something that must be done: who, what, by when, and the rule that says so."""

    who: str  # a piece or a place
    what: str  # attack, be attacked, withdraw, move off …
    by: str  # the step at whose end it must have been met
    rule: str
    side: str


Prompt = str | Callable[[], str]
"""The words of a question, or what finds them when somebody reads it: from what was so when it was asked."""

Obligations = tuple[Obligation, ...] | Callable[[], tuple[Obligation, ...]]
"""What must be done, or what puts it into words when somebody looks: from what was so when the question was asked."""

Facts = dict[str, Any] | Callable[[], dict[str, Any]] | None
"""Figures that a standing order may compare (odds, hex, …), or what finds them when there is one."""


class Decision:
    """A question to one side. Compare options, not decisions."""

    __slots__ = (
        "_facts",
        "_obligations",
        "_prompt",
        "always",
        "data",
        "default",
        "kind",
        "options",
        "rule",
        "secret",
        "side",
        "state",
        "step",
    )

    def __init__(
        self,
        side: str,
        step: str,
        kind: Kind,
        prompt: Prompt,
        rule: str,
        options: Options,
        *,
        obligations: Obligations = (),
        default: Action | None = None,
        always: bool = False,
        secret: bool = False,
        facts: Facts = None,
        data: Any = None,
    ) -> None:
        self.side = side
        self.step = step
        self.kind = kind
        self._prompt = prompt
        self.rule = rule
        self.options = options
        self._obligations = obligations
        self.default = default
        self.always = always  # asked even with one option, since not asking would tell the other side something
        self.secret = secret  # the other side may not read the answer until it is revealed
        self._facts = facts
        self.data = data  # what the step computed and may use again when it is answered
        self.state: State | None = None

    @property
    def prompt(self) -> str:
        """The question in words."""
        if not isinstance(self._prompt, str):
            self._prompt = self._prompt()
        return self._prompt

    @property
    def obligations(self) -> tuple[Obligation, ...]:
        """What must be done, one entry for each piece or place."""
        if callable(self._obligations):
            self._obligations = self._obligations()
        return self._obligations

    @property
    def facts(self) -> dict[str, Any] | None:
        """Figures that a standing order may compare."""
        if callable(self._facts):
            self._facts = self._facts()
        return self._facts

    def bound(self, state: State) -> Decision:
        """This decision as asked in a state; shared by copies of it."""
        if self.state is state:
            return self
        mine = self
        if self.state is not None:
            mine = Decision.__new__(Decision)
            for name in Decision.__slots__:
                setattr(mine, name, getattr(self, name))
        mine.state = state
        return mine

    @property
    def ending(self) -> Action | None:
        """The option that ends the phase, the move or the choice; None where that is not offered."""
        assert self.state is not None
        ending = self.state.game.ending_verbs
        return next((option for option in self.options if option.verb in ending), None)

    def commits(self, action: Action) -> bool:
        """Whether there is no undo after the action: dice fall, something is learnt, or another side decides."""
        assert self.state is not None
        return self.state.commits(action)

    def __repr__(self) -> str:
        return f"<{self.side} {self.step} ({self.kind}): {self.prompt} [{len(self.options)} options]>"
