"""The arithmetic of attacks against a second reading of the rules, written from the book alone, over many positions."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from ardennes.games.bitter_woods import odds
from ardennes.games.bitter_woods.forces import Unit
from ardennes.games.bitter_woods.odds import Clash
from tests.games.bitter_woods.datafiles import BOARD, TABLES
from tests.games.bitter_woods.table import game, hex_

RIVER_WORDS = {"river", "meuse"}
COLUMNS = ["1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1"]


def river_between(one: str, other: str) -> bool:
    """Whether a river runs between two hexes, by the board file."""
    words = BOARD.hexsides.get(f"{one}/{other}") or BOARD.hexsides.get(f"{other}/{one}") or ()
    return bool(RIVER_WORDS & set(words))


class Book:
    """One attack as the rulebook reckons it."""

    def __init__(self, place: str, terrain: str, turn: str, improved: bool) -> None:
        self.place, self.terrain, self.turn, self.improved = place, terrain, turn, improved
        self.attackers: list[tuple[Unit, str, bool, bool]] = []  # unit, hex, reduced, out of supply
        self.defenders: list[tuple[Unit, bool, bool]] = []
        self.guns: list[Unit] = []
        self.cover: list[Unit] = []
        self.planes = (False, False)

    @staticmethod
    def strength(unit: Unit, reduced: bool) -> int:
        """What the side that is up says."""
        return unit.back.attack if reduced and unit.back else unit.full.attack

    @property
    def across(self) -> bool:
        """Whether all attack across a river."""
        return all(river_between(where, self.place) for _, where, _, _ in self.attackers)

    def attack(self) -> int:
        """Halves of each unit rounded up; guns whole."""
        halved = [-(-self.strength(unit, reduced) // (2 if short else 1)) for unit, _, reduced, short in self.attackers]
        return sum(halved) + sum(gun.full.attack for gun in self.guns)

    def defence(self) -> int:
        """Guns halved, rockets one, others doubled once."""
        total = 0
        for unit, reduced, _ in self.defenders:
            strength = self.strength(unit, reduced)
            if unit.type == "rocket":
                total += 1
            elif unit.type == "corps_artillery":
                total += (strength + 1) // 2
            else:
                total += strength * (2 if self.terrain == "town" or self.across else 1)
        return total + sum(gun.full.attack for gun in self.cover)

    def column(self) -> str:
        """The odds, then the attacker's shifts, then the defender's."""
        ratio = Fraction(self.attack(), self.defence())
        at = sum(ratio >= Fraction(*map(int, label.split("-"))) for label in COLUMNS) - 1
        at = max(at, 0)
        plane, shield = self.planes
        if plane and shield:
            plane = shield = False
        right = plane + (self.turn == "16AM")
        left = shield + (self.terrain in ("forest", "broken")) + (self.terrain == "town" and self.across)
        return COLUMNS[max(min(at + min(right, 2), 8) - min(left, 2), 0)]

    def modifier(self) -> int:
        """The better endurance."""
        ours = max([unit.er - short for unit, _, _, short in self.attackers] + [gun.er for gun in self.guns])
        theirs = max([unit.er - short for unit, _, short in self.defenders] + [gun.er for gun in self.cover])
        if theirs > ours:
            return 1
        return -1 if ours > theirs and not self.improved else 0


@pytest.mark.parametrize("seed", range(60))
def test_the_tally_is_that_of_the_book(seed: int):
    rng = random.Random(seed)
    for _ in range(5):
        _compare(rng)


def _compare(rng: random.Random) -> None:
    """A random battle with German attackers, reckoned twice."""
    the = game()
    grid, forces, ground = the.ground.grid, the.forces, the.ground
    wet = rng.random() < 0.6
    place = rng.choice([name for name in ground.numbers if bool(ground.over_rivers[hex_(name)]) == wet])
    around = grid.names(ground.ring[hex_(place)])
    if wet and rng.random() < 0.7:
        around = grid.names(ground.over_rivers[hex_(place)])
    turn = rng.choice([1, 3, 12])
    state = the.deployed("campaign")
    for unit in forces.units:
        if state.at[unit.number] >= 0:
            state.lift(unit.number)
    state.turn, state.improved, state.forts = turn, 0, 0
    state.at = [-1] * len(forces.units)
    german = [unit for unit in forces.units if unit.side == 0 and unit.category != "artillery" and not unit.option]
    allied = [unit for unit in forces.units if unit.side == 1 and not unit.option]
    fort = hex_(place) in (hex_(name) for name in TABLES["fortifications"]["permanent"])
    improved = fort or rng.random() < 0.3
    book = Book(place, the.board.terrain_of(hex_(place)), the.turn_name(turn), improved)
    for unit in rng.sample(german, rng.randint(1, 4)):
        where, reduced, short = rng.choice(around), rng.random() < 0.3, rng.random() < 0.3
        book.attackers.append((unit, where, reduced, short))
        state.stand(unit.number, hex_(where))
        state.reduced |= reduced << unit.number
        state.unsupplied |= short << unit.number
    for unit in rng.sample(allied, rng.randint(1, 3)):
        reduced, short = rng.random() < 0.3 and unit.back is not None, rng.random() < 0.3
        book.defenders.append((unit, reduced, short))
        state.stand(unit.number, hex_(place))
        state.reduced |= reduced << unit.number
        state.unsupplied |= short << unit.number
    if improved and not fort:
        state.improved |= 1 << hex_(place)
    book.guns = rng.sample(
        [unit for unit in forces.units if unit.side == 0 and unit.category == "artillery"], rng.randint(0, 2)
    )
    used = {unit for unit, _, _ in book.defenders}
    guns = [unit for unit in allied if unit.category == "artillery" and unit not in used]
    book.cover = rng.sample(guns, rng.randint(0, 2))
    book.planes = rng.random() < 0.4, rng.random() < 0.4
    clash = Clash(
        0, hex_(place), sum(1 << unit.number for unit, *_ in book.attackers),
        sum(1 << unit.number for unit in book.guns), book.planes[0],
        sum(1 << unit.number for unit in book.cover), book.planes[1],
    )  # fmt: skip
    found = odds.tally(state, clash)
    assert (found.attack, found.defence, found.heading, found.modifier.value) == (
        book.attack(), book.defence(), book.column(), book.modifier(),
    )  # fmt: skip
