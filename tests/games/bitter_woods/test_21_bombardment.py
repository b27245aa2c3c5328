"""Bombardments (BW-21): who may bombard what, the dice, and what shock does to a unit until it ends."""

from __future__ import annotations

import itertools

import pytest

from ardennes.engine.errors import PositionError
from ardennes.games.bitter_woods import leaders
from tests.games.bitter_woods.battles import ring
from tests.games.bitter_woods.scenes import Fall
from tests.games.bitter_woods.scenes import fall as fall
from tests.games.bitter_woods.table import Table, at, unit, units
from tests.rulemark import rule

OPTION = "[options]\nbombardment = true\n"
OPEN = "1519"  # clear, no river near, all clear around it
NORTH, SOUTH = ring(OPEN)[0], ring(OPEN)[-1]
GUNS = "A-388 1516 / A-402 1516 / A-405 1516"
ATTACK = f"26VG-39 {NORTH} / 28Inf-110 {OPEN} / {GUNS}"


def named(pieces: str, *, place: str = OPEN, turn: int = 9, side: str = "german", more: str = "") -> Table:
    """An attack on a hex has been begun, with the option on."""
    return at(f"{side} combat", pieces, turn=turn, more=OPTION + more).try_(f"target {place}")


def bombarded(table: Table, *guns: str) -> Table:
    """Some artillery bombards; the dice are due."""
    return table.do("bombard").try_(*(f"add {gun}" for gun in guns)).do("done")


def to_the_die(table: Table, *joining: str) -> Table:
    """These attack without support; the die is due."""
    table.try_(*(f"join {name}" for name in joining))
    while table.state.chance is None:
        table.do("done")
    return table


def tallied(table: Table, *joining: str) -> list[tuple[str, int]]:
    """What each rule of the battle in hand changes, once these have joined."""
    table.try_(*(f"join {name}" for name in joining))
    battle = table.state.battle()
    assert battle is not None
    return [(line.rule, int(line.after - line.before)) for line in table.state.odds(battle).tally]


# ---- who bombards what ----


@rule("BW-21.1", "BW-R.67")
def test_guns_that_bombard_do_not_support_the_attack():
    table = bombarded(named(ATTACK), "A-388", "A-402").roll(1)
    assert table.rules("support") == ["BW-21.1"]
    table.try_("join 26VG-39").do("done")
    assert table.offers("add") == {"A-405"}
    assert table.forbids("add A-388") == "BW-10.1.german"


@rule("BW-R.67")
def test_an_allied_gun_that_bombarded_supports_a_defence_in_the_next_german_turn():
    pieces = f"28Inf-110 {NORTH} / 26VG-39 {OPEN} / A-174 1516 / A-402US 1516"
    table = bombarded(named(pieces, side="allied", turn=5), "A-174", "A-402US").roll(1)
    assert table.has("fired", "A-174")
    to_the_die(table, "28Inf-110").roll(3)
    assert table.result() == "CA", "both stay where they are"
    while table.state.phase != "german combat":
        table.do("done")
    table.try_(f"target {NORTH}", "join 26VG-39").do("done", "done")
    assert table.asked() == ("allied", "defence")
    assert table.offers("add") == {"A-174", "A-402US"}


@rule("BW-21.1")
def test_without_the_option_nobody_bombards():
    table = at("german combat", ATTACK, turn=9).do(f"target {OPEN}")
    assert "bombard" not in table.options()
    assert table.forbids("bombard") == "BW-21.1"


@rule("BW-21.2", "BW-R.68")
def test_one_gun_and_one_rocket_do_not_bombard():
    pair = f"26VG-39 {NORTH} / 28Inf-110 {OPEN} / A-388 1516 / R-4 {NORTH}"
    assert named(pair).forbids("bombard") == "BW-21.2"
    table = named(f"{pair} / A-402 1516 / A-405 1516").do("bombard", "add A-388", "add R-4")
    assert table.forbids("done") == "BW-21.2"
    table.do("add A-402", "done")
    assert table.state.chance is not None


@rule("BW-21.2")
def test_two_rockets_are_enough():
    one = f"26VG-39 {NORTH} / R-4 {NORTH} / 28Inf-110 {OPEN}"
    assert named(one).forbids("bombard") == "BW-21.2"
    table = named(f"{one} / R-9 {SOUTH}")
    table.do("bombard").try_("add R-4", "add R-9")
    assert "done" in table.options()


