"""Hexes, boards, movement floods and traced paths.

A set of hexes is one integer, laid out so that each of the six directions is one constant shift; whatever a
game asks of its map is a handful of shifts and masks. The rules of a game come in as named layers: the flood
takes the mask, the explanation reads the name. This room knows no game, no unit and no side.
"""

from .board import Board, Box, Earth, Line, Pin, Place, River, Road, Six
from .grid import Grid
from .spec import BoardError, GridSpec

__all__ = ["Board", "BoardError", "Box", "Earth", "Grid", "GridSpec", "Line", "Pin", "Place", "River", "Road", "Six"]
