"""Position files: what they say is there, and what is wrong in them is told with its line."""

from __future__ import annotations

import pytest

from ardennes.engine import PositionError, Record
from tests.games.bitter_woods.table import at, bridge, game, hexes, toml, unit, units


def fault(pieces: str = "", *, step: str = "german combat", turn: int = 3, more: str = "") -> tuple[str, str]:
    """The line that a file is blamed for, and why."""
    text = toml(step, pieces, turn=turn, more=more)
    with pytest.raises(PositionError) as error:
        game().position(text)
    return text.splitlines()[error.value.line - 1], str(error.value)


# ---- what a file says ----


def test_pieces_stand_where_the_file_says_with_what_has_befallen_them():
    state = at(
        "german movement",
        "2Pz-3 1224 reserve / 2Pz-2 1324 moved marched / A-401 1124 fired / 28Inf-110 1424 reduced out-of-supply"
        " / PzLehr-130 out counted / 9Arm-CCR north reduced / 28Inf-109 eliminated / 1Inf-26 pool",
        turn=5,
    ).state
    assert [state.place_of(unit(name)) for name in ("2Pz-3", "28Inf-110", "28Inf-109", "1Inf-26", "9Arm-CCR")] == [
        "1224",
        "1424",
        "eliminated",
        "pool",
        "north",
    ]
    assert (state.reserve, state.moved, state.marched) == (units("2Pz-3"), units("2Pz-2"), units("2Pz-2"))
    assert (state.fired, state.counted) == (units("A-401"), units("PzLehr-130"))
    assert (state.reduced, state.unsupplied) == (units("28Inf-110 9Arm-CCR"), units("28Inf-110"))
    assert state.left == {unit("9Arm-CCR"): 4}, "a unit off an edge left it a turn ago unless the file says when"


def test_markers_lie_where_the_file_says():
    state = at(
        "german movement",
        "26VG-78 1324 / 2Pz-3 1223 / 28Inf-110 1424 / 10Arm-CCB 2426 air-drop / 9Arm-CCR west",
        turn=4,
        more="""
            [markers]
            improved = ["1424"]
            forts = ["2426"]
            blown = ["1121/1221"]
            standing = ["1028/1129"]
            repairs = { "1424/1324" = "26VG-78" }
            interdicted = ["1224"]
            captured = ["2803"]
            german-vacated = ["1325"]
            left = { "9Arm-CCR" = 2 }
        """,
    ).state
    assert (hexes(state.improved), hexes(state.forts)) == ({"1424"}, {"2426"})
    assert set(game().ground.bridges.named(state.blown)) == {"0432/0533", "1121/1221", "1324/1424"}
    assert state.repairs == {bridge("1324/1424"): unit("26VG-78")}
    assert state.busy == units("26VG-78"), "who repairs does nothing else"
    assert (hexes(state.interdicted), state.dropped) == ({"1224"}, units("10Arm-CCB"))
    assert state.aircraft == (2, 0), "both Allied aircraft are on the map"
    assert hexes(state.captured) == {"2803"}
    assert (hexes(state.vacated[0]), state.vacated[1]) == ({"1325"}, 0)
    assert state.left == {unit("9Arm-CCR"): 2}


def test_tracks_are_set_and_aircraft_are_those_of_the_turn():
    state = at("german combat", "2Pz-3 1324 / 28Inf-110 1424", turn=4).state
    assert state.aircraft == (2, 2)
    state = at(
        "german combat",
        "2Pz-3 1324 / 28Inf-110 1424",
        turn=9,
        more='[tracks]\ngerman-aircraft = 0\nshortage = "5Pz"\ngerman-bridges = 7\nmeuse-reached = true\n',
    ).state
    assert (state.aircraft, state.shortage, state.built, state.meuse, state.herve) == ((0, 0), "5Pz", 7, True, False)


def test_what_is_owed_lapses_with_the_combat_phase_of_those_who_owe_it():
    owed = '[obligations]\n"1424 counterattack" = { by = ["28Inf-110"], against = ["2Pz-3"] }\n'
    now = at("allied combat", "2Pz-3 1324 / 28Inf-110 1424", more=owed).state.duties[0]
    assert (now.kind, now.rule, now.turn, now.until) == ("counterattack", "BW-9.5.CA", 3, "allied combat")
    assert (now.units, now.against, hexes(1 << now.hex)) == (units("28Inf-110"), units("2Pz-3"), {"1424"})
    owed = '[obligations]\n"1424 engagement" = { by = ["2Pz-2"], against = ["28Inf-110"] }\n'
    later = at("allied movement", "2Pz-2 1324 / 28Inf-110 1424", more=owed).state.duties[0]
    assert (later.kind, later.turn, later.until) == ("engagement", 4, "german combat")


