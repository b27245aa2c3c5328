"""Position files: a hand-written start of any phase, checked line by line.

```toml
game = "bitter-woods"
turn = 3
step = "german combat"

[pieces]
"2Pz-3" = "1324"
"28Inf-110" = "1424 reduced out-of-supply"
"101Abn-501" = "2426 air-drop"

[markers]
improved = ["1424"]                     # hexes; so are forts, interdicted, captured, german-vacated, allied-vacated
bombarded = ["1424"]                    # hexes that have been bombarded in the Combat Phase of the file
blown = ["1921/2021"]                   # beside those that are blown from the start
standing = ["1324/1424"]                # of those that are blown from the start
repairs = { "1028/1129" = "26VG-78" }   # bridge and builder
left = { "1Inf-16" = 2 }                # the Game-Turn in which a unit left the map
fuel = { samree = "german" }            # a fuel dump that is revealed; where they lie stands in [hidden]
searched = ["1909"]                     # hexes that Germans have searched for fuel dumps
effects = ["BW-38.1.4", "BW-29.4 1610"] # events that count: the case, and the hex, bridge or figure that it needs
since = { FuhEs = 5 }                   # the Game-Turn in which a unit came in, where attrition is played
influenced = { L-Hodges = 1 }           # battles that a leader has influenced in this player turn
attached = { FuhEs = "6Pz" }            # the army of a German unit that has come in, where leaders are played

[obligations]
"1424 counterattack" = { by = ["28Inf-110"], against = ["2Pz-3"] }
```
Units that are not named wait in the pool if they are yet to come; the others take no part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ardennes.counters import POOL, bits
from ardennes.counters.duties import Duty
from ardennes.counters.joining import APART, HELD
from ardennes.counters.positions import check_empty, check_start, piece, read_statuses
from ardennes.engine.position import Position as PositionFile
from ardennes.engine.speech import both
from ardennes.games.bitter_woods import (
    area,
    battlegroup,
    bombardment,
    dumps,
    event_files,
    fuel,
    leaders,
    opening,
    shock,
    spearheads,
    stacking,
    zones,
)
from ardennes.games.bitter_woods.forces import ALLIED, ARMIES, GERMAN, PEOPLE, SIDES
from ardennes.games.bitter_woods.obligations import COUNTERATTACK, ENGAGEMENT
from ardennes.games.bitter_woods.obligations import RULES as DUTIES
from ardennes.games.bitter_woods.odds import fortified
from ardennes.games.bitter_woods.queries import Situation
from ardennes.games.bitter_woods.sequence import (
    COMBAT,
    CONSTRUCTION,
    EXPLOITATION,
    INTERDICTION,
    MOVEMENT,
    ORDER,
    next_combat,
    phase,
)
from ardennes.games.bitter_woods.state import ASIDE, NORTH, OUT, SOUTH, WEST
from ardennes.games.bitter_woods.supply import automatic, short

if TYPE_CHECKING:
    from ardennes.games.bitter_woods.game import BitterWoods

ON_MAP = (
    "reduced", "out-of-supply", "air-drop", "marched", "busy", "reserve", "fired", "shocked", "unbound", "travelled",
)  # fmt: skip
OFF_MAP = {OUT: ("reduced", "counted", "unbound"), **dict.fromkeys((NORTH, SOUTH, WEST), ("reduced",))}
IN_PHASE = {MOVEMENT: "moved", EXPLOITATION: "moved", COMBAT: "fought"}  # statuses of the phase in play
HEXES = ("improved", "forts", "interdicted", "captured", "german-vacated", "allied-vacated")
MARKERS = (
    *HEXES, "bombarded", "blown", "standing", "repairs", "left", "since",
    "effects", "fuel", "searched", "influenced", "attached",
)  # fmt: skip


def read(game: BitterWoods, file: PositionFile) -> Situation:
    """The state that a position file describes. Faults are raised with the line where they stand."""
    check_start(game, file, ORDER)
    state = Situation(game, file.scenario, file.chosen)
    state.turn = file.turn
    state.start_phase(file.step)
    state.aircraft = state.given_aircraft()
    state.improved = 0
    file.read_tracks(state)
    _check_tracks(state, file)
    _unlisted(state)
    for name in file.pieces:
        _piece(state, file, name)
    _battlegroup(state, file)
    state.refresh()
    state.unsupplied |= short(state)
    _check_stacks(state, file)
    _check_shock(state, file)
    _markers(state, file)
    _dumps(state, file)
    for key in file.obligations:
        _duty(state, file, key)
    return state


# ---- tracks ----


def _check_tracks(state: Situation, file: PositionFile) -> None:
    """No more aircraft than the Game-Turn gives, no more bridges than there are."""
    most = state.given_aircraft()
    for side in (GERMAN, ALLIED):
        if state.aircraft[side] > most[side]:
            message = f"the {PEOPLE[side]} player has {most[side]} aircraft on this Game-Turn (BW-11.1)"
            file.fault(f"{SIDES[side]}-aircraft", message, "tracks")
    limit = state.game.tables["bridges"]["german_limit"]
    if state.built > limit:
        file.fault("german-bridges", f"the German player rebuilds no more than {limit} bridges (BW-13.4)", "tracks")
    if state.sneaked and spearheads.OPTION not in state.optional:
        file.fault("sneaked", "there is a sneak only where Peiper and Skorzeny are played (BW-27.2)", "tracks")
    if state.mugshot and not battlegroup.played(state):
        file.fault("peiper-mugshot", "the leader Peiper comes with the Peiper Alternative (BW-36.0)", "tracks")
    atrocities = state.game.tables["happening"]["BW-29.2"]
    too_soon = state.turn < state.game.turn_named(atrocities["first"])
    if state.mugshot and (too_soon or "random_events" not in state.optional):
        file.fault("peiper-mugshot", "his other counter comes with the atrocities, rolled on 18AM (BW-29.2)", "tracks")
    if state.sneaked and state.turn < min(state.game.sneak_turns):
        file.fault("sneaked", "there is no sneak before 16PM (BW-27.2)", "tracks")


# ---- pieces ----


def _unlisted(state: Situation) -> None:
    """Units that the file does not name: those yet to come wait, the others take no part."""
    now = ORDER.index(state.phase)
    for unit in state.game.forces.units:
        passed = now > ORDER.index(phase(unit.side, MOVEMENT))
        coming = unit.arrival > state.turn or (unit.arrival == state.turn and not passed)
        played = not state.area.absent >> unit.number & 1 and (not unit.option or unit.option in state.optional)
        coming |= event_files.may_bring(state, unit.number)
        state.at[unit.number] = POOL if coming and played else ASIDE


def _piece(state: Situation, file: PositionFile, name: str) -> None:
    """One line of [pieces]: a place and statuses."""
    game = state.game
    unit, place, words = piece(game, file, name)
    option = game.forces.units[unit].option
    if option and option not in state.optional:
        file.fault(name, f"“{name}” comes with the option “{option}”, which is not chosen", "pieces")
    if state.area.absent >> unit & 1 and place != "aside":
        file.fault(name, f"“{name}” takes no part in this scenario ({area.UNITS})", "pieces")
    if place in game.boxes:
        box = game.boxes.named(place)
        side = SIDES[game.forces.side[unit]]
        if box.side not in ("", side):
            file.fault(name, f"“{name}” is {side.capitalize()} and cannot be in “{place}”", "pieces")
        if box.code in (HELD, APART):
            file.fault(name, f"whether “{name}” is {place} follows from its battalions (BW-36.11)", "pieces")
        if box.code == POOL and not game.forces.units[unit].arrival and not event_files.may_bring(state, unit):
            file.fault(name, f"“{name}” is not a reinforcement and cannot wait to enter (BW-16.1)", "pieces")
        if box.code == OUT and not game.forces.mechanized >> unit & 1:
            file.fault(name, f"“{name}” is not mechanized and cannot have left the map (BW-R.56)", "pieces")
        state.at[unit] = box.code
        if box.code in (NORTH, SOUTH, WEST):
            state.left[unit] = max(1, state.turn - 1)
        allowed: Sequence[str] = OFF_MAP.get(box.code, ())
    elif place in game.ground.grid:
        state.at[unit] = game.ground.grid.index(place)
        if state.outside >> state.at[unit] & 1:
            file.fault(name, f"{place} {area.OUTSIDE} ({area.RULE})", "pieces")
        allowed = _statuses(state, unit)
        if game.forces.armor >> unit & 1 and _roadless_forest(state, unit):
            file.fault(name, f"“{name}” has tanks, and {place} is forest without a road (BW-5.3.armor)", "pieces")
    else:
        file.fault(name, f"there is no hex or box “{place}”; boxes are {', '.join(game.boxes.names)}", "pieces")
    if not game.forces.two_steps >> unit & 1:
        allowed = [word for word in allowed if word != "reduced"]
    read_statuses(state, file, name, unit, words, allowed)


def _battlegroup(state: Situation, file: PositionFile) -> None:
    """Kampfgruppe Peiper is one unit, which holds its battalions, or it is split into them (BW-36.11)."""
    group, names = state.game.battlegroup, state.game.forces.names
    if not battlegroup.played(state):
        return
    named = [name for name in file.pieces if state.game.forces.index[name] in set(bits(group.parts))]
    if named and names[group.whole] in file.pieces:
        message = f"“{names[group.whole]}” is one unit and holds “{named[0]}”; name it or its battalions (BW-36.11)"
        file.fault(named[0], message, "pieces")
    if named:
        state.at[group.whole] = APART
    elif names[group.whole] in file.pieces:
        for part in bits(group.parts):
            state.at[part] = HELD


def _roadless_forest(state: Situation, unit: int) -> bool:
    ground = state.game.ground
    return bool(ground.forest & ~ground.road_hexes & 1 << state.at[unit])


def _statuses(state: Situation, unit: int) -> list[str]:
    """What a unit on the map can be in the phase of the file."""
    forces, bit = state.game.forces, 1 << unit
    acts = state.phasing == forces.side[unit]
    never = set()
    if not acts:
        never.add("reserve")
        never.add("busy")
    if not forces.mechanized & bit or (opening.now(state) and forces.side[unit] == GERMAN):
        never.add("reserve")
    if automatic(state, forces.side[unit]):
        never.add("out-of-supply")
    if not forces.artillery & bit:
        never.add("fired")
    if not state.bindable & bit:
        never.add("unbound")
    if forces.immobile & bit:
        never.add("marched")
    if not forces.leaders & bit:
        never.add("travelled")
    else:
        never.update(("busy", "shocked"))
    if not forces.of[ALLIED] & bit or not state.given_aircraft()[ALLIED]:
        never.add("air-drop")
    own = IN_PHASE.get(state.phase.partition(" ")[2], "") if acts else ""
    return [word for word in ON_MAP if word not in never] + ([own] if own else [])


def _check_stacks(state: Situation, file: PositionFile) -> None:
    """No hex holds units of both sides, or more than may stack; a reserve is supplied and not next to an enemy."""
    game = state.game
    forces = game.forces
    found: dict[int, int] = {}
    for name in file.pieces:
        unit = forces.index[name]
        i = state.at[unit]
        if i < 0:
            continue
        others = found.get(i, 0)
        where = game.ground.grid.name(i)
        if others & forces.of[1 - forces.side[unit]]:
            together = both([forces.names[each] for each in (*bits(others), unit)])
            file.fault(name, f"units of both sides are in {where}: {together} (BW-6.3)", "pieces")
        found[i] = others | 1 << unit
        others_led = others & forces.leaders & ~(1 << game.battlegroup.leader)
        if forces.leaders >> unit & 1 and unit != game.battlegroup.leader and others_led:
            file.fault(name, f"two leaders are in {where} (BW-24.3)", "pieces")
        if leaders.within(state, forces.side[unit], leaders.deadly(state, forces.side[unit])) >> unit & 1:
            file.fault(name, f"“{name}” is alone in an enemy ZOC in {where} (BW-24.3.alone)", "pieces")
        if not all(stacking.fits(state, each, found[i] & ~(1 << each)) for each in bits(found[i])):
            file.fault(name, f"“{name}” is one unit too many for {where} (BW-6.1)", "pieces")
        if state.reserve >> unit & 1 and zones.next_to_enemy(state, unit):
            file.fault(name, f"“{name}” is next to an enemy unit and cannot be in reserve (BW-14.3)", "pieces")
        if (state.reserve & state.unsupplied) >> unit & 1:
            file.fault(name, f"“{name}” is out of supply and cannot be in reserve (BW-14.1)", "pieces")


def _check_shock(state: Situation, file: PositionFile) -> None:
    """Units are shocked where bombardments are played, from the enemy's Combat Phase to the end of their own turn."""
    for name in file.pieces:
        unit = state.game.forces.index[name]
        if not state.shocked >> unit & 1:
            continue
        if bombardment.OPTION not in state.optional:
            file.fault(name, f"“{name}” is shocked only with the option “{bombardment.OPTION}”", "pieces")
        if shock.over(state, state.game.forces.side[unit]):
            file.fault(name, f"“{name}” cannot be shocked in this phase: its turn is over (BW-21.3.end)", "pieces")


