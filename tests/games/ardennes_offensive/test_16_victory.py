"""16: victory points, and the five ways in which the game ends."""

from __future__ import annotations

import pytest

from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.datafiles import UNITS
from tests.games.ardennes_offensive.scenes import PLAIN
from tests.games.ardennes_offensive.table import Table, at
from tests.games.ardennes_offensive.textbook import Map
from tests.rulemark import rule

HOME = ground.ENTRIES[0]


def counted(drawing: str, turn: int = 9, german_losses: int = 0, allied_losses: int = 0) -> Table:
    """A position at the end of a Game-Turn; `done` tallies."""
    return at("allied mechanized", drawing, turn=turn, standard_crt=True,
              german_losses=german_losses, allied_losses=allied_losses)  # fmt: skip


def tallied(drawing: str) -> int:
    """The German points of a position as the end of the Game-Turn tallies them."""
    table = counted(drawing)
    now = table.points("german")
    table.do("done")
    return now


def german_at(hex_: str, *more: str) -> str:
    return "\n".join([f"1SSPz-1a 9-10 at {hex_}", *more])


def north_exit() -> str:
    """An exit of the north or west where a German alone on the map is supplied."""
    return next(h for h in ground.EXITS if ground.SECTION[h] in ("NE", "NW", "W") and supplied(h))


def south_exit() -> str:
    return next(h for h in ground.EXITS if ground.SECTION[h] in ("SE", "SW") and supplied(h))


def supplied(hex_: str) -> bool:
    return Map(9, {"1SSPz-1a": hex_}).supply("1SSPz-1a") == "supplied"


# Points


@rule("AO-16.0.A")
def test_every_unit_counts_one_whatever_its_size():
    table = at("german combat", "1SSPz-1a 9-10 at E\n392e 1-4 at .", centre=PLAIN)
    table.attack(PLAIN, by=["1SSPz-1a"], die=1)
    assert {entry.name: entry.now for entry in table.state.standing()}["German points"] == 1
    other = at("allied combat", "UKGds-5 8-12 at E\nUKGds-32 8-12 at W\n3AD-36 7-12 at NE\n272VG 5-4 at .",
               centre=PLAIN, scenario="4")  # fmt: skip
    other.attack(PLAIN, by=["UKGds-5", "UKGds-32", "3AD-36"], die=1)
    assert {entry.rule: entry.now for entry in other.state.standing()}["AO-16.0.A"] == 1


@rule("AO-16.0.C")
def test_the_german_holds_an_exit_with_a_unit_or_a_zone():
    exit_ = north_exit()
    assert tallied(german_at(exit_)) == ground.EXITS[exit_]
    beside = next(h for h in ground.neighbours(exit_) if ground.live(h) and supplied(h))
    held = {h for h in ground.EXITS if ground.distance(h, beside) <= 1}
    assert tallied(german_at(beside)) == sum(ground.EXITS[h] for h in held)
    assert counted(german_at(beside)).state.control(exit_) == "german"


@rule("AO-16.0.C")
def test_where_zones_meet_the_exit_is_german_but_an_allied_unit_in_it_makes_it_allied():
    exit_ = north_exit()
    around = [h for h in ground.neighbours(exit_) if ground.live(h)]
    german = next(h for h in around if supplied(h))
    for allied in around:
        pieces = {"1SSPz-1a": german, "99ID-395": allied}
        if allied != german and Map(9, pieces).supply("1SSPz-1a") == "supplied":
            meeting = german_at(german, f"99ID-395 3-4 at {allied}")
            assert tallied(meeting) == ground.EXITS[exit_]
            assert counted(meeting).state.control(exit_) == "german"
            break
    else:
        raise AssertionError("no exit of the map fits")
    inside = german_at(german, f"99ID-395 3-4 at {exit_}")
    assert tallied(inside) == 0
    assert counted(inside).state.control(exit_) == "allied"


