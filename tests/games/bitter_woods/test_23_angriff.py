"""Attacks on the move (BW-23): who may, their own table, and the advance past a defender who stays."""

from __future__ import annotations

import itertools

import pytest

from ardennes.counters.bars import first_bar
from ardennes.engine import Decision
from ardennes.engine.screen import validate
from ardennes.games.bitter_woods import nearness
from ardennes.games.bitter_woods.queries import Situation
from tests.games.bitter_woods.battles import ring
from tests.games.bitter_woods.scenes import steps, why
from tests.games.bitter_woods.table import Table, at, game, hex_, unit, units
from tests.rulemark import rule

OPTION = "[options]\nangriff = true\n"
OPEN = "1519"  # clear, no river near, all clear around it
NORTH, SOUTH = ring(OPEN)[0], ring(OPEN)[-1]
PIECES = f"2Pz-3 {NORTH} / 2Pz-2 {NORTH} / 26VG-39 {NORTH} / 28Inf-110 {OPEN} reduced"
ALL = ("2Pz-3", "2Pz-2", "26VG-39")

TABLE = """
Adv-3 Adv-4 Adv-4
Adv-2 Adv-3 Adv-3
Adv-1 Adv-2 Adv-3
SU    Adv-1 Adv-2
ENG   SU    Adv-1
A1    ENG   SU
"""
CELLS = [[cell.replace("-", " ") for cell in line.split()] for line in TABLE.strip().splitlines()]


def declared(
    pieces: str, *joining: str, place: str = OPEN, turn: int = 9, side: str = "german", more: str = ""
) -> Table:
    """An attack whose support is asked for, with the option on."""
    table = at(f"{side} combat", pieces, turn=turn, more=OPTION + more)
    table.try_(f"target {place}", *(f"join {name}" for name in joining))
    return table.do("done")


def announced(pieces: str, *joining: str, place: str = OPEN, turn: int = 9, more: str = "") -> Table:
    """An attack on the move, without any support; the die is due."""
    table = declared(pieces, *joining, place=place, turn=turn, more=more).do("angriff")
    while table.state.chance is None:
        table.do("done")
    return table


def won(label: str, pieces: str, *joining: str, place: str = OPEN, turn: int = 9, more: str = "") -> Table:
    """An attack on the move with that result."""
    table = announced(pieces, *joining, place=place, turn=turn, more=more)
    for die in range(1, 7):
        fork = table.fork().roll(die)
        if fork.result() == label:
            return fork
    raise LookupError(f"no die gives {label}")


def on_its_way(table: Table, name: str) -> Situation:
    """The moment in which a unit is about to advance past the defender; one option alone the engine would take."""
    state = table.state.copy()
    step, frame = game().steps["past"], state.top
    state.push("advancing", *step.course(state, frame, unit(name)))  # type: ignore[attr-defined]
    return state


def past(table: Table, hexes: int, attackers: str, *, place: str = OPEN) -> Situation:
    """The moment in which these may advance so many hexes past a hex, whether anybody can or not."""
    state = table.state.copy()
    state.push("past", 0, units(attackers), hexes, hex_(place), units(attackers))
    return state


# ---- who may ----


@rule("BW-23.2", "BW-R.75")
def test_it_is_announced_before_the_die_and_has_a_table_of_its_own():
    table = declared(PIECES, *ALL)
    assert "angriff" in table.options()
    table.do("angriff")
    assert ("BW-23.2", "attack on the move: a CRT of its own") in table.tally()
    assert table.forbids("angriff") == "BW-23.2", "once is enough"
    sheet = table.screen("german").sheets[0]
    assert sheet.table is not None
    assert (sheet.table.label, sheet.table.rule) == ("Attack on the move", "BW-23.2")
    assert list(sheet.table.columns) == ["2-1", "3-1", "4-1"]
    prompt = table.screen("german").prompt
    assert prompt.title.startswith("Add artillery to the attack on the move on")
    assert prompt.text is not None
    assert "no aircraft" in prompt.text


