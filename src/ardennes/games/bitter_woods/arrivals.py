"""Reinforcements (BW-16) and Allied units that return (BW-5.5.return): who comes in, by which hexes, at what price."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from ardennes.counters import POOL, bits
from ardennes.counters.bars import Bar, free
from ardennes.games.bitter_woods import cooperation, lasting, leaders
from ardennes.games.bitter_woods.forces import ALLIED, ARMIES, ARMOR, GERMAN
from ardennes.games.bitter_woods.movement import allowance, bounds, terms_of
from ardennes.games.bitter_woods.state import LEADERS, NORTH, SOUTH, WEST, Position
from ardennes.games.bitter_woods.terms import Terms
from ardennes.games.bitter_woods.terrain import Ground
from ardennes.games.bitter_woods.walks import Walk
from ardennes.games.bitter_woods.zones import zone

if TYPE_CHECKING:
    from ardennes.games.bitter_woods.game import BitterWoods

EDGE = {NORTH: "north", SOUTH: "south", WEST: "west"}


# ---- who ----


def waiting(state: Position, side: int) -> int:
    """The units of a side that may come in some day: reinforcements, and Allied units off an edge."""
    found, at, forces = 0, state.at, state.game.forces
    expected = forces.reinforcements | (lasting.brought(state) if state.effects else 0)
    for unit in bits(expected & forces.of[side] & ~state.playing[side]):
        if at[unit] == POOL:
            found |= 1 << unit
    if side == ALLIED:
        for unit in state.left:
            found |= 1 << unit
    return found


@lru_cache(maxsize=64)
def _early(game: BitterWoods, turn: int) -> tuple[Bar, ...]:
    """The units that are not due on a Game-Turn, by the Game-Turn on which they are."""
    forces = game.forces
    turns = sorted({unit.arrival for unit in forces.units if unit.arrival > turn})
    return tuple(Bar("BW-16.1", f"is due on {game.turn_name(n)}", forces.due(n) & ~forces.due(n - 1)) for n in turns)


def bars(state: Position, side: int) -> Iterator[Bar]:
    """Why a unit off the map may not come in now."""
    game = state.game
    if state.effects:
        yield from lasting.absent(state)
        brought = lasting.brought(state)
        yield from (bar._replace(units=bar.units & ~brought) for bar in _early(game, state.turn))
    else:
        yield from _early(game, state.turn)
    if side == ALLIED:
        if not state.meuse:
            why = "waits until German units are near the Meuse at the start of an Allied Movement Phase (BW-R.50)"
            yield Bar("BW-16.1.meuse", why, game.forces.conditioned["meuse"])
        for unit, turn in state.left.items():
            back = turn + game.tables["leave"]["turns"] + 1
            if state.turn < back:
                yield Bar(
                    "BW-5.5.return",
                    f"exited on {game.turn_name(turn)} and must stay off the map for a full Game-Turn",
                    1 << unit,
                )


def due(state: Position, side: int) -> int:
    """The units that may come in now; whether they can is another matter."""
    forces = state.game.forces
    expected = forces.due(state.turn) | (lasting.brought(state) if state.effects else 0)
    if not state.left and not expected & forces.of[side] & ~state.playing[side]:
        return 0
    key = (side, state.turn, state.meuse, state.effects, len(state.left))
    there = state.playing[side], state.staff
    (known, were), found = state.comers[:2]
    if known == key and were == there:
        return int(found)
    if known == key:  # some have come in, and may have been lost since
        found = sum(1 << unit for unit in bits(found) if state.at[unit] == POOL or state.at[unit] in EDGE)
    else:
        found = free(waiting(state, side), bars(state, side))
    state.comers = ((key, there), found, *state.comers[2:])
    return int(found)


def begin(state: Position, side: int) -> None:
    """An Allied Movement Phase begins: Germans near the Meuse bring the British, Germans near Herve free 1/16."""
    if side != ALLIED:
        return
    held, ground, who = state.held[GERMAN], state.game.ground, state.game.sides[ALLIED]
    if not state.meuse and held & ground.watched:
        state.meuse = True
        text = "German units are near the Meuse: the British may now enter (BW-R.50)"
        state.note("arrival", "BW-16.1.meuse", text, side=who)
    if not state.herve and held & ground.near_herve:
        state.herve = True


# ---- where ----


def turn_of(state: Position, unit: int) -> int:
    """The Game-Turn from which a unit may come in, that of its counter or of an event; 0 if it never comes."""
    if state.effects:
        doing = lasting.in_force(state)
        if doing.brought >> unit & 1:
            return next(effect.first for effect in lasting.coming(state) if effect.units >> unit & 1)
        if doing.gone >> unit & 1:
            return 0
    return state.game.forces.units[unit].arrival


def returning(state: Position, unit: int) -> bool:
    """Whether a unit has left the map and comes back (BW-5.5.return)."""
    return state.at[unit] in EDGE


def late(state: Position, unit: int) -> bool:
    """Whether a unit may come in by any lettered road of its edge: held back, or returning (BW-16.3, BW-5.5.return)."""
    return returning(state, unit) or turn_of(state, unit) < state.turn


def letters(state: Position, unit: int) -> str:
    """The letters of the roads by which a unit may come in."""
    ground, own = state.game.ground, state.game.forces.units[unit].entry
    if not late(state, unit):
        return own
    found = _of_edges(ground, EDGE.get(state.at[unit], ""), own)
    if cooperation.kept_back(state) >> unit & 1:  # unless an edge has none beyond the Meuse (BW-R.77)
        return "".join(letter for letter in found if ground.far_bank >> ground.letters[letter] & 1) or found
    return found


@lru_cache(maxsize=256)
def _of_edges(ground: Ground, edge: str, own: str) -> str:
    """All letters of an edge, or of the edges of some letters."""
    edges = {edge} if edge else {ground.edge_of[letter] for letter in own}
    return "".join(letter for letter, each in ground.edge_of.items() if each in edges)


def lettered(state: Position, unit: int) -> int:
    """The hexes of these roads."""
    return _hexes_of(state.game.ground, letters(state, unit))


@lru_cache(maxsize=256)
def _hexes_of(ground: Ground, some: str) -> int:
    return sum(1 << i for i in {ground.letters[letter] for letter in some})


def blocked(state: Position, unit: int) -> bool:
    """Whether all roads of a reinforcement are held by enemy units or lie in their zones (BW-16.2).

    A unit that returns has its lettered roads and nothing else (BW-5.5.return).
    """
    shut = zone(state, 1 - state.game.forces.side[unit]) | state.outside
    return not returning(state, unit) and not lettered(state, unit) & ~shut


def nearest(state: Position, unit: int, terms: Terms) -> int:
    """The hexes of the map edge by which a unit comes in whose roads are all blocked (BW-16.2, BW-R.51)."""
    ground, starts = state.game.ground, lettered(state, unit)
    open_ = ground.edge & ~(terms.foes | terms.stops | terms.bounds | terms.vacated | terms.outside)
    if state.game.forces.pays[unit] == ARMOR:
        open_ &= ~ground.roadless_forests
    if cooperation.kept_back(state) >> unit & 1:
        open_ &= ground.far_bank
    distance = 1
    while open_ and not ground.grid.disc(starts, distance) & open_:
        distance += 1
    return ground.grid.disc(starts, distance) & open_


def region(state: Position, unit: int, terms: Terms) -> int:
    """The hexes by which a unit may come in, whether or not it can."""
    own = lettered(state, unit)
    return own | nearest(state, unit, terms) if blocked(state, unit) else own


def price(state: Position, unit: int, i: int) -> int:
    """What the hex of entry costs: a point for a lettered hex, else its terrain; interdiction adds (BW-16.4, R.49)."""
    return sum(parts for _, _, parts in price_items(state, unit, i))


def price_items(state: Position, unit: int, i: int) -> list[tuple[str, str, int]]:
    """What the hex of entry costs, by rule, with a word."""
    game = state.game
    ground, counter = game.ground, game.forces.units[unit]
    least: int = game.tables["arrival"]["least"] * ground.point
    found = [("BW-16.4", "first hex", least)]
    if not ground.lettered >> i & 1:
        parts = max(least, ground.entering(i, counter.pays, state.season))
        found = [("BW-R.49", ground.board.terrain_of(i).replace("-", " "), parts)]
    if counter.side == GERMAN and state.interdicted >> i & 1:
        more: int = game.tables["interdiction"]["mechanized" if counter.category == "mechanized" else "others"]
        found.append(("BW-11.3", "interdiction", more * ground.point))
    if state.effects and counter.side == ALLIED and lasting.with_companies(state, several=True) >> i & 1:
        found.append(("BW-29.1.two", "parachutists", lasting.toll(state)))
    return found


def unattached(state: Position, unit: int) -> bool:
    """Whether an arriving German mechanized unit must still be attached to an army (BW-24.6.attach)."""
    forces = state.game.forces
    coming = forces.reinforcements | (lasting.brought(state) if state.effects else 0)
    arrives = bool(coming & forces.mechanized & forces.of[GERMAN] & 1 << unit)
    return LEADERS in state.optional and arrives and unit not in state.attached


def armies(state: Position, unit: int) -> list[str]:
    """The armies as whose unit it can come in now; boundaries may close its roads to others (BW-R.85)."""
    return [army for army in ARMIES if hexes(attached_to(state, unit, army), unit)]


def attached_to(state: Position, unit: int, army: str) -> Position:
    """The position as it is once a unit has been attached to an army."""
    supposed = state.copy()
    attach(supposed, unit, army)
    return supposed


def attach(state: Position, unit: int, army: str) -> None:
    """A unit that is about to come in belongs to an army, and is short of supply if that army is (BW-R.8, BW-R.85)."""
    state.attached[unit] = ARMIES.index(army)
    state.unsupplied &= ~(1 << unit)
    if state.shortage == army:
        state.unsupplied |= 1 << unit


def hexes(state: Position, unit: int) -> int:
    """The hexes by which a unit can come in now."""
    if unattached(state, unit):
        found = 0
        for army in ARMIES:
            found |= hexes(attached_to(state, unit, army), unit)
        return found
    terms = terms_of(state, unit)
    return sum(1 << i for i in state.game.ground.grid.bits(region(state, unit, terms)) if comes(state, unit, i, terms))


def comes(state: Position, unit: int, i: int, terms: Terms) -> bool:
    """Whether a unit can come in by a hex that is open to it: pay for it, and end its move somewhere."""
    spent = price(state, unit, i)
    if (terms.foes | terms.vacated | terms.bounds | terms.alone | terms.outside) >> i & 1 or spent > terms.points:
        return False
    if terms.dice >> i & 1 and not _may_risk(state, i, spent, terms):
        return False
    return not terms.no_end >> i & 1 or Walk(state.game.ground, terms, i, spent, begun=True).able


def _may_risk(state: Position, i: int, spent: int, terms: Terms) -> bool:
    """Whether a unit may come in where a die is rolled: it can pay for parachutists, and stop (BW-R.95)."""
    if terms.no_end >> i & 1:
        return False
    return not terms.tolled >> i & 1 or spent + lasting.toll(state) <= terms.points


def can_come(state: Position, units: int) -> int:
    """Those of some units off the map that can come in now.

    An empty road of its own that no boundary closes is open to any unit; only for the rest are all hexes looked at.
    """
    if not units:
        return 0
    found = _easily(state, units)
    for unit in bits(units & ~found):
        if _finds_a_hex(state, unit):
            found |= 1 << unit
    return found


def _finds_a_hex(state: Position, unit: int) -> bool:
    """Whether there is any hex by which a unit can come in now."""
    if unattached(state, unit):
        return any(_finds_a_hex(attached_to(state, unit, army), unit) for army in ARMIES)
    terms = terms_of(state, unit)
    return any(comes(state, unit, i, terms) for i in state.game.ground.grid.bits(region(state, unit, terms)))


def _easily(state: Position, units: int) -> int:
    """Those of some units that are due with room on a road of their own; looked at again when that may differ.

    While the same units are due, in one Game-Turn, none of them comes off another edge.
    """
    ground, side = state.game.ground, state.phasing
    key = (
        units, state.held[1 - side], state.vacated, state.interdicted, ground.lettered & state.crowds,
        ground.lettered & state.held[side], ground.lettered & state.posts[side],
        state.turn, state.staff, state.unbound & units, state.unsupplied & units, state.reduced & units, state.effects,
        tuple(state.attached.items()) if state.attached else (),
    )  # fmt: skip
    found: int
    before, due_, known, found, roads = state.comers
    if known == key:
        return found
    if known[7:] != key[7:] or units & ~roads[0]:
        roads = (units, _own_roads(state, units))
    shut = state.held[1 - side] | state.vacated[0] | state.vacated[1] | state.interdicted | state.outside
    shut |= state.crowds
    if state.effects:
        shut |= lasting.landed_on(state) | lasting.town_of_commandos(state)
    found = 0
    for unit, own in roads[1]:
        open_ = own & ~shut if units >> unit & 1 else 0
        if open_ and open_ & ~leaders.closed(state, unit) & ~cooperation.strangers(state, unit):
            found |= 1 << unit
    state.comers = (before, due_, key, found, roads)
    return found


def _own_roads(state: Position, units: int) -> tuple[tuple[int, int], ...]:
    """The roads of some units that no boundary closes, but for those that cannot pay for the first hex."""
    point: int = state.game.tables["arrival"]["least"] * state.game.ground.point
    return tuple(
        (unit, lettered(state, unit) & ~bounds(state, unit).all)
        for unit in bits(units)
        if allowance(state, unit) >= point
    )


def rule_of_entry(state: Position, unit: int, i: int) -> str:
    """The rule by which a unit comes in by a hex: its road, a road of its edge, or the nearest hex."""
    if returning(state, unit):
        return "BW-5.5.return"
    if not lettered(state, unit) >> i & 1:
        return "BW-16.2"
    for effect in lasting.coming(state):
        if effect.units >> unit & 1:
            return effect.rule
    own = state.game.forces.units[unit].entry
    at_letter = any(state.game.ground.letters[letter] == i for letter in own)
    return "BW-16.1" if at_letter else "BW-16.3"
