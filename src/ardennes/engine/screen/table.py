"""What lies on the table: pieces and their faces, markers, tints, lines, boxes, grids, tracks, overlays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ardennes.engine.screen.text import Note
from ardennes.engine.screen.words import (
    BoxKind,
    GridKind,
    Icon,
    LineKind,
    Nation,
    PieceState,
    Shows,
    Size,
    StripeColour,
    Symbol,
    TimeState,
    TintKind,
)


@dataclass(frozen=True, slots=True)
class Stripe:
    """The stripe that tells armies or corps apart."""

    colour: StripeColour
    label: str


@dataclass(frozen=True, slots=True)
class Face:
    """What stands on a counter, a plastic piece or a chit; or on its back, where the piece is hidden."""

    nation: Nation
    symbol: Symbol
    size: Size | None = None
    unit: str | None = None
    formation: str | None = None
    figures: Sequence[str] = ()
    stripe: Stripe | None = None
    corner: str | None = None
    reduced: bool = False
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Badge:
    """A state of a piece that a rule gives it."""

    icon: Icon
    label: str
    rule: str
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure on the card of a piece."""

    label: str
    value: str
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece, or a lot of equal pieces, at a place or on a carrier, never both."""

    id: str
    side: str
    face: str | Face
    name: str
    at: str | None = None
    carrier: str | None = None
    order: int = 0
    count: int = 1
    hidden: bool = False
    lines: Sequence[str] = ()
    facts: Sequence[Fact] = ()
    badges: Sequence[Badge] = ()
    states: Sequence[PieceState] = ()


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker on a hex, a hexside or a box."""

    icon: Icon
    label: str
    at: str
    side: str | None = None
    rule: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Tint:
    """A set of hexes with one colour or pattern."""

    kind: TintKind
    places: Sequence[str]
    label: str | None = None
    side: str | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line on the board: along hexsides, through hexes, or through points on Earth; exactly one of them."""

    kind: LineKind
    sides: Sequence[str] = ()
    hexes: Sequence[str] = ()
    lonlat: Sequence[tuple[float, float]] = ()
    label: str | None = None
    side: str | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Overlay:
    """Something that can be laid over the board."""

    id: str
    label: str
    key: str | None = None
    shown: bool = False
    text: str | None = None
    rule: str | None = None
    tints: Sequence[Tint] = ()
    lines: Sequence[Line] = ()
    markers: Sequence[Marker] = ()


@dataclass(frozen=True, slots=True)
class Box:
    """A place that is not a hex. Pieces lie in it by their `at`."""

    id: str
    label: str
    kind: BoxKind
    side: str | None = None
    rule: str | None = None
    text: str | None = None
    near: str | None = None
    at: tuple[float, float] | None = None
    shows: Shows = "open"
    count: int | None = None
    limit: int | None = None
    face: str | Face | None = None
    notes: Sequence[Note] = ()


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a row or column."""

    label: str
    text: str | None = None
    state: TimeState | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """Boxes in rows and columns: a reinforcement chart, a combat strip, a hand."""

    id: str
    label: str
    kind: GridKind
    rows: Sequence[Head]
    cells: Sequence[Sequence[str | None]]
    columns: Sequence[Head] = ()
    side: str | None = None
    rule: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark in a cell of a track."""

    label: str
    side: str | None = None
    icon: Icon | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a track."""

    label: str
    sub: str | None = None
    icon: Icon | None = None
    text: str | None = None
    state: TimeState | None = None
    marks: Sequence[Mark] = ()


@dataclass(frozen=True, slots=True)
class ScaleMark:
    """A marker on a scale."""

    value: float
    label: str
    side: str | None = None


@dataclass(frozen=True, slots=True)
class Threshold:
    """A figure on a scale at which something happens."""

    value: float
    label: str
    rule: str | None = None
    side: str | None = None
    reached: bool = False


@dataclass(frozen=True, slots=True)
class Scale:
    """A scale from one figure to another."""

    low: float
    high: float
    marks: Sequence[ScaleMark]
    thresholds: Sequence[Threshold] = ()


@dataclass(frozen=True, slots=True)
class Track:
    """A track: a row of cells, or a scale; exactly one of them."""

    id: str
    label: str
    cells: Sequence[Cell] = ()
    scale: Scale | None = None
    rule: str | None = None
    caption: str | None = None
    text: str | None = None
