"""Recruit on the march in The Ardennes Offensive: columns, reserves that come in, ways out, no waste of strength."""

from __future__ import annotations

import random
from collections import Counter

import ardennes
from ardennes.ai import Budget, player
from ardennes.ai.movements import describe_moves, standing
from ardennes.ai.picture import Picture
from ardennes.ai.recruit.marching import Marching
from ardennes.ai.recruit.places import Places
from ardennes.ai.taste import PLAIN, RANGES, taste_of
from ardennes.engine.state import State
from ardennes.playbooks import playbook

BUDGET = Budget(nodes=4_000)


def position(step: str, *pieces: str, turn: int = 3) -> State:
    """A position with nobody in it but these and who arrives later, each as “unit hex status”."""
    lines = ['game = "ardennes-offensive"', f"turn = {turn}", f'step = "{step}"', "[pieces]"]
    for piece in pieces:
        unit, *words = piece.split()
        lines.append(f'"{unit}" = "{" ".join(words)}"')
    return ardennes.game("ardennes-offensive").position("\n".join([*lines, ""]))


def think(state: State) -> list[str]:
    """What Recruit does up to the next die or foreign decision; it is done."""
    actions = player("recruit").orders(state.view(state.decision.side), random.Random(1), BUDGET)
    for action in actions:
        state.apply(action)
    return [str(action) for action in actions]


def places(state: State, side: str) -> dict[str, str]:
    return {unit.handle: unit.place for unit in state.units() if unit.side == side and unit.place}


# ---- Road Mode ----


def test_a_unit_beside_the_enemy_does_not_take_up_road_mode():
    state = position("allied movement", "102Cav 2313", "2Pz-3 2312", "2Pz-2 2412")
    actions = think(state)
    assert not any(action.startswith("march") for action in actions)


def test_a_column_beside_the_enemy_leaves_road_mode():
    state = position("allied movement", "9AD-CCA 2314 road-mode", "28ID-110 2416", "2Pz-3 2312")
    actions = think(state)
    assert "pick 9AD-CCA" in actions
    assert not any(action.startswith("march") for action in actions)


def test_in_two_turns_nobody_takes_up_road_mode_beside_the_enemy_and_the_reserves_come_in():
    game = ardennes.game("ardennes-offensive")
    state, waiting = game.start("1"), 0
    grid = game.board.grid
    while state.turn <= 2:
        if state.chance is not None:
            state.roll(state.chance.keyed(3))
            continue
        side, turn = state.decision.side, state.turn
        for action in player("recruit").orders(state.view(side), random.Random(3), Budget(nodes=400)):
            if action.verb == "march":
                foes = grid.mask(place for place in places(state, _other(side)).values() if place in grid)
                assert not grid.around(foes) >> grid.index(action.thing) & 1, f"beside the enemy in {action.thing}"
            state.apply(action)
        if state.turn == turn:
            waiting = sum(place.startswith("entry-") for place in places(state, "allied").values())
    assert waiting <= 2, "of ten that came in this turn"


def _other(side: str) -> str:
    return "allied" if side == "german" else "german"


# ---- reserves ----


def test_reserves_spread_over_the_entries_and_all_come_in():
    state = position("allied reinforcement", "28ID-110 2521", "2Pz-3 2312", turn=2)
    actions = think(state)
    entries = Counter(action for action in actions if action.startswith("place"))
    assert len(entries) >= 3
    assert max(entries.values()) <= 4
    assert not [place for place in places(state, "allied").values() if place.startswith("entry-")]


def test_the_first_who_comes_in_leaves_room_for_those_behind_him():
    waiting = ("7AD-CCA", "7AD-CCB", "7AD-CCR", "9ID-39", "9ID-47")
    state = position("allied movement", *(f"{unit} 0217 waiting" for unit in waiting), "1SSPz-1a 0905")
    think(state)
    assert not [unit for unit in waiting if places(state, "allied")[unit].startswith("entry-")]


def test_whoever_waits_beside_the_map_says_by_which_hex_he_comes_in():
    state = position("allied movement", "7AD-CCA 0217 waiting", "7AD-CCB 0217 waiting", "9ID-39 0517")
    units = {unit.handle: unit for unit in state.units()}
    assert (units["7AD-CCA"].entry, units["9ID-39"].entry) == ("0217", "")
    assert (units["7AD-CCA"].hex, units["9ID-39"].hex) == ("0217", "0517")
    assert not state.game.on_map(units["7AD-CCA"].place)
    picture = Picture(state, "allied")
    assert picture.gates == {picture.grid.index("0217"): 2}


def test_a_fight_is_foreseen_though_many_must_come_in_first():
    waiting = [f"a{n} {entry} waiting" for n, entry in enumerate((1101, 1101, 1701, 1701, 2101, 2101, 2701), start=1)]
    state = position("german movement", *waiting, "2Pz-3 2311", "28ID-110 2313", turn=8)
    picture = Picture(state.copy(), "german", exact=True)
    assert Marching(picture, Places(picture), state, BUDGET.clock()).fights


# ---- places ----


def test_a_place_among_the_enemy_has_no_way_out():
    state = position("allied movement", "9AD-CCR 2014", "2Pz-2 2212", "2Pz-3 2314", "2Pz-304 2412", "PzLehr-130 2113")
    picture = Picture(state, "allied")
    caught = Places(picture).caught
    assert caught(picture.grid.index("2213")) == 1.0
    assert caught(picture.grid.index("2014")) == 0.0


