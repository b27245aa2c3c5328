"""What a side is shown: half-day turns, counters, markers, boxes, the attack sheet, options in words."""

from __future__ import annotations

import random

import pytest

from ardennes.engine import Record
from ardennes.engine.screen import Piece, Screen, validate
from ardennes.games.bitter_woods.screen import WORDS, pill
from tests.games.bitter_woods.table import Table, at, begin, game

FRONT = (
    "2Pz-2 1324 / 26VG-78 1324 / 26VG-77 1325 / R-15 1325 / A-401 1124 / A-766 1125 fired"
    " / 28Inf-110 1424 reduced / 28Inf-109 1424 / A-402US 1625 / A-174 1626 / PzLehr-130 out counted"
)
STARVED = FRONT.replace("26VG-77 1325", "26VG-77 1325 out-of-supply")
MARKED = '[markers]\nimproved = ["1424"]\n'


def pieces(screen: Screen) -> dict[str, Piece]:
    return {piece.id: piece for piece in screen.pieces}


def badges(screen: Screen, name: str) -> list[tuple[str, str]]:
    """The icon and the rule of each badge of a piece."""
    return [(badge.icon, badge.rule) for badge in pieces(screen)[name].badges]


def markers(screen: Screen) -> set[tuple[str, str]]:
    return {(marker.icon, marker.at) for marker in screen.markers}


def labels(table: Table, side: str) -> dict[str, str]:
    return {option.action: option.label for option in table.screen(side).offered}


# ---- turns and phases ----


def test_turns_are_half_days_with_aircraft_and_the_state_of_the_ground():
    screen = at("german combat", FRONT, turn=5, more="[tracks]\ngerman-aircraft = 1\n").screen("german")
    assert (screen.turn.label, screen.turn.date, screen.turn.day) == (
        "Turn 5 of 22", "Monday 18 December 1944, AM", "1944-12-18",
    )  # fmt: skip
    cells = screen.tracks[0].cells
    assert [(cell.sub, cell.text, cell.icon) for cell in (cells[3], cells[4], cells[14])] == [
        ("17 PM", "2 / 2", None), ("18 AM", "1 / 1", "mud"), ("23 AM", "2 / 3", "frost"),
    ]  # fmt: skip
    assert len(begin("six-turn").screen("german").tracks[0].cells) == 6
    arrivals = {mark.side: mark.label for mark in cells[5].marks}
    assert arrivals["german"] == "by R/S: 3PzG/103, 3PzG/8 and 3PzG/29"


def test_the_bar_has_the_phases_of_the_player_turn_and_what_comes_after():
    bar = at("german movement", FRONT).screen("german").phases
    assert [phase.label for phase in bar.steps] == [
        "Supply", "Interdiction", "Reserves", "Movement", "Combat", "Demolition", "Exploitation", "Bridge building",
    ]  # fmt: skip
    assert [phase.state for phase in bar.steps][2:5] == ["done", "now", "later"]
    assert (bar.label, bar.after and bar.after.text) == ("17 Dec AM, German turn", "then the Allied turn")
    bar = at("allied movement", FRONT, turn=22).screen("allied").phases
    assert (len(bar.steps), bar.after) == (7, None)


def test_what_acts_now_is_said():
    rules = {reason.rule for reason in begin().screen("german").here_now}
    assert rules == {"BW-15.1", "BW-15.7", "BW-5.4"}
    rules = {reason.rule for reason in at("german combat", FRONT, turn=7).screen("german").here_now}
    assert rules == {"BW-5.3.mud", "BW-11.1"}
    short = at("german combat", FRONT, turn=15, more='[tracks]\nshortage = "5Pz"\n').screen("german").here_now
    assert "BW-12.6" in {reason.rule for reason in short}


# ---- counters ----