@rule("BW-23.2")
@pytest.mark.parametrize(
    ("column", "pieces"),
    [
        (0, f"2Pz-3 {NORTH} reduced / PzLehr-Recon {NORTH} / 28Inf-110 {OPEN} reduced"),
        (1, f"2Pz-3 {NORTH} / 28Inf-110 {OPEN} reduced"),
        (2, f"2Pz-3 {NORTH} / 26VG-39 {NORTH} / 28Inf-110 {OPEN} reduced"),
    ],
)
def test_every_cell_of_its_table_by_the_die(column: int, pieces: str):
    more = f'[markers]\nimproved = ["{OPEN}"]\n'
    table = announced(pieces, "2Pz-3", "PzLehr-Recon", "26VG-39", more=more)
    assert [table.fork().roll(die).result() for die in range(1, 7)] == [row[column] for row in CELLS]


@rule("BW-23.1", "BW-R.73")
def test_it_takes_armor_of_endurance_five_and_supply_for_all():
    foot = f"26VG-39 {NORTH} / 26VG-77 {NORTH} / 26VG-78 {NORTH} / 28Inf-110 {OPEN} reduced"
    assert declared(foot, "26VG-39", "26VG-77", "26VG-78").forbids("angriff") == "BW-23.1"
    weak = f"PzBde150 {NORTH} / 26VG-77 {NORTH} / 26VG-78 {NORTH} / 28Inf-110 {OPEN} reduced"
    assert declared(weak, "PzBde150", "26VG-77", "26VG-78").forbids("angriff") == "BW-23.1", "an endurance of 4"
    infantry = f"PzLehr-901 {NORTH} / PzLehr-902 {NORTH} / 28Inf-110 {OPEN} reduced"
    assert declared(infantry, "PzLehr-901", "PzLehr-902").forbids("angriff") == "BW-23.1", "no silhouette"
    cut = declared(f"{PIECES} / 26VG-77 {SOUTH} out-of-supply", *ALL, "26VG-77")
    assert cut.forbids("angriff") == "BW-23.1"
    assert "BW-R.73" in cut.refusal_text("angriff")


@rule("BW-23.1")
def test_the_allies_may_too_and_nobody_may_without_the_option():
    pieces = f"4Arm-CCA {NORTH} / 28Inf-110 {NORTH} / 26VG-39 {OPEN} reduced"
    assert "angriff" in declared(pieces, "4Arm-CCA", "28Inf-110", side="allied", turn=15).options()
    table = at("german combat", PIECES, turn=9).do(f"target {OPEN}", *(f"join {name}" for name in ALL), "done")
    assert table.forbids("angriff") == "BW-23.1"


@rule("BW-23.1.first")
def test_there_is_none_on_16am():
    pieces = "2Pz-3 0218 / 26VG-39 0218 / 14Cav 0219 reduced"
    table = declared(f"{pieces} / A-401 0215", "2Pz-3", "26VG-39", place="0219", turn=1)
    assert table.forbids("angriff") == "BW-23.1.first"
    assert "angriff" in declared(pieces, "2Pz-3", "26VG-39", place="0219", turn=2).options()


@rule("BW-23.1.engaged")
def test_an_engagement_is_not_fought_again_in_this_way():
    owed = f'[obligations]\n"{OPEN} engagement" = {{ by = ["2Pz-3", "26VG-39"], against = ["28Inf-110"] }}\n'
    assert declared(PIECES, *ALL, more=owed).forbids("angriff") == "BW-23.1.engaged"


