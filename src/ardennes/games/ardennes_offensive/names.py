"""What a unit is called: in a sentence, as on its counter, and in full on its card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ardennes.counters.names import DIVISIONS
from ardennes.engine.speech import ordinal

if TYPE_CHECKING:
    from ardennes.games.ardennes_offensive.forces import Unit

SHORT = {
    "150Bde": "150 Panzer Bde", "FE": "Führer Escort Bde", "FG": "Führer Grenadier Bde", "FrLt": "French Light Inf",
    "vdH": "von der Heydte", "1SSPz-1a": "1 Pz (1 SS Pz)", "1SSPz-1ai": "1 PzGr (1 SS Pz)",
    "401G": "401 Glider (101 Abn)",
}  # fmt: skip
LONG = {
    "150Bde": "150th Panzer Brigade", "FE": "Führer Escort Brigade", "FG": "Führer Grenadier Brigade",
    "FrLt": "French light infantry brigade", "vdH": "Battle group von der Heydte",
    "401G": "a battalion of the 401st Glider Regiment, 101st Airborne Division",
}  # fmt: skip
ALONE = {"armor": "Arm", "armored cavalry": "Cav", "infantry": "Inf", "parachute infantry": "Para", "engineer": "Eng"}
DIVISION_NAMES = {"Pz Lehr": "Panzer Lehr Division", "Gds Arm": "Guards Armoured Division"}
TYPES = {
    "armor": "Armored", "armored infantry": "Armored Infantry", "armored cavalry": "Cavalry", "infantry": "Infantry",
    "parachute infantry": "Parachute Infantry", "glider infantry": "Glider Infantry", "engineer": "Engineer",
}  # fmt: skip
GERMAN_TYPES = {
    "armor": "Panzer", "armored infantry": "Panzergrenadier", "infantry": "Grenadier", "parachute infantry": "Parachute"
}  # fmt: skip
SIZES = {"II": "Battalion", "III": "Regiment", "X": "Brigade", "XX": "Division"}


def short(unit: Unit) -> str:
    """A unit as a sentence names it: what is printed on its counter, and what it is where it belongs to no division."""
    if unit.name in SHORT:
        return SHORT[unit.name]
    if not unit.formation:
        kind = ALONE[unit.type] + (" Bde" if unit.size == "X" and unit.type == "armor" else "")
        return f"{unit.label.split()[0]} {'Armour Bde' if unit.nation == 'DE' else kind}"
    if unit.division:
        return unit.formation
    return f"{unit.label[:3].upper() if unit.label.startswith('cc') else unit.label} ({unit.formation})"


def long(unit: Unit) -> str:
    """The full name of a unit."""
    if unit.name in LONG:
        return LONG[unit.name]
    if unit.division:
        return division(unit)
    number = unit.label.split()[0]
    if number.startswith("cc"):
        return f"Combat Command {number[2].upper()}, {division(unit)}"
    own = f"{ordinal(number)} {_kind(unit)}"
    return f"{own}, {division(unit)}" if unit.formation else own


def division(unit: Unit) -> str:
    """The division that a unit is, or belongs to."""
    if unit.formation in DIVISION_NAMES:
        return DIVISION_NAMES[unit.formation]
    number, _, kind = unit.formation.partition(" ")
    return f"{ordinal(number)} {'British ' if unit.nation == 'UK' else ''}{DIVISIONS[kind]}"


def _kind(unit: Unit) -> str:
    if unit.nation == "DE" and not unit.formation:
        return "Armoured Brigade"
    if unit.nation == "UK":
        return f"{'Armoured' if unit.mechanized else 'Infantry'} Brigade"
    if unit.type == "engineer":
        return "Engineer Group"
    if unit.type == "armored cavalry":
        return "Cavalry Group"
    types = GERMAN_TYPES if unit.nation == "DE" else TYPES
    return f"{types[unit.type]} {SIZES[unit.size]}"
