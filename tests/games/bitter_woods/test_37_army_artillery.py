"""German army artillery (BW-37): guns that never move, boundaries that bind guns, fire for one's own army only."""

from __future__ import annotations

import random
from typing import cast

import pytest

from ardennes.engine.errors import PositionError
from ardennes.games.bitter_woods import invariants, movement, retreat, stacking
from ardennes.games.bitter_woods.queries import Situation
from ardennes.games.bitter_woods.state import ASIDE
from tests.games.bitter_woods.battles import declare, ring
from tests.games.bitter_woods.scenes import Fall, led
from tests.games.bitter_woods.scenes import fall as fall
from tests.games.bitter_woods.table import Table, at, game, hex_, unit, units
from tests.games.bitter_woods.test_05_movement import FAR_ALLIED, moving
from tests.games.bitter_woods.test_optional_dice import options
from tests.rulemark import rule

ON = options("army_artillery")
OPEN = "1519"  # clear, all clear around it, south of Sixth Panzer Army's boundary
NORTH, SOUTH = ring(OPEN)[0], ring(OPEN)[-1]
THREE = {"AA-6": ("0509", "4-4-0", 6), "AA-5": ("1024", "4-4-0", 6), "AA-7": ("0830", "3-4-0", 5)}


def attack(pieces: str, *joining: str, turn: int = 5, more: str = ON) -> Table:
    """A German attack on 28/110 in the open, at the question of support."""
    table = at("german combat", f"28Inf-110 {OPEN} / {pieces}", turn=turn, more=more)
    return declare(table, OPEN, *joining)


# ---- 37.1: three guns ----


@rule("BW-37.1")
def test_each_army_has_a_gun_more_only_where_the_option_is_chosen():
    plain, variant = (game().deployed("campaign", each) for each in ({}, {"army_artillery": "on"}))
    for name, (place, figures, reach) in THREE.items():
        counter = game().forces.units[unit(name)]
        assert plain.at[unit(name)] == ASIDE
        assert variant.place_of(unit(name)) == place
        assert (counter.values(), counter.range, counter.back) == (figures, reach, None)
    assert game().options["army_artillery"].rule == "BW-37.1"


@rule("BW-37.1")
@pytest.mark.parametrize(
    ("gun", "why"),
    [
        ("AA-5 1512", "BW-10.1.range"),
        ("AA-5 1516 fired", "BW-10.1.german"),
        ("AA-5 1516 out-of-supply", "BW-12.4.guns"),
        (f"AA-5 {SOUTH}", "BW-10.3"),
    ],
)
def test_it_follows_the_rules_of_corps_artillery(gun: str, why: str):
    table = attack(f"2Pz-2 {NORTH} / A-401 1516 / {gun}", "2Pz-2")
    assert table.offers("add") == {"A-401"}
    assert table.forbids("add AA-5") == why
    assert attack(f"2Pz-2 {NORTH} / AA-5 1513", "2Pz-2").offers("add") == {"AA-5"}
    assert "BW-37.1" in game().rules.cases


@rule("BW-37.1.still")
def test_it_never_moves():
    table = at("german movement", f"AA-5 1024 / 26VG-39 1226 / {FAR_ALLIED}", more=ON)
    assert table.offers("pick") == {"26VG-39", "3FJ-8"}, "3FJ/8 comes in"
    assert table.forbids("pick AA-5") == "BW-37.1.still"
    assert not movement.able(table.state, units("AA-5"))
    assert not movement.walk_of(table.state, unit("AA-5")).able


@rule("BW-37.1.still")
def test_it_does_not_follow_over_a_new_bridge():
    table = at("german movement", f"26VG-78 1324 / AA-5 1324 / R-15 1324 / {FAR_ALLIED}", turn=7, more=ON)
    table.do("pick 26VG-78", "repair 1324/1424")
    while table.asked()[1] != "german construction":
        table.do("done")
    table.do("span 1324/1424")
    assert table.asked()[1] == "crossing"
    assert table.offers("advance") == {"R-15"}
    assert table.forbids("advance AA-5") == "BW-37.1.still"


@rule("BW-37.2")
@pytest.mark.parametrize("gun", ["A-406", "R-18"])
def test_guns_do_not_follow_over_a_new_bridge_across_their_boundary(gun: str):
    """From the shared road at 1129 the bridge leads to ground of Fifth Panzer Army."""
    pieces = f"5FJ-14 1129 / {gun} 1129 / {FAR_ALLIED}"
    repairs = '[markers]\nrepairs = { "1028/1129" = "5FJ-14" }\n'
    for turn, option, follows in ((5, ON, set()), (5, "", {gun}), (7, ON, {gun})):
        table = at("german construction", f"{pieces} / 26VG-39 1129", turn=turn, more=option + repairs)
        table.do("span 1028/1129")
        assert table.asked()[1] == "crossing"
        assert table.offers("advance") == {"26VG-39"} | follows
        if not follows:
            assert table.forbids(f"advance {gun}") == "BW-37.2"


