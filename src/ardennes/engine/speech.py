"""How a sentence says numbers and lists, for the texts that a player reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def ordinal(number: str) -> str:
    """A number as it is spoken.

    >>> [ordinal(n) for n in ("1", "2", "3", "11", "112", "272")]
    ['1st', '2nd', '3rd', '11th', '112th', '272nd']
    """
    ends = {"1": "st", "2": "nd", "3": "rd"}
    return number + ("th" if number[-2:-1] == "1" else ends.get(number[-1], "th"))


def both(words: Iterable[str]) -> str:
    """A list as it stands in a sentence.

    >>> both(["1708"]), both(["1708", "1709"]), both(["a", "b", "c"])
    ('1708', '1708 and 1709', 'a, b and c')
    """
    *before, last = words
    return f"{', '.join(before)} and {last}" if before else last


def few(words: Iterable[str], most: int = 4) -> str:
    """A list as it stands in a sentence, cut short where it is long.

    >>> few("abcd"), few("abcdef")
    ('a, b, c and d', 'a, b, c and 3 more')
    """
    found = list(words)
    if len(found) <= most:
        return both(found)
    return both([*found[: most - 1], f"{len(found) - most + 1} more"])


def by(hexes: Sequence[str], most: int = 4) -> str:
    """The way of a move between its two ends: each hex of a short one, the length of a long one.

    >>> by([]), by(["1708", "1709"]), by(["1708", "1709", "1710"], most=2)
    ('', ' by 1708, 1709', ' over 3 hexes')
    """
    if not hexes:
        return ""
    return f" by {', '.join(hexes)}" if len(hexes) <= most else f" over {count(len(hexes), 'hex')}"


def count(number: int, noun: str) -> str:
    """A number with its noun.

    >>> count(1, "unit"), count(2, "hex"), count(0, "point"), count(2, "loss")
    ('1 unit', '2 hexes', '0 points', '2 losses')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}{'es' if noun.endswith(('x', 'ss')) else 's'}"
