"""What a unit is called: in a sentence, as on its counter, and in full on its card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ardennes.counters.names import DIVISIONS
from ardennes.engine.speech import ordinal

if TYPE_CHECKING:
    from ardennes.games.bulge.forces import Unit

KINDS = {
    **DIVISIONS, "SS": DIVISIONS["SS Pz"], "Cav": "Cavalry Group", "Para": "Parachute Infantry Regiment",
    "Tk": "Tank Brigade",
}  # fmt: skip
LONG = {
    "Lehr": "Panzer Lehr Division", "vDH": "Battle Group von der Heydte", "FE": "Führer Escort Brigade",
    "FG": "Führer Grenadier Brigade", "GDArm": "Guards Armoured Division",
}  # fmt: skip
SHORT = {
    "vDH": "von der Heydte", "FE": "Führer Escort", "FG": "Führer Grenadier", "GDArm": "Guards Arm",
    "150": "150 Pz Brigade",
}  # fmt: skip
MISSIONS = {
    "cap": ("combat air patrol", "each cancels one enemy ground support mission"),
    "interdiction": ("interdiction", "closes a hex's roads to the enemy"),
    "support": ("ground support", "shifts an attack one column right"),
    "resupply": ("resupply", "supplies an Allied unit that is out of supply"),
}
"""Each air mission in words, and what it does."""


def short(unit: Unit) -> str:
    """A unit as a sentence names it: what is printed on its counter."""
    if unit.name in SHORT:
        return SHORT[unit.name]
    number, kind, *command = unit.label.split()
    return f"CC{command[0]} {number} {kind}" if command else unit.label


def long(unit: Unit) -> str:
    """The full name of a unit."""
    if unit.name in LONG:
        return LONG[unit.name]
    number, kind, *command = unit.label.split()
    words = KINDS[kind]
    if unit.size == "X" and not command:
        words = words.replace("Division", "Brigade")
    if unit.nation == "UK":
        words = words.replace("Armored", "Armoured")
    found = f"{ordinal(number)} {words}"
    return f"Combat Command {command[0]}, {found}" if command else found