# ---- markers ----


def _markers(state: Situation, file: PositionFile) -> None:
    """Positions, bridges and aircraft on the map, and when units left it."""
    for key in file.markers:
        if key not in MARKERS:
            file.fault(key, f"“{key}” is not a marker of this game; known are {', '.join(MARKERS)}", "markers")
    for key in HEXES[:4]:
        setattr(state, key, getattr(state, key) | _hexes(state, file, key))
    state.vacated = (_hexes(state, file, HEXES[4]), _hexes(state, file, HEXES[5]))
    _bombarded(state, file)
    _check_aircraft(state, file)
    _bridges(state, file)
    _repairs(state, file)
    _left(state, file)
    _since(state, file)
    _effects(state, file)
    _led(state, file)


def _hexes(state: Situation, file: PositionFile, key: str) -> int:
    """The hexes of a marker, each where it can be."""
    ground, forces = state.game.ground, state.game.forces
    found = 0
    for name in _listed(file, key):
        if name not in ground.grid:
            file.fault(key, f"there is no hex “{name}”", "markers")
        i = ground.grid.index(name)
        if state.outside >> i & 1:
            file.fault(key, f"{name} {area.OUTSIDE} ({area.RULE})", "markers")
        here = state.stack(i)
        if key == "improved" and not here:
            file.fault(key, f"no unit holds an improved position in {name} (BW-8.1.remove)", "markers")
        if key == "improved" and ground.town >> i & 1:
            file.fault(key, f"{name} is a town, and there are no improved positions in towns (BW-8.1.town)", "markers")
        if key == "forts" and not ground.fort_sites >> i & 1:
            sites = both(ground.grid.names(ground.fort_sites))
            file.fault(key, f"{name} cannot be fortified; {sites} can (BW-8.2)", "markers")
        if key == "forts" and here & forces.of[GERMAN]:
            file.fault(key, f"Germans are in {name}, so its fortification is lost (BW-8.2.remove)", "markers")
        if key == "captured" and not ground.liege >> i & 1:
            liege = both(ground.grid.names(ground.liege))
            file.fault(key, f"{name} is not a hex of Liège; {liege} are (BW-R.42)", "markers")
        if key == "captured" and here & forces.of[ALLIED]:
            file.fault(key, f"Allied units are in {name}, so it is in Allied hands (BW-R.42)", "markers")
        found |= 1 << i
    return found