@rule("AO-16.0.D")
def test_the_south_counts_only_while_a_supplied_german_is_in_bastogne():
    exit_ = south_exit()
    assert tallied(german_at(exit_)) == 0
    assert tallied(german_at(exit_, f"2Pz-3 6-10 at {ground.BASTOGNE}")) == ground.EXITS[exit_]
    beside = next(h for h in ground.neighbours(ground.BASTOGNE) if ground.live(h))
    assert tallied(german_at(exit_, f"2Pz-3 6-10 at {beside}")) == 0


@rule("AO-R.37")
def test_an_unsupplied_german_in_bastogne_does_not_open_the_south():
    exit_ = south_exit()
    around = [h for h in ground.neighbours(ground.BASTOGNE) if ground.live(h)]
    foes = ["99ID-395", "99ID-393", "99ID-394", "106ID-422", "106ID-423", "14Cav"]
    lines = [f"{f} {UNITS[f]['strength']}-{UNITS[f]['ma']} at {h}" for f, h in zip(foes, around, strict=False)]
    table = counted(german_at(exit_, f"2Pz-3 6-10 at {ground.BASTOGNE}", *lines))
    assert table.textbook().supply("2Pz-3") != "supplied"
    assert table.points("german") == 0
    table.do("done")


@rule("AO-16.0.D")
def test_an_enemy_beside_bastogne_shuts_the_south_only_if_the_unit_there_has_no_supply():
    exit_, open_ = south_exit(), 0
    for near in filter(ground.live, ground.neighbours(ground.BASTOGNE)):
        table = counted(german_at(exit_, f"2Pz-3 6-10 at {ground.BASTOGNE}", f"99ID-395 3-4 at {near}"))
        supplied = table.textbook().supply("2Pz-3") == "supplied"
        assert table.points("german") == (ground.EXITS[exit_] if supplied else 0)
        open_ += supplied
        table.do("done")
        assert bool(table.events("points", "AO-16.0.D")) == supplied
    assert open_ > 1


@rule("AO-16.0.E")
def test_points_are_tallied_at_the_end_of_a_game_turn():
    table = counted(german_at(north_exit(), f"99ID-395 3-4 at {PLAIN}")).do("done")
    assert table.state.turn == 10


@rule("AO-16.0.F", "AO-16.0.C")
def test_an_exit_that_was_left_does_not_count_any_more():
    """The German holds the exit at the end of a Game-Turn, leaves in the next, and it is Allied again."""
    exit_ = north_exit()
    table = counted(german_at(exit_), turn=9).do("done")
    assert [event.at for event in table.events("points", "AO-16.0.C")] == [exit_]
    assert exit_markers(table)[exit_] == ("AO-16.0.C", "german")
    table.until("german movement")
    away = max(table.reach("1SSPz-1a"), key=lambda h: (ground.distance(exit_, h), h))
    table.move("1SSPz-1a", "go", away).until("allied mechanized").do("done")
    assert table.state.turn == 11
    assert len(table.events("points", "AO-16.0.C")) == 1  # that of the first tally
    assert exit_markers(table)[exit_] == ("AO-16.0.F", "allied")
    assert table.state.control(exit_) == "allied"


def exit_markers(table: Table) -> dict[str, tuple[str | None, str | None]]:
    """By whose rule each exit hex is whose, as the map shows it."""
    shown = table.state.game.screen(table.state.view("german"))
    return {marker.at: (marker.rule, marker.side) for marker in shown.markers if marker.icon == "exit"}


@rule("AO-16.0.G")
def test_an_unsupplied_german_gets_nothing_for_his_exit():
    exit_ = north_exit()
    around = sorted(h for h in ground.ring(exit_, 2) if ground.live(h))
    foes = ["99ID-395", "99ID-393", "99ID-394", "106ID-422", "106ID-423", "14Cav"]
    lines = [f"{f} {UNITS[f]['strength']}-{UNITS[f]['ma']} at {h}" for f, h in zip(foes, around, strict=False)]
    table = counted(german_at(exit_, *lines))
    assert table.textbook().supply("1SSPz-1a") != "supplied"
    assert table.points("german") == 0
    table.do("done")


