"""What machines say of their own play, and who may read it when.

A report belongs to the lines of the journal in which one thought was carried out. It tells plans as well as deeds:
nobody reads it before the last of them is done, and in a game that hides something nobody does before the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ardennes.engine.journal import Entry


@dataclass(frozen=True, slots=True)
class Report:
    """The remarks of one thought, and the number of lines that stood before it was carried out."""

    first: int
    side: str
    player: str
    remarks: tuple[dict[str, Any], ...]


def readable(
    reports: Sequence[Report], entries: Sequence[Entry], *, hides: bool, over: bool, carried: int | None
) -> list[dict[str, Any]]:
    """The reports that may be read now, each with its first and last line as the list of moments counts them.

    `carried` is the number of lines before the thought that is being carried out, where one is.
    """
    if hides and not over:
        return []
    found = []
    ends = [report.first for report in reports[1:]] + [len(entries)]
    for report, end in zip(reports, ends, strict=True):
        if carried is None or report.first < carried:
            last = _last(report, entries[:end])
            about = {"first": report.first + 1, "last": last, "side": report.side, "player": report.player}
            found.append({**about, "remarks": list(report.remarks)})
    return found


def _last(report: Report, entries: Sequence[Entry]) -> int:
    """The last line of a report: up to the next choice of another side."""
    at = report.first
    while at < len(entries) and (entries[at].kind == "roll" or entries[at].side == report.side):
        at += 1
    return at
