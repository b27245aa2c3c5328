"""12.2 to 12.4: results, retreats, advances."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.engine import Refused
from tests.games.bulge import ground
from tests.games.bulge.datafiles import COLUMNS, column_of
from tests.games.bulge.scenes import FIELD
from tests.games.bulge.table import Table, at
from tests.games.bulge.textbook import exchanges
from tests.rulemark import rule

ONE = """
    1SS   7 at E
    28Inf 4 at .
"""
PAIR = """
    276VG 2 at E
    9VG   2 at W
    2Arm  7 at .
"""
# Only the west and south-west of 28Inf are free of German zones.
CORNERED = """
    1SS   7 at E
    12SS  7 at NE NW
    28Inf 4 at .
"""


def fought(drawing: str, by: list[str], result: str, step: str = "german pre-combat", **more: Any) -> Table:
    """A battle over the field with the result wanted, whatever column has it."""
    table = at(step, drawing, centre=FIELD, **more)
    column = next(c for c in reversed(COLUMNS) if fits(table, by, c, result))
    return table.attack(FIELD, by, result, column=column)


def fits(table: Table, by: list[str], column: str, result: str) -> bool:
    trial = table.fork().declare(FIELD, by, "primary")
    full = trial.fought_at()
    return COLUMNS.index(column) <= COLUMNS.index(full) and result in column_of("primary", column)


# ---- results


@rule("BU-12.2.Ct")
def test_contact_does_nothing():
    table = fought(ONE, ["1SS"], "Ct")
    assert (table.where("1SS"), table.where("28Inf")) == (table.hex("E"), FIELD)
    assert table.eliminated() == set()
    assert not {"step", "advance", "lose"} & table.verbs


@rule("BU-12.2.De", "BU-12.4")
def test_defender_eliminated_and_one_attacker_may_advance():
    table = fought("1SS 7 at E\n12SS 7 at W\n28Inf 4 at .", ["1SS", "12SS"], "De")
    assert table.eliminated() == {"28Inf"}
    assert table.asked()[0] == "german"
    table.try_("pick 12SS").try_(f"advance {FIELD}")
    assert table.where("12SS") == FIELD
    assert table.where("1SS") == table.hex("E")
    assert "advance" not in table.verbs


@rule("BU-R.23")
def test_nobody_has_to_advance():
    table = fought(ONE, ["1SS"], "De")
    assert "done" in table.verbs
    table.do("done")
    assert table.where("1SS") == table.hex("E")


@rule("BU-12.2.Dr", "BU-12.3")
def test_the_defender_retreats_one_hex_of_his_choice():
    table = fought(ONE, ["1SS"], "Dr")
    assert table.asked()[0] == "allied"
    found = table.textbook()
    assert table.offers("step") == found.retreats("28Inf")
    target = table.hex("W")
    table.do(f"step {target}")
    assert table.where("28Inf") == target
    assert table.asked()[0] == "german"
    table.do(f"advance {FIELD}")
    assert table.where("1SS") == FIELD


@rule("BU-12.2.Ar")
def test_all_attackers_retreat_and_the_defender_may_advance_into_one_hex():
    table = fought(PAIR, ["276VG", "9VG"], "Ar")
    retreat_all(table)
    assert table.asked()[0] == "allied"
    assert table.offers("advance") == {table.hex("E"), table.hex("W")}
    table.do(f"advance {table.hex('W')}")
    assert table.where("2Arm") == table.hex("W")
    assert table.eliminated() == set()


def retreat_all(table: Table) -> list[tuple[str, str]]:
    """Let whoever must retreat do so, and say who went where."""
    while {"step", "pick"} & table.verbs and table.asked()[0] == "german":
        table.do(str(table.state.decision.options[0]))
    return [(event.piece, event.to) for event in table.events("retreat")]


@rule("BU-12.4.defender")
def test_the_defender_may_stay():
    table = fought(PAIR, ["276VG", "9VG"], "Ar")
    retreat_all(table)
    table.do("done")
    assert table.where("2Arm") == FIELD
    other = fought(PAIR, ["276VG", "9VG"], "Ar")
    retreat_all(other)
    other.do(f"advance {other.hex('E')}")
    assert other.events(rule="BU-12.4.defender")


@rule("BU-12.2.Ae", "BU-R.20")
def test_one_attacker_of_his_owners_choice_is_eliminated_and_the_rest_retreat():
    table = fought(PAIR, ["276VG", "9VG"], "Ae")
    assert table.asked()[0] == "german"
    assert table.offers("lose") == {"276VG", "9VG"}
    assert table.state.decision.rule == "BU-12.2.Ae"
    assert table.forbids("lose 12VG") == "BU-R.20"
    table.do("lose 9VG")
    retreat_all(table)
    assert table.eliminated() == {"9VG"}
    assert ground.distance(table.where("276VG"), table.hex("E")) == 1
    assert table.offers("advance") == {table.hex("E"), table.hex("W")}


@rule("BU-12.2.Ae")
def test_a_single_attacker_is_eliminated_without_a_question():
    table = fought("276VG 2 at E\n2Arm 7 at .", ["276VG"], "Ae")
    assert table.eliminated() == {"276VG"}
    assert table.offers("advance") == {table.hex("E")}


# ---- exchange


@rule("BU-12.2.Ex")
def test_an_exchange_costs_the_most_that_does_not_exceed_the_defender():
    table = fought("3FJ 4 at E\n62VG 3 at W\n276VG 2 at NE\n2Inf 5 at .", ["3FJ", "62VG", "276VG"], "Ex")
    while "lose" in table.verbs:
        table.do(str(table.state.decision.options[0]))
    assert table.eliminated() == {"2Inf", "62VG", "276VG"}  # 3 and 2 make five; 4 would be less


@rule("BU-12.2.Ex")
def test_an_exchange_may_cost_nothing():
    table = fought("1SS 7 at E\n12SS 7 at W\n2Inf 5 at .", ["1SS", "12SS"], "Ex")
    assert table.eliminated() == {"2Inf"}
    assert "lose" not in table.verbs


@rule("BU-R.21")
def test_among_equal_losses_the_attacker_chooses():
    table = fought("62VG 3 at E\n560VG 3 at W\n106Inf 3 at .", ["62VG", "560VG"], "Ex")
    assert table.offers("lose") == {"62VG", "560VG"}
    assert table.state.decision.rule == "BU-R.21"
    table.do("lose 560VG")
    assert table.eliminated() == {"106Inf", "560VG"}


@rule("BU-12.2.Ex")
def test_a_choice_that_could_not_be_completed_is_not_offered():
    everyone = ["12VG", "62VG", "276VG", "9VG"]
    table = fought("12VG 4 at E\n62VG 3 at W\n276VG 2 at NE\n9VG 2 at NW\n2Inf 5 at .", everyone, "Ex")
    sets = exchanges("2Inf", everyone)
    assert sets == {frozenset({"62VG", "276VG"}), frozenset({"62VG", "9VG"})}
    while "lose" in table.verbs:
        assert "12VG" not in table.offers("lose")
        table.do(f"lose {sorted(table.offers('lose'))[0]}")
    assert frozenset(table.eliminated() - {"2Inf"}) in sets


@rule("BU-12.2.Ex")
def test_no_unit_is_counted_twice_in_an_exchange():
    """Two and two would make four, but there is only one unit of two: the one of four goes."""
    table = fought("12VG 4 at E\n62VG 3 at W\n276VG 2 at NE\n28Inf 4 at .", ["12VG", "62VG", "276VG"], "Ex")
    assert table.eliminated() == {"28Inf", "12VG"}


@rule("BU-12.2.Ex")
def test_all_attackers_may_be_lost_and_then_nobody_advances():
    table = fought("62VG 3 at E\n106Inf 3 at .", ["62VG"], "Ex")
    assert table.eliminated() == {"62VG", "106Inf"}
    assert "advance" not in table.verbs


@rule("BU-12.4")
def test_only_a_survivor_advances():
    table = fought("1SS 7 at E\n12VG 4 at W\n28Inf 4 at .", ["1SS", "12VG"], "Ex")
    assert table.eliminated() == {"28Inf", "12VG"}
    table.do(f"advance {FIELD}")
    assert table.where("1SS") == FIELD


@rule("BU-12.2.Ex")
def test_the_exchange_counts_printed_factors_not_terrain():
    here, there = ground.first_step(
        lambda a, b: ground.terrain(b) == "heavy-woods" and not ground.side(a, b) and not ground.features(b)
    )
    spots = [n for n in ground.neighbours(there) if n != here][:2]
    pieces = {"116Pz": [here], "1SS": [spots[0]], "12SS": [spots[1]], "28Inf": [there]}
    table = at("german pre-combat", pieces)
    table.attack(there, ["116Pz", "1SS", "12SS"], "Ex")
    assert table.eliminated() == {"28Inf"}  # five is more than the printed four


@rule("BU-12.2.Ex")
def test_the_screen_tells_what_each_unit_pays_before_it_is_given_up():
    table = fought("3FJ 4 at E\n62VG 3 at W\n276VG 2 at NE\n2Inf 5 at .", ["3FJ", "62VG", "276VG"], "Ex")
    assert worths(table) == {"lose 62VG": "Worth 3: 2 more to remove", "lose 276VG": "Worth 2: 3 more to remove"}
    table = fought("62VG 3 at E\n560VG 3 at W\n106Inf 3 at .", ["62VG", "560VG"], "Ex")
    assert worths(table) == {"lose 62VG": "Worth 3: enough", "lose 560VG": "Worth 3: enough"}


def worths(table: Table) -> dict[str, str | None]:
    """What the attacker's screen says of each loss that is offered."""
    screen = table.state.game.screen(table.state.view("german"))
    return {option.action: option.detail for option in screen.options}


