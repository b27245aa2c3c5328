"""A movement phase: attacks that moves make possible first, then each unit to its best place."""

from __future__ import annotations

from dataclasses import replace

from ardennes.ai.picture import Aim, Picture
from ardennes.ai.player import Clock
from ardennes.ai.recruit.packages import Package, Packages
from ardennes.ai.recruit.places import Places
from ardennes.ai.recruit.posting import Posting
from ardennes.ai.recruit.whims import NONE, Choices, Part, Whims
from ardennes.ai.recruit.winning import Deciding
from ardennes.ai.threats import Threats
from ardennes.engine.action import Action
from ardennes.engine.decision import Decision, Kind
from ardennes.engine.errors import ArdennesError
from ardennes.engine.queries import Unit
from ardennes.engine.state import State

MOVING = (Kind.PICK, Kind.MOVE, Kind.PLACE, Kind.SETUP, Kind.LOAD)
LONGEST = 120  # answers until a phase is over, if many must move in it


class Marching(Posting):
    """What the units of a side do in one movement phase; made anew whenever the player is asked."""

    def __init__(
        self,
        picture: Picture,
        places: Places,
        state: State,
        clock: Clock,
        whims: Whims = NONE,
        noticed: Choices | None = None,
    ) -> None:
        super().__init__(picture, places, clock, whims, noticed)
        self.ending = state.game.ending_verbs
        self.working = state.game.working_verbs
        self.choices = self._choices(state)
        self.loose = self._second_ways()
        self.fights, self.obliged = self._outlook(state)
        if not self.fights:
            places.taste = replace(places.taste, prey=picture.taste.idle * places.taste.prey)
        self.deciding = self._deciding()
        self.whims = self.whims.beside(self.deciding)
        self.packages: list[Package] = self._packages()
        self.posts = {handle: (i, n) for n, package in enumerate(self.packages) for handle, i in package.moves}
        self.arrivals_first = self._must_arrive_first(state)
        self.order = self._order()
        self.threats = Threats(picture)

    # ---- what is possible ----

    def _choices(self, state: State) -> dict[str, tuple[Action, list[Action]]]:
        """For each unit that may be picked, how, and where it may go."""
        found: dict[str, tuple[Action, list[Action]]] = {}
        for option in state.decision.options:
            if option.verb in self.ending or not option.thing or option.thing in found:
                continue
            self.clock.spend()
            trial = state.copy()
            trial.apply(option)
            if trial.over or trial.chance is not None or trial.decision.side != self.picture.side:
                found[option.thing] = (option, [])
            else:
                going = trial.decision.options if trial.decision.kind in MOVING else ()
                goes = [go for go in going if go.verb not in self.working]
                found[option.thing] = (option, goes)
        return found

    def _second_ways(self) -> frozenset[str]:
        """The verbs that come after the plain one where a unit is asked how it ends its move; leaving is none of them.

        A way to end a move that is offered second leaves a unit open: it covers less, and is weaker.
        """
        found: set[str] = set()
        for _, goes in self.choices.values():
            if len({go.verb for go in goes}) < 2:
                continue
            verbs = dict.fromkeys(go.verb for go in goes if go.verb not in self.ending and self._exit(go.thing) is None)
            found.update(list(verbs)[1:])
        return frozenset(found)

    def _outlook(self, state: State) -> tuple[bool, bool]:
        """Whether the own side may attack after this phase, and whether whoever is beside an enemy must.

        Found out by moving somebody beside an enemy and ending the phase, on a copy.
        """
        beside = self.picture.grid.around(self.picture.grid.mask(self.picture.foes))
        trial = state.copy()
        if not any(beside >> i & 1 for i in self.picture.friends):
            for pick, goes in self.choices.values():
                go = next((g for g in goes if (i := self.picture.atlas.index(g.thing)) >= 0 and beside >> i & 1), None)
                if go is not None:
                    trial.apply(pick)
                    trial.apply(go)
                    break
        for _ in range(LONGEST):
            battle = None if trial.over else trial.battle()
            if battle is not None and battle.side == self.picture.side:
                return True, True  # the only target was not asked for
            if trial.over or trial.chance is not None or trial.decision.side != self.picture.side:
                return False, False
            decision = trial.decision
            if decision.kind == Kind.TARGET:
                return True, decision.ending is None
            if trial.frames[0][0] != state.frames[0][0] and decision.kind in MOVING:
                return False, False
            trial.apply(_shortest(decision))
        return False, False

    def _must_arrive_first(self, state: State) -> bool:
        """Whether nobody comes in any more once a unit on the map has moved; found out by moving one, on a copy."""
        waiting = [handle for handle in self.choices if handle in self.picture.reserve]
        mover = next((c for handle, c in self.choices.items() if handle in self.picture.mine and c[1]), None)
        if not waiting or mover is None:
            return False
        trial = state.copy()
        trial.apply(mover[0])
        trial.apply(mover[1][0])
        if trial.over or trial.chance is not None or trial.decision.kind != Kind.PICK:
            return False
        return not any(option.thing == waiting[0] for option in trial.decision.options)

    def _packages(self) -> list[Package]:
        if not self.fights:
            return []
        reach = {handle: self._reach(handle) for handle in self.choices}
        found = Packages(self.picture, self.places, reach, self.clock, self.whims).choose()
        if self.noticed is not None:
            for package in found:
                self.noticed.note(Part("", self.picture.grid.name(package.target)), package.worth)
                for handle in (handle for handle, _ in package.moves if handle in self.picture.at):
                    self.noticed.note(Part(handle, self.picture.grid.name(self.picture.at[handle])), 1.0)
        return found

    def _reach(self, handle: str) -> frozenset[int]:
        """The hexes where a unit could end its move."""
        index, grid = self.picture.atlas.index, self.picture.grid
        if handle in self.picture.reserve:
            try:
                return frozenset(grid.index(name) for name in self.picture.state.reach(handle).costs if name in grid)
            except ArdennesError:
                return frozenset()
        goes = self.choices[handle][1]
        return frozenset(index(go.thing) for go in goes if "/" not in go.thing) - {-1}

    def _deciding(self) -> list[Part]:
        """Who must go where to decide the game this turn."""
        if not self.picture.leaving or self.clock.out:
            return []
        goes = {
            handle: frozenset(go.thing for go in goes if go.thing)
            for handle, (_, goes) in self.choices.items()
            if handle in self.picture.mine
        }
        return Deciding(self.picture, goes).parts()

    def _order(self) -> list[str]:
        """Who decides the game, then attackers, the best attack first, then whoever is nearest to a goal.

        Arrivals come before attackers where they must.
        """
        picture, first = self.picture, {part.piece: n for n, part in enumerate(self.deciding)}

        def rank(handle: str) -> tuple[int, float, str]:
            if handle in first:
                return -2, float(first[handle]), handle
            if self.arrivals_first and handle in picture.reserve:
                return -1, float(self.posts.get(handle, (0, len(self.packages)))[1]), handle
            if handle in self.posts:
                return self.posts[handle][1], 0.0, handle
            unit = picture.mine.get(handle)
            if unit is None:
                return len(self.packages) + 1, -len(self.choices[handle][1]), handle
            return len(self.packages), -self.places.drawn_to(unit, picture.at[handle])[0], handle

        return sorted(self.choices, key=rank)

    def _queued(self, handle: str) -> dict[str, int]:
        """The others who wait to come in where a unit does, and how many answers each had."""
        reserve = self.picture.reserve
        if handle not in reserve or not reserve[handle].place:
            return {}
        here = reserve[handle].place
        return {
            one: len(goes)
            for one, (_, goes) in self.choices.items()
            if one != handle and one in reserve and reserve[one].place == here
        }

    # ---- what is done ----

    def next_move(self, state: State, decision: Decision) -> list[Action]:
        """The next unit and where it goes; nothing once everybody is where he should be."""
        owing = {duty.who for duty in decision.obligations}
        open_ = {option.thing: option for option in decision.options if option.verb not in self.ending}
        while self.order:
            handle = self.order.pop(0)
            pick = open_.get(handle)
            if pick is None:
                continue
            moved = self._moved(state, handle, pick, obliged=handle in owing)
            if moved:
                return moved
        return []

    def knows(self, decision: Decision) -> bool:
        """Whether everybody who may be picked now could be picked when the plan was made."""
        picks = (option for option in decision.options if option.verb not in self.ending and option.thing)
        return all(option.thing in self.choices for option in picks)

    def _moved(self, state: State, handle: str, pick: Action, *, obliged: bool) -> list[Action]:
        self.clock.spend()
        trial = state.copy()
        trial.apply(pick)
        if trial.over or trial.chance is not None or trial.decision.side != self.picture.side:
            return [pick]
        arriving = self.picture.reserve.get(handle)
        if arriving is not None and trial.decision.kind in (Kind.PLACE, Kind.MOVE):
            return self._arrived(trial, arriving, pick)
        unit, here = self.picture.mine.get(handle), self.picture.at.get(handle, -1)
        if unit is None or trial.decision.kind not in MOVING:
            return [pick]
        if self.whims.goes.get(handle) == self.picture.grid.name(here) and not obliged:
            return []
        self.places.lift(unit, here)
        options = list(trial.decision.options)
        go, gain = self.best(trial, unit, options)
        if go is None or (not obliged and self._stays(unit, here, options, gain)):
            self.places.put(unit, here)
            return []
        if self.noticed is not None and not obliged:
            stays = self.value(unit, here) if gain < float("inf") else gain
            self.noticed.note(Part(handle, self.picture.grid.name(here)), gain - stays if gain < float("inf") else 1.0)
        to = self.picture.atlas.index(go.thing)
        aim = self._exit(go.thing)
        if aim is not None:
            self.places.want(
                Aim(self.picture.grid.name(aim.hex), aim.hex, aim.points * self.picture.worth(handle), "hold", 0)
            )
        elif to >= 0:
            self.places.put(unit, to, loose=go.verb in self.loose)
        return [pick, go]

    def _stays(self, unit: Unit, here: int, options: list[Action], gain: float) -> bool:
        """Whether a unit is better off where it is than by going; on its post it is.

        One that may end its move plainly where it stands, stands there the second way now.
        """
        if self._is_post(unit.handle, here):
            return True
        index = self.picture.atlas.index
        open_ = any(option.verb not in self.loose and index(option.thing) == here for option in options)
        return gain <= self.value(unit, here, loose=open_ and bool(self.loose)) + self.taste.stay

    def _arrived(self, trial: State, unit: Unit, pick: Action) -> list[Action]:
        self.queue = {other: n for other, n in self._queued(unit.handle).items() if other in self.order}
        actions, _ = self.arrive(trial, unit)
        self.queue = {}
        to = self.picture.atlas.index(actions[-1].thing)
        if to >= 0:
            self.places.put(unit, to, loose=actions[-1].verb in self.loose)
        return [pick, *actions]


def _shortest(decision: Decision) -> Action:
    """The answer that leads to the end of a phase soonest: to end it, or else to do what must be done before."""
    if (ending := decision.ending) is not None:
        return ending
    owing = {duty.who for duty in decision.obligations}
    return next((option for option in decision.options if option.thing in owing), decision.options[0])
