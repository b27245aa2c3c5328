"""A record drives a state and owns the rest: journal, undo, redo, retract, standing orders, events."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import replace
from typing import Self

from ardennes.engine.action import Action
from ardennes.engine.decision import Decision, Kind
from ardennes.engine.errors import ArdennesError, JournalError, Refused
from ardennes.engine.event import Event
from ardennes.engine.game import Game
from ardennes.engine.journal import BLANK, Entry, Journal
from ardennes.engine.moments import Illegal as Illegal
from ardennes.engine.moments import Moment, Stage, outcome_of
from ardennes.engine.moments import Rolled as Rolled
from ardennes.engine.moments import finish as finish
from ardennes.engine.orders import MOST_LINES, Order
from ardennes.engine.state import State


class Record:
    """A game being played. Undo is free until dice fall, something could have been learnt, or another side decided."""

    def __init__(self, state: State, *, position: str = "") -> None:
        self.state = state
        self.game: Game = state.game
        self.journal = Journal(self.game.name, self.game.version, state.scenario, dict(state.options), position)
        self.events: list[Event] = []
        self.ends: list[int] = []  # how much of the log stood after each entry
        self.stages = [Stage.of(state)]  # where the sequence of play stood at the start and after each entry
        self.rolls: list[Rolled] = []
        self.orders: dict[str, tuple[Order, ...]] = {}
        self._moments: list[Moment] = []  # one an entry, back to the last point that undo cannot pass
        self._base = 0  # the entry that the first moment stands before
        self._undone: list[Entry] = []
        self._listeners: list[Callable[[Event], None]] = []
        self._told = 0  # events that the listeners have heard
        self._listen()

    @classmethod
    def start(cls, game: Game, scenario: str | None = None, /, **options: str | bool) -> Self:
        """A record of a new game."""
        return cls(game.start(scenario, **options))

    @classmethod
    def from_position(cls, game: Game, text: str) -> Self:
        """A record that starts from a position file."""
        return cls(game.position(text), position=text)

    @classmethod
    def replay(cls, game: Game, journal: Journal, *, entries: int | None = None) -> Self:
        """Play a journal again, or its first entries. Raises JournalError naming the first line that is not legal."""
        record, illegal = cls.replay_legal(game, journal, entries=entries)
        if illegal is not None:
            raise illegal.fault_in(journal)
        return record

    @classmethod
    def replay_legal(cls, game: Game, journal: Journal, *, entries: int | None = None) -> tuple[Self, Illegal | None]:
        """Play a journal again up to its first entry that is not legal; that entry, or None if all are.

        Raises JournalError where not even the start of the game can be set up.
        """
        return finish(cls.replay_steps(game, journal, entries=entries))

    @classmethod
    def replay_steps(
        cls, game: Game, journal: Journal, *, entries: int | None = None
    ) -> Generator[None, None, tuple[Self, Illegal | None]]:
        """As `replay_legal`, stopping after each entry, for a caller who has other things to do in between."""
        if journal.game != game.name:
            raise JournalError(2, f"this is a journal of “{journal.game}”, not of {game.title}")
        try:
            if journal.position:
                record = cls.from_position(game, journal.position)
            else:
                record = cls(game.start(journal.scenario, **journal.options))
        except ArdennesError as error:
            raise JournalError(journal.line_of(0), f"the game cannot be set up: {error}") from None
        for at, entry in enumerate(journal.entries[:entries]):
            try:
                record._repeat(entry)
            except ArdennesError as error:
                return record, Illegal(at, entry, error.with_traceback(None), record._rule_against(error))
            yield
        return record, None

    def follow(self, entries: Iterable[Entry]) -> None:
        """Put entries on record that were made elsewhere. Raises ArdennesError for the first that is not legal."""
        for entry in entries:
            self._repeat(entry)
        self._undone.clear()
        self._tell()

    def release(self) -> None:
        """Let the state forget its question, which points back at it, so that memory is given back without a search."""
        self.state.forget()

    def copy(self) -> Self:
        """An independent record of the same game, to try something in; it costs little, however long the game is."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__, **self._saved())
        new._undone, new._listeners = self._undone[:], self._listeners[:]
        new._listen()
        return new

    def _rule_against(self, error: ArdennesError) -> str:
        """The rule that an entry breaks: of the refusal, or of what is due in its place."""
        if isinstance(error, Refused) and error.rule in self.game.rules:
            return error.rule
        state = self.state
        if state.result is not None:
            return state.result.rule
        return (state.chance or state.decision).rule

    def _repeat(self, entry: Entry) -> None:
        if entry.text == BLANK:
            raise ArdennesError("this line was blanked for the side that exported the journal; it cannot be replayed")
        if entry.kind == "roll":
            self.roll(outcome_of(entry.text), answer=False)
        elif entry.kind == "order":
            self.order(entry.side, entry.text, answer=False)
        elif entry.kind == "end":
            self.close(entry.side, entry.text)
        else:
            self._again(entry)

    def _again(self, entry: Entry) -> None:
        """Make a choice once more, if it is that side's to make."""
        if self.state.over or self.state.chance is not None:
            first = "the game is over" if self.state.over else "dice must be rolled first"
            raise ArdennesError(f"it is not the {entry.side.capitalize()} player’s decision: {first}")
        due = self.state.decision.side
        if due != entry.side:
            raise ArdennesError(
                f"it is the {due.capitalize()} player’s decision, not the {entry.side.capitalize()} player’s"
            )
        self._do(self.game.parse(entry.text), entry.kind == "answer")

    # ---- driving ----

    def apply(self, action: Action | str) -> None:
        """Carry out an action and whatever standing orders answer then. Raises Refused; nothing is changed then."""
        self._do(self.game.parse(action) if isinstance(action, str) else action, False)
        self._undone.clear()
        self._answer()
        self._tell()

    def apply_all(self, actions: Iterable[Action | str]) -> None:
        """Carry out a batch: all or nothing. Raises Refused for the first that is not legal, and undoes the rest.

        A batch may not run on over dice, a reveal or a hand-over: they could not be undone. What the engine has
        answered itself on the way, there being no other answer, is passed over.
        """
        mark = len(self.journal.entries)
        redo = self._undone[:]
        epoch = self.state.epoch
        taken: list[Action] = []
        try:
            for action in actions:
                if self.state.over or self.state.chance is not None or self.state.epoch != epoch:
                    raise Refused(
                        "engine-batch",
                        "These actions cannot be sent together: a die roll or another "
                        f"side’s decision comes before “{action}”.",
                    )
                wanted = self.game.parse(action) if isinstance(action, str) else action
                if wanted in taken and wanted not in self.state.decision.options:
                    taken.remove(wanted)
                    continue
                self._do(wanted, False)
                taken += self.state.taken
        except ArdennesError:
            if len(self.journal.entries) > mark:
                self._cut(mark)
            self._undone = redo
            raise
        self._undone.clear()
        self._answer()
        self._tell()

    def roll(self, outcome: Sequence[int] | Sequence[str], *, answer: bool = True) -> None:
        """Supply dice or a draw. Raises BadRoll; nothing is changed then."""
        chance = self.state.chance
        before = len(self.events)
        self._remember()
        try:
            self.state.roll(outcome)
        except ArdennesError:
            self._moments.pop()
            raise
        assert chance is not None
        fell = chance.check(outcome)
        self.rolls.append(Rolled(len(self.journal.entries), chance, fell, before))
        self._enter(Entry("roll", "", " ".join(map(str, fell)), chance.seen_by))
        self._undone.clear()
        if answer:
            self._answer()
        self._tell()

    def close(self, side: str, how: str) -> None:
        """End the game by word of a side: `resign`, or `draw` as agreed. Nothing undoes it. Raises Refused."""
        self._remember()
        try:
            self.state.close(side, how)
        except ArdennesError:
            self._moments.pop()
            raise
        self._enter(Entry("end", side, how))
        self._undone.clear()
        self._tell()

    def resume(self) -> None:
        """Let standing orders answer what is due after a replay, which takes answers from its journal only."""
        self._answer()
        self._tell()

    def roll_all(self, rng: random.Random) -> None:
        """Supply whatever dice are due until a decision is, or the game is over."""
        while not self.state.over and self.state.chance is not None:
            self.roll(self.state.chance.sample(rng))

    def order(self, side: str, text: str, *, answer: bool = True) -> None:
        """Leave a standing order (`when …: …`), or withdraw all with `none`.

        Raises ArdennesError with a sentence if it is malformed, could never answer anything in this game, or is one
        too many.
        """
        if side not in self.game.sides:
            raise ArdennesError(f"There is no side “{side}”; there are {', '.join(self.game.sides)}.")
        if text != "none":
            self._foresees(Order.check(side, text, len(self.orders.get(side, ()))))
        entry = Entry("order", side, text, (side,))
        if not answer:
            self._give(entry)
        elif text == "none":
            self._withdraw(entry)
        elif Order.parse(side, text) not in self.orders.get(side, ()):
            if sum(known.kind == "order" and known.side == side for known in self.journal.entries) >= MOST_LINES:
                raise ArdennesError(f"A side can leave at most {MOST_LINES} standing orders in a game.")
            self._give(entry)
        if answer:
            self._answer()
        self._tell()

    def _foresees(self, order: Order) -> None:
        """Whether an order could ever answer anything in this game. Raises ArdennesError."""
        self.game.parse(str(order.action))
        if order.what not in self.game.steps and order.what not in set(Kind):
            raise ArdennesError(f"“{order.what}” is neither a step of this game nor a kind of decision.")

    def _give(self, entry: Entry) -> None:
        """Put a standing order on record."""
        self._remember()
        before = self.orders.get(entry.side, ())
        given = () if entry.text == "none" else (*before, Order.parse(entry.side, entry.text))
        self.orders = {**self.orders, entry.side: given}
        self._enter(entry)

    def _withdraw(self, entry: Entry) -> None:
        """Withdraw a side's orders; of those that nothing has followed yet no line remains."""
        first = self.last_choice() + 1
        fresh = self.journal.entries[first:]
        if any(known.side == entry.side for known in fresh):
            self._cut(first)
            for known in fresh:
                if known.side != entry.side:
                    self._give(known)
        if self.orders.get(entry.side):
            self._give(entry)

    def _do(self, action: Action, by_order: bool) -> None:
        asked = self.state.decision if not self.state.over and self.state.chance is None else None
        self._remember()
        try:
            self.state.apply(action)
        except ArdennesError:
            self._moments.pop()
            raise
        assert asked is not None
        seen_by = (asked.side,) if asked.secret else None
        self._enter(Entry("answer" if by_order else "action", asked.side, str(action), seen_by))

    def _enter(self, entry: Entry) -> None:
        """Put an entry into the journal, and note how far the log goes with it."""
        self.journal.entries.append(entry)
        self.ends.append(len(self.events))
        self.stages.append(Stage.of(self.state))

    def _answer(self) -> None:
        """Let standing orders answer as long as one fits."""
        while not self.state.over and self.state.chance is None:
            order = self._fitting(self.state.decision)
            if order is None:
                return
            self._do(order.action, True)

    def _fitting(self, decision: Decision) -> Order | None:
        return next((o for o in self.orders.get(decision.side, ()) if o.answers(decision)), None)

    # ---- taking back ----

    def last_choice(self) -> int:
        """The last entry that is no standing order, -1 if there is none: an order stands until it is withdrawn."""
        entries = self.journal.entries
        return next((at for at in range(len(entries) - 1, -1, -1) if entries[at].kind != "order"), -1)

    def cannot_undo(self) -> str | None:
        """Why the last choice cannot be taken back, as a sentence; None if it can."""
        at = self.last_choice()
        if at < 0:
            return "Nothing has been done yet."
        if self.journal.entries[at].kind == "roll":
            return "The die has been rolled."
        if not self._open(at):
            return "The game is over." if self.state.over else "The other side has decided, or something was revealed."
        return None

    def _open(self, entry: int) -> bool:
        """Whether undo reaches back to before an entry."""
        return entry >= self._base and self._moments[entry - self._base].state.epoch == self.state.epoch

    def undo(self) -> None:
        """Take the last choice back. Raises Refused with the reason if it is too late."""
        reason = self.cannot_undo()
        if reason is not None:
            raise Refused("engine-undo", reason)
        at = self.last_choice()
        undone, *orders = self.journal.entries[at:]
        self._cut(at)
        for order in orders:
            self._give(order)
        self._undone.append(undone)

    @property
    def undone(self) -> str | None:
        """The choice that `redo` would make again, if there is one."""
        return self._undone[-1].text if self._undone else None

    def redo(self) -> None:
        """Do again what was undone last. Raises Refused if nothing was."""
        if not self._undone:
            raise Refused("engine-undo", "There is nothing to redo.")
        self._again(self._undone.pop())
        self._tell()

    def retract(self, action: Action | str) -> None:
        """Take one earlier choice back and do the later ones again.

        Where these are possible only if the choice before it goes too (a unit was picked, then placed), both are taken
        back. Raises Refused, changing nothing, if a later one is no longer possible or would now bring dice or a
        hand-over.
        """
        wanted = str(action)
        at = self._chosen_at(wanted)
        error = self._retract(at, at + 1)
        if error is not None and (not self._opens(at - 1) or self._retract(at - 1, at + 1) is not None):
            raise Refused("engine-undo", f"“{wanted}” cannot be taken back: {error}")
        self._undone.clear()
        self._tell()

    def _opens(self, at: int) -> bool:
        """Whether an entry is a choice that can be taken back."""
        return at >= 0 and self._open(at) and self.journal.entries[at].kind not in ("roll", "order")

    def _retract(self, at: int, end: int) -> ArdennesError | None:
        """Take some entries back and do the later ones again; what forbids it, and then nothing has changed."""
        later = self.journal.entries[end:]
        dice, before = self.state.chance is not None, self._saved()
        self._cut(at)
        epoch = self.state.epoch
        try:
            for entry in later:
                (self._give if entry.kind == "order" else self._again)(entry)
            if self.state.epoch != epoch or (self.state.chance is not None) != dice:
                raise ArdennesError("without it dice would be rolled or the other side would have to decide")
        except ArdennesError as error:
            self.__dict__.update(before)
            self._listen()
            return error
        return None

    def _saved(self) -> dict[str, object]:
        """What taking back changes, to be put back if it fails."""
        return {
            "state": self.state.copy(),
            "journal": replace(self.journal, entries=list(self.journal.entries)),
            "events": list(self.events),
            "ends": list(self.ends),
            "stages": list(self.stages),
            "rolls": list(self.rolls),
            "orders": self.orders,
            "_moments": list(self._moments),
            "_base": self._base,
            "_told": self._told,
        }

    def _chosen_at(self, wanted: str) -> int:
        """The last entry with a choice that can still be taken back. Raises Refused if there is none."""
        entries = self.journal.entries
        for at in range(len(entries) - 1, -1, -1):
            entry = entries[at]
            if entry.kind == "roll" or not self._open(at):
                break
            if entry.kind != "order" and entry.text == wanted:
                return at
        raise Refused("engine-undo", f"“{wanted}” was not chosen, or can no longer be taken back.")

    def rewind(self, entries: int) -> None:
        """Go back to an earlier line, dice or not: both sides must have agreed."""
        finish(self.rewind_steps(entries))

    def rewind_steps(self, entries: int) -> Generator[None, None, None]:
        """As `rewind`, stopping after each entry that is played again. Nobody may use the record until it is done."""
        if not 0 <= entries <= len(self.journal.entries):
            raise Refused("engine-undo", f"There is no line {entries} to go back to.")
        if entries >= self._base and entries < len(self.journal.entries):
            self._cut(entries)
        else:
            yield from self.replace_steps(self.journal.entries[:entries])
        self._undone.clear()

    def replace_steps(self, entries: Sequence[Entry]) -> Generator[None, None, None]:
        """Put another line of play of the same game in place of this one, stopping as `rewind_steps` does.

        Raises JournalError if one of its entries is not legal; nothing has changed then.
        """
        journal = replace(self.journal, entries=list(entries))
        again, illegal = yield from Record.replay_steps(self.game, journal)
        if illegal is not None:
            raise JournalError(journal.line_of(illegal.at), f"“{illegal.entry}”: {illegal.error}")
        again._listeners = self._listeners
        again._told = len(again.events)
        self.__dict__.update(again.__dict__)
        self._undone.clear()
        self._listen()

    def _remember(self) -> None:
        """Keep the state before an entry; what lies behind a die or a hand-over is rebuilt from the journal."""
        if self._moments and self._moments[-1].state.epoch != self.state.epoch:
            self._base = len(self.journal.entries)
            self._moments.clear()
        entries = self.journal.entries
        after_order = self._moments and entries and entries[-1].kind == "order"  # which changes no state
        state = self._moments[-1].state if after_order else self.state.copy()
        self._moments.append(Moment(state, len(self.events), self.orders))

    def _cut(self, entries: int) -> None:
        """Go back to before an entry; whatever came after it was never on record."""
        at = entries - self._base
        moment = self._moments[at]
        self.state = moment.state.copy()
        del self.events[moment.events :]
        del self.ends[entries:]
        del self.stages[entries + 1 :]
        while self.rolls and self.rolls[-1].entry >= entries:
            self.rolls.pop()
        self._told = min(self._told, moment.events)
        self.orders = moment.orders
        del self._moments[at:]
        del self.journal.entries[entries:]
        self._listen()

    # ---- the log ----

    def _listen(self) -> None:
        self.state.listener = self.events.append  # not a method of ours: the state would hold the record

    def _tell(self) -> None:
        """Let the listeners hear what now stands on record."""
        fresh, self._told = self.events[self._told :], len(self.events)
        for event in fresh:
            for listener in self._listeners:
                listener(event)

    def subscribe(self, listener: Callable[[Event], None]) -> None:
        """Hear every event from now on, once the action or batch that made it stands."""
        self._told = len(self.events)
        self._listeners.append(listener)

    def events_for(self, side: str | None) -> list[Event]:
        """The events that a side may read."""
        return [e for e in self.events if e.seen_by is None or (side is not None and side in e.seen_by)]