def test_a_counter_shows_regiment_division_army_and_the_side_that_is_up():
    shown = pieces(at("german combat", FRONT, more=MARKED).screen("german"))
    face = shown["28Inf-110"].face
    assert not isinstance(face, str)
    assert (face.unit, face.formation, list(face.figures), face.reduced) == ("110", "28 Inf", ["3", "4", "4"], True)
    assert face.stripe is not None
    assert face.stripe.label == "US First Army"
    gun = shown["A-766"].face
    assert not isinstance(gun, str)
    assert (gun.corner, gun.symbol) == ("5", "artillery")
    assert shown["2Pz-2"].lines[0] == "2nd Panzergrenadier Regiment, 2nd Panzer Division, Fifth Panzer Army"
    starved = pieces(at("german combat", STARVED, turn=9).screen("german"))["26VG-77"]
    facts = {fact.label: fact.value for fact in starved.facts}
    assert (facts["strength"], facts["endurance"]) == ("5, attacks with 3", "3 (out of supply)")


@pytest.mark.parametrize(
    ("name", "nation"), [("12SS-12", "ss"), ("3FJ-5", "luftwaffe"), ("2Pz-3", "heer"), ("2Inf-9", "us")]
)
def test_colours_tell_ss_and_paratroops_from_the_army(name: str, nation: str):
    face = pieces(begin().screen("german"))[name].face
    assert not isinstance(face, str)
    assert face.nation == nation


def test_badges_say_what_has_befallen_a_unit():
    owed = '[obligations]\n"1424 counterattack" = { by = ["28Inf-110", "28Inf-109"], against = ["2Pz-2"] }\n'
    screen = at("allied movement", FRONT, more=MARKED + owed).screen("allied")
    assert badges(screen, "28Inf-110") == [("fight", "BW-9.5.CA")]
    assert badges(at("allied movement", STARVED, turn=9).screen("allied"), "26VG-77") == [("unsupplied", "BW-12.4")]
    assert badges(screen, "PzLehr-130") == [("victory", "BW-17.1")]
    fought = '[obligations]\n"1424 engagement" = { by = ["2Pz-2"], against = ["28Inf-110"] }\n'
    screen = at("allied movement", FRONT, more=MARKED + fought).screen("allied")
    assert badges(screen, "2Pz-2") == [("engaged", "BW-9.5.ENG")]
    assert badges(screen, "28Inf-110") == [("engaged", "BW-9.5.ENG.stay")]
    german = at("german combat", FRONT.replace("A-401 1124", "A-401 1124 fired") + " / 2Pz-3 1223 reserve")
    assert badges(german.screen("german"), "2Pz-3") == [("reserve", "BW-14.1")]
    assert badges(german.screen("german"), "A-401") == [("fired", "BW-10.1.german")]


def test_an_army_short_of_supply_is_told_from_units_without_a_path():
    pieces_ = STARVED.replace("2Pz-2 1324", "2Pz-2 1324 out-of-supply")
    screen = at("german combat", pieces_, turn=15, more='[tracks]\nshortage = "5Pz"\n').screen("german")
    assert badges(screen, "2Pz-2") == [("unsupplied", "BW-12.6")]
    assert badges(screen, "26VG-77") == [("unsupplied", "BW-12.4")]


def test_what_must_be_done_is_said_in_a_sentence():
    owed = '[obligations]\n"1424 counterattack" = { by = ["28Inf-110", "28Inf-109"], against = ["2Pz-2"] }\n'
    screen = at("allied movement", FRONT, more=owed).screen("allied")
    assert [(one.text, one.by, one.rule) for one in screen.obligations] == [
        ("28/110 and 28/109 must withdraw or counterattack.", "the end of your Combat Phase", "BW-9.5.CA"),
    ]
    assert "must-fight" in pieces(screen)["28Inf-110"].states


