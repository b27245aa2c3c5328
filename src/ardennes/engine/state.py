"""The state: a position and nothing else. It says what is due, takes an answer, and copies cheaply."""

from __future__ import annotations

import hashlib
import json
import random
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from ardennes.engine import codec
from ardennes.engine.action import Action
from ardennes.engine.catalogue import Reason
from ardennes.engine.chance import Chance
from ardennes.engine.decision import Decision
from ardennes.engine.errors import BadRoll, EngineFault, NotOffered, Refused, Unknown
from ardennes.engine.event import Event, Listener
from ardennes.engine.fields import UNDECLARED, Declared, Field, stored, value
from ardennes.engine.options import Options
from ardennes.engine.touch import listening, show, touch

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ardennes.engine.battle import Battle, Odds, Outcome
    from ardennes.engine.game import Game
    from ardennes.engine.queries import Goal, Margin, Reached, Standing, Supplied, Unit

ENDINGS = {"resign": "resignation", "draw": "draw by agreement"}
"""How players end a game by their word, and what the result is called then."""

LOOP_LIMIT = 100_000  # steps that the engine may take on its own before it calls the game endless


class Result(NamedTuple):
    """How a game ended: the winner (None for a draw), how clearly, and the rule that decided it."""

    winner: str | None
    level: str
    rule: str


