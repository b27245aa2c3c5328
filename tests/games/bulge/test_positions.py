"""Position files of Bulge: each fault with its line, and phases that go on where something has been done."""

from __future__ import annotations

from typing import Any

import pytest

import ardennes
from ardennes.engine import PositionError

GAME: Any = ardennes.game("bulge")
GERMANS = [unit.name for unit in GAME.forces.units if unit.side == 0 and not unit.arrival]
ALLIES = [unit.name for unit in GAME.forces.units if unit.side == 1 and not unit.arrival]
FOOT = [unit.name for unit in GAME.forces.units if unit.side == 1 and GAME.forces.on_foot >> unit.number & 1]
BRITISH = [unit.name for unit in GAME.forces.units if GAME.forces.british >> unit.number & 1]
ROAD = next(GAME.ground.grid.name(i) for i in GAME.ground.grid.bits(GAME.ground.road_hexes))
OFF_ROAD = next(GAME.ground.grid.name(i) for i in GAME.ground.grid.bits(GAME.ground.grid.all & ~GAME.ground.road_hexes))


def toml(step: str, pieces: str, turn: int = 2, more: str = "") -> str:
    """A position: pieces as `ID PLACE WORDS; …`."""
    lines = [f'"{line.split()[0]}" = "{" ".join(line.split()[1:])}"' for line in pieces.split(";") if line.strip()]
    return f'game = "bulge"\nturn = {turn}\nstep = "{step}"\n[pieces]\n' + "\n".join(lines) + f"\n{more}\n"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (toml("german post-combat", f"{GERMANS[0]} pool"), 5, "is not a reinforcement and cannot wait to enter"),
        (toml("german post-combat", f"{ALLIES[0]} {min(GAME.ground.exit_of)}"), 5, "is Allied and cannot exit the map"),
        (toml("german post-combat", f"{GERMANS[0]} 9999"), 5, "there is no hex or exit “9999”"),
        (
            toml("german post-combat", f"{GERMANS[0]} {ROAD} entry:0101"),
            5,
            "is not British; its entry hex does not matter",
        ),
        (toml("german post-combat", f"{BRITISH[0]} {ROAD} entry:9999"), 5, "enters by one of "),
        (toml("german post-combat", f"{GERMANS[0]} {ROAD} motorised"), 5, "is not Allied infantry or airborne"),
        (toml("german post-combat", f"{GERMANS[0]} {ROAD} resupplied"), 5, "is German and cannot be resupplied"),
        (toml("german post-combat", f"{GERMANS[0]} {ROAD}; {ALLIES[0]} {ROAD}"), 6, f"two units are in {ROAD}"),
        (
            toml("german post-combat", f"{GERMANS[0]} {ROAD}", more="[markers]\nswiss-interdiction = []"),
            7,
            "markers are german-interdiction",
        ),
        (
            toml("german post-combat", f"{GERMANS[0]} {ROAD}", more='[markers]\ngerman-interdiction = "all"'),
            7,
            "markers are german-interdiction",
        ),
        (
            toml("german post-combat", f"{GERMANS[0]} {ROAD}", more=f'[markers]\ngerman-interdiction = ["{OFF_ROAD}"]'),
            7,
            f"“{OFF_ROAD}” is not a road hex",
        ),
        (
            toml("german post-combat", f"{GERMANS[0]} {ROAD}", more="[markers]\ngerman-interdiction = [7]"),
            7,
            "“7” is not a road hex",
        ),
        (
            toml("german post-combat", f"{GERMANS[0]} {ROAD}", more='[hidden]\nallied = ["support"]'),
            7,
            "nothing is hidden at the step “german post-combat”",
        ),
        (
            toml("air assignment", f"{GERMANS[0]} {ROAD}", turn=4, more='[hidden]\nswiss = ["support"]'),
            7,
            "write a side and its missions: ",
        ),
        (
            toml("air assignment", f"{GERMANS[0]} {ROAD}", turn=4, more='[hidden]\nallied = ["picnic"]'),
            7,
            "write a side and its missions: ",
        ),
        (
            toml("air assignment", f"{GERMANS[0]} {ROAD}", turn=4, more=f"[hidden]\nallied = {['support'] * 40}"),
            7,
            "the allied side does not have that many points or markers",
        ),
    ],
)
def test_a_fault_is_named_with_its_line(text: str, line: int, message: str):
    with pytest.raises(PositionError, match=f"line {line}\\b.*{message}"):
        GAME.position(text)


def test_no_more_units_are_motorized_than_there_are_markers():
    places = [GAME.ground.grid.name(i) for i in GAME.ground.grid.bits(GAME.ground.road_hexes)]
    units = "; ".join(
        f"{name} {place} motorised" for name, place in zip(FOOT, places[: GAME.motorised + 1], strict=False)
    )
    with pytest.raises(PositionError, match=f"more than {GAME.motorised} units are motorized"):
        GAME.position(toml("allied movement", units, turn=9))


def test_a_combat_phase_in_which_a_unit_has_fought_goes_on():
    near = f"{ALLIES[0]} 1215; {GERMANS[0]} 1216; {GERMANS[1]} 1214"
    fresh = GAME.position(toml("german post-combat", near))
    begun = GAME.position(toml("german post-combat", f"{near} fought"))
    assert (fresh.fought, begun.fought) == (0, 1 << GAME.forces.index[GERMANS[1]])
    assert fresh.decision.prompt == "Choose an attacker"  # one of two
    assert begun.decision.prompt == "Choose the CRT"  # the other is the only one left
