"""What the screens, the log and the refusals of Bulge say."""

from __future__ import annotations

import pytest

from ardennes.engine import screen
from tests.games.bulge import ground
from tests.games.bulge.scenes import FIELD
from tests.games.bulge.table import Table, at, game
from tests.rulemark import rule

RING = "1SS 7 at E\n12SS 7 at NW\n2SS 6 at SW\n28Inf 4 at ."


def shown(table: Table, side: str = "german") -> screen.Screen:
    """The screen of a side."""
    return game().screen(table.state.view(side))


def said(table: Table, line: str) -> str:
    """The reason why an action is not possible."""
    reason = table.state.why_not(line)
    assert reason is not None
    return reason.text


def told(table: Table) -> list[str]:
    """The log."""
    return [event.text for event in table.record.events]


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ("W W", "12 SS cannot attack: no enemy unit is adjacent to it."),
        ("E", f"Choose the enemy unit first, then the attackers; 1 SS can attack {FIELD}."),
    ],
)
def test_a_click_on_an_own_unit_tells_why_it_attacks_nobody(where: str, text: str):
    table = at("german pre-combat", "1SS 7 at E\n12SS 7 at W W\n28Inf 4 at .", centre=FIELD)
    assert said(table, f"target {table.hex(where)}") == text


def test_a_unit_that_has_attacked_is_said_to_have():
    table = at("german pre-combat", "1SS 7 at E\n28Inf 4 at .\n2SS 6 at W\n4Inf 4 at W W", centre=FIELD)
    table.attack(FIELD, ["1SS"], "Ct")
    assert said(table, f"target {table.hex('E')}") == "1 SS has already attacked in this phase."


@pytest.mark.parametrize(
    ("drawing", "text"),
    [
        (RING, "The defender cannot retreat and is eliminated; an attacker may advance"),
        ("1SS 7 at E\n28Inf 4 at .", "The defender retreats; an attacker may advance"),
    ],
)
def test_the_chances_tell_a_retreat_that_is_none(drawing: str, text: str):
    table = at("german pre-combat", drawing, centre=FIELD).do(f"target {FIELD}")
    if "join" in {ask.verb for ask in shown(table).prompt.asks}:
        table.do("join 1SS")
    (sheet,) = shown(table).sheets
    assert next(one.text for one in sheet.outcomes if one.label == "Dr") == text


def test_an_attacker_who_could_not_go_back_is_named_in_the_chances():
    ring = "28Inf 4 at .\n276VG 2 at E\n4Inf 4 at E E\n2Inf 5 at E NE"
    table = at("german pre-combat", ring, centre=FIELD).do(f"target {FIELD}")
    (sheet,) = shown(table).sheets
    back = next(one.text for one in sheet.outcomes if one.label == "Ar")
    assert back.endswith("276 VG cannot retreat and is eliminated")


@pytest.mark.parametrize(
    ("drawing", "end"),
    [
        ("1SS 7 at E\n12SS 7 at W\n2Inf 5 at .", "and no attacking unit is small enough to be lost in the exchange"),
        ("62VG 3 at E\n276VG 2 at W\n2Inf 5 at .", "and the attacker loses 5 in the exchange"),
    ],
)
def test_the_line_of_an_exchange_tells_its_price_and_no_later_line_denies_it(drawing: str, end: str):
    table = at("german pre-combat", drawing, centre=FIELD)
    table.attack(FIELD, [line.split()[0] for line in drawing.splitlines()[:2]], "Ex")
    lines = told(table)
    result = next(n for n, text in enumerate(lines) if "exchange; 2 Inf is eliminated" in text)
    assert lines[result].endswith(end)
    assert not any("pays nothing" in text or "small enough" in text for text in lines[result + 1 :])


def test_a_column_says_into_which_heading_the_differential_falls():
    table = at("german pre-combat", "1SS 7 at E\n4Inf 4 at .", centre=FIELD).do(f"target {FIELD}")
    (sheet,) = shown(table).sheets
    differential = next(line.text for line in sheet.tally if line.text.startswith("a differential of"))
    assert sheet.table is not None
    assert sheet.table.column is not None
    heading = sheet.table.columns[sheet.table.column]
    assert differential == f"a differential of {heading}" or differential.endswith(f", column {heading}")


def test_a_table_that_cannot_be_chosen_is_shown_with_its_reason():
    """62 VG stands beside 2 Inf, which is stronger than 102 Cav."""
    table = at("german pre-combat", "62VG 3 at E\n102Cav 1 at .\n2Inf 5 at E E", centre=FIELD).do(f"target {FIELD}")
    (sheet,) = shown(table).sheets
    note = screen.Note("62 VG would have to attack the stronger 2 Inf on the Secondary CRT.", "BU-12.1.secondary")
    assert list(sheet.notes) == [note]


def test_mechanized_markers_are_counted_not_the_units_that_could_have_one():
    table = at("allied movement", "28Inf 4 at .\n1SS 7 at W W W", centre=FIELD)
    assert table.state.decision.prompt.endswith("; 4 markers left")


def test_a_unit_enters_before_it_moves_on():
    table = at("allied movement", {"1SS": ["0402"], "10Arm": ["pool"]}, turn=3)
    if "motorise" in table.verbs:
        table.do("done")
    table.do("pick 10Arm")
    table.do(f"place {min(table.offers('place'))}")
    table.do(f"go {max(table.offers('go'))}")
    kinds = [event.kind for event in table.record.events if event.piece == "10Arm"]
    assert kinds.index("enter") < kinds.index("move")


def test_an_exit_is_lost_to_the_allies_once():
    way = min(ground.EXITS)
    near = way.split("/")[0]
    for beside in ground.neighbours(near):
        table = at("german movement", {"1SS": [near], "12SS": [beside], "28Inf": ["1910"]}, turn=2)
        table.do("pick 1SS", f"exit {way}", "pick 12SS")
        if way in table.offers("exit"):
            break
    table.do(f"exit {way}")
    assert len([text for text in told(table) if "exits the map from" in text]) == 2
    assert len([text for text in told(table) if "is closed to the Allies" in text]) == 1


def test_the_allied_player_sees_the_number_at_which_he_wins():
    table = at("german movement", "1SS 7 at .\n28Inf 4 at W W W", centre=FIELD, turn=4)
    german, allied = shown(table).sides
    assert german.score is not None
    assert allied.score is not None
    assert allied.score.value == "≤ 11"


@rule("BU-8.0")
def test_a_hex_is_not_called_far_if_only_what_bars_the_way_makes_it_so():
    """Free of enemies 1 SS goes from 0402 to 0105; with 2 Inf in 0205 it is not the distance that stops it."""
    free = at("german movement", {"1SS": ["0402"]}).do("pick 1SS")
    assert "0105" in free.offers("go")
    table = at("german movement", {"1SS": ["0402"], "277VG": ["0105", "moved"], "2Inf": ["0205"]}).do("pick 1SS")
    assert said(table, "go 0105") == (
        "1 SS cannot go to 0105: a friendly unit is there and cannot move out at once; an enemy ZOC on "
        "the way ends the move (BU-9.1.stop); a bridge on the way is interdicted (BU-11.0)."
    )
