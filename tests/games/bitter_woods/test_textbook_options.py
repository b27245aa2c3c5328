"""The optional rules of Part A beside the textbook: on scattered positions both find the same."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from ardennes.counters import bits
from ardennes.games.bitter_woods import bombardment, leaders, odds, surrender
from ardennes.games.bitter_woods.course import Course, enter, may_stop, steps
from ardennes.games.bitter_woods.odds import HELD, SHAKEN, Clash
from ardennes.games.bitter_woods.queries import Situation
from tests.games.bitter_woods.table import game, hex_
from tests.games.bitter_woods.textbook import OTHER, Map, around
from tests.games.bitter_woods.textbook_options import GUNS, MECHANIZED, UNITS, Book

POSITIONS = 150  # of a seed


# ---- positions ----


def scattered(rng: random.Random, options: set[str], turn: str, short: float = 0.05) -> tuple[Situation, Book]:
    """Divisions of both sides thrown together on a few hexes."""
    the = game()
    grid, forces, state = the.ground.grid, the.forces, the.deployed("campaign", dict.fromkeys(options, "on"))
    for unit in range(len(forces.names)):
        if state.at[unit] >= 0:
            state.lift(unit)
    across = rng.randint(3, 5)
    corner = [rng.choice((1, size - across + 1, rng.randint(1, size - across))) for size in (55, 35)]
    corner = rng.choice([corner, [rng.randint(44, 49), rng.randint(8, 20)]])
    ground = [f"{corner[0] + c:02}{corner[1] + r:02}" for c in range(across) for r in range(across)]
    camps = [rng.sample(ground, len(ground) // 3) for _ in (0, 1)]
    for who in (0, 1):
        basic = [u for u in bits(forces.of[who]) if not forces.units[u].option]
        divisions = sorted({forces.units[u].division for u in basic})
        some = set(rng.sample(divisions, 4))
        picked = [
            u for u in basic if forces.units[u].division in some and (forces.units[u].division or rng.random() < 0.3)
        ]
        for unit in picked:
            i = grid.index(rng.choice(camps[who]))
            if not state.held[1 - who] >> i & 1 and state.stack(i).bit_count() < 3:
                state.stand(unit, i)
    playing = list(bits(state.playing[0] | state.playing[1]))

    def some_of(chance: float) -> int:
        return sum(1 << unit for unit in playing if rng.random() < chance)

    state.turn = the.turn_named(turn)
    state.unsupplied, state.shocked, state.reduced = some_of(short), some_of(0.05), some_of(0.3)
    state.reduced &= ~forces.artillery
    state.improved, state.forts = grid.mask(grid.index(name) for name in ground if rng.random() < 0.2), 0
    state.blown = sum(1 << n for n in range(len(the.ground.bridges)) if rng.random() < 0.4)
    state.interdicted = grid.mask(grid.index(name) for name in ground if rng.random() < 0.2)
    state.refresh()

    def names(mask: int) -> set[str]:
        return {forces.names[unit] for unit in bits(mask)}

    places = {forces.names[unit]: grid.name(state.at[unit]) for unit in playing}
    blown = [frozenset(name.split("/")) for name in the.ground.bridges.named(state.blown)]
    book = Book(
        Map(places, blown), turn, names(state.reduced), names(state.unsupplied), names(state.shocked),
        set(grid.names(state.improved)), set(grid.names(state.interdicted)), options,
    )  # fmt: skip
    return state, book


def clashes(rng: random.Random, book: Book) -> Iterator[tuple[str, list[str], list[str], list[str]]]:
    """Attacks on every hex that has enemies beside it: the hex, the attackers, guns of both sides."""
    for place, stack in book.map.stacks.items():
        who = OTHER[UNITS[stack[0]]["side"]]
        mine = [unit for unit in book.map.places if UNITS[unit]["side"] == who]
        near = [unit for unit in mine if place in around(book.map.places[unit]) and UNITS[unit]["type"] not in GUNS]
        if near:
            guns = [unit for unit in mine if UNITS[unit]["type"] in GUNS]
            theirs = [unit for unit in book.map.places if unit not in mine and UNITS[unit]["type"] == "corps_artillery"]
            cover = [unit for unit in theirs if unit not in stack]
            joining = rng.sample(near, rng.randint(max(1, len(near) - 1), len(near)))
            fire = [rng.sample(some, rng.randint(0, min(most, len(some)))) for some, most in ((guns, 2), (cover, 1))]
            yield place, joining, *fire  # type: ignore[misc]  # two of them


def named(names: list[str]) -> int:
    return game().forces.named(names)


ALL = {"integrity", "scare", "variable_surprise", "combined_arms", "cooperation", "angriff", "bombardment", "leaders"}


@pytest.mark.parametrize("seed", range(4))
def test_the_arithmetic_of_attacks_with_options_is_that_of_the_book(seed: int):
    rng = random.Random(f"options/{seed}")
    seen: Counter[str] = Counter()
    for _ in range(POSITIONS):
        options = {name for name in sorted(ALL) if rng.random() < 0.8}
        state, book = scattered(rng, options, rng.choice(["16AM", "17AM", "20AM"]))
        for place, attackers, guns, cover in clashes(rng, book):
            shaken, moving = rng.random() < 0.5, rng.random() < 0.5
            who = game().sides.index(UNITS[attackers[0]]["side"])
            clash = Clash(
                who, hex_(place), named(attackers), named(guns), False, named(cover), False,
                SHAKEN if shaken else HELD, False, moving,
            )  # fmt: skip
            found = odds.tally(state, clash)
            assert (found.attack, found.defence, found.chart.table, found.heading, found.modifier.value) == (
                book.attack(attackers, guns), book.defence(place, attackers, cover),
                *book.column(place, attackers, guns, cover, shaken, moving),
                book.modifier(place, attackers, guns, cover),
            ), f"{place} by {attackers}, {guns}, {cover}, {sorted(options)}, {book.map.places}"  # fmt: skip
            seen.update(line.rule for line in found.lines)
    rules = {"BW-18.1", "BW-18.2", "BW-18.3", "BW-19.0", "BW-21.3", "BW-23.2", "BW-28.3", "BW-31.0"}
    assert rules | {"BW-32.0", "BW-23.1.odds"} <= set(seen), rules - set(seen)


@pytest.mark.parametrize("seed", range(2))
def test_range_shock_and_surrender_are_those_of_the_book(seed: int):
    rng = random.Random(f"range/{seed}")
    yielding = 0
    for _ in range(POSITIONS):
        state, book = scattered(rng, ALL | {"surrender"}, "20AM", short=0.7)
        forces, grid = game().forces, game().ground.grid
        for leader in bits(forces.leaders):
            name = forces.names[leader]
            at = rng.choice(list(book.map.stacks))
            if UNITS[book.map.stacks[at][0]]["side"] == UNITS[name]["side"]:
                state.at[leader] = hex_(at)
                assert set(grid.names(leaders.reach(state, leader))) == book.command(name, at), (name, at)
        for unit in book.map.places:
            guns = rng.randint(2, 5)
            added = bombardment.modifier(state, state.at[forces.index[unit]], (1 << guns) - 1).value
            least = bombardment.least_face(state, forces.index[unit], added)
            assert sum(die >= least for die in range(1, 7)) == book.faces(unit, guns)
        for who, side_name in enumerate(game().sides):
            found = set(grid.names(surrender.hexes(state, who)))
            assert found == book.surrendering(side_name)
            yielding += len(found)
    assert yielding


def ends(state: Situation, course: Course) -> Iterator[int]:
    """All hexes in which an advance may end, without a challenge."""
    if may_stop(state, course):
        yield course.way[-1]
    for i in bits(steps(state, course)):
        yield from ends(state, enter(state, course, i))


@pytest.mark.parametrize("seed", range(2))
def test_advances_past_a_defender_end_where_the_book_lets_them(seed: int):
    rng = random.Random(f"past/{seed}")
    went: Counter[str] = Counter()
    for _ in range(POSITIONS):
        dares = {"challenge"} if rng.random() < 0.5 else set()
        state, book = scattered(rng, ALL - {"cooperation"} | dares, "20AM")
        forces, grid = game().forces, game().ground.grid
        for place, attackers, _, _ in clashes(rng, book):
            going = [unit for unit in attackers if UNITS[unit]["type"] in MECHANIZED and unit not in book.unsupplied]
            for unit in going[:1]:
                number, hexes, moved = forces.index[unit], rng.randint(1, 4), rng.random() < 0.5
                state.marched, state.phasing = moved << number, forces.side[number]
                course = Course(number, grid.all, hexes, True, (state.at[number],), past=hex_(place))
                found = {grid.name(i) for i in ends(state, course)}
                assert found == book.past(unit, place, hexes, moved), (unit, place, hexes, moved, book.map)
                went["some" if found else "none"] += 1
    assert went["some"] > 20, went
