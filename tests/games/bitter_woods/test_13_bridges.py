"""Bridges (BW-13): demolition by distance, three blown at the start, rebuilding by an advance, eight German ones."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods import bridges
from ardennes.games.bitter_woods.forces import ALLIED
from tests.games.bitter_woods.table import Table, at, begin, bridge, game, unit
from tests.rulemark import rule

# The figure of 13.1. A: Germans across the bridge; B: Germans a hex away; C: only guns beside it.
A, B, C = "1524/1624", "2221/2322", "2824/2924"
FIGURE = "28Inf-110 1624 / 2Pz-3 1524 / 28Inf-109 2322 / 2Pz-2 2220 / A-174 2924 / 2Pz-304 2823"


def demolition(pieces: str = FIGURE, turn: int = 5, more: str = "") -> Table:
    return at("allied demolition", pieces, turn=turn, more=more)


def stands(table: Table, name: str) -> bool:
    return not table.state.blown >> bridge(name) & 1


# ---- demolition ----


@rule("BW-13.1", "BW-13.1.die", "BW-13.1.who", "BW-13.1.near", "BW-R.44")
def test_the_example_of_the_bridges_a_b_and_c():
    table = demolition()
    assert table.asked() == ("allied", "allied demolition")
    assert table.state.decision.rule == "BW-13.1"
    assert table.offers("blow") == {A, B}
    for name, most in ((A, 3), (B, 4)):
        chance = table.fork().do(f"blow {name}").state.chance
        assert chance is not None
        assert (chance.rule, chance.reason) == ("BW-13.1.die", f"The bridge {name} is blown on 1 to {most}")
    assert table.forbids(f"blow {C}") == "BW-13.1.who"
    empty = demolition("28Inf-109 2322 / 2Pz-2 2220 / 2Pz-304 2823 / 28Inf-110 3214")
    assert empty.forbids(f"blow {C}") == "BW-13.1.near"
    assert empty.refusal("blow 3213/3214").rule == "BW-R.44", "no enemy is near"


@rule("BW-13.1.die", "BW-13.2")
@pytest.mark.parametrize(("name", "most"), [(A, 3), (B, 4)])
@pytest.mark.parametrize("face", range(1, 7))
def test_the_die(name: str, most: int, face: int):
    table = demolition().do(f"blow {name}")
    chance = table.state.chance
    assert chance is not None
    assert (chance.rule, chance.side) == ("BW-13.1.die", "allied")
    table.roll(face)
    assert stands(table, name) == (face > most)
    assert f"needed 1-{most}" in table.texts("BW-13.1.die")[0]
    if face <= most:
        assert table.forbids(f"blow {name}") == "BW-13.2"


@rule("BW-13.1")
def test_each_bridge_is_tried_once_in_a_phase():
    table = demolition().do(f"blow {A}").roll(6)
    assert table.offers("blow") == {B}
    assert table.refusal(f"blow {A}").rule == "BW-13.1"
    table.do(f"blow {B}").roll(6)
    assert table.state.phase != "allied demolition", "there is nothing left to try"
    assert table.state.tried == 0, "in the next Combat Phase it may be tried again"


@rule("BW-13.1", "BW-4.0.combat")
def test_bridges_are_blown_at_the_end_of_the_own_combat_phase():
    fighting = at("allied combat", FIGURE, turn=5)
    assert fighting.refusal(f"blow {A}").text == "Bridges are blown after all attacks; finish attacking first."
    assert fighting.forbids(f"blow {A}") == "BW-13.1"
    assert fighting.do("done").asked() == ("allied", "allied demolition")
    german = at("german demolition", FIGURE, turn=5)
    assert german.asked() == ("german", "german demolition")
    assert A in german.offers("blow"), "either player blows bridges"
    assert at("allied movement", FIGURE, turn=5).forbids(f"blow {A}") == "BW-4.0.combat"


@rule("BW-13.1.surprise", "BW-15.4")
def test_the_allied_player_blows_nothing_on_16am_and_16pm():
    for turn in (1, 2):
        table = at("allied combat", FIGURE, turn=turn)
        reason = table.refusal(f"blow {A}")
        assert reason.rule == "BW-13.1.surprise"
        why = "cannot be blown: the Allied player may not blow bridges before 17AM (BW-15.4)"
        assert reason.text == f"The bridge {A} {why}."
        assert "BW-15.4" in reason.text
        assert table.do("done").state.phase != "allied demolition"
        assert at("german demolition", FIGURE, turn=turn).offers("blow"), "the German player may"
    assert at("allied demolition", FIGURE, turn=3).offers("blow") == {A, B}


@rule("BW-13.1.supply")
def test_who_is_out_of_supply_blows_nothing():
    table = demolition(FIGURE.replace("1624", "1624 out-of-supply"))
    assert table.offers("blow") == {B}
    assert table.forbids(f"blow {A}") == "BW-13.1.supply"


@rule("BW-13.1.near", "BW-R.44")
def test_any_enemy_unit_counts_across_the_bridge_or_next_to_either_hex():
    near = "28Inf-109 2322"
    for place, found in (("2220", 4), ("2221", 3), ("2423", 4), ("2220", 4)):
        table = demolition(f"{near} / A-401 {place}")
        assert bridges.blows_on(table.state, ALLIED, bridge(B)) == found, place
    far = demolition(f"{FIGURE} / 26VG-39 2219".replace("2Pz-2 2220", "2Pz-2 2020"))
    assert far.refusal(f"blow {B}").text == f"The bridge {B} has no enemy near it."
    assert far.forbids(f"blow {B}") == "BW-R.44"
    assert far.refusal("blow 4919/5018").rule == "BW-13.1.near"


# ---- blown bridges ----


@rule("BW-13.2.start")
def test_three_bridges_are_blown_at_the_start():
    table = begin()
    blown = game().ground.bridges.named(table.state.blown)
    assert blown == ["0432/0533", "1028/1129", "1324/1424"]
    assert all(any(west in name for west in ("1424", "1129", "0533")) for name in blown)
    assert at("german movement", "26VG-78 1324 / 28Inf-110 1524", turn=1).state.blown == table.state.blown


@rule("BW-13.2")
def test_a_blown_bridge_is_an_unbridged_river():
    crossing = at("german movement", "2Pz-3 1324 / 28Inf-110 2426", turn=5).do("pick 2Pz-3")
    assert "1424" not in crossing.offers("step"), "a Panther needs a bridge"
    rebuilt = at("german movement", "2Pz-3 1324 / 28Inf-110 2426", turn=5, more='[markers]\nstanding = ["1324/1424"]')
    assert "1424" in rebuilt.do("pick 2Pz-3").offers("step")
    assert crossing.forbids("step 1424") == "BW-5.3.heavy"
    blown = at("allied demolition", FIGURE, turn=5).do(f"blow {A}").roll(1)
    assert blown.forbids(f"blow {A}") == "BW-13.2"


# ---- repair ----

OUR = "1324/1424"


def repairing(pieces: str = "26VG-78 1324 / 2Pz-3 1324 / 28Inf-110 2426", turn: int = 5, more: str = "") -> Table:
    return at("german movement", pieces, turn=turn, more=more)


@rule("BW-13.3")
def test_a_unit_beside_a_blown_bridge_begins_to_repair_it():
    table = repairing().do("pick 26VG-78")
    assert table.offers("repair") == {OUR}
    table.do(f"repair {OUR}")
    assert table.texts("BW-13.3") == [f"26VG/78 begins to repair the bridge {OUR}"]
    assert table.state.repairs == {bridge(OUR): unit("26VG-78")}
    assert table.has("busy", "26VG-78")
    assert not stands(table, OUR)


@rule("BW-13.3", "BW-12.4.build")
def test_artillery_and_units_out_of_supply_repair_nothing():
    table = repairing("A-401 1324 / 26VG-78 1324 out-of-supply / 28Inf-110 2426")
    assert table.moving("A-401").refusal(f"repair {OUR}").text == (
        f"The bridge {OUR} cannot be repaired by 401 Art: artillery may not repair bridges."
    )
    assert table.moving("A-401").forbids(f"repair {OUR}") == "BW-13.3"
    assert table.moving("26VG-78").forbids(f"repair {OUR}") == "BW-12.4.build"


@rule("BW-13.3", "BW-R.45")
def test_the_builder_begins_beside_the_bridge_and_each_bridge_has_one():
    table = repairing("26VG-78 1324 / 26VG-77 1324 / 26VG-39 1223 / 28Inf-110 2426")
    assert table.moving("26VG-39").refusal(f"repair {OUR}").text == f"The bridge {OUR} is not next to 26VG/39."
    moved = table.moving("26VG-39").do("step 1324")
    assert moved.forbids(f"repair {OUR}") == "BW-R.45"
    assert table.moving("26VG-78").refusal("repair 1226/1326").text == (
        "The bridge 1226/1326 is intact and needs no repair."
    )
    table.do("pick 26VG-78", f"repair {OUR}", "pick 26VG-77")
    reason = table.refusal(f"repair {OUR}")
    assert (reason.rule, reason.text) == ("BW-R.45", f"The bridge {OUR} already has a builder.")


@rule("BW-R.45", "BW-13.3.fight")
def test_who_builds_does_not_move_fight_or_exploit_in_that_turn():
    table = repairing("26VG-78 1324 / 26VG-77 1324 / 28Inf-110 1424").do("pick 26VG-78", f"repair {OUR}")
    assert table.refusal_text("pick 26VG-78") == "26VG/78 is repairing a bridge and may not move this turn."
    assert table.forbids("pick 26VG-78") == "BW-R.45"
    while table.state.phase != "german combat":
        table.do("done")
    table.do("target 1424")
    reason = table.refusal("join 26VG-78")
    assert reason.rule == "BW-13.3.fight"


@rule("BW-R.47")
def test_units_that_may_not_move_on_16am_repair_nothing():
    more = '[markers]\nblown = ["0212/0213"]'
    table = repairing("1SS-Peiper 0212 / 12VG-27 0611 / 28Inf-110 2426", turn=1, more=more)
    assert bridges.repairable(table.state, unit("1SS-Peiper")) == 0
    reason = bridges.why_no_repair(table.state, unit("1SS-Peiper"), game().parse("repair 0212/0213"))
    assert reason is not None
    assert reason.rule == "BW-R.47"


@rule("BW-R.30", "BW-9.5.CA")
def test_who_is_engaged_or_owes_a_counterattack_repairs_nothing():
    owing = '[obligations]\n"{duty}" = {{ by = ["26VG-78"], against = ["28Inf-110"] }}'
    pieces = "26VG-78 1324 / 28Inf-110 1424 / 26VG-39 0930"
    for duty, found in (("1424 engagement", "BW-R.30"), ("1324 counterattack", "BW-9.5.CA")):
        table = repairing(pieces, more=owing.format(duty=duty))
        reason = bridges.why_no_repair(table.state, unit("26VG-78"), game().parse(f"repair {OUR}"))
        assert reason is not None
        assert reason.rule == found


@rule("BW-13.4")
def test_the_germans_rebuild_no_ninth_bridge():
    eight = "[tracks]\ngerman-bridges = 8"
    table = repairing(more=eight)
    assert not table.moving("26VG-78").offers("repair")
    reason = table.moving("26VG-78").refusal(f"repair {OUR}")
    assert reason.rule == "BW-13.4"
    assert reason.text == f"The bridge {OUR} stays blown: the German player has rebuilt 8 bridges."
    allied = at(
        "allied movement", "28Inf-110 1424 / 2Pz-3 0930", turn=5, more=eight
    ).do("pick 28Inf-110")  # fmt: skip
    assert allied.offers("repair") == {OUR}, "the limit is German"


@rule("BW-13.3.advance")
def test_the_eighth_bridge_is_the_last():
    more = (
        '[tracks]\ngerman-bridges = 7\n[markers]\nblown = ["1524/1624"]\n'
        f'repairs = {{ "{OUR}" = "26VG-78", "1524/1624" = "26VG-77" }}'
    )
    table = at("german construction", "26VG-78 1324 / 26VG-77 1524 / 28Inf-110 2426", turn=5, more=more)
    assert table.offers("span") == {OUR, "1524/1624"}
    table.do(f"span {OUR}")
    assert table.state.built == 8
    assert stands(table, OUR)
    assert not stands(table, "1524/1624")
    assert table.state.phase != "german construction"


# ---- completion ----


def building(pieces: str, more: str = "", builder: str = "26VG-78", turn: int = 5) -> Table:
    return at(
        "german construction", pieces, turn=turn, more=f'{more}\n[markers]\nrepairs = {{ "{OUR}" = "{builder}" }}'
    )  # fmt: skip


@rule("BW-13.3.advance")
def test_the_builder_completes_the_bridge_by_its_advance_and_others_may_follow():
    table = building("26VG-78 1324 / 2Pz-3 1324 / A-401 1324 / 28Inf-110 2426")
    assert table.asked() == ("german", "german construction")
    table.do(f"span {OUR}")
    assert table.where("26VG-78") == "1424"
    assert stands(table, OUR)
    assert table.state.built == 1
    assert table.texts("BW-13.3.advance")[0] == f"The bridge {OUR} is rebuilt, number 1 of 8"
    assert table.asked() == ("german", "crossing")
    assert table.offers("advance") == {"2Pz-3", "A-401"}, "any friendly units in the hex, heavy tanks and guns too"
    table.do("advance 2Pz-3", "done")
    assert (table.where("2Pz-3"), table.where("A-401")) == ("1424", "1324")


@rule("BW-13.3.advance")
def test_nobody_crosses_while_an_enemy_is_across_the_river():
    table = at(
        "german construction", "26VG-78 1324 / 26VG-77 1524 / 28Inf-110 1424", turn=5,
        more=f'[markers]\nblown = ["1524/1624"]\nrepairs = {{ "{OUR}" = "26VG-78", "1524/1624" = "26VG-77" }}',
    )  # fmt: skip
    reason = table.refusal(f"span {OUR}")
    assert reason.rule == "BW-13.3.advance"
    assert reason.text == f"The bridge {OUR} is not completed: an enemy unit is on the far side."
    assert table.refusal("span 2221/2322").text == "The bridge 2221/2322 has no builder."
    table.do("done")
    assert not stands(table, OUR)
    assert table.state.repairs == {}, "the work is lost"


@rule("BW-13.3.zones")
def test_the_crossing_may_go_from_zone_to_zone_of_one_enemy():
    table = building("26VG-78 1324 / 26VG-77 1324 / 28Inf-110 1423").do(f"span {OUR}")
    grid = game().ground.grid
    zone = game().ground.ring[grid.index("1423")]
    assert zone & grid.mask(["1324", "1424"]) == grid.mask(["1324", "1424"])
    assert table.texts("BW-13.3.zones") == ["26VG/78 completes the bridge and advances from 1324 to 1424"]
    table.do("advance 26VG-77")
    assert len(table.texts("BW-13.3.zones")) == 2


@rule("BW-6.1")
def test_there_must_be_room_across():
    full = "26VG-78 1324 / 2Pz-2 1424 / 2Pz-304 1424 / 26VG-39 1424 / 28Inf-110 2426 / 26VG-77 1524"
    table = at(
        "german construction", full, turn=5,
        more=f'[markers]\nblown = ["1524/1624"]\nrepairs = {{ "{OUR}" = "26VG-78", "1524/1624" = "26VG-77" }}',
    )  # fmt: skip
    assert table.forbids(f"span {OUR}") == "BW-6.1"
    one = building("26VG-78 1324 / 26VG-77 1324 / 26VG-39 1324 / 2Pz-2 1424 / 28Inf-110 2426")
    one.do(f"span {OUR}", "advance 26VG-77")
    assert one.where("26VG-39") == "1324"
    assert one.asked()[1] != "crossing", "the hex is full, and nobody is asked any more"


@rule("BW-R.22", "BW-R.30")
def test_who_has_built_or_is_engaged_does_not_follow():
    more = '[obligations]\n"1423 engagement" = { by = ["2Pz-2"], against = ["28Inf-110"] }'
    pieces = "26VG-78 1324 / 2Pz-2 1324 / 26VG-77 1324 busy / 653JPz 1324 / 28Inf-110 1423"
    table = building(pieces, more).do(f"span {OUR}")
    assert table.offers("advance") == {"653JPz"}
    assert table.forbids("advance 2Pz-2") == "BW-R.30"
    assert table.forbids("advance 26VG-77") == "BW-R.22"


@rule("BW-10.4.move", "BW-R.39")
def test_a_german_gun_that_has_crossed_a_new_bridge_has_moved():
    pieces = "26VG-78 1324 / A-401 1324 / 101Abn-501 1527 / 2Pz-2 1526"
    table = building(pieces, turn=9).do(f"span {OUR}", "advance A-401", "done")
    while table.state.phase != "allied combat":
        table.do("done")
    table.do("target 1526", "done")
    while table.asked() != ("german", "defence"):
        table.do("done")
    assert table.forbids("add A-401") == "BW-10.4.move"
    assert "BW-R.39" in table.refusal_text("add A-401")


@rule("BW-10.4.move", "BW-R.39")
def test_a_german_gun_that_has_fired_does_not_cross_a_new_bridge():
    table = building("26VG-78 1324 / A-401 1324 fired / 26VG-77 1324 / 28Inf-110 2426").do(f"span {OUR}")
    assert table.offers("advance") == {"26VG-77"}
    assert table.forbids("advance A-401") == "BW-10.4.move"
    assert "BW-R.39" in table.refusal_text("advance A-401")


@rule("BW-5.4", "BW-9.5.CA.withdraw")
def test_boundaries_and_a_withdrawal_close_the_far_bank():
    six = at(
        "german construction", "12SS-25 0815 / 26VG-77 1524 / 28Inf-110 2426", turn=5,
        more='[markers]\nblown = ["0815/0915", "1524/1624"]\n'
        'repairs = { "0815/0915" = "12SS-25", "1524/1624" = "26VG-77" }',
    )  # fmt: skip
    assert six.forbids("span 0815/0915") == "BW-5.4"
    left = at(
        "german construction", "26VG-78 1324 / 26VG-77 1524 / 28Inf-110 2426", turn=5,
        more=f'[markers]\nblown = ["1524/1624"]\ngerman-vacated = ["1424"]\n'
        f'repairs = {{ "{OUR}" = "26VG-78", "1524/1624" = "26VG-77" }}',
    )  # fmt: skip
    assert left.forbids(f"span {OUR}") == "BW-9.5.CA.withdraw"


def test_a_follower_must_be_in_the_builders_hex():
    table = building("26VG-78 1324 / 26VG-77 1324 / 26VG-39 1223 / 28Inf-110 2426").do(f"span {OUR}")
    assert table.refusal("advance 26VG-39").text == "26VG/39 is not in the hex of the builder."


@rule("BW-4.0.construction")
def test_bridges_are_completed_in_the_bridge_construction_phase_and_not_before():
    table = repairing().do("pick 26VG-78", f"repair {OUR}")
    assert table.forbids(f"span {OUR}") == "BW-4.0.construction"
    for _ in range(6):
        if table.state.phase == "german construction":
            break
        table.do("done")
    assert table.texts("BW-4.0.construction") == ["German turn: Bridge Construction Phase"]
    assert table.offers("span") == {OUR}


@rule("BW-R.45")
def test_the_builder_of_another_bridge_does_not_follow():
    north, south = "1226/1326", "1226/1327"
    more = f'[markers]\nblown = ["{north}", "{south}"]\nrepairs = {{ "{north}" = "26VG-78", "{south}" = "26VG-39" }}'
    pieces = "26VG-78 1226 / 26VG-39 1226 / 26VG-77 1226 / 28Inf-110 2426"
    table = at("german construction", pieces, turn=5, more=more).do(f"span {north}")
    assert table.offers("advance") == {"26VG-77"}
    assert table.forbids("advance 26VG-39") == "BW-R.45"
    table.do("done", f"span {south}")
    assert (table.where("26VG-78"), table.where("26VG-39")) == ("1326", "1327")
