"""Random play beside the textbook: movement, zones, supply, retreats and odds agree wherever a game leads."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator

import pytest

from ardennes.engine import Decision, Kind, Record
from ardennes.games.ardennes_offensive import accounts, bridges, retreat
from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.datafiles import SCENARIOS, UNITS
from tests.games.ardennes_offensive.table import Table, game
from tests.games.ardennes_offensive.textbook import OTHER, Map, odds, side_of
from tests.rulemark import rule

WEST_BANK = frozenset(u for entry in SCENARIOS["arrival"] if entry["section"] == "WB" for u in entry["units"])
SLOWED = {s["name"] for s in SCENARIOS["scenario"] if s["allied_reinforcements"] == "slowed"}
GAMES = [("1", 1), ("6", 3)]


class Watcher:
    """Plays at random, and remembers which bridges were cut for the phasing side when its supply was judged."""

    def __init__(self, scenario: str, seed: int) -> None:
        self.rng = random.Random(f"textbook/{scenario}/{seed}")
        self.table = Table(Record.start(game(), scenario))
        self.scenario = scenario
        self.judged: tuple[int, str] = (0, "")
        self.fixed: dict[str, frozenset[tuple[str, str]]] = {}

    def moments(self, decisions: int) -> Iterator[Table]:
        """The table at each decision; a phase of its own turn is seen only with bridges as judged for it."""
        for _ in range(decisions):
            state = self.table.state
            if state.over:
                return
            if state.chance is not None:
                self.table.record.roll(state.chance.sample(self.rng))
                continue
            self._judge()
            yield self.table
            self.table.record.apply(self.rng.choice(list(self.table.state.decision.options)))

    def _judge(self) -> None:
        """At the first question after the Supply Judgment Phase nothing has moved yet."""
        step = self.table.state.phase
        side, _, phase = step.partition(" ")
        now = (self.table.state.turn, side)
        if phase in ("movement", "combat") and now != self.judged:
            self.judged = now
            self.fixed = {side: self.table.textbook().interdicted(side)}

    def map(self) -> Map:
        """The textbook's map with what was judged for this Player-Turn."""
        found = self.table.textbook()
        bound = frozenset() if self.scenario in SLOWED or self.table.position.released else WEST_BANK
        return Map(found.turn, found.places, found.columns, bound, self.fixed)


@rule("AO-5.0")
@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_movement(scenario: str, seed: int):
    watcher, compared = Watcher(scenario, seed), 0
    for table in watcher.moments(2500):
        decision = table.state.decision
        if decision.kind != Kind.PICK or not decision.step.endswith(("movement", "mechanized")):
            continue
        if decision.rule == "AO-R.21" or watcher.rng.random() < 0.9:
            continue
        book = watcher.map()
        mine = [u for u in book.places if side_of(u) == decision.side and can_still_move(table, u, decision.step)]
        for unit in watcher.rng.sample(mine, min(4, len(mine))):
            points = int(UNITS[unit]["ma"]) // (1 if table.supply(unit) == "supplied" else 2)
            reach = book.reach(unit, points).keys() - {(book.places[unit], unit in book.columns)}
            reach -= kept_clear(table, book, decision)
            where = f"turn {table.state.turn}, {decision.step}, {unit} in {book.places[unit]}"
            assert table.reach(unit) == {h for h, column in reach if not column}, where
            assert table.reach(unit, "march") == {h for h, column in reach if column}, where
            compared += 1
            if len(reach) > 1:
                assert table.moving(unit).state.decision.rule == "AO-5.0"
    assert compared > 100


def kept_clear(table: Table, book: Map, decision: Decision) -> set[tuple[str, bool]]:
    """Where nobody ends a move because others must come in there (AO-R.31)."""
    moving = [unit for unit in UNITS if "mech" not in decision.step or UNITS[unit]["mechanized"] == "yes"]
    found = {unit: table.where(unit) for unit in moving if side_of(unit) == decision.side}
    waiting = {unit: at.split()[1] for unit, at in found.items() if at.startswith("waiting")}
    staged = {ground.GRID.name(i): n for i, n in table.position.staged.items()}
    return book.kept_clear(waiting, staged)


