"""Exact odds, held against every throw there is, against sampling, and against what the table then does."""

from __future__ import annotations

import itertools
import random
import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest

from ardennes.engine import ArdennesError, Battle, Effect, Odds
from tests import heap
from tests.games.axis_allies import ground, textbook
from tests.games.axis_allies.table import Table, at, measure, tallied
from tests.rulemark import rule

HEX = ground.find(ground.deep, ground.dry, ground.plain, ground.allied)
FROM = ground.beyond(HEX, "E")
NAMES = {"inf": "infantry", "tank": "tanks", "art": "artillery", "truck": "trucks", "supply": "supply"}

Force = tuple[int, int]  # fighters, bombers


def facing(defenders: str, attackers: str, *, trucks: int = 0) -> Table:
    """Axis units beside an Allied hex."""
    parked = "\n".join(f"truck-al{n} {HEX}" for n in range(1, trucks + 1))
    return at("axis attack", f"axis {FROM} {attackers} supply 1\nallies {HEX} {defenders}\n{parked}")


def lots(units: str) -> str:
    """`inf 1 tank 2` as one handle a unit."""
    words = units.split()
    return " ".join(f"{kind}@{FROM}" for kind, n in zip(words[::2], words[1::2], strict=True) for _ in range(int(n)))


def every_throw(dice: int, boxes: int) -> Iterator[tuple[list[int], Fraction]]:
    """The hits of every throw, second throws included, with their chance."""
    for faces in itertools.product(range(1, 13), repeat=dice):
        hits = [face for face in faces if face <= 6]
        if boxes <= 6:
            yield hits, Fraction(1, 12**dice)
            continue
        for again in itertools.product(range(1, 13), repeat=len(hits)):
            yield list(again), Fraction(1, 12 ** (dice + len(hits)))


def listed(boxes: list[str], tokens: int, dice: int) -> tuple[dict[str, Counter[int]], float]:
    """By listing: how many of each type are destroyed and retreat, and how likely every box is emptied."""
    found: dict[str, Counter[int]] = {}
    cleared = Fraction(0)
    for hits, chance in every_throw(dice, len(boxes)):
        destroyed, retreating = textbook.resolved(boxes, tokens, hits)
        for kind in set(boxes):
            _add(found, f"{NAMES[kind]} destroyed", destroyed[kind], chance)
            if kind in textbook.COMBAT:
                _add(found, f"{NAMES[kind]} retreating", retreating[kind], chance)
        gone = destroyed + retreating
        left = Counter(boxes) + Counter({"supply": tokens - 1 if tokens else 0})
        cleared += chance * (not left - gone)
    return found, float(cleared)


def _add(found: dict[str, Counter[int]], name: str, n: int, chance: Fraction) -> None:
    found.setdefault(name, Counter())[n] += chance  # type: ignore[assignment]  # chances, not counts


SMALL = [
    ("inf 1", 0, 0, "inf 1"),
    ("inf 2 tank 1", 0, 0, "inf 2"),
    ("inf 2 tank 1", 1, 1, "art 1"),
    ("tank 1", 0, 3, "inf 1 tank 1"),
    ("art 1", 2, 2, "art 1"),
    ("inf 4 tank 3", 0, 0, "inf 2"),
    ("inf 5 tank 1 art 1", 1, 4, "tank 1"),
]


@rule("AA-2.4")
@pytest.mark.parametrize(("defenders", "trucks", "tokens", "attackers"), SMALL)
def test_losses_and_retreats_by_type_are_those_of_every_throw(defenders: str, trucks: int, tokens: int, attackers: str):
    supply = f" supply {tokens}" if tokens else ""
    table = facing(defenders + supply, attackers, trucks=trucks)
    odds = table.odds("axis", HEX, lots(attackers))
    words = dict(zip(defenders.split()[::2], map(int, defenders.split()[1::2]), strict=True))
    boxes = textbook.strip(words.get("inf", 0), words.get("tank", 0), words.get("art", 0), trucks, tokens)
    expected, cleared = listed(boxes, tokens, int(odds.attack))
    for name, counts in expected.items():
        chances = measure(odds, name).chances
        most = {"infantry": words.get("inf", 0), "tanks": words.get("tank", 0), "artillery": words.get("art", 0)}
        assert len(chances) == 1 + {**most, "trucks": trucks, "supply": tokens}[name.split()[0]], name
        assert {n: pytest.approx(chance) for n, chance in enumerate(chances) if chance > 1e-12} == {
            n: float(chance) for n, chance in counts.items()
        }, name
    assert measure(odds, "hex cleared").mean == pytest.approx(cleared)


