"""17 and 18: set-ups, rates and the ten scenarios."""

from __future__ import annotations

import pytest

from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.datafiles import AT_START, SCENARIOS
from tests.games.ardennes_offensive.table import Table, game, start
from tests.rulemark import rule

SET_UPS = {s["name"]: s for s in SCENARIOS["scenario"]}
(START_LINE,) = [line for line in ground.BOARD.lines if line.name == "start"]
ON_LINE = {h for side in START_LINE.sides for h in side.split("/") if ground.live(h)}
FRONT = {
    "german": {h for h in ON_LINE if ground.german_ground(h)},
    "allied": {h for h in ON_LINE if not ground.german_ground(h)},
}


def ours(side: str, front: bool | None = None) -> dict[str, str]:
    """The units of a side at the start, with their historical hexes."""
    return {
        u["id"]: u["start_hex"] for u in AT_START
        if u["side"] == side and (front is None or (u["front_line"] == "yes") == front)
    }  # fmt: skip


@rule("AO-18.0")
@pytest.mark.parametrize("name", [str(n) for n in range(1, 11)])
def test_each_of_the_ten_scenarios_begins_with_its_own_set_up(name: str):
    table = start(name)
    asked = table.asked()[1]
    want = SET_UPS[name]
    free = [f"{side} setup" for side in ("allied", "german") if want[f"{side}_setup"] == "free"]
    assert asked == (free[0] if free else "place")
    assert list(game().scenarios) == [str(n) for n in range(1, 11)]


@rule("AO-17.0.historical")
@pytest.mark.parametrize("name", ["1", "2", "7"])
def test_in_the_historical_set_up_all_stand_where_the_map_shows_them(name: str):
    table = start(name)
    assert {u["id"]: table.where(u["id"]) for u in AT_START} == {u["id"]: u["start_hex"] for u in AT_START}


@rule("AO-E.18.0", "AO-17.0.rates")
def test_scenario_2_has_accelerated_german_reinforcements():
    table = start("2").until("german mechanized").until("allied mechanized").until("german reinforcement")
    assert table.state.turn == 2
    assert table.offers("pick") == {"a2", "2SSPz-2", "2SSPz-3", "FE"}


@rule("AO-17.0.rates")
@pytest.mark.parametrize(
    ("name", "more"), [("1", {"9ID-39", "9ID-47", "1ID-26", "517pi"}), ("7", set())]
)
def test_the_slowed_list_takes_the_place_of_the_historical_one(name: str, more: set[str]):
    table = start(name).until("allied mechanized").until("german movement", "paradrop").until("allied reinforcement")
    tanks = {f"{division}AD-{command}" for division in (7, 10) for command in ("CCA", "CCB", "CCR")}
    assert table.state.turn == 2
    assert table.offers("pick") == tanks | more


# Free set-up


def arrange(table: Table, side: str) -> dict[str, set[str]]:
    """Set a side up by hand, and tell what each unit was offered."""
    offered: dict[str, set[str]] = {}
    unit = ""
    for _ in range(300):
        if table.asked()[1] not in (f"{side} setup", "place") or table.asked()[0] != side or table.state.turn > 1:
            break
        if table.offers("pick"):
            unit = min(table.offers("pick"))
            table.do(f"pick {unit}")
        elif table.offers("place"):
            offered[unit] = table.offers("place")
            assert table.state.decision.rule == "AO-R.40"
            table.do(f"place {max(table.offers('place'))}")
        else:
            break
        if table.where("a1").startswith("waiting"):
            break
    return offered


@rule("AO-17.0.front")
def test_front_line_units_may_stand_in_any_front_line_hex_without_stacking():
    table = start("4")
    offered = arrange(table, "allied")
    for unit in ours("allied", front=True):
        assert offered.get(unit, set()) <= FRONT["allied"]
    places = [table.where(unit) for unit in ours("allied")]
    assert len(set(places)) == len(places)
    assert {table.where(unit) for unit in ours("allied", front=True)} <= FRONT["allied"]


@rule("AO-17.0.rear")
def test_units_behind_the_front_line_may_stand_anywhere_on_their_side_but_not_in_it():
    table = start("4")
    offered = arrange(table, "allied")
    for unit in ours("allied", front=False):
        hexes = offered.get(unit, set())
        assert not hexes & FRONT["allied"]
        assert not any(map(ground.german_ground, hexes))
        assert all(map(ground.live, hexes))
    assert not {table.where(unit) for unit in ours("allied", front=False)} & FRONT["allied"]


@rule("AO-17.0.front")
def test_a_front_line_unit_is_refused_a_hex_behind_the_line():
    table = start("3")
    unit = min(ours("german", front=True))
    behind = next(h for h in ground.where(ground.german_ground) if h not in FRONT["german"])
    if unit in table.offers("pick"):
        table.do(f"pick {unit}")
    assert table.forbids(f"place {behind}") == "AO-17.0.front"


@rule("AO-17.0.front", "AO-17.0.rear")
def test_the_front_line_is_asked_for_first_and_then_the_rear():
    table = start("4")
    end = "or leave the rest where the map shows them"
    asked = table.state.decision
    assert (asked.rule, asked.prompt) == ("AO-17.0.front", f"Choose a unit to place on the front line, {end}")
    asked = table.do("done").state.decision
    assert (asked.rule, asked.prompt) == ("AO-17.0.rear", f"Choose a unit to place behind the front line, {end}")
    assert table.offers("pick") == set(ours("allied", front=False))


@rule("AO-17.0.rear")
def test_a_rear_unit_is_refused_a_front_line_hex():
    table = start("3")
    unit = min(ours("german", front=False))
    for _ in range(200):
        if unit in table.offers("pick"):
            table.do(f"pick {unit}")
            break
        table.do(str(table.state.decision.options[0]))
    taken = {table.where(unit) for unit in ours("german")}
    free, full = min(FRONT["german"] - taken), min(FRONT["german"] & taken)
    assert table.refusal(f"place {free}").text == f"{free} is not behind the front line."
    assert table.forbids(f"place {free}") == "AO-17.0.rear"
    assert table.refusal(f"place {full}").text == f"{full} is occupied; units may not stack during set-up."


@rule("AO-R.40")
def test_all_units_of_a_free_set_up_are_in_standard_mode():
    table = start("4")
    table.do(f"pick {min(table.offers('pick'))}")
    for hex_ in (min(FRONT["german"]), "3505", next(filter(ground.edge, ground.HEXES))):
        assert table.forbids(f"place {hex_}") == "AO-R.40"
    table.do(f"place {min(table.offers('place'))}")
    arrange(table, "allied")
    assert not any("road-mode" in table.statuses(unit) for unit in ours("allied"))
