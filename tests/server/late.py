"""A process that starts another, which takes its time to be born: `python -m tests.server.late FOLDER METHOD`."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any, cast

from ardennes.processes import Method, Processes


class Delay:
    """Unpacked by the new process before anything else: says that it is born, and waits until its parent is dead."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[Any, ...]:
        return _be_born, (self.folder,)

    def __call__(self) -> None:
        """Nothing more to prepare."""


def _be_born(folder: Path) -> Delay:
    fresh = folder / "pid"
    fresh.write_text(str(os.getpid()))
    fresh.rename(folder / "born")
    while not (folder / "dead").exists():
        time.sleep(0.02)
    return Delay(folder)


if __name__ == "__main__":
    place = Path(sys.argv[1])
    Processes(cast(Method, sys.argv[2]), Delay(place)).pool(1).submit(time.sleep, 600).result()
