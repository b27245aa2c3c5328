"""The scenarios and options of a game, and the terms of all games, as pages."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.engine import Game, RuleOption
from tools.site.rules import PAGE, link, link_rules


def page(game: Game) -> str:
    """Scenarios and options of one game."""
    lines = [f"# {game.rules.title}: scenarios and options", "## Scenarios"]
    for scenario in game.scenarios.values():
        facts = [f"`{scenario.name}`", f"{scenario.turns} turns" if scenario.turns else "", _rule(scenario.rule, game)]
        lines += [f"### {scenario.title}", " · ".join(filter(None, facts)), link_rules(scenario.text, game, page=PAGE)]
        if scenario.balance:
            lines.append(f"What the rulebook expects: {link_rules(scenario.balance, game, page=PAGE)}")
    lines.append("## Options")
    lines += [_option(option, game) for option in game.options.values()] or ["This game has none."]
    return "\n\n".join(lines) + "\n"


def _option(option: RuleOption, game: Game) -> str:
    choices = ", ".join(f"**{one}**" if one == option.default else one for one in option.choices)
    parts = [f"### {option.title}", f"`{option.name}`: {choices} · {_rule(option.rule, game)}"]
    parts.append(link_rules(option.text, game, page=PAGE))
    named = (("Needs", option.needs), ("Replaces", option.replaces), ("Not with", option.excludes))
    parts += [f"{words}: {', '.join(f'`{one}`' for one in others)}" for words, others in named if others]
    return "\n\n".join(filter(None, parts))


def _rule(rule: str, game: Game) -> str:
    return link(rule, PAGE) if rule in game.rules else rule


def glossary(games: Iterable[tuple[str, Game]]) -> str:
    """The terms of all games in one list, each with the game that it is explained for."""
    terms = sorted(
        ((term.term, name, game, term) for name, game in games for term in game.teaching.terms),
        key=lambda one: (one[0].lower(), one[1]),
    )
    lines = [
        "# Glossary",
        "Terms that the games use, as the game itself explains them. The same word may mean something else in another "
        "game: each entry names its game and the rule.",
    ]
    last = ""
    for word, name, game, term in terms:
        if word.lower() != last.lower():
            lines.append(f"## {word}")
        last = word
        text = link_rules(term.text, game, page=f"{name}/{PAGE}")
        lines.append(f"**{game.rules.title}.** {text} {link(term.rule, f'{name}/{PAGE}')}")
    return "\n\n".join(lines) + "\n"
