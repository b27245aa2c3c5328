import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from ardennes.cli import main

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_command_is_installed_and_tells_its_version():
    command = Path(sys.executable).with_name("ardennes")
    told = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
    assert told == f"ardennes {PROJECT['version']}\n"


def test_a_command_that_is_not_known_is_answered_with_a_sentence(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit, match="2"):
        main(["surrender"])
    assert "invalid choice: 'surrender'" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["games"], ["rules", "bulge"]])
def test_a_reader_who_has_had_enough_ends_a_command_without_a_word(words: list[str]):
    command = Path(sys.executable).with_name("ardennes")
    with subprocess.Popen([command, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as telling:
        assert telling.stdout is not None
        assert telling.stderr is not None
        telling.stdout.close()
        assert telling.stderr.read() == b""
    assert telling.returncode == 141
