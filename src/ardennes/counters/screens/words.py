"""Words and names that the screens of all games use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ardennes.engine.screen.words import TimeState

WORDS: Mapping[str, str] = {
    "pick": "Choose {}",
    "target": "Attack {}",
    "join": "{} joins the attack",
    "fight": "Attack at {}",
    "lose": "Give up {}",
    "drop": "Drop on {}",
    "done": "Done",
}
"""What options say in every game that has them; {} stands for the thing."""


class PhaseName(NamedTuple):
    """A phase of the bar: what it is called, the rule that describes it, and whose it is."""

    label: str
    rule: str
    side: str | None = None


def time_state(turn: int, now: int) -> TimeState:
    """Whether a turn is past, now or later.

    >>> [time_state(turn, 2) for turn in (1, 2, 3)]
    ['past', 'now', 'later']
    """
    return "past" if turn < now else "now" if turn == now else "later"


def last_word(step: str) -> str:
    """What a step is called without the side in front of it.

    >>> last_word("german movement"), last_word("advance")
    ('movement', 'advance')
    """
    return step.rpartition(" ")[2]
