"""What the log says of a battle, line by line, and nothing besides."""

from __future__ import annotations

from ardennes.engine import Odds
from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.columns import ROAD, road
from tests.games.ardennes_offensive.crt import die_for
from tests.games.ardennes_offensive.scenes import PLAIN
from tests.games.ardennes_offensive.table import Table, at
from tests.rulemark import rule

E, NE, NW, W, SW, SE = (ground.walk(PLAIN, way) for way in ("E", "NE", "NW", "W", "SW", "SE"))
DUEL = "1SSPz-1a 9-10 at E\n99ID-395 3-4 at ."


def told(table: Table) -> list[tuple[str, str]]:
    """Every line of the log with its rule."""
    return [(event.rule, event.text) for event in table.record.events]


@rule("AO-9.0", "AO-10.1.Dr", "AO-7.3.D", "AO-10.2", "AO-E.10.2", "AO-9.6.N")
def test_a_retreat_and_an_advance():
    table = at("german combat", DUEL, centre=PLAIN)
    table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr1")).do(f"step {W}", "advance 1SSPz-1a")
    assert told(table) == [
        ("AO-9.0", f"1 Pz (1 SS Pz) attacks 395 (99 Inf) in {PLAIN} at 3-1"),
        ("AO-10.1.Dr", "Die roll 4, defender retreats: 395 (99 Inf) has to retreat 1 hex"),
        ("AO-7.3.D", f"395 (99 Inf) cannot retreat to {NE} and {SE}: enemy ZOC"),
        ("AO-10.2", f"395 (99 Inf) cannot retreat to {E}: an enemy unit is there"),
        ("AO-E.10.2", "Retreat route of 395 (99 Inf): towards its supply and away from the enemy's"),
        ("AO-10.2", f"395 (99 Inf) retreats from {PLAIN} to {W}"),
        ("AO-9.6.N", f"1 Pz (1 SS Pz) advances to {PLAIN}"),
    ]


@rule("AO-10.2")
def test_a_longer_retreat_names_the_hexes_between():
    table = at("german combat", DUEL, centre=PLAIN)
    table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr2")).do(f"step {W}").lead()
    end = table.where("99ID-395")
    assert ("AO-10.2", f"395 (99 Inf) retreats from {PLAIN} to {end} by {W}") in told(table)


@rule("AO-10.1.Ex", "AO-R.16")
def test_an_exchange():
    drawing = "12SSPz-25 5-10 at E\n12SSPz-26 5-10 at E\n26VG-77 2-4 at NE\n99ID-395 3-4 at ."
    table = at("german combat", drawing, centre=PLAIN)
    table.attack(PLAIN, by=["12SSPz-25", "12SSPz-26", "26VG-77"], die=die_for("initial", "4-1", "Ex"))
    assert table.state.decision.prompt == "Remove attackers for the exchange: units worth 3 or more"
    table.do("lose 26VG-77")
    assert table.state.decision.prompt == "Remove attackers for the exchange: units worth 1 or more"
    table.do("lose 12SSPz-25")
    assert told(table) == [
        ("AO-9.0", f"77 (26 VG), 25 (12 SS Pz) and 26 (12 SS Pz) attack 395 (99 Inf) in {PLAIN} at 4-1"),
        (
            "AO-10.1.Ex",
            "Die roll 1, exchange: 395 (99 Inf) is eliminated, and the attacker loses units in the exchange",
        ),
        ("AO-10.1.Ex", f"395 (99 Inf) is eliminated in {PLAIN}: exchanged"),
        ("AO-R.16", "The German player must remove attackers with a printed strength of at least 3"),
        ("AO-10.1.Ex", f"77 (26 VG) is eliminated in {NE}: lost in an exchange"),
        ("AO-10.1.Ex", f"25 (12 SS Pz) is eliminated in {E}: lost in an exchange"),
    ]


@rule("AO-10.1.De")
def test_an_elimination():
    table = at("german combat", "1SSPz-1a 9-10 at E\n392e 1-4 at .", centre=PLAIN)
    table.attack(PLAIN, by=["1SSPz-1a"], die=1)
    assert told(table) == [
        ("AO-9.0", f"1 Pz (1 SS Pz) attacks 392 Eng in {PLAIN} at 9-1"),
        ("AO-10.1.De", "Die roll 1, defender eliminated: 392 Eng is eliminated"),
        ("AO-10.1.De", f"392 Eng is eliminated in {PLAIN}: destroyed in combat"),
    ]
    drawing = "1SSPz-1a 9-10 at E\n12SSPz-12 7-10 at NE\n2Pz-3 6-10 at NE\n392e 1-4 at .\n366e 1-4 at ."
    stack = at("german combat", drawing, centre=PLAIN)
    stack.attack(PLAIN, by=["1SSPz-1a", "12SSPz-12", "2Pz-3"], die=1)
    assert ("AO-10.1.De", "Die roll 1, defender eliminated: 392 Eng and 366 Eng are eliminated") in told(stack)