@rule("BW-37.1.still")
def test_out_of_its_armys_ground_it_owes_no_return():
    table = at("german movement", f"AA-6 1519 / 26VG-39 1226 / {FAR_ALLIED}", more=ON)
    assert not movement.out_of_bounds(table.state, unit("AA-6"))
    assert "done" in table.options(), "it owes nothing"
    assert table.forbids("pick AA-6") == "BW-37.1.still"


@rule("BW-37.1.still")
def test_it_stacks_free():
    pieces = f"26VG-39 1226 / 26VG-77 1226 / AA-5 1226 / 26VG-78 1126 / {FAR_ALLIED}"
    table = at("german movement", pieces, more=ON).do("pick 26VG-78")
    assert "1226" in table.offers("go")
    table.do("go 1226")
    assert stacking.fits(table.state, unit("AA-5"), table.state.stack(hex_("1226"))), "a fourth unit"
    assert list(invariants.broken(table.state)) == []
    assert table.forbids("pick AA-5") == "BW-37.1.still", "nor does it make room"
    gun = at("german movement", pieces.replace("AA-5 1226", "A-401 1226"), more=ON).do("pick 26VG-78")
    assert gun.forbids("go 1226") == "BW-6.1"


@rule("BW-37.1.still")
def test_it_is_eliminated_if_it_must_retreat(fall: Fall):
    pieces = "28Inf-110 1424 / 26VG-78 1324 / AA-5 1324"
    table = led(fall("D2", "1324", pieces, step="allied combat", more=ON))
    assert table.where("AA-5") == "eliminated"
    assert table.where("26VG-78") not in ("1324", "eliminated")
    assert [e.rule for e in table.events() if "5 Pz Army Art" in e.text and "must retreat" in e.text] == [
        "BW-37.1.still"
    ]
    assert retreat.trapped(at("allied combat", pieces, more=ON).state, unit("AA-5"), 1), "and that is foreseen"


# ---- 37.2: boundaries ----


@rule("BW-37.2")
@pytest.mark.parametrize(
    ("gun", "start", "place", "why"),
    [
        ("A-388", "0914", "0915", "BW-5.4.six"),
        ("R-4", "0914", "0915", "BW-5.4.six"),
        ("A-401", "0915", "0914", ""),
        ("R-7", "1015", "1014", "BW-5.4.five"),
        ("A-401", "1429", "1430", "BW-5.4.seven"),
        ("A-406", "1428", "1427", "BW-5.4.seven"),
        ("R-18", "1428", "1427", "BW-5.4.seven"),
    ],
)
def test_boundaries_bind_corps_artillery_and_rockets(gun: str, start: str, place: str, why: str):
    assert place in moving(gun, start).offers("step"), "not without the option"
    bound, later = (moving(gun, start, turn=turn, more=ON) for turn in (6, 7))
    assert place in later.offers("step"), "nor from 19AM on"
    if not why:
        assert place in bound.offers("step"), "the shared road"
        return
    refusal = bound.refusal(f"step {place}")
    assert refusal.rule == why
    assert "BW-37.2" in refusal.text


@rule("BW-37.2")
def test_a_gun_with_no_other_way_than_across_the_boundary_is_not_offered():
    """All hexes round it but closed ones are enemies': the quick look at who can move must not let it pass."""
    closed = game().ground.closed["6Pz"]
    own = [place for place in ring("0914") if not closed >> hex_(place) & 1]
    assert len(own) < 6
    foes = " / ".join(f"{name} {place}" for name, place in zip(ALLIES, own, strict=False))
    pieces = f"A-388 0914 / 212VG-316 0234 / {foes}"
    assert "A-388" in at("german movement", pieces).offers("pick")
    table = at("german movement", pieces, more=ON)
    assert table.forbids("pick A-388")
    assert [r.rule for r in table.screen("german").here_now if r.rule == "BW-37.2"] == ["BW-37.2"]


ALLIES = ("A-174", "A-402US", "A-406US", "A-422", "A-190")  # artillery, which has no zones


@rule("BW-37.2")
@pytest.mark.parametrize(("gun", "place"), [("A-388", "1516"), ("R-4", NORTH), ("AA-6", "1516")])
def test_guns_of_sixth_panzer_army_do_not_fire_across_its_boundary(gun: str, place: str):
    pieces = f"2Pz-2 {NORTH} / 12VG-27 {SOUTH} / A-401 1516 / {gun} {place}"
    table = attack(pieces, "2Pz-2", "12VG-27")
    assert table.offers("add") == {"A-401"}
    assert table.forbids(f"add {gun}") == "BW-37.2"
    assert gun in attack(pieces, "2Pz-2", "12VG-27", turn=7).offers("add"), "from 19AM on they do"