def can_still_move(table: Table, unit: str, step: str) -> bool:
    """Whether nothing but the ground decides where a unit may go."""
    barred = table.statuses(unit) & {"moved", "fought"} if "mech" in step else table.statuses(unit) & {"moved"}
    number = table.position.game.forces.index[unit]
    if barred or table.position.forced >> number & 1:
        return False
    return UNITS[unit]["mechanized"] == "yes" or "mech" not in step


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_supply_and_zones(scenario: str, seed: int):
    watcher, compared = Watcher(scenario, seed), 0
    for table in watcher.moments(2500):
        if watcher.rng.random() < 0.97:
            continue
        side = table.position.game.sides[table.position.phasing]
        other = OTHER[side]
        book = table.textbook()
        for each in (side, other):
            around = {h for u, at in book.places.items() if side_of(u) == each and u not in book.columns
                      for h in ground.neighbours(at)}  # fmt: skip
            assert table.state.zoc(each) == around
        if table.state.phase.endswith("setup") or table.state.turn == 1:
            continue
        units = [u for u in book.places if side_of(u) == other]
        for unit in watcher.rng.sample(units, min(6, len(units))):
            assert table.supply(unit) == book.supply(unit), (table.state.turn, unit, book.places[unit])
            compared += 1
    assert compared > 50


@rule("AO-10.2", "AO-7.3.D")
@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_retreats(scenario: str, seed: int):
    """The ways, and what closes the hexes round the unit."""
    watcher, compared, seen = Watcher(scenario, seed), 0, set()
    grid = ground.GRID
    for table in watcher.moments(2500):
        if watcher.rng.random() < 0.96:
            continue
        state, book = table.position, table.textbook()
        units = sorted(book.places)
        for unit in watcher.rng.sample(units, min(5, len(units))):
            hexes = watcher.rng.randint(1, 3)
            number = state.game.forces.index[unit]
            shade = bridges.shadow(state, state.game.forces.side[number])
            plan = retreat.flight(state, number, hexes, shade)
            found = retreat.best_ways(state, plan)
            ways = {tuple(grid.name(i) for i in way) for way in found}
            assert ways == book.retreats(unit, hexes), (table.state.turn, unit, book.places[unit], hexes)
            limits = {hex_: rule_ for rule_, _, hex_ in accounts.limits(state, plan)}
            for hex_, rule_ in shut(book, unit, table.state.zoc(OTHER[side_of(unit)])).items():
                assert limits.get(hex_, "") == rule_ or (not rule_ and not ground.live(hex_))
                seen.add(rule_)
            compared += 1
    assert compared > 100
    assert seen >= {"AO-10.2", "AO-7.3.D", ""}


def shut(book: Map, unit: str, zone: Collection[str]) -> dict[str, str]:
    """What closes each hex round a unit to its retreat, the hexes of friends left out."""
    side, found = side_of(unit), {}
    holder = {hex_: side_of(other) for other, hex_ in book.places.items()}
    for hex_ in ground.neighbours(book.places[unit]):
        if holder.get(hex_) != side and ground.edge(hex_):
            found[hex_] = "AO-5.3.N" if side == "german" else "AO-7.5.E" if hex_ in zone else ""
        elif holder.get(hex_) != side:
            found[hex_] = "AO-10.2" if hex_ in holder else "AO-7.3.D" if hex_ in zone else ""
    return found


@rule("AO-9.3.K")
@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_odds(scenario: str, seed: int):
    watcher, compared = Watcher(scenario, seed), 0
    for table in watcher.moments(4000):
        battle = table.state.battle()
        if battle is None or not battle.attackers or table.state.decision.step != "attack":
            continue
        book = table.textbook()
        states = {unit: table.supply(unit) for unit in battle.attackers}
        struck = [u for u in book.places if side_of(u) != battle.side and "fought" in table.statuses(u)]
        attack, defence = book.attack(battle.attackers, states), book.defence(battle.targets, struck)
        found = table.state.odds(battle)
        assert (found.attack, found.defence, found.column) == (attack, defence, odds(attack, defence)), battle
        assert not {"AO-9.3.K", "AO-10.1.odds"}.isdisjoint(line.rule for line in found.tally)
        compared += 1
    assert compared > 20
