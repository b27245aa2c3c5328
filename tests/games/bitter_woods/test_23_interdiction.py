"""Interdicted forest roads after an attack on the move (BW-22, 23.3): the road from 1809 to 2008 leads through one."""

from __future__ import annotations

import pytest

from ardennes.engine import Decision
from tests.games.bitter_woods.scenes import why
from tests.games.bitter_woods.table import Table, at, game
from tests.games.bitter_woods.test_23_angriff import on_its_way, won
from tests.rulemark import rule

PIECES = "2Pz-2 1809 / 2Pz-3 1809 / 26VG-39 1809 / 28Inf-110 1710 reduced"
CHALLENGE = "challenge = true\n"
BOMBED = '[tracks]\nallied-aircraft = 1\n[markers]\ninterdicted = ["1909"]\n'


def passing(pieces: str = PIECES, *, more: str = CHALLENGE) -> Table:
    """An attack on the move past 1710 has succeeded; the forest road in 1909 is interdicted."""
    return won("Adv 3", pieces, "2Pz-2", "2Pz-3", "26VG-39", place="1710", turn=16, more=more + BOMBED)


@rule("BW-22.1")
def test_an_interdicted_forest_road_ends_the_advance():
    table = passing().do("advance 2Pz-2")
    assert table.offers("challenge") == {"1909"}
    assert table.forbids("challenge 1808") == "BW-22.1"
    table.do("step 1909")
    assert table.where("2Pz-2") == "1909", "it has paid two points more and stops"
    state, step = on_its_way(passing(), "2Pz-2"), game().steps["advancing"]
    asked = step.ask(state)
    assert isinstance(asked, Decision)
    step.take(state, game().parse("step 1909"), asked)
    assert why(state, "step 2008") == "BW-22.1"


@rule("BW-22.1")
def test_without_the_option_it_pays_and_goes_on():
    table = passing(more="").do("advance 2Pz-2")
    assert table.forbids("challenge 1909") == "BW-22.1"
    table.do("step 1909")
    assert "2008" in table.offers("step")


@rule("BW-22.2")
@pytest.mark.parametrize(("die", "after"), [(1, "1909 reduced"), (2, "1909 reduced"), (3, "1909"), (4, "1909")])
def test_a_challenge_that_fails_ends_the_advance(die: int, after: str):
    table = passing().do("advance 2Pz-2", "challenge 1909")
    assert table.state.chance is not None
    assert table.state.chance.rule == "BW-22.2"
    table.roll(die)
    assert table.where("2Pz-2") == after
    assert not table.state.challenged, "there is room for it, so nobody can be too many"
    assert table.asked() == ("german", "past"), "others may still advance"
    assert list(game().invariants(table.state)) == []


@rule("BW-22.2", "BW-R.97")
@pytest.mark.parametrize("die", [5, 6])
def test_after_a_challenge_that_succeeds_it_goes_on_by_road(die: int):
    table = passing().do("advance 2Pz-2", "challenge 1909").roll(die)
    assert table.offers("step") == {"2008"}, "1809 is in the zone of the defender"
    assert table.forbids("step 1908") == "BW-22.2"
    assert "BW-R.97" in table.refusal_text("step 1908")
    assert table.state.top.spent == game().ground.point // 4
    table.do("step 2008")
    assert table.state.top.spent == game().ground.point // 2


@rule("BW-22.2")
def test_a_reduced_unit_may_be_lost_in_the_advance():
    table = passing(PIECES.replace("2Pz-2 1809", "2Pz-2 1809 reduced"))
    table.do("advance 2Pz-2", "challenge 1909").roll(1)
    assert table.where("2Pz-2") == "eliminated reduced"
    assert "BW-22.2" in table.rules("effect")


@rule("BW-R.75")
def test_only_a_hex_with_room_is_challenged_in_an_advance():
    full = passing(f"{PIECES} / 277VG-989 1909 / 277VG-990 1909 / 277VG-991 1909")
    asked = game().steps["advancing"].ask(on_its_way(full, "2Pz-2"))
    assert isinstance(asked, Decision)
    assert "challenge" not in {option.verb for option in asked.options}
    assert "only a hex in which it could stay" in game().rules["BW-R.75"].text


def test_the_die_survives_saving_and_a_screen_shows_it():
    table = passing().do("advance 2Pz-2", "challenge 1909")
    saved = type(table.state).from_json(game(), table.state.to_json())
    saved.roll((5,))
    for side in ("german", "allied", None):
        table.screen(side)
    table.roll(5)
    assert saved.key() == table.state.key()


@rule("BW-22.1")
def test_peiper_ignores_interdiction_in_his_moves_of_17am_but_not_in_an_advance():
    pieces = "1SS-Peiper 1809 / 1SS-2 1809 / 12VG-27 1809 / 28Inf-110 1710 reduced"
    markers = '[tracks]\nallied-aircraft = 0\n[markers]\ninterdicted = ["1909"]\n'
    more = f"{CHALLENGE}spearheads = true\n{markers}"
    table = won("Adv 3", pieces, "1SS-Peiper", "1SS-2", "12VG-27", place="1710", turn=3, more=more)
    table.do("advance 1SS-Peiper")
    assert table.offers("challenge") == {"1909"}
    table.do("step 1909")
    assert table.where("1SS-Peiper") == "1909", "it stops there"
    other = at("german movement", pieces, turn=3, more=f"[options]\n{more}").do("pick 1SS-Peiper")
    assert other.forbids("challenge 1909") == "BW-22.1"
