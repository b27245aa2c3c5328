"""Small options: the Schnee Eifel (BW-30), combined arms (BW-32), Monschau (BW-33), the garrison (BW-35)."""

from __future__ import annotations

from typing import cast

import pytest

from ardennes.counters.bars import first_bar
from ardennes.engine.errors import BadOption
from ardennes.games.bitter_woods import bombardment, support
from ardennes.games.bitter_woods.movement import allowance
from ardennes.games.bitter_woods.queries import Situation
from tests.games.bitter_woods.scenes import Fall, fall
from tests.games.bitter_woods.table import Table, at, game, hex_
from tests.games.bitter_woods.test_optional_dice import options, to_the_dice
from tests.rulemark import rule

__all__ = ["fall"]

# ---- 30: the Schnee Eifel ----

EIFEL = "18VG-293 0615 / 18VG-294 0615 / 18VG-295 0615 / 106Inf-422 0616"


def eifel(*dice: int, turn: int = 1, more: str = options("schnee_eifel")) -> Table:
    table = at("german combat", EIFEL, turn=turn, more=more)
    names = ("18VG-293", "18VG-294", "18VG-295")
    return to_the_dice(table.do("target 0616").try_(*(f"join {name}" for name in names))).roll(*dice)


@rule("BW-30.0")
def test_after_an_attack_on_106_422_the_germans_advance_a_hex_less():
    with_, without = eifel(3), eifel(3, more="")
    label = without.result()
    assert with_.result() == label
    assert label.startswith("D")
    assert "BW-30.0" in with_.rules("effect")
    frames = [table.state.frames[0 if len(table.state.frames) == 1 else 1] for table in (with_, without)]
    assert [frame.hexes for frame in frames if frame.step == "advance"] == [int(label[-1]) - 1, int(label[-1])]


DEFENCE = "106Inf-422 0616 / 106Inf-423 0616 / 62VG-164 0617"


@rule("BW-30.0")
def test_germans_whom_106_422_drives_back_retreat_and_are_followed_a_hex_less(fall: Fall):
    more = options("schnee_eifel")
    table = fall("D2", "0617", DEFENCE, step="allied combat", turn=1, more=more)
    assert table.texts("BW-30.0") == ["The Schnee Eifel at 0617: the Germans retreat one hex less"]
    while table.asked()[0] == "german":
        table.do(table.options()[0])
    assert game().ground.grid.distance(hex_("0617"), hex_(table.where("62VG-164"))) == 1
    assert table.asked() == ("allied", "advance")
    assert table.state.top.hexes == 1, "as far as the defender retreated"
    table.do("advance 106Inf-422")
    assert table.where("106Inf-422") == "0617"


@rule("BW-30.0")
def test_germans_who_have_beaten_106_422_off_do_not_follow(fall: Fall):
    more = options("schnee_eifel")
    for names, follow in ((more, False), ("", True)):
        table = fall("A2", "0617", DEFENCE, step="allied combat", turn=1, more=names)
        while table.asked()[0] == "allied" and table.asked()[1] in ("retreat", "way"):
            table.do(table.options()[0])
        assert (table.asked() == ("german", "advance")) is follow
    assert "BW-30.0" in fall("A2", "0617", DEFENCE, step="allied combat", turn=1, more=more).rules("effect")


@rule("BW-30.0")
def test_the_odds_foretell_the_schnee_eifel():
    def foretold(step: str, pieces: str, place: str, more: str) -> dict[str, tuple[int, int, int, int]]:
        table = at(step, pieces, turn=1, more=more).try_(f"target {place}")
        while more_ := sorted(table.offers("join")):
            table.do(f"join {more_[0]}")
        battle = table.state.battle()
        assert battle is not None
        return {
            one.label: (one.attacker.retreat, int(one.attacker.may_advance),
                        one.defender.retreat, int(one.defender.may_advance))
            for one in table.state.odds(battle).outcomes
        }  # fmt: skip

    more = options("schnee_eifel")
    theirs = foretold("allied combat", DEFENCE, "0617", more)
    plain = foretold("allied combat", DEFENCE, "0617", "")
    assert plain["D2"] == (0, 2, 2, 0)
    assert theirs["D2"] == (0, 2, 1, 0)
    assert plain["A2"] == (2, 0, 0, 1)
    assert theirs["A2"] == (2, 0, 0, 0), "the Germans do not follow"
    assert "whichever side attacks" in game().rules["BW-30.0"].text


@rule("BW-30.0")
def test_the_schnee_eifel_counts_on_16am_only():
    assert "BW-30.0" not in eifel(3, turn=2).rules("effect")


# ---- 32: combined arms ----

ARMS = "2Pz-3 0218 / 2Pz-2 0120 / A-401 0116 / 26Inf-101 0219"


def arms(pieces: str = ARMS, *, gun: bool = True, more: str = "", target: str = "0219") -> dict[str, str]:
    table = at("german combat", pieces, turn=5, more=options("combined_arms") + more)
    table.do(f"target {target}", "join 2Pz-3", "join 2Pz-2", "done")
    if gun:
        table.do("add A-401")
    return dict(table.tally())


@rule("BW-32.0", "BW-R.65")
def test_armor_infantry_and_a_gun_from_three_hexes_get_a_column():
    assert arms()["BW-32.0"] == "combined arms (BW-R.65)"
    assert "BW-32.0" not in arms(gun=False)