@rule("BW-23.2.bombard")
def test_shocked_units_do_not_take_part_and_units_under_a_bombardment_are_not_passed():
    more = "bombardment = true\n"
    shocked = PIECES.replace("26VG-39 " + NORTH, f"26VG-39 {NORTH} shocked")
    assert declared(shocked, *ALL, more=more).forbids("angriff") == "BW-23.2.bombard"
    shelled = declared(PIECES, *ALL, more=f'{more}[markers]\nbombarded = ["{OPEN}"]\n')
    assert shelled.forbids("angriff") == "BW-23.2.bombard"
    assert "angriff" in declared(PIECES, *ALL, more=more).options()


# ---- odds ----


@rule("BW-23.1.odds", "BW-R.74")
def test_it_takes_odds_of_two_to_one_guns_included():
    pieces = f"2Pz-3 {NORTH} / 28Inf-110 {OPEN} / A-401 1516"
    table = declared(pieces, "2Pz-3")
    assert table.forbids("angriff") == "BW-23.1.odds", "9 to 5"
    table.do("add A-401")
    assert "angriff" in table.options(), "16 to 5"


@rule("BW-23.1.odds", "BW-R.74")
def test_defensive_support_that_brings_it_below_two_to_one_brings_the_ordinary_table_back():
    pieces = f"2Pz-3 {NORTH} / 26VG-39 {NORTH} / 28Inf-110 {OPEN} / A-174 1522"
    table = declared(pieces, "2Pz-3", "26VG-39").do("angriff", "done")
    assert table.asked() == ("allied", "defence")
    battle = table.state.battle()
    assert battle is not None
    assert [line.rule for line in table.state.odds(battle).may_change] == ["BW-10.2.defence", "BW-23.1.odds"]
    stays = table.fork().do("done")
    assert stays.roll(1).result().startswith("Adv")
    table.do("add A-174")
    assert "BW-23.1.odds" in dict(table.tally()), "13 to 9"
    table.do("done")
    assert [table.fork().roll(die).result() for die in range(1, 7)] == ["D2", "D2", "D2", "CA", "ENG", "FF"]


@rule("BW-23.2.top")
def test_against_broken_ground_it_is_never_better_than_three_to_one():
    place = "0702"
    pieces = f"12SS-12 {ring(place)[0]} / 2Pz-304 {ring(place)[0]} / 102Cav {place}"
    table = announced(pieces, "12SS-12", "2Pz-304", place=place)
    assert table.state.chance is not None
    assert table.state.chance.reason.endswith("3-1"), "17 to 3 is more than 4-1, less one for the ground"
    assert "BW-23.2.top" in dict(table.tally())


@rule("BW-23.1.odds", "BW-R.74")
def test_shifts_that_leave_less_than_two_to_one_leave_no_attack_on_the_move():
    place = "0702"
    pieces = f"12SS-25 {ring(place)[0]} / 12SS-12 {ring(place)[0]} reduced / 99Inf-393 {place}"
    table = declared(pieces, "12SS-25", "12SS-12", place=place)
    assert table.state.odds(table.state.battle()).column == "1-1"  # type: ignore[arg-type]  # it is declared
    assert table.refusal_text("angriff") == "The odds are less than 2-1 (BW-R.74)."
    assert table.forbids("angriff") == "BW-23.1.odds", "12 to 5, less a column for the broken terrain"
    more = announced(pieces.replace(" reduced", ""), "12SS-25", "12SS-12", place=place)
    assert more.state.chance is not None
    assert more.state.chance.reason.endswith("2-1"), "18 to 5 less a column is the first of the table"


@rule("BW-23.2.air")
def test_neither_side_uses_aircraft():
    table = declared(PIECES, *ALL)
    assert "fly" in table.options()
    flown = table.fork().do("fly")
    assert flown.forbids("angriff") == "BW-23.2.air"
    before = table.screen("german").sheets[0].next
    assert [note.text for note in before] == ["Then the defender names artillery and aircraft in support"]
    table.do("angriff")
    assert table.forbids("fly") == "BW-23.2.air"
    after = table.screen("german").sheets[0].next
    assert [note.text for note in after] == ["Then the defender names artillery in support"]
    over = declared(f"{PIECES} / A-174 1522", *ALL, turn=7).do("angriff", "done")
    assert over.asked() == ("allied", "defence")
    assert over.state.aircraft[1] > 0
    assert over.forbids("fly") == "BW-23.2.air"


