"""Sequence of play (BW-4): which phase follows which, what ends with a player turn, and the end of a Game-Turn."""

from __future__ import annotations

from ardennes.engine.speech import both
from ardennes.games.bitter_woods import area, fuel, garrison, lasting, shock
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, PEOPLE, SIDES
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

SUPPLY, RESERVE, MOVEMENT, COMBAT, DEMOLITION, EXPLOITATION, CONSTRUCTION = (
    "supply", "reserve", "movement", "combat", "demolition", "exploitation", "construction",
)  # fmt: skip
INTERDICTION = "allied interdiction"


def phase(side: int, what: str) -> str:
    """The name of a side's phase: "german movement"."""
    return f"{SIDES[side]} {what}"


_COMMON = (RESERVE, MOVEMENT, COMBAT, DEMOLITION, EXPLOITATION, CONSTRUCTION)
ORDER = (
    phase(GERMAN, SUPPLY), INTERDICTION, *(phase(GERMAN, what) for what in _COMMON),
    phase(ALLIED, SUPPLY), *(phase(ALLIED, what) for what in _COMMON),
)  # fmt: skip
TITLES = {  # what the log says when a phase begins; demolition is the end of the Combat Phase
    SUPPLY: ("BW-4.0.supply", "Mutual Supply Phase"),
    RESERVE: ("BW-4.0.reserve", "Reserve Phase"),
    MOVEMENT: ("BW-4.0.movement", "Movement Phase"),
    COMBAT: ("BW-4.0.combat", "Combat and Demolition Phase"),
    EXPLOITATION: ("BW-4.0.exploitation", "Mechanized Exploitation Phase"),
    CONSTRUCTION: ("BW-4.0.construction", "Bridge Construction Phase"),
}


def begin_turn(state: Position, turn: int) -> None:
    """A Game-Turn begins with the German player turn (BW-4.0); aircraft are given out anew (BW-11.1)."""
    state.turn = turn
    state.aircraft = state.given_aircraft()
    state.dropped, state.shortage = 0, ""
    state.blasted = ()
    state.note("turn", "BW-4.0", f"Game-Turn {turn} begins: {state.game.calendar.label(turn)}")
    if state.effects:
        lasting.expire(state)
        state.aircraft = lasting.aircraft(state)
    if turn == 1:
        state.note("turn", "BW-3.0", "Units with a start hex are set up there; all others are reinforcements")
        if state.outside:
            _announce_part(state)
        blown = both(state.game.ground.bridges.named(state.blown & state.area.bridges))
        state.note("bridge", "BW-13.2.start", f"The bridges {blown} are blown when the game begins")
    if state.heard and any(state.aircraft):
        german, allied = state.aircraft
        text = f"The track gives the German player {german} and the Allied player {allied} aircraft units"
        if state.given_aircraft() != state.game.aircraft(turn):
            text = cited(text, area.AIR)
        state.note("air", "BW-11.1", text)
    begin_player_turn(state, GERMAN)
    _roll_for_events(state, "events_17", "events_19")


def _announce_part(state: Position) -> None:
    """Say which part of the map is in play, and how many units."""
    state.note("turn", area.RULE, state.game.lists["areas"][state.scenario]["text"])
    german, allied = ((state.game.forces.of[side] & ~state.area.absent).bit_count() for side in (GERMAN, ALLIED))
    state.note("turn", area.UNITS, f"{german} German and {allied} Allied counters take part, some by event only")


def _roll_for_events(state: Position, *options: str) -> None:
    """Events come before whatever else the phase asks (BW-29.0, 38.1, 38.2)."""
    if state.optional.intersection(options):
        from ardennes.games.bitter_woods import events

        events.begin(state, *options)


def begin_player_turn(state: Position, side: int) -> None:
    """What was done in a side's last turn is forgotten; guns are ready again (BW-10.1)."""
    forces = state.game.forces
    own = forces.of[side]
    state.marched &= ~own
    state.busy = state.reserve = state.travelled = state.released = 0
    state.influenced = {}
    state.repairs = {}
    state.fired &= lasting.still_fired(state, side)
    if side == GERMAN:
        garrison.look(state)
    elif state.effects:
        lasting.begin_allied_turn(state)
    _begin(state, phase(side, SUPPLY))


def next_phase(state: Position) -> None:
    """The phase in play is over; the next one begins."""
    now = state.phase
    at = ORDER.index(now) + 1
    state.tried = 0
    if state.bombarded:
        state.bombarded = {}
    if now == phase(GERMAN, CONSTRUCTION):
        if state.effects and _asks_for_a_bridge(state):
            return
        _end_interdiction(state)
        shock.recover(state, GERMAN)
        begin_player_turn(state, ALLIED)
    elif at == len(ORDER):
        end_turn(state)
    else:
        _begin(state, ORDER[at])
        if now == INTERDICTION:
            _roll_for_events(state, "random_events")
        if state.dumps and now == phase(ALLIED, COMBAT):
            fuel.end_of_combat(state)


def _asks_for_a_bridge(state: Position) -> bool:
    """Whether commandos are sent to a bridge before the German turn ends (BW-29.3)."""
    from ardennes.games.bitter_woods import random_events

    return random_events.end_german_turn(state)


def _end_interdiction(state: Position) -> None:
    """Interdiction holds for the German player turn (BW-11.3.lasts)."""
    if state.interdicted and state.heard:
        names = both(state.game.ground.grid.names(state.interdicted))
        state.note("air", "BW-11.3.lasts", f"The interdiction of {names} is over", side=SIDES[ALLIED])
    state.interdicted = 0


def _begin(state: Position, name: str) -> None:
    """A phase begins, and the log says so."""
    state.start_phase(name)
    if name == INTERDICTION:
        state.note("phase", "BW-4.0.interdiction", "Allied Interdiction Phase", side=SIDES[ALLIED])
        return
    side, _, what = name.partition(" ")
    if what in TITLES:
        rule, title = TITLES[what]
        state.note("phase", rule, f"{PEOPLE[SIDES.index(side)]} turn: {title}", side=side)


def end_turn(state: Position) -> None:
    """Both player turns are over; after the last Game-Turn victory is judged (BW-4.0.record, BW-17)."""
    from ardennes.games.bitter_woods.supply import check
    from ardennes.games.bitter_woods.victory import judge

    state.vacated = (0, 0)
    shock.recover(state, ALLIED)
    if state.effects:
        lasting.end_turn(state)
    state.note("turn", "BW-4.0.record", f"Game-Turn {state.turn} ends")
    if state.turn < state.last_turn:
        begin_turn(state, state.turn + 1)
        return
    state.note("supply", "BW-R.40", "The last Game-Turn is over; supply is checked once more")
    check(state)
    if not state.over:
        judge(state)


def next_combat(state: Position, side: int) -> tuple[int, str]:
    """The Game-Turn and the name of a side's next Combat Phase to come, the present one not among them."""
    name = phase(side, COMBAT)
    later = ORDER.index(state.phase) >= ORDER.index(name)
    return state.turn + later, name
