"""Results (BA-8.3), retreat (BA-8.4) and advance (BA-8.5): each result for attacker and defender, full and depleted.

The results are forced: what matters here is what each does. That the table gives them is proved with the table.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.games.bastogne.table import Table, at, game
from tests.rulemark import rule

PANZER, MECH = "2Pz-I-3", "10AD-20"  # attacks from 1009, is attacked in 1010
THREE = f"{PANZER} 1009{{}} / 2Pz-38 0910{{}} / 2Pz-I-2 1110{{}}"
CLOSED = "9AD-811 1007 / 9AD-52 0808 / 9AD-19 1208"  # no way out for whoever attacks from 1009
RING = "2Pz-II-2 0912 / 2Pz-II-3 1112"  # no way out of 1010 for two hexes or three


Fall = Callable[[str, str], Table]


@pytest.fixture
def fall(monkeypatch: pytest.MonkeyPatch) -> Fall:
    """An attack on 1010 by all who can, and a result that falls whatever the die."""

    def fight(label: str, pieces: str) -> Table:
        monkeypatch.setitem(game().__dict__, "crt", ((label,) * 6,) * 12)
        table = at("german combat", pieces).apply("target 1010")
        while table.options("join"):
            table.apply(f"join {table.options('join')[0]}")
        return table.apply("done").roll(3)

    return fight


def after(table: Table) -> str:
    """The step that asks next."""
    return table.asked[1]


def led(table: Table) -> Table:
    """Retreats by the first way offered."""
    while table.asked[1] in ("retreat", "way"):
        table.apply(table.options()[0])
    return table


def from_1009(table: Table, unit: str) -> int:
    grid = game().ground.grid
    return grid.distance(grid.index("1009"), table.state.at[game().forces.index[unit]])


# ---- results for the attacker ----


@rule("BA-8.3.A", "BA-2.3.steps")
@pytest.mark.parametrize(("status", "left"), [("", "1009 reduced"), (" reduced", "eliminated reduced")])
def test_a_costs_one_attacker_a_step(fall: Fall, status: str, left: str):
    table = fall("(A)", f"{PANZER} 1009{status} / {MECH} 1010")
    assert (table.where(PANZER), table.where(MECH)) == (left, "1010")
    assert table.rules("result") == ["BA-8.3.A"]
    lost = table.rules("loss") if status else table.rules("step")
    assert lost == ["BA-8.3.A"]
    depleted = at("german combat", f"{PANZER} 1009 reduced / {MECH} 1010").apply("target 1010", "done")
    assert ("BA-2.3.steps", "I/3 Pz (2 Pz)") in depleted.tally()


@rule("BA-8.3.A")
def test_of_three_the_attacker_chooses_who_loses_the_step(fall: Fall):
    table = fall("(A)", f"{THREE.format('', '', '')} / {MECH} 1010 / 26VG-I-39 1008")
    assert (table.asked, table.state.decision.rule) == (("german", "reduce"), "BA-8.3.A")
    reason = table.why("lose 26VG-I-39")
    assert reason.rule == "BA-8.3.A"
    assert reason.text.startswith("I/39 Inf (26 VG) cannot take the loss; choose among I/3 Pz (2 Pz)")
    table.apply("lose 2Pz-38")
    assert [table.where(unit) for unit in (PANZER, "2Pz-38", "2Pz-I-2")] == ["1009", "0910 reduced", "1110"]


@rule("BA-8.3.A1", "BA-8.3.A2", "BA-8.3.A3", "BA-8.3.stiff", "BA-8.4", "BA-R.31")
@pytest.mark.parametrize("status", ["", " reduced"])
def test_an_attacker_retreats_or_stands(fall: Fall, status: str):
    for hexes in (1, 2, 3):
        pieces = f"{PANZER} 1009{status} / {MECH} 1010"
        table = fall(f"A{hexes}", pieces)
        assert table.rules("result") == [f"BA-8.3.A{hexes}"]
        assert (table.asked, table.state.decision.rule) == (("german", "stiff"), "BA-8.3.stiff")
        led(table.apply("choose retreat"))
        assert from_1009(table, PANZER) == hexes
        assert table.where(PANZER).endswith("reduced") == bool(status), "a retreat costs no step"
        assert table.rules("retreat") == ["BA-8.4"]
        assert after(table) == "german mobile", "the defender does not advance"
        stood = fall(f"A{hexes}", pieces).apply("choose stand")
        assert stood.where(PANZER) == ("eliminated reduced" if status else "1009 reduced")
        assert stood.texts("BA-8.3.stiff") == ["I/3 Pz (2 Pz) will not retreat"]
        assert stood.rules("loss" if status else "step") == ["BA-R.31"]


@rule("BA-8.3.A1", "BA-8.3.A2", "BA-8.3.A3", "BA-8.4.eliminated", "BA-R.31", "BA-R.34")
@pytest.mark.parametrize("status", ["", " reduced"])
def test_an_attacker_without_a_way_out_is_eliminated_or_stands(fall: Fall, status: str):
    for hexes in (1, 2, 3):
        pieces = f"{PANZER} 1009{status} / {MECH} 1010 / {CLOSED}"
        table = fall(f"A{hexes}", pieces)
        assert table.state.decision.facts is not None
        assert table.state.decision.facts["trapped"] == 1
        labels = {str(option.action): option.label for option in table.screen("german").options}
        stand = "Stand fast and lose a step (eliminated: last step)" if status else "Stand fast and lose a step"
        assert labels == {"choose retreat": "Retreat (eliminated: no way out)", "choose stand": stand}
        table.apply("choose retreat")
        assert table.where(PANZER) == f"eliminated{status}"
        assert table.rules("loss") == ["BA-8.4.eliminated"]
        assert "may not go part of the way (BA-R.34)" in table.texts("BA-8.4.eliminated")[0]
        stood = fall(f"A{hexes}", pieces).apply("choose stand")
        assert stood.where(PANZER) == ("eliminated reduced" if status else "1009 reduced")
        assert stood.texts("BA-R.31") == [
            f"I/3 Pz (2 Pz) {'is eliminated' if status else 'loses a step'} in 1009: it stood fast"
        ]


@rule("BA-R.32", "BA-8.4", "BA-8.3.stiff", "BA-R.31")
def test_three_attackers_retreat_one_by_one_or_one_of_them_gives_the_step(fall: Fall):
    pieces = f"{PANZER} 1009 / 2Pz-38 0910 reduced / 2Pz-I-2 1110 / {MECH} 1010 / 26VG-I-39 1008"
    table = fall("A2", pieces)
    facts = {"hexes": 2, "steps": 0, "trapped": 0, "attacking": 1, "bombarded": 0}
    assert table.state.decision.facts == facts, "steps are those of a lone unit"
    assert table.state.decision.prompt.endswith("retreat two hexes, or one of them loses a step")
    table.apply("choose retreat")
    assert (table.asked, table.state.decision.rule) == (("german", "retreat"), "BA-R.32")
    assert set(table.options("pick")) == {PANZER, "2Pz-38", "2Pz-I-2"}
    reason = table.why("pick 26VG-I-39")
    assert (reason.rule, reason.text) == ("BA-8.4", "I/39 Inf (26 VG) does not have to retreat, or already has.")
    assert table.refused("exit 0110/NW") == "BA-11.1.retreat"
    table.apply("pick 2Pz-I-2")
    led(table)
    assert len(table.rules("retreat")) == 3
    stood = fall("A2", pieces).apply("choose stand")
    assert (stood.asked, stood.state.decision.rule) == (("german", "reduce"), "BA-R.31")
    stood.apply("lose 2Pz-38")
    assert [stood.where(unit) for unit in (PANZER, "2Pz-38", "2Pz-I-2")] == ["1009", "eliminated reduced", "1110"]
    assert after(stood) == "german mobile", "none retreats"


@rule("BA-8.3.Ae", "BA-8.3.outright")
@pytest.mark.parametrize("status", ["", " reduced"])
@pytest.mark.parametrize("units", [(PANZER,), (PANZER, "2Pz-38", "2Pz-I-2")])
def test_ae_eliminates_all_attackers_full_or_depleted(fall: Fall, status: str, units: tuple[str, ...]):
    places = dict(zip((PANZER, "2Pz-38", "2Pz-I-2"), ("1009", "0910", "1110"), strict=True))
    pieces = " / ".join(f"{unit} {places[unit]}{status}" for unit in units)
    table = fall("Ae", f"{pieces} / {MECH} 1010")
    assert [table.where(unit) for unit in units] == [f"eliminated{status}"] * len(units)
    assert (table.rules("result"), table.rules("loss")) == (["BA-8.3.Ae"], ["BA-8.3.outright"] * len(units))
    assert table.where(MECH) == "1010"


@rule("BA-8.3.none")
def test_a_dot_does_nothing(fall: Fall):
    table = fall("•", f"{PANZER} 1009 / {MECH} 1010")
    assert table.rules("result") == ["BA-8.3.none"]
    assert table.texts("BA-8.3.none")[0].endswith("die 3: •, no effect")
    assert (table.where(PANZER), table.where(MECH), after(table)) == ("1009", "1010", "german mobile")


# ---- results for both ----


@rule("BA-8.3.Ex", "BA-R.30", "BA-R.35", "BA-8.5")
@pytest.mark.parametrize(
    ("ours", "theirs", "left", "asked"),
    [
        ("", "", ("1009 reduced", "1010 reduced"), "german mobile"),
        (" reduced", "", ("eliminated reduced", "1010 reduced"), "german mobile"),
        ("", " reduced", ("1009 reduced", "eliminated reduced"), "advance"),
        (" reduced", " reduced", ("eliminated reduced", "eliminated reduced"), "german mobile"),
    ],
)
def test_ex_costs_both_a_step(fall: Fall, ours: str, theirs: str, left: tuple[str, str], asked: str):
    table = fall("Ex", f"{PANZER} 1009{ours} / {MECH} 1010{theirs} / 2Pz-II-2 2010 / 9AD-19 2020")
    assert table.rules("result") == ["BA-8.3.Ex"]
    assert table.texts("BA-8.3.Ex")[0].endswith("Ex, the defender and one attacking unit lose a step at once (BA-R.30)")
    assert (table.where(PANZER), table.where(MECH), after(table)) == (*left, asked)
    three = fall("Ex", f"{PANZER} 1009 reduced / 2Pz-38 0910 / {MECH} 1010 reduced").apply(f"lose {PANZER}")
    assert (three.asked, three.state.decision.rule) == (("german", "advance"), "BA-8.5")
    assert three.options("advance") == ["2Pz-38"]
    gone = three.why(f"advance {PANZER}")
    assert (gone.rule, gone.text) == (
        "BA-R.35", "I/3 Pz (2 Pz) is eliminated; any surviving attacker may advance.",
    )  # fmt: skip


# ---- results for the defender ----


@rule("BA-8.3.D2", "BA-8.3.D3", "BA-8.3.stiff", "BA-8.5", "BA-8.4", "BA-R.31")
@pytest.mark.parametrize("status", ["", " reduced"])
def test_the_defender_retreats_or_stands_and_an_attacker_may_advance(fall: Fall, status: str):
    grid = game().ground.grid
    for hexes in (2, 3):
        pieces = f"{PANZER} 1009 / 2Pz-38 0910 / {MECH} 1010{status} / 9AD-19 2020"
        table = fall(f"D{hexes}", pieces)
        assert table.rules("result") == [f"BA-8.3.D{hexes}"]
        assert (table.asked, table.state.decision.rule) == (("allied", "stiff"), "BA-8.3.stiff")
        led(table.apply("choose retreat"))
        assert grid.distance(grid.index("1010"), table.state.at[game().forces.index[MECH]]) == hexes
        assert table.where(MECH).endswith("reduced") == bool(status)
        assert table.rules("retreat") == ["BA-8.4"]
        assert (table.asked, table.state.decision.rule) == (("german", "advance"), "BA-8.5")
        stood = fall(f"D{hexes}", pieces).apply("choose stand")
        left = ("eliminated reduced", "advance") if status else ("1010 reduced", "german mobile")
        assert (stood.where(MECH), after(stood)) == left
        assert stood.rules("loss" if status else "step") == ["BA-R.31"]


@rule("BA-8.3.D2", "BA-8.3.D3", "BA-8.4.eliminated", "BA-R.34", "BA-R.31")
@pytest.mark.parametrize("status", ["", " reduced"])
def test_a_defender_without_a_way_out_is_eliminated_or_stands(fall: Fall, status: str):
    for hexes in (2, 3):
        pieces = f"{PANZER} 1009 / {MECH} 1010{status} / {RING} / 9AD-19 2020"
        table = fall(f"D{hexes}", pieces).apply("choose retreat")
        assert (table.where(MECH), after(table)) == (f"eliminated{status}", "advance")
        assert table.rules("loss") == ["BA-8.4.eliminated"]
        assert "BA-R.34" in table.texts("BA-8.4.eliminated")[0]
        stood = fall(f"D{hexes}", pieces).apply("choose stand")
        left = ("eliminated reduced", "advance") if status else ("1010 reduced", "german mobile")
        assert (stood.where(MECH), after(stood)) == left
        assert stood.rules("loss" if status else "step") == ["BA-R.31"]


@rule("BA-8.3.De", "BA-8.3.outright")
@pytest.mark.parametrize("status", ["", " reduced"])
def test_de_eliminates_a_defender_full_or_depleted(fall: Fall, status: str):
    table = fall("De", f"{PANZER} 1009 / {MECH} 1010{status}")
    assert table.where(MECH) == f"eliminated{status}"
    assert (table.rules("result"), table.rules("loss")) == (["BA-8.3.De"], ["BA-8.3.outright"])
    assert table.asked == ("german", "advance")
    table.apply("done")
    assert table.where(PANZER) == "1009", "the advance is not compulsory"


# ---- retreat ----


@rule("BA-8.4.away", "BA-8.4.enemy", "BA-8.4.zone", "BA-6.2", "BA-R.33", "BA-8.4")
def test_each_limit_of_a_retreat(fall: Fall):
    table = fall("D2", f"{PANZER} 1009 / 2Pz-38 0910 / {MECH} 1010").apply("choose retreat")
    assert table.refused("step 1009") == "BA-8.4.enemy"
    zone = table.why("step 0911")
    assert zone.rule == "BA-8.4.zone"
    assert zone.text.endswith("0911 is in an enemy ZOC; a retreating unit may not enter one (BA-6.2).")
    assert table.refused("step 0505") == "BA-8.4"
    table.apply("step 1011")
    back = table.why("step 1010")
    assert back.rule == "BA-8.4.away"
    counted = "farther from 1010; the distance is counted from its hex when the result was rolled (BA-R.33)."
    assert back.text.endswith(counted)
    assert table.refused("step 1111") == "BA-8.4.away", "beside 1010, no farther than 1011"


@rule("BA-8.4.friends", "BA-R.10")
def test_friends_are_passed_not_ended_on_and_do_not_cancel_zones(fall: Fall):
    pieces = f"{PANZER} 1009 / 2Pz-38 0910 / {MECH} 1010 / 10AD-3 1011 / 9AD-19 1012 / 9AD-52 0911"
    table = fall("D2", pieces).apply("choose retreat")
    friend = table.why("step 0911")
    assert friend.rule == "BA-8.4.zone"
    assert friend.text.endswith("friendly units do not cancel enemy ZOCs (BA-R.10).")
    table.apply("step 1011")
    assert table.refused("step 1012") == "BA-8.4.friends"


@rule("BA-8.4")
def test_a_step_from_which_the_retreat_could_not_be_completed_is_not_offered(fall: Fall):
    pieces = f"{PANZER} 1009 / {MECH} 1010 / 10AD-3 1012 / 10AD-90 1112 / 9AD-19 0912 / 9AD-52 1211"
    table = fall("D2", pieces).apply("choose retreat")
    dead_end = table.why("step 1011")
    assert (dead_end.rule, dead_end.text) == ("BA-8.4", "From 1011, 20 Mech (10 AD) could not finish its retreat.")


@rule("BA-8.4.map", "BA-11.1.retreat")
def test_nobody_retreats_off_the_map(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(game().__dict__, "crt", (("D3",) * 6,) * 12)
    table = at("allied combat", "2Pz-I-3 0110 / 4AD-10 0209 / 4AD-51 0109").apply("target 0110")
    table.apply("join 4AD-10", "join 4AD-51", "done").roll(1).apply("choose retreat")
    assert table.refused("exit 0110/NW") == "BA-11.1.retreat"
    american = at("german combat", "10AD-20 0110 / 2Pz-I-3 0209 / 2Pz-II-3 0109").apply("target 0110")
    american.apply("join 2Pz-I-3", "join 2Pz-II-3", "done").roll(1).apply("choose retreat")
    assert american.refused("exit 0110/NW") == "BA-8.4.map"


def test_whoever_retreats_through_bastogne_takes_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(game().__dict__, "crt", (("D2",) * 6,) * 12)
    table = at("allied combat", "2Pz-I-3 1318 / 10AD-20 1319").apply("target 1318", "done")
    table.roll(1).apply("choose retreat", "step 1317", "step 1316")
    assert table.state.town == ("german", "allied")
    kinds = [event.kind for event in table.events]
    assert kinds.index("retreat") < kinds.index("town"), "what happened comes first"


def test_an_advance_into_bastogne_takes_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(game().__dict__, "crt", (("De",) * 6,) * 12)
    table = at("german combat", "2Pz-I-3 1316 / 10AD-20 1317").apply("target 1317", "done").roll(1)
    assert table.state.town == ("allied", "allied")
    table.apply("advance 2Pz-I-3")
    assert table.state.town == ("german", "allied")
    kinds = [event.kind for event in table.events]
    assert kinds.index("advance") < kinds.index("town")


@rule("BA-R.32", "BA-8.4.eliminated")
def test_the_order_of_two_retreats_decides_who_finds_a_way(fall: Fall):
    """Both attackers can go only to 1008; whoever goes second finds a friend there and dies."""
    dead = []
    for first in (PANZER, "2Pz-38"):
        table = fall("A1", f"{PANZER} 1009 / 2Pz-38 1110 / {MECH} 1010 / 9AD-811 0808 / 9AD-52 1007 / 9AD-19 1211")
        table.apply("choose retreat")
        assert table.state.decision.rule == "BA-R.32"
        table.apply(f"pick {first}")
        while table.asked[1] in ("way", "retreat"):
            table.apply(table.options()[0])
        dead.append([unit for unit in (PANZER, "2Pz-38") if table.where(unit) == "eliminated"])
    assert dead[0] != dead[1]


@rule("BA-R.31", "BA-8.3.stiff")
@pytest.mark.parametrize("unit", [PANZER, "2Pz-38", "2Pz-I-2"])
def test_each_of_three_attackers_may_give_the_step(fall: Fall, unit: str):
    table = fall("A3", f"{THREE.format('', '', '')} / {MECH} 1010").apply("choose stand", f"lose {unit}")
    left = {name: table.where(name) for name in (PANZER, "2Pz-38", "2Pz-I-2")}
    assert [name for name, where in left.items() if where.endswith("reduced")] == [unit]
    assert [where[:4] for where in left.values()] == ["1009", "0910", "1110"]
    assert table.rules("step") == ["BA-R.31"]
    assert table.rules("stand") == ["BA-8.3.stiff"]


@rule("BA-8.4.eliminated")
def test_of_several_attackers_only_those_without_a_way_are_eliminated(fall: Fall):
    pieces = f"{PANZER} 1009 / 2Pz-I-2 1110 / {MECH} 1010 / {CLOSED}"
    table = fall("A1", pieces)
    assert table.state.decision.facts is not None
    assert table.state.decision.facts["trapped"] == 1
    labels = {str(option.action): option.label for option in table.screen("german").options}
    assert labels["choose retreat"] == "Retreat (1 of 2 have no way out)"
    table.apply("choose retreat")
    while table.asked[1] in ("way", "retreat"):
        table.apply(table.options()[0])
    assert (table.where(PANZER), table.where("2Pz-I-2")[:4].isdigit()) == ("eliminated", True)
    assert table.rules("loss") == ["BA-8.4.eliminated"]


# ---- advance ----


@rule("BA-8.5", "BA-8.5.defender", "BA-R.36")
def test_one_attacker_advances_one_hex_and_no_defender(fall: Fall):
    pieces = f"{PANZER} 1009 / 2Pz-38 0910 / {MECH} 1010 / 9AD-19 2020 / 9AD-52 1012 / 26VG-I-39 1110 fought"
    table = fall("De", pieces)
    assert set(table.options()) == {f"advance {PANZER}", "advance 2Pz-38", "done"}
    assert table.refused("advance 9AD-52") == "BA-8.5.defender"
    assert table.refused("advance 26VG-I-39") == "BA-8.5", "next to the hex, but it took no part"
    far = table.why("step 1011")
    assert (far.rule, far.text) == ("BA-R.36", "An advance is into the cleared hex and no farther.")
    table.apply(f"advance {PANZER}")
    assert (table.where(PANZER), table.rules("advance")) == ("1010", ["BA-8.5"])
    assert after(table) == "german mobile", "no second unit, no second hex, and 9AD-52 was not beside anybody"


@rule("BA-6.2", "BA-8.4.zone")
def test_an_advance_goes_from_zone_to_zone_a_retreat_does_not(fall: Fall):
    pieces = f"{PANZER} 1009 / {MECH} 1010 / 9AD-19 0910 / 9AD-52 1012"
    table = fall("D2", pieces).apply("choose stand")
    assert table.where(MECH) == "1010 reduced"
    went = fall("De", pieces).apply(f"advance {PANZER}")
    assert went.where(PANZER) == "1010", "in the zone of 0910 all the while"
    zone = fall("A1", pieces).apply("choose retreat").why("step 0909")
    assert zone.rule == "BA-8.4.zone"
    assert "BA-6.2" in zone.text


@rule("BA-11.4", "BA-4.0", "BA-R.28", "BA-8.1.first", "BA-8.2.1")
def test_what_belongs_to_another_phase_is_refused_in_every_step_of_a_battle(fall: Fall):
    pieces = f"{PANZER} 1009 / 2Pz-38 0910 / {MECH} 1010 reduced / 9AD-19 2020 / 9AD-52 1008"
    attack = at("german combat", pieces, german=[5], allied=[3]).apply("done", "target 1010")
    support = at("german combat", pieces, german=[5], allied=[3]).apply("done", "target 1010", f"join {PANZER}", "done")
    protective = at("german combat", pieces, allied=[3]).apply("target 1010", f"join {PANZER}", "done")
    steps = {
        "attack": attack, "support": support, "protective": protective,
        "stiff": fall("D2", pieces), "reduce": fall("(A)", pieces), "advance": fall("De", pieces),
        "way": fall("D2", pieces).apply("choose retreat"),
    }  # fmt: skip
    for step, table in steps.items():
        assert after(table) == step
        left = table.why("exit 0110/NW")
        assert left.rule == ("BA-8.4.map" if step == "way" else "BA-11.4")
        assert table.refused("enter 2913") == "BA-4.0"
        assert table.refused("bombard 1010") == "BA-8.1.first"
        assert table.refused("place 1010") == "BA-12.0"
        if step in ("attack", "support", "protective"):
            assert table.refused("target 1008") == "BA-R.28"
    assert attack.refused("fire 5") == "BA-8.2.1"


# ---- names in the log ----


def test_the_log_says_what_a_result_means(fall: Fall):
    table = fall("(A)", f"{PANZER} 1009 / {MECH} 1010")
    assert table.texts("BA-8.3.A")[0] == (
        "20 Mech (10 AD): 6 against 4, column +2/+3, die 3: (A), one attacking unit loses a step"
    )
    weak = at("german combat", "15PG-115Pz 1009 reduced / 4AD-10 1010", allied=[6]).apply("target 1010", "done")
    weak.apply("fire 6", "done")
    chance = weak.state.chance
    assert chance is not None
    assert chance.reason.endswith("at −5"), "a minus sign, not a hyphen"
