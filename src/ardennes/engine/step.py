"""A step of the sequence of play: stateless code; its data live in the state's frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from ardennes.engine.action import Action
from ardennes.engine.catalogue import Reason
from ardennes.engine.chance import Chance, Roll
from ardennes.engine.decision import Decision
from ardennes.engine.errors import EngineFault

if TYPE_CHECKING:
    from ardennes.engine.state import State

S = TypeVar("S", bound="State")


class Bare(NamedTuple):
    """The frame of a step that keeps nothing but its name."""

    step: str


class Step(Generic[S]):
    """One named step. Its frame on the state's stack is a `NamedTuple` of its own; the first field is `step`, its name.

    A frame holds plain, immutable data only, so that a half-fought battle survives saving and replay.

    `ask` looks at the state and returns the decision or the chance that is due. Where nothing is due it changes the
    stack (pops itself, pushes the next) and returns None; the engine asks again. `take` and `roll` answer.
    """

    name: str = ""
    frame: ClassVar[Callable[..., Any]] = Bare  # the class of its frames

    def revive(self, *data: Any) -> Any:
        """The frame that was saved as plain data; a step whose frame holds records of its own makes them anew."""
        return self.frame(*data)

    def ask(self, state: S) -> Decision | Chance | None:
        """The decision or chance that is due now, or None after the stack was changed."""
        raise EngineFault(f"step {self.name} asks nothing")

    def take(self, state: S, action: Action, decision: Decision) -> None:
        """Carry out a legal action."""
        raise EngineFault(f"step {self.name} takes no action")

    def roll(self, state: S, roll: Roll) -> None:
        """Carry out a possible roll."""
        raise EngineFault(f"step {self.name} rolls no die")

    def why_not(self, state: S, action: Action, decision: Decision) -> Reason | None:
        """Why an action of the universe is not an option now; None to let the engine say it in general."""
        return None
