"""The report of a simulation: one HTML file that needs nothing else, in light and dark.

Plots are SVG made here; colours and letters stand in style.css. A side is told apart by shape and place as well as by
colour: squares and the left for the one in German style, discs and the right for the other.
"""

from ardennes.arena.report.page import Simulation, page

__all__ = ["Simulation", "page"]
