"""The Peiper Alternative (BW-36): what it brings, joining and splitting, points, stacking, leaving the map, files."""

from __future__ import annotations

import pytest

from ardennes.counters.joining import APART, HELD
from ardennes.engine import Record
from ardennes.engine.conformance import conform
from ardennes.engine.errors import BadOption, PositionError
from ardennes.engine.screen import Screen
from ardennes.games.bitter_woods import battlegroup, victory
from tests.games.bitter_woods.scenes import Fall, fall
from tests.games.bitter_woods.table import Table, at, game, hex_, toml, unit, units
from tests.games.bitter_woods.test_optional_dice import options
from tests.rulemark import rule

__all__ = ["fall"]

ON = options("leaders", "spearheads", "peiper_alternative")
PANZER, TIGER, GRENADIERS, PEIPER, LEADER = "1SS-PA-1Pz", "1SS-PA-501", "1SS-PA-3PzG", "1SS-Peiper", "L-Peiper"
PARTS = (PANZER, TIGER, GRENADIERS)
FAR = "106Inf-424 5301"  # an Allied unit far away


def together(place: str, *statuses: str) -> str:
    """The three battalions in a hex."""
    return " / ".join(" ".join((name, place, *statuses)) for name in PARTS)


def with_peiper(pieces: str, step: str = "german movement", *, turn: int = 9, more: str = "") -> Table:
    return at(step, pieces, turn=turn, more=ON + more)


def picks(table: Table) -> set[str]:
    """The units of the group that may move now."""
    return table.offers("pick") & {*PARTS, PEIPER}


def places(table: Table, *names: str) -> list[str]:
    return [table.where(name) for name in names or (*PARTS, PEIPER)]


# ---- 36.0: what it is ----


@rule("BW-36.0")
def test_three_battalions_of_the_strength_of_the_group_take_its_place_and_a_leader_comes_with_them():
    state = game().start("campaign", leaders=True, spearheads=True, peiper_alternative=True)
    figures = [game().forces.units[unit(name)] for name in PARTS]
    assert sum(one.full.attack for one in figures) == game().forces.units[unit(PEIPER)].full.attack == 15
    assert [(one.er, one.full.allowance) for one in figures] == [(6, 5)] * 3, "BW-36.0"
    assert {state.at[unit(name)] for name in (*PARTS, LEADER)} == {hex_("0212")}  # type: ignore[attr-defined]
    assert state.at[unit(PEIPER)] == APART  # type: ignore[attr-defined]
    table = Table(Record(state))
    assert table.forbids(f"pick {PEIPER}") == "BW-36.11"
    plain = Table(Record.start(game(), "campaign"))
    assert plain.forbids("separate") == "BW-36.0"
    assert places(plain) == ["aside", "aside", "aside", "0212"]


@rule("BW-36.0", "BW-15.5")
def test_battalions_and_leader_do_not_move_on_16am():
    start = Table(Record.start(game(), "six-turn"))
    for name in PARTS:
        assert start.fork().do(f"pick {name}").forbids("step 0213") == "BW-15.5"
    assert start.forbids(f"pick {LEADER}") == "BW-15.5"
    assert game().options["peiper_alternative"].rule == "BW-36.0"


@rule("BW-36.0")
def test_the_six_turn_game_has_it_with_what_it_needs_and_the_others_have_it_only_if_it_is_chosen():
    three = ("leaders", "spearheads", "peiper_alternative")
    for scenario, word in (("six-turn", "on"), ("eight-turn", "off"), ("campaign", "off")):
        chosen = game().choose(scenario, {})
        assert [chosen[name] for name in three] == [word] * 3
        assert game().choose(scenario, dict.fromkeys(three, "on"))["peiper_alternative"] == "on"
    basic = game().choose("six-turn", dict.fromkeys(three, "off"))
    assert set(basic.values()) == {"off"}
    assert game().options["peiper_alternative"].rule == "BW-36.0"