@rule("AO-16.0.H")
def test_a_column_holds_an_exit_only_by_being_in_it():
    exit_ = north_exit()
    assert tallied(german_at(f"{exit_} road-mode")) == ground.EXITS[exit_]
    beside = next(h for h in ground.joined(exit_))
    assert tallied(german_at(f"{beside} road-mode")) == 0
    assert counted(german_at(f"{beside} road-mode")).state.control(exit_) == "allied"


@rule("AO-16.0.D")
def test_bastogne_is_judged_with_the_supply_of_the_moment():
    exit_ = south_exit()
    table = counted(german_at(exit_, f"2Pz-3 6-10 at {ground.BASTOGNE}", f"99ID-395 3-4 at {PLAIN}"))
    assert table.points("german") == ground.EXITS[exit_]
    table.do("done")


@rule("AO-16.0.C", "AO-16.0.D", "AO-16.0.G", "AO-16.0.H", "AO-16.0.E")
def test_the_tally_gives_account_of_every_exit_that_a_german_reaches():
    north, south = north_exit(), south_exit()
    beside = next(h for h in ground.joined(north))
    worth = ground.EXITS[north]

    def account(drawing: str) -> list[tuple[str, str, str]]:
        events = counted(drawing).do("done").events("points")
        return [(event.rule, event.text, event.side) for event in events[1:]]

    held = [("AO-16.0.C", f"Exit {north} scores {worth} for the German player", "german")]
    assert account(german_at(north)) == held
    assert account(german_at(north, "2Pz-3 6-10 at 3405 road-mode")) == held
    assert account(german_at(f"{north} road-mode")) == [
        ("AO-16.0.C", f"Exit {north} scores {worth} for the German player", "german"),
        ("AO-16.0.H", f"A unit in Road Mode holds exit {north} by occupying it", "german"),
    ]
    assert account(german_at(f"{beside} road-mode")) == [
        ("AO-16.0.H", f"A unit in Road Mode next to exit {north} does not hold it", "german")
    ]
    assert account(german_at(beside, f"99ID-395 3-4 at {north}")) == [
        ("AO-16.0.C", f"Exit {north} is held by an Allied unit", "allied")
    ]
    assert account(german_at(south)) == [("AO-16.0.D", f"Exit {south} does not count without Bastogne", "german")]
    assert account(german_at(south, f"2Pz-3 6-10 at {ground.BASTOGNE}")) == [
        ("AO-16.0.C", f"Exit {south} scores {ground.EXITS[south]} for the German player", "german"),
        ("AO-16.0.D", f"Exit {south} counts because Bastogne is held", "german"),
    ]
    table = counted(german_at(north, f"99ID-395 3-4 at {PLAIN}"), allied_losses=7, german_losses=4).do("done")
    assert table.events("points")[0].text == f"Victory points after Game-Turn 9: German {7 + worth}, Allied 4"
    cut = sorted(h for h in ground.ring(north, 2) if ground.live(h))
    foes = ["99ID-395", "99ID-393", "99ID-394", "106ID-422", "106ID-423", "14Cav"]
    lines = [f"{f} {UNITS[f]['strength']}-{UNITS[f]['ma']} at {h}" for f, h in zip(foes, cut, strict=False)]
    assert account(german_at(north, *lines)) == [
        ("AO-16.0.G", f"Exit {north} does not count: the unit there is out of supply", "german")
    ]
    cut = sorted(h for h in ground.ring(south, 2) if ground.live(h))
    lines = [f"{f} {UNITS[f]['strength']}-{UNITS[f]['ma']} at {h}" for f, h in zip(foes, cut, strict=False)]
    assert account(german_at(south, f"2Pz-3 6-10 at {ground.BASTOGNE}", *lines)) == [
        # Bastogne is not to blame
        ("AO-16.0.G", f"Exit {south} does not count: the unit there is out of supply", "german")
    ]


