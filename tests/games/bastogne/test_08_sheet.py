"""What the attack sheet says of each result is what the result then does, by the rule of that result (BA-8.1, 8.3)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ardennes.engine.screen import validate
from tests.games.bastogne.table import Table, at, game
from tests.rulemark import rule

PANZER, MECH = "2Pz-I-3", "10AD-20"
EVERY = ("(A)", "A2", "Ae", "Ex", "D2", "De")
Said = dict[str, tuple[str, str, str]]  # by label: what it means here, whom it favours, the rule by which it happens


@pytest.fixture(autouse=True)
def a_result_for_each_face(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the column, the six faces of the die are six different results."""
    monkeypatch.setitem(game().__dict__, "crt", (EVERY,) * 12)


def said(make: Callable[[], Table]) -> Said:
    """What the sheet says before the die, and the rule of the result that is logged when each face falls."""
    battle = make()
    assert battle.state.chance is not None
    sheet = game().screen(battle.state.view("german"))
    validate(sheet)
    found = {}
    for face, label in enumerate(EVERY, 1):
        outcome = next(one for one in sheet.sheets[0].outcomes if one.label == label)
        results = [event for event in make().roll(face).events if event.kind == "result"]
        found[label] = (outcome.text, str(outcome.favours), results[0].rule)
    return found


def bombarded(pieces: str) -> Callable[[], Table]:
    """A German bombardment of 1010, its die due."""
    return lambda: at("german combat", pieces, german=[5]).apply("bombard 1010", "fire 5", "done")


def attacked(pieces: str) -> Callable[[], Table]:
    """A German attack on 1010 by all who are beside it, its die due."""

    def make() -> Table:
        table = at("german combat", pieces).apply("target 1010")
        for unit in list(table.options("join")):
            table.apply(f"join {unit}")
        return table.apply("done")

    return make


@rule("BA-8.1.A", "BA-8.1.bold", "BA-8.1.Ex", "BA-8.1.retreat", "BA-8.1.De")
def test_a_bombardment_from_afar_touches_the_target_alone():
    assert said(bombarded(f"{PANZER} 1006 / {MECH} 1010")) == {
        "(A)": ("No effect: no unit is next to the target", "neither", "BA-8.1.A"),
        "A2": ("No effect", "neither", "BA-8.1.bold"),
        "Ae": ("No effect", "neither", "BA-8.1.bold"),
        "Ex": ("The target loses a step", "attacker", "BA-8.1.Ex"),
        "D2": ("The target retreats two hexes, or stands and loses a step", "attacker", "BA-8.1.retreat"),
        "De": ("The target is eliminated", "attacker", "BA-8.1.De"),
    }


@rule("BA-8.1.A", "BA-8.1.Ex", "BA-8.1.retreat", "BA-R.26", "BA-2.3.steps")
def test_a_bombardment_near_friends_may_cost_one_of_them_a_step_or_its_last():
    found = said(bombarded(f"{PANZER} 1009 / {MECH} 1010 reduced"))
    assert found["(A)"] == ("One German unit next to the target loses a step", "defender", "BA-8.1.A")
    assert found["Ex"] == ("The target is eliminated", "attacker", "BA-8.1.Ex")
    assert found["D2"][0] == "The target retreats two hexes, or is eliminated standing"
    fallen = bombarded(f"{PANZER} 1009 / {MECH} 1010")().roll(1)
    assert (fallen.where(PANZER), fallen.rules("step")) == ("1009 reduced", ["BA-R.26"])
    assert said(bombarded(f"{PANZER} 1009 reduced / {MECH} 1010"))["(A)"][0] == (
        "One German unit next to the target is eliminated"
    )


