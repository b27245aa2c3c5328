"""What a person types at the terminal who plays some turns in earnest and then passes wherever that is allowed."""

from __future__ import annotations

import random

from ardennes.engine.record import Record


def typed(record: Record, dice: random.Random, mind: random.Random, *, earnest: int) -> list[str]:
    """Play the record to its end; the lines that were typed. After so many turns in earnest every phase is passed."""
    lines = []
    while not record.state.over:
        if record.state.chance is not None:
            record.roll(record.state.chance.sample(dice))
            continue
        options = list(record.state.decision.options)
        passing = [action for action in options if action.verb == "done" and record.state.turn > earnest]
        action = (passing or [mind.choice(options)])[0]
        lines.append(str(action))
        record.apply(action)
    return lines