@rule("BW-R.68")
@pytest.mark.parametrize(
    ("gun", "why"),
    [
        ("A-388 1507", "BW-10.1.range"),
        ("A-388 1516 fired", "BW-10.1.german"),
        ("A-388 1516 marched", "BW-10.4.move"),
        ("A-388 1516 out-of-supply", "BW-12.4.guns"),
        (f"A-388 {SOUTH}", "BW-10.3"),
    ],
)
def test_artillery_bombards_where_it_could_support(gun: str, why: str):
    table = named(f"26VG-39 {NORTH} / 28Inf-110 {OPEN} / A-402 1516 / A-405 1516 / {gun}").do("bombard")
    assert table.offers("add") == {"A-402", "A-405"}
    assert table.forbids("add A-388") == why
    assert table.refusal_text("done").endswith("(BW-R.68).")


@rule("BW-R.68", "BW-9.5.CA.attack")
def test_a_rocket_that_owes_a_counterattack_meets_it_by_bombarding():
    owed = f'[obligations]\n"{NORTH} counterattack" = {{ by = ["26VG-39", "R-4"], against = ["28Inf-110"] }}\n'
    pieces = f"26VG-39 {NORTH} / R-4 {NORTH} / R-9 {SOUTH} / R-17 {SOUTH} / 28Inf-110 {OPEN}"
    table = named(pieces, more=owed).do("bombard")
    assert table.refusal_text("done").endswith("(BW-R.68).")
    table.do("add R-4", "add R-9", "done").roll(1)
    table.try_("join 26VG-39").do("done")
    assert table.rules("duty")[-1] == "BW-9.5.CA.attack"
    assert table.state.duties == ()
    assert table.offers("add") == {"R-17"}, "4 Rocket has fired, and does not fire again"


@rule("BW-21.1.defence")
def test_the_defenders_artillery_takes_no_part():
    table = named(f"{ATTACK} / A-174 1522").do("bombard")
    assert table.forbids("add A-174") == "BW-21.1.defence"
    table.do("add A-388", "add A-402", "done").roll(6)
    assert table.asked() == ("german", "attack"), "the defender is not asked before the attack"


@rule("BW-R.70", "BW-10.2.defence")
def test_against_the_attack_that_follows_the_defenders_artillery_supports_as_ever():
    table = bombarded(named(f"{ATTACK} / A-174 1522"), "A-388", "A-402").roll(1)
    assert "in that attack as usual" in table.state.game.rules["BW-R.70"].text
    table.try_("join 26VG-39").do("done", "done")
    assert table.asked() == ("allied", "defence")
    table.do("add A-174")
    assert "BW-10.2.defence" in dict(table.tally())


@rule("BW-21.2.near", "BW-R.70")
def test_a_hex_that_was_bombarded_is_attacked_at_once():
    table = bombarded(named(f"{ATTACK} / 26VG-77 {SOUTH} / 4Inf-12 {ring(SOUTH)[-1]}"), "A-388", "A-402").roll(1)
    assert table.asked()[1] == "attack"
    assert table.forbids("done") == "BW-21.2.near"
    far = at("german combat", f"{ATTACK} / 4Inf-12 1523", turn=9, more=OPTION)
    assert far.forbids("target 1523") == "BW-9.1", "a hex that cannot be attacked is not bombarded either"
    assert far.forbids("bombard") == "BW-21.1"


@rule("BW-21.2.once")
def test_a_hex_is_bombarded_once_in_a_phase():
    table = bombarded(named(f"{ATTACK} / 26VG-77 {SOUTH}"), "A-388", "A-402").roll(1)
    assert table.forbids("bombard") == "BW-21.2.once"
    again = named(ATTACK, more=f'[markers]\nbombarded = ["{OPEN}"]\n')
    assert again.forbids("bombard") == "BW-21.2.once"


# ---- the dice ----


