"""What machines say of their own play, and who may read it when.

A report belongs to the lines of the journal in which one thought was carried out. It tells plans as well as deeds:
nobody reads it before the last of them is done, and in a game that hides something nobody does before the end.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
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
    reports: Sequence[Report],
    entries: Sequence[Entry],
    ends: Sequence[int],
    *,
    hides: bool,
    over: bool,
    carried: int | None,
) -> list[dict[str, Any]]:
    """The reports that may be read now, each with its first and last line as its reader counts them.

    `ends` says how many entries there are up to the end of each such line, and `carried` how many there were before
    the thought that is being carried out, where one is.
    """
    if hides and not over:
        return []
    found = []
    limits = [*(report.first for report in reports[1:]), len(entries)]
    for report, end in zip(reports, limits, strict=False):
        if carried is None or report.first < carried:
            first, last = bisect_right(ends, report.first) + 1, bisect_left(ends, _last(report, entries[:end])) + 1
            about = {"first": first, "last": max(first, min(last, len(ends))), "side": report.side}
            found.append({**about, "player": report.player, "remarks": list(report.remarks)})
    return found


def _last(report: Report, entries: Sequence[Entry]) -> int:
    """The number of the last entry of a report: up to the next choice of another side; standing orders are none."""
    at = last = report.first
    while at < len(entries) and (entries[at].kind in ("roll", "order") or entries[at].side == report.side):
        at += 1
        if entries[at - 1].kind != "order":
            last = at
    return last
