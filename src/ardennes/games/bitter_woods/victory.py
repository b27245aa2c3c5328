"""Victory (BW-17): five levels, shifted by losses; and the points of the short games (BW-2.9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ardennes.engine.speech import both, count
from ardennes.games.bitter_woods import battlegroup, fuel
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, SIDES
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

STRATEGIC, TACTICAL, DRAW, ALLIED_TACTICAL, ALLIED_STRATEGIC = range(5)  # the levels, best for the German first
RULES = ("BW-17.1", "BW-17.2", "BW-17.3", "BW-17.4", "BW-17.5")
WINNERS = (SIDES[GERMAN], SIDES[GERMAN], None, SIDES[ALLIED], SIDES[ALLIED])


class Point(NamedTuple):
    """A way to score in a short game: how much it gives now, and how far a side has got with what decides it."""

    name: str
    label: str
    rule: str
    points: int
    side: int  # who gains by what is counted: the Allies by German losses
    now: int
    needed: int | None = None  # None if each one counts


class Shift(NamedTuple):
    """Losses that move the level of victory: how many levels, to the Allied side if more than nought."""

    levels: int
    rule: str
    text: str


# ---- what counts ----


def has_levels(state: Position) -> bool:
    """Whether the game is judged by levels of victory: the campaign is, the short games go by points (BW-2.9)."""
    return state.scenario not in state.game.lists["points"]


def supplied(state: Position) -> int:
    """The German units on the map that were in supply at the last check (BW-R.40)."""
    return state.playing[GERMAN] & ~state.unsupplied


def held_towns(state: Position, towns: Mapping[str, str]) -> list[str]:
    """Those of some towns, by name and hex, that hold a supplied German unit."""
    hexes = state.hexes_of(supplied(state))
    grid = state.game.ground.grid
    return [name for name, number in towns.items() if hexes >> grid.index(number) & 1]


def towns(state: Position) -> list[str]:
    """Those of the three towns that hold a supplied German unit (BW-17.1)."""
    return held_towns(state, state.game.tables["victory"]["towns"])


def exited(state: Position) -> int:
    """The mechanized units that have left the map in supply beyond the Meuse (BW-17.1, BW-36.8)."""
    return state.game.battlegroup.folded(state.counted & state.game.forces.mechanized)


def over_the_meuse(state: Position) -> int:
    """The supplied German mechanized units beyond the Meuse north of Vireux (BW-17.2)."""
    return _mechanized_in(state, state.game.ground.north_of_vireux)


def near_the_meuse(state: Position) -> int:
    """The supplied German mechanized units within a hex of the Meuse between Vireux and Ramet (BW-17.3)."""
    return _mechanized_in(state, state.game.ground.near_meuse)


def _along_the_meuse(state: Position) -> int:
    """The hexes beyond the river and near it that count (BW-17.3)."""
    return state.game.ground.north_of_vireux | state.game.ground.near_meuse


def _mechanized_in(state: Position, hexes: int) -> int:
    found = state.units_at(hexes & state.held[GERMAN]) & supplied(state) & state.game.forces.mechanized
    return state.game.battlegroup.folded(found)  # battalions are thirds of a unit here too (BW-R.111)


def allied_losses(state: Position) -> int:
    """How many Allied units have been eliminated (BW-17.6)."""
    return state.lost(ALLIED).bit_count()


def german_losses(state: Position) -> int:
    """How many German mechanized units have been eliminated, a panzer unit counting twice (BW-17.6.panzer)."""
    forces, table = state.game.forces, state.game.tables["victory"]
    lost = state.game.battlegroup.folded(state.lost(GERMAN) & forces.mechanized)
    panzer: int = table["panzer"]
    return (lost & ~forces.armor).bit_count() + panzer * (lost & forces.armor).bit_count()


# ---- the campaign ----


def enough(state: Position, level: str, units: int) -> bool:
    """Whether there are as many towns, and units of these, as a level asks for."""
    needs: dict[str, int] = state.game.tables["victory"][level]
    armor = (units & state.game.forces.armor).bit_count()
    return (
        len(towns(state)) >= needs["towns"]
        and units.bit_count() >= needs["mechanized"]
        and armor >= needs.get("armor", 0)
    )


def level(state: Position) -> int:
    """The level of victory before losses shift it (BW-17.1 to BW-17.5)."""
    if enough(state, "strategic", exited(state)):
        return STRATEGIC
    if enough(state, "tactical", over_the_meuse(state)):
        return TACTICAL
    if enough(state, "draw", _mechanized_in(state, _along_the_meuse(state))):
        return DRAW
    lost = state.game.ground.grid.mask(state.game.tables["victory"]["allied_strategic"].values())
    return ALLIED_TACTICAL if state.held[GERMAN] & lost else ALLIED_STRATEGIC


def shifts(state: Position) -> Iterator[Shift]:
    """Losses that move the level (BW-17.6)."""
    table = state.game.tables["victory"]
    allied, german = allied_losses(state), german_losses(state)
    if allied >= table["allied_losses"]:
        yield Shift(-1, "BW-17.6", f"{allied} Allied units have been eliminated: one level better for the Germans")
    if german >= table["german_losses"]:
        text = f"German mechanized losses count as {german} units: one level better for the Allies"
        yield Shift(1, "BW-17.6.german", text)


def shifted(state: Position, base: int) -> int:
    """The level after losses; none is beyond the last (BW-R.54)."""
    moved = base + sum(shift.levels for shift in shifts(state))
    return min(max(moved, STRATEGIC), ALLIED_STRATEGIC)


def instant(state: Position) -> None:
    """A German strategic victory ends the game at once; called whenever its conditions may have been met (BW-R.52)."""
    if state.counted and not state.over and has_levels(state) and enough(state, "strategic", exited(state)):
        text = f"{count(exited(state).bit_count(), 'mechanized unit')} have exited, and all three towns are held"
        state.note("score", "BW-R.52", f"{text}: the game ends at once", side=SIDES[GERMAN])
        _end(state, STRATEGIC)


def judge(state: Position) -> None:
    """The game is over after its last Game-Turn."""
    if not has_levels(state):
        _count_points(state)
        return
    _score(state)
    _end(state, level(state))


def _score(state: Position) -> None:
    """Say what the level is made of."""
    if not state.heard:
        return
    held = towns(state)
    which = f" ({both(held)})" if held else ""
    state.note("score", "BW-17.0", f"The German player holds {len(held)} of the three towns{which}")
    over, near = over_the_meuse(state), near_the_meuse(state)
    tanks = (over & state.game.forces.armor).bit_count()
    battlegroup.log_thirds(state, supplied(state) & state.units_at(_along_the_meuse(state)))
    units = count(over.bit_count(), "supplied mechanized unit")
    state.note("score", "BW-17.2", f"{units} beyond the Meuse north of Vireux, {tanks} of them armor")
    units = count((near & ~over).bit_count(), "more supplied mechanized unit")
    near_text = cited(f"{units} within a hex of the Meuse between Vireux and Ramet", "BW-R.53")
    state.note("score", "BW-17.3", near_text)


def _end(state: Position, base: int) -> None:
    """The game is over at a level, which losses may shift; the rule that decides is told."""
    final, rule, names = shifted(state, base), RULES[base], state.game.tables["victory"]["levels"]
    battlegroup.log_thirds(state, state.lost(GERMAN))
    lost = state.game.battlegroup.folded(state.lost(GERMAN))
    tanks = (lost & state.game.forces.armor).bit_count()
    if tanks:
        text = f"{count(tanks, 'eliminated German unit')} with a tank silhouette"
        state.note("score", "BW-17.6.panzer", cited(f"{text}: each counts as two", "BW-R.55"))
    moves = list(shifts(state))
    for shift in moves:
        state.note("score", shift.rule, shift.text)
        if (final - base) * shift.levels > 0:
            rule = shift.rule
    if moves and final == base:
        why = "both sides have lost that many" if len(moves) > 1 else "there is no further level"
        state.note("score", "BW-R.54", f"The level stays {names[base]}: {why}")
    elif moves:
        state.note("score", "BW-R.54", f"{names[base]} becomes {names[final]}")
    state.end(WINNERS[final], names[final], rule)


# ---- the short games (BW-2.9) ----


def needed(state: Position) -> int:
    """The points that win a short game."""
    points: int = state.game.lists["points"][state.scenario]["needed"]
    return points


def objectives(state: Position) -> Mapping[str, Any]:
    """The entry of the places that count in a short game (BW-2.9.towns, BW-2.9.southern.towns)."""
    entry: Mapping[str, Any] = next(
        one for one in state.game.lists["point"] if one["name"] == "towns" and state.scenario in one["scenarios"]
    )
    return entry


def points(state: Position) -> list[Point]:
    """What the German player would score in a short game if it ended now, entry by entry (BW-R.10)."""
    entries = (entry for entry in state.game.lists["point"] if state.scenario in entry["scenarios"])
    return [_point(state, entry) for entry in entries]


def _point(state: Position, entry: Mapping[str, Any]) -> Point:
    worth: int = entry["points"]
    goal: int | None
    match entry["name"]:
        case "losses":
            now, goal = allied_losses(state), state.game.lists["points"][state.scenario]["allied_losses"]
            side, scored = GERMAN, worth * (now >= goal)
        case "mechanized":
            now, goal = german_losses(state), entry["fewer_than"]
            side, scored = ALLIED, worth * (now < goal)
        case "towns":
            now, goal = len(held_towns(state, entry["each"])), None
            side, scored = GERMAN, worth * now
        case _:  # fuel dumps come with an optional rule (BW-2.9.dump)
            now, goal, side = min(1, len(fuel.captured(state))), 1, GERMAN
            scored = worth * now
    return Point(entry["name"], entry["label"], entry["rule"], scored, side, now, goal)


def score(state: Position) -> int:
    """All points of a short game."""
    return sum(point.points for point in points(state))


def _count_points(state: Position) -> None:
    total, goal = score(state), needed(state)
    if state.heard:
        for point in points(state):
            reached = f"{point.now}" if point.needed is None else f"{point.now} of {point.needed}"
            state.note("score", point.rule, f"{point.label}: {reached}, {count(point.points, 'point')}")
    rule: str = state.game.scenarios[state.scenario].rule
    state.note("score", "BW-R.10", f"The German player has {count(total, 'point')} and needs {goal}")
    if total >= goal:
        state.end(SIDES[GERMAN], "German victory", rule)
    else:
        state.end(SIDES[ALLIED], "Allied victory", rule)
