"""A hand that plays by keyboard alone: F6, Tab, arrows, N and Enter. The mouse is never touched."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.hand import ANSWERED, FREE, Hand, Option

MANY = 60  # presses after which a key leads nowhere
DESK = "(name) => document.querySelector('.board').seat.desk[name].value"
MAIN = "() => document.querySelector('.board').seat.offers.value.main?.action ?? ''"
HEX = "(place) => document.querySelector('.board').board.geometry.hex(place)"
ON = "(selector) => Boolean(document.activeElement?.closest(selector))"
NEAR = """(selector) => {
  const part = document.activeElement?.closest('.choice, .board-grid, .prompt, .sheet, .side, .top');
  return Boolean(part?.querySelector(selector));
}"""


class Keys(Hand):
    """Hands on the keyboard of whoever holds a seat."""

    def press(self, key: str) -> None:
        """Press a key."""
        self.page.keyboard.press(key)

    def go_to(self, selector: str) -> None:
        """F6 to the part of the page that holds a thing, and Tab to it."""
        for _ in range(MANY):
            if self.page.evaluate(ON, selector):
                return
            self.press("Tab" if self.page.evaluate(NEAR, selector) else "F6")
        raise AssertionError(f"the keyboard does not come to {selector}")

    def walk(self, place: str) -> None:
        """Go to a hex by arrows."""
        self.go_to(".board-grid")
        there = self.page.evaluate(HEX, place)
        for _ in range(MANY):
            cursor = self.page.evaluate(DESK, "cursor")
            if cursor == place:
                return
            here = self.page.evaluate(HEX, cursor) if cursor else there
            across, down = there["x"] - here["x"], there["y"] - here["y"]
            aside = "ArrowRight" if across > 0 else "ArrowLeft"
            self.press(aside if abs(across) > abs(down) else "ArrowDown" if down > 0 else "ArrowUp")
        raise AssertionError(f"the arrows do not come to {place}")

    def seek(self, what: str, wanted: str) -> None:
        """N until it has come to a unit or a hex."""
        for _ in range(MANY):
            self.press("n")
            if self.page.evaluate(DESK, what) == wanted:
                return
        raise AssertionError(f"N does not come to {wanted}")

    def _press(self, option: Option) -> None:
        """Enter presses the main button from the board, once it may be pressed; any other is gone to."""
        self.page.wait_for_function(FREE)
        button = f'[data-action="{option["action"]}"]'
        if not (self.page.evaluate(MAIN) == option["action"] and self.page.evaluate(ON, ".board-grid")):
            self.go_to(button)
        self.press("Enter")
        if option.get("warns") or self.page.locator(f".warned{button}").count():
            expect(self.page.locator(button).first).to_contain_text("Press again")
            self.press("Enter")

    def _piece(self, option: Option) -> None:
        self.seek("looked", option["thing"])
        self.press("Enter")

    def _place(self, option: Option) -> None:
        self.seek("cursor", option["thing"])
        self.press("Enter")

    def _confirm(self, option: Option, before: int) -> None:
        """A card that asks has the keyboard, so that Enter answers it."""
        if option["kind"] not in ("piece", "place"):
            return
        self.page.wait_for_function(ANSWERED, arg=before)
        if self.page.locator(".choice").count():
            expect(self.page.locator(f'.choice [data-action="{option["action"]}"]')).to_be_focused()
            self.press("Enter")
