"""Phase 4: the front line, commandeering, stacking, points and the turn marker."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from ardennes.games.axis_allies import stacks
from ardennes.games.axis_allies.forces import ART, INF
from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.terrain import ALLIES, AXIS
from tests.games.axis_allies import ground
from tests.games.axis_allies.snapshot import snapshot
from tests.games.axis_allies.table import Table, at
from tests.rulemark import rule

OWN = frozenset(ground.HEXES)
SOME = OWN - {hex_ for hex_, value in ground.TOWNS.items() if value >= 4}  # the Axis has not won with these
HEX = ground.find(
    ground.deep, ground.dry, ground.plain, ground.allied, lambda hex_: all(map(ground.allied, ground.around(hex_)))
)
EAST, WEST = ground.beyond(HEX, "E"), ground.beyond(HEX, "W")
TOWN = next(hex_ for hex_ in ground.TOWNS if ground.deep(hex_) and ground.dry(hex_) and ground.allied(hex_))
BY_TOWN = ground.beyond(TOWN, "W")


def upkeep(drawing: str, *, turn: int = 3, **more: Any) -> Table:
    """The board after upkeep, or where somebody is asked in it."""
    table = at("allies reinforcement", drawing, turn=turn, **more)
    return table.do("done")


# ---- the front line ----


@rule("AA-4.1")
@pytest.mark.parametrize("piece", [f"axis {HEX} inf 1", f"axis {HEX} supply 1", f"truck-ax1 {HEX}"])
def test_the_axis_takes_the_hexes_that_its_ground_units_are_in(piece: str):
    table = upkeep(piece)
    assert HEX in table.axis_ground()
    assert table.told("AA-4.1") == [f"The Axis takes {HEX}"]


@rule("AA-4.1.a")
def test_a_hex_of_the_axis_brings_its_three_eastern_neighbours_and_no_others():
    open_ground = ground.find(ground.deep, ground.quiet)
    table = upkeep(f"axis {open_ground} inf 1")
    east = [ground.beyond(open_ground, way) for way in ("NE", "E", "SE")]
    assert table.axis_ground() - ground.AXIS_SIDE == {open_ground, *east}
    assert table.told("AA-4.1.a") == [f"Their eastern neighbours come with them: {', '.join(sorted(east))}"]


@rule("AA-4.1.a")
def test_a_hex_that_is_held_already_brings_them_too():
    open_ground = ground.find(ground.deep, ground.quiet)
    gained = upkeep(f"axis {open_ground} inf 1", gained=[open_ground]).axis_ground() - ground.AXIS_SIDE
    assert ground.beyond(open_ground, "E") in gained


@rule("AA-R.38")
def test_a_hex_gained_without_a_unit_brings_no_further_neighbours():
    open_ground = ground.find(ground.deep, ground.quiet)
    far = ground.beyond(ground.beyond(open_ground, "E"), "E")
    table = upkeep(f"axis {open_ground} inf 1", lost=[far])
    assert far not in table.axis_ground()
    (told,) = table.told("AA-R.38")
    assert told.startswith("Those hold no units, so they do not bring ")
    assert far in told


@rule("AA-4.1.b")
@pytest.mark.parametrize(
    "piece", ["allies {} inf 1", "allies {} tank 1", "allies {} art 1", "allies {} supply 1", "truck-al1 {}"]
)
def test_an_eastern_neighbour_with_an_allied_piece_is_not_taken(piece: str):
    open_ground = ground.find(ground.deep, ground.quiet)
    east = ground.beyond(open_ground, "E")
    table = upkeep(f"axis {open_ground} inf 1\n{piece.format(east)}")
    assert east not in table.axis_ground()
    assert table.told("AA-4.1.b") == [f"Allied units keep {east}"]


@rule("AA-4.1.c")
def test_an_empty_allied_town_to_the_east_is_not_taken():
    table = upkeep(f"axis {BY_TOWN} inf 1")
    assert TOWN not in table.axis_ground()
    (told,) = table.told("AA-4.1.c")
    assert told.startswith("Still Allied: ")
    assert TOWN in told


@rule("AA-4.1")
@pytest.mark.parametrize("kind", ["inf", "tank", "art"])
def test_a_town_is_taken_by_a_combat_unit_in_it(kind: str):
    assert TOWN in upkeep(f"axis {TOWN} {kind} 1").axis_ground()


@rule("AA-R.37")
@pytest.mark.parametrize("piece", [f"axis {TOWN} supply 3", f"truck-ax1 {TOWN}"])
def test_a_town_is_not_taken_by_trucks_or_tokens_and_brings_no_neighbours(piece: str):
    table = upkeep(piece)
    after = table.axis_ground()
    assert TOWN not in after
    assert not set(ground.eastern(TOWN)) & (after - ground.AXIS_SIDE)
    assert table.told("AA-R.37") == [f"Axis trucks and tokens alone do not take a town: {TOWN}"]


@rule("AA-R.37")
def test_trucks_and_tokens_of_both_sides_in_a_hex_leave_it_as_it_was():
    both = f"axis {HEX} supply 1\nallies {HEX} supply 1"
    for gained in ([], [HEX]):
        table = upkeep(both, gained=gained)
        assert (HEX in table.axis_ground()) == bool(gained)
        there = "Trucks and tokens of both sides are there, so control does not change"
        assert table.told("AA-R.37") == [f"{there}: {HEX}"]


def test_captured_pieces_take_nothing():
    after = upkeep(f"allies {HEX} inf 1\naxis {HEX} supply 3").axis_ground()
    assert HEX not in after
    assert not set(ground.eastern(HEX)) & (after - ground.AXIS_SIDE)


@rule("AA-4.1.d")
def test_an_allied_unit_takes_its_hex_and_no_neighbour():
    table = upkeep(f"allies {HEX} inf 1", axis=SOME)
    assert table.axis_ground() == SOME - {HEX}
    assert table.told("AA-4.1.d") == [f"The Allies take {HEX}"]


@rule("AA-4.1.e")
def test_a_hex_that_is_cut_off_stays_with_its_last_controller():
    pocket = ground.find(ground.deep, ground.allied, lambda hex_: all(map(ground.allied, ground.around(hex_))))
    table = upkeep("axis A11 inf 1", gained=[pocket])
    assert table.state.control(pocket) == "axis"
    assert table.told("AA-4.1.e") == [f"Cut off, and still controlled by the side that held them last: {pocket}"]


@rule("AA-4.1")
@pytest.mark.parametrize("seed", range(30))
def test_the_front_line_moves_as_the_textbook_says(seed: int):
    rng = random.Random(seed)
    lines, hexes = [], rng.sample(ground.HEXES, 40)
    for hex_ in hexes:
        side, foe = rng.sample(["axis", "allies"], 2)
        what = rng.choice(["inf 1", "tank 2", "supply 1", "art 1 supply 2", "supply 2"])
        lines.append(f"{side} {hex_} {what}")
        if rng.random() < 0.4:
            lines.append(f"{foe} {hex_} supply 1")
    lines += [f"truck-{short}{n} {rng.choice(ground.HEXES)}" for short in ("ax", "al") for n in range(1, 5)]
    control = {hex_ for hex_ in ground.HEXES if rng.random() < 0.5}
    vacant = {hex_ for hex_ in ground.TOWNS if ground.TOWNS[hex_] >= 3}  # so that nobody has won
    table = at("allies reinforcement", "\n".join(lines), axis=control - vacant, turn=3)
    expected = snapshot(table).after_upkeep()
    assert table.do("done").axis_ground() == expected


# ---- commandeering ----


@rule("AA-4.2")
@pytest.mark.parametrize(("mine", "theirs"), [("axis", "allies"), ("allies", "axis")])
def test_captured_trucks_and_tokens_change_hands(mine: str, theirs: str):
    truck = f"truck-{theirs[:2]}1"
    table = upkeep(f"{mine} {HEX} inf 1 supply 1\n{theirs} {HEX} supply 3\n{truck} {HEX}")
    assert table.force(mine, HEX) == "inf 1 truck 1 supply 4"
    assert table.force(theirs, HEX) == ""
    does = {"axis": "The Axis commandeers", "allies": "The Allies commandeer"}[mine]
    assert table.told("AA-4.2") == [f"{does} 1 truck, 3 tokens in {HEX}"]


def test_trucks_and_tokens_without_a_captor_change_nothing():
    table = upkeep(f"axis {HEX} supply 1\nallies {HEX} supply 3\ntruck-al1 {HEX}")
    assert table.force("allies", HEX) == "truck 1 supply 3"


@rule("AA-4.2")
def test_a_commandeered_truck_drives_for_its_new_owner():
    road = ground.road_path(2, lambda path: all(map(ground.plain, path)))[0]
    table = upkeep(f"axis {road} inf 1\ntruck-al1 {road}", axis=OWN - {"K8", "A5", "B1"}, turn=1)
    assert table.truck("truck-al1") == road
    assert table.force("axis", road) == "inf 1 truck 1"


# ---- stacking ----


def overfull(state: Position) -> list[list[str]]:
    """Each side's overfull hexes by their names."""
    return [[state.name_of(h) for h in stacks.overfull(state, side)] for side in (AXIS, ALLIES)]


