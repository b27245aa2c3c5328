"""Random events in position files (BW-29, 38): which lines can be, and what they bring about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ardennes.counters import POOL, bits
from ardennes.games.bitter_woods import battlegroup
from ardennes.games.bitter_woods.events import (
    RANDOM,
    concerned,
    effect_of,
    listed,
    north,
    option_of,
    southern,
    table_of,
)
from ardennes.games.bitter_woods.forces import ARMIES, SIDES
from ardennes.games.bitter_woods.state import ASIDE, Position


def may_bring(state: Position, unit: int) -> bool:
    """Whether an event that is still to come, or has come, brings a unit in that never comes otherwise (BW-29.6)."""
    table = state.game.tables["events"][RANDOM]
    due = RANDOM in state.optional and state.turn <= state.game.turn_named(table["turn"])
    rules = [*(listed(table) if due else ()), *(effect.rule for effect in state.effects)]
    tables = [table_of(state, rule) for rule in rules]
    return any(state.game.forces.names[unit] in table.get("units", ()) for table in tables if table.get("arrives"))


def restore(state: Position, rule: str = "", *words: str) -> str:
    """Let an event of a position file count; what is wrong with it, "" if nothing is."""
    option = option_of(state, rule)
    if not option:
        return "there is no such event; name it by its case, as BW-38.1.4"
    if option not in state.optional:
        return f"its option “{option}” is not chosen"
    turn = state.game.tables["events"][option]["turn"]
    if state.turn < state.game.turn_named(turn):
        return f"it cannot have happened before {turn}"
    table = table_of(state, rule)
    if "last" in table and state.turn > state.game.turn_named(table["last"]):
        return f"it ended on {table['last']}"
    if any(table_of(state, effect.rule).get("also") == rule for effect in state.effects):
        return ""  # included in one that has been named
    place, amount, fault = _given(state, table, words)
    fault = fault or _excluded(state, rule, place)
    if fault:
        return fault
    _begin(state, rule, place, amount)
    if "also" in table and not any(effect.rule == table["also"] for effect in state.effects):
        _begin(state, table["also"])
    return ""


def _excluded(state: Position, rule: str, place: str) -> str:
    """Why an event cannot have happened beside those that the file names before it: a table gives one event."""
    option, family = option_of(state, rule), {rule, table_of(state, rule).get("also")}
    for effect in state.effects:
        if option_of(state, effect.rule) == option and effect.rule not in family:
            return f"{effect.rule} has happened instead; the dice give one event of a table"
    there = [effect.place for effect in state.effects if effect.rule == rule]
    most = table_of(state, rule).get("companies", 0)
    if len(there) >= most > 0:
        return f"no more than {most} companies jump"
    again = place in there if table_of(state, rule).get("carried") else bool(there)
    return "it is named twice" if again and not most else ""


def _begin(state: Position, rule: str, place: str = "", amount: int = 0) -> None:
    """An event of a position file counts."""
    table = table_of(state, rule)
    effect = effect_of(state, rule, units=concerned(state, table), place=place, amount=amount)
    state.effects = (*state.effects, effect)
    for unit in bits(effect.units if table.get("arrives") else 0):
        state.at[unit] = POOL if state.at[unit] == ASIDE else state.at[unit]
    if "army" in table:
        state.attached.update(dict.fromkeys(bits(effect.units), ARMIES.index(table["army"])))
    state.mugshot |= bool(table.get("mugshot")) and battlegroup.played(state)


def _given(state: Position, table: Mapping[str, Any], words: Sequence[str]) -> tuple[str, int, str]:
    """The place and the number that a line gives to an event, and what is wrong with them."""
    ground, asks = state.game.ground, table.get("asks", "bridge" if table.get("guards") else "")
    if "place" in table:
        return table["place"], 0, "it takes no place or number" if words else ""
    if asks in ("drop zone", "commandos"):
        among = ground.town & north(state) if asks == "commandos" else ground.grid.all
        fine = len(words) == 1 and words[0] in ground.grid.names(among)
        fault = "it needs a hex, a town for commandos, north of Sixth Panzer Army's boundary: BW-29.4 1610"
        return (words[0], 0, "") if fine else ("", 0, fault)
    if asks == "bridge":
        fine = len(words) == 1 and words[0] in ground.bridges.named(ground.all_bridges & ~southern(state))
        fault = "it needs a bridge north of Sixth Panzer Army's boundary, as BW-29.3 1511/1610"
        return (words[0], 0, "") if fine else ("", 0, fault)
    if asks == "bodenplatte":
        fine = len(words) == 2 and words[0] in SIDES and words[1] in tuple("123456")
        return (words[0], int(words[1]), "") if fine else ("", 0, "it needs a side and its losses: BW-29.5 allied 3")
    if asks:
        return "", 0, "it is over at once and leaves nothing behind"
    return "", 0, "it takes no place or number" if words else ""
