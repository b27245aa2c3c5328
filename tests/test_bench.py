"""The arithmetic of the benchmarks, and the comparison of two trees."""

import json
import random
import statistics
import subprocess
import time
from itertools import islice
from math import comb
from pathlib import Path

import pytest

import ardennes
from bench import against, promises, run
from bench.against import LEAST, Comparison, Worker, interval, total
from bench.measure import REFERENCE_RATE, Measure, seconds_of
from bench.workload import DECISIONS, WORK, Bench, Done
from tests.proving.game import Proving

REFERENCE_MOVE = 1 / REFERENCE_RATE


def test_a_slower_machine_is_allowed_more_time():
    flood = Measure("flood", seconds=100e-6, target=60e-6)
    assert not flood.met(REFERENCE_MOVE)
    assert flood.met(2 * REFERENCE_MOVE)
    assert flood.allowed(2 * REFERENCE_MOVE) == pytest.approx(120e-6)


def test_a_rate_is_a_time_turned_round():
    decisions = Measure.of_rate("decisions", rate=20_000, target=25_000)
    assert decisions.seconds == pytest.approx(50e-6)
    assert not decisions.met(REFERENCE_MOVE)
    assert decisions.ratio(25e-6) == pytest.approx(2)


def test_a_measure_without_target_is_always_met():
    assert Measure("copy", seconds=1e9).met(REFERENCE_MOVE)


def test_a_tuple_is_taken_for_a_measure():
    assert run.as_measure(("copy", 2e-6, 0.1)) == Measure("copy", 2e-6)


def test_one_call_is_timed():
    assert 0.002 <= seconds_of(lambda: time.sleep(0.002), repeat=3, lasting=0.01) < 0.2


@pytest.mark.parametrize(("seconds", "text"), [(2.5, "2.5 s"), (0.05, "50 ms"), (52e-6, "52 µs"), (4e-9, "4 ns")])
def test_a_duration_is_told_in_its_unit(seconds: float, text: str):
    assert run.duration(seconds) == text


