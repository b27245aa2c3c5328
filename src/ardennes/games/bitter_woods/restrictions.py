"""What a retreat may never do (BW-9.7): hexes that it does not enter, hexsides that it does not cross, where it ends.

Each is a named entry: the ways of a retreat leave out what the entries cover, a refusal names the first that does.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ardennes.counters import bits
from ardennes.engine import Reason
from ardennes.games.bitter_woods import area, leaders, stacking
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.terrain import Ground
from ardennes.games.bitter_woods.wording import cited
from ardennes.games.bitter_woods.zones import without, zone
from ardennes.hexmap import Grid, Six, sides_all, sides_and, sides_minus, sides_or

REMEMBERED = 256  # sets of hexsides that are kept, by kind of unit and blown bridges


def journey(grid: Grid, way: Sequence[int]) -> str:
    """A way in words: from 1424 to 1624 via 1524."""
    names = [grid.name(i) for i in way]
    via = f" via {', '.join(names[1:-1])}" if len(names) > 2 else ""
    return f"from {names[0]} to {names[-1]}{via}"


class Limit(NamedTuple):
    """A rule about the hexes that a retreat or an advance may not enter next."""

    rule: str
    why: str  # for a sentence: "an enemy unit is in 1205"; {} is the hex
    hexes: int
    ruling: str = ""  # behind it

    def reason(self, doing: str, place: str) -> Reason:
        """The refusal of a hex; `doing` begins the sentence."""
        why = self.why.format(place)
        return Reason(self.rule, f"{doing} {place}: {cited(why, self.ruling) if self.ruling else why}.")


class Kind(NamedTuple):
    """What of a unit matters where it retreats across a hexside."""

    armor: bool
    heavy: bool
    wades: bool


class Barrier(NamedTuple):
    """A rule about the hexsides that a retreat may not cross."""

    rule: str
    why: str  # for a sentence: "a cliff is in the way"
    six: Six  # for each direction d, the hexes that it may not leave across their side d
    kills: bool  # whether a unit that has no other way is eliminated by this rule


def kind_of(state: Position, unit: int) -> Kind:
    """The kind of a unit."""
    forces = state.game.forces
    return Kind(bool(forces.armor >> unit & 1), bool(forces.heavy >> unit & 1), bool(forces.wading >> unit & 1))


@lru_cache(maxsize=REMEMBERED)
def barriers(ground: Ground, kind: Kind, blown: int) -> tuple[Barrier, ...]:
    """The hexsides that a kind of unit does not retreat across while these bridges are blown."""
    unbridged = ground.unbridged(blown)
    found = [Barrier("BW-9.7.cliff", "no unit may retreat across a cliff", ground.cliffs, True)]
    if kind.heavy:
        why = "heavy tanks may not cross a river without a bridge"
        found.append(Barrier("BW-9.7.heavy", why, unbridged, True))
    if not kind.wades:
        why = "only infantry and armored infantry may cross the Meuse without a bridge"
        found.append(Barrier("BW-9.7.meuse", why, sides_and(unbridged, ground.meuse), True))
    if kind.armor:
        why = "armor may enter and leave forest only along a road"
        found.append(Barrier("BW-5.3.armor", why, _off_the_road_in_forests(ground, kind, blown), False))
    return tuple(found)


def _off_the_road_in_forests(ground: Ground, kind: Kind, blown: int) -> Six:
    """The steps that armor cannot take: into or out of a forest but by a road.

    A blown bridge breaks the road, but for a step across it into a forest hex by a tank that may cross (BW-9.7.bridge).
    """
    broken = ground.bridges.six(blown)
    closed = sides_minus(ground.in_or_out_of_forest, sides_minus(ground.roads, broken))
    if kind.heavy:
        return closed
    grid = ground.grid
    into = tuple(grid.shift(ground.forest, (d + 3) % 6) for d in range(6))
    return sides_minus(closed, sides_and(sides_and(broken, ground.roads), into))  # type: ignore[arg-type]  # six masks


@lru_cache(maxsize=REMEMBERED)
def passable(ground: Ground, kind: Kind, blown: int, lifted: str = "") -> Six:
    """The steps that no barrier closes, seen from the hex that is left; one rule may be left out."""
    closed = (barrier.six for barrier in barriers(ground, kind, blown) if barrier.rule != lifted)
    return sides_minus(sides_all(ground.grid), sides_or(*closed))


def closed(state: Position, unit: int) -> tuple[Limit, ...]:
    """The hexes that a unit's retreat does not enter, in the order in which a player would be told."""
    forces = state.game.forces
    side = forces.side[unit]
    guns = state.hexes_of(state.playing[1 - side] & forces.artillery)
    still = state.game.ground.grid.all if forces.immobile >> unit & 1 else 0
    return (
        Limit(area.RULE, f"{{}} {area.OUTSIDE}", state.outside),
        Limit("BW-9.7.zone", "an enemy artillery unit is in {}", guns, "BW-R.20"),
        Limit("BW-9.7.zone", "{} is in an enemy ZOC, with or without friendly units", zone(state, 1 - side)),
        Limit("BW-9.5.CA.withdraw", "friendly units have withdrawn from {} in this Game-Turn", state.vacated[side]),
        Limit("BW-37.1.still", "army artillery never moves", still),
    )


def no_end(state: Position, unit: int, near: int) -> Limit:
    """The hexes, of those near enough, that a retreat may pass and where it may not end."""
    side = state.game.forces.side[unit]
    own = (state.held[side] | leaders.places(state, side)) & near & ~(1 << state.at[unit])
    full = [i for i in state.game.ground.grid.bits(own) if not stacking.room(state, unit, i)]
    return Limit("BW-9.7.stack", "there is no room in {}", state.game.ground.grid.mask(full), "BW-R.19")


def no_exit(state: Position, unit: int, ways: int) -> tuple[Limit, ...]:
    """The ways out of the map, by number, that a retreat does not take: none leads to a free hex (BW-R.18)."""
    ground, forces = state.game.ground, state.game.forces
    enemies = state.hexes_of(state.playing[1 - forces.side[unit]] & ~without(state))
    shut = 0
    for n in bits(ways):
        way = ground.ways_out[n]
        if all(hex_.near & enemies for hex_ in ground.beyond[way.hex] if hex_.edge == way.edge):
            shut |= 1 << n
    return (Limit("BW-5.5.zones", "German ZOCs extend beyond the edge at {}", shut, "BW-R.18"),)
