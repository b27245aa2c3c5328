"""The frame of the document: seats, prompt, phases, options, what is owed, standing, the end. It serves any game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar, Generic, TypeVar, cast

from ardennes.counters.phases import DONE
from ardennes.counters.screens.offers import Goal, Offers, ranged
from ardennes.counters.screens.words import WORDS, PhaseName, last_word, time_state
from ardennes.engine import Action, Battle, Decision, Game, Obligation, State, screen
from ardennes.engine.errors import EngineFault, NotOffered
from ardennes.engine.screen import Parts, derive, position_of
from ardennes.engine.screen.words import PhaseState, Style, TimeState

MOMENTARY = ("pieces", "phases", "boxes", "grids", "tints", "lines", "here_now", "attack_sheets")

T = TypeVar("T")
V = TypeVar("V", bound=State)
A = TypeVar("A", bound=Game)


class GameScreen(Generic[V, A]):
    """Everything that one seat is shown at one moment, made from its view alone.

    The methods are named after the fields of the document. A game declares its words in the attributes and overrides
    the methods whose part it shows differently.
    """

    people: ClassVar[Sequence[str]]  # the sides as an adjective: "German", "Allied"
    styles: ClassVar[Sequence[Style]] = ("german", "allied")
    words: ClassVar[Mapping[str, str]] = WORDS  # an option by its verb, or by verb and thing; {} stands for the thing
    advice: ClassVar[Mapping[str, str]] = {}  # a second sentence of the prompt, by step
    endings: ClassVar[Mapping[str, str]] = {}  # what the button that ends a step says, by step or its last word
    ending: ClassVar[str] = "End the phase"  # and what it says where nothing else is declared
    ending_verbs: ClassVar[Sequence[str]] = ("done",)
    shut: ClassVar[tuple[str, ...]] = ()  # steps by the end of their name whose `done` is shown shut while barred
    alike: ClassVar[Sequence[str]] = ()  # verbs of which all options commit, or none
    ranging: ClassVar[Sequence[str]] = ()  # verbs whose options may be shown as a range
    walking: ClassVar[Sequence[str]] = ("go", "march")  # those of them of which the way is shown
    sheet_verbs: ClassVar[Sequence[str]] = ()  # verbs whose buttons stand on the attack sheet
    counted_verbs: ClassVar[Sequence[str]] = ("pick",)  # verbs that make a piece act, for the count of those left
    to_act_labels: ClassVar[Mapping[str, str]] = {}  # what those are called that can still act, by step's last word
    to_act_label: ClassVar[str | None] = None  # and in any other step; None: they are not counted
    momentary: ClassVar[Sequence[str]] = MOMENTARY  # parts that ask which step of the phase is played
    personal: ClassVar[Sequence[str]] = ("overlays",)  # those of them that ask who looks even where nothing is hidden

    def __init__(self, view: V, parts: Parts | None = None) -> None:
        self.view = view
        self._parts = parts
        self.game = cast(A, view.game)
        self.viewer = view.viewer or "observer"
        self.step: str = view.frames[-1][0] if view.frames else ""
        self.asked = None if view.over or view.chance is not None else view.decision  # whoever is to answer
        self.mine = self.asked if self.asked is not None and self.asked.side == self.viewer else None
        self._commits: dict[str, bool] = {}

    def document(self) -> screen.Screen:
        """The whole screen."""
        asked, mine = self.asked, self.mine
        options, ranges, ways = self.offers(mine) if mine else Offers()
        scenario = self.game.scenarios[self.view.scenario]
        return screen.Screen(
            game=screen.Title(self.game.name, self.game.title),
            scenario=screen.Title(scenario.name, scenario.title, self.scenario_notes()),
            sides=self._part(self.sides),
            viewer=self.viewer,
            decides=asked.side if asked else None,
            turn=self._part(self.turn),
            phases=self._part(self.phases),
            prompt=self.prompt(),
            pieces=self._part(self.pieces),
            options=options,
            ranges=ranges,
            ways=ways,
            faces=self._part(self.faces),
            markers=self._part(self.markers),
            tints=self._part(self.tints),
            lines=self._part(self.lines),
            boxes=self._part(self.boxes),
            grids=self._part(self.grids),
            tracks=self._part(self.tracks),
            barred=self.barred(mine) if mine else (),
            to_act=self.to_act(mine) if mine else None,
            obligations=self.obligations(mine) if mine else (),
            sheets=self.sheets,
            due=self.due(),
            overlays=self._part(self.overlays),
            standing=self._part(self.standing),
            here_now=self._part(self.here_now),
            result=self.result(),
        )

    def _part(self, make: Callable[[], T], more: object = None) -> T:
        """A part of the document: the one that is known, if the position and `more` that it asks have not changed."""
        name = make.__name__
        if self._parts is None:
            return make()
        viewer = self.viewer if name in self.personal else self.owner
        more = self.view.frames if name in self.momentary else more
        return self._parts.get(name, viewer, self._position, more, make)

    @cached_property
    def _position(self) -> object:
        assert self._parts is not None
        return self._parts.position(self.owner, position_of(self.view))

    @property
    def owner(self) -> str:
        """Whose parts are his own, since they show what others may not see; "" where all see the same just now."""
        return self.viewer if self.game.hides else ""

    def lasting(self, name: str, key: Hashable, make: Callable[[], T]) -> T:
        """Something costly of this game that follows from the key alone, as it was last found for anybody."""
        return make() if self._parts is None else self._parts.get(name, "", None, key, make)

    # ---- the game, its sides and its turn ----

    def scenario_notes(self) -> Sequence[screen.Note]:
        """The scenario in a sentence; a game adds the options that are in force."""
        scenario = self.game.scenarios[self.view.scenario]
        return [screen.Note(scenario.text, scenario.rule)] if scenario.text else []

    def sides(self) -> list[screen.Side]:
        """Both sides with their scores."""
        names = zip(self.game.sides, self.side_labels(), self.styles, self.scores(), strict=True)
        return [screen.Side(*each) for each in names]

    def side_labels(self) -> Sequence[str]:
        """What the sides are called by themselves."""
        return self.people

    def scores(self) -> Sequence[screen.Score | None]:
        """The figure of each side that is always in sight."""
        return (None, None)

    def turn(self) -> screen.Turn:
        """The turn with its day or days."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    def when(self, turn: int) -> TimeState:
        """Whether a turn is past, now or later."""
        return time_state(turn, self.view.turn)

    def phases(self) -> screen.Phases:
        """The phase bar; a game makes it with `bar`."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    def bar(
        self,
        label: str,
        names: Sequence[PhaseName],
        now: int,
        *,
        skipped: Sequence[int] = (),
        side: str | None = None,
        after: screen.After | None = None,
    ) -> screen.Phases:
        """A phase bar in which the phase `now` is the present one."""
        states: list[PhaseState] = ["done" if at < now else "now" if at == now else "later" for at in range(len(names))]
        for at in skipped:
            states[at] = "skipped"
        steps = [
            screen.Phase(name.label, state, name.side, name.rule) for name, state in zip(names, states, strict=True)
        ]
        return screen.Phases(label, steps, side, after)

    # ---- what is asked ----

    def prompt(self) -> screen.Prompt:
        """What is expected now."""
        if self.view.over:
            return screen.Prompt("over", "The game is over")
        if self.asked is None:
            return self.roll_prompt()
        found = derive.prompt(self.game, self.asked, self.viewer)
        if found.kind == "wait":
            people = self.people[self.game.sides.index(self.asked.side)]
            found = replace(found, title=f"Waiting for the {people} player")
        return replace(found, text=self.prompt_text(found.text), pieces=self.asked_about())

    def roll_prompt(self) -> screen.Prompt:
        """The prompt where dice are due."""
        chance = self.view.chance
        assert chance is not None
        return screen.Prompt("roll", chance.reason, rule=chance.rule)

    def prompt_text(self, text: str | None) -> str | None:
        """The second sentence of the prompt; `text` is what it says without the game."""
        return text or self.advice.get(self.step)

    def asked_about(self) -> Sequence[str]:
        """The pieces that the question is about."""
        return ()

    def due(self) -> screen.Due | None:
        """The dice that come next."""
        chance = None if self.view.over else self.view.chance
        if chance is None:
            return None
        return screen.Due(chance.rule, chance.reason, chance.side, [die.sides for die in chance.dice])

    # ---- options ----

    def offers(self, asked: Decision) -> Offers:
        """Everything that may be done now."""
        options: list[screen.Option] = []
        goals: dict[str, dict[str, Goal]] = {verb: {} for verb in self.ranging}
        default = asked.default
        for action in asked.options:
            goal = self.goal(asked, action) if action.verb in goals and action != default else None
            if goal is None:
                options.append(self.option(asked, action))
            else:
                goals[action.verb][action.thing] = goal
        return ranged(options, goals, dict.fromkeys(self.walking, self.way))

    def goal(self, asked: Decision, action: Action) -> Goal | None:
        """An option to go to a place, where it is shown as one of a range."""
        return None

    def way(self, verb: str, place: str) -> Sequence[str]:
        """The hexes through which a piece goes to a place of a range, both ends included; none if that is not shown."""
        return ()

    def option(self, asked: Decision, action: Action) -> screen.Option:
        """One option with its words; a game adds what else it shows of it."""
        one = derive.option(self.game, asked, action, self.label(action), commits=self.commits(asked, action))
        if action.verb in self.sheet_verbs:
            one = replace(one, sheet=self.sheet_id)
        if action.verb in self.ending_verbs:
            one = replace(one, tone="main", warns=self.forgotten(asked))
        return one

    def commits(self, asked: Decision, action: Action) -> bool | None:
        """Whether there is no undo after an option; None: it is found out by trying it."""
        if action.verb not in self.alike:
            return None
        if action.verb not in self._commits:
            self._commits[action.verb] = asked.commits(action)
        return self._commits[action.verb]

    def label(self, action: Action) -> str:
        """An option in words, in this position."""
        if action == DONE:
            return self.endings.get(self.step) or self.endings.get(last_word(self.step), self.ending)
        return self.phrase(self.game, action)

    @classmethod
    def phrase(cls, game: A, action: Action) -> str:
        """An action in words, whatever the position."""
        words = cls.words.get(str(action)) or cls.words[action.verb]
        return words.format(cls.called(game, action))

    @classmethod
    def called(cls, game: A, action: Action) -> str:
        """What the thing of an action is called in a sentence."""
        return action.thing

    @staticmethod
    def things(asked: Decision, *verbs: str) -> list[str]:
        """The things that options of some verbs name."""
        return [action.thing for action in asked.options if action.verb in verbs]

    def forgotten(self, asked: Decision) -> screen.Note | None:
        """What would be left undone if the step ended now."""
        return None

    # ---- what must be done ----

    def to_act(self, asked: Decision) -> screen.ToAct | None:
        """The pieces that can still act, and how many there were when the phase began."""
        label = self.to_act_labels.get(last_word(asked.step), self.to_act_label)
        found = self.things(asked, *self.counted_verbs)
        if asked.kind != "pick" or label is None or not found:
            return None
        return screen.ToAct(label, found, len(found) + self.acted(asked))

    def acted(self, asked: Decision) -> int:
        """How many pieces have acted in this phase."""
        return 0

    def obligations(self, asked: Decision) -> list[screen.Obligation]:
        """Duties of one kind as one sentence."""
        kinds: dict[str, list[Obligation]] = {}
        for duty in asked.obligations:
            kinds.setdefault(duty.what, []).append(duty)
        return [self.obligation(duties) for duties in kinds.values()]

    def obligation(self, duties: Sequence[Obligation]) -> screen.Obligation:
        """Some duties of one kind in a sentence."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    def barred(self, asked: Decision) -> list[screen.Barred]:
        """The buttons that a player looks for and that are shut."""
        return [derive.shut(self.view, action, label) for action, label in self.shut_buttons(asked)]

    def shut_buttons(self, asked: Decision) -> Iterator[tuple[Action, str]]:
        """Each shut button as an action and its label: the end of a phase in which something must be done first."""
        if asked.step.endswith(self.shut) and DONE not in asked.options:
            yield DONE, self.ending

    # ---- battles ----

    @cached_property
    def battle(self) -> Battle | None:
        """The battle that is being declared or fought."""
        return None if self.view.over else self.view.battle()

    @cached_property
    def sheets(self) -> Sequence[screen.Sheet]:
        """The attack sheets; a game makes them in `attack_sheets`."""
        return self._part(self.attack_sheets)

    def attack_sheets(self) -> Sequence[screen.Sheet]:
        """The sheet of the battle that is being declared or fought, if there is one."""
        return ()

    @property
    def sheet_id(self) -> str | None:
        """The sheet on which the buttons of a battle stand."""
        return self.sheets[0].id if self.sheets else None

    # ---- what lies on the table ----

    def pieces(self) -> Sequence[screen.Piece]:
        """Every piece that is shown."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    def faces(self) -> Mapping[str, screen.Face]:
        """The faces that pieces name by a key."""
        return {}

    def markers(self) -> Sequence[screen.Marker]:
        """Markers on hexes, hexsides and boxes."""
        return ()

    def tints(self) -> Sequence[screen.Tint]:
        """Hexes with a colour."""
        return ()

    def lines(self) -> Sequence[screen.Line]:
        """Lines on the board."""
        return ()

    def boxes(self) -> Sequence[screen.Box]:
        """Places beside the map."""
        return ()

    def grids(self) -> Sequence[screen.Grid]:
        """Boxes in rows and columns."""
        return ()

    def tracks(self) -> Sequence[screen.Track]:
        """Turns, points, weather."""
        return ()

    def overlays(self) -> Sequence[screen.Overlay]:
        """What can be laid over the board."""
        return ()

    def here_now(self) -> Sequence[screen.Reason]:
        """The rules that act just now."""
        return ()

    # ---- standing and end ----

    def standing(self) -> list[screen.Standing]:
        """Every victory condition, if the game answers that: met if its figure is reached."""
        try:
            found = self.view.standing()
        except NotOffered:
            return []
        return [
            derive.standing(each, "met" if each.needed is not None and each.now >= each.needed else "open")
            for each in found
        ]

    def result(self) -> screen.Result | None:
        """How the game ended."""
        if self.view.result is None:
            return None
        winner, level, rule = self.view.result
        words = f"{level[0].upper()}{level[1:]}"
        if rule == "engine-resign":
            loser = next(people for side, people in zip(self.game.sides, self.people, strict=True) if side != winner)
            words = f"The {loser} player resigned"
        return screen.Result(rule, level, self.result_text(words), winner)

    def result_text(self, level: str) -> str:
        """The end in a sentence."""
        return f"{level}."
