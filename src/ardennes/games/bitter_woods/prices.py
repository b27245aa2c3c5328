"""What steps cost a unit (BW-5.3, 11.3): any step, a first step across a river, and steps that end a move."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ardennes.games.bitter_woods import cooperation, lasting, spearheads
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.terrain import NO_CROSSINGS, Crosser, Ground
from ardennes.hexmap import Costs, Six

KEPT = 1024  # prices that are remembered, and lists of steps


class Prices(NamedTuple):
    """What steps cost a unit: any step, the first if it differs, and first steps that end the move."""

    costs: Costs
    first: Costs | None
    halt: Costs | None
    banks: int  # the hexes beside a river without a bridge, from which first steps differ

    def without(self, rule: str) -> Prices:
        """The prices as they would be without a rule."""
        return _without(self, rule)

    def going_on(self, rule: str) -> Prices:
        """The prices if a first step across a river did not end the move, where it does so by this rule."""
        return _going_on(self, rule) if self.halt is not None and rule in self.halt.rules else self


@lru_cache(maxsize=KEPT)
def _without(prices: Prices, rule: str) -> Prices:
    costs, first, halt, banks = prices
    lifted = [each and each.without((rule,)) for each in (first, halt)]
    return Prices(costs.without((rule,)), lifted[0], lifted[1], banks)


@lru_cache(maxsize=KEPT)
def _going_on(prices: Prices, rule: str) -> Prices:
    first = prices.first or prices.costs
    assert prices.halt is not None
    for price, (a, b, c, d, e, f) in prices.halt.table.items():
        first = first.along((d, e, f, a, b, c), price, rule)
    return prices._replace(first=first, halt=None)


@lru_cache(maxsize=KEPT)
def _prices(
    ground: Ground, crosser: Crosser, season: int, blown: int, interdicted: int, extra: int, landed: int, dry: bool
) -> Prices:
    plain = ground.costs(crosser, season, blown)
    first, halt = NO_CROSSINGS if dry else ground.crossings(crosser, season, blown)
    costs: Costs | None = plain
    if interdicted:
        costs, first, halt = (each and each.add(interdicted, extra, "BW-11.3") for each in (costs, first, halt))
    if landed:
        costs, first, halt = (each and each.add(landed, ground.point, "BW-29.1.two") for each in (costs, first, halt))
    assert costs is not None
    costs = costs if costs is plain else costs.knowing(plain.known)  # a dearer step leads to the same hex
    return Prices(costs, first, halt, ground.banks(blown))


@lru_cache(maxsize=KEPT)
def _behind_the_meuse(ground: Ground, prices: Prices) -> Prices:
    """The prices of a British unit that does not cross the Meuse (BW-28.1)."""
    sides = cooperation.over_the_meuse(ground)
    costs, first, halt = (each and each.close_across(sides, cooperation.MEUSE) for each in prices[:3])
    assert costs is not None
    return Prices(costs, first, halt, prices.banks)


def _companies(state: Position, unit: int) -> int:
    """The hexes with so many parachutists that an Allied unit pays for them without a die (BW-29.1.two)."""
    return lasting.with_companies(state, several=True) if state.game.forces.side[unit] == ALLIED else 0


def prices_of(state: Position, unit: int, *, interdiction: bool = True, spared: int = 0, dry: bool = False) -> Prices:
    """What steps cost a unit as things stand; interdiction concerns Germans only (BW-11.3).

    `spared` are hexes whose interdiction it has challenged. A move that begins away from rivers is `dry`: how its first
    step would lead across one is left out.
    """
    game, ground = state.game, state.game.ground
    hexes = extra = 0
    if state.interdicted and interdiction:
        counter = game.forces.units[unit]
        if counter.side == GERMAN and not spearheads.unhindered(state, unit):
            hexes = state.interdicted & ~spared
            extra = game.tables["interdiction"]["mechanized" if counter.category == "mechanized" else "others"]
    landed = _companies(state, unit) if interdiction and state.effects else 0
    season = game.seasons[state.turn - 1]
    found = _prices(ground, game.crossers[unit], season, state.blown, hexes, extra * ground.point, landed, dry)
    if game.nations.kept_back >> unit & 1 and cooperation.kept_back(state):
        return _behind_the_meuse(game.ground, found)
    return found


def off_roads(state: Position, unit: int) -> Prices:
    """What steps cost a unit that uses no roads: the terrain of every hex, bridges as others (BW-29.4, BW-R.94)."""
    game = state.game
    found = _off_roads(game.ground, prices_of(state, unit), game.crossers[unit], state.season, state.blown)
    return _behind_the_meuse(game.ground, found) if cooperation.kept_back(state) >> unit & 1 else found


@lru_cache(maxsize=KEPT)
def _off_roads(ground: Ground, prices: Prices, crosser: Crosser, season: int, blown: int) -> Prices:
    without = prices.without("BW-5.3.road")
    costs, first = (
        each and ground.across_bridges(each, crosser, season, blown) for each in (without.costs, without.first)
    )
    assert costs is not None
    return without._replace(costs=costs, first=first)


@lru_cache(maxsize=8 * KEPT)
def steps_from(costs: Costs, i: int) -> dict[int, int]:
    """The neighbouring hexes that a step enters, each with its price."""
    found = {}
    for d, j in enumerate(costs.grid.neighbours(i)):
        for price, six in costs.table.items():
            if j >= 0 and six[d] >> j & 1:
                found[j] = price
    return found


@lru_cache(maxsize=KEPT)
def entered(costs: Costs) -> Six:
    """For each direction the hexes that a step in it may enter."""
    a = b = c = d = e = f = 0
    for six in costs.table.values():
        a, b, c, d, e, f = a | six[0], b | six[1], c | six[2], d | six[3], e | six[4], f | six[5]
    return a, b, c, d, e, f
