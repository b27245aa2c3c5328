"""Processes are killed, disks are full, somebody presses Ctrl-C: nothing that was played is lost.

Real processes die by real signals here. Where they die is fixed by the number of games played, never by a clock.
"""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import ardennes
from ardennes.arena import Match, Played, paired, play
from ardennes.arena.contest import run
from ardennes.arena.crew import alone, cores
from ardennes.arena.edition import edition
from ardennes.arena.ledger import Ledger
from ardennes.arena.parquet import missing
from ardennes.arena.workers import Workers
from ardennes.cli import main
from ardennes.engine.errors import ArdennesError
from tests.server.test_kill import alive

ROOT = Path(__file__).parents[2]
SIDES = ardennes.game("bulge").sides
MATCHES = list(paired("bulge", SIDES, "campaign", ("random", "random"), 3))
ARENA = ("arena", "bulge", "--players", "random,random", "--pairs", "3", "--all-pairs")
SIMULATE = ("simulate", "bulge", "--players", "random,random", "--games", "3", "--jobs", "1")
TABLE = "results.parquet"


@pytest.fixture(scope="module")
def expected() -> list[Played]:
    return list(alone(MATCHES))


@pytest.fixture(autouse=True)
def _today() -> None:
    """Rules as they lie on the disk now: somebody may write on them while the tests run."""
    edition.cache_clear()


@pytest.fixture(autouse=True)
def _at_a_terminal() -> Iterator[None]:
    """Ctrl-C is heard, as it is at a terminal: what is started in the background may have been told to ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def by_number(games: list[Played]) -> list[Played]:
    return sorted(games, key=lambda game: game.match.number)


# ---- a process that plays ----


def deadly(match: Match) -> Played:
    """Kills whoever plays the third game."""
    if match.number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return play(match)


def deadly_once(folder: Path, match: Match) -> Played:
    """Kills the first process that plays the third game."""
    died = folder / "died"
    if match.number == 2 and not died.exists():
        died.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play(match)


def test_two_processes_play_what_one_plays(expected: list[Played]):
    with cores(2) as crew:
        assert by_number(list(crew(MATCHES))) == expected


def test_a_game_whose_process_is_killed_is_played_again_by_another(expected: list[Played], tmp_path: Path):
    with cores(2, partial(deadly_once, tmp_path)) as crew:
        assert by_number(list(crew(MATCHES))) == expected
    assert (tmp_path / "died").exists(), "somebody was killed"


def test_all_processes_killed_at_once_from_outside_cost_nothing(expected: list[Played]):
    before = set(multiprocessing.active_children())
    with cores(2) as crew:
        results = crew(MATCHES)
        found = [next(results)]
        hit = set(multiprocessing.active_children()) - before
        for worker in hit:
            worker.kill()
        found += results
        assert set(multiprocessing.active_children()) - before - hit, "others took their place"
    assert by_number(found) == expected
    assert set(multiprocessing.active_children()) <= before, "nobody is left behind"


def test_a_game_that_kills_two_processes_is_left_out_and_can_be_tried_again(expected: list[Played], tmp_path: Path):
    path = tmp_path / "run.part"
    ledger = Ledger(path, "1", MATCHES, resume=False)
    with cores(2, deadly) as crew:
        found = run(MATCHES, crew, ledger, SIDES)
    ledger.close()
    assert not found.complete
    (lost,) = found.lost
    assert lost.match.number == 2
    assert lost.error == "Two processes died playing it; the last one was killed by SIGKILL."
    assert [game for game in found.played if not game.lost] == [game for game in expected if game.match.number != 2]
    again = Ledger(path, "1", MATCHES, resume=True)
    asked: list[Match] = []

    def only_what_is_missing(matches: Any):
        asked.extend(matches)
        return alone(matches)

    second = run(MATCHES, only_what_is_missing, again, SIDES)
    again.close()
    assert asked == [MATCHES[2]]
    assert second.complete
    assert second.played == expected


class Unborn:
    """Cannot be brought into another process: it dies while it unpacks it."""

    def __reduce__(self) -> tuple[Callable[[int], object], tuple[int]]:
        return os._exit, (3,)

    def __call__(self, match: Match) -> Played:
        raise AssertionError


def test_where_no_process_can_live_it_is_said_soon():
    workers = Workers(2, Unborn())
    with pytest.raises(ArdennesError, match=r"Could not start a process to play in: .* ended with status 3\."):
        list(workers.played(MATCHES))
    workers.close()


def endless(folder: Path, match: Match) -> Played:
    """Says in which process it is, and never comes to an end."""
    fresh = folder / f"{match.number}.new"
    fresh.write_text(str(os.getpid()))
    fresh.rename(folder / f"{match.number}.pid")
    time.sleep(600)
    return play(match)


def test_a_process_does_not_play_on_when_whoever_started_it_was_killed(tmp_path: Path):
    words = (
        "import sys; from tests.arena import test_deaths as t\n"
        "with t.cores(2, t.partial(t.endless, t.Path(sys.argv[1]))) as crew: list(crew(t.MATCHES))"
    )
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
    run = subprocess.Popen([sys.executable, "-c", words, str(tmp_path)], cwd=ROOT, env=environment)
    deadline = time.monotonic() + 60
    while len(born := [int(path.read_text()) for path in tmp_path.glob("*.pid")]) < 2:
        assert time.monotonic() < deadline, "nobody plays"
        time.sleep(0.05)
    run.kill()
    run.wait(30)
    while any(map(alive, born)):
        assert time.monotonic() < deadline, "they play on"
        time.sleep(0.05)


# ---- the command ----


def rows(path: Path) -> list[dict[str, Any]]:
    """What a Parquet file holds, but for the clocks."""
    if missing():
        pytest.skip("pyarrow is not installed: install ardennes[arena].")
    from pyarrow.parquet import read_table

    return [
        {name: value for name, value in row.items() if name not in ("seconds", "thinking")}
        for row in read_table(path).to_pylist()
    ]


def timeless(told: str) -> list[str]:
    """What a command said, but for clocks and paths."""
    return [line for line in told.splitlines() if not line.startswith(("Time", "The "))]


def on_game(monkeypatch: pytest.MonkeyPatch, number: int, act: Callable[[], object]) -> None:
    """Do something as soon as so many games are written down."""
    add, count = Ledger.add, [0]

    def acting(self: Ledger, game: Played) -> None:
        add(self, game)
        count[0] += 1
        if count[0] == number:
            act()

    monkeypatch.setattr(Ledger, "add", acting)


class Whole(NamedTuple):
    """A tournament that nothing disturbed."""

    folder: Path
    told: str

    def equals(self, other: Path) -> bool:
        """Whether another folder holds the same rows, the same journals and nothing else."""
        names = sorted(path.name for path in self.folder.iterdir())
        assert sorted(path.name for path in other.iterdir()) == names
        assert rows(other / TABLE) == rows(self.folder / TABLE)
        journals = [path.name for path in self.folder.glob("*.journal")]
        return [(other / n).read_bytes() for n in journals] == [(self.folder / n).read_bytes() for n in journals] != []


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    folder, told = tmp_path_factory.mktemp("whole"), StringIO()
    with redirect_stdout(told):
        assert main([*ARENA, "--jobs", "1", "--out", str(folder)]) == 0
    return Whole(folder, told.getvalue())


def test_ctrl_c_ends_with_a_summary_and_whole_files_and_resume_with_the_same_results(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, whole: Whole
):
    command = [*ARENA, "--jobs", "2", "--out", str(tmp_path)]
    with pytest.MonkeyPatch.context() as patch:
        on_game(patch, 3, partial(os.kill, os.getpid(), signal.SIGINT))
        assert main(command) == 130
    told = capsys.readouterr().out
    assert "Games            3: " in told
    assert "Stopped before the end." in told
    assert "repeat the command with --resume to play the rest" in told
    some, every = rows(tmp_path / TABLE), rows(whole.folder / TABLE)
    assert len(some) == 3
    assert all(row in every for row in some)
    assert len(list(tmp_path.glob("*.journal"))) == 3
    assert main(command) == 1, "the games that lie there are not written over"
    assert "resume it with --resume, or delete the file" in capsys.readouterr().err
    assert main([*command, "--resume"]) == 0
    told, err = capsys.readouterr()
    assert "Resuming after 3 games" in err
    assert timeless(told) == timeless(whole.told)
    assert whole.equals(tmp_path)


def ran(*words: str) -> subprocess.CompletedProcess[str]:
    """A Python of its own."""
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, timeout=600, check=False)


KILLED = """
import os, signal, sys
from ardennes.arena.edition import edition
from ardennes.arena.ledger import Ledger
from ardennes.cli import main
add = Ledger.add
def last(self, game, seen=[]):
    seen.append(add(self, game))
    if len(seen) == 2:
        os.kill(os.getpid(), signal.{name})
