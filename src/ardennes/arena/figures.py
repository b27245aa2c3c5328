"""Many games of one scenario as figures: who won and how, when, and how things stood at the end of each turn."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import mean

from ardennes.arena.match import Force, Played
from ardennes.arena.score import wilson

Value = Callable[[Force], float]


@dataclass(frozen=True, slots=True)
class Share:
    """How many of some games, and the 95 % interval of their share."""

    games: int
    of: int

    @property
    def part(self) -> float:
        """The share, between 0 and 1."""
        return self.games / self.of if self.of else 0.0

    @property
    def ends(self) -> tuple[float, float]:
        """Wilson's interval."""
        return wilson(self.part, self.of)


@dataclass(frozen=True, slots=True)
class Spread:
    """A figure at the end of a turn, over all games that came so far: the mean, and between what four in five lie."""

    turn: int
    games: int
    mean: float
    low: float  # a tenth of the games lie below it
    high: float  # a tenth lie above

    @staticmethod
    def of(turn: int, values: Sequence[float]) -> Spread:
        """The spread of some values."""
        ordered = sorted(values)
        return Spread(turn, len(ordered), mean(ordered), quantile(ordered, 0.1), quantile(ordered, 0.9))


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value below which a share of the sorted values lies, between two of them in proportion.

    >>> quantile([0, 10, 20], 0.25)
    5.0
    """
    at = share * (len(ordered) - 1)
    below = int(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])


@dataclass(frozen=True, slots=True)
class Needed:
    """What a victory condition needed, turn by turn."""

    name: str
    side: str
    points: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class Condition:
    """A victory condition over the turns, and what it and others that read the same figure needed."""

    name: str
    side: str
    spreads: tuple[Spread, ...]
    needed: tuple[Needed, ...]


class Figures:
    """The figures of some games of the same scenario. A game that broke off counts nowhere but in `broken`."""

    def __init__(self, played: Iterable[Played], sides: Sequence[str]) -> None:
        every = list(played)
        self.sides = tuple(sides)
        self.games = [game for game in every if not game.error]
        self.broken = [game for game in every if game.error]

    # ---- results ----

    def won(self, side: str | None) -> Share:
        """The games that a side won; None: those that nobody won."""
        return Share(sum(game.winner == side for game in self.games), len(self.games))

    def levels(self) -> list[tuple[str | None, str, Share]]:
        """Every level of victory that came about, by winner in the order of the sides, the most frequent first."""
        found = Counter((game.winner, game.level) for game in self.games)
        order = [*self.sides, None]
        ranked = sorted(found.items(), key=lambda one: (order.index(one[0][0]), -one[1], one[0][1]))
        return [(winner, level, Share(n, len(self.games))) for (winner, level), n in ranked]

    def ends(self) -> dict[int, Counter[str | None]]:
        """How many games ended in each turn, by winner; every turn from the first to the last is there."""
        found: dict[int, Counter[str | None]] = {turn: Counter() for turn in range(1, self.last + 1)}
        for game in self.games:
            found[game.turn][game.winner] += 1
        return found

    @property
    def last(self) -> int:
        """The last turn that any game reached."""
        return max((game.turn for game in self.games), default=0)

    @property
    def length(self) -> float:
        """The mean number of turns."""
        return mean(game.turn for game in self.games) if self.games else 0.0

    # ---- turn by turn ----

    def forces(self, side: str, value: Value) -> tuple[Spread, ...]:
        """A figure of a side at the end of each turn."""
        by_turn: dict[int, list[float]] = defaultdict(list)
        for game in self.games:
            for turn in game.turns:
                by_turn[turn.turn] += [value(force) for force in turn.forces if force.side == side]
        return tuple(Spread.of(turn, values) for turn, values in sorted(by_turn.items()))

    def conditions(self) -> list[Condition]:
        """The victory conditions, without those that stand alike in all games.

        Conditions that read the same figure are one, under the name of the one that was counted longest.
        """
        values, needed, sides = self._standings()
        names = [name for name, seen in values.items() if not _alike(seen)]
        names.sort(key=lambda name: -len(values[name]))
        found: dict[str, list[str]] = {}
        for name in names:
            twin = next((other for other in found if _same(values[name], values[other])), name)
            found.setdefault(twin, []).append(name)
        return [
            Condition(
                name,
                sides[name],
                tuple(Spread.of(turn, list(seen.values())) for turn, seen in sorted(values[name].items())),
                tuple(Needed(one, sides[one], tuple(sorted(needed[one].items()))) for one in together if needed[one]),
            )
            for name, together in found.items()
        ]

    def _standings(
        self,
    ) -> tuple[dict[str, dict[int, dict[int, float]]], dict[str, dict[int, float]], dict[str, str]]:
        """By condition: its value by turn and game; what it needed by turn; its side."""
        values: dict[str, dict[int, dict[int, float]]] = {}
        needed: dict[str, dict[int, float]] = defaultdict(dict)
        sides: dict[str, str] = {}
        for number, game in enumerate(self.games):
            for turn in game.turns:
                for one in turn.standing:
                    values.setdefault(one.name, {}).setdefault(turn.turn, {})[number] = float(one.now)
                    sides[one.name] = one.side
                    if one.needed is not None:
                        needed[one.name][turn.turn] = float(one.needed)
        return values, needed, sides

    def days(self) -> dict[int, str]:
        """The day of each turn, where the game names it."""
        return {turn.turn: turn.day for game in self.games for turn in game.turns if turn.day}

    def grounds(self) -> dict[int, list[int]]:
        """The ground of the first side at the end of each turn, a mask a game."""
        found: dict[int, list[int]] = defaultdict(list)
        for game in self.games:
            for turn in game.turns:
                if turn.ground is not None:
                    found[turn.turn].append(turn.ground)
        return dict(sorted(found.items()))

    def thinking(self, at: int) -> list[float]:
        """Seconds of every player turn at a side."""
        return [seconds for game in self.games for seconds in game.thinking[at]]


def _alike(seen: dict[int, dict[int, float]]) -> bool:
    """Whether a figure was the same in all games in every turn but their last, so that it tells nothing."""
    last = {number: turn for turn, values in sorted(seen.items()) for number in values}
    before = [{value for number, value in values.items() if last[number] > turn} for turn, values in seen.items()]
    going_on = [values for values in before if values]
    return bool(going_on) and all(len(values) == 1 for values in going_on)


def _same(one: dict[int, dict[int, float]], other: dict[int, dict[int, float]]) -> bool:
    """Whether two figures were equal in every game and turn that has both."""
    shared = one.keys() & other.keys()
    return bool(shared) and all(one[turn] == other[turn] for turn in shared)
