"""The arithmetic of an attack (BW-9.2 to 9.4, 10, 11.2): one tally for the preview, the log and the resolver."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from ardennes.counters import bits
from ardennes.counters.modifiers import DieModifier, Shifts, mixed
from ardennes.engine.battle import Column, Line, Strength
from ardennes.games.bitter_woods import lasting, shock
from ardennes.games.bitter_woods.forces import GERMAN
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

LIMITS = "BW-9.1.limits"
STAR = "*"  # of a result that wears attackers down, where attrition is played (BW-20.0)


class Chart(NamedTuple):
    """A table of results, and the rules at its ends."""

    table: str
    beyond: str  # odds beyond its columns
    top: str  # the attacker's shifts
    bottom: str  # the defender's


ORDINARY = Chart("crt", "BW-R.24", "BW-9.2.top", "BW-R.23")
ON_THE_MOVE = Chart("angriff", "BW-23.2.top", "BW-23.2.top", "BW-R.74")

UNROLLED, SHAKEN, HELD = range(3)  # a die before the die: not rolled, it shifts the attack, it does not


class Clash(NamedTuple):
    """An attack on the units in a hex."""

    side: int  # the attacker
    hex: int
    attackers: int = 0  # units that attack, artillery not among them
    guns: int = 0  # the attacker's artillery in support
    plane: bool = False  # the attacker's aircraft
    cover: int = 0  # the defender's artillery in support
    shield: bool = False  # the defender's aircraft
    nerve: int = UNROLLED  # the die before the die (BW-19, 31)
    again: bool = False  # an engagement is fought again (BW-9.5.ENG)
    angriff: bool = False  # an attack on the move has been announced (BW-23.2)
    barrage: int = 0  # artillery that is to bombard the hex first (BW-21.1)


def revived(clash: Sequence[Any]) -> Clash:
    """A clash that was saved as plain data."""
    return Clash(*clash)


class Tally(NamedTuple):
    """The arithmetic: both strengths, the column, what modifies the die, every line."""

    attack: int
    defence: int
    column: Column
    modifier: DieModifier
    lines: tuple[Line, ...]
    chart: Chart = ORDINARY

    @property
    def heading(self) -> str:
        """The heading of the column, for a sentence."""
        return self.column.label


def tally(state: Position, clash: Clash) -> Tally:
    """The arithmetic of a clash as things stand."""
    lines: list[Line] = []
    attack, defence = _attack(state, clash, lines), _defence(state, clash, lines)
    chart = ON_THE_MOVE if clash.angriff and enough_for_an_angriff(state, clash) else ORDINARY
    column = _column(state, chart, attack, defence, lines)
    if clash.angriff:
        _tell_of_the_table(column, chart)
    shifts, modifier = Shifts(), DieModifier(lines)
    for shift in state.game.shifts:
        shift(state, clash, shifts, column)
    limits = state.game.tables["limits"]
    shifts.make(column, limits["shifts"], limit=LIMITS, top=chart.top, bottom=chart.bottom)
    for modify in state.game.modifiers:
        modify(state, clash, modifier)
    modifier.within(limits["modifier"], LIMITS)
    return Tally(attack, defence, column, modifier, tuple(lines), chart)


def face(state: Position, found: Tally, die: int) -> int:
    """The face that is read for a die (BW-R.23)."""
    least, most = state.game.tables["limits"]["die"]
    return found.modifier.face(die, least, most)


def chances(state: Position, found: Tally, *, starred: bool = False) -> dict[str, float]:
    """The results of the table in that column, with their exact chances once the die is modified.

    `starred` tells those with an asterisk apart (BW-20.0).
    """
    at = found.column.at
    labels = state.game.results(found.chart.table)[at]
    if starred and found.chart is ORDINARY:
        labels = tuple(f"{label}{STAR * star}" for label, star in zip(labels, state.game.starred[at], strict=True))
    return mixed(labels, found.modifier)


# ---- strengths (BW-9.1, 9.4, 10.2 to 10.4, 12.4) ----


def _attack(state: Position, clash: Clash, lines: list[Line]) -> int:
    """Those who attack, each for itself, and their guns (BW-R.27)."""
    names, sum_ = state.game.forces.display_names, Strength("attack", lines)
    for unit in bits(clash.attackers):
        strength = state.figures(unit).attack
        sum_.add(strength, _up(state, unit, "BW-9.1.split"), names[unit])
        strength = shock.halve(state, unit, strength, sum_)
        if state.unsupplied >> unit & 1:
            less = strength // 2
            text = cited(f"{names[unit]} is out of supply: half, fractions up", "BW-R.27")
            sum_.add(-less, "BW-12.4.attack", text)
            if strength == 1:
                lines.append(Line("BW-9.1.least", f"{names[unit]} has at least one", sum_.value, sum_.value, "attack"))
    for unit in bits(clash.guns):
        rocket = state.game.forces.rockets >> unit & 1
        text = f"{names[unit]} in support"
        if rocket:
            text = cited(f"{text}, which does not count as an attacking unit", "BW-R.7")
        sum_.add(state.figures(unit).attack, "BW-10.4" if rocket else "BW-10.2.attack", text)
        shock.halve(state, unit, state.figures(unit).attack, sum_)
    return sum_.value


def _defence(state: Position, clash: Clash, lines: list[Line]) -> int:
    """All units in the hex, each for itself (BW-9.1.stack, BW-R.27), and the guns that support them."""
    forces = state.game.forces
    names, sum_ = forces.display_names, Strength("defence", lines)
    doubled = _doubled(state, clash)
    for unit in bits(state.stack(clash.hex)):
        strength = state.figures(unit).defence
        if forces.rockets >> unit & 1:
            one: int = state.game.tables["artillery"]["rocket_defence"]
            sum_.add(one, "BW-10.4.one", f"{names[unit]}: a rocket defends with one")
            continue
        again = "BW-10.3.always" if state.fired >> unit & 1 else "BW-9.1.stack"
        sum_.add(strength, _up(state, unit, again), names[unit])
        strength = shock.halve(state, unit, strength, sum_)
        if forces.artillery >> unit & 1:
            text = cited(f"{names[unit]} is artillery: half, fractions up", "BW-R.27")
            sum_.add(-(strength // 2), "BW-10.3.half", text)
        elif doubled:
            sum_.add(strength, doubled[0], f"{names[unit]} is doubled {doubled[1]}")
    if doubled and _across(state, clash):
        _tell_of_the_river(state, clash, sum_)
    for unit in bits(clash.cover):
        sum_.add(state.figures(unit).attack, "BW-10.2.defence", f"{names[unit]} in support")
        shock.halve(state, unit, state.figures(unit).attack, sum_)
    return sum_.value


def _up(state: Position, unit: int, full: str) -> str:
    """The rule by which a unit's strength counts: that of its reduced side, if that is up."""
    return "BW-9.6" if state.reduced >> unit & 1 else full


