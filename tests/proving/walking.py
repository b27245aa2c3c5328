"""What a step costs, where a unit gets, and where it may end (PG-5 and PG-6)."""

from __future__ import annotations

from ardennes.hexmap import Board, sides_minus, sides_named
from ardennes.hexmap.costs import Costs
from ardennes.hexmap.flood import Move, flood_modes
from ardennes.hexmap.grid import Six
from ardennes.hexmap.layers import Layer, Switch
from ardennes.hexmap.reach import Reaches
from tests.proving.frames import Way
from tests.proving.state import EXIT, LIMIT, Ground, Unit

MODES = ("foot", "road")


def bridges(board: Board) -> list[str]:
    """The hexsides with a bridge."""
    return [side for side, features in board.hexsides.items() if "bridge" in features]


def costs_on_foot(state: Ground, zone: int) -> Costs:
    """Terrain, the river where no bridge stands, enemy zones."""
    board, table = state.game.board, state.game.tables["movement"]
    costs = state.game.foot.get(state.blown)
    if costs is None:
        terrain = {name: table[name] for name in board.terrains}
        costs = Costs.of(board, terrain).add_across(river(state), table["river"], "PG-5.7")
        state.game.foot[state.blown] = costs
    return costs.add(zone, table["zone"], "PG-5.4")


def costs_on_roads(state: Ground) -> Costs:
    """Roads and trails, not over a blown bridge."""
    board, step = state.game.board, state.game.tables["movement"]["road"]
    costs = Costs(board.grid).along(board.links("road"), step).along(board.links("trail"), step)
    return costs.close_across(sides_named(board.grid, state.blown), "PG-5.8")


def river(state: Ground) -> Six:
    """The river where no bridge stands."""
    board = state.game.board
    standing = sides_named(board.grid, (side for side in bridges(board) if side not in state.blown))
    return sides_minus(board.sides("river"), standing)


def moves(state: Ground, side: str, *, careful: bool) -> tuple[Move, Move]:
    """The rules on foot and in road mode. A careful unit avoids whatever could be waiting for it."""
    enemy = state.enemy(side)
    zone = state.zone(enemy)
    held = Layer("PG-5.3", state.occupied(enemy))
    avoided = (Layer("PG-5.4", zone),) if careful else ()
    foot = Move(costs_on_foot(state, zone), ban=(held, *avoided))
    road = Move(costs_on_roads(state), ban=(held, Layer("PG-5.6", zone)))
    return foot, road


def folding(state: Ground, side: str) -> tuple[Switch, Switch]:
    """Where a unit may change its mode."""
    board, price = state.game.board, state.game.tables["movement"]["mode"]
    zone = state.zone(state.enemy(side))
    return Switch("PG-5.5", 0, 1, state.game.roads & ~zone, price), Switch("PG-5.5", 1, 0, board.grid.all, price)


def flooded(state: Ground, way: Way, *, careful: bool = False) -> Reaches:
    """Where a unit under way still gets; one in a box has its entry hexes before it."""
    grid = state.game.board.grid
    side = state.unit(way.piece).side
    here = state.at[way.piece]
    if here in grid:
        starts = [(MODES.index(way.mode), grid.bit(here), 0)]
    else:
        starts = [(0, grid.bit(h), price) for h, price in entries(state, way).items()]
        if careful:
            starts = [start for start in starts if not start[1] & state.zone(state.enemy(side))]
    return flood_modes(moves(state, side, careful=careful), starts, way.left, folding(state, side))


def entries(state: Ground, way: Way) -> dict[str, int]:
    """The hexes where a unit may enter from its box, and what that costs."""
    unit = state.unit(way.piece)
    box = state.game.board.boxes.get(state.at[way.piece])
    price = state.game.tables["movement"]["entry"] * (state.entered + 1)
    if box is None or box.id == EXIT or unit.enters > state.turn or price > way.left:
        return {}
    enemy = state.occupied(state.enemy(unit.side))
    return {h: price for h in box.neighbours if not state.game.board.grid.bit(h) & enemy}


def allowance(state: Ground, unit: Unit, must: str = "") -> Way:
    """A unit at the start of its move."""
    return Way("motion", unit.name, 2 * unit.move, must=must)


# ---- where a move may end ----


def with_room(state: Ground, unit: Unit) -> int:
    """The hexes that hold fewer than two other units of its side."""
    grid = state.game.board.grid
    count: dict[str, int] = {}
    for other in state.on_board(unit.side):
        if other is not unit:
            count[state.at[other.name]] = count.get(state.at[other.name], 0) + 1
    return grid.all & ~grid.mask(h for h, n in count.items() if n >= LIMIT)


def ends(state: Ground, way: Way, among: int) -> int:
    """The hexes among these where the unit may end its move."""
    unit = state.unit(way.piece)
    room = with_room(state, unit)
    found = among & room
    if "room" not in way.must:
        grid = state.game.board.grid
        found |= grid.mask(h for h in grid.bits(among & ~room) if relievers(state, unit, grid.name(h)))
    if "withdraw" in way.must:
        found &= ~state.zone(state.enemy(unit.side))
    return found


def relievers(state: Ground, comer: Unit | None, place: str) -> list[Unit]:
    """The units that have not moved and can leave a full hex for one with room, once the newcomer is there."""
    side = comer.side if comer else ""
    stack = [unit for s in state.game.sides for unit in state.stack(s, place) if unit is not comer and side in ("", s)]
    if comer is not None and len(stack) > LIMIT:
        return []
    then = state if comer is None else state.suppose({comer.name: place})
    return [unit for unit in stack if not then.moved[unit.number] and homes(then, unit)]


def homes(state: Ground, unit: Unit, must: str = "room") -> int:
    """The hexes with room that a unit could move to, out of enemy zones if it must withdraw."""
    way = allowance(state, unit, must)
    here = state.game.board.grid.bit(state.at[unit.name])
    return ends(state, way, flooded(state, way).mask & ~here)


def exit_price(state: Ground, way: Way) -> int | None:
    """What it costs the unit to leave the board from where it is, if it may."""
    price = int(state.game.tables["movement"]["exit"])
    box = state.game.board.boxes[EXIT]
    if state.unit(way.piece).side != "red" or state.at[way.piece] not in box.neighbours or price > way.left:
        return None
    return price


def can_finish(state: Ground, way: Way) -> bool:
    """Whether the unit can still end its move somewhere, here included."""
    here = state.at[way.piece]
    grid = state.game.board.grid
    if here in grid and ends(state, way, grid.bit(here)):
        return True
    reach = flooded(state, way)
    return bool(ends(state, way, reach.mask)) or bool(leaving(state, way, reach))


def leaving(state: Ground, way: Way, reach: Reaches) -> int:
    """The hexes of a reach from which the unit could still leave the board."""
    price = state.game.tables["movement"]["exit"]
    if state.unit(way.piece).side != "red" or way.left < price:
        return 0
    found = 0
    for mode in reach.modes:
        found |= mode.within(way.left - price)
    return found & state.game.board.boxes[EXIT].hexes
