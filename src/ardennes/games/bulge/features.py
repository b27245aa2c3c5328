"""What a learning program reads of a position beside what its fields declare: the missions that are planned."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.engine.features import Entry, Stored, Track, all_known
from ardennes.games.bulge.air import MISSIONS
from ardennes.games.bulge.forces import SIDES


def tracks() -> Iterator[Track]:
    """The missions of both sides; those of the other side are hidden until they are shown (BU-7.0.secret)."""
    for who in SIDES:
        planned = all_known(Stored("planned", who), len(MISSIONS))
        for number, mission in enumerate(MISSIONS):
            about = f"{mission} missions that the {who} side has assigned and not shown; -1 while they are hidden"
            yield Track(f"{who}-planned-{mission}", about, Entry(planned, number))