@rule("BW-23.2")
def test_modifiers_and_shifts_apply_and_the_odds_are_those_of_the_dice():
    pieces = "12SS-12 0207 / 12SS-25 0207 / 2Inf-9 0208"
    table = declared(pieces, "12SS-12", "12SS-25", place="0208", turn=3, more="scare = true\n").do("angriff")
    battle = table.state.battle()
    assert battle is not None
    odds = table.state.odds(battle)
    assert {"BW-19.0", "BW-23.2"} <= {line.rule for line in odds.tally}
    mixed = {outcome.label: outcome.probability for outcome in odds.outcomes}
    while table.state.chance is None:
        table.do("done")
    seen: dict[str, float] = {}
    for nerve, die in itertools.product(range(1, 7), repeat=2):
        one = table.fork().roll(nerve, die)
        seen[one.result()] = seen.get(one.result(), 0.0) + 1 / 36
    assert mixed == pytest.approx(seen)
    assert {outcome.attacker.may_advance for outcome in odds.outcomes if outcome.label.startswith("Adv")} == {1}
    assert {outcome.defender.retreat + outcome.defender.steps for outcome in odds.outcomes} == {0}
    assert table.state.declared(table.state.clash_of(battle)) == battle


# ---- results ----


@rule("BW-R.75", "BW-9.5.ENG", "BW-9.5.A")
def test_its_other_results_are_those_of_the_ordinary_table():
    two = f"2Pz-3 {NORTH} reduced / PzLehr-Recon {NORTH} / 28Inf-110 {OPEN} reduced"
    more = f'[markers]\nimproved = ["{OPEN}"]\n'
    engaged = won("ENG", two, "2Pz-3", "PzLehr-Recon", more=more)
    assert engaged.rules("duty") == ["BW-9.5.ENG"]
    back = won("A1", two, "2Pz-3", "PzLehr-Recon", more=more)
    assert back.events("result")[-1].rule == "BW-9.5.A"
    assert back.asked() == ("german", "retreat")


@rule("BW-23.3")
def test_the_defender_stays_and_his_hex_and_zone_are_closed():
    table = won("Adv 3", PIECES, *ALL)
    assert table.where("28Inf-110") == f"{OPEN} reduced"
    assert table.asked() == ("german", "past")
    going = on_its_way(table, "2Pz-3")
    around = set(ring(NORTH))
    assert steps(going) == around - set(ring(OPEN)) - {OPEN}
    assert why(going, f"step {OPEN}") == "BW-23.3"
    for place in around & set(ring(OPEN)):
        assert why(going, f"step {place}") == "BW-23.3"
    table.do("advance 2Pz-3")
    table.do(f"step {ring(NORTH)[0]}").do("stop")
    assert table.where("2Pz-3") == ring(NORTH)[0]
    assert table.rules("advance") == ["BW-23.3"]


@rule("BW-23.3.zone")
def test_the_first_enemy_zone_stops_the_advance():
    first = ring(NORTH)[0]
    beyond = ring(ring(first)[0])[0]
    table = won("Adv 3", f"{PIECES} / 4Inf-12 {beyond}", *ALL)
    going = on_its_way(table, "2Pz-3")
    step = game().steps["advancing"]
    asked = step.ask(going)
    assert isinstance(asked, Decision)
    step.take(going, game().parse(f"step {first}"), asked)
    step.take(going, game().parse(f"step {ring(first)[0]}"), step.ask(going))  # type: ignore[arg-type]
    assert {why(going, f"step {place}") for place in ring(ring(first)[0])} == {"BW-23.3.zone"}


