"""A run of games from the first to the last: until the test has its verdict, all are played, or somebody stops it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ardennes.arena.match import Played
from ardennes.arena.sprt import Sprt
from ardennes.arena.summary import pair_scores


@dataclass(slots=True)
class Run:
    """The games that count, in the order of their numbers, and whether somebody stopped them."""

    played: list[Played] = field(default_factory=list)
    stopped: bool = False


def run(
    results: Iterable[Played],
    sides: Sequence[str],
    *,
    test: Sprt | None = None,
    each: Callable[[Played], object] | None = None,
) -> Run:
    """Take results as they come until the test has its verdict. Ctrl-C ends the run and keeps what is there.

    The test sees the pairs in their order, so that where it stops does not depend on who finished first.
    """
    found = Run()
    try:
        for game in results:
            found.played.append(game)
            if each is not None:
                each(game)
            if test is not None:
                for pair in pair_scores(found.played[-2:], sides):
                    test.add(pair)
                if test.verdict is not None:
                    break
    except KeyboardInterrupt:
        found.stopped = True
    return found


def journal_path(game: Played, folder: Path) -> Path:
    """Where the journal of a game goes: one that broke off is found by its name."""
    match = game.match
    word = "broken-" if game.error else ""
    return folder / f"{word}{match.game}-{match.scenario}-{match.number:05}.journal"


def keep_journal(game: Played, folder: Path) -> Path:
    """Write the journal of a game down, and return its path."""
    path = journal_path(game, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(game.journal, encoding="utf-8")
    return path