def capture(state: Position, h: int) -> None:
    """The Allied truck of a hex changes hands, as at board upkeep."""
    state.owners[state.game.forces.truck_number["truck-al1"]] = AXIS
    state.refresh()


@pytest.mark.parametrize(
    ("units", "change", "after"),
    [
        ("inf 6 tank 6", lambda state, h: state.gain(AXIS, ART, h), True),
        ("inf 6 tank 6 art 1", lambda state, h: state.lose(ART, h), False),
        ("inf 6 tank 6 art 1", lambda state, h: state.set_ready(INF, h, 2) or state.send_out(INF, h), False),
        ("inf 6 tank 6", lambda state, h: state.store(AXIS, h, 1), True),
        ("inf 6 tank 6 supply 1", lambda state, h: state.store(AXIS, h, -1), False),
        ("inf 6 tank 6", lambda state, h: state.put_truck(0, h), True),
        ("inf 6 tank 6", capture, True),
    ],
)
def test_what_is_known_of_overfull_hexes_is_forgotten_when_a_hex_changes(
    units: str, change: Callable[[Position, int], None], after: bool
):
    state = at("allies reinforcement", f"axis {HEX} {units}\ntruck-al1 {HEX}").raw
    before, other = overfull(state), state.copy()
    change(other, other.game.terrain.bit[HEX])
    assert (before, overfull(other)) == ([[HEX] if not after else [], []], [[HEX] if after else [], []])
    assert overfull(state) == before


