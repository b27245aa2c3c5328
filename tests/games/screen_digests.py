"""What every seat is shown along the golden journals, as a digest for each part of the screen.

`python -m tests.games.screen_digests` writes the digests anew, after a change that was meant to be seen.
`python -m tests.games.screen_digests FOLDER` writes the screens themselves there, to compare two versions of the code.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ardennes
from ardennes.engine import Journal, Record

GOLDEN = Path(__file__).parents[1] / "golden"
DIGESTS = GOLDEN / "screens.json"
MOMENTS = 20  # of each journal, evenly spread

Digests = dict[str, str]  # a field of the screen → the digest of all that it held


def journals() -> list[str]:
    """The golden journals: `bulge/german-victory-on-the-last-turn`."""
    return sorted(str(path.relative_to(GOLDEN).with_suffix("")) for path in GOLDEN.glob("*/*.journal"))


def screens(name: str) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """The screens of a journal: the number of the entry before, who looks, and the document."""
    game = ardennes.game(name.partition("/")[0])
    journal = Journal.parse((GOLDEN / f"{name}.journal").read_text(encoding="utf-8"), {game.name: game.sides})
    record, entries = Record.replay(game, journal, entries=0), journal.entries
    step = max(1, len(entries) // MOMENTS)
    for at in range(len(entries) + 1):
        if at % step == 0 or at == len(entries):
            for side in (*game.sides, None):
                yield at, side or "observer", game.screen(record.state.view(side)).to_json()
        if at < len(entries):
            record._repeat(entries[at])


def digests(name: str) -> Digests:
    """A digest of each field over all screens of a journal."""
    found: dict[str, Any] = {}
    for at, side, document in screens(name):
        for field, value in document.items():
            text = f"{at} {side} {json.dumps(value, ensure_ascii=False)}\n"
            found.setdefault(field, hashlib.blake2b(digest_size=6)).update(text.encode())
    return {field: digest.hexdigest() for field, digest in sorted(found.items())}


def write_screens(folder: Path) -> None:
    """Every screen as a file of its own."""
    for name in journals():
        for at, side, document in screens(name):
            path = folder / name / f"{at:04}-{side}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(document, ensure_ascii=False, indent=1), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        write_screens(Path(sys.argv[1]))
    else:
        made = {name: digests(name) for name in journals()}
        DIGESTS.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
