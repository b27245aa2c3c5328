"""The proving game in the place of the shipped ones, for a process that has no fixtures."""

from __future__ import annotations

import ardennes
from ardennes.engine.errors import ArdennesError
from ardennes.engine.game import Game
from tests import proving


def list_proving_only() -> None:
    """Let this process know the proving game and no other."""
    game = proving.load()

    def find(name: str) -> Game:
        if name != game.name:
            raise ArdennesError(f"There is no game “{name}”; there are {game.name}.")
        return game

    ardennes.games = lambda: (game.name,)  # type: ignore[assignment]  # what the server asks for its list
    ardennes.game = find  # type: ignore[assignment]
