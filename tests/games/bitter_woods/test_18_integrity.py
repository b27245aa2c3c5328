"""Divisional integrity (BW-18): who flanks, who hangs together, and what takes the bonus away."""

from __future__ import annotations

from tests.games.bitter_woods.table import Table, at
from tests.rulemark import rule

OPTION = "[options]\nintegrity = true\n"
LEHR = ("PzLehr-130", "PzLehr-901", "PzLehr-902")
AIRBORNE = "101Abn-501 0219 / 101Abn-502 0220 / 101Abn-506 0120"


def attack(pieces: str, *joining: str, more: str = "", turn: int = 5, target: str = "0219") -> Table:
    """An attack that is about to be supported, with the option on."""
    table = at("german combat", pieces, turn=turn, more=OPTION + more)
    return table.try_(f"target {target}", *(f"join {name}" for name in joining))


def on_the_die(table: Table) -> dict[str, float]:
    """What each rule of this chapter adds to the die."""
    battle = table.state.battle()
    assert battle is not None
    lines = table.state.odds(battle).tally
    return {line.rule: line.after - line.before for line in lines if line.rule.startswith("BW-18")}


@rule("BW-18.1", "BW-R.59")
def test_three_units_of_a_mechanized_division_flank_from_two_hexes_that_are_not_next_to_each_other():
    table = attack("PzLehr-130 0218 / PzLehr-901 0218 / PzLehr-902 0220 / 26Inf-101 0219", *LEHR)
    assert on_the_die(table) == {"BW-18.1": -1}
    near = attack("PzLehr-130 0218 / PzLehr-901 0218 / PzLehr-902 0119 / 26Inf-101 0219", *LEHR)
    assert on_the_die(near) == {}, "0218 and 0119 are next to each other"


@rule("BW-18.1")
def test_from_three_hexes_the_division_itself_may_be_in_one_of_them():
    three = "PzLehr-130 0218 / PzLehr-901 0218 / PzLehr-902 0218 / 26VG-39 0119 / 26VG-77 0120 / 26Inf-101 0219"
    assert on_the_die(attack(three, *LEHR, "26VG-39", "26VG-77")) == {"BW-18.1": -1}
    assert on_the_die(attack(three, *LEHR, "26VG-39")) == {}


def test_two_units_are_no_division_and_infantry_divisions_of_the_germans_do_not_count():
    two = attack("PzLehr-130 0218 / PzLehr-901 0220 / 26VG-39 0220 / 26Inf-101 0219", *LEHR[:2], "26VG-39")
    assert on_the_die(two) == {}
    foot = attack("26VG-39 0218 / 26VG-77 0220 / 26VG-78 0220 / 26Inf-101 0219", "26VG-39", "26VG-77", "26VG-78")
    assert on_the_die(foot) == {}


@rule("BW-18.1")
def test_an_allied_division_counts_if_its_units_have_an_endurance_of_five():
    def allied(division: str, *names: str) -> dict[str, float]:
        one, two, three = (f"{division}-{name}" for name in names)
        table = at("allied combat", f"{one} 0218 / {two} 0220 / {three} 0220 / 18VG-293 0219", turn=5, more=OPTION)
        table.try_("target 0219", f"join {one}", f"join {two}", f"join {three}")
        return on_the_die(table)

    assert allied("1Inf", "16", "18", "26") == {"BW-18.1": -1}
    assert allied("26Inf", "101", "104", "328") == {}


@rule("BW-18.2", "BW-R.60")
def test_a_chain_of_three_units_defends_as_a_division():
    german = "26VG-39 0218 / "
    assert on_the_die(attack(german + AIRBORNE, "26VG-39")) == {"BW-18.2": 1}
    apart = german + "101Abn-501 0219 / 101Abn-502 0220 / 101Abn-506 0123"
    assert on_the_die(attack(apart, "26VG-39")) == {}, "the third hangs together with nobody"
    pairs = german + "101Abn-501 0219 / 101Abn-502 0220 / 101Abn-506 0123 / 101Abn-327 0124"
    assert on_the_die(attack(pairs, "26VG-39")) == {}, "two pairs are no chain"


@rule("BW-18.2")
def test_all_in_one_hex_hang_together_too():
    stack = "26VG-39 0218 / 101Abn-501 0219 / 101Abn-502 0219 / 101Abn-506 0219"
    assert on_the_die(attack(stack, "26VG-39")) == {"BW-18.2": 1}


