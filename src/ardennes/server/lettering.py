"""The fonts of the maps, as files that a rasteriser can read. The client's build left them as web fonts."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from ardennes.server.tiles import write_whole

TYPOGRAPHIC_FAMILY = 16  # the number of that entry in a font's table of names
WINDOWS, UNICODE, ENGLISH = 3, 1, 0x409  # the platform, encoding and language under which rasterisers look for it


def font_files(pages: Path, cache: Path) -> list[str]:
    """The fonts as TrueType files, unpacked into the cache if they are not there. Raises FileNotFoundError."""
    packed = sorted((pages / "fonts").glob("*.woff"))
    if not packed:
        raise FileNotFoundError("The map's fonts are missing: run “make web”.")
    return [str(_unpacked(path, cache / "fonts" / f"{path.stem}.ttf")) for path in packed]


def _unpacked(path: Path, target: Path) -> Path:
    if not target.is_file() or target.stat().st_mtime < path.stat().st_mtime:
        from fontTools.ttLib import TTFont  # here, since it is needed once

        font = TTFont(path)
        font.flavor = None
        _name_family(font)
        content = io.BytesIO()
        font.save(content)
        write_whole(target, content.getvalue())
    return target


def _name_family(font: Any) -> None:
    """Give a font its family's name back, which web fonts of a middle weight lose: no family is called “… Medium”."""
    names = font["name"]
    family = str(names.getDebugName(1)).removesuffix(" Medium")
    names.setName(family, TYPOGRAPHIC_FAMILY, WINDOWS, UNICODE, ENGLISH)
