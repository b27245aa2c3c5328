"""Findings of an audit on reinforcements and the west bank of the Meuse, each held by a test."""

from __future__ import annotations

import pytest

from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.scenes import draw
from tests.games.ardennes_offensive.table import Table, at
from tests.games.ardennes_offensive.test_14_reinforcements import arrival, guards, waiting
from tests.rulemark import rule

# ---- delayed reinforcements (14.1)


def late(unit: str, section: int, delays: int, germans: str) -> Table:
    """The Allied Reinforcement Phase of Game-Turn 5 with a unit that has been delayed."""
    table = arrival(5, germans)
    table = at("german mechanized", drawing_of(table), turn=5)
    table.position.late[table.position.game.forces.index[unit]] = (section, delays)
    return table.until("allied reinforcement")


def drawing_of(table: Table) -> str:
    """The units on the map, drawn again."""
    return draw(table.textbook().places)


@rule("AO-R.32", "AO-14.1.A")
@pytest.mark.parametrize("delays", [1, 2])
def test_a_delayed_unit_comes_by_its_own_section_if_that_is_open_again_and_the_next_is_shut(delays: int):
    table = late("1ID-16", 0, delays, guards("NW"))
    table.do("pick 1ID-16")
    assert table.offers("place") == {"0213", "0217"}
    assert table.forbids("place 0226") == "AO-14.1.A"
    reason = table.state.why_not("place 0639")
    assert reason is not None
    assert (reason.rule, "north-eastern section" in reason.text) == ("AO-R.32", True)
    table.do("place 0213")
    assert [event.rule for event in table.events("arrival") if event.piece == "1ID-16"][-1] == "AO-R.32"


@rule("AO-R.32")
def test_the_neighbouring_section_comes_first_and_the_refusal_says_so():
    table = late("1ID-16", 0, 1, "")
    table.do("pick 1ID-16")
    assert table.offers("place") == {"0221", "0226", "0231"}
    reason = table.state.why_not("place 0213")
    assert reason is not None
    assert reason.rule == "AO-R.32"
    assert reason.text.endswith("was delayed and now enters in the north-western section, not at 0213.")


@rule("AO-14.1.sections")
def test_a_second_delay_is_logged_with_what_is_closed():
    table = late("1ID-16", 0, 1, guards("NE", "NW"))
    said = [event for event in table.events("arrival", "AO-14.1.sections") if event.piece == "1ID-16"]
    assert said[-1].text.endswith("is delayed: its section of the map edge and those next to it are closed")


# ---- the road of the west bank (14.3)


BANK = {  # who comes in by which entry, and where he goes, in the order of coming in
    "UKGds-5": ("0639", "go", "0335"), "UKGds-32": ("0639", "go", "0334"), "UK-29": ("0639", "go", "0436"),
    "UK-33": ("0639", "go", "0437"), "UK43-129": ("0639", "march", "0331"), "UK43-130": ("0639", "march", "0333"),
    "UK43-214": ("0639", "march", "0435"), "UK51-152": ("0639", "march", "0538"),
    "UK51-153": ("1539", "march", "0739"), "UK51-154": ("1539", "march", "0939"),
    "UK53-71": ("1539", "march", "1339"), "UK53-158": ("2039", "march", "1639"), "UK53-160": ("2039", "march", "1839"),
}  # fmt: skip


@rule("AO-14.1.A")
def test_all_thirteen_west_bank_units_of_game_turn_5_can_come_in():
    table = arrival(5)
    while table.asked()[1] in ("allied reinforcement", "place"):
        if table.offers("place"):
            unit = table.position.game.forces.names[table.position.top.unit]
            wanted = BANK.get(unit, ("", "", ""))[0]
            table.do(f"place {wanted if wanted in table.offers('place') else min(table.offers('place'))}")
        else:
            table.do(f"pick {min(table.offers('pick'))}")
    table.until("allied movement")
    for unit, (entry, verb, end) in BANK.items():
        assert table.where(unit) == f"waiting {entry}"
        table.move(unit, verb, end)
    assert {table.where(unit) for unit in BANK} == {end for _, _, end in BANK.values()}
    assert {event.piece for event in table.events("arrival", "AO-14.1.A")} >= set(BANK)


