"""The best place for one unit: by the worth of places, its duty in an attack, supply, exits, and what it guards."""

from __future__ import annotations

from heapq import nlargest

from ardennes.ai.picture import Aim, Picture
from ardennes.ai.player import Clock
from ardennes.ai.recruit.places import Places
from ardennes.ai.recruit.whims import NONE, Choices, Part, Whims
from ardennes.ai.threats import Threats
from ardennes.engine.action import Action
from ardennes.engine.decision import Kind
from ardennes.engine.errors import ArdennesError
from ardennes.engine.queries import Unit
from ardennes.engine.state import State

ALTERNATIVES = 6  # places that a search may try
COST = 2  # nodes of one look at an enemy's reach
Ranked = tuple[float, int, Action]  # what an answer is worth, its place among the others, and the answer
STRANGER = Unit("", "", "", 3.0, 3.0, 4.0)


class Posting:
    """The best place for one unit that moves, retreats, advances or arrives."""

    def __init__(
        self, picture: Picture, places: Places, clock: Clock, whims: Whims = NONE, noticed: Choices | None = None
    ) -> None:
        self.whims = whims
        self.noticed = noticed
        self.picture = picture
        self.taste = picture.taste
        self.places = places
        self.clock = clock
        self.obliged = False  # whoever ends beside an enemy must attack
        self.posts: dict[str, tuple[int, int]] = {}  # unit → the hex it attacks from, and in which attack
        self.threats: Threats | None = None
        self.loose: frozenset[str] = frozenset()  # verbs that leave a unit open: the second ways to end a move
        self.queue: dict[str, int] = {}  # units that wait behind the one that moves, and how many answers they had

    def _is_post(self, handle: str, i: int) -> bool:
        return self.posts.get(handle, (-1, 0))[0] == i

    def best(self, state: State, unit: Unit, options: list[Action]) -> tuple[Action | None, float]:
        """The best of some places for a unit that has been taken up, and what it is worth."""
        post, index = self.posts.get(unit.handle, (-1, 0))[0], self.picture.atlas.index
        wanted = self.whims.goes.get(unit.handle)
        for option in options if wanted is not None else ():
            if option.thing == wanted and option.verb not in self.loose and option.verb not in state.game.working_verbs:
                return option, float("inf")
        firmly = {index(option.thing) for option in options if option.verb not in self.loose} if self.loose else set()
        ranked: list[Ranked] = []
        for n, option in self._glanced_at(unit, options):
            i = index(option.thing)
            if i < 0 or option.verb in state.game.working_verbs:
                continue
            if i == post and option.verb not in self.loose:
                return option, float("inf")
            exit_ = self._exit(option.thing)
            if exit_ is not None:
                value = self._leaving(unit, exit_)
            else:
                value = self.value(unit, i, loose=option.verb in self.loose)
                value -= self._folly(unit, option, i, firmly) + self._crowd(state, unit, option)
            ranked.append((value, -n, option))
        ranked.sort(reverse=True)
        ranked = self._in_nobodys_way(state, unit, self._guarding(state, unit, ranked))
        if self.noticed is not None:
            for value, _, option in ranked[:ALTERNATIVES]:
                self.noticed.note(Part(unit.handle, option.thing), ranked[0][0] - value)
        return self._fed(state, unit, ranked[: self.taste.fed])

    def _glanced_at(self, unit: Unit, options: list[Action]) -> list[tuple[int, Action]]:
        """The places that are worth weighing, each with its number: all, or the best few at a glance."""
        most, numbered = self.taste.sketched, list(enumerate(options))
        if not most or len(options) <= most:
            return numbered
        index, exits = self.picture.atlas.index, self.picture.exits
        post = self.posts.get(unit.handle, (-1, 0))[0]
        kept, others, hexes = list[tuple[int, Action]](), list[int](), list[int]()
        for n, option in numbered:
            i = index(option.thing)
            if i == post or option.thing in exits:
                kept.append((n, option))
            elif i >= 0:
                others.append(-n)
                hexes.append(i)
        glances = zip(self.places.glances(unit, hexes), others, strict=True)
        return kept + [(-n, options[-n]) for _, n in nlargest(most, glances)]

    def _folly(self, unit: Unit, option: Action, i: int, firmly: set[int]) -> float:
        """A unit ends its move the second way only where it could not be otherwise, and never beside an enemy."""
        if option.verb not in self.loose:
            return 0.0
        useless = i in firmly or i == self.picture.at.get(unit.handle, -1)
        return self.taste.folly if useless or self.picture.touched >> i & 1 else 0.0

    def _crowd(self, state: State, unit: Unit, option: Action) -> float:
        """What it costs to wait at an entry behind others, or behind those who stand in it or before it."""
        if state.decision.kind != Kind.PLACE:
            return 0.0
        index, grid = self.picture.atlas.index, self.picture.grid
        entry, total = index(option.thing), 0
        for one in state.units():
            i = index(one.hex)
            total += one.side == unit.side and i >= 0 and grid.distance(i, entry) <= (i == index(one.place))
        return self.taste.crowded * total

    def _in_nobodys_way(self, state: State, unit: Unit, ranked: list[Ranked]) -> list[Ranked]:
        """The places again, less what each costs those who wait behind the unit and must come by.

        Looked at are the best few, and the best few that are far enough.
        """
        if not self.queue or not ranked:
            return ranked
        grid, index = self.picture.grid, self.picture.atlas.index
        here = index(unit.hex)
        far = [entry for entry in ranked if grid.distance(here, index(entry[2].thing)) >= self.taste.spaced]
        some = dict.fromkeys([*ranked[: self.taste.fed], *far[: self.taste.fed]])
        jammed = self.taste.jammed
        return sorted(((value - jammed * self._shut_out(state, o), n, o) for value, n, o in some), reverse=True)

    def _shut_out(self, state: State, option: Action) -> float:
        """How many of those who wait could no longer come in, or only so far, after an answer."""
        other, before = next(iter(self.queue.items()))
        self.clock.spend(COST)
        trial = state.copy()
        trial.apply(option)
        if trial.over or trial.chance is not None or trial.decision.kind != Kind.PICK:
            return 0.0
        pick = next((one for one in trial.decision.options if one.thing == other), None)
        if pick is None:
            return float(len(self.queue))
        trial.apply(pick)
        return len(self.queue) * max(1.0 - len(trial.decision.options) / max(before, 1), 0.0)

    def _guarding(self, state: State, unit: Unit, ranked: list[Ranked]) -> list[Ranked]:
        """The places again, those in the enemy's way with what he could no longer take if the unit went there."""
        threats = self.threats
        if threats is None or not threats.runners or threats.looks <= 0 or self.clock.out:
            return ranked
        near, index, found, tried = threats.near, self.picture.atlas.index, list[Ranked](), 0
        now: float | None = None
        leaving = near >> max(self.picture.at.get(unit.handle, 0), 0) & 1
        for value, n, option in ranked:
            if tried < self.taste.guards and (leaving or near >> index(option.thing) & 1) and threats.looks > 0:
                tried += 1
                threats.looks -= 1
                self.clock.spend(COST * len(threats.runners))
                now = threats.total(state) if now is None else now
                value += self.taste.spoilt * threats.spoilt(state, unit.handle, option.thing, now)
            found.append((value, n, option))
        return sorted(found, reverse=True)

    def _fed(self, state: State, unit: Unit, ranked: list[Ranked]) -> tuple[Action | None, float]:
        """The first of the best few places where a unit is in supply, or the best of them."""
        best: tuple[Action | None, float] = (None, float("-inf"))
        if self.places.glancing and ranked:
            return ranked[0][2], ranked[0][0]
        for value, _, option in ranked:
            if value <= best[1]:
                break
            if self._exit(option.thing) is None and not self._supplied(state, unit, option.thing):
                value -= self.taste.hungry * self.picture.worth(unit.handle)
            if value > best[1]:
                best = (option, value)
        return best

    def _supplied(self, state: State, unit: Unit, place: str) -> bool:
        """Whether a unit is in supply in a place; without time to look, it is taken to be."""
        if self.clock.out:
            return True
        self.clock.spend()
        try:
            return state.suppose({unit.handle: place}).supply(unit.handle).state == "supplied"
        except ArdennesError:
            return True

    def _exit(self, place: str) -> Aim | None:
        return self.picture.exits.get(place)

    def arrive(self, state: State, unit: Unit) -> tuple[list[Action], float]:
        """How a unit that comes in, or is in motion, does so best: where it enters, and where it goes from there."""
        options = list(state.decision.options)
        if state.decision.kind != Kind.PLACE:
            go, gain = self.best(state, unit, options)
            return [go or options[0]], gain
        best: tuple[list[Action], float] = ([options[0]], float("-inf"))
        for option in self._entries(unit, options):
            self.clock.spend()
            trial = state.copy()
            trial.apply(option)
            actions, gain = [option], self.value(unit, self.picture.atlas.index(option.thing))
            if self._goes_on(state, trial):
                more, gain = self.arrive(trial, unit)
                actions += more
            if gain > best[1]:
                best = (actions, gain)
        return best

    def _entries(self, unit: Unit, options: list[Action]) -> list[Action]:
        """The entries that are worth a try: near the unit's duty, or else the best places themselves."""
        index, post = self.picture.atlas.index, self.posts.get(unit.handle, (-1, 0))[0]
        able = [option for option in options if index(option.thing) >= 0]
        if post >= 0:
            away = self.picture.atlas.field(post)
            return sorted(able, key=lambda option: away[index(option.thing)])[: self.taste.entries]
        return sorted(able, key=lambda option: -self.value(unit, index(option.thing)))[: self.taste.entries]

    def _goes_on(self, before: State, trial: State) -> bool:
        """Whether a unit that has entered is asked where it goes."""
        if trial.over or trial.chance is not None or trial.epoch != before.epoch:
            return False
        return trial.decision.side == self.picture.side and trial.decision.kind == Kind.MOVE

    def _leaving(self, unit: Unit, aim: Aim) -> float:
        """What it is worth to leave by an exit now: less where the enemy could come and close it."""
        points = self.places.taste.pull * aim.value * self.picture.worth(unit.handle)
        if self.may_be_shut(aim):
            return self.taste.shut * self.taste.leaving * points
        return self.taste.leaving * points

    def may_be_shut(self, aim: Aim) -> bool:
        """Whether an enemy could stand in the hex of an exit after his next movement, no friend being left there.

        Where a friend stands now and may leave, whoever can come beside the hex could step into it.
        """
        if self.places.strength.get(aim.hex):
            return False
        hexes = 1 << aim.hex
        if aim.hex in self.picture.friends:
            hexes |= self.picture.grid.around(hexes)
        return bool(self.picture.foe_reach & hexes)

    def value(self, unit: Unit, i: int, *, loose: bool = False) -> float:
        """The worth of a place, less what it costs to be forced into a fight there."""
        value = self.places.value(unit, i, loose=loose)
        if self.obliged and self.picture.touched >> i & 1 and not self._is_post(unit.handle, i):
            value -= self.taste.exposed * self.picture.worth(unit.handle)
        if self.picture.gates:
            value -= self.taste.gate * min(self.gated(unit, i), self.taste.gated)
        return value

    def gated(self, unit: Unit, i: int) -> int:
        """How many others wait to come in by a hex, or by one beside it."""
        gates, own = self.picture.gates, self.picture.atlas.index(unit.hex)
        total = sum(gates.get(j, 0) for j in (i, *self.picture.grid.neighbours(i)))
        return total - (unit.handle in self.picture.reserve and self.picture.grid.distance(own, i) <= 1)
