"""The first minutes of somebody who has never seen it: what is shown, what lies over what, what a press comes to."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

import pytest
from playwright.sync_api import expect

import ardennes
from ardennes.engine.record import Record
from tests.browser.hand import Hand
from tests.browser.window import Window, at_of
from tests.server.clicking import SEED, recruit

CUT = """() => [...document.querySelectorAll('.track header .small, .chip')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.textContent)"""
CROSSED = """() => {
  const rooms = [...document.querySelectorAll('.side .chip')].map((chip) => {
    const { left, top, right, bottom } = chip.getBoundingClientRect();
    const edge = parseFloat(getComputedStyle(chip, '::before').top);
    return { left, right, top: top + edge, bottom: bottom - edge, words: chip.textContent };
  });
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return rooms.filter((one, n) => rooms.some((other, m) => m > n && meet(one, other))).map((one) => one.words);
}"""  # what is seen of a chip lies inside what can be pressed
NEAR = """() => {
  const board = document.querySelector('.board')?.board;
  return Boolean(board) && board.geometry.unit * board.view.zoom > 40;
}"""
RINGS = """() => document.querySelector('.board').board.state.shapes
  .filter((one) => one.name.startsWith('asked')).map((one) => one.at)"""
MAIN = "() => document.querySelector('.board').seat.offers.value.main?.action ?? null"


def test_a_game_is_begun_without_scrolling_and_begins_with_its_goal(window: Window):
    page = window.page
    window.open("/new/bastogne")
    start = page.get_by_role("button", name="Start the game")
    page.locator('[data-game="proving"]').evaluate("(card) => card.remove()")  # in the tests only: it begins a new row
    box = start.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 900
    start.click()
    page.wait_for_url("**/seat/*")
    expect(page.get_by_role("dialog", name="The goal of the game")).to_be_visible()
    window.say("The units wait in the list beside the map.")  # once the computer has set up
    expect(page.get_by_role("dialog", name="The goal of the game")).to_be_visible()
    page.wait_for_function(NEAR)  # the map has come near to the units that are there
    page.reload()
    window.wait_for_board()
    expect(page.get_by_role("dialog", name="The goal of the game")).to_have_count(0)


def test_the_first_question_is_answered_as_usual_and_battles_after_it_one_press_each(window: Window):
    """The Ardennes Offensive begins with a reinforcement: one press, and the front is asked about."""
    token = window.begin("ardennes-offensive", allied="link")["german"]
    window.sit(token)
    hand, page = Hand(window, token), window.page
    page.get_by_role("button", name="Place as usual").click()
    shown = window.wait_for_revision(token, 1)
    assert shown["screen"]["prompt"]["kind"] == "target"
    shown = hand.take(next(one for one in shown["screen"]["options"] if one["action"] == "target 0906"))
    fight = next(one for one in shown["screen"]["options"] if one["action"].startswith("fight "))
    shown = hand.take(fight)
    while shown["screen"]["prompt"]["kind"] != "target" and shown["screen"]["decides"] == "german":
        shown = hand.take(shown["screen"]["options"][-1])
    expect(page.get_by_text("Suggested.")).to_be_visible()
    expect(page.locator(".sheet").get_by_label("Odds")).to_be_visible()
    assert page.evaluate(MAIN) is None  # Enter neither fights nor gives up
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.get_by_text("Suggested.")).to_have_count(0)
    assert hand.sees()["revision"] == shown["revision"]


def test_nothing_written_is_cut_off_and_nothing_stays_open(window: Window):
    window.sit(window.begin("bulge", allied="link")["german"])
    page = window.page
    page.locator('[data-action^="assign"]').first.click()
    page.keyboard.press("Enter")
    expect(page.locator(".log-line")).not_to_have_count(0)
    for tab in ("Unit", "Log", "Forces"):
        page.get_by_role("tab", name=tab).click()
        assert page.evaluate(CUT) == []
        assert page.evaluate(CROSSED) == []
    page.get_by_role("button", name="All map layers").click()
    layers = page.locator(".rail").get_by_role("heading", name="Map layers")
    expect(layers).to_be_visible()
    page.keyboard.press("Escape")
    expect(layers).to_have_count(0)
    boxes = [box["label"] for box in window.look(page.url.rpartition("/")[2])["screen"]["boxes"]]
    assert len(boxes) == len(set(boxes))


HERO = """(theme) => {
  document.documentElement.dataset.theme = theme;
  const inks = [...document.querySelectorAll('.hero h1, .hero p')].map((one) => getComputedStyle(one).color);
  const { opacity } = getComputedStyle(document.querySelector('.hero-map'));
  return [getComputedStyle(document.body).backgroundColor, opacity, ...inks];
}"""
DARKEST, BRIGHTEST = (0x24, 0x1F, 0x1A), (0xB6, 0xB1, 0xA0)  # of the map's letters by day and its paper by night


def brightness(colour: Iterable[float]) -> float:
    """The relative luminance of a colour."""
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(("theme", "worst"), [("light", DARKEST), ("dark", BRIGHTEST)])
def test_the_heading_can_be_read_over_the_map_on_a_phone(phone: Window, theme: str, worst: tuple[int, int, int]):
    phone.open("/")
    expect(phone.page.locator(".hero-map")).to_be_visible()
    paper, opacity, *inks = phone.page.evaluate(HERO, theme)
    paper, *inks = ([float(part) for part in re.findall(r"[\d.]+", colour)[:3]] for colour in (paper, *inks))
    share = float(opacity)
    under = brightness(share * there + (1 - share) * page for there, page in zip(worst, paper, strict=True))
    assert inks
    for ink in map(brightness, inks):
        dark, light = sorted((ink, under))
        assert (light + 0.05) / (dark + 0.05) >= 4.5


def advancing() -> str:
    """A journal of Bulge up to an advance for which several units may be chosen."""
    record, rng = Record.start(ardennes.game("bulge")), random.Random(SEED)
    while record.state.chance is not None or record.state.decision.step != "advance":
        record.roll_all(rng)
        if record.state.decision.step != "advance":
            record.apply(recruit(record.state.view(record.state.decision.side))[0])
    assert sum(option.verb == "pick" for option in record.state.decision.options) > 1
    return str(record.journal)


def test_whoever_may_advance_is_ringed_and_the_cleared_hex_takes_him(window: Window):
    token = window.bring(advancing())["*"]
    window.sit(token)
    hand, page = Hand(window, token), window.page
    shown = hand.sees()
    units = [one["thing"] for one in shown["screen"]["options"] if one["kind"] == "piece"]
    assert sorted(page.evaluate(RINGS)) == sorted({at_of(shown, unit) for unit in units})
    [cleared] = [place for tint in shown["screen"]["tints"] if tint["kind"] == "target" for place in tint["places"]]
    expect(page.locator('.prompt [data-action="done"]')).not_to_have_class(re.compile("main"))
    window.click(cleared)
    choice = page.locator(f'.choice [data-action="pick {units[0]}"]')
    choice.click()
    after = window.wait_for_revision(token, shown["revision"] + 1)
    assert at_of(after, units[0]) == cleared


def test_a_click_under_way_says_so_and_a_target_tells_its_odds_before_it_is_paid_for(window: Window):
    token = window.begin("axis-allies", allies="link")["axis"]
    window.sit(token)
    hand, page = Hand(window, token), window.page
    shown = hand.sees()
    with window.slow():
        window.click("B9")
        expect(page.locator(".toast.sending")).to_have_css("opacity", "1")
        expect(page.locator(".toast.sending")).to_contain_text("Sending your move")
    shown = window.wait_for_revision(token, shown["revision"] + 1)
    paid = {one["id"]: one.get("count", 1) for one in shown["screen"]["pieces"] if "supply" in one["id"]}
    page.mouse.move(*window.spot("A9"))
    expect(page.locator(".hover-line")).to_contain_text(re.compile(r"5 dice on 1 box: \d+ % chance"))
    assert paid == {one["id"]: one.get("count", 1) for one in hand.sees()["screen"]["pieces"] if "supply" in one["id"]}
    window.click("A9")
    window.wait_for_revision(token, shown["revision"] + 1)
    sheet = page.locator(".sheet")
    expect(sheet.get_by_label("Odds 5 dice on 1 box")).to_be_visible()
    expect(sheet.locator(".measure").first).to_contain_text("chance that")


def test_the_first_tap_says_what_the_second_would_do(phone: Window):
    token = phone.begin("ardennes-offensive")["*"]
    phone.sit(token)
    lit = phone.look(token)["screen"]["options"][0]
    phone.tap(lit["thing"])
    expect(phone.page.locator(".tap-again")).to_contain_text(f"Tap again: {lit['label']}")
    tools = phone.page.locator(".phone-tools [data-undo]").bounding_box()
    assert tools is not None
    middle = {"x": tools["x"] + tools["width"] / 2, "y": tools["y"] + tools["height"] / 2}
    inside = "({ x, y }) => Boolean(document.elementFromPoint(x, y)?.closest('.phone-tools'))"
    assert phone.page.evaluate(inside, middle)  # nothing lies over it
