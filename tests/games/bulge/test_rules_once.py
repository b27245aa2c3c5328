"""A rule stands once: what is offered, what is refused and what the log says of a cost all follow from one list."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from ardennes.counters.bars import first_bar
from ardennes.counters.terms import leave_out
from ardennes.games.bulge import combat, journeys, movement, moves, supply
from ardennes.games.bulge.movement import TERMS, Terms, Walk
from ardennes.games.bulge.queries import Situation
from tests.games.bulge import ground
from tests.games.bulge.crowds import anywhere
from tests.games.bulge.scenes import CUT_OFF, FIELD, LATE
from tests.games.bulge.table import at
from tests.rulemark import rule

POINT = 5  # parts of a movement point in which costs are counted


def positions(seed: str, steps: int = 60) -> Iterator[Situation]:
    """The positions of a game at random out of some position, wherever somebody decides."""
    rng = random.Random(seed)
    state = anywhere(rng).state
    assert isinstance(state, Situation)
    for _ in range(steps):
        if state.over:
            return
        if state.chance is not None:
            state.roll(state.chance.sample(rng))
            continue
        yield state
        options = list(state.decision.options)
        state.apply(rng.choice([option for option in options if option.verb != "done"] or options))


def offered(state: Situation, verb: str) -> set[str]:
    return {action.thing for action in state.decision.options if action.verb == verb}


# ---- what may be picked


@pytest.mark.parametrize("seed", range(6))
def test_exactly_those_units_are_offered_that_no_bar_covers(seed: int):
    looked = 0
    for state in positions(f"bars/{seed}"):
        if state.top.step not in ("german movement", "allied movement"):
            continue
        motorising = state.top.stage == moves.MOTORISE
        for verb in ("motorise",) if motorising else ("pick", "test"):
            names, bars = enumerate(state.game.forces.names), moves.BARS[verb]
            assert offered(state, verb) == {name for unit, name in names if first_bar(unit, bars(state)) is None}
            looked += 1
    assert looked


@pytest.mark.parametrize("seed", range(6))
def test_exactly_those_hexes_are_targets_that_no_bar_covers(seed: int):
    for state in positions(f"targets/{seed}"):
        if state.top.step.endswith("combat"):
            grid = state.game.ground.grid
            enemies = grid.bits(state.held[1 - state.phasing])
            free = {grid.name(i) for i in enemies if first_bar(i, combat.bars_to_target(state)) is None}
            assert offered(state, "target") == free


# ---- where a unit may go


def test_every_rule_of_a_move_acts_in_a_field_of_its_own_terms():
    assert {term.field for term in TERMS} <= set(Terms._fields)
    assert len({term.rule for term in TERMS}) == len(TERMS)


@pytest.mark.parametrize("seed", range(6))
def test_without_any_rule_a_unit_gets_anywhere(seed: int):
    for state in positions(f"terms/{seed}"):
        walk = state.decision.data
        if isinstance(walk, Walk):
            everywhere = Walk(state, leave_out(walk.terms, TERMS))
            assert everywhere.reached | everywhere.start == state.game.ground.grid.all


@pytest.mark.parametrize("seed", range(6))
def test_the_items_of_a_way_add_up_to_its_cost(seed: int):
    looked = 0
    for state in positions(f"items/{seed}"):
        walk = state.decision.data
        if isinstance(walk, Walk):
            for i in state.game.ground.grid.bits(walk.reached):
                assert sum(item.fifths for item in journeys.items(walk, i)) == walk.cost(i)
                looked += 1
    assert looked


# ---- the arithmetic of a refusal


def needed(text: str) -> tuple[float, float, float]:
    """What a refusal says is needed, what is left, and the sum of the items that it lists."""
    found = re.search(r"[:;] ([\d /]+) needed, (\d+) left: (.*?)(?: \(BU-|\.$)", text)
    assert found is not None, text
    items = re.findall(r"(−?)(\d[\d /]*)(?:,|$)", found.group(3))
    return _figure(found.group(1)), _figure(found.group(2)), sum((-1 if sign else 1) * _figure(n) for sign, n in items)


def _figure(text: str) -> float:
    """Movement points as a sentence writes them: `2`, `1 2/5`, `3/5`."""
    total = 0.0
    for part in text.split():
        over, _, under = part.partition("/")
        total += int(over) / int(under or 1)
    return total


@rule("BU-10.0.limit")
def test_a_refusal_for_lack_of_points_says_the_arithmetic():
    table = at("german movement", "12VG 4 at .", centre=FIELD).moving("12VG")
    expected = table.textbook().reach("12VG")
    too_far = next(h for h in sorted(ground.ring(FIELD, 6)) if h not in expected)
    reason = table.state.why_not(f"go {too_far}")
    assert reason is not None
    assert reason.rule == "BU-10.0.limit"
    assert reason.text.startswith(f"12 VG cannot go to {too_far}: ")
    wanted, left, items = needed(reason.text)
    assert (left, items) == (5, wanted)
    assert wanted > left


@rule("BU-14.1.movement")
def test_a_die_that_was_too_low_says_it_too():
    table = at("allied movement", CUT_OFF, centre=FIELD, turn=LATE).march().do("test 28Inf").roll(1)
    reasons = [table.state.why_not(f"go {hex_}") for hex_ in ground.ring(FIELD, 2)]
    texts = [reason.text for reason in reasons if reason and "its die roll was too low" in reason.text]
    assert texts
    for text in texts:
        wanted, left, items = needed(text)
        assert left == 1
        assert 1 < wanted == items <= 5


@pytest.mark.parametrize("seed", range(4))
def test_the_arithmetic_is_right_wherever_it_is_said(seed: int):
    rng, seen = random.Random(seed), 0
    for state in positions(f"sums/{seed}"):
        if not isinstance(state.decision.data, Walk):
            continue
        for hex_ in rng.sample(ground.HEXES, 12):
            reason = state.why_not(f"go {hex_}")
            if reason is not None and " needed, " in reason.text:
                wanted, left, items = needed(reason.text)
                assert items == pytest.approx(wanted), reason.text
                assert wanted > left, reason.text
                seen += 1
    assert seen


def test_a_unit_that_cannot_pay_for_its_exit_hears_what_it_would_cost():
    state = at("german movement", {"12VG": [FIELD]}).state
    assert isinstance(state, Situation)
    way = state.game.ground.exits[0]
    where = way.name.partition("/")[0]
    for start in ground.HEXES:
        if start == where:
            continue
        table = at("german movement", {"12VG": [start]}).moving("12VG")
        walk = table.state.decision.data
        if isinstance(walk, movement.Walk) and walk.reached >> way.hex & 1 and walk.cost(way.hex) == 5 * POINT:
            reason = table.state.why_not(f"exit {way.name}")
            assert reason is not None
            assert (reason.rule, reason.text) == (
                "BU-3.1.cost", f"12 VG cannot exit the map from {where}: 6 needed, 5 left."
            )  # fmt: skip
            return
    raise LookupError("no hex of the map fits")


# ---- supply that is known already


@pytest.mark.parametrize("seed", range(8))
def test_supply_that_is_known_already_is_never_out_of_date(seed: int):
    found_anew = 0
    for state in positions(f"supply/{seed}", 120):
        before = [lines for _, lines in state.lines]
        anew = state.copy()
        anew.ways, anew.lines = ((0, None),) * 2, ((None, None),) * 2
        for side in (0, 1):
            assert supply.lines(state, side).mask == supply.lines(anew, side).mask
            found_anew += supply.lines(state, side) is not before[side]
    assert found_anew  # the positions were not all alike


def test_supply_is_found_once_for_a_position_and_its_copies():
    state = at("allied movement", CUT_OFF, centre=FIELD, turn=LATE).march().state
    assert isinstance(state, Situation)
    known = supply.lines(state, 1)
    assert supply.lines(state, 1) is known
    assert supply.lines(state.copy(), 1) is known
    elsewhere = state.suppose({"28Inf": ground.beyond(FIELD, "E")})
    assert supply.lines(elsewhere, 1) is not known
    assert supply.lines(state, 1) is known
