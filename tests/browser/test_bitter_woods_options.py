"""Bitter Woods with optional rules by clicking: choosing them, and a turn with dumps, leaders and two odd attacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import demo_server
from tests.browser.conftest import serving
from tests.browser.test_bitter_woods import DICE, Player
from tests.browser.window import Window, at_of
from tests.games.bitter_woods.table import at

OPTIONS = "[options]\nleaders = true\nbombardment = true\nangriff = true\nfuel_dumps = true\n"
DUMPS = '[hidden]\nfrancorchamps = "1808"\nsamree = "2718"\n'
NORTHERN = "1SS-1 1908 / 4Inf-12 5330"
CENTRE = (
    "26VG-39 2024 / 116Pz-16 2024 / 116Pz-156 2024 / 26VG-77 2025 / 116Pz-60 2025 / 560VG-1128 2025 / "
    "A-401 1825 / A-766 1825 / L-Manteuffel 1825 / "
    "106Inf-424 2125 / 101Abn-502 2125 / 101Abn-501 2125 reduced / L-Middleton 2426"
)
PEIPER = "1SS-Peiper 1112 / L-Peiper 1012 / 106Inf-424 5301"
BATTALIONS = ("1SS-PA-1Pz", "1SS-PA-501", "1SS-PA-3PzG")
CRAMPED = """() => [...document.querySelectorAll('.facts > div')]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""
SOUTHERN = "2Pz-3 1418 / 2Pz-2 1418 / 26VG-78 1418 / 28Inf-110 1519 reduced"


