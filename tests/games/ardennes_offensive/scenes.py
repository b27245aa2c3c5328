"""Places for rulings, found on the board so that they stay true when the map improves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.datafiles import UNITS
from tests.games.ardennes_offensive.textbook import Map


def both_supplied(hex_: str) -> bool:
    """Whether opponents east of a hex and in it are both supplied when nobody else is on the map."""
    one = Map(3, {"1SSPz-1a": ground.walk(hex_, "E"), "99ID-395": hex_})
    other = Map(3, {"1SSPz-1a": ground.walk(hex_, "W"), "99ID-395": hex_})
    return {m.supply(unit) for m in (one, other) for unit in m.places} == {"supplied"}


# The western plain: two hexes of dry, clear ground all round, no road within one. Roads near by supply both sides.
PLAIN = ground.first(
    lambda h: ground.field(h, 2) and not any(map(ground.on_road, ground.disc(h, 1))) and both_supplied(h)
)


@cache
def is_supplied(unit: str, hex_: str) -> bool:
    """Whether a unit alone on the map is supplied in a hex."""
    return Map(3, {unit: hex_}).supply(unit) == "supplied"


def post(unit: str, condition: Callable[[str], bool]) -> str:
    """The first hex that fits where a unit alone on the map is supplied. Raises LookupError if there is none."""
    return next(posts(unit, condition))


def posts(unit: str, condition: Callable[[str], bool]) -> Iterator[str]:
    """The hexes that fit where a unit alone on the map is supplied."""
    found = False
    for hex_ in ground.where(condition):
        if is_supplied(unit, hex_):
            found = True
            yield hex_
    if not found:
        raise LookupError(f"no hex of the map fits for {unit}")


def price(unit: str, here: str, there: str) -> float:
    """The points that the cheapest way from hex to hex costs a unit alone on the map, standard mode all the way."""
    alone = Map(3, {unit: here})
    return alone.reach(unit)[there, False] / 10


def dear_step(unit: str, points: float, condition: Callable[[str, str], bool]) -> tuple[str, str]:
    """The first step that fits, costs so many points, and has no cheaper way round, for a unit that is supplied."""
    for here, there in ground.steps(condition):
        alone = Map(3, {unit: here})
        fits = alone.step_cost(unit, here, there, False) == points * 10 and is_supplied(unit, here)
        if fits and alone.reach(unit).get((there, False)) == points * 10:
            return here, there
    raise LookupError(f"no step on the map costs {unit} {points} points")


def highway(length: int, condition: Callable[[tuple[str, ...]], bool] = lambda way: True) -> tuple[str, ...]:
    """The first stretch of road over so many live hexes without crossing itself that fits."""
    for start in ground.where(ground.on_road):
        for way in _stretches((start,), length):
            if condition(way):
                return way
    raise LookupError(f"no stretch of {length} road hexes fits")


def _stretches(way: tuple[str, ...], length: int) -> Iterator[tuple[str, ...]]:
    if len(way) == length:
        yield way
        return
    for there in ground.joined(way[-1]):
        if not any(there in (h, *ground.joined(h)) for h in way[:-1]):
            yield from _stretches((*way, there), length)


def no_bridges(way: tuple[str, ...]) -> bool:
    """Whether a stretch of road crosses no bridge."""
    return not any(ground.bridge(a, b) for a, b in pairwise(way))


def draw(pieces: Mapping[str, str]) -> str:
    """A drawing of units and their places, figures looked up."""
    return "\n".join(
        f"{unit} {UNITS[unit]['strength']}-{UNITS[unit]['ma']} at {place}" for unit, place in pieces.items()
    )


@cache
def severed() -> tuple[dict[str, str], str]:
    """A German whose only road one American engineer cuts by his zone, and the road hex that he cuts.

    A German tank that is supplied stands beside the engineer; if he goes, the other German is supplied too.
    """
    for hex_ in ground.where(lambda h: not ground.german_ground(h) and is_supplied("26VG-77", h)):
        for foe in sorted(ground.ring(hex_, 3)):
            if not ground.live(foe) or ground.town(foe) or ground.on_road(foe):
                continue
            pieces = {"26VG-77": hex_, "392e": foe}
            if Map(3, pieces).supply("26VG-77") != "unsupplied":
                continue
            for tank in (h for h in ground.neighbours(foe) if ground.live(h) and not ground.on_road(h)):
                whole = Map(3, {**pieces, "1SSPz-1a": tank})
                cut = _mended(whole, foe)
                if cut and whole.supply("26VG-77") == "unsupplied" and whole.supply("1SSPz-1a") == "supplied":
                    return dict(whole.places), cut
    raise LookupError("no road of the map hangs on one hex")


def _mended(cut_off: Map, foe: str) -> str:
    """The road hex beside the enemy where a friend would let supply through."""
    for hex_ in ground.neighbours(foe):
        if ground.live(hex_) and ground.on_road(hex_) and hex_ not in cut_off.stacks:
            helped = Map(cut_off.turn, {**cut_off.places, "26VG-39": hex_})
            if helped.supply("26VG-77") == "supplied":
                return hex_
    return ""


def ring(centre: str, foes: Sequence[str], ways: str) -> dict[str, str]:
    """Units on the ends of ways from a centre, "W W, E E"."""
    return {foe: ground.walk(centre, way) for foe, way in zip(foes, ways.split(","), strict=True)}