@rule("AA-2.11", "AA-R.18")
def test_the_tally_says_that_hits_are_thrown_again_and_that_tokens_share_a_box():
    odds = facing("inf 6 tank 1 supply 5", "art 1").odds("axis", HEX, lots("art 1"))
    assert (odds.attack, odds.defence) == (3, 8)
    assert {"AA-2.11", "AA-R.18"} <= {line.rule for line in odds.tally}


@rule("AA-0.15")
def test_the_mean_of_a_measure_is_that_of_its_chances():
    for found in big().measures:
        assert found.mean == pytest.approx(sum(n * chance for n, chance in enumerate(found.chances)))
        assert sum(found.chances) == pytest.approx(1)


def big() -> Odds:
    """Twenty-one dice on twelve boxes."""
    table = facing("inf 4 tank 3 art 3 supply 9", "inf 3 tank 6 art 2", trucks=1)
    return table.odds("axis", HEX, lots("inf 3 tank 6 art 2"))


def test_the_odds_of_twenty_one_dice_on_twelve_boxes_take_little_time():
    def took() -> float:
        before = time.process_time()
        big()
        return time.process_time() - before

    assert min(took() for _ in range(5)) < 0.05  # 10 ms are meant; the rest is the position and a busy machine


@rule("AA-2.11")
def test_sampled_attacks_of_many_dice_agree_with_the_measures():
    rng = random.Random(1944)
    boxes, tokens, dice, games = textbook.strip(4, 3, 3, 1, 9), 9, 21, 4000
    sums: Counter[str] = Counter()
    for _ in range(games):
        hits = [rng.randint(1, 12) for die in range(dice) if rng.randint(1, 12) <= 6]
        destroyed, retreating = textbook.resolved(boxes, tokens, hits)
        sums.update({f"{NAMES[kind]} destroyed": n for kind, n in destroyed.items()})
        sums.update({f"{NAMES[kind]} retreating": n for kind, n in retreating.items()})
    odds = big()
    assert odds.attack == dice
    for name, total in sums.items():
        assert measure(odds, name).mean == pytest.approx(total / games, abs=0.08), name


@rule("AA-2.7.k")
def test_units_that_have_no_way_back_count_as_destroyed():
    shut = "\n".join(f"allies {near} inf 6" for near in set(ground.around(HEX)) - ground.disc({FROM}))
    table = at("axis attack", f"axis {FROM} inf 1 supply 1\nallies {HEX} inf 1\n{shut}")
    odds = table.odds("axis", HEX, lots("inf 1"))
    assert measure(odds, "infantry destroyed").chances == pytest.approx((0.5, 0.5))


def test_measures_declare_what_they_are_about():
    odds = facing("inf 1 tank 1 supply 1", "tank 1", trucks=1).odds("axis", HEX, lots("tank 1"))
    declared = {one.name: one.kind for one in odds.measures}
    assert declared.pop("combat units gone") == ""
    assert declared.pop("hex cleared") == "cleared"
    assert len(declared) == 6
    assert all(name.endswith(kind) and kind for name, kind in declared.items())
    assert {one.whose for one in odds.measures} == {"defender"}


def test_an_attack_on_an_empty_hex_has_no_odds():
    table = at("axis attack", f"axis {FROM} inf 1 supply 1")
    with pytest.raises(ArdennesError, match=f"nothing to attack in {HEX}"):
        table.odds("axis", HEX, lots("inf 1"))


