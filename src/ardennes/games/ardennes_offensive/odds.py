"""Strengths and odds (AO-9.3 to AO-9.5): one arithmetic for the preview, the log and the resolution."""

from __future__ import annotations

from collections.abc import Callable

from ardennes.counters import Figure, Plain, bits
from ardennes.engine import Column
from ardennes.games.ardennes_offensive.forces import ALLIED, GERMAN
from ardennes.games.ardennes_offensive.state import Position
from ardennes.games.ardennes_offensive.supply import isolated_in_defence

Make = Callable[[str, int], Figure]  # what it is a strength of, and in which hex


def plain(_: str, __: int) -> Plain:
    """A strength without lines."""
    return Plain()


def attack(state: Position, attackers: int, make: Make = plain) -> int:
    """The strength of some attackers: hex by hex, then added (AO-R.14)."""
    total = 0
    left = attackers
    while left:
        i = state.at[left.bit_length() - 1]
        here = left & state.stacks[i]
        left &= ~here
        total += _attack_from(state, here, i, make("attack", i))
    return total


def _attack_from(state: Position, units: int, i: int, figure: Figure) -> int:
    """Supply halves the sum of the unsupplied (AO-9.5.M), Road Mode halves, then terrain or Game-Turn 1 multiplies."""
    game = state.game
    strength, says = game.forces.strength, game.prompts.strength
    alone = units & state.isolated  # only a supposed battle has such attackers
    for unit in bits(alone):
        figure.add(0, "AO-12.6.isolated", f"{says[unit]} is isolated and adds nothing")
    starved = units & state.unsupplied & ~alone
    if starved:
        for unit in bits(starved):
            figure.add(strength[unit], "AO-3.33", says[unit])
        _halve(figure, starved, "AO-12.6.attack", "unsupplied")
    for unit in bits(units & ~starved & ~alone):
        figure.add(strength[unit], "AO-3.33", says[unit])
    effects = bool(starved) + _road_mode(state, units & ~alone, figure)
    if game.forces.side[units.bit_length() - 1] == GERMAN:
        effects += _multiply(state, i, figure, "attack")
    return _ordered(figure, effects)


def defence(state: Position, targets: int, fresh: int, make: Make = plain) -> int:
    """The strength of the units `fresh` in the target hexes, as at this moment (AO-12.4.K)."""
    ground = state.game.ground
    side = 1 - state.phasing
    isolated = isolated_in_defence(state, side, targets)
    total = 0
    for i in ground.grid.bits(targets):
        total += _defence_in(state, state.stacks[i], fresh, i, bool(isolated >> i & 1), make("defence", i))
    return total


def _defence_in(state: Position, units: int, fresh: int, i: int, isolated: bool, figure: Figure) -> int:
    game = state.game
    strength, says = game.forces.strength, game.prompts.strength
    for unit in bits(units & fresh):
        figure.add(strength[unit], "AO-3.33", says[unit])
    for unit in bits(units & ~fresh):
        figure.add(0, "AO-E.9.2", game.prompts.retreated[unit])
    if (units & fresh).bit_count() > 1:
        figure.add(0, "AO-9.2.F", "all units of the stack defend together")
    if isolated:
        figure.add(0, "AO-12.4.K", "isolated at the moment of combat")
        _halve(figure, units & fresh, "AO-12.6.defence", "isolated")
    effects = isolated + _road_mode(state, units & fresh, figure)
    if game.forces.side[units.bit_length() - 1] == GERMAN:
        effects += _multiply(state, i, figure, "defence")
    return _ordered(figure, effects)


def _halve(figure: Figure, units: int, rule: str, why: str) -> None:
    """What supply halves is halved as one total (AO-9.5.M)."""
    if units.bit_count() > 1:
        figure.add(0, "AO-9.5.M", "halved as a whole")
    figure.halve(rule, why)


def _road_mode(state: Position, units: int, figure: Figure) -> bool:
    if units & state.road:
        figure.halve("AO-6.6.K", "in Road Mode")
        return True
    return False


def _multiply(state: Position, i: int, figure: Figure, what: str) -> bool:
    """Three times on Game-Turn 1 and never more (AO-R.15); else what the West Wall gives (AO-11.0.westwall)."""
    game, ground = state.game, state.game.ground
    first = game.tables["first_turn"]
    if state.turn == first["game_turn"]:
        figure.times(first["german_strength"], "AO-4.2.tripled" if what == "attack" else "AO-4.2.defence", "tripled")
        figure.add(0, "AO-R.15", "never more than tripled, whatever the terrain")
        return True
    table = game.tables["terrain"]["combat"]
    if ground.west_wall >> i & 1:
        figure.times(table["west_wall"][f"german_{what}"], "AO-11.0.westwall", "in the West Wall")
        return True
    if ground.cleared >> i & 1 and what == "defence":
        figure.times(table["cleared_west_wall"]["german_defence"], "AO-11.0.cleared", "in the cleared West Wall")
        return True
    return False


def _ordered(figure: Figure, effects: int) -> int:
    """The strength of a hex; where several effects meet, supply came first, then Road Mode, then terrain."""
    if effects > 1:
        figure.add(0, "AO-9.3.J", "supply counts before terrain")
        figure.add(0, "AO-R.14", "hex by hex: supply, Road Mode, terrain")
    return figure.value


def ratio(attacking: int, defending: int, last: int) -> int:
    """The column of the table: rounded down for the defender, never beyond the table's ends (AO-9.3.K).

    >>> ratio(26, 9, 9), ratio(8, 9, 9), ratio(100, 9, 9)
    (2, 0, 9)
    """
    return min(attacking // defending, last)


def column(state: Position, attacking: int, defending: int, chosen: int | None = None) -> Column:
    """The column with its reasons: the ratio, the table's ends, and a lower one by choice."""
    labels = state.game.columns
    last = len(labels) - 1
    at = ratio(attacking, defending, last)
    text = f"{attacking} to {defending}"
    found = Column(labels, at, "AO-9.3.K", text)
    if attacking // defending > last or 2 * attacking < defending:
        found = Column(labels, at, "AO-10.1.odds", f"{text}: last column of the table")
    if chosen is not None:
        found.left(at - chosen, "AO-9.4.L", "lower odds by choice")
    return found


def lowest(state: Position, side: int, full: int) -> int:
    """The lowest column that an attacker may choose: the German never goes below 2-1 (AO-9.4.L, AO-E.9.4)."""
    if side == ALLIED:
        return 0
    floor = state.game.columns.index(state.game.tables["odds"]["german_lowest_by_choice"])
    return min(full, floor)


def table_for(state: Position, side: int) -> str:
    """Which combat results table a side attacks on (AO-10.3)."""
    if side == ALLIED or state.standard:
        return "standard"
    return "initial"
