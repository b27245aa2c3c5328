"""7: zones of control."""

from __future__ import annotations

import pytest

from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.crt import die_for
from tests.games.ardennes_offensive.scenes import PLAIN, is_supplied
from tests.games.ardennes_offensive.table import at
from tests.games.ardennes_offensive.textbook import Map
from tests.rulemark import rule


def test_the_six_hexes_round_a_unit_are_its_zone():
    table = at("german movement", "99ID-395 3-4 at .\n1SSPz-1a 9-10 at W W W", centre=PLAIN)
    assert set(ground.neighbours(PLAIN)) <= table.state.zoc("allied")
    assert not ground.ring(PLAIN, 2) & table.state.zoc("allied")


@rule("AO-7.1.A")
def test_a_unit_stops_where_it_enters_an_enemy_zone():
    table = at("german movement", "1SSPz-1a 9-10 at E E\n99ID-395 3-4 at .", centre=PLAIN)
    reach = table.reach("1SSPz-1a")
    assert table.hex("E") in reach
    behind = table.hex("W")
    expected = Map(3, {"1SSPz-1a": table.hex("E E"), "99ID-395": PLAIN}).reach("1SSPz-1a")
    assert reach == {h for h, column in expected if not column} - {table.hex("E E")}
    table.move("1SSPz-1a", "go", table.hex("E"))
    assert behind in at("german movement", "1SSPz-1a 9-10 at E E", centre=PLAIN).reach("1SSPz-1a")


@rule("AO-7.1.A")
def test_a_line_of_zones_cannot_be_crossed():
    """Three units two hexes apart bar the way to the hex behind them."""
    table = at("german movement", """
        12VG-27  4-4 at E E
        99ID-395 3-4 at .
        99ID-393 3-4 at NE NW
        99ID-394 3-4 at SE SW
    """, centre=PLAIN)  # fmt: skip
    assert table.hex("W") not in table.reach("12VG-27")
    assert table.bars("12VG-27", "go", table.hex("NW W")) in ("AO-7.1.A", "AO-5.1.C")
    assert table.bars("12VG-27", "go", table.hex("NW")) == "AO-7.1.A"


@rule("AO-7.2.B")
def test_a_unit_that_stays_in_a_stack_frees_the_others_to_leave():
    table = at("german movement", "1SSPz-1a 9-10 at E\n2Pz-3 6-10 at E\n99ID-395 3-4 at .", centre=PLAIN)
    assert table.hex("E E") in table.reach("1SSPz-1a")
    table.move("1SSPz-1a", "go", table.hex("E E"))
    assert "a friendly unit that stays behind negates the enemy ZOC" in table.events("cost")[-1].text
    assert table.offers("pick") == set()
    assert table.forbids("pick 2Pz-3") == "AO-5.2.G"


@rule("AO-7.3.D")
def test_no_retreat_leads_into_an_enemy_zone():
    """Germans all round but for one gap: the American goes through the gap, or not at all."""
    drawing = """
        1SSPz-1a  9-10 at E
        12SSPz-12 7-10 at SE SW
        2Pz-3     6-10 at NE NW
        99ID-395  3-4  at .
    """
    table = at("german combat", drawing, centre=PLAIN)
    ways = table.textbook().retreats("99ID-395", 1)
    assert ways == {(table.hex("W"),)}
    table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr1"))
    assert table.where("99ID-395") == table.hex("W")


@rule("AO-7.3.D")
def test_a_unit_that_could_only_retreat_into_zones_is_eliminated():
    table = at("german combat", """
        1SSPz-1a  9-10 at E
        12SSPz-12 7-10 at W W
        2Pz-3     6-10 at NE NW
        150Bde    3-10 at SE SW
        99ID-395  3-4  at .
    """, centre=PLAIN)  # fmt: skip
    table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr1"))
    assert table.where("99ID-395") == "eliminated"


@rule("AO-7.3.D")
def test_a_friend_in_the_zone_opens_a_way_of_retreat():
    table = at("german combat", """
        1SSPz-1a  9-10 at E
        12SSPz-12 7-10 at W W
        2Pz-3     6-10 at NE NW
        150Bde    3-10 at SE SW
        99ID-395  3-4  at .
        99ID-393  3-4  at W
    """, centre=PLAIN)  # fmt: skip
    table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr1"))
    assert table.where("99ID-395") == table.hex("W")


