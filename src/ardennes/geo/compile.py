"""From the ground and a game's corrections to the text of its board file."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from math import hypot
from pathlib import Path
from typing import Any

from .corrections import Corrections
from .cover import Cover
from .frame import Frame, resampled
from .ground import Ground
from .lines import between, east_of_front
from .net import Net
from .parts import Parts
from .paving import Paver, wanted
from .rivers import Rivers, in_order
from .roads import Network, Roads
from .sheet import Sheet, text
from .terrain import Shares, classify

HERE = Path(__file__).parent
SPECS = HERE / "specs"
GAMES = HERE.parent / "games"
LINK = {"main": "road main", "secondary": "road", "trail": "trail"}
WIDTH = {4: 3, 3: 2, 2: 1, 1: 1}  # rank of a river -> class in the board file
WALL_LENGTH = 3  # tenths of a hex that the West Wall must run through a hex
WATER = ("river", "ford", "stream")


class Atlas:
    """What all boards share, read once."""

    def __init__(self) -> None:
        self.ground = Ground()
        self.cover = Cover(self.ground)
        self.network = Network(self.ground)

    @cached_property
    def specs(self) -> dict[str, dict[str, Any]]:
        """The spec of every game, by its name."""
        found = {}
        for path in sorted(SPECS.glob("*.toml")):
            with path.open("rb") as file:
                found[path.stem] = tomllib.load(file)
        return found


def board_path(game: str) -> Path:
    """Where a game's board file lies."""
    return GAMES / game.replace("-", "_") / "data" / "board.toml"


def compile_board(atlas: Atlas, game: str) -> str:
    """The text of a game's board file; raise `KeyError` for a game without a spec."""
    maker = Maker(atlas, game)
    maker.rivers()
    maker.terrain()
    maker.roads()
    maker.lines()
    maker.west_wall()
    maker.correct()
    maker.bridges()
    maker.places()
    maker.regions()
    return text(maker.sheet, maker.spec)