@rule("BW-36.0")
@pytest.mark.parametrize(("missing", "title"), [("spearheads", "Peiper and Skorzeny"), ("leaders", "Leaders")])
def test_it_needs_chapter_27_and_the_leaders_in_place_of_the_reserves_of_chapter_14(missing: str, title: str):
    wanted = {"leaders": "on", "spearheads": "on", "peiper_alternative": "on", missing: "off"}
    for scenario in ("six-turn", "campaign"):
        with pytest.raises(BadOption, match=f"“The Peiper Alternative” needs “{title}” .BW-36.0."):
            game().start(scenario, **wanted)
    assert game().options["peiper_alternative"].rule == "BW-36.0"


# ---- 36.11: joining and splitting ----


@rule("BW-36.11", "BW-36.11.split", "BW-R.109")
def test_battalions_in_one_hex_join_and_the_group_splits_into_them():
    table = with_peiper(f"{together('1312')} / {FAR}").do("combine")
    assert places(table) == ["joined"] * 3 + ["1312"]
    assert [table.state.at[unit(name)] for name in PARTS] == [HELD] * 3
    assert table.texts("BW-36.11") == ["The battalions of Kampfgruppe Peiper join in 1312 (BW-R.109)"]
    assert table.forbids("separate") == "BW-R.109", "taking back is undo's work"
    table.do(f"pick {PEIPER}", "go 1311", "separate")
    assert places(table) == ["1311"] * 3 + ["split"]
    assert "BW-36.11.split" in table.rules("effect")
    assert table.forbids("combine") == "BW-R.109"


@rule("BW-36.11", "BW-36.12")
def test_they_do_not_join_apart_nor_with_a_battalion_that_has_had_losses():
    apart = with_peiper(f"{PANZER} 1312 / {TIGER} 1312 / {GRENADIERS} 1311 / {FAR}")
    assert apart.forbids("combine") == "BW-36.11"
    assert apart.forbids("separate") == "BW-36.11.split"
    weak = with_peiper(f"{PANZER} 1312 / {TIGER} 1312 reduced / {GRENADIERS} 1312 / {FAR}")
    assert weak.forbids("combine") == "BW-36.12"
    assert "SS Abt 501" in weak.refusal_text("combine")
    lost = with_peiper(f"{PANZER} 1312 / {TIGER} eliminated / {GRENADIERS} 1312 / {FAR}")
    assert lost.forbids("combine") == "BW-36.12"


@rule("BW-36.11.split")
def test_a_reduced_group_does_not_split():
    assert with_peiper(f"{PEIPER} 1312 reduced / {FAR}").forbids("separate") == "BW-36.11.split"


@rule("BW-36.11.points")
def test_the_example_of_two_three_and_five_points():
    table = with_peiper(f"{GRENADIERS} 1112 / {PANZER} 0913 / {TIGER} 1013 / {FAR}")
    for name in (GRENADIERS, PANZER, TIGER):
        table.do(f"pick {name}", "go 1312")
    point = game().ground.point
    assert [table.state.spent[unit(name)] for name in (GRENADIERS, PANZER, TIGER)] == [2 * point, 3 * point, 5 * point]
    assert "combine" in table.options()
    table.do("combine")
    assert table.texts("BW-36.11.points") == [
        "Peiper may move no farther: some unit of the group has no movement points left"
    ]
    assert not picks(table)


@rule("BW-36.11.points")
def test_with_a_point_left_to_each_the_group_goes_on_by_that_point():
    table = with_peiper(f"{GRENADIERS} 1112 / {PANZER} 0913 / {TIGER} 1211 / {FAR}")
    for name in (GRENADIERS, PANZER, TIGER):
        table.do(f"pick {name}", "go 1312")
    table.do("combine", f"pick {PEIPER}")
    assert "2 of 5 points left" in table.state.decision.prompt
    assert table.offers("go") >= {"1311", "1412"}
    assert table.forbids("go 2012") == "BW-5.2"
    table.do("go 1311")
    assert table.where(PEIPER) == "1311"
    assert "BW-36.11.points" in table.rules("effect")


@rule("BW-36.11.points")
def test_the_group_splits_in_mid_move_and_each_battalion_goes_on_with_what_was_left():
    table = with_peiper(f"{PEIPER} 1112 / {FAR}").do(f"pick {PEIPER}", "go 1312", "separate")
    assert picks(table) == set(PARTS)
    table.do(f"pick {GRENADIERS}")
    assert "3 of 5 points left" in table.state.decision.prompt
    assert table.forbids("build") == "BW-R.22"
    table.do("go 1311")
    assert "combine" not in table.options()
    assert picks(table) == {PANZER, TIGER}
    assert "BW-36.11.points" in table.rules("effect")


