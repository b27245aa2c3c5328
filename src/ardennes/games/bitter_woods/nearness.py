"""Which hexes are within two of the others of Kampfgruppe Peiper (BW-36.1), by where they are or can be."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING

from ardennes.games.bitter_woods import battlegroup
from ardennes.games.bitter_woods.state import Position

if TYPE_CHECKING:
    from ardennes.games.bitter_woods.game import BitterWoods

Hexes = tuple[int, ...]
Places = dict[int, int]  # unit -> the hexes in which it can be when the phase ends


def placed(state: Position) -> Hexes:
    """Where the members of the group are, as `game.group` lists them."""
    return tuple([state.at[unit] for unit in state.game.group])


@lru_cache(maxsize=4096)
def near(game: BitterWoods, hexes: int) -> int:
    """The hexes within two of some hexes."""
    return game.ground.grid.disc(hexes, game.battlegroup.within) if hexes else 0


# ---- where all of them can be together ----


def together(game: BitterWoods, places: Places, unit: int) -> int:
    """The hexes in which a unit is so that it and all others can be within two hexes of another one."""
    others = [hexes for other, hexes in places.items() if other != unit]
    if not others:
        return game.ground.grid.all
    if len(others) == 1:
        return near(game, others[0])
    one, two = others
    between = near(game, one) & near(game, two)
    return between | near(game, one & near(game, two)) | near(game, two & near(game, one))


def with_leader(game: BitterWoods, places: Places, leader: int, unit: int) -> int:
    """The same, so that their leader can be within two hexes of one of them too (BW-36.0.lead.near)."""
    about, found = near(game, leader), 0
    for close in places:
        narrowed = {**places, close: places[close] & about}
        if narrowed[close] or close == unit:
            hexes = together(game, narrowed, unit)
            found |= hexes & about if close == unit else hexes
    return found


def gathered(game: BitterWoods, places: Places) -> int:
    """The hexes in which some of them can be when all are together."""
    found = 0
    for unit, hexes in places.items():
        found |= hexes & together(game, places, unit)
    return found


# ---- by where they are ----


def sure(state: Position, unit: int) -> int:
    """The hexes in which a member of the group may end its move because of where the others are now.

    There may be more, for whatever others can still do only adds to them; but these are found without a flood.
    """
    return _sure(state.game, placed(state), unit)


@lru_cache(maxsize=4096)
def _sure(game: BitterWoods, hexes: Hexes, unit: int) -> int:
    places = {member: 1 << i for member, i in zip(game.group, hexes, strict=True) if i >= 0}
    leader = places.pop(game.battlegroup.leader, 0)
    if unit == game.battlegroup.leader:
        return near(game, gathered(game, places))
    return with_leader(game, places, leader, unit) if leader else together(game, places, unit)


def astray(state: Position) -> int:
    """The members of the group that are too far from every other one."""
    return _astray(state.game, placed(state)) if battlegroup.played(state) else 0


@lru_cache(maxsize=4096)
def _astray(game: BitterWoods, hexes: Hexes) -> int:
    units = {member: 1 << i for member, i in zip(game.group, hexes, strict=True) if i >= 0}
    leader, found = units.pop(game.battlegroup.leader, 0), 0
    for unit, here in units.items() if len(units) > 1 else ():
        others = _mask_of(hexes for other, hexes in units.items() if other != unit)
        if not near(game, others) & here:
            found |= 1 << unit
    if leader and units and not near(game, _mask_of(units.values())) & leader:
        found |= 1 << game.battlegroup.leader
    return found


def _mask_of(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)
