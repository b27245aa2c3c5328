"""The unit that is offered next: the clicks that a page takes are those that the count of clicks counts."""

from __future__ import annotations

import random

import ardennes
from ardennes.ai import Recruit
from ardennes.ai.recruit.stretch import WHOLE
from ardennes.engine.record import Record
from tests.browser.hand import Hand
from tests.browser.window import Window
from tests.server.test_clicks import SEED, Clicker

PHASE = "german movement"
COUNTS = "() => { window.presses = 0; addEventListener('pointerdown', () => (window.presses += 1), true); }"
OFFERED = "(unit) => document.querySelector('.board').seat.screen.value.offered?.action === unit"


class Watched(Clicker):
    """It stops at the end of the phase, and remembers what was offered before each click."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.ready: list[str] = []

    def _click(self, order: str) -> None:
        before, offered = len(self.pressed), self.offered
        super()._click(order)
        if len(self.pressed) > before:
            self.ready.append(offered)


def march() -> tuple[str, Watched]:
    """A journal up to the German movement of Bulge, and whoever has entered Recruit's orders for it."""
    record, rng = Record.start(ardennes.game("bulge")), random.Random(SEED)
    while record.state.chance is not None or record.state.decision.step != PHASE:
        record.roll_all(rng)
        for order in planned(record):
            if record.state.decision.step == PHASE:
                break
            record.apply(order)
    begun, hand = str(record.journal), Watched(record)
    orders = planned(record)
    hand.enter(orders[: orders.index("done") + 1])
    return begun, hand


def planned(record: Record) -> list[str]:
    """What Recruit would do now, up to the next die."""
    view = record.state.view(record.state.decision.side)
    return [str(action) for action in Recruit().orders(view, random.Random(SEED), WHOLE)]


def test_a_phase_of_movement_takes_as_many_clicks_as_are_counted(window: Window):
    journal, model = march()
    token = window.bring(journal)["*"]
    window.sit(token)
    hand = Hand(window, token)
    window.page.evaluate(COUNTS)
    for order, offered in zip(model.pressed, model.ready, strict=True):
        shown = hand.sees()
        if offered:
            window.page.wait_for_function(OFFERED, arg=offered)
        options = {one["action"]: one for one in shown["screen"]["options"]}
        if order in options:
            hand.take(options[order])
        else:
            window.click(order.split()[1])
            window.wait_for_revision(token, shown["revision"] + 1)
    played = window.page.request.get(f"/api/seats/{token}/journal").text().splitlines()
    wanted = str(model.record.journal).splitlines()
    entered = len(wanted) - len(journal.splitlines())
    assert entered > len(model.pressed)
    assert played[-entered:] == wanted[-entered:]
    assert window.page.evaluate("window.presses") == model.clicks.total() == len(model.pressed)
