"""A hex grid on which a set of hexes is one integer and each of the six directions is one constant shift."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, pi, sin, sqrt
from typing import cast

from .spec import BoardError, GridSpec

Point = tuple[float, float]
Axial = tuple[int, int]
Six = tuple[int, int, int, int, int, int]

LINE_GAP = sqrt(3) / 2
CORNER_RADIUS = 1 / sqrt(3)
FEW = 20  # below this many hexes, taking off the top bit beats reading the mask byte by byte


class Grid:
    """The hexes of a frame, each a small integer: its bit in a padded axial layout.

    Lines (rows of a pointy board, columns of a flat one) follow each other with so many unused bits between
    them that a shift never carries a hex from one line into another. A hex is meant by its number ("2521") or
    by its bit; a set of hexes is an `int` mask; -1 stands for "off the board".
    """

    def __init__(self, spec: GridSpec) -> None:
        """Lay out the frame; raise `BoardError` if an absent hex is none of its numbers."""
        self.spec = spec
        self.directions = spec.directions
        self.stride = stride = spec.places + 2
        pointy = spec.orientation == "pointy"
        self.shifts = (
            (1, 1 - stride, -stride, -1, stride - 1, stride)
            if pointy
            else (-1, -stride, 1 - stride, 1, stride, stride - 1)
        )
        self._shift_order = tuple(self.shifts.index(s) for s in (1, -1, stride, -stride, stride - 1, 1 - stride))
        self._lay_out()
        self.all = self._mask_of(self._index.values())
        self.size = max(self._hex_of_axial.values()) + 1
        self._powers = tuple(1 << i for i in range(self.size))
        self._bytes = _byte_table(self.size)
        self._neighbours = {i: self._find_neighbours(i) for i in self._index.values()}
        self.edges = self._find_edges()

    def _lay_out(self) -> None:
        spec = self.spec
        self._index: dict[str, int] = {}
        self._order: dict[int, int] = {}
        self._name: dict[int, str] = {}
        self._axial: dict[int, Axial] = {}
        self._hex_of_axial: dict[Axial, int] = {}
        self._half = int(self._first_line_is_shifted())
        frame = 0
        for cell in spec.cells():
            axial = ((cell.place2 - cell.line + self._half) // 2, cell.line)
            i = 1 + cell.line * self.stride + axial[0]
            frame |= 1 << i
            self._hex_of_axial[axial] = i
            self._axial[i] = axial
            if cell.name not in spec.absent:
                self._order[i] = len(self._order)
                self._index[cell.name] = i
                self._name[i] = cell.name
        self._frame = frame
        strangers = spec.absent - {cell.name for cell in spec.cells()}
        if strangers:
            raise BoardError(f'Hex "{min(strangers)}" is listed as absent, but the frame has no such number.')
        if not self._index:
            raise BoardError("Every hex of the frame is listed as absent.")

    def _first_line_is_shifted(self) -> bool:
        spec = self.spec
        from_east = spec.orientation == "flat" and spec.columns_from == "east"
        number = spec.columns if from_east else 1
        return (number % 2 == 0) == (spec.shifted == "even")

    def _find_neighbours(self, i: int) -> tuple[int, ...]:
        return tuple(i + s if i + s > 0 and self.all >> (i + s) & 1 else -1 for s in self.shifts)

    def _find_edges(self) -> Six:
        """For each direction, the hexes that have no neighbour there."""
        missing = [0] * 6
        for i, around in self._neighbours.items():
            for d, j in enumerate(around):
                if j < 0:
                    missing[d] |= 1 << i
        return cast(Six, tuple(missing))

    def __len__(self) -> int:
        """How many hexes there are."""
        return len(self._index)

    def __iter__(self) -> Iterator[int]:
        """The hexes in the order of their numbers."""
        return iter(self._index.values())

    def __contains__(self, name: object) -> bool:
        """Whether a hex has this number, or this bit."""
        return name in self._index or name in self._name

    # Numbers and masks

    def index(self, name: str) -> int:
        """The hex with this number; raise `BoardError` if there is none."""
        try:
            return self._index[name]
        except KeyError:
            raise BoardError(f'There is no hex "{name}" on this board.') from None

    def name(self, i: int) -> str:
        """The number of the hex; raise `BoardError` if there is no such hex."""
        try:
            return self._name[i]
        except KeyError:
            raise BoardError(f"There is no hex at bit {i} of this board.") from None

    def order(self, i: int) -> int:
        """The hex's place when the hexes are sorted by number, from 0."""
        return self._order[i]

    def bit(self, name: str | int) -> int:
        """The mask of one hex, meant by its number or its bit."""
        return 1 << (self.index(name) if isinstance(name, str) else name)

    def mask(self, hexes: Iterable[str | int]) -> int:
        """The mask of these hexes, meant by number or bit; raise `BoardError` for an unknown number."""
        mask = 0
        for name in hexes:
            mask |= 1 << (self.index(name) if isinstance(name, str) else name)
        return mask

    @staticmethod
    def _mask_of(hexes: Iterable[int]) -> int:
        mask = 0
        for i in hexes:
            mask |= 1 << i
        return mask

    def bits(self, mask: int) -> list[int]:
        """The hexes of the mask, in the order of their bits."""
        found: list[int] = []
        if mask.bit_count() < FEW:
            powers = self._powers
            while mask:
                i = mask.bit_length() - 1
                found.append(i)
                mask ^= powers[i]
            found.reverse()
            return found
        for hexes, byte in zip(self._bytes, mask.to_bytes(len(self._bytes), "little"), strict=True):
            if byte:
                found += hexes[byte]
        return found

    def sorted(self, mask: int) -> list[int]:
        """The hexes of the mask, in the order of their numbers."""
        return sorted(self.bits(mask), key=self._order.__getitem__)

    def names(self, mask: int) -> list[str]:
        """The numbers of the hexes of the mask, in their order."""
        name = self._name
        return [name[i] for i in self.sorted(mask)]

    # Neighbours and distances

    def shift(self, mask: int, d: int) -> int:
        """Every hex of the mask moved one step in direction d; those that leave the board are lost."""
        s = self.shifts[d]
        return (mask << s if s > 0 else mask >> -s) & self.all

    def around(self, mask: int) -> int:
        """Every hex that is next to a hex of the mask."""
        down, up, stride = mask >> 1, mask << 1, self.stride
        return (down | up | (mask | down) << stride | (mask | up) >> stride) & self.all

    def across(self, mask: int, six: Six) -> int:
        """Every hex that lies across one of these hexsides, or along one of these links, from a hex of the mask."""
        east, west, south, north, southwest, northeast = self.in_shift_order(six)
        stride = self.stride
        return (
            (mask & east) << 1
            | (mask & west) >> 1
            | (mask & south) << stride
            | (mask & north) >> stride
            | (mask & southwest) << stride - 1
            | (mask & northeast) >> stride - 1
        ) & self.all

    def in_shift_order(self, six: Six) -> Six:
        """The six masks in the order of the shifts +1, -1, +stride, -stride, stride - 1, 1 - stride."""
        a, b, c, d, e, f = self._shift_order
        return six[a], six[b], six[c], six[d], six[e], six[f]

    def grow(self, mask: int, n: int = 1) -> int:
        """The mask and every hex at most n steps away, over hexes of the board."""
        return self._grow(mask & self.all, n, self.all)

    def disc(self, mask: int, r: int) -> int:
        """The mask and every hex within distance r of it, holes in the board not minded."""
        return self._grow(mask, r, self._frame) & self.all

    def _grow(self, mask: int, n: int, within: int) -> int:
        stride = self.stride
        for _ in range(n):
            down, up = mask >> 1, mask << 1
            mask |= (down | up | (mask | down) << stride | (mask | up) >> stride) & within
        return mask

    def ring(self, i: int, r: int) -> int:
        """Every hex at distance r exactly."""
        if r == 0:
            return 1 << i
        inner = self._grow(1 << i, r - 1, self._frame)
        return self._grow(inner, 1, self._frame) & self.all & ~inner

    def neighbours(self, i: int) -> tuple[int, ...]:
        """The six hexes around, by direction, -1 for one off the board."""
        return self._neighbours[i]

    def direction(self, i: int, j: int) -> int:
        """The direction from i to its neighbour j; raise `BoardError` if they are not neighbours."""
        around = self._neighbours[i]
        if j < 0 or j not in around:
            raise BoardError(f"{self.name(i)} and {self.name(j)} are not neighbours.")
        return around.index(j)

    def distance(self, i: int, j: int) -> int:
        """Steps from i to j, as the crow flies."""
        (q, r), (p, s) = self._axial[i], self._axial[j]
        q, r = p - q, s - r
        return (abs(q) + abs(r) + abs(q + r)) // 2

    def line(self, i: int, j: int) -> tuple[int, ...]:
        """The hexes under the straight line from centre to centre, both ends included.

        A line along a hexside always takes the same one of the two hexes, whichever end it is drawn from.
        Places that are not on the board are left out.
        """
        (q, r), (p, s) = self._axial[i], self._axial[j]
        n = self.distance(i, j) or 1
        at = (_rounded(q + (p - q) * k / n + 1e-6, r + (s - r) * k / n + 2e-6) for k in range(n + 1))
        found = dict.fromkeys(self._hex_of_axial.get(axial, -1) for axial in at)
        return tuple(h for h in found if h in self._name)

    # Hexsides

    def side(self, i: int, d: int) -> str:
        """The hexside in direction d: "1324/1424", the lower number first, or "0125/NW" at the edge of the board."""
        j = self._neighbours[i][d]
        if j < 0:
            return f"{self._name[i]}/{self.directions[d]}"
        first, second = (i, j) if self._order[i] < self._order[j] else (j, i)
        return f"{self._name[first]}/{self._name[second]}"

    def parse_side(self, text: str) -> tuple[int, int]:
        """The hex and the direction of a hexside, from the hex that its proper name puts first.

        Either order is read. Raise `BoardError` if the text means no hexside.
        """
        first, slash, second = text.partition("/")
        if not slash:
            raise BoardError(f'"{text}" is not a hexside; write two neighbours ("0101/0102") or a hex and a direction.')
        i = self.index(first)
        if second in self.directions:
            d = self.directions.index(second)
            if self._neighbours[i][d] >= 0:
                raise BoardError(f'"{text}" is not on the edge; its name is "{self.side(i, d)}".')
            return i, d
        j = self.index(second)
        if self._order[j] < self._order[i]:
            i, j = j, i
        return i, self.direction(i, j)

    # The plane

    def centre(self, i: int) -> Point:
        """The centre in plane units: x to the east, y to the south, neighbours 1 apart."""
        q, line = self._axial[i]
        along, across = q + (line - self._half) / 2, line * LINE_GAP
        return (along, across) if self.spec.orientation == "pointy" else (across, along)

    def corner(self, i: int, k: int) -> Point:
        """The corner between directions k and k + 1; side d runs from corner d - 1 to corner d."""
        x, y = self.centre(i)
        angle = (k % 6) * pi / 3 + (pi / 6 if self.spec.orientation == "pointy" else 2 * pi / 3)
        return x + CORNER_RADIUS * cos(angle), y - CORNER_RADIUS * sin(angle)

    def corners(self, i: int) -> tuple[Point, ...]:
        """The six corners, counter-clockwise."""
        return tuple(self.corner(i, k) for k in range(6))

    def side_ends(self, i: int, d: int) -> tuple[Point, Point]:
        """The two ends of the hexside in direction d."""
        return self.corner(i, d - 1), self.corner(i, d)

    def side_corners(self, i: int, d: int) -> tuple[frozenset[Axial], frozenset[Axial]]:
        """Keys of the two ends of a hexside: equal for hexsides that meet."""
        return self._corner_key(i, d - 1), self._corner_key(i, d)

    def _corner_key(self, i: int, k: int) -> frozenset[Axial]:
        q, r = self._axial[i]
        steps = (STEPS_POINTY if self.spec.orientation == "pointy" else STEPS_FLAT)[k % 6 : k % 6 + 2]
        return frozenset([(q, r), *((q + a, r + b) for a, b in steps)])

    def at(self, x: float, y: float) -> int:
        """The hex that holds the plane point, -1 if the point is off the board."""
        along, across = (x, y) if self.spec.orientation == "pointy" else (y, x)
        r = across / LINE_GAP
        found = self._hex_of_axial.get(_rounded(along - (r - self._half) / 2, r), -1)
        return found if found in self._name else -1


STEPS_POINTY: Sequence[Axial] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1), (1, 0))
STEPS_FLAT: Sequence[Axial] = ((-1, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def _rounded(q: float, r: float) -> Axial:
    """The axial place nearest to a point between places."""
    s = -q - r
    a, b, c = round(q), round(r), round(s)
    da, db, dc = abs(a - q), abs(b - r), abs(c - s)
    if da > db and da > dc:
        return -b - c, b
    if db > dc:
        return a, -a - c
    return a, b


def _byte_table(size: int) -> list[list[tuple[int, ...]]]:
    """For every byte of a mask and every value of it, the hexes that it stands for."""
    table = []
    for start in range(0, size, 8):
        hexes: list[tuple[int, ...]] = [()]
        for i in range(start, start + 8):
            hexes += [(*some, i) for some in hexes]
        table.append(hexes)
    return table
