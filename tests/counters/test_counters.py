"""The room of the counters, on the smallest game that can be made of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ardennes.counters import POOL, Deployment, Stacked, because, by_column, printed, rows, screens
from ardennes.counters.journeys import last_step
from ardennes.engine import Battle, Odds, PositionError, Reason, Record
from ardennes.engine.conformance import conform
from ardennes.engine.errors import EngineFault
from ardennes.engine.event import Event
from ardennes.hexmap import Costs, Move, flood
from tests.counters.skirmish import Field, Skirmish, skirmish


@pytest.fixture
def game(tmp_path: Path) -> Skirmish:
    return skirmish(tmp_path)


@pytest.fixture
def field(game: Skirmish) -> Field:
    state = game.start()
    assert isinstance(state, Field)
    return state


def at(field: Field, name: str) -> int:
    return field.game.ground.grid.index(name)


# ---- the counters ----


def test_units_are_numbered_as_they_stand_in_the_file(game: Skirmish):
    assert game.forces.names == ("R1", "R2", "B1", "B2")
    assert game.forces.index["B1"] == 2
    assert game.forces.of == (0b0011, 0b1100)
    assert game.pieces() == game.forces.names


def test_units_are_called_by_their_labels_unless_the_game_says_otherwise(game: Skirmish):
    assert game.forces.called(0b1011) == "1, 2 and 2"
    assert game.forces.each("Where does {} go?")[1] == "Where does 2 go?"


def test_a_set_of_names_counts_each_unit_once(game: Skirmish):
    assert game.forces.named(["R1", "B2", "R1"]) == 0b1001
    with pytest.raises(KeyError):
        game.forces.named(["R9"])


def test_a_line_of_a_third_side_is_an_error(tmp_path: Path):
    skirmish(tmp_path)
    line = {**rows(tmp_path / "units.csv")[0], "side": "green"}
    with pytest.raises(ValueError, match="R1 is on the side “green”; there are red and blue"):
        printed(0, line, ("red", "blue"))


def test_counters_that_look_alike_are_not_the_same(game: Skirmish):
    first, again = game.forces.units[0], skirmish_unit(game)
    assert repr(first) == repr(again)
    assert first != again


def skirmish_unit(game: Skirmish) -> object:
    unit = game.forces.units[0]
    return type(unit)(**{name: getattr(unit, name) for name in unit.__dataclass_fields__})


# ---- the game's folder ----


def test_scenarios_options_and_turns_come_from_the_folder(game: Skirmish):
    assert game.title == "Skirmish"
    assert game.scenarios["meeting"].turns == game.last_turn == 2
    assert game.options["fog"].choices == ("on", "off")
    assert "0102" in game.places()


# ---- where units are ----


def test_a_unit_is_in_a_hex_in_the_pool_or_eliminated(field: Field):
    assert field.place_of(0) == "0102"
    assert field.at[3] == POOL
    assert field.place_of(3) == "pool"
    field.eliminate(0, "SK-2", "a test")
    assert field.place_of(0) == "eliminated"
    assert field.held[0] == 1 << at(field, "0103")


def test_only_units_in_a_hex_have_hexes(field: Field):
    assert field.hexes_of(0b1001) == 1 << at(field, "0102")


def test_a_shift_empties_one_hex_and_fills_another(field: Field):
    field.shift(1, at(field, "0205"))
    assert field.held[0] == 1 << at(field, "0102") | 1 << at(field, "0205")


def test_a_hex_is_held_by_the_unit_in_it_else_by_the_only_zone(field: Field):
    there, free = at(field, "0102"), at(field, "0505")
    everywhere = field.game.ground.grid.all
    assert field.holder(there, (0, everywhere)) == 0
    assert field.holder(free, (0, everywhere)) == 1
    assert field.holder(free, (everywhere, 0)) == 0
    assert field.holder(free, (everywhere, everywhere)) is None
    assert field.holder(free, (0, 0)) is None


def test_a_copy_goes_its_own_way(field: Field):
    copy = field.copy()
    assert copy == field
    copy.shift(0, at(field, "0305"))
    copy.moved = 1
    assert (field.place_of(0), field.moved) == ("0102", 0)
    assert field.held != copy.held


def test_a_position_survives_being_written_down(field: Field):
    field.apply("pick R1")
    again = Field.from_json(field.game, json.loads(json.dumps(field.to_json())))
    assert again == field
    assert again.held == field.held


@pytest.mark.parametrize("change", ["stand", "lift", "eliminate"])
def test_a_game_must_say_how_its_units_stand(game: Skirmish, change: str):
    bare = Deployment(game, "meeting", {})
    needed = {"stand": (0, 1), "lift": (0,), "eliminate": (0, "SK-2", "a test")}
    with pytest.raises(EngineFault, match="skirmish does not say"):
        getattr(bare, change)(*needed[change])


def test_what_a_unit_does_is_told_with_its_side(field: Field):
    heard: list[Event] = []
    field.listener = heard.append
    field.tell(2, "move", "SK-1", "waits", at="0402")
    assert [(event.text, event.side, event.piece, event.at) for event in heard] == [("1 waits", "blue", "B1", "0402")]


# ---- stacks ----


class Piles(Stacked):
    """A position with stacks; a unit in the corner waits there and is not in play."""

    def off_play(self, unit: int) -> bool:
        return self.place_of(unit) == "0101"


@pytest.fixture
def piles(game: Skirmish) -> Piles:
    state = Piles(game, "meeting", {})
    state.at[:3] = [game.ground.grid.index(name) for name in ("0202", "0202", "0101")]
    state.refresh()
    return state


def test_units_in_a_hex_are_a_stack_and_those_that_wait_are_in_none(piles: Piles):
    grid = piles.game.ground.grid
    there, corner = grid.index("0202"), grid.index("0101")
    assert (piles.stack(there), piles.stack(corner)) == (0b11, 0)
    assert piles.units_at(grid.mask(["0202", "0303", "0101"])) == 0b11
    assert (piles.held, piles.playing) == ([1 << there, 0], [0b11, 0])


def test_a_hex_is_held_until_its_last_unit_is_lifted(piles: Piles):
    there, elsewhere = (piles.game.ground.grid.index(name) for name in ("0202", "0303"))
    piles.shift(0, elsewhere)
    assert piles.held[0] == 1 << there | 1 << elsewhere
    piles.lift(1)
    assert piles.stacks == {elsewhere: 0b01}
    assert (piles.held[0], piles.playing[0]) == (1 << elsewhere, 0b01)
    assert piles.place_of(1) == "eliminated"


def test_a_copy_of_stacks_goes_its_own_way(piles: Piles):
    copy = piles.copy()
    copy.lift(0)
    assert piles.stack(piles.at[1]) == 0b11
    assert piles.playing == [0b11, 0]


# ---- marches, refusals, tables ----


def test_a_march_is_told_with_its_cost(game: Skirmish):
    record = Record.start(game)
    record.apply("pick R2")
    record.apply("go 0105")
    told = ["2 goes to 0105", "It pays 2 of 3 movement points: over open ground"]
    assert [event.text for event in record.events] == told


def test_the_last_step_is_the_cheapest_and_not_from_a_hex_that_holds_fast(field: Field):
    grid = field.game.ground.grid
    costs = Costs(grid).enter(grid.all, 1)
    reach = flood(Move(costs), 1 << at(field, "0101"), 3)
    assert last_step(grid, reach, costs, at(field, "0103"), 0) == (at(field, "0102"), 2)
    before = last_step(grid, reach, costs, at(field, "0103"), 1 << at(field, "0102"))
    assert before is not None
    assert before[1] == 3
    assert last_step(grid, reach, costs, at(field, "0103"), grid.all) is None


def test_a_refusal_names_the_rules_behind_the_first():
    reason = because("It stays", [Reason("X-1", "an enemy is there"), Reason("X-2", "It is too far.")])
    assert (reason.rule, reason.text) == ("X-1", "It stays: an enemy is there; It is too far (X-2).")


def test_rows_of_different_lengths_make_no_table():
    table = {str(face): ["Ar", "Dr"] for face in range(1, 7)}
    assert by_column({**table, "3": ["Ae", "De"]})[0] == ("Ar", "Ar", "Ae", "Ar", "Ar", "Ar")
    with pytest.raises(ValueError, match="zip"):
        by_column({**table, "3": ["De"]})


# ---- position files ----


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        ('step = "night"', 2, "begins with one of red march, blue march, evening, not “night”"),
        ('step = "evening"\nturn = 3', 3, "the game has 2 Game-Turns"),
        ('step = "evening"\n[pieces]\nR9 = "0101"', 4, "there is no piece “R9”"),
        ('step = "evening"\n[pieces]\nR1 = "0101 tired"', 4, "“tired” is no status that “R1” can have there"),
        ('step = "evening"\n[tracks]\nfuel = 1', 4, "“fuel” is no track"),
        ('step = "evening"\n[hidden]\nfuel = 1', 4, r"\[hidden\] is judged by the game; “fuel” cannot be given"),
    ],
)
def test_a_fault_in_a_position_file_is_named_with_its_line(game: Skirmish, text: str, line: int, fault: str):
    with pytest.raises(PositionError, match=fault) as raised:
        game.position(f'game = "skirmish"\n{text}')
    assert raised.value.line == line


def test_the_words_behind_a_place_are_statuses_that_the_fields_declare(game: Skirmish):
    state = game.position('game = "skirmish"\nstep = "evening"\n[pieces]\nR2 = "0101 moved"\nB1 = "0303 moved fought"')
    assert isinstance(state, Field)
    assert (state.moved, state.fought) == (game.forces.named(["R2", "B1"]), game.forces.named(["B1"]))


def test_units_that_share_a_hex_and_masks_that_are_stale_are_seen(field: Field):
    assert list(field.game.invariants(field)) == []
    field.at[2] = at(field, "0103")
    assert list(field.game.invariants(field)) == ["“held” is not what the position says"]
    field.refresh()
    assert list(field.game.invariants(field)) == ["both sides are in 0103"]


# ---- the screen ----


def test_only_the_side_that_is_asked_has_a_question(field: Field):
    seats = {viewer: screens.seat(field.view(viewer)) for viewer in ("red", "blue", None)}
    assert [seat.mine is not None for seat in seats.values()] == [True, False, False]
    assert {seat.decides for seat in seats.values()} == {"red"}
    assert seats[None].viewer == "observer"


def test_dice_that_are_due_stand_in_the_prompt(field: Field):
    assert screens.nobody_asked(field) is None
    assert screens.due(field) is None
    field.apply("done")
    field.apply("done")
    prompt, dice = screens.nobody_asked(field), screens.due(field)
    assert prompt is not None
    assert dice is not None
    assert (prompt.kind, prompt.title, dice.dice) == ("roll", "Who is lost?", [6])
    assert screens.seat(field).asked is None


def test_a_turn_is_a_day(game: Skirmish, field: Field):
    turn = screens.turn_of(game, 2)
    assert (turn.label, turn.date, turn.day) == ("Turn 2 of 2", "Sunday 31 December 1944", "1944-12-31")
    field.turn = 2
    assert [screens.time_of(field, number) for number in (1, 2, 3)] == ["past", "now", "later"]


def test_each_hex_of_attackers_points_at_each_hex_attacked(field: Field):
    battle = Battle("attack", "red", ("0402", "0403"), ("R1", "R2"))
    drawn = [line.hexes for line in screens.arrows(field, battle, "SK-1")]
    assert drawn == [["0102", "0402"], ["0102", "0403"], ["0103", "0402"], ["0103", "0403"]]
    assert screens.arrows(field, None, "SK-1") == []
    (tint,) = screens.under_attack(battle, "SK-1")
    assert (tint.kind, tint.places, tint.side) == ("target", ("0402", "0403"), "red")
    assert screens.under_attack(None, "SK-1") == []


def test_zones_are_tinted_for_the_side_that_looks(field: Field):
    masks = [1 << at(field, "0102"), 0]
    overlay = screens.zones(field.view("blue"), masks, "SK-1", "zones", "Mind them")
    assert [(tint.kind, tint.label, tint.places) for tint in overlay.tints] == [("enemy-zone", "Red zones", ["0102"])]
    assert screens.looking(field.view("blue")) == 1
    assert screens.looking(field.view(None)) == field.phasing


def test_the_column_of_a_battle_is_marked_in_the_table():
    odds = Odds((), 4, 2, "2-1", columns=("1-1", "2-1"))
    table = screens.result_table("The table", "SK-2", odds, {str(face): ["Ar", "De"] for face in range(1, 7)})
    assert (table.column, [row.label for row in table.rows]) == (1, ["1", "2", "3", "4", "5", "6"])


def test_a_hex_is_described_by_number_terrain_and_features(field: Field):
    i = at(field, "0102")
    described = field.game.ground.described(i, {"clear": "clear ground"}, [(1 << i, "town"), (0, "fort")])
    assert described == "0102, clear ground, town"


# ---- all together ----


def test_a_game_made_of_these_parts_keeps_the_promises_of_the_engine(game: Skirmish):
    report = conform(game, "meeting", games=4, every=3)
    assert report.sound, str(report)
