"""Moves that decide the game this turn: leaving the map for a win that the enemy cannot undo, and undoing his.

Both are found by the margin, points due included, of positions in which units are supposed elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from ardennes.ai.picture import Picture
from ardennes.ai.recruit.whims import Part
from ardennes.engine.errors import ArdennesError
from ardennes.engine.state import State

NEAR = 3  # hexes from an exit, within which two units together are tried
GUARDS = 4  # units tried in the hex of an exit, the strongest first
PAIRED = 12  # places for two units together

Goes = dict[str, frozenset[str]]  # unit -> the places where it could end its move, or leave by


class Deciding:
    """Looks for the few moves that win at the next count, or that keep the enemy from it."""

    def __init__(self, picture: Picture, goes: Goes) -> None:
        self.picture = picture
        self.state = picture.state
        self.goes = goes
        self.looks = picture.taste.decisive

    def parts(self) -> list[Part]:
        """Who must go where; nothing where the game is not decided this turn, or not by marching."""
        picture = self.picture
        if not picture.leaving:
            return []
        exits = any(aim.how == "exit" for aim in picture.aims)
        found = self._run() if exits else self._cut()
        return [Part(handle, place) for handle, place in found.items()]

    def _ahead(self, state: State, side: str) -> float:
        """By how much a side passes what is judged soonest."""
        margins = state.margin(side)
        soon = min(margin.turn for margin in margins)
        return max(margin.ahead for margin in margins if margin.turn == soon)

    def _supposed(self, places: dict[str, str]) -> State | None:
        if self.looks <= 0:
            return None
        self.looks -= 1
        try:
            return self.state.suppose(places)
        except ArdennesError:
            return None

    # ---- leaving for a win ----

    def _run(self) -> dict[str, str]:
        """Who leaves by which exit, and who guards it, so that the win stands whatever one enemy does."""
        short = -self._ahead(self.state, self.picture.side)
        if short <= 0:
            return {}
        for leaving in self._leavers(short):
            for guard in (None, *self._guards(leaving)):
                places = leaving if guard is None else leaving | guard
                if self._wins(places):
                    return places
        return {}

    def _leavers(self, short: float) -> Iterator[dict[str, str]]:
        """The fewest units that leave by one exit for the points wanted, the dearest exit first; then by all."""
        values = {goal.place: goal.value for goal in self.state.goals(self.picture.side) if goal.how == "exit"}
        able = {place: [h for h, goes in self.goes.items() if place in goes] for place in values}
        for place in sorted(values, key=lambda one: -values[one]):
            some, points = dict[str, str](), 0.0
            for handle in sorted(able[place], key=lambda h: (-self.state.worth(h), h)):
                some[handle] = place
                points += self.state.worth(handle) * values[place]
                if points >= short:
                    yield some
                    break
        everybody = {
            handle: max(places, key=lambda one: (values[one], one))
            for handle, goes in self.goes.items()
            if (places := [place for place in values if place in goes])
        }
        if sum(self.state.worth(h) * values[place] for h, place in everybody.items()) >= short:
            yield everybody

    def _guards(self, leaving: dict[str, str]) -> Iterator[dict[str, str]]:
        """Somebody else who stands in the hex of the exit, the strongest first."""
        name, index = self.picture.grid.name, self.picture.atlas.index
        exits = {name(index(place)) for place in leaving.values()}
        if len(exits) > 1:
            return
        hexes = exits.pop()
        mine, at = self.picture.mine, self.picture.at
        able = [h for h in mine if h not in leaving and (hexes in self.goes.get(h, ()) or name(at[h]) == hexes)]
        for handle in sorted(able, key=lambda h: (-mine[h].defence, h))[:GUARDS]:
            yield {handle: hexes}

    def _wins(self, places: dict[str, str]) -> bool:
        """Whether the points are enough, and no single enemy can take so many of them back by his march."""
        side = self.picture.side
        there = self._supposed(places)
        if there is None or self._ahead(there, side) < 0:
            return False
        held = {unit.place for unit in there.units() if unit.side == side}
        for handle, reached in self.picture.reaches.items():
            for i in self.picture.grid.bits(reached):
                place = self.picture.grid.name(i)
                if place in held:
                    continue
                answered = self._supposed({**places, handle: place})
                if answered is None or self._ahead(answered, side) < 0:
                    return False
        return True

    # ---- undoing the enemy's win ----

    def _cut(self) -> dict[str, str]:
        """The unit, or the two, whose march takes away what the enemy would win by."""
        enemy = next(side for side in self.state.game.sides if side != self.picture.side)
        if self._ahead(self.state, enemy) < 0:
            return {}
        moves = [(handle, place) for handle, goes in self.goes.items() for place in sorted(goes)]
        moves.sort(key=lambda move: self._away(move[1]))
        looks = self.picture.taste.decisive // 2
        singly = self._first(({handle: place} for handle, place in moves), enemy, looks)
        return singly or self._first(self._pairs(moves), enemy, looks)

    def _first(self, tried: Iterable[dict[str, str]], enemy: str, looks: int) -> dict[str, str]:
        for places, _ in zip(tried, range(looks), strict=False):
            there = self._supposed(places)
            if there is not None and self._ahead(there, enemy) < 0:
                return places
        return {}

    def _pairs(self, moves: list[tuple[str, str]]) -> Iterator[dict[str, str]]:
        """Two units in two different places near the exits."""
        first = dict.fromkeys(place for _, place in moves if self._away(place) <= NEAR)
        for one, two in combinations(list(first)[:PAIRED], 2):
            for a in (handle for handle, place in moves if place == one):
                b = next((handle for handle, place in moves if place == two and handle != a), None)
                if b is not None:
                    yield {a: one, b: two}
                    break

    def _away(self, place: str) -> int:
        """How many hexes a place is from the nearest hex by which units have left."""
        grid, index = self.picture.grid, self.picture.atlas.index
        here = index(place)
        lost = [aim.hex for aim in self.picture.aims if aim.how != "deny"]
        return min((grid.distance(here, i) for i in lost), default=0) if here >= 0 else NEAR + 1
