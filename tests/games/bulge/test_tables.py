"""The tables of the game written out once more, and looked up by playing."""

from __future__ import annotations

import pytest

from tests.games.bulge.scenes import FIELD
from tests.games.bulge.table import Table, at
from tests.rulemark import rule

COLUMNS = ("-3", "-2", "-1", "0", "+1", "+2", "+4", "+6", "+9", "+12")
# A row for each die from 1 to 6, a result for each column.
PRIMARY = """
    Ct Dr Dr Ex Ex De De De De De
    Ar Ct Ct Dr Dr Ex Ex De De De
    Ar Ar Ct Ct Dr Dr Ex Ex De De
    Ae Ar Ar Ct Ct Dr Dr Ex Ex De
    Ae Ae Ar Ar Ar Ct Dr Dr Ex Ex
    Ae Ae Ae Ae Ar Ar Ar Dr Dr Ex
"""
SECONDARY = """
    Ct Dr Dr Dr Dr Dr Ex De De De
    Ct Ct Ct Dr Dr Dr Dr Ex Ex De
    Ar Ct Ct Ct Dr Dr Dr Dr Ex Ex
    Ar Ar Ct Ct Ct Dr Dr Dr Dr Ex
    Ar Ar Ar Ar Ct Ct Dr Dr Dr Dr
    Ae Ae Ar Ar Ar Ar Ct Dr Dr Dr
"""
MASSED = """
    1SS   7 at E
    12SS  7 at W
    2SS   6 at NE
    28Inf 4 at .
"""


@rule("BU-12.1.step6")
@pytest.mark.parametrize(("name", "rows"), [("primary", PRIMARY), ("secondary", SECONDARY)])
@pytest.mark.parametrize("column", COLUMNS)
def test_every_die_gives_the_result_of_the_table(name: str, rows: str, column: str):
    table = at("german pre-combat", MASSED, centre=FIELD).declare(FIELD, ["1SS", "12SS", "2SS"], name)
    table.do(f"fight {column}")
    assert table.state.chance is not None
    assert table.state.chance.rule == "BU-12.1.step6"
    found = [table.fork().roll(die).result() for die in range(1, 7)]
    assert found == [row.split()[COLUMNS.index(column)] for row in rows.strip().splitlines()]


@rule("BU-12.1.step4")
@pytest.mark.parametrize(
    ("by", "defender", "differential", "column"),
    [
        ("276VG", "2Arm", -5, "-3"), ("62VG", "2Arm", -4, "-3"), ("12VG", "2Arm", -3, "-3"),
        ("116Pz", "2Arm", -2, "-2"), ("2SS", "2Arm", -1, "-1"), ("1SS", "2Arm", 0, "0"),
        ("1SS", "4Arm", 1, "+1"), ("1SS", "2Inf", 2, "+2"),
        ("1SS", "4Inf", 3, "+2"), ("1SS", "106Inf", 4, "+4"), ("1SS", "9ArmB", 5, "+4"), ("1SS", "102Cav", 6, "+6"),
        ("1SS 116Pz", "2Inf", 7, "+6"), ("1SS 12SS", "4Arm", 8, "+6"), ("1SS 12SS", "2Inf", 9, "+9"),
        ("1SS 12SS 12VG", "2Arm", 11, "+9"), ("1SS 12SS", "9ArmB", 12, "+12"), ("1SS 12SS", "102Cav", 13, "+12"),
    ],
)  # fmt: skip
def test_every_differential_has_its_column(by: str, defender: str, differential: int, column: str):
    ways = ("E", "W", "NE")
    table = at("german pre-combat", {defender: [FIELD], "18VG": ["0901"]}, centre=FIELD)
    pieces = {defender: [FIELD], **{unit: [table.hex(way)] for unit, way in zip(by.split(), ways, strict=False)}}
    odds = at("german pre-combat", pieces).odds(FIELD, by.split())
    assert (odds.attack - odds.defence, odds.column) == (differential, column)


# ---- weather and air points


APART = "1SS 7 at E E\n28Inf 4 at W W"
HISTORY = """
    overcast mist mist overcast overcast overcast overcast clear clear
    clear clear clear overcast overcast overcast mist clear mist
"""


