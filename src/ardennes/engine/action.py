"""Actions: a verb and at most one thing, printed as one line. The universe of a game's actions is finite."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ardennes.engine.errors import Refused

Takes = Literal["nothing", "piece", "place", "word"]
Role = Literal["", "begin", "target", "work", "end"]
"""What a verb does in a phase, for those who do not know the game.

`begin` takes something up that further answers complete (pick a unit, attack from a hex); `target` names what is
attacked, and is completed likewise; `work` is what a unit does where it stands, instead of a move (build a position);
`end` ends a phase, a move or a choice, or does without. All others have none.
"""


class Action(NamedTuple):
    """A verb and at most one thing: a piece, a place or a word.

    >>> str(Action("go", "1205")), str(Action("done"))
    ('go 1205', 'done')
    """

    verb: str
    thing: str = ""

    def __str__(self) -> str:
        return f"{self.verb} {self.thing}" if self.thing else self.verb

    @classmethod
    def parse(cls, text: str) -> Action:
        """The action that a line says.

        >>> Action.parse("target 0909")
        Action(verb='target', thing='0909')
        """
        verb, _, thing = text.strip().partition(" ")
        return cls(verb, thing.strip())


@dataclass(frozen=True, slots=True)
class Verb:
    """A word that a game's actions begin with, and the kind of thing it takes."""

    name: str
    takes: Takes = "nothing"
    words: tuple[str, ...] = ()  # all words it may take, where it takes a word
    means: str = ""  # one sentence for the help page
    among: tuple[str, ...] | None = None  # narrows pieces or places, where not all are sensible
    only: str = ""  # what it takes, as a sentence that refuses everything else: "Only trucks go home."
    role: Role = ""  # what it does in a phase
    confirm: bool = False  # asked even as the only answer left: a phase is over after it, or dice fall


class Table:
    """The actions of one verb over an indexed row of things (hexes by bit, pieces by number), made once and shared."""

    __slots__ = ("actions", "index", "verb")

    def __init__(self, verb: str, things: Iterable[str]) -> None:
        self.verb = verb
        self.actions: tuple[Action, ...] = tuple(Action(verb, thing) for thing in things)
        self.index = {action: i for i, action in enumerate(self.actions) if action.thing}

    def __getitem__(self, i: int) -> Action:
        return self.actions[i]

    def __len__(self) -> int:
        return len(self.actions)


class Universe:
    """Every action that can be written down in a game, legal or not."""

    def __init__(self, verbs: Sequence[Verb], pieces: Sequence[str], places: Sequence[str]) -> None:
        self.verbs = {verb.name: verb for verb in verbs}
        self.pieces = tuple(pieces)
        self.places = tuple(places)
        self._things: dict[str, dict[str, Action]] = {}
        for verb in verbs:
            things = self._row(verb)
            self._things[verb.name] = {thing: Action(verb.name, thing) for thing in things}

    def _row(self, verb: Verb) -> Sequence[str]:
        if verb.takes == "nothing":
            return ("",)
        if verb.takes == "word":
            return verb.words
        if verb.among is not None:
            return verb.among
        return self.pieces if verb.takes == "piece" else self.places

    def __iter__(self) -> Iterator[Action]:
        for row in self._things.values():
            yield from row.values()

    def __len__(self) -> int:
        return sum(len(row) for row in self._things.values())

    def __contains__(self, action: object) -> bool:
        return isinstance(action, tuple) and len(action) == 2 and action[1] in self._things.get(action[0], ())

    def fault(self, action: Action) -> str | None:
        """What is wrong with an action that is not in the universe, as a sentence; None if nothing is."""
        if action in self:
            return None
        verb = self.verbs.get(action.verb)
        if verb is None:
            return f"“{action.verb}” is not an action in this game; use one of {', '.join(sorted(self.verbs))}."
        if verb.takes == "nothing":
            return f"“{verb.name}” stands alone: leave out “{action.thing}”."
        if not action.thing:
            return f"“{verb.name}” needs a {verb.takes} after it."
        if verb.takes == "word":
            return f"“{verb.name}” takes one of {', '.join(verb.words)}, not “{action.thing}”."
        return f"There is no {verb.takes} “{action.thing}” for “{verb.name}”."

    def names_thing(self, action: Action) -> bool:
        """Whether an action is a verb that takes a piece or a place, with some thing after it."""
        verb = self.verbs.get(action.verb)
        return verb is not None and verb.takes in ("piece", "place") and bool(action.thing)

    def parse(self, text: str) -> Action:
        """The action that a line says, checked against the universe.

        Raises Refused if no such action exists in this game.
        """
        action = Action.parse(text)
        message = self.fault(action)
        if message is None:
            return self._things[action.verb][action.thing]
        raise Refused("engine-universe", message)
