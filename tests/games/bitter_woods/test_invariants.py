"""What is never true of a sound position: each claim holds at the start and in play, and can fail."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from ardennes.counters import POOL
from ardennes.counters.duties import Duty
from ardennes.games.bitter_woods.queries import Situation
from ardennes.games.bitter_woods.state import NORTH, OUT
from tests.games.bitter_woods.table import at, begin, bridge, game, hex_, unit, units

SOUND = "2Pz-3 1524 / 26VG-78 1324 / 28Inf-110 1624 / 10Arm-CCA 2426 / A-401 1223"


def sound() -> Situation:
    return at("german movement", SOUND, turn=5).state


def wrong(state: Situation) -> list[str]:
    return list(game().invariants(state))


def put(name: str, value: object) -> Callable[[Situation], None]:
    return lambda state: setattr(state, name, value)


def place(name: str, where: int) -> Callable[[Situation], None]:
    def move(state: Situation) -> None:
        state.at[unit(name)] = where
        state.refresh()

    return move


def crowd(state: Situation) -> None:
    for name in ("26VG-39", "26VG-77", "2Pz-2", "2Pz-304"):
        state.stand(unit(name), hex_("1223"))


def owe(**changes: Any) -> Callable[[Situation], None]:
    duty = Duty("engagement", "BW-9.5.ENG", 0, hex_("1624"), units("2Pz-3"), units("28Inf-110"), 5, "german combat")
    return lambda state: state.owe(duty._replace(**changes))


def repair(name: str, side: str, *, blown: bool = True, busy: bool = True) -> Callable[[Situation], None]:
    def begin_it(state: Situation) -> None:
        number = bridge(side)
        state.repairs[number] = unit(name)
        state.blown = state.blown | 1 << number if blown else state.blown & ~(1 << number)
        if busy:
            state.busy |= units(name)

    return begin_it


BROKEN = [
    (place("28Inf-110", hex_("1524")), "both sides are in 1524"),
    (put("held", [0, 0]), "“held” is not what the position says"),
    (put("zone", [0, 0]), "“zone” is not what the position says"),
    (crowd, "1223 holds too many units"),
    (place("2Pz-3", hex_("0211")), "2Pz-3 in a forest without a road"),
    (place("2Pz-3", NORTH), "2Pz-3 is German and waits off the map"),
    (place("26VG-78", OUT), "26VG-78 has left beyond the Meuse and is not German and mechanized"),
    (place("10Arm-CCA", NORTH), "10Arm-CCA is off the map, and nobody knows since when"),
    (put("left", {unit("28Inf-110"): 3}), "28Inf-110 is on the map and counts as off it"),
    (put("counted", units("2Pz-3")), "2Pz-3 counts for victory and has not left the map"),
    (put("reduced", units("A-401")), "A-401 is reduced with one step"),
    (put("fired", units("2Pz-3")), "2Pz-3 has fired and is not artillery"),
    (put("reserve", units("26VG-78")), "26VG-78 is in reserve and may not be"),
    (put("reserve", units("2Pz-3")), "2Pz-3 is in reserve next to an enemy"),
    (put("busy", units("28Inf-110")), "28Inf-110 is at work in the other side's turn"),
    (put("moved", units("28Inf-110")), "28Inf-110 has moved in the other side's turn"),
    (put("fought", units("28Inf-110")), "28Inf-110 attacked in the other side's turn"),
    (put("unbound", units("26VG-78")), "26VG-78 is free of boundaries and was never bound"),
    (put("improved", 1 << hex_("1922")), "an improved position without a unit: 1922"),
    (put("improved", 1 << hex_("2426")), "an improved position in a town: 2426"),
    (put("forts", 1 << hex_("1524")), "a fortification where none is built: 1524"),
    (put("captured", 1 << hex_("1524")), "captured, and no hex of Liège: 1524"),
    (put("aircraft", (0, 9)), "allied has or uses 9 aircraft of 1"),
    (put("interdicted", 3 << hex_("1524")), "allied has or uses 3 aircraft of 1"),
    (put("dropped", units("2Pz-3")), "2Pz-3 is supplied by an air drop and is not Allied"),
    (put("aircraft", (-1, 0)), "german has or uses -1 aircraft of 3"),
    (put("built", 9), "the Germans have rebuilt 9 bridges"),
    (put("blown", 1 << 999), "a bridge is blown that does not exist"),
    (put("tried", 1), "bridges were tried in another phase"),
    (repair("26VG-78", "1324/1424", blown=False), "1324/1424 stands and is under repair"),
    (repair("26VG-78", "1324/1424", busy=False), "26VG-78 repairs 1324/1424 and is not at work"),
    (repair("2Pz-3", "1324/1424"), "2Pz-3 repairs 1324/1424 and is not beside it"),
    (owe(units=units("2Pz-2")), "2Pz-2 has a part in what is owed since 1624 and is not there"),
    (owe(against=units("28Inf-112")), "28Inf-112 has a part in what is owed since 1624 and is not there"),
    (owe(units=0), "nobody owes what is owed since 1624"),
    (owe(turn=4), "what is owed since 1624 should have lapsed"),
]


@pytest.mark.parametrize(("change", "said"), BROKEN, ids=[said for _, said in BROKEN])
def test_each_claim_can_fail(change: Callable[[Situation], None], said: str):
    state = sound()
    assert wrong(state) == []
    change(state)
    assert any(said in text for text in wrong(state)), wrong(state)


def test_a_unit_of_a_short_army_that_counts_as_supplied_is_told():
    state = at("german movement", SOUND, turn=9).state
    state.shortage = "5Pz"
    assert any("short of supply and counts as supplied" in text for text in wrong(state))


def test_a_german_out_of_supply_too_early_is_told():
    state = at("german movement", SOUND, turn=3).state
    state.unsupplied = units("2Pz-3")
    assert wrong(state) == ["2Pz-3 is out of supply too early"]


def test_hexes_interdicted_in_the_allied_turn_are_told():
    state = at("allied movement", SOUND, turn=5, more="[tracks]\nallied-aircraft = 0").state
    state.interdicted = 1 << hex_("1524")
    assert wrong(state) == ["hexes are interdicted in the Allied turn"]


@pytest.mark.parametrize("name", ["2Pz-3", "2Pz-2", "PzLehr-Recon", "9SS-20", "FuhEs"])
def test_mechanized_units_that_have_left_are_no_fault(name: str):
    assert wrong(at("german movement", f"26VG-78 1324 / {name} out counted / 28Inf-110 1624", turn=5).state) == []


def test_a_unit_that_has_built_may_attack_and_be_lost():
    state = sound()
    state.busy = units("26VG-78")
    state.lift(unit("26VG-78"))
    assert wrong(state) == []


def test_a_unit_reduced_before_it_came_is_told():
    state = sound()
    name = next(u.name for u in game().forces.units if state.at[u.number] == POOL and u.back)
    state.reduced = units(name)
    assert wrong(state) == [f"{name} has not arrived, yet is reduced"]


@pytest.mark.parametrize("scenario", ["campaign", "six-turn", "eight-turn"])
def test_nothing_is_wrong_in_random_play(scenario: str):
    rng, state = random.Random(7), begin(scenario).state
    for _ in range(600):
        if state.over:
            break
        if state.chance is not None:
            state.roll(state.chance.sample(rng))
        else:
            state.apply(rng.choice(state.decision.options))
        assert wrong(state) == []