def test_units_that_are_not_named_wait_if_they_are_yet_to_come_and_else_take_no_part():
    state = at("allied movement", "2Pz-3 1324 / 28Inf-110 1424", turn=4).state
    places = {name: state.place_of(unit(name)) for name in ("28Inf-109", "1Inf-26", "7Arm-CCA", "3Arm-CCA", "FuhEs")}
    assert places == {
        "28Inf-109": "aside",  # set up
        "1Inf-26": "aside",  # due on 16PM
        "7Arm-CCA": "pool",  # due on this turn
        "3Arm-CCA": "pool",
        "FuhEs": "pool",
    }
    assert (state.lost(0), state.lost(1)) == (0, 0), "whoever takes no part is not lost"
    after = at("allied combat", "2Pz-3 1324 / 28Inf-110 1424", turn=4).state
    assert after.place_of(unit("7Arm-CCA")) == "aside", "its Movement Phase is over"


def test_no_position_is_improved_unless_the_file_says_so():
    assert at("german combat", "2Pz-3 1324 / 28Inf-110 1424").state.improved == 0


def test_a_game_from_a_file_is_stored_and_read_again():
    table = at("german combat", "2Pz-3 1324 / 28Inf-110 1424", more='[markers]\nimproved = ["1424"]\n')
    again = Record.replay(game(), table.record.journal)
    assert again.state.key() == table.state.key()


# ---- what is wrong in a file ----


@pytest.mark.parametrize(
    ("pieces", "line", "why"),
    [
        ("2Pz-3 1324 / Peiper 1325", '"Peiper" = "1325"', "no piece"),
        ("2Pz-3 5636", '"2Pz-3" = "5636"', "no hex or box"),
        ("3FJ-8 T", '"3FJ-8" = "T"', "no hex or box “T”"),  # units wait in the pool, whatever their letters
        ("2Pz-3 1324 tired", '"2Pz-3" = "1324 tired"', "“tired” is not a status"),
        ("A-401 1324 reduced", '"A-401" = "1324 reduced"', "“reduced” is not a status"),
        ("2Pz-3 1324 fired", '"2Pz-3" = "1324 fired"', "“fired” is not a status"),
        ("28Inf-110 1424 reserve", '"28Inf-110" = "1424 reserve"', "“reserve” is not a status"),
        ("26VG-78 1324 unbound", '"26VG-78" = "1324 unbound"', "“unbound” is not a status"),
        ("2Pz-3 1324 moved", '"2Pz-3" = "1324 moved"', "“moved” is not a status"),
        ("28Inf-110 1424 fought", '"28Inf-110" = "1424 fought"', "“fought” is not a status"),
        ("2Pz-3 pool", '"2Pz-3" = "pool"', "BW-16.1"),
        ("28Inf-110 out", '"28Inf-110" = "out"', "cannot be in “out”"),
        ("2Pz-3 north", '"2Pz-3" = "north"', "cannot be in “north”"),
        ("26VG-78 out", '"26VG-78" = "out"', "BW-R.56"),
        ("2Pz-3 1324 / 28Inf-110 1324", '"28Inf-110" = "1324"', "BW-6.3"),
        ("2Pz-3 1223 / 2Pz-2 1223 / 2Pz-304 1223 / 26VG-78 1223", '"26VG-78" = "1223"', "BW-6.1"),
        ("12SS-12 0606", '"12SS-12" = "0606"', "BW-5.3.armor"),
        ("2Pz-3 1324 reserve / 28Inf-110 1424", '"2Pz-3" = "1324 reserve"', "BW-14.3"),
    ],
)
def test_a_fault_among_the_pieces(pieces: str, line: str, why: str):
    found, message = fault(pieces)
    assert found == line
    assert why in message


def test_panzer_lehr_may_be_four_and_653_does_not_count():
    lehr = " / ".join(f"PzLehr-{name} 1223" for name in ("130", "901", "902", "Recon"))
    state = at("german combat", f"{lehr} / 653JPz 1223 / 28Inf-110 1424").state
    assert state.stack(game().ground.grid.index("1223")).bit_count() == 5


@pytest.mark.parametrize(
    ("marker", "why"),
    [
        ('improved = ["1425"]', "BW-8.1.remove"),
        ('improved = "1424"', "takes a list"),
        ('improved = ["1316"]', "BW-8.1.town"),
        ('forts = ["1424"]', "BW-8.2"),
        ('forts = ["1316"]', "BW-8.2.remove"),
        ('blown = ["1324/1325"]', "no bridge"),
        ('standing = ["1121/1221"]', "BW-13.2.start"),
        ('interdicted = ["5636"]', "no hex"),
        ('captured = ["1424"]', "BW-R.42"),
        ('captured = ["2803"]', "Allied units are in 2803"),
        ('repairs = { "1324/1424" = "28Inf-110" }', "BW-13.3"),
        ('repairs = { "1121/1221" = "2Pz-3" }', "not blown"),
        ('repairs = { "1028/1129" = "2Pz-3" }', "not next to the bridge"),
        ('repairs = ["1324/1424"]', "takes a table"),
        ('repairs = { "1324/1424" = "A-401" }', "BW-13.3"),
        ('interdicted = ["1224", "1225"]', "BW-11.1"),
        ('left = { "28Inf-110" = 2 }', "not off an edge"),
        ('left = { "9Arm-CCR" = 4 }', "from 1 to 3"),
        ("mines = []", "not a marker"),
    ],
)
def test_a_fault_among_the_markers(marker: str, why: str):
    pieces = "2Pz-3 1324 / 2Pz-2 1316 / 28Inf-110 1424 / 9Arm-CCR north / 1Inf-26 2803 / A-401 1324"
    found, message = fault(pieces, more=f"[markers]\n{marker}\n")
    assert found == marker
    assert why in message


