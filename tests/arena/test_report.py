"""The report of a simulation: right figures, every section, nothing from elsewhere."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

import ardennes
from ardennes.arena import Force, Match, Played, TurnEnd, play, repeated
from ardennes.arena.figures import Figures, Share, Spread, quantile
from ardennes.arena.fronts import true_ground
from ardennes.arena.report import Simulation, page
from ardennes.arena.report.charts import Curve, Mark, columns, curves, ticks
from ardennes.arena.report.maps import agreement, day_of
from ardennes.arena.report.words import leaning, results
from ardennes.engine.queries import Standing
from ardennes.engine.screen import Side

GAME = ardennes.game("axis-allies")
SIDES = ("north", "south")


# ---- figures ----


def game(number: int, winner: str | None, points: list[float], lost: list[int], error: str = "") -> Played:
    """A game of so many turns with these points and losses of the north."""
    turns = tuple(
        TurnEnd(
            turn,
            "",
            (Standing("points", now, 10, "", "XY-1", "north"), Standing("at most", now, 5, "", "XY-2", "south"),
             Standing("turns", turn, 4, "", "XY-3", "south")),
            (Force("north", gone, 9, 20.0), Force("south", 0, 8, 10.0)),
        )
        for turn, (now, gone) in enumerate(zip(points, lost, strict=True), 1)
    )  # fmt: skip
    match = Match("some", "one", ("a", "b"), f"0/{number}", number, number)
    level = "Victory" if winner else "Draw"
    return Played(match, winner, level, "XY-1", len(turns), 5, turns, "", error, 1.0, ((0.1,), (0.2, 0.4)))


@pytest.fixture
def figures() -> Figures:
    played = [
        game(0, "north", [1, 4], [0, 1]),
        game(1, "north", [3, 8, 12], [1, 1, 2]),
        game(2, None, [2, 6, 9], [0, 3, 3]),
        game(3, "south", [5], [9], error="Refused"),
    ]
    return Figures(played, SIDES)


def test_shares_count_whole_games_only(figures: Figures):
    assert figures.won("north") == Share(2, 3)
    assert figures.won(None) == Share(1, 3)
    assert figures.won("south") == Share(0, 3)
    assert len(figures.broken) == 1
    assert figures.length == pytest.approx(8 / 3)
    assert figures.ends() == {1: {}, 2: {"north": 1}, 3: {"north": 1, None: 1}}


def test_a_spread_is_over_the_games_that_reached_the_turn(figures: Figures):
    lost = figures.forces("north", lambda force: force.lost)
    assert [(one.turn, one.games) for one in lost] == [(1, 3), (2, 3), (3, 2)]
    assert lost[1].mean == pytest.approx(5 / 3)
    assert (lost[2].mean, lost[2].low, lost[2].high) == pytest.approx((2.5, 2.1, 2.9))


def test_conditions_with_the_same_figure_are_one_and_what_never_differs_is_left_out(figures: Figures):
    (points,) = figures.conditions()
    assert points.name == "points"
    assert [one.mean for one in points.spreads] == [2, 6, 10.5]
    assert [(one.name, one.points[0]) for one in points.needed] == [("points", (1, 10.0)), ("at most", (1, 5.0))]


def test_a_figure_that_differs_only_in_the_last_turn_of_a_game_tells_nothing():
    some = [game(0, "north", [1, 4], [0, 1]), game(1, None, [1, 2, 3], [0, 0, 0])]
    assert [one.name for one in Figures(some, SIDES).conditions()] == []
    some.append(game(2, None, [2, 2, 3], [0, 0, 0]))
    assert [one.name for one in Figures(some, SIDES).conditions()] == ["points"]


def test_a_quantile_lies_between_two_values_in_proportion():
    assert quantile([1.0], 0.9) == 1.0
    assert quantile([0.0, 1.0], 0.9) == pytest.approx(0.9)


def test_ground_that_is_as_in_history_agrees_with_it():
    board = ardennes.game("bulge").board
    truth = true_ground(board, "1944-12-20")
    assert truth is not None
    assert agreement(board, day_of(5, "1944-12-20", [truth] * 3)) == 1.0
    assert agreement(board, day_of(5, "1944-12-20", [board.grid.all & ~truth])) == 0.0
    assert agreement(board, day_of(18, "1945-01-02", [truth])) is None
    before = true_ground(board, "1944-12-16")
    assert before is not None
    assert agreement(board, day_of(1, "1944-12-16", [before])) is None, "that front is from before the first turn"


# ---- plots ----


def numbers(path: str) -> list[tuple[float, float]]:
    found = [float(n) for n in re.findall(r"-?\d*\.?\d+", path)]
    return list(zip(found[::2], found[1::2], strict=True))


def test_a_higher_figure_is_drawn_higher_and_a_later_turn_further_right():
    spreads = [Spread(1, 5, 2, 1, 3), Spread(2, 5, 8, 6, 9)]
    need = Mark("needed", [(1, 5.0), (2, 5.0)])
    svg = ElementTree.fromstring(curves("Points", [Curve("mean", "german", spreads)], [need], {}))
    line = next(e for e in svg.iter("path") if e.get("class") == "line german")
    (x1, y1), (x2, y2) = numbers(line.get("d") or "")
    assert x1 < x2
    assert y1 > y2
    mark = next(e for e in svg.iter("path") if "mark" in (e.get("class") or ""))
    assert y2 < numbers(mark.get("d") or "")[0][1] < y1


def test_columns_are_as_high_as_there_are_games():
    styles = [("A", "german"), ("B", "allied")]
    svg = ElementTree.fromstring(columns("Ends", {1: {"A": 1}, 2: {"A": 2, "B": 2}}, styles, {}))
    heights = [float(e.get("height") or 0) for e in svg.iter("rect")]
    assert heights[1] == heights[2] == pytest.approx(2 * heights[0], abs=0.2)


def test_ticks_are_round():
    assert ticks(0, 1) == [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert ticks(-10, 35)[0] == -10


def test_games_are_counted_in_whole_figures():
    assert ticks(0, 2, whole=True) == [0, 1, 2]
    assert ticks(0, 30, whole=True) == [0, 10, 20, 30]


def test_a_line_is_thin_where_few_games_are_left():
    spreads = [Spread(1, 20, 2, 1, 3), Spread(2, 5, 8, 6, 9), Spread(3, 4, 8, 6, 9), Spread(4, 1, 8, 8, 8)]
    svg = ElementTree.fromstring(curves("Points", [Curve("mean", "german", spreads)], [], {}))
    lines = {e.get("class"): len(numbers(e.get("d") or "")) for e in svg.iter("path")}
    assert (lines["line german"], lines["line few german"]) == (2, 3)
    assert {"20", "5", "4", "1", "games"} <= {e.text for e in svg.iter("text")}


# ---- in words ----


def many(north: int, south: int, nobody: int = 0) -> Figures:
    winners = ["north"] * north + ["south"] * south + [None] * nobody
    return Figures([game(number, winner, [1], [0]) for number, winner in enumerate(winners)], SIDES)


PEOPLE = (Side("north", "North", "german"), Side("south", "South", "allied"))


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        (many(60, 0), "Almost always North"),
        (many(30, 10), "North"),
        (many(10, 29, 1), "South"),
        (many(20, 20), "Even"),
        (many(2, 25, 13), "Draw or South"),
        (many(16, 14, 10), "Even"),
        (many(4, 2), "Open, North ahead"),
        (many(3, 3), "Open"),
        (many(1, 2, 37), "Draw"),
        (many(0, 0), ""),
    ],
)
def test_the_games_say_whom_they_favour_and_no_more_than_they_can(figures: Figures, words: str):
    assert leaning(figures, PEOPLE) == words


def test_the_result_is_told_with_its_interval():
    told = results(many(30, 9, 1), PEOPLE, ("north", None, "south"))
    assert "North won <b>30 of 40</b> games, 75 % (95 % interval: 60 to 86 %)" in told
    assert "drawn: <b>1 of 40</b>" in told
    assert "North victory is the usual result" in told
    often = results(many(2, 23, 15), PEOPLE, ("north", None, "south"))
    assert "South clearly won more than half of the decided games: 92 %." in often
    assert "Nobody clearly won more than half" in results(many(3, 3), PEOPLE, ("north", None, "south"))


# ---- the page ----


@pytest.fixture(scope="module")
def played() -> list[Played]:
    name = next(iter(GAME.scenarios))
    return [play(match) for match in repeated(GAME.name, name, ("random", "rusher"), 3)]


@pytest.fixture(scope="module")
def report(played: list[Played]) -> str:
    return page(Simulation(GAME, played, "ardennes simulate axis-allies --games 3"))


class Words(HTMLParser):
    """The words of a page, its headings, and everything that it would fetch."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.fetched: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "input"):
            self.open.append(tag)
        if tag in ("script", "link", "iframe"):
            self.fetched.append(tag)
        self.fetched += [v for k, v in attrs if k in ("src", "href") and v and not v.startswith(("data:", "#"))]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.words.append(data)


