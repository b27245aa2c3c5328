"""Rematches: the games of one table and those that follow it, sides exchanged, and their scores added up by player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ardennes.engine.game import Game
from ardennes.server.store import Played, Seat

HUMAN, SHARED = "human", "*"


def player_of(game: Game, side: str, number: int) -> int:
    """Who of the players, counted by the sides of the first game, has a side in a game of a series."""
    return (game.sides.index(side) + number - 1) % len(game.sides)


def next_side(game: Game, side: str) -> str:
    """The side in the rematch of whoever has a side now; onlookers and a shared screen stay what they are."""
    return game.sides[game.sides.index(side) - 1] if side in game.sides else side


def next_players(game: Game, seats: Sequence[Seat]) -> dict[str, str]:
    """Who plays each side of the rematch; people who sat at screens of their own are given links again."""
    shared = any(seat.side == SHARED for seat in seats)
    found: dict[str, str] = {}
    for seat in seats:
        if seat.side in game.sides:
            link = seat.player == HUMAN and not shared and HUMAN in found.values()
            found[next_side(game, seat.side)] = "link" if link else seat.player
    return found


def described(game: Game, seat: Seat, games: Sequence[Played], number: int) -> dict[str, Any]:
    """The series as a seat of its game of that number is shown it: the seat in the rematch, and the totals."""
    after = next((one for one in games if one.number == number + 1), None)
    following = next_side(game, seat.side)
    token = next((one.token for one in after.seats if one.side == following), None) if after else None
    return {"number": number, "next": token, "totals": _totals(game, seat, games, number)}


def _totals(game: Game, seat: Seat, games: Sequence[Played], number: int) -> list[dict[str, Any]]:
    """What each player has scored, whoever has most first; nothing where no game of the series keeps a score."""
    scored = [(one, one.score) for one in games if one.score]
    if not scored:
        return []
    points: list[list[int]] = [[] for _ in game.sides]
    for one, score in scored:
        points[player_of(game, score["side"], one.number)].append(score["points"])
    totals = [
        {"label": _label(game, seat, scored[0][0], player, number), "points": sum(each), "games": each}
        for player, each in enumerate(points)
    ]
    return sorted(totals, key=lambda total: -int(str(total["points"])))


def _label(game: Game, seat: Seat, known: Played, player: int, number: int) -> str:
    """A player as the seat calls him, who sat at a game that is known."""
    side = game.sides[player]
    sides = {one.side: one.player for one in known.seats if one.side in game.sides}
    machine = next(who for where, who in sides.items() if player_of(game, where, known.number) == player)
    if seat.side in game.sides and player_of(game, seat.side, number) == player:
        return "You"
    if machine != HUMAN:
        return machine.capitalize()
    return "Your opponent" if seat.side in game.sides else f"{side.capitalize()} in game 1"
