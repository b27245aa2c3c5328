"""Steps 4, 6 and 7 of an attack: laying out the combat strips, assigning hits, and what the hits do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ardennes.games.axis_allies.forces import Three
from ardennes.games.axis_allies.words import NO_EFFECT, number

if TYPE_CHECKING:
    from ardennes.games.axis_allies.state import Position

SUPPLY = 4
KINDS = ("infantry", "tank", "artillery", "truck", "supply")


class Strip(NamedTuple):
    """The defenders of a hex in boxes: infantry, tanks, artillery and trucks have one each, all supply has one."""

    inf: int
    tank: int
    art: int
    trucks: int
    tokens: int

    @property
    def units(self) -> Three:
        """The combat units."""
        return self.inf, self.tank, self.art

    @property
    def boxes(self) -> int:
        """How many boxes are pulled out."""
        return self.inf + self.tank + self.art + self.trucks + (1 if self.tokens else 0)

    def kind(self, box: int) -> tuple[int, int]:
        """The type of unit in a box, counted from 0, and which of its type it is."""
        for kind, n in enumerate(self[:4]):
            if box < n:
                return kind, box
            box -= n
        return SUPPLY, 0


class Damage(NamedTuple):
    """What the hits of one attack do."""

    destroyed: Three
    retreats: Three
    trucks: tuple[int, ...]  # which trucks are destroyed, by their boxes from 0
    tokens: int

    @property
    def label(self) -> str:
        """The result in words, the same for every way to come to it."""
        lost = [number(n, KINDS[kind]) for kind, n in enumerate((*self.destroyed, len(self.trucks), self.tokens)) if n]
        back = [number(n, KINDS[kind]) for kind, n in enumerate(self.retreats) if n]
        parts = [f"{', '.join(lost)} destroyed"] if lost else []
        if back:
            parts.append(f"{', '.join(back)} to retreat")
        return "; ".join(parts) or NO_EFFECT


def lay_out(state: Position, attacker: int, h: int) -> Strip:
    """The enemy's units of a hex on the strips; what the attacker has captured there is not among them."""
    if state.held[attacker] >> h & 1:
        return Strip(0, 0, 0, 0, 0)
    side = 1 - attacker
    inf, tank, art = state.stack(h)
    return Strip(inf, tank, art, len(state.trucks_at(side, h)), state.supply_at(side, h))


def thrown_again(state: Position, boxes: int) -> bool:
    """Whether hits are thrown again before they are assigned: against more than six boxes."""
    return boxes > state.game.forces.rethrow_above


def box_of(face: int, boxes: int) -> int:
    """The box that a number is counted to, going round after the last; boxes are counted from 0.

    >>> [box_of(face, 5) for face in (1, 5, 6)]
    [0, 4, 0]
    """
    return (face - 1) % boxes


def hits_in(faces: Iterable[int], boxes: int) -> list[int]:
    """How many of the hits fall in each box.

    >>> hits_in((1, 3, 3, 4, 5), 5)
    [1, 0, 2, 1, 1]
    """
    found = [0] * boxes
    for face in faces:
        found[(face - 1) % boxes] += 1
    return found


def damage(strip: Strip, hits: Sequence[int]) -> Damage:
    """What hits in boxes do: one makes a combat unit retreat, two destroy it; each takes a truck, or a token.

    >>> damage(Strip(2, 1, 0, 1, 1), [1, 0, 2, 1, 1]).label
    '1 tank, 1 truck, 1 supply destroyed; 1 infantry to retreat'
    >>> damage(Strip(0, 0, 0, 3, 0), [0, 2, 0]).trucks
    (0, 1)
    """
    destroyed, retreats = [0, 0, 0], [0, 0, 0]
    box = 0
    for kind in range(3):
        for n in hits[box : box + strip[kind]]:
            if n == 1:
                retreats[kind] += 1
            elif n:
                destroyed[kind] += 1
        box += strip[kind]
    trucks = _destroyed_trucks(hits[box : box + strip.trucks])
    tokens = min(hits[-1], strip.tokens) if strip.tokens else 0
    return Damage((destroyed[0], destroyed[1], destroyed[2]), (retreats[0], retreats[1], retreats[2]), trucks, tokens)


def _destroyed_trucks(hits: Sequence[int]) -> tuple[int, ...]:
    """Each hit destroys a truck: that of its box, and after that the next of the hex."""
    if not any(hits):
        return ()
    order = sorted(range(len(hits)), key=lambda truck: not hits[truck])
    return tuple(sorted(order[: sum(hits)]))


def wasted(strip: Strip, hits: Sequence[int]) -> int:
    """Hits beyond what destroys the unit of a box, the last truck or the last token."""
    combat = sum(strip.units)
    trucks = sum(hits[combat : combat + strip.trucks]) - strip.trucks
    tokens = hits[-1] - strip.tokens if strip.tokens else 0
    return sum([n - 2 for n in hits[:combat] if n > 2]) + max(0, trucks) + max(0, tokens)
