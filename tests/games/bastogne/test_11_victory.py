"""Victory (BA-11): twelve units out, both hexes of Bastogne, and the four ways in which the two can meet."""

from __future__ import annotations

import pytest

from tests.games.bastogne.table import Table, at, game
from tests.rulemark import rule

MOBILE = [unit.name for unit in game().forces.units if unit.side == 0 and unit.mobile]
HELD = '[tracks]\n"1317" = "german"\n"1416" = "german"'


def ended(out: int, more: str = "", pieces: str = "") -> Table:
    """The end of the last turn with so many units out."""
    gone = " / ".join(f"{name} west" for name in MOBILE[:out])
    table = at("allied mobile", f"{gone} / 9AD-19 2010 / {pieces}", turn=19, more=more)
    return table.apply("done")


@rule("BA-11.0", "BA-R.41", "BA-11.1", "BA-R.5", "BA-11.1.exit", "BA-11.1.held")
def test_both_conditions_are_a_german_victory():
    table = ended(12, HELD)
    result = table.state.result
    assert result is not None
    assert (result.winner, result.level, result.rule) == ("german", "German victory", "BA-11.1")
    assert table.texts("BA-11.0") == ["Victory is decided at the end of Game-Turn 19 and not before (BA-R.41)"]
    early = at("allied mobile", "9AD-19 2010 / " + " / ".join(f"{name} west" for name in MOBILE[:12]), turn=18)
    assert not early.apply("done").state.over, "every German goal but the town is met, and nothing is left to do"
    assert table.texts("BA-11.1.exit") == ["12 of 12 full-strength mobile units have exited by the west edge"]
    assert table.texts("BA-R.5") == ["The German player has met both of his conditions"]
    assert table.texts("BA-11.1.held") == ["1317 is captured", "1416 is captured"]


@rule("BA-11.3", "BA-R.5")
def test_exactly_one_is_a_draw():
    for table, why in (
        (ended(12), "enough units have exited, but Bastogne is not captured"),
        (ended(11, HELD), "Bastogne is captured, but too few units have exited"),
    ):
        result = table.state.result
        assert result is not None
        assert (result.winner, result.level, result.rule) == (None, "Draw", "BA-11.3")
        assert table.texts("BA-R.5") == [f"The German player has met one of his conditions: {why}"]


@rule("BA-11.2", "BA-R.5")
def test_neither_is_an_allied_victory():
    table = ended(11)
    result = table.state.result
    assert result is not None
    assert (result.winner, result.level, result.rule) == ("allied", "Allied victory", "BA-11.2")
    assert table.texts("BA-R.5") == ["The German player has met neither of his conditions"]


@rule("BA-11.1.zone", "BA-R.38")
def test_a_hex_in_an_american_zone_is_not_captured_not_even_with_a_german_in_it():
    table = ended(12, HELD, "26VG-I-39 1317 / 10AD-20 1318")
    result = table.state.result
    assert result is not None
    assert result.rule == "BA-11.3"
    assert table.texts("BA-11.1.zone") == ["1317 is in an American ZOC and not captured, whoever holds it (BA-R.38)"]


@rule("BA-11.1.zone", "BA-11.1.held")
def test_each_hex_of_bastogne_is_judged_by_itself():
    """An American beside one of them only; and one beside a hex that the Allies hold anyway."""
    for american, shut, free in (("1318", "1317", "1416"), ("1415", "1416", "1317"), ("1216", "1317", "1416")):
        table = ended(12, HELD, f"10AD-20 {american}")
        assert [event.at for event in table.events if event.rule == "BA-11.1.zone"] == [shut]
        assert table.texts("BA-11.1.held") == [f"{free} is captured"]
        assert table.state.result is not None
        assert table.state.result.rule == "BA-11.3"
    own = ended(12, '[tracks]\n"1416" = "german"', "10AD-20 1318")
    assert own.texts("BA-11.1.held") == ["1317 is in Allied hands", "1416 is captured"]


