"""Fuel dumps (BW-25, an option): hidden, found, captured, blown up; the German player learns nothing before."""

from __future__ import annotations

import random

import pytest

from ardennes.engine import Action, PositionError, Record
from ardennes.engine.conformance import conform
from ardennes.games.bitter_woods import fuel, victory
from tests.games.bitter_woods.table import Table, at, game, hex_, toml
from tests.games.bitter_woods.test_optional_dice import options
from tests.rulemark import rule

ON = options("fuel_dumps")
FAR = "352VG-914 5301 / 4Inf-12 5330"  # two units that have nothing to do with it
ROUND = ("1909", "1808", "1709", "1710", "1810", "1910")


def lying(
    francorchamps: str = "1808", samree: str = "2718", *, fuel_: str = "", searched: str = "", more: str = ""
) -> str:
    """The end of a position file with the dumps in it."""
    markers = "[markers]\n" + (f"fuel = {{ {fuel_} }}\n" if fuel_ else "") + searched if fuel_ or searched else ""
    return f'{ON}{more}[hidden]\nfrancorchamps = "{francorchamps}"\nsamree = "{samree}"\n{markers}'


def on(step: str, pieces: str, turn: int = 5, scenario: str = "campaign", **where: str) -> Table:
    """A phase with dumps."""
    return at(step, pieces, turn=turn, scenario=scenario, more=lying(**where))


# ---- where they lie ----


@rule("BW-25.1", "BW-R.87")
def test_two_secret_dice_for_each_dump_are_read_on_the_matrix():
    record = Record.start(game(), "campaign", fuel_dumps=True)
    for dice in ((1, 1), (6, 6)):
        assert record.state.chance is not None
        assert record.state.chance.rule == "BW-25.1"
        assert record.state.chance.seen_by == ("allied",)
        record.roll(list(dice))
    assert {dump: game().ground.grid.name(i) for dump, i in Table(record).state.dumps.items()} == {
        "francorchamps": "1909", "samree": "2720",
    }  # fmt: skip
    told = [event for event in record.events if event.kind == "dump"]
    assert all("BW-R.87" in event.text and event.seen_by == ("allied",) for event in told)


@rule("BW-25.1")
def test_the_example_a_2_or_a_6_puts_the_dump_in_1909():
    for dice in ((1, 1), (3, 3), (2, 4), (1, 5)):
        record = Record.start(game(), "campaign", fuel_dumps=True)
        record.roll(list(dice))
        assert Table(record).state.dumps["francorchamps"] == hex_("1909")
    assert "BW-25.1" in [event.rule for event in record.events]


# ---- found and captured ----


@rule("BW-25.2", "BW-R.104")
def test_a_german_unit_finds_the_dump_and_captures_it_with_a_line_to_the_east_edge():
    table = on("german movement", "1SS-1 1908 / 4Inf-12 5330").do("pick 1SS-1", "step 1808")
    assert table.state.fuel == {"francorchamps": fuel.CAPTURED}
    assert [event.rule for event in table.events("dump")] == ["BW-25.2", "BW-25.2"]
    assert "BW-R.104" in table.texts("BW-25.2")[-1]


@rule("BW-25.2")
def test_a_dump_without_a_supply_line_is_found_and_captured_when_the_line_opens():
    pieces = "1SS-1 1808 / 9Inf-39 1607 / 9Inf-47 1610 / 1Inf-16 1806 / 1Inf-18 2007 / 1Inf-26 2009 / 30Inf-117 1911"
    table = on("german movement", pieces, fuel_='francorchamps = "claimed"', turn=8)
    assert table.state.fuel["francorchamps"] == fuel.CLAIMED
    for name in ("9Inf-39", "9Inf-47", "1Inf-16", "1Inf-18", "1Inf-26", "30Inf-117"):
        table.state.eliminate(game().forces.index[name], "BW-9.6", "for the test")
    fuel.look(table.state)
    assert table.state.fuel["francorchamps"] == fuel.CAPTURED
    assert table.rules("dump") == ["BW-25.2"]


@rule("BW-25.2")
def test_a_searched_hex_without_a_dump_is_known_to_be_empty():
    table = on("german movement", "1SS-1 1908 / 4Inf-12 5330").do("pick 1SS-1", "step 1909")
    assert table.state.fuel == {}
    assert not fuel.sites(table.state, "francorchamps") >> hex_("1909") & 1
    assert "BW-25.2" not in table.rules()
    assert "BW-25.2" in on("german movement", "1SS-1 1908 / 4Inf-12 5330").do("pick 1SS-1", "step 1808").rules()


@rule("BW-25.2.again", "BW-R.104")
def test_an_allied_unit_takes_a_captured_dump_back():
    table = on("allied movement", "30Inf-117 1908 / 352VG-914 5301", fuel_='francorchamps = "german"')
    table.do("pick 30Inf-117", "go 1808")
    assert table.state.fuel["francorchamps"] == fuel.HELD
    assert "BW-25.2.again" in table.rules("dump")
    assert "BW-R.104" in table.texts("BW-25.2.again")[-1]


# ---- shortage ----


