"""Random play and random positions beside the textbook: they agree wherever a game leads."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from ardennes.engine import Kind, Record
from tests.games.bulge import ground
from tests.games.bulge.crowds import crowd, scattered
from tests.games.bulge.datafiles import COLUMNS, UNITS, column_of, die_for
from tests.games.bulge.table import Table, at, game
from tests.games.bulge.textbook import OTHER, Map, exchanges, side_of
from tests.rulemark import rule

SEEDS = (1, 2)


def book(table: Table) -> Map:
    """The position for the textbook, with markers, motorised and bound units, and closed edge hexes."""
    state: Any = table.state
    marked = {side: frozenset(ground.GRID.names(state.marked[n])) for n, side in enumerate(game().sides)}
    names = state.game.forces.names
    moving = frozenset(unit for unit in UNITS if "motorised" in state.marks(unit))
    entered = {names[unit]: ground.GRID.name(i) for unit, i in state.entered.items()}
    closed = {table.where(unit)[:4] for unit in UNITS if "/" in table.where(unit)}
    found = table.textbook()
    return Map(found.turn, found.places, marked, moving, entered, frozenset(closed))


def beginnings(rng: random.Random) -> Iterator[Table]:
    """Games without end: one from the start, one out of a crowd, and so on."""
    while True:
        yield Table(Record.start(game(), "campaign", weather=rng.choice(("historical", "variable")), airdrop="on"))
        yield crowd(scattered(rng, rng.choice((3, 6, 9))), f"{rng.choice(game().sides)} movement").march()


def moments(seed: str, decisions: int) -> Iterator[tuple[Table, random.Random]]:
    """Random games, decision by decision."""
    rng = random.Random(seed)
    for table in beginnings(rng):
        while not table.state.over:
            if table.state.chance is not None:
                table.record.roll(table.state.chance.sample(rng))
                continue
            decisions -= 1
            if not decisions:
                return
            yield table, rng
            table.record.apply(rng.choice(list(table.state.decision.options)))


@rule("BU-10.0.limit")
@pytest.mark.parametrize("seed", SEEDS)
def test_movement(seed: int):
    compared = 0
    for table, rng in moments(f"movement/{seed}", 1500):
        if table.state.decision.kind != Kind.PICK or rng.random() < 0.9 or "motorise" in table.verbs:
            continue
        found = book(table)
        moved = frozenset(unit for unit in found.places if "moved" in table.marks(unit))
        mine = sorted(table.movers())
        for unit in rng.sample(mine, min(3, len(mine))):
            where = f"turn {table.state.turn}, {unit} in {found.places[unit]}"
            resupplied = "resupplied" in table.marks(unit)
            assert found.supplied(unit) or resupplied, where
            assert table.reach(unit) == found.ends(unit, moved=moved), where
            assert table.moving(unit).state.decision.rule == "BU-10.0.limit"
            compared += 1
        for unit in rng.sample(sorted(table.movers("test")), min(2, len(table.movers("test")))):
            assert not found.supplied(unit), unit
            compared += 1
    assert compared > 40


@rule("BU-10.0.once", "BU-9.1.locked", "BU-9.0.must")
@pytest.mark.parametrize("seed", SEEDS)
def test_who_may_move_and_who_must_attack(seed: int):
    """Whoever has not moved, in no enemy zone, with somewhere to go; whoever has not attacked, beside a fresh enemy."""
    moves = duties = 0
    for table, rng in moments(f"turns/{seed}", 2500):
        decision, found = table.state.decision, book(table)
        side, enemy = decision.side, OTHER[decision.side]
        if decision.step == f"{side} movement" and rng.random() < 0.1 and "motorise" not in table.verbs:
            for unit in sorted(unit for unit in found.places if side_of(unit) == side):
                if "moved" in table.marks(unit):
                    assert table.forbids(f"pick {unit}") in ("BU-10.0.once", "BU-15.0.move")
                elif found.in_enemy_zone(side, found.places[unit]):
                    assert table.forbids(f"pick {unit}") == "BU-9.1.locked"
                elif unit not in table.movers() | table.movers("test"):
                    assert table.forbids(f"pick {unit}") == "BU-10.0.limit"
                    assert not found.ends(unit)
                moves += 1
        elif decision.step == f"{side} post-combat":
            fought = {unit for unit in found.places if "fought" in table.marks(unit)}
            due = {unit for unit in found.places if side_of(unit) == side and found.enemies(unit) - fought} - fought
            assert {(duty.who, duty.rule) for duty in decision.obligations} == {(unit, "BU-9.0.must") for unit in due}
            foes = {unit for unit in found.places if side_of(unit) == enemy and found.enemies(unit) - fought} - fought
            assert table.offers("target") == {found.places[unit] for unit in foes}
            duties += len(due)
    assert moves > 100
    assert duties > 50


@pytest.mark.parametrize("seed", SEEDS)
def test_supply_and_zones(seed: int):
    compared = 0
    for table, rng in moments(f"supply/{seed}", 2000):
        if rng.random() < 0.97:
            continue
        found = book(table)
        for side in game().sides:
            assert table.state.zoc(side) == found.zones[side]
        units = sorted(found.places)
        for unit in rng.sample(units, min(8, len(units))):
            if "resupplied" not in table.marks(unit):
                assert table.supplied(unit) == found.supplied(unit), (table.state.turn, unit, found.places[unit])
                compared += 1
    assert compared > 100


@rule("BU-12.3")
@pytest.mark.parametrize("seed", SEEDS)
def test_attacks_retreats_and_exchanges(seed: int):
    attacks = retreats = exchanged = 0
    for table, _ in moments(f"attacks/{seed}", 2000):
        decision, found = table.state.decision, book(table)
        battle = table.state.battle()
        if decision.step == "attack" and battle is not None and battle.attackers:
            compare_attack(table, found)
            attacks += 1
        elif decision.step == "step back":
            (unit,) = table.state.game.screen(table.state.view(decision.side)).prompt.pieces
            assert (table.offers("step"), decision.rule) == (found.retreats(unit), "BU-12.3")
            retreats += 1
        elif decision.step == "exchange":
            exchanged += 1
            assert len(table.offers("lose")) >= 2
    assert attacks > 20
    assert retreats > 5


def compare_attack(table: Table, found: Map) -> None:
    battle = table.state.battle()
    assert battle is not None
    target = found.here[battle.targets[0]]
    odds = table.state.odds(battle)
    assert odds.defence == found.defence(target, battle.attackers), battle
    tables = table.offers("choose")
    hungry = [u for u in battle.attackers if not found.supplied(u) and "resupplied" not in table.marks(u)]
    if tables and hungry:
        assert tables == {"secondary"}
        assert table.forbids("choose primary") == "BU-12.1.supply"
    elif tables:
        demand = found.meets_the_demand(target, battle.attackers)
        assert tables == ({"primary", "secondary"} if demand else {"primary"})
        assert demand or table.forbids("choose secondary") in ("BU-12.1.secondary", "BU-R.13")


@rule("BU-14.0", "BU-5.0.supply", "BU-8.0", "BU-R.8")
@pytest.mark.parametrize("seed", range(12))
def test_movement_and_supply_in_a_crowd(seed: int):
    rng = random.Random(f"crowd/{seed}")
    side, found = rng.choice(game().sides), scattered(rng, rng.choice((3, 4, 9, 15)))
    units, table = list(found.places), crowd(found, f"{side} movement").march()
    for unit in units:
        assert table.supplied(unit) == found.supplied(unit), unit
        if table.supplied(unit):
            gift = side_of(unit) == "german" and found.turn <= 3
            assert table.state.supply(unit).rule == ("BU-5.0.supply" if gift else "BU-14.0")
    for unit in sorted(table.movers()):
        assert table.reach(unit) == found.ends(unit), unit
        for hex_ in set(found.reach(unit)) - found.ends(unit):
            assert table.moving(unit).forbids(f"go {hex_}") in ("BU-8.0", "BU-R.6"), unit
        costs = found.reach(unit)
        reached = table.state.reach(unit)
        assert {h: c for h, c in reached.costs.items() if h not in found.here} == {
            h: costs[h] for h in reached.costs if h not in found.here
        }, unit
    hungry = {u for u in units if side_of(u) == side and not found.supplied(u) and found.ends(u)}
    assert table.movers("test") == hungry
    assert all(table.forbids(f"pick {unit}") == "BU-R.8" for unit in hungry)


@pytest.mark.parametrize("seed", range(40))
def test_exchanges_are_the_nearest_sum(seed: int):
    """Up to six attackers around a defender: what the engine lets the attacker lose is one of the textbook's sets."""
    rng = random.Random(f"exchange/{seed}")
    target = rng.choice([u for u in UNITS if side_of(u) == "allied"])
    attackers = rng.sample([u for u in UNITS if side_of(u) == "german" and u != "vDH"], rng.randint(2, 6))
    centre = "0519"
    pieces = {target: [centre], **{u: [h] for u, h in zip(attackers, ground.neighbours(centre), strict=False)}}
    table = at("german pre-combat", pieces, turn=3, german_support=6)
    table.declare(centre, attackers, "primary")
    while "support" in table.verbs:
        table.do("support")
    columns = {action.thing for action in table.state.decision.options}
    column = next(c for c in COLUMNS if c in columns and "Ex" in column_of("primary", c))
    table.do(f"fight {column}").roll(die_for("primary", column, "Ex"))
    assert table.result() == "Ex"
    while "lose" in table.verbs:
        table.do(f"lose {rng.choice(sorted(table.offers('lose')))}")
    assert frozenset(table.eliminated() - {target}) in exchanges(target, attackers)
