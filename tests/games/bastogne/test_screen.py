"""What a side is shown: half-day turns, counters with the side that is up, hands, the attack sheet, options."""

from __future__ import annotations

import pytest

from ardennes.engine.orders import Order
from ardennes.engine.screen import Screen, derive, validate
from ardennes.games.bastogne.screen_pieces import STRIPES
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
    assert (cell.sub, cell.text) == ("19 PM", "3 / 4")


def test_the_side_of_a_counter_that_is_up_is_shown():
    pieces = {piece.id: piece for piece in shown(at("german movement", PIECES), "german").pieces}
    tank, mech = pieces["2Pz-I-3"].face, pieces["2Pz-38"].face
    assert not isinstance(tank, str)
    assert not isinstance(mech, str)
    assert (list(tank.figures), tank.reduced, list(mech.figures), mech.reduced) == (
        ["3", "2", "12"], True, ["5", "5", "12"], False,
    )  # fmt: skip
    assert not pieces["2Pz-I-3"].badges, "a badge would hide that it can still move"
    facts = {fact.label: fact.value for fact in pieces["2Pz-I-3"].facts}
    assert (facts["steps"], facts["if it exits"]) == ("1 of 2, depleted", "does not count")
    assert "if it exits" not in {fact.label for fact in pieces["2Pz-38"].facts}
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
    options = {option.action: option for option in shown(table, "german").offered}
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


# ---- the next draw ----


@pytest.mark.parametrize(
    ("step", "turn", "text"),
    [
        ("german movement", 3, "the Allied player will draw 3 markers on Game-Turn 4 instead of 4"),
        ("allied combat", 1, "the Allied player will draw 1 marker on Game-Turn 2 instead of 2"),
        ("german movement", 19, None),
    ],
)
def test_what_germans_in_bastogne_cost_at_the_next_draw(step: str, turn: int, text: str | None):
    table = at(step, "2Pz-I-3 1317 / 10AD-20 1010 / 10AD-3 1011 / 2Pz-38 1013", turn=turn)
    notes = [reason for reason in shown(table, "allied").here_now if reason.rule == "BA-10.6.2"]
    assert [note.text for note in notes] == ([f"German units in Bastogne: {text}"] if text else [])


# ---- labels ----


def labels(table: Table, side: str) -> dict[str, str]:
    return {str(option.action): option.label for option in shown(table, side).offered}


def test_the_button_says_what_it_does_while_markers_are_chosen():
    table = at("german combat", "2Pz-I-3 1009 / 10AD-20 1010", german=[5, 3, 3], allied=[3])
    assert labels(table, "german")["done"] == "No more bombardments"
    table.apply("bombard 1010")
    assert labels(table, "german") == {"fire 3": "Fire a 3 (two in hand)", "fire 5": "Fire the 5"}
    assert labels(table.apply("fire 3"), "german")["done"] == "Bombard 1010: roll at −1"
    assert labels(table, "german")["fire 3"] == "Fire the 3"
    attack = at("german combat", "2Pz-I-3 1009 / 10AD-20 1010", german=[5], allied=[3]).apply("done", "target 1010")
    assert labels(attack, "german")["done"] == "Attack with these units"
    attack.apply("done")
    assert labels(attack, "german")["done"] == "No support fire"
    assert labels(attack.apply("fire 5"), "german")["done"] == "Support with these"
    attack.apply("done")
    assert labels(attack, "allied") == {"fire 3": "Protect with the 3", "done": "No protective fire: roll at +6/+7"}
    assert labels(attack.apply("fire 3"), "allied")["done"] == "Give protective fire: roll at +4/+5"
    assert labels(at("german mobile", PIECES), "german")["done"] == "End your turn"


def test_what_would_be_left_undone_is_said():
    moving = {str(o.action): o.warns for o in shown(at("german movement", PIECES, turn=1), "german").options}
    note = moving["done"]
    assert note is not None
    assert note.text.endswith("could still move or enter.")
    fighting = at("german combat", PIECES, german=[5])
    assert {str(o.action): o.warns for o in shown(fighting, "german").offered}["done"] is None, "markers may be saved"
    warns = {str(o.action): o.warns for o in shown(fighting.apply("done"), "german").options}["done"]
    assert warns is not None
    assert (warns.text, list(warns.pieces)) == ("1 enemy unit could still be attacked.", ["10AD-20"])


