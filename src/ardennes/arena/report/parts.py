"""Small pieces of the page: tables, badges of sides, shares and figures in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from html import escape

from ardennes.arena.figures import Share, Spread
from ardennes.arena.report.charts import figure
from ardennes.engine.screen import Side

SIGNS = {"german": "■", "allied": "●"}
DRAW = "draw"
NOTHING = "–"
ROOM = 0.17  # the share of a bar that has room for its figure


def table(head: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> str:
    """A table of cells that are HTML; the first so many columns hold words, the others figures."""

    def row(kind: str, cells: Sequence[str]) -> str:
        marks = ("" if at < words else ' class="figure"' for at in range(len(cells)))
        inner = (f"<{kind}{mark}>{cell}</{kind}>" for mark, cell in zip(marks, cells, strict=True))
        return f"<tr>{''.join(inner)}</tr>"

    body = "".join(row("td", cells) for cells in rows)
    return f'<div class="scroll"><table><thead>{row("th", head)}</thead><tbody>{body}</tbody></table></div>'


def label_of(sides: Sequence[Side], side: str | None) -> str:
    """What a side is called; “Nobody” for None."""
    return next((one.label for one in sides if one.id == side), "Nobody")


def style_of(sides: Sequence[Side], side: str | None) -> str:
    """german, allied, or draw for None."""
    return next((one.style for one in sides if one.id == side), DRAW)


def badge(sides: Sequence[Side], side: str | None) -> str:
    """A side by sign, colour and name."""
    style = style_of(sides, side)
    return f'<span class="badge {style}">{sign(style)} {escape(label_of(sides, side))}</span>'


def shares(parts: Sequence[tuple[str, str, float]]) -> str:
    """One bar of shares that add up to one: label, style, share."""
    told = "; ".join(f"{label} {100 * share:.0f} %" for label, _, share in parts)
    bars = "".join(
        f'<i class="{style}" style="flex:{share:.4f}" title="{escape(label)}">'
        f"{f'{sign(style)} {100 * share:.0f} %' if share >= ROOM else ''}</i>"
        for label, style, share in parts
        if share > 0
    )
    return f'<div class="shares" role="img" aria-label="{escape(told)}">{bars}</div>'


def sign(style: str) -> str:
    """The sign of a side."""
    return SIGNS.get(style, "◇")


def percent(share: Share) -> str:
    """A share with its 95 % interval."""
    low, high = share.ends
    return f"{100 * share.part:.0f} % <small>({100 * low:.0f}–{100 * high:.0f})</small>"


def spread(one: Spread | None) -> str:
    """A mean with the ends between which four games in five lie."""
    if one is None:
        return NOTHING
    mean, low, high = (figure(round(value, 2)) for value in (one.mean, one.low, one.high))
    return f"{mean} <small>({low} to {high})</small>"


def day_in_words(iso: str) -> str:
    """A day without its year.

    >>> day_in_words("1944-12-16")
    '16 December'
    """
    day = date.fromisoformat(iso)
    return f"{day.day} {day:%B}"