@rule("BW-21.2.four", "BW-21.2.fort", "BW-21.2.die")
def test_an_endurance_of_four_in_dinant_withstands_a_four_from_three_guns_and_a_rocket():
    near = ring("4717")[0]
    pieces = f"26VG-39 {near} / R-4 {near} / A-388 4720 / A-402 4720 / A-405 4720 / 28Inf-110 4717"
    table = bombarded(named(pieces, place="4717"), "A-388", "A-402", "A-405", "R-4")
    four = table.fork().roll(4)
    assert four.rules("effect")[-3:] == ["BW-21.2.four", "BW-21.2.fort", "BW-21.2.die"], "+1 and -1"
    assert not four.has("shocked", "28Inf-110")
    assert table.fork().roll(5).has("shocked", "28Inf-110")


@rule("BW-21.2.die", "BW-R.69")
@pytest.mark.parametrize(("status", "least"), [("", 5), ("out-of-supply", 4)])
def test_a_unit_is_shocked_by_more_than_its_endurance(status: str, least: int):
    pieces = f"26VG-39 {NORTH} / 28Inf-110 {OPEN} {status} / {GUNS}"
    table = bombarded(named(pieces), "A-388", "A-402")
    hit = [die for die in range(1, 7) if table.fork().roll(die).has("shocked", "28Inf-110")]
    assert hit == list(range(least, 7))


@rule("BW-21.2.four")
def test_five_guns_are_worth_no_more_than_four():
    pieces = f"26VG-39 {NORTH} / 28Inf-110 {OPEN} / {GUNS} / A-410 1422 / R-4 {NORTH} / A-766 1422"
    four = bombarded(named(pieces), "A-388", "A-402", "A-405", "R-4")
    five = bombarded(named(pieces), "A-388", "A-402", "A-405", "R-4", "A-410", "A-766")
    for table in (four, five):
        assert not table.fork().roll(3).has("shocked", "28Inf-110")
        assert table.fork().roll(4).has("shocked", "28Inf-110")


@rule("BW-21.2.die", "BW-R.69")
def test_each_unit_has_its_own_die_and_none_if_it_is_shocked_already():
    pieces = f"26VG-39 {NORTH} / 28Inf-110 {OPEN} / 1Inf-16 {OPEN} shocked / 14Cav {OPEN} / {GUNS}"
    table = bombarded(named(pieces), "A-388", "A-402")
    assert table.state.chance is not None
    assert [die.label for die in table.state.chance.dice] == [
        table.state.game.forces.display_names[unit(name)] for name in sorted(("28Inf-110", "14Cav"), key=unit)
    ]
    one, two = sorted(("28Inf-110", "14Cav"), key=unit)
    table.do("roll 6 1")
    assert (table.has("shocked", one), table.has("shocked", two)) == (True, False)
    all_ = named(f"26VG-39 {NORTH} / 1Inf-16 {OPEN} shocked / {GUNS}")
    assert all_.forbids("bombard") == "BW-21.2.die"


# ---- shock ----


@rule("BW-21.3", "BW-R.71")
def test_shock_halves_a_defender_and_takes_one_off_its_endurance():
    plain = tallied(named(ATTACK), "26VG-39")
    found = tallied(bombarded(named(ATTACK), "A-388", "A-402").roll(6), "26VG-39")
    assert ("BW-21.3", -2) in found, "5 is halved to 3"
    assert ("BW-9.1.stack", 5) in plain
    assert ("BW-21.3", 0) in found
    weaker = at("german combat", f"26VG-39 {NORTH} / 1Inf-16 {OPEN} shocked", turn=9, more=OPTION).do(f"target {OPEN}")
    assert ("BW-9.3", 1) not in tallied(weaker, "26VG-39"), "5 less one is no better than 4"


@rule("BW-21.3", "BW-R.71")
def test_a_shocked_attacker_out_of_supply_is_halved_twice():
    pieces = f"2Pz-3 {NORTH} shocked out-of-supply / 28Inf-110 {OPEN}"
    table = at("german combat", pieces, turn=9, more=OPTION).do(f"target {OPEN}")
    assert tallied(table, "2Pz-3")[:3] == [("BW-9.1.split", 9), ("BW-21.3", -4), ("BW-12.4.attack", -2)], "9, 5, 3"


