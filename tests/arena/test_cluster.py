"""A Dask cluster plays what one process plays, row for row."""

from collections.abc import Iterator
from typing import Any

import pytest

import ardennes
from ardennes.arena import Played, paired, repeated
from ardennes.arena.crew import alone, cluster
from ardennes.arena.parquet import row
from ardennes.engine.errors import ArdennesError

distributed = pytest.importorskip("distributed", reason="Dask is not installed: install ardennes[cluster].")

SIDES = ardennes.game("bulge").sides


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A scheduler with two workers in this process."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp", host="127.0.0.1"
    ) as local:
        yield local.scheduler_address


def facts(game: Played) -> dict[str, Any]:
    """The row of a game without what its clocks say."""
    return {name: value for name, value in row(game, SIDES).items() if name not in ("seconds", "thinking")}


def test_a_cluster_gives_the_same_rows_in_the_same_order(address: str):
    todo = [
        *paired("bulge", SIDES, "campaign", ("random", "rusher"), 2),
        *repeated("bulge", "campaign", ("random", "random"), 2, seed=7),
    ]
    expected = list(alone(todo, lambda: None))
    counted: list[None] = []
    with cluster(address) as crew:
        found = list(crew(todo, lambda: counted.append(None)))
    assert [facts(game) for game in found] == [facts(game) for game in expected]
    assert [game.journal for game in found] == [game.journal for game in expected]
    assert len(counted) == len(todo)


def test_an_address_where_nobody_answers_is_a_sentence():
    sentence = "There is no Dask scheduler at “nonsense://here”"
    with pytest.raises(ArdennesError, match=sentence), cluster("nonsense://here"):
        pass