@rule("BA-8.3.A", "BA-8.3.A2", "BA-8.3.Ae", "BA-8.3.Ex", "BA-8.3.D2", "BA-8.3.De")
def test_an_attack_by_one_unit_upon_a_full_one():
    assert said(attacked(f"{PANZER} 1009 / {MECH} 1010")) == {
        "(A)": ("The attacker loses a step", "defender", "BA-8.3.A"),
        "A2": ("The attacker retreats two hexes, or stands and loses a step", "defender", "BA-8.3.A2"),
        "Ae": ("The attacker is eliminated", "defender", "BA-8.3.Ae"),
        "Ex": ("The defender loses a step; the attacker loses a step", "both", "BA-8.3.Ex"),
        "D2": (
            "The defender retreats two hexes, or stands and loses a step; an attacker may advance",
            "attacker",
            "BA-8.3.D2",
        ),
        "De": ("The defender is eliminated; an attacker may advance", "attacker", "BA-8.3.De"),
    }


@rule("BA-8.3.Ex", "BA-8.3.D2", "BA-8.4.eliminated")
def test_an_attack_upon_a_unit_without_a_way_out_or_on_its_last_step():
    shut = "2Pz-II-2 0912 / 2Pz-II-3 1112"
    last = said(attacked(f"{PANZER} 1009 / {MECH} 1010 reduced / {shut}"))
    assert last["Ex"][0] == "The defender is eliminated; the attacker loses a step; an attacker may advance"
    none = "The defender cannot retreat: it {}, or is eliminated; an attacker may advance"
    assert last["D2"][0] == none.format("is eliminated standing")
    full = attacked(f"{PANZER} 1009 / {MECH} 1010 / {shut}")
    assert said(full)["D2"][0] == none.format("stands and loses a step")
    fallen = full().roll(5).apply("choose retreat")
    assert (fallen.where(MECH), fallen.rules("loss")) == ("eliminated", ["BA-8.4.eliminated"])


@rule("BA-8.3.A", "BA-8.3.A2", "BA-8.3.Ae", "BA-8.3.Ex")
def test_an_attack_by_two_units_costs_one_of_them_or_both():
    two = said(attacked(f"{PANZER} 1009 / 2Pz-38 0910 / {MECH} 1010"))
    assert two["(A)"] == ("One attacking unit loses a step", "defender", "BA-8.3.A")
    assert two["A2"] == ("All attackers retreat two hexes, or one of them loses a step", "defender", "BA-8.3.A2")
    assert two["Ae"] == ("All attackers are eliminated", "defender", "BA-8.3.Ae")
    assert two["Ex"] == ("The defender loses a step; one attacking unit loses a step", "both", "BA-8.3.Ex")


@rule("BA-8.3.A", "BA-8.3.A2", "BA-8.3.Ex", "BA-8.4.eliminated")
def test_an_attack_on_last_steps_and_with_nowhere_to_go():
    shut = f"2Pz-38 0910 reduced / {MECH} 1010 / 9AD-811 1007 / 9AD-52 0808 / 9AD-19 1208"
    two = said(attacked(f"{PANZER} 1009 reduced / {shut}"))
    assert two["(A)"][0] == "One attacking unit is eliminated"
    assert two["Ex"][0] == "The defender loses a step; one attacking unit is eliminated"
    assert two["A2"][0] == "All attackers retreat two hexes, or one of them is eliminated; 1 of 2 cannot retreat"
    mixed = said(attacked(f"{PANZER} 1009 / {shut}"))
    assert mixed["A2"][0] == "All attackers retreat two hexes, or one of them loses a step; 1 of 2 cannot retreat"
    one = said(attacked(f"{PANZER} 1009 reduced / {MECH} 1010"))
    assert one["(A)"] == ("The attacker is eliminated", "defender", "BA-8.3.A")
    assert one["Ex"][0] == "The defender loses a step; the attacker is eliminated"
    assert one["A2"][0] == "The attacker retreats two hexes, or is eliminated standing"
    alone = said(attacked(f"{PANZER} 1009 / {MECH} 1010 / 9AD-811 1007 / 9AD-52 0808 / 9AD-19 1208"))
    assert alone["A2"][0] == "The attacker cannot retreat: it stands and loses a step, or is eliminated"
    lost = attacked(f"{PANZER} 1009 reduced / {shut}")().roll(2).apply("choose retreat")
    while lost.state.chance is None and lost.asked[1] != "german mobile":
        lost.apply(lost.options()[0])
    assert "BA-8.4.eliminated" in lost.rules("loss")