@rule("BW-18.3.both")
def test_lehr_on_the_flank_of_the_101st_gives_nothing_to_either():
    table = attack(f"PzLehr-130 0218 / PzLehr-901 0218 / PzLehr-902 0320 / {AIRBORNE}", *LEHR)
    assert on_the_die(table) == {"BW-18.3.both": 0}


@rule("BW-18.1", "BW-18.2")
def test_the_books_example_lehr_is_eligible_with_three_of_four_and_the_101st_with_a_chain():
    """Each alone has its bonus, to the die that is read; both together have none."""
    lehr = "PzLehr-130 0218 / PzLehr-901 0218 / PzLehr-902 0320 / PzLehr-Recon 0224"
    others = "26Inf-101 0219 / 26Inf-104 0220"
    third = f"26VG-39 0218 / 26VG-77 0218 / 26VG-78 0320 / {AIRBORNE} / 101Abn-327 0124"
    names = ("26VG-39", "26VG-77", "26VG-78")

    def read(pieces: str, joining: tuple[str, ...]) -> tuple[dict[str, float], str]:
        table = attack(pieces, *joining)
        found = on_the_die(table)
        while table.state.chance is None:
            table.do("done")
        table.roll(3)
        return found, table.events("result")[-1].text

    flank, text = read(f"{lehr} / {others}", LEHR)
    assert flank == {"BW-18.1": -1}
    assert "die 3 read as 1" in text, "with one less for endurance"
    defence, text = read(third, names)
    assert defence == {"BW-18.2": 1}
    assert "die 3 read as 5" in text, "with one more for endurance"
    both, text = read(f"{lehr} / {AIRBORNE} / 101Abn-327 0124", LEHR)
    assert both == {"BW-18.3.both": 0}
    assert "read as" not in text


@rule("BW-18.3", "BW-R.61")
def test_a_unit_out_of_supply_anywhere_spoils_the_bonus_of_its_division():
    lehr = "PzLehr-130 0218 / PzLehr-901 0218 / PzLehr-902 0220 / PzLehr-Recon 0224 out-of-supply / 26Inf-101 0219"
    assert on_the_die(attack(lehr, *LEHR)) == {"BW-18.3": 0}
    defence = f"26VG-39 0218 / {AIRBORNE} / 101Abn-327 0224 out-of-supply"
    assert on_the_die(attack(defence, "26VG-39")) == {"BW-18.3": 0}


@rule("BW-18.3.most")
def test_two_divisions_on_the_flank_are_worth_one():
    pieces = (
        "PzLehr-130 0218 / PzLehr-901 0218 / PzLehr-902 0218 / 2Pz-3 0220 / 2Pz-2 0220 / 2Pz-304 0220 / 26Inf-101 0219"
    )
    table = attack(pieces, *LEHR, "2Pz-3", "2Pz-2", "2Pz-304")
    assert on_the_die(table) == {"BW-18.3.most": -1}


@rule("BW-18.3.cancel", "BW-R.62")
def test_a_fortification_and_the_meuse_take_the_flanking_bonus_away():
    fort = attack(
        "PzLehr-130 2425 / PzLehr-901 2425 / PzLehr-902 2427 / 26Inf-101 2426",
        *LEHR,
        target="2426",
        more='[markers]\nforts = ["2426"]\n',
    )
    assert on_the_die(fort) == {"BW-18.3.cancel": 0}
    far, near = _across_the_meuse()
    pieces = f"PzLehr-130 {near[0]} / PzLehr-901 {near[0]} / PzLehr-902 {near[1]} / 26Inf-101 {far}"
    assert on_the_die(attack(pieces, *LEHR, target=far)) == {"BW-18.3.cancel": 0}


def _across_the_meuse() -> tuple[str, tuple[str, str]]:
    """A hex and two others across the Meuse from it that are not next to each other."""
    from tests.games.bitter_woods.table import game

    ground = game().ground
    grid = ground.grid
    for i in grid:
        others = [j for j in grid.bits(ground.over_meuse[i]) if not ground.over_cliffs[i] >> j & 1]
        for a in others:
            for b in others:
                if grid.distance(a, b) > 1 and not (ground.forest | ground.forts) & (1 << a | 1 << b | 1 << i):
                    return grid.name(i), (grid.name(a), grid.name(b))
    raise AssertionError("the Meuse bends nowhere")


def test_without_the_option_no_division_counts():
    table = at("german combat", "PzLehr-130 0218 / PzLehr-901 0218 / PzLehr-902 0220 / 26Inf-101 0219", turn=5)
    table.try_("target 0219", *(f"join {name}" for name in LEHR))
    assert on_the_die(table) == {}
