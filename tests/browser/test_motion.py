"""Where reduced motion is asked for, counters, dice and the map change but nothing travels; elsewhere it moves."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

import ardennes
from ardennes.engine.record import Record
from tests.browser.conftest import DESKTOP, Contexts, Motion
from tests.browser.endings import two_turns_before_the_end
from tests.browser.window import REST, Window

MOTIONS: tuple[Motion, ...] = ("reduce", "no-preference")
WATCH = """() => {
  const { painter, view } = document.querySelector('.board').board;
  const words = (view) => [view.x, view.y, view.zoom].map((one) => one.toFixed(3)).join(' ');
  window.seen = { views: new Set([words(view)]), counters: new Set(), animations: new Set() };
  const paint = painter.paint.bind(painter);
  painter.paint = (view, viewport, attention, moves) => {
    seen.views.add(words(view));
    for (const [piece, at] of attention.moving) seen.counters.add(`${piece} ${at.x.toFixed(1)} ${at.y.toFixed(1)}`);
    return paint(view, viewport, attention, moves);
  };
  addEventListener('animationstart', (event) => seen.animations.add(event.animationName));
}"""
SEEN = "() => Object.fromEntries(Object.entries(window.seen).map(([name, found]) => [name, [...found]]))"
ARRIVED = "() => !document.querySelector('.board').board.journeys.any"
SEND = "(actions) => document.querySelector('.board').seat.send(actions)"


def before_a_roll(game: str) -> tuple[str, str]:
    """A journal up to the last action before dice fall beside the board, and that action."""
    record, rng = Record.start(ardennes.game(game)), random.Random(3)
    while True:
        record.roll_all(rng)
        options = record.state.decision.options
        action = options[rng.randrange(len(options))]
        journal = str(record.journal)
        record.apply(action)
        if record.state.chance and record.state.chance.dice and journal.count("\n") > 60:
            return journal, str(action)


def sees(window: Window) -> dict[str, list[str]]:
    """What has moved since it was watched."""
    window.page.wait_for_function(ARRIVED)
    window.page.evaluate(REST)
    found: dict[str, list[str]] = window.page.evaluate(SEEN)
    return found


@pytest.mark.parametrize("motion", MOTIONS)
def test_a_counter_travels_unless_nothing_may(contexts: Contexts, address: str, motion: Motion):
    with contexts.page(f"motion {motion}", address, motion, viewport=DESKTOP) as page:
        window = Window(page)
        token = window.bring(two_turns_before_the_end("ardennes-offensive"))["*"]
        window.sit(token)
        options = window.look(token)["screen"]["options"]
        page.evaluate(SEND, [next(one["action"] for one in options if one["kind"] == "piece")])
        window.wait_until_shown(1)
        ways = [one for one in window.look(token)["screen"]["options"] if len(one.get("path", ())) > 2]
        page.evaluate(REST)
        page.evaluate(WATCH)
        page.evaluate(SEND, [max(ways, key=lambda one: len(one["path"]))["action"]])
        window.wait_until_shown(2)
        counters = sees(window)["counters"]
        assert (len(counters) > 3) is (motion == "no-preference"), counters


@pytest.mark.parametrize("motion", MOTIONS)
def test_the_map_flies_unless_nothing_may(contexts: Contexts, address: str, motion: Motion):
    with contexts.page(f"motion {motion}", address, motion, viewport=DESKTOP) as page:
        window = Window(page)
        window.sit(window.begin("ardennes-offensive")["*"])
        page.evaluate(REST)
        page.evaluate(WATCH)
        page.get_by_role("button", name="Zoom in").click()
        views = sees(window)["views"]
        zooms = {view.split()[2] for view in views}
        assert len(zooms) > 1, "the map came nearer"
        assert (len(zooms) > 2) is (motion == "no-preference"), zooms


@pytest.mark.parametrize("motion", MOTIONS)
def test_dice_tumble_unless_nothing_may(contexts: Contexts, address: str, motion: Motion):
    journal, action = before_a_roll("bulge")
    with contexts.page(f"motion {motion}", address, motion, viewport=DESKTOP) as page:
        window = Window(page)
        token = window.bring(journal)["*"]
        window.sit(token)
        before = window.look(token)["revision"]
        page.evaluate(REST)
        page.evaluate(WATCH)
        page.evaluate(SEND, [action])
        window.wait_until_shown(before + 1)
        expect(page.locator(".die").first).to_be_visible()
        expect(page.locator(".die.rolling")).to_have_count(0)
        found = sees(window)
        assert ("tumble" in found["animations"]) is (motion == "no-preference"), found["animations"]
        if motion == "reduce":
            assert found["animations"] == [], "nothing else moves by itself"
            assert len(found["views"]) <= 2, "the map jumps once"
            assert found["counters"] == []
