"""What lies on the table beside the pieces: markers, tints, lines, boxes, tracks, overlays, and the rules in force."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import cached_property

from ardennes.counters import POOL, bits
from ardennes.counters.screens.recent import Recent
from ardennes.engine import screen
from ardennes.engine.screen.words import Icon
from ardennes.engine.speech import both
from ardennes.games.bitter_woods import area, arrivals, fuel, lasting, supply, victory
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, PEOPLE, SIDES, Unit
from ardennes.games.bitter_woods.names import ARMY_NAMES
from ardennes.games.bitter_woods.screen_pieces import BitterPieces, either
from ardennes.games.bitter_woods.state import ARMY_ARTILLERY
from ardennes.games.bitter_woods.terrain import FREEZE, MUD
from ardennes.games.bitter_woods.zones import zone

_BRIDGES = Recent[screen.Overlay]()
_OBJECTIVES = Recent[screen.Overlay]()
_BOUNDARIES = Recent[screen.Overlay]()

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
    zones_text = (
        "The six hexes around each unit except artillery, but not across the Meuse: an enemy unit "
        "that enters one must stop"
    )

    # ---- on the map ----

    def markers(self) -> list[screen.Marker]:
        """Positions and fortifications, Liège in German hands, bridges blown and under repair, interdiction."""
        found = [*self._positions(), *self._liege(), *self._bridges(), *self._interdiction()]
        found += self._events() if self.view.effects else ()
        return [*found, *self._dumps()] if self.view.dumps else found

    def _dumps(self) -> Iterator[screen.Marker]:
        """Fuel dumps: revealed ones, to the Allied player also where the others lie, and where they may be (BW-25)."""
        view, grid = self.view, self.game.ground.grid
        for dump in fuel.names(view):
            called = fuel.table_of(view, dump)["name"]
            if dump in view.fuel:
                owner = SIDES[view.fuel[dump]] if view.fuel[dump] < len(SIDES) else None
                icon: Icon = "lost" if view.fuel[dump] == fuel.DESTROYED else "fuel"
                yield screen.Marker(icon, fuel.shown(view, dump), grid.name(view.dumps[dump]), owner, "BW-25.2")
            elif view.viewer == SIDES[ALLIED] and dump in view.dumps:
                label = f"{called}: the German player does not know where it is"
                yield screen.Marker("fuel", label, grid.name(view.dumps[dump]), SIDES[ALLIED], "BW-25.1")
            elif view.viewer != SIDES[ALLIED]:
                for i in grid.bits(fuel.sites(view, dump)):
                    yield screen.Marker("hidden", f"{called} may be here", grid.name(i), rule="BW-25.1")

    def _events(self) -> Iterator[screen.Marker]:
        """Parachutists, commandos, and bridges that cannot be blown (BW-29, 38)."""
        view, grid, german = self.view, self.game.ground.grid, SIDES[GERMAN]
        for i, number in lasting.landed(view).items():
            rule = "BW-29.1.two" if number > 1 else "BW-29.1.toll"
            who = "A company" if number == 1 else f"{number} companies"
            label = f"{who} of parachutists: Allied units may have to pay one extra point to enter"
            yield screen.Marker("air", label, grid.name(i), german, rule)
        if town := lasting.infested(view):
            label = "Commandos: Allied units that enter roll a die"
            yield screen.Marker("stop", label, town.place, german, town.rule)
        for effect, _ in lasting.counting(view, "guards"):
            if effect.place:
                label = "The Allied player may not blow this bridge on this Game-Turn"
                yield screen.Marker("bridge", label, effect.place, german, effect.rule)

    def _liege(self) -> Iterator[screen.Marker]:
        """The hexes that Germans have left and no Allied unit has entered since."""
        for i in self.game.ground.grid.bits(self.view.captured & ~self.view.held[GERMAN]):
            label = "In German hands: not an Allied supply source"
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
        for bridge in bits(view.blown & view.area.bridges):
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
            label = "Interdicted: German mechanized units pay 2 extra points to enter, others 1"
            yield screen.Marker("interdicted", label, grid.name(i), allied, "BW-11.3")

    def tints(self) -> list[screen.Tint]:
        """The hex attacked, emptied while somebody may advance into it, or closed after a withdrawal."""
        found = [*self._part_in_play(), *super().tints()]
        if self.asked is not None and self.step == "advance":
            frame = self.view.top
            places = self.game.ground.grid.names(frame.into)
            found.append(
                screen.Tint("target", places, "The winner may advance into it", SIDES[frame.side], "BW-9.8.first")
            )
        for side, hexes in enumerate(self.view.vacated):
            if hexes:
                label = f"{PEOPLE[side]} units withdrew and may not return this Game-Turn"
                places = self.game.ground.grid.names(hexes)
                found.append(screen.Tint("danger", places, label, SIDES[side], "BW-9.5.CA.withdraw"))
        return found

    def _part_in_play(self) -> Iterator[screen.Tint]:
        """The hexes of a scenario that does not use the whole map (BW-2.9.southern.area)."""
        if self.view.outside:
            grid = self.game.ground.grid
            yield screen.Tint("in-play", grid.names(grid.all & ~self.view.outside), "In play", rule=area.RULE)

    def lines(self) -> list[screen.Line]:
        """The start line, and the attack that is being declared or fought."""
        start = self.board_line("start", "Start line, 16 December", side=SIDES[GERMAN], rule="BW-3.0")
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
            if 0 < arrivals.turn_of(self.view, unit.number) <= self.view.turn and self.view.at[unit.number] == POOL
        ]  # fmt: skip
        groups = {(self.waiting_box(unit), unit.side, unit.entry, self._held_back(unit)) for unit in waiting}
        for box, side, letters, held in sorted(groups):
            near = self.game.ground.grid.name(self.view.first_road(letters))
            label = f"{PEOPLE[side]} reinforcements, by {either(letters)}"
            notes = [
                screen.Note("They may enter once a German unit is within five hexes of the Meuse", "BW-16.1.meuse")
            ]
            text = "wait until German units are near the Meuse" if held else None
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
            near = self._at_edge(edge, near)
            label = f"Allied units off the {edge} edge"
            yield screen.Box(edge, label, "off-board", allied, "BW-5.5.return", near=near)
        for who, people in zip(SIDES, PEOPLE, strict=True):
            yield screen.Box(f"lost-{who}", f"{people} losses", "dead", who, "BW-9.6")

    def _at_edge(self, edge: str, usual: str) -> str:
        """The hexside at which units off an edge are shown: the usual one, or the first road that is in play."""
        number, _, direction = usual.partition("/")
        shown = f"{self.game.ground.grid.name(self.view.first_road(self.game.tables['edges'][edge]))}/{direction}"
        return shown if self.view.outside >> self.game.ground.grid.index(number) & 1 else usual

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
        german, allied = self.view.aircraft if turn == self.view.turn else self.view.given_aircraft(turn)
        return f"{german} / {allied}"

    def turn_track(self) -> screen.Track:
        """The turns of the scenario, with mud and freeze."""
        track = super().turn_track()
        return replace(track, cells=track.cells[: self.view.last_turn])

    def turn_icon(self, turn: int) -> Icon | None:
        """Mud or freeze."""
        season = SEASONS.get(self.game.seasons[turn - 1])
        return season[0] if season else None

    def turn_marks(self, turn: int) -> list[screen.Mark]:
        """The units that are due on a turn and have not come in, with the roads of their letters."""
        found = []
        for side, who in enumerate(SIDES):
            units = self._due.get((turn, side))
            if not units:
                continue
            by_entry: dict[str, list[str]] = {}
            for unit in units:
                by_entry.setdefault(unit.entry, []).append(unit.display_name)
            label = "; ".join(f"by {'/'.join(letters)}: {both(named)}" for letters, named in by_entry.items())
            found.append(screen.Mark(label, who, "enter", len(units)))
        return found

    @cached_property
    def _due(self) -> dict[tuple[int, int], list[Unit]]:
        """The units that have not come in, by the turn on which they are due and their side."""
        found: dict[tuple[int, int], list[Unit]] = {}
        for unit in self.game.forces.units:
            if self.view.at[unit.number] == POOL:
                found.setdefault((arrivals.turn_of(self.view, unit.number), unit.side), []).append(unit)
        return found

    def tracks(self) -> list[screen.Track]:
        """The turns with aircraft, ground and arrivals."""
        return [self.turn_track()]

    # ---- overlays ----

    def overlays(self) -> list[screen.Overlay]:
        """Zones, supply, bridges, what is to be held, and the army boundaries while they last."""
        view = self.view
        found = [self.zones([zone(view, side) for side in (GERMAN, ALLIED)]), self._supply()]
        found.append(_BRIDGES.get((view.game, view.area.bridges & ~view.blown, view.built), self._all_bridges))
        found.append(_OBJECTIVES.get((view.game, view.scenario), self._objectives))
        if view.turn <= self.game.last_bounded_turn:
            found.append(_BOUNDARIES.get(view.game, self._boundaries))
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
        text = "Which units would be in supply if it were checked now. What counts is the last Mutual Supply Phase."
        return screen.Overlay("supply", "Supply", "U", text=text, rule="BW-12.1", tints=tints, lines=ways)

    def _all_bridges(self) -> screen.Overlay:
        """Every bridge that stands; the blown ones are always on the map."""
        ground = self.game.ground
        standing = ground.bridges.named(self.view.area.bridges & ~self.view.blown)
        found = [screen.Marker("bridge", "Bridge", name, rule="BW-13.1") for name in standing]
        limit: int = self.game.tables["bridges"]["german_limit"]
        text = f"The Germans have rebuilt {self.view.built} of {limit} bridges."
        return screen.Overlay("bridges", "Bridges", "B", text=text, rule="BW-13.4", markers=found)

    def _objectives(self) -> screen.Overlay:
        """The towns that count, the exits, and the bank of the Meuse."""
        grid, table = self.game.ground.grid, self.game.tables["victory"]
        if self.view.scenario != "campaign":
            entry = victory.objectives(self.view)
            marks = [screen.Marker("victory", name, at, rule=entry["rule"]) for name, at in entry["each"].items()]
            text = "A supplied German unit in one of these at the end is worth one point"
            return screen.Overlay("objectives", "Objectives", "V", text=text, rule=entry["rule"], markers=marks)
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
        text = f"German mechanized units must stay in their army's sector through {last}"
        return screen.Overlay("boundaries", "Army boundaries", "A", text=text, rule="BW-5.4", lines=lines)

    # ---- what acts just now ----

    def here_now(self) -> list[screen.Reason]:
        """The opening, boundaries, mud or freeze, shortage, aircraft that are left."""
        view, found = self.view, list[screen.Reason]()
        if view.over:
            return []
        if view.turn == self.game.turn_named(self.game.tables["opening"]["turn"]):
            found.append(screen.Reason("BW-15.1", "Surprise: German attacks are shifted one column right"))
            found.append(screen.Reason("BW-15.7", "Traffic jams: German mechanized units have one movement point less"))
        if season := SEASONS.get(view.season):
            found.append(screen.Reason(season[2], season[1]))
        if view.turn <= self.game.last_bounded_turn:
            last = self.game.calendar.label(self.game.last_bounded_turn)
            found.append(screen.Reason("BW-5.4", f"Army boundaries apply to German mechanized units through {last}"))
            if ARMY_ARTILLERY in view.optional:
                found.append(
                    screen.Reason("BW-37.2", "They also apply to German artillery, which fires only for its own army")
                )
        if view.shortage:
            army = ARMY_NAMES[view.shortage]
            found.append(screen.Reason("BW-12.6", f"Mechanized units of {army} are short of supply"))
        for effect in view.effects:
            if effect.rule != lasting.COMPANIES and effect.counts(view.turn):
                found.append(screen.Reason(effect.rule, lasting.table_of(view, effect)["text"]))
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