def test_exits_and_entries_are_offered_with_their_price():
    table = at("german movement", "2Pz-I-3 0308 / 10AD-20 2010").apply("pick 2Pz-I-3")
    options = {str(option.action): option for option in shown(table, "german").offered}
    out = options["exit 0108/NW"]
    assert out.cost is not None
    assert list(out.path)[-1] == "0108"
    assert options["exit 0108/SW"].cost != out.cost, "the road leaves by the other side"
    coming = at("german movement", "10AD-20 2010", turn=2).apply("pick Lehr-130")
    entries = {str(option.action): option.cost for option in shown(coming, "german").offered}
    assert (entries["enter 2913"], entries["enter 2910"]) == ("½", "1")


# ---- overlays, tracks, names ----


def test_the_range_of_support_fire_is_shown_by_marker():
    table = at("german movement", "2Pz-I-3 1009 / 10AD-20 2010")
    ranges = {
        side: [(tint.kind, tint.rule, len(tint.places)) for tint in overlay.tints]
        for side in ("german", "allied")
        for overlay in shown(table, side).overlays
        if overlay.id == "range"
    }
    assert ranges["german"] == [("range", "BA-10.6.1", 61)], "every hex within four"
    assert ranges["allied"] == [("area", "BA-10.6.1", 54), ("range", "BA-10.6.1.three", 7)], "told apart by their look"
    keys = [overlay.key for overlay in shown(table, "allied").overlays]
    assert "R" not in keys, "the page's own key for the replay"


def test_arrivals_are_listed_by_where_they_come_in():
    cells = shown(begin(), "allied").tracks[0].cells
    marks = [mark.label for mark in cells[3].marks]
    assert len(marks) == 1
    assert marks[0].startswith("2908 to 2915: III/39 Inf (26 VG), III/77 Inf (26 VG), III/78 Inf (26 VG) and 26 Recon")
    assert "; 2918 and south: I/14 Para (5 FJ)" in marks[0]
    assert cells[2].marks[1].label == "any west edge hex: 705 TD"


def test_names_of_units_are_those_that_a_player_writes():
    names = game().forces.call
    assert [names(unit) for unit in ("10AD-20", "705TD", "6Recon", "2Pz-I-3", "15PG-115Pz", "Lehr-Recon")] == [
        "20 Mech (10 AD)", "705 TD", "6 Recon", "I/3 Pz (2 Pz)", "115 Pz (15 PG)", "130 Recon (Pz Lehr)",
    ]  # fmt: skip
    assert not [name for name in game().forces.display_names if "," in name]


# ---- standing orders ----


def test_every_foreseen_answer_is_an_order_that_a_seat_can_leave():
    for question in game().foreseen:
        assert question.rule in game().rules
        for _, orders in question.answers:
            assert [str(Order.parse("allied", order)) for order in orders] == list(orders)


def test_a_bombarded_unit_follows_the_order_that_was_left_for_it():
    pieces = "2Pz-I-3 1009 / 10AD-20 1010 / 2Pz-38 2010"
    order = Order.parse("allied", "when stiff bombarded=1 trapped=0: choose retreat")
    table = at("german combat", pieces, german=[5, 4]).apply("bombard 1010", "fire 5", "fire 4", "done").roll(1)
    assert table.asked == ("allied", "stiff")
    assert order.answers(table.state.decision)
    ground = at("german combat", pieces, german=[5]).apply("done", "target 1010", "done", "fire 5", "done").roll(2)
    assert ground.asked == ("allied", "stiff")
    assert not order.answers(ground.state.decision), "it was not bombarded"
    ring = "2Pz-I-3 1009 / 10AD-20 1010 / 2Pz-II-2 0912 / 2Pz-II-3 1112"
    shut = at("german combat", ring, german=[5, 4]).apply("bombard 1010", "fire 5", "fire 4", "done").roll(1)
    assert not order.answers(shut.state.decision), "it has no way out"


# ---- what a player is told and shown on the way ----


