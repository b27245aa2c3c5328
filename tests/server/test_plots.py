"""The figures of the end card are those of the end of each turn, after what that end itself counts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ardennes
from ardennes.engine import Journal, Record
from ardennes.server.history import History
from ardennes.server.plots import plots

GOLDEN = Path(__file__).parent.parent / "golden"
TOLD = {
    "axis-allies": ("axis-takes-24-points-on-the-yellow-turn", r"The Axis has (\d+) victory points?$"),
    "bulge": ("german-victory-by-leaving-the-map", r"The German player has (-?\d+) points;"),
    "ardennes-offensive": ("german-immediate-victory", r"Victory points after Game-Turn \d+: German (\d+)"),
}


@pytest.mark.parametrize("name", TOLD)
def test_the_score_of_a_turn_is_what_its_end_was_judged_by(name: str):
    game, (journal, told) = ardennes.game(name), TOLD[name]
    text = (GOLDEN / name / f"{journal}.journal").read_text(encoding="utf-8")
    record = Record.replay(game, Journal.parse(text, {name: game.sides}))
    said = [match[1] for event in record.events if (match := re.match(told, event.text))]
    score = next(plot for plot in plots(History(record).walk(), game.sides[0]) if plot.label == "Victory points")
    series = next(line for line in score.series if line.side == game.sides[0])
    assert [f"{value:g}" for value in series.values if value is not None] == said


def shown(name: str, journal: str) -> dict[str, list[str | None]]:
    """The plots of a golden game: label and the sides that have a line in it."""
    game = ardennes.game(name)
    text = (GOLDEN / name / f"{journal}.journal").read_text(encoding="utf-8")
    record = Record.replay(game, Journal.parse(text, {name: game.sides}))
    return {plot.label: [line.side for line in plot.series] for plot in plots(History(record).walk(), game.sides[0])}


def test_what_two_sides_count_differently_is_drawn_on_two_scales():
    found = shown("bastogne", "draw-by-exits")
    assert found["Units off the west edge"] == ["german"]
    assert found["Hexes of Bastogne held"] == ["allied"]


def test_what_two_sides_count_alike_is_drawn_on_one_scale():
    assert shown("ardennes-offensive", TOLD["ardennes-offensive"][0])["Victory points"] == ["german", "allied"]
