"""Cards that lie over the map: none hides or swallows what may be clicked, what it is about, or a tool."""

from __future__ import annotations

import random
from functools import cache

import pytest
from playwright.sync_api import expect

import ardennes
from ardennes.engine.decision import Kind
from ardennes.engine.record import Record
from tests.browser.hand import Hand
from tests.browser.window import COVERED, Window
from tests.server.clicking import SEED, recruit
from tests.server.test_sandbox import START

GAMES = ("ardennes-offensive", "axis-allies", "bastogne", "bitter-woods", "bulge")
ASKED = 3  # hexes in which somebody clicks in vain

# What a card hides: the middle of what may be clicked, the counter that is selected, the ring of the battle or of what
# the card is about, and tools. Only what lies in the free part of the window counts.
HIDDEN = """([selector, ...rings]) => {
  const host = document.querySelector('.board');
  const { board } = host;
  const { scene, viewport } = board;
  const card = document.querySelector(selector);
  const from = host.getBoundingClientRect();
  const box = card.getBoundingClientRect();
  const [left, top] = [box.left - from.left, box.top - from.top];
  const [right, bottom] = [left + box.width, top + box.height];
  const half = board.geometry.unit * board.view.zoom / 2;
  const found = [];
  const look = (what, point, reach) => {
    const { x, y } = board.inWindow(point);
    const inside = x > viewport.left && x < viewport.width - viewport.right
      && y > viewport.top && y < viewport.height - viewport.bottom;
    if (inside && x > left - reach && x < right + reach && y > top - reach && y < bottom + reach) found.push(what);
  };
  for (const one of scene.lit) look(`lit ${one.place}`, one.at, 0);
  for (const one of scene.counters) {
    if (scene.active.has(one.piece.id) && one.top) look(`to choose ${one.piece.id}`, one, 0);
    if ([scene.inMotion, scene.looked].includes(one.piece.id)) look(`selected ${one.piece.id}`, one, half * 0.7);
  }
  for (const place of [...scene.targets, ...rings]) look(`ring ${place}`, scene.middle(place), half * 1.12);
  for (const tool of host.querySelectorAll('[data-floats]')) {
    const { left: l, top: t, right: r, bottom: b, width, height } = tool.getBoundingClientRect();
    if (tool === card || !width || !height) continue;
    if (box.left < r - 1 && box.right > l + 1 && box.top < b - 1 && box.bottom > t + 1) found.push(tool.className);
  }
  return found;
}"""
UNLIT = """(many) => {
  const { board, seat } = document.querySelector('.board');
  const { geometry, scene } = board;
  const held = new Set(scene.screen.pieces.map((piece) => piece.at));
  const dark = (hex) => !seat.offers.value.places.has(hex) && !held.has(hex);
  const beside = [...scene.litHexes].flatMap((hex) => geometry.info.neighbours[hex] ?? []).filter(Boolean);
  const found = [...new Set(beside)].filter(dark);
  return found.filter((_, n) => n % Math.max(1, Math.floor(found.length / many)) === 0).slice(0, many);
}"""  # beside lit hexes, where a card is most in the way
# Whether a card of that size could lie anywhere, with comfort, without hiding anything.
ROOM = """([selector, ...rings]) => {
  const host = document.querySelector('.board');
  const { board } = host;
  const { scene, viewport } = board;
  const card = document.querySelector(selector);
  const from = host.getBoundingClientRect();
  const { width: wide, height: high } = card.getBoundingClientRect();
  const unit = board.geometry.unit * board.view.zoom;
  const kept = [
    ...scene.lit.map((one) => one.at),
    ...scene.counters.filter((one) => scene.active.has(one.piece.id) || one.piece.id === scene.looked
      || one.piece.id === scene.inMotion),
    ...[...scene.targets, ...scene.attackers, ...rings].map((place) => scene.middle(place)),
  ].map((one) => board.inWindow(one));
  const tools = [...host.querySelectorAll('[data-floats]')].filter((one) => one !== card)
    .map((one) => one.getBoundingClientRect()).filter((one) => one.width && one.height)
    .map((one) => ({ x: one.left - from.left, y: one.top - from.top, wide: one.width, high: one.height }));
  const isFree = (x, y) =>
    kept.every((p) => p.x < x - unit || p.x > x + wide + unit || p.y < y - unit || p.y > y + high + unit) &&
    tools.every((t) => t.x > x + wide + 20 || t.x + t.wide < x - 20 || t.y > y + high + 20 || t.y + t.high < y - 20);
  for (let y = viewport.top + 10; y + high + 10 < viewport.height - viewport.bottom; y += 10)
    for (let x = viewport.left + 10; x + wide + 10 < viewport.width - viewport.right; x += 10)
      if (isFree(x, y)) return true;
  return false;
}"""
WHOLLY = """(selector) => {
  const card = document.querySelector(selector);
  const { left, top, right, bottom } = card.getBoundingClientRect();
  const ends = [[left + 4, top + 4], [right - 4, bottom - 4]];
  return ends.every(([x, y]) => card.contains(document.elementFromPoint(x, y)));
}"""
THROW = """async (at) => {
  const { seat } = document.querySelector('.board');
  const { desk } = seat;
  desk.fallen.value = { roll: seat.screen.value.roll, at };
  await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
}"""
FELL = "() => document.querySelector('.board').seat.desk.fallen.value === null"
EDGES = ((0, 0), (1, 0), (0, 1), (1, 1), (0.5, 0), (0, 0.5), (1, 0.5), (0.5, 1))
PUSHED = f"""([selector, place, ...spots]) => {{
  const host = document.querySelector('.board');
  const {{ board }} = host;
  const hidden = {HIDDEN};
  const found = [];
  for (const [right, down] of spots) {{
    const {{ left, top, width, height, right: off, bottom }} = board.viewport;
    const at = board.inWindow(board.scene.middle(place));
    const reach = board.geometry.unit * board.view.zoom;
    const wanted = {{
      x: left + reach + (width - left - off - 2 * reach) * right,
      y: top + reach + (height - top - bottom - 2 * reach) * down,
    }};
    board.camera.pan(wanted.x - at.x, wanted.y - at.y);
    found.push(...hidden([selector, place]).map((what) => `${{what}} with the fight at ${{right}}, ${{down}}`));
  }}
  return found;
}}"""  # the map moved by hand, so that a place comes to every edge of the window


