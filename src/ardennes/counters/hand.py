"""Hands of markers: drawn from a public pool, seen by their owner; the other side sees how many there are."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ardennes.engine import Chance, State
from ardennes.engine.chance import Roll
from ardennes.engine.errors import Unknown
from ardennes.engine.fields import Declared, mapping, value
from ardennes.engine.hidden import HIDDEN
from ardennes.engine.speech import count

if TYPE_CHECKING:
    Base = State
else:
    Base = object

Counts = tuple[int, ...]  # how many markers of each value of a pool


class Pool(NamedTuple):
    """The markers of a side: their values, and how many there are of each. Markers of the same value are alike.

    >>> Pool.of([3, 3, 3, 5])
    Pool(values=(3, 5), counts=(3, 1))
    """

    values: tuple[int, ...]
    counts: Counts

    @classmethod
    def of(cls, markers: Iterable[int]) -> Pool:
        """The pool of these markers."""
        found = Counter(markers)
        values = tuple(sorted(found))
        return cls(values, tuple(found[value] for value in values))

    @property
    def none(self) -> Counts:
        """No marker of any value."""
        return (0,) * len(self.values)

    def listed(self, counts: Counts) -> list[int]:
        """The values of some markers, each as often as it is there."""
        return [value for value, held in zip(self.values, counts, strict=True) for _ in range(held)]

    def counted(self, markers: Iterable[int]) -> Counts:
        """How many of each value. Raises ValueError for a value that the pool lacks."""
        found = list(self.none)
        for marker in markers:
            found[self.values.index(marker)] += 1
        return tuple(found)


def plus(one: Counts, other: Counts) -> Counts:
    """Both together."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def minus(one: Counts, other: Counts) -> Counts:
    """The one without the other."""
    return tuple(a - b for a, b in zip(one, other, strict=True))


class Hands(Base, metaclass=Declared):
    """The part of a position that knows the hands of both sides. The game has a `Pool` for each side in `pools`."""

    game: Any

    hand: dict[str, Counts] = mapping(
        "side -> markers in hand by value",
        start=lambda game: {side: pool.none for side, pool in zip(game.sides, game.pools, strict=True)},
        hidden=True,
    )
    holding: tuple[int, ...] = value("how many markers each side holds", start=lambda game: (0,) * len(game.sides))
    used: tuple[Counts, ...] = value(
        "markers used since the last draw, by value", start=lambda game: tuple(pool.none for pool in game.pools)
    )

    # ---- what is known ----

    def pool(self, side: int) -> Pool:
        """All markers of a side."""
        found: Pool = self.game.pools[side]
        return found

    def markers(self, side: int) -> Counts:
        """What a side holds. Raises Unknown in a view of another side."""
        if not self.knows(side):
            raise Unknown("a hand is its owner's secret")
        return self.hand[self.game.sides[side]]

    def knows(self, side: int) -> bool:
        """Whether whoever looks may see a side's hand."""
        return self.viewer in (None, self.game.sides[side])

    def unseen(self, side: int) -> Counts:
        """The markers of a side that have not been used: among them is whatever it holds."""
        return minus(self.pool(side).counts, self.used[side])

    def best(self, side: int) -> int:
        """The highest value in a side's hand; to those who cannot see it, the highest that may be in it."""
        if not self.holding[side]:
            return 0
        counts = self.markers(side) if self.knows(side) else self.unseen(side)
        return max(self.pool(side).listed(counts))

    # ---- changes ----

    def draw(self, side: int, count: int, rule: str, reason: str, key: tuple[str | int, ...]) -> Chance:
        """The draw of so many markers from the whole pool, which only their owner sees."""
        who, pool = self.game.sides[side], self.pool(side)
        markers = [str(marker) for marker in pool.listed(pool.counts)]
        return Chance(rule=rule, reason=reason, key=key, pool=markers, draws=count, side=who, seen_by=(who,))

    def drawn(self, side: int, roll: Roll) -> None:
        """The markers of a draw come into the hand."""
        self.hand[self.game.sides[side]] = self.pool(side).counted(map(int, roll))
        self._hold(side, len(roll))

    def play(self, side: int, markers: Sequence[int]) -> None:
        """Markers leave the hand and lie open."""
        played = self.pool(side).counted(markers)
        who = self.game.sides[side]
        self.hand[who] = minus(self.hand[who], played)
        self.used = tuple(plus(used, played) if n == side else used for n, used in enumerate(self.used))
        self._hold(side, self.holding[side] - len(markers))

    def put_back(self) -> None:
        """All markers go back into their pools."""
        self.hand = {who: pool.none for who, pool in zip(self.game.sides, self.game.pools, strict=True)}
        self.holding = (0,) * len(self.game.sides)
        self.used = tuple(pool.none for pool in self.game.pools)

    def _hold(self, side: int, count: int) -> None:
        self.holding = tuple(count if n == side else held for n, held in enumerate(self.holding))


# ---- secrets, soundness, position files ----


def conceal_hands(view: Hands, viewer: str) -> None:
    """Hide every hand but the viewer's; an empty one is known to be empty."""
    for side, who in enumerate(view.game.sides):
        if who != viewer and view.holding[side]:
            view.hand[who] = HIDDEN  # type: ignore[assignment]  # a view may hold HIDDEN in a hidden field


def fill_hands(state: Hands, viewer: str, rng: random.Random) -> None:
    """Give every hidden hand markers that may be in it, as likely as the draw makes them."""
    for side, who in enumerate(state.game.sides):
        if who != viewer and state.holding[side]:
            pool = state.pool(side)
            state.hand[who] = pool.counted(rng.sample(pool.listed(state.unseen(side)), state.holding[side]))


def broken_hands(state: Hands) -> Iterable[str]:
    """A sentence for each hand that cannot be."""
    for side, who in enumerate(state.game.sides):
        if not state.knows(side):
            continue
        if sum(state.hand[who]) != state.holding[side]:
            yield f"the {who} hand has {sum(state.hand[who])} markers, not {state.holding[side]}"
        if min(minus(state.unseen(side), state.hand[who])) < 0 or min(state.hand[who]) < 0:
            yield f"the {who} side has more markers used and in hand than there are"


def fault_in_hand(pool: Pool, held: object, used: Sequence[int] = ()) -> str:
    """What is wrong with a hand as a position file lists it; "" if nothing is."""
    if not isinstance(held, list) or not all(type(marker) is int for marker in held):
        return "a hand is a list of whole numbers"
    strange = [marker for marker in held if marker not in pool.values]
    if strange:
        return f"there is no marker with a factor of {strange[0]}; the pool has {', '.join(map(str, pool.values))}"
    over = minus(pool.counts, pool.counted([*held, *used]))
    short = [value for value, left in zip(pool.values, over, strict=True) if left < 0]
    if short:
        most = count(pool.counts[pool.values.index(short[0])], "marker")
        spent = f", {used.count(short[0])} of them used" if short[0] in used else ""
        return f"the pool has no more than {most} with a factor of {short[0]}{spent}"
    return ""