@rule("AA-0.15", "AA-2.4", "AA-2.7")
@pytest.mark.parametrize(
    ("defenders", "trucks"), [("inf 1 tank 1 supply 1", 0), ("art 1", 0), ("inf 1 supply 3", 1), ("supply 2", 0)]
)
def test_listed_results_are_the_frequencies_of_what_the_table_does(defenders: str, trucks: int):
    table = facing(defenders, "tank 1", trucks=trucks)
    odds = table.odds("axis", HEX, lots("tank 1"))
    before = counted(table.force("allies", HEX))
    combat = {kind for kind in before if kind in textbook.COMBAT}
    frequency: Counter[str] = Counter()
    done: dict[str, Effect] = {}
    table.declare(FROM, HEX).do("fight")
    for roll, _ in table.due().outcomes():
        tried = table.fork()
        tried.record.roll(roll)
        label = tried.events("result", "AA-2.7")[-1].label
        frequency[label] += 1
        left = counted(tried.force("allies", HEX))
        lost = before - left
        done[label] = Effect(
            losses=lost.total(),
            steps=sum(lost[kind] for kind in combat),
            retreat=int(tried.state.chance is None and tried.step() in ("retreats", "retreat")),
            eliminated=bool(combat) and not any(left[kind] for kind in combat),
        )
    assert {one.label: one.probability for one in odds.outcomes} == {
        label: pytest.approx(n / 144) for label, n in frequency.items()
    }
    assert {one.label: one.defender for one in odds.outcomes} == done
    assert {one.attacker for one in odds.outcomes} == {Effect()}


def counted(force: str) -> Counter[str]:
    """`inf 2 tank 1` as numbers by type."""
    words = force.split()
    return Counter({kind: int(n) for kind, n in zip(words[::2], words[1::2], strict=True)})


@rule("AA-0.15", "AA-2.4", "AA-2.11")
@pytest.mark.parametrize(
    ("defenders", "attackers", "column", "again"),
    [
        ("inf 1", "inf 1", "1 die on 1 box", False),
        ("inf 4 tank 2", "art 1", "3 dice on 6 boxes", False),
        ("inf 4 tank 3", "art 1", "3 dice on 7 boxes", True),
    ],
)
def test_the_column_says_how_many_dice_fall_on_how_many_boxes(defenders: str, attackers: str, column: str, again: bool):
    odds = facing(defenders, attackers).odds("axis", HEX, lots(attackers))
    dice, boxes = int(column.split()[0]), int(column.split()[3])
    assert (odds.column, odds.attack, odds.defence) == (column, dice, boxes)
    assert odds.facts == {"dice": dice, "boxes": boxes, "thrown_again": again}
    tally = tallied(odds)
    assert (tally["AA-0.15"], tally["AA-2.4"], "AA-2.11" in tally) == (dice, boxes, again)


@rule("AA-2.7.k", "AA-2.4")
def test_hexes_full_of_tanks_and_artillery_still_take_infantry():
    near = "\n".join(f"allies {hex_} tank 6 art 3" for hex_ in set(ground.around(HEX)) - ground.disc({FROM}))
    table = at("axis attack", f"axis {FROM} inf 1 supply 1\nallies {HEX} inf 1 tank 1\n{near}")
    odds = table.odds("axis", HEX, lots("inf 1"))
    assert [line.text for line in odds.tally if line.rule == "AA-2.7.k"] == [
        "no tanks can retreat; those with one hit are destroyed"
    ]
    assert measure(odds, "infantry retreating").chances == pytest.approx((0.75, 0.25))
    assert measure(odds, "tanks destroyed").chances == pytest.approx((0.75, 0.25))


