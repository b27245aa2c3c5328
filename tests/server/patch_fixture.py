"""What a seat of the proving game is sent in its first moves, for the tests of the client.

`python -m tests.server.patch_fixture` writes it anew, after a change that was meant.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from ardennes.engine.game import Game
from ardennes.engine.record import Record
from ardennes.server.screen_writer import Move, ScreenWriter
from tests import proving

FILE = Path(__file__).parents[1] / "patches" / "proving.jsonl"
MOVES = 14


def messages(game: Game, side: str | None, moves: int = MOVES, seed: int = 5) -> Iterator[bytes]:
    """The first document, each patch, and after each patch the whole document that it leads to."""
    rng, record, writer = random.Random(seed), Record.start(game), ScreenWriter()
    for revision in range(moves):
        record.roll_all(rng)
        if record.state.over:
            return
        had = writer.checksum if revision else None
        told = [Move(e.kind, e.piece, e.at, e.to) for e in record.events[-3:] if e.piece and e.to]
        seat = {"side": side or "", "player": "human", "looks": side or "observer"}
        frame = {"revision": revision, "lines": revision, "seat": seat, "players": {}, "thinking": False}
        writer.take(frame, game.screen(record.state.view(side)), told)
        yield from writer.since(had)
        if revision:
            yield writer.whole()
        record.apply(rng.choice(record.state.decision.options))


if __name__ == "__main__":
    FILE.write_bytes(b"\n".join(messages(proving.load(), "red")) + b"\n")
