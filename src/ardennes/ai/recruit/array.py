"""How good it is that units stand where they are set up: for the side that strikes first, and for the other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import NamedTuple

from ardennes.ai.atlas import FAR
from ardennes.ai.picture import Picture
from ardennes.ai.player import Remark
from ardennes.ai.recruit.opening import Blows, Opening
from ardennes.ai.recruit.places import Places
from ardennes.ai.report import cleared, place_name, units
from ardennes.ai.taste import Taste
from ardennes.engine.queries import Unit

NOBODY = -1  # whom a unit does not attack
DESCRIBED = 3  # attacks, at most


class Post(NamedTuple):
    """Where a unit stands, and the hex that it attacks from there."""

    hex: int
    target: int = NOBODY


Changes = dict[str, Post]


class Array(ABC):
    """The units that are set up now, each on a post, and what their posts are worth in mean pieces."""

    def __init__(self, picture: Picture, opening: Opening, hand: dict[str, Unit], taste: Taste) -> None:
        self.picture = picture
        self.opening = opening
        self.hand = hand
        self.places = Places(picture, taste)
        self.posts = {handle: Post(picture.at[handle]) for handle in hand}
        self.taken = {post.hex: handle for handle, post in self.posts.items()}

    @abstractmethod
    def standing(self, unit: Unit, i: int) -> float:
        """How good it is for a unit that has been taken up to stand in a hex."""

    @abstractmethod
    def remarks(self) -> list[Remark]:
        """Why the units stand so, a sentence each."""

    def targets(self, i: int) -> list[int]:
        """Whom a unit in a hex could attack at once."""
        return [NOBODY]

    def struck(self, changes: Changes) -> float:
        """What is gained in the first attacks if units are set up elsewhere."""
        return 0.0

    def offers(self, handle: str, hexes: Iterable[int], able: dict[str, frozenset[int]]) -> list[tuple[float, Changes]]:
        """What could be done with a unit, and what it would gain: another free hex, or another's, in exchange."""
        unit, here, found = self.hand[handle], self.posts[handle], list[tuple[float, Changes]]()
        self.places.lift(unit, here.hex)
        before = self.standing(unit, here.hex)
        for i in hexes:
            other = self.taken.get(i)
            if other is None or other == handle:
                gain = self.standing(unit, i) - before
                tried: list[Changes] = [{handle: Post(i, t)} for t in self.targets(i) if Post(i, t) != here]
            elif here.hex in able[other]:
                gain = self._exchanged(unit, other) - before
                tried = [{handle: self.posts[other], other: here}]
            else:
                continue
            found += [(gain + self.struck(changes), changes) for changes in tried]
        self.places.put(unit, here.hex)
        return found

    def _exchanged(self, unit: Unit, other: str) -> float:
        """How good it is for a unit that has been taken up to change places with another, less what he has now."""
        friend, there, here = self.hand[other], self.posts[other].hex, self.posts[unit.handle].hex
        self.places.lift(friend, there)
        found = self.standing(unit, there) + self.standing(friend, here) - self.standing(friend, there)
        self.places.put(friend, there)
        return found

    def commit(self, changes: Changes) -> None:
        """Units stand elsewhere now."""
        for handle in changes:
            i = self.posts[handle].hex
            self.places.lift(self.hand[handle], i)
            del self.taken[i]
        for handle, post in changes.items():
            self.places.put(self.hand[handle], post.hex)
            self.posts[handle] = post
            self.taken[post.hex] = handle


