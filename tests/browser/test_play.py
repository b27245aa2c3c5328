"""Playing by the screen alone: from the front page to a whole turn, with every way to be refused on the way."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Route, expect

from tests.browser.hand import ENOUGH, Hand, step_of
from tests.browser.window import PATIENCE, Window, at_of

TOLD = """() => {
  const { board, seat } = document.querySelector('.board');
  const { hexes, chart } = board.geometry.info;
  const hex = hexes[seat.desk.hovered.value];
  if (!hex) return false;
  const rows = chart.terrain.filter((row) => !row.along && [hex.terrain, ...hex.features].includes(row.kind));
  const lit = [...document.querySelectorAll('.terrain-card tr.here th')].map((cell) => cell.textContent.trim());
  return rows.length > 0 && rows.map((row) => row.label).join() === lit.join();
}"""

FALLS = """new MutationObserver(() => {
  const curtain = document.querySelector('[data-curtain]');
  if (curtain) globalThis.held ??= document.activeElement === curtain;
}).observe(document, { childList: true, subtree: true })"""


def shared(window: Window, game: str = "proving") -> Hand:
    """Both sides at one screen."""
    token = window.begin(game)["*"]
    window.sit(token)
    return Hand(window, token)


def options(shown: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [one for one in shown["screen"]["options"] if one["kind"] == kind]


def test_a_secret_waits_behind_a_curtain_until_its_player_looks(window: Window):
    token = window.begin("bulge")["*"]
    window.open(f"/seat/{token}")
    curtain = window.page.locator("[data-curtain]")
    expect(curtain).to_have_text("Show the German side")
    window.page.keyboard.press("Enter")
    expect(curtain).to_have_count(0)
    hand = Hand(window, token)
    hand.take(options(hand.sees(), "button")[0])
    expect(curtain).to_have_count(0)


def test_the_curtain_has_the_keyboard_in_the_moment_it_falls(window: Window):
    window.page.add_init_script(FALLS)
    window.open(f"/seat/{window.begin('bulge')['*']}")
    expect(window.page.locator("[data-curtain]")).to_be_visible(timeout=PATIENCE)
    assert window.page.evaluate("globalThis.held") is True


def test_enter_draws_the_curtain_back_wherever_the_keyboard_is(window: Window):
    window.open(f"/seat/{window.begin('bulge')['*']}")
    curtain = window.page.locator("[data-curtain]")
    expect(curtain).to_be_visible(timeout=PATIENCE)
    window.page.evaluate("document.activeElement.blur()")
    window.page.keyboard.press("Enter")
    expect(curtain).to_have_count(0)


def test_from_the_front_page_to_the_first_move(window: Window):
    window.open("/")
    page = window.page
    page.locator('[data-game="proving"]').click()
    page.get_by_text("Same screen").click()
    page.get_by_role("button", name="Start the game").click()
    window.wait_for_board()
    hand = Hand(window, page.url.rpartition("/")[2])
    pick = options(hand.sees(), "piece")[0]
    lit = options(hand.take(pick), "place")[0]
    assert at_of(hand.take(lit), pick["thing"]) == lit["thing"]
    window.open("/")
    window.say("Your move")
    page.get_by_role("link", name="Play").click()
    window.wait_for_board()


def test_undo_takes_a_click_back_and_redo_does_it_again(window: Window):
    hand = shared(window)
    first = hand.sees()
    undo = window.page.locator("[data-undo]").first
    expect(undo).to_be_disabled()
    hand.take(options(first, "piece")[0])
    undo.click()
    expect(undo).to_be_disabled()
    assert hand.sees()["screen"]["options"] == first["screen"]["options"]
    window.page.keyboard.press("y")
    expect(undo).to_be_enabled()
    assert hand.sees()["screen"]["undo"]["label"] == first["screen"]["options"][0]["action"]


def test_a_click_on_an_unlit_hex_says_why_with_its_rule(window: Window):
    hand = shared(window)
    shown = hand.take(options(hand.sees(), "piece")[0])
    lit = {one["thing"] for one in options(shown, "place")}
    taken = {one.get("at") for one in shown["screen"]["pieces"]}
    hexes = window.page.evaluate("document.querySelector('.board').board.geometry.names")
    window.click(next(name for name in hexes if name not in lit | taken))
    card = window.page.locator(".why")
    expect(card).to_contain_text("Why not")
    expect(card.locator(".chip").first).to_contain_text("PG-")
    window.page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    assert hand.sees()["revision"] == shown["revision"]


def test_the_odds_are_seen_before_the_dice_are_thrown(window: Window):
    hand = shared(window, "ardennes-offensive")
    shown = hand.sees()
    while not (fights := [one for one in options(shown, "button") if one["action"].startswith("fight")]):
        assert "roll" not in shown["screen"]
        shown = hand.take(shown["screen"]["options"][0])
    sheet = window.page.locator(".sheet")
    expect(sheet.get_by_label("Odds")).to_be_visible()
    expect(sheet).to_contain_text("Chance of each result")
    window.page.keyboard.press("Enter")
    after = window.wait_for_revision(hand.token, shown["revision"] + 1)
    assert not {one["action"] for one in fights} & {one["action"] for one in after["screen"]["options"]}


def test_a_stale_click_changes_nothing_and_says_so(window: Window):
    """The table changes, the page does not hear of it, and its player clicks on what was there before."""
    hand = shared(window)
    shown = hand.sees()
    window.wire.deaf = True
    first, second, *_ = options(shown, "piece")
    body = {"revision": shown["revision"], "actions": [first["action"]]}
    assert window.page.request.post(f"/api/seats/{hand.token}/actions", data=body).status == 200
    window.page.locator(f'[data-piece="{second["thing"]}"]').first.click()
    window.say("Your move was not played: the game has moved on.")
    after = hand.sees()
    assert after["revision"] == shown["revision"] + 1
    window.page.wait_for_function(f"() => document.querySelector('.table').dataset.revision == {after['revision']}")


def test_the_keyboard_alone_makes_a_move(window: Window):
    hand = shared(window, "ardennes-offensive")
    shown = hand.sees()
    wanted = [one["thing"] for one in options(shown, "place")]
    page = window.page
    page.locator(".board-grid").focus()
    page.keyboard.press("Tab")
    said = page.locator("#hex-cursor")
    expect(said).to_contain_text(wanted[0])
    expect(said).to_contain_text("lit:")
    page.keyboard.press("Enter")
    after = window.wait_for_revision(hand.token, shown["revision"] + 1)
    assert at_of(after, shown["screen"]["prompt"]["pieces"][0]).endswith(wanted[0])  # in the hex, or in its entry
    page.keyboard.press("z")
    window.wait_for_revision(hand.token, after["revision"] + 1)
    assert hand.sees()["screen"]["options"] == shown["screen"]["options"]
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox", name="Search the rules")).to_be_focused()
    page.keyboard.type("supply")
    expect(page.locator(".rule-list li").first).to_be_visible()


def test_the_keyboard_leaves_the_board_after_the_last_thing(window: Window):
    hand = shared(window, "ardennes-offensive")
    page = window.page
    page.locator(".board-grid").focus()
    for _ in range(len(options(hand.sees(), "place")) + 1):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.board') !== document.activeElement")


def test_the_keyboard_goes_on_at_the_prompt_when_its_button_is_gone(window: Window):
    hand = shared(window, "axis-allies")
    before = hand.sees()
    ends = options(before, "button")[-1]
    button = window.page.locator(f'.prompt [data-action="{ends["action"]}"]')
    button.focus()
    window.page.keyboard.press("Enter")
    if ends.get("warns"):
        expect(button).to_contain_text("Press again", timeout=PATIENCE)
        window.page.keyboard.press("Enter")
    window.wait_for_revision(hand.token, before["revision"] + 1)
    window.page.wait_for_function("() => document.activeElement.closest('.prompt') !== null")


def test_the_terrain_effects_lie_over_the_map_and_tell_of_the_hex_under_the_pointer(window: Window):
    shared(window, "ardennes-offensive")
    page = window.page
    card = page.get_by_label("Terrain effects", exact=True).and_(page.locator("section"))
    page.keyboard.press("t")
    expect(card).to_contain_text("Rough")
    box = page.locator(".board").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.62 * box["width"], box["y"] + 0.4 * box["height"])  # beside the card, above the prompt
    page.wait_for_function(TOLD)


def test_the_board_says_that_its_map_is_being_loaded_until_it_is_there(window: Window):
    held: list[Route] = []
    free: list[bool] = []
    window.page.route("**/tiles/**", lambda route: route.continue_() if free else held.append(route))
    shared(window)
    note = window.page.locator(".drawing")
    expect(note).to_have_text("Loading the map…")
    free.append(True)
    for route in held:
        route.continue_()
    expect(note).to_be_empty()


def test_the_goal_card_goes_with_the_first_click_on_the_board(window: Window):
    shared(window)
    card = window.page.get_by_role("dialog", name="The goal of the game")
    window.page.keyboard.press("g")
    expect(card).to_be_visible()
    window.click(window.page.evaluate("document.querySelector('.board').board.geometry.names")[-1])
    expect(card).to_have_count(0)


def test_a_whole_game_turn_of_the_ardennes_offensive_by_clicking(window: Window):
    """Both sides, every step: what must be answered is answered, something is done, then the phase if it may be."""
    hand = shared(window, "ardennes-offensive")
    shown = hand.sees()
    turn, kinds = shown["screen"]["turn"]["number"], set()
    while shown["screen"]["turn"]["number"] == turn:
        made = hand.clicked[step_of(shown)]
        done = [one for one in options(shown, "button") if one["action"] == "done"]
        others = [one for one in shown["screen"]["options"] if one["action"] != "done"]
        chosen = done[0] if done and (made >= ENOUGH or not others) else others[made * 3 % len(others)]
        if made < ENOUGH:
            kinds.add(chosen["kind"])
        shown = hand.choose(shown, chosen)
    assert kinds >= {"piece", "place", "button"}
    window.say("Turn 2 of 18")