@rule("AA-2.7.k")
def test_a_result_without_any_way_back_says_that_nobody_retreats():
    shut = "\n".join(f"allies {near} inf 6 tank 6" for near in set(ground.around(HEX)) - ground.disc({FROM}))
    table = at("axis attack", f"axis {FROM} tank 1 supply 1\nallies {HEX} inf 1 tank 1 art 1\n{shut}")
    odds = table.odds("axis", HEX, lots("tank 1"))
    assert "no infantry can retreat; those with one hit are destroyed" in [line.text for line in odds.tally]
    told = {one.label: one.text for one in odds.outcomes if one.text}
    assert told["1 infantry, 1 tank to retreat"] == "1 infantry, 1 tank destroyed"
    assert told["1 artillery to retreat"] == "1 artillery destroyed"


@rule("AA-2.7.k")
def test_the_tally_says_how_many_of_a_type_find_no_hex():
    shut = "\n".join(f"allies {near} inf 5 tank 6" for near in set(ground.around(HEX)) - ground.disc({FROM}))
    table = at("axis attack", f"axis {FROM} inf 1 supply 1\nallies {HEX} inf 4 tank 1 art 1\n{shut}")
    places = len(set(ground.around(HEX)) - ground.disc({FROM}))
    lines = [line for line in table.odds("axis", HEX, lots("inf 1")).tally if line.rule == "AA-2.7.k"]
    assert places == 3
    assert [(line.text, line.before, line.after) for line in lines] == [
        ("3 infantry can retreat; others with one hit are destroyed", 4, 3),
        ("no tanks can retreat; those with one hit are destroyed", 1, 0),
    ]


@rule("AA-2.7.k")
@pytest.mark.parametrize(("full", "type_"), [("inf 6", "infantry"), ("tank 6", "tanks"), ("art 3", "artillery")])
def test_hexes_full_of_a_type_take_the_others(full: str, type_: str):
    shut = "\n".join(f"allies {near} {full}" for near in set(ground.around(HEX)) - ground.disc({FROM}))
    table = at("axis attack", f"axis {FROM} inf 1 supply 1\nallies {HEX} inf 1 tank 1 art 1\n{shut}")
    odds = table.odds("axis", HEX, lots("inf 1"))
    lines = [line.text for line in odds.tally if line.rule == "AA-2.7.k"]
    assert lines == [f"no {type_} can retreat; those with one hit are destroyed"]
    for each in ("infantry", "tanks", "artillery"):
        label = f"{each} {'destroyed' if each == type_ else 'retreating'}"
        assert measure(odds, label).chances == pytest.approx((5 / 6, 1 / 6))


# ---- fire at aircraft ----


def fire(types: int, aircraft: Force) -> dict[Force, Fraction]:
    """By listing: what a throw of so many dice leaves of a strip of air units."""
    boxes = ["fighter"] * aircraft[0] + ["bomber"] * aircraft[1]
    found: dict[Force, Fraction] = {}
    for hits, chance in every_throw(types, len(boxes)):
        hit = textbook.assigned(len(boxes), hits)
        lost = Counter(boxes[box] for box in hit)
        left = (aircraft[0] - lost["fighter"], aircraft[1] - lost["bomber"])
        found[left] = found.get(left, Fraction(0)) + chance
    return found


@rule("AA-1.3.II")
@pytest.mark.parametrize(("units", "aircraft"), [("inf 2", (1, 1)), ("inf 1 tank 3", (2, 1)), ("inf 1 art 2", (5, 3))])
def test_anti_aircraft_fire_is_exact(units: str, aircraft: Force):
    fighters, bombers = aircraft
    table = at("air combat", f"axis {HEX} {units}\nallies {HEX} fighter {fighters} bomber {bombers}", turn=5)
    types = tuple(f"{kind}@{HEX}" for kind in units.split()[::2])
    targets = (("allies", "fighter-al"),) * fighters + (("allies", "bomber-al"),) * bombers
    odds = table.state.odds(Battle("anti-aircraft", "axis", (HEX,), types, targets))
    expected = fire(len(types), aircraft)
    for at_, kind in enumerate(("fighters", "bombers")):
        chances = measure(odds, f"allies {kind} left").chances
        for n, chance in enumerate(chances):
            assert chance == pytest.approx(float(sum(p for left, p in expected.items() if left[at_] == n)))
    assert odds.column == f"{len(types)} {'die' if len(types) == 1 else 'dice'} on {fighters + bombers} air units"
    assert (odds.attack, odds.defence) == (len(types), fighters + bombers)
    assert tallied(odds) == {"AA-1.3.II": len(types)}
    losses = {one.label: (one.probability, one.defender.losses) for one in odds.outcomes}
    for left, share in expected.items():
        lost = (fighters - left[0], bombers - left[1])
        words = [f"{n} {kind}{'s' * (n > 1)}" for n, kind in zip(lost, ("fighter", "bomber"), strict=True) if n]
        label = f"{', '.join(words)} shot down" if words else "no effect"
        assert losses.pop(label) == pytest.approx((float(share), sum(lost)))
    assert not losses


