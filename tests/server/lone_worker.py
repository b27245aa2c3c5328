"""A worker process of its own, to be killed by a test: `python -m tests.server.lone_worker URL SLOTS [--slow]`.

It knows the proving game only; a slow one ponders each question for a while first, so that it can be caught at it.
"""

from __future__ import annotations

import asyncio
import sys
import time

from ardennes.processes import Processes
from tests.proving.listing import list_proving_only


def list_slowly() -> None:
    """In a new process: the proving game, whose positions take two seconds to read."""
    import ardennes

    list_proving_only()
    game = ardennes.game("proving")
    read = game.from_json

    def slowly(*words: object) -> object:
        time.sleep(2)
        return read(*words)  # type: ignore[arg-type]  # handed on

    game.from_json = slowly  # type: ignore[method-assign,assignment]


def main(url: str, slots: int, slow: bool) -> None:
    """Think until told to stop."""
    from ardennes.server.worker import work  # here, since every process that this one starts imports this module

    list_proving_only()
    print("here", flush=True)
    asyncio.run(work(url, Processes(prepare=list_slowly if slow else list_proving_only), slots=slots))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), "--slow" in sys.argv)
