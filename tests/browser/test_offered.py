"""The presses that a page takes are those that the count of them counts: the opening turn of Bulge, by the mouse."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from tests.browser import demo_server
from tests.browser.conftest import serving
from tests.browser.hand import Hand
from tests.browser.window import Window
from tests.server.clicking import SEED, Press, opening

COUNTS = "() => { window.presses = 0; addEventListener('pointerdown', () => (window.presses += 1), true); }"
PRESSES = "() => window.presses"
OFFERED = """(actions) => {
  const { seat } = document.querySelector('.board');
  return JSON.stringify(seat.onward.actions) === actions && !seat.desk.held.value;
}"""


@pytest.fixture(scope="module")
def address(listed: demo_server.Listed, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose dice fall as they do in the count."""
    with serving(tmp_path_factory.mktemp("offered"), luck=random.Random(SEED)) as found:
        yield found


def make(hand: Hand, press: Press) -> None:
    """Press what the count has pressed, once what it found offered is offered."""
    page = hand.page
    before = hand.sees()["revision"]
    hand.window.wait_until_shown(before)
    if press.offered:
        page.wait_for_function(OFFERED, arg=json.dumps(press.offered, separators=(",", ":")))
    last = press.sent[-1]
    option = {one["action"]: one for one in hand.sees()["screen"]["options"]}.get(last)
    if press.what == "at once":
        page.locator(f'[data-through="{", ".join(press.sent)}"]').click()
    elif press.what == "drop":
        page.locator(f'.sheet [data-piece="{last.split()[1]}"]').click()
    elif option and not press.offered:
        hand.take(option)  # with the card that asks once more
        return
    else:
        hand.window.click(last.split()[1])
    if press.asks:
        page.locator(f'.choice [data-action="{last}"]').click()
    hand.window.wait_for_revision(hand.token, before + 1)


def test_an_opening_turn_takes_as_many_presses_as_are_counted(window: Window, second: Window):
    model = opening("bulge")
    seats = window.begin("bulge", german="human", allied="link")
    hands = {side: Hand(each, seats[side]) for side, each in (("german", window), ("allied", second))}
    for side, hand in hands.items():
        hand.window.sit(seats[side])
        hand.page.evaluate(COUNTS)
    for press in model.pressed:
        make(hands[press.side], press)
    played = window.page.request.get(f"/api/seats/{seats['german']}/journal").text().splitlines()
    wanted = str(model.record.journal.view("german")).splitlines()
    assert played == wanted
    for side, hand in hands.items():
        own = [press for press in model.pressed if press.side == side]
        assert hand.page.evaluate(PRESSES) == len(own) + sum(press.asks for press in own)
    assert sum(hand.page.evaluate(PRESSES) for hand in hands.values()) == model.clicks.total()