def _bombarded(state: Situation, file: PositionFile) -> None:
    """The hexes that have been bombarded, with the units that are there (BW-21.2.once)."""
    for i in state.game.ground.grid.bits(_hexes(state, file, "bombarded")):
        name = state.game.ground.grid.name(i)
        if bombardment.OPTION not in state.optional:
            file.fault("bombarded", f"hexes are bombarded only with the option “{bombardment.OPTION}”", "markers")
        if state.phase != phase(state.phasing, COMBAT):
            file.fault("bombarded", f"{name} is bombarded in a Combat Phase only (BW-21.1)", "markers")
        if not state.held[1 - state.phasing] >> i & 1:
            file.fault("bombarded", f"no enemy unit is in {name} (BW-21.2.near)", "markers")
        state.bombarded[i] = state.stack(i)


def _check_aircraft(state: Situation, file: PositionFile) -> None:
    """Interdiction is there in the German turn only, and what it uses is not left; a drop uses aircraft too."""
    if not state.interdicted:
        return
    if not ORDER.index(INTERDICTION) <= ORDER.index(state.phase) <= ORDER.index(phase(GERMAN, CONSTRUCTION)):
        file.fault("interdicted", "hexes are interdicted in the German player turn only (BW-11.3.lasts)", "markers")
    given = state.given_aircraft()[ALLIED]
    drops = -(-state.dropped.bit_count() // state.game.stack_limit)  # at least so many
    left = given - drops - state.interdicted.bit_count()
    if f"{SIDES[ALLIED]}-aircraft" not in file.tracks:
        state.aircraft = (state.aircraft[GERMAN], max(0, left))
    if left < state.aircraft[ALLIED]:
        message = f"the Allied player has {given} aircraft on this Game-Turn, with those on the map (BW-11.1)"
        file.fault("interdicted", message, "markers")


def _bridges(state: Situation, file: PositionFile) -> None:
    """Which bridges are blown: those of the start and those named, but for those that stand again."""
    blown, standing = (_spans(state, file, key) for key in ("blown", "standing"))
    start = state.game.ground.blown
    if wrong := (blown | standing) & ~state.area.bridges:
        first = state.game.ground.bridges.named(wrong)[0]
        file.fault("blown" if blown & wrong else "standing", f"{first} {area.OUTSIDE} ({area.RULE})", "markers")
    if wrong := standing & ~start:
        first = state.game.ground.bridges.named(wrong)[0]
        file.fault("standing", f"{first} is not blown at the start; it stands anyway (BW-13.2.start)", "markers")
    if wrong := blown & standing:
        first = state.game.ground.bridges.named(wrong)[0]
        file.fault("standing", f"{first} cannot be both blown and standing", "markers")
    state.blown = (start | blown) & ~standing


def _spans(state: Situation, file: PositionFile, key: str) -> int:
    return sum(1 << n for n in {_bridge(state, file, key, name) for name in _listed(file, key)})


def _bridge(state: Situation, file: PositionFile, key: str, name: str) -> int:
    try:
        return state.game.ground.bridges.number(name)
    except KeyError:
        file.fault(key, f"there is no bridge “{name}”", "markers")


def _repairs(state: Situation, file: PositionFile) -> None:
    """Who repairs which bridge in this player turn."""
    game = state.game
    for name, who in _table(file, "repairs").items():
        bridge = _bridge(state, file, "repairs", name)
        if not state.blown >> bridge & 1:
            file.fault("repairs", f"the bridge {name} is not blown (BW-13.3)", "markers")
        unit = _unit(state, file, "repairs", who, "markers")
        if game.forces.side[unit] != state.phasing:
            side = PEOPLE[state.phasing]
            file.fault("repairs", f"“{who}” may not repair bridges in the {side} player turn (BW-13.3)", "markers")
        if state.at[unit] not in game.ground.bridges.ends(bridge):
            file.fault("repairs", f"“{who}” is not next to the bridge {name} (BW-13.3)", "markers")
        if game.forces.artillery >> unit & 1:
            file.fault("repairs", f"“{who}” is artillery and may not repair bridges (BW-13.3)", "markers")
        if state.unsupplied >> unit & 1:
            file.fault("repairs", f"“{who}” is out of supply and may not repair bridges (BW-12.4.build)", "markers")
        state.repairs[bridge] = unit
        state.busy |= 1 << unit


def _left(state: Situation, file: PositionFile) -> None:
    """The Game-Turns in which Allied units left the map."""
    for name, turn in _table(file, "left").items():
        unit = _unit(state, file, "left", name, "markers")
        if state.at[unit] not in (NORTH, SOUTH, WEST):
            file.fault("left", f"“{name}” is not off an edge of the map", "markers")
        if type(turn) is not int or not 1 <= turn <= state.turn:
            file.fault("left", f"“{name}” left the map on a Game-Turn from 1 to {state.turn}", "markers")
        state.left[unit] = turn


def _since(state: Situation, file: PositionFile) -> None:
    """The Game-Turns in which units came in, for attrition (BW-20.0)."""
    for name, turn in _table(file, "since").items():
        unit = _unit(state, file, "since", name, "markers")
        if state.at[unit] < 0:
            file.fault("since", f"“{name}” is not on the map", "markers")
        if type(turn) is not int or not 1 <= turn <= state.turn:
            file.fault("since", f"“{name}” entered on a Game-Turn from 1 to {state.turn}", "markers")
        state.since[unit] = turn


def _led(state: Situation, file: PositionFile) -> None:
    """How often leaders have been used, and to which army units have been attached (BW-24.1, BW-24.6.attach)."""
    forces = state.game.forces
    for name, battles in _table(file, "influenced").items():
        unit = _unit(state, file, "influenced", name, "markers")
        most = forces.units[unit].influence
        if not state.staff >> unit & 1:
            file.fault("influenced", f"“{name}” is not a leader on the map", "markers")
        if type(battles) is not int or not 1 <= battles <= most:
            file.fault("influenced", f"“{name}” influences from 1 to {most} battles (BW-24.1)", "markers")
        state.influenced[unit] = battles
    for name, army in _table(file, "attached").items():
        unit = _unit(state, file, "attached", name, "markers")
        if leaders.OPTION not in state.optional:
            file.fault("attached", f"units are attached with the option “{leaders.OPTION}” only", "markers")
        if not forces.reinforcements & forces.mechanized & forces.of[GERMAN] & 1 << unit or state.at[unit] == POOL:
            message = f"“{name}” is not a German mechanized unit that has entered (BW-24.6.attach)"
            file.fault("attached", message, "markers")
        if army not in ARMIES:
            file.fault("attached", f"there is no German army “{army}”; there are {both(ARMIES)}", "markers")
        state.attached[unit] = ARMIES.index(army)
        state.refresh()


def _dumps(state: Situation, file: PositionFile) -> None:
    """Where fuel dumps lie, what is known of them, and which hexes Germans have searched (BW-25)."""
    if fuel.OPTION not in state.optional:
        check_empty(file, "hidden")
        for key in ("fuel", "searched"):
            if key in file.markers:
                file.fault(key, f"fuel dumps come with the option “{fuel.OPTION}”, which is not chosen", "markers")
        if state.fuelled:
            file.fault("both-dumps", f"fuel dumps come with the option “{fuel.OPTION}”, which is not chosen", "tracks")
        return
    state.searched = _hexes(state, file, "searched")
    for table, key, fault in dumps.place(state, file.hidden, _table(file, "fuel")):
        file.fault(key, fault, table)
    dumps.begin(state)


def _effects(state: Situation, file: PositionFile) -> None:
    """The events that count: case by case, each with the place or the number that it needs (BW-29, 38)."""
    for line in _listed(file, "effects"):
        fault = event_files.restore(state, *line.split())
        if fault:
            file.fault("effects", f"“{line}”: {fault}", "markers")


# ---- obligations ----


def _duty(state: Situation, file: PositionFile, key: str) -> None:
    """A line of [obligations]: where and what, by whom, against whom."""
    game, given = state.game, file.obligations[key]
    where, _, kind = key.partition(" ")
    if where not in game.ground.grid or kind not in DUTIES:
        known = ", ".join(f"“1424 {word}”" for word in DUTIES)
        file.fault(key, f"an obligation is a hex and what is owed there, as in {known}", "obligations")
    if not isinstance(given, dict) or set(given) != {"by", "against"}:
        file.fault(key, 'say who owes it to whom: { by = ["28Inf-110"], against = ["2Pz-3"] }', "obligations")
    by, against = (_units(state, file, key, given[word]) for word in ("by", "against"))
    sides = {game.forces.side[unit] for unit in bits(by)}
    if len(sides) != 1 or {game.forces.side[unit] for unit in bits(against)} != {1 - min(sides)}:
        file.fault(key, "units of one side owe it to units of the other", "obligations")
    if missing := [unit for unit in bits(by | against) if state.at[unit] < 0]:
        file.fault(key, f"“{game.forces.names[missing[0]]}” is not on the map", "obligations")
    side = min(sides)
    turn, until = _until(state, side)
    duty = Duty(kind, DUTIES[kind], side, game.ground.grid.index(where), by, against, turn, until)
    _check_duty(state, file, key, duty)
    state.owe(duty)


def _check_duty(state: Situation, file: PositionFile, key: str, duty: Duty) -> None:
    """A counterattack is owed by units in the hex; an engagement by units next to it, to units in it."""
    game, here = state.game, state.stack(duty.hex)
    where, names = game.ground.grid.name(duty.hex), game.forces.names
    engaged = duty.kind == ENGAGEMENT
    absent = (duty.against if engaged else duty.units) & ~here
    for unit in bits(absent):
        file.fault(key, f"“{names[unit]}” is not in {where} ({_origin(duty)})", "obligations")
    for unit in bits(duty.units if engaged else 0):
        if not game.ground.ring[duty.hex] >> state.at[unit] & 1:
            file.fault(key, f"“{names[unit]}” is not next to {where} ({_origin(duty)})", "obligations")
    if not engaged and fortified(state, duty.hex):
        file.fault(key, f"{where} is a fortification: units in it need not counterattack (BW-R.32)", "obligations")


def _origin(duty: Duty) -> str:
    """The combat result from which a duty comes."""
    return DUTIES[ENGAGEMENT] if duty.kind == ENGAGEMENT else DUTIES[COUNTERATTACK]


def _until(state: Situation, side: int) -> tuple[int, str]:
    """When an obligation lapses: in the side's Combat Phase that is in play, or else in the next one (BW-R.1)."""
    own = phase(side, COMBAT)
    return (state.turn, own) if state.phase == own else next_combat(state, side)


def _units(state: Situation, file: PositionFile, key: str, given: Any) -> int:
    if not isinstance(given, list) or not given:
        file.fault(key, "units are given as a list of names", "obligations")
    return sum(1 << unit for unit in {_unit(state, file, key, name, "obligations") for name in given})


# ---- what is written ----


def _unit(state: Situation, file: PositionFile, key: str, name: Any, table: str) -> int:
    if name not in state.game.forces.names:
        file.fault(key, f"there is no piece “{name}”", table)
    return state.game.forces.index[name]


def _listed(file: PositionFile, key: str) -> Iterable[str]:
    given = file.markers.get(key, [])
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        file.fault(key, f"“{key}” takes a list of names", "markers")
    return given


def _table(file: PositionFile, key: str) -> dict[str, Any]:
    given = file.markers.get(key, {})
    if not isinstance(given, dict):
        file.fault(key, f"“{key}” takes a table of names and what they stand for", "markers")
    return given
