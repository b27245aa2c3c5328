"""Who may attack a hex (BW-9.1, 5.3, 5.4, 10.2, 13.3, 14.1, 15): one list of bars for the options and the refusals."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ardennes.counters.bars import Bar, free
from ardennes.games.bitter_woods import opening
from ardennes.games.bitter_woods.forces import GERMAN
from ardennes.games.bitter_woods.state import Position

if TYPE_CHECKING:
    from ardennes.games.bitter_woods.game import BitterWoods


def beside(state: Position, side: int, i: int) -> int:
    """The units of a side next to a hex."""
    return state.units_at(state.game.ground.ring[i] & state.held[side])


def bars(state: Position, side: int, i: int) -> list[Bar]:
    """Why units may not attack a hex, in the order in which a player would be told; what they owe is another matter."""
    return [*at_all(state, side), *there(state, side, i)]


def at_all(state: Position, side: int) -> tuple[Bar, ...]:
    """Why units may not attack at all."""
    held_back = state.reserve_rules.put, state.reserve
    return _at_all(state.game, side, state.fought, held_back, builders(state), opening.frozen(state))


@lru_cache(maxsize=64)
def _at_all(
    game: BitterWoods, side: int, fought: int, reserve: tuple[str, int], busy: int, frozen: int
) -> tuple[Bar, ...]:
    """The same, by all that it depends on: it changes with each attack and not with each question."""
    rule, waiting = reserve
    return (
        Bar("BW-9.1", "is not on the attacking side", game.forces.of[1 - side]),
        Bar("BW-10.2.with", "is artillery, which supports attacks but makes none", game.forces.artillery),
        Bar("BW-9.1.once", "has already attacked in this phase", fought),
        Bar(rule, "is in reserve", waiting),
        Bar("BW-24.3.alone", "is a leader and has no combat strength", game.forces.leaders),
        Bar("BW-13.3.fight", "is repairing a bridge and may not take part in combat", busy),
        Bar("BW-R.47", "may not attack on 16AM", frozen),
    )


def there(state: Position, side: int, i: int) -> list[Bar]:
    """Why units may not attack a hex that others may."""
    ground = state.game.ground
    place = ground.grid.name(i)
    return [
        Bar("BW-9.1", f"is not next to {place}", state.game.forces.of[side] & ~beside(state, side, i)),
        Bar("BW-5.3.cliff", f"is separated from {place} by a cliff", state.units_at(ground.over_cliffs[i])),
        Bar("BW-5.4.six", f"may not attack across its army's boundary into {place}", _kept_back(state, i)),
        *(opening.sector_bars(state, i) if side == GERMAN else ()),
    ]


def fresh(state: Position, side: int) -> int:
    """The units of a side on the map that may attack at all."""
    return free(state.playing[side], at_all(state, side))


def near(state: Position, side: int, units: int) -> int:
    """The hexes of enemy units next to some units of a side."""
    return state.game.ground.grid.around(state.hexes_of(units)) & state.held[1 - side]


def able(state: Position, side: int, i: int) -> int:
    """The units that may attack a hex."""
    return free(beside(state, side, i), bars(state, side, i))


def builders(state: Position) -> int:
    """The units that repair bridges in this player turn."""
    return sum(1 << unit for unit in set(state.repairs.values())) if state.repairs else 0


def _kept_back(state: Position, i: int) -> int:
    """The mechanized units of an army that may not attack what it may not enter (BW-5.4.six)."""
    game = state.game
    if state.turn > game.last_bounded_turn:
        return 0
    armies: list[str] = game.tables["boundaries"]["no_attack"]
    found = 0
    for army in armies:
        if game.ground.closed[army] >> i & 1:
            found |= state.of_army(army) & game.forces.mechanized & ~state.unbound
    return found
