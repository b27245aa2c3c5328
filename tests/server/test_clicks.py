"""How many clicks the opening turn of each game takes: Recruit's orders, entered by hand with the page's gestures.

A click is one option, one press of a button, one tick taken out; a whole stack or lot that goes to one place, and the
attackers that a target brings in with it, are part of the click that caused them. A piece or place that cannot be
taken back asks once more. The map's own clicks (zoom, a fanned stack) are not counted.

The unit that the page offers next is taken by the click that says where it goes. Whoever plays so moves his units in
the order in which they are offered, where that makes no difference: the position after the phase is the same.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

import ardennes
from ardennes.ai import Recruit
from ardennes.ai.recruit.stretch import WHOLE
from ardennes.engine.action import Action
from ardennes.engine.decision import Kind
from ardennes.engine.errors import ArdennesError, Refused
from ardennes.engine.record import Record
from ardennes.engine.state import State
from ardennes.server import gestures
from ardennes.server.onward import BEGINS, onward
from ardennes.server.through import through

SEED = 7
ON_BOARD = ("piece", "place")
MOST = {"ardennes-offensive": 69, "axis-allies": 105, "bastogne": 60, "bitter-woods": 191, "bulge": 65}
KNOWN: dict[str, list[str]] = {}  # Recruit's orders by position
ASKS_USUAL = {Kind.TARGET, Kind.PAY, Kind.JOIN}  # where the client asks for the usual answers as well


class Clicker:
    """A hand at the page: it enters orders, and counts its clicks by kind."""

    def __init__(self, record: Record, *, plain: bool = False) -> None:
        self.record = record
        self.plain = plain  # without offers
        self.clicks: Counter[str] = Counter()
        self.pressed: list[str] = []  # the choices that were clicked, in order
        self.left: list[str] = []  # orders that have still to be entered
        self.moved: tuple[Stage | None, str, str] | None = None  # the last pick: when, whom, from where
        self.offered = ""  # the choice that the page has ready
        self.instead: set[str] = set()  # where units lie that could be picked in its place

    def enter(self, orders: list[str]) -> None:
        """Enter all orders up to the next die or foreign decision."""
        self.left = list(orders)
        while self.left:
            self.offered = "" if self.plain else self._offer()
            if self.offered in self.left:
                self._bring_forward(self.left.index(self.offered))
            self._click(self.left.pop(0))

    def _click(self, order: str) -> None:
        asked, action = self.record.state.decision, Action.parse(order)
        if asked.kind == Kind.JOIN and action not in asked.options:
            return  # it has come in with another
        if not self.plain and self._at_once(order):
            return
        takes = self.record.game.universe.verbs[action.verb].takes
        commits = asked.commits(action)
        self._notice(action, takes)
        if order != self.offered:
            self.clicks[f"{asked.kind} {action.verb}"] += 1
            self.pressed.append(order)
        if commits and takes in ON_BOARD:
            self.clicks["confirm"] += 1
        before = len(self.record.journal.entries)
        if asked.kind == Kind.MOVE and not commits:
            self._whole_stack(order)
        elif asked.kind == Kind.LOAD and not commits:
            self._whole_lot(order)
        else:
            usual = not self.plain and asked.kind in ASKS_USUAL
            gestures.do(self.record, [order], usual=usual)
            if usual:
                self._set_right([entry.text for entry in self.record.journal.entries[before + 1 :]])

    # ---- the unit that is offered next ----

    def _offer(self) -> str:
        """The choice that takes the next unit, where one has just been moved."""
        state = self.record.state
        if self.moved is None or stage_of(state) != self.moved[0]:
            return ""
        _, last, near = self.moved
        found = onward(state.view(state.decision.side), near, last)
        return found.action if found else ""

    def _notice(self, action: Action, takes: str | None) -> None:
        """Remember who is picked; where another unit could be picked as well, a card asks which of both is meant."""
        state = self.record.state
        if takes == "piece" and state.decision.kind in BEGINS:
            at = self._places()
            unit = action.thing or ""
            self.moved = (stage_of(state), unit, at[unit])
            others = {option.thing or "" for option in state.decision.options} & at.keys() - {unit}
            self.instead = {at[one] for one in others} if str(action) == self.offered else set()
            return
        if takes == "place" and action.thing in self.instead:
            self.clicks["which"] += 1
        self.instead = set()

    def _bring_forward(self, at: int) -> None:
        """Move the offered unit first, if everything comes to the same."""
        state, left = self.record.state, self.left
        stage, size = stage_of(state), 1
        trial = after(state, left[at : at + 1])
        while trial and stage_of(trial) != stage and at + size < len(left):
            trial = after(trial, left[at + size : at + size + 1])
            size += 1
        turned = [*left[at : at + size], *left[:at], *left[at + size :]]
        here, there = after(state, left), after(state, turned)
        if trial and here and there and here.key() == there.key():
            self.left = turned

    def _places(self) -> dict[str, str]:
        """Where each unit is that its player sees."""
        view = self.record.state.view(self.record.state.decision.side)
        return {piece.id: piece.at or "" for piece in self.record.game.screen(view).pieces}

    # ---- what comes with a click ----

    def _at_once(self, order: str) -> bool:
        """One press declares the battle, where the way to the die is the one that the orders go."""
        state = self.record.state
        for way in through(state.view(state.decision.side)):
            more = way.actions[1:]
            if way.actions[0] == order and sorted(self.left[: len(more)]) == sorted(more):
                self.clicks[f"{state.decision.kind} at once"] += 1
                self.pressed.append(order)
                self.record.apply_all(way.actions)
                del self.left[: len(more)]
                return True
        return False

    def _set_right(self, offered: list[str]) -> None:
        """Drop what was offered and is not wanted; what is wanted and was offered need not be entered."""
        if self.left[: len(offered)] == offered:
            del self.left[: len(offered)]
            return
        verbs = {order.split()[0] for order in offered if " " in order}
        wanted = []
        while self.left and self.left[0].split()[0] in verbs and " " in self.left[0]:
            wanted.append(self.left.pop(0))
        extra, missing = Counter(offered) - Counter(wanted), Counter(wanted) - Counter(offered)
        try:
            for order in extra.elements():
                self.record.retract(order)
                self.clicks["drop"] += 1
            self.left = [*missing.elements(), *self.left]
        except Refused:  # it is all taken back at once, and entered one by one
            for _ in offered:
                self.record.undo()
            self.clicks["drop"] += 1
            self.left = [*wanted, *self.left]

    def _whole_lot(self, order: str) -> None:
        """The same once more for the rest of a lot, where the orders want it."""
        again = 0
        while again < len(self.left) and self.left[again] == order:
            again += 1
        gestures.do(self.record, [order], [[order]] * again)
        del self.left[:again]

    def _whole_stack(self, order: str) -> None:
        """Those of the stack that are to go to the same place go with it."""
        verb, _, unit = self.record.journal.entries[-1].text.partition(" ")
        if verb != "pick" or self.record.state.decision.kind != Kind.MOVE:
            gestures.do(self.record, [order])
            return
        stack = self._with(unit)
        pairs: list[str] = []
        while self.left[len(pairs) + 1 : len(pairs) + 2] == [order] and self.left[len(pairs)][5:] in stack:
            pairs += self.left[len(pairs) : len(pairs) + 2]
        gestures.do(self.record, [order], [pairs[n : n + 2] for n in range(0, len(pairs), 2)])
        del self.left[: len(pairs)]

    def _with(self, unit: str) -> list[str]:
        """The rest of a unit's lot, then the others of its side that lie with it."""
        view = self.record.state.view(self.record.state.decision.side)
        pieces = {piece.id: piece for piece in self.record.game.screen(view).pieces}
        own = pieces[unit]
        others = [one.id for one in pieces.values() if one.at == own.at and one.side == own.side and one.id != unit]
        return [*([unit] if (own.count or 1) > 1 else []), *others]


