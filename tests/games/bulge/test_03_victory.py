"""3: victory, points for losses, and points for leaving the map."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.engine import screen
from tests.games.bulge import ground
from tests.games.bulge.datafiles import factor
from tests.games.bulge.scenes import FIELD
from tests.games.bulge.table import Table, at, game
from tests.games.bulge.textbook import Map
from tests.rulemark import rule

APART = {"1SS": ["0901"], "28Inf": ["1907"]}
# The German and the Allied number of each Game-Turn, from the first to the last.
NUMBERS = """
    30/-10 35/0  40/8  53/11 67/15 80/18 84/21 87/24 89/27
    90/30  88/32 86/34 83/36 79/38 74/41 68/44 60/47 50/49
"""
PAIRS = [(turn, *map(int, pair.split("/"))) for turn, pair in enumerate(NUMBERS.split(), start=1)]
BEST = "0123/NW"
assert ground.EXITS[BEST] == 4


def judged(turn: int, points: int, pieces: dict[str, list[str]] | None = None, **more: Any) -> Table:
    """The Victory Determination Phase of a turn."""
    return at("victory", pieces or APART, turn=turn, victory_points=points, **more)


# ---- the two numbers


@rule("BU-3.0", "BU-3.0.german")
@pytest.mark.parametrize(("turn", "german", "allied"), PAIRS)
def test_the_german_wins_when_his_points_reach_the_first_number(turn: int, german: int, allied: int):
    table = judged(turn, german)
    assert table.state.result is not None
    assert (table.state.result.winner, table.state.result.rule) == ("german", "BU-3.0.german")


@rule("BU-3.0.allied")
@pytest.mark.parametrize(("turn", "german", "allied"), PAIRS)
def test_the_allies_win_when_they_are_not_above_the_second(turn: int, german: int, allied: int):
    table = judged(turn, allied)
    assert table.state.result is not None
    assert (table.state.result.winner, table.state.result.rule) == ("allied", "BU-3.0.allied")


@rule("BU-3.0.continue")
@pytest.mark.parametrize(("turn", "german", "allied"), PAIRS[:-1])
def test_in_between_the_game_goes_on(turn: int, german: int, allied: int):
    for points in (allied + 1, german - 1):
        table = judged(turn, points)
        assert not table.state.over
        assert table.state.turn == turn + 1


@rule("BU-3.0.last")
@pytest.mark.parametrize(("points", "winner"), [(49, "allied"), (50, "german"), (-5, "allied"), (300, "german")])
def test_on_the_last_turn_somebody_wins(points: int, winner: str):
    table = judged(18, points)
    for seen in (table.state, table.state.view("german"), table.state.view("allied")):
        assert seen.result is not None
        assert seen.result.winner == winner


def test_the_standing_shows_both_numbers():
    table = at("german movement", APART, turn=6, victory_points=33)
    found = [(one.now, one.needed, one.side) for one in table.state.standing()]
    assert found == [(33, 80, "german"), (33, 18, "allied")]


# ---- losses


@rule("BU-3.1.losses")
def test_allied_losses_give_points_and_german_losses_cost_them():
    table = at("german pre-combat", "1SS 7 at E\n28Inf 4 at .", centre=FIELD, victory_points=10)
    assert table.fork().attack(FIELD, ["1SS"], "De").points() == 14
    assert table.fork().attack(FIELD, ["1SS"], "Ae", column="-3").points() == 3


def test_points_may_fall_below_zero():
    table = at("german pre-combat", "1SS 7 at E\n28Inf 4 at .", centre=FIELD)
    assert table.attack(FIELD, ["1SS"], "Ae", column="-3").points() == -7


@rule("BU-R.28")
def test_a_unit_that_cannot_retreat_counts_with_its_printed_factor():
    ring = "1SS 7 at E\n12SS 7 at NW\n2SS 6 at SW\n28Inf 4 at ."
    table = at("german pre-combat", ring, centre=FIELD, victory_points=10).attack(FIELD, ["1SS"], "Dr")
    assert table.points() == 14
    assert [event.text for event in table.events("points", "BU-R.28")] == ["4 more German points: 14 now"]


def test_an_exchange_counts_both_ways():
    table = at("german pre-combat", "12VG 4 at E\n62VG 3 at W\n28Inf 4 at .", centre=FIELD)
    table.attack(FIELD, ["12VG", "62VG"], "Ex")
    assert table.points() == 4 - 4


# ---- leaving the map


def leaving(unit: str = "1SS", where: str = "0123", **more: Any) -> Table:
    return at("german movement", {unit: [where], "28Inf": ["1907"]}, turn=3, victory_points=20, **more)


@rule("BU-3.1.only", "BU-3.1.cost")
def test_germans_leave_by_marked_roads_only():
    table = leaving(where="0122")
    table.do("pick 1SS")
    assert table.offers("exit") == {side for side in ground.EXITS if leaves(table.textbook(), "1SS", side)}
    table.do(f"exit {BEST}")
    assert table.where("1SS") == BEST
    assert "1SS" not in table.state.zoc("german")


def leaves(found: Map, unit: str, side: str) -> bool:
    """Whether a mechanized unit that begins off the roads can leave by an exit, by the textbook."""
    hex_ = side[:4]
    return hex_ == found.places[unit] or found.reach(unit).get(hex_, 99) <= 20


@rule("BU-3.1.only")
def test_nobody_comes_back():
    table = leaving().do("pick 1SS", f"exit {BEST}")
    assert table.forbids("pick 1SS") == "BU-3.1.only"


@rule("BU-3.1.only", "BU-13.0")
def test_a_unit_may_enter_and_leave_the_map_in_one_move():
    """2 SS does; 9 SS, the next in the order of battle, is still to come, and FE may still enter."""
    table = leaving().do("pick 2SS", "place 0101", "exit 0110/NE")
    assert table.where("2SS") == "0110/NE"
    assert (table.forbids("pick 2SS"), table.forbids("pick 9SS")) == ("BU-3.1.only", "BU-13.0")
    assert table.offers("pick") == {"1SS", "FE"}


@rule("BU-2.3.1.friendly")
@pytest.mark.parametrize("leavers", [("1SS", "12SS", "12VG", "26VG"), ("26VG", "12VG", "12SS", "1SS")])
def test_a_hex_is_lost_to_the_allies_when_the_first_unit_leaves_there(leavers: tuple[str, ...]):
    """Whichever hexes were lost before. 1 SS and 12 SS leave from the same hex."""
    ways = {"1SS": "0118/NE", "12SS": "0118/NW", "12VG": BEST, "26VG": "0110/NE"}
    pieces = {"1SS": ["0118"], "12SS": ["0119"], "12VG": ["0123"], "26VG": ["0110"], "28Inf": ["1907"]}
    table = at("german movement", pieces, turn=3)
    for unit in leavers:
        table.do(f"pick {unit}", f"exit {ways[unit]}")
    lost = [event.at[:4] for event in table.events("exit", "BU-2.3.1.friendly")]
    assert lost == list(dict.fromkeys(ways[unit][:4] for unit in leavers))
    assert closed(table) == set(lost)
    loaded = at("allied movement", {**pieces, **{unit: [way] for unit, way in ways.items()}}, turn=3)
    assert closed(loaded) == set(lost)


def closed(table: Table) -> set[str]:
    """The northern hexes by which the Allies cannot enter because a German unit has left the map there."""
    table.until("allied movement").march().do("pick 30Inf")
    found = set(ground.ENTRIES["N"]) - table.offers("place")
    assert {table.forbids(f"place {hex_}") for hex_ in found} == {"BU-13.0.exited"}
    return found


@rule("BU-3.1.cost")
def test_leaving_costs_a_point():
    """An infantry unit with exactly five points to the exit hex cannot leave; with four it can."""
    costs = {h: Map(3, {"12VG": h}).reach("12VG").get("0123") for h in ground.HEXES}
    near = next(h for h, cost in costs.items() if cost == 20)
    far = next(h for h, cost in costs.items() if cost == 25)
    assert BEST in leaving("12VG", near).exits("12VG")
    table = leaving("12VG", far)
    assert "0123" in table.reach("12VG")
    assert BEST not in table.exits("12VG")
    assert table.moving("12VG").forbids(f"exit {BEST}") == "BU-3.1.cost"


@rule("BU-3.1.cost")
def test_a_mechanized_run_leaves_for_a_fifth_of_a_point_unless_interdicted():
    """Twenty-four hexes of road and an exit: the last fifth."""
    runs = {h: run_to("0123", h) for h in ground.where(ground.on_road)}
    far = max((h for h, hexes in runs.items() if hexes is not None and hexes <= 24), key=lambda h: runs[h] or 0)
    hexes = runs[far]
    assert hexes is not None
    assert hexes > 19  # by a whole point it would be too far
    assert BEST in leaving("1SS", far).exits("1SS")
    marked = leaving("1SS", far, markers={"allied-interdiction": ["0123"]})
    assert BEST not in marked.exits("1SS")
    left = leaving("1SS", far).do("pick 1SS", f"exit {BEST}")
    assert [event.text for event in left.events(rule="BU-3.1.cost")] == ["Exiting costs a fifth of an MP"]
    whole = leaving("12VG").do("pick 12VG", f"exit {BEST}")
    assert [event.text for event in whole.events(rule="BU-3.1.cost")] == ["Exiting costs one MP"]


def run_to(goal: str, start: str) -> int | None:
    """The road hexes from a start to a goal."""
    seen, ring = {start}, {start}
    for hexes in range(26):
        if goal in ring:
            return hexes
        ring = {there for here in ring for there in ground.joined(here)} - seen
        seen |= ring
    return None


@rule("BU-R.25")
def test_nobody_leaves_out_of_an_enemy_zone():
    table = at("german movement", {"1SS": ["0321"], "28Inf": ["0124"]}, turn=3)
    assert "0123" in table.state.zoc("allied")
    assert BEST not in table.exits("1SS")
    assert table.moving("1SS").forbids(f"exit {BEST}") == "BU-R.25"


# ---- points for it


def open_road(hex_: str = "0123") -> dict[str, list[str]]:
    """An Allied unit far away from everything; the exit hex is in supply."""
    assert Map(9, {"28Inf": "1917"}).exit_supplied(hex_)
    return {"28Inf": ["1917"]}


CUT = {"28Inf": ["0123"]}  # an Allied unit in the exit hex


FACTORS = {
    "0110/NE": 1, "0111/NW": 2, "0113/NW": 2, "0114/NE": 2, "0115/NE": 2, "0118/NE": 3, "0118/NW": 3, "0123/NW": 4,
    "0425/W": 4, "0825/SW": 3, "0925/W": 2,
}  # fmt: skip


@rule("BU-3.1.award")
@pytest.mark.parametrize(("side", "factor_"), FACTORS.items())
def test_leaving_is_paid_by_factor_times_factor(side: str, factor_: int):
    pieces = {**open_road(side[:4]), "1SS": [side]}
    table = judged(9, 40, pieces)
    assert table.points() == 40 + 7 * factor_


def test_there_are_no_other_exits():
    assert set(ground.EXITS) == set(FACTORS)


@rule("BU-R.24")
def test_nothing_is_paid_before_the_victory_phase():
    table = leaving().do("pick 1SS", f"exit {BEST}")
    assert table.points() == 20
    (badge,) = next(piece.badges for piece in shown(table).pieces if piece.id == "1SS")
    assert (badge.label, badge.rule) == ("Scores in the Victory Determination Phase", "BU-R.24")


def shown(table: Table) -> screen.Screen:
    return game().screen(table.state.view("german"))


@rule("BU-3.1.unsupplied", "BU-R.26")
def test_an_exit_that_is_cut_off_costs_its_points():
    table = judged(9, 68, {**CUT, "1SS": [BEST, "counted"]})
    assert table.points() == 68 - 28


def test_a_unit_that_leaves_by_a_cut_exit_brings_nothing():
    table = judged(9, 40, {**CUT, "1SS": [BEST]})
    assert table.points() == 40


@rule("BU-3.1.kept")
def test_an_exit_in_supply_changes_nothing_more():
    table = judged(9, 68, {**open_road(), "1SS": [BEST, "counted"]})
    assert table.points() == 68


@rule("BU-3.1.regained")
def test_an_exit_that_is_supplied_again_pays_again():
    table = judged(9, 40, {**open_road(), "1SS": [BEST, "cut"]})
    assert table.points() == 68


@rule("BU-3.1.unsupplied", "BU-3.1.regained")
def test_points_go_and_come_with_the_supply_of_the_exit():
    table = judged(9, 68, {**CUT, "1SS": [BEST, "counted"], "12VG": ["0901"]})
    assert table.points() == 40
    table.until("allied movement", turn=10).march()
    away = next(h for h in sorted(table.reach("28Inf")) if Map(10, {"28Inf": h, "12VG": "0901"}).exit_supplied("0123"))
    table.move("28Inf", away).until("air assignment", "german movement", turn=11)
    assert table.points() == 68


def exit_pays(pieces: dict[str, str], *markers: str) -> bool:
    """Whether a unit that has left by the best exit still counts; the textbook must agree."""
    found = judged(
        9,
        68,
        {**{unit: [hex_] for unit, hex_ in pieces.items()}, "1SS": [BEST, "counted"]},
        markers={"allied-interdiction": markers},
    )
    assert found.points() in (40, 68)
    assert Map(9, pieces, {"allied": frozenset(markers)}).exit_supplied("0123") == (found.points() == 68)
    return found.points() == 68


@rule("BU-R.26")
def test_only_an_allied_unit_in_its_hex_cuts_an_exit_off_there():
    assert not exit_pays({"28Inf": "0123"})
    assert exit_pays({"28Inf": "0122"})
    assert exit_pays({"28Inf": "1917"}, "0123")


@rule("BU-R.27")
def test_exits_are_judged_on_the_first_turns_too():
    table = judged(3, 38, {**CUT, "1SS": [BEST, "counted"]})
    assert table.points() == 10


def test_every_factor_is_paid_once_for_two_exits_of_a_hex():
    pieces = {**open_road("0118"), "1SS": ["0118/NE"], "12VG": ["0118/NW"]}
    assert judged(9, 40, pieces).points() == 40 + 3 * (factor("1SS") + factor("12VG"))


@rule("BU-3.1.losses")
@pytest.mark.parametrize(
    ("unit", "text"),
    [("102Cav", "1 more German point: 1 now"), ("28Inf", "4 more German points: 4 now")],
)
def test_the_log_counts_points(unit: str, text: str):
    table = at("german pre-combat", f"1SS 7 at E\n{unit} {factor(unit)} at .", centre=FIELD)
    table.attack(FIELD, ["1SS"], "De")
    assert [(event.piece, event.text) for event in table.events("points", "BU-3.1.losses")] == [(unit, text)]


# ---- how far from winning


def factor_of(exit_: str) -> int:
    return next(int(goal.value) for goal in at("german movement", APART).state.goals("german") if goal.place == exit_)


def test_the_margin_counts_units_that_have_left_and_are_not_paid_yet():
    table = at("german movement", APART, turn=6, victory_points=33)
    before = table.state.margin("german")
    assert [(one.turn, one.ahead) for one in before][:2] == [(6, 33 - 80), (7, 33 - 84)]
    assert before[-1].turn == 18
    away = table.state.suppose({"1SS": "0110/NE"})
    assert away.margin("german")[0].ahead == before[0].ahead + 7 * factor_of("0110/NE")
    assert away.standing()[0].now == 33


def test_the_margin_leaves_out_what_an_exit_out_of_supply_loses():
    table = at("german movement", APART, turn=6, victory_points=33)
    away = table.state.suppose({"1SS": "0110/NE", "2Arm": "0110"})
    assert away.margin("german")[0].ahead == 33 - 80


def test_the_allied_margin_is_by_how_much_the_points_are_too_few():
    table = at("german movement", APART, turn=6, victory_points=11)
    assert table.state.margin("allied")[0].ahead == 7
    assert table.state.margin("allied")[-1].ahead == 38

