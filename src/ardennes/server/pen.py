"""Screens as text. From one screen of a seat to the next most things stay as they are: those are not written again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ardennes.engine.screen import Piece, Screen, said, written


class Pen:
    """Writes the screens of one seat, one after the other, and remembers the last."""

    __slots__ = ("_parts", "_pieces")

    def __init__(self) -> None:
        self._parts: dict[str, tuple[Any, str]] = {}
        self._pieces: dict[str, tuple[Piece, str]] = {}

    def write(self, frame: Mapping[str, Any], screen: Screen) -> str:
        """The JSON text of a document: what the frame says, and the screen under the name `screen`."""
        parts = {name: (value, self._part(name, value)) for name, value in said(screen).items()}
        self._parts = parts
        inside = ",".join(f'"{name}":{text}' for name, (_, text) in parts.items())
        return f'{written(frame)[:-1]},"screen":{{{inside}}}}}'

    def _part(self, name: str, value: Any) -> str:
        """One field of the screen."""
        if name == "pieces":
            pieces = [(piece, self._piece(piece)) for piece in value]
            self._pieces = {each[0].id: each for each in pieces}
            return "[" + ",".join([text for _, text in pieces]) + "]"
        known = self._parts.get(name)
        return known[1] if known is not None and known[0] == value else written(value)

    def _piece(self, piece: Piece) -> str:
        known = self._pieces.get(piece.id)
        return known[1] if known is not None and known[0] == piece else written(piece)
