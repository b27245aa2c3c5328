"""Findings of the audit, each in the position that showed it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ardennes.engine import screen
from ardennes.games.bulge.game import Bulge
from tests.games.bulge import ground
from tests.games.bulge.scenes import FIELD
from tests.games.bulge.table import Table, at, game
from tests.rulemark import rule


@rule("BU-R.6")
def test_a_unit_that_made_room_leaves_no_empty_hex_behind():
    """272VG in the corner could make room for 326VG only in 1317, where 277VG has just moved in."""
    packed = {
        "12VG": "1417",
        "12SS": "1217",
        "1SS": "1218",
        "3FJ": "1618",
        "150": "1518",
        "18VG": "1119",
        "62VG": "1418",
    }
    moved = {unit: [hex_, "moved"] for unit, hex_ in packed.items()}
    table = at("german movement", {"272VG": ["1318"], "326VG": ["1317"], "277VG": ["1316"], **moved})
    assert "1318" in table.reach("326VG"), "with 1317 empty behind it the exchange is possible"
    table.do("pick 277VG", "go 1317")
    assert table.asked() == ("german", "move")
    assert table.forbids("go 1318") == "BU-R.6"
    table.do("go 1316")
    assert (table.where("277VG"), table.where("326VG")) == ("1317", "1316")


def test_joining_an_attack_never_brings_the_die_though_nothing_is_left_to_choose():
    """After 276VG joins, vDH must too, with one table and one column: the fight is asked all the same."""
    table = at(
        "german post-combat",
        """
        4Arm  6 at .
        3Arm  7 at E E
        276VG 2 at E
        vDH   1 at W
        """,
        centre=FIELD,
        turn=9,
        options={"airdrop": "on"},
        weather="clear",
    )
    table.do(f"target {FIELD}")
    shown = {option.action: option.commits for option in game().screen(table.state.view("german")).options}
    assert shown == {str(action): table.state.decision.commits(action) for action in table.state.decision.options}
    assert not shown["join 276VG"]
    table.do("join 276VG")
    assert [str(action) for action in table.state.decision.options] == ["fight -3"]
    assert table.state.decision.commits(table.state.decision.options[0])


@pytest.mark.parametrize(("turn", "everywhere"), [(3, True), (4, False)])
def test_the_supply_overlay_shows_the_gift_of_the_first_turns(turn: int, everywhere: bool):
    table = at("german movement", "1SS 7 at .", centre=FIELD, turn=turn)
    (tint,) = next(o for o in game().screen(table.state.view("german")).overlays if o.id == "supply").tints
    assert (set(tint.places) == set(ground.HEXES)) == everywhere


@rule("BU-7.0.secret")
def test_only_the_planner_is_told_how_many_air_points_are_left():
    table = at("air assignment", {"1SS": ["0402"], "28Inf": ["1207"]}, turn=9, weather="clear")
    for left in (7, 6, 5):
        assert table.state.decision.prompt.endswith(f"; {left} left")
        shown = table.state.view("german").decision
        assert (shown.prompt, shown.rule) == ("Secretly assign every air point to a mission", "BU-7.0.secret")
        table.do("assign support")


def test_a_move_is_told_in_two_lines():
    """Where it went and what it paid; the rules behind the costs are for tests and for why_not."""
    table = at("german movement", "1SS 7 at 0402", turn=3)
    far = max(table.reach("1SS"), key=lambda hex_: table.cost("1SS", hex_))
    table.move("1SS", far)
    assert [event.kind for event in table.events() if event.piece == "1SS"] == ["move", "cost"]
    assert table.events("cost")[0].text.startswith("It pays 5 of 5 movement points")


def test_the_log_says_each_thing_once():
    """A loss is two lines, the unit and the count, whatever rulings stand behind them."""
    table = at("german pre-combat", "1SS 7 at E\n12SS 7 at W\n28Inf 4 at .", centre=FIELD, turn=9)
    table.attack(FIELD, ["1SS", "12SS"], "De")
    assert [event.kind for event in table.events() if event.piece == "28Inf"] == ["loss", "points"]
    assert table.events("points")[0].text == "4 more German points: 4 now"


def test_prompts_say_what_to_do():
    table = at("german pre-combat", "1SS 7 at E\n12SS 7 at W\n28Inf 4 at .", centre=FIELD, turn=9)
    table.do(f"target {FIELD}")
    assert table.state.decision.prompt == "Choose an attacker"
    table.do("join 1SS")
    assert table.state.decision.prompt == "Add an attacker, or choose the CRT"
    refused = table.state.why_not("join 1SS")
    assert refused is not None
    assert refused.text == "1 SS is already in the attack."
    table.do("join 12SS")
    assert table.state.decision.prompt == "Choose the CRT"
    played = game()
    assert isinstance(played, Bulge)
    sentences = vars(played.prompts)
    asked = [text for name, texts in sentences.items() if name != "factor" for text in texts]
    assert not [text for text in asked if text.split()[0] not in ("Choose", "Advance")]


@rule("BU-9.0.must")
def test_those_who_must_attack_are_named_before_anybody_joins():
    table = at("german post-combat", "1SS 7 at E\n12SS 7 at W\n28Inf 4 at .", centre=FIELD, turn=9)
    assert table.asked() == ("german", "attack")
    owed = {(duty.who, duty.what, duty.rule) for duty in table.state.decision.obligations}
    assert owed == {("1SS", "attack", "BU-9.0.must"), ("12SS", "attack", "BU-9.0.must")}
    assert table.offers("choose") == set()


# ---- the release of the British (13.0)


def approached(unit: str, start: str, british: str) -> Table:
    """A German about to move, and a British unit that has entered at 0425."""
    pieces = {unit: [start], "GDArm": [british, "entry:0425"], "28Inf": ["1907"]}
    table = at("german movement", pieces, turn=3, victory_points=20)
    assert ground.distance(start, british) > 2
    assert not table.events("release")
    return table


@rule("BU-13.0.release")
def test_a_german_who_leaves_the_map_within_two_hexes_releases_the_british():
    table = approached("1SS", "0523", "0224").do("pick 1SS", "exit 0425/W")
    assert ground.distance("0425", "0224") == 2
    assert [event.rule for event in table.events("release")] == ["BU-13.0.release"]


def test_a_german_who_leaves_the_map_three_hexes_away_does_not():
    table = approached("1SS", "0322", "0625").do("pick 1SS", "exit 0123/NW")
    assert not table.events("release")


@rule("BU-13.0.release")
def test_a_german_who_can_only_pass_within_two_hexes_releases_the_british():
    """12 VG has no way from 0622 to 0322 that keeps three hexes off 0424."""
    table = approached("12VG", "0622", "0424").do("pick 12VG", "go 0322")
    assert ground.distance("0322", "0424") == 3
    assert [event.rule for event in table.events("release")] == ["BU-13.0.release"]


@rule("BU-R.17")
def test_a_german_with_points_for_a_way_round_keeps_off_the_british():
    """The way that passes 0224 costs four points, the one that keeps off costs five: that is the way it goes."""
    table = approached("12VG", "0122", "0224").do("pick 12VG")
    shown = {option.action: option for option in game().screen(table.state.view("german")).options}["go 0524"]
    assert shown.cost == "5"
    assert all(ground.distance(hex_, "0224") > 2 for hex_ in shown.path)
    table.do("go 0524")
    assert not table.events("release")
    assert table.events("cost")[0].text.startswith("It pays 5 of 5 movement points")
    assert table.events("cost")[0].text.endswith(": it keeps clear of the British")


@rule("BU-13.0.release")
def test_a_british_unit_that_goes_near_a_german_is_not_released_by_that():
    pieces = {"GDArm": ["0425", "entry:0425"], "1SS": ["0322"], "12VG": ["0901"]}
    table = at("allied movement", pieces, turn=9, victory_points=50).march()
    table.move("GDArm", "0324")
    assert ground.distance("0324", "0322") == 2
    assert not table.events("release")
    table.until("german movement", turn=10).do("pick 1SS")
    assert not table.fork().do("go 0220").events("release"), "it goes away"
    near = table.do("go 0422")
    assert ground.distance("0422", "0324") == 2
    assert [event.rule for event in near.events("release")] == ["BU-13.0.release"]


BESIDE = """
    GDArm 6 at . entry:0425
    1SS   7 at E
