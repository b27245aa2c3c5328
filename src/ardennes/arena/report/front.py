"""The section about the front: the map with a choice of days, and how much ground was held."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from statistics import mean

from ardennes.arena.figures import Figures, Spread
from ardennes.arena.fronts import known_days, true_ground
from ardennes.arena.report import charts
from ardennes.arena.report.charts import Curve, Mark, figure
from ardennes.arena.report.maps import Day, Map, agreement, day_of
from ardennes.arena.report.parts import NOTHING, day_in_words, spread, table
from ardennes.engine.screen import Side
from ardennes.hexmap import Board

LEGEND = """<ul class="legend"><li><svg viewBox="0 0 44 12"><path d="M2 6H42" class="mean halo"/><path d="M2 6H42"
class="mean front"/></svg>average front: held by each side half the time</li><li><svg viewBox="0 0 44 12"><path
d="M2 6H42" class="true halo"/><path d="M2 6H42" class="true front"/></svg>historical front</li><li><span
class="swatch"></span>{side} ground; darker means in more games</li></ul>"""


UNKNOWN = ' class="unknown" title="The historical front for this day is not known"'


class Front:
    """The front of one scenario, as seen from the side in German style."""

    def __init__(self, key: str, figures: Figures, side: Side, drawn: Map) -> None:
        self.key = key  # of the names of buttons; another for each scenario of a page
        self.figures = figures
        self.side = side
        self.map = drawn
        self.board: Board = drawn.board
        self.days = self._days()
        self.truth = self._truth()

    def _days(self) -> list[Day]:
        mine = self.figures.sides[0] == self.side.id
        named = self.figures.days()
        return [
            day_of(turn, named.get(turn, ""), masks if mine else [self.board.grid.all & ~mask for mask in masks])
            for turn, masks in self.figures.grounds().items()
        ]

    def _truth(self) -> Mapping[int, float]:
        """How many hexes the side held in history, by turn."""
        found = {day.turn: true_ground(self.board, day.history) for day in self.days if day.compared}
        return {turn: float(mask.bit_count()) for turn, mask in found.items() if mask is not None}

    def html(self) -> str:
        """The whole section; nothing where no ground was kept."""
        if not self.days:
            return ""
        names = {day.turn: f"{self.key}-{day.turn}" for day in self.days}
        first = self._first()
        picks = "".join(
            f'<input type="radio" name="{self.key}" id="{name}"{" checked" if turn == first.turn else ""}>'
            f'<label for="{name}"{"" if day.history else UNKNOWN}>{_short(day)}</label>'
            for day, (turn, name) in zip(self.days, names.items(), strict=True)
        )
        rules = "".join(
            f"#{name}:checked~.stage .{name},#{name}:checked~.about .{name}{{display:block}}" for name in names.values()
        )
        about = "".join(f'<p class="day {names[day.turn]}">{self._about(day)}</p>' for day in self.days)
        stage = self.map.stage([self.map.overlay(day, names[day.turn]) for day in self.days])
        return (
            f'<section><h3>The front</h3><style>{rules}</style><div class="days"><span class="pick">'
            f'{"Day" if first.day else "Turn"}</span>{picks}<div class="about">{about}</div>{stage}</div>'
            f"{LEGEND.format(side=escape(self.side.label))}"
            f'<div class="two">{self._plot()}{self._table()}</div></section>'
        )

    def _first(self) -> Day:
        """The day that is shown at first: the last one with a true front that at least half of the games reached."""
        reached = [day for day in self.days if 2 * len(day.masks) >= len(self.figures.games)] or self.days[:1]
        return next((day for day in reversed(reached) if day.history), reached[-1])

    def _about(self, day: Day) -> str:
        when = f"End of turn {day.turn}" + (f", {day_in_words(day.day)}" if day.day else "")
        reached = f"{len(day.masks)} of {len(self.figures.games)} games reached it"
        if not day.history:
            return f"<b>{when}</b>: {reached}. The historical front for this day is not known."
        if not day.day:
            return (
                f"<b>{when}</b>: {reached}. The game gives no dates; the historical front is {_evening(day.history)}."
            )
        return f"<b>{when}</b>: {reached}. The historical front is {_evening(day.history)}. {self._in_words(day)}"

    def _in_words(self, day: Day) -> str:
        """How much ground the side held, here and in history, and how much of the map was whose it was then."""
        same = agreement(self.board, day)
        if same is None:
            return ""
        held = figure(round(mean(day.sizes)))
        return (
            f"{escape(self.side.label)} ground averaged {held} hexes, against {figure(self.truth[day.turn])} in "
            f"history; in most games {100 * same:.0f} % of the map was in the same hands as in history."
        )

    def _spreads(self) -> list[Spread]:
        return [Spread.of(day.turn, day.sizes) for day in self.days]

    def _plot(self) -> str:
        title = f"{self.side.label} ground, in {figure(self.board.grid.spec.km)} km hexes"
        marks: Sequence[Mark] = [Mark("history", list(self.truth.items()), "true")] if self.truth else []
        curve = Curve("mean", self.side.style, self._spreads())
        plot = charts.curves(title, [curve], marks, self.figures.days(), "hexes")
        return f"<figure><figcaption>{escape(title)}</figcaption>{plot}</figure>"

    def _table(self) -> str:
        """Ground by turn; beside history where the game names days."""
        head = ["Turn", "Games", f"{escape(self.side.label)} hexes"]
        rows = [
            [str(day.turn), str(len(day.masks)), spread(one)]
            for day, one in zip(self.days, self._spreads(), strict=True)
        ]  # fmt: skip
        if self.truth:
            head += ["Day", "In history", "Map as in history"]
            rows = [[*row, *self._beside(day)] for row, day in zip(rows, self.days, strict=True)]
        return f"<div>{table(head, rows, words=0)}</div>"

    def _beside(self, day: Day) -> list[str]:
        """The day, the hexes that the side held in history, and the share of hexes that were whose they were then."""
        same = agreement(self.board, day)
        held = figure(self.truth[day.turn]) if day.turn in self.truth else NOTHING
        return [day_in_words(day.day), held, NOTHING if same is None else f"{100 * same:.0f} %"]


def _short(day: Day) -> str:
    """The day with its turn, or the turn alone."""
    return f"{int(day.day[-2:])}<small>turn {day.turn}</small>" if day.day else str(day.turn)


def _evening(day: str) -> str:
    """When a true front was drawn: in the evening, but for the one from which the attack began."""
    return f"that of {day_in_words(day)} ({'before the attack' if day == known_days()[0] else 'in the evening'})"
