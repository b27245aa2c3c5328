"""A game: sides, scenarios, rule options, verbs, steps and the catalogue; it starts and reads positions."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ardennes.engine import lessons
from ardennes.engine.action import Action, Universe, Verb
from ardennes.engine.catalogue import Catalogue, Reason
from ardennes.engine.chart import TerrainChart
from ardennes.engine.decision import Decision
from ardennes.engine.errors import BadOption, EngineFault
from ardennes.engine.features import Features
from ardennes.engine.lessons import Teaching
from ardennes.engine.orders import Foreseen
from ardennes.engine.position import Position
from ardennes.engine.state import State
from ardennes.engine.step import Step

if TYPE_CHECKING:
    from ardennes.engine.screen import Parts, Screen
    from ardennes.engine.screen.words import Icon


@dataclass(frozen=True, slots=True)
class Scenario:
    """One way to begin a game."""

    name: str
    title: str
    text: str = ""
    rule: str = ""
    turns: int = 0
    balance: str = ""  # what the rulebook expects: who is the favourite


@dataclass(frozen=True, slots=True)
class RuleOption:
    """An optional rule or variant that players agree on before the game."""

    name: str
    title: str
    rule: str
    default: str = "off"
    choices: tuple[str, ...] = ("off", "on")
    by_scenario: dict[str, str] = field(default_factory=dict)  # other defaults in some scenarios
    fixed_in: tuple[str, ...] = ()  # scenarios where the default cannot be changed
    needs: tuple[str, ...] = ()  # options that must be on
    replaces: tuple[str, ...] = ()  # options or rules whose place it takes
    excludes: tuple[str, ...] = ()  # options that cannot be on beside it
    text: str = ""  # what it changes, in a sentence
    group: str = ""  # under which heading a page lists it
    without_effect: dict[str, str] = field(default_factory=dict)  # scenario where nothing of it can happen -> why
    unless: tuple[str, ...] = ()  # options beside which it has an effect there all the same


class Score(NamedTuple):
    """What the player of one side adds to his total in a record over several games."""

    side: str
    points: int
    label: str  # of the record: "Axis victory points"
    rule: str


class Game(ABC):
    """A game's rules and data, shared by all its states."""

    name: str
    title: str
    published: str = ""  # by whom and when, for the card on the front page
    scale: str = ""  # what a piece stands for: "Regiments"
    hours: int = 0  # about how long two people need; 0 if nobody has said
    sides: tuple[str, ...]
    scenarios: dict[str, Scenario]
    options: dict[str, RuleOption]
    verbs: Sequence[Verb]
    rules: Catalogue
    steps: dict[str, Step[Any]]
    state_class: type[State]
    board: Any = None
    lessons_file: Path | None = None  # what a newcomer is taught
    terrain_chart: TerrainChart = TerrainChart()  # what each kind of ground asks and gives, laid over the map
    hides: bool = False  # whether any side ever knows something the other does not, whatever the options
    derives_from_hidden: bool = True  # whether what is derived from a position may depend on what a view conceals
    queries: frozenset[str] = frozenset()  # those of `engine.queries` that its states answer
    event_icons: Mapping[str, Icon] = MappingProxyType({})  # pictures in the log for events of its own kinds
    foreseen: tuple[Foreseen, ...] = ()  # questions that a standing order may answer, in words

    @property
    def version(self) -> str:
        """The version of the rules; a journal names it."""
        return self.rules.version

    # ---- what a game must say ----

    @abstractmethod
    def pieces(self) -> Sequence[str]:
        """Every handle that a piece, lot or marker can have, a finite list."""

    @abstractmethod
    def places(self) -> Sequence[str]:
        """Every hex, hexside and box that an action can name, a finite list."""

    @abstractmethod
    def set_up(self, scenario: str, options: Mapping[str, str]) -> State:
        """The state at the start of a scenario, frames pushed, nothing asked yet."""

    @abstractmethod
    def set_position(self, position: Position) -> State:
        """The state that a position file describes. Faults are raised with `position.fault`."""

    def on_map(self, place: str) -> bool:
        """Whether a place is a hex of the map, or a hexside of one; every other place is a box."""
        return self.board is not None and place.partition("/")[0] in self.board.grid

    def secretive(self, state: State) -> bool:
        """Whether a side may know something in this game that the other does not; an option may decide it."""
        return self.hides

    def conceal(self, view: State, viewer: str) -> None:
        """Turn into `HIDDEN` what the viewer may not know. Asked only of a game that hides something."""
        raise EngineFault(f"{self.title} hides something but does not say what")

    def fill(self, state: State, viewer: str, rng: random.Random) -> None:
        """Replace what is `HIDDEN` by values that fit the view. Asked only of a game that hides something."""
        raise EngineFault(f"{self.title} hides something but cannot guess it")

    def screen(self, view: State, parts: Parts | None = None) -> Screen:
        """Everything that the game shows, from a view alone; parts that were built lately are taken from there."""
        raise BadOption(f"{self.title} has no screen yet.")

    @cached_property
    def features(self) -> Features:
        """The columns by which a learning program reads a position. Raises BadOption where the game has none."""
        raise BadOption(f"{self.title} has no features yet.")

    def score(self, state: State) -> Score | None:
        """What a game that is over adds to a record over several games; None where none is kept."""
        return None

    def invariants(self, state: State) -> Iterator[str]:
        """A sentence for everything that is never true of a sound position and is true of this one."""
        return iter(())

    def phrase(self, action: Action) -> str:
        """An action as a player reads it, whatever the position: for undo, the replay and refusals."""
        return str(action)

    def not_now(self, state: State, action: Action, decision: Decision) -> Reason:
        """The general answer to an action that is not an option and about which the step has nothing to say."""
        asked = decision.prompt if decision.prompt.endswith(("?", "!", ".")) else f"{decision.prompt}."
        said = f"“{self.phrase(action)}” is not possible now. {decision.side.capitalize()} player: {asked}"
        return Reason(decision.rule, said)

    def no_such(self, action: Action, decision: Decision) -> Reason:
        """The answer to a verb of the game with a piece or place that it never takes, as a click may ask for it."""
        verb = self.universe.verbs[action.verb]
        asked = decision.prompt if decision.prompt.endswith(("?", "!", ".")) else f"{decision.prompt}."
        what = "Only a hex of the map can be chosen here" if verb.takes == "place" else "That cannot be chosen here"
        return Reason(decision.rule, verb.only or f"{what}. {asked}")

    # ---- what every game has ----

    @cached_property
    def teaching(self) -> Teaching:
        """The guided first turn, the aims of both sides and the terms of the game. Raises LessonError."""
        return Teaching() if self.lessons_file is None else lessons.load(self, self.lessons_file)

    @cached_property
    def universe(self) -> Universe:
        """Every action that can be written down."""
        return Universe(self.verbs, self.pieces(), self.places())

    @cached_property
    def ending_verbs(self) -> frozenset[str]:
        """The verbs that end a phase, a move or a choice."""
        return frozenset(verb.name for verb in self.verbs if verb.role == "end")

    @cached_property
    def working_verbs(self) -> frozenset[str]:
        """The verbs for what a unit does where it stands, instead of a move."""
        return frozenset(verb.name for verb in self.verbs if verb.role == "work")

    @cached_property
    def target_verbs(self) -> frozenset[str]:
        """The verbs that name what is attacked."""
        return frozenset(verb.name for verb in self.verbs if verb.role == "target")

    @cached_property
    def beginning_verbs(self) -> frozenset[str]:
        """The verbs that further answers complete."""
        return frozenset(verb.name for verb in self.verbs if verb.role in ("begin", "target"))

    @cached_property
    def confirmed_verbs(self) -> frozenset[str]:
        """The verbs that the engine never says for a player."""
        return frozenset(verb.name for verb in self.verbs if verb.confirm)

    def parse(self, text: str) -> Action:
        """The action that a line says. Raises Refused if there is none such."""
        return self.universe.parse(text)

    def start(self, scenario: str | None = None, /, **options: str | bool) -> State:
        """A new game. Raises BadOption with a sentence for an unknown scenario or a bad combination of options."""
        name = self._scenario(scenario)
        return self.set_up(name, self.choose(name, options)).begin()

    def _scenario(self, name: str | None) -> str:
        if name is None:
            return next(iter(self.scenarios))
        if name not in self.scenarios:
            raise BadOption(f"{self.title} has no scenario “{name}”; it has {', '.join(self.scenarios)}.")
        return name

    def choose(self, scenario: str, wanted: Mapping[str, str | bool]) -> dict[str, str]:
        """The rule options in force: defaults of the scenario, changed as wanted, checked together."""
        chosen = {o.name: o.by_scenario.get(scenario, o.default) for o in self.options.values()}
        for name, value in wanted.items():
            option = self.options.get(name)
            if option is None:
                known = ", ".join(self.options) or "none"
                raise BadOption(f"{self.title} has no rule option “{name}”; it has {known}.")
            word = ("on" if value else "off") if isinstance(value, bool) else value
            if word not in option.choices:
                raise BadOption(f"“{option.title}” can be {', '.join(option.choices)}, not “{word}” ({option.rule}).")
            if scenario in option.fixed_in and word != chosen[name]:
                raise BadOption(f"“{option.title}” is always {chosen[name]} in this scenario ({option.rule}).")
            chosen[name] = word
        for name in wanted:
            if chosen[name] != "off":
                self._make_way(scenario, self.options[name], chosen, wanted)
        for name, word in chosen.items():
            if word != "off":
                self._check_together(self.options[name], chosen)
        return chosen

    def without_effect(self, scenario: str, chosen: Mapping[str, str]) -> dict[str, str]:
        """The options of which nothing can happen in a scenario beside those chosen, each with the reason."""
        return {
            option.name: option.without_effect[scenario]
            for option in self.options.values()
            if scenario in option.without_effect and all(chosen.get(other, "off") == "off" for other in option.unless)
        }

    def _make_way(
        self, scenario: str, option: RuleOption, chosen: dict[str, str], wanted: Mapping[str, str | bool]
    ) -> None:
        """An option that is wished for takes the place of what it replaces, where nobody wished for that too."""
        for other in option.replaces:
            if other in chosen and other not in wanted and scenario not in self.options[other].fixed_in:
                chosen[other] = "off"

    def _check_together(self, option: RuleOption, chosen: Mapping[str, str]) -> None:
        for other in option.needs:
            if chosen[other] == "off":
                raise BadOption(f"“{option.title}” needs “{self.options[other].title}” ({option.rule}).")
        for other in (*option.excludes, *option.replaces):
            if chosen.get(other, "off") != "off":
                verb = "replaces" if other in option.replaces else "cannot be played with"
                raise BadOption(f"“{option.title}” {verb} “{self.options[other].title}” ({option.rule}).")

    def position(self, text: str) -> State:
        """The state that a position file describes. Raises PositionError with the line at fault."""
        position = Position.parse(text)
        if position.game != self.name:
            position.fault("game", f"this is a position of “{position.game}”, not of {self.title}")
        try:
            position.scenario = self._scenario(position.scenario or None)
        except BadOption as error:
            position.fault("scenario", str(error))
        try:
            position.chosen = self.choose(position.scenario, position.options)
        except BadOption as error:
            position.fault("options", str(error))
        return self.set_position(position).begin()

    def from_json(self, data: Mapping[str, Any]) -> State:
        """The state that `State.to_json` wrote."""
        return self.state_class.from_json(self, data)
