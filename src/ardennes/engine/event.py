"""What happened, for the log: made only when somebody listens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: the rule behind it, a sentence, the piece and the places, and who may read it."""

    kind: str  # as `derive.EVENT_ICONS` lists them, or the game's own; of `loss` the pieces are counted as lost
    rule: str
    text: str
    side: str = ""
    piece: str = ""
    at: str = ""  # from where, or where
    to: str = ""
    seen_by: tuple[str, ...] | None = None
    label: str = ""  # of a battle's result: the label that the odds gave it
    count: int = 0  # how many pieces of a lot it is about; 0 where `piece` names the one, or none is meant

    @property
    def pieces(self) -> int:
        """How many pieces it is about."""
        return self.count or (1 if self.piece else 0)


Listener = Callable[[Event], None]
