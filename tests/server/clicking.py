"""A hand at the page: it enters a player's orders with the page's gestures, and counts its presses.

A press is one option, one button, one tick taken out, one drag; a whole stack or lot that goes to one place, the
attackers that a target brings in with it, and every answer that a button names, are part of the press that caused them.
A piece or place that cannot be taken back asks once more. A unit that lies under another one is laid open first. The
map's own presses (zoom, pan) are not counted.

What the page offers next, a unit or a battle, is taken by the press that says where the unit goes or that declares the
battle. Whoever plays so moves his units in the order in which they are offered, where that makes no difference: the
position after the phase is the same.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import ardennes
from ardennes.ai import Recruit
from ardennes.ai.recruit.stretch import WHOLE
from ardennes.engine.action import Action
from ardennes.engine.decision import Kind
from ardennes.engine.errors import ArdennesError, Refused
from ardennes.engine.record import Record
from ardennes.engine.screen import Piece
from ardennes.engine.state import State
from ardennes.server import gestures
from ardennes.server.farther import farther
from ardennes.server.onward import BEGINS, FOLLOWS, Onward, onward
from ardennes.server.shortcuts import usual
from ardennes.server.through import through

SEED = 7
KNOWN: dict[str, list[str]] = {}  # Recruit's orders by position
ON_BOARD = ("piece", "place")
ASKS_USUAL = {Kind.TARGET, Kind.PAY, Kind.JOIN}  # where the client asks for the usual answers as well
OFFERS = BEGINS | {Kind.TARGET}  # where the client asks what comes next

Planner = Callable[[State], list[str]]
Stage = tuple[str, int, str]


class Press(NamedTuple):
    """A press: whose, on what, what it sends of its own, and what was offered and is sent before it."""

    side: str
    what: str
    sent: list[str]
    offered: list[str]
    asks: bool = False  # whether a card asks once more


class Acted(NamedTuple):
    """What was done last: when, with which unit, and where."""

    turn: tuple[str, int]
    stage: Stage
    unit: str
    near: str


class Clicker:
    """A hand that enters orders, and counts its presses by kind."""

    def __init__(self, record: Record, *, plain: bool = False) -> None:
        self.record = record
        self.plain = plain  # without offers, and without drags
        self.drags = 0  # each of them is two presses for whoever drags nothing
        self.clicks: Counter[str] = Counter()
        self.pressed: list[Press] = []
        self.left: list[str] = []  # orders that have still to be entered
        self.acted: dict[str, Acted] = {}  # by side: each has a page of its own
        self.fought: dict[str, tuple[str, int]] = {}  # the turn in which a side has declared a battle
        self.before: list[str] = []  # what was offered and goes with the next press
        self.within = False  # whether a part of what is offered has been taken: nothing else is offered then
        self.instead: set[str] = set()  # where units lie that could be picked in place of the offered one
        self.dragged = False  # whether the unit in hand was picked by a drag that has still to end
        self.aim: object = None  # the position to which the orders lead

    def enter(self, orders: list[str]) -> None:
        """Enter all orders up to the next die or foreign decision."""
        self.left = list(orders)
        self.aim = None if self.plain else key_after(self.record.state, orders)
        while self.left:
            if not (self.plain or self.within):
                self._take_offer()
            self._click(self.left.pop(0))

    # ---- what is offered next ----

    def _take_offer(self) -> None:
        """Apply what is offered as far as the orders agree with it: the press that follows sends it."""
        offer = self._offer()
        if offer is None:
            return
        past = len(offer.skipped)
        if self.left[:past] != offer.skipped or len(self.left) == past:
            return
        self._offered(offer.skipped)
        del self.left[:past]
        self.within = bool(past)
        if offer.kind in BEGINS and offer.actions:
            self._unit(offer.actions[0])
        elif offer.actions:
            self._battle(offer)

    def _offer(self) -> Onward | None:
        state = self.record.state
        stage = stage_of(state)
        acted = self.acted.get(stage[0]) if stage else None
        if acted is None or stage is None or acted.turn != stage[:2] or state.decision.kind not in OFFERS:
            return None
        last = acted.unit if stage == acted.stage else ""
        return onward(state.view(state.decision.side), acted.near, last, fought=self.fought.get(stage[0]) == acted.turn)

    def _unit(self, offered: str) -> None:
        """The unit that is offered moves next, if everything comes to the same."""
        if offered in self.left:
            self._bring_forward(self.left.index(offered))
        if self.left[0] != offered:
            return
        at, unit = self._places(), offered.split()[1]
        options = self.record.state.decision.options
        self.instead = {at[one.thing] for one in options if one.thing in at and one.thing != unit}
        self._note_pick(unit)
        self._offered([self.left.pop(0)])
        self.within = True

    def _battle(self, offer: Onward) -> None:
        """The battle that is offered is fought next; what is wanted otherwise is set right."""
        target, *others = offer.actions
        wanted = self.left[: len(offer.actions)]
        if sorted(wanted) == sorted(offer.actions):
            self._offered(offer.actions)
            del self.left[: len(offer.actions)]
        elif self.left[0] == target and all(Action.parse(one).verb == "join" for one in others):
            self._offered(offer.actions)
            self.left.pop(0)
            self._set_right(others)
        else:
            return
        self._note_battle(target)
        self.within = True

    def _bring_forward(self, at: int) -> None:
        """Move the offered unit first, if everything comes to the same."""
        state, left = self.record.state, self.left
        stage, size = stage_of(state), 1
        trial = after(state, left[at : at + 1])
        while trial and stage_of(trial) != stage and at + size < len(left):
            trial = after(trial, left[at + size : at + size + 1])
            size += 1
        turned = [*left[at : at + size], *left[:at], *left[at + size :]]
        if trial and key_after(state, turned) == self.aim:
            self.left = turned

    # ---- a press ----

    def _click(self, order: str) -> None:
        asked, action = self.record.state.decision, Action.parse(order)
        if asked.kind == Kind.JOIN and action not in asked.options:
            return  # it has come in with another
        if not self.plain and any(way(order) for way in (self._at_once, self._far, self._as_usual, self._all)):
            return
        takes = self.record.game.universe.verbs[action.verb].takes
        commits = asked.commits(action)
        unit = action.thing or ""
        if takes == "piece" and asked.kind in BEGINS:
            self.clicks["fan"] += self._is_covered(unit)
            self._note_pick(unit)
            self.instead = set()
            if not self.plain and self._goes_next(order):
                self.drags += 1
                self.record.apply(order)
                self.dragged = self.within = True
                return
        elif asked.kind == Kind.TARGET and takes == "place":
            self._note_battle(order)
        aside = takes == "place" and unit in self.instead  # dragged there, else a card would ask which unit is meant
        self.drags += aside
        drag = takes == "place" and (self.dragged or aside)
        confirms = commits and takes in ON_BOARD
        self._press("drag" if drag else f"{asked.kind} {action.verb}", [order], asks=confirms)
        self.dragged, self.instead = False, set()
        before = len(self.record.journal.entries)
        if asked.kind == Kind.MOVE and not commits:
            self._whole_stack(order)
        elif asked.kind == Kind.LOAD and not commits:
            self._whole_lot(order)
        else:
            asks = not self.plain and asked.kind in ASKS_USUAL
            gestures.do(self.record, [order], usual=asks)
            if asks:
                self._set_right([entry.text for entry in self.record.journal.entries[before + 1 :]])

    def _press(self, what: str, sent: list[str], *, asks: bool = False) -> None:
        self.clicks[what] += 1
        self.clicks["confirm"] += asks
        self.pressed.append(Press(self.record.state.decision.side, what, sent, self.before, asks))
        self.before, self.within = [], False

    def _offered(self, orders: list[str]) -> None:
        """Take what is offered: it goes with the next press."""
        for order in orders:
            self.record.apply(order)
        self.before = [*self.before, *orders]

    def _note_pick(self, unit: str) -> None:
        stage = stage_of(self.record.state)
        assert stage is not None
        self.acted[stage[0]] = Acted(stage[:2], stage, unit, self._places().get(unit, ""))

    def _note_battle(self, target: str) -> None:
        stage = stage_of(self.record.state)
        assert stage is not None
        self.fought[stage[0]] = stage[:2]
        self.acted[stage[0]] = Acted(stage[:2], stage, "", target.split()[1])

    # ---- the map ----

    def _pieces(self) -> dict[str, Piece]:
        """The pieces that the player sees."""
        view = self.record.state.view(self.record.state.decision.side)
        return {piece.id: piece for piece in self.record.game.screen(view).pieces}

    def _places(self) -> dict[str, str]:
        """Where each of them is."""
        return {name: piece.at or "" for name, piece in self._pieces().items()}

    def _is_covered(self, unit: str) -> bool:
        """Whether a unit lies under another one; lots lie side by side, and so does what waits beside the map."""
        pieces = self._pieces()
        own = pieces[unit]
        if own.at not in self.record.game.board.grid or any((one.count or 1) > 1 for one in pieces.values()):
            return False
        stack = sorted((one for one in pieces.values() if one.at == own.at), key=lambda one: one.order or 0)
        return stack[-1].id != unit

    def _goes_next(self, order: str) -> bool:
        """Whether a unit that is picked goes to a place at once, so that one drag does both."""
        trial = after(self.record.state, [order])
        if trial is None or not self.left or trial.decision.kind not in FOLLOWS:
            return False
        action = Action.parse(self.left[0])
        takes = self.record.game.universe.verbs[action.verb].takes
        return takes == "place" and action in trial.decision.options and not trial.decision.commits(action)

    # ---- what comes with a press ----

    def _at_once(self, order: str) -> bool:
        """One press declares the battle, where a way to the die is the one that the orders go."""
        state = self.record.state
        for way in through(state.view(state.decision.side)):
            more = way.actions[1:]
            if way.actions[0] == order and self.left[: len(more)] == more:
                self._press("at once", way.actions)
                self.record.apply_all(way.actions)
                del self.left[: len(more)]
                return True
        return False

    def _far(self, order: str) -> bool:
        """One press leads a unit several steps on."""
        state = self.record.state
        for way in reversed(farther(state.view(state.decision.side))):
            more = way.actions[1:]
            if way.actions[0] == order and self.left[: len(more)] == more:
                self._press("far", way.actions, asks=way.commits)
                self.record.apply_all(way.actions)
                del self.left[: len(more)]
                return True
        return False

    def _as_usual(self, order: str) -> bool:
        """One press places all that is to be placed as usual."""
        state = self.record.state
        found = usual(state.view(state.decision.side))
        if len(found) < 2 or [order, *self.left[: len(found) - 1]] != found:
            return False
        self._press("as usual", found)
        self.record.apply_all(found)
        del self.left[: len(found) - 1]
        return True

    def _all(self, order: str) -> bool:
        """One press adds all support of a kind, or all that may still join."""
        asked, verb = self.record.state.decision, order.split()[0]
        same = [str(one) for one in asked.options if one.verb == verb and one.thing]
        if asked.kind not in (Kind.SUPPORT, Kind.JOIN) or len(same) < 2:
            return False
        wanted = [order, *self.left[: len(same) - 1]]
        if sorted(wanted) != sorted(same) or after(self.record.state, wanted) is None:
            return False
        if asked.kind == Kind.JOIN and verb != "join":
            return False
        self._press("all", wanted)
        self.record.apply_all(wanted)
        del self.left[: len(same) - 1]
        return True

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
                self._press("drop", [order])
            self.left = [*missing.elements(), *self.left]
        except Refused:  # it is all taken back at once, and entered one by one
            for _ in offered:
                self.record.undo()
            self._press("drop", offered)
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
        pieces = self._pieces()
        own = pieces[unit]
        others = [one.id for one in pieces.values() if one.at == own.at and one.side == own.side and one.id != unit]
        return [*([unit] if (own.count or 1) > 1 else []), *others]


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


def key_after(state: State, orders: list[str]) -> object:
    """The position after some orders; None if one of them is not legal."""
    found = after(state, orders)
    return found and found.key()


def recruit(view: State) -> list[str]:
    """What Recruit would do up to the next die or foreign decision, thought out once for each position."""
    key = f"{view.game.name} {view.key()}"
    if key not in KNOWN:
        KNOWN[key] = [str(action) for action in Recruit().orders(view, random.Random(SEED), WHOLE)]
    return list(KNOWN[key])


def opening(name: str, planner: Planner = recruit, *, plain: bool = False) -> Clicker:
    """The first turn of both sides, entered by hand."""
    record, rng = Record.start(ardennes.game(name)), random.Random(SEED)
    hand = Clicker(record, plain=plain)
    while record.stages[-1].turn < 2:
        record.roll_all(rng)
        if record.stages[-1].turn > 1:
            break
        hand.enter(planner(record.state.view(record.state.decision.side)))
    return hand
