"""A table to play rulings on, as far as all counter games have it: a hand for actions and dice, and short questions."""

from __future__ import annotations

from typing import Self

import pytest

from ardennes.engine import Event, Reason, Record, Refused, State


class RecordTable:
    """A record and questions about it."""

    def __init__(self, record: Record, centre: str = "") -> None:
        self.record = record
        self.centre = centre

    @property
    def state(self) -> State:
        return self.record.state

    def do(self, *lines: str) -> Self:
        """Carry out actions, and rolls written as `roll 3`."""
        for line in lines:
            if line.startswith("roll "):
                self.record.roll([int(word) for word in line.split()[1:]])
            else:
                self.record.apply(line)
        return self

    def roll(self, *dice: int) -> Self:
        """Supply the dice that are due, one after the other."""
        for die in dice:
            self.record.roll([die])
        return self

    def offers(self, verb: str) -> set[str]:
        """What a verb may take now; empty if dice are due or the game is over."""
        if self.state.over or self.state.chance is not None:
            return set()
        return {action.thing for action in self.state.decision.options if action.verb == verb}

    def try_(self, *lines: str) -> Self:
        """Carry out those of the actions that are offered when their turn comes: the engine may have taken the rest."""
        for line in lines:
            verb, _, thing = line.partition(" ")
            if thing in self.offers(verb):
                self.do(line)
        return self

    def fork(self) -> Self:
        """The same moment, to try something on."""
        return type(self)(Record(self.state.copy()), self.centre)

    def forbids(self, line: str) -> str:
        """The rule that refuses an action now. Raises AssertionError if none does."""
        return self.refusal(line).rule

    def refusal_text(self, line: str) -> str:
        """The sentence that refuses an action now. Raises AssertionError if it is legal."""
        return self.refusal(line).text

    def refusal(self, line: str) -> Reason:
        """Why an action is refused now. Raises AssertionError if it is not."""
        reason = self.state.why_not(line)
        assert reason is not None, f"“{line}” is legal"
        with pytest.raises(Refused) as refused:
            self.state.copy().apply(line)
        assert refused.value.rule == reason.rule
        return reason

    def moving(self, unit: str) -> Self:
        """The same moment with a unit picked up."""
        return self.fork().try_(f"pick {unit}")

    def events(self, kind: str = "", rule: str = "") -> list[Event]:
        """What has happened, of one kind or by one rule."""
        return [e for e in self.record.events if kind in ("", e.kind) and rule in ("", e.rule)]

    def result(self) -> str:
        """The label of the last battle's result."""
        return self.events("result")[-1].label

    def asked(self) -> tuple[str, str]:
        """Who is asked, and in which step."""
        return self.state.decision.side, self.state.decision.step
