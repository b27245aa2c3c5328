"""On a telephone: the sheet at the foot, the first tap previews, the second one commits."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.endings import GOLDEN
from tests.browser.window import Window, at_of

VIEW = "() => document.querySelector('.board').board.view"


def test_the_first_tap_previews_and_the_second_commits(phone: Window):
    token = phone.begin("ardennes-offensive")["*"]
    phone.sit(token)
    shown = phone.look(token)
    lit = shown["screen"]["options"][0]["thing"]
    phone.tap(lit)
    phone.page.wait_for_function(f"() => document.querySelector('.board').board.state.preview === '{lit}'")
    assert phone.look(token)["revision"] == shown["revision"]
    phone.tap(lit)
    after = phone.wait_for_revision(token, shown["revision"] + 1)
    assert at_of(after, shown["screen"]["prompt"]["pieces"][0]).endswith(lit)  # in the hex, or in its entry


def test_two_fingers_zoom_and_one_drags(phone: Window):
    token = phone.begin("ardennes-offensive")["*"]
    phone.sit(token)
    fingers = phone.page.context.new_cdp_session(phone.page)

    def touch(kind: str, *points: tuple[int, int]) -> None:
        touches = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    before = phone.page.evaluate(VIEW)
    touch("touchStart", (170, 250), (220, 300))
    for step in range(1, 6):
        touch("touchMove", (170 - 10 * step, 250 - 10 * step), (220 + 10 * step, 300 + 10 * step))
    touch("touchEnd")
    phone.page.wait_for_function(f"({VIEW})().zoom > {2 * before['zoom']}")
    near = phone.page.evaluate(VIEW)
    touch("touchStart", (200, 300))
    for step in range(1, 6):
        touch("touchMove", (200 + 12 * step, 300))
    touch("touchEnd")
    phone.page.wait_for_function(f"({VIEW})().x < {near['x']}")
    assert phone.look(token)["revision"] == 0  # nothing was tapped on the way


def test_the_sheet_has_three_heights_and_holds_every_panel(phone: Window):
    phone.sit(phone.begin("ardennes-offensive")["*"])
    sheet = phone.page.locator(".phone-sheet")
    expect(sheet).to_have_class("phone-sheet middle")
    grip = sheet.locator(".grip")
    grip.click()
    expect(sheet).to_have_class("phone-sheet full")
    for tab in ("Forces", "Log", "Rules", "Unit"):
        phone.page.get_by_role("tab", name=tab).click()
        expect(phone.page.get_by_role("tabpanel")).to_be_visible()
    grip.click()
    expect(sheet).to_have_class("phone-sheet low")


def test_nothing_is_wider_than_the_phone(phone: Window):
    for path in ("/", "/dice", "/import", "/screen/bitter-woods", "/screen/bulge"):
        phone.open(path)
        phone.page.wait_for_selector("h1")
        phone.page.wait_for_timeout(300)
        wide = phone.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390, f"{path} is {wide} pixels wide"


def test_what_is_asked_about_lies_above_the_sheet_from_the_beginning(phone: Window):
    phone.sit(phone.begin("ardennes-offensive")["*"])
    sheet = phone.page.locator(".phone-sheet").bounding_box()
    board = phone.page.locator(".board").bounding_box()
    assert sheet is not None
    assert board is not None
    covered = phone.page.evaluate("() => document.querySelector('.board').board.viewport.bottom")
    assert covered == board["y"] + board["height"] - sheet["y"] > 0


def test_the_menu_has_the_keyboard_in_the_moment_it_opens_and_escape_closes_it(phone: Window):
    phone.sit(phone.begin("ardennes-offensive")["*"])
    phone.page.get_by_role("button", name="More", exact=True).click()
    menu = phone.page.get_by_role("menu")
    expect(menu.get_by_role("menuitem").first).to_be_focused()
    phone.page.keyboard.press("Escape")
    expect(menu).to_have_count(0)


def test_how_a_game_ended_lies_open_above_the_sheet(phone: Window):
    journal = (GOLDEN / "bastogne" / "draw-by-exits.journal").read_text("utf-8")
    seats = phone.bring(journal, german="human", allied="link")
    phone.sit(seats["german"])
    card = phone.page.get_by_role("dialog", name="The end of the game")
    for name in ("Units off the west edge", "Hexes of Bastogne held"):
        expect(card.locator("figure").filter(has_text=name).locator("polyline")).to_have_count(1)
    card.get_by_role("link", name="New game").click()
    expect(phone.page).to_have_url(re.compile("/$"))