@rule("AA-1.3.II")
def test_without_targets_named_the_fire_is_at_the_air_units_over_the_hex():
    table = at("air combat", f"axis {HEX} inf 1\nallies {HEX} fighter 2 bomber 1", turn=5)
    odds = table.state.odds(Battle("anti-aircraft", "axis", (HEX,), (f"inf@{HEX}",)))
    assert odds.defence == 3
    assert tallied(odds) == {"AA-1.3.II": 1}
    own = (("axis", "fighter-ax"),) * 2
    named = Battle("anti-aircraft", "axis", (HEX,), (f"inf@{HEX}",), (("allies", "bomber-al"), *own))
    assert table.state.odds(named).defence == 1


# ---- dogfights ----


@cache
def shots(dice: int, aircraft: Force) -> dict[Force, Fraction]:
    """What a side's throw leaves of the enemy: each box is hit by the share of numbers that lead to it."""
    boxes = ["fighter"] * aircraft[0] + ["bomber"] * aircraft[1]
    faces = range(1, 7) if len(boxes) <= 6 else range(1, 13)
    weight = Counter((face - 1) % len(boxes) for face in faces)
    found: dict[frozenset[int], Fraction] = {frozenset(): Fraction(1)}
    for _ in range(dice):
        after: dict[frozenset[int], Fraction] = {}
        for hit, chance in found.items():
            after[hit] = after.get(hit, Fraction(0)) + chance / 2
            for box, n in weight.items():
                new = hit | {box}
                after[new] = after.get(new, Fraction(0)) + chance / 2 * Fraction(n, len(faces))
        found = after
    ends: dict[Force, Fraction] = {}
    for hit, chance in found.items():
        lost = Counter(boxes[box] for box in hit)
        left = (aircraft[0] - lost["fighter"], aircraft[1] - lost["bomber"])
        ends[left] = ends.get(left, Fraction(0)) + chance
    return ends


@cache
def fought(axis: Force, allies: Force) -> dict[tuple[Force, Force], Fraction]:
    """How a dogfight ends, by solving the chain of its rounds."""
    if not sum(axis) or not sum(allies):
        return {(axis, allies): Fraction(1)}
    ends: dict[tuple[Force, Force], Fraction] = {}
    again = Fraction(0)
    for mine, p in shots(sum(allies), axis).items():
        for theirs, q in shots(sum(axis), allies).items():
            if (mine, theirs) == (axis, allies):
                again += p * q
                continue
            for end, r in fought(mine, theirs).items():
                ends[end] = ends.get(end, Fraction(0)) + p * q * r
    return {end: chance / (1 - again) for end, chance in ends.items()}


def dogfight(axis: Force, allies: Force) -> Odds:
    """What the engine says of a dogfight."""

    def pieces(side: str, force: Force) -> tuple[str, ...]:
        return (f"fighter-{side}",) * force[0] + (f"bomber-{side}",) * force[1]

    table = at("air placing", "", turn=5, first="axis")
    theirs = tuple(("allies", piece) for piece in pieces("al", allies))
    return table.state.odds(Battle("dogfight", "axis", (HEX,), pieces("ax", axis), theirs))