@rule("BW-36.11.points")
def test_who_has_had_to_stop_in_an_enemy_zone_has_no_points_left_to_go_on_with():
    stopped = with_peiper(f"{PEIPER} 1112 / 2Inf-23 1411").do(f"pick {PEIPER}", "go 1311", "separate")
    assert picks(stopped) == set()
    assert "BW-36.11.points" in stopped.rules("effect")


@rule("BW-R.108")
def test_units_at_work_and_battalions_some_of_which_are_in_reserve_do_not_join_or_split():
    mixed = with_peiper(f"{PANZER} 1312 reserve / {TIGER} 1312 / {GRENADIERS} 1312 / {FAR}")
    assert mixed.forbids("combine") == "BW-R.108"
    busy = with_peiper(f"{PEIPER} 1112 / {FAR}").do(f"pick {PEIPER}", "build")
    assert busy.state.phase != "german movement" or busy.forbids("separate") == "BW-R.108"
    built = with_peiper(f"{PEIPER} 1112 / 12SS-25 0308 / {FAR}").do(f"pick {PEIPER}", "build")
    assert built.forbids("separate") == "BW-R.108"
    reserves = with_peiper(f"{together('1112')} / {FAR}", "german reserve").do(*(f"reserve {name}" for name in PARTS))
    assert reserves.state.reserve == units(" ".join(PARTS))


@rule("BW-36.11", "BW-R.109")
def test_it_is_offered_in_every_phase_of_the_german_turn_and_at_no_other_time():
    pieces = f"{together('1312')} / L-Peiper 1312 / 2Inf-23 1411"
    for step in ("german movement", "german combat"):
        assert "combine" in with_peiper(pieces, step).options()
    assert "combine" in with_peiper(f"{together('1312')} / {FAR}", "german reserve").options()
    waiting = f"{together('1112', 'reserve')} / L-Peiper 1112 / {FAR}"
    assert "combine" in with_peiper(waiting, "german exploitation").options()
    allied = with_peiper(pieces, "allied movement")
    assert allied.forbids("combine") == "BW-R.109"
    attacked = with_peiper(pieces, "allied combat").do("target 1312")
    assert attacked.forbids("combine") == "BW-R.109"
    assert "BW-36.11" in with_peiper(pieces).do("combine").rules("effect")


# ---- to meet a result ----

FIGHT = "2Inf-23 1411"


@rule("BW-36.11.split")
def test_the_group_splits_to_take_a_loss_in_a_firefight(fall: Fall):
    table = fall("FF", "1411", f"{PEIPER} 1311 / {FIGHT}", more=ON)
    if table.asked()[0] == "allied":
        table.do("lose 2Inf-23")
    assert table.asked() == ("german", "loss")
    assert table.options() == [f"lose {PEIPER}", "separate"]
    table.do("separate", f"lose {GRENADIERS}")
    assert places(table) == ["1311", "1311", "1311 reduced", "split"]
    assert "BW-36.11.split" in table.rules("effect")


@rule("BW-36.11.split")
def test_or_it_is_turned_over_whole_and_never_splits_again(fall: Fall):
    table = fall("FF", "1411", f"{PEIPER} 1311 / {FIGHT}", more=ON)
    while table.asked()[1] == "loss":
        table.do(table.options()[0])
    assert table.where(PEIPER) == "1311 reduced"
    state = table.state.copy()
    reason = battlegroup.why_not(state, battlegroup.SEPARATE)
    assert reason is not None
    assert reason.rule == "BW-36.11.split"


@rule("BW-36.11")
def test_battalions_join_to_take_a_loss(fall: Fall):
    table = fall("FF", "1411", f"{together('1311')} / {FIGHT}", more=ON)
    if table.asked()[0] == "allied":
        table.do("lose 2Inf-23")
    table.do("combine")
    assert places(table) == ["joined", "joined", "joined", "1311 reduced"]
    assert "BW-36.11" in table.rules("effect")


