"""Which edition of the rules and players this is. Games of two editions need not be alike, and are never mixed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable

import ardennes

DECIDING = (
    "__init__.py", "ai", "counters", "engine", "games", "hexmap", "playbooks",
    "arena/ground.py", "arena/match.py", "arena/playing.py", "arena/seats.py", "arena/tasted.py",
)  # fmt: skip
KINDS = (".py", ".toml", ".csv")


@cache
def edition() -> str:
    """The version of Ardennes, and a mark of every file that decides how a game goes, as this process found it."""
    mark = sha256()
    for path in DECIDING:
        _read(files("ardennes").joinpath(path), mark.update)
    for folder in ardennes.added():
        _read(folder, mark.update)
    return f"{version('ardennes')}+{mark.hexdigest()[:10]}"


def _read(place: Traversable, take: Callable[[bytes], None]) -> None:
    """Every file that counts in a folder and those below it, by name."""
    if place.is_dir():
        for inner in sorted(place.iterdir(), key=lambda one: one.name):
            _read(inner, take)
    elif place.name.endswith(KINDS):
        take(place.name.encode() + place.read_bytes())