class Assault(Array):
    """The side that attacks: its strength where an attack pays most, the mobile behind what will give way."""

    def __init__(self, picture: Picture, opening: Opening, hand: dict[str, Unit], blows: Blows) -> None:
        strikes = opening.striker == picture.side
        super().__init__(picture, opening, hand, picture.taste.calm(prey=not strikes))
        self.blows = blows
        self.strikes = strikes
        self.groups: dict[int, dict[str, int]] = {}  # target → who attacks it, from where
        for handle in (picture.mine.keys() - hand.keys()) if strikes else ():
            self._enlist(handle, Post(picture.at[handle], self.targets(picture.at[handle])[0]))
        self.breaches = {target: self.blows.worth(target, group) for target, group in sorted(self.groups.items())}
        self._near: dict[float, list[float]] = {}
        for handle in hand:
            i = picture.at[handle]
            self.posts[handle] = Post(i, self.targets(i)[0])
            self._enlist(handle, self.posts[handle])

    def _enlist(self, handle: str, post: Post) -> None:
        if post.target != NOBODY:
            self.groups.setdefault(post.target, {})[handle] = post.hex

    def targets(self, i: int) -> list[int]:
        """The enemies beside a hex."""
        foes = [j for j in self.picture.grid.neighbours(i) if j in self.picture.foes] if self.strikes else []
        return foes or [NOBODY]

    def standing(self, unit: Unit, i: int) -> float:
        """The worth of the place, and how near it is to where the enemy will be driven off."""
        taste = self.picture.taste
        return taste.standing * (self.places.value(unit, i) + taste.breach * self._behind(unit, i))

    def _behind(self, unit: Unit, i: int) -> float:
        if not self.breaches:
            return 0.0
        near = self._near.get(unit.speed)
        if near is None:
            near = self._near[unit.speed] = [0.0] * self.picture.grid.size
            for target, worth in self.breaches.items():
                for j, away in enumerate(self.picture.atlas.field(target)):
                    if away < FAR:
                        near[j] = max(near[j], worth * self.picture.taste.behind ** (away / max(unit.speed, 1.0)))
        return near[i]

    def struck(self, changes: Changes) -> float:
        """What the first attacks gain, those that these units leave and those that they join."""
        targets = {self.posts[handle].target for handle in changes} | {post.target for post in changes.values()}
        total = 0.0
        for target in sorted(targets - {NOBODY}):
            group = self.groups.get(target, {})
            after = {handle: i for handle, i in group.items() if handle not in changes}
            after |= {handle: post.hex for handle, post in changes.items() if post.target == target}
            total += self.blows.worth(target, after) - self.blows.worth(target, group)
        return total

    def commit(self, changes: Changes) -> None:
        """Units stand elsewhere now, and attack others."""
        for handle in changes:
            post = self.posts[handle]
            if post.target != NOBODY:
                del self.groups[post.target][handle]
        super().commit(changes)
        for handle, post in changes.items():
            self._enlist(handle, post)

    def remarks(self) -> list[Remark]:
        """The best of the attacks that the set-up makes ready."""
        ready = {t: group for t, group in self.groups.items() if group.keys() & self.hand.keys()}
        best = sorted(ready, key=lambda t: (-self.blows.worth(t, ready[t]), t))[:DESCRIBED]
        return [remark for target in best if (remark := self._describe(target, ready[target])) is not None]

    def _describe(self, target: int, group: dict[str, int]) -> Remark | None:
        odds = self.blows.odds(target, group)
        if odds is None or self.blows.worth(target, group) <= 0:
            return None
        where = place_name(self.picture.atlas, target)
        text = f"Masses {units(len(group))} opposite {where}{f' at {odds.column}' if odds.column else ''}: "
        text += f"{cleared(odds):.0%} to take it.".replace("%", " %")
        return Remark(text, (self.picture.grid.name(target),), tuple(sorted(group)))


class Cover(Array):
    """The side that is attacked: where the ways to what counts are barred and nobody is lost for nothing."""

    def __init__(self, picture: Picture, opening: Opening, hand: dict[str, Unit], blows: Blows) -> None:
        super().__init__(picture, opening, hand, picture.taste.calm(prey=False))

    def standing(self, unit: Unit, i: int) -> float:
        """The worth of the place."""
        return self.places.value(unit, i)

    def remarks(self) -> list[Remark]:
        """Nothing but what the report tells of every move."""
        return []
