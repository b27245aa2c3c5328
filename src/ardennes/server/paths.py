"""Where files of the server lie on this machine: never in the installed package."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_cache_path, user_data_path

NAME = "ardennes"
DATABASE = "ardennes.db"


def map_cache() -> Path:
    """The folder of drawn maps. It may be deleted at any time: the maps are then drawn again."""
    return user_cache_path(NAME, appauthor=False) / "maps"


def database_file() -> Path:
    """The SQLite file of somebody who chooses none: in the working directory if it is there, else among his data.

    Its folder is made if need be. Raises OSError where that is not allowed.
    """
    here = Path.cwd() / DATABASE
    if here.is_file():
        return here
    folder = user_data_path(NAME, appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    return folder / DATABASE
