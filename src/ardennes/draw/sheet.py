"""The sheet round the map: neatline with five-minute bars, cartouche, scale, compass, legend, credit."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from .curves import Point
from .legend import Legend
from .metrics import FIGURE, ITALIC, LABEL, TITLE, VILLAGE, text_width
from .picture import Picture
from .svg import group, number, polygon, tag, text
from .theme import INK, INK_2

WINE = "#6E2A1C"
SHEET_WIDTH = 2240.0  # px of map width at which the sheet's furniture has its full size
LEAST = 0.72  # and the least, so that a small sheet has a legend that can be read
FIVE_MINUTES = 5 / 60
MILE = 1.609344
CREDIT = (
    "Ground compiled from one geography of the Ardennes. Place coordinates: GeoNames, CC BY 4.0. Relief shading is "
    "decorative; no rule depends on it."
)


class Sheet:
    """A picture with everything round it."""

    def __init__(self, picture: Picture, subtitle: str, notes: Mapping[str, str]) -> None:
        self.picture, self.subtitle = picture, subtitle
        self.frame = picture.frame
        self.u = u = max(LEAST, self.frame.width / SHEET_WIDTH)
        self.side, self.top = 56 * u, 172 * u
        self.width = self.frame.width + 2 * self.side
        foot = self.top + self.frame.height
        self.legend_top = foot + 66 * u
        panel = complex(24 * u, self.legend_top)
        self.legend, self.legend_height = Legend(picture, u, notes).panel(panel, self.width - 48 * u)
        self.height = self.legend_top + self.legend_height + 46 * u

    def svg(self) -> str:
        """The inside of the picture, in pixels of the sheet."""
        u, frame = self.u, self.frame
        clip = tag("clipPath", tag("rect", x=0, y=0, width=frame.width, height=frame.height), id="neat")
        body = group([self.picture.ground()], clip_path="url(#neat)")
        return "".join(
            [
                tag("defs", clip, _paper()),
                tag("rect", x=0, y=0, width=self.width, height=self.height, fill="#F1E9D6"),
                tag("rect", x=0, y=0, width=self.width, height=self.height, fill="url(#lamp)"),
                group([body], transform=f"translate({number(self.side, 2)} {number(self.top, 2)})"),
                self._neatline(),
                self._cartouche(),
                self._scale_bar(complex(self.width * 0.63, 66 * u)),
                self._compass(complex(self.width - 150 * u, 88 * u), 62 * u),
                self._panel(24 * u, self.legend_top, self.width - 48 * u, self.legend_height),
                self.legend,
                text(
                    CREDIT,
                    complex(self.width / 2, self.height - 16 * u),
                    text_anchor="middle",
                    fill=INK_2,
                    **ITALIC.attributes(min(15 * u, (self.width - 60 * u) / text_width(CREDIT, ITALIC, 1.0))),
                ),
            ]
        )

    # The neatline

    def _neatline(self) -> str:
        u, frame = self.u, self.frame
        x, y, w, h = self.side, self.top, frame.width, frame.height
        gap = 14 * u

        def box(out: float, thick: float) -> str:
            return tag(
                "rect",
                x=x - out,
                y=y - out,
                width=w + 2 * out,
                height=h + 2 * out,
                fill="none",
                stroke=INK,
                stroke_width=thick * u,
            )

        bars = [*self._bars(0), *self._bars(1)]
        return group([box(0, 1.3), *bars, box(gap, 1.2), box(gap + 5 * u, 3.2)], id="neatline")

    def _degrees(self, axis: int) -> Callable[[Point], float]:
        earth = self.picture.land.board.earth

        def degree(pixel: Point) -> float:
            p = self.frame.plane(pixel)
            return earth.lonlat(p.real, p.imag)[axis]

        return degree

    def _bars(self, axis: int) -> list[str]:
        """Five minutes of longitude (0) along top and foot, or of latitude (1) along the sides."""
        frame, parts = self.frame, []
        corner = complex(self.side, self.top)
        far = complex(frame.width, frame.height)
        edges = (
            ((0j, complex(frame.width), -1j), (complex(0, frame.height), far, 1j))
            if axis == 0
            else ((0j, complex(0, frame.height), -1 + 0j), (complex(frame.width), far, 1 + 0j))
        )
        degree = self._degrees(axis)
        for first, (a, b, out) in enumerate(edges):
            start, stop = degree(a), degree(b)
            low, high = min(start, stop), max(start, stop)
            step = _minutes(high - low)
            for k in range(math.floor(low / step), math.ceil(high / step)):
                p, q = (
                    a + (b - a) * ((min(max(v, low), high) - start) / (stop - start))
                    for v in (k * step, (k + 1) * step)
                )
                if k % 2 == 0:
                    parts.append(self._bar(corner + p, corner + q, out))
                if axis == 0 and first == 1 and low <= k * step and k % 3 == 0:
                    parts.append(
                        text(
                            _angle(k * step, "E"),
                            corner + p + 38j * self.u,
                            text_anchor="middle",
                            fill=INK_2,
                            **FIGURE.attributes(15 * self.u),
                        )
                    )
                if axis == 1 and first == 0 and low <= k * step and k % 3 == 0:
                    at = corner + p - 32 * self.u
                    parts.append(
                        text(
                            _angle(k * step, "N"),
                            at,
                            text_anchor="middle",
                            fill=INK_2,
                            transform=f"rotate(-90 {number(at.real)} {number(at.imag)})",
                            **FIGURE.attributes(13 * self.u),
                        )
                    )
        return parts

    def _bar(self, a: Point, b: Point, out: Point) -> str:
        near, far = out * 4 * self.u, out * 10.5 * self.u
        return tag("path", d=polygon([a + near, b + near, b + far, a + far]), fill=INK)

    # Cartouche, scale, compass

    def _panel(self, x: float, y: float, wide: float, high: float) -> str:
        u = self.u
        notch = 15 * u

        def outline(inset: float) -> str:
            a, b, c, d = x + inset, y + inset, x + wide - inset, y + high - inset
            n = notch
            arc = f"a{number(n)} {number(n)} 0 0 0"
            step = number(n)
            return (
                f"M{number(a + n)} {number(b)}H{number(c - n)}{arc} {step} {step}V{number(d - n)}"
                f"{arc} -{step} {step}H{number(a + n)}{arc} -{step} -{step}V{number(b + n)}{arc} {step} -{step}Z"
            )

        return group(
            [
                tag("path", d=outline(0), fill="#FAF2E2", stroke=INK, stroke_width=2.6 * u),
                tag("path", d=outline(6 * u), fill="none", stroke=INK, stroke_width=0.9 * u),
            ]
        )

    def _cartouche(self) -> str:
        u, board = self.u, self.picture.land.board
        km = f"one hex {board.grid.spec.km:g} km"
        size = 64 * u
        natural = text_width(board.title, TITLE, size)
        below = text_width(self.subtitle, ITALIC, 25 * u) + text_width(km, VILLAGE, 20 * u) + 60 * u
        wide = max(natural, below) + 84 * u
        wide = min(max(wide, 620 * u), self.width * 0.58)
        size *= min(1.0, (wide - 84 * u) / natural)
        return group(
            [
                self._panel(24 * u, 20 * u, wide, 118 * u),
                text(board.title, complex(66, 88) * u, fill=INK, **TITLE.attributes(size)),
                text(self.subtitle, complex(68, 121) * u, fill=WINE, **ITALIC.attributes(24 * u)),
                text(km, complex(wide - 22 * u, 121 * u), text_anchor="end", fill=INK_2, **VILLAGE.attributes(20 * u)),
            ],
            id="cartouche",
        )

    def _scale_bar(self, at: Point) -> str:
        u = self.u
        km_px = self.frame.unit / self.picture.land.grid.spec.km
        room = 420 * u
        step = max((s for s in (0.5, 1, 2, 5, 10, 20) if s * 4 * km_px <= room), default=0.5)
        miles = max((s for s in (0.25, 0.5, 1, 2, 4, 5, 10) if s * 3 * km_px * MILE <= room), default=0.25)
        parts = [text("Scale of kilometres", at - 14j * u, fill=INK, **ITALIC.attributes(20 * u))]
        parts += self._ruler(at, step, 4, km_px, "km", 9 * u)
        parts += self._ruler(at + 36j * u, miles, 3, km_px * MILE, "miles", 5 * u)
        return group(parts, id="scale")

    def _ruler(self, at: Point, step: float, count: int, px: float, unit: str, high: float) -> list[str]:
        u = self.u
        parts = []
        for k in range(count):
            fill = INK if k % 2 == 0 else "#FAF2E2"
            parts.append(
                tag(
                    "rect",
                    x=at.real + k * step * px,
                    y=at.imag,
                    width=step * px,
                    height=high,
                    fill=fill,
                    stroke=INK,
                    stroke_width=1.1 * u,
                )
            )
        for k in range(count + 1):
            words = f"{k * step:g}" + (f" {unit}" if k == count else "")
            where = at + complex(k * step * px, high + 15 * u)
            parts.append(text(words, where, text_anchor="middle", fill=INK, **LABEL.attributes(14 * u)))
        return parts

    def _compass(self, at: Point, r: float) -> str:
        earth = self.picture.land.board.earth
        here, there = complex(*earth.plane(5.7, 50.0)), complex(*earth.plane(5.7, 50.1))
        north = (there - here) / abs(there - here)
        parts = [
            tag("circle", cx=at.real, cy=at.imag, r=r * f, fill="none", stroke=INK, stroke_width=w * self.u)
            for f, w in ((0.86, 1.1), (0.78, 2.6), (0.5, 0.9))
        ]
        for k in range(72):
            way = north * complex(math.cos(k * math.tau / 72), math.sin(k * math.tau / 72))
            near = 0.8 if k % 2 else 0.74
            mark = polygon([at + way * r * near, at + way * r * 0.86])
            parts.append(tag("path", d=mark, stroke=INK, stroke_width=0.7 * self.u))
        for length, turns in ((0.62, (0.125, 0.375, 0.625, 0.875)), (1.0, (0.25, 0.5, 0.75, 0.0))):
            for turn in turns:
                way = north * complex(math.cos(turn * math.tau), math.sin(turn * math.tau))
                for side, fill in ((1j, INK), (-1j, "#FAF2E2")):
                    point = [at, at + way * r * length, at + way * (1 + side) * r * 0.13 * (1 if length == 1 else 0.8)]
                    parts.append(tag("path", d=polygon(point), fill=fill, stroke=INK, stroke_width=0.9 * self.u))
        top = at + north * r * 1.12
        parts.append(text("N", top + 6j * self.u, text_anchor="middle", fill=INK, **TITLE.attributes(26 * self.u)))
        return group(parts, id="compass", stroke_linejoin="round")


def _minutes(span: float) -> float:
    """Degrees a bar: five minutes, or one where the map is small."""
    return FIVE_MINUTES if span > 0.45 else FIVE_MINUTES / 5


def _angle(degrees: float, side: str) -> str:
    whole, minutes = divmod(round(degrees * 60), 60)
    return f"{whole}°{minutes:02d}′ {side}"


def _paper() -> str:
    """The light of a lamp on the sheet: bright in the middle."""
    middle = tag("stop", offset="0.55", stop_color="#F6EFDF", stop_opacity="0.9")
    rim = tag("stop", offset="1", stop_color="#E3D6BA", stop_opacity="0.75")
    return tag("radialGradient", middle, rim, id="lamp", cx="50%", cy="42%", r="75%")
