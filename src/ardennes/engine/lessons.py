"""What a newcomer is taught: a guided first turn, the aim of each side, the terms of the game. Data, never a rule.

```toml
start = "southern-shoulder"      # the scenario for a first game, where one is short

[lesson]
title = "Your first turn as the Germans"
text = "Break the line, move the panzers, end the turn."
scenario = "campaign"
side = "german"

[[step]]
title = "Pick a panzer division"
text = "Its range lights up."
show = ["do pick 2Pz", "do pick *"]    # what to point at: the first that can be shown now
done = ["play pick"]                   # any of these completes it; without them the player reads and goes on
until = ["phase german post-combat"]   # any of these, and the chance has passed

[[goal]]
side = "german"
text = "Score 30 points."
rule = "XY-3.0.german"

[[term]]
term = "ZOC"
text = "Zone of control: the six hexes round a unit."
rule = "XY-9.0"
```
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn, cast, get_args

from ardennes.engine.errors import ArdennesError
from ardennes.engine.journal import Entry, Journal

if TYPE_CHECKING:
    from ardennes.engine.game import Game

Part = Literal["prompt", "button", "sheet", "standing", "tracks", "phases", "log", "rules", "goal", "overlays"]
PARTS: tuple[str, ...] = get_args(Part)
"""Parts of the page that a step may point at; `button` is the main one of the prompt."""

ANY = "*"
FEWEST, MOST = 6, 12  # steps of a lesson
LONGEST = 240  # characters of a step's text


class LessonError(ArdennesError):
    """A fault in a file of lessons, with its line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


@dataclass(frozen=True, slots=True)
class Pointer:
    """What a step points at: an option, a piece, a place, or a part of the page."""

    kind: Literal["do", "piece", "place", "part"]
    name: str  # of an option its text, “VERB *” for any with that verb, “*” for any


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that has happened: a choice played, an event told, dice rolled, a phase, step or turn reached."""

    kind: Literal["play", "event", "roll", "phase", "step", "turn"]
    word: str = ""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step: what it says, what it points at, when it is done and when its chance has passed."""

    title: str
    text: str
    rule: str = ""
    show: tuple[Pointer, ...] = ()
    done: tuple[Condition, ...] = ()  # any of them; none: the player reads it and goes on
    until: tuple[Condition, ...] = ()  # any of them


@dataclass(frozen=True, slots=True)
class Lesson:
    """A guided first turn: how its game begins, who is taught, and the steps."""

    title: str
    text: str
    scenario: str
    side: str
    options: dict[str, str] = field(default_factory=dict)
    opening: tuple[str, ...] = ()  # lines of the journal that are played before it begins, such as a set-up
    steps: tuple[LessonStep, ...] = ()

    def journal(self, game: Game) -> Journal:
        """The journal with which a game of the lesson begins."""
        entries = [Entry.parse(line, 0, game.sides) for line in self.opening]
        return Journal(game.name, game.version, self.scenario, dict(self.options), entries=entries)


