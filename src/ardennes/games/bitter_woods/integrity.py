"""Divisional integrity (BW-18, an option): flanking attacks and coordinated defences of whole divisions."""

from __future__ import annotations

from ardennes.counters.modifiers import DieModifier
from ardennes.games.bitter_woods.odds import Clash, fortified
from ardennes.games.bitter_woods.state import Position

OPTION = "integrity"


def modify(state: Position, clash: Clash, modifier: DieModifier) -> None:
    """One on the die for a division that fights together; nothing where both sides have it (BW-18.3.both)."""
    if OPTION not in state.optional:
        return
    table = state.game.tables["integrity"]
    ours, theirs = flanking(state, clash), coordinated(state, clash)
    if ours and theirs:
        modifier.add(0, "BW-18.3.both", f"{ours} and {theirs} both fight as divisions: no modifier")
    elif theirs:
        modifier.add(table["defender"], "BW-18.2", f"coordinated defence of {theirs}")
    elif ours:
        what = f"flanking attack of {ours}"
        if fortified(state, clash.hex):
            modifier.add(0, "BW-18.3.cancel", f"{what}: none against a fortification")
        elif across_meuse(state, clash):
            modifier.add(0, "BW-18.3.cancel", f"{what}: none across the Meuse (BW-R.62)")
        else:
            modifier.add(table["attacker"], "BW-18.1", what)


def flanking(state: Position, clash: Clash) -> str:
    """The division that makes a flanking attack, "" if none does (BW-18.1, BW-R.58, R.59)."""
    if not from_the_flank(state, clash):
        return ""
    least: int = state.game.tables["integrity"]["units"]
    for name, units in _divisions(state, clash.side).items():
        if (units & clash.attackers).bit_count() >= least and sound(state, name):
            return state.game.forces.formation_of(name)
    return ""


def from_the_flank(state: Position, clash: Clash) -> bool:
    """Whether a hex is attacked from three hexes, or from two that are not next to each other (BW-R.59)."""
    hexes = list(state.game.ground.grid.bits(state.hexes_of(clash.attackers)))
    return len(hexes) > 2 or (len(hexes) == 2 and state.game.ground.grid.distance(*hexes) > 1)


def coordinated(state: Position, clash: Clash) -> str:
    """The division whose units in the hex hang together with others, "" if there is none (BW-18.2, BW-R.60)."""
    here, least = state.stack(clash.hex), state.game.tables["integrity"]["units"]
    for name, units in _divisions(state, 1 - clash.side).items():
        strong = units & state.game.forces.steadfast & state.playing[1 - clash.side]
        if strong & here and _chain(state, strong, strong & here).bit_count() >= least and sound(state, name):
            return state.game.forces.formation_of(name)
    return ""


def _chain(state: Position, units: int, first: int) -> int:
    """The units that hang together with some of them, each in the hex of another one or next to it."""
    grid, found = state.game.ground.grid, first
    while True:
        hexes = state.hexes_of(found)
        near = state.units_at(hexes | grid.around(hexes)) & units
        if not near & ~found:
            return found
        found |= near


def _divisions(state: Position, side: int) -> dict[str, int]:
    """The divisions of a side that can have integrity (BW-R.58)."""
    return state.game.forces.integral[side]


def sound(state: Position, division: str) -> bool:
    """Whether no unit of a division on the map is out of supply (BW-18.3, BW-R.61)."""
    own = state.game.forces.of_division[division] & (state.playing[0] | state.playing[1])
    return not own & state.unsupplied


def across_meuse(state: Position, clash: Clash) -> bool:
    """Whether all attacking units attack across the Meuse (BW-R.62)."""
    return not state.hexes_of(clash.attackers) & ~state.game.ground.over_meuse[clash.hex]
