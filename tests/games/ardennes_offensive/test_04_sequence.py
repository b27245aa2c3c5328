"""2 and 4: eighteen Game-Turns of two Player-Turns, and what is special about the first."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from ardennes.engine import Kind
from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.crt import die_for
from tests.games.ardennes_offensive.datafiles import AT_START, UNITS, of
from tests.games.ardennes_offensive.scenes import PLAIN, draw, severed
from tests.games.ardennes_offensive.table import Table, at, start
from tests.games.ardennes_offensive.textbook import side_of
from tests.rulemark import rule

APART = """
    1SSPz-1a 9-10 at E E
    99ID-395 3-4  at W W
"""
PHASES = [f"AO-4.1.{number}" for number in range(1, 7)]


def apart(step: str, turn: int, standard_crt: bool = False) -> Table:
    """Two opponents who do not touch."""
    return at(step, APART, centre=PLAIN, turn=turn, standard_crt=standard_crt)


def phases(table: Table) -> Iterator[tuple[str, str]]:
    """The phases of the log, each once."""
    last = ("", "")
    for event in table.events("phase"):
        if (event.side, event.rule) != last:
            last = event.side, event.rule
            yield last


def pass_until_turn(table: Table, turn: int) -> Table:
    """Do nothing until a Game-Turn begins or the game is over."""
    while table.state.turn < turn and not table.state.over:
        if table.state.chance is not None:
            table.roll(6)
        else:
            table.do("done" if "" in table.offers("done") else str(table.state.decision.options[0]))
    return table


# The course of a Game-Turn


@rule("AO-4.0", "AO-4.1.1", "AO-4.1.2", "AO-4.1.3", "AO-4.1.4", "AO-4.1.5", "AO-4.1.6", "AO-4.1.C")
def test_a_game_turn_is_a_german_and_an_allied_player_turn_of_six_phases():
    table = pass_until_turn(apart("allied mechanized", 8, standard_crt=True), 10)
    seen = [phase for phase in phases(table) if phase[1] in PHASES]
    whole = [(side, rule_) for side in ("german", "allied") for rule_ in PHASES]
    assert seen[seen.index(whole[0]) :][:12] == whole


@rule("AO-4.1.C")
def test_the_turn_marker_moves_on_after_the_allied_player_turn():
    table = apart("allied mechanized", 9, standard_crt=True).do("done")
    assert table.state.turn == 10


@rule("AO-2.1")
def test_the_game_ends_after_the_eighteenth_game_turn():
    table = apart("allied mechanized", 18, standard_crt=True).do("done")
    assert table.state.over


def test_the_game_goes_on_after_the_seventeenth_game_turn():
    table = apart("allied mechanized", 17, standard_crt=True).do("done")
    assert not table.state.over


@rule("AO-4.1.3")
def test_only_the_phasing_players_units_move():
    table = apart("german movement", 9)
    assert table.offers("pick") == {"1SSPz-1a"}
    assert table.asked()[0] == "german"


@rule("AO-4.1.5")
def test_a_mechanized_unit_moves_with_its_whole_allowance_again():
    table = apart("german movement", 9)
    table.move("1SSPz-1a", "go", table.hex("E")).until("german mechanized")
    whole = table.textbook().reach("1SSPz-1a", 10)
    assert table.reach("1SSPz-1a") == {h for h, column in whole if not column} - {table.hex("E")}


@rule("AO-4.1.5")
def test_nobody_fights_in_the_mechanized_movement_phase():
    table = at("german mechanized", "1SSPz-1a 9-10 at E\n99ID-395 3-4 at .", centre=PLAIN)
    assert table.offers("target") == set()
    assert table.forbids(f"target {PLAIN}") == "AO-4.1.5"


@rule("AO-4.1.6")
def test_what_was_judged_in_the_players_own_turn_ends_with_it():
    """The engineer who cut the road is destroyed; only after the Player-Turn the German counts as supplied."""
    pieces, _ = severed()
    table = at("german combat", draw(pieces), turn=9)
    table.attack(pieces["392e"], by=["1SSPz-1a"], die=1)
    assert table.where("392e") == "eliminated"
    table.until("german mechanized")
    assert table.supply("26VG-77") == "unsupplied"
    table.until("allied movement")
    assert table.supply("26VG-77") == "supplied"


@rule("AO-4.1.6")
def test_nothing_that_was_judged_outlives_the_player_turn():
    pieces, _ = severed()
    table = at("german mechanized", draw(pieces), turn=2)
    assert table.supply("26VG-77") == "unsupplied"
    table.do("done")
    assert table.asked() == ("allied", "allied reinforcement")
    position = table.position
    assert (position.unsupplied, position.isolated, position.shadow, position.fought) == (0, 0, 0, 0)
    (ended,) = table.events("phase", "AO-4.1.6")
    assert ended.text == "The German Player-Turn ends; supply markers are removed"


# Set-up


@rule("AO-4.2")
def test_the_allied_player_sets_up_first_and_the_german_begins():
    table = start("10")
    sides = []
    assert table.state.turn == 1
    while table.state.decision.kind == Kind.SETUP:
        sides.append(table.asked()[0])
        table.do("done" if "" in table.offers("done") else str(table.state.decision.options[0]))
    assert list(dict.fromkeys(sides)) == ["allied", "german"]
    assert table.asked()[0] == "german"
    assert table.state.turn == 1


# Game-Turn 1


def first_turn(step: str, drawing: str, centre: str = PLAIN) -> Table:
    return at(step, drawing, centre=centre, turn=1, bystanders=False)


@rule("AO-4.2.reinforcements")
def test_the_german_places_his_reinforcement_on_game_turn_1_and_the_allied_player_has_none():
    table = start("1")
    assert table.asked()[0] == "german"
    assert table.offers("place") == set(ground.ENTRIES)
    table.do(f"place {ground.ENTRIES[2]}")
    assert table.where("a1") == f"waiting {ground.ENTRIES[2]}"
    table = first_turn("allied reinforcement", APART)
    assert table.asked() == ("allied", "allied combat")


@rule("AO-4.2.supply")
def test_all_germans_are_supplied_through_game_turn_1():
    lost = """
        1SSPz-1a 9-10 at .
        99ID-395 3-4  at W
        9AD-CCB  5-12 at NE
        9AD-CCR  4-12 at SE
    """
    assert at("german combat", lost, centre=PLAIN, turn=3).supply("1SSPz-1a") == "isolated"
    assert first_turn("german combat", lost).supply("1SSPz-1a") == "supplied"


@rule("AO-4.2.supply")
def test_germans_are_supplied_in_the_allied_player_turn_of_game_turn_1_too():
    """Surrounded, a German defends with thrice nine: he is not isolated."""
    table = first_turn("allied combat", """
        1SSPz-1a 9-10 at .
        99ID-395 3-4  at W
        9AD-CCB  5-12 at NE
        9AD-CCR  4-12 at SE
    """)  # fmt: skip
    assert table.supply("1SSPz-1a") == "supplied"
    assert table.odds(PLAIN, by=["99ID-395"]).defence == 27


@rule("AO-12.3.H")
def test_allied_units_are_judged_as_usual_on_game_turn_1():
    table = first_turn("allied combat", """
        99ID-395  3-4  at .
        1SSPz-1a  9-10 at W
        12SSPz-12 7-10 at NE
        2Pz-3     6-10 at SE
    """)  # fmt: skip
    assert table.supply("99ID-395") == "isolated"


@rule("AO-4.2.movement")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_nobody_has_an_initial_movement_phase_on_game_turn_1(side: str):
    table = first_turn(f"{side} supply", APART)
    assert table.asked() == (side, f"{side} combat")


FACING = """
    1SSPz-1a 9-10 at {german}
    99ID-395 3-4  at {allied}
