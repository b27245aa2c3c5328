"""Phase 2, steps 4 to 7: strips, hits, losses, and more than six defenders."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

import pytest

from tests.games.axis_allies import ground, textbook
from tests.games.axis_allies.table import Table, at, tallied
from tests.rulemark import rule

LOSSES = "1 tank, 1 supply destroyed; 1 infantry, 1 artillery to retreat"
HEX = ground.find(ground.deep, ground.dry, ground.plain, ground.allied)
FROM = ground.beyond(HEX, "E")


def attacked(defenders: str, dice: str, *, trucks: int = 0, again: str = "") -> Table:
    """A hex full of Allied units is attacked with just enough infantry and artillery for the dice."""
    number = len(dice.split())
    units = f"art {number // 3}" if number % 3 == 0 else f"inf {number % 3} art {number // 3}"
    parked = "\n".join(f"truck-al{n} {HEX}" for n in range(1, trucks + 1))
    drawing = f"axis {FROM} {units.replace(' art 0', '')} supply 1\n{parked}"
    if defenders:
        drawing += f"\nallies {HEX} {defenders}"
    table = at("axis attack", drawing).attack(FROM, HEX, dice)
    return table.do(f"roll {again}") if again else table


def all_retreat(table: Table) -> Table:
    """The owner sends everybody anywhere."""
    while table.state.chance is None and table.step() in ("retreats", "retreat"):
        table.do(str(table.state.decision.options[0]))
    return table


def left(table: Table) -> str:
    """What is left of the defenders when everybody who must has gone."""
    return all_retreat(table).force("allies", HEX)


# ---- 2.4, 2.6 the strips ----


@rule("AA-2.6")
@pytest.mark.parametrize(
    ("face", "kind", "box"),
    [
        (1, "inf", "infantry 1"),
        (2, "tank", "tank 1"),
        (3, "art", "artillery 1"),
        (4, "truck", "truck 1"),
        (5, "supply", "supply"),
        (6, "inf", "infantry 1"),
    ],
)
def test_boxes_run_infantry_tanks_artillery_trucks_supply_and_round_again(face: int, kind: str, box: str):
    table = attacked("inf 1 tank 1 art 1 supply 1", f"{face} {face}", trucks=1)
    assert kind not in left(table).split()
    assert len(left(table).split()) == 8
    assert table.told("AA-2.6") == [f"Hits in {HEX}: {face} on {box}, {face} on {box}"]


@rule("AA-2.4")
@pytest.mark.parametrize(("defenders", "boxes"), [("inf 3 tank 2 art 1", 6), ("inf 1 supply 4", 2), ("supply 9", 1)])
def test_the_defenders_of_a_hex_are_laid_out_in_boxes(defenders: str, boxes: int):
    table = at("axis attack", f"axis {FROM} inf 1 supply 1\nallies {HEX} {defenders}").declare(FROM, HEX)
    assert tallied(table.odds_now())["AA-2.4"] == boxes


@rule("AA-2.6")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_a_single_defender_is_reached_by_every_number(face: int):
    assert left(attacked("inf 1", f"{face} {face}")) == ""


@rule("AA-2.5")
@pytest.mark.parametrize(("face", "after"), [(6, ""), (7, "inf 1"), (12, "inf 1")])
def test_six_or_less_hits(face: int, after: str):
    table = attacked("inf 1", f"{face} {face}")
    assert left(table) == after
    hits = "2 hits" if face == 6 else "no hits"
    assert table.told("AA-2.5") == [f"2 dice on {HEX}: {face}, {face}; 6 or less is a hit: {hits}"]


@rule("AA-2.6", "AA-2.7.d")
def test_hits_go_where_the_numbers_say_and_to_nobody_else():
    assert left(attacked("inf 3", "2 2 2 2")) == "inf 2"


# ---- 2.7 what hits do ----


@rule("AA-2.7.a")
@pytest.mark.parametrize("kind", ["inf", "tank", "art"])
def test_a_combat_unit_hit_once_retreats(kind: str):
    table = all_retreat(attacked(f"{kind} 1", "1"))
    gone = {hex_: force for hex_, force in table.forces("allies").items() if hex_ != HEX}
    assert list(gone.values()) == [f"{kind} 1"]


@rule("AA-2.7.b")
@pytest.mark.parametrize("kind", ["inf", "tank", "art"])
def test_a_combat_unit_hit_twice_is_destroyed(kind: str):
    assert all_retreat(attacked(f"{kind} 1", "1 1")).forces("allies") == {}


@rule("AA-2.7.c")
def test_a_truck_is_destroyed_by_one_hit():
    table = attacked("", "1", trucks=1)
    assert table.truck("truck-al1") == "dead"


@rule("AA-2.7.c", "AA-2.4")
def test_only_the_enemys_trucks_and_tokens_of_a_hex_are_hit():
    pieces = f"axis {HEX} supply 2\nallies {HEX} supply 1\ntruck-ax1 {HEX}\ntruck-al1 {HEX}"
    table = at("axis attack", f"axis {FROM} inf 2 supply 1\n{pieces}")
    assert tallied(table.odds("axis", HEX, f"inf@{FROM}"))["AA-2.4"] == 2
    table.attack(FROM, HEX, "1 2")
    assert (table.force("axis", HEX), table.force("allies", HEX)) == ("truck 1 supply 2", "")
    assert table.told("AA-2.7.c") == [f"The Allies lose Truck 7 in {HEX}", f"The Allies lose 1 supply in {HEX}"]


@rule("AA-2.7.c")
def test_each_hit_on_supply_takes_one_token():
    table = attacked("supply 5", "1 4 6 12")
    assert table.force("allies", HEX) == "supply 2"
    assert table.told("AA-2.7.c") == [f"The Allies lose 3 supply in {HEX}"]


@rule("AA-2.7.d")
def test_hits_beyond_the_last_token_are_wasted():
    table = attacked("inf 1 supply 1", "2 2 2 2")
    assert left(table) == "inf 1"
    assert table.told("AA-2.7.d") == ["3 hits wasted"]


@rule("AA-2.7.d")
def test_a_hit_too_many_on_trucks_is_wasted():
    table = attacked("", "1 1 1", trucks=2)
    assert table.force("allies", HEX) == ""


@rule("AA-2.7.d")
def test_a_third_hit_on_a_unit_is_wasted():
    table = attacked("tank 2", "1 1 1")
    assert left(table) == "tank 1"
    assert table.told("AA-2.7.d") == ["One hit wasted"]


@rule("AA-R.18", "AA-2.4")
def test_all_tokens_share_one_box_and_each_truck_has_its_own():
    drawing = f"axis {FROM} inf 1 supply 1\nallies {HEX} inf 1 supply 9\ntruck-al1 {HEX}\ntruck-al2 {HEX}"
    tally = tallied(at("axis attack", drawing).odds("axis", HEX, f"inf@{FROM}"))
    assert (tally["AA-2.4"], tally["AA-R.18"]) == (4, 1)  # an infantry, two trucks, and all supply
    table = attacked("inf 1 supply 9", "4 4", trucks=2)
    assert table.force("allies", HEX) == "inf 1 truck 2 supply 7"


@rule("AA-R.18")
def test_the_limit_of_six_counts_boxes_not_tokens():
    six = at("axis attack", f"axis {FROM} inf 1 supply 1\nallies {HEX} inf 5 supply 9").odds("axis", HEX, f"inf@{FROM}")
    assert "AA-R.18" in tallied(six)
    assert "AA-2.11" not in tallied(six)
    table = attacked("inf 5 supply 9", "6 6")
    assert table.force("allies", HEX) == "inf 5 supply 7"


@rule("AA-2.7", "AA-2.7.b", "AA-2.7.c", "AA-R.19")
def test_all_losses_are_taken_before_anybody_retreats():
    table = attacked("inf 1 tank 1 art 1 supply 1", "1 2 2 3 4")
    assert (table.asked()[0], table.rule()) == ("allies", "AA-R.19")
    assert table.force("allies", HEX) == "inf 1 art 1"
    assert table.told("AA-2.7") == [f"Attack on {HEX}: {LOSSES}"]
    assert table.told("AA-2.7.b") == [f"The Allies lose 1 tank in {HEX}"]
    assert table.told("AA-2.7.c") == [f"The Allies lose 1 supply in {HEX}"]


# ---- 2.11 more than six defenders ----


@rule("AA-2.11")
def test_hits_on_seven_defenders_are_thrown_again():
    table = attacked("inf 6 tank 1", "1 6 7 12")
    assert (table.dice(), table.rule()) == (2, "AA-2.11")


@rule("AA-2.6")
def test_hits_on_six_defenders_are_not():
    table = attacked("inf 6", "12 6 6")
    assert left(table) == "inf 5"
    assert table.told("AA-2.6") == [f"Hits in {HEX}: 6 on infantry 6, 6 on infantry 6"]
    assert not table.told("AA-2.11")


@rule("AA-2.11")
@pytest.mark.parametrize(("face", "kind"), [(7, "tank"), (8, "inf"), (12, "inf"), (1, "inf")])
def test_the_second_throw_cannot_miss_and_counts_from_one_to_twelve(face: int, kind: str):
    table = attacked("inf 6 tank 1", "1 1", again=f"{face} {face}")
    assert left(table) == {"tank": "inf 6", "inf": "inf 5 tank 1"}[kind]


@rule("AA-2.7")
def test_seven_defenders_without_a_hit_are_left_alone():
    table = attacked("inf 6 tank 1", "7 12")
    assert table.step() != "throw again"
    assert table.force("allies", HEX) == "inf 6 tank 1"
    assert table.told("AA-2.7") == [f"Attack on {HEX}: no effect"]


@rule("AA-2.7")
@pytest.mark.parametrize("seed", range(40))
def test_any_attack_ends_as_the_textbook_says(seed: int):
    rng = random.Random(seed)
    stack = [rng.randint(0, 4), rng.randint(0, 4), rng.randint(0, 2)]
    trucks, tokens = rng.randint(0, 2), rng.randint(0, 3)
    if not sum(stack) + trucks + tokens:
        stack[0] = 1
    dice = [rng.randint(1, 12) for _ in range(rng.randint(1, 11))]
    boxes = textbook.strip(stack[0], stack[1], stack[2], trucks, tokens)
    hits = [die for die in dice if die <= 6]
    again = [rng.randint(1, 12) for _ in hits] if len(boxes) > 6 else []
    defenders = " ".join(f"{kind} {n}" for kind, n in zip(("inf", "tank", "art"), stack, strict=True) if n)
    defenders += f" supply {tokens}" if tokens else ""
    table = attacked(defenders, " ".join(map(str, dice)), trucks=trucks, again=" ".join(map(str, again)))
    lost, _ = textbook.resolved(boxes, tokens, again or hits)
    whole = {"inf": stack[0], "tank": stack[1], "art": stack[2], "truck": trucks, "supply": tokens}
    after = all_retreat(table).forces("allies")
    assert added(after.values()) == {kind: n - lost[kind] for kind, n in whole.items() if n > lost[kind]}


def added(forces: Iterable[str]) -> dict[str, int]:
    """All forces together, by type."""
    found: Counter[str] = Counter()
    for words in map(str.split, forces):
        found.update({kind: int(n) for kind, n in zip(words[::2], words[1::2], strict=True)})
    return dict(found)
