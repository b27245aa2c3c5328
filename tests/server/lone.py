"""A server process of its own with the proving game: `python -m tests.server.lone URL PORT`, to be killed by a test."""

from __future__ import annotations

import sys

import uvicorn

import ardennes
from ardennes.engine.errors import ArdennesError
from ardennes.engine.game import Game
from ardennes.server.app import create_app
from tests import proving


def list_proving_only() -> None:
    """Put the proving game in the place of the shipped ones."""
    game = proving.load()

    def find(name: str) -> Game:
        if name != game.name:
            raise ArdennesError(f"There is no game “{name}”.")
        return game

    ardennes.games = lambda: (game.name,)  # type: ignore[assignment]  # what the server asks for its list
    ardennes.game = find  # type: ignore[assignment]


if __name__ == "__main__":
    list_proving_only()
    uvicorn.run(create_app(sys.argv[1]), host="127.0.0.1", port=int(sys.argv[2]), log_level="error")
