"""Where fuel dumps may lie, who has them, and what they spare (BW-25, an option).

What is known to everybody decides who is asked and when: the six hexes round each place, less those in which Germans
have been. The hex itself is looked at in three places only: when a German unit enters, when the Allied player is
offered to blow his dump up, and when a guess is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ardennes.engine.errors import Unknown
from ardennes.engine.hidden import HIDDEN
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, PEOPLE, SIDES
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

if TYPE_CHECKING:
    from ardennes.games.bitter_woods.game import BitterWoods

OPTION = "fuel_dumps"
HELD, CAPTURED, CLAIMED, DESTROYED = ALLIED, GERMAN, 2, 3  # what has become of a revealed dump
WORDS = {"allied": HELD, "german": CAPTURED, "claimed": CLAIMED, "destroyed": DESTROYED}


def table_of(state: Position, dump: str) -> Mapping[str, Any]:
    """What a dump is called, round which place it lies, whose fuel it is."""
    found: Mapping[str, Any] = state.game.tables["dumps"][dump]
    return found


def names(state: Position) -> tuple[str, ...]:
    """The dumps."""
    return tuple(_matrices(state.game))


@lru_cache(maxsize=8)
def _matrices(game: BitterWoods) -> dict[str, int]:
    """The dumps, each with the six hexes of its matrix."""
    dumps = {name: table for name, table in game.tables["dumps"].items() if isinstance(table, Mapping)}
    return {name: game.ground.ring[game.ground.grid.index(table["centre"])] for name, table in dumps.items()}


def near(game: BitterWoods) -> int:
    """The hexes of all matrices, and those next to them: elsewhere nothing happens to a dump."""
    return game.ground.grid.grow(sum(_matrices(game).values()))


# ---- what everybody knows ----


def sites(state: Position, dump: str) -> int:
    """The hexes in which a dump may lie as far as everybody knows: one if it is revealed (BW-25.1, BW-R.87)."""
    if dump in state.fuel:
        return 1 << state.dumps[dump]
    return matrix(state, dump) & ~state.searched


def matrix(state: Position, dump: str) -> int:
    """The six hexes of the matrix (BW-25.1)."""
    return _matrices(state.game)[dump]


def open_sites(state: Position) -> int:
    """The hexes that no German has searched and that may hold a dump which is not revealed."""
    found = 0
    for dump, hexes in _matrices(state.game).items():
        if dump not in state.fuel:
            found |= hexes
    return found & ~state.searched if found else 0


def threatened(state: Position) -> int:
    """The hexes that may hold a dump which the Allied player could still blow up in this Game-Turn (BW-25.3)."""
    return _threatened(state, open_sites(state))


def _threatened(state: Position, hidden: int) -> int:
    """The same, given the hexes that may hold a dump which is not revealed."""
    found = hidden
    for dump, owner in state.fuel.items():
        if owner == HELD and dump not in state.blasted:
            found |= 1 << state.dumps[dump]
    return found & state.held[ALLIED] if found else 0


def watched(state: Position) -> int:
    """The hexes in which a German unit's walk is interrupted: it may find a dump, or have one blown up (BW-R.105)."""
    hidden = open_sites(state)
    near = _threatened(state, hidden) & ~state.declined
    return hidden | state.game.ground.grid.around(near) if near else hidden


def telling(state: Position) -> int:
    """The hexes in which something may happen to a dump when a unit passes; Germans stop where they search."""
    return sum(1 << state.dumps[dump] for dump in state.fuel)


# ---- finding, capturing, recapturing (BW-25.2) ----


def entered(state: Position, unit: int, way: Iterable[int]) -> None:
    """A unit has been in these hexes: Germans find and claim dumps, Allied units take them back."""
    side = state.game.forces.side[unit]
    if state.game.forces.leaders >> unit & 1:
        return
    near = state.game.near_dumps
    for i in way:
        if not near >> i & 1:
            continue
        if side == GERMAN:
            came(state, i)
        elif state.stack(i) == 1 << unit:
            state.alarm |= threatened(state) & ~state.declined & 1 << i
        if side == GERMAN and open_sites(state) >> i & 1:
            _search(state, i)
        for dump, owner in list(state.fuel.items()):
            if state.dumps[dump] == i and owner != DESTROYED:
                _take(state, dump, owner, side)


def stepped(state: Position, unit: int, i: int) -> None:
    """A unit has stepped into a hex, in a move, an advance or a retreat: what it finds it knows before it goes on."""
    entered(state, unit, (i,))
    asks(state, 1 << i if state.game.forces.side[unit] == GERMAN else 0)


