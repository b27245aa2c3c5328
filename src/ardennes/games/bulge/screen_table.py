"""The table on the screen: markers, lines, boxes, grids, tracks and overlays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ardennes.counters import POOL, screens, side_names
from ardennes.engine import screen
from ardennes.engine.screen import derive
from ardennes.engine.screen.words import Icon, TimeState
from ardennes.engine.speech import count
from ardennes.games.bulge import air, bridges, names, supply, victory
from ardennes.games.bulge.forces import ALLIED, GERMAN, PEOPLE, SIDES
from ardennes.games.bulge.reinforcements import EDGE_NAMES
from ardennes.games.bulge.screen_pieces import MISSION_NAMES, exit_box
from ardennes.games.bulge.zones import zone

if TYPE_CHECKING:
    from ardennes.games.bulge.game import Bulge
    from ardennes.games.bulge.queries import Situation
    from ardennes.hexmap import Supply

RULES = ("BU-7.1", "BU-7.2", "BU-7.3", "BU-7.4")
ICONS: dict[str, Icon] = {"clear": "clear", "mist": "mist", "overcast": "overcast"}


def markers(view: Situation) -> list[screen.Marker]:
    """Interdiction markers of both sides."""
    grid = view.game.ground.grid
    return [
        screen.Marker(
            "interdicted",
            f"{PEOPLE[side]} interdiction: its roads are closed to the {PEOPLE[1 - side]} side",
            name,
            SIDES[side],
            "BU-7.2",
        )
        for side in (GERMAN, ALLIED)
        for name in grid.names(view.marked[side])
    ]


def lines(view: Situation) -> list[screen.Line]:
    """The front of 16 December, and the attack that is being declared or fought."""
    start = [
        screen.Line("start", sides=list(line.sides), label="Front of 16 December")
        for line in view.game.board.lines
        if line.name == "start"
    ]
    battle = None if view.over else view.battle()
    return [*start, *screens.arrows(view, battle, "BU-12.0.combine")]


# ---- boxes and grids ----


def boxes(view: Situation, fed: int) -> list[screen.Box]:
    """Exits, arrivals, missions, and the units that are lost; `fed` are the hexes that German supply reaches."""
    lost = screen.Box("lost", "Lost", "dead", rule="BU-3.1.losses")
    return [*_exits(view, fed), *_arrivals(view), *_missions(view), lost]


def _exits(view: Situation, fed: int) -> list[screen.Box]:
    found = []
    for way in view.game.ground.exits:
        fed_there = supply.exit_supplied(view, way.hex, fed)
        notes = [] if fed_there else [screen.Note("Out of supply: units that left here count nothing now.", "BU-R.26")]
        label = f"Exit {view.game.ground.grid.name(way.hex)}"
        found.append(
            screen.Box(
                exit_box(way.name),
                label,
                "exit",
                SIDES[GERMAN],
                "BU-3.1.award",
                f"×{way.factor}",
                way.name,
                notes=notes,
            )
        )
    return found


def _arrivals(view: Situation) -> list[screen.Box]:
    found = [
        screen.Box(
            f"arrivals-{edge.lower()}",
            f"Enter by the {word} edge",
            "arrivals",
            SIDES[GERMAN if edge == "E" else ALLIED],
            "BU-13.0",
        )
        for edge, word in EDGE_NAMES.items()
    ]
    return [*found, screen.Box("arrivals-drop", "Airdrop", "arrivals", SIDES[GERMAN], "BU-15.0")]


def _missions(view: Situation) -> list[screen.Box]:
    choosing = bool(view.frames) and view.frames[-1][0] == air.Assignment.name
    found = []
    for side, who in enumerate(SIDES):
        hidden = choosing and view.viewer != who
        limit = air.limits(view, side)
        for mission, word in enumerate(air.MISSIONS):
            if limit[mission]:
                found.append(
                    screen.Box(
                        f"{who}-{word}",
                        MISSION_NAMES[mission],
                        "mission",
                        who,
                        RULES[mission],
                        limit=limit[mission],
                        shows="hidden" if hidden else "open",
                    )
                )
    return found


def grids(view: Situation) -> list[screen.Grid]:
    """The missions of both sides."""
    found = []
    for side, who in enumerate(SIDES):
        limit = air.limits(view, side)
        flown = [n for n in range(len(air.MISSIONS)) if limit[n]]
        points = count(air.air_points(view, side), "air point") if view.weather else None
        found.append(
            screen.Grid(
                f"{who}-missions",
                f"{PEOPLE[side]} air missions",
                "missions",
                [screen.Head(PEOPLE[side], points)],
                [[f"{who}-{air.MISSIONS[n]}" for n in flown]],
                side=who,
                rule="BU-7.0",
            )
        )
    return found


# ---- tracks ----


def tracks(view: Situation) -> list[screen.Track]:
    """Turns with their two numbers and arrivals, the weather, the victory points."""
    last = view.game.last_turn
    caption = "the German wins with the first figure, the Allies if he has no more than the second"
    due = _due(view)
    turns = [
        _turn_cell(view.game, turn, screens.time_of(view, turn), victory.numbers(view, turn), due.get(turn, ()))
        for turn in range(1, last + 1)
    ]
    return [
        screen.Track("turns", "Game-Turns", turns, rule="BU-3.0", caption=caption),
        screen.Track(
            "weather",
            "Weather",
            [_weather_cell(view, n) for n in range(1, last + 1)],
            rule="BU-6.0",
            caption="air points, Allied / German",
        ),
        screen.Track("points", "German victory points", scale=_points(view), rule="BU-3.1"),
    ]


@lru_cache(2_000)
def _turn_cell(game: Bulge, turn: int, when: TimeState, numbers: tuple[int, int], due: tuple[int, ...]) -> screen.Cell:
    """A turn with its day, its two numbers, and the units that are still due."""
    german, allied = numbers
    day = screens.day_of(game, turn)
    sub = f"{day.day} {day:%b}" if turn == 1 or day.day == 1 else str(day.day)
    text = f"{derive.figure(german)} / {derive.figure(allied)}"
    return screen.Cell(str(turn), sub, text=text, state=when, marks=_marks(game, due))


def _due(view: Situation) -> dict[int, tuple[int, ...]]:
    """The reinforcements that have not entered, by their turn."""
    found: dict[int, tuple[int, ...]] = {}
    for unit in view.game.forces.arriving:
        if view.at[unit.number] == POOL:
            found[unit.arrival] = (*found.get(unit.arrival, ()), unit.number)
    return found


def _marks(game: Bulge, due: tuple[int, ...]) -> list[screen.Mark]:
    """A mark for each side that has units due."""
    found = []
    for side, who in enumerate(SIDES):
        units = [game.forces.units[unit] for unit in due if game.forces.units[unit].side == side]
        if units:
            label = ", ".join(f"{names.long(unit)} ({EDGE_NAMES[unit.edge]} edge)" for unit in units)
            found.append(screen.Mark(label, who, "enter", len(units)))
    return found


def _weather_cell(view: Situation, turn: int) -> screen.Cell:
    """The weather of a turn, as far as it is known: by history, or so far as the die has said."""
    if turn == view.turn and view.weather:
        word = view.weather
    elif view.chosen("weather") == "variable" and turn > 1:
        drm: int = view.game.tables["weather"]["drm"][turn - 1]
        return screen.Cell(str(turn), text=f"{drm:+d}" if drm else "0", state=screens.time_of(view, turn))
    else:
        word = view.game.tables["weather"]["historical"][turn - 1]
    allied, german = view.game.tables["air_points"][word][turn - 1]
    text = f"{allied} / {german}"
    return screen.Cell(str(turn), word.capitalize(), ICONS[word], text, screens.time_of(view, turn))


def _points(view: Situation) -> screen.Scale:
    german, allied = victory.numbers(view, view.turn)
    low, high = min(-20, view.points, allied), max(100, view.points, german)
    thresholds = [
        screen.Threshold(german, "The German wins", "BU-3.0.german", SIDES[GERMAN], view.points >= german),
        screen.Threshold(allied, "The Allies win", "BU-3.0.allied", SIDES[ALLIED], view.points <= allied),
    ]
    return screen.Scale(low, high, [screen.ScaleMark(view.points, "German points", SIDES[GERMAN])], thresholds)


# ---- overlays ----


def overlays(view: Situation, ways: Sequence[Supply]) -> list[screen.Overlay]:
    """Zones, supply and interdicted bridges; `ways` are the supply paths of each side."""
    return [_zones(view), _supply(view, ways), _bridges(view)]


def _zones(view: Situation) -> screen.Overlay:
    masks = [zone(view, side) | view.held[side] for side in (GERMAN, ALLIED)]
    text = "The hexes round each unit: an enemy who enters one must stop, and must attack"
    return screens.zones(view, masks, "BU-9.0", "zones of control", text)


def _supply(view: Situation, ways: Sequence[Supply]) -> screen.Overlay:
    """Where units of the side that looks are in supply, and by which ways those on the map are."""
    side = screens.looking(view)
    grid = view.game.ground.grid
    found, always = ways[side], supply.always_supplied(view, side)
    label = f"{PEOPLE[side]} units are in supply here"
    fed = grid.all if always else found.mask
    tints = [screen.Tint("supplied", grid.names(fed), label, SIDES[side], "BU-14.0")]
    lines = screens.supply_ways(view, found, side, 0 if always else view.held[side])
    return screen.Overlay("supply", "Supply", "U", rule="BU-14.0", tints=tints, lines=lines)


def _bridges(view: Situation) -> screen.Overlay:
    found = [
        screen.Marker(
            "interdicted", "Interdicted to the German: an Allied unit is near", name, SIDES[GERMAN], "BU-11.0"
        )
        for name in side_names(view.game.ground.grid, bridges.interdicted(view, GERMAN))
    ]
    return screen.Overlay("bridges", "Interdicted bridges", "B", rule="BU-11.0", markers=found)
