"""Battles for the tests of combat: a clash in a line, an attack declared without support, and what a die does."""

from __future__ import annotations

from ardennes.engine import Event
from ardennes.games.bitter_woods import odds
from ardennes.games.bitter_woods.odds import Clash, Tally
from tests.games.bitter_woods.table import Table, game, hex_, units

GERMAN, ALLIED = 0, 1


def clash(
    place: str,
    by: str,
    *,
    guns: str = "",
    plane: bool = False,
    cover: str = "",
    shield: bool = False,
    side: int = GERMAN,
) -> Clash:
    """An attack on a hex; units are names separated by spaces."""
    return Clash(side, hex_(place), units(by), units(guns), plane, units(cover), shield)


def tally(table: Table, place: str, by: str, **more: object) -> Tally:
    """The arithmetic of an attack on the table."""
    return odds.tally(table.state, clash(place, by, **more))  # type: ignore[arg-type]  # as `clash` names them


def figures(found: Tally) -> tuple[int, int, str, int]:
    """Attack, defence, column, what is added to the die."""
    return found.attack, found.defence, found.heading, found.modifier.value


def lines(found: Tally, about: str) -> list[tuple[str, int]]:
    """The rules of a tally's lines about something, each with what it changed."""
    return [(line.rule, int(line.after - line.before)) for line in found.lines if line.about == about]


def ring(place: str) -> list[str]:
    """The hexes next to a hex."""
    grid = game().ground.grid
    return grid.names(game().ground.ring[grid.index(place)])


def declare(table: Table, place: str, *names: str) -> Table:
    """Attack a hex with some units, or with all that can, and let the question of support come."""
    table.try_(f"target {place}")
    if not names:
        while table.asked()[1] == "attack" and table.offers("join"):
            table.do(f"join {min(table.offers('join'))}")
    for name in names:
        table.try_(f"join {name}")
    return table.do("done")


def unsupported(table: Table) -> Table:
    """Both sides do without support."""
    while table.state.chance is None:
        assert table.asked()[1] in ("support", "defence")
        table.do("done")
    return table


def strike(table: Table, place: str, *names: str) -> Table:
    """Attack a hex without support; the die is due."""
    return unsupported(declare(table, place, *names))


def results(table: Table, die: int) -> tuple[str, list[Event]]:
    """The label that a die gives in the battle in hand, and all that was logged; the table stays as it is."""
    fork = table.fork().roll(die)
    return fork.result(), fork.events()


def die_for(table: Table, label: str) -> int:
    """A die that gives a result in the battle in hand. Raises LookupError if none does."""
    for die in range(1, 7):
        found = odds.tally(table.state, table.state.top.clash)
        if game().crt[found.column.at][odds.face(table.state, found, die) - 1] == label:
            return die
    raise LookupError(f"no die gives {label} in column {found.heading}")
