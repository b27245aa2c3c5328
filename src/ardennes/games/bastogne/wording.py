"""How units, ways into the map and rulings are named in a sentence."""

from __future__ import annotations

from ardennes.engine.touch import show

TYPES = {
    "tank": ("Pz", "Tank"), "mech": ("Mech", "Mech"), "recon": ("Recon", "Recon"), "td": ("TD", "TD"),
    "infantry": ("Inf", "Inf"), "parachute": ("Para", "Para"), "glider": ("Glider", "Glider"),
}  # fmt: skip
ENTRIES = {
    "entry-2nd-panzer": "2913", "entry-2908-2915": "2908 to 2915", "entry-2918-south": "2918 and south",
    "east-edge": "any east edge hex", "entry-north-of-2918": "north of 2918", "entry-north-of-2915": "north of 2915",
    "west-edge": "any west edge hex", "south-edge": "any south edge hex",
}  # fmt: skip


def unit_name(label: str, kind: str, side: int, formation: str) -> str:
    """A battalion with its type, and its division in brackets.

    >>> unit_name("20", "mech", 1, "10 AD"), unit_name("115 Pz", "tank", 0, "15 PG"), unit_name("705", "td", 1, "")
    ('20 Mech (10 AD)', '115 Pz (15 PG)', '705 TD')
    """
    word = TYPES[kind][side]
    name = label if label.endswith(word) else f"{label} {word}"
    return f"{name} ({formation})" if formation else name


def cited(text: str, rule: str) -> str:
    """A text with the ruling behind it.

    >>> cited("No effect", "BA-R.23")
    'No effect (BA-R.23)'
    """
    show(rule)
    return f"{text} ({rule})"
