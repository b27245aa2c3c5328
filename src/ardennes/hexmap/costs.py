"""What a step costs: entry costs by hex, by hexside and along links, compiled into masks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import gcd
from typing import Literal, NamedTuple, cast

from .board import Board
from .grid import Grid, Six

Table = dict[int, Six]  # cost → for each direction d, the hexes that a step in direction d enters at that cost
Plan = tuple[tuple[int, int, int, Six], ...]  # price, hexes entered evenly, other hexes, and from where
Lane = tuple[int, Six, tuple[tuple[int, int], ...]]  # least price, steps in shift order, prices and hexes entered

Item = tuple[str, int]  # a rule, and the parts that its change makes a step cost

NO_SIX: Six = (0, 0, 0, 0, 0, 0)


class Change(NamedTuple):
    """What one rule does to the price of some steps."""

    rule: str
    does: Literal["set", "lower", "add", "close"]
    steps: Six  # for each direction d, the hexes that a step in direction d enters
    parts: int

    def applied(self, table: Table) -> Table:
        """The prices after the change."""
        if self.does == "set":
            return _set(table, self.steps, self.parts)
        if self.does == "lower":
            return _set(table, _minus(self.steps, _up_to(table, self.parts)), self.parts)
        if self.does == "close":
            return _cleared(table, self.steps)
        return _add(table, self.steps, self.parts) if self.parts else table

    def itemized(self, items: list[Item]) -> list[Item]:
        """What one of the steps is made up of after the change; nothing if it is not allowed."""
        if self.does == "close":
            return []
        mine = (self.rule, self.parts)
        if self.does == "add":
            return [*items, mine] if items else []
        if self.does == "lower" and items and sum(parts for _, parts in items) <= self.parts:
            return items
        return [mine]


class Costs:
    """The price of every step for one kind of unit, in whole parts of the game's smallest fraction.

    It never changes: each method returns new costs in which the change comes on top of what was there, and
    is cheap enough for one call's variation. What no change has opened cannot be entered. A change may carry the
    id of its rule; `without` takes the changes of a rule back. A set of hexsides has six masks, mask d being the
    hexes that are entered across their side d: what `Board.sides` and `Board.links` return.
    """

    __slots__ = (
        "_changes", "_dearest", "_grain", "_lanes", "_open", "_plan", "_priced", "_reversed", "grid", "known", "table"
    )  # fmt: skip

    def __init__(self, grid: Grid, changes: tuple[Change, ...] = (), table: Table | None = None) -> None:
        """Costs with these changes; nothing can be entered if there are none."""
        self.grid = grid
        self._changes = changes
        self.table = table if table is not None else _applied(changes)
        self.known: dict[int, int] = {}  # what `entered_from` has found
        self._priced: dict[int, tuple[tuple[int, int], ...]] = {}  # what `priced_from` has found
        self._plan: Plan | None = None
        self._open: Six | None = None  # all steps, in the order of the shifts
        self._lanes: tuple[Lane, ...] | None = None
        self._grain = 0
        self._dearest = -1
        self._reversed: Costs | None = None

    @classmethod
    def of(
        cls,
        board: Board,
        terrain: Mapping[str, int | None],
        sides: Mapping[str, int | None] | None = None,
        links: Mapping[str, int] | None = None,
    ) -> Costs:
        """Costs by terrain, then what hexsides add (None closes them), then links, which replace both.

        Raise `ValueError` if a terrain of the board has no entry; None closes one.
        """
        missing = [name for name in board.terrains if name not in terrain]
        if missing:
            raise ValueError(f'No cost is given for the terrain "{missing[0]}".')
        costs = cls(board.grid)
        for name, cost in terrain.items():
            if cost is not None:
                costs = costs.enter(board.terrain(name), cost)
        for name, extra in (sides or {}).items():
            six = board.sides(name)
            costs = costs.close_across(six) if extra is None else costs.add_across(six, extra)
        for kind, cost in (links or {}).items():
            costs = costs.along(board.links(kind), cost)
        return costs

    # Changes

    def enter(self, mask: int, cost: int, rule: str = "") -> Costs:
        """Entering these hexes costs so much, from wherever."""
        return self.along((mask,) * 6, cost, rule)

    def along(self, six: Six, cost: int, rule: str = "") -> Costs:
        """A step along these links costs so much, whatever it cost before; raise `ValueError` if that is nothing."""
        if cost < 1:
            raise ValueError(f"A step costs at least 1 part, not {cost}.")
        return self._changed(Change(rule, "set", _turned(six), cost))

    def along_if_cheaper(self, six: Six, cost: int, rule: str = "") -> Costs:
        """A step along these links costs so much where it cost more, or was not allowed, before."""
        if cost < 1:
            raise ValueError(f"A step costs at least 1 part, not {cost}.")
        return self._changed(Change(rule, "lower", _turned(six), cost))

    def add(self, mask: int, extra: int, rule: str = "") -> Costs:
        """Entering these hexes costs so much more."""
        return self.add_across((mask,) * 6, extra, rule)

    def add_across(self, six: Six, extra: int, rule: str = "") -> Costs:
        """Crossing these hexsides costs so much more; if that is 0, the rule is only named (`items`)."""
        if extra < 0:
            raise ValueError(f"An extra cost cannot be {extra}.")
        return self._changed(Change(rule, "add", _turned(six), extra))

    def close(self, mask: int, rule: str = "") -> Costs:
        """These hexes may not be entered."""
        return self.close_across((mask,) * 6, rule)

    def close_across(self, six: Six, rule: str = "") -> Costs:
        """These hexsides may not be crossed."""
        return self._changed(Change(rule, "close", _turned(six), 0))

    def _changed(self, change: Change) -> Costs:
        return Costs(self.grid, (*self._changes, change), change.applied(self.table))

    # Explanations

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules whose changes are in these costs, each once."""
        return tuple(dict.fromkeys(change.rule for change in self._changes if change.rule))

    def without(self, rules: Iterable[str]) -> Costs:
        """The costs as they would be without these rules."""
        lifted = frozenset(rules)
        if lifted.isdisjoint(self.rules):
            return self
        return Costs(self.grid, tuple(change for change in self._changes if change.rule not in lifted))

    def items(self, i: int, j: int) -> list[Item]:
        """What makes up the price of the step from i to its neighbour j: each rule whose change acts, and its parts.

        Nothing if the step is not allowed. A rule that makes the step no dearer has 0 parts.
        """
        d = self.grid.direction(i, j)
        items: list[Item] = []
        for change in self._changes:
            if change.steps[d] >> j & 1:
                items = change.itemized(items)
        return items

    # Questions

    def cost(self, i: int, j: int) -> int | None:
        """The price of the step from i to its neighbour j, None if it is not allowed."""
        d = self.grid.direction(i, j)
        return next((cost for cost, six in self.table.items() if six[d] >> j & 1), None)

    @property
    def dearest(self) -> int:
        """The price of the dearest step, 0 if there is none."""
        if self._dearest < 0:
            self._dearest = max(self.table, default=0)
        return self._dearest

    @property
    def backwards(self) -> Costs:
        """The costs of walking every step the other way round: of finding who can reach a hex, not where one can go."""
        if self._reversed is None:
            shift = self.grid.shift
            table: Table = {}
            for cost, six in self.table.items():
                table[cost] = cast(Six, tuple(shift(six[(d + 3) % 6], d) for d in range(6)))
            self._reversed = Costs(self.grid, (), table)
        return self._reversed

    def entered_from(self, i: int) -> int:
        """The hexes that one step from a hex enters, at whatever cost."""
        found = self.known.get(i)
        if found is None:
            east, west, south, north, southwest, northeast = self._all_steps
            here, stride = 1 << i, self.grid.stride
            found = self.known[i] = (
                here << 1 & east
                | here >> 1 & west
                | here << stride & south
                | here >> stride & north
                | here << stride - 1 & southwest
                | here >> stride - 1 & northeast
            )
        return found

    def priced_from(self, i: int) -> tuple[tuple[int, int], ...]:
        """The same by price: each with the hexes that one step from a hex enters at it."""
        found = self._priced.get(i)
        if found is None:
            here, stride = 1 << i, self.grid.stride
            east, west, south, north = here << 1, here >> 1, here << stride, here >> stride
            southwest, northeast = here << stride - 1, here >> stride - 1
            each: list[tuple[int, int]] = []
            for _, (a, b, c, d, e, f), prices in self.lanes:
                entered = east & a | west & b | south & c | north & d | southwest & e | northeast & f
                for price, hexes in prices if entered else ():
                    if at_price := entered & hexes:
                        each.append((price, at_price))
            found = self._priced[i] = tuple(each)
        return found

    def leading_to(self, hexes: int) -> int:
        """The hexes from which one step enters any of some hexes, at whatever cost."""
        east, west, south, north, southwest, northeast = self._all_steps
        stride = self.grid.stride
        return (
            (hexes & east) >> 1
            | (hexes & west) << 1
            | (hexes & south) >> stride
            | (hexes & north) << stride
            | (hexes & southwest) >> stride - 1
            | (hexes & northeast) << stride - 1
        )

    @property
    def _all_steps(self) -> Six:
        """The steps at whatever price, in the order of the shifts."""
        if self._open is None:
            self._open = self.grid.in_shift_order(_union(self.table))
        return self._open

    @property
    def grain(self) -> int:
        """The greatest number of parts that every price is a multiple of; 0 if there is no step."""
        if not self._grain:
            self._grain = gcd(*self.table)
        return self._grain

    def knowing(self, known: dict[int, int]) -> Costs:
        """These costs, given for some hexes which ones a step enters, so that they need not be found out."""
        self.known = known
        return self

    @property
    def lanes(self) -> tuple[Lane, ...]:
        """All steps, cheapest first, with as many prices together in a lane as enter different hexes.

        One look through a lane finds the steps of all its prices, which are then told apart by the hexes entered.
        """
        if self._lanes is None:
            self._lanes = _laid(self.grid, self.table)
        return self._lanes

    @property
    def plan(self) -> Plan:
        """What the flood works through, cheapest price first; the six masks are in the order of the shifts.

        A hex is entered evenly at a price if no step into it costs more; one that costs less does no harm, because
        by then it has been taken. For the other hexes it matters from where they are entered.
        """
        if self._plan is None:
            self._plan = _planned(self.grid, self.table)
        return self._plan


