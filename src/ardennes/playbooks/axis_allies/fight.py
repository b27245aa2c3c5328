"""Ground combat: which hex attacks which, with what, and when to pass; where units retreat to (2.1 to 2.8)."""

from __future__ import annotations

from ardennes.engine import Action
from ardennes.games.axis_allies import stacks
from ardennes.games.axis_allies.forces import TYPES, Three
from ardennes.games.axis_allies.ground import Attacks, Split, ready_at, targets
from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.strips import Strip, lay_out
from ardennes.games.axis_allies.supply import sources
from ardennes.games.axis_allies.terrain import ALLIES, SIDES
from ardennes.playbooks import Scored, by_score, in_order
from ardennes.playbooks.axis_allies.chances import emptied, harm
from ardennes.playbooks.axis_allies.march import price
from ardennes.playbooks.axis_allies.picture import LORRY, TOKEN, UNIT, Picture

PASS, DONE, FIGHT = Action("pass"), Action("done"), Action("fight")
DRIVEN = 0.3  # a unit that retreats counts that part of one destroyed
OPENED = 0.35  # for a plain hex that is emptied
CAPTURED = 0.2  # of tokens and trucks that nobody guards: they would better be captured than shot
TOGETHER = 0.8  # of a chance that other attacks must bring about too
LATER_MOVE = 0.6  # the Allies move last: the Axis may come back before


class Assault:
    """The attacks that a side can make now."""

    def __init__(self, state: Position, side: int) -> None:
        self.state, self.side = state, side
        self.terrain = state.game.terrain
        self.picture = Picture(state, side)
        self.power = state.game.forces.power
        self._defences: dict[int, tuple[Strip, tuple[int, ...]]] = {}

    def defence(self, target: int) -> tuple[Strip, tuple[int, ...]]:
        """The strip of a hex and the room for its retreats, the same for every attack on it that is weighed."""
        found = self._defences.get(target)
        if found is None:
            found = lay_out(self.state, self.side, target), stacks.rooms(self.state, 1 - self.side, target)
            self._defences[target] = found
        return found

    def dice(self, units: Three) -> int:
        """The dice of some units."""
        return sum(n * power for n, power in zip(units, self.power, strict=True))

    def value(self, target: int, dice: int) -> float:
        """What so many dice on a hex are worth."""
        if not dice:
            return 0.0
        strip, rooms = self.defence(target)
        done = harm(strip, dice, (min(rooms[1], 12), min(rooms[2], 12), min(rooms[4], 12)))
        found = sum(UNIT[kind] * (done.destroyed[kind] + DRIVEN * done.retreating[kind]) for kind in range(3))
        found += (TOKEN * done.tokens + LORRY * done.trucks) * (1.0 if sum(strip.units) else CAPTURED)
        return found + self._emptied(target, sum(strip.units), strip.boxes, dice, done.emptied)

    def _emptied(self, target: int, units: int, boxes: int, dice: int, alone: float) -> float:
        """What it is worth that a hex may be emptied, by these dice or together with those still to come."""
        if not units:
            return 0.0
        prize = OPENED
        if self.picture.hostile >> target & 1:
            prize += self.picture.values.get(target, 0)
        if self.side == ALLIES:
            prize *= LATER_MOVE
        others = self._others(target)
        together = emptied(dice + others, units, boxes - units) * dice / (dice + others) * TOGETHER
        return prize * max(alone, together)

    def _others(self, target: int) -> int:
        """Other dice that may still be thrown at a hex this turn."""
        total = 0
        for h in self.terrain.grid.bits(self.terrain.near[target] & self.state.held[self.side] & ~self.state.attacked):
            total += self.dice(ready_at(self.state, h))
        return total

    def best(self, h: int) -> tuple[float, int]:
        """The best target of a hex and what the attack is worth, its token paid."""
        dice = self.dice(ready_at(self.state, h))
        best, where = float("-inf"), -1
        for target in self.terrain.grid.bits(self.terrain.near[h] & targets(self.state, self.side)):
            value = self.value(target, dice)
            if value > best + 1e-9:
                best, where = value, target
        return best - price(self.state, at_hand(self.state, self.side, h)), where

    def shares(self, h: int, chosen: tuple[int, ...]) -> tuple[float, list[list[int]]]:
        """Units of a hex dealt out over several targets, each to where its dice bring most."""
        sent = [[0, 0, 0] for _ in chosen]
        dice = [0] * len(chosen)
        values = [0.0] * len(chosen)
        ready = ready_at(self.state, h)
        for kind in (2, 1, 0):
            for _ in range(ready[kind]):
                more = [self.value(target, dice[i] + self.power[kind]) for i, target in enumerate(chosen)]
                empty = [i for i in range(len(chosen)) if not dice[i]]
                at = max(range(len(chosen)), key=lambda i: (more[i] - values[i], -i))
                if len(empty) >= sum(ready) - sum(map(sum, sent)) and empty:
                    at = empty[0]
                sent[at][kind] += 1
                dice[at] += self.power[kind]
                values[at] = more[at]
        return sum(values), sent


