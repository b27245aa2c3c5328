"""Divisional integrity (BW-18, an option): flanking attacks and coordinated defences of whole divisions."""

from __future__ import annotations

from ardennes.counters.modifiers import DieModifier
from ardennes.engine.speech import both
from ardennes.games.bitter_woods.odds import Clash, fortified
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

OPTION = "integrity"


def modify(state: Position, clash: Clash, modifier: DieModifier) -> None:
    """One on the die for a division that fights together; nothing where both sides have it (BW-18.3.both)."""
    if OPTION not in state.optional:
        return
    table, called = state.game.tables["integrity"], state.game.forces.formation_of
    ours = _sound(state, flanking(state, clash), modifier)
    theirs = _sound(state, coordinated(state, clash), modifier)
    if why := _incomplete(state, clash):
        modifier.add(0, "BW-36.4", why)
    if ours and theirs:
        modifier.add(
            0, "BW-18.3.both", f"{called(ours[0])} and {called(theirs[0])} both fight as divisions: no modifier"
        )
    elif theirs:
        text = f"coordinated defence by {called(theirs[0])}"
        modifier.add(table["defender"], "BW-18.2", cited(text, "BW-R.60"))
    elif ours:
        what = f"flanking attack by {both(map(called, ours))}"
        if fortified(state, clash.hex):
            modifier.add(0, "BW-18.3.cancel", f"{what}: none against a fortification")
        elif across_meuse(state, clash):
            modifier.add(0, "BW-18.3.cancel", cited(f"{what}: none across the Meuse", "BW-R.62"))
        else:
            rule = "BW-18.3.most" if len(ours) > 1 else "BW-18.1"
            modifier.add(table["attacker"], rule, cited(what, "BW-R.59"))


def _sound(state: Position, divisions: list[str], modifier: DieModifier) -> list[str]:
    """Those of some divisions that no unit out of supply or shocked spoils, with a line for the others (BW-18.3)."""
    found = []
    for name in divisions:
        if why := spoilt(state, name):
            text = f"{state.game.forces.formation_of(name)} has {why}: no integrity"
            modifier.add(0, "BW-18.3", cited(text, "BW-R.61"))
        else:
            found.append(name)
    return found


def flanking(state: Position, clash: Clash) -> list[str]:
    """The divisions with enough units in a flanking attack (BW-18.1, BW-R.58, R.59)."""
    if not from_the_flank(state, clash):
        return []
    least: int = state.game.tables["integrity"]["units"]
    divisions = state.game.forces.integral[clash.side]
    return [name for name, units in divisions.items() if _strength(state, units & clash.attackers) >= least]


def _strength(state: Position, units: int) -> int:
    """How many units count for a division: two battalions of Peiper's group together as one, alone none (BW-36.4)."""
    group = state.game.battlegroup
    pair = units & group.divisional == group.divisional
    return (units & ~group.parts).bit_count() + pair


def _incomplete(state: Position, clash: Clash) -> str:
    """What a flanking attack lacks that battalions of Peiper's group take part in without their division (BW-36.4)."""
    group, least = state.game.battlegroup, state.game.tables["integrity"]["units"]
    if not clash.attackers & group.parts or not from_the_flank(state, clash):
        return ""
    name = state.game.forces.units[group.whole].division
    own = state.game.forces.of_division[name] & clash.attackers
    if own.bit_count() < least or _strength(state, own) >= least:
        return ""
    return f"{state.game.forces.formation_of(name)} needs both regiments and both battalions of Peiper: no integrity"


def from_the_flank(state: Position, clash: Clash) -> bool:
    """Whether a hex is attacked from three hexes, or from two that are not next to each other (BW-R.59)."""
    hexes = list(state.game.ground.grid.bits(state.hexes_of(clash.attackers)))
    return len(hexes) > 2 or (len(hexes) == 2 and state.game.ground.grid.distance(*hexes) > 1)


def coordinated(state: Position, clash: Clash) -> list[str]:
    """The divisions whose units in the hex hang together with enough others (BW-18.2, BW-R.60)."""
    here, least = state.stack(clash.hex), state.game.tables["integrity"]["units"]
    found = []
    for name, units in state.game.forces.integral[1 - clash.side].items():
        strong = units & state.game.forces.steadfast & state.playing[1 - clash.side]
        strong &= ~state.game.battlegroup.attached
        if strong & here and _strength(state, _chain(state, strong, strong & here)) >= least:
            found.append(name)
    return found


def _chain(state: Position, units: int, first: int) -> int:
    """The units that hang together with some of them, each in the hex of another one or next to it."""
    grid, found = state.game.ground.grid, first
    while True:
        hexes = state.hexes_of(found)
        near = state.units_at(hexes | grid.around(hexes)) & units
        if not near & ~found:
            return found
        found |= near


def spoilt(state: Position, division: str) -> str:
    """What spoils a division's bonus: a unit on the map out of supply or shocked, or nothing (BW-18.3, BW-R.61)."""
    own = state.game.forces.of_division[division] & (state.playing[0] | state.playing[1])
    own &= ~state.game.battlegroup.attached
    if own & state.unsupplied:
        return "a unit out of supply"
    return "a shocked unit" if own & state.shocked else ""


def across_meuse(state: Position, clash: Clash) -> bool:
    """Whether all attacking units attack across the Meuse (BW-R.62)."""
    return not state.hexes_of(clash.attackers) & ~state.game.ground.over_meuse[clash.hex]