@rule("BW-37.2")
def test_one_that_is_free_of_boundaries_fires_across_them():
    table = attack(f"12VG-27 {SOUTH} / A-388 1516 unbound / A-402 1516", "12VG-27")
    assert table.offers("add") == {"A-388"}
    assert table.forbids("add A-402") == "BW-37.2"


# ---- 37.2: whom guns support ----


@rule("BW-37.2.support", "BW-R.107")
def test_corps_artillery_supports_an_attack_only_with_a_unit_of_its_army():
    guns = f"A-401 1516 / A-406 1516 / AA-7 1516 / R-18 {NORTH}"
    table = attack(f"2Pz-2 {NORTH} / 352VG-914 {SOUTH} / {guns}", "2Pz-2")
    assert table.offers("add") == {"A-401", "R-18"}, "BW-R.107: rockets fire for any army"
    assert table.forbids("add A-406") == table.forbids("add AA-7") == "BW-37.2.support"
    assert "BW-R.107" in table.refusal_text("add A-406")
    table.do("add R-18")
    assert table.forbids("add A-406") == "BW-37.2.support", "BW-R.107: a rocket of its army is no attacker"
    both = attack(f"2Pz-2 {NORTH} / 352VG-914 {SOUTH} / {guns}", "2Pz-2", "352VG-914")
    assert both.offers("add") == {"A-401", "A-406", "AA-7", "R-18"}
    assert "A-406" in attack(f"2Pz-2 {NORTH} / {guns}", "2Pz-2", turn=7).offers("add"), "from 19AM on"
    assert "A-406" in attack(f"2Pz-2 {NORTH} / A-401 1516 / A-406 1516", "2Pz-2", more="").offers("add")


@rule("BW-37.2.support")
def test_it_supports_a_defence_only_of_its_army():
    pieces = f"9Arm-CCB {NORTH} / A-174 1516 / 2Pz-2 {OPEN} / A-401 1522 / A-406 1522 / AA-7 1522 / A-388 1522"
    table = declare(at("allied combat", pieces, turn=5, more=ON), OPEN, "9Arm-CCB").do("done")
    assert (table.asked(), table.offers("add")) == (("german", "defence"), {"A-401"})
    for gun in ("A-406", "AA-7", "A-388"):
        assert table.forbids(f"add {gun}") == "BW-37.2.support"
    mixed = declare(at("allied combat", f"{pieces} / 12VG-27 {OPEN}", turn=5, more=ON), OPEN, "9Arm-CCB").do("done")
    assert mixed.offers("add") == {"A-401", "A-388"}, "in defence no boundary keeps it back"


@rule("BW-37.2.support")
def test_allied_guns_are_not_concerned():
    pieces = f"9Arm-CCB {NORTH} / A-174 1516 / A-203 1516 / 2Pz-2 {OPEN}"
    table = declare(at("allied combat", pieces, turn=5, more=ON), OPEN, "9Arm-CCB")
    assert table.offers("add") == {"A-174", "A-203"}
    german = attack(f"2Pz-2 {NORTH} / A-406 1516 / A-203 1522", "2Pz-2")
    assert german.forbids("add A-406") == "BW-37.2.support"
    german.do("done")
    assert (german.asked(), german.offers("add")) == (("allied", "defence"), {"A-203"})


@rule("BW-37.2.support", "BW-R.107")
def test_it_bombards_only_next_to_a_unit_of_its_army():
    both = options("army_artillery", "bombardment")
    guns = "A-401 1516 / A-766 1516 / A-406 1517 / A-408 1517"
    table = at("german combat", f"28Inf-110 {OPEN} / 2Pz-2 {NORTH} / {guns}", turn=5, more=both)
    table.try_(f"target {OPEN}").do("bombard")
    assert table.offers("add") == {"A-401", "A-766"}
    assert table.forbids("add A-406") == "BW-37.2.support"
    assert "may not bombard it" in table.refusal_text("add A-406")
    assert "BW-R.107" in table.refusal_text("add A-406")
    beside = f"28Inf-110 {OPEN} / 2Pz-2 {NORTH} / R-18 {SOUTH} / {guns}"
    table = at("german combat", beside, turn=5, more=both).try_(f"target {OPEN}").do("bombard")
    assert table.offers("add") == {"A-401", "A-766", "A-406", "A-408", "R-18"}, "any unit counts, a rocket too"
    six = f"28Inf-110 {OPEN} / 2Pz-2 {NORTH} / 12VG-27 {SOUTH} / {guns} / A-388 1516"
    table = at("german combat", six, turn=5, more=both).try_(f"target {OPEN}").do("bombard")
    assert table.forbids("add A-388") == "BW-37.2", "nor across its boundary"


# ---- 37.2: the end of it ----


