"""The package of the counters, on the smallest game that can be made of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ardennes.counters import POOL, Deployment, Stacked, because, by_column, printed, rows
from ardennes.counters.journeys import last_step
from ardennes.counters.screens import PhaseName, Recent, Status
from ardennes.engine import Action, Battle, Odds, PositionError, Reason, Record
from ardennes.engine.battle import Effect, Line, Outcome
from ardennes.engine.conformance import conform
from ardennes.engine.errors import BadOption, EngineFault
from ardennes.engine.event import Event
from ardennes.engine.screen import Badge, Face
from ardennes.hexmap import Costs, Move, flood
from tests.counters.skirmish import Position, Skirmish, SkirmishScreen, skirmish


@pytest.fixture
def game(tmp_path: Path) -> Skirmish:
    return skirmish(tmp_path)


@pytest.fixture
def field(game: Skirmish) -> Position:
    state = game.start()
    assert isinstance(state, Position)
    return state


def at(field: Position, name: str) -> int:
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


def test_a_unit_is_in_a_hex_in_the_pool_or_eliminated(field: Position):
    assert field.place_of(0) == "0102"
    assert field.at[3] == POOL
    assert field.place_of(3) == "pool"
    field.eliminate(0, "SK-2", "a test")
    assert field.place_of(0) == "eliminated"
    assert field.held[0] == 1 << at(field, "0103")


def test_only_units_in_a_hex_have_hexes(field: Position):
    assert field.hexes_of(0b1001) == 1 << at(field, "0102")


def test_a_shift_empties_one_hex_and_fills_another(field: Position):
    field.shift(1, at(field, "0205"))
    assert field.held[0] == 1 << at(field, "0102") | 1 << at(field, "0205")


def test_a_hex_is_held_by_the_unit_in_it_else_by_the_only_zone(field: Position):
    there, free = at(field, "0102"), at(field, "0505")
    everywhere = field.game.ground.grid.all
    assert field.holder(there, (0, everywhere)) == 0
    assert field.holder(free, (0, everywhere)) == 1
    assert field.holder(free, (everywhere, 0)) == 0
    assert field.holder(free, (everywhere, everywhere)) is None
    assert field.holder(free, (0, 0)) is None


def test_a_copy_goes_its_own_way(field: Position):
    copy = field.copy()
    assert copy == field
    copy.shift(0, at(field, "0305"))
    copy.moved = 1
    assert (field.place_of(0), field.moved) == ("0102", 0)
    assert field.held != copy.held


def test_a_position_survives_being_written_down(field: Position):
    field.apply("pick R1")
    again = Position.from_json(field.game, json.loads(json.dumps(field.to_json())))
    assert again == field
    assert again.held == field.held


@pytest.mark.parametrize("change", ["stand", "lift", "eliminate"])
def test_a_game_must_say_how_its_units_stand(game: Skirmish, change: str):
    bare = Deployment(game, "meeting", {})
    needed = {"stand": (0, 1), "lift": (0,), "eliminate": (0, "SK-2", "a test")}
    with pytest.raises(EngineFault, match="skirmish does not say how a unit"):
        getattr(bare, change)(*needed[change])


def test_a_phase_follows_the_other_and_after_the_last_comes_the_next_turn(field: Position):
    seen = []
    for _ in range(4):
        field.moved = field.fought = 0b11
        field.next_phase()
        seen.append((field.turn, field.phase, field.phasing, field.moved, field.fought))
    assert seen == [
        (1, "blue march", 1, 0, 0),
        (1, "evening", 0, 0, 0),
        (2, "red march", 0, 0, 0),
        (2, "blue march", 1, 0, 0),
    ]


def test_an_elimination_is_told_with_its_place_and_reason(field: Position):
    heard: list[Event] = []
    field.listener = heard.append
    field.eliminate(0, "SK-2", "a test")
    assert [(event.kind, event.text, event.at) for event in heard] == [
        ("loss", "1 is eliminated in 0102: a test", "0102")
    ]


@pytest.mark.parametrize(("piece", "why"), [("B1", "1 is not yours."), ("R1", "1 has already moved.")])
def test_a_unit_that_cannot_be_picked_has_a_bar(field: Position, piece: str, why: str):
    field.apply("pick R1")
    field.apply("go 0201")
    reason = field.why_not(f"pick {piece}")
    assert reason is not None
    assert reason.text == why


def test_what_a_unit_does_is_told_with_its_side(field: Position):
    heard: list[Event] = []
    field.listener = heard.append
    field.note_unit(2, "move", "SK-1", "waits", at="0402")
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


def test_the_last_step_is_the_cheapest_and_not_from_a_hex_that_holds_fast(field: Position):
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
        ('step = "evening"\n[pieces]\nR1 = "9999"', 4, "there is no hex “9999”"),
        ('step = "evening"\n[pieces]\nR1 = "0101 tired"', 4, "“tired” is not a status .* possible: moved, fought"),
        ('step = "evening"\n[pieces]\nR1 = "pool moved"', 4, "“moved” is not a status .* possible: none"),
        ('step = "evening"\n[tracks]\nfuel = 1', 4, "“fuel” is not a track; the tracks are none"),
        ('step = "evening"\n[hidden]\nfuel = 1', 4, r"\[hidden\] follows from the rules; “fuel” cannot be set"),
    ],
)
def test_a_fault_in_a_position_file_is_named_with_its_line(game: Skirmish, text: str, line: int, fault: str):
    with pytest.raises(PositionError, match=fault) as raised:
        game.position(f'game = "skirmish"\n{text}')
    assert raised.value.line == line


def test_a_plain_position_file_sets_units_their_statuses_and_whose_phase_it_is(game: Skirmish):
    pieces = '[pieces]\nR1 = "0205 moved fought"\nB1 = "eliminated"\nB2 = "0402"'
    state = game.position(f'game = "skirmish"\nturn = 2\nstep = "blue march"\n{pieces}')
    assert isinstance(state, Position)
    assert [state.place_of(unit) for unit in range(4)] == ["0205", "pool", "eliminated", "0402"]
    assert (state.moved, state.fought, state.turn, state.phase, state.phasing) == (0b1, 0b1, 2, "blue march", 1)
    assert state.held == [1 << at(state, "0205"), 1 << at(state, "0402")]


def test_units_that_share_a_hex_and_masks_that_are_stale_are_seen(field: Position):
    assert list(field.game.invariants(field)) == []
    field.at[2] = at(field, "0103")
    assert list(field.game.invariants(field)) == ["“held” is not what the position says"]
    field.refresh()
    assert list(field.game.invariants(field)) == ["both sides are in 0103"]


# ---- the screen ----


def shown(field: Position, viewer: str | None = "red") -> SkirmishScreen:
    return SkirmishScreen(field.view(viewer))


def test_only_the_side_that_is_asked_has_a_question(field: Position):
    seats = {viewer: shown(field, viewer) for viewer in ("red", "blue", None)}
    assert [seat.mine is not None for seat in seats.values()] == [True, False, False]
    assert {seat.document().decides for seat in seats.values()} == {"red"}
    assert seats[None].viewer == "observer"
    assert [len(seat.document().offered) for seat in seats.values()] == [3, 0, 0]
    assert seats["blue"].prompt().title == "Waiting for the Red player"


def test_dice_that_are_due_stand_in_the_prompt(field: Position):
    assert shown(field).due() is None
    field.apply("done")
    field.apply("done")
    prompt, dice = shown(field).prompt(), shown(field).due()
    assert dice is not None
    assert (prompt.kind, prompt.title, dice.dice) == ("roll", "Who is lost?", [6])
    assert shown(field).asked is None


def test_the_end_is_said_in_the_prompt_and_in_the_result(field: Position):
    field.end(None, "draw", "SK-2")
    document = shown(field).document()
    assert document.result is not None
    assert (document.prompt.kind, document.result.text, document.decides) == ("over", "Draw.", None)


def test_a_turn_is_a_day(field: Position):
    field.turn = 2
    turn, track = shown(field).turn(), shown(field).turn_track()
    assert (turn.label, turn.date, turn.day) == ("Turn 2 of 2", "Sunday 31 December 1944", "1944-12-31")
    assert [(cell.sub, cell.state) for cell in track.cells] == [("30 Dec", "past"), ("31 Dec", "now")]
    assert shown(field).when(3) == "later"


def test_the_bar_shows_the_present_phase_and_those_that_are_skipped(field: Position):
    names = [PhaseName("Dawn", "SK-1"), PhaseName("Noon", "SK-1", "red"), PhaseName("Dusk", "SK-2")]
    states = [phase.state for phase in shown(field).bar("A day", names, 1, skipped=[2]).steps]
    assert states == ["done", "now", "skipped"]


def test_options_have_the_words_of_the_game_and_its_units(field: Position):
    options = shown(field).document().offered
    assert [(option.label, option.tone) for option in options] == [
        ("Choose 1", None), ("Choose 2", None), ("End the phase", "main"),
    ]  # fmt: skip
    assert field.game.phrase(Action("go", "0205")) == "Move to 0205"


def test_who_can_still_act_is_counted_with_those_who_have(field: Position):
    field.apply("pick R1")
    field.apply("go 0201")
    counted = shown(field).document().to_act
    assert counted is not None
    assert (counted.label, counted.pieces, counted.total) == ("Can still march", ["R2"], 2)
    assert [piece.states for piece in shown(field).pieces()[:2]] == [("moved",), ("can-act",)]


def test_units_lie_in_their_hexes_and_those_in_none_are_not_shown(field: Position):
    pieces = shown(field).pieces()
    assert [(piece.id, piece.at, piece.side) for piece in pieces] == [
        ("R1", "0102", "red"), ("R2", "0103", "red"), ("B1", "0402", "blue"),
    ]  # fmt: skip
    face = pieces[1].face
    assert isinstance(face, Face)
    assert (face.nation, face.symbol, face.size, face.reduced) == ("heer", "armour", "X", False)


class Tired(SkirmishScreen):
    """A screen of units with backs, and of what has befallen them."""

    def reduced(self) -> int:
        return 0b010

    def statuses(self) -> Iterator[Status]:
        yield Status(0b110, Badge("shocked", "Tired", "SK-1"))
        yield Status(0b010, Badge("fuel", "Thirsty", "SK-2"))


def test_a_unit_whose_back_is_up_shows_it_and_badges_stand_in_the_order_of_the_statuses(field: Position):
    pieces = Tired(field.view("red")).pieces()
    assert [[badge.label for badge in piece.badges] for piece in pieces] == [[], ["Tired", "Thirsty"], ["Tired"]]
    assert [piece.face.reduced for piece in pieces if isinstance(piece.face, Face)] == [False, True, False]


class Fighting(SkirmishScreen):
    """A screen of an attack that no rule of the game knows: two hexes on two, at two to one."""

    table_rule = "SK-2"
    battle = Battle("attack", "red", ("0402", "0403"), ("R1", "R2"))
    odds = Odds(
        tally=(
            Line("SK-1", "1: 2", 0, 2, "attack from 0102"),
            Line("SK-2", "tired", 2, 1, "attack from 0102"),
            Line("SK-1", "2: 3", 0, 3, "attack from 0103"),
            Line("SK-1", "1: 2", 0, 2, "defence in 0402"),
            Line("SK-2", "4 to 2", 1, 1, "column"),
        ),
        attack=4, defence=2, column="2-1", columns=("1-1", "2-1"), facts={"table": "only"},
        outcomes=(
            Outcome(0.75, "Ar", Effect(retreat=1), Effect()), Outcome(0.25, "De", Effect(), Effect(eliminated=True)),
        ),
    )  # fmt: skip

    def strength(self, unit: int) -> int:
        return self.game.allowance[unit]

    def means(self, battle: Battle, outcome: Outcome) -> tuple[str, str]:
        return ("They run" if outcome.label == "Ar" else "They are gone"), "SK-2"


@pytest.fixture
def fighting(field: Position) -> Fighting:
    field.game.tables["crt"] = {"only": {str(face): ["Ar", "De"] for face in range(1, 7)}}
    return Fighting(field.view("red"))


def test_each_hex_of_attackers_points_at_each_hex_attacked(field: Position, fighting: Fighting):
    drawn = [line.hexes for line in fighting.lines()]
    assert drawn == [["0102", "0402"], ["0102", "0403"], ["0103", "0402"], ["0103", "0403"]]
    (tint,) = fighting.tints()
    assert (tint.kind, tint.places, tint.side) == ("target", ("0402", "0403"), "red")
    assert (shown(field).lines(), shown(field).tints()) == ([], [])


def test_attackers_and_targets_are_lit(fighting: Fighting):
    lit = {piece.id: piece.states for piece in fighting.pieces()}
    assert lit == {"R1": ("can-act", "joined"), "R2": ("can-act", "joined"), "B1": ("target",)}


def test_a_sheet_counts_hex_by_hex_and_says_why(fighting: Fighting):
    (sheet,) = fighting.sheets
    assert (sheet.id, sheet.title, sheet.stage) == ("0402+0403", "Attack on 0402 and 0403", "declared")
    counted = [(group.label, group.printed, group.counts) for group in sheet.attackers]
    assert counted == [("1, from 0102", "2", "1"), ("2, from 0103", "3", "3")]
    assert [reason.text for reason in sheet.attackers[0].reasons] == ["1: 2", "tired"]
    assert [(group.label, group.counts) for group in sheet.defenders] == [("1, in 0402", "2"), ("in 0403", "–")]
    assert [line.about for line in sheet.tally] == ["attack", "attack", "attack", "defence", "column"]
    assert [(each.text, each.favours) for each in sheet.outcomes] == [
        ("They run", "defender"), ("They are gone", "attacker"),
    ]  # fmt: skip
    assert fighting.gives_way(fighting.odds) == "25 % chance to clear the hex"


def test_the_column_of_a_battle_is_marked_in_the_table(fighting: Fighting):
    table = fighting.result_table(fighting.odds)
    assert (table.label, table.column) == ("Only table", 1)
    assert [row.label for row in table.rows] == ["1", "2", "3", "4", "5", "6"]


def test_zones_are_tinted_for_the_side_that_looks(field: Position):
    overlay = shown(field, "blue").zones([1 << at(field, "0102"), 0])
    zones = [(tint.kind, tint.label, tint.places) for tint in overlay.tints]
    assert zones == [("enemy-zone", "Red zones of control", ["0102"])]
    assert shown(field, "blue").looking() == 1
    assert shown(field, None).looking() == field.phasing


def test_what_was_found_lately_is_found_again_until_there_is_too_much_of_it():
    recent, made = Recent[int](most=2), list[int]()

    def find(n: int) -> int:
        return recent.get(n, lambda: made.append(n) or 10 * n)  # type: ignore[func-returns-value]

    assert [find(n) for n in (1, 1, 2, 3, 1)] == [10, 10, 20, 30, 10]
    assert made == [1, 2, 3, 1]


def test_a_hex_is_described_by_number_terrain_and_features(field: Position):
    i = at(field, "0102")
    described = field.game.ground.described(i, {"clear": "clear ground"}, [(1 << i, "town"), (0, "fort")])
    assert described == "0102, clear ground, town"


# ---- all together ----


def test_a_game_made_of_these_parts_keeps_the_promises_of_the_engine(game: Skirmish):
    report = conform(game, "meeting", games=4, every=3)
    assert report.sound, str(report)


# ---- options, read whole ----

OPTIONS = """
[[option]]
name = "leaders"
title = "Leaders"
rule = "SK-1"
default = "off"
choices = ["off", "on"]
replaces = ["fog"]

