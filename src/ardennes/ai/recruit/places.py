"""How good it is for a unit to stand in a place: goals draw it, ways must be barred, danger and loneliness repel."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from ardennes.ai.atlas import OPEN
from ardennes.ai.picture import FEW, Aim, Picture
from ardennes.ai.taste import Taste
from ardennes.engine.queries import Unit


class Places:
    """The worth of places to the units of one side, while they move one after the other."""

    def __init__(self, picture: Picture, taste: Taste | None = None) -> None:
        self.picture = picture
        self.taste = taste or picture.taste
        self.grid = picture.grid
        self.cover = [0] * self.grid.size  # by how many friends each hex is occupied or touched
        self.strength = dict.fromkeys(picture.friends, 0.0)
        self.loose: set[str] = set()  # units that stand the second way, and cover nothing but their own hex
        self.bound: dict[str, tuple[str, float]] = {}  # unit → the goal it is under way to, and for how many turns
        self.crowd: dict[str, list[float]] = {}  # goal → the turns of all who are under way to it
        self._aimed: dict[float, list[tuple[Aim, list[int], bool, list[float], list[float]]]] = {}
        self._glanced: dict[float, dict[int, float]] = {}
        self._fades: dict[tuple[int, bool], list[float]] = {}
        self._version = 0
        self._preyed = 0  # how often prey was asked for
        self._pulled: tuple[tuple[str, int], list[tuple[Aim, list[int], float, list[float]]]] = (("", -1), [])
        self._held = self.grid.mask(picture.friends)
        self._caught: dict[int, float] = {}
        self.glancing = self.taste.sketched > 0
        self._around = (
            picture.exact and not self.glancing
        )  # whether ways lead around the enemy; in a hurry, not for everybody
        for handle, unit in picture.mine.items():
            self._stand(unit, picture.at[handle], 1)
            self._bind(unit, picture.at[handle])
        self._around = not self.glancing

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
        taste = self.taste
        lost = taste.danger * self.risk(unit, i, taste.halved if loose else 1.0) + taste.trapped * self.caught(i)
        return (
            taste.pull * self.drawn_to(unit, i)[0]
            + taste.bar * self.barred(i, loose=loose)
            + taste.prey * self.prey(i)
            + self.company(i)
            - lost * self.picture.worth(unit.handle)
            - (taste.hasty if loose else 0.0)
        )

    def drawn_to(self, unit: Unit, i: int) -> tuple[float, Aim | None]:
        """The best goal from a hex, faded by the turns that it is away, and shared with those who go there too."""
        best, found = 0.0, None
        shared, tempo, near = self.taste.shared, max(OPEN * unit.speed, 1.0), self.taste.near
        out, on = self._faded(unit.speed, True), self._faded(unit.speed, False)
        if self.glancing:
            return self._drawn_at_once(unit, i)
        for aim, field, weight, crowd in self._pulls(unit, i):
            away, fades = field[i], out if aim.how == "exit" else on
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

    def _drawn_at_once(self, unit: Unit, i: int) -> tuple[float, Aim | None]:
        """The same by the ground alone, whoever stands in the way."""
        best, found = 0.0, None
        shared, tempo, near = self.taste.shared, max(OPEN * unit.speed, 1.0), self.taste.near
        worth = self.picture.worth(unit.handle)
        for aim, field, leaves, fades, crowd in self._aims_at(unit.speed):
            away = field[i]
            if away >= len(fades):
                continue
            value = aim.value * fades[away]
            if leaves:
                value *= worth
            else:
                if value <= best:
                    continue
                if away:
                    value *= near
                if crowd:
                    value *= shared ** bisect_left(crowd, away / tempo)
            if value > best:
                best, found = value, aim
        return best, found

    def _aims_at(self, speed: float) -> list[tuple[Aim, list[int], bool, list[float], list[float]]]:
        """The goals for a unit of some speed, each with how far it is, how it fades, and who else goes there."""
        known = self._aimed.get(speed)
        if known is None:
            known = self._aimed[speed] = [
                (
                    aim,
                    self.picture.atlas.field(aim.hex),
                    aim.how == "exit",
                    self._faded(speed, aim.how == "exit"),
                    self.crowd.setdefault(aim.place, []),
                )
                for aim in self.wanted
            ]
        return known

    def glance(self, unit: Unit, i: int) -> float:
        """About how good a place is: what needs no look at who stands beside it."""
        return self.glances(unit, (i,))[0]

    def glances(self, unit: Unit, hexes: Iterable[int]) -> list[float]:
        """About how good some places are."""
        taste, picture, cover, strength = self.taste, self.picture, self.cover, self.strength
        known = self._glanced.setdefault(unit.speed, {})
        ways, threats = picture.ways if self._denies else None, picture.threats
        own, shelter, certain = unit.defence * unit.count, picture.shelter, taste.certain
        bar, again, lost = taste.bar, taste.again, taste.danger * picture.worth(unit.handle)
        found = list[float]()
        for i in hexes:
            value = known.get(i)
            if value is None:
                value = known[i] = self._sketch(unit.speed, i)
            if ways is not None and ways[i]:
                value += bar * ways[i] * again ** cover[i]
            threat = threats.get(i)
            if threat:
                defence = strength.get(i, 0.0) + own
                if shelter >> i & 1:
                    defence *= taste.shelter
                odds = threat / (defence if defence > 0.5 else 0.5) - 1.0
                if odds > 0.0:
                    value -= lost * (odds / certain if odds < certain else 1.0)
            found.append(value)
        return found

    def _sketch(self, speed: float, i: int) -> float:
        """What a place is worth to whoever is so fast, for its goals and its prey."""
        drawn = 0.0
        for aim, field, _, fades, _ in self._aims_at(speed):
            away = field[i]
            if away < len(fades):
                drawn = max(drawn, aim.value * fades[away])
        return self.taste.pull * drawn + self.taste.prey * self._prey.get(i, 0.0)

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
        found.sort(key=lambda pull: -pull[2] * self.taste.fade ** (pull[1][i] / tempo))
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
        self._aimed.clear()
        self._glanced.clear()
        self._version += 1

    def _faded(self, speed: float, leaves: bool) -> list[float]:
        """What is left of a goal, or of an exit if the unit leaves by it, at each distance."""
        tempo = max(int(OPEN * speed), 1)
        known = self._fades.get((tempo, leaves))
        if known is None:
            fade = self.taste.later if leaves else self.taste.fade
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
        ways, cover, again = picture.ways, self.cover, self.taste.again
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
            found = self._caught[i] = 1.0 if not ways else self.picture.taste.cramped if ways == 1 else 0.0
        return found

    def risk(self, unit: Unit, i: int, share: float = 1.0) -> float:
        """How likely a unit would be lost in a hex with a share of its strength, by what the enemy could bring."""
        threat = self.picture.threat(i)
        if not threat:
            return 0.0
        defence = self.strength.get(i, 0.0) + share * unit.defence * unit.count
        if self.picture.shelter >> i & 1:
            defence *= self.taste.shelter
        return min(max((threat / max(defence, 0.5) - 1.0) / self.taste.certain, 0.0), 1.0)

    def company(self, i: int) -> float:
        """Friends at hand, up to three; a penalty for nobody."""
        near = sum(1 for j in self.grid.neighbours(i) if j >= 0 and self.cover[j])
        return self.taste.support * min(near, 3) if near else -self.taste.alone

    def prey(self, i: int) -> float:
        """How much enemies near a hex can be outnumbered."""
        self._preyed += 1
        if "_prey" in self.__dict__ or self._preyed > FEW:
            return self._prey.get(i, 0.0)
        distance, total = self.grid.distance, 0.0
        for place, odds in self._weaker if i >= 0 else ():
            away = distance(place, i)
            if away <= self.picture.taste.gathered:
                total += odds / max(away, 1)
        return total

    @cached_property
    def _prey(self) -> dict[int, float]:
        """The hexes near enemies that can be outnumbered, and by how much."""
        found: dict[int, float] = {}
        ring = self.picture.atlas.ring
        for place, odds in self._weaker:
            for radius in range(self.picture.taste.gathered + 1):
                share = odds / max(radius, 1)
                for i in ring(place, radius):
                    found[i] = found.get(i, 0.0) + share
        return found

    @cached_property
    def _weaker(self) -> list[tuple[int, float]]:
        """By how much each hex of enemies can be outnumbered by those who are near."""
        picture, grid, found = self.picture, self.grid, list[tuple[int, float]]()
        mine = [(picture.at[handle], unit.attack * unit.count) for handle, unit in picture.mine.items()]
        for place, foes in picture.foes.items():
            defence = sum(unit.defence * unit.count for unit in foes)
            near = grid.disc(1 << place, picture.taste.gathered)
            attack = sum([strength for i, strength in mine if near >> i & 1])
            found.append((place, min(max(attack / max(defence, 1.0) - 1.0, -0.5), 3.0)))
        return found
