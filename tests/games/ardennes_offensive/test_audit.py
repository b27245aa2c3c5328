"""Findings of an audit of the rulebook against the game, each held by a test."""

from __future__ import annotations

import random

import pytest

from ardennes.engine.errors import ArdennesError
from ardennes.engine.screen import Screen
from ardennes.games.ardennes_offensive.retreat import PRIORITIES
from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.columns import ROAD
from tests.games.ardennes_offensive.crt import die_for
from tests.games.ardennes_offensive.datafiles import UNITS
from tests.games.ardennes_offensive.scenes import PLAIN, both_supplied, draw
from tests.games.ardennes_offensive.table import Table, at, start
from tests.games.ardennes_offensive.textbook import Map
from tests.rulemark import rule

RINGED = """
    99ID-395  3-4  at .
    1SSPz-1a  9-10 at E
    1SSPz-2   5-10 at W
    2Pz-2     4-10 at NE NE
    2Pz-304   4-10 at SW SW
"""


# ---- standing orders


@rule("AO-E.11.0")
@pytest.mark.parametrize(
    ("order", "asked"), [("when waive: choose keep", False), ("when waive odds>5: choose keep", True)]
)
def test_a_standing_order_answers_for_the_immunity_of_a_town(order: str, asked: bool):
    town = ground.first(lambda h: ground.town(h) and ground.live(ground.walk(h, "E")) and both_supplied(h))
    table = at("german combat", f"1SSPz-1a 9-10 at {ground.walk(town, 'E')}\n 99ID-395 3-4 at {town}")
    table.record.order("allied", order)
    table.declare(town, by=["1SSPz-1a"]).try_("fight 3-1")
    assert (table.state.chance is None) == asked
    assert not asked or table.state.decision.rule == "AO-E.11.0"


# ---- previews of battles


def test_no_odds_are_given_for_an_attack_by_isolated_units_alone():
    table = at("allied combat", RINGED, centre=PLAIN, turn=9)
    assert table.supply("99ID-395") == "isolated"
    with pytest.raises(ArdennesError, match="Isolated"):
        table.odds(table.hex("E"), by=["99ID-395"])


def test_the_preview_promises_no_advance_into_a_hex_where_a_unit_of_the_stack_stayed():
    table = at("allied combat", "99ID-395 3-4 at .\n 99ID-393 3-4 at .\n 1SSPz-1a 9-10 at E", centre=PLAIN)
    alone = table.odds(table.hex("E"), by=["99ID-395"])
    together = table.odds(table.hex("E"), by=["99ID-395", "99ID-393"])
    assert {outcome.defender.may_advance for outcome in alone.outcomes} == {0}
    assert {outcome.defender.may_advance for outcome in together.outcomes} == {1}


@pytest.mark.parametrize(("infantry", "advances"), [("vdH 1-4", 0), ("26VG-77 2-4", 1)])
def test_the_preview_of_an_exchange_lets_only_those_advance_whom_it_spares(infantry: str, advances: int):
    drawing = f"1SSPz-1a 9-10 at E\n {infantry} at NE\n 401G 2-4 at ."
    odds = at("german combat", drawing, centre=PLAIN).odds(PLAIN, by=["1SSPz-1a", infantry.split()[0]])
    assert odds.column == "5-1"
    exchange = next(outcome for outcome in odds.outcomes if outcome.label == "Ex")
    assert exchange.attacker.may_advance == advances


@rule("AO-R.4")
def test_the_preview_counts_units_that_find_the_last_room_taken():
    drawing = """
        2ID-38   4-4  at .
        2ID-9    4-4  at .
        99ID-393 3-4  at W
        99ID-394 3-4  at W
        1SSPz-1a 9-10 at E
        1SSPz-2  5-10 at NW NW
        2Pz-2    4-10 at SW SW
    """
    table = at("german combat", drawing, centre=PLAIN)
    retreat = next(o for o in table.odds(PLAIN, by=["1SSPz-1a"]).outcomes if o.label == "Dr1")
    table.attack(PLAIN, by=["1SSPz-1a"], die=1).lead()
    assert table.result() == "Dr1"
    assert len(table.eliminated() & {"2ID-38", "2ID-9"}) == 1
    assert retreat.defender.losses == 1


