"""The arithmetic of an assault: strengths, column, exact chances (PG-7.3 to 7.10)."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from ardennes.engine import Battle, Column, Effect, Line, Odds, Outcome, Strength
from tests.proving.state import Ground, Unit

GROUND = "ground"  # the question that the die before the die answers


class Tally(NamedTuple):
    """Strengths and column, and the lines that led to them."""

    attack: int
    defence: int
    column: Column
    lines: tuple[Line, ...]


def defenders(state: Ground, battle: Battle) -> list[Unit]:
    """Every unit in the target hexes."""
    return [unit for place in battle.targets for unit in state.stack(state.enemy(battle.side), place)]


def tally(state: Ground, battle: Battle) -> Tally:
    """How the column of an assault comes about."""
    lines: list[Line] = []
    attack, defence = Strength("attack", lines), Strength("defence", lines)
    for name in battle.attackers:
        _add_attacker(state, attack, name)
    for unit in defenders(state, battle):
        defence.add(unit.defence, "PG-7.3", unit.name)
    for side, piece in battle.support:
        if piece in state.game.units:
            strength = attack if side == battle.side else defence
            strength.add(state.unit(piece).attack, "PG-7.4", f"{piece} in support")
    column = _column(state, battle, attack.value, defence.value, lines)
    return Tally(attack.value, defence.value, column, tuple(lines))


def _add_attacker(state: Ground, attack: Strength, name: str) -> None:
    unit = state.unit(name)
    if state.supply(name).state == "supplied":
        attack.add(unit.attack, "PG-7.3", name)
    else:
        attack.add((unit.attack + 1) // 2, "PG-8.2", f"{name} out of supply")


def ratio(attack: int, defence: int) -> int:
    """The column of attack to defence, rounded in the defender's favour: 26 to 9 is 2-1."""
    if attack >= defence:
        return min(attack // defence, 4)
    return 0


def _column(state: Ground, battle: Battle, attack: int, defence: int, lines: list[Line]) -> Column:
    labels = state.game.tables["assault"]["columns"]
    at = ratio(attack, max(defence, 1))
    column = Column(labels, at, "PG-7.10", f"{attack} to {defence}", lines)
    for side, piece in battle.support:
        if piece in state.game.units:
            continue
        rule = "PG-7.5" if "air" in piece else "PG-7.15"
        column = column.right(1, rule, piece) if side == battle.side else column.left(1, rule, piece)
    column.top("PG-7.10")
    if any(rough(state, place) for place in battle.targets):
        column.left(1, "PG-7.6", "woods or town")
    if all_across(state, battle):
        column.left(1, "PG-7.7", "across the river")
    column.left(int(battle.word("lower", "0")), "PG-7.8", "the attacker holds back")
    shift = int(battle.word(GROUND, "0"))
    column.right(shift, "PG-7.9", "the ground die")
    return column.bottom("PG-7.10").top("PG-7.10")


def rough(state: Ground, place: str) -> bool:
    """Whether a hex is woods or town."""
    board = state.game.board
    i = board.grid.index(place)
    return board.terrain_of(i) == "woods" or "town" in board.features_of(i)


def all_across(state: Ground, battle: Battle) -> bool:
    """Whether every attacker strikes every target across the river, bridge or not."""
    return bool(battle.attackers) and all(
        _across(state, state.hex_of(name), place) for name in battle.attackers for place in battle.targets
    )


def _across(state: Ground, here: str, there: str) -> bool:
    board = state.game.board
    if not here or board.grid.distance(board.grid.index(here), board.grid.index(there)) != 1:
        return False
    return "river" in board.side_features(f"{here}/{there}")


def ground_shifts(state: Ground) -> dict[int, float]:
    """How likely the ground die shifts by so much."""
    table = state.game.tables["ground"]
    chances: dict[int, float] = defaultdict(float)
    for face in range(1, 7):
        chances[table.get(str(face), 0)] += 1 / 6
    return dict(chances)


def result(state: Ground, column: Column, face: int) -> str:
    """The result that the table gives."""
    return str(state.game.tables["assault"][str(face)][column.labels.index(column.label)])


def odds(state: Ground, battle: Battle) -> Odds:
    """The exact chances of an assault; the ground die is mixed in unless it has fallen."""
    shown = tally(state, battle)
    shifts = {int(battle.word(GROUND)): 1.0} if battle.word(GROUND) else ground_shifts(state)
    chances: dict[str, float] = defaultdict(float)
    for shift, chance in shifts.items():
        words = (*(w for w in battle.words if w[0] != GROUND), (GROUND, str(shift)))
        column = tally(state, _with(battle, words)).column
        for face in range(1, 7):
            chances[result(state, column, face)] += chance / 6
    outcomes = tuple(_outcome(state, battle, label, chance) for label, chance in sorted(chances.items()))
    return Odds(
        shown.lines,
        shown.attack,
        shown.defence,
        shown.column.label,
        outcomes,
        columns=shown.column.labels,
        may_change=may_change(state, battle),
        facts={"ratio": ratio(shown.attack, max(shown.defence, 1))},
    )


def _with(battle: Battle, words: tuple[tuple[str, str], ...]) -> Battle:
    return Battle(battle.kind, battle.side, battle.targets, battle.attackers, battle.support, words)


def _outcome(state: Ground, battle: Battle, label: str, chance: float) -> Outcome:
    attackers, defending = battle.attackers, defenders(state, battle)
    steps_in = sum(state.steps[unit.number] for unit in defending)
    if label == "AE":
        return Outcome(chance, label, attacker=Effect(steps=len(attackers)))
    if label == "AL":
        return Outcome(chance, label, attacker=Effect(steps=1))
    if label == "DL":
        return Outcome(chance, label, defender=Effect(steps=1))
    advance = Effect(may_advance=len(attackers))
    if label in ("DR", "DS"):
        obliges = "withdraw" if label == "DS" else ""
        return Outcome(chance, label, advance, Effect(retreat=2, obliges=obliges))
    if label == "DE":
        return Outcome(chance, label, advance, Effect(losses=len(defending), steps=steps_in, eliminated=True))
    return Outcome(chance, label)


def may_change(state: Ground, battle: Battle) -> tuple[Line, ...]:
    """What the defender may still add, as the best he can do."""
    given = {piece for _, piece in battle.support}
    lines = []
    for piece in supporters(state, battle, state.enemy(battle.side)):
        if piece not in given:
            rule, about = ("PG-7.4", "defence") if piece in state.game.units else ("PG-7.5", "column")
            worth = state.unit(piece).attack if piece in state.game.units else -1
            lines.append(Line(rule, f"{piece} may support the defence", 0, worth, about))
    return tuple(lines)


def supporters(state: Ground, battle: Battle, side: str) -> list[str]:
    """Artillery in range and missions over the battle that a side has not used."""
    board = state.game.board
    targets = [board.grid.index(place) for place in battle.targets]
    guns = [
        unit.name
        for unit in state.on_board(side)
        if unit.kind == "artillery"
        and unit.name not in state.fought
        and state.at[unit.name] not in battle.targets
        and any(board.grid.distance(board.grid.index(state.at[unit.name]), t) <= 2 for t in targets)
    ]
    zone = "north" if board.regions["north"] >> targets[0] & 1 else "south"
    planes = [piece for piece in state.flown if piece == f"{side}-air-{zone}"]
    given = {piece for _, piece in battle.support}
    return [piece for piece in (*guns, *planes) if piece not in given]