def at_hand(state: Position, side: int, h: int) -> int:
    """The tokens that could pay for a hex."""
    return sum(state.supply_at(side, source) for source in state.game.terrain.grid.bits(sources(state, side, h)))


def attack(state: Position) -> list[Scored]:
    """The attack that is worth most, or a pass if none is worth its token."""
    side = SIDES.index(state.decision.side)
    assault = Assault(state, side)
    bit = state.game.terrain.bit
    found = [(assault.best(bit[option.thing])[0], option) for option in state.decision.options if option != PASS]
    return [*by_score(one for one in found if one[0] > 0), Scored(PASS, 0.0)]


def target(state: Position) -> list[Scored]:
    """The best target; a second one if dice are to spare for it."""
    side, h, chosen = state.top.side, state.top.hex, state.top.chosen
    assault = Assault(state, side)
    bit, options = state.game.terrain.bit, list(state.decision.options)
    if not chosen:
        dice = assault.dice(ready_at(state, h))
        ranked = [(assault.value(bit[option.thing], dice), option) for option in options]
        return by_score(ranked)
    now = assault.shares(h, chosen)[0]
    cost = price(state, at_hand(state, side, h))
    more = [
        (assault.shares(h, (*chosen, bit[option.thing]))[0] - now - cost, option)
        for option in options
        if option != DONE
    ]
    return [*by_score(one for one in more if one[0] > 0), Scored(DONE, 0.0)]


def fight(state: Position) -> list[Scored]:
    """Whoever is held back does nothing else this turn: all attack."""
    return in_order([FIGHT])


def send(state: Position) -> list[Scored]:
    """Units go where they were dealt out to."""
    now: Split.Frame = state.top
    share = Assault(state, now.side).shares(now.hex, now.targets)[1][now.at]
    options = list(state.decision.options)
    wanted = [Action("send", TYPES[kind]) for kind in range(3) if now.sent[now.at][kind] < share[kind]]
    order = dict.fromkeys((*wanted, DONE, FIGHT, *options))
    return in_order(option for option in order if option in options)


def next_attack(state: Position) -> list[Scored]:
    """Of split attacks the most valuable first."""
    now: Attacks.Frame = state.top
    assault = Assault(state, now.side)
    worth = {state.name_of(at): assault.value(at, assault.dice(units)) for at, units in now.attacks}
    return by_score((worth[option.thing], option) for option in state.decision.options)


def pay(state: Position) -> list[Scored]:
    """The token that the fewest other stacks could use, from the larger depot."""
    side, h = state.top.side, state.top.hex
    terrain = state.game.terrain

    def needed(option: Action) -> tuple[int, int]:
        source = terrain.bit[option.thing]
        users = (terrain.near[source] | 1 << source) & state.held[side] & ~(1 << h)
        return users.bit_count(), -state.supply_at(side, source)

    return in_order(sorted(state.decision.options, key=needed))


# ---- retreats ----


def who_retreats(state: Position) -> list[Scored]:
    """The most valuable units first, as long as there is room."""
    size, index = state.game.terrain.size, state.game.handles.retreat.index
    return by_score((UNIT[index[option] // size], option) for option in state.decision.options)


def retreat(state: Position) -> list[Scored]:
    """To where the unit is worth most."""
    h, side, kind = state.top.hex, state.top.side, state.top.kind
    picture = Picture(state, side)
    picture.add(kind, h, -1)
    bit = state.game.terrain.bit
    return by_score((picture.worth(kind, bit[option.thing]), option) for option in state.decision.options)


# ---- stacking ----


def ease(state: Position) -> list[Scored]:
    """Of an overfull enemy hex the most valuable unit leaves; of one's own the least valuable piece is given up."""

    def worth(option: Action) -> float:
        kind = option.thing.partition("@")[0]
        if kind in TYPES:
            return UNIT[TYPES.index(kind)]
        return TOKEN * 3 if kind == "supply" else LORRY

    options = list(state.decision.options)
    if options[0].verb == "shed":
        return by_score((worth(option), option) for option in options)
    return by_score((-worth(option), option) for option in options)


def shed(state: Position) -> list[Scored]:
    """To where the unit is worth least to its owner."""
    h, side, kind = state.top.hex, state.top.side, state.top.kind
    picture = Picture(state, side)
    picture.add(kind, h, -1)
    bit = state.game.terrain.bit
    return by_score((-picture.worth(kind, bit[option.thing]), option) for option in state.decision.options)