def _union(table: Table) -> Six:
    """The steps at whatever price."""
    found = NO_SIX
    for six in table.values():
        found = _or(found, six)
    return found


def _applied(changes: tuple[Change, ...]) -> Table:
    table: Table = {}
    for change in changes:
        table = change.applied(table)
    return table


def _turned(six: Six) -> Six:
    """From the side that is crossed, seen from the hex entered, to the direction of the step."""
    return six[3], six[4], six[5], six[0], six[1], six[2]


def _minus(six: Six, other: Six) -> Six:
    a, b, c, d, e, f = six
    p, q, r, s, t, u = other
    return a ^ (a & p), b ^ (b & q), c ^ (c & r), d ^ (d & s), e ^ (e & t), f ^ (f & u)  # a & ~p, but sooner


def _and(six: Six, other: Six) -> Six:
    a, b, c, d, e, f = six
    p, q, r, s, t, u = other
    return a & p, b & q, c & r, d & s, e & t, f & u


def _or(six: Six, other: Six) -> Six:
    a, b, c, d, e, f = six
    p, q, r, s, t, u = other
    return a | p, b | q, c | r, d | s, e | t, f | u


def _any(six: Six) -> int:
    a, b, c, d, e, f = six
    return a | b | c | d | e | f


def _cleared(table: Table, six: Six) -> Table:
    found = {}
    for cost, entered in table.items():
        kept = _minus(entered, six)
        if any(kept):
            found[cost] = kept
    return found


