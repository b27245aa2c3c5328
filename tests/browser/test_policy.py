"""The content security policy: no page needs more than it allows, and the browser enforces it."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.conftest import DESKTOP
from tests.browser.window import Window

HEAR = """() => {
  window.violations = [];
  document.addEventListener('securitypolicyviolation', (event) =>
    window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
}"""
TILE = "() => [...document.querySelectorAll('.ground canvas')].some((one) => one.width > 300)"


def test_no_page_breaks_the_policy(chromium: Browser, address: str):
    context = chromium.new_context(base_url=address, viewport=DESKTOP)
    context.add_init_script(f"({HEAR})()")
    window = Window(context.new_page())
    page = window.page

    def heard() -> list[str]:
        found: list[str] = page.evaluate("window.violations")
        return found

    window.open("/")
    expect(page.locator(".cover img").first).to_be_visible()
    assert heard() == []
    window.open("/new/bulge")
    expect(page.get_by_role("button", name="Begin").or_(page.get_by_role("button", name="Start")).first).to_be_visible()
    assert heard() == []
    window.open("/rules/bulge")
    expect(page.locator("main").first).to_be_visible()
    assert heard() == []
    for other in ("/dice", "/import"):
        window.open(other)
        expect(page.locator("main").first).to_be_visible()
        assert heard() == []
    tokens = window.begin("bulge", german="human", allied="human")
    window.sit(tokens["german"])
    page.wait_for_function(TILE)  # the board is there, its letters and its map
    assert heard() == []
    assert window.complaints == []
    context.close()


def test_the_browser_runs_no_script_that_a_page_was_given(chromium: Browser, address: str):
    context = chromium.new_context(base_url=address, viewport=DESKTOP)
    context.add_init_script(f"({HEAR})()")
    page = context.new_page()
    page.goto("/")
    page.evaluate(
        """() => {
          const script = document.createElement('script');
          script.textContent = 'window.ran = true';
          document.body.append(script);
          const style = document.createElement('style');
          style.textContent = 'body { display: none }';
          document.body.append(style);
        }"""
    )
    page.wait_for_timeout(200)
    assert page.evaluate("window.ran") is None
    assert len(page.evaluate("window.violations")) == 2
    context.close()
