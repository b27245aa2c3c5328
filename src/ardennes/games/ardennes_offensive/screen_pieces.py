"""The pieces on the screen: faces, places, badges and the figures on their cards."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from ardennes.counters import POOL, bits
from ardennes.engine import Decision, screen
from ardennes.engine.screen.words import Nation, PieceState, Size, Symbol
from ardennes.games.ardennes_offensive import names, supply
from ardennes.games.ardennes_offensive.battle import CLASHES, Clash
from ardennes.games.ardennes_offensive.forces import SIDES, Unit
from ardennes.games.ardennes_offensive.queries import Situation
from ardennes.games.ardennes_offensive.roadmode import allowance
from ardennes.games.ardennes_offensive.terrain import Ground

if TYPE_CHECKING:
    from ardennes.games.ardennes_offensive.game import ArdennesOffensive as Game

NATIONS: dict[str, Nation] = {"US": "us", "UK": "british", "FR": "french", "DE": "heer"}
SYMBOLS: dict[str, Symbol] = {
    "armor": "armour", "armored infantry": "mechanised-infantry", "armored cavalry": "armoured-cavalry",
    "infantry": "infantry", "parachute infantry": "airborne", "glider infantry": "glider", "engineer": "engineer",
}  # fmt: skip
TERRAIN = {"clear": "clear ground", "rough": "rough ground", "edge": "map edge"}
SIZES: dict[str, Size] = {"II": "II", "III": "III", "X": "X", "XX": "XX"}


def pieces(view: Situation, asked: Decision | None) -> list[screen.Piece]:
    """Every unit of the scenario, wherever it is."""
    lit, cut = _lit(view, asked), _cut(view)
    found = []
    for unit in view.game.forces.units:
        place = place_of(view, unit.number)
        if place is None:
            continue
        order = (view.stack(view.at[unit.number]) & ((1 << unit.number) - 1)).bit_count() if view.stacks else 0
        in_play = view.playing[unit.side] >> unit.number & 1
        points = allowance(view, unit.number) if in_play else None
        state = _state(view, unit.number, cut if in_play and unit.side != view.phasing else None)
        states = tuple(lit.get(unit.number, ()))
        at, badges = view.at[unit.number], tuple(_badges(view, unit.number))
        found.append(_piece(view.game, unit.number, place, order if in_play else 0, at, points, state, badges, states))
    return found


@lru_cache(20_000)
def _piece(
    game: Game,
    number: int,
    place: str,
    order: int,
    at: int,
    points: int | None,
    state: tuple[str, str],
    badges: tuple[screen.Badge, ...],
    states: tuple[PieceState, ...],
) -> screen.Piece:
    unit = game.forces.units[number]
    facts = _printed(unit) if points is None else _facts(unit, points, state)
    return screen.Piece(
        unit.name, SIDES[unit.side], face(unit), game.forces.said[number], place, order=order,
        lines=[names.long(unit), *_lines(game.ground, at)], facts=facts, badges=badges, states=states,
    )  # fmt: skip


@cache
def face(unit: Unit) -> screen.Face:
    """What is printed on a counter."""
    nation: Nation = NATIONS[unit.nation]
    if "SS" in unit.formation:
        nation = "ss"
    elif "FJ" in unit.formation or unit.name == "vdH":
        nation = "luftwaffe"
    return screen.Face(
        nation, SYMBOLS[unit.type], SIZES[unit.size], unit.label, unit.formation or None,
        [str(unit.strength), str(unit.allowance)],
    )  # fmt: skip


def title(view: Situation, unit: int) -> str:
    """The whole name of a unit."""
    return names.long(view.game.forces.units[unit])


def place_of(view: Situation, unit: int) -> str | None:
    """The hex or box where a unit lies; None for one that takes no part and was not lost."""
    at, side = view.at[unit], view.game.forces.side[unit]
    if at >= 0:
        where = view.game.ground.grid.name(at)
        return f"entry-{where}" if view.waiting >> unit & 1 else where
    if at != POOL:
        start = view.game.forces.units[unit].start or unit in view.game.plan(view, side).arrivals
        return f"{SIDES[side]}-losses" if start else None
    if unit in view.late:
        return f"{SIDES[side]}-turn-{view.turn}" if _in_hand(view) >> unit & 1 else f"{SIDES[side]}-delayed"
    due = view.game.plan(view, side).arrivals.get(unit)
    if due is None or view.game.forces.units[unit].start:
        return f"{SIDES[side]}-in-hand"
    return f"{SIDES[side]}-turn-{due.turn}"


def _in_hand(view: Situation) -> int:
    """The reinforcements that are to be placed in this phase."""
    name, *rest = view.frames[0] if view.frames else ("",)
    return rest[0] if rest and name.endswith("reinforcement") else 0


def asked_about(view: Situation) -> list[str]:
    """The units that the question is about."""
    handles, top = view.game.forces.names, view.top
    if top[0] in ("move", "place"):
        return [handles[top[1]]]
    if top[0] in ("way", "into"):
        return [handles[top[2]]]
    if top[0] == "attack":
        return [handles[unit] for unit in bits(top[2])]
    return []


@cache
def _lines(ground: Ground, at: int) -> tuple[str, ...]:
    """What there is to say of the hex that a unit is in."""
    features = ((ground.town, "town"), (ground.west_wall, "West Wall"), (ground.cleared, "cleared West Wall"))
    return (ground.described(at, TERRAIN, features),) if at >= 0 else ()


def _cut(view: Situation) -> tuple[int, int]:
    """Where units of the side that is not phasing stand isolated at this moment, and where without supply."""
    side = 1 - view.phasing
    if supply.always_supplied(view, side):
        return 0, 0
    fed = supply.now(view, side).mask
    return supply.isolated_hexes(view, side, fed), view.held[side] & ~fed


def _state(view: Situation, unit: int, cut: tuple[int, int] | None) -> tuple[str, str]:
    """The supply and the mode of a unit, in a word each; supply as judged, or at this moment by where it is cut."""
    isolated, unsupplied = cut or (view.isolated, view.unsupplied)
    bit = unit if cut is None else view.at[unit]
    supplied = "isolated" if isolated >> bit & 1 else "none" if unsupplied >> bit & 1 else "yes"
    return supplied, "Road" if view.road >> unit & 1 else "standard"


@cache
def _printed(unit: Unit) -> tuple[screen.Fact, ...]:
    """The figures on the card of a unit that is not in play."""
    return (
        screen.Fact("strength", str(unit.strength), "AO-3.33"),
        screen.Fact("movement", str(unit.allowance), "AO-5.1.C"),
        screen.Fact("kind", "mechanized" if unit.mechanized else "on foot", "AO-3.32"),
    )


@cache
def _facts(unit: Unit, points: int, state: tuple[str, str]) -> tuple[screen.Fact, ...]:
    """The figures on the card of a unit in play."""
    strength, _, kind = _printed(unit)
    supplied, mode = state
    whole = f"{points} of {unit.allowance}" if points != unit.allowance else str(points)
    return (
        strength,
        screen.Fact("movement", whole, "AO-5.1.C"),
        screen.Fact("supply", supplied, "AO-12.1.A"),
        screen.Fact("mode", mode, "AO-6.0"),
        kind,
    )


def _badges(view: Situation, unit: int) -> list[screen.Badge]:
    ground = view.game.ground
    found = []
    if view.isolated >> unit & 1:
        found.append(screen.Badge("isolated", "Isolated", "AO-12.3.H"))
    elif view.unsupplied >> unit & 1:
        found.append(screen.Badge("unsupplied", "Unsupplied", "AO-12.3.G"))
    if view.road >> unit & 1 and view.at[unit] >= 0:
        found.append(screen.Badge("road", "Road Mode", "AO-6.0"))
    if view.owing >> unit & 1:
        found.append(screen.Badge("stop", "Must leave Road Mode", "AO-6.7.L"))
    if view.at[unit] >= 0 and ground.edge >> view.at[unit] & 1:
        found.append(screen.Badge("stop", "Dormant", "AO-5.3.M"))
    if view.kind(unit).bound and view.at[unit] >= 0:
        found.append(screen.Badge("stop", "West bank only", "AO-14.3.C"))
    return found


def _lit(view: Situation, asked: Decision | None) -> dict[int, list[PieceState]]:
    """How units are lit: who can act, who is in motion, who fights."""
    found: dict[int, list[PieceState]] = {}

    def light(units: int, state: PieceState) -> None:
        for unit in bits(units):
            found.setdefault(unit, []).append(state)

    index = view.game.forces.index
    if asked is not None:
        things = [action.thing for action in asked.options if action.thing in index]
        light(sum(1 << index[name] for name in dict.fromkeys(things)), "can-act")
        for duty in asked.obligations:
            light(1 << index[duty.who], "must-fight" if duty.rule == "AO-E.4.2" else "must-act")
        if view.top[0] in ("move", "way", "into", "place"):
            light(sum(1 << index[name] for name in asked_about(view)), "in-motion")
    light(view.moved, "moved")
    light(view.fought & view.playing[view.phasing], "fought")
    light(view.waiting, "arriving")
    for frame in view.frames:
        if frame[0] == "attack":
            light(frame[2], "joined")
            light(view.units_at(view.game.ground.grid.mask(frame[1])), "target")
        elif frame[0] in CLASHES:
            clash = Clash(*frame[1])
            light(clash.attackers, "joined")
            light(view.units_at(clash.targets), "target")
    return found
