"""Two people at two links: each hears of the other, and a lost connection is made good."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.hand import Hand
from tests.browser.window import Window


def test_an_invitation_is_accepted_and_leads_to_a_link_that_only_the_friend_knows(window: Window, second: Window):
    window.open("/new/proving")
    page = window.page
    page.get_by_text("By link", exact=True).click()
    page.get_by_role("button", name="Start the game").click()
    link = page.get_by_label("Link for").input_value()
    page.get_by_role("button", name="Go to the game").click()
    window.wait_for_board()
    page.get_by_role("button", name="Players and links").click()
    card = page.get_by_role("dialog", name="Players and links")
    expect(card.get_by_label("Link for Blue")).to_have_value(link)
    expect(card).to_contain_text("Blue nobody yet")

    second.open(re.sub(r"^https?://[^/]+", "", link))
    expect(second.page.get_by_role("heading", name="You are invited to")).to_be_visible()
    second.page.get_by_role("button", name="Accept and play").click()
    second.wait_for_board()
    assert second.page.url != link
    labels = [w.page.locator(".top-title p").first.inner_text() for w in (window, second)]
    assert "you are the Red player" in labels[0]
    assert "you are the Blue player" in labels[1]

    expect(card).to_contain_text("Blue joined by link")
    expect(card.get_by_label("Link for Blue")).to_have_count(0)
    expect(card.get_by_label("Link for Spectators")).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    second.open("/")
    expect(second.page.locator(".go-on li")).to_contain_text("you are the Blue player")
    second.open(re.sub(r"^https?://[^/]+", "", link))
    second.say("This invitation has already been accepted.")


def test_a_link_is_replaced_and_the_old_one_dies_wherever_it_is_open(window: Window, second: Window):
    seats = window.begin("proving")
    window.sit(seats["red"])
    second.sit(seats["red"])
    page = window.page
    page.get_by_role("button", name="Players and links").click()
    card = page.get_by_role("dialog", name="Players and links")
    card.get_by_role("button", name="Replace my link").click()
    expect(card).to_contain_text("Your old link stops working at once")
    card.get_by_role("button", name="Replace it").click()
    page.wait_for_url(re.compile(rf"/seat/(?!{re.escape(seats['red'])})"))
    window.wait_for_board()
    second.say("No game was found at this link.")


def test_a_game_is_deleted_by_who_began_it(window: Window):
    window.open("/new/proving")
    page = window.page
    page.get_by_text("By link", exact=True).click()
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Go to the game").click()
    window.wait_for_board()
    address = page.url
    page.get_by_role("button", name="Players and links").click()
    card = page.get_by_role("dialog", name="Players and links")
    card.get_by_role("button", name="Delete this game").click()
    card.get_by_role("button", name="Keep it").click()
    card.get_by_role("button", name="Delete this game").click()
    card.get_by_role("button", name="Delete it").click()
    page.wait_for_url(re.compile("/$"))
    expect(page.locator(".go-on li")).to_have_count(0)
    window.open(re.sub(r"^https?://[^/]+", "", address))
    window.say("No game was found at this link.")


def test_two_browsers_see_each_others_moves_through_a_cut_connection(window: Window, second: Window):
    seats = window.begin("proving")
    window.sit(seats["red"])
    second.sit(seats["blue"])
    blue = Hand(second, seats["blue"])
    shown = blue.sees()
    assert shown["screen"]["decides"] == "blue"

    shown = blue.take(shown["screen"]["options"][0])
    window.page.wait_for_function(f"() => document.querySelector('.table').dataset.revision == {shown['revision']}")

    window.wire.cut()
    expect(window.page.locator(".toast.lost")).to_be_visible()
    for _ in range(2):
        shown = blue.take(next(one for one in shown["screen"]["options"] if one["kind"] in ("piece", "place")))
    assert int(window.page.locator(".table").get_attribute("data-revision") or 0) < shown["revision"]

    window.wire.mend()
    expect(window.page.locator(".toast.lost")).to_have_count(0)
    window.page.wait_for_function(f"() => document.querySelector('.table').dataset.revision == {shown['revision']}")
    window.say("Blue")


def test_a_rewind_needs_the_other_sides_word(window: Window, second: Window):
    seats = window.begin("proving")
    window.sit(seats["red"])
    second.sit(seats["blue"])
    blue = Hand(second, seats["blue"])
    shown = blue.take(blue.sees()["screen"]["options"][0])
    blue.take(next(one for one in shown["screen"]["options"] if one["kind"] == "place"))
    before = blue.sees()["lines"]
    second.page.get_by_role("button", name="Replay").click()
    second.page.get_by_role("button", name="One step back").click()
    second.page.get_by_text("Propose to go back to here").click()
    second.say("The other side must agree.")
    assert blue.sees()["lines"] == before
    window.page.get_by_role("button", name="Agree").click()
    window.page.wait_for_function("() => !document.querySelector('.proposal')")
    assert blue.sees()["lines"] == before - 1


def test_whoever_goes_back_alone_is_asked_and_can_return_to_what_was_played(window: Window):
    token = window.begin("proving")["*"]
    window.sit(token)
    hand, page = Hand(window, token), window.page
    shown = hand.take(hand.sees()["screen"]["options"][0])
    shown = hand.take(next(one for one in shown["screen"]["options"] if one["kind"] == "place"))
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("button", name="One step back").click()
    page.get_by_text("Go back to here and play on").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("Go back one step and play on?")
    assert hand.sees()["lines"] == shown["lines"]
    page.get_by_role("button", name="Go back", exact=True).click()
    back = window.wait_for_revision(token, shown["revision"] + 1)
    assert back["lines"] == shown["lines"] - 1
    page.get_by_role("button", name="Replay").click()
    page.get_by_text("Return to the line abandoned in turn").click()
    again = window.wait_for_revision(token, back["revision"] + 1)
    assert again["screen"]["pieces"] == shown["screen"]["pieces"]


def test_a_standing_order_is_left_and_withdrawn(window: Window):
    seats = window.begin("proving", red="link")
    window.sit(seats["blue"])
    page = window.page
    page.get_by_role("button", name="Standing orders").click()
    card = page.get_by_role("dialog", name="Standing orders")
    expect(card).to_contain_text("You have no standing orders.")
    card.get_by_text("Advanced").click()
    field = card.get_by_role("textbox")
    field.fill("when nobody asks: done")
    card.get_by_role("button", name="Add the order").click()
    window.say("is not a condition")
    field.fill("when advance: done")
    card.get_by_role("button", name="Add the order").click()
    expect(card.locator(".order-list li")).to_have_text(["When asked “advance”: done"])
    assert window.look(seats["blue"])["orders"] == ["when advance: done"]
    assert window.look(seats["red"])["orders"] == []
    card.get_by_role("button", name="Cancel all").click()
    expect(card).to_contain_text("You have no standing orders.")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)


def test_an_unknown_link_says_so(window: Window):
    window.open("/seat/nobody-sits-here-at-all")
    window.say("No game was found at this link.")


def test_a_question_of_the_game_is_answered_in_advance_by_a_button(window: Window):
    seats = window.begin("ardennes-offensive", allied="link")
    window.sit(seats["german"])
    page = window.page
    page.keyboard.press("o")
    card = page.get_by_role("dialog", name="Standing orders")
    expect(card.get_by_role("textbox")).to_be_hidden()
    towns = card.get_by_role("group", name=re.compile("in a town or on the West Wall"))
    advance = card.get_by_role("group", name=re.compile("may advance"))
    expect(towns.get_by_role("button", name="Ask me")).to_have_attribute("aria-pressed", "true")
    towns.get_by_role("button", name="Always hold").click()
    advance.get_by_role("button", name="No advance").click()
    expect(advance.get_by_role("button", name="No advance")).to_have_attribute("aria-pressed", "true")
    assert window.look(seats["german"])["orders"] == ["when waive: choose keep", "when advance: done"]
    towns.get_by_role("button", name="Always retreat").click()
    expect(towns.get_by_role("button", name="Always retreat")).to_have_attribute("aria-pressed", "true")
    towns.get_by_role("button", name="Ask me").click()
    expect(towns.get_by_role("button", name="Ask me")).to_have_attribute("aria-pressed", "true")
    expect(advance.get_by_role("button", name="No advance")).to_have_attribute("aria-pressed", "true")
    assert window.look(seats["german"])["orders"] == ["when advance: done"]
    assert window.look(seats["allied"])["orders"] == []