# ---- units at the edge of the map


def test_a_dormant_unit_that_nobody_relieves_reaches_nothing():
    beside = ground.first(lambda h: any(map(ground.edge, ground.neighbours(h))))
    edge = next(h for h in ground.neighbours(beside) if ground.edge(h))
    left = at("german movement", f"99ID-395 3-4 at {edge}\n 1SSPz-1a 9-10 at {PLAIN}")
    relieved = at("german movement", f"99ID-395 3-4 at {edge}\n 99ID-393 3-4 at {beside}\n 1SSPz-1a 9-10 at {PLAIN}")
    assert left.state.reach("99ID-395").costs == {}
    assert relieved.state.reach("99ID-395").costs != {}


@rule("AO-14.1.sections")
def test_the_refusal_names_why_a_reinforcement_cannot_be_placed():
    table = at("allied reinforcement", "1SSPz-1a 9-10 at 0213\n 1SSPz-2 5-10 at 0217", turn=2)
    assert table.forbids("pick 7AD-CCA") == "AO-14.1.sections"
    assert table.forbids("pick 6AD-CCA") == "AO-14.0"
    assert table.forbids("pick 1SSPz-1a") == "AO-4.1.1"


@rule("AO-R.29")
def test_an_interdicted_bridge_on_the_edge_of_the_map_does_not_close_the_entry():
    gun = ground.walk("0217", "SE SE")
    table = at("allied reinforcement", f"1SSPz-1a 9-10 at {gun}", turn=2).do("pick 7AD-CCA")
    assert "bridge" in ground.side("0117", "0217")
    assert table.offers("place") == {"0213", "0217"}
    assert table.forbids("place 0216") == "AO-R.29"
    table.do("place 0217").until("allied movement")
    assert "7AD-CCA" in table.offers("pick")


# ---- refusals name the rule that acts


@rule("AO-9.2.D")
def test_on_the_first_turn_too_a_far_hex_is_refused_because_no_attacker_is_next_to_both():
    table = start().do("place 0401", "target 0309")
    assert table.forbids("target 3305") == "AO-9.2.D"


@rule("AO-12.6.movement", "AO-5.2.G")
def test_a_stacked_unit_in_an_enemy_zone_is_held_by_its_points_not_by_the_zone():
    ring = """
        99ID-393 3-4  at W
        99ID-394 3-4  at E
        9AD-CCA  5-12 at NE NE
        2ID-9    4-4  at SW SW
        2ID-38   4-4  at NW NW
        2ID-23   4-4  at SE SE
    """
    stacked = at("german movement", f"{ring}\n 1SSPz-1a 9-10 at .\n 1SSPz-2 5-10 at .", centre=PLAIN, turn=9)
    alone = at("german movement", f"{ring}\n 1SSPz-1a 9-10 at .", centre=PLAIN, turn=9)
    assert stacked.forbids("pick 1SSPz-1a") == "AO-12.6.movement"
    assert alone.forbids("pick 1SSPz-1a") == "AO-5.2.G"


# ---- the log and the prompts


def test_the_log_of_a_retreat_says_once_why_hexes_are_closed():
    table = at("german combat", "1SSPz-1a 9-10 at E\n 1SSPz-2 5-10 at NE\n 99ID-395 3-4 at .", centre=PLAIN)
    table.attack(PLAIN, by=["1SSPz-1a", "1SSPz-2"], die=6)
    closed = {event.rule: event.text for event in table.events("limit") if "cannot" in event.text}
    assert table.hex("E") in closed["AO-10.2"]
    assert table.hex("E") not in closed["AO-7.3.D"]
    assert len([event for event in table.events("limit") if event.rule == "AO-7.3.D"]) == 1