@rule("AO-16.0.C")
def test_on_game_turn_1_an_exit_counts_without_a_supply_path():
    north = north_exit()
    cut = sorted(h for h in ground.ring(north, 2) if ground.live(h))
    foes = ["99ID-395", "99ID-393", "99ID-394", "106ID-422", "106ID-423", "14Cav"]
    lines = [f"{f} {UNITS[f]['strength']}-{UNITS[f]['ma']} at {h}" for f, h in zip(foes, cut, strict=False)]
    table = at("allied mechanized", german_at(north, *lines), turn=1).do("done")
    assert [event.text for event in table.events("points", "AO-16.0.C")] == [
        f"Exit {north} scores {ground.EXITS[north]} for the German player"
    ]


# The end


def end(turn: int, german: int, allied: int) -> Table:
    """The last question of a Game-Turn with so many points for each side, none from exits."""
    drawing = f"1SSPz-1a 9-10 at {HOME}\n99ID-395 3-4 at {PLAIN}"
    return counted(drawing, turn=turn, allied_losses=german, german_losses=allied).do("done")


@rule("AO-16.1")
@pytest.mark.parametrize(
    ("german", "allied", "winner"),
    [(45, 30, "german"), (44, 30, None), (35, 35, None), (35, 36, "allied"), (53, 35, "german"), (52, 35, None)],
)
def test_the_ratio_decides(german: int, allied: int, winner: str | None):
    table = end(18, german, allied)
    result = table.state.result
    assert result is not None
    assert (result.winner, result.rule) == (winner, "AO-16.1")


@rule("AO-16.2")
def test_35_points_by_the_end_of_game_turn_6_win_at_once():
    result = end(6, 35, 60).state.result
    assert result is not None
    assert (result.winner, result.rule) == ("german", "AO-16.2")


@rule("AO-16.2")
@pytest.mark.parametrize("turn", [2, 4, 5])
def test_the_immediate_victory_is_tested_every_game_turn_before_too(turn: int):
    table = end(turn, 36, 0)
    result = table.state.result
    assert result is not None
    assert (result.winner, result.rule) == ("german", "AO-16.2")
    assert (table.state.turn, table.events(rule="AO-4.1.C")) == (turn, [])  # no other Game-Turn begins


@rule("AO-16.0.E")
def test_34_points_do_not_win_at_once_and_35_not_after_game_turn_6():
    assert not end(6, 34, 0).state.over
    assert not end(7, 35, 0).state.over


@rule("AO-16.3")
@pytest.mark.parametrize(("german", "allied"), [(34, 1), (34, 0), (0, 0)])
def test_under_35_points_the_allied_player_wins_whatever_the_ratio(german: int, allied: int):
    result = end(18, german, allied).state.result
    assert result is not None
    assert (result.winner, result.rule) == ("allied", "AO-16.3")


@rule("AO-R.38")
def test_the_german_wins_with_35_points_against_none():
    result = end(18, 35, 0).state.result
    assert result is not None
    assert (result.winner, result.rule) == ("german", "AO-R.38")


def test_the_standing_names_every_condition():
    table = counted(f"1SSPz-1a 9-10 at {HOME}\n99ID-395 3-4 at {PLAIN}", allied_losses=20, german_losses=10)
    rules = {entry.rule for entry in table.state.standing()}
    assert {"AO-16.1", "AO-16.3"} <= rules
    assert 20 in {entry.now for entry in table.state.standing()}
    early = counted(f"1SSPz-1a 9-10 at {HOME}\n99ID-395 3-4 at {PLAIN}", turn=4, allied_losses=20)
    assert "AO-16.2" in {entry.rule for entry in early.state.standing()}


def test_the_margin_has_the_immediate_victory_the_points_and_the_ratio():
    table = counted(f"1SSPz-1a 9-10 at {HOME}\n99ID-395 3-4 at {PLAIN}", allied_losses=40, german_losses=10)
    german = {one.rule: one.ahead for one in table.state.margin("german")}
    assert german["AO-16.3"] == 5
    assert german["AO-16.1"] == 40 - 10 * 1.5
    allied = {one.rule: one.ahead for one in table.state.margin("allied")}
    assert allied == {"AO-16.3": -6, "AO-16.1": 10 - 40}