def test_who_must_move_is_not_said_to_fight_and_has_until_the_end_of_the_phase():
    """Mechanized units of Fifth Panzer Army on the wrong side of the boundary."""
    astray = at("german movement", "2Pz-2 1212 / 2Pz-304 1212 / 26VG-39 1226 / 4Inf-12 2034", turn=3).screen("german")
    assert [(one.text, one.by, one.rule) for one in astray.obligations] == [
        ("2Pz/2 and 2Pz/304 must return to their own army's sector.", "the end of this phase", "BW-R.16")
    ]
    assert {"must-act", "must-fight"} & set(pieces(astray)["2Pz-2"].states) == {"must-act"}
    one = at("german movement", "2Pz-2 1212 / 26VG-39 1226 / 4Inf-12 2034", turn=3).screen("german").obligations
    assert [duty.text for duty in one] == ["2Pz/2 must return to its own army's sector."]


# ---- the table ----


def test_markers_lie_on_hexes_and_hexsides():
    more = """
        [markers]
        improved = ["1424"]
        forts = ["2426"]
        blown = ["1121/1221"]
        repairs = { "1028/1129" = "5FJ-14" }
        interdicted = ["1224"]
        captured = ["2903"]
    """
    table = at("german movement", f"{FRONT} / 5FJ-14 1028 / 10Arm-CCB 2426 air-drop", turn=4, more=more)
    assert badges(table.screen("german"), "10Arm-CCB") == [("supply", "BW-12.5.lasts")]
    assert markers(table.screen("german")) == {
        ("position", "1424"), ("fortified", "2426"), ("blown", "1121/1221"), ("blown", "1324/1424"),
        ("blown", "0432/0533"), ("bridge", "1028/1129"), ("interdicted", "1224"), ("control", "2903"),
    }  # fmt: skip
    repair = next(marker for marker in table.screen("german").markers if marker.icon == "bridge")
    assert repair.label == "Bridge under repair by 5FJ/14"


def test_units_beside_the_map_lie_in_boxes():
    table = at("allied movement", f"{FRONT} / 1Inf-26 pool / 9Arm-CCR north / 28Inf-112 eliminated", turn=4)
    screen = table.screen("allied")
    where = {name: pieces(screen)[name].at for name in ("1Inf-26", "7Arm-CCA", "9Arm-CCR", "28Inf-112", "PzLehr-130")}
    assert where == {
        "1Inf-26": "entry-allied-pq", "7Arm-CCA": "entry-allied-nop", "9Arm-CCR": "north", "28Inf-112": "lost-allied",
        "PzLehr-130": "out",
    }  # fmt: skip
    boxes = {box.id: box for box in screen.boxes}
    assert (boxes["entry-allied-nop"].label, boxes["entry-allied-nop"].near) == (
        "Allied reinforcements, by N, O or P", "2701",
    )  # fmt: skip
    assert boxes["out"].text == "1 of 6"
    assert "3Arm-CCA" not in pieces(screen), "not due before 19PM"
    assert "28Inf-113" not in pieces(screen)


def test_overlays_are_there_as_long_as_they_mean_something():
    early = {overlay.id: overlay for overlay in begin().screen("german").overlays}
    assert set(early) == {"zones", "supply", "bridges", "objectives", "boundaries"}
    assert {line.rule for line in early["boundaries"].lines} == {"BW-5.4.six", "BW-5.4.seven"}
    late = {overlay.id: overlay for overlay in at("german combat", FRONT, turn=7).screen("german").overlays}
    assert "boundaries" not in late
    places = {marker.at for marker in begin("six-turn").screen("german").overlays[3].markers}
    assert "1912" in places, "Stavelot counts in the short games"
    cut = at("german combat", "2Pz-2 3030 / 28Inf-110 2930 / 28Inf-109 3131", turn=7).screen("german").overlays[1]
    assert {tint.kind for tint in cut.tints} == {"supplied", "unsupplied"}


# ---- the attack sheet ----


def supported() -> Table:
    joined = (
        "target 1424",
        "join 2Pz-2",
        "join 26VG-78",
        "join 26VG-77",
        "done",
        "add A-401",
        "add R-15",
        "fly",
        "done",
    )
    return at("german combat", STARVED, turn=15, more=MARKED).do(*joined)