def test_the_cost_of_a_move_is_one_line():
    table = at("german movement", "1SSPz-1a 9-10 at .\n 99ID-395 3-4 at E E E", centre=PLAIN)
    table.move("1SSPz-1a", "go", table.hex("W W"))
    (cost,) = table.events("cost")
    assert cost.text == "It pays 2 of 10 movement points"


def test_a_supply_phase_names_all_interdicted_bridges_in_one_line():
    table = start().do("place 0401")
    (said,) = table.events("interdiction", "AO-13.1.A")
    assert "3204/3305" in said.text


@pytest.mark.parametrize("scenario", ["1", "10"])
def test_prompts_say_what_to_do(scenario: str):
    table, rng = start(scenario), random.Random(5)
    prompts = set()
    while not table.state.over and table.state.turn < 4:
        if table.state.chance is not None:
            table.record.roll(table.state.chance.sample(rng))
            continue
        prompts.add(table.state.decision.prompt)
        table.record.apply(rng.choice(list(table.state.decision.options)))
    verbs = ("Choose ", "Move ", "Bring ", "Attack ", "Keep ", "Remove ", "Advance ", "Make ")
    assert [prompt for prompt in prompts if not prompt.startswith(verbs)] == []


# ---- the screen


def shown(table: Table, side: str) -> Screen:
    return table.state.game.screen(table.state.view(side))


def test_reinforcements_to_be_placed_now_are_not_shown_as_delayed():
    table = at("allied reinforcement", "1SSPz-1a 9-10 at 0213\n 1SSPz-2 5-10 at 0217", turn=2)
    places = {piece.id: piece.at for piece in shown(table, "allied").pieces}
    assert places["10AD-CCA"] == "allied-turn-2"
    assert places["7AD-CCA"] == "allied-delayed"


def test_an_exit_under_a_german_that_does_not_count_says_why():
    table = at("german movement", "1SSPz-1a 9-10 at 3618", turn=4)
    labels = {marker.at: (marker.rule, marker.side) for marker in shown(table, "german").markers}
    assert labels["3618"] == ("AO-16.0.D", "allied")


def test_who_must_fight_is_lit_while_an_attack_is_declared():
    table = start().do("place 0401", "target 0309")
    states = {piece.id: piece.states for piece in shown(table, "german").pieces}
    assert "must-fight" in states["212VG"]


# ---- isolation asks for six hexes in enemy hands (12.3.H)


OPEN_SIDES = [
    ("2039", "99ID-395 3-4 at 2038"),  # beside the western map edge
    ("0226", "99ID-395 3-4 at 0225\n 99ID-393 3-4 at 0328"),  # beside the northern one
    ("1515", "99ID-395 3-4 at 1514\n 99ID-393 3-4 at 1315\n 99ID-394 3-4 at 1715"),  # beside the impassable 1516
]


@rule("AO-12.3.G")
@pytest.mark.parametrize(("place", "americans"), OPEN_SIDES)
def test_a_hex_that_no_enemy_controls_saves_from_isolation_whatever_its_terrain(place: str, americans: str):
    table = at("german movement", f"1SSPz-1a 9-10 at {place}\n {americans}", turn=9, standard_crt=True)
    closed = table.state.zoc("allied") | {line.split()[-1] for line in americans.splitlines()}
    assert {h for h in ground.neighbours(place) if ground.live(h)} <= closed
    assert table.supply("1SSPz-1a") == "unsupplied"
    assert table.state.supply("1SSPz-1a").rule == "AO-12.3.G"


@rule("AO-R.28", "AO-12.3.H")
def test_an_impassable_hex_under_an_enemy_zone_is_closed():
    drawing = f"1SSPz-1a 9-10 at 1515\n {OPEN_SIDES[2][1]}\n 2ID-9 4-4 at 1616"
    table = at("german movement", drawing, turn=9, standard_crt=True)
    assert "1516" in table.state.zoc("allied")
    found = table.state.supply("1SSPz-1a")
    assert (found.state, found.rule) == ("isolated", "AO-12.3.H")
    assert "six adjacent hexes" in table.state.game.rules["AO-R.28"].text


# ---- bridges are over rivers (13.0)


