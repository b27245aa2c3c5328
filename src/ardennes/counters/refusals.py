"""How a refusal is worded that several rules stand behind."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine import Reason


def because(said: str, reasons: Sequence[Reason]) -> Reason:
    """A refusal for the first of some reasons, with the others and their rules behind it.

    >>> enemy, far = Reason("X-1", "an enemy is in the way"), Reason("X-2", "it is too far")
    >>> because("12 VG cannot go to 1205", [enemy, far])
    Reason(rule='X-1', text='12 VG cannot go to 1205: an enemy is in the way; it is too far (X-2).', helps='')
    """
    first, *others = reasons
    return more(Reason(first.rule, f"{said}: {first.text}."), others)


def more(reason: Reason, others: Sequence[Reason]) -> Reason:
    """A refusal with further reasons and their rules behind it.

    >>> more(Reason("X-1", "An enemy is in the way."), [Reason("X-2", "it is too far")])
    Reason(rule='X-1', text='An enemy is in the way; it is too far (X-2).', helps='')
    """
    behind = "".join(f"; {other.text.rstrip('.')} ({other.rule})" for other in others)
    return Reason(reason.rule, f"{reason.text.removesuffix('.')}{behind}.")