"""


@rule("BU-13.0.release")
def test_a_british_advance_releases_nobody_and_a_german_one_does():
    drawing = BESIDE + "3Arm 7 at NE\n2Arm 7 at SE\n"
    allied = at("allied pre-combat", drawing, centre="0423", turn=9, victory_points=50, british_released=False)
    allied.attack(allied.hex("E"), ["GDArm", "3Arm", "2Arm"], "De").do("pick GDArm")
    assert allied.where("GDArm") == allied.hex("E")
    assert not allied.events("release")
    german = at("german pre-combat", BESIDE + "102Cav 1 at E E\n", centre="0423", turn=3, british_released=False)
    german.attack(german.hex("E E"), ["1SS"], "De").do(f"advance {german.hex('E E')}")
    assert [event.rule for event in german.events("release")] == ["BU-13.0.release"]


@rule("BU-13.0.release")
def test_a_german_who_retreats_or_lands_near_the_british_releases_them():
    drawing = "GDArm 6 at W W entry:0425\n12VG 4 at NE\n28Inf 4 at NE NE"
    table = at("german pre-combat", drawing, centre="0422", turn=3)
    assert not table.marks("GDArm")
    table.attack(table.hex("NE NE"), ["12VG"], "Ar", column="-2")
    far = [hex_ for hex_ in table.offers("step") if ground.distance(hex_, table.where("GDArm")) > 2]
    near = [hex_ for hex_ in table.offers("step") if ground.distance(hex_, table.where("GDArm")) == 2]
    assert not table.fork().do(f"step {far[0]}").events("release")
    assert table.fork().do(f"step {near[0]}").events("release")
    options = {"airdrop": "on"}
    drop = at("german movement", "GDArm 6 at W W entry:0425\n12VG 4 at E", centre="0422", turn=1, options=options)
    for way, released in (("E E", False), (".", True)):
        landed = drop.fork().do("pick vDH", f"drop {drop.hex(way)}").roll(1, 1)
        assert landed.where("vDH") == landed.hex(way)
        assert bool(landed.events("release")) == released


# ---- the supply of an exit hex (3.1)


def paid(where: str, *markers: str) -> tuple[int, list[str]]:
    """The German points, 75 with 1 SS counted at 0123, after the Victory Determination Phase, and what it says."""
    pieces = {"1SS": ["0123/NW", "counted"], "28Inf": [where], "12VG": ["0901"]}
    markers_ = {"allied-interdiction": markers}
    table = at("allied movement", pieces, turn=9, victory_points=75, markers=markers_).march().do("done")
    return table.points(), [event.rule for event in table.events("points") if event.at == "0123/NW"]


@rule("BU-R.26")
def test_an_exit_hex_is_judged_as_if_a_german_unit_stood_there():
    """Such a unit holds the hex against zones and interdiction; only an Allied unit in the hex keeps it out."""
    assert paid("1917") == (75, ["BU-3.1.kept"])
    assert paid("0122") == (75, ["BU-3.1.kept"]), "a zone of control over the hex"
    assert paid("1917", "0123") == (75, ["BU-3.1.kept"]), "an interdiction marker in the hex"
    assert paid("0123") == (47, ["BU-R.26", "BU-3.1.unsupplied"]), "an Allied unit in the hex"


# ---- texts


def test_an_exit_box_says_what_the_victory_phase_would_do_not_what_it_has_done():
    table = at("allied movement", {"28Inf": ["0123"], "1SS": ["0123/NW"], "12VG": ["0901"]}, turn=9)
    boxes = {box.id: box for box in game().screen(table.state.view("german")).boxes}
    (note,) = boxes["exit-0123-nw"].notes
    assert note.text == (
        "Out of supply now. Units that exited here score nothing if it is still out of supply in the Victory "
        "Determination Phase."
    )


def test_the_two_exits_of_a_hex_are_told_apart():
    table = at("german movement", {"1SS": ["0118"], "12SS": ["0119"], "28Inf": ["1907"]}, turn=3).do("pick 1SS")
    seat = game().screen(table.state.view("german"))
    labels = {option.action: option.label for option in seat.options}
    assert labels["exit 0118/NE"] == "Exit the map at 0118 north-east"
    assert labels["exit 0118/NW"] == "Exit the map at 0118 north-west"
    assert labels["exit 0123/NW"] == "Exit the map at 0123"
    boxes = {box.id: box.label for box in seat.boxes}
    assert (boxes["exit-0118-ne"], boxes["exit-0118-nw"]) == ("Exit 0118 north-east", "Exit 0118 north-west")
    table.do("exit 0118/NE")
    assert "1 SS exits the map from 0118 north-east" in [event.text for event in table.events("exit")]


def test_the_weather_track_shows_what_past_days_were():
    options = {"weather": "variable"}
    table = at("weather", "1SS 7 at 0402\n28Inf 4 at 1907", turn=6, victory_points=45, options=options).roll(1)
    assert table.weather == "mist"
    table.until("german movement", turn=7)
    cells = {cell.label: cell for cell in weather_track(table)}
    assert (cells["6"].sub, cells["6"].icon, cells["6"].text) == ("Mist", "mist", "2 / 1")
    assert cells["8"].text == "-2", "a day to come shows its modifier"
    assert cells["5"].text is None, "nothing is known of a day before the position"


def weather_track(table: Table) -> Sequence[screen.Cell]:
    return next(track for track in game().screen(table.state.view("german")).tracks if track.id == "weather").cells


@rule("BU-3.1.only", "BU-10.0.exit")
def test_a_road_off_the_map_that_is_not_marked_is_no_exit():
    table = at("german movement", {"1SS": ["0105"], "28Inf": ["1907"]}, turn=3)
    for _ in range(2):
        reason = table.state.why_not("exit 0105/NE")
        assert reason is not None
        assert (reason.rule, reason.text) == ("BU-3.1.only", "0105/NE is not a marked exit; units may exit only there.")
        table.try_("pick 1SS")
    allied = at("allied movement", {"3Arm": ["0105"], "12VG": ["0901"]}).march()
    reason = allied.state.why_not("exit 0105/NE")
    assert reason is not None
    assert reason.rule == "BU-10.0.exit"


def test_the_sheet_says_that_an_exchange_costs_as_much_as_it_can():
    table = at("german pre-combat", "1SS 7 at E\n12SS 7 at W\n28Inf 4 at .", centre=FIELD)
    (sheet,) = game().screen(table.do(f"target {FIELD}", "join 1SS").state.view("german")).sheets
    text = next(one.text for one in sheet.outcomes if one.label == "Ex")
    lost = "the attacker loses as many factors as he can without exceeding the defender's"
    assert text == f"The defender is eliminated; {lost}"