# ---- coming in beside a friend, and making room for others (14.1.A)


ENTRY = "0213"
BESIDE = next(h for h in ground.joined(ENTRY))


@rule("AO-R.30", "AO-6.3.C")
@pytest.mark.parametrize(("turn", "unit", "price"), [(4, "1ID-16", 3), (5, "3AD-32", 6)])
def test_a_friend_beside_the_entry_lets_units_in_that_leave_road_mode_off_the_map(turn: int, unit: str, price: int):
    table = waiting(ENTRY, turn=turn, drawing=f"99ID-393 3-4 at {BESIDE}", others="0217")
    assert table.where(unit) == f"waiting {ENTRY}"
    assert table.reach(unit, "march") == set()
    assert ENTRY in table.reach(unit, "go")
    assert table.moving(unit).forbids(f"march {ENTRY}") == "AO-6.5.G" if price == 6 else True
    table.move(unit, "go", ENTRY)
    assert (table.where(unit), "road-mode" in table.statuses(unit)) == (ENTRY, False)
    cost = next(event for event in table.events("cost") if event.piece == unit)
    assert cost.text.startswith(f"It pays {price + 1} of")
    assert f"{price} points to leave Road Mode off the map" in cost.text
    assert "leave Road Mode off the map" in table.position.game.rules["AO-R.30"].text


@rule("AO-6.5.G")
def test_a_column_beside_the_entry_bars_it_to_all():
    table = waiting(ENTRY, drawing=f"99ID-393 3-4 at {BESIDE} road-mode", others="0217")
    assert "1ID-16" not in table.offers("pick")
    assert table.forbids("pick 1ID-16") == "AO-6.5.G"


@rule("AO-R.31")
@pytest.mark.parametrize("end", [ENTRY, BESIDE])
def test_a_unit_that_comes_in_leaves_the_entry_to_those_who_wait(end: str):
    table = waiting(ENTRY)
    for verb in ("march", "go"):
        assert end not in table.reach("1ID-16", verb)
        assert table.moving("1ID-16").forbids(f"{verb} {end}") == "AO-R.31"
    far = max(table.reach("1ID-16", "march"), key=lambda h: (ground.distance(ENTRY, h), h))
    table.move("1ID-16", "march", far)
    assert ENTRY in table.reach("1ID-18", "march")


@rule("AO-R.31")
def test_no_unit_on_the_map_moves_onto_an_entry_where_others_wait():
    near = next(h for h in ground.joined(BESIDE) if h != ENTRY and ground.distance(h, ENTRY) == 2)
    table = waiting(ENTRY, drawing=f"9AD-CCB 5-12 at {near}")
    assert ENTRY not in table.reach("9AD-CCB") | table.reach("9AD-CCB", "march")
    assert table.bars("9AD-CCB", "go", ENTRY) == "AO-R.31"
    for unit in ("1ID-16", "1ID-18"):
        far = max(table.reach(unit, "march"), key=lambda h: (ground.distance(ENTRY, h), h))
        table.move(unit, "march", far)
    assert ENTRY in table.reach("9AD-CCB")


@rule("AO-R.31")
def test_a_unit_that_can_end_nowhere_else_may_stop_on_the_entry():
    """Both roads from the entry are closed two hexes off, and no hex beside it can be paid for."""
    ring = sorted({h for near in ground.joined(ENTRY) for h in ground.joined(near)} - {ENTRY, *ground.joined(ENTRY)})
    friends = ("99ID-393", "99ID-394", "2ID-9", "2ID-38", "2ID-23", "106ID-422")
    drawing = draw(dict(zip(friends, ring, strict=False)))
    table = waiting(ENTRY, drawing=drawing)
    assert table.reach("1ID-16", "march") == {ENTRY}
    table.move("1ID-16", "march", ENTRY)
    assert "1ID-18" not in table.offers("pick")
    assert "" in table.offers("done")
    assert "nowhere else" in table.position.game.rules["AO-R.31"].text


