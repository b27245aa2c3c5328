"""Ardennes: five Battle of the Bulge wargames with every rule enforced.

>>> import ardennes
>>> "ardennes-offensive" in ardennes.games()
True
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from functools import cache
from pathlib import Path

import ardennes.games as _games
from ardennes.engine.errors import ArdennesError
from ardennes.engine.game import Game

__all__ = ["added", "game", "games"]


@cache
def games() -> tuple[str, ...]:
    """The names of the games, sorted.

    A game is a folder of `games/`, or of a folder that `ARDENNES_GAMES` names, whose `game.py` has a `load` function.
    """
    found = [
        module.name.replace("_", "-")
        for module in pkgutil.iter_modules(_games.__path__)
        if module.ispkg and importlib.util.find_spec(f"ardennes.games.{module.name}.game")
    ]
    return tuple(sorted(found))


@cache
def added() -> tuple[Path, ...]:
    """The folders of the games that lie outside the package, by their names."""
    ours, *others = (Path(folder) for folder in _games.__path__)
    names = [name.replace("-", "_") for name in games()]
    found = ((name, next((other / name for other in others if (other / name).is_dir()), None)) for name in names)
    return tuple(folder for name, folder in found if folder is not None and not (ours / name).is_dir())


@cache
def game(name: str) -> Game:
    """The game of that name. Raises ArdennesError if there is none."""
    if name not in games():
        raise ArdennesError(f"There is no game “{name}”; there are {', '.join(games()) or 'none yet'}.")
    module = importlib.import_module(f"ardennes.games.{name.replace('-', '_')}.game")
    loaded: Game = module.load()
    return loaded
