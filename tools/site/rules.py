"""The rule catalogue of a game as a page: every case with its id, in the order of the rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from ardennes.engine import Case, Game

NAMES = {
    "component": "component",
    "note": "note",
    "definition": "definition",
    "permission": "permission",
    "ruling": "our ruling",
}
RULINGS = "R"
PAGE = "rules.md"


def anchor(rule: str) -> str:
    """The anchor of a case on its page: `BU-12.1.step1` is `bu-12-1-step1`."""
    return rule.lower().replace(".", "-")


def chapter(case: Case) -> str:
    """The chapter that a case belongs to: `12` of BU-12.1."""
    return case.id.partition("-")[2].partition(".")[0]


def page(game: Game) -> str:
    """The page."""
    rules = game.rules
    lines = [
        f"# {rules.title}: the rules",
        f"{len(rules)} cases in our own words, under the numbers of the rulebook. A refusal, a modifier or a line of "
        "the log in the game names the case that it follows from; the search finds a case by its id or by any word.",
    ]
    for name, cases in groupby(rules, chapter):
        lines += [f"## {_heading(name)}", *(_case(case, game) for case in cases)]
    return "\n\n".join(lines) + "\n"


def _heading(name: str) -> str:
    if name == RULINGS:
        return "Our rulings {#rulings}"
    named = {"E": "Errata", "example": "Worked examples"}
    return f"{named.get(name, f'Chapter {name}')} {{#chapter-{name.lower()}}}"


def _case(case: Case, game: Game) -> str:
    parts = [f"### {case.id} {case.title} {{#{anchor(case.id)}}}", link_rules(case.text, game, case.id)]
    if case.kind in NAMES:
        parts[1] = f"*{NAMES[case.kind].capitalize()}.* {parts[1]}"
    if case.reason:
        parts.append(f"Why: {link_rules(case.reason, game, case.id)}")
    if case.see:
        parts.append(f"See {', '.join(link(rule) for rule in case.see)}.")
    return "\n\n".join(parts)


def link(rule: str, page: str = "") -> str:
    """A link to a case: on the same page, or on the page that is named."""
    return f"[{rule}]({page}#{anchor(rule)})"


def link_rules(text: str, game: Game, but: str = "", page: str = "") -> str:
    """A text in which every id of a case is a link, and nothing is taken for markup."""
    parts = re.split(r"(`[^`]*`)", text)
    escaped = "".join(part if part.startswith("`") else re.sub(r"([*_<>|\[\]])", r"\\\1", part) for part in parts)
    return re.sub(
        rf"\b{game.rules.prefix}-[A-Za-z0-9.\-]*[A-Za-z0-9]",
        lambda found: link(found[0], page) if found[0] in game.rules and found[0] != but else found[0],
        escaped,
    )


def rulings(game: Game) -> Iterator[Case]:
    """The cases in which the book is silent or contradicts itself, and we had to decide."""
    return (case for case in game.rules if case.kind == "ruling")
