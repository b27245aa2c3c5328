"""How the game ends, and the optional rules."""

from __future__ import annotations

import pytest

from tests.games.axis_allies import ground
from tests.games.axis_allies.table import Table, at, start
from tests.rulemark import rule


def worth(points: int) -> list[str]:
    """Allied towns that are worth so many points together."""
    ways: dict[int, list[str]] = {0: []}
    for hex_, value in ground.TOWNS.items():
        for total, towns in list(ways.items()):
            if value and total + value not in ways:
                ways[total + value] = [*towns, hex_]
    return ways[points]


def ended(points: int, turn: int, drawing: str = "") -> Table:
    """Upkeep with so many points behind the line."""
    return at("allies reinforcement", drawing, turn=turn, gained=worth(points)).do("done")


@rule("AA-5.1")
@pytest.mark.parametrize("turn", [1, 4, 8])
def test_the_axis_wins_with_24_points(turn: int):
    result = ended(24, turn).state.result
    assert result is not None
    assert (result.winner, result.rule) == ("axis", "AA-5.1")


@rule("AA-5.1")
def test_more_than_24_points_win_too():
    result = ended(30, 5).state.result
    assert result is not None
    assert result.winner == "axis"


VALUES = {
    "A5": 6, "A7": 3, "A8": 3, "A9": 2, "B1": 5, "B3": 3, "B5": 1, "B6": 2, "C7": 2, "C8": 3, "C9": 1, "D1": 4,
    "D2": 2, "D4": 1, "D5": 1, "D7": 2, "D8": 4, "E3": 1, "E4": 3, "E5": 2, "E10": 0, "F1": 2, "F5": 1, "F6": 3,
    "F7": 2, "G4": 1, "G6": 4, "G7": 2, "H4": 2, "H8": 1, "I6": 2, "I8": 1, "I10": 1, "J6": 4, "K8": 5,
}  # fmt: skip


@rule("AA-4.4")
def test_each_town_is_worth_what_the_board_prints():
    axis_towns = {"E10"}
    assert set(ground.TOWNS) == set(VALUES)
    for town, value in VALUES.items():
        table = at("allies reinforcement", "", turn=3, gained={town} - axis_towns).do("done")
        assert table.told("AA-4.4") == [f"The Axis has {value} victory point{'' if value == 1 else 's'}"], town


@rule("AA-5.1")
def test_the_track_marks_history_and_one_point_more():
    state = start().state
    track = next(one for one in state.game.screen(state.view("axis")).tracks if one.id == "victory")
    assert track.scale is not None
    marks = [(mark.value, mark.label, mark.rule) for mark in track.scale.thresholds]
    assert marks == [(23, "historical result", "AA-5.1"), (24, "the Axis wins", "AA-5.1")]


@rule("AA-4.5", "AA-0.2")
def test_the_turns_follow_one_another_by_their_colours():
    colours = ["Red", "Blue", "Green", "Yellow", "Black", "Gray", "Purple", "White"]
    for turn, (colour, after) in enumerate(zip(colours, [*colours[1:], ""], strict=True), 1):
        table = ended(0, turn)
        assert table.told("AA-4.5") == [f"The {colour} turn is over"]
        assert table.told("AA-0.2") == ([f"{after} turn ({turn + 1} of 8)"] if after else [])


@rule("AA-4.4")
@pytest.mark.parametrize("turn", [1, 7])
def test_23_points_as_in_history_do_not_end_the_game(turn: int):
    table = ended(23, turn)
    assert table.points() == 23
    assert not table.state.over


@rule("AA-5.2", "AA-4.5")
@pytest.mark.parametrize("points", [0, 23])
def test_the_allies_win_when_the_eighth_turn_ends_without_24_points(points: int):
    result = ended(points, 8).state.result
    assert result is not None
    assert (result.winner, result.rule) == ("allies", "AA-5.2")


@rule("AA-R.40", "AA-5.1")
def test_on_the_eighth_turn_24_points_come_before_the_allied_victory():
    table = at("allies reinforcement", "", turn=8, gained=worth(24))
    assert table.here_now("allies")["AA-R.40"] == (
        "At board upkeep 24 points still win for the Axis; with fewer the Allies win."
    )
    result = table.do("done").state.result
    assert result is not None
    assert (result.winner, result.rule) == ("axis", "AA-5.1")


@rule("AA-5.1", "AA-4.4")
def test_points_are_counted_at_upkeep_only():
    towns = worth(24)
    table = at("allies reinforcement", "", turn=3, gained=towns)
    assert not table.state.over
    assert "AA-R.40" not in table.here_now("allies")
    table.do("done")
    assert table.told("AA-4.4") == ["The Axis has 24 victory points"]
    assert table.state.result is not None
    assert table.state.result.rule == "AA-5.1"


@rule("AA-4.4")
def test_a_town_retaken_in_the_same_upkeep_does_not_count():
    towns = worth(24)
    table = ended(24, 3, f"allies {towns[0]} inf 1")
    assert not table.state.over
    assert table.points() == 24 - ground.TOWNS[towns[0]]


def test_standing_names_both_conditions():
    table = at("allies reinforcement", "", turn=3, gained=worth(5))
    sides = {one.side: one for one in table.state.standing()}
    assert (sides["axis"].needed, sides["axis"].rule) == (24, "AA-5.1")
    assert sides["allies"].rule == "AA-5.2"


def test_a_campaign_record_states_the_axis_score():
    table = start(campaign_record=True).until("over")
    assert table.state.result is not None
    assert str(table.points()) in table.state.result.level


def test_the_margin_counts_towns_that_the_marker_does_not_show_yet():
    state = at("allies reinforcement", "", turn=3, gained=worth(5)).state
    assert [(one.turn, one.ahead) for one in state.margin("axis")] == [(turn, 5 - 24) for turn in range(3, 9)]
    assert [(one.turn, one.ahead) for one in state.margin("allies")] == [(8, 18)]
