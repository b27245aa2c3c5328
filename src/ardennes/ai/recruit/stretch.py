"""One stretch of a turn by a plain policy: moves by the worth of places, attacks by expectation, and all else by what
each answer leads to.
"""

from __future__ import annotations

import random

from ardennes.ai.picture import Picture
from ardennes.ai.player import Budget
from ardennes.ai.recruit.attack import Attack, Declaring, weigh
from ardennes.ai.recruit.deploying import Deploying
from ardennes.ai.recruit.marching import Marching
from ardennes.ai.recruit.places import Places
from ardennes.ai.recruit.posting import STRANGER, Posting
from ardennes.ai.recruit.whims import NONE, Choices, Part, Whims
from ardennes.ai.report import Diary
from ardennes.ai.taste import Taste, taste_of
from ardennes.engine.action import Action
from ardennes.engine.battle import Battle
from ardennes.engine.decision import Decision, Kind
from ardennes.engine.queries import Unit
from ardennes.engine.state import State
from ardennes.playbooks import Scored, best_of, playbook

FIGHTING = (Kind.TARGET, Kind.JOIN, Kind.SUPPORT)
GOING = (Kind.MOVE, Kind.PLACE, Kind.RETREAT, Kind.ADVANCE)
SIMPLE = (Kind.PICK, Kind.MOVE, Kind.PLACE)  # answered by a glance at the map when the time is up
SHIFTING = (Kind.LOSS, Kind.RETREAT, Kind.ADVANCE)  # after which units stand elsewhere, or are gone
FIGHTING_SHARE = 0.25  # of the time, for the attacks that come after the moves
MOST_PAYERS = 5  # among whom the cheapest set is looked for
LONGEST = 1_000  # actions in one answer
WHOLE = Budget(nodes=4_000)  # what an answer at full strength needs


def policy(state: State, rng: random.Random, taste: Taste | None = None, budget: Budget = WHOLE) -> list[Action]:
    """The actions of the side that decides up to the next die or foreign decision; the state is played on to there.

    The state is a whole one: a guess, never a view. Without a taste the side has that of its playbook.
    """
    return Stretch(state, rng, taste, budget).orders()