def test_interdiction_counts_in_the_advance():
    first = ring(NORTH)[0]
    more = f'[markers]\ninterdicted = ["{first}"]\n'
    free, dear = (won("Adv 3", PIECES, *ALL, turn=16, more=extra) for extra in ("", more))
    spent = []
    for table in (free, dear):
        table.do("advance 2Pz-3", f"step {first}")
        spent.append(table.state.top.spent)
    assert spent[1] - spent[0] == 2 * game().ground.point


@rule("BW-23.3.foot", "BW-R.76")
def test_infantry_does_not_advance_and_the_last_that_holds_the_defender_stays():
    mixed = won("Adv 3", PIECES, *ALL)
    assert mixed.offers("advance") == {"2Pz-3", "2Pz-2"}, "26/39 holds the defender"
    assert mixed.forbids("advance 26VG-39") == "BW-23.3.foot"
    riders = won("Adv 3", f"2Pz-3 {NORTH} / 2Pz-2 {NORTH} / 2Pz-304 {SOUTH} / 28Inf-110 {OPEN} reduced",
                 "2Pz-3", "2Pz-2", "2Pz-304")  # fmt: skip
    assert riders.offers("advance") == {"2Pz-3", "2Pz-2", "2Pz-304"}
    riders.do("advance 2Pz-2", f"step {ring(NORTH)[0]}", "stop")
    assert riders.forbids("advance 2Pz-304") == "BW-23.3.foot"
    assert riders.offers("advance") == {"2Pz-3"}


@rule("BW-23.3.foot", "BW-R.76")
def test_without_infantry_nobody_advances():
    pieces = f"2Pz-3 {NORTH} / 28Inf-110 {OPEN} reduced / 352VG-914 5301 / 4Inf-12 5302"
    table = won("Adv 2", pieces, "2Pz-3", more=f'[markers]\nimproved = ["{OPEN}"]\n')
    assert table.asked() == ("german", "german combat")
    state = past(table, 2, "2Pz-3")
    bar = first_bar(unit("2Pz-3"), game().steps["past"].bars(state, state.top))  # type: ignore[attr-defined]
    assert bar is not None
    assert (bar.rule, "BW-R.76" in bar.why) == ("BW-23.3.foot", True)


@rule("BW-23.3.foot")
def test_a_leader_may_go_past_the_defender_with_the_units_of_his_hex():
    pieces = f"{PIECES} / L-Manteuffel {NORTH}"
    table = won("Adv 3", pieces, *ALL, more="leaders = true\n")
    assert table.offers("advance") == {"2Pz-3", "2Pz-2", "L-Manteuffel"}
    assert table.forbids("advance 26VG-39") == "BW-23.3.foot"


# ---- rivers, roads, and the example ----


@rule("BW-23.2.river", "BW-9.8.forest", "BW-23.3")
def test_near_francorchamps_the_brigade_enters_neither_1913_nor_1912_and_grenadiers_reach_1809_by_1810():
    pieces = "PzBde150 1812 marched / 1SS-Peiper 1711 / 1SS-2 1711 / 1SS-1 1713 / 1Inf-16 1712"
    joining = ("PzBde150", "1SS-Peiper", "1SS-2", "1SS-1")
    declared_ = announced(pieces, *joining, place="1712", turn=4)
    assert declared_.state.chance is not None
    assert declared_.state.chance.reason == "Attack on 1712 at 4-1"
    assert ("BW-9.3", "ER 6 to 5, better for the attacker") in declared_.tally()
    table = won("Adv 2", pieces, *joining, place="1712", turn=4)
    brigade = on_its_way(table, "PzBde150")
    assert why(brigade, "step 1913") == "BW-9.8.forest"
    assert why(brigade, "step 1912") == "BW-23.2.river"
    table.do("advance 1SS-2", "step 1810", "step 1809").try_("stop")
    assert table.where("1SS-2") == "1809"
    assert table.where("1Inf-16") == "1712", "it has not moved"