def test_the_page_needs_nothing_else_and_closes_what_it_opens(report: str):
    read = Words(report)
    assert read.fetched == []
    assert read.open == []
    style = report.partition("<style>")[2].partition("</style>")[0]
    outside = [found for found in re.findall(r"url\(.{6}", style) if not found.startswith(('url("data:', "url(%23"))]
    assert outside == []


def test_the_page_has_every_section(report: str):
    text = " ".join(Words(report).words)
    for words in (
        "Axis & Allies", "3 games, Axis by random, Allies by rusher", "Watch on the Rhine", "Results",
        "Level of victory", "Every game lasted 8 turns", "Axis victory points", "Losses: units lost",
        "Total attack strength", "The front", "average front", "Thinking time",
        "ardennes simulate axis-allies --games 3",
    ):  # fmt: skip
        assert words in text, f"the report does not say “{words}”"


def test_every_turn_has_its_map_and_one_is_shown(report: str, played: list[Played]):
    last = max(one.turn for one in played)
    assert report.count('type="radio"') == last
    assert report.count(" checked>") == 1
    assert report.count('class="mean front"') >= last
    days = {turn.turn: turn.day for one in played for turn in one.turns}
    assert (days[1], days[5], days[8]) == ("1944-12-17", "1944-12-24", "1944-12-30")
    known = sum(day <= "1944-12-26" for day in days.values())
    assert report.count('class="true front"') >= known == 6
    assert report.count('class="unknown"') == last - known
    assert report.count("background-image:url(") == 1, "the picture of the map is there once"


