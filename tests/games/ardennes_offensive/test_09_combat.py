"""9: combat: who attacks whom, with what strength, at which odds."""

from __future__ import annotations

import pytest

from ardennes.engine.errors import ArdennesError
from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.crt import COLUMNS, die_for
from tests.games.ardennes_offensive.scenes import PLAIN
from tests.games.ardennes_offensive.table import Table, at
from tests.rulemark import rule

DUEL = """
    1SSPz-1a 9-10 at E
    99ID-395 3-4  at .
"""


def duel(step: str = "german combat", turn: int = 3) -> Table:
    return at(step, DUEL, centre=PLAIN, turn=turn)


# The procedure


@rule("AO-9.0")
def test_an_attack_is_totalled_rolled_for_and_carried_out():
    table = duel()
    found = table.odds(PLAIN, by=["1SSPz-1a"])
    assert (found.attack, found.defence, found.column) == (9, 3, "3-1")
    table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr3"))
    assert table.result() == "Dr3"
    table.lead()
    assert ground.distance(PLAIN, table.where("99ID-395")) == 3


@rule("AO-9.0")
def test_a_result_is_carried_out_before_the_next_attack_begins():
    table = at("german combat", DUEL + "2Pz-3 6-10 at W W\n2ID-38 4-4 at W W W", centre=PLAIN)
    table.attack(table.hex("."), by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr1"))
    assert table.where("99ID-395") != PLAIN
    table.try_("done")
    assert table.hex("W W W") in table.offers("target")


# Who


@rule("AO-9.1.A")
def test_only_adjacent_units_attack():
    table = at("german combat", DUEL + "2Pz-3 6-10 at E E", centre=PLAIN)
    table.do(f"target {PLAIN}")
    assert "2Pz-3" not in table.offers("join")
    table = at("german combat", DUEL + "2Pz-3 6-10 at E E\n12SSPz-12 7-10 at W", centre=PLAIN)
    table.do(f"target {PLAIN}")
    assert table.forbids("join 2Pz-3") == "AO-9.1.A"


@rule("AO-9.1.A")
def test_only_units_with_an_enemy_beside_them_can_be_attacked():
    table = at("german combat", DUEL + "99ID-393 3-4 at W W", centre=PLAIN)
    assert table.offers("target") == {PLAIN}
    assert table.forbids(f"target {table.hex('W W')}") == "AO-9.1.A"


@rule("AO-4.1.4")
def test_attacks_are_voluntary():
    table = duel()
    assert (table.state.decision.rule, table.state.decision.obligations) == ("AO-4.1.4", ())
    table.do("done")
    assert table.asked()[1] == "german mechanized"


@rule("AO-9.1.B")
def test_not_every_adjacent_unit_has_to_join_but_all_defenders_defend():
    table = at("german combat", DUEL + "2Pz-3 6-10 at NE\n99ID-393 3-4 at .", centre=PLAIN)
    assert table.strengths(PLAIN, by=["1SSPz-1a"]) == (9, 6)
    asked = table.fork().do(f"target {PLAIN}", "join 1SSPz-1a").state.decision
    assert (asked.rule, asked.prompt) == ("AO-9.1.B", "Choose more attackers or hexes, or the odds to attack at")
    table.attack(PLAIN, by=["1SSPz-1a"], die=1)
    assert "fought" not in table.statuses("2Pz-3")


@rule("AO-9.1.C")
def test_no_unit_attacks_twice_in_a_phase():
    table = at("german combat", """
        1SSPz-1a 9-10 at E
        99ID-395 3-4  at .
        99ID-393 3-4  at E E
        2Pz-3    6-10 at NE E
        150Bde   3-10 at NE E
    """, centre=PLAIN)  # fmt: skip
    table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr2")).lead().try_("done")
    table.do(f"target {table.hex('E E')}")
    battle = table.state.battle()
    assert "1SSPz-1a" not in table.offers("join") | set(battle.attackers if battle else ())
    assert table.forbids("join 1SSPz-1a") == "AO-9.1.C"


@rule("AO-R.18")
def test_no_unit_is_attacked_twice_in_a_phase():
    """The American holds his ground in a town, and is not asked for twice."""
    town = ground.first(lambda h: ground.town(h) and len([n for n in ground.neighbours(h) if ground.live(n)]) == 6
                        and not ground.german_ground(h))  # fmt: skip
    one, two, *_ = (n for n in ground.neighbours(town) if ground.live(n) and not ground.west_wall(n))
    table = at("german combat", f"1SSPz-1a 9-10 at {one}\n2Pz-3 6-10 at {two}\n99ID-395 3-4 at {town}")
    table.attack(town, by=["1SSPz-1a"], die=6)
    assert table.where("99ID-395") == town
    assert table.offers("target") == set()
    assert table.forbids(f"target {town}") == "AO-R.18"


# Several hexes


LINE = """
    1SSPz-1a  9-10 at .
    2Pz-3     6-10 at .
    12SSPz-12 7-10 at NE
    99ID-395  3-4  at W
    2ID-38    4-4  at NW
"""


@rule("AO-9.2.D")
def test_several_hexes_are_attacked_together_by_units_beside_all_of_them():
    table = at("german combat", LINE, centre=PLAIN)
    both = table.hex("W"), table.hex("NW")
    assert table.strengths(*both, by=["1SSPz-1a", "2Pz-3"]) == (15, 7)
    table.do(f"target {both[0]}")
    assert both[1] in table.offers("target")
    table.do(f"target {both[1]}")
    assert "12SSPz-12" not in table.offers("join")
    assert table.forbids("join 12SSPz-12") == "AO-9.2.D"


@rule("AO-10.1.Dr")
def test_a_result_on_two_hexes_strikes_both():
    table = at("german combat", LINE, centre=PLAIN)
    both = table.hex("W"), table.hex("NW")
    table.attack(*both, by=["1SSPz-1a", "2Pz-3"], die=die_for("initial", "2-1", "Dr1")).lead()
    assert table.where("99ID-395") != both[0]
    assert table.where("2ID-38") != both[1]


@rule("AO-12.6.defence")
def test_six_stacks_attack_one_hex():
    ring = ("E", "NE", "NW", "W", "SW", "SE")
    tanks = ["1SSPz-1a 9-10", "12SSPz-12 7-10", "2Pz-3 6-10", "PzLehr-130 6-10", "12SSPz-25 5-10", "12SSPz-26 5-10"]
    foot = [f"{u} 2-4" for u in ("26VG-77", "26VG-39", "26VG-78", "5FJ-14", "5FJ-15", "5FJ-13")]
    more = [f"{u} 2-4" for u in ("18VG-293", "18VG-294", "18VG-295", "62VG-183", "62VG-190", "62VG-164")]
    lines = [f"{unit} at {way}" for units in (tanks, foot, more) for unit, way in zip(units, ring, strict=True)]
    table = at("german combat", "99ID-395 3-4 at .\n" + "\n".join(lines), centre=PLAIN)
    attackers = [line.split()[0] for line in lines]
    assert all(table.supply(unit) == "supplied" for unit in attackers)
    assert table.strengths(PLAIN, by=attackers) == (38 + 12 + 12, 2)  # isolated: half of three
    table.attack(PLAIN, by=attackers, die=1)
    assert table.where("99ID-395") == "eliminated"


@rule("AO-9.2.F")
def test_a_stack_defends_with_its_combined_strength():
    table = at("german combat", DUEL + "2ID-38 4-4 at .\n392e 1-4 at .", centre=PLAIN)
    assert table.strengths(PLAIN, by=["1SSPz-1a"]) == (9, 8)
    assert "AO-9.2.F" in {line.rule for line in table.odds(PLAIN, by=["1SSPz-1a"]).tally}
    table.attack(PLAIN, by=["1SSPz-1a"], die=1).lead()
    assert PLAIN not in {table.where(unit) for unit in ("99ID-395", "2ID-38", "392e")}


FALLBACK = """
    1SSPz-1a   9-10 at E
    2Pz-3      6-10 at NE NW
    150Bde     3-10 at SE SW
    99ID-393   3-4  at W
    12SSPz-12  7-10 at W W
    PzLehr-130 6-10 at W W
    2Pz-2      4-10 at W W
"""
PINCERS = ["12SSPz-12", "PzLehr-130", "2Pz-2"]


def fallback() -> Table:
    """A first attack drives an American into a stack that is attacked next."""
    table = at("german combat", FALLBACK + "99ID-395 3-4 at .", centre=PLAIN)
    table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr1")).try_("done")
    assert table.where("99ID-395") == table.hex("W")
    return table


def exchange_of_the_stack() -> Table:
    """The stack that a retreat has joined is exchanged."""
    table = fallback()
    column = table.odds(table.hex("W"), by=PINCERS).column
    return table.attack(table.hex("W"), by=PINCERS, die=die_for("initial", column, "Ex"))


@rule("AO-E.9.2")
def test_a_unit_that_retreated_into_a_stack_adds_nothing_to_its_defence():
    table = fallback()
    without = at("german combat", FALLBACK, centre=PLAIN)
    stack = table.hex("W")
    assert table.strengths(stack, by=PINCERS) == without.strengths(stack, by=PINCERS)
    lines = [(line.rule, line.after) for line in table.odds(stack, by=PINCERS).tally if "defence" in line.about]
    assert lines == [("AO-3.33", 3), ("AO-E.9.2", 3), ("AO-12.4.K", 3), ("AO-12.6.defence", 2)]  # no stack, no total
    table.declare(stack, by=PINCERS)
    assert without.odds(stack, by=PINCERS).column in table.offers("fight")
    assert table.offers("fight") == without.declare(stack, by=PINCERS).offers("fight")


@rule("AO-E.9.2")
def test_a_unit_that_retreated_into_a_stack_shares_its_fate():
    table = exchange_of_the_stack()
    assert {table.where("99ID-395"), table.where("99ID-393")} == {"eliminated"}
    assert table.points("german") == 2


@rule("AO-E.9.2")
def test_a_unit_that_retreated_into_a_stack_must_retreat_with_it():
    """Enemy zones all round: both units are lost, not only the one that was attacked."""
    table = fallback()
    column = table.odds(table.hex("W"), by=["2Pz-2"]).column
    table.attack(table.hex("W"), by=["2Pz-2"], die=die_for("initial", column, "Dr1")).lead()
    assert (table.where("99ID-395"), table.where("99ID-393")) == ("eliminated", "eliminated")


@rule("AO-9.6.N")
def test_a_unit_that_retreated_into_a_stack_does_not_advance_for_it():
    """The tanks that fell back into the stack took no part when it threw the attacker back."""
    drawing = FALLBACK.replace("12SSPz-12  7-10", "26VG-77    2-4").replace("99ID-393   3-4", "9AD-CCB    5-12")
    drawing = drawing.replace("PzLehr-130 6-10 at W W", "").replace("2Pz-2      4-10 at W W", "")
    table = at("german combat", drawing + "9AD-CCR 4-12 at .", centre=PLAIN)
    column = table.odds(PLAIN, by=["1SSPz-1a"]).column
    table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", column, "Dr1")).try_("done")
    assert table.where("9AD-CCR") == table.hex("W")
    table.attack(table.hex("W"), by=["26VG-77"], die=6).lead()
    assert table.result() == "Ar2"
    assert table.offers("advance") == {"9AD-CCB"}
    assert table.forbids("advance 9AD-CCR") == "AO-9.6.N"


@rule("AO-R.16")
def test_a_unit_that_retreated_into_a_stack_is_not_paid_for_in_an_exchange():
    """The price is the three of the unit that defended: a four pays it, though six died."""
    table = exchange_of_the_stack().do("lose 2Pz-2")
    assert table.offers("lose") == set()
    assert table.where("12SSPz-12") == table.where("PzLehr-130") == table.hex("W W")


@rule("AO-R.18")
def test_a_hex_with_only_units_attacked_before_is_not_attacked_again():
    table = at("german combat", """
        1SSPz-1a  9-10 at E
        2Pz-3     6-10 at NE NW
        150Bde    3-10 at SE SW
        12SSPz-12 7-10 at W W W
        99ID-395  3-4  at .
    """, centre=PLAIN)  # fmt: skip
    table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr1"))
    table.try_("done")
    moved = table.where("99ID-395")
    assert moved == table.hex("W")
    assert moved not in table.offers("target")
    assert table.forbids(f"target {moved}") == "AO-R.18"


@rule("AO-10.1.Dr")
def test_part_of_a_stack_may_attack_and_the_rest_elsewhere():
    table = at("german combat", """
        1SSPz-1a  9-10 at .
        12SSPz-12 7-10 at .
        99ID-395  3-4  at W
        99ID-393  3-4  at NE
    """, centre=PLAIN)  # fmt: skip
    table.attack(table.hex("W"), by=["1SSPz-1a"], die=die_for("initial", "3-1", "Dr2")).lead().try_("done")
    assert "fought" not in table.statuses("12SSPz-12")
    table.attack(table.hex("NE"), by=["12SSPz-12"], die=die_for("initial", "2-1", "Dr2")).lead()
    assert table.where("99ID-393") != table.hex("NE")


# Strength and odds


@rule("AO-9.3.K")
def test_26_against_9_is_2_1():
    table = at("german combat", """
        1SSPz-1a   9-10 at E
        12SSPz-12  7-10 at E
        12SSPz-25  5-10 at NE
        12SSPz-26  5-10 at NE
        2ID-38     4-4  at .
        4ID-12     5-4  at .
    """, centre=PLAIN)  # fmt: skip
    found = table.odds(PLAIN, by=["1SSPz-1a", "12SSPz-12", "12SSPz-25", "12SSPz-26"])
    assert (found.attack, found.defence, found.column) == (26, 9, "2-1")


@rule("AO-9.3.K")
@pytest.mark.parametrize(
    ("attackers", "column"),
    [
        (["26VG-77"], "1-2"),
        (["12VG-27"], "1-1"),
        (["12VG-27", "3FJ-9"], "1-1"),
        (["12VG-27", "12VG-48"], "2-1"),
    ],
)
def test_odds_are_rounded_for_the_defender(attackers: list[str], column: str):
    figures = {"26VG-77": "2-4", "3FJ-9": "3-4"}
    lines = [f"{unit} {figures.get(unit, '4-4')} at E" for unit in attackers]
    table = at("german combat", "\n".join([*lines, "2ID-38 4-4 at ."]), centre=PLAIN)
    assert table.odds(PLAIN, by=attackers).column == column


@rule("AO-9.4.L")
def test_the_attacker_may_choose_lower_odds():
    """A 5-1 may be fought at 3-1."""
    table = at("allied combat", """
        9AD-CCA   5-12 at W
        9AD-CCB   5-12 at NW
        26VG-77   2-4  at .
    """, centre=PLAIN)  # fmt: skip
    table.declare(PLAIN, by=["9AD-CCA", "9AD-CCB"])
    assert table.offers("fight") == set(COLUMNS[: COLUMNS.index("5-1") + 1])
    table.do("fight 3-1")
    fought = table.state.battle()
    assert fought is not None
    assert table.state.odds(fought).column == "3-1"
    table.roll(1)
    assert table.result() == "Dr2"  # standard table; at 5-1 it would be an exchange


@rule("AO-9.4.L")
def test_odds_are_never_raised():
    table = duel()
    table.declare(PLAIN, by=["1SSPz-1a"])
    assert table.forbids("fight 4-1") == "AO-9.4.L"


@rule("AO-E.9.4")
def test_the_german_never_lowers_his_odds_below_2_1():
    table = duel()
    table.declare(PLAIN, by=["1SSPz-1a"])
    assert table.offers("fight") == {"3-1", "2-1"}
    assert table.forbids("fight 1-1") == "AO-E.9.4"


@rule("AO-E.9.4")
def test_the_german_may_attack_at_1_1_if_he_has_no_more():
    table = at("german combat", "12VG-27 4-4 at E\n2ID-38 4-4 at .\n12VG-48 4-4 at NE", centre=PLAIN)
    table.declare(PLAIN, by=["12VG-27"])
    assert table.forbids("fight 1-2") == "AO-E.9.4"
    table.attack(PLAIN, by=["12VG-27"], die=4)
    assert table.result() == "Ar1"


def cut_off(*units: str, at_: str) -> Table:
    """German units in one hex that trace no supply but are not surrounded, and an American to attack."""
    figures = {"3FJ-9": "3-4", "3FJ-5": "3-4", "3FJ-8": "3-4", "12VG-27": "4-4", "1SSPz-1a": "9-10"}
    lines = [f"{unit} {figures[unit]} at {at_}" for unit in units]
    table = at("german combat", "\n".join([*lines, *_siege(at_)]))
    assert {table.supply(unit) for unit in units} == {"unsupplied"}
    return table


def _siege(here: str) -> list[str]:
    """Americans who cut the roads round a hex but leave it open ground; the first stands beside it."""
    foes = ["99ID-395 3-4", "14Cav 4-12", "102Cav 4-12", "99ID-393 3-4", "99ID-394 3-4", "106ID-422 3-4"]
    ways = ["W", "E E E", "NE NE NE", "NW NW NW", "SW SW SW", "SE SE SE"]
    return [f"{foe} at {ground.walk(here, way)}" for foe, way in zip(foes, ways, strict=True)]


@rule("AO-9.5.M")
@pytest.mark.parametrize(("units", "total"), [(("3FJ-9", "12VG-27"), 4), (("3FJ-9", "3FJ-5", "3FJ-8"), 5)])
def test_unsupplied_stacks_are_halved_as_a_total(units: tuple[str, ...], total: int):
    table = cut_off(*units, at_=PLAIN)
    assert table.odds(ground.walk(PLAIN, "W"), by=units).attack == total


@rule("AO-9.3.J", "AO-R.14")
def test_supply_halves_before_road_mode_and_terrain():
    """Nine becomes five for want of supply, then three in Road Mode."""
    here = ground.first(
        lambda h: ground.on_road(h) and ground.field(h, 1) and all(map(ground.live, ground.disc(h, 4)))
        and not ground.german_ground(h)
    )  # fmt: skip
    lines = [f"1SSPz-1a 9-10 at {here} road-mode", *_siege(here)]
    table = at("german combat", "\n".join(lines))
    assert table.supply("1SSPz-1a") == "unsupplied"
    assert table.odds(ground.walk(here, "W"), by=["1SSPz-1a"]).attack == 3


@rule("AO-9.3.J", "AO-R.14")
def test_supply_halves_before_the_west_wall_doubles():
    """A 9 cut off in the West Wall attacks with twice five, not with half of eighteen."""
    for wall in ground.where(ground.west_wall):
        foe = next((n for n in ground.neighbours(wall) if ground.live(n) and not ground.german_ground(n)), None)
        if foe is None:
            continue
        ring = [h for h in ground.ring(wall, 2) if ground.live(h)]
        foes = ["99ID-395 3-4", "14Cav 4-12", "102Cav 4-12", "99ID-393 3-4", "99ID-394 3-4", "106ID-422 3-4"]
        posts = [foe, *sorted(h for h in ring if ground.distance(h, foe) > 1)[::2]][: len(foes)]
        table = at("german combat", "\n".join(
            [f"1SSPz-1a 9-10 at {wall}", *(f"{f} at {p}" for f, p in zip(foes, posts, strict=False))]))  # fmt: skip
        if table.supply("1SSPz-1a") == "unsupplied":
            assert table.odds(foe, by=["1SSPz-1a"]).attack == 10
            return
    raise AssertionError("no West Wall hex of the map can be cut off")


@rule("AO-R.14")
def test_hexes_are_halved_one_by_one():
    """Two stacks of three, cut off, in different hexes: two and two, not three."""
    west, east = PLAIN, ground.walk(PLAIN, "SW")
    foe = ground.walk(PLAIN, "W")
    lines = [f"3FJ-9 3-4 at {west}", f"3FJ-5 3-4 at {east}", *_siege(PLAIN)]
    table = at("german combat", "\n".join(lines))
    assert {table.supply(unit) for unit in ("3FJ-9", "3FJ-5")} == {"unsupplied"}
    assert table.odds(foe, by=["3FJ-9", "3FJ-5"]).attack == 4


@rule("AO-12.6.attack")
def test_an_unsupplied_nine_attacks_with_five():
    assert cut_off("1SSPz-1a", at_=PLAIN).odds(ground.walk(PLAIN, "W"), by=["1SSPz-1a"]).attack == 5


@rule("AO-12.6.isolated")
def test_an_isolated_unit_adds_nothing_to_a_supposed_attack():
    table = at("german combat", DUEL + "2Pz-3 6-10 at E\n12SSPz-12 7-10 at NE", centre=PLAIN)
    alone = 1 << table.position.game.forces.index["2Pz-3"]
    table.position.isolated, table.position.unsupplied = alone, alone
    found = table.odds(PLAIN, by=["1SSPz-1a", "2Pz-3", "12SSPz-12"])
    assert found.attack == 16
    told = [line.text for line in found.tally if line.rule == "AO-12.6.isolated"]
    assert told == ["3 (2 Pz): 6 is isolated and adds nothing"]
    assert sorted(line.text for line in found.tally if line.rule == "AO-3.33") == [
        "1 Pz (1 SS Pz): 9", "12 (12 SS Pz): 7", "395 (99 Inf): 3",
    ]  # fmt: skip


def test_odds_are_refused_in_words_where_attackers_are_not_next_to_the_defender():
    table = at("german combat", "1SSPz-1a 9-10 at E E\n99ID-395 3-4 at .", centre=PLAIN, turn=3)
    with pytest.raises(ArdennesError, match="Attackers must be adjacent to every hex they attack"):
        table.odds(PLAIN, by=["1SSPz-1a"])
