"""Supply (AO-12.0): judged for all of a side at once, from its sources outwards."""

from __future__ import annotations

from ardennes.counters import bits
from ardennes.games.ardennes_offensive import bridges
from ardennes.games.ardennes_offensive.forces import GERMAN, PEOPLE
from ardennes.games.ardennes_offensive.state import Position
from ardennes.games.ardennes_offensive.zones import closed
from ardennes.hexmap import Layer, SideLayer, Six, Supply, SupplyLine
from ardennes.hexmap import supply as trace


def always_supplied(state: Position, side: int) -> bool:
    """All German units count as supplied through Game-Turn 1 (AO-4.2.supply)."""
    return side == GERMAN and state.turn == state.game.tables["first_turn"]["game_turn"]


def lines(state: Position, side: int, cut: Six) -> Supply:
    """Supply paths of a side (AO-12.1.A)."""
    return trace(line(state, side, cut), state.game.ground.entries[side])


def line(state: Position, side: int, cut: Six) -> SupplyLine:
    """What a path is: up to three hexes to a road, then along roads to a source (AO-12.1.A, AO-12.1.C)."""
    game = state.game
    return SupplyLine(
        roads=game.ground.road,
        costs=game.each_hex,
        limit=game.tables["supply"]["hexes_to_road"],
        ban=(Layer("AO-12.1.C", closed(state, side)), Layer("AO-R.26", game.ground.dead)),
        cut=(SideLayer("AO-13.2.B", cut),),
    )


def now(state: Position, side: int) -> Supply:
    """The supply paths of a side at this moment, with interdiction as it is now."""
    return lines(state, side, bridges.cut_now(state, side))


def surrounded(state: Position, side: int) -> int:
    """The hexes of a side round which the enemy holds or controls all six, whatever their terrain (AO-R.28)."""
    ground = state.game.ground
    return state.held[side] & ground.inner & ~ground.grid.around(ground.grid.all & ~closed(state, side))


def isolated_hexes(state: Position, side: int, supplied: int) -> int:
    """The hexes whose units are isolated: no path, surrounded, far from supplied friends (AO-12.3.H).

    Nobody is isolated near a place where a road leaves the own edge (AO-12.3.J).
    """
    game = state.game
    alone = surrounded(state, side) & ~supplied & ~game.ground.home[side]
    if not alone:
        return alone
    return alone & ~game.ground.grid.disc(supplied & state.held[side], game.tables["supply"]["isolated_beyond"])


def isolated_in_defence(state: Position, side: int, targets: int) -> int:
    """The attacked hexes of a side whose units are isolated at this moment (AO-12.4.K)."""
    if always_supplied(state, side):
        return 0
    if not targets & surrounded(state, side) & ~state.game.ground.home[side]:
        return 0
    return targets & isolated_hexes(state, side, now(state, side).mask)


def judge(state: Position) -> None:
    """Judge the supply of every unit of the phasing side for its Player-Turn (AO-12.4.K, AO-E.12.2)."""
    side = state.phasing
    if always_supplied(state, side):
        state.unsupplied = state.isolated = 0
        state.note("supply", "AO-4.2.supply", "All German units are supplied on Game-Turn 1", side="german")
        return
    supplied = lines(state, side, bridges.ways(state).cut).mask
    state.unsupplied = state.units_at(state.held[side] & ~supplied)
    state.isolated = state.units_at(isolated_hexes(state, side, supplied))
    if state.heard:
        _log(state)


def _log(state: Position) -> None:
    side = state.phasing
    for unit in bits(state.unsupplied):
        alone = state.isolated >> unit & 1
        rule, word = ("AO-12.3.H", "isolated") if alone else ("AO-12.3.G", "unsupplied")
        where = state.place_of(unit)
        state.note_unit(unit, "supply", rule, f"in {where} is {word}", at=where)
        if not alone and (surrounded(state, side) & state.game.ground.home[side]) >> state.at[unit] & 1:
            state.note_unit(unit, "supply", "AO-12.3.J", "is too close to its own map edge to be isolated")


def remove_markers(state: Position) -> None:
    """What was judged for a Player-Turn ends with it (AO-4.1.6, AO-13.2.C)."""
    if state.heard and any(bridges.ways(state).cut):
        text = f"Bridges interdicted to the {PEOPLE[state.phasing]} side are open again until the next judgment"
        state.note("interdiction", "AO-13.2.C", text, side=state.game.sides[state.phasing])
    state.unsupplied = state.isolated = state.shadow = 0
    state.ways = None
    text = f"The {PEOPLE[state.phasing]} Player-Turn ends; supply markers are removed"
    state.note("phase", "AO-4.1.6", text, side=state.game.sides[state.phasing])
