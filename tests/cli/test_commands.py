"""What a person types, and what comes back when it is wrong."""

import io
from pathlib import Path

import pytest

from ardennes.cli import main


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = main(arguments)
    told = capsys.readouterr()
    return status, told.out + told.err


def test_an_unknown_game_is_answered_with_the_games_there_are(capsys):
    status, text = said(capsys, "rules", "waterloo")
    assert status == 1
    assert text.startswith("There is no game “waterloo”; there are ")
    assert "Traceback" not in text


def test_a_file_that_is_not_there_is_named(capsys, tmp_path: Path):
    status, text = said(capsys, "check", str(tmp_path / "nowhere.journal"))
    assert (status, text) == (1, f"{tmp_path / 'nowhere.journal'}: No such file or directory.\n")


def test_a_file_that_is_no_journal_is_refused_at_its_first_line(capsys, tmp_path: Path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Monty\n", encoding="utf-8")
    status, text = said(capsys, "check", str(path))
    assert (status, text) == (1, "line 1: a journal begins with “ardennes journal 1”\n")


def test_a_file_of_bytes_is_refused_in_words(capsys, tmp_path: Path):
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\xff\xfe")
    status, text = said(capsys, "check", str(path))
    assert (status, text) == (1, "The file is not text.\n")


def test_a_map_is_written_where_asked(capsys, tmp_path: Path):
    path = tmp_path / "map.svg"
    status, text = said(capsys, "map", "axis-allies", "--out", str(path), "--overlay", "1944-12-20")
    assert (status, text) == (0, f"Map written to {path}.\n")
    assert "Front, 20 December" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["map", "waterloo"], "There is no map of “waterloo”; there are "),
        (["map", "axis-allies", "--overlay", "1815-06-18"], "1815-06-18"),
        (["map", "axis-allies", "--zoom", "1"], "The hex spacing must be between 4 and 400 pixels."),
    ],
)
def test_a_map_that_cannot_be_drawn_is_refused_in_words(capsys, arguments: list[str], sentence: str):
    status, text = said(capsys, *arguments)
    assert status == 1
    assert sentence in text
    assert "Traceback" not in text


def test_a_game_is_resigned_in_the_terminal_and_the_journal_says_so(capsys, tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("resign\n"))
    assert main(["play", "bulge", "--seed", "1"]) == 0
    assert main(["check", "game.journal"]) == 0
    said = capsys.readouterr().out
    assert "Winner: allied, resignation (engine-resign)" in said
    assert "1 lines, all legal: Bulge, resignation (engine-resign)." in said