@cache
def moving(game: str) -> str:
    """A journal up to the move of a unit that has some hexes to choose from."""
    record, rng = Record.start(ardennes.game(game)), random.Random(SEED)
    while True:
        record.roll_all(rng)
        asked = record.state.decision
        screen = record.state.game.screen(record.state.view(asked.side))
        lit = [option for option in screen.options if option.kind == "place"]
        if asked.kind in (Kind.MOVE, Kind.RETREAT, Kind.ADVANCE) and len(lit) > 3:
            return str(record.journal)
        picks = [str(option) for option in asked.options if option.verb == "pick"]
        record.apply(picks[0] if asked.kind == Kind.PICK and picks else recruit(record.state.view(asked.side))[0])


@pytest.mark.parametrize("kind", ["window", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_says_why_not_hides_nothing_and_the_next_click_counts(
    game: str, kind: str, request: pytest.FixtureRequest
):
    window: Window = request.getfixturevalue(kind)
    token = window.bring(moving(game))["*"]
    window.sit(token)
    hand, card = Hand(window, token), window.page.locator(".why")
    press = window.page.touchscreen.tap if kind == "phone" else window.click_at
    shown = hand.sees()
    asked: list[str] = []
    for place in window.page.evaluate(UNLIT, 4 * ASKED):
        at = window.spot(place)
        if len(asked) == ASKED or window.page.evaluate(COVERED, at):  # by a tool
            continue
        asked.append(place)
        press(*at)
        expect(card).to_be_visible()
        expect(card).to_have_css("opacity", "1")
        hidden = window.page.evaluate(HIDDEN, [".why", place])
        assert hidden == [] if window.page.evaluate(ROOM, [".why", place]) else lit_only(hidden)
        assert window.page.evaluate(WHOLLY, ".why > header")
        window.page.keyboard.press("Escape")
        expect(card).to_have_count(0)
    press(*window.spot(asked[-1]))
    expect(card).to_be_visible()
    if kind == "phone":
        card.locator(".chip").first.tap()
        expect(window.page.locator(".phone-sheet.full .tab-body")).to_be_visible()  # where the rule is read
    else:
        lit = next(one for one in shown["screen"]["options"] if one["kind"] == "place")
        hand.take(lit)  # with the card still there
        expect(card).to_have_count(0)


def lit_only(hidden: list[str]) -> bool:
    """Whether nothing but some of many places that may be clicked is hidden."""
    return all(one.startswith(("lit ", "to choose ")) for one in hidden)


def fought() -> str:
    """A journal of Bulge up to what follows a battle on the map."""
    record, rng = Record.start(ardennes.game("bulge")), random.Random(SEED)
    while record.state.chance is not None or record.state.decision.kind not in (Kind.RETREAT, Kind.ADVANCE):
        record.roll_all(rng)
        if record.state.decision.kind not in (Kind.RETREAT, Kind.ADVANCE):
            record.apply(recruit(record.state.view(record.state.decision.side))[0])
    return str(record.journal)


@pytest.mark.parametrize("kind", ["window", "phone"])
def test_the_dice_on_the_map_hide_nothing_wherever_the_map_is_moved(kind: str, request: pytest.FixtureRequest):
    window: Window = request.getfixturevalue(kind)
    token = window.bring(fought())["*"]
    window.sit(token)
    page = window.page
    shown = window.look(token)["screen"]
    place = next(line["places"][0] for line in reversed(shown["log"]["lines"]) if line.get("places"))
    window.spot(place)
    page.wait_for_function(FELL)
    page.evaluate(THROW, place)
    note = page.locator(".fallen")
    expect(note).to_have_css("pointer-events", "none")
    assert page.evaluate(PUSHED, [".fallen", place, *EDGES]) == []


@pytest.mark.parametrize("kind", ["window", "phone"])
def test_the_odds_of_a_plan_lie_off_the_ring_of_their_battle(kind: str, request: pytest.FixtureRequest):
    window: Window = request.getfixturevalue(kind)
    window.sit(window.bring(START, german="human", allied="human")["german"])
    page = window.page
    if kind == "phone":
        page.get_by_role("button", name="More", exact=True).click()
    page.locator("[data-try]").locator("visible=true").click()
    bar = page.get_by_label("Sandbox", exact=True)
    expect(bar).to_be_visible()
    window.wait_for_board()
    for action in ("[data-action=support]", "[data-action='fight +12']", "[data-roll='roll 5']"):
        page.locator(action).locator("visible=true").first.click()
    bar.get_by_role("button", name="Odds of the plan").click()
    odds = page.get_by_role("dialog", name="Odds of the plan")
    expect(odds).to_contain_text("Attack on 0304")
    window.wait_until_drawn("plan 0304")
    window.spot("0304")  # once the camera rests
    assert page.evaluate(HIDDEN, [".plan", "0304"]) == []
    assert page.evaluate(PUSHED, [".plan", "0304", *EDGES]) == []
    odds.get_by_role("button", name="Close").click()
    expect(odds).to_have_count(0)
