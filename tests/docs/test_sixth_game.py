"""“Add a sixth game” is followed word for word: its files are written, its commands typed, its game played."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest

from ardennes.arena.edition import edition
from ardennes.engine import screen
from tests.docs.written import blocks

PAGE = "docs/add-a-sixth-game.md"
SERVE = "ardennes serve --open"
PLAY = "ardennes play crossing --random allied"
TYPED = "1\n" * 400  # whoever plays at the terminal takes the first option, to the end of the game


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("sixth")


@pytest.fixture(scope="module")
def surroundings(folder: Path) -> dict[str, str]:
    """The environment of somebody who has Ardennes on the path and nothing else."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    private = {name: str(folder / name) for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME")}
    return {**os.environ, **private, "PATH": path, "COLUMNS": "200"}


@pytest.fixture(scope="module")
def printed(folder: Path, surroundings: dict[str, str]) -> str:
    """What the page's blocks print, one after the other, in one shell."""
    script = ["set -eu"]
    for number, block in enumerate(blocks(PAGE)):
        if block.title:
            script += [f"cat > {block.title} <<'END_{number}'", block.text + f"END_{number}"]
        elif block.language == "python":
            script += [f"python - <<'END_{number}'", block.text + f"END_{number}"]
        else:
            assert block.language == "sh", f"{block} would not be followed"
            script += [_typed(line) for line in block.text.splitlines()]
    done = subprocess.run(
        ["bash", "-c", "\n".join(script)], cwd=folder, env=surroundings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def _typed(line: str) -> str:
    """A line of the page. The server is tried by itself; a game in the terminal needs somebody who types."""
    return {SERVE: ":", PLAY: f"{PLAY} --seed 6 <<'TYPED'\n{TYPED}TYPED"}.get(line, line)


def test_the_page_has_the_commands_that_are_followed_in_another_way():
    lines = [line for block in blocks(PAGE) if block.language == "sh" for line in block.text.splitlines()]
    assert {SERVE, PLAY} <= set(lines)


def test_the_game_is_listed_and_its_rules_are_read(printed: str):
    assert "crossing: The Crossing (german against allied)" in printed
    assert "A unit crosses the river by a bridge only." in printed


def test_the_questions_are_answered_as_the_page_says(printed: str):
    (block,) = (block for block in blocks(PAGE) if block.language == "python" and not block.title)
    (told,) = re.findall(r"print\(.*\)\s+# (.*)", block.text)
    assert f"{told}\n" in printed


def test_its_own_tests_pass_conformance_among_them(printed: str):
    (written,) = (block for block in blocks(PAGE) if block.title == "games/test_crossing.py")
    assert "conform(" in written.text
    assert re.search(r"^=* ?7 passed", printed, re.M)


def test_hundreds_of_games_at_random_end_either_way(printed: str):
    assert "300 games, " in printed
    assert "\n0 crashes." in printed
    assert "Allied victory: " in printed
    assert "German victory: " in printed


def test_a_whole_game_is_played_in_the_terminal(printed: str):
    assert re.search(r"The game is over: (German|Allied) victory", printed)


def test_the_game_counts_for_the_edition(printed: str, folder: Path, surroundings: dict[str, str]):
    """Games that were played with other files are never mixed."""
    told = subprocess.run(
        [sys.executable, "-c", "from ardennes.arena.edition import edition; print(edition())"],
        env={**surroundings, "ARDENNES_GAMES": str(folder / "games")}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert told.stdout.strip() != edition()


@pytest.fixture
def server(printed: str, folder: Path, surroundings: dict[str, str]) -> Iterator[str]:
    """A server that has the game, and its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    known = {**surroundings, "ARDENNES_GAMES": str(folder / "games")}
    command = [sys.executable, "-c", "from ardennes.cli import main; main()", "serve", "--port", str(port)]
    with subprocess.Popen(command, cwd=folder, env=known, stdout=subprocess.DEVNULL) as process:
        address = f"http://127.0.0.1:{port}"
        while True:
            try:
                asked(f"{address}/health")
                break
            except URLError:
                assert process.poll() is None, "the server ended"
                time.sleep(0.05)
        yield address
        process.terminate()


def asked(address: str, sent: object = None) -> dict[str, object]:
    data = None if sent is None else json.dumps(sent).encode()
    with urlopen(Request(address, data, {"Content-Type": "application/json"})) as answer:
        found: dict[str, object] = json.load(answer)
    return found


def test_the_browser_is_given_its_map_and_a_sound_screen(server: str):
    listed = asked(f"{server}/api/games")["games"]
    assert isinstance(listed, list)
    assert "crossing" in [game["name"] for game in listed]
    assert asked(f"{server}/api/games/crossing/board")["hexes"]
    players = {"german": "human", "allied": "random"}
    begun = asked(f"{server}/api/tables", {"game": "crossing", "scenario": "morning", "players": players})
    (seat,) = (one for one in begun["seats"] if one["side"] == "german")  # type: ignore[attr-defined]
    document = asked(f"{server}/api/seats/{seat['token']}")["screen"]
    screen.validate(document)  # type: ignore[arg-type]
    assert document["prompt"]["rule"] == "CR-2.1"  # type: ignore[index]
