"""Bombardment (BA-8.1, 10.6.1): range, order, every result for a full and a depleted target, with and without a way."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.games.bastogne.table import Table, at, game
from tests.rulemark import rule

PANZER, MECH = "2Pz-I-3", "10AD-20"
FAR = f"{PANZER} 1007"  # three hexes from the target in 1010, beside nobody
RING = "2Pz-II-2 0912 / 2Pz-II-3 1112"  # with a unit in 1009, no way out of 1010
Fall = Callable[..., Table]


@pytest.fixture
def fall(monkeypatch: pytest.MonkeyPatch) -> Fall:
    """A German bombardment of 1010 with a five, and a result that falls whatever the die."""

    def bombard(label: str, pieces: str) -> Table:
        monkeypatch.setitem(game().__dict__, "crt", ((label,) * 6,) * 12)
        return at("german combat", pieces, german=[5]).apply("bombard 1010", "fire 5", "done").roll(3)

    return bombard


# ---- results ----


@rule("BA-8.1.bold", "BA-R.23", "BA-8.3.none")
@pytest.mark.parametrize("status", ["", " reduced"])
def test_the_bold_results_and_a_dot_do_nothing(fall: Fall, status: str):
    for label in ("A1", "A2", "A3", "Ae", "•"):
        table = fall(label, f"{PANZER} 1009 / {MECH} 1010{status}")
        assert table.rules("result") == ["BA-8.3.none" if label == "•" else "BA-8.1.bold"]
        text = next(event.text for event in table.events if event.kind == "result")
        assert text.endswith("•, no effect" if label == "•" else "no effect in a bombardment (BA-R.23)")
        assert ("BA-R.23" in text) == (label != "•")
        assert (table.where(PANZER), table.where(MECH)) == ("1009", f"1010{status}")
        assert table.asked == ("german", "german combat"), "the ground attack may follow"


@rule("BA-8.1.Ex", "BA-R.23")
@pytest.mark.parametrize(("status", "left"), [("", "1010 reduced"), (" reduced", "eliminated reduced")])
def test_ex_costs_only_the_target_a_step(fall: Fall, status: str, left: str):
    table = fall("Ex", f"{PANZER} 1009 / {MECH} 1010{status}")
    assert (table.where(PANZER), table.where(MECH)) == ("1009", left)
    assert table.rules("result") == table.rules("loss" if status else "step") == ["BA-8.1.Ex"]
    assert "BA-R.23" in table.texts("BA-8.1.Ex")[0]


@rule("BA-8.1.De", "BA-8.3.outright")
@pytest.mark.parametrize("status", ["", " reduced"])
def test_de_eliminates_the_target(fall: Fall, status: str):
    table = fall("De", f"{PANZER} 1009 / {MECH} 1010{status}")
    assert (table.where(MECH), table.rules("result")) == (f"eliminated{status}", ["BA-8.1.De"])
    assert table.rules("loss") == ["BA-8.3.outright"]


@rule("BA-8.1.retreat", "BA-8.3.stiff", "BA-8.4.eliminated", "BA-R.31")
@pytest.mark.parametrize("status", ["", " reduced"])
@pytest.mark.parametrize("label", ["D2", "D3"])
def test_the_target_retreats_or_stands(fall: Fall, label: str, status: str):
    grid = game().ground.grid
    table = fall(label, f"{PANZER} 1009 / {MECH} 1010{status}")
    assert (table.rules("result"), table.asked) == (["BA-8.1.retreat"], ("allied", "stiff"))
    assert table.state.decision.rule == "BA-8.3.stiff"
    facts = {"hexes": int(label[1]), "steps": 1 if status else 2, "trapped": 0, "attacking": 0, "bombarded": 1}
    assert table.state.decision.facts == facts
    table.apply("choose retreat")
    while table.asked[1] == "way":
        table.apply(table.options()[0])
    assert grid.distance(grid.index("1010"), table.state.at[game().forces.index[MECH]]) == int(label[1])
    stood = fall(label, f"{PANZER} 1009 / {MECH} 1010{status}").apply("choose stand")
    assert stood.where(MECH) == ("eliminated reduced" if status else "1010 reduced")
    assert stood.rules("loss" if status else "step") == ["BA-R.31"]
    trapped = fall(label, f"{PANZER} 1009 / {RING} / {MECH} 1010{status}").apply("choose retreat")
    assert trapped.where(MECH) == f"eliminated{status}"
    assert trapped.rules("loss") == ["BA-8.4.eliminated"]


@rule("BA-8.1.advance")
def test_nobody_advances_after_a_bombardment(fall: Fall):
    """However the hex was cleared: by De, Ex, a retreat, no way out, or a depleted unit that stood fast."""
    beside = f"{PANZER} 1009"
    for label, pieces, then in (
        ("De", f"{beside} / {MECH} 1010", ()),
        ("Ex", f"{beside} / {MECH} 1010 reduced", ()),
        ("D2", f"{beside} / {MECH} 1010", ("choose retreat", "step 1011", "step 1012")),
        ("D2", f"{beside} / {RING} / {MECH} 1010", ("choose retreat",)),
        ("D2", f"{beside} / {MECH} 1010 reduced", ("choose stand",)),
    ):
        table = fall(label, f"{pieces} / 9AD-19 2020").apply(*then)
        assert game().ground.grid.index("1010") not in table.state.here
        assert table.asked[1] != "advance"
        assert table.where(PANZER) == "1009"
    before = at("german combat", f"{beside} / {MECH} 1010", german=[5]).apply("bombard 1010", "fire 5")
    assert "BA-8.1.advance" in [note.rule for note in before.screen("german").sheets[0].notes]


@rule("BA-8.1.A", "BA-R.26")
def test_a_costs_a_unit_beside_the_target_a_step_if_there_is_one(fall: Fall):
    two = fall("(A)", f"{PANZER} 1009 / 2Pz-38 0910 / 2Pz-I-2 1007 / {MECH} 1010")
    assert (two.asked, two.state.decision.rule) == (("german", "reduce"), "BA-R.26")
    assert two.options("lose") == [PANZER, "2Pz-38"]
    assert two.refused("lose 2Pz-I-2") == "BA-R.26"
    two.apply("lose 2Pz-38")
    assert (two.where("2Pz-38"), two.where(PANZER)) == ("0910 reduced", "1009")
    assert two.rules("step") == ["BA-R.26"]
    two.apply("target 1010")
    assert "2Pz-38" in two.options("join"), "it may still attack"
    last = fall("(A)", f"{PANZER} 1009 reduced / {MECH} 1010")
    assert (last.where(PANZER), last.rules("loss")) == ("eliminated reduced", ["BA-R.26"])
    none = fall("(A)", f"{FAR} / {MECH} 1010")
    assert none.texts("BA-8.1.A")[-1] == "No unit of the bombarding player is next to 1010: no effect"
    assert none.where(PANZER) == "1007"


# ---- what and how ----


@rule("BA-8.1", "BA-R.24", "BA-R.29")
def test_markers_bombard_a_unit_and_nobody_covers_it():
    table = at("german combat", f"{FAR} / {MECH} 1010", german=[5, 2], allied=[6])
    assert "BA-R.29" in table.advice("german")
    table.apply("bombard 1010")
    assert table.options() == ["fire 2", "fire 5"]
    assert table.why("done").text == "A bombardment needs at least one marker."
    table.apply("fire 5")
    assert table.state.decision.prompt == "Choose markers to fire at 1010; 5 against 4 so far"
    again = table.why("bombard 1010")
    assert (again.rule, again.text) == ("BA-R.29", "Finish this bombardment first, or undo its target.")
    assert table.record.cannot_undo() is None
    notes = [note.rule for note in table.screen("german").sheets[0].notes]
    assert "BA-R.24" in notes
    table.apply("fire 2", "done")
    assert table.record.cannot_undo() is not None
    assert table.texts("BA-8.1") == ["The German player bombards 20 Mech (10 AD) in 1010 with 2 and 5"]
    chance = table.state.chance
    assert chance is not None, "the Allied player, who holds a six, is not asked"
    assert (chance.rule, chance.reason) == ("BA-8.1", "Bombardment of 20 Mech (10 AD) at +2/+3")
    assert table.tally() == [
        ("BA-8.1", "support fire 2"), ("BA-8.1", "support fire 5"), ("BA-8.2.differential", "20 Mech (10 AD)"),
        ("BA-8.2.row", "differential +3, clear ground"),
    ]  # fmt: skip
    battle = table.state.battle()
    assert battle is not None
    assert table.state.odds(battle).may_change == ()
    assert table.state.used[0] == (1, 0, 0, 1)


@rule("BA-8.1.first", "BA-8.1.target", "BA-R.25")
def test_bombardments_come_first_once_a_target_which_may_be_attacked_too(fall: Fall):
    pieces = f"{PANZER} 1009 / {MECH} 1010 / 10AD-3 1012"
    table = at("german combat", pieces, german=[3, 2])
    early = table.why("target 1010")
    assert (early.rule, early.text) == ("BA-8.1.first", "Finish the bombardments first.")
    table.apply("bombard 1010", "fire 3", "done").roll(5)
    twice = table.why("bombard 1010")
    assert twice.rule == "BA-8.1.target"
    assert twice.text.endswith(
        "it has already been bombarded in this phase; that applies wherever it is now (BA-R.25)."
    )
    assert table.options("bombard") == ["1012"]
    table.apply("done")
    assert table.refused("bombard 1012") == "BA-8.1.first"
    table.apply("target 1010", "done", "done")
    assert table.state.chance is not None, "bombarded and attacked"


@rule("BA-R.25")
def test_a_unit_that_retreated_from_a_bombardment_is_attacked_where_it_is_and_not_bombarded_again(fall: Fall):
    pieces = f"{PANZER} 1009 / {MECH} 1010 / 2Pz-II-2 1014 / 9AD-19 1210"
    table = at("german combat", pieces, german=[5, 3]).apply("bombard 1010", "fire 5", "done").roll(1)
    assert table.asked == ("allied", "stiff"), "a differential of +1 and a die of one is D2"
    table.apply("choose retreat", "step 1011", "step 1012")
    assert table.options("bombard") == ["1210"], "the other marker finds another target"
    again = table.why("bombard 1012")
    assert again.rule == "BA-8.1.target"
    assert "BA-R.25" in again.text
    table.apply("done")
    assert table.asked == ("german", "german mobile") or table.options("target") == ["1012"]


@rule("BA-10.6.1", "BA-10.6.1.three", "BA-R.21", "BA-8.1", "BA-7.1")
def test_range_four_hexes_an_allied_three_one():
    table = at("allied combat", f"{MECH} 1010 / {PANZER} 1014 / 2Pz-38 1016 / 2Pz-I-2 1011", allied=[3, 4])
    far = table.why("bombard 1016")
    assert far.rule == "BA-10.6.1"
    assert far.text == (
        "1016 is 6 hexes from your nearest unit: support fire reaches 4 hexes; the range is counted from the "
        "nearest unit, whatever lies between (BA-R.21)."
    )
    assert table.refused("bombard 2020") == "BA-8.1"
    assert table.refused("bombard 1010") == "BA-8.1", "one of his own"
    assert table.refused("fire 4") == "BA-8.1", "the target comes first"
    assert table.options("bombard") == ["1011", "1014"]
    table.apply("bombard 1014")
    three = table.why("fire 3")
    assert three.rule == "BA-10.6.1.three"
    assert three.text.startswith("1014 is 4 hexes from your nearest unit: an Allied marker with a factor of 3")
    assert "BA-R.21" in three.text
    assert table.refused("fire 6") == "BA-7.1"
    table.apply("fire 4", "done")
    near = at("allied combat", f"{MECH} 1010 / {PANZER} 1011", allied=[3, 4]).apply("bombard 1011")
    assert near.options("fire") == ["3", "4"]
    german = at("german combat", f"{PANZER} 1006 / {MECH} 1010", german=[3]).apply("bombard 1010")
    assert german.options("fire") == ["3"], "German threes have the range of all others"


@pytest.mark.parametrize(
    ("side", "factor", "hexes", "reaches"),
    [
        ("german", 5, 4, True), ("german", 5, 5, False), ("german", 3, 4, True), ("allied", 4, 4, True),
        ("allied", 4, 5, False), ("allied", 3, 1, True), ("allied", 3, 2, False),
    ],
)  # fmt: skip
def test_the_range_to_a_hex(side: str, factor: int, hexes: int, reaches: bool):
    """The target is in 1010; another enemy beside the bombarding unit, so that there is always a question."""
    own, target, near = (PANZER, "10AD-3", "9AD-19") if side == "german" else ("10AD-3", PANZER, "2Pz-38")
    pieces = f"{own} 10{10 - hexes:02} / {near} 10{9 - hexes:02} / {target} 1010"
    german, allied = ([factor], []) if side == "german" else ([], [factor])
    table = at(f"{side} combat", pieces, german=german, allied=allied)
    assert ("1010" in table.options("bombard")) == reaches
    if not reaches:
        assert table.refused("bombard 1010") == ("BA-10.6.1.three" if factor == 3 else "BA-10.6.1")


@rule("BA-R.44", "BA-10.6.1.three")
def test_whoever_holds_a_marker_is_asked_though_it_reaches_nobody():
    only = at("allied combat", f"{MECH} 1010 / {PANZER} 1012", allied=[3])
    assert (only.asked, only.options()) == (("allied", "bombardment"), ["done"])
    assert only.state.decision.rule == "BA-R.44"
    assert only.refused("bombard 1012") == "BA-10.6.1.three"
    other = only.state.view("german").decision
    assert (other.rule, other.prompt) == ("BA-8.1", "Choose bombardments"), "to the German nothing is different"
    beyond = at("allied combat", f"{MECH} 1010 / {PANZER} 1015 / 2Pz-38 1911", allied=[6])
    assert beyond.asked == ("allied", "allied mobile"), "five hexes: nobody is asked, as both can see"
    nothing = at("allied combat", f"{MECH} 1010 / {PANZER} 1012")
    assert nothing.asked[1] == "allied mobile"


@rule("BA-11.4", "BA-4.0")
def test_no_exit_and_no_move_while_bombarding():
    table = at("german combat", f"{PANZER} 0110 / {MECH} 0111", german=[3])
    assert (table.refused("exit 0110/NW"), table.refused("pick 2Pz-I-3")) == ("BA-11.4", "BA-4.0")
    table.apply("done")
    assert (table.refused("exit 0110/NW"), table.refused("go 0109")) == ("BA-11.4", "BA-4.0")


@rule("BA-10.6.1", "BA-8.2", "BA-8.1.target", "BA-8.2.attacked")
def test_what_has_befallen_one_unit_is_not_held_against_another():
    """The last unit of the order of battle has been bombarded and attacked, the first is merely far away."""
    last, first = "35-II-320", "9AD-811"
    pieces = f"{PANZER} 1009 / {last} 1010 bombarded / {MECH} 1011 / {first} 2020"
    table = at("german combat", pieces, german=[5])
    assert table.options("bombard") == ["1011"]
    assert table.refused("bombard 2020") == "BA-10.6.1"
    assert table.refused("bombard 1010") == "BA-8.1.target"
    fought = at("german combat", f"{PANZER} 1009 / {last} 1010 fought / {first} 2020 / 2Pz-38 1510 / 10AD-20 1511")
    assert fought.refused("target 2020") == "BA-8.2"
    assert fought.refused("target 1010") == "BA-8.2.attacked"