@pytest.mark.parametrize(
    ("owed", "why"),
    [
        ('"1424" = { by = ["28Inf-110"], against = ["2Pz-3"] }', "a hex and what is owed"),
        ('"1424 counterattack" = "28Inf-110"', "say who owes it"),
        ('"1424 counterattack" = { by = ["28Inf-110"], against = ["28Inf-109"] }', "units of the other"),
        ('"1424 counterattack" = { by = [], against = ["2Pz-3"] }', "a list of names"),
        ('"1424 counterattack" = { by = ["28Inf-112"], against = ["2Pz-3"] }', "not on the map"),
        ('"1424 counterattack" = { by = ["Peiper"], against = ["2Pz-3"] }', "no piece"),
        ('"1424 counterattack" = { by = ["2Pz-3"], against = ["28Inf-110"] }', "“2Pz-3” is not in 1424 (BW-9.5.CA)"),
        ('"1424 commitment" = { by = ["28Inf-110", "9Arm-CCR"], against = ["2Pz-3"] }', "“9Arm-CCR” is not in 1424"),
        ('"1624 counterattack" = { by = ["9Arm-CCR"], against = ["2Pz-3"] }', "BW-R.32"),
        ('"1424 engagement" = { by = ["28Inf-110"], against = ["2Pz-3"] }', "“2Pz-3” is not in 1424 (BW-9.5.ENG)"),
        ('"1424 engagement" = { by = ["2Pz-2"], against = ["28Inf-110"] }', "“2Pz-2” is not next to 1424 (BW-9.5.ENG)"),
    ],
)
def test_a_fault_among_the_obligations(owed: str, why: str):
    pieces = "2Pz-3 1324 / 2Pz-2 1022 / 28Inf-110 1424 / 28Inf-109 1424 / 9Arm-CCR 1624"
    found, message = fault(pieces, more=f"[obligations]\n{owed}\n")
    assert found == owed
    assert why in message


@pytest.mark.parametrize(
    ("track", "why"),
    [
        ("allied-aircraft = 2", "BW-11.1"),
        ("german-bridges = 9", "BW-13.4"),
        ('shortage = "7"', "one of"),
        ("snow = 1", "is not a track"),
    ],
)
def test_a_fault_among_the_tracks(track: str, why: str):
    found, message = fault("2Pz-3 1324 / 28Inf-110 1424", more=f"[tracks]\n{track}\n")
    assert found == track
    assert why in message


@pytest.mark.parametrize(
    ("step", "turn", "pieces", "why"),
    [
        ("german movement", 4, "2Pz-3 1224 out-of-supply", "not a status"),
        ("german movement", 1, "2Pz-3 1224 reserve", "not a status"),
        ("german movement", 9, "2Pz-3 1224 reserve out-of-supply", "BW-14.1"),
        ("german movement", 1, "28Inf-110 1424 air-drop", "not a status"),
        ("german movement", 3, "2Pz-3 1224 air-drop", "not a status"),
    ],
)
def test_a_status_that_no_unit_can_have_then(step: str, turn: int, pieces: str, why: str):
    name, _, words = pieces.partition(" ")
    found, message = fault(f"26VG-78 0520 / 28Inf-109 4030 / {pieces}", step=step, turn=turn)
    assert found == f'"{name}" = "{words}"'
    assert why in message


def test_repairs_and_interdiction_that_cannot_be():
    repairs = '[markers]\nrepairs = { "1324/1424" = "26VG-78" }\n'
    pieces = "26VG-78 1324 out-of-supply / 28Inf-109 4030"
    assert "BW-12.4.build" in fault(pieces, step="german construction", turn=9, more=repairs)[1]
    hexes_ = '[markers]\ninterdicted = ["1224"]\n'
    for step in ("allied movement", "german supply"):
        assert "BW-11.3.lasts" in fault("26VG-78 1324 / 28Inf-109 4030", step=step, turn=17, more=hexes_)[1]


def test_a_fault_in_the_head_and_in_what_nobody_hides():
    assert fault(turn=23) == ("turn = 23", "line 3: the game has 22 Game-Turns")
    assert "a position begins with one of" in fault(step="attack")[1]
    assert "follows from" in fault(more='[hidden]\n"fuel dump" = "1909"\n')[1]
