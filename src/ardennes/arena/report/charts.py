"""Plots as SVG: figures over the turns with their spread, and games by the turn in which they ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from math import ceil, floor, log10
from xml.sax.saxutils import escape

from ardennes.arena.figures import Spread
from ardennes.draw.svg import group, number, tag

WIDE, HIGH = 540.0, 280.0
FEW = 0.25  # of the games: where fewer reached a turn, a line is thin
LEFT, RIGHT, TOP, FOOT = 44.0, 82.0, 24.0, 60.0
COUNTED = ("games", "pieces", "hexes")  # units of which there are only whole ones
GAP = 15.0  # between two labels at the end of lines


@dataclass(frozen=True, slots=True)
class Curve:
    """A figure over the turns: its label, its style (german, allied or plain) and its spread in each turn."""

    label: str
    style: str
    spreads: Sequence[Spread]


@dataclass(frozen=True, slots=True)
class Mark:
    """A thin line over some turns that is no result: what was needed, what is known of history."""

    label: str
    points: Sequence[tuple[int, float]]
    style: str = "needed"


@dataclass(slots=True)
class Axes:
    """Turns from left to right, figures from the foot up."""

    last: int
    low: float
    high: float
    days: Mapping[int, str]
    unit: str = ""
    games: Mapping[int, int] = field(default_factory=dict)  # that reached each turn
    margin: float = 0.0  # at both ends of the turns, in turns

    def x(self, turn: float) -> float:
        """Where a turn is."""
        wide = self.last - 1 + 2 * self.margin
        return LEFT + (WIDE - LEFT - RIGHT) * ((turn - 1 + self.margin) / wide if wide else 0.5)

    def y(self, value: float) -> float:
        """Where a figure is."""
        return HIGH - FOOT - (HIGH - TOP - FOOT) * (value - self.low) / (self.high - self.low)

    def svg(self) -> str:
        """The grid with its figures and their unit, turns, days, and how many games reached them."""
        parts = [words(self.unit, LEFT - 8, TOP - 11, "axis", "start")]
        for value in ticks(self.low, self.high, whole=self.unit in COUNTED):
            y = number(self.y(value))
            parts.append(tag("line", x1=LEFT, x2=WIDE - RIGHT, y1=y, y2=y, class_="zero" if value == 0 else "grid"))
            parts.append(words(figure(value), LEFT - 8, self.y(value) + 4, "axis", "end"))
        every = 1 if self.last <= 20 else ceil(self.last / 20)
        differ = len(set(self.games.values())) > 1
        for turn in range(1, self.last + 1, every):
            below = [(str(turn), "axis"), (str(int(self.days[turn][-2:])) if turn in self.days else "", "day")]
            if differ:
                below.append((str(self.games.get(turn, "")), "day"))
            parts += [words(text, self.x(turn), _row(at), class_, "middle") for at, (text, class_) in enumerate(below)]
        heads = [("turn", "axis"), (months(self.days), "day"), ("games" if differ else "", "day")]
        parts += [words(text, WIDE - RIGHT + 14, _row(at), class_) for at, (text, class_) in enumerate(heads)]
        return group(parts)


def _row(at: int) -> float:
    """Where the rows of figures under a plot stand."""
    return HIGH - FOOT + 18 + 15 * at


def months(days: Mapping[int, str]) -> str:
    """The months in which the days lie.

    >>> months({1: "1944-12-31", 2: "1945-01-01"})
    'Dec, Jan'
    """
    return ", ".join(dict.fromkeys(f"{date.fromisoformat(days[turn]):%b}" for turn in sorted(days)))


def ticks(low: float, high: float, *, whole: bool = False) -> list[float]:
    """Round figures from the low one to the high one, five or so; fewer if only whole ones make sense.

    >>> ticks(0, 42)
    [0.0, 10.0, 20.0, 30.0, 40.0]
    >>> ticks(0, 2, whole=True)
    [0.0, 1.0, 2.0]
    """
    rough = max((high - low) / 5, 1.0 if whole else 0.0)
    power = 10.0 ** floor(log10(rough))
    steps = (1, 2, 5, 10) if whole else (1, 2, 2.5, 5, 10)
    step = next(s * power for s in steps if s * power >= rough)
    return [round(n * step, 6) for n in range(ceil(low / step), floor(high / step) + 1)]


def figure(value: float) -> str:
    """A figure as it is read: few digits, a true minus.

    >>> figure(-1204.0), figure(0.25)
    ('−1,204', '0.25')
    """
    text = f"{value:,.0f}" if value == int(value) or abs(value) >= 100 else f"{value:.2f}".rstrip("0").rstrip(".")
    return text.replace("-", "−")


def words(text: str, x: float, y: float, class_: str, anchor: str | None = None) -> str:
    """A line of letters."""
    return tag("text", escape(text), x=number(x), y=number(y), class_=class_, text_anchor=anchor)


def curves(
    title: str, lines: Sequence[Curve], marks: Sequence[Mark], days: Mapping[int, str], unit: str = ""
) -> str:  # fmt: skip
    """Figures over the turns: the mean as a line, and the band in which four in five games lie.

    Where few of the games reached a turn the line is thin: chance has a large part in it.
    """
    spreads = [spread for line in lines for spread in line.spreads]
    values = [v for s in spreads for v in (s.low, s.high, s.mean)] + [v for mark in marks for _, v in mark.points]
    low, high = min(0.0, *values), max(values, default=1.0)
    games = {s.turn: s.games for s in spreads}
    axes = Axes(max(games), low, high if high > low else low + 1, days, unit, games)
    parts = [axes.svg()]
    parts += [_band(axes, line) for line in lines]
    parts += [_mark(axes, mark) for mark in marks]
    parts += [_line(axes, line) for line in lines]
    parts.append(_labels(axes, lines, marks))
    return _figure(title, parts)


def _band(axes: Axes, line: Curve) -> str:
    if len(line.spreads) < 2:
        return ""
    there = [f"{number(axes.x(s.turn))} {number(axes.y(s.high))}" for s in line.spreads]
    back = [f"{number(axes.x(s.turn))} {number(axes.y(s.low))}" for s in reversed(line.spreads)]
    return tag("path", d=f"M{'L'.join(there)}L{'L'.join(back)}Z", class_=f"band {line.style}")


def _line(axes: Axes, line: Curve) -> str:
    at = [(axes.x(s.turn), axes.y(s.mean)) for s in line.spreads]
    told = [f"turn {s.turn}: {figure(round(s.mean, 2))} ({s.games} games)" for s in line.spreads]
    dots = [_dot(x, y, line.style, text) for (x, y), text in zip(at, told, strict=True)]
    many = sum(s.games >= FEW * line.spreads[0].games for s in line.spreads)
    return group([_path(at[:many], f"line {line.style}"), _path(at[many - 1 :], f"line few {line.style}"), *dots])


def _path(at: Sequence[tuple[float, float]], class_: str) -> str:
    if len(at) < 2:
        return ""
    return tag("path", d="M" + "L".join(f"{number(x)} {number(y)}" for x, y in at), class_=class_)


def _dot(x: float, y: float, style: str, told: str) -> str:
    """A square for the German style, a disc for the others; it tells its figure where the pointer rests."""
    title = tag("title", escape(told))
    if style == "german":
        return tag("rect", title, x=number(x - 3.4), y=number(y - 3.4), width=6.8, height=6.8, class_=f"dot {style}")
    return tag("circle", title, cx=number(x), cy=number(y), r=3.8, class_=f"dot {style}")


def _mark(axes: Axes, mark: Mark) -> str:
    at = [f"{number(axes.x(turn))} {number(axes.y(value))}" for turn, value in mark.points]
    if len(at) == 1:
        at.append(f"{number(axes.x(mark.points[0][0]) + 12)} {at[0].split()[1]}")
    return tag("path", tag("title", escape(mark.label)), d="M" + "L".join(at), class_=f"mark {mark.style}")


def _labels(axes: Axes, lines: Sequence[Curve], marks: Sequence[Mark]) -> str:
    """The names of lines at the right end, moved apart where they would touch; over the end of one that ends before."""
    wanted = [(line.spreads[-1].turn, line.spreads[-1].mean, line.label, line.style) for line in lines]
    wanted += [(*mark.points[-1], mark.label, mark.style) for mark in marks]
    parts, above = [], -GAP
    for turn, value, label, style in sorted(wanted, key=lambda one: -one[1]):
        y = axes.y(value)
        if turn < axes.last:
            parts.append(words(label, axes.x(turn), y - 9, f"name {style}", "middle"))
            continue
        above = max(y, above + GAP)
        parts.append(words(label, axes.x(turn) + 10, above + 4, f"name {style}"))
    return group(parts)


def columns(
    title: str, ends: Mapping[int, Mapping[str, int]], styles: Sequence[tuple[str, str]], days: Mapping[int, str]
) -> str:
    """Games by the turn in which they ended, stacked by winner; `styles` are keys of the stack with their style."""
    most = max((sum(counts.values()) for counts in ends.values()), default=1)
    axes = Axes(max(ends), 0.0, float(max(most, 1)), days, "games", margin=0.5)
    room = (WIDE - LEFT - RIGHT) / axes.last
    width = min(34.0, 0.72 * room)
    parts = [axes.svg()]
    for turn, counts in ends.items():
        foot = 0.0
        for key, style in styles:
            n = counts.get(key, 0)
            if not n:
                continue
            top, bottom = axes.y(foot + n), axes.y(foot)
            told = tag("title", escape(f"turn {turn}: {n} × {key}"))
            parts.append(
                tag("rect", told, x=number(axes.x(turn) - width / 2), y=number(top), width=number(width),
                    height=number(bottom - top), class_=f"bar {style}")
            )  # fmt: skip
            foot += n
    return _figure(title, parts)


def _figure(title: str, parts: Sequence[str]) -> str:
    return tag("svg", tag("title", escape(title)), *parts, viewBox=f"0 0 {number(WIDE)} {number(HIGH)}", class_="plot",
               role="img", aria_label=title)  # fmt: skip
