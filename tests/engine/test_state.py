"""A state is a position and nothing else: copied, hashed, stored, seen by one side, guessed at."""

import copy
import json
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ardennes.engine import HIDDEN, Record, State, Unknown
from ardennes.engine.codec import decode, encode
from tests.proving.frames import Turn, Way
from tests.proving.state import Ground
from tests.proving.table import ground, play, proving, table


def moments(scenario: str, seed: int, every: int = 7) -> Iterator[Ground]:
    """States of a random game, dice and questions alike."""
    rng = random.Random(seed)
    state = proving().start(scenario)
    count = 0
    while not state.over:
        if count % every == 0:
            assert isinstance(state, Ground)
            yield state
        count += 1
        if state.chance:
            state.roll(state.chance.sample(rng))
        else:
            state.apply(rng.choice(state.decision.options))


GAMES = [("meeting", 1), ("storm", 2), ("storm", 3)]


# Copies


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_a_copy_goes_its_own_way(scenario: str, seed: int):
    for state in moments(scenario, seed):
        before, other = state.key(), state.copy()
        assert other == state
        rng = random.Random(seed)
        for _ in range(10):
            if other.over:
                break
            if other.chance:
                other.roll(other.chance.sample(rng))
            else:
                other.apply(rng.choice(other.decision.options))
        assert state.key() == before


def test_nobody_listens_to_a_copy():
    record = Record.start(proving(), "storm")
    before = list(record.events)
    other = record.state.copy()
    for _ in range(2):
        other.apply("done")
    assert other.listener is None
    assert record.events == before


def test_a_decision_belongs_to_the_state_that_was_asked():
    state = proving().start("storm")
    other = state.copy()
    assert state.decision.state is state
    assert other.decision.state is other
    assert state.decision.state is state


# Keys


def test_the_key_is_the_same_for_the_same_position_however_it_came_about():
    one = play(table("red movement", {"R1": "0503", "R2": "0402"}), "pick R1", "go 0502", "pick R2", "go 0401")
    two = play(table("red movement", {"R1": "0503", "R2": "0402"}), "pick R2", "go 0401", "pick R1", "go 0502")
    assert one.state.key() == two.state.key()


def test_the_key_does_not_change_from_run_to_run():
    assert table("red movement", {"R1": "0503"}).state.key() == table("red movement", {"R1": "0503"}).state.key()
    assert table("red movement", {"R1": "0503"}).state.key() != table("red movement", {"R1": "0502"}).state.key()


@pytest.mark.parametrize(
    "change",
    [
        lambda s: s.at.update(R1="0501"),
        lambda s: s.steps.__setitem__(0, 1),
        lambda s: setattr(s, "alarm", 6),
        lambda s: setattr(s, "turn", 2),
        lambda s: s.push("setup"),
    ],
)
def test_the_key_tells_any_change_of_the_position(change: Callable[[Ground], Any]):
    state = ground(table("red movement", {"R1": "0503"}))
    before = state.key()
    change(state)
    assert state.key() != before


def test_a_state_has_no_hash_because_it_changes():
    with pytest.raises(TypeError):
        hash(proving().start("storm"))
    assert proving().start("storm") != "storm"


# JSON


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_a_state_survives_json_and_plays_on(scenario: str, seed: int):
    for state in moments(scenario, seed):
        again = proving().from_json(json.loads(json.dumps(state.to_json())))
        assert again == state
        if state.chance:
            assert again.chance is not None
            assert (again.chance.key, again.chance.dice) == (state.chance.key, state.chance.dice)
        else:
            assert again.decision.options == state.decision.options


def test_a_finished_game_survives_json():
    record = play(table("blue movement", turn=2), "done")
    again = proving().from_json(json.loads(json.dumps(record.state.to_json())))
    assert again.result == record.state.result
    assert again.result is not None
    assert again.result.winner == "blue"


@pytest.mark.parametrize(
    "value",
    [None, True, 3, 2.5, "x", [1, [2]], (1, ("a",)), {1: "a", "1": (2,)}, frozenset({3, 1}), {}, (), HIDDEN, [HIDDEN]],
)
def test_plain_data_come_back_from_json_as_they_were(value: Any):
    back = decode(json.loads(json.dumps(encode(value))))
    assert type(back) is type(value)
    assert back == value


def test_equal_maps_are_written_alike_whatever_order_they_were_filled_in():
    assert encode({"b": 1, "a": 2}) == encode({"a": 2, "b": 1})


def test_what_is_not_plain_data_is_no_part_of_a_position():
    with pytest.raises(TypeError, match="a position may hold plain data only, not object"):
        encode(object())


# What is hidden


@pytest.mark.parametrize(
    "use",
    [
        bool, int, len, iter, hash, abs, lambda h: h + 1, lambda h: 1 + h, lambda h: h == 1, lambda h: h != 1,
        lambda h: h < 2, lambda h: [1, 2][h], lambda h: {}.get(h), lambda h: h in (1, 2), lambda h: 1 in h,
        lambda h: h // 2, lambda h: h % 2, lambda h: -h, lambda h: h & 1, lambda h: h["x"],
    ],
)  # fmt: skip
def test_using_a_hidden_value_raises_unknown(use: Callable[[Any], Any]):
    with pytest.raises(Unknown):
        use(HIDDEN)


