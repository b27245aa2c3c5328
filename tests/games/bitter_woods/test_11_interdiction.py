"""Aircraft on the track and interdiction (BW-11.1, BW-11.3)."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods.movement import walk_of
from tests.games.bitter_woods.table import Table, at, begin, game
from tests.rulemark import rule

PIECES = "2Pz-3 1324 / 26VG-78 1324 / A-401 1324 / 28Inf-110 2426"
STANDING = 'standing = ["1324/1424"]'


def cost(table: Table, name: str, place: str) -> float:
    """What a unit pays for a step, in points."""
    unit, i = game().forces.index[name], game().ground.grid.index(place)
    price: int = walk_of(table.state, unit).cost(i)
    return price / game().ground.point


def interdicted(place: str, step: str = "german movement", pieces: str = PIECES, turn: int = 4) -> Table:
    return at(step, pieces, turn=turn, more=f'[markers]\n{STANDING}\ninterdicted = ["{place}"]')


@rule("BW-11.1")
@pytest.mark.parametrize("turn", [2, 4, 15, 17, 21])
def test_the_track_gives_aircraft_for_a_game_turn_and_those_not_used_are_lost(turn: int):
    more = '[markers]\nrepairs = { "1324/1424" = "28Inf-110" }\n[tracks]\ngerman-aircraft = 0\nallied-aircraft = 0'
    table = at("allied construction", "28Inf-110 1424 / 2Pz-3 1423", turn=turn - 1, more=more).do("done")
    assert table.state.turn == turn
    german, allied = game().tables["air"]["german"][turn - 1], game().tables["air"]["allied"][turn - 1]
    assert table.state.aircraft == (german, allied)
    given = f"The track gives the German player {german} and the Allied player {allied} aircraft units"
    assert table.texts("BW-11.1") == [given]


def test_nobody_flies_on_16am():
    assert begin().state.aircraft == (0, 0)


@rule("BW-11.3", "BW-4.0.interdiction")
def test_the_allied_player_interdicts_any_hexes_while_he_has_aircraft():
    table = at("allied interdiction", PIECES, turn=4)
    assert table.asked() == ("allied", "allied interdiction")
    assert len(table.offers("interdict")) == len(game().ground.numbers), "occupied or not"
    table.do("interdict 1424")
    assert table.texts("BW-11.3") == ["1424 is interdicted"]
    assert table.state.aircraft == (2, 1)
    table.do("interdict 1324")
    assert table.state.aircraft == (2, 0), "each aircraft is used once in a Game-Turn"
    assert table.state.phase == "german reserve", "and there is no third"
    assert table.forbids("interdict 1625") == "BW-4.0.interdiction"


@rule("BW-11.3.one")
def test_a_hex_has_one_aircraft():
    table = at("allied interdiction", PIECES, turn=4).do("interdict 1424")
    assert "1424" not in table.offers("interdict")
    reason = table.refusal("interdict 1424")
    assert reason.rule == "BW-11.3.one"
    assert reason.text == "1424 is already interdicted, and no more than one aircraft may be in a hex."


@rule("BW-11.3")
def test_it_costs_mechanized_units_two_points_more_and_others_one():
    free = at("german movement", PIECES, turn=4, more=f"[markers]\n{STANDING}")
    table = interdicted("1424")
    for name, more in (("2Pz-3", 2), ("26VG-78", 1), ("A-401", 1)):
        assert cost(table, name, "1424") - cost(free, name, "1424") == more, name
    table.do("pick 2Pz-3")
    far = min(free.moving("2Pz-3").offers("go") - table.offers("go"))
    assert table.forbids(f"go {far}") == "BW-11.3"


@rule("BW-11.3.lasts")
def test_it_lasts_for_the_german_player_turn():
    table = interdicted("1424")
    assert table.state.interdicted
    for _ in range(12):
        if table.state.phasing == 1:
            break
        table.do("done")
    assert table.state.interdicted == 0
    assert table.texts("BW-11.3.lasts") == ["The interdiction of 1424 is over"]


@rule("BW-11.3.lasts")
def test_it_counts_in_exploitation():
    pieces = "2Pz-3 1324 reserve / 28Inf-110 2426"
    free = at("german exploitation", pieces, turn=4, more=f"[markers]\n{STANDING}").do("pick 2Pz-3")
    held = interdicted("1424", "german exploitation", pieces).do("pick 2Pz-3")
    assert held.offers("go") < free.offers("go")
    for _ in range(12):
        if held.state.phasing == 1:
            break
        held.try_("go 1324", "step 1424", "stop", "done")
    assert held.texts("BW-11.3.lasts") == ["The interdiction of 1424 is over"]


def test_an_advance_is_not_concerned():
    pieces = "2Pz-3 1624 / 2Pz-2 1624 / 28Inf-110 1824"
    rolled = []
    for more in ("", '[markers]\ninterdicted = ["1824", "1924", "1825", "1925"]'):
        table = at("german combat", pieces.replace("1624", "1724"), turn=17, more=more)
        table.try_("target 1824", "join 2Pz-3", "join 2Pz-2", "done", "done", "done").roll(1)
        for _ in range(20):
            if table.state.decision.step.startswith("advanc") or table.state.phase != "german combat":
                break
            table.do(str(table.state.decision.options[0]))
        table.try_("advance 2Pz-3")
        rolled.append((table.asked()[1], sorted(table.offers("step"))))
    assert rolled[0] == rolled[1]
    assert rolled[0][0] == "advancing", rolled
