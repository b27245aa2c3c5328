"""The five moments that were written by hand: each is drawn, and says what it must."""

import pytest
from playwright.sync_api import expect

from tests.browser.window import Window

WORDS = {
    "ardennes-offensive": [
        "Attack on 3204 and 3304",
        "Attack at 1-1",
        "Unsupplied: the total of the stack is halved",
        "Why not 11 i?",
        "Attack 3304 alone: then 11 i may join.",
        "36 ai retreats two hexes; Echternach is immune",
    ],
    "axis-allies": ["Drive the truck on from K6", "End the drive here", "The truck must unload where it stops."],
    "bastogne": ["Bombard 1814 Bizory", "Bombard at +1", "four markers, face down", "Differential"],
    "bitter-woods": ["Support the defence of St. Vith", "Fight at 3-1", "seven hexes away, range four", "1 column"],
    "bulge": ["Give the fifth air point a mission", "Air missions", "58; 12 SS would add 21 if 0116 came into supply"],
}


@pytest.mark.parametrize("game", WORDS)
def test_a_screen_shows_what_it_declares(window: Window, game: str):
    window.open(f"/screen/{game}")
    window.wait_for_board()
    body = window.page.locator("body")
    for words in WORDS[game]:
        if words == "Differential":
            assert window.page.locator("[title*='Differential +4']").count() == 1
        else:
            expect(body).to_contain_text(words)


@pytest.mark.parametrize("game", WORDS)
def test_every_piece_on_the_map_is_on_the_board(window: Window, game: str):
    window.open(f"/screen/{game}")
    window.wait_for_board()
    drawn, there = window.page.evaluate(
        """async (game) => {
            const screen = await (await fetch(`/api/screens/${game}`)).json();
            const board = document.querySelector('.board').board;
            const at = Object.values(screen.pieces).filter(p => p.at && board.geometry.hex(p.at)).map(p => p.id);
            const laid = [...board.scene.stacks.values()].flatMap(stack => stack.pieces.map(p => p.id));
            return [laid.sort(), at.sort()];
        }""",
        game,
    )
    assert drawn == there
    assert drawn


def test_a_board_stands_alone_with_a_position(window: Window):
    window.open("/screen/bastogne/board")
    window.wait_for_board()
    laid, parts = window.page.evaluate(
        "() => [document.querySelector('.board').board.scene.counters.length, document.querySelector('#app').innerText]"
    )
    assert laid > 20
    assert parts.strip() == ""
    before = window.page.evaluate("() => document.querySelector('.board').board.view.zoom")
    window.page.mouse.move(700, 400)
    window.page.mouse.wheel(0, -200)
    window.page.wait_for_function(f"() => document.querySelector('.board').board.view.zoom > {before}")
    window.page.mouse.click(700, 400)
    assert window.page.evaluate("() => document.querySelector('.board').board.state.places.size") == 0


def test_the_ground_is_painted_under_the_pieces(window: Window):
    window.open("/screen/axis-allies")
    window.wait_for_board()
    # Tiles come in any order, and those at the right edge of the map are narrow: a wide one may be any of them.
    wide = "[...document.querySelectorAll('.ground-near canvas')].find((canvas) => canvas.width > 400)"
    window.page.wait_for_function(f"() => Boolean({wide})", timeout=240_000)
    colours = window.page.evaluate(
        f"() => {{ const shown = {wide};"
        """
            const copy = document.createElement('canvas').getContext('2d');
            [copy.canvas.width, copy.canvas.height] = [shown.width, shown.height];
            copy.drawImage(shown, 0, 0);
            const data = copy.getImageData(0, 0, shown.width, shown.height).data;
            const seen = new Set();
            for (let i = 0; i < data.length; i += 388)
                seen.add([data[i], data[i+1], data[i+2]].map(v => v >> 4).join());
            return seen.size;
        }"""
    )
    assert colours > 20


def test_towns_are_named_apart_from_the_ground(window: Window):
    window.open("/screen/axis-allies")
    window.wait_for_board()
    window.page.wait_for_function("() => document.querySelector('.board').board.painter.names.names.length > 30")


def test_a_rule_chip_opens_the_rule(window: Window):
    window.open("/screen/ardennes-offensive")
    window.wait_for_board()
    window.page.get_by_role("button", name="Close the sheet").click()
    window.page.locator(".prompt .chip").click()
    expect(window.page.locator(".rule h2")).to_contain_text("AO-9.2.D")
    window.page.get_by_placeholder("Search the rules").fill("west wall")
    expect(window.page.locator(".rule-list li").first).to_be_visible()
    window.page.locator(".rule-list button").filter(has_text="AO-11.0.westwall").first.click()
    window.say("3204 and 3304 are West Wall: German defenders there are tripled.")


def test_a_button_that_would_forget_something_says_how_much_and_takes_a_second_press(window: Window):
    window.open("/screen/ardennes-offensive")
    window.wait_for_board()
    window.page.locator(".sheet-foot .button.fight").click()
    window.say("Attack at 1-1: 1 forgotten. Press again")
    window.say("32 a could still join.")


def test_dark_and_light(window: Window):
    window.open("/screen/bulge")
    window.wait_for_board()
    window.page.get_by_role("button", name="Dark theme").click()
    assert window.page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert window.page.evaluate("getComputedStyle(document.querySelector('.top')).backgroundColor") == "rgb(34, 31, 26)"