def test_an_attack_has_its_sheet_with_support_of_both_sides():
    sheet = supported().do("add A-402US", "fly").screen("allied").sheets[0]
    assert sheet.title == "Attack on 28/110 and 28/109 in 1424"
    assert [(group.label, group.counts) for group in sheet.attackers] == [
        ("2Pz/2 and 26VG/78, from 1324", "10"), ("26VG/77, from 1325", "3"), ("Artillery in support", "12"),
        ("Aircraft", "–"),
    ]  # fmt: skip
    assert sheet.attackers[1].printed == "5", "struck: it is out of supply"
    assert [(group.label, group.counts) for group in sheet.defenders] == [
        ("28/110 and 28/109, in 1424", "16"), ("Artillery in support", "5"), ("Aircraft", "–"),
    ]  # fmt: skip
    assert next((reason.rule, reason.text) for reason in sheet.defenders[0].reasons) == (
        "BW-9.4.river", "28/110 and 28/109 are doubled behind a river",
    )  # fmt: skip
    assert sheet.odds is not None
    assert (sheet.odds.attack, sheet.odds.defence, sheet.odds.shown) == ("25", "21", "1-2")
    reasons = {reason.rule: reason.text for reason in sheet.odds.reasons}
    assert reasons["BW-9.4.broken"] == "Broken terrain: 1 column left"
    assert "BW-R.6" in reasons
    assert sheet.table is not None
    assert (sheet.table.column, sheet.table.unshifted) == (1, 2)
    assert abs(sum(outcome.chance for outcome in sheet.outcomes) - 1) < 1e-9


def test_before_the_first_attacker_the_sheet_shows_who_could_join_and_what_may_change():
    table = at("german combat", FRONT, more=MARKED).do("target 1424")
    sheet = table.screen("german").sheets[0]
    assert [fighter.tick for group in sheet.attackers for fighter in group.fighters] == ["out"] * 3
    assert (sheet.stage, sheet.odds, sheet.defenders[0].counts) == ("building", None, "8")
    sheet = table.do("join 2Pz-2").screen("german").sheets[0]
    assert [one.rule for one in sheet.may_change] == ["BW-10.2.defence", "BW-11.2"]
    assert sheet.attackers[0].fighters[0].tick == "in"


def test_the_modifier_of_the_die_stands_beside_the_odds():
    table = at("german combat", "2Pz-2 1525 / 106Inf-422 1625").do("target 1625").try_("join 2Pz-2")
    sheet = table.screen("german").sheets[0]
    assert sheet.odds is not None
    assert sheet.odds.shown.endswith(" (−1)")
    assert next(reason.text for reason in sheet.odds.reasons if reason.rule == "BW-9.3").endswith(": die roll −1")


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("DE", "The defender is eliminated; the attacker may advance one hex"),
        ("D3", "The defender retreats three hexes; the attacker may advance three hexes"),
        ("1D2", "The defender loses a step and retreats two hexes; the attacker may advance two hexes"),
        ("A1", "The attacker retreats one hex; the defender may advance one hex"),
        ("AE", "The attacker is eliminated; the defender may advance one hex"),
        ("FF", "The defender loses a step; the attacker loses a step"),
        ("SU", "No effect"),
        ("CA", "The defender must counterattack or withdraw in his next turn"),
        ("ENG", "Both sides are engaged; attacking infantry must attack again next turn"),
    ],
)
def test_every_result_is_told_in_words(monkeypatch: pytest.MonkeyPatch, label: str, text: str):
    monkeypatch.setitem(game().__dict__, "crt", ((label,) * 6,) * 9)
    table = at("german combat", "2Pz-2 1525 / 28Inf-110 1625").do("target 1625").try_("join 2Pz-2")
    (outcome,) = table.screen("german").sheets[0].outcomes
    assert outcome.text == text


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("DE", "All defenders are eliminated; attackers may advance one hex"),
        ("D2", "All defenders retreat two hexes; attackers may advance two hexes"),
        (
            "1D2",
            "One defending unit loses a step, then all defenders retreat two hexes; attackers may advance two hexes",
        ),
        ("A2", "All attackers retreat two hexes; defenders may advance one hex"),
        ("FF", "One defending unit loses a step; one attacking unit loses a step"),
    ],
)
def test_a_result_for_several_is_told_so(monkeypatch: pytest.MonkeyPatch, label: str, text: str):
    monkeypatch.setitem(game().__dict__, "crt", ((label,) * 6,) * 9)
    units = "2Pz-2 1525 / 2Pz-304 1525 / 28Inf-110 1625 / 28Inf-109 1625"
    table = at("german combat", units).do("target 1625").try_("join 2Pz-2", "join 2Pz-304")
    (outcome,) = table.screen("german").sheets[0].outcomes
    assert outcome.text == text


