"""What a unit is called: in a sentence, on its counter, and in full on its card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ardennes.counters.names import DIVISIONS
from ardennes.engine.speech import ordinal

if TYPE_CHECKING:
    from ardennes.games.bitter_woods.forces import Unit

SHORT = {
    "FuhEs": "Führer Escort Bde", "FuhGd": "Führer Grenadier Bde", "653JPz": "653 JgPz", "517PIR": "517 PIR",
    "33ArmBde": "33 Armd Bde", "GdsArm-5": "5 Gds Bde", "GdsArm-32": "32 Gds Bde",
}  # fmt: skip
LONG = {
    "L-Dietrich": "SS-Oberstgruppenführer Sepp Dietrich",
    "L-Manteuffel": "General Hasso von Manteuffel",
    "L-Brandenberger": "General Erich Brandenberger",
    "L-Hodges": "Lieutenant General Courtney Hodges",
    "L-Middleton": "Major General Troy Middleton, VIII Corps",
    "L-Patton": "Lieutenant General George Patton",
    "L-Montgomery": "Field Marshal Bernard Montgomery",
    "L-Collins": "Major General J. Lawton Collins, VII Corps",
    "1SS-Peiper": "Kampfgruppe Peiper, 1st SS Panzer Division",
    "1SS-PA-1Pz": "1st SS Panzer Battalion, Kampfgruppe Peiper",
    "1SS-PA-501": "501st SS Heavy Panzer Battalion, Kampfgruppe Peiper",
    "1SS-PA-3PzG": "3rd SS Panzergrenadier Battalion, Kampfgruppe Peiper",
    "L-Peiper": "SS-Obersturmbannführer Jochen Peiper",
    "AA-6": "Army artillery of Sixth Panzer Army",
    "AA-5": "Army artillery of Fifth Panzer Army",
    "AA-7": "Army artillery of Seventh Army",
    "PzBde150": "150th Panzer Brigade",
    "FuhEs": "Führer Escort Brigade",
    "FuhGd": "Führer Grenadier Brigade",
    "653JPz": "653rd Heavy Tank Destroyer Battalion",
    "PzLehr-Recon": "Reconnaissance Battalion, Panzer Lehr Division",
    "4Inf-8-22": "8th and 22nd Infantry Regiments, 4th Infantry Division",
    "517PIR": "517th Parachute Infantry Regiment",
    "33ArmBde": "33rd British Armoured Brigade",
    "11Arm-29": "29th Armoured Brigade, 11th British Armoured Division",
    "GdsArm-5": "5th Guards Armoured Brigade, Guards Armoured Division",
    "GdsArm-32": "32nd Guards Brigade, Guards Armoured Division",
    "15PzG-115Pz": "115th Panzer Battalion, 15th Panzergrenadier Division",
    "3PzG-103": "103rd Panzer Battalion, 3rd Panzergrenadier Division",
}
KINDS = {"SS": "SS Pz"}  # what these counters print for a kind of division, and what other games do
TYPES = {
    "armor": "Armored Regiment", "armored_infantry": "Armored Infantry Regiment", "armored_cavalry": "Cavalry Group",
    "infantry": "Infantry Regiment", "parachute": "Parachute Infantry Regiment", "glider": "Glider Infantry Regiment",
    "corps_artillery": "Field Artillery Group",
}  # fmt: skip
GERMAN_TYPES = {
    "armor": "Panzer Regiment", "armored_infantry": "Panzergrenadier Regiment", "infantry": "Grenadier Regiment",
    "parachute": "Parachute Regiment", "corps_artillery": "Artillery Corps", "rocket": "Rocket Brigade",
}  # fmt: skip
ARMY_NAMES = {
    "6Pz": "Sixth Panzer Army", "5Pz": "Fifth Panzer Army", "7": "Seventh Army",
    "First": "US First Army", "Third": "US Third Army", "British": "British XXX Corps", "": "German reserve",
}  # fmt: skip


def short(unit: Unit) -> str:
    """A unit as a sentence names it: as the rulebook does, division and regiment."""
    return SHORT.get(unit.name, unit.label)


def on_counter(unit: Unit) -> str:
    """What stands in the corner of a counter beside the division: the regiment, or the combat command."""
    if unit.formation and "/" in unit.label:
        return unit.label.rpartition("/")[2]
    if "CC" in unit.label:
        return unit.label[unit.label.index("CC") :]
    return unit.label.removesuffix(" Art").removesuffix(" Rocket").removesuffix(" FA").removesuffix(" Gds")


def long(unit: Unit) -> str:
    """The full name of a unit."""
    if unit.name in LONG:
        return LONG[unit.name]
    if "CC" in unit.label:
        return f"Combat Command {unit.label[-1]}, {division(unit)}"
    own = f"{ordinal(on_counter(unit).split()[0])} {_kind(unit)}"
    return f"{own}, {division(unit)}" if unit.formation else own


def division(unit: Unit) -> str:
    """The division that a unit belongs to."""
    if unit.formation == "Pz Lehr":
        return "Panzer Lehr Division"
    number, _, kind = unit.formation.partition(" ")
    british = "British " if unit.nation == "UK" else ""
    return f"{ordinal(number)} {british}{DIVISIONS[KINDS.get(kind, kind)]}"


def _kind(unit: Unit) -> str:
    if unit.nation == "UK":
        return "Infantry Brigade"
    return (GERMAN_TYPES if unit.nation == "DE" else TYPES)[unit.type]