def test_the_markers_have_their_rows_on_the_sheet():
    table = at("german combat", PIECES, german=[5, 3], allied=[6]).apply("done", "target 1010", "join 2Pz-38", "done")
    other = shown(table, "allied").sheets[0]
    assert [(one.rule, one.side, one.text) for one in other.may_change] == [
        ("BA-8.2.1", "german", "support fire, up to 1 marker, one for each attacking unit"),
        ("BA-8.2.1.protective", "allied", "protective fire, up to 6"),
    ]
    table.apply("fire 3")
    own, other = (shown(table, side).sheets[0] for side in ("german", "allied"))
    assert [(group.label, group.counts) for group in own.attackers][1:] == [("Support fire 3", "3")]
    assert len(other.attackers) == 1, "the choice is not shown yet"
    table.apply("done", "fire 6")
    sheet = shown(table, "allied").sheets[0]
    rows = [*sheet.attackers, *sheet.defenders]
    assert sheet.odds is not None
    assert [int(group.counts) for group in rows] == [5, 3, 4, 6]
    assert (sheet.odds.attack, sheet.odds.defence) == ("8", "10")
    assert not [one for one in sheet.may_change if one.side == "german"]


def test_the_sheet_is_there_before_the_first_attacker_has_joined():
    pieces = "2Pz-I-3 1009 / 2Pz-38 0910 / 10AD-20 1010"
    table = at("german combat", pieces).apply("target 1010")
    now = shown(table, "german")
    assert [fighter.tick for group in now.sheets[0].attackers for fighter in group.fighters] == ["out", "out"]
    assert (now.sheets[0].odds, now.prompt.text) == (None, "Click the units that attack; each click adds one.")


def test_only_what_throws_the_die_has_its_colour():
    def tone(table: Table, side: str) -> str | None:
        return {str(option.action): option.tone for option in shown(table, side).offered}["done"]

    table = at("german combat", PIECES, german=[5], allied=[6]).apply("done", "target 1010", "join 2Pz-38")
    assert tone(table, "german") == "main"
    assert tone(table.apply("done"), "german") == "main"
    assert tone(table.apply("done"), "allied") == "fight"
    bare = at("german combat", PIECES).apply("target 1010", "join 2Pz-38")
    assert tone(bare, "german") == "fight"
    assert labels(bare, "german")["done"] == "Attack: roll at +1"
    kinds = {option.kind for option in shown(table, "allied").offered}
    assert kinds == {"button"}, "markers are no row of bare numbers"


def test_the_prompts_follow_the_markers_that_are_chosen():
    table = at("german combat", PIECES, german=[5, 3], allied=[6]).apply("done", "target 1010", "join 2Pz-38")
    table.apply("join 2Pz-I-3", "done")
    assert table.state.decision.prompt == "Add support fire; at most 2 markers"
    table.apply("fire 3")
    assert table.state.decision.prompt == "Add support fire; 1 of 2 markers chosen"
    assert shown(table, "allied").prompt.text == "Their task: add support fire; at most 2 markers."
    table.apply("done", "fire 6")
    assert table.state.decision.prompt == "Protective fire 6 in 1010: the attack is at +1"
    assert shown(table, "german").prompt.text == "Their task: choose protective fire for 1010; the attack is at +7."


def test_a_unit_that_has_come_in_or_retreats_is_shown_where_it_is():
    table = at("german movement", "10AD-20 1010", turn=1).apply("pick 2Pz-I-3")
    now = shown(table, "german")
    assert now.prompt.title == (
        "Choose where I/3 Pz (2 Pz) goes from 2913, where it enters for ½; 11½ of 12 points left"
    )
    assert {piece.id: piece.at for piece in now.pieces}["2Pz-I-3"] == "2913"
    assert labels(table, "german")["stop"] == "End the move in 2913"
    beaten = at("german combat", "2Pz-I-3 1009 / 10AD-20 1010", german=[5]).apply("done", "target 1010")
    beaten.apply("done", "fire 5", "done").roll(2)
    asked = shown(beaten, "allied")
    assert asked.prompt.title.startswith("Choose whether 20 Mech (10 AD) in 1010 retreats two hexes")
    assert list(asked.prompt.pieces) == ["10AD-20"]
    assert "must-act" in {piece.id: piece.states for piece in asked.pieces}["10AD-20"]
    step = beaten.apply("choose retreat").options("step")[0]
    assert labels(beaten, "allied")[f"step {step}"] == f"Retreat to {step}"
    beaten.apply(f"step {step}")
    assert {piece.id: piece.at for piece in shown(beaten, "allied").pieces}["10AD-20"] == step