"""


def facing(step: str, turn: int, german: str, allied: str) -> Table:
    return at(step, FACING.format(german=german, allied=allied), turn=turn)


@rule("AO-4.2.tripled")
def test_germans_attack_with_three_times_their_strength_on_game_turn_1():
    table = facing("german combat", 1, ground.walk(PLAIN, "E"), PLAIN)
    assert table.odds(PLAIN, by=["1SSPz-1a"]).attack == 27


@rule("AO-4.2.tripled")
def test_germans_attack_with_their_printed_strength_from_game_turn_2():
    for turn in (2, 3):
        found = facing("german combat", turn, ground.walk(PLAIN, "E"), PLAIN).odds(PLAIN, by=["1SSPz-1a"])
        assert found.attack == 9
        assert "AO-4.2.tripled" not in {line.rule for line in found.tally}


@rule("AO-4.2.tripled", "AO-R.15")
def test_the_west_wall_adds_nothing_to_the_tripled_attack():
    wall, other = ground.first_step(lambda a, b: ground.west_wall(a) and not ground.west_wall(b))
    table = facing("german combat", 1, wall, other)
    assert table.odds(other, by=["1SSPz-1a"]).attack == 27


@rule("AO-4.2.defence", "AO-R.15")
@pytest.mark.parametrize("works", [ground.west_wall, ground.cleared_wall, ground.open_ground])
def test_germans_defend_with_three_times_their_strength_and_no_more_on_game_turn_1(works):
    german, allied = ground.first_step(lambda a, b: works(a) and not ground.features(b))
    table = facing("allied combat", 1, german, allied)
    assert table.odds(german, by=["99ID-395"]).defence == 27


@rule("AO-4.2.mechanized")
@pytest.mark.parametrize(("side", "unit"), [("german", "1SSPz-1a"), ("allied", "9AD-CCB")])
def test_mechanized_units_that_did_not_attack_move_on_game_turn_1(side: str, unit: str):
    drawing = "1SSPz-1a 9-10 at E E\n9AD-CCB 5-12 at W W"
    table = first_turn(f"{side} mechanized", drawing)
    assert table.asked() == (side, f"{side} mechanized")
    assert unit in table.offers("pick")
    fought = first_turn(f"{side} mechanized", drawing.replace("E E", "E E fought").replace("W W", "W W fought"))
    assert unit not in fought.offers("pick")


# Compulsory attacks


def historical() -> Table:
    """The German Combat Phase of the historical set-up."""
    return start("1").until("german combat")


@rule("AO-E.4.2", "AO-R.17")
def test_every_unit_in_contact_on_the_start_line_is_obliged():
    table = historical()
    at_start = {u["id"]: u["start_hex"] for u in AT_START}
    german = {u["id"] for u in of("german", AT_START)}
    touching = {
        unit
        for unit, hex_ in at_start.items()
        for other, there in at_start.items()
        if side_of(unit) != side_of(other) and ground.distance(hex_, there) == 1
    }
    duties = {duty.who for duty in table.state.decision.obligations}
    assert {unit for unit in duties if unit in german} == touching & german
    american = {unit if unit in UNITS else _holder(at_start, unit) for unit in duties - german}
    assert american == touching - german
    assert {duty.rule for duty in table.state.decision.obligations} == {"AO-E.4.2"}


def _holder(at_start: dict[str, str], hex_: str) -> str:
    return next(unit for unit, there in at_start.items() if there == hex_)


@rule("AO-E.4.2")
def test_the_phase_cannot_be_ended_while_an_attack_is_owed():
    assert historical().forbids("done") == "AO-E.4.2"


@rule("AO-4.1.4")
def test_nobody_has_to_attack_on_game_turn_2():
    table = at("german combat", "1SSPz-1a 9-10 at E\n99ID-395 3-4 at .", centre=PLAIN, turn=2)
    assert "" in table.offers("done")
    assert (table.state.decision.rule, table.state.decision.obligations) == ("AO-4.1.4", ())


CHAIN = """
    1SSPz-1a  9-10 at E
    12SSPz-12 7-10 at W W
    99ID-395  3-4  at .
    99ID-393  3-4  at W W W
