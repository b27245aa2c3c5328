"""What a position does by itself: markers that come and go with units, zones by unit, room in a hex."""

from __future__ import annotations

from functools import cache

import pytest

from ardennes.engine import Event
from ardennes.games.bitter_woods import stacking, zones
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN
from ardennes.games.bitter_woods.game import BitterWoods
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.terrain import DRY, FREEZE, MUD


@cache
def game() -> BitterWoods:
    return BitterWoods()


def at(pieces: str, turn: int = 3) -> Position:
    """A position: units and their hexes, separated by a stroke."""
    state = Position(game(), "campaign", {})
    state.turn = turn
    for piece in filter(None, map(str.strip, pieces.split("/"))):
        name, where = piece.split()
        state.stand(unit(name), hex_(where))
    return state


def unit(name: str) -> int:
    return game().forces.index[name]


def hex_(name: str) -> int:
    return game().ground.grid.index(name)


def names(mask: int) -> set[str]:
    return set(game().ground.grid.names(mask))


def heard(state: Position) -> list[Event]:
    events: list[Event] = []
    state.listener = events.append
    return events


# ---- the start ----


def test_who_began_in_a_german_zone_is_settled_by_the_set_up():
    names_ = {game().forces.names[u] for u in range(len(game().forces.units)) if game().began_in_zone >> u & 1}
    assert names_ == {
        "99Inf-394", "2Inf-9", "106Inf-422", "106Inf-423", "106Inf-424", "28Inf-112", "28Inf-110", "28Inf-109",
        "9Arm-CCA",
    }  # fmt: skip


def test_the_markers_of_the_start():
    state = game().deployed("campaign")
    assert names(state.improved) == {
        "1006", "0808", "0711", "0616", "0717", "1019", "1221", "1424", "1130", "0634",
    }  # fmt: skip
    assert game().ground.bridges.named(state.blown) == ["0432/0533", "1028/1129", "1324/1424"]
    assert state.aircraft == (0, 0)
    assert (state.held[GERMAN] & state.held[ALLIED], state.lost(GERMAN), state.lost(ALLIED)) == (0, 0, 0)


def test_turns_have_the_names_of_the_rulebook():
    assert (game().turn_named("16AM"), game().turn_named("17PM"), game().turn_name(22)) == (1, 4, "26PM")
    assert [game().seasons[n - 1] for n in (1, 4, 5, 8, 9, 14, 15, 22)] == [
        DRY,
        DRY,
        MUD,
        MUD,
        DRY,
        DRY,
        FREEZE,
        FREEZE,
    ]
    assert (game().aircraft(4), game().aircraft(17), game().last_bounded_turn) == ((2, 2), (3, 5), 6)


def test_every_cell_of_the_table_is_read_without_its_asterisk():
    assert len(game().crt) == 9
    assert game().crt[4] == ("D4", "D3", "D3", "D2", "CA", "ENG")


# ---- positions and fortifications ----


def test_an_improved_position_goes_with_its_last_unit():
    state = at("28Inf-110 1424 / 28Inf-109 1424")
    events = heard(state)
    state.shift(unit("28Inf-109"), hex_("1524"))
    assert "1424" in names(state.improved)
    state.eliminate(unit("28Inf-110"), "BW-9.5.DE", "the attack succeeded")
    assert "1424" not in names(state.improved)
    assert "BW-8.1.remove" in [event.rule for event in events]


def test_a_fortification_stays_when_the_allies_leave_and_falls_to_a_german_who_passes():
    state = at("28Inf-110 1316 / 2Pz-2 1215")
    state.forts = 1 << hex_("1316")
    events = heard(state)
    state.shift(unit("28Inf-110"), hex_("1415"))
    assert names(state.forts) == {"1316"}
    state.pass_through(unit("2Pz-2"), (hex_("1215"), hex_("1316"), hex_("1317")))
    assert state.forts == 0
    assert [event.rule for event in events] == ["BW-8.2.remove"]


# ---- boundaries and reserves ----


def test_2417_and_1730_free_a_mechanized_unit_before_19am():
    state = at("2Pz-3 2317 / 26VG-77 2318", turn=6)
    events = heard(state)
    assert state.bounded(unit("2Pz-3"))
    assert not state.bounded(unit("26VG-77"))
    state.pass_through(unit("2Pz-3"), (hex_("2317"), hex_("2417"), hex_("2517")))
    state.pass_through(unit("26VG-77"), (hex_("2417"),))
    assert not state.bounded(unit("2Pz-3"))
    assert state.unbound == 1 << unit("2Pz-3")
    assert [event.rule for event in events] == ["BW-5.4.point"]