@rule("BA-R.37")
@pytest.mark.parametrize("unit", ["2Pz-I-3", "26VG-I-39"])
@pytest.mark.parametrize("start", ["1216", "1516", "1219"])
def test_passing_through_bastogne_takes_it_whether_anybody_reads_the_log_or_not(
    unit: str, start: str, monkeypatch: pytest.MonkeyPatch
):
    moving = at("german movement", f"{unit} {start} / 2Pz-38 0510 / 10AD-20 2710").apply(f"pick {unit}")
    taken = set()
    for place in moving.options("go"):
        silent = moving.state.copy()
        with monkeypatch.context() as deaf:
            deaf.setattr(type(silent), "heard", False)
            silent.apply(f"go {place}")
        moving.apply(f"go {place}")
        assert moving.state.town == silent.town, place
        taken.add(silent.town)
        told = {event.to for event in moving.events if event.rule == "BA-R.37"}
        assert told == {name for name, who in zip(("1317", "1416"), silent.town, strict=True) if who == "german"}
        moving.record.undo()
    assert len(taken) > 2, "one, the other, or none"


@rule("BA-R.37")
def test_each_hex_of_bastogne_has_its_own_last_occupant():
    first = at("german movement", "2Pz-I-3 1316 / 10AD-20 2010").apply("pick 2Pz-I-3", "step 1317", "stop")
    assert first.state.town == ("german", "allied")
    second = at("german movement", "2Pz-I-3 1516 / 10AD-20 2010").apply("pick 2Pz-I-3", "step 1416", "stop")
    assert second.state.town == ("allied", "german")
    both = at("allied movement", "10AD-20 1516 / 2Pz-I-3 2010", more=HELD).apply("pick 10AD-20", "step 1416", "stop")
    assert both.state.town == ("german", "allied")
    assert both.texts("BA-R.37") == ["20 Mech (10 AD) takes 1416, Bastogne"]
    for held, start, place in (("1317", "1516", "1416"), ("1416", "1216", "1317")):
        other = at("german movement", f"2Pz-I-3 {start} / 10AD-20 2010", more=f'[tracks]\n"{held}" = "german"')
        assert other.apply("pick 2Pz-I-3", f"step {place}", "stop").state.town == ("german", "german")


@rule("BA-11.1.exit")
def test_depleted_units_and_leg_units_out_do_not_count():
    gone = " / ".join(f"{name} west" for name in MOBILE[:11])
    table = at("allied mobile", f"{gone} / {MOBILE[11]} west reduced / 26VG-I-39 west / 9AD-19 2010", turn=19).apply(
        "done"
    )
    assert table.texts("BA-11.1.exit") == ["11 of 12 full-strength mobile units have exited by the west edge"]


@rule("BA-R.37", "BA-11.1.held")
def test_bastogne_belongs_to_whoever_passed_through_it_last():
    table = at("german movement", "2Pz-I-3 1316 / 10AD-20 2010", turn=19)
    table.apply("pick 2Pz-I-3", "step 1317", "go 1218")
    assert table.state.town == ("german", "allied")
    assert table.texts("BA-R.37") == ["I/3 Pz (2 Pz) takes 1317, Bastogne"]
    back = at("allied movement", "10AD-20 1316 / 2Pz-I-3 2010", turn=19, more=HELD).apply(
        "pick 10AD-20", "step 1317", "stop"
    )
    assert back.state.control("1317") == "allied"
    back.apply("done")
    while not back.state.over:
        back.apply("done")
    assert "1317 is in Allied hands" in back.texts("BA-11.1.held")


def test_standing_shows_both_conditions():
    table = at("german movement", "2Pz-I-3 west / 2Pz-38 1317 / 10AD-20 2010", turn=19)
    exits, town = table.state.standing()
    assert (exits.now, exits.needed, town.now, town.needed) == (1, 12, 1, 2)


def test_the_margin_asks_for_both_conditions_together():
    state = at("german movement", "2Pz-I-3 west / 2Pz-38 1317 / 10AD-20 2010", turn=19).state
    assert [one.ahead for one in state.margin("german")] == [1 - 12, 1 - 2]
    assert [one.ahead for one in state.margin("allied")] == [11 - 1, 1 - 1]
    assert len({one.together for one in state.margin("german")}) == 1
