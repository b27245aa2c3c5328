"""Random events (BW-29, 38, options): the dice, and what begins with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ardennes.counters import GONE, bits
from ardennes.counters.effects import Effect
from ardennes.engine import Chance, Die, Step
from ardennes.engine.chance import Roll
from ardennes.games.bitter_woods import battlegroup
from ardennes.games.bitter_woods.forces import ARMIES, GERMAN, SIDES
from ardennes.games.bitter_woods.state import ASIDE, Position
from ardennes.games.bitter_woods.wording import cited

RANDOM, EARLY, LATE = "random_events", "events_17", "events_19"  # the options


def table_of(state: Position, rule: str) -> Mapping[str, Any]:
    """What an event does."""
    found: Mapping[str, Any] = state.game.tables["happening"][rule]
    return found


def begin(state: Position, *options: str) -> None:
    """Roll for those of some tables of events that are in play and due on this Game-Turn, before anything else."""
    for option in options:
        due = state.game.turn_named(state.game.tables["events"][option]["turn"])
        if option in state.optional and state.turn == due:
            state.push("event", option)


# ---- what happens ----


def happen(state: Position, rule: str, again: int = 0) -> None:
    """An event begins, after so many others that could not; one whose object is not in play has no effect."""
    table = table_of(state, rule)
    units = concerned(state, table)
    why = _missing(state, table, units)
    if why:
        state.note("effect", rule, f"{table['text']}. It has no effect: {why}", side=SIDES[GERMAN])
    elif "asks" in table:
        state.note("effect", rule, table["text"], side=SIDES[GERMAN])
        state.push(table["asks"], rule, again)
    else:
        text = cited(table["text"], table["ruling"]) if "ruling" in table else table["text"]
        state.cause(effect_of(state, rule, units=units, place=table.get("place", "")), text, side=SIDES[GERMAN])
        if "army" in table:
            state.attached.update(dict.fromkeys(bits(units), ARMIES.index(table["army"])))
        if table.get("mugshot"):
            battlegroup.show_face(state)
    if "also" in table:
        happen(state, table["also"])


def effect_of(state: Position, rule: str, *, units: int = 0, place: str = "", amount: int = 0) -> Effect:
    """An event as an effect, from its first Game-Turn to its last."""
    table = table_of(state, rule)
    first = state.game.turn_named(table["first"])
    last = state.game.turn_named(table["last"]) if "last" in table else 0
    return Effect(table["name"], rule, first, last, units, place, amount)


def concerned(state: Position, table: Mapping[str, Any]) -> int:
    """The units that an event names, by name, division, or side and kind; those that it keeps away, by their turn."""
    game = state.game
    forces, found = game.forces, 0
    if "units" in table:
        found = forces.named([name for name in table["units"] if name in forces.index])
    if "division" in table:
        found = forces.of_division[table["division"]]
    if "category" in table:
        found = getattr(forces, table["category"]) & forces.of[SIDES.index(table["side"])]
        found &= ~forces.named(table["but"]) if "but" in table else found
    if "absent" in table:
        found = _kept_away(state, table["absent"])
    return found


def _kept_away(state: Position, table: Mapping[str, Any]) -> int:
    """The reinforcements whose turn comes after a Game-Turn: German ones, others of a nation by the north (BW-R.92)."""
    game, found = state.game, 0
    first = game.turn_named(table["after"]) + 1
    last = game.turn_named(table["to"]) if "to" in table else game.last_turn
    north = set(game.tables["edges"]["north"])
    for unit in game.forces.units:
        if first <= unit.arrival <= last:
            american = unit.nation == table.get("north", "") and set(unit.entry) <= north
            if unit.side == GERMAN or american:
                found |= 1 << unit.number
    return found


def _missing(state: Position, table: Mapping[str, Any], units: int) -> str:
    """Why an event has no object; "" if it has one."""
    if "needs" in table and table["needs"] not in state.optional:
        missing: str = table["missing"]
        return missing
    if "branch" in table:
        units |= state.game.forces.of_branch[table["branch"]]
    named = "units" in table or "division" in table or "branch" in table
    if named and all(state.at[unit] in (GONE, ASIDE) for unit in bits(units)):
        return "its units are not in play"
    if _in_the_north(table) and not north(state):
        return "nothing north of Sixth Panzer Army's boundary is in play"
    return ""


def _in_the_north(table: Mapping[str, Any]) -> bool:
    """Whether an event is about a hex or a bridge that the German player names (BW-29.1, 29.3, 29.4)."""
    return table.get("asks") in ("drop zone", "commandos") or bool(table.get("guards") and "place" not in table)


def north(state: Position) -> int:
    """The hexes north of Sixth Panzer Army's boundary: those closed to Fifth Panzer Army in the north (BW-R.88)."""
    return state.game.board.regions["north-of-six-five"] & ~state.outside


def southern(state: Position) -> int:
    """The bridges of which a hex is not north of that boundary."""
    spans, there = state.game.ground.bridges, north(state)
    return sum(1 << n for n in range(len(spans)) if any(not there >> i & 1 for i in spans.ends(n)))


# ---- the dice ----


class EventDice(Step[Position]):
    """The dice for an event."""

    name = "event"

    class Frame(NamedTuple):
        """The option whose table it is, and how often its dice have been rolled before."""

        step: str
        option: str
        again: int = 0

    frame = Frame

    def ask(self, state: Position) -> Chance:
        """One die or two."""
        frame: EventDice.Frame = state.top
        table = state.game.tables["events"][frame.option]
        dice = tuple(Die(f"{SIDES[GERMAN]} {n}") for n in range(1, table["dice"] + 1))
        reason = f"Which event happens on {table['turn']}"
        key = (state.turn, self.name, frame.option, frame.again)
        return Chance(rule=table["rule"], reason=reason, key=key, dice=dice, side=SIDES[GERMAN])

    def roll(self, state: Position, roll: Roll) -> None:
        """The event of the sum."""
        frame: EventDice.Frame = state.pop()
        table, sum_ = state.game.tables["events"][frame.option], sum(map(int, roll))
        rule = table[str(sum_)]
        state.note("effect", table["rule"], f"Event {sum_}: {table_of(state, rule)['name']}", side=SIDES[GERMAN])
        happen(state, rule, frame.again)


class Frame(NamedTuple):
    """The event of a step that follows the dice, and how often they had been rolled before."""

    step: str
    rule: str
    again: int = 0


# ---- the tables of dice ----


def option_of(state: Position, rule: str) -> str:
    """The option to whose table an event belongs; "" if there is none."""
    for option, table in state.game.tables["events"].items():
        if rule in table.values() or any(table_of(state, one).get("also") == rule for one in listed(table)):
            found: str = option
            return found
    return ""


def listed(table: Mapping[str, Any]) -> list[str]:
    """The events of a table of dice."""
    return [rule for sum_, rule in table.items() if sum_.isdigit()]
