"""A run of games from the first to the last: until the test has its verdict, all are played, or somebody stops it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ardennes.arena.atomic import atomic_write
from ardennes.arena.crew import Crew
from ardennes.arena.ledger import Ledger
from ardennes.arena.match import Match, Played
from ardennes.arena.sprt import Sprt
from ardennes.arena.summary import pair_scores
from ardennes.engine.errors import ArdennesError


@dataclass(slots=True)
class Run:
    """The games that count, in the order of the matches, and what stopped them before the end, in a sentence."""

    played: list[Played] = field(default_factory=list)
    stopped: str = ""
    status: int = 0  # what the command that played them should end with for that

    @property
    def lost(self) -> tuple[Played, ...]:
        """The games that cost everybody their lives who played them."""
        return tuple(game for game in self.played if game.lost)

    @property
    def complete(self) -> bool:
        """Whether nothing is left to be played."""
        return not self.stopped and not self.lost


def run(
    matches: Sequence[Match],
    crew: Crew,
    ledger: Ledger,
    sides: Sequence[str],
    *,
    test: Sprt | None = None,
    done: Callable[[], object] = bool,
) -> Run:
    """Play the matches that the ledger does not hold yet, until all are there or the test has its verdict.

    A game is in the ledger as soon as it is played; then `done` is called. The test sees the pairs in their order, so
    that where it stops does not depend on who finished first. Ctrl-C, a full disk or a crew that gives up end the run,
    and what was played counts.
    """
    found = Run()
    early = dict(ledger.games)  # games whose place in the order has not come yet
    try:
        for game in _in_order(matches, crew, ledger, early, done):
            found.played.append(game)
            if test is not None:
                for pair in pair_scores(found.played[-2:], sides):
                    test.add(pair)
                if test.verdict is not None:
                    return found
    except KeyboardInterrupt:
        found.stopped, found.status = "Stopped before the end.", 130
    except OSError as error:
        found.stopped, found.status = f"Stopped before the end: {error.filename}: {error.strerror}.", 1
    except ArdennesError as error:
        found.stopped, found.status = f"Stopped before the end. {error}", 1
    found.played += [early[match] for match in matches if match in early]
    return found


def _in_order(
    matches: Sequence[Match], crew: Crew, ledger: Ledger, early: dict[Match, Played], done: Callable[[], object]
) -> Iterator[Played]:  # fmt: skip
    """The games in the order of the matches, each written down when it comes. One that is lost may be tried again."""
    results = crew([match for match in matches if match not in early])
    for match in matches:
        while match not in early:
            game = next(results)
            early[game.match] = game
            if not game.lost:
                ledger.add(game)
            done()
        yield early.pop(match)


def journal_path(game: Played, folder: Path) -> Path:
    """Where the journal of a game goes: one that broke off is found by its name."""
    match = game.match
    word = "broken-" if game.error else ""
    return folder / f"{word}{match.game}-{match.scenario}-{match.number:05}.journal"


def keep_journal(game: Played, folder: Path) -> Path:
    """Write the journal of a game down, and return its path."""
    path = journal_path(game, folder)
    with atomic_write(path) as new:
        new.write_text(game.journal, encoding="utf-8")
    return path
