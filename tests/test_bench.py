"""The arithmetic of the benchmark table."""

import time

import pytest

from bench import run
from bench.measure import REFERENCE_RATE, Measure, seconds_of

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
    assert 0.002 <= seconds_of(lambda: time.sleep(0.002), repeat=1, lasting=0.01) < 0.2


@pytest.mark.parametrize(("seconds", "text"), [(2.5, "2.5 s"), (0.05, "50 ms"), (52e-6, "52 µs"), (4e-9, "4 ns")])
def test_a_duration_is_told_in_its_unit(seconds: float, text: str):
    assert run.duration(seconds) == text


def test_an_unknown_benchmark_is_refused_with_a_sentence(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        run.main(["nonsense"])
    assert "there is no benchmark 'nonsense'" in capsys.readouterr().err
