"""Supply (BU-14.0): found for a side at once, from its edges inwards, at the moment when it matters."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ardennes.counters.terms import Term, leave_out
from ardennes.games.bulge import bridges
from ardennes.games.bulge.forces import ALLIED, GERMAN
from ardennes.games.bulge.state import Position, of_side
from ardennes.games.bulge.terrain import NOWHERE, Ways
from ardennes.games.bulge.zones import closed
from ardennes.hexmap import Layer, Supply, SupplyLine
from ardennes.hexmap import supply as traced

if TYPE_CHECKING:
    from ardennes.games.bulge.game import Bulge

EVERYWHERE = -1


class Terms(NamedTuple):
    """What the supply paths of a side are found from, and nothing else: two equal ones have the same paths."""

    edges: int  # road hexes on friendly edges, where a path may end
    left: int  # of these the ones by which Germans have left the map
    ways: Ways  # the roads that are of use, and what steps cost
    shut: int  # hexes of enemy units, and those in enemy zones without a friend


TERMS = (
    Term("BU-R.32", "map edge hexes where German units have exited", "left", 0),
    Term("BU-14.0.interdicted", "interdiction by air", "ways", lambda terms: terms.ways.but(marked=0)),
    Term("BU-R.16", "interdicted bridges", "ways", lambda terms: terms.ways.but(bridges=NOWHERE)),
    Term("BU-14.0.zone", "enemy units and ZOCs", "shut", 0),
)
"""Every rule that cuts supply off, in the order in which a player is told."""


def always_supplied(state: Position, side: int) -> bool:
    """All German units are in supply on the first three Game-Turns (BU-5.0.supply)."""
    return side == GERMAN and state.turn <= state.game.supplied_through


def terms_for(state: Position, side: int) -> Terms:
    """The terms as they are now: a friendly unit in a hex opens it against zones and interdiction."""
    ways = bridges.ways(state, side)
    opened = ways.marked & state.held[side]
    edges = state.game.ground.sources[side]
    ways = ways.but(marked=ways.marked ^ opened) if opened else ways
    return Terms(edges, edges & state.left, ways, closed(state, side))


def trace(game: Bulge, terms: Terms) -> Supply:
    """The supply paths under some terms: five points to a road, then along roads to a friendly edge (BU-R.16)."""
    ways = terms.ways
    ban = (Layer("BU-14.0.interdicted", ways.marked), Layer("BU-14.0.zone", terms.shut))
    return traced(SupplyLine(ways.roads, ways.costs, game.points_to_road, ban), terms.edges & ~terms.left)


def lines(state: Position, side: int) -> Supply:
    """The supply paths of a side, found again only if one of their terms has changed."""
    terms = terms_for(state, side)
    known, found = state.lines[side]
    if found is None or known != terms:
        found = trace(state.game, terms)
        state.lines = of_side(state.lines, side, (terms, found))
    return found


def supplied(state: Position) -> int:
    """The hexes where the phasing side is in supply."""
    side = state.phasing
    return EVERYWHERE if always_supplied(state, side) else lines(state, side).mask


def out_of_supply(state: Position, units: int = -1) -> int:
    """Those of some units of the phasing side that are out of supply now and bear no resupply marker."""
    cut_off = state.held[state.phasing] & ~supplied(state)
    return state.units_at(cut_off) & units & ~state.resupplied if cut_off else 0


def cut_by(state: Position, side: int, i: int) -> list[str]:
    """The rules each of which alone cuts a hex off, markers first; the rule of the path itself if none does."""
    terms = terms_for(state, side)
    found = [term.rule for term in TERMS if trace(state.game, leave_out(terms, (term,))).mask >> i & 1]
    return found or ["BU-14.0"]


def exit_supplied(state: Position, i: int, fed: int | None = None) -> bool:
    """Whether an exit hex is in supply, judged as for a German unit in it (BU-R.26, BU-R.27).

    Such a unit opens its hex against an Allied zone or marker. `fed` is the mask of the German `lines` where a caller
    has it: without a zone or a marker over the exit it is the answer.
    """
    bit = 1 << i
    if state.held[ALLIED] & bit:
        return False
    terms = terms_for(state, GERMAN)
    if not (terms.shut | terms.ways.marked) & bit:
        return bool((lines(state, GERMAN).mask if fed is None else fed) & bit)
    ways = terms.ways.but(marked=terms.ways.marked & ~bit)
    return bool(trace(state.game, terms._replace(ways=ways, shut=terms.shut & ~bit)).mask & bit)
