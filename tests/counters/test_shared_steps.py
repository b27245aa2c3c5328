"""Set-up by hand, hands, motion, support in turn, retreats and boxes, on the drill."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ardennes.counters.boxes import Box, Boxes
from ardennes.counters.hand import Pool, fault_in_hand
from ardennes.counters.retreat import stages
from ardennes.engine import Event, Record, Refused, Unknown
from ardennes.engine.conformance import conform
from tests.counters.drill import Drill, Post, drill


@pytest.fixture
def game(tmp_path: Path) -> Drill:
    return drill(tmp_path)


def post(record: Record) -> Post:
    assert isinstance(record.state, Post)
    return record.state


def begun(game: Drill, blue: tuple[str, str] = ("0303", "0305"), red: str = "1 2", his: str = "1 3") -> Record:
    """The first turn after the set-up and both draws."""
    record = Record.start(game, "meeting")
    record.apply_all(["pick B1", f"place {blue[0]}", "pick B2", f"place {blue[1]}", "done"])
    record.roll(red.split())
    record.roll(his.split())
    return record


def test_the_drill_keeps_every_promise_of_the_engine(game: Drill):
    report = conform(game, "meeting", games=12, every=2)
    assert report.sound, str(report)
    assert report.checked > 50


# ---- set-up ----


def test_units_are_set_up_in_any_order_inside_their_zones(game: Drill):
    record = Record.start(game, "meeting")
    assert [str(option) for option in record.state.decision.options] == ["pick B1", "pick B2"]
    record.apply("pick B2")
    with pytest.raises(Refused, match="B2 in the large zone") as refused:
        record.apply("place 0101")
    assert refused.value.rule == "DR-east"
    record.apply("place 0303")
    record.apply("pick B1")
    with pytest.raises(Refused, match="is already there") as refused:
        record.apply("place 0303")
    assert refused.value.rule == "DR-stack"
    record.apply("place 0304")
    assert [str(option) for option in record.state.decision.options] == ["done"]


def test_a_placement_is_taken_back_and_the_later_ones_stand(game: Drill):
    record = Record.start(game, "meeting")
    record.apply_all(["pick B2", "place 0305", "pick B1", "place 0304"])
    record.retract("place 0305")
    assert [post(record).place_of(game.forces.index[name]) for name in ("B1", "B2")] == ["0304", "pool"]
    assert [str(option) for option in record.state.decision.options] == ["pick B2"]


def test_a_unit_in_hand_is_put_back_by_taking_back_the_last_choice(game: Drill):
    record = Record.start(game, "meeting")
    record.apply_all(["pick B1", "place 0304", "pick B2"])
    record.retract("pick B2")
    assert [str(option) for option in record.state.decision.options] == ["pick B2"]


def test_the_last_room_of_others_is_not_taken(game: Drill):
    game.small, game.large = ("0303",), ("0303", "0305")
    record = Record.start(game, "meeting")
    record.apply("pick B2")
    assert [str(option) for option in record.state.decision.options] == ["place 0305"]
    with pytest.raises(Refused, match="must be kept"):
        record.apply("place 0303")


def test_nothing_is_done_before_all_stand(game: Drill):
    record = Record.start(game, "meeting")
    with pytest.raises(Refused, match="All units must be set up first"):
        record.apply("done")
    record.apply_all(["pick B1", "place 0304"])
    with pytest.raises(Refused, match="already set up"):
        record.apply("pick B1")
    with pytest.raises(Refused, match="not one of the units to set up"):
        record.apply("pick R1")


# ---- hands ----


def test_a_draw_is_private_and_its_size_is_public(game: Drill):
    record = begun(game)
    state = post(record)
    assert (state.hand, state.holding) == ({"red": (1, 1), "blue": (1, 0, 1)}, (2, 2))
    view = state.view("red")
    assert isinstance(view, Post)
    assert (view.markers(0), view.holding) == ((1, 1), (2, 2))
    with pytest.raises(Unknown):
        view.markers(1)
    assert (view.best(0), view.best(1), state.best(1)) == (2, 3, 3)


def test_views_of_hands_that_differ_are_equal_and_guesses_fit(game: Drill):
    one, other = post(begun(game, his="1 3")), post(begun(game, his="2 2"))
    assert one.view("red") == other.view("red")
    assert one.view("blue") != other.view("blue")
    rng = random.Random(5)
    seen = set()
    for _ in range(60):
        guess = one.view("red").guess(rng)
        assert isinstance(guess, Post)
        assert guess.view("red") == one.view("red")
        seen.add(guess.hand["blue"])
    assert seen == {(1, 1, 0), (1, 0, 1), (0, 2, 0), (0, 1, 1)}


def test_a_marker_that_is_played_lies_open_and_goes_back(game: Drill):
    state = post(begun(game))
    state.play(1, [3])
    assert (state.hand["blue"], state.holding, state.used[1]) == ((1, 0, 0), (2, 1), (0, 0, 1))
    assert state.unseen(1) == (1, 2, 0)
    assert state.best(1) == 1
    state.put_back()
    assert (state.holding, state.used[1], state.best(1)) == ((0, 0), (0, 0, 0), 0)


def test_faults_of_a_hand_in_a_file():
    pool = Pool.of([1, 2, 2, 3])
    assert fault_in_hand(pool, [2, 2, 3]) == ""
    assert fault_in_hand(pool, "2") == "a hand is a list of whole numbers"
    assert fault_in_hand(pool, [4]) == "there is no marker with a factor of 4; the pool has 1, 2, 3"
    many = fault_in_hand(pool, [2, 2], used=[2])
    assert many == "the pool has no more than 2 markers with a factor of 2, 1 of them used"


# ---- motion ----


def test_a_unit_goes_the_cheapest_way_or_step_by_step(game: Drill):
    heard: list[Event] = []
    record = begun(game)
    record.apply("pick R2")
    steps = {option.thing for option in record.state.decision.options if option.verb == "step"}
    assert steps == {"0102", "0103", "0201", "0203", "0302"}
    assert "stop" not in {option.verb for option in record.state.decision.options}
    record.apply("step 0203")
    assert "stop" in {option.verb for option in record.state.decision.options}
    record.state.listener = heard.append
    record.apply("step 0204")
    record.apply("stop")
    assert [event.text for event in heard if event.kind == "move"] == ["2 goes 0202-0203-0204 for 2"]


def test_a_step_onto_a_friend_is_offered_only_if_there_is_a_way_on(game: Drill):
    record = begun(game)
    record.apply("pick R1")
    assert "step 0202" in map(str, record.state.decision.options)
    record.apply("step 0202")
    assert "stop" not in {option.verb for option in record.state.decision.options}
    record.undo()
    record.apply("step 0103")
    assert "step 0202" not in map(str, record.state.decision.options), "one point left: no way on from a friend"


# ---- support in turn ----


def attack(game: Drill, red: str = "1 2", his: str = "1 3") -> Record:
    record = begun(game, ("0303", "0305"), red, his)
    record.apply_all(["done", "target 0303"])
    return record


def test_support_is_added_in_turn_and_shown_at_the_end(game: Drill):
    record = attack(game)
    assert (record.state.decision.side, record.state.decision.step) == ("red", "support")
    record.apply("fire 2")
    assert [str(option) for option in record.state.decision.options] == ["done"]
    record.undo()
    record.apply("fire 1")
    before = post(record).view("blue")
    assert list(before.decision.options) == []
    record.apply("done")
    assert (record.state.decision.side, record.state.decision.step) == ("blue", "cover")
    assert record.cannot_undo() is not None
    assert post(record).used[0] == (1, 0)


def test_a_side_without_markers_is_not_asked(game: Drill):
    record = attack(game)
    state = post(record)
    state.hand["blue"], state.holding = (0, 0, 0), (2, 0)
    record.apply("done")
    assert record.state.chance is not None


# ---- retreat ----


def test_each_step_of_a_retreat_can_be_completed(game: Drill):
    record = attack(game)
    record.apply_all(["fire 2", "done"])
    record.apply("done")
    record.roll([6])
    state = record.state
    assert (state.decision.side, state.decision.step) == ("blue", "way")
    for place, rule in (("0101", "DR-retreat"), ("0202", "DR-enemy"), ("0302", "DR-attack")):
        reason = state.why_not(f"step {place}")
        assert reason is not None
        assert reason.rule == rule
    heard: list[Event] = []
    record.state.listener = heard.append
    record.apply("step 0304")
    far = state.why_not("step 0303")
    assert far is not None
    assert far.rule == "DR-away"
    friend = state.why_not("step 0305")
    assert friend is not None
    assert friend.rule == "DR-stack"
    record.apply(record.state.decision.options[0])
    assert [event.kind for event in heard] == ["retreat"]


def test_stages_are_empty_without_a_way(game: Drill):
    grid = game.ground.grid
    start = grid.index("0303")
    assert all(stages(grid, start, 2, 0, 0))
    assert stages(grid, start, 2, grid.ring(start, 1), 0) == (0, 0)
    assert stages(grid, start, 2, 0, grid.ring(start, 2)) == (0, 0)
    only = grid.bit("0305")
    assert stages(grid, start, 2, grid.ring(start, 2) & ~only, 0) == (grid.bit("0304"), only)


# ---- boxes ----


def test_a_unit_off_the_map_is_where_its_box_says(game: Drill):
    state = post(Record.start(game, "meeting"))
    state.lift(0)
    assert state.place_of(0) == "eliminated"
    state.at[0] = game.boxes.code("west")
    assert state.place_of(0) == "west"


def test_boxes_are_found_by_name_and_code(game: Drill):
    assert game.boxes.names == ("pool", "eliminated", "west")
    assert game.boxes.of(game.boxes.code("west")).side == "red"
    with pytest.raises(ValueError, match="of its own"):
        Boxes((Box("a", -1, ""), Box("b", -1, "")))
