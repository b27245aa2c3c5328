"""Standing orders: answers that a seat leaves in advance, so that a turn by mail need not stop at every question."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ardennes.engine.action import Action
from ardennes.engine.decision import Decision
from ardennes.engine.errors import ArdennesError

MOST = 50  # standing orders of a side at a time
MOST_LINES = 1000  # lines with standing orders of a side in a game
LONGEST = 200  # characters of one

_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
}
_CONDITION = re.compile(r"^([\w-]+)(<=|>=|!=|<|>|=)([\w./-]+)$")


@dataclass(frozen=True, slots=True)
class Order:
    """`when WHAT [FACT<VALUE …]: ACTION`, where WHAT is a kind of decision or a step's name.

    >>> Order.parse("allied", "when waive odds<3: choose keep").action
    Action(verb='choose', thing='keep')
    """

    side: str
    what: str
    conditions: tuple[tuple[str, str, str], ...]  # fact, sign, value as written
    action: Action

    @classmethod
    def parse(cls, side: str, text: str) -> Order:
        """Read an order. Raises ArdennesError if it is not one."""
        head, colon, answer = text.partition(":")
        words = head.split()
        if not colon or len(words) < 2 or words[0] != "when" or not answer.strip():
            raise ArdennesError(f"“{text}” is not a standing order; write: when STEP [FACT<VALUE]: ACTION")
        conditions = []
        for word in words[2:]:
            found = _CONDITION.match(word)
            if not found:
                raise ArdennesError(f"“{word}” is not a condition; write a fact, one of < <= = != >= >, and a value.")
            fact, sign, value = found.groups()
            conditions.append((fact, sign, value))
        return cls(side, words[1], tuple(conditions), Action.parse(answer))

    @classmethod
    def check(cls, side: str, text: str, standing: int) -> Order:
        """Read an order of a side that has so many already. Raises ArdennesError if it is too long, or one too many."""
        if len(text) > LONGEST:
            raise ArdennesError(f"A standing order can have at most {LONGEST} characters.")
        order = cls.parse(side, text)
        if standing >= MOST:
            raise ArdennesError(f"A side can have at most {MOST} standing orders at a time; cancel them with “none”.")
        return order

    def __str__(self) -> str:
        conditions = "".join(f" {fact}{sign}{value}" for fact, sign, value in self.conditions)
        return f"when {self.what}{conditions}: {self.action}"

    def answers(self, decision: Decision) -> bool:
        """Whether the order answers this decision."""
        if decision.side != self.side or self.what not in (decision.kind, decision.step):
            return False
        facts = decision.facts or {}
        if not all(fact in facts and _holds(facts[fact], sign, value) for fact, sign, value in self.conditions):
            return False
        return self.action in decision.options


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A question that comes again and again, with the answers that a player may like to leave in advance.

    Each answer is a few words, and the orders that say it; they are asked in their turn, so the narrower comes first.
    """

    question: str
    rule: str
    answers: tuple[tuple[str, tuple[str, ...]], ...]


def _holds(known: Any, sign: str, value: str) -> bool:
    """Whether a fact compares so with a written value: numbers by size, words (and hexes) only by being the same."""
    if isinstance(known, str):
        return sign in ("=", "!=") and _COMPARE[sign](known, value)
    try:
        return _COMPARE[sign](known, float(value))
    except ValueError:
        return False
