"""4 and 5: set-up, the order of the phases, and what is special about the first turns."""

from __future__ import annotations

from itertools import pairwise

from ardennes.engine import screen
from tests.games.bulge import ground
from tests.games.bulge.datafiles import AT_START, UNITS
from tests.games.bulge.scenes import FIELD
from tests.games.bulge.table import Table, at, game, start
from tests.rulemark import rule

APART = """
    1SS   7 at E E
    28Inf 4 at W W
"""
TOUCHING = """
    1SS   7 at E
    28Inf 4 at .
"""
ORDER = [
    *("weather", "assignment", "patrol", "interdiction"),
    *("pre", "movement", "post", "resupply", "pre", "movement", "post", "victory", "turn"),
]

# What the log tells of the segments of the Weather Phase.
SEEN = {"BU-6.0.historical": "weather", "BU-7.0": "assignment", "BU-7.0.secret": "patrol"}


def phases(table: Table) -> list[tuple[str, str]]:
    """The phases of the log in their order, each with the side whose it is."""
    told = ((SEEN.get(event.rule, event.rule.removeprefix("BU-5.0.")), event.side) for event in table.record.events)
    found = [(name, side) for name, side in told if name in ORDER]
    return [one for one, after in pairwise([*found, ("", "")]) if one != after]


@rule("BU-4.0")
def test_every_unit_begins_in_its_hex_and_the_count_is_zero():
    table = start()
    assert {unit["id"]: table.where(unit["id"]) for unit in AT_START} == {u["id"]: u["start_hex"] for u in AT_START}
    assert {table.where(unit) for unit, row in UNITS.items() if not row["start_hex"]} == {"pool"}
    assert (table.state.turn, table.points()) == (1, 0)


@rule(
    "BU-5.0.weather", "BU-5.0.assignment", "BU-5.0.patrol", "BU-5.0.interdiction", "BU-5.0.pre", "BU-5.0.movement",
    "BU-5.0.post", "BU-5.0.resupply", "BU-5.0.victory", "BU-5.0.turn",
)  # fmt: skip
def test_a_game_turn_runs_through_all_its_phases_in_order():
    table = at("allied movement", APART, centre=FIELD, turn=7, victory_points=50)
    table.until("allied movement", turn=9)
    found = [phase for phase, after in pairwise([*(phase for phase, _ in phases(table)), ""]) if phase != after]
    begin = found.index("weather")
    assert found[begin : begin + len(ORDER)] == ORDER


def test_the_german_player_turn_comes_before_the_allied_one():
    table = at("allied movement", APART, centre=FIELD, turn=4, victory_points=30).until("allied movement", turn=5)
    sides = [side for phase, side in phases(table) if phase in ("pre", "movement", "post")]
    assert sides[-5:] == ["german", "german", "german", "allied", "allied"]


def test_combat_comes_before_and_after_movement():
    table = at("german pre-combat", TOUCHING, centre=FIELD)
    assert table.asked() == ("german", "german pre-combat")
    assert table.do("done").asked() == ("german", "german movement")
    assert table.do("done").state.battle() is not None


@rule("BU-5.0.surprise-pre")
def test_surprise_shifts_german_attacks_two_columns_before_movement():
    table = at("german pre-combat", TOUCHING, centre=FIELD, turn=1)
    assert table.odds(FIELD, ["1SS"]).column == "+6"  # 7 - 4 is +3: two columns on
    later = at("german pre-combat", TOUCHING, centre=FIELD, turn=2)
    assert later.odds(FIELD, ["1SS"]).column == "+2"


@rule("BU-5.0.surprise-post", "BU-6.1.overcast")
def test_surprise_and_overcast_shift_german_attacks_one_column_each_after_movement():
    table = at("german post-combat", TOUCHING, centre=FIELD, turn=1)
    assert table.odds(FIELD, ["1SS"]).column == "+6"
    rules = {line.rule for line in table.odds(FIELD, ["1SS"]).tally}
    assert {"BU-5.0.surprise-post", "BU-6.1.overcast"} <= rules


def test_surprise_does_not_help_the_allies():
    table = at("allied pre-combat", TOUCHING, centre=FIELD, turn=1)
    assert table.odds(table.hex("E"), ["28Inf"]).column == "-3"


def lost_german(turn: int) -> Table:
    """A German unit on the edge that is the Allied player's, with no road home that is not cut."""
    return at("german movement", "12VG 4 at 0225\n2Inf 5 at 0521\n3Arm 7 at 0319\n4Arm 6 at 0216", turn=turn)


@rule("BU-5.0.supply")
def test_all_germans_are_in_supply_on_the_first_three_turns():
    assert not lost_german(4).textbook().supplied("12VG")
    table = lost_german(3)
    assert table.supplied("12VG")
    assert "12VG" in table.offers("pick")


def test_germans_look_after_themselves_from_the_fourth_turn_on():
    table = lost_german(4)
    assert not table.supplied("12VG")
    assert table.movers() == set()
    assert table.offers("test") == {"12VG"}


@rule("BU-5.0.turn", "BU-7.2.removed")
def test_interdiction_markers_come_off_at_the_end_of_the_turn():
    here, there = ground.first_step(lambda a, b: ground.road(a, b) and ground.terrain(b) == "heavy-woods")
    pieces = {"12VG": [here], "28Inf": ["1907"]}
    markers = {"allied-interdiction": [there]}
    assert at("german movement", pieces, turn=3, markers=markers).cost("12VG", there) == 4
    table = at("allied post-combat", pieces, turn=2, victory_points=20, markers=markers)
    assert table.state.turn == 3  # nobody can attack: the turn has ended
    assert table.until("german movement").cost("12VG", there) == 1


@rule("BU-5.0.turn")
def test_missions_that_were_not_used_are_gone_with_the_turn():
    table = at(
        "allied movement", APART, centre=FIELD, turn=8, victory_points=50, options={"weather": "variable"},
        german_support=1, allied_support=2, allied_resupply=1,
    )  # fmt: skip
    flown = {"german-support-1", "allied-support-1", "allied-support-2", "allied-resupply-1"}
    assert flown <= {piece.id for piece in shown(table).pieces}
    table.march().do("done")
    assert table.state.chance is not None, "the weather of turn 9"
    assert table.state.turn == 9
    assert not flown & {piece.id for piece in shown(table).pieces}
    assert [event.text for event in table.events("turn", "BU-5.0.turn")] == ["Game-Turn 8 ends"]


def shown(table: Table) -> screen.Screen:
    return game().screen(table.state.view(None))


@rule("BU-5.0")
def test_nothing_is_done_out_of_order():
    table = at("german movement", APART, centre=FIELD)
    assert table.forbids("pick 28Inf") == "BU-5.0"
    assert table.forbids(f"target {table.hex('W W')}") == "BU-5.0.movement"
