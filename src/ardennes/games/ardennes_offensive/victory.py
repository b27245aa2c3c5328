"""Victory conditions (AO-16.0): points for units and for road exit hexes, tallied at the end of each Game-Turn."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.games.ardennes_offensive import supply
from ardennes.games.ardennes_offensive.forces import ALLIED, GERMAN, SECTIONS
from ardennes.games.ardennes_offensive.state import Position


def exits_held(state: Position, *, supplied: bool = True) -> int:
    """The exit hexes that count for the German: a supplied unit in them, or its zone of control over them.

    A unit in Road Mode holds only the hex it is in (AO-16.0.H); an Allied unit in the hex cancels zones (AO-16.0.C);
    the southern sections need a supplied unit in Bastogne (AO-16.0.D). Without `supplied`, supply is not asked for.
    """
    ground = state.game.ground
    units = state.held[GERMAN]
    if supplied and not supply.always_supplied(state, GERMAN):
        units &= supply.now(state, GERMAN).mask
    zones = ground.grid.around(units & ~state.cols[GERMAN]) & ~state.held[ALLIED]
    held = (units | zones) & ground.entries[ALLIED]
    if not units >> ground.bastogne & 1:
        held &= ~southern(state)
    return held


def southern(state: Position) -> int:
    """The exit hexes of the sections that hang on Bastogne."""
    ground = state.game.ground
    found = 0
    for name in state.game.tables["victory"]["key_sections"]:
        found |= ground.sections[SECTIONS.index(name)]
    return found


def exit_points(state: Position) -> int:
    """What the exit hexes that the German holds are worth together."""
    ground = state.game.ground
    return sum(ground.worth[i] for i in ground.grid.bits(exits_held(state)))


def points(state: Position) -> tuple[int, int]:
    """The victory points of the German and of the Allied player, as if tallied now."""
    each: int = state.game.tables["victory"]["unit"]
    return state.lost[ALLIED] * each + exit_points(state), state.lost[GERMAN] * each


def tally(state: Position) -> None:
    """The tally at the end of a Game-Turn: release of the west bank units, immediate victory (AO-R.37)."""
    german, allied = points(state)
    table = state.game.tables
    state.note("points", "AO-16.0.E", f"Victory points after Game-Turn {state.turn}: German {german}, Allied {allied}")
    if state.heard:
        for rule, text, where, side in account(state):
            state.note("points", rule, text, side=side, at=where)
    if not state.released and german >= table["reinforcements"]["wb_release"]:
        state.released = True
        state.note("release", "AO-14.3.C", "The Allied units on the west bank may now cross the Meuse", side="allied")
    if state.turn <= table["victory"]["immediate_through"] and german >= table["victory"]["minimum"]:
        state.end("german", "German immediate victory", "AO-16.2")


def account(state: Position) -> Iterator[tuple[str, str, str, str]]:
    """Of each exit hex the rule by which it counts or does not, a sentence, the hex, and whose it is."""
    ground = state.game.ground
    grid = ground.grid
    counted, unsupplied = exits_held(state), exits_held(state, supplied=False)
    reached = (state.held[GERMAN] | grid.around(state.held[GERMAN])) & ground.entries[ALLIED]
    for i in grid.bits(reached):
        where = grid.name(i)
        if counted >> i & 1:
            yield "AO-16.0.C", f"Exit {where} scores {ground.worth[i]} for the German player", where, "german"
        elif state.held[ALLIED] >> i & 1:
            yield "AO-16.0.C", f"Exit {where} is held by an Allied unit", where, "allied"
        elif southern(state) >> i & 1 and not _in_bastogne(state) and state.held[GERMAN] >> ground.bastogne & 1:
            yield "AO-R.37", f"Exit {where} does not count: the unit in Bastogne is not supplied", where, "german"
        elif southern(state) >> i & 1 and not _in_bastogne(state):
            yield "AO-16.0.D", f"Exit {where} does not count without Bastogne", where, "german"
        elif unsupplied >> i & 1:
            yield "AO-16.0.G", f"Exit {where} does not count: the unit there is out of supply", where, "german"
        else:
            yield "AO-16.0.H", f"A unit in Road Mode next to exit {where} does not hold it", where, "german"
        if state.cols[GERMAN] >> i & 1:
            yield "AO-16.0.H", f"A unit in Road Mode holds exit {where} by occupying it", where, "german"
        if southern(state) >> i & 1 and counted >> i & 1:
            yield "AO-16.0.D", f"Exit {where} counts because Bastogne is held", where, "german"


def _in_bastogne(state: Position) -> bool:
    ground = state.game.ground
    supplied = supply.always_supplied(state, GERMAN) or supply.now(state, GERMAN).mask >> ground.bastogne & 1
    return bool(state.held[GERMAN] >> ground.bastogne & 1 and supplied)


def decide(state: Position) -> None:
    """The end of the game: 35 points at least, then the ratio (AO-16.1, AO-16.3, AO-R.38)."""
    table = state.game.tables["victory"]
    german, allied = points(state)
    if german < table["minimum"]:
        state.end("allied", "Allied cumulative victory", "AO-16.3")
        return
    best, worst = table["german_ratio"], table["allied_ratio"]
    if allied == 0:
        state.end("german", "German victory", "AO-R.38")
    elif german * best[1] >= allied * best[0]:
        state.end("german", "German victory", "AO-16.1")
    elif german * worst[1] < allied * worst[0]:
        state.end("allied", "Allied victory", "AO-16.1")
    else:
        state.end(None, "draw", "AO-16.1")