@dataclass(frozen=True, slots=True)
class Aim:
    """How a side wins, in a sentence or two, in all scenarios or some."""

    side: str
    text: str
    rule: str
    scenarios: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the game, explained."""

    term: str
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Teaching:
    """Everything that a newcomer to a game is taught."""

    lesson: Lesson | None = None
    aims: tuple[Aim, ...] = ()
    terms: tuple[Term, ...] = ()
    start: str = ""  # the scenario for a first game

    def aims_in(self, scenario: str) -> list[Aim]:
        """The aims that hold in a scenario."""
        return [aim for aim in self.aims if not aim.scenarios or scenario in aim.scenarios]


def load(game: Game, path: Path) -> Teaching:
    """Read `lessons.toml` of a game. Raises LessonError with the line at fault."""
    return _Reader(game, path.read_text(encoding="utf-8")).teaching()


class _Reader:
    """Reads a file against the game that it is for."""

    def __init__(self, game: Game, text: str) -> None:
        self.game = game
        self.text = text
        try:
            self.data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"line (\d+)", str(error))
            raise LessonError(int(found.group(1)) if found else 1, f"this is not valid TOML: {error}") from None

    def teaching(self) -> Teaching:
        """All of the file."""
        self._known(self.data, ("start", "lesson", "step", "goal", "term"), "", 0)
        start = self.data.get("start", "")
        if start and start not in self.game.scenarios:
            self._fault("", 0, "start", f"there is no scenario “{start}”")
        aims = tuple(self._aim(at, one) for at, one in enumerate(self.data.get("goal", ())))
        terms = tuple(self._term(at, one) for at, one in enumerate(self.data.get("term", ())))
        return Teaching(self._lesson() if "lesson" in self.data else None, aims, terms, start)

    def _lesson(self) -> Lesson:
        head = self.data["lesson"]
        self._known(head, ("title", "text", "scenario", "side", "options", "opening"), "lesson", 0)
        self._texts(head, ("title", "text", "scenario", "side"), "lesson", 0)
        if head["scenario"] not in self.game.scenarios:
            self._fault("lesson", 0, "scenario", f"there is no scenario “{head['scenario']}”")
        self._side(head["side"], "lesson", 0)
        steps = tuple(self._step(at, one) for at, one in enumerate(self.data.get("step", ())))
        if not FEWEST <= len(steps) <= MOST:
            self._fault("lesson", 0, "", f"a lesson has {FEWEST} to {MOST} steps, not {len(steps)}")
        opening = tuple(head.get("opening", ()))
        for line in opening:
            self._opening(line)
        chosen = dict(head.get("options", {}))
        return Lesson(head["title"], head["text"], head["scenario"], head["side"], chosen, opening, steps)

    def _opening(self, line: str) -> None:
        """Check a line that is played before the lesson begins."""
        try:
            Entry.parse(line, 0, self.game.sides)
        except ArdennesError as error:
            self._fault("lesson", 0, "opening", f"“{line}”: {error}")

    def _step(self, at: int, one: dict[str, Any]) -> LessonStep:
        self._known(one, ("title", "text", "rule", "show", "done", "until"), "step", at)
        self._texts(one, ("title", "text"), "step", at)
        if len(one["text"]) > LONGEST:
            self._fault("step", at, "text", f"a step has at most {LONGEST} characters, not {len(one['text'])}")
        self._rule(one.get("rule", ""), "step", at)
        return LessonStep(
            one["title"],
            one["text"],
            one.get("rule", ""),
            tuple(self._pointer(words, at) for words in one.get("show", ())),
            tuple(self._condition(words, at, "done") for words in one.get("done", ())),
            tuple(self._condition(words, at, "until") for words in one.get("until", ())),
        )

    def _aim(self, at: int, one: dict[str, Any]) -> Aim:
        self._known(one, ("side", "text", "rule", "scenarios"), "goal", at)
        self._texts(one, ("side", "text", "rule"), "goal", at)
        self._side(one["side"], "goal", at)
        self._rule(one["rule"], "goal", at)
        for scenario in one.get("scenarios", ()):
            if scenario not in self.game.scenarios:
                self._fault("goal", at, "scenarios", f"there is no scenario “{scenario}”")
        return Aim(one["side"], one["text"], one["rule"], tuple(one.get("scenarios", ())))

    def _term(self, at: int, one: dict[str, Any]) -> Term:
        self._known(one, ("term", "text", "rule"), "term", at)
        self._texts(one, ("term", "text", "rule"), "term", at)
        self._rule(one["rule"], "term", at)
        return Term(one["term"], one["text"], one["rule"])

    # ---- words ----

    def _pointer(self, words: str, at: int) -> Pointer:
        kind, _, name = words.partition(" ")
        universe = self.game.universe
        if kind == "do" and self._is_action(name):
            return Pointer("do", name)
        if kind == "piece" and name in universe.pieces:
            return Pointer("piece", name)
        if kind == "place" and name in universe.places:
            return Pointer("place", name)
        if kind != "part" or name not in PARTS:
            self._fault("step", at, "show", f"“{words}” points at nothing in this game")
        return Pointer("part", name)

    def _is_action(self, text: str) -> bool:
        """Whether a text is an action of the game, or stands for any with a verb, or for any at all."""
        verb, _, thing = text.partition(" ")
        if text == ANY or (thing == ANY and verb in self.game.universe.verbs):
            return True
        try:
            self.game.parse(text)
        except ArdennesError:
            return False
        return True

    def _condition(self, words: str, at: int, key: str) -> Condition:
        kind, _, word = words.partition(" ")
        known = {
            "play": word in self.game.universe.verbs or self._is_action(word),
            "event": bool(re.fullmatch(r"[a-z]+", word)),
            "roll": not word,
            "phase": word in self.game.steps,
            "step": word in self.game.steps,
            "turn": bool(re.fullmatch(r"[1-9]\d*", word)),
        }
        if not known.get(kind):
            self._fault("step", at, key, f"“{words}” can never happen in this game")
        return Condition(cast(Any, kind), word)

    # ---- checks ----

    def _known(self, one: dict[str, Any], keys: Sequence[str], table: str, at: int) -> None:
        for key in one:
            if key not in keys:
                self._fault(table, at, key, f"“{key}” is not known here; it must be one of {', '.join(keys)}")

    def _texts(self, one: dict[str, Any], keys: Sequence[str], table: str, at: int) -> None:
        for key in keys:
            if not isinstance(one.get(key), str) or not one[key]:
                self._fault(table, at, key, f'{key} = "…" is missing')

    def _side(self, side: str, table: str, at: int) -> None:
        if side not in self.game.sides:
            self._fault(table, at, "side", f"there is no side “{side}”; there are {', '.join(self.game.sides)}")

    def _rule(self, rule: str, table: str, at: int) -> None:
        if rule and rule not in self.game.rules:
            self._fault(table, at, "rule", f"there is no rule {rule}")

    def _fault(self, table: str, at: int, key: str, message: str) -> NoReturn:
        raise LessonError(self._line(table, at, key), message)

    def _line(self, table: str, at: int, key: str) -> int:
        """The line of a key in the table of that name, the so-manieth; of the table itself if the key is missing."""
        count, begun = -1, 1
        within = table == ""
        for number, line in enumerate(self.text.splitlines(), 1):
            head = re.match(r"\s*\[+\s*([\w-]+)", line)
            if head:
                if within:
                    break
                count += head.group(1) == table
                within = head.group(1) == table and count == at
                begun = number if within else begun
            elif within and key and re.match(rf"\s*{re.escape(key)}\s*=", line):
                return number
        return begun