class Maker:
    """One board in the making; each method adds a layer."""

    def __init__(self, atlas: Atlas, game: str) -> None:
        self.atlas = atlas
        self.spec = atlas.specs[game]
        self.frame = Frame.of(self.spec)
        self.grid = self.frame.grid
        self.net = Net(self.grid)
        self.corrections = Corrections.load(board_path(game).with_name("corrections.toml"), self.grid)
        self.pinned = self.corrections.places()
        self.frame.pin({name: place.at for name, place in atlas.ground.places.items()}, self.pinned)
        self.towns = self._towns()
        self.sheet = Sheet(self.frame)
        self.courses = Rivers(self.frame, self.net)
        self.looks = {word for rule in self.spec["terrain"].get("rule", []) for word in rule.get("look", "").split()}

    def _towns(self) -> dict[str, int]:
        """The hex of every place on the board."""
        found = {name: self.grid.at(*self.frame.plane(p.at)) for name, p in self.atlas.ground.places.items()}
        found.update({name: self.grid.index(number) for name, number in self.pinned.items()})
        return {name: i for name, i in found.items() if i >= 0}

    def _importance(self, name: str) -> int:
        place = self.atlas.ground.places.get(name)
        return place.importance if place else 0

    # Water

    def rivers(self) -> None:
        """Lay the rivers that the spec lists, each after the one that it flows into."""
        table: dict[str, dict[str, Any]] = self.spec["rivers"]
        least = self.spec.get("bank_town", 2)
        towns = {name: i for name, i in self.towns.items() if self._importance(name) >= least}
        for river in in_order(self.atlas.ground.rivers[name] for name in table):
            sides = self.courses.lay(river, towns, self.corrections.demand(river.name))
            if len(sides) < self.spec.get("shortest_river", 2):
                continue
            self._mark(table[river.name], sides)
            entry = {"name": river.name, "class": WIDTH[river.rank], "sides": sides}
            self.sheet.rivers.append(entry)
        self._cliffs()

    def _cliffs(self) -> None:
        """Mark the side of a river that is nearest to a place; roads, which are laid later, keep clear of cliffs."""
        for entry in self.corrections.entries("sides"):
            for lon, lat in entry.get("near", []):
                x, y = self.frame.plane((lon, lat))
                sides = next(river["sides"] for river in self.sheet.rivers if river["name"] == entry["river"])
                places = {side: self.net.middle(side) for side in sides}
                nearest = min(places, key=lambda side: hypot(places[side][0] - x, places[side][1] - y))
                self.sheet.mark_side(nearest, *entry["add"].split())

    def _mark(self, facts: dict[str, Any], sides: Sequence[str]) -> None:
        lower = facts.get("from", 0.0) * len(sides)
        for k, side in enumerate(sides):
            self.sheet.mark_side(side, *facts["side" if k >= lower else "upper"].split())

    # Ground

    def terrain(self) -> None:
        """Give every hex its terrain by the share of each kind of cover."""
        shares = Shares(self.frame, self.atlas.cover)
        self.sheet.hexes, derived = classify(self.frame, shares, self.spec["terrain"])
        self.derived = derived

    # Roads

    def roads(self) -> None:
        """Lay the game's own roads first, then those of the ground that the spec asks for, main roads before others."""
        shut = set(self.sheet.having("cliff"))
        water = {side for word in WATER for side in self.sheet.having(word)}
        paver = Paver(self.frame, self.atlas.network, self.corrections, self.towns, Roads(self.frame, water, shut))
        for entry in self.corrections.entries("road"):
            paver.own(entry)
        roads = wanted(self.atlas.ground.roads.values(), self.spec.get("roads", {}))
        paver.junctions = frozenset(end for road in roads for end in (road.nodes[0], road.nodes[-1]))
        for road in roads:
            paver.true(road, self.spec["roads"])
        paver.cut_back({self.towns[name] for name in self._named()} | self._ends())
        self.sheet.roads = paver.courses
        self.sheet.links = {side: LINK[kind] for side, kind in (paver.roads.kinds | paver.roads.off).items()}

    def _named(self) -> list[str]:
        """The places whose names stand on the board."""
        least = self.spec.get("least_place", 1)
        here = {name: place for name, place in self.atlas.ground.places.items() if name in self.towns}
        return [name for name, place in here.items() if place.importance >= least or name in self.pinned]

    def _ends(self) -> set[int]:
        """The hexes in which the game's own roads begin and end."""
        nodes = [node for entry in self.corrections.entries("road") for node in (entry["nodes"][0], entry["nodes"][-1])]
        return {self.grid.index(node) for node in nodes if node not in self.towns}

    # Lines

    def lines(self) -> None:
        """Draw the start line and name the hexes behind it."""
        for entry in self.corrections.entries("line"):
            if "between" in entry:
                continue
            inside = self._inside(entry)
            without = set(self.corrections.names(entry.get("without", [])))
            self._line(entry, [side for side in between(self.grid, inside) if not without & set(side.split("/"))])
            self.sheet.regions[entry["behind"]] = [self.grid.name(i) for i in self.grid if i in inside]

    def _line(self, entry: dict[str, Any], sides: list[str]) -> None:
        self.sheet.lines += [{"name": entry["name"], "sides": chain} for chain in self.net.chains(sides)]

    def _inside(self, entry: dict[str, Any]) -> set[int]:
        """The hexes behind a line: told row by row, or east of the true front but for the hexes that a side held."""
        if not entry.get("front"):
            return self._columns(entry)
        german, allied = (self.corrections.names(entry.get(key, [])) for key in ("german", "allied"))
        inside = east_of_front(self.frame, self.courses, self.atlas.ground)
        return (inside | set(map(self.grid.index, german))) - set(map(self.grid.index, allied))

    def _columns(self, entry: dict[str, Any]) -> set[int]:
        """The hexes on the eastern side of a line told row by row."""
        last = entry.get("german_last", {})
        first = entry.get("axis_first", {})
        names = [f"{row}{c:02d}" for row, end in last.items() for c in range(1, end + 1)]
        names += [f"{row}{c}" for row, start in first.items() for c in range(start, self.grid.spec.columns + 1)]
        return {self.grid.index(name) for name in names}

    def west_wall(self) -> None:
        """Fortify the hexes behind the start line that the West Wall runs through, where the spec asks for it."""
        if "west_wall" not in self.spec:
            return
        behind = set(self.sheet.regions[self.spec["west_wall"]])
        for stretch in self.atlas.ground.west_wall:
            held = [self.grid.at(*p) for p in resampled(self.frame.line(stretch.points), 0.1)]
            for i, length in Counter(i for i in held if i >= 0).items():
                if length >= WALL_LENGTH and self.grid.name(i) in behind and stretch.facts["held"] == "German":
                    self.sheet.mark(i, "westwall")

    # Corrections

    def correct(self) -> None:
        """Lay the corrections over hexes, hexsides and links."""
        for entry in self.corrections.entries("hexes"):
            for i in self._hexes_of(entry):
                self._correct_hex(i, entry)
        for entry in self.corrections.entries("sides"):
            for side in self._sides_of(entry):
                gone = entry.get("remove", "").split()
                self.sheet.sides[side] = [word for word in self.sheet.sides.get(side, []) if word not in gone]
                self.sheet.mark_side(side, *entry.get("add", "").split())
        for entry in self.corrections.entries("links"):
            for at in entry["at"]:
                side = self.corrections.side(at)
                if entry.get("remove"):
                    self.sheet.links.pop(side, None)
                else:
                    self.sheet.links.setdefault(side, entry["kind"])

    def _hexes_of(self, entry: dict[str, Any]) -> list[int]:
        """The hexes that an entry speaks of, by number (`at`) or by the places in them (`of`)."""
        numbers = self.corrections.names(entry.get("at", []))
        return [*map(self.grid.index, numbers), *(self.towns[name] for name in entry.get("of", []))]

    def _sides_of(self, entry: dict[str, Any]) -> list[str]:
        """The hexsides that an entry speaks of: by name, or those by which a road leaves the board from some hexes."""
        leaving = self.sheet.edge_roads(self.corrections.names(entry.get("edge_roads", [])))
        return [*map(self.corrections.side, entry.get("at", [])), *leaving]

    def _correct_hex(self, i: int, entry: dict[str, Any]) -> None:
        terrain, *features = self.sheet.hexes[i]
        if "terrain" in entry:
            features = [*entry.get("look", "").split(), *(word for word in features if word not in self.looks)]
        gone = entry.get("remove", "").split()
        kept = [word for word in features if word not in gone]
        self.sheet.hexes[i] = [entry.get("terrain", terrain), *kept]
        self.sheet.mark(i, *entry.get("add", "").split())

    def bridges(self) -> None:
        """Wherever a road crosses water, there is a bridge; `bridged` names what water under a bridge always is."""
        bridged = self.spec.get("bridged")
        for side in self.sheet.links:
            words = self.sheet.sides.get(side, [])
            if not any(word in WATER for word in words):
                continue
            if bridged:
                self.sheet.sides[side] = list(dict.fromkeys(bridged if word in WATER else word for word in words))
            self.sheet.mark_side(side, "bridge")

    # Names

    def places(self) -> None:
        """Name the places, those of importance first."""
        for name in self._named():
            place = self.atlas.ground.places[name]
            entry = {"name": place.label, "hex": self.grid.name(self.towns[name]), "rank": max(1, place.importance)}
            self.sheet.places.append({**entry, "lon": place.at[0], "lat": place.at[1]})

    def regions(self) -> None:
        """Name the regions, boundaries, boxes and pins of the corrections."""
        parts = Parts(self.sheet, self.corrections, self.courses)
        for entry in self.corrections.entries("regions"):
            parts.add(entry)
        for entry in self.corrections.entries("line"):
            if "between" in entry:
                self._line(entry, parts.line(entry))
        self.sheet.regions["derived-terrain"] = self._derived()
        for entry in self.corrections.entries("box"):
            self.sheet.boxes.append({k: v for k, v in entry.items() if k not in ("rule", "source", "pin")})
        for kind, entry in self.corrections.pinned():
            self.sheet.pins += [
                {"at": at, "fact": entry["pin"], "rule": entry["rule"]} for at in self._where(kind, entry)
            ]

    def _where(self, kind: str, entry: dict[str, Any]) -> list[str]:
        """The hexes and hexsides that a pinned entry speaks of."""
        if kind == "places":
            return list(entry["hexes"].values())
        if kind == "hexes":
            return [self.grid.name(i) for i in self._hexes_of(entry)]
        return [self.corrections.side(at) for at in entry.get("through" if kind == "river" else "at", [])]

    def _derived(self) -> list[str]:
        """The hexes whose terrain rests on derived woods, and on no correction."""
        entries = [entry for entry in self.corrections.entries("hexes") if "terrain" in entry]
        corrected = {name for entry in entries for name in self.corrections.names(entry.get("at", []))}
        return [name for name in self.derived if name not in corrected]
