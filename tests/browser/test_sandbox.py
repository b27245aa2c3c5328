"""A sandbox on the page: two branches, chosen dice, the odds of a plan, and back to a game that knows nothing of it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.window import Window
from tests.server.test_sandbox import START


def test_two_branches_are_tried_and_the_game_is_as_it_was(window: Window, second: Window):
    seats = window.bring(START, german="human", allied="human")
    before = window.look(seats["german"])
    second.sit(seats["allied"])
    theirs = second.page.locator(".table").inner_text()
    window.sit(seats["german"])
    page = window.page
    page.get_by_role("button", name="Try it", exact=True).click()
    bar = page.get_by_label("Sandbox", exact=True)
    expect(bar).to_contain_text("nothing here counts")
    window.wait_for_board()

    page.locator("[data-action=support]").click()
    page.locator("[data-action='fight +12']").click()
    page.locator("[data-roll='roll 5']").click()
    expect(bar.get_by_role("button", name="3 moves")).to_be_visible()
    won = page.locator(".table").get_attribute("data-revision")

    page.keyboard.press("z")
    expect(page.get_by_label("Choose the die roll")).to_be_visible()
    bar.get_by_role("button", name="New branch").click()
    expect(bar.get_by_role("button", name="Branch 2")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-roll='roll 1']").click()
    expect(bar.get_by_role("button", name="3 moves")).to_be_visible()
    bar.get_by_role("button", name="Odds of the plan").click()
    odds = page.get_by_role("dialog", name="Odds of the plan")
    expect(odds).to_contain_text("Exact: all")
    expect(odds).to_contain_text("Attack on 0304")
    window.wait_until_drawn("plan 0304")

    bar.get_by_role("button", name="Branch 1").click()
    expect(bar.get_by_role("button", name="2 moves")).to_be_visible()
    window.wait_until_drawn()
    page.keyboard.press("y")
    bar.get_by_role("button", name="3 moves").click()
    expect(page.get_by_label("Moves of this branch")).to_contain_text("Roll: 5")
    assert page.locator(".table").get_attribute("data-revision") != won

    bar.get_by_role("button", name="Back to the game").click()
    expect(bar).to_have_count(0)
    assert window.look(seats["german"]) == before
    assert second.page.locator(".table").inner_text() == theirs
