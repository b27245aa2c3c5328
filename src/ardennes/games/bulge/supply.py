"""Supply (BU-14.0): found for a whole side at once, from its edges inwards, at the moment when it matters."""

from __future__ import annotations

from ardennes.engine.touch import touch
from ardennes.games.bulge import bridges
from ardennes.games.bulge.forces import ALLIED, GERMAN
from ardennes.games.bulge.state import Position
from ardennes.games.bulge.terrain import NOWHERE, Ways
from ardennes.games.bulge.zones import closed
from ardennes.hexmap import Layer, Supply, SupplyLine
from ardennes.hexmap import supply as trace

EVERYWHERE = -1
NONE: frozenset[str] = frozenset()


def always_supplied(state: Position, side: int) -> bool:
    """All German units are in supply on the first three Game-Turns (BU-5.0.supply)."""
    return side == GERMAN and state.turn <= state.game.supplied_through


def lines(state: Position, side: int, opened: int = 0, lifted: frozenset[str] = NONE) -> Supply:
    """The supply paths of a side: five points to a road, then along roads to a friendly edge (BU-14.0, BU-R.16).

    A friendly unit in a hex opens it against zones and interdiction; `opened` are hexes treated so besides. Without the
    rules in `lifted`, for explanations.
    """
    ground = state.game.ground
    ours = state.held[side] | opened
    marked = state.marked[1 - side] & ~state.held[side] if "BU-14.0.interdicted" not in lifted else 0
    ways = bridges.ways(state, side)
    cut = ways.bridges if "BU-R.16" not in lifted else NOWHERE
    if marked != ways.marked or cut != ways.bridges:
        ways = Ways(ground, cut, marked)
    ban = [Layer("BU-14.0.interdicted", marked)]
    if "BU-14.0.zone" not in lifted:
        ban.append(Layer("BU-14.0.zone", closed(state, side) & ~ours | state.held[1 - side]))
    return trace(SupplyLine(ways.roads, ways.costs, state.game.points_to_road, ban), sources(state, side))


def cut_by(state: Position, side: int, i: int) -> list[str]:
    """The rules each of which alone cuts a hex off, markers first; the rule of the path itself if none does."""
    rules = ("BU-14.0.interdicted", "BU-R.16", "BU-14.0.zone")
    found = [rule for rule in rules if lines(state, side, lifted=frozenset([rule])).mask >> i & 1]
    for rule in found:
        touch(rule)
    return found or ["BU-14.0"]


def sources(state: Position, side: int) -> int:
    """The road hexes on a side's friendly edges: not those by which a German unit has left (BU-R.32)."""
    found = state.game.ground.sources[side]
    return found & ~state.left if side == ALLIED else found


def judge(state: Position) -> int:
    """The hexes where the phasing side is in supply, found again if something has changed that matters."""
    fed = state.fed
    if fed is None:
        side = state.phasing
        fed = state.fed = EVERYWHERE if always_supplied(state, side) else lines(state, side).mask
        state.hungry = state.units_at(state.held[side] & ~fed) & ~state.resupplied
    return fed


def out_of_supply(state: Position, units: int) -> int:
    """Those of some units of the phasing side that are out of supply now and bear no resupply marker."""
    judge(state)
    return units & state.hungry


def exit_supplied(state: Position, i: int, fed: int | None = None) -> bool:
    """Whether an exit hex is in supply, judged as for a German unit in it (BU-R.26, BU-R.27).

    An Allied zone over it does no harm, an Allied unit or marker in it does. `fed` is the mask of the German `lines`
    where a caller has it: without a zone over the exit it is the answer.
    """
    bit = 1 << i
    if bit & (state.held[ALLIED] | state.marked[ALLIED] & ~state.held[GERMAN]):
        return False
    if fed is not None and (fed | ~closed(state, GERMAN)) & bit:
        return bool(fed & bit)
    return bool(lines(state, GERMAN, opened=bit).mask & bit)
