"""The British (BU-13.0): held near their entry and behind the Meuse until a German unit comes near one of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ardennes.games.bulge.forces import GERMAN
from ardennes.games.bulge.movement import Walk
from ardennes.games.bulge.state import Position


class Way(NamedTuple):
    """How a unit goes somewhere, and whether it comes within two hexes of a British unit that is not yet released."""

    walk: Walk
    seen: bool


def near(state: Position) -> int:
    """The hexes in which a German unit releases the British; none if they are free, or none of them is on the map."""
    if not state.entered:
        return 0
    game = state.game
    return game.ground.grid.disc(state.hexes_of(game.forces.british), game.release)


def way_to(state: Position, walk: Walk, i: int) -> Way:
    """How a unit goes to a hex."""
    return _way(state, walk, lambda found: bool(found.reached >> i & 1))


def way_out(state: Position, walk: Walk, exit_: int) -> Way:
    """How a unit leaves the map by an exit."""
    return _way(state, walk, lambda found: bool(found.exits >> exit_ & 1))


def _way(state: Position, walk: Walk, arrives: Callable[[Walk], bool]) -> Way:
    """A German keeps off the British if his points allow it; other units take no notice of them (BU-R.17)."""
    seen = near(state) if walk.terms.side == GERMAN else 0
    if not walk.reached & seen:
        return Way(walk, False)
    clear = Walk(state, walk.terms._replace(enemies=walk.terms.enemies | seen))
    return Way(clear, False) if arrives(clear) else Way(walk, True)


def come(state: Position, unit: int) -> None:
    """A unit has retreated, advanced or landed: a German near a British unit releases all of them."""
    if state.game.forces.side[unit] == GERMAN and near(state) >> state.at[unit] & 1:
        release(state)


def release(state: Position) -> None:
    """All British units are free for good."""
    state.released = True
    state.entered = {}
    text = "A German unit has come close: the British are released for good"
    state.note("release", "BU-13.0.release", text, side="allied")


def nearest_entry(state: Position, unit: int) -> int:
    """The entry hex of its edge nearest to a unit on the map, for one whose way in is not known."""
    ground = state.game.ground
    entries = ground.grid.bits(ground.entries[state.game.forces.units[unit].edge])
    return min(entries, key=lambda i: (ground.grid.distance(i, state.at[unit]), ground.grid.order(i)))
