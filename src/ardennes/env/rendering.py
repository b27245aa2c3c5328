"""A position as a text, as SVG, or as an array of pixels; always that of a view."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ardennes.engine.state import State
from ardennes.env.picture import whole

WIDE = 100  # letters in a line


def text(view: State) -> str:
    """Who is asked what, how things stand, and what lies where."""
    return "\n".join(_lines(view)) + "\n"


def _lines(view: State) -> Iterator[str]:
    screen = view.game.screen(view)
    yield f"{screen.game.label}, {screen.scenario.label}: {screen.turn.label}, {screen.phases.label}"
    if screen.result is not None:
        yield f"Over: {screen.result.level}. {screen.result.text}"
    else:
        options = len(view.decision.options)
        yield f"{view.decision.side}: {screen.prompt.title}" + (f" ({options} options)" if options else "")
    for one in view.standing() if "standing" in view.game.queries else ():
        needed = f" of {one.needed:g}" if one.needed is not None else ""
        yield f"  {one.name}: {one.now:g}{needed} ({one.by}, {one.rule})"
    stacks: dict[tuple[str, str], list[str]] = defaultdict(list)
    for piece in screen.pieces:
        where = piece.at or (f"on {piece.carrier}" if piece.carrier else "")
        if where:
            name = f"{piece.count} × {piece.name}" if piece.count > 1 else piece.name
            marks = ", ".join(badge.label for badge in piece.badges)
            stacks[piece.side, where].append(f"{name} [{marks}]" if marks else name)
    for (side, where), names in sorted(stacks.items()):
        line = f"  {side} {where}: {'; '.join(names)}"
        yield line if len(line) <= WIDE else line[: WIDE - 1] + "…"


def svg(view: State) -> str:
    """The board with the counters on it."""
    return whole(view)


def pixels(view: State) -> NDArray[np.uint8]:
    """The same as an array: lines, columns, and red, green, blue."""
    import PIL.Image
    import resvg_py  # here, since only those who want pixels need them

    png = bytes(resvg_py.svg_to_bytes(svg_string=whole(view)))
    return np.asarray(PIL.Image.open(io.BytesIO(png)).convert("RGB"), np.uint8)