@pytest.fixture(scope="module")
def address(listed: demo_server.Listed, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose dice are known."""
    with serving(tmp_path_factory.mktemp("options"), luck=DICE) as found:
        yield found


@pytest.fixture
def german(window: Window) -> Player:
    return Player(window, "")


@pytest.fixture
def allied(second: Window) -> Player:
    return Player(second, "")


def seated(german: Player, allied: Player, step: str, pieces: str, turn: int = 5, more: str = OPTIONS + DUMPS) -> None:
    """Both players at a position with the options on."""
    journal = str(at(step, pieces, turn=turn, more=more).record.journal)
    seats = german.window.bring(journal, german="human", allied="human")
    german.sit(seats["german"])
    allied.sit(seats["allied"])


def badges(shown: dict[str, Any], piece: str) -> list[str]:
    """The rules of the badges of a piece."""
    found = next(one for one in shown["screen"]["pieces"] if one["id"] == piece)
    return [badge["rule"] for badge in found.get("badges", ())]


def all_join(player: Player) -> None:
    """Whoever may attack joins, from the top of each stack."""
    while joining := [one for one in player.sees()["screen"]["options"] if one["action"].startswith("join")]:
        player.take(joining[0])


def top_of(shown: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """The option to pick the uppermost of some units that may be picked, which is the one that a click lifts."""
    picks: dict[str, dict[str, Any]] = {
        one["thing"]: one for one in shown["screen"]["options"] if one["action"].startswith("pick")
    }
    stack = [one["id"] for one in shown["screen"]["pieces"] if one["id"] in names and one["id"] in picks]
    return picks[stack[-1]]


def on_map(shown: dict[str, Any], *names: str) -> set[str]:
    """Those of some units that stand in 1311 or 1312."""
    return {one["id"] for one in shown["screen"]["pieces"] if one["id"] in names and one.get("at") in ("1311", "1312")}


# ---- choosing options ----


def test_options_are_grouped_explained_and_mended(window: Window):
    window.open("/new/bitter-woods")
    page = window.page
    groups = page.locator(".option-group h3")
    expect(groups).to_have_count(5)
    expect(page.locator(".options-count")).to_contain_text("None of")
    bombardment = page.locator("[data-option=bombardment]")
    bombardment.locator(".chip").click()
    expect(bombardment.locator(".option-rule article").first).to_contain_text("bombard")
    assert bombardment.locator(".option-rule article").count() > 5

    page.locator("[data-option=accelerated_leaders] input").check()
    start = page.get_by_role("button", name="Start the game")
    expect(start).to_be_disabled()
    expect(page.locator(".start-foot .option-clash")).to_contain_text("Allied leaders react sooner needs Leaders.")
    page.locator(".start-foot").get_by_role("button", name="Switch on Leaders").click()
    expect(page.locator("[data-option=leaders] input")).to_be_checked()
    expect(start).to_be_enabled()
    expect(page.locator(".option-clash")).to_have_count(0)


def test_an_option_without_effect_says_so_and_can_be_chosen(window: Window):
    window.open("/new/bitter-woods")
    page = window.page
    row = page.locator("[data-option=challenge]")
    expect(row.locator(".option-note")).to_have_count(0)
    page.get_by_label("Scenario").select_option("southern-shoulder")
    expect(row.locator(".option-note")).to_contain_text("No effect in this scenario: no German mechanized unit")
    page.locator("[data-option=events_17] input").check()
    expect(row.locator(".option-note")).to_have_count(0)
    page.locator("[data-option=fuel_dumps] input").check()
    page.get_by_text("Same screen").click()
    page.get_by_role("button", name="Start the game").click()
    window.wait_for_board()
    expect(page.locator("body")).to_contain_text("Fuel dumps: no effect in this scenario")
    land = page.evaluate("() => { const { land, geometry } = document.querySelector('.board').board.scene;"
                         " return [land.left > geometry.width / 2, land.top > geometry.height / 2] }")  # fmt: skip
    assert land == [True, True], "the board is framed by the part in play"


# ---- a turn with them ----


def test_a_dump_is_found(german: Player, allied: Player):
    seated(german, allied, "german movement", NORTHERN)
    assert "hidden" in {one["icon"] for one in german.sees()["screen"]["markers"]}
    mine = [one for one in allied.sees()["screen"]["markers"] if one["at"] == "1808"]
    assert [one["icon"] for one in mine] == ["fuel"], "the Allied player knows where it is"
    shown = german.do("pick 1SS-1", "step 1808")
    expect(german.page.locator("body")).to_contain_text("The dump near Francorchamps is found in 1808")
    shown = german.do("stop")
    marker = next(one for one in shown["screen"]["markers"] if one["at"] == "1808")
    assert (marker["icon"], marker["side"]) == ("fuel", "german")


def test_a_bombardment_and_a_leader_who_has_units_stand(german: Player, allied: Player):
    seated(german, allied, "german combat", CENTRE)
    german.do("target 2125", "bombard", "add A-401")  # two at least: the other one goes with it
    sheet = german.page.locator(".sheet")
    expect(sheet).to_contain_text("Bombard")
    DICE.faces = [4, 2, 2]
    shown = german.do("done")
    assert "BW-21.3" in badges(shown, "106Inf-424")
    assert "BW-21.3" not in badges(shown, "101Abn-502")
    expect(sheet).to_contain_text("shock")
    all_join(german)
    german.do("done", "done")
    allied.catch_up(german)
    DICE.faces = [4]
    allied.do("done")
    expect(allied.page.locator("body")).to_contain_text(
        "choose a leader: units in his range stand fast and take 2 losses"
    )
    shown = allied.do("influence L-Middleton")
    expect(allied.page.locator("body")).to_contain_text("Middleton has 101/501 and 101/502 stand for 2 losses")
    for _ in range(2):
        shown = allied.take(next(one for one in shown["screen"]["options"] if one["action"].startswith("lose")))
    there = {name for name in ("101Abn-501", "101Abn-502") if at_of(shown, name) == "2125"}
    assert len(there) == 1, "one of two is lost, the other one stands"
    while shown["screen"]["prompt"].get("step") == "way":
        shown = allied.take(shown["screen"]["options"][0])
    assert at_of(shown, "106Inf-424") != "2125", "a shocked unit retreats all the same"


def test_an_attack_on_the_move(german: Player, allied: Player):
    seated(german, allied, "german combat", SOUTHERN)
    german.do("target 1519")
    all_join(german)
    german.do("done", "angriff")
    sheet = german.page.locator(".sheet")
    expect(sheet).to_contain_text("Attack on the move")
    expect(german.page.locator("body")).to_contain_text("Add artillery to the attack on the move on 1519")
    expect(sheet).to_contain_text("BW-23.2")
    DICE.faces = [5]
    shown = german.do("done")
    assert {one["action"] for one in shown["screen"]["options"]} == {"advance 2Pz-3", "advance 2Pz-2", "done"}
    shown = german.do("advance 2Pz-3")
    first = next(one for one in shown["screen"]["options"] if one["action"].startswith("step"))
    shown = german.take(first)
    assert at_of(shown, "28Inf-110") == "1519", "the defender stays where he is"
    assert at_of(shown, "2Pz-3") == first["action"].partition(" ")[2]


def test_peiper_splits_in_mid_move_and_joins_again(german: Player, allied: Player):
    alternative = "[options]\nleaders = true\nspearheads = true\npeiper_alternative = true\n"
    seated(german, allied, "german movement", PEIPER, 9, alternative)
    german.do("pick 1SS-Peiper")
    expect(german.page.locator(".facts")).to_contain_text("1 SS Pz Bn, SS Abt 501 and 3 SS PzGr Bn")
    assert german.page.evaluate(CRAMPED) == [], "each figure of the card has room for its label"
    shown = german.do("go 1312", "separate")
    assert {at_of(shown, name) for name in BATTALIONS} == {"1312"}
    assert not on_map(shown, "1SS-Peiper")
    expect(german.page.locator("body")).to_contain_text("splits into its battalions in 1312")
    for left in (2, 1, 0):
        shown = german.take(top_of(shown, BATTALIONS))
        assert "3 of 5 points left" in shown["screen"]["prompt"]["title"]
        shown = german.do("go 1311")
        assert ("combine" in {one["action"] for one in shown["screen"]["options"]}) == (left == 0), "only in one hex"
    shown = german.do("combine")
    assert at_of(shown, "1SS-Peiper") == "1311"
    assert not on_map(shown, *BATTALIONS), "a joined unit holds its parts"
    assert at_of(allied.catch_up(german), "1SS-Peiper") == "1311"
