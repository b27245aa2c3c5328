"""Whole games at random, with every list of options held against the textbook.

The textbook knows no masks, no caches and no engine; where the two agree at every decision of some games, either both
have misread the booklet in the same way, or neither has.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable

import pytest

from ardennes.engine import Action, Record
from tests.games.axis_allies import ground, snapshot
from tests.games.axis_allies.table import Table, game, other
from tests.games.axis_allies.test_00_setup import ROWS
from tests.games.axis_allies.textbook import Map
from tests.rulemark import rule

GAMES = 6


def attacks(table: Table, position: Map, side: str) -> None:
    """A side may attack from every hex with a fresh unit, a target and a token, and may pass."""
    assert table.offers("attack") == position.may_attack(side, snapshot.attacked(table))
    assert table.may("pass")


def targets(table: Table, position: Map, side: str) -> None:
    """Every neighbour with enemy pieces that is no target yet."""
    hex_, named = snapshot.declaring(table)
    assert table.offers("target") == position.targets(side, hex_) - named
    assert table.may("done") == bool(named)


def payment(table: Table, position: Map, side: str) -> None:
    """Every hex that a token may come from."""
    assert table.offers("pay") == position.sources(side, snapshot.paid_for(table))


def retreat(table: Table, position: Map, side: str) -> None:
    """Every open hex around."""
    kind, hex_ = snapshot.retreating(table)
    assert table.offers("step") == position.retreats(side, kind, hex_)


def paying(table: Table, position: Map, side: str) -> None:
    """Every hex with combat units and a token in reach; a blitz for activated hexes with tanks."""
    activated, blitzed = snapshot.activated(table)
    payable = {hex_ for hex_ in position.held(side) if position.sources(side, hex_)}
    assert table.offers("activate") == payable - activated
    tanks = {hex_ for hex_ in activated - blitzed if position.units.get((hex_, "tank"))}
    assert table.offers("blitz") == tanks & payable


def moves(table: Table, position: Map, side: str) -> None:
    """Every fresh unit that can go somewhere, and only trucks that are the side's own and free to move."""
    lots = {f"{kind}@{hex_}" for hex_, kind in position.ready if position.reach(side, kind, hex_)}
    trucks = {name for name in table.offers("pick") if name.startswith("truck")}
    assert table.offers("pick") - trucks == lots
    for name in trucks:
        owner, hex_ = position.trucks[name]
        assert owner == side
        assert not position.captured(side, hex_)


def trucks_home(table: Table, position: Map, side: str) -> None:
    """Every free truck."""
    assert table.offers("return") == {name for name in position.trucks if position.free(side, name)}


def blitz(table: Table, position: Map, side: str) -> None:
    """One hex, as a tank enters hexes, or none."""
    assert table.offers("step") == position.one_hex(side, "tank", snapshot.blitzing(table))
    assert table.may("stop")


def drive(table: Table, position: Map, side: str) -> None:
    """What may be loaded where the truck is; and a truck that was stopped goes no further."""
    truck = snapshot.driving(table)
    room = sum(map(int, table.cargo(truck).split()[1::2])) < 6
    assert table.offers("load") == (position.loads(side, table.truck(truck)) if room else set())
    assert table.offers("go") | table.offers("step") <= position.reach(side, "truck", table.truck(truck))


def reinforcement(table: Table, position: Map, side: str) -> None:
    """All that is left on open rows, all trucks off the board, and a blitz for each formation with tanks."""
    ready = {name: left for name in open_rows(table, side) if (left := table.chart(name))}
    lots = {
        f"{kind}@{name}"
        for name, left in ready.items()
        for kind in left.split()[::2]
        if position.entries(side, EDGE[name])
    }
    late = {name for name, turn in TRUCK_TURN.items() if turn > table.state.turn}
    trucks = table.trucks(side, "off") - late if position.truck_entries(side) else set()
    assert table.offers("pick") == lots | trucks
    paid, entered = snapshot.blitz_paid(table)
    tanks = {lot.partition("@")[2] for lot in lots if lot.startswith("tank@")}
    assert table.offers("blitz") == (tanks - paid - entered if table.depot(side) else set())


