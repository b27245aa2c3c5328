"""What a side is shown: half-day turns, counters with the side that is up, hands, the attack sheet, options."""

from __future__ import annotations

from ardennes.engine.screen import Screen, validate
from tests.games.bastogne.table import Table, at, begin, game

PIECES = "2Pz-I-3 1009 reduced / 2Pz-38 0910 / 10AD-20 1010 / Lehr-130 west"


def shown(table: Table, side: str) -> Screen:
    screen = game().screen(table.state.view(side))
    validate(screen)
    return screen


def test_turns_are_half_days_and_the_front_line_has_its_day():
    screen = shown(at("german movement", PIECES, turn=2), "german")
    assert (screen.turn.label, screen.turn.date, screen.turn.day) == (
        "Turn 2 of 19", "Monday 18 December 1944, PM", "1944-12-18",
    )  # fmt: skip
    cell = screen.tracks[0].cells[3]
    assert (cell.sub, cell.text) == ("19 Dec PM", "3 / 4")


def test_the_side_of_a_counter_that_is_up_is_shown():
    pieces = {piece.id: piece for piece in shown(at("german movement", PIECES), "german").pieces}
    tank, mech = pieces["2Pz-I-3"].face, pieces["2Pz-38"].face
    assert not isinstance(tank, str)
    assert not isinstance(mech, str)
    assert (list(tank.figures), tank.reduced, list(mech.figures), mech.reduced) == (
        ["3", "2", "12"], True, ["5", "5", "12"], False,
    )  # fmt: skip
    assert [badge.rule for badge in pieces["2Pz-I-3"].badges] == ["BA-11.1.exit"]
    assert pieces["Lehr-130"].at == "west"


def test_a_hand_is_shown_to_its_owner_and_counted_for_the_other():
    table = at("german combat", PIECES, german=[5, 3], allied=[3])
    boxes = {side: {box.id: box for box in shown(table, side).boxes} for side in ("german", "allied")}
    assert (boxes["german"]["hand-german"].text, boxes["german"]["hand-german"].shows) == ("3, 5", "open")
    other = boxes["allied"]["hand-german"]
    assert (other.text, other.shows, other.count) == (None, "counted", 2)


def test_an_attack_has_its_sheet_with_what_may_change():
    table = at("german combat", PIECES, german=[5, 3], allied=[3]).apply("done", "target 1010", "join 2Pz-38")
    sheet = shown(table, "german").sheets[0]
    assert (sheet.title, sheet.odds.shown if sheet.odds else "") == ("Attack on 20 Mech (10 AD) in 1010", "+1")
    assert [one.rule for one in sheet.may_change] == ["BA-8.2.1.protective"]
    assert abs(sum(outcome.chance for outcome in sheet.outcomes) - 1) < 1e-9
    bombard = at("german combat", PIECES, german=[5, 3]).apply("bombard 1010", "fire 5")
    assert shown(bombard, "german").sheets[0].kind == "Bombardment"
    assert not shown(bombard, "allied").sheets


def test_moves_are_shown_with_their_cost_and_way():
    table = at("german movement", "2Pz-38 0910 / 10AD-20 2010").apply("pick 2Pz-38")
    options = {option.action: option for option in shown(table, "german").options}
    assert (options["go 0908"].cost, list(options["go 0908"].path)) == ("2", ["0910", "0909", "0908"])
    assert options["step 0909"].cost == "1"


def test_the_set_up_and_the_end_have_screens():
    assert shown(begin(), "allied").phases.label == "Set-up"
    over = at("allied mobile", "10AD-20 1010", turn=19).apply("done")
    result = shown(over, "german").result
    assert result is not None
    assert (
        result.text
        == "Allied victory: 0 full-strength mobile units off the west edge, 0 of 2 hexes of Bastogne captured."
    )
