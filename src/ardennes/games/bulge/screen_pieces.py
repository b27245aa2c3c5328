"""The counters on the screen: faces, full names, where they lie, and what rules have done to them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from ardennes.counters import GONE, POOL
from ardennes.engine import screen
from ardennes.engine.screen.words import Nation, PieceState, Size, Symbol
from ardennes.games.bulge import names, supply
from ardennes.games.bulge.air import MISSIONS
from ardennes.games.bulge.airdrop import may_drop
from ardennes.games.bulge.forces import ALLIED, DROP, GERMAN, SIDES, Unit
from ardennes.games.bulge.reinforcements import EDGE_NAMES
from ardennes.games.bulge.state import OUT
from ardennes.games.bulge.terrain import Ground

if TYPE_CHECKING:
    from ardennes.engine import Decision
    from ardennes.games.bulge.game import Bulge
    from ardennes.games.bulge.queries import Situation

SYMBOLS: dict[str, Symbol] = {
    "infantry": "infantry", "airborne": "airborne", "armor": "armour", "recon": "armoured-cavalry",
    "panzergrenadier": "mechanised-infantry",
}  # fmt: skip
SIZES: dict[str, Size] = {"XX": "XX", "X": "X", "III": "III"}
STRIPES = {
    "6 Pz": screen.Stripe("orange", "6th Panzer Army"),
    "5 Pz": screen.Stripe("teal", "5th Panzer Army"),
    "7": screen.Stripe("yellow", "7th Army"),
    "V": screen.Stripe("purple", "V Corps"),
    "VIII": screen.Stripe("blue", "VIII Corps"),
    "9 Arm": screen.Stripe("rose", "9th Armored Division"),
}
BRITISH = screen.Stripe("green", "British")
MISSION_FACES = ("CAP", "Int", "GS", "Sup")
MISSION_NAMES = tuple(words.capitalize() for words, _ in names.MISSIONS.values())
TERRAIN = {"clear": "clear ground", "rough": "rough ground"}


@cache
def face(unit: Unit) -> screen.Face:
    """What stands on a counter."""
    number = re.match(r"\d+", unit.label)
    stripe = BRITISH if unit.nation == "UK" else STRIPES.get(unit.formation)
    short = number.group() if number else unit.name
    rest = unit.label.split()[-1] if number and unit.side == GERMAN else None
    command = unit.label.split()[2] if len(unit.label.split()) == 3 else rest
    return screen.Face(_nation(unit), SYMBOLS[unit.type], SIZES[unit.size], short, command, [str(unit.factor)], stripe)


def _nation(unit: Unit) -> Nation:
    if unit.side == ALLIED:
        return "british" if unit.nation == "UK" else "us"
    if unit.label.endswith("SS"):
        return "ss"
    return "luftwaffe" if unit.type == "airborne" else "heer"


def box_of(view: Situation, unit: int) -> str | None:
    """Where a counter lies: a hex, an exit, a box of arrivals; None for one that is not shown."""
    at, counter = view.at[unit], view.game.forces.units[unit]
    if at >= 0:
        return view.game.ground.grid.name(at)
    if at <= OUT:
        return exit_box(view.game.ground.exits[OUT - at].name)
    if at == GONE:
        return "lost"
    if counter.edge == DROP:
        return "arrivals-drop" if may_drop(view) else None
    return f"arrivals-{counter.edge.lower()}" if counter.arrival <= view.turn else None


def exit_box(name: str) -> str:
    """The box beside an exit hexside."""
    return "exit-" + name.lower().replace("/", "-")


def pieces(view: Situation, asked: Decision | None, reached: Sequence[int]) -> list[screen.Piece]:
    """Every counter that lies on the map or beside it, and the air missions that the viewer may see.

    `reached` are the hexes that the supply of each side reaches.
    """
    fed = [supply.EVERYWHERE if supply.always_supplied(view, side) else reached[side] for side in (GERMAN, ALLIED)]
    asking = _Asking(view, asked)
    lying: dict[str, int] = {}
    found = []
    for unit, counter in enumerate(view.game.forces.units):
        box = box_of(view, unit)
        if box is None:
            continue
        order = lying.get(box, 0)
        lying[box] = order + 1
        supplied = view.at[unit] < 0 or bool((fed[counter.side] >> view.at[unit] & 1) or view.resupplied >> unit & 1)
        badges, states = tuple(_badges(view, unit, fed[counter.side])), tuple(_states(view, unit, asking))
        found.append(_piece(view.game, unit, box, order, view.at[unit], supplied, badges, states))
    return [*found, *missions(view)]


@lru_cache(10_000)
def _piece(
    game: Bulge,
    unit: int,
    box: str,
    order: int,
    at: int,
    fed: bool,
    badges: tuple[screen.Badge, ...],
    states: tuple[PieceState, ...],
) -> screen.Piece:
    counter = game.forces.units[unit]
    return screen.Piece(
        counter.name, SIDES[counter.side], face(counter), game.forces.said[unit], box, order=order,
        lines=[names.long(counter), *_lines(game.ground, at)], facts=_facts(game, unit, at, fed), badges=badges,
        states=states,
    )  # fmt: skip


@cache
def _lines(ground: Ground, at: int) -> tuple[str, ...]:
    """What there is to say of the hex that a unit is in."""
    features = ((ground.town, "town"), (ground.west_wall, "West Wall"))
    return (ground.described(at, TERRAIN, features),) if at >= 0 else ()


def _facts(game: Bulge, unit: int, at: int, fed: bool) -> list[screen.Fact]:
    forces = game.forces
    found = [screen.Fact("combat factor", str(forces.factor[unit]))]
    if at <= OUT:
        way = game.ground.exits[OUT - at]
        found.append(screen.Fact("exit factor", f"×{way.factor}", "BU-3.1.award"))
        found.append(screen.Fact("points", str(forces.factor[unit] * way.factor), "BU-3.1.award"))
    elif at >= 0 or at == POOL:
        found.append(screen.Fact("movement", str(game.allowance) if fed else "by a die", "BU-10.0.limit"))
        found.append(screen.Fact("supply", "yes" if fed else "none", "BU-14.0"))
        mechanized = forces.mechanized >> unit & 1
        found.append(screen.Fact("kind", "mechanized" if mechanized else "on foot", "BU-10.2.mech"))
    return found


def _badges(view: Situation, unit: int, fed: int) -> list[screen.Badge]:
    at, bit = view.at[unit], 1 << unit
    counter = view.game.forces.units[unit]
    found = []
    if at >= 0 and not fed >> at & 1 and not view.resupplied & bit:
        found.append(screen.Badge("unsupplied", "Out of supply: moves by a die, Secondary table", "BU-14.0"))
    if view.resupplied & bit:
        found.append(screen.Badge("resupply", "Resupplied from the air", "BU-7.4"))
    if view.motorised & bit:
        found.append(screen.Badge("mechanised", "Motorised for this phase", "BU-10.2.mech5"))
    if at >= 0 and view.bound(unit):
        found.append(screen.Badge("stop", "Not over the Meuse, nor far from its entry, yet", "BU-13.0.meuse"))
    if at <= OUT:
        found.append(_of_exited(view, bit))
    if at == POOL and counter.edge != DROP:
        text = f"{counter.arrival}{counter.edge}"
        found.append(
            screen.Badge(
                "enter", f"May enter by the {EDGE_NAMES[counter.edge]} edge in its Movement Phase", "BU-13.0", text
            )
        )
    return found


def _of_exited(view: Situation, bit: int) -> screen.Badge:
    if view.counted & bit:
        return screen.Badge("victory", "Its points are counted", "BU-3.1.kept")
    if view.parted & bit:
        return screen.Badge("exit", "It is paid for in the Victory Determination Phase", "BU-3.1.award")
    return screen.Badge("unsupplied", "Not counted: its exit is cut off", "BU-3.1.unsupplied")


class _Asking:
    """What is asked now, as far as it lights pieces: who owes something, who can act, who fights."""

    def __init__(self, view: Situation, asked: Decision | None) -> None:
        self.step = asked.step if asked else ""
        self.owing = {owed.who for owed in asked.obligations} if asked else set()
        verbs = ("pick", "test", "join")
        self.able = {action.thing for action in asked.options if action.verb in verbs} if asked else set()
        top: tuple[Any, ...] = view.top if view.frames else ("",)
        self.moving = top[1] if top[0] in ("move", "enter", "step back") else None
        self.battle = view.battle()


def _states(view: Situation, unit: int, asking: _Asking) -> list[PieceState]:
    """How a piece stands to what is asked now."""
    name, found = view.game.forces.names[unit], list[PieceState]()
    if view.at[unit] == POOL:
        found.append("arriving")
    if asking.moving == unit:
        found.append("in-motion")
    if name in asking.owing:
        found.append("must-fight" if asking.step != "move" else "must-act")
    elif name in asking.able:
        found.append("can-act")
    if asking.battle is not None:
        if name in asking.battle.attackers:
            found.append("joined")
        elif view.place_of(unit) in asking.battle.targets:
            found.append("target")
    if view.moved >> unit & 1:
        found.append("moved")
    if view.fought >> unit & 1:
        found.append("fought")
    return found


# ---- air missions ----


def missions(view: Situation) -> list[screen.Piece]:
    """The air missions that lie open: a side's own plan while it chooses, then what is left of both sides' missions."""
    found = []
    for side, who in enumerate(SIDES):
        for mission, number in enumerate(open_missions(view, side)):
            for n in range(number):
                text = screen.Face("luftwaffe" if side == GERMAN else "us", "fighter", text=MISSION_FACES[mission])
                box = f"{who}-{MISSIONS[mission]}"
                found.append(screen.Piece(f"{box}-{n + 1}", who, text, MISSION_NAMES[mission], box, order=n))
    return found


def open_missions(view: Situation, side: int) -> tuple[int, int, int, int]:
    """How many missions of each kind a viewer sees with a side."""
    if view.frames and view.frames[-1][0] == "air assignment":
        own = view.viewer == SIDES[side]
        return view.planned[SIDES[side]] if own else (0, 0, 0, 0)
    return (0, view.to_place[side], view.support[side], view.resupply if side == ALLIED else 0)
