"""Hexes, boards, movement floods and traced paths.

A set of hexes is one integer, laid out so that each of the six directions is one constant shift; whatever a
game asks of its map is a handful of shifts and masks. The rules of a game come in as named layers: the flood
takes the mask, the explanation reads the name. This package knows no game, no unit and no side.
"""

from .bare import bare_flood, flood_from
from .board import Board, Box, Earth, Line, Pin, Place, River, Road
from .costs import Costs
from .explain import Explainer, blockers, fewest
from .fields import Field, costs_to, distances
from .flood import Move, flood, flood_modes, reach_of
from .grid import Grid, Six
from .layers import Layer, SideLayer, Step, Switch, union
from .paths import Paths, Retreat
from .reach import Level, Reach, Reaches, Stand
from .sixes import exits, sides_all, sides_and, sides_between, sides_minus, sides_named, sides_of, sides_or
from .spec import BoardError, GridSpec
from .trace import Supply, SupplyLine, supply

__all__ = [
    "Board", "BoardError", "Box", "Costs", "Earth", "Explainer", "Field", "Grid", "GridSpec", "Layer", "Level",
    "Line", "Move", "Paths", "Pin", "Place", "Reach", "Reaches", "Retreat", "River", "Road", "SideLayer", "Six",
    "Stand", "Step", "Supply", "SupplyLine", "Switch", "bare_flood", "blockers", "costs_to", "distances", "exits",
    "fewest", "flood", "flood_from", "flood_modes", "reach_of", "sides_all", "sides_and", "sides_between",
    "sides_minus", "sides_named", "sides_of", "sides_or", "supply", "union",
]  # fmt: skip