@rule("BW-32.0")
def test_broken_ground_gives_no_combined_arms():
    ground = game().ground
    broken = next(
        i for i in ground.grid
        if game().board.terrain_of(i) == "broken" and ground.ring[i].bit_count() == 6 and not ground.over_rivers[i]
    )  # fmt: skip
    one, two, *_ = ground.grid.names(ground.ring[broken] & ~ground.forest)
    near = ground.grid.disc(1 << broken, 4) & ~ground.grid.disc(1 << broken, 2) & ~ground.forest
    gun, place = next(iter(ground.grid.names(near))), ground.grid.name(broken)
    pieces = f"2Pz-3 {one} / 2Pz-2 {two} / A-401 {gun} / 26Inf-101 {place}"
    assert "BW-32.0" not in arms(pieces, target=place)


@rule("BW-32.0.improved")
def test_an_improved_position_takes_combined_arms_away():
    found = arms(more='[markers]\nimproved = ["0219"]\n')
    assert "BW-32.0" not in found
    assert "BW-32.0.improved" in found


# ---- 33: Monschau ----


@rule("BW-33.0")
def test_german_guns_spare_monschau_on_16am():
    pieces = "326VG-751 0905 / A-405 0706 / 102Cav 1005"

    def table(turn: int, more: str) -> Table:
        return at("german combat", pieces, turn=turn, more=more).do("target 1005").try_("join 326VG-751").do("done")

    assert table(1, "").offers("add") == table(2, options("monschau")).offers("add") == {"A-405"}
    spared = table(1, options("monschau"))
    assert spared.state.chance is not None, "nobody may fire"
    clash = spared.state.clash()
    assert clash is not None
    barred = first_bar(game().forces.index["A-405"], support.offensive_bars(spared.state, clash))
    assert barred is not None
    assert barred.rule == "BW-33.0"


@rule("BW-33.0", "BW-R.68")
def test_every_attack_on_monschau_on_16am_goes_without_shells():
    pieces = "326VG-751 0905 / 326VG-752 0905 / A-405 0706 / A-388 0706 / A-402 0706 / 102Cav 1005"
    more = options("monschau", "bombardment")
    table = at("german combat", pieces, turn=1, more=more).do("target 1005")
    assert table.forbids("bombard") == "BW-21.2", "no gun may fire"
    barred = first_bar(game().forces.index["A-405"], bombardment.bars(table.state, 0, hex_("1005"), 0))
    assert barred is not None
    assert barred.rule == "BW-33.0"
    assert "Monschau" in game().rules["BW-R.68"].text
    table.do("join 326VG-751", "done")
    assert table.state.chance is not None, "nobody may fire"
    table.roll(2)
    assert table.result() == "CA", "both stay where they are"
    table.do("target 1005").try_("join 326VG-752", "done")
    assert table.state.chance is not None, "a second attack is no freer than the first"


# ---- 35: the garrison of Seventh Army ----

HELD = "352VG-914 1335 / 352VG-915 0735 / 352VG-916 1134 / 276VG-986 0335 / 276VG-987 0832"


@rule("BW-35.0")
def test_a_missing_garrison_costs_seventh_army_a_point():
    whole, missing = at_movement(HELD), at_movement(HELD.replace("352VG-914 1335", "352VG-914 1334"))
    assert not whole.state.ungarrisoned
    assert missing.state.ungarrisoned
    assert "BW-35.0" in missing.rules("effect")
    far = {name: table.fork().do("pick 276VG-987").offers("go") for name, table in (("yes", whole), ("no", missing))}
    assert far["no"] < far["yes"]
    assert "1632" in far["yes"] - far["no"]
    assert "BW-35.0" in missing.fork().do("pick 276VG-987").refusal_text("go 1632")


def at_movement(pieces: str) -> Table:
    """The German Movement Phase of 18AM, come to from the end of the turn before."""
    table = at("allied movement", pieces + " / 26Inf-101 2020", turn=4, more=options("garrison"))
    for _ in range(12):
        if table.state.decision.step == "german movement":
            return table
        table.do("done")
    raise AssertionError(table.state.decision)


@rule("BW-35.0.exploit")
def test_without_the_garrison_seventh_army_does_not_exploit():
    pieces = "FuhGd 0832 reserve / 26Inf-101 2020"
    track = "[tracks]\ngarrison-missing = true\n"
    on = at("german exploitation", pieces + " / 2Pz-3 0824 reserve", turn=6, more=options("garrison") + track)
    assert on.forbids("pick FuhGd") == "BW-35.0.exploit"
    assert "2Pz-3" in on.offers("pick")


@rule("BW-35.0")
def test_the_lost_point_concerns_the_movement_phase_alone():
    pieces = "L-Brandenberger 0832 / FuhGd 0832 reserve / 26Inf-101 2020"
    more = options("garrison", "leaders") + "[tracks]\ngarrison-missing = true\n"
    marching = at("german movement", pieces, turn=6, more=more)
    leader, point = game().forces.index["L-Brandenberger"], game().ground.point
    assert "one movement point less in that Movement Phase" in game().rules["BW-35.0"].text
    assert allowance(marching.state, leader) == 4 * point
    exploiting = at("german exploitation", pieces, turn=6, more=more)
    assert "L-Brandenberger" in exploiting.offers("pick"), "he has released the brigade, which stays"
    assert allowance(exploiting.state, leader) == 5 * point


# ---- the options together ----


def test_every_option_is_off_unless_it_is_chosen_and_names_its_case():
    state = cast(Situation, game().start("campaign"))
    assert not state.optional
    for option in game().options.values():
        assert option.rule in game().rules
        assert option.default == "off"
    with pytest.raises(BadOption, match="weather"):
        game().start("campaign", weather=True)
