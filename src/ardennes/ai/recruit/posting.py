"""The best place for one unit: by the worth of places, its duty in an attack, supply, exits, and what it guards."""

from __future__ import annotations

from ardennes.ai.menace import Menace
from ardennes.ai.picture import Aim, Picture
from ardennes.ai.player import Clock
from ardennes.ai.recruit.places import Places
from ardennes.engine.action import Action
from ardennes.engine.decision import Kind
from ardennes.engine.errors import ArdennesError
from ardennes.engine.queries import Unit
from ardennes.engine.state import State

ENDING = ("done", "pass", "stop")
LEAVING = 1.3  # an exit taken now, against standing before it
SHUT = 0.4  # an exit that the enemy can close
WINNING = 10.0  # an exit that wins the game
EXPOSED = 0.3  # a mean piece that must attack though nobody planned it
HUNGRY = 1.0  # a mean piece out of supply
TRIED = 3  # places whose supply is looked at
ENTRIES = 4  # ways into the map that are tried out
GUARDED = 6  # places tried against what the enemy could take
COST = 2  # nodes of one look at an enemy's reach
SPOILT = 1.0  # a goal of mean value that the enemy can take no more
STRANGER = Unit("", "", "", 3.0, 3.0, 4.0)


class Posting:
    """The best place for one unit that moves, retreats, advances or arrives."""

    def __init__(self, picture: Picture, places: Places, clock: Clock) -> None:
        self.picture = picture
        self.places = places
        self.clock = clock
        self.winning = False  # leaving now with everybody who can wins the game
        self.obliged = False  # whoever ends beside an enemy must attack
        self.posts: dict[str, tuple[int, int]] = {}  # unit → the hex it attacks from, and in which attack
        self.menace: Menace | None = None

    def _is_post(self, handle: str, i: int) -> bool:
        return self.posts.get(handle, (-1, 0))[0] == i

    def best(self, state: State, unit: Unit, options: list[Action]) -> tuple[Action | None, float]:
        """The best of some places for a unit that has been taken up, and what it is worth."""
        first = next((option.verb for option in options if option.verb not in ENDING), "")
        post = self.posts.get(unit.handle, (-1, 0))[0]
        ranked: list[tuple[float, int, Action]] = []
        for n, option in enumerate(options):
            i = self.picture.atlas.index(option.thing)
            if i < 0:
                continue
            if i == post and option.verb == first:
                return option, float("inf")
            exit_ = self._exit(option.thing)
            value = self._leaving(unit, exit_) if exit_ is not None else self.value(unit, i)
            if exit_ is None and option.verb != first:
                value -= self.places.weights.hasty * (3.0 if self.picture.threat(i) else 1.0)
            ranked.append((value, -n, option))
        ranked.sort(reverse=True)
        return self._fed(state, unit, self._guarding(state, unit, ranked)[:TRIED])

    def _guarding(
        self, state: State, unit: Unit, ranked: list[tuple[float, int, Action]]
    ) -> list[tuple[float, int, Action]]:
        """The places again, those in the enemy's way with what he could no longer take if the unit stood there."""
        if self.menace is None or not self.menace.runners:
            return ranked
        near, index, found, tried = self.menace.near, self.picture.atlas.index, list[tuple[float, int, Action]](), 0
        for value, n, option in ranked:
            if tried < GUARDED and near >> index(option.thing) & 1 and self.menace.looks > 0:
                tried += 1
                self.menace.looks -= 1
                self.clock.spend(COST * len(self.menace.runners))
                value += SPOILT * self.menace.spoilt(state, unit.handle, option.thing)
            found.append((value, n, option))
        return sorted(found, reverse=True)

    def _fed(self, state: State, unit: Unit, ranked: list[tuple[float, int, Action]]) -> tuple[Action | None, float]:
        """The first of the best few places where a unit is in supply, or the best of them."""
        best: tuple[Action | None, float] = (None, float("-inf"))
        for value, _, option in ranked:
            if value <= best[1]:
                break
            if self._exit(option.thing) is None and not self._supplied(state, unit, option.thing):
                value -= HUNGRY * self.picture.worth(unit.handle)
            if value > best[1]:
                best = (option, value)
        return best

    def _supplied(self, state: State, unit: Unit, place: str) -> bool:
        self.clock.spend()
        try:
            return state.suppose({unit.handle: place}).supply(unit.handle).state == "supplied"
        except ArdennesError:
            return True

    def _exit(self, place: str) -> Aim | None:
        return next((aim for aim in self.picture.aims if aim.how == "exit" and aim.place == place), None)

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
            return sorted(able, key=lambda option: away[index(option.thing)])[:ENTRIES]
        return sorted(able, key=lambda option: -self.value(unit, index(option.thing)))[:ENTRIES]

    def _goes_on(self, before: State, trial: State) -> bool:
        """Whether a unit that has entered is asked where it goes."""
        if trial.over or trial.chance is not None or trial.epoch != before.epoch:
            return False
        return trial.decision.side == self.picture.side and trial.decision.kind == Kind.MOVE

    def _leaving(self, unit: Unit, aim: Aim) -> float:
        """What it is worth to leave by an exit now: less where the enemy could come and close it."""
        points = self.places.weights.pull * aim.value * self.picture.worth(unit.handle)
        if self.may_be_shut(aim):
            return SHUT * LEAVING * points
        return (WINNING if self.winning else LEAVING) * points

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

    def value(self, unit: Unit, i: int) -> float:
        """The worth of a place, less what it costs to be forced into a fight there."""
        value = self.places.value(unit, i)
        beside = any(j in self.picture.foes for j in self.picture.grid.neighbours(i))
        if self.obliged and beside and not self._is_post(unit.handle, i):
            value -= EXPOSED * self.picture.worth(unit.handle)
        return value
