"""What a tournament says: the score of the first player, by side, with levels of victory and times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import mean, median

from ardennes.arena.match import Played
from ardennes.arena.score import Score, score_of


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a player thought in a player turn, in seconds of one core."""

    median: float
    worst: float
    turns: int


@dataclass(frozen=True, slots=True)
class Tournament:
    """Paired games between two players, as seen from the first."""

    players: tuple[str, str]
    games: int
    score: Score | None  # None as long as no pair is whole
    pairs: tuple[float, ...]  # the mean score of each whole pair
    won: int
    drawn: int
    lost: int
    by_side: dict[str, tuple[float, int]]  # points of the first player at each side, and his games there
    levels: Counter[tuple[str, str]]  # games by winner ("" for a draw) and level
    turns: float  # the mean length of a game
    clocks: tuple[Clock, Clock]
    broken: tuple[Played, ...]  # games that broke off; they count for nobody


def summed(played: Sequence[Played], sides: Sequence[str]) -> Tournament:
    """The result of some games. A pair counts only if both of its games came to their end."""
    whole = [game for game in played if not game.error]
    seats = _seats(played)
    points = [game.points(sides[game.match.first]) for game in whole]
    pairs = tuple(pair_scores(whole, sides))
    return Tournament(
        players=seats,
        games=len(whole),
        score=score_of(pairs) if pairs else None,
        pairs=pairs,
        won=points.count(1.0),
        drawn=points.count(0.5),
        lost=points.count(0.0),
        by_side={side: _at(whole, at, side) for at, side in enumerate(sides)},
        levels=Counter((game.winner or "", game.level) for game in whole),
        turns=mean(game.turn for game in whole) if whole else 0.0,
        clocks=(_clock(whole, 0), _clock(whole, 1)),
        broken=tuple(game for game in played if game.error),
    )


def _seats(played: Sequence[Played]) -> tuple[str, str]:
    """The names of the two players, the first one first."""
    if not played:
        return "", ""
    match = played[0].match
    return match.players[match.first], match.players[1 - match.first]


def pair_scores(played: Iterable[Played], sides: Sequence[str]) -> list[float]:
    """The mean score of the first player in every pair of which both games are there, in the order of the pairs."""
    halves: dict[int, list[float]] = {}
    for game in played:
        if not game.error:
            halves.setdefault(game.match.pair, []).append(game.points(sides[game.match.first]))
    return [sum(both) / 2 for _, both in sorted(halves.items()) if len(both) == 2]


def _at(played: Sequence[Played], at: int, side: str) -> tuple[float, int]:
    """The points and the games of the first player at one side."""
    points = [game.points(side) for game in played if game.match.first == at]
    return sum(points), len(points)


def _clock(played: Sequence[Played], player: int) -> Clock:
    """The times of the first (0) or the second (1) player."""
    spent = [t for game in played for t in game.thinking[game.match.first ^ player]]
    return Clock(median(spent), max(spent), len(spent)) if spent else Clock(0.0, 0.0, 0)
