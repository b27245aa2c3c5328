"""What lies on the table beside the pieces: markers, tints, lines, boxes, tracks, overlays, and the rules in force."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from ardennes.counters import POOL, bits
from ardennes.engine import screen
from ardennes.engine.screen.words import Icon
from ardennes.engine.speech import both
from ardennes.games.bitter_woods import supply
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, PEOPLE, SIDES, Unit
from ardennes.games.bitter_woods.names import ARMY_NAMES
from ardennes.games.bitter_woods.screen_pieces import BitterPieces, either
from ardennes.games.bitter_woods.terrain import FREEZE, MUD
from ardennes.games.bitter_woods.zones import zone

SEASONS: dict[int, tuple[Icon, str, str]] = {
    MUD: ("mud", "Mud: a clear hex costs mechanized units and artillery 2 points", "BW-5.3.mud"),
    FREEZE: ("frost", "Freeze: a light woods hex costs every unit 1 point", "BW-5.3.freeze"),
}
BOUNDARIES = {
    "six-five": ("Between Sixth and Fifth Panzer Army", "BW-5.4.six"),
    "five-seven": ("Between Fifth Panzer and Seventh Army", "BW-5.4.seven"),
}
EDGES = {"north": "2701/N", "south": "2735/S", "west": "5511/SW"}


class BitterTable(BitterPieces):
    """Positions and bridges, arrivals and losses, turns and aircraft, zones, supply and boundaries."""

    attack_rule = "BW-9.1"
    arrow_rule = "BW-9.1"
    turns_rule = "BW-4.0"
    turns_label = "Game-Turns"
    turns_caption = "aircraft, German / Allied"
    zones_rule = "BW-7.0"
    zones_text = "The six hexes round each unit but artillery, not across the Meuse: an enemy who enters one must stop"

    # ---- on the map ----

    def markers(self) -> list[screen.Marker]:
        """Positions and fortifications, Liège in German hands, bridges blown and under repair, interdiction."""
        return [*self._positions(), *self._liege(), *self._bridges(), *self._interdiction()]

    def _liege(self) -> Iterator[screen.Marker]:
        """The hexes that Germans have left and no Allied unit has entered since."""
        for i in self.game.ground.grid.bits(self.view.captured & ~self.view.held[GERMAN]):
            label = "In German hands: no Allied source of supply"
            yield screen.Marker("control", label, self.game.ground.grid.name(i), SIDES[GERMAN], "BW-R.42")

    def _positions(self) -> Iterator[screen.Marker]:
        """Those that were built; the permanent fortifications are drawn on the map."""
        view, ground = self.view, self.game.ground
        for i in ground.grid.bits(view.improved):
            side = SIDES[GERMAN if view.held[GERMAN] >> i & 1 else ALLIED]
            yield screen.Marker("position", "Improved position", ground.grid.name(i), side, "BW-8.1")
        for i in ground.grid.bits(view.forts):
            yield screen.Marker("fortified", "Fortification", ground.grid.name(i), SIDES[ALLIED], "BW-8.2.build")

    def _bridges(self) -> Iterator[screen.Marker]:
        view, spans = self.view, self.game.ground.bridges
        for bridge in bits(view.blown):
            name = spans.names[bridge]
            if bridge in view.repairs:
                unit = view.repairs[bridge]
                label = f"Bridge under repair by {self.game.forces.display_names[unit]}"
                yield screen.Marker("bridge", label, name, SIDES[self.game.forces.side[unit]], "BW-13.3")
            else:
                yield screen.Marker("blown", "Blown bridge", name, rule="BW-13.2")

    def _interdiction(self) -> Iterator[screen.Marker]:
        grid, allied = self.game.ground.grid, SIDES[ALLIED]
        for i in grid.bits(self.view.interdicted):
            label = "Interdicted: German mechanized units pay 2 points more to enter, others 1"
            yield screen.Marker("interdicted", label, grid.name(i), allied, "BW-11.3")

    def tints(self) -> list[screen.Tint]:
        """The hex attacked, emptied while somebody may advance into it, or closed after a withdrawal."""
        found = super().tints()
        if self.asked is not None and self.step == "advance":
            frame = self.view.top
            places = self.game.ground.grid.names(frame.into)
            found.append(screen.Tint("target", places, "May be advanced into", SIDES[frame.side], "BW-9.8.first"))
        for side, hexes in enumerate(self.view.vacated):
            if hexes:
                label = f"{PEOPLE[side]} units withdrew and may not come back this Game-Turn"
                places = self.game.ground.grid.names(hexes)
                found.append(screen.Tint("danger", places, label, SIDES[side], "BW-9.5.CA.withdraw"))
        return found

    def lines(self) -> list[screen.Line]:
        """The start line, and the attack that is being declared or fought."""
        start = self.board_line("start", "Start line of 16 December", side=SIDES[GERMAN], rule="BW-3.0")
        return [*start, *self.arrows()]

    # ---- beside the map ----

    def boxes(self) -> list[screen.Box]:
        """Reinforcements by their roads, units off the edges and beyond the Meuse, losses of both sides."""
        used = set(self.places)
        return [*self._entries(), *(box for box in self._off_map() if box.kind == "dead" or box.id in used)]

    def _entries(self) -> Iterator[screen.Box]:
        """A box for each group of letters by which units wait to come in."""
        waiting = [
            unit for unit in self.game.forces.units
            if unit.arrival and unit.arrival <= self.view.turn and self.view.at[unit.number] == POOL
        ]  # fmt: skip
        groups = {(self.waiting_box(unit), unit.side, unit.entry, self._held_back(unit)) for unit in waiting}
        for box, side, letters, held in sorted(groups):
            near = self.game.ground.grid.name(self.game.ground.letters[letters[0]])
            label = f"{PEOPLE[side]} reinforcements, by {either(letters)}"
            notes = [screen.Note("They come in once a German unit is within five hexes of the Meuse", "BW-16.1.meuse")]
            text = "wait for the Germans to come near the Meuse" if held else None
            yield screen.Box(box, label, "arrivals", SIDES[side], "BW-16.1", text, near, notes=notes if held else ())

    def _held_back(self, unit: Unit) -> bool:
        """Whether a unit waits until Germans come near the Meuse (BW-16.1.meuse)."""
        return unit.condition == "meuse" and not self.view.meuse

    def _off_map(self) -> Iterator[screen.Box]:
        german, allied = SIDES
        out = self.view.counted.bit_count()
        needed = self.game.tables["victory"]["strategic"]["mechanized"]
        near = self.game.ground.exits[0].name
        yield screen.Box("out", "Off the map beyond the Meuse", "exit", german, "BW-5.5", f"{out} of {needed}", near)
        for edge, near in EDGES.items():
            label = f"Allied units off the {edge} edge"
            yield screen.Box(edge, label, "off-board", allied, "BW-5.5.return", near=near)
        for who, people in zip(SIDES, PEOPLE, strict=True):
            yield screen.Box(f"lost-{who}", f"{people} losses", "dead", who, "BW-9.6")

    # ---- tracks ----

    def day(self, turn: int) -> date:
        """The day of a half-day turn."""
        return self.game.calendar.day(turn)

    def turn(self) -> screen.Turn:
        """The turn with its day and half."""
        return self.game.calendar.turn(self.view.turn, self.view.last_turn)

    def day_label(self, turn: int) -> str:
        """The day and its half; the month is December."""
        return f"{self.day(turn).day} {self.game.calendar.part(turn)}"

    def turn_text(self, turn: int) -> str:
        """The aircraft of both sides; on the present turn those that are left."""
        german, allied = self.view.aircraft if turn == self.view.turn else self.game.aircraft(turn)
        return f"{german} / {allied}"

    def turn_track(self) -> screen.Track:
        """The turns of the scenario, with mud and freeze."""
        track = super().turn_track()
        cells = []
        for turn, cell in enumerate(track.cells[: self.view.last_turn], 1):
            season = SEASONS.get(self.game.seasons[turn - 1])
            cells.append(replace(cell, icon=season[0] if season else None))
        return replace(track, cells=cells)

    def turn_marks(self, turn: int) -> list[screen.Mark]:
        """The units that are due on a turn and have not come in, with the roads of their letters."""
        found = []
        for side, who in enumerate(SIDES):
            units = [unit for unit in self.game.forces.by_arrival[turn, side] if self.view.at[unit.number] == POOL]
            if not units:
                continue
            by_entry: dict[str, list[str]] = {}
            for unit in units:
                by_entry.setdefault(unit.entry, []).append(unit.display_name)
            label = "; ".join(f"by {'/'.join(letters)}: {both(named)}" for letters, named in by_entry.items())
            found.append(screen.Mark(label, who, "enter", len(units)))
        return found

    def tracks(self) -> list[screen.Track]:
        """The turns with aircraft, ground and arrivals."""
        return [self.turn_track()]

    # ---- overlays ----

    def overlays(self) -> list[screen.Overlay]:
        """Zones, supply, bridges, what is to be held, and the army boundaries while they last."""
        view = self.view
        found = [self.zones([zone(view, side) for side in (GERMAN, ALLIED)]), self._supply(), self._all_bridges()]
        found.append(self._objectives())
        if view.turn <= self.game.last_bounded_turn:
            found.append(self._boundaries())
        return found

    def _supply(self) -> screen.Overlay:
        """Units that could be supplied now and units that could not; the paths of the side that looks."""
        grid, looks, view = self.game.ground.grid, self.looking(), self.view
        tints, ways = [], list[screen.Line]()
        for side, name in enumerate(SIDES):
            held = view.held[side]
            cut = view.hexes_of(supply.without(view, side))
            if side == looks and not supply.automatic(view, side):
                found = supply.traced(view, side)
                ways = self.supply_ways(found, side, held & found.mask)
            if held & ~cut:
                label = f"{PEOPLE[side]} units with a supply path now"
                tints.append(screen.Tint("supplied", grid.names(held & ~cut), label, name, "BW-12.2"))
            if cut:
                label = f"{PEOPLE[side]} units without a supply path now"
                tints.append(screen.Tint("unsupplied", grid.names(cut), label, name, "BW-12.4"))
        text = "Who would be in supply if it were checked now. What counts is the last Mutual Supply Phase."
        return screen.Overlay("supply", "Supply", "U", text=text, rule="BW-12.1", tints=tints, lines=ways)

    def _all_bridges(self) -> screen.Overlay:
        """Every bridge that stands; the blown ones are always on the map."""
        ground = self.game.ground
        standing = ground.bridges.named(ground.all_bridges & ~self.view.blown)
        found = [screen.Marker("bridge", "Bridge", name, rule="BW-13.1") for name in standing]
        limit: int = self.game.tables["bridges"]["german_limit"]
        text = f"The Germans have rebuilt {self.view.built} of {limit} bridges."
        return screen.Overlay("bridges", "Bridges", "B", text=text, rule="BW-13.4", markers=found)

    def _objectives(self) -> screen.Overlay:
        """The towns that count, the exits, and the bank of the Meuse."""
        grid, table = self.game.ground.grid, self.game.tables["victory"]
        if self.view.scenario != "campaign":
            places = next(one for one in self.game.lists["point"] if one["name"] == "towns")["each"]
            marks = [screen.Marker("victory", name, at, rule="BW-2.9.towns") for name, at in places.items()]
            text = "A supplied German unit in one of these at the end is worth a point"
            return screen.Overlay("objectives", "Objectives", "V", text=text, rule="BW-2.9.towns", markers=marks)
        marks = [screen.Marker("victory", name, at, rule="BW-17.1") for name, at in table["towns"].items()]
        marks += [
            screen.Marker("exit", "German mechanized units may leave the map here", one.name, rule="BW-5.5")
            for one in self.game.ground.exits
        ]
        bank = screen.Tint(
            "objective", grid.names(self.game.ground.north_of_vireux), "Beyond the Meuse", rule="BW-17.2"
        )
        text = "Three towns, and the far bank of the Meuse north of Vireux"
        return screen.Overlay("objectives", "Objectives", "V", text=text, rule="BW-17.0", tints=[bank], markers=marks)

    def _boundaries(self) -> screen.Overlay:
        """The army boundaries of the first three days."""
        lines = [
            replace(line, kind="boundary", label=label, rule=rule)
            for name, (label, rule) in BOUNDARIES.items()
            for line in self.board_line(name, label, side=SIDES[GERMAN])
        ]
        last = self.game.calendar.label(self.game.last_bounded_turn)
        text = f"German mechanized units keep to their army's ground through {last}"
        return screen.Overlay("boundaries", "Army boundaries", "A", text=text, rule="BW-5.4", lines=lines)

    # ---- what acts just now ----

    def here_now(self) -> list[screen.Reason]:
        """The opening, boundaries, mud or freeze, shortage, aircraft that are left."""
        view, found = self.view, list[screen.Reason]()
        if view.over:
            return []
        if view.turn == self.game.turn_named(self.game.tables["opening"]["turn"]):
            found.append(screen.Reason("BW-15.1", "Surprise: German attacks are shifted one column to the right"))
            found.append(screen.Reason("BW-15.7", "Traffic jams: German mechanized units have one point less"))
        if season := SEASONS.get(view.season):
            found.append(screen.Reason(season[2], season[1]))
        if view.turn <= self.game.last_bounded_turn:
            last = self.game.calendar.label(self.game.last_bounded_turn)
            found.append(screen.Reason("BW-5.4", f"Army boundaries bind German mechanized units through {last}"))
        if view.shortage:
            army = ARMY_NAMES[view.shortage]
            found.append(screen.Reason("BW-12.6", f"Mechanized units of {army} are short of supply"))
        for side in (GERMAN, ALLIED):
            if left := view.aircraft[side]:
                found.append(screen.Reason("BW-11.1", f"The {PEOPLE[side]} player has {left} aircraft left"))
        return found


def bridge_words(name: str) -> str:
    """A bridge in a sentence.

    >>> bridge_words("1324/1424")
    'between 1324 and 1424'
    """
    return f"between {name.replace('/', ' and ')}"
