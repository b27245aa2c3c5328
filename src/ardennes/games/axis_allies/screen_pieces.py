"""The pieces on the screen: lots in hexes and on charts, tokens, trucks with their cargo, air units, those in hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from ardennes.engine import screen
from ardennes.engine.screen.words import PieceState
from ardennes.games.axis_allies import air, setup, words
from ardennes.games.axis_allies.forces import (
    AIR,
    AIR_TYPES,
    CARGO,
    DEAD,
    IN_HAND,
    LONG,
    POOLS,
    SPACES,
    TYPES,
    Formation,
    Truck,
)
from ardennes.games.axis_allies.handles import HAND_TYPES, SPENT
from ardennes.games.axis_allies.terrain import OFF_BOARD, SIDES

if TYPE_CHECKING:
    from ardennes.games.axis_allies.game import AxisAllies
    from ardennes.games.axis_allies.state import Position

SYMBOLS = {"inf": "soldier", "tank": "tank", "art": "gun", "truck": "truck", "supply": "supply"}
ORDER = {"supply": 0, "truck": 1, "art": 2, "inf": 3, "tank": 4, "fighter": 5, "bomber": 6}
NATIONS = ("heer", "us")


@cache
def faces() -> dict[str, screen.Face]:
    """Every face by its key, which is nation and type: `heer-inf`, `us-tank`, `british-fighter`."""
    found: dict[str, screen.Face] = {}
    for kind, symbol in (*SYMBOLS.items(), *((kind, kind) for kind in AIR_TYPES)):
        found[f"heer-{kind}"] = screen.Face("heer", symbol)  # type: ignore[arg-type]  # a symbol of the closed list
        found[f"us-{kind}"] = screen.Face("us", symbol)  # type: ignore[arg-type]
        found[f"british-{kind}"] = screen.Face("british", symbol)  # type: ignore[arg-type]
    return found


@cache
def chart_box(formation: Formation) -> str:
    """The box of a formation on its chart."""
    return f"{formation.chart}-{formation.id.lower()}"


@cache
def truck_box(truck: Truck) -> str:
    """The box of a truck that is still on a chart."""
    return f"{truck.chart}-truck-{truck.turn}"


def hand_box(pool: int) -> str:
    """The box of what is still to be set up by hand."""
    return f"hand-{POOLS[pool]}"


def pieces(state: Position) -> list[screen.Piece]:
    """All of them."""
    found = [*_lots(state), *_tokens(state), *_trucks(state), *_charts(state), *_aircraft(state), *_hand(state)]
    moving = _in_motion(state)
    return [*found, moving] if moving else found


# ---- in hexes ----


def _lots(state: Position) -> Iterator[screen.Piece]:
    game, size = state.game, state.game.terrain.size
    fighting = bool(state.frames) and state.phase.endswith(" attack")
    for side in (0, 1):
        for h in game.terrain.grid.sorted(state.held[side]):
            blitz = bool(state.blitzed >> h & 1)
            for kind, n in enumerate(state.stack(h)):
                ready = state.ready.get(kind * size + h, 0)
                if n and 0 < ready < n:
                    yield _lot(game, side, kind, h, ready, ("can-act",), blitz=blitz)
                    yield _lot(game, side, kind, h, n - ready, ("fought" if fighting else "done",), SPENT)
                elif n:
                    states: tuple[PieceState, ...] = ("can-act",) if ready else ("fought",) if fighting else ()
                    yield _lot(game, side, kind, h, n, states, blitz=blitz and bool(ready))


@lru_cache(10_000)
def _lot(
    game: AxisAllies,
    side: int,
    kind: int,
    h: int,
    n: int,
    states: tuple[PieceState, ...],
    prefix: str = "",
    *,
    blitz: bool = False,
) -> screen.Piece:
    name, there = TYPES[kind], game.terrain.grid.name(h)
    power = game.forces.power[kind]
    facts = [
        screen.Fact("die each" if power == 1 else "dice each", str(power), "AA-0.15"),
        screen.Fact("hits on", f"1 to {game.forces.hit_on}", "AA-2.5"),
        screen.Fact("in the hex", str(n), "AA-3.4"),
        screen.Fact("moves", "one hex, or by road" if name == "tank" else "one hex", "AA-3.3"),
    ]
    badges = []
    if prefix:
        badges.append(screen.Badge("fired", "Has attacked, moved or arrived", "AA-R.12"))
    if blitz and name == "tank":
        badges.append(screen.Badge("act", "The blitz is paid for", "AA-3.2.e"))
    return screen.Piece(
        id=f"{prefix}{name}@{there}",
        side=SIDES[side],
        face=f"{NATIONS[side]}-{name}",
        name=words.number(n, LONG[name]),
        at=there,
        order=ORDER[name],
        count=n,
        lines=[game.terrain.title(h)],
        facts=facts,
        badges=badges,
        states=states,
    )


def _in_motion(state: Position) -> screen.Piece | None:
    """A tank between its normal move and its blitz, or between its arrival and its road, is in no lot."""
    if not state.frames or state.top.step not in ("blitz", "onward"):
        return None
    side, h = state.top.side, state.top.hex
    return screen.Piece(
        id="tank-in-motion",
        side=SIDES[side],
        face=f"{NATIONS[side]}-tank",
        name="The tank that is moving",
        at=state.name_of(h),
        order=ORDER["tank"] + 1,
        states=("in-motion", "selected"),
    )


def supply_handle(state: Position, side: int, h: int) -> str:
    """`supply@G6`; where both sides have tokens in a hex, the lot of the side that does not act is told apart."""
    first = 0
    if state.held[1] >> h & 1 or (not state.held[0] >> h & 1 and _acting(state) == 1):
        first = 1
    both = all(stores >> h & 1 for stores in state.stores)
    return f"supply@{state.name_of(h)}" if side == first or not both else f"other-supply@{state.name_of(h)}"


def _acting(state: Position) -> int:
    if state.over or state.chance is not None:
        return 0
    return SIDES.index(state.decision.side)


def captured(state: Position, side: int, h: int) -> list[screen.Badge]:
    """The badge of a truck or token that shares a hex with enemy combat units."""
    if state.held[1 - side] >> h & 1:
        return [screen.Badge("control", "Captured: changes hands at board upkeep", "AA-3.5")]
    return []


def _tokens(state: Position) -> Iterator[screen.Piece]:
    for side in (0, 1):
        for h in state.game.terrain.grid.sorted(state.stores[side]):
            n = state.supply_at(side, h)
            yield screen.Piece(
                id=supply_handle(state, side, h),
                side=SIDES[side],
                face=f"{NATIONS[side]}-supply",
                name=words.number(n, "supply token"),
                at=state.name_of(h),
                order=ORDER["supply"],
                count=n,
                badges=captured(state, side, h),
            )
        if state.depot[side]:
            yield screen.Piece(
                id=f"supply@{OFF_BOARD[side]}",
                side=SIDES[side],
                face=f"{NATIONS[side]}-supply",
                name=f"{words.number(state.depot[side], 'supply token')} off the board",
                at=OFF_BOARD[side],
                count=state.depot[side],
            )


# ---- trucks ----


def _trucks(state: Position) -> Iterator[screen.Piece]:
    driving = state.top.truck if state.frames and state.top.step == "drive" else -1
    for number, at in enumerate(state.trucks):
        if at == DEAD:
            continue
        truck, side = state.game.forces.trucks[number], state.owners[number]
        load = state.load_of(number)
        states: tuple[PieceState, ...] = ("in-motion", "selected") if number == driving else ()
        if state.driven >> number & 1 and number != driving:
            states = ("moved",)
        yield screen.Piece(
            id=truck.name,
            side=SIDES[side],
            face=f"{NATIONS[side]}-truck",
            name=truck.display_name,
            at=_truck_place(state, truck, side, at),
            order=ORDER["truck"],
            facts=[screen.Fact("spaces", f"{sum(load)} of {SPACES}", "AA-0.22")],
            badges=[*_loaded(load), *(captured(state, side, at) if at >= 0 else [])],
            states=states,
        )
        for column, n in enumerate(load):
            if n:
                yield _cargo(truck.name, side, CARGO[column], n)


def _truck_place(state: Position, truck: Truck, side: int, at: int) -> str:
    if at >= 0:
        return state.name_of(at)
    if at == IN_HAND:
        return hand_box(state.game.forces.pools[truck.name])
    return truck_box(truck) if truck.turn > state.turn else OFF_BOARD[side]


def _loaded(load: tuple[int, int, int]) -> list[screen.Badge]:
    if not sum(load):
        return []
    text = words.listed(*((n, LONG.get(kind, "supply token")) for kind, n in zip(CARGO, load, strict=True)))
    return [screen.Badge("loaded", f"Carries {text}", "AA-0.22", str(sum(load)))]


def _cargo(truck: str, side: int, kind: str, n: int) -> screen.Piece:
    return screen.Piece(
        id=f"{truck}-{kind}",
        side=SIDES[side],
        face=f"{NATIONS[side]}-{kind}",
        name=f"{words.number(n, LONG.get(kind, 'supply token'))} aboard",
        carrier=truck,
        count=n,
    )


# ---- beside the board ----


def _charts(state: Position) -> Iterator[screen.Piece]:
    formations = state.game.forces.formations
    for number, formation in enumerate(formations):
        for kind, name in enumerate(TYPES):
            n = state.charts[kind * len(formations) + number]
            if n:
                yield _coming(formation, name, n, formation.turn == state.turn)


@cache
def _coming(formation: Formation, name: str, n: int, now: bool) -> screen.Piece:
    nation = {"DE": "heer", "US": "us", "UK": "british"}[formation.nation]
    return screen.Piece(
        id=f"{name}@{formation.id}",
        side=SIDES[formation.side],
        face=f"{nation}-{name}",
        name=f"{words.number(n, LONG[name])} of {formation.name}",
        at=chart_box(formation),
        order=ORDER[name],
        count=n,
        lines=[f"Arrives on turn {formation.turn}"],
        states=("arriving",) if now else (),
    )


def _aircraft(state: Position) -> Iterator[screen.Piece]:
    for at, n in sorted(state.air.items()):
        if n:
            yield _flying(at & 3, n, f"@{state.name_of(at >> 2)}", state.name_of(at >> 2))
    for side in (0, 1):
        for kind, n in enumerate(air.in_hand(state, side)):
            if n:
                yield _flying(2 * side + kind, n, "", OFF_BOARD[side])


def _flying(piece: int, n: int, suffix: str, place: str) -> screen.Piece:
    kind, side = AIR_TYPES[piece & 1], piece >> 1
    return screen.Piece(
        id=f"{AIR[piece]}{suffix}",
        side=SIDES[side],
        face=f"{NATIONS[side]}-{kind}",
        name=words.number(n, kind),
        at=place,
        order=ORDER[kind],
        count=n,
        facts=[screen.Fact(("attack die", "attack dice")[piece & 1], str((1, 4)[piece & 1]), "AA-0.15")],
    )


def _hand(state: Position) -> Iterator[screen.Piece]:
    for at, n in enumerate(state.hand):
        if n:
            kind, pool = HAND_TYPES[at // len(POOLS)], at % len(POOLS)
            side = 0 if pool in setup.OWN_POOLS[0] else 1
            yield screen.Piece(
                id=f"{kind}@{POOLS[pool]}",
                side=SIDES[side],
                face=f"{NATIONS[side]}-{kind}",
                name=f"{words.number(n, LONG.get(kind, 'supply token'))} to be set up",
                at=hand_box(pool),
                order=ORDER[kind],
                count=n,
            )
