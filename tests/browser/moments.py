"""Moments of a game that a test needs, as journals: played up to them by whoever does as little as he may."""

from __future__ import annotations

import random

import ardennes
from ardennes.engine.record import Record

LITTLE = ("pass", "done")


def moment(game: str, step: str, *first: str) -> str:
    """A journal up to a step; the actions that are to be `first` are taken in their order, as soon as each may be."""
    record, rng, wanted = Record.start(ardennes.game(game)), random.Random(1944), list(first)
    while True:
        record.roll_all(rng)
        asked = record.state.decision
        offered = [str(option) for option in asked.options]
        if not wanted and asked.step == step:
            return str(record.journal)
        if wanted and wanted[0] in offered:
            record.apply(wanted.pop(0))
        else:
            record.apply(next((word for word in LITTLE if word in offered), offered[0]))
