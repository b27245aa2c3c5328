"""14: reinforcements: when, where, staged, closed out, and held west of the Meuse."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest

from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.crt import die_for
from tests.games.ardennes_offensive.datafiles import SCENARIOS, UNITS
from tests.games.ardennes_offensive.scenes import PLAIN
from tests.games.ardennes_offensive.table import Table, at
from tests.games.ardennes_offensive.textbook import Map
from tests.rulemark import rule

SECTIONS = ("NE", "NW", "W", "SW", "SE")
AMERICANS = ("99ID-393", "99ID-394", "106ID-422", "106ID-423", "30ID-117", "30ID-120")
GUARDS = ("26VG-77", "26VG-39", "26VG-78", "5FJ-14", "5FJ-15", "5FJ-13", "18VG-293", "18VG-294", "18VG-295")


def exits(section: str) -> list[str]:
    return [hex_ for hex_ in ground.EXITS if ground.SECTION[hex_] == section]


def guards(*sections: str) -> str:
    """A German in every exit of some sections."""
    posts = [hex_ for section in sections for hex_ in exits(section)]
    return "\n".join(f"{unit} 2-4 at {post}" for unit, post in zip(GUARDS, posts, strict=False))


def due(side: str, turn: int, rate: str = "historical") -> dict[str, str]:
    """Who is due, and in which section."""
    return {
        unit: entry["section"]
        for entry in SCENARIOS["arrival"]
        if (entry["side"], entry["rate"], entry["turn"]) == (side, rate, turn)
        for unit in entry["units"]
    }


def arrival(
    turn: int, drawing: str = "", side: str = "allied", scenario: str = "1", standard_crt: bool = False,
    bystanders: bool = True,
) -> Table:  # fmt: skip
    """The start of a Reinforcement Phase, a few units far apart on the map."""
    base = f"99ID-395 3-4 at {PLAIN}\n1SSPz-1a 9-10 at {ground.walk(PLAIN, 'E E E')}"
    return at(f"{side} reinforcement", f"{base}\n{drawing}", turn=turn, scenario=scenario,
              standard_crt=standard_crt, bystanders=bystanders)  # fmt: skip


def place_all(table: Table, choose: Callable[[set[str]], str] = min) -> Table:
    """Place every unit that is due, at the entry that `choose` takes."""
    for _ in range(60):
        if table.offers("place"):
            table.do(f"place {choose(table.offers('place'))}")
        elif table.asked()[1].endswith("reinforcement") and table.offers("pick"):
            table.do(f"pick {min(table.offers('pick'))}")
        else:
            break
    return table


def next_arrival(table: Table) -> Table:
    """On to the next Allied Reinforcement Phase in which somebody is placed."""
    return table.until("allied reinforcement", "place", side="allied")


# Who and where


@rule("AO-14.0")
@pytest.mark.parametrize(
    ("scenario", "side", "rate"),
    [
        ("1", "allied", "historical"),
        ("1", "german", "historical"),
        ("4", "allied", "slowed"),
        ("2", "german", "accelerated"),
    ],
)
def test_units_arrive_as_the_list_of_the_scenario_says(scenario: str, side: str, rate: str):
    for turn in range(2, 19):
        table = arrival(turn, side=side, scenario=scenario, standard_crt=True, bystanders=False)
        place_all(table)
        waiting = {unit for unit in UNITS if table.where(unit).startswith("waiting")}
        assert waiting == {unit for unit, section in due(side, turn, rate).items() if section != "drop"}


@rule("AO-14.0")
def test_nobody_else_can_be_placed():
    table = arrival(4)
    assert table.forbids("pick 3AD-36") == "AO-14.0"


@rule("AO-14.1.A")
def test_german_reinforcements_wait_at_any_road_of_the_east_edge_in_road_mode():
    table = arrival(3, side="german")
    table.try_("pick a3")
    assert table.offers("place") == set(ground.ENTRIES)
    table.do(f"place {ground.ENTRIES[0]}")
    assert table.where("a3") == f"waiting {ground.ENTRIES[0]}"
    assert "road-mode" in table.statuses("a3")


@rule("AO-14.1.A")
def test_allied_reinforcements_wait_at_a_road_of_their_section_in_road_mode():
    table = arrival(4)
    table.try_("pick 1ID-16")
    assert table.offers("place") == set(exits("NE"))
    assert table.forbids(f"place {exits('SE')[0]}") == "AO-14.1.sections"
    table.do(f"place {exits('NE')[1]}")
    assert table.where("1ID-16") == f"waiting {exits('NE')[1]}"
    assert "road-mode" in table.statuses("1ID-16")


@rule("AO-14.1.A")
def test_reinforcements_may_not_be_held_back():
    assert arrival(4).forbids("done") == "AO-14.1.A"


@rule("AO-14.1.A")
def test_no_reinforcement_comes_in_through_a_hex_that_the_enemy_controls():
    first, second, third = exits("SE")
    beside = next(h for h in ground.neighbours(first) if ground.live(h) and ground.distance(h, second) > 1)
    table = arrival(8, f"26VG-77 2-4 at {beside}", standard_crt=True)
    table.try_("pick 4Cav")
    assert table.offers("place") == {second, third}
    assert table.forbids(f"place {first}") == "AO-14.1.A"


@rule("AO-R.29")
@pytest.mark.parametrize(
    ("unit", "turn", "section"), [("1ID-16", 4, "NE"), ("101AB-501", 3, "W"), ("4AD-CCA", 5, "SE")]
)
def test_exit_hexes_are_the_entries_of_their_section(unit: str, turn: int, section: str):
    table = arrival(turn).try_(f"pick {unit}")
    assert table.offers("place") == set(exits(section))
    assert table.forbids(f"place {PLAIN}") == "AO-R.29"
    place_all(table)
    goals = {goal.place: goal.value for goal in table.state.goals("german") if goal.place in ground.EXITS}
    assert goals == ground.EXITS


# Waiting and coming in


def waiting(entry: str, side: str = "allied", turn: int = 4, drawing: str = "", others: str = "") -> Table:
    """Units that have been placed at one entry, or all but the first at another; the Movement Phase begins."""
    table = arrival(turn, drawing, side=side)
    entries = iter([entry])
    place_all(table, lambda offered: one if (one := next(entries, others) or entry) in offered else min(offered))
    return table.until(f"{side} movement")


@rule("AO-R.30")
def test_waiting_units_are_out_of_play():
    entry = exits("NE")[0]
    table = waiting(entry=entry)
    assert table.where("1ID-16") == f"waiting {entry}"
    assert entry not in table.state.zoc("allied")
    assert table.supply("1ID-16") == "supplied"


@rule("AO-R.30")
def test_the_entry_is_the_first_road_hex():
    """Forty road hexes for infantry: one of them is the entry."""
    entry = exits("NE")[0]
    other = exits("NE")[1]
    table = waiting(entry=entry, others=other)
    expected = reach_from(table, "1ID-16", entry, 40 - 1) - {other, *ground.joined(other)}  # where another must come in
    assert entry in expected
    assert table.reach("1ID-16", "march") == expected
    assert table.bill("1ID-16", entry, "march") == [("AO-R.30", Fraction(1, 10))]
    table.move("1ID-16", "march", entry)
    assert table.where("1ID-16") == entry


def reach_from(table: Table, unit: str, entry: str, tenths: int) -> set[str]:
    """The hexes where a column may end that has come to its entry and has so many tenths of a point left."""
    found = table.textbook()
    alone = Map(found.turn, {**found.places, unit: entry}, found.columns | {unit})
    return {h for (h, column), cost in alone.reach(unit).items() if column and cost <= tenths}


@rule("AO-R.31")
def test_the_phase_does_not_end_while_a_waiting_unit_can_come_in():
    entry = exits("NE")[0]
    table = waiting(entry=entry)
    assert "" not in table.offers("done")
    assert table.forbids("done") == "AO-R.31"
    for unit in ("1ID-16", "1ID-18"):
        if unit in table.offers("pick"):
            far = max(table.reach(unit, "march"), key=lambda h: (ground.distance(entry, h), h))
            table.move(unit, "march", far)
    assert "" in table.offers("done")


@rule("AO-R.30", "AO-6.5.G")
def test_a_unit_that_finds_the_entry_taken_goes_on_waiting_and_is_placed_anew():
    entry = exits("NE")[0]
    jam = max(ground.joined(entry), key=ground.on_road)
    table = waiting(entry=entry, drawing=f"99ID-393 3-4 at {jam}")
    table.move("1ID-16", "go", entry)
    assert "1ID-18" not in table.offers("pick")
    assert table.forbids("pick 1ID-18") in ("AO-6.5.G", "AO-8.1.A")
    assert "" in table.offers("done")
    next_arrival(table)
    assert table.state.turn == 5
    table.try_("pick 1ID-18")
    assert table.offers("place") == set(exits("NE"))


@rule("AO-14.1.A")
@pytest.mark.parametrize("way", [".", "W"])
def test_nobody_comes_in_through_a_hex_that_the_enemy_has_come_to_hold_or_control(way: str):
    """The enemy was driven beside the entry in the Combat Phase, after the unit had been placed."""
    entry = ground.ENTRIES[1]
    drawing = f"a3 2-10 at {entry} waiting\n99ID-395 3-4 at {ground.walk(entry, way)}\n1SSPz-1a 9-10 at {PLAIN}"
    table = at("german movement", drawing)
    assert table.offers("pick") == {"1SSPz-1a"}
    refusal = table.refusal("pick a3")
    assert refusal.rule == "AO-14.1.A"
    why = "the entry is enemy-held or enemy-controlled"
    assert refusal.text.startswith(f"3 Armour Bde cannot enter at {entry}: {why}")
    free = at("german movement", f"a3 2-10 at {entry} waiting\n1SSPz-1a 9-10 at {PLAIN}")
    assert free.offers("pick") == {"a3", "1SSPz-1a"}


@rule("AO-14.2.B")
def test_each_unit_that_came_in_before_costs_two_road_hexes():
    """The third mechanized unit by one entry has lost four of its 24 road hexes."""
    entry = exits("NE")[1]
    table = waiting(entry=entry, turn=5)
    for number, unit in enumerate(("3AD-36", "3AD-32", "3AD-33")):
        expected = reach_from(table, unit, entry, 120 - 5 * (1 + 2 * number))
        expected -= {entry, *ground.joined(entry)} if number < 2 else set()  # left to those who wait
        assert table.reach(unit, "march") == expected
        table.move(unit, "march", max(expected, key=lambda h: (ground.distance(entry, h), h)))


@rule("AO-R.31")
def test_on_game_turn_1_the_mechanized_reinforcement_comes_in_in_the_mechanized_movement_phase():
    base = f"99ID-395 3-4 at {PLAIN}\n1SSPz-1a 9-10 at {ground.walk(PLAIN, 'E E E')}"
    table = at("german reinforcement", base, turn=1)
    table.do(f"place {ground.ENTRIES[0]}").until("german mechanized")
    assert "a1" in table.offers("pick")
    assert table.forbids("done") == "AO-R.31"
    table.move("a1", "march", ground.ENTRIES[0])
    assert table.where("a1") == ground.ENTRIES[0]


# Closed sections


@rule("AO-14.1.sections")
def test_a_closed_section_delays_a_game_turn_and_sends_the_units_next_door():
    table = arrival(4, guards("NE"))
    assert table.asked()[1] != "allied reinforcement"
    assert table.where("1ID-16") == "pool"
    next_arrival(table)
    assert table.state.turn == 5
    table.try_("pick 1ID-16")
    assert table.offers("place") == set(exits("NW"))


@rule("AO-14.1.sections", "AO-R.32")
def test_two_closed_sections_delay_two_game_turns():
    table = arrival(4, guards("NE", "NW"), standard_crt=True)
    place_all(next_arrival(table))
    assert table.where("1ID-16") == "pool"
    next_arrival(table.until("allied movement"))
    assert table.state.turn == 6
    table.try_("pick 1ID-16")
    assert table.offers("place") == set(exits("W"))


@rule("AO-R.32")
def test_the_log_names_the_sections_near_the_enemy_and_says_whether_they_are_open():
    """All exits in the north-east are held, one in the south-east is controlled; nobody is near the others."""
    first, second, _ = exits("SE")
    beside = next(h for h in ground.neighbours(first) if ground.live(h) and ground.distance(h, second) > 1)
    table = place_all(arrival(3, f"{guards('NE')}\n18VG-295 2-4 at {beside}", standard_crt=True))
    next_arrival(table.until("allied movement"))
    assert table.state.turn == 4
    said = [event.text for event in table.events("arrival", "AO-R.32") if not event.piece]
    assert said == [
        "The north-eastern section of the map edge is closed to Allied reinforcements",
        "The south-eastern section of the map edge is open to Allied reinforcements",
    ]


@rule("AO-R.32")
def test_a_section_with_an_allied_unit_in_an_exit_is_not_closed():
    """A German zone over the exit counts for nothing while an American is in it."""
    first, second = exits("NE")
    beside = next(h for h in ground.neighbours(second) if ground.live(h))
    held = f"26VG-77 2-4 at {first}\n26VG-39 2-4 at {beside}"
    assert place_all(arrival(4, held)).where("1ID-16") == "pool"
    table = place_all(arrival(4, f"{held}\n99ID-393 3-4 at {second}"))
    assert table.where("1ID-16") == f"waiting {second}"


@rule("AO-R.32")
def test_the_owner_chooses_between_two_open_neighbours():
    table = place_all(arrival(3, guards("W")))
    assert table.where("101AB-501") == "pool"
    next_arrival(table.until("allied movement"))
    assert table.state.turn == 4
    table.try_("pick 101AB-501")
    assert table.offers("place") == {*exits("NW"), *exits("SW")}


@rule("AO-R.34")
def test_a_german_entry_that_is_controlled_is_closed():
    entry = ground.ENTRIES[2]
    table = arrival(3, f"99ID-393 3-4 at {entry}", side="german")
    table.try_("pick a3")
    assert table.offers("place") == set(ground.ENTRIES) - {entry}
    assert table.forbids(f"place {entry}") == "AO-R.34"


@rule("AO-R.34")
def test_a_german_who_finds_every_entry_closed_waits_and_comes_when_one_is_open():
    posts = [f"{unit} 3-4 at {hex_}" for unit, hex_ in zip(AMERICANS, ground.ENTRIES, strict=True)]
    table = arrival(3, "\n".join(posts), side="german").until("german mechanized")
    assert table.where("a3") == "pool"
    table.until("allied movement").until("german mechanized")
    assert (table.state.turn, table.where("a3")) == (4, "pool")
    told = {event.text for event in table.events(rule="AO-R.34") if event.piece == "a3"}
    assert told == {"3 Armour Bde finds every entry closed and waits"}


# The west bank


MEUSE = [
    (a, b) for name, found in ground.BOARD.hexsides.items() if "meuse" in found for a, b in [name.split("/")]
    if b in ground.HEXES and ground.live(a) and ground.live(b)
]  # fmt: skip


@cache
def bank() -> tuple[str, str]:
    """A hex of the west bank where British tanks are supplied, and the hex over a bridge of the Meuse, no town."""
    for a, b in MEUSE:
        for here, there in ((a, b), (b, a)):
            west = ground.BOARD.regions["west-bank"] & ground.GRID.bit(here)
            if not west or not ground.bridge(a, b) or ground.town(there):
                continue
            found = Map(9, {"UKGds-5": here})
            if found.supply("UKGds-5") == "supplied" and found.reach("UKGds-5").get((there, False)) == 10:
                return here, there
    raise LookupError("no bridge of the Meuse fits")


def on_the_bank(step: str = "allied movement", scenario: str = "1", allied_losses: int = 0) -> Table:
    drawing = f"UKGds-5 8-12 at {bank()[0]}"
    return at(step, drawing, turn=9, scenario=scenario, standard_crt=True, allied_losses=allied_losses)


@rule("AO-14.3.C")
def test_west_bank_units_do_not_cross_the_meuse():
    table, there = on_the_bank(), bank()[1]
    assert there not in table.reach("UKGds-5")
    refusal = table.moving("UKGds-5").refusal(f"go {there}")
    assert refusal.rule == "AO-14.3.C"
    assert refusal.text.endswith("in either direction, until they are released (AO-R.35).")


@rule("AO-14.3.C")
def test_west_bank_units_cross_once_the_german_has_had_25_points():
    table = on_the_bank("allied mechanized", allied_losses=25)
    table.until("allied movement")
    assert table.state.turn == 10
    assert bank()[1] in table.reach("UKGds-5")


@rule("AO-8.0")
def test_a_west_bank_unit_with_no_room_on_its_bank_is_not_free_to_move():
    """Its only open hex lies across the Meuse: it can be picked once it is released, not before."""
    here, there = bank()
    friends = [u for u, data in UNITS.items() if data["nation"] == "US" and data["ma"] == "4"]
    lines = [
        f"{friends.pop()} at {hex_}" for hex_ in ground.neighbours(here) if ground.live(hex_) and hex_ != there
        for _ in range(3)
    ]  # fmt: skip
    drawn = "\n".join(
        f"{line.split()[0]} {UNITS[line.split()[0]]['strength']}-4 {line.partition(' ')[2]}" for line in lines
    )
    table = at("allied movement", f"UKGds-5 8-12 at {here}\n{drawn}", turn=9)
    assert "UKGds-5" not in table.offers("pick")
    assert table.forbids("pick UKGds-5") == "AO-8.0"
    american = at("allied movement", f"9AD-CCB 5-12 at {here}\n{drawn}", turn=9)
    assert "9AD-CCB" in american.offers("pick")


@rule("AO-14.3.C")
def test_24_points_do_not_release_them():
    table = on_the_bank("allied mechanized", allied_losses=24)
    table.until("allied movement")
    assert bank()[1] not in table.reach("UKGds-5")
    assert table.bars("UKGds-5", "go", bank()[1]) == "AO-14.3.C"


@rule("AO-14.3.C")
def test_units_of_the_slowed_list_are_not_bound():
    table, there = on_the_bank(scenario="4"), bank()[1]
    assert there in table.reach("UKGds-5")
    assert "AO-14.3.C" not in dict(table.bill("UKGds-5", there))


def test_american_units_are_not_bound():
    here, there = bank()
    assert there in at("allied movement", f"9AD-CCB 5-12 at {here}", turn=9).reach("9AD-CCB")


@rule("AO-R.35")
def test_west_bank_units_attack_across_the_meuse_but_do_not_advance_over_it():
    here, there = bank()
    table = at("allied combat", f"UKGds-5 8-12 at {here}\n9AD-CCB 5-12 at {here}\nvdH 1-4 at {there}", turn=9)
    table.attack(there, by=["UKGds-5", "9AD-CCB"], die=1)
    assert table.where("vdH") == "eliminated"
    assert table.offers("advance") == {"9AD-CCB"}
    assert table.forbids("advance UKGds-5") == "AO-R.35"


@rule("AO-9.6.N")
def test_west_bank_units_advance_on_their_own_bank():
    def on_the_bank_(hex_: str) -> bool:
        west = ground.BOARD.regions["west-bank"] & ground.GRID.bit(hex_)
        return bool(west) and not ground.town(hex_) and ground.live(hex_)

    here, there = ground.first_step(
        lambda a, b: on_the_bank_(a) and on_the_bank_(b) and "meuse" not in ground.side(a, b)
        and Map(9, {"UKGds-5": a}).supply("UKGds-5") == "supplied"
    )  # fmt: skip
    table = at("allied combat", f"UKGds-5 8-12 at {here}\nUKGds-32 8-12 at {here}\nvdH 1-4 at {there}", turn=9)
    table.attack(there, by=["UKGds-5", "UKGds-32"], die=1)
    assert table.offers("advance") == {"UKGds-5", "UKGds-32"}
    table.do("advance UKGds-5")
    assert table.where("UKGds-5") == there


@rule("AO-10.2")
def test_a_retreat_may_take_west_bank_units_across_the_meuse():
    for here, there in ((x, y) for a, b in MEUSE for x, y in ((a, b), (b, a))):
        west = ground.BOARD.regions["west-bank"] & ground.GRID.bit(here)
        for foe in filter(ground.live, ground.neighbours(here)):
            found = Map(9, {"1SSPz-1a": foe, "FrLt": here})
            if not west or ground.town(here) or found.retreats("FrLt", 1) != {(there,)}:
                continue
            table = at("german combat", f"1SSPz-1a 9-10 at {foe}\nFrLt 2-4 at {here}", turn=9)
            column = table.odds(here, by=["1SSPz-1a"]).column
            table.attack(here, by=["1SSPz-1a"], die=die_for("initial", column, "Dr1"))
            assert table.where("FrLt") == there
            return
    raise AssertionError("no hex of the west bank fits")