# ---- west bank units on the wrong bank (14.3)


def over_the_meuse(*, beside: bool) -> tuple[str, str]:
    """A hex east of the Meuse for a British unit, and an enemy's hex next to it, beside the river or not."""
    bank = ground.BOARD.regions["west-bank"]

    def by_the_river(hex_: str) -> bool:
        return any("meuse" in ground.side(hex_, other) for other in ground.neighbours(hex_))

    return ground.first_step(
        lambda a, b: not bank & (ground.GRID.bit(a) | ground.GRID.bit(b)) and not ground.town(b)
        and by_the_river(a) and by_the_river(b) == beside
    )  # fmt: skip


@rule("AO-14.3.C")
def test_a_west_bank_unit_pushed_over_the_meuse_attacks_nobody_away_from_it():
    here, there = over_the_meuse(beside=False)
    drawing = f"UKGds-5 8-12 at {here}\n vdH 1-4 at {there}"
    table = at("allied combat", drawing, turn=9)
    assert there not in table.offers("target")
    assert table.forbids(f"target {there}") == "AO-14.3.C"
    assert there in at("allied combat", drawing, turn=9, scenario="4").offers("target")


@rule("AO-14.3.C")
def test_nor_does_it_join_others_there_or_draw_them_into_a_wider_attack():
    here, there = over_the_meuse(beside=False)
    drawing = f"UKGds-5 8-12 at {here}\n9AD-CCB 5-12 at {here}\n9AD-CCR 4-12 at {here}\nvdH 1-4 at {there}"
    table = at("allied combat", drawing, turn=9).do(f"target {there}")
    assert table.offers("join") == {"9AD-CCB", "9AD-CCR"}
    assert table.forbids("join UKGds-5") == "AO-14.3.C"


@rule("AO-14.3.C")
def test_nobody_else_is_kept_from_attacking_away_from_the_river():
    """Not the others beside a west bank unit, and nobody in a scenario that holds none back."""
    here, there = over_the_meuse(beside=False)
    drawing = f"UKGds-5 8-12 at {here}\n102Cav 4-12 at {here}\n9AD-CCR 4-12 at {here}\nvdH 1-4 at {there}"
    table = at("allied combat", drawing, turn=9).do(f"target {there}")
    assert table.offers("join") == {"102Cav", "9AD-CCR"}
    assert table.forbids("join UKGds-5") == "AO-14.3.C"
    free = at("allied combat", drawing, turn=9, scenario="4").do(f"target {there}")
    assert free.offers("join") == {"102Cav", "9AD-CCR", "UKGds-5"}


@rule("AO-14.3.C")
def test_a_west_bank_unit_over_the_meuse_draws_no_hex_away_from_it_into_its_attack():
    """It may attack the enemy by the river; the other beside it can be attacked too, but only by the tank behind."""
    bank = ground.BOARD.regions["west-bank"]

    def by_the_river(hex_: str) -> bool:
        return any("meuse" in ground.side(hex_, other) for other in ground.neighbours(hex_))

    def over(hex_: str) -> bool:
        return ground.live(hex_) and not bank & ground.GRID.bit(hex_) and not ground.town(hex_)

    here, near, far, behind = next(
        (a, b, c, d)
        for a, b in ground.steps(lambda a, b: over(a) and over(b) and by_the_river(b))
        for c in ground.neighbours(a)
        if over(c) and not by_the_river(c)
        for d in ground.neighbours(c)
        if over(d) and ground.distance(d, a) > 1 and ground.distance(d, b) > 1
    )
    drawing = f"UKGds-5 8-12 at {here}\nvdH 1-4 at {near}\n26VG-77 2-4 at {far}\n9AD-CCB 5-12 at {behind}"
    table = at("allied combat", drawing, turn=9)
    assert table.offers("target") == {near, far}
    table.do(f"target {near}")
    assert far not in table.offers("target")
    other = at("allied combat", drawing, turn=9).do(f"target {far}")
    assert other.forbids("join UKGds-5") == "AO-14.3.C"