TOWN = ("BW-9.4.town", "in a town")
RIVER = ("BW-9.4.river", "behind a river")


def _doubled(state: Position, clash: Clash) -> tuple[str, str] | None:
    """What doubles the defenders, once (BW-9.4.once)."""
    if state.game.ground.town >> clash.hex & 1:
        return TOWN
    return RIVER if _across(state, clash) else None


def _across(state: Position, clash: Clash) -> bool:
    """Whether all attacking units attack across river hexsides; not guns in support (BW-9.4.river, BW-R.26)."""
    ground = state.game.ground
    return bool(clash.attackers) and not state.hexes_of(clash.attackers) & ~ground.over_rivers[clash.hex]


def _tell_of_the_river(state: Position, clash: Clash, defence: Strength) -> None:
    """That it doubles nobody again in a town, and that bridges and the Meuse are no exception."""
    ground, here = state.game.ground, state.stack(clash.hex)
    if ground.town >> clash.hex & 1 and here & ~state.game.forces.artillery:
        defence.add(0, "BW-9.4.once", "no unit is doubled again for the river")
    if ground.over_bridges[clash.hex] & state.hexes_of(clash.attackers):
        defence.add(0, "BW-R.26", "an attack across a bridge or the Meuse counts as across a river")


# ---- the column (BW-9.2.odds) ----


def enough_for_an_angriff(state: Position, clash: Clash) -> bool:
    """Whether both the strengths and, after all shifts, the column are on its table (BW-23.1.odds, BW-R.74)."""
    plain, first = tally(state, clash._replace(angriff=False)), state.game.tables[ON_THE_MOVE.table]["columns"][0]
    labels = plain.column.labels
    least = labels.index(first)
    return plain.column.at >= least and column_of(labels, plain.attack, plain.defence) >= least


def _tell_of_the_table(column: Column, chart: Chart) -> None:
    """On which table an attack is fought that was announced as one on the move."""
    if chart is ON_THE_MOVE:
        rule, text = "BW-23.2", "attack on the move: a CRT of its own"
    else:
        rule, text = "BW-23.1.odds", cited("below 2-1 it is not an attack on the move: regular CRT", "BW-R.74")
    column.lines.append(Line(rule, text, column.at, column.at, "column"))


def _column(state: Position, chart: Chart, attack: int, defence: int, lines: list[Line]) -> Column:
    """The odds as a column of the table; beyond its ends the last one is read (BW-R.24)."""
    labels: list[str] = state.game.tables[chart.table]["columns"]
    at = column_of(labels, attack, defence)
    column = Column(labels, at, "BW-9.2.odds", f"{attack} to {defence}, rounded in the defender's favour", lines)
    return column.bottom(chart.beyond, f"{labels[0]} is the first column").top(
        chart.beyond, f"{labels[-1]} is the last column"
    )


def column_of(labels: Sequence[str], attack: int, defence: int) -> int:
    """The column of some odds, rounded in the defender's favour; -1 below the first, one past the end above the last.

    >>> labels = ("1-3", "1-2", "1-1", "2-1", "3-1")
    >>> [column_of(labels, *odds) for odds in ((17, 6), (5, 6), (1, 4), (12, 4), (16, 4))]
    [3, 1, -1, 4, 5]
    """
    steps = _steps(tuple(labels))
    at = sum(attack * ours >= defence * theirs for theirs, ours in steps) - 1
    best, one = steps[-1]
    return at + (attack * one >= defence * (best + 1))