def test_after_an_attack_on_clervaux_the_advance_is_halved(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(game().__dict__, "crt", (("D3",) * 6,) * 9)
    table = at("german combat", "2Pz-2 1525 / 28Inf-110 1624", turn=10).do("target 1624").try_("join 2Pz-2")
    (outcome,) = table.screen("german").sheets[0].outcomes
    assert outcome.text == "The defender retreats three hexes; the attacker may advance two hexes", "BW-8.3"
    table.try_("done").roll(1)
    while table.asked()[1] in ("retreat", "way"):
        table.do(table.options()[0])
    assert table.screen("german").prompt.text == "The result allows two hexes."


def test_units_without_a_way_out_are_counted(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(game().__dict__, "crt", (("D3",) * 6,) * 9)
    ring = "2Pz-2 1525 / 2Pz-304 1725 / 26VG-78 1626 / 28Inf-110 1625"
    table = at("german combat", ring).do("target 1625").try_("join 2Pz-2")
    (outcome,) = table.screen("german").sheets[0].outcomes
    assert outcome.text.startswith("The defender has no retreat and is eliminated; ")


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        ("28Inf-110 1625 reduced", "The defender is eliminated"),
        (
            "28Inf-110 1625 reduced / 28Inf-109 1625 reduced",
            "One defending unit is eliminated, then the other retreats two hexes",
        ),
        (
            "28Inf-110 1625 reduced / 28Inf-109 1625 reduced / 28Inf-112 1625 reduced",
            "One defending unit is eliminated, then the others retreat two hexes",
        ),
    ],
)
def test_a_loss_that_eliminates_is_not_called_a_lack_of_a_way_out(
    monkeypatch: pytest.MonkeyPatch, pieces: str, text: str
):
    monkeypatch.setitem(game().__dict__, "crt", (("1D2",) * 6,) * 9)
    table = at("german combat", f"2Pz-2 1525 / {pieces}").do("target 1625").try_("join 2Pz-2")
    (outcome,) = table.screen("german").sheets[0].outcomes
    assert outcome.text.partition(";")[0] == text


# ---- options ----


def test_every_verb_has_its_words():
    assert {verb.name for verb in game().verbs} <= set(WORDS)


def test_moves_are_shown_with_their_cost_and_way():
    table = at("german movement", "2Pz-2 1223 / 28Inf-110 1824", turn=5).do("pick 2Pz-2")
    options = {option.action: option for option in table.screen("german").offered}
    assert (options["go 1124"].cost, list(options["go 1124"].path)) == ("¼", ["1223", "1124"])
    assert options["step 1124"].cost == "¼"
    assert [pill(parts, 12) for parts in (4, 8, 9, 16, 30, 36)] == ["⅓", "⅔", "¾", "1⅓", "2½", "3"]