class State(metaclass=Declared):
    """A position of a game.

    A game's state declares its fields (`ardennes.engine.fields`); the derived ones are rebuilt by `refresh` and are no
    part of the position.
    """

    __slots__ = (*UNDECLARED, "listener")

    fields: ClassVar[tuple[Field, ...]]

    game: Game
    viewer: str | None  # None: the true state; else a view of this side ("observer" sees what both may see)
    epoch: int  # grows with every die, reveal or hand-over: undo goes back within one epoch only
    listener: Listener | None

    scenario: str = value("the scenario", start="")
    options: tuple[tuple[str, str], ...] = value("the rule options in force", start=())
    turn: int = value("the number of the Game-Turn", start=0)
    frames: tuple[Any, ...] = value("the sequence of play as a stack of steps, each with its frame", start=())
    outcome: Result | None = value("how the game ended", start=None)

    def __init__(self, game: Game, scenario: str, options: Mapping[str, str]) -> None:
        self.game = game
        self.viewer = None
        self.epoch = 0
        self.listener = None
        self._asked: Decision | Chance | None = None
        self._side = ""
        self.taken: tuple[Action, ...] = ()  # what the engine answered itself after the last answer
        self.reset()
        self.scenario = scenario
        self.options = tuple(sorted(options.items()))
        self.refresh()

    if TYPE_CHECKING:  # generated from the declared fields, for each class

        def copy(self) -> Self:
            """An independent copy; nobody listens to it."""

        def reset(self) -> None:
            """Give every field its start value."""

    def forget(self) -> None:
        """Forget the question that is due; it is asked again when somebody looks."""
        self._asked = None

    # ---- what is due ----

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    @property
    def result(self) -> Result | None:
        """How it ended."""
        return self.outcome

    @property
    def chance(self) -> Chance | None:
        """The dice or draw that is due, if one is."""
        asked = self._asked or self._due()
        return asked if isinstance(asked, Chance) else None

    @property
    def decision(self) -> Decision:
        """The question that is due. Raises EngineFault where a roll is due or the game is over."""
        asked = self._asked or self._due()
        if not isinstance(asked, Decision):
            raise EngineFault(
                "no decision is due: " + ("the game is over" if self.over else "dice must be rolled first")
            )
        if asked.state is self:
            return asked
        bound = asked.bound(self)
        self._asked = bound
        return bound

    def _due(self) -> Decision | Chance | None:
        if self._asked is None and self.outcome is None:
            self._asked = self._ask_as_seen()
        return self._asked

    def _ask_as_seen(self) -> Decision | Chance:
        """Ask the step on top without letting the sequence go on: for views and positions read from a file."""
        step = self.game.steps[self.frames[-1][0]]
        try:
            asked = step.ask(self)
        except Unknown:
            return self._unreadable("Another side decides")
        if asked is None:
            raise EngineFault(f"the step {self.frames[-1][0]} was left with nothing to ask")
        if isinstance(asked, Decision) and asked.secret and self.viewer not in (None, asked.side):
            return self._unreadable(asked.prompt, asked)
        return asked

    def _unreadable(self, prompt: str, asked: Decision | None = None) -> Decision:
        """A question whose options the side that looks may not know."""
        from ardennes.engine.decision import Kind

        if asked is None:
            return Decision(self._side, self.frames[-1][0], Kind.CHOOSE, prompt, "engine-hidden", Options())
        return Decision(asked.side, asked.step, asked.kind, prompt, asked.rule, Options())

    # ---- answers ----

    def apply(self, action: Action | str) -> None:
        """Carry out an action of the side that is asked.

        Raises Refused with the rule and the reason if it is not an option.
        """
        if isinstance(action, str):
            action = self.game.parse(action)
        asked = self._asked or self._due()
        if not isinstance(asked, Decision):
            raise Refused("engine-due", f"Dice must be rolled first: {asked.reason}." if asked else "The game is over.")
        if action not in asked.options:
            reason = self.why_not(action) or Reason(asked.rule, asked.prompt)
            raise Refused(reason.rule, reason.text)
        self._asked = None
        self.taken = ()
        self.game.steps[self.frames[-1][0]].take(self, action, asked)
        self._settle()

    def roll(self, outcome: Sequence[int] | Sequence[str]) -> None:
        """Supply the outcome of the chance that is due. Raises BadRoll if it cannot be, or none is due."""
        chance = self._due()
        if not isinstance(chance, Chance):
            raise BadRoll("No die roll is due now.")
        roll = chance.check(outcome)
        self._asked = None
        self.epoch += 1
        self.game.steps[self.frames[-1][0]].roll(self, roll)
        self._settle()

    def begin(self) -> Self:
        """Let the sequence of play run to the first question."""
        self._settle()
        return self

    def _settle(self) -> None:
        """Go on until something is due. A question with one answer is answered, unless its verb must be confirmed."""
        steps = self.game.steps
        for _ in range(LOOP_LIMIT):
            if self.outcome is not None:
                self._asked = None
                self.epoch += 1
                return
            step = steps[self.frames[-1][0]]
            asked = step.ask(self)
            if asked is None:
                continue
            if isinstance(asked, Decision):
                n = len(asked.options)
                if n == 1 and not asked.always:
                    only = asked.options[0]
                    if only.verb not in self.game.confirmed_verbs:
                        step.take(self, only, asked)
                        self.taken = (*self.taken, only)
                        continue
                elif n == 0:
                    raise EngineFault(f"dead end: {asked!r}")
                if asked.side != self._side:
                    self._side = asked.side
                    self.epoch += 1
            if listening():
                touch(asked.rule)
                for obligation in getattr(asked, "obligations", ()):
                    touch(obligation.rule)
            self._asked = asked
            return
        raise EngineFault(f"endless: the step {self.frames[-1][0]} goes round without a question")

    def commits(self, action: Action) -> bool:
        """Whether there is no undo after an option: dice fall, something could be learnt, another side decides."""
        trial = self.copy()
        trial.listener = None
        try:
            trial.apply(action)
        except Unknown:
            return True
        return trial.over or trial.epoch != self.epoch or trial.chance is not None

    def why_not(self, action: Action | str) -> Reason | None:
        """The rule and the reason why an action is not possible now; None exactly when it is an option."""
        if isinstance(action, str):
            action = Action.parse(action)
        asked = self._due()
        if isinstance(asked, Decision) and action in asked.options:
            return None
        fault = self.game.universe.fault(action)
        if fault is not None:
            if isinstance(asked, Decision) and self.game.universe.names_thing(action):
                return self.game.no_such(action, asked)
            return Reason("engine-universe", fault)
        if asked is None:
            return Reason(self.outcome.rule if self.outcome else "engine-due", "The game is over.")
        if isinstance(asked, Chance):
            return Reason(asked.rule, f"Dice must be rolled first: {asked.reason}.")
        try:
            reason = self.game.steps[self.frames[-1][0]].why_not(self, action, asked)
        except Unknown:
            reason = Reason("engine-hidden", "That depends on hidden information.")
        return reason or self.game.not_now(self, action, asked)

    # ---- the stack of steps ----

    @property
    def top(self) -> Any:
        """The frame of the step that acts, a `NamedTuple` of that step's own."""
        return self.frames[-1]

    @property
    def phase(self) -> str:
        """The name of the step at the bottom of the stack: the phase of the sequence of play."""
        name: str = self.frames[0].step
        return name

    def push(self, name: str, *data: Any) -> None:
        """Begin a step inside the present one; `data` are the fields of its frame."""
        self.frames = (*self.frames, self.game.steps[name].frame(name, *data))

    def pop(self) -> Any:
        """End the present step; the one below goes on."""
        top = self.frames[-1]
        self.frames = self.frames[:-1]
        return top

    def put(self, name: str, *data: Any) -> None:
        """Let another step, or the same with other data, take the place of the present one."""
        self.frames = (*self.frames[:-1], self.game.steps[name].frame(name, *data))

    def amend(self, **data: Any) -> None:
        """Change some fields of the present step's frame."""
        self.frames = (*self.frames[:-1], self.frames[-1]._replace(**data))

    def set_step(self, name: str, *data: Any) -> None:
        """Begin a step on an empty stack: the first of a game, or the phase after the last."""
        self.frames = (self.game.steps[name].frame(name, *data),)

    def learn(self) -> None:
        """Something could have been learnt here: undo does not reach behind it."""
        self.epoch += 1

    def close(self, side: str, how: str) -> None:
        """End the game by word of a player: he resigns, or takes the draw that he was offered. Raises Refused."""
        if how not in ENDINGS:
            raise Refused("engine-universe", f"A game is ended by {' or '.join(ENDINGS)}, not by “{how}”.")
        if self.over:
            raise Refused("engine-due", "The game is over.")
        others = [one for one in self.game.sides if one != side]
        self._asked = None
        self.epoch += 1
        self.end(others[0] if how == "resign" else None, ENDINGS[how], f"engine-{how}")

    def end(self, winner: str | None, level: str, rule: str) -> None:
        """The game is over."""
        self.outcome = Result(winner, level, rule)
        self.note("end", rule, f"The game is over: {level}")

    def chosen(self, option: str) -> str:
        """The value of a rule option in this game ("on", "off" or a word)."""
        for name, chosen in self.options:
            if name == option:
                return chosen
        raise KeyError(option)

    def on(self, option: str) -> bool:
        """Whether a rule option is in force."""
        return self.chosen(option) == "on"

    # ---- the log ----

    @property
    def heard(self) -> bool:
        """Whether somebody listens; guards the making of long texts."""
        return self.listener is not None or listening()

    def note(
        self,
        kind: str,
        rule: str,
        text: str,
        *,
        side: str = "",
        piece: str = "",
        at: str = "",
        to: str = "",
        seen_by: tuple[str, ...] | None = None,
        label: str = "",
        count: int = 0,
    ) -> None:
        """Tell whoever listens what happened."""
        if self.listener is not None:
            self.listener(Event(kind, rule, text, side, piece, at, to, seen_by, label, count))
        show(rule)

    # ---- copies, views, guesses ----

    def view(self, side: str | None) -> Self:
        """What a side may know of it: a state of the same kind with the rest `HIDDEN`. None: what anybody may know."""
        viewer = side or "observer"
        if self.viewer is not None:
            if self.viewer == viewer:
                return self.copy()
            raise Unknown(f"a view of {self.viewer} cannot tell what {viewer} knows")
        seen = self.copy()
        seen.viewer = viewer
        if self.game.secretive(self):
            self.game.conceal(seen, viewer)
            if self.game.derives_from_hidden:
                seen.refresh()
            seen._asked = None
        return seen

    def guess(self, rng: random.Random) -> Self:
        """A whole state that fits this view, hidden values filled by the caller's random numbers."""
        whole = self.copy()
        if self.viewer is None:
            return whole
        side = self.viewer
        whole.viewer = None
        if self.game.secretive(self):
            self.game.fill(whole, side, rng)
            whole.refresh()
            whole._asked = None
        return whole

    def refresh(self) -> None:
        """Rebuild what is derived from the position, after it was read or concealed."""

    def position(self) -> dict[str, Any]:
        """All data of the position, plain."""
        return {field.name: getattr(self, field.name) for field in stored(type(self))}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return type(self) is type(other) and self.viewer == other.viewer and self.key() == other.key()

    __hash__ = None  # type: ignore[assignment]  # a state changes; use key()

    def key(self) -> str:
        """A stable hash of the position."""
        plain = {name: codec.encode(value) for name, value in self.position().items()}
        text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()

    def to_json(self) -> dict[str, Any]:
        """The state as a JSON document."""
        return {
            "game": self.game.name,
            "rules": self.game.version,
            "viewer": self.viewer,
            "epoch": self.epoch,
            "side": self._side,
            "position": {name: codec.encode(value) for name, value in self.position().items()},
        }

    @classmethod
    def from_json(cls, game: Game, data: Mapping[str, Any]) -> Self:
        """The state that `to_json` wrote. Raises KeyError or TypeError where data is missing or malformed."""
        new = object.__new__(cls)
        new.game = game
        new.viewer = data["viewer"]
        new.epoch = data["epoch"]
        new._side = data["side"]
        new.listener = None
        new._asked = None
        new.taken = ()
        new.reset()
        for field in stored(cls):
            setattr(new, field.name, codec.decode(data["position"][field.name]))
        new.outcome = None if new.outcome is None else Result(*new.outcome)
        new.frames = tuple(game.steps[name].revive(name, *rest) for name, *rest in new.frames)
        new.refresh()
        return new

    # ---- queries; a game answers those that its `queries` name ----

    def _not_offered(self, query: str) -> NotOffered:
        return NotOffered(f"{self.game.title} does not answer “{query}”.")

    def odds(self, battle: Battle) -> Odds:
        """The tally, the column and the exact chances of any battle, real or supposed."""
        raise self._not_offered("odds")

    def shifted(self, battle: Battle, columns: int) -> tuple[Outcome, ...]:
        """The exact chances of a battle so many columns farther right; none beyond the table, or without one."""
        del battle, columns
        return ()

    def battle(self) -> Battle | None:
        """The battle that is being declared or fought now."""
        return None

    def reach(self, piece: str) -> Reached:
        """Where a piece can go in its next movement phase, whoever's turn it is."""
        raise self._not_offered("reach")

    def zoc(self, side: str) -> frozenset[str]:
        """The places in a side's zones of control."""
        raise self._not_offered("zoc")

    def supply(self, piece: str) -> Supplied:
        """Whether a piece is in supply, and along which path."""
        raise self._not_offered("supply")

    def control(self, place: str) -> str | None:
        """The side that controls a place."""
        raise self._not_offered("control")

    def worth(self, piece: str) -> float:
        """What a piece is worth, in the game's victory points where it has them."""
        raise self._not_offered("worth")

    def goals(self, side: str) -> tuple[Goal, ...]:
        """The places that matter to a side."""
        raise self._not_offered("goals")

    def standing(self) -> tuple[Standing, ...]:
        """Every victory condition: now, needed, by when."""
        raise self._not_offered("standing")

    def margin(self, side: str) -> tuple[Margin, ...]:
        """How far a side is from winning on every threshold, now and to come, points not yet counted included."""
        raise self._not_offered("margin")

    def units(self) -> tuple[Unit, ...]:
        """Every piece that fights or carries, wherever it is, with what it can do."""
        raise self._not_offered("units")

    def suppose(self, places: Mapping[str, str]) -> Self:
        """A copy with pieces set elsewhere and no rule asked."""
        raise self._not_offered("suppose")