@cache
def _steps(labels: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """The headings as numbers: what the attacker has to what the defender has."""
    return tuple((int(theirs), int(ours)) for theirs, _, ours in (label.partition("-") for label in labels))


# ---- shifts (BW-9.2.top, 9.4, 11.2, 15.1): one function a rule; the game lists them, those of optional rules too ----

Shifting = Callable[[Position, Clash, Shifts, Column], None]


REPLACED = "variable_surprise"  # the option that takes the place of the surprise shift (BW-31.0)


def surprise(state: Position, clash: Clash, shifts: Shifts, column: Column) -> None:
    """German attacks on 16AM (BW-15.1)."""
    table = state.game.tables["surprise"]
    if clash.side == GERMAN and state.turn == state.game.turn_named(table["turn"]) and REPLACED not in state.optional:
        shifts.right(table["right"], "BW-15.1", "surprise")


def aircraft(state: Position, clash: Clash, shifts: Shifts, column: Column) -> None:
    """Ground support of either side; where both have it, neither shifts (BW-11.2, BW-R.6)."""
    table = state.game.tables["air_support"]
    if clash.plane and clash.shield:
        column.lines.append(Line("BW-R.6", "the aircraft cancel each other", column.at, column.at, "column"))
    elif clash.plane:
        shifts.right(table["attacker"]["right"], "BW-11.2", "the attacker's aircraft")
    elif clash.shield:
        shifts.left(table["defender"]["left"], "BW-11.2", "the defender's aircraft")


def terrain(state: Position, clash: Clash, shifts: Shifts, column: Column) -> None:
    """Forest and broken ground, and a town that is attacked across rivers (BW-9.4)."""
    kind = state.game.board.terrain_of(clash.hex)
    table = state.game.tables["terrain"]["combat"].get(kind, {})
    if left := table.get("left"):
        shifts.left(left, f"BW-9.4.{kind}", LEFT[kind])
    if (left := table.get("left_across_river")) and _across(state, clash):
        shifts.left(left, "BW-9.4.townriver", "a town across a river")
    if not table:
        column.lines.append(Line("BW-9.4.clear", f"{PLAIN[kind]}: no shift", column.at, column.at, "column"))


LEFT = {"forest": "forest", "broken": "broken terrain"}
PLAIN = {"clear": "clear terrain", "light-woods": "light woods"}


# ---- modifiers of the die (BW-9.3): one function a rule; the game lists them, those of optional rules too ----

Modifying = Callable[[Position, Clash, DieModifier], None]


def endurance(state: Position, clash: Clash, modifier: DieModifier) -> None:
    """The highest rating of each side; a position takes the attacker's advantage away (BW-9.3, BW-R.25)."""
    table = state.game.tables["endurance"]
    ours = rating(state, clash.attackers | clash.guns)
    theirs = rating(state, state.stack(clash.hex) | clash.cover)
    text = f"ER {ours} to {theirs}"
    parts = state.game.battlegroup.parts
    if parts & clash.attackers and rating(state, parts & clash.attackers) == ours:
        text = cited(f"{text}, that of one of Peiper's battalions", "BW-36.10")
    if any(state.unsupplied & units for units in (clash.attackers, state.stack(clash.hex), clash.cover)):
        modifier.add(0, "BW-12.4.er", "units out of supply have their ER reduced by one")
    if state.shocked & (clash.attackers | clash.guns | clash.cover | state.stack(clash.hex)):
        modifier.add(0, "BW-21.3", "shocked units have their ER reduced by one")
    if theirs > ours:
        modifier.add(table["defender"], "BW-9.3", f"{text}, better for the defender")
    elif ours > theirs:
        shelter = sheltered(state, clash.hex)
        if shelter:
            modifier.add(0, *shelter)
        else:
            modifier.add(table["attacker"], "BW-9.3", f"{text}, better for the attacker")


def rating(state: Position, units: int) -> int:
    """The highest endurance among some units: each has one less if out of supply, and if shocked (BW-12.4.er, 21.3)."""
    er: Sequence[int] = lasting.endurance(state) if state.effects else state.game.forces.er
    unsupplied, shocked = state.unsupplied, state.shocked
    return max((er[unit] - (unsupplied >> unit & 1) - (shocked >> unit & 1) for unit in bits(units)), default=0)


# ---- positions (BW-8) ----


def fortified(state: Position, i: int) -> bool:
    """Whether a hex is a fortification, permanent or built (BW-8.2)."""
    return bool((state.game.ground.forts | state.forts) >> i & 1)


def sheltered(state: Position, i: int) -> tuple[str, str] | None:
    """The rule by which a hex denies the attacker his ER advantage, and the words for it."""
    if fortified(state, i):
        rule = "BW-8.2.permanent" if state.game.ground.forts >> i & 1 else "BW-8.2"
        return rule, cited("fortification: no ER advantage for the attacker", "BW-R.25")
    if state.improved >> i & 1:
        return "BW-8.1", cited("improved position: no ER advantage for the attacker", "BW-R.25")
    return None
