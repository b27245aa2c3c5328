"""The picture that a side plans by: what each hex is worth to one more of its units, here and now.

All is measured in victory points. The picture is made afresh from the state at every question; it may be altered while
a plan is tried out (`add`), and says what a unit of a type would be worth in a hex (`worth`).
"""

from __future__ import annotations

from ardennes.games.axis_allies.forces import ART, INF
from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.supply import depots, payable
from ardennes.games.axis_allies.terrain import ALLIES, AXIS
from ardennes.games.axis_allies.trucks import aboard, unload
from ardennes.playbooks.axis_allies.chances import emptied, hurt
from ardennes.playbooks.axis_allies.draw import Draw
from ardennes.playbooks.axis_allies.raid import Raid

UNIT: tuple[float, float, float] = (0.3, 0.5, 0.6)  # what a unit of each type is worth
TOKEN = 0.2
LORRY = 0.4
TAKEN = 1.3  # a point that is taken, against one that may be
SAVES = 4.0  # a point retaken when the game would be lost otherwise
PRESS = 0.7  # of a prize that can be attacked next turn
DRY = 0.45  # of that, without a token at hand
RISK = 0.2  # how much of the harm that the enemy could do is feared
NEW_STACK = 0.06  # every further stack wants tokens of its own
FAR_ENTRY = (0.9, 0.5, 0.0)  # the chance to lose an empty town: in reach, if weak stacks are beaten, farther
WEAK = 0.35  # a stack is weak if the chance to empty its hex is more than this
LATER = 0.05  # of the dice that can come near by the turn after
BAR = 0.3  # of a town that the enemy could take if nobody stood in the way
BLOCK = 0.15  # for opening a plain hex
BEATEN = 0.4  # of the worth of units that are driven out of a hex
DRIVEN = 0.35  # of the worth of a unit that has to retreat
NEEDED = 0.9  # how much an own town in danger draws the Allies, against an enemy one
PREY = 0.25  # how much an enemy stack on open ground draws
BESIDE = 0.03  # for every die beside an enemy, however strong he is
IDLE = 0.001  # of the draw of goals on the last turn, when only towns count


