"""A worker process of its own, to be killed by a test: `python -m tests.server.lone_worker URL SLOTS [SECONDS]`.

It knows the proving game only, and takes so many seconds more for each question, so that it can be caught at it.
"""

from __future__ import annotations

import asyncio
import sys
import time
from functools import partial

from ardennes.processes import Processes
from tests.proving.listing import list_proving_only


def list_slowly(seconds: float) -> None:
    """In a new process: the proving game, whose positions take so many seconds to read."""
    import ardennes

    list_proving_only()
    game = ardennes.game("proving")
    read = game.from_json

    def slowly(*words: object) -> object:
        time.sleep(seconds)
        return read(*words)  # type: ignore[arg-type]  # handed on

    game.from_json = slowly  # type: ignore[method-assign,assignment]


def main(url: str, slots: int, seconds: float) -> None:
    """Think until told to stop."""
    from ardennes.server.worker import work  # here, since every process that this one starts imports this module

    list_proving_only()
    asyncio.run(work(url, Processes(prepare=partial(list_slowly, seconds)), slots=slots))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]) if sys.argv[3:] else 0.0)