def arrive(table: Table, position: Map, side: str) -> None:
    """The hexes of the right edge."""
    assert table.offers("place") == position.entries(side, EDGE[snapshot.arriving(table)])


def load_up(table: Table, position: Map, side: str) -> None:
    """Infantry and artillery of all open rows, supply, and the road hexes of the side's edges."""
    units = {
        f"{kind}@{name}"
        for name in open_rows(table, side)
        for kind in table.chart(name).split()[::2]
        if kind in ("inf", "art")
    }
    stock = {f"supply@{ {'axis': 'axis', 'allies': 'allied'}[side] }-off-board"} if table.depot(side) else set()
    room = sum(map(int, table.cargo(snapshot.driving(table)).split()[1::2])) < 6
    assert table.offers("load") == (units | stock if room else set())
    assert table.offers("place") == position.truck_entries(side)


def open_rows(table: Table, side: str) -> list[str]:
    """The formations of a side whose turn has come."""
    return [
        row["id"]
        for row in ROWS
        if row["side"] == side and row["formation"] and 0 < int(row["turn"]) <= table.state.turn
    ]


EDGE = {
    row["id"]: ground.REGIONS[
        row["army_or_chart"].lower().replace(" ", "-")
        if row["side"] == "axis"
        else f"{row['army_or_chart'].lower().removesuffix('ern')}-edge"
    ]
    for row in ROWS
    if row["formation"]
}
TRUCK_TURN = {
    truck: int(row["turn"])
    for truck, row in zip(
        ("truck-al11", "truck-al12"), [row for row in ROWS if row["turn"] != "0" and row["truck"] != "0"], strict=True
    )
}

CHECKS: dict[str, Callable[[Table, Map, str], None]] = {
    "axis attack": attacks,
    "allies attack": attacks,
    "targets": targets,
    "payment": payment,
    "retreat": retreat,
    "axis movement": paying,
    "allies movement": paying,
    "axis moves": moves,
    "allies moves": moves,
    "trucks home": trucks_home,
    "blitz": blitz,
    "drive": drive,
    "axis reinforcement": reinforcement,
    "allies reinforcement": reinforcement,
    "arrive": arrive,
    "load up": load_up,
}


QUESTIONS = {  # the rule under which each of these questions is asked
    "axis attack": {"AA-2.1"}, "allies attack": {"AA-2.1"}, "targets": {"AA-2.2"}, "payment": {"AA-2.3.a", "AA-3.2.a"},
    "retreat": {"AA-2.7.e"}, "axis movement": {"AA-3.2"}, "allies movement": {"AA-3.2"}, "axis moves": {"AA-3.3"},
    "allies moves": {"AA-3.3"}, "trucks home": {"AA-3.1"}, "blitz": {"AA-0.18"}, "drive": {"AA-0.21"},
    "axis reinforcement": {"AA-3.9"}, "allies reinforcement": {"AA-3.9"}, "arrive": {"AA-3.11", "AA-3.12"},
    "load up": {"AA-3.11.a", "AA-3.12.a"},
}  # fmt: skip


def picked(table: Table, position: Map, line: str) -> None:
    """Where a piece that was just picked up may go."""
    piece, side = line.split()[1], table.state.decision.side
    if table.step() == "move":
        kind, _, hex_ = piece.partition("@")
        assert table.offers("go") == position.reach(side, kind, hex_), line
    elif table.step() == "drive" and piece in position.trucks:
        hex_ = position.trucks[piece][1]
        if hex_ in ground.HEXES:
            assert table.offers("go") == position.reach(side, "truck", hex_), line


# ---- the log of a move's end ----

ENDINGS = ("move", "blitz", "onward", "load up")
ENDS = ("AA-3.5", "AA-3.3.f", "AA-3.13.b")


def ended(table: Table, action: Action) -> str:
    """The hex where a unit's move ends with an action, or the truck comes in."""
    if action.verb == "load":
        return ""
    return snapshot.blitzing(table) if action.verb == "stop" else action.thing