def test_whoever_would_not_count_is_warned_before_he_leaves():
    table = at("german movement", "2Pz-I-3 0108 reduced / 10AD-20 2010").apply("pick 2Pz-I-3")
    now = shown(table, "german")
    out = {str(option.action): option for option in now.options}["exit 0108/NW"]
    assert out.label == "Exit the map from 0108, north-west side (does not count)"
    assert out.warns is not None
    assert out.warns.rule == "BA-11.1.exit"
    text = "If it leaves the map, it will not count for victory: it is depleted (BA-11.1.exit)."
    assert (now.prompt.text or "").endswith(text)
    full = at("german movement", "2Pz-I-3 0108 / 10AD-20 2010").apply("pick 2Pz-I-3")
    assert labels(full, "german")["exit 0108/NW"] == "Exit the map from 0108, north-west side"
    leg = at("german movement", "26VG-I-39 0108 / 10AD-20 2010").apply("pick 26VG-I-39")
    assert "only mobile units" in (shown(leg, "german").prompt.text or "")


def test_the_set_up_says_where_units_go_and_shows_no_hands_yet():
    table = begin()
    now = shown(table, "allied")
    assert now.prompt.text == (
        "9th Armored Division: anywhere west of column 28. 10th Armored Division: in Bastogne or within two hexes "
        "of it. One unit per hex (BA-R.42)."
    )
    assert not [box.id for box in now.boxes if box.kind == "hand"]
    text = shown(table.apply("pick 10AD-20"), "allied").prompt.text
    assert text == "10th Armored Division: in Bastogne or within two hexes of it."
    table.apply("place 1416")
    assert table.why("pick 10AD-20").text == "20 Mech (10 AD) is already set up; click it to take it back."
    for unit, place in {"10AD-3": "1616", "10AD-90": "1317", "9AD-811": "2214", "9AD-52": "2311"}.items():
        table.apply(f"pick {unit}", f"place {place}")
    table.apply("pick 9AD-19", "place 2108")
    text = shown(table, "allied").prompt.text
    assert text == "Click a unit to take it back; once you continue, the set-up is final."


def test_the_hex_that_may_be_advanced_into_is_marked():
    table = at("german combat", "2Pz-I-3 1009 / 10AD-20 1010 reduced", german=[5]).apply("done", "target 1010")
    table.apply("done", "fire 5", "done").roll(1)
    assert table.asked == ("german", "advance")
    assert [(tint.kind, list(tint.places)) for tint in shown(table, "german").tints] == [("target", ["1010"])]


def test_counters_show_their_division():
    pieces = {piece.id: piece for piece in shown(at("german movement", PIECES, turn=4), "german").pieces}
    face = pieces["5FJ-I-14"].face
    assert not isinstance(face, str)
    assert (face.nation, face.stripe.colour if face.stripe else None) == ("luftwaffe", "blue")
    assert pieces["10AD-20"].lines[0] == "10th Armored Division"
    formations = {unit.formation for unit in game().forces.units if unit.formation}
    assert formations == set(STRIPES)


def test_what_follows_from_the_conditions_is_said():
    last = shown(at("german movement", PIECES), "german").standing[-1]
    assert (last.rule, last.now, last.needed) == ("BA-11.0", "0", "2")
    assert "both: German victory; one: a draw; neither: Allied victory" in last.text


def test_the_card_of_a_draw_says_what_was_drawn():
    table = at("support fire", PIECES, turn=3).roll("2", "3", "3")
    card = derive.roll(table.record, "german")
    assert card is not None
    assert card.result == "You draw 2, 3, 3"
    assert derive.roll(table.record, "allied") is None


def test_the_list_of_ones_own_markers_needs_no_count():
    boxes = {box.id: box for box in shown(at("german combat", PIECES, german=[5, 3]), "german").boxes}
    assert (boxes["hand-german"].text, boxes["hand-german"].count) == ("3, 5", None)
