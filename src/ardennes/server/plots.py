"""Figures by turn, for the end of a game: scores, losses, pieces on the map, how far each side has come."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, hypot, radians

from ardennes.engine.event import Event
from ardennes.engine.screen import Plot, Screen, Series
from ardennes.hexmap import Board
from ardennes.server.history import History

DEGREE = 111.2  # kilometres
Measure = Callable[[Screen, str], float | None]


def plots(history: History, side: str | None) -> list[Plot]:
    """Every figure that the game's screens show, at the end of each turn.

    What the end of a turn itself counts stands in the screen that begins the next: the score is taken there.
    """
    turned = [at for at in range(history.lines) if history.turns[at] != history.turns[at + 1]]
    lines = [*turned, history.lines]

    def shown(at: list[int]) -> list[Screen]:
        return [history.game.screen(history.at(line).state.view(side)) for line in at]

    screens, judged = shown(lines), shown([*(at + 1 for at in turned), history.lines])
    turns = [str(history.turns[line]) for line in lines]
    start = history.game.screen(history.at(0).state.view(side))
    wanted: list[tuple[str, Measure]] = [("Units on the map", _on_map)]
    if isinstance(history.game.board, Board):
        wanted.append(("Distance covered by the middle of each army (km)", _distance(history.game.board, start)))
    found = [Plot(label, turns, _series(screens, measure)) for label, measure in wanted]
    found.insert(0, Plot("Units lost", turns, _losses(history, side, lines, start)))
    return [plot for plot in (*_scores(judged, turns), *found) if plot.series]


def _scores(judged: list[Screen], turns: list[str]) -> list[Plot]:
    """The scores, a plot for each thing that is counted: sides whose points are of one kind are drawn on one scale."""
    counted = {side.id: side.score.label for side in judged[-1].sides if side.score}
    lines = _series(judged, _score)
    return [
        Plot(label[:1].upper() + label[1:], turns, [line for line in lines if counted.get(line.side or "") == label])
        for label in dict.fromkeys(counted.values())
    ]


def _losses(history: History, viewer: str | None, lines: list[int], start: Screen) -> list[Series]:
    """How many pieces each side had lost by the end of each turn, as the log tells the viewer."""
    told = [history.at(line).events_for(viewer) for line in lines]

    def lost(events: list[Event], side: str) -> float:
        return float(sum(event.pieces for event in events if event.kind == "loss" and event.side == side))

    return [Series(side.label, [lost(events, side.id) for events in told], side.id) for side in start.sides]


def _series(screens: list[Screen], measure: Measure) -> list[Series]:
    """A line for each side that has such a figure at all."""
    lines = [Series(side.label, [measure(shown, side.id) for shown in screens], side.id) for side in screens[0].sides]
    return [line for line in lines if any(value is not None for value in line.values)]


def _score(shown: Screen, side: str) -> float | None:
    score = next((one.score for one in shown.sides if one.id == side), None)
    try:
        return float(score.value.replace("−", "-")) if score else None
    except ValueError:
        return None


def _on_map(shown: Screen, side: str) -> float | None:
    return float(sum(piece.count for piece in shown.pieces if piece.side == side and piece.at and _is_hex(piece.at)))


def _is_hex(place: str) -> bool:
    """Boxes are in lower case; hexsides are nobody's place."""
    return place[:1].isdigit() or place[:1].isupper()


def _distance(board: Board, start: Screen) -> Measure:
    """A measure: how far the middle of a side lies from where it was at the start, in kilometres."""
    began = {side.id: _middle(board, start, side.id) for side in start.sides}

    def measure(shown: Screen, side: str) -> float | None:
        then, now = began[side], _middle(board, shown, side)
        return None if then is None or now is None else round(hypot(now[0] - then[0], now[1] - then[1]), 1)

    return measure


def _middle(board: Board, shown: Screen, side: str) -> tuple[float, float] | None:
    """The middle of a side's pieces on the map, in kilometres east and north; None if it has none there."""
    grid, earth = board.grid, board.earth
    points = [grid.centre(grid.index(p.at)) for p in shown.pieces if p.side == side and p.at and p.at in grid]
    if not points:
        return None
    x, y = (sum(point[i] for point in points) / len(points) for i in (0, 1))
    lon, lat = (line[0] + line[1] * x + line[2] * y for line in (earth.lon, earth.lat))
    return lon * DEGREE * cos(radians(lat)), lat * DEGREE
