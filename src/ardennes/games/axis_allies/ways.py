"""Where units and trucks can go: the rules of movement as named layers of the map's flood.

All of it follows from the enemy's units, the front line and what is captured, none of which a side changes for its own
tanks while it moves; so a flood is made once for each hex that somebody starts from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ardennes.engine import Reason
from ardennes.games.axis_allies.forces import ART, INF, TANK
from ardennes.hexmap import Costs, Explainer, Layer, Move, Reach, flood

if TYPE_CHECKING:
    from ardennes.games.axis_allies.state import Position
    from ardennes.games.axis_allies.terrain import Terrain

TRUCK, ARRIVAL, BLITZ = 3, 4, 5  # movers beside the three types of combat unit; an arriving tank keeps to the road
ALLOWANCE = {
    INF: "AA-0.16", TANK: "AA-0.17", ART: "AA-0.19", TRUCK: "AA-0.21", ARRIVAL: "AA-R.35", BLITZ: "AA-0.18",
}  # fmt: skip
ONE_HEX = (INF, ART, BLITZ)  # movers that go one hex and no farther
WHY = {
    "AA-0.7": "a river barrier is in the way; only infantry may cross it",
    "AA-0.16": "infantry moves one hex",
    "AA-0.17": "a tank moves one hex off the road, or along connected roads",
    "AA-0.18": "a blitz is one hex, even on a road",
    "AA-0.19": "artillery moves one hex",
    "AA-0.21": "a truck must follow connected roads",
    "AA-3.3.a": "it must stop on entering an enemy zone of control, or one hex after leaving one",
    "AA-3.3.c": "it must stop in an enemy-controlled town on the way",
    "AA-3.3.d": "enemy combat units are on the way",
    "AA-R.29": "enemy combat units aboard trucks are on the way",
    "AA-R.30": "enemy trucks or tokens that no friendly combat unit has captured are on the way",
    "AA-R.35": "an arriving tank moves on by road only",
    "AA-R.44": "it must stop in a town that a friendly unit has entered but that is the enemy's until board upkeep",
}


class Ways:
    """The movement of one side at one moment. Nothing in it changes but the memory of floods already made."""

    __slots__ = (
        "_free", "_reaches", "barred", "dry_out", "enemy", "foot_out", "friendly", "key", "riding", "road_out",
        "shut", "side", "stops", "terrain", "towns", "zone",
    )  # fmt: skip

    def __init__(self, terrain: Terrain, key: tuple[int, int, int, int, int]) -> None:
        """`key`: the side; where the enemy has combat units, and where he has some aboard trucks; the Axis-controlled
        hexes; depots that trucks may not enter.
        """
        side, held, riding, axis_ground, depots = key
        self.key = key
        self.terrain = terrain
        self.riding = riding & ~held
        self.enemy = enemy = held | riding
        self.barred = enemy | depots
        self.shut = {"AA-3.3.d": held, "AA-R.29": self.riding, "AA-R.30": self.barred & ~enemy}
        self.zone = terrain.zone(enemy) if enemy else 0
        self.side = side
        self.friendly = axis_ground if side == 0 else terrain.all & ~axis_ground
        self.towns = terrain.towns & ~self.friendly
        self.stops = self.zone | self.towns
        open_ground = terrain.all & ~enemy
        self.foot_out = terrain.around(open_ground)
        self.dry_out = terrain.grid.across(open_ground, terrain.off_road_six)
        self.road_out = terrain.grid.across(terrain.all & ~self.barred, terrain.board.links("road"))
        self._reaches: dict[tuple[int, int], Reach] = {}
        self._free: int | None = None

    def free(self) -> int:
        """The hexes in which a truck is free: where a road leaves the board, or outside zones with an open road there.

        Zones of control and enemy-controlled towns close a road, but a town that the truck is in does not.
        """
        if self._free is None:
            terrain = self.terrain
            edge = terrain.edge_roads[self.side]
            home = self._open_roads(edge & ~self.stops)
            near = terrain.grid.across(home, terrain.board.links("road"))
            self._free = terrain.exits[self.side] | (edge | home | near) & ~self.zone
        return self._free

    def if_taken(self, hexes: int) -> Ways:
        """The movement of the side if it controlled some hexes already."""
        side, held, riding, axis_ground, depots = self.key
        ground = axis_ground | hexes if side == 0 else axis_ground & ~hexes
        return Ways(self.terrain, (side, held, riding, ground, depots))

    def _open_roads(self, start: int) -> int:
        """The hexes of open roads that are joined to these, which count themselves."""
        across, road, clear = self.terrain.grid.across, self.terrain.board.links("road"), ~self.stops
        found = frontier = start
        while frontier:
            frontier = across(frontier, road) & clear & ~found
            found |= frontier
        return found

    def closing(self, start: int) -> int:
        """The hexes in zones of control and enemy towns that close the roads from a hex outside such zones."""
        if self.zone >> start & 1:
            return 0
        return self.terrain.grid.across(self._open_roads(1 << start), self.terrain.board.links("road")) & self.stops

    def reach(self, kind: int, start: int) -> Reach:
        """Where a mover of a kind gets from a hex."""
        found = self._reaches.get((kind, start))
        if found is None:
            move, limit = self._move(kind, start)
            found = self._reaches[kind, start] = flood(move, 1 << start, limit)
        return found

    def ends(self, kind: int, start: int) -> int:
        """The hexes where such a move can end, the start left out; one of a single hex needs no flood."""
        if kind in ONE_HEX:
            near = self.terrain.near[start] if kind == INF else self.terrain.dry[start]
            return near & ~self.enemy
        return self.reach(kind, start).mask & ~(1 << start)

    def _move(self, kind: int, start: int) -> tuple[Move, int]:
        """The rules of a move: infantry, artillery, a blitz one hex; tanks one hex or by road, trucks by road only."""
        terrain = self.terrain
        ban = [Layer("AA-3.3.d", self.shut["AA-3.3.d"])]
        if self.riding:
            ban.append(Layer("AA-R.29", self.shut["AA-R.29"]))
        if kind in ONE_HEX:
            return Move(Costs(terrain.grid), ban=ban, halt=terrain.foot if kind == INF else terrain.tracks), 1
        if kind == TRUCK:
            ban.append(Layer("AA-R.30", self.shut["AA-R.30"]))
        stop = [Layer("AA-3.3.a", self.zone), Layer("AA-3.3.c", self.towns)]
        one_hex = terrain.tracks if kind == TANK else None
        first = None
        if self.zone >> start & 1:
            first = terrain.road.close(terrain.all, "AA-3.3.a")
            one_hex = one_hex or terrain.road
        return Move(terrain.road, stop=stop, ban=ban, first=first, halt=one_hex), len(terrain.grid)

    def blockers(self, kind: int, start: int, target: int) -> tuple[str, ...]:
        """The rules that keep such a mover from a hex; that of its movement where nothing else does."""
        move, limit = self._move(kind, start)
        rule = ALLOWANCE[kind]
        return Explainer.of_move(move, 1 << start, limit, rule).blockers(target, ("AA-0.7",)) or (rule,)

    def refusal(self, kind: int, start: int, to: int, rules: tuple[str, ...]) -> Reason:
        """The rules that keep a mover from a hex in words: first what is true of the hex itself, then of the way."""
        here = {rule: mask >> to & 1 for rule, mask in self.shut.items()}
        words = {rule: WHY[rule].replace("on the way", "there") if here.get(rule) else WHY[rule] for rule in rules}
        far = self.terrain.grid.distance(start, to)
        if kind in ONE_HEX and far > 1:
            words[ALLOWANCE[kind]] = f"it is {far} hexes away, and {WHY[ALLOWANCE[kind]]}"
        first, *others = sorted(rules, key=lambda rule: not here.get(rule))
        behind = "".join(f"; {words[rule]} ({rule})" for rule in others)
        return Reason(first, f"{self.terrain.names[to]} cannot be reached: {words[first]}{behind}.")


def ways_of(state: Position, side: int) -> Ways:
    """The movement of a side now, remembered in the state as long as it holds."""
    depots = (state.stores[1 - side] | state.parked[1 - side]) & ~state.held[side]
    key = (side, state.held[1 - side], state.riding[1 - side], state.axis_ground, depots)
    known = state.ways
    if known is None or known.key != key:
        known = state.ways = Ways(state.game.terrain, key)
    return known


def why_not_there(state: Position, side: int, kind: int, h: int, to: int) -> Reason:
    """Why a mover of a kind cannot end in a hex: the rules without which it could."""
    if to == h:
        return Reason("AA-3.3", f"It is already in {state.name_of(to)}.")
    ways = ways_of(state, side)
    rules = ways.blockers(kind, h, to)
    entered = ways.towns & state.held[side]
    if "AA-3.3.c" in rules and entered and ways.if_taken(entered).reach(kind, h).mask >> to & 1:
        rules = tuple("AA-R.44" if rule == "AA-3.3.c" else rule for rule in rules)
    return ways.refusal(kind, h, to, rules)
