"""A movement phase in a hurry: attacks that moves make possible by strength alone, then each unit to a good place."""

from __future__ import annotations

from ardennes.ai.atlas import OPEN
from ardennes.ai.fast.fights import weigh
from ardennes.ai.fast.sight import Pull, Sight
from ardennes.engine.action import Action, Table
from ardennes.engine.decision import Decision, Kind
from ardennes.engine.errors import ArdennesError
from ardennes.engine.options import Masked
from ardennes.engine.queries import Unit
from ardennes.engine.state import State

NEAREST = 5  # places nearest to each goal that are weighed
BARRING = 8  # places in the enemy's way that are

LONGEST = 120  # answers until a phase is over, if many must move in it

Mover = tuple[Unit, int, int]  # a unit, where it stands, and where it could go


class Moves:
    """What the units of a side do in one movement phase."""

    def __init__(self, sight: Sight, state: State) -> None:
        self.sight = sight
        self.state = state
        self.view = sight.view
        self.taste = sight.taste
        game = state.game
        self.ending, self.working = game.ending_verbs, game.working_verbs
        self.done: set[str] = set()
        self.mover = ""
        self.mask = 0  # the hexes that may be answered now
        self.table: Table | None = None  # whose actions those are
        self.named: dict[int, Action] = {}  # or the actions themselves
        self.fights = self.obliged = False
        self.posts: dict[str, int] = {}
        self.order: list[str] | None = None
        self._at_best: dict[str, tuple[float, list[Pull]]] = {}

    # ---- who moves ----

    def pick(self, decision: Decision) -> Action | None:
        """The next unit, or the end of the phase."""
        going = [one for one in decision.options if one.verb not in self.ending and one.thing]
        open_ = {one.thing: one for one in going if one.thing not in self.done}
        if self.order is None:
            self.order = self._ordered(open_)
        while self.order:
            handle = self.order.pop()
            if handle in open_:
                return self._taken(open_[handle])
        owing = {duty.who for duty in decision.obligations}
        for handle, option in open_.items():
            if handle in owing or decision.ending is None or handle not in self.sight.at:
                return self._taken(option)
        return decision.ending or decision.options[0]

    def _taken(self, option: Action) -> Action:
        self.done.add(option.thing)
        self.mover = option.thing
        return option

    def _ordered(self, open_: dict[str, Action]) -> list[str]:
        """Attackers last on the list, which is taken from the end; before them whoever is near the enemy."""
        sight = self.sight
        for handle, unit in sight.mine.items():
            i = sight.at[handle]
            sight.bind(unit, i, sight.pulls(unit, i, 3))
        self.fights, self.obliged = self._outlook()
        if self.fights:
            self._plan(open_)
        near = {h: sight.threat[i] if (i := sight.at.get(h, -1)) >= 0 else -1 for h in open_}
        return sorted(open_, key=lambda h: (h in self.posts, near[h], h))

    def _outlook(self) -> tuple[bool, bool]:
        """Whether the own side may attack after this phase, and whether whoever is beside an enemy must.

        Found out once for each phase, by moving somebody beside an enemy and ending the phase, on a copy.
        """
        known, key = self.view.outlook.after, (self.view.side, self.state.frames[0][0])
        if key not in known:
            found = self._found_out(self.state.copy())
            if found is None:
                return False, False  # nobody can get beside an enemy now
            known[key] = found
        return known[key]

    def _found_out(self, trial: State) -> tuple[bool, bool] | None:
        side, phase, near = self.view.side, trial.frames[0][0], self.sight.near_enemy
        if not self.sight.held & near:
            for pick in trial.decision.options:
                if pick.verb in self.ending:
                    continue
                way = trial.copy()
                way.apply(pick)
                if way.over or way.chance is not None or way.decision.side != side or way.decision.kind != Kind.MOVE:
                    continue
                index = self.view.ground.atlas.index
                beside = (o for o in way.decision.options if (i := index(o.thing)) >= 0 and near >> i & 1)
                go = next(beside, None)
                if go is not None:
                    way.apply(go)
                    trial = way
                    break
            else:
                return None
        for _ in range(LONGEST):
            battle = None if trial.over else trial.battle()
            if battle is not None and battle.side == side:
                return True, True
            if trial.over or trial.chance is not None or trial.decision.side != side:
                return False, False
            decision = trial.decision
            if decision.kind == Kind.TARGET:
                return True, decision.ending is None
            if trial.frames[0][0] != phase and decision.kind in (Kind.PICK, Kind.MOVE, Kind.PLACE, Kind.LOAD):
                return False, False
            owing = {duty.who for duty in decision.obligations}
            due = next((option for option in decision.options if option.thing in owing), decision.options[0])
            trial.apply(decision.ending or due)
        return False, False

    def _plan(self, open_: dict[str, Action]) -> None:
        """Posts beside enemies, for attacks that are worth moving for; each unit once, and each enemy."""
        sight, view = self.sight, self.view
        movers: list[Mover] = []
        enemy, halting, near = sight.enemy, sight.near_enemy, sight.near_enemy
        for handle, pick in open_.items():
            unit, i = sight.units.get(handle), sight.at.get(handle, -1)
            if unit is None or not unit.attack or i < 0:
                continue
            roughly = view.ground.reach(i, int(OPEN * unit.speed), enemy, halting)
            if roughly & near:
                movers.append((unit, i, self._reached(pick) | 1 << i))
        free = {unit.handle for unit, _, _ in movers}
        found = [one for t in sight.foes if (one := self._package(t, movers, free)) is not None]
        while found:
            best = max(found)
            free -= best[2].keys()
            self.posts.update(best[2])
            again = []
            for one in found:
                if one[1] == best[1]:
                    continue
                if one[2].keys() <= free:
                    again.append(one)
                elif (other := self._package(-one[1], movers, free)) is not None:
                    again.append(other)
            found = again

    def _reached(self, pick: Action) -> int:
        """The hexes where a unit could end its move, by the rules."""
        trial = self.state.copy()
        trial.apply(pick)
        if trial.over or trial.chance is not None or trial.decision.kind != Kind.MOVE:
            return 0
        self._open(trial.decision)
        return self.mask

    def _package(self, t: int, movers: list[Mover], free: set[str]) -> tuple[float, int, dict[str, int]] | None:
        """The best attack on a hex by units that may still be sent."""
        sight, taste, ring = self.sight, self.taste, self.sight.grid.around(1 << t)
        able = [(ring >> i & 1 == 0, -unit.attack * unit.count, unit.handle, i, reached)
                for unit, i, reached in movers if reached & ring and unit.handle in free]  # fmt: skip
        if -sum([one[1] for one in able]) < taste.outnumber * sight.foe_defence[t]:
            return None
        able.sort()
        taken, chosen = 0, list[tuple[str, int]]()
        for comes, _, handle, i, reached in able:
            if comes:
                open_ = reached & ring & ~taken & ~(sight.held & ~(1 << i))
                if not open_:
                    continue
                i = self._footing(open_)
            taken |= 1 << i
            chosen.append((handle, i))
            if len(chosen) == taste.attackers:
                break
        strength = sum([sight.mine[handle].attack * sight.mine[handle].count for handle, _ in chosen])
        if not chosen or strength < taste.outnumber * sight.foe_defence[t]:
            return None
        reaches = {handle: reached for _, _, handle, _, reached in able}
        best, most = chosen, self._gain(t, chosen)
        if most < taste.least:
            return None
        while len(chosen) > 1:
            chosen = chosen[:-1]
            gain = self._gain(t, chosen)
            if gain < taste.least or gain < taste.worse * most:
                break
            if gain - taste.each * len(chosen) > most - taste.each * len(best):
                best, most = chosen, gain
        most -= sum([self._forgone(handle, i, reaches[handle]) for handle, i in best])
        return (most, -t, dict(best)) if most > 0 else None

    def _forgone(self, handle: str, post: int, reached: int) -> float:
        """What a unit gives up if it goes to a place to attack rather than to the best it could have."""
        sight = self.sight
        unit, here = sight.mine[handle], sight.at[handle]
        known = self._at_best.get(handle)
        bound = sight.lift(unit, here)
        if known is None:
            pulls = sight.pulls(unit, here)
            self.mask = reached & ~sight.held & ~sight.enemy | 1 << here
            places = self._candidates(unit, here, pulls)
            best = max([self._value(unit, i, pulls) for i in places], default=float("-inf"))
            known = self._at_best[handle] = best, pulls
        lost = max(known[0] - sight.value(unit, post, known[1]), 0.0)
        sight.put(unit, here)
        sight.rebind(unit, bound)
        return self.taste.forgone * lost

    def _gain(self, t: int, chosen: list[tuple[str, int]]) -> float:
        """What an attack by units that go to some places is worth, in mean pieces; looked at once."""
        sight, view = self.sight, self.view
        foes = sight.foes[t]
        key = (view.side, t, tuple(chosen), tuple([(foe.handle, foe.defence) for foe in foes]))
        known = view.outlook.attacks.get(key)
        if known is None:
            known = view.outlook.attacks[key] = self._looked_at(t, chosen, foes)
        return known

    def _looked_at(self, t: int, chosen: list[tuple[str, int]], foes: list[Unit]) -> float:
        sight, name = self.sight, self.sight.grid.name
        moved = {handle: name(i) for handle, i in chosen if sight.at[handle] != i}
        try:
            there = self.state.suppose(moved) if moved else self.state
        except ArdennesError:
            return -1.0
        return weigh(self.view, there, t, tuple(handle for handle, _ in chosen), foes)

    def _footing(self, open_: int) -> int:
        """The place among some to attack from: sheltered, and beside few other enemies."""
        shelter, sight = self.view.picture.shelter, self.sight
        sheltered = open_ & shelter or open_
        return min(sight.grid.bits(sheltered), key=lambda i: ((sight.grid.around(1 << i) & sight.enemy).bit_count(), i))

    # ---- where to ----

    def go(self, decision: Decision) -> Action | None:
        """The best place for whoever moves, retreats, advances or comes in; None if that cannot be told here."""
        sight = self.sight
        unit = sight.units.get(self.mover) if self.mover else None
        here = sight.at.get(self.mover, -1) if unit is not None else -1
        others = self._open(decision)
        if not self.mask and not others:
            return None
        if unit is None:
            return self._nobody(decision)
        begin = here if here >= 0 else self.view.ground.atlas.index(unit.hex)
        if here >= 0:
            sight.lift(unit, here)
        pulls = sight.pulls(unit, begin if begin >= 0 else max(self.mask.bit_length() - 1, 0))
        best, gain = self._best(unit, here, others, pulls)
        if decision.ending is not None and here >= 0:
            stays = best is None or self.posts.get(self.mover) == here
            if stays or gain <= self._value(unit, here, pulls) + self.taste.stay:
                best = decision.ending
        if best is None:
            return None
        to = self.view.ground.atlas.index(best.thing) if best.thing and best.verb not in self.ending else here
        if best.thing in self.view.exits and best.thing not in self.sight.grid:
            self.mover = ""
        elif to >= 0:
            sight.put(unit, to)
            sight.bind(unit, to, pulls)
        if decision.kind != Kind.PLACE:
            self.mover = ""
        return best

    def _open(self, decision: Decision) -> list[Action]:
        """Exits and the like among the answers; the hexes of all others, of the plainest verb, become the mask."""
        others: list[Action] = []
        ground, exits, grid = self.view.ground, self.view.exits, self.sight.grid
        self.mask, self.table, self.named = 0, None, {}
        for part in decision.options.parts:
            if isinstance(part, Masked):
                if part.table.verb in self.working or part.table.verb in self.ending:
                    continue
                if ground.even(part.table):
                    if not self.mask:
                        self.mask, self.table = part.mask, part.table
                    continue
            for option in part:
                if option.verb in self.ending or option.verb in self.working:
                    continue
                i = ground.atlas.index(option.thing)
                if option.thing in exits and option.thing not in grid:
                    others.append(option)
                elif i >= 0 and self.table is None and i not in self.named:
                    self.named[i] = option
                    self.mask |= 1 << i
        return others

    def _to(self, i: int) -> Action:
        """The answer that leads to a hex of the mask."""
        return self.table.actions[i] if self.table is not None else self.named[i]

    def _best(self, unit: Unit, here: int, others: list[Action], pulls: list[Pull]) -> tuple[Action | None, float]:
        sight, best, gain = self.sight, None, float("-inf")
        for option in others:
            aim = self.view.exits[option.thing]
            points = self.taste.pull * aim.value * self.view.worth(unit.handle) * self.taste.leaving
            shut = not sight.strength.get(aim.hex) and sight.foe_reach >> aim.hex & 1
            value = points * (self.taste.shut if shut else 1.0)
            if value > gain:
                best, gain = option, value
        post = self.posts.get(unit.handle, -1)
        if post >= 0 and self.mask >> post & 1:
            return self._to(post), float("inf")
        for i in self._candidates(unit, here, pulls):
            value = self._value(unit, i, pulls)
            if value > gain:
                best, gain = self._to(i), value
        return best, gain

    def _value(self, unit: Unit, i: int, pulls: list[Pull]) -> float:
        """The worth of a place, less what it costs to be forced into a fight there."""
        value = self.sight.value(unit, i, pulls)
        if self.obliged and self.sight.near_enemy >> i & 1 and self.posts.get(unit.handle) != i:
            value -= self.taste.exposed * self.view.worth(unit.handle)
        return value

    def _candidates(self, unit: Unit, here: int, pulls: list[Pull]) -> list[int]:
        """The places that are worth weighing: few enough are all weighed."""
        mask = self.mask
        if mask.bit_count() <= 2 * NEAREST:
            return self.sight.grid.bits(mask)
        ground, found = self.view.ground, dict[int, None]()
        for pull in pulls:
            left, away = NEAREST, pull[1][here] if here >= 0 else 1 << 30
            field = pull[1]
            for i in ground.order(pull[5].hex):
                if mask >> i & 1:
                    if field[i] > away and len(found) > 1:
                        break
                    found[i] = None
                    left -= 1
                    if not left:
                        break
        if self.view.denies:
            left = BARRING
            for i in self.view.bars:
                if mask >> i & 1:
                    found[i] = None
                    left -= 1
                    if not left:
                        break
        return list(found)

    def _hurt(self, i: int) -> float:
        """How much a marker in a hex hurts: on a goal to be denied, the more the nearer the enemy is."""
        pressed = sum(aim.value for aim in self.view.aims if aim.hex == i and aim.how == "deny")
        return float(pressed * 0.5 ** (self.view.picture.nearest_foe[i] / self.taste.marker))

    def _nobody(self, decision: Decision) -> Action | None:
        """An answer where it is not known who moves: back from the enemy, on to where the enemy was, or a marker."""
        if not self.mask:
            return None
        sight, view = self.sight, self.view
        hexes = sight.grid.bits(self.mask)
        if decision.kind == Kind.RETREAT:
            return self._to(min(hexes, key=lambda i: (sight.threat[i] / (1 + sight.strength.get(i, 0.0)), i)))
        if decision.kind == Kind.ADVANCE:
            best = max(hexes, key=lambda i: (view.ways[i], i))
            aims = {aim.hex for aim in sight.wanted}
            goal = next((i for i in hexes if i in aims), -1)
            if goal >= 0:
                return self._to(goal)
            if decision.ending is not None and sight.threat[best] > 2 * _mean(sight) * self.taste.certain:
                return decision.ending
            return self._to(best)
        if decision.kind == Kind.PLACE:
            return self._to(max(hexes, key=lambda i: (self._hurt(i), sight.threat[i], -i)))
        return self._to(max(hexes, key=lambda i: (view.ways[i], i)))


def _mean(sight: Sight) -> float:
    return sum(unit.defence * unit.count for unit in sight.mine.values()) / max(len(sight.mine), 1)
