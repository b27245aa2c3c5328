"""What lies on the table beside the pieces: markers, tints, boxes, tracks, overlays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from ardennes.counters import screens, side_names
from ardennes.engine import screen
from ardennes.engine.speech import count
from ardennes.games.ardennes_offensive import bridges, supply, victory
from ardennes.games.ardennes_offensive.advance import cleared
from ardennes.games.ardennes_offensive.forces import ALLIED, GERMAN, PEOPLE, SIDES
from ardennes.games.ardennes_offensive.queries import Situation
from ardennes.games.ardennes_offensive.sequence import ORDER, PHASES
from ardennes.games.ardennes_offensive.zones import zone


def markers(view: Situation) -> list[screen.Marker]:
    """Interdicted bridges as judged, the exit hexes with their worth and holder, and Bastogne."""
    ground, grid = view.game.ground, view.game.ground.grid
    who = SIDES[view.phasing]
    found = []
    if view.shadow and judged(view):
        found = [
            screen.Marker("interdicted", f"Interdicted to the {PEOPLE[view.phasing]} side", name, who, "AO-13.1.A")
            for name in side_names(grid, bridges.ways(view).cut)
        ]
    held = victory.exits_held(view)
    why = {where: (rule, text) for rule, text, where, _ in victory.account(view) if not held >> grid.index(where) & 1}
    for i, worth in ground.worth.items():
        side, where = GERMAN if held >> i & 1 else ALLIED, grid.name(i)
        rule, text = why.get(where, ("AO-16.0.C", f"held by the {PEOPLE[side]} side"))
        text = f"Exit hex worth {count(worth, 'point')}: {text}"
        found.append(screen.Marker("exit", text, where, SIDES[side], rule, str(worth)))
    label = "Bastogne: the southern exits count only with a supplied German unit here"
    return [*found, screen.Marker("victory", label, grid.name(ground.bastogne), rule="AO-16.0.D")]


def judged(view: Situation) -> bool:
    """Whether supply and bridges have been judged in this Player-Turn."""
    name = view.frames[0][0] if view.frames else ""
    return name in ORDER and ORDER.index(name) % len(PHASES) >= PHASES.index("movement")


def tints(view: Situation) -> list[screen.Tint]:
    """The hexes under attack."""
    battle = None if view.over else view.battle()
    return screens.under_attack(battle, "AO-9.0") or _cleared(view)


def _cleared(view: Situation) -> list[screen.Tint]:
    """The hexes that a unit may advance into."""
    if not view.frames or view.top[0] != "advance":
        return []
    _, victor, hexes, _, _ = view.top
    places = view.game.ground.grid.names(cleared(view, victor, hexes))
    return [screen.Tint("target", places, "Cleared: one unit may advance into it", SIDES[victor], "AO-9.6.N")]


def lines(view: Situation) -> list[screen.Line]:
    """The start line, and the attack that is being declared or fought."""
    start = next(line for line in view.game.board.lines if line.name == "start")
    label = "Start line of 16 December"
    battle = None if view.over else view.battle()
    front = screen.Line("start", sides=start.sides, label=label, side="german", rule="AO-E.map.5")
    return [front, *screens.arrows(view, battle, "AO-9.0")]


def boxes(view: Situation, pieces: Sequence[screen.Piece]) -> list[screen.Box]:
    """Where units lie that are not on the map: entries, arrivals, losses."""
    used = {piece.at for piece in pieces}
    found = []
    for i in view.game.ground.grid.bits(view.game.ground.entries[GERMAN] | view.game.ground.entries[ALLIED]):
        side = GERMAN if view.game.ground.entries[GERMAN] >> i & 1 else ALLIED
        name = view.game.ground.grid.name(i)
        if f"entry-{name}" in used:
            label = f"Waiting to come in at {name}"
            found.append(screen.Box(f"entry-{name}", label, "entry", SIDES[side], "AO-R.30", near=name))
    for who, people in zip(SIDES, PEOPLE, strict=True):
        for turn in range(1, view.game.last_turn + 1):
            if f"{who}-turn-{turn}" in used:
                label = f"{people} reinforcements of turn {turn}"
                found.append(screen.Box(f"{who}-turn-{turn}", label, "arrivals", who, "AO-14.0"))
        if f"{who}-delayed" in used:
            found.append(screen.Box(f"{who}-delayed", f"{people} units delayed", "holding", who, "AO-14.1.sections"))
        if f"{who}-in-hand" in used:
            found.append(screen.Box(f"{who}-in-hand", f"{people} units to set up", "holding", who, "AO-17.0"))
        found.append(screen.Box(f"{who}-losses", f"{people} losses", "dead", who, "AO-16.0.A"))
    return found


def tracks(view: Situation) -> list[screen.Track]:
    """The turn record with reinforcements, and the victory points."""
    return [_turns(view), _points(view)]


def _turns(view: Situation) -> screen.Track:
    arrivals = [Counter(a.turn for a in view.game.plan(view, side).arrivals.values()) for side in (GERMAN, ALLIED)]
    cells = []
    for turn in range(1, view.game.last_turn + 1):
        day, state = screens.day_of(view.game, turn), screens.time_of(view, turn)
        marks = []
        for side, name in enumerate(SIDES):
            due = arrivals[side][turn]
            if due and turn >= view.turn:
                units = "unit" if due == 1 else "units"
                marks.append(screen.Mark(f"{due} {PEOPLE[side]} {units}", name, "enter", due))
        cells.append(screen.Cell(str(turn), f"{day.day} {day:%b}", state=state, marks=marks))
    return screen.Track("turns", "Turns", cells, rule="AO-2.1", caption="reinforcements due")


def _points(view: Situation) -> screen.Track:
    german, allied = victory.points(view)
    table = view.game.tables
    free, needed = table["reinforcements"]["wb_release"], table["victory"]["minimum"]
    marks = [
        screen.ScaleMark(german, "German points", SIDES[GERMAN]),
        screen.ScaleMark(allied, "Allied points", SIDES[ALLIED]),
    ]
    thresholds = [
        screen.Threshold(free, "Allies may cross the Meuse", "AO-14.3.C", SIDES[ALLIED], view.released),
        screen.Threshold(needed, "The German needs this to win", "AO-16.3", SIDES[GERMAN], german >= needed),
    ]
    high = max(50, german, allied)
    goal = Fraction(*table["victory"]["german_ratio"])
    ratio = f"{german / allied:.2f} German points for each Allied one" if allied else "the Allies have no points yet"
    early = table["victory"]["immediate_through"]
    at_once = f"at once with {needed} points by turn {early}, else " if view.turn <= early else ""
    wins = f"The German wins {at_once}at the end with {needed}, {float(goal):g} or more for each Allied one."
    text = f"Now {ratio}. {wins}"
    scale = screen.Scale(0, high, marks, thresholds)
    return screen.Track("victory", "Victory", scale=scale, rule="AO-16.1", text=text)


def overlays(view: Situation) -> list[screen.Overlay]:
    """Zones of control and supply of both sides."""
    return [_zones(view), _supply(view)]


def _zones(view: Situation) -> screen.Overlay:
    masks = [zone(view, side) for side in (GERMAN, ALLIED)]
    text = "The hexes round each unit that is not in Road Mode: an enemy who enters one must stop there"
    return screens.zones(view, masks, "AO-7.0", "zones", text)


def _supply(view: Situation) -> screen.Overlay:
    """Where units are within reach of supply now, and where they are not; the ways of the side that looks."""
    grid = view.game.ground.grid
    looks = screens.looking(view)
    tinted = []
    ways: list[screen.Line] = []
    for side, name in enumerate(SIDES):
        reached = view.held[side]
        if not supply.always_supplied(view, side):
            found = supply.now(view, side)
            reached &= found.mask
            ways += screens.supply_ways(view, found, side, reached if side == looks else 0)
        if reached:
            label = f"{PEOPLE[side]} units in supply"
            tinted.append(screen.Tint("supplied", grid.names(reached), label, name, "AO-12.1.A"))
        without = view.held[side] & ~reached
        if without:
            label = f"{PEOPLE[side]} units without supply"
            tinted.append(screen.Tint("unsupplied", grid.names(without), label, name, "AO-12.3.G"))
    text = "Units in supply now, and units without: no open road to their own map edge within three hexes"
    return screen.Overlay("supply", "Supply", "U", text=text, rule="AO-12.1.A", tints=tinted, lines=ways)