Stage = tuple[str, int, str]


def stage_of(state: State) -> Stage | None:
    """Who is asked, when, in which step."""
    if state.over or state.chance is not None:
        return None
    return state.decision.side, state.turn, state.decision.step


def after(state: State, orders: list[str]) -> State | None:
    """A position after some orders; None if one of them is not legal."""
    trial = state.copy()
    trial.listener = None
    try:
        for order in orders:
            trial.apply(Action.parse(order))
    except ArdennesError:
        return None
    return trial


def opening(name: str, *, plain: bool = False) -> Clicker:
    """The first turn of both sides, entered by hand."""
    record, rng = Record.start(ardennes.game(name)), random.Random(SEED)
    hand = Clicker(record, plain=plain)
    while record.stages[-1].turn < 2:
        record.roll_all(rng)
        if record.stages[-1].turn > 1:
            break
        hand.enter(orders_of(record.state.view(record.state.decision.side)))
    return hand


def orders_of(view: State) -> list[str]:
    """What Recruit would do; with offers and without, mostly the same positions come up."""
    key = f"{view.game.name} {view.key()}"
    if key not in KNOWN:
        KNOWN[key] = [str(action) for action in Recruit().orders(view, random.Random(SEED), WHOLE)]
    return list(KNOWN[key])


@pytest.mark.parametrize("game", MOST)
def test_an_opening_turn_takes_no_more_clicks_than_it_did(game: str):
    hand, plain = opening(game), opening(game, plain=True)
    assert hand.clicks.total() <= MOST[game] < plain.clicks.total(), (hand.clicks, plain.clicks)
