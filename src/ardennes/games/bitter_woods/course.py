"""How far and where a unit advances (BW-9.8, 8.3, 15.7): one list of limits, from which options and refusals follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ardennes.counters import bits
from ardennes.engine.speech import count
from ardennes.games.bitter_woods import area, challenge, cooperation, leaders, movement, opening, stacking
from ardennes.games.bitter_woods.forces import GERMAN
from ardennes.games.bitter_woods.prices import prices_of
from ardennes.games.bitter_woods.restrictions import Limit
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.zones import of_unit, zone
from ardennes.hexmap import Six, sides_and, sides_minus

EVERYWHERE = -1  # a mask of all hexes
NOBODY = -1  # in place of a hex that is passed


class Course(NamedTuple):
    """One unit's advance as far as it has come."""

    unit: int
    into: int  # the hexes of which one must be the first
    hexes: int  # by the result of the combat
    bonus: bool  # whether the result lets a road lead it farther
    way: tuple[int, ...]  # begins with the hex in which it was
    spent: int = 0  # in twelfths
    past: int = NOBODY  # the hex of the defender that it goes past, after an attack on the move (BW-23.3)
    spared: int = 0  # its hex, if it has challenged the interdiction there with success (BW-22.2)

    @property
    def passes(self) -> bool:
        """Whether it goes past a defender who stays."""
        return self.past != NOBODY

    @property
    def made(self) -> int:
        """How many hexes it has advanced."""
        return len(self.way) - 1


def steps(state: Position, course: Course, *, alone: bool = False) -> int:
    """The hexes into which a unit may advance next, from each of which it can end its advance somewhere.

    `alone` if nobody asks how far it is from others of its group (BW-36.1).
    """
    found = state.game.ground.ring[course.way[-1]]
    for limit in limits(state, course, alone=alone):
        found &= ~limit.hexes
        if not found:
            break
    return found


def may_stop(state: Position, course: Course) -> bool:
    """Whether a unit's advance may end where it is (BW-R.19, BW-36.1)."""
    return may_end(state, course) and not too_far(state, course.unit) >> course.way[-1] & 1


def too_far(state: Position, unit: int) -> int:
    """The hexes in which the advance of a battalion would end too far from the others of its group (BW-36.1)."""
    if not state.game.battlegroup.parts >> unit & 1:
        return 0
    from ardennes.games.bitter_woods import closeness

    return closeness.apart_advancing(state, unit)


def may_end(state: Position, course: Course) -> bool:
    """Whether there is room for a unit to end its advance where it is (BW-R.19)."""
    here = course.way[-1]
    if not course.made or cooperation.strangers(state, course.unit) >> here & 1:
        return False
    return stacking.room(state, course.unit, here)


def enter(state: Position, course: Course, i: int) -> Course:
    """The advance one hex farther; the first hex takes no more than the unit has (BW-R.38)."""
    points, price = movement.allowance(state, course.unit, advancing=True), _price(state, course, i)
    spent = points if price is None else min(points, course.spent + price)
    return course._replace(way=(*course.way, i), spent=spent, spared=0)


# ---- against a die (BW-22.2), past a defender who stays ----


def challenges(state: Position, course: Course) -> int:
    """The interdicted forest hexes that it may enter along a road with a die, and in which it may stay (BW-R.75)."""
    bombed = challenge.hexes(state, course.unit) if course.passes else 0
    if not bombed:
        return 0
    found = steps(state, course._replace(spared=course.spared | bombed)) & bombed
    found &= state.game.ground.grid.across(1 << course.way[-1], _roads(state))
    return state.game.ground.grid.mask(i for i in bits(found) if stacking.room(state, course.unit, i))


def dared(state: Position, course: Course, i: int) -> Course:
    """The advance when it has entered such a hex at the road rate."""
    return enter(state, course._replace(spared=1 << i), i)._replace(spared=1 << i)


