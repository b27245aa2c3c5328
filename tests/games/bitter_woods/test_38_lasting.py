"""How long events count (BW-29, 38): a turn, to a date, or for the game; each end is logged, and nothing is left."""

from __future__ import annotations

import pytest

from ardennes.counters.bars import first_bar
from ardennes.engine import PositionError
from ardennes.games.bitter_woods import lasting, movement
from ardennes.games.bitter_woods.forces import GERMAN
from tests.games.bitter_woods.table import Table, at, game, unit
from tests.games.bitter_woods.test_38_events import FAR, TURNS, effects, event, next_turn, on, to_the_allies
from tests.games.bitter_woods.test_optional_dice import options
from tests.rulemark import rule

ALL = "random_events = true\nleaders = true\n"
WORDS = {"BW-29.1": " 1908", "BW-29.3": " 1511/1610", "BW-29.4": " 1610", "BW-29.5": " allied 3"}
HAPPENING = {rule_: table for rule_, table in game().tables["happening"].items() if isinstance(table, dict)}
DATED = [(rule_, table["last"]) for rule_, table in HAPPENING.items() if table.get("last", "26PM") != "26PM"]
FOR_THE_GAME = [rule_ for rule_, table in HAPPENING.items() if "last" not in table and rule_ != "BW-38.2.9"]
THERE = f"{FAR} / 1SS-Peiper 0510 / PzLehr-130 0824 / 2Pz-3 1019 / 106Inf-422 0616 / L-Dietrich 0510"


def counting(case: str, turn: str, step: str = "allied movement") -> Table:
    """A phase in which an event counts, with whatever it may concern."""
    return on(step, THERE, case + WORDS.get(case, ""), turn=turn, more=ALL)


def test_the_book_gives_these_ends():
    assert dict(DATED) == {
        "BW-29.1": "18PM", "BW-29.2": "18PM", "BW-29.3": "18AM", "BW-29.4": "18AM", "BW-38.1.4": "17AM",
        "BW-38.1.5": "18PM", "BW-38.1.6": "17PM", "BW-38.1.9": "18PM", "BW-38.1.10": "18PM", "BW-38.2.7": "21PM",
    }  # fmt: skip
    assert {HAPPENING[case]["last"] for case in ("BW-38.2.11", "BW-38.2.12")} == {"26PM"}
    assert set(FOR_THE_GAME) == {
        "BW-29.5", "BW-29.6", "BW-38.1.2", "BW-38.1.7", "BW-38.1.8", "BW-38.1.11", "BW-38.2.2", "BW-38.2.3",
        "BW-38.2.4", "BW-38.2.5", "BW-38.2.6", "BW-38.2.8", "BW-38.2.10",
    }  # fmt: skip


@pytest.mark.parametrize(("case", "last"), DATED)
def test_an_event_counts_through_its_last_turn_and_is_over_on_the_next(case: str, last: str):
    table = counting(case, last)
    assert effects(table)[0] == case
    while table.state.turn == TURNS(last):
        (table.do("roll 6 6") if len(table.state.chance.dice) == 2 else table.roll(2)) if table.state.chance else (
            table.do("done")
        )
    assert case not in effects(table)
    ends = [entry for entry in table.events("effect") if entry.rule in (case, f"{case}.end")]
    assert ends, "the log says that it is over"


@pytest.mark.parametrize("case", FOR_THE_GAME)
def test_an_event_for_the_game_still_counts_on_its_last_turn(case: str):
    table = counting(case, "26PM")
    assert effects(table)[0] == case
    assert table.state.effects[0].counts(TURNS("26PM"))


@pytest.mark.parametrize(("case", "last"), DATED)
def test_a_position_file_with_an_event_that_has_ended_is_refused_with_its_line(case: str, last: str):
    after = game().turn_name(TURNS(last) + 1)
    with pytest.raises(PositionError, match=rf"line \d+: .*it ended on {last}"):
        counting(case, after)


