"""The arithmetic of an attack or a bombardment (BA-8.1, 8.2): one tally for preview, log and resolver."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ardennes.counters import bits
from ardennes.engine.battle import Column, Line, Strength
from ardennes.games.bastogne.forces import SIDES
from ardennes.games.bastogne.state import Position

GROUND, BOMBARDMENT = "attack", "bombardment"
ADJECTIVES = ("clear", "mixed", "broken")  # kinds of ground that are no nouns


class Clash(NamedTuple):
    """An attack on one unit."""

    kind: str  # GROUND or BOMBARDMENT
    side: int  # the attacker
    target: int  # the unit attacked
    hex: int
    attackers: int = 0  # units; none in a bombardment
    fire: tuple[int, ...] = ()  # the attacker's markers
    cover: tuple[int, ...] = ()  # the defender's


def revived(clash: Sequence[Any]) -> Clash:
    """A clash that was saved as plain data."""
    kind, side, target, i, attackers, fire, cover = clash
    return Clash(kind, side, target, i, attackers, tuple(fire), tuple(cover))


class Tally(NamedTuple):
    """The arithmetic: both strengths, the column, every line."""

    attack: int
    defence: int
    column: Column
    lines: tuple[Line, ...]

    @property
    def differential(self) -> int:
        """Attack less defence."""
        return self.attack - self.defence

    @property
    def heading(self) -> str:
        """The heading of the column, for a sentence."""
        return heading(self.column.label)


def heading(label: str) -> str:
    """The label of a column as it is printed.

    >>> heading("+6,+7"), heading("-1")
    ('+6/+7', '−1')
    """
    return label.replace(",", "/").replace("-", "−")


def signed(differential: int) -> str:
    """A differential with its sign.

    >>> signed(3), signed(0), signed(-2)
    ('+3', '0', '−2')
    """
    return f"{differential:+d}".replace("-", "−") if differential else "0"


def tally(state: Position, clash: Clash) -> Tally:
    """The arithmetic of a clash as things stand."""
    forces, ground = state.game.forces, state.game.ground
    lines: list[Line] = []
    attack, defence = Strength("attack", lines), Strength("defence", lines)
    for unit in bits(clash.attackers):
        rule = "BA-2.3.steps" if state.reduced >> unit & 1 else "BA-8.2.differential"
        attack.add(state.figures(unit).attack, rule, forces.display_names[unit])
    for factor in clash.fire:
        by = _rule_of_fire(state, clash.side, factor, "BA-8.2.1") if clash.kind == GROUND else "BA-8.1"
        attack.add(factor, by, f"support fire {factor}")
    rule = "BA-2.3.steps" if state.reduced >> clash.target & 1 else "BA-8.2.differential"
    defence.add(state.figures(clash.target).defence, rule, forces.display_names[clash.target])
    for factor in clash.cover:
        by = _rule_of_fire(state, 1 - clash.side, factor, "BA-8.2.1.protective")
        defence.add(factor, by, f"protective fire {factor}")
    row = ground.row(clash.hex)
    differential = attack.value - defence.value
    terrain = ground.board.terrain_of(clash.hex)
    where = f"{terrain} ground" if terrain in ADJECTIVES else terrain
    text = f"differential {signed(differential)}, {where}"
    column = Column(state.game.rows[row], column_at(state.game.rows[row], differential), "BA-8.2.row", text, lines)
    first, last = heading(column.labels[0]), heading(column.labels[-1])
    column.bottom("BA-8.2.ends", f"{first} is the first column").top("BA-8.2.ends", f"{last} is the last column")
    if ground.over_streams[clash.hex] & state.hexes_of(clash.attackers):
        lines.append(Line("BA-R.27", "across a stream: no effect", column.at, column.at, "column"))
    return Tally(attack.value, defence.value, column, tuple(lines))


def _rule_of_fire(state: Position, side: int, factor: int, otherwise: str) -> str:
    """The rule by which a marker counts in a ground attack; one of short range counts like any other (BA-R.22)."""
    short = state.game.tables["bombardment_range"]["short"]
    return "BA-R.22" if (SIDES[side], factor) == (short["side"], short["factor"]) else otherwise


def column_at(labels: Sequence[str], differential: int) -> int:
    """The column of a differential: -1 below the lowest, one past the end above the highest.

    >>> [column_at(("-1", "0", "+1", "+2,+3", "+4"), n) for n in (-2, -1, 1, 3, 4, 5)]
    [-1, 0, 2, 3, 4, 5]
    """
    if differential > int(labels[-1].rpartition(",")[2]):
        return len(labels)
    return sum(int(label.partition(",")[0]) <= differential for label in labels) - 1


def chances(state: Position, found: Tally) -> dict[str, float]:
    """The results of the table in that column, with their exact chances."""
    results: dict[str, float] = {}
    for label in state.game.crt[found.column.at]:
        results[label] = results.get(label, 0.0) + 1 / 6
    return results
