"""Random events (BW-29, 38, options): the dice, what the German player names for them, and how they begin."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ardennes.counters import DONE, GONE, POOL, bits
from ardennes.counters.bars import Bar, first_bar, free
from ardennes.counters.effects import Effect
from ardennes.engine import Action, Chance, Decision, Die, Kind, Masked, Options, Reason, Step
from ardennes.engine.chance import Roll
from ardennes.games.bitter_woods import lasting
from ardennes.games.bitter_woods.air import use
from ardennes.games.bitter_woods.forces import ALLIED, ARMIES, GERMAN, PEOPLE, SIDES
from ardennes.games.bitter_woods.refusals import not_in_movement
from ardennes.games.bitter_woods.sequence import next_phase
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


def happen(state: Position, option: str, rule: str, again: int = 0) -> None:
    """An event begins; one whose object is not in play has no effect."""
    table = table_of(state, rule)
    units = concerned(state, table)
    why = _missing(state, table, units)
    if why:
        state.note("effect", rule, f"{table['text']}. It has no effect: {why}", side=SIDES[GERMAN])
    elif "asks" in table:
        state.note("effect", rule, table["text"], side=SIDES[GERMAN])
        OPENINGS[table["asks"]](state, option, rule, again)
    else:
        text = cited(table["text"], table["ruling"]) if "ruling" in table else table["text"]
        state.cause(effect_of(state, rule, units=units, place=table.get("place", "")), text, side=SIDES[GERMAN])
        if "army" in table:
            state.attached.update(dict.fromkeys(bits(units), ARMIES.index(table["army"])))
    if "also" in table:
        happen(state, option, table["also"])


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
    if _in_the_north(table) and not _north(state):
        return "nothing north of Sixth Panzer Army's boundary is in play"
    return ""


def _in_the_north(table: Mapping[str, Any]) -> bool:
    """Whether an event is about a hex or a bridge that the German player names (BW-29.1, 29.3, 29.4)."""
    return table.get("asks") in ("drop zone", "commandos") or bool(table.get("guards") and "place" not in table)


# ---- position files ----


def option_of(state: Position, rule: str) -> str:
    """The option to whose table an event belongs; "" if there is none."""
    for option, table in state.game.tables["events"].items():
        if rule in table.values() or any(table_of(state, one).get("also") == rule for one in _listed(table)):
            found: str = option
            return found
    return ""


def _listed(table: Mapping[str, Any]) -> list[str]:
    """The events of a table of dice."""
    return [rule for sum_, rule in table.items() if sum_.isdigit()]


def may_bring(state: Position, unit: int) -> bool:
    """Whether an event that is still to come, or has come, brings a unit in that never comes otherwise (BW-29.6)."""
    table = state.game.tables["events"][RANDOM]
    due = RANDOM in state.optional and state.turn <= state.game.turn_named(table["turn"])
    rules = [*(_listed(table) if due else ()), *(effect.rule for effect in state.effects)]
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
    place, amount, fault = _given(state, table, words)
    if fault:
        return fault
    effect = effect_of(state, rule, units=concerned(state, table), place=place, amount=amount)
    state.effects = (*state.effects, effect)
    for unit in bits(effect.units if table.get("arrives") else 0):
        state.at[unit] = POOL if state.at[unit] == ASIDE else state.at[unit]
    if "army" in table:
        state.attached.update(dict.fromkeys(bits(effect.units), ARMIES.index(table["army"])))
    return ""


def _given(state: Position, table: Mapping[str, Any], words: Sequence[str]) -> tuple[str, int, str]:
    """The place and the number that a line gives to an event, and what is wrong with them."""
    ground, asks = state.game.ground, table.get("asks", "bridge" if table.get("guards") else "")
    if "place" in table:
        return table["place"], 0, "it takes nothing more" if words else ""
    if asks in ("drop zone", "commandos"):
        among = ground.town & _north(state) if asks == "commandos" else ground.grid.all
        fine = len(words) == 1 and words[0] in ground.grid.names(among)
        fault = "it needs a hex, a town for commandos, north of Sixth Panzer Army's boundary: BW-29.4 1610"
        return (words[0], 0, "") if fine else ("", 0, fault)
    if asks == "bridge":
        fine = len(words) == 1 and words[0] in ground.bridges.named(ground.all_bridges & ~_southern(state))
        fault = "it needs a bridge north of Sixth Panzer Army's boundary, as BW-29.3 1511/1610"
        return (words[0], 0, "") if fine else ("", 0, fault)
    if asks == "bodenplatte":
        fine = len(words) == 2 and words[0] in SIDES and words[1] in "123456"
        return (words[0], int(words[1]), "") if fine else ("", 0, "it needs a side and its losses: BW-29.5 allied 3")
    return "", 0, "it takes nothing more" if words or asks else ""


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
        happen(state, frame.option, rule, frame.again)


# ---- what the German player names ----


class Naming(Step[Position]):
    """The German player names a hex for an event."""

    class Frame(NamedTuple):
        """The event."""

        step: str
        rule: str

    frame = Frame

    def __init__(self, name: str, prompt: str, then: Callable[[Position, str, str], None]) -> None:
        self.name, self.prompt, self.then = name, prompt, then

    def bars(self, state: Position) -> list[Bar]:
        """Why a hex cannot be named."""
        ground, table = state.game.ground, table_of(state, state.top.rule)
        found = [Bar(state.top.rule, cited("is not north of Sixth Panzer Army's boundary", "BW-R.88"), ~_north(state))]
        never: list[str] = table.get("never", [])
        found += [Bar(state.top.rule, f"is a {terrain} hex", ground.board.terrain(terrain)) for terrain in never]
        if table.get("town"):
            found.append(Bar(state.top.rule, "is no town", ~ground.town))
        return found

    def ask(self, state: Position) -> Decision:
        """Which hex."""
        options = Options(Masked(state.game.actions.mark, free(state.game.ground.grid.all, self.bars(state))))
        return Decision(SIDES[GERMAN], self.name, Kind.PLACE, self.prompt, state.top.rule, options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It is named."""
        rule = state.pop().rule
        self.then(state, rule, action.thing)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a hex cannot be named."""
        if action.verb != "mark":
            return not_in_movement(action)
        bar = first_bar(state.game.ground.grid.index(action.thing), self.bars(state))
        return bar and bar.reason(action.thing)


def _north(state: Position) -> int:
    """The hexes north of Sixth Panzer Army's boundary: those closed to Fifth Panzer Army in the north (BW-R.88)."""
    return state.game.board.regions["north-of-six-five"] & ~state.outside