@pytest.mark.parametrize("seed", range(3))
def test_what_is_known_of_overfull_hexes_is_true_all_through_a_turn(seed: int):
    crowd = "\n".join(f"axis {place} inf 6 tank 5 supply 3" for place in ground.around(HEX))
    table, rng, seen = at("axis movement", crowd), random.Random(seed), 0
    state = table.raw
    while state.turn == 3:
        known, afresh = overfull(state), state.copy()
        afresh.refresh()
        assert known == overfull(afresh)
        seen += bool(known[AXIS])
        if state.chance is None:
            options = list(state.decision.options)
            state.apply(rng.choice([action for action in options if action.verb != "done"] or options))
        else:
            state.roll(state.chance.sample(rng))
    assert seen


def crowded(units: str, **more: Any) -> Table:
    """An Axis hex that holds too much."""
    return upkeep(f"axis {HEX} {units}", **more)


@rule("AA-4.3", "AA-3.4")
@pytest.mark.parametrize(("units", "lot"), [("inf 7", "inf"), ("tank 7", "tank"), ("art 4", "art")])
def test_the_enemy_moves_what_is_too_much_of_a_type(units: str, lot: str):
    before = at("allies reinforcement", f"axis {HEX} {units}")
    assert before.here_now("axis")["AA-3.4"].startswith(f"{HEX} is overfull")
    table = before.do("done")
    assert (table.asked()[0], table.rule()) == ("allies", "AA-4.3")
    table.try_(f"shed {lot}@{HEX}").do(f"step {EAST}")
    assert table.force("axis", EAST) == f"{lot} 1"
    assert table.step() == "ground initiative"
    unit = {"inf": "Infantry", "tank": "Tank", "art": "Artillery"}[lot]
    assert table.told("AA-4.3") == [f"{unit} is moved out of overfull {HEX} to {EAST}"]


@pytest.mark.parametrize("units", ["inf 6 tank 6", "inf 6 art 3 supply 9", "inf 6 tank 5 supply 20"])
def test_a_full_hex_is_not_overfull(units: str):
    before = at("allies reinforcement", f"axis {HEX} {units}")
    assert "AA-3.4" not in before.here_now("axis")
    assert before.do("done").force("axis", HEX) == units


