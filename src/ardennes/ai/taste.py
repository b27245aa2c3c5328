"""A taste: how much each consideration counts against the others, as named numbers with ranges.

One policy under two tastes plays two ways. The defaults serve every game; a playbook changes some of them for a side.
Distances are in hexes unless said otherwise; worths are in mean pieces.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Annotated, NamedTuple, get_type_hints

from ardennes.ai.atlas import OPEN
from ardennes.engine.errors import ArdennesError
from ardennes.playbooks import playbook


class Range(NamedTuple):
    """Between which numbers a field may lie."""

    least: float
    most: float


Share = Annotated[float, Range(0.0, 1.0)]
Small = Annotated[float, Range(0.0, 2.0)]
Large = Annotated[float, Range(0.0, 20.0)]
Few = Annotated[int, Range(1, 12)]
Many = Annotated[int, Range(1, 100)]
Any = Annotated[int, Range(0, 1_000)]


@dataclass(frozen=True, slots=True)
class Taste:
    """What a player likes and fears, and how much he looks at."""

    # where a unit stands
    pull: Large = 3.0  # a goal of mean value, reached
    fade: Share = 0.65  # for each turn that a goal is away
    later: Share = 0.8  # for each turn that an exit is away
    near: Share = 0.75  # of a goal, for not standing on it
    shared: Share = 0.8  # for each other unit that is nearer to the same goal
    bar: Small = 0.8  # a way to a goal of mean value, barred
    again: Share = 0.35  # a hex that a friend covers already
    danger: Small = 0.8  # a mean piece, surely lost
    certain: Annotated[float, Range(1.0, 10.0)] = 5.0  # odds above even, from where on a piece is surely lost
    shelter: Annotated[float, Range(1.0, 3.0)] = 1.4  # the strength of a defender on good ground
    support: Share = 0.06  # a friend within two hexes
    alone: Small = 0.25  # nobody near
    prey: Small = 0.15  # an enemy that can be outnumbered, beside it
    gathered: Few = 4  # hexes within which friends count as able to join an attack
    idle: Share = 0.3  # of what prey is worth in a phase after which nobody attacks
    hasty: Small = 0.15  # arriving the second way, which leaves a unit open
    halved: Share = 0.5  # the strength of a unit that stands so
    trapped: Small = 0.5  # a mean piece without a way out
    cramped: Share = 0.3  # of that, with one way out
    forgone: Small = 0.3  # of what a better place would have been worth, for whoever goes elsewhere to attack

    # moving
    stay: Share = 0.03  # a unit stays where it is for less
    leaving: Large = 1.3  # an exit taken now, against standing before it
    shut: Share = 0.4  # an exit that the enemy can close
    exposed: Small = 0.3  # a mean piece that must attack though nobody planned it
    hungry: Small = 1.0  # a mean piece out of supply
    sketched: Any = 0  # places that are weighed after a glance at all of them; 0 weighs them all
    decisive: Any = 800  # looks at supposed positions, for moves that decide the game
    fed: Few = 3  # places whose supply is looked at
    entries: Few = 4  # ways into the map that are tried out
    guards: Few = 6  # places tried against what the enemy could take
    spoilt: Small = 1.0  # a goal of mean value that the enemy can take no more
    folly: Large = 10.0  # arriving the second way where that is of no use, or beside an enemy
    crowded: Share = 0.15  # for each unit that waits at the same entry
    jammed: Small = 0.6  # a mean piece that is shut out by whoever came in before it
    gate: Share = 0.2  # for each who waits to come in by a hex, or by one beside it
    gated: Few = 3  # of whom no more count
    spaced: Few = 4  # hexes from an entry, from where a unit is more or less out of the way
    rear: Many = 12  # half-points from the nearest enemy, from where a unit is worth a lift
    marker: Many = 6  # half-points within which an enemy presses twice as hard on a place that is to be marked

    # attacks
    pushed: Small = 0.12  # of what retreats, for the first hex
    farther: Share = 0.04  # for each hex more
    step: Share = 0.5  # of a piece, for a step
    ground: Small = 0.5  # the busiest way to the goals, opened or barred
    price: Share = 0.1  # of the attackers, what an attack costs whose results are too many to list
    second: Small = 0.3  # less, for an attack on a second target beside the first
    attackers: Few = 6  # at most, brought up against one target
    outnumber: Annotated[float, Range(0.0, 4.0)] = 1.0  # times the defence, below which nobody moves up to attack
    ratio: Annotated[float, Range(0.0, 4.0)] = 0.7  # times the defence, below which nobody attacks by choice
    least: Small = 0.1  # an attack that is worth moving for
    each: Share = 0.06  # what a unit must add to an attack; no more are taken than reach the next column
    worse: Share = 0.7  # of the best, below which no smaller attack is looked at
    targets: Few = 8  # whose odds are looked at
    tried: Few = 3  # attacks declared to the end on a copy, once one of them is good
    answers: Many = 40  # to other questions, looked at one by one

    # what the enemy could do
    spread: Annotated[float, Range(1.0, 60.0)] = 6.0 * OPEN  # half-points; a way longer by this is no way any more
    busy: Small = 1.0  # mean goals that hang on a hex, from where on it is as busy as can be
    tempo: Share = 0.8  # of its points that a unit makes good in a march, more or less
    patience: Annotated[float, Range(1.0, 100.0)] = 10.0 * OPEN  # half-points; a goal so much farther is half as urgent
    press: Share = 0.6  # of an enemy's press on an exit, for each turn that he is away
    runners: Few = 4  # enemies that are watched, lest they take a goal
    exit_runners: Few = 6  # where units leave the map for points
    looks: Many = 20  # at places in their way, in a phase
    exit_looks: Many = 60  # where units leave the map for points

    # setting up
    standing: Share = 0.15  # the worth of a place, against a first attack that destroys a mean piece
    breach: Large = 3.0  # a hex from which the enemy is driven off for sure, at hand
    behind: Share = 0.8  # of it, for each half turn that it is away
    calm_fade: Share = 0.8  # `fade` in a set-up, where goals draw less than on the march, by measured play
    calm_shared: Share = 0.6  # `shared` there
    calm_prey: Small = 0.25  # `prey` there
    settled: Share = 0.005  # for less a unit stays where the map shows it

    def calm(self, *, prey: bool) -> Taste:
        """The same taste while units are set up; without prey for whoever does not attack, or strikes at once."""
        return replace(PLAIN, fade=self.calm_fade, shared=self.calm_shared, prey=self.calm_prey if prey else 0.0)

    def changed(self, changes: Mapping[str, float]) -> Taste:
        """The same taste with some numbers changed. Raises ArdennesError for one that there is not, or out of range."""
        for name, value in changes.items():
            if name not in RANGES:
                raise ArdennesError(f"There is no setting “{name}”; there are {', '.join(RANGES)}.")
            least, most = RANGES[name]
            if not least <= value <= most:
                raise ArdennesError(f"“{name}” must be between {least:g} and {most:g}, not {value:g}.")
        return replace(self, **changes)  # type: ignore[arg-type]  # names and ranges were checked

    def varied(self, rng: random.Random, spread: float, names: Iterable[str] = ()) -> Taste:
        """A taste near this one: the numbers of these names, or all, each up or down by about a share of itself."""
        changes = {}
        for name in names or RANGES:
            value, (least, most) = getattr(self, name), RANGES[name]
            new = min(max(value * 2.0 ** rng.gauss(0.0, spread), least), most)
            changes[name] = round(new) if isinstance(value, int) else new
        return self.changed(changes)


RANGES: dict[str, Range] = {
    field.name: get_type_hints(Taste, include_extras=True)[field.name].__metadata__[0] for field in fields(Taste)
}
PLAIN = Taste()
HURRY: Mapping[str, float] = {  # what is looked at less when much is played on
    "targets": 4, "tried": 1, "answers": 12, "entries": 2, "exit_looks": 12, "looks": 6, "sketched": 8, "decisive": 12,
}  # fmt: skip


@cache
def hurried(taste: Taste) -> Taste:
    """The same taste with a look at less."""
    return taste.changed(HURRY)


@cache
def taste_of(game: str, side: str) -> Taste:
    """The taste of a side, as the playbook of its game has it."""
    return PLAIN.changed(playbook(game).tastes.get(side, {}))
