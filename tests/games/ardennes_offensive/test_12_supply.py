"""12: supply: paths, sources, the three states, and when they are judged."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.datafiles import UNITS
from tests.games.ardennes_offensive.scenes import PLAIN, draw, is_supplied, ring, severed
from tests.games.ardennes_offensive.table import Table, at
from tests.games.ardennes_offensive.textbook import Map
from tests.rulemark import rule

AMERICANS = ["99ID-395", "99ID-393", "99ID-394", "106ID-422", "106ID-423", "2ID-38"]
GERMANS = ["26VG-39", "26VG-78", "5FJ-14", "5FJ-15", "5FJ-13", "18VG-293"]
AFAR = "E E E,NE NE NE,NW NW NW,W W W,SW SW SW,SE SE SE"


def laid(step: str, pieces: dict[str, str], turn: int = 3) -> Table:
    return at(step, draw(pieces), turn=turn)


def besieged(unit: str) -> dict[str, str]:
    """A unit whom six enemies three hexes off cut from every road, but do not touch."""
    foes = AMERICANS if UNITS[unit]["side"] == "german" else GERMANS
    return {unit: PLAIN, **ring(PLAIN, foes, AFAR)}


def surrounded(*units: str) -> dict[str, str]:
    """Germans in one hex with Americans in every other hex round it."""
    return {**dict.fromkeys(units, PLAIN), **ring(PLAIN, ["99ID-395", "9AD-CCB", "9AD-CCR"], "W,NE,SE")}


def besieged_pair() -> dict[str, str]:
    """Two Germans side by side: a third enemy cuts the second off too, so that the first is not isolated."""
    return {**surrounded("1SSPz-1a"), **ring(PLAIN, ["12SSPz-12", "4ID-12"], "E,E E")}


# The path


def remote(distance: int) -> str:
    """A hex with the nearest road hex exactly so far away."""

    def fits(hex_: str) -> bool:
        roads = [h for h in ground.disc(hex_, 5) if ground.live(h) and ground.on_road(h)]
        return bool(roads) and min(ground.distance(hex_, h) for h in roads) == distance

    return ground.first(fits)


@rule("AO-12.1.A")
@pytest.mark.parametrize(("side", "unit"), [("german", "26VG-77"), ("allied", "99ID-395")])
def test_a_path_runs_over_three_hexes_to_a_road(side: str, unit: str):
    table = laid(f"{side} movement", {unit: remote(3)})
    found = table.state.supply(unit)
    assert found.state == "supplied"
    assert not any(map(ground.on_road, found.path[:3]))
    assert all(map(ground.on_road, found.path[3:]))


@rule("AO-12.3.G")
def test_a_road_hex_at_the_fourth_hex_is_too_far():
    """The three hexes to the near road are closed by zones; what lies beyond does not help."""
    here = remote(3)
    near = sorted(h for h in ground.ring(here, 3) if ground.live(h) and ground.on_road(h))
    pieces = {"26VG-77": here, **dict(zip(AMERICANS, near, strict=False))}
    assert len(near) <= len(AMERICANS)
    assert laid("german movement", pieces).supply("26VG-77") == Map(3, pieces).supply("26VG-77") == "unsupplied"


@rule("AO-12.1.A", "AO-12.3.G")
def test_a_road_through_an_enemy_zone_carries_no_supply():
    pieces, _ = severed()
    assert laid("german movement", pieces).supply("26VG-77") == "unsupplied"
    without = {unit: hex_ for unit, hex_ in pieces.items() if unit != "392e"}
    assert laid("german movement", without).supply("26VG-77") == "supplied"


@rule("AO-12.1.A")
def test_a_friend_in_the_zone_opens_the_road():
    pieces, cut = severed()
    table = laid("german movement", {**pieces, "26VG-39": cut})
    assert table.supply("26VG-77") == "supplied"
    assert cut in table.state.supply("26VG-77").path


@rule("AO-12.1.A")
def test_the_way_to_the_road_may_cross_any_ground():
    """Rough ground and rivers on the first three hexes are no obstacle."""
    wet = ground.first(
        lambda h: ground.terrain(h) == "rough" and not any(map(ground.on_road, ground.disc(h, 1)))
        and any("river" in ground.side(h, n) for n in ground.neighbours(h))
    )  # fmt: skip
    table = laid("german movement", {"26VG-77": wet})
    assert table.supply("26VG-77") == "supplied"


@rule("AO-12.1.C")
def test_the_way_to_the_road_may_not_lead_through_enemy_zones():
    table = laid("german movement", besieged("26VG-77"))
    assert table.supply("26VG-77") == "unsupplied"
    assert table.state.supply("26VG-77").path == ()
    assert table.supplied_without("26VG-77", "AO-12.1.C")


@rule("AO-R.26")
def test_map_edge_hexes_carry_no_supply():
    """Beside the edge, all live hexes round it closed, a unit is not supplied through the open edge hexes."""
    tables = [at("allied movement", draw(pieces), bystanders=False) for pieces in backs_to_the_edge()]
    assert {table.supply("99ID-395") for table in tables} == {"unsupplied"}
    for table in tables:
        banned = {layer.rule: layer.mask for layer in table.supply_bans("allied")}
        assert {h for h in ground.HEXES if ground.edge(h)} <= set(ground.GRID.names(banned["AO-R.26"]))


def backs_to_the_edge() -> Iterator[dict[str, str]]:
    """An American beside the map edge whom Germans cut from every road on the live map but not from the edge."""
    for here in ground.where(lambda h: not ground.on_road(h) and any(map(ground.edge, ground.neighbours(h)))):
        edges = [h for h in ground.neighbours(here) if ground.edge(h)]
        posts = sorted(h for h in ground.ring(here, 2) if ground.live(h) and not set(ground.neighbours(h)) & set(edges))
        pieces = {"99ID-395": here, **dict(zip(GERMANS, posts, strict=False))}
        found = Map(3, pieces)
        if not set(edges) <= found.zone("german") and found.supply("99ID-395") == "unsupplied":
            yield pieces


@rule("AO-12.1.A")
def test_the_way_to_the_road_may_cross_an_interdicted_bridge():
    """Interdiction cuts the road, not the three hexes on foot."""
    for a, b in (pair for pair in ground.BRIDGES if all(map(ground.live, pair))):
        for here, there in ((a, b), (b, a)):
            for gun in sorted(filter(ground.live, ground.ring(here, 3))):
                found = Map(3, {"26VG-77": here, "99ID-395": gun})
                line = found.lifeline("german")
                across = here not in line and there in line and found.cut("german", here, there)
                if across and not ground.disc(here, 1) & line - {there} and found.supply("26VG-77") == "supplied":
                    table = laid("german movement", {"26VG-77": here, "99ID-395": gun})
                    assert table.state.supply("26VG-77").path[:2] == (here, there)
                    return
    raise AssertionError("no bridge of the map fits")


# Sources


@rule("AO-12.2.D")
@pytest.mark.parametrize("entry", ground.ENTRIES)
def test_german_supply_comes_along_any_road_from_the_east_edge(entry: str):
    table = laid("german movement", {"26VG-77": entry})
    found = table.state.supply("26VG-77")
    assert (found.state, found.rule, found.path) == ("supplied", "AO-12.2.D", (entry,))


@rule("AO-12.1.A")
def test_a_german_on_a_western_exit_finds_his_source_in_the_east():
    exit_ = next(h for h in ground.EXITS if ground.SECTION[h] == "W" and is_supplied("26VG-77", h))
    path = laid("german movement", {"26VG-77": exit_}).state.supply("26VG-77").path
    assert (path[0], path[-1] in ground.ENTRIES) == (exit_, True)


@rule("AO-12.2.F")
@pytest.mark.parametrize("exit_", list(ground.EXITS))
def test_allied_supply_comes_from_every_road_exit(exit_: str):
    table = laid("allied movement", {"99ID-395": exit_})
    found = table.state.supply("99ID-395")
    assert (found.state, found.rule, found.path) == ("supplied", "AO-12.2.F", (exit_,))


@rule("AO-12.1.A")
def test_an_exit_that_the_german_holds_is_no_source():
    """One unit of each side: with all its exits but one in German hands a section supplies nobody."""
    exit_ = next(iter(ground.EXITS))
    table = laid("allied movement", {"99ID-395": exit_, "1SSPz-1a": PLAIN})
    assert table.state.control(exit_) == "allied"
    held = laid("allied movement", {"1SSPz-1a": exit_, "99ID-395": PLAIN})
    assert held.state.control(exit_) == "german"
    assert held.state.supply("99ID-395").path[-1] != exit_


# The three states


@rule("AO-12.3.H")
def test_a_surrounded_unit_far_from_supplied_friends_is_isolated():
    assert laid("german movement", surrounded("1SSPz-1a")).supply("1SSPz-1a") == "isolated"


@rule("AO-12.3.G")
def test_a_unit_with_an_open_hex_is_unsupplied_only():
    assert laid("german movement", besieged("1SSPz-1a")).supply("1SSPz-1a") == "unsupplied"


@pytest.mark.parametrize("step", ["german movement", "allied movement"])
def test_the_card_of_a_unit_tells_its_supply_at_this_moment_in_either_sides_turn(step: str):
    for pieces, expected in ((surrounded("1SSPz-1a"), "isolated"), (besieged("1SSPz-1a"), "none")):
        state = laid(step, pieces).state
        shown = state.game.screen(state.view("allied"))
        card = next(piece for piece in shown.pieces if piece.id == "1SSPz-1a")
        assert next(fact.value for fact in card.facts if fact.label == "supply") == expected


@rule("AO-12.3.G")
def test_a_supplied_friend_three_hexes_off_saves_from_isolation():
    assert laid("german movement", friend_at(3)).supply("1SSPz-1a") == "unsupplied"


@rule("AO-12.3.H")
def test_a_supplied_friend_four_hexes_off_does_not():
    assert laid("german movement", friend_at(4)).supply("1SSPz-1a") == "isolated"


def friend_at(distance: int) -> dict[str, str]:
    """A surrounded German, and a supplied friend so far away."""
    for friend in sorted(filter(ground.live, ground.ring(PLAIN, distance))):
        pieces = {**surrounded("1SSPz-1a"), "26VG-77": friend}
        if Map(3, pieces).supply("26VG-77") == "supplied":
            return pieces
    raise LookupError("no friend on the map fits")


@rule("AO-12.3.J")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_nobody_is_isolated_near_a_road_off_his_own_edge(side: str):
    unit, foes, sources = {
        "german": ("26VG-77", AMERICANS, ground.ENTRIES), "allied": ("99ID-395", GERMANS, tuple(ground.EXITS)),
    }[side]  # fmt: skip
    for here in ground.where(lambda h: min(ground.distance(h, s) for s in sources) == 3):
        pieces = {unit: here, **dict(zip(foes, filter(ground.live, ground.neighbours(here)), strict=False))}
        closed = len(pieces) == 7 and Map(3, pieces).supply(unit) == "unsupplied"
        if closed:
            table = laid(f"{side} movement", pieces)
            assert table.supply(unit) == "unsupplied"
            assert table.state.supply(unit).rule == "AO-12.3.J"
            return
    raise AssertionError("no hex near a source fits")


@rule("AO-12.3.H")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_four_hexes_from_a_road_off_his_own_edge_a_surrounded_unit_is_isolated(side: str):
    unit, foes, sources = {
        "german": ("26VG-77", AMERICANS, ground.ENTRIES), "allied": ("99ID-395", GERMANS, tuple(ground.EXITS)),
    }[side]  # fmt: skip
    for here in ground.where(lambda h: min(ground.distance(h, s) for s in sources) == 4):
        pieces = {unit: here, **dict(zip(foes, filter(ground.live, ground.neighbours(here)), strict=False))}
        if len(pieces) == 7 and not any(map(ground.edge, ground.neighbours(here))):
            found = laid(f"{side} movement", pieces).state.supply(unit)
            assert (found.state, found.rule) == ("isolated", "AO-12.3.H")
            return
    raise AssertionError("no hex near a source fits")


@rule("AO-12.3.H")
def test_an_impassable_hex_in_an_enemy_zone_is_closed_like_any_other():
    """Beside an impassable hex five enemies are enough, whose zones reach into it."""
    for here in ground.where(lambda h: any(ground.terrain(n) == "impassable" for n in ground.neighbours(h))):
        pieces = {"1SSPz-1a": here, **dict(zip(AMERICANS, filter(ground.live, ground.neighbours(here)), strict=False))}
        if Map(3, pieces).supply("1SSPz-1a") == "isolated":
            found = laid("german movement", pieces).state.supply("1SSPz-1a")
            assert (found.state, found.rule) == ("isolated", "AO-12.3.H")
            return
    raise AssertionError("no impassable hex of the map fits")


@rule("AO-12.3.G")
def test_a_friend_in_a_controlled_hex_keeps_it_open():
    table = laid("german movement", besieged_pair())
    assert table.supply("12SSPz-12") != "supplied"
    assert table.supply("1SSPz-1a") == "unsupplied"


# What it does


@rule("AO-12.6.movement")
@pytest.mark.parametrize(("unit", "points"), [("9AD-CCB", 6), ("1SSPz-1a", 5), ("26VG-77", 2), ("99ID-395", 2)])
def test_half_the_allowance_without_supply_fractions_dropped(unit: str, points: int):
    table = laid(f"{UNITS[unit]['side']} movement", besieged(unit))
    assert table.supply(unit) == "unsupplied"
    expected = table.textbook().reach(unit, points)
    assert table.reach(unit) == {h for h, column in expected if not column} - {PLAIN}
    table.move(unit, "go", min(table.reach(unit)))


@rule("AO-12.6.movement")
def test_the_refusal_names_the_want_of_supply():
    table = laid("german movement", besieged("26VG-77"))
    farther = ground.ring(PLAIN, 2) if max(ground.distance(PLAIN, h) for h in table.reach("26VG-77")) < 2 else set()
    whole = table.textbook().reach("26VG-77", 4)
    beyond = sorted({h for h, column in whole if not column} - table.reach("26VG-77") - {PLAIN})
    assert not farther
    assert table.bars("26VG-77", "go", beyond[0]) == "AO-12.6.movement"


@rule("AO-12.6.isolated")
def test_an_isolated_unit_cannot_attack():
    table = laid("german combat", surrounded("1SSPz-1a"))
    assert table.offers("target") == set()
    assert table.forbids(f"target {ground.walk(PLAIN, 'W')}") == "AO-12.6.isolated"


@rule("AO-12.6.attack")
def test_an_unsupplied_unit_attacks_with_half_strength():
    table = laid("german combat", besieged_pair())
    assert table.odds(ground.walk(PLAIN, "W"), by=["1SSPz-1a"]).attack == 5


@rule("AO-12.6.defence")
def test_isolated_units_defend_with_half_strength():
    assert laid("allied combat", surrounded("1SSPz-1a")).odds(PLAIN, by=["99ID-395"]).defence == 5


@rule("AO-12.6.defence")
def test_unsupplied_units_defend_in_full():
    found = laid("allied combat", besieged_pair()).odds(PLAIN, by=["99ID-395"])
    assert found.defence == 9
    assert "AO-12.6.defence" not in {line.rule for line in found.tally}


@rule("AO-9.5.M")
def test_isolated_stacks_are_halved_as_a_total():
    """Three and four together are seven, and defend with four."""
    table = laid("allied combat", surrounded("3FJ-9", "12VG-27"))
    assert table.odds(PLAIN, by=["99ID-395"]).defence == 4


def test_nobody_is_lost_for_want_of_supply_alone():
    table = laid("german movement", surrounded("1SSPz-1a")).until("allied movement").until("german movement")
    assert table.where("1SSPz-1a") == PLAIN


@rule("AO-12.6.movement")
def test_unsupplied_infantry_cannot_pay_for_leaving_a_stack():
    """Two points are the price of unstacking; none is left for a hex."""
    table = laid("german movement", {**besieged("26VG-77"), "26VG-39": PLAIN})
    assert table.offers("pick") == set()
    refusal = table.refusal("pick 26VG-77")
    assert refusal.rule == "AO-12.6.movement"
    assert refusal.text == "77 (26 VG) cannot move: an unsupplied unit has half its allowance."


@rule("AO-12.6.movement")
def test_an_unsupplied_column_that_cannot_leave_road_mode_may_still_march():
    """Five points do not pay the six for leaving; they are ten road hexes."""
    for here in ground.where(lambda h: ground.on_road(h) and all(map(ground.live, ground.disc(h, 3)))):
        pieces = {"1SSPz-1a": here, **ring(here, AMERICANS[:4], "E E E,NW NW NW,W W W,SE SE SE")}
        found = Map(3, pieces, frozenset(["1SSPz-1a"]))
        ends = {h for h, column in found.reach("1SSPz-1a", 5) if column} - {here}
        if found.supply("1SSPz-1a") == "unsupplied" and ends:
            table = at("german movement", draw({**pieces, "1SSPz-1a": f"{here} road-mode"}))
            assert "1SSPz-1a" in table.offers("pick")
            assert (table.reach("1SSPz-1a", "march"), table.reach("1SSPz-1a")) == (ends, set())
            table.move("1SSPz-1a", "march", min(ends))
            assert "half the movement allowance: out of supply" in table.events("cost")[-1].text
            _march_is_barred_by_friends(pieces, here)
            return
    raise AssertionError("no road of the map fits")


def _march_is_barred_by_friends(pieces: dict[str, str], here: str) -> None:
    """With friends on every road two hexes on, the column has nowhere to go and cannot be picked."""
    second = {b for a in ground.joined(here) for b in ground.joined(a)} - {here, *ground.joined(here), *pieces.values()}
    friends = dict(zip(("26VG-77", *GERMANS), sorted(second), strict=False))
    table = at("german movement", draw({**pieces, **friends, "1SSPz-1a": f"{here} road-mode"}))
    assert len(friends) == len(second)
    assert table.supply("1SSPz-1a") == "unsupplied"
    assert "1SSPz-1a" not in table.offers("pick")
    assert table.forbids("pick 1SSPz-1a") == "AO-6.5.G"


@rule("AO-12.3.H", "AO-12.3.G")
def test_the_log_tells_the_isolated_from_the_unsupplied():
    """Of two Germans side by side one is surrounded; the other, cut off with him, has an open hex."""
    lost = {**surrounded("12SSPz-12"), "26VG-77": ground.walk(PLAIN, "SE SE SE SE SE")}
    besiegers = ring(lost["26VG-77"], AMERICANS[1:5], "E E E,NW NW NW,W W W,SE SE SE")
    table = at("allied mechanized", draw({**lost, **besiegers})).do("done").until("german movement")
    said = {event.piece: (event.rule, event.text) for event in table.events("supply")}
    assert said["12SSPz-12"] == ("AO-12.3.H", f"12 (12 SS Pz) in {PLAIN} is isolated")
    if table.supply("26VG-77") == "unsupplied":
        assert said["26VG-77"] == ("AO-12.3.G", f"77 (26 VG) in {lost['26VG-77']} is unsupplied")
    assert {piece: rule for piece, (rule, _) in said.items() if piece in lost}.keys() == {"12SSPz-12", "26VG-77"}


# When


@rule("AO-E.12.2")
def test_a_state_once_judged_holds_for_the_whole_player_turn():
    """The engineer who cut the road is destroyed; the German stays unsupplied for this Player-Turn."""
    pieces, _ = severed()
    table = laid("german movement", pieces).until("german combat")
    table.attack(pieces["392e"], by=["1SSPz-1a"], die=1)
    assert table.where("392e") == "eliminated"
    assert table.textbook().supply("26VG-77") == "supplied"
    table.until("german mechanized")
    assert table.state.supply("26VG-77").state == "unsupplied"
    assert table.state.supply("26VG-77").rule == "AO-E.12.2"


@rule("AO-E.12.2")
def test_a_friend_who_opens_the_road_in_this_phase_comes_too_late():
    pieces, cut = severed()
    for friend in sorted(h for h in ground.disc(cut, 4) if ground.live(h) and h not in pieces.values()):
        there = {**pieces, "2Pz-3": friend}
        found = Map(3, there)
        if found.supply("26VG-77") == "unsupplied" and (cut, False) in found.reach("2Pz-3"):
            table = laid("german movement", there)
            table.move("2Pz-3", "go", cut)
            assert table.textbook().supply("26VG-77") == "supplied"
            assert table.supply("26VG-77") == "unsupplied"
            expected = table.textbook().reach("26VG-77", 2)
            assert table.reach("26VG-77") == {h for h, column in expected if not column} - {pieces["26VG-77"]}
            return
    raise AssertionError("no friend can open the road")


@rule("AO-12.4.K")
def test_a_defenders_state_is_found_at_the_moment_of_combat():
    """Open to the south-east when the German turn begins, the American is surrounded when he is attacked."""
    pieces = {"99ID-395": PLAIN, **ring(PLAIN, ["1SSPz-1a", "12SSPz-12", "2Pz-3"], "W,NE,SE SE SE")}
    table = laid("german movement", pieces)
    assert table.supply("99ID-395") == "supplied"
    assert table.odds(PLAIN, by=["1SSPz-1a"]).defence == 3
    table.move("2Pz-3", "go", ground.walk(PLAIN, "SE")).until("german combat")
    assert table.supply("99ID-395") == "isolated"
    found = table.odds(PLAIN, by=["1SSPz-1a"])
    assert found.defence == 2
    assert [line.text for line in found.tally if line.rule == "AO-12.4.K"] == ["isolated at the moment of combat"]
