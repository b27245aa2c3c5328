"""What a page needs to know of the games before one is played: their list, their rules, their ground."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec import UNSET, UnsetType

import ardennes
import ardennes.engine
from ardennes.ai import player, players
from ardennes.engine import catalogue as engine_catalogue
from ardennes.engine import game as engine
from ardennes.engine import orders as engine_orders
from ardennes.engine.catalogue import Catalogue
from ardennes.engine.game import Game
from ardennes.server.shapes.answers import (
    Aim,
    Case,
    Facts,
    Foreseen,
    ForeseenAnswer,
    GameInfo,
    LessonInfo,
    Machine,
    RuleOption,
    Rules,
    Scenario,
    Term,
)


@cache
def house_rules() -> Catalogue:
    """What the platform itself asks of a player."""
    return Catalogue.load(Path(ardennes.engine.__file__).parent / "data" / "rules.toml")


def games() -> list[GameInfo]:
    """Every game with its scenarios and rule options."""
    return [about(ardennes.game(name)) for name in ardennes.games()]


def about(game: Game) -> GameInfo:
    """A game as its card and its start form show it."""
    return GameInfo(
        name=game.name,
        title=game.title,
        version=game.version,
        sides=list(game.sides),
        hides=game.hides,
        about=_facts(game),
        scenarios=[
            Scenario(name=s.name, title=s.title, text=s.text, rule=s.rule, turns=s.turns)
            for s in game.scenarios.values()
        ],
        options=[_option(game, option) for option in game.options.values()],
        start=game.teaching.start,
        lesson=_lesson(game),
    )


def _lesson(game: Game) -> LessonInfo | UnsetType:
    """The guided first turn, if there is one."""
    found = game.teaching.lesson
    if found is None:
        return UNSET
    return LessonInfo(title=found.title, text=found.text, side=found.side, steps=len(found.steps))


def _option(game: Game, option: engine.RuleOption) -> RuleOption:
    return RuleOption(
        name=option.name,
        title=option.title,
        rule=option.rule,
        summary=option.text,
        text=game.rules[option.rule].text if option.rule in game.rules else "",
        cases=_cases(game, option),
        default=option.default,
        choices=list(option.choices),
        by_scenario=option.by_scenario,
        fixed_in=list(option.fixed_in),
        needs=list(option.needs),
        replaces=list(option.replaces),
        excludes=list(option.excludes),
        group=option.group,
        without_effect=option.without_effect,
        unless=list(option.unless),
    )


def _cases(game: Game, option: engine.RuleOption) -> list[str]:
    """The cases that make up an optional rule: those of its chapter, but for those of another option of the chapter."""
    chapter = option.rule.partition(".")[0]
    others = [f"{o.rule}." for o in game.options.values() if o is not option]
    found = [case.id for case in game.rules if case.id == chapter or case.id.startswith(f"{chapter}.")]
    return [one for one in found if one == option.rule or not f"{one}.".startswith(tuple(others))]


def _facts(game: Game) -> Facts:
    """What a card says of a game: its scale, its length, how much there is to know."""
    grid = game.board.grid
    return Facts(
        km=grid.spec.km,
        hexes=len(grid),
        turns=max((scenario.turns for scenario in game.scenarios.values()), default=0),
        rules=len(list(game.rules)),
        published=game.published,
        scale=game.scale,
        hours=game.hours,
    )


def machines() -> list[Machine]:
    """The machine players that can be chosen."""
    found = [player(name) for name in players()]
    return [Machine(name=one.name, title=one.title, text=one.text, quick=one.advises) for one in found]


def rules(game: Game) -> Rules:
    """The whole catalogue of a game, the engine’s own rules behind it, and what may be answered in advance."""
    return Rules(
        title=game.rules.title,
        version=game.version,
        cases=[_case(case) for case in (*game.rules, *house_rules())],
        foreseen=[_foreseen(one) for one in game.foreseen],
        aims=[Aim(a.side, a.text, a.rule, list(a.scenarios)) for a in game.teaching.aims],
        terms=[Term(one.term, one.text, one.rule) for one in game.teaching.terms],
    )


def _foreseen(one: engine_orders.Foreseen) -> Foreseen:
    """A question that may be answered in advance, with the orders of each answer."""
    given = [ForeseenAnswer(label=label, orders=list(orders)) for label, orders in one.answers]
    return Foreseen(question=one.question, rule=one.rule, answers=given)


def _case(case: engine_catalogue.Case) -> Case:
    return Case(id=case.id, title=case.title, text=case.text, kind=case.kind, reason=case.reason, see=list(case.see))
