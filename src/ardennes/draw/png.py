"""A small PNG writer: one byte a pixel, 256 colours with their own opacity."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Sequence

Colour = tuple[int, int, int, int]


def png(rows: Sequence[bytes], palette: Sequence[Colour]) -> bytes:
    """The picture as a file: `rows` hold indices of the palette of red, green, blue and opacity."""
    header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 3, 0, 0, 0)
    colours = b"".join(bytes(c[:3]) for c in palette)
    opacity = bytes(c[3] for c in palette)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    parts = ((b"IHDR", header), (b"PLTE", colours), (b"tRNS", opacity), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in parts)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def data_uri(picture: bytes) -> str:
    """The picture as an address that carries it."""
    return "data:image/png;base64," + base64.b64encode(picture).decode("ascii")
