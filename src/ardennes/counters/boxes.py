"""Places off the map: one table for where a unit is, for sentences, position files and suppositions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Box(NamedTuple):
    """A place off the map in which a unit can be."""

    name: str  # the word in position files and suppositions, and the box's id on the screen
    code: int  # below nought; what stands in the column `at`
    label: str  # for a sentence: "has left the map"
    side: str = ""  # the only side whose units can be there


class Boxes:
    """All boxes of a game.

    >>> boxes = Boxes((Box("pool", -1, "has not arrived"), Box("west", -3, "has left the map", "german")))
    >>> boxes.code("west"), boxes.of(-1).label, "east" in boxes
    (-3, 'has not arrived', False)
    """

    def __init__(self, boxes: Sequence[Box]) -> None:
        """Raises ValueError if two have the same name or code, or a code is not below nought."""
        self._by_name = {box.name: box for box in boxes}
        self._by_code = {box.code: box for box in boxes}
        if len(self._by_name) < len(boxes) or len(self._by_code) < len(boxes) or max(self._by_code) >= 0:
            raise ValueError("every box needs a name and a negative code of its own")

    def __iter__(self) -> Iterator[Box]:
        return iter(self._by_name.values())

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all boxes."""
        return tuple(self._by_name)

    def named(self, name: str) -> Box:
        """The box of that name. Raises KeyError if there is none."""
        return self._by_name[name]

    def code(self, name: str) -> int:
        """The code of the box of that name. Raises KeyError if there is none."""
        return self._by_name[name].code

    def of(self, code: int) -> Box:
        """The box of that code. Raises KeyError if there is none."""
        return self._by_code[code]


def entry_price(before: int, ground: int, more: int, road: int | None) -> int:
    """What the hex of entry costs a unit when so many have come in by it before: the cheaper way.

    By the ground it is the hex and `more` for each unit before; by a road the rate of a hex of it once for the hex and
    once for each unit before. All in parts of a point.

    >>> [entry_price(n, 2, 2, 1) for n in range(4)], [entry_price(n, 2, 2, None) for n in range(4)]
    ([1, 2, 3, 4], [2, 4, 6, 8])
    """
    by_ground = ground + more * before
    return by_ground if road is None else min(by_ground, road * (before + 1))
