"""“Your first game in five minutes” is followed in a real browser, from the list of games to the end of the lesson."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.hand import Hand, Script
from tests.browser.test_lessons import lesson_of
from tests.browser.window import Window

PAGE = (Path(__file__).parents[2] / "docs" / "players" / "first-game.md").read_text(encoding="utf-8")
BY_HAND = 10  # choices with the mouse; test_lessons plays the whole lesson by hand
BY_THE_DIE = ["Carry out the result"]  # not every result leaves something to carry out


def bold(heading: str) -> list[str]:
    """What is bold in a part of the page, in order: what a reader looks for on the screen."""
    part = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return [words.rstrip(".") for words in re.findall(r"\*\*(.+?)\*\*", part)]


def test_the_first_game_goes_as_the_page_says(window: Window) -> None:
    page = window.page
    game, learn, *steps = bold("2. Learn Bulge")
    window.open("/")
    page.locator(".game-card").filter(has_text=re.compile(rf"^{game}")).click()
    page.get_by_role("button", name=learn).click()
    page.wait_for_url("**/seat/*")
    window.wait_for_board()

    token = page.url.rpartition("/")[2]
    card, seen, hand = page.locator(".guide"), list[str](), Hand(window, token)
    for clicks in range(200):
        lesson = lesson_of(window, token)
        at = int(card.get_attribute("data-step") or 0)
        title = card.locator("h2").inner_text()
        seen += [title] if title not in seen else []
        step = lesson["steps"][at - 1]
        if at == len(lesson["steps"]):
            break
        if step["state"] != "open":  # the card is about to go on
            expect(card).not_to_have_attribute("data-step", str(at))
        elif step.get("reads"):
            page.locator("[data-guide=next]").click()
            expect(card).not_to_have_attribute("data-step", str(at))
        else:
            shown = window.look(token)
            option = next(o for o in shown["screen"]["options"] if o["action"] == step["pointer"]["name"])
            if clicks < BY_HAND:
                hand.take(option)
            else:
                Script(window, token).do(shown, option)
    shown_steps = [title for title in seen if title in steps]
    assert shown_steps == [title for title in steps if title in seen or title not in BY_THE_DIE]
    page.get_by_role("button", name="Leave the lesson").click()
    expect(card).to_have_count(0)

    for name in bold("3. When something does not work"):
        expect(page.get_by_role("button", name=name).first).to_be_visible()


def test_whoever_the_page_names_can_be_chosen_as_an_opponent(window: Window) -> None:
    named = re.findall(r"^\| ([A-Z][a-z ]+?) \|", PAGE.partition("## 4. Play on")[2], re.M)
    assert len(named) == 4
    window.open("/new/bulge")
    for name in named:
        named_so = window.page.get_by_role("radio", name=name).or_(window.page.get_by_text(name, exact=True))
        expect(named_so.first).to_be_visible()