def test_a_hidden_value_equals_itself_and_stays_one_of_a_kind():
    assert HIDDEN == HIDDEN
    assert copy.copy(HIDDEN) is copy.deepcopy(HIDDEN) is pickle.loads(pickle.dumps(HIDDEN)) is HIDDEN
    assert repr(HIDDEN) == "HIDDEN"


# Views and guesses


def secrets() -> Record:
    """A moment with a chit, an alarm and a plan."""
    hidden, tracks = 'alarm = 6; chit-1 = "smoke"', '"red missions" = 2'
    return table("red plan", {"R1": "0503", "B1": "0505"}, hidden=hidden, tracks=tracks)


def is_hidden(value: object) -> bool:
    return value is HIDDEN


def test_a_view_hides_what_its_side_may_not_know():
    state = ground(play(secrets(), "assign north"))
    red, blue = state.view("red"), state.view("blue")
    assert (red.hand["chit-1"], blue.alarm, red.planned["red"]) == ("smoke", 6, ("north",))
    assert is_hidden(red.alarm)
    assert is_hidden(blue.hand["chit-1"])
    assert is_hidden(blue.planned["red"])  # with its number


def test_an_observer_sees_what_both_may_see():
    seen = ground(secrets()).view(None)
    assert seen.viewer == "observer"
    assert is_hidden(seen.alarm)
    assert is_hidden(seen.hand["chit-1"])


def test_a_view_shows_itself_and_refuses_to_show_another_side():
    view = secrets().state.view("red")
    assert view.view("red") == view
    with pytest.raises(Unknown, match="a view of red cannot tell what blue knows"):
        view.view("blue")


def test_a_view_survives_json():
    view = secrets().state.view("blue")
    again = proving().from_json(json.loads(json.dumps(view.to_json())))
    assert again == view
    assert again.viewer == "blue"


def test_a_view_differs_from_the_state_even_where_nothing_is_hidden():
    state = secrets().state
    assert state.view("red") != state


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_a_guess_fits_its_view_and_the_side_that_decides_sees_its_options(scenario: str, seed: int):
    for state in moments(scenario, seed):
        for side in ("red", "blue"):
            view = state.view(side)
            assert view.guess(random.Random(seed)).view(side) == view
        if not state.chance:
            assert state.view(state.decision.side).decision.options == state.decision.options


def test_guesses_differ_where_several_fit():
    view = secrets().state.view("red")
    assert len({view.guess(random.Random(n)).alarm for n in range(30)}) == 6  # type: ignore[attr-defined]


def test_guesses_know_what_was_shown():
    record = table("red movement", {"R1": "0503", "B1": "0505"}, hidden="alarm = 6")
    play(record, "pick R1", "step 0504", "choose spring", "roll 6")
    view = record.state.view("red")
    assert {view.guess(random.Random(n)).alarm for n in range(30)} == {5, 6}  # type: ignore[attr-defined]


def test_the_guess_of_a_whole_state_is_a_copy():
    state = secrets().state
    assert state.guess(random.Random(1)) == state


def test_who_looks_on_sees_who_decides_but_not_what_is_offered():
    record = table("red movement", {"R1": "0503", "B1": "0505"}, hidden="alarm = 6")
    view = play(record, "pick R1", "step 0504").state.view("red")
    assert (view.decision.side, view.decision.step, len(view.decision.options)) == ("blue", "ambush", 0)


def test_the_question_of_a_secret_choice_is_shown_without_its_options():
    view = secrets().state.view("blue")
    assert (view.decision.side, view.decision.rule, len(view.decision.options)) == ("red", "PG-3.1", 0)


def test_in_a_view_an_action_that_leads_into_the_unknown_commits():
    record = play(table("red movement", {"R1": "0503", "B1": "0505"}, hidden="alarm = 1"), "pick R1")
    step = proving().parse("step 0504")
    assert record.state.view("red").decision.commits(step)
    assert record.state.decision.commits(step)


def test_a_view_answers_what_is_public():
    view = table("red movement", {"R1": "0503", "B1": "0505"}).state.view("red")
    assert "0504" in view.reach("R1").costs
    assert "0504" in view.zoc("blue")
    assert view.why_not("pick B1") is not None


# The stack


def test_steps_are_pushed_put_and_popped():
    state = State(proving(), "storm", {"wide": "off"})
    state.push("turn", 3)
    state.push("motion", "R1", 4)
    state.put("motion", "R1", 2)
    assert state.top == Way("motion", "R1", 2)
    state.amend(mode="road")
    assert state.pop() == Way("motion", "R1", 2, "road")
    assert state.frames == (Turn("turn", 3),)
    assert state.phase == "turn"
    state.set_step("turn")
    assert state.frames == (Turn("turn", 0),)


def test_a_state_knows_its_rule_options():
    state = proving().start("meeting", wide=True)
    assert (state.chosen("wide"), state.on("wide"), state.on("quiet")) == ("on", True, False)
    with pytest.raises(KeyError):
        state.chosen("weather")