STREAMS = """
    0205/0206 0207/0308 0709/0809 0713/0813 0807/0908 0813/0814 1006/1106 1012/1112 1019/1020 1110/1210 1206/1207
    1308/1407 1510/1609 1605/1705 1805/1806 1830/1931 1832/1932 1919/2018 2006/2106 2013/2014 2022/2122 2032/2133
    2101/2102 2106/2206 2125/2224 2232/2233 2313/2314 2330/2331 2425/2525 2603/2604 2615/2716 2616/2617 2704/2705
    2823/2924 3003/3104 3103/3104 3111/3112 3120/3220 3512/3611
"""  # bridged hexsides that were fords, at three points and one
WERE_FORDS = [tuple(name.split("/")) for name in STREAMS.split()]


def interdicted_stream(unit: str, foe: str, points: int) -> tuple[dict[str, str], str]:
    """A unit at a bridge over a stream, an enemy who interdicts it, and the hex beyond, which costs so many points."""
    for here, there in ((x, y) for a, b in WERE_FORDS for x, y in ((a, b), (b, a))):
        for gun in sorted(h for h in ground.ring(there, 3) if ground.live(h) and ground.distance(h, here) > 1):
            book = Map(3, {unit: here, foe: gun})
            reach = book.reach(unit)
            if book.supply(unit) != "supplied" or reach.get((there, False)) != 10 * points:
                continue
            others = [h for h in ground.neighbours(there) if h != here and (h, False) in reach]
            if all(reach[h, False] + book.step_cost(unit, h, there, False) > 10 * points for h in others):
                return dict(book.places), there
    raise LookupError("no bridge of the map fits")


@rule("AO-R.25", "AO-11.0.river")
def test_an_interdicted_bridge_over_a_stream_costs_as_much_as_a_river():
    pieces, there = interdicted_stream("1SSPz-1a", "99ID-393", 7)
    table = at("german movement", draw(pieces)).move("1SSPz-1a", "go", there)
    (cost,) = table.events("cost")
    assert cost.text.startswith("It pays 7 of 10")
    assert "over a river; the bridge is interdicted and cannot be used" in cost.text


@pytest.mark.parametrize(("unit", "clear", "rough"), [("1SSPz-1a", 7, 10), ("26VG-77", 4, 5)])
def test_no_bridge_that_is_cut_leaves_a_ford(unit: str, clear: int, rough: int):
    position = at("german movement", draw({unit: PLAIN})).position
    kind = position.kind(position.game.forces.index[unit])
    costs = position.game.ground.standard(kind, position.game.ground.bridge)
    for here, there in WERE_FORDS:
        points = rough if ground.terrain(there) == "rough" else clear
        assert costs.cost(ground.GRID.index(here), ground.GRID.index(there)) == points * kind.parts


# ---- the West Wall and Road Mode (chart)


@rule("AO-R.24")
def test_an_allied_unit_takes_up_road_mode_in_the_west_wall_and_marches_out_of_it():
    wall, road = ground.first_step(lambda a, b: ground.road(a, b) and ground.west_wall(a) and not ground.west_wall(b))
    table = at("allied movement", f"9AD-CCB 5-12 at {wall}")
    assert {wall, road} <= table.reach("9AD-CCB", "march")
    table.move("9AD-CCB", "march", road)
    back = at("allied movement", f"9AD-CCB 5-12 at {road} road-mode")
    assert back.bars("9AD-CCB", "march", wall) == "AO-R.24"


# ---- texts


def test_the_sheet_names_the_case_of_a_cleared_west_wall_hex_and_of_immune_attackers():
    table = at("allied combat", "106ID-422 3-4 at 1406\n 18VG-293 2-4 at 1405", turn=4).declare(
        "1405", by=["106ID-422"]
    )
    (sheet,) = shown(table, "allied").sheets
    assert [(note.rule, note.places) for note in sheet.notes] == [("AO-11.0.cleared", ["1405"])]
    out = at("german combat", "106ID-422 3-4 at 1406\n 18VG-293 2-4 at 1405", turn=4).declare("1406", by=["18VG-293"])
    (sheet,) = shown(out, "german").sheets
    assert [(note.rule, note.text) for note in sheet.notes] == [
        ("AO-11.0.cleared", "In 1405 the attacker may ignore a retreat or waive their immunity")
    ]