def shortage(die: int, fuel_: str) -> Table:
    """20AM begins; the first die asks for another, and this is the second."""
    table = on("allied movement", FAR, turn=8, fuel_=fuel_)
    while table.state.turn == 8 or (table.state.chance is None and table.state.phase == "german supply"):
        if table.state.chance:
            break
        table.do("done")
    return table.roll(5, die) if table.state.chance else table


@rule("BW-25.2.six")
def test_the_dump_near_francorchamps_spares_sixth_panzer_army():
    table = shortage(1, 'francorchamps = "german"')
    assert table.state.shortage == ""
    assert "BW-25.2.six" in table.rules("supply")
    assert shortage(1, 'samree = "german"').state.shortage == "6Pz"


@rule("BW-25.2.five")
def test_the_dump_near_samree_spares_fifth_panzer_army():
    table = shortage(6, 'samree = "german"')
    assert table.state.shortage == ""
    assert "BW-25.2.five" in table.rules("supply")
    assert shortage(6, 'francorchamps = "german"').state.shortage == "5Pz"


@rule("BW-25.2.both")
def test_with_both_there_is_no_roll():
    table = shortage(1, 'francorchamps = "german", samree = "german"')
    assert table.state.shortage == ""
    assert "BW-25.2.both" in table.rules("supply")
    assert table.state.chance is None


# ---- blowing it up ----

NEAR = "30Inf-117 1808 / 1SS-1 1806 / 4Inf-12 5330"


def near(dump: str = "1808", pieces: str = NEAR) -> Table:
    """A German unit comes next to 30/117 in 1808."""
    return on("german movement", pieces, francorchamps=dump).do("pick 1SS-1", "go 1807")


@rule("BW-25.3", "BW-25.3.reveal")
def test_the_allied_player_may_blow_his_dump_up_when_an_enemy_comes_next_to_it():
    table = near()
    assert table.asked() == ("allied", "dump")
    assert table.options() == ["burn 1808", "done"]
    table.do("burn 1808")
    assert "BW-25.3.reveal" in table.rules("dump")
    assert table.state.chance is not None
    gone, stays = table.fork().roll(3), table.fork().roll(4)
    assert gone.state.fuel["francorchamps"] == fuel.DESTROYED
    assert stays.state.fuel["francorchamps"] == fuel.HELD
    assert "BW-25.3" in gone.rules("dump")


@rule("BW-25.3", "BW-R.105")
def test_he_is_asked_wherever_a_dump_could_be_and_refused_in_the_same_words():
    table = near("1910")
    assert table.asked() == ("allied", "dump")
    assert table.options() == ["done"]
    here, there = table.refusal("burn 1808"), table.refusal("burn 3333")
    assert here == there
    assert here.rule == "BW-25.3"
    assert "BW-R.105" in here.text


@rule("BW-25.3")
def test_a_unit_out_of_supply_may_blow_it_up_too():
    table = near(pieces=NEAR.replace("1808", "1808 out-of-supply"))
    assert "burn 1808" in table.options()
    assert table.state.decision.rule == "BW-25.3"


@rule("BW-25.3.later")
def test_if_he_declines_the_next_chance_is_at_the_end_of_his_combat_phase():
    pieces = f"{NEAR} / 12SS-25 2007"
    table = on("german movement", pieces).do("pick 1SS-1", "go 1807", "done")
    assert table.asked()[1] == "german movement"
    table.do("pick 12SS-25", "go 1908")
    assert table.asked()[1] != "dump"  # declined once
    while table.asked()[1] != "dump":
        table.do("done")
    assert table.state.phase == "allied demolition"
    assert "burn 1808" in table.options()
    assert "BW-25.3.later" in table.rules("dump")


def test_a_dump_is_tried_once_in_a_game_turn():
    table = on("german movement", f"{NEAR} / 12SS-25 2007").do("pick 1SS-1", "go 1807", "burn 1808").roll(6)
    assert list(table.state.blasted) == ["francorchamps"]
    table.do("pick 12SS-25", "go 1908")
    while table.state.turn == 5:
        assert table.asked()[1] != "dump"
        table.do("done")
    assert not table.state.blasted


@rule("BW-25.3")
def test_a_walk_is_interrupted_where_the_question_is_due():
    gun = "A-174 1808 / 1SS-1 1806 / 4Inf-12 5330"
    table = on("german movement", gun, francorchamps="1710")
    table.do("pick 1SS-1")
    assert "1807" in table.offers("go")
    behind = sorted(set(at("german movement", gun, turn=5).do("pick 1SS-1").offers("go")) - table.offers("go"))
    assert any(table.refusal(f"go {place}").rule == "BW-25.3" for place in behind)
    table.do("step 1807")
    assert table.asked() == ("allied", "dump")
    table.do("done")
    assert table.asked() == ("german", "motion")


@rule("BW-38.1.7")
def test_after_the_event_only_a_1_destroys_the_dump_near_samree():
    more = lying(more="events_17 = true\n") + '[markers]\neffects = ["BW-38.1.7"]\n'
    pieces = "101Abn-501 2718 / 116Pz-16 2716 / 4Inf-12 5330"
    table = at("german movement", pieces, turn=5, more=more).do("pick 116Pz-16", "go 2717", "burn 2718")
    assert table.state.chance is not None
    assert table.state.chance.rule == "BW-38.1.7"
    assert table.fork().roll(2).state.fuel["samree"] == fuel.HELD
    assert table.roll(1).state.fuel["samree"] == fuel.DESTROYED


