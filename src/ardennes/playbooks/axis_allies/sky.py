"""The air: who places first, where aircraft go, and which hex is fought over next (1.1 to 1.3)."""

from __future__ import annotations

from ardennes.engine import Action
from ardennes.games.axis_allies.air import in_hand
from ardennes.games.axis_allies.forces import BOMBER, FIGHTER
from ardennes.games.axis_allies.state import Position, Two
from ardennes.games.axis_allies.strips import lay_out
from ardennes.games.axis_allies.terrain import SIDES
from ardennes.playbooks import Scored, by_score, in_order
from ardennes.playbooks.axis_allies.fight import Assault

HIT = 0.5  # of any die
FOUGHT = 0.8  # air units that each enemy air unit over the hex takes with it, about


def choose(state: Position) -> list[Scored]:
    """Second: whoever places last sees where the enemy is."""
    return in_order([Action("choose", "second"), Action("choose", "first")])


def pick(state: Position) -> list[Scored]:
    """Bombers first."""
    return by_score((float(option.thing.startswith("bomber")), option) for option in state.decision.options)


class Sky:
    """What aircraft can do."""

    def __init__(self, state: Position, side: int) -> None:
        self.state, self.side = state, side
        self.assault = Assault(state, side)
        self.power = state.game.forces.air_power

    def value(self, h: int, aircraft: Two) -> float:
        """What so many aircraft over a hex are worth, after enemy aircraft and fire from the ground."""
        planes = sum(aircraft)
        if not planes:
            return 0.0
        strip = lay_out(self.state, self.side, h)
        guns = sum(1 for boxes in strip if boxes)
        lost = min(planes, FOUGHT * sum(self.state.aircraft(1 - self.side, h)))
        flying = planes - lost
        shot = flying * (1.0 - float((1.0 - HIT / max(flying, 1.0)) ** guns))
        left = max(0.0, (flying - shot) / planes)
        dice: float = left * (aircraft[FIGHTER] * self.power[FIGHTER] + aircraft[BOMBER] * self.power[BOMBER])
        low = int(dice)
        part = dice - low
        return (1 - part) * self.assault.value(h, low) + part * self.assault.value(h, low + 1)


def place(state: Position) -> list[Scored]:
    """Over the hex where all aircraft still in hand would gain most: a strong group loses few to fire."""
    side = state.top.side
    sky = Sky(state, side)
    fighters, bombers = in_hand(state, side)
    ranked = []
    targets = state.free_pieces(1 - side)
    for option in state.decision.options:
        h = state.game.terrain.bit[option.thing]
        if not targets >> h & 1:
            continue
        there = state.aircraft(side, h)
        gain = sky.value(h, (there[0] + fighters, there[1] + bombers)) - sky.value(h, there)
        ranked.append((gain, option))
    return by_score(ranked) or in_order(state.decision.options)


def resolve(state: Position) -> list[Scored]:
    """The own attack that is worth most first."""
    side = SIDES.index(state.decision.side)
    sky = Sky(state, side)
    bit = state.game.terrain.bit

    def worth(option: Action) -> float:
        h = bit[option.thing]
        return sky.value(h, state.aircraft(side, h))

    return by_score((worth(option), option) for option in state.decision.options)
