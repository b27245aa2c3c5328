"""Where games and maps lie: in the user's own directories, or where he says."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
import uvicorn

import ardennes.server.app
from ardennes.cli import main
from ardennes.server.paths import database_file, map_cache


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home directory, with a working directory elsewhere; nothing is served."""
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    home, here = tmp_path / "home", tmp_path / "here"
    home.mkdir()
    here.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(here)
    return home


@pytest.fixture
def urls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The databases that `ardennes serve` opens, without a server."""
    opened = list[str]()

    class App:
        state = type("State", (), {"thinkers": type("Thinkers", (), {"warm_up": staticmethod(lambda: None)})})

    def create(url: str, **_: Any) -> App:
        opened.append(url)
        return App()

    monkeypatch.setattr(ardennes.server.app, "create_app", create)
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_, **__: None)
    monkeypatch.setattr("ardennes.cli.serve._collect_rarely", lambda: None)
    return opened


def serve(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What `ardennes serve` says first."""
    assert main(["serve", *words]) == 0
    return capsys.readouterr().out.splitlines()[0]


@pytest.mark.skipif(sys.platform != "linux", reason="the directories of Linux are named")
def test_games_are_saved_in_the_data_directory_and_the_folder_is_made(home: Path, urls: list[str], capsys: Any):
    file = home / ".local" / "share" / "ardennes" / "ardennes.db"
    assert serve(capsys) == f"Games are saved in {file}."
    assert urls == [f"sqlite+aiosqlite:///{file}"]
    assert file.parent.is_dir()


def test_a_file_in_the_working_directory_is_still_used_and_said_to_be(home: Path, urls: list[str], capsys: Any):
    file = Path.cwd() / "ardennes.db"
    file.touch()
    assert serve(capsys) == f"Games are saved in {file} (found in the working directory)."
    assert urls == [f"sqlite+aiosqlite:///{file}"]
    assert list(home.iterdir()) == []


def test_what_is_chosen_comes_before_everything_else(
    home: Path, urls: list[str], capsys: Any, monkeypatch: pytest.MonkeyPatch
):
    Path("ardennes.db").touch()
    monkeypatch.setenv("DATABASE_URL", "postgresql://player:secret@example.org/games")
    file = home / "club.db"
    assert serve(capsys, "--data", str(file)) == f"Games are saved in {file}."
    assert urls == [f"sqlite+aiosqlite:///{file}"]


def test_a_database_server_is_named_without_its_password(
    home: Path, urls: list[str], capsys: Any, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("DATABASE_URL", "postgresql://player:secret@example.org/games")
    assert serve(capsys) == "Games are saved in postgresql://player:***@example.org/games."
    assert urls == ["postgresql+asyncpg://player:secret@example.org/games"]


@pytest.mark.parametrize(
    ("words", "address", "sentence"),
    [
        (["--data", "nowhere/games.db"], "", "/nowhere” for the file games.db."),
        ([], "games", "DATABASE_URL is not the address of a database."),
    ],
)
def test_a_place_that_cannot_be_is_refused_in_a_sentence(
    home: Path, urls: list[str], capsys: Any, monkeypatch: Any, words: list[str], address: str, sentence: str
):
    monkeypatch.setenv("DATABASE_URL", address)
    assert main(["serve", *words]) == 1
    assert capsys.readouterr().err.endswith(f"{sentence}\n")
    assert urls == []


def test_neither_games_nor_maps_lie_in_the_package(home: Path):
    package = Path(ardennes.__file__).parent
    for path in (map_cache(), database_file()):
        assert home in path.parents
        assert package not in path.parents


def test_a_database_that_lacks_its_driver_is_refused_in_a_sentence(home: Path, capsys: Any, monkeypatch: Any):
    monkeypatch.setitem(sys.modules, "asyncpg", None)  # as if it were not installed
    monkeypatch.setenv("DATABASE_URL", "postgresql://player@127.0.0.1/games")
    assert main(["serve"]) == 1
    assert capsys.readouterr() == ("", "This database needs “asyncpg”: install ardennes[postgres].\n")
