"""Strengths, differential, column and shifts (BU-12.1, steps 3 to 5): one arithmetic for preview, log and die."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from ardennes.counters import Figure, Plain, bits
from ardennes.engine import Column, Line
from ardennes.games.bulge.forces import SIDES
from ardennes.games.bulge.state import Position

UNKNOWN, YES, NO = 0, 1, -1  # of the mist die


class Clash(NamedTuple):
    """An attack: being declared, or declared and waiting for its dice."""

    target: int  # hex
    attackers: int  # units
    table: str  # primary or secondary
    support: int = 0  # ground support missions
    mist: int = UNKNOWN  # whether the mist die has given its shift
    column: int = -1  # that the attacker has chosen to fight at


Shift = tuple[int, str, str]  # columns to the right, the rule, a few words


def attack(state: Position, attackers: int, figure: Figure) -> int:
    """The combat factors of the attackers together."""
    factor, says = state.game.forces.factor, state.game.prompts.factor
    for unit in bits(attackers):
        figure.add(factor[unit], "BU-12.1.step3", says[unit])
    return figure.value


def defence(state: Position, target: int, attackers: int, figure: Figure) -> int:
    """The defender's factor, and what ground, town, West Wall and river add to it: three at most (BU-R.14)."""
    game, unit = state.game, state.here[target]
    figure.add(game.forces.factor[unit], "BU-12.1.step3", game.prompts.factor[unit])
    table, added = game.ground.defence, 0
    helps = game.ground.shelter[game.forces.side[unit]].get(target, ())
    if across_river(state, target, attackers):
        helps = (*helps, (table["river"], "BU-12.1.river", "every attacker attacks across a river"))
    for points, rule, text in helps:
        within = min(points, table["maximum"] - added)
        added += points
        if within > 0:
            figure.add(within, rule, text)
        if within < points:
            figure.add(0, "BU-R.14", f"terrain adds at most {table['maximum']}")
    return figure.value


def across_river(state: Position, target: int, attackers: int) -> bool:
    """Whether every attacker attacks across a river hexside, bridged or not (BU-12.1.river)."""
    across, at = state.game.ground.across_river[target], state.at
    return all(across >> at[unit] & 1 for unit in bits(attackers))


def shifts(state: Position, side: int, post: bool, support: int, mist: int) -> list[Shift]:
    """The shifts to the right: surprise, weather, ground support; they add up (BU-12.1.step5)."""
    tables = state.game.tables["shifts"]
    found: list[Shift] = []
    surprise = tables["surprise"]
    if state.turn == surprise["game_turn"] and SIDES[side] == surprise["side"]:
        word = "post" if post else "pre"
        found.append((surprise[word], f"BU-5.0.surprise-{word}", "surprise"))
    weather = tables["weather"].get(state.weather) if post else None
    if weather is not None and SIDES[side] == weather["side"] and ("die" not in weather or mist == YES):
        found.append((weather["columns"], f"BU-6.1.{state.weather}", f"{state.weather} weather"))
    found.extend((tables["support"]["columns"], "BU-7.3", "ground support") for _ in range(support))
    return found


def mist_decides(state: Position, side: int, post: bool) -> bool:
    """Whether a die for mist is rolled for each attack (BU-6.1.mist)."""
    weather = state.game.tables["shifts"]["weather"].get(state.weather, {})
    return post and "die" in weather and bool(weather["side"] == SIDES[side])


def column_of(state: Position, differential: int) -> int:
    """The column of a differential, before shifts; the ends of the table take what lies beyond them."""
    return max(bisect_right(state.game.least, differential) - 1, 0)


def full_column(state: Position, clash: Clash, side: int, post: bool) -> int:
    """The column at which an attack is made with all its shifts."""
    differential = attack(state, clash.attackers, Plain()) - defence(state, clash.target, clash.attackers, Plain())
    moved = sum(shift[0] for shift in shifts(state, side, post, clash.support, clash.mist))
    return min(column_of(state, differential) + moved, len(state.game.columns) - 1)


def explained(state: Position, clash: Clash, side: int, post: bool, differential: int) -> Column:
    """The column with its reasons: differential, shifts, the table's end, and a lower one by choice."""
    game = state.game
    at = column_of(state, differential)
    text = f"a differential of {differential:+d}"
    text += "" if game.columns[at] == f"{differential:+d}" else f", column {game.columns[at]}"
    column = Column(game.columns, at, "BU-12.1.step4", text)
    if differential > game.least[-1]:
        column = Column(game.columns, at, "BU-12.1.end", f"a differential of {differential:+d}: the last column")
    found = shifts(state, side, post, clash.support, clash.mist)
    for right, rule, text in found:
        column.right(right, rule, text)
    if len(found) > 1:
        total = column.at - at
        column.lines.append(Line("BU-12.1.step5", f"{total} columns right in all", at, column.at, "column"))
    column.top("BU-12.1.end")
    if 0 <= clash.column < column.at:
        column.left(column.at - clash.column, "BU-12.1.lower", "lower column by choice")
    return column


def is_post(state: Position, side: int) -> bool:
    """Whether a side's next attacks are made after movement: by the phase in play."""
    phase = state.phase if state.frames else ""
    return bool(phase in (f"{SIDES[side]} movement", f"{SIDES[side]} post-combat"))


def printed(state: Position, i: int) -> int:
    """The printed factor of the unit in a hex."""
    return state.game.forces.factor[state.here[i]]


def strongest_only(state: Position, target: int, attackers: int) -> bool:
    """Whether each attacker's target is the strongest enemy beside it, ties allowed (BU-12.1.secondary, .ties)."""
    return all(printed(state, target) >= strongest_beside(state, unit) for unit in bits(attackers))


def strongest_beside(state: Position, unit: int) -> int:
    """The greatest printed factor of an enemy beside a unit, those attacked before included (BU-R.13)."""
    ground = state.game.ground
    near = ground.ring[state.at[unit]] & state.held[1 - state.game.forces.side[unit]]
    return max((printed(state, i) for i in ground.grid.bits(near)), default=0)
