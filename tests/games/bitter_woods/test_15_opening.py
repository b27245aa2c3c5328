"""The opening (BW-15): movement on 16AM; who may attack whom."""

from __future__ import annotations

from ardennes.games.bitter_woods import movement, opening
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN
from tests.games.bitter_woods.table import Table, at, begin, game, hex_, unit
from tests.games.bitter_woods.test_05_movement import FAR_ALLIED
from tests.rulemark import rule


def allowances(table: Table, *names: str) -> list[int]:
    return [movement.allowance(table.state, unit(name)) // 12 for name in names]


def on_16am(pieces: str) -> Table:
    return at("allied movement", f"{pieces} / 212VG-316 0234", turn=1)


def start() -> Table:
    table = begin()
    while table.asked()[1] != "german movement":
        table.do("done")
    return table


@rule("BW-15.2", "BW-R.5")
def test_only_allied_units_that_began_in_a_german_zone_have_their_full_allowance():
    table = start()
    assert allowances(table, "28Inf-110", "9Arm-CCA", "9Arm-CCB", "14Cav", "2Inf-9") == [4, 5, 2, 2, 4]
    table = on_16am("9Arm-CCB 1311 / 28Inf-110 2001")
    assert allowances(table, "28Inf-110") == [4], "wherever it is now (BW-R.5)"
    refusal = table.do("pick 9Arm-CCB").refusal("go 1721")
    assert "on 16AM its allowance is 2, not 5 (BW-15.2)" in refusal.text
    assert "BW-R.5" in game().rules["BW-15.2"].see
    later = at("allied movement", "9Arm-CCB 1311 / 212VG-316 0234", turn=2)
    assert allowances(later, "9Arm-CCB") == [5]


@rule("BW-15.2.artillery")
def test_allied_artillery_has_one_point():
    table = on_16am("A-406US 1209 / 9Arm-CCB 1311").do("pick A-406US")
    assert allowances(table, "A-406US") == [1]
    assert "on 16AM its allowance is 1, not 4 (BW-15.2.artillery)" in table.refusal_text("go 1411")


@rule("BW-15.3.free")
def test_allied_artillery_next_to_a_german_unit_has_its_full_allowance():
    table = at("allied movement", f"A-406US 1209 / 12VG-27 1208 / {FAR_ALLIED}", turn=1)
    assert allowances(table, "A-406US") == [4]
    assert game().rules["BW-15.3.free"].text.startswith("An Allied artillery unit next to a German unit")


@rule("BW-15.2.veterans")
def test_units_of_the_2nd_division_have_three_points():
    table = on_16am("2Inf-23 1109 / 9Arm-CCB 1311").do("pick 2Inf-23")
    assert allowances(table, "2Inf-23") == [3]
    assert "on 16AM its allowance is 3, not 4 (BW-15.2.veterans)" in table.refusal_text("go 1501")


@rule("BW-15.2.advance")
def test_in_an_advance_allied_units_have_their_full_allowance():
    state = on_16am("9Arm-CCB 1311").state
    assert movement.allowance(state, unit("9Arm-CCB"), advancing=True) == 60
    assert movement.allowance(state, unit("9Arm-CCB")) == 24
    assert game().rules["BW-15.2.advance"].kind == "rule"


@rule("BW-15.5")
def test_the_ss_does_not_move_on_16am():
    table = start()
    for name in ("12SS-12", "1SS-Peiper", "1SS-1", "PzBde150"):
        frozen = table.fork().do(f"pick {name}")
        assert frozen.options() == ["build"]
        assert frozen.forbids("step 0311") == "BW-15.5"
    assert (opening.frozen(table.state) & table.state.playing[0]).bit_count() == 7
    later = at("german movement", f"1SS-1 0311 / {FAR_ALLIED}", turn=2)
    assert opening.frozen(later.state) == 0
    assert later.do("pick 1SS-1").offers("go")


@rule("BW-15.7")
def test_german_mechanized_units_have_a_point_less_on_16am_also_in_an_advance():
    table = start()
    assert allowances(table, "2Pz-3", "PzLehr-Recon", "26VG-77", "A-401") == [3, 4, 3, 2]
    assert movement.allowance(table.state, unit("2Pz-3"), advancing=True) == 36
    refusal = table.do("pick 2Pz-2").refusal("go 2027")
    assert "on 16AM its allowance is 3, not 4 (BW-15.7)" in refusal.text


@rule("BW-15.7.sector", "BW-R.48")
def test_each_army_attacks_only_those_before_it():
    state = start().state
    fifth, sixth, seventh = unit("2Pz-2"), unit("12VG-27"), unit("352VG-914")

    def may(where: str) -> tuple[bool, bool, bool]:
        units = opening.may_attack(state, GERMAN, hex_(where))
        return bool(units >> sixth & 1), bool(units >> fifth & 1), bool(units >> seventh & 1)

    assert may("1005") == (True, False, False), "102 Cav"
    assert may("0715") == (True, True, False), "14 Cav, which both armies face"
    assert may("0616") == (False, True, False), "106/422"
    assert may("1424") == (False, True, False), "28/110"
    assert may("1130") == (False, False, True), "28/109"
    assert may("0634") == (False, False, True), "4/12"
    bar = opening.sector_bars(state, hex_("1424"))[0]
    assert bar.rule == "BW-15.7.sector"
    assert "BW-R.48" in bar.why
    assert bar.units >> sixth & 1
    assert not bar.units >> fifth & 1


@rule("BW-15.7.sector")
def test_after_16am_anybody_may_be_attacked():
    state = at("german combat", f"12VG-27 1324 / 28Inf-110 1424 / {FAR_ALLIED}", turn=2).state
    assert opening.may_attack(state, GERMAN, hex_("1424")) == game().forces.of[GERMAN]
    assert opening.may_attack(state, ALLIED, hex_("1324")) == game().forces.of[ALLIED]
    assert opening.sector_bars(state, hex_("1424")) == []
    assert "16AM" in game().rules["BW-15.7.sector"].text
