"""From the ground and a game's corrections to the text of its board file."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from .corrections import Corrections
from .cover import Cover
from .frame import Frame
from .ground import Ground
from .lines import between, beyond, front
from .net import Net
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
        least = self.spec.get("bank_town", 1)
        towns = {name: i for name, i in self.towns.items() if self._importance(name) >= least}
        for river in in_order(self.atlas.ground.rivers[name] for name in table):
            sides = self.courses.lay(river, towns, self.corrections.demand(river.name))
            if len(sides) < self.spec.get("shortest_river", 2):
                continue
            self._mark(table[river.name], sides)
            entry = {"name": river.name, "class": WIDTH[river.rank], "sides": sides}
            self.sheet.rivers.append(entry)

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
        for road in wanted(self.atlas.ground.roads.values(), self.spec.get("roads", {})):
            paver.true(road, self.spec["roads"])
        self.sheet.roads = paver.courses
        self.sheet.links = {side: LINK[kind] for side, kind in (paver.roads.kinds | paver.roads.off).items()}

    # Lines

    def lines(self) -> None:
        """Draw the start line and the other lines of the corrections; name the hexes behind them."""
        for entry in self.corrections.entries("line"):
            if "german_last" in entry or "axis_first" in entry:
                inside = self._columns(entry)
                without = set(self.corrections.names(entry.get("without", [])))
                sides = [side for side in between(self.grid, inside) if not without & set(side.split("/"))]
            elif entry.get("front"):
                german, allied = (self.corrections.names(entry.get(key, [])) for key in ("german", "allied"))
                sides = front(self.frame, self.net, self.courses, self.atlas.ground, german, allied)
                inside = beyond(self.grid, sides, [self.grid.index(entry["seed"])])
            else:
                sides, inside = [self.corrections.side(side) for side in entry["sides"]], set()
            for chain in self.net.chains(sides):
                self.sheet.lines.append({"name": entry["name"], "sides": chain})
            if "behind" in entry:
                self.sheet.regions[entry["behind"]] = [self.grid.name(i) for i in self.grid if i in inside]

    def _columns(self, entry: dict[str, Any]) -> set[int]:
        """The hexes on the eastern side of a line told row by row."""
        last = entry.get("german_last", {})
        first = entry.get("axis_first", {})
        names = [f"{row}{c:02d}" for row, end in last.items() for c in range(1, end + 1)]
        names += [f"{row}{c}" for row, start in first.items() for c in range(start, self.grid.spec.columns + 1)]
        return {self.grid.index(name) for name in names}

    # Corrections

    def correct(self) -> None:
        """Lay the corrections over hexes, hexsides and links."""
        for entry in self.corrections.entries("hexes"):
            for name in self.corrections.names(entry["at"]):
                self._correct_hex(self.grid.index(name), entry)
        for entry in self.corrections.entries("sides"):
            for at in entry["at"]:
                side = self.corrections.side(at)
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

    def _correct_hex(self, i: int, entry: dict[str, Any]) -> None:
        terrain, *features = self.sheet.hexes[i]
        if "terrain" in entry:
            features = [*entry.get("look", "").split(), *(word for word in features if word not in self.looks)]
        gone = entry.get("remove", "").split()
        kept = [word for word in features if word not in gone]
        self.sheet.hexes[i] = [entry.get("terrain", terrain), *kept]
        self.sheet.mark(i, *entry.get("add", "").split())

    def bridges(self) -> None:
        """Wherever a road crosses water, there is a bridge."""
        for side in self.sheet.links:
            if any(word in WATER for word in self.sheet.sides.get(side, ())):
                self.sheet.mark_side(side, "bridge")

    # Names

    def places(self) -> None:
        """Name the places, those of importance first."""
        least = self.spec.get("least_place", 1)
        for name, place in self.atlas.ground.places.items():
            if name in self.towns and (place.importance >= least or name in self.pinned):
                entry = {"name": place.label, "hex": self.grid.name(self.towns[name]), "rank": max(1, place.importance)}
                self.sheet.places.append({**entry, "lon": place.at[0], "lat": place.at[1]})

    def regions(self) -> None:
        """Name the regions, boxes and pins of the corrections."""
        for entry in self.corrections.entries("regions"):
            for name, items in entry.get("hexes", {}).items():
                self.sheet.regions[name] = self.corrections.names(items)
            for name, items in entry.get("sides", {}).items():
                self.sheet.regions[name] = [self.corrections.side(item) for item in items]
            if "flood" in entry:
                shut = self.sheet.having(entry["within"])
                inside = beyond(self.grid, shut, [self.grid.index(entry["flood"])])
                self.sheet.regions[entry["name"]] = [self.grid.name(i) for i in self.grid if i in inside]
        self.sheet.regions["derived-terrain"] = self._derived()
        for entry in self.corrections.entries("box"):
            self.sheet.boxes.append({k: v for k, v in entry.items() if k not in ("rule", "source", "pin")})
        self.sheet.pins = self.corrections.pins()

    def _derived(self) -> list[str]:
        """The hexes whose terrain rests on derived woods, and on no correction."""
        entries = [entry for entry in self.corrections.entries("hexes") if "terrain" in entry]
        corrected = {name for entry in entries for name in self.corrections.names(entry["at"])}
        return [name for name in self.derived if name not in corrected]
