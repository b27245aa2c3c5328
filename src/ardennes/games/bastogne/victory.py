"""Victory (BA-11): twelve full-strength mobile units out, and both hexes of Bastogne held."""

from __future__ import annotations

from ardennes.games.bastogne.forces import ALLIED, GERMAN, SIDES
from ardennes.games.bastogne.state import Position
from ardennes.games.bastogne.wording import cited


def exited(state: Position) -> int:
    """The units that count: mobile, and at full strength when they left (BA-11.1.exit)."""
    return state.out & state.game.forces.mobile & ~state.reduced


def captured(state: Position) -> int:
    """How many hexes of Bastogne the German has captured: he was last in them, and they are in no American zone."""
    zone = state.zone(ALLIED)
    return sum(
        who == SIDES[GERMAN] and not zone >> i & 1 for who, i in zip(state.town, state.game.ground.town, strict=True)
    )


def judge(state: Position) -> None:
    """The end of the last turn (BA-11.0)."""
    needed: int = state.game.tables["victory"]["units"]
    when = cited(f"Victory is decided at the end of Game-Turn {state.turn} and not before", "BA-R.41")
    state.note("score", "BA-11.0", when)
    out, hexes = exited(state).bit_count(), captured(state)
    state.note("score", "BA-11.1.exit", f"{out} of {needed} full-strength mobile units have exited by the west edge")
    for who, i in zip(state.town, state.game.ground.town, strict=True):
        place = state.game.ground.grid.name(i)
        if who == SIDES[GERMAN] and state.zone(ALLIED) >> i & 1:
            text = f"{place} is in an American ZOC and not captured, whoever holds it"
            state.note("score", "BA-11.1.zone", cited(text, "BA-R.38"), at=place)
        else:
            held = "captured" if who == SIDES[GERMAN] else "in Allied hands"
            state.note("score", "BA-11.1.held", f"{place} is {held}", at=place)
    exits, town = out >= needed, hexes == len(state.town)
    met = exits + town
    text = f"The German player has met {('neither', 'one', 'both')[met]} of his conditions"
    if met == 1:
        text += ": enough units have exited, but Bastogne is not captured" if exits else ""
        text += ": Bastogne is captured, but too few units have exited" if town else ""
    state.note("score", "BA-R.5", text)
    if met == 2:
        state.end(SIDES[GERMAN], "German victory", "BA-11.1")
    elif met == 1:
        state.end(None, "Draw", "BA-11.3")
    else:
        state.end(SIDES[ALLIED], "Allied victory", "BA-11.2")
