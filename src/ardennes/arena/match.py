"""What is played, and what came of it: both plain data that travel to other processes and machines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ardennes.engine.queries import Standing


@dataclass(frozen=True, slots=True)
class Match:
    """One game to be played. The same match gives the same result wherever and whenever it is played."""

    game: str
    scenario: str
    players: tuple[str, ...]  # by side, in the order of the game's sides
    seed: str  # of the dice and, by side, of the players; both games of a pair have the same
    number: int  # of the game, from 0
    pair: int  # of the pair, from 0
    first: int = 0  # the side at which the first of the two players sits
    options: tuple[tuple[str, str], ...] = ()
    nodes: int | None = None  # positions that a player may look at in an answer; None: what it needs
    share: float = 1.0  # of what it needs
    ground: bool = False  # whether it is kept whose ground each hex is at the end of each turn


@dataclass(frozen=True, slots=True)
class Force:
    """A side at the end of a turn."""

    side: str
    lost: int  # pieces, since the game began
    units: int  # on the map
    strength: float  # of attack, on the map


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """A game at the end of a turn. What a victory condition needs is what it needed in that turn."""

    turn: int
    day: str  # year-month-day; "" where the game names none
    standing: tuple[Standing, ...]
    forces: tuple[Force, ...]
    ground: int | None = None  # the hexes that are the first side's, as a mask of the board's grid


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played, or broke off (`error`). Two are equal if the same was played; clocks do not count."""

    match: Match
    winner: str | None
    level: str
    rule: str
    turn: int
    decisions: int  # actions that the players gave
    turns: tuple[TurnEnd, ...]
    journal: str
    error: str = ""
    seconds: float = field(default=0.0, compare=False)
    thinking: tuple[tuple[float, ...], ...] = field(default=(), compare=False)  # by side: seconds of each turn

    @staticmethod
    def lost_to(match: Match, why: str) -> Played:
        """A match that could not be played to any end, because whoever played it died of it."""
        return Played(match, None, "", "", 0, 0, (), "", why)

    @property
    def lost(self) -> bool:
        """Whether there is not even a journal of it; it might yet be played elsewhere."""
        return bool(self.error) and not self.journal

    def points(self, side: str) -> float:
        """What a side has of the game: 1 for a victory, a half for a draw."""
        return 0.5 if self.winner is None else float(self.winner == side)


def paired(
    game: str,
    sides: tuple[str, ...],
    scenario: str,
    players: tuple[str, str],
    pairs: int,
    *,
    seed: int | str = 0,
    options: tuple[tuple[str, str], ...] = (),
    nodes: int | None = None,
    share: float = 1.0,
) -> Iterator[Match]:
    """Games in pairs: the same dice, sides changed. The first player begins at the first side."""
    assert len(sides) == 2
    one, other = players
    for pair in range(pairs):
        for first, seats in enumerate(((one, other), (other, one))):
            yield Match(
                game, scenario, seats, f"{seed}/{pair}", 2 * pair + first, pair, first, options, nodes, share
            )  # fmt: skip


def repeated(
    game: str,
    scenario: str,
    players: tuple[str, ...],
    games: int,
    *,
    seed: int | str = 0,
    options: tuple[tuple[str, str], ...] = (),
    nodes: int | None = None,
    share: float = 1.0,
) -> Iterator[Match]:
    """The same players at the same sides, each game with dice of its own."""
    for number in range(games):
        yield Match(
            game, scenario, players, f"{seed}/{number}", number, number, 0, options, nodes, share, ground=True
        )  # fmt: skip