def _set(table: Table, six: Six, cost: int) -> Table:
    table = _cleared(table, six)
    table[cost] = _or(table.get(cost, NO_SIX), six)
    return table


def _add(table: Table, six: Six, extra: int) -> Table:
    new = _cleared(table, six)
    for cost, entered in table.items():
        moved = _and(entered, six)
        if any(moved):
            new[cost + extra] = _or(new.get(cost + extra, NO_SIX), moved)
    return new


def _up_to(table: Table, cost: int) -> Six:
    cheap = NO_SIX
    for price, six in table.items():
        if price <= cost:
            cheap = _or(cheap, six)
    return cheap


def _laid(grid: Grid, table: Table) -> tuple[Lane, ...]:
    lanes: list[tuple[Six, dict[int, int]]] = []
    for cost in sorted(table):
        six = table[cost]
        hexes = _any(six)
        for n, (steps, prices) in enumerate(lanes):
            if not hexes & _any(steps):
                lanes[n] = _or(steps, six), {**prices, cost: hexes}
                break
        else:
            lanes.append((six, {cost: hexes}))
    return tuple((min(prices), grid.in_shift_order(steps), tuple(prices.items())) for steps, prices in lanes)


def _planned(grid: Grid, table: Table) -> Plan:
    edges = _turned(grid.edges)
    so_far = NO_SIX
    plan = []
    for cost in sorted(table):
        six = table[cost]
        so_far = _or(so_far, six)
        a, b, c, d, e, f = _or(so_far, edges)
        evenly = a & b & c & d & e & f
        rest = _minus(six, (evenly,) * 6)
        plan.append((cost, evenly & _any(six), _any(rest), grid.in_shift_order(rest)))
    return tuple(plan)
