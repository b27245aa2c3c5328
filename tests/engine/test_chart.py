"""The terrain effects chart: read from a file, checked, and sent without what is empty."""

from pathlib import Path

import pytest

from ardennes.engine import ArdennesError, Game, TerrainChart
from ardennes.engine.chart import TerrainRow

TEXT = """
move = "Points to enter"
[[terrain]]
kind = "westwall"
label = "West Wall"
words = "West Wall"
move = "2 more"
rule = "X-1"
"""


def read(folder: Path, text: str) -> TerrainChart:
    path = folder / "terrain.toml"
    path.write_text(text, encoding="utf-8")
    return TerrainChart.load(path)


def test_a_chart_is_read_and_sent_without_what_is_empty(tmp_path: Path):
    chart = read(tmp_path, TEXT)
    assert chart.rows == (TerrainRow("westwall", "West Wall", "2 more", "X-1", words="West Wall"),)
    row = {"kind": "westwall", "label": "West Wall", "move": "2 more", "rule": "X-1", "words": "West Wall"}
    assert chart.to_json() == {"move": "Points to enter", "terrain": [row]}


def test_a_game_without_a_chart_has_an_empty_one():
    assert Game.terrain_chart.to_json() == {}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("rule =", "rules ="), r"^terrain\.toml: .*'rules'; a row of the chart has kind, label, move, rule, fight"),
        (('label = "West Wall"\n', ""), r"^terrain\.toml: .*'label'"),
        (("move = \"Points", "moving = \"Points"), r"^terrain\.toml: .*'moving'"),
    ],
)
def test_a_word_that_no_chart_has_is_named(tmp_path: Path, change: tuple[str, str], sentence: str):
    with pytest.raises(ArdennesError, match=sentence):
        read(tmp_path, TEXT.replace(*change))