if __name__ == "__main__":
    Ledger.add = last
    sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(("name", "status"), [("SIGKILL", -signal.SIGKILL), ("SIGTERM", 130)])
def test_a_run_that_is_killed_goes_on_where_it_was(tmp_path: Path, whole: Whole, name: str, status: int):
    folder, script = tmp_path / "out", tmp_path / "killed.py"
    script.write_text(KILLED.format(name=name))
    command = [*ARENA, "--jobs", "2", "--out", str(folder)]
    ended = ran(str(script), *command)
    assert ended.returncode == status, ended.stderr
    assert (folder / "results.part").exists()
    assert (folder / TABLE).exists() == (status == 130)
    assert main([*command, "--resume"]) == 0
    assert whole.equals(folder)


LIMITED = """
import resource, sys
from ardennes.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
sys.exit(main(sys.argv[1:]))
"""


def test_a_full_disk_is_said_and_costs_only_what_did_not_fit(tmp_path: Path, whole: Whole):
    command = [*ARENA, "--jobs", "1", "--out", str(tmp_path)]
    ended = ran("-c", LIMITED, *command)
    assert ended.returncode == 1
    assert "File too large" in ended.stdout + ended.stderr
    kept = (tmp_path / "results.part").read_bytes()
    assert kept.endswith(b"\n")
    assert 1 <= kept.count(b"\n") - 1 < len(MATCHES), "some games were played, and some were not"
    assert main([*command, "--resume"]) == 0
    assert whole.equals(tmp_path)


def test_a_simulation_that_is_stopped_reports_what_was_played_and_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    report, table = tmp_path / "report.html", tmp_path / "games.parquet"
    command = [*SIMULATE, "--out", str(report), "--parquet", str(table)]
    with pytest.MonkeyPatch.context() as patch:
        on_game(patch, 1, partial(os.kill, os.getpid(), signal.SIGINT))
        assert main(command) == 130
    assert "1 games, won by" in capsys.readouterr().out
    assert len(rows(table)) == 1
    first = report.read_text(encoding="utf-8")
    assert "1 games, German by random" in first
    assert main([*command, "--resume"]) == 0
    assert len(rows(table)) == 3
    assert "3 games, German by random" in report.read_text(encoding="utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.parquet", "report.html"]
