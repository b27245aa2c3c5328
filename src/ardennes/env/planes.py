"""The board as planes, for convolutions: a picture with a channel for each column."""

from __future__ import annotations

from typing import Any, TypedDict

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo.utils import BaseWrapper

from ardennes.engine.game import Game
from ardennes.env.encoding import Mask
from ardennes.env.observing import LEAST, MOST, Position, Vector

Planes = NDArray[np.int16]


class Board(TypedDict):
    """The position as planes, and what is in no hex: the tracks."""

    planes: Planes
    tracks: Vector


class Sheet:
    """Where each hex of a game lies in a picture, and what its channels are.

    The first channel is 1 on hexes of the map. Then follows each column of the places. Where pieces have a side, two
    channels say how many each side has in a hex, and two for each other column how much they have of it together.
    Hexes of a line lie beside each other; every other line lies half a hex further on, as on the board.
    """

    def __init__(self, game: Game) -> None:
        grid = game.board.grid
        cells = {cell.name: (cell.line, cell.place2 // 2) for cell in grid.spec.cells()}
        lines = [at[0] for at in cells.values()]
        steps = [at[1] for at in cells.values()]
        corner = min(lines), min(steps)
        self.shape = (max(lines) - corner[0] + 1, max(steps) - corner[1] + 1)
        places = [place for place in game.places() if place in grid]
        self._hexes = np.array([row for row, place in enumerate(game.places()) if place in grid], np.intp)
        at = [(cells[place][0] - corner[0], cells[place][1] - corner[1]) for place in places]
        self._lines = np.array([line for line, _ in at], np.intp)
        self._steps = np.array([step for _, step in at], np.intp)
        self._row = np.full(len(game.places()), -1, np.intp)
        self._row[self._hexes] = np.arange(len(places))
        names = [column.name for column in game.features.pieces]
        self._summed: list[int] = []
        self._sides = range(0)
        if "side" in names and "place" in names:
            self._place, self._side = names.index("place"), names.index("side")
            self._summed = [n for n, name in enumerate(names) if name not in ("place", "side")]
            self._sides = range(len(game.sides))
        self.channels = ("map", *(column.name for column in game.features.places))
        for side in self._sides:
            who = game.sides[side]
            self.channels += (f"{who}: pieces", *(f"{who}: {names[n]}" for n in self._summed))

    def draw(self, position: Position) -> Planes:
        """The planes of a position."""
        places, pieces = position["places"], position["pieces"]
        values = np.zeros((len(self.channels), len(self._hexes)), np.int16)
        values[0] = 1
        values[1 : 1 + places.shape[1]] = places[self._hexes].T
        channel = 1 + places.shape[1]
        for side in self._sides:
            there = np.flatnonzero((pieces[:, self._place] >= 0) & (pieces[:, self._side] == side))
            rows = self._row[pieces[there, self._place]]
            np.add.at(values[channel], rows, 1)
            for n, column in enumerate(self._summed, 1):
                np.add.at(values[channel + n], rows, pieces[there, column])
            channel += 1 + len(self._summed)
        planes: Planes = np.zeros((len(self.channels), *self.shape), np.int16)
        planes[:, self._lines, self._steps] = values
        return planes


class BoardPlanes(BaseWrapper):  # type: ignore[misc]  # PettingZoo ships no types
    """An environment whose observation is planes and tracks in place of tables; the mask stays as it is.

    >>> from ardennes.env import bulge_v1
    >>> env = BoardPlanes(bulge_v1.env())
    >>> env.reset(seed=1)
    >>> observation, *_ = env.last()
    >>> observation["observation"]["planes"].shape == (len(env.sheet.channels), *env.sheet.shape)
    True
    """

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self.sheet = Sheet(env.unwrapped.game)
        shape = (len(self.sheet.channels), *self.sheet.shape)
        self._spaces = {}
        for side in env.possible_agents:
            whole = env.observation_space(side)
            planes = gymnasium.spaces.Box(LEAST, MOST, shape, np.int16)
            seen = gymnasium.spaces.Dict({"planes": planes, "tracks": whole["observation"]["tracks"]})
            self._spaces[side] = gymnasium.spaces.Dict({"observation": seen, "action_mask": whole["action_mask"]})

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Planes and tracks, and the mask."""
        return self._spaces[agent]

    def observe(self, agent: str) -> dict[str, Board | Mask]:
        """What the agent sees, as planes."""
        found = self.env.observe(agent)
        position = found["observation"]
        board: Board = {"planes": self.sheet.draw(position), "tracks": position["tracks"]}
        return {"observation": board, "action_mask": found["action_mask"]}