@rule("BW-36.11.split")
def test_the_group_splits_to_retreat(fall: Fall):
    table = fall("A1", "1411", f"{PEIPER} 1311 / {FIGHT}", more=ON)
    assert table.asked() == ("german", "retreat")
    table.do("separate")
    assert table.offers("pick") == set(PARTS)
    while table.asked()[1] in ("retreat", "way"):
        table.do(table.options()[0])
    assert all(place != "1311" for place in places(table)[:3])
    assert "BW-36.11.split" in table.rules("effect")


@rule("BW-36.11.split")
def test_the_group_splits_to_advance_and_one_battalion_stays_behind(fall: Fall):
    table = fall("D2", "1411", f"{PEIPER} 1311 / {FIGHT}", more=ON)
    while table.asked()[0] == "allied":
        table.do(table.options()[0])
    assert "separate" in table.options()
    table.do("separate", f"advance {PANZER}")
    table.try_("step 1411").try_("stop ", "stop")
    assert table.where(PANZER) == "1411"
    table.do("done")
    assert places(table, TIGER, GRENADIERS) == ["1311", "1311"]
    assert "BW-36.11.split" in table.rules("effect")


# ---- 36.7: stacking ----


@rule("BW-36.7")
def test_a_battalion_is_a_third_of_a_unit_in_a_stack():
    full = f"12SS-25 1312 / 12SS-26 1312 / 1SS-1 1312 / {PANZER} 1311 / {FAR}"
    assert with_peiper(full).do(f"pick {PANZER}").forbids("go 1312") == "BW-6.1"
    table = with_peiper(f"12SS-25 1312 / 12SS-26 1312 / {together('1311')} / {FAR}")
    for name in PARTS:
        table.do(f"pick {name}", "go 1312")
    assert places(table)[:3] == ["1312"] * 3, "BW-36.7: all three are one unit"
    assert table.state.game.load(table.state.stack(hex_("1312"))) == 3
    more = with_peiper(f"12SS-25 1312 / 12SS-26 1312 / {PANZER} 1312 / {TIGER} 1311 / 1SS-1 1311 / {FAR}")
    third = more.fork().do("pick 1SS-1").refusal("go 1312")
    assert third.rule == "BW-6.1"
    assert "battalions counting as thirds, and no more than 3 units may be (BW-36.7)" in third.text
    assert "1312" in more.do(f"pick {TIGER}").offers("go")
    together_, alone = (units(names) for names in (" ".join(PARTS), PANZER))
    assert (game().load(together_), game().load(alone)) == (1, 1)


# ---- 36.8: leaving the map ----


@rule("BW-R.111")
def test_all_three_battalions_must_leave_the_map_to_count_as_one_unit():
    two = with_peiper(f"{PANZER} out counted / {TIGER} out counted / {GRENADIERS} 1312 / {FAR}")
    assert victory.exited(two.state) == 0
    three = with_peiper(f"{PANZER} out counted / {TIGER} out counted / {GRENADIERS} out counted / {FAR}")
    assert victory.exited(three.state) == units(PEIPER), "one unit, and one with tanks"
    far = with_peiper(f"{PANZER} 4815 / {TIGER} 4815 / {GRENADIERS} 4814 / {FAR}")
    assert victory.over_the_meuse(far.state) == units(PEIPER)
    near = with_peiper(f"{PANZER} 4815 / {TIGER} 4815 / {GRENADIERS} 1312 / {FAR}")
    assert victory.over_the_meuse(near.state) == 0
    victory.judge(near.state.copy())
    lost = with_peiper(" / ".join(f"{name} eliminated" for name in PARTS) + f" / 1SS-1 1312 / {FAR}")
    assert victory.german_losses(lost.state) == 2, "one panzer unit"
    one = with_peiper(f"{PANZER} eliminated / {TIGER} 1312 / {FAR}")
    assert victory.german_losses(one.state) == 0


@rule("BW-36.8")
def test_a_battalion_leaves_the_map_by_itself():
    table = with_peiper(f"{PANZER} 5520 / {TIGER} 5520 / {GRENADIERS} 5520 / {FAR.replace('5301', '3001')}")
    table.do(f"pick {PANZER}")
    way = sorted(table.offers("exit"))[0]
    table.do(f"exit {way}")
    assert table.where(PANZER) == "out"
    assert table.has("counted", PANZER)
    assert victory.exited(table.state) == 0
    assert table.texts("BW-36.8") == ["1 SS Pz Bn counts as a third of a unit off the map; 1 of 3 have left in supply"]