def test_a_unit_in_road_mode_bars_its_own_hex_alone():
    state = position("allied movement", "9AD-CCR 2014", "2Pz-2 2311", "2Pz-3 2310")
    picture = Picture(state, "allied")
    firm, loose = Places(picture), Places(picture)
    unit, here = picture.mine["9AD-CCR"], picture.at["9AD-CCR"]
    for one in (firm, loose):
        one.lift(unit, here)
    assert 0 < loose.barred(here, loose=True) < firm.barred(here)
    assert loose.value(unit, here, loose=True) < firm.value(unit, here)
    loose.put(unit, here, loose=True)
    assert sum(loose.cover) == 1


def test_an_attack_takes_no_more_units_than_it_needs():
    strong = ("1SSPz-1a 1509", "1SSPz-2 1608", "1SSPz-1ai 1510", "2Pz-3 1409")
    state = position("german movement", *strong, "392e 1310", turn=4)
    picture = Picture(state.copy(), "german", exact=True)
    [package] = Marching(picture, Places(picture), state, BUDGET.clock()).packages
    assert len(package.moves) == 1
    think(state)
    battle = state.battle()
    assert battle is not None
    assert len(battle.attackers) == 1


# ---- the way to the goals ----


def test_the_way_to_a_goal_leads_around_the_enemy_or_costs_a_fight():
    """On the road east of Bastogne: nobody, somebody on it, and somebody beside him too."""
    east, bastogne = "2313", "2521"
    away = []
    for pieces in ((), ("28ID-110 2417",), ("28ID-110 2417", "9AD-CCR 2617")):
        picture = Picture(position("german movement", "2Pz-3 2312", *pieces), "german", exact=True)
        field, march = picture.atlas.field(picture.grid.index(bastogne)), picture.march(picture.grid.index(bastogne))
        assert all(far <= farther for far, farther in zip(field, march, strict=True))
        away.append(march[picture.grid.index(east)])
        assert (away[-1] == field[picture.grid.index(east)]) == (not pieces)
    assert away == sorted(set(away))


def test_a_playbook_says_what_counts_for_a_side():
    game = ardennes.game("ardennes-offensive")
    plain, german = PLAIN, taste_of(game.name, "german")
    assert taste_of(game.name, "allied") == plain
    assert playbook(game.name).tastes["german"] == {
        name: getattr(german, name) for name in RANGES if getattr(german, name) != getattr(plain, name)
    }


def test_panzers_that_find_the_road_open_leave_the_enemy_beside_it_to_the_infantry():
    """At Losheim: three regiments that could be attacked stand to the north, and nobody in the west."""
    panzers = ("1SSPz-1a 1206", "1SSPz-2 1207")
    state = position("german movement", *panzers, "12VG-48 1106", "2ID-9 0807", "2ID-23 0808", "2ID-38 0907")
    picture = Picture(state.copy(), "german", exact=True)
    away = [min(ways) for ways in zip(*(picture.march(aim.hex) for aim in picture.aims), strict=True)]
    think(state)
    now = places(state, "german")
    for panzer in panzers:
        handle = panzer.split()[0]
        assert away[picture.grid.index(now[handle])] < away[picture.at[handle]] / 2


# ---- what is said of it ----


def said(before: State, after: State, side: str) -> list[str]:
    picture = Picture(before, side)
    return [remark.text for remark in describe_moves(picture, standing(before, side), standing(after, side))]


def test_units_are_said_to_go_where_each_of_them_goes():
    before = position("allied movement", "28ID-110 2416", "9AD-CCR 2420", "102Cav 2014", "2Pz-3 2312")
    after = before.suppose({"28ID-110": "2518", "9AD-CCR": "2521"})
    assert said(before, after, "allied") == ["Moves two units to cover Bastogne, the lead unit to Bastogne."]
    assert said(before, before.suppose({"9AD-CCR": "2521"}), "allied") == ["Moves one unit to Bastogne."]


def test_who_goes_away_from_every_goal_draws_back_and_who_stays_is_not_told():
    before = position("german movement", "2Pz-3 2416", "102Cav 2014")
    assert said(before, before.suppose({"2Pz-3": "2311"}), "german") == ["Draws back one unit to Dasburg."]
    assert said(before, before, "german") == []


def test_who_is_sent_to_attack_is_said_to_come_up_against_the_enemy():
    before = position("german movement", "2Pz-3 2311", "28ID-110 2313")
    after, target = before.suppose({"2Pz-3": "2312"}), before.game.board.grid.index("2313")
    picture = Picture(before, "german")
    remarks = describe_moves(picture, standing(before, "german"), standing(after, "german"), {"2Pz-3": target})
    assert [remark.text for remark in remarks] == ["Brings up one unit against Clervaux."]
    assert remarks[0].pieces == ("2Pz-3",)


def test_who_comes_in_is_told_so():
    before = position("allied movement", "28ID-110 2521", "2Pz-3 2312")
    after = before.suppose({"7AD-CCA": "0517"})
    assert said(before, after, "allied") == ["Brings in one unit at Spa."]
