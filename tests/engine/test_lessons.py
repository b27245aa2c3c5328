"""A file of lessons is read against its game; a fault is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

import ardennes
from ardennes.engine import lessons
from ardennes.engine.lessons import LessonError

GAME = ardennes.game("bulge")
TEXT = Path(str(GAME.lessons_file)).read_text(encoding="utf-8")


def fault(tmp_path: Path, old: str, new: str) -> tuple[int, str]:
    """The line and sentence of the error after a change of the file."""
    text = TEXT.replace(old, new, 1)
    assert text != TEXT
    path = tmp_path / "lessons.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LessonError) as caught:
        lessons.load(GAME, path)
    return caught.value.line, str(caught.value)


def line_of(words: str) -> int:
    return TEXT[: TEXT.index(words)].count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('side = "german"', 'side = "french"', "no side “french”"),
        ('scenario = "campaign"', 'scenario = "short"', "no scenario “short”"),
        ('rule = "BU-7.3"', 'rule = "BU-77"', "no rule BU-77"),
        ('show = ["do target 1207"', 'show = ["do target 9999"', "“do target 9999” points at nothing"),
        ('show = ["part standing"]', 'show = ["part attic"]', "“part attic” points at nothing"),
        ('done = ["phase german pre-combat"]', 'done = ["phase tea"]', "“phase tea” can never happen"),
        ('until = ["phase german movement"]', 'until = ["play hop"]', "“play hop” can never happen"),
        ('title = "Choose a target"', 'heading = "Choose a target"', "“heading” is not known here"),
    ],
)
def test_a_fault_is_told_with_its_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    line, text = fault(tmp_path, old, new)
    assert line == line_of(old)
    assert said in text


def test_what_is_not_toml_is_told_with_its_line(tmp_path: Path) -> None:
    assert fault(tmp_path, 'side = "german"', "side = german")[0] == line_of('side = "german"')


def test_a_lesson_has_six_to_twelve_steps(tmp_path: Path) -> None:
    extra = '[[step]]\ntitle = "One more"\ntext = "Too many."\n\n[[goal]]'
    assert "not 13" in fault(tmp_path, "[[goal]]", extra)[1]
