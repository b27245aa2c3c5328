"""What limits a move (BW-5 to 7, and optional rules): the terms from which a flood is made, and why each is there."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.counters.terms import Term
from ardennes.games.bitter_woods import area, cooperation
from ardennes.games.bitter_woods.prices import Prices
from ardennes.games.bitter_woods.terrain import Ground
from ardennes.hexmap import Six

FAR = 3000  # twelfths of a point: enough for any way on this map
NO_ROADS: Six = (0, 0, 0, 0, 0, 0)


class Terms(NamedTuple):
    """What limits a move; a flood is made from these alone."""

    points: int  # in twelfths
    prices: Prices
    foes: int  # hexes with enemy units
    stops: int  # enemy zones: a move that enters one ends
    same: int  # hexes that the first step may not enter: in the zone of an enemy unit that it begins in the zone of
    full: int  # hexes with so many friendly units that the move may not end there
    six: int  # hexes that army boundaries close, by rule
    five: int
    seven: int
    vacated: int  # hexes that friendly units have withdrawn from
    home: int  # of a unit out of bounds: its army's ground
    away: int  # of a unit out of bounds: where its move may not end
    outs: tuple[int, ...]  # the hexsides by which it may leave the map, by number
    road: int  # what leaving by road costs
    freeing: int  # hexes that free it of boundaries, all of them on its army's ground
    held: bool = False  # it may not move at all
    led: int = 0  # of a leader: hexes with another leader, where his move may not end
    alone: int = 0  # of a leader: hexes in enemy zones without a friend, which he may not enter
    tolled: int = 0  # hexes with a company of parachutists, where a die is rolled
    deceived: int = 0  # a town with commandos, where a die is rolled
    watched: int = 0  # hexes where a walk is interrupted: there may be a fuel dump, or one next to them
    paved: Prices | None = None  # of a unit that uses no roads: what steps would cost it by road
    mixed: int = 0  # hexes with units of the other Allied nation, in which the move may not end
    bombed: int = 0  # interdicted forest roads: a move that enters one ends, unless it challenges
    roads: Six = NO_ROADS  # the roads along which it may challenge
    clear: Prices | None = None  # what steps would cost without interdiction, for a challenge
    off: int = 0  # after a challenge: hexes off the road, which the next step may not enter
    slips: bool = False  # a die may let it out of enemy zones
    outside: int = 0  # hexes that are not in play
    apart: int = 0  # of Peiper's group: hexes too far from the others, in which the move may not end

    @property
    def no_end(self) -> int:
        """The hexes in which the move may not end."""
        more = self.away | self.mixed | self.led | self.apart  # as a rule all nought
        return self.full | more if more else self.full

    @property
    def shut(self) -> int:
        """The hexes that may not be entered, from wherever."""
        more = self.vacated | self.alone | self.outside  # as a rule nought, and quickly so
        if not self.home:
            more |= self.six | self.five | self.seven
        return self.foes | more if more else self.foes

    @property
    def halts(self) -> int:
        """The hexes in which a move that enters one ends."""
        return self.stops | self.bombed if self.bombed else self.stops

    def through(self, ground: Ground, i: int) -> Terms:
        """The terms of a unit whose challenge has succeeded in a hex (BW-22.2)."""
        off = ground.ring[i] & ~ground.grid.across(1 << i, self.roads)
        return self._replace(bombed=self.bombed & ~(1 << i), off=off)

    @property
    def dice(self) -> int:
        """The hexes that are entered step by step only, since a die is rolled in them."""
        return self.tolled | self.deceived

    @property
    def bounds(self) -> int:
        """All hexes that boundaries close."""
        return self.six | self.five | self.seven

    def freed(self) -> Terms:
        """The terms of a unit that no boundary binds any more (BW-5.4.point)."""
        return self._replace(six=0, five=0, seven=0, home=0, away=0, freeing=0)


PLAIN = tuple(Terms._field_defaults.values())[:-2]  # what optional rules add where none is played


def _priced(rule: str, why: str) -> Term:
    """A rule that closes steps or makes them cost more."""
    return Term(rule, why, "prices", lambda terms: terms.prices.without(rule))


def _ends(rule: str, why: str) -> Term:
    """A rule that ends a move with its first step."""
    return Term(rule, why, "prices", lambda terms: terms.prices.going_on(rule))


TERMS = (
    Term(area.RULE, "it is outside the area in play", "outside", 0),
    Term("BW-7.4.same", "it would move directly from hex to hex within one enemy unit's ZOC", "same", 0),
    _priced(cooperation.MEUSE, "of the British only 11/29 may cross the Meuse"),
    Term("BW-5.1.enemy", "an enemy unit is in the way", "foes", 0),
    Term("BW-9.5.CA.withdraw", "friendly units have withdrawn from it this Game-Turn", "vacated", 0),
    Term("BW-5.4.six", "through 18PM Sixth Panzer Army must stay north of the boundary road, and off it", "six", 0),
    Term("BW-5.4.five", "through 18PM Fifth Panzer Army must stay south of the boundary road, or on it", "five", 0),
    Term("BW-5.4.seven", "through 18PM Fifth Panzer and Seventh Army keep to their side of the road", "seven", 0),
    Term("BW-6.1", "ending its move there would exceed the stacking limit", "full", 0),
    Term("BW-28.2", "American and British units may not stack voluntarily (BW-R.78)", "mixed", 0),
    Term("BW-24.3", "another leader is there, and a hex may hold only one", "led", 0),
    Term("BW-36.1", "it would be too far from the others of Kampfgruppe Peiper (BW-R.110)", "apart", 0),
    Term("BW-24.3.alone", "a leader would be lost in an enemy ZOC without a friendly unit (BW-R.80)", "alone", 0),
    Term("BW-7.4", "a unit that enters an enemy ZOC must stop there", "stops", 0),
    Term("BW-R.16", "it is out of bounds and must return to its own army's sector", "away", 0),
    Term(
        "BW-R.94", "commandos have misdirected it, and it may not use roads on this Game-Turn (BW-29.4)", "prices",
        lambda terms: terms.paved or terms.prices,
    ),
    _priced("BW-27.1.road", "the rest of the advance must be along roads (BW-R.102)"),
    _priced("BW-5.3.cliff", "no unit may move across a cliff"),
    _priced("BW-5.3.heavy", "heavy tanks never cross a river without a bridge"),
    _priced("BW-5.3.meuse", "it may cross the Meuse only by bridge"),
    _priced("BW-5.3.armor", "armor may enter and leave forest only by road"),
    _ends("BW-5.3.stop", "it must end its move after crossing a river"),
    _ends("BW-5.3.wade", "infantry that crosses the Meuse must end its move there"),
    _priced("BW-5.3.river", "an unbridged river may be crossed only as the first step of a move"),
    _priced("BW-11.3", "interdiction makes the route cost more"),
    Term("BW-22.1", "a mechanized unit stops in an interdicted forest hex unless it challenges", "bombed", 0),
    Term("BW-22.2", "after a challenge it must continue along the road (BW-R.97)", "off", 0),
    _priced("BW-29.1.two", "parachutists make the route cost more"),
    Term(
        "BW-29.1.toll",
        "there is a company of parachutists: a unit must step into that hex with a point to spare and roll a die",
        "tolled", 0,
    ),
    Term("BW-25.3", "a fuel dump may be there or next to it: a unit must move step by step", "watched", 0),
    Term("BW-29.4", "commandos are in that town: a unit must step into it and roll a die", "deceived", 0),
    _priced("BW-5.3.mud", "mud makes the route cost more"),
    _priced("BW-5.3.ford", "the river makes the route cost more"),
    Term("BW-5.2", "it does not have the movement points", "points", FAR),
)  # fmt: skip
