"""What a page needs to know of the games before one is played: their list, their rules, their ground."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import ardennes
import ardennes.engine
from ardennes.ai import player, players
from ardennes.engine.catalogue import Case, Catalogue
from ardennes.engine.game import Game, RuleOption
from ardennes.engine.orders import Foreseen


@cache
def house_rules() -> Catalogue:
    """What the platform itself asks of a player."""
    return Catalogue.load(Path(ardennes.engine.__file__).parent / "data" / "rules.toml")


def games() -> list[dict[str, Any]]:
    """Every game with its scenarios and rule options."""
    return [about(ardennes.game(name)) for name in ardennes.games()]


def about(game: Game) -> dict[str, Any]:
    """A game as its card and its start form show it."""
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "sides": list(game.sides),
        "hides": game.hides,
        "about": _facts(game),
        "scenarios": [
            {"name": s.name, "title": s.title, "text": s.text, "rule": s.rule, "turns": s.turns}
            for s in game.scenarios.values()
        ],
        "options": [
            {
                "name": o.name,
                "title": o.title,
                "rule": o.rule,
                "summary": o.text,
                "text": game.rules[o.rule].text if o.rule in game.rules else "",
                "cases": _cases(game, o),
                "default": o.default,
                "choices": list(o.choices),
                "byScenario": o.by_scenario,
                "fixedIn": list(o.fixed_in),
                "needs": list(o.needs),
                "replaces": list(o.replaces),
                "excludes": list(o.excludes),
                "group": o.group,
                "withoutEffect": o.without_effect,
                "unless": list(o.unless),
            }
            for o in game.options.values()
        ],
    }


def _cases(game: Game, option: RuleOption) -> list[str]:
    """The cases that make up an optional rule: those of its chapter, but for those of another option of the chapter."""
    chapter = option.rule.partition(".")[0]
    others = [f"{o.rule}." for o in game.options.values() if o is not option]
    found = [case.id for case in game.rules if case.id == chapter or case.id.startswith(f"{chapter}.")]
    return [one for one in found if one == option.rule or not f"{one}.".startswith(tuple(others))]


def _facts(game: Game) -> dict[str, Any]:
    """What a card says of a game: its scale, its length, how much there is to know."""
    grid = game.board.grid
    turns = max((scenario.turns for scenario in game.scenarios.values()), default=0)
    return {
        "km": grid.spec.km,
        "hexes": len(grid),
        "turns": turns,
        "rules": len(list(game.rules)),
        "published": game.published,
        "scale": game.scale,
        "hours": game.hours,
    }


def machines() -> list[dict[str, str]]:
    """The machine players that can be chosen."""
    return [{"name": name, "title": player(name).title, "text": player(name).text} for name in players()]


def rules(game: Game) -> dict[str, Any]:
    """The whole catalogue of a game, the engine’s own rules behind it, and what may be answered in advance."""
    return {
        "title": game.rules.title,
        "version": game.version,
        "cases": [_case(case) for case in (*game.rules, *house_rules())],
        "foreseen": [_foreseen(one) for one in game.foreseen],
    }


def _foreseen(one: Foreseen) -> dict[str, Any]:
    """A question that may be answered in advance, with the orders of each answer."""
    answers = [{"label": label, "orders": list(orders)} for label, orders in one.answers]
    return {"question": one.question, "rule": one.rule, "answers": answers}


def _case(case: Case) -> dict[str, Any]:
    return {
        "id": case.id,
        "title": case.title,
        "text": case.text,
        "kind": case.kind,
        "reason": case.reason,
        "see": list(case.see),
    }
