"""A free set-up as an assignment of units to hexes: from where they stand, changed as long as the position gains."""

from __future__ import annotations

from ardennes.ai.picture import Picture
from ardennes.ai.player import Clock, Remark
from ardennes.ai.recruit.array import Array, Assault, Cover
from ardennes.ai.recruit.opening import Blows, Opening, placings
from ardennes.ai.report import units
from ardennes.ai.taste import Taste
from ardennes.engine.action import Action
from ardennes.engine.decision import Kind
from ardennes.engine.state import State

MOST_ROUNDS = 5  # in which every unit is looked at


class Deploying:
    """One stage of a set-up: the units that are to be placed now, and where they are placed."""

    def __init__(self, state: State, taste: Taste, clock: Clock) -> None:
        self.state = state
        self.clock = clock
        self.side = state.decision.side
        opening = Opening(state)
        self.picture = Picture(opening.state, self.side, taste, exact=True)
        mine, index = self.picture.mine, self.picture.atlas.index
        self.open = {
            handle: frozenset(i for place in places if (i := index(place.thing)) >= 0)
            for handle, places in placings(state).items()
            if handle in mine
        }
        hand = {handle: mine[handle] for handle in self.open}
        self.attacks = self._attacks(opening)
        make = Assault if self.attacks else Cover
        self.array: Array = make(self.picture, opening, hand, Blows(self.picture, opening, clock))

    def _attacks(self, opening: Opening) -> bool:
        """Whether the side is the one that attacks: it strikes first, or, if units move first, has goals of its own."""
        if opening.striker:
            return opening.striker == self.side
        return any(aim.how != "deny" for aim in self.picture.aims)

    def orders(self) -> list[Action]:
        """The answers that set the units up; none if there is no unit to be placed.

        A defender leaves his units where the map shows them if it does: the lines of the rulebooks cover all roads, and
        in measured games no other has been better.
        """
        if not self.open:
            return []
        shown = self.state.decision.ending
        if shown is not None and not self.attacks:
            return [shown]
        self._improve()
        return self._carried_out()

    def remarks(self) -> list[Remark]:
        """How they stand, and why."""
        posts, at = self.array.posts, self.picture.at
        moved = tuple(handle for handle, post in posts.items() if post.hex != at[handle])
        stayed = tuple(handle for handle in posts if handle not in moved)
        found = self.array.remarks() if moved else []
        if moved:
            found.append(Remark(f"Repositions {units(len(moved))}.", (), moved))
        if stayed:
            found.append(Remark(f"Leaves {units(len(stayed))} in the printed position.", (), stayed))
        return found

    def _improve(self) -> None:
        """Each unit to a better free hex, or to another's in exchange, until nobody gains or the time is up."""
        for _ in range(MOST_ROUNDS):
            moved = False
            for handle, hexes in self.open.items():
                self.clock.spend()
                if self.clock.out:
                    return
                offers = self.array.offers(handle, sorted(hexes), self.open)
                gain, changes = max(offers, key=lambda offer: offer[0], default=(0.0, {}))
                if gain > self.picture.taste.settled:
                    self.array.commit(changes)
                    moved = True
            if not moved:
                return

    # ---- the answers ----

    def _carried_out(self) -> list[Action]:
        """Those who stand elsewhere are placed; the rest is left where it is, or placed there if that must be."""
        trial, found = self.state.copy(), list[Action]()
        posts, at = self.array.posts, self.picture.at
        waiting = sorted(posts, key=lambda handle: posts[handle].hex == at[handle])
        taken_up = ""
        while waiting and self._goes_on(trial):
            options = list(trial.decision.options)
            picks = {option.thing: option for option in options if option.thing in self.open}
            if not picks:
                handle = taken_up or waiting[0]  # the engine takes up the last one itself
                waiting.remove(handle)
                taken_up, action = "", self._place(options, posts[handle].hex)
            else:
                taken_up = next(handle for handle in waiting if handle in picks)
                action = picks[taken_up]
                if posts[taken_up].hex == at[taken_up]:
                    action = trial.decision.ending or action
            found.append(action)
            trial.apply(action)
            if action.verb in self.state.game.ending_verbs:
                break
        return found

    def _goes_on(self, trial: State) -> bool:
        if trial.over or trial.chance is not None:
            return False
        return trial.decision.side == self.side and trial.decision.kind == Kind.SETUP

    def _place(self, options: list[Action], i: int) -> Action:
        index = self.picture.atlas.index
        return next((option for option in options if index(option.thing) == i), options[0])