@rule("BW-36.10")
def test_near_francorchamps_it_is_peipers_grenadiers_that_reach_1809_and_the_group_stays_together():
    """As the book has it: in the variant SS 3/2 is one of the three battalions."""
    battalions = ("1SS-PA-1Pz", "1SS-PA-501", "1SS-PA-3PzG")
    pieces = "PzBde150 1812 marched / 1SS-1 1713 / 1Inf-16 1712 / L-Peiper 1711"
    pieces = " / ".join([pieces, *(f"{name} 1711" for name in battalions)])
    variant = "leaders = true\nspearheads = true\npeiper_alternative = true\n"
    attackers = ("PzBde150", "1SS-1", *battalions)
    declared_ = announced(pieces, *attackers, place="1712", turn=4, more=variant)
    assert declared_.state.chance is not None
    assert declared_.state.chance.reason == "Attack on 1712 at 4-1"
    assert dict(declared_.tally())["BW-9.3"].startswith("ER 6 to 5")
    table = won("Adv 2", pieces, *attackers, place="1712", turn=4, more=variant)
    table.do("advance 1SS-PA-3PzG", "step 1810", "step 1809").try_("stop")
    assert table.where("1SS-PA-3PzG") == "1809"
    assert not nearness.astray(table.state), "each is within two hexes of another"
    assert "done" in table.options()


@rule("BW-23.2.river")
def test_who_has_not_moved_crosses_a_river_into_the_first_hex():
    pieces = "PzBde150 1812 / 1SS-Peiper 1711 / 1SS-2 1711 / 1SS-1 1713 / 1Inf-16 1712"
    table = won("Adv 2", pieces, "PzBde150", "1SS-Peiper", "1SS-2", "1SS-1", place="1712", turn=4)
    assert "1912" in steps(on_its_way(table, "PzBde150"))
    marched = pieces.replace("1812", "1812 marched")
    again = won("Adv 2", marched, "PzBde150", "1SS-Peiper", "1SS-2", "1SS-1", place="1712", turn=4)
    assert why(on_its_way(again, "PzBde150"), "step 1912") == "BW-23.2.river"


@rule("BW-8.3", "BW-R.75")
def test_past_clervaux_a_unit_advances_half_as_far():
    pieces = "2Pz-3 1524 / 26VG-77 1524 / 26VG-78 1525 / 28Inf-110 1624 reduced"
    table = won("Adv 3", pieces, "2Pz-3", "26VG-77", "26VG-78", place="1624", more="[markers]\nimproved = []\n")
    assert table.state.decision.prompt == "Choose a unit to advance up to two hexes past 1624, or decline"
    state = on_its_way(table, "2Pz-3")
    step = game().steps["advancing"]
    for _ in range(2):
        asked = step.ask(state)
        assert isinstance(asked, Decision)
        step.take(state, next(option for option in asked.options if option.verb == "step"), asked)
    here = game().ground.grid.name(state.top.way[-1])
    assert {why(state, f"step {place}") for place in ring(here)} == {"BW-8.3"}


@rule("BW-R.75", "BW-9.8.road")
def test_the_road_bonus_applies_past_a_defender():
    pieces = "2Pz-3 0118 / 26VG-39 0118 / 28Inf-110 0117 reduced"
    table = won("Adv 1", pieces, "2Pz-3", "26VG-39", place="0117", more='[markers]\nimproved = ["0117"]\n')
    table.do("advance 2Pz-3", "step 0218", "step 0318").try_("stop")
    assert (table.where("2Pz-3"), table.rules("advance")) == ("0318", ["BW-9.8.road"])


def test_the_screen_of_an_advance_past_the_defender_is_sound():
    table = won("Adv 2", PIECES, *ALL)
    for side in ("german", "allied", None):
        validate(game().screen(table.state.view(side)))
    assert table.screen("german").prompt.text is not None
