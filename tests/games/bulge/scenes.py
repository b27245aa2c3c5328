"""Places and positions that tests look up on the map instead of trusting hex numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache

from tests.games.bulge import ground
from tests.games.bulge.textbook import OTHER, Map, side_of

# A hex in the middle of the map with dry, open ground all round it.
FIELD = ground.first(
    lambda h: len(ground.disc(h, 3)) == 37 and all(ground.plain(n) and ground.dry(n) for n in ground.disc(h, 1))
)
RING = {
    "german": ("1SS", "12SS", "2SS", "9SS", "116Pz", "2Pz"),
    "allied": ("3Arm", "2Arm", "4Arm", "6Arm", "5Inf", "26Inf"),
}
LATE = 9  # a turn on which Germans need supply too

# An American in the field, with Germans two hexes off on all sides and none next to him.
CUT_OFF = """
    28Inf 4 at .
    1SS   7 at W W
    12SS  7 at NE NE
    2SS   6 at SE SE
    9SS   6 at SW SW
    116Pz 5 at NW NW
    2Pz   5 at E E
"""


def highway(length: int, fits: Callable[[tuple[str, ...]], bool] = lambda way: True) -> tuple[str, ...]:
    """The first stretch of road over so many hexes that is the shortest way between its ends and fits."""
    for start in ground.where(ground.on_road):
        for way in _stretches((start,), length):
            if fits(way):
                return way
    raise LookupError(f"no stretch of {length} road hexes fits")


def stretches(start: str, length: int) -> Iterator[tuple[str, ...]]:
    """All stretches of road over so many hexes from a hex."""
    return _stretches((start,), length)


def _stretches(way: tuple[str, ...], length: int) -> Iterator[tuple[str, ...]]:
    if len(way) == length:
        yield way
        return
    for there in ground.joined(way[-1]):
        if not any(there in (h, *ground.joined(h)) for h in way[:-1]):
            yield from _stretches((*way, there), length)


def dear_step(unit: str, points: int, fits: Callable[[str, str], bool], turn: int = 3) -> tuple[str, str]:
    """The first step that fits, costs a unit so many points, and has no cheaper way round."""
    for here, there in ground.steps(fits):
        alone = Map(turn, {unit: here})
        if alone.supplied(unit) and alone.reach(unit).get(there) == 5 * points:
            return here, there
    raise LookupError(f"no step on the map costs {unit} {points} points")



def cut_by(unit: str, places: Iterable[str], change: Callable[[str], Map]) -> Iterator[tuple[str, str]]:
    """Hexes where a unit is in supply alone but not under a change at some place, two or more hexes away from it."""
    side = side_of(unit)
    whole = Map(LATE, {}).lifeline(side)
    for place in places:
        changed = change(place)
        for hex_ in sorted(whole - changed.lifeline(side)):
            if ground.distance(hex_, place) > 2:
                found = replace(changed, places={**changed.places, unit: hex_})
                if not found.supplied(unit) and Map(LATE, {unit: hex_}).supplied(unit):
                    yield hex_, place


@cache
def bottleneck(unit: str) -> tuple[dict[str, str], str]:
    """A unit that is hemmed in but in supply, and the empty road hex whose interdiction would cut it off."""
    enemy = OTHER[side_of(unit)]
    foes = RING[enemy]
    for hex_ in ground.where(lambda h: len(ground.disc(h, 3)) == 37):
        corners = [ground.walk(hex_, f"{way} {way}") for way in ("E", "NE", "NW", "W", "SW", "SE")]
        for gap in range(6):
            places = {unit: hex_, **{foe: corners[n] for n, foe in enumerate(foes) if n != gap}}
            if not Map(LATE, places).supplied(unit):
                continue
            for marker in sorted(h for h in ground.disc(hex_, 4) if ground.on_road(h) and h not in places.values()):
                if not Map(LATE, places, {enemy: frozenset([marker])}).supplied(unit):
                    return places, marker
    raise LookupError("no supply road of the map can be cut by one marker")


@cache
def closed_gap(unit: str, friend: str, foe: str) -> tuple[dict[str, str], str]:
    """A unit that a last enemy's zone cuts off, and the hex where a friend would open the way again."""
    places, _ = bottleneck(unit)
    for spot in sorted(ground.disc(places[unit], 5)):
        shut = {**places, foe: spot}
        if spot in places.values() or Map(LATE, shut).supplied(unit) or ground.distance(spot, places[unit]) < 2:
            continue
        for hex_ in ground.neighbours(spot):
            if hex_ not in shut.values() and Map(LATE, {**shut, friend: hex_}).supplied(unit):
                return shut, hex_
    raise LookupError("no friend opens a zone anywhere on the map")


@cache
def bridge_cut(gun: str = "1Inf", unit: str = "12VG") -> tuple[str, str]:
    """A German hex and an Allied one whose unit cuts the first off by bridges alone, not by its zone."""

    def harmless(place: str) -> Map:
        """The same zones over the roads, and no bridge interdicted."""
        return Map(LATE, {gun: place}, bridges_free=True)

    for hex_, place in cut_by(unit, ground.HEXES, lambda place: Map(LATE, {gun: place})):
        free = replace(harmless(place), places={gun: place, unit: hex_})
        if free.supplied(unit):
            return hex_, place
    raise LookupError("no bridge of the map carries supply")