@rule("AO-10.1.Ar")
def test_a_repulse():
    table = at("german combat", "12VG-27 4-4 at E\n9AD-CCB 5-12 at .", centre=PLAIN)
    table.attack(PLAIN, by=["12VG-27"], die=1)
    assert told(table)[:2] == [
        ("AO-9.0", f"27 (12 VG) attacks CCB (9 Arm) in {PLAIN} at 1-2"),
        ("AO-10.1.Ar", "Die roll 1, attacker retreats: 27 (12 VG) has to retreat 1 hex"),
    ]


@rule("AO-6.7.L", "AO-6.7.M")
def test_columns_that_fight():
    table = road("german combat", f"1SSPz-1a {ROAD[3]} road-mode", f"9AD-CCB {ROAD[4]} road-mode", turn=9)
    table.attack(ROAD[4], by=["1SSPz-1a"], die=1).lead()
    lines = told(table)
    assert lines[1:3] == [
        ("AO-6.7.L", "CCB (9 Arm) fights in Road Mode and must leave it later"),
        ("AO-6.7.L", "1 Pz (1 SS Pz) fights in Road Mode and must leave it later"),
    ]
    assert ("AO-6.7.M", "CCB (9 Arm) must stay on the road and may not stack") in lines
    tally = [(line.rule, line.text, line.after) for line in _plain(turn=9).tally]
    assert tally == [("AO-3.33", "1 Pz (1 SS Pz): 9", 9), ("AO-3.33", "395 (99 Inf): 3", 3), ("AO-9.3.K", "9 to 3", 3)]
    one = road("german combat", f"1SSPz-1a {ROAD[3]} road-mode", f"99ID-395 {ROAD[4]}", turn=9)
    tally = [(line.rule, line.text, line.after) for line in one.odds(ROAD[4], by=["1SSPz-1a"]).tally]
    assert tally[:2] == [("AO-3.33", "1 Pz (1 SS Pz): 9", 9), ("AO-6.6.K", "in Road Mode", 5)]
    assert tally[2:] == [("AO-3.33", "395 (99 Inf): 3", 3), ("AO-9.3.K", "5 to 3", 1)]


def _plain(turn: int) -> Odds:
    return at("german combat", DUEL, centre=PLAIN, turn=turn).odds(PLAIN, by=["1SSPz-1a"])


@rule("AO-6.7.L")
def test_only_the_phasing_sides_columns_are_forced_out_of_road_mode():
    table = road("german movement", f"9AD-CCB {ROAD[4]} road-mode must-leave-road", f"1SSPz-1a {PLAIN}", turn=9)
    assert {"road-mode", "must-leave-road"} <= table.statuses("9AD-CCB")
    table.until("allied movement")
    assert not {"road-mode", "must-leave-road"} & table.statuses("9AD-CCB")
    assert ("AO-6.7.L", "CCB (9 Arm) has been in combat and leaves Road Mode") in told(table)


@rule("AO-10.2")
def test_a_unit_in_standard_mode_ends_its_retreat_beside_a_friend_on_the_road_without_a_word():
    for end, friend in ground.steps(lambda a, b: ground.road(a, b) and ground.field(a, 1)):
        for here in (h for h in ground.neighbours(end) if ground.distance(h, friend) == 2 and not ground.on_road(h)):
            foes = [h for h in ground.neighbours(here) if ground.distance(h, end) == 2 and ground.live(h)]
            if not foes or ground.german_ground(here):
                continue
            drawing = f"1SSPz-1a 9-10 at {foes[0]}\n99ID-395 3-4 at {here}\n99ID-393 3-4 at {friend}"
            table = at("german combat", drawing)
            if table.odds(here, by=["1SSPz-1a"]).column != "3-1" or ground.town(here):
                continue
            table.attack(here, by=["1SSPz-1a"], die=6).try_(f"step {end}")
            if table.where("99ID-395") == end:
                assert table.events("retreat", "AO-6.7.N") == []
                assert len(table.events("retreat")) == 1
                return
    raise AssertionError("no road of the map fits")


@rule("AO-9.1.A")
def test_a_dormant_enemy_is_no_unit_of_the_attacker():
    edge = next(filter(ground.edge, ground.HEXES))
    table = at("german combat", f"{DUEL}\n2Pz-3 6-10 at NE\n99ID-393 3-4 at {edge}", centre=PLAIN).do(f"target {PLAIN}")
    refusal = table.refusal("join 99ID-393")
    assert (refusal.rule, refusal.text) == ("AO-9.1.A", "393 (99 Inf) is not one of the attacker's units in play.")