def _southern(state: Position) -> int:
    """The bridges of which a hex is not north of that boundary."""
    spans, north = state.game.ground.bridges, _north(state)
    return sum(1 << n for n in range(len(spans)) if any(not north >> i & 1 for i in spans.ends(n)))


def jump(state: Position, rule: str, place: str) -> None:
    """The drop zone is named; each company rolls where it lands (BW-29.1)."""
    state.note("effect", rule, f"The drop zone is {place}", side=SIDES[GERMAN], at=place)
    state.push("landing", rule, place, table_of(state, rule)["companies"])


def infest(state: Position, rule: str, place: str) -> None:
    """Commandos are in a town (BW-29.4)."""
    text = f"Commandos are in {place}: Allied units that enter it on 18AM roll a die"
    state.cause(effect_of(state, rule, place=place), text, side=SIDES[GERMAN])


class Landing(Step[Position]):
    """The dice by which companies land round the drop zone (BW-29.1)."""

    name = "landing"

    class Frame(NamedTuple):
        """The event, the drop zone, how many companies are still in the air."""

        step: str
        rule: str
        place: str
        left: int

    frame = Frame

    def ask(self, state: Position) -> Chance:
        """Two dice for a company."""
        frame: Landing.Frame = state.top
        number = table_of(state, frame.rule)["companies"] - frame.left + 1
        who = f"company {number}"
        return Chance(
            rule=frame.rule, reason=f"Where {who} of von der Heydte lands", key=(state.turn, self.name, number),
            dice=(Die(f"{who}, first"), Die(f"{who}, second")), side=SIDES[GERMAN],
        )  # fmt: skip

    def roll(self, state: Position, roll: Roll) -> None:
        """It lands, or is lost off the map or among enemies (BW-R.88)."""
        frame: Landing.Frame = state.top
        grid = state.game.ground.grid
        i = by_matrix(state, grid.index(frame.place), sum(map(int, roll)))
        if i < 0:
            text = cited("A company of von der Heydte comes down off the map and is lost", "BW-R.88")
            state.note("effect", frame.rule, text, side=SIDES[GERMAN])
        elif state.held[ALLIED] >> i & 1:
            text = cited(f"A company comes down among Allied units in {grid.name(i)} and is lost", "BW-R.88")
            state.note("effect", frame.rule, text, side=SIDES[GERMAN], at=grid.name(i))
        else:
            effect = effect_of(state, frame.rule, place=grid.name(i))
            text = cited(f"A company of von der Heydte lands in {grid.name(i)}", "BW-R.87")
            state.cause(effect, text, side=SIDES[GERMAN])
        if frame.left > 1:
            state.amend(left=frame.left - 1)
        else:
            state.pop()