def _search(state: Position, i: int) -> None:
    """A German unit is in a hex that may hold a dump: now everybody knows (BW-25.2)."""
    state.learn()
    name = state.game.ground.grid.name(i)
    found = [dump for dump in names(state) if dump not in state.fuel and lies(state, dump, i)]
    state.searched |= 1 << i
    for dump in found:
        reveal(state, dump, "BW-25.2", f"{table_of(state, dump)['name']} is found in {name}")


def lies(state: Position, dump: str, i: int) -> bool:
    """Whether a dump lies in a hex. Raises Unknown where the side that looks cannot know."""
    hex_: Any = state.dumps[dump]
    if hex_ is HIDDEN:
        raise Unknown("only the Allied player knows where it is")
    return bool(hex_ == i)


def reveal(state: Position, dump: str, rule: str, text: str) -> None:
    """Everybody knows from now on where a dump lies."""
    state.fuel[dump] = HELD
    state.note("dump", rule, text, at=state.game.ground.grid.name(state.dumps[dump]))


def _take(state: Position, dump: str, owner: int, side: int) -> None:
    """Whoever entered last has it, the German once there is a supply line (BW-R.104)."""
    place, called = state.game.ground.grid.name(state.dumps[dump]), table_of(state, dump)["name"]
    if side == ALLIED and owner != HELD:
        state.fuel[dump] = HELD
        if owner == CAPTURED:
            text = cited(f"{called} in {place} is recaptured", "BW-R.104")
            state.note("dump", "BW-25.2.again", text, side=SIDES[ALLIED], at=place)
    elif side == GERMAN and owner == HELD:
        state.fuel[dump] = CLAIMED
        look(state)


def look(state: Position) -> None:
    """Dumps that Germans have entered are captured as soon as a line of supply runs to the east edge (BW-25.2)."""
    for dump, owner in list(state.fuel.items()):
        if owner == CLAIMED and _line(state, state.dumps[dump]):
            place, table = state.game.ground.grid.name(state.dumps[dump]), table_of(state, dump)
            state.fuel[dump] = CAPTURED
            text = f"{table['name']} in {place} is captured: a German supply line runs to the east edge"
            text = cited(text, "BW-R.104")
            state.note("dump", "BW-25.2", text, side=SIDES[GERMAN], at=place)
            state.fuelled |= all_captured(state)


def _line(state: Position, i: int) -> bool:
    """Whether a German supply path runs from a hex to a road off the east edge."""
    from ardennes.games.bitter_woods.supply import paths_of

    paths = paths_of(state, GERMAN)._replace(sources=state.game.ground.sources[GERMAN])
    return bool(state.game.network.traced(paths).mask >> i & 1)


def captured(state: Position) -> list[str]:
    """The dumps that the German player has."""
    return [dump for dump, owner in state.fuel.items() if owner == CAPTURED]


def all_captured(state: Position) -> bool:
    """Whether he has both at this moment."""
    return len(captured(state)) == len(names(state))


# ---- shortage (BW-25.2.six, five, both) ----


def spares_all(state: Position) -> bool:
    """Whether the German player has had both dumps at once: he rolls for no shortage any more (BW-25.2.both)."""
    return state.fuelled


def spares(state: Position, army: str) -> str:
    """The rule by which a shortage of an army is ignored; "" if it is not."""
    for dump in captured(state) if OPTION in state.optional else ():
        table = table_of(state, dump)
        if table["army"] == army:
            rule: str = table["rule"]
            return rule
    return ""


# ---- the alarm (BW-25.3) ----


def came(state: Position, i: int) -> None:
    """A German unit has come into a hex: the Allied player is to be asked for what is next to it (BW-R.105)."""
    state.alarm |= threatened(state) & ~state.declined & state.game.ground.ring[i]


def asks(state: Position, moving: int = 0) -> bool:
    """Whether the Allied player is asked now: a question is put before whatever comes next.

    A German unit must be next to the hex at this moment; `moving` is the hex of one that is on its way.
    """
    if state.fuel:
        look(state)
    if not state.alarm:
        return False
    beside = state.game.ground.grid.around(state.held[GERMAN] | moving)
    hexes = state.alarm & threatened(state) & beside
    state.alarm = 0
    if hexes:
        state.push("dump", hexes)
    return bool(hexes)


def end_of_combat(state: Position) -> None:
    """The Allied Combat Phase ends: the next chance for all dumps next to the enemy (BW-25.3.later)."""
    state.declined = 0
    state.alarm = threatened(state)


def shown(state: Position, dump: str) -> str:
    """What everybody knows of a revealed dump, for a label."""
    owner, called = state.fuel[dump], table_of(state, dump)["name"]
    if owner == DESTROYED:
        return f"{called}: destroyed"
    if owner == CLAIMED:
        return f"{called}: found by the Germans, no supply line yet"
    return f"{called}: {PEOPLE[owner]}"
