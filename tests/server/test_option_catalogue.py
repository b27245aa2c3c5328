"""What the start page is told about rule options."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import ardennes
from ardennes.engine import BadOption
from ardennes.server import catalogue


def options(game: str) -> dict[str, dict[str, Any]]:
    """The options of a game by their names."""
    listed: list[dict[str, Any]] = msgspec.to_builtins(catalogue.about(ardennes.game(game)).options)
    return {one["name"]: one for one in listed}


def test_an_option_names_all_its_cases_and_none_of_another_option():
    found = options("bitter-woods")
    assert found["scare"]["cases"] == ["BW-19.0", "BW-19.0.once"]
    assert "BW-38.1.11" in found["events_17"]["cases"]
    assert not [one for one in found["events_17"]["cases"] if one.startswith("BW-38.2")]
    rules = ardennes.game("bitter-woods").rules
    assert all(one["cases"] and set(one["cases"]) <= set(rules.cases) for one in found.values())


@pytest.mark.parametrize("game", ardennes.games())
def test_every_option_has_a_sentence_and_its_rule(game: str):
    for one in options(game).values():
        assert one["text"], one["name"]
        assert one["rule"] in one["cases"]


def test_options_are_grouped_where_there_are_many():
    found = options("bitter-woods")
    assert all(one["group"] and one["summary"].endswith(".") for one in found.values())
    assert len({one["group"] for one in found.values()}) == 5


def test_scenarios_options_and_rules_that_an_option_names_exist():
    game = ardennes.game("bitter-woods")
    for one in game.options.values():
        assert set(one.without_effect) <= set(game.scenarios)
        assert {*one.unless, *one.needs, *one.excludes} <= set(game.options)
        assert all(other in game.options or other in game.rules for other in one.replaces)


def test_what_does_not_go_together_is_refused_with_a_sentence():
    game = ardennes.game("bitter-woods")
    with pytest.raises(BadOption, match="“Allied leaders react sooner” needs “Leaders”"):
        game.start("eight-turn", accelerated_leaders=True)
    assert game.start("eight-turn", accelerated_leaders=True, leaders=True)
    with pytest.raises(BadOption, match="has no rule option “reserves”"):
        game.start("eight-turn", reserves=True)
