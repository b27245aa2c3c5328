"""The list of one's games on a telephone: no words lie over others, and a picture that does not come is not missed."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.window import Window

OVERLAPS = """() => {
  const parts = [...document.querySelectorAll('.go-on li :is(.run-words b, .run-words span, .run-state, button, a)')];
  const boxes = parts.filter((one) => one.textContent.trim() || one.matches('button')).map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return { words: one.textContent, box: (one.matches('button, a') ? one : range).getBoundingClientRect() };
  });
  const found = [];
  for (const [n, { words, box: a }] of boxes.entries())
    for (const { words: others, box: b } of boxes.slice(n + 1))
      if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3)
        found.push(`${words} / ${others}`);
  return { count: boxes.length, found };
}"""  # lines of text may touch by the leading


def test_the_words_of_a_running_game_do_not_lie_over_each_other(phone: Window):
    phone.sit(phone.begin("ardennes-offensive")["*"])
    phone.open("/")
    expect(phone.page.locator(".go-on .run-state")).to_contain_text("Your move")
    laid = phone.page.evaluate(OVERLAPS)
    assert laid["count"] > 3
    assert laid["found"] == []


def test_a_picture_that_does_not_come_leaves_no_broken_one(phone: Window):
    phone.page.route("**/cover.webp", lambda route: route.fulfill(status=404))
    phone.open("/")
    picture = phone.page.locator(".game-card .cover img").first
    expect(picture).to_have_count(1)
    expect(picture).to_be_hidden()