@rule("BW-21.3", "BW-R.71")
def test_a_town_doubles_what_shock_has_left_and_a_shocked_gun_is_halved_twice():
    near = ring("1809")[0]
    table = at("german combat", f"26VG-39 {near} / 28Inf-110 1809 shocked / A-422 1809 shocked", turn=9, more=OPTION)
    found = tallied(table.do("target 1809"), "26VG-39")
    assert [line for line in found if line[0] in ("BW-21.3", "BW-9.4.town", "BW-10.3.half")][:4] == [
        *(("BW-21.3", -2), ("BW-9.4.town", 3)),  # 5 is halved to 3 and doubled to 6
        *(("BW-21.3", -2), ("BW-10.3.half", -1)),  # 5 to 3, and 3 to 2
    ]


@rule("BW-21.3")
def test_a_shocked_gun_supports_with_half_its_strength():
    pieces = f"28Inf-110 {NORTH} / 26VG-39 {OPEN} / A-174 1516 shocked"
    table = at("allied combat", pieces, turn=9, more=OPTION).do(f"target {OPEN}").try_("join 28Inf-110")
    table.do("done", "add A-174")
    assert ("BW-21.3", -2) in tallied(table), "4 is halved to 2"


@rule("BW-21.3.retreat")
def test_no_leader_keeps_a_shocked_unit_from_retreating(fall: Fall):
    more = OPTION + "leaders = true\n"
    pieces = f"2Pz-3 {NORTH} / 28Inf-110 {OPEN} {{}} / 4Inf-12 {OPEN} shocked / L-Middleton {ring(SOUTH)[-1]}"
    table = fall("D2", OPEN, pieces.format("shocked"), more=more)
    assert table.asked() == ("allied", "retreat"), "no leader is asked"
    steady = fall("D2", OPEN, pieces.format(""), more=more)
    assert steady.offers("influence") == {"L-Middleton"}
    barred = leaders.bars(table.state, 1, 2, units("28Inf-110 4Inf-12"))
    first = next(bar for bar in barred if bar.units >> unit("L-Middleton") & 1)
    assert "BW-21.3.retreat" in first.why


@rule("BW-21.3.leaders")
def test_leaders_are_not_shocked():
    table = named(f"{ATTACK} / L-Middleton {OPEN}", more="leaders = true\n")
    table = bombarded(table, "A-388", "A-402").roll(6)
    assert table.has("shocked", "28Inf-110")
    assert not table.has("shocked", "L-Middleton")
    assert "BW-21.3.leaders" in table.rules("effect")


@rule("BW-21.3.end", "BW-R.72")
def test_shock_ends_with_its_owners_next_turn():
    pieces = f"{ATTACK} / 26VG-77 0210 / 4Inf-12 0211"
    table = to_the_die(bombarded(named(pieces), "A-388", "A-402").roll(6), "26VG-39").roll(6)
    seen = []
    while table.state.turn == 9:
        if table.has("shocked", "28Inf-110"):
            seen.append(table.state.phase)
        table.roll(1) if table.state.chance else table.do("done" if "done" in table.options() else table.options()[0])
    assert seen[0] == "german combat"
    assert {"allied movement", "allied combat"} <= set(seen), "it lasts through the owner's own combat"
    assert not table.has("shocked", "28Inf-110")
    assert "BW-21.3.end" in table.rules("effect")


@rule("BW-18.3")
def test_a_shocked_unit_spoils_its_divisions_integrity():
    lehr = "PzLehr-130 0218 / PzLehr-901 0218 / PzLehr-902 0220 / 26Inf-101 0219"
    more = OPTION + "integrity = true\n"
    for extra, expected in (("", ("BW-18.1", -1)), (" / PzLehr-Recon 0224 shocked", ("BW-18.3", 0))):
        table = at("german combat", lehr + extra, turn=5, more=more).do("target 0219")
        assert expected in tallied(table, "PzLehr-130", "PzLehr-901", "PzLehr-902")


@rule("BW-R.63")
def test_a_shocked_defender_is_scared_more_easily():
    more = OPTION + "scare = true\n"
    table = at("german combat", "12SS-12 0207 / 2Inf-9 0208 shocked", turn=3, more=more).do("target 0208")
    to_the_die(table, "12SS-12").roll(4)
    assert ("BW-19.0", "SS panzer scare") in table.tally(), "an endurance of 5 counts 4"


