"""How rulings are named in a sentence."""

from __future__ import annotations

from ardennes.engine.touch import show


def cited(text: str, rule: str) -> str:
    """A text with the ruling behind it.

    >>> cited("Both are used", "BW-R.6")
    'Both are used (BW-R.6)'
    """
    show(rule)
    return f"{text} ({rule})"
