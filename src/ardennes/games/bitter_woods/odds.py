"""The arithmetic of an attack (BW-9.2 to 9.4, 10, 11.2): one tally for the preview, the log and the resolver."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class Clash(NamedTuple):
    """An attack on the units in a hex."""

    side: int  # the attacker
    hex: int
    attackers: int = 0  # units that attack, artillery not among them
    guns: int = 0  # the attacker's artillery in support
    plane: bool = False  # the attacker's aircraft
    cover: int = 0  # the defender's artillery in support
    shield: bool = False  # the defender's aircraft


def revived(clash: Sequence[Any]) -> Clash:
    """A clash that was saved as plain data."""
    return Clash(*clash)