def test_the_picture_of_the_map_can_be_read(report: str):
    from urllib.parse import unquote

    picture = report.partition('background-image:url("data:image/svg+xml,')[2].partition('")')[0]
    assert ElementTree.fromstring(unquote(picture)).tag.endswith("svg")


def test_a_report_with_a_game_that_broke_off_says_so(played: list[Played]):
    broken = replace(played[0], error="Refused: no")
    text = page(Simulation(GAME, [*played[1:], broken], "x"))
    assert "Games left out because they crashed or were cut short: 1." in text
    assert "2 games, Axis by random" in text


def test_several_scenarios_stand_in_one_table_beside_what_the_rulebook_expects():
    rules = ardennes.game("ardennes-offensive")
    some = [
        replace(game(number, winner, [1, 2], [0, 1]), match=Match(rules.name, name, ("a", "b"), "0", number, number))
        for number, (name, winner) in enumerate([("1", "allied"), ("1", None), ("4", "german"), ("10", "german")])
    ]
    some = [replace(one, turns=()) if one.winner is None else _sided(one) for one in some]
    text = page(Simulation(rules, some, "x"))
    rows = re.findall(r"<tr>(.*?)</tr>", text.partition("<h2>Scenarios</h2>")[2].partition("</table>")[0])
    assert len(rows) == 4
    assert "Draw or Allied" in rows[1]
    assert "50 %" in rows[1]
    assert "Even" in rows[2]
    assert "Open, German ahead" in rows[2]
    assert "<b>Open</b>: 1; <b>Open, German ahead</b>: 4, 10." in text
    assert "German, early or not at all" in rows[3]


def _sided(one: Played) -> Played:
    """The same game between the sides of a real one."""
    names = {"north": "german", "south": "allied"}
    turns = tuple(
        replace(
            turn,
            standing=tuple(replace(s, side=names[s.side]) for s in turn.standing),
            forces=tuple(replace(f, side=names[f.side]) for f in turn.forces),
        )
        for turn in one.turns
    )
    return replace(one, turns=turns)
