"""What lies on and beside the board besides pieces: boxes, charts, strips, tracks, control, front line, overlays."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal

from ardennes.counters.screens import time_state
from ardennes.engine import Battle, screen, speech
from ardennes.engine.screen.words import Icon
from ardennes.games.axis_allies.forces import IN_HAND, PLURAL, POOLS, TYPES
from ardennes.games.axis_allies.ground import Attacks, Hold, Split, Targets
from ardennes.games.axis_allies.screen_pieces import NATIONS, chart_box, hand_box, truck_box
from ardennes.games.axis_allies.strips import lay_out
from ardennes.games.axis_allies.terrain import OFF_BOARD, SIDES
from ardennes.games.axis_allies.throw import Throw, ThrowAgain
from ardennes.hexmap import sides_between

if TYPE_CHECKING:
    from ardennes.games.axis_allies.game import AxisAllies
    from ardennes.games.axis_allies.state import Position

STORES = "The number at the right edge of a hex is how many tokens there can be spent."
CHARTS = ("eastern", "northern", "western", "southern")
COLUMNS = (*(name.capitalize() for name in PLURAL), "Trucks", "Supply")
BOX_KINDS = (*TYPES, "truck", "supply")


def boxes(state: Position, battle: Battle | None) -> list[screen.Box]:
    """Off-board areas, edges, chart rows, hands of a custom set-up, and the strips of a battle."""
    found = _boxes(state.game)
    if any(state.hand) or IN_HAND in state.trucks:
        for pool, name in enumerate(POOLS):
            side = "allies" if pool == 0 else "axis"
            label = f"To be set up: {name.replace('-', ' ')}"
            found = [*found, screen.Box(hand_box(pool), label, "hand", side, "AA-6.2")]
    return [*found, *_strip_boxes(state, battle)]


@cache
def _boxes(game: AxisAllies) -> list[screen.Box]:
    """Off-board areas, edges and chart rows, which are always there."""
    found = []
    for box in game.board.boxes.values():
        off = box.id in OFF_BOARD
        side = "axis" if box.id in ("eastern", OFF_BOARD[0]) else "allies"
        kind: Literal["off-board", "entry"] = "off-board" if off else "entry"
        rule = "AA-0.10" if off else "AA-3.11" if side == "axis" else "AA-3.12"
        found.append(screen.Box(box.id, box.label, kind, side, rule, at=box.at))
    rows = [(chart_box(one), one.name, one.side) for one in game.forces.formations]
    rows += [(truck_box(truck), "Truck", truck.side) for truck in game.forces.trucks if truck.turn]
    return [*found, *(screen.Box(id_, name, "chart", SIDES[owner], "AA-0.11") for id_, name, owner in rows)]


def _strip_boxes(state: Position, battle: Battle | None) -> list[screen.Box]:
    found: list[screen.Box] = []
    if battle is None or "attack" not in battle.kind:
        return found
    attacker, h = SIDES.index(battle.side), state.game.terrain.bit[battle.targets[0]]
    strip = lay_out(state, attacker, h)
    for number in range(strip.boxes):
        kind, _ = strip.kind(number)
        face = f"{NATIONS[1 - attacker]}-{BOX_KINDS[kind]}"
        found.append(
            screen.Box(f"strip-{number + 1}", f"Box {number + 1}", "strip", SIDES[1 - attacker], "AA-2.4", face=face)
        )
    return found


# ---- grids ----


def grids(state: Position, battle: Battle | None) -> list[screen.Grid]:
    """The four charts, and the strips of a battle."""
    found = [_chart(state.game, chart, state.turn) for chart in CHARTS]
    if battle is not None and "attack" in battle.kind:
        found += _strip(state, battle)
    return found


@cache
def _chart(game: AxisAllies, chart: str, now: int) -> screen.Grid:
    forces = game.forces
    rows, cells = [], []
    for turn, name in enumerate(game.turn_names, 1):
        rows.append(screen.Head(name, f"turn {turn}", time_state(turn, now)))
        row: list[str | None] = [chart_box(one) for one in forces.formations if (one.chart, one.turn) == (chart, turn)]
        row += [truck_box(truck) for truck in forces.trucks if (truck.chart, truck.turn) == (chart, turn)]
        cells.append(row)
    side = "axis" if chart == "eastern" else "allies"
    label = "Axis chart" if chart == "eastern" else f"{chart.capitalize()} chart"
    return screen.Grid(chart, label, "chart", rows, cells, side=side, rule="AA-0.11")


def _strip(state: Position, battle: Battle) -> list[screen.Grid]:
    attacker, h = SIDES.index(battle.side), state.game.terrain.bit[battle.targets[0]]
    strip = lay_out(state, attacker, h)
    columns: list[list[str]] = [[] for _ in COLUMNS]
    for number in range(strip.boxes):
        columns[strip.kind(number)[0]].append(f"strip-{number + 1}")
    shown = [at for at, column in enumerate(columns) if column]
    if not shown:
        return []
    height = max(len(columns[at]) for at in shown)
    cells = [[columns[at][row] if row < len(columns[at]) else None for at in shown] for row in range(height)]
    rows = [screen.Head(str(row + 1)) for row in range(height)]
    heads = [screen.Head(COLUMNS[at]) for at in shown]
    text = f"Each hit goes to the box with its number; after box {strip.boxes} counting starts again."
    label = f"Combat strip for {state.game.terrain.title(h)}"
    return [screen.Grid("strip", label, "strip", rows, cells, heads, SIDES[1 - attacker], "AA-2.4", text)]


# ---- tracks, tints, lines, overlays ----


def tracks(state: Position) -> list[screen.Track]:
    """The turns with their weather, and the victory points."""
    return _tracks(state.game, state.turn, state.vp)


@lru_cache(500)
def _tracks(game: AxisAllies, now: int, vp: int) -> list[screen.Track]:
    cells = []
    for turn, name in enumerate(game.turn_names, 1):
        weather: Icon = "clear" if turn >= game.air_from else "overcast"
        cells.append(screen.Cell(name, str(turn), weather, state=time_state(turn, now)))
    turns = screen.Track(
        "turns", "Turns", cells=cells, rule="AA-1.0", caption=f"aircraft fly from turn {game.air_from}"
    )
    history = game.tables["victory"]["history"]
    thresholds = [
        screen.Threshold(history, "historical result", "AA-5.1", reached=vp >= history),
        screen.Threshold(game.needed, "the Axis wins", "AA-5.1", "axis", vp >= game.needed),
    ]
    high = max(game.needed + 6, vp)
    scale = screen.Scale(0, high, [screen.ScaleMark(vp, "Axis points", "axis")], thresholds)
    return [turns, screen.Track("victory", "Victory points", scale=scale, rule="AA-4.4")]


def tints(state: Position) -> list[screen.Tint]:
    """The ground that the Axis controls, the hexes that are paid for, and the hex that attacks now."""
    names = state.game.terrain.grid.names
    places = names(state.axis_ground)
    found = [screen.Tint("control", places, "Axis side of the front line", "axis", "AA-0.4")] if places else []
    if paid := names(state.activated & ~state.blitzed):
        found.append(screen.Tint("supplied", paid, "Movement paid for", rule="AA-3.2"))
    if blitz := names(state.blitzed):
        found.append(screen.Tint("objective", blitz, "Movement and blitz paid for", rule="AA-3.2.e"))
    side, here, _ = _attacking(state)
    return [*found, screen.Tint("area", [here], "Attacks from here", SIDES[side], "AA-2.1")] if here else found


def lines(state: Position) -> list[screen.Line]:
    """The front line, in as many pieces as it takes, and the attack that is being declared or fought."""
    sides = front(state.game, state.axis_ground)
    found = [screen.Line("front", sides=sides, label="Front line", side="axis", rule="AA-0.4")] if sides else []
    side, here, targets = _attacking(state)
    arrows = [screen.Line("attack", hexes=[here, target], side=SIDES[side], rule="AA-2.2") for target in targets]
    return [*found, *arrows]


def _attacking(state: Position) -> tuple[int, str, list[str]]:
    """Who attacks now, from which hex, and the hexes attacked so far; no hex and no targets if nobody does."""
    for frame in reversed(state.frames):
        match frame:
            case Targets.Frame(side=side, hex=h, chosen=targets) | Split.Frame(side=side, hex=h, targets=targets):
                return side, state.name_of(h), [state.name_of(target) for target in targets]
            case (
                Hold.Frame(side=side, hex=h, target=target)
                | Throw.Frame(kind="attack", side=side, hex=h, target=target)
                | ThrowAgain.Frame(kind="attack", side=side, hex=h, target=target)
            ):
                return side, state.name_of(h), [state.name_of(target)]
            case Attacks.Frame(side=side, hex=h, attacks=attacks):
                return side, state.name_of(h), [state.name_of(target) for target, _ in attacks]
    return 0, "", []


@lru_cache(500)
def front(game: AxisAllies, axis_ground: int) -> list[str]:
    """The hexsides between the two sides' ground."""
    terrain = game.terrain
    between = sides_between(terrain.grid, axis_ground, terrain.all & ~axis_ground)
    found: dict[str, None] = {}
    for d, mask in enumerate(between):
        for h in terrain.grid.bits(mask & axis_ground):
            found[terrain.grid.side(h, d)] = None
    return list(found)