@rule("AA-1.3.I.a")
def test_one_fighter_against_one_falls_stays_or_falls_with_it_a_third_of_the_time_each():
    odds = dogfight((1, 0), (1, 0))
    assert measure(odds, "axis fighters left").chances == pytest.approx((2 / 3, 1 / 3))
    assert measure(odds, "allies fighters left").chances == pytest.approx((2 / 3, 1 / 3))
    assert measure(odds, "the Axis wins the air combat").mean == pytest.approx(1 / 3)
    assert measure(odds, "the Allies win the air combat").mean == pytest.approx(1 / 3)
    assert odds.column == "1 against 1"


@rule("AA-1.3.I.a")
def test_the_tally_of_a_dogfight_gives_every_air_unit_one_die():
    odds = dogfight((2, 1), (4, 0))
    assert [(line.rule, line.text, line.before, line.after) for line in odds.tally] == [
        ("AA-1.3.I.a", "one die for each Axis air unit", 0, 3),
        ("AA-1.3.I.a", "one die for each Allied air unit", 0, 4),
    ]
    theirs = tuple(("axis", piece) for piece in ("fighter-ax", "fighter-ax", "bomber-ax"))
    table = at("air placing", "", turn=5, first="axis")
    other = table.state.odds(Battle("dogfight", "allies", (HEX,), ("fighter-al",) * 4, theirs))
    assert (other.attack, other.defence, other.tally) == (3, 4, odds.tally)


@rule("AA-1.3.I.a")
@pytest.mark.parametrize(
    ("axis", "allies"), [((1, 0), (2, 0)), ((2, 0), (1, 1)), ((1, 1), (2, 1)), ((3, 1), (2, 1)), ((2, 1), (6, 1))]
)
def test_a_dogfight_is_solved_exactly(axis: Force, allies: Force):
    odds, expected = dogfight(axis, allies), fought(axis, allies)
    for side, name, force in ((0, "axis", axis), (1, "allies", allies)):
        for kind, word in enumerate(("fighters", "bombers")):
            if not force[kind]:
                continue
            for n, chance in enumerate(measure(odds, f"{name} {word} left").chances):
                wanted = sum(p for end, p in expected.items() if end[side][kind] == n)
                assert chance == pytest.approx(float(wanted)), (name, word, n)
        wins = sum(p for end, p in expected.items() if sum(end[side]))
        winner = ("the Axis wins", "the Allies win")[side]
        assert measure(odds, f"{winner} the air combat").mean == pytest.approx(float(wins))


def sampled(axis: Force, allies: Force, rng: random.Random) -> tuple[Force, Force]:
    """One dogfight with dice."""
    forces = [axis, allies]
    while all(map(sum, forces)):
        dice = [sum(force) for force in forces]
        for side in (0, 1):
            boxes = ["fighter"] * forces[side][0] + ["bomber"] * forces[side][1]
            hits = [face for _ in range(dice[1 - side]) if (face := rng.randint(1, 12)) <= 6]
            if len(boxes) > 6:
                hits = [rng.randint(1, 12) for _ in hits]
            lost = Counter(boxes[box] for box in textbook.assigned(len(boxes), hits))
            forces[side] = (forces[side][0] - lost["fighter"], forces[side][1] - lost["bomber"])
    return forces[0], forces[1]


def test_sampled_dogfights_agree_with_the_solved_chain():
    rng, games = random.Random(44), 4000
    ends = [sampled((3, 1), (9, 3), rng) for _ in range(games)]
    odds = dogfight((3, 1), (9, 3))
    for side, name in enumerate(("axis", "allies")):
        for kind, word in enumerate(("fighters", "bombers")):
            mean = sum(end[side][kind] for end in ends) / games
            assert measure(odds, f"{name} {word} left").mean == pytest.approx(mean, abs=0.1)


def test_the_worst_dogfight_is_solved_in_little_time():
    with heap.frozen():
        before = time.process_time()
        dogfight((3, 1), (9, 3))
        assert time.process_time() - before < 0.5