def test_buttons_say_what_they_do():
    table = at("german combat", FRONT, more=MARKED).do("target 1424", "join 2Pz-2")
    assert labels(table, "german")["done"] == "Attack with these units"
    table.do("done")
    assert labels(table, "german")["done"] == "No support"
    assert labels(table, "german")["add A-401"] == "401 Art gives support"
    table.do("add A-401")
    assert labels(table, "german")["done"] == "Support with these"
    table.do("done")
    assert labels(table, "allied")["done"].startswith("No defensive support: roll at ")
    alone = at("german combat", "2Pz-2 1525 / 2Pz-304 1525 / 28Inf-110 1625", turn=10)
    alone.do("target 1625", "join 2Pz-2")
    assert labels(alone, "german")["done"].startswith("Attack: roll at ")


def test_building_names_what_is_built():
    table = at("allied movement", "2Pz-2 1223 / 10Arm-CCB 2426 / 28Inf-110 1824", turn=5)
    assert labels(table.moving("10Arm-CCB"), "allied")["build"] == "Fortify Bastogne"
    assert labels(table.moving("28Inf-110"), "allied")["build"] == "Build an improved position"


def test_bridges_are_named_by_their_hexes():
    table = at("german movement", "26VG-78 1324 / 28Inf-110 1824", turn=5).do("pick 26VG-78")
    assert labels(table, "german")["repair 1324/1424"] == "Repair the bridge between 1324 and 1424"


def test_what_would_be_forgotten_is_counted():
    table = at("german movement", "26VG-78 1324 / 2Pz-2 1223 / 28Inf-110 1824", turn=4)
    done = next(option for option in table.screen("german").options if option.action == "done")
    assert done.warns is not None
    assert done.warns.text == "2 units could still move or enter."
    fight = at("german combat", FRONT).screen("german")
    done = next(option for option in fight.options if option.action == "done")
    assert done.warns is not None
    assert done.warns.text == "1 hex could still be attacked."


def test_the_end_of_a_phase_is_shown_shut_while_something_is_owed():
    owed = '[obligations]\n"1424 counterattack" = { by = ["28Inf-110"], against = ["2Pz-2", "26VG-77"] }\n'
    table = at("allied combat", "2Pz-2 1324 / 26VG-77 1325 / 28Inf-110 1424", more=owed)
    shut = [(one.action, one.label, one.reasons[0].rule) for one in table.screen("allied").barred]
    assert shut == [("done", "No more attacks", "BW-9.5.CA")]


def test_who_crosses_with_the_builder_goes_along():
    table = at("german movement", "26VG-78 1324 / 2Pz-3 1324 / 28Inf-110 1824", turn=2)
    table.do("pick 26VG-78", "repair 1324/1424", "done")
    assert labels(table, "german")["span 1324/1424"] == "Cross and complete the bridge between 1324 and 1424"
    table.do("span 1324/1424")
    assert labels(table, "german") == {"advance 2Pz-3": "2Pz/3 follows", "done": "No one else crosses"}


# ---- the end ----


def test_the_end_is_told_with_what_decided_it():
    over = at("allied construction", "2Pz-3 2426 / 28Inf-110 1824", turn=22).try_("done")
    result = over.screen("german").result
    assert result is not None
    assert (
        result.text
        == "Allied tactical victory: the Germans hold 1 of 3 towns, with 0 mechanized units beyond the Meuse."
    )
    short = at("allied construction", "2Pz-3 2426 / 28Inf-110 1824", turn=6, scenario="six-turn").try_("done")
    result = short.screen("german").result
    assert result is not None
    assert result.text == "Allied victory: 2 German points of 3 needed."


# ---- every screen is sound ----


@pytest.mark.parametrize("seed", [1, 2])
def test_the_screens_of_a_random_game_are_sound_for_everybody(seed: int):
    record, rng = Record.start(game(), "campaign"), random.Random(seed)
    for n in range(500):
        if record.state.over:
            break
        if record.state.chance is not None:
            record.roll(record.state.chance.sample(rng))
            continue
        for side in ("german", "allied", None):
            if not n % 20:
                validate(game().screen(record.state.view(side)))
        record.apply(rng.choice(record.state.decision.options))
