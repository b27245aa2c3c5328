"""The smallest game there is: a script of questions and dice, to see the engine's own behaviour and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ardennes.engine import (
    Action,
    Case,
    Catalogue,
    Chance,
    Decision,
    Die,
    Game,
    Kind,
    Obligation,
    Options,
    Position,
    RuleOption,
    Scenario,
    State,
    Step,
    Verb,
)
from ardennes.engine.chance import Roll
from ardennes.engine.fields import column, value
from ardennes.engine.step import Bare


@dataclass(frozen=True)
class Ask:
    """One question of a script."""

    side: str
    options: str  # "say a, say b, done"
    always: bool = False
    secret: bool = False
    facts: dict[str, Any] | None = None
    obligation: Obligation | None = None
    learn: bool = False  # answering could teach somebody something


@dataclass(frozen=True)
class Cast:
    """Dice of a script."""

    sides: int = 6
    seen_by: tuple[str, ...] | None = None


Script = Sequence[Ask | Cast | str]  # a string ends the game: its level


class ToyState(State):
    """How far the script is, and what was said."""

    game: Toy
    spoken: list[str] = column("what was said so far", start=())
    seen: int = value("what a test sets", start=0)


class Talk(Step[ToyState]):
    """The one step."""

    class Frame(NamedTuple):
        """The number of the item that is due."""

        step: str
        item: int = 0

    name = "talk"
    frame = Frame

    def ask(self, state: ToyState) -> Decision | Chance | None:
        item = state.game.script[state.top.item]
        if isinstance(item, str):
            state.end("red", item, "ZZ-1")
            return None
        if isinstance(item, Cast):
            key = (state.top.item,)
            return Chance(rule="ZZ-1", reason="a die", key=key, dice=[Die("x", item.sides)], seen_by=item.seen_by)
        options = Options([Action.parse(text) for text in item.options.split(", ") if text])
        owed = (item.obligation,) if item.obligation else ()
        return Decision(
            item.side, self.name, Kind.CHOOSE, "Say something", "ZZ-1", options,
            always=item.always, secret=item.secret, facts=item.facts, obligations=owed,
        )  # fmt: skip

    def take(self, state: ToyState, action: Action, decision: Decision) -> None:
        item = state.game.script[state.top.item]
        assert isinstance(item, Ask)
        state.spoken.append(f"{decision.side}: {action}")
        seen_by = (decision.side,) if decision.secret else None
        state.note("said", "ZZ-1", str(action), side=decision.side, seen_by=seen_by)
        if action.thing == "end":
            state.end(decision.side, "said so", "ZZ-1")
        state.amend(item=state.top.item + 1)
        if item.learn:
            state.learn()

    def roll(self, state: ToyState, roll: Roll) -> None:
        state.spoken.append(f"roll: {roll[0]}")
        state.amend(item=state.top.item + 1)


class Endless(Step[ToyState]):
    """A step that never comes to a question."""

    name = "endless"
    frame = Bare

    def ask(self, state: ToyState) -> None:
        return None


class Toy(Game):
    """A game that follows a script."""

    name = "toy"
    title = "Toy"
    sides = ("red", "blue")
    state_class = ToyState
    verbs: Sequence[Verb] = (Verb("say", "word", ("a", "b", "c", "end")), Verb("done", role="end", confirm=True))

    def __init__(self, script: Script, options: Sequence[RuleOption] = ()) -> None:
        self.script = tuple(script)
        self.scenarios = {"one": Scenario("one", "One"), "two": Scenario("two", "Two")}
        self.options = {option.name: option for option in options}
        self.steps = {step.name: step for step in (Talk(), Endless())}
        self.first = "talk"
        self.rules = Catalogue("ZZ", "3", "Toy", {"ZZ-1": Case("ZZ-1", "Asking", "A question is asked.")})

    def pieces(self) -> Sequence[str]:
        return ()

    def places(self) -> Sequence[str]:
        return ()

    def set_up(self, scenario: str, options: Mapping[str, str]) -> ToyState:
        state = ToyState(self, scenario, options)
        state.set_step(self.first)
        return state

    def set_position(self, position: Position) -> ToyState:
        state = self.set_up(position.scenario, position.chosen)
        state.turn = position.turn
        return state


def said(state: State) -> list[str]:
    """What was said so far, the engine's own answers included."""
    assert isinstance(state, ToyState)
    return state.spoken