# ---- victory ----


@rule("BW-2.9.dump")
def test_a_captured_dump_is_worth_a_point_in_the_short_games():
    for word, points in (("german", 1), ("allied", 0), ("destroyed", 0)):
        table = on("german movement", FAR, scenario="six-turn", fuel_=f'francorchamps = "{word}", samree = "{word}"')
        (entry,) = (point for point in victory.points(table.state) if point.name == "dump")
        assert (entry.rule, entry.points) == ("BW-2.9.dump", points)


# ---- what the German player may know ----


def pair(step: str, pieces: str, *places: str) -> list[Table]:
    """The same position with the dump in different hexes."""
    return [on(step, pieces, francorchamps=place) for place in places]


def test_views_refusals_and_questions_do_not_depend_on_where_the_dumps_are():
    rng = random.Random(5)
    for pieces, moves in (
        (NEAR, ("pick 1SS-1", "go 1807", "done")),
        ("1SS-1 1908 / 30Inf-117 1710 / 4Inf-12 5330", ("pick 1SS-1", "step 1909")),
    ):
        tables = pair("german movement", pieces, "1808", "1910", "1810")
        for line in (*moves, None):
            first = tables[0].state
            for side in ("german", None):
                views = [table.state.view(side) for table in tables]
                assert all(view == views[0] for view in views)
                assert len({view.key() for view in views}) == 1
                assert len({str(view.decision) for view in views}) == 1
                for place in ("1808", "1910", "2718"):
                    assert len({str(view.why_not(Action("burn", place))) for view in views}) == 1
                guess = views[0].guess(rng)
                assert guess.view(side) == views[0]
            assert len({(table.state.decision.side, table.state.decision.step) for table in tables}) == 1
            assert {table.state.epoch for table in tables} == {first.epoch}
            if line is not None:
                for table in tables:
                    table.do(line)


def test_screens_of_the_german_player_are_equal_and_the_allied_one_shows_the_dump():
    one, other = pair("german movement", NEAR, "1808", "1910")
    assert one.screen("german") == other.screen("german")
    assert one.screen(None) == other.screen(None)
    assert {marker.at for marker in one.screen("german").markers if marker.icon == "hidden"} >= set(ROUND)
    assert [m.at for m in one.screen("allied").markers if m.icon == "fuel"] == ["1808", "2718"]


def test_the_journal_that_the_german_player_reads_does_not_tell_the_dice():
    record = Record.start(game(), "campaign", fuel_dumps=True)
    record.roll([1, 2])
    other = Record.start(game(), "campaign", fuel_dumps=True)
    other.roll([6, 5])
    assert str(record.journal.view("german")) == str(other.journal.view("german"))
    assert str(record.journal.view("allied")) != str(other.journal.view("allied"))


@pytest.mark.parametrize(
    ("tail", "says"),
    [
        ('[hidden]\nfrancorchamps = "1809"\n', "1809 is not on the matrix"),
        ('[hidden]\nstavelot = "1909"\n', "there is no dump “stavelot”"),
        ('[hidden]\nsamree = "2718"\n[markers]\nfuel = { samree = "lost" }\n', "not “lost”"),
    ],
)
def test_a_position_file_has_no_dump_outside_the_matrix(tail: str, says: str):
    with pytest.raises(PositionError, match=says) as fault:
        at("german movement", FAR, more=ON + tail)
    assert "line" in str(fault.value)


@pytest.mark.parametrize(
    ("tail", "says"),
    [
        ("", "say in .hidden. where “francorchamps” lies"),
        ('[hidden]\nfrancorchamps = "1909"\n', "Germans have been in 1909"),
    ],
)
def test_a_position_file_with_germans_round_the_place_says_where_the_dump_is(tail: str, says: str):
    with pytest.raises(PositionError, match=says):
        at("german movement", "352VG-914 1909 / 4Inf-12 5330", more=ON + tail)


def test_without_the_option_a_position_file_hides_nothing():
    with pytest.raises(PositionError):
        Record.from_position(game(), toml("german movement", FAR, more='[hidden]\nsamree = "2718"\n'))
    assert not game().secretive(at("german movement", FAR).state)


# ---- random play ----


@pytest.mark.parametrize("seed", range(6))
def test_games_with_dumps_come_to_their_end(seed: int):
    rng = random.Random(seed)
    state = game().start("six-turn", fuel_dumps=True)
    while not state.over:
        state.roll(state.chance.sample(rng)) if state.chance else state.apply(rng.choice(state.decision.options))
    assert list(game().invariants(state)) == []


def test_the_engines_promises_hold_with_dumps():
    def start() -> Record:
        return Record.start(game(), "six-turn", fuel_dumps=True)

    report = conform(game(), "six-turn", games=1, seed=3, every=60, start=start)
    assert not report.faults
