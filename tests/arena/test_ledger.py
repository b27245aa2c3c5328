"""What was played is on the disk at once, comes back as it was, and is never mixed with anything else."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import ardennes
from ardennes.arena import Match, Played, play, repeated
from ardennes.arena.edition import edition
from ardennes.arena.ledger import Ledger
from ardennes.engine.errors import ArdennesError

MATCHES = list(repeated("bulge", "campaign", ("random", "rusher"), 3, options=(("airdrop", "on"),), nodes=50))


@pytest.fixture(scope="module")
def played() -> list[Played]:
    return [play(match) for match in MATCHES]


@pytest.fixture
def left(tmp_path: Path, played: list[Played]) -> Path:
    """What a run of three games leaves that is killed after the second."""
    path = tmp_path / "deep" / "run.part"
    ledger = Ledger(path, edition(), MATCHES, resume=False)
    for game in played[:2]:
        ledger.add(game)
    ledger.close()
    return path


def resumed(path: Path, matches: list[Match] = MATCHES, mark: str = "") -> dict[Match, Played]:
    ledger = Ledger(path, mark or edition(), matches, resume=True)
    ledger.close()
    return ledger.games


def test_games_come_back_as_they_were(left: Path, played: list[Played]):
    games = resumed(left)
    assert list(games.values()) == played[:2]
    assert list(games) == MATCHES[:2]
    for found, was in zip(games.values(), played, strict=False):
        assert (found.seconds, found.thinking) == (was.seconds, was.thinking), "equality says nothing of clocks"
        assert [turn.ground for turn in found.turns] == [turn.ground for turn in was.turns] != []


@pytest.mark.parametrize("length", [1, 100, -1])
def test_a_line_that_was_cut_off_is_dropped_and_its_game_written_anew(left: Path, played: list[Played], length: int):
    before = left.read_bytes()
    third = len(before)
    ledger = Ledger(left, edition(), MATCHES, resume=True)
    ledger.add(played[2])
    ledger.close()
    line = left.read_bytes()[third:]
    left.write_bytes(before + line[:length])
    ledger = Ledger(left, edition(), MATCHES, resume=True)
    assert list(ledger.games.values()) == played[:2]
    ledger.add(played[2])
    ledger.close()
    assert list(resumed(left).values()) == played


def test_games_that_lie_there_are_never_written_over(left: Path):
    before = left.read_bytes()
    with pytest.raises(
        ArdennesError, match=r"run\.part holds 2 games .* resume it with --resume, or delete the file\."
    ):
        Ledger(left, edition(), MATCHES, resume=False)
    assert left.read_bytes() == before


def test_a_run_that_never_played_leaves_nothing_behind(tmp_path: Path):
    path = tmp_path / "run.part"
    Ledger(path, "1", MATCHES, resume=False).close()
    assert not path.exists()


@pytest.mark.parametrize("resume", [False, True])
def test_a_run_that_was_killed_before_its_first_game_is_in_nobodys_way(tmp_path: Path, resume: bool):
    path = tmp_path / "run.part"
    path.write_bytes(b'{"edition":"1"}\n{"match":{"ga')
    ledger = Ledger(path, "2", MATCHES, resume=resume)
    assert path.read_bytes() == b'{"edition":"2"}\n'
    ledger.close()


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda path: resumed(path, mark="another"), "was played with version .* this is another"),
        (lambda path: resumed(path, MATCHES[1:]), "holds games from a different command"),
        (lambda path: path.write_bytes(b"Dear diary\n") and resumed(path), "is not a file of results"),
        (lambda path: path.write_bytes(b"[]\n{}\n") and resumed(path), "is not a file of results"),
    ],
)
def test_games_of_another_run_are_refused_with_a_sentence(left: Path, spoil: Callable[[Path], object], sentence: str):
    with pytest.raises(ArdennesError, match=sentence):
        spoil(left)
    assert left.exists()


def test_an_edition_is_marked_by_the_files_that_decide_a_game(tmp_path: Path):
    from ardennes.arena.edition import _read

    def mark() -> bytes:
        parts: list[bytes] = []
        _read(tmp_path, parts.append)
        return b"".join(parts)

    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "rules.toml").write_text("a = 1")
    (tmp_path / "notes.md").write_text("as you like")
    one = mark()
    (tmp_path / "notes.md").write_text("or not")
    assert mark() == one
    (tmp_path / "deep" / "rules.toml").write_text("a = 2")
    assert mark() != one


LOADED = """
import sys
import ardennes
from ardennes.arena import match, playing
from ardennes.playbooks import playbook
for name in ardennes.games():
    playbook(ardennes.game(name).name)
print(*(module.__file__ for name, module in sys.modules.items() if name.split(".")[0] == "ardennes"), sep="\\n")
"""


def test_an_edition_is_marked_by_every_module_that_a_game_between_machines_loads():
    """In a process of its own, in which nothing else was imported."""
    from ardennes.arena.edition import DECIDING

    house = Path(ardennes.__file__).parent
    ran = subprocess.run([sys.executable, "-c", LOADED], check=True, capture_output=True, text=True, timeout=300)
    loaded = {Path(line).relative_to(house) for line in ran.stdout.split()}
    assert len(loaded) > 100
    missed = {path for path in loaded if not any(path.is_relative_to(deciding) for deciding in DECIDING)}
    judging = {Path("arena") / name for name in ("__init__.py", "score.py", "sprt.py")}  # what has been played
    assert missed == judging
    assert all((house / deciding).exists() for deciding in DECIDING)
