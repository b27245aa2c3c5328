"""Every page as axe-core sees it: nothing serious under WCAG 2.2 AA, light and dark, on a desktop and on a phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

import ardennes
from tests.browser.demo_server import ROOT
from tests.browser.endings import GOLDEN
from tests.browser.test_lessons import learn
from tests.browser.window import READY, Window

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const found = [];
  const still = new CSSStyleSheet();
  still.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important }');
  document.adoptedStyleSheets = [still]; // a colour is judged at rest
  const { dataset } = document.documentElement;
  const before = dataset.theme;
  for (const theme of ['light', 'dark']) {
    dataset.theme = theme;
    const { violations } = await axe.run(document, {
      runOnly: theme === 'light' ? { type: 'tag', values: tags } : { type: 'rule', values: ['color-contrast'] },
      resultTypes: ['violations'],
    });
    for (const { id, impact, nodes } of violations)
      if (impact === 'serious' || impact === 'critical')
        for (const node of nodes.slice(0, 4)) found.push([theme, impact, id, node.target.join(' '),
          node.html.slice(0, 150),
          (node.any[0] ?? node.all[0] ?? node.none[0])?.message].join(' | '));
  }
  dataset.theme = before;
  document.adoptedStyleSheets = [];
  return found;
}"""
GAMES = ardennes.games()
CARDS = {"How to win": "The goal of the game", "Help": "Help", "Players and links": "Players and links"}
PLAIN = ("/", "/new/bulge", "/rules/bastogne", "/import", "/dice", "/no-such-page")
TABS = {"bulge": ("Forces", "Log"), "bitter-woods": ("Rules",)}  # what the panel holds beside the unit


class Judge:
    """What axe-core finds in a window, by the state that the window was in."""

    def __init__(self, window: Window, kind: str) -> None:
        self.window = window
        self.phone = kind == "phone"
        self.found: list[str] = []

    def look(self, state: str) -> None:
        """Judge what is shown, in both themes."""
        page = self.window.page
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(AXE.read_text("utf-8"))
        self.found += [f"{state}: {one}" for one in page.evaluate(RUN)]

    def open(self, tool: str) -> None:
        """Open something by its button, which on a phone stands in the menu."""
        page = self.window.page
        if self.phone:
            page.get_by_role("button", name="More", exact=True).click()
            page.get_by_role("menu").get_by_text(tool, exact=True).click()
        else:
            page.get_by_role("button", name=tool, exact=True).click()


@pytest.fixture(params=["window", "phone"])
def judge(request: pytest.FixtureRequest) -> Iterator[Judge]:
    made = Judge(request.getfixturevalue(request.param), request.param)
    yield made
    assert made.found == []


def test_no_page_has_a_serious_finding(judge: Judge):
    window = judge.window
    for path in PLAIN:
        window.open(path)
        expect(window.page.locator("main h1").first).to_be_visible()
        judge.look(path)
    body = {"game": "proving", "players": {"red": "human", "blue": "link"}}
    answer = window.page.request.post("/api/tables", data=body).json()
    window.open(f"/invitation/{answer['invitations'][0]['code']}")
    expect(window.page.get_by_role("heading", name="You are invited to")).to_be_visible()
    judge.look("invitation")


@pytest.mark.parametrize("game", GAMES)
def test_no_game_has_a_serious_finding(judge: Judge, game: str):
    window, page = judge.window, judge.window.page
    window.sit(next(iter(window.begin(game).values())))
    judge.look(game)
    for tab in TABS.get(game, ()):
        if judge.phone:
            _sheet_up(window)
        page.get_by_role("tab", name=tab).click()
        judge.look(f"{game}, {tab}")


def _sheet_up(window: Window) -> None:
    """Draw the sheet of a phone up, if it is not."""
    while not window.page.locator(".phone-sheet.full").count():
        window.page.locator(".phone-sheet .grip").click()


def test_no_card_has_a_serious_finding(judge: Judge):
    """What can be opened in a game that goes on, and a lesson."""
    window, page = judge.window, judge.window.page
    learn(window, "bulge")
    expect(page.locator(".guide")).to_be_visible()
    judge.look("lesson")
    page.get_by_role("button", name="Leave the lesson").click()
    for tool, title in CARDS.items():
        judge.open(tool)
        card = page.get_by_role("dialog", name=title)
        expect(card).to_be_visible()
        judge.look(tool)
        page.keyboard.press("Escape")
        expect(card).to_have_count(0)
    judge.open("Try it")
    expect(page.get_by_label("Sandbox", exact=True)).to_be_visible()
    judge.look("sandbox")


def test_no_sheet_has_a_serious_finding(judge: Judge):
    """Odds, tables, losses and reasons why not, as the screens by hand show them."""
    for game in GAMES:
        judge.window.open(f"/screen/{game}")
        judge.window.page.wait_for_function(READY)
        judge.look(f"sheet of {game}")


def test_no_look_back_has_a_serious_finding(judge: Judge):
    window, page = judge.window, judge.window.page
    journal = (GOLDEN / "bulge" / "allied-victory-on-an-early-turn.journal").read_text("utf-8")
    window.sit(window.bring(journal)["german"])
    judge.look("the end")
    page.get_by_role("button", name="Analysis").click()
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible()
    judge.look("report")
    page.locator(".turning").first.click()
    expect(page.get_by_label("Position in the game")).to_be_visible()
    judge.look("replay")
