"""The chaos test in short, and that it would notice a loss."""

from __future__ import annotations

import pytest

from bench.chaos import arguments, run
from bench.chaos_players import Sent, foreign, missing
from tests.server import loops, postgres


def sent(*actions: str) -> list[Sent]:
    """Actions that were sent; of those with a question mark nobody knows what became."""
    return [Sent(action.removesuffix("?"), not action.endswith("?")) for action in actions]


@pytest.mark.parametrize(
    ("actions", "stored", "lost"),
    [
        ("a b c", "a b c", 0),
        ("a b? c", "a c", 0),
        ("a b? c", "a b c", 0),
        ("a b c", "a c", 1),
        ("a b c", "", 3),
        ("a b", "b a", 1),
        ("a? a b", "a b", 0),
        ("a a b", "a b", 1),
    ],
)
def test_what_is_missing_is_found(actions: str, stored: str, lost: int):
    assert missing(sent(*actions.split()), stored.split()) == lost


def test_what_nobody_sent_is_found():
    assert foreign(sent("a", "b?"), ["a", "b"]) == 0
    assert foreign(sent("a", "b?"), ["a", "a"]) == 1
    assert foreign(sent("a"), ["a", "c"]) == 1


def test_nothing_acknowledged_is_lost_when_processes_and_database_die(capsys: pytest.CaptureFixture[str]):
    if postgres.binaries() is None:
        pytest.skip("PostgreSQL's server is not installed (Debian: apt install postgresql).")
    assert loops.run(run(arguments(["--minutes", "0.2", "--games", "8", "--every", "0.3", "--calm", "2"]))) == 0
    shown = capsys.readouterr().out
    assert "acknowledged actions missing: 0\n" in shown
    assert "games unreadable: 0\n" in shown
    assert "faults: 0 " not in shown