# ---- files, suppositions, screens ----


@rule("BW-36.11")
def test_a_position_file_with_the_group_and_its_battalions_is_refused_with_its_line():
    text = toml("german movement", f"{PEIPER} 1312 / {together('1311')}", turn=9, more=ON)
    with pytest.raises(PositionError, match=r"line 7: “1SS-Peiper” is one unit and holds “1SS-PA-1Pz”.*BW-36.11"):
        game().position(text)
    with pytest.raises(PositionError, match=r"line 6: whether “1SS-PA-1Pz” is joined follows from its battalions"):
        game().position(toml("german movement", f"{PANZER} joined / {FAR}", turn=9, more=ON))
    with pytest.raises(PositionError, match="comes with the option “peiper_alternative”"):
        game().position(toml("german movement", f"{PANZER} 1312 / {FAR}", turn=9))
    found = with_peiper(f"{PEIPER} 1312 / {FAR}")
    assert places(found) == ["joined"] * 3 + ["1312"]
    reason = found.state.why_not(f"pick {PANZER}")
    assert reason is not None
    assert reason.rule == "BW-36.11"


@rule("BW-36.11")
def test_a_supposition_splits_the_group_or_joins_it():
    state = with_peiper(f"{PEIPER} 1312 / {FAR}").state
    split = state.suppose({PANZER: "1411"})
    assert [split.place_of(unit(name)) for name in (*PARTS, PEIPER)] == ["1411", "1312", "1312", "split"]
    again = split.suppose({PEIPER: "1211"})
    assert [again.place_of(unit(name)) for name in (*PARTS, PEIPER)] == ["joined"] * 3 + ["1211"]
    reasons = again.why_not(f"pick {PANZER}"), split.why_not(f"pick {PEIPER}")
    assert [reason and reason.rule for reason in reasons] == ["BW-36.11"] * 2
    assert not state.reach(PANZER).costs
    assert {one.handle for one in state.units()} & {*PARTS, PEIPER} == {PEIPER}


def piece(screen: Screen, name: str) -> object:
    return next((one for one in screen.pieces if one.id == name), None)


@rule("BW-36.11", "BW-36.7", "BW-36.9")
def test_the_screen_shows_what_a_joined_unit_holds_and_labels_joining_and_splitting():
    table = with_peiper(f"{together('1312')} / {LEADER} 1312 / {FAR}")
    split = table.screen("german")
    assert {one.id for one in split.pieces if one.at == "1312"} == {*PARTS, LEADER}
    assert piece(split, PEIPER) is None
    labels = {option.label for option in split.options}
    assert "Join the three battalions into Kampfgruppe Peiper" in labels
    facts = {fact.rule for one in split.pieces if one.id == GRENADIERS for fact in one.facts}
    assert {"BW-36.7", "BW-36.9"} <= facts
    joined = table.do("combine").screen("german")
    assert {one.id for one in joined.pieces if one.carrier == PEIPER} == set(PARTS)
    card = next(one for one in joined.pieces if one.id == PEIPER)
    assert "BW-36.11" in {badge.rule for badge in card.badges}
    table.do(f"pick {PEIPER}", "go 1311")
    assert "Split Kampfgruppe Peiper into its battalions" in {one.label for one in table.screen("german").options}


# ---- play ----


@pytest.mark.parametrize("step", ["german reserve", "german movement", "german combat", "allied combat"])
def test_a_game_with_the_group_in_the_middle_of_it_keeps_every_promise(step: str):
    allied = "2Inf-23 1411 / 99Inf-394 1210 / 14Cav 1511 / 30Inf-117 1711 / A-406US 1609"
    german = f"{together('1311')} / {LEADER} 1311 / 1SS-1 1212 / 1SS-2 1111 / L-Dietrich 1111 / 12SS-12 1110"
    text = toml(step, f"{german} / {allied}", turn=3, scenario="six-turn")
    report = conform(
        game(), "six-turn", games=1, seed=11, every=25, sample=8, start=lambda: Record.from_position(game(), text)
    )
    assert report.sound, str(report)
