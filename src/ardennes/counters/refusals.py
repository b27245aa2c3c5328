"""Refusals that every game of counters gives, and how one is worded that several rules stand behind."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine import Reason


def not_his(people: str, what: str, rule: str) -> Reason:
    """A unit of the other side cannot do what this phase is for.

    >>> not_his("Red", "move", "X-1").text
    'Only Red units move in this phase.'
    """
    return Reason(rule, f"Only {people} units {what} in this phase.")


def because(said: str, reasons: Sequence[Reason]) -> Reason:
    """A refusal for the first of some reasons, with the others and their rules behind it.

    >>> enemy, far = Reason("X-1", "an enemy is in the way"), Reason("X-2", "it is too far")
    >>> because("12 VG cannot go to 1205", [enemy, far])
    Reason(rule='X-1', text='12 VG cannot go to 1205: an enemy is in the way; it is too far (X-2).', helps='')
    """
    first, *others = reasons
    behind = "".join(f"; {other.text.rstrip('.')} ({other.rule})" for other in others)
    return Reason(first.rule, f"{said}: {first.text}{behind}.")