@rule("BW-32.0", "BW-R.65")
def test_artillery_that_has_shocked_a_defender_is_one_of_the_combined_arms():
    pieces = f"2Pz-3 {NORTH} / 26VG-39 {SOUTH} / 28Inf-110 {OPEN} / {GUNS}"
    table = bombarded(named(pieces, more="combined_arms = true\n"), "A-388", "A-402")
    assert ("BW-32.0", 1) in tallied(table.fork().roll(6), "2Pz-3", "26VG-39")
    assert ("BW-32.0", 1) not in tallied(table.fork().roll(4), "2Pz-3", "26VG-39"), "nobody is shocked"


# ---- odds ----


@rule("BW-21.2.die")
def test_the_odds_mix_a_bombardment_in_before_it_is_rolled():
    pieces = f"2Pz-3 {NORTH} / 26VG-39 {SOUTH} / 28Inf-110 {OPEN} / 14Cav {OPEN} / {GUNS}"
    table = named(pieces, more="combined_arms = true\n").do("join 2Pz-3", "join 26VG-39", "bombard")
    table.do("add A-388", "add A-402")
    battle = table.state.battle()
    assert battle is not None
    mixed = {outcome.label: outcome.probability for outcome in table.state.odds(battle).outcomes}
    seen: dict[str, float] = {}
    for one, two, die in itertools.product(range(1, 7), repeat=3):
        fork = to_the_die(table.fork().do("done", f"roll {one} {two}")).roll(die)
        seen[fork.result()] = seen.get(fork.result(), 0.0) + 1 / 216
    assert mixed == pytest.approx(seen)
    again = table.state.clash_of(battle)
    assert table.state.declared(again) == battle, "the words of a battle say that it is bombarded first"


# ---- position files and the screen ----


@pytest.mark.parametrize(
    ("more", "pieces", "why"),
    [
        ("", f"28Inf-110 {OPEN} shocked", "only with the option"),
        (OPTION, f"26VG-39 {NORTH} / 4Inf-12 {OPEN}", "no enemy unit is in"),
        (OPTION, f"28Inf-110 {OPEN}", "bombarded in a Combat Phase only"),
    ],
)
def test_a_position_file_with_shock_where_none_can_be_is_refused(more: str, pieces: str, why: str):
    step, markers = "german combat", ""
    if "no enemy" in why:
        markers = f'[markers]\nbombarded = ["{NORTH}"]\n'
    if "Phase only" in why:
        step, markers = "german movement", f'[markers]\nbombarded = ["{OPEN}"]\n'
    with pytest.raises(PositionError, match=why):
        at(step, pieces, turn=9, more=more + markers)


@rule("BW-21.3.end")
@pytest.mark.parametrize(("step", "name"), [("german movement", "28Inf-110"), ("allied movement", "26VG-39")])
def test_nobody_is_shocked_before_the_enemys_combat(step: str, name: str):
    with pytest.raises(PositionError) as fault:
        at(step, f"{name} {OPEN} shocked", turn=9, more=OPTION)
    assert "BW-21.3.end" in str(fault.value)
    other = "26VG-39" if name == "28Inf-110" else "28Inf-110"
    assert at(step, f"{other} {OPEN} shocked / {name} 0210", turn=9, more=OPTION).has("shocked", other)


def test_the_screen_shows_who_bombards_and_who_is_shocked():
    table = named(ATTACK).do("join 26VG-39", "bombard", "add A-388", "add A-402")
    sheet = table.screen("german").sheets[0]
    assert [group.label for group in sheet.attackers][-1] == "Artillery that bombards"
    assert sheet.next[0].rule == "BW-21.2.die"
    table.do("done")
    table.screen("allied")
    table.roll(6)
    piece = next(piece for piece in table.screen("allied").pieces if piece.id == "28Inf-110")
    assert "BW-21.3" in [badge.rule for badge in piece.badges]


def test_the_dice_before_anybody_has_joined_belong_to_no_battle_yet():
    table = bombarded(named(ATTACK), "A-388", "A-402")
    assert table.state.chance is not None
    assert table.state.battle() is None, "there are no attackers whose odds could be told"
    for side in ("german", "allied", None):
        table.screen(side)
    joined = bombarded(named(ATTACK).try_("join 26VG-39"), "A-388", "A-402")
    battle = joined.state.battle()
    assert battle is not None
    assert sum(outcome.probability for outcome in joined.state.odds(battle).outcomes) == pytest.approx(1)
