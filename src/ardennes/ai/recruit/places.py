"""How good it is for a unit to stand in a place: goals draw it, ways must be barred, danger and loneliness repel."""

from __future__ import annotations

from bisect import bisect_left, insort
from dataclasses import dataclass, replace
from functools import cached_property

from ardennes.ai.atlas import OPEN
from ardennes.ai.picture import Aim, Picture
from ardennes.engine.queries import Unit
from ardennes.playbooks import playbook

NEAR = 4  # hexes within which friends count as able to join an attack


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each consideration counts against the others."""

    pull: float = 3.0  # a goal of mean value, reached
    fade: float = 0.65  # for each turn that a goal is away
    later: float = 0.8  # for each turn that an exit is away
    near: float = 0.75  # of a goal, for not standing on it
    shared: float = 0.8  # for each other unit that is nearer to the same goal
    bar: float = 0.8  # a way to a goal of mean value, barred
    again: float = 0.35  # a hex that a friend covers already
    danger: float = 0.8  # a mean piece, surely lost
    shelter: float = 1.4  # the strength of a defender on good ground
    support: float = 0.06  # a friend within two hexes
    alone: float = 0.25  # nobody near
    prey: float = 0.15  # an enemy that can be outnumbered, beside it
    hasty: float = 0.15  # arriving the second way, which leaves a unit open
    halved: float = 0.5  # the strength of a unit that stands so
    trapped: float = 0.5  # a mean piece without a way out
    forgone: float = 0.3  # of what a better place would have been worth, for whoever goes elsewhere to attack


def weights_of(picture: Picture) -> Weights:
    """The weights of a side, as the playbook of its game gives them."""
    return Weights(**playbook(picture.state.game.name).weights.get(picture.side, {}))


class Places:
    """The worth of places to the units of one side, while they move one after the other."""

    def __init__(self, picture: Picture, weights: Weights | None = None) -> None:
        self.picture = picture
        self.weights = weights or weights_of(picture)
        self.grid = picture.grid
        self.cover = [0] * self.grid.size  # by how many friends each hex is occupied or touched
        self.strength = dict.fromkeys(picture.friends, 0.0)
        self.loose: set[str] = set()  # units that stand the second way, and cover nothing but their own hex
        self.bound: dict[str, tuple[str, float]] = {}  # unit → the goal it is under way to, and for how many turns
        self.crowd: dict[str, list[float]] = {}  # goal → the turns of all who are under way to it
        self._fades: dict[tuple[int, bool], list[float]] = {}
        self._version = 0
        self._pulled: tuple[tuple[str, int], list[tuple[Aim, list[int], float, list[float]]]] = (("", -1), [])
        self._prey = self._find_prey()
        self._held = self.grid.mask(picture.friends)
        self._caught: dict[int, float] = {}
        self._around = picture.exact  # whether ways lead around the enemy; in a hurry, not for everybody
        for handle, unit in picture.mine.items():
            self._stand(unit, picture.at[handle], 1)
            self._bind(unit, picture.at[handle])
        self._around = True

    # ---- who stands where, as the moves go on ----

    def _stand(self, unit: Unit, i: int, sign: int) -> None:
        self._version += 1
        for j in (i,) if unit.handle in self.loose else (i, *self.grid.neighbours(i)):
            if j >= 0:
                self.cover[j] += sign
        self.strength[i] = self.strength.get(i, 0.0) + sign * unit.defence * unit.count

    def lift(self, unit: Unit, i: int) -> None:
        """A unit is taken up: it covers nothing."""
        self._stand(unit, i, -1)
        self.loose.discard(unit.handle)
        bound = self.bound.pop(unit.handle, None)
        if bound is not None:
            self.crowd[bound[0]].remove(bound[1])

    def put(self, unit: Unit, i: int, *, loose: bool = False) -> None:
        """A unit stands there now."""
        if loose:
            self.loose.add(unit.handle)
        self._stand(unit, i, 1)
        self._bind(unit, i)

    def _bind(self, unit: Unit, i: int) -> None:
        aim = self.drawn_to(unit, i)[1]
        if aim is not None:
            turns = self._away(aim)[i] / max(OPEN * unit.speed, 1.0)
            self.bound[unit.handle] = (aim.place, turns)
            insort(self.crowd.setdefault(aim.place, []), turns)

    # ---- considerations ----

    def value(self, unit: Unit, i: int, *, loose: bool = False) -> float:
        """How good it is for a unit that has been taken up to stand in a hex, the second way if `loose`."""
        weights = self.weights
        lost = weights.danger * self.risk(unit, i, weights.halved if loose else 1.0) + weights.trapped * self.caught(i)
        return (
            weights.pull * self.drawn_to(unit, i)[0]
            + weights.bar * self.barred(i, loose=loose)
            + weights.prey * self._prey.get(i, 0.0)
            + self.company(i)
            - lost * self.picture.worth(unit.handle)
            - (weights.hasty if loose else 0.0)
        )

    def drawn_to(self, unit: Unit, i: int) -> tuple[float, Aim | None]:
        """The best goal from a hex, faded by the turns that it is away, and shared with those who go there too."""
        best, found = 0.0, None
        shared, tempo, near = self.weights.shared, max(OPEN * unit.speed, 1.0), self.weights.near
        kinds = {leaves: self._faded(unit.speed, leaves) for leaves in (True, False)}
        for aim, field, weight, crowd in self._pulls(unit, i):
            away, fades = field[i], kinds[aim.how == "exit"]
            longest = len(fades)
            if away >= longest or weight * fades[away] <= best:
                continue  # not even if the enemy were not there
            away = self._away(aim)[i]
            if away >= longest:
                continue
            value = weight * fades[away]
            if away and aim.how != "exit":
                value *= near
            if crowd:
                value *= shared ** bisect_left(crowd, away / tempo)
            if value > best:
                best, found = value, aim
        return best, found

    def _pulls(self, unit: Unit, i: int) -> list[tuple[Aim, list[int], float, list[float]]]:
        """The goals, those that draw most from a hex first, each with how far it is at least from every hex, what it is
        worth to a unit, and how near others are who go there.
        """
        if self._pulled[0] == (unit.handle, self._version):
            return self._pulled[1]
        picture, found = self.picture, list[tuple[Aim, list[int], float, list[float]]]()
        for aim in self.wanted:
            leaves = aim.how == "exit"
            weight = aim.value * (picture.worth(unit.handle) if leaves else 1.0)
            found.append((aim, picture.atlas.field(aim.hex), weight, [] if leaves else self.crowd.get(aim.place, [])))
        tempo = max(OPEN * unit.speed, 1.0)
        found.sort(key=lambda pull: -pull[2] * self.weights.fade ** (pull[1][i] / tempo))
        self._pulled = ((unit.handle, self._version), found)
        return found

    def _away(self, aim: Aim) -> list[int]:
        """How far a goal is from every hex; what is to be taken back is as far as the ground makes it."""
        ground = aim.how == "deny" or not self._around
        return self.picture.atlas.field(aim.hex) if ground else self.picture.march(aim.hex)

    @cached_property
    def wanted(self) -> list[Aim]:
        """The goals to go for: those to hold, reach or leave by, and those to deny that the enemy has taken."""
        picture = self.picture
        return [aim for aim in picture.aims if aim.how != "deny" or aim.hex in picture.foes]

    def want(self, new: Aim) -> None:
        """A place has become worth holding, or worth more."""
        old = next((aim for aim in self.wanted if aim.place == new.place), None)
        if old is not None:
            self.wanted.remove(old)
            new = replace(old, value=old.value + new.value)
        self.wanted.append(new)
        self._version += 1

    def _faded(self, speed: float, leaves: bool) -> list[float]:
        """What is left of a goal, or of an exit if the unit leaves by it, at each distance."""
        tempo = max(int(OPEN * speed), 1)
        known = self._fades.get((tempo, leaves))
        if known is None:
            fade = self.weights.later if leaves else self.weights.fade
            known = self._fades[tempo, leaves] = [fade ** (away / tempo) for away in range(40 * tempo)]
        return known

    @cached_property
    def _denies(self) -> bool:
        return any(aim.how == "deny" for aim in self.picture.aims)

    def barred(self, i: int, *, loose: bool = False) -> float:
        """How much of the enemy's ways a unit in a hex bars that no friend bars yet; nothing for an attacker.

        A unit that stands the second way bars its own hex alone.
        """
        picture = self.picture
        if not self._denies:
            return 0.0
        ways, cover, again = picture.ways, self.cover, self.weights.again
        total = 0.0
        for j in (i,) if loose else (i, *self.grid.neighbours(i)):
            if j >= 0 and ways[j]:
                share = ways[j] * again ** cover[j]
                total += share if j != i else 2 * share
        return total / 4

    def caught(self, i: int) -> float:
        """1 in a hex without a way out that the enemy does not hold or control, less where there is but one, else 0."""
        found = self._caught.get(i)
        if found is None:
            closed = self.picture.closed & ~self._held
            ways = sum(1 for j in self.picture.atlas.beside(i) if not closed >> j & 1)
            found = self._caught[i] = 1.0 if not ways else 0.3 if ways == 1 else 0.0
        return found

    def risk(self, unit: Unit, i: int, share: float = 1.0) -> float:
        """How likely a unit would be lost in a hex with a share of its strength, by what the enemy could bring."""
        threat = self.picture.threat(i)
        if not threat:
            return 0.0
        defence = self.strength.get(i, 0.0) + share * unit.defence * unit.count
        if self.picture.shelter >> i & 1:
            defence *= self.weights.shelter
        return min(max((threat / max(defence, 0.5) - 1.0) / 5.0, 0.0), 1.0)

    def company(self, i: int) -> float:
        """Friends at hand, up to three; a penalty for nobody."""
        near = sum(1 for j in self.grid.neighbours(i) if j >= 0 and self.cover[j])
        return self.weights.support * min(near, 3) if near else -self.weights.alone

    def _find_prey(self) -> dict[int, float]:
        """The hexes near enemies that can be outnumbered, and by how much."""
        picture, grid = self.picture, self.grid
        found: dict[int, float] = {}
        for place, foes in picture.foes.items():
            defence = sum(unit.defence * unit.count for unit in foes)
            near = grid.disc(1 << place, NEAR)
            attack = sum(
                unit.attack * unit.count for handle, unit in picture.mine.items() if near >> picture.at[handle] & 1
            )
            odds = min(max(attack / max(defence, 1.0) - 1.0, -0.5), 3.0)
            for radius in range(NEAR + 1):
                for i in grid.bits(grid.ring(place, radius)):
                    found[i] = found.get(i, 0.0) + odds / max(radius, 1)
        return found
