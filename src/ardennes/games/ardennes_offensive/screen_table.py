"""What lies on the table beside the pieces: markers, tints, boxes, tracks, overlays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, cached_property
from typing import TYPE_CHECKING

from ardennes.counters import side_names
from ardennes.engine import screen
from ardennes.engine.speech import count
from ardennes.games.ardennes_offensive import bridges, supply, victory
from ardennes.games.ardennes_offensive.advance import cleared
from ardennes.games.ardennes_offensive.forces import ALLIED, GERMAN, PEOPLE, SIDES
from ardennes.games.ardennes_offensive.screen_pieces import Pieces
from ardennes.games.ardennes_offensive.sequence import ORDER, PHASES
from ardennes.games.ardennes_offensive.zones import zone

if TYPE_CHECKING:
    from ardennes.games.ardennes_offensive.game import ArdennesOffensive

BASTOGNE = "Bastogne: the southern exits count only with a supplied German unit here"


class Table(Pieces):
    """Exits and bridges, arrivals and losses, turns and points, zones and supply."""

    attack_rule = arrow_rule = "AO-9.0"
    turns_rule = "AO-2.1"
    turns_caption = "reinforcements due"
    zones_rule = "AO-7.0"
    zones_label = "zones"
    zones_text = "The hexes around each unit that is not in Road Mode: an enemy unit that enters one must stop there"

    @cached_property
    def points(self) -> tuple[int, int]:
        """The German and the Allied victory points, as if tallied now."""
        return victory.points(self.view)

    # ---- on the map ----

    def markers(self) -> list[screen.Marker]:
        """Interdicted bridges as judged, the exit hexes with their worth and holder, and Bastogne."""
        bastogne = self.game.ground.grid.name(self.game.ground.bastogne)
        return [*self._bridges(), *self._exits(), screen.Marker("victory", BASTOGNE, bastogne, rule="AO-16.0.D")]

    def _bridges(self) -> list[screen.Marker]:
        view = self.view
        name = view.phase if view.frames else ""
        judged = name in ORDER and ORDER.index(name) % len(PHASES) >= PHASES.index("movement")
        if not view.shadow or not judged:
            return []
        label = f"Interdicted to the {PEOPLE[view.phasing]} side"
        return [
            screen.Marker("interdicted", label, name, SIDES[view.phasing], "AO-13.1.A")
            for name in side_names(self.game.ground.grid, bridges.ways(view).cut)
        ]

    def _exits(self) -> Iterator[screen.Marker]:
        grid, held = self.game.ground.grid, victory.exits_held(self.view)
        account = victory.account(self.view)
        why = {where: (rule, text) for rule, text, where, _ in account if not held >> grid.index(where) & 1}
        for i, worth in self.game.ground.worth.items():
            side, where = GERMAN if held >> i & 1 else ALLIED, grid.name(i)
            rule, text = why.get(where, ("AO-16.0.F", "not held by the Germans"))
            if side == GERMAN:
                rule, text = "AO-16.0.C", "held by the Germans"
            text = f"Exit hex worth {count(worth, 'point')}: {text}"
            yield screen.Marker("exit", text, where, SIDES[side], rule, str(worth))

    def tints(self) -> list[screen.Tint]:
        """The hexes under attack, or those that a unit may advance into."""
        return super().tints() or self._cleared()

    def _cleared(self) -> list[screen.Tint]:
        if self.step != "advance":
            return []
        _, victor, hexes, _, _ = self.view.top
        places = self.game.ground.grid.names(cleared(self.view, victor, hexes))
        return [screen.Tint("target", places, "Cleared: one unit may advance into it", SIDES[victor], "AO-9.6.N")]

    def lines(self) -> list[screen.Line]:
        """The start line, and the attack that is being declared or fought."""
        start = self.board_line("start", "Start line, 16 December", side="german", rule="AO-E.map.5")
        return [*start, *self.arrows()]

    # ---- beside the map ----

    def boxes(self) -> list[screen.Box]:
        """Where units lie that are not on the map: entries, arrivals, losses."""
        used = set(self.places)
        return [box for box in self._all_boxes(self.game) if box.kind == "dead" or box.id in used]

    @classmethod
    @cache
    def _all_boxes(cls, game: ArdennesOffensive) -> list[screen.Box]:
        return [*cls._entries(game), *cls._off_map(game)]

    @staticmethod
    def _entries(game: ArdennesOffensive) -> Iterator[screen.Box]:
        grid, entries = game.ground.grid, game.ground.entries
        for i in grid.bits(entries[GERMAN] | entries[ALLIED]):
            name, who = grid.name(i), SIDES[GERMAN if entries[GERMAN] >> i & 1 else ALLIED]
            yield screen.Box(f"entry-{name}", f"Waiting to enter at {name}", "entry", who, "AO-R.30", near=name)

    @staticmethod
    def _off_map(game: ArdennesOffensive) -> Iterator[screen.Box]:
        for who, people in zip(SIDES, PEOPLE, strict=True):
            for turn in range(1, game.last_turn + 1):
                label = f"{people} reinforcements of turn {turn}"
                yield screen.Box(f"{who}-turn-{turn}", label, "arrivals", who, "AO-14.0")
            yield screen.Box(f"{who}-delayed", f"{people} units delayed", "holding", who, "AO-14.1.sections")
            yield screen.Box(f"{who}-in-hand", f"{people} units to set up", "holding", who, "AO-17.0")
            yield screen.Box(f"{who}-losses", f"{people} losses", "dead", who, "AO-16.0.A")

    # ---- tracks ----

    def tracks(self) -> list[screen.Track]:
        """The turn record with reinforcements, and the victory points."""
        return [self.turn_track(), self._points_track()]

    @cached_property
    def _arrivals(self) -> list[Counter[int]]:
        """How many units of each side are due on each turn."""
        plans = [self.game.plan(self.view, side) for side in (GERMAN, ALLIED)]
        return [Counter(arrival.turn for arrival in plan.arrivals.values()) for plan in plans]

    def turn_marks(self, turn: int) -> list[screen.Mark]:
        """The units that are due on a turn to come."""
        if turn < self.view.turn:
            return []
        due = [(side, self._arrivals[side][turn]) for side in (GERMAN, ALLIED)]
        return [screen.Mark(count(n, f"{PEOPLE[side]} unit"), SIDES[side], "enter", n) for side, n in due if n]

    def _points_track(self) -> screen.Track:
        german, allied = self.points
        table = self.game.tables
        free, needed = table["reinforcements"]["wb_release"], table["victory"]["minimum"]
        marks = [
            screen.ScaleMark(german, "German points", SIDES[GERMAN]),
            screen.ScaleMark(allied, "Allied points", SIDES[ALLIED]),
        ]
        thresholds = [
            screen.Threshold(
                free, "West bank units may cross the Meuse", "AO-14.3.C", SIDES[ALLIED], self.view.released
            ),
            screen.Threshold(needed, "The German player needs this to win", "AO-16.3", SIDES[GERMAN], german >= needed),
        ]
        goal = Fraction(*table["victory"]["german_ratio"])
        ratio = "the Allies have no points yet"
        if allied:
            ratio = f"{german / allied:.2f} German points per Allied point"
        early = table["victory"]["immediate_through"]
        at_once = f"at once with {needed} points by turn {early}, otherwise " if self.view.turn <= early else ""
        at_the_end = f"at the end with {needed} points and at least {float(goal):g} per Allied point"
        wins = f"The German player wins {at_once}{at_the_end}."
        scale = screen.Scale(0, max(50, german, allied), marks, thresholds)
        return screen.Track("victory", "Victory", scale=scale, rule="AO-16.1", text=f"Now {ratio}. {wins}")

    # ---- overlays ----

    def overlays(self) -> list[screen.Overlay]:
        """Zones of control and supply of both sides."""
        return [self.zones([zone(self.view, side) for side in (GERMAN, ALLIED)]), self._supply()]

    def _supply(self) -> screen.Overlay:
        """Where units are within reach of supply now, and where they are not; the ways of the side that looks."""
        grid, looks = self.game.ground.grid, self.looking()
        tints = []
        ways: list[screen.Line] = []
        for side, name in enumerate(SIDES):
            fed = held = self.view.held[side]
            if not supply.always_supplied(self.view, side):
                found = self.supply_now(side)
                fed = held & found.mask
                ways += self.supply_ways(found, side, fed) if side == looks else []
            if fed:
                label = f"{PEOPLE[side]} units in supply"
                tints.append(screen.Tint("supplied", grid.names(fed), label, name, "AO-12.1.A"))
            if held & ~fed:
                label = f"{PEOPLE[side]} units out of supply"
                tints.append(screen.Tint("unsupplied", grid.names(held & ~fed), label, name, "AO-12.3.G"))
        text = "Units in supply now, and units out of supply: no open road to their own map edge within three hexes"
        return screen.Overlay("supply", "Supply", "U", text=text, rule="AO-12.1.A", tints=tints, lines=ways)
