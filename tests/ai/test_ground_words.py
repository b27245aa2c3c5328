"""Opponents read some words of a board; the document of the board file lists every one of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.ai import atlas

FORMAT = (Path(__file__).parent.parent.parent / "docs" / "board-format.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("word", sorted({*atlas.WATER, *atlas.CLOSED, *atlas.EASY, *atlas.BARE}))
def test_a_word_that_opponents_read_is_in_the_document(word: str):
    listed = FORMAT[FORMAT.index("- Computer players judge") : FORMAT.index("- `forest`, `woods`")]
    assert f"`{word}`" in listed
