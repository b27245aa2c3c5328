"""What the steps of the proving ground keep on the stack."""

from __future__ import annotations

from typing import NamedTuple


class Turn(NamedTuple):
    """The number of the next phase."""

    step: str
    phase: int = 0


class OfSide(NamedTuple):
    """Whose phase it is."""

    step: str
    side: str


class InHand(NamedTuple):
    """The unit to be set up, if one is in hand."""

    step: str
    unit: str = ""


class Lot(NamedTuple):
    """The lot that marches, and how many of it; 0 before that is known."""

    step: str
    lot: str
    number: int = 0


class Way(NamedTuple):
    """A unit under way: what it has left, how it goes, and what its move must bring about."""

    step: str
    piece: str
    left: int
    mode: str = "foot"
    must: str = ""  # "withdraw", "room", both, or nothing


class Blow(NamedTuple):
    """Who blows which bridge."""

    step: str
    piece: str
    bridge: str


class Ambush(NamedTuple):
    """The unit in the ambush, and whether it was sprung."""

    step: str
    piece: str
    sprung: bool = False


class Bombard(NamedTuple):
    """The hex to be bombarded, if one was chosen, and the lots that do it."""

    step: str
    target: str = ""
    lots: tuple[str, ...] = ()


class Assault(NamedTuple):
    """A battle, from its declaration to its die."""

    step: str
    side: str
    targets: tuple[str, ...]
    attackers: tuple[str, ...] = ()
    support: tuple[tuple[str, str], ...] = ()  # side and piece
    words: tuple[tuple[str, str], ...] = ()  # what was chosen or thrown for it


class Losses(NamedTuple):
    """Who loses how many steps of which units."""

    step: str
    side: str
    units: tuple[str, ...]
    steps: int


class Retreat(NamedTuple):
    """Who leads whom back, how far the first still has to go, and by which hexes it came."""

    step: str
    leader: str
    units: tuple[str, ...]
    left: int
    label: str  # the result of the battle
    path: tuple[str, ...] = ()


class Advance(NamedTuple):
    """Who may advance into which hexes."""

    step: str
    side: str
    targets: tuple[str, ...]
    attackers: tuple[str, ...]