def overlays(state: Position) -> list[screen.Overlay]:
    """Zones of control, supply, the start line and the historical bulge."""
    terrain = state.game.terrain
    own = 1 if state.viewer == SIDES[1] else 0  # an onlooker sees them as the Axis does
    zones = [
        screen.Tint(
            "friendly-zone" if side == own else "enemy-zone", names,
            f"{('Axis', 'Allied')[side]} zones of control", SIDES[side], "AA-0.14",
        )
        for side in (0, 1)
        if (names := terrain.grid.names(state.zone(side)))
    ]  # fmt: skip
    tokens = [
        screen.Marker("supply", speech.count(n, "supply token"), state.name_of(h), SIDES[side], "AA-0.23", str(n))
        for side in (0, 1)
        for h in terrain.grid.sorted(state.stores[side])
        if (n := state.supply_at(side, h))
    ]
    return [
        screen.Overlay("zones", "Zones of control", "C", rule="AA-0.14", tints=zones),
        screen.Overlay("supply", "Supply tokens", "U", text=STORES, rule="AA-0.23", markers=tokens),
        *_history(state.game),
    ]


@cache
def _history(game: AxisAllies) -> list[screen.Overlay]:
    """The starting line, and what was taken in 1944."""
    terrain = game.terrain
    start = [screen.Line("start", sides=front(game, terrain.axis_side), label="Starting line", rule="AA-0.4")]
    bulge = [screen.Tint("area", terrain.grid.names(terrain.board.regions["bulge"]), "Taken in 1944")]
    return [
        screen.Overlay("start", "Starting line", "B", rule="AA-0.4", lines=start),
        screen.Overlay("history", "Towns of the historical bulge", "H", tints=bulge),
    ]