def test_a_result_that_moves_nobody_favours_neither_side():
    town = ground.first(lambda h: ground.town(h) and ground.live(ground.walk(h, "E")) and both_supplied(h))
    table = at("german combat", f"1SSPz-1a 9-10 at {ground.walk(town, 'E')}\n 99ID-395 3-4 at {town}")
    (sheet,) = shown(table.declare(town, by=["1SSPz-1a"]), "german").sheets
    favours = {outcome.label[:2]: outcome.favours for outcome in sheet.outcomes}
    assert favours["Dr"] == "neither"
    plain = at("german combat", "1SSPz-1a 9-10 at E\n 99ID-395 3-4 at .", centre=PLAIN)
    (sheet,) = shown(plain.declare(PLAIN, by=["1SSPz-1a"]), "german").sheets
    assert {outcome.label[:2]: outcome.favours for outcome in sheet.outcomes}["Dr"] == "attacker"


def test_a_set_up_prompt_offers_to_leave_the_rest_only_where_that_is_legal():
    table = start("5")
    while table.state.decision.kind == "setup":
        assert ("leave the rest" in table.state.decision.prompt) == ("" in table.offers("done"))
        hand = sorted(table.offers("pick"))
        table.do(f"pick {hand[0]}")
        homes = {h for unit in hand[1:] for h in [UNITS[unit]["start_hex"]]}
        taken = sorted(table.offers("place") & homes)
        if not taken:
            return
        table.do(f"place {taken[0]}")
        assert "" not in table.offers("done")
        assert "leave the rest" not in table.state.decision.prompt
        return


@rule("AO-4.1.2", "AO-4.1.3", "AO-4.2.movement")
def test_phases_are_called_as_the_rules_call_them():
    table = start()
    bar = [phase.label for phase in shown(table, "german").phases.steps]
    assert bar == ["Reinforcement", "Supply Judgment", "Initial Movement", "Combat", "Mechanized Movement"]
    table = at("german combat", f"1SSPz-1a 9-10 at {PLAIN}", turn=9, standard_crt=True).until("allied movement")
    said = {event.rule: event.text for event in table.events()}
    assert "Supply Judgment Phase" in said["AO-4.1.2"]
    assert "Initial Movement Phase" in said["AO-4.1.3"]
    first = start().do("place 0401").events(rule="AO-4.2.movement")
    assert [event.text for event in first] == ["There is no Initial Movement Phase on Game-Turn 1"]


@rule("AO-6.5.H")
@pytest.mark.parametrize(("hexes", "spent"), [(1, "1"), (7, "4"), (8, "4")])
def test_a_point_that_is_begun_on_the_road_is_spent(hexes: int, spent: str):
    table = at("german movement", f"1SSPz-1a 9-10 at {ROAD[0]} road-mode")
    option = next(o for o in shown(table.moving("1SSPz-1a"), "german").offered if o.action == f"march {ROAD[hexes]}")
    assert option.cost == spent
    table.move("1SSPz-1a", "march", ROAD[hexes])
    (cost,) = table.events("cost")
    assert cost.text == f"It pays {spent} of 10 movement points"
    assert table.position.game.rules["AO-6.5.H"].text.endswith("seven road hexes cost a mechanized unit four MPs.")


@rule("AO-14.3.C")
@pytest.mark.parametrize(("scenario", "listed"), [("1", True), ("4", False)])
def test_the_release_of_the_west_bank_units_stands_among_the_conditions(scenario: str, listed: bool):
    table = at("allied mechanized", f"1SSPz-1a 9-10 at {PLAIN}", turn=9, scenario=scenario, allied_losses=24)
    found = [(one.now, one.needed, one.side) for one in table.state.standing() if one.rule == "AO-14.3.C"]
    assert found == ([(24, 25, "allied")] if listed else [])
    gone = at("allied mechanized", f"1SSPz-1a 9-10 at {PLAIN}", turn=9, allied_losses=25, standard_crt=True)
    assert "AO-14.3.C" not in {one.rule for one in gone.until("german movement").state.standing()}