@rule("BW-37.2.end", "BW-R.16")
def test_a_gun_may_retreat_across_a_boundary_and_comes_back_as_soon_as_it_can(fall: Fall):
    pieces = "26VG-78 0228 / A-401 0228 / 28Inf-110 0227"
    table = led(fall("D2", "0228", pieces, step="allied combat", turn=5, more=ON))
    assert table.where("A-401") == "0330"
    assert game().ground.closed["5Pz"] >> hex_("0330") & 1
    assert table.texts("BW-37.2.end") == ["401 Art is out of bounds and must return as soon as it can"]
    free = led(fall("D2", "0228", pieces, step="allied combat", turn=7, more=ON))
    assert not free.texts("BW-37.2.end"), "from 19AM on it is nowhere out of bounds"
    back = at("german movement", f"A-401 0130 / 26VG-39 1226 / {FAR_ALLIED}", turn=6, more=ON)
    assert back.forbids("done") == "BW-5.4.retreat"
    back.do("pick A-401")
    assert back.forbids("go 0131") == "BW-R.16"
    later = at("german movement", f"A-401 0130 / 26VG-39 1226 / {FAR_ALLIED}", turn=7, more=ON)
    assert "done" in later.options(), "BW-37.2.end: from 19AM on it owes nothing"


@rule("BW-37.2.end", "BW-R.106")
@pytest.mark.parametrize(
    ("gun", "start", "last", "first"),
    [("A-388", "2310", "2410", "2510"), ("A-401", "1620", "1720", "1820"), ("A-406", "1632", "1732", "1832")],
)
def test_a_gun_west_of_the_point_of_its_armys_boundary_is_free(gun: str, start: str, last: str, first: str):
    short = moving(gun, last, more=ON)
    assert not short.has("unbound", gun)
    assert movement.bounds(short.state, unit(gun)).all
    table = moving(gun, last, more=ON)
    beside = sorted(place for place in table.offers("step") if place[:2] == first[:2])
    table.do(f"step {beside[0]}").try_("stop")
    assert table.has("unbound", gun)
    assert table.rules("free") == ["BW-37.2.end"]
    assert table.texts("BW-37.2.end")[0].endswith("(BW-R.106)")
    assert not movement.bounds(table.state, unit(gun)).all
    assert list(invariants.broken(table.state)) == []
    badges = [badge.rule for piece in table.screen().pieces if piece.id == gun for badge in piece.badges]
    assert "BW-37.2.end" in badges
    assert not moving(gun, start, more=ON).has("unbound", gun)


@rule("BW-R.106")
def test_the_point_itself_frees_no_gun_and_sixth_panzer_army_is_not_freed_by_the_southern_one():
    table = moving("A-401", "1730", more=ON)
    assert not table.has("unbound", "A-401")
    six = moving("A-388", "1910", more=ON)
    assert not six.has("unbound", "A-388")
    assert movement.bounds(six.state, unit("A-388")).all, "BW-R.106: column 19 is west of 1730 and east of 2417"
    table = moving("A-388", "2410", more=ON).do("step 2510")
    table.try_("stop")
    assert "BW-R.106" in table.texts("BW-37.2.end")[0]
    west = game().ground.west
    assert west["5Pz"] == west["7"]
    assert west["6Pz"] & west["7"] == west["6Pz"] != west["7"]


# ---- position files, whole games ----


@pytest.mark.parametrize(
    ("pieces", "more", "fault"),
    [
        ("AA-5 1024", "", "army_artillery"),
        ("AA-5 1024 marched", ON, "marched"),
        ("AA-5 1024 unbound", ON, "unbound"),
        ("A-401 1024 unbound", "", "unbound"),
    ],
)
def test_a_position_that_cannot_be_is_refused(pieces: str, more: str, fault: str):
    with pytest.raises(PositionError, match=fault):
        at("german movement", f"{pieces} / {FAR_ALLIED}", more=more)


def test_a_position_with_army_artillery_survives_saving_and_is_shown():
    table = at("german movement", f"AA-5 1024 / 26VG-39 1226 / {FAR_ALLIED}", more=ON)
    again = type(table.state).from_json(game(), table.state.to_json())
    assert again.key() == table.state.key()
    (piece,) = (piece for piece in table.screen("german").pieces if piece.id == "AA-5")
    assert piece.at == "1024"


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_at_random_ends_and_army_artillery_stays_where_it_is(seed: int):
    rng = random.Random(seed)
    state = cast(Situation, game().start("six-turn", army_artillery=True, bombardment=True))
    while not state.over:
        if state.chance is not None:
            state.roll(state.chance.sample(rng))
        else:
            state.apply(rng.choice(state.decision.options))
        for name, (place, _, _) in THREE.items():
            assert state.place_of(unit(name)) in (place, "eliminated")
    assert list(invariants.broken(state)) == []
