"""Attacks in a hurry: by strengths first, and by the odds only once for each attack that comes up again."""

from __future__ import annotations

from ardennes.ai.fast.outlook import Outlook, View
from ardennes.ai.fast.sight import Sight
from ardennes.ai.recruit.attack import value
from ardennes.engine.action import Action
from ardennes.engine.battle import Battle
from ardennes.engine.decision import Decision, Kind
from ardennes.engine.errors import ArdennesError
from ardennes.engine.queries import Unit
from ardennes.engine.state import State

PLENTY = 4.0  # times the defence, beyond which nobody more joins
LOOKS = 4  # attacks whose odds are looked at, the most promising


def weigh(view: View, state: State, i: int, attackers: tuple[str, ...], foes: list[Unit]) -> float:
    """What an attack on a hex is worth, in mean pieces, by its odds."""
    taste = view.taste
    battle = Battle("attack", view.side, (view.ground.grid.name(i),), attackers)
    try:
        odds = state.odds(battle)
    except ArdennesError:
        return -1.0
    defenders = [view.worth(foe.handle) for foe in foes for _ in range(foe.count)]
    ground = taste.ground * view.ways[i]
    ground += sum(aim.points for aim in view.aims if aim.hex == i and aim.how != "exit")
    return value(odds, [view.worth(handle) for handle in attackers], defenders, ground, taste)


class Fights:
    """Whom a side attacks in one phase, and with whom."""

    def __init__(self, sight: Sight, outlook: Outlook) -> None:
        self.sight = sight
        self.outlook = outlook
        self.view = sight.view
        self.taste = sight.taste
        self.game = outlook.game
        self.ending = self.game.ending_verbs
        self.targets: list[int] = []
        self.joined = 0.0

    def answer(self, state: State, decision: Decision) -> Action | None:
        """Whom to attack, who joins, what supports."""
        if decision.kind == Kind.TARGET:
            return self._target(state, decision)
        if decision.kind == Kind.JOIN:
            return self._join(state, decision)
        return self._support(decision)

    def _around(self, i: int) -> list[Unit]:
        sight = self.sight
        return [
            unit
            for j in sight.grid.neighbours(i)
            for handle in sight.here.get(j, ())
            if (unit := sight.units[handle]).attack
        ]

    def _target(self, state: State, decision: Decision) -> Action | None:
        sight, index = self.sight, self.view.ground.atlas.index
        hopeful = []
        for n, option in enumerate(decision.options):
            if option.verb in self.ending:
                continue
            i = index(option.thing)
            if i < 0 or "/" in option.thing:
                return None
            strength = sum(unit.attack * unit.count for unit in self._around(i))
            ratio = strength / max(sight.foe_defence.get(i, 0.0), 0.5)
            if ratio >= self.taste.ratio or decision.ending is None:
                hopeful.append((-ratio, n, option, i))
        hopeful.sort()
        best, worth = None, 0.0 if decision.ending is not None else float("-inf")
        for _, _, option, i in hopeful[:LOOKS]:
            found = self._worth(state, option.thing, i)
            if found > worth:
                best, worth = (option, i), found
        if best is None:
            return decision.ending or (hopeful[0][2] if hopeful else None)
        self.targets, self.joined = [best[1]], 0.0
        return best[0]

    def _worth(self, state: State, place: str, i: int) -> float:
        """What an attack by all who are beside a hex is worth, in mean pieces."""
        sight, side = self.sight, self.view.side
        around = self._around(i)
        foes = sight.foes.get(i, [])
        key = (
            side, place, state.frames[0][0],
            tuple([(unit.handle, unit.attack, sight.at[unit.handle]) for unit in around]),
            tuple([(foe.handle, foe.defence) for foe in foes]),
        )  # fmt: skip
        known = self.outlook.attacks.get(key)
        if known is None:
            known = self.outlook.attacks[key] = weigh(self.view, state, i, tuple(unit.handle for unit in around), foes)
        return known

    def _join(self, state: State, decision: Decision) -> Action | None:
        sight = self.sight
        joining = [option for option in decision.options if option.thing in sight.mine]
        others = [option for option in decision.options if option.thing not in sight.mine]
        if not joining:
            return self.choose(state, decision)
        best = max(joining, key=lambda option: sight.mine[option.thing].attack)
        defence = sum(sight.foe_defence.get(i, 0.0) for i in self.targets)
        if others and self.joined and self.joined >= PLENTY * max(defence, 0.5):
            plain = [option for option in others if option.verb not in self.game.target_verbs]
            if plain:
                return plain[0]
        unit = sight.mine[best.thing]
        self.joined += unit.attack * unit.count
        return best

    def _support(self, decision: Decision) -> Action | None:
        return next((option for option in decision.options if option.verb not in self.ending), None)

    def choose(self, state: State, decision: Decision) -> Action | None:
        """How to fight a battle: the first answer or the last, whichever the odds like better."""
        options = decision.options
        if state.battle() is None:
            return None
        some = [options[0], options[len(options) - 1]]
        best, most = None, float("-inf")
        for option in some:
            trial = state.copy()
            trial.apply(option)
            battle = None if trial.over else trial.battle()
            if battle is None:
                return None
            worth = self._of(trial, battle)
            if worth > most:
                best, most = option, worth
        return best

    def _of(self, state: State, battle: Battle) -> float:
        view, index = self.view, self.view.ground.atlas.index
        try:
            odds = state.odds(battle)
        except ArdennesError:
            return 0.0
        hexes = [index(target) for target in battle.targets]
        defenders = [view.worth(foe.handle) for i in hexes for foe in self.sight.foes.get(i, ())]
        attackers = [view.worth(handle) for handle in battle.attackers]
        found = value(
            odds, attackers, defenders, self.taste.ground * sum(view.ways[i] for i in hexes if i >= 0), self.taste
        )
        return found if battle.side == view.side else -found
