"""Attacks: what one is worth, exactly, over every result; and how it is declared, one answer after the other."""

from __future__ import annotations

from dataclasses import dataclass

from ardennes.ai.picture import Picture
from ardennes.ai.taste import PLAIN, Taste
from ardennes.engine.action import Action
from ardennes.engine.battle import Battle, Effect, Odds
from ardennes.engine.errors import ArdennesError
from ardennes.engine.state import State

MOST_STEPS = 30  # of declaring one attack


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack that could be made: the answers that declare it, and what it is worth in mean pieces."""

    actions: tuple[Action, ...]
    worth: float
    battle: Battle | None = None
    odds: Odds | None = None


def value(
    odds: Odds, attackers: list[float], defenders: list[float], ground: float = 0.0, taste: Taste = PLAIN
) -> float:
    """The expectation in mean pieces, given what each piece of either side is worth, and the ground.

    By exact measures where the list of results would be too long.
    """
    if not odds.outcomes:
        return _by_measures(odds, attackers, defenders, ground, taste)
    total = 0.0
    for outcome in odds.outcomes:
        harm = _harm(outcome.defender, defenders, taste, cheapest=False)
        harm -= _harm(outcome.attacker, attackers, taste, cheapest=True)
        if outcome.attacker.may_advance or outcome.defender.eliminated:
            harm += ground
        if outcome.defender.may_advance and outcome.attacker.retreat:
            harm -= ground / 2
        total += outcome.probability * harm
    return total


def _harm(effect: Effect, pieces: list[float], taste: Taste, *, cheapest: bool) -> float:
    """What an effect costs a side; the attacker chooses what he loses."""
    size, total = len(pieces), sum(pieces)
    if not size:
        return 0.0
    mean = total / size
    losses = min(effect.losses, size)
    lost = sum(sorted(pieces)[: int(losses)]) if cheapest and losses == int(losses) else losses * mean
    if effect.eliminated:
        lost = total
    left = total - lost
    pushed = (taste.pushed + taste.farther * (effect.retreat - 1)) * left if effect.retreat else 0.0
    return lost + taste.step * effect.steps * mean + pushed


def _by_measures(odds: Odds, attackers: list[float], defenders: list[float], ground: float, taste: Taste) -> float:
    """By what is destroyed and what goes away, less the price of the attack."""
    mean = sum(defenders) / max(len(defenders), 1)
    worth = {"destroyed": mean, "retreating": taste.pushed * mean, "cleared": ground}
    gained = sum(worth.get(one.kind, 0.0) * one.mean for one in odds.measures if one.whose == "defender")
    return gained - taste.price * sum(attackers)


def weigh(picture: Picture, state: State, battle: Battle) -> tuple[float, Odds] | None:
    """What a battle is worth to its attacker, in mean pieces, with its odds; None if there is no such battle."""
    if not battle.attackers or not battle.targets:
        return None
    try:
        odds = state.odds(battle)
    except ArdennesError:
        return None
    targets = [picture.atlas.index(target) for target in battle.targets]
    foes = [unit for i in targets for unit in picture.foes.get(i, ())]
    defenders = [picture.worth(unit.handle) for unit in foes for _ in range(unit.count)]
    attackers = [picture.worth(handle) for handle in battle.attackers]
    ground = picture.taste.ground * sum(picture.ways[i] for i in targets if i >= 0) + taken(picture, targets)
    return value(odds, attackers, defenders, ground, picture.taste), odds


def taken(picture: Picture, targets: list[int]) -> float:
    """What goals among the targets would be worth, in mean pieces."""
    return sum(aim.points for aim in picture.aims if aim.hex in targets and aim.how != "exit")


class Declaring:
    """The search for the best way to declare one attack on a copy of the position."""

    def __init__(self, picture: Picture, state: State) -> None:
        self.picture = picture
        self.state = state
        self.epoch = state.epoch
        self.side = state.decision.side
        self.further = state.game.target_verbs  # name a second target

    def attack(self, first: Action) -> Attack | None:
        """The best way to go on after a first answer until dice are due; None if it leads nowhere."""
        trial = self.state.copy()
        trial.apply(first)
        done = [first]
        now = self._weigh(trial)
        for _ in range(MOST_STEPS):
            if self._over(trial):
                break
            stretch = self._further(trial, now)
            if stretch is None:
                return None
            actions, trial, now = stretch
            done += actions
        else:
            return None
        worth, battle, odds = now if now is not None else (0.0, None, None)
        return Attack(tuple(done), worth, battle, odds)

    def _over(self, trial: State) -> bool:
        return trial.over or trial.chance is not None or trial.epoch != self.epoch or trial.decision.side != self.side

    def _weigh(self, trial: State) -> tuple[float, Battle, Odds] | None:
        battle = None if trial.over else trial.battle()
        found = None if battle is None else weigh(self.picture, trial, battle)
        return None if found is None or battle is None else (found[0], battle, found[1])

    def _further(
        self, trial: State, now: tuple[float, Battle, Odds] | None
    ) -> tuple[list[Action], State, tuple[float, Battle, Odds] | None] | None:
        """Let the strongest join one after the other as long as that may help; then the best answer of another kind."""
        joined = self._joined(trial, now)
        if joined is not None:
            return joined
        best: tuple[float, Action, State, tuple[float, Battle, Odds] | None] | None = None
        for option in trial.decision.options:
            if option.thing in self.picture.mine and len(trial.decision.options) > 1 and self._may_end(trial):
                continue
            one = trial.copy()
            one.apply(option)
            found = self._weigh(one) or (now if self._over(one) else None)
            score = found[0] if found is not None else -1e6
            if option.verb in self.further:
                score -= self.picture.taste.second  # a second target only if there is nothing better
            if best is None or score > best[0] + 1e-9:
                best = (score, option, one, found)
        return None if best is None else ([best[1]], best[2], best[3])

    def _may_end(self, trial: State) -> bool:
        return any(
            option.thing not in self.picture.mine and option.verb not in self.further
            for option in trial.decision.options
        )

    def _joined(
        self, trial: State, now: tuple[float, Battle, Odds] | None
    ) -> tuple[list[Action], State, tuple[float, Battle, Odds]] | None:
        """The best number of further attackers, the strongest first; None if nobody should join."""
        best: tuple[list[Action], State, tuple[float, Battle, Odds]] | None = None
        least = now[0] if now is not None else -1e9
        state, actions = trial.copy(), list[Action]()
        while not self._over(state):
            joining = [option for option in state.decision.options if option.thing in self.picture.mine]
            if not joining:
                break
            option = max(joining, key=lambda o: self.picture.mine[o.thing].attack)
            state = state.copy()
            state.apply(option)
            actions = [*actions, option]
            found = self._weigh(state)
            if found is not None and found[0] > least + 1e-6:
                best, least = (actions, state, found), found[0]
        return best