"""


@rule("AO-E.4.2")
def test_the_phase_ends_when_all_have_fought():
    table = first_turn("german combat", CHAIN)
    table.attack(table.hex("."), by=["1SSPz-1a"], die=1).try_("done")
    assert {duty.rule for duty in table.state.decision.obligations} == {"AO-E.4.2"}
    assert {duty.who for duty in table.state.decision.obligations} == {"12SSPz-12", "99ID-393"}
    table.attack(table.hex("W W W"), by=["12SSPz-12"], die=1).try_("done")
    assert table.offers("done") == {""}
    assert table.state.decision.rule == "AO-4.1.4"


@rule("AO-E.4.2")
def test_an_attack_that_would_leave_an_american_without_an_attacker_is_not_offered():
    """The western German alone touches the western American: he cannot be spent on the eastern one."""
    table = first_turn("german combat", """
        1SSPz-1a  9-10 at E
        12SSPz-12 7-10 at SW
        99ID-395  3-4  at .
        99ID-393  3-4  at SW W
    """)  # fmt: skip
    table.do(f"target {PLAIN}")
    battle = table.state.battle()
    assert battle is not None
    assert battle.attackers == ("1SSPz-1a",)
    refusal = table.refusal("join 12SSPz-12")
    assert refusal.rule == "AO-E.4.2"
    assert refusal.text.endswith("is needed for another American unit that must be attacked.")


@rule("AO-E.4.2")
def test_one_german_between_two_americans_attacks_both_together():
    table = first_turn("german combat", "1SSPz-1a 9-10 at .\n99ID-395 3-4 at W\n99ID-393 3-4 at NW")
    both = {table.hex("W"), table.hex("NW")}
    assert table.offers("target") == both
    table.do(f"target {min(both)}")
    assert (table.offers("target"), table.offers("fight")) == (both - {min(both)}, set())
    assert {duty.rule for duty in table.state.decision.obligations} == {"AO-E.4.2"}
    table.attack(*both, by=["1SSPz-1a"], die=1)
    assert table.events("lapse") == []


@rule("AO-E.4.2")
def test_a_german_who_touches_only_the_target_must_join():
    """Both Germans touch nobody but this American: neither may stay out."""
    table = first_turn("german combat", "1SSPz-1a 9-10 at E\n12SSPz-12 7-10 at W\n99ID-395 3-4 at .")
    table.try_(f"target {PLAIN}")
    assert table.offers("fight") == set()
    assert table.forbids("fight 9-1") == "AO-E.4.2"
    table.do("join 1SSPz-1a")
    found = table.state.battle()
    assert found is not None
    assert set(found.attackers) == {"1SSPz-1a", "12SSPz-12"}  # the other follows, there being no choice


@rule("AO-R.12")
def test_an_attack_is_carried_out_before_the_next_is_declared():
    """The other American can be attacked only when the retreat has been led and the advance made or declined."""
    drawing = "1SSPz-1a 9-10 at E\n12SSPz-12 7-10 at W W W\n392e 1-4 at .\n366e 1-4 at .\n99ID-393 3-4 at W W W W"
    table = at("german combat", drawing, centre=PLAIN)
    other = table.hex("W W W W")
    table.attack(PLAIN, by=["1SSPz-1a"], die=die_for("initial", "4-1", "Dr2"))
    assert table.asked() == ("german", "retreat")
    assert table.forbids(f"target {other}") == "AO-R.12"
    table.do("pick 366e")
    assert table.asked() == ("german", "way")
    assert table.forbids(f"target {other}") == "AO-R.12"
    table.lead()
    assert table.asked() == ("german", "advance")
    assert table.forbids(f"target {other}") == "AO-R.12"
    table.do("done")
    assert table.offers("target") == {other}


@rule("AO-R.17")
def test_an_advance_of_the_phase_adds_no_duty():
    """The tank comes to stand beside a second American, who need not be attacked any more."""
    table = first_turn("german combat", "1SSPz-1a 9-10 at E\n392e 1-4 at .\n99ID-395 3-4 at W")
    table.attack(PLAIN, by=["1SSPz-1a"], die=1)
    table.do("advance 1SSPz-1a")
    assert table.where("1SSPz-1a") == PLAIN
    assert table.state.decision.obligations == ()
    assert "" in table.offers("done")


@rule("AO-E.4.2")
def test_nobody_has_to_fight_after_the_first_turn():
    drawing = "1SSPz-1a 9-10 at E\n102Cav 4-12 at ."
    first = first_turn("german combat", drawing)
    duties = {(duty.who, duty.rule) for duty in first.state.decision.obligations}
    assert duties == {("102Cav", "AO-E.4.2"), ("1SSPz-1a", "AO-E.4.2")}
    later = at("german movement", drawing, centre=PLAIN, turn=2).until("german combat")
    assert later.state.decision.obligations == ()
    assert "" in later.offers("done")
    assert later.events(rule="AO-R.17") == []  # and the log says nothing of duties


@rule("AO-4.2.tripled")
@pytest.mark.parametrize(
    ("german", "american", "expected"),
    [
        (["326VG"], ["102Cav", "99ID-395"], (18, 7, "2-1")),
        (["12VG-89", "12VG-27"], ["99ID-394"], (24, 3, "8-1")),
        (["212VG"], ["4ID-12"], (21, 5, "4-1")),
    ],
)
def test_odds_of_the_opening_attacks(german: list[str], american: list[str], expected: tuple[int, int, str]):
    table = historical()
    found = table.odds(*(UNITS[unit]["start_hex"] for unit in american), by=german)
    assert (found.attack, found.defence, found.column) == expected


@rule("AO-E.4.2")
@pytest.mark.parametrize("seed", range(6))
def test_however_the_german_attacks_everybody_in_contact_fights(seed: int):
    """A free set-up, then attacks at random: at the end of the phase nobody was left out."""
    table, mind = start(("1", "3", "10")[seed % 3]), random.Random(seed)
    while table.state.phase != "german combat":
        table.do(str(mind.choice(table.state.decision.options)))
    assert table.state.decision.rule == "AO-E.4.2"
    owed = {duty.who for duty in table.state.decision.obligations}
    fought: set[str] = set()
    while table.state.phase == "german combat":
        if table.state.chance is not None:
            table.roll(mind.randint(1, 6))
        else:
            table.do(str(mind.choice(table.state.decision.options)))
        fought |= {unit for unit in owed if table.where(unit) == "eliminated" or "fought" in table.statuses(unit)}
    assert owed
    assert fought == owed
