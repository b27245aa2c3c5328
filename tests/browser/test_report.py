"""The report at the end of a game: its curves, its luck, its front; a turning point leads into the replay."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.endings import GOLDEN
from tests.browser.window import Window


def told_at(window: Window, token: str, line: int) -> list[str]:
    """The places that the log speaks of last, as a replay shows a line."""
    past = window.page.request.get(f"/api/seats/{token}/frames/{line}").json()
    lines = past["screen"]["log"]["lines"].values()
    return next(list(dict.fromkeys(one["places"])) for one in reversed(list(lines)) if one.get("places"))


def test_a_turning_point_of_the_report_leads_to_its_moment_of_the_replay(window: Window):
    seats = window.bring((GOLDEN / "bulge" / "allied-victory-on-an-early-turn.journal").read_text("utf-8"))
    window.sit(seats["german"])
    page = window.page
    page.get_by_role("dialog", name="The end of the game").get_by_role("button", name="Analysis").click()
    card = page.get_by_role("dialog", name="Analysis")
    for heading in ("Turning points", "Luck of the dice", "The front, compared with history"):
        expect(card.get_by_role("heading", name=heading)).to_be_visible()
    expect(card.locator(".front-here").first).to_be_visible()
    point = card.locator(".turning").first
    line = point.get_attribute("data-line")
    point.click()
    expect(card).to_have_count(0)
    expect(page.get_by_label("Position in the game")).to_have_value(str(line))
    window.wait_until_drawn(*(f"turn {place}" for place in told_at(window, seats["german"], int(line or 0))))
    page.get_by_role("button", name="Try it from here").click()
    expect(page.get_by_label("Sandbox", exact=True)).to_be_visible()
