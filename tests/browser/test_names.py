"""A held town keeps its name in sight, and what it is worth."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.window import REST, Window

PLACED = """() => {
  const { board } = document.querySelector('.board');
  const { layout } = board.painter.names;
  const found = layout?.scene === board.scene && layout.zoom === board.view.zoom ? layout.labels : [];
  return found.map(({ name, above, disc }) => ({ name: name.words, above, disc }));
}"""
ZOOM = """(px) => {
  const { board } = document.querySelector('.board');
  board.camera.fly({ ...board.view, zoom: px / 54 });
}"""


def names(window: Window, px: int) -> dict[str, Any]:
    """The names of the map at so many pixels a hex."""
    window.page.evaluate(ZOOM, px)
    window.page.evaluate(REST)
    window.page.wait_for_function(f"() => ({PLACED})().length > 0")
    return {one["name"]: one for one in window.page.evaluate(PLACED)}


def test_names_of_held_towns_lie_above_the_pieces_with_their_values(window: Window):
    window.sit(window.begin("axis-allies")["*"])
    near = names(window, 90)
    assert near["Monschau"]["above"]
    assert near["Monschau"]["disc"] > 0
    assert not near["NAMUR"]["above"]
    assert near["NAMUR"]["disc"] == 0
    far = names(window, 30)
    assert far["Monschau"]["above"]
    assert far["Monschau"]["disc"] == 0


def test_the_overlay_of_supply_tokens_says_whose_they_are(window: Window):
    token = window.begin("axis-allies")["*"]
    window.sit(token)
    window.page.keyboard.press("u")
    legend = window.page.get_by_label("Legend")
    for side in ("Axis", "Allies"):
        expect(legend).to_contain_text(f"{side}: supply tokens")
    shown = next(one for one in window.look(token)["screen"]["overlays"] if one["id"] == "supply")
    laid = window.page.evaluate("() => document.querySelector('.board').board.scene.overlaid.length")
    assert laid == len(shown["markers"]) > 0
