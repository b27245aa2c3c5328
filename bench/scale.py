"""What one game costs, for the arithmetic of docs/scale.md: `python -m bench.scale`.

For every game, from its longest golden journal: lines, bytes as stored and packed, what a question to a worker weighs,
processor time of a thought of Recruit at positions along the journal, and memory of a table that is replayed whole.
"""

from __future__ import annotations

import datetime as dt
import json
import random
import statistics
import time
import tracemalloc

from rich.console import Console
from rich.table import Table

import ardennes
from ardennes.ai import player
from ardennes.engine import Journal, Record
from ardennes.server.packing import pack
from ardennes.server.questions import packed
from bench.workload import GOLDEN

THOUGHTS = 6  # in a game, evenly spread


def row(name: str) -> list[str]:
    """The figures of a game."""
    game, machine = ardennes.game(name), player("recruit")
    path = max((GOLDEN / name).glob("*.journal"), key=lambda one: one.stat().st_size)
    journal = Journal.parse(path.read_text(encoding="utf-8"), {name: game.sides})
    lines = [str(entry) for entry in journal.entries]
    now = dt.datetime.now(dt.UTC)
    Record.replay(game, journal, entries=10)  # what is loaded when first needed is there
    tracemalloc.start()
    record = Record.replay(game, journal)
    memory = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    thoughts, views = [], []
    for at in range(0, len(lines), max(1, len(lines) // THOUGHTS)):
        state = Record.replay(game, journal, entries=at).state
        if state.over or state.chance is not None:
            continue
        view = state.view(state.decision.side)
        views.append(len(packed(json.dumps(view.to_json()))))
        start = time.process_time()
        machine.think(view, random.Random(at), machine.budget)
        thoughts.append(time.process_time() - start)
    stored, small = sum(map(len, lines)), len(pack([(line, now) for line in lines]))
    weights = [f"{size / 1000:.1f}" for size in (stored, small, statistics.mean(views))]
    times = [f"{1000 * seconds:.0f}" for seconds in (statistics.mean(thoughts), max(thoughts))]
    return [name, str(len(record.journal.entries)), *weights, *times, f"{memory / 1e6:.2f}"]


if __name__ == "__main__":
    table = Table("game", "lines", "kB", "kB packed", "kB a question", "ms a thought", "worst", "MB a table")
    for each in ardennes.games():
        table.add_row(*row(each))
    Console(width=120).print(table)