@rule("AA-4.3", "AA-R.39")
def test_of_more_than_twelve_the_enemy_picks_any_combat_units():
    table = crowded("inf 6 tank 6 art 1")
    assert (table.asked()[0], table.rule()) == ("allies", "AA-4.3")
    assert table.forbids(f"shed inf@{EAST}") == "AA-R.39"
    assert table.why(f"shed inf@{EAST}") == f"{EAST} is within the limit."
    assert table.forbids(f"destroy inf@{HEX}") == "AA-4.3.a"
    assert table.offers("shed") == {f"inf@{HEX}", f"tank@{HEX}", f"art@{HEX}"}


@rule("AA-R.39")
def test_excess_of_a_type_goes_first():
    table = crowded("inf 7 tank 6 art 4")
    assert table.offers("shed") == {f"inf@{HEX}", f"art@{HEX}"}
    assert table.forbids(f"shed tank@{HEX}") == "AA-R.39"
    assert table.why(f"shed tank@{HEX}") == f"That would not help, or it has nowhere to go: a tank in {HEX}."
    table.do(f"shed inf@{HEX}", f"step {EAST}")
    for _ in range(3):
        table.try_(f"shed art@{HEX}").do(f"step {EAST}")
    assert table.offers("shed") == {f"inf@{HEX}", f"tank@{HEX}", f"art@{HEX}"}
    table.do(f"shed art@{HEX}", f"step {WEST}")
    assert table.force("axis", HEX) == "inf 6 tank 6"


@rule("AA-R.39")
def test_no_more_than_the_excess_goes():
    table = crowded("inf 8 tank 7")
    assert table.forbids("done") == "AA-R.39"
    assert table.why("done") == "The excess must go."
    for lot in ("inf", "inf", "tank"):
        table.try_(f"shed {lot}@{HEX}").do(f"step {EAST if lot == 'inf' else WEST}")
    assert table.force("axis", HEX) == "inf 6 tank 6"
    assert table.step() == "ground initiative"


@rule("AA-R.39")
def test_the_enemy_cannot_leave_the_limit_broken():
    table = crowded("inf 7 tank 7")
    assert not table.may("done")
    assert table.forbids("done") == "AA-R.39"


@rule("AA-4.3")
def test_axis_hexes_are_put_right_before_allied_ones():
    far = ground.find(lambda hex_: hex_ not in ground.disc(ground.disc(ground.disc({HEX}))), ground.deep, ground.dry)
    table = upkeep(f"axis {HEX} inf 7\nallies {far} inf 7")
    assert (table.asked()[0], table.rule()) == ("allies", "AA-4.3")
    table.try_(f"shed inf@{HEX}").do(f"step {EAST}")
    assert (table.asked()[0], table.rule()) == ("axis", "AA-4.3")


@rule("AA-4.3", "AA-2.7.f")
def test_the_excess_is_not_moved_into_a_zone_of_control():
    table = upkeep(f"axis {HEX} inf 7\nallies {ground.beyond(EAST, 'E')} inf 1")
    assert table.rule() == "AA-4.3"
    assert EAST not in table.offers("step")
    assert table.forbids(f"step {EAST}") == "AA-2.7.f"


@rule("AA-2.7.g")
def test_the_excess_is_not_moved_into_a_full_hex():
    table = upkeep(f"axis {HEX} inf 7\naxis {EAST} inf 6\naxis {WEST} tank 6 art 3 inf 2 supply 3")
    assert table.forbids(f"step {EAST}") == "AA-2.7.g"
    assert table.why(f"step {EAST}") == f"{EAST} holds 6 infantry, and the limit is 6."
    assert table.why(f"step {WEST}") == f"{WEST} holds 12 pieces, and the limit is 12."


@rule("AA-4.3.a")
def test_excess_that_cannot_go_is_destroyed_by_its_owner():
    full = "\n".join(f"axis {near} inf 6" for near in ground.around(HEX))
    table = upkeep(f"axis {HEX} inf 7\n{full}")
    assert table.force("axis", HEX) == "inf 6"
    assert table.told("AA-4.3.a") == [f"The Axis gives up infantry in {HEX}: {HEX} is overfull"]