# ---- found by the second reading


@rule("AO-5.3.N")
@pytest.mark.parametrize("hex_", ["1201", "0226"])
def test_a_german_whom_only_the_edge_of_the_map_stops_is_lost_for_that_reason(hex_: str):
    """Off the sheet in the east, or onto the Allied map edge."""
    inland = [h for h in ground.neighbours(hex_) if ground.live(h)]
    foes = dict(zip(("3AD-36", "3AD-32", "3AD-33", "2AD-66", "2AD-67"), inland, strict=False))
    table = at("allied combat", draw({"26VG-77": hex_, **foes}), turn=9)
    table.attack(hex_, by=["3AD-36"], odds="2-1", die=die_for("standard", "2-1", "Dr1"))
    assert table.where("26VG-77") == "eliminated"
    (loss,) = table.events("loss", "AO-5.3.N")
    assert loss.text.endswith("it would have to exit the map")


@rule("AO-10.2")
def test_a_german_surrounded_inland_is_lost_for_another():
    foes = dict(zip(("3AD-36", "3AD-32", "3AD-33", "2AD-66"), map(at_plain, ("E", "W", "NW", "SE")), strict=True))
    table = at("allied combat", draw({"26VG-77": PLAIN, **foes}), turn=9)
    table.attack(PLAIN, by=["3AD-36"], odds="2-1", die=die_for("standard", "2-1", "Dr1"))
    (loss,) = [event for event in table.events("loss") if event.piece == "26VG-77"]
    assert loss.rule == "AO-10.2"


def at_plain(way: str) -> str:
    return ground.walk(PLAIN, way)


@rule("AO-R.51")
def test_attackers_of_several_hexes_strike_two_hexes_with_one_total():
    drawing = """
        1SSPz-1a  9-10 at NE
        12SSPz-12 7-10 at SE
        99ID-395  3-4  at .
        99ID-393  3-4  at E
    """
    table = at("german combat", drawing, centre=PLAIN)
    targets, by = (PLAIN, table.hex("E")), ["1SSPz-1a", "12SSPz-12"]
    odds = table.odds(*targets, by=by)
    assert (odds.attack, odds.defence, odds.column) == (16, 6, "2-1")
    assert "AO-R.51" in {line.rule for line in odds.tally}
    table.attack(*targets, by=by, die=6)
    assert table.result() == "Dr1"


@rule("AO-E.10.2", "AO-10.2.road")
def test_roads_come_right_after_supply_among_the_priorities():
    assert PRIORITIES[:2] == ("AO-E.10.2", "AO-10.2.road")
    found = {rule_ for seed in range(3) for rule_ in _reasons_of_retreats(seed)}
    assert {"AO-E.10.2", "AO-10.2.road"} <= found


def _reasons_of_retreats(seed: int) -> set[str]:
    """The rules by which ways of retreat are chosen in two turns of random play."""
    table, rng = start("1"), random.Random(seed)
    while not table.state.over and table.state.turn < 3:
        if table.state.chance is not None:
            table.record.roll(table.state.chance.sample(rng))
        else:
            table.record.apply(rng.choice(list(table.state.decision.options)))
    return {event.rule for event in table.events("limit")}


@rule("AO-12.3.G")
def test_nobody_is_isolated_on_the_rim_of_the_sheet_where_six_hexes_are_not():
    around = [h for h in ground.neighbours("1201") if ground.live(h)]
    assert len(around) < 6
    foes = dict(zip(("1SSPz-1a", "1SSPz-2", "2Pz-2", "2Pz-304", "2Pz-3"), around, strict=False))
    table = at("allied movement", draw({"99ID-395": "1201", **foes}), turn=9)
    assert set(around) <= set(foes.values())
    found = table.state.supply("99ID-395")
    assert (found.state, found.rule) == ("unsupplied", "AO-12.3.G")