def by_matrix(state: Position, centre: int, sum_: int) -> int:
    """The hex round another one to which the sum of two dice leads; -1 if it is off the map (BW-25.1, BW-R.87)."""
    ground = state.game.ground
    direction = state.game.tables["matrix"][str(sum_)]
    return ground.grid.neighbours(centre)[ground.grid.directions.index(direction)]


# ---- Bodenplatte ----


class Bodenplatte(Step[Position]):
    """A die of each side for the aircraft that it loses (BW-29.5)."""

    name = "bodenplatte"

    class Frame(NamedTuple):
        """The event, and whose die is due."""

        step: str
        rule: str
        side: int = GERMAN

    frame = Frame

    def ask(self, state: Position) -> Chance:
        """One die."""
        frame: Bodenplatte.Frame = state.top
        who = SIDES[frame.side]
        reason = f"How many aircraft the {PEOPLE[frame.side]} player loses"
        return Chance(
            rule=frame.rule, reason=reason, key=(state.turn, self.name, who), dice=(Die(who),), side=who
        )  # fmt: skip

    def roll(self, state: Position, roll: Roll) -> None:
        """Aircraft are lost now, and on later Game-Turns what cannot be paid now (BW-R.90)."""
        frame: Bodenplatte.Frame = state.top
        loss, who = int(roll[0]), SIDES[frame.side]
        text = cited(f"The {PEOPLE[frame.side]} player loses his next {loss} aircraft", "BW-R.90")
        effect = effect_of(state, frame.rule, place=who, amount=loss)
        state.cause(effect, text, side=who)
        for _ in range(lasting.lose_aircraft(state, effect, state.aircraft[frame.side])):
            use(state, frame.side)
        if frame.side == GERMAN:
            state.amend(side=ALLIED)
        else:
            state.pop()


# ---- commandos at a bridge ----


def end_german_turn(state: Position) -> bool:
    """Whether the German player is asked for a bridge before his turn ends (BW-29.3)."""
    if lasting.unnamed(state) is None:
        return False
    state.push("guard")
    return True


