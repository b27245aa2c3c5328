"""A bad network, a browser without storage, a newer server, no network at all: what was done is said, and not lost."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from tests.browser.conftest import DESKTOP
from tests.browser.hand import Hand
from tests.browser.window import Window

ACTIONS = re.compile("/api/seats/[^/]+/actions$")
READY = "async () => { await navigator.serviceWorker.ready; return Boolean(navigator.serviceWorker.controller); }"
KEPT = "async () => (await (await caches.open('ardennes-games')).keys()).length"


def click_first(window: Window, shown: dict[str, Any]) -> None:
    """Click the first unit that may be placed, whatever comes of it."""
    window.page.locator(f'[data-piece="{shown["screen"]["options"][0]["thing"]}"]').first.click()


def seated(window: Window) -> tuple[str, dict[str, Any]]:
    token = window.begin("proving", red="link")["blue"]
    window.sit(token)
    shown = window.look(token)
    assert shown["screen"]["decides"] == "blue"
    return token, shown


def test_a_request_that_hangs_is_sent_again_and_played_once(window: Window):
    token, shown = seated(window)
    window.wire.cut()
    held: list[Route] = []  # the first is never answered, the second when the page has been read
    window.page.route(ACTIONS, lambda route: held.append(route) if len(held) < 2 else route.continue_())
    click_first(window, shown)
    window.say("Sending your move…")
    window.say("Sending your move again")
    while len(held) < 2:
        window.page.wait_for_timeout(50)
    held[1].continue_()
    window.say("Your move was played.")
    window.wire.mend()
    assert window.wait_for_revision(token, shown["revision"] + 1)["lines"] == shown["lines"] + 1


def test_an_answer_that_never_comes_does_not_lock_the_seat(window: Window):
    token, shown = seated(window)

    def swallow(route: Route) -> None:
        route.fetch()  # the server plays it, and the page is never told

    window.page.route(ACTIONS, swallow)
    click_first(window, shown)
    window.say("Your move was played.")
    after = window.wait_for_revision(token, shown["revision"] + 1)
    assert after["lines"] == shown["lines"] + 1
    window.page.unroute(ACTIONS)
    Hand(window, token).take(next(one for one in after["screen"]["options"] if one["kind"] == "place"))


def test_a_move_that_the_game_has_overtaken_is_said_not_to_be_played(window: Window):
    token, shown = seated(window)
    window.page.route(ACTIONS, lambda route: None)  # never answered
    click_first(window, shown)
    window.say("Sending your move…")
    other = shown["screen"]["options"][1]["action"]
    body = {"revision": shown["revision"], "actions": [other]}
    assert window.page.request.post(f"/api/seats/{token}/actions", data=body).status == 200
    window.say("Your move was not played: the game has moved on.")
    window.wait_until_shown(shown["revision"] + 1)


def test_without_a_connection_the_board_can_be_looked_at_and_a_click_is_answered(window: Window, second: Window):
    token, shown = seated(window)
    shown = Hand(window, token).take(shown["screen"]["options"][0])
    place = next(one for one in shown["screen"]["options"] if one["kind"] == "place")
    window.wire.cut()
    window.page.context.set_offline(True)
    window.say("You are offline. You can look at the board; you can play when the connection returns.")
    window.click(place["thing"])
    window.say("Nothing was sent.")
    assert second.page.request.get(f"/api/seats/{token}").json()["revision"] == shown["revision"]
    window.page.context.set_offline(False)
    window.wire.mend()
    expect(window.page.locator(".toast.lost")).to_have_count(0)
    Hand(window, token).take(place)
    window.complaints.clear()  # the browser itself complains of every request that failed


def test_a_move_made_as_the_connection_breaks_is_sent_when_it_returns(window: Window):
    token, shown = seated(window)
    window.page.route(ACTIONS, lambda route: route.abort("internetdisconnected"))
    window.page.route("**/api/version", lambda route: route.abort("internetdisconnected"))
    window.wire.cut()
    expect(window.page.locator(".toast.lost")).to_be_visible()
    window.page.unroute("**/api/version")
    window.page.evaluate("dispatchEvent(new Event('online'))")
    window.say("Live updates are interrupted")
    click_first(window, shown)
    window.say("Your move is not confirmed; it will be sent again when the connection returns.")
    window.page.unroute(ACTIONS)
    window.wire.mend()
    window.say("Your move was played.")
    assert window.wait_for_revision(token, shown["revision"] + 1)["lines"] == shown["lines"] + 1
    window.complaints.clear()


REFUSE = """
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get() { throw new DOMException('refused', 'SecurityError'); } });
"""


def test_a_browser_that_refuses_storage_costs_the_memory_of_the_theme_and_no_page(chromium: Browser, address: str):
    context = chromium.new_context(base_url=address, viewport=DESKTOP)
    context.add_init_script(REFUSE)
    window = Window(context.new_page())
    window.open("/")
    expect(window.page.locator(".game-card").first).to_be_visible()
    window.page.get_by_role("button", name="Dark theme").click()
    expect(window.page.locator("html")).to_have_attribute("data-theme", "dark")
    token, shown = seated(window)
    Hand(window, token).take(shown["screen"]["options"][0])
    assert window.complaints == []
    context.close()


@pytest.mark.parametrize(
    ("version", "words"),
    [
        ({"schema": 2, "build": "index-newer.js"}, "A new version is ready."),
        ({"schema": 3, "build": "index-newer.js"}, "This page is older than the server. Reload to continue."),
    ],
)
def test_a_newer_server_asks_to_reload_and_breaks_no_game(window: Window, version: dict[str, Any], words: str):
    token, shown = seated(window)
    window.page.route("**/api/version", lambda route: route.fulfill(json=version))
    window.wire.cut()
    window.wire.mend()
    window.say(words)
    Hand(window, token).take(shown["screen"]["options"][0])
    window.page.unroute("**/api/version")
    window.page.get_by_role("button", name="Reload").click()
    window.wait_for_board()
    expect(window.page.get_by_role("button", name="Reload")).to_have_count(0)


def offline_copy(context: BrowserContext) -> tuple[Window, str]:
    """A game that was looked at, with everything kept that is, and no network any more."""
    window = Window(context.new_page())
    window.open("/rules/proving")
    token, _ = seated(window)
    window.page.evaluate(READY)
    window.page.reload()
    window.wait_for_board()
    assert window.page.evaluate(READY)
    window.page.wait_for_function(f"async () => await ({KEPT})() === 1")
    window.wire.cut()
    context.set_offline(True)
    return window, token


def test_client_rules_and_the_last_screen_open_without_a_network_and_play_resumes(chromium: Browser, address: str):
    context = chromium.new_context(base_url=address, viewport=DESKTOP)
    window, token = offline_copy(context)
    page = window.page
    page.reload()
    window.wait_for_board()
    window.say("This is the game as you last saw it, on")
    expect(page.locator(".prompt [data-action]")).to_have_count(0)
    page.goto("/")
    expect(page.locator(".go-on li")).to_contain_text("Offline; last seen on")
    page.goto("/rules/proving")
    expect(page.locator("details summary").first).to_be_visible()
    page.goto(f"/seat/{token}")
    window.say("This is the game as you last saw it, on")
    context.set_offline(False)
    window.wire.mend()
    expect(page.locator(".toast.lost")).to_have_count(0)
    hand = Hand(window, token)
    hand.take(hand.sees()["screen"]["options"][0])
    page.goto("/")
    page.get_by_role("button", name="from this list").click()
    page.wait_for_function(f"async () => !(await ({KEPT})())")
    context.close()


def test_rubbish_in_place_of_a_link_is_answered(window: Window):
    window.open("/")
    window.page.get_by_placeholder("Paste a link").fill("my friend's game")
    window.page.get_by_role("button", name="Join").click()
    window.say("That is not a link to a game.")


def test_an_address_that_leads_nowhere_shows_a_page(window: Window):
    window.open("/no/such/page")
    expect(window.page.get_by_role("heading", name="Page not found")).to_be_visible()
    assert window.page.request.get("/api/nothing").json()["error"] == "There is nothing at /api/nothing."