def test_from_19am_nobody_is_bounded():
    assert not at("2Pz-3 2317", turn=7).bounded(unit("2Pz-3"))


def test_a_reserve_next_to_an_enemy_is_none():
    state = at("2Pz-3 1224 / 2Pz-2 1223")
    state.reserve = 1 << unit("2Pz-3") | 1 << unit("2Pz-2")
    events = heard(state)
    state.stand(unit("28Inf-110"), hex_("1325"))
    assert state.reserve == 1 << unit("2Pz-2")
    assert [event.rule for event in events] == ["BW-14.3"]


# ---- zones ----


def test_a_zone_is_the_six_hexes_round_a_unit_and_its_own():
    assert names(zones.zone(at("28Inf-110 1424"), ALLIED)) == {"1424", "1423", "1425", "1324", "1325", "1524", "1525"}


def test_artillery_has_no_zone_beyond_its_hex():
    state = at("A-174 1424")
    assert names(zones.zone(state, ALLIED)) == {"1424"} == names(zones.of_unit(state, unit("A-174")))


def test_no_zone_reaches_across_the_meuse_not_even_over_a_bridge():
    state = at("28Inf-110 4717")
    zone = names(zones.zone(state, ALLIED))
    assert "4817" not in zone
    assert "bridge" in game().board.side_features("4717/4817")
    assert "4616" in zone


def test_zones_are_found_anew_when_units_move():
    state = at("28Inf-110 1424")
    assert zones.zone(state, ALLIED) >> hex_("1324") & 1
    state.shift(unit("28Inf-110"), hex_("1824"))
    assert not zones.zone(state, ALLIED) >> hex_("1324") & 1


def test_the_same_enemy_is_each_enemy_unit_for_itself():
    state = at("2Pz-2 1424 / 28Inf-110 1324 / 28Inf-109 1525")
    forbidden = names(zones.same(state, unit("2Pz-2")))
    assert {"1423", "1325", "1524", "1425"} <= forbidden
    assert "1424" not in forbidden
    one = names(zones.same(at("2Pz-2 1424 / 28Inf-110 1324"), unit("2Pz-2")))
    assert {"1423", "1325"} <= one
    assert not {"1524", "1425", "1525"} & one


def test_a_unit_next_to_an_enemy_across_the_meuse_is_next_to_it():
    state = at("28Inf-110 4817 / 2Pz-2 4717")
    assert zones.next_to_enemy(state, unit("2Pz-2"))
    assert not zones.zone(state, ALLIED) >> hex_("4717") & 1


# ---- stacking ----


@pytest.mark.parametrize(
    ("there", "newcomer", "fits"),
    [
        ("2Pz-3 2Pz-2", "2Pz-304", True),
        ("2Pz-3 2Pz-2 2Pz-304", "26VG-77", False),
        ("2Pz-3 2Pz-2 2Pz-304", "653JPz", True),
        ("2Pz-3 2Pz-2 653JPz", "26VG-77", True),
        ("PzLehr-130 PzLehr-901 PzLehr-902", "PzLehr-Recon", True),
        ("PzLehr-130 PzLehr-901 2Pz-2", "PzLehr-Recon", False),
        ("PzLehr-130 PzLehr-901 PzLehr-902 PzLehr-Recon", "2Pz-2", False),
        ("PzLehr-130 PzLehr-901 PzLehr-902 PzLehr-Recon", "653JPz", True),
        ("A-401 A-766 R-15", "2Pz-2", False),
    ],
)
def test_6_1_three_units_the_four_of_panzer_lehr_and_653(there: str, newcomer: str, fits: bool):
    state = at("/".join(f"{name} 1224" for name in there.split()))
    assert stacking.fits(state, unit(newcomer), state.stack(hex_("1224"))) is fits
    assert (stacking.full(state, unit(newcomer)) >> hex_("1224") & 1) == (not fits)


def test_a_unit_has_room_where_it_stands():
    state = at("2Pz-3 1224 / 2Pz-2 1224 / 2Pz-304 1224")
    assert stacking.full(state, unit("2Pz-2")) == 0


# ---- copies ----


def test_a_position_survives_copying():
    state = game().deployed("campaign")
    again = state.copy()
    again.shift(unit("28Inf-110"), hex_("1524"))
    assert state.place_of(unit("28Inf-110")) == "1424"
    assert names(state.improved) != names(again.improved)
    assert state.key() != again.key()