@rule("AA-4.3", "AA-4.3.a", "AA-R.39")
def test_the_owner_chooses_what_he_destroys_and_tokens_count_as_one_unit():
    full = "\n".join(f"axis {near} inf 6 tank 6" for near in ground.around(HEX))
    table = upkeep(f"axis {HEX} inf 6 tank 6 supply 4\n{full}")
    assert (table.asked()[0], table.rule()) == ("axis", "AA-4.3.a")
    assert table.forbids(f"shed inf@{HEX}") == "AA-4.3"
    said = "Units move to other hexes as long as any can; only then are any destroyed."
    assert table.why(f"shed inf@{HEX}") == said
    assert table.forbids("destroy truck-ax1") == "AA-R.39"
    assert table.offers("destroy") == {f"inf@{HEX}", f"tank@{HEX}", f"supply@{HEX}"}
    table.do(f"destroy supply@{HEX}")
    assert table.force("axis", HEX) == "inf 6 tank 6"


def test_trucks_and_tokens_are_not_moved():
    table = upkeep(f"axis {HEX} inf 6 tank 4 supply 4\ntruck-ax1 {HEX}\ntruck-ax2 {HEX}")
    assert table.offers("shed") == {f"inf@{HEX}", f"tank@{HEX}"}


@rule("AA-4.3.a")
def test_a_truck_of_an_overfull_hex_may_be_given_up():
    full = "\n".join(f"axis {near} inf 6 tank 6" for near in ground.around(HEX))
    table = upkeep(f"axis {HEX} inf 6 tank 6\ntruck-ax1 {HEX}\n{full}")
    assert table.offers("destroy") == {f"inf@{HEX}", f"tank@{HEX}", "truck-ax1"}
    table.do("destroy truck-ax1")
    assert table.truck("truck-ax1") == "dead"
    assert table.told("AA-4.3.a") == [f"The Axis gives up Truck 1: {HEX} is overfull"]


@rule("AA-4.3.a")
def test_excess_of_a_type_is_given_up_before_anything_else():
    full = "\n".join(f"axis {near} inf 6" for near in ground.around(HEX))
    table = upkeep(f"axis {HEX} inf 7 tank 6 supply 1\n{full}")
    assert table.told("AA-4.3.a") == [f"The Axis gives up infantry in {HEX}: {HEX} is overfull"]
    assert (table.asked(), table.force("axis", HEX)) == (("allies", "shed"), "inf 6 tank 6 supply 1")
    assert EAST in table.offers("step")  # a tank, which has room there


@rule("AA-4.0", "AA-4.2", "AA-4.3")
def test_commandeered_trucks_count_for_stacking():
    table = upkeep(f"axis {HEX} inf 6 tank 6\ntruck-al1 {HEX}")
    assert (table.asked(), table.rule()) == (("allies", "stacking"), "AA-4.3")
    kinds = [event.rule for event in table.record.events if event.rule in ("AA-4.0", "AA-4.1", "AA-4.2")]
    assert kinds == ["AA-4.0", "AA-4.1", "AA-4.2"]


# ---- points and turns ----


@rule("AA-4.4")
def test_points_are_the_values_of_all_towns_behind_the_line():
    towns = [hex_ for hex_, value in ground.TOWNS.items() if 0 < value <= 2][:4]
    table = upkeep("axis A11 inf 1", gained=towns)
    points = sum(ground.TOWNS[hex_] for hex_ in towns)
    assert table.points() == points
    assert table.told("AA-4.4") == [f"The Axis has {points} victory points"]


@rule("AA-4.4")
def test_points_go_down_when_a_town_is_lost():
    table = upkeep(f"allies {TOWN} inf 1", gained=[TOWN])
    assert table.points() == 0


@rule("AA-4.4")
def test_a_german_town_is_worth_nothing():
    worthless = [hex_ for hex_, value in ground.TOWNS.items() if value == 0]
    assert worthless
    assert upkeep(f"axis {worthless[0]} inf 1").points() == 0


@rule("AA-4.0", "AA-4.4")
def test_a_town_taken_in_this_upkeep_counts_at_once():
    assert upkeep(f"axis {TOWN} inf 1").points() == ground.TOWNS[TOWN]


@rule("AA-4.5")
def test_the_turn_marker_goes_on():
    table = upkeep("")
    assert table.state.turn == 4
    assert table.told("AA-4.5") == ["The Green turn is over"]
