"""The counters on the screen: where they lie, what is printed on them, what rules have done to them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property, lru_cache
from typing import ClassVar, Literal, NamedTuple, TypeVar, cast

from ardennes.counters.deployment import POOL, Deployment
from ardennes.counters.game import CounterGame
from ardennes.counters.roster import Counter, bits
from ardennes.counters.screens.frame import GameScreen
from ardennes.counters.screens.offers import Goal
from ardennes.engine import Action, Decision, Obligation, screen
from ardennes.engine.errors import EngineFault
from ardennes.engine.screen.words import Nation, PieceState, Size, Symbol

D = TypeVar("D", bound=Deployment)
G = TypeVar("G", bound=CounterGame)
T = TypeVar("T")

NATIONS: Mapping[str, Nation] = {"US": "us", "UK": "british", "FR": "french", "DE": "heer"}
SYMBOLS: Mapping[str, Symbol] = {
    "armor": "armour", "armored infantry": "mechanised-infantry", "panzergrenadier": "mechanised-infantry",
    "armored cavalry": "armoured-cavalry", "recon": "armoured-cavalry", "infantry": "infantry", "airborne": "airborne",
    "parachute infantry": "airborne", "glider infantry": "glider", "engineer": "engineer",
}  # fmt: skip
LIGHTS: Sequence[PieceState] = (
    "can-act", "must-fight", "must-act", "in-motion", "moved", "fought", "arriving", "joined", "target",
)  # fmt: skip


class Status(NamedTuple):
    """Something that rules have done to units: the units as a mask, and the badge that says so."""

    units: int
    badge: screen.Badge


class Laid:
    """A counter as it lies: a piece, and the same piece in every way in which it was lit so far."""

    __slots__ = ("_lit",)

    def __init__(self, piece: screen.Piece) -> None:
        self._lit: dict[tuple[PieceState, ...], screen.Piece] = {(): piece}

    def lit(self, states: tuple[PieceState, ...]) -> screen.Piece:
        """The piece in these states."""
        found = self._lit.get(states)
        if found is None:
            found = self._lit[states] = replace(self._lit[()], states=states)
        return found


class CounterPieces(GameScreen[D, G]):
    """The pieces of a game of counters, and what is asked of single units."""

    symbols: ClassVar[Mapping[str, Symbol]] = SYMBOLS  # by the type that a counter has in `units.csv`
    terrain: ClassVar[Mapping[str, str]] = {}  # kinds of ground in words, for the card of a unit
    acting_verbs: ClassVar[Sequence[str]] = ("pick", "join")  # verbs whose units are lit as able to act
    light_order: ClassVar[Sequence[PieceState]] = LIGHTS

    @cached_property
    def places(self) -> tuple[str | None, ...]:
        """Where each unit lies: a hex or a box; None for one that is not shown."""
        return self._part(self.lying, self.on_the_way())

    def lying(self) -> tuple[str | None, ...]:
        """The places of all units in this position."""
        return tuple([self.place(unit) for unit in range(len(self.game.forces.units))])

    def place(self, unit: int) -> str | None:
        """Where a unit lies; a game adds its boxes."""
        at = self.view.at[unit]
        return self.game.ground.grid.name(at) if at >= 0 else None

    def carrier(self, unit: int) -> int | None:
        """The unit that holds a unit without a place of its own; None if it is held by none."""
        return None

    def piled(self, unit: int) -> bool:
        """Whether a unit is counted in the stack of its place; else it lies at the bottom."""
        return True

    def pieces(self) -> list[screen.Piece]:
        """Every counter that lies on the map or beside it."""
        states = by_unit(self._lit())
        return [counter.lit(states.get(unit, ())) for unit, counter in self._part(self.counters, self.on_the_way())]

    def on_the_way(self) -> Hashable:
        """Whatever the place of a unit depends on beside the position."""
        return None

    def counters(self) -> list[tuple[int, Laid]]:
        """Every unit that is shown, with its counter as it lies."""
        view, reduced = self.view, self.reduced()
        badges = by_unit(self.statuses())
        known = self._parts.laid if self._parts is not None else {}
        lying: dict[str, int] = {}
        found = []
        for unit, place in enumerate(self.places):
            held = self.carrier(unit) if place is None else None
            if place is None and (held is None or self.places[held] is None):
                continue
            order = 0
            if place is not None and self.piled(unit):
                order = lying.get(place, 0)
                lying[place] = order + 1
            back, condition = bool(reduced >> unit & 1), self.condition(unit)
            asked = (unit, place, order, view.at[unit], back, condition, badges.get(unit, ()), held)
            last = known.get(unit)
            if last is None or last[0] != asked:
                last = known[unit] = (asked, self._piece(self.game, *asked))
            found.append((unit, last[1]))
        return found

    @classmethod
    @lru_cache(30_000)
    def _piece(
        cls,
        game: G,
        unit: int,
        place: str | None,
        order: int,
        at: int,
        back: bool,
        condition: Hashable,
        badges: tuple[screen.Badge, ...],
        held: int | None,
    ) -> Laid:
        counter = game.forces.units[unit]
        lines = [cls.full_name(counter), *([cls._ground(game, at)] if at >= 0 else [])]
        piece = screen.Piece(
            counter.name, game.sides[counter.side], cls.face(counter, back=back), counter.display_name, place,
            carrier=None if held is None else game.forces.names[held], order=order, lines=lines,
            facts=cls.facts(game, unit, condition), badges=badges,
        )  # fmt: skip
        return Laid(piece)

    # ---- what is printed, and what the card says ----

    def reduced(self) -> int:
        """The units whose back is up."""
        return 0

    @classmethod
    def face(cls, counter: Counter, *, back: bool) -> screen.Face:
        """What is printed on a counter, or on its back."""
        return screen.Face(
            cls.nation(counter), cls.symbols[counter.type], cast(Size, counter.size), counter.label,
            counter.formation or None, cls.figures(counter, back=back), reduced=back,
        )  # fmt: skip

    @classmethod
    def nation(cls, counter: Counter) -> Nation:
        """The colours of a counter."""
        return NATIONS[counter.nation]

    @classmethod
    def figures(cls, counter: Counter, *, back: bool) -> Sequence[str]:
        """The figures on a counter, or on its back."""
        return ()

    @classmethod
    def full_name(cls, counter: Counter) -> str:
        """A unit's full name, for its card."""
        return counter.display_name

    @classmethod
    @cache
    def _ground(cls, game: G, at: int) -> str:
        return game.ground.described(at, cls.terrain, cls.features(game))

    @classmethod
    def features(cls, game: G) -> Iterable[tuple[int, str]]:
        """Sets of hexes that the card of a unit in them mentions, each with its word."""
        return ()

    def condition(self, unit: int) -> Hashable:
        """Whatever the facts on a unit's card depend on beside the unit."""
        return None

    @classmethod
    def facts(cls, game: G, unit: int, condition: Hashable) -> Sequence[screen.Fact]:
        """The figures on a unit's card."""
        return ()

    # ---- badges and lights ----

    def statuses(self) -> Iterator[Status]:
        """What rules have done to units, in the order of their badges."""
        yield from ()

    def _lit(self) -> Iterator[tuple[int, PieceState]]:
        lights = self.lights()
        return ((lights.get(state, 0), state) for state in self.light_order)

    def lights(self) -> dict[PieceState, int]:
        """How units are lit, as a mask for each state: who can act, who must, who is in motion, who fights."""
        view, moving, battle = self.view, self.in_motion(), self.battle
        return {
            "can-act": self._able(),
            "must-fight": self._owing(fighting=True),
            "must-act": self._owing(fighting=False),
            "in-motion": 1 << moving if moving is not None else 0,
            "moved": view.moved,
            "fought": view.fought,
            "arriving": self.arriving(),
            "joined": self.game.forces.named(battle.attackers) if battle else 0,
            "target": self.lying_in(battle.targets) if battle else 0,
        }

    def _able(self) -> int:
        return self.game.forces.named(self.things(self.asked, *self.acting_verbs)) if self.asked else 0

    def _owing(self, *, fighting: bool) -> int:
        duties = self.asked.obligations if self.asked else ()
        return self.game.forces.named([duty.who for duty in duties if ("attack" in duty.what) == fighting])

    def lying_in(self, places: Sequence[str]) -> int:
        """The units that lie in some places."""
        return sum(1 << unit for unit, place in enumerate(self.places) if place in places)

    def units_in(self, hexes: int) -> int:
        """The units that have one of these hexes, in play or not."""
        return sum(1 << unit for unit, at in enumerate(self.view.at) if at >= 0 and hexes >> at & 1)

    def arriving(self) -> int:
        """The units that are about to come in."""
        return sum(1 << unit for unit, at in enumerate(self.view.at) if at == POOL)

    def in_motion(self) -> int | None:
        """The unit that is on its way."""
        return None

    def asked_about(self) -> list[str]:
        """The unit that the question is about."""
        unit = self.in_motion()
        return [self.game.forces.names[unit]] if unit is not None else []

    # ---- units in words ----

    def goal(self, asked: Decision, action: Action) -> Goal | None:
        """A unit or place that can be chosen, if the words name it as its counter or the map does.

        The words of a verb that is shown as a range differ in the thing alone, as long as nothing is decided.
        """
        verb = action.verb
        if verb not in self._goals:
            self._goals[verb] = self._first_goal(asked, action)
        goal = self._goals[verb]
        if goal is None or verb in self.alike:
            return goal
        commits = self.commits(asked, action)
        final = asked.commits(action) if commits is None else commits
        return goal if final == goal.commits else goal._replace(commits=final)

    @cached_property
    def _goals(self) -> dict[str, Goal | None]:
        return {}

    def _first_goal(self, asked: Decision, action: Action) -> Goal | None:
        """The first thing of a verb; the words are those of the others too."""
        takes, forces = self.game.universe.verbs[action.verb].takes, self.game.forces
        kind: Literal["piece", "place"] = "piece" if takes == "piece" else "place"
        name, label = forces.call(action.thing) if kind == "piece" else action.thing, self.label(action)
        if takes not in ("piece", "place") or name not in label:
            return None
        commits = self.commits(asked, action)
        return Goal(None, label.replace(name, "{}", 1), asked.commits(action) if commits is None else commits, kind)

    @classmethod
    def called(cls, game: G, action: Action) -> str:
        """What the thing of an action is called in a sentence: a unit by its name."""
        return game.forces.call(action.thing) if action.thing in game.forces.index else action.thing

    def acted(self, asked: Decision) -> int:
        """How many units have moved in this phase."""
        return self.view.moved.bit_count()

    def obligation(self, duties: Sequence[Obligation]) -> screen.Obligation:
        """Some duties of one kind in a sentence, with the units that they bind and where those are."""
        first, names = duties[0], [duty.who for duty in duties]
        units = [self.game.forces.index[name] for name in names]
        places = list(dict.fromkeys(self.view.place_of(unit) for unit in units if self.view.at[unit] >= 0))
        text, by = self.duty(first, units, places)
        return screen.Obligation(first.rule, text, first.side, by, "open", names, places)

    def duty(self, first: Obligation, units: Sequence[int], places: Sequence[str]) -> tuple[str, str]:
        """What some units must do, in a sentence, and by when; `first` is the duty of the first of them."""
        raise EngineFault(f"{type(self).__name__} does not say what its game shows here")


def by_unit(marked: Iterable[tuple[int, T]]) -> dict[int, tuple[T, ...]]:
    """Whatever marks units, turned round: by unit, in the same order.

    >>> by_unit([(0b11, "moved"), (0b10, "fought")])
    {0: ('moved',), 1: ('moved', 'fought')}
    """
    found: dict[int, list[T]] = {}
    for units, mark in marked:
        for unit in bits(units) if units else ():
            found.setdefault(unit, []).append(mark)
    return {unit: tuple(marks) for unit, marks in found.items()}