@rule("BU-6.0.historical")
@pytest.mark.parametrize(("turn", "state"), list(enumerate(HISTORY.split(), start=1))[1:])
def test_the_weather_of_each_day(turn: int, state: str):
    table = at("weather", APART, centre=FIELD, turn=turn, victory_points=45)
    assert table.state.chance is None
    assert table.weather == state


# The modifier of each Game-Turn from the second on.
MODIFIERS = (1, 1, 1, 2, 2, 1, -2, -2, -2, -2, -1, 1, 1, 1, 0, 0, 1)


@rule("BU-6.0.variable")
@pytest.mark.parametrize(("turn", "modifier"), list(enumerate(MODIFIERS, start=2)))
def test_the_modified_die_gives_the_weather(turn: int, modifier: int):
    """Two or less is clear, three and four are mist, five and more overcast."""
    table = at("weather", APART, centre=FIELD, turn=turn, victory_points=45, options={"weather": "variable"})
    assert table.state.chance is not None
    assert table.state.chance.rule == "BU-6.0.variable"
    for die in range(1, 7):
        total = die + modifier
        wanted = "clear" if total <= 2 else "mist" if total <= 4 else "overcast"
        rolled = table.fork().roll(die)
        assert rolled.weather == wanted
        (event,) = rolled.events("roll", "BU-6.0.variable")
        assert event.text == f"Weather die roll {die}, DRM {modifier:+d}: {total}"


# Allied/German points of each Game-Turn.
AIR = {
    "clear": "0/0 3/3 4/3 4/2 5/2 5/2 5/2 6/2 7/2 7/1 7/1 6/1 6/1 6/0 6/0 6/0 6/2 6/0",
    "mist": "0/0 1/2 2/2 2/1 2/1 2/1 2/1 3/1 3/1 3/1 3/0 3/0 3/0 3/0 3/0 3/0 3/1 3/0",
    "overcast": "0/1 0/1 0/1" + " 0/0" * 15,
}


@rule("BU-7.0")
@pytest.mark.parametrize("weather", AIR)
def test_the_air_points_of_each_day(weather: str):
    found = []
    for turn in range(1, 19):
        table = at("air assignment", APART, centre=FIELD, turn=turn, weather=weather, victory_points=45)
        flown = {"allied": 0, "german": 0}
        while table.asked()[1] == "air assignment":
            assert table.offers("assign") or table.forbids("assign cap") == "BU-7.0.one"
            flown[table.asked()[0]] += bool(table.offers("assign"))
            table.do(str(table.state.decision.options[0]))
        found.append(f"{flown['allied']}/{flown['german']}")
    assert found == AIR[weather].split()


@rule("BU-2.3.2.limit")
@pytest.mark.parametrize(
    ("side", "mission", "most"),
    [
        ("allied", "cap", 3), ("allied", "interdiction", 4), ("allied", "support", 5), ("allied", "resupply", 2),
        ("german", "cap", 2), ("german", "interdiction", 1), ("german", "support", 2),
    ],
)  # fmt: skip
def test_the_markers_of_each_mission(side: str, mission: str, most: int):
    """Nine in clear weather is seven Allied points; three German ones are those of a clear second day."""
    table = at("air assignment", APART, centre=FIELD, turn=9 if side == "allied" else 2, weather="clear")
    if side == "german":
        table.do("assign cap", "assign cap", "assign cap", "done")
    for _ in range(most):
        table.do(f"assign {mission}")
    assert table.forbids(f"assign {mission}") == "BU-2.3.2.limit"


# ---- the airdrop


@rule("BU-15.0.scatter")
@pytest.mark.parametrize(("die", "way"), [(1, "NE"), (2, "E"), (3, "SE"), (4, "SW"), (5, "W"), (6, "NW")])
def test_the_scatter_diagram(die: int, way: str):
    table = at("german movement", "1SS 7 at E E\n28Inf 4 at W", centre=FIELD, turn=1, options={"airdrop": "on"})
    aim = table.hex("E E E E")
    table.do("pick vDH", f"drop {aim}").roll(1, 2, die)
    assert table.where("vDH") == Table(table.record, aim).hex(way)