class Stretch:
    """One stretch of decisions, played through on a guess. What was done and why is written down by whoever asks."""

    def __init__(
        self,
        state: State,
        rng: random.Random,
        taste: Taste | None = None,
        budget: Budget = WHOLE,
        *,
        told: bool = False,
        whims: Whims = NONE,
        noticed: Choices | None = None,
        former: Picture | None = None,
    ) -> None:
        self.whims = whims
        self.noticed = noticed
        self.kinds: set[Kind] = set()  # of the questions that were answered
        self.state = state
        self.rng = rng
        self.clock = budget.part(1 - FIGHTING_SHARE).clock()
        nodes = None if budget.nodes is None else int(FIGHTING_SHARE * budget.nodes)
        self.fighting_clock = Budget(budget.seconds, nodes).clock()
        self.side = state.decision.side
        self.taste = taste or taste_of(state.game.name, self.side)
        self.ending = state.game.ending_verbs
        self.picture = self._looked(former)
        self._places: Places | None = None
        self.marching: Marching | None = None
        self.phase = state.frames[0][0]
        self.diary = Diary(self.picture) if told else None

    @property
    def places(self) -> Places:
        """The worth of places, found when it is asked for."""
        if self._places is None:
            self._places = Places(self.picture)
        return self._places

    def _looked(self, former: Picture | None) -> Picture:
        """The position as it is now; before units move, with all that the enemy could do."""
        exact = self.state.decision.kind == Kind.PICK
        return Picture(self.state.copy(), self.side, self.taste, exact=exact, former=former)

    def orders(self) -> list[Action]:
        """Answers until somebody or something else decides, or the set-up is over."""
        state, epoch = self.state, self.state.epoch
        found: list[Action] = []
        setting_up = state.decision.kind == Kind.SETUP
        while len(found) < LONGEST and setting_up == (state.decision.kind == Kind.SETUP):
            if state.frames[0][0] != self.phase:
                self._look_again()
            for action in self._choose(state.decision):
                kind = state.decision.kind
                found.append(action)
                self.kinds.add(kind)
                if self.diary is not None:
                    self.diary.note(kind, action)
                state.apply(action)
                if state.over or state.chance is not None or state.epoch != epoch or state.decision.side != self.side:
                    return found
                if kind in SHIFTING and state.decision.kind not in SHIFTING:
                    self.phase = ""
        return found

    def answer(self) -> Action:
        """What to answer to the question that is due, which is not answered."""
        return self._choose(self.state.decision)[0]

    def _look_again(self) -> None:
        """Another phase has begun, or a battle is over: units stand elsewhere."""
        self.phase = self.state.frames[0][0]
        self.picture = self._looked(self.picture if self.taste.sketched else None)
        self._places = None
        self.marching = None

    def _choose(self, decision: Decision) -> list[Action]:
        """What to do now: one action, or several that belong together."""
        options = list(decision.options)
        if len(options) == 1 or (self._out(decision) and decision.kind not in SIMPLE):
            return [_plain(decision, options)]
        rank = playbook(self.state.game.name).rank.get(decision.step)
        scored = rank(self.state) if rank is not None else []
        if scored:
            return self._as_ranked(self._liked(scored))
        if decision.kind != Kind.MOVE:  # what units do instead of moving; else a playbook asks for it
            options = [option for option in options if option.verb not in self.state.game.working_verbs] or options
        if decision.kind in FIGHTING:
            return self._fight(decision, options)
        if decision.kind == Kind.SETUP:
            return self._set_up(decision, options)
        if decision.kind == Kind.PICK:
            return self._march(decision, options)
        if decision.kind in GOING and self._names_hexes(options):
            return [self._go(options)]
        if decision.kind == Kind.LOSS:
            return [self._give_up(options)]
        if decision.kind == Kind.LOAD:
            return [self._lift(options)]
        return [self._best(options)]

    def _liked(self, scored: list[Scored]) -> Action:
        """What a playbook likes best, but for what is to be left undone."""
        best = best_of(scored)
        if len(scored) == 1:
            return best
        others = [one for one in scored if one.action != best]
        if self.noticed is not None:
            self.noticed.note(Part("", str(best)), max(one.score for one in scored) - max(one.score for one in others))
        return best_of(others) if str(best) in self.whims.spared else best

    def _as_ranked(self, action: Action) -> list[Action]:
        """What a playbook asks for; units may have joined or split, so that all is looked at again."""
        if action.verb in self.state.game.working_verbs and not action.thing:
            self.phase = ""
        return [action]

    def _out(self, decision: Decision) -> bool:
        """Whether the time for a kind of decision is up."""
        return self.fighting_clock.out if decision.kind in FIGHTING else self.clock.out

    def _names_hexes(self, options: list[Action]) -> bool:
        return any(self.picture.atlas.index(option.thing) >= 0 for option in options)

    # ---- setting up ----

    def _set_up(self, decision: Decision, options: list[Action]) -> list[Action]:
        """The usual set-up where there is one, else every unit of this stage to its place."""
        if decision.default is not None:
            return [decision.default]
        if self._names_hexes(options):
            return [self._go(options)]
        deploying = Deploying(self.state, self.taste, self.clock)
        orders = deploying.orders()
        if self.diary is not None and orders:
            self.diary.reasons += deploying.remarks()
        return orders or [_plain(decision, options)]

    # ---- moving ----

    def _march(self, decision: Decision, options: list[Action]) -> list[Action]:
        if self.marching is None:
            self.marching = self._planned()
        moved = self.marching.next_move(self.state, decision)
        if not moved and not self.marching.knows(decision):
            self._look_again()
            self.marching = self._planned()
            moved = self.marching.next_move(self.state, decision)
        return moved or [_plain(decision, options)]

    def _planned(self) -> Marching:
        marching = Marching(self.picture, self.places, self.state, self.clock, self.whims, self.noticed)
        for package in marching.packages if self.diary is not None else ():
            assert self.diary is not None
            self.diary.against.update((handle, package.target) for handle, _ in package.moves)
        return marching

    def _go(self, options: list[Action]) -> Action:
        """The best place for the unit that moves, retreats, advances or arrives."""
        options = [option for option in options if option.verb not in self.state.game.working_verbs] or options
        mover = self._mover(options)
        marching = self.marching or Posting(self.picture, self.places, self.clock)
        if mover is None:
            return self._mark(options)
        known = mover.handle in self.picture.mine
        here = self.picture.at.get(mover.handle, -1)
        if known:
            self.places.lift(mover, here)
        best, gain = marching.best(self.state, mover, [o for o in options if o.verb not in self.ending])
        staying = self.state.decision.ending
        if staying is not None and here >= 0 and marching.value(mover, here) >= gain:
            best = staying
        to = self.picture.atlas.index(best.thing) if best is not None else here
        if known or to >= 0:
            self.places.put(mover, to if to >= 0 else here)
        return best or options[0]

    def _mover(self, options: list[Action]) -> Unit | None:
        """The unit that an answer moves: found by trying one and looking who stands elsewhere."""
        going = next((o for o in options if o.verb not in self.ending), options[0])
        trial = self.state.copy()
        trial.apply(going)
        before = {unit.handle: unit.place for unit in self.state.units()}
        for unit in trial.units():
            if before.get(unit.handle) != unit.place and unit.side == self.side:
                return self.picture.mine.get(unit.handle) or self.picture.reserve.get(unit.handle, unit)
        return None

    def _mark(self, options: list[Action]) -> Action:
        """A marker goes where it hurts most: on the goal that the most enemies press on, or where the most come by."""
        picture, index = self.picture, self.picture.atlas.index
        pressed = {aim.hex: aim.value for aim in picture.aims if aim.how == "deny"}

        def hurt(option: Action) -> tuple[float, float]:
            i = index(option.thing)
            return pressed.get(i, 0.0) * 0.5 ** (picture.nearest_foe[i] / self.taste.marker), picture.threat(i)

        return max(options, key=hurt)

    def _lift(self, options: list[Action]) -> Action:
        """A lift is for whoever is farthest behind."""
        rear = [o for o in options if o.thing in self.picture.mine]
        best = max(rear, key=lambda o: self.picture.nearest_foe[self.picture.at[o.thing]], default=None)
        if best is not None and self.picture.nearest_foe[self.picture.at[best.thing]] >= self.taste.rear:
            return best
        return self.state.decision.ending or options[0]

    def _give_up(self, options: list[Action]) -> Action:
        """Who is given up: so that all that must be given up, one after the other, costs least together."""
        if len(options) > MOST_PAYERS:
            return min(options, key=lambda option: self._price(option.thing))
        return min(options, key=lambda option: self._bill(self.state, option))

    def _bill(self, state: State, option: Action) -> tuple[float, float]:
        """What an answer costs with those that must follow it: worth, then strength."""
        worth, strength = self._price(option.thing)
        trial = state.copy()
        trial.apply(option)
        if trial.over or trial.chance is not None or trial.epoch != state.epoch or trial.decision.kind != Kind.LOSS:
            return worth, strength
        more = min(self._bill(trial, other) for other in trial.decision.options)
        return worth + more[0], strength + more[1]

    def _price(self, handle: str) -> tuple[float, float]:
        return self.state.worth(handle), self._strength(handle)

    def _strength(self, handle: str) -> float:
        return self.picture.mine.get(handle, STRANGER).attack

    # ---- fighting ----

    def _fight(self, decision: Decision, options: list[Action]) -> list[Action]:
        declaring = Declaring(self.picture, self.state)
        best: Attack | None = None
        ending = decision.ending
        for n, option in enumerate(self._promising(decision, options)):
            if best is not None and best.worth > 0 and n >= self.taste.tried:
                break
            self.fighting_clock.spend(10)
            found = declaring.attack(option)
            if found is not None and (best is None or found.worth > best.worth):
                best = found
            if self.fighting_clock.out:
                break
        if self.noticed is not None and decision.kind == Kind.TARGET and ending is not None and best is not None:
            self.noticed.note(Part("", best.actions[0].thing), best.worth)
        if best is None or (ending is not None and best.worth <= 0):
            return [ending or decision.default or options[0]]
        return list(best.actions)

    def _promising(self, decision: Decision, options: list[Action]) -> list[Action]:
        """The answers that may lead to a good attack, by a first look at what could be brought against a target."""
        going = [option for option in options if option.verb not in self.ending]
        if decision.kind == Kind.TARGET and len(going) < len(options):
            going = [option for option in going if option.thing not in self.whims.spared]
        if decision.kind != Kind.TARGET or any(self.picture.atlas.index(option.thing) < 0 for option in going):
            return going
        hopeful = sorted((-self._ratio(option.thing), n) for n, option in enumerate(going))
        if decision.ending is None:
            return [going[n] for _, n in hopeful]  # somebody must be attacked
        few = [n for ratio, n in hopeful if -ratio >= self.taste.ratio][: self.taste.targets]
        looked = sorted((-self._first_look(going[n].thing), n) for n in few)
        return [going[n] for worth, n in looked if worth < 0]

    def _around(self, i: int) -> list[Unit]:
        friends = self.picture.friends
        return [unit for j in self.picture.grid.neighbours(i) for unit in friends.get(j, ()) if unit.attack]

    def _ratio(self, target: str) -> float:
        """The strength beside a target against the strength in it."""
        i = self.picture.atlas.index(target)
        defence = sum(unit.defence * unit.count for unit in self.picture.foes.get(i, ()))
        return sum(unit.attack * unit.count for unit in self._around(i)) / max(defence, 0.5)

    def _first_look(self, target: str) -> float:
        handles = tuple(unit.handle for unit in self._around(self.picture.atlas.index(target)))
        found = weigh(self.picture, self.state, Battle("attack", self.side, (target,), handles))
        return found[0] if found is not None else 0.001

    # ---- all else ----

    def _best(self, options: list[Action]) -> Action:
        """The answer whose outcome is best, as far as can be seen without dice."""
        some = options if len(options) <= self.taste.answers else self.rng.sample(options, self.taste.answers)
        return max(some, key=self._after)

    def _after(self, option: Action) -> float:
        self.clock.spend()
        trial = self.state.copy()
        trial.apply(option)
        battle = None if trial.over else trial.battle()
        if battle is not None:
            found = weigh(self.picture, trial, battle)
            if found is not None:
                return found[0] if battle.side == self.side else -found[0]
        total = self._shifted(trial)
        for unit in trial.units():
            if unit.place:
                total += self.picture.worth(unit.handle) * (1.0 if unit.side == self.side else -1.0)
        return total

    def _shifted(self, trial: State) -> float:
        """How much better the own units stand that an answer has set elsewhere."""
        total, picture, places = 0.0, self.picture, self.places
        for unit in trial.units():
            here, to = picture.at.get(unit.handle, -1), picture.atlas.index(unit.place) if unit.place else -1
            if unit.side == self.side and here != to and here >= 0 and to >= 0:
                places.lift(unit, here)
                total += places.value(unit, to) - places.value(unit, here)
                places.put(unit, here)
        return total


def _plain(decision: Decision, options: list[Action]) -> Action:
    """No time or no need to think: end the phase if that is allowed."""
    return decision.ending or decision.default or options[0]