def length(state: Position, unit: int, into: int, hexes: int) -> int:
    """How many hexes a unit advances without a road, the first of them into this one (BW-9.8.length, BW-8.3)."""
    return _length(state, Course(unit, 1 << into, hexes, True, (state.at[unit], into)))[1]


def limits(state: Position, course: Course, *, alone: bool = False) -> Iterator[Limit]:
    """What closes hexes to the next step of an advance, in the order in which a player would be told."""
    if course.passes:
        yield from _past(state, course)
    elif course.made:
        yield from _halted(state, course)
        yield from _too_far(state, course)
    else:
        yield Limit("BW-9.8.first", "an advance begins with the hex that the enemy held", ~course.into)
    side, ground = state.game.forces.side[course.unit], state.game.ground
    yield Limit("BW-5.1.enemy", "an enemy unit is in {}", state.held[1 - side])
    yield from _hexsides(state, course)
    yield from _closed(state, course)
    if course.made or course.passes:
        why = "it does not have the movement points for {}"
        yield Limit("BW-9.8.terrain", why, _too_dear(state, course), "BW-R.38")
    if state.game.forces.leaders >> course.unit & 1:
        why = "in {} he would be alone in an enemy ZOC"
        yield Limit("BW-24.3.alone", why, leaders.deadly(state, side))
    yield Limit(
        "BW-6.1", "{} is at its stacking limit, and there is no way on", _without_room(state, course), "BW-R.19"
    )
    if apart := cooperation.strangers(state, course.unit) & ground.ring[course.way[-1]]:
        why = "American and British units may not stack, and there is no way on from {}"
        yield Limit("BW-28.2", why, _dead_ends(state, course, ground.grid.bits(apart)), "BW-R.78")
    if not alone and (far := too_far(state, course.unit) & ground.ring[course.way[-1]]):
        why = "{} is too far from the rest of its group, and there is no way on"
        yield Limit("BW-36.1", why, _dead_ends(state, course, ground.grid.bits(far)), "BW-R.110")


# ---- where it stops ----


def _halted(state: Position, course: Course) -> Iterator[Limit]:
    """What ends an advance where the unit is: an enemy zone after the first hex, a river that it has crossed."""
    if course.made == 1:
        yield from _across_a_river(state, course)
    elif zone(state, 1 - state.game.forces.side[course.unit]) >> course.way[-1] & 1:
        yield Limit("BW-9.8.zones", "it has entered an enemy ZOC after the first hex", EVERYWHERE, "BW-R.3")


def _across_a_river(state: Position, course: Course) -> Iterator[Limit]:
    """Who has crossed a river without a bridge into the first hex goes no farther (BW-9.8.river, BW-9.8.ford)."""
    forces, ground = state.game.forces, state.game.ground
    start, first = course.way
    if not ground.grid.across(1 << start, ground.unbridged(state.blown)) >> first & 1:
        return
    if not forces.wading >> course.unit & 1:
        yield Limit("BW-9.8.river", "it has crossed an unbridged river", EVERYWHERE)
    elif ground.grid.across(1 << start, ground.meuse) >> first & 1:
        yield Limit("BW-9.8.ford", "it has crossed the Meuse without a bridge", EVERYWHERE)
    elif state.marched >> course.unit & 1:
        why = "it has crossed an unbridged river, and it moved in its Movement Phase"
        yield Limit("BW-9.8.ford", why, EVERYWHERE)


# ---- past a defender who stays (BW-23.2.river, BW-23.3) ----


def _past(state: Position, course: Course) -> Iterator[Limit]:
    """What limits an advance after an attack on the move."""
    ground, enemy = state.game.ground, 1 - state.game.forces.side[course.unit]
    if course.made and zone(state, enemy) >> course.way[-1] & 1:
        yield Limit("BW-23.3.zone", "it has entered an enemy ZOC", EVERYWHERE)
    yield from _bombed(state, course)
    if course.made == 1:
        yield from _across_a_river(state, course)
    if course.made:
        yield from _too_far(state, course)
    held = 1 << course.past
    for unit in bits(state.stack(course.past)):
        held |= of_unit(state, unit)
    yield Limit("BW-23.3", "{} is the defender's hex or in a ZOC of his units", held)
    if state.marched >> course.unit & 1:
        wet = ground.grid.across(1 << course.way[-1], ground.unbridged(state.blown))
        yield Limit("BW-23.2.river", "it moved in its Movement Phase and may not cross an unbridged river", wet)