# ---- retreats


@rule("BU-12.3.zone")
def test_nobody_retreats_into_an_enemy_zone():
    table = fought(CORNERED, ["1SS"], "Dr")
    assert table.offers("step") == table.textbook().retreats("28Inf") == {table.hex("W"), table.hex("SW")}
    assert table.forbids(f"step {table.hex('NW')}") == "BU-12.3.zone"


OPEN_WEST = """
    1SS   7 at E
    28Inf 4 at .
    4Inf  4 at W
"""


@rule("BU-12.3.occupied")
def test_nobody_retreats_onto_a_friend():
    table = fought(OPEN_WEST, ["1SS"], "Dr")
    assert table.forbids(f"step {table.hex('W')}") == "BU-12.3.occupied"


@rule("BU-12.3.eliminated", "BU-R.28")
def test_who_cannot_retreat_is_eliminated():
    ring = "1SS 7 at E\n12SS 7 at NW\n2SS 6 at SW\n28Inf 4 at ."
    table = fought(ring, ["1SS"], "Dr")
    assert table.eliminated() == {"28Inf"}
    assert table.points() == 4


def test_a_surrounded_unit_is_eliminated_by_friends_in_the_way():
    ring = "1SS 7 at E\n28Inf 4 at .\n4Inf 4 at W\n2Inf 5 at NW\n99Inf 4 at SW\n"
    table = fought(ring, ["1SS"], "Dr")
    assert table.textbook().places.get("28Inf") is None
    assert table.eliminated() == {"28Inf"}


