"""Where a unit can go under the terms of its move: in one go, step by step, off the map, against a die."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from ardennes.games.bitter_woods.prices import steps_from
from ardennes.games.bitter_woods.terms import FAR, Terms
from ardennes.games.bitter_woods.terrain import Ground, WayOut
from ardennes.hexmap import Costs, Layer, Level, Move, Reach, Step, flood, flood_from, reach_of


class Walk:
    """Where a unit can go from a hex, having spent so much; `begun` if it has entered a hex in this move.

    What every move asks is found when it is asked for and kept by hand: a `cached_property` takes a lock each time.
    """

    def __init__(self, ground: Ground, terms: Terms, i: int, spent: int, *, begun: bool) -> None:
        self.ground, self.terms = ground, terms
        self.hex, self.spent, self.begun = i, spent, begun
        self._wet = not begun and bool(terms.prices.banks >> i & 1)  # whether the first step may lead across a river
        self._shut = terms.shut  # the hexes that may not be entered, from wherever
        self._halts = terms.halts  # those in which a move that enters one ends
        self._no_end = terms.no_end  # those in which it may not end
        self._dice = terms.dice  # those in which a die is rolled
        self._reach: Reach | None = None
        self._go = self._passed = -1
        self._going = 0  # of the hexes that it gets to, those from which it can go on
        self._moved: list[Level] = []  # by cost
        self._ended: dict[int, int] = {}  # those in which the first step ends its move, by cost

    @cached_property
    def tried(self) -> dict[Terms, Walk]:
        """The same move under other terms, for explanations."""
        return {}

    def under(self, terms: Terms) -> Walk:
        """The same move under other terms, found once."""
        found = self.tried.get(terms)
        if found is None:
            found = self.tried[terms] = Walk(self.ground, terms, self.hex, self.spent, begun=self.begun)
        return found

    @property
    def _free_hex(self) -> bool:
        """Whether some first step may cost more than the unit has (BW-5.2.one)."""
        if self.begun:
            return False
        costs, first, halt, _ = self.terms.prices
        left = self.terms.points - self.spent
        return left < costs.dearest or (self._wet and left < _dearest(first, halt))

    # ---- the flood ----

    @property
    def passed(self) -> int:
        """The hexes that it gets to, those in which its move may not end among them."""
        if self._passed < 0:
            self._flood()
        return self._passed

    def _flood(self) -> None:
        """Flood from its hex: the first step is a matter of its own, and may end the move."""
        terms, here = self.terms, 1 << self.hex
        if terms.home:  # where it may not leave its army's ground, no step is like another (BW-R.16)
            self._reach = flood(self._rules(ending=True), ((here, self.spent),), terms.points)
            self._passed = self._reach.passed
            return
        costs, first, halt, _ = terms.prices
        every = self.ground.grid.all
        free = every ^ (every & (self._shut | self._dice if self._dice else self._shut))
        stop = self._halts | terms.watched if terms.watched else self._halts
        go = every ^ (every & stop) if stop else every
        targets = 0 if self.begun and self._halts & here else free
        if unlike := terms.off if self.begun else terms.off | terms.same:  # BW-7.4.same, BW-22.2
            targets, go = targets & ~unlike, go & ~here
        first = first if self._wet and first is not None else costs
        entered, self._moved = flood_from(
            costs, self.hex, self.spent, terms.points, free=free, go=go, first=first, targets=targets
        )
        self._going = passed = entered | here
        if self._wet and halt is not None:
            passed |= self._cross(halt, targets)
        if self._free_hex:
            passed |= self._squeeze(targets & ~passed, first, halt)
        self._passed = passed

    def _cross(self, halt: Costs, targets: int) -> int:
        """The hexes that a first step enters across a river, and ends the move there (BW-5.3.stop, BW-5.3.wade)."""
        found = 0
        for price, entered in halt.priced_from(self.hex):
            spent, hexes = self.spent + price, entered & targets
            if hexes and spent <= self.terms.points:
                found |= hexes
                self._ended[spent] = self._ended.get(spent, 0) | hexes
        return found

    def _squeeze(self, targets: int, first: Costs, halt: Costs | None) -> int:
        """Those of some hexes that only the free hex reaches: the step takes all points (BW-5.2.one)."""
        beside = first.entered_from(self.hex)
        if self._wet and halt is not None:
            beside |= halt.entered_from(self.hex)
        found, points = beside & targets, self.terms.points
        if found:
            self._ended[points] = self._ended.get(points, 0) | found
        return found

    @property
    def reach(self) -> Reach:
        """The flood with the names of its rules, costs and ways."""
        if self._reach is None:
            passed = self.passed
            if self._reach is None:
                start, ended = ((1 << self.hex, self.spent),), sorted(self._ended.items())
                flooded, points = (passed, self._moved, [(self.spent, 1 << self.hex)]), self.terms.points
                self._reach = reach_of(flooded, self._rules(ending=True), start, points, ended)
        return self._reach

    @cached_property
    def moving(self) -> Reach:
        """Where the unit gets and can still go on: no step in it ends the move."""
        if not (self._wet or self._free_hex):
            return self.reach
        rules, start, points = self._rules(ending=False), ((1 << self.hex, self.spent),), self.terms.points
        if self.terms.home:
            return flood(rules, start, points)
        return reach_of((self._going, self._moved, [(self.spent, 1 << self.hex)]), rules, start, points)

    def _rules(self, *, ending: bool) -> Move:
        """The rules of the flood, by name; those of steps that end the move, or not."""
        terms, here = self.terms, 1 << self.hex
        halts, no_end = terms.halts, terms.no_end
        costs, first, halt, _ = terms.prices
        if not self._wet:
            first = halt = None
        elif halt is not None and (not halt.table or not ending):
            halt = None
        steps = []
        if terms.same and not self.begun:
            steps.append(Step("BW-7.4.same", here, terms.same))
        if terms.home:
            steps.append(Step("BW-R.16", terms.home, terms.bounds))
        if terms.off:
            steps.append(Step("BW-22.2", here, terms.off))
        return Move(
            costs,
            (Layer("BW-7.4", halts), Layer("BW-25.3", terms.watched)) if terms.watched else (Layer("BW-7.4", halts),),
            (Layer("BW-5.1.enemy", self._shut | self._dice),),
            (Layer("BW-7.4", halts & here),) if self.begun and halts & here else (),
            (Layer("BW-6.1", no_end),) if no_end else (),
            steps,
            first,
            halt,
            ending and self._free_hex,
        )

    @cached_property
    def onward(self) -> Reach | None:
        """Where it gets from a hex on the way that frees it of boundaries, None if it reaches none (BW-5.4.point)."""
        terms = self.terms
        if not terms.freeing & self.passed:
            return None
        freeing = terms.freeing & self.moving.passed & ~terms.halts & ~(1 << self.hex)
        if not freeing:
            return None
        move = Move(
            terms.prices.costs,
            stop=(Layer("BW-7.4", terms.halts), Layer("BW-25.3", terms.watched)),
            ban=(Layer("BW-5.1.enemy", terms.foes | terms.vacated | terms.alone | terms.outside),),
            end=(Layer("BW-6.1", terms.full | terms.mixed | terms.led | terms.apart),),
        )
        starts = [(1 << i, _known(self.moving.cost(i))) for i in self.ground.grid.bits(freeing)]
        return flood(move, starts, terms.points)

    @property
    def go(self) -> int:
        """Where the move can end, the present hex not among them."""
        if self._go < 0:
            self._go = self._ends()
        return self._go

    def _ends(self) -> int:
        if self.terms.held:
            return 0
        passed = self.passed
        found = passed ^ (passed & (self._no_end | 1 << self.hex))
        if self.terms.freeing and self.onward is not None:
            found = (found | self.onward.mask) & ~(1 << self.hex)
        return found

    @property
    def comes_home(self) -> bool:
        """Whether it can reach its army's ground, at once or step by step where its walk is interrupted (BW-R.16)."""
        if not self.terms.home:
            return False
        walk = self.under(self.terms._replace(watched=0)) if self.terms.watched else self
        return bool(walk.go & self.terms.home)

    def cost(self, i: int) -> int:
        """What it will have spent in a hex that it reaches."""
        if not self.terms.freeing and not self.terms.home:
            return self._spent_in(i)
        return min(_known(reach.cost(i)) for reach in self._reaches(i))

    def passed_before(self, i: int) -> int:
        """The hexes through which its way to a hex may lead: it gets to them for less."""
        if self.terms.freeing or self.terms.home or not self._moved:
            return self.passed
        found, bit = 0, 1 << i
        for _, mask in self._moved:
            if mask & bit:
                break
            found |= mask
        return found

    def led_through(self, i: int) -> int:
        """The same more narrowly: of those hexes, the ones from which steps lead to it, each farther than the last."""
        before, on_the_way = self.passed_before(i), 1 << i
        if self.terms.freeing or self.terms.home:
            return before
        for _, mask in reversed(self._moved):
            on_the_way |= mask & before & self.ground.grid.around(on_the_way)
        return on_the_way & before

    def _spent_in(self, i: int) -> int:
        """What it will have spent in a hex that its flood has entered, or in its own."""
        assert self.passed >> i & 1
        if i == self.hex:
            return self.spent
        bit, ended = 1 << i, FAR
        for spent, mask in self._ended.items():
            if mask & bit and spent < ended:
                ended = spent
        for spent, mask in self._moved:
            if spent >= ended or mask & bit:
                return min(spent, ended)
        return ended

    def charge(self, i: int) -> int:
        """The same as a player is told it: a crossing that ends the move takes all points (BW-5.3.stop, .wade)."""
        cost, halt = self.cost(i), self.terms.prices.halt
        halts = self._wet and halt is not None and steps_from(halt, self.hex).get(i) == cost
        return self.terms.points if halts and len(self.path(i)) == 2 else cost  # another way may cost as much

    def path(self, i: int) -> tuple[int, ...]:
        """The cheapest way to a hex, from the present one."""
        reaches = self._reaches(i)
        if self.onward is None or min(reaches, key=lambda reach: _known(reach.cost(i))) is self.reach:
            return self.reach.path(i)
        rest = self.onward.path(i)
        return (*self.moving.path(rest[0]), *rest[1:])

    def _reaches(self, i: int) -> list[Reach]:
        """The floods by which the move can end in a hex; for one that is only passed, those that pass it."""
        found = [reach for reach in (self.reach, self.onward) if reach is not None and reach.passed >> i & 1]
        return [reach for reach in found if reach.mask >> i & 1] or found

    # ---- leaving the map ----

    @property
    def exits(self) -> int:
        """The hexsides by which it can leave, as a mask by number (BW-5.5)."""
        outs, ways = self.terms.outs, self.ground.ways_out
        if not outs or self.terms.held or not self.passed & self.ground.rim:
            return 0
        return sum(1 << n for n in outs if self._leaves_by(ways[n]))

    def _leaves_by(self, way: WayOut) -> bool:
        terms, bit = self.terms, 1 << way.hex
        spent = self._spent_at(way.hex) if self.passed & bit else None
        if spent is None or terms.away & bit:
            return False
        if terms.halts & bit and (self.begun or way.hex != self.hex):
            return False
        return spent + self.toll(way) <= terms.points

    def _spent_at(self, i: int) -> int | None:
        """What it has spent in a hex from which it can still go on."""
        found = [cost for reach in (self.moving, self.onward) if reach and (cost := reach.cost(i)) is not None]
        return min(found, default=None)

    def toll(self, way: WayOut) -> int:
        """What leaving by a hexside costs: the road rate where a road leads off the map, else a point (BW-R.17)."""
        return self.terms.road if way.road else self.ground.point

    def path_out(self, way: WayOut) -> tuple[int, ...]:
        """The way to the hex by which it leaves."""
        return self.moving.path(way.hex) or self.path(way.hex)

    # ---- step by step ----

    @property
    def steps(self) -> int:
        """The neighbouring hexes that it can enter, and from which its move can still be ended."""
        beside = self._beside
        if self.begun and self.terms.points - self.spent < self.terms.prices.costs.dearest:
            return self._checked(beside, beside)
        doubtful = beside & (self._no_end | self._dice if self._dice else self._no_end)
        return self._checked(beside, doubtful) if doubtful else beside

    @property
    def _beside(self) -> int:
        """The neighbouring hexes that it may enter if it has the points, whether or not its move can end then."""
        terms, i = self.terms, self.hex
        if terms.held or (self.begun and self._halts >> i & 1):
            return 0
        costs, first, halt, _ = terms.prices
        if self._wet:  # whatever the first step costs, it may be made (BW-5.2.one)
            beside = (first or costs).entered_from(i)
            if halt is not None:
                beside |= halt.entered_from(i)
        else:
            beside = costs.entered_from(i)
        beside ^= beside & self._shut
        if terms.off:
            beside &= ~terms.off
        if terms.same and not self.begun:
            beside &= ~terms.same
        if terms.home and terms.home >> i & 1:
            beside &= ~terms.bounds
        return beside

    def _checked(self, beside: int, doubtful: int) -> int:
        """Some neighbouring hexes but for the doubtful ones that it cannot pay for, or end its move from."""
        found = beside & ~doubtful
        for j, spent in self._priced():
            if doubtful >> j & 1 and self._may_step(j, spent):
                found |= 1 << j
        return found

    def _priced(self) -> Iterator[tuple[int, int]]:
        """The neighbouring hexes that a step may enter, each with what the unit will have spent there."""
        costs, first, halt, _ = self.terms.prices
        points, spent = self.terms.points, self.spent
        for j, price in steps_from((first or costs) if self._wet else costs, self.hex).items():
            if spent + price <= points:
                yield j, spent + price
            elif not self.begun:
                yield j, points  # the free hex (BW-5.2.one)
        if self._wet and halt is not None:
            for j in steps_from(halt, self.hex):
                yield j, points  # the crossing ends the move

    def _may_step(self, j: int, spent: int) -> bool:
        if self._dice >> j & 1:
            return self._may_risk(j, spent)
        return self._may_end_from(j, spent)

    def _may_risk(self, j: int, spent: int) -> bool:
        """Whether it may step into a hex where a die is rolled: whatever the die, it can end its move (BW-R.95)."""
        terms, point = self.terms, self.ground.point
        if terms.tolled >> j & 1:
            if self.spent + self._printed(j) + point > terms.points:
                return False
            spent = min(spent + point, terms.points)
        if terms.deceived >> j & 1:
            return not self._no_end >> j & 1
        return self._may_end_from(j, spent)

    def _printed(self, j: int) -> int:
        """What a step costs, though it may end the move."""
        costs, first, halt, _ = self.terms.prices
        found = steps_from((first or costs) if self._wet else costs, self.hex).get(j)
        if found is None and halt is not None:
            found = steps_from(halt, self.hex).get(j)
        return _known(found)

    def _may_end_from(self, j: int, spent: int) -> bool:
        if not self._no_end >> j & 1:
            return True
        if spent >= self.terms.points or self._halts >> j & 1:
            return False
        terms = self.terms.freed() if self.terms.freeing >> j & 1 else self.terms
        terms = terms._replace(watched=0)  # an interruption is no end
        onward = Walk(self.ground, terms, j, spent, begun=True)  # one flood: looking step by step would fork at each
        return bool(onward.ends_next or onward.go or onward.exits or onward.challenges)

    @property
    def ends_next(self) -> bool:
        """Whether it can end its move in a neighbouring hex, without a die: that is found without a flood."""
        good = self._beside & ~(self._no_end | self._dice)
        return bool(good) and any(good >> j & 1 for j, _ in self._priced())

    def price(self, j: int) -> int | None:
        """What it will have spent when it has stepped into a neighbouring hex; a step that ends the move takes all."""
        return dict(self._priced()).get(j)

    # ---- against a die ----

    @cached_property
    def challenges(self) -> int:
        """The interdicted forest hexes that it may enter along a road with a die (BW-22.2).

        If the die is bad, its move ends there, room or not; if it is good, it must be able to end it somewhere.
        """
        terms, here = self.terms, 1 << self.hex
        if not terms.bombed or terms.held or (self.begun and terms.halts & here):
            return 0
        along = self.ground.grid.across(here, terms.roads) & terms.bombed & ~self._shut & ~terms.off
        along &= ~(0 if self.begun else terms.same) & ~(terms.bounds if terms.home & here else 0)
        return sum(1 << j for j in self.ground.grid.bits(along) if self._may_challenge(j))

    def _may_challenge(self, j: int) -> bool:
        spent = self.dared(j)
        if spent is None or not self.terms.no_end >> j & 1:
            return spent is not None
        return Walk(self.ground, self.terms.through(self.ground, j), j, spent, begun=True).able

    def dared(self, j: int) -> int | None:
        """What it will have spent when it has challenged the interdiction of a hex; None if it cannot pay."""
        smooth = self.terms.clear
        return self.under(self.terms._replace(prices=smooth, off=0)).price(j) if smooth else None

    @cached_property
    def slips(self) -> int:
        """The neighbouring hexes that it may enter only if a die lets it through enemy zones (BW-27)."""
        terms, here = self.terms, 1 << self.hex
        if not terms.slips or terms.held or (self.begun and not (terms.stops & here and self.may_stop)):
            return 0
        found, prices = self.unseen.steps & ~self.steps, dict(self.unseen._priced())
        return sum(1 << j for j in self.ground.grid.bits(found) if self._may_step(j, prices[j]))

    @property
    def unseen(self) -> Walk:
        """The same move if the zones of its hex did not count."""
        terms = self.terms
        return self.under(terms._replace(same=0, stops=terms.stops & ~(1 << self.hex)))

    @property
    def may_stop(self) -> bool:
        """Whether its move may end where it is."""
        return not self._no_end >> self.hex & 1

    @property
    def able(self) -> bool:
        """Whether it can go anywhere at all: every move begins with a step, or leaves the map at once."""
        return bool(self.steps or self.exits or self.challenges or self.slips)

    @property
    def first_steps(self) -> int:
        """The neighbouring hexes in which a move that has not begun can end at once, without a die."""
        return 0 if self.begun else self._beside & ~(self._no_end | self._dice)

    @property
    def hemmed_in(self) -> bool:
        """Whether it can go nowhere, and could not if there were more room."""
        return not (self._beside or self.exits or self.challenges or self.slips)


def _dearest(*prices: Costs | None) -> int:
    return max((costs.dearest for costs in prices if costs is not None), default=0)


def _known(cost: int | None) -> int:
    assert cost is not None
    return cost