def _bombed(state: Position, course: Course) -> Iterator[Limit]:
    """An interdicted forest road ends the advance, unless it was challenged; then it goes on by road (BW-22, R.97)."""
    here = 1 << course.way[-1]
    if course.spared & here:
        off = ~state.game.ground.grid.across(here, _roads(state))
        yield Limit("BW-22.2", "after a challenge it must continue along the road", off, "BW-R.97")
    elif course.made and challenge.hexes(state, course.unit) & here:
        yield Limit("BW-22.1", "it stops in an interdicted forest hex that it has not challenged", EVERYWHERE)


# ---- how far it goes ----


def _too_far(state: Position, course: Course) -> Iterator[Limit]:
    """The length of an advance, and who goes farther along a road (BW-9.8.length, BW-9.8.road)."""
    whole, length = _length(state, course)
    if course.made < length:
        return
    along = state.game.ground.grid.across(1 << course.way[-1], _roads(state))
    no_bonus = _without_bonus(state, course, along)
    if no_bonus:
        yield from (*no_bonus, whole)
        return
    times, of = state.game.tables["advance"]["road_bonus"]
    farther = -(-course.hexes * times // of)
    if course.made < farther:
        yield Limit("BW-9.8.road", "beyond the result it may go only along the road", ~along)
    else:
        why = f"by road it advances no more than {count(farther, 'hex')}"
        yield Limit("BW-9.8.road", why, EVERYWHERE, "BW-R.4" if course.hexes == 1 else "")


def _length(state: Position, course: Course) -> tuple[Limit, int]:
    """How many hexes a unit may advance without a road, with what is said when it has."""
    if _defends(state, course):
        return Limit("BW-9.8.defender", "a defender may advance only one hex", EVERYWHERE), course.hexes
    if _against(course) == state.game.ground.bottleneck:
        half = (course.hexes + 1) // 2
        return Limit("BW-8.3", f"through Clervaux it advances no more than {count(half, 'hex')}", EVERYWHERE), half
    why = f"the result lets it advance only {count(course.hexes, 'hex')}"
    return Limit("BW-9.8.length", why, EVERYWHERE), course.hexes


def _without_bonus(state: Position, course: Course, along: int) -> tuple[Limit, ...]:
    """Why a unit does not advance farther along the road; nothing if it does (BW-9.8.road)."""
    game, unit = state.game, course.unit
    if _defends(state, course) or _against(course) == game.ground.bottleneck or not _by_wheels(state) >> unit & 1:
        return (_length(state, course)[0],)
    if not course.bonus:
        return (Limit("BW-9.5.FF.advance", "after a firefight it may enter only the empty hex", along),)
    if not _by_road(state, course.way):
        return (Limit("BW-9.8.road", "it has not advanced by road from the beginning", along),)
    if opening.now(state) and game.forces.side[unit] == GERMAN:
        return (Limit("BW-15.7.advance", "on 16AM there is no road bonus", along),)
    return ()


def _against(course: Course) -> int:
    """The hex that was attacked."""
    return course.past if course.passes else course.way[1]


def _by_wheels(state: Position) -> int:
    """The units that a road leads farther: mechanized ones, and leaders, who move as such (BW-24.3)."""
    return state.game.forces.mechanized | state.game.forces.leaders


def _defends(state: Position, course: Course) -> bool:
    """Whether it is the defender who advances."""
    return state.game.forces.side[course.unit] != state.phasing


def _roads(state: Position) -> Six:
    """The roads; a blown bridge breaks one."""
    return state.game.network.open_roads(state.blown)


def _by_road(state: Position, way: Sequence[int]) -> bool:
    """Whether each step of a way is along a road."""
    roads, across = _roads(state), state.game.ground.grid.across
    return all(across(1 << i, roads) >> j & 1 for i, j in pairwise(way))


# ---- closed ground ----


def _hexsides(state: Position, course: Course) -> Iterator[Limit]:
    """Hexsides that a unit does not cross in an advance (BW-9.8.closed, .river, .heavy, .forest)."""
    ground, forces, unit = state.game.ground, state.game.forces, course.unit
    across, here, unbridged = ground.grid.across, 1 << course.way[-1], ground.unbridged(state.blown)
    yield Limit("BW-9.8.closed", "a cliff is in the way", across(here, ground.cliffs))
    if course.made:
        why = "an unbridged river may be crossed only into the first hex"
        yield Limit("BW-9.8.river", why, across(here, unbridged))
    if forces.heavy >> unit & 1:
        yield Limit("BW-9.8.heavy", "heavy tanks may cross a river only by bridge", across(here, unbridged))
    if not forces.wading >> unit & 1:
        wet = across(here, sides_and(unbridged, ground.meuse))
        yield Limit("BW-9.8.heavy", "armor and armored cavalry may cross the Meuse only by bridge", wet)
    if behind := cooperation.across(state, unit, course.way[-1]):
        yield Limit(cooperation.MEUSE, "of the British only 11/29 may cross the Meuse", behind, "BW-R.77")
    if forces.armor >> unit & 1:
        off_road = across(here, sides_minus(ground.in_or_out_of_forest, _roads(state)))
        yield Limit("BW-9.8.forest", "armor may enter and leave forest only along a road", off_road)


def _closed(state: Position, course: Course) -> Iterator[Limit]:
    """Hexes that a unit could not enter in a move either: across an army boundary, or left in a withdrawal."""
    game, unit = state.game, course.unit
    yield Limit(area.RULE, f"{{}} {area.OUTSIDE}", state.outside)
    yield Limit("BW-9.5.CA.withdraw", "friendly units have withdrawn from {}", state.vacated[game.forces.side[unit]])
    if not state.freeing(unit) & game.ground.grid.mask(course.way[1:]):
        yield Limit("BW-9.8.closed", "{} is beyond its army boundary", movement.bounds(state, unit).all, "BW-5.4")


# ---- points (BW-R.38) ----


def _price(state: Position, course: Course, i: int) -> int | None:
    """What the next step costs, interdiction only past a defender who stays (BW-23.3); None if no points pay for it."""
    here = course.way[-1]
    prices = prices_of(state, course.unit, interdiction=course.passes, spared=course.spared)
    if course.made:
        return prices.costs.cost(here, i)
    found = (prices.first or prices.costs).cost(here, i)
    return found if found is not None or prices.halt is None else prices.halt.cost(here, i)


def _too_dear(state: Position, course: Course) -> int:
    """The hexes for which a unit does not have the points; the first is always possible, where a move could lead."""
    left, grid = movement.allowance(state, course.unit, advancing=True) - course.spent, state.game.ground.grid
    prices = ((i, _price(state, course, i)) for i in grid.bits(state.game.ground.ring[course.way[-1]]))
    return grid.mask(i for i, price in prices if (course.passes if price is None else course.made and price > left))


# ---- stacking ----


def _without_room(state: Position, course: Course) -> int:
    """The hexes that are full and from which the unit could not go on (BW-R.19)."""
    ground, made = state.game.ground, 1 << course.way[0]
    side = state.game.forces.side[course.unit]
    own = ground.ring[course.way[-1]] & (state.held[side] | leaders.places(state, side)) & ~made
    return _dead_ends(state, course, (i for i in ground.grid.bits(own) if not stacking.room(state, course.unit, i)))


def _dead_ends(state: Position, course: Course, hexes: Iterable[int]) -> int:
    """Those of some hexes, in which an advance may not end, from which it could not go on either."""
    return state.game.ground.grid.mask(i for i in hexes if not steps(state, enter(state, course, i)))