@rule("BU-12.3.eliminated")
def test_no_retreat_off_the_map():
    pieces = {"28Inf": ["0111"], "1SS": ["0211"], "12SS": ["0109"], "2SS": ["0113"]}
    table = at("german pre-combat", pieces)
    table.attack("0111", ["1SS"], "Dr")
    assert table.eliminated() == {"28Inf"}


@rule("BU-R.22")
def test_the_owner_chooses_the_order_of_retreats():
    table = fought(PAIR, ["276VG", "9VG"], "Ar")
    assert table.asked()[0] == "german"
    assert table.offers("pick") == {"276VG", "9VG"}
    assert table.state.decision.rule == table.forbids("pick 2Arm") == "BU-R.22"
    table.do("pick 9VG")
    assert table.offers("step") == table.textbook().retreats("9VG")
    table.do(f"step {sorted(table.offers('step'))[0]}")
    assert table.where("276VG") == table.hex("E")
    assert table.offers("step") == table.textbook().retreats("276VG")


@rule("BU-12.3.eliminated")
def test_attackers_may_stand_in_each_others_way():
    """Both can only go to the same hex: whoever is second is eliminated."""
    drawing = """
        276VG 2 at E
        9VG   2 at NE
        2Arm  7 at .
        62VG  3 at E E
        560VG 3 at E SE
        272VG 3 at NE NE
        326VG 3 at NE NW
    """
    table = fought(drawing, ["276VG", "9VG"], "Ar")
    last = table.hex("E NE")
    assert table.textbook().retreats("276VG") == table.textbook().retreats("9VG") == {last}
    table.do("pick 9VG")
    assert table.where("9VG") == last
    assert table.eliminated() == {"276VG"}


# ---- advances


def test_an_advance_ignores_enemy_zones():
    drawing = "1SS 7 at E\n28Inf 4 at .\n2Inf 5 at W W\n"
    table = fought(drawing, ["1SS"], "De")
    assert table.textbook().in_enemy_zone("german", FIELD) is False
    closer = fought(drawing.replace("W W", "W"), ["1SS"], "De")
    assert closer.offers("advance") == {FIELD}


def test_an_advance_is_over_before_the_next_attack():
    drawing = ONE + "12SS 7 at W W\n4Inf 4 at W W W\n"
    table = fought(drawing, ["1SS"], "De")
    with pytest.raises(Refused):
        table.state.copy().apply(f"target {table.hex('W W W')}")


@rule("BU-12.4.defender")
def test_the_defender_advances_after_an_allied_attack_too():
    table = at("allied pre-combat", "1SS 7 at E\n28Inf 4 at .", centre=FIELD)
    table.attack(table.hex("E"), ["28Inf"], "Ae", column="-3")
    assert table.eliminated() == {"28Inf"}
    assert table.asked()[0] == "german"
    assert table.offers("advance") == {FIELD}
    table.do(f"advance {FIELD}")
    assert [(event.piece, event.to) for event in table.events("advance", "BU-12.4.defender")] == [("1SS", FIELD)]