def what_ended(position: Map, step: str, side: str, hex_: str) -> set[str]:
    """What the log says of a unit that ends its move in a hex, and of a truck that goes no further than its entry."""
    enemy = other(side)
    if step == "load up":
        return {"AA-3.13.b"} if hex_ in position.zone(enemy) else set()
    found = {"AA-3.5"} if position.depot(enemy, hex_) else set()
    return found | ({"AA-3.3.f"} if hex_ in ground.TOWNS and not position.controls(side, hex_) else set())


class Walk:
    """A game at random; `looked` says how often each step was held against the textbook."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"textbook/{seed}")
        self.table = Table(Record.start(game(), "watch-on-the-rhine"))
        self.looked: Counter[str] = Counter()

    def to_the_end(self) -> None:
        """Play and look at every decision."""
        while not self.table.state.over:
            if self.table.state.chance is not None:
                self.table.record.roll(self.table.state.chance.sample(self.rng))
            else:
                self._decide()

    def _decide(self) -> None:
        table, decision = self.table, self.table.state.decision
        position = snapshot.snapshot(table)
        if decision.step in CHECKS:
            assert decision.rule in QUESTIONS[decision.step], decision.step
            CHECKS[decision.step](table, position, decision.side)
            self.looked[decision.step] += 1
        action = self._eager(list(decision.options))
        if action.verb == "done" and decision.step == "allies reinforcement":
            self._upkeep(snapshot.unloaded(table))
            return
        tank, paid = decision.step == "move" and snapshot.moving(table), snapshot.activated(table)[1]
        where = ended(table, action) if decision.step in ENDINGS else ""
        told = len(table.record.events)
        table.record.apply(action)
        if where and table.step() not in ("blitz", "onward"):
            self.looked["log"] += 1
            new = [event for event in table.record.events[told:] if event.kind in ("control", "stop")]
            said = {(event.rule, event.at) for event in new if event.rule in ENDS}
            assert said == {(rule_, where) for rule_ in what_ended(position, decision.step, decision.side, where)}
        if tank and not self.table.state.over:
            assert (table.step() == "blitz") == (tank[0] == "tank" and tank[1] in paid)
        if action.verb == "pick" and decision.step.endswith("moves"):
            picked(table, position, str(action))
            self.looked["picked"] += 1

    def _eager(self, options: list[Action]) -> Action:
        """An option at random; declining is taken less often than doing something."""
        bold = [action for action in options if action.verb not in ("done", "pass", "stop")]
        return self.rng.choice(bold if bold and self.rng.random() < 0.85 else options)

    def _upkeep(self, position: Map) -> None:
        """The front line moves as the textbook says, and the points follow it."""
        told = len(self.table.record.events)
        self.table.do("done")
        after = position.after_upkeep()
        assert self.table.axis_ground() == after
        axis, allies = ({hex_ for hex_ in ground.HEXES if position.stands(side, hex_)} for side in ("axis", "allies"))
        said = [event.text for event in self.table.record.events[told:] if event.rule == "AA-R.37"]
        idle = [hexes for hexes in (axis & allies, axis - allies - after) if hexes]
        assert [set(re.findall(r"\b[A-Z]\d+\b", text)) for text in said] == idle
        if self.table.step() not in ("stacking", "shed"):
            assert self.table.points() == sum(ground.TOWNS.get(hex_, 0) for hex_ in position.after_upkeep())
        self.looked["upkeep"] += 1


@rule("AA-2.2", "AA-2.7.a", "AA-3.2", "AA-4.1", "AA-4.4")
@pytest.mark.parametrize("seed", range(GAMES))
def test_every_list_of_options_is_the_textbooks(seed: int):
    walk = Walk(seed)
    walk.to_the_end()
    assert walk.looked["upkeep"] == walk.table.state.turn
    assert all(
        walk.looked[step]
        for step in ("axis attack", "retreat", "axis movement", "allies moves", "picked", "drive", "load up")
    )
