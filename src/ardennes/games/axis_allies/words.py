"""How the log says things: a side and what it does, numbers with their nouns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ardennes.games.axis_allies.forces import AIR

if TYPE_CHECKING:
    from ardennes.games.axis_allies.game import AxisAllies

SPEAKERS = ("The Axis", "The Allies")
UNCOUNTED = ("infantry", "artillery", "supply")
NO_EFFECT = "no effect"
TYPE_NAMES = {"inf": "infantry", "tank": "a tank", "art": "artillery", "supply": "a supply token"}


def does(side: int, verb: str) -> str:
    """A side and its verb, as a sentence begins.

    >>> does(0, "pass"), does(1, "pass"), does(0, "lose")
    ('The Axis passes', 'The Allies pass', 'The Axis loses')
    """
    if side:
        return f"{SPEAKERS[side]} {verb}"
    return f"{SPEAKERS[side]} {verb}{'es' if verb.endswith('s') else 's'}"


def number(n: int, noun: str) -> str:
    """A number with its noun.

    >>> number(1, "tank"), number(2, "tank"), number(2, "infantry"), number(3, "die")
    ('1 tank', '2 tanks', '2 infantry', '3 dice')
    """
    if noun == "die":
        return "1 die" if n == 1 else f"{n} dice"
    return f"{n} {noun}{'' if n == 1 or noun in UNCOUNTED else 's'}"


def listed(*counts: tuple[int, str]) -> str:
    """Those of the numbers that are not nought, with their nouns.

    >>> listed((2, "infantry"), (0, "artillery"), (1, "truck"))
    '2 infantry, 1 truck'
    """
    return ", ".join([number(n, noun) for n, noun in counts if n])


def shot_down(lost: tuple[int, int]) -> str:
    """The result of shots at aircraft, fighters and bombers.

    >>> shot_down((0, 2)), shot_down((0, 0))
    ('2 bombers shot down', 'no effect')
    """
    return f"{listed((lost[0], 'fighter'), (lost[1], 'bomber'))} shot down" if any(lost) else NO_EFFECT


def called(game: AxisAllies, thing: str) -> str:
    """A piece, a formation or a place by its handle, as a sentence names it."""
    forces, terrain = game.forces, game.terrain
    if thing in forces.truck_number:
        return forces.trucks[forces.truck_number[thing]].display_name
    if thing in terrain.bit:
        return terrain.title(terrain.bit[thing])
    if thing in forces.number:
        return forces.formations[forces.number[thing]].name
    kind, at, where = thing.partition("@")
    if not at:
        return TYPE_NAMES.get(kind) or (f"a {kind.partition('-')[0]}" if kind in AIR else kind)
    if where in forces.number:
        return f"{TYPE_NAMES[kind]} of {forces.formations[forces.number[where]].name}"
    if where in terrain.bit:
        return f"{TYPE_NAMES[kind]} in {terrain.title(terrain.bit[where])}"
    return TYPE_NAMES[kind] if "off-board" not in where else f"{TYPE_NAMES[kind]} from off the board"