@rule("AO-7.2.B", "AO-5.2.G")
def test_the_chain_of_movement_that_frees_the_panzer():
    """The rulebook's picture: a second x-10 stacks with the 6-10, which may then leave the American's zone."""
    table = at("german movement", """
        4ID-8 4-4  at 3516
        2Pz-3 6-10 at 3517
        2Pz-2 4-10 at 3519
    """)  # fmt: skip
    assert table.reach("2Pz-3") == set()
    assert table.bars("2Pz-3", "go", "3518") == "AO-5.2.G"
    assert table.supply("2Pz-2") == "supplied"
    assert "3517" in table.reach("2Pz-2")
    table.move("2Pz-2", "go", "3517")
    assert "2Pz-3" in table.offers("pick")
    onward = sorted(table.reach("2Pz-3"))
    assert onward
    table.move("2Pz-3", "go", onward[0])
    assert table.where("2Pz-3") == onward[0]


@rule("AO-7.4.E")
def test_a_unit_leaving_a_stack_may_go_from_zone_to_zone_and_stops_there():
    table = at("german movement", """
        12SSPz-25 5-10 at E
        12SSPz-26 5-10 at E
        99ID-395  3-4  at .
    """, centre=PLAIN)  # fmt: skip
    assert table.hex("NE") in table.reach("12SSPz-25")
    behind = table.hex("NW W")
    direct = Map(3, {"12SSPz-25": table.hex("E"), "12SSPz-26": table.hex("E"), "99ID-395": PLAIN}).reach("12SSPz-25")
    assert table.reach("12SSPz-25") == {h for h, column in direct if not column} - {table.hex("E")}
    assert behind not in table.reach("12SSPz-25")
    table.move("12SSPz-25", "go", table.hex("NE"))
    assert "directly from one enemy ZOC into another" in table.events("cost")[-1].text


def at_the_edge() -> tuple[str, str]:
    """A live hex next to the map edge on open ground, and a map-edge hex beside it."""
    here = ground.first(lambda h: ground.open_ground(h) and any(map(ground.edge, ground.neighbours(h))))
    return here, next(filter(ground.edge, ground.neighbours(here)))


def test_german_zones_reach_into_the_map_edge_and_allied_units_there_have_none():
    here, edge = at_the_edge()
    table = at("german movement", f"1SSPz-1a 9-10 at {here}")
    assert edge in table.state.zoc("german")
    dormant = at("german movement", f"99ID-395 3-4 at {edge}\n1SSPz-1a 9-10 at {PLAIN}")
    assert not table.state.zoc("allied")
    assert not dormant.state.zoc("allied")


@rule("AO-R.44", "AO-5.2.G")
def test_a_zone_across_a_river_holds_a_unit_and_the_refusal_says_so():
    here, there = ground.first_step(
        lambda a, b: "river" in ground.side(a, b) and not ground.bridge(a, b) and is_supplied("1SSPz-1a", a)
    )
    dry = ground.first_step(lambda a, b: ground.field(a, 1) and ground.field(b, 1) and is_supplied("1SSPz-1a", a))
    for (german, american), word in (((here, there), True), (dry, False)):
        table = at("german movement", f"1SSPz-1a 9-10 at {german}\n99ID-395 3-4 at {american}")
        refusal = table.refusal("pick 1SSPz-1a")
        assert refusal.rule == "AO-5.2.G"
        assert refusal.text.endswith("ZOCs extend across rivers (AO-R.44).") == word


@pytest.mark.parametrize("kind", ["river", "impassable", "town", "westwall"])
def test_zones_reach_over_rivers_and_into_every_kind_of_hex(kind: str):
    def fits(a: str, b: str) -> bool:
        if kind == "river":
            return "river" in ground.side(a, b)
        return kind in (ground.terrain(b), *ground.features(b))

    here, there = next((a, b) for a in ground.where(ground.live) for b in ground.neighbours(a) if fits(a, b))
    table = at("german movement", f"99ID-395 3-4 at {here}\n1SSPz-1a 9-10 at {PLAIN}")
    assert there in table.state.zoc("allied")