@rule("AO-R.10")
def test_a_west_bank_column_that_no_road_leads_forward_is_refused_for_the_road_not_the_river():
    bank = ground.BOARD.regions["west-bank"]

    def dry(a: str, b: str) -> bool:
        return ground.live(b) and bool(bank & ground.GRID.bit(b)) and "meuse" not in ground.side(a, b)

    here, there, other = next(
        (a, b, c)
        for a, b in ground.steps(lambda a, b: ground.on_road(a) and dry(b, a) and dry(a, b) and not ground.road(a, b))
        for c in ground.neighbours(b)
        if dry(b, c) and ground.distance(a, c) > 1 and not ground.town(b)
    )
    drawing = f"UKGds-5 8-12 at {here} road-mode\n3AD-36 7-12 at {other}\nvdH 1-4 at {there}"
    table = at("allied combat", drawing, turn=9).attack(there, by=["UKGds-5", "3AD-36"], die=1)
    assert table.offers("advance") == {"3AD-36"}
    assert table.forbids("advance UKGds-5") == "AO-R.10"


def test_it_does_attack_an_enemy_beside_the_river():
    here, there = over_the_meuse(beside=True)
    table = at("allied combat", f"UKGds-5 8-12 at {here}\n vdH 1-4 at {there}", turn=9)
    table.attack(there, by=["UKGds-5"], die=1)
    assert table.where("vdH") == "eliminated"


@rule("AO-14.3.C")
def test_a_second_hex_away_from_the_river_cannot_be_added_to_its_attack():
    bank = ground.BOARD.regions["west-bank"]

    def dry(hex_: str) -> bool:
        return not bank & ground.GRID.bit(hex_) and not any(
            "meuse" in ground.side(hex_, other) for other in ground.neighbours(hex_)
        )

    here, near = over_the_meuse(beside=True)
    far = next(h for h in ground.neighbours(here) if ground.live(h) and dry(h))
    drawing = f"UKGds-5 8-12 at {here}\n9AD-CCB 5-12 at {here}\nvdH 1-4 at {near}\n26VG-77 2-4 at {far}"
    table = at("allied combat", drawing, turn=9).do(f"target {near}", "join UKGds-5")
    assert far not in table.offers("target")
    assert table.forbids(f"target {far}") == "AO-14.3.C"


@rule("AO-R.31")
def test_a_mechanized_unit_that_can_come_in_later_in_the_player_turn_must():
    """The friend in the entry goes in the Mechanized Movement Phase, and then the column off the map has room."""
    table = waiting(ENTRY, turn=5, drawing=f"9AD-CCB 5-12 at {ENTRY}", others="0217")
    assert table.where("3AD-32") == f"waiting {ENTRY}"
    assert "3AD-32" not in table.offers("pick")
    table.until("allied mechanized")
    assert table.where("3AD-32") == f"waiting {ENTRY}"
    free = max(table.reach("9AD-CCB"), key=lambda h: (ground.distance(ENTRY, h), h))
    table.move("9AD-CCB", "go", free)
    assert "3AD-32" in table.offers("pick")
    assert table.forbids("done") == "AO-R.31"


@rule("AO-14.2.B")
def test_units_that_leave_road_mode_off_the_map_are_staged_too():
    """Six points for leaving Road Mode, one for the entry, and one for the two road hexes of the unit before."""
    table = waiting(ENTRY, turn=5, drawing=f"99ID-393 3-4 at {BESIDE}")
    for number, unit in enumerate(("3AD-32", "3AD-33")):
        ends = table.reach(unit, "go") - {ENTRY, BESIDE}
        table.move(unit, "go", min(ends, key=lambda h: (ground.distance(ENTRY, h), -table.cost(unit, h), h)))
        cost = next(event for event in table.events("cost") if event.piece == unit)
        assert ("2 road hexes lost for units that entered earlier" in cost.text) == bool(number)
    reach = table.state.reach("3AD-36")
    assert reach.costs[ENTRY] == (6 + 1 + 2) * reach.whole
