"""The sequence of play (BW-4), and the set-up before it (BW-3)."""

from __future__ import annotations

from ardennes.games.bitter_woods import sequence
from tests.games.bitter_woods.table import Table, at, begin, game, unit, units
from tests.rulemark import rule

# Both sides have something to do in every phase: a reserve, a fight, a bridge to blow and one to build.
BUSY = (
    "116Pz-16 1421 / 2Pz-3 1524 / 26VG-78 1324 / 28Inf-110 1624 / 10Arm-CCA 2426 / 10Arm-CCB 2426 / "
    "28Inf-109 1424 / 26VG-39 1223"
)


def later(table: Table, most: int = 60) -> list[tuple[str, str, str]]:
    """Who is asked in which phase by which rule, until the turn is over; nobody does anything."""
    seen, turn = [], table.state.turn
    for _ in range(most):
        if table.state.over or table.state.chance is not None or table.state.turn > turn:
            break
        seen.append((table.asked()[0], table.state.phase, table.state.decision.rule))
        table.do("done")
    return list(dict.fromkeys(seen))


@rule("BW-3.0", "BW-4.0")
def test_a_game_begins_with_the_set_up_and_the_german_turn_of_16am():
    table = begin()
    assert (table.state.turn, table.state.phasing) == (1, 0)
    assert table.asked() == ("german", "german movement"), "no reserves, no aircraft: the German player moves"
    for name, place in (("28Inf-110", "1424"), ("1SS-Peiper", "0212"), ("2Inf-9", "0907"), ("9SS-9", "pool")):
        assert table.where(name) == place
    named = {u.name: u.start for u in game().forces.units if u.start and not u.option}
    assert {name: table.where(name) for name in named} == named
    assert set(game().ground.grid.names(table.state.improved)) == set(game().tables["improved"]["hexes"])
    assert game().scenarios["campaign"].rule == "BW-17.0"


@rule(
    "BW-4.0", "BW-4.0.supply", "BW-4.0.interdiction", "BW-4.0.reserve", "BW-4.0.movement", "BW-4.0.combat",
    "BW-4.0.exploitation", "BW-4.0.construction", "BW-4.0.record",
)  # fmt: skip
def test_the_phases_follow_each_other_the_german_turn_first():
    table = at("german supply", BUSY, turn=5)
    seen = later(table)
    assert list(dict.fromkeys(phase for _, phase, _ in seen)) == [
        "german supply", "allied interdiction", "german reserve", "german movement", "german combat",
        "german demolition", "allied reserve", "allied movement", "allied combat", "allied demolition",
    ]  # fmt: skip
    assert ("allied", "german supply", "BW-12.5") in seen
    assert ("allied", "allied interdiction", "BW-11.3") in seen
    phases = [event.text for event in table.events("phase")]
    assert phases == [
        "Allied Interdiction Phase", "German turn: Reserve Phase", "German turn: Movement Phase",
        "German turn: Combat and Demolition Phase", "German turn: Mechanized Exploitation Phase",
        "German turn: Bridge Construction Phase", "Allied turn: Mutual Supply Phase", "Allied turn: Reserve Phase",
        "Allied turn: Movement Phase", "Allied turn: Combat and Demolition Phase",
        "Allied turn: Mechanized Exploitation Phase", "Allied turn: Bridge Construction Phase",
        "German turn: Mutual Supply Phase",
    ]  # fmt: skip
    assert table.texts("BW-4.0.record") == ["Game-Turn 5 ends"]
    assert table.texts("BW-4.0") == ["Game-Turn 6 begins: 18 Dec PM"]


@rule("BW-4.0.exploitation", "BW-4.0.construction")
def test_exploitation_and_construction_come_after_combat():
    more = '[markers]\nblown = ["1524/1624"]'
    table = at("german reserve", "116Pz-16 1421 / 2Pz-2 1524 / 28Inf-110 2426", turn=5, more=more)
    table.do("reserve 116Pz-16", "done", "pick 2Pz-2", "repair 1524/1624")
    seen = later(table)
    german = [phase for _, phase, _ in seen if phase.startswith("german")]
    assert german == ["german movement", "german exploitation", "german construction"]
    assert {"BW-4.0.exploitation", "BW-4.0.construction"} <= set(table.rules("phase"))


@rule("BW-4.0.supply", "BW-4.0.interdiction", "BW-4.0.reserve", "BW-4.0.combat", "BW-4.0.construction")
def test_nothing_is_done_out_of_order():
    table = at("german movement", BUSY, turn=5)
    for action, found in (
        ("drop 2426", "BW-4.0.supply"),
        ("interdict 1424", "BW-4.0.interdiction"),
        ("reserve 116Pz-16", "BW-4.0.reserve"),
        ("target 1624", "BW-4.0.combat"),
        ("blow 1524/1624", "BW-4.0.combat"),
        ("span 1324/1424", "BW-4.0.construction"),
    ):
        assert table.forbids(action) == found
    reserve = at("german reserve", BUSY, turn=5)
    assert reserve.forbids("target 1624") == "BW-4.0.combat"
    assert reserve.forbids("drop 2426") == "BW-4.0.supply"
    assert at("german supply", BUSY, turn=5).forbids("reserve 116Pz-16") == "BW-4.0.reserve"
    assert at("allied interdiction", BUSY, turn=5).forbids("blow 1524/1624") == "BW-4.0.combat"
    assert at("allied demolition", BUSY, turn=5).forbids("target 1524") == "BW-4.0.combat"


def test_there_is_no_interdiction_in_the_allied_turn():
    assert [name for name in sequence.ORDER if "interdiction" in name] == ["allied interdiction"]
    assert sequence.ORDER.index("allied interdiction") == 1
    assert [name.partition(" ")[2] for name in sequence.ORDER[8:]] == [
        "supply", "reserve", "movement", "combat", "demolition", "exploitation", "construction",
    ]  # fmt: skip


def test_what_was_done_in_a_player_turn_is_forgotten_when_the_next_begins():
    table = at("german combat", f"{BUSY} / A-401 1223 fired / A-174 2224 fired", turn=5)
    state = table.state
    state.busy, state.reserve, state.tried = units("26VG-39"), units("116Pz-16"), 1
    for _ in range(20):
        if state.phase == "allied movement":
            break
        table.do("done")
    assert (state.busy, state.reserve, state.tried, state.repairs) == (0, 0, 0, {})
    assert table.has("fired", "A-401"), "a German gun fires once in a Game-Turn"
    assert not table.has("fired", "A-174"), "an Allied one once in each player turn"
    for _ in range(20):
        if state.turn == 6:
            break
        table.do("done")
    assert not state.fired >> unit("A-401") & 1