class Guard(Step[Position]):
    """The German player may name a bridge that cannot be blown (BW-29.3)."""

    name = "guard"

    def bars(self, state: Position) -> list[Bar]:
        """Why a bridge cannot be named."""
        return [
            Bar("BW-29.3", cited("is not north of Sixth Panzer Army's boundary", "BW-R.88"), _southern(state)),
            Bar("BW-13.2", "is blown already", state.blown & state.game.ground.all_bridges),
        ]

    def ask(self, state: Position) -> Decision:
        """Which bridge, if any."""
        spans = free(state.game.ground.all_bridges, self.bars(state))
        prompt = "Choose a bridge that the Allied player cannot blow on this Game-Turn, or do without"
        options = Options(Masked(state.game.actions.guard, spans), (DONE,))
        return Decision(SIDES[GERMAN], self.name, Kind.CHOOSE, prompt, "BW-29.3", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It is guarded; the German turn ends."""
        state.pop()
        effect = lasting.unnamed(state)
        assert effect is not None
        if action == DONE:
            state.end_effect(effect, "The commandos guard no bridge")
        else:
            state.change_effect(effect, place=action.thing)
            text = f"Commandos guard the bridge {action.thing}: it cannot be blown on 18AM"
            state.note("effect", effect.rule, text, side=SIDES[GERMAN], at=action.thing)
        next_phase(state)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a bridge cannot be named."""
        if action.verb != "guard":
            return not_in_movement(action)
        bridge = state.game.ground.bridges.number(action.thing)
        bar = first_bar(bridge, self.bars(state))
        return bar and bar.reason(f"The bridge {action.thing}")


# ---- bombed by their own ----


def targets(state: Position, rule: str) -> int:
    """The American regiments of the highest priority that may be bombed (BW-38.2.9, BW-R.93)."""
    forces, ground, table = state.game.forces, state.game.ground, table_of(state, rule)
    regiments = forces.american_infantry & forces.two_steps & ~state.reduced & state.playing[ALLIED]
    malmedy = 1 << ground.grid.index(table["malmedy"])
    for hexes in (malmedy, ground.town, ground.grid.all):
        if found := regiments & state.units_at(hexes & _north(state) & state.held[ALLIED]):
            return found
    return 0


def bomb(state: Position, option: str, rule: str, again: int) -> None:
    """The German player chooses among equals; with nobody to bomb both dice are rolled again (BW-R.93)."""
    if targets(state, rule):
        state.push("bombed", rule)
        return
    text = cited("There is no full-strength American infantry regiment there; the event is rolled again", "BW-R.93")
    state.note("effect", rule, text, side=SIDES[GERMAN])
    state.push("event", option, again + 1)


class Bombed(Step[Position]):
    """Which regiment is bombed."""

    name = "bombed"
    frame = Naming.Frame

    def ask(self, state: Position) -> Decision:
        """One of those of the highest priority."""
        options = Options(Masked(state.game.actions.lose, targets(state, state.top.rule)))
        prompt = "Choose the American regiment that is bombed and loses a step"
        return Decision(SIDES[GERMAN], self.name, Kind.LOSS, prompt, state.top.rule, options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It loses a step."""
        rule = state.pop().rule
        state.reduce(state.game.forces.index[action.thing], rule, "bombed by the 9th Air Force (BW-R.93)")

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Malmédy comes first, then other towns, and only regiments at full strength count."""
        if action.verb != "lose":
            return not_in_movement(action)
        name = state.game.forces.display_names[state.game.forces.index[action.thing]]
        text = "full-strength American infantry north of the boundary, in Malmédy first, then in another town"
        return Reason(state.top.rule, f"{name} is not bombed: {text} (BW-R.93).")


# ---- how events that ask something begin ----

Opening = Callable[[Position, str, str, int], None]


def _ask(step: str) -> Opening:
    """An event that begins with a question or dice."""

    def opened(state: Position, option: str, rule: str, again: int) -> None:
        state.push(step, rule)

    return opened


OPENINGS: Mapping[str, Opening] = {
    "drop zone": _ask("drop zone"),
    "commandos": _ask("commandos"),
    "bodenplatte": _ask("bodenplatte"),
    "bombed": bomb,
}


def steps() -> list[Step[Any]]:
    """The steps of events."""
    return [
        EventDice(), Landing(), Bodenplatte(), Guard(), Bombed(),
        Naming("drop zone", "Choose the drop zone of von der Heydte's companies", jump),
        Naming("commandos", "Choose the town in which commandos misdirect the enemy", infest),
    ]  # fmt: skip
