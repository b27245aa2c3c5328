"""Small pieces of SVG: numbers, elements, paths. Coordinates are in pixels here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

from .curves import Point


def number(value: float, digits: int = 1) -> str:
    """A figure without useless zeros: 12.0 is "12", 0.50 is ".5"."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def tag(name: str, *children: str, **attributes: str | float | None) -> str:
    """An element. Attributes are written with - for _; one that is None is left out."""
    parts = [name]
    for key, value in attributes.items():
        if value is None:
            continue
        text = value if isinstance(value, str) else number(value, 3)
        parts.append(f"{key.rstrip('_').replace('_', '-')}={quoteattr(text)}")
    body = "".join(children)
    head = " ".join(parts)
    return f"<{head}>{body}</{name}>" if body else f"<{head}/>"


def group(children: Iterable[str], **attributes: str | float | None) -> str:
    """A group, or nothing at all if it would be empty."""
    body = "".join(children)
    return tag("g", body, **attributes) if body else ""


def text(words: str, at: Point, **attributes: str | float | None) -> str:
    """A line of letters."""
    return tag("text", escape(words), x=number(at.real), y=number(at.imag), **attributes)


class Pen:
    """Writes path data with short relative steps, without letting rounding add up."""

    __slots__ = ("_at", "_parts", "_scale")

    def __init__(self, digits: int = 1) -> None:
        self._parts: list[str] = []
        self._at = (0, 0)
        self._scale = 10**digits

    def _step(self, point: Point, *, from_: tuple[int, int] | None = None) -> str:
        origin = self._at if from_ is None else from_
        x = round(point.real * self._scale) - origin[0]
        y = round(point.imag * self._scale) - origin[1]
        a, b = self._figure(x), self._figure(y)
        return f"{a}{b}" if b.startswith("-") else f"{a} {b}"

    def _figure(self, units: int) -> str:
        return number(units / self._scale, 3)

    def _arrive(self, point: Point) -> None:
        self._at = (round(point.real * self._scale), round(point.imag * self._scale))

    def move(self, point: Point) -> None:
        """Lift the pen and set it down elsewhere."""
        self._parts.append("m" + self._step(point))
        self._arrive(point)

    def line(self, point: Point) -> None:
        """A straight stroke."""
        self._parts.append("l" + self._step(point))
        self._arrive(point)

    def bend(self, control: Point, point: Point) -> None:
        """A quadratic curve."""
        self._parts.append("q" + _join(self._step(control), self._step(point)))
        self._arrive(point)

    def dot(self, point: Point) -> None:
        """A stroke of no length: with round ends it is a disc as wide as the stroke."""
        self.move(point)
        self._parts.append("h0")

    def close(self, start: Point) -> None:
        """Back to where this outline began."""
        self._parts.append("z")
        self._arrive(start)

    @property
    def data(self) -> str:
        """What goes into the attribute d; a path begins at a fixed point, so its first m is absolute by nature."""
        return "".join(self._parts)


def _join(a: str, b: str) -> str:
    return a + b if b.startswith("-") else f"{a} {b}"


def polygon(points: Sequence[Point], digits: int = 1) -> str:
    """Path data of a closed shape with straight sides."""
    pen = Pen(digits)
    pen.move(points[0])
    for point in points[1:]:
        pen.line(point)
    pen.close(points[0])
    return pen.data


def polyline(points: Sequence[Point], digits: int = 1) -> str:
    """Path data of an open line with straight parts."""
    pen = Pen(digits)
    pen.move(points[0])
    for point in points[1:]:
        pen.line(point)
    return pen.data


def smooth(points: Sequence[Point], *, closed: bool = False, digits: int = 1) -> str:
    """Path data of a rounded line: it touches the middle of each part, and bends at each point."""
    pen = Pen(digits)
    _smooth_into(pen, points, closed=closed)
    return pen.data


def smooth_loops(loops: Iterable[Sequence[Point]], digits: int = 1) -> str:
    """Path data of an area with rounded outlines."""
    pen = Pen(digits)
    for loop in loops:
        _smooth_into(pen, loop, closed=True)
    return pen.data


def _smooth_into(pen: Pen, points: Sequence[Point], *, closed: bool) -> None:
    if len(points) < 3:
        pen.move(points[0])
        pen.line(points[-1])
        return
    if closed:
        start = (points[-1] + points[0]) / 2
        pen.move(start)
        for i, point in enumerate(points):
            pen.bend(point, (point + points[(i + 1) % len(points)]) / 2)
        pen.close(start)
        return
    pen.move(points[0])
    for i in range(1, len(points) - 2):
        pen.bend(points[i], (points[i] + points[i + 1]) / 2)
    pen.bend(points[-2], points[-1])