@rule("BW-38.1.5")
def test_dietrich_releases_reserves_again_on_19am():
    pieces = "L-Dietrich 0809 / 12SS-25 0809 reserve / FuhEs 0126 reserve / 4Inf-12 5330"
    for turn, free in (("17AM", False), ("18PM", False), ("19AM", True)):
        lines = ("BW-38.1.5",) if not free else ()
        table = on("german exploitation", pieces, *lines, turn=turn, more=ALL)
        assert ("12SS-25" in table.offers("pick")) == free
    over = counting("BW-38.1.5", "18PM")
    while over.state.turn == TURNS("18PM"):
        over.do("done")
    assert "Dietrich may release reserves again" in over.texts("BW-38.1.5")
    assert lasting.silenced(over.state, unit("L-Dietrich")) is None


@rule("BW-38.1.9")
def test_hodges_is_slow_from_17am_to_the_end_of_the_allied_turn_of_18pm():
    pieces = "L-Hodges 2008 / 30Inf-117 2008 / 352VG-914 5301"
    whole = movement.allowance(at("allied movement", pieces, turn=3, more=options("leaders")).state, unit("L-Hodges"))
    for turn in ("17AM", "18PM"):
        table = on("allied movement", pieces, "BW-38.1.9", turn=turn, more="leaders = true\n")
        assert movement.allowance(table.state, unit("L-Hodges")) == (
            (whole // game().ground.point + 1) // 2 * game().ground.point
        )
    table = next_turn(table)
    assert "BW-38.1.9" in table.rules("effect")
    assert movement.allowance(table.state, unit("L-Hodges")) == whole


@rule("BW-38.2.7", "BW-R.91")
def test_peiper_is_supplied_in_a_shortage_of_his_army_too():
    pieces = "1SS-Peiper 2211 / 1SS-1 0510 / 30Inf-119 2210 / 4Inf-12 5330"
    tracks = '[tracks]\nshortage = "6Pz"\n'
    table = to_the_allies(on("german movement", pieces, "BW-38.2.7", turn="20AM", tail=tracks))
    assert table.has("unsupplied", "1SS-1")
    assert not table.has("unsupplied", "1SS-Peiper")
    assert any("BW-R.91" in text for text in table.texts("BW-38.2.7"))
    assert not list(game().invariants(table.state)), "a sound position"


@rule("BW-29.5", "BW-R.90")
def test_a_great_loss_of_aircraft_is_carried_over_several_turns():
    more = "[tracks]\ngerman-aircraft = 0\nallied-aircraft = 0\n"
    table = at("german reserve", FAR, turn=5, more=options("random_events") + more
               + '[markers]\neffects = ["BW-29.5 allied 5", "BW-29.5 german 6"]\n')  # fmt: skip
    left = {"german": 6, "allied": 5}
    for turn in range(6, 18):
        while table.state.turn < turn:
            table.roll(1) if table.state.chance else table.do("done")
        for side, printed in zip(("german", "allied"), game().aircraft(turn), strict=True):
            paid = min(left[side], printed)
            left[side] -= paid
            assert table.state.aircraft[side == "allied"] == printed - paid
    assert left == {"german": 0, "allied": 0}
    assert effects(table) == []
    assert any("still to come" in text for text in table.texts("BW-29.5"))
    assert "BW-R.90" in game().rules["BW-29.5"].see


@rule("BW-38.2.2", "BW-38.2.3")
def test_a_2_includes_a_3_and_a_12_includes_an_11_and_not_the_other_way_round():
    assert effects(event(1, 1, late=True)) == ["BW-38.2.2", "BW-38.2.3"]
    assert effects(event(1, 2, late=True)) == ["BW-38.2.3"]
    assert effects(event(6, 6, late=True)) == ["BW-38.2.12", "BW-38.2.11"]
    assert effects(event(5, 6, late=True)) == ["BW-38.2.11"]


@rule("BW-38.2.11", "BW-38.2.12")
@pytest.mark.parametrize("lines", [("12",), ("12", "11"), ("11", "12")])
def test_a_position_file_with_a_12_has_an_11_too(lines: tuple[str, ...]):
    table = on("allied movement", f"{FAR} / 3Arm-CCA 3005", *(f"BW-38.2.{n}" for n in lines), turn="23AM")
    assert sorted(effects(table)) == ["BW-38.2.11", "BW-38.2.12"]
    assert movement.allowance(table.state, unit("3Arm-CCA")) == 3 * game().ground.point


@pytest.mark.parametrize(
    ("lines", "says"),
    [(("5", "6"), "BW-38.2.5 has happened"), (("9",), "leaves nothing behind"), (("7 1",), "no place or number")],
)  # fmt: skip
def test_a_position_file_names_one_event_of_19am(lines: tuple[str, ...], says: str):
    with pytest.raises(PositionError, match=says):
        on("german movement", FAR, *(f"BW-38.2.{n}" for n in lines), turn="19AM")


@rule("BW-38.2.9", "BW-R.93")
@pytest.mark.parametrize("pieces", ["30Inf-117 1610 reduced / 30Inf-119 2426", "9Arm-CCB 1610 / A-174 1809"])
def test_the_dice_fall_again_until_they_give_an_event_that_can_happen(pieces: str):
    table = event(4, 5, f"{pieces} / 352VG-914 5301 / 4Inf-12 5330", late=True)
    for _ in range(3):
        assert table.state.chance is not None
        assert table.state.chance.rule == "BW-38.2"
        table.do("roll 3 6")
    assert table.texts("BW-38.2.9")[-1].endswith("(BW-R.93)")
    table.do("roll 6 5")
    assert effects(table) == ["BW-38.2.11"]


@rule("BW-38.2.9")
def test_a_reduced_regiment_a_british_one_and_one_south_of_the_boundary_are_not_bombed():
    pieces = "30Inf-117 1610 reduced / 43Inf-129 1809 / 28Inf-110 2426 / 30Inf-120 1908 / 352VG-914 5301"
    table = event(4, 5, pieces, late=True)
    assert table.where("30Inf-120") == "1908 reduced", "the only one that is left"
    assert "BW-38.2.9" in table.rules()


@rule("BW-38.2.10")
def test_the_germans_have_no_aircraft_to_the_end_of_the_game():
    table = counting("BW-38.2.10", "24PM")
    for turn in ("25AM", "25PM", "26AM", "26PM"):
        next_turn(table)
        assert table.state.turn == TURNS(turn)
        assert table.state.aircraft[GERMAN] == 0
    assert "BW-38.2.10" in table.rules("air")


@rule("BW-29.3", "BW-38.1.6")
def test_a_bridge_is_safe_on_the_turns_that_the_event_names_only():
    for case, name, first, last in (("BW-29.3", "1511/1610", 5, 5), ("BW-38.1.6", "1630/1730", 3, 4)):
        pieces = {"BW-29.3": "30Inf-117 1610 / 12VG-27 1511", "BW-38.1.6": "4Inf-12 1630 / 352VG-914 1730"}[case]
        for turn in range(first, last + 1):
            word = f"{case}{WORDS.get(case, '')}"
            table = on("allied combat", pieces, word, turn=game().turn_name(turn), more="random_events = true\n")
            assert table.forbids(f"blow {name}") == case
        bars = list(lasting.guarded(next_turn(table).state))
        assert first_bar(game().ground.bridges.number(name), bars) is None


@pytest.mark.parametrize(
    ("case", "turn", "piece", "label", "value"),
    [
        ("BW-38.1.2", "17PM", "2Pz-3", "endurance", "6 (night sights)"),
        ("BW-38.1.4", "17AM", "PzLehr-130", "movement", "2 (Bayerlein distracted)"),
        ("BW-38.1.9", "17AM", "L-Hodges", "movement", "3 (rear-area hysteria)"),
        ("BW-38.2.11", "23AM", "3Arm-CCA", "movement", "3 (rockets on Liège)"),
    ],
)
def test_the_card_of_a_unit_shows_what_an_event_has_made_of_its_figures(
    case: str, turn: str, piece: str, label: str, value: str
):
    pieces = f"{THERE} / 3Arm-CCA 3005 / L-Hodges 3005"
    for line, shown in ((case, (value, case)), ("", None)):
        table = on("german movement", pieces, *filter(None, (line,)), turn=turn, more=ALL)
        (found,) = (each for each in table.screen("german").pieces if each.id == piece)
        fact = next(fact for fact in found.facts if fact.label == label)
        assert ((fact.value, fact.rule) == shown) if shown else (fact.rule != case and "(" not in fact.value)
