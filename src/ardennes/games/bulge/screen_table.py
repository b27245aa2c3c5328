"""The table on the screen: markers, lines, boxes, grids, tracks and overlays."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from ardennes.counters import POOL, side_names
from ardennes.counters.screens import Recent
from ardennes.engine import screen
from ardennes.engine.screen import derive
from ardennes.engine.screen.words import Icon
from ardennes.engine.speech import count
from ardennes.games.bulge import air, bridges, names, supply, victory
from ardennes.games.bulge.forces import ALLIED, GERMAN, PEOPLE, SIDES
from ardennes.games.bulge.reinforcements import EDGE_NAMES
from ardennes.games.bulge.screen_pieces import MISSION_NAMES, Pieces, exit_box
from ardennes.games.bulge.zones import zone

if TYPE_CHECKING:
    from ardennes.games.bulge.game import Bulge

MISSION_RULES = ("BU-7.1", "BU-7.2", "BU-7.3", "BU-7.4")
ICONS: dict[str, Icon] = {"clear": "clear", "mist": "mist", "overcast": "overcast"}
CUT_OFF = screen.Note(
    "Out of supply now. Units that exited here score nothing if it is still out of supply in the Victory "
    "Determination Phase.",
    "BU-R.26",
)

_EXITS = Recent[list[screen.Box]]()
_BRIDGES = Recent[screen.Overlay]()


class Table(Pieces):
    """Exits, arrivals and missions, turns, weather and points, zones, supply and bridges."""

    attack_rule = "BU-12.0"
    arrow_rule = "BU-12.0.combine"
    turns_rule = "BU-3.0"
    turns_label = "Game-Turns"
    turns_caption = (
        "German points: at or above the first number the German player wins, at or below the second the Allied player"
    )
    zones_rule = "BU-9.0"
    zones_text = "The hexes around each unit: an enemy unit that enters one must stop, and must attack"

    def markers(self) -> list[screen.Marker]:
        """Interdiction markers of both sides."""
        words = "interdiction: the hex's roads are closed to the"
        return [
            screen.Marker("interdicted", f"{PEOPLE[side]} {words} {PEOPLE[1 - side]} side", name, SIDES[side], "BU-7.2")
            for side in (GERMAN, ALLIED)
            for name in self.game.ground.grid.names(self.view.marked[side])
        ]

    def tints(self) -> list[screen.Tint]:
        """The hexes under attack, or those that a unit may advance into."""
        if self.step != "advance":
            return super().tints()
        now = self.view.top
        places = self.game.ground.grid.names(now.hexes)
        return [screen.Tint("target", places, "The winner may advance into it", SIDES[now.side], "BU-12.4")]

    def lines(self) -> list[screen.Line]:
        """The front of 16 December, and the attack that is being declared or fought."""
        return [*self.board_line("start", "Front line, 16 December"), *self.arrows()]

    # ---- boxes and grids ----

    def boxes(self) -> list[screen.Box]:
        """Exits, arrivals, missions, and the units that are lost."""
        lost = screen.Box("lost", "Lost", "dead", rule="BU-3.1.losses")
        exits = _EXITS.get(self.roads, lambda: list(self._exits()))
        return [*exits, *self._arrivals(), *self._missions_flown(), lost]

    def _exits(self) -> Iterator[screen.Box]:
        reached = self.ways[GERMAN].mask
        for way in self.game.ground.exits:
            notes = [] if supply.exit_supplied(self.view, way.hex, reached) else [CUT_OFF]
            box, label = exit_box(way.name), f"Exit {way.label}"
            factor, rule = f"×{way.factor}", "BU-3.1.award"
            yield screen.Box(box, label, "exit", SIDES[GERMAN], rule, factor, way.name, notes=notes)

    def _arrivals(self) -> Iterator[screen.Box]:
        for edge, word in EDGE_NAMES.items():
            side, label = SIDES[GERMAN if edge == "E" else ALLIED], f"Enter by the {word} edge"
            yield screen.Box(f"arrivals-{edge.lower()}", label, "arrivals", side, "BU-13.0")
        yield screen.Box("arrivals-drop", "Airdrop", "arrivals", SIDES[GERMAN], "BU-15.0")

    def _missions_flown(self) -> Iterator[screen.Box]:
        """A box for each mission that a side may fly; nobody sees the other's plan."""
        for side, who in enumerate(SIDES):
            hidden = self.step == air.Assignment.name and self.view.viewer != who
            for mission, limit in enumerate(air.limits(self.view, side)):
                if limit:
                    label = f"{PEOPLE[side]} {MISSION_NAMES[mission].lower()}"
                    yield screen.Box(
                        f"{who}-{air.MISSIONS[mission]}", label, "mission", who, MISSION_RULES[mission], limit=limit,
                        shows="hidden" if hidden else "open",
                    )  # fmt: skip

    def grids(self) -> list[screen.Grid]:
        """The missions of both sides."""
        return [self._missions_grid(side, who) for side, who in enumerate(SIDES)]

    def _missions_grid(self, side: int, who: str) -> screen.Grid:
        points = count(air.air_points(self.view, side), "air point") if self.view.weather else None
        limits = zip(air.MISSIONS, air.limits(self.view, side), strict=True)
        boxes = [f"{who}-{mission}" for mission, limit in limits if limit]
        return screen.Grid(
            f"{who}-missions", f"{PEOPLE[side]} air missions", "missions", [screen.Head(PEOPLE[side], points)], [boxes],
            side=who, rule="BU-7.0",
        )  # fmt: skip

    # ---- tracks ----

    def tracks(self) -> list[screen.Track]:
        """Turns with their two numbers and arrivals, the weather, the victory points."""
        weather = [self._weather(turn) for turn in range(1, self.game.last_turn + 1)]
        return [
            self.turn_track(),
            screen.Track("weather", "Weather", weather, rule="BU-6.0", caption="air points, Allied / German"),
            screen.Track("points", "German victory points", scale=self._points(), rule="BU-3.1"),
        ]

    def day_label(self, turn: int) -> str:
        """The day, and the month where it begins."""
        day = self.day(turn)
        return super().day_label(turn) if turn == 1 or day.day == 1 else str(day.day)

    def turn_text(self, turn: int) -> str:
        """The points with which each side wins on a turn."""
        german, allied = victory.numbers(self.view, turn)
        return f"{derive.figure(german)} / {derive.figure(allied)}"

    @cached_property
    def _due(self) -> dict[int, tuple[int, ...]]:
        """The reinforcements that have not entered, by their turn."""
        found: dict[int, tuple[int, ...]] = {}
        for unit in self.game.forces.arriving:
            if self.view.at[unit.number] == POOL:
                found[unit.arrival] = (*found.get(unit.arrival, ()), unit.number)
        return found

    def turn_marks(self, turn: int) -> list[screen.Mark]:
        """The units of each side that are due on a turn."""
        return _marks(self.game, self._due.get(turn, ()))

    def _weather(self, turn: int) -> screen.Cell:
        """The weather of a turn, as far as it is known: by history, or so far as the die has said."""
        tables, when = self.game.tables, self.when(turn)
        if turn <= len(self.view.weathers):
            word = self.view.weathers[turn - 1]
        elif self.view.chosen("weather") == "variable" and turn > 1:
            drm: int = tables["weather"]["drm"][turn - 2]
            return screen.Cell(str(turn), text=f"{drm:+d}" if drm else "0", state=when)
        else:
            word = tables["weather"]["historical"][turn - 1]
        if not word:
            return screen.Cell(str(turn), state=when)
        allied, german = tables["air_points"][word][turn - 1]
        return screen.Cell(str(turn), word.capitalize(), ICONS[word], f"{allied} / {german}", when)

    def _points(self) -> screen.Scale:
        points, (german, allied) = self.view.points, victory.numbers(self.view, self.view.turn)
        thresholds = [
            screen.Threshold(german, "The Germans win", "BU-3.0.german", SIDES[GERMAN], points >= german),
            screen.Threshold(allied, "The Allies win", "BU-3.0.allied", SIDES[ALLIED], points <= allied),
        ]
        mark = screen.ScaleMark(points, "German points", SIDES[GERMAN])
        return screen.Scale(min(-20, points, allied), max(100, points, german), [mark], thresholds)

    # ---- overlays ----

    def overlays(self) -> list[screen.Overlay]:
        """Zones, supply and interdicted bridges."""
        zones = self.zones([zone(self.view, side) | self.view.held[side] for side in (GERMAN, ALLIED)])
        return [zones, self._supply(), _BRIDGES.get(self.roads, self._bridges)]

    def _supply(self) -> screen.Overlay:
        """Where units of the side that looks are in supply, and by which ways those on the map are."""
        side = self.looking()
        grid, always = self.game.ground.grid, self.fed[side] == supply.EVERYWHERE
        label, fed = f"{PEOPLE[side]} units are in supply here", grid.all if always else self.fed[side]
        tints = [screen.Tint("supplied", grid.names(fed), label, SIDES[side], "BU-14.0")]
        ways = [] if always else self.supply_ways(self.ways[side], side, self.view.held[side])
        return screen.Overlay("supply", "Supply", "U", rule="BU-14.0", tints=tints, lines=ways)

    def _bridges(self) -> screen.Overlay:
        label = "Interdicted to the Germans: an Allied unit is within three hexes"
        found = [
            screen.Marker("interdicted", label, name, SIDES[GERMAN], "BU-R.15")
            for name in side_names(self.game.ground.grid, bridges.interdicted(self.view, GERMAN))
        ]
        return screen.Overlay("bridges", "Interdicted bridges", "B", rule="BU-11.0", markers=found)


@lru_cache(2_000)
def _marks(game: Bulge, due: tuple[int, ...]) -> list[screen.Mark]:
    """A mark for each side that has units due."""
    found = []
    for side, who in enumerate(SIDES):
        units = [game.forces.units[unit] for unit in due if game.forces.side[unit] == side]
        if units:
            label = ", ".join(f"{names.long(unit)} ({EDGE_NAMES[unit.edge]} edge)" for unit in units)
            found.append(screen.Mark(label, who, "enter", len(units)))
    return found
