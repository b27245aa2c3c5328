"""Which roads a board gets: those its game lists, and those of the ground; where they stop and where they leave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import pairwise
from typing import Any

from .corrections import Corrections
from .frame import XY, Frame, resampled
from .ground import LonLat, Road
from .roads import Network, Node, Roads

NO_ROAD = ("impassable", "void", "edge")  # a road may end in such a hex, if the game says so, but not pass through


class Paver:
    """Lays roads on one board, one after the other."""

    def __init__(
        self, frame: Frame, network: Network, corrections: Corrections, towns: dict[str, int], roads: Roads
    ) -> None:
        self.frame = frame
        self.grid = frame.grid
        self.network = network
        self.ground = network.ground
        self.corrections = corrections
        self.towns = towns
        self.pinned = corrections.places()
        self.roads = roads
        roads.barred = self._barred()
        self.courses: list[dict[str, Any]] = []
        self.junctions: frozenset[Node] = frozenset()  # where a road ends, the others that pass must stop too

    def _barred(self) -> set[int]:
        entries = self.corrections.entries("hexes")
        bare = [e.get("at", []) for e in entries if e.get("terrain") in NO_ROAD or not e.get("roads", True)]
        return {self.grid.index(name) for items in bare for name in self.corrections.names(items)}

    def own(self, entry: dict[str, Any]) -> None:
        """A road that the game lists: through its nodes, which are places or hexes; hexes that touch are joined."""
        nodes: list[str] = entry["nodes"]
        path = [self._stop(nodes[0])]
        for before, node in pairwise(nodes):
            i = self._stop(node)
            if i in self.grid.neighbours(path[-1]) and node not in self.towns:
                self.roads.add(path[-1], i, entry["class"])
                path.append(i)
            else:
                path += self.roads.lay(entry["class"], [(path[-1], []), (i, self._course(before, node))])[1:]
        for side in entry.get("leaves", []):
            self.roads.off[self.corrections.side(side)] = entry["class"]
        self._note(entry["name"], entry["class"], path)

    def _stop(self, node: str) -> int:
        return self.towns[node] if node in self.towns else self.grid.index(node)

    def _course(self, before: str, node: str) -> Sequence[XY]:
        """The true way between two places; straight on where a bare hex is one end."""
        if before in self.ground.places and node in self.ground.places:
            return self.frame.line(self.network.way(before, node))
        return resampled([self._point(before), self._point(node)], 0.25)

    def _point(self, node: str) -> XY:
        if node in self.ground.places:
            return self.frame.plane(self.ground.places[node].at)
        return self.grid.centre(self.grid.index(node))

    def true(self, road: Road, wishes: dict[str, Any]) -> None:
        """A road of the ground, as far as it lies on the board."""
        may_leave = frozenset(self.corrections.names(wishes.get("leave", [])))
        for run in self._on_board(road, may_leave):
            stops = self._stops(run, wishes.get("stops", 2))
            if len(stops) > 1:
                self._note(road.name, road.kind, self.roads.lay(road.kind, stops))

    def _on_board(self, road: Road, leave: frozenset[str]) -> Iterator[list[Node]]:
        """The parts of a road on the board; a part that goes on beyond the edge leads off it, from a hex of `leave`."""
        run: list[Node] = []
        cut = False
        for before, node in pairwise([None, *road.nodes, None]):
            inside = node is not None and self._hex(node) >= 0
            was_inside = before is not None and self._hex(before) >= 0
            crosses = before is not None and node is not None and inside != was_inside
            if crosses and leave and before is not None and node is not None:
                run += self._edge(*((before, node) if was_inside else (node, before)), road.kind, leave)
            if inside and node is not None:
                cut = cut if run else crosses
                run.append(node)
            elif run:
                yield run if leave else _trimmed(run, cut, crosses)
                run = []

    def _edge(self, inside: Node, out: Node, kind: str, leave: frozenset[str]) -> list[Node]:
        """The point where a road crosses the edge; it leaves the board from that hex."""
        line = resampled(self.frame.line([self.ground.node(inside), self.ground.node(out)]), 0.1)
        last = next((k for k, p in enumerate(line) if self.grid.at(*p) < 0), len(line)) - 1
        i = self.grid.at(*line[last])
        if self.grid.name(i) not in leave or all(j >= 0 for j in self.grid.neighbours(i)):
            return []
        self.roads.leave(i, line[-1], kind)
        return [self.frame.lonlat(self.grid.centre(i))]

    def _hex(self, node: Node) -> int:
        if isinstance(node, str):
            return self.towns.get(node, -1)
        return self.grid.at(*self.frame.plane(node))

    def _stops(self, run: Sequence[Node], least: int) -> list[tuple[int, Sequence[XY]]]:
        """Towns are stops, villages and bends only lead the way; both ends are stops."""
        stops: list[tuple[int, Sequence[XY]]] = []
        course: list[LonLat] = []
        for k, node in enumerate(run):
            course.append(self.ground.node(node))
            if k in (0, len(run) - 1) or self._counts(node, least):
                stops.append((self._hex(node), self.frame.line(course) if len(course) > 1 else []))
                course = course[-1:]
        return [stop for stop in stops if stop[0] >= 0]

    def _counts(self, node: Node, least: int) -> bool:
        if node in self.junctions:
            return True
        return isinstance(node, str) and (node in self.pinned or self.ground.places[node].importance >= least)

    def cut_back(self, named: Set[int]) -> None:
        """Take away the ends of roads that stop in a field, back to the next name, fork or way off the board."""
        while stray := self._stray(named):
            for i in stray:
                name = self.grid.name(i)
                for course in self.courses:
                    course["path"] = [other for other in course["path"] if other != name]
                for d, j in enumerate(self.grid.neighbours(i)):
                    if j >= 0:
                        self.roads.kinds.pop(self.grid.side(i, d), None)
        self.courses = [course for course in self.courses if len(course["path"]) > 1]

    def _stray(self, named: Set[int]) -> list[int]:
        """The hexes without a name that only one road reaches."""
        links = Counter(i for side in self.roads.kinds for i in map(self.grid.index, side.split("/")))
        links.update(self.grid.parse_side(side)[0] for side in self.roads.off)
        return [i for i, number in links.items() if number == 1 and i not in named]

    def _note(self, name: str, kind: str, path: Sequence[int]) -> None:
        if len(path) > 1:
            self.courses.append({"name": name, "class": kind, "path": [self.grid.name(i) for i in path]})


def _trimmed(run: Sequence[Node], first: bool, last: bool) -> list[Node]:
    """A part of a road without the bends between its outermost place and an edge that cuts it off there."""
    places = [k for k, node in enumerate(run) if isinstance(node, str)]
    if not places:
        return []
    return list(run[places[0] if first else 0 : places[-1] + 1 if last else len(run)])


def wanted(roads: Iterable[Road], wishes: dict[str, Any]) -> list[Road]:
    """The roads of the ground that a spec asks for, main roads first."""
    kinds, names, without = (frozenset(wishes.get(key, ())) for key in ("kinds", "names", "without"))
    chosen = [road for road in roads if (road.kind in kinds or road.name in names) and road.name not in without]
    return sorted(chosen, key=lambda road: road.kind)