[[option]]
name = "fast-leaders"
title = "Fast leaders"
rule = "SK-2"
default = "off"
choices = ["off", "on"]
by_scenario = { meeting = "off" }
needs = ["leaders"]
excludes = ["mud"]

[[option]]
name = "mud"
title = "Mud"
rule = "SK-2"
default = "off"
choices = ["off", "on"]
by_scenario = { meeting = "on" }
fixed_in = ["meeting"]
"""


@pytest.fixture
def with_options(tmp_path: Path) -> Skirmish:
    skirmish(tmp_path)
    lists = tmp_path / "scenarios.toml"
    lists.write_text(lists.read_text(encoding="utf-8") + OPTIONS, encoding="utf-8")
    return Skirmish(tmp_path)


def test_an_option_is_read_with_all_that_it_says_of_others(with_options: Skirmish):
    leaders, fast, mud = (with_options.options[name] for name in ("leaders", "fast-leaders", "mud"))
    assert (leaders.replaces, fast.needs, fast.excludes) == (("fog",), ("leaders",), ("mud",))
    assert (mud.by_scenario, mud.fixed_in, mud.default) == ({"meeting": "on"}, ("meeting",), "off")
    assert with_options.options["fog"].needs == ()


def test_the_default_of_a_scenario_is_in_force(with_options: Skirmish):
    assert with_options.choose("meeting", {})["mud"] == "on"


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({"fast-leaders": True}, "“Fast leaders” needs “Leaders” .SK-2."),
        ({"leaders": True, "fog": True}, "“Leaders” replaces “Fog” .SK-1."),
        ({"leaders": True, "fast-leaders": True}, "“Fast leaders” cannot be played with “Mud” .SK-2."),
        ({"mud": False}, "“Mud” is always on in this scenario .SK-2."),
    ],
)
def test_a_bad_combination_is_refused_with_a_sentence(with_options: Skirmish, wanted: dict[str, bool], sentence: str):
    with pytest.raises(BadOption, match=sentence):
        with_options.choose("meeting", wanted)
