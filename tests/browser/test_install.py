"""The client can be installed: what the manifest promises is there, and the service worker answers where it starts."""

from __future__ import annotations

import io
import json
import re
from typing import Any
from urllib.parse import urljoin

from PIL import Image
from playwright.sync_api import Browser, expect

from tests.browser.conftest import DESKTOP
from tests.browser.window import PATIENCE, Window

ACTIVE = "async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'"
CONTROLS = "() => Boolean(navigator.serviceWorker.controller)"
SCOPE = "async () => (await navigator.serviceWorker.getRegistration()).scope"
COLOUR = "(name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()"
META = """() => Object.fromEntries([...document.querySelectorAll('meta[name=theme-color]')]
  .map((one) => [one.media, one.content]))"""


def manifest(window: Window) -> tuple[str, dict[str, Any]]:
    """Where the page says that its manifest is, and what is in it."""
    window.open("/")
    at = window.page.locator("link[rel=manifest]").evaluate("(one) => one.href")
    answer = window.page.request.get(at)
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("application/manifest+json")
    found: dict[str, Any] = answer.json()
    return at, found


def picture(window: Window, address: str, kind: str) -> Image.Image:
    """A picture of the server, as it is and not as it is named."""
    answer = window.page.request.get(address)
    assert answer.status == 200, address
    assert answer.headers["content-type"] == kind
    return Image.open(io.BytesIO(answer.body()))


def test_the_manifest_names_the_client_and_starts_it_within_its_scope(window: Window):
    at, found = manifest(window)
    assert found["name"] == window.page.title() == "Ardennes"
    assert 0 < len(found["short_name"]) <= 12, "a launcher cuts off more"
    assert found["display"] == "standalone"
    start, scope = urljoin(at, found["start_url"]), urljoin(at, found["scope"])
    assert start.startswith(scope)
    assert urljoin(at, "/seat/x").startswith(scope), "a game does not open in another window"
    answer = window.page.request.get(start)
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/html")


def test_the_icons_are_there_in_the_sizes_that_are_stated(window: Window):
    at, found = manifest(window)
    sizes: dict[str, set[str]] = {}
    for icon in found["icons"]:
        sizes.setdefault(icon.get("purpose", "any"), set()).add(icon["sizes"])
        address = urljoin(at, icon["src"])
        if icon["type"] == "image/svg+xml":
            drawing = window.page.request.get(address)
            assert drawing.headers["content-type"].startswith("image/svg+xml")
            assert re.search(r"<svg[^>]* viewBox=", drawing.text())
            continue
        drawn = picture(window, address, icon["type"])
        assert "x".join(map(str, drawn.size)) == icon["sizes"], icon["src"]
        if icon.get("purpose") == "maskable":
            assert drawn.convert("RGBA").getchannel("A").getextrema() == (255, 255), "no corner may be bare"
    assert sizes["any"] >= {"192x192", "512x512"}
    assert "512x512" in sizes["maskable"]
    telephone = window.page.locator("link[rel=apple-touch-icon]").evaluate("(one) => one.href")
    assert picture(window, telephone, "image/png").size == (180, 180)


def test_the_colours_round_the_page_are_those_of_the_page(window: Window):
    _, found = manifest(window)
    page = window.page
    stated = page.evaluate(META)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-theme", scheme)
        assert page.evaluate(COLOUR, "--panel") == stated[f"(prefers-color-scheme: {scheme})"]
        if scheme == "light":
            assert page.evaluate(COLOUR, "--panel") == found["theme_color"]
            assert page.evaluate(COLOUR, "--paper") == found["background_color"]
    page.emulate_media(color_scheme=None)


def test_a_browser_offers_to_install_it_and_it_starts_without_a_network(chromium: Browser, address: str):
    context = chromium.new_context(base_url=address, viewport=DESKTOP)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/")
    for state in (ACTIVE, CONTROLS):
        page.wait_for_function(state)
    assert page.evaluate(SCOPE) == f"{address}/"
    wire = context.new_cdp_session(page)
    found = wire.send("Page.getAppManifest")
    assert found["errors"] == []
    faults = [one["errorId"] for one in wire.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert set(faults) <= {"in-incognito"}, "a test's window is a private one"
    context.set_offline(True)
    page.goto(urljoin(found["url"], json.loads(found["data"])["start_url"]))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    context.close()