class Picture:
    """A side's goals and dangers."""

    def __init__(self, state: Position, side: int, driving: int = -1) -> None:
        """`driving` is a truck in motion, whose load is nowhere yet."""
        state = _landed(state, 1 - side)
        self.state, self.side, self.foe, self.driving = state, side, 1 - side, driving
        self.terrain = terrain = state.game.terrain
        size = terrain.size
        self.last = state.turn >= len(state.game.turn_names)
        self.power = state.game.forces.power
        self.limits, self.most = state.game.forces.limits, state.game.forces.total_limit
        self.values = {h: value for h, value in terrain.values if value}
        self.own = state.held[side]
        self.enemy = state.held[1 - side]
        self.near_enemy = terrain.around(self.enemy)
        self.hostile = terrain.all & ~state.friendly(side) | self.enemy
        self.towns = terrain.grid.mask(self.values) & ~self.hostile
        self.kinds = [list(state.counts[kind * size : (kind + 1) * size]) for kind in range(3)]
        for h in terrain.grid.bits(self.enemy):
            for kind in range(3):
                self.kinds[kind][h] = 0
        self._passengers()
        self.count = [a + b + c for a, b, c in zip(*self.kinds, strict=True)]
        self.goods: dict[int, float] = {}  # what the enemy would capture in a hex
        self.extra = [0] * size  # trucks and supply in a hex, for the limit of twelve
        for h in terrain.grid.bits(state.stores[side] | state.parked[side]):
            lorries, tokens = len(state.trucks_at(side, h)), state.supply_at(side, h)
            self.extra[h] = lorries + (1 if tokens else 0)
            self.goods[h] = TOKEN * tokens + LORRY * lorries
        # where every way back lies in an enemy zone, so that whoever has to retreat is destroyed
        self.trapped = terrain.all & ~terrain.around(terrain.all & ~terrain.zone(self.enemy))
        self.taken = TAKEN * (SAVES if self.lost() else 1.0)
        self._enemy_dice()
        self._enemy_reach()
        self._prizes()
        self._pressure()
        self._fuel()
        self.draw = Draw(terrain, self._goals())

    def _passengers(self) -> None:
        """Units on trucks count where they will be put down."""
        for number, at in enumerate(self.state.trucks):
            if at >= 0 and self.state.owners[number] == self.side and number != self.driving:
                inf, art, _ = self.state.load_of(number)
                self.kinds[INF][at] += inf
                self.kinds[ART][at] += art

    def lost(self) -> bool:
        """Whether the Axis has won at the end of this turn if the Allies, who move last, leave all as it is."""
        state = self.state
        axis = state.held[AXIS] | state.axis_ground & ~state.held[ALLIES]
        points = sum(value for h, value in self.values.items() if axis >> h & 1)
        return self.side == ALLIES and points >= state.game.needed

    # ---- the enemy ----

    def _enemy_dice(self) -> None:
        """The dice that the enemy can throw at each hex: from where he stands, and from one hex farther."""
        state, terrain, size = self.state, self.terrain, self.terrain.size
        self.against, self.soon = [0] * size, [0] * size
        funded = payable(state, self.foe)
        one, two, three = self.power
        for h in terrain.grid.bits(self.enemy):
            inf, tank, art = state.stack(h)
            dice = inf * one + tank * two + art * three
            near = terrain.near[h]
            if funded >> h & 1:
                for x in terrain.grid.bits(near):
                    self.against[x] += dice
            for x in terrain.grid.bits(terrain.around(near) & ~near & ~(1 << h)):
                self.soon[x] += dice

    def _enemy_reach(self) -> None:
        """The hexes that enemy units can enter in their next move, and those they can if weak stacks are beaten."""
        terrain = self.terrain
        self.raid = Raid(self.state, self.foe, terrain.towns & ~self.hostile)
        self.stand = terrain.grid.mask(h for h in range(terrain.size) if self.count[h])
        self.weak = 0
        for h in terrain.grid.bits(self.own & self.near_enemy):
            if emptied(self.against[h], self.count[h]) > WEAK:
                self.weak |= 1 << h
        self.enemy_reach = self.raid.past(self.own)
        self.enemy_farther = self.enemy_reach | self.raid.past(self.own & ~self.weak)

    def bars(self, h: int) -> float:
        """What the enemy could no longer take elsewhere if somebody stood in a hex."""
        bit = 1 << h
        if not self.stand & bit and not self._passed & (bit | self.terrain.near[h]):
            return 0.0  # nobody comes by
        return BAR * (self._open(self.stand & ~bit, bit) - self._open(self.stand | bit, bit))

    @property
    def _passed(self) -> int:
        """Wherever the enemy could come, weak stacks beaten."""
        return self.raid.past(self.stand) | self.raid.past(self.stand & ~self.weak)

    def _open(self, own: int, but: int) -> float:
        """The towns that the enemy could take if these hexes were held, but for some."""
        empty = self.towns & ~own & ~but
        near = self.raid.past(own) & empty
        far = self.raid.past(own & ~self.weak) & empty & ~near
        values, bits = self.values, self.terrain.grid.bits
        found = FAR_ENTRY[0] * sum([values[h] for h in bits(near)]) if near else 0.0
        return found + FAR_ENTRY[1] * sum([values[h] for h in bits(far)]) if far else found

    # ---- what there is to win ----

    def _prizes(self) -> None:
        """What it is worth to empty each hex of enemy combat units."""
        state, terrain = self.state, self.terrain
        self.prize: dict[int, float] = {}
        self.boxes: dict[int, tuple[int, int]] = {}
        for h in terrain.grid.bits(self.enemy):
            stack = state.stack(h)
            tokens = state.supply_at(self.foe, h)
            lorries = len(state.trucks_at(self.foe, h))
            units = sum(n * UNIT[kind] for kind, n in enumerate(stack))
            town = self.values.get(h, 0) if self.hostile >> h & 1 else 0
            self.prize[h] = BLOCK + town + BEATEN * units + TOKEN * tokens + LORRY * lorries
            self.boxes[h] = (sum(stack), lorries + (1 if tokens else 0))

    def _pressure(self) -> None:
        """The own dice beside each enemy stack; a hex that touches several shares its dice among them."""
        terrain = self.terrain
        self.pressed = dict.fromkeys(self.prize, 0.0)
        self.touch: dict[int, list[int]] = {}
        for h in terrain.grid.bits(self.near_enemy & ~self.enemy):
            self.touch[h] = terrain.grid.bits(terrain.near[h] & self.enemy)
            for kind in range(3):
                if self.kinds[kind][h]:
                    self._push(h, self.kinds[kind][h] * self.power[kind])

    def _push(self, h: int, dice: float) -> None:
        touched = self.touch.get(h)
        if touched:
            for target in touched:
                self.pressed[target] += dice / len(touched)

    def _fuel(self) -> None:
        """The tokens that can pay for each hex."""
        state, terrain, side = self.state, self.terrain, self.side
        self.fuel = [0] * terrain.size
        shared = depots(state, side) | state.stores[side] & self.own
        for h in terrain.grid.bits(state.stores[side]):
            n = state.supply_at(side, h)
            self.fuel[h] += n
            if shared >> h & 1:
                for x in terrain.grid.bits(terrain.near[h]):
                    self.fuel[x] += n

    def _goals(self) -> list[tuple[int, float]]:
        """The towns that draw units, and how much."""
        found = []
        for h, value in self.values.items():
            if self.hostile >> h & 1 and not self.count[h]:
                found.append((h, float(value)))
            elif self.side == ALLIES:
                found.append((h, value * NEEDED * self.threat(h)))
        found += [(h, PREY * prize) for h, prize in self.prize.items() if h not in self.values]
        return found

    def threat(self, h: int) -> float:
        """How likely an empty hex is lost; one that its last unit has just left lies open as it did not before."""
        near, far = self.enemy_reach, self.enemy_farther
        if self.own >> h & 1 and not self.count[h]:
            near, far = self.raid.past(self.stand), self.raid.past(self.stand & ~self.weak)
        if near >> h & 1:
            return FAR_ENTRY[0]
        return FAR_ENTRY[1] if far >> h & 1 else FAR_ENTRY[2]

    # ---- what a unit is worth in a hex ----

    def room(self, kind: int, h: int) -> bool:
        """Whether one more unit may stand there."""
        return self.kinds[kind][h] < self.limits[kind] and self.count[h] + self.extra[h] < self.most

    def add(self, kind: int, h: int, n: int = 1) -> None:
        """Units stand in a hex now, or (negative) do not any more."""
        self.kinds[kind][h] += n
        self.count[h] += n
        self.stand = self.stand | 1 << h if self.count[h] else self.stand & ~(1 << h)
        self._push(h, n * self.power[kind])

    def falls(self, h: int, n: int) -> float:
        """The chance that the enemy has the hex by the end of his next move if n units are there."""
        if not n:
            return self.threat(h)
        now = emptied(self.against[h], n)
        later = LATER * emptied(self.against[h] + self.soon[h], n)
        return min(self.threat(h), 1 - (1 - now) * (1 - later))

    def worth(self, kind: int, h: int) -> float:
        """What one more unit of a type is worth in a hex."""
        n = self.count[h]
        value = self.values.get(h, 0)
        found = 0.0
        if not n and self.hostile >> h & 1:
            found += self.taken * value
            found += self._loot(h)
        if self.last:
            return found + self._saved(h, n, value) + IDLE * self.draw.at(kind, h)
        found += self._saved(h, n, value)
        found += self.draw.at(kind, h)
        found += self._presses(kind, h)
        killed, driven = hurt(self.against[h], n + 1 + self.extra[h])
        if self.trapped >> h & 1:
            killed, driven = killed + driven, 0.0
        found -= RISK * UNIT[kind] * (killed + DRIVEN * driven)
        if not n:
            found += (self.bars(h) if self.side == ALLIES else 0.0) - NEW_STACK
        return found

    def _loot(self, h: int) -> float:
        """Enemy trucks and tokens that a unit captures."""
        state = self.state
        if not state.pieces_of(self.foe) >> h & 1:
            return 0.0
        return TOKEN * state.supply_at(self.foe, h) + LORRY * len(state.trucks_at(self.foe, h))

    def _saved(self, h: int, n: int, value: int) -> float:
        """What one more unit does to keep a town, and the tokens and trucks that are there."""
        if self.last and self.side == ALLIES:
            return 0.0
        stake = value if self.last else value + self.goods.get(h, 0.0)
        if not stake:
            return 0.0
        return stake * (self.falls(h, n) - self.falls(h, n + 1))

    def _presses(self, kind: int, h: int) -> float:
        """What its dice add to the best attack from there."""
        touched = self.touch.get(h)
        if not touched:
            return 0.0
        dice = self.power[kind]
        best = 0.0
        for target in touched:
            units, others = self.boxes[target]
            before = self.pressed[target]
            gain = emptied(round(before + dice), units, others) - emptied(round(before), units, others)
            best = max(best, self.prize[target] * gain, BESIDE * dice)
        return PRESS * best * (1.0 if self.fuel[h] else DRY)


def _landed(state: Position, side: int) -> Position:
    """The state as it will be when the trucks of a side have put down what they carry."""
    loaded = [n for n, at in enumerate(state.trucks) if at >= 0 and state.owners[n] == side and aboard(state, n)]
    if not loaded:
        return state
    found = state.copy()
    for number in loaded:
        unload(found, number)
    return found
