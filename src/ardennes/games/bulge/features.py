"""What a learning program reads of a position beside what its fields declare: the missions that are planned."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ardennes.engine.features import Track, known
from ardennes.games.bulge.air import MISSIONS
from ardennes.games.bulge.forces import SIDES
from ardennes.games.bulge.state import Position


def tracks() -> Iterator[Track]:
    """The missions of both sides; those of the other side are hidden until they are shown (BU-7.0.secret)."""
    for who in SIDES:
        for number, mission in enumerate(MISSIONS):
            about = f"{mission} missions that the {who} side has assigned and not shown; -1 while they are hidden"
            yield Track(f"{who}-planned-{mission}", about, known(partial(_planned, who, number)))


def _planned(who: str, number: int, view: Position) -> int:
    return view.planned[who][number]
