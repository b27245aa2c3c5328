"""What follows a free set-up: the position once everybody stands, who strikes first, and what his blows are worth."""

from __future__ import annotations

from ardennes.ai.picture import Picture
from ardennes.ai.player import Clock
from ardennes.ai.recruit.attack import value
from ardennes.engine.action import Action
from ardennes.engine.battle import Battle, Odds
from ardennes.engine.decision import Decision, Kind
from ardennes.engine.errors import ArdennesError
from ardennes.engine.state import State

FIGHTING = (Kind.TARGET, Kind.JOIN)  # who attacks is asked at once where there is one target only
BEGINNING = (Kind.PICK, *FIGHTING)
LONGEST = 500  # answers until somebody moves or fights


def placings(state: State) -> dict[str, list[Action]]:
    """For each piece that may be set up now, the places that are open to it."""
    found: dict[str, list[Action]] = {}
    for option in state.decision.options:
        if option.verb in state.game.ending_verbs or not option.thing:
            continue
        trial = state.copy()
        trial.apply(option)
        if not trial.over and trial.chance is None and trial.decision.kind == Kind.SETUP:
            found[option.thing] = list(trial.decision.options)
    return found


def plainest(decision: Decision) -> Action:
    """The answer that leaves the units where they stand, or else any."""
    return decision.ending or decision.options[0]


class Opening:
    """The first moment at which somebody moves or fights, if all sides leave their units as they stand.

    `striker` is the side that fights before anybody has moved, "" if units move first.
    """

    def __init__(self, state: State) -> None:
        self.state = trial = state.copy()
        for _ in range(LONGEST):
            if trial.over or trial.chance is not None or trial.decision.kind in BEGINNING:
                break
            trial.apply(plainest(trial.decision))
        fights = not trial.over and trial.chance is None and trial.decision.kind in FIGHTING
        self.striker = trial.decision.side if fights else ""


class Blows:
    """What a first attack on a hex is worth to the side that strikes, exactly, by those who take part."""

    def __init__(self, picture: Picture, opening: Opening, clock: Clock) -> None:
        self.picture = picture
        self.opening = opening
        self.clock = clock
        self._strengths = {handle: unit.attack * unit.count for handle, unit in picture.mine.items()}
        self._known: dict[tuple[int, float, int], float] = {}

    def worth(self, target: int, attackers: dict[str, int]) -> float:
        """The expectation of an attack by units on their hexes, in mean pieces.

        Attacks on one hex by as many units of the same strength together are taken to be alike.
        """
        if not attackers:
            return 0.0
        key = target, sum(self._strengths[handle] for handle in attackers), len(attackers)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._weighed(target, attackers)
        return known

    def _weighed(self, target: int, attackers: dict[str, int]) -> float:
        picture = self.picture
        odds = self.odds(target, attackers)
        if odds is None:
            return 0.0
        ours = [picture.worth(handle) for handle in attackers]
        theirs = [picture.worth(unit.handle) for unit in picture.foes[target] for _ in range(unit.count)]
        return value(odds, ours, theirs, picture.taste.ground * picture.ways[target], picture.taste)

    def odds(self, target: int, attackers: dict[str, int]) -> Odds | None:
        """The odds of it; None where it cannot be."""
        self.clock.spend()
        grid = self.picture.grid
        where = {handle: grid.name(i) for handle, i in attackers.items()}
        battle = Battle("attack", self.opening.striker, (grid.name(target),), tuple(attackers))
        try:
            return self.opening.state.suppose(where).odds(battle)
        except ArdennesError:
            return None
