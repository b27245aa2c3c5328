"""The terrain effects chart of a game, which the client lays over the map."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def chart(game: str) -> dict[str, Any]:
    """What each kind of ground asks and gives, as the game's data tells it; empty where a game tells nothing."""
    path = files("ardennes.games") / game.replace("-", "_") / "data" / "terrain.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
