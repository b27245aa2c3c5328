"""Bring a database to the present schema."""

from __future__ import annotations

import threading
from pathlib import Path

from alembic import command
from alembic.config import Config

_ONE = threading.Lock()  # Alembic knows only one migration at a time in a process


def upgrade(url: str) -> None:
    """Run every migration that a database has not seen yet."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    with _ONE:
        command.upgrade(config, "head")
