"""Files that are there whole or not at all: a run that is killed while it writes leaves the older file as it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """A path to write to. What was written there takes its true place at the end, unless something went wrong.

    Raises OSError with the true path if the disk is full.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.new")
    try:
        yield new
        new.replace(path)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from None
    except BaseException:
        new.unlink(missing_ok=True)
        raise