def test_an_unknown_benchmark_is_refused_with_a_sentence(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        run.main(["nonsense"])
    assert "there is no benchmark 'nonsense'" in capsys.readouterr().err


# Two trees


def compared(*pairs: tuple[float, float]) -> Comparison:
    """Seconds of the old and of the new tree for a hundred decisions, a pair a round."""
    return Comparison(
        "chess", "random play", [Done(old, 100) for old, _ in pairs], [Done(new, 100) for _, new in pairs]
    )


def test_a_ratio_above_one_says_that_the_new_tree_is_faster():
    assert compared((2.0, 1.0), (3.0, 4.0)).ratios == pytest.approx([2.0, 0.75])


def test_speeds_are_compared_even_where_the_trees_do_not_play_alike():
    one = Comparison("chess", "random play", [Done(1.0, 100)], [Done(1.5, 300)])
    assert one.ratios == pytest.approx([2.0])
    assert not one.alike
    assert compared((1.0, 1.0)).alike


def test_bits_of_work_are_added_up_before_they_are_divided():
    assert total([Done(1.0, 10), Done(3.0, 10)]) == Done(4.0, 20)


@pytest.mark.parametrize("n", [1, 2, 5, 6, 8, 9, 20, 41])
def test_the_interval_is_the_narrowest_that_the_coin_allows(n: int):
    values = [float(i) for i in range(n)]
    random.Random(n).shuffle(values)
    low, high = interval(values)
    assert low + high == n - 1  # as many values are left out below as above
    below = [2 * sum(comb(n, i) for i in range(int(left) + 1)) / 2**n for left in (low, low + 1)]
    assert n < 6 or below[0] <= 0.05
    assert below[1] > 0.05 or low + 1 >= high - 1


def test_the_interval_holds_the_median_as_often_as_it_says():
    rng = random.Random(1)
    found = [interval([rng.gauss(1, 0.1) for _ in range(12)]) for _ in range(2_000)]
    assert 0.95 <= statistics.mean(low <= 1.0 <= high for low, high in found) < 0.99


def test_a_tree_is_too_slow_only_if_the_noise_cannot_explain_it():
    slow, clear = 1 / 0.9, 1 / (LEAST + 0.01)
    assert compared(*[(1.0, slow)] * 9).slower
    assert not compared(*[(1.0, clear)] * 9).slower
    assert compared(*[(1.0, slow)] * 8, (1.0, 1.0)).slower  # one in nine may be chance, two may not
    assert not compared(*[(1.0, slow)] * 7, *[(1.0, 1.0)] * 2).slower


def test_a_game_that_the_old_tree_lacks_is_no_failure():
    lacking = Comparison("chess", "random play", missing="old: There is no game “chess”.")
    assert not lacking.slower
    assert against.table([lacking], "c0ffee").row_count == 1


@pytest.mark.parametrize("name", ardennes.games())
@pytest.mark.parametrize("what", WORK)
def test_work_is_the_same_whenever_it_is_done(what: str, name: str):
    first, again = (list(islice(WORK[what](ardennes.game(name), 1), 2)) for _ in range(2))
    assert [done.amount for done in first] == [done.amount for done in again]
    assert all(done.amount > 0 and done.seconds > 0 for done in first)


def test_work_goes_on_where_it_was_left():
    bench, request = Bench(3), json.dumps(["random play", "bulge"])
    amounts = [json.loads(bench.answer(request))["amount"] for _ in range(2)]
    assert amounts == [done.amount for done in islice(WORK["random play"](ardennes.game("bulge"), 3), 2)]
    assert all(amount >= DECISIONS for amount in amounts)


def test_a_tree_without_the_game_says_so():
    assert "There is no game" in json.loads(Bench(0).answer(json.dumps(["copy", "checkers"])))["missing"]


def test_a_worker_runs_the_code_of_its_own_tree(tmp_path: Path):
    for folder in against.ROOT.glob("src/ardennes/*"):
        (tmp_path / "src" / "ardennes" / folder.name).parent.mkdir(parents=True, exist_ok=True)
        if folder.name != "games":
            (tmp_path / "src" / "ardennes" / folder.name).symlink_to(folder)
    (tmp_path / "src" / "ardennes" / "games").mkdir()
    (tmp_path / "src" / "ardennes" / "games" / "__init__.py").touch()
    with Worker(tmp_path, 0) as bare, Worker(against.ROOT, 0) as here:
        assert bare.ask("copy", "bulge") == "There is no game “bulge”; there are none yet."
        assert isinstance(here.ask("copy", "bulge"), Done)


def test_another_commit_is_laid_out_and_cleared_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def git(*words: str) -> None:
        person = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
        subprocess.run(["git", "-C", str(tmp_path), *person, *words], check=True, capture_output=True)

    git("init")
    for text in ("old", "new"):
        (tmp_path / "file").write_text(text)
        git("add", "file")
        git("commit", "--message", text)
    monkeypatch.setattr(against, "ROOT", tmp_path)
    with against.checkout("HEAD~1") as tree:
        assert (tree / "file").read_text() == "old"
    assert not tree.exists()
    assert list((tmp_path / ".git").glob("worktrees/*")) == []
    with pytest.raises(SystemExit, match="git worktree failed"), against.checkout("nonsense"):
        pass


# Promises on whole games


def test_whole_games_are_examined_with_the_options_that_are_wanted(capsys: pytest.CaptureFixture[str]):
    line = "bitter-woods --scenario southern-shoulder --options leaders --every 300 --sample 2"
    assert promises.main(line.split()) == 0
    assert capsys.readouterr().out.startswith("southern-shoulder: 1 games, ")


def test_a_broken_promise_ends_with_one(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """The proving ground does not explain all that it refuses."""
    monkeypatch.setattr(ardennes, "game", lambda name: Proving())
    assert promises.main(["proving", "--scenario", "storm", "--options", "none", "--every", "5"]) == 1
    assert "unexplained: the step cannot say why not" in capsys.readouterr().out
