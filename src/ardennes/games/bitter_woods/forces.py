"""The counters (BW-2.2 to 2.6): their figures on both sides, how each pays for a step, who comes when and where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ardennes.counters import printed, rows
from ardennes.counters.steps import Figures, Stepped, SteppedRoster
from ardennes.games.bitter_woods import names

GERMAN, ALLIED = 0, 1
SIDES = ("german", "allied")
PEOPLE = ("German", "Allied")
ARMIES = ("6Pz", "5Pz", "7")  # the German armies, north to south

# How a unit pays for a step: its column of the terrain chart, its rate by road, whether it keeps to roads in forests.
PAYS = FOOT, GERMAN_FOOT, WHEELS, ARMOR, ROCKET, HORSE = range(6)


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Unit(Stepped):
    """One counter."""

    er: int  # endurance rating, the same on both sides
    branch: str  # Heer, SS or Luftwaffe for Germans
    army: str
    corps: str
    division: str  # "" for a unit of none
    category: str  # mechanized, non_mechanized, artillery or leader
    silhouette: str  # "" for a unit that is not armor
    heavy: bool  # bears a Panther, a Tiger or a Jagdtiger
    wades: bool  # infantry and armored infantry, who cross a river and go on
    pays: int  # FOOT to HORSE
    range: int  # of artillery, in hexes; 0 for the others
    improved: bool  # starts in an improved position
    arrival: int  # the Game-Turn from which it may come in, 0 for one that is set up or never comes by itself
    entry: str  # the letters by which it comes in
    condition: str  # what its arrival or its first move waits for, a table of `conditions`
    influence: int  # of a leader: battles in a player turn (BW-24.1); 0 for the others
    command: int  # of a leader: his range in hexes (BW-24.2); 0 for the others
    option: str  # the optional rule that brings it into play, "" for one of the basic game

    @property
    def display_name(self) -> str:
        """What a sentence calls it."""
        return names.short(self)

    @property
    def armor(self) -> bool:
        """Whether it counts as an armor or panzer unit."""
        return bool(self.silhouette)

    def values(self, reduced: bool = False) -> str:
        """The figures as the counter prints them: strength, endurance, allowance; influence, range, allowance."""
        side = self.back if reduced and self.back else self.full
        if self.influence:
            return f"{self.influence}-{self.command}-{side.allowance}"
        return f"{side.attack}-{self.er}-{side.allowance}"


@dataclass(frozen=True)
class Forces(SteppedRoster[Unit]):
    """All counters, and sets of them as masks by number."""

    @classmethod
    def load(cls, counters: Path, tables: Mapping[str, Any]) -> Forces:
        """Read `units.csv`. Raises ValueError for a turn or a side that there is none."""
        return cls(tuple(_unit(number, row, tables) for number, row in enumerate(rows(counters))))

    @cached_property
    def er(self) -> tuple[int, ...]:
        """The endurance rating of each unit."""
        return self.by_unit(lambda unit: unit.er)

    @cached_property
    def pays(self) -> tuple[int, ...]:
        """How each unit pays for a step."""
        return self.by_unit(lambda unit: unit.pays)

    @cached_property
    def mechanized(self) -> int:
        """The mechanized units."""
        return self.those(lambda unit: unit.category == "mechanized")

    @cached_property
    def artillery(self) -> int:
        """Corps artillery and rockets."""
        return self.those(lambda unit: unit.category == "artillery")

    @cached_property
    def leaders(self) -> int:
        """The leaders, in play where that option is chosen (BW-24)."""
        return self.those(lambda unit: unit.category == "leader")

    @cached_property
    def bindable(self) -> int:
        """The units that army boundaries can concern: mechanized Germans, German leaders (BW-5.4, BW-24.6.bounds)."""
        return self.of[GERMAN] & (self.mechanized | self.leaders)

    @cached_property
    def immobile(self) -> int:
        """German army artillery, in play where that option is chosen (BW-37.1.still)."""
        return self.those(lambda unit: unit.type == "army_artillery")

    @cached_property
    def batteries(self) -> int:
        """German corps artillery and rockets, which boundaries bind where that option is chosen (BW-37.2)."""
        return self.of[GERMAN] & self.artillery & ~self.immobile

    @cached_property
    def of_option(self) -> dict[str, int]:
        """The units that optional rules bring into play, by the name of the option."""
        names = dict.fromkeys(unit.option for unit in self.units if unit.option)
        return {name: self.those(lambda unit, name=name: unit.option == name) for name in names}  # type: ignore[misc]

    @cached_property
    def german_guns(self) -> int:
        """German corps artillery, which does not move and fire in the same Game-Turn (BW-10.4.move)."""
        return self.artillery & ~self.rockets & self.of[GERMAN]

    @cached_property
    def rockets(self) -> int:
        """The German rocket units."""
        return self.those(lambda unit: unit.type == "rocket")

    @cached_property
    def armor(self) -> int:
        """The units with an armor silhouette."""
        return self.those(lambda unit: unit.armor)

    @cached_property
    def heavy(self) -> int:
        """The units that never cross a river without a bridge."""
        return self.those(lambda unit: unit.heavy)

    @cached_property
    def wading(self) -> int:
        """Infantry and armored infantry."""
        return self.those(lambda unit: unit.wades)

    @cached_property
    def of_army(self) -> dict[str, int]:
        """The units of each German army."""
        return {army: self.those(lambda unit, army=army: unit.army == army) for army in ARMIES}  # type: ignore[misc]

    @cached_property
    def of_nation(self) -> dict[str, int]:
        """The units of each nation."""
        names = dict.fromkeys(unit.nation for unit in self.units)
        return {name: self.those(lambda unit, name=name: unit.nation == name) for name in names}  # type: ignore[misc]

    @cached_property
    def of_division(self) -> dict[str, int]:
        """The units of each division."""
        names = dict.fromkeys(unit.division for unit in self.units if unit.division)
        return {name: self.those(lambda unit, name=name: unit.division == name) for name in names}  # type: ignore[misc]

    @cached_property
    def kinds(self) -> dict[tuple[int, str], int]:
        """The units by how they pay and by the army whose boundaries may concern them."""
        found: dict[tuple[int, str], int] = {}
        for unit in self.units:
            bounded = self.bindable >> unit.number & 1
            kind = unit.pays, unit.army if bounded else ""
            found[kind] = found.get(kind, 0) | 1 << unit.number
        return found

    @cached_property
    def conditioned(self) -> dict[str, int]:
        """The units that wait for a condition, by its name."""
        names = dict.fromkeys(unit.condition for unit in self.units if unit.condition)
        return {name: self.those(lambda unit, name=name: unit.condition == name) for name in names}  # type: ignore[misc]

    @cached_property
    def reinforcements(self) -> int:
        """The units that come in by themselves during the game."""
        return self.those(lambda unit: unit.arrival > 0)

    # ---- for optional rules ----

    @cached_property
    def steadfast(self) -> int:
        """The units with an endurance of 5 or 6 (BW-18, 31)."""
        return self.those(lambda unit: unit.er >= 5)

    @cached_property
    def ss_panzers(self) -> int:
        """The panzer regiments of the SS (BW-19)."""
        return self.those(lambda unit: unit.armor and unit.branch == "SS")

    @cached_property
    def integral(self) -> tuple[dict[str, int], dict[str, int]]:
        """By side the divisions that can have integrity, with the units that count for it (BW-R.58)."""
        german, allied = {}, {}
        for name, units in self.of_division.items():
            if units & self.of[0] and not units & ~self.mechanized:
                german[name] = units
            elif (units & self.of[1] & self.steadfast).bit_count() >= 3:
                allied[name] = units & self.steadfast
        return german, allied

    @cached_property
    def by_range(self) -> tuple[tuple[int, int], ...]:
        """The artillery by its range (BW-10.1.range)."""
        ranges = sorted({unit.range for unit in self.units if self.artillery >> unit.number & 1})
        return tuple((n, self.artillery & self.those(lambda unit, n=n: unit.range == n)) for n in ranges)  # type: ignore[misc]

    @cached_property
    def of_branch(self) -> dict[str, int]:
        """The German units by their branch (BW-29.2)."""
        names = dict.fromkeys(unit.branch for unit in self.units if unit.branch)
        return {name: self.those(lambda unit, name=name: unit.branch == name) for name in names}  # type: ignore[misc]

    @cached_property
    def american_infantry(self) -> int:
        """The American infantry regiments, those from the air among them (BW-38.2.9)."""
        foot = ("infantry", "parachute", "glider")
        return self.those(lambda unit: unit.nation == "US" and unit.type in foot)

    def formation_of(self, division: str) -> str:
        """What a division is called in a sentence."""
        units = self.of_division[division]
        return self.units[(units & -units).bit_length() - 1].formation

    @cached_property
    def by_turn(self) -> tuple[int, ...]:
        """For each Game-Turn, from 0, the units that are due by then."""
        last = max(unit.arrival for unit in self.units)
        return tuple(self.those(lambda unit, n=n: 0 < unit.arrival <= n) for n in range(last + 1))  # type: ignore[misc]

    def due(self, turn: int) -> int:
        """The units that may come in by a Game-Turn, or have; their conditions are another matter."""
        return self.by_turn[min(turn, len(self.by_turn) - 1)]


def _unit(number: int, row: Mapping[str, str], tables: Mapping[str, Any]) -> Unit:
    kinds, turns = tables["kinds"], tables["turns"]["names"]
    type_, silhouette = row["type"], row["silhouette"]
    named = ("mechanized", "artillery", "leader")
    category = next((word for word in named if type_ in kinds[word]), "non_mechanized")
    return Unit(
        **printed(number, row, SIDES),
        full=_figures(row["strength"], row["ma"]),
        back=_figures(row["strength_reduced"], row["ma"]) if row["strength_reduced"] else None,
        er=int(row["er"] or 0),
        branch=row["branch"],
        army=row["army"],
        corps=row["corps"],
        division=row["division"],
        category=category,
        silhouette=silhouette,
        heavy=silhouette in kinds["heavy"],
        wades=type_ in tables["river"]["wades"] or category == "leader",  # as infantry does (BW-R.80)
        pays=_pays(row["side"], type_, category, silhouette),
        range=int(row["range"] or 0),
        improved=row["improved"] == "yes",
        arrival=turns.index(row["arrival"]) + 1 if row["arrival"] else 0,
        entry=row["entry"],
        condition=row["condition"],
        influence=int(row["influence"] or 0),
        command=int(row["leader_range"] or 0),
        option=row["option"],
    )


def _figures(strength: str, allowance: str) -> Figures:
    """One side of a counter: the one strength attacks and defends; a leader has none."""
    return Figures(int(strength or 0), int(strength or 0), int(allowance))


def _pays(side: str, type_: str, category: str, silhouette: str) -> int:
    german = side == "german"
    if category == "leader":
        return FOOT  # off the road as infantry, by road as vehicles: always the cheaper (BW-24.3)
    if silhouette:
        return ARMOR
    if category == "non_mechanized":
        return GERMAN_FOOT if german else FOOT
    if german and category == "artillery":
        return ROCKET if type_ == "rocket" else HORSE
    return WHEELS
