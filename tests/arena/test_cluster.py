"""A Dask cluster plays what one process plays, row for row, whatever becomes of its workers."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import ardennes
from ardennes.arena import Played, paired, repeated
from ardennes.arena.crew import _checked, alone, cluster
from ardennes.arena.edition import edition
from ardennes.arena.parquet import row
from ardennes.engine.errors import ArdennesError
from tests.arena.test_deaths import deadly, deadly_once

distributed = pytest.importorskip("distributed", reason="Dask is not installed: install ardennes[cluster].")

HERE = "127.0.0.1"
SIDES = ardennes.game("bulge").sides


@pytest.fixture(scope="module")
def local() -> Iterator[Any]:
    """A scheduler here, and two workers that are processes of their own."""
    edition.cache_clear()
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", host=HERE
    ) as two:
        yield two


def facts(game: Played) -> dict[str, Any]:
    """The row of a game without what its clocks say, and its journal."""
    plain = row(game, SIDES) | {"journal": game.journal}
    return {name: value for name, value in plain.items() if name not in ("seconds", "thinking")}


MATCHES = [
    *paired("bulge", SIDES, "campaign", ("random", "rusher"), 2),
    *repeated("bulge", "campaign", ("random", "random"), 2, seed=7),
]


@pytest.fixture(scope="module")
def expected() -> list[dict[str, Any]]:
    return [facts(game) for game in alone(MATCHES)]


def in_order(games: Iterator[Played]) -> list[Played]:
    return sorted(games, key=lambda game: MATCHES.index(game.match))


def test_a_cluster_gives_the_same_rows(local: Any, expected: list[dict[str, Any]]):
    with cluster(local.scheduler_address) as crew:
        assert [facts(game) for game in in_order(crew(MATCHES))] == expected


def test_a_game_whose_worker_is_killed_is_played_by_another(local: Any, expected: list[dict[str, Any]], tmp_path: Path):
    with cluster(local.scheduler_address, partial(deadly_once, tmp_path)) as crew:
        assert [facts(game) for game in in_order(crew(MATCHES))] == expected
    assert (tmp_path / "died").exists(), "somebody was killed"


def test_a_game_that_kills_every_worker_is_left_out(local: Any, expected: list[dict[str, Any]]):
    local.scheduler.allowed_failures = 0  # three, if nobody says anything
    with cluster(local.scheduler_address, deadly) as crew:
        found = in_order(crew(MATCHES))
    lost = [game for game in found if game.lost]
    assert [game.match.number for game in lost] == [2]
    assert "every worker that played it died" in lost[0].error
    assert [facts(game) for game in found if not game.lost] == [one for one in expected if one["number"] != 2]


def test_a_scheduler_that_goes_away_is_a_sentence():
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0", protocol="tcp", host=HERE
        ) as local,
        cluster(local.scheduler_address) as crew,
    ):
        results = crew(MATCHES * 2)
        next(results)
        local.close()
        with pytest.raises(ArdennesError, match="The connection to the cluster’s scheduler was lost"):
            list(results)


def test_an_address_where_nobody_answers_is_a_sentence():
    sentence = "There is no Dask scheduler at “nonsense://here”"
    with pytest.raises(ArdennesError, match=sentence), cluster("nonsense://here"):
        pass


def test_a_worker_of_another_edition_is_refused():
    with pytest.raises(
        ArdennesError, match=r"Worker tcp://b runs version 0\.0 of the rules and players; this machine runs "
    ):
        _checked({"tcp://a": edition(), "tcp://b": "0.0"})
    with pytest.raises(ArdennesError, match="no workers yet"):
        _checked({})
