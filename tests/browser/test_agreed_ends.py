"""Players end a game by their word, in the browser: one resigns, or both agree to a draw."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.window import Window


def test_a_player_resigns_after_a_question_and_both_are_told_who_did(window: Window, second: Window):
    seats = window.begin("bulge", german="human", allied="link")
    window.sit(seats["german"])
    second.sit(seats["allied"])
    window.page.get_by_role("button", name="Players and links").click()
    card = window.page.get_by_role("dialog", name="Players and links")
    card.get_by_role("button", name="Resign").click()
    expect(card).to_contain_text("The other side wins. This cannot be undone.")
    assert "result" not in window.look(seats["german"])["screen"]
    card.get_by_role("button", name="Resign").click()
    for page in (window.page, second.page):
        end = page.get_by_role("dialog", name="The end of the game")
        expect(end.locator("h2")).to_contain_text("Allied victory")
        expect(end).to_contain_text("The German player resigned")


def test_a_draw_is_offered_in_one_window_and_accepted_in_the_other(window: Window, second: Window):
    seats = window.begin("bulge", german="human", allied="link")
    window.sit(seats["german"])
    second.sit(seats["allied"])
    window.page.get_by_role("button", name="Players and links").click()
    window.page.get_by_role("button", name="Offer a draw").click()
    window.say("You have offered a draw.")
    second.say("The German player offers a draw.")
    second.page.get_by_role("button", name="Accept the draw").click()
    for page in (window.page, second.page):
        end = page.get_by_role("dialog", name="The end of the game")
        expect(end.locator("h2")).to_contain_text("A draw")
        expect(end).to_contain_text("Draw by agreement")
