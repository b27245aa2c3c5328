"""Games shortly before their end, as journals: the positions of golden ones, or a turn earlier, nothing decided yet."""

from __future__ import annotations

import re
from pathlib import Path

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
ENDINGS = {
    "ardennes-offensive": "german-victory-by-ratio",
    "axis-allies": "allies-hold-out-to-the-end",
    "bulge": "german-victory-on-the-last-turn",
}


def last_turn(game: str) -> str:
    """A journal of a position: the last turn begins."""
    text = (GOLDEN / game / f"{ENDINGS[game]}.journal").read_text("utf-8")
    return text[: text.index("\n\n") + 2]


def two_turns_before_the_end(game: str) -> str:
    """A journal of a position: the last turn but one begins."""
    head = last_turn(game)
    return re.sub(r"^\| turn = (\d+)$", lambda found: f"| turn = {int(found[1]) - 1}", head, flags=re.MULTILINE)
